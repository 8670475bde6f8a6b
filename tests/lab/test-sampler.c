/* Tests the sampling of a completed run by repeating it. Values between steps are as accurate as at steps,
 * and values at a jump are those before it. Samples are refused if the repeated run differs from the
 * record. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>

#include "model-load.h"
#include "lab-sampler.h"

typedef struct
{
  Model *model;
  SimConfig *config;
  GArray *times, *end;
  GPtrArray *history;
  LabParameterMove move;
  LabRunRecord record;
} Run;

/* Integrates to t = 6. k is set to 4 at the end of the first step after `moved`. If
 * method is not NULL, the run changes to this method at the end of the first step after t
 * = 3. */
static Run *
run_new (const char *yaml, double moved, const char *method)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Run *run = g_new0 (Run, 1);
  const ModelInstance plain = { 0 };
  g_autoptr (GError) error = NULL;
  run->model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_assert_nonnull (run->model);
  run->config = sim_config_new ();
  sim_config_set (run->config, "accuracy", "1e-6", SIM_ORIGIN_LIVE, &error);
  run->times = g_array_new (FALSE, FALSE, sizeof (double));
  run->record.problem = (LabProblem) { .model = run->model, .config = run->config, .t_end = 6 };
  g_autoptr (SimSimulator) simulator
      = sim_simulator_new (sim_system_from_model (model_system_new (run->model, &plain, &error)), run->config, &error);
  g_assert_no_error (error);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 6, FALSE);
  double t = 0;
  g_array_append_val (run->times, t);
  while ((t = sim_simulator_t (simulator)) < 6)
    {
      if (run->record.n_moves == 0 && t > moved)
        {
          run->move = (LabParameterMove) { t, "k", 4 };
          run->record.n_moves = 1;
          g_assert_true (sim_simulator_set_parameter (simulator, "k", 4, &error));
        }
      if (method != NULL && run->history == NULL && t > 3)
        {
          g_autoptr (SimConfig) other = sim_config_copy (run->config);
          SimRunChange *change;

          sim_config_set (other, "integrator", method, SIM_ORIGIN_LIVE, &error);
          change = sim_run_change_new (SIM_RUN_CHANGE_CONFIG, NULL, 0, other);
          change->step = sim_simulator_statistics_steps (simulator);
          run->history = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
          g_ptr_array_add (run->history, change);
          g_assert_true (sim_simulator_set_config (simulator, other, &error));
        }
      sim_simulator_step (simulator, 6);
      t = sim_simulator_t (simulator);
      if (t > g_array_index (run->times, double, run->times->len - 1))
        g_array_append_val (run->times, t);
    }
  int n_states = sim_simulator_system (simulator)->ode->n_states;
  run->end = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_append_vals (run->end, sim_simulator_x (simulator), n_states);
  run->record.moves = &run->move;
  run->record.history = run->history;
  run->record.t = (const double *) run->times->data;
  run->record.n = run->times->len;
  run->record.x_end = (const double *) run->end->data;
  return run;
}

static void
run_free (Run *run)
{
  g_array_unref (run->times);
  g_array_unref (run->end);
  g_clear_pointer (&run->history, g_ptr_array_unref);
  sim_config_free (run->config);
  model_unref (run->model);
  g_free (run);
}

#define OSCILLATOR                                                                                                                         \
  "format: 1\nname: Test\nparameters: {k: 1}\nstates:\n"                                                                                   \
  "  x: {initial: 1, derivative: v, kind: position}\n  v: {initial: 0, derivative: -k*x, kind: velocity}\n"                                \
  "outputs: {energy: x^2 + v^2}\n"

/* The steps are about 0.5 s long. Linear interpolation between them would have an error of h²/8 =
 * 3e-2. */
static void
test_between_steps (void)
{
  Run *run = run_new (OSCILLATOR, INFINITY, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LabSampler) sampler = lab_sampler_new (&run->record, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (run->record.n, <, 60);
  for (int i = 0; i <= 1000; i++)
    {
      double t = 6.0 * i / 1000, values[3];
      g_assert_true (lab_sampler_columns (sampler, t, values, &error));
      /* The tolerance allows for accuracy 1e-6 over a dozen steps, and for dense output of one order less. */
      g_assert_cmpfloat (fabs (values[0] - cos (t)), <=, 3e-5);
      g_assert_cmpfloat (fabs (values[1] + sin (t)), <=, 3e-5);
      g_assert_cmpfloat (fabs (values[2] - values[0] * values[0] - values[1] * values[1]), <=, 1e-15);
    }
  run_free (run);
}

/* At t = 2 an event changes a state and a discrete state. The sample at t = 2 has the values before the event, as the
 * sample at the end. */
static void
test_jumps (void)
{
  Run *run = run_new ("format: 1\nname: Test\nparameters: {k: 1}\nstates: {x: {initial: 0, derivative: k}}\ndiscrete: {n: 0}\n"
                      "events: {jump: {at: 2, set: {x: x + 10, n: 1}}, last: {at: 6, update: {n: 2}}}\n",
                      INFINITY, NULL);
  static const double times[] = { 0, 1, 1.999999, 2, 2.000001, 5, 6 };
  static const double x[] = { 0, 1, 1.999999, 2, 12.000001, 15, 16 }, n[] = { 0, 0, 0, 0, 1, 1, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (LabSampler) sampler = lab_sampler_new (&run->record, &error);
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      double values[2];
      g_assert_true (lab_sampler_columns (sampler, times[i], values, &error));
      g_assert_cmpfloat (fabs (values[0] - x[i]), <=, 1e-13);
      g_assert_cmpfloat (values[1], ==, n[i]);
    }
  run_free (run);
}

static void
test_moved_parameter (void)
{
  Run *run = run_new (OSCILLATOR, 3, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LabSampler) sampler = lab_sampler_new (&run->record, &error);
  double values[3], at = run->move.t, x = cos (at), v = -sin (at);
  g_assert_cmpint (run->record.n_moves, ==, 1);
  for (int i = 0; i <= 100; i++)
    {
      double t = 6.0 * i / 100, s = t - at;
      g_assert_true (lab_sampler_columns (sampler, t, values, &error));
      g_assert_cmpfloat (fabs (values[0] - (s < 0 ? cos (t) : x * cos (2 * s) + v / 2 * sin (2 * s))), <=, 3e-5);
    }
  run_free (run);
}

/* If the method was changed during the run, the change is repeated. Without the change the end would differ, and samples would be
 * refused. */
static void
test_changed_method (void)
{
  Run *run = run_new (OSCILLATOR, INFINITY, "bogacki_shampine3");
  g_autoptr (GError) error = NULL;
  g_autoptr (LabSampler) sampler = lab_sampler_new (&run->record, &error);
  double values[3], values_before[3];
  g_assert_cmpuint (run->history->len, ==, 1);
  for (int i = 0; i <= 100; i++)
    {
      double t = 6.0 * i / 100;
      g_assert_true (lab_sampler_columns (sampler, t, values, &error));
      /* The tolerance allows for accuracy 1e-6 per step over six units of time, and for cubic dense output. */
      g_assert_cmpfloat (fabs (values[0] - cos (t)), <=, 3e-5);
    }
  /* The states at the end must be equal bit for bit. */
  g_assert_cmpfloat (values[0], ==, run->record.x_end[0]);
  run->record.history = NULL;
  g_autoptr (LabSampler) without = lab_sampler_new (&run->record, &error);
  g_assert_true (lab_sampler_columns (without, 2, values_before, &error));
  g_assert_false (lab_sampler_columns (without, 6, values_before, &error));
  g_assert_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED);
  run_free (run);
}

static void
test_another_run (void)
{
  Run *run = run_new (OSCILLATOR, INFINITY, NULL);
  double other[] = { 1, 2 }, values[3];
  g_autoptr (GError) error = NULL;
  run->record.x_end = other;
  g_autoptr (LabSampler) sampler = lab_sampler_new (&run->record, &error);
  g_assert_true (lab_sampler_columns (sampler, 1, values, &error));
  g_assert_false (lab_sampler_columns (sampler, 6, values, &error));
  g_assert_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED);
  run_free (run);
}

/* If there is a tape, a late time of a long run is reached from a snapshot. The values have the same bits as when the run is repeated from
 * its start, also between events. */
static void
test_skips (void)
{
  static const char *const methods[] = { "runge_kutta5", "adams_bashforth4", "radau", "bogacki_shampine3" };
  const char *yaml = "format: 1\nname: Test\nparameters: {g: 9.81}\nstates:\n  h: {initial: 10, derivative: v, kind: position}\n"
                     "  v: {initial: 0, derivative: -g - 0.01*v, kind: velocity}\n"
                     "events: {impact: {crossing: h, direction: falling, set: {h: 0, v: -v}}}\n";
  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (Model) model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
      SimConfig *config = sim_config_new ();
      const ModelInstance plain = { 0 };
      double ends[] = { 0, 100 };
      LabRunRecord record = { .problem = { .model = model, .config = config, .t_end = 100 }, .t = ends, .n = 2 };
      g_autoptr (GError) error = NULL;
      g_autoptr (SimTape) tape = sim_tape_new (100000);
      sim_config_set (config, "integrator", methods[m], SIM_ORIGIN_LIVE, &error);
      sim_config_set (config, "max_step", "0.004", SIM_ORIGIN_LIVE, &error);
      g_assert_no_error (error);
      g_autoptr (SimSimulator) simulator
          = sim_simulator_new (sim_system_from_model (model_system_new (model, &plain, &error)), config, &error);
      sim_simulator_set_tape (simulator, tape);
      sim_simulator_initialize (simulator, 0, NULL, NULL, 100, FALSE);
      sim_simulator_advance_to (simulator, 100);
      g_assert_cmpuint (sim_tape_n_attempts (tape), >, 25000);
      record.x_end = sim_simulator_x (simulator);
      g_autoptr (LabSampler) whole = lab_sampler_new (&record, &error);
      LabRunRecord with = record;
      with.tape = tape;
      g_autoptr (LabSampler) skipping = lab_sampler_new (&with, &error);
      g_assert_no_error (error);
      for (int i = 0; i <= 9; i++)
        {
          double t = 100.0 * i / 9, a[2], b[2];
          g_assert_true (lab_sampler_columns (whole, t, a, &error));
          g_assert_true (lab_sampler_columns (skipping, t, b, &error));
          g_assert_cmpfloat (a[0], ==, b[0]);
          g_assert_cmpfloat (a[1], ==, b[1]);
        }
      /* This shows that snapshots were used: a tenth of all attempts is between two
       * samples. */
      g_assert_cmpint (lab_sampler_n_steps (whole), >, 5 * lab_sampler_n_steps (skipping));
      sim_config_free (config);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/sampler/samples-between-steps-are-as-accurate-as-samples-at-steps", test_between_steps);
  g_test_add_func ("/lab/sampler/a-sample-at-the-time-of-an-update-has-the-values-before-it", test_jumps);
  g_test_add_func ("/lab/sampler/samples-are-identical-if-the-run-is-repeated-from-a-snapshot", test_skips);
  g_test_add_func ("/lab/sampler/a-parameter-change-is-repeated-at-its-time", test_moved_parameter);
  g_test_add_func ("/lab/sampler/the-record-of-a-different-run-is-refused", test_another_run);
  g_test_add_func ("/lab/sampler/a-change-of-the-method-is-repeated-at-its-time", test_changed_method);
  return g_test_run ();
}
