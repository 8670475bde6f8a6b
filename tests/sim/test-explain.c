/* Tests the explanations that say what limits the step size and why a run failed. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "expr-look.h"
#include "sim-explain.h"
#include "sim-test-system.h"

static void
assert_interval (const char *id, double expected, double tolerance)
{
  double length = sim_explain_stability_interval (ode_method_find (id));
  g_assert_cmpfloat (fabs (length - expected), <=, tolerance);
}

/* The real stability intervals of Runge–Kutta methods of orders 1 to 4 are 2, 2, 2.51 and 2.79
 * (Hairer and Wanner, Solving ODEs II, section IV.2). That of the Dormand–Prince method is 3.31. */
static void
test_intervals (void)
{
  assert_interval ("explicit_euler", 2, 1e-8);
  assert_interval ("runge_kutta2", 2, 1e-8);
  assert_interval ("runge_kutta3", 2.5127453266, 1e-8);
  assert_interval ("runge_kutta4", 2.7852935634, 1e-8);
  assert_interval ("runge_kutta5", 3.3066, 1e-3);
  g_assert_true (isinf (sim_explain_stability_interval (ode_method_find ("implicit_euler"))));
}

static void
stiff_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = -2000 * (x[0] - cos (t));
}

static void
smooth_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
}

static void
smooth_one_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1;
}

static void
explain_run_with (TestSystem *system,
                  SimConfig *config,
                  double t_end,
                  const SimStableSteps *stable,
                  const SimResponse *response,
                  SimExplanation *explanation)
{
  g_autoptr (SimTape) tape = sim_tape_new (100000);
  SimSimulator *simulator = test_simulator (system, config);
  sim_simulator_set_tape (simulator, tape);
  sim_simulator_initialize (simulator, 0, NULL, NULL, t_end, FALSE);
  SimStatus status = sim_simulator_advance_to (simulator, t_end);
  g_assert_cmpint (status.reason, ==, SIM_REACHED_END);
  const OdeMethod *method = ode_integrator_method (sim_simulator_integrator (simulator));
  sim_explain (tape, method, -INFINITY, INFINITY, (const char *const *)system->names, stable, response, explanation);
  g_test_message ("%s %s", explanation->sentence, explanation->next);
  /* Every explanation advises the user to do something. */
  g_assert_cmpint (explanation->advice, !=, SIM_ADVICE_NONE);
  g_assert_nonnull (explanation->next);
  double sum = explanation->accuracy + explanation->stability + explanation->both + explanation->undecided + explanation->growth
               + explanation->max_step + explanation->min_step + explanation->events + explanation->fixed;
  g_assert_cmpfloat (fabs (sum - 1), <=, 1e-12);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
explain_run (TestSystem *system, SimConfig *config, double t_end, SimExplanation *explanation)
{
  explain_run_with (system, config, t_end, NULL, NULL, explanation);
}

/* Explains a run with steps of y' = −2000 (y − cos t) by a response with this ratio of steps. */
static void
explain_ratio (double ratio, int64_t steps, int64_t implicit_steps, SimExplanation *explanation)
{
  TestSystem *system = test_system_new (1, 0);
  const OdeMethod *method = ode_method_find ("runge_kutta5");
  double t = 0, exponent = method->error_order * log10 (ratio);
  SimResponse response = { &t, &exponent, 1, ratio, method->error_order, steps, implicit_steps, ode_method_find ("radau5") };

  system->rhs = stiff_rhs;
  explain_run_with (system, test_config (NULL, NULL), 10, NULL, &response, explanation);
}

/* The steps of a run are explained by the ratio of the steps with a tenth of the tolerance: 1 by stability, 10^(1/5) = 1.58 by accuracy,
 * and 10^(1/10) = 1.26 by both. An implicit method is advised only if it was measured to need far fewer steps. Too few steps give no
 * verdict. */
static void
test_response (void)
{
  static const struct
  {
    double ratio;
    int64_t steps, implicit_steps;
    SimVerdict verdict;
    SimAdvice advice;
    const char *sentence, *next;
  } rows[] = {
    { 1.01, 1000, 40, SIM_VERDICT_STABILITY, SIM_ADVICE_IMPLICIT_METHOD, "Stability, not accuracy", "needs 40 steps instead of 1000" },
    { 1.01, 1000, 900, SIM_VERDICT_STABILITY, SIM_ADVICE_TIGHTEN_ACCURACY, "Stability, not accuracy", "costs little" },
    { 1.01, 1000, -1, SIM_VERDICT_STABILITY, SIM_ADVICE_TIGHTEN_ACCURACY, "Stability, not accuracy", "costs little" },
    { 1.58, 1000, -1, SIM_VERDICT_ACCURACY, SIM_ADVICE_TIGHTEN_ACCURACY, "as intended", "1.58\u00a0×\u00a0the steps" },
    { 1.26, 1000, -1, SIM_VERDICT_BOTH, SIM_ADVICE_TIGHTEN_ACCURACY, "both", "1.26\u00a0×\u00a0the steps" },
    { 1.0, 10, -1, SIM_VERDICT_UNKNOWN, SIM_ADVICE_TIGHTEN_ACCURACY, "", "1\u00a0×\u00a0the steps" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SimResponse response = { .ratio = rows[i].ratio, .order = 5, .steps = rows[i].steps };
      SimExplanation e;

      g_assert_cmpint (sim_response_verdict (&response, ode_method_find ("runge_kutta5")), ==, rows[i].verdict);
      explain_ratio (rows[i].ratio, rows[i].steps, rows[i].implicit_steps, &e);
      g_assert_cmpint (e.advice, ==, rows[i].advice);
      g_assert_nonnull (strstr (e.sentence, rows[i].sentence));
      g_assert_nonnull (strstr (e.next, rows[i].next));
      g_assert_cmpfloat (rows[i].verdict == SIM_VERDICT_STABILITY ? e.stability : rows[i].verdict == SIM_VERDICT_BOTH ? e.both : 1, >, 0.9);
      sim_explanation_clear (&e);
    }
}

/* Every step of an A-stable method is stable: steps that do not depend on the tolerance have another cause. */
static void
test_stable_method (void)
{
  SimResponse response = { .ratio = 1, .order = 5, .steps = 1000 };

  g_assert_cmpint (sim_response_verdict (&response, ode_method_find ("radau5")), ==, SIM_VERDICT_NEITHER);
  g_assert_cmpint (sim_response_verdict (NULL, ode_method_find ("radau5")), ==, SIM_VERDICT_UNKNOWN);
}

/* The verdict is left open between the ranges of exponents, and where two steps more or less lead out of a range. An A-stable method is never limited by
 * stability. The verdict holds for all steps, with those that events have shortened. */
static void
test_verdict (void)
{
  static const struct
  {
    const char *method;
    double exponent, all_exponent, probed_order; /* all_exponent: NaN: not counted */
    int64_t steps;
    SimVerdict verdict;
  } rows[] = {
    { "runge_kutta5", 0.2, NAN, 0, 1000, SIM_VERDICT_STABILITY },    { "runge_kutta5", 0.3, NAN, 0, 1000, SIM_VERDICT_UNKNOWN },
    { "runge_kutta5", -0.2, NAN, 0, 1000, SIM_VERDICT_STABILITY },   { "runge_kutta5", -0.4, NAN, 0, 1000, SIM_VERDICT_UNKNOWN },
    { "kvaerno5", -0.4, NAN, 0, 1000, SIM_VERDICT_UNKNOWN },
    { "runge_kutta5", 0.45, NAN, 0, 1000, SIM_VERDICT_BOTH },        { "runge_kutta5", 0.62, NAN, 0, 1000, SIM_VERDICT_UNKNOWN },
    { "runge_kutta5", 0.8, NAN, 0, 1000, SIM_VERDICT_ACCURACY },     { "runge_kutta5", 0.8, NAN, 0, 40, SIM_VERDICT_UNKNOWN },
    { "runge_kutta5", 0.2, NAN, 0, 64, SIM_VERDICT_UNKNOWN },        { "kvaerno5", 0.2, NAN, 0, 1000, SIM_VERDICT_NEITHER },
    { "kvaerno5", 0.45, NAN, 0, 1000, SIM_VERDICT_PARTLY },          { "kvaerno5", 0.8, NAN, 0, 1000, SIM_VERDICT_ACCURACY },
    { "runge_kutta5", 0.9, 0.9, 0, 1000, SIM_VERDICT_ACCURACY },     { "runge_kutta5", 0.9, 0.45, 0, 1000, SIM_VERDICT_PARTLY },
    { "runge_kutta5", 0.9, 0.1, 0, 1000, SIM_VERDICT_NEITHER },      { "runge_kutta5", 0.9, 0.62, 0, 1000, SIM_VERDICT_UNKNOWN },
    { "bulirsch_stoer", 0.1, 0.1, 5.5, 1000, SIM_VERDICT_UNKNOWN }, { "bulirsch_stoer", 0.1, 0.1, 5, 1000, SIM_VERDICT_STABILITY },
    { "bulirsch_stoer", 0.45, 0.45, 5, 1000, SIM_VERDICT_UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      SimResponse response = { .ratio = pow (10, rows[i].exponent / 5), .order = 5, .steps = rows[i].steps, .all_steps = rows[i].steps,
                               .all_ratio = isnan (rows[i].all_exponent) ? 0 : pow (10, rows[i].all_exponent / 5),
                               .probed_order = rows[i].probed_order };

      g_test_message ("%s %g %g", rows[i].method, rows[i].exponent, rows[i].all_exponent);
      g_assert_cmpint (sim_response_verdict (&response, ode_method_find (rows[i].method)), ==, rows[i].verdict);
    }
}

/* Without a measurement the explanation does not tell accuracy and stability apart. */
static void
test_unmeasured (void)
{
  TestSystem *system = test_system_new (1, 0);
  SimExplanation e;

  system->rhs = stiff_rhs;
  explain_run (system, test_config (NULL, NULL), 10, &e);
  g_assert_cmpfloat (e.undecided, >, 0.9);
  g_assert_cmpfloat (e.stability + e.accuracy, ==, 0);
  g_assert_nonnull (strstr (e.sentence, "Accuracy or stability"));
  sim_explanation_clear (&e);
}

static void
test_smooth (void)
{
  TestSystem *system = test_system_new (2, 0);
  SimExplanation explanation;
  system->rhs = smooth_rhs;
  system->x0[0] = 1;
  explain_run (system, test_config ("accuracy", "1e-8", NULL), 50, &explanation);
  /* The first steps may grow as much as the controller permits. */
  g_assert_cmpfloat (explanation.undecided, >, 0.9);
  sim_explanation_clear (&explanation);
}

static void
one_fast_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  const int fast = system->x0[0] == 1 ? 0 : 1;

  dxdt[fast] = cos (20 * t);
  dxdt[1 - fast] = 0;
}

/* The explanation names the state that has the largest error. This is x[0] in the first run and x[1] in the second run. */
static void
test_worst_state (void)
{
  for (int fast = 0; fast < 2; fast++)
    {
      TestSystem *system = test_system_new (2, 0);
      SimExplanation explanation;

      system->rhs = one_fast_rhs;
      system->x0[fast] = 1;
      explain_run (system, test_config ("accuracy", "1e-6", NULL), 10, &explanation);
      g_assert_cmpint (explanation.worst_state, ==, fast);
      g_assert_cmpfloat (explanation.worst_share, ==, 1);
      sim_explanation_clear (&explanation);
    }
}

static void
switch_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = t < 5 ? 0 : cos (200 * t);
}

/* The run has long steps in one half of the time span and hundreds of short ones in the other
 * half. The fractions in an explanation are fractions of time, not of the number of steps. */
static void
test_shares (void)
{
  TestSystem *system = test_system_new (1, 0);
  SimExplanation explanation;
  system->rhs = switch_rhs;
  explain_run (system, test_config ("max_step", "0.05", NULL), 10, &explanation);
  g_assert_cmpfloat (explanation.max_step, >, 0.4);
  g_assert_cmpfloat (explanation.max_step, <, 0.6);
  g_assert_cmpfloat (explanation.accuracy + explanation.undecided + explanation.growth, >, 0.4);
  g_assert_cmpuint (explanation.n_accepted, >, 300);
  sim_explanation_clear (&explanation);
}

static void
pulses_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = exp (-200 * pow (t - floor (t) - 0.5, 2));
}

/* Steps are rejected at each pulse. The explanation names the rejected attempt with the largest error, together with its time and error. */
static void
test_rejections (void)
{
  TestSystem *system = test_system_new (1, 0);
  SimExplanation explanation;
  system->rhs = pulses_rhs;
  explain_run (system, test_config ("accuracy", "1e-8", "max_step", "0.3", NULL), 20, &explanation);
  g_assert_cmpfloat (explanation.rejected, >, 0.05);
  g_assert_cmpfloat (explanation.worst_rejection_error, >, 1);
  g_assert_cmpfloat (explanation.worst_rejection_t, >, 0);
  g_assert_cmpint (explanation.advice, ==, SIM_ADVICE_LOOK_AT_REJECTION);
  g_assert_nonnull (strstr (explanation.sentence, "rejected"));
  /* A number and its unit are joined by a no-break space. */
  g_assert_nonnull (strstr (explanation.next, "\u00a0×\u00a0tolerance"));
  sim_explanation_clear (&explanation);
}

static void
test_fixed (void)
{
  TestSystem *system = test_system_new (2, 0);
  SimExplanation explanation;
  system->rhs = smooth_rhs;
  system->x0[0] = 1;
  explain_run (system, test_config ("error_control", "false", "max_step", "0.1", NULL), 10, &explanation);
  g_assert_cmpfloat (explanation.fixed, >, 0.9);
  g_assert_cmpint (explanation.advice, ==, SIM_ADVICE_SMALLER_FIXED_STEP);
  sim_explanation_clear (&explanation);
}

static void
slow_stiff_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = -2000 * (x[0] - 1);
}

/* The classical Runge–Kutta method of order 4 has h·|λ| = 3.2, which exceeds its stability limit of 2.785. */
static void
test_fixed_unstable (void)
{
  TestSystem *system = test_system_new (1, 0);
  SimExplanation explanation;
  system->rhs = slow_stiff_rhs;
  explain_run (system, test_config ("integrator", "runge_kutta4", "error_control", "false", "max_step", "0.0016", NULL), 0.5, &explanation);
  g_assert_cmpfloat (explanation.stability_number, >, 1.1);
  g_assert_nonnull (strstr (explanation.sentence, "limit of stability"));
  sim_explanation_clear (&explanation);
}

/* A method with one stage gives no estimate of h·|λ|. Until t = 0.09,
 * h·|λ| = 2.4 exceeds the limit of 2; after that stability does not limit
 * the step (NAN). The first run ends at 0.1, the second run at 1. */
static void
test_fixed_unstable_known (void)
{
  static const double t[] = { 0, 0.09 }, h[] = { 2.0 / 2000, NAN };
  static const double ends[] = { 0.1, 1 };

  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      SimStableSteps stable = { t, h, G_N_ELEMENTS (t) };
      TestSystem *system = test_system_new (1, 0);
      SimExplanation explanation;

      system->rhs = slow_stiff_rhs;
      system->x0[0] = 1;
      explain_run_with (system, test_config ("integrator", "explicit_euler", "error_control", "false", "max_step", "0.0012", NULL), ends[i],
                        &stable, NULL, &explanation);
      g_assert_cmpint (explanation.advice, ==, SIM_ADVICE_SMALLER_FIXED_STEP);
      if (i == 0)
        {
          g_assert_cmpfloat (fabs (explanation.stability_number - 1.2), <, 1e-9);
          g_assert_nonnull (strstr (explanation.sentence, "limit of stability"));
        }
      else
        g_assert_null (strstr (explanation.sentence, "limit of stability"));
      sim_explanation_clear (&explanation);
    }
}

/* Eleven equal parts of a run have steps of 1 to 11 times the stable one, in mixed order. */
static void
test_median (void)
{
  double t[11], h[11];
  SimStableSteps stable = { t, h, G_N_ELEMENTS (t) };
  TestSystem *system = test_system_new (1, 0);
  SimExplanation explanation;

  for (int k = 0; k < 11; k++)
    {
      t[k] = 0.1 * k - 1e-6;
      h[k] = 0.01 / (1 + 7 * k % 11);
    }
  system->rhs = slow_stiff_rhs;
  explain_run_with (system, test_config ("integrator", "explicit_euler", "error_control", "false", "max_step", "0.01", NULL), 1.1, &stable, NULL, &explanation);
  g_assert_cmpfloat (fabs (explanation.stability_number - 6), <, 1e-9);
  sim_explanation_clear (&explanation);
}

static gboolean
goes_on_twice (gpointer user)
{
  return ++*(int *)user <= 2;
}

/* A long tape is explained in parts, so that a study can be cancelled there. */
static void
test_ended (void)
{
  g_autoptr (SimTape) tape = sim_tape_new (100000);
  TestSystem *system = test_system_new (1, 0);
  int looks = 0;
  SimExplanation explanation;
  SimSimulator *simulator;
  ExprLook before;

  system->rhs = smooth_one_rhs;
  simulator = test_simulator (system, test_config ("integrator", "explicit_euler", "error_control", "false", "max_step", "0.0001", NULL));
  sim_simulator_set_tape (simulator, tape);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 1, FALSE);
  sim_simulator_advance_to (simulator, 1);
  before = expr_look_set ((ExprLook) { goes_on_twice, &looks });
  sim_explain (tape, ode_method_find ("explicit_euler"), -INFINITY, INFINITY, NULL, NULL, NULL, &explanation);
  expr_look_set (before);
  g_assert_cmpuint (sim_tape_n_attempts (tape), >=, 10000);
  g_assert_cmpuint (explanation.n_attempts, <, 4096);
  sim_explanation_clear (&explanation);
  sim_simulator_free (simulator);
  test_system_free (system);
}

static void
test_max_step (void)
{
  TestSystem *system = test_system_new (2, 0);
  SimExplanation explanation;
  system->rhs = smooth_rhs;
  system->x0[0] = 1;
  explain_run (system, test_config ("max_step", "0.01", NULL), 10, &explanation);
  g_assert_cmpfloat (explanation.max_step, >, 0.9);
  g_assert_cmpint (explanation.advice, ==, SIM_ADVICE_RAISE_MAX_STEP);
  sim_explanation_clear (&explanation);
}

static void
test_events (void)
{
  TestSystem *system = test_system_new (2, 0);
  SimExplanation explanation;
  system->rhs = smooth_rhs;
  system->x0[0] = 1;
  test_system_add (system, "sample", SIM_TRIGGER_PERIODIC, SIM_ACTION_DISCRETE, NULL)->period = 0.01;
  explain_run (system, test_config (NULL, NULL), 10, &explanation);
  g_assert_cmpfloat (explanation.events, >, 0.9);
  g_assert_nonnull (strstr (explanation.sentence, "Events"));
  g_assert_cmpint (explanation.advice, ==, SIM_ADVICE_LOOK_AT_EVENTS);
  sim_explanation_clear (&explanation);
}

static void
blow_up_rhs (TestSystem *system, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[0] * x[0];
}

/* The solution of x' = x² with x(0) = 1 does not exist beyond t = 1. The step
 * size becomes too small there, and the explanation of the failure says so. */
static void
test_collapse (void)
{
  TestSystem *system = test_system_new (1, 0);
  system->rhs = blow_up_rhs;
  system->x0[0] = 1;
  g_autoptr (SimTape) tape = sim_tape_new (100000);
  SimSimulator *simulator = test_simulator (system, test_config (NULL, NULL));
  sim_simulator_set_tape (simulator, tape);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 2, FALSE);
  SimStatus status = sim_simulator_advance_to (simulator, 2);
  g_test_message ("%s %s", status.message, status.advice);
  g_assert_cmpint (status.reason, ==, SIM_FAILED_RUN);
  g_assert_cmpfloat (fabs (status.t - 1), <=, 1e-3);
  g_assert_cmpint (sim_simulator_statistics (simulator).worst_state, ==, 0);
  g_autofree char *evidence = NULL, *advice = NULL;
  OdeSettings settings;
  ode_settings_init (&settings);
  SimAdvice remedies[SIM_MOST_REMEDIES + 1];
  SimFailure failure = sim_explain_failure (tape, ode_method_find ("runge_kutta5"), &settings, status.ode_status,
                                            (const char *const *)system->names, NULL, remedies, &evidence, &advice);
  g_assert_cmpint (failure, ==, SIM_FAILURE_COLLAPSE);
  g_assert_cmpint (remedies[0], ==, SIM_ADVICE_MARK_EVENT);
  g_assert_nonnull (strstr (evidence, "rejections"));
  g_assert_nonnull (strstr (evidence, "the step fell"));
  /* The interface shows the method, the time and the details separately. It therefore takes only the cause from the message. */
  g_assert_nonnull (strstr (status.message, "Dormand"));
  g_assert_nonnull (strstr (status.message, evidence));
  g_assert_nonnull (strstr (status.message, status.cause));
  g_assert_null (strstr (status.cause, "Dormand"));
  g_assert_null (strstr (status.cause, evidence));
  sim_simulator_free (simulator);
  test_system_free (system);
}

/* Adds n attempts. Every attempt with a number divisible by `every` is rejected because of its error. */
static void
append_attempts (SimTape *tape, int n, int every)
{
  for (int k = 1; k <= n; k++)
    {
      const OdeAttempt attempt = { .t = k,
                                   .h = 1,
                                   .h_next = 1,
                                   .error = k % every == 0 ? 2 : 0.5,
                                   .order = 5,
                                   .outcome = k % every == 0 ? ODE_ATTEMPT_REJECTED_ERROR : ODE_ATTEMPT_ACCEPTED };

      sim_tape_append (tape, &attempt);
    }
}

/* The fraction of rejected attempts is a word for a half to a tenth, and a percentage otherwise. */
static void
test_fractions (void)
{
  static const struct
  {
    int every;
    const char *text;
  } rows[] = {
    { 2, "One attempt in two " }, { 3, "One attempt in three " }, { 10, "ne attempt in ten " }, { 16, "6\u202f% of the attempts" }
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SimTape) tape = sim_tape_new (1000);
      SimExplanation explanation;

      append_attempts (tape, 240, rows[i].every);
      sim_explain (tape, ode_method_find ("runge_kutta5"), -INFINITY, INFINITY, NULL, NULL, NULL, &explanation);
      g_test_message ("%s. %s", explanation.sentence, explanation.next);
      g_assert_nonnull (strstr (explanation.sentence, rows[i].text));
      sim_explanation_clear (&explanation);
    }
}

/* A tape does not show what made the error of the rejected attempts, so no switch is named. */
static void
test_rejected_without_cause (void)
{
  g_autoptr (SimTape) tape = sim_tape_new (1000);
  SimExplanation explanation;

  append_attempts (tape, 240, 2);
  sim_explain (tape, ode_method_find ("runge_kutta5"), -INFINITY, INFINITY, NULL, NULL, NULL, &explanation);
  g_assert_cmpint (explanation.advice, ==, SIM_ADVICE_STEADIER_CONTROLLER);
  g_assert_null (strstr (explanation.next, "event"));
  sim_explanation_clear (&explanation);
}

/* Newton's method and an undefined model are no causes if no attempt was rejected. */
static void
test_no_attempts (void)
{
  g_autoptr (SimTape) tape = sim_tape_new (10);
  g_autofree char *evidence = NULL, *advice = NULL;
  SimAdvice remedies[SIM_MOST_REMEDIES + 1];
  OdeSettings settings;

  ode_settings_init (&settings);
  g_assert_cmpint (
      sim_explain_failure (tape, ode_method_find ("radau5"), &settings, ODE_FAIL_NO_PROGRESS, NULL, NULL, remedies, &evidence, &advice), ==,
      SIM_FAILURE_COLLAPSE);
}

/* Without events the log of events is empty: neither it nor its button is offered. A sentence on switches keeps its reference to the tape. */
static void
test_without_events (void)
{
  SimExplanation events = { .advice = SIM_ADVICE_LOOK_AT_EVENTS, .events = 0.6, .next = g_strdup ("log") };
  SimExplanation switches = { .advice = SIM_ADVICE_LOOK_AT_EVENTS, .switches = 0.6, .next = g_strdup ("tape") };
  SimExplanation others = { .advice = SIM_ADVICE_RAISE_MAX_STEP, .events = 0.6, .next = g_strdup ("step") };

  sim_explanation_without_events (&events);
  sim_explanation_without_events (&switches);
  sim_explanation_without_events (&others);
  g_assert_cmpint (events.advice, ==, SIM_ADVICE_NONE);
  g_assert_cmpstr (events.next, ==, "Steps end where noise changes and at the points of tables.");
  g_assert_cmpint (switches.advice, ==, SIM_ADVICE_NONE);
  g_assert_cmpstr (switches.next, ==, "tape");
  g_assert_cmpint (others.advice, ==, SIM_ADVICE_RAISE_MAX_STEP);
  g_assert_cmpstr (others.next, ==, "step");
  sim_explanation_clear (&events);
  sim_explanation_clear (&switches);
  sim_explanation_clear (&others);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/explain/real-stability-intervals-equal-the-published-ones", test_intervals);
  g_test_add_func ("/sim/explain/the-response-of-the-steps-to-the-tolerance-decides-between-accuracy-and-stability", test_response);
  g_test_add_func ("/sim/explain/the-verdict-is-left-open-where-the-counts-do-not-decide", test_verdict);
  g_test_add_func ("/sim/explain/stability-never-limits-the-steps-of-an-a-stable-method", test_stable_method);
  g_test_add_func ("/sim/explain/without-a-measurement-accuracy-and-stability-are-not-told-apart", test_unmeasured);
  g_test_add_func ("/sim/explain/the-error-test-limits-the-steps-of-a-smooth-problem", test_smooth);
  g_test_add_func ("/sim/explain/the-state-with-the-largest-error-is-named", test_worst_state);
  g_test_add_func ("/sim/explain/reported-percentages-are-fractions-of-simulated-time", test_shares);
  g_test_add_func ("/sim/explain/the-explanation-states-the-rejected-attempt-with-the-largest-error", test_rejections);
  g_test_add_func ("/sim/explain/a-run-with-fixed-steps-is-reported-as-limited-by-the-fixed-step-size", test_fixed);
  g_test_add_func ("/sim/explain/an-unstable-fixed-step-size-is-detected", test_fixed_unstable);
  g_test_add_func ("/sim/explain/an-unstable-fixed-step-size-of-a-one-stage-method-is-detected", test_fixed_unstable_known);
  g_test_add_func ("/sim/explain/steps-of-the-size-max-step-are-reported-as-limited-by-max-step", test_max_step);
  g_test_add_func ("/sim/explain/steps-that-end-at-events-are-reported-as-limited-by-events", test_events);
  g_test_add_func ("/sim/explain/the-explanation-of-a-collapsing-step-size-states-the-evidence", test_collapse);
  g_test_add_func ("/sim/explain/the-stability-number-is-the-median-of-the-steps", test_median);
  g_test_add_func ("/sim/explain/a-thread-that-is-asked-to-end-explains-a-part", test_ended);
  g_test_add_func ("/sim/explain/the-fraction-of-rejected-attempts-is-described-in-words", test_fractions);
  g_test_add_func ("/sim/explain/no-switch-is-named-for-rejections-of-unknown-cause", test_rejected_without_cause);
  g_test_add_func ("/sim/explain/the-event-log-is-not-referred-to-without-events", test_without_events);
  g_test_add_func ("/sim/explain/without-rejected-attempts-newtons-method-is-not-the-cause", test_no_attempts);
  return g_test_run ();
}
