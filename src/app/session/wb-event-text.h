/* Texts that describe events and their effects. Rich text as in plot-text.h. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

/* Returns a description of an event in two lines: its trigger and its actions ("when h falls through 0",
 * "set v to −e v"). If the model file describes the event, returns that description. Free it with
 * g_free. */
char *wb_event_text (ModelSystem *system, int event);
/* Returns a sentence about an accumulation of events (Zeno behaviour) and its time. Returns NULL if the run has none. Free it with
 * g_free. */
char *wb_event_accumulation_text (WbRunItem *run);

G_END_DECLS
