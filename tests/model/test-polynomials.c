/* Tests the expansion of right-hand sides and expressions into quotients of polynomials. */
#include "expr-error.h"
#include "model-polynomials.h"
#include "model-test.h"

#include <math.h>

#define HEAD "format: 1\nname: Test\n"

static double
value_of (const ModelPolynomial *polynomial, const double *x)
{
  double sum = 0;

  for (int k = 0; k < polynomial->n_terms; k++)
    {
      double term = polynomial->coefficients[k];

      for (int i = 0; i < polynomial->n_states; i++)
        term *= pow (x[i], polynomial->exponents[k * polynomial->n_states + i]);
      sum += term;
    }
  return sum;
}

/* Expands the model and the expressions, NULL at the end. Returns NULL with an error if they are not quotients of polynomials. */
static ModelPolynomials *
expand (ModelSystem *system, const char *const *texts, int max_degree, GError **error)
{
  const ModelInstance instance = { 0 };
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free);
  g_autoptr (GPtrArray) errors = expr_errors_new ();

  for (int k = 0; texts != NULL && texts[k] != NULL; k++)
    g_ptr_array_add (trees, expr_tree_parse (texts[k], NULL, errors));
  g_assert_cmpuint (errors->len, ==, 0);
  return model_polynomials_new (model_system_model (system), &instance, system, (const ExprTree *const *) (gconstpointer) trees->pdata,
                                (int) trees->len, NULL, max_degree, error);
}

/* The quotients have the values of the right-hand side and of the expressions. */
static void
test_values (void)
{
  static const char *const texts[] = { "x^3 - 2*x*y + k", "(x + y)/(1 + x^2)", "y", NULL };
  g_autoptr (ModelSystem) system = model_test_system (HEAD "parameters: {k: 1.5}\nvariables: {s: x + y}\nstates:\n"
                                                           "  x: {initial: 1, derivative: k*s^2 - x*y}\n"
                                                           "  y: {initial: 1, derivative: x/(2 + y^2) - y^3}\n");
  g_autoptr (ModelPolynomials) without = expand (system, NULL, 8, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelPolynomials) all = expand (system, texts, 8, &error);

  g_assert_no_error (error);
  g_assert_cmpint (without->n, ==, 2);
  g_assert_cmpint (all->n, ==, 5);
  for (int k = 0; k < 20; k++)
    {
      const double point[2] = { sin (3 * k), 2 * cos (5 * k) }, x = point[0], y = point[1];
      const double expected[5] = { 1.5 * (x + y) * (x + y) - x * y, x / (2 + y * y) - y * y * y, x * x * x - 2 * x * y + 1.5,
                                   (x + y) / (1 + x * x), y };

      /* The values are below 30, and each has at most ten terms. */
      for (int i = 0; i < all->n; i++)
        g_assert_cmpfloat_with_epsilon (value_of (&all->numerators[i], point) / value_of (&all->denominators[i], point), expected[i], 1e-13);
      for (int i = 0; i < without->n; i++)
        g_assert_cmpfloat_with_epsilon (value_of (&without->numerators[i], point) / value_of (&without->denominators[i], point), expected[i],
                                        1e-13);
    }
}

/* Other functions are refused, in the right-hand side and in each of the expressions. */
static void
test_refused (void)
{
  static const char *const derivatives[] = { "sin(x)", "-x*t", "x^9", "sqrt(x)", "x^0.5" };
  static const char *const last[] = { "x", "exp(x)", NULL }, *const first[] = { "exp(x)", "x", NULL }, *const unknown[] = { "x", "z", NULL };
  static const char *const *const texts[] = { last, first, unknown };
  g_autoptr (ModelSystem) system = model_test_system (HEAD "states: {x: {initial: 1, derivative: -x}}\n");

  for (gsize k = 0; k < G_N_ELEMENTS (derivatives); k++)
    {
      g_autofree char *text = g_strdup_printf (HEAD "states: {x: {initial: 1, derivative: %s}}\n", derivatives[k]);
      g_autoptr (ModelSystem) other = model_test_system (text);
      g_autoptr (GError) error = NULL;

      g_assert_null (expand (other, NULL, 8, &error));
      g_assert_nonnull (error);
    }
  for (gsize k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (expand (system, texts[k], 8, &error));
      g_assert_nonnull (error);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/polynomials/quotients-of-polynomials-have-the-values-of-the-model", test_values);
  g_test_add_func ("/model/polynomials/other-functions-are-refused", test_refused);
  return g_test_run ();
}
