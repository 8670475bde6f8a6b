/* Recorded stability regions and tableau properties of all methods. CONTRIBUTING.md says when recorded-properties.txt may be made anew, with
 * --record FILE. */
#include "ode-test.h"
#include "recorded.h"

#include "ode-stability.h"
#include "ode-trees.h"

#include <string.h>

static RecordedTable *table;
static OdeTrees *trees;
static GRand *errors;
static double error_size;

/* Returns a value with an error of the size that the search for the border of a region may have. */
static double
rough (double value)
{
  return value * (1 + 1e5 * error_size * g_rand_double_range (errors, -1, 1));
}

static double
bounded (double value)
{
  return isnan (value) ? 3 : isinf (value) ? 2 : value / (1 + fabs (value));
}

static void
write_stability (RecordedRow *row, const OdeMethod *method)
{
  static const double eigenvalues[][6] = { { -10, 0, -1, 0, -3, 0 }, { 0, 5, 0, -5, -1, 0 }, { -2, 7, -2, -7, -0.5, 0 }, { 0, 0, 1, 2, 1, -2 } };
  OdeStability *stability = ode_stability_new (method);
  OdeStabilityFacts facts;
  double moduli = 0, radii = 0, steps = 0;
  gint64 inside = 0;

  ode_stability_facts (stability, &facts);
  recorded_row_counts (row, "facts", 3, (const gint64[]){ ode_stability_basis (stability), facts.a_stable, facts.l_stable });
  recorded_row_number (row, "real", rough (facts.real_interval));
  recorded_row_number (row, "imaginary", rough (facts.imaginary_interval));
  recorded_row_number (row, "alpha", rough (facts.alpha));
  recorded_row_number (row, "at-infinity", rough (facts.r_at_infinity));
  recorded_row_number (row, "interval", rough (ode_stability_real_interval (method)));
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 4; j++)
      {
        double re = -4.3 + 1.3 * i, im = 0.9 * j;

        moduli += (1 + i + 2 * j) * bounded (ode_stability_modulus (stability, re, im));
        inside += (1 + i + 5 * j) * ode_stability_contains (stability, re, im);
      }
  for (int k = 0; k < 7; k++)
    radii += (1 + k) * bounded (ode_stability_radius (stability, 1.4 + 0.29 * k));
  for (guint k = 0; k < G_N_ELEMENTS (eigenvalues); k++)
    steps += (1 + k) * bounded (ode_stability_largest_step (stability, 3, eigenvalues[k]));
  recorded_row_number (row, "moduli", rough (moduli));
  recorded_row_number (row, "radii", rough (radii));
  recorded_row_number (row, "steps", rough (steps));
  recorded_row_counts (row, "inside", 1, &inside);
  ode_stability_free (stability);
}

/* Residuals that are only rounding errors count as 0. */
static double
significant (double value)
{
  return fabs (value) < 1e-8 ? 0 : value;
}

static void
write_tableau (RecordedRow *row, const OdeTableau *tableau, int order)
{
  int n_trees = 0;
  double sum = 0;

  for (int k = 1; k <= ODE_TREES_MAX_ORDER; k++)
    n_trees += ode_trees_count (trees, k);
  g_autofree double *residuals = g_new0 (double, (gsize) n_trees);
  recorded_row_counts (row, "orders", 6, (const gint64[]){ ode_tableau_order (trees, tableau, tableau->b, 1e-9),
                                                           tableau->b_hat != NULL ? ode_tableau_order (trees, tableau, tableau->b_hat, 1e-9) : 0,
                                                           ode_tableau_dense_order (trees, tableau, 1e-9), ode_tableau_stage_order (tableau, 1e-9),
                                                           ode_tableau_is_stiffly_accurate (tableau), ode_tableau_is_symplectic (tableau, 1e-9) });
  recorded_row_number (row, "constant", rough (significant (ode_tableau_error_constant (trees, tableau, order))));
  if (ode_tableau_residuals (trees, tableau, tableau->b, residuals))
    for (int k = 0; k < n_trees; k++)
      sum += (1 + k % 13) * significant (residuals[k]);
  recorded_row_number (row, "residuals", rough (sum));
}

/* Writes the constants of a method that its users read. */
static void
write_constants (RecordedRow *row, const OdeMethod *method)
{
  g_autofree char *accuracies = g_strdup_printf ("%g,%g,%g", method->accuracy_default, method->accuracy_loosest, method->accuracy_tightest);

  recorded_row_counts (row, "constants", 5, (const gint64[]){ method->order, method->embedded_order, method->error_order, method->dense_order,
                                                              method->n_stages });
  recorded_row_text (row, "accuracies", accuracies);
  for (int k = 0; k < method->n_options; k++)
    {
      const OdeOptionRow *option = &method->options[k];
      /* The choices of a tableau are all methods that have one, so that a new method would change them. */
      const char *choices = option->choices != NULL && strcmp (option->key, "tableau") != 0 ? option->choices : "";
      g_autofree char *text = g_strdup_printf ("%s,%d,%g,%g,%g,%s", option->key, option->type, option->minimum, option->maximum, option->standard,
                                               choices);

      recorded_row_text (row, "option", text);
    }
}

static RecordedRow *
run_method (gconstpointer data, double noise, guint32 seed)
{
  const OdeMethod *method = data;
  RecordedRow *row = recorded_row_new (method->id);
  char traits[512];

  error_size = noise;
  errors = g_rand_new_with_seed (seed + 1);
  ode_traits_text (method->traits, traits, sizeof traits);
  recorded_row_text (row, "traits", traits);
  recorded_row_text (row, "family", ode_family_label (method->family));
  write_constants (row, method);
  write_stability (row, method);
  if (method->tableau != NULL)
    write_tableau (row, method->tableau, method->order);
  g_rand_free (errors);
  return row;
}

static void
test_properties (void)
{
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  trees = ode_trees_new (ODE_TREES_MAX_ORDER);
  for (int m = 0; m < n_methods; m++)
    recorded_table_row (table, methods[m]->id, run_method, methods[m]);
  ode_trees_free (trees);
  recorded_table_check (table, "");
}

/* The Jacobian of a system with a sparse Jacobian, a dense one and none. */
static OdeStatus
two_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -3 * x[0] + x[1] * x[1];
  dxdt[1] = 2 * x[1];
  return ODE_DONE;
}

static OdeStatus
two_sparse (void *self, double t, const double *x, double *values)
{
  values[0] = -3;
  values[1] = 2 * x[1];
  values[2] = 2;
  return ODE_DONE;
}

static void
test_jacobian (void)
{
  static const int start[] = { 0, 1, 3 }, row[] = { 0, 0, 1 };
  static const OdePattern pattern = { 2, 2, start, row };
  const OdeSystem sparse = { .n_states = 2, .rhs = two_rhs, .jacobian = two_sparse, .jacobian_pattern = &pattern }, none = { .n_states = 2, .rhs = two_rhs };
  const double x[] = { 1, 0.5 };
  double a[4], b[4];

  g_assert_true (ode_stability_jacobian (&sparse, 0, x, a));
  g_assert_true (ode_stability_jacobian (&none, 0, x, b));
  g_assert_true (a[0] == -3 && a[1] == 0 && a[2] == 1 && a[3] == 2);
  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat_with_epsilon (a[k], b[k], 1e-8);
}

int
main (int argc, char **argv)
{
  int status;

  table = recorded_table_open (&argc, &argv, "ode", "recorded-properties.txt");
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/recorded-properties/methods-have-the-recorded-properties", test_properties);
  g_test_add_func ("/ode/recorded-properties/the-jacobian-for-stability-is-that-of-the-system", test_jacobian);
  status = g_test_run ();
  recorded_table_close (table);
  return status;
}
