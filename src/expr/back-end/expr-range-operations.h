/* Operations on ranges. The functions allocate no memory and may be called from any thread. */
#pragma once

#include <float.h>

#include "expr-op.h"
#include "expr-range.h"
#include "expr-table.h"

G_BEGIN_DECLS

/* Computes an operation on ranges a, b, c, of which those beyond its number of operands are not read. The operation must not be CONSTANT,
 * INPUT, TABLE, NEG, ADD, SUB or MUL. A comparison is decided if only values within the fraction `slack` of the ends that overlap
 * contradict. Returns the number of conditions in it that may change, 0 or 1. */
int expr_range_operation (ExprOp op, const ExprRange *a, const ExprRange *b, const ExprRange *c, double slack, ExprRange *result);
/* Computes a function with one argument: the functions of expr-op.def from SIN to ERF. Sets *result. Returns the number of
 * conditions in it that may change, 0 or 1. */
int expr_range_function (ExprOp op, const ExprRange *a, ExprRange *result);
/* Computes a table or its derivative of this order. */
void expr_range_table (const ExprTable *table, int order, const ExprRange *a, ExprRange *result);
/* Computes a·b. is_square means that both operands are the same register. */
void expr_range_multiply (const ExprRange *a, const ExprRange *b, gboolean is_square, ExprRange *result);

/* A function follows its argument if this covers at most this number of units of the scale on which the function varies: of radians,
 * of the exponent of e. The values at the stages of a step then determine the function to the accuracy of a method. */
#define EXPR_RANGE_NARROW 4
/* A function with a singularity follows its argument if the distances of the argument from the singularity have at most this ratio. */
#define EXPR_RANGE_RATIO 8
/* A product follows its factors up to this degree, since a polynomial of a higher degree can be a narrow pulse. */
#define EXPR_RANGE_DEGREE 32
/* Returns a number below x, at most 2 ulp away. */
static inline double
expr_round_down (double x)
{
  return x > DBL_MAX ? DBL_MAX : x - (fabs (x) * 0x1p-52 + 0x1p-1074);
}

/* Returns a number above x, at most 2 ulp away. */
static inline double
expr_round_up (double x)
{
  return -expr_round_down (-x);
}

/* Returns a number below all values that a library function may return for the exact value x. The elementary functions have
 * errors below 2.5 ulp (third-party/elementary). */
static inline double
expr_library_down (double x)
{
  return x > DBL_MAX ? DBL_MAX : expr_round_down (x - 4.5 * DBL_EPSILON * fabs (x));
}

/* Returns a number above all values that a library function may return for the exact value x. */
static inline double
expr_library_up (double x)
{
  return -expr_library_down (-x);
}

/* Returns the largest magnitude in a range. */
static inline double
expr_range_magnitude (const ExprRange *a)
{
  return fmax (fabs (a->lo), fabs (a->hi));
}

/* Returns the smallest magnitude in a range. */
static inline double
expr_range_smallest (const ExprRange *a)
{
  return a->lo > 0 ? a->lo : a->hi < 0 ? -a->hi : 0;
}

/* Limits the hidden part to the width of the range. Limits that are not numbers become infinite. */
static inline void
expr_range_finish (ExprRange *result)
{
  double width = result->hi - result->lo;

  if (result->unseen <= width && width <= DBL_MAX)
    return;
  if (isnan (result->lo) || isnan (result->hi))
    {
      result->lo = -INFINITY;
      result->hi = INFINITY;
      result->undefined |= EXPR_UNDEFINED_OUTSIDE;
    }
  result->unseen = width <= DBL_MAX ? width : INFINITY;
}

/* Returns whether a range has no finite limits. */
static inline gboolean
expr_range_is_unbounded (const ExprRange *a)
{
  return !(a->lo >= -DBL_MAX && a->hi <= DBL_MAX);
}

/* Returns whether a sum of two numbers has no rounding error (Knuth, The Art of Computer Programming, vol. 2, 4.2.2, theorem B). */
static inline gboolean
expr_sum_is_exact (double a, double b, double sum)
{
  double part = sum - a;

  return (a - (sum - part)) + (b - part) == 0;
}

/* Computes a + b. */
static inline void
expr_range_add (const ExprRange *a, const ExprRange *b, ExprRange *result)
{
  double lo = a->lo + b->lo, hi = a->hi + b->hi;

  *result = (ExprRange){ expr_sum_is_exact (a->lo, b->lo, lo) ? lo : expr_round_down (lo),
                         expr_sum_is_exact (a->hi, b->hi, hi) ? hi : expr_round_up (hi), a->unseen + b->unseen,
                         a->degree > b->degree ? a->degree : b->degree, a->undefined | b->undefined };
  /* The sum of infinite values of opposite sign is undefined. */
  if (!(hi - lo <= DBL_MAX) && expr_range_is_unbounded (a) && expr_range_is_unbounded (b))
    result->undefined |= EXPR_UNDEFINED_OUTSIDE;
  expr_range_finish (result);
}

/* Returns the range of −a. */
static inline ExprRange
expr_range_negate (const ExprRange *a)
{
  return (ExprRange){ -a->hi, -a->lo, a->unseen, a->degree, a->undefined };
}

G_END_DECLS
