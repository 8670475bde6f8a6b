/* The plane of a comparison: the last turn of each run, its point now, the
 * reference solution, and what has left the view. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbCompareOrbit WbCompareOrbit;

/* Makes the plane of a comparison's result, which must outlive it. turn is the
 * time of one revolution, or 1. *view is owned by the caller. */
WbCompareOrbit *wb_compare_orbit_new (WbComparison *comparison, double turn, PlotView **view);
/* Frees it; the view is not freed. */
void wb_compare_orbit_free (WbCompareOrbit *orbit);
/* Moves the points to time t. Must run as a change of the view
 * (wb_plot_area_change). */
void wb_compare_orbit_set_time (WbCompareOrbit *orbit, PlotView *view, double t);
/* Returns whether an entry is visible and has an orbit. */
gboolean wb_compare_orbit_shows (WbCompareEntry *entry);

G_END_DECLS
