/* The syntax tree of one expression. */
#pragma once

#include "expr-error.h"

G_BEGIN_DECLS

typedef struct ExprTree ExprTree;

/* The limits of one expression: number of bytes, and number of levels of nesting. */
#define EXPR_MAX_LENGTH 65536
#define EXPR_MAX_DEPTH 256

/* Parses one expression of at most EXPR_MAX_LENGTH bytes and EXPR_MAX_DEPTH levels of nesting. Appends all errors in the
 * order of the text, and returns NULL if there are any. Names are not checked here but in expr_graph_add_tree. Free the
 * tree with expr_tree_free. */
ExprTree *expr_tree_parse (const char *text, const ExprOrigin *origin, GPtrArray *errors);
#define EXPR_NUMBER_SIZE 32

/* Writes the shortest text that is read back as value, and returns its length without the terminating NUL. */
int expr_format_number (char buffer[EXPR_NUMBER_SIZE], double value);
/* Frees a tree; NULL is allowed. */
void expr_tree_free (ExprTree *tree);
/* Returns the text with the fewest parentheses that gives the same tree when it is parsed.
 * Free it with g_free. */
char *expr_tree_to_string (const ExprTree *tree);
/* Returns whether the tree is if(condition, then, else), and if so, sets parts to the three parts, which
 * the tree owns. */
gboolean expr_tree_branches (const ExprTree *tree, const ExprTree *parts[3]);
/* Returns whether two trees are equal. */
gboolean expr_tree_equal (const ExprTree *a, const ExprTree *b);
/* Returns the position of the tree in its file. */
ExprPlace expr_tree_place (const ExprTree *tree);

/* Computes something else than a number from a tree, such as a unit. Each function returns the value of a node from those of its operands;
 * the caller of expr_tree_fold owns the values. */
typedef struct
{
  gpointer (*number) (gpointer user, double number);
  /* The name of a quantity, or of an array whose elements are all alike. The indices are not visited. */
  gpointer (*name) (gpointer user, const ExprTree *tree, const char *name);
  /* An operation: "+", "-", "*", "/", "^", "negate", "not", "and", "or", "<", "sum", "if", or the name of a function. Chains such as a + b + c
   * are ((a + b) + c), but trees[0] is then b. All comparisons are "<". The operand of "sum" is its term. */
  gpointer (*apply) (gpointer user, const ExprTree *tree, const char *operation, const gpointer *operands, const ExprTree *const *trees, int n_operands);
} ExprFold;
/* Returns the value of the tree. */
gpointer expr_tree_fold (const ExprTree *tree, const ExprFold *fold, gpointer user);

/* The ways in which an expression uses a name. */
typedef enum
{
  EXPR_USE_NAME,
  EXPR_USE_ELEMENT,
  EXPR_USE_CALL
} ExprUse;
typedef void (*ExprNameFunc) (gpointer user, const char *name, ExprUse use, ExprPlace place);
/* Calls func for each name that the tree uses, except indices of its sums,
 * built-in functions and "pi". The time "t" is included. */
void expr_tree_foreach_name (const ExprTree *tree, ExprNameFunc func, gpointer user);
/* Returns whether name is a built-in function, a constant or a word of the language, such
 * as "t", "pi", "and", "or", "not", "if" and "sum". */
gboolean expr_name_is_reserved (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprTree, expr_tree_free)

G_END_DECLS
