/* The worker thread of a run and the functions of its owner. They exchange commands and progress under one lock. */
#include "sim-run.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>
#ifdef __linux__
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "sim-run-private.h"

/* The interval in µs at which progress is published, half a frame of 60 Hz. */
#define PUBLISH_EVERY 8000
/* The clock is read about every CLOCK_EVERY µs, but at least every CLOCK_STEPS steps,
 * because steps can suddenly become slow. */
#define CLOCK_EVERY 1000
#define CLOCK_STEPS 64
/* The number of attempts that the tape stores in full. They take at most 224
 * MB. */
#define TAPE_CAPACITY 2000000
/* The nice value of the simulation thread, so that the window keeps its frame rate
 * if both need the same processor. */
#define NICENESS 10

/* Copies the state of the run to the poll. The function is called with the lock held, or while
 * the worker is not running. */
void
sim_run_publish (SimRun *run)
{
  SimRunPoll *poll = &run->poll;
  poll->state = run->state;
  poll->replaying = run->replaying;
  poll->t = run->replaying ? run->t_replayed : sim_simulator_t (run->simulator);
  poll->t_end = run->t_end;
  poll->statistics = sim_simulator_statistics (run->simulator);
  poll->status = run->status;
  poll->serial = run->serial;
  poll->refused = run->refused;
}

void
sim_run_mark (SimRun *run, double t)
{
  pthread_mutex_lock (&run->lock);
  run->t_mark = t;
  pthread_mutex_unlock (&run->lock);
}

void
sim_run_keep_mark (SimRun *run)
{
  run->poll.at_mark = sim_simulator_statistics (run->simulator);
  run->poll.marked = TRUE;
  run->t_mark = INFINITY;
}

static void
set_state (SimRun *run, SimRunState state)
{
  if (state != run->state)
    run->serial++;
  run->state = state;
  sim_run_publish (run);
  pthread_cond_broadcast (&run->changed);
}

/* Copies a status and its texts, because the texts of the simulator are valid only until its next
 * call, but those in the poll must be valid as long as the run. */
void
sim_run_keep_status (SimRun *run, SimStatus status)
{
  run->status = status;
  run->status.message = g_string_chunk_insert_const (run->texts, status.message);
  run->status.cause = g_string_chunk_insert_const (run->texts, status.cause);
  run->status.advice = g_string_chunk_insert_const (run->texts, status.advice);
}

static void
apply_changes (SimRun *run)
{
  SimRunChange *change;
  while ((change = g_queue_pop_head (&run->changes)) != NULL)
    {
      sim_run_make_change (run, change);
      sim_run_change_free (change);
    }
  atomic_store (&run->has_changes, false);
  sim_run_publish (run);
}

static void
finish (SimRun *run)
{
  g_autoptr (GError) error = NULL;
  if (!sim_simulator_finish (run->simulator, &error))
    {
      SimStatus status = sim_simulator_status (run->simulator);
      status.reason = SIM_FAILED_RUN;
      status.ode_status = ODE_FAIL_MEMORY;
      status.message = status.cause = error->message;
      status.advice = "";
      sim_run_keep_status (run, status);
    }
}

/* Initializes the simulator at the first call. Returns FALSE if the run has already ended. */
static gboolean
begin (SimRun *run)
{
  if (run->initialized)
    return run->begun;
  run->initialized = TRUE;
  SimStatus status = sim_simulator_initialize (run->simulator, run->t_start, NULL, NULL, run->t_end, FALSE);
  sim_run_keep_status (run, status);
  run->begun = status.reason == SIM_READY;
  return run->begun;
}

/* Repeats the steps before a branch. Returns FALSE if the run has already ended. The lock must be held. */
static gboolean
begin_branch (SimRun *run)
{
  run->replaying = TRUE;
  run->t_replayed = run->t_start;
  set_state (run, SIM_RUN_RUNNING);
  pthread_mutex_unlock (&run->lock);
  gboolean begun = sim_run_replay_branch (run);
  pthread_mutex_lock (&run->lock);
  run->replaying = FALSE;
  run->initialized = TRUE;
  run->begun = begun;
  g_clear_pointer (&run->branch, sim_run_branch_free);
  run->serial++;
  sim_run_publish (run);
  return begun;
}

/* Takes steps until the end or a pause, or one step if `single` is set. Returns
 * TRUE if the run has ended. The lock must not be held. */
static gboolean
run_steps (SimRun *run, gboolean single)
{
  gint64 clock = g_get_monotonic_time ();
  gint64 published = clock;
  int until_clock = 1, every = 1;
  for (;;)
    {
      if (atomic_load (&run->has_changes))
        {
          pthread_mutex_lock (&run->lock);
          apply_changes (run);
          pthread_mutex_unlock (&run->lock);
        }
      if (sim_simulator_t (run->simulator) >= run->t_mark)
        {
          pthread_mutex_lock (&run->lock);
          sim_run_keep_mark (run);
          pthread_mutex_unlock (&run->lock);
        }
      if (sim_run_follow_plan (run))
        return FALSE;
      gint64 steps = sim_simulator_statistics_steps (run->simulator);
      SimStatus status = sim_simulator_step (run->simulator, run->t_end);
      if (status.reason == SIM_REACHED_END && sim_run_plan_goes_on (run))
        continue;
      if (status.reason != SIM_READY)
        {
          gboolean paused = status.reason == SIM_INTERRUPTED && !atomic_load (&run->stopping);
          pthread_mutex_lock (&run->lock);
          sim_run_keep_status (run, status);
          pthread_mutex_unlock (&run->lock);
          return !paused;
        }
      if (single && sim_simulator_statistics_steps (run->simulator) > steps)
        return FALSE;
      if (--until_clock > 0)
        continue;
      gint64 now = g_get_monotonic_time ();
      gint64 step = MAX ((now - clock) / every, 1);
      /* With a real-time rate any step may wait, so the clock is read after every step. */
      every = until_clock = run->throttled ? 1 : (int) CLAMP (CLOCK_EVERY / step, 1, CLOCK_STEPS);
      clock = now;
      if (now - published < PUBLISH_EVERY)
        continue;
      published = now;
      pthread_mutex_lock (&run->lock);
      sim_run_publish (run);
      pthread_mutex_unlock (&run->lock);
    }
}

static void
lower_priority (void)
{
#ifdef __linux__
  setpriority (PRIO_PROCESS, (id_t) syscall (SYS_gettid), NICENESS);
#endif
}

static gpointer
work (gpointer data)
{
  SimRun *run = data;
  lower_priority ();
  pthread_mutex_lock (&run->lock);
  for (;;)
    {
      while (run->command == SIM_RUN_NOTHING)
        pthread_cond_wait (&run->changed, &run->lock);
      SimRunCommand command = run->command;
      if (command == SIM_RUN_QUIT)
        break;
      run->command = SIM_RUN_NOTHING;
      sim_simulator_clear_interrupt (run->simulator);
      sim_simulator_rebase (run->simulator);
      gboolean is_branch = run->branch != NULL;
      gboolean finished = is_branch ? !begin_branch (run) : !begin (run);
      gboolean incomplete = is_branch && finished; /* the rows end before the state that the simulator has reached */
      if (command == SIM_RUN_PREPARE)
        {
          run->serial++;
          run->poll.serial = run->serial;
          pthread_cond_broadcast (&run->changed);
          if (run->state == SIM_RUN_RUNNING) /* the steps before a branch were repeated */
            set_state (run, finished ? SIM_RUN_FINISHED : SIM_RUN_PAUSED);
          continue;
        }
      if (!finished && run->command != SIM_RUN_QUIT)
        {
          set_state (run, SIM_RUN_RUNNING);
          pthread_mutex_unlock (&run->lock);
          finished = run_steps (run, command == SIM_RUN_SINGLE);
          pthread_mutex_lock (&run->lock);
        }
      if (finished && !incomplete)
        finish (run);
      apply_changes (run);
      set_state (run, finished ? SIM_RUN_FINISHED : SIM_RUN_PAUSED);
    }
  pthread_mutex_unlock (&run->lock);
  return NULL;
}

SimRun *
sim_run_new (SimSystem *system, const SimConfig *config, double t_start, double t_end, GError **error)
{
  SimSimulator *simulator = sim_simulator_new (system, config, error);
  if (simulator == NULL)
    return NULL;
  SimRun *run = g_new0 (SimRun, 1);
  double limit = sim_config_get_number (config, "memory_limit");
  run->simulator = simulator;
  run->t_start = t_start;
  run->t_end = run->first_t_end = t_end;
  run->texts = g_string_chunk_new (256);
  run->refused = "";
  run->rate = sim_config_get_number (config, "realtime_rate");
  run->throttled = run->rate > 0;
  run->status = (SimStatus){ .reason = SIM_READY, .boundary = t_end, .t = t_start, .message = "ready", .cause = "ready", .advice = "", .event = -1 };
  run->trajectory = sim_trajectory_new (system->n_columns, (gsize) limit);
  run->tape = sim_tape_new (TAPE_CAPACITY);
  /* High-order methods have long steps. Rows inside each step make curves
   * smooth. */
  SimSamplingRule smooth = { .sampling = SIM_SAMPLE_DENSE, .count = 16 };
  sim_simulator_add_sink (simulator, sim_sink_trajectory (run->trajectory), &smooth);
  sim_simulator_set_tape (simulator, run->tape);
  sim_simulator_set_event_log (simulator, run->trajectory);
  atomic_init (&run->has_changes, false);
  atomic_init (&run->stopping, false);
  pthread_mutex_init (&run->lock, NULL);
  pthread_cond_init (&run->changed, NULL);
  g_queue_init (&run->changes);
  run->history = g_ptr_array_new_with_free_func ((GDestroyNotify) sim_run_change_free);
  run->first_config = sim_config_copy (config);
  sim_config_keep_tableaus (run->first_config);
  run->plan.steps = -1;
  run->t_mark = INFINITY;
  run->state = SIM_RUN_READY;
  sim_run_publish (run);
  run->poll.t = t_start;
  run->thread = g_thread_new ("simulation", work, run);
  return run;
}

void
sim_run_free (SimRun *run)
{
  if (run == NULL)
    return;
  atomic_store (&run->stopping, true);
  pthread_mutex_lock (&run->lock);
  run->command = SIM_RUN_QUIT;
  pthread_mutex_unlock (&run->lock);
  sim_simulator_interrupt (run->simulator);
  pthread_mutex_lock (&run->lock);
  pthread_cond_broadcast (&run->changed);
  pthread_mutex_unlock (&run->lock);
  g_thread_join (run->thread);
  sim_simulator_free (run->simulator);
  sim_trajectory_unref (run->trajectory);
  sim_tape_unref (run->tape);
  g_queue_clear_full (&run->changes, (GDestroyNotify) sim_run_change_free);
  g_ptr_array_unref (run->history);
  sim_config_free (run->first_config);
  sim_run_plan_clear (run);
  g_clear_pointer (&run->branch, sim_run_branch_free);
  g_string_chunk_free (run->texts);
  pthread_mutex_destroy (&run->lock);
  pthread_cond_destroy (&run->changed);
  g_free (run);
}

SimTrajectory *
sim_run_trajectory (SimRun *run)
{
  return run->trajectory;
}

SimTape *
sim_run_tape (SimRun *run)
{
  return run->tape;
}

static void
command (SimRun *run, SimRunCommand command)
{
  pthread_mutex_lock (&run->lock);
  gboolean over = run->state == SIM_RUN_FINISHED
                  && !(run->status.reason == SIM_REACHED_END && run->t_end > run->poll.t) && run->status.reason != SIM_INTERRUPTED;
  if (!over && run->command != SIM_RUN_QUIT)
    {
      run->command = command;
      atomic_store (&run->stopping, false);
      pthread_cond_broadcast (&run->changed);
    }
  pthread_mutex_unlock (&run->lock);
}

void
sim_run_prepare (SimRun *run)
{
  SimRunPoll poll;
  sim_run_poll (run, &poll);
  if (poll.state == SIM_RUN_READY)
    command (run, SIM_RUN_PREPARE);
}

void
sim_run_start (SimRun *run)
{
  command (run, SIM_RUN_CONTINUE);
}

/* Waits until the worker is not running. The lock must be held. */
static void
settle (SimRun *run)
{
  while (run->state == SIM_RUN_RUNNING || run->command != SIM_RUN_NOTHING)
    pthread_cond_wait (&run->changed, &run->lock);
}

void
sim_run_wait (SimRun *run)
{
  pthread_mutex_lock (&run->lock);
  settle (run);
  pthread_mutex_unlock (&run->lock);
}

/* Pauses the run and waits until it is paused. A command that the worker has not begun is cancelled; a step that has begun is completed. */
static void
pause_and_wait (SimRun *run)
{
  pthread_mutex_lock (&run->lock);
  run->command = SIM_RUN_NOTHING;
  if (run->state == SIM_RUN_RUNNING)
    sim_simulator_pause (run->simulator);
  settle (run);
  pthread_mutex_unlock (&run->lock);
}

void
sim_run_pause (SimRun *run)
{
  pthread_mutex_lock (&run->lock);
  run->command = SIM_RUN_NOTHING;
  if (run->state == SIM_RUN_RUNNING)
    sim_simulator_pause (run->simulator);
  pthread_mutex_unlock (&run->lock);
}

void
sim_run_stop (SimRun *run)
{
  pthread_mutex_lock (&run->lock);
  run->command = SIM_RUN_NOTHING;
  if (run->state == SIM_RUN_RUNNING)
    {
      atomic_store (&run->stopping, true);
      sim_simulator_interrupt (run->simulator);
    }
  else if (run->state != SIM_RUN_FINISHED)
    {
      SimStatus status = { .reason = SIM_INTERRUPTED, .boundary = run->t_end, .t = run->poll.t, .event = -1 };
      g_autofree char *text = g_strdup_printf (_("stopped at t = %g"), run->poll.t);
      status.message = status.cause = text;
      status.advice = "";
      sim_run_keep_status (run, status);
      if (run->initialized)
        finish (run);
      set_state (run, SIM_RUN_FINISHED);
    }
  pthread_mutex_unlock (&run->lock);
}

void
sim_run_step (SimRun *run)
{
  pause_and_wait (run);
  command (run, SIM_RUN_SINGLE);
}

gboolean
sim_run_step_back (SimRun *run)
{
  pause_and_wait (run);
  gboolean done = FALSE;
  pthread_mutex_lock (&run->lock);
  if (run->initialized && run->state != SIM_RUN_READY)
    {
      sim_simulator_clear_interrupt (run->simulator);
      done = sim_run_go_back (run);
    }
  if (done)
    {
      sim_run_forget_changes (run);
      run->status.reason = SIM_READY;
      run->serial++;
      set_state (run, SIM_RUN_PAUSED);
    }
  pthread_mutex_unlock (&run->lock);
  return done;
}

void
sim_run_poll (SimRun *run, SimRunPoll *poll)
{
  pthread_mutex_lock (&run->lock);
  *poll = run->poll;
  poll->pending = run->command == SIM_RUN_CONTINUE || run->command == SIM_RUN_SINGLE;
  pthread_mutex_unlock (&run->lock);
}

/* Queues a change for the worker, or makes it at once if the worker is not
 * running. */
static void
queue_change (SimRun *run, SimRunChangeKind kind, const char *name, double value, const SimConfig *config)
{
  SimRunChange *change = sim_run_change_new (kind, name, value, config);
  pthread_mutex_lock (&run->lock);
  g_queue_push_tail (&run->changes, change);
  atomic_store (&run->has_changes, true);
  if (run->state != SIM_RUN_RUNNING && run->command == SIM_RUN_NOTHING)
    apply_changes (run);
  pthread_mutex_unlock (&run->lock);
}

void
sim_run_set_parameter (SimRun *run, const char *name, double value)
{
  queue_change (run, SIM_RUN_CHANGE_PARAMETER, name, value, NULL);
}

void
sim_run_set_realtime_rate (SimRun *run, double rate)
{
  queue_change (run, SIM_RUN_CHANGE_RATE, NULL, rate, NULL);
}

void
sim_run_set_t_end (SimRun *run, double t_end)
{
  queue_change (run, SIM_RUN_CHANGE_END, NULL, t_end, NULL);
}

gboolean
sim_run_set_config (SimRun *run, const SimConfig *config, GError **error)
{
  const SimSystem *system = sim_simulator_system (run->simulator);
  g_autoptr (SimConfig) copy = sim_config_copy (config);
  sim_config_keep_tableaus (copy);
  const OdeMethod *method = sim_config_method (copy);
  const char *refusal = system->ode->n_states > 0 ? ode_method_refuses (method, system->ode) : NULL;
  OdeSettings settings;
  pthread_mutex_lock (&run->lock);
  double t_end = run->t_end;
  pthread_mutex_unlock (&run->lock);
  if (refusal != NULL)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _(refusal));
      return FALSE;
    }
  if (!sim_config_to_ode (copy, system->ode->names, system->ode->n_states, run->t_start, t_end, &settings, error))
    return FALSE;
  queue_change (run, SIM_RUN_CHANGE_CONFIG, NULL, 0, copy);
  return TRUE;
}
