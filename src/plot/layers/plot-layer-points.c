/* Draws points that are computed from a run: the intervals between events, or Poincaré
 * sections. */
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-words.h"

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  int event, x_column, y_column, at_column;
  gboolean intervals;
  GArray *points;      /* Point: the points found so far */
  gsize done;          /* number of rows or events that were examined */
  double last_time;
} Points;

typedef struct { double x, y; gsize index; } Point;

static void
add_point (Points *points, double x, double y, gsize index)
{
  Point point = { x, y, index };

  g_array_append_val (points->points, point);
}

static void
update_intervals (Points *points)
{
  gsize n = sim_trajectory_n_events (points->trajectory);

  for (; points->done < n; points->done++)
    {
      SimEventRecord record = sim_trajectory_event (points->trajectory, points->done);

      if (record.event < 0 || (points->event >= 0 && record.event != points->event))
        continue;
      if (!isnan (points->last_time) && record.t > points->last_time)
        add_point (points, record.t, record.t - points->last_time, points->done);
      points->last_time = record.t;
    }
}

static double
column_at (const double *row, int column)
{
  return row[1 + column];
}

static void
update_section (Points *points)
{
  gsize n = sim_trajectory_n_rows (points->trajectory);

  if (points->event >= 0)
    {
      n = sim_trajectory_n_events (points->trajectory);
      for (; points->done < n; points->done++)
        {
          SimEventRecord record = sim_trajectory_event (points->trajectory, points->done);
          const double *row;

          if (record.event != points->event || record.row_after >= sim_trajectory_n_rows (points->trajectory))
            continue;
          row = sim_trajectory_row (points->trajectory, record.row_after);
          add_point (points, column_at (row, points->x_column), column_at (row, points->y_column), record.row_after);
        }
      return;
    }
  for (points->done = MAX (points->done, 1); points->done < n; points->done++)
    {
      const double *a = sim_trajectory_row (points->trajectory, points->done - 1);
      const double *b = sim_trajectory_row (points->trajectory, points->done);
      double ga = column_at (a, points->at_column), gb = column_at (b, points->at_column), u;

      if (!(ga < 0 && gb >= 0))
        continue;
      u = ga / (ga - gb);
      add_point (points, column_at (a, points->x_column) + u * (column_at (b, points->x_column) - column_at (a, points->x_column)),
                 column_at (a, points->y_column) + u * (column_at (b, points->y_column) - column_at (a, points->y_column)), points->done);
    }
}

static void
update_points (Points *points)
{
  gsize n = points->intervals || points->event >= 0 ? sim_trajectory_n_events (points->trajectory)
                                                    : sim_trajectory_n_rows (points->trajectory);

  if (n < points->done)
    {
      /* The trajectory was truncated: compute the points again. */
      g_array_set_size (points->points, 0);
      points->done = 0;
      points->last_time = NAN;
    }
  if (points->intervals)
    update_intervals (points);
  else
    update_section (points);
}

/* Smallest span of an axis of a section, as a fraction of the range of its column in the whole run.
 * The points of a periodic solution differ only by rounding errors and would otherwise be
 * magnified. */
#define LEAST_SPAN 1e-6

/* Extends [*low, *high] around its middle to the smallest span for a column. */
static void
widen (const Points *points, int column, double *low, double *high)
{
  gsize n = sim_trajectory_n_rows (points->trajectory);
  double least, most, missing;

  if (column < 0 || n == 0 || !(*low <= *high))
    return;
  sim_trajectory_range (points->trajectory, column, 0, n, &least, &most);
  missing = LEAST_SPAN * (most - least) - (*high - *low);
  if (!(missing > 0))
    return;
  *low -= missing / 2;
  *high += missing / 2;
}

static void
section_extent (Points *points, PlotExtent *extent)
{
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY };

  for (guint i = 0; i < points->points->len; i++)
    {
      const Point *point = &g_array_index (points->points, Point, i);

      if (!isfinite (point->x) || !isfinite (point->y))
        continue;
      low[0] = fmin (low[0], point->x);
      high[0] = fmax (high[0], point->x);
      low[1] = fmin (low[1], point->y);
      high[1] = fmax (high[1], point->y);
    }
  if (!(low[0] <= high[0]))
    return;
  widen (points, points->x_column, &low[0], &high[0]);
  widen (points, points->y_column, &low[1], &high[1]);
  plot_extent_add (extent, low[0], low[1]);
  plot_extent_add (extent, high[0], high[1]);
}

static void
points_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Points *points = (Points *) layer;

  update_points (points);
  if (!points->intervals)
    {
      section_extent (points, extent);
      return;
    }
  for (guint i = 0; i < points->points->len; i++)
    {
      const Point *point = &g_array_index (points->points, Point, i);

      if (point->x >= x_low && point->x <= x_high)
        plot_extent_add (extent, point->x, point->y);
    }
}

static void
points_draw (PlotLayer *layer, PlotFrame *frame)
{
  Points *points = (Points *) layer;
  const PlotTheme *theme = frame->theme;
  PlotColor color = points->intervals ? theme->event : theme->series[0];
  double radius = points->intervals ? theme->accepted_radius * 1.6 : theme->accepted_radius, last_x = NAN, last_y = NAN;
  double t = points->intervals || frame->time_axis == NULL ? NAN : plot_time_axis_playhead (frame->time_axis);

  for (guint i = 0; i < points->points->len; i++)
    {
      const Point *point = &g_array_index (points->points, Point, i);
      double x = plot_scale_map (frame->x, point->x), y = plot_scale_map (frame->y, point->y);

      if (!isnan (t) && point->x > t)
        break;
      if (plot_scale_zone (frame->x, point->x) != PLOT_ZONE_INSIDE || hypot (x - last_x, y - last_y) < 0.2)
        continue;
      last_x = x;
      last_y = y;
      /* Draw a rim, which separates points that touch each other. */
      if (points->intervals)
        plot_canvas_marker (frame->canvas, PLOT_MARKER_DISC, x, y, radius + theme->line_grid, 0, theme->background, theme->background);
      plot_canvas_marker (frame->canvas, PLOT_MARKER_DISC, x, y, radius, 0, color, theme->background);
    }
}

static gboolean
points_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Points *points = (Points *) layer;
  gboolean found = FALSE;

  for (guint i = 0; i < points->points->len; i++)
    {
      const Point *point = &g_array_index (points->points, Point, i);
      double x = plot_scale_map (frame->x, point->x), y = plot_scale_map (frame->y, point->y), distance = hypot (x - px, y - py);

      if (!(distance < hit->distance))
        continue;
      found = TRUE;
      *hit = (PlotHit) { points->intervals ? PLOT_HIT_EVENT : PLOT_HIT_ROW, point->x, point->y, x, y, distance, layer, point->index,
                         points->intervals ? PLOT_COLUMN_NONE : points->y_column };
    }
  return found;
}

static guint64
points_serial (PlotLayer *layer)
{
  return ((Points *) layer)->points->len;
}

static void
points_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  Points *points = (Points *) layer;
  char x[32], y[32];

  plot_format_number (hit->y, 3, y, sizeof y);
  if (points->intervals)
    {
      plot_format_fixed (hit->x, 4, x, sizeof x);
      /* Translators: the time between two events with its unit, then the time of the second one. */
      g_string_append_printf (text, _("%s%s since the previous event\nat *t* = %s%s\n"), y, time_unit, x, time_unit);
      return;
    }
  plot_format_number (hit->x, 3, x, sizeof x);
  g_string_append_printf (text, "%s, %s\n", x, y);
}

static void
points_free (PlotLayer *layer)
{
  Points *points = (Points *) layer;

  g_array_unref (points->points);
  sim_trajectory_unref (points->trajectory);
}

static gboolean
points_find (PlotLayer *layer, PlotHit *hit)
{
  Points *points = (Points *) layer;

  for (guint i = 0; hit->kind == (points->intervals ? PLOT_HIT_EVENT : PLOT_HIT_ROW) && i < points->points->len; i++)
    {
      const Point *point = &g_array_index (points->points, Point, i);

      if (point->index == hit->index && point->x == hit->x && point->y == hit->y)
        return TRUE;
    }
  return FALSE;
}

static const PlotLayerClass points_class = {
  "points", points_extent, points_draw, points_hit, NULL, points_serial, points_readout, points_free, .find = points_find
};

static Points *
points_new (SimTrajectory *trajectory, int event)
{
  Points *points = plot_layer_alloc (sizeof (Points), &points_class, PLOT_PLANE_DATA);

  points->trajectory = sim_trajectory_ref (trajectory);
  points->event = event;
  points->points = g_array_new (FALSE, FALSE, sizeof (Point));
  points->last_time = NAN;
  return points;
}

PlotLayer *
plot_layer_intervals_new (SimTrajectory *trajectory, int event)
{
  Points *points = points_new (trajectory, event);

  points->intervals = TRUE;
  return &points->layer;
}

PlotLayer *
plot_layer_section_new (SimTrajectory *trajectory, int x_column, int y_column, int at_column, int event)
{
  Points *points = points_new (trajectory, event);

  points->x_column = x_column;
  points->y_column = y_column;
  points->at_column = at_column;
  return &points->layer;
}
