/* Tests the error estimates that multistep methods report with fixed steps. The equation is x'
 * = −x, for which all differences have a closed form. */
#include "ode-test.h"

#include <string.h>

#define H 0.05
#define N_STEPS 20

typedef struct
{
  const char *method;
  double constant;   /* factor of the leading term of the error */
  int power;         /* order of the backward difference */
  bool of_new_point; /* the newest point of the difference is the end of the step (true) or its start (false) */
  bool of_slopes;    /* true: the difference is h ∇^power f; false: it is ∇^power x */
  int first;         /* first step that has an estimate; before it the history is too short */
  double slack;      /* relative tolerance of the estimate */
} Row;

/* Tolerance of the estimates. At order 1 the errors of the computed points grow by h/2 per
 * unit of time; at higher orders they are smaller. */
#define SMOOTH 0.05
/* Tolerance for methods with another root of modulus 1 (leapfrog) or 0.86 (BDF 6), for which
 * the errors of the starting values do not decay. */
#define ECHO 0.15
/* Tolerance for the method with the unstable root −5, which multiplies the error of the starting values by five in each step. */
#define GROWING 0.3

/* The error constants are from Hairer, Nørsett and Wanner, Solving ODEs I, III.1, tables 1.1
 * and 1.2; those of BDF are 1/((k + 1) Σ 1/j). */
static const Row rows[] = {
  { "adams_bashforth1", 1.0 / 2, 1, false, true, 1, SMOOTH },
  { "adams_bashforth2", 5.0 / 12, 2, false, true, 2, SMOOTH },
  { "adams_bashforth3", 3.0 / 8, 3, false, true, 3, SMOOTH },
  { "adams_bashforth4", 251.0 / 720, 4, false, true, 4, SMOOTH },
  { "adams_bashforth5", 95.0 / 288, 5, false, true, 5, SMOOTH },
  { "adams_moulton1", 1.0 / 12, 2, true, true, 1, SMOOTH },
  { "adams_moulton2", 1.0 / 24, 3, true, true, 2, SMOOTH },
  { "adams_moulton3", 19.0 / 720, 4, true, true, 3, SMOOTH },
  { "adams_moulton4", 3.0 / 160, 5, true, true, 4, SMOOTH },
  { "bdf1", 1.0 / 2, 2, true, false, 1, SMOOTH },
  { "bdf2", 2.0 / 9, 3, true, false, 2, SMOOTH },
  { "bdf3", 3.0 / 22, 4, true, false, 3, SMOOTH },
  { "bdf4", 12.0 / 125, 5, true, false, 4, SMOOTH },
  { "bdf5", 10.0 / 137, 6, true, false, 5, SMOOTH },
  { "bdf6", 20.0 / 343, 7, true, false, 6, ECHO },
  { "leapfrog", 1.0 / 3, 2, false, true, 2, ECHO },
  { "unstable_two_step", 1.0 / 6, 3, false, true, 3, GROWING },
};

typedef struct
{
  int n;
  OdeAttempt record[N_STEPS + 1];
} Tape;

static void
hear (void *user, const OdeAttempt *attempt)
{
  Tape *tape = user;

  g_assert_cmpint (tape->n, <=, N_STEPS);
  tape->record[tape->n++] = *attempt;
}

static OdeStatus
decay (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0];
  return ODE_DONE;
}

static void
test_estimate (gconstpointer data)
{
  const Row *row = data;
  const OdeMethod *method = method_named (row->method);
  const OdeSystem system = { .n_states = 1, .rhs = decay };
  const double x0 = 1;
  OdeSettings settings = tolerance_settings (1e-4);
  char error[256] = "";
  OdeIntegrator *integrator;
  Tape tape = { 0 };

  /* With these tolerances the tape contains the unscaled error. */
  settings.relative_tolerance = 0;
  settings.absolute_tolerance = 1;
  settings.error_control = false;
  settings.max_step = H;
  integrator = ode_integrator_new (method, &system, &settings, error, sizeof error);
  g_assert_cmpstr (error, ==, "");
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, N_STEPS * H), ==, ODE_DONE);
  ode_integrator_set_attempt_func (integrator, hear, &tape);
  run_to (integrator, N_STEPS * H);
  g_assert_cmpint (tape.n, ==, N_STEPS);
  for (int k = 0; k < N_STEPS; k++)
    {
      const OdeAttempt *record = &tape.record[k];
      const double at = exp (-(k + (row->of_new_point ? 1 : 0)) * H);
      const double expected = row->constant * (row->of_slopes ? H : 1) * pow (expm1 (H), row->power) * at;

      g_assert_cmpint (record->outcome, ==, ODE_ATTEMPT_ACCEPTED);
      if (k < row->first)
        {
          g_assert_true (isnan (record->error));
          g_assert_cmpint (record->worst[0], ==, -1);
          continue;
        }
      g_assert_cmpint (record->worst[0], ==, 0);
      g_assert_true (record->error == record->worst_error[0]);
      if (method->traits & ODE_TRAIT_DIVERGENT ? k == row->first : k > N_STEPS - 5)
        g_assert_cmpfloat_with_epsilon (record->error / expected, 1, row->slack);
    }
  if (method->traits & ODE_TRAIT_DIVERGENT)
    g_assert_cmpfloat (tape.record[N_STEPS - 1].error, >, 1e3 * tape.record[row->first].error);
  ode_integrator_free (integrator);

  /* Step control by this estimate is refused with a message. */
  settings.error_control = settings.error_control_explicit = true;
  integrator = ode_integrator_new (method, &system, &settings, error, sizeof error);
  g_assert_null (integrator);
  g_assert_nonnull (strstr (error, "fixed steps only"));
}

/* Checks that the table above has a row for every multistep method with fixed
 * steps. */
static void
test_complete (void)
{
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);

  for (int i = 0; i < n_methods; i++)
    {
      gboolean found = FALSE;

      for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
        found |= strcmp (rows[k].method, methods[i]->id) == 0;
      g_assert_cmpint (found, ==, (methods[i]->traits & (ODE_TRAIT_MULTISTEP | ODE_TRAIT_ADAPTIVE)) == ODE_TRAIT_MULTISTEP);
      g_assert_cmpint (found, ==, (methods[i]->traits & ODE_TRAIT_ESTIMATE_SHOWN) != 0);
    }
}

/* Returns the size of the error estimate in one step of size 0.1. */
static double
estimate_of (const char *method, const Problem *problem)
{
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator = start (method_named (method), problem, &settings);
  double size = 0;

  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.1), ==, ODE_DONE);
  for (int i = 0; i < problem->system.n_states; i++)
    size = ode_integrator_error_estimate (integrator) != NULL ? fmax (size, fabs (ode_integrator_error_estimate (integrator)[i])) : NAN;
  ode_integrator_free (integrator);
  return size;
}

static OdeStatus
oscillator_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1] + 0.5;
  dxdt[1] = -4 * x[0];
  return ODE_DONE;
}

static OdeStatus
oscillator_jacobian (void *self, double t, const double *x, double *J)
{
  const double column[4] = { 0, -4, 1, 0 };

  memcpy (J, column, sizeof column);
  return ODE_DONE;
}

/* An estimate that is zero for linear equations controls no step there: the published one of ros3p is such an estimate. */
static void
test_linear (void)
{
  const Problem linear = {
    .name = "oscillator", .system = { .n_states = 2, .rhs = oscillator_rhs, .jacobian = oscillator_jacobian }, .t1 = 1, .x0 = { 1, 0 },
  };
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);
  int n_estimates = 0;

  for (int k = 0; k < n_methods; k++)
    if ((methods[k]->traits & ODE_TRAIT_ADAPTIVE) != 0 && (methods[k]->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_MULTISTEP)) == 0)
      {
        double size = estimate_of (methods[k]->id, &linear);

        if (isnan (size)) /* steps of a fixed size have no estimate */
          continue;
        g_test_message ("%s", methods[k]->id);
        g_assert_cmpfloat (size, >, 1e-15);
        n_estimates++;
      }
  g_assert_cmpint (n_estimates, >=, 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *path = g_strconcat ("/ode/estimate/the-error-estimate-has-the-derived-leading-term/", rows[k].method, NULL);

      g_test_add_data_func (path, &rows[k], test_estimate);
    }
  g_test_add_func ("/ode/estimate/the-table-of-this-test-contains-every-multistep-method-with-fixed-steps", test_complete);
  g_test_add_func ("/ode/estimate/no-estimate-is-zero-for-linear-equations", test_linear);
  return g_test_run ();
}
