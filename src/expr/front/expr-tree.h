/* The syntax tree of one expression. */
#pragma once

#include "expr-error.h"

G_BEGIN_DECLS

typedef struct ExprTree ExprTree;

/* Limits of one expression, in bytes and in levels of nesting. */
#define EXPR_MAX_LENGTH 65536
#define EXPR_MAX_DEPTH 256

/* Parses one expression of at most 64 KiB and 256 levels. Appends all errors in
 * the order of the text, and returns NULL if there are any. expr_graph_add_tree
 * checks the names. */
ExprTree *expr_tree_parse (const char *text, const ExprOrigin *origin, GPtrArray *errors);
/* Frees a tree; NULL is allowed. */
void expr_tree_free (ExprTree *tree);
/* Returns text with the fewest parentheses that parses back to the same tree;
 * free with g_free. */
char *expr_tree_to_string (const ExprTree *tree);
/* Returns TRUE and the three parts, borrowed, if the tree is if(condition,
 * then, else). */
gboolean expr_tree_branches (const ExprTree *tree, const ExprTree *parts[3]);
/* Returns whether two trees are equal. */
gboolean expr_tree_equal (const ExprTree *a, const ExprTree *b);
/* Returns the position of the tree in its file. */
ExprPlace expr_tree_place (const ExprTree *tree);
/* How a name is used. */
typedef enum
{
  EXPR_USE_NAME,
  EXPR_USE_ELEMENT,
  EXPR_USE_CALL
} ExprUse;
typedef void (*ExprNameFunc) (gpointer user, const char *name, ExprUse use, ExprPlace place);
/* Calls func for each name that the tree uses outside its own sum indices.
 * Built-in functions and "pi" are not reported; "t" is. */
void expr_tree_foreach_name (const ExprTree *tree, ExprNameFunc func, gpointer user);
/* Returns whether name is a function, constant or word of the language (also
 * "t", "pi", "and", "or", "not", "if", "sum"). */
gboolean expr_name_is_reserved (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprTree, expr_tree_free)

G_END_DECLS
