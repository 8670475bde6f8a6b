/* Ranges of the axes of a view. They are set by the caller, set by zoom and pan, or follow the data. */
#include <math.h>

#include "plot-view-private.h"

static void
set_range (PlotView *view, PlotAxisState *axis, double low, double high)
{
  axis->fixed_low = low;
  axis->fixed_high = high;
  axis->low = axis->high = NAN;
  axis->manual = FALSE;
  view->serial++;
}

void
plot_view_set_x_range (PlotView *view, double low, double high)
{
  set_range (view, &view->x, low, high);
}

void
plot_view_set_y_range (PlotView *view, double low, double high)
{
  set_range (view, &view->y, low, high);
}

void
plot_view_set_x_home (PlotView *view, double low, double high)
{
  view->x.home_low = low;
  view->x.home_high = high;
  view->serial++;
}

void
plot_view_set_y_home (PlotView *view, double low, double high)
{
  view->y.home_low = low;
  view->y.home_high = high;
  view->serial++;
}

void
plot_view_get_x_range (const PlotView *view, double *low, double *high)
{
  *low = view->x.low;
  *high = view->x.high;
}

void
plot_view_get_y_range (const PlotView *view, double *low, double *high)
{
  *low = view->y.low;
  *high = view->y.high;
}

static void
take_scale (PlotAxisState *axis, const PlotScale *scale)
{
  axis->low = scale->low;
  axis->high = scale->high;
  axis->manual = TRUE;
}

static void
take_x_scale (PlotView *view)
{
  if (view->time_axis != NULL)
    plot_time_axis_set_view (view->time_axis, view->x_scale.low, view->x_scale.high);
  else
    take_scale (&view->x, &view->x_scale);
}

void
plot_view_zoom (PlotView *view, PlotDirection direction, double px, double py, double factor)
{
  /* Pixels can be converted to data only after the first drawing. */
  if (view->area_width <= 0)
    return;
  if (view->equal)
    direction = PLOT_DIRECTION_BOTH;
  if ((direction & PLOT_DIRECTION_X) != 0)
    {
      plot_scale_zoom (&view->x_scale, plot_scale_unmap (&view->x_scale, px), factor);
      take_x_scale (view);
    }
  if ((direction & PLOT_DIRECTION_Y) != 0)
    {
      plot_scale_zoom (&view->y_scale, plot_scale_unmap (&view->y_scale, py), factor);
      take_scale (&view->y, &view->y_scale);
    }
  view->serial++;
}

void
plot_view_pan (PlotView *view, double dx, double dy)
{
  if (view->area_width <= 0)
    return;
  if (dx != 0)
    {
      plot_scale_pan (&view->x_scale, dx);
      take_x_scale (view);
    }
  if (dy != 0)
    {
      plot_scale_pan (&view->y_scale, dy);
      take_scale (&view->y, &view->y_scale);
    }
  view->serial++;
}

void
plot_view_fit (PlotView *view, PlotDirection direction)
{
  if (view->equal)
    direction = PLOT_DIRECTION_BOTH;
  if ((direction & PLOT_DIRECTION_X) != 0)
    {
      if (view->time_axis != NULL)
        plot_time_axis_fit (view->time_axis);
      view->x.low = view->x.high = NAN;
      view->x.manual = FALSE;
    }
  if ((direction & PLOT_DIRECTION_Y) != 0)
    {
      view->y.low = view->y.high = NAN;
      view->y.manual = FALSE;
    }
  view->serial++;
}

void
plot_view_zoom_box (PlotView *view, double px0, double py0, double px1, double py1)
{
  double left = plot_scale_unmap (&view->x_scale, fmin (px0, px1)), right = plot_scale_unmap (&view->x_scale, fmax (px0, px1));
  double x0 = view->x_reversed ? right : left, x1 = view->x_reversed ? left : right;
  double y0 = plot_scale_unmap (&view->y_scale, fmax (py0, py1)), y1 = plot_scale_unmap (&view->y_scale, fmin (py0, py1));

  if (view->area_width <= 0)
    return;

  /* A box that is narrower than 4 px in one direction zooms only in the other direction. */
  if (fabs (px1 - px0) >= 4)
    {
      if (view->time_axis != NULL)
        plot_time_axis_set_view (view->time_axis, x0, x1);
      else
        {
          view->x.low = x0;
          view->x.high = x1;
          view->x.manual = TRUE;
        }
    }
  if (fabs (py1 - py0) >= 4)
    {
      view->y.low = y0;
      view->y.high = y1;
      view->y.manual = TRUE;
    }
  view->serial++;
}

static void
automatic_range (PlotAxisState *axis, double low, double high, double positive)
{
  double nice_low, nice_high;

  if (axis->manual)
    return;
  if (axis->log)
    low = isfinite (positive) ? positive : NAN;
  if (!isfinite (low) || !isfinite (high))
    {
      low = axis->log ? 1 : 0;
      high = axis->log ? 10 : 1;
      if (isfinite (axis->low))
        return;
      axis->empty = TRUE;
    }
  else if (axis->empty)
    {
      axis->empty = FALSE;
      axis->low = axis->high = NAN;
    }
  if (axis->home_high > axis->home_low && low >= axis->home_low && high <= axis->home_high
      && (isnan (axis->low) || axis->low >= axis->home_low)
      && (isnan (axis->high) || axis->high <= axis->home_high))
    {
      axis->low = axis->home_low;
      axis->high = axis->home_high;
      return;
    }
  if (isnan (axis->low))
    {
      plot_scale_nice_range (axis->log ? PLOT_SCALE_LOG : PLOT_SCALE_LINEAR, low, high, &nice_low, &nice_high);
      axis->low = nice_low;
      axis->high = nice_high;
      /* The range around a single value is arbitrary, so later data replace it instead of enlarging it. */
      axis->empty |= !(high > low);
    }
  else
    plot_scale_grow (axis->log ? PLOT_SCALE_LOG : PLOT_SCALE_LINEAR, &axis->low, &axis->high, low, high);
  if (isfinite (axis->fixed_low) && (!axis->log || axis->fixed_low > 0))
    axis->low = axis->fixed_low;
  if (isfinite (axis->fixed_high) && axis->fixed_high > axis->low)
    axis->high = axis->fixed_high;
}

/* Returns whether another view determines the horizontal range. */
static gboolean
takes_x (const PlotView *view)
{
  return view->shared_x != NULL && !view->leads_x && view->shared_x->width > 0;
}

/* Gives the vertical axis the same number of pixels per unit as the shared horizontal axis. If the range does not fit, its lower end is cut
 * off. */
static void
equalize_under (PlotView *view)
{
  double unit = (view->x.high - view->x.low) / view->area_width;

  if (unit > 0 && isfinite (unit))
    view->y.low = view->y.high - unit * view->area_height;
}

/* Gives both axes the same number of pixels per unit, by enlarging the range of the axis that has more space. */
static void
equalize (PlotView *view)
{
  double ux = (view->x.high - view->x.low) / view->area_width, uy = (view->y.high - view->y.low) / view->area_height;
  PlotAxisState *axis = ux > uy ? &view->y : &view->x;
  double unit = fmax (ux, uy), middle = 0.5 * (axis->low + axis->high);
  double half = 0.5 * unit * (ux > uy ? view->area_height : view->area_width);

  if (!(unit > 0) || !isfinite (unit))
    return;
  axis->low = middle - half;
  axis->high = middle + half;
}

void
plot_view_ranges (PlotView *view)
{
  PlotExtent extent = { INFINITY, -INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, FALSE, FALSE };
  double from = -INFINITY, to = INFINITY;

  if (view->time_axis != NULL)
    {
      plot_time_axis_get_view (view->time_axis, &from, &to);
      view->x.log = plot_time_axis_get_log (view->time_axis);
      view->x.low = view->x.log ? plot_time_axis_log_low (view->time_axis) : from;
      view->x.high = to;
    }
  for (guint i = 0; i < view->layers->len; i++)
    {
      PlotLayer *layer = g_ptr_array_index (view->layers, i);

      if (layer->visible && !layer->no_extent && layer->class->extent != NULL)
        layer->class->extent (layer, from, to, &extent);
    }
  if (view->time_axis == NULL)
    automatic_range (&view->x, extent.x_low, extent.x_high, extent.x_positive);
  else if (view->x.log && from <= 0)
    {
      plot_time_axis_set_smallest_time (view->time_axis, extent.x_positive);
      view->x.low = plot_time_axis_log_low (view->time_axis);
    }
  automatic_range (&view->y, extent.y_low, extent.y_high, extent.y_positive);
  if (takes_x (view))
    {
      view->x.low = view->shared_x->low;
      view->x.high = view->shared_x->high;
      if (!view->y.manual && isfinite (extent.y_high))
        view->y.high = extent.y_high;
    }
  /* All views on a time axis reserve the same underflow band, even if they have no values in
   * it. */
  view->x.underflow = view->x.log && (view->time_axis != NULL ? from <= 0 : extent.x_nonpositive);
  view->y.underflow = view->y.log && extent.y_nonpositive;
  if (view->equal && view->area_width > 0 && view->area_height > 0)
    {
      if (takes_x (view))
        equalize_under (view);
      else
        equalize (view);
    }
  if (view->leads_x)
    {
      view->shared_x->left = view->left;
      view->shared_x->width = view->x.log ? 0 : view->area_width;
      view->shared_x->low = view->x.low;
      view->shared_x->high = view->x.high;
    }
}

/* ---- ranges for another view of the same data ---- */

static PlotRange
get_shown (const PlotAxisState *axis)
{
  /* A plot whose layers have no extent may have ranges that the caller has set. */
  gboolean empty = axis->empty && !(isfinite (axis->fixed_low) && isfinite (axis->fixed_high));

  return empty || !(axis->high > axis->low) ? (PlotRange) { 0, 0, FALSE } : (PlotRange) { axis->low, axis->high, axis->manual };
}

static void
set_shown (PlotAxisState *axis, const PlotRange *range)
{
  if (!isfinite (range->low) || !isfinite (range->high) || !(range->high > range->low) || (axis->log && !(range->low > 0)))
    return;
  axis->low = range->low;
  axis->high = range->high;
  axis->manual = range->by_hand;
  axis->empty = FALSE;
}

void
plot_view_get_shown (const PlotView *view, PlotRange *x, PlotRange *y)
{
  *x = view->time_axis == NULL ? get_shown (&view->x) : (PlotRange) { 0, 0, FALSE };
  *y = get_shown (&view->y);
}

void
plot_view_set_shown (PlotView *view, const PlotRange *x, const PlotRange *y)
{
  if (view->time_axis == NULL)
    set_shown (&view->x, x);
  set_shown (&view->y, y);
  view->serial++;
}
