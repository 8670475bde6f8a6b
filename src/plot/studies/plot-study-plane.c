#include "plot-study-plane.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "plot-layer-names.h"
#include "plot-layers.h"
#include "plot-text.h"

/* Half extents of marks, px: those of equilibria and of the ends of the section. */
#define MARK 6
#define HANDLE 3
/* Distance of the label from the section, relative to the window. */
#define LABEL_DISTANCE 0.04
/* Opacity of the inside of an unstable closed orbit. */
#define TINT 0.13
/* Columns of the table "curves". */
enum { KIND, NUMBER, ACROSS, UP };

/* ---- the direction field ---- */

typedef struct
{
  ModelSystem *system;
  int across, up;
  double t, *x, *slope;
} Field;

static void
field_free (gpointer data)
{
  Field *field = data;

  model_system_free (field->system);
  g_free (field->x);
  g_free (field->slope);
  g_free (field);
}

static gboolean
field_rhs (gpointer user, double x, double y, double *dx, double *dy)
{
  Field *field = user;
  const OdeSystem *ode = model_system_ode (field->system);

  field->x[field->across] = x;
  field->x[field->up] = y;
  if (ode->rhs (ode->self, field->t, field->x, field->slope) != ODE_DONE)
    return FALSE;
  *dx = field->slope[field->across];
  *dy = field->slope[field->up];
  return TRUE;
}

static int
find_state (const OdeSystem *ode, const char *name)
{
  for (int i = 0; i < ode->n_states; i++)
    if (strcmp (ode->names[i], name) == 0)
      return i;
  return -1;
}

/* Adds the direction field in the slice of the result to the view. Takes ownership of the system. */
static void
add_field (PlotView *view, const LabResult *result, const LabTable *curves, ModelSystem *system)
{
  const OdeSystem *ode = model_system_ode (system);
  const LabTable *slice = lab_result_table (result, "slice");
  Field *field = g_new0 (Field, 1);
  double t = lab_result_number (result, "t");

  field->system = system;
  field->across = find_state (ode, curves->columns[ACROSS]);
  field->up = find_state (ode, curves->columns[UP]);
  field->t = isfinite (t) ? t : model_system_t_start (system);
  field->x = g_new0 (double, ode->n_states + 1);
  field->slope = g_new0 (double, ode->n_states + 1);
  for (int r = 0; slice != NULL && r < lab_table_n_rows (slice); r++)
    {
      int state = find_state (ode, lab_table_text (slice, r, 0));

      if (state >= 0)
        field->x[state] = lab_table_number (slice, r, 1);
    }
  if (field->across >= 0 && field->up >= 0)
    plot_view_add (view, plot_layer_field_new (field_rhs, field, field_free));
  else
    field_free (field);
}

/* ---- curves ---- */

/* A curve of the table, rows `row` to row + n − 1. points[2n] are its coordinates. */
typedef struct
{
  const char *kind;
  int row, n, index;   /* index among the curves of its kind, from 0 */
  double *points;
} Curve;

static void
curve_clear (gpointer item)
{
  g_free (((Curve *) item)->points);
}

static GArray *
read_curves (const LabTable *table)
{
  GArray *curves = g_array_new (FALSE, FALSE, sizeof (Curve));
  int n_rows = lab_table_n_rows (table), index = 0;
  const char *before = "";

  g_array_set_clear_func (curves, curve_clear);
  for (int r = 0, last; r < n_rows; r = last)
    {
      Curve curve = { .kind = lab_table_text (table, r, KIND), .row = r };

      for (last = r; last < n_rows && lab_table_number (table, last, NUMBER) == lab_table_number (table, r, NUMBER); last++)
        curve.n++;
      index = strcmp (before, curve.kind) == 0 ? index + 1 : 0;
      before = curve.kind;
      curve.index = index;
      curve.points = g_new (double, 2 * curve.n);
      for (int k = 0; k < curve.n; k++)
        {
          curve.points[2 * k] = lab_table_number (table, r + k, ACROSS);
          curve.points[2 * k + 1] = lab_table_number (table, r + k, UP);
        }
      g_array_append_val (curves, curve);
    }
  return curves;
}

static gboolean
is_stable_cycle (const LabResult *result, int index)
{
  const LabTable *cycles = lab_result_table (result, "cycles");

  return cycles != NULL && lab_table_number (cycles, index, lab_table_column (cycles, "stable")) != 0;
}

static PlotStyle
style_of (const LabResult *result, const Curve *curve)
{
  if (g_str_has_prefix (curve->kind, "nullcline"))
    {
      gboolean across = strcmp (curve->kind, "nullcline_x") == 0;

      return (PlotStyle) { .series = 2, .width = 1.6, .dashed = across, .dotted = !across };
    }
  if (strcmp (curve->kind, "cycle") == 0)
    {
      gboolean stable = is_stable_cycle (result, curve->index);

      return (PlotStyle) { .series = 0, .width = stable ? 3 : 2, .solid = stable, .dashed = !stable };
    }
  if (strcmp (curve->kind, "trajectory") == 0)
    return (PlotStyle) { .series = 0, .width = 1.2, .solid = TRUE };
  return (PlotStyle) { .series = 3, .width = 1.5, .solid = strcmp (curve->kind, "unstable_manifold") == 0 };
}

static void
add_curve (PlotView *view, const LabResult *result, const LabTable *table, const Curve *curve)
{
  g_autofree double *x = g_new (double, curve->n), *y = g_new (double, curve->n);
  PlotStyle style = style_of (result, curve);
  PlotLayer *layer;

  for (int k = 0; k < curve->n; k++)
    {
      x[k] = curve->points[2 * k];
      y[k] = curve->points[2 * k + 1];
    }
  layer = plot_layer_line_new (x, y, (gsize) curve->n, &style);
  layer->no_extent = TRUE;
  if (g_str_has_prefix (curve->kind, "nullcline") && curve->index == 0)
    {
      g_autofree char *name = plot_text_variable (table->columns[strcmp (curve->kind, "nullcline_x") == 0 ? ACROSS : UP]);
      g_autofree char *label = g_strdup_printf ("%s′ = 0", name);

      plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
    }
  plot_view_add (view, layer);
}

/* Tints the inside of an unstable closed orbit. The first one has an entry in the key. */
static void
add_tint (PlotView *view, const Curve *curve, gboolean first)
{
  g_autofree double *x = g_new (double, curve->n), *y = g_new (double, curve->n);
  PlotStyle style = { .series = 2 };
  PlotLayer *layer;

  for (int k = 0; k < curve->n; k++)
    {
      x[k] = curve->points[2 * k];
      y[k] = curve->points[2 * k + 1];
    }
  layer = plot_layer_line_new (x, y, (gsize) curve->n, &style);
  plot_layer_line_set_marker (layer, PLOT_MARKER_NONE, 0, FALSE);
  plot_layer_line_set_fill (layer, TINT);
  layer->no_extent = TRUE;
  if (first)
    plot_layer_set_label (layer, _("inside of an unstable cycle"), NULL, TRUE, FALSE);
  plot_view_add (view, layer);
}

/* Adds the name of a curve, or only its points, which names avoid. */
static void
name_curve (PlotLayer *names, const LabResult *result, const LabTable *table, const Curve *curve, const char *unit)
{
  if (strcmp (curve->kind, "cycle") == 0)
    {
      const LabTable *cycles = lab_result_table (result, "cycles");
      g_autofree char *period = plot_text_value (lab_table_number (cycles, curve->index, lab_table_column (cycles, "period")), 3, unit);
      g_autofree char *text = is_stable_cycle (result, curve->index) ? g_strdup_printf (_("stable cycle, %s"), period) : g_strdup (_("unstable cycle"));

      plot_layer_names_add_curve (names, text, 0);
      plot_layer_names_extend (names, curve->points, curve->n);
    }
  else if (g_str_has_prefix (curve->kind, "nullcline"))
    {
      if (curve->index == 0)
        plot_layer_names_add_nullcline (names, table->columns[strcmp (curve->kind, "nullcline_x") == 0 ? ACROSS : UP], 2);
      plot_layer_names_extend (names, curve->points, curve->n);
    }
  else
    plot_layer_names_avoid (names, curve->points, curve->n);
}

/* ---- equilibria ---- */

static const struct { const char *type, *name; PlotMarker marker; double radius; } types[] = {
  { "stable_node", N_("node"), PLOT_MARKER_DISC, 4.5 },       { "unstable_node", N_("node"), PLOT_MARKER_RING, 5 },
  { "stable_focus", N_("focus"), PLOT_MARKER_DISC, 4.5 },     { "unstable_focus", N_("focus"), PLOT_MARKER_RING, 5 },
  { "saddle", N_("saddle"), PLOT_MARKER_DIAMOND, 6 },         { "saddle_focus", N_("saddle-focus"), PLOT_MARKER_DIAMOND, 6 },
  { "centre", N_("centre"), PLOT_MARKER_RING, 5.5 },          { "degenerate", N_("degenerate"), PLOT_MARKER_RING, 5 },
};

static void
add_marker (PlotView *view, const double *at, PlotMarker marker, double radius)
{
  PlotStyle style = { .series = PLOT_SERIES_TEXT, .width = 1.8 };
  PlotLayer *layer = plot_layer_line_new (&at[0], &at[1], 1, &style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
}

static void
add_equilibria (PlotView *view, const LabResult *result, const LabTable *curves, PlotLayer *names)
{
  const LabTable *points = lab_result_table (result, "points");
  gboolean continuum = lab_result_number (result, "continuum") != 0;

  for (int r = 0; points != NULL && r < lab_table_n_rows (points); r++)
    {
      const char *type = lab_table_text (points, r, lab_table_column (points, "type"));
      double at[2] = { lab_table_number (points, r, lab_table_column (points, curves->columns[ACROSS])),
                       lab_table_number (points, r, lab_table_column (points, curves->columns[UP])) };
      guint k = 0;

      while (k + 1 < G_N_ELEMENTS (types) && strcmp (types[k].type, type) != 0)
        k++;
      add_marker (view, at, types[k].marker, types[k].radius);
      if (strcmp (type, "centre") == 0)
        add_marker (view, at, PLOT_MARKER_DISC, 1.6);
      if (continuum)
        plot_layer_names_avoid_mark (names, at[0], at[1], MARK);
      else
        plot_layer_names_add_point (names, _(types[k].name), at[0], at[1], MARK, PLOT_SERIES_TEXT);
    }
}

/* ---- the section ---- */

static void
add_section (PlotView *view, const LabResult *result, const LabTable *curves, const double range[2][2], PlotLayer *names)
{
  const LabTable *section = lab_result_table (result, "section");
  PlotStyle style = { .series = PLOT_SERIES_EVENT, .width = 2.2, .solid = TRUE };
  double x[3], y[3], line[4];
  PlotLayer *ends;

  if (section == NULL || lab_table_n_rows (section) < 2)
    return;
  for (int end = 0; end < 2; end++)
    {
      line[2 * end] = x[2 * end] = lab_table_number (section, end, lab_table_column (section, curves->columns[ACROSS]));
      line[2 * end + 1] = y[2 * end] = lab_table_number (section, end, lab_table_column (section, curves->columns[UP]));
    }
  x[1] = (x[0] + x[2]) / 2;
  y[1] = (y[0] + y[2]) / 2;
  ends = plot_layer_line_new (x, y, 3, &style);
  plot_layer_line_set_marker (ends, PLOT_MARKER_DISC, HANDLE, TRUE);
  ends->no_extent = TRUE;
  plot_view_add (view, ends);
  plot_view_add (view, plot_layer_text_new (_("section"), CLAMP (fmax (x[0], x[2]), range[0][0], range[0][1]),
                                            (x[0] < x[2] ? y[2] : y[0]) + LABEL_DISTANCE * (range[1][1] - range[1][0]), 1, &style, TRUE));
  plot_layer_names_avoid (names, line, 2);
  for (int k = 0; k < 3; k++)
    plot_layer_names_avoid_mark (names, x[k], y[k], HANDLE);
}

PlotView *
plot_study_plane_new (const LabResult *result, ModelSystem *system, const char *unit, const char *title, const char *remark)
{
  const LabTable *table = lab_result_table (result, "curves"), *window = lab_result_table (result, "window");
  g_autoptr (GArray) curves = NULL;
  g_autofree char *x = NULL, *y = NULL;
  double range[2][2];
  PlotLayer *names;
  PlotView *view;

  if (table == NULL || window == NULL || lab_table_n_rows (window) < 2)
    {
      g_clear_pointer (&system, model_system_free);
      return NULL;
    }
  view = plot_view_new ();
  names = plot_layer_names_new ();
  names->no_extent = TRUE;
  curves = read_curves (table);
  x = plot_text_variable (table->columns[ACROSS]);
  y = plot_text_variable (table->columns[UP]);
  for (int axis = 0; axis < 2; axis++)
    for (int end = 0; end < 2; end++)
      range[axis][end] = lab_table_number (window, axis, 1 + end);
  plot_view_set_title (view, title, remark);
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, y);
  plot_view_set_x_range (view, range[0][0], range[0][1]);
  plot_view_set_y_range (view, range[1][0], range[1][1]);
  if (system != NULL)
    add_field (view, result, table, system);
  for (guint k = 0, n = 0; k < curves->len; k++)
    if (strcmp (g_array_index (curves, Curve, k).kind, "cycle") == 0 && !is_stable_cycle (result, g_array_index (curves, Curve, k).index))
      add_tint (view, &g_array_index (curves, Curve, k), n++ == 0);
  for (guint k = 0; k < curves->len; k++)
    {
      add_curve (view, result, table, &g_array_index (curves, Curve, k));
      name_curve (names, result, table, &g_array_index (curves, Curve, k), unit);
    }
  add_equilibria (view, result, table, names);
  add_section (view, result, table, range, names);
  plot_view_add (view, names);
  return view;
}
