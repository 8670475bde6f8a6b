/* Search by words that a user types. Models and methods use the same normalization: letters are
 * compared without case and accents, and dashes of all kinds, underscores and other punctuation count
 * as spaces. */
#pragma once

#include <glib.h>

#include "ode-method.h"

G_BEGIN_DECLS

/* Returns text in lower case without accents, with each run of punctuation and
 * spaces as one space and none at the ends: "Störmer–Verlet 2" becomes "stormer
 * verlet 2". NULL gives "". Free with g_free. */
char *model_search_fold (const char *text);
/* Returns whether a folded text contains a folded query. Differences in spaces are
 * ignored. */
gboolean model_search_has (const char *folded, const char *query);

/* How well a method matches a query, from worst to best. */
typedef enum
{
  MODEL_METHOD_NONE,    /* a word of the query is not found */
  MODEL_METHOD_ABOUT,   /* each word is found, one of them only in the further text */
  MODEL_METHOD_NAME,    /* each word is found in a name */
  MODEL_METHOD_START,   /* a name begins with the query */
  MODEL_METHOD_SIMILAR, /* the query is the name of a similar method in another program, such as MATLAB */
  MODEL_METHOD_OTHER,   /* the query is the name of this method in another program */
  MODEL_METHOD_WHOLE,   /* the query is the id, label or alias of the method */
} ModelMethodMatch;

/* Returns how well a method matches a query. label is the method's name in the user's language, and about is further text in that language;
 * both may be NULL. If the query equals a name in known_as or similar_to, or the beginning of one, *foreign is set to that name, such as
 * "SciPy RK45"; otherwise to NULL. Free it with g_free. foreign may be NULL. */
ModelMethodMatch model_method_match (const OdeMethod *method, const char *label, const char *about, const char *query, char **foreign);
/* Returns the method that another system calls by this name. If there is none, returns a method that is similar to the one of this name,
 * and NULL if the name is unknown. */
const OdeMethod *model_method_of_other_system (const char *name);
/* Checks that each of n methods has the fields that searches, lists and step control read. Returns FALSE with an error that names the first method
 * without one, and the field. Every program calls it for the methods of ode_methods before it uses them. */
gboolean model_method_check (const OdeMethod *const *methods, int n, GError **error);

G_END_DECLS
