/* The files of which a live page is made: the module with the numerical core, its texts, scripts, the style and the body. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PAGE_ERROR (page_error_quark ())
/* Returns the domain of errors of this layer. */
GQuark page_error_quark (void);
typedef enum
{
  PAGE_ERROR_FILE,
  PAGE_ERROR_UNSUPPORTED
} PageErrorCode;

/* Reads a file of live pages by its name, such as "page.js". It is searched in STEPWISE_PAGE_DIR, in the folders "page" of the library, and
 * in the build folder of the program. Returns NULL with an error. Free the text with g_free; *length may be NULL. */
char *page_file_read (const char *name, gsize *length, GError **error);
/* Returns whether this program can write live pages. Otherwise sets the error to what is missing. */
gboolean page_is_available (GError **error);

G_END_DECLS
