/* The plot of the crossings that a search finds and misses in a step, over the size of the step. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-search-picture.h"

G_BEGIN_DECLS

/* Makes the plot. run: the picture of the step of the run; h: the size that is shown; unit: the unit of time, or NULL. */
PlotView *wb_event_curve_plot (const LabEventCurve *curve, const WbSearchPicture *run, double h, const char *unit);
/* Returns the numbers of the plot as a table with tabs. Free it with g_free. */
char *wb_event_curve_text (const LabEventCurve *curve);

G_END_DECLS
