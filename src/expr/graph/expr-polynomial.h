/* Values that are polynomials in selected inputs. */
#pragma once

#include "expr-graph.h"

G_BEGIN_DECLS

/* The polynomial Σ coefficients[term] · ∏ inputs[k]^exponents[term·n_inputs + k]. The terms are
 * sorted by ascending total degree. */
typedef struct
{
  int n_inputs;
  int n_terms;             /* 0: the value is 0 */
  int degree;              /* the largest total degree; 0 for a constant */
  int *exponents;          /* n_terms × n_inputs numbers */
  ExprValue *coefficients; /* n_terms values of the graph, which do not depend on the inputs and are not identically 0 */
} ExprPolynomial;

/* Expands a value as a polynomial in inputs[n_inputs]; other inputs are part of the
 * coefficients. Returns NULL if the value does not have the form of a polynomial, its
 * degree is larger than max_degree, or it has more than 10 000 terms. */
ExprPolynomial *expr_polynomial_new (ExprGraph *graph, ExprValue value, const int *inputs, int n_inputs, int max_degree);
/* Frees a polynomial; NULL is allowed. */
void expr_polynomial_free (ExprPolynomial *polynomial);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExprPolynomial, expr_polynomial_free)

G_END_DECLS
