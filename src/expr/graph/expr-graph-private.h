/* The structs of a graph and of its nodes. Only the files that build, simplify, differentiate
 * and compile a graph use them. */
#pragma once

#include "expr-graph.h"
#include "expr-op.h"

G_BEGIN_DECLS

typedef struct
{
  ExprOp op;
  gint32 operands[3]; /* the operands are values, except: INPUT has the number of the input; TABLE has argument, table, order; −1: unused */
  double constant;    /* for CONSTANT: the value */
  gint32 first_input; /* the node depends only on inputs between first_input and last_input; if first > last, on none */
  gint32 last_input;
} ExprNode;

/* A place of the table of nodes (expr-intern.c). */
typedef struct
{
  guint32 hash;
  guint32 number; /* number of the node plus 1; 0: free */
} ExprNodeSlot;

struct ExprGraph
{
  ExprNode *nodes;
  int n_nodes, capacity;
  ExprNodeSlot *slots; /* n_slots is a power of two */
  int n_slots;
  int grow_at; /* number of nodes at which the table is doubled */
  GPtrArray *tables;       /* of ExprTable */
  guint64 *derivative_keys; /* hash table with open addressing: keys made of (value + 1, input), 0 for empty slots */
  ExprValue *derivative_values;
  int n_derivatives, derivative_capacity; /* derivative_capacity is a power of two, or 0 */
  guint32 *marks;          /* for each node: number of the last walk that visited it */
  int n_marks;
  guint32 epoch;
  /* TRUE in the graph from which a program is compiled. It contains
   * multiplications instead of powers, and operations are not simplified. */
  gboolean lowered;
  /* TRUE in a graph with sides (expr-switches.h): min and max of a constant are used only where they have the value of the other operand,
   * and have its derivative also at the corner and, by rounding, beyond it. */
  gboolean sided;
  gint64 n_steps; /* number of tree nodes that were visited so far, which limits the work for sums */
};

/* Returns a node. The pointer is valid until the next node is added. */
static inline const ExprNode *
expr_graph_node (const ExprGraph *graph, ExprValue value)
{
  return &graph->nodes[value];
}

/* Returns the number of operands that are values of the graph. */
static inline int
expr_node_n_values (const ExprNode *node)
{
  return expr_op_info[node->op].arity;
}

/* Returns whether a value is the constant `number`. */
static inline gboolean
expr_graph_is_number (const ExprGraph *graph, ExprValue value, double number)
{
  const ExprNode *node = &graph->nodes[value];
  return node->op == EXPR_OP_CONSTANT && node->constant == number;
}

/* Returns the node with these operands. Adds it if it does not exist, without simplification. */
ExprValue expr_graph_intern (ExprGraph *graph, ExprOp op, gint32 a, gint32 b, gint32 c, double constant);

/* Makes place for n nodes in a graph without nodes. More are allowed. */
void expr_graph_reserve (ExprGraph *graph, int n);

/* Returns an operation with one operand. This and the two next functions simplify the
 * operation if that is exact for all finite numbers. */
ExprValue expr_graph_unary (ExprGraph *graph, ExprOp op, ExprValue a);
ExprValue expr_graph_binary (ExprGraph *graph, ExprOp op, ExprValue a, ExprValue b);
ExprValue expr_graph_select (ExprGraph *graph, ExprValue condition, ExprValue a, ExprValue b);
/* Returns an operation with one to three operands. */
ExprValue expr_graph_operation (ExprGraph *graph, ExprOp op, const ExprValue *operands);

/* Returns df/da of a function f of one argument; value is f(a). */
ExprValue expr_graph_slope (ExprGraph *graph, ExprOp op, ExprValue value, ExprValue a);

/* Begins a walk over the graph. Only one walk at a time is possible. */
void expr_graph_walk_begin (const ExprGraph *graph);
/* Returns TRUE at the first visit of a value in this walk. */
gboolean expr_graph_walk_visit (const ExprGraph *graph, ExprValue value);

/* Computes d value/d input for the inputs first_input … first_input + n_inputs
 * − 1 in one pass. Returns FALSE if reverse mode is not possible for value;
 * expr_graph_derivative must be used then. Also returns FALSE if the thread asks
 * to end (expr-look.h). */
gboolean expr_graph_gradient (ExprGraph *graph, ExprValue value, int first_input, int n_inputs, ExprValue *gradient);
/* Returns sum + factor·∂ value/∂ (operand k of value), simplified like other
 * derivatives. */
ExprValue expr_graph_add_partial (ExprGraph *graph, ExprValue sum, ExprValue factor, ExprValue value, int k);

/* Empties the cache of derivatives. */
void expr_graph_clear_derivatives (ExprGraph *graph);

/* Returns an array of the values (ExprValue) on which the outputs depend, operands first. Free
 * it with g_array_unref. */
GArray *expr_graph_reachable (const ExprGraph *graph, const ExprValue *outputs, int n_outputs);
/* Returns the same array as expr_graph_reachable. Returns NULL if the thread asks to end (expr-look.h). */
GArray *expr_graph_reachable_watched (const ExprGraph *graph, const ExprValue *outputs, int n_outputs);

G_END_DECLS
