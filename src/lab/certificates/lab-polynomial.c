/* Arithmetic of polynomials. The terms of a result are collected in a table from monomials to coefficients and sorted
 * once at the end. A polynomial is a list of terms in the graded order of their monomials. A coefficient is a
 * rational number, and a rounded double for evaluations. Monomials are multiplied by adding their integers
 * (lab-polynomial.h); a degree of at most LAB_MOST_DEGREE keeps each exponent within its 5 bits. */
#include "lab-polynomial.h"

#include <string.h>

#include "ode-format.h"

typedef struct
{
  int n;
  GHashTable *index; /* monomial → index into `terms` */
  GArray *terms;
} Sum;

/* Makes the polynomial 0 in n variables, which has no terms. */
static LabPolynomial *
polynomial_empty (int n)
{
  LabPolynomial *polynomial = g_new (LabPolynomial, 1);

  polynomial->n = n;
  polynomial->terms = g_array_new (FALSE, TRUE, sizeof (LabTerm));
  return polynomial;
}

static void
clear_terms (GArray *terms)
{
  for (guint k = 0; k < terms->len; k++)
    lab_rational_clear (g_array_index (terms, LabTerm, k).number);
  g_array_unref (terms);
}

void
lab_polynomial_free (LabPolynomial *polynomial)
{
  if (polynomial == NULL)
    return;
  clear_terms (polynomial->terms);
  g_free (polynomial);
}

/* Initializes an empty sum, which sum_finish frees. */
static void
sum_init (Sum *sum, int n)
{
  sum->n = n;
  sum->index = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  sum->terms = g_array_new (FALSE, TRUE, sizeof (LabTerm));
}

/* Adds the term a·b·monomial to a sum. */
static void
sum_add (Sum *sum, LabMonomial monomial, const LabRational a, const LabRational b)
{
  gpointer found;
  LabTerm *term;

  if (g_hash_table_lookup_extended (sum->index, &monomial, NULL, &found))
    term = &g_array_index (sum->terms, LabTerm, GPOINTER_TO_INT (found));
  else
    {
      g_hash_table_insert (sum->index, g_memdup2 (&monomial, sizeof monomial), GINT_TO_POINTER ((int) sum->terms->len));
      g_array_set_size (sum->terms, sum->terms->len + 1);
      term = &g_array_index (sum->terms, LabTerm, sum->terms->len - 1);
      term->monomial = monomial;
      lab_rational_init (term->number, 0);
    }
  lab_rational_add_product (term->number, a, b);
}

/* Adds a number times a polynomial to a sum. */
static void
sum_add_scaled (Sum *sum, const LabPolynomial *a, const LabRational factor)
{
  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);

      sum_add (sum, term->monomial, term->number, factor);
    }
}

/* Sorts by the integers of the monomials: by degree, then by the exponents of the last variables first. */
static int
compare_terms (gconstpointer a, gconstpointer b)
{
  LabMonomial p = ((const LabTerm *) a)->monomial, q = ((const LabTerm *) b)->monomial;

  return (p > q) - (p < q);
}

/* Returns the sum as a polynomial, without terms that are 0. */
static LabPolynomial *
sum_finish (Sum *sum)
{
  LabPolynomial *result = polynomial_empty (sum->n);

  for (guint k = 0; k < sum->terms->len; k++)
    {
      LabTerm *term = &g_array_index (sum->terms, LabTerm, k);

      if (lab_rational_sign (term->number) == 0)
        lab_rational_clear (term->number);
      else
        {
          term->value = lab_rational_get (term->number);
          g_array_append_val (result->terms, *term);
        }
    }
  g_array_sort (result->terms, compare_terms);
  g_array_unref (sum->terms);
  g_hash_table_unref (sum->index);
  return result;
}

/* A term with the coefficient 0 is not stored, so that two equal polynomials have equal lists of terms. */
LabPolynomial *
lab_polynomial_new (int n, LabMonomial monomial, double coefficient)
{
  LabPolynomial *result = polynomial_empty (n);
  LabTerm term = { .monomial = monomial, .value = coefficient };

  if (coefficient != 0)
    {
      lab_rational_init (term.number, coefficient);
      g_array_append_val (result->terms, term);
    }
  return result;
}

int
lab_polynomial_n_terms (const LabPolynomial *polynomial)
{
  return (int) polynomial->terms->len;
}

const LabTerm *
lab_polynomial_term (const LabPolynomial *polynomial, int k)
{
  return &g_array_index (polynomial->terms, LabTerm, k);
}

/* Terms are sorted by degree, so that the last one has the largest. */
int
lab_polynomial_degree (const LabPolynomial *polynomial)
{
  guint n = polynomial->terms->len;

  return n > 0 ? lab_monomial_degree (g_array_index (polynomial->terms, LabTerm, n - 1).monomial) : 0;
}

/* The terms are in graded order, so that the first has the lowest degree. The polynomial 0 has the degree 0 here. */
int
lab_polynomial_low_degree (const LabPolynomial *polynomial)
{
  return polynomial->terms->len > 0 ? lab_monomial_degree (g_array_index (polynomial->terms, LabTerm, 0).monomial) : 0;
}

double
lab_polynomial_size (const LabPolynomial *polynomial)
{
  double size = 0;

  for (guint k = 0; k < polynomial->terms->len; k++)
    size = fmax (size, fabs (g_array_index (polynomial->terms, LabTerm, k).value));
  return size;
}

/* ---- arithmetic ---- */

/* A factor that is a power of two or a small integer is exact as a double; every double is exact as a rational
 * number. */
LabPolynomial *
lab_polynomial_add (const LabPolynomial *a, const LabPolynomial *b, double factor)
{
  LabRational one, scale;
  Sum sum;

  lab_rational_init (one, 1);
  lab_rational_init (scale, factor);
  sum_init (&sum, a->n);
  sum_add_scaled (&sum, a, one);
  sum_add_scaled (&sum, b, scale);
  lab_rational_clear (one);
  lab_rational_clear (scale);
  return sum_finish (&sum);
}

LabPolynomial *
lab_polynomial_copy (const LabPolynomial *a)
{
  return lab_polynomial_part (a, 0, LAB_MOST_DEGREE);
}

/* (Σ a_i m_i) (Σ b_j n_j) = Σ a_i b_j m_i n_j. */
LabPolynomial *
lab_polynomial_multiply (const LabPolynomial *a, const LabPolynomial *b)
{
  Sum sum;

  g_return_val_if_fail (a->n == b->n && lab_polynomial_degree (a) + lab_polynomial_degree (b) <= LAB_MOST_DEGREE, NULL);
  sum_init (&sum, a->n);
  for (guint i = 0; i < a->terms->len; i++)
    for (guint j = 0; j < b->terms->len; j++)
      {
        const LabTerm *p = &g_array_index (a->terms, LabTerm, i), *q = &g_array_index (b->terms, LabTerm, j);

        sum_add (&sum, p->monomial + q->monomial, p->number, q->number);
      }
  return sum_finish (&sum);
}

/* Multiplies repeatedly; exponents are small. */
LabPolynomial *
lab_polynomial_power (const LabPolynomial *a, int exponent)
{
  LabPolynomial *result = lab_polynomial_new (a->n, 0, 1);

  for (int k = 0; k < exponent; k++)
    {
      LabPolynomial *next = lab_polynomial_multiply (result, a);

      lab_polynomial_free (result);
      result = next;
    }
  return result;
}

/* ∂/∂x_i of c x^e is c e_i x^e/x_i. */
LabPolynomial *
lab_polynomial_derivative (const LabPolynomial *a, int i)
{
  Sum sum;

  sum_init (&sum, a->n);
  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);
      int exponent = lab_monomial_exponent (term->monomial, i);
      LabRational factor;

      if (exponent == 0)
        continue;
      lab_rational_init (factor, exponent);
      sum_add (&sum, term->monomial - lab_monomial (i, 1), term->number, factor);
      lab_rational_clear (factor);
    }
  return sum_finish (&sum);
}

/* Computes Σ c Π_i r_i^e_i for replacements r_i. Powers of each replacement are computed once and shared by all
 * terms. */
LabPolynomial *
lab_polynomial_compose (const LabPolynomial *a, LabPolynomial *const *replacements)
{
  int n = replacements[0]->n;
  LabPolynomial *powers[LAB_MOST_VARIABLES][LAB_MOST_DEGREE + 1] = { { NULL } };
  Sum sum;

  sum_init (&sum, n);
  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);
      LabPolynomial *product = lab_polynomial_new (n, 0, 1);

      for (int i = 0; i < a->n; i++)
        {
          int exponent = lab_monomial_exponent (term->monomial, i);
          LabPolynomial *next;

          if (exponent == 0)
            continue;
          for (int e = 1; e <= exponent; e++)
            if (powers[i][e] == NULL)
              powers[i][e] = e == 1 ? lab_polynomial_copy (replacements[i]) : lab_polynomial_multiply (powers[i][e - 1], replacements[i]);
          next = lab_polynomial_multiply (product, powers[i][exponent]);
          lab_polynomial_free (product);
          product = next;
        }
      sum_add_scaled (&sum, product, term->number);
      lab_polynomial_free (product);
    }
  for (int i = 0; i < a->n; i++)
    for (int e = 1; e <= LAB_MOST_DEGREE; e++)
      lab_polynomial_free (powers[i][e]);
  return sum_finish (&sum);
}

/* The terms stay in their order, so that nothing is sorted. */
LabPolynomial *
lab_polynomial_part (const LabPolynomial *a, int low, int high)
{
  LabPolynomial *result = polynomial_empty (a->n);

  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);
      int degree = lab_monomial_degree (term->monomial);
      LabTerm copy = { .monomial = term->monomial, .value = term->value };

      if (degree < low || degree > high)
        continue;
      lab_rational_init (copy.number, 0);
      lab_rational_copy (copy.number, term->number);
      g_array_append_val (result->terms, copy);
    }
  return result;
}

/* Monomials keep their integers: each variable has its own bits, and the further variables have the exponent 0. */
LabPolynomial *
lab_polynomial_widen (const LabPolynomial *a, int n)
{
  LabPolynomial *result = lab_polynomial_copy (a);

  result->n = n;
  return result;
}

/* Rounds by printing, so that the decimal text of a coefficient is the number itself. Rational arithmetic then starts
 * from the double that is nearest to the text. */
LabPolynomial *
lab_polynomial_round (const LabPolynomial *a, int digits)
{
  LabPolynomial *result = polynomial_empty (a->n);
  double size = lab_polynomial_size (a);

  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);
      char text[64];
      LabTerm copy = { .monomial = term->monomial };

      if (fabs (term->value) < size * pow (10, -digits))
        continue;
      g_snprintf (text, sizeof text, "%.*e", digits - 1, term->value);
      copy.value = g_ascii_strtod (text, NULL);
      lab_rational_init (copy.number, copy.value);
      g_array_append_val (result->terms, copy);
    }
  return result;
}

LabPolynomial *
lab_polynomial_square_norm (int n, int count)
{
  Sum sum;
  LabRational one;

  lab_rational_init (one, 1);
  sum_init (&sum, n);
  for (int i = 0; i < count; i++)
    sum_add (&sum, lab_monomial (i, 2), one, one);
  lab_rational_clear (one);
  return sum_finish (&sum);
}

/* ---- values and roots ---- */

/* Returns Π x_i^e_i. */
static double
monomial_value (LabMonomial monomial, int n, const double *x)
{
  double value = 1;

  for (int i = 0; i < n; i++)
    for (int e = lab_monomial_exponent (monomial, i); e > 0; e--)
      value *= x[i];
  return value;
}

/* Adds the terms in their order; the sum has a rounding error, so that no proof uses it. */
double
lab_polynomial_value (const LabPolynomial *a, const double *x)
{
  double value = 0;

  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);

      value += term->value * monomial_value (term->monomial, a->n, x);
    }
  return value;
}

/* Each component is the sum of c e_i x^e/x_i, computed without a division, which would fail at x_i = 0. */
double
lab_polynomial_gradient (const LabPolynomial *a, const double *x, double *gradient)
{
  memset (gradient, 0, (gsize) a->n * sizeof *gradient);
  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);

      for (int i = 0; i < a->n; i++)
        {
          int e = lab_monomial_exponent (term->monomial, i);

          if (e > 0)
            gradient[i] += term->value * e * monomial_value (term->monomial - lab_monomial (i, 1), a->n, x);
        }
    }
  return lab_polynomial_value (a, x);
}

/* ∂²/∂x_i ∂x_j of x_i^e x_j^f is e f x_i^(e−1) x_j^(f−1), and e (e − 1) x_i^(e−2) for i = j. */
void
lab_polynomial_hessian (const LabPolynomial *a, const double *x, double *hessian)
{
  int n = a->n;

  memset (hessian, 0, (gsize) (n * n) * sizeof *hessian);
  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);

      for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
          {
            int e = lab_monomial_exponent (term->monomial, i), f = lab_monomial_exponent (term->monomial, j) - (i == j);

            if (e > 0 && f > 0)
              hessian[i * n + j] += term->value * e * f
                                    * monomial_value (term->monomial - lab_monomial (i, 1) - lab_monomial (j, 1), n, x);
          }
    }
}

/* On the ray x = r u a monomial of degree d is r^d times its value at u. */
void
lab_polynomial_along (const LabPolynomial *a, const double *u, double *coefficients)
{
  memset (coefficients, 0, (LAB_MOST_DEGREE + 1) * sizeof *coefficients);
  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);

      coefficients[lab_monomial_degree (term->monomial)] += term->value * monomial_value (term->monomial, a->n, u);
    }
}

/* ---- polynomials as text ---- */

/* Appends x^e, or (x − at)^e. */
static void
append_factor (GString *text, const char *name, double at, int exponent)
{
  char number[ODE_FORMAT_SIZE];

  if (at == 0)
    g_string_append (text, name);
  else
    {
      ode_format_double (number, fabs (at));
      g_string_append_printf (text, "(%s %c %s)", name, at > 0 ? '-' : '+', number);
    }
  if (exponent > 1)
    g_string_append_printf (text, "^%d", exponent);
}

/* Writes factors of 1 only where the monomial is 1, and the exponent only above 1. */
char *
lab_polynomial_text (const LabPolynomial *a, char **names, const double *at)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < a->terms->len; k++)
    {
      const LabTerm *term = &g_array_index (a->terms, LabTerm, k);
      gboolean wants_star = FALSE;
      char number[ODE_FORMAT_SIZE];

      if (k > 0)
        g_string_append (text, term->value < 0 ? " - " : " + ");
      else if (term->value < 0)
        g_string_append_c (text, '-');
      if (fabs (term->value) != 1 || lab_monomial_degree (term->monomial) == 0)
        {
          ode_format_double (number, fabs (term->value));
          g_string_append (text, number);
          wants_star = TRUE;
        }
      for (int i = 0; i < a->n; i++)
        if (lab_monomial_exponent (term->monomial, i) > 0)
          {
            if (wants_star)
              g_string_append_c (text, '*');
            append_factor (text, names[i], at != NULL ? at[i] : 0, lab_monomial_exponent (term->monomial, i));
            wants_star = TRUE;
          }
    }
  if (a->terms->len == 0)
    g_string_append_c (text, '0');
  return g_string_free (text, FALSE);
}
