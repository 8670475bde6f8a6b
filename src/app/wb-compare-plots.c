#include "wb-compare-plots.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-text.h"
#include "wb-plot-painter.h"

/* Beyond this many points a faint line costs more time than it shows. */
#define FAINT_POINTS 1500
#define FAINT_OPACITY 0.22
#define LINE 2.0
#define LINE_SELECTED 2.8
/* Room around the truth, as a share of its extent. */
#define AROUND 0.16
/* Runs without turns: this share of the span is "the last part". */
#define LAST_PART 0.1

typedef struct
{
  WbCompareLane *lane;
  PlotLayer *turn, *point;
} Trace;

struct WbComparePlots
{
  const LabRace *race;
  PlotView *views[WB_N_COMPARE_VIEWS];
  PlotTimeAxis *axis;
  double turn;
  Trace *traces;
  int n_traces;
};

void
wb_compare_plots_free (WbComparePlots *plots)
{
  if (plots == NULL)
    return;
  for (int i = 0; i < WB_N_COMPARE_VIEWS; i++)
    g_clear_pointer (&plots->views[i], plot_view_free);
  plot_time_axis_unref (plots->axis);
  for (int i = 0; i < plots->n_traces; i++)
    g_object_unref (plots->traces[i].lane);
  g_free (plots->traces);
  g_free (plots);
}

PlotView *
wb_compare_plots_take (WbComparePlots *plots, WbComparePanel which)
{
  return g_steal_pointer (&plots->views[which]);
}

PlotTimeAxis *wb_compare_plots_axis (WbComparePlots *plots) { return plots->axis; }
double wb_compare_plots_turn (WbComparePlots *plots) { return plots->turn; }

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

static gboolean
is_shown (WbCompareLane *lane)
{
  const LabRacer *racer = wb_compare_lane_racer (lane);

  return racer != NULL && racer->refused == NULL && racer->trajectory != NULL && wb_compare_lane_visible (lane);
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
plane_range (WbComparePlots *plots, double range[4])
{
  const LabRace *race = plots->race;
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

/* Where a run first leaves what is shown, in time; NaN: it stays. Equal axes show more than the range across: as much as a card wider than
 * high has room for. */
#define MORE_ACROSS 0.2

static double
leaves_at (WbComparePlots *plots, SimTrajectory *trajectory, const double range[4], double *x, double *y)
{
  gsize n = sim_trajectory_n_rows (trajectory);
  double wide = range[1] - range[0];

  for (gsize i = 0; i < n; i++)
    {
      const double *row = sim_trajectory_row (trajectory, i);
      double vx = value_of (row, x_column (plots->race)), vy = value_of (row, y_column (plots->race));

      if (vx > range[0] - MORE_ACROSS * wide && vx < range[1] + MORE_ACROSS * wide && vy > range[2] && vy < range[3])
        continue;
      *x = CLAMP (vx, range[0] - MORE_ACROSS * wide, range[1] + MORE_ACROSS * wide);
      *y = CLAMP (vy, range[2], range[3]);
      return row[0];
    }
  return NAN;
}

/* An arrow towards the place where the run left, and what happened there. */
static void
add_leaving (WbComparePlots *plots, PlotView *view, WbCompareLane *lane, const double range[4])
{
  double x, y, t = leaves_at (plots, wb_compare_lane_racer (lane)->trajectory, range, &x, &y);
  double wide = range[1] - range[0], high = range[3] - range[2], dx, dy, tip_x, tip_y, tail_x, tail_y, xs[6], ys[6];
  PlotStyle style = { .series = wb_compare_lane_color (lane) - 1, .width = 1.4, .solid = TRUE };
  g_autofree char *first = NULL, *second = NULL;
  char number[32];
  double align;

  if (isnan (t))
    return;
  dx = (range[0] + range[1]) / 2 - x;
  dy = (range[2] + range[3]) / 2 - y;
  tip_x = x + 0.06 * dx;
  tip_y = y + 0.06 * dy;
  tail_x = x + 0.22 * dx;
  tail_y = y + 0.22 * dy;
  plot_format_fixed ((t - plots->race->t_start) / plots->turn, 1, number, sizeof number);
  first = g_strdup_printf (_("%s left the view"), wb_compare_lane_name (lane));
  second = plots->turn != 1 ? g_strdup_printf (_("after %s orbits"), number) : g_strdup_printf (_("at %s"), number);
  {
    double ux = tip_x - tail_x, uy = tip_y - tail_y, length = hypot (ux, uy), barb = 0.018 * wide;

    ux *= barb / length;
    uy *= barb / length;
    xs[0] = tail_x; ys[0] = tail_y;
    xs[1] = tip_x;  ys[1] = tip_y;
    xs[2] = tip_x - ux - 0.6 * uy; ys[2] = tip_y - uy + 0.6 * ux;
    xs[3] = NAN;    ys[3] = NAN;
    xs[4] = tip_x;  ys[4] = tip_y;
    xs[5] = tip_x - ux + 0.6 * uy; ys[5] = tip_y - uy - 0.6 * ux;
  }
  plot_view_add (view, plot_layer_line_new (xs, ys, 6, &style));
  align = tail_x < (range[0] + range[1]) / 2 ? 0 : 1;
  plot_view_add (view, plot_layer_text_new (first, tail_x, tail_y - 0.05 * high, align, &style, TRUE));
  plot_view_add (view, plot_layer_text_new (second, tail_x, tail_y - 0.1 * high, align, &style, TRUE));
}

static void
add_trace (WbComparePlots *plots, WbCompareRace *compare, PlotView *view, WbCompareLane *lane)
{
  SimTrajectory *trajectory = wb_compare_lane_racer (lane)->trajectory;
  PlotStyle faint = style_of (compare, lane), bold = faint;
  Trace *trace = &plots->traces[plots->n_traces++];
  Points points = points_new ();
  PlotLayer *all;

  faint.opacity = FAINT_OPACITY;
  faint.width = 1;
  faint.solid = TRUE;
  collect (&points, plots->race, trajectory, -INFINITY, INFINITY, FAINT_POINTS);
  all = plot_layer_line_new ((double *) points.x->data, (double *) points.y->data, points.x->len, &faint);
  all->no_extent = TRUE;
  plot_view_add (view, all);
  points_clear (&points);

  trace->lane = g_object_ref (lane);
  trace->turn = plot_layer_line_new (NULL, NULL, 0, &bold);
  trace->turn->no_extent = TRUE;
  plot_view_add (view, trace->turn);
}

static void
add_points (WbComparePlots *plots, PlotView *view)
{
  for (int i = 0; i < plots->n_traces; i++)
    {
      Trace *trace = &plots->traces[i];
      PlotStyle style = { .series = wb_compare_lane_color (trace->lane) - 1 };

      trace->point = plot_layer_line_new (NULL, NULL, 0, &style);
      plot_layer_line_set_marker (trace->point, PLOT_MARKER_DISC, 6, FALSE);
      trace->point->no_extent = TRUE;
      plot_view_add (view, trace->point);
    }
}

static void
add_truth (WbComparePlots *plots, PlotView *view)
{
  const LabRace *race = plots->race;
  PlotStyle style = { .series = -1, .width = 1.4, .dashed = TRUE, .opacity = 0.7 };
  Points points;
  PlotLayer *layer;

  if (race->truth == NULL || y_column (race) >= sim_trajectory_n_columns (race->truth))
    return;
  points = points_new ();
  collect (&points, race, race->truth, isnan (race->period) ? -INFINITY : race->t_end - race->period, INFINITY, 4000);
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

        plot_layer_line_set_marker (layer, PLOT_MARKER_DISC, 9, FALSE);
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
orbit_view (WbComparePlots *plots, WbCompareRace *compare, ModelSystem *system)
{
  const LabRace *race = plots->race;
  gboolean orbit = is_orbit (race, system);
  GListModel *lanes = wb_compare_race_lanes (compare);
  guint n = g_list_model_get_n_items (lanes);
  const char *unit = model_time_unit (model_system_model (system));
  g_autofree char *x = axis_label (system, x_column (race), unit), *y = axis_label (system, y_column (race), unit);
  PlotView *view = plot_view_new ();
  double range[4];
  int left = 0;

  plot_view_set_title (view, orbit ? _("Orbit") : race->y_column < 0 ? _("Solution") : _("Phase portrait"),
                       isnan (race->period) ? _("the last part of each run, earlier ones faint") : _("the last turn of each run, earlier ones faint"));
  plot_view_set_x_label (view, x);
  plot_view_set_y_label (view, y);
  plot_view_set_equal (view, orbit);
  plots->traces = g_new0 (Trace, n + 1);
  for (int foreground = 0; foreground < 2; foreground++)
    for (guint i = 0; i < n; i++)
      {
        g_autoptr (WbCompareLane) lane = g_list_model_get_item (lanes, i);

        if (is_shown (lane) && (lane == wb_compare_race_selected (compare)) == (foreground == 1))
          add_trace (plots, compare, view, lane);
      }
  add_truth (plots, view);
  if (orbit)
    add_fixed_discs (view, system);
  if (plane_range (plots, range))
    {
      plot_view_set_x_range (view, range[0], range[1]);
      plot_view_set_y_range (view, range[2], range[3]);
      for (int i = 0; i < plots->n_traces && left < 1; i++)
        {
          int before = plot_view_n_layers (view);

          add_leaving (plots, view, plots->traces[i].lane, range);
          left += plot_view_n_layers (view) > before;
        }
    }
  add_points (plots, view);
  return view;
}

/* ---- errors ---- */

static const double *
errors_of (const LabRacer *racer, gboolean position)
{
  return position ? racer->position_error : racer->invariant_error;
}

static int
compare_numbers (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return x < y ? -1 : x > y;
}

/* From the value that one point in fifty of each curve lies under (a dip through zero shows no more of it) to above the largest. */
static gboolean
error_range (WbCompareRace *compare, gboolean position, double *low, double *high)
{
  GListModel *lanes = wb_compare_race_lanes (compare);
  guint n = g_list_model_get_n_items (lanes);

  *low = INFINITY;
  *high = 0;
  for (guint k = 0; k < n; k++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (lanes, k);
      g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (double));

      if (!is_shown (lane))
        continue;
      for (gsize i = 0; i < wb_compare_lane_racer (lane)->n; i++)
        {
          double error = errors_of (wb_compare_lane_racer (lane), position)[i];

          if (error > 0 && isfinite (error))
            g_array_append_val (sorted, error);
        }
      if (sorted->len == 0)
        continue;
      g_array_sort (sorted, compare_numbers);
      *low = fmin (*low, g_array_index (sorted, double, sorted->len / 50));
      *high = fmax (*high, g_array_index (sorted, double, sorted->len - 1));
    }
  if (!(*high > 0))
    return FALSE;
  *low = pow (10, floor (log10 (*low) + 0.3));
  *high *= 2;
  return TRUE;
}

static double
widest_name (WbCompareRace *compare)
{
  GListModel *lanes = wb_compare_race_lanes (compare);
  guint n = g_list_model_get_n_items (lanes);
  double widest = 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (lanes, i);
      g_autoptr (PangoLayout) layout = plot_text_layout (wb_compare_lane_name (lane), 13, PLOT_TEXT_BOLD);
      double width;

      plot_text_measure (layout, &width, NULL, NULL);
      if (wb_compare_lane_visible (lane))
        widest = fmax (widest, width);
    }
  return widest;
}

static PlotView *
error_view (WbComparePlots *plots, WbCompareRace *compare, gboolean position)
{
  const LabRace *race = plots->race;
  GListModel *lanes = wb_compare_race_lanes (compare);
  guint n = g_list_model_get_n_items (lanes);
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
      g_autoptr (WbCompareLane) lane = g_list_model_get_item (lanes, k);
      const LabRacer *racer = wb_compare_lane_racer (lane);
      PlotStyle style = style_of (compare, lane);
      g_autofree double *x = NULL, *y = NULL;
      PlotLayer *layer;

      if (!is_shown (lane))
        continue;
      x = g_new (double, racer->n + 1);
      y = g_new (double, racer->n + 1);
      for (gsize i = 0; i < racer->n; i++)
        {
          double error = errors_of (racer, position)[i];

          x[i] = (racer->t[i] - race->t_start) / plots->turn + (plots->turn == 1 ? race->t_start : 0);
          y[i] = error > 0 ? fmax (error, low * 1e-3) : NAN;
        }
      style.solid = TRUE;
      style.width = lane == wb_compare_race_selected (compare) ? 2.2 : 1.5;
      layer = plot_layer_line_new (x, y, racer->n, &style);
      plot_layer_set_label (layer, wb_compare_lane_name (lane), NULL, FALSE, TRUE);
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
wb_compare_decades (WbCompareRace *compare, gboolean position, int *low, int *high)
{
  const LabRace *race = wb_compare_race_result (compare);
  double smallest = INFINITY, largest = 0;

  for (int i = 0; race != NULL && i < race->n_racers; i++)
    {
      double error = position ? race->racers[i].final_position_error : race->racers[i].largest_invariant_error;

      if (race->racers[i].refused != NULL || !(error > 0) || !isfinite (error))
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
  *low -= *low & 1; /* every second decade has a label: the even ones */
  return TRUE;
}

/* ---- all of them ---- */

WbComparePlots *
wb_compare_plots_new (WbCompareRace *compare)
{
  const LabRace *race = wb_compare_race_result (compare);
  ModelSystem *system = wb_session_system (wb_compare_race_session (compare));
  WbComparePlots *plots;
  PlotView *last;

  if (race == NULL || system == NULL || race->x_column < 0)
    return NULL;
  plots = g_new0 (WbComparePlots, 1);
  plots->race = race;
  plots->turn = isnan (race->period) ? 1 : race->period;
  if (isnan (race->period))
    plots->axis = plot_time_axis_new (race->t_start, race->t_end, model_time_unit (model_system_model (system)));
  else
    plots->axis = plot_time_axis_new (0, (race->t_end - race->t_start) / race->period, "");
  plots->views[WB_COMPARE_ORBIT] = orbit_view (plots, compare, system);
  if (race->invariant_column >= 0)
    plots->views[WB_COMPARE_INVARIANT] = error_view (plots, compare, FALSE);
  if (race->truth_known)
    plots->views[WB_COMPARE_POSITION] = error_view (plots, compare, TRUE);
  if (plots->views[WB_COMPARE_INVARIANT] != NULL)
    {
      g_autofree char *name = capital (race->invariant_name), *title = g_strdup_printf (_("%s error"), name);

      plot_view_set_title (plots->views[WB_COMPARE_INVARIANT], title, _("relative, largest is worst"));
      plot_view_set_playhead_handle (plots->views[WB_COMPARE_INVARIANT], TRUE);
    }
  if (plots->views[WB_COMPARE_POSITION] != NULL)
    {
      plot_view_set_title (plots->views[WB_COMPARE_POSITION], _("Position error"),
                           isnan (race->period) ? _("distance from the exact solution") : _("distance from the exact orbit"));
      plot_view_set_playhead_handle (plots->views[WB_COMPARE_POSITION], plots->views[WB_COMPARE_INVARIANT] == NULL);
    }
  last = plots->views[WB_COMPARE_POSITION] != NULL ? plots->views[WB_COMPARE_POSITION] : plots->views[WB_COMPARE_INVARIANT];
  for (int i = WB_COMPARE_INVARIANT; i < WB_N_COMPARE_VIEWS; i++)
    if (plots->views[i] != NULL)
      plot_view_set_x_labels_shown (plots->views[i], plots->views[i] == last);
  if (last != NULL && !isnan (race->period))
    plot_view_set_x_label (last, _("orbits completed"));
  return plots;
}

void
wb_compare_plots_set_time (WbComparePlots *plots, double t)
{
  const LabRace *race = plots->race;
  double turn = isnan (race->period) ? LAST_PART * (race->t_end - race->t_start) : race->period;

  wb_plot_painter_hold (); /* the layers belong to views that may be at the painter's */
  for (int i = 0; i < plots->n_traces; i++)
    {
      SimTrajectory *trajectory = wb_compare_lane_racer (plots->traces[i].lane)->trajectory;
      double end = fmin (t, sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1)[0]);
      double x = x_column (race) < 0 ? end : plot_run_value (trajectory, x_column (race), end);
      double y = plot_run_value (trajectory, y_column (race), end);
      Points points = points_new ();

      collect (&points, race, trajectory, end - turn, end, 4000);
      points_add (&points, x, y);
      plot_layer_line_set (plots->traces[i].turn, (double *) points.x->data, (double *) points.y->data, points.x->len);
      plot_layer_line_set (plots->traces[i].point, &x, &y, 1);
      points_clear (&points);
    }
  plot_time_axis_set_playhead (plots->axis, plots->turn == 1 ? t : (t - race->t_start) / plots->turn);
}
