/* The stability region of a method, as border curves in the complex plane. */
#pragma once

#include "ode-stability.h"
#include "plot-view.h"
#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* The border of a stability region inside the window below. */
typedef struct
{
  const OdeMethod *method;
  GPtrArray *curves;       /* GArray of double: pairs (re, im); a closed curve ends with its first point */
  GPtrArray *star;         /* the border of the order star {z : |R(z)| > |exp (z)|} (Wanner, Hairer and Nørsett 1978), as the curves */
  gboolean outside;        /* whether the method is stable far to the left, so that the border encloses the unstable points */
  gboolean known;          /* whether |R(z)| could be computed; if FALSE, there are no curves */
  OdeStabilityFacts facts;
} WbLabRegion;
/* Frees a stability region. */
void wb_lab_region_free (WbLabRegion *region);

/* The part of the complex plane in which borders are computed. The lower half mirrors the upper half. */
#define WB_LAB_RE_LOW -14.0
#define WB_LAB_RE_HIGH 10.0
#define WB_LAB_IM_HIGH 12.0

/* Computes the stability region of a method, which must outlive the region. Any thread. */
WbLabRegion *wb_lab_region_new (const OdeMethod *method);

G_END_DECLS
