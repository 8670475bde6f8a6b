/* Facts about a step whose size no error control chose: its local error, the estimate of its method, and the largest stable step. Any thread. */
#pragma once

#include "lab-attempt.h"

G_BEGIN_DECLS

typedef struct
{
  double *local;      /* for each state the difference of the result from the solution through the start of the step; NULL: not known */
  double least;       /* differences below this are those of the computed solution and not of the step */
  int worst;          /* state with the largest |local|, relative to its size; -1: none */
  int estimated;      /* state with the largest error in the estimate; -1: there is no estimate */
  double estimate;    /* the estimate in this state; NaN: none */
  double stable;      /* the largest stable step, from the eigenvalues at the start; +inf: each step is stable; NaN: not known, or nothing decays */
  gboolean adaptive;  /* the method has an error estimate that could choose its steps */
} WbStepFacts;

/* Computes the facts about an accepted attempt; clear them with wb_step_facts_clear. */
WbStepFacts wb_step_facts (const LabAttempt *attempt);
/* Frees the arrays. */
void wb_step_facts_clear (WbStepFacts *facts);

G_END_DECLS
