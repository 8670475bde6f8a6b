/* Builds the views of a comparison, chooses the decades of the axes of errors, and moves the playhead of the views. */
#include "wb-compare-plots.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-compare-orbit.h"

struct WbComparePlots
{
  const LabComparison *comparison;
  PlotView *views[WB_N_COMPARE_VIEWS];
  PlotTimeAxis *axis;
  double turn;
  double t; /* time of the playhead */
  WbCompareOrbit *orbit;
};

void
wb_compare_plots_free (WbComparePlots *plots)
{
  if (plots == NULL)
    return;
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    g_clear_pointer (&plots->views[i], plot_view_free);
  plot_time_axis_unref (plots->axis);
  wb_compare_orbit_free (plots->orbit);
  g_free (plots);
}

PlotView *
wb_compare_plots_take (WbComparePlots *plots, WbComparePanel which)
{
  return g_steal_pointer (&plots->views[which]);
}

PlotTimeAxis *wb_compare_plots_axis (WbComparePlots *plots) { return plots->axis; }
double wb_compare_plots_turn (WbComparePlots *plots) { return plots->turn; }

/* ---- errors ---- */

static const double *
errors_of (const LabComparisonEntry *result, gboolean position)
{
  return position ? result->position_error : result->invariant_error;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* The range of the axis ignores the first hundredth of the time, in which errors grow from zero. It also ignores
 * the smallest of every DIPS points, because the minimum at a zero crossing is arbitrary on a logarithmic
 * axis. */
#define DIPS 500
#define GROWING 0.01
/* Errors below 1e-14 of the largest error are rounding errors, so the axis has at most this number of decades. */
#define MOST_DECADES 14

/* Computes the decades of the axis: from below the smallest error to above the largest
 * one. */
static gboolean
error_range (WbComparison *compare, gboolean position, double *low, double *high)
{
  GListModel *entries = wb_comparison_entries (compare);
  guint n = g_list_model_get_n_items (entries);
  const LabComparison *comparison = wb_comparison_result (compare);
  double first = comparison->t_start + GROWING * (comparison->t_end - comparison->t_start);

  *low = INFINITY;
  *high = 0;
  for (guint k = 0; k < n; k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);
      g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (double));

      if (!wb_compare_orbit_shows (entry))
        continue;
      for (gsize i = 0; i < wb_compare_entry_result (entry)->n; i++)
        {
          double error = errors_of (wb_compare_entry_result (entry), position)[i];

          if (error > 0 && isfinite (error) && wb_compare_entry_result (entry)->t[i] >= first)
            g_array_append_val (sorted, error);
        }
      if (sorted->len == 0)
        continue;
      g_array_sort (sorted, compare_numbers);
      *low = fmin (*low, g_array_index (sorted, double, sorted->len / DIPS));
      *high = fmax (*high, g_array_index (sorted, double, sorted->len - 1));
    }
  if (!(*high > 0))
    return FALSE;
  *low = pow (10, floor (fmax (log10 (*low), log10 (*high) - MOST_DECADES) - 0.2));
  *high *= 2;
  return TRUE;
}

static double
widest_name (WbComparison *compare)
{
  GListModel *entries = wb_comparison_entries (compare);
  guint n = g_list_model_get_n_items (entries);
  double widest = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);
      g_autoptr (PangoLayout) layout = plot_text_layout (wb_compare_entry_name (entry), 13, PLOT_TEXT_BOLD);
      double width;

      plot_text_measure (layout, &width, NULL, NULL);
      if (wb_compare_entry_visible (entry))
        widest = fmax (widest, width);
    }
  return widest;
}

static PlotView *
error_view (WbComparePlots *plots, WbComparison *compare, gboolean position)
{
  const LabComparison *comparison = plots->comparison;
  GListModel *entries = wb_comparison_entries (compare);
  guint n = g_list_model_get_n_items (entries);
  PlotView *view;
  double low, high;

  if (!error_range (compare, position, &low, &high))
    return NULL;
  view = plot_view_new ();
  plot_view_set_time_axis (view, plots->axis);
  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_y_range (view, low, high);
  plot_view_set_margins (view, 50, CLAMP (widest_name (compare) + 16, 60, 190));
  for (guint k = 0; k < n; k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);
      const LabComparisonEntry *result = wb_compare_entry_result (entry);
      PlotStyle style = { .series = wb_compare_entry_color (entry) - 1, .solid = TRUE };
      g_autofree double *x = NULL, *y = NULL;
      PlotLayer *layer;

      if (!wb_compare_orbit_shows (entry))
        continue;
      x = g_new (double, result->n + 1);
      y = g_new (double, result->n + 1);
      for (gsize i = 0; i < result->n; i++)
        {
          double error = errors_of (result, position)[i];

          x[i] = (result->t[i] - comparison->t_start) / plots->turn + (plots->turn == 1 ? comparison->t_start : 0);
          y[i] = error > 0 ? fmax (error, low * 1e-3) : NAN;
        }
      style.width = entry == wb_comparison_selected (compare) ? 2.2 : 1.5;
      layer = plot_layer_line_new (x, y, result->n, &style);
      plot_layer_set_label (layer, wb_compare_entry_name (entry), NULL, FALSE, TRUE);
      plot_view_add (view, layer);
    }
  return view;
}

static char *
capital (const char *name)
{
  g_autofree char *spaced = g_strdelimit (g_strdup (name), "_", ' ');
  gunichar first = g_unichar_toupper (g_utf8_get_char (spaced));
  char letter[7] = { 0 };

  g_unichar_to_utf8 (first, letter);
  return g_strconcat (letter, g_utf8_next_char (spaced), NULL);
}

gboolean
wb_compare_decades (WbComparison *compare, gboolean position, int *low, int *high)
{
  const LabComparison *comparison = wb_comparison_result (compare);
  double smallest = INFINITY, largest = 0;

  for (int i = 0; comparison != NULL && i < comparison->n_entries; i++)
    {
      double error = position ? comparison->entries[i].final_position_error : comparison->entries[i].largest_invariant_error;

      if (comparison->entries[i].refused != NULL || !(error > 0) || !isfinite (error))
        continue;
      smallest = fmin (smallest, error);
      largest = fmax (largest, error);
    }
  if (!(largest > 0))
    return FALSE;
  *low = (int) floor (log10 (smallest) + 0.1);
  *high = (int) ceil (log10 (largest) + 0.1);
  if (*high - *low < 2)
    *low = *high - 2;
  *low -= *low & 1; /* only even decades have labels */
  return TRUE;
}

/* ---- all plots ---- */

WbComparePlots *
wb_compare_plots_new (WbComparison *compare)
{
  const LabComparison *comparison = wb_comparison_result (compare);
  ModelSystem *system = wb_session_system (wb_comparison_session (compare));
  WbComparePlots *plots;
  PlotView *last;

  if (comparison == NULL || system == NULL || comparison->x_column < 0)
    return NULL;
  plots = g_new0 (WbComparePlots, 1);
  plots->comparison = comparison;
  plots->turn = isnan (comparison->period) ? 1 : comparison->period;
  if (isnan (comparison->period))
    plots->axis = plot_time_axis_new (comparison->t_start, comparison->t_end, model_time_unit (model_system_model (system)));
  else
    plots->axis = plot_time_axis_new (0, (comparison->t_end - comparison->t_start) / comparison->period, "");
  plots->orbit = wb_compare_orbit_new (compare, plots->turn, &plots->views[WB_COMPARE_ORBIT]);
  if (comparison->invariant_column >= 0)
    plots->views[WB_COMPARE_INVARIANT] = error_view (plots, compare, FALSE);
  if (comparison->reference_known)
    plots->views[WB_COMPARE_POSITION] = error_view (plots, compare, TRUE);
  if (plots->views[WB_COMPARE_INVARIANT] != NULL)
    {
      g_autofree char *name = capital (wb_compare_invariant_name (comparison)), *title = g_strdup_printf (_("%s error"), name);

      plot_view_set_title (plots->views[WB_COMPARE_INVARIANT], title, _("relative; the largest error is drawn on top"));
      plot_view_set_playhead_handle (plots->views[WB_COMPARE_INVARIANT], TRUE);
    }
  if (plots->views[WB_COMPARE_POSITION] != NULL)
    {
      plot_view_set_title (plots->views[WB_COMPARE_POSITION], comparison->has_positions ? _("Position error") : _("State error"),
                           isnan (comparison->period) ? _("distance from the reference solution") : _("distance from the reference orbit"));
      plot_view_set_playhead_handle (plots->views[WB_COMPARE_POSITION], plots->views[WB_COMPARE_INVARIANT] == NULL);
    }
  last = plots->views[WB_COMPARE_POSITION] != NULL ? plots->views[WB_COMPARE_POSITION] : plots->views[WB_COMPARE_INVARIANT];
  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    if (plots->views[i] != NULL)
      plot_view_set_x_labels_shown (plots->views[i], plots->views[i] == last);
  if (last != NULL && !isnan (comparison->period))
    plot_view_set_x_label (last, _("orbits completed"));
  return plots;
}

void
wb_compare_plots_set_time (WbComparePlots *plots, double t)
{
  plots->t = t;
  plot_time_axis_set_playhead (plots->axis, plots->turn == 1 ? t : (t - plots->comparison->t_start) / plots->turn);
}

void
wb_compare_plots_move_orbit (PlotView *view, gpointer user)
{
  WbComparePlots *plots = user;

  wb_compare_orbit_set_time (plots->orbit, view, plots->t);
}

void
wb_compare_plots_place_orbit (WbComparePlots *plots)
{
  if (plots->views[WB_COMPARE_ORBIT] != NULL)
    wb_compare_orbit_set_time (plots->orbit, plots->views[WB_COMPARE_ORBIT], plots->t);
}

/* ---- visible plots and ranges ---- */

#define SHOWN_KEY "wb-compare-shown"

void
wb_compare_plots_set_shown (WbComparison *comparison, const WbCompareShown *shown)
{
  g_object_set_data_full (G_OBJECT (comparison), SHOWN_KEY, g_memdup2 (shown, sizeof *shown), g_free);
}

const WbCompareShown *
wb_compare_plots_shown (WbComparison *comparison)
{
  return g_object_get_data (G_OBJECT (comparison), SHOWN_KEY);
}
