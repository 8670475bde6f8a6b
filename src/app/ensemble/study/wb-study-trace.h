/* A single run drawn over the picture of a basin of attraction. It starts in the cell that the user clicked. Main thread. */
#pragma once

#include "lab-path.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Computes in the background the run that starts in the cell at (x, y) of the first grid of the study's result. When it is complete, the
 * study emits "picture-changed". Does nothing if the point is outside the grid or the study has no basin. */
void wb_study_trace (WbStudy *study, double x, double y);
/* Returns the run, borrowed, or NULL if no run was computed for the present result. */
const LabPath *wb_study_traced (WbStudy *study);
/* Returns the code of the cell in which the run starts (an attractor or LAB_BASIN_…), or LAB_BASIN_UNKNOWN if there is no
 * run. */
int wb_study_traced_code (WbStudy *study);

G_END_DECLS
