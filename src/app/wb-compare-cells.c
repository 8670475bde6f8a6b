#include "wb-compare-cells.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"

static const char *const titles[WB_N_CELLS] = {
  [WB_CELL_RUN] = N_("Run"), [WB_CELL_ORDER] = N_("Order"), [WB_CELL_STEP] = N_("Step"), [WB_CELL_STEPS] = N_("Steps"),
  [WB_CELL_EVALUATIONS] = N_("RHS evaluations"), [WB_CELL_SECONDS] = N_("Solver time"),
  [WB_CELL_INVARIANT] = N_("Largest energy error"), [WB_CELL_POSITION] = N_("Final position error"),
  [WB_CELL_BEHAVIOUR] = N_("Behaviour"),
};

static char *
number (double value, int digits)
{
  char text[64];

  if (isnan (value))
    return g_strdup ("—");
  plot_format_number (value, digits, text, sizeof text);
  return g_strdup (text);
}

static char *
count (long value)
{
  char text[64];

  plot_format_count ((guint64) value, text, sizeof text);
  return g_strdup (text);
}

/* Milliseconds with two digits behind the point up to a second. */
static char *
duration (double seconds)
{
  char text[64];

  if (seconds < 1)
    {
      plot_format_fixed (seconds * 1e3, seconds < 0.01 ? 2 : 0, text, sizeof text);
      return g_strdup_printf (_("%s ms"), text);
    }
  plot_format_fixed (seconds, 2, text, sizeof text);
  return g_strdup_printf (_("%s s"), text);
}

char *
wb_compare_cell_text (WbCompareRace *race, WbCompareLane *lane, WbCompareCell column)
{
  const LabRacer *racer = wb_compare_lane_racer (lane);

  if (column == WB_CELL_RUN)
    return g_strdup (wb_compare_lane_name (lane));
  if (column == WB_CELL_ORDER)
    return g_strdup_printf ("%d", wb_compare_lane_method (lane)->order);
  if (column == WB_CELL_BEHAVIOUR)
    return wb_compare_lane_behaviour_text (lane, wb_compare_race_result (race));
  if (racer == NULL || racer->refused != NULL)
    return g_strdup (racer != NULL ? "—" : "");
  switch (column)
    {
    case WB_CELL_STEP: return wb_compare_lane_step_text (lane, FALSE);
    case WB_CELL_STEPS: return count (racer->run.statistics.ode.steps_taken);
    case WB_CELL_EVALUATIONS: return count (racer->run.statistics.ode.rhs_evaluations);
    case WB_CELL_SECONDS: return duration (racer->seconds);
    case WB_CELL_INVARIANT: return number (racer->largest_invariant_error, 2);
    default: return number (racer->final_position_error, 2);
    }
}

char *
wb_compare_cell_title (WbCompareRace *race, WbCompareCell column)
{
  const LabRace *result = wb_compare_race_result (race);

  if (column == WB_CELL_POSITION && result != NULL && result->truth_known && result->truth_end < result->t_end)
    {
      g_autofree char *time = wb_compare_time_text (result, result->truth_end);

      return g_strdup_printf (result->has_positions ? _("Position error at %s") : _("State error at %s"), time);
    }
  if (column == WB_CELL_POSITION && result != NULL && !result->has_positions)
    return g_strdup (_("Final state error"));
  if (column != WB_CELL_INVARIANT || result == NULL || result->invariant_name == NULL || g_strcmp0 (result->invariant_name, "energy") == 0)
    return g_strdup (_(titles[column]));
  return g_strdup_printf (_("Largest %s error"), result->invariant_name);
}

char *
wb_compare_cells_text (WbCompareRace *race)
{
  GListModel *lanes = wb_compare_race_lanes (race);
  guint n = g_list_model_get_n_items (lanes);
  GString *out = g_string_new (NULL);

  for (int column = 0; column < WB_N_CELLS; column++)
    {
      g_autofree char *title = wb_compare_cell_title (race, (WbCompareCell) column);

      g_string_append_printf (out, "%s%s", column > 0 ? "\t" : "", title);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (lanes, i);

      for (int column = 0; column < WB_N_CELLS; column++)
        {
          g_autofree char *text = wb_compare_cell_text (race, lane, (WbCompareCell) column);

          g_string_append_printf (out, "%c%s", column > 0 ? '\t' : '\n', text);
        }
    }
  g_string_append_c (out, '\n');
  return g_string_free (out, FALSE);
}

static double
last_where_unknown (double value)
{
  return isnan (value) ? INFINITY : value;
}

double
wb_compare_cell_sort_value (WbCompareLane *lane, WbCompareCell column)
{
  const LabRacer *racer = wb_compare_lane_racer (lane);

  if (column == WB_CELL_ORDER)
    return wb_compare_lane_method (lane)->order;
  if (racer == NULL || racer->refused != NULL)
    return INFINITY;
  switch (column)
    {
    case WB_CELL_STEP: return racer->fixed ? racer->h : INFINITY;
    case WB_CELL_STEPS: return racer->run.statistics.ode.steps_taken;
    case WB_CELL_EVALUATIONS: return racer->run.statistics.ode.rhs_evaluations;
    case WB_CELL_SECONDS: return racer->seconds;
    case WB_CELL_INVARIANT: return last_where_unknown (racer->largest_invariant_error);
    default: return last_where_unknown (racer->final_position_error);
    }
}
