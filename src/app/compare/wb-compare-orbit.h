/* The phase plane of a comparison. It shows the last revolution of each run, the point of
 * each run at the playhead, the reference solution, and where runs leave the view. Main
 * thread. */
#pragma once

#include "plot-view.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbCompareOrbit WbCompareOrbit;

/* Makes the phase plane for the result of a comparison, which must outlive it. turn: the time of one revolution, or 1 if there is no
 * period. Sets *view, which the caller owns. */
WbCompareOrbit *wb_compare_orbit_new (WbComparison *comparison, double turn, PlotView **view);
/* Frees the object, but not its view. */
void wb_compare_orbit_free (WbCompareOrbit *orbit);
/* Moves the points of the runs to time t. Call this only from a function passed to wb_plot_area_change, because another thread may be
 * drawing the view. */
void wb_compare_orbit_set_time (WbCompareOrbit *orbit, PlotView *view, double t);
/* Returns whether an entry is visible and has an orbit to draw. */
gboolean wb_compare_orbit_shows (WbCompareEntry *entry);

G_END_DECLS
