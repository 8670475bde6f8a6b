/* The syntax tree of one expression. */
#pragma once

#include "expr-error.h"

G_BEGIN_DECLS

typedef struct ExprTree ExprTree;

/* Limits of one expression, in bytes and in levels of nesting. */
#define EXPR_MAX_LENGTH 65536
#define EXPR_MAX_DEPTH 256

/* Parses one expression (≤ 64 KiB, ≤ 256 deep). All errors are appended to errors, in the order of the text; NULL
 * if there were any. Whether names and functions of the user exist is found out by expr_graph_add_tree. */
ExprTree *expr_tree_parse (const char *text, const ExprOrigin *origin, GPtrArray *errors);
void expr_tree_free (ExprTree *tree);
/* The tree as text with the fewest parentheses that parse back to the same tree; free with g_free. */
char *expr_tree_to_string (const ExprTree *tree);
/* Where the whole tree is if(condition, then, else): its three parts, owned by it; FALSE elsewhere. */
gboolean expr_tree_branches (const ExprTree *tree, const ExprTree *parts[3]);
gboolean expr_tree_equal (const ExprTree *a, const ExprTree *b);
ExprPlace expr_tree_place (const ExprTree *tree);
/* Calls func for each name the tree uses outside its own sum indices, with how it is used. Functions of the
 * language and "pi" are not reported; "t" is. */
typedef enum
{
  EXPR_USE_NAME,
  EXPR_USE_ELEMENT,
  EXPR_USE_CALL
} ExprUse;
typedef void (*ExprNameFunc) (gpointer user, const char *name, ExprUse use, ExprPlace place);
void expr_tree_foreach_name (const ExprTree *tree, ExprNameFunc func, gpointer user);
/* True where name is a function, a constant or a word of the language (also "t", "pi", "and", "or", "not", "if", "sum"). */
gboolean expr_name_is_reserved (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprTree, expr_tree_free)

G_END_DECLS
