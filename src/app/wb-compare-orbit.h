/* The plane of a comparison: the last turn of each run, its point now, the reference solution, and what has left the view. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-comparison.h"

G_BEGIN_DECLS

typedef struct WbCompareOrbit WbCompareOrbit;

/* Of the comparison's result, which must outlive it; turn: time of one, or 1. The view is the caller's; its layers are moved by set_time. */
WbCompareOrbit *wb_compare_orbit_new (WbComparison *comparison, double turn, PlotView **view);
void wb_compare_orbit_free (WbCompareOrbit *orbit);
/* Its view, as a change that nobody draws meanwhile. */
void wb_compare_orbit_set_time (WbCompareOrbit *orbit, PlotView *view, double t);
/* Whether a entry has something to show and is to be shown. */
gboolean wb_compare_orbit_shows (WbCompareEntry *entry);

G_END_DECLS
