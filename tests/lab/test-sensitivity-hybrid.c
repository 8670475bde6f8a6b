/* Compares sensitivities of hybrid models with extrapolated central differences of tight runs, and tests which derivatives are refused.
 * Parameters are in times, periods, offsets, crossings, conditions, assignments, initial values, and in the start and end time. Models with
 * conditions in the right-hand side are compared with differences of equivalent models with events, whose steps end at the switches. */
#include "lab-fixture.h"
#include "lab-flow.h"
#include "lab-sensitivity.h"
#include "sensitivity-problems.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

#define HEAD "format: 1\nname: Test\n"
/* Six digits, and the errors of the differences: runs have errors of about 1e-12 of the states, which are divided by the change. */
#define DIGITS 1e-6
#define RUN_ERROR 4e-12

/* Computes the last states of a run with one changed parameter into x. */
static void
run_changed (const char *yaml, const char *parameter, double change, double *x, int n)
{
  g_autofree char *text = g_strconcat (HEAD, yaml, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelSystem) system = NULL;
  LabFixture f;
  double value;

  lab_fixture_init (&f, text, "integrator: dop853\nrelative_tolerance: 1e-12\nabsolute_tolerance: 1e-24\n");
  system = lab_problem_instance (&f.problem, &error);
  g_assert_no_error (error);
  g_assert_true (model_system_get_parameter (system, parameter, &value));
  g_assert_true (model_system_set_parameter (system, parameter, value * (1 + change), NULL));
  double t_start = model_system_t_start (system), t_end = model_system_t_end (system);
  SimSimulator *simulator = sim_simulator_new (sim_system_from_model (g_steal_pointer (&system)), f.config, &error);
  g_assert_no_error (error);
  SimStatus status = sim_simulator_initialize (simulator, t_start, NULL, NULL, t_end, FALSE);
  if (status.reason == SIM_READY)
    status = sim_simulator_advance_to (simulator, t_end);
  g_assert_cmpint (status.reason, !=, SIM_FAILED_RUN);
  memcpy (x, sim_simulator_x (simulator), sizeof (double) * (gsize)n);
  sim_simulator_free (simulator);
  lab_fixture_clear (&f);
}

/* Computes (4 D (h/2) − D (h))/3 with D (h) = (x (p + h) − x (p − h))/(2 h) into d, and the largest |x| into *size. */
static void
difference (const Problem *problem, const char *parameter, double value, double *d, double *size, int n)
{
  static const double factors[] = { 1, -1, 0.5, -0.5 }, weights[] = { -1.0 / 6, 1.0 / 6, 4.0 / 3, -4.0 / 3 };
  double change = problem->change > 0 ? problem->change : 2e-4, x[8];

  g_assert_cmpint (n, <=, 8);
  memset (d, 0, sizeof (double) * (gsize)n);
  for (int k = 0; k < 4; k++)
    {
      run_changed (problem->as_events != NULL ? problem->as_events : problem->yaml, parameter, factors[k] * change, x, n);
      for (int i = 0; i < n; i++)
        {
          d[i] += weights[k] * x[i] / (change * value);
          *size = fmax (*size, fabs (x[i]));
        }
    }
}

static void
test_problem (gconstpointer data)
{
  const Problem *problem = data;
  g_autofree char *text = g_strconcat (HEAD, problem->yaml, NULL);
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f, text, NULL);
  g_auto (GStrv) parameters = lab_sensitivity_parameters (f.model);
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, (const char *const *)parameters, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (s->message);
  for (int c = 0; c < s->n_columns; c++)
    {
      double d[8], size = 0, change = problem->change > 0 ? problem->change : 2e-4;

      g_assert_cmpstr (s->refused[c], ==, NULL);
      difference (problem, s->columns[c], s->values[c], d, &size, s->n_states);
      for (int i = 0; i < s->n_states; i++)
        {
          double computed = s->dx[i * s->n_columns + c];

          g_test_message ("%s, state %d: %.12g, differences %.12g, estimated error %.1e", s->columns[c], i, computed, d[i],
                          s->error[i * s->n_columns + c]);
          g_assert_cmpfloat_with_epsilon (computed, d[i],
                                          DIGITS * fmax (fabs (computed), fabs (d[i])) + RUN_ERROR * size / (change * fabs (s->values[c])));
          g_assert_cmpfloat (s->error[i * s->n_columns + c], <=, DIGITS * fabs (computed) + 1e-13 * size / fabs (s->values[c]));
        }
    }
  lab_fixture_clear (&f);
}

/* ---- closed forms ---- */

/* x' = −k x with x → x + D at t_d: dx/dt_d = k D e^(−k (T − t_d)). */
static void
test_dose (void)
{
  static const char *const parameters[] = { "td", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f,
                    HEAD "time: {start: 0, end: 10}\nparameters: {td: 3, D: 2, k: 0.5}\nstates: {x: {initial: 1, derivative: -k*x}}\n"
                         "events: {dose: {at: td, set: {x: x + D}}}\n",
                    NULL);
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, parameters, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (s->dx[0], 0.5 * 2 * exp (-0.5 * 7), 1e-11);
  lab_fixture_clear (&f);
}

/* x (n + 1) = (1 − k T) x (n) with T = 1/4: after four periods dx/dk = −(1 − k/4)³ x₀ and dx/dx₀ = (1 − k/4)⁴. */
static void
test_sampled (void)
{
  static const char *const parameters[] = { "k", "x0", NULL }, *const initial[] = { "x", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f,
                    HEAD
                    "time: {start: 0, end: 1}\nparameters: {k: 0.8, x0: 1}\nstates: {x: {initial: x0, derivative: u}}\ndiscrete: {u: 0}\n"
                    "events: {sample: {every: 0.25, update: {u: -k*x}}}\n",
                    NULL);
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, parameters, initial, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (s->dx[0], -0.512, 1e-12);
  g_assert_cmpfloat_with_epsilon (s->dx[1], 0.4096, 1e-12);
  g_assert_cmpfloat_with_epsilon (s->dx[2], 0.4096, 1e-12);
  lab_fixture_clear (&f);
}

/* The flight of h = v₀ t − g t²/2 ends at T = 2 v₀/g: dT/dv₀ = 2/g, and v (T) = −v₀. */
static void
test_end (void)
{
  static const char *const parameters[] = { "v0", "g", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (
      &f,
      HEAD
      "time: {start: 0, end: 100}\nparameters: {v0: 20, g: 8}\nstates: {h: {initial: 0, derivative: v}, v: {initial: v0, derivative: -g}}\n"
      "events: {ground: {crossing: h, direction: falling, terminate: true}}\n",
      NULL);
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, parameters, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat_with_epsilon (s->dt[0], 0.25, 1e-11);
  g_assert_cmpfloat_with_epsilon (s->dt[1], -2 * 20.0 / 64, 1e-11);
  g_assert_cmpfloat_with_epsilon (s->dx[0], 0, 1e-9); /* h is 0 at the end for all parameters */
  g_assert_cmpfloat_with_epsilon (s->dx[2], -1, 1e-11);
  g_assert_cmpfloat_with_epsilon (s->dx[3], 0, 1e-10);
  lab_fixture_clear (&f);
}

/* A state that starts like another one follows its initial value: y₀ = 2 x₀. */
static void
test_initial (void)
{
  static const char *const initial[] = { "x", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f, HEAD "time: {start: 0, end: 1}\nstates: {x: {initial: 3, derivative: 0}, y: {initial: 2*x, derivative: -y}}\n",
                    NULL);
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, NULL, initial, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpfloat (s->dx[0], ==, 1);
  g_assert_cmpfloat_with_epsilon (s->dx[1], 2 * exp (-1), 1e-11);
  lab_fixture_clear (&f);
}

/* ---- flows ---- */

/* The variational equations of a flow also jump at switches: they agree with the derivatives with respect to the initial values. */
static void
test_flow (void)
{
  static const char *const initial[] = { "x", "y", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f,
                    HEAD "time: {start: 0, end: 6}\nstates: {x: {initial: 1, derivative: 'if(x > 0.5, -y, -1.3*y)'}, "
                         "y: {initial: 0, derivative: 'x + if(y > 0.2, 0.4, -0.4)'}}\n",
                    NULL);
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, NULL, initial, NULL, &error);
  g_assert_no_error (error);
  g_autoptr (LabFlow) flow = lab_flow_new (&f.problem, &error);
  g_assert_no_error (error);
  g_autoptr (LabFlowRun) run = lab_flow_run_new (flow, 2, TRUE, FALSE, 1e-10, &error);
  g_assert_no_error (error);
  double y[7] = { 1, 0, 1, 0, 0, 1, 0 };
  g_assert_true (lab_flow_run_over (run, 0, 6, y, NULL, &error));
  for (int c = 0; c < 2; c++)
    for (int i = 0; i < 2; i++)
      g_assert_cmpfloat_with_epsilon (y[2 + 2 * c + i], s->dx[i * 2 + c], 1e-6);
  /* q is the logarithm of the determinant, by Liouville's formula */
  g_assert_cmpfloat_with_epsilon (y[6], log (fabs (y[2] * y[5] - y[3] * y[4])), 1e-6);
  lab_fixture_clear (&f);
}

/* ---- refusals ---- */

static void
test_refusal (gconstpointer data)
{
  const Refusal *refusal = data;
  g_autofree char *text = g_strconcat (HEAD, refusal->yaml, NULL);
  g_autoptr (GError) error = NULL;
  const char *reason = NULL;
  LabFixture f;

  lab_fixture_init (&f, text, NULL);
  g_auto (GStrv) parameters = lab_sensitivity_parameters (f.model);
  g_autoptr (LabSensitivity) s = lab_sensitivity_new (&f.problem, (const char *const *)parameters, NULL, NULL, &error);
  g_assert_no_error (error);
  if (refusal->column == NULL)
    reason = s->message;
  for (int c = 0; refusal->column != NULL && c < s->n_columns; c++)
    if (strcmp (s->columns[c], refusal->column) == 0)
      {
        reason = s->refused[c];
        g_assert_true (isnan (s->dx[c]));
      }
  g_test_message ("%s", reason);
  g_assert_nonnull (reason);
  g_assert_nonnull (strstr (reason, refusal->reason));
  lab_fixture_clear (&f);
}

/* An event after each step has no derivative at all. */
static void
test_each_step (void)
{
  static const char *const parameters[] = { "a", NULL };
  g_autoptr (GError) error = NULL;
  LabFixture f;

  lab_fixture_init (&f,
                    HEAD "time: {start: 0, end: 1}\nparameters: {a: 1}\nstates: {x: {initial: 0, derivative: a}}\ndiscrete: {m: 0}\n"
                         "events: {peak: {each_step: true, update: {m: 'max(m, x)'}}}\n",
                    NULL);
  g_assert_null (lab_sensitivity_new (&f.problem, parameters, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "the event 'peak' acts after each step"));
  lab_fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (problems); k++)
    {
      g_autofree char *path = g_strconcat ("/sensitivity/agrees-with-differences/", problems[k].title, NULL);

      g_test_add_data_func (path, &problems[k], test_problem);
    }
  for (guint k = 0; k < G_N_ELEMENTS (refusals); k++)
    {
      g_autofree char *path = g_strconcat ("/sensitivity/is-refused-with-a-reason/", refusals[k].title, NULL);

      g_test_add_data_func (path, &refusals[k], test_refusal);
    }
  g_test_add_func ("/sensitivity/is-refused-with-a-reason/an-event-after-each-step", test_each_step);
  g_test_add_func ("/sensitivity/the-time-of-a-dose-agrees-with-the-closed-form", test_dose);
  g_test_add_func ("/sensitivity/a-sampled-controller-agrees-with-the-closed-form", test_sampled);
  g_test_add_func ("/sensitivity/the-end-of-a-flight-agrees-with-the-closed-form", test_end);
  g_test_add_func ("/sensitivity/the-columns-of-a-flow-jump-at-switches", test_flow);
  g_test_add_func ("/sensitivity/dependent-initial-values-follow", test_initial);
  return g_test_run ();
}
