/* Builds the views of the page Method: regions, order and cost with slopes, and the numbers beside them. */
#include "wb-lab-figures.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "lab-result.h"
#include "lab-slope.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "wb-translate.h"

/* A function that is called for each drawn entry. */
typedef void (*EntryFunc) (WbCompareEntry *entry, gpointer user);

static void
for_each_entry (const GPtrArray *entries, EntryFunc func, gpointer user)
{
  for (guint k = 0; k < entries->len; k++)
    func (entries->pdata[k], user);
}

/* ---- stability regions ---- */

/* The place of a method's name in the plot: the middle and the width of the text in the coordinates of the plot. */
typedef struct { double x, y, width; } Name;

typedef struct
{
  PlotView *view;
  GArray *names;      /* elements of type Name: the names placed so far */
  const WbEigenvalues *eigenvalues;
  double h;
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

/* Adds the border of the order star of the main method. */
static void
add_star (Regions *r)
{
  const WbLabRegion *region = region_of (r, r->main);
  PlotStyle style = { .series = PLOT_SERIES_TEXT, .width = 1.2, .opacity = 0.7, .dashed = TRUE };

  for (guint c = 0; region != NULL && region->known && c < region->star->len; c++)
    {
      const GArray *curve = region->star->pdata[c];
      guint n = curve->len / 2;
      g_autofree double *x = g_new (double, n), *y = g_new (double, n);
      PlotLayer *layer;

      for (guint k = 0; k < n; k++)
        {
          x[k] = g_array_index (curve, double, 2 * k);
          y[k] = g_array_index (curve, double, 2 * k + 1);
        }
      layer = plot_layer_line_new (x, y, n, &style);
      layer->no_extent = TRUE;
      if (c == 0)
        plot_layer_set_label (layer, _("order star"), NULL, TRUE, FALSE);
      plot_view_add (r->view, layer);
    }
}

/* The estimated size of a name relative to the range of the axes, for a low plot with large type. */
#define NAME_HEIGHT 0.085
#define CHARACTER_WIDTH 0.018
/* The number of places on a curve that are tried for a name. The border of a method with a bounded unstable set is mostly outside the
 * plot. */
#define PLACES 120

/* Returns whether a name of this width at (x, y) fits into the visible range and overlaps no other name. If `strict` is set, it must not
 * overlap a point h·λ either. */
static gboolean
is_free (const Regions *r, double x, double y, double width, gboolean strict)
{
  double high = NAME_HEIGHT * 2.16 * r->im_high;

  if (fabs (y) > 1.02 * r->im_high || x - width / 2 < r->re_low - 0.6 || x + width / 2 > fmax (r->re_high, 1) + 0.4)
    return FALSE;
  for (guint k = 0; k < r->names->len; k++)
    {
      const Name *name = &g_array_index (r->names, Name, k);

      if (fabs (name->x - x) < (name->width + width) / 2 && fabs (name->y - y) < high)
        return FALSE;
    }
  for (int k = 0; strict && r->eigenvalues != NULL && k < r->eigenvalues->n; k++)
    if (fabs (r->h * r->eigenvalues->values[2 * k] - x) < width / 2 && fabs (r->h * r->eigenvalues->values[2 * k + 1] - y) < high / 2)
      return FALSE;
  return TRUE;
}

/* Finds a place for a name on the longest curve. It tries the highest point first, then places farther and farther from there. It avoids
 * the points h·λ at first and ignores them in a second pass. Returns FALSE if no place is free. */
static gboolean
find_place (const Regions *r, const WbLabRegion *region, double width, double *x, double *y)
{
  const GArray *longest = NULL;
  guint n, top = 0;

  for (guint k = 0; k < region->curves->len; k++)
    if (longest == NULL || ((const GArray *) region->curves->pdata[k])->len > longest->len)
      longest = region->curves->pdata[k];
  n = longest->len / 2;
  for (guint k = 0; k < n; k++)
    if (g_array_index (longest, double, 2 * k + 1) > g_array_index (longest, double, 2 * top + 1))
      top = k;
  for (guint attempt = 0; attempt < 2 * PLACES; attempt++)
    {
      guint place = attempt % PLACES;
      /* places are tried in the order 0, 1, −1, 2, −2, … counted from the top */
      guint away = (guint) ((guint64) ((place + 1) / 2) * n / PLACES), k = place % 2 == 1 ? (top + away) % n : (top + n - away) % n;

      *x = g_array_index (longest, double, 2 * k);
      *y = g_array_index (longest, double, 2 * k + 1);
      if (is_free (r, *x, *y, width, attempt < PLACES))
        return TRUE;
    }
  return FALSE;
}

static void
add_name (WbCompareEntry *entry, gpointer user)
{
  Regions *r = user;
  const WbLabRegion *region = region_of (r, wb_compare_entry_method (entry));
  PlotStyle style = { .series = WB_LAB_SERIES (entry) };
  gboolean edited = region != NULL && region == r->edited; /* it has no entry of its own */
  g_autofree char *label = edited ? g_strdup_printf (_("%s, edited"), wb_translate (region->method->label)) : g_strdup (wb_compare_entry_name (entry));
  g_autofree char *name = plot_text_escape (label);
  PlotLayer *layer;
  Name placed = { .width = CHARACTER_WIDTH * (double) g_utf8_strlen (name, -1) * (fmax (r->re_high, 1) - r->re_low + 1) };

  if (region == NULL || !region->known || region->curves->len == 0 || !find_place (r, region, placed.width, &placed.x, &placed.y))
    return;
  g_array_append_val (r->names, placed);
  layer = plot_layer_text_new (name, placed.x, placed.y, 0.5, &style, TRUE);
  plot_layer_text_set_movable (layer); /* the real width of the plot is known only when it is drawn */
  plot_view_add (r->view, layer);
}

/* Adds a layer with a marker at each point. name: the name of the points in the key; NULL: the key does not list them. */
static void
add_points (PlotView *view, const GArray *points, PlotMarker marker, double radius, int series, const char *name)
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
  if (name != NULL)
    plot_layer_set_label (layer, name, NULL, TRUE, FALSE);
  plot_view_add (view, layer);
}

/* Adds a faint line from 0 to each point h·λ, along which the point moves when the step size changes. */
static void
add_rays (Regions *r)
{
  const WbEigenvalues *eigenvalues = r->eigenvalues;
  guint n = 3 * (guint) eigenvalues->n;
  g_autofree double *x = g_new0 (double, n + 1), *y = g_new0 (double, n + 1);
  PlotStyle style = { .series = PLOT_SERIES_TEXT, .width = 0.8, .opacity = 0.2, .solid = TRUE };
  PlotLayer *layer;

  for (guint k = 0; k < n; k += 3)
    {
      x[k + 1] = r->h * eigenvalues->values[2 * (k / 3)];
      y[k + 1] = r->h * eigenvalues->values[2 * (k / 3) + 1];
      x[k + 2] = y[k + 2] = NAN;
    }
  layer = plot_layer_line_new (x, y, n, &style);
  layer->no_extent = TRUE;
  plot_view_add (r->view, layer);
}

/* Adds the points h·λ. The main method decides which are inside its region. */
static void
add_eigenvalues (Regions *r)
{
  OdeStability *stability = r->main != NULL ? ode_stability_new (r->main) : NULL;
  int n = r->eigenvalues->n;
  g_autofree double *z = g_new (double, 2 * n + 1);
  g_autofree OdeStabilityPlace *places = g_new (OdeStabilityPlace, n + 1);
  GArray *points[] = { [ODE_STABILITY_INSIDE] = g_array_new (FALSE, FALSE, sizeof (double)), [ODE_STABILITY_OUTSIDE] = g_array_new (FALSE, FALSE, sizeof (double)),
                       [ODE_STABILITY_GROWS] = g_array_new (FALSE, FALSE, sizeof (double)) };

  for (int k = 0; k < 2 * n; k++)
    z[k] = r->h * r->eigenvalues->values[k];
  ode_stability_places (stability, n, z, places);
  for (int k = 0; k < n; k++)
    g_array_append_vals (points[places[k]], z + 2 * k, 2);
  add_points (r->view, points[ODE_STABILITY_INSIDE], PLOT_MARKER_DISC, 4, PLOT_SERIES_TEXT, _("inside"));
  add_points (r->view, points[ODE_STABILITY_OUTSIDE], PLOT_MARKER_RING, 6.5, PLOT_SERIES_REJECTED, NULL);
  add_points (r->view, points[ODE_STABILITY_OUTSIDE], PLOT_MARKER_CROSS, 3.4, PLOT_SERIES_REJECTED, _("outside"));
  add_points (r->view, points[ODE_STABILITY_GROWS], PLOT_MARKER_RING, 4, PLOT_SERIES_TEXT, _("growing"));
  for (guint k = 0; k < G_N_ELEMENTS (points); k++)
    g_array_unref (points[k]);
  ode_stability_free (stability);
}

PlotView *
wb_lab_region_view_new (const GPtrArray *entries, const GPtrArray *regions, const WbLabRegion *edited, const OdeMethod *main, gboolean star,
                        const WbEigenvalues *eigenvalues, double h)
{
  Regions r = { .view = plot_view_new (), .regions = regions, .edited = edited, .main = main, .eigenvalues = eigenvalues, .h = h, .re_low = -3, .re_high = 1, .im_high = 2.5 };
  PlotStyle axis = { .series = PLOT_SERIES_SECONDARY, .width = 1, .opacity = 0.6, .solid = TRUE };

  plot_view_set_title (r.view, _("Stability regions"), _("dots are *h**λ* of the Jacobian"));
  plot_view_set_x_label (r.view, _("Re *h**λ*"));
  plot_view_set_y_label (r.view, _("Im *h**λ*"));
  plot_view_set_equal (r.view, TRUE);
  plot_view_add (r.view, plot_layer_rule_new (TRUE, 0, NULL, &axis));
  plot_view_add (r.view, plot_layer_rule_new (FALSE, 0, NULL, &axis));
  for_each_entry (entries, add_region, &r);
  if (eigenvalues != NULL)
    add_rays (&r);
  if (star)
    add_star (&r);
  r.names = g_array_new (FALSE, FALSE, sizeof (Name));
  for_each_entry (entries, add_name, &r);
  g_array_unref (r.names);
  if (eigenvalues != NULL)
    add_eigenvalues (&r);
  plot_view_set_x_range (r.view, r.re_low - 0.6, fmax (r.re_high, 1) + 0.4);
  plot_view_set_y_range (r.view, -1.08 * r.im_high, 1.08 * r.im_high);
  return r.view;
}

/* ---- convergence and work-precision ---- */

typedef struct
{
  PlotView *view;
  const LabTable *rows;
  const char *axis, *error;  /* columns */
  const OdeMethod *main;
  const char *models[WB_LAB_MOST_MODELS]; /* ids of the models, in the order of the rows */
  int n_models;
  double x_low, x_high, y_low, y_high; /* ranges of the points */
  const LabResult *result;
} Rows;

/* Returns the error of the reference of a model of the rows. */
static double
uncertainty_of (const Rows *r, const char *model)
{
  const LabTable *models = lab_result_table (r->result, "models");

  for (int row = 0; models != NULL && row < lab_table_n_rows (models); row++)
    if (g_strcmp0 (lab_table_text (models, row, lab_table_column (models, "model")), model) == 0)
      return lab_table_number (models, row, lab_table_column (models, "reference_agreement"));
  return lab_result_number (r->result, "reference_agreement");
}

/* The markers of the models. */
static const PlotMarker markers[WB_LAB_MOST_MODELS] = { PLOT_MARKER_DISC, PLOT_MARKER_DIAMOND, PLOT_MARKER_SQUARE, PLOT_MARKER_TRIANGLE,
                                                        PLOT_MARKER_RING };

/* Collects the points of a method on a model: the costs and errors of its rows. */
static void
collect (const Rows *r, const OdeMethod *method, const char *model, GArray *costs, GArray *errors)
{
  int by_model = lab_table_column (r->rows, "model"), by_method = lab_table_column (r->rows, "integrator");
  int cost = lab_table_column (r->rows, r->axis), error = lab_table_column (r->rows, r->error);

  for (int row = 0; row < lab_table_n_rows (r->rows); row++)
    {
      double x = lab_table_number (r->rows, row, cost), e = lab_table_number (r->rows, row, error);

      if (g_strcmp0 (lab_table_text (r->rows, row, by_method), method->id) != 0
          || (by_model >= 0 && g_strcmp0 (lab_table_text (r->rows, row, by_model), model) != 0))
        continue;
      g_array_append_val (costs, x);
      g_array_append_val (errors, e);
    }
}

/* Room above and below the points for their markers, relative to the range of the logarithmic axis. */
#define MARKER_ROOM 0.03
/* Distance of two entries of the key, and of an entry from its marker, relative to the ranges of the logarithmic axes. */
#define KEY_LINE 0.09
#define KEY_GAP 0.045

/* Adds a key of the models in the corner below the lines: at the right if the error grows along the axis, else at the left. */
static void
add_key (Rows *r)
{
  gboolean right = strcmp (r->axis, "h") == 0 || strcmp (r->axis, "accuracy") == 0;
  double x = right ? r->x_high : r->x_low, text = right ? x * pow (r->x_low / r->x_high, KEY_GAP) : x * pow (r->x_high / r->x_low, KEY_GAP);

  for (int model = 0; model < r->n_models && r->x_low < r->x_high && r->y_low < r->y_high; model++)
    {
      PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1.6 };
      double y = r->y_low * pow (r->y_high / r->y_low, KEY_LINE * (r->n_models - 1 - model));
      g_autofree char *name = plot_text_escape (r->models[model]);
      PlotLayer *marker = plot_layer_line_new (&x, &y, 1, &style), *label = plot_layer_text_new (name, text, y, right ? 1 : 0, &style, TRUE);

      plot_layer_line_set_marker (marker, markers[model], 4, FALSE);
      marker->no_extent = label->no_extent = TRUE;
      plot_view_add (r->view, marker);
      plot_view_add (r->view, label);
    }
}

/* The part of the fitted range of errors over which the slope triangle extends, and its distance from the line, in decades. */
#define TRIANGLE_FROM 0.25
#define TRIANGLE_TO 0.5
#define TRIANGLE_AWAY 0.35
/* A fit with a smaller slope or fewer points has no triangle. */
#define LEAST_SLOPE 0.3
#define LEAST_ROWS 4

/* Draws a triangle with the fitted slope below the line of a method: one decade across gives as many decades up as the label says. */
static void
add_triangle (Rows *r, const LabSlope *slope, double x_low, double x_high, int series)
{
  double a = x_low * pow (x_high / x_low, TRIANGLE_FROM), b = x_low * pow (x_high / x_low, TRIANGLE_TO), away = pow (10, -TRIANGLE_AWAY);
  double low = away * exp (slope->offset) * pow (a, slope->slope), high = away * exp (slope->offset) * pow (b, slope->slope);
  double x[] = { a, b, b, a }, y[] = { low, low, high, low };
  PlotStyle style = { .series = series, .width = 1.2, .solid = TRUE };
  g_autofree char *up = g_strdup_printf ("%.2g", slope->slope);
  PlotLayer *layers[] = { plot_layer_line_new (x, y, G_N_ELEMENTS (x), &style),
                          plot_layer_text_new ("1", sqrt (a * b), low * away, 0.5, &style, TRUE),
                          plot_layer_text_new (up, b * pow (x_high / x_low, 0.02), sqrt (low * high), 0, &style, TRUE) };

  plot_layer_line_set_fill (layers[0], 0.14);
  for (guint k = 0; k < G_N_ELEMENTS (layers); k++)
    {
      layers[k]->no_extent = TRUE;
      plot_view_add (r->view, layers[k]);
    }
}

/* Draws the triangle if the line is a convergence plot against h, and the fit has enough points above the errors of rounding. */
static void
add_fit (Rows *r, const LabSlope *slope, const GArray *x, const GArray *y, int series)
{
  double low = INFINITY, high = 0;
  int n = 0;

  if (strcmp (r->axis, "h") != 0 || !isfinite (slope->slope) || slope->slope < LEAST_SLOPE || slope->n_rows < LEAST_ROWS)
    return;
  for (guint k = 0; k < x->len; k++)
    if (g_array_index (y, double, k) > slope->least)
      {
        low = fmin (low, g_array_index (x, double, k));
        high = fmax (high, g_array_index (x, double, k));
        n++;
      }
  if (n >= LEAST_ROWS)
    add_triangle (r, slope, low, high, series);
}

static void
add_line (Rows *r, WbCompareEntry *entry, int model)
{
  const OdeMethod *method = wb_compare_entry_method (entry);
  gboolean is_main = method == r->main;
  PlotStyle style = { .series = WB_LAB_SERIES (entry), .width = is_main ? 2.6 : 1.6, .solid = model == 0, .dashed = model == 1, .dotted = model > 1 };
  g_autoptr (GArray) costs = g_array_new (FALSE, FALSE, sizeof (double)), errors = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
  g_autofree char *label = NULL;
  LabSlope slope;
  PlotLayer *layer;

  collect (r, method, r->models[model], costs, errors);
  slope = lab_slope_fit ((double *) (gpointer) costs->data, (double *) (gpointer) errors->data, (int) costs->len, uncertainty_of (r, r->models[model]));
  for (guint k = 0; k < costs->len; k++)
    {
      double at = g_array_index (costs, double, k), error = g_array_index (errors, double, k);

      /* An error above 1e3 only shows that the run is unstable, and an error of 0 has no place on a logarithmic
       * axis. */
      if (!(error > 0) || !(error < 1e3) || !(at > 0))
        continue;
      g_array_append_val (x, at);
      g_array_append_val (y, error);
      r->x_low = fmin (r->x_low, at);
      r->x_high = fmax (r->x_high, at);
      r->y_low = fmin (r->y_low, error);
      r->y_high = fmax (r->y_high, error);
    }
  if (x->len == 0)
    return;
  layer = plot_layer_line_new ((double *) (gpointer) x->data, (double *) (gpointer) y->data, x->len, &style);
  plot_layer_line_set_marker (layer, markers[model], is_main ? 4 : 3, TRUE);
  if (isfinite (slope.slope))
    label = g_strdup_printf ("%.2f", fabs (slope.slope));
  plot_layer_set_label (layer, label != NULL ? label : "–", NULL, FALSE, TRUE);
  plot_view_add (r->view, layer);
  if (is_main && model == 0)
    add_fit (r, &slope, x, y, style.series);
}

static void
add_rows (WbCompareEntry *entry, gpointer user)
{
  Rows *r = user;

  for (int model = 0; model < r->n_models; model++)
    add_line (r, entry, model);
}

/* Lists the models of the rows. Without a column of models there is one, whose name is not used. */
static void
find_models (Rows *r)
{
  int column = lab_table_column (r->rows, "model");

  for (int row = 0; column >= 0 && row < lab_table_n_rows (r->rows); row++)
    {
      const char *model = lab_table_text (r->rows, row, column);

      if (r->n_models < WB_LAB_MOST_MODELS && (r->n_models == 0 || g_strcmp0 (r->models[r->n_models - 1], model) != 0))
        r->models[r->n_models++] = model;
    }
  r->n_models = MAX (r->n_models, 1);
}

/* Returns the label of the vertical axis. */
static const char *
error_label (const char *error)
{
  if (strcmp (error, "steps") == 0)
    return _("largest error at the steps");
  return strcmp (error, "dense") == 0 ? _("largest error on dense output") : _("error at the end");
}

PlotView *
wb_lab_order_view_new (const GPtrArray *entries, const LabResult *result, const WbLabOrderPlot *plot)
{
  const LabTable *table = lab_result_table (result, "rows");
  gboolean largest = strcmp (plot->error, "end") != 0 && lab_table_column (table, "largest_error") >= 0;
  Rows r = { .view = plot_view_new (), .result = result, .rows = table, .axis = lab_table_column (table, plot->axis) >= 0 ? plot->axis : plot->kind->over,
             .error = largest ? "largest_error" : "error", .main = plot->main, .x_low = INFINITY, .y_low = INFINITY };
  g_autofree char *step = *plot->unit != '\0' ? g_strdup_printf (_("step *h* (%s)"), plot->unit) : g_strdup (_("step *h*"));
  const struct { const char *column, *label; } axes[] = {
    { "h", step }, { "accuracy", _("requested accuracy") }, { "rhs", _("RHS evaluations") }, { "steps", _("steps") }, { "wall_seconds", _("computing time (s)") },
  };

  find_models (&r);
  plot_view_set_log (r.view, TRUE, TRUE);
  for (guint k = 0; k < G_N_ELEMENTS (axes); k++)
    if (strcmp (axes[k].column, r.axis) == 0)
      plot_view_set_x_label (r.view, axes[k].label);
  plot_view_set_y_label (r.view, error_label (largest ? plot->error : "end"));
  plot_view_set_title (r.view, _(plot->kind->label), _("slopes"));
  plot_view_set_margins (r.view, NAN, 58);
  for_each_entry (entries, add_rows, &r);
  if (r.n_models > 1)
    add_key (&r);
  if (r.y_low < r.y_high)
    {
      double part = pow (r.y_high / r.y_low, MARKER_ROOM);

      plot_view_set_y_range (r.view, r.y_low / part, r.y_high * part);
    }
  return r.view;
}
