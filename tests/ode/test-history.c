/* Retaken steps, jumps, and settings that change in mid-run. */
#include "ode-test.h"

#include <string.h>

typedef struct
{
  int n;
  OdeAttempt record[4096];
} Tape;

static void
hear (void *user, const OdeAttempt *attempt)
{
  Tape *tape = user;

  g_assert_cmpint (tape->n, <, 4096);
  tape->record[tape->n++] = *attempt;
}

static void
test_retake (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  Tape *tape = g_new0 (Tape, 1);
  double t0, t1, h, largest, inside[2], exact[2];
  long taken, before;

  run_to (integrator, 0.5);
  largest = ode_integrator_statistics (integrator)->largest_step_taken;
  ode_integrator_set_attempt_func (integrator, hear, tape);
  g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
  t0 = ode_integrator_t_previous (integrator);
  t1 = t0 + 0.4 * (ode_integrator_t (integrator) - t0);
  h = ode_integrator_next_step (integrator);
  g_assert_cmpfloat (ode_integrator_statistics (integrator)->largest_step_taken, >=, t1 - t0);
  taken = ode_integrator_statistics (integrator)->steps_taken;
  before = ode_integrator_statistics (integrator)->rhs_by_purpose[ODE_RHS_STAGES];
  g_assert_cmpint (ode_integrator_interpolate (integrator, t1, inside), ==, ODE_DONE);

  g_assert_cmpint (ode_integrator_retake (integrator, t1), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == t1 && ode_integrator_t_previous (integrator) == t0);
  g_assert_true (ode_integrator_next_step (integrator) == h);
  memcpy (exact, ode_integrator_x (integrator), sizeof exact);
  /* Two approximations with local errors of 1e-6 each. */
  g_assert_cmpfloat (max_difference (inside, exact, 2), <, 2e-6);
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, taken);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_by_purpose[ODE_RHS_EVENTS], ==, 6);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_by_purpose[ODE_RHS_STAGES], ==, before);
  g_assert_cmpfloat (ode_integrator_statistics (integrator)->largest_step_taken, ==, MAX (largest, t1 - t0));
  g_assert_cmpint (tape->n, ==, 3);
  g_assert_cmpint (tape->record[0].outcome, ==, ODE_ATTEMPT_ACCEPTED);
  g_assert_cmpint (tape->record[1].outcome, ==, ODE_ATTEMPT_CUT_BY_EVENT);
  g_assert_true (tape->record[1].h == tape->record[0].h && tape->record[1].t == tape->record[0].t);
  g_assert_cmpint (tape->record[2].outcome, ==, ODE_ATTEMPT_ACCEPTED);
  g_assert_cmpint (tape->record[2].clamp, ==, ODE_CLAMP_EVENT);
  g_assert_cmpint (tape->record[2].rhs[ODE_RHS_EVENTS], ==, 6);

  /* A second retake goes to an earlier time, not beyond the step or to its
   * start. */
  g_assert_cmpint (ode_integrator_retake (integrator, 0.5 * (t0 + t1)), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_retake (integrator, t1), ==, ODE_FAIL_SETTING);
  g_assert_cmpint (ode_integrator_retake (integrator, t0), ==, ODE_FAIL_SETTING);
  run_to (integrator, 2);
  g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), problem_pendulum.x1, 2), <, 1e-4);
  ode_integrator_free (integrator);
  g_free (tape);
}

/* A jump drops the slopes before it, and only with restart a new first step is
 * chosen. */
static void
test_jump (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  OdeIntegrator *fresh;
  Problem shifted = problem_pendulum;
  const double x[2] = { -2, 1 };
  double h, y[2];

  run_to (integrator, 0.5);
  h = ode_integrator_next_step (integrator);
  g_assert_cmpint (ode_integrator_jump (integrator, 0.5, x, false), ==, ODE_DONE);
  g_assert_true (ode_integrator_next_step (integrator) == h);
  g_assert_true (ode_integrator_t_previous (integrator) == 0.5);
  g_assert_true (memcmp (ode_integrator_x_previous (integrator), x, sizeof x) == 0);
  g_assert_cmpint (ode_integrator_interpolate (integrator, 0.5, y), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_interpolate (integrator, 0.45, y), ==, ODE_FAIL_SETTING);
  g_assert_cmpint (ode_integrator_jump (integrator, 0.5, x, true), ==, ODE_DONE);

  shifted.t0 = 0.5;
  memcpy (shifted.x0, x, sizeof x);
  fresh = start (method_named ("runge_kutta5"), &shifted, &settings);
  while (ode_integrator_t (fresh) < 2)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpint (ode_integrator_step (fresh, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == ode_integrator_t (fresh));
      g_assert_true (memcmp (ode_integrator_x (integrator), ode_integrator_x (fresh), sizeof x) == 0);
    }
  g_assert_cmpint (ode_integrator_jump (integrator, 2, (const double[]) { NAN, 0 }, false), ==, ODE_FAIL_INCONSISTENT);
  ode_integrator_free (integrator);
  ode_integrator_free (fresh);
}

/* A parameter that changes between steps acts on the next step. */
static OdeStatus
rate_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = *(double *) self;
  return ODE_DONE;
}

static void
test_invalidate (void)
{
  double rate = 1;
  const Problem problem = { .name = "rate", .system = { .self = &rate, .n_states = 1, .rhs = rate_rhs }, .t1 = 1 };
  OdeSettings settings = fixed_settings (0.125);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem, &settings);

  run_to (integrator, 0.5);
  rate = 3;
  ode_integrator_invalidate (integrator);
  run_to (integrator, 1);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 2, 1e-14);
  ode_integrator_free (integrator);
}

/* Tolerances change in mid-run with the next step; changes that are impossible
 * are refused. */
static void
test_set_settings (void)
{
  OdeSettings settings = tolerance_settings (1e-3);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  char error[200] = "";
  double h;

  run_to (integrator, 0.5);
  h = ode_integrator_next_step (integrator);
  settings.relative_tolerance = settings.absolute_tolerance = settings.accuracy = 1e-10;
  g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_DONE);
  for (int k = 0; k < 3; k++)
    g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpfloat (ode_integrator_next_step (integrator), <, 0.5 * h);
  settings.max_step = -1;
  g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_FAIL_SETTING);
  settings.max_step = 0;
  settings.error_control = false;
  g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_FAIL_SETTING);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/history/a-retaken-step-ends-at-the-asked-time", test_retake);
  g_test_add_func ("/ode/history/a-jump-forgets-the-slopes-before-it", test_jump);
  g_test_add_func ("/ode/history/a-changed-parameter-acts-on-the-next-step", test_invalidate);
  g_test_add_func ("/ode/history/tolerances-change-with-the-next-step", test_set_settings);
  return g_test_run ();
}
