/* The plot of the phase plane. */
#pragma once

#include "plot-view.h"
#include "wb-lab-plane-search.h"
#include "wb-laboratory.h"

G_BEGIN_DECLS

/* Makes the plot of what was found, with trajectories (LabCurve). layers: those that are drawn (WB_LAB_NULLCLINES, …). selected: index of an equilibrium, or their number plus the index of a
 * closed orbit, which is marked; −1: none. The caller owns the view. Any thread. */
PlotView *wb_lab_found_view (const WbLabFound *found, const GPtrArray *trajectories, guint layers, int selected);

G_END_DECLS
