/* Draws a dotted line from the current point of a phase portrait down to the motion
 * plot below it, along their common horizontal axis. It is drawn only on the
 * screen. */
#include <math.h>

#include "plot-layers.h"

typedef struct
{
  PlotLayer layer;
  SimTrajectory *trajectory;
  /* columns of the point; if y_column is PLOT_COLUMN_NONE, the line goes from the top of the view down to the first body at this x */
  int x_column, y_column;
  ModelSystem *system;
  double time;
} Guide;

/* Returns the upper edge of the first item of the scene at x, or NaN if there is none.
 * The scene layer must be drawn before this layer, which uses the items that it has
 * evaluated. */
static double
item_top (Guide *guide, double x, const PlotFrame *frame)
{
  const ModelSceneItem *items = model_system_scene_last (guide->system);
  int n_items = model_system_n_scene_items (guide->system);
  double reach = fabs (frame->x->high - frame->x->low) * 1e-9;

  for (int i = 0; items != NULL && i < n_items; i++)
    {
      double half = items[i].type == MODEL_SCENE_BOX ? items[i].size[1] / 2 : items[i].radius;

      if ((items[i].type == MODEL_SCENE_BOX || items[i].type == MODEL_SCENE_DISC) && items[i].visible && fabs (items[i].at[0] - x) <= reach)
        return items[i].at[1] + half;
    }
  return NAN;
}

static void
draw_line (Guide *guide, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid;
  PlotPen pen = { .color = theme->series[0], .width = 1.5 * unit, .n_dashes = 2, .dashes = { 1.5 * unit, 3 * unit }, .butt = TRUE };
  gsize n = sim_trajectory_n_rows (guide->trajectory);
  double t, value, x, from = 0, to;

  if (n == 0 || frame->canvas->vector)
    return;
  t = isnan (guide->time) ? sim_trajectory_row (guide->trajectory, n - 1)[0] : guide->time;
  value = plot_run_value (guide->trajectory, guide->x_column, t);
  x = plot_scale_map (frame->x, value);
  if (!(x >= frame->left && x <= frame->left + frame->width))
    return;
  if (guide->y_column >= 0)
    {
      from = plot_scale_map (frame->y, plot_run_value (guide->trajectory, guide->y_column, t));
      to = frame->top + frame->height + 4 * theme->margin_bottom; /* the view clips the part of the line that is outside */
    }
  else
    to = plot_scale_map (frame->y, item_top (guide, value, frame));
  if (from >= 0 && to > from)
    plot_canvas_line (frame->canvas, x, from, x, to, &pen);
}

/* In the motion plot the line is drawn below the labels; in the phase portrait it is above the current
 * point. */
static void
guide_draw (PlotLayer *layer, PlotFrame *frame)
{
  if (((Guide *) layer)->y_column < 0)
    draw_line ((Guide *) layer, frame);
}

static void
guide_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  if (((Guide *) layer)->y_column >= 0)
    draw_line ((Guide *) layer, frame);
}

static guint64
guide_serial (PlotLayer *layer)
{
  return sim_trajectory_n_rows (((Guide *) layer)->trajectory);
}

static void
guide_free (PlotLayer *layer)
{
  sim_trajectory_unref (((Guide *) layer)->trajectory);
}

static void
guide_follow (PlotLayer *layer, PlotTimeAxis *clock)
{
  ((Guide *) layer)->time = plot_time_axis_playhead (clock);
}

static const PlotLayerClass guide_class = { "guide", NULL, guide_draw, NULL, NULL, guide_serial, NULL, guide_free, guide_draw_front, NULL,
                                            guide_follow };

PlotLayer *
plot_layer_guide_new (ModelSystem *system, SimTrajectory *trajectory, int x_column, int y_column)
{
  Guide *guide = plot_layer_alloc (sizeof (Guide), &guide_class, PLOT_PLANE_FRONT);

  guide->system = system;
  guide->trajectory = sim_trajectory_ref (trajectory);
  guide->x_column = x_column;
  guide->y_column = y_column;
  guide->time = NAN;
  return &guide->layer;
}
