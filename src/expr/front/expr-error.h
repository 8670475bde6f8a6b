/* Positions, errors and suggestions. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A position in a file: line and column, counted from 1 in characters. */
typedef struct
{
  int line;
  int column;
} ExprPlace;

/* One error with its position. The array that contains it owns it (see
 * expr_errors_new). */
typedef struct
{
  ExprPlace place;
  char *message;
} ExprError;

/* Converts an offset in characters inside an expression to a position in its
 * file, so that errors in quoted and folded YAML text have the right column. */
typedef ExprPlace (*ExprPlaceFunc) (gpointer user, int character_offset);

typedef struct
{
  ExprPlaceFunc place; /* NULL: line 1, column offset + 1 */
  gpointer user;
} ExprOrigin;

/* Returns the position in the file for a character of an expression; origin may
 * be NULL. */
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
 * most max (1, length/3), without case; else the longest one of which name is a
 * prefix, or that is a prefix of name; else NULL. */
const char *expr_suggest (const char *name, const char *const *candidates, gsize n_candidates);

G_END_DECLS
