/* Tests of steps that are repeated to end earlier, of jumps of the state, and
 * of settings that change during a run. */
#include "ode-test.h"

#include <math.h>
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
  /* Both approximations have local errors of about 1e-6. */
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

  /* A step that was repeated may be repeated again with an earlier end time, but not with a later end time and
   * not with size 0. */
  g_assert_cmpint (ode_integrator_retake (integrator, 0.5 * (t0 + t1)), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_retake (integrator, t1), ==, ODE_FAIL_SETTING);
  g_assert_cmpint (ode_integrator_retake (integrator, t0), ==, ODE_FAIL_SETTING);
  run_to (integrator, 2);
  g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), problem_pendulum.x1, 2), <, 1e-4);
  ode_integrator_free (integrator);
  g_free (tape);
}

static OdeStatus
constant_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = 1;
  return ODE_DONE;
}

/* Integrates x' = 1 from t = 10⁸, where one ulp is 1.5e-8. Events shorten steps of
 * 0.1 to sizes that are not differences of representable times. Both x and t must equal the sum
 * of the exact sizes, in steps that are repeated, in whole steps to t_stop, and after a snapshot
 * is restored. */
static void
test_exact_size (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  const OdeSystem system = { .n_states = 1, .rhs = constant_rhs };
  char words[256];
  settings.initial_step = 1;
  OdeIntegrator *integrator = ode_integrator_new (method_named ("runge_kutta5"), &system, &settings, words, sizeof words);
  const double t0 = 1e8, ulp = 0x1p-26, size = 0.1 + 0x1p-40;
  double x = 0, inside;
  void *snapshot = g_malloc (ode_integrator_snapshot_size (integrator));

  g_assert_cmpint (ode_integrator_initialize (integrator, t0, &x, t0 + 1e6), ==, ODE_DONE);
  for (int k = 1; k <= 1000; k++)
    {
      g_assert_cmpint (ode_integrator_step (integrator, t0 + 1e6, ODE_STOP_END), ==, ODE_DONE);
      if (ode_integrator_last_step (integrator) < size)
        {
          k--;
          continue;
        }
      x = ode_integrator_x_previous (integrator)[0];
      g_assert_cmpint (ode_integrator_retake_by (integrator, size), ==, ODE_DONE);
      g_assert_true (ode_integrator_last_step (integrator) == size);
      g_assert_cmpfloat (fabs (ode_integrator_x (integrator)[0] - x - size), <=, 1e-13);
      /* t equals the exact time with a single rounding. */
      g_assert_cmpfloat (fabs (ode_integrator_t (integrator) - t0 - ode_integrator_x (integrator)[0]), <=, 0.51 * ulp);
      if (k == 500)
        {
          ode_integrator_save (integrator, snapshot);
          ode_integrator_restore (integrator, snapshot);
        }
    }
  /* A step that ends at a given time sets t_rest to zero. */
  g_assert_cmpint (ode_integrator_step (integrator, ode_integrator_t (integrator) + 16 * ulp, ODE_STOP_EVENT), ==, ODE_DONE);
  g_assert_cmpfloat (fabs (ode_integrator_t (integrator) - t0 - ode_integrator_x (integrator)[0]), <=, 1e-11);
  /* Dense output can be evaluated at times that differ by less than one ulp of t. */
  g_assert_cmpint (ode_integrator_interpolate_after (integrator, 0.3 * ulp, &inside), ==, ODE_DONE);
  g_assert_cmpfloat (fabs (inside - ode_integrator_x_previous (integrator)[0] - 0.3 * ulp), <=, 1e-13);
  g_assert_cmpint (ode_integrator_interpolate_after (integrator, 32 * ulp, &inside), ==, ODE_FAIL_SETTING);
  ode_integrator_free (integrator);
  g_free (snapshot);
}

/* Takes fixed steps of 0.1 to a stop time that differs from the third
 * grid point by a few ulp of 0.3. If the distance is at most 4 ε t, which
 * is 4.8 ulp, the step is a whole step and the grid continues; otherwise the
 * step is shortened and a new grid begins. */
static void
test_grid_rounding (void)
{
  static const struct { int ulps; bool same; } rows[] = { { 0, true }, { 4, true }, { -4, true }, { 5, false }, { -5, false } };
  const OdeSystem system = { .n_states = 1, .rhs = constant_rhs };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      OdeSettings settings = tolerance_settings (1e-6);
      char words[256];
      double x = 0, stop = 3 * 0.1;

      settings.error_control = false;
      settings.max_step = 0.1;
      OdeIntegrator *integrator = ode_integrator_new (method_named ("runge_kutta4"), &system, &settings, words, sizeof words);
      for (int k = 0; k < abs (rows[i].ulps); k++)
        stop = nextafter (stop, rows[i].ulps > 0 ? 1 : 0);
      g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x, 1), ==, ODE_DONE);
      for (int k = 0; k < 3; k++)
        g_assert_cmpint (ode_integrator_step (integrator, stop, ODE_STOP_EVENT), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == stop);
      g_assert_true ((ode_integrator_last_step (integrator) == 0.1) == rows[i].same);
      g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == (rows[i].same ? 4 * 0.1 : stop + 0.1));
      ode_integrator_free (integrator);
    }
}

/* A step that was repeated with a smaller size may be repeated with any
 * size up to its first size. */
static void
test_retake_longer (void)
{
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  double h, x[2], t;

  run_to (integrator, 0.5);
  g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
  h = ode_integrator_last_step (integrator);
  t = ode_integrator_t (integrator);
  memcpy (x, ode_integrator_x (integrator), sizeof x);
  g_assert_cmpint (ode_integrator_retake_by (integrator, 0.25 * h), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_retake_by (integrator, 0.5 * h), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_retake_by (integrator, 1.01 * h), ==, ODE_FAIL_SETTING);
  g_assert_cmpint (ode_integrator_retake_by (integrator, 0), ==, ODE_FAIL_SETTING);
  g_assert_cmpint (ode_integrator_retake_by (integrator, h), ==, ODE_DONE);
  g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), x, 2), ==, 0);
  g_assert_true (ode_integrator_t (integrator) == t);
  ode_integrator_free (integrator);
}

/* A jump discards the slopes before it. If restart is true, the jump also
 * chooses a new first step size. */
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

/* A right-hand side with a parameter. If the parameter changes between steps, the next step uses the new value. */
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

/* A change of the tolerances during a run takes effect in the next step.
 * Invalid changes are refused. */
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

/* A change of the minimum step changes neither the times k·h of fixed steps nor the
 * step size that error control has chosen. */
static void
test_set_others (void)
{
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator = start (method_named ("runge_kutta4"), &problem_pendulum, &settings);
  char error[200] = "";
  double h;

  for (int k = 1; k <= 3; k++)
    g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
  settings.min_step = 1e-9;
  g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_DONE);
  for (int k = 4; k <= 19; k++)
    {
      g_assert_cmpint (ode_integrator_step (integrator, 2, ODE_STOP_END), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == k * 0.1);
      g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_DONE);
    }
  ode_integrator_free (integrator);

  settings = tolerance_settings (1e-6);
  settings.max_step = 1.5;
  integrator = start (method_named ("runge_kutta5"), &problem_pendulum, &settings);
  run_to (integrator, 0.5);
  h = ode_integrator_next_step (integrator);
  g_assert_cmpfloat (h, <, 1);
  settings.min_step = 1e-9;
  g_assert_cmpint (ode_integrator_set_settings (integrator, &settings, error, sizeof error), ==, ODE_DONE);
  g_assert_true (ode_integrator_next_step (integrator) == h);
  ode_integrator_free (integrator);
}

static OdeStatus
decay_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0];
  return ODE_DONE;
}

/* Integrates x' = −x with a stop at each multiple of 0.37. CVODE does not report the size of the step after a stop. After each step the
 * state must belong to the time, and CVODE must not restart: restarts would at least triple the number of steps. */
static void
test_stops (gconstpointer method_id)
{
  const OdeSystem system = { .n_states = 1, .rhs = decay_rhs };
  OdeSettings settings = tolerance_settings (1e-8);
  const double x0 = 1;
  double middle;
  char error[256];
  long n_free = 0;

  for (int stops = 0; stops <= 1; stops++)
    {
      OdeIntegrator *integrator = ode_integrator_new (method_named (method_id), &system, &settings, error, sizeof error);
      int k = 1;

      g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 20), ==, ODE_DONE);
      while (ode_integrator_t (integrator) < 20)
        {
          double t0 = ode_integrator_t (integrator), t;

          g_assert_cmpint (ode_integrator_step (integrator, stops ? fmin (20, 0.37 * k) : 20, stops ? ODE_STOP_EVENT : ODE_STOP_END), ==,
                           ODE_DONE);
          t = ode_integrator_t (integrator);
          k += t == 0.37 * k;
          g_assert_cmpfloat (fabs (ode_integrator_x (integrator)[0] - exp (-t)), <=, 1e-7);
          g_assert_cmpint (ode_integrator_interpolate (integrator, 0.5 * (t0 + t), &middle), ==, ODE_DONE);
          g_assert_cmpfloat (fabs (middle - exp (-0.5 * (t0 + t))), <=, 1e-6);
        }
      g_test_message ("%ld steps", ode_integrator_statistics (integrator)->steps_taken);
      if (stops)
        g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, <=, 2 * (n_free + 20 / 0.37));
      n_free = ode_integrator_statistics (integrator)->steps_taken;
      ode_integrator_free (integrator);
    }
}

/* The order of the first attempt, and the highest order of all attempts. */
typedef struct
{
  int first, highest;
} Orders;

static void
note_order (void *user, const OdeAttempt *attempt)
{
  Orders *orders = user;

  if (orders->first == 0)
    orders->first = attempt->order;
  orders->highest = MAX (orders->highest, attempt->order);
}

static void
test_orders (gconstpointer name)
{
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator = start (method_named (name), &problem_body, &settings);
  Orders orders = { 0 };

  ode_integrator_set_attempt_func (integrator, note_order, &orders);
  run_to (integrator, problem_body.t1);
  g_assert_cmpint (orders.first, ==, 1);
  g_assert_cmpint (orders.highest, >, 2);
  ode_integrator_free (integrator);
}

/* The guesses of Newton's method in the steps of BDF with k steps. */
typedef struct
{
  int degree, n_guesses;
  double t1; /* end of the attempt */
} Guesses;

static OdeStatus
power_rhs (void *self, double t, const double *x, double *dxdt)
{
  const int degree = *(const int *) self;

  dxdt[0] = degree * pow (t, degree - 1);
  return ODE_DONE;
}

static void
check_guess (void *user, const OdeTraceEvent *event)
{
  Guesses *guesses = user;

  if (event->kind == ODE_TRACE_ATTEMPT)
    guesses->t1 = event->t + event->h;
  if (event->kind != ODE_TRACE_ITERATE || event->index != 0 || event->part != ODE_TRACE_WHOLE)
    return;
  g_assert_cmpfloat_with_epsilon (event->x[0] + (event->base != NULL ? event->base[0] : 0), pow (guesses->t1, guesses->degree), 1e-13);
  guesses->n_guesses++;
}

/* BDF with k steps extrapolates a polynomial through k points. So the guess is exact for the solution t^(k − 1), also with steps of different
 * sizes. */
static void
test_guess (gconstpointer name)
{
  Guesses guesses = { .degree = ((const char *) name)[3] - '1' };
  const Problem problem = { .name = "power", .t1 = 1, .x0 = { 0 }, .system = { .n_states = 1, .rhs = power_rhs, .self = &guesses.degree } };
  OdeSettings settings = fixed_settings (0.1);
  OdeIntegrator *integrator = start (method_named (name), &problem, &settings);

  ode_integrator_set_trace (integrator, check_guess, &guesses);
  for (int k = 0; k < 10; k++)
    g_assert_cmpint (ode_integrator_step_fixed (integrator, k < 7 ? 0.1 : 0.1 + 0.02 * (k - 6)), ==, ODE_DONE);
  g_assert_cmpint (guesses.n_guesses, >=, 4);
  ode_integrator_free (integrator);
}

/* Is 0 in the first evaluations and noise afterwards, which does not depend on x. */
static OdeStatus
noise_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = ++*(int *) self < 30 ? 0 : 1e10 * sin (1e15 * t);
  return ODE_DONE;
}

static void
count_outcomes (void *user, const OdeAttempt *attempt)
{
  ((int *) user)[attempt->outcome]++;
}

/* The noise makes CVODE give up a step after several failures of its error test. Its equations are solved in each of them, so no attempt may
 * be counted as a failure of the nonlinear solver. */
static void
test_cvode_error (gconstpointer name)
{
  int calls = 0;
  const Problem problem = { .name = "noise", .t1 = 2, .x0 = { 1 }, .system = { .n_states = 1, .rhs = noise_rhs, .self = &calls } };
  OdeSettings settings = tolerance_settings (1e-6);
  settings.max_step = 0.05;
  OdeIntegrator *integrator = start (method_named (name), &problem, &settings);
  int outcomes[8] = { 0 };

  ode_integrator_set_attempt_func (integrator, count_outcomes, outcomes);
  for (int k = 0; k < 1000 && ode_integrator_step (integrator, 2, ODE_STOP_END) == ODE_DONE && ode_integrator_t (integrator) < 2; k++)
    ;
  g_assert_cmpint (outcomes[ODE_ATTEMPT_REJECTED_ERROR], >, 0);
  g_assert_cmpint (outcomes[ODE_ATTEMPT_REJECTED_NEWTON], ==, 0);
  g_assert_cmpint (ode_integrator_statistics (integrator)->rejected_error, ==, outcomes[ODE_ATTEMPT_REJECTED_ERROR]);
  ode_integrator_free (integrator);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/history/a-step-repeated-with-another-end-time-ends-at-that-time", test_retake);
  g_test_add_func ("/ode/history/the-rounding-error-of-the-time-is-carried-to-the-next-step", test_exact_size);
  g_test_add_func ("/ode/history/a-grid-point-within-4-ulp-of-a-stop-time-counts-as-that-time", test_grid_rounding);
  g_test_add_func ("/ode/history/a-repeated-step-may-be-lengthened-up-to-its-first-size", test_retake_longer);
  g_test_add_func ("/ode/history/slopes-from-before-a-jump-of-the-state-are-not-used-after-it", test_jump);
  g_test_add_func ("/ode/history/a-changed-parameter-takes-effect-in-the-next-step", test_invalidate);
  g_test_add_func ("/ode/history/changed-tolerances-take-effect-in-the-next-step", test_set_settings);
  g_test_add_func ("/ode/history/a-changed-minimum-step-keeps-the-times-of-fixed-steps-and-the-chosen-step-size", test_set_others);
  g_test_add_data_func ("/ode/history/the-first-guess-of-bdf-extrapolates-the-known-points/bdf2", "bdf2", test_guess);
  g_test_add_data_func ("/ode/history/the-first-guess-of-bdf-extrapolates-the-known-points/bdf3", "bdf3", test_guess);
  g_test_add_data_func ("/ode/history/the-first-guess-of-bdf-extrapolates-the-known-points/bdf4", "bdf4", test_guess);
  if (ode_method_find ("cvode_bdf") != NULL)
    {
      g_test_add_data_func ("/ode/history/cvode-begins-with-order-1/cvode_bdf", "cvode_bdf", test_orders);
      g_test_add_data_func ("/ode/history/cvode-begins-with-order-1/cvode_adams", "cvode_adams", test_orders);
      g_test_add_data_func ("/ode/history/failed-error-tests-of-cvode-count-as-such/cvode_bdf", "cvode_bdf", test_cvode_error);
      g_test_add_data_func ("/ode/history/failed-error-tests-of-cvode-count-as-such/cvode_adams", "cvode_adams", test_cvode_error);
      g_test_add_data_func ("/ode/history/after-a-stop-the-state-of-cvode-belongs-to-its-time/cvode_bdf", "cvode_bdf", test_stops);
      g_test_add_data_func ("/ode/history/after-a-stop-the-state-of-cvode-belongs-to-its-time/cvode_adams", "cvode_adams", test_stops);
    }
  return g_test_run ();
}
