/* Draws the tree of runs that branch from each other, over time. Each run is a horizontal line (its lane), which begins at a point of the
 * run from which it branched (its root). */
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-text.h"
#include "plot-words.h"

/* Sizes in px at the usual text size: radius of rings and discs, line width of a lane and of the current lane, width of the bend between
 * two lanes. */
#define RADIUS 4.5
#define WIDTH 2.0
#define WIDTH_CURRENT 3.0
#define BEND 9.0
/* Opacity of the part of a lane after the playhead. */
#define AFTER 0.35

typedef struct
{
  PlotLayer layer;
  int n;
  PlotLane *lanes;   /* lanes with copied labels and references on the trajectories */
} Lanes;

static double
lane_y (const Lanes *lanes, const PlotFrame *frame, int i)
{
  return frame->top + frame->height * (i + 0.6) / lanes->n;
}

/* Returns the time of the last row of a run. */
static double
end_of (const PlotLane *lane)
{
  gsize n = sim_trajectory_n_rows (lane->trajectory);

  return n > 0 ? sim_trajectory_row (lane->trajectory, n - 1)[0] : lane->root;
}

static double
x_at (const PlotFrame *frame, double t)
{
  return CLAMP (plot_scale_map (frame->x, t), frame->left - 20, frame->left + frame->width + 20);
}

/* Draws the line from the parent's lane down to the lane of a run, with a bend. */
static void
draw_root (PlotFrame *frame, double x, double y0, double y1, const PlotPen *pen)
{
  double bend = BEND * frame->theme->line_grid, r = fmin (bend, fabs (y1 - y0) / 2);

  cairo_move_to (frame->canvas->cr, x, y0);
  cairo_curve_to (frame->canvas->cr, x + bend / 2, y0, x + bend / 4, y0 + r, x + bend / 2, (y0 + y1) / 2);
  cairo_curve_to (frame->canvas->cr, x + bend * 0.6, y1 - r, x + bend / 2, y1, x + 1.4 * bend, y1);
  plot_canvas_stroke (frame->canvas, pen);
}

static void
draw_lane (const Lanes *lanes, PlotFrame *frame, int i)
{
  const PlotLane *lane = &lanes->lanes[i];
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, y = lane_y (lanes, frame, i), x0 = x_at (frame, lane->root), x1 = x_at (frame, end_of (lane));
  double now = frame->time_axis != NULL ? plot_time_axis_playhead (frame->time_axis) : NAN, x_now = isnan (now) ? x1 : x_at (frame, now);
  PlotStyle style = { .series = lane->series, .width = lane->current ? WIDTH_CURRENT : WIDTH };
  PlotPen pen = plot_style_pen (&style, theme), faint;

  style.opacity = AFTER;
  faint = plot_style_pen (&style, theme);
  if (lane->parent >= 0)
    {
      PlotPen *root_pen = x0 > x_now ? &faint : &pen;
      PlotPen solid = { .color = root_pen->color, .width = root_pen->width };

      draw_root (frame, x0, lane_y (lanes, frame, lane->parent), y, &solid);
      x0 += 1.4 * BEND * unit;
    }
  if (fmin (x1, x_now) > x0)
    plot_canvas_line (frame->canvas, x0, y, fmin (x1, x_now), y, &pen);
  if (x1 > fmax (x0, x_now))
    plot_canvas_line (frame->canvas, fmax (x0, x_now), y, x1, y, &faint);
}

static void
lanes_draw (PlotLayer *layer, PlotFrame *frame)
{
  Lanes *lanes = (Lanes *) layer;
  double unit = frame->theme->line_grid;

  /* Mark the root of each branch by a dotted line in its colour over the whole panel. */
  for (int i = 0; i < lanes->n; i++)
    if (lanes->lanes[i].parent >= 0 && plot_scale_zone (frame->x, lanes->lanes[i].root) == PLOT_ZONE_INSIDE)
      {
        PlotStyle style = { .series = lanes->lanes[i].series, .width = 1, .dotted = TRUE, .opacity = 0.6 };
        PlotPen pen = plot_style_pen (&style, frame->theme);
        double x = x_at (frame, lanes->lanes[i].root);

        plot_canvas_line (frame->canvas, x, frame->top, x, frame->top + frame->height, &pen);
      }
  for (int i = lanes->n; i-- > 0;)
    draw_lane (lanes, frame, i);
  for (int i = 0; i < lanes->n; i++)
    {
      const PlotLane *lane = &lanes->lanes[i];
      PlotStyle style = { .series = lane->series };
      PlotColor color = plot_style_color (&style, frame->theme, FALSE);
      double y = lane_y (lanes, frame, i);

      plot_canvas_marker (frame->canvas, lane->parent >= 0 ? PLOT_MARKER_RING : PLOT_MARKER_DISC, x_at (frame, lane->root),
                          lane->parent >= 0 ? lane_y (lanes, frame, lane->parent) : y, RADIUS * unit, 2 * unit, color, frame->theme->background);
      if (lane->failed)
        plot_canvas_marker (frame->canvas, PLOT_MARKER_CROSS, x_at (frame, end_of (lane)), y, RADIUS * unit, 2 * unit, frame->theme->rejected,
                            frame->theme->background);
    }
}

/* Writes the name of each run above its lane, after its root. */
static void
lanes_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  Lanes *lanes = (Lanes *) layer;
  const PlotTheme *theme = frame->theme;

  if (frame->height / lanes->n < 1.3 * theme->size_remark)
    return;
  for (int i = 0; i < lanes->n; i++)
    {
      const PlotLane *lane = &lanes->lanes[i];
      g_autoptr (PangoLayout) layout = plot_text_layout (lane->label, theme->size_remark, PLOT_TEXT_NORMAL);
      double x = x_at (frame, lane->root) + (lane->parent >= 0 ? 2 * BEND : 2) * theme->line_grid, width;

      plot_text_measure (layout, &width, NULL, NULL);
      x = fmax (frame->left + 2, fmin (x, frame->left + frame->width - width));
      plot_canvas_layout (frame->canvas, layout, x, lane_y (lanes, frame, i) - 6 * theme->line_grid, 0, theme->text, theme->halo,
                          theme->background);
    }
}

static gboolean
lanes_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Lanes *lanes = (Lanes *) layer;
  double best = hit->distance;
  gboolean found = FALSE;

  /* The root of a branch has priority over the lane on which it lies. */
  for (int i = 0; i < lanes->n; i++)
    {
      const PlotLane *lane = &lanes->lanes[i];
      double x = x_at (frame, lane->root), y = lane_y (lanes, frame, lane->parent >= 0 ? lane->parent : i);
      double distance = hypot (px - x, py - y);

      if (!(distance < best))
        continue;
      best = distance;
      found = TRUE;
      *hit = (PlotHit) { PLOT_HIT_LINE, lane->root, plot_scale_unmap (frame->y, y), x, y, distance, layer, 2 * (gsize) i + 1, PLOT_COLUMN_NONE };
    }
  for (int i = 0; !found && i < lanes->n; i++)
    {
      const PlotLane *lane = &lanes->lanes[i];
      double y = lane_y (lanes, frame, i);

      if (px < x_at (frame, lane->root) || px > x_at (frame, end_of (lane)) || !(fabs (py - y) < best))
        continue;
      *hit = (PlotHit) { PLOT_HIT_LINE, plot_scale_unmap (frame->x, px), plot_scale_unmap (frame->y, y), px, y, fabs (py - y), layer,
                         2 * (gsize) i, PLOT_COLUMN_NONE };
      return TRUE;
    }
  return found;
}

static int
lanes_keys (PlotLayer *layer, const PlotFrame *frame, PlotKey *keys, int n)
{
  Lanes *lanes = (Lanes *) layer;
  int n_keys = MIN (n, lanes->n);

  for (int i = 0; i < n_keys; i++)
    {
      PlotStyle style = { .series = lanes->lanes[i].series };

      keys[i] = (PlotKey) { .color = plot_style_color (&style, frame->theme, FALSE), .text_color = plot_style_color (&style, frame->theme, TRUE),
                            .pen = plot_style_pen (&style, frame->theme), .end_y = lane_y (lanes, frame, i), .rank = i };
      g_snprintf (keys[i].label, sizeof keys[i].label, "%c", lanes->lanes[i].letter);
    }
  return n_keys;
}

static guint64
lanes_serial (PlotLayer *layer)
{
  Lanes *lanes = (Lanes *) layer;
  guint64 sum = 0;

  for (int i = 0; i < lanes->n; i++)
    sum += sim_trajectory_n_rows (lanes->lanes[i].trajectory);
  return sum;
}

static void
lanes_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  Lanes *lanes = (Lanes *) layer;
  const PlotLane *lane = hit->index / 2 < (gsize) lanes->n ? &lanes->lanes[hit->index / 2] : NULL;
  char t[32];

  if (lane == NULL)
    return;
  plot_format_number (lane->root, 4, t, sizeof t);
  if (lane->parent >= 0)
    /* Translators: readout of a branch: its letter and name, the letter of the run that it begins from, the time and its unit. */
    g_string_append_printf (text, _("%c: %s\nfrom %c at %s%s%s"), lane->letter, lane->label, lanes->lanes[lane->parent].letter, t,
                            *time_unit != '\0' ? " " : "", time_unit);
  else
    g_string_append_printf (text, "%c: %s", lane->letter, lane->label);
}

static void
lanes_describe (PlotLayer *layer, GString *text)
{
  Lanes *lanes = (Lanes *) layer;

  for (int i = 0; i < lanes->n; i++)
    {
      const PlotLane *lane = &lanes->lanes[i];
      g_autofree char *plain = plot_text_plain (lane->label);
      char t[32];

      plot_format_number (lane->root, 4, t, sizeof t);
      if (lane->parent >= 0)
        /* Translators: part of the summary of a plot: letter of a branch, its name, the letter of its parent, the time. */
        g_string_append_printf (text, _(", %c %s from %c at %s"), lane->letter, plain, lanes->lanes[lane->parent].letter, t);
      else
        g_string_append_printf (text, ", %c %s", lane->letter, plain);
      if (lane->failed)
        g_string_append (text, _(", failed"));
    }
}

static void
lanes_free (PlotLayer *layer)
{
  Lanes *lanes = (Lanes *) layer;

  for (int i = 0; i < lanes->n; i++)
    {
      sim_trajectory_unref (lanes->lanes[i].trajectory);
      g_free ((char *) lanes->lanes[i].label);
    }
  g_free (lanes->lanes);
}

static gboolean
lanes_find (PlotLayer *layer, PlotHit *hit)
{
  return hit->kind == PLOT_HIT_LINE && hit->index / 2 < (gsize) ((Lanes *) layer)->n;
}

static const PlotLayerClass lanes_class = {
  "lanes", NULL, lanes_draw, lanes_hit, lanes_keys, lanes_serial, lanes_readout, lanes_free, lanes_draw_front, lanes_describe, .find = lanes_find
};

PlotLayer *
plot_layer_lanes_new (const PlotLane *lanes, int n)
{
  Lanes *layer = plot_layer_alloc (sizeof (Lanes), &lanes_class, PLOT_PLANE_DATA);

  layer->n = n;
  layer->lanes = g_memdup2 (lanes, (gsize) n * sizeof *lanes);
  for (int i = 0; i < n; i++)
    {
      layer->lanes[i].label = g_strdup (lanes[i].label);
      sim_trajectory_ref (lanes[i].trajectory);
    }
  layer->layer.direct = TRUE;
  return &layer->layer;
}

gboolean
plot_layer_lanes_get (PlotLayer *layer, const PlotHit *hit, int *number, double *root)
{
  Lanes *lanes = (Lanes *) layer;

  if (layer == NULL || layer->class != &lanes_class || hit->index / 2 >= (gsize) lanes->n)
    return FALSE;
  *number = lanes->lanes[hit->index / 2].number;
  *root = hit->index % 2 == 1 ? lanes->lanes[hit->index / 2].root : NAN;
  return TRUE;
}
