/* A locale with a decimal comma, compiled by the test. It needs only localedef
 * (of libc-bin) and its sources (of locales). */
#pragma once

#include <glib.h>

/* Compiles de_DE.UTF-8 into a temporary folder and adds the folder to LOCPATH
 * for this process and its children; the current locale does not change.
 * Returns NULL and prints a message if the locale cannot be compiled. Free the
 * result with comma_locale_free. */
char *comma_locale_new (void);
/* Sets the locale of this process, and fails the test if numbers then have no
 * comma. */
void comma_locale_use (void);
/* Sets the locale to C.UTF-8 and removes the folder. */
void comma_locale_free (char *folder);
