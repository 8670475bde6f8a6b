/* Texts of the tables below the window, in the user's language. */
#pragma once

#include <glib/gi18n.h>

/* "" stays "": gettext would answer with the header of its catalogue. NULL
 * stays NULL. */
static inline const char *
wb_words (const char *text)
{
  return text != NULL && text[0] != '\0' ? gettext (text) : text;
}
