/* The parts of the study `basin`, for callers that show its results while it runs. */
#pragma once

#include "lab-basin.h"
#include "lab-registry.h"

G_BEGIN_DECLS

/* Makes a basin from the texts of the study's options, and sets the number of threads. Returns NULL with an error. */
LabBasin *lab_study_basin_new (const LabProblem *problem, const char *const *values, int *n_jobs, GError **error);
/* Returns the file that keeps the cells, or NULL; borrowed. */
const char *lab_study_basin_keep (const char *const *values);
/* Makes the study's result of the cells so far; any thread, also during
 * lab_basin_run. spread as in lab_basin_snapshot. */
LabResult *lab_study_basin_report (const LabBasin *basin, const LabProblem *problem, gboolean spread);

G_END_DECLS
