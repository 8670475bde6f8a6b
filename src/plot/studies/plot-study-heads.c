/* Places heads of arrows along the orbits of a phase plane, at distances relative to the window. */
#include "plot-study-heads.h"

#include <math.h>

#include "plot-layers.h"

/* The distance in which the direction is taken, the length of an orbit before its head, and the length for each head of a closed orbit,
 * all relative to the window. */
/* Radius of the mark at the start of a trajectory, px. */
#define START 3.4
#define DIRECTION 0.004
#define BEFORE 0.2
#define EACH 0.8

/* Returns the distance of two points of the orbit, relative to the window. */
static double
distance (const PlotOrbit *orbit, int a, int b)
{
  const double *p = orbit->points + 2 * a, *q = orbit->points + 2 * b;

  return hypot ((p[0] - q[0]) / (orbit->high[0] - orbit->low[0]), (p[1] - q[1]) / (orbit->high[1] - orbit->low[1]));
}

static gboolean
is_inside (const PlotOrbit *orbit, int k)
{
  const double *p = orbit->points + 2 * k;

  return p[0] > orbit->low[0] && p[0] < orbit->high[0] && p[1] > orbit->low[1] && p[1] < orbit->high[1];
}

/* Adds a head at point k. */
static void
add_head (PlotView *view, const PlotOrbit *orbit, int k, const PlotStyle *style)
{
  PlotStyle solid = *style;
  int from = k, step = orbit->backward ? 1 : -1;
  double x[2], y[2];
  PlotLayer *layer;

  while (from + step >= 0 && from + step < orbit->n && distance (orbit, from, k) < DIRECTION)
    from += step;
  for (int end = 0; end < 2; end++)
    {
      x[end] = orbit->points[2 * (end == 0 ? from : k)];
      y[end] = orbit->points[2 * (end == 0 ? from : k) + 1];
    }
  solid.dashed = FALSE;
  solid.solid = TRUE;
  layer = plot_layer_line_new (x, y, 2, &solid);
  plot_layer_line_set_arrow (layer);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
}

void
plot_study_add_heads (PlotView *view, const PlotOrbit *orbit, const PlotStyle *style)
{
  double length = 0, next = BEFORE, each = INFINITY;

  for (int k = 1; k < orbit->n; k++)
    if (is_inside (orbit, k))
      length += distance (orbit, k, k - 1);
  if (orbit->closed)
    {
      each = length / floor (length / EACH); /* infinite for a short orbit */
      next = each / 2;
    }
  length = 0;
  for (int k = 1; k < orbit->n; k++)
    if (is_inside (orbit, k) && (length += distance (orbit, k, k - 1)) >= next)
      {
        add_head (view, orbit, k, style);
        next += each;
      }
}

void
plot_study_add_start (PlotView *view, const double *at, const PlotStyle *style)
{
  PlotStyle mark = { .series = style->series, .width = 1.6 };
  PlotLayer *layer = plot_layer_line_new (&at[0], &at[1], 1, &mark);

  plot_layer_line_set_marker (layer, PLOT_MARKER_RING, START, FALSE);
  layer->no_extent = TRUE;
  plot_view_add (view, layer);
}
