/* Arithmetic, comparisons and selections on ranges.
 *
 * Endpoints are rounded outward (Moore, Kearfott and Cloud, Introduction to Interval Analysis, 2009, chapters 2 to 5). Computers round to
 * nearest, and the range of the exact result, rounded outward once for each operation, contains the rounded value of each
 * point, with or without fused operations.
 *
 * The hidden part h of a range bounds the difference between the value along the intervals and a function that samples determine. It
 * begins at 0 for inputs and grows by these rules:
 *
 *   a ± b      h_a + h_b
 *   a · b      |a| h_b + |b| h_a; if the degree is too large and the product is not of one sign with a small ratio, its width
 *   φ (a)      max |φ'| h_a, if φ follows its argument; otherwise the width of φ (a)
 *   a < b      1 if the condition may change
 *   if         the width of both branches together if the condition may change, otherwise that of the branch
 *   abs, …     at a corner, twice the smaller of the two parts, by which the function differs from a straight line
 *
 * Its bound is the width of the range, as nothing larger can be hidden. */
#include <float.h>
#include <math.h>

#include "expr-range-operations.h"

/* Products with a factor 0 are 0, also if the other limit is infinite, since limits stand for finite numbers. */
static inline double
times (double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

static inline double
down_product (double p, gboolean exact)
{
  return p == 0 && exact ? 0 : expr_round_down (p);
}

static inline double
up_product (double p, gboolean exact)
{
  return p == 0 && exact ? 0 : expr_round_up (p);
}

void
expr_range_multiply (const ExprRange *a, const ExprRange *b, gboolean is_square, ExprRange *result)
{
  double magnitude_a = expr_range_magnitude (a), magnitude_b = expr_range_magnitude (b);
  ExprRange out = { .degree = a->degree + b->degree, .undefined = a->undefined | b->undefined };
  /* A product is exactly 0 if a factor is; otherwise 0 is the rounded value of a tiny product. */
  gboolean exact = a->lo == 0 || a->hi == 0 || b->lo == 0 || b->hi == 0;

  if (is_square)
    {
      double least = expr_range_smallest (a);

      out.lo = least == 0 ? 0 : fmax (0, expr_round_down (least * least));
      out.hi = up_product (magnitude_a * magnitude_a, magnitude_a == 0);
    }
  else
    {
      double p = times (a->lo, b->lo), q = times (a->lo, b->hi), r = times (a->hi, b->lo), s = times (a->hi, b->hi);
      double lo = fmin (fmin (p, q), fmin (r, s)), hi = fmax (fmax (p, q), fmax (r, s));

      out.lo = down_product (lo, exact);
      out.hi = up_product (hi, exact);
    }
  out.unseen = times (magnitude_a, b->unseen) + times (magnitude_b, a->unseen);
  if ((expr_range_is_unbounded (a) && b->lo <= 0 && b->hi >= 0) || (expr_range_is_unbounded (b) && a->lo <= 0 && a->hi >= 0))
    out.undefined |= EXPR_UNDEFINED_OUTSIDE;
  if (out.degree > EXPR_RANGE_DEGREE)
    {
      double least = expr_range_smallest (&out), most = expr_range_magnitude (&out);

      if (!(least * EXPR_RANGE_RATIO >= most))
        out.unseen += out.hi - out.lo;
      out.degree = 2;
    }
  *result = out;
  expr_range_finish (result);
}

/* Limits of a quotient whose two operands contain 0. */
#define HUGE_QUOTIENT 1e100

static void
divide (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  double least = expr_range_smallest (b), most = expr_range_magnitude (b);
  ExprRange out = { -INFINITY, INFINITY, INFINITY, a->degree + b->degree, a->undefined | b->undefined };

  if (least == 0 && a->lo <= 0 && a->hi >= 0)
    {
      /* Finite limits, so that a product with 0 counts as 0. */
      out.lo = -HUGE_QUOTIENT;
      out.hi = HUGE_QUOTIENT;
      out.undefined |= EXPR_UNDEFINED_QUOTIENT;
    }
  else if (least == 0)
    out.undefined |= EXPR_UNDEFINED_OUTSIDE;
  if (least > 0)
    {
      double p = a->lo / b->lo, q = a->lo / b->hi, r = a->hi / b->lo, s = a->hi / b->hi;
      double lo = fmin (fmin (p, q), fmin (r, s)), hi = fmax (fmax (p, q), fmax (r, s));

      out.lo = down_product (lo, a->lo == 0 || a->hi == 0);
      out.hi = up_product (hi, a->lo == 0 || a->hi == 0);
      out.unseen = (a->unseen + times (expr_range_magnitude (&out), b->unseen)) / least;
      out.undefined = a->undefined | b->undefined;
      if (expr_range_is_unbounded (a) && expr_range_is_unbounded (b))
        out.undefined |= EXPR_UNDEFINED_OUTSIDE;
      if (!(least * EXPR_RANGE_RATIO >= most))
        out.unseen += out.hi - out.lo;
    }
  *result = out;
  expr_range_finish (result);
}

/* ---- conditions ---- */

typedef enum
{
  NEVER,
  ALWAYS,
  PERHAPS
} Truth;

static int
set_truth (Truth truth, ExprRange *result)
{
  *result = truth == PERHAPS ? (ExprRange){ 0, 1, 1, 1, FALSE } : (ExprRange){ truth == ALWAYS, truth == ALWAYS, 0, 0, FALSE };
  return truth == PERHAPS;
}

/* Returns whether a value is not 0. A value that may be undefined decides nothing. */
static Truth
truth_of (const ExprRange *a)
{
  return a->undefined ? PERHAPS : a->lo > 0 || a->hi < 0 ? ALWAYS : a->lo == 0 && a->hi == 0 ? NEVER : PERHAPS;
}

/* Returns whether a < b, or with or_equal a ≤ b. Ranges that overlap by the fraction `slack` of their nearer ends count as separate. A value
 * that may be undefined decides nothing. */
static Truth
less (const ExprRange *a, const ExprRange *b, gboolean or_equal, double slack)
{
  double against = a->hi - b->lo, in_favour = b->hi - a->lo;

  if (a->undefined || b->undefined)
    return PERHAPS;
  if (or_equal ? a->hi <= b->lo : a->hi < b->lo)
    return ALWAYS;
  if (or_equal ? a->lo > b->hi : a->lo >= b->hi)
    return NEVER;
  if (slack > 0 && against <= slack * fmax (fabs (a->hi), fabs (b->lo)) && 2 * against < in_favour)
    return ALWAYS;
  if (slack > 0 && in_favour <= slack * fmax (fabs (b->hi), fabs (a->lo)) && 2 * in_favour < against)
    return NEVER;
  return PERHAPS;
}

static Truth
equal (const ExprRange *a, const ExprRange *b)
{
  if (a->undefined || b->undefined)
    return PERHAPS;
  if (a->lo > b->hi || a->hi < b->lo)
    return NEVER;
  return a->lo == a->hi && b->lo == b->hi ? ALWAYS : PERHAPS;
}

static void
hull (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  *result = (ExprRange){ fmin (a->lo, b->lo), fmax (a->hi, b->hi), INFINITY, MAX (a->degree, b->degree), a->undefined | b->undefined };
  expr_range_finish (result);
}

static int
choose (const ExprRange *condition, const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  Truth truth = truth_of (condition);

  if (truth == PERHAPS)
    hull (a, b, result);
  else
    *result = truth == ALWAYS ? *a : *b;
  return 0; /* the condition itself was counted */
}

/* min (a, b) is b where a ≥ b. Near a corner it differs from a straight line by at most the smaller part of |a − b|. */
static int
smaller (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  double above = a->hi - b->lo, below = b->hi - a->lo;

  if (!a->undefined && !b->undefined && (above <= 0 || below <= 0))
    {
      *result = above <= 0 ? *a : *b;
      return 0;
    }
  *result = (ExprRange){ fmin (a->lo, b->lo), fmin (a->hi, b->hi), a->unseen + b->unseen + 2 * fmin (above, below),
                         MAX (a->degree, b->degree), a->undefined | b->undefined };
  expr_range_finish (result);
  return a->lo != a->hi || b->lo != b->hi;
}

static int
larger (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  ExprRange first = expr_range_negate (a), second = expr_range_negate (b);
  int n = smaller (&first, &second, result);

  *result = expr_range_negate (result);
  return n;
}

/* mod (a, b) = a − b ⌊a/b⌋ is smooth where ⌊a/b⌋ is constant. Otherwise it is anywhere between 0 and b; the rounding of a/b allows it to
 * be outside by a rounding error of a. */
static int
modulo (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  ExprRange quotient, whole, product;
  int n;

  divide (a, b, &quotient);
  if (quotient.undefined || expr_range_is_unbounded (&quotient) || expr_range_is_unbounded (b))
    {
      *result = (ExprRange){ -INFINITY, INFINITY, INFINITY, 1, EXPR_UNDEFINED_OUTSIDE };
      return 1;
    }
  n = expr_range_function (EXPR_OP_FLOOR, &quotient, &whole);
  if (n == 0)
    {
      expr_range_multiply (b, &whole, FALSE, &product);
      product = expr_range_negate (&product);
      expr_range_add (a, &product, result);
      return 0;
    }
  double error = 8 * DBL_EPSILON * (expr_range_magnitude (a) + expr_range_magnitude (b));
  *result = (ExprRange){ fmin (0, b->lo) - error, fmax (0, b->hi) + error, INFINITY, 1, FALSE };
  expr_range_finish (result);
  return 1;
}

/* ---- functions of two arguments ---- */

static void
widen (ExprRange *out)
{
  out->lo = expr_library_down (out->lo);
  out->hi = expr_library_up (out->hi);
}

static void
hypotenuse (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  ExprRange out = { hypot (expr_range_smallest (a), expr_range_smallest (b)), hypot (expr_range_magnitude (a), expr_range_magnitude (b)),
                    a->unseen + b->unseen, a->degree + b->degree, a->undefined | b->undefined };

  /* The function has a corner at the origin. */
  gboolean follows = out.lo * EXPR_RANGE_RATIO >= out.hi || (a->lo == a->hi && a->lo == 0 && b->lo * b->hi > 0)
                     || (b->lo == b->hi && b->lo == 0 && a->lo * a->hi > 0);
  widen (&out);
  out.lo = fmax (out.lo, 0);
  if (!follows)
    out.unseen += out.hi - out.lo;
  *result = out;
  expr_range_finish (result);
}

/* The angle jumps by 2π at the negative x axis. Elsewhere the angles of the four corners are its extremes,
 * since lines on which it is constant are rays from the origin. */
static int
angle (const ExprRange *y, const ExprRange *x, ExprRange *result)
{
  ExprRange out = { -M_PI, M_PI, 0, y->degree + x->degree, x->undefined | y->undefined };
  double nearest = hypot (expr_range_smallest (x), expr_range_smallest (y));
  double farthest = hypot (expr_range_magnitude (x), expr_range_magnitude (y));
  gboolean is_axis = y->lo == 0 && y->hi == 0 && x->hi < 0; /* the angle is π, or −π for y = −0 */
  gboolean crosses = x->lo <= 0 && y->lo <= 0 && y->hi >= 0 && !is_axis;

  if (!crosses && !is_axis)
    {
      double p = atan2 (y->lo, x->lo), q = atan2 (y->lo, x->hi), r = atan2 (y->hi, x->lo), s = atan2 (y->hi, x->hi);

      out.lo = fmin (fmin (p, q), fmin (r, s));
      out.hi = fmax (fmax (p, q), fmax (r, s));
      out.unseen = nearest > 0 ? (x->unseen + y->unseen) / nearest : INFINITY; /* limited to the width */
    }
  widen (&out);
  if (crosses || !(nearest * EXPR_RANGE_RATIO >= farthest))
    out.unseen = out.hi - out.lo;
  *result = out;
  expr_range_finish (result);
  return crosses;
}

/* x^y for x > 0 is monotone in each argument, so its extremes are at corners. A negative x is allowed for a constant whole
 * exponent. */
static void
positive_power (const ExprRange *a, const ExprRange *b, ExprRange *out)
{
  double p = pow (a->lo, b->lo), q = pow (a->lo, b->hi), r = pow (a->hi, b->lo), s = pow (a->hi, b->hi);

  out->lo = fmin (fmin (p, q), fmin (r, s));
  out->hi = fmax (fmax (p, q), fmax (r, s));
}

static void
power (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  ExprRange out = { -INFINITY, INFINITY, INFINITY, a->degree + b->degree, EXPR_UNDEFINED_OUTSIDE };
  gboolean whole = b->lo == b->hi && b->lo == floor (b->lo) && fabs (b->lo) < 0x1p53;
  guint undefined = a->undefined | b->undefined;

  if (expr_range_is_unbounded (a) || expr_range_is_unbounded (b))
    undefined |= EXPR_UNDEFINED_OUTSIDE;

  if (a->lo > 0)
    {
      double logs = fmax (fabs (log (a->lo)), fabs (log (a->hi)));
      double growth = expr_range_magnitude (b) * log (a->hi / a->lo) + (b->hi - b->lo) * logs;

      positive_power (a, b, &out);
      widen (&out);
      out.lo = fmax (out.lo, 0);
      out.undefined = undefined;
      out.unseen = times (out.hi, times (expr_range_magnitude (b) / a->lo, a->unseen) + times (logs, b->unseen));
      if (!(growth <= EXPR_RANGE_NARROW))
        out.unseen = INFINITY;
    }
  else if (whole && b->lo >= 0)
    {
      gboolean even = fmod (b->lo, 2) == 0;
      double n = b->lo, lo = pow (a->lo, n), hi = pow (a->hi, n), most = expr_range_magnitude (a);

      out.hi = even ? fmax (lo, hi) : hi;
      out.lo = even ? (a->lo <= 0 && a->hi >= 0 ? 0 : fmin (lo, hi)) : lo;
      if (n == 0)
        out.lo = out.hi = 1;
      else
        widen (&out);
      out.lo = even ? fmax (out.lo, 0) : out.lo;
      out.undefined = undefined;
      out.unseen = n > 0 ? times (n * pow (most, n - 1), a->unseen) : 0;
      if (n * a->degree > EXPR_RANGE_DEGREE && !(a->hi < 0 && n * log (a->lo / a->hi) <= EXPR_RANGE_NARROW))
        out.unseen = INFINITY;
    }
  else if (whole && a->hi < 0)
    {
      ExprRange positive = expr_range_negate (a);

      power (&positive, b, &out);
      if (fmod (fabs (b->lo), 2) == 1)
        out = expr_range_negate (&out);
    }
  else if (a->lo == 0 && b->lo > 0)
    {
      /* 0 is a singularity of x^y unless y is whole. */
      out.lo = out.hi = fmax (pow (a->hi, b->lo), pow (a->hi, b->hi));
      widen (&out);
      out.lo = 0;
      out.undefined = undefined;
    }
  *result = out;
  expr_range_finish (result);
}

void
expr_range_table (const ExprTable *table, int order, const ExprRange *a, ExprRange *result)
{
  ExprRange out = { -INFINITY, INFINITY, INFINITY, a->degree + 3, EXPR_UNDEFINED_OUTSIDE };
  gboolean smooth = FALSE;

  if (!a->undefined && !expr_range_is_unbounded (a))
    {
      out.undefined = expr_table_bounds (table, order, a->lo, a->hi, &out.lo, &out.hi, &smooth) ? 0 : EXPR_UNDEFINED_OUTSIDE;
      out.unseen = (smooth && a->unseen == 0) || a->lo == a->hi ? 0 : INFINITY;
    }
  *result = out;
  expr_range_finish (result);
}

int
expr_range_operation (ExprOp op, const ExprRange *a, const ExprRange *b, const ExprRange *c, double slack, ExprRange *result)
{
  Truth first, second;

  switch (op)
    {
    case EXPR_OP_NOT:
      first = truth_of (a);
      set_truth (first == PERHAPS ? PERHAPS : first == ALWAYS ? NEVER : ALWAYS, result);
      return 0;
    case EXPR_OP_DIV:
      divide (a, b, result);
      return 0;
    case EXPR_OP_POW:
      power (a, b, result);
      return 0;
    case EXPR_OP_LT:
      return set_truth (less (a, b, FALSE, slack), result);
    case EXPR_OP_LE:
      return set_truth (less (a, b, TRUE, slack), result);
    case EXPR_OP_EQ:
      return set_truth (equal (a, b), result);
    case EXPR_OP_NE:
      first = equal (a, b);
      return set_truth (first == PERHAPS ? PERHAPS : first == ALWAYS ? NEVER : ALWAYS, result);
    case EXPR_OP_AND:
      first = truth_of (a);
      second = truth_of (b);
      set_truth (first == NEVER || second == NEVER ? NEVER : first == ALWAYS && second == ALWAYS ? ALWAYS : PERHAPS, result);
      return 0;
    case EXPR_OP_OR:
      first = truth_of (a);
      second = truth_of (b);
      set_truth (first == ALWAYS || second == ALWAYS ? ALWAYS : first == NEVER && second == NEVER ? NEVER : PERHAPS, result);
      return 0;
    case EXPR_OP_SELECT:
      return choose (a, b, c, result);
    case EXPR_OP_ATAN2:
      return angle (a, b, result);
    case EXPR_OP_MIN:
      return smaller (a, b, result);
    case EXPR_OP_MAX:
      return larger (a, b, result);
    case EXPR_OP_MOD:
      return modulo (a, b, result);
    case EXPR_OP_HYPOT:
      hypotenuse (a, b, result);
      return 0;
    default:
      return expr_range_function (op, a, result);
    }
}
