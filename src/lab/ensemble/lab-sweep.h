/* Converts the results of a sweep to numbers, tables and grids. */
#pragma once

#include "lab-ensemble.h"
#include "lab-result.h"
#include "lab-results.h"

G_BEGIN_DECLS

/* Makes the result of a sweep from its result file, which must be complete. It has the table `points` with axes and recorded values of each
 * point (the last axis varies fastest), the table `failed` with index and reason of each failed point, and a grid for each recorded value,
 * with the first axis in x. A failed point has the values that it reached. Returns NULL with an error. May be called from any thread. */
LabResult *lab_sweep_report (const LabEnsemble *ensemble, LabResults *results, GError **error);

G_END_DECLS
