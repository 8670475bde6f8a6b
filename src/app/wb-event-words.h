/* What events do and what they have done, in words. Rich text as in plot-text.h; free with g_free. */
#pragma once

#include "wb-run-item.h"

G_BEGIN_DECLS

/* "when h falls through 0", "set v to −e v": two lines; or the model's own words for the event. */
char *wb_event_words (ModelSystem *system, int event);
/* "Events “impact” pile up at t∞ = 12.85 s. After 26 of them came “rest” at 12.81 s."; NULL: none do. */
char *wb_event_pile_up_words (WbRunItem *run);

G_END_DECLS
