/* Tests models from YAML text in the simulator: their events, monitors, noise and tables. CONTRIBUTING.md explains the names X-…. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-load.h"
#include "sim-simulator.h"
#include "sim-timing.h"

typedef struct
{
  SimSimulator *simulator;
  SimTrajectory *trajectory;
  ModelSystem *system;
  SimStatus status;
} Run;

static Run
open_run (const char *yaml)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (Model) model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_autofree char *said = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (said, ==, "");
  const ModelInstance instance = { .seed = 5 };
  Run run = { .system = model_system_new (model, &instance, &error) };
  g_assert_no_error (error);
  g_autoptr (SimConfig) config = sim_config_new ();
  sim_config_apply_model (config, model, diagnostics);
  run.simulator = sim_simulator_new (sim_system_from_model (run.system), config, &error);
  g_assert_no_error (error);
  run.trajectory = sim_trajectory_new (sim_simulator_system (run.simulator)->n_columns, 1 << 24);
  sim_simulator_add_sink (run.simulator, sim_sink_trajectory (run.trajectory), NULL);
  sim_simulator_set_event_log (run.simulator, run.trajectory);
  return run;
}

static Run
run_model (const char *yaml)
{
  Run run = open_run (yaml);
  double t_end = model_system_t_end (run.system);
  run.status = sim_simulator_initialize (run.simulator, model_system_t_start (run.system), NULL, NULL, t_end, FALSE);
  if (run.status.reason == SIM_READY)
    run.status = sim_simulator_advance_to (run.simulator, t_end);
  sim_simulator_finish (run.simulator, NULL);
  return run;
}

static void
close_run (Run *run)
{
  sim_simulator_free (run->simulator);
  sim_trajectory_unref (run->trajectory);
}

static double
value_of (const Run *run, gsize row, const char *column)
{
  int index = model_system_find_column (run->system, column);
  g_assert_cmpint (index, >=, 0);
  return sim_trajectory_row (run->trajectory, row)[1 + index];
}

static double
last_value (const Run *run, const char *column)
{
  return value_of (run, sim_trajectory_n_rows (run->trajectory) - 1, column);
}

#define HEAD "format: 1\nname: Test\n"
#define FALL                                                                                                                               \
  "states:\n"                                                                                                                              \
  "  h: {initial: 3, derivative: v, kind: position}\n"                                                                                     \
  "  v: {initial: 0, derivative: -10, kind: velocity}\n"

static void
test_terminate (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 5}\n" FALL "events:\n"
                            "  landed: {crossing: h, direction: falling, terminate: \"touched down at {t:.4f} s with {v:.3f} m/s\"}\n");
  g_assert_cmpint (run.status.reason, ==, SIM_TERMINATED);
  g_assert_cmpfloat (fabs (run.status.t - sqrt (0.6)), <=, 1e-6);
  g_assert_nonnull (strstr (run.status.message, "event 'landed': touched down at 0.7746 s with -7.746 m/s"));
  g_assert_cmpint (run.status.event, ==, 0);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 1);
  g_assert_false (sim_trajectory_event (run.trajectory, 0).pending);
  close_run (&run);
}

/* An event with `terminate` ends the run after its updates have been made.
 * An event with `fail` makes the run fail. */
static void
test_set_then_end (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 5}\n" FALL "events:\n"
                            "  landed: {crossing: h, direction: falling, set: {h: 0, v: 0}, terminate: \"at {v:.3f}\"}\n");
  g_assert_cmpint (run.status.reason, ==, SIM_TERMINATED);
  g_assert_nonnull (strstr (run.status.message, "at -7.746"));
  g_assert_true (last_value (&run, "v") == 0);
  close_run (&run);
  run = run_model (HEAD "time: {start: 0, end: 5}\n" FALL "events:\n"
                        "  crashed: {crossing: h, direction: falling, fail: \"hit the ground\"}\n");
  g_assert_cmpint (run.status.reason, ==, SIM_FAILED_RUN);
  g_assert_nonnull (strstr (run.status.message, "event 'crashed': hit the ground"));
  close_run (&run);
}

static void
test_monitor (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 50}\nstates:\n  x: {initial: 1, derivative: x}\n"
                            "monitors: {escape: {when: x > 1e3, terminate: \"left at {t:.1f}\"}}\n");
  g_assert_cmpint (run.status.reason, ==, SIM_TERMINATED);
  g_assert_cmpfloat (run.status.t, >=, log (1e3));
  g_assert_nonnull (strstr (run.status.message, "monitor 'escape': left at"));
  close_run (&run);
}

/* A periodic event occurs at the times k·every + offset. If an update is
 * due at the end of the run, it is not made but stays pending. */
static void
test_periodic (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 1}\nparameters: {T: 0.1}\nstates:\n  x: {initial: 0, derivative: n}\n"
                            "discrete: {n: 0}\nevents:\n  tick: {every: T, offset: T/2, update: {n: n + 1}}\n");
  g_assert_cmpint (run.status.reason, ==, SIM_REACHED_END);
  g_assert_true (sim_simulator_d (run.simulator)[0] == 10);
  /* The integral of n is 0.1·(1 + … + 9) + 0.05·10 = 5. */
  g_assert_cmpfloat (fabs (sim_simulator_x (run.simulator)[0] - 5), <=, 1e-12);
  for (gsize k = 0; k < 10; k++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, k);
      g_assert_true (record.t == 0.05 + (double) k * 0.1);
      g_assert_true (sim_trajectory_row (run.trajectory, record.row_before)[0] == sim_trajectory_row (run.trajectory, record.row_after)[0]);
      g_assert_true (value_of (&run, record.row_before, "n") == (double) k);
      g_assert_true (value_of (&run, record.row_after, "n") == (double) k + 1);
    }
  close_run (&run);
}

/* The period of an event may be a parameter. If the parameter changes during the run, the later event times change. */
static void
test_parameter_moves_events (void)
{
  Run run = open_run (HEAD "time: {start: 0, end: 2}\nparameters: {T: 0.5}\nstates:\n  x: {initial: 0, derivative: 1}\n"
                           "discrete: {n: 0}\nevents:\n  tick: {every: T, update: {n: n + 1}}\n");
  sim_simulator_initialize (run.simulator, 0, NULL, NULL, 2, FALSE);
  sim_simulator_advance_to (run.simulator, 1.1);
  g_assert_true (sim_simulator_d (run.simulator)[0] == 3); /* updates were made at t = 0, 0.5 and 1 */
  g_assert_true (sim_simulator_set_parameter (run.simulator, "T", 0.2, NULL));
  sim_simulator_advance_to (run.simulator, 2);
  g_assert_true (sim_simulator_d (run.simulator)[0] == 7); /* updates were made at 1.2, 1.4, 1.6 and 1.8, and the update at 2 is pending */
  close_run (&run);
}

/* A parameter in the mass matrix acts from the time at which it is set: m x' = −x with another m after t = 0.5; also in a matrix with two entries in a row,
 * and beside an algebraic unknown. */
static void
test_parameter_in_mass_matrix (void)
{
  static const char *const methods[] = { "runge_kutta5", "radau5", "rodas4", "sdirk4", "ndf", "trbdf2", "bdf3", "gauss4" };
  static const char *const forms[] = {
    "states: {x: {initial: 1, derivative: -x}}\nmass_matrix: {rows: [x], values: [[m]]}\n",
    "states: {x: {initial: 1, derivative: -x}, y: {initial: 1, derivative: -x}}\nmass_matrix: {rows: [x, y], values: [[m, 0], [m, 1]]}\n",
    "states: {x: {initial: 1, derivative: -y}}\nalgebraic: {y: {initial: 1, residual: y - x}}\nmass_matrix: {rows: [x], values: [[m]]}\n",
  };

  for (gsize form = 0; form < G_N_ELEMENTS (forms); form++)
    for (gsize k = 0; k < G_N_ELEMENTS (methods); k++)
      {
        g_autofree char *yaml = g_strdup_printf (HEAD "parameters: {m: 1}\n%ssolver: {integrator: %s, accuracy: 1e-6, max_step: 0.01}\n", forms[form], methods[k]);
        Run run = open_run (yaml);

        sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
        sim_simulator_advance_to (run.simulator, 0.5);
        g_assert_true (sim_simulator_set_parameter (run.simulator, "m", 4, NULL));
        sim_simulator_advance_to (run.simulator, 1);
        g_test_message ("%s: %.17g", methods[k], sim_simulator_x (run.simulator)[0]);
        g_assert_cmpfloat_with_epsilon (sim_simulator_x (run.simulator)[0], exp (-0.5 - 0.5 / 4), 1e-5);
        close_run (&run);
      }
}

/* An algebraic unknown u = c − x of x' = u jumps with c: at an update of a discrete state, at a new value of noise, and at a change of a parameter or of a
 * discrete state from outside. Row by row u has its value, and no step begins with the value before. */
static void
test_unknown_after_change (void)
{
  static const char *const methods[] = { "ndf", "radau5", "rodas4", "sdirk4", "bdf3" };
  static const struct
  {
    const char *parts, *equation;
  } ways[] = {
    { "discrete: {k: 0}\nevents: {on: {at: 0.3, update: {k: 2}}}\n", "k" },
    { "noise: {gust: {distribution: \"normal(0, 1)\", every: 0.3}}\n", "gust" },
    { "parameters: {k: 0}\n", "k" },
    { "discrete: {k: 0}\n", "k" },
  };

  for (gsize way = 0; way < G_N_ELEMENTS (ways); way++)
    for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
      {
        g_autofree char *yaml = g_strdup_printf (HEAD "%sstates: {x: {initial: 0, derivative: u}}\n"
                                                      "algebraic: {u: {initial: 0, residual: u + x - %s}}\n"
                                                      "outputs: {r: {value: u + x - %s}}\nsolver: {integrator: %s, accuracy: 1e-6}\n",
                                                 ways[way].parts, ways[way].equation, ways[way].equation, methods[m]);
        Run run = open_run (yaml);
        gsize n_pairs = 0;

        sim_simulator_initialize (run.simulator, 0, NULL, NULL, 1, FALSE);
        if (way >= 2)
          sim_simulator_advance_to (run.simulator, 0.3);
        if (way == 2)
          g_assert_true (sim_simulator_set_parameter (run.simulator, "k", 2, NULL));
        if (way == 3)
          sim_simulator_set_state (run.simulator, NULL, (double[]){ 2 });
        if (way >= 2)
          g_assert_cmpfloat_with_epsilon (sim_simulator_x (run.simulator)[0] + sim_simulator_x (run.simulator)[1], 2, 1e-12);
        g_assert_cmpint (sim_simulator_advance_to (run.simulator, 1).reason, ==, SIM_REACHED_END);
        if (way != 1)
          g_assert_cmpfloat_with_epsilon (sim_simulator_x (run.simulator)[0], 2 * (1 - exp (-0.7)), 1e-4);
        for (gsize row = 0; row < sim_trajectory_n_rows (run.trajectory); row++)
          {
            g_assert_cmpfloat (fabs (value_of (&run, row, "r")), <=, 1e-12);
            n_pairs += (sim_trajectory_flags (run.trajectory, row) & SIM_ROW_AFTER) != 0;
          }
        /* One row more at the event, and at each of the three changes of the noise. */
        g_assert_cmpuint (n_pairs, ==, way == 0 ? 1 : way == 1 ? 3 : 0);
        close_run (&run);
      }
}

/* Events at initialization come first, and give one row before and one row
 * after their changes. Events `at` the start time belong to the first step. */
static void
test_start (void)
{
  Run run = run_model (HEAD "time: {start: 1, end: 2}\nstates:\n  x: {initial: 0, derivative: 0}\nevents:\n"
                            "  begin: {at: start, set: {x: 5}}\n  kick: {at: [1, 1.5], set: {x: x + 1}}\n");
  g_assert_true (last_value (&run, "x") == 7);
  g_assert_true (value_of (&run, 0, "x") == 0);
  g_assert_true (value_of (&run, 1, "x") == 5);
  g_assert_true (value_of (&run, 2, "x") == 6);
  for (gsize row = 0; row < 3; row++)
    g_assert_true (sim_trajectory_row (run.trajectory, row)[0] == 1);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 3);
  close_run (&run);
}

/* An event does not happen at a crossing where its condition `while` is
 * false. It happens at the next crossing where the condition is true. */
static void
test_while (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 10}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -x}\n"
                            "discrete: {n: 0}\nevents:\n  late: {crossing: x, direction: falling, while: t > 5, update: {n: n + 1}}\n");
  /* The state x = cos t changes from positive to negative at π/2 and 5π/2. */
  g_assert_true (last_value (&run, "n") == 1);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 1);
  g_assert_cmpfloat (fabs (sim_trajectory_event (run.trajectory, 0).t - 2.5 * G_PI), <=, 1e-3);
  close_run (&run);
}

/* Noise is constant on intervals, and a step ends at the end of each
 * interval. Two runs with the same seed have the same noise. */
static void
test_noise (void)
{
  static const char *const yaml = HEAD "time: {start: 0, end: 1}\nstates:\n  x: {initial: 0, derivative: w}\n"
                                       "noise: {w: {distribution: \"normal(0, 1)\", every: 0.1}}\n";
  double end[2];
  for (int trial = 0; trial < 2; trial++)
    {
      Run run = run_model (yaml);
      g_assert_cmpint (run.status.reason, ==, SIM_REACHED_END);
      double sum = 0;
      int n_draws = 0;
      double w = NAN;
      for (gsize row = 1; row < sim_trajectory_n_rows (run.trajectory); row++)
        {
          const double *before = sim_trajectory_row (run.trajectory, row - 1), *after = sim_trajectory_row (run.trajectory, row);
          /* No step contains a multiple of 0.1 in its interior. */
          g_assert_cmpfloat (floor (after[0] * 10 - 1e-9), <=, floor (before[0] * 10 + 1e-9));
          double now = value_of (&run, row, "w");
          n_draws += now != w;
          w = now;
          sum += now * (after[0] - before[0]);
        }
      g_assert_cmpint (n_draws, ==, 10);
      end[trial] = last_value (&run, "x");
      g_assert_cmpfloat (fabs (end[trial] - sum), <=, 1e-12);
      close_run (&run);
    }
  g_assert_true (end[0] == end[1]);
}

/* Steps end at the knots of a table that is linear in t. A forcing term
 * that is piecewise linear is therefore integrated exactly. */
static void
test_table (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 4}\ntables: {f: {x: [0, 1, 2, 4], y: [0, 1, -1, 3]}}\n"
                            "states:\n  x: {initial: 0, derivative: f(t)}\n");
  g_assert_cmpint (run.status.reason, ==, SIM_REACHED_END);
  /* The exact integral is 0.5 + 0 + 2 = 2.5. */
  g_assert_cmpfloat (fabs (last_value (&run, "x") - 2.5), <=, 1e-12);
  close_run (&run);
}

static void
test_each_step (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 1}\nstates:\n  x: {initial: 1, derivative: -x}\ndiscrete: {n: 0}\n"
                            "events:\n  count: {each_step: true, update: {n: n + 1}}\nsolver: {error_control: false, max_step: 0.125}\n");
  /* The event happens at the start of each of the 8 steps. At the end of the run it is
   * pending. The log never contains events with each_step. */
  g_assert_true (sim_simulator_d (run.simulator)[0] == 8);
  g_assert_cmpuint (sim_trajectory_n_events (run.trajectory), ==, 0);
  close_run (&run);
}

static void
test_not_finite (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 2}\nstates:\n  x: {initial: 1, derivative: -1}\nevents:\n"
                            "  bad: {crossing: x - 0.5, set: {x: log(x - 1)}}\n");
  g_assert_cmpint (run.status.reason, ==, SIM_FAILED_RUN);
  g_assert_nonnull (strstr (run.status.message, "the new value of x is not finite"));
  /* The trajectory ends at the last finite state. */
  g_assert_cmpfloat (fabs (last_value (&run, "x") - 0.5), <=, 1e-6);
  close_run (&run);
}

/* a pendulum has a period of 2 s. At its first lowest point after t = 7
 * s its speed is multiplied by √1.5. From then on the period is 2.32624465 s. */
static void
test_x03_pendulum (void)
{
  Run run = run_model (HEAD "time: {start: 0, end: 20}\nparameters: {g: 13.7503716373294544}\n"
                            "states:\n  a: {initial: pi/2, derivative: w, kind: position}\n  w: {initial: 0, derivative: -g*sin(a), kind: "
                            "velocity}\n"
                            "discrete: {kicked: 0}\nsolver: {accuracy: 1e-11}\n"
                            "events:\n  lowest: {crossing: a}\n"
                            "  kick: {crossing: a, while: t > 7 and kicked == 0, set: {w: w*sqrt(1.5), kicked: 1}}\n");
  double last = NAN;
  int n = 0;
  for (gsize k = 0; k < sim_trajectory_n_events (run.trajectory); k++)
    {
      SimEventRecord record = sim_trajectory_event (run.trajectory, k);
      if (record.event != 0)
        continue;
      if (!isnan (last))
        g_assert_cmpfloat (fabs (record.t - last - (last < 7.4 ? 1.0 : 0.5 * 2.32624464786)), <=, 1e-8);
      last = record.t;
      n++;
    }
  g_assert_cmpint (n, ==, 18);
  close_run (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sim/model/an-event-ends-the-run-with-its-message", test_terminate);
  g_test_add_func ("/sim/model/an-event-that-ends-the-run-updates-states-first", test_set_then_end);
  g_test_add_func ("/sim/model/a-monitor-ends-the-run-with-its-message", test_monitor);
  g_test_add_func ("/sim/model/periodic-events-fire-at-multiples-of-the-period", test_periodic);
  g_test_add_func ("/sim/model/a-changed-parameter-changes-the-times-of-later-events", test_parameter_moves_events);
  g_test_add_func ("/sim/model/a-changed-parameter-changes-the-mass-matrix", test_parameter_in_mass_matrix);
  g_test_add_func ("/sim/model/an-algebraic-unknown-jumps-with-what-changes-its-equation", test_unknown_after_change);
  g_test_add_func ("/sim/model/initialization-events-run-before-timed-events-at-the-start", test_start);
  g_test_add_func ("/sim/model/a-crossing-is-ignored-if-the-while-condition-of-the-event-is-false", test_while);
  g_test_add_func ("/sim/model/steps-end-where-noise-changes-and-equal-seeds-give-equal-noise", test_noise);
  g_test_add_func ("/sim/model/steps-end-at-knots-of-a-linear-table", test_table);
  g_test_add_func ("/sim/model/a-per-step-event-fires-at-the-start-of-each-step", test_each_step);
  g_test_add_func ("/sim/model/an-update-to-nan-or-infinity-fails-and-the-last-finite-state-stays", test_not_finite);
  g_test_add_func ("/sim/model/X-03-the-period-of-a-pendulum-before-and-after-an-impulse-equals-the-closed-form", test_x03_pendulum);
  return g_test_run ();
}
