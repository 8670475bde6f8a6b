/* The reason for the outcome of an attempt, and the error of each state, as drawings for the cards and for exported figures. The drawings
 * keep copies of all data. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns a drawing of the rule for the next step size with its numbers, or of the reason why Newton's method was given up, or of the facts
 * about a step whose size no error control chose. Returns NULL if there is none of these. */
PlotView *wb_verdict_drawing (const WbAttemptScene *scene);
/* Returns a drawing of the facts about a step whose size no error control chose. Returns NULL if nothing is known. */
PlotView *wb_step_drawing (const WbAttemptScene *scene);
/* Returns a drawing of the error of each state divided by its tolerance or, if the method has no estimate, of the local error of each state.
 * Returns NULL if neither is known. */
PlotView *wb_error_drawing (const WbAttemptScene *scene);
/* Returns a sentence about the norm of the error as rich text. Free it with g_free. */
char *wb_error_sentence (const LabAttempt *attempt, ModelSystem *system);
/* Returns whether the drawing shows the local error, because the attempt has no estimate. */
gboolean wb_error_is_local (const LabAttempt *attempt);

G_END_DECLS
