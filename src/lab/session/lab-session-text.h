/* The text of a session file (stepwise-session(5)): it is read, parsed, and its numbers and errors are taken from its nodes. */
#pragma once

#include "model-yaml.h"

G_BEGIN_DECLS

#define LAB_SESSION_ERROR (lab_session_error_quark ())
/* Returns the error domain of session files. */
GQuark lab_session_error_quark (void);
typedef enum
{
  LAB_SESSION_ERROR_FORMAT, /* the file is not a session, or a value in it is wrong */
  LAB_SESSION_ERROR_MODEL   /* the model in the file has errors */
} LabSessionErrorCode;

/* Largest number of runs in a file. Each run has a thread in the window, which itself writes at most 24 runs that are not pinned. */
#define LAB_SESSION_MOST_RUNS 100

/* Reads the text of a session file. Returns NULL with an error if the file cannot be read, is too large, or is not a text. Free the text with
 * g_free. */
char *lab_session_read_text (const char *path, GError **error);
/* Parses the text of a session file. name appears in error messages. Returns NULL with an error if the text is not YAML, or not a session of this
 * version. */
ModelYamlDocument *lab_session_parse (const char *text, const char *name, GError **error);

/* Sets an error that begins with the file, line and column of a node, and returns FALSE. */
gboolean lab_session_wrong (GError **error, const ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Puts the file, line and column of a node before the message of an error, which may be NULL or without an error, and returns FALSE. */
gboolean lab_session_add_place (GError **error, const ModelYaml *node);

/* Returns the text of a scalar, or `standard` if the node is NULL or not a scalar. */
const char *lab_session_text_of (const ModelYaml *node, const char *standard);
/* Returns the number of a scalar. Returns `standard` if the text is not a number, or "nan", which means an unknown value. */
double lab_session_number_of (const ModelYaml *node, double standard);
/* Returns the number that is the value of a key; see lab_session_number_of. */
double lab_session_number (const ModelYaml *mapping, const char *key, double standard);
/* Returns whether the value of a key is true. */
gboolean lab_session_is_true (const ModelYaml *mapping, const char *key);
/* Returns the number of items of a list or of pairs of a mapping; 0 if the node is NULL or a scalar. */
int lab_session_n_items (const ModelYaml *node);

G_END_DECLS
