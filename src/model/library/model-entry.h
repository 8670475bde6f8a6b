/* The entry of a model in the library. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;          /* name of the file without ending */
  char *path;
  char *name;        /* name of the model; for a broken file, its id */
  char *summary;
  char *category;
  char **tags;
  char *text;        /* description, names and equations, for the search; "" for a broken file */
  unsigned traits;
  gboolean user;     /* the file is in the user's folder */
  GPtrArray *errors; /* ModelDiagnostic; NULL: none */
} ModelEntry;

/* Frees an entry (a GDestroyNotify). */
void model_entry_free (gpointer entry);
/* How well an entry matches a query, from worst to best. */
typedef enum { MODEL_MATCH_NONE, MODEL_MATCH_TEXT, MODEL_MATCH_ABOUT, MODEL_MATCH_NAME } ModelMatch;
/* Returns how well an entry matches all words of a query, ignoring case: not at
 * all; by its text; by its tags, category or summary; or, best, by its name. */
ModelMatch model_entry_match (const ModelEntry *entry, const char *query);

G_END_DECLS
