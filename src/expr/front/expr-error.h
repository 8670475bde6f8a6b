/* Places, errors and suggestions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A place in a file: 1-based line and column, counted in characters. */
typedef struct
{
  int line;
  int column;
} ExprPlace;

/* One error with its place; owned by the array that holds it (see
 * expr_errors_new). */
typedef struct
{
  ExprPlace place;
  char *message;
} ExprError;

/* Maps an offset in characters inside an expression to a place in its file;
 * lets quoted and folded YAML text report the right column. */
typedef ExprPlace (*ExprPlaceFunc) (gpointer user, int character_offset);

typedef struct
{
  ExprPlaceFunc place; /* NULL: line 1, column offset + 1 */
  gpointer user;
} ExprOrigin;

/* Returns the place in the file of a character of an expression; origin may be
 * NULL. */
ExprPlace expr_origin_place (const ExprOrigin *origin, int character_offset);

/* Makes an array of ExprError that frees its elements. */
GPtrArray *expr_errors_new (void);
/* Appends an error with a formatted message. */
void expr_errors_add (GPtrArray *errors, ExprPlace place, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Appends "unknown function 'name'" with a suggestion from the built-in
 * functions and candidates[n_candidates]. */
void expr_errors_add_unknown_function (GPtrArray *errors, ExprPlace place, const char *name,
                                       const char *const *candidates, gsize n_candidates);
/* Returns the candidate closest to name by Damerau–Levenshtein distance, at
 * most max (1, length/3), without case; else the longest one that is a prefix
 * of name or has it as prefix; else NULL. */
const char *expr_suggest (const char *name, const char *const *candidates, gsize n_candidates);

G_END_DECLS
