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

/* Makes the plot of stability regions with one border for each visible entry. The region of the method `main` is filled and has a thick
 * border. Each point h·λ has a marker that shows whether it is inside the region of the method `judge`. `regions` contains WbLabRegion.
 * `edited` is the region of an edited tableau, which is drawn instead of that of `main`, or NULL. If `star` is TRUE, the border of the
 * order star of `main` is drawn too. */
PlotView *wb_lab_region_view_new (WbComparison *methods, const GPtrArray *regions, const WbLabRegion *edited, const OdeMethod *judge,
                                  const OdeMethod *main, gboolean star, const WbEigenvalues *eigenvalues, double h);

/* Returns the translated title of the plot of the study "converge" or "work-precision". The text is static. */
const char *wb_lab_order_title (const char *study);
/* Makes the plot of a result of the study "converge" or "work-precision": the error of each visible method against the column `axis` of the
 * result (h, accuracy, rhs, steps or wall_seconds). The slope stands at the end of each line. `unit` is the unit of time. */
PlotView *wb_lab_order_view_new (WbComparison *methods, const LabResult *result, const char *axis, const OdeMethod *main, const char *unit);

G_END_DECLS
