/* The picture of a region of attraction in the plane of two states: certified sets, the boundary of the true region, and runs. */
#pragma once

#include "lab-registry.h"
#include "lab-roa.h"

G_BEGIN_DECLS

/* The numbers that belong to the curves. */
typedef struct
{
  double true_area;  /* area of the region of attraction; NaN: not known */
  double share;      /* the fraction of it that the certified set covers; NaN: not known */
} LabRegion;

/* Adds the curves of a region of a model of two states to a result: "certified" or "candidate", closed; "smaller", the certified set of the
 * smaller degree; "boundary", the cycle that bounds the true region, closed; runs from outside of the set that come to "rest" or that
 * "escape". Other models, and sets without a bound, have no curves. Returns FALSE with an error if the study is cancelled. */
gboolean lab_region_add (const LabProblem *problem, const LabRoa *roa, LabResult *result, LabRegion *region, const LabProgress *progress,
                         GError **error);

G_END_DECLS
