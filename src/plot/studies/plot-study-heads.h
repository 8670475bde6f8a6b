/* Heads of arrows on the orbits of a plane, in the direction of time. */
#pragma once

#include "plot-style.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* An orbit in a window of the plane. */
typedef struct
{
  double low[2], high[2];   /* the window */
  const double *points;     /* coordinates x, y of the n points */
  int n;
  gboolean closed;
  gboolean backward;        /* the points are against the order of time */
} PlotOrbit;

/* Adds layers with the heads of an orbit to a view: one near the first point, or some at equal distances along a closed orbit. A short orbit gets
 * none. style is that of the orbit; the heads are solid. */
void plot_study_add_heads (PlotView *view, const PlotOrbit *orbit, const PlotStyle *style);

/* Adds the mark of the start of a trajectory, at the coordinates at[2]. */
void plot_study_add_start (PlotView *view, const double *at, const PlotStyle *style);

G_END_DECLS
