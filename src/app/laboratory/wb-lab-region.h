/* The stability region of a method as curves. */
#pragma once

#include "ode-stability.h"
#include "plot-view.h"
#include "wb-lab-task.h"

G_BEGIN_DECLS

/* The border of a region in the window of the plot. */
typedef struct
{
  const OdeMethod *method;
  GPtrArray *curves;       /* GArray of double: pairs (re, im), closed ones with their first point at the end */
  gboolean outside;        /* stable far to the left: the border surrounds what is unstable */
  gboolean known;          /* values could be computed */
  OdeStabilityFacts facts;
  double label_x, label_y; /* a place for the name: the highest point */
} WbLabRegion;
/* Frees a region. */
void wb_lab_region_free (WbLabRegion *region);

/* The window in which borders are computed. */
#define WB_LAB_RE_LOW -14.0
#define WB_LAB_RE_HIGH 10.0
#define WB_LAB_IM_HIGH 12.0

/* Computes the region of a method, which must outlive it. Any thread. */
WbLabRegion *wb_lab_region_new (const OdeMethod *method);

G_END_DECLS
