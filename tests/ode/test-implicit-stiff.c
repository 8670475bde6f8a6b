/* Compares the solutions of stiff problems with reference states of more than twenty digits. The relative tolerance
 * is 1e-8; the relative error of each component must be below 1e-5. */
#include "ode-test.h"

#include "stiff-problems.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const StiffProblem *problem;
  const char *method;
} Case;

static OdeIntegrator *
make (const char *name, const StiffProblem *problem, double rtol, double atol_factor, OdeJacobianScheme scheme)
{
  double atol[STIFF_MAX_STATES];
  OdeSettings settings = tolerance_settings (rtol);
  char error[256] = "";
  OdeIntegrator *integrator;

  for (int i = 0; i < problem->system.n_states; i++)
    atol[i] = atol_factor * problem->atol[i];
  settings.absolute_per_state = atol;
  settings.jacobian = scheme;
  integrator = ode_integrator_new (method_named (name), &problem->system, &settings, error, sizeof error);
  if (integrator == NULL)
    g_error ("%s on %s: %s", name, problem->name, error);
  if (ode_integrator_initialize (integrator, 0, problem->x0, problem->points[problem->n_points - 1].t) != ODE_DONE)
    g_error ("%s on %s: %s", name, problem->name, ode_integrator_message (integrator));
  return integrator;
}

/* Returns the largest relative error of any component at any of the points. */
static double
worst_error (OdeIntegrator *integrator, const StiffProblem *problem)
{
  double worst = 0;

  for (int p = 0; p < problem->n_points; p++)
    {
      while (ode_integrator_t (integrator) < problem->points[p].t)
        if (ode_integrator_step (integrator, problem->points[p].t, ODE_STOP_EVENT) != ODE_DONE)
          g_error ("%s on %s: %s", ode_integrator_method (integrator)->id, problem->name, ode_integrator_message (integrator));
      for (int i = 0; i < problem->system.n_states; i++)
        worst = MAX (worst, fabs (ode_integrator_x (integrator)[i] / problem->points[p].x[i] - 1));
    }
  return worst;
}

static void
test_reference (gconstpointer user)
{
  const Case *c = user;
  StiffProblem problem = *c->problem;
  const bool modulator = strcmp (problem.name, "ring-modulator") == 0, radau = strncmp (c->method, "radau", 5) == 0;
  OdeIntegrator *integrator;
  double worst;

  /* The whole interval would need 850 000 steps of order 4, so only the first tenth is
   * integrated. */
  if (modulator && !radau)
    problem.n_points = 1;
  integrator = make (c->method, &problem, 1e-8, 1, ODE_JACOBIAN_SYMBOLIC);
  worst = worst_error (integrator, &problem);
  g_test_message ("%s on %s: error %.2e, %ld steps", c->method, problem.name, worst,
                  ode_integrator_statistics (integrator)->steps_taken);
  g_assert_cmpfloat (worst, <, 1e-5); /* a thousand times the tolerance */
  ode_integrator_free (integrator);
}

/* Every stiff method with an estimate solves Robertson to t = 40 and HIRES to
 * its end with error control and difference Jacobians. */
static void
test_all_methods (gconstpointer user)
{
  const OdeMethod *method = user;
  const int p = method->order;
  const double rtol = p <= 2 ? 1e-4 : 1e-6;

  for (int k = 0; k < n_stiff_problems; k++)
    {
      StiffProblem problem = stiff_problems[k];
      const bool robertson = strcmp (problem.name, "robertson") == 0;
      OdeIntegrator *integrator;

      if (!robertson && strcmp (problem.name, "hires") != 0)
        continue;
      problem.n_points = robertson ? 2 : 1;
      integrator = make (method->id, &problem, rtol, 1e4 * rtol / 1e-4, ODE_JACOBIAN_FORWARD);
      /* Errors accumulate in slow reactions: HIRES amplifies local errors by a factor
       * of two hundred. */
      g_assert_cmpfloat (worst_error (integrator, &problem), <, p == 1 ? 1 : robertson ? 300 * rtol : 5000 * rtol);
      ode_integrator_free (integrator);
    }
}

static void
test_x04 (gconstpointer name)
{
  static const double times[7] = { 0.4, 4, 40, 400, 4e3, 4e4, 1e11 };
  static const double truth[7][3] = {
    { 0.98517211386, 3.38639537898e-5, 1.47940221852e-2 }, { 0.90551867858, 2.24047568756e-5, 9.44589166589e-2 },
    { 0.71582706872, 9.18553476456e-6, 0.28416374575 },    { 0.45051866847, 3.22290144167e-6, 0.54947810863 },
    { 0.18320225778, 8.94237125277e-7, 0.81679684799 },    { 0.0389833770855, 1.62176831591e-7, 0.961016460738 },
    { 2.0833401497013e-8, 8.3333607703348e-14, 0.999999979166516 },
  };
  StiffProblem problem = { 0 };
  OdeIntegrator *integrator;

  for (int k = 0; k < n_stiff_problems; k++)
    if (strcmp (stiff_problems[k].name, "robertson") == 0)
      problem = stiff_problems[k];
  problem.n_points = 7;
  for (int p = 0; p < 7; p++)
    {
      problem.points[p].t = times[p];
      memcpy (problem.points[p].x, truth[p], sizeof truth[p]);
    }
  integrator = make (name, &problem, 1e-10, 1e-2, ODE_JACOBIAN_SYMBOLIC);
  /* The published values agree with each other to 3e-12; the tolerance is
   * 1e-10. */
  g_assert_cmpfloat (worst_error (integrator, &problem), <, 1e-7);
  ode_integrator_free (integrator);
}

/* ---- the Brusselator on 500 points, 1000 equations, with u and v alternating or
 * all u before all v ---- */

#define POINTS 500
#define DIFFUSION (0.02 * (POINTS + 1.0) * (POINTS + 1.0))

static int brusselator_start[2 * POINTS + 1], brusselator_row[8 * POINTS];
static OdePattern brusselator_pattern = { 2 * POINTS, 2 * POINTS, brusselator_start, brusselator_row };

/* Returns the index of u (which = 0) or v (which = 1) at a point. self determines the order
 * of the states. */
static int
at (void *self, int point, int which)
{
  return self != NULL ? which * POINTS + point : 2 * point + which;
}

static OdeStatus
brusselator_rhs (void *self, double t, const double *x, double *dxdt)
{
  for (int i = 0; i < POINTS; i++)
    {
      const double u = x[at (self, i, 0)], v = x[at (self, i, 1)], uuv = u * u * v;
      const double ul = i > 0 ? x[at (self, i - 1, 0)] : 1, ur = i < POINTS - 1 ? x[at (self, i + 1, 0)] : 1;
      const double vl = i > 0 ? x[at (self, i - 1, 1)] : 3, vr = i < POINTS - 1 ? x[at (self, i + 1, 1)] : 3;

      dxdt[at (self, i, 0)] = 1 + uuv - 4 * u + DIFFUSION * (ul - 2 * u + ur);
      dxdt[at (self, i, 1)] = 3 * u - uuv + DIFFUSION * (vl - 2 * v + vr);
    }
  return ODE_DONE;
}

static void
make_pattern (void *self)
{
  int count = 0;

  for (int j = 0; j < 2 * POINTS; j++)
    {
      brusselator_start[j] = count;
      for (int i = 0; i < 2 * POINTS; i++)
        {
          const int point_i = self != NULL ? i % POINTS : i / 2, point_j = self != NULL ? j % POINTS : j / 2;
          const bool same = (self != NULL ? i / POINTS == j / POINTS : i % 2 == j % 2);

          if (point_i == point_j || (same && abs (point_i - point_j) == 1))
            brusselator_row[count++] = i;
        }
    }
  brusselator_start[2 * POINTS] = count;
}

static void
test_brusselator (gconstpointer name)
{
  /* The run to t = 10 is made with both orders of the states. */
  static char split;
  double x[2][2 * POINTS];

  for (int k = 0; k < 2; k++)
    {
      void *self = k == 0 ? NULL : &split;
      OdeSystem system = { .self = self, .n_states = 2 * POINTS, .rhs = brusselator_rhs, .jacobian_pattern = &brusselator_pattern };
      OdeSettings settings = tolerance_settings (1e-6);
      OdeIntegrator *integrator;
      char error[200];
      double x0[2 * POINTS];

      make_pattern (self);
      for (int i = 0; i < POINTS; i++)
        {
          x0[at (self, i, 0)] = 1 + sin (2 * G_PI * (i + 1) / (POINTS + 1));
          x0[at (self, i, 1)] = 3;
        }
      integrator = ode_integrator_new (method_named (name), &system, &settings, error, sizeof error);
      g_assert_nonnull (integrator);
      g_assert_cmpint (ode_integrator_initialize (integrator, 0, x0, 10), ==, ODE_DONE);
      run_to (integrator, 10);
      for (int i = 0; i < POINTS; i++)
        for (int w = 0; w < 2; w++)
          x[k][2 * i + w] = ode_integrator_x (integrator)[at (self, i, w)];
      /* The columns form six groups: five because of the width of the band, and one more
       * because of its ends. */
      g_assert_cmpint (ode_integrator_statistics (integrator)->jacobian_rhs_evaluations, <=,
                       8 * ode_integrator_statistics (integrator)->jacobian_evaluations);
      ode_integrator_free (integrator);
    }
  /* The order of the states changes only rounding errors and step sizes, so both
   * results differ by at most a hundred tolerances. */
  g_assert_cmpfloat (max_difference (x[0], x[1], 2 * POINTS), <, 1e-4);
  g_assert_cmpfloat_with_epsilon (x[0][0] , x[0][2 * POINTS - 2], 0.05);
}

/* ---- reports of Newton iterations ---- */

typedef struct
{
  long iterations, solves, converged;
  bool first_next;
} Heard;

static void
hear (void *user, const OdeTraceEvent *event)
{
  Heard *heard = user;

  /* Iterate 0 is the guess. */
  if (event->kind != ODE_TRACE_ITERATE || event->index == 0)
    return;
  g_assert_true ((event->index == 1) == heard->first_next);
  g_assert_cmpfloat (event->norm, >=, 0);
  heard->first_next = event->last;
  heard->iterations++;
  heard->solves += event->last;
  heard->converged += event->converged;
}

static void
test_newton_iterates (gconstpointer name)
{
  OdeIntegrator *integrator = make (name, &stiff_problems[0], 1e-6, 1, ODE_JACOBIAN_SYMBOLIC);
  Heard heard = { .first_next = true };

  g_assert_cmpstr (ode_integrator_linear_algebra (integrator), ==, "dense LU, 2 × 2");
  ode_integrator_set_trace (integrator, hear, &heard);
  run_to (integrator, 100);
  g_assert_cmpint (heard.iterations, ==, ode_integrator_statistics (integrator)->newton_iterations);
  g_assert_cmpint (heard.converged, >=, ode_integrator_statistics (integrator)->steps_taken);
  g_assert_cmpint (heard.solves - heard.converged, >=, 0);
  ode_integrator_free (integrator);
  integrator = make ("runge_kutta5", &stiff_problems[0], 1e-6, 1, ODE_JACOBIAN_SYMBOLIC);
  g_assert_null (ode_integrator_linear_algebra (integrator));
  ode_integrator_free (integrator);
}

/* ---- order reduction for y' = λ (y − cos t) − sin t (Prothero and Robinson,
 * Math. Comp. 28 (1974) 145) ---- */

static OdeStatus
robinson_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double lambda = *(double *) self;

  dxdt[0] = lambda * (x[0] - cos (t)) - sin (t);
  return ODE_DONE;
}

static OdeStatus
robinson_jacobian (void *self, double t, const double *x, double *J)
{
  J[0] = *(double *) self;
  return ODE_DONE;
}

static OdeStatus
robinson_time (void *self, double t, const double *x, double *dfdt)
{
  dfdt[0] = *(double *) self * sin (t) - cos (t);
  return ODE_DONE;
}

/* ---- code for few states ---- */

static void
ignore_event (void *user, const OdeTraceEvent *event)
{
}

/* A ring of n = *self reactions x_i' = 4^i (x_{i+1}²/(1 + x_{i+1}) − x_i). */
static OdeStatus
ring_rhs (void *self, double t, const double *x, double *dxdt)
{
  const int n = *(int *) self;

  for (int i = 0; i < n; i++)
    {
      const double next = x[(i + 1) % n];

      dxdt[i] = ldexp (1, 2 * i) * (next * next / (1 + next) - x[i]);
    }
  return ODE_DONE;
}

static OdeStatus
ring_jacobian (void *self, double t, const double *x, double *J)
{
  const int n = *(int *) self;

  memset (J, 0, sizeof (double) * (gsize) (n * n));
  for (int i = 0; i < n; i++)
    {
      const double next = x[(i + 1) % n];

      J[i * n + i] = -ldexp (1, 2 * i);
      J[(i + 1) % n * n + i] = ldexp (1, 2 * i) * next * (2 + next) / ((1 + next) * (1 + next));
    }
  return ODE_DONE;
}

/* Makes a run of up to 300 steps of three integrators: one without a listener, which uses the code for few states, one with a listener, which uses the
 * general code, and one whose Jacobian has a pattern, so that its entries are copied one by one. */
static void
compare_codes (const char *name, const StiffProblem *problem, double rtol)
{
  const int n = problem->system.n_states;
  const gsize bytes = sizeof (double) * (gsize) n;
  int start[10], rows[81];
  const OdePattern full = { .n_rows = n, .n_columns = n, .start = start, .row = rows };
  StiffProblem patterned = *problem;
  OdeIntegrator *integrators[3];

  for (int k = 0; k <= n; k++)
    start[k] = k * n;
  for (int k = 0; k < n * n; k++)
    rows[k] = k % n;
  patterned.system.jacobian_pattern = &full;
  integrators[0] = make (name, problem, rtol, 1, ODE_JACOBIAN_SYMBOLIC);
  integrators[1] = make (name, problem, rtol, 1, ODE_JACOBIAN_SYMBOLIC);
  integrators[2] = make (name, &patterned, rtol, 1, ODE_JACOBIAN_SYMBOLIC);
  ode_integrator_set_trace (integrators[1], ignore_event, NULL);
  for (int step = 0; step < 300 && ode_integrator_t (integrators[0]) < problem->points[0].t; step++)
    for (int k = 0; k < 3; k++)
      {
        g_assert_cmpint (ode_integrator_step (integrators[k], problem->points[0].t, ODE_STOP_END), ==, ODE_DONE);
        g_assert_cmpmem (ode_integrator_x (integrators[k]), bytes, ode_integrator_x (integrators[0]), bytes);
        g_assert_cmpmem (ode_integrator_statistics (integrators[k]), sizeof (OdeStatistics), ode_integrator_statistics (integrators[0]),
                         sizeof (OdeStatistics));
      }
  for (int k = 0; k < 3; k++)
    ode_integrator_free (integrators[k]);
}

static void
test_few_states (gconstpointer name)
{
  double lambda = -1e4;
  const StiffProblem one = { .name = "Prothero and Robinson", .x0 = { 2 }, .atol = { 1e-8 }, .n_points = 1, .points = { { 3, { 0 } } },
                             .system = { .self = &lambda, .n_states = 1, .rhs = robinson_rhs, .jacobian = robinson_jacobian,
                                         .time_derivative = robinson_time, .time_dependent = true } };

  for (int loose = 0; loose < 2; loose++)
    {
      const double rtol = loose ? 1e-3 : 1e-7;

      compare_codes (name, &one, rtol);
      for (int k = 0; k < n_stiff_problems; k++)
        if (stiff_problems[k].system.n_states <= 4)
          compare_codes (name, &stiff_problems[k], rtol);
      for (int n = 5; n <= 9; n++)
        {
          const StiffProblem ring = { .name = "ring", .x0 = { 2, 1, 3, 1, 4, 1, 5, 2, 3 }, .n_points = 1, .points = { { 2, { 0 } } },
                                      .atol = { 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6, 1e-6 },
                                      .system = { .self = &n, .n_states = n, .rhs = ring_rhs, .jacobian = ring_jacobian } };

          compare_codes (name, &ring, rtol);
        }
    }
}

static double
robinson_error (const char *name, double lambda, double h)
{
  const OdeSystem system = { .self = &lambda, .n_states = 1, .rhs = robinson_rhs, .jacobian = robinson_jacobian,
                             .time_derivative = robinson_time, .time_dependent = true };
  const double x0 = 1;
  OdeSettings settings = fixed_settings (h);
  OdeIntegrator *integrator;
  char error[200];
  double result;

  integrator = ode_integrator_new (method_named (name), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, 1.6), ==, ODE_DONE);
  run_to (integrator, 1.6);
  result = fabs (ode_integrator_x (integrator)[0] - cos (1.6));
  ode_integrator_free (integrator);
  return result;
}

static void
test_order_reduction (void)
{
  static const struct { const char *name; double loose, stiff; } rows[] = {
    { "gauss4", 4, 2 }, { "gauss6", 6, 4 }, { "lobatto_iiic4", 4, 2 }, { "sdirk4", 4, 1 }, { "radau3", 3, 2 }, { "radau5", 5, 3 },
  };

  for (size_t k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      const double loose = log2 (robinson_error (rows[k].name, -1, 0.1) / robinson_error (rows[k].name, -1, 0.05));
      const double coarse = robinson_error (rows[k].name, -1e6, 0.1), fine = robinson_error (rows[k].name, -1e6, 0.05);

      /* The expected orders are integers. The slopes are measured for h =
       * 0.1 … 0.025. */
      g_assert_cmpfloat_with_epsilon (loose, rows[k].loose, 0.35);
      /* The error of stiffly accurate methods has a factor 1/λ. For radau5 only rounding
       * errors remain, so the test bounds the error in place of the slope. The two leading
       * terms of the error of SDIRK4 have opposite signs, so that the slope can be
       * measured only for steps below the size at which they cancel: from h = 0.025 to 0.0125
       * the error grows. */
      if (strcmp (rows[k].name, "radau5") == 0)
        g_assert_cmpfloat (coarse, <, 1e-10);
      else if (strcmp (rows[k].name, "sdirk4") == 0)
        g_assert_cmpfloat (robinson_error ("sdirk4", -1e6, 0.0125), >, robinson_error ("sdirk4", -1e6, 0.025));
      else
        g_assert_cmpfloat_with_epsilon (log2 (coarse / fine), rows[k].stiff, 0.6);
    }
}

/* ---- multistep methods: instability and start-up ---- */

static OdeStatus
growth_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = *(double *) self * x[0];
  return ODE_DONE;
}

static double
growth_at (const char *name, double rate, double h, double t)
{
  const OdeSystem system = { .self = &rate, .n_states = 1, .rhs = growth_rhs };
  const double x0 = 1;
  OdeSettings settings = fixed_settings (h);
  OdeIntegrator *integrator;
  char error[200];
  double result;

  integrator = ode_integrator_new (method_named (name), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, &x0, t), ==, ODE_DONE);
  run_to (integrator, t);
  result = ode_integrator_x (integrator)[0];
  ode_integrator_free (integrator);
  return result;
}

static void
test_lesson_12 (void)
{
  /* The expected values use an exact second starting value; here this value
   * comes from a Dormand–Prince step with an error of 2e-10 for h = 0.1, which the root
   * −5 multiplies by 5⁹ = 2e6. */
  g_assert_cmpfloat_with_epsilon (growth_at ("unstable_two_step", 1, 0.1, 1), -0.13, 0.01);
  g_assert_cmpfloat_with_epsilon (growth_at ("unstable_two_step", 1, 0.05, 1), -1.6e6, 0.05e6);
  g_assert_cmpfloat_with_epsilon (growth_at ("unstable_two_step", 1, 0.025, 1), -9.3e18, 0.05e18);
}

static void
test_lesson_13 (void)
{
  static const double times[4] = { 3, 5, 8, 10 }, values[4] = { 0.0515, 0.0178, 0.220, 1.618 };

  /* The expected values are known to three or four digits. */
  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat_with_epsilon (growth_at ("leapfrog", -1, 0.1, times[k]), values[k], 0.006 * values[k]);
}

/* Returns the number of steps of cvode_bdf on HIRES, and sets *error to
 * the error at the first point. */
static long
hires_steps (const OdeSettings *settings, double *error)
{
  OdeIntegrator *integrator;
  char text[256] = "";
  long steps;

  for (int k = 0; k < n_stiff_problems; k++)
    if (strcmp (stiff_problems[k].name, "hires") == 0)
      {
        StiffProblem problem = stiff_problems[k];

        problem.n_points = 1;
        integrator = ode_integrator_new (method_named ("cvode_bdf"), &problem.system, settings, text, sizeof text);
        g_assert_cmpstr (text, ==, "");
        g_assert_cmpint (ode_integrator_initialize (integrator, 0, problem.x0, problem.points[0].t), ==, ODE_DONE);
        *error = worst_error (integrator, &problem);
        steps = ode_integrator_statistics (integrator)->steps_taken;
        ode_integrator_free (integrator);
        return steps;
      }
  g_assert_not_reached ();
}

/* The tolerances are multiplied by a factor before they are passed to CVODE. The test checks the
 * default of this factor, its value in profile simbody, and the effect of the norm. */
static void
test_cvode_tolerances (void)
{
  const OdeMethodOption whole = { "error_fraction", 1, "1" }, fiftieth = { "error_fraction", 0.02, "0.02" },
                        nothing = { "error_fraction", 0, "0" };
  OdeSettings settings = tolerance_settings (1e-6), simbody;
  char text[256] = "";
  double error, error_whole, other;
  long steps, steps_whole;

  settings.absolute_tolerance = 1e-12;
  settings.norm = ODE_NORM_RMS;
  steps = hires_steps (&settings, &error);
  settings.n_options = 1;
  settings.options = &fiftieth;
  g_assert_cmpint (hires_steps (&settings, &other), ==, steps);
  settings.options = &whole;
  steps_whole = hires_steps (&settings, &error_whole);
  /* At order 5 the step size is proportional to tol^(1/6), so that a factor of
   * 50 needs about 1.9 times as many steps. The errors are roughly proportional
   * to the tolerance. */
  g_assert_cmpint (steps, >, 1.3 * steps_whole);
  g_assert_cmpfloat (error, <, 0.2 * error_whole);

  /* The infinity norm needs more steps than the root mean square. */
  settings.norm = ODE_NORM_INFINITY;
  g_assert_cmpint (hires_steps (&settings, &other), >, steps_whole);

  simbody = tolerance_settings (1e-6);
  simbody.relative_tolerance = simbody.absolute_tolerance = NAN;
  simbody.weighting = ODE_WEIGHTING_SIMBODY;
  steps = hires_steps (&simbody, &error);
  simbody.n_options = 1;
  simbody.options = &whole;
  g_assert_cmpint (hires_steps (&simbody, &other), ==, steps);
  simbody.options = &fiftieth;
  g_assert_cmpint (hires_steps (&simbody, &other), >, steps);

  settings.options = &nothing;
  g_assert_null (ode_integrator_new (method_named ("cvode_bdf"), &stiff_problems[0].system, &settings, text, sizeof text));
  g_assert_nonnull (strstr (text, "error_fraction"));
}

static OdeStatus
arrow_rhs (void *self, double t, const double *x, double *dxdt)
{
  return ODE_DONE;
}

/* Writes the phrase for CVODE's linear solver to text, for n states of which the first one is
 * coupled with all others, so that the matrix is not a band matrix. */
static void
arrow_algebra (int n, char text[100])
{
  int start[201], row[600], count = 0;
  OdePattern pattern = { n, n, start, row };
  const OdeSystem system = { .n_states = n, .rhs = arrow_rhs, .jacobian_pattern = &pattern };
  OdeSettings settings = tolerance_settings (1e-6);
  char error[256];
  OdeIntegrator *integrator;

  for (int j = 0; j < n; j++)
    {
      start[j] = count;
      for (int i = 0; i < n; i++)
        if (i == j || i == 0 || j == 0)
          row[count++] = i;
    }
  start[n] = count;
  integrator = ode_integrator_new (method_named ("cvode_bdf"), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_strlcpy (text, ode_integrator_linear_algebra (integrator), 100);
  ode_integrator_free (integrator);
}

/* Writes the linear algebra that CVODE uses for n states with a band matrix of this many diagonals on each side. */
static void
band_algebra (int n, int width, char *text)
{
  int start[201], row[600], count = 0;
  OdePattern pattern = { n, n, start, row };
  const OdeSystem system = { .n_states = n, .rhs = arrow_rhs, .jacobian_pattern = &pattern };
  OdeSettings settings = tolerance_settings (1e-6);
  char error[256];
  OdeIntegrator *integrator;

  for (int j = 0; j < n; j++)
    {
      start[j] = count;
      for (int i = MAX (j - width, 0); i <= MIN (j + width, n - 1); i++)
        row[count++] = i;
    }
  start[n] = count;
  integrator = ode_integrator_new (method_named ("cvode_bdf"), &system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_strlcpy (text, ode_integrator_linear_algebra (integrator), 100);
  ode_integrator_free (integrator);
}

/* A band matrix is used for more than ten states, if at most an eighth of the diagonals have entries. */
static void
test_cvode_band (void)
{
  static const struct
  {
    int n, width;
    const char *text;
  } rows[] = { { 10, 0, "dense" }, { 11, 0, "banded" }, { 15, 1, "dense" }, { 16, 1, "banded" }, { 31, 2, "dense" }, { 32, 2, "banded" },
               { 100, 1, "banded" } };

  for (gsize k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      char text[100];

      band_algebra (rows[k].n, rows[k].width, text);
      if (strstr (text, rows[k].text) == NULL)
        g_error ("%d states with %d diagonals on each side: %s", rows[k].n, rows[k].width, text);
    }
}

/* Sparse systems of more than 50 states use KLU, if the program was built with KLU. */
static void
test_cvode_algebra (void)
{
  char small[100], middle[100], large[100];

  arrow_algebra (50, small);
  arrow_algebra (51, middle);
  arrow_algebra (200, large);
  g_assert_nonnull (strstr (small, "dense"));
  g_assert_cmpstr (middle, ==, large);
}

static void
ignore_attempt (void *user, const OdeAttempt *attempt)
{
}

/* Sets the estimates of the first attempt, for test_radau_estimate: the final one, and the one before the filter. */
static void
note_estimate (void *user, const OdeTraceEvent *event)
{
  double *estimates = user;

  if (event->kind == ODE_TRACE_RESULT && isnan (estimates[0]))
    estimates[0] = event->k[0];
  if (event->kind == ODE_TRACE_FILTER && isnan (estimates[1]))
    estimates[1] = event->x[0];
}

static OdeStatus
linear_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = -x[0];
  return ODE_DONE;
}

/* The error estimate of Radau IIA of order 5 for x' = −x (Hairer and Wanner, Solving ODEs II, IV.8, equations 8.19 and 8.20), with the stages
 * X = (I + h A)⁻¹ x0 and Z = X − x0. In the first step the filter is applied a second time if the estimate is above its tolerance. The estimate
 * is divided by rtol'/rtol = 0.03 rtol^(−1/3). With J = 0 the filter is a multiplication by γ h. */
static void
test_radau_estimate (void)
{
  static const struct { double h, tolerance; bool twice; } rows[] = { { 0.1, 1e-3, false }, { 1, 1e-8, true } };
  const Problem problem = { .name = "decay", .system = { .n_states = 1, .rhs = linear_rhs }, .t1 = 10, .x0 = { 1 } };
  const OdeTableau *tableau = method_named ("radau5")->tableau;
  const double root = sqrt (6), e[3] = { (-13 - 7 * root) / 3, (-13 + 7 * root) / 3, -1.0 / 3 };
  const double gamma = (6 + cbrt (81) - cbrt (9)) / 30; /* the real eigenvalue of A */

  for (size_t r = 0; r < G_N_ELEMENTS (rows); r++)
    {
      const double h = rows[r].h;
      OdeSettings settings = tolerance_settings (rows[r].tolerance);
      double a[3][4], sum = 0, expected, once, estimates[2] = { NAN, NAN }, loosening = 0.03 * pow (rows[r].tolerance, -1.0 / 3);
      OdeIntegrator *integrator;

      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
          a[i][j] = j == 3 ? 1 : (i == j) + h * tableau->A[i * 3 + j];
      for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
          for (int j = 3; i != k && j >= k; j--)
            a[i][j] -= a[i][k] / a[k][k] * a[k][j];
      for (int k = 0; k < 3; k++)
        sum += e[k] * (a[k][3] / a[k][k] - 1) / h;
      once = (sum - 1) / (1 / (gamma * h) + 1);
      expected = rows[r].twice ? (sum - (1 + once)) / (1 / (gamma * h) + 1) : once;

      settings.initial_step = h;
      integrator = start (method_named ("radau5"), &problem, &settings);
      ode_integrator_set_attempt_func (integrator, ignore_attempt, NULL);
      ode_integrator_set_trace (integrator, note_estimate, estimates);
      g_assert_cmpint (ode_integrator_step (integrator, 10, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpfloat_with_epsilon (estimates[0] * loosening, expected, 1e-4 * fabs (once));
      g_assert_cmpfloat_with_epsilon (estimates[1] * loosening, (sum - 1) * gamma * h, 1e-4 * fabs (once));
      ode_integrator_free (integrator);
    }
}

int
main (int argc, char **argv)
{
  static const char *const methods[] = { "radau", "rodas4", "cvode_bdf", "radau5", "rodas5p", "auto", "runge_kutta5", "dop853" };
  static const char *const large[] = { "radau", "rodas4", "kvaerno5" };
  static const char *const few[] = { "radau5", "radau", "radau3", "rodas4", "rodas5p", "ode23s" };
  static const char *const inside[] = { "radau", "kvaerno5", "implicit_euler", "radau3" };
  static Case cases[200];
  const OdeMethod *const *all;
  int count = 0, n_methods;

  g_test_init (&argc, &argv, NULL);
  for (int k = 0; k < n_stiff_problems; k++)
    for (size_t m = 0; m < G_N_ELEMENTS (methods); m++)
      {
        const OdeMethod *method = ode_method_find (methods[m]);
        g_autofree char *path = g_strdup_printf ("/ode/stiff/the-result-agrees-with-the-reference-solution/%s/%s", stiff_problems[k].name,
                                                 methods[m]);

        /* Explicit methods run only the amplifier, whose stiffness is mild,
         * with Newton's method for its algebraic equations at each stage. */
        if (method != NULL && method->family == ODE_FAMILY_EXPLICIT_RK && strcmp (stiff_problems[k].name, "transistor-amplifier") != 0)
          continue;
        if (method == NULL || ode_method_refuses (method, &stiff_problems[k].system) != NULL)
          continue;
        cases[count] = (Case) { &stiff_problems[k], methods[m] };
        g_test_add_data_func (path, &cases[count++], test_reference);
      }
  all = ode_methods (&n_methods);
  for (int k = 0; k < n_methods; k++)
    if ((all[k]->traits & ODE_TRAIT_STIFF) && (all[k]->traits & ODE_TRAIT_ADAPTIVE) && (all[k]->traits & ODE_TRAIT_IMPLICIT))
      {
        g_autofree char *path = g_strdup_printf ("/ode/stiff/every-method-solves-robertson-and-hires/%s", all[k]->id);

        g_test_add_data_func (path, all[k], test_all_methods);
      }
  g_test_add_data_func ("/ode/stiff/X-04-robertson-reaches-the-published-values/radau", "radau", test_x04);
  g_test_add_data_func ("/ode/stiff/X-04-robertson-reaches-the-published-values/radau5", "radau5", test_x04);
  for (size_t m = 0; m < G_N_ELEMENTS (large); m++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/stiff/permuting-1000-states-does-not-change-the-result/%s", large[m]);

      g_test_add_data_func (path, large[m], test_brusselator);
    }
  for (size_t m = 0; m < G_N_ELEMENTS (inside); m++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/newton/a-recorded-attempt-contains-each-newton-iterate/%s", inside[m]);

      g_test_add_data_func (path, inside[m], test_newton_iterates);
    }
  for (size_t m = 0; m < G_N_ELEMENTS (few); m++)
    {
      g_autofree char *path = g_strdup_printf ("/ode/stiff/the-code-for-few-states-gives-the-bits-of-the-general-code/%s", few[m]);

      g_test_add_data_func (path, few[m], test_few_states);
    }
  if (ode_method_find ("cvode_bdf") != NULL)
    {
      g_test_add_func ("/ode/cvode/the-tolerance-safety-factor-can-be-set", test_cvode_tolerances);
      g_test_add_func ("/ode/cvode/sparse-systems-of-more-than-50-states-use-klu", test_cvode_algebra);
      g_test_add_func ("/ode/cvode/cvode-uses-a-band-matrix-for-few-diagonals", test_cvode_band);
    }
  g_test_add_func ("/ode/stiff/order-reduction-on-prothero-robinson-is-reproduced", test_order_reduction);
  g_test_add_func ("/ode/multistep/the-error-of-a-method-that-violates-the-root-condition-grows-at-the-derived-rate", test_lesson_12);
  g_test_add_func ("/ode/multistep/the-leapfrog-error-oscillates-as-derived", test_lesson_13);
  g_test_add_func ("/ode/stiff/the-estimate-of-radau5-follows-the-formula-of-hairer-and-wanner", test_radau_estimate);
  return g_test_run ();
}
