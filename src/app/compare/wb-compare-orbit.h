/* The phase plane of a comparison. It shows the last revolution of each run,
 * its current point, the reference solution, and the runs that left the view.
 * Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbCompareOrbit WbCompareOrbit;

/* Makes the plane for the result of a comparison, which must outlive the plane. turn is the time of one revolution, or 1. The caller owns
 * *view. */
WbCompareOrbit *wb_compare_orbit_new (WbComparison *comparison, double turn, PlotView **view);
/* Frees it; the view is not freed. */
void wb_compare_orbit_free (WbCompareOrbit *orbit);
/* Moves the points to time t. Call it only from a function passed to wb_plot_area_change, because another thread may be drawing the view. */
void wb_compare_orbit_set_time (WbCompareOrbit *orbit, PlotView *view, double t);
/* Returns whether an entry is visible and has an orbit. */
gboolean wb_compare_orbit_shows (WbCompareEntry *entry);

G_END_DECLS
