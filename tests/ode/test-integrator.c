/* Tests of the integrator: the grid of fixed steps, limits, records of attempts, refused settings,
 * and messages. */
#include "ode-integrator-steps.h"
#include "ode-test.h"

#include <float.h>
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

/* ---- fixed steps ---- */

/* Fixed step number k ends at k·h and not at a sum of k rounded terms: ten steps of 0.1 end at 1, and the third one ends at 3·0.1 =
 * 0.30000000000000004. */
static void
test_fixed_grid (void)
{
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator = start (method_named ("runge_kutta4"), &problem_pendulum, &settings);

  for (int k = 1; k <= 20; k++)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == (k == 20 ? 2 : k * 0.1));
    }
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, 20);
  ode_integrator_free (integrator);
}

/* The interval needs exactly 1000 steps of 1e-3, without a tiny last step. Steps of 0.01 reach
 * 0.1 after 10 steps; if the times were sums of steps, 11 steps would be needed. */
static void
test_fixed_counts (void)
{
  static const struct
  {
    double end, h;
    int steps;
  } rows[] = { { 1, 1e-3, 1000 }, { 0.1, 0.01, 10 }, { 0.7, 0.1, 7 }, { 0.3, 0.1, 3 }, { 0.25, 0.1, 3 } };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      OdeSettings settings = fixed_settings (rows[i].h);
      Problem problem = problem_pendulum;
      OdeIntegrator *integrator;

      problem.t1 = rows[i].end;
      integrator = start (method_named ("runge_kutta4"), &problem, &settings);
      run_to (integrator, rows[i].end);
      g_assert_true (ode_integrator_t (integrator) == rows[i].end);
      g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, rows[i].steps);
      ode_integrator_free (integrator);
    }
}

/* After a step that an event shortened, a new grid begins. Without max_step the step is a thousandth of the span. */
static void
test_fixed_cut (void)
{
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator = start (method_named ("runge_kutta4"), &problem_pendulum, &settings);
  Tape *tape = g_new0 (Tape, 1);

  ode_integrator_set_attempt_func (integrator, hear, tape);
  g_assert_cmpint (ode_integrator_step (integrator, 0.25, ODE_STOP_EVENT), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (integrator, 0.15, ODE_STOP_EVENT), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 0.15);
  g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 0.15 + 0.1);
  g_assert_cmpint (tape->record[0].clamp, ==, ODE_CLAMP_FIXED);
  g_assert_cmpint (tape->record[1].clamp, ==, ODE_CLAMP_EVENT);
  ode_integrator_free (integrator);
  g_free (tape);

  settings.max_step = 0;
  integrator = start (method_named ("runge_kutta4"), &problem_pendulum, &settings);
  g_assert_cmpfloat_with_epsilon (ode_integrator_next_step (integrator), 2e-3, 1e-18);
  ode_integrator_free (integrator);
}

/* ---- limits ---- */

static void
test_step_limit (void)
{
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator;
  OdeStatus status = ODE_DONE;

  settings.step_limit = 7;
  integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  while (status == ODE_DONE && ode_integrator_t (integrator) < 2)
    status = ode_integrator_step (integrator, 2, ODE_STOP_END);
  g_assert_cmpint (status, ==, ODE_FAIL_STEP_LIMIT);
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_attempted, ==, 7);
  g_assert_nonnull (strstr (ode_integrator_message (integrator), "step limit"));
  ode_integrator_free (integrator);
}

static void
test_stop (void)
{
  atomic_bool stop = false;
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator;
  double t;

  settings.stop = &stop;
  integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
  t = ode_integrator_t (integrator);
  atomic_store (&stop, true);
  g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_STOPPED);
  g_assert_true (ode_integrator_t (integrator) == t);
  atomic_store (&stop, false);
  run_to (integrator, 2);
  ode_integrator_free (integrator);
}

static OdeStatus
blow_up (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1;
  dxdt[1] = x[1] * x[1];
  return ODE_DONE;
}

static const char *const blow_up_names[] = { "time", "population" };
static const Problem problem_blow_up = {
  .name = "blow up",
  .system = { .n_states = 2, .rhs = blow_up, .names = blow_up_names },
  .t1 = 2,
  .x0 = { 0, 1 },
};

/* x' = x² has no solution beyond t = 1: the message names the time, the step,
 * the state and the reason. */
static void
test_minimum_step (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem_blow_up, &settings);
  OdeStatus status = ODE_DONE;
  const char *message;

  while (status == ODE_DONE)
    status = ode_integrator_step (integrator, 2, ODE_STOP_END);
  message = ode_integrator_message (integrator);
  g_assert_cmpint (status, ==, ODE_FAIL_MIN_STEP);
  g_assert_cmpfloat_with_epsilon (ode_integrator_t (integrator), 1, 1e-6);
  g_assert_nonnull (strstr (message, "smaller than the minimum"));
  g_assert_nonnull (strstr (message, "t = "));
  g_assert_nonnull (strstr (message, "population"));
  g_assert_nonnull (strstr (message, "without bound"));
  ode_integrator_free (integrator);

  /* If throw_on_min_step is off, the run continues with steps of the minimum size. */
  settings.min_step = 0.01;
  settings.throw_on_min_step = false;
  settings.step_limit = 3000;
  for (int drake = 0; drake < 2; drake++)
    {
      settings.controller = drake ? ODE_CONTROLLER_DRAKE : ODE_CONTROLLER_PI;
      integrator = start (method_named ("runge_kutta5"), &problem_blow_up, &settings);
      while (ode_integrator_t (integrator) < 0.99)
        g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpfloat (ode_integrator_statistics (integrator)->smallest_step_taken, >=, 0.01 * (1 - 1e-12));
      ode_integrator_free (integrator);
    }
}

static OdeStatus
jump_of_pressure (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = t < 0.5 ? 1000 : 3000;
  return ODE_DONE;
}

/* The rate of a pressure of 1e6 has a jump, which steps of the minimum size do not pass: the state is large, but is no evidence of growth without bound. */
static void
test_large_state (void)
{
  static const char *const names[] = { "pressure" };
  const Problem problem = { .name = "jump", .system = { .n_states = 1, .rhs = jump_of_pressure, .names = names }, .t1 = 1, .x0 = { 1e6 } };
  OdeSettings settings = tolerance_settings (1e-10);

  settings.min_step = 1e-3;
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem, &settings);
  OdeStatus status = ODE_DONE;

  while (status == ODE_DONE && ode_integrator_t (integrator) < 1)
    status = ode_integrator_step (integrator, 1, ODE_STOP_END);
  g_assert_cmpint (status, ==, ODE_FAIL_MIN_STEP);
  g_assert_nonnull (strstr (ode_integrator_message (integrator), "pressure"));
  g_assert_nonnull (strstr (ode_integrator_message (integrator), "a jump or a singularity here"));
  g_assert_null (strstr (ode_integrator_message (integrator), "without bound"));
  ode_integrator_free (integrator);
}

static void
test_max_step (void)
{
  OdeSettings settings = tolerance_settings (1e-3);
  OdeIntegrator *integrator;

  settings.max_step = 0.05;
  integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  run_to (integrator, 2);
  g_assert_cmpfloat (ode_integrator_statistics (integrator)->largest_step_taken, <=, 0.05 * (1 + 1e-8));
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, <=, 45);
  ode_integrator_free (integrator);
}

/* A step that an event shortens does not make the following steps smaller. */
static void
test_cut_keeps_step (void)
{
  static const OdeController controllers[] = { ODE_CONTROLLER_I, ODE_CONTROLLER_PI, ODE_CONTROLLER_PID,
                                               ODE_CONTROLLER_PREDICTIVE, ODE_CONTROLLER_DRAKE };

  for (size_t i = 0; i < G_N_ELEMENTS (controllers); i++)
    {
      OdeSettings settings = tolerance_settings (1e-6);
      OdeIntegrator *integrator;
      double ideal, t;

      settings.controller = controllers[i];
      integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
      run_to (integrator, 0.5);
      ideal = ode_integrator_next_step (integrator);
      t = ode_integrator_t (integrator) + 1e-5;
      g_assert_cmpint (ode_integrator_step (integrator, t, ODE_STOP_EVENT), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == t);
      g_assert_cmpfloat (ode_integrator_next_step (integrator), >=, ideal);
      /* The very small error of that step is not stored in the history of the
       * controller. */
      g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpfloat (ode_integrator_next_step (integrator), >=, 0.8 * ideal);
      ode_integrator_free (integrator);
    }
}

/* Every controller keeps the error near the tolerance and rejects few steps. */
static void
test_controllers (void)
{
  static const OdeController controllers[] = { ODE_CONTROLLER_I, ODE_CONTROLLER_PI, ODE_CONTROLLER_PID,
                                               ODE_CONTROLLER_PREDICTIVE, ODE_CONTROLLER_DRAKE };

  for (size_t i = 0; i < G_N_ELEMENTS (controllers); i++)
    {
      OdeSettings settings = tolerance_settings (1e-7);
      OdeIntegrator *integrator;
      const OdeStatistics *statistics;

      settings.controller = controllers[i];
      integrator = start (method_named ("runge_kutta5"), &problem_pleiades, &settings);
      run_to (integrator, 3);
      statistics = ode_integrator_statistics (integrator);
      /* Close encounters amplify errors by about 1e3. */
      g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), problem_pleiades.x1, 28), <, 1e-3);
      g_assert_cmpint (statistics->steps_taken, <, 700);
      g_assert_cmpint (statistics->rejected_error, <, statistics->steps_taken / 2);
      g_assert_cmpint (statistics->rejected_error + statistics->steps_taken, ==, statistics->steps_attempted);
      ode_integrator_free (integrator);
    }
}

/* With the PI controller the step size converges to the stability limit; with the I
 * controller it oscillates, which causes many rejections (Hairer and Wanner,
 * Solving ODEs II, IV.2). The equation is x' = −2000 (x − cos t), and the mean step is 3.3066/2000. */
static OdeStatus
stiff_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -2000 * (x[0] - cos (t));
  return ODE_DONE;
}

static void
test_stability_limit (void)
{
  static const Problem problem = { .name = "stiff", .system = { .n_states = 1, .rhs = stiff_rhs }, .t1 = 10, .x0 = { 0 } };

  for (int pi = 0; pi < 2; pi++)
    {
      OdeSettings settings = tolerance_settings (1e-4);
      OdeIntegrator *integrator;
      const OdeStatistics *statistics;

      settings.controller = pi ? ODE_CONTROLLER_PI : ODE_CONTROLLER_I;
      settings.norm = ODE_NORM_RMS;
      integrator = start (method_named ("runge_kutta5"), &problem, &settings);
      run_to (integrator, 10);
      statistics = ode_integrator_statistics (integrator);
      g_assert_cmpfloat_with_epsilon (10.0 / statistics->steps_taken, 3.3066 / 2000, 0.01 * 3.3066 / 2000);
      if (pi)
        g_assert_cmpint (statistics->rejected_error, <, 20);
      else
        g_assert_cmpint (statistics->rejected_error, >, 500);
      ode_integrator_free (integrator);
    }
}

static OdeStatus
circle_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
  return ODE_DONE;
}

/* The expected numbers of steps of DOPRI5 with its default settings are known from
 * other implementations of the same controller. The count may differ by one step
 * because of the choice of the first step. */
static void
test_step_counts (void)
{
  static const struct
  {
    double tol;
    int steps;
  } rows[] = { { 1e-3, 21 }, { 1e-6, 79 }, { 1e-9, 312 } };
  const Problem circle = { .name = "circle", .system = { .n_states = 2, .rhs = circle_rhs }, .t1 = 20, .x0 = { 1, 0 } };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      OdeSettings settings = tolerance_settings (rows[i].tol);
      OdeIntegrator *integrator;

      settings.norm = ODE_NORM_RMS;
      integrator = start (method_named ("dopri5"), &circle, &settings);
      run_to (integrator, 20);
      g_assert_cmpint (ABS (ode_integrator_statistics (integrator)->steps_taken - rows[i].steps), <=, 1);
      g_assert_cmpint (ode_integrator_statistics (integrator)->rejected_error, ==, 0);
      ode_integrator_free (integrator);
    }
}

/* The first attempt of a run, for test_first_step. */
static void
note_first (void *user, const OdeAttempt *attempt)
{
  double *h = user;

  if (isnan (*h))
    *h = attempt->h;
}

/* The slope of x' = user. */
static OdeStatus
constant_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = *(const double *) self;
  return ODE_DONE;
}

/* The automatic first step for a constant slope, so that x″ = 0. The tolerance is 1e-6 + 1e-6 |x|, so the size of the state is max (|x|, 1).
 * A state that changes by its size in 1e14 is stepped over in the whole span. A state that changes by its size in 1 gets (0.01 · 2e-6)^(1/5). Where
 * everything is at rest the first step is 1e-4 of the span. */
static void
test_first_step (void)
{
  static const struct
  {
    double x0, slope, h;
  } rows[] = { { 1, 1e-14, 1 }, { 1e-14, 1, 0.028853998118144277 }, { 1, 0, 1e-4 } };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double slope = rows[i].slope, h = NAN;
      const Problem problem = { .name = "line", .system = { .n_states = 1, .rhs = constant_rhs, .self = &slope }, .t1 = 1, .x0 = { rows[i].x0 } };
      OdeSettings settings = tolerance_settings (1e-6);
      OdeIntegrator *integrator = start (method_named ("dopri5"), &problem, &settings);

      ode_integrator_set_attempt_func (integrator, note_first, &h);
      run_to (integrator, 1);
      g_assert_cmpfloat_with_epsilon (h, rows[i].h, 1e-12);
      ode_integrator_free (integrator);
    }
}

static void
add_counts (void *user, const OdeAttempt *attempt)
{
  long *rhs = user;

  for (int k = 0; k < ODE_RHS_N_PURPOSES; k++)
    rhs[k] += attempt->rhs[k];
}

/* After the statistics are reset, the counts of the records still add up to them. */
static void
test_reset_statistics (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator = start (method_named ("dopri5"), &problem_body, &settings);
  long rhs[ODE_RHS_N_PURPOSES] = { 0 };

  ode_integrator_set_attempt_func (integrator, add_counts, rhs);
  run_to (integrator, 0.5 * problem_body.t1);
  memset (rhs, 0, sizeof rhs);
  ode_integrator_reset_statistics (integrator);
  run_to (integrator, problem_body.t1);
  for (int k = 0; k < ODE_RHS_N_PURPOSES; k++)
    g_assert_cmpint (rhs[k], ==, ode_integrator_statistics (integrator)->rhs_by_purpose[k]);
  g_assert_cmpint (rhs[ODE_RHS_STAGES], >, 0);
  ode_integrator_free (integrator);
}

/* A right-hand side that is undefined after t = 0.5. */
static OdeStatus
half_defined_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1;
  return t <= 0.5 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

/* A step to a given time that fails leaves the time unchanged. A run whose span is 0 has fixed steps of 0.001. */
static void
test_step_fixed_to (void)
{
  const Problem problem = { .name = "half", .system = { .n_states = 1, .rhs = half_defined_rhs }, .t1 = 0, .x0 = { 0 } };
  OdeSettings settings = fixed_settings (0);
  OdeIntegrator *integrator = start (method_named ("runge_kutta4"), &problem, &settings);

  g_assert_cmpint (ode_integrator_step_fixed_to (integrator, 0.25), ==, ODE_DONE);
  g_assert_cmpfloat (ode_integrator_t (integrator), ==, 0.25);
  g_assert_cmpint (ode_integrator_step_fixed_to (integrator, 0.75), !=, ODE_DONE);
  g_assert_cmpfloat (ode_integrator_t (integrator), ==, 0.25);
  g_assert_cmpint (ode_integrator_step (integrator, 0.4, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (ode_integrator_last_step (integrator), 1e-3, 1e-12);
  ode_integrator_free (integrator);
}

/* ---- norms and weights ---- */

/* A weight of zero removes a state from the error norm, and a large weight increases
 * its influence. Absolute tolerances may be given for each state. */
static void
test_weights (void)
{
  double weights[3] = { 1, 1, 1 }, absolute[3] = { NAN, NAN, 1e3 };
  OdeSettings settings;
  int steps[4];

  for (int i = 0; i < 4; i++)
    {
      OdeIntegrator *integrator;

      ode_settings_init (&settings);
      settings.accuracy = 1e-4;
      settings.weights = weights;
      weights[0] = i == 1 ? 1e4 : 1;
      weights[1] = weights[2] = i == 1 ? 1e4 : i == 2 ? 0 : 1;
      if (i == 3)
        {
          settings.weights = NULL;
          settings.absolute_tolerance = settings.relative_tolerance = 1e-8;
          settings.absolute_per_state = absolute;
        }
      integrator = start (method_named ("runge_kutta5"), &problem_spring, &settings);
      run_to (integrator, 1);
      steps[i] = ode_integrator_statistics (integrator)->steps_taken;
      ode_integrator_free (integrator);
    }
  g_assert_cmpint (steps[1], >, steps[0]);
  g_assert_cmpint (steps[2], <, steps[0]);
  g_assert_cmpint (steps[3], >, steps[0]);
}

/* ---- records ---- */

static void
test_records (void)
{
  OdeSettings settings = tolerance_settings (1e-7);
  OdeIntegrator *integrator;
  Tape *tape = g_new0 (Tape, 1);
  const OdeStatistics *statistics;
  long rhs[ODE_RHS_N_PURPOSES] = { 0 }, accepted = 0, rejected = 0;
  double t = 0;

  settings.initial_step = 1;
  integrator = start (method_named ("runge_kutta5"), &problem_pleiades, &settings);
  ode_integrator_set_attempt_func (integrator, hear, tape);
  run_to (integrator, 3);
  statistics = ode_integrator_statistics (integrator);
  g_assert_cmpint (tape->n, ==, statistics->steps_attempted);
  for (int i = 0; i < tape->n; i++)
    {
      const OdeAttempt *record = &tape->record[i];

      g_assert_cmpfloat_with_epsilon (record->t, t, 1e-14);
      g_assert_cmpint (record->order, ==, 5);
      g_assert_true (record->worst[0] >= 0 && record->worst[1] >= 0 && record->worst[2] >= 0);
      g_assert_true (record->worst_error[0] >= record->worst_error[1] && record->worst_error[1] >= record->worst_error[2]);
      /* The norm of the error equals its largest component, because the infinity norm is used. */
      g_assert_cmpfloat_with_epsilon (record->worst_error[0], record->error, 1e-12 * record->error);
      g_assert_cmpfloat (record->h_next, >, 0);
      if (record->outcome == ODE_ATTEMPT_ACCEPTED)
        {
          g_assert_cmpfloat (record->error, <=, 1);
          t += record->h;
          accepted++;
        }
      else
        {
          g_assert_cmpint (record->outcome, ==, ODE_ATTEMPT_REJECTED_ERROR);
          g_assert_cmpfloat (record->error, >, 1);
          g_assert_cmpfloat (record->h_next, <, record->h);
          g_assert_cmpint (record->rhs[ODE_RHS_STAGES], <=, 1); /* the slope at the start is known from the previous step */
          rejected++;
        }
      for (int k = 0; k < ODE_RHS_N_PURPOSES; k++)
        rhs[k] += record->rhs[k];
    }
  g_assert_cmpint (tape->record[tape->n - 1].clamp, ==, ODE_CLAMP_END);
  g_assert_cmpint (accepted, ==, statistics->steps_taken);
  g_assert_cmpint (rejected, ==, statistics->rejected_error);
  g_assert_cmpint (rejected, >, 3);
  for (int k = 0; k < ODE_RHS_N_PURPOSES; k++)
    g_assert_cmpint (rhs[k], ==, statistics->rhs_by_purpose[k]);
  /* Each step needs six evaluations, because its first stage is the last stage of the previous
   * step. The first step needs one more. */
  g_assert_cmpint (statistics->rhs_evaluations, ==, 6 * statistics->steps_attempted + 1);
  g_assert_cmpint (statistics->rhs_by_purpose[ODE_RHS_REJECTED], >=, 6 * rejected);
  ode_integrator_free (integrator);
  g_free (tape);
}

/* ---- refusals ---- */

static void
test_refusals (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  OdeMethodOption option = { "no_such_option", NAN, "x" };
  OdeIntegrator *integrator;
  char error[200] = "";

  g_assert_null (ode_integrator_new (method_named ("stormer_verlet"), &problem_body.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "positions and velocities"));
  settings.options = &option;
  settings.n_options = 1;
  g_assert_null (ode_integrator_new (method_named ("runge_kutta5"), &problem_body.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "no_such_option"));
  option = (OdeMethodOption) { "estimate", NAN, "nonsense" };
  g_assert_null (ode_integrator_new (method_named ("implicit_euler"), &problem_body.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "'nonsense'"));
  option.text = "trapezoid";
  integrator = ode_integrator_new (method_named ("implicit_euler"), &problem_body.system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  ode_integrator_free (integrator);
  settings.n_options = 0;
  settings.error_control_explicit = true;
  g_assert_null (ode_integrator_new (method_named ("adams_bashforth2"), &problem_body.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "fixed steps only"));
  settings.accuracy = -1;
  g_assert_null (ode_integrator_new (method_named ("runge_kutta5"), &problem_body.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "accuracy"));
  settings = tolerance_settings (1e-6);
  settings.relative_tolerance = settings.absolute_tolerance = 0;
  g_assert_null (ode_integrator_new (method_named ("runge_kutta5"), &problem_body.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "must not both be zero"));
  for (int k = 0; k < 4; k++)
    {
      const double growths[] = { 0.5, 1, INFINITY, -3 };

      settings = tolerance_settings (1e-6);
      settings.max_grow = growths[k];
      g_assert_null (ode_integrator_new (method_named ("runge_kutta5"), &problem_body.system, &settings, error, sizeof error));
      g_assert_nonnull (strstr (error, "max_grow"));
    }
}

/* ---- texts ---- */

/* Translates a message by adding guillemets around it. Each guillemet has two bytes in UTF-8. */
static const char *
guillemets (const char *text)
{
  static GHashTable *said;

  if (said == NULL)
    said = g_hash_table_new (g_str_hash, g_str_equal);
  if (!g_hash_table_contains (said, text))
    g_hash_table_insert (said, (gpointer) text, g_strdup_printf ("«%s»", text));
  return g_hash_table_lookup (said, text);
}

/* The function `translate` in the settings translates refusals, failures
 * and descriptions. */
static void
test_language (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  OdeMethodOption option = { "tableau", NAN, "radau5" };
  OdeIntegrator *integrator;
  char error[200] = "";

  settings.translate = guillemets;
  settings.options = &option;
  settings.n_options = 1;
  g_assert_null (ode_integrator_new (method_named ("munthe_kaas"), &problem_pendulum.system, &settings, error, sizeof error));
  g_assert_true (g_str_has_prefix (error, "«"));
  settings.n_options = 0;
  g_assert_null (ode_integrator_new (method_named ("stormer_verlet"), &problem_body.system, &settings, error, sizeof error));
  g_assert_true (g_str_has_prefix (error, "«"));

  integrator = start (method_named ("radau5"), &problem_pendulum, &settings);
  g_assert_cmpstr (ode_integrator_linear_algebra (integrator), ==, "«dense LU, 2 × 2»");
  settings.error_control_explicit = true;
  settings.error_control = false;
  g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_FAIL_SETTING);
  g_assert_cmpstr (error, ==, "«error control cannot be switched during a run; start a new run»");
  ode_integrator_free (integrator);
}

/* A message that is too long ends with a whole character. */
static void
test_cut_words (void)
{
  char text[8];

  for (size_t size = 1; size <= sizeof text; size++)
    {
      g_assert_false (ode_message_refuse (NULL, text, size, "%s", "aé–𝜃b"));
      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_true (g_str_has_prefix ("aé–𝜃b", text));
      /* Only the character that does not fit is removed. It has at most four
       * bytes. */
      g_assert_cmpuint (strlen (text) + 4, >=, size);
    }
  ode_message_format (guillemets, text, sizeof text, "t = %d", 1);
  g_assert_cmpstr (text, ==, "«t = 1");
}

/* If error control is requested explicitly, a method without an error
 * estimate uses step doubling; otherwise it uses fixed steps. */
static void
test_doubling (void)
{
  OdeSettings settings = tolerance_settings (1e-7);
  OdeIntegrator *integrator;

  settings.error_control_explicit = true;
  integrator = start (method_named ("runge_kutta4"), &problem_pendulum, &settings);
  run_to (integrator, 2);
  g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), problem_pendulum.x1, 2), <, 1e-5);
  g_assert_nonnull (ode_integrator_scaled_errors (integrator));
  ode_integrator_free (integrator);

  settings.error_control_explicit = false;
  settings.max_step = 0.01;
  integrator = start (method_named ("runge_kutta4"), &problem_pendulum, &settings);
  run_to (integrator, 2);
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, 200);
  g_assert_null (ode_integrator_scaled_errors (integrator));
  ode_integrator_free (integrator);
}

/* The first and last stage slopes of a step are the slopes at its ends. */
static void
test_stages (void)
{
  OdeSettings settings = tolerance_settings (1e-7);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  const double *stages;
  double f[2];
  int n;

  for (int k = 0; k < 5; k++)
    g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
  stages = ode_integrator_stages (integrator, &n);
  g_assert_cmpint (n, ==, 7);
  problem_pendulum.system.rhs (NULL, ode_integrator_t_previous (integrator), ode_integrator_x_previous (integrator), f);
  g_assert_cmpfloat (max_difference (stages, f, 2), <, 1e-14);
  problem_pendulum.system.rhs (NULL, ode_integrator_t (integrator), ode_integrator_x (integrator), f);
  g_assert_cmpfloat (max_difference (stages + 12, f, 2), <, 1e-14);
  ode_integrator_free (integrator);
}

/* The right-hand side of x' = 1. Between t = 1 and 2, stages more than 0.004 after the start of a step are undefined, so that only steps
 * up to 0.004 succeed there. */
static OdeStatus
narrow_rhs (void *self, double t, const double *x, double *dxdt)
{
  OdeIntegrator *const *integrator = self;
  const double start = *integrator != NULL ? ode_integrator_t (*integrator) : t;

  dxdt[0] = 1;
  return start >= 1 && start < 2 && t - start > 0.004 && t - start < 0.06 ? ODE_RETRY_UNDEFINED : ODE_DONE;
}

static void
test_parts (void)
{
  OdeIntegrator *integrator = NULL;
  const OdeSystem system = { .self = &integrator, .n_states = 1, .rhs = narrow_rhs, .time_dependent = true };
  OdeSettings settings = fixed_settings (0.1);
  const OdeStatistics *statistics;
  const double x0 = 0;
  char error[256] = "";

  integrator = ode_integrator_new (method_named ("runge_kutta4"), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 4), ==, ODE_DONE);
  run_to (integrator, 4);
  statistics = ode_integrator_statistics (integrator);
  /* Between t = 1 and 2 the step is 0.1/32, and outside there are 30 whole steps. After t = 2 the size is doubled until it is the whole
   * step again. */
  g_assert_cmpint (statistics->steps_taken, >=, 30 + 320);
  g_assert_cmpint (statistics->steps_taken, <=, 30 + 320 + 10);
  /* After a success a size is used once more before it is doubled. */
  g_assert_cmpint (statistics->steps_attempted, <, 1.6 * (double) statistics->steps_taken);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 4, 1e-12);
  ode_integrator_free (integrator);
}

/* The right-hand side of x' = 1. The next *self evaluations of it fail, because it is then undefined. */
static OdeStatus
failing_rhs (void *self, double t, const double *x, double *dxdt)
{
  int *failures = self;

  dxdt[0] = 1;
  return (*failures)-- > 0 ? ODE_RETRY_UNDEFINED : ODE_DONE;
}

static void
count_record (void *user, const OdeAttempt *attempt)
{
  ++*(int *) user;
}

/* If the model is undefined at the start of a step, no smaller step is tried. */
static void
test_undefined_start (void)
{
  int failures = 0;
  const OdeSystem system = { .self = &failures, .n_states = 1, .rhs = failing_rhs, .time_dependent = true };
  const double x0 = 0;
  OdeSettings settings = fixed_settings (0.5);
  char error[256] = "";
  OdeIntegrator *integrator = ode_integrator_new (method_named ("runge_kutta4"), &system, &settings, error, sizeof error);

  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 4), ==, ODE_DONE);
  failures = 1000;
  g_assert_cmpint (ode_integrator_step (integrator, 4, ODE_STOP_END), <, 0);
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_attempted, ==, 1);
  ode_integrator_free (integrator);
}

/* A step is shortened to end at an event, and the first attempt of the shorter step fails: of the three counted attempts, one is
 * shortened, one is rejected and one is accepted. */
static void
test_counts (void)
{
  int failures = 0, records = 0;
  const OdeSystem system = { .self = &failures, .n_states = 1, .rhs = failing_rhs, .time_dependent = true };
  const double x0 = 0;
  OdeSettings settings = fixed_settings (0.5);
  char error[256] = "";
  OdeIntegrator *integrator = ode_integrator_new (method_named ("runge_kutta4"), &system, &settings, error, sizeof error);
  const OdeStatistics *statistics;

  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 4), ==, ODE_DONE);
  ode_integrator_set_attempt_func (integrator, count_record, &records);
  g_assert_cmpint (ode_integrator_step (integrator, 4, ODE_STOP_END), ==, ODE_DONE);
  failures = 1;
  g_assert_cmpint (ode_integrator_retake (integrator, 0.25), ==, ODE_DONE);
  statistics = ode_integrator_statistics (integrator);
  g_assert_cmpint (statistics->steps_attempted, ==, 3);
  g_assert_cmpint (statistics->steps_taken, ==, 1);
  g_assert_cmpint (statistics->rejected_undefined, ==, 1);
  g_assert_cmpint (statistics->shrinkages_failure, ==, 1);
  /* The records are, in this order: accepted, shortened, rejected, accepted. */
  g_assert_cmpint (records, ==, 4);
  ode_integrator_free (integrator);
}

/* The equation x' = −x − 1000/x drives x to 0, where the slope is infinite and changes its sign. CVODE continues there with steps of 1e-9. */
static OdeStatus
trap_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0] - 1000 / x[0];
  dxdt[1] = -x[1] + (t + 10) * sin (x[0] + 2);
  return ODE_DONE;
}

/* CVODE takes tiny steps at the singularity. Its internal steps inside a fixed step count against the step limit, and an attempt uses at
 * most as many evaluations as its limit. */
static void
test_work (void)
{
  const OdeMethod *method = ode_method_find ("cvode_bdf");
  const OdeSystem system = { .n_states = 2, .rhs = trap_rhs, .time_dependent = true };
  OdeSettings settings = fixed_settings (0.003);
  OdeStatus status = ODE_DONE;
  OdeIntegrator *integrator;
  const double x0[2] = { 0.5, 0.5 };
  char error[256] = "";

  if (method == NULL)
    {
      g_test_skip ("built without CVODE");
      return;
    }
  settings.step_limit = 2000;
  integrator = ode_integrator_new (method, &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 1, x0, 20), ==, ODE_DONE);
  for (int k = 0; k < 10000 && status == ODE_DONE; k++)
    status = ode_integrator_step (integrator, 20, ODE_STOP_END);
  g_assert_cmpint (status, ==, ODE_FAIL_STEP_LIMIT);
  g_assert_nonnull (strstr (ode_integrator_message (integrator), "CVODE"));
  g_assert_cmpint (ode_integrator_statistics (integrator)->inner_steps, >, 0);
  g_assert_cmpint (ode_integrator_statistics (integrator)->inner_steps + ode_integrator_statistics (integrator)->steps_attempted, <=, 2000);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_evaluations, <, 100000);
  ode_integrator_free (integrator);
}

/* Without a step limit, the limit of evaluations ends the attempt, and the step is halved. */
static void
test_work_of_attempt (void)
{
  const OdeMethod *method = ode_method_find ("cvode_bdf");
  const OdeSystem system = { .n_states = 2, .rhs = trap_rhs, .time_dependent = true };
  OdeSettings settings = fixed_settings (1);
  OdeStatus status = ODE_DONE;
  OdeIntegrator *integrator;
  const double x0[2] = { 0.5, 0.5 };
  char error[256] = "";
  long most = 0;

  if (method == NULL)
    {
      g_test_skip ("built without CVODE");
      return;
    }
  settings.subdivide_fixed = false;
  integrator = ode_integrator_new (method, &system, &settings, error, sizeof error);
  g_assert_cmpint (ode_integrator_initialize (integrator, 1, x0, 20), ==, ODE_DONE);
  for (int k = 0; k < 100 && status == ODE_DONE; k++)
    {
      const long before = ode_integrator_statistics (integrator)->rhs_evaluations;

      status = ode_integrator_step (integrator, 20, ODE_STOP_END);
      most = MAX (most, ode_integrator_statistics (integrator)->rhs_evaluations - before);
    }
  g_assert_cmpint (status, <, 0);
  g_assert_cmpint (most, <=, 102001);
  ode_integrator_free (integrator);
}

static OdeStatus
linear_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -150 * x[0] - x[1];
  return ODE_DONE;
}

static const Problem problem_linear = { .name = "linear", .system = { .n_states = 2, .rhs = linear_rhs }, .t1 = 1, .x0 = { 0.1, 0 } };

/* The Jacobian of a linear system is constant. Newton's method converges with the first Jacobian, so that no other one is evaluated. */
static void
test_jacobian_is_kept (void)
{
  /* BDF of order k starts with the methods of orders 1 to k − 1, each with a separate Jacobian. */
  static const struct { const char *method; int most; } rows[] = { { "implicit_euler", 1 }, { "trapezoid", 1 }, { "sdirk4", 1 }, { "bdf2", 2 }, { "bdf4", 4 } };

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      OdeSettings settings = fixed_settings (0.001);
      OdeIntegrator *integrator = start (method_named (rows[k].method), &problem_linear, &settings);

      run_to (integrator, 0.1);
      g_test_message ("%s: %ld", rows[k].method, (long) ode_integrator_statistics (integrator)->jacobian_evaluations);
      g_assert_cmpint (ode_integrator_statistics (integrator)->jacobian_evaluations, <=, rows[k].most);
      ode_integrator_free (integrator);
    }
}

typedef struct { double t_start; int n_left; } Undefined;

/* The right-hand side of x' = −x, undefined in the first n_left calls with a time after t_start. */
static OdeStatus
undefined_first (void *self, double t, const double *x, double *dxdt)
{
  Undefined *undefined = self;

  dxdt[0] = -x[0];
  return t > undefined->t_start && undefined->n_left-- > 0 ? ODE_RETRY_UNDEFINED : ODE_DONE;
}

/* A step of the grid is subdivided until the right-hand side is defined. A single fixed step that is undone afterwards does not change the
 * sizes of the other parts of this step. */
static void
test_undo_in_subdivided_step (void)
{
  double t[2][4], x[2][4];

  for (int undo = 0; undo < 2; undo++)
    {
      Undefined undefined = { 0, 0 };
      const Problem problem = { .name = "decay", .system = { .self = &undefined, .n_states = 1, .rhs = undefined_first }, .t1 = 1, .x0 = { 1 } };
      OdeSettings settings = fixed_settings (0.25);
      OdeIntegrator *integrator = start (method_named ("runge_kutta4"), &problem, &settings);

      for (int k = 0; k < 4; k++)
        {
          undefined = (Undefined) { ode_integrator_t (integrator), k == 1 ? 2 : 0 };
          g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
          t[undo][k] = ode_integrator_t (integrator);
          x[undo][k] = ode_integrator_x (integrator)[0];
          if (undo)
            {
              g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.01), ==, ODE_DONE);
              ode_integrator_undo (integrator);
              g_assert_cmpfloat (ode_integrator_t (integrator), ==, t[undo][k]);
            }
        }
      ode_integrator_free (integrator);
    }
  /* The second step has the parts 1/4 and then 2/4 of the size of a step. */
  g_assert_cmpfloat (t[0][1], ==, 0.25 + 0.0625);
  g_assert_true (memcmp (t[0], t[1], sizeof t[0]) == 0 && memcmp (x[0], x[1], sizeof x[0]) == 0);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestFunc func;
  } tests[] = {
    { "fixed-steps-end-at-multiples-of-the-step", test_fixed_grid },
    { "fixed-steps-leave-no-tiny-step-at-the-end", test_fixed_counts },
    { "fixed-steps-continue-from-the-end-of-a-shortened-step", test_fixed_cut },
    { "the-step-limit-ends-the-run", test_step_limit },
    { "a-stop-request-ends-the-run-in-the-next-step", test_stop },
    { "the-minimum-step-is-reported-with-time-state-and-reason", test_minimum_step },
    { "a-large-state-that-moves-slowly-does-not-grow-without-bound", test_large_state },
    { "no-step-exceeds-max-step", test_max_step },
    { "a-step-shortened-by-an-event-does-not-reduce-the-next-step", test_cut_keeps_step },
    { "each-step-controller-keeps-the-error-near-the-tolerance", test_controllers },
    { "with-pi-control-step-sizes-at-the-stability-limit-are-smooth", test_stability_limit },
    { "the-error-norm-uses-the-weights-and-tolerances-of-the-states", test_weights },
    { "every-attempt-is-recorded", test_records },
    { "a-step-from-an-undefined-state-is-tried-once", test_undefined_start },
    { "wrong-methods-and-options-are-refused-with-a-reason", test_refusals },
    { "step-doubling-estimates-errors-on-request", test_doubling },
    { "counts-of-records-add-up-to-the-statistics-after-a-reset", test_reset_statistics },
    { "a-failed-step-to-a-given-time-leaves-the-time-unchanged", test_step_fixed_to },
    { "the-first-step-follows-the-rule-of-hairer-norsett-and-wanner", test_first_step },
    { "dopri5-takes-as-many-steps-as-the-published-program", test_step_counts },
    { "first-and-last-stage-are-the-slopes-at-the-ends", test_stages },
    { "messages-are-translated", test_language },
    { "a-truncated-message-ends-with-a-whole-utf-8-character", test_cut_words },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/ode/integrator/", tests[i].name, NULL);

      g_test_add_func (path, tests[i].func);
    }
  g_test_add_func ("/ode/fixed-steps/a-subdivided-step-continues-with-the-size-that-succeeded", test_parts);
  g_test_add_func ("/ode/counts/a-failed-attempt-before-an-event-is-counted", test_counts);
  g_test_add_func ("/ode/work/internal-steps-of-cvode-count-towards-the-step-limit", test_work);
  g_test_add_func ("/ode/work/one-attempt-uses-a-bounded-number-of-evaluations", test_work_of_attempt);
  g_test_add_func ("/ode/integrator/the-jacobian-of-a-linear-system-is-evaluated-once", test_jacobian_is_kept);
  g_test_add_func ("/ode/integrator/a-single-step-that-is-undone-does-not-change-a-subdivided-step", test_undo_in_subdivided_step);
  return g_test_run ();
}
