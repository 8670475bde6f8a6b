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

static OdeStatus
stiff_rhs (void *self, double t, const double *x, double *dxdt)
{
  const Stiffness *stiffness = self;
  double lambda = fmod (t, stiffness->period) < 0.5 * stiffness->period ? stiffness->low : stiffness->high;

  dxdt[0] = -lambda * (x[0] - cos (t)) - sin (t);
  return ODE_DONE;
}

static void
store_attempt (void *user, const OdeAttempt *attempt)
{
  if (attempt->outcome == ODE_ATTEMPT_ACCEPTED)
    g_array_append_val ((GArray *) user, *attempt);
}

/* Applies the rules of Hairer and Wanner (DOPRI5) and Petzold to the recorded h ρ, and compares the result with
 * the method of each attempt: Dormand–Prince has order 5 and RODAS order 4. */
static void
check_rules (const GArray *attempts, int n_changes[2])
{
  int order = 5, n_other = 0, n_same = 0;

  for (guint i = 0; i < attempts->len; i++)
    {
      const OdeAttempt *attempt = &g_array_index (attempts, OdeAttempt, i);
      double product = attempt->h * (double) attempt->spectral_radius;

      g_assert_cmpint (attempt->order, ==, order);
      if (order == 5 ? product > 3.25 : product < 2)
        {
          n_other++;
          n_same = 0;
        }
      else if (++n_same >= 6 || order == 4)
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
  int n_changes[2] = { 0 }, n_steps = 0;

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
        check_rules (attempts, n_changes);
        n_steps += (int) attempts->len;
        ode_integrator_free (integrator);
      }
  g_test_message ("%d steps, %d changes to the stiff method, %d changes back", n_steps, n_changes[0], n_changes[1]);
  g_assert_cmpint (n_changes[0], >=, 5);
  g_assert_cmpint (n_changes[1], >=, 5);
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
  g_test_add_func ("/ode/switching/the-order-of-extrapolation-follows-tolerance-and-solution", test_order);
  return g_test_run ();
}
