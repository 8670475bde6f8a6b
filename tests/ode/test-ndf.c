/* Tests of the variable-order NDF method. The generic tests cover what all methods have in common. */
#include "ode-test.h"

#include <float.h>
#include <string.h>

#include "ode-stability.h"
#include "stiff-problems.h"

#define HIGHEST 5

static OdeMethodOption options[2];

/* Sets the options of a run: the highest order, and the coefficients "ndf" or "bdf". */
static void
set_options (OdeSettings *settings, int order, const char *coefficients)
{
  options[0] = (OdeMethodOption) { "max_order", order, NULL };
  options[1] = (OdeMethodOption) { "coefficients", NAN, coefficients };
  settings->options = options;
  settings->n_options = 2;
}

/* ---- formulas ---- */

/* Σ_{m≤k} ∇^m x_{n+1}/m − κ γ_k ∇^(k+1) x_{n+1} = h f_{n+1} with the numbers of Shampine and Reichelt, written out: the coefficients of x_{n+1}, x_n, … */
static const double kappa[] = { 0, -0.185, -1.0 / 9, -0.0823, -0.0415, 0 };
static const double bdf[][7] = {
  { 0 },
  { 1, -1 },
  { 3.0 / 2, -2, 1.0 / 2 },
  { 11.0 / 6, -3, 3.0 / 2, -1.0 / 3 },
  { 25.0 / 12, -4, 3, -4.0 / 3, 1.0 / 4 },
  { 137.0 / 60, -5, 5, -10.0 / 3, 5.0 / 4, -1.0 / 5 },
};
static const double binomials[][7] = {
  { 0 }, { 1, -2, 1 }, { 1, -3, 3, -1 }, { 1, -4, 6, -4, 1 }, { 1, -5, 10, -10, 5, -1 }, { 1, -6, 15, -20, 15, -6, 1 },
};

static void
test_formula (gconstpointer user)
{
  const char *coefficients = user;

  for (int k = 1; k <= HIGHEST; k++)
    {
      enum { STEPS = 16 };
      const double h = 1.0 / STEPS, term = strcmp (coefficients, "ndf") == 0 ? kappa[k] * bdf[k][0] : 0;
      OdeSettings settings = fixed_settings (h);
      OdeIntegrator *integrator;
      double x[STEPS + 1][2], f[2];

      set_options (&settings, k, coefficients);
      integrator = start (method_named ("ndf"), &problem_pendulum, &settings);
      for (int n = 0; n <= STEPS; n++)
        {
          memcpy (x[n], ode_integrator_x (integrator), sizeof x[n]);
          if (n > k)
            {
              problem_pendulum.system.rhs (NULL, n * h, x[n], f);
              for (int i = 0; i < 2; i++)
                {
                  double left = 0;

                  for (int j = 0; j <= k + 1; j++)
                    left += (bdf[k][j] - term * binomials[k][j]) * x[n - j][i];
                  g_assert_cmpfloat_with_epsilon (left, h * f[i], 2e-13);
                }
            }
          if (n < STEPS)
            g_assert_cmpint (ode_integrator_step (integrator, 10, ODE_STOP_END), ==, ODE_DONE);
        }
      ode_integrator_free (integrator);
    }
}

/* The errors of the runs with each highest order fall like h^k, and those of NDF are smaller than those of BDF by (1/(k + 1) + κγ)(k + 1). */
static void
test_convergence (void)
{
  const double ratios[] = { 0, 0.63, 0.5, 0.5, 0.53, 1 };

  for (int k = 1; k <= HIGHEST; k++)
    {
      double errors[2][2];

      for (int plain = 0; plain < 2; plain++)
        for (int fine = 0; fine < 2; fine++)
          {
            OdeSettings settings = fixed_settings (1.0 / (fine ? 512 : 256));

            if (k == HIGHEST)
              settings.max_step *= 4;
            set_options (&settings, k, plain ? "bdf" : "ndf");
            errors[plain][fine] = error_at_end (method_named ("ndf"), &problem_pendulum, &settings);
          }
      for (int plain = 0; plain < 2; plain++)
        g_assert_cmpfloat_with_epsilon (log2 (errors[plain][0] / errors[plain][1]), k, 0.15);
      g_test_message ("order %d: %.3f", k, errors[0][1] / errors[1][1]);
      /* Both errors have further terms, of opposite signs where they cancel in part. */
      g_assert_cmpfloat_with_epsilon (errors[0][1] / errors[1][1], ratios[k], 0.12);
    }
}

/* x1' = 1 + t + … + t^(k−1) and x2' = x1' − 50 (x2 − x1). */
static OdeStatus
powers_rhs (void *self, double t, const double *x, double *dxdt)
{
  double sum = 0;

  for (int k = *(const int *) self; k > 0; k--)
    sum = sum * t + 1;
  dxdt[0] = sum;
  dxdt[1] = sum - 50 * (x[1] - x[0]);
  return ODE_DONE;
}

/* A formula of order k is exact for polynomials of degree k, also if the steps change by factors of 0.2 to 4. */
static void
test_ratios (void)
{
  static const double sizes[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.4, 0.08, 0.02, 0.05, 0.2, 0.2, 0.1, 0.3 };

  for (int k = 1; k <= HIGHEST; k++)
    {
      const Problem problem = { .name = "powers", .system = { .self = &k, .n_states = 2, .rhs = powers_rhs }, .t1 = 10 };
      OdeSettings settings = fixed_settings (0.1);
      OdeIntegrator *integrator;

      set_options (&settings, k, "ndf");
      integrator = start (method_named ("ndf"), &problem, &settings);
      for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
        {
          const double t0 = ode_integrator_t (integrator);

          g_assert_cmpint (ode_integrator_step_fixed (integrator, sizes[i]), ==, ODE_DONE);
          for (int part = 1; part <= 4; part++)
            {
              const double t = part == 4 ? ode_integrator_t (integrator) : t0 + part * sizes[i] / 4;
              double exact = 0, x[2];

              for (int j = k; j > 0; j--)
                exact = (exact + 1.0 / j) * t;
              g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
              for (int c = 0; c < 2; c++)
                g_assert_cmpfloat_with_epsilon (x[c], exact, 1e-11 * fmax (exact, 1));
            }
        }
      ode_integrator_free (integrator);
    }
}

/* The angles of Shampine and Reichelt, table 1. */
static void
test_angles (void)
{
  static const double degrees[] = { 90, 90, 80, 66, 51 };
  const OdeMethod *method = method_named ("ndf");

  g_assert_cmpint (ode_stability_lowest_order (method), ==, 1);
  g_assert_cmpint (ode_stability_lowest_order (method_named ("bdf4")), ==, 4);
  for (int k = 1; k <= HIGHEST; k++)
    {
      OdeStability *stability = ode_stability_new_of_order (method, k);
      OdeStabilityFacts facts;

      ode_stability_facts (stability, &facts);
      g_assert_cmpfloat_with_epsilon (facts.alpha, degrees[k - 1], 1);
      g_assert_cmpint (facts.a_stable, ==, k <= 2);
      g_assert_cmpint (facts.l_stable, ==, k <= 2);
      ode_stability_free (stability);
    }
}

/* ---- order and size ---- */

typedef struct { int n, rejected, newton, lowest, highest, first, raised, lowered; double last_order; } Orders;

static void
note (void *user, const OdeAttempt *attempt)
{
  Orders *orders = user;

  orders->rejected += attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR;
  orders->newton += attempt->outcome == ODE_ATTEMPT_REJECTED_NEWTON;
  if (attempt->outcome != ODE_ATTEMPT_ACCEPTED)
    return;
  if (orders->n++ == 0)
    orders->first = attempt->order;
  else
    {
      orders->raised += attempt->order > orders->last_order;
      orders->lowered += attempt->order < orders->last_order;
    }
  orders->last_order = attempt->order;
  orders->highest = MAX (orders->highest, attempt->order);
}

static void
test_orders (void)
{
  for (int most = 1; most <= HIGHEST; most++)
    {
      OdeSettings settings = tolerance_settings (1e-9);
      Orders orders = { 0 };
      OdeIntegrator *integrator;

      set_options (&settings, most, "ndf");
      integrator = start (method_named ("ndf"), &problem_pendulum, &settings);
      ode_integrator_set_attempt_func (integrator, note, &orders);
      run_to (integrator, problem_pendulum.t1);
      g_assert_cmpint (orders.first, ==, 1);
      g_assert_cmpint (orders.highest, ==, most);
      g_assert_cmpint (orders.rejected, <=, 2 + orders.n / 10);
      ode_integrator_free (integrator);
    }
}

static const StiffProblem *
stiff_problem (const char *name)
{
  for (int k = 0; k < n_stiff_problems; k++)
    if (strcmp (stiff_problems[k].name, name) == 0)
      return &stiff_problems[k];
  g_assert_not_reached ();
}

typedef struct { long steps, attempts, jacobians, factorizations, iterations; double error; } Result;

/* Integrates to the first point of a stiff problem, or to the given one. */
static Result
solve (const char *method, const StiffProblem *problem, int point, double tolerance)
{
  OdeSettings settings = tolerance_settings (tolerance);
  const OdeMethodOption same = { "error_fraction", 0.1, "0.1" };
  double atol[STIFF_MAX_STATES];
  char text[256] = "";
  OdeIntegrator *integrator;
  const OdeStatistics *statistics;
  Result result = { 0 };

  for (int i = 0; i < problem->system.n_states; i++)
    atol[i] = problem->atol[i] * tolerance / 1e-8;
  settings.absolute_per_state = atol;
  settings.norm = ODE_NORM_RMS;
  if (strcmp (method, "cvode_bdf") == 0)
    {
      settings.options = &same;
      settings.n_options = 1;
    }
  integrator = ode_integrator_new (method_named (method), &problem->system, &settings, text, sizeof text);
  g_assert_cmpstr (text, ==, "");
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, problem->x0, problem->points[point].t), ==, ODE_DONE);
  run_to (integrator, problem->points[point].t);
  for (int i = 0; i < problem->system.n_states; i++)
    {
      const double exact = problem->points[point].x[i];

      result.error = fmax (result.error, fabs (ode_integrator_x (integrator)[i] - exact) / (fabs (exact) + problem->atol[i] * 1e8));
    }
  statistics = ode_integrator_statistics (integrator);
  result.steps = statistics->steps_taken;
  result.attempts = statistics->steps_attempted;
  result.jacobians = statistics->jacobian_evaluations;
  result.factorizations = statistics->factorizations;
  result.iterations = statistics->newton_iterations;
  ode_integrator_free (integrator);
  return result;
}

/* The errors at the end follow the tolerance, and the numbers of steps are those of CVODE with the same tolerance. Fewer than two iterations in a step and
 * a factorization in every third step are enough. */
static void
test_stiff (void)
{
  static const struct { const char *name; int point; double loose; } rows[] = {
    { "vanderpol-mu1000", 0, 1e-4 }, { "robertson", 2, 1e-4 }, { "hires", 0, 1e-4 }, { "orego", 0, 1e-4 }, { "pollution", 0, 1e-4 }, { "e5-kinetics", 0, 1e-4 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      const StiffProblem *problem = stiff_problem (rows[i].name);
      double previous = INFINITY;

      for (double tolerance = rows[i].loose; tolerance > 0.5e-8; tolerance *= 1e-2)
        {
          const Result result = solve ("ndf", problem, rows[i].point, tolerance);

          g_test_message ("%s %g: error %.2g, %ld steps, %ld attempts, %ld Jacobians, %ld factorizations, %ld iterations", rows[i].name, tolerance,
                          result.error, result.steps, result.attempts, result.jacobians, result.factorizations, result.iterations);
          g_assert_cmpfloat (result.error, <, 300 * tolerance);
          g_assert_cmpfloat (result.error, <, previous);
          g_assert_cmpint (result.attempts - result.steps, <, 0.2 * (double) result.steps + 5);
          g_assert_cmpint (result.iterations, <, 2.5 * (double) result.attempts + 10);
          g_assert_cmpint (result.factorizations, <, 0.5 * (double) result.attempts + 10);
          g_assert_cmpint (result.jacobians, <=, result.factorizations);
          previous = result.error;
          if (ode_method_find ("cvode_bdf") != NULL)
            g_assert_cmpint (result.steps, <, 1.3 * (double) solve ("cvode_bdf", problem, rows[i].point, tolerance).steps + 10);
        }
    }
}

/* x' = −1000 (x − cos t): the Jacobian is constant, so that one is enough for each start. */
static OdeStatus
linear_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -1000 * (x[0] - cos (t));
  dxdt[1] = -x[1];
  return ODE_DONE;
}

/* Van der Pol's oscillator jumps at the same times although the tolerance does not resolve the slow motion: a Jacobian of a jump is not used for it. */
static void
test_jump (void)
{
  const StiffProblem *problem = stiff_problem ("vanderpol-mu1000");

  for (double tolerance = 1e-2; tolerance > 2e-4; tolerance *= 0.5)
    {
      const Result result = solve ("ndf", problem, problem->n_points - 1, tolerance);

      g_test_message ("%g: error %.2g, %ld of %ld steps", tolerance, result.error, result.steps, result.attempts);
      g_assert_cmpfloat (result.error, <, 0.1);
    }
}

/* ---- starts ---- */

/* After a restart the steps are those of a run that begins there. */
static void
test_restart (void)
{
  const Problem problem = { .name = "linear", .system = { .n_states = 2, .rhs = linear_rhs }, .t1 = 3, .x0 = { 0, 1 } };
  OdeSettings settings = tolerance_settings (1e-6);
  OdeIntegrator *first = start (method_named ("ndf"), &problem, &settings), *second = start (method_named ("ndf"), &problem, &settings);
  double x[2] = { 2, 0.5 };
  Orders orders = { 0 };

  run_to (first, 1);
  g_assert_cmpint (ode_integrator_jump (first, 1, x, true), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_initialize (second, 1, x, 3), ==, ODE_DONE);
  ode_integrator_set_attempt_func (first, note, &orders);
  while (ode_integrator_t (second) < 3)
    {
      g_assert_cmpint (ode_integrator_step (first, 3, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpint (ode_integrator_step (second, 3, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpfloat (ode_integrator_t (first), ==, ode_integrator_t (second));
      g_assert_true (memcmp (ode_integrator_x (first), ode_integrator_x (second), sizeof x) == 0);
    }
  g_assert_cmpint (orders.first, ==, 1);
  ode_integrator_free (first);
  ode_integrator_free (second);
}

/* A jump that keeps the step size makes the next step as short as order 1 needs it: hardly an attempt fails. */
static void
test_size_after_jump (void)
{
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator = start (method_named ("ndf"), &problem_pendulum, &settings);
  Orders orders = { 0 };

  run_to (integrator, 1);
  ode_integrator_set_attempt_func (integrator, note, &orders);
  for (int k = 0; k < 10; k++)
    {
      const double x[2] = { 0.5, 0.1 * k };

      if (k % 2 == 0)
        g_assert_cmpint (ode_integrator_jump (integrator, ode_integrator_t (integrator), x, false), ==, ODE_DONE);
      else
        ode_integrator_invalidate (integrator);
      orders.n = 0;
      run_to (integrator, ode_integrator_t (integrator) + 0.1);
      g_assert_cmpint (orders.first, ==, 1);
    }
  g_assert_cmpint (orders.rejected, <=, 10);
  ode_integrator_free (integrator);
}

/* Steps that are taken again with any part of their size, as events need it, keep the error at the tolerance and the order. */
static void
test_retake (void)
{
  const double parts[] = { 0.5, 1e-3, 0.9, 1e-7, 1e-12, 0.3 };
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator = start (method_named ("ndf"), &problem_pendulum, &settings), *plain = start (method_named ("ndf"), &problem_pendulum, &settings);
  Orders orders = { 0 };
  gsize k = 0;

  ode_integrator_set_attempt_func (integrator, note, &orders);
  while (ode_integrator_t (integrator) < problem_pendulum.t1)
    {
      g_assert_cmpint (ode_integrator_step (integrator, problem_pendulum.t1, ODE_STOP_END), ==, ODE_DONE);
      if (++k % 7 == 0)
        {
          const double h = ode_integrator_last_step (integrator) * parts[k / 7 % G_N_ELEMENTS (parts)];
          const int order = (int) orders.last_order;

          g_assert_cmpint (ode_integrator_retake_by (integrator, h), ==, ODE_DONE);
          g_assert_cmpint (orders.last_order, ==, order);
        }
    }
  run_to (plain, problem_pendulum.t1);
  g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), problem_pendulum.x1, 2), <, 1e-6);
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, <, 1.6 * (double) ode_integrator_statistics (plain)->steps_taken);
  ode_integrator_free (integrator);
  ode_integrator_free (plain);
}

static OdeStatus
fall_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -9.81;
  return ODE_DONE;
}

/* The first step of a throw is exact, at its end and inside, so that a ball that bounces in steps loses no height. */
static void
test_throw (void)
{
  const Problem problem = { .name = "throw", .system = { .n_states = 2, .rhs = fall_rhs }, .t1 = 1, .x0 = { 0, 1e-6 } };
  OdeSettings settings = tolerance_settings (1e-8);
  OdeIntegrator *integrator;

  settings.initial_step = 2.4e-7;
  integrator = start (method_named ("ndf"), &problem, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpfloat (ode_integrator_t (integrator), ==, 2.4e-7);
  for (int part = 1; part <= 4; part++)
    {
      const double t = part == 4 ? 2.4e-7 : part * 0.6e-7;
      double x[2];

      g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
      g_assert_cmpfloat_with_epsilon (x[0], 1e-6 * t - 0.5 * 9.81 * t * t, 1e-22);
      g_assert_cmpfloat_with_epsilon (x[1], 1e-6 - 9.81 * t, 1e-19);
    }
  ode_integrator_free (integrator);
}

/* ---- differential-algebraic equations ---- */

/* x' = −y², 0 = y − x², with x = 1/(1 + 3t)^(1/3) from (1, 1). */
static OdeStatus
dae_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[1] * x[1];
  dxdt[1] = x[1] - x[0] * x[0];
  return ODE_DONE;
}

/* The errors inside steps are those at the ends, algebraic equations hold, and the first step needs no trials. */
static void
test_dae (void)
{
  static const int start_of[] = { 0, 1, 1 }, row_of[] = { 0 };
  static const OdePattern pattern = { 2, 2, start_of, row_of };
  static const double mass[] = { 1 };
  static const OdeKind kinds[] = { ODE_OTHER, ODE_ALGEBRAIC };
  const Problem problem = { .name = "dae", .system = { .n_states = 2, .rhs = dae_rhs, .mass_pattern = &pattern, .mass = mass, .kinds = kinds }, .t1 = 4,
                            .x0 = { 1, 1 } };

  for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance *= 1e-2)
    {
      OdeSettings settings = tolerance_settings (tolerance);
      OdeIntegrator *integrator = start (method_named ("ndf"), &problem, &settings);
      Orders orders = { 0 };
      double inside = 0, ends = 0;

      ode_integrator_set_attempt_func (integrator, note, &orders);
      for (int step = 0; ode_integrator_t (integrator) < problem.t1; step++)
        {
          g_assert_cmpint (ode_integrator_step (integrator, problem.t1, ODE_STOP_END), ==, ODE_DONE);
          if (step == 0)
            g_assert_cmpint (orders.rejected + orders.newton, <=, 1);
          for (int part = 1; part <= 8; part++)
            {
              const double t0 = ode_integrator_t_previous (integrator), t1 = ode_integrator_t (integrator), t = part == 8 ? t1 : t0 + part * (t1 - t0) / 8;
              const double exact = pow (1 + 3 * t, -1.0 / 3);
              double x[2], *worst = part == 8 ? &ends : &inside;

              g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
              *worst = fmax (*worst, fmax (fabs (x[0] - exact), fabs (x[1] - exact * exact)));
              g_assert_cmpfloat (fabs (x[1] - x[0] * x[0]), <, 3 * tolerance);
            }
        }
      g_test_message ("%g: %.2g inside, %.2g at ends, %d steps", tolerance, inside, ends, orders.n);
      g_assert_cmpfloat (ends, <, 30 * tolerance);
      g_assert_cmpfloat (inside, <, 1.5 * ends + 0.3 * tolerance);
      ode_integrator_free (integrator);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/ode/ndf/states-satisfy-the-formula-of-each-order/ndf", "ndf", test_formula);
  g_test_add_data_func ("/ode/ndf/states-satisfy-the-formula-of-each-order/bdf", "bdf", test_formula);
  g_test_add_func ("/ode/ndf/each-order-converges-with-the-published-error-constant", test_convergence);
  g_test_add_func ("/ode/ndf/changes-of-the-step-keep-the-order", test_ratios);
  g_test_add_func ("/ode/ndf/stability-angles-agree-with-published-values", test_angles);
  g_test_add_func ("/ode/ndf/a-run-begins-with-order-1-and-reaches-the-highest-order", test_orders);
  g_test_add_func ("/ode/ndf/stiff-problems-need-the-steps-of-cvode", test_stiff);
  g_test_add_func ("/ode/ndf/a-loose-tolerance-misses-no-jump", test_jump);
  g_test_add_func ("/ode/ndf/a-restart-forgets-the-history", test_restart);
  g_test_add_func ("/ode/ndf/a-step-after-a-jump-is-as-short-as-order-1-needs-it", test_size_after_jump);
  g_test_add_func ("/ode/ndf/steps-that-are-taken-again-keep-error-and-order", test_retake);
  g_test_add_func ("/ode/ndf/the-first-step-of-a-throw-is-exact", test_throw);
  g_test_add_func ("/ode/ndf/an-algebraic-unknown-is-as-accurate-as-a-state", test_dae);
  return g_test_run ();
}
