/* The reason for the outcome of an attempt, and the error of each state, as drawings for the cards and for exported figures. The drawings
 * keep copies of all data. Main thread. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns a drawing of the rule for the next step size with its numbers, or of the reason why Newton's method was given up. If error
 * control did not choose the step size, returns a drawing of the facts about the step. Returns NULL if there is nothing to draw. */
PlotView *wb_verdict_drawing (const WbAttemptScene *scene);
/* Returns a drawing of the facts about a step whose size was not chosen by error control. Returns NULL if nothing is known. */
PlotView *wb_step_drawing (const WbAttemptScene *scene);
/* Returns a drawing of the error of each state divided by its tolerance. If the method has no error estimate, shows the local error of each
 * state. Returns NULL if neither is known. */
PlotView *wb_error_drawing (const WbAttemptScene *scene);
/* Returns a sentence about the norm of the error as rich text. Free it with g_free. */
char *wb_error_sentence (const LabAttempt *attempt, ModelSystem *system);
/* Returns whether wb_error_drawing shows the local error, because the attempt has no error estimate. */
gboolean wb_error_is_local (const LabAttempt *attempt);

G_END_DECLS
