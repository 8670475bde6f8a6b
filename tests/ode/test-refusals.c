/* Tests of the statuses and messages of runs that cannot begin or go on. */
#include "ode-test.h"

#include <string.h>

/* The right-hand side is defined up to the time 1, with a slope of 0. */
static OdeStatus
short_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 0;
  return t <= 1 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

static OdeStatus
nowhere_rhs (void *self, double t, const double *x, double *dxdt)
{
  return ODE_RETRY_UNDEFINED;
}

static const char *const names[] = { "height" };
static const Problem short_problem = { .name = "short", .t1 = 2, .x0 = { 1 }, .system = { .n_states = 1, .rhs = short_rhs, .names = names } };
static const Problem nowhere = { .name = "nowhere", .t1 = 2, .x0 = { 1 }, .system = { .n_states = 1, .rhs = nowhere_rhs, .names = names } };

static OdeIntegrator *
make (const char *method, const Problem *problem, const OdeSettings *settings)
{
  char error[256] = "";
  OdeIntegrator *integrator = ode_integrator_new (method_named (method), &problem->system, settings, error, sizeof error);

  g_assert_cmpstr (error, ==, "");
  g_assert_nonnull (integrator);
  return integrator;
}

static void
assert_says (OdeIntegrator *integrator, const char *text)
{
  if (strstr (ode_integrator_message (integrator), text) == NULL)
    g_error ("the message is '%s', without '%s'", ode_integrator_message (integrator), text);
}

static void
test_statuses (void)
{
  static const struct { OdeStatus status; const char *text; } texts[] = {
    { ODE_DONE, "done" }, { ODE_RETRY_UNDEFINED, "a value of the model was not finite" },
    { ODE_RETRY_NEWTON, "the nonlinear solver did not converge" }, { ODE_RETRY_SINGULAR, "the iteration matrix was singular" },
    { ODE_RETRY_PROJECTION, "the constraint projection did not converge" },
    { ODE_RETRY_WORK, "one attempt needed too many evaluations of the equations" }, { ODE_STOPPED, "stopped" },
    { ODE_FAIL_UNDEFINED, "the model is undefined" }, { ODE_FAIL_MIN_STEP, "the step became smaller than the minimum" },
    { ODE_FAIL_NO_PROGRESS, "the step is too small to advance the time" }, { ODE_FAIL_STEP_LIMIT, "the step limit is reached" },
    { ODE_FAIL_FIXED_STEP, "a fixed step failed" }, { ODE_FAIL_INCONSISTENT, "no consistent initial values" },
    { ODE_FAIL_SETTING, "a setting cannot be used" }, { ODE_FAIL_MEMORY, "out of memory" }, { ODE_FAIL_OTHER, "failed" },
    { (OdeStatus) -99, "unknown status" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    g_assert_cmpstr (ode_status_text (texts[k].status), ==, texts[k].text);
}

static void
test_not_initialized (void)
{
  OdeSettings adaptive = tolerance_settings (1e-4), fixed = fixed_settings (0.1);
  OdeIntegrator *integrator = make ("dopri5", &problem_pendulum, &adaptive);

  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_FAIL_SETTING);
  assert_says (integrator, "not initialized");
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, problem_pendulum.x0, 1), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.1), ==, ODE_FAIL_SETTING);
  assert_says (integrator, "single fixed steps require that error control is off");
  ode_integrator_free (integrator);

  integrator = make ("dopri5", &problem_pendulum, &fixed);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.1), ==, ODE_FAIL_SETTING);
  assert_says (integrator, "not initialized");
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, problem_pendulum.x0, 1), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, -0.25), ==, ODE_FAIL_SETTING);
  assert_says (integrator, "cannot step backward by 0.25");
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 0);
  g_assert_true (ode_integrator_control (integrator) != NULL);
  g_assert_false (ode_integrator_is_controlled (integrator));
  ode_integrator_free (integrator);
}

static void
test_initial_values (void)
{
  OdeSettings settings = tolerance_settings (1e-4);
  OdeIntegrator *integrator = make ("dopri5", &short_problem, &settings);
  double nan = NAN, infinite = INFINITY, one = 1;

  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &nan, 1), ==, ODE_FAIL_INCONSISTENT);
  assert_says (integrator, "the initial value of height is not finite");
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &infinite, 1), ==, ODE_FAIL_INCONSISTENT);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &one, 1), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_jump (integrator, 0.5, &nan, false), !=, ODE_DONE);
  g_assert_true (ode_integrator_is_controlled (integrator));
  ode_integrator_free (integrator);

  integrator = make ("dopri5", &nowhere, &settings);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, nowhere.x0, 1), ==, ODE_FAIL_UNDEFINED);
  ode_integrator_free (integrator);
}

/* A run cannot go far beyond the time after which the right-hand side is undefined. */
static void
test_undefined_later (void)
{
  OdeSettings adaptive = tolerance_settings (1e-4), fixed = fixed_settings (0.5);
  static const char *const methods[] = { "dopri5", "runge_kutta4", "radau5", "sdirk4", "rodas4", "bulirsch_stoer" };

  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    for (int with_control = 0; with_control < 2; with_control++)
      {
        OdeIntegrator *integrator = make (methods[k], &short_problem, with_control ? &adaptive : &fixed);
        OdeStatus status = ode_integrator_initialize (integrator, 0, short_problem.x0, 2);

        for (int i = 0; i < 2000 && status == ODE_DONE; i++)
          status = ode_integrator_step (integrator, 2, ODE_STOP_END);
        g_assert_cmpint (status, <, 0);
        /* The last step may end later, but none of its evaluations is. */
        g_assert_cmpfloat (ode_integrator_t (integrator), <, 1.6);
        g_assert_cmpfloat (ode_integrator_t (integrator), >, 0.49);
        g_assert_cmpint (strlen (ode_integrator_message (integrator)), >, 20);
        ode_integrator_free (integrator);
      }
}

/* The right-hand side is undefined just after the start, so the first step is a hundredth of the trial step. */
static OdeStatus
early_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1;
  return x[0] <= 1 + 1e-4 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

static void
test_first_step (void)
{
  const Problem early = { .name = "early", .t1 = 2, .x0 = { 1 }, .system = { .n_states = 1, .rhs = early_rhs } };
  OdeSettings settings = tolerance_settings (1e-3);
  OdeIntegrator *integrator = make ("dopri5", &early, &settings);

  /* d0 and d1 are equal, so the trial step is 0.01. */
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, early.x0, 2), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (ode_integrator_next_step (integrator), 1e-4, 1e-12);
  ode_integrator_free (integrator);
}

static void
test_stop (void)
{
  static const char *const methods[] = { "dopri5", "radau5", "radau", "sdirk4", "gauss4", "implicit_euler", "bdf2", "bulirsch_stoer", "rkc2", "verlet", "auto" };

  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    for (int with_control = 0; with_control < 2; with_control++)
      {
        atomic_bool stop = false;
        OdeSettings settings = with_control ? tolerance_settings (1e-4) : fixed_settings (0.1);
        OdeIntegrator *integrator;

        settings.stop = &stop;
        integrator = make (methods[k], &problem_pendulum, &settings);
        g_assert_cmpint (ode_integrator_initialize (integrator, 0, problem_pendulum.x0, 2), ==, ODE_DONE);
        g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
        stop = true;
        g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_STOPPED);
        assert_says (integrator, "stopped at t = ");
        stop = false;
        g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
        ode_integrator_free (integrator);
      }
}

/* At t = 1e20 a step of 1 does not change the time. */
static void
test_no_progress (void)
{
  OdeSettings settings = fixed_settings (1);
  OdeIntegrator *integrator = make ("runge_kutta4", &problem_henon, &settings);

  g_assert_cmpint (ode_integrator_initialize (integrator, 1e20, problem_henon.x0, 2e20), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (integrator, 2e20, ODE_STOP_END), ==, ODE_FAIL_NO_PROGRESS);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/refusals/every-status-has-its-text", test_statuses);
  g_test_add_func ("/ode/refusals/an-integrator-must-be-initialized", test_not_initialized);
  g_test_add_func ("/ode/refusals/initial-values-must-be-finite-and-the-model-defined", test_initial_values);
  g_test_add_func ("/ode/refusals/a-run-ends-where-the-model-becomes-undefined", test_undefined_later);
  g_test_add_func ("/ode/refusals/the-first-step-is-short-if-the-trial-step-is-undefined", test_first_step);
  g_test_add_func ("/ode/refusals/a-run-stops-on-request-and-goes-on", test_stop);
  g_test_add_func ("/ode/refusals/a-step-that-does-not-change-the-time-fails", test_no_progress);
  return g_test_run ();
}
