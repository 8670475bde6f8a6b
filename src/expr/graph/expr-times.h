/* Times at which a function of t crosses its levels, computed from the expression by inverse functions, without search. */
#pragma once

#include "expr-switches.h"

G_BEGIN_DECLS

typedef struct ExprTimes ExprTimes; /* immutable */

/* Makes the inverse of a value that depends on input_t and on inputs that change rarely: those before input_t, and those from n_inputs on.
 * It is known for chains of + − · / with an operand without t, powers, elementary functions and `if` whose innermost function is a
 * polynomial in t of degree 1 or 2. The values of the operands without t are the coefficients; they are appended to `coefficients`
 * (ExprValue of the graph). Returns NULL if the inverse is not known. Free it with expr_times_free. */
ExprTimes *expr_times_new (ExprGraph *graph, ExprValue value, int input_t, int n_inputs, GArray *coefficients);
/* Frees an inverse; NULL is allowed. */
void expr_times_free (ExprTimes *times);
/* Evaluates the function at t. coefficients are the values of all coefficients in the order of the array of expr_times_new. */
double expr_times_value (const ExprTimes *times, const double *coefficients, double t);
/* Returns the first time after `after` at which a switch of this kind may change its side: the function crosses one of its levels, has a
 * pole, or leaves or enters its domain. Returns +inf if there is none. */
double expr_times_next (const ExprTimes *times, const double *coefficients, ExprSwitchKind kind, double after);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprTimes, expr_times_free)

G_END_DECLS
