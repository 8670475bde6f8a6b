/* Tests of choices that change during a run: the automatic choice between a non-stiff and a stiff method, and the order of
 * extrapolation. */
#include "ode-test.h"

/* ---- automatic choice ---- */

/* y' = −λ(t) (y − cos t) − sin t, whose solution is cos t. λ(t) alternates
 * periodically between two values. */
typedef struct
{
  double low, high, period;
} Stiffness;

static double
rate_at (const Stiffness *stiffness, double t)
{
  return fmod (t, stiffness->period) < 0.5 * stiffness->period ? stiffness->low : stiffness->high;
}

static OdeStatus
stiff_rhs (void *self, double t, const double *x, double *dxdt)
{
  double lambda = rate_at (self, t);

  dxdt[0] = -lambda * (x[0] - cos (t)) - sin (t);
  return ODE_DONE;
}

static void
store_attempt (void *user, const OdeAttempt *attempt)
{
  if (attempt->outcome == ODE_ATTEMPT_ACCEPTED || attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR)
    g_array_append_val ((GArray *) user, *attempt);
}

/* Applies the rules of Hairer and Wanner (DOPRI5) and Petzold to the recorded h ρ, and compares the result with
 * the method of each attempt: Dormand–Prince has order 5 and RODAS order 4. An attempt of Dormand–Prince with h ρ above 5 is replaced by
 * one of RODAS; here ρ is λ at the end of the step. */
static void
check_rules (const Stiffness *stiffness, const GArray *attempts, int n_changes[3])
{
  int order = 5, n_other = 0, n_same = 0;

  for (guint i = 0; i < attempts->len; i++)
    {
      const OdeAttempt *attempt = &g_array_index (attempts, OdeAttempt, i);
      double product = attempt->h * (double) attempt->spectral_radius;
      gboolean accepted = attempt->outcome == ODE_ATTEMPT_ACCEPTED;

      if (order == 5 && attempt->order == 4)
        {
          g_assert_cmpfloat (attempt->h * rate_at (stiffness, attempt->t + attempt->h), >, 4.99);
          n_changes[2]++;
          order = 4;
          n_other = n_same = 0;
        }
      g_assert_cmpint (attempt->order, ==, order);
      if (order == 5 ? product > 3.25 : accepted && product < 2)
        {
          n_other++;
          n_same = 0;
        }
      else if (accepted && (++n_same >= 6 || order == 4))
        n_other = 0;
      if (n_other == (order == 5 ? 15 : 10))
        {
          n_changes[order == 4]++;
          order = order == 5 ? 4 : 5;
          n_other = n_same = 0;
        }
    }
}

static void
test_automatic (void)
{
  /* Long periods lead to changes of the method; in short periods, single steps prevent a change. */
  static const Stiffness cases[] = { { 1, 2000, 40 }, { 1, 1000, 0.5 }, { 5, 1000, 0.2 }, { 1, 200, 0.15 }, { 300, 3000, 1 }, { 1, 1, 1 } };
  int n_changes[3] = { 0 }, n_steps = 0;

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    for (double max_step = 0.05; max_step < 1; max_step *= 4)
      {
        Problem problem = { "stiffness", { .self = (void *) &cases[k], .n_states = 1, .rhs = stiff_rhs }, 0, 60, { 1 }, { cos (60) } };
        OdeSettings settings = tolerance_settings (1e-4);
        g_autoptr (GArray) attempts = g_array_new (FALSE, FALSE, sizeof (OdeAttempt));
        OdeIntegrator *integrator;

        settings.max_step = max_step;
        integrator = start (method_named ("auto"), &problem, &settings);
        ode_integrator_set_attempt_func (integrator, store_attempt, attempts);
        run_to (integrator, problem.t1);
        g_assert_cmpfloat (fabs (ode_integrator_x (integrator)[0] - problem.x1[0]), <, 1e-2);
        check_rules (&cases[k], attempts, n_changes);
        n_steps += (int) attempts->len;
        ode_integrator_free (integrator);
      }
  g_test_message ("%d steps, %d changes to the stiff method, %d at once, %d changes back", n_steps, n_changes[0], n_changes[2],
                  n_changes[1]);
  g_assert_cmpint (n_changes[0], >=, 5);
  g_assert_cmpint (n_changes[1], >=, 5);
  g_assert_cmpint (n_changes[2], >=, 5);
}

/* Robertson's reactions. A component of 4e-5 is far below the absolute tolerance, so only stability keeps it from becoming negative, from
 * where the solution has no end. */
static OdeStatus
robertson_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
  dxdt[2] = 3e7 * x[1] * x[1];
  dxdt[1] = -dxdt[0] - dxdt[2];
  return ODE_DONE;
}

static void
test_below_tolerance (void)
{
  for (double tolerance = 1e-2; tolerance > 1e-7; tolerance /= 10)
    {
      Problem problem = { "robertson", { .n_states = 3, .rhs = robertson_rhs },       0, 40,
                          { 1, 0, 0 }, { 0.7158270688, 9.185534765e-6, 0.2841637457 } };
      OdeSettings settings = tolerance_settings (tolerance);
      OdeIntegrator *integrator;

      settings.absolute_tolerance = tolerance;
      integrator = start (method_named ("auto"), &problem, &settings);
      run_to (integrator, problem.t1);
      g_test_message ("tolerance %g: %.10g", tolerance, ode_integrator_x (integrator)[0]);
      g_assert_cmpfloat (fabs (ode_integrator_x (integrator)[0] - problem.x1[0]), <, tolerance);
      ode_integrator_free (integrator);
    }
}

/* x' = −10⁶ (x − 1/2) has values only for |x − 1/2| < 0.05, which explicit stages leave. */
static OdeStatus
edge_rhs (void *self, double t, const double *x, double *dxdt)
{
  if (!(fabs (x[0] - 0.5) < 0.05))
    return ODE_RETRY_UNDEFINED;
  dxdt[0] = -1e6 * (x[0] - 0.5);
  return ODE_DONE;
}

/* With a minimum step at which the explicit method is unstable, the stiff method makes the steps. */
static void
test_falls_back (void)
{
  Problem problem = { "edge", { .n_states = 1, .rhs = edge_rhs }, 0, 1, { 0.51 }, { 0.5 } };
  OdeSettings settings = tolerance_settings (1e-2);
  OdeIntegrator *integrator;

  settings.min_step = 5e-5;
  settings.initial_step = 5e-5;
  integrator = start (method_named ("rodas4"), &problem, &settings);
  run_to (integrator, problem.t1);
  ode_integrator_free (integrator);
  integrator = start (method_named ("auto"), &problem, &settings);
  run_to (integrator, problem.t1);
  g_assert_cmpfloat (fabs (ode_integrator_x (integrator)[0] - problem.x1[0]), <, 1e-3);
  ode_integrator_free (integrator);
}

/* ---- extrapolation ---- */

/* The order of extrapolation increases for smaller tolerances, and changes during a run with the solution. */
static void
test_order (void)
{
  double mean_before = 0;

  for (double tolerance = 1e-3; tolerance > 1e-12; tolerance /= 1000)
    {
      OdeSettings settings = tolerance_settings (tolerance);
      g_autoptr (GArray) attempts = g_array_new (FALSE, FALSE, sizeof (OdeAttempt));
      OdeIntegrator *integrator = start (method_named ("bulirsch_stoer"), &problem_pleiades, &settings);
      bool used[64] = { false };
      double mean = 0;
      int n_orders = 0;

      ode_integrator_set_attempt_func (integrator, store_attempt, attempts);
      run_to (integrator, problem_pleiades.t1);
      for (guint i = 0; i < attempts->len; i++)
        {
          int order = g_array_index (attempts, OdeAttempt, i).order;

          n_orders += !used[order];
          used[order] = true;
          mean += order / (double) attempts->len;
        }
      g_test_message ("tolerance %g: %u steps, %d orders, mean order %.2f", tolerance, attempts->len, n_orders, mean);
      g_assert_cmpint (n_orders, >=, 3);
      g_assert_cmpfloat (mean, >, mean_before + 1);
      mean_before = mean;
      ode_integrator_free (integrator);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ode/switching/the-automatic-choice-follows-its-rules-at-every-step", test_automatic);
  g_test_add_func ("/ode/switching/the-automatic-choice-is-stable-for-states-below-their-tolerance", test_below_tolerance);
  g_test_add_func ("/ode/switching/the-stiff-method-makes-a-step-that-the-explicit-one-cannot", test_falls_back);
  g_test_add_func ("/ode/switching/the-order-of-extrapolation-follows-tolerance-and-solution", test_order);
  return g_test_run ();
}
