/* The text for a failed run: what happened and where, the evidence, and what
 * may help. */
#pragma once

#include <glib.h>

#include "sim-explain.h"
#include "wb-run-item.h"

G_BEGIN_DECLS

typedef struct
{
  char *cause; /* "The step fell below the minimum of 0.05 s at 0.939 s." */
  char *words; /* evidence and advice as whole sentences, or "" */
  SimAdvice remedies[SIM_MOST_REMEDIES + 1]; /* actions that may help, ended by SIM_ADVICE_NONE */
} WbFailureText;

/* Fills in the text for a failed run. */
void wb_failure_text_init (WbFailureText *self, WbRunItem *run);
/* Frees the fields of the text. */
void wb_failure_text_clear (WbFailureText *self);

/* Returns the text as a sentence, with a capital letter, a full stop, and
 * numbers formatted as in figures. Free it with g_free. */
char *wb_failure_sentence (const char *text);

G_END_DECLS
