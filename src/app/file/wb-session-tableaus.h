/* The tableau files that a session uses. A session file contains copies of them, so that it can be opened where they are
 * missing. Main thread. */
#pragma once

#include "lab-session-run.h"
#include "model-yaml-writer.h"
#include "model-yaml.h"
#include "wb-session.h"

G_BEGIN_DECLS

/* What is missing or changed while a session file is read. */
typedef struct
{
  GHashTable *copied;     /* names of tableaus whose files are missing and whose copies are used */
  LabSessionMethods methods; /* its member `missing` has the names of methods that are missing and have no usable copy */
  gboolean replaced;      /* TRUE if the session's own method is missing */
  int n_entries, n_runs;  /* numbers of entries of the comparison and of runs that are left out because their methods are missing */
  int n_other;            /* number of runs that are left out because the text of their model is not in the file */
} WbSessionTableaus;

/* Writes texts by their names, which are the keys of the table, as a list with the members `name` and `text`, sorted by name; nothing if there are none. */
void wb_session_write_texts (ModelYamlWriter *out, const char *key, GHashTable *texts);
/* Writes the key `tableaus` with the name and text of each tableau file that the settings, runs and comparison of a session use. */
void wb_session_tableaus_write (WbSession *session, ModelYamlWriter *out);
/* Reads this list of a session; see lab_session_methods_read. Clear the structure with wb_session_tableaus_clear. */
void wb_session_tableaus_read (WbSessionTableaus *self, const ModelYaml *root);
/* Returns whether files of tableaus were changed after the session was saved. */
gboolean wb_session_tableaus_changed (const WbSessionTableaus *self);
/* Frees the members. */
void wb_session_tableaus_clear (WbSessionTableaus *self);
/* Shows a message with the missing tableaus and with what the session has instead, if any is missing. */
void wb_session_tableaus_report (const WbSessionTableaus *self, WbSession *session);

G_END_DECLS
