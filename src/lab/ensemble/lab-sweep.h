/* The result of a sweep as numbers, tables and grids. */
#pragma once

#include "lab-ensemble.h"
#include "lab-registry.h"
#include "lab-results.h"

G_BEGIN_DECLS

/* Makes the result of a sweep from its file, which must be complete: the table `points` with the axes and the recorded values of each point,
 * the last axis fastest; the table `failed` with the index and reason of each failed point; and a grid for each recorded value, with the first
 * axis in x. A failed point has the values that it reached. Returns NULL with an error. Any thread. */
LabResult *lab_sweep_report (const LabEnsemble *ensemble, LabResults *results, GError **error);

G_END_DECLS
