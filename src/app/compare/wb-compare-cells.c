/* The text and the sort value of each cell of the table of a comparison. */
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
count (gint64 value)
{
  char text[64];

  plot_format_count ((guint64) value, text, sizeof text);
  return g_strdup (text);
}

/* Returns a duration as text: in s, or in ms with two decimals if it is shorter than a second. Free it with
 * g_free. */
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
wb_compare_cell_text (WbComparison *comparison, WbCompareEntry *entry, WbCompareCell column)
{
  const LabComparisonEntry *result = wb_compare_entry_result (entry);

  if (column == WB_CELL_RUN)
    return g_strdup (wb_compare_entry_name (entry));
  if (column == WB_CELL_ORDER)
    return g_strdup_printf ("%d", wb_compare_entry_method (entry)->order);
  if (column == WB_CELL_BEHAVIOUR)
    return wb_compare_entry_behaviour_text (entry, wb_comparison_result (comparison));
  if (result == NULL || result->refused != NULL)
    return g_strdup (result != NULL ? "—" : "");
  switch (column)
    {
    case WB_CELL_STEP: return wb_compare_entry_step_text (entry, FALSE);
    case WB_CELL_STEPS: return count (result->run.statistics.ode.steps_taken);
    case WB_CELL_EVALUATIONS: return count (result->run.statistics.ode.rhs_evaluations);
    case WB_CELL_SECONDS: return duration (result->seconds);
    case WB_CELL_INVARIANT: return number (result->largest_invariant_error, 2);
    default: return number (result->final_position_error, 2);
    }
}

char *
wb_compare_cell_title (WbComparison *comparison, WbCompareCell column)
{
  const LabComparison *result = wb_comparison_result (comparison);

  if (column == WB_CELL_POSITION && result != NULL && result->reference_known && result->reference_end < result->t_end)
    {
      g_autofree char *time = wb_compare_time_text (result, result->reference_end);

      return g_strdup_printf (result->has_positions ? _("Position error at %s") : _("State error at %s"), time);
    }
  if (column == WB_CELL_POSITION && result != NULL && !result->has_positions)
    return g_strdup (_("Final state error"));
  if (column != WB_CELL_INVARIANT || result == NULL || result->invariant_name == NULL || g_strcmp0 (result->invariant_name, "energy") == 0)
    return g_strdup (_(titles[column]));
  return g_strdup_printf (_("Largest %s error"), result->invariant_name);
}

char *
wb_compare_cells_text (WbComparison *comparison)
{
  GListModel *entries = wb_comparison_entries (comparison);
  guint n = g_list_model_get_n_items (entries);
  GString *out = g_string_new (NULL);

  for (int column = 0; column < WB_N_CELLS; column++)
    {
      g_autofree char *title = wb_compare_cell_title (comparison, (WbCompareCell) column);

      g_string_append_printf (out, "%s%s", column > 0 ? "\t" : "", title);
    }
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

      for (int column = 0; column < WB_N_CELLS; column++)
        {
          g_autofree char *text = wb_compare_cell_text (comparison, entry, (WbCompareCell) column);

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
wb_compare_cell_sort_value (WbCompareEntry *entry, WbCompareCell column)
{
  const LabComparisonEntry *result = wb_compare_entry_result (entry);

  if (column == WB_CELL_ORDER)
    return wb_compare_entry_method (entry)->order;
  if (result == NULL || result->refused != NULL)
    return INFINITY;
  switch (column)
    {
    case WB_CELL_STEP: return result->fixed ? result->h : INFINITY;
    case WB_CELL_STEPS: return result->run.statistics.ode.steps_taken;
    case WB_CELL_EVALUATIONS: return result->run.statistics.ode.rhs_evaluations;
    case WB_CELL_SECONDS: return result->seconds;
    case WB_CELL_INVARIANT: return last_where_unknown (result->largest_invariant_error);
    default: return last_where_unknown (result->final_position_error);
    }
}
