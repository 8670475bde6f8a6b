/* Compares step-size control, the convergence tests of Newton's method, weights of the projection and orders of radau with formulas that
 * are written in this file. */
#include "ode-test.h"

#include "ode-control.h"
#include "ode-newton.h"

#include <string.h>

/* ---- controllers ---- */

/* Returns the ratio h_next/h of a controller, computed with pow and the published constants. e[0] is the error of this step, e[1] and e[2]
 * are those of the two steps accepted before it. h[0] and h[1] are the sizes of this step and of the one before. */
static double
expected_ratio (OdeController kind, const double *e, const double *h, double p)
{
  const double plain = 0.9 * pow (e[0], -1 / p);

  switch (kind)
    {
    case ODE_CONTROLLER_I:
      return plain;
    case ODE_CONTROLLER_PI:
      return 0.9 * pow (e[0], -0.85 / p) * pow (e[1], 0.2 / p);
    case ODE_CONTROLLER_PID:
      return 0.9 * pow (e[0], -0.58 / p) * pow (e[1], 0.21 / p) * pow (e[2], -0.1 / p);
    default:
      return fmin (plain, plain * h[0] / h[1] * pow (e[1] / e[0], 1 / p));
    }
}

static void
test_history (gconstpointer user)
{
  static const double errors[] = { 0.5, 0.03, 0.8, 0.2, 0.02, 0.6 };
  const OdeController kind = GPOINTER_TO_INT (user);
  OdeSettings settings;
  OdeControl control;
  double h = 0.1, p = 5, e[3] = { 1, 1e-4, 1e-4 }, sizes[2] = { 0, 0 };

  ode_settings_init (&settings);
  settings.controller = kind;
  ode_control_init (&control, &settings);
  ode_control_restart (&control);
  for (size_t k = 0; k < G_N_ELEMENTS (errors); k++)
    {
      OdeVerdict verdict;

      if (k == 2)
        {
          /* After a rejection the new size depends only on the error of the rejected step. This error is not stored in the history; the
           * rejection only prevents the next step from growing. */
          verdict = ode_control_judge (&control, 4, h, p, 1e-14);
          g_assert_false (verdict.accept);
          g_assert_cmpfloat_with_epsilon (verdict.h_next, h * 0.9 * pow (4, -1 / p), 1e-3 * h);
          verdict = ode_control_judge (&control, 1e-3, h, p, 1e-14);
          g_assert_true (verdict.accept);
          g_assert_cmpfloat (verdict.h_next, ==, h);
          e[2] = e[1];
          e[1] = 1e-3;
          sizes[1] = h;
        }
      verdict = ode_control_judge (&control, errors[k], h, p, 1e-14);
      e[0] = errors[k];
      sizes[0] = h;
      g_assert_true (verdict.accept);
      if (k > 0 || kind != ODE_CONTROLLER_PREDICTIVE)
        g_assert_cmpfloat_with_epsilon (verdict.h_next / h, expected_ratio (kind, e, sizes, p), 1e-3);
      e[2] = e[1];
      e[1] = e[0];
      sizes[1] = h;
      h = verdict.h_next;
    }
}

/* Drake's controller keeps h if the rule gives 0.9 h … 1.2 h, multiplies the size of a rejected step by at most 0.9, and limits the ratio
 * to 0.1 … 5. */
static void
test_dead_band (void)
{
  static const struct
  {
    double wanted; /* the ratio that the rule 0.9 (1/ε)^(1/p) gives */
    double ratio;
    bool accept;
  } rows[] = {
    { 1.19, 1, true }, { 1.21, 1.21, true }, { 1.01, 1, true },  { 4.9, 4.9, true }, { 6, 5, true },
    { 0.95, 1, true }, { 0.91, 1, true },    { 0.89, 0.89, false }, { 0.12, 0.12, false }, { 0.05, 0.1, false },
  };
  OdeSettings settings;
  OdeControl control;

  ode_settings_init (&settings);
  settings.controller = ODE_CONTROLLER_DRAKE;
  ode_control_init (&control, &settings);
  ode_control_restart (&control);
  for (size_t k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      const double error = pow (0.9 / rows[k].wanted, 3);
      OdeVerdict verdict = ode_control_judge (&control, error, 0.01, 3, 1e-14);

      g_assert_cmpint (verdict.accept, ==, rows[k].accept);
      g_assert_cmpfloat_with_epsilon (verdict.h_next / 0.01, rows[k].ratio, 1e-12);
    }
}

/* ---- the controllers inside the integrator ---- */

/* The right-hand side of x' = 1, which every method integrates exactly.
 * The next *self evaluations of it fail, because it is then undefined. */
static OdeStatus
line_rhs (void *self, double t, const double *x, double *dxdt)
{
  int *failures = self;

  dxdt[0] = 1;
  return (*failures)-- > 0 ? ODE_RETRY_UNDEFINED : ODE_DONE;
}

static OdeIntegrator *
start_line (int *failures, const OdeSettings *settings)
{
  const OdeSystem system = { .self = failures, .n_states = 1, .rhs = line_rhs, .time_dependent = true };
  static OdeSystem kept;
  const double x0 = 0;
  char error[256] = "";
  OdeIntegrator *integrator;

  kept = system;
  integrator = ode_integrator_new (method_named ("runge_kutta3"), &kept, settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 1e3), ==, ODE_DONE);
  return integrator;
}

/* In Drake's rule a step that an event shortens to less than 0.95 times the planned size does not change the planned size; a longer
 * step does. The error of a straight line is zero, so the size grows by the factor 5. */
static void
test_artificially_limited (void)
{
  for (int k = 0; k < 2; k++)
    {
      int failures = 0;
      OdeSettings settings = drake_settings (1e-3, 10, true);
      OdeIntegrator *integrator;
      const double h = k == 0 ? 0.0949 : 0.0951;

      settings.initial_step = 0.1;
      integrator = start_line (&failures, &settings);
      g_assert_cmpint (ode_integrator_step (integrator, h, ODE_STOP_EVENT), ==, ODE_DONE);
      g_assert_cmpfloat (ode_integrator_t (integrator), ==, h);
      g_assert_cmpfloat_with_epsilon (ode_integrator_next_step (integrator), k == 0 ? 0.1 : 5 * h, 1e-12);
      ode_integrator_free (integrator);
    }
}

/* Each failed attempt counts as one reduction of the step because of a failure, and not as a reduction because of the error. */
static void
test_shrinkages (void)
{
  int failures = 0;
  OdeSettings settings = drake_settings (1e-3, 1, true);
  OdeIntegrator *integrator;
  const OdeStatistics *statistics;

  settings.initial_step = 0.1;
  integrator = start_line (&failures, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 100, ODE_STOP_END), ==, ODE_DONE);
  /* The slope at the start is evaluated first, and the two evaluations after it fail. */
  g_assert_cmpint (ode_integrator_step (integrator, 100, ODE_STOP_END), ==, ODE_DONE);
  statistics = ode_integrator_statistics (integrator);
  g_assert_cmpint (statistics->shrinkages_failure, ==, 0);
  failures = 1;
  g_assert_cmpint (ode_integrator_step (integrator, 100, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpint (statistics->shrinkages_failure, ==, 1);
  g_assert_cmpint (statistics->substep_failures, ==, 1);
  g_assert_cmpint (statistics->shrinkages_error, ==, 0);
  ode_integrator_free (integrator);
}

/* ---- Newton's method ---- */

/* From the third update on, Drake's Newton iteration has converged if θ/(1 − θ) ‖δ‖ < 0.05. With θ = 1/2 this means ‖δ‖ < 0.05. */
static void
test_kappa (void)
{
  OdeStatistics statistics = { 0 };
  OdeStepper stepper = { .statistics = &statistics };
  const double x = 1, dx = 1;

  for (int k = 0; k < 2; k++)
    {
      const double last = k == 0 ? 0.049 : 0.051;
      OdeNewton newton = { 0 };

      ode_newton_init (&newton, &stepper, NULL);
      ode_newton_begin (&newton);
      g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &dx, 4 * last), ==, ODE_NEWTON_CONTINUE);
      g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &dx, 2 * last), ==, ODE_NEWTON_CONTINUE);
      g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &dx, last), ==, k == 0 ? ODE_NEWTON_CONVERGED : ODE_NEWTON_CONTINUE);
    }
}

/* ---- projection ---- */

static OdeStatus
still_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = dxdt[1] = 0;
  return ODE_DONE;
}

static OdeStatus
sum_constraint (void *self, double t, const double *x, double *c)
{
  c[0] = x[0] + x[1] - 1;
  return ODE_DONE;
}

static OdeStatus
sum_jacobian (void *self, double t, const double *x, double *G)
{
  G[0] = G[1] = 1;
  return ODE_DONE;
}

/* The projection minimizes Σ (w_i δ_i)². For the point (1, 1), the constraint x + y = 1 and the weights (1, 2), the changes δ have the
 * ratio 1/w_1² : 1/w_2² = 4 : 1. */
static void
test_projection_weights (void)
{
  static const OdeKind kinds[] = { ODE_POSITION, ODE_POSITION };
  const OdeSystem system = {
    .n_states = 2, .kinds = kinds, .rhs = still_rhs, .n_constraints = 1, .n_position_constraints = 1, .constraints = sum_constraint,
    .constraint_jacobian = sum_jacobian,
  };
  const double x0[2] = { 1, 1 }, weights[2] = { 1, 2 };
  OdeSettings settings = tolerance_settings (1e-6);
  char error[256] = "";
  OdeIntegrator *integrator;

  settings.weights = weights;
  integrator = ode_integrator_new (method_named ("runge_kutta5"), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 1), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 0.2, 1e-12);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[1], 0.8, 1e-12);
  ode_integrator_free (integrator);
}

/* ---- single methods ---- */

static void
note_order (void *user, const OdeAttempt *attempt)
{
  int *highest = user;

  *highest = MAX (*highest, attempt->order);
}

/* At a tight tolerance the method radau changes from order 5 to 9 and to 13. The method radau5 always has order 5. */
static void
test_radau_orders (void)
{
  static const char *const names[] = { "radau", "radau5", "radau9" };
  static const int orders[] = { 13, 5, 9 };

  for (int k = 0; k < 3; k++)
    {
      OdeSettings settings = tolerance_settings (1e-12);
      Problem problem = problem_table;
      OdeIntegrator *integrator;
      int highest = 0;

      problem.t1 = 100;
      integrator = start (method_named (names[k]), &problem, &settings);
      ode_integrator_set_attempt_func (integrator, note_order, &highest);
      run_to (integrator, 100);
      g_assert_cmpint (highest, ==, orders[k]);
      ode_integrator_free (integrator);
    }
}

static OdeStatus
oscillator_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
  return ODE_DONE;
}

/* Simbody's error estimate of velocities in Verlet's method is h times the difference between the results of Euler's method and of the
 * trapezoidal rule. For q'' = −q from (0, 1) this is h · h/2 · |a0 − a1| = h³/2. */
static void
test_verlet_estimate (void)
{
  Problem problem = { .name = "oscillator", .system = problem_pendulum.system, .t1 = 1, .x0 = { 0, 1 } };
  OdeSettings settings = drake_settings (1e-3, 0.1, false);
  OdeIntegrator *integrator;

  problem.system.rhs = oscillator_rhs;
  problem.system.jacobian = NULL;
  problem.system.time_derivative = NULL;
  integrator = start (method_named ("verlet"), &problem, &settings);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.1), ==, ODE_DONE);
  g_assert_nonnull (ode_integrator_scaled_errors (integrator));
  g_assert_cmpfloat_with_epsilon (ode_integrator_scaled_errors (integrator)[1] * ode_integrator_accuracy_in_use (integrator), 0.0005, 1e-12);
  ode_integrator_free (integrator);
}

/* ---- steps that a stop time shortens ---- */

typedef struct
{
  int n;
  OdeAttempt last;
} Heard;

static void
hear_attempt (void *user, const OdeAttempt *attempt)
{
  Heard *heard = user;

  heard->n++;
  heard->last = *attempt;
}

/* Stop times shorten about every third step. The size after each step must follow
 * from the error of this step and from the errors of the last two steps that
 * were not shortened. */
static void
test_cut_history (gconstpointer user)
{
  const OdeController kind = (OdeController) GPOINTER_TO_INT (user);
  OdeSettings settings = tolerance_settings (1e-7);
  Problem problem = problem_pendulum;
  OdeIntegrator *integrator;
  Heard heard = { 0 };
  double error_1 = NAN, error_2 = NAN, h_1 = NAN, stop = 0.7;
  int n_checked = 0, n_cut = 0;

  settings.controller = kind;
  problem.t1 = 100;
  integrator = start (method_named ("runge_kutta5"), &problem, &settings);
  ode_integrator_set_attempt_func (integrator, hear_attempt, &heard);
  while (ode_integrator_t (integrator) < 100)
    {
      const double h_try = ode_integrator_next_step (integrator);
      bool cut;

      heard.n = 0;
      g_assert_cmpint (ode_integrator_step (integrator, fmin (stop, 100), ODE_STOP_EVENT), ==, ODE_DONE);
      cut = heard.n == 1 && heard.last.h < 0.95 * h_try;
      if (ode_integrator_t (integrator) >= stop)
        stop += 0.53;
      n_cut += cut;
      if (cut)
        continue;
      if (heard.n == 1 && !isnan (error_2) && heard.last.clamp == ODE_CLAMP_NONE)
        {
          const double errors[] = { heard.last.error, error_1, error_2 }, sizes[] = { heard.last.h, h_1 };
          const double expected = expected_ratio (kind, errors, sizes, 5);

          g_assert_cmpfloat_with_epsilon (ode_integrator_next_step (integrator) / heard.last.h, expected, 1e-3 * expected);
          n_checked++;
        }
      error_2 = error_1;
      error_1 = fmax (heard.last.error, 1e-4); /* smaller errors are stored in the history as 1e-4 */
      h_1 = heard.last.h;
    }
  g_test_message ("%d steps cut, %d sizes checked", n_cut, n_checked);
  g_assert_cmpint (n_cut, >=, 100);
  g_assert_cmpint (n_checked, >=, 100);
  ode_integrator_free (integrator);
}

/* Starts an iteration and applies the convergence test to updates of these norms.
 * Returns the last verdict. All earlier verdicts must be ODE_NEWTON_CONTINUE. */
static OdeNewtonVerdict
judge (OdeNewton *newton, const double *norms, int n)
{
  OdeNewtonVerdict verdict = ODE_NEWTON_CONTINUE;

  ode_newton_begin (newton);
  for (int i = 0; i < n; i++)
    {
      g_assert_cmpint (verdict, ==, ODE_NEWTON_CONTINUE);
      verdict = ode_newton_judge (newton, norms[i]);
      g_assert_cmpint (newton->iterations, ==, i + 1);
    }
  return verdict;
}
#define JUDGE(...) judge (&newton, (const double[]) { __VA_ARGS__ }, (int) (sizeof (double[]) { __VA_ARGS__ } / sizeof (double)))

/* Tests the rules of Hairer and Wanner (Solving ODEs II, IV.8). For a relative
 * tolerance of 1e-4, κ is 0.01 and there are at most seven iterations. */
static void
test_newton_rules (void)
{
  const OdeSystem system = { .n_states = 1 };
  OdeStatistics statistics = { 0 };
  OdeStepper stepper = { .system = &system, .statistics = &statistics };
  OdeNewton newton = { 0 };
  double scale[1];

  stepper.settings.error_control = true;
  stepper.settings.relative_tolerance = stepper.settings.absolute_tolerance = 1e-4;
  ode_newton_init (&newton, &stepper, scale);
  ode_newton_scale (&newton, (const double[]) { 2 }, 1);
  g_assert_cmpfloat_with_epsilon (scale[0], 1 / 3e-4, 1e-9);
  g_assert_cmpfloat_with_epsilon (newton.tolerance, 0.01, 1e-15);
  g_assert_cmpint (newton.limit, ==, 7);
  g_assert_false (newton.tight);

  /* After two updates θ = 0.1, so that the error is at most 0.1/9. After the third update θ is the geometric mean √(0.1·0.2). */
  g_assert_cmpint (JUDGE (1, 0.1), ==, ODE_NEWTON_CONTINUE);
  g_assert_cmpfloat_with_epsilon (newton.eta, 1.0 / 9, 1e-15);
  g_assert_cmpint (ode_newton_judge (&newton, 0.02), ==, ODE_NEWTON_CONVERGED);
  g_assert_cmpfloat_with_epsilon (newton.theta, sqrt (0.02), 1e-15);
  g_assert_cmpfloat_with_epsilon (newton.eta, sqrt (0.02) / (1 - sqrt (0.02)), 1e-15);
  /* The next iteration begins with η^0.8 = 0.236, so that one update of 0.04 is enough; after a restart it is not. */
  g_assert_cmpint (JUDGE (0.04), ==, ODE_NEWTON_CONVERGED);
  ode_newton_restart (&newton);
  g_assert_cmpint (JUDGE (0.04), ==, ODE_NEWTON_CONTINUE);
  ode_newton_restart (&newton);
  g_assert_cmpint (JUDGE (0.01), ==, ODE_NEWTON_CONVERGED);
  /* A contraction rate of 0.99 counts as divergence. After four more iterations the error would be 0.015 for θ = 0.45, and 0.007 for θ =
   * 0.4. */
  g_assert_cmpint (JUDGE (1e-3 / 0.01, 0.0991), ==, ODE_NEWTON_DIVERGED);
  ode_newton_restart (&newton);
  g_assert_cmpint (JUDGE (1, 0.45), ==, ODE_NEWTON_DIVERGED);
  ode_newton_restart (&newton);
  g_assert_cmpint (JUDGE (1, 0.4), ==, ODE_NEWTON_CONTINUE);
  ode_newton_restart (&newton);
  g_assert_cmpint (JUDGE (1, NAN), ==, ODE_NEWTON_UNDEFINED);

  /* With fixed steps the iteration continues to rounding level. */
  stepper.settings.error_control = false;
  ode_newton_restart (&newton);
  ode_newton_scale (&newton, (const double[]) { 2 }, 1);
  g_assert_true (newton.tight);
  g_assert_cmpfloat_with_epsilon (scale[0] * 10 * DBL_EPSILON, 1, 1e-14);
  g_assert_cmpint (JUDGE (1e5, 1e4, 1e3, 100, 10, 1, 0.1), ==, ODE_NEWTON_CONVERGED);
  ode_newton_restart (&newton);
  g_assert_cmpint (JUDGE (1e-3), ==, ODE_NEWTON_CONTINUE);
  g_assert_cmpint (JUDGE (0), ==, ODE_NEWTON_CONVERGED);
  g_assert_cmpint (JUDGE (500, 400), ==, ODE_NEWTON_CONVERGED);
  g_assert_cmpint (JUDGE (5000, 4000), ==, ODE_NEWTON_CONTINUE);
  g_assert_cmpint (JUDGE (5000, 4960), ==, ODE_NEWTON_DIVERGED);
  {
    double norms[50];

    for (int i = 0; i < 50; i++)
      norms[i] = 1e9 * pow (0.9, i);
    g_assert_cmpint (judge (&newton, norms, 49), ==, ODE_NEWTON_CONTINUE);
    g_assert_cmpint (judge (&newton, norms, 50), ==, ODE_NEWTON_DIVERGED);
  }
}

/* Tests the rules of Drake (implicit_integrator.cc): there are at most ten
 * iterations, κ is 0.05, and the rate is used only from the third iteration on. */
static void
test_newton_rules_of_drake (void)
{
  const OdeSystem system = { .n_states = 1 };
  OdeStatistics statistics = { 0 };
  OdeStepper stepper = { .system = &system, .statistics = &statistics };
  OdeNewton newton = { 0 };
  double scale[1];
  const double x = 2, small = 4e-15, large = 1;

  stepper.settings.error_control = stepper.settings.drake_implicit = true;
  stepper.settings.relative_tolerance = stepper.settings.absolute_tolerance = 1e-4;
  ode_newton_init (&newton, &stepper, scale);
  ode_newton_scale (&newton, &x, 1);
  ode_newton_begin (&newton);
  g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &small, 1), ==, ODE_NEWTON_CONVERGED); /* the update is below 10 ε·2 = 4.4e-15 */
  ode_newton_begin (&newton);
  g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &large, 1), ==, ODE_NEWTON_CONTINUE);
  g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &large, 2), ==, ODE_NEWTON_CONTINUE);
  g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &large, 2.1), ==, ODE_NEWTON_DIVERGED);
  ode_newton_begin (&newton);
  g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &large, 1), ==, ODE_NEWTON_CONTINUE);
  g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &large, 0.5), ==, ODE_NEWTON_CONTINUE);
  g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &large, 0.1), ==, ODE_NEWTON_CONVERGED); /* η = 1/4 gives
                                                                                                     * 0.25 · 0.1 =
                                                                                                     * 0.025 < κ */
  ode_newton_begin (&newton);
  for (int k = 1; k <= 10; k++)
    g_assert_cmpint (ode_newton_judge_drake (&newton, 1, &x, &large, pow (0.9, k)), ==, k < 10 ? ODE_NEWTON_CONTINUE : ODE_NEWTON_DIVERGED);
}

static OdeStatus
zero_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 0;
  return ODE_DONE;
}

/* An attempt may use exactly as many evaluations as its limit. */
static void
test_rhs_limit (void)
{
  const OdeSystem system = { .n_states = 1, .rhs = zero_rhs };
  OdeStatistics statistics = { 0 };
  const long limit = 3;
  OdeStepper stepper = { .system = &system, .statistics = &statistics, .rhs_limit = &limit };
  const double x = 0;
  double dxdt;

  for (int k = 0; k < 5; k++)
    g_assert_cmpint (ode_stepper_rhs (&stepper, ODE_RHS_STAGES, 0, &x, &dxdt), ==, k < 3 ? ODE_DONE : ODE_RETRY_WORK);
  g_assert_cmpint (statistics.rhs_evaluations, ==, 3);
  g_assert_cmpint (statistics.rhs_by_purpose[ODE_RHS_STAGES], ==, 3);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ode/control/the-next-step-size-follows-the-published-formula/i", GINT_TO_POINTER (ODE_CONTROLLER_I), test_history);
  g_test_add_data_func ("/ode/control/the-next-step-size-follows-the-published-formula/pi", GINT_TO_POINTER (ODE_CONTROLLER_PI), test_history);
  g_test_add_data_func ("/ode/control/the-next-step-size-follows-the-published-formula/pid", GINT_TO_POINTER (ODE_CONTROLLER_PID), test_history);
  g_test_add_data_func ("/ode/control/the-next-step-size-follows-the-published-formula/predictive", GINT_TO_POINTER (ODE_CONTROLLER_PREDICTIVE),
                        test_history);
  g_test_add_func ("/ode/control/the-step-size-is-kept-inside-the-dead-band-of-drake", test_dead_band);
  g_test_add_func ("/ode/control/a-step-cut-below-0.95-of-the-ideal-size-does-not-change-the-ideal-size", test_artificially_limited);
  g_test_add_func ("/ode/control/step-reductions-after-failures-and-after-errors-are-counted-separately", test_shrinkages);
  g_test_add_func ("/ode/control/an-attempt-has-as-many-evaluations-as-its-limit", test_rhs_limit);
  g_test_add_func ("/ode/control/newton-iterations-are-judged-by-the-rules-of-hairer-and-wanner", test_newton_rules);
  g_test_add_func ("/ode/control/newton-iterations-in-profile-drake-are-judged-by-its-rules", test_newton_rules_of_drake);
  g_test_add_func ("/ode/control/the-newton-iteration-of-drake-converges-below-0.05", test_kappa);
  g_test_add_func ("/ode/control/state-weights-determine-the-direction-of-the-projection", test_projection_weights);
  g_test_add_func ("/ode/control/the-method-radau-increases-its-order-at-tight-tolerances", test_radau_orders);
  g_test_add_func ("/ode/control/the-error-estimate-of-velocities-in-verlet-equals-that-of-simbody", test_verlet_estimate);
  g_test_add_data_func ("/ode/control/a-step-that-a-stop-cuts-is-not-in-the-history/pi", GINT_TO_POINTER (ODE_CONTROLLER_PI), test_cut_history);
  g_test_add_data_func ("/ode/control/a-step-that-a-stop-cuts-is-not-in-the-history/pid", GINT_TO_POINTER (ODE_CONTROLLER_PID), test_cut_history);
  g_test_add_data_func ("/ode/control/a-step-that-a-stop-cuts-is-not-in-the-history/predictive",
                        GINT_TO_POINTER (ODE_CONTROLLER_PREDICTIVE), test_cut_history);
  return g_test_run ();
}
