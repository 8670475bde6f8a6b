/* Makes the standard views of the studies of methods, from the tables of their results. */
#include "plot-study-picture.h"

#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "ode-methods.h"
#include "plot-format.h"
#include "model-tableau.h"
#include "plot-layers.h"
#include "plot-study-private.h"
#include "plot-text.h"
#include "plot-words.h"

/* Returns the label of the method with this id; the id itself if there is no such method. */
static const char *
method_label (const char *id)
{
  const OdeMethod *method = model_method_find (id);

  return method != NULL ? method->label : id;
}

char *
plot_study_with_unit (const char *name, const LabTable *table, const char *column)
{
  const char *unit = table->units[lab_table_column (table, column)];
  g_autofree char *printed = plot_text_unit (unit);

  return *unit != '\0' ? g_strdup_printf ("%s (%s)", name, printed) : g_strdup (name);
}

PlotLayer *
plot_study_add_line (PlotView *view, const double *x, const double *y, gsize n, const PlotStyle *style, const char *label)
{
  PlotLayer *layer = plot_layer_line_new (x, y, n, style);

  if (label != NULL)
    plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
  plot_view_add (view, layer);
  return layer;
}

PlotLayer *
plot_study_add_points (PlotView *view, const double *x, const double *y, gsize n, const PlotStyle *style, PlotMarker marker, double radius, const char *label)
{
  PlotLayer *layer = plot_study_add_line (view, x, y, n, style, label);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  return layer;
}

/* ---- crosses on the lower axis for runs that failed ---- */

typedef struct { PlotLayer layer; GArray *x; GPtrArray *reasons; } Failures;

#define CROSS 4.0

static void
failures_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  const Failures *failures = (const Failures *) layer;

  for (guint k = 0; k < failures->x->len; k++)
    plot_extent_add_x (extent, g_array_index (failures->x, double, k));
}

static double
failures_y (const PlotFrame *frame)
{
  return frame->top + frame->height - 2 * CROSS * frame->theme->line_grid;
}

static void
failures_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  const Failures *failures = (const Failures *) layer;
  const PlotTheme *theme = frame->theme;
  double last = -INFINITY; /* position of the last cross; crosses that would overlap with it are omitted */

  for (guint k = 0; k < failures->x->len; k++)
    {
      double at = g_array_index (failures->x, double, k), x = plot_scale_map (frame->x, at);

      if (plot_scale_zone (frame->x, at) != PLOT_ZONE_INSIDE || fabs (x - last) < 3 * CROSS * theme->line_grid)
        continue;
      plot_canvas_marker (frame->canvas, PLOT_MARKER_CROSS, x, failures_y (frame), CROSS * theme->line_grid, theme->cross_width, theme->rejected,
                          theme->background);
      last = x;
    }
}

static gboolean
failures_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  const Failures *failures = (const Failures *) layer;
  gboolean found = FALSE;

  for (guint k = 0; k < failures->x->len; k++)
    {
      double x = plot_scale_map (frame->x, g_array_index (failures->x, double, k)), d = hypot (px - x, py - failures_y (frame));

      if (!(d < hit->distance))
        continue;
      *hit = (PlotHit) { .kind = PLOT_HIT_LINE, .x = g_array_index (failures->x, double, k), .y = NAN, .px = x, .py = failures_y (frame),
                         .distance = d, .layer = layer, .index = k, .column = PLOT_COLUMN_NONE };
      found = TRUE;
    }
  return found;
}

static void
failures_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  const Failures *failures = (const Failures *) layer;
  g_autofree char *reason = plot_text_escape (failures->reasons->pdata[hit->index]);

  g_string_append_printf (text, "%s\n", reason);
}

static void
failures_free (PlotLayer *layer)
{
  Failures *failures = (Failures *) layer;

  g_array_unref (failures->x);
  g_ptr_array_unref (failures->reasons);
}

static const PlotLayerClass failures_class = { .name = "failures", .extent = failures_extent, .hit = failures_hit, .readout = failures_readout,
                                               .draw_front = failures_draw_front, .free = failures_free };

void
plot_study_add_failures (PlotView *view, const LabTable *table, const char *x_column, const char *failure_column)
{
  int x = lab_table_column (table, x_column), reason = lab_table_column (table, failure_column);
  Failures *failures = plot_layer_alloc (sizeof (Failures), &failures_class, PLOT_PLANE_FRONT);

  failures->x = g_array_new (FALSE, FALSE, sizeof (double));
  failures->reasons = g_ptr_array_new_with_free_func (g_free);
  for (int r = 0; r < lab_table_n_rows (table); r++)
    {
      double at = lab_table_number (table, r, x);

      if (*lab_table_text (table, r, reason) == '\0')
        continue;
      g_array_append_val (failures->x, at);
      g_ptr_array_add (failures->reasons, g_strdup (lab_table_text (table, r, reason)));
    }
  plot_view_add (view, &failures->layer);
}

/* ---- study tolerance-dial ---- */

static void
fill_dial (PlotView *view, const LabResult *result)
{
  const LabTable *rows = lab_result_table (result, "rows");
  g_autoptr (GPtrArray) methods = plot_study_distinct (rows, "integrator");
  g_autoptr (GArray) all = lab_table_series (rows, "asked", NULL, NULL);
  double asked = lab_result_number (result, "asked"), obtained = lab_result_number (result, "obtained"), low = INFINITY, high = 0;
  PlotStyle diagonal = { .series = PLOT_SERIES_SECONDARY, .width = 1.2, .dashed = TRUE }, knob = { .series = PLOT_SERIES_ACCENT, .width = 2, .solid = TRUE };
  PlotStyle gap = { .series = PLOT_SERIES_REJECTED, .width = 3, .solid = TRUE }, mark = { .series = 0 };

  plot_view_set_log (view, TRUE, TRUE);
  plot_view_set_x_reversed (view, TRUE); /* stricter accuracies are on the right */
  plot_view_set_x_label (view, _("requested accuracy"));
  plot_view_set_y_label (view, _("obtained"));
  for (guint k = 0; k < all->len; k++)
    {
      low = fmin (low, g_array_index (all, double, k));
      high = fmax (high, g_array_index (all, double, k));
    }
  if (low < high)
    plot_study_add_line (view, (double[]) { low, high }, (double[]) { low, high }, 2, &diagonal, _("requested"));
  if (isfinite (asked))
    plot_view_add (view, plot_layer_rule_new (TRUE, asked, NULL, &knob));
  for (guint m = 0; m < methods->len; m++)
    {
      g_autoptr (GArray) x = lab_table_series (rows, "asked", "integrator", methods->pdata[m]);
      g_autoptr (GArray) y = lab_table_series (rows, "obtained", "integrator", methods->pdata[m]);
      PlotStyle style = { .series = (int) (m % PLOT_N_SERIES), .width = m == 0 ? 2.4 : 1.6, .solid = m == 0 };
      g_autofree char *label = plot_text_escape (method_label (methods->pdata[m]));

      for (guint k = 0; k < y->len; k++) /* an error of 0 has no position on a logarithmic axis */
        if (g_array_index (y, double, k) == 0)
          g_array_index (y, double, k) = NAN;
      plot_layer_line_set_marker (plot_study_add_line (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (y), x->len, &style, label), PLOT_MARKER_DISC, m == 0 ? 3.5 : 2.5, TRUE);
    }
  plot_study_add_failures (view, rows, "asked", "failure");
  if (!(obtained > 0) || !isfinite (asked))
    return;
  plot_study_add_line (view, (double[]) { asked, asked }, (double[]) { asked, obtained }, 2, &gap, NULL);
  plot_study_add_points (view, &asked, &obtained, 1, &mark, PLOT_MARKER_DISC, 5, NULL);
  if (obtained > asked)
    {
      char digits[32];
      g_autofree char *text = NULL, *padded = NULL;
      gboolean before;

      plot_format_fixed (log10 (obtained / asked), 1, digits, sizeof digits);
      text = g_strdup_printf (_("%s digits missing"), digits);
      /* The text is at the side of the gap that has more space: above the curve to its right, or below the diagonal to its left. */
      before = asked < sqrt (low * high);
      padded = g_strdup_printf (before ? "%s\u2003" : "\u2003%s", text);
      plot_view_add (view, plot_layer_text_new (padded, asked, before ? asked : obtained, before ? 1 : 0, &gap, TRUE));
    }
}

const PlotStudyPicture plot_study_picture_tolerance_dial = { .study = &lab_study_tolerance_dial, .fill = fill_dial };

/* ---- study controller ---- */

/* Adds the attempts of a run that have this outcome, as markers. If outcome is NULL, adds all accepted attempts as a line. */
static void
add_attempts (PlotView *view, const LabTable *steps, const char *run, gboolean rejected, const PlotStyle *style, PlotMarker marker, double radius,
              const char *label)
{
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));

  for (int r = 0; r < lab_table_n_rows (steps); r++)
    {
      double t = lab_table_number (steps, r, 1), h = lab_table_number (steps, r, 2);

      if (strcmp (lab_table_text (steps, r, 0), run) != 0 || (strcmp (lab_table_text (steps, r, 4), "accepted") != 0) != rejected || !(h > 0))
        continue;
      g_array_append_val (x, t);
      g_array_append_val (y, h);
    }
  if (x->len == 0)
    return;
  if (marker == PLOT_MARKER_NONE)
    plot_study_add_line (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (y), x->len, style, label);
  else
    plot_study_add_points (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (y), x->len, style, marker, radius, label);
}

static void
fill_controller (PlotView *view, const LabResult *result)
{
  const LabTable *steps = lab_result_table (result, "steps");
  PlotStyle blue = { .series = 0, .width = 1 }, orange = { .series = 1, .width = 2.2, .solid = TRUE }, red = { .series = PLOT_SERIES_REJECTED, .width = 1.6 };
  PlotStyle green = { .series = 2, .width = 1.2 };
  g_autofree char *t = plot_study_with_unit ("*t*", steps, "t"), *h = plot_study_with_unit ("*h*", steps, "h");

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_x_label (view, t);
  plot_view_set_y_label (view, h);
  if (lab_table_n_rows (steps) > 1)
    plot_view_set_x_home (view, lab_table_number (steps, 0, 1), lab_table_number (steps, lab_table_n_rows (steps) - 1, 1));
  add_attempts (view, steps, "in use", FALSE, &blue, PLOT_MARKER_DISC, 2.6, _("in use"));
  add_attempts (view, steps, "in use", TRUE, &red, PLOT_MARKER_CROSS, 3, _("rejected"));
  add_attempts (view, steps, "measured", FALSE, &green, PLOT_MARKER_RING, 3.4, _("measured"));
  add_attempts (view, steps, "predicted", FALSE, &orange, PLOT_MARKER_NONE, 0, _("predicted"));
}

const PlotStudyPicture plot_study_picture_controller = { .study = &lab_study_controller, .side = PLOT_SIDE_GAINS, .fill = fill_controller };

/* ---- orbit diagrams ---- */

static void
fill_orbit (PlotView *view, const LabResult *result)
{
  const LabTable *points = lab_result_table (result, "points"), *parameter = lab_result_table (result, "parameter");
  g_autoptr (GArray) x = lab_table_series (points, points->columns[0], NULL, NULL), y = lab_table_series (points, points->columns[1], NULL, NULL);
  g_autofree char *x_label = plot_text_variable (lab_table_text (parameter, 0, 0)), *y_label = plot_text_variable (points->columns[1]);
  PlotStyle dots = { .series = 0, .width = 1 };

  plot_view_set_x_label (view, x_label);
  plot_view_set_y_label (view, y_label);
  plot_view_set_x_home (view, lab_result_number (result, "low"), lab_result_number (result, "high"));
  if (x->len > 0)
    plot_study_add_points (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (y), x->len, &dots, PLOT_MARKER_DISC, x->len > 2000 ? 0.6 : 0.9, NULL);
  if (lab_result_table (result, "failures") != NULL)
    plot_study_add_failures (view, lab_result_table (result, "failures"), "p", "failure");
}

const PlotStudyPicture plot_study_picture_orbit = { .study = &lab_study_orbit, .fill = fill_orbit };

/* ---- dense output ---- */

static void
fill_dense (PlotView *view, const LabResult *result)
{
  static const struct { const char *column, *label; PlotStyle style; } curves[] = {
    { "chord", N_("chords"), { .series = 4, .width = 1.8, .dashed = TRUE } },
    { "hermite", N_("Hermite"), { .series = 1, .width = 1.8, .dashed = TRUE } },
    { "native", N_("native"), { .series = 0, .width = 2.4, .solid = TRUE } },
  };
  const LabTable *errors = lab_result_table (result, "errors"), *steps = lab_result_table (result, "steps");
  g_autoptr (GArray) t = lab_table_series (errors, "t", NULL, NULL);
  g_autoptr (GArray) step_t = lab_table_series (steps, "t", NULL, NULL), step_e = lab_table_series (steps, "error", NULL, NULL);
  g_autofree char *label = plot_study_with_unit ("*t*", errors, "t");
  PlotStyle disc = { .series = PLOT_SERIES_TEXT };

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_x_label (view, label);
  plot_view_set_y_label (view, _("error"));
  for (guint c = 0; c < G_N_ELEMENTS (curves); c++)
    {
      g_autoptr (GArray) e = lab_table_series (errors, curves[c].column, NULL, NULL);
      PlotLayer *layer;
      double largest;
      char most[48];

      plot_format_number (lab_result_number (result, curves[c].column), 2, most, sizeof most);
      for (guint k = 0; k < e->len; k++)
        if (!(g_array_index (e, double, k) > 0))
          g_array_index (e, double, k) = NAN;
      layer = plot_study_add_line (view, PLOT_STUDY_DATA (t), PLOT_STUDY_DATA (e), t->len, &curves[c].style, NULL);
      plot_layer_set_label (layer, _(curves[c].label), NULL, FALSE, FALSE);
      /* All curves end in the same point. So the name is at the height of the largest value. */
      largest = lab_result_number (result, curves[c].column);
      if (t->len == 0 || !(largest > 0))
        continue;
      layer = plot_study_add_line (view, &g_array_index (t, double, t->len - 1), &largest, 1, &curves[c].style, NULL);
      plot_layer_set_label (layer, _(curves[c].label), most, FALSE, TRUE);
    }
  if (t->len > 1)
    plot_view_set_x_home (view, g_array_index (t, double, 0), g_array_index (t, double, t->len - 1));
  if (step_t->len <= 200)
    {
      for (guint k = 0; k < step_e->len; k++)
        if (!(g_array_index (step_e, double, k) > 0))
          g_array_index (step_e, double, k) = NAN;
      plot_study_add_points (view, PLOT_STUDY_DATA (step_t), PLOT_STUDY_DATA (step_e), step_t->len, &disc, PLOT_MARKER_DISC, 2.6, NULL);
    }
}

const PlotStudyPicture plot_study_picture_dense_output = { .study = &lab_study_dense_output, .fill = fill_dense };

/* ---- study cloud ---- */

/* Axes have equal units if the outlines are at most so many times longer in one direction than in the other; with a larger ratio they would
 * be lines. */
#define MOST_UNEQUAL 2.2

static gboolean
has_equal_extents (const LabTable *curves)
{
  double extent[2];

  for (int c = 0; c < 2; c++)
    {
      double low = INFINITY, high = -INFINITY;

      for (int r = 0; r < lab_table_n_rows (curves); r++)
        {
          low = fmin (low, lab_table_number (curves, r, 2 + c));
          high = fmax (high, lab_table_number (curves, r, 2 + c));
        }
      extent[c] = high - low;
    }
  return extent[0] <= MOST_UNEQUAL * extent[1] && extent[1] <= MOST_UNEQUAL * extent[0];
}

static void
fill_cloud (PlotView *view, const LabResult *result)
{
  const LabTable *curves = lab_result_table (result, "curves");
  g_autofree char *x_name = plot_text_variable (curves->columns[2]), *y_name = plot_text_variable (curves->columns[3]);
  int n = lab_table_n_rows (curves), labelled[2] = { 0, 0 };

  plot_view_set_x_label (view, x_name);
  plot_view_set_y_label (view, y_name);
  plot_view_set_equal (view, has_equal_extents (curves));
  for (int from = 0, to; from < n; from = to)
    {
      gboolean flow = strcmp (lab_table_text (curves, from, 0), "flow") == 0;
      PlotStyle style = { .series = flow ? PLOT_SERIES_SECONDARY : 0, .width = flow ? 1.2 : 1.8, .dashed = flow, .solid = !flow };
      g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double)), y = g_array_new (FALSE, FALSE, sizeof (double));
      PlotLayer *layer;

      for (to = from; to < n && lab_table_number (curves, to, 1) == lab_table_number (curves, from, 1)
                      && strcmp (lab_table_text (curves, to, 0), lab_table_text (curves, from, 0)) == 0; to++)
        {
          double px = lab_table_number (curves, to, 2), py = lab_table_number (curves, to, 3);

          g_array_append_val (x, px);
          g_array_append_val (y, py);
        }
      g_array_append_val (x, g_array_index (x, double, 0));
      g_array_append_val (y, g_array_index (y, double, 0));
      layer = plot_study_add_line (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (y), x->len, &style, labelled[flow]++ > 0 ? NULL : flow ? _("flow") : _("method"));
      if (!flow)
        plot_layer_line_set_fill (layer, 0.12);
    }
}

const PlotStudyPicture plot_study_picture_cloud = { .study = &lab_study_cloud, .fill = fill_cloud };

/* ---- study refinement ---- */

/* Largest number of states whose names are drawn; for more, only the markers are drawn. */
#define MOST_NAMES 24

static void
fill_refinement (PlotView *view, const LabResult *result)
{
  const LabTable *states = lab_result_table (result, "states");
  g_autoptr (GArray) predicted = lab_table_series (states, "predicted", NULL, NULL), exact = lab_table_series (states, "true", NULL, NULL);
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  PlotStyle ring = { .series = 1, .width = 2 }, disc = { .series = 0 }, text = { .series = PLOT_SERIES_TEXT };
  int n = lab_table_n_rows (states);

  plot_view_set_log (view, FALSE, TRUE);
  plot_view_set_y_label (view, _("error"));
  plot_view_set_x_label (view, _("state"));
  plot_view_set_x_range (view, 0.4, n + 0.6);
  if (n <= MOST_NAMES) /* the points have the names of the states */
    plot_view_set_axes_shown (view, FALSE, TRUE);
  for (int k = 0; k < n; k++)
    {
      double at = k + 1, y;

      g_array_append_val (x, at);
      y = g_array_index (predicted, double, k);
      if (n <= MOST_NAMES && y > 0)
        {
          g_autofree char *name = plot_text_variable (lab_table_text (states, k, 0)), *label = g_strdup_printf ("   %s", name);

          plot_view_add (view, plot_layer_text_new (label, at, y, 0, &text, FALSE));
        }
      for (int c = 0; c < 2; c++)
        {
          double *value = &g_array_index (c == 0 ? predicted : exact, double, k);

          *value = *value > 0 ? *value : NAN;
        }
    }
  plot_study_add_points (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (exact), x->len, &disc, PLOT_MARKER_DISC, 3.4, _("true"));
  plot_study_add_points (view, PLOT_STUDY_DATA (x), PLOT_STUDY_DATA (predicted), x->len, &ring, PLOT_MARKER_RING, 6, _("predicted"));
}

const PlotStudyPicture plot_study_picture_refinement = { .study = &lab_study_refinement, .fill = fill_refinement };

/* ---- study cost-ledger ---- */

static PlotView *
make_ledger (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice)
{
  static const char *const columns[] = { "steps", "rejected", "jacobians", "error", "dense", "events", "startup" };
  static const char *const names[] = { N_("steps"), N_("rejected"), N_("Jacobians"), N_("error"), N_("dense output"), N_("events"), N_("startup") };
  static const int series[] = { 0, PLOT_SERIES_REJECTED, 1, 4, 2, PLOT_SERIES_EVENT, PLOT_SERIES_SECONDARY };
  const LabTable *table = lab_result_table (result, "rows");
  int n = lab_table_n_rows (table);
  g_autofree PlotLedgerRow *rows = g_new0 (PlotLedgerRow, n + 1);
  g_autofree double *parts = g_new0 (double, n * (int) G_N_ELEMENTS (columns) + 1);
  const char *translated[G_N_ELEMENTS (names)];

  for (guint p = 0; p < G_N_ELEMENTS (names); p++)
    translated[p] = _(names[p]);
  for (int r = 0; r < n; r++)
    {
      const char *failure = lab_table_text (table, r, lab_table_column (table, "failure"));

      for (guint p = 0; p < G_N_ELEMENTS (columns); p++)
        parts[r * (int) G_N_ELEMENTS (columns) + (int) p] = lab_table_number (table, r, lab_table_column (table, columns[p]));
      rows[r] = (PlotLedgerRow) { method_label (lab_table_text (table, r, 0)), parts + r * (int) G_N_ELEMENTS (columns),
                                  *failure != '\0' ? failure : NULL };
    }
  return plot_study_ledger_new (_(study->label), remark, rows, n, translated, series, (int) G_N_ELEMENTS (columns));
}

const PlotStudyPicture plot_study_picture_cost_ledger = { .study = &lab_study_cost_ledger, .make = make_ledger };
