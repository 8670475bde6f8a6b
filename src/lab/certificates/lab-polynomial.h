/* Sparse polynomials in up to LAB_MOST_VARIABLES variables. A polynomial does not change and may be used by any thread. */
#pragma once

#include "lab-rational.h"

G_BEGIN_DECLS

#define LAB_MOST_VARIABLES 10
#define LAB_MOST_DEGREE 31

/* A monomial ∏ x_i^e_i, stored as one integer: the total degree in the upper 8 bits, and e_i in the 5 bits from bit 5 i. The integer of a
 * product is the sum of the integers of its factors. The order of the integers is a graded order of the monomials. */
typedef guint64 LabMonomial;

/* Returns the monomial x_i^e. */
static inline LabMonomial
lab_monomial (int i, int e)
{
  return ((LabMonomial) e << 56) | ((LabMonomial) e << (5 * i));
}
/* Returns the total degree of a monomial. */
static inline int
lab_monomial_degree (LabMonomial monomial)
{
  return (int) (monomial >> 56);
}
/* Returns the exponent of x_i. */
static inline int
lab_monomial_exponent (LabMonomial monomial, int i)
{
  return (int) ((monomial >> (5 * i)) & 31);
}

typedef struct
{
  LabMonomial monomial;
  double value;       /* the coefficient, rounded to a double */
  LabRational number;   /* the coefficient; it is not 0 */
} LabTerm;

typedef struct
{
  int n;              /* number of variables */
  GArray *terms;      /* LabTerm, in ascending order of monomials */
} LabPolynomial;

/* Makes the polynomial coefficient · monomial in n variables. */
LabPolynomial *lab_polynomial_new (int n, LabMonomial monomial, double coefficient);
/* Frees a polynomial; NULL is allowed. */
void lab_polynomial_free (LabPolynomial *polynomial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabPolynomial, lab_polynomial_free)

/* Returns the number of terms. */
int lab_polynomial_n_terms (const LabPolynomial *polynomial);
/* Returns a term; owned by the polynomial. */
const LabTerm *lab_polynomial_term (const LabPolynomial *polynomial, int k);
/* Returns the largest total degree; 0 for the polynomial 0. */
int lab_polynomial_degree (const LabPolynomial *polynomial);
/* Returns the smallest total degree of all terms; 0 for the polynomial 0. */
int lab_polynomial_low_degree (const LabPolynomial *polynomial);
/* Returns the largest magnitude of a coefficient. */
double lab_polynomial_size (const LabPolynomial *polynomial);

/* Returns a + factor·b. */
LabPolynomial *lab_polynomial_add (const LabPolynomial *a, const LabPolynomial *b, double factor);
/* Returns a·b. The degree of the product must not exceed LAB_MOST_DEGREE. */
LabPolynomial *lab_polynomial_multiply (const LabPolynomial *a, const LabPolynomial *b);
/* Returns the power a^exponent. */
LabPolynomial *lab_polynomial_power (const LabPolynomial *a, int exponent);
/* Returns the derivative ∂a/∂x_i. */
LabPolynomial *lab_polynomial_derivative (const LabPolynomial *a, int i);
/* Returns a with each x_i replaced by replacements[i]. All replacements have the same number of variables. */
LabPolynomial *lab_polynomial_compose (const LabPolynomial *a, LabPolynomial *const *replacements);
/* Returns the terms of a whose degrees are between `low` and `high`. */
LabPolynomial *lab_polynomial_part (const LabPolynomial *a, int low, int high);
/* Returns a as a polynomial in n ≥ a->n variables, of which the additional ones do not occur. */
LabPolynomial *lab_polynomial_widen (const LabPolynomial *a, int n);
/* Returns a with coefficients rounded to `digits` significant decimal digits. A coefficient below 10^−digits times the largest is set to
 * 0. */
LabPolynomial *lab_polynomial_round (const LabPolynomial *a, int digits);
/* Returns x_1² + … + x_count² as a polynomial in n variables. */
LabPolynomial *lab_polynomial_square_norm (int n, int count);
/* Returns a copy of a polynomial. */
LabPolynomial *lab_polynomial_copy (const LabPolynomial *a);

/* Evaluates a polynomial at x[n]. */
double lab_polynomial_value (const LabPolynomial *a, const double *x);
/* Returns the value at x[n], and computes gradient[n] there. */
double lab_polynomial_gradient (const LabPolynomial *a, const double *x, double *gradient);
/* Computes the matrix of second derivatives at x[n] into hessian[n·n], row-major. */
void lab_polynomial_hessian (const LabPolynomial *a, const double *x, double *hessian);
/* Computes a (r·u) as a polynomial in r: coefficients[k] is that of r^k, for k = 0 … LAB_MOST_DEGREE. */
void lab_polynomial_along (const LabPolynomial *a, const double *u, double *coefficients);
/* Finds the real roots r > 0 of Σ coefficients[k] r^k, and writes them in ascending order to roots[degree]. Roots at 0 are left out. A root
 * counts as real if its imaginary part is within rounding errors. Returns the number of roots. */
int lab_positive_roots (const double *coefficients, int degree, double *roots);

/* Returns a polynomial as an expression, such as "1.5*x^2 - x*y". If at is not NULL, (x_i − at[i]) replaces x_i. Free the text with
 * g_free. */
char *lab_polynomial_text (const LabPolynomial *a, char **names, const double *at);

G_END_DECLS
