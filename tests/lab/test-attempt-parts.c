/* Tests the contributions of stages to the error estimate, and the last changes by Newton's method. The expected numbers are computed here from
 * published coefficients and from the formulas of the model, x' = v, v' = μ (1 − x²) v − x. */
#include <gio/gio.h>
#include <math.h>

#include "lab-attempt-parts.h"
#include "model-load.h"

/* Allowed difference as a fraction of the sizes of the terms, whose rounding errors are some 1e-16. */
#define WITHIN 1e-12

typedef struct
{
  Model *model;
  SimConfig *config;
  ModelSystem *system;
  SimRun *run;
  LabRunRecord record;
  double mu;
} Run;

/* Runs a model of the Van der Pol oscillator to its end. */
static void
run_open (Run *run, const char *name, double mu, const char *method)
{
  g_autofree char *path = g_strdup_printf ("%s/models/oscillators/%s.yaml", g_getenv ("STEPWISE_DATA_DIR"), name);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  const ModelInstance plain = { 0 };
  g_autoptr (GError) error = NULL;

  run->mu = mu;
  run->model = model_load_file (path, sim_config_check_solver, diagnostics);
  g_assert_nonnull (run->model);
  run->config = sim_config_new ();
  sim_config_set (run->config, "integrator", method, SIM_ORIGIN_LIVE, &error);
  g_assert_no_error (error);
  run->system = model_system_new (run->model, &plain, &error);
  g_assert_no_error (error);
  run->record = (LabRunRecord) { .problem = { .model = run->model, .config = run->config, .t_start = model_system_t_start (run->system),
                                              .t_end = model_system_t_end (run->system) } };
  run->run = sim_run_new (sim_system_from_model (model_system_new (run->model, &plain, NULL)), run->config, run->record.problem.t_start,
                          run->record.problem.t_end, &error);
  g_assert_no_error (error);
  run->record.tape = sim_run_tape (run->run);
  sim_run_start (run->run);
  sim_run_wait (run->run);
}

static void
run_close (Run *run)
{
  sim_run_free (run->run);
  model_system_free (run->system);
  sim_config_free (run->config);
  model_unref (run->model);
}

static void
slope (const Run *run, const double x[2], double f[2])
{
  f[0] = x[1];
  f[1] = run->mu * (1 - x[0] * x[0]) * x[1] - x[0];
}

/* Solves (diagonal I − scale J) y = b at x. */
static void
solve (const Run *run, const double x[2], double diagonal, double scale, const double b[2], double y[2])
{
  const double a[4] = { diagonal, -scale, -scale * (-2 * run->mu * x[0] * x[1] - 1), diagonal - scale * run->mu * (1 - x[0] * x[0]) };
  const double det = a[0] * a[3] - a[1] * a[2];

  y[0] = (b[0] * a[3] - a[1] * b[1]) / det;
  y[1] = (a[0] * b[1] - a[2] * b[0]) / det;
}

static const OdeTraceEvent *
stage_of (const LabAttempt *attempt, int number)
{
  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_STAGE && attempt->events[i].index == number)
      return &attempt->events[i];
  g_assert_not_reached ();
}

/* Opens the next attempt from *index on that has an estimate. If fresh is true, its Jacobian is new and the attempt before it was accepted, so that the
 * estimate of Radau IIA is filtered once. */
static LabAttempt *
next_attempt (const Run *run, gsize *index, gboolean fresh)
{
  OdeAttempt before, row;

  for (++*index; sim_tape_get (run->record.tape, *index, &row); ++*index)
    {
      g_autoptr (GError) error = NULL;

      if (row.outcome != ODE_ATTEMPT_ACCEPTED || (fresh && (!row.new_jacobian || !row.new_factors || row.newton_iterations < 2)))
        continue;
      g_assert_true (sim_tape_get (run->record.tape, *index - 1, &before));
      if (fresh && (before.outcome != ODE_ATTEMPT_ACCEPTED || before.t == row.t))
        continue;
      LabAttempt *attempt = lab_attempt_new (&run->record, *index, NULL, &error);
      g_assert_no_error (error);
      return attempt;
    }
  return NULL;
}

/* Radau IIA 5: the weights are the constants DD1, DD2 and DD3 of RADAU5. The estimate of the run is (γ₀⁻¹/h I − J)⁻¹ (f0 + Σ e_i Z_i/h) divided by
 * 0.03 rtol^(2/3 − 1), where γ₀⁻¹ is the real eigenvalue of A⁻¹. */
static void
test_radau (void)
{
  const double root6 = sqrt (6), e[3] = { -(13 + 7 * root6) / 3, (-13 + 7 * root6) / 3, -1.0 / 3 };
  const double eigenvalue = 30 / (6 + cbrt (81) - cbrt (9));
  Run run = { 0 };
  int n_checked = 0;
  LabAttempt *attempt;

  run_open (&run, "van-der-pol-stiff", 1000, "radau5");
  for (gsize index = 4; n_checked < 8 && (attempt = next_attempt (&run, &index, TRUE)) != NULL; n_checked++)
    {
      g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);
      const double h = attempt->record.h, loosening = 0.03 * pow (attempt->accuracy, 2.0 / 3 - 1);
      double f0[2], sum[2], size[2], estimate[2];

      g_assert_nonnull (parts->weight);
      g_assert_cmpint (parts->n_stages, ==, 3);
      slope (&run, attempt->x0, f0);
      for (int k = 0; k < 2; k++)
        {
          sum[k] = h * f0[k];
          size[k] = fabs (sum[k]);
          g_assert_cmpfloat_with_epsilon (parts->start[k], h * f0[k], WITHIN * size[k]);
        }
      for (int i = 0; i < 3; i++)
        {
          const double *x = stage_of (attempt, i + 1)->x;

          g_assert_cmpfloat_with_epsilon (parts->weight[i], e[i], WITHIN * fabs (e[i]));
          for (int k = 0; k < 2; k++)
            {
              const double part = e[i] * (x[k] - attempt->x0[k]);

              sum[k] += part;
              size[k] += fabs (part) + fabs (e[i] * x[k]);
              g_assert_cmpfloat_with_epsilon (parts->part[2 * i + k], part, WITHIN * size[k]);
            }
        }
      for (int k = 0; k < 2; k++)
        g_assert_cmpfloat_with_epsilon (parts->sum[k], sum[k], WITHIN * size[k]);
      /* The matrix (γ₀⁻¹ I − h J) may amplify the rounding errors of the first state in the second one, so both sizes are allowed. */
      solve (&run, attempt->x0, eigenvalue, h, sum, estimate);
      for (int k = 0; k < 2; k++)
        g_assert_cmpfloat_with_epsilon (attempt->error[k] * loosening, estimate[k], WITHIN * (size[0] + size[1]));
      lab_attempt_free (attempt);
    }
  g_assert_cmpint (n_checked, ==, 8);
  run_close (&run);
}

/* SDIRK4: e = b − b̂ of Hairer and Wanner, Solving ODEs II, table IV.6.5. The slopes follow from the equations of the stages. */
static void
test_sdirk (void)
{
  static const double e[5] = { -3.0 / 16, -27.0 / 32, 25.0 / 32, 0, 1.0 / 4 };
  static const double A[5][5] = { { 1.0 / 4 },
                                  { 1.0 / 2, 1.0 / 4 },
                                  { 17.0 / 50, -1.0 / 25, 1.0 / 4 },
                                  { 371.0 / 1360, -137.0 / 2720, 15.0 / 544, 1.0 / 4 },
                                  { 25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, 1.0 / 4 } };
  Run run = { 0 };
  int n_checked = 0;
  LabAttempt *attempt;

  run_open (&run, "van-der-pol", 5, "sdirk4");
  for (gsize index = 4; n_checked < 8 && (attempt = next_attempt (&run, &index, FALSE)) != NULL; n_checked++)
    {
      g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);
      const double h = attempt->record.h;

      g_assert_nonnull (parts->weight);
      g_assert_null (parts->start);
      g_assert_cmpint (parts->n_stages, ==, 5);
      for (int k = 0; k < 2; k++)
        {
          double hk[5], sum = 0, size = fabs (attempt->x0[k]);

          for (int i = 0; i < 5; i++)
            {
              hk[i] = stage_of (attempt, i + 1)->x[k] - attempt->x0[k];
              for (int j = 0; j < i; j++)
                {
                  hk[i] -= A[i][j] * hk[j];
                  size += fabs (A[i][j] * hk[j]);
                }
              hk[i] *= 4;
              g_assert_cmpfloat_with_epsilon (parts->weight[i], e[i], WITHIN);
              g_assert_cmpfloat_with_epsilon (parts->part[2 * i + k], e[i] * hk[i], WITHIN * size);
              sum += e[i] * hk[i];
            }
          g_assert_cmpfloat_with_epsilon (parts->sum[k], sum, WITHIN * size);
        }
      g_assert_cmpfloat (h, >, 0);
      lab_attempt_free (attempt);
    }
  g_assert_cmpint (n_checked, ==, 8);
  run_close (&run);
}

/* Dormand and Prince (1980) and Bogacki and Shampine (1989) give e = b − b̂ of their methods; that of ROS3P is our own. The slopes of the
 * explicit methods are those of the model; those of ROS3P solve the equations (I − γ h J) k_1 = f(x0) and so on, of which the test checks the sum. */
static void
test_others (void)
{
  static const struct { const char *id; int n_stages; double e[7]; gboolean is_explicit; } methods[] = {
    { "runge_kutta5", 7, { 71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40 }, TRUE },
    { "bogacki_shampine3", 4, { 2.0 / 9 - 7.0 / 24, 1.0 / 3 - 1.0 / 4, 4.0 / 9 - 1.0 / 3, -1.0 / 8 }, TRUE },
    { "ros3p", 4, { 1.0 / 3, 0.28867513459481288, -1.0 / 3, -0.28867513459481288 }, FALSE },
  };

  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      const int s = methods[m].n_stages;
      const double *e = methods[m].e;
      Run run = { 0 };
      LabAttempt *attempt;
      int n_checked = 0;

      run_open (&run, "van-der-pol", 5, methods[m].id);
      for (gsize index = 4; n_checked < 8 && (attempt = next_attempt (&run, &index, FALSE)) != NULL; n_checked++)
        {
          g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);
          double sum[2] = { 0 }, size[2] = { 0 };

          g_assert_nonnull (parts->weight);
          g_assert_null (parts->start);
          g_assert_null (parts->change);
          g_assert_cmpint (parts->n_stages, ==, s);
          for (int i = 0; i < s; i++)
            {
              const OdeTraceEvent *stage = stage_of (attempt, i + 1);
              double f[2] = { stage->k[0], stage->k[1] };

              if (methods[m].is_explicit)
                slope (&run, stage->x, f);
              g_assert_cmpfloat_with_epsilon (parts->weight[i], e[i], WITHIN);
              for (int k = 0; k < 2; k++)
                {
                  const double expected = attempt->record.h * e[i] * f[k];

                  sum[k] += expected;
                  size[k] += fabs (attempt->record.h * f[k]);
                  g_assert_cmpfloat_with_epsilon (parts->part[2 * i + k], expected, WITHIN * (size[k] + fabs (stage->x[k])));
                }
            }
          for (int k = 0; k < 2; k++)
            {
              g_assert_cmpfloat_with_epsilon (parts->sum[k], sum[k], WITHIN * (size[k] + fabs (attempt->x1[k])));
              g_assert_cmpfloat_with_epsilon (attempt->error[k], sum[k], WITHIN * (size[k] + fabs (attempt->x1[k])));
            }
          lab_attempt_free (attempt);
        }
      g_assert_cmpint (n_checked, ==, 8);
      run_close (&run);
    }
}

/* The last change of the first stage of SDIRK4 is one step of Newton's method, δ = (I − h/4 J)⁻¹ (h/4 f(x0 + Z) − Z), from the iterate before it. */
static void
test_change (void)
{
  Run run = { 0 };
  int n_checked = 0;
  LabAttempt *attempt;

  run_open (&run, "van-der-pol", 5, "sdirk4");
  for (gsize index = 4; n_checked < 8 && (attempt = next_attempt (&run, &index, TRUE)) != NULL; n_checked++)
    {
      g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);
      const double gamma_h = attempt->record.h / 4;
      const double *last = NULL, *before = NULL;
      double f[2], residual[2], delta[2];

      for (int i = 0; i < attempt->n_events; i++)
        if (attempt->events[i].kind == ODE_TRACE_ITERATE && attempt->events[i].column == 1)
          {
            before = last;
            last = attempt->events[i].x;
          }
      g_assert_nonnull (before);
      slope (&run, before, f);
      for (int k = 0; k < 2; k++)
        residual[k] = gamma_h * f[k] - (before[k] - attempt->x0[k]);
      solve (&run, attempt->x0, 1, gamma_h, residual, delta);
      g_assert_nonnull (parts->change);
      for (int k = 0; k < 2; k++)
        g_assert_cmpfloat_with_epsilon (parts->change[k], delta[k], WITHIN * (1 + fabs (before[k]) + fabs (gamma_h * f[k])));
      lab_attempt_free (attempt);
    }
  g_assert_cmpint (n_checked, >, 0);
  run_close (&run);
}

/* An iteration that was given up has a last change too: that of the last iterate which was added. Step doubling has no weights. */
static void
test_without_weights (void)
{
  Run run = { 0 };
  OdeAttempt row;
  int n_failed = 0;

  run_open (&run, "van-der-pol-stiff", 1000, "radau5");
  for (gsize index = 0; sim_tape_get (run.record.tape, index, &row); index++)
    if (row.outcome == ODE_ATTEMPT_REJECTED_NEWTON)
      {
        g_autoptr (LabAttempt) attempt = lab_attempt_new (&run.record, index, NULL, NULL);
        g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);

        g_assert_null (parts->weight);
        g_assert_nonnull (parts->change);
        n_failed++;
      }
  g_assert_cmpint (n_failed, >, 0);
  run_close (&run);
  run_open (&run, "van-der-pol", 5, "implicit_euler");
  {
    g_autoptr (LabAttempt) attempt = lab_attempt_new (&run.record, 6, NULL, NULL);
    g_autoptr (LabStageParts) parts = lab_stage_parts_new (attempt);

    g_assert_null (parts->weight);
    g_assert_null (parts->part);
    g_assert_null (parts->sum);
    g_assert_nonnull (parts->change);
  }
  run_close (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/attempt-parts/the-estimate-of-radau-iia-5-is-a-filtered-weighted-sum-of-its-stages", test_radau);
  g_test_add_func ("/lab/attempt-parts/the-contributions-of-sdirk4-have-the-published-weights", test_sdirk);
  g_test_add_func ("/lab/attempt-parts/the-contributions-of-other-families-add-up-to-the-estimate", test_others);
  g_test_add_func ("/lab/attempt-parts/the-last-change-of-a-stage-is-one-step-of-newtons-method", test_change);
  g_test_add_func ("/lab/attempt-parts/an-estimate-that-is-no-weighted-sum-has-no-weights", test_without_weights);
  return g_test_run ();
}
