/* The nodes of a graph. */
#pragma once

#include "expr-graph.h"
#include "expr-op.h"

G_BEGIN_DECLS

typedef struct
{
  ExprOp op;
  gint32 operands[3]; /* values; INPUT: the input's number first; TABLE: argument, table, order; unused: -1 */
  double constant;    /* CONSTANT */
  gint32 first_input; /* the node depends on no input outside first_input … last_input; none: first > last */
  gint32 last_input;
} ExprNode;

struct ExprGraph
{
  ExprNode *nodes;
  int n_nodes, room;
  gint32 *buckets; /* open addressing; -1 empty; n_buckets is a power of two */
  int n_buckets;
  GPtrArray *tables;       /* ExprTable */
  guint64 *derivative_keys; /* value and input, open addressing; 0 empty (value 0 is asked for as value + 1) */
  ExprValue *derivative_values;
  int n_derivatives, derivative_room; /* room is a power of two, or 0 */
  guint32 *marks;          /* one per node: == epoch where a walk has been */
  int n_marks;
  guint32 epoch;
  /* TRUE in the graph a program is made from: powers are multiplications and
   * nothing is rewritten any more. */
  gboolean lowered;
  gint64 n_steps; /* nodes of trees looked at for all expressions */
};

static inline const ExprNode *
expr_graph_node (const ExprGraph *graph, ExprValue value)
{
  return &graph->nodes[value];
}

/* How many of the operands are values. */
static inline int
expr_node_n_values (const ExprNode *node)
{
  return expr_op_info[node->op].arity;
}

static inline gboolean
expr_graph_is_number (const ExprGraph *graph, ExprValue value, double number)
{
  const ExprNode *node = &graph->nodes[value];
  return node->op == EXPR_OP_CONSTANT && node->constant == number;
}

/* The node with these operands, made if it is not there yet; nothing is
 * rewritten. */
ExprValue expr_graph_intern (ExprGraph *graph, ExprOp op, gint32 a, gint32 b, gint32 c, double constant);

/* The operation on values, rewritten to its simplest form by what is exact for
 * all finite numbers. */
ExprValue expr_graph_unary (ExprGraph *graph, ExprOp op, ExprValue a);
ExprValue expr_graph_binary (ExprGraph *graph, ExprOp op, ExprValue a, ExprValue b);
ExprValue expr_graph_select (ExprGraph *graph, ExprValue condition, ExprValue a, ExprValue b);
/* An operation of one to three operands by number of operands. */
ExprValue expr_graph_operation (ExprGraph *graph, ExprOp op, const ExprValue *operands);

/* A walk over the graph: begin, then visit returns TRUE the first time it meets
 * a value. One walk at a time. */
void expr_graph_walk_begin (const ExprGraph *graph);
gboolean expr_graph_walk_visit (const ExprGraph *graph, ExprValue value);

/* All of d value / d input for the inputs first_input … first_input + n_inputs
 * − 1 in one pass. FALSE, with nothing in gradient, where value holds branches,
 * which only expr_graph_derivative keeps apart. */
gboolean expr_graph_gradient (ExprGraph *graph, ExprValue value, int first_input, int n_inputs, ExprValue *gradient);
/* sum + factor·∂ value / ∂ (operand k of value), simplified as derivatives are.
 */
ExprValue expr_graph_add_share (ExprGraph *graph, ExprValue sum, ExprValue factor, ExprValue value, int k);

/* Drops the derivatives that are remembered; they are made again when asked
 * for. */
void expr_graph_forget_derivatives (ExprGraph *graph);

/* The values that outputs are made of, operands first, as an array of
 * ExprValue; free with g_array_unref. */
GArray *expr_graph_reachable (const ExprGraph *graph, const ExprValue *outputs, int n_outputs);

G_END_DECLS
