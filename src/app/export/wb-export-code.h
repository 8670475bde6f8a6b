/* A model as a program in another language: a file by the writer of `stepwise-cli export`. */
#pragma once

#include "model-code.h"
#include "wb-job.h"
#include "wb-session.h"

G_BEGIN_DECLS

typedef struct WbExportCode WbExportCode;

/* Makes an export of the session's model, with its values, times and accuracy at this moment. Returns NULL with an error if there is no model. */
WbExportCode *wb_export_code_new (WbSession *session, const ModelCodeTarget *target, GError **error);
/* Frees an export; NULL is allowed. Main thread. */
void wb_export_code_free (WbExportCode *code);

/* The following functions may be called on any thread. */
/* Returns the text, or the description of a package; free it with g_free. Returns NULL with an error that names what cannot be written. */
char *wb_export_code_text (const WbExportCode *code, GError **error);
/* Writes the file of the language. Sets *note to what a package lacks, or to NULL; free it with g_free. Returns FALSE with an error. */
gboolean wb_export_code_write (const WbExportCode *code, const char *path, WbJob *job, char **note, GError **error);

G_END_DECLS
