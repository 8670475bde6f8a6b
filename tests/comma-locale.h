/* A locale with a decimal comma. The test compiles it, so the locale need not be installed; only localedef (package libc-bin) and its
 * sources (package locales) are needed. */
#pragma once

#include <glib.h>

/* Compiles de_DE.UTF-8 into a temporary folder and adds this folder to LOCPATH for this process
 * and its children. The current locale does not change. Returns the path of the folder; free it
 * with comma_locale_free. If the locale cannot be compiled, prints a message and returns
 * NULL. */
char *comma_locale_new (void);
/* Sets the locale of this process to the compiled one. Fails the test if numbers do not have a comma
 * then. */
void comma_locale_use (void);
/* Sets the locale to C.UTF-8, removes the folder and frees its path. */
void comma_locale_free (char *folder);
