/* Shows events over time, as lines across the plot and triangles in a row below it. Events that are too close to each other are drawn as an
 * event cluster. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-repeat.h"
#include "plot-words.h"
#include "sim-system.h"

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  PlotRepeatCurve *curves; /* curves that must repeat for a period to be shown */
  int n_curves;
  unsigned kinds;
  gboolean triangles;
  gboolean *notes;     /* for each event, TRUE if it only records a time; NULL: no event does */
  int n_notes, column; /* number of such events, and the column on whose curve they are marked (−1: none) */
  GArray *marks;       /* Mark: the marks of the last drawing */
  gsize n_seen;        /* number of events that are in the lists below */
  double t_seen;       /* time of the last of these events, by which a truncated trajectory is detected */
  GArray *times;       /* double: times of events that are shown and can form clusters */
  GArray *changes;     /* Change: changes of parameters */
  gboolean any_other;  /* TRUE if an event occurred that does not only record a time */
} Events;

/* A change of a parameter, with the number of elements of `times` before it. */
typedef struct { double t; guint n_before; } Change;

/* A mark in the row below the plot, for one event or a cluster. */
typedef struct
{
  double from, to;     /* first and last position in px; equal for a single event */
  guint n;
  gboolean parameter;  /* TRUE: the mark of a change of a parameter */
  gboolean close;      /* TRUE: triangles of neighbouring events overlap */
} Mark;

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

/* Events closer than CLUSTER_GAP form a cluster. A cluster wider than CLUSTER_WIDTH (a sampled controller) is drawn as a bar with the
 * number of its events, since lines would hide the curves and triangles would merge. In a narrower cluster (accumulating impacts) lines
 * become fainter below LINE_GAP and are omitted below LINE_LEAST_GAP, and triangles closer than MARK_GAP are omitted. All lengths are in px
 * at the default text size. */
#define CLUSTER_GAP 8.0
#define CLUSTER_WIDTH 72.0
#define LINE_GAP 6.0
#define LINE_LEAST_GAP 2.0
#define MARK_GAP 5.0
#define CLUSTER_BAR 3.0
/* Line width of the squares that mark changes of parameters, px. */
#define CHANGE_WIDTH 1.4

static void
clear_events (Events *events)
{
  events->n_seen = 0;
  events->any_other = FALSE;
  g_array_set_size (events->times, 0);
  g_array_set_size (events->changes, 0);
}

/* Appends the new events of the trajectory to the lists. */
static void
update_events (Events *events)
{
  gsize n = sim_trajectory_n_events (events->trajectory);

  /* After a truncation the trajectory has fewer events or other ones: clear the lists. */
  if (n < events->n_seen || (events->n_seen > 0 && sim_trajectory_event (events->trajectory, events->n_seen - 1).t != events->t_seen))
    clear_events (events);
  for (; events->n_seen < n; events->n_seen++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, events->n_seen);
      Change change = { record.t, events->times->len };

      events->t_seen = record.t;
      events->any_other |= record.event >= 0 && !is_note (events, &record);
      if (!shown (events, &record) || is_note (events, &record))
        continue;
      if (record.event < 0)
        g_array_append_val (events->changes, change);
      else
        g_array_append_val (events->times, record.t);
    }
}

/* Returns the index of the first element of times [first, last) that is ≥ t; if `past` is TRUE, that is >
 * t. */
static guint
find_time (const Events *events, guint first, guint last, double t, gboolean past)
{
  while (first < last)
    {
      guint middle = first + (last - first) / 2;
      double when = g_array_index (events->times, double, middle);

      if (past ? when <= t : when < t)
        first = middle + 1;
      else
        last = middle;
    }
  return first;
}

/* Returns the index of the last element of times [at, last) that is less than `gap` px after element `at`.
 * An exponential search and a binary search need only a few steps per `gap` px, whatever the number of
 * events. */
static guint
last_near (const Events *events, const PlotFrame *frame, guint at, guint last, double gap)
{
  double x = plot_scale_map (frame->x, g_array_index (events->times, double, at));
  guint step = 1, near = at;

  while (near + step < last && plot_scale_map (frame->x, g_array_index (events->times, double, near + step)) - x < gap)
    {
      near += step;
      step *= 2;
    }
  for (; step > 0; step /= 2)
    if (near + step < last && plot_scale_map (frame->x, g_array_index (events->times, double, near + step)) - x < gap)
      near += step;
  return near;
}

/* Collects clusters, single events and changes of parameters as marks. The time depends on the width of the plot, not on the number of
 * events. */
static void
collect_marks (Events *events, const PlotFrame *frame)
{
  double gap = CLUSTER_GAP * frame->theme->line_grid;
  guint at, end, change = 0;

  update_events (events);
  g_array_set_size (events->marks, 0);
  at = find_time (events, 0, events->times->len, frame->x->low, FALSE);
  end = find_time (events, at, events->times->len, frame->x->high, TRUE);
  while (change < events->changes->len && g_array_index (events->changes, Change, change).t < frame->x->low)
    change++;
  for (;;)
    {
      const Change *next = change < events->changes->len ? &g_array_index (events->changes, Change, change) : NULL;
      guint until = next != NULL && next->t <= frame->x->high ? CLAMP (next->n_before, at, end) : end;
      Mark mark = { .n = 1 };

      if (at < until)
        {
          guint near;

          mark.from = plot_scale_map (frame->x, g_array_index (events->times, double, at));
          for (guint first = at; (near = last_near (events, frame, at, until, gap)) > at; at = near)
            mark.n = near - first + 1;
          mark.to = plot_scale_map (frame->x, g_array_index (events->times, double, at));
          at++;
        }
      else if (next != NULL && next->t <= frame->x->high)
        {
          mark.parameter = TRUE;
          mark.from = mark.to = plot_scale_map (frame->x, next->t);
          change++;
        }
      else
        return;
      g_array_append_val (events->marks, mark);
    }
}

/* Draws the events of a narrow cluster one by one, as lines, and as marks if they do not overlap. */
static void
draw_single_events (Events *events, PlotFrame *frame, const Mark *cluster, GArray *marks)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, bottom = frame->top + frame->height, last_line = -INFINITY, last_mark = -INFINITY;
  guint n = events->times->len, i;

  /* Start one pixel earlier. An event before the cluster that is included in this way is skipped below. */
  for (i = find_time (events, 0, n, fmax (frame->x->low, plot_scale_unmap (frame->x, cluster->from - 1)), FALSE); i < n; i++)
    {
      double t = g_array_index (events->times, double, i), x = plot_scale_map (frame->x, t), gap = x - last_line, next;
      PlotPen line = { .color = plot_color_fade (theme->event, 0.42 * CLAMP (gap / (LINE_GAP * unit), 0.35, 1)), .width = unit,
                       .butt = TRUE };
      Mark mark = { x, x, 1, FALSE, cluster->n > 1 && x - last_mark < theme->event_width };

      if (x > cluster->to || t > frame->x->high)
        break;
      if (x < cluster->from)
        continue;
      if (gap >= LINE_LEAST_GAP * unit)
        {
          plot_canvas_line (frame->canvas, x, frame->top, x, bottom, &line);
          last_line = x;
        }
      if (x - last_mark >= MARK_GAP * unit)
        {
          g_array_append_val (marks, mark);
          last_mark = x;
        }
      /* Skip events that are too close to the last line and the last
       * mark. */
      next = fmin (last_line + LINE_LEAST_GAP * unit, last_mark + MARK_GAP * unit);
      if (i + 1 < n && plot_scale_map (frame->x, g_array_index (events->times, double, i + 1)) < next)
        i = MAX (find_time (events, i + 1, n, plot_scale_unmap (frame->x, next), FALSE), i + 1) - 1;
    }
}

static void
events_draw (PlotLayer *layer, PlotFrame *frame)
{
  Events *events = (Events *) layer;
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, bottom = frame->top + frame->height;
  PlotPen change = { .color = plot_color_fade (theme->secondary, 0.8), .width = unit, .n_dashes = 2, .dashes = { 2 * unit, 3 * unit },
                     .butt = TRUE };
  g_autoptr (GArray) clusters = NULL;

  collect_marks (events, frame);
  clusters = g_steal_pointer (&events->marks);
  events->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  for (guint i = 0; i < clusters->len; i++)
    {
      const Mark *cluster = &g_array_index (clusters, Mark, i);

      if (cluster->parameter)
        plot_canvas_line (frame->canvas, cluster->from, frame->top, cluster->from, bottom, &change);
      else if (cluster->to - cluster->from <= CLUSTER_WIDTH * unit)
        {
          draw_single_events (events, frame, cluster, events->marks);
          continue;
        }
      g_array_append_val (events->marks, *cluster);
    }
}

/* Returns the y pixel of the centre of the row of marks. The row is below the plot if there are no tick labels. */
static double
mark_row (const PlotFrame *frame)
{
  double height = frame->theme->event_height, bottom = frame->top + frame->height;

  return frame->foot >= 1.5 * height ? bottom + 0.75 * height : bottom - 0.5 * height;
}

static void
draw_cluster (const Mark *cluster, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double thick = CLUSTER_BAR * theme->line_grid, y = mark_row (frame), half;
  PlotPen pen = { .color = theme->event, .width = thick };
  g_autofree char *text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u event", "%u events", cluster->n), cluster->n);
  g_autoptr (PangoLayout) layout = plot_text_layout (text, theme->size_tick, PLOT_TEXT_NORMAL);
  double middle = 0.5 * (cluster->from + cluster->to);

  plot_text_measure (layout, &half, NULL, NULL);
  half = half / 2 + theme->size_tick * 0.5;
  if (cluster->to - cluster->from > 2 * half + 4 * thick)
    {
      /* The number of events is in the middle of the bar. */
      plot_canvas_line (frame->canvas, cluster->from + thick / 2, y, middle - half, y, &pen);
      plot_canvas_line (frame->canvas, middle + half, y, cluster->to - thick / 2, y, &pen);
      plot_canvas_layout (frame->canvas, layout, middle, y + theme->size_tick * 0.36, 0.5, theme->event, theme->halo, theme->background);
    }
  else
    plot_canvas_line (frame->canvas, cluster->from + thick / 2, y, cluster->to - thick / 2, y, &pen);
}

static void
draw_marks (Events *events, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double y = mark_row (frame);

  for (guint i = 0; events->triangles && i < events->marks->len; i++)
    {
      const Mark *mark = &g_array_index (events->marks, Mark, i);

      if (mark->n > 1)
        draw_cluster (mark, frame);
      else if (mark->parameter)
        plot_canvas_marker (frame->canvas, PLOT_MARKER_SQUARE, mark->from, y, theme->event_height * 0.36, CHANGE_WIDTH * theme->line_grid,
                            theme->secondary, theme->background);
      else
        plot_canvas_marker (frame->canvas, PLOT_MARKER_TRIANGLE, mark->from, y, theme->event_height / 2, 0,
                            plot_color_fade (theme->event, mark->close ? 0.6 : 1), theme->background);
    }
}

/* Finds the times of the last visible events, the last one first, as far as they are occurrences of the same event. Returns their
 * number. */
static int
last_times (Events *events, double low, double high, double t[PLOT_PERIOD_TIMES])
{
  gsize n = sim_trajectory_n_events (events->trajectory), first = sim_trajectory_find_event (events->trajectory, low);
  int event = -1, found = 0;

  for (gsize i = sim_trajectory_find_event (events->trajectory, high); i > first && found < PLOT_PERIOD_TIMES; i--)
    {
      SimEventRecord record;

      if (i - 1 >= n)
        continue;
      record = sim_trajectory_event (events->trajectory, i - 1);
      if (!shown (events, &record) || record.event < 0)
        continue;
      if (found > 0 && record.event != event)
        break;
      event = record.event;
      t[found++] = record.t;
    }
  return found;
}

/* Computes the position of the mark of an event that only records a time. The mark is below the curve and touches it with its tip. Returns
 * FALSE if it is not visible. */
static gboolean
note_position (Events *events, const PlotFrame *frame, const SimEventRecord *record, double *x, double *y)
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

  for (gsize i = events->notes != NULL ? sim_trajectory_find_event (events->trajectory, frame->x->low) : n, next; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);

      if (record.t > frame->x->high)
        break;
      if (!note_position (events, frame, &record, &x, &y) || x - last < theme->event_width)
        continue;
      last = x;
      plot_canvas_marker (frame->canvas, PLOT_MARKER_TRIANGLE, x, y, theme->event_height / 2, 0, theme->event, theme->background);
      /* Continue with the first event whose mark does not overlap this one. The tolerance of 1e-3 px prevents that a rounding error skips
       * an event. */
      next = sim_trajectory_find_event (events->trajectory, plot_scale_unmap (frame->x, x + theme->event_width - 1e-3));
      i = MAX (next, i + 1) - 1;
    }
}

/* Draws a bracket with the period between the two events that are one period apart. */
static void
draw_period (Events *events, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, y = frame->top + frame->height - theme->event_height - 5 * unit, x0, x1, width, times[PLOT_PERIOD_TIMES];
  int n, k;
  const char *time_unit = frame->time_axis != NULL ? plot_time_axis_unit (frame->time_axis) : "";
  PlotPen pen = { .color = theme->event, .width = 1.3 * unit, .butt = TRUE };
  g_autofree char *text = NULL;
  g_autoptr (PangoLayout) layout = NULL;
  char number[32];

  if (!events->triangles)
    return;
  n = last_times (events, frame->x->low, frame->x->high, times);
  k = plot_run_find_period (events->trajectory, events->curves, events->n_curves, times, n);
  if (k == 0)
    return;
  plot_format_number (times[0] - times[k], 4, number, sizeof number);
  /* Translators: label of an oscillation: the period, a space and the unit. */
  text = g_strdup_printf (_("period %s%s%s"), number, *time_unit != '\0' ? " " : "", time_unit);
  layout = plot_text_layout (text, theme->size_remark, PLOT_TEXT_NORMAL);
  plot_text_measure (layout, &width, NULL, NULL);
  x0 = plot_scale_map (frame->x, times[k]);
  x1 = plot_scale_map (frame->x, times[0]);
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
  draw_marks ((Events *) layer, frame);
  draw_notes ((Events *) layer, frame);
  draw_period ((Events *) layer, frame);
}

/* Finds the event under the pointer among the marks on a curve. */
static gboolean
note_hit (Events *events, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  gsize n = sim_trajectory_n_events (events->trajectory), first;
  gboolean found = FALSE;
  double x, y;

  if (events->notes == NULL)
    return FALSE;
  first = sim_trajectory_find_event (events->trajectory, plot_scale_unmap (frame->x, px - hit->distance));
  for (gsize i = first; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);

      if (plot_scale_map (frame->x, record.t) > px + hit->distance)
        break;
      if (!note_position (events, frame, &record, &x, &y) || !(hypot (x - px, y - py) < hit->distance))
        continue;
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_EVENT, record.t, plot_scale_unmap (frame->y, y), x, y, hypot (x - px, y - py),
                         &events->layer, i, PLOT_COLUMN_NONE };
    }
  return found;
}

static gboolean
events_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Events *events = (Events *) layer;
  gsize n = sim_trajectory_n_events (events->trajectory);
  double bottom = mark_row (frame);
  double reach = fmin (hit->distance, 6);
  gboolean found = note_hit (events, frame, px, py, hit);

  /* Events are found only in their row below the plot; above it, curves have priority. */
  if (!events->triangles || py < bottom - 14)
    return found;
  for (gsize i = sim_trajectory_find_event (events->trajectory, plot_scale_unmap (frame->x, px - reach)); i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (events->trajectory, i);
      double x = plot_scale_map (frame->x, record.t);

      if (x > px + reach)
        break;
      if (!shown (events, &record) || is_note (events, &record) || !(fabs (x - px) < reach))
        continue;
      reach = fabs (x - px);
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_EVENT, record.t, plot_scale_unmap (frame->y, bottom), x, bottom, reach, layer, i, PLOT_COLUMN_NONE };
    }
  return found;
}

static int
events_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  Events *events = (Events *) layer;
  int n_keys = 0;

  update_events (events);
  /* Events that are marked on a curve have no key. */
  if (n_keys < n && layer->label != NULL && events->any_other)
    {
      keys[n_keys] = (PlotKey) { .marker = PLOT_MARKER_TRIANGLE, .color = frame->theme->event, .in_key = layer->in_key, .end_y = NAN };
      g_strlcpy (keys[n_keys++].label, layer->label, sizeof keys->label);
    }
  if (n_keys < n && layer->label != NULL && events->changes->len > 0)
    {
      keys[n_keys] = (PlotKey) { .marker = PLOT_MARKER_SQUARE, .color = frame->theme->secondary, .in_key = layer->in_key, .end_y = NAN,
                                 .pen = { .width = CHANGE_WIDTH * frame->theme->line_grid } };
      g_strlcpy (keys[n_keys++].label, _("parameter changed"), sizeof keys->label);
    }
  return n_keys;
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
    g_string_append (text, _("not yet handled when the run ended\n"));
}

static void
events_free (PlotLayer *layer)
{
  sim_trajectory_unref (((Events *) layer)->trajectory);
  g_array_unref (((Events *) layer)->marks);
  g_array_unref (((Events *) layer)->times);
  g_array_unref (((Events *) layer)->changes);
  g_free (((Events *) layer)->notes);
  g_free (((Events *) layer)->curves);
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
  events->column = PLOT_COLUMN_NONE;
  events->marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  events->times = g_array_new (FALSE, FALSE, sizeof (double));
  events->changes = g_array_new (FALSE, FALSE, sizeof (Change));
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
  clear_events (events);
}

void
plot_layer_events_add_curve (PlotLayer *layer, int column, double wrap)
{
  Events *events = (Events *) layer;

  g_return_if_fail (layer->class == &events_class);
  events->curves = g_renew (PlotRepeatCurve, events->curves, events->n_curves + 1);
  events->curves[events->n_curves++] = (PlotRepeatCurve) { column, wrap };
}
