/* Finds words that were not translated to the pseudo-language. In this language all letters have
 * accents. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the first word of three or more plain letters that should have been
 * translated, or NULL. Underscores and digits belong to a word. Free it with
 * g_free. */
char *pseudo_plain_word (const char *text);
/* Excludes all words of a text from the search, until pseudo_forget is called. */
void pseudo_speak (const char *text);
void pseudo_forget (void);

G_END_DECLS
