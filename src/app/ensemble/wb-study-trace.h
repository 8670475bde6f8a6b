/* One run over the picture of a basin of attraction: the run of the cell that the user clicks. Main thread. */
#pragma once

#include "lab-path.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Computes the run of the cell at a point of the first grid of the study's result, in the background; afterwards the study emits
 * "picture-changed". Does nothing if the point is outside or the study has no basin. */
void wb_study_trace (WbStudy *study, double x, double y);
/* Returns the run, borrowed, or NULL if there is none for the present result. */
const LabPath *wb_study_traced (WbStudy *study);
/* Returns the code of the run's cell in the first grid, or LAB_BASIN_UNKNOWN
 * without a run. */
int wb_study_traced_code (WbStudy *study);

G_END_DECLS
