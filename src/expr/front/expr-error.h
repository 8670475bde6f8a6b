/* Positions in files, errors, and suggestions for misspelled names. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A position in a file: line and column, counted from 1 in characters. */
typedef struct
{
  int line;
  int column;
} ExprPlace;

/* One error with its position. The array that contains the error owns it (see
 * expr_errors_new). */
typedef struct
{
  ExprPlace place;
  char *message;
} ExprError;

/* Converts an offset in characters inside an expression to a position in the file of the
 * expression, so that errors in quoted and folded YAML text have the right column. */
typedef ExprPlace (*ExprPlaceFunc) (gpointer user, int character_offset);

typedef struct
{
  ExprPlaceFunc place; /* NULL: the position is line 1, column offset + 1 */
  gpointer user;
} ExprOrigin;

/* Returns the position in the file of a character of an expression. If origin is NULL, the line is 1 and the column is the
 * offset + 1. */
ExprPlace expr_origin_place (const ExprOrigin *origin, int character_offset);

/* Makes an array of ExprError that frees its elements. Free it with g_ptr_array_unref. */
GPtrArray *expr_errors_new (void);
/* Appends an error with a formatted message. */
void expr_errors_add (GPtrArray *errors, ExprPlace place, const char *format, ...) G_GNUC_PRINTF (3, 4);
/* Appends "unknown function 'name'" with a suggestion from the built-in
 * functions and candidates[n_candidates]. */
void expr_errors_add_unknown_function (GPtrArray *errors, ExprPlace place, const char *name,
                                       const char *const *candidates, gsize n_candidates);
/* Returns the candidate with the smallest Damerau–Levenshtein distance to name, without regard
 * to case, if the distance is at most max (1, length/3). Otherwise returns the longest candidate
 * that begins with name or with which name begins, or NULL. */
const char *expr_suggest (const char *name, const char *const *candidates, gsize n_candidates);

G_END_DECLS
