/* Tests of tolerances that follow from the sizes of the states: scaling changes no step, small, decaying, starting and passing states are
 * controlled, and the sizes belong to the state of the integrator. */
#include "ode-test.h"

#include <string.h>

/* The unit of time of the systems below: their slopes are multiplied by this number. */
static double rate = 1;
/* The unit of all states, for systems that are not homogeneous. */
static double unit = 1;

/* Three reactions: A → B, B + B → B + C, B + C → A + C, with rates that differ by orders of magnitude. */
static OdeStatus
robertson_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double a = 0.04 * x[0], b = 3e7 * x[1] * x[1] / unit, c = 1e4 * x[1] * x[2] / unit;

  dxdt[0] = rate * (c - a);
  dxdt[1] = rate * (a - b - c);
  dxdt[2] = rate * b;
  return ODE_DONE;
}

/* A chain of 12 states, each of which is produced from the one before: x_k = exp (−t) t^k/k!. */
static OdeStatus
chain_rhs (void *self, double t, const double *x, double *dxdt)
{
  for (int i = 0; i < 12; i++)
    dxdt[i] = rate * ((i > 0 ? x[i - 1] : 0) - x[i]);
  return ODE_DONE;
}

static OdeStatus
decay_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -rate * x[0];
  return ODE_DONE;
}

static OdeStatus
oscillator_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = rate * x[1];
  dxdt[1] = -rate * x[0];
  return ODE_DONE;
}

/* The Jacobians are exact, because increments of difference quotients have a lower limit that does not follow the units. Column-major, zero
 * before. */
static OdeStatus
robertson_jacobian (void *self, double t, const double *x, double *J)
{
  const double b = 6e7 * x[1] / unit, c = 1e4 * x[2] / unit, d = 1e4 * x[1] / unit;
  const double values[] = { -0.04, 0.04, 0, c, -b - c, b, d, -d, 0 };

  for (int i = 0; i < 9; i++)
    J[i] = rate * values[i];
  return ODE_DONE;
}

static OdeStatus
chain_jacobian (void *self, double t, const double *x, double *J)
{
  memset (J, 0, 144 * sizeof *J);
  for (int i = 0; i < 12; i++)
    {
      J[13 * i] = -rate;
      if (i > 0)
        J[12 * (i - 1) + i] = rate;
    }
  return ODE_DONE;
}

static OdeStatus
decay_jacobian (void *self, double t, const double *x, double *J)
{
  J[0] = -rate;
  return ODE_DONE;
}

static OdeStatus
oscillator_jacobian (void *self, double t, const double *x, double *J)
{
  J[0] = J[3] = 0;
  J[1] = -rate;
  J[2] = rate;
  return ODE_DONE;
}

/* x at rest at its equilibrium 0.1 + 0.2, up to rounding errors, and the velocity of its oscillation about it. */
static OdeStatus
rest_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = 1e8 * ((0.1 - x[0] / 3) + (0.2 - 2 * x[0] / 3)) - x[1];
  return ODE_DONE;
}

/* The second state is exactly zero until t = 0.7. */
static OdeStatus
switch_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0];
  dxdt[1] = t > 0.7 ? x[0] : 0;
  return ODE_DONE;
}

static const Problem robertson = {
  .name = "robertson", .system = { .n_states = 3, .rhs = robertson_rhs, .jacobian = robertson_jacobian }, .t1 = 0.5, .x0 = { 1 }
};
static const Problem chain = {
  .name = "chain", .system = { .n_states = 12, .rhs = chain_rhs, .jacobian = chain_jacobian }, .t1 = 5, .x0 = { 1 }
};
static const Problem decay = {
  .name = "decay", .system = { .n_states = 1, .rhs = decay_rhs, .jacobian = decay_jacobian }, .t1 = 20, .x0 = { 1 }
};
static const Problem oscillator = {
  .name = "oscillator", .system = { .n_states = 2, .rhs = oscillator_rhs, .jacobian = oscillator_jacobian }, .t1 = 20, .x0 = { 1 }
};

static OdeSettings
size_settings (double accuracy)
{
  OdeSettings settings;

  ode_settings_init (&settings);
  settings.accuracy = accuracy;
  return settings;
}

/* Runs a problem whose states and time are multiplied by powers of two, and writes the states to x; returns the number of attempts. */
static long
run_scaled (const char *method, const Problem *problem, double accuracy, int states, int time, double *x)
{
  Problem scaled = *problem;
  OdeSettings settings = size_settings (accuracy);
  OdeIntegrator *integrator;
  long attempts;

  rate = ldexp (1, -time);
  unit = ldexp (1, states);
  scaled.t1 = ldexp (problem->t1, time);
  for (int i = 0; i < problem->system.n_states; i++)
    scaled.x0[i] = ldexp (problem->x0[i], states);
  integrator = start (method_named (method), &scaled, &settings);
  run_to (integrator, scaled.t1);
  memcpy (x, ode_integrator_x (integrator), sizeof *x * (size_t)problem->system.n_states);
  attempts = ode_integrator_statistics (integrator)->steps_attempted;
  ode_integrator_free (integrator);
  rate = unit = 1;
  return attempts;
}

/* If all states, or the time, are multiplied by a power of two, each step is the same, and the states are the same numbers times the power.
 */
static void
test_scaling (void)
{
  static const char *const methods[] = { "runge_kutta5", "dop853", "bogacki_shampine3", "bulirsch_stoer", "rodas4", "radau5",
                                         "trbdf2",       "auto" };
  static const Problem *const problems[] = { &robertson, &chain, &decay, &oscillator };
  static const int scales[][2] = { { 20, 0 }, { -20, 0 }, { 0, 10 }, { 0, -10 }, { -37, 11 } };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (size_t p = 0; p < G_N_ELEMENTS (problems); p++)
      for (size_t s = 0; s < G_N_ELEMENTS (scales); s++)
        {
          double plain[MAX_STATES], scaled[MAX_STATES];
          long attempts = run_scaled (methods[m], problems[p], 1e-5, 0, 0, plain);

          if (run_scaled (methods[m], problems[p], 1e-5, scales[s][0], scales[s][1], scaled) != attempts)
            g_error ("%s on %s: the steps depend on the units (2^%d, 2^%d)", methods[m], problems[p]->name, scales[s][0], scales[s][1]);
          for (int i = 0; i < problems[p]->system.n_states; i++)
            g_assert_true (scaled[i] == ldexp (plain[i], scales[s][0]));
        }
}

/* A state of any size that decays by nine orders of magnitude is right relative to itself. exp (−20) = 2.06e-9. */
static void
test_decay (void)
{
  static const char *const methods[] = { "runge_kutta5", "dop853", "rodas4", "radau5", "kvaerno5", "cvode_bdf" };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (int scale = -40; scale <= 40; scale += 40)
      {
        double x;

        if (ode_method_find (methods[m]) == NULL)
          continue;
        run_scaled (methods[m], &decay, 1e-4, scale, 0, &x);
        /* Each step adds at most 1e-4, and there are fewer than 200. */
        g_assert_cmpfloat_with_epsilon (ldexp (x, -scale) / exp (-20), 1, 200e-4);
      }
}

/* States that start at zero are right relative to the largest: the k-th like t^k, whose error is as large as the state in the first steps.
 * The chain with one state takes 25 steps at this accuracy. */
static void
test_chain (void)
{
  static const char *const methods[] = { "runge_kutta5", "bogacki_shampine3", "rodas4", "radau5" };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      double x[MAX_STATES], exact = exp (-5);
      long attempts = run_scaled (methods[m], &chain, 1e-5, 0, 0, x);

      for (int k = 0; k < 12; exact *= 5.0 / ++k)
        g_assert_cmpfloat_with_epsilon (x[k], exact, 1e-3 * exact);
      g_assert_cmpint (attempts, <, 600);
    }
}

/* The tolerance of a state that has had both signs does not become small where the state passes through zero: it is the accuracy times the
 * smaller of the two amplitudes. */
static void
test_oscillator (void)
{
  OdeSettings settings = size_settings (1e-6);
  OdeIntegrator *integrator = start (method_named ("runge_kutta5"), &oscillator, &settings);
  const double zero[2] = { 0, 0 };
  double tolerance[2];

  run_to (integrator, 10);
  ode_integrator_tolerances (integrator, zero, zero, tolerance);
  g_assert_cmpfloat (tolerance[0], >, 0.9e-6);
  g_assert_cmpfloat (tolerance[0], <, 1.01e-6);
  g_assert_cmpfloat (tolerance[1], >, 0.9e-6);
  ode_integrator_free (integrator);
}

/* A snapshot has the sizes: an integrator that begins at another point and continues from it makes the same steps. */
static void
test_snapshot (void)
{
  OdeSettings settings = size_settings (1e-5);
  Problem other = robertson;
  OdeIntegrator *first = start (method_named ("runge_kutta5"), &robertson, &settings), *second;
  g_autofree void *snapshot = g_malloc (ode_integrator_snapshot_size (first));

  other.x0[0] = 7;
  other.x0[1] = -3e-4;
  second = start (method_named ("runge_kutta5"), &other, &settings);
  run_to (first, 0.1);
  ode_integrator_save (first, snapshot);
  run_to (first, 0.5);
  ode_integrator_restore (second, snapshot);
  run_to (second, 0.5);
  for (int i = 0; i < 3; i++)
    g_assert_true (ode_integrator_x (first)[i] == ode_integrator_x (second)[i]);
  ode_integrator_free (first);
  ode_integrator_free (second);
}

/* A step that is taken again, shorter, leaves no trace: the tolerances are those of a run that never made the longer step. */
static void
test_retake (void)
{
  OdeSettings settings = size_settings (1e-5);
  OdeIntegrator *first = start (method_named ("runge_kutta5"), &oscillator, &settings);
  OdeIntegrator *second = start (method_named ("runge_kutta5"), &oscillator, &settings);
  const double zero[2] = { 0, 0 };
  double a[2], b[2], h;

  g_assert_cmpint (ode_integrator_step (first, 20, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (first, 20, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (second, 20, ODE_STOP_END), ==, ODE_DONE);
  h = ode_integrator_last_step (first) / 16;
  g_assert_cmpint (ode_integrator_retake_by (first, h), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (second, ode_integrator_t (first), ODE_STOP_EVENT), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (first, 20, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (second, 20, ODE_STOP_END), ==, ODE_DONE);
  ode_integrator_tolerances (first, zero, zero, a);
  ode_integrator_tolerances (second, zero, zero, b);
  /* The two points at which the last steps start differ by rounding errors. */
  g_assert_cmpfloat_with_epsilon (a[1] / b[1], 1, 1e-12);
  ode_integrator_free (first);
  ode_integrator_free (second);
}

/* The steps become no smaller than an oscillation of rounding errors at rest needs, and a state that is zero until a switch does not make
 * the run fail. */
static void
test_rest_and_switch (void)
{
  static const char *const methods[] = { "runge_kutta5", "dop853", "rodas4", "radau5" };
  const Problem rest = { .name = "rest", .system = { .n_states = 2, .rhs = rest_rhs }, .t1 = 0.01, .x0 = { 0.1 + 0.2 } };
  const Problem later = { .name = "switch", .system = { .n_states = 2, .rhs = switch_rhs, .time_dependent = true }, .t1 = 2, .x0 = { 1 } };

  for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
    for (double accuracy = 1e-4; accuracy > 1e-12; accuracy *= 1e-3)
      {
        OdeSettings settings = size_settings (accuracy);
        OdeIntegrator *integrator = start (method_named (methods[m]), &rest, &settings);

        run_to (integrator, rest.t1);
        g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 0.3, 1e-12);
        /* There are 16 periods of the rounding errors, each at most some tens of steps. */
        g_assert_cmpint (ode_integrator_statistics (integrator)->steps_attempted, <, 1000);
        ode_integrator_free (integrator);
        integrator = start (method_named (methods[m]), &later, &settings);
        run_to (integrator, later.t1);
        g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[1], exp (-0.7) - exp (-2), 1e3 * accuracy);
        ode_integrator_free (integrator);
      }
}

/* A weight that is given is used as it is; other states follow their sizes. */
static void
test_weights (void)
{
  const double weights[2] = { 10, NAN }, x[2] = { 0.001, 0.001 };
  OdeSettings settings = size_settings (1e-6);
  OdeIntegrator *integrator;
  double tolerance[2];

  settings.weights = weights;
  integrator = start (method_named ("runge_kutta5"), &oscillator, &settings);
  run_to (integrator, 10);
  ode_integrator_tolerances (integrator, x, x, tolerance);
  g_assert_cmpfloat_with_epsilon (tolerance[0], 0.1e-6, 1e-20);
  g_assert_cmpfloat (tolerance[1], >, 0.9e-6);
  ode_integrator_free (integrator);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/sizes/units-change-no-step", test_scaling);
  g_test_add_func ("/ode/sizes/a-state-that-decays-by-orders-is-right-relative-to-itself", test_decay);
  g_test_add_func ("/ode/sizes/states-that-start-at-zero-are-right-and-need-few-steps", test_chain);
  g_test_add_func ("/ode/sizes/a-state-that-passes-through-zero-keeps-its-size", test_oscillator);
  g_test_add_func ("/ode/sizes/a-snapshot-has-the-sizes", test_snapshot);
  g_test_add_func ("/ode/sizes/a-step-that-is-taken-again-leaves-no-trace", test_retake);
  g_test_add_func ("/ode/sizes/rest-and-switches-do-not-make-the-steps-vanish", test_rest_and_switch);
  g_test_add_func ("/ode/sizes/a-given-weight-is-used-as-it-is", test_weights);
  return g_test_run ();
}
