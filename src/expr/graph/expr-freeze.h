/* Finds the operations of expressions that jump, and replaces them by inputs. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* The operations that jump. Each is a piecewise constant function of one argument, which is a − b for a comparison and a/b for mod (a, b).
 */
typedef enum
{
  EXPR_JUMP_BELOW,     /* 1 if the argument is < 0, else 0 */
  EXPR_JUMP_NOT_ABOVE, /* 1 if the argument is ≤ 0, else 0 */
  EXPR_JUMP_SIGN,
  EXPR_JUMP_STEP,
  EXPR_JUMP_FLOOR, /* also of mod (a, b) = a − b floor (a/b) */
  EXPR_JUMP_CEIL,
  EXPR_JUMP_ROUND,
  EXPR_JUMP_KINK, /* abs, min, max: the value is continuous, and the derivative jumps where the argument is 0 */
} ExprJumpKind;

typedef struct
{
  ExprJumpKind kind;
  ExprValue argument;
  int owner; /* index of the first value in which the operation occurs */
} ExprJump;

/* Replaces each operation of values[n] that jumps and depends on an input with a number ≥ first_fast by the input first_mode + k, where k
 * is its index in `jumps`, and appends it to `jumps` (ExprJump); operands of an operation come first. An operation that is already in
 * `jumps` gets the same input. `modes` maps values of the graph to k + 1. Arguments contain the inputs of earlier operations. If `kinks` is
 * true, an operation with a kink becomes a choice between its two branches by such an input; otherwise it stays. */
void expr_graph_freeze (
    ExprGraph *graph, ExprValue *values, int n, gboolean kinks, int first_fast, int first_mode, GHashTable *modes, GArray *jumps);
/* Appends the operations of values[n] that jump or have a kink and whose argument is not a constant to `jumps` (ExprJump). The remainder
 * mod is left out: its derivative by its first operand is 1 on both sides of a jump. */
void expr_graph_find_jumps (ExprGraph *graph, const ExprValue *values, int n, GArray *jumps);
/* Returns the value of an operation for its argument; NaN for NaN, except of a comparison, which is then false. */
double expr_jump_value (ExprJumpKind kind, double argument);
/* Returns a function of the argument that is continuous and changes its sign where the operation jumps: the argument a, sin (πa)/π or cos
 * (πa)/π. */
double expr_jump_witness (ExprJumpKind kind, double argument);
/* Returns the distance of the argument from the nearest point at which the operation jumps or has a kink. */
double expr_jump_distance (ExprJumpKind kind, double argument);
/* Returns the value of an operation beside the nearest point at which it jumps: above it if `above` is true, else below it. */
double expr_jump_beside (ExprJumpKind kind, double argument, gboolean above);

G_END_DECLS
