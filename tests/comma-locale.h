/* A locale whose decimal sign is a comma, made for the test: nothing need be installed but localedef (of libc-bin) and its sources (of locales). */
#pragma once

#include <glib.h>

/* Compiles de_DE.UTF-8 into a folder of its own and puts the folder into LOCPATH, for this process and its children; the locale in use stays.
 * NULL, with a message why: it cannot be made here. Give the result to comma_locale_free. */
char *comma_locale_new (void);
/* Makes it the locale of this process, and fails the test where numbers then have no comma. */
void comma_locale_use (void);
/* Back to C.UTF-8, and removes the folder. */
void comma_locale_free (char *folder);
