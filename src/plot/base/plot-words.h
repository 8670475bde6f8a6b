/* The words in figures, translated. Files of plots include this header instead of <glib/gi18n-lib.h>. The words are in the language of the
 * program, unless the thread has another one: a handout is in the language of its lesson. */
#pragma once

#include <glib/gi18n-lib.h>

G_BEGIN_DECLS

/* Makes the words of this thread those of a language ("en", "de") until plot_words_end, whatever the language of the program is. The catalogue
 * is in the folder to which the domain of the program is bound (bindtextdomain); words without a translation are in English. */
void plot_words_begin (const char *language);
/* Makes the words of this thread those of the program again. */
void plot_words_end (void);

/* Returns the translation of a text. context may be NULL. */
const char *plot_words_translate (const char *context, const char *text) G_GNUC_FORMAT (2);
/* Returns the translation of the text for n things: `one`, `many`, or a further form of the language. */
const char *plot_words_count (const char *one, const char *many, gulong n) G_GNUC_FORMAT (1) G_GNUC_FORMAT (2);

#undef _
#undef C_
#undef ngettext
#undef g_dgettext
#undef g_dngettext
#undef g_dpgettext2
#define _(text) plot_words_translate (NULL, text)
#define C_(context, text) plot_words_translate (context, text)
#define ngettext(one, many, n) plot_words_count (one, many, n)
#define g_dgettext(domain, text) plot_words_translate (NULL, text)
#define g_dngettext(domain, one, many, n) plot_words_count (one, many, n)
#define g_dpgettext2(domain, context, text) plot_words_translate (context, text)

G_END_DECLS
