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

/* Makes the plot of stability regions with one border for each entry (WbCompareEntry). The region of the method `main` is filled and has a
 * thick border. Each point h·λ has a marker that shows whether it is inside this region. `regions` contains WbLabRegion. `edited` is the
 * region of `main` if this is the method of an edited tableau, else NULL. If `star` is TRUE, the border of the order star of `main` is drawn
 * too. */
PlotView *wb_lab_region_view_new (const GPtrArray *entries, const GPtrArray *regions, const WbLabRegion *edited, const OdeMethod *main,
                                  gboolean star, const WbEigenvalues *eigenvalues, double h);

/* What the plot of a result of a study with `varied` shows. */
typedef struct
{
  const LabStudyKind *kind;
  const char *axis;       /* column on the horizontal axis: h, accuracy, rhs, steps or wall_seconds */
  const char *error;      /* error on the vertical axis: "end", "steps" or "dense" (see wb_laboratory_error) */
  const OdeMethod *main;  /* method with a thick line */
  const char *unit;       /* unit of time */
} WbLabOrderPlot;
/* The largest number of models in one plot: each has its own marker. */
#define WB_LAB_MOST_MODELS 5
/* Makes the plot of a result: the error of the method of each entry (WbCompareEntry) on each model. The slope stands at the end of each line. Several models have
 * different markers and dashes, and a key. */
PlotView *wb_lab_order_view_new (const GPtrArray *entries, const LabResult *result, const WbLabOrderPlot *plot);

G_END_DECLS
