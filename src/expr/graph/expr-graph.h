/* The graph of values: hash-consed SSA with folded constants. One thread at a time. */
#pragma once

#include "expr-table.h"
#include "expr-tree.h"

G_BEGIN_DECLS

typedef struct ExprGraph ExprGraph;
typedef gint32 ExprValue; /* index into a graph; operands come before what uses them */
#define EXPR_NO_VALUE ((ExprValue) -1)

ExprGraph *expr_graph_new (void);
void expr_graph_free (ExprGraph *graph);

ExprValue expr_graph_constant (ExprGraph *graph, double value);
/* The input with this number (0 ≤ input); the same number gives the same value. */
ExprValue expr_graph_input (ExprGraph *graph, int input);
/* TRUE with the number where value folded to a constant. */
gboolean expr_graph_is_constant (const ExprGraph *graph, ExprValue value, double *constant);
/* Arithmetic on values, for callers that assemble expressions; op is the operator or function's name ("+", "*",
 * "sin", "if" …). "+", "*", "and", "or", "min" and "max" take two or more, "-" one or two. EXPR_NO_VALUE among the
 * arguments gives EXPR_NO_VALUE. An op that does not exist is a programmer's error. */
ExprValue expr_graph_apply (ExprGraph *graph, const char *op, const ExprValue *arguments, int n_arguments);

/* How names resolve while a tree is brought into a graph. Each callback may append its own error at place and
 * return EXPR_NO_VALUE; where it returns that without an error, "unknown name" or "unknown function" is reported.
 * A callback that is NULL knows nothing. Integer indices are already evaluated. */
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

/* Brings a tree into the graph. `if` with a constant condition elaborates the taken branch alone, `and` and `or`
 * whose left side decides leave out the right one, sum() unrolls, indices must fold to integers. EXPR_NO_VALUE after
 * an error; all errors of the tree are appended. */
ExprValue expr_graph_add_tree (ExprGraph *graph, const ExprTree *tree, ExprScope *scope, GPtrArray *errors);
/* A table's value (order 0) or derivative at argument; the graph keeps a reference. */
ExprValue expr_graph_table (ExprGraph *graph, ExprTable *table, int order, ExprValue argument);

/* d value / d input, symbolically; the piecewise functions almost everywhere. Cached per graph. */
ExprValue expr_graph_derivative (ExprGraph *graph, ExprValue value, int input);
/* value with input k replaced by replacements[k] where that is not EXPR_NO_VALUE. */
ExprValue expr_graph_substitute (ExprGraph *graph, ExprValue value, const ExprValue *replacements, int n_replacements);
/* Sets flags[k] for every input k < n_inputs that value depends on structurally; leaves the others as they are. */
void expr_graph_dependencies (const ExprGraph *graph, ExprValue value, gboolean *flags, int n_inputs);
/* Infix text of a value; name_of gives each input's name (NULL: "x0", "x1" …). Shared parts are written out, text
 * beyond 64 KiB ends in "…". Free with g_free. */
char *expr_graph_to_string (const ExprGraph *graph, ExprValue value, const char *(*name_of) (gpointer, int), gpointer user);
/* How many values the graph holds. */
int expr_graph_size (const ExprGraph *graph);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprGraph, expr_graph_free)

G_END_DECLS
