#include "wb-compare-orbit.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"

/* Beyond this many points a faint line costs more time than it shows. */
#define FAINT_POINTS 1500
#define TURN_POINTS 4000
#define FAINT_OPACITY 0.32
#define LINE 2.4
#define LINE_SELECTED 2.8
/* Room around the truth, as a share of its extent. */
#define AROUND 0.16
/* Runs without turns: this share of the span is "the last part". */
#define LAST_PART 0.1

/* Out of the view for this share of a turn is gone; less is a bulge. */
#define GONE 0.5

typedef struct
{
  WbCompareLane *lane;
  PlotLayer *all, *turn, *point;
  double left; /* when it left the view of a card of the usual shape; NaN: it stays */
} Trace;

struct WbCompareOrbit
{
  const LabRace *race;
  double turn;
  Trace *traces;
  int n_traces;
  double plane[4]; /* what is shown, and something around it */
};

void
wb_compare_orbit_free (WbCompareOrbit *orbit)
{
  if (orbit == NULL)
    return;
  for (int i = 0; i < orbit->n_traces; i++)
    g_object_unref (orbit->traces[i].lane);
  g_free (orbit->traces);
  g_free (orbit);
}

/* ---- the plane ---- */

static double
value_of (const double *row, int column)
{
  return row[1 + column]; /* −1: t */
}

static int
x_column (const LabRace *race)
{
  return race->y_column >= 0 ? race->x_column : -1;
}

static int
y_column (const LabRace *race)
{
  return race->y_column >= 0 ? race->y_column : race->x_column;
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
collect (Points *points, const LabRace *race, SimTrajectory *trajectory, double from, double to, gsize most)
{
  gsize first = isfinite (from) ? sim_trajectory_find (trajectory, from) : 0, n_rows = sim_trajectory_n_rows (trajectory);
  gsize last = isfinite (to) ? sim_trajectory_find (trajectory, to) + 1 : n_rows, every;

  last = MIN (last, n_rows);
  every = last > first ? (last - first) / most + 1 : 1;
  for (gsize i = first; i < last; i += every)
    {
      const double *row = sim_trajectory_row (trajectory, i);

      points_add (points, value_of (row, x_column (race)), value_of (row, y_column (race)));
    }
}

gboolean
wb_compare_orbit_shows (WbCompareLane *lane)
{
  const LabRacer *racer = wb_compare_lane_racer (lane);

  return racer != NULL && racer->refused == NULL && racer->trajectory != NULL && sim_trajectory_n_rows (racer->trajectory) > 0
         && wb_compare_lane_visible (lane);
}

static PlotStyle
style_of (WbCompareRace *race, WbCompareLane *lane)
{
  return (PlotStyle) { .series = wb_compare_lane_color (lane) - 1,
                       .width = lane == wb_compare_race_selected (race) ? LINE_SELECTED : LINE };
}

/* ---- the orbit ---- */

/* The first extent that is known: the truth's, or of all runs together. */
static gboolean
plane_range (WbCompareOrbit *orbit, double range[4])
{
  const LabRace *race = orbit->race;
  int columns[2] = { x_column (race), y_column (race) };

  for (int c = 0; c < 2; c++)
    {
      double low = INFINITY, high = -INFINITY, pad;

      if (columns[c] < 0)
        {
          low = race->t_start;
          high = race->t_end;
        }
      else if (race->truth != NULL && columns[c] < sim_trajectory_n_columns (race->truth))
        sim_trajectory_range (race->truth, columns[c], 0, sim_trajectory_n_rows (race->truth), &low, &high);
      else
        for (int i = 0; i < race->n_racers; i++)
          if (race->racers[i].trajectory != NULL)
            {
              double a, b;

              sim_trajectory_range (race->racers[i].trajectory, columns[c], 0, sim_trajectory_n_rows (race->racers[i].trajectory), &a, &b);
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

/* Equal axes show more than the range across: about this share of it at each side, and more in a card wider than ours. */
#define MORE_ACROSS 0.13
#define MOST_ACROSS 0.4

static double
turn_of (const LabRace *race)
{
  return isnan (race->period) ? LAST_PART * (race->t_end - race->t_start) : race->period;
}

/* The plane with more room at its sides. */
static void
widen (const double range[4], double across, double wide[4])
{
  double more = across * (range[1] - range[0]);

  memcpy (wide, range, 4 * sizeof *wide);
  wide[0] -= more;
  wide[1] += more;
}

/* When a run leaves what is shown, not to be back soon; NaN: it stays. */
static double
leaves_at (const LabRace *race, SimTrajectory *trajectory, const double range[4])
{
  gsize n = sim_trajectory_n_rows (trajectory);
  double out = NAN;

  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double x = value_of (row, x_column (race)), y = value_of (row, y_column (race));

      if (x > range[0] && x < range[1] && y > range[2] && y < range[3])
        out = NAN;
      else if (isnan (out))
        out = row[0];
      else if (row[0] - out >= GONE * turn_of (race))
        break;
    }
  return out;
}

/* Where the runs and the truth go, thinly: what a note keeps away from. */
#define AVOIDED 400

static void
keep_away (WbCompareOrbit *orbit, PlotLayer *note, SimTrajectory *trajectory, double from)
{
  Points points = points_new ();

  collect (&points, orbit->race, trajectory, from, INFINITY, AVOIDED);
  plot_layer_note_avoid (note, (double *) points.x->data, (double *) points.y->data, points.x->len);
  points_clear (&points);
}

/* Points to the place where the run left, and says when. */
static void
add_leaving (WbCompareOrbit *orbit, PlotView *view, const Trace *trace, double t)
{
  const LabRace *race = orbit->race;
  SimTrajectory *trajectory = wb_compare_lane_racer (trace->lane)->trajectory;
  PlotStyle style = { .series = wb_compare_lane_color (trace->lane) - 1, .width = 1.8, .solid = TRUE };
  double from = isnan (race->period) ? -INFINITY : race->t_end - race->period;
  Points path = points_new ();
  g_autofree char *text = NULL;
  char number[32];
  PlotLayer *note;

  if (orbit->turn != 1)
    plot_format_fixed ((t - race->t_start) / orbit->turn, 1, number, sizeof number);
  else
    plot_format_number (t, 2, number, sizeof number);
  text = orbit->turn != 1 ? g_strdup_printf (_("%s left the view\nafter %s orbits"), wb_compare_lane_name (trace->lane), number)
                          : g_strdup_printf (_("%s left the view\nat %s"), wb_compare_lane_name (trace->lane), number);
  collect (&path, race, trajectory, -INFINITY, trace->left + GONE * turn_of (race), TURN_POINTS); /* a wider card shows more of it */
  if (path.x->len > 0)
    {
      note = plot_layer_note_new (text, g_array_index (path.x, double, path.x->len - 1), g_array_index (path.y, double, path.x->len - 1), &style);
      plot_layer_note_follow (note, (double *) path.x->data, (double *) path.y->data, path.x->len);
      for (int i = 0; i < orbit->n_traces; i++)
        keep_away (orbit, note, wb_compare_lane_racer (orbit->traces[i].lane)->trajectory, from);
      keep_away (orbit, note, trajectory, -INFINITY);
      if (race->truth != NULL && y_column (race) < sim_trajectory_n_columns (race->truth))
        keep_away (orbit, note, race->truth, from);
      plot_view_add (view, note);
    }
  points_clear (&path);
}

static void
add_trace (WbCompareOrbit *orbit, WbCompareRace *compare, PlotView *view, WbCompareLane *lane)
{
  PlotStyle faint = style_of (compare, lane), bold = faint;
  Trace *trace = &orbit->traces[orbit->n_traces++];

  faint.opacity = FAINT_OPACITY;
  faint.width = 1;
  faint.solid = TRUE;
  trace->lane = g_object_ref (lane);
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
      PlotStyle style = { .series = wb_compare_lane_color (trace->lane) - 1 };

      trace->point = plot_layer_line_new (NULL, NULL, 0, &style);
      plot_layer_line_set_marker (trace->point, PLOT_MARKER_POINT, 6, FALSE);
      trace->point->no_extent = TRUE;
      plot_view_add (view, trace->point);
    }
}

static void
add_truth (WbCompareOrbit *orbit, PlotView *view)
{
  const LabRace *race = orbit->race;
  PlotStyle style = { .series = -1, .width = 1.4, .dotted = TRUE, .opacity = 0.8 };
  Points points;
  PlotLayer *layer;

  /* A truth that ends on the way has no last turn to show. */
  if (race->truth == NULL || race->truth_end < race->t_end || y_column (race) >= sim_trajectory_n_columns (race->truth))
    return;
  points = points_new ();
  collect (&points, race, race->truth, isnan (race->period) ? -INFINITY : race->t_end - race->period, INFINITY, TURN_POINTS);
  layer = plot_layer_line_new ((double *) points.x->data, (double *) points.y->data, points.x->len, &style);
  plot_layer_set_label (layer, _("exact"), NULL, TRUE, FALSE);
  plot_view_add (view, layer);
  points_clear (&points);
}

/* Discs of the model's scene that stand still: the sun, pegs, magnets. */
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
    x[i] += 0.37; /* anything that depends on the state moves */
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
is_orbit (const LabRace *race, ModelSystem *system)
{
  const OdeKind *kinds = model_system_ode (system)->kinds;
  int n = model_system_n_states (system);

  return kinds != NULL && race->y_column >= 0 && race->x_column < n && race->y_column < n && kinds[race->x_column] == ODE_POSITION
         && kinds[race->y_column] == ODE_POSITION;
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
view_new (WbCompareOrbit *orbit, WbCompareRace *compare, ModelSystem *system)
{
  const LabRace *race = orbit->race;
  gboolean closed = is_orbit (race, system);
  GListModel *lanes = wb_compare_race_lanes (compare);
  guint n = g_list_model_get_n_items (lanes);
  const char *unit = model_time_unit (model_system_model (system));
  g_autofree char *x = axis_label (system, x_column (race), unit), *y = axis_label (system, y_column (race), unit);
  PlotView *view = plot_view_new ();
  double range[4], usual[4];
  int left = 0;

  plot_view_set_title (view, closed ? _("Orbit") : race->y_column < 0 ? _("Solution") : _("Phase portrait"),
                       isnan (race->period) ? _("the last part of each run, earlier ones faint") : _("the last turn of each run, earlier ones faint"));
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, y);
  plot_view_set_equal (view, closed);
  orbit->traces = g_new0 (Trace, n + 1);
  for (int foreground = 0; foreground < 2; foreground++)
    for (guint i = 0; i < n; i++)
      {
        g_autoptr (WbCompareLane) lane = g_list_model_get_item (lanes, i);

        if (wb_compare_orbit_shows (lane) && (lane == wb_compare_race_selected (compare)) == (foreground == 1))
          add_trace (orbit, compare, view, lane);
      }
  add_truth (orbit, view);
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

          trace->left = leaves_at (race, wb_compare_lane_racer (trace->lane)->trajectory, usual);
          if (!isnan (trace->left) && left++ == 0) /* one note; a second would stand in the way of the first */
            add_leaving (orbit, view, trace, trace->left);
        }
    }
  add_points (orbit, view);
  return view;
}

WbCompareOrbit *
wb_compare_orbit_new (WbCompareRace *compare, double turn, PlotView **view)
{
  WbCompareOrbit *orbit = g_new0 (WbCompareOrbit, 1);

  orbit->race = wb_compare_race_result (compare);
  orbit->turn = turn;
  *view = view_new (orbit, compare, wb_session_system (wb_compare_race_session (compare)));
  return orbit;
}

/* The last turn in the view in full strength, what was before it and what came after it has left faintly. */
static void
show_turn (WbCompareOrbit *orbit, Trace *trace, const double plane[4], double now)
{
  const LabRace *race = orbit->race;
  SimTrajectory *trajectory = wb_compare_lane_racer (trace->lane)->trajectory;
  double end = fmin (now, sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1)[0]);
  double x = x_column (race) < 0 ? end : plot_run_value (trajectory, x_column (race), end);
  double y = plot_run_value (trajectory, y_column (race), end);
  double left = isnan (trace->left) ? NAN : leaves_at (race, trajectory, plane);
  gboolean gone = left < end; /* FALSE of NaN */
  double to = gone ? left : end, from = to - turn_of (race);
  Points turn = points_new (), faint = points_new ();

  collect (&turn, race, trajectory, from, to, TURN_POINTS);
  if (from > race->t_start)
    collect (&faint, race, trajectory, -INFINITY, from, FAINT_POINTS);
  if (gone)
    {
      points_add (&faint, NAN, NAN);
      collect (&faint, race, trajectory, to, end, FAINT_POINTS);
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

  /* A flat card shows far more across than is asked for; a part that was zoomed to is nothing to leave. */
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
