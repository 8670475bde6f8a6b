/* Texts of the tables below the window, in the user's language. */
#pragma once

#include <glib/gi18n.h>

/* Returns the translation of a text. "" and NULL are returned as they are:
 * gettext would return the header of its catalogue for "". */
static inline const char *
wb_translate (const char *text)
{
  return text != NULL && text[0] != '\0' ? gettext (text) : text;
}
