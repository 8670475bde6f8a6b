/* The plots of the page Method of the Laboratory. Each function returns a new view that the caller owns. Main thread. */
#pragma once

#include "lab-slope.h"
#include "lab-plane.h"
#include "plot-view.h"
#include "wb-comparison.h"
#include "wb-eigenvalues.h"
#include "wb-lab-region.h"

G_BEGIN_DECLS

/* Index of the colour of an entry of the comparison in plots, from 0 to 5. */
#define WB_LAB_SERIES(entry) (wb_compare_entry_color (entry) - 1)

/* Makes the plot of stability regions. It has one border for each visible entry; the region of `main` is
 * filled and has a thick border. It also has the points h·λ and marks whether each is inside the region of
 * `judge`. regions: WbLabRegion. edited: the region of an edited tableau, drawn instead of that of `main`, or
 * NULL. */
PlotView *wb_lab_region_view_new (WbComparison *methods, const GPtrArray *regions, const WbLabRegion *edited, const OdeMethod *judge,
                                  const OdeMethod *main, const WbEigenvalues *eigenvalues, double h);

/* Makes the plot of a study: the errors of each visible entry over `axis`, with the measured slope at the end of each
 * line. */
PlotView *wb_lab_study_view_new (WbComparison *methods, const LabStudy *study, LabAxis axis, const OdeMethod *main, const char *unit);

G_END_DECLS
