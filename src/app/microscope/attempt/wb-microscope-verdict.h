/* The verdict on an attempt as sentences and as a formula: why the attempt was accepted or rejected, and how large the next step is. Main
 * thread. */
#pragma once

#include "lab-attempt.h"
#include "model-system.h"

G_BEGIN_DECLS

typedef enum { WB_VERDICT_ACCEPTED, WB_VERDICT_REJECTED, WB_VERDICT_CUT } WbVerdictKind;

typedef struct
{
  WbVerdictKind kind;
  char *title;      /* one word such as "Rejected" */
  char *sentence;   /* sentence with the cause and the consequence */
  char *formula;    /* right-hand side of the rule for the next step size, or NULL */
  char *numbers;    /* the same formula with numbers, or NULL */
  char *clamp;      /* sentence about the limit that determined the next step size, or NULL */
  double factor;    /* factor of the step size by the rule, before limits are applied; NaN if there is none */
} WbVerdict;

/* Makes the verdict on an attempt of a run of this system. Free it with wb_verdict_free. */
WbVerdict *wb_verdict_new (const LabAttempt *attempt, ModelSystem *system);
/* Returns whether the attempt was accepted. */
gboolean wb_verdict_is_accepted (const LabAttempt *attempt);
/* Returns whether the step was accepted although the integrator did not control its error, and its method reports its stages. */
gboolean wb_verdict_is_uncontrolled (const LabAttempt *attempt);
/* Frees a verdict; NULL is allowed. */
void wb_verdict_free (WbVerdict *verdict);

G_END_DECLS
