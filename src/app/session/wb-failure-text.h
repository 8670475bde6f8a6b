/* The text about a failed run: what happened and when, the evidence, and what may
 * help. */
#pragma once

#include <glib.h>

#include "sim-explain.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct
{
  char *cause; /* cause as a sentence, such as "The step fell below the minimum of 0.05 s at 0.939 s." */
  char *words; /* evidence and advice as sentences, or "" */
  SimAdvice remedies[SIM_MOST_REMEDIES + 1]; /* actions that may help; the array ends with SIM_ADVICE_NONE */
} WbFailureText;

/* Fills in the text for a run that has failed. Clear it with wb_failure_text_clear. */
void wb_failure_text_init (WbFailureText *self, WbRunItem *run);
/* Frees the fields of the text. */
void wb_failure_text_clear (WbFailureText *self);

/* Returns a message as a sentence: with a capital letter, a full stop, and numbers rounded as in figures. Free it with
 * g_free. */
char *wb_failure_sentence (const char *text);

G_END_DECLS
