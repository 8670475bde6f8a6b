/* Parts of the study `basin`, for callers that show its results while it runs. */
#pragma once

#include "lab-basin.h"
#include "lab-result.h"

G_BEGIN_DECLS

/* Makes a basin from the texts of the study's options, and sets *n_jobs to the number of threads. Returns NULL with an error if an option
 * is wrong. */
LabBasin *lab_study_basin_new (const LabProblem *problem, const char *const *values, int *n_jobs, GError **error);
/* Returns the path of the file that stores the cells, or NULL; owned by the caller of the study. */
const char *lab_study_basin_keep (const char *const *values);
/* Makes the study's result from the cells computed so far. spread is used as in lab_basin_snapshot. May be called from any thread, also
 * during lab_basin_run. */
LabResult *lab_study_basin_report (const LabBasin *basin, const LabProblem *problem, gboolean spread);

G_END_DECLS
