/* Finds the point, attempt or object of a view that is nearest to the pointer, and stores what is pinned or selected. */
#include "plot-view-hit.h"

#include <math.h>

#include "plot-layers.h"
#include "plot-run.h"
#include "plot-view-private.h"

void
plot_view_set_hover (PlotView *view, double px, double py)
{
  view->hover_x = px;
  view->hover_y = py;
}

void
plot_view_set_pin (PlotView *view, const PlotHit *hit)
{
  view->has_pin = hit != NULL;
  if (hit != NULL)
    view->pin = *hit;
}

const PlotHit *
plot_view_pin (const PlotView *view)
{
  return view->has_pin ? &view->pin : NULL;
}

void
plot_view_set_selected (PlotView *view, const PlotHit *hit)
{
  view->has_selected = hit != NULL;
  if (hit != NULL)
    view->selected = *hit;
}

void
plot_view_set_box (PlotView *view, double px0, double py0, double px1, double py1)
{
  view->box[0] = px0;
  view->box[1] = py0;
  view->box[2] = px1;
  view->box[3] = py1;
}

PlotHitKind
plot_view_hit (PlotView *view, double px, double py, double reach, PlotHit *hit)
{
  double right = view->left + view->area_width, bottom = view->top + view->area_height, playhead;
  PlotFrame frame;
  gboolean above;

  *hit = (PlotHit) { .px = px, .py = py, .distance = reach, .column = PLOT_COLUMN_NONE };
  plot_view_unmap (view, px, py, &hit->x, &hit->y);
  if (view->area_width <= 0 || px < 0 || py < 0 || px > view->width || py > view->height)
    return hit->kind = PLOT_HIT_NOTHING;
  playhead = view->time_axis != NULL ? plot_scale_map (&view->x_scale, plot_time_axis_playhead (view->time_axis)) : NAN;
  if (view->handle_shown && fabs (px - playhead) < 9 && fabs (py - plot_view_band (view) + 4) < 10)
    return hit->kind = PLOT_HIT_PLAYHEAD;
  if (px < view->left - 2)
    return hit->kind = py < plot_view_band (view) ? PLOT_HIT_TITLE : PLOT_HIT_Y_AXIS;
  if (py > bottom + 2 && view->x_labels_shown)
    return hit->kind = PLOT_HIT_X_AXIS;
  if (py < plot_view_band (view))
    return hit->kind = PLOT_HIT_TITLE;
  above = py < view->top - reach;
  if (px > right + reach || py < view->top - view->lanes_height - reach)
    return hit->kind = PLOT_HIT_NOTHING;
  plot_view_frame (view, NULL, &frame);
  /* If there are no tick labels below the plot, the marks of events are in their place. */
  hit->kind = above ? PLOT_HIT_NOTHING : py > bottom + 2 ? PLOT_HIT_X_AXIS : PLOT_HIT_PLANE;
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (layer->visible && layer->class->above == above && layer->class->hit != NULL && layer->class->hit (layer, &frame, px, py, hit))
        {
          hit->layer = layer;
          hit->run = layer->run;
        }
    }
  if (hit->kind == PLOT_HIT_PLANE && fabs (px - playhead) < 4)
    hit->kind = PLOT_HIT_PLAYHEAD;
  return hit->kind;
}

gboolean
plot_view_hit_rejected (PlotView *view, double px, double py, double reach, PlotHit *hit)
{
  PlotFrame frame;

  if (view->area_width <= 0)
    return FALSE;
  plot_view_frame (view, NULL, &frame);
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      PlotHit found = { .distance = reach };

      if (!layer->visible || layer->class->hit == NULL || !layer->class->hit (layer, &frame, px, py, &found) || found.kind != PLOT_HIT_ATTEMPT
          || !plot_layer_attempts_is_rejected (layer, found.index))
        continue;
      *hit = found;
      hit->layer = layer;
      hit->run = layer->run;
      return TRUE;
    }
  return FALSE;
}

gboolean
plot_view_hit_step (PlotView *view, double px, double py, double reach, PlotHit *hit)
{
  double bottom = view->top + view->area_height, t, value, nearest = INFINITY;
  PlotFrame frame;

  if (view->time_axis == NULL || view->area_width <= 0)
    return FALSE;
  plot_view_frame (view, NULL, &frame);
  plot_view_unmap (view, px, py, &t, &value);
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);
      double when, x, y;
      /* Marks of values outside the range are drawn at the edge of the plot. */
      PlotHit found = { .distance = reach };

      if (layer->class->hit == NULL || !plot_view_point_at (view, layer, t, reach, &when, &value))
        continue;
      plot_view_map (view, when, value, &x, &y);
      if (!(y >= view->top - 1 && y <= bottom + 1) || !(fabs (y - py) < nearest) || !layer->class->hit (layer, &frame, x, y, &found))
        continue;
      nearest = fabs (y - py);
      *hit = found;
      hit->layer = layer;
      hit->run = layer->run;
    }
  return isfinite (nearest);
}
