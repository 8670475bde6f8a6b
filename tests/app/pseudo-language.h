/* Texts in a language of accented letters: what in them is still plain was never given to a translator. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The first run of three or more plain letters that has no reason to be plain; NULL: none. Underscores and digits belong to words. Free with
 * g_free. */
char *pseudo_plain_word (const char *text);
/* All words of text have a reason to be plain, until they are forgotten. */
void pseudo_speak (const char *text);
void pseudo_forget (void);

G_END_DECLS
