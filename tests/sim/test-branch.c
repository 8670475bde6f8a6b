/* Tests branches. A branch is a run that repeats another run, its parent, up to some time, and
 * continues with changed values. It must equal a run of a plain simulator from the start that makes
 * the same changes after the same steps: rows, events, attempts and counters agree bit for bit. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-library.h"
#include "sim-run.h"

#define END NAN /* as value of t_end: the run ends at the end time of the model */

/* A change that a run makes. `name` is a parameter or state, which gets the value, or it is a list of settings key=value. */
typedef struct { SimRunChangeKind kind; const char *name; double value; } Change;

typedef struct
{
  const char *model, *settings;
  double t_end;
  struct { double t; Change change; } earlier; /* a change that the parent makes at time t; t = 0: none */
  double t;                                    /* time at which the branch begins */
  Change changes[3];                           /* changes at the beginning of the branch; an entry whose name is NULL ends the list */
} Case;

static const Case cases[] = {
  { "van-der-pol", "integrator=runge_kutta5", 60, { 0 }, 33.3, { { SIM_RUN_CHANGE_PARAMETER, "mu", 2.5 } } },
  { "van-der-pol", "integrator=dop853 accuracy=1e-10", 60, { 0 }, 40, { { SIM_RUN_CHANGE_CONFIG, "accuracy=1e-4", 0 } } },
  { "lorenz", "integrator=adams_moulton4 error_control=false max_step=0.005", 20, { 0 }, 12, { { SIM_RUN_CHANGE_STATE, "x", 3 } } },
  { "lorenz", "integrator=bdf2", 10, { 0 }, 6, { { SIM_RUN_CHANGE_PARAMETER, "rho", 20 } } },
  { "lorenz", "integrator=bdf2", 10, { 0 }, 6, { { SIM_RUN_CHANGE_CONFIG, "integrator=radau5", 0 } } },
  { "lorenz", "integrator=runge_kutta5", 10, { 2, { SIM_RUN_CHANGE_CONFIG, "integrator=bdf4", 0 } }, 6, { { SIM_RUN_CHANGE_STATE, "z", 20 } } },
  { "lorenz", "integrator=adams_bashforth3 error_control=false max_step=0.01", 20, { 3, { SIM_RUN_CHANGE_PARAMETER, "rho", 30 } }, 11.995,
    { { SIM_RUN_CHANGE_CONFIG, "integrator=adams_bashforth3 error_control=false max_step=0.002", 0 } } },
  { "lorenz", "integrator=bulirsch_stoer", 10, { 0 }, 5, { { SIM_RUN_CHANGE_STATE, "x", 1 }, { SIM_RUN_CHANGE_PARAMETER, "rho", 25 } } },
  { "van-der-pol", "integrator=runge_kutta5", 60, { 0 }, 33.3, { { SIM_RUN_CHANGE_STEP, "next_step", 0.0123 } } },
  { "lorenz", "integrator=radau5", 10, { 0 }, 6, { { SIM_RUN_CHANGE_STEP, "next_step", 1e-4 }, { SIM_RUN_CHANGE_STATE, "x", 3 } } },
  { "van-der-pol-stiff", "integrator=radau5", END, { 0 }, 1000, { { SIM_RUN_CHANGE_CONFIG, "relative_tolerance=1e-8", 0 } } },
  { "van-der-pol-stiff", "integrator=radau", END, { 100, { SIM_RUN_CHANGE_CONFIG, "integrator=rodas4", 0 } }, 900,
    { { SIM_RUN_CHANGE_CONFIG, "integrator=radau", 0 } } },
  { "kepler", "integrator=yoshida4 error_control=false max_step=0.01", 40, { 0 }, 25, { { SIM_RUN_CHANGE_STATE, "v", 1 }, { SIM_RUN_CHANGE_STATE, "u", 0.1 } } },
  { "kepler", "integrator=adaptive_verlet", 40, { 0 }, 25, { { SIM_RUN_CHANGE_STATE, "x", 1 } } },
  { "bouncing-ball", "integrator=runge_kutta3", END, { 0 }, 5, { { SIM_RUN_CHANGE_PARAMETER, "e", 0.5 } } },
  { "bouncing-ball", "integrator=runge_kutta3", END, { 1, { SIM_RUN_CHANGE_PARAMETER, "g", 5 } }, 5,
    { { SIM_RUN_CHANGE_STATE, "v", 10 }, { SIM_RUN_CHANGE_STATE, "h", 1 } } },
  { "pid-motor", "integrator=runge_kutta5", END, { 0 }, 1.5, { { SIM_RUN_CHANGE_STATE, "integral", 0.25 }, { SIM_RUN_CHANGE_STATE, "I", 0.5 } } },
  { "noise-driven-oscillator", "integrator=runge_kutta4", END, { 0 }, 6.5, { { SIM_RUN_CHANGE_PARAMETER, "strength", 3 } } },
  { "pendulum-index3", "integrator=radau5", 4, { 0 }, 2, { { SIM_RUN_CHANGE_PARAMETER, "g", 5 } } },
  { "pendulum-projected", "integrator=runge_kutta5", 8, { 0 }, 5, { { SIM_RUN_CHANGE_PARAMETER, "g", 5 } } },
};

/* ---- models and settings ---- */

static Model *
open (const Case *c)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_library_open (c->model, sim_config_check_solver, diagnostics);
  g_assert_nonnull (model);
  return model;
}

static void
set_settings (SimConfig *config, const char *settings)
{
  g_auto (GStrv) parts = g_strsplit (settings, " ", -1);
  for (char **part = parts; *part != NULL; part++)
    {
      g_autoptr (GError) error = NULL;
      char *value = strchr (*part, '=');
      *value = '\0';
      sim_config_set (config, *part, value + 1, SIM_ORIGIN_LIVE, &error);
      g_assert_no_error (error);
    }
}

static SimConfig *
config_of (const Case *c, Model *model)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  SimConfig *config = sim_config_new ();
  sim_config_apply_model (config, model, diagnostics);
  set_settings (config, c->settings);
  return config;
}

static SimSystem *
system_of (Model *model, double *t_end)
{
  g_autoptr (GError) error = NULL;
  const ModelInstance instance = { .seed = 5 };
  ModelSystem *system = model_system_new (model, &instance, &error);
  g_assert_no_error (error);
  if (isnan (*t_end))
    *t_end = model_system_t_end (system);
  return sim_system_from_model (system);
}

static SimRunChange *
change_of (const Change *change, const SimConfig *config)
{
  g_autoptr (SimConfig) changed = sim_config_copy (config);
  gboolean is_config = change->kind == SIM_RUN_CHANGE_CONFIG;
  if (is_config)
    set_settings (changed, change->name);
  return sim_run_change_new (change->kind, is_config ? NULL : change->name, change->value, is_config ? changed : NULL);
}

/* ---- the runs that are compared ---- */

static SimRun *
run_of (const Case *c, Model *model, const SimConfig *config)
{
  g_autoptr (GError) error = NULL;
  double t_end = c->t_end;
  SimSystem *system = system_of (model, &t_end);
  SimRun *run = sim_run_new (system, config, 0, t_end, &error);
  g_assert_no_error (error);
  return run;
}

static void
step_past (SimRun *run, double t)
{
  SimRunPoll poll;
  do
    {
      sim_run_step (run);
      sim_run_wait (run);
      sim_run_poll (run, &poll);
    }
  while (poll.t < t);
}

/* Runs the parent. The parent makes its earlier change at the first end of a step at or after earlier.t. */
static SimRun *
parent_of (const Case *c, Model *model, const SimConfig *config)
{
  SimRun *run = run_of (c, model, config);
  if (c->earlier.t > 0)
    {
      g_autoptr (GError) error = NULL;
      SimRunChange *change = change_of (&c->earlier.change, config);
      step_past (run, c->earlier.t);
      if (change->kind == SIM_RUN_CHANGE_CONFIG)
        sim_run_set_config (run, change->config, &error);
      else
        sim_run_set_parameter (run, change->name, change->value);
      g_assert_no_error (error);
      sim_run_change_free (change);
    }
  return run;
}

static GPtrArray *
changes_of (const Case *c, const SimConfig *config)
{
  GPtrArray *changes = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  g_autoptr (SimConfig) now = sim_config_copy (config);
  if (c->earlier.t > 0 && c->earlier.change.kind == SIM_RUN_CHANGE_CONFIG)
    set_settings (now, c->earlier.change.name);
  for (guint i = 0; i < G_N_ELEMENTS (c->changes) && c->changes[i].name != NULL; i++)
    g_ptr_array_add (changes, change_of (&c->changes[i], now));
  return changes;
}

/* ---- the same run in a plain simulator, without snapshots, replay or threads ---- */

typedef struct
{
  SimSimulator *simulator;
  SimTrajectory *trajectory;
  SimTape *tape;
  double t_end;
} Plain;

static Plain
plain_new (const Case *c, Model *model, const SimConfig *config)
{
  g_autoptr (GError) error = NULL;
  SimSamplingRule dense = { .sampling = SIM_SAMPLE_DENSE, .count = 16 };
  Plain plain = { .t_end = c->t_end };
  SimSystem *system = system_of (model, &plain.t_end);
  plain.trajectory = sim_trajectory_new (system->n_columns, 1 << 28);
  plain.tape = sim_tape_new (2000000);
  plain.simulator = sim_simulator_new (system, config, &error);
  g_assert_no_error (error);
  sim_simulator_add_sink (plain.simulator, sim_sink_trajectory (plain.trajectory), &dense);
  sim_simulator_set_tape (plain.simulator, plain.tape);
  sim_simulator_set_event_log (plain.simulator, plain.trajectory);
  sim_simulator_initialize (plain.simulator, 0, NULL, NULL, plain.t_end, FALSE);
  return plain;
}

static void
plain_clear (Plain *plain)
{
  sim_simulator_free (plain->simulator);
  sim_trajectory_unref (plain->trajectory);
  sim_tape_unref (plain->tape);
}

static void
plain_change (Plain *plain, const SimRunChange *change)
{
  g_autoptr (GError) error = NULL;
  if (change->kind == SIM_RUN_CHANGE_CONFIG)
    sim_simulator_set_config (plain->simulator, change->config, &error);
  else if (change->kind == SIM_RUN_CHANGE_STATE)
    sim_simulator_edit_state (plain->simulator, change->name, change->value, &error);
  else if (change->kind == SIM_RUN_CHANGE_STEP)
    sim_simulator_set_next_step (plain->simulator, change->value, &error);
  else
    sim_simulator_set_parameter (plain->simulator, change->name, change->value, &error);
  g_assert_no_error (error);
}

/* Takes steps until one ends at or after t. */
static void
plain_step_to (Plain *plain, double t)
{
  while (sim_simulator_t (plain->simulator) < t)
    g_assert_cmpint (sim_simulator_step (plain->simulator, plain->t_end).reason, ==, SIM_READY);
}

/* Returns the last end of a step at or before c->t. The function takes steps until one passes c->t. */
static double
boundary_of (const Case *c, Model *model, const SimConfig *config)
{
  Plain scout = plain_new (c, model, config);
  double boundary = 0;
  gboolean changed = !(c->earlier.t > 0);
  while (sim_simulator_t (scout.simulator) <= c->t)
    {
      boundary = sim_simulator_t (scout.simulator);
      if (!changed && boundary >= c->earlier.t)
        {
          SimRunChange *change = change_of (&c->earlier.change, config);
          plain_change (&scout, change);
          sim_run_change_free (change);
          changed = TRUE;
        }
      sim_simulator_step (scout.simulator, scout.t_end);
    }
  plain_clear (&scout);
  return boundary;
}

static Plain
plain_run (const Case *c, Model *model, const SimConfig *config, double boundary)
{
  Plain plain = plain_new (c, model, config);
  g_autoptr (GPtrArray) changes = changes_of (c, config);
  if (c->earlier.t > 0)
    {
      SimRunChange *change = change_of (&c->earlier.change, config);
      plain_step_to (&plain, c->earlier.t);
      plain_change (&plain, change);
      sim_run_change_free (change);
    }
  plain_step_to (&plain, boundary);
  for (guint i = 0; i < changes->len; i++)
    plain_change (&plain, g_ptr_array_index (changes, i));
  sim_simulator_advance_to (plain.simulator, plain.t_end);
  sim_simulator_finish (plain.simulator, NULL);
  return plain;
}

/* ---- comparisons ---- */

static void
assert_same_record (SimTrajectory *p, SimTrajectory *q)
{
  gsize bytes = sizeof (double) * ((gsize) sim_trajectory_n_columns (p) + 1);
  g_assert_cmpuint (sim_trajectory_n_rows (p), ==, sim_trajectory_n_rows (q));
  for (gsize i = 0; i < sim_trajectory_n_rows (p); i++)
    {
      g_assert_cmpmem (sim_trajectory_row (p, i), bytes, sim_trajectory_row (q, i), bytes);
      g_assert_cmpint (sim_trajectory_flags (p, i), ==, sim_trajectory_flags (q, i));
    }
  g_assert_cmpuint (sim_trajectory_n_events (p), ==, sim_trajectory_n_events (q));
  for (gsize i = 0; i < sim_trajectory_n_events (p); i++)
    {
      SimEventRecord x = sim_trajectory_event (p, i), y = sim_trajectory_event (q, i);
      g_assert_true (x.t == y.t && x.event == y.event && x.parameter == y.parameter && x.row_before == y.row_before
                     && x.row_after == y.row_after && x.iterations == y.iterations);
    }
}

static void
assert_same_tape (SimTape *p, SimTape *q)
{
  SimTapeRange a, b;
  gsize n = sim_tape_n_attempts (p);
  g_assert_cmpuint (n, ==, sim_tape_n_attempts (q));
  for (gsize i = 0; i < n; i++)
    {
      OdeAttempt x, y;
      g_assert_true (sim_tape_get (p, i, &x) && sim_tape_get (q, i, &y));
      g_assert_true (x.t == y.t && x.h == y.h && x.h_next == y.h_next && x.outcome == y.outcome && x.clamp == y.clamp && x.order == y.order);
      g_assert_true (memcmp (&x.error, &y.error, sizeof x.error) == 0 && memcmp (&x.spectral_radius, &y.spectral_radius, sizeof (float)) == 0);
      g_assert_cmpint (x.newton_iterations, ==, y.newton_iterations);
    }
  sim_tape_range (p, 0, n, &a);
  sim_tape_range (q, 0, n, &b);
  g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
}

static void
assert_same_counts (const SimStatistics *a, const SimStatistics *b)
{
  g_assert_cmpint (a->steps_taken, ==, b->steps_taken);
  g_assert_cmpint (a->ode.steps_taken, ==, b->ode.steps_taken);
  g_assert_cmpint (a->ode.steps_attempted, ==, b->ode.steps_attempted);
  g_assert_cmpint (a->ode.rhs_by_purpose[ODE_RHS_STAGES], ==, b->ode.rhs_by_purpose[ODE_RHS_STAGES]);
  g_assert_cmpint (a->ode.newton_iterations, ==, b->ode.newton_iterations);
  g_assert_cmpint (a->ode.jacobian_evaluations, ==, b->ode.jacobian_evaluations);
  g_assert_cmpint (a->ode.factorizations, ==, b->ode.factorizations);
  g_assert_cmpint (a->witness_events, ==, b->witness_events);
  g_assert_cmpint (a->worst_state, ==, b->worst_state);
  g_assert_true (a->ode.smallest_step_taken == b->ode.smallest_step_taken && a->ode.largest_step_taken == b->ode.largest_step_taken);
}

/* Returns whether the two trajectories are equal up to time t and differ after it. */
static gboolean
differs (SimTrajectory *p, SimTrajectory *q, double t)
{
  gsize bytes = sizeof (double) * ((gsize) sim_trajectory_n_columns (p) + 1);
  gsize n = MIN (sim_trajectory_n_rows (p), sim_trajectory_n_rows (q));
  for (gsize i = 0; i < n; i++)
    if (memcmp (sim_trajectory_row (p, i), sim_trajectory_row (q, i), bytes) != 0)
      return sim_trajectory_row (p, i)[0] >= t;
  return FALSE;
}

static void
finish (SimRun *run)
{
  sim_run_start (run);
  sim_run_wait (run);
}

static void
test_bits (gconstpointer data)
{
  const Case *c = data;
  g_autoptr (Model) model = open (c);
  g_autoptr (SimConfig) config = config_of (c, model);
  g_autoptr (GPtrArray) changes = changes_of (c, config);
  g_autoptr (SimRun) parent = parent_of (c, model, config), branch = run_of (c, model, config), again = run_of (c, model, config);
  double boundary = boundary_of (c, model, config);
  SimRunPoll poll;
  finish (parent);
  gsize n_rows = sim_trajectory_n_rows (sim_run_trajectory (parent));
  gsize n_attempts = sim_tape_n_attempts (sim_run_tape (parent));

  g_assert_cmpfloat (boundary, >, 0);
  g_assert_true (sim_run_branch (branch, parent, c->t, changes) == boundary);
  finish (branch);
  sim_run_poll (branch, &poll);
  g_assert_cmpint (poll.status.reason, ==, SIM_REACHED_END);
  g_assert_false (poll.replaying);
  g_assert_true (poll.marked);
  g_assert_cmpint (poll.at_mark.steps_taken, >, 0);
  g_assert_cmpint (poll.at_mark.ode.rhs_evaluations, >, 0);
  g_assert_cmpint (poll.at_mark.ode.rhs_evaluations, <, poll.statistics.ode.rhs_evaluations);

  /* The branch equals the run in the plain simulator. */
  {
    Plain plain = plain_run (c, model, config, boundary);
    SimStatistics statistics = sim_simulator_statistics (plain.simulator);
    assert_same_record (sim_run_trajectory (branch), plain.trajectory);
    assert_same_tape (sim_run_tape (branch), plain.tape);
    assert_same_counts (&poll.statistics, &statistics);
    plain_clear (&plain);
  }

  /* When a session is opened again, a branch is recomputed from its history. The result equals the branch. */
  {
    g_autoptr (GPtrArray) history = sim_run_history (branch);
    g_assert_cmpuint (history->len, ==, changes->len + (c->earlier.t > 0 ? 1 : 0));
    sim_run_recompute (again, history, -1, FALSE);
    sim_run_wait (again);
    assert_same_record (sim_run_trajectory (branch), sim_run_trajectory (again));
    assert_same_tape (sim_run_tape (branch), sim_run_tape (again));
  }

  /* The parent has not changed, and the branch differs from it. */
  g_assert_cmpuint (sim_trajectory_n_rows (sim_run_trajectory (parent)), ==, n_rows);
  g_assert_cmpuint (sim_tape_n_attempts (sim_run_tape (parent)), ==, n_attempts);
  g_assert_true (differs (sim_run_trajectory (parent), sim_run_trajectory (branch), boundary));
}

/* ---- a branch is made while its parent runs ---- */

static const Case lorenz = { "lorenz", "integrator=runge_kutta5", 1e9, { 0 }, 5, { { SIM_RUN_CHANGE_PARAMETER, "rho", 20 } } };

static void
wait_for (SimRun *run, double t)
{
  SimRunPoll poll;
  sim_run_start (run);
  do
    {
      g_usleep (200);
      sim_run_poll (run, &poll);
    }
  while (poll.t < t);
}

static void
test_running_parent (void)
{
  g_autoptr (Model) model = open (&lorenz);
  g_autoptr (SimConfig) config = config_of (&lorenz, model);
  g_autoptr (GPtrArray) changes = changes_of (&lorenz, config);
  SimRun *parent = run_of (&lorenz, model, config);
  g_autoptr (SimRun) branch = run_of (&lorenz, model, config), again = run_of (&lorenz, model, config);
  g_autoptr (GPtrArray) history = NULL;
  SimRunPoll poll;
  wait_for (parent, 60);
  sim_run_branch (branch, parent, 50, changes);
  sim_run_set_t_end (branch, 70);
  sim_run_start (branch);
  sim_run_free (parent);
  sim_run_wait (branch);
  sim_run_poll (branch, &poll);
  g_assert_cmpfloat (poll.t, ==, 70);
  history = sim_run_history (branch);
  sim_run_recompute (again, history, -1, FALSE);
  sim_run_wait (again);
  assert_same_record (sim_run_trajectory (branch), sim_run_trajectory (again));
}

/* The parent of a branch may be a branch itself. The new branch makes the changes of both, even if both begin at the same time. */
static void
test_branch_of_branch (void)
{
  static const Case c = { "lorenz", "integrator=runge_kutta5", 30, { 0 }, 5, { { SIM_RUN_CHANGE_PARAMETER, "rho", 20 } } };
  g_autoptr (Model) model = open (&c);
  g_autoptr (SimConfig) config = config_of (&c, model);
  g_autoptr (GPtrArray) changes = changes_of (&c, config);
  g_autoptr (SimRun) first = run_of (&c, model, config), second = run_of (&c, model, config);
  finish (first);
  double boundary = sim_run_branch (second, first, 10, changes);
  finish (second);
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (SimRun) third = run_of (&c, model, config), again = run_of (&c, model, config);
      g_autoptr (GPtrArray) history = NULL, more = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
      g_ptr_array_add (more, sim_run_change_new (SIM_RUN_CHANGE_STATE, "y", 1, NULL));
      double t = sim_run_branch (third, second, i == 0 ? boundary : 20, more);
      g_assert_true (i == 0 ? t == boundary : t > 19 && t <= 20);
      finish (third);
      history = sim_run_history (third);
      g_assert_cmpuint (history->len, ==, 2);
      sim_run_recompute (again, history, -1, FALSE);
      sim_run_wait (again);
      assert_same_record (sim_run_trajectory (third), sim_run_trajectory (again));
    }
}

/* If a branch is prepared but not run, it is paused at the time at which it begins. */
static void
test_paused_at_root (void)
{
  static const Case c = { "lorenz", "integrator=runge_kutta5", 30, { 0 }, 5, { { SIM_RUN_CHANGE_PARAMETER, "rho", 20 } } };
  g_autoptr (Model) model = open (&c);
  g_autoptr (SimConfig) config = config_of (&c, model);
  g_autoptr (SimRun) first = run_of (&c, model, config), second = run_of (&c, model, config), third = run_of (&c, model, config);
  SimRunPoll poll;
  finish (first);
  double t = sim_run_branch (second, first, 10, NULL);
  sim_run_prepare (second);
  sim_run_wait (second);
  sim_run_poll (second, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_PAUSED);
  g_assert_true (poll.t == t);
  g_assert_true (sim_trajectory_row (sim_run_trajectory (second), sim_trajectory_n_rows (sim_run_trajectory (second)) - 1)[0] == t);
  g_assert_true (isnan (sim_run_branch (third, first, 0, NULL)));
  /* A branch without changes equals its parent. */
  finish (second);
  assert_same_record (sim_run_trajectory (first), sim_run_trajectory (second));
}

/* Two states that are set at the same time change in one jump. Afterwards both have the values that were
 * set, although the state with only one of the changes does not satisfy the constraint x² + y² = 1. */
static void
test_states_together (void)
{
  static const Case c = { "pendulum-projected", "integrator=runge_kutta5", 8, { 0 }, 5, { { SIM_RUN_CHANGE_STATE, "x", 0.6 }, { SIM_RUN_CHANGE_STATE, "y", -0.8 },
                                                                                          { SIM_RUN_CHANGE_STATE, "u", 0 } } };
  g_autoptr (Model) model = open (&c);
  g_autoptr (SimConfig) config = config_of (&c, model);
  g_autoptr (GPtrArray) changes = changes_of (&c, config);
  g_autoptr (SimRun) first = run_of (&c, model, config), second = run_of (&c, model, config);
  finish (first);
  double t = sim_run_branch (second, first, c.t, changes);
  finish (second);
  SimTrajectory *rows = sim_run_trajectory (second);
  const double *row = sim_trajectory_row (rows, sim_trajectory_find (rows, t));
  g_assert_cmpfloat_with_epsilon (row[1], 0.6, 1e-12);
  g_assert_cmpfloat_with_epsilon (row[2], -0.8, 1e-12);
  g_assert_cmpint (sim_trajectory_flags (rows, sim_trajectory_find (rows, t)) & (SIM_ROW_AFTER | SIM_ROW_EVENT), ==, SIM_ROW_AFTER);
}

/* If an event updates states at the time at which a branch begins, its updates are made before the branch sets states. */
static void
test_states_after_updates (void)
{
  static const Case c = { "bouncing-ball", "integrator=runge_kutta3", END, { 0 }, 5, { { 0 } } };
  g_autoptr (Model) model = open (&c);
  g_autoptr (SimConfig) config = config_of (&c, model);
  g_autoptr (SimRun) first = run_of (&c, model, config), second = run_of (&c, model, config);
  g_autoptr (GPtrArray) changes = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  finish (first);
  SimEventRecord impact = sim_trajectory_event (sim_run_trajectory (first), 0);
  g_ptr_array_add (changes, sim_run_change_new (SIM_RUN_CHANGE_STATE, "v", 3, NULL));
  g_assert_true (sim_run_branch (second, first, impact.t, changes) == impact.t);
  finish (second);
  SimTrajectory *rows = sim_run_trajectory (second);
  gsize row = sim_trajectory_find (rows, impact.t);
  g_assert_cmpfloat (sim_trajectory_row (rows, row)[2], ==, 3);
  g_assert_cmpfloat (sim_trajectory_row (rows, row)[1], ==, 0);
  g_assert_cmpfloat_with_epsilon (sim_trajectory_row (rows, row - 1)[2], 0.8 * sqrt (2 * 9.81 * 10), 1e-6);
}

/* If the record of a run has no snapshots, a branch repeats the steps from
 * the start of the run. A request to stop during these steps ends the branch. */
static void
test_without_snapshots (void)
{
  /* No snapshots are made of a system without continuous states. */
  static const char yaml[] = "format: 1\nname: Counter\ntime: {start: 0, end: 20}\nparameters:\n  a: {value: 1}\ndiscrete:\n  n: {initial: 0}\n"
                             "events:\n  tick: {every: 0.5, set: {n: n + a}}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_assert_nonnull (model);
  static const Case c = { NULL, "seed=0", 20, { 0 }, 10.2, { { SIM_RUN_CHANGE_PARAMETER, "a", 3 }, { SIM_RUN_CHANGE_STATE, "n", 100 } } };
  g_autoptr (SimConfig) config = config_of (&c, model);
  g_autoptr (GPtrArray) changes = changes_of (&c, config);
  g_autoptr (SimRun) first = run_of (&c, model, config), second = run_of (&c, model, config);
  finish (first);
  g_assert_null (sim_tape_snapshot (sim_run_tape (first), 0, NULL));
  double t = sim_run_branch (second, first, c.t, changes);
  g_assert_cmpfloat (t, ==, 10);
  finish (second);
  SimTrajectory *rows = sim_run_trajectory (second);
  gsize last = sim_trajectory_n_rows (rows) - 1;
  /* At 10 s the event adds 1, and then n is set to 100. At 10.5, 11, …,
   * 19.5 s the event adds 3. The update at the end of the run is pending. */
  g_assert_cmpfloat (sim_trajectory_row (rows, last)[1], ==, 100 + 3 * 19);
}

/* A branch repeats the changes of parameters that its parent made before the branch starts. The initial values of the branch depend on
 * these changes. */
static void
test_changed_before_start (void)
{
  static const char yaml[] = "format: 1\nname: Decay\ntime: {start: 0, end: 20}\nparameters: {p: 1}\nstates: {x: {initial: p, derivative: -x}}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_assert_nonnull (model);
  static const Case c = { NULL, "max_step=0.1", 20, { 0 }, 10.2, { { SIM_RUN_CHANGE_STATE, "x", 3 } } };
  g_autoptr (SimConfig) config = config_of (&c, model);
  g_autoptr (GPtrArray) changes = changes_of (&c, config);
  g_autoptr (SimRun) first = run_of (&c, model, config), second = run_of (&c, model, config);
  sim_run_set_parameter (first, "p", 5);
  finish (first);
  g_assert_cmpfloat (sim_trajectory_row (sim_run_trajectory (first), 0)[1], ==, 5);
  double t = sim_run_branch (second, first, c.t, changes);
  finish (second);
  SimTrajectory *rows = sim_run_trajectory (second);
  gsize n = sim_trajectory_find (rows, t);
  for (gsize row = 0; row < n && sim_trajectory_row (rows, row)[0] < t; row++)
    g_assert_cmpfloat (sim_trajectory_row (rows, row)[1], ==, sim_trajectory_row (sim_run_trajectory (first), row)[1]);
  g_assert_cmpfloat (sim_trajectory_row (rows, n)[1], ==, 3);
}

static void
test_stop_in_replay (void)
{
  g_autoptr (Model) model = open (&lorenz);
  g_autoptr (SimConfig) config = config_of (&lorenz, model);
  g_autoptr (SimRun) parent = run_of (&lorenz, model, config), branch = run_of (&lorenz, model, config);
  SimRunPoll poll;
  wait_for (parent, 3000);
  sim_run_pause (parent);
  sim_run_wait (parent);
  sim_run_branch (branch, parent, 2900, NULL);
  sim_run_start (branch);
  do
    sim_run_poll (branch, &poll);
  while (poll.state == SIM_RUN_READY);
  sim_run_stop (branch);
  sim_run_wait (branch);
  sim_run_poll (branch, &poll);
  g_assert_cmpint (poll.state, ==, SIM_RUN_FINISHED);
  g_assert_cmpint (poll.status.reason, ==, SIM_INTERRUPTED);
  /* While the steps of the parent are repeated, all rows of the branch equal
   * rows of the parent. Later rows may exist if the repetition has just ended. */
  for (gsize i = 0; i < sim_trajectory_n_rows (sim_run_trajectory (branch)) && !poll.marked; i++)
    g_assert_true (sim_trajectory_row (sim_run_trajectory (branch), i)[1] == sim_trajectory_row (sim_run_trajectory (parent), i)[1]);
}

/* Stepping back gives the counters the values that they had after the earlier step. */
static void
test_counters_of_step_back (void)
{
  static const Case c = { "van-der-pol", "integrator=runge_kutta5", 60, { 0 }, 0, { { 0 } } };
  g_autoptr (Model) model = open (&c);
  g_autoptr (SimConfig) config = config_of (&c, model);
  g_autoptr (SimRun) run = run_of (&c, model, config);
  SimRunPoll before, after;
  step_past (run, 5);
  sim_run_poll (run, &before);
  for (int i = 0; i < 3; i++)
    {
      sim_run_step (run);
      sim_run_wait (run);
    }
  for (int i = 0; i < 3; i++)
    g_assert_true (sim_run_step_back (run));
  sim_run_poll (run, &after);
  assert_same_counts (&before.statistics, &after.statistics);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/sim/branch/a-branch-has-the-bits-of-a-run-with-the-same-changes-from-the-start/%u-%s", i, cases[i].model);
      g_test_add_data_func (path, &cases[i], test_bits);
    }
  g_test_add_func ("/sim/branch/a-branch-is-made-while-its-parent-runs-and-outlives-it", test_running_parent);
  g_test_add_func ("/sim/branch/a-branch-of-a-branch-has-the-changes-of-both", test_branch_of_branch);
  g_test_add_func ("/sim/branch/a-prepared-branch-is-paused-at-its-root-and-without-changes-is-the-rest-of-its-parent", test_paused_at_root);
  g_test_add_func ("/sim/branch/states-that-are-set-at-one-time-are-one-jump", test_states_together);
  g_test_add_func ("/sim/branch/states-are-set-after-the-updates-at-the-branch-time", test_states_after_updates);
  g_test_add_func ("/sim/branch/without-snapshots-the-steps-are-repeated-from-the-start", test_without_snapshots);
  g_test_add_func ("/sim/branch/a-branch-has-the-changes-before-the-start-of-its-parent", test_changed_before_start);
  g_test_add_func ("/sim/branch/a-stop-during-the-replay-ends-the-branch", test_stop_in_replay);
  g_test_add_func ("/sim/branch/stepping-back-restores-the-counters", test_counters_of_step_back);
  return g_test_run ();
}
