/* The plots of the Laboratory. The caller owns the views. Main thread. */
#pragma once

#include "lab-slope.h"
#include "lab-plane.h"
#include "plot-view.h"
#include "wb-comparison.h"
#include "wb-eigenvalues.h"
#include "wb-lab-region.h"

G_BEGIN_DECLS

/* Returns the short name of a method with this entry's colour, 0 to 5. */
#define WB_LAB_SERIES(entry) (wb_compare_entry_color (entry) - 1)

/* Makes the plot of stability regions: one border for each visible entry, that
 * of `main` filled and thick, and the points h·λ, which are inside or outside the
 * region of `judge`. regions: WbLabRegion. edited (or NULL) is the region of an
 * edited tableau, which is drawn in place of that of main. */
PlotView *wb_lab_region_view_new (WbComparison *methods, const GPtrArray *regions, const WbLabRegion *edited, const OdeMethod *judge,
                                  const OdeMethod *main, const WbEigenvalues *eigenvalues, double h);

/* Makes the plot of a study: the error of each visible entry against an axis,
 * with its slope at the end of the line. */
PlotView *wb_lab_study_view_new (WbComparison *methods, const LabStudy *study, LabAxis axis, const OdeMethod *main, const char *unit);

G_END_DECLS
