/* Functions of one argument on ranges.
 *
 * A result of a library function is widened by the bound of its error. A monotone function has its extremes at the ends of the argument;
 * sine and cosine also where their slope is 0.
 *
 * A function follows its argument (`follows`) if the argument is narrow on the scale on which the function varies. Then samples of the
 * argument determine it, and only what is hidden in the argument remains hidden. Otherwise its whole variation is hidden. The scale of
 * exp, sin, cos, sinh and cosh is 1, since their derivatives are of their own size or bounded by it. tanh, atan, asinh and erf vary
 * near 0 on the scale 1 and far from 0 slowly. Functions with singularities follow while the distance from the singularity
 * changes by a limited ratio. */
#include <float.h>
#include <math.h>

#include "expr-range-operations.h"

/* The result of a function before its hidden part is known. */
typedef struct
{
  double lo, hi;
  double slope;       /* bound of |φ'|; +inf: none */
  gboolean follows;   /* the argument is narrow on the scale of the function */
  gboolean undefined; /* the function is undefined in a part of the argument */
  gboolean jumps;     /* a condition in the function may change */
  double least, most; /* limits of all values of the function */
} Shape;

static void
set_monotone (Shape *shape, double lo, double hi)
{
  shape->lo = lo;
  shape->hi = hi;
}

/* Returns whether both ends of an argument have the same sign and their distances from 0 a small ratio. */
static gboolean
has_small_ratio (double near, double far)
{
  return near > 0 && near * EXPR_RANGE_RATIO >= far;
}

/* Returns whether a ≤ point + 2π k ≤ b for some whole k, up to rounding errors, with the answer yes in doubt. */
static gboolean
contains_phase (double a, double b, double point)
{
  double margin = 4 * DBL_EPSILON * (1 + fmax (fabs (a), fabs (b)));
  double k = ceil ((a - margin - point) / (2 * M_PI) - 1e-9);

  return point + 2 * M_PI * k <= b + margin || point + 2 * M_PI * (k + 1) <= b + margin;
}

/* Beyond this argument neighbouring numbers are so far apart that the phase has fewer than five digits. */
#define LARGEST_PHASE 1e11

static void
wave (Shape *shape, double a, double b, double (*function) (double), double phase_of_most)
{
  double first = function (a), second = function (b);

  shape->least = -1;
  shape->most = 1;
  shape->slope = 1;
  shape->follows = b - a <= EXPR_RANGE_NARROW;
  if (!(b - a < 2 * M_PI) || fmax (fabs (a), fabs (b)) > LARGEST_PHASE)
    {
      set_monotone (shape, -1, 1);
      shape->undefined = !(b - a <= DBL_MAX);
      shape->follows = a == b;
      if (a == b)
        set_monotone (shape, first, first);
      return;
    }
  set_monotone (shape, contains_phase (a, b, phase_of_most + M_PI) ? -1 : fmin (first, second),
                contains_phase (a, b, phase_of_most) ? 1 : fmax (first, second));
}

static void
tangent (Shape *shape, double a, double b)
{
  double near = fmin (fabs (cos (a)), fabs (cos (b))), far = fmax (fabs (cos (a)), fabs (cos (b)));

  if (!(b - a < M_PI) || fmax (fabs (a), fabs (b)) > LARGEST_PHASE || contains_phase (a, b, M_PI / 2) || contains_phase (a, b, -M_PI / 2))
    {
      set_monotone (shape, -INFINITY, INFINITY);
      shape->undefined = TRUE;
      return;
    }
  set_monotone (shape, tan (a), tan (b));
  shape->slope = 1.001 / (near * near);
  shape->follows = has_small_ratio (near, far);
}

/* Functions that vary near 0 on the scale 1 and slowly far from 0, with the slope 1 or less. */
static void
sigmoid (Shape *shape, double a, double b, double (*function) (double), double limit)
{
  double near = a > 0 ? a : b < 0 ? -b : 0;

  set_monotone (shape, function (a), function (b));
  shape->least = -limit;
  shape->most = limit;
  shape->slope = 1.2;
  shape->follows = b - a <= EXPR_RANGE_NARROW * fmax (1, 0.5 * near);
}

/* Functions that are defined between −1 and 1 and singular there. */
static void
between_ones (Shape *shape, double a, double b, double (*function) (double), gboolean falls)
{
  double near = fmin (1 + a, 1 - b), far = fmax (1 + a, 1 - b);

  shape->undefined = a < -1 || b > 1;
  a = fmin (fmax (a, -1), 1);
  b = fmin (fmax (b, -1), 1);
  set_monotone (shape, function (falls ? b : a), function (falls ? a : b));
  near = fmax (near, 0);
  shape->slope = near > 0 ? 1 / fmin (near, sqrt (near)) : INFINITY;
  /* The middle of the domain is at the distance 1 from both ends. */
  shape->follows = near > 0 && fmin (far, 1) <= EXPR_RANGE_RATIO * near;
}

/* Functions that are defined above a point and singular there; `start` is the value at the point. */
static void
beyond (Shape *shape, double a, double b, double (*function) (double), double point)
{
  double near = a - point, far = b - point;

  shape->undefined = near < 0;
  set_monotone (shape, function (fmax (a, point)), function (fmax (b, point)));
  shape->follows = has_small_ratio (near, far);
}

static void
steps (Shape *shape, double lo, double hi, double change)
{
  set_monotone (shape, lo, hi);
  shape->jumps = change != 0;
  shape->slope = 0;
  shape->follows = change == 0;
}

static double
slope_of_root (double near)
{
  return 0.5001 / sqrt (near);
}

static void
find_shape (ExprOp op, double a, double b, Shape *shape)
{
  double near = a > 0 ? a : b < 0 ? -b : 0, far = fmax (fabs (a), fabs (b));

  switch (op)
    {
    case EXPR_OP_SIN:
      wave (shape, a, b, sin, M_PI / 2);
      break;
    case EXPR_OP_COS:
      wave (shape, a, b, cos, 0);
      break;
    case EXPR_OP_TAN:
      tangent (shape, a, b);
      break;
    case EXPR_OP_ASIN:
      between_ones (shape, a, b, asin, FALSE);
      break;
    case EXPR_OP_ACOS:
      between_ones (shape, a, b, acos, TRUE);
      shape->least = 0;
      break;
    case EXPR_OP_ATANH:
      between_ones (shape, a, b, atanh, FALSE);
      break;
    case EXPR_OP_ATAN:
      sigmoid (shape, a, b, atan, M_PI);
      break;
    case EXPR_OP_TANH:
      sigmoid (shape, a, b, tanh, 1);
      break;
    case EXPR_OP_ERF:
      sigmoid (shape, a, b, erf, 1);
      break;
    case EXPR_OP_ASINH:
      sigmoid (shape, a, b, asinh, INFINITY);
      break;
    case EXPR_OP_SINH:
      set_monotone (shape, sinh (a), sinh (b));
      shape->slope = 1.001 * cosh (far);
      shape->follows = b - a <= EXPR_RANGE_NARROW;
      break;
    case EXPR_OP_COSH:
      set_monotone (shape, cosh (near), cosh (far));
      shape->least = 1;
      shape->slope = 1.001 * cosh (far);
      shape->follows = b - a <= EXPR_RANGE_NARROW;
      break;
    case EXPR_OP_EXP:
      set_monotone (shape, exp (a), exp (b));
      shape->least = 0;
      shape->slope = 1.001 * shape->hi;
      shape->follows = b - a <= EXPR_RANGE_NARROW;
      break;
    case EXPR_OP_ACOSH:
      beyond (shape, a, b, acosh, 1);
      shape->least = 0;
      shape->slope = a > 1 ? 1 / fmin (a - 1, sqrt (a - 1)) : INFINITY;
      break;
    case EXPR_OP_LOG:
      beyond (shape, a, b, log, 0);
      shape->slope = a > 0 ? 1.001 / a : INFINITY;
      break;
    case EXPR_OP_LOG10:
      beyond (shape, a, b, log10, 0);
      shape->slope = a > 0 ? 0.4344 / a : INFINITY;
      break;
    case EXPR_OP_LOG2:
      beyond (shape, a, b, log2, 0);
      shape->slope = a > 0 ? 1.4428 / a : INFINITY;
      break;
    case EXPR_OP_SQRT:
      beyond (shape, a, b, sqrt, 0);
      shape->least = 0;
      shape->slope = a > 0 ? slope_of_root (a) : INFINITY;
      break;
    case EXPR_OP_CBRT:
      set_monotone (shape, cbrt (a), cbrt (b));
      shape->slope = near > 0 ? 0.3334 * cbrt (near) / near : INFINITY;
      shape->follows = has_small_ratio (near, far);
      break;
    case EXPR_OP_FLOOR:
      steps (shape, floor (a), floor (b), floor (b) - floor (a));
      break;
    case EXPR_OP_CEIL:
      steps (shape, ceil (a), ceil (b), ceil (b) - ceil (a));
      break;
    case EXPR_OP_ROUND:
      steps (shape, round (a), round (b), round (b) - round (a));
      break;
    case EXPR_OP_SIGN:
      steps (shape, expr_sign (a), expr_sign (b), expr_sign (b) - expr_sign (a));
      break;
    case EXPR_OP_STEP:
      steps (shape, expr_step (a), expr_step (b), expr_step (b) - expr_step (a));
      break;
    default:
      g_assert_not_reached ();
    }
}

static gboolean
is_exact (ExprOp op)
{
  return op == EXPR_OP_FLOOR || op == EXPR_OP_CEIL || op == EXPR_OP_ROUND || op == EXPR_OP_SIGN || op == EXPR_OP_STEP;
}

/* The difference of |a| from the nearer of a and −a. */
static int
magnitude (const ExprRange *a, ExprRange *result)
{
  if (a->lo >= 0 || a->hi <= 0)
    {
      *result = a->lo >= 0 ? *a : expr_range_negate (a);
      return 0;
    }
  *result = (ExprRange){ 0, fmax (-a->lo, a->hi), a->unseen + 2 * fmin (-a->lo, a->hi), a->degree, a->undefined };
  expr_range_finish (result);
  return 1;
}

int
expr_range_function (ExprOp op, const ExprRange *a, ExprRange *result)
{
  Shape shape = { .slope = INFINITY, .least = -INFINITY, .most = INFINITY };

  if (op == EXPR_OP_ABS)
    return magnitude (a, result);
  find_shape (op, a->lo, a->hi, &shape);
  if (!is_exact (op))
    {
      shape.lo = fmax (expr_library_down (shape.lo), shape.least);
      shape.hi = fmin (expr_library_up (shape.hi), shape.most);
    }
  *result = (ExprRange){ shape.lo, shape.hi, 0, a->degree == 0 ? 0 : shape.follows ? a->degree + 1 : 1, a->undefined | (shape.undefined ? EXPR_UNDEFINED_OUTSIDE : 0) };
  if (!shape.follows && a->lo < a->hi)
    result->unseen = INFINITY; /* limited to the width */
  else if (a->unseen > 0)
    result->unseen = shape.slope * a->unseen;
  expr_range_finish (result);
  return shape.jumps;
}
