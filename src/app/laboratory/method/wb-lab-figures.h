/* The plots of the page Method of the Laboratory. Each function returns a new view that the caller owns. Main thread. */
#pragma once

#include "lab-registry.h"
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
 * NULL. star: also draws the border of the order star of `main`. */
PlotView *wb_lab_region_view_new (WbComparison *methods, const GPtrArray *regions, const WbLabRegion *edited, const OdeMethod *judge,
                                  const OdeMethod *main, gboolean star, const WbEigenvalues *eigenvalues, double h);

/* Returns the translated title of the plot of the study "converge" or "work-precision"; static. */
const char *wb_lab_order_title (const char *study);
/* Makes the plot of a result of one of these studies: the error of each visible entry against a column of its rows (h or accuracy, rhs, steps,
 * wall_seconds), with its slope at the end of the line. unit: of the time. */
PlotView *wb_lab_order_view_new (WbComparison *methods, const LabResult *result, const char *axis, const OdeMethod *main, const char *unit);

G_END_DECLS
