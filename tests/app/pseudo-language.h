/* Finds words that were not translated to the pseudo-language, whose letters
 * all have accents. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns the first sequence of three or more plain letters that should have
 * been translated, or NULL. Underscores and digits are parts of words. Free it
 * with g_free. */
char *pseudo_plain_word (const char *text);
/* Excludes all words of text from the search until they are forgotten. */
void pseudo_speak (const char *text);
void pseudo_forget (void);

G_END_DECLS
