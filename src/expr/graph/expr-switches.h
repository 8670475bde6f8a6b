/* The switches of a set of values: the places where a comparison, `if`, step, sign, abs, min, max, floor, ceil, round, mod, and, or, not
 * changes its branch. They are found in the graph, and the values are copied to another graph in which the branches are inputs. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* How a switch depends on its switch function g. The side of a switch is the number that determines the branch. */
typedef enum
{
  EXPR_SWITCH_SIGN,  /* the side is the sign of g: −1, 0 or 1 */
  EXPR_SWITCH_FLOOR, /* the side is the integer floor (g) */
  EXPR_SWITCH_CEIL,  /* the side is the integer ceil (g) */
  EXPR_SWITCH_ROUND, /* the side is the integer round (g) */
} ExprSwitchKind;

typedef struct
{
  ExprSwitchKind kind;
  ExprValue value;      /* the switch function g, a value of the graph of ExprSwitches */
  gboolean uses_states; /* g uses inputs after t; otherwise it depends only on t, inputs before t, and the sides of other switches */
} ExprSwitch;

/* Copies of values in which switches are replaced by their sides. The sides are inputs n_inputs, n_inputs + 1, …: while no side changes,
 * the copies are smooth functions of t and the states. A switch function uses only the sides of switches before it. */
typedef struct
{
  ExprGraph *graph;
  int n_switches;
  ExprSwitch *switches;
  ExprValue *outputs; /* copies of the values */
} ExprSwitches;

/* Finds the switches of outputs[n_outputs]. Inputs before input_t change rarely, input_t is the time, inputs input_t + 1 … n_inputs − 1 are
 * states. A condition that uses only inputs before input_t is no switch. Each switch function occurs once for each kind. Returns NULL if
 * there are no switches. The graph of the outputs does not change. Free the result with expr_switches_free. */
ExprSwitches *expr_switches_new (const ExprGraph *graph, const ExprValue *outputs, int n_outputs, int input_t, int n_inputs);
/* Frees switches with their graph; NULL is allowed. */
void expr_switches_free (ExprSwitches *switches);

/* Returns the side of a switch with the value g of its switch function; NaN for NaN. */
double expr_switch_side (ExprSwitchKind kind, double g);
/* Returns whether g has left the side `side`. If so, sets *level to the value of g at which the branch changes first, and *next to the side
 * beyond that level. A side 0 of the kind SIGN is left at the level 0 by each g that is not 0. */
gboolean expr_switch_left (ExprSwitchKind kind, double side, double g, double *level, double *next);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprSwitches, expr_switches_free)

G_END_DECLS
