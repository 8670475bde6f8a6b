/* The reason of an attempt and its error as drawings, for the cards, for figures and for tables. Main thread; the drawings keep copies. */
#pragma once

#include "plot-view.h"
#include "wb-attempt-scene.h"

G_BEGIN_DECLS

/* Returns the rule for the next step size with its numbers, or why Newton's method was given up; NULL: there is neither. */
PlotView *wb_verdict_drawing (const WbAttemptScene *scene);
/* Returns the error of each state over its tolerance; NULL: there is no estimate. */
PlotView *wb_error_drawing (const WbAttemptScene *scene);
/* Returns a sentence about the norm of the error, rich text; free with g_free. */
char *wb_error_sentence (const LabAttempt *attempt, ModelSystem *system);

G_END_DECLS
