/* Translatable messages. The library ode knows no translations: it formats
 * English texts that a function of the caller may translate. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Marks a text or format for gettext. The text is translated later, where it is written to a message. */
#define ODE_N_(text) text

/* A function that returns the translation of a marked text. The result must remain valid until the program ends. The function may be
 * called on any thread. A NULL pointer in place of the function means English. */
typedef const char *(*OdeTranslate) (const char *text);

/* Returns the translation of a marked text, or the text itself if translate is
 * NULL. */
const char *ode_message_translate (OdeTranslate translate, const char *text) __attribute__ ((format_arg (2)));
/* Formats a translated message into text[size]; a message that does not fit is
 * cut after a whole UTF-8 character. xgettext extracts the formats of the calls by the names of the
 * following three functions. */
void ode_message_format_va (OdeTranslate translate, char *text, size_t size, const char *format, va_list args)
  __attribute__ ((format (printf, 4, 0)));
/* Formats a translated message from variable arguments, like ode_message_format_va. */
void ode_message_format (OdeTranslate translate, char *text, size_t size, const char *format, ...) __attribute__ ((format (printf, 4, 5)));
/* Formats a translated error message into error[size] and returns false. */
bool ode_message_refuse (OdeTranslate translate, char *error, size_t size, const char *format, ...) __attribute__ ((format (printf, 4, 5)));
