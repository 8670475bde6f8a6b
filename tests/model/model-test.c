#include "model-test.h"
#include "model-load.h"

#include <math.h>
#include <string.h>

Model *
model_test_load (const char *text)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_load_text (text, -1, NULL, NULL, diagnostics);
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);

  g_assert_cmpstr (errors, ==, "");
  g_assert_nonnull (model);
  return model;
}

ModelSystem *
model_test_system (const char *text)
{
  g_autoptr (Model) model = model_test_load (text);
  g_autoptr (GError) error = NULL;
  ModelInstance instance = { .seed = 1 };
  ModelSystem *system = model_system_new (model, &instance, &error);

  g_assert_no_error (error);
  return system;
}

void
model_test_initial (ModelSystem *system, double **x, double **d)
{
  g_autoptr (GError) error = NULL;

  *x = g_new0 (double, model_system_n_states (system) + 1);
  *d = g_new0 (double, model_system_n_discrete (system) + 1);
  model_system_initial (system, *x, *d, &error);
  g_assert_no_error (error);
}

double *
model_test_rhs (ModelSystem *system)
{
  const OdeSystem *ode = model_system_ode (system);
  double *dxdt = g_new0 (double, ode->n_states + 1);
  g_autofree double *x = NULL;
  g_autofree double *d = NULL;

  model_test_initial (system, &x, &d);
  g_assert_cmpint (ode->rhs (ode->self, model_system_t_start (system), x, dxdt), ==, ODE_DONE);
  return dxdt;
}

double
model_test_column (ModelSystem *system, const char *name, double t, const double *x, const double *d)
{
  g_autofree double *values = g_new0 (double, model_system_n_columns (system) + 1);
  int column = model_system_find_column (system, name);

  g_assert_cmpint (column, >=, 0);
  model_system_columns (system, t, x, d, values);
  return values[column];
}

/* Step size of fourth-order central differences, relative to max (1, |p|). The error is h⁴ f⁽⁵⁾/30 plus a rounding error of ε|f|/h = 2e-11
 * |f|. The tolerance of 1e-8 times the largest component allows for functions that vary on a scale of 1/100. */
#define STEP 1e-5
#define TOLERANCE 1e-8

/* Computes ∂f/∂p from the values at p + 2h, p + h, p − h and p − 2h, where p is one of the numbers (t, x). */
static void
differentiate (const OdeSystem *ode, double *t, double *x, double *p, double *derivative)
{
  static const double offsets[4] = { 2, 1, -1, -2 };
  static const double weights[4] = { -1.0 / 12, 8.0 / 12, -8.0 / 12, 1.0 / 12 };
  double at = *p, h = STEP * fmax (1, fabs (at));
  g_autofree double *f = g_new0 (double, ode->n_states + 1);

  memset (derivative, 0, sizeof (double) * (size_t) ode->n_states);
  for (int k = 0; k < 4; k++)
    {
      *p = at + offsets[k] * h;
      g_assert_cmpint (ode->rhs (ode->self, *t, x, f), ==, ODE_DONE);
      for (int row = 0; row < ode->n_states; row++)
        derivative[row] += weights[k] * f[row] / h;
    }
  *p = at;
}

static void
compare (const double *found, const double *expected, int n, double scale, const char *column)
{
  for (int row = 0; row < n; row++)
    if (!(fabs (found[row] - expected[row]) <= TOLERANCE * (scale + fabs (expected[row]))))
      g_error ("row %d by %s: %.12g is not %.12g", row, column, found[row], expected[row]);
}

static double *
dense_jacobian (const OdeSystem *ode, double t, const double *x)
{
  int n = ode->n_states;
  const OdePattern *pattern = ode->jacobian_pattern;
  double *dense = g_new0 (double, n * n + 1);
  g_autofree double *values = g_new0 (double, (pattern != NULL ? pattern->start[n] : n * n) + 1);

  g_assert_cmpint (ode->jacobian (ode->self, t, x, values), ==, ODE_DONE);
  if (pattern == NULL)
    memcpy (dense, values, sizeof (double) * (size_t) (n * n));
  for (int column = 0; pattern != NULL && column < n; column++)
    for (int k = pattern->start[column]; k < pattern->start[column + 1]; k++)
      dense[column * n + pattern->row[k]] = values[k];
  return dense;
}

void
model_test_derivatives (ModelSystem *system, double t, const double *x)
{
  const OdeSystem *ode = model_system_ode (system);
  int n = ode->n_states;
  g_autofree double *dense = dense_jacobian (ode, t, x);
  g_autofree double *rate = g_new0 (double, n + 1);
  g_autofree double *moved = g_memdup2 (x, sizeof (double) * (size_t) (n + 1));
  g_autofree double *expected = g_new0 (double, n + 1);
  double scale = 1;

  g_assert_cmpint (ode->rhs (ode->self, t, x, expected), ==, ODE_DONE);
  for (int row = 0; row < n; row++)
    scale = fmax (scale, fabs (expected[row]));
  for (int column = 0; column < n; column++)
    {
      differentiate (ode, &t, moved, &moved[column], expected);
      compare (dense + column * n, expected, n, scale, ode->names[column]);
    }
  if (ode->time_derivative != NULL)
    g_assert_cmpint (ode->time_derivative (ode->self, t, x, rate), ==, ODE_DONE);
  differentiate (ode, &t, moved, &t, expected);
  compare (rate, expected, n, scale, "t");
}
