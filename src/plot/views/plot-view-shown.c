/* What the axes of a view show, handed on to another view. */
#include <math.h>

#include "plot-view-private.h"

static PlotRange
get (const PlotAxisState *axis)
{
  return axis->empty || !(axis->high > axis->low) ? (PlotRange) { 0, 0, FALSE } : (PlotRange) { axis->low, axis->high, axis->manual };
}

static void
set (PlotAxisState *axis, const PlotRange *range)
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
  *x = view->time_axis == NULL ? get (&view->x) : (PlotRange) { 0, 0, FALSE };
  *y = get (&view->y);
}

void
plot_view_set_shown (PlotView *view, const PlotRange *x, const PlotRange *y)
{
  if (view->time_axis == NULL)
    set (&view->x, x);
  set (&view->y, y);
  view->serial++;
}
