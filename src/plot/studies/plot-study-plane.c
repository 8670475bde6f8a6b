/* Builds the view of a phase plane: direction field, nullclines, manifolds, closed orbits, equilibria and the section
 * with its points. */
#include "plot-study-plane.h"

#include <math.h>
#include <string.h>

#include "lab-plane.h"
#include "model-equal-scale.h"
#include "ode-format.h"
#include "plot-format.h"
#include "plot-layer-names.h"
#include "plot-layers.h"
#include "plot-study-heads.h"
#include "plot-study-picture.h"
#include "plot-text.h"
#include "plot-words.h"

/* Half extents of marks, px: those of equilibria, of the ends of the section, of the ring around the selected equilibrium, and of
 * stroboscopic points. */
#define MARK 6
#define HANDLE 3
#define RING 13
#define STROBE 3.2
/* Opacity of objects of an earlier search. */
#define FAINT 0.35
/* Distance of the label from the section, relative to the window. */
#define LABEL_DISTANCE 0.04
/* Opacity of the inside of an unstable closed orbit. */
#define TINT 0.13
/* Columns of the table "curves". */
enum { KIND, NUMBER, ACROSS, UP };

/* ---- the direction field ---- */

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
  const int across = find_state (ode, curves->columns[ACROSS]), up = find_state (ode, curves->columns[UP]);
  const double t = lab_result_number (result, "t");
  g_autofree double *x = g_new0 (double, ode->n_states + 1);

  for (int r = 0; slice != NULL && r < lab_table_n_rows (slice); r++)
    {
      int state = find_state (ode, lab_table_text (slice, r, 0));

      if (state >= 0)
        x[state] = lab_table_number (slice, r, 1);
    }
  if (across >= 0 && up >= 0)
    plot_view_add (view, plot_layer_field_in_plane (system, across, up, isfinite (t) ? t : model_system_t_start (system), x));
  else
    model_system_free (system);
}

/* ---- curves ---- */

/* A curve of the table, rows `row` to row + n − 1. points[2n] are its coordinates. */
typedef struct
{
  const char *kind;
  int row, n, index;   /* index among the curves of its kind, from 0 */
  double *points;
} Curve;

/* What is drawn of a result. */
typedef struct
{
  PlotView *view;
  PlotLayer *names;
  const LabResult *result;
  const PlotStudyPlane *options;
  const LabTable *table;     /* the curves */
  GArray *curves;            /* Curve */
  double range[2][2];        /* of the horizontal and of the vertical axis */
} Plane;

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

/* Returns a number of a closed orbit, index from 0. */
static double
cycle_number (const LabResult *result, int index, const char *column)
{
  const LabTable *cycles = lab_result_table (result, "cycles");

  return lab_table_number (cycles, index, lab_table_column (cycles, column));
}

static gboolean
is_nullcline (const Curve *curve)
{
  return g_str_has_prefix (curve->kind, "nullcline");
}

static gboolean
is_cycle (const Curve *curve)
{
  return strcmp (curve->kind, "cycle") == 0;
}

static gboolean
is_trajectory (const Curve *curve)
{
  return strcmp (curve->kind, "trajectory") == 0;
}

static gboolean
is_unstable_cycle (const Plane *plane, const Curve *curve)
{
  return is_cycle (curve) && cycle_number (plane->result, curve->index, "stable") == 0;
}

/* Returns the name of the state whose derivative is zero on a nullcline. */
static const char *
nullcline_state (const Plane *plane, const Curve *curve)
{
  return plane->table->columns[strcmp (curve->kind, "nullcline_x") == 0 ? ACROSS : UP];
}

static gboolean
is_shown (const Plane *plane, guint layer)
{
  return (plane->options->layers & layer) != 0;
}

static gboolean
is_curve_shown (const Plane *plane, const Curve *curve)
{
  return is_shown (plane, is_nullcline (curve) ? PLOT_STUDY_NULLCLINES : is_cycle (curve) ? PLOT_STUDY_CYCLES
                          : is_trajectory (curve) ? PLOT_STUDY_TRAJECTORIES : PLOT_STUDY_MANIFOLDS);
}

static PlotStyle
style_of (const Plane *plane, const Curve *curve)
{
  PlotStyle style = { .series = 3, .width = 1.5, .solid = strcmp (curve->kind, "unstable_manifold") == 0 };

  if (is_nullcline (curve))
    {
      gboolean across = strcmp (curve->kind, "nullcline_x") == 0;

      style = (PlotStyle) { .series = 2, .width = 1.6, .dashed = across, .dotted = !across };
    }
  else if (is_cycle (curve))
    {
      gboolean stable = !is_unstable_cycle (plane, curve);

      style = (PlotStyle) { .series = 0, .width = stable ? 3 : 2, .solid = stable, .dashed = !stable };
    }
  else if (is_trajectory (curve))
    style = (PlotStyle) { .series = 0, .width = 1.2, .solid = TRUE };
  return style;
}

/* Returns a layer with a line through points[2 n], pairs x, y. The line does not change the ranges of the axes. */
static PlotLayer *
line_new (const double *points, int n, const PlotStyle *style)
{
  g_autofree double *x = g_new (double, n + 1), *y = g_new (double, n + 1);
  PlotLayer *layer;

  for (int k = 0; k < n; k++)
    {
      x[k] = points[2 * k];
      y[k] = points[2 * k + 1];
    }
  layer = plot_layer_line_new (x, y, (gsize) n, style);
  layer->no_extent = TRUE;
  return layer;
}

static void
add_curve (Plane *plane, const Curve *curve)
{
  PlotStyle style = style_of (plane, curve);
  PlotLayer *layer = line_new (curve->points, curve->n, &style);

  if (is_nullcline (curve) && curve->index == 0)
    {
      g_autofree char *name = plot_text_variable (nullcline_state (plane, curve)), *label = g_strdup_printf ("%s′ = 0", name);

      plot_layer_set_label (layer, label, NULL, TRUE, FALSE);
    }
  plot_view_add (plane->view, layer);
}

/* Returns an orbit in the window of the plane. */
static PlotOrbit
orbit_of (const Plane *plane, const double *points, int n, gboolean closed, gboolean backward)
{
  return (PlotOrbit) { .low = { plane->range[0][0], plane->range[1][0] }, .high = { plane->range[0][1], plane->range[1][1] }, .points = points, .n = n,
                       .closed = closed, .backward = backward };
}

/* Adds heads in the direction of time to a closed orbit, a manifold or a trajectory. Unstable orbits and stable manifolds are computed backward in time. */
static void
add_heads (const Plane *plane, const Curve *curve)
{
  PlotStyle style = style_of (plane, curve);
  PlotOrbit orbit = orbit_of (plane, curve->points, curve->n, is_cycle (curve),
                              is_unstable_cycle (plane, curve) || strcmp (curve->kind, "stable_manifold") == 0);

  if (orbit.closed || orbit.backward || strcmp (curve->kind, "unstable_manifold") == 0 || is_trajectory (curve))
    plot_study_add_heads (plane->view, &orbit, &style);
  if (is_trajectory (curve))
    plot_study_add_start (plane->view, curve->points, &style);
}

/* Tints the insides of unstable closed orbits. Their entry in the key says "basin" only if each of these insides is one. */
static void
add_tints (Plane *plane)
{
  PlotStyle style = { .series = 2 };
  PlotLayer *first = NULL;
  gboolean basins = TRUE;

  for (guint k = 0; k < plane->curves->len && is_shown (plane, PLOT_STUDY_CYCLES); k++)
    {
      const Curve *curve = &g_array_index (plane->curves, Curve, k);
      PlotLayer *layer;

      if (!is_unstable_cycle (plane, curve))
        continue;
      layer = line_new (curve->points, curve->n, &style);
      plot_layer_line_set_marker (layer, PLOT_MARKER_NONE, 0, FALSE);
      plot_layer_line_set_fill (layer, TINT);
      plot_view_add (plane->view, layer);
      first = first != NULL ? first : layer;
      basins &= cycle_number (plane->result, curve->index, "basin") != 0;
    }
  if (first != NULL)
    plot_layer_set_label (first, basins ? _("basin") : _("inside of an unstable cycle"), NULL, TRUE, FALSE);
}

/* Adds the name of a curve, or only its points, which names avoid. */
static void
name_curve (const Plane *plane, const Curve *curve)
{
  if (is_cycle (curve))
    {
      g_autofree char *period = plot_text_value (cycle_number (plane->result, curve->index, "period"), 3, plane->options->unit);
      /* Translators: name of a closed orbit in the plot, with its period: "stable cycle, 64.9 ms". */
      g_autofree char *text = is_unstable_cycle (plane, curve) ? g_strdup (_("unstable cycle")) : g_strdup_printf (_("stable cycle, %s"), period);

      plot_layer_names_add_curve (plane->names, text, 0);
      plot_layer_names_extend (plane->names, curve->points, curve->n);
    }
  else if (is_nullcline (curve))
    {
      if (curve->index == 0)
        plot_layer_names_add_nullcline (plane->names, nullcline_state (plane, curve), 2);
      plot_layer_names_extend (plane->names, curve->points, curve->n);
    }
  else
    plot_layer_names_avoid (plane->names, curve->points, curve->n);
}

/* Adds the trajectories that the caller has computed. */
static void
add_trajectories (Plane *plane)
{
  PlotStyle style = { .series = PLOT_SERIES_SECONDARY, .width = 1.4, .solid = TRUE };
  const GPtrArray *curves = plane->options->trajectories;

  for (guint k = 0; curves != NULL && k < curves->len && is_shown (plane, PLOT_STUDY_TRAJECTORIES); k++)
    {
      const LabCurve *curve = curves->pdata[k];

      PlotOrbit orbit = orbit_of (plane, curve->points, curve->n, FALSE, curve->backward);

      plot_view_add (plane->view, line_new (curve->points, curve->n, &style));
      plot_study_add_heads (plane->view, &orbit, &style);
      if (!curve->backward)
        plot_study_add_start (plane->view, curve->points, &style);
      plot_layer_names_avoid (plane->names, curve->points, curve->n);
    }
}

/* ---- equilibria ---- */

static const struct { const char *type, *name; PlotMarker marker; double radius; } types[] = {
  { "stable_node", N_("node"), PLOT_MARKER_DISC, 4.5 },       { "unstable_node", N_("node"), PLOT_MARKER_RING, 5 },
  { "stable_focus", N_("focus"), PLOT_MARKER_DISC, 4.5 },     { "unstable_focus", N_("focus"), PLOT_MARKER_RING, 5 },
  { "saddle", N_("saddle"), PLOT_MARKER_DIAMOND, 6 },         { "saddle_focus", N_("saddle-focus"), PLOT_MARKER_DIAMOND, 6 },
  { "centre", N_("centre"), PLOT_MARKER_RING, 5.5 },          { "degenerate", N_("degenerate"), PLOT_MARKER_RING, 5 },
};

static void
add_marker (const Plane *plane, const double *at, PlotMarker marker, double radius, int series)
{
  PlotStyle style = { .series = series, .width = 1.8 };
  PlotLayer *layer = line_new (at, 1, &style);

  plot_layer_line_set_marker (layer, marker, radius, FALSE);
  plot_view_add (plane->view, layer);
}

static void
add_equilibria (const Plane *plane)
{
  const LabTable *points = lab_result_table (plane->result, "points");
  gboolean continuum = lab_result_number (plane->result, "continuum") != 0;

  for (int r = 0; points != NULL && r < lab_table_n_rows (points) && is_shown (plane, PLOT_STUDY_EQUILIBRIA); r++)
    {
      const char *type = lab_table_text (points, r, lab_table_column (points, "type"));
      double at[2] = { lab_table_number (points, r, lab_table_column (points, plane->table->columns[ACROSS])),
                       lab_table_number (points, r, lab_table_column (points, plane->table->columns[UP])) };
      double radius = r == plane->options->selected ? RING : MARK;
      guint k = 0;

      while (k + 1 < G_N_ELEMENTS (types) && strcmp (types[k].type, type) != 0)
        k++;
      if (r == plane->options->selected) /* its inside is filled, so it is below the mark */
        add_marker (plane, at, PLOT_MARKER_RING, RING - 1, PLOT_SERIES_ACCENT);
      add_marker (plane, at, types[k].marker, types[k].radius, PLOT_SERIES_TEXT);
      if (strcmp (type, "centre") == 0)
        add_marker (plane, at, PLOT_MARKER_DISC, 1.6, PLOT_SERIES_TEXT);
      if (continuum) /* its points have no separate names */
        plot_layer_names_avoid_mark (plane->names, at[0], at[1], radius);
      else
        plot_layer_names_add_point (plane->names, _(types[k].name), at[0], at[1], radius, PLOT_SERIES_TEXT);
    }
}

/* Marks the selected closed orbit. */
static void
mark_cycle (const Plane *plane)
{
  const LabTable *points = lab_result_table (plane->result, "points");
  PlotStyle style = { .series = PLOT_SERIES_ACCENT, .width = 6, .opacity = 0.4, .solid = TRUE };

  for (guint k = 0; points != NULL && k < plane->curves->len && is_shown (plane, PLOT_STUDY_CYCLES); k++)
    {
      const Curve *curve = &g_array_index (plane->curves, Curve, k);

      if (is_cycle (curve) && curve->index == plane->options->selected - lab_table_n_rows (points))
        plot_view_add (plane->view, line_new (curve->points, curve->n, &style));
    }
}

/* ---- the section ---- */

/* Reads the ends of the section. Returns FALSE if there is none. */
static gboolean
read_section (const Plane *plane, double *ends)
{
  const LabTable *section = lab_result_table (plane->result, "section");

  if (plane->options->section != NULL)
    {
      memcpy (ends, plane->options->section, 4 * sizeof *ends);
      return TRUE;
    }
  for (int k = 0; section != NULL && lab_table_n_rows (section) == 2 && k < 4; k++)
    ends[k] = lab_table_number (section, k / 2, lab_table_column (section, plane->table->columns[k % 2 == 0 ? ACROSS : UP]));
  return section != NULL && lab_table_n_rows (section) == 2;
}

static void
add_section (const Plane *plane)
{
  PlotStyle style = { .series = PLOT_SERIES_EVENT, .width = 2.2, .solid = TRUE };
  double ends[4], points[6], right;
  PlotLayer *line, *label;

  if (!is_shown (plane, PLOT_STUDY_SECTION) || !read_section (plane, ends))
    return;
  for (int k = 0; k < 2; k++)
    {
      points[k] = ends[k];
      points[2 + k] = (ends[k] + ends[2 + k]) / 2;
      points[4 + k] = ends[2 + k];
    }
  line = line_new (points, 3, &style);
  plot_layer_line_set_marker (line, PLOT_MARKER_DISC, HANDLE, TRUE);
  if (plane->options->handles)
    plot_layer_line_set_handles (line);
  plot_view_add (plane->view, line);
  right = CLAMP (fmax (ends[0], ends[2]), plane->range[0][0], plane->range[0][1]);
  label = plot_layer_text_new (_("section"), right, (ends[0] < ends[2] ? ends[3] : ends[1]) + LABEL_DISTANCE * (plane->range[1][1] - plane->range[1][0]), 1,
                               &style, TRUE);
  plot_layer_text_set_movable (label);
  plot_view_add (plane->view, label);
  plot_layer_names_avoid (plane->names, ends, 2);
  for (int k = 0; k < 3; k++)
    plot_layer_names_avoid_mark (plane->names, points[2 * k], points[2 * k + 1], HANDLE);
}

/* Adds the points of a driven model, one for each period of the drive, in the colour of sections. */
static void
add_strobe (const Plane *plane)
{
  const LabTable *strobe = lab_result_table (plane->result, "strobe");
  int n = strobe != NULL && is_shown (plane, PLOT_STUDY_SECTION) ? lab_table_n_rows (strobe) : 0;
  g_autofree double *points = g_new (double, 2 * n + 1);
  PlotStyle style = { .series = PLOT_SERIES_EVENT, .width = 1.5 };
  PlotLayer *layer;

  if (n == 0)
    return;
  for (int k = 0; k < n; k++)
    for (int axis = 0; axis < 2; axis++)
      points[2 * k + axis] = lab_table_number (strobe, k, lab_table_column (strobe, plane->table->columns[axis == 0 ? ACROSS : UP]));
  layer = line_new (points, n, &style);
  plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, STROBE, FALSE);
  plot_layer_set_label (layer, _("once per period of the drive"), NULL, TRUE, FALSE);
  plot_view_add (plane->view, layer);
  for (int k = 0; k < n; k++)
    plot_layer_names_avoid_mark (plane->names, points[2 * k], points[2 * k + 1], STROBE);
}

/* ---- the view ---- */

/* Largest number of states of a slice whose values are in the remark. */
#define MOST_LISTED 3

/* Returns the slice, and the region in which the objects were found or the time of the field. Free it with g_free. */
static char *
remark_text (const Plane *plane)
{
  const LabTable *slice = lab_result_table (plane->result, "slice");
  GString *text = g_string_new (NULL);
  double t = lab_result_number (plane->result, "t");
  char numbers[4][48], value[ODE_FORMAT_SIZE];

  for (int r = 0; slice != NULL && lab_table_n_rows (slice) <= MOST_LISTED && r < lab_table_n_rows (slice); r++)
    {
      g_autofree char *name = plot_text_variable (lab_table_text (slice, r, 0)), *part = NULL;

      ode_format_double (value, lab_table_number (slice, r, 1));
      part = g_strdup_printf ("%s = %s", name, value);
      if (r > 0)
        g_string_append_printf (text, ", %s", part);
      else
        /* Translators: remark beside the title of a plot, "slice z = 27". */
        g_string_append_printf (text, _("slice %s"), part);
    }
  if (text->len > 0)
    g_string_append (text, ", ");
  if (isfinite (t))
    {
      g_autofree char *time = plot_text_value (t, 4, plane->options->unit);

      /* Translators: remark beside the title of the phase plane: the time of the direction field, "at t = 3 s". */
      g_string_append_printf (text, _("at *t* = %s"), time);
      return g_string_free (text, FALSE);
    }
  for (int k = 0; k < 4; k++)
    plot_format_number (plane->range[k / 2][k % 2], 3, numbers[k], sizeof numbers[k]);
  /* Translators: the ranges of both axes of the phase plane, in which equilibria and closed orbits were sought, "all found in −2 to 2 × −1 to 1". */
  g_string_append_printf (text, _("all found in %s to %s × %s to %s"), numbers[0], numbers[1], numbers[2], numbers[3]);
  return g_string_free (text, FALSE);
}

/* Sets title, axis labels and ranges. */
static void
set_axes (const Plane *plane)
{
  g_autofree char *x = plot_text_variable (plane->table->columns[ACROSS]), *y = plot_text_variable (plane->table->columns[UP]);
  g_autofree char *own = remark_text (plane), *model = plane->options->model != NULL ? plot_text_escape (plane->options->model) : NULL;
  g_autofree char *remark = g_strconcat (model != NULL ? model : "", model != NULL ? ", " : "", own, plane->options->hint != NULL ? ", " : "",
                                         plane->options->hint, NULL);

  plot_view_set_title (plane->view, _("Phase plane"), remark);
  plot_view_set_x_label (plane->view, x);
  plot_view_set_y_label (plane->view, y);
  plot_view_set_x_range (plane->view, plane->range[0][0], plane->range[0][1]);
  plot_view_set_y_range (plane->view, plane->range[1][0], plane->range[1][1]);
}

/* The layers of a view with the objects that a search found: those of indices `first` to `last` − 1, and their names. */
typedef struct
{
  int first, last;
  PlotLayer *names;
} Parts;

void
plot_study_plane_set_earlier (PlotView *view, const char *remark)
{
  const Parts *parts = plot_view_parts (view, types);

  g_return_if_fail (parts != NULL);
  for (int k = parts->first; k < parts->last; k++)
    plot_layer_line_set_opacity (plot_view_layer (view, k), FAINT);
  plot_layer_names_set_opacity (parts->names, FAINT);
  plot_view_set_title (view, _("Phase plane"), remark);
}

PlotView *
plot_study_plane_new (const LabResult *result, ModelSystem *system, const PlotStudyPlane *options)
{
  static const PlotStudyPlane all = PLOT_STUDY_PLANE_ALL;
  const LabTable *window = lab_result_table (result, "window");
  Parts *parts;
  Plane plane = { .result = result, .options = options != NULL ? options : &all, .table = lab_result_table (result, "curves") };

  if (plane.table == NULL || window == NULL || lab_table_n_rows (window) < 2)
    {
      g_clear_pointer (&system, model_system_free);
      return NULL;
    }
  plane.view = plot_view_new ();
  plane.names = plot_layer_names_new ();
  plane.names->no_extent = TRUE;
  plane.curves = read_curves (plane.table);
  for (int axis = 0; axis < 2; axis++)
    for (int end = 0; end < 2; end++)
      plane.range[axis][end] = lab_table_number (window, axis, 1 + end);
  set_axes (&plane);
  /* The axes have equal scales if those of the phase portrait of the model have. */
  if (system != NULL && model_has_equal_scale (model_system_model (system), plane.table->columns[ACROSS], plane.table->columns[UP]))
    plot_view_set_equal (plane.view, TRUE);
  if (system != NULL && is_shown (&plane, PLOT_STUDY_FIELD))
    add_field (plane.view, result, plane.table, g_steal_pointer (&system));
  g_clear_pointer (&system, model_system_free);
  add_trajectories (&plane);
  parts = g_new (Parts, 1);
  parts->first = plot_view_n_layers (plane.view);
  add_tints (&plane);
  for (guint k = 0; k < plane.curves->len; k++)
    if (is_curve_shown (&plane, &g_array_index (plane.curves, Curve, k)))
      {
        add_curve (&plane, &g_array_index (plane.curves, Curve, k));
        add_heads (&plane, &g_array_index (plane.curves, Curve, k));
        name_curve (&plane, &g_array_index (plane.curves, Curve, k));
      }
  mark_cycle (&plane);
  add_equilibria (&plane);
  add_strobe (&plane);
  parts->last = plot_view_n_layers (plane.view);
  parts->names = plane.names;
  plot_view_set_parts (plane.view, types, parts);
  add_section (&plane);
  plot_view_add (plane.view, plane.names);
  g_array_unref (plane.curves);
  return plane.view;
}

static PlotView *
make_plane (const LabStudyKind *study, const LabResult *result, const char *remark, const PlotStudyChoice *choice)
{
  PlotStudyPlane options = PLOT_STUDY_PLANE_ALL;

  if (choice->problem == NULL)
    return plot_study_plane_new (result, NULL, &options);
  options.unit = model_time_unit (choice->problem->model);
  options.model = model_name (choice->problem->model);
  return plot_study_plane_new (result, lab_problem_instance (choice->problem, NULL), &options);
}

const PlotStudyPicture plot_study_picture_phase_plane = { .study = &lab_study_phase_plane, .is_large = TRUE, .make = make_plane };
