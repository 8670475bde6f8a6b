/* The tests of Drake for its integrators, with the same values. CONTRIBUTING.md
 * explains the names D-…. */
#include "ode-test.h"

#include <float.h>
#include <string.h>

#include "ode-dense-output.h"
#include "ode-integrator-steps.h"

#define EPS DBL_EPSILON

static const char *const ec_methods[] = { "runge_kutta3", "bogacki_shampine3", "runge_kutta5" };

#define PUBLISH ODE_STEP_REACHED_PUBLISH_TIME
#define UPDATE ODE_STEP_REACHED_UPDATE_TIME
#define BOUNDARY ODE_STEP_REACHED_BOUNDARY_TIME
#define ADVANCED ODE_STEP_TIME_HAS_ADVANCED

/* Calls the function that corresponds to Drake's IntegrateNoFurtherThanTime, and returns its result. */
static OdeStepResult
no_further_than (OdeIntegrator *integrator, double publish, double update, double boundary)
{
  OdeStepResult result;

  g_assert_cmpint (ode_integrator_step_no_further (integrator, publish, update, boundary, &result), ==, ODE_DONE);
  return result;
}

/* Returns the estimate of component i in the last attempt. It is scaled by the
 * accuracy, which is absolute here. */
static double
estimate (OdeIntegrator *integrator, int i)
{
  const double *scaled = ode_integrator_scaled_errors (integrator);

  g_assert_nonnull (scaled);
  return scaled[i] * ode_integrator_accuracy_in_use (integrator);
}

static double
spring_x (double x0, double v0, double t)
{
  double omega = sqrt (150);

  return x0 * cos (omega * t) + v0 / omega * sin (omega * t);
}

static void
test_49 (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (ec_methods); i++)
    {
      OdeSettings fixed = drake_settings (1e-5, 1e-3, false), adaptive = drake_settings (1e-5, 0.1, true);
      OdeIntegrator *a, *b;

      adaptive.min_step = 1e-6;
      a = start (method_named (ec_methods[i]), &problem_spring, &fixed);
      b = start (method_named (ec_methods[i]), &problem_spring, &adaptive);
      run_to (a, 1);
      run_to (b, 1);
      g_assert_cmpfloat_with_epsilon (ode_integrator_x (a)[0], 0.0947013933, 1e-5);
      g_assert_cmpfloat_with_epsilon (ode_integrator_x (b)[0], 0.0947013933, 1e-5);
      g_assert_cmpint (ode_integrator_statistics (b)->steps_taken, <, ode_integrator_statistics (a)->steps_taken);
      g_assert_cmpint (ode_integrator_statistics (a)->steps_taken, ==, 1000);
      ode_integrator_free (a);
      ode_integrator_free (b);
    }
}

static void
test_50 (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (ec_methods); i++)
    {
      const OdeMethod *method = method_named (ec_methods[i]);
      double h = 2 * G_PI / sqrt (150) / 512, e[2];
      int p = method->error_order;

      for (int halves = 1; halves <= 2; halves++)
        {
          OdeSettings settings = drake_settings (1e-3, 0.1, false);
          OdeIntegrator *integrator = start (method, &problem_spring, &settings);
          double sum = 0;

          for (int k = 0; k < halves; k++)
            {
              g_assert_cmpint (ode_integrator_step_fixed (integrator, h / halves), ==, ODE_DONE);
              sum += estimate (integrator, 0);
            }
          e[halves - 1] = fabs (sum - fabs (ode_integrator_x (integrator)[0] - spring_x (0.1, 0.01, h)));
          ode_integrator_free (integrator);
        }
      g_assert_cmpfloat (e[1], <=, 4 * e[0] / exp2 (p));
      g_assert_cmpfloat (4 * e[1], >=, e[0] / exp2 (p + 1));
    }
}

static void
test_51 (void)
{
  const OdeMethod *method = method_named ("runge_kutta3");
  OdeSettings settings = drake_settings (1e-3, 0, true);
  OdeIntegrator *integrator;
  char error[200] = "";

  integrator = ode_integrator_new (method, &problem_spring.system, &settings, error, sizeof error);
  g_assert_nonnull (integrator);
  g_assert_cmpint (ode_integrator_initialize (integrator, 0, problem_spring.x0, 1), ==, ODE_FAIL_SETTING);
  g_assert_nonnull (strstr (ode_integrator_message (integrator), "max_step"));
  ode_integrator_free (integrator);

  settings.max_step = 1e-3;
  settings.min_step = 0.1;
  g_assert_null (ode_integrator_new (method, &problem_spring.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "min_step"));

  settings.max_step = 0.1;
  settings.min_step = 1e-8;
  settings.initial_step = 1e-10;
  g_assert_null (ode_integrator_new (method, &problem_spring.system, &settings, error, sizeof error));
  g_assert_nonnull (strstr (error, "initial_step"));

  settings.initial_step = 1e-3;
  settings.accuracy = 10;
  integrator = start (method, &problem_spring, &settings);
  g_assert_cmpfloat (ode_integrator_accuracy_in_use (integrator), <=, 10);
  g_assert_cmpfloat (ode_integrator_accuracy_in_use (integrator), ==, 0.1);
  run_to (integrator, 1);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], problem_spring.x1[0], 1.0);
  ode_integrator_free (integrator);
}

static void
test_52 (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (ec_methods); i++)
    {
      OdeSettings settings = drake_settings (1e-3, 0.1, true);
      OdeIntegrator *integrator;

      settings.min_step = 1e-40;
      integrator = start (method_named (ec_methods[i]), &problem_spring, &settings);
      run_to (integrator, 1e-40);
      g_assert_true (ode_integrator_t (integrator) == 1e-40);
      ode_integrator_free (integrator);
    }
}

static void
test_53 (void)
{
  OdeSettings settings = drake_settings (1e-3, 1e-6, false);
  Problem problem = problem_spring;
  OdeIntegrator *integrator;

  problem.t0 = 1e10;
  problem.t1 = 1e10 + 1;
  integrator = start (method_named ("explicit_euler"), &problem, &settings);
  g_assert_cmpint (ode_integrator_step (integrator, 1e10 + 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpfloat (ode_integrator_t (integrator), >, 1e10);
  ode_integrator_free (integrator);
}

static void
test_54 (void)
{
  OdeSettings settings = drake_settings (1e-3, 1e-2, true);
  Problem problem = problem_spring;
  OdeIntegrator *integrator;
  int steps = 0;

  memset (problem.x0, 0, sizeof problem.x0);
  settings.min_step = 1e-6;
  integrator = start (method_named ("runge_kutta3"), &problem, &settings);
  while (no_further_than (integrator, INFINITY, ode_integrator_t (integrator) + 0.01 + EPS, 0.1) != BOUNDARY)
    g_assert_cmpint (steps++, <, 1000);
  g_assert_true (ode_integrator_t (integrator) == 0.1);
  g_assert_cmpfloat (ode_integrator_statistics (integrator)->largest_step_taken, <=, 1.01 * 0.01);
  ode_integrator_free (integrator);
}

static void
test_55 (void)
{
  OdeSettings fixed = drake_settings (1e-3, 1e-2, false), adaptive = drake_settings (1e-3, 1e-1, true);

  for (int mode = 0; mode < 2; mode++)
    {
      OdeIntegrator *integrator = start (method_named ("runge_kutta3"), &problem_spring, mode == 0 ? &fixed : &adaptive);
      double x[3];

      run_to (integrator, 1);
      memcpy (x, ode_integrator_x (integrator), sizeof x);
      g_assert_cmpint (no_further_than (integrator, 1, 1, 1), ==, UPDATE);
      g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
      g_assert_cmpint (ode_integrator_step_to (integrator, 1), ==, ODE_DONE);
      if (mode == 0)
        g_assert_cmpint (ode_integrator_step_fixed_to (integrator, 1), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == 1);
      g_assert_true (memcmp (x, ode_integrator_x (integrator), sizeof x) == 0);
      g_assert_cmpint (ode_integrator_step (integrator, 0.5, ODE_STOP_EVENT), ==, ODE_FAIL_SETTING);
      g_assert_cmpint (ode_integrator_step (integrator, 0.5, ODE_STOP_END), ==, ODE_FAIL_SETTING);
      g_assert_cmpint (ode_integrator_step_fixed_to (integrator, 0.5), ==, ODE_FAIL_SETTING);
      g_assert_cmpint (ode_integrator_step_to (integrator, 0.5), ==, ODE_FAIL_SETTING);
      OdeStepResult result;
      g_assert_cmpint (ode_integrator_step_no_further (integrator, 0.5, 2, 2, &result), ==, ODE_FAIL_SETTING);
      g_assert_cmpint (ode_integrator_step_no_further (integrator, 2, 0.5, 2, &result), ==, ODE_FAIL_SETTING);
      g_assert_cmpint (ode_integrator_step_no_further (integrator, 2, 2, 0.5, &result), ==, ODE_FAIL_SETTING);
      g_assert_true (ode_integrator_t (integrator) == 1);
      g_assert_true (memcmp (x, ode_integrator_x (integrator), sizeof x) == 0);
      ode_integrator_free (integrator);
    }
}

static void
test_56 (void)
{
  OdeSettings settings = drake_settings (1e-3, 1e-1, true);
  OdeIntegrator *integrator = start (method_named ("runge_kutta3"), &problem_spring, &settings);

  g_assert_cmpint (ode_integrator_step_fixed (integrator, 1e-3), ==, ODE_FAIL_SETTING);
  g_assert_cmpint (ode_integrator_step_fixed_to (integrator, 1e-3), ==, ODE_FAIL_SETTING);
  ode_integrator_free (integrator);
}

/* IntegrateWithMultipleStepsToTime in Drake ends exactly at the given time and never lengthens a step. IntegrateWithSingleFixedStepToTime
 * takes one step that ends exactly at the given time, even if t0 + (t − t0) differs from t by rounding. */
static void
test_times_are_reached_exactly (void)
{
  OdeSettings adaptive = drake_settings (1e-5, 1e-2, true), fixed = drake_settings (1e-3, 1e-2, false);
  OdeIntegrator *integrator = start (method_named ("runge_kutta3"), &problem_spring, &adaptive);
  double t = 0;

  g_assert_cmpint (ode_integrator_step_to (integrator, 0.3000001), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 0.3000001);
  g_assert_cmpfloat (ode_integrator_statistics (integrator)->largest_step_taken, <=, 1e-2 * (1 + 4 * EPS));
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, >=, 31);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], spring_x (0.1, 0.01, 0.3000001), 1e-5);
  ode_integrator_free (integrator);

  integrator = start (method_named ("runge_kutta3"), &problem_spring, &fixed);
  for (int k = 1; k <= 1000; k++)
    {
      t = k * 0.001 / 3;
      g_assert_cmpint (ode_integrator_step_fixed_to (integrator, t), ==, ODE_DONE);
      g_assert_true (ode_integrator_t (integrator) == t);
    }
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, 1000);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], spring_x (0.1, 0.01, t), 1e-8);
  ode_integrator_free (integrator);
}

static void
test_the_step_limit_is_a_result (void)
{
  OdeSettings settings = drake_settings (1e-3, 0.01, true);
  OdeIntegrator *integrator;
  OdeStepResult result;

  settings.step_limit = 1;
  integrator = start (method_named ("runge_kutta3"), &problem_spring, &settings);
  g_assert_cmpint (no_further_than (integrator, INFINITY, INFINITY, 1), ==, ADVANCED);
  g_assert_cmpint (ode_integrator_step_no_further (integrator, INFINITY, INFINITY, 1, &result), ==, ODE_FAIL_STEP_LIMIT);
  g_assert_cmpint (result, ==, ODE_STEP_REACHED_STEP_LIMIT);
  for (int code = ODE_STEP_REACHED_PUBLISH_TIME; code <= ODE_STEP_REACHED_STEP_LIMIT; code++)
    for (int other = code + 1; other <= ODE_STEP_REACHED_STEP_LIMIT + 1; other++)
      g_assert_cmpstr (ode_step_result_text ((OdeStepResult) code), !=, ode_step_result_text ((OdeStepResult) other));
  ode_integrator_free (integrator);
}

static void
test_57 (void)
{
  static const struct
  {
    double publish, update, boundary;
    OdeStepResult code;
    double advance;
  } rows[] = {
    { 0.005, 0.007, INFINITY, PUBLISH, 0.005 },
    { 0.0013, 0.0011, INFINITY, UPDATE, 0.0011 },
    { 0.17, 0.19, INFINITY, ADVANCED, 0.01 },
    { 42, 0.01001, INFINITY, UPDATE, 0.01001 },
    { 0.0013, 0.0011, 0.0009, BOUNDARY, 0.0009 },
    { 42, 0.01001, 0.01, BOUNDARY, 0.01 },
  };
  OdeSettings settings = drake_settings (1e-3, 0.01, false);
  Problem problem = problem_spring;
  OdeIntegrator *integrator;
  double t = 0;

  problem.t1 = 100;
  integrator = start (method_named ("explicit_euler"), &problem, &settings);
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_assert_cmpint (no_further_than (integrator, t + rows[i].publish, t + rows[i].update, t + rows[i].boundary), ==,
                       rows[i].code);
      t += rows[i].advance;
      g_assert_true (ode_integrator_t (integrator) == t);
    }
  ode_integrator_free (integrator);
}

static void
test_63 (void)
{
  OdeSettings settings = drake_settings (1e-3, 1.0 / 1024, false);
  OdeIntegrator *integrator = start (method_named ("runge_kutta2"), &problem_spring, &settings);

  while (ode_integrator_t (integrator) < 1)
    {
      double x[3], t;

      g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
      t = 0.5 * (ode_integrator_t (integrator) + ode_integrator_t_previous (integrator));
      g_assert_cmpint (ode_integrator_interpolate (integrator, t, x), ==, ODE_DONE);
      g_assert_cmpfloat_with_epsilon (x[0], spring_x (0.1, 0.01, t), 5e-3);
    }
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, 1024);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], problem_spring.x1[0], 5e-3);
  ode_integrator_free (integrator);
}

static void
spring_with_small_steps (const char *name, double tolerance)
{
  OdeSettings settings = drake_settings (1e-3, 1e-6, false);
  Problem problem = problem_spring;
  OdeIntegrator *integrator;

  problem.x0[1] = 2.1;
  integrator = start (method_named (name), &problem, &settings);
  run_to (integrator, 1);
  g_assert_cmpint (ode_integrator_statistics (integrator)->steps_taken, ==, 1000000);
  g_assert_cmpfloat_with_epsilon (ode_integrator_x (integrator)[0], spring_x (0.1, 2.1, 1), tolerance);
  ode_integrator_free (integrator);
}

static void
test_64 (void)
{
  spring_with_small_steps ("explicit_euler", 1e-4);
}

static void
test_65 (void)
{
  spring_with_small_steps ("semi_explicit_euler", 5e-3);
}

/* A rigid body without torque: unit quaternion (w x y z), position, angular
 * velocity in the body frame, velocity; I = (1, 2, 3). */
static OdeStatus
free_body_rhs (void *self, double t, const double *x, double *dxdt)
{
  const double *q = x, *w = x + 7;

  dxdt[0] = 0.5 * (-q[1] * w[0] - q[2] * w[1] - q[3] * w[2]);
  dxdt[1] = 0.5 * (q[0] * w[0] - q[3] * w[1] + q[2] * w[2]);
  dxdt[2] = 0.5 * (q[3] * w[0] + q[0] * w[1] - q[1] * w[2]);
  dxdt[3] = 0.5 * (-q[2] * w[0] + q[1] * w[1] + q[0] * w[2]);
  memcpy (dxdt + 4, x + 10, 3 * sizeof (double));
  dxdt[7] = -w[1] * w[2];
  dxdt[8] = w[0] * w[2];
  dxdt[9] = -w[0] * w[1] / 3;
  dxdt[10] = dxdt[11] = dxdt[12] = 0;
  return ODE_DONE;
}

static const OdeKind free_body_kinds[] = {
  ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION, ODE_POSITION,
  ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY, ODE_VELOCITY,
};
static const OdePair free_body_pairs[] = { { 4, 10 }, { 5, 11 }, { 6, 12 } };
static const OdeRotation free_body_rotation = { .quaternion = 0, .position = -1 };
static const Problem free_body = {
  .name = "free body",
  .system = {
    .n_states = 13, .kinds = free_body_kinds, .rhs = free_body_rhs, .n_pairs = 3, .pairs = free_body_pairs,
    .n_rotations = 1, .rotations = &free_body_rotation,
  },
  .t1 = 1,
  .x0 = { 1, 0, 0, 0, 0.1, 0.2, 0.3, 1, 0.1, 0.2, 5, 5, 5 },
};

static void
test_66 (void)
{
  OdeSettings settings = drake_settings (1e-3, 1e-4, false);
  OdeIntegrator *a = start (method_named ("explicit_euler"), &free_body, &settings);
  OdeIntegrator *b = start (method_named ("semi_explicit_euler"), &free_body, &settings);

  run_to (a, 1);
  run_to (b, 1);
  g_assert_cmpfloat (max_difference (ode_integrator_x (a), ode_integrator_x (b), 13), <, 5e-3);
  g_assert_cmpfloat (max_difference (ode_integrator_x (a), ode_integrator_x (b), 13), >, 0);
  ode_integrator_free (a);
  ode_integrator_free (b);
}

static void
test_67 (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (ec_methods); i++)
    {
      OdeSettings settings = drake_settings (1e-7, 0.1, true);
      OdeIntegrator *integrator = start (method_named (ec_methods[i]), &problem_pleiades, &settings);

      run_to (integrator, 3);
      g_assert_cmpfloat (max_difference (ode_integrator_x (integrator), problem_pleiades.x1, 28), <, 1e-5);
      ode_integrator_free (integrator);
    }
}

typedef struct
{
  int accepted, rejected, cut;
  double end; /* end of the last accepted attempt */
} Tape;

static void
hear (void *user, const OdeAttempt *attempt)
{
  Tape *tape = user;

  if (attempt->outcome == ODE_ATTEMPT_ACCEPTED)
    {
      g_assert_cmpfloat_with_epsilon (attempt->t, tape->end, 4 * EPS);
      tape->end = attempt->t + attempt->h;
      tape->accepted++;
    }
  else if (attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR)
    {
      g_assert_cmpfloat (attempt->error, >, 1);
      tape->rejected++;
    }
  else if (attempt->outcome == ODE_ATTEMPT_CUT_BY_EVENT)
    {
      tape->end = attempt->t;
      tape->accepted--;
      tape->cut++;
    }
}

static void
test_68 (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (ec_methods); i++)
    {
      OdeSettings settings = drake_settings (1e-8, 10, true);
      OdeIntegrator *integrator;
      OdeDenseOutput *dense = ode_dense_output_new (3);
      Tape tape = { 0 };

      settings.initial_step = 3;
      integrator = start (method_named (ec_methods[i]), &problem_spring, &settings);
      ode_integrator_set_attempt_func (integrator, hear, &tape);
      while (ode_integrator_t (integrator) < 1)
        {
          double x[3], t0 = ode_integrator_t (integrator);

          g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
          g_assert_true (ode_integrator_t_previous (integrator) == t0);
          g_assert_cmpint (ode_integrator_interpolate (integrator, ode_integrator_t (integrator), x), ==, ODE_DONE);
          g_assert_true (memcmp (x, ode_integrator_x (integrator), sizeof x) == 0);
          g_assert_cmpint (ode_integrator_interpolate (integrator, t0, x), ==, ODE_DONE);
          g_assert_true (memcmp (x, ode_integrator_x_previous (integrator), sizeof x) == 0);
          g_assert_true (ode_dense_output_append_step (dense, integrator));
          g_assert_true (ode_dense_output_evaluate (dense, ode_integrator_t (integrator), x, NULL));
          g_assert_true (memcmp (x, ode_integrator_x (integrator), sizeof x) == 0);
        }
      g_assert_true (ode_dense_output_start (dense) == 0 && ode_dense_output_stop (dense) == 1);
      g_assert_cmpuint (ode_dense_output_n_segments (dense), ==, ode_integrator_statistics (integrator)->steps_taken);
      /* The segments are Drake's cubic polynomials. The loop computes the error between the ends of the steps. */
      g_assert_cmpint (ode_dense_output_degree (dense, 0), ==, 3);
      for (int k = 0; k <= 1000; k++)
        {
          double x[3], dxdt[3];

          g_assert_true (ode_dense_output_evaluate (dense, k / 1000.0, x, dxdt));
          g_assert_cmpfloat_with_epsilon (x[0], spring_x (0.1, 0.01, k / 1000.0), 1e-5);
          g_assert_cmpfloat_with_epsilon (dxdt[0], x[1], 1e-3);
        }
      ode_dense_output_free (dense);
      g_assert_cmpint (tape.rejected, >, 0);
      g_assert_cmpint (tape.accepted, ==, ode_integrator_statistics (integrator)->steps_taken);
      g_assert_cmpint (tape.rejected, ==, ode_integrator_statistics (integrator)->rejected_error);
      g_assert_cmpfloat_with_epsilon (tape.end, 1, 4 * EPS);
      ode_integrator_free (integrator);
    }
}

static void
test_69 (void)
{
  OdeSettings settings = drake_settings (1e-3, 0.1, true);
  OdeIntegrator *integrator = start (method_named ("runge_kutta3"), &problem_spring, &settings);
  OdeDenseOutput *dense = ode_dense_output_new (3);
  double t, x0[3], x1[3];

  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_true (ode_dense_output_append_step (dense, integrator));
  t = ode_integrator_t (integrator);
  memcpy (x1, ode_integrator_x (integrator), sizeof x1);
  ode_integrator_undo (integrator);
  g_assert_true (ode_integrator_t (integrator) == 0);
  g_assert_true (memcmp (ode_integrator_x (integrator), problem_spring.x0, sizeof x0) == 0);
  g_assert_cmpint (ode_integrator_step (integrator, t, ODE_STOP_END), ==, ODE_DONE);
  g_assert_true (ode_integrator_t_previous (integrator) == 0 && ode_integrator_t (integrator) == t);
  g_assert_true (memcmp (ode_integrator_x (integrator), x1, sizeof x1) == 0);
  g_assert_cmpint (ode_integrator_interpolate (integrator, 0, x0), ==, ODE_DONE);
  g_assert_true (memcmp (x0, problem_spring.x0, sizeof x0) == 0);
  g_assert_true (ode_dense_output_append_step (dense, integrator));
  g_assert_cmpuint (ode_dense_output_n_segments (dense), ==, 1);

  /* Appends a repeated step, and then a shorter step that replaces it. */
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_true (ode_dense_output_append_step (dense, integrator));
  t = 0.5 * (ode_integrator_t (integrator) + ode_integrator_t_previous (integrator));
  ode_integrator_undo (integrator);
  g_assert_cmpint (ode_integrator_step (integrator, t, ODE_STOP_END), ==, ODE_DONE);
  g_assert_true (ode_dense_output_append_step (dense, integrator));
  g_assert_cmpuint (ode_dense_output_n_segments (dense), ==, 2);
  g_assert_true (ode_dense_output_stop (dense) == t);
  g_assert_true (ode_dense_output_break (dense, 1) == ode_integrator_t_previous (integrator));
  ode_dense_output_free (dense);
  ode_integrator_free (integrator);
}

typedef struct
{
  int calls, fail;
} Once;

static OdeStatus
once_rhs (void *self, double t, const double *x, double *dxdt)
{
  Once *once = self;

  if (once->calls++ == once->fail)
    return ODE_RETRY_UNDEFINED;
  dxdt[0] = 1;
  return ODE_DONE;
}

static void
test_72 (void)
{
  Once once = { .fail = 1 };
  Problem problem = { .name = "once", .system = { .self = &once, .n_states = 1, .rhs = once_rhs }, .t1 = 1 };
  OdeSettings settings = drake_settings (1e-3, 1, false);
  OdeIntegrator *integrator = start (method_named ("runge_kutta4"), &problem, &settings);

  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_cmpint (ode_integrator_statistics (integrator)->substep_failures, ==, 1);
  g_assert_cmpint (ode_integrator_statistics (integrator)->shrinkages_failure, ==, 1);
  g_assert_true (ode_integrator_t (integrator) == 0.5);
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  g_assert_true (ode_integrator_t (integrator) == 1);
  ode_integrator_free (integrator);
}

static void
test_73 (void)
{
  Problem problem = free_body;
  OdeSettings settings = drake_settings (1e-3, 0.1, true);
  OdeIntegrator *a, *b;
  g_autofree void *bytes = NULL;

  problem.t1 = 10;
  settings.min_step = 1e-9;
  settings.throw_on_min_step = false;
  a = start (method_named ("runge_kutta3"), &problem, &settings);
  run_to (a, 1);
  b = start (method_named ("runge_kutta3"), &problem, ode_integrator_settings (a));
  bytes = g_malloc (ode_integrator_snapshot_size (a));
  ode_integrator_save (a, bytes);
  ode_integrator_restore (b, bytes);
  g_assert_true (ode_integrator_t (b) == 1);
  run_to (b, 3.1415926);
  run_to (a, 3.1415926);
  g_assert_cmpfloat (max_difference (ode_integrator_x (a), ode_integrator_x (b), 13), <, 1e-10);
  g_assert_true (ode_integrator_settings (b)->max_step == 0.1 && ode_integrator_settings (b)->min_step == 1e-9);
  g_assert_false (ode_integrator_settings (b)->throw_on_min_step);
  g_assert_true (ode_integrator_accuracy_in_use (b) == ode_integrator_accuracy_in_use (a));
  ode_integrator_free (a);
  ode_integrator_free (b);
}

static OdeStatus
stiff_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[1];
  dxdt[1] = 50 * (1 - x[0] * x[0]) * x[1] - x[0];
  return ODE_DONE;
}

/* Drake's implicit methods use the factors of other step sizes. So a restored snapshot must compute them for the same size again. */
static void
test_73_implicit (void)
{
  static const char *const names[] = { "implicit_euler", "radau1", "radau3" };
  const Problem problem = { .name = "van der Pol", .system = { .n_states = 2, .rhs = stiff_rhs }, .t1 = 100, .x0 = { 2, 0 } };

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++)
    {
      OdeSettings settings = tolerance_settings (1e-4);
      OdeIntegrator *a, *b;
      g_autofree void *bytes = NULL;

      settings.drake_implicit = true;
      a = start (method_named (names[i]), &problem, &settings);
      b = start (method_named (names[i]), &problem, &settings);
      bytes = g_malloc (ode_integrator_snapshot_size (a));
      for (int k = 0; k < 60; k++)
        {
          g_assert_cmpint (ode_integrator_step (a, 100, ODE_STOP_END), ==, ODE_DONE);
          if (k > 0)
            {
              g_assert_cmpint (ode_integrator_step (b, 100, ODE_STOP_END), ==, ODE_DONE);
              g_assert_true (ode_integrator_t (a) == ode_integrator_t (b));
              g_assert_true (memcmp (ode_integrator_x (a), ode_integrator_x (b), 2 * sizeof (double)) == 0);
            }
          ode_integrator_save (a, bytes);
          ode_integrator_restore (b, bytes);
        }
      ode_integrator_free (a);
      ode_integrator_free (b);
    }
}

/* The run begins at a negative time. The dense output of the whole run has the
 * state at the end of each step, and differs from the solution inside the
 * steps by at most 1e-5, relative to values above 1. */
static void
test_74 (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (ec_methods); i++)
    {
      OdeSettings settings = drake_settings (1e-5, 0.1, true);
      Problem problem = free_body;
      OdeIntegrator *integrator, *exact;
      OdeDenseOutput *dense = ode_dense_output_new (13);

      problem.t0 = -1;
      problem.t1 = 0;
      integrator = start (method_named (ec_methods[i]), &problem, &settings);
      settings.accuracy = 1e-10;
      exact = start (method_named ("runge_kutta5"), &problem, &settings);
      while (ode_integrator_t (integrator) < 0)
        {
          double x[13], t;

          g_assert_cmpint (ode_integrator_step (integrator, 0, ODE_STOP_END), ==, ODE_DONE);
          g_assert_true (ode_dense_output_append_step (dense, integrator));
          g_assert_true (ode_dense_output_evaluate (dense, ode_integrator_t (integrator), x, NULL));
          g_assert_true (memcmp (x, ode_integrator_x (integrator), sizeof x) == 0);
          t = 0.5 * (ode_integrator_t_previous (integrator) + ode_integrator_t (integrator));
          run_to (exact, t);
          g_assert_true (ode_dense_output_evaluate (dense, t, x, NULL));
          for (int k = 0; k < 13; k++)
            g_assert_cmpfloat_with_epsilon (x[k], ode_integrator_x (exact)[k], 1e-5 * fmax (1, fabs (ode_integrator_x (exact)[k])));
        }
      g_assert_true (ode_dense_output_start (dense) == -1 && ode_dense_output_stop (dense) == 0);
      g_assert_cmpuint (ode_dense_output_n_segments (dense), ==, ode_integrator_statistics (integrator)->steps_taken);
      ode_dense_output_free (dense);
      ode_integrator_free (integrator);
      ode_integrator_free (exact);
    }
}

/* A plant without bodies has no states. The time still advances, and the dense output contains the times
 * of the steps. */
static void
test_74_empty (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (ec_methods); i++)
    {
      const Problem empty = { .name = "empty plant", .t0 = -1, .t1 = 1 };
      OdeSettings settings = drake_settings (1e-5, 0.1, true);
      OdeIntegrator *integrator = start (method_named (ec_methods[i]), &empty, &settings);
      OdeDenseOutput *dense = ode_dense_output_new (0);

      while (ode_integrator_t (integrator) < 1)
        {
          g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
          g_assert_true (ode_dense_output_append_step (dense, integrator));
        }
      g_assert_true (ode_dense_output_start (dense) == -1 && ode_dense_output_stop (dense) == 1);
      g_assert_true (ode_dense_output_evaluate (dense, 0.3, NULL, NULL));
      g_assert_false (ode_dense_output_evaluate (dense, 1.1, NULL, NULL));
      g_assert_cmpint (ode_integrator_statistics (integrator)->rhs_evaluations, ==, 0);
      ode_dense_output_free (dense);
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
    { "D-49-error-control-needs-fewer-steps", test_49 },
    { "D-50-the-error-estimate-converges-with-its-order", test_50 },
    { "D-51-invalid-settings-are-refused", test_51 },
    { "D-52-a-time-interval-of-1e-40-is-integrated", test_52 },
    { "D-53-a-small-step-advances-the-time-even-at-1e10", test_53 },
    { "D-54-no-step-exceeds-max-step", test_54 },
    { "D-55-a-step-to-the-current-time-changes-nothing", test_55 },
    { "D-56-a-fixed-step-under-error-control-is-refused", test_56 },
    { "D-57-times-are-reached-exactly", test_times_are_reached_exactly },
    { "D-57-a-run-that-reaches-the-step-limit-reports-it", test_the_step_limit_is_a_result },
    { "D-57-a-step-ends-at-the-nearest-of-publish-update-and-boundary-time", test_57 },
    { "D-63-rk2-agrees-with-the-exact-motion-of-a-spring", test_63 },
    { "D-64-explicit-euler-agrees-with-the-exact-motion-of-a-spring", test_64 },
    { "D-65-semi-explicit-euler-agrees-with-the-exact-motion-of-a-spring", test_65 },
    { "D-66-semi-explicit-euler-agrees-with-the-motion-of-a-free-body", test_66 },
    { "D-67-the-pleiades-problem-ends-at-the-published-state", test_67 },
    { "D-68-dense-output-equals-the-state-at-both-ends-of-a-step", test_68 },
    { "D-69-a-step-can-be-undone-and-repeated", test_69 },
    { "D-72-failed-attempts-and-step-reductions-are-counted", test_72 },
    { "D-73-two-integrators-with-the-same-settings-give-the-same-result", test_73 },
    { "D-73-a-restored-implicit-method-continues-with-the-same-bits", test_73_implicit },
    { "D-74-dense-output-of-a-free-body-is-accurate", test_74 },
    { "D-74-an-empty-plant-advances-in-time", test_74_empty },
  };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/ode/drake/", rows[i].name, NULL);

      g_test_add_func (path, rows[i].func);
    }
  return g_test_run ();
}
