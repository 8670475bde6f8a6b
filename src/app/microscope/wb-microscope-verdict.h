/* The verdict on an attempt in words and as a formula: why it was accepted or rejected, and what the next step size is. Main thread. */
#pragma once

#include "lab-attempt.h"
#include "model-system.h"

G_BEGIN_DECLS

typedef enum { WB_VERDICT_ACCEPTED, WB_VERDICT_REJECTED, WB_VERDICT_CUT } WbVerdictKind;

typedef struct
{
  WbVerdictKind kind;
  char *title;      /* "Rejected" */
  char *sentence;   /* cause and consequence */
  char *formula;    /* right-hand side of the rule for the next size, or NULL */
  char *numbers;    /* the same formula with numbers, or NULL */
  char *clamp;      /* sentence about the limit that determined the next size, or NULL */
  double factor;    /* factor of the rule, before limits are applied; NaN: none */
} WbVerdict;

/* Makes the verdict on an attempt; free it with wb_verdict_free. */
WbVerdict *wb_verdict_new (const LabAttempt *attempt, ModelSystem *system);
/* Frees a verdict; NULL is allowed. */
void wb_verdict_free (WbVerdict *verdict);

G_END_DECLS
