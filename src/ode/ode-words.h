/* Texts that somebody above may translate. This layer itself speaks English and calls nothing but what it was given for it. */
#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Marks a text or format that is translated where it is shown or printed. */
#define ODE_N_(text) text

/* Answers a marked text or format with its translation, which lives as long as the program; NULL in its place: English. Any thread. */
typedef const char *(*OdeTranslate) (const char *text);

/* A marked text or format in the language of translate. */
const char *ode_words_in (OdeTranslate translate, const char *text) __attribute__ ((format_arg (2)));
/* Print a format, marked by being here, in that language; what does not fit is cut between two characters. */
void ode_words_print (OdeTranslate translate, char *text, size_t size, const char *format, va_list args)
  __attribute__ ((format (printf, 4, 0)));
void ode_words_say (OdeTranslate translate, char *text, size_t size, const char *format, ...) __attribute__ ((format (printf, 4, 5)));
/* The same for the reason of a refusal: false. */
bool ode_words_refuse (OdeTranslate translate, char *error, size_t size, const char *format, ...) __attribute__ ((format (printf, 4, 5)));
