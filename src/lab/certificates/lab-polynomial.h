/* Sparse polynomials in up to 10 variables. Immutable; any thread. */
#pragma once

#include "lab-rational.h"

G_BEGIN_DECLS

#define LAB_MOST_VARIABLES 10
#define LAB_MOST_DEGREE 31

/* A monomial ∏ x_i^e_i as one number: the total degree in the upper 8 bits, e_i in 5 bits at 5 i. The number of a product is the sum of the
 * numbers of its factors, and their order is graded. */
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
  double value;       /* the coefficient as a double */
  LabRational number;   /* the coefficient; not 0 */
} LabTerm;

typedef struct
{
  int n;              /* number of variables */
  GArray *terms;      /* LabTerm, ascending by monomial */
} LabPolynomial;

/* Makes the polynomial coefficient · monomial in n variables. */
LabPolynomial *lab_polynomial_new (int n, LabMonomial monomial, double coefficient);
/* Frees a polynomial; NULL is allowed. */
void lab_polynomial_free (LabPolynomial *polynomial);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabPolynomial, lab_polynomial_free)

/* Returns the number of terms. */
int lab_polynomial_n_terms (const LabPolynomial *polynomial);
/* Returns a term; borrowed. */
const LabTerm *lab_polynomial_term (const LabPolynomial *polynomial, int k);
/* Returns the largest total degree; 0 for the polynomial 0. */
int lab_polynomial_degree (const LabPolynomial *polynomial);
/* Returns the smallest total degree of a term; 0 for the polynomial 0. */
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
/* Returns a with x_i replaced by replacements[i], all in the same variables. */
LabPolynomial *lab_polynomial_compose (const LabPolynomial *a, LabPolynomial *const *replacements);
/* Returns a with only the terms of degrees from `low` to `high`. */
LabPolynomial *lab_polynomial_part (const LabPolynomial *a, int low, int high);
/* Returns a in n ≥ a->n variables; the new ones do not occur. */
LabPolynomial *lab_polynomial_widen (const LabPolynomial *a, int n);
/* Returns a with coefficients rounded to `digits` significant decimal digits. Coefficients below 10^−digits times the largest become 0. */
LabPolynomial *lab_polynomial_round (const LabPolynomial *a, int digits);
/* Returns x_1² + … + x_count². */
LabPolynomial *lab_polynomial_square_norm (int n, int count);
/* Returns a copy. */
LabPolynomial *lab_polynomial_copy (const LabPolynomial *a);

/* Evaluates a polynomial at x[n]. */
double lab_polynomial_value (const LabPolynomial *a, const double *x);
/* Computes the value and gradient[n] at x[n]. */
double lab_polynomial_gradient (const LabPolynomial *a, const double *x, double *gradient);
/* Computes the matrix of second derivatives at x[n], row-major. */
void lab_polynomial_hessian (const LabPolynomial *a, const double *x, double *hessian);
/* Computes the coefficients of r^0 … r^LAB_MOST_DEGREE of a (r·u). */
void lab_polynomial_along (const LabPolynomial *a, const double *u, double *coefficients);
/* Finds the real roots r > 0 of Σ coefficients[k] r^k, ascending, into roots[degree]. Roots at 0 are left out; roots whose imaginary part is
 * rounding count as real. Returns their number. */
int lab_positive_roots (const double *coefficients, int degree, double *roots);

/* Writes a polynomial as an expression, such as "1.5*x^2 - x*y", with x_i replaced by (x_i − at[i]); at may be NULL. Free with g_free. */
char *lab_polynomial_text (const LabPolynomial *a, char **names, const double *at);

G_END_DECLS
