/* Translates the texts in tables of the libraries. The libraries cannot call gettext
 * themselves. */
#pragma once

#include <glib/gi18n.h>

/* Returns the translation of a text. Returns "" and NULL unchanged, because gettext would return the header of the catalogue for
 * "". */
static inline const char *
wb_translate (const char *text)
{
  return text != NULL && text[0] != '\0' ? gettext (text) : text;
}
