/* Events on the time axis, times between them, and Poincaré sections. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "plot-columns.h"
#include "plot-format.h"
#include "plot-layers.h"
#include "sim-system.h"

/* ---- events ---- */

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  unsigned kinds;
  gboolean triangles;
  gboolean *notes;     /* for each event: it notes a time and changes nothing; NULL: none does */
  int n_notes, column; /* of the curve on which such events stand, −1: nowhere */
} Events;

static gboolean
shown (const Events *events, const SimEventRecord *record)
{
  if (events->kinds == 0)
    return record->event < 0 || record->kind != SIM_TRIGGER_PER_STEP;
  return (events->kinds & (1u << record->kind)) != 0;
}

static gboolean
is_note (const Events *events, const SimEventRecord *record)
{
  return record->event >= 0 && record->event < events->n_notes && events->notes[record->event];
}

static gsize
first_event (SimTrajectory *trajectory, double t)
{
  gsize low = 0, high = sim_trajectory_n_events (trajectory);

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (sim_trajectory_event (trajectory, middle).t < t)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Lines closer than this would become a solid area. Where events are on average closer than LINE_ROOM (a sampled controller), lines would
 * hide the curves: then there are none, and triangles stand only where they do not overlap. */
#define EVENT_ROOM 2.0
#define LINE_ROOM 8.0

static void
events_draw (PlotLayer *layer, PlotFrame *frame)
{
  Events *events = (Events *) layer;
  const PlotTheme *theme = frame->theme;
  gsize n = sim_trajectory_n_events (events->trajectory), first = first_event (events->trajectory, frame->x->low);
  double last = -INFINITY, bottom = frame->top + frame->height, unit = theme->line_grid;
  double share = frame->width / MAX (first_event (events->trajectory, frame->x->high) - first, 1);
  gboolean lines = share >= LINE_ROOM * unit;
  double room = lines ? EVENT_ROOM * unit : theme->event_width * 1.2;
  PlotPen line = { .color = plot_color_fade (theme->event, 0.42), .width = theme->line_grid, .butt = TRUE };
  PlotPen mark = { .color = plot_color_fade (theme->secondary, 0.8), .width = theme->line_grid, .n_dashes = 2,
                   .dashes = { 2 * unit, 3 * unit }, .butt = TRUE };

  for (gsize i = first; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);
      double x = plot_scale_map (frame->x, record.t);

      if (record.t > frame->x->high)
        break;
      if (!shown (events, &record) || is_note (events, &record) || x - last < room)
        continue;
      last = x;
      if (lines)
        plot_canvas_line (frame->canvas, x, frame->top, x, bottom, record.event < 0 ? &mark : &line);
      if (events->triangles)
        plot_canvas_marker (frame->canvas, PLOT_MARKER_TRIANGLE, x, bottom - theme->event_height / 2, theme->event_height / 2, 0,
                            record.event < 0 ? theme->secondary : theme->event, theme->background);
    }
}

/* Intervals that agree to this share are called a period. */
#define REGULAR 0.005

/* Times of the last three events of one kind that are in view; FALSE where others lie between, or fewer are there. */
static gboolean
last_three (Events *events, double low, double high, double t[3])
{
  gsize n = sim_trajectory_n_events (events->trajectory), first = first_event (events->trajectory, low);
  int event = -1, found = 0;

  for (gsize i = first_event (events->trajectory, high); i > first && found < 3; i--)
    {
      SimEventRecord record;

      if (i - 1 >= n)
        continue;
      record = sim_trajectory_event (events->trajectory, i - 1);
      if (!shown (events, &record) || record.event < 0)
        continue;
      if (found > 0 && record.event != event)
        return FALSE;
      event = record.event;
      t[2 - found++] = record.t;
    }
  return found == 3;
}

/* Where an event that only notes a time stands: below the curve, its tip on it. FALSE: nowhere in the plot. */
static gboolean
note_place (Events *events, const PlotFrame *frame, const SimEventRecord *record, double *x, double *y)
{
  if (!shown (events, record) || !is_note (events, record) || !events->triangles || events->column < 0
      || record->row_before >= sim_trajectory_n_rows (events->trajectory))
    return FALSE;
  *x = plot_scale_map (frame->x, record->t);
  *y = plot_scale_map (frame->y, sim_trajectory_row (events->trajectory, record->row_before)[1 + events->column])
       + frame->theme->event_height / 2;
  return plot_scale_zone (frame->x, record->t) == PLOT_ZONE_INSIDE && *y >= frame->top && *y <= frame->top + frame->height;
}

static void
draw_notes (Events *events, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  gsize n = sim_trajectory_n_events (events->trajectory);
  double last = -INFINITY, x, y;

  for (gsize i = events->notes != NULL ? first_event (events->trajectory, frame->x->low) : n; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);

      if (record.t > frame->x->high)
        break;
      if (!note_place (events, frame, &record, &x, &y) || x - last < theme->event_width)
        continue;
      last = x;
      plot_canvas_marker (frame->canvas, PLOT_MARKER_TRIANGLE, x, y, theme->event_height / 2, 0, theme->event, theme->background);
    }
}

/* A bracket between the last two events of a regular row, with the time between them. */
static void
draw_period (Events *events, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, y = frame->top + frame->height - theme->event_height - 5 * unit, t[3], x0, x1, width, period;
  const char *time_unit = frame->time_axis != NULL ? plot_time_axis_unit (frame->time_axis) : "";
  PlotPen pen = { .color = theme->event, .width = 1.3 * unit, .butt = TRUE };
  g_autofree char *text = NULL;
  g_autoptr (PangoLayout) layout = NULL;
  char number[32];

  if (!events->triangles || !last_three (events, frame->x->low, frame->x->high, t))
    return;
  period = t[2] - t[1];
  if (!(period > 0) || !(fabs (period - (t[1] - t[0])) <= REGULAR * period))
    return;
  plot_format_number (period, 4, number, sizeof number);
  text = g_strdup_printf (_("period %s%s%s"), number, *time_unit != '\0' ? " " : "", time_unit);
  layout = plot_text_layout (text, theme->size_remark, PLOT_TEXT_NORMAL);
  plot_text_measure (layout, &width, NULL, NULL);
  x0 = plot_scale_map (frame->x, t[1]);
  x1 = plot_scale_map (frame->x, t[2]);
  if (x1 - x0 < width + 4 * unit || x0 < frame->left)
    return;
  plot_canvas_line (frame->canvas, x0, y, x1, y, &pen);
  plot_canvas_line (frame->canvas, x0, y - 3.5 * unit, x0, y + 3.5 * unit, &pen);
  plot_canvas_line (frame->canvas, x1, y - 3.5 * unit, x1, y + 3.5 * unit, &pen);
  plot_canvas_layout (frame->canvas, layout, 0.5 * (x0 + x1), y - 5 * unit, 0.5, theme->event, theme->halo, theme->background);
}

static void
events_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  draw_notes ((Events *) layer, frame);
  draw_period ((Events *) layer, frame);
}

/* Triangles on a curve are caught where they stand. */
static gboolean
note_hit (Events *events, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  gsize n = sim_trajectory_n_events (events->trajectory);
  gboolean found = FALSE;
  double x, y;

  for (gsize i = events->notes != NULL ? first_event (events->trajectory, plot_scale_unmap (frame->x, px - hit->distance)) : n; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);

      if (plot_scale_map (frame->x, record.t) > px + hit->distance)
        break;
      if (!note_place (events, frame, &record, &x, &y) || !(hypot (x - px, y - py) < hit->distance))
        continue;
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_EVENT, record.t, plot_scale_unmap (frame->y, y), x, y, hypot (x - px, y - py), &events->layer, i, -1 };
    }
  return found;
}

static gboolean
events_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Events *events = (Events *) layer;
  gsize n = sim_trajectory_n_events (events->trajectory);
  double bottom = frame->top + frame->height - frame->theme->event_height / 2;
  double reach = fmin (hit->distance, 6);
  gboolean found = note_hit (events, frame, px, py, hit);

  /* Lines are caught where the triangle stands, in the lowest part of the plot: above it the curves come first. */
  if (!events->triangles || py < bottom - 14)
    return found;
  for (gsize i = first_event (events->trajectory, plot_scale_unmap (frame->x, px - reach)); i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);
      double x = plot_scale_map (frame->x, record.t);

      if (x > px + reach)
        break;
      if (!shown (events, &record) || is_note (events, &record) || !(fabs (x - px) < reach))
        continue;
      reach = fabs (x - px);
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_EVENT, record.t, plot_scale_unmap (frame->y, bottom), x, bottom, reach, layer, i, -1 };
    }
  return found;
}

static int
events_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  Events *events = (Events *) layer;
  gsize n_events = sim_trajectory_n_events (events->trajectory), i = 0;

  /* Those on a curve need no key. */
  for (; i < n_events; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);

      if (!is_note (events, &record))
        break;
    }
  if (n < 1 || layer->label == NULL || i == n_events)
    return 0;
  *keys = (PlotKey) { .marker = PLOT_MARKER_TRIANGLE, .color = frame->theme->event, .in_key = layer->in_key, .end_y = NAN };
  g_strlcpy (keys->label, layer->label, sizeof keys->label);
  return 1;
}

static guint64
events_serial (PlotLayer *layer)
{
  return sim_trajectory_n_events (((Events *) layer)->trajectory);
}

static void
events_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  Events *events = (Events *) layer;
  SimEventRecord record;
  char t[32];

  if (hit->index >= sim_trajectory_n_events (events->trajectory))
    return;
  record = sim_trajectory_event (events->trajectory, hit->index);
  plot_format_fixed (record.t, 4, t, sizeof t);
  g_string_append_printf (text, _("%s at *t* = %s%s\n"),
                          record.parameter >= 0 ? _("Parameter change") : layer->label != NULL ? layer->label : _("Event"), t, time_unit);
  if (record.pending)
    g_string_append (text, _("pending at the end\n"));
}

static void
events_free (PlotLayer *layer)
{
  sim_trajectory_unref (((Events *) layer)->trajectory);
  g_free (((Events *) layer)->notes);
}

static gboolean
events_find (PlotLayer *layer, PlotHit *hit)
{
  Events *events = (Events *) layer;

  return hit->kind == PLOT_HIT_EVENT && hit->index < sim_trajectory_n_events (events->trajectory)
         && sim_trajectory_event (events->trajectory, hit->index).t == hit->x;
}

static const PlotLayerClass events_class = {
  "events", NULL, events_draw, events_hit, events_keys, events_serial, events_readout, events_free, events_draw_front, .find = events_find
};

PlotLayer *
plot_layer_events_new (SimTrajectory *trajectory, unsigned kinds, gboolean triangles)
{
  Events *events = plot_layer_alloc (sizeof (Events), &events_class, PLOT_PLANE_BACK);

  events->trajectory = sim_trajectory_ref (trajectory);
  events->kinds = kinds;
  events->triangles = triangles;
  events->column = -1;
  events->layer.aid = TRUE;
  return &events->layer;
}

void
plot_layer_events_set_notes (PlotLayer *layer, const gboolean *notes, int n, int column)
{
  Events *events = (Events *) layer;

  g_return_if_fail (layer->class == &events_class);
  g_free (events->notes);
  events->notes = g_memdup2 (notes, n * sizeof *notes);
  events->n_notes = n;
  events->column = column;
}

/* ---- points kept in arrays: intervals and sections ---- */

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  int event, x_column, y_column, at_column;
  gboolean intervals;
  GArray *points;      /* of Point */
  gsize done;          /* rows or events looked at */
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
      const double *a = sim_trajectory_row (points->trajectory, points->done - 1), *b = sim_trajectory_row (points->trajectory, points->done);
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
  gsize n = points->intervals || points->event >= 0 ? sim_trajectory_n_events (points->trajectory) : sim_trajectory_n_rows (points->trajectory);

  if (n < points->done)
    {
      /* Rows were taken back. */
      g_array_set_size (points->points, 0);
      points->done = 0;
      points->last_time = NAN;
    }
  if (points->intervals)
    update_intervals (points);
  else
    update_section (points);
}

static void
points_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Points *points = (Points *) layer;

  update_points (points);
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
                         points->intervals ? -1 : points->y_column };
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
      g_string_append_printf (text, _("%s%s since the event before\nat *t* = %s%s\n"), y, time_unit, x, time_unit);
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
