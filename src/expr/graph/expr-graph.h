/* The graph of values: hash-consed SSA with folded constants. One thread at a
 * time. */
#pragma once

#include "expr-table.h"
#include "expr-tree.h"

G_BEGIN_DECLS

typedef struct ExprGraph ExprGraph;
typedef gint32 ExprValue; /* index into a graph; operands come before what uses them */
#define EXPR_NO_VALUE ((ExprValue) -1)

/* Makes an empty graph. */
ExprGraph *expr_graph_new (void);
/* Frees a graph. */
void expr_graph_free (ExprGraph *graph);

/* Returns the value of a constant. */
ExprValue expr_graph_constant (ExprGraph *graph, double value);
/* Returns the value of the input with this number ≥ 0; the same number gives
 * the same value. */
ExprValue expr_graph_input (ExprGraph *graph, int input);
/* Returns TRUE and sets *constant where a value folded to a constant. */
gboolean expr_graph_is_constant (const ExprGraph *graph, ExprValue value, double *constant);
/* Applies an operator or function by name ("+", "*", "sin", "if" …). "+", "*",
 * "and", "or", "min" and "max" take two or more arguments, "-" one or two.
 * EXPR_NO_VALUE among the arguments gives EXPR_NO_VALUE; an unknown op is a
 * programmer error. */
ExprValue expr_graph_apply (ExprGraph *graph, const char *op, const ExprValue *arguments, int n_arguments);

/* How names resolve while a tree is brought into a graph. Each callback may
 * append its own error at place and return EXPR_NO_VALUE; where it returns that
 * without an error, "unknown name" or "unknown function" is reported. A
 * callback that is NULL knows nothing. Integer indices are already evaluated. */
typedef struct ExprScope ExprScope;
struct ExprScope
{
  gpointer user;
  /* A name without index. */
  ExprValue (*name) (ExprScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors);
  /* name[i] or name[i, j]: 1-based indices. */
  ExprValue (*element) (ExprScope *scope, ExprGraph *graph, const char *name, const int *indices, int n_indices,
                        ExprPlace place, GPtrArray *errors);
  /* A call of a function that is not built in (user's functions and tables). */
  ExprValue (*call) (ExprScope *scope, ExprGraph *graph, const char *name, const ExprValue *arguments, int n_arguments,
                     ExprPlace place, GPtrArray *errors);
};

/* Elaborates a tree into the graph: `if` with a constant condition takes one
 * branch, `and` and `or` that the left side decides leave out the right one,
 * sum() is unrolled, indices must fold to integers. Appends all errors and
 * returns EXPR_NO_VALUE then. */
ExprValue expr_graph_add_tree (ExprGraph *graph, const ExprTree *tree, ExprScope *scope, GPtrArray *errors);
/* Returns a table's value (order 0) or derivative at argument; the graph keeps
 * a reference to the table. */
ExprValue expr_graph_table (ExprGraph *graph, ExprTable *table, int order, ExprValue argument);

/* Differentiates a value by an input, symbolically; piecewise functions almost
 * everywhere. Results are cached in the graph. */
ExprValue expr_graph_derivative (ExprGraph *graph, ExprValue value, int input);
/* Replaces input k by replacements[k] in a value where that is not
 * EXPR_NO_VALUE, and returns the result. */
ExprValue expr_graph_substitute (ExprGraph *graph, ExprValue value, const ExprValue *replacements, int n_replacements);
/* Sets flags[k] for every input k < n_inputs that a value depends on
 * structurally; leaves the other flags unchanged. */
void expr_graph_dependencies (const ExprGraph *graph, ExprValue value, gboolean *flags, int n_inputs);
/* Returns infix text of a value; free with g_free. name_of gives the names of
 * inputs (NULL: "x0", "x1" …). Shared parts are repeated; text beyond 64 KiB
 * ends in "…". */
char *expr_graph_to_string (const ExprGraph *graph, ExprValue value, const char *(*name_of) (gpointer, int), gpointer user);
/* Returns the number of values in the graph. */
int expr_graph_size (const ExprGraph *graph);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprGraph, expr_graph_free)

G_END_DECLS
