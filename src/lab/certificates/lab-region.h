/* Curves for the picture of a region of attraction in the plane of two states: certified sets, the boundary of the true region, and
 * runs. */
#pragma once

#include "lab-result.h"
#include "lab-roa.h"

G_BEGIN_DECLS

/* Numbers that belong to the curves. */
typedef struct
{
  double true_area;  /* area of the true region of attraction; NaN: unknown */
  double share;      /* fraction of true_area that the certified set covers; NaN: unknown */
} LabRegion;

/* Adds curves to the result if the model has two states and the set is bounded: the closed curve "certified" or "candidate"; "smaller", the
 * certified set of the smaller degree; "boundary", the closed cycle that bounds the true region; and runs from outside the set, named
 * "rest" if they converge to the equilibrium and "escape" if not. Returns FALSE with an error if the study is cancelled. */
gboolean lab_region_add (const LabProblem *problem, const LabRoa *roa, LabResult *result, LabRegion *region, const LabProgress *progress,
                         GError **error);

G_END_DECLS
