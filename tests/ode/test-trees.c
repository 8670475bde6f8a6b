/* Tests of rooted trees, order conditions, and methods made from tableaus at run time. */
#include "ode-test.h"

#include "ode-trees.h"

#include <math.h>
#include <string.h>

/* The numbers of trees of each order are 1, 1, 2, 4, 9, 20, 48, 115, 286, 719
 * (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, table II.2.2). */
static void
test_counts (void)
{
  static const int counts[] = { 1, 1, 2, 4, 9, 20, 48, 115, 286, 719 };
  OdeTrees *trees = ode_trees_new (10);
  double labelled = 0, factorial = 1;

  for (int p = 1; p <= 10; p++)
    g_assert_cmpint (ode_trees_count (trees, p) - ode_trees_count (trees, p - 1), ==, counts[p - 1]);
  /* The numbers of monotonic labellings p!/(γσ) of all trees of order p add up
   * to (p − 1)!. */
  for (int p = 1; p <= 10; p++)
    {
      factorial *= p;
      labelled = 0;
      for (int k = ode_trees_count (trees, p - 1); k < ode_trees_count (trees, p); k++)
        {
          g_assert_cmpint (ode_trees_order (trees, k), ==, p);
          labelled += factorial / (ode_trees_density (trees, k) * ode_trees_symmetry (trees, k));
        }
      g_assert_cmpfloat_with_epsilon (labelled, factorial / p, 1e-9 * factorial / p);
    }
  ode_trees_free (trees);
}

/* Numbers of nodes outside the range 1 … 10 are replaced by the nearest number inside. */
static void
test_range (void)
{
  OdeTrees *none = ode_trees_new (0), *many = ode_trees_new (12);

  g_assert_cmpint (ode_trees_count (none, 0), ==, 0);
  g_assert_cmpint (ode_trees_count (none, 1), ==, 1);
  g_assert_cmpint (ode_trees_count (none, 5), ==, 1);
  g_assert_cmpint (ode_trees_count (many, 10), ==, 1205);
  g_assert_cmpint (ode_trees_count (many, 12), ==, 1205);
  ode_trees_free (none);
  ode_trees_free (many);
}

/* The four trees of order 4 have γ = 4, 8, 12, 24 and σ = 6, 1, 2, 1. */
static void
test_order_four (void)
{
  OdeTrees *trees = ode_trees_new (4);
  int seen = 0;

  for (int k = ode_trees_count (trees, 3); k < ode_trees_count (trees, 4); k++)
    {
      static const struct
      {
        const char *text;
        double density, symmetry;
      } rows[] = { { "[[],[],[]]", 4, 6 }, { "[[[]],[]]", 8, 1 }, { "[[[],[]]]", 12, 2 }, { "[[[[]]]]", 24, 1 } };
      char text[40];

      ode_trees_text (trees, k, text, sizeof text);
      for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
        if (strcmp (text, rows[i].text) == 0)
          {
            g_assert_true (ode_trees_density (trees, k) == rows[i].density);
            g_assert_true (ode_trees_symmetry (trees, k) == rows[i].symmetry);
            seen++;
          }
    }
  g_assert_cmpint (seen, ==, 4);
  ode_trees_free (trees);
}

/* The residuals of the conditions that a method satisfies are rounding of its coefficients; those of Verner 6(5) and 8(7) have fewer published
 * digits. A coefficient that is changed by 1e-10 gives larger residuals. */
static void
test_rounding (void)
{
  OdeTrees *trees = ode_trees_new (8);
  int n_methods, n = ode_trees_count (trees, 8);
  const OdeMethod *const *methods = ode_methods (&n_methods);
  double *residuals = g_new (double, n), *bounds = g_new (double, n), *b = g_new (double, 64);

  for (int m = 0; m < n_methods; m++)
    {
      const OdeTableau *tableau = methods[m]->tableau;
      int count = ode_trees_count (trees, MIN (methods[m]->order, 8)), largest = 0;
      gboolean few_digits = strcmp (methods[m]->id, "verner65") == 0 || strcmp (methods[m]->id, "verner87") == 0;
      gboolean caught = FALSE;

      if (tableau == NULL)
        continue;
      g_assert_true (ode_tableau_residuals (trees, tableau, tableau->b, residuals) && ode_tableau_rounding (trees, tableau, tableau->b, bounds));
      for (int k = 0; k < count; k++)
        if (!few_digits && !(fabs (residuals[k]) <= bounds[k]))
          g_error ("%s: residual %g of condition %d, rounding is %g", methods[m]->id, residuals[k], k, bounds[k]);
      for (int i = 0; i < tableau->n_stages; i++)
        {
          b[i] = tableau->b[i];
          largest = fabs (b[i]) > fabs (b[largest]) ? i : largest;
        }
      b[largest] += 1e-10;
      g_assert_true (ode_tableau_residuals (trees, tableau, b, residuals));
      for (int k = 0; k < count; k++)
        caught |= fabs (residuals[k]) > bounds[k];
      g_assert_true (caught);
    }
  g_free (residuals);
  g_free (bounds);
  g_free (b);
  ode_trees_free (trees);
}

/* In a tableau that is being typed, c may differ from the row sums. The conditions then use c: b2 c2 - 1/2, b2 c2^2 - 1/3 and b3 a32 c2 - 1/6 of a
 * method with c = 0, 3/4, 0, where the rows add up to 0, 1/2 and 1. */
static void
test_own_nodes (void)
{
  const double A[] = { 0, 0, 0, 0.5, 0, 0, -1, 2, 0 }, b[] = { 0.25, 0.5, 0.25 }, c[] = { 0, 0.75, 0 };
  const OdeTableau tableau = { .n_stages = 3, .A = A, .b = b, .c = c };
  OdeTrees *trees = ode_trees_new (3);
  double residuals[4];

  g_assert_cmpint (ode_trees_count (trees, 3), ==, 4);
  g_assert_true (ode_tableau_residuals (trees, &tableau, b, residuals));
  g_assert_cmpfloat (residuals[0], ==, 0);
  g_assert_cmpfloat (residuals[1], ==, 0.5 * 0.75 - 0.5);
  g_assert_cmpfloat_with_epsilon (fmin (residuals[2], residuals[3]), 0.5 * 0.75 * 0.75 - 1.0 / 3, 1e-15);
  g_assert_cmpfloat_with_epsilon (fmax (residuals[2], residuals[3]), 0.25 * 2 * 0.75 - 1.0 / 6, 1e-15);
  ode_trees_free (trees);
}

/* The error constants, which are 2-norms of the leading error terms, equal
 * the published ones. */
static void
test_error_constants (void)
{
  static const struct
  {
    const char *id;
    double constant;
  } rows[] = { { "explicit_euler", 0.5 }, { "runge_kutta4", 0.014504582 }, { "runge_kutta5", 0.00039908016 },
               { "tsitouras5", 0.000138515 }, { "dop853", 6.2634124e-6 }, { "verner98", 3.4905335e-7 } };
  OdeTrees *trees = ode_trees_new (10);

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const OdeMethod *method = method_named (rows[i].id);

      g_assert_cmpfloat_with_epsilon (ode_tableau_error_constant (trees, method->tableau, method->order), rows[i].constant,
                                      1e-6 * rows[i].constant);
    }
  ode_trees_free (trees);
}

/* ---- tableaus at run time ---- */

static void
test_custom_explicit (void)
{
  const OdeMethod *built_in = method_named ("runge_kutta5");
  OdeTableau table = *built_in->tableau;
  char error[200] = "";
  OdeMethod *own;
  double A[49];

  /* The method copies the arrays of the caller. */
  memcpy (A, table.A, sizeof A);
  table.A = A;
  table.fsal = false; /* the method must detect fsal from the coefficients */
  own = ode_method_new_custom ("mine", "My own", &table, NULL, error, sizeof error);
  g_assert_nonnull (own);
  memset (A, 0, sizeof A);
  g_assert_cmpint (own->order, ==, 5);
  g_assert_cmpint (own->embedded_order, ==, 4);
  g_assert_cmpint (own->dense_order, ==, 4);
  g_assert_cmpint (own->error_order, ==, 5);
  g_assert_cmpint (own->traits, ==, ODE_TRAIT_ADAPTIVE | ODE_TRAIT_FSAL);
  g_assert_cmpint (own->family, ==, ODE_FAMILY_EXPLICIT_RK);
  g_assert_cmpstr (own->id, ==, "mine");

  ode_method_free_custom (own);
}

/* The unrolled code for one to four states makes the same operations in the same order
 * as the general code, so both give the same bits. */
static void
test_unrolled (void)
{
  static const char *const names[] = { "bogacki_shampine3", "runge_kutta4", "runge_kutta5", "tsitouras5",
                                       "verner76", "verner87", "verner98" };
  const Problem *const problems[] = { &problem_pendulum, &problem_body, &problem_henon };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    for (size_t p = 0; p < G_N_ELEMENTS (problems); p++)
      {
        const OdeMethod *built_in = method_named (names[i]);
        char error[200] = "";
        OdeMethod *own = ode_method_new_custom ("mine", "My own", built_in->tableau, NULL, error, sizeof error);
        OdeSettings settings = built_in->traits & ODE_TRAIT_ADAPTIVE ? tolerance_settings (1e-5) : fixed_settings (0.05);
        OdeIntegrator *a, *b;
        int n = problems[p]->system.n_states;

        g_assert_nonnull (own);
        a = start (own, problems[p], &settings);
        b = start (built_in, problems[p], &settings);
        while (ode_integrator_t (b) < problems[p]->t1)
          {
            g_assert_cmpint (ode_integrator_step (a, problems[p]->t1, ODE_STOP_END), ==, ODE_DONE);
            g_assert_cmpint (ode_integrator_step (b, problems[p]->t1, ODE_STOP_END), ==, ODE_DONE);
            g_assert_true (memcmp (ode_integrator_x (a), ode_integrator_x (b), n * sizeof (double)) == 0);
            g_assert_true (ode_integrator_t (a) == ode_integrator_t (b));
          }
        ode_integrator_free (a);
        ode_integrator_free (b);
        ode_method_free_custom (own);
      }
}

static void
test_custom_implicit (void)
{
  static const double diagonal[] = { 0.25, 0, 0.5, 0.25 }, diagonal_b[] = { 0.5, 0.5 };
  /* The Gauss method of order 4, with coefficients of ten digits. */
  static const double gauss[] = { 0.25, -0.0386751346, 0.5386751346, 0.25 };
  char error[200] = "";
  OdeTableau table = { .n_stages = 2, .A = diagonal, .b = diagonal_b };
  OdeSettings settings = fixed_settings (0.01);
  OdeMethod *own;

  own = ode_method_new_custom ("two", "Two", &table, NULL, error, sizeof error);
  g_assert_nonnull (own);
  g_assert_cmpint (own->family, ==, ODE_FAMILY_DIRK);
  g_assert_cmpint (own->order, ==, 2);
  g_assert_true (own->tableau->c[0] == 0.25 && own->tableau->c[1] == 0.75);
  /* The method has order 2, h = 0.01, and the solution has size 1. */
  g_assert_cmpfloat (error_at_end (own, &problem_pendulum, &settings), <, 1e-4);
  ode_method_free_custom (own);

  table.A = gauss;
  own = ode_method_new_custom ("gauss", "Gauss", &table, NULL, error, sizeof error);
  g_assert_nonnull (own);
  g_assert_cmpint (own->family, ==, ODE_FAMILY_IMPLICIT_RK);
  g_assert_cmpint (own->order, ==, 4);
  g_assert_cmpfloat (error_at_end (own, &problem_pendulum, &settings), <, 1e-7);
  ode_method_free_custom (own);
}

static void
test_custom_refused (void)
{
  static const double A[] = { 0, 0, 1, 0 }, good[] = { 0.5, 0.5 }, bad[] = { 0.5, 0.6 }, c[] = { 0, 0.9 },
                      nan[] = { 0, 0, NAN, 0 };
  char error[200] = "";
  OdeTableau table = { .n_stages = 2, .A = A, .b = bad };

  g_assert_null (ode_method_new_custom ("x", "X", &table, NULL, error, sizeof error));
  g_assert_nonnull (strstr (error, "add up to 1"));
  table.b = good;
  table.b_hat = bad;
  g_assert_null (ode_method_new_custom ("x", "X", &table, NULL, error, sizeof error));
  g_assert_nonnull (strstr (error, "b_hat"));
  table.b_hat = NULL;
  table.c = c;
  g_assert_null (ode_method_new_custom ("x", "X", &table, NULL, error, sizeof error));
  g_assert_nonnull (strstr (error, "row 2"));
  table.c = NULL;
  table.A = nan;
  g_assert_null (ode_method_new_custom ("x", "X", &table, NULL, error, sizeof error));
  g_assert_nonnull (strstr (error, "stage 2"));
  table.n_stages = 0;
  g_assert_null (ode_method_new_custom ("x", "X", &table, NULL, error, sizeof error));
  g_assert_nonnull (strstr (error, "stages"));
}

/* The stage order is the number of stages for the Gauss and Radau IIA methods, and 1 for explicit methods with more than one stage. It is 0 if
 * a node is not the sum of its row, or if the weights do not have the sum 1. */
static void
test_stage_order (void)
{
  static const struct
  {
    const char *method;
    int order;
  } rows[] = { { "radau3", 2 }, { "radau5", 3 }, { "radau9", 5 }, { "gauss4", 2 }, { "runge_kutta4", 1 }, { "dopri5", 1 }, { "explicit_euler", 1 } };
  double A[] = { 0, 0, 0.5, 0 }, b[] = { 0, 1 }, c[] = { 0, 0.5 };
  const OdeTableau tableau = { .n_stages = 2, .A = A, .b = b, .c = c };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpint (ode_tableau_stage_order (method_named (rows[i].method)->tableau, 1e-12), ==, rows[i].order);
  g_assert_cmpint (ode_tableau_stage_order (&tableau, 1e-12), ==, 1);
  c[1] = 0.6;
  g_assert_cmpint (ode_tableau_stage_order (&tableau, 1e-12), ==, 0);
  c[1] = 0.5;
  b[1] = 0.9;
  g_assert_cmpint (ode_tableau_stage_order (&tableau, 1e-12), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/trees/the-numbers-of-rooted-trees-equal-the-published-ones", test_counts);
  g_test_add_func ("/ode/trees/the-number-of-nodes-is-limited-to-the-range", test_range);
  g_test_add_func ("/ode/trees/density-and-symmetry-of-trees-of-order-four-equal-the-published-values", test_order_four);
  g_test_add_func ("/ode/trees/residuals-of-satisfied-conditions-are-rounding-and-a-change-of-1e-10-is-larger", test_rounding);
  g_test_add_func ("/ode/trees/a-tableau-that-is-being-typed-has-its-own-nodes", test_own_nodes);
  g_test_add_func ("/ode/trees/error-constants-equal-the-published-ones", test_error_constants);
  g_test_add_func ("/ode/custom/an-explicit-method-can-be-made-from-a-tableau", test_custom_explicit);
  g_test_add_func ("/ode/custom/unrolled-stage-loops-give-the-same-bits-as-general-loops", test_unrolled);
  g_test_add_func ("/ode/custom/implicit-methods-can-be-made-from-tableaus", test_custom_implicit);
  g_test_add_func ("/ode/custom/invalid-tableaus-are-refused-with-a-reason", test_custom_refused);
  g_test_add_func ("/ode/trees/the-stage-orders-of-known-methods-are-found", test_stage_order);
  return g_test_run ();
}
