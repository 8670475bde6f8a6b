/* Draws results of the study `phase-plane`. */
#pragma once

#include "lab-result.h"
#include "model-system.h"
#include "plot-view.h"

G_BEGIN_DECLS

/* Makes the view of a result of the study `phase-plane`: direction field, nullclines, equilibria, manifolds, closed orbits, the trajectory and the
 * section, with names. The tables are copied. The view takes ownership of `system`, an instance of the model for the direction field. unit is the unit
 * of time, and remark is rich text beside the title; both may be NULL. Returns NULL if the result is not one of this study. The view is drawn on one
 * thread at a time. */
PlotView *plot_study_plane_new (const LabResult *result, ModelSystem *system, const char *unit, const char *title, const char *remark);

G_END_DECLS
