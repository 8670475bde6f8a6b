/* What events do and what they have done, in words. Rich text as in
 * plot-text.h; free with g_free. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

/* Describes an event in two lines, its trigger and its actions ("when h falls
 * through 0", "set v to −e v"), or returns the model's own description; free
 * with g_free. */
char *wb_event_text (ModelSystem *system, int event);
/* Describes an accumulation of events with its limit time, or returns NULL
 * where there is none; free with g_free. */
char *wb_event_accumulation_text (WbRunItem *run);

G_END_DECLS
