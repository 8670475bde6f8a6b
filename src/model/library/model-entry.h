/* An entry of the library: one model file. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;          /* name of the file without its ending */
  char *path;
  char *name;        /* name of the model; for a file with errors, its id */
  char *summary;
  char *category;
  char **tags;
  char *text;        /* description, names and equations, for the search; "" for a file with errors */
  unsigned traits;
  gboolean user;     /* TRUE if the file is in the user's folder */
  GPtrArray *errors; /* errors of the file, ModelDiagnostic; NULL: none */
} ModelEntry;

/* Frees an entry (a GDestroyNotify). */
void model_entry_free (gpointer entry);
/* How well an entry matches a query, from worst to best. */
typedef enum { MODEL_MATCH_NONE, MODEL_MATCH_TEXT, MODEL_MATCH_ABOUT, MODEL_MATCH_NAME } ModelMatch;
/* Returns how well an entry matches all words of a query, ignoring case: NONE if a word is not found, otherwise where the words are found:
 * in the text, in tags, category or summary, or in the name. */
ModelMatch model_entry_match (const ModelEntry *entry, const char *query);

G_END_DECLS
