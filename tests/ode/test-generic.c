/* Tests of requirements that every method must meet. The expectations follow from the traits of
 * the method. If a requirement does not apply to a method, the test checks another requirement,
 * so that no method is skipped. */
#include "ode-test.h"

#include "ode-trees.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

static OdeTrees *trees;

static const Problem *const problems[] = { &problem_pendulum, &problem_henon, &problem_body };

static bool
has (const OdeMethod *method, OdeTrait trait)
{
  return (method->traits & trait) != 0;
}

/* ---- order conditions ---- */

/* Rounding of large coefficients to double (verner65: 176) causes
 * residuals of up to 3e-11. If a method had a lower order than stated, its
 * residual would be above 1e-7 (verner98). */
#define TREE_TOLERANCE 1e-9

/* Checks orders above the highest order of the trees: B(p), C(s) and D(p − s) imply order p for s
 * stages (Butcher; Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.5, theorem
 * 5.1). */
static void
check_simplifying_assumptions (const OdeTableau *table, int order)
{
  const int s = table->n_stages;

  for (int k = 1; k <= order; k++)
    {
      double sum = 0;

      for (int i = 0; i < s; i++)
        sum += table->b[i] * pow (table->c[i], k - 1);
      g_assert_cmpfloat_with_epsilon (sum, 1.0 / k, 1e-14);
    }
  for (int k = 1; k <= s; k++)
    for (int i = 0; i < s; i++)
      {
        double sum = 0;

        for (int j = 0; j < s; j++)
          sum += table->A[i * s + j] * pow (table->c[j], k - 1);
        g_assert_cmpfloat_with_epsilon (sum, pow (table->c[i], k) / k, 1e-14);
      }
  for (int k = 1; k <= order - s; k++)
    for (int j = 0; j < s; j++)
      {
        double sum = 0;

        for (int i = 0; i < s; i++)
          sum += table->b[i] * pow (table->c[i], k - 1) * table->A[i * s + j];
        g_assert_cmpfloat_with_epsilon (sum, table->b[j] * (1 - pow (table->c[j], k)) / k, 1e-14);
      }
}

static void
test_trees (gconstpointer user)
{
  const OdeMethod *method = user;
  const OdeTableau *table = method->tableau;
  int order, dense;

  g_assert_cmpint (method->order, >=, 1);
  g_assert_cmpint (method->error_order, >=, 1);
  if (table == NULL || method->family == ODE_FAMILY_ROSENBROCK || method->family == ODE_FAMILY_LIE_GROUP)
    return; /* without a tableau the order is measured in test_order */
  order = ode_tableau_order (trees, table, table->b, TREE_TOLERANCE);
  if (method->order <= ODE_TREES_MAX_ORDER)
    g_assert_cmpint (order, ==, MIN (method->order, ODE_TREES_MAX_ORDER));
  else
    check_simplifying_assumptions (table, method->order);
  if (table->b_hat != NULL)
    g_assert_cmpint (ode_tableau_order (trees, table, table->b_hat, TREE_TOLERANCE), ==, method->embedded_order);
  dense = ode_tableau_dense_order (trees, table, TREE_TOLERANCE);
  if (table->dense != NULL)
    g_assert_cmpint (dense, ==, method->dense_order);
}

/* ---- observed order ---- */

/* Doubles the number of equal steps until the error is 1e-12 or there are too
 * many steps. The slopes are measured for errors between 1e-3 and 1e-11: the best of the
 * last three slopes must be at least the order minus one half. Leading error terms can
 * keep a slope slightly too low (dverk65: 5.6 on the rigid body). */
static void
check_order (const OdeMethod *method, const Problem *problem)
{
  /* The largest number of steps is smaller for implicit methods, because an
   * explicit step costs 50 ns, and an implicit one a microsecond or more. */
  int most = has (method, ODE_TRAIT_IMPLICIT) || method->family == ODE_FAMILY_ROSENBROCK ? 1 << 15 : 1 << 20;
  double previous = NAN, best = -1, slopes[3] = { -1, -1, -1 };
  int k = 0;

  for (int n = 1; n <= most; n *= 2)
    {
      OdeSettings settings = fixed_settings ((problem->t1 - problem->t0) / n);
      double error = error_at_end (method, problem, &settings);

      if (error < 1e-12)
        break;
      if (error < 1e-3 && previous < 1e-2 && error > 1e-11)
        slopes[k++ % 3] = log2 (previous / error);
      previous = error;
    }
  for (int i = 0; i < 3; i++)
    best = MAX (best, slopes[i]);
  if (k == 0)
    {
      /* One halving of the steps reduces the error from 1e-2 to less than 1e-11,
       * so that no slope can be measured. */
      g_assert_cmpfloat (previous, <, 1e-2);
      return;
    }
  /* An order above 11 cannot be measured in double precision: the error is below 1e-11 before
   * the slope has reached its limit. test_trees checks such orders by the order conditions. */
  if (best < MIN (method->order, 11) - 0.5)
    g_error ("%s on %s: observed order %.3f, not %d", method->id, problem->name, best, method->order);
}

/* Checks that a method that is consistent but unstable has larger errors with smaller steps. */
static void
check_divergence (const OdeMethod *method, const Problem *problem)
{
  OdeSettings coarse = fixed_settings ((problem->t1 - problem->t0) / 10), fine = fixed_settings ((problem->t1 - problem->t0) / 14);

  g_assert_cmpfloat (error_at_end (method, problem, &fine), >, 2 * error_at_end (method, problem, &coarse));
}

/* A method that makes internal steps inside fixed steps has no order in h. Its
 * error decreases with the tolerance: by at least one decade for two decades
 * of the tolerance. */
static void
check_following (const OdeMethod *method, const Problem *problem)
{
  OdeSettings settings = fixed_settings ((problem->t1 - problem->t0) / 8);
  double error[2];

  for (int k = 0; k < 2; k++)
    {
      settings.accuracy = settings.relative_tolerance = settings.absolute_tolerance = k == 0 ? 1e-4 : 1e-10;
      error[k] = error_at_end (method, problem, &settings);
    }
  g_test_message ("%s on %s: %g, %g", method->id, problem->name, error[0], error[1]);
  g_assert_cmpfloat (error[0], <, 1e-2);
  g_assert_cmpfloat (error[1], <, 1e-3 * error[0]);
}

static void
test_order (gconstpointer user)
{
  const OdeMethod *method = user;
  int judged = 0;

  if (has (method, ODE_TRAIT_DIVERGENT))
    {
      check_divergence (method, &problem_pendulum);
      return;
    }

  for (size_t i = 0; i < G_N_ELEMENTS (problems); i++)
    if (can_run (method, problems[i]))
      {
        if (has (method, ODE_TRAIT_OWN_CONTROL) && has (method, ODE_TRAIT_ADAPTIVE))
          check_following (method, problems[i]);
        else
          check_order (method, problems[i]);
        judged++;
      }
  g_assert_cmpint (judged, >, 0);
}

/* ---- error against tolerance ---- */

static OdeSettings
adaptive_settings (const OdeMethod *method, double tol)
{
  OdeSettings settings = tolerance_settings (tol);

  settings.accuracy = tol;
  settings.error_control_explicit = !has (method, ODE_TRAIT_OWN_CONTROL) && !has (method, ODE_TRAIT_MULTISTEP)
                                    && (!has (method, ODE_TRAIT_ADAPTIVE) || has (method, ODE_TRAIT_ESTIMATE_ON_REQUEST));
  return settings;
}

static bool
controls_error (const OdeMethod *method)
{
  return has (method, ODE_TRAIT_ADAPTIVE) || !has (method, ODE_TRAIT_MULTISTEP);
}

/* If the local error is controlled, h ~ tol^(1/q) with the order q of the estimate,
 * and the global error of a method of order p is ~ h^p. For two time units of
 * smooth motion the factor is below 100. For estimates of low order the smallest
 * tolerance is 1e-5 or 1e-7, because smaller tolerances need too many steps. */
static void
test_tolerance (gconstpointer user)
{
  const OdeMethod *method = user;
  double lowest = method->error_order <= 2 ? 1e-5 : method->error_order == 3 ? 1e-7 : 1e-9;

  if (!controls_error (method))
    {
      /* Error control must be refused with a message. */
      OdeSettings settings = tolerance_settings (1e-6);
      char error[256] = "";

      settings.error_control_explicit = true;
      g_assert_null (ode_integrator_new (method, &problem_pendulum.system, &settings, error, sizeof error));
      g_assert_nonnull (strstr (error, "fixed steps only"));
      return;
    }
  for (size_t i = 0; i < G_N_ELEMENTS (problems); i++)
    for (double tol = 1e-3; tol > 0.5 * lowest; tol *= 1e-2)
      {
        OdeSettings settings = adaptive_settings (method, tol);
        double error;

        if (!can_run (method, problems[i]))
          continue;
        error = error_at_end (method, problems[i], &settings);
        if (!(error < 100 * pow (tol, fmin (1, (double) method->order / method->error_order))))
          g_error ("%s on %s: error %g at tolerance %g", method->id, problems[i]->name, error, tol);
      }
}

/* ---- dense output ---- */

#define N_SAMPLES 160

/* States of the pendulum at N_SAMPLES + 1 times, computed by the method of
 * order 9 with small steps. */
static double reference[N_SAMPLES + 1][2];

static void
make_reference (void)
{
  OdeSettings settings = fixed_settings (problem_pendulum.t1 / (8 * N_SAMPLES));
  OdeIntegrator *integrator = start (method_named ("verner98"), &problem_pendulum, &settings);

  for (int k = 0; k <= N_SAMPLES; k++)
    {
      run_to (integrator, problem_pendulum.t1 * k / N_SAMPLES);
      memcpy (reference[k], ode_integrator_x (integrator), sizeof reference[k]);
    }
  ode_integrator_free (integrator);
}

static double
dense_error (const OdeMethod *method, int n, double *jump)
{
  const Problem *problem = &problem_pendulum;
  OdeSettings settings = fixed_settings (problem->t1 / n);
  OdeIntegrator *integrator = start (method, problem, &settings);
  double error = 0;

  *jump = 0;
  for (int k = 1; k <= N_SAMPLES;)
    {
      double t0, t1, x[2], scale;

      g_assert_cmpint (ode_integrator_step (integrator, problem->t1, ODE_STOP_END), ==, ODE_DONE);
      t0 = ode_integrator_t_previous (integrator);
      t1 = ode_integrator_t (integrator);
      for (; k <= N_SAMPLES && problem->t1 * k / N_SAMPLES <= t1; k++)
        {
          double t = problem->t1 * k / N_SAMPLES;

          g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
          error = MAX (error, max_difference (x, reference[k], 2));
        }
      /* The dense output equals the states at both ends of the step. Close to
       * the ends it is close to these states, because |x'| < 1.5. */
      g_assert_cmpint (ode_integrator_interpolate (integrator, t0, x), ==, ODE_DONE);
      g_assert_true (memcmp (x, ode_integrator_x_previous (integrator), sizeof x) == 0);
      g_assert_cmpint (ode_integrator_interpolate (integrator, t1, x), ==, ODE_DONE);
      g_assert_true (memcmp (x, ode_integrator_x (integrator), sizeof x) == 0);
      scale = 1e-9 * (t1 - t0);
      g_assert_cmpint (ode_integrator_interpolate (integrator, t0 + scale, x), ==, ODE_DONE);
      *jump = MAX (*jump, max_difference (x, ode_integrator_x_previous (integrator), 2));
      g_assert_cmpint (ode_integrator_interpolate (integrator, t1 - scale, x), ==, ODE_DONE);
      *jump = MAX (*jump, max_difference (x, ode_integrator_x (integrator), 2));
    }
  ode_integrator_free (integrator);
  return error;
}

static void
test_dense (gconstpointer user)
{
  const OdeMethod *method = user;
  double previous = NAN, jump, best = -1;
  /* An interpolant of order q has local errors of order q + 1. The errors at
   * the steps have the order of the method. */
  double expected = MIN (method->order, method->dense_order + 1) - 0.35;
  int judged = 0;

  if (has (method, ODE_TRAIT_OWN_CONTROL) && has (method, ODE_TRAIT_ADAPTIVE))
    {
      /* Errors inside steps are as small as at their ends, at a tolerance of
       * 1e-4. */
      g_assert_cmpfloat (dense_error (method, 40, &jump), <, 1e-3);
      g_assert_cmpfloat (jump, <, 1e-6);
      return;
    }
  if (has (method, ODE_TRAIT_DIVERGENT))
    {
      double error = dense_error (method, 4, &jump);

      g_assert_cmpfloat (jump, <, 3e-9 + 0.02 * error);
      return;
    }
  for (int n = 2; n <= 160; n *= 2)
    {
      double error = dense_error (method, n, &jump);

      /* The dense output is continuous: it is compared at a distance of 1e-9
       * steps from the end, where |x'| < 1.5. */
      g_assert_cmpfloat (jump, <, 3e-9 + 0.02 * error);
      if (error < 1e-12)
        {
          best = INFINITY;
          judged++;
          break;
        }
      if (previous < 0.1)
        {
          best = MAX (best, log2 (previous / error));
          judged++;
        }
      previous = error;
    }
  g_assert_cmpint (judged, >, 0);
  if (best < expected)
    g_error ("%s: dense output of order %.2f, not %.2f", method->id, best, expected);
}

/* The equations x1' = 1 + t + … + t^(q−1) and x2' = 1, for which an interpolant of order q is
 * exact apart from rounding. self points to q. */
static OdeStatus
powers_rhs (void *self, double t, const double *x, double *dxdt)
{
  const int *degree = self;
  double sum = 1;

  for (int k = 1; k < *degree; k++)
    sum = sum * t + 1;
  dxdt[0] = sum;
  dxdt[1] = 1;
  return ODE_DONE;
}

static OdeStatus
powers_time (void *self, double t, const double *x, double *dfdt)
{
  const int *degree = self;
  double sum = 0;

  for (int k = *degree - 1; k > 0; k--)
    sum = sum * t + k;
  dfdt[0] = sum;
  dfdt[1] = 0;
  return ODE_DONE;
}

static OdeStatus
powers_jacobian (void *self, double t, const double *x, double *values)
{
  memset (values, 0, 4 * sizeof *values);
  return ODE_DONE;
}

static OdeStatus
drift_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = 0;
  return ODE_DONE;
}

/* Integrates from 0 to 1 in eight steps. Returns the largest error inside the steps minus the largest error at the ends of steps, in
 * units of ε max |x| with ε = DBL_EPSILON. The solution is x1 = t + t²/2 + … + t^q/q with q = degree, and x2 = t if q > 1. */
static double
dense_ulps (const OdeMethod *method, const Problem *problem, int degree)
{
  OdeSettings settings = fixed_settings (0.125);
  OdeIntegrator *integrator = start (method, problem, &settings);
  double worst[2] = { 0, 0 }, ulps;

  while (ode_integrator_t (integrator) < problem->t1)
    {
      g_assert_cmpint (ode_integrator_step (integrator, problem->t1, ODE_STOP_END), ==, ODE_DONE);
      for (int k = 1; k <= 32; k++)
        {
          const double t0 = ode_integrator_t_previous (integrator), t = t0 + (ode_integrator_t (integrator) - t0) * k / 32;
          double x[2], *most = &worst[k == 32];
          long double exact = 0;

          g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
          for (int j = degree; j > 0; j--)
            exact = (exact + 1 / (long double) j) * (long double) t;
          *most = MAX (*most, fabs ((double) (x[0] - exact)));
          if (degree > 1)
            *most = MAX (*most, fabs (x[1] - t));
        }
    }
  ulps = (worst[0] - worst[1]) / (DBL_EPSILON * fmax (fabs (ode_integrator_x (integrator)[0]), 1));
  ode_integrator_free (integrator);
  return ulps;
}

/* If truncation errors vanish, only rounding errors remain. Inside a step they are at
 * most 50 ulp larger than at the ends. */
static void
test_dense_rounding (gconstpointer user)
{
  const OdeMethod *method = user;
  Problem drift = problem_pendulum;
  double worst;

  drift.system.rhs = drift_rhs;
  drift.system.jacobian = NULL;
  drift.system.time_derivative = NULL;
  drift.system.time_dependent = false;
  drift.t1 = 1;
  drift.x0[0] = 0;
  drift.x0[1] = 1;
  worst = dense_ulps (method, &drift, 1);
  if (!has (method, ODE_TRAIT_NEEDS_PAIRS) && !has (method, ODE_TRAIT_DIVERGENT))
    {
      int degree = MIN (method->order, method->dense_order);
      Problem powers = {
        .name = "powers",
        .system = {
          .n_states = 2, .self = &degree, .rhs = powers_rhs, .jacobian = powers_jacobian, .time_derivative = powers_time,
          .time_dependent = true,
        },
        .t1 = 1,
      };

      if (can_run (method, &powers))
        worst = MAX (worst, dense_ulps (method, &powers, degree));
    }
  g_test_message ("%s: %.1f ulp", method->id, worst);
  if (!(worst <= 50))
    g_error ("%s: rounding inside steps of %.0f ulp", method->id, worst);
}

/* ---- restart, repetition, snapshots ---- */

static OdeSettings
usual_settings (const OdeMethod *method)
{
  return controls_error (method) && method->error_order > 2 ? adaptive_settings (method, 1e-4) : fixed_settings (0.02);
}

/* A jump to the current state restarts the method. With two such jumps the error at the end is below
 * 20 times the error without jumps plus 0.02. */
static void
test_restart (gconstpointer user)
{
  const OdeMethod *method = user;
  const Problem *problem = &problem_pendulum;
  OdeSettings settings = usual_settings (method);
  OdeIntegrator *integrator = start (method, problem, &settings);
  double plain = error_at_end (method, problem, &settings), error, x[2];

  run_to (integrator, 0.7);
  memcpy (x, ode_integrator_x (integrator), sizeof x);
  g_assert_cmpint (ode_integrator_jump (integrator, 0.7, x, false), ==, ODE_DONE);
  run_to (integrator, 1.3);
  memcpy (x, ode_integrator_x (integrator), sizeof x);
  g_assert_cmpint (ode_integrator_jump (integrator, 1.3, x, true), ==, ODE_DONE);
  run_to (integrator, problem->t1);
  error = max_difference (ode_integrator_x (integrator), problem->x1, 2);
  g_assert_cmpfloat (error, <, 20 * plain + 2e-2);

  /* A second initialization gives the same bits as the first. */
  g_assert_cmpint (ode_integrator_initialize (integrator, problem->t0, problem->x0, problem->t1), ==, ODE_DONE);
  run_to (integrator, problem->t1);
  g_assert_true (max_difference (ode_integrator_x (integrator), problem->x1, 2) == plain);
  ode_integrator_free (integrator);
}

static void
test_same_bits (gconstpointer user)
{
  const OdeMethod *method = user;
  const Problem *problem = &problem_pendulum;
  OdeSettings settings = usual_settings (method);
  OdeIntegrator *a = start (method, problem, &settings), *b = start (method, problem, &settings);

  while (ode_integrator_t (a) < problem->t1)
    {
      g_assert_cmpint (ode_integrator_step (a, problem->t1, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpint (ode_integrator_step (b, problem->t1, ODE_STOP_END), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (a) == ode_integrator_t (b));
      g_assert_true (memcmp (ode_integrator_x (a), ode_integrator_x (b), 2 * sizeof (double)) == 0);
    }
  ode_integrator_free (a);
  ode_integrator_free (b);
}

/* A snapshot is saved during a run. After it is restored, in the same integrator or in another
 * one, the steps have the same bits. */
static void
test_snapshot (gconstpointer user)
{
  const OdeMethod *method = user;
  const Problem *problem = &problem_pendulum;
  OdeSettings settings = usual_settings (method);
  OdeIntegrator *a = start (method, problem, &settings), *b = start (method, problem, &settings);
  g_autofree char *snapshot = NULL;
  double t[6], x[6][2], interpolated[2];

  for (int k = 0; k < 4; k++)
    g_assert_cmpint (ode_integrator_step (a, problem->t1, ODE_STOP_END), ==, ODE_DONE);
  snapshot = g_malloc (ode_integrator_snapshot_size (a));
  ode_integrator_save (a, snapshot);
  for (int k = 0; k < 6; k++)
    {
      g_assert_cmpint (ode_integrator_step (a, problem->t1, ODE_STOP_END), ==, ODE_DONE);
      t[k] = ode_integrator_t (a);
      memcpy (x[k], ode_integrator_x (a), sizeof x[k]);
      /* Interpolation must not change the following steps. */
      if (t[k] > ode_integrator_t_previous (a))
        g_assert_cmpint (ode_integrator_interpolate (a, 0.5 * (t[k] + ode_integrator_t_previous (a)), interpolated), ==,
                         ODE_DONE);
    }
  for (int round = 0; round < 2; round++)
    {
      OdeIntegrator *again = round == 0 ? a : b;

      ode_integrator_restore (again, snapshot);
      for (int k = 0; k < 6; k++)
        {
          g_assert_cmpint (ode_integrator_step (again, problem->t1, ODE_STOP_END), ==, ODE_DONE);
          g_assert_true (ode_integrator_t (again) == t[k]);
          g_assert_true (memcmp (ode_integrator_x (again), x[k], sizeof x[k]) == 0);
        }
    }
  ode_integrator_free (a);
  ode_integrator_free (b);
}

/* ---- nothing to integrate ---- */

static OdeStatus
never (void *self, double t, const double *x, double *dxdt)
{
  g_error ("the right-hand side of nothing was asked for");
  return ODE_DONE;
}

static void
test_zero_states (gconstpointer user)
{
  const OdeMethod *method = user;
  const Problem nothing = { .name = "nothing", .system = { .n_states = 0, .rhs = never }, .t1 = 1 };
  OdeSettings settings = fixed_settings (1e-3);
  OdeIntegrator *integrator;
  double x[1];

  settings.error_control = has (method, ODE_TRAIT_ADAPTIVE);
  integrator = start (method, &nothing, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 0.25, ODE_STOP_EVENT), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 0.25);
  g_assert_cmpint (ode_integrator_interpolate (integrator, 0.1, x), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 1);
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, 2);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_evaluations, ==, 0);
  ode_integrator_free (integrator);
}

/* ---- models that fail ---- */

typedef struct
{
  int calls;
  int fail_from, fail_to; /* numbers of the first and last call that fails */
  bool nan;               /* true: calls that fail set the derivative to NaN; false: they return a status */
} Flaky;

static OdeStatus
flaky_rhs (void *self, double t, const double *x, double *dxdt)
{
  Flaky *flaky = self;
  int call = flaky->calls++;

  problem_pendulum.system.rhs (NULL, t, x, dxdt);
  if (call < flaky->fail_from || call > flaky->fail_to)
    return ODE_DONE;
  if (!flaky->nan)
    return ODE_RETRY_UNDEFINED;
  dxdt[1] = NAN;
  return ODE_DONE;
}

static Problem
flaky_problem (Flaky *flaky)
{
  Problem problem = problem_pendulum;

  problem.system.self = flaky;
  problem.system.rhs = flaky_rhs;
  return problem;
}

/* After one failed evaluation the run needs a few additional steps and has the same accuracy. */
static void
test_fails_once (gconstpointer user)
{
  const OdeMethod *method = user;

  for (int call = 5; call < 45; call += 13)
    {
      Flaky flaky = { .fail_from = call, .fail_to = call, .nan = false };
      Problem problem = flaky_problem (&flaky);
      OdeSettings settings = usual_settings (method);
      double plain = error_at_end (method, &problem_pendulum, &settings), error;
      OdeIntegrator *integrator = start (method, &problem, &settings);

      run_to (integrator, problem.t1);
      error = max_difference (ode_integrator_x (integrator), problem.x1, 2);
      if (!(error < 20 * plain + 2e-2))
        g_error ("%s: error %g after one failure, %g without", method->id, error, plain);
      ode_integrator_free (integrator);
    }
}

/* If all further evaluations fail, the run ends with a message, and the state is that
 * of the last accepted point. */
static void
test_fails_always (gconstpointer user)
{
  const OdeMethod *method = user;

  for (int nan = 0; nan < 2; nan++)
    {
      Flaky flaky = { .fail_from = 200, .fail_to = G_MAXINT, .nan = nan };
      Problem problem = flaky_problem (&flaky);
      OdeSettings settings = usual_settings (method);
      OdeIntegrator *integrator = start (method, &problem, &settings);
      OdeStatus status = ODE_DONE;
      double t = 0, x[2] = { problem.x0[0], problem.x0[1] };

      /* The end time is so late that every method evaluates the model more than 200 times. */
      for (int k = 0; k < 100000 && status == ODE_DONE; k++)
        {
          t = ode_integrator_t (integrator);
          memcpy (x, ode_integrator_x (integrator), sizeof x);
          status = ode_integrator_step (integrator, 1e4, ODE_STOP_END);
        }
      g_assert_cmpint (status, <, 0);
      g_assert_true (ode_integrator_t (integrator) == t);
      g_assert_true (memcmp (x, ode_integrator_x (integrator), sizeof x) == 0);
      g_assert_cmpint (strlen (ode_integrator_message (integrator)), >, 20);
      ode_integrator_free (integrator);
    }
}

/* ---- texts ---- */

static void
test_words (gconstpointer user)
{
  const OdeMethod *method = user;
  char text[256];

  g_assert_nonnull (method->label);
  g_assert_nonnull (method->aliases);
  g_assert_cmpint (strlen (method->advice), >, 20);
  g_assert_true (g_str_has_suffix (method->advice, "."));
  g_assert_cmpint (strlen (method->source), >, 5);
  g_assert_true (ode_method_find (method->id) == method);
  for (const char *c = method->id; *c != '\0'; c++)
    g_assert_true (g_ascii_islower (*c) || g_ascii_isdigit (*c) || *c == '_');
  for (int k = 0; k < 3; k++)
    {
      const double accuracy[] = { method->accuracy_tightest, method->accuracy_default, method->accuracy_loosest };
      double digit = accuracy[k] / pow (10, floor (log10 (accuracy[k]) + 1e-9));

      /* The user sees these numbers, so they must have one digit. */
      g_assert_cmpfloat (fabs (digit - round (digit)), <, 1e-9);
    }
  g_assert_cmpfloat (method->accuracy_tightest, <=, method->accuracy_default);
  g_assert_cmpfloat (method->accuracy_default, <=, method->accuracy_loosest);
  g_assert_cmpint (method->n_stages, >=, 1);
  ode_traits_text (method->traits, text, sizeof text);
  g_assert_true (has (method, ODE_TRAIT_ADAPTIVE) == (strstr (text, "adaptive") != NULL));
  g_assert_cmpstr (ode_family_label (method->family), !=, "unknown");
}

static void
test_names_unique (void)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_cmpint (n, >, 40);
  for (int i = 0; i < n; i++)
    {
      g_auto (GStrv) aliases = g_strsplit (methods[i]->aliases, " ", -1);

      g_assert_true (g_hash_table_add (seen, g_strdup (methods[i]->id)));
      for (char **alias = aliases; *alias != NULL; alias++)
        {
          g_assert_true (g_hash_table_add (seen, g_strdup (*alias)));
          g_assert_true (ode_method_find (*alias) == methods[i]);
        }
    }
  g_assert_null (ode_method_find ("no_such_method"));
  g_assert_null (ode_method_find (""));
  g_assert_null (ode_method_find ("dopri5 dp5"));
}

static const struct
{
  const char *name;
  GTestDataFunc func;
} tests[] = {
  { "label-and-advice-are-not-empty", test_words },
  { "order-conditions-give-the-stated-orders", test_trees },
  { "converges-with-its-order", test_order },
  { "error-follows-the-tolerance", test_tolerance },
  { "dense-output-has-its-order-and-is-continuous", test_dense },
  { "dense-output-is-as-accurate-as-the-step", test_dense_rounding },
  { "a-restart-from-the-same-state-keeps-the-accuracy", test_restart },
  { "two-runs-agree-bit-for-bit", test_same_bits },
  { "a-restored-snapshot-repeats-the-steps", test_snapshot },
  { "a-system-without-states-reaches-its-end", test_zero_states },
  { "one-failed-evaluation-of-the-model-does-not-reduce-the-accuracy", test_fails_once },
  { "a-model-that-always-fails-ends-the-run-with-an-error", test_fails_always },
};

int
main (int argc, char **argv)
{
  int n, result;
  const OdeMethod *const *methods = ode_methods (&n);

  g_test_init (&argc, &argv, NULL);
  trees = ode_trees_new (ODE_TREES_MAX_ORDER);
  make_reference ();
  g_test_add_func ("/ode/registry/ids-and-aliases-are-unique", test_names_unique);
  for (int i = 0; i < n; i++)
    for (size_t k = 0; k < G_N_ELEMENTS (tests); k++)
      {
        g_autofree char *path = g_strconcat ("/ode/generic/", methods[i]->id, "/", tests[k].name, NULL);

        g_test_add_data_func (path, methods[i], tests[k].func);
      }
  result = g_test_run ();
  ode_trees_free (trees);
  return result;
}
