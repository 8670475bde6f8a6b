/* Builds the phase plane of a comparison from the last revolutions of the runs, and marks where runs leave the
 * picture. */
#include "wb-compare-orbit.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-equal-scale.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"

/* Largest number of points of a faint line. More points take more time without a visible difference. */
#define FAINT_POINTS 1500
#define TURN_POINTS 4000
#define FAINT_OPACITY 0.32
#define LINE 2.4
#define LINE_SELECTED 2.8
/* Margin around the reference solution, as a fraction of its extent. */
#define AROUND 0.16
/* If the reference solution has no period, the last part of the time span is drawn at full opacity. This is its
 * fraction. */
#define LAST_PART 0.1

/* A run counts as having left the view if it stays outside for at least this fraction of a revolution. A shorter time outside is only a
 * bulge of the orbit. */
#define GONE 0.5

typedef struct
{
  WbCompareEntry *entry;
  PlotLayer *all, *turn, *point;
  double left; /* time at which the run leaves the visible range of a card of the usual shape; NaN: it stays inside */
} Trace;

struct WbCompareOrbit
{
  const LabComparison *comparison;
  double turn;
  Trace *traces;
  int n_traces;
  double plane[4]; /* visible range with a margin: x low, x high, y low, y high */
};

void
wb_compare_orbit_free (WbCompareOrbit *orbit)
{
  if (orbit == NULL)
    return;
  for (int i = 0; i < orbit->n_traces; i++)
    g_object_unref (orbit->traces[i].entry);
  g_free (orbit->traces);
  g_free (orbit);
}

/* ---- the plane ---- */

static double
value_of (const double *row, int column)
{
  return row[1 + column]; /* column −1 means t, the first number of a row */
}

static int
x_column (const LabComparison *comparison)
{
  return comparison->y_column >= 0 ? comparison->x_column : -1;
}

static int
y_column (const LabComparison *comparison)
{
  return comparison->y_column >= 0 ? comparison->y_column : comparison->x_column;
}

typedef struct { GArray *x, *y; } Points;

static Points
points_new (void)
{
  return (Points) { g_array_new (FALSE, FALSE, sizeof (double)), g_array_new (FALSE, FALSE, sizeof (double)) };
}

static void
points_clear (Points *points)
{
  g_array_unref (points->x);
  g_array_unref (points->y);
}

static void
points_add (Points *points, double x, double y)
{
  g_array_append_val (points->x, x);
  g_array_append_val (points->y, y);
}

static void
collect (Points *points, const LabComparison *comparison, SimTrajectory *trajectory, double from, double to, gsize most)
{
  gsize first = isfinite (from) ? sim_trajectory_find (trajectory, from) : 0, n_rows = sim_trajectory_n_rows (trajectory);
  gsize last = isfinite (to) ? sim_trajectory_find (trajectory, to) + 1 : n_rows, every;

  last = MIN (last, n_rows);
  every = last > first ? (last - first) / most + 1 : 1;
  for (gsize i = first; i < last; i += every)
    {
      const double *row = sim_trajectory_row (trajectory, i);

      points_add (points, value_of (row, x_column (comparison)), value_of (row, y_column (comparison)));
    }
}

gboolean
wb_compare_orbit_shows (WbCompareEntry *entry)
{
  const LabComparisonEntry *result = wb_compare_entry_result (entry);

  return result != NULL && result->refused == NULL && result->trajectory != NULL && sim_trajectory_n_rows (result->trajectory) > 0
         && wb_compare_entry_visible (entry);
}

static PlotStyle
style_of (WbComparison *comparison, WbCompareEntry *entry)
{
  return (PlotStyle) { .series = wb_compare_entry_color (entry) - 1,
                       .width = entry == wb_comparison_selected (comparison) ? LINE_SELECTED : LINE };
}

/* ---- the orbit ---- */

/* Computes the initial range of the axes: the range of the reference solution or, without one, the range of all
 * runs. */
static gboolean
plane_range (WbCompareOrbit *orbit, double range[4])
{
  const LabComparison *comparison = orbit->comparison;
  int columns[2] = { x_column (comparison), y_column (comparison) };

  for (int c = 0; c < 2; c++)
    {
      double low = INFINITY, high = -INFINITY, pad;

      if (columns[c] < 0)
        {
          low = comparison->t_start;
          high = comparison->t_end;
        }
      else if (comparison->reference != NULL && columns[c] < sim_trajectory_n_columns (comparison->reference))
        sim_trajectory_range (comparison->reference, columns[c], 0, sim_trajectory_n_rows (comparison->reference), &low, &high);
      else
        for (int i = 0; i < comparison->n_entries; i++)
          if (comparison->entries[i].trajectory != NULL)
            {
              double a, b;

              sim_trajectory_range (comparison->entries[i].trajectory, columns[c], 0, sim_trajectory_n_rows (comparison->entries[i].trajectory), &a, &b);
              low = fmin (low, a);
              high = fmax (high, b);
            }
      if (!(high > low))
        return FALSE;
      pad = columns[c] < 0 ? 0 : AROUND * (high - low);
      range[2 * c] = low - pad;
      range[2 * c + 1] = high + pad;
    }
  return TRUE;
}

/* If both axes have equal units, the horizontal range is wider than the
 * data: by MORE_ACROSS on each side, and by up to MOST_ACROSS in a wide
 * card. */
#define MORE_ACROSS 0.13
#define MOST_ACROSS 0.4

static double
turn_of (const LabComparison *comparison)
{
  return isnan (comparison->period) ? LAST_PART * (comparison->t_end - comparison->t_start) : comparison->period;
}

/* Widens a range by the same amount on both sides. */
static void
widen (const double range[4], double across, double wide[4])
{
  double more = across * (range[1] - range[0]);

  memcpy (wide, range, 4 * sizeof *wide);
  wide[0] -= more;
  wide[1] += more;
}

/* Returns the time at which a run leaves the view for at least GONE revolutions, or NaN if it does
 * not. */
static double
leaves_at (const LabComparison *comparison, SimTrajectory *trajectory, const double range[4])
{
  gsize n = sim_trajectory_n_rows (trajectory);
  double out = NAN;

  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double x = value_of (row, x_column (comparison)), y = value_of (row, y_column (comparison));

      if (x > range[0] && x < range[1] && y > range[2] && y < range[3])
        out = NAN;
      else if (isnan (out))
        out = row[0];
      else if (row[0] - out >= GONE * turn_of (comparison))
        break;
    }
  return out;
}

/* Number of points of the runs and of the reference solution that a label must not
 * cover. */
#define AVOIDED 400

static void
keep_away (WbCompareOrbit *orbit, PlotLayer *note, SimTrajectory *trajectory, double from)
{
  Points points = points_new ();

  collect (&points, orbit->comparison, trajectory, from, INFINITY, AVOIDED);
  plot_layer_note_avoid (note, (double *) points.x->data, (double *) points.y->data, points.x->len);
  points_clear (&points);
}

/* Adds a label with the time at the point where the run leaves the view. */
static void
add_leaving (WbCompareOrbit *orbit, PlotView *view, const Trace *trace, double t)
{
  const LabComparison *comparison = orbit->comparison;
  SimTrajectory *trajectory = wb_compare_entry_result (trace->entry)->trajectory;
  PlotStyle style = { .series = wb_compare_entry_color (trace->entry) - 1, .width = 1.8, .solid = TRUE };
  double from = isnan (comparison->period) ? -INFINITY : comparison->t_end - comparison->period;
  Points path = points_new ();
  g_autofree char *text = NULL;
  char number[32];
  PlotLayer *note;

  if (orbit->turn != 1)
    plot_format_fixed ((t - comparison->t_start) / orbit->turn, 1, number, sizeof number);
  else
    plot_format_number (t, 2, number, sizeof number);
  text = orbit->turn != 1 ? g_strdup_printf (_("%s left the view\nafter %s orbits"), wb_compare_entry_name (trace->entry), number)
                          : g_strdup_printf (_("%s left the view\nat %s"), wb_compare_entry_name (trace->entry), number);
  /* The path continues for GONE revolutions after the run leaves the range of a card of the usual shape, because a wider card
   * shows more of it. The arrow of the label points to the last visible point of the path. */
  collect (&path, comparison, trajectory, -INFINITY, trace->left + GONE * turn_of (comparison), TURN_POINTS);
  if (path.x->len > 0)
    {
      note = plot_layer_note_new (text, g_array_index (path.x, double, path.x->len - 1), g_array_index (path.y, double, path.x->len - 1), &style);
      plot_layer_note_follow (note, (double *) path.x->data, (double *) path.y->data, path.x->len);
      for (int i = 0; i < orbit->n_traces; i++)
        keep_away (orbit, note, wb_compare_entry_result (orbit->traces[i].entry)->trajectory, from);
      keep_away (orbit, note, trajectory, -INFINITY);
      if (comparison->reference != NULL && y_column (comparison) < sim_trajectory_n_columns (comparison->reference))
        keep_away (orbit, note, comparison->reference, from);
      plot_view_add (view, note);
    }
  points_clear (&path);
}

static void
add_trace (WbCompareOrbit *orbit, WbComparison *compare, PlotView *view, WbCompareEntry *entry)
{
  PlotStyle faint = style_of (compare, entry), bold = faint;
  Trace *trace = &orbit->traces[orbit->n_traces++];

  faint.opacity = FAINT_OPACITY;
  faint.width = 1;
  faint.solid = TRUE;
  trace->entry = g_object_ref (entry);
  trace->left = NAN;
  trace->all = plot_layer_line_new (NULL, NULL, 0, &faint);
  trace->all->no_extent = TRUE;
  plot_view_add (view, trace->all);
  trace->turn = plot_layer_line_new (NULL, NULL, 0, &bold);
  trace->turn->no_extent = TRUE;
  plot_view_add (view, trace->turn);
}

static void
add_points (WbCompareOrbit *orbit, PlotView *view)
{
  for (int i = 0; i < orbit->n_traces; i++)
    {
      Trace *trace = &orbit->traces[i];
      PlotStyle style = { .series = wb_compare_entry_color (trace->entry) - 1 };

      trace->point = plot_layer_line_new (NULL, NULL, 0, &style);
      plot_layer_line_set_marker (trace->point, style.series < PLOT_N_SERIES ? PLOT_MARKER_POINT : PLOT_MARKER_RING, 6, FALSE);
      trace->point->no_extent = TRUE;
      plot_view_add (view, trace->point);
    }
}

static void
add_reference (WbCompareOrbit *orbit, PlotView *view)
{
  const LabComparison *comparison = orbit->comparison;
  PlotStyle style = { .series = PLOT_SERIES_TEXT, .width = 1.4, .dotted = TRUE, .opacity = 0.8 };
  Points points;
  PlotLayer *layer;

  /* Do not draw the reference solution if it ends before the last
   * revolution. */
  if (comparison->reference == NULL || comparison->reference_end < comparison->t_end || y_column (comparison) >= sim_trajectory_n_columns (comparison->reference))
    return;
  points = points_new ();
  collect (&points, comparison, comparison->reference, isnan (comparison->period) ? -INFINITY : comparison->t_end - comparison->period, INFINITY, TURN_POINTS);
  layer = plot_layer_line_new ((double *) points.x->data, (double *) points.y->data, points.x->len, &style);
  plot_layer_set_label (layer, _("reference"), NULL, TRUE, FALSE);
  plot_view_add (view, layer);
  points_clear (&points);
}

/* Draws those discs of the model's animation that do not move, such as the sun, pegs or magnets. */
static void
add_fixed_discs (PlotView *view, ModelSystem *system)
{
  int n = model_system_n_scene_items (system), n_states = model_system_n_states (system);
  g_autofree double *x = g_new0 (double, n_states + 1), *d = g_new0 (double, model_system_n_discrete (system) + 1);
  g_autofree ModelSceneItem *before = NULL;
  const ModelSceneItem *items;

  if (n == 0 || !model_system_initial (system, x, d, NULL))
    return;
  before = g_memdup2 (model_system_scene (system, 0, x, d), n * sizeof *before);
  for (int i = 0; i < n_states; i++)
    x[i] += 0.37; /* change the state: discs whose position depends on it are not drawn */
  items = model_system_scene (system, 0.73, x, d);
  for (int i = 0; i < n; i++)
    if (items[i].type == MODEL_SCENE_DISC && items[i].visible && before[i].at[0] == items[i].at[0] && before[i].at[1] == items[i].at[1])
      {
        PlotStyle style = { .series = CLAMP (items[i].color - 1, 0, 5) };
        PlotLayer *layer = plot_layer_line_new (items[i].at, items[i].at + 1, 1, &style);

        plot_layer_line_set_marker (layer, PLOT_MARKER_RING, 9, FALSE);
        plot_layer_line_set_body (layer);
        layer->no_extent = TRUE;
        plot_view_add (view, layer);
      }
}

static gboolean
is_orbit (const LabComparison *comparison, ModelSystem *system)
{
  const OdeKind *kinds = model_system_ode (system)->kinds;
  int n = model_system_n_states (system);

  return kinds != NULL && comparison->y_column >= 0 && comparison->x_column < n && comparison->y_column < n && kinds[comparison->x_column] == ODE_POSITION
         && kinds[comparison->y_column] == ODE_POSITION;
}

static char *
axis_label (ModelSystem *system, int column, const char *time_unit)
{
  const ModelColumn *info;

  if (column < 0)
    return plot_text_quantity ("t", time_unit);
  info = model_system_column (system, column);
  return plot_text_quantity (info->name, info->unit);
}

static PlotView *
view_new (WbCompareOrbit *orbit, WbComparison *compare, ModelSystem *system)
{
  const LabComparison *comparison = orbit->comparison;
  gboolean closed = is_orbit (comparison, system);
  GListModel *entries = wb_comparison_entries (compare);
  guint n = g_list_model_get_n_items (entries);
  const char *unit = model_time_unit (model_system_model (system));
  g_autofree char *x = axis_label (system, x_column (comparison), unit), *y = axis_label (system, y_column (comparison), unit);
  PlotView *view = plot_view_new ();
  double range[4], usual[4];
  int left = 0;

  plot_view_set_title (view, closed ? _("Orbit") : comparison->y_column < 0 ? _("Solution") : _("Phase portrait"),
                       isnan (comparison->period) ? _("last part of each run; earlier parts are "
                                                      "faint") : _("last orbit of each run; earlier orbits are faint"));
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, y);
  plot_view_set_equal (view, closed || (comparison->y_column >= 0
                                        && model_has_equal_scale (model_system_model (system), model_system_column (system, x_column (comparison))->name,
                                                                  model_system_column (system, y_column (comparison))->name)));
  orbit->traces = g_new0 (Trace, n + 1);
  for (int foreground = 0; foreground < 2; foreground++)
    for (guint i = 0; i < n; i++)
      {
        g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, i);

        if (wb_compare_orbit_shows (entry) && (entry == wb_comparison_selected (compare)) == (foreground == 1))
          add_trace (orbit, compare, view, entry);
      }
  add_reference (orbit, view);
  if (closed)
    add_fixed_discs (view, system);
  if (plane_range (orbit, range))
    {
      plot_view_set_x_range (view, range[0], range[1]);
      plot_view_set_y_range (view, range[2], range[3]);
      widen (range, MORE_ACROSS, usual);
      widen (range, MOST_ACROSS, orbit->plane);
      for (int i = 0; i < orbit->n_traces; i++)
        {
          Trace *trace = &orbit->traces[i];

          trace->left = leaves_at (comparison, wb_compare_entry_result (trace->entry)->trajectory, usual);
          if (!isnan (trace->left) && left++ == 0) /* only the first run that leaves gets a label, because labels would cover each other */
            add_leaving (orbit, view, trace, trace->left);
        }
    }
  add_points (orbit, view);
  return view;
}

WbCompareOrbit *
wb_compare_orbit_new (WbComparison *compare, double turn, PlotView **view)
{
  WbCompareOrbit *orbit = g_new0 (WbCompareOrbit, 1);

  orbit->comparison = wb_comparison_result (compare);
  orbit->turn = turn;
  *view = view_new (orbit, compare, wb_session_system (wb_comparison_session (compare)));
  return orbit;
}

/* Draws the last revolution inside the view at full opacity. The part before it and the part after the run has left the view are
 * faint. */
static void
show_turn (WbCompareOrbit *orbit, Trace *trace, const double plane[4], double now)
{
  const LabComparison *comparison = orbit->comparison;
  SimTrajectory *trajectory = wb_compare_entry_result (trace->entry)->trajectory;
  double end = fmin (now, sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1)[0]);
  double x = x_column (comparison) < 0 ? end : plot_run_value (trajectory, x_column (comparison), end);
  double y = plot_run_value (trajectory, y_column (comparison), end);
  double left = isnan (trace->left) ? NAN : leaves_at (comparison, trajectory, plane);
  gboolean gone = left < end; /* FALSE if left is NaN */
  double to = gone ? left : end, from = to - turn_of (comparison);
  Points turn = points_new (), faint = points_new ();

  collect (&turn, comparison, trajectory, from, to, TURN_POINTS);
  if (from > comparison->t_start)
    collect (&faint, comparison, trajectory, -INFINITY, from, FAINT_POINTS);
  if (gone)
    {
      points_add (&faint, NAN, NAN);
      collect (&faint, comparison, trajectory, to, end, FAINT_POINTS);
    }
  else
    points_add (&turn, x, y);
  plot_layer_line_set (trace->all, (double *) faint.x->data, (double *) faint.y->data, faint.x->len);
  plot_layer_line_set (trace->turn, (double *) turn.x->data, (double *) turn.y->data, turn.x->len);
  plot_layer_line_set (trace->point, &x, &y, 1);
  points_clear (&turn);
  points_clear (&faint);
}

void
wb_compare_orbit_set_time (WbCompareOrbit *orbit, PlotView *view, double t)
{
  double plane[4], low, high;

  /* Search the last revolution inside the initial range. If the card is flat or the user has zoomed out, use the larger visible
   * range. */
  memcpy (plane, orbit->plane, sizeof plane);
  plot_view_get_x_range (view, &low, &high);
  if (isfinite (low) && isfinite (high))
    {
      plane[0] = fmin (plane[0], low);
      plane[1] = fmax (plane[1], high);
    }
  for (int i = 0; i < orbit->n_traces; i++)
    show_turn (orbit, &orbit->traces[i], plane, t);
}
