/* Translatable messages. The library ode knows no translations: it formats
 * English texts that a function of the caller may translate. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Marks a text or format for gettext; it is translated where it is printed. */
#define ODE_N_(text) text

/* Returns the translation of a marked text; static for the life of the program.
 * A NULL function means English. Any thread. */
typedef const char *(*OdeTranslate) (const char *text);

/* Returns the translation of a marked text; if translate is NULL, the text
 * itself. */
const char *ode_message_translate (OdeTranslate translate, const char *text) __attribute__ ((format_arg (2)));
/* Formats a translated message into text[size]; a message that does not fit is
 * cut after a whole UTF-8 character. gettext finds the formats by the names of
 * these functions. */
void ode_message_format_va (OdeTranslate translate, char *text, size_t size, const char *format, va_list args)
  __attribute__ ((format (printf, 4, 0)));
/* Formats a translated message from variable arguments. */
void ode_message_format (OdeTranslate translate, char *text, size_t size, const char *format, ...) __attribute__ ((format (printf, 4, 5)));
/* Formats a translated error message and returns false. */
bool ode_message_refuse (OdeTranslate translate, char *error, size_t size, const char *format, ...) __attribute__ ((format (printf, 4, 5)));
