/* Tests of Drake's rules for the choice of steps and for the error norm, and of the polynomials that
 * Drake's methods integrate exactly. CONTRIBUTING.md explains the names D-…. */
#include "ode-test.h"

#include "ode-control.h"
#include "ode-norm.h"

#include <float.h>

#define EPS DBL_EPSILON

static const char *const ec_methods[] = { "runge_kutta3", "bogacki_shampine3", "runge_kutta5" };

/* Returns the magnitude of the error estimate of component i in the last attempt. The integrator divides this magnitude by the
 * tolerance, which equals the accuracy here, so the function multiplies by the accuracy. */
static double
estimate (OdeIntegrator *integrator, int i)
{
  const double *scaled = ode_integrator_scaled_errors (integrator);

  g_assert_nonnull (scaled);
  return scaled[i] * ode_integrator_accuracy_in_use (integrator);
}

/* The right-hand side of x' = polynomial in t, whose coefficients are in
 * self, lowest power first. */
static OdeStatus
polynomial_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double *c = self;

  dxdt[0] = c[0] + t * (c[1] + t * (c[2] + t * (c[3] + t * c[4])));
  return ODE_DONE;
}

static Problem
polynomial (double *c, double x0)
{
  return (Problem) {
    .name = "polynomial",
    .system = { .self = c, .n_states = 1, .rhs = polynomial_rhs, .time_dependent = true },
    .t1 = 1,
    .x0 = { x0 },
  };
}

/* Makes one step of size 1, then two of size 1/2. Returns the end value and sets
 * the error estimates of the whole step and of the second half step. */
static double
whole_and_halves (const char *name, double *c, double x0, double *whole, double *half)
{
  Problem problem = polynomial (c, x0);
  OdeSettings settings = drake_settings (1e-3, 1, false);
  OdeIntegrator *integrator = start (method_named (name), &problem, &settings);
  double x;

  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);
  x = ode_integrator_x (integrator)[0];
  *whole = estimate (integrator, 0);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, problem.x0, 1), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.5), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step_fixed (integrator, 0.5), ==, ODE_DONE);
  *half = estimate (integrator, 0);
  ode_integrator_free (integrator);
  return x;
}

static void
test_58 (void)
{
  double c[5] = { 12, 2, 3 }, whole, half;

  g_assert_cmpfloat_with_epsilon (whole_and_halves ("runge_kutta3", c, 5, &whole, &half), 19, 4 * 19 * EPS);
  g_assert_cmpfloat_with_epsilon (half, whole / 8, 25 * EPS);
  g_assert_cmpfloat (whole, >, 0.1);
  g_assert_cmpfloat_with_epsilon (whole_and_halves ("bogacki_shampine3", c, 5, &whole, &half), 19, 4 * 19 * EPS);
  g_assert_cmpfloat_with_epsilon (half, whole / 8, 10 * EPS);
  g_assert_cmpfloat (whole, >, 0.01);
}

static void
test_59 (void)
{
  double c[5] = { 4, 8 }, whole, half;

  for (int i = 0; i < 2; i++)
    {
      g_assert_cmpfloat_with_epsilon (whole_and_halves (ec_methods[i], c, 3, &whole, &half), 11, 2 * 11 * EPS);
      g_assert_cmpfloat (whole, <=, 2 * EPS);
      g_assert_cmpfloat (half, <=, 2 * EPS);
    }
}

static void
test_60 (void)
{
  double c[5] = { 5, 8, 9, 8, 5 }, whole, half;

  g_assert_cmpfloat_with_epsilon (whole_and_halves ("runge_kutta5", c, 6, &whole, &half), 21, 4 * 21 * EPS);
  g_assert_cmpfloat (whole, >, 1e-4);
  /* Slopes of up to 35 cause rounding errors of this size in the estimate. */
  g_assert_cmpfloat_with_epsilon (half, whole / 32, 35 * EPS);
}

static void
test_61 (void)
{
  double c[5] = { 5, 8, 9, 8 }, whole, half;

  g_assert_cmpfloat_with_epsilon (whole_and_halves ("runge_kutta5", c, 6, &whole, &half), 20, 4 * 20 * EPS);
  g_assert_cmpfloat_with_epsilon (whole, 0, 30 * EPS);
  g_assert_cmpfloat_with_epsilon (half, 0, 30 * EPS);
}

static void
test_62 (void)
{
  double c[5] = { 4, 8 };
  Problem problem = polynomial (c, 3);
  OdeSettings settings = drake_settings (1e-3, 1, false);
  OdeIntegrator *integrator = start (method_named ("runge_kutta2"), &problem, &settings);

  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], 11, 10 * EPS);
  ode_integrator_free (integrator);
}

static void
test_70 (void)
{
  OdeSettings settings = drake_settings (1e-3, 0, true);
  OdeControl control = { 0 };
  OdeVerdict verdict;

  ode_control_init (&control, &settings);
  ode_control_restart (&control);
  verdict = ode_control_judge (&control, NAN, 0.1, 3, 1e-14);
  g_assert_false (verdict.accept);
  g_assert_true (verdict.h_next == 0.1 * 0.1);
  verdict = ode_control_judge (&control, INFINITY, 0.1, 3, 1e-14);
  g_assert_false (verdict.accept);
  g_assert_true (verdict.h_next == 0.1 * 0.1);
  verdict = ode_control_judge (&control, 0, 0.1, 3, 1e-14);
  g_assert_true (verdict.accept);
  g_assert_true (verdict.h_next == 5 * 0.1);
  /* Hysteresis: the step size does not grow by a factor below 1.2, and it does
   * not decrease if the error is within the accuracy. */
  verdict = ode_control_judge (&control, 0.6, 0.1, 3, 1e-14); /* the rule gives 0.9/0.6^(1/3) = 1.067 */
  g_assert_true (verdict.accept && verdict.h_next == 0.1 && verdict.clamp == ODE_CLAMP_HYSTERESIS);
  verdict = ode_control_judge (&control, 0.99, 0.1, 3, 1e-14);
  g_assert_true (verdict.accept && verdict.h_next == 0.1);
  verdict = ode_control_judge (&control, 1.01, 0.1, 3, 1e-14); /* a rejected step is reduced by at least a tenth */
  g_assert_false (verdict.accept);
  g_assert_cmpfloat_with_epsilon (verdict.h_next, 0.09, 1e-3);
  g_assert_cmpfloat (verdict.h_next, <=, 0.09);

  settings.max_step = 0.2;
  ode_control_init (&control, &settings);
  verdict = ode_control_judge (&control, 0, 0.1, 3, 1e-14);
  g_assert_true (verdict.accept && verdict.h_next == 0.2 && verdict.clamp == ODE_CLAMP_MAX_STEP);

  /* An attempt at the minimum step whose error is too large fails the run. If throw_on_min_step is off, such a step is accepted whatever
   * its error is. */
  verdict = ode_control_judge (&control, 100, 0.1, 3, 0.09);
  g_assert_true (verdict.below_minimum);
  settings.throw_on_min_step = false;
  ode_control_init (&control, &settings);
  ode_control_restart (&control);
  verdict = ode_control_judge (&control, 100, 0.1, 3, 0.09);
  g_assert_true (!verdict.accept && verdict.h_next == 0.09 && !verdict.below_minimum);
  verdict = ode_control_judge (&control, 100, 0.09, 3, 0.09);
  g_assert_true (verdict.accept && verdict.h_next == 0.09);
}

static void
test_71 (void)
{
  for (int norm = 0; norm < 2; norm++)
    for (int weighting = 0; weighting < 4; weighting++)
      for (int bad = 0; bad < 3; bad++)
        {
          OdeSettings settings = drake_settings (1e-3, 0.1, true);
          g_autofree void *memory = g_malloc (ode_norm_size (3));
          double e[3] = { 1e-3, 2e-3, 4e-4 }, x[3] = { 0.5, 0.5, 0.5 };
          OdeNormData data;

          settings.norm = norm == 0 ? ODE_NORM_INFINITY : ODE_NORM_RMS;
          settings.weighting = weighting == 3 ? ODE_WEIGHTING_MIXED : (OdeWeighting) weighting;
          if (weighting == 3)
            settings.relative_tolerance = 1e-3;
          ode_norm_init (&data, &problem_spring.system, &settings, 1e-3, memory);
          g_assert_true (data.func (&data, e, x, x) > 0.5);
          if (norm == 0 && weighting == ODE_WEIGHTING_ABSOLUTE)
            g_assert_cmpfloat_with_epsilon (data.func (&data, e, x, x), 2, 1e-15);
          e[bad] = NAN;
          g_assert_true (isnan (data.func (&data, e, x, x)));
        }
}

/* The right-hand side of x'' = −x, a unit mass on a unit spring. */
static OdeStatus
unit_spring_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = -x[0];
  return ODE_DONE;
}

static const OdeKind unit_kinds[] = { ODE_POSITION, ODE_VELOCITY };
static const OdePair unit_pairs[] = { { 0, 1 } };
static const Problem unit_spring = {
  .name = "unit spring",
  .system = { .n_states = 2, .kinds = unit_kinds, .rhs = unit_spring_rhs, .n_pairs = 1, .pairs = unit_pairs },
  .t1 = 1,
  .x0 = { 1, 0.1 },
};

/* A step that an event shortens does not change the planned step. */
static void
test_28 (void)
{
  OdeSettings settings = drake_settings (0.1, 0.1, true);
  OdeIntegrator *integrator;
  double ideal, x[2];

  settings.initial_step = 1e-2;
  integrator = start (method_named ("runge_kutta3"), &unit_spring, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_EVENT), ==, ODE_DONE);
  ideal = ode_integrator_next_step (integrator);
  g_assert_cmpfloat (ideal, >, 1e-2);
  x[0] = ode_integrator_x (integrator)[0];
  x[1] = ode_integrator_x (integrator)[1];
  g_assert_cmpint (ode_integrator_jump (integrator, 1 - 1e-4, x, false), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_EVENT), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 1);
  g_assert_true (ode_integrator_next_step (integrator) == ideal);
  ode_integrator_free (integrator);
}

/* The minimum step and the first step end just before the time of an event, and the accuracy requires far smaller steps. Either the run
 * fails, or it makes one step that is lengthened to the event. */
static void
test_29 (void)
{
  for (int throws = 0; throws < 2; throws++)
    {
      OdeSettings settings = drake_settings (1e-8, 1, true);
      OdeIntegrator *integrator;
      OdeStatus status;

      settings.min_step = settings.initial_step = 1 - 1e-8;
      settings.throw_on_min_step = throws;
      integrator = start (method_named ("runge_kutta3"), &unit_spring, &settings);
      status = ode_integrator_step (integrator, 1, ODE_STOP_EVENT);
      g_assert_cmpint (status, ==, throws ? ODE_FAIL_MIN_STEP : ODE_DONE);
      if (!throws)
        {
          g_assert_true (ode_integrator_t (integrator) == 1);
          g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, 1);
        }
      ode_integrator_free (integrator);
    }
}

/* The first step is a tenth of the largest step for explicit methods, and the
 * largest step for implicit ones. */
static void
test_first_step (void)
{
  OdeSettings settings = drake_settings (1e-3, 0.25, true);
  OdeIntegrator *integrator = start (method_named ("runge_kutta3"), &unit_spring, &settings);

  g_assert_true (ode_integrator_next_step (integrator) == 0.1 * 0.25);
  ode_integrator_free (integrator);
  integrator = start (method_named ("radau3"), &unit_spring, &settings);
  g_assert_true (ode_integrator_next_step (integrator) == 0.25);
  ode_integrator_free (integrator);
}

/* The smallest step is 1e-14·max (1, |t|) in profile drake, and 16 units in the last place
 * of t in profile stepwise. min_step applies if it is larger. */
static void
test_working_minimum (void)
{
  static const struct
  {
    double t, asked;
    double drake, own;
  } rows[] = { { 0, 0, 1e-14, 0 }, { 1, 0, 1e-14, 16 * EPS }, { -1e6, 0, 1e-8, 16e6 * EPS }, { 1, 1e-6, 1e-6, 1e-6 } };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    for (int drake = 0; drake < 2; drake++)
      {
        OdeSettings settings = drake_settings (1e-3, 0.1, true);
        Problem problem = unit_spring;
        OdeIntegrator *integrator;

        settings.drake_floor = drake;
        settings.min_step = rows[i].asked;
        problem.t0 = rows[i].t;
        problem.t1 = rows[i].t + 1;
        integrator = start (method_named ("runge_kutta3"), &problem, &settings);
        g_assert_cmpfloat_with_epsilon (ode_integrator_working_minimum (integrator), drake ? rows[i].drake : rows[i].own,
                                        1e-12 * rows[i].drake);
        ode_integrator_free (integrator);
      }
}

static double
norm_of (const OdeSystem *system, const OdeSettings *settings, const double *e, const double *x)
{
  g_autofree void *memory = g_malloc (ode_norm_size (system->n_states));
  OdeNormData data;

  ode_norm_init (&data, system, settings, 1e-3, memory);
  return data.func (&data, e, x, x);
}

/* Errors of positions are scaled by N W N⁺ with the weights W of their velocities (see ode-norm.c).
 *  Drake's tolerances are absolute for all states, Simbody's only for
 * positions. The error along a quaternion does not count. */
static void
test_weights (void)
{
  static const OdeKind kinds[] = { ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION };
  static const OdeRotation rotation = { .quaternion = 0, .position = -1 };
  const OdeSystem turning = { .n_states = 4, .kinds = kinds, .n_rotations = 1, .rotations = &rotation };
  const double weights[3] = { 7, 5, 2 }, x[3] = { 100, 10, 0.1 }, q[4] = { 0.5, 0.5, 0.5, 0.5 };
  OdeSettings settings = drake_settings (1e-3, 0.1, true);

  settings.weights = weights;
  g_assert_cmpfloat_with_epsilon (norm_of (&problem_spring.system, &settings, (const double[]) { 1e-3, 0, 0 }, x), 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (norm_of (&problem_spring.system, &settings, (const double[]) { 0, 1e-3, 0 }, x), 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (norm_of (&problem_spring.system, &settings, (const double[]) { 0, 0, 1e-3 }, x), 2, 1e-12);
  settings.weighting = ODE_WEIGHTING_SIMBODY;
  g_assert_cmpfloat_with_epsilon (norm_of (&problem_spring.system, &settings, (const double[]) { 1e-3, 0, 0 }, x), 5, 1e-12);
  g_assert_cmpfloat_with_epsilon (norm_of (&problem_spring.system, &settings, (const double[]) { 0, 1e-3, 0 }, x), 0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon (norm_of (&problem_spring.system, &settings, (const double[]) { 0, 0, 1e-3 }, x), 2, 1e-12);
  settings.weighting = ODE_WEIGHTING_MIXED;
  g_assert_cmpfloat_with_epsilon (norm_of (&problem_spring.system, &settings, (const double[]) { 1e-3, 0, 0 }, x), 0.01, 1e-12);

  settings.weights = NULL;
  settings.weighting = ODE_WEIGHTING_ABSOLUTE;
  g_assert_cmpfloat (norm_of (&turning, &settings, (const double[]) { 1e-3, 1e-3, 1e-3, 1e-3 }, q), <, 1e-12);
  g_assert_cmpfloat_with_epsilon (norm_of (&turning, &settings, (const double[]) { 1e-3, -1e-3, 0, 0 }, q), 1, 1e-12);
}

/* The equation x' = x with x(0) = 1 and h = 0.1. The expected estimates were computed by hand. */
static OdeStatus
growth_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[0];
  return ODE_DONE;
}

static void
test_estimates (void)
{
  static const struct
  {
    const char *id;
    double estimate;
  } rows[] = {
    { "explicit_euler", 0.1 / 2 * (1.1 - 1) },           /* difference from the trapezoidal rule */
    { "runge_kutta2", 0.05 * 2.1 - 0.1 * 1.1 },          /* difference from x + h f1 */
    { "runge_kutta3", 1.0 + 0.1 / 6 * (1 + 4 * 1.05 + 1.11) - (1 + 0.1 * 1.05) }, /* difference from the midpoint rule, x + h k2 */
    { "semi_explicit_euler2", 1.05 * 1.05 - 1.1 },       /* difference of two half steps from one step */
  };
  const Problem problem = { .name = "growth", .system = { .n_states = 1, .rhs = growth_rhs }, .t1 = 1, .x0 = { 1 } };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      OdeSettings settings = drake_settings (0.5, 0.1, true);
      OdeIntegrator *integrator;

      settings.initial_step = 0.1;
      settings.error_control_explicit = true;
      integrator = start (method_named (rows[i].id), &problem, &settings);
      g_assert_cmpint (ode_integrator_step (integrator, 0.1, ODE_STOP_EVENT), ==, ODE_DONE);
      g_assert_cmpfloat_with_epsilon (estimate (integrator, 0), fabs (rows[i].estimate), 1e-15);
      ode_integrator_free (integrator);
    }
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    GTestFunc func;
  } rows[] = {
    { "D-28-a-step-shortened-by-an-event-does-not-change-the-ideal-next-step", test_28 },
    { "D-29-a-step-below-the-minimum-before-an-event-fails-or-is-lengthened", test_29 },
    { "D-58-the-third-order-method-integrates-a-cubic-exactly", test_58 },
    { "D-59-the-error-estimate-of-the-third-order-method-is-zero-for-a-quadratic", test_59 },
    { "D-60-the-fifth-order-method-integrates-a-quintic-exactly", test_60 },
    { "D-61-the-error-estimate-of-the-fifth-order-method-is-zero-for-a-quartic", test_61 },
    { "D-62-rk2-integrates-a-quadratic-exactly", test_62 },
    { "D-70-the-next-step-size-follows-the-rules-of-drake", test_70 },
    { "D-71-the-error-norm-of-a-vector-with-nan-is-nan", test_71 },
    { "the-first-step-is-max-step-for-implicit-and-a-tenth-of-it-for-explicit-methods", test_first_step },
    { "the-effective-minimum-step-depends-on-the-profile", test_working_minimum },
    { "errors-of-positions-are-weighted-like-their-velocities", test_weights },
    { "error-estimates-equal-values-computed-by-hand", test_estimates },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/ode/drake/", rows[i].name, NULL);

      g_test_add_func (path, rows[i].func);
    }
  return g_test_run ();
}
