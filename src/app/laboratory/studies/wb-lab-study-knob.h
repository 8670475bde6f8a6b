/* Shows which of the values of a result a knob has selected (LabStudyKind.knob). */
#pragma once

#include "lab-study-kind.h"
#include "lab-result.h"
#include "wb-axis-knob.h"

G_BEGIN_DECLS

/* Moves the knob to the selected value of a result, and hides it if there is nothing to select or result is NULL. */
void wb_lab_study_knob_show (WbAxisKnob *knob, const LabStudyKind *kind, const LabResult *result);

G_END_DECLS
