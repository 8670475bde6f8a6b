#include "wb-lab-figures.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-layers.h"
#include "plot-text.h"

/* A function that is called for each visible entry of the comparison. */
typedef void (*EntryFunc) (WbCompareEntry *entry, gpointer user);

static void
for_each_visible (WbComparison *methods, EntryFunc func, gpointer user)
{
  GListModel *entries = wb_comparison_entries (methods);

  for (guint k = 0; k < g_list_model_get_n_items (entries); k++)
    {
      g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);

      if (wb_compare_entry_visible (entry))
        func (entry, user);
    }
}

/* ---- stability regions ---- */

typedef struct
{
  PlotView *view;
  const GPtrArray *regions;
  const WbLabRegion *edited;
  const OdeMethod *main;
  double re_low, re_high, im_high;
} Regions;

static const WbLabRegion *
region_of (const Regions *r, const OdeMethod *method)
{
  if (method == r->main && r->edited != NULL)
    return r->edited;
  for (guint k = 0; r->regions != NULL && k < r->regions->len; k++)
    if (((const WbLabRegion *) r->regions->pdata[k])->method == method)
      return r->regions->pdata[k];
  return NULL;
}

static void
add_region (WbCompareEntry *entry, gpointer user)
{
  Regions *r = user;
  const WbLabRegion *region = region_of (r, wb_compare_entry_method (entry));
  gboolean is_main = wb_compare_entry_method (entry) == r->main;

  if (region == NULL || !region->known)
    return;
  for (guint c = 0; c < region->curves->len; c++)
    {
      const GArray *curve = region->curves->pdata[c];
      guint n = curve->len / 2;
      g_autofree double *x = g_new (double, n), *y = g_new (double, n);
      PlotStyle style = { .series = WB_LAB_SERIES (entry), .width = is_main ? 2.6 : 1.6, .dotted = region->outside && !is_main };
      PlotLayer *layer;

      for (guint k = 0; k < n; k++)
        {
          x[k] = g_array_index (curve, double, 2 * k);
          y[k] = g_array_index (curve, double, 2 * k + 1);
          if (region->outside || fabs (y[k]) >= 0.98 * WB_LAB_IM_HIGH || x[k] <= 0.98 * WB_LAB_RE_LOW)
            continue;
          r->re_low = fmin (r->re_low, x[k]);
          r->re_high = fmax (r->re_high, x[k]);
          r->im_high = fmax (r->im_high, fabs (y[k]));
        }
      layer = plot_layer_line_new (x, y, n, &style);
      if (is_main && !region->outside)
        plot_layer_line_set_fill (layer, 0.14);
      plot_view_add (r->view, layer);
    }
}

static void
add_name (WbCompareEntry *entry, gpointer user)
{
  Regions *r = user;
  const WbLabRegion *region = region_of (r, wb_compare_entry_method (entry));
  PlotStyle style = { .series = WB_LAB_SERIES (entry) };
  g_autofree char *name = plot_text_escape (wb_compare_entry_name (entry));
  double x, y;

  if (region == NULL || !region->known || region->curves->len == 0)
    return;
  x = region->label_x;
  y = region->label_y;
  if (region->outside) /* the label goes beside the unstable part at the right of the border */
    y = fmin (y, 0.5 * r->im_high);
  if (fabs (y) > 1.02 * r->im_high || x > r->re_high)
    return;
  plot_view_add (r->view, plot_layer_text_new (name, x, y, 0.5, &style, TRUE));
}

/* Adds the points as markers in one layer. */
static void
add_points (PlotView *view, const GArray *points, PlotMarker marker, double radius, int series)
{
  guint n = points->len / 2;
  g_autofree double *x = g_new (double, n + 1), *y = g_new (double, n + 1);
  PlotStyle style = { .series = series, .width = 1.6 };
  PlotLayer *layer;

  if (n == 0)
    return;
  for (guint k = 0; k < n; k++)
    {
      x[k] = g_array_index (points, double, 2 * k);
      y[k] = g_array_index (points, double, 2 * k + 1);
    }
  layer = plot_layer_line_new (x, y, n, &style);
  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
}

static void
add_eigenvalues (Regions *r, const OdeMethod *judge, const WbEigenvalues *eigenvalues, double h)
{
  OdeStability *stability = judge != NULL ? ode_stability_new (judge) : NULL;
  g_autoptr (GArray) inside = g_array_new (FALSE, FALSE, sizeof (double)), outside = g_array_new (FALSE, FALSE, sizeof (double));

  for (int k = 0; k < eigenvalues->n; k++)
    {
      double z[2] = { h * eigenvalues->values[2 * k], h * eigenvalues->values[2 * k + 1] };
      gboolean stable = stability == NULL || ode_stability_contains (stability, z[0], z[1]);

      g_array_append_vals (stable ? inside : outside, z, 2);
    }
  add_points (r->view, inside, PLOT_MARKER_DISC, 4, PLOT_SERIES_TEXT);
  add_points (r->view, outside, PLOT_MARKER_RING, 6.5, PLOT_SERIES_REJECTED);
  add_points (r->view, outside, PLOT_MARKER_CROSS, 3.4, PLOT_SERIES_REJECTED);
  ode_stability_free (stability);
}

PlotView *
wb_lab_region_view_new (WbComparison *methods, const GPtrArray *regions, const WbLabRegion *edited, const OdeMethod *judge,
                        const OdeMethod *main, const WbEigenvalues *eigenvalues, double h)
{
  Regions r = { .view = plot_view_new (), .regions = regions, .edited = edited, .main = main, .re_low = -3, .re_high = 1, .im_high = 2.5 };
  PlotStyle axis = { .series = PLOT_SERIES_SECONDARY, .width = 1, .opacity = 0.6, .solid = TRUE };

  plot_view_set_title (r.view, _("Stability regions"), _("dots are *hλ* of the model's Jacobian"));
  plot_view_set_x_label (r.view, _("Re *hλ*"));
  plot_view_set_y_label (r.view, _("Im *hλ*"));
  plot_view_set_equal (r.view, TRUE);
  plot_view_add (r.view, plot_layer_rule_new (TRUE, 0, NULL, &axis));
  plot_view_add (r.view, plot_layer_rule_new (FALSE, 0, NULL, &axis));
  for_each_visible (methods, add_region, &r);
  for_each_visible (methods, add_name, &r);
  if (eigenvalues != NULL)
    add_eigenvalues (&r, judge, eigenvalues, h);
  plot_view_set_x_range (r.view, r.re_low - 0.6, fmax (r.re_high, 1) + 0.4);
  plot_view_set_y_range (r.view, -1.08 * r.im_high, 1.08 * r.im_high);
  return r.view;
}

/* ---- convergence and work-precision ---- */

typedef struct
{
  PlotView *view;
  const LabStudy *study;
  LabAxis axis;
  const OdeMethod *main;
} Rows;

static void
add_rows (WbCompareEntry *entry, gpointer user)
{
  Rows *r = user;
  const OdeMethod *method = wb_compare_entry_method (entry);
  LabSlope slope = lab_study_slope (r->study, method, r->axis);
  PlotStyle style = { .series = WB_LAB_SERIES (entry), .width = method == r->main ? 2.6 : 1.6, .solid = TRUE };
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *label = NULL;
  PlotLayer *layer;

  for (guint k = 0; k < r->study->rows->len; k++)
    {
      const LabRow *row = &g_array_index (r->study->rows, LabRow, k);
      double at = lab_row_axis (row, r->axis);

      /* Skip errors above 1e3, which only show that the step is unstable, and errors of 0, which a logarithmic axis cannot
       * show. */
      if (row->method != method || !(row->error > 0) || !(row->error < 1e3) || !(at > 0))
        continue;
      g_array_append_val (x, at);
      g_array_append_val (y, row->error);
    }
  if (x->len == 0)
    return;
  layer = plot_layer_line_new ((double *) (gpointer) x->data, (double *) (gpointer) y->data, x->len, &style);
  plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, method == r->main ? 4 : 3, TRUE);
  if (isfinite (slope.slope))
    label = g_strdup_printf ("%.2f", fabs (slope.slope));
  plot_layer_set_label (layer, label != NULL ? label : "–", NULL, FALSE, TRUE);
  plot_view_add (r->view, layer);
}

PlotView *
wb_lab_study_view_new (WbComparison *methods, const LabStudy *study, LabAxis axis, const OdeMethod *main, const char *unit)
{
  Rows r = { plot_view_new (), study, axis, main };
  g_autofree char *step = *unit != '\0' ? g_strdup_printf (_("step *h* (%s)"), unit) : g_strdup (_("step *h*"));
  static const char *const costs[] = { [LAB_AXIS_RHS] = N_("RHS evaluations"), [LAB_AXIS_STEPS] = N_("steps"), [LAB_AXIS_TIME] = N_("computing time (s)") };

  plot_view_set_log (r.view, TRUE, TRUE);
  plot_view_set_x_label (r.view, axis == LAB_AXIS_SETTING ? step : _(costs[axis]));
  plot_view_set_y_label (r.view, _("error"));
  plot_view_set_title (r.view, axis == LAB_AXIS_SETTING ? _("Convergence") : _("Work and precision"), _("slopes"));
  plot_view_set_margins (r.view, NAN, 58);
  for_each_visible (methods, add_rows, &r);
  return r.view;
}
