/* Writes ZIP archives (PKWARE, APPNOTE.TXT, version 2.0) into memory. The same files give the same bytes, since all entries have the same fixed date. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* An archive that is being written. */
typedef struct ModelCodeZip ModelCodeZip;

/* Makes an empty archive. */
ModelCodeZip *model_code_zip_new (void);
/* Adds a file. name: its path with slashes, in ASCII. */
void model_code_zip_add (ModelCodeZip *zip, const char *name, gconstpointer data, gsize size);
/* Returns the bytes of the archive, and frees it. */
GBytes *model_code_zip_finish (ModelCodeZip *zip);

G_END_DECLS
