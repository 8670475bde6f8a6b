/* What a failed run says: what happened and where, the evidence, what helps. */
#pragma once

#include <glib.h>

#include "sim-explain.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct
{
  char *cause; /* "The step fell below the minimum of 0.05 s at 0.939 s." */
  char *words; /* evidence and advice, whole sentences; "" where there are none */
  SimAdvice remedies[SIM_MOST_REMEDIES + 1]; /* ended by SIM_ADVICE_NONE */
} WbFailureText;

/* Fills in the text for a failed run. */
void wb_failure_text_init (WbFailureText *self, WbRunItem *run);
/* Frees its fields. */
void wb_failure_text_clear (WbFailureText *self);

/* Returns the text as a sentence: capitalised, with a full stop, numbers as
 * figures show them; free with g_free. */
char *wb_failure_sentence (const char *text);

G_END_DECLS
