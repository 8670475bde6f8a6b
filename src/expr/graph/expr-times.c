/* Inverts functions of t.
 *
 * A function is a chain u = f₁ (f₂ (… fₙ (t))), in which each fᵢ is an operation with one operand that depends on t, and the innermost one
 * is t or a polynomial in t of degree 1 or 2. u (t) = y holds if the operand v of f₁ has one of the values f₁⁻¹ (y). A function such as sin
 * has infinitely many of them. Since v is continuous, it reaches one of the two that enclose its present value first, so that only these
 * neighbours need be followed. One more on each side is followed because the present value may be one of them, up to rounding. The times of
 * all of them are compared at the end, and the first one is the result.
 *
 * A value at which f₁ has a pole or the edge of its domain counts as one of the values of v for each y, because u may change its sign or
 * become NaN there. */
#include "expr-times.h"

#include <math.h>

#include "expr-graph-private.h"

/* The operations of a chain. u is the operand that depends on t, and c a coefficient. */
typedef enum
{
  STEP_CONSTANT,   /* c, in a branch of STEP_SELECT */
  STEP_POLYNOMIAL, /* c₀ + c₁ t + c₂ t² */
  STEP_ADD,        /* u + c */
  STEP_FROM,       /* c − u */
  STEP_SCALE,      /* u · c */
  STEP_OVER,       /* u / c */
  STEP_INVERSE,    /* c / u */
  STEP_POWER,      /* u ^ c */
  STEP_BASE,       /* c ^ u */
  STEP_HYPOT,      /* hypot (u, c) */
  STEP_FUNCTION,   /* op (u) */
  STEP_SELECT,     /* the first operand if c ≠ 0, otherwise the second one */
} StepKind;

typedef struct
{
  StepKind kind;
  ExprOp op;
  int operands[2]; /* indices of steps; −1: none */
  int coefficient; /* index of the first coefficient */
} Step;

struct ExprTimes
{
  int n_steps;
  Step *steps; /* the last one is the whole function; operands are before the steps that use them */
};

/* The largest number of operations in a chain, because the work may double with each. */
#define MOST_STEPS 24

typedef struct
{
  ExprGraph *graph;
  int input_t, n_inputs;
  GArray *steps;
  GArray *coefficients;
} Builder;

/* ---- construction ---- */

static gboolean
uses_t (const Builder *builder, ExprValue value)
{
  gboolean *flags = g_new0 (gboolean, builder->input_t + 1), used;

  expr_graph_dependencies (builder->graph, value, flags, builder->input_t + 1);
  used = flags[builder->input_t];
  g_free (flags);
  return used;
}

static int
add_coefficient (Builder *builder, ExprValue value)
{
  g_array_append_val (builder->coefficients, value);
  return (int) builder->coefficients->len - 1;
}

static int
add_step (Builder *builder, StepKind kind, ExprOp op, int a, int b, int coefficient)
{
  const Step step = { kind, op, { a, b }, coefficient };

  g_array_append_val (builder->steps, step);
  return (int) builder->steps->len - 1;
}

/* Adds a polynomial of degree 1 or 2, or returns −1 if the value is none. */
static int
add_polynomial (Builder *builder, ExprValue value)
{
  ExprGraph *graph = builder->graph;
  ExprValue d1 = expr_graph_derivative (graph, value, builder->input_t), d2;
  g_autofree ExprValue *replacements = g_new (ExprValue, builder->input_t + 1);
  ExprValue half = expr_graph_constant (graph, 0.5);
  int first;

  d2 = uses_t (builder, d1) ? expr_graph_derivative (graph, d1, builder->input_t) : expr_graph_constant (graph, 0);
  if (uses_t (builder, d2))
    return -1;
  for (int k = 0; k < builder->input_t; k++)
    replacements[k] = EXPR_NO_VALUE;
  replacements[builder->input_t] = expr_graph_constant (graph, 0);
  first = add_coefficient (builder, expr_graph_substitute (graph, value, replacements, builder->input_t + 1));
  add_coefficient (builder, expr_graph_substitute (graph, d1, replacements, builder->input_t + 1));
  add_coefficient (builder, expr_graph_binary (graph, EXPR_OP_MUL, half, d2));
  return add_step (builder, STEP_POLYNOMIAL, 0, -1, -1, first);
}

static gboolean
is_invertible (ExprOp op)
{
  switch (op)
    {
    case EXPR_OP_SIN:
    case EXPR_OP_COS:
    case EXPR_OP_TAN:
    case EXPR_OP_ASIN:
    case EXPR_OP_ACOS:
    case EXPR_OP_ATAN:
    case EXPR_OP_SINH:
    case EXPR_OP_COSH:
    case EXPR_OP_TANH:
    case EXPR_OP_ASINH:
    case EXPR_OP_ACOSH:
    case EXPR_OP_ATANH:
    case EXPR_OP_EXP:
    case EXPR_OP_LOG:
    case EXPR_OP_LOG10:
    case EXPR_OP_LOG2:
    case EXPR_OP_SQRT:
    case EXPR_OP_CBRT:
      return TRUE;
    default:
      return FALSE;
    }
}

static int build (Builder *builder, ExprValue value);

/* Adds an operation of which one operand is a coefficient. */
static int
build_binary (Builder *builder, ExprOp op, ExprValue a, ExprValue b)
{
  gboolean first = uses_t (builder, a);
  StepKind kind = STEP_ADD;
  ExprValue coefficient = first ? b : a;
  int inner;

  switch (op)
    {
    case EXPR_OP_ADD:
      break;
    case EXPR_OP_SUB:
      kind = first ? STEP_ADD : STEP_FROM;
      if (first)
        coefficient = expr_graph_unary (builder->graph, EXPR_OP_NEG, b);
      break;
    case EXPR_OP_MUL:
      kind = STEP_SCALE;
      break;
    case EXPR_OP_DIV:
      kind = first ? STEP_OVER : STEP_INVERSE;
      break;
    case EXPR_OP_POW:
      kind = first ? STEP_POWER : STEP_BASE;
      break;
    case EXPR_OP_HYPOT:
      kind = STEP_HYPOT;
      break;
    default:
      return -1;
    }
  inner = build (builder, first ? a : b);
  return inner < 0 ? -1 : add_step (builder, kind, op, inner, -1, add_coefficient (builder, coefficient));
}

/* Adds a value. Returns its index, or −1 if it cannot be inverted. */
static int
build (Builder *builder, ExprValue value)
{
  const ExprNode node = *expr_graph_node (builder->graph, value);
  int a, b;

  if (builder->steps->len > MOST_STEPS)
    return -1;
  if (!uses_t (builder, value))
    return add_step (builder, STEP_CONSTANT, node.op, -1, -1, add_coefficient (builder, value));
  if (node.op == EXPR_OP_INPUT)
    return add_polynomial (builder, value);
  if (node.op == EXPR_OP_NEG)
    {
      a = build (builder, node.operands[0]);
      return a < 0 ? -1 : add_step (builder, STEP_FROM, node.op, a, -1, add_coefficient (builder, expr_graph_constant (builder->graph, 0)));
    }
  if (is_invertible (node.op))
    {
      a = build (builder, node.operands[0]);
      return a < 0 ? -1 : add_step (builder, STEP_FUNCTION, node.op, a, -1, -1);
    }
  if (expr_op_info[node.op].arity == 2 && node.op != EXPR_OP_ATAN2
      && uses_t (builder, node.operands[0]) != uses_t (builder, node.operands[1]))
    return build_binary (builder, node.op, node.operands[0], node.operands[1]);
  if (node.op == EXPR_OP_SELECT)
    {
      if (uses_t (builder, node.operands[0]))
        return -1;
      a = build (builder, node.operands[1]);
      b = a < 0 ? -1 : build (builder, node.operands[2]);
      return b < 0 ? -1 : add_step (builder, STEP_SELECT, node.op, a, b, add_coefficient (builder, node.operands[0]));
    }
  return node.op == EXPR_OP_TABLE ? -1 : add_polynomial (builder, value);
}

static gboolean
uses_only_t (const Builder *builder, ExprValue value)
{
  gboolean *flags = g_new0 (gboolean, builder->n_inputs + 1), only;

  expr_graph_dependencies (builder->graph, value, flags, builder->n_inputs);
  only = flags[builder->input_t];
  for (int k = builder->input_t + 1; k < builder->n_inputs; k++)
    only = only && !flags[k];
  g_free (flags);
  return only;
}

/* Replaces each min or max of a function of t and a constant by the function. In a value with sides such a limit is used only where it has the
 * value of the function (expr-switches.c), and has it up to rounding at the ends of this interval. */
static ExprValue
without_limits (Builder *builder, ExprValue value)
{
  g_autoptr (GArray) values = expr_graph_reachable (builder->graph, &value, 1);
  g_autofree ExprValue *copies = g_new (ExprValue, value + 1);

  for (guint at = 0; at < values->len; at++)
    {
      ExprValue old = g_array_index (values, ExprValue, at), operands[3] = { -1, -1, -1 };
      const ExprNode node = *expr_graph_node (builder->graph, old);
      gboolean changed = FALSE;
      double limit;

      copies[old] = old;
      for (int k = 0; k < expr_node_n_values (&node); k++)
        {
          operands[k] = copies[node.operands[k]];
          changed = changed || operands[k] != node.operands[k];
        }
      if (node.op == EXPR_OP_TABLE)
        continue; /* has no inverse */
      if ((node.op == EXPR_OP_MIN || node.op == EXPR_OP_MAX) && uses_t (builder, old))
        {
          if (expr_graph_is_constant (builder->graph, operands[0], &limit))
            copies[old] = operands[1];
          else if (expr_graph_is_constant (builder->graph, operands[1], &limit))
            copies[old] = operands[0];
        }
      else if (changed)
        copies[old] = expr_graph_operation (builder->graph, node.op, operands);
    }
  return copies[value];
}

ExprTimes *
expr_times_new (ExprGraph *graph, ExprValue value, int input_t, int n_inputs, GArray *coefficients)
{
  Builder builder = { graph, input_t, n_inputs, g_array_new (FALSE, FALSE, sizeof (Step)), coefficients };
  guint n_before = coefficients->len;
  ExprTimes *times = NULL;

  if (uses_only_t (&builder, value) && build (&builder, without_limits (&builder, value)) >= 0)
    {
      times = g_new0 (ExprTimes, 1);
      times->n_steps = (int) builder.steps->len;
      times->steps = (Step *) (gpointer) g_array_free (builder.steps, FALSE);
      return times;
    }
  g_array_unref (builder.steps);
  g_array_set_size (coefficients, n_before);
  return NULL;
}

void
expr_times_free (ExprTimes *times)
{
  if (times == NULL)
    return;
  g_free (times->steps);
  g_free (times);
}

/* ---- evaluation ---- */

static double
value_of (const ExprTimes *times, int index, const double *coefficients, double t)
{
  const Step *step = &times->steps[index];
  const double *c = step->coefficient >= 0 ? coefficients + step->coefficient : NULL;
  double u;

  if (step->kind == STEP_CONSTANT)
    return c[0];
  if (step->kind == STEP_POLYNOMIAL)
    return c[2] == 0 ? c[0] + c[1] * t : c[0] + t * (c[1] + t * c[2]);
  if (step->kind == STEP_SELECT)
    return value_of (times, step->operands[c[0] != 0 ? 0 : 1], coefficients, t);
  u = value_of (times, step->operands[0], coefficients, t);
  switch (step->kind)
    {
    case STEP_ADD:
      return u + c[0];
    case STEP_FROM:
      return c[0] - u;
    case STEP_SCALE:
      return u * c[0];
    case STEP_OVER:
      return u / c[0];
    case STEP_INVERSE:
      return c[0] / u;
    case STEP_POWER:
      return pow (u, c[0]);
    case STEP_BASE:
      return pow (c[0], u);
    case STEP_HYPOT:
      return hypot (u, c[0]);
    default:
      return expr_op_eval (step->op, u, 0, 0);
    }
}

double
expr_times_value (const ExprTimes *times, const double *coefficients, double t)
{
  return value_of (times, times->n_steps - 1, coefficients, t);
}

/* ---- inversion ---- */

typedef struct
{
  const ExprTimes *times;
  const double *coefficients;
  double after; /* earlier times, and this one, do not count */
  double first; /* the first time found so far */
} Search;

static void reach (Search *search, int index, double y);

static void
note (Search *search, double t)
{
  if (t > search->after && t < search->first)
    search->first = t;
}

/* The levels a + k·period next to v: two below it and two above it. */
static void
reach_periodic (Search *search, int index, double a, double period, double v)
{
  double k = floor ((v - a) / period);

  for (int j = -1; j <= 2; j++)
    reach (search, index, a + period * (k + j));
}

/* Solves c₀ + c₁ t + c₂ t² = y. The root with cancellation is computed from the product of the roots. */
static void
reach_polynomial (Search *search, const double *c, double y)
{
  double constant = c[0] - y, root, q;

  if (c[2] == 0)
    {
      if (c[1] != 0)
        note (search, c[1] == 1 ? y - c[0] : -constant / c[1]);
      return;
    }
  root = sqrt (c[1] * c[1] - 4 * c[2] * constant);
  q = -0.5 * (c[1] + copysign (root, c[1]));
  note (search, q / c[2]);
  if (q != 0)
    note (search, constant / q);
}

static void
reach_power (Search *search, int operand, double exponent, double y)
{
  gboolean whole = floor (exponent) == exponent, even = whole && fmod (exponent, 2) == 0;
  double root = exponent == 2 ? sqrt (fabs (y)) : exponent == 3 ? cbrt (fabs (y)) : pow (fabs (y), 1 / exponent);

  if (exponent == 0)
    return;
  if (exponent < 0 || !whole)
    reach (search, operand, 0);
  if (y >= 0 || (whole && !even))
    reach (search, operand, y >= 0 ? root : -root);
  if (y > 0 && even)
    reach (search, operand, -root);
}

/* Solves op (u) = y for the operand u. Comparisons with a NaN are false, so that no level is followed then. */
static void
reach_function (Search *search, ExprOp op, int operand, double y)
{
  double v = value_of (search->times, operand, search->coefficients, search->after);

  switch (op)
    {
    case EXPR_OP_SIN:
      if (fabs (y) <= 1)
        {
          reach_periodic (search, operand, asin (y), 2 * G_PI, v);
          reach_periodic (search, operand, G_PI - asin (y), 2 * G_PI, v);
        }
      break;
    case EXPR_OP_COS:
      if (fabs (y) <= 1)
        {
          reach_periodic (search, operand, acos (y), 2 * G_PI, v);
          reach_periodic (search, operand, -acos (y), 2 * G_PI, v);
        }
      break;
    case EXPR_OP_TAN:
      reach_periodic (search, operand, atan (y), G_PI, v);
      reach_periodic (search, operand, G_PI / 2, G_PI, v);
      break;
    case EXPR_OP_ASIN:
    case EXPR_OP_ACOS:
      if (op == EXPR_OP_ASIN ? fabs (y) <= G_PI / 2 : y >= 0 && y <= G_PI)
        reach (search, operand, op == EXPR_OP_ASIN ? sin (y) : cos (y));
      reach (search, operand, -1);
      reach (search, operand, 1);
      break;
    case EXPR_OP_ATAN:
      if (fabs (y) < G_PI / 2)
        reach (search, operand, tan (y));
      break;
    case EXPR_OP_SINH:
      reach (search, operand, asinh (y));
      break;
    case EXPR_OP_COSH:
      if (y >= 1)
        {
          reach (search, operand, acosh (y));
          reach (search, operand, -acosh (y));
        }
      break;
    case EXPR_OP_TANH:
      if (fabs (y) < 1)
        reach (search, operand, atanh (y));
      break;
    case EXPR_OP_ASINH:
      reach (search, operand, sinh (y));
      break;
    case EXPR_OP_ACOSH:
      if (y >= 0)
        reach (search, operand, cosh (y));
      reach (search, operand, 1);
      break;
    case EXPR_OP_ATANH:
      reach (search, operand, tanh (y));
      reach (search, operand, -1);
      reach (search, operand, 1);
      break;
    case EXPR_OP_EXP:
      if (y > 0)
        reach (search, operand, log (y));
      break;
    case EXPR_OP_LOG:
    case EXPR_OP_LOG10:
    case EXPR_OP_LOG2:
      reach (search, operand, op == EXPR_OP_LOG ? exp (y) : op == EXPR_OP_LOG10 ? pow (10, y) : exp2 (y));
      reach (search, operand, 0);
      break;
    case EXPR_OP_SQRT:
      if (y >= 0)
        reach (search, operand, y * y);
      reach (search, operand, 0);
      break;
    case EXPR_OP_CBRT:
      reach (search, operand, y * y * y);
      break;
    default:
      g_assert_not_reached ();
    }
}

/* Follows all values of t at which step `index` has the value y. */
static void
reach (Search *search, int index, double y)
{
  const Step *step = &search->times->steps[index];
  const double *c = step->coefficient >= 0 ? search->coefficients + step->coefficient : NULL;
  int operand = step->operands[0];

  switch (step->kind)
    {
    case STEP_CONSTANT:
      break;
    case STEP_POLYNOMIAL:
      reach_polynomial (search, c, y);
      break;
    case STEP_ADD:
      reach (search, operand, y - c[0]);
      break;
    case STEP_FROM:
      reach (search, operand, c[0] - y);
      break;
    case STEP_SCALE:
      if (c[0] != 0)
        reach (search, operand, y / c[0]);
      break;
    case STEP_OVER:
      reach (search, operand, y * c[0]);
      break;
    case STEP_INVERSE:
      if (y != 0)
        reach (search, operand, c[0] / y);
      reach (search, operand, 0);
      break;
    case STEP_POWER:
      reach_power (search, operand, c[0], y);
      break;
    case STEP_BASE:
      if (y > 0 && c[0] > 0 && c[0] != 1)
        reach (search, operand, log (y) / log (c[0]));
      break;
    case STEP_HYPOT:
      if (y >= fabs (c[0]))
        {
          double root = sqrt (y - c[0]) * sqrt (y + c[0]);
          reach (search, operand, root);
          reach (search, operand, -root);
        }
      break;
    case STEP_FUNCTION:
      reach_function (search, step->op, operand, y);
      break;
    case STEP_SELECT:
      reach (search, step->operands[c[0] != 0 ? 0 : 1], y);
      break;
    }
}

double
expr_times_next (const ExprTimes *times, const double *coefficients, ExprSwitchKind kind, double after)
{
  Search search = { times, coefficients, after, INFINITY };
  int last = times->n_steps - 1;

  if (kind == EXPR_SWITCH_SIGN)
    reach (&search, last, 0);
  else
    reach_periodic (&search, last, kind == EXPR_SWITCH_ROUND ? 0.5 : 0, 1, expr_times_value (times, coefficients, after));
  return search.first;
}
