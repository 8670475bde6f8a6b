/* The entry of a model in the library. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

typedef struct
{
  char *id;          /* stem */
  char *path;
  char *name;        /* the stem where broken */
  char *summary;
  char *category;
  char **tags;
  char *text;        /* description, names and equations, for the search; "" where broken */
  unsigned traits;
  gboolean user;     /* from the user's folder */
  GPtrArray *errors; /* ModelDiagnostic; NULL: none */
} ModelEntry;

/* Frees an entry (a GDestroyNotify). */
void model_entry_free (gpointer entry);
/* Where an entry matches a query, from worst to best. */
typedef enum { MODEL_MATCH_NONE, MODEL_MATCH_TEXT, MODEL_MATCH_ABOUT, MODEL_MATCH_NAME } ModelMatch;
/* Returns how well an entry matches all words of a query, without case: not at
 * all, by its text, also by tags, category or summary, or by its name alone,
 * which is best. */
ModelMatch model_entry_match (const ModelEntry *entry, const char *query);

G_END_DECLS
