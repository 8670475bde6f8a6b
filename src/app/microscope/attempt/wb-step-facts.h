/* Facts about a step whose size was not chosen by error control: its local error, the error estimate of the method, and the largest stable
 * step. Any thread. */
#pragma once

#include "lab-attempt.h"

G_BEGIN_DECLS

typedef struct
{
  double *local;      /* for each state, the result minus the accurate solution from the start of the step; NULL: not known */
  double least;       /* smaller differences are errors of the accurate solution, not of the step */
  int worst;          /* state with the largest |local| relative to its size; −1: none */
  int estimated;      /* state with the largest estimated error; −1: there is no estimate */
  double estimate;    /* estimated error of this state; NaN: none */
  double stable;      /* largest stable step, from the eigenvalues at the start; INFINITY: every step is stable; NaN: not known, or no component decays */
  gboolean grows;     /* all components of the linearized model grow, so that stability sets no limit */
  gboolean adaptive;  /* the method has an error estimate, so that error control would be possible */
} WbStepFacts;

/* Computes the facts about an accepted attempt. Clear them with wb_step_facts_clear. */
WbStepFacts wb_step_facts (const LabAttempt *attempt);
/* Frees the arrays in the facts. */
void wb_step_facts_clear (WbStepFacts *facts);

G_END_DECLS
