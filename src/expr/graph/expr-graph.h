/* The graph of values of expressions. Each operation is a node; equal nodes are stored once (hash consing), and constants are folded. Only
 * one thread at a time may use a graph. */
#pragma once

#include "expr-table.h"
#include "expr-tree.h"

G_BEGIN_DECLS

typedef struct ExprGraph ExprGraph;
typedef gint32 ExprValue; /* index of a node in a graph; operands have smaller indices than the values that use them */
#define EXPR_NO_VALUE ((ExprValue) -1)

/* Makes an empty graph. Free it with expr_graph_free. */
ExprGraph *expr_graph_new (void);
/* Frees a graph; NULL is allowed. */
void expr_graph_free (ExprGraph *graph);

/* Returns the value that is this constant. */
ExprValue expr_graph_constant (ExprGraph *graph, double value);
/* Returns the value of the input with this number ≥ 0; the same number gives
 * the same value. */
ExprValue expr_graph_input (ExprGraph *graph, int input);
/* Returns whether a value is a constant; if so, sets *constant. */
gboolean expr_graph_is_constant (const ExprGraph *graph, ExprValue value, double *constant);
/* Applies an operator or function by name ("+", "*", "sin", "if" …). "+", "*",
 * "and", "or", "min" and "max" take two or more arguments, "-" one or two.
 * If an argument is EXPR_NO_VALUE, the result is EXPR_NO_VALUE. An unknown op is a
 * programming error. */
ExprValue expr_graph_apply (ExprGraph *graph, const char *op, const ExprValue *arguments, int n_arguments);

/* Callbacks that resolve names while a tree is added to a graph. Each of
 * them may append an error at `place` and return EXPR_NO_VALUE. If it returns EXPR_NO_VALUE without
 * an error, the error "unknown name" or "unknown function" is reported. If a callback is
 * NULL, no names are known. Indices are evaluated before the call. */
typedef struct ExprScope ExprScope;
struct ExprScope
{
  gpointer user;
  /* Resolves a name without index. */
  ExprValue (*name) (ExprScope *scope, ExprGraph *graph, const char *name, ExprPlace place, GPtrArray *errors);
  /* Resolves name[i] or name[i, j]; indices count from 1. */
  ExprValue (*element) (ExprScope *scope, ExprGraph *graph, const char *name, const int *indices, int n_indices,
                        ExprPlace place, GPtrArray *errors);
  /* Resolves a call of a function that is not built in (functions and tables of
   * the user). */
  ExprValue (*call) (ExprScope *scope, ExprGraph *graph, const char *name, const ExprValue *arguments, int n_arguments,
                     ExprPlace place, GPtrArray *errors);
};

/* Adds a syntax tree to the graph and returns its value. If the condition of `if` is constant, only one branch is added; `and` and `or`
 * omit the right side if the left side decides; sum() is unrolled; indices must be constant integers. Appends all errors; if there are
 * any, returns EXPR_NO_VALUE. */
ExprValue expr_graph_add_tree (ExprGraph *graph, const ExprTree *tree, ExprScope *scope, GPtrArray *errors);
/* Returns the interpolated value (order 0) of a table at `argument`, or the derivative of this order.
 * The graph holds a reference on the table. */
ExprValue expr_graph_table (ExprGraph *graph, ExprTable *table, int order, ExprValue argument);

typedef enum
{
  EXPR_CROSSING_VALUE,      /* an expression that can cross zero */
  EXPR_CROSSING_COMPARISON, /* a comparison, which becomes true where a difference rises through zero */
  EXPR_CROSSING_LOGICAL,    /* a combination of conditions */
  EXPR_CROSSING_WHOLE,      /* a whole number, which jumps */
  EXPR_CROSSING_ONE_SIGN,   /* one of a few numbers, none of which is below 0, or none above */
} ExprCrossing;
/* Returns what kind of function of the inputs a value is whose zeros are looked for. For a comparison a > b or a < b, sets *difference to the
 * difference that rises through zero where it becomes true. */
ExprCrossing expr_graph_crossing (ExprGraph *graph, ExprValue value, ExprValue *difference);
/* Differentiates a value symbolically by an input. Piecewise functions are differentiated on each piece; at a corner the result is the
 * derivative of one side. Results are cached in the graph. */
ExprValue expr_graph_derivative (ExprGraph *graph, ExprValue value, int input);
/* Returns a value in which input k is replaced by replacements[k], unless
 * that is EXPR_NO_VALUE. */
ExprValue expr_graph_substitute (ExprGraph *graph, ExprValue value, const ExprValue *replacements, int n_replacements);
/* Sets flags[k] for every input k < n_inputs on which a value depends, that is, which occurs in
 * it. Other flags are not changed. */
void expr_graph_dependencies (const ExprGraph *graph, ExprValue value, gboolean *flags, int n_inputs);
/* Appends the numbers (int) of the inputs that occur in a value, each once, in no particular
 * order. Returns the number of visited nodes, to which the computing time is
 * proportional. */
int expr_graph_append_inputs (const ExprGraph *graph, ExprValue value, GArray *inputs);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprGraph, expr_graph_free)

G_END_DECLS
