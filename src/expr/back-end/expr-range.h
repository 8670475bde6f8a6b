/* Evaluates programs over intervals. For inputs anywhere in given intervals, the range of a register contains the values that byte code and
 * machine code compute, fused or not: every operation is rounded outward, and a function of the C library is widened by the bound of its
 * error.
 *
 * A range also has a bound for what samples of the intervals may not show. It is 0 while all operations are smooth on the scale of
 * their arguments. A condition that may change, a function whose argument covers more than its natural scale, and an
 * undefined part of the domain make it positive (expr-range-operations.c). */
#pragma once

#include <math.h>

#include "expr-program.h"

G_BEGIN_DECLS

typedef struct
{
  double lo, hi;      /* all values v that the operation can have: lo ≤ v ≤ hi, unless it may be undefined */
  double unseen;      /* bound for the variation that samples may not show; +inf: none */
  float degree;       /* bound for the degree of a polynomial that follows the value; 0 for a constant */
  guint undefined;    /* 0: the value is a number or infinite; otherwise ExprUndefined, as bits */
} ExprRange;

/* Why a value may be undefined (NaN). A quotient whose two operands contain 0 is often a function with a removable singularity, such as
 * sin (x)/x. */
typedef enum
{
  EXPR_UNDEFINED_OUTSIDE = 1 << 0,
  EXPR_UNDEFINED_QUOTIENT = 1 << 1,
} ExprUndefined;

typedef struct ExprRanges ExprRanges; /* memory for evaluations of a program over intervals; one thread at a time */

/* Returns the range of an input that varies smoothly between lo and hi. If one of them is not finite, the result is the whole line,
 * which may be undefined. */
static inline ExprRange
expr_range_between (double lo, double hi)
{
  return lo - lo == 0 && hi - hi == 0 ? (ExprRange){ lo, hi, 0, lo < hi, 0 }
                                      : (ExprRange){ -(double) INFINITY, (double) INFINITY, (double) INFINITY, 1, EXPR_UNDEFINED_OUTSIDE };
}

/* Returns the range of a constant. */
static inline ExprRange
expr_range_point (double value)
{
  return expr_range_between (value, value);
}

/* Makes the memory for evaluations of a program. Free it with expr_ranges_free. */
ExprRanges *expr_ranges_new (ExprProgram *program);
/* Frees the memory; NULL is allowed. */
void expr_ranges_free (ExprRanges *ranges);
/* Returns the array of n_inputs ranges of the inputs, which the object owns. To evaluate, write the inputs, call expr_ranges_prepare if a
 * slow input changed, and call expr_ranges_run. */
ExprRange *expr_ranges_inputs (ExprRanges *ranges);
/* Recomputes the values that depend only on slow inputs. */
void expr_ranges_prepare (ExprRanges *ranges);
/* Lets a comparison be decided if its ranges overlap by at most this fraction of the ends that overlap. The default 0 is strict. At the
 * start of a step that follows a located crossing the operands are equal up to a rounding error. */
void expr_ranges_set_slack (ExprRanges *ranges, double slack);
/* Evaluates the program. Allocates no memory. */
void expr_ranges_run (ExprRanges *ranges);
/* Returns the range of an output after expr_ranges_run; owned by the object. */
const ExprRange *expr_ranges_output (const ExprRanges *ranges, int output);
/* Returns the number of operations in the last expr_ranges_run at which a condition could change: comparisons, and the functions sign,
 * step, floor, ceil, round, mod, abs, min and max. */
int expr_ranges_n_undecided (const ExprRanges *ranges);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprRanges, expr_ranges_free)

G_END_DECLS
