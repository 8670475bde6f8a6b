/* Search by words that a user types: one normalization for models and methods.
 * Letters are compared without case and accents; dashes of all kinds,
 * underscores and other punctuation count as spaces. */
#pragma once

#include <glib.h>

#include "ode-method.h"

G_BEGIN_DECLS

/* Returns text in lower case without accents, with each run of punctuation and
 * spaces as one space and none at the ends: "Störmer–Verlet 2" becomes "stormer
 * verlet 2". NULL gives "". Free with g_free. */
char *model_search_fold (const char *text);
/* Returns whether a folded text contains a folded query, also if the two differ
 * in spaces only. */
gboolean model_search_has (const char *folded, const char *query);

/* How well a method matches a query, from worst to best. */
typedef enum
{
  MODEL_METHOD_NONE,    /* a word is not found */
  MODEL_METHOD_ABOUT,   /* a word is only in the other text */
  MODEL_METHOD_NAME,    /* each word is in a name */
  MODEL_METHOD_START,   /* a name begins with the query */
  MODEL_METHOD_SIMILAR, /* the query is the name of a similar method of another system */
  MODEL_METHOD_OTHER,   /* the query is its name in another system */
  MODEL_METHOD_WHOLE,   /* the query is its id, label or alias */
} ModelMethodMatch;

/* Returns how well a method matches a query. label is the method's name in the user's language, and about is further text in it; both may
 * be NULL. Sets *foreign to the entry of known_as or similar_to that the query equals or is the beginning of, such as "SciPy RK45", else to
 * NULL; free it with g_free. foreign may be NULL. */
ModelMethodMatch model_method_match (const OdeMethod *method, const char *label, const char *about, const char *query, char **foreign);
/* Returns the method to which another system gives this name; if there is none, a method that is similar to the one with this name; NULL:
 * the name is unknown. */
const OdeMethod *model_method_of_other_system (const char *name);

G_END_DECLS
