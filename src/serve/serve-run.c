/* The call run: simulates a model, with progress or with a word of the client after each step, and keeps the run for the calls of serve-records.c. */
#include "serve-private.h"
#include "serve-run.h"

#include "lab-run-notes.h"
#include "lab-statistics.h"

void
serve_run_free (ServeRun *run)
{
  if (run == NULL)
    return;
  sim_simulator_free (run->simulator);
  g_clear_pointer (&run->trajectory, sim_trajectory_unref);
  g_clear_pointer (&run->tape, sim_tape_unref);
  serve_setup_free (run->setup);
  g_free (run);
}

/* Largest number of samples of a run. They would take 80 GB for one column. */
#define MOST_SAMPLES 1e10
/* Largest number of rows inside a step. */
#define MOST_DENSE 10000

/* Reads which rows are kept. Returns FALSE with an error. */
static gboolean
read_rule (const ModelYaml *request, const ServeSetup *setup, SimSamplingRule *rule, GError **error)
{
  gint64 samples = 0, dense = -1;
  double every = 0, span = setup->problem.t_end - setup->problem.t_start;
  int n = (serve_get (request, "samples") != NULL) + (serve_get (request, "every") != NULL) + (serve_get (request, "dense") != NULL);

  *rule = (SimSamplingRule) { .sampling = SIM_SAMPLE_STEPS };
  if (!serve_count (request, "samples", 2, G_MAXINT, &samples, error) || !serve_count (request, "dense", 0, MOST_DENSE, &dense, error)
      || !serve_number (request, "every", &every, error))
    return FALSE;
  if (n > 1)
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "give one of 'samples', 'every' and 'dense'");
  else if (serve_get (request, "every") != NULL && !(every > 0))
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'every' is a positive interval");
  else if (every > 0 && span / every > MOST_SAMPLES)
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "samples every %g would be %.3g, and at most %g are kept", every, span / every, MOST_SAMPLES);
  else
    {
      if (samples > 0)
        *rule = (SimSamplingRule) { .sampling = SIM_SAMPLE_COUNT, .count = (int) samples };
      else if (every > 0)
        *rule = (SimSamplingRule) { .sampling = SIM_SAMPLE_INTERVAL, .interval = every };
      else if (dense >= 0)
        *rule = (SimSamplingRule) { .sampling = SIM_SAMPLE_DENSE, .count = (int) dense };
      return TRUE;
    }
  return FALSE;
}

typedef struct
{
  Serve *serve;
  ServeRun *run;
  gboolean steps;  /* TRUE: each step is sent, and the client says whether to go on */
  double t_before; /* time before the step */
  gboolean cancelled;
} Watch;

/* Sends a step with all columns and waits for the client. Returns FALSE if the run is to end. */
static gboolean
send_step (Watch *watch)
{
  SimSimulator *simulator = watch->run->simulator;
  ServeAnswer *answer = serve_answer_new (watch->serve, "step");
  LabJson *json = serve_answer_json (answer);
  gsize n = (gsize) model_system_n_columns (watch->run->system);
  double *values = g_new (double, n + 1), t = sim_simulator_t (simulator);

  model_system_columns (watch->run->system, t, sim_simulator_x (simulator), sim_simulator_d (simulator), values);
  lab_json_count (json, "number", sim_simulator_statistics_steps (simulator));
  lab_json_number (json, "t", t);
  lab_json_number (json, "h", t - watch->t_before);
  lab_json_count (json, "attempts", watch->run->tape != NULL ? (gint64) sim_tape_n_attempts (watch->run->tape) : 0);
  serve_answer_take (answer, "values", SERVE_F64, values, n);
  serve_answer_send (watch->serve, answer);
  watch->t_before = t;
  return serve_await_word (watch->serve);
}

/* Is called at the start and after each step. */
static SimHandlerStatus
watch_step (gpointer user, const SimSimulator *simulator)
{
  Watch *watch = user;
  double t = sim_simulator_t (simulator), span = watch->run->setup->problem.t_end - watch->run->t_start;

  if (watch->steps && sim_simulator_statistics_steps (simulator) > 0 && !send_step (watch))
    return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup ("the script ended the run") };
  watch->cancelled = !watch->steps && !serve_progress (watch->serve, span > 0 ? (t - watch->run->t_start) / span : 0);
  if (watch->cancelled)
    return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION };
  return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
}

/* Simulates to the end. Returns the last status, and whether the client has cancelled the run. */
static SimStatus
simulate (Serve *serve, ServeRun *run, gboolean steps, double **x_start, gboolean *cancelled)
{
  Watch watch = { serve, run, steps, run->t_start, FALSE };
  const LabProblem *problem = &run->setup->problem;
  SimStatus status;

  sim_simulator_set_monitor (run->simulator, watch_step, &watch);
  serve_set_running (serve, run->simulator);
  status = sim_simulator_initialize (run->simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  *x_start = g_memdup2 (sim_simulator_x (run->simulator), sizeof (double) * (gsize) model_system_n_states (run->system));
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (run->simulator, problem->t_end);
  serve_set_running (serve, NULL);
  sim_simulator_set_monitor (run->simulator, NULL, NULL);
  *cancelled = watch.cancelled || status.reason == SIM_INTERRUPTED;
  return status;
}

static void
append_result (ServeRun *run, const SimStatus *status, const double *x_start, ServeAnswer *answer)
{
  LabJson *json = serve_answer_json (answer);
  g_autoptr (GPtrArray) notes = lab_run_notes (run->simulator, run->system, status, run->t_start, x_start, run->trajectory);

  lab_json_text (json, "message", status->message);
  lab_json_text (json, "cause", status->cause);
  lab_json_text (json, "advice", status->advice);
  lab_json_count (json, "n_rows", (gint64) sim_trajectory_n_rows (run->trajectory));
  lab_json_count (json, "n_events", (gint64) sim_trajectory_n_events (run->trajectory));
  lab_json_count (json, "n_attempts", run->tape != NULL ? (gint64) sim_tape_n_attempts (run->tape) : 0);
  lab_json_array (json, "columns", LAB_JSON_FLAT);
  for (int i = 0; i < model_system_n_columns (run->system); i++)
    lab_json_text (json, NULL, model_system_column (run->system, i)->name);
  lab_json_end (json);
  lab_json_array (json, "notes", LAB_JSON_FLAT);
  for (guint k = 0; k < notes->len; k++)
    lab_json_text (json, NULL, notes->pdata[k]);
  lab_json_end (json);
  lab_statistics_json (json, "statistics", run->simulator, run->setup->config, status);
}

static const char *const run_keys[] = { "model", "samples", "every", "dense", "steps", "tape", SERVE_SETUP_KEYS, NULL };

static gboolean
call_run (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  g_autoptr (ServeRun) run = g_new0 (ServeRun, 1);
  g_autofree double *x_start = NULL;
  gboolean steps = FALSE, tape = TRUE, cancelled;
  SimSamplingRule rule;
  SimStatus status;

  run->setup = serve_setup_of (serve, request, error);
  if (run->setup == NULL || !read_rule (request, run->setup, &rule, error) || !serve_flag (request, "steps", &steps, error)
      || !serve_flag (request, "tape", &tape, error))
    return FALSE;
  sim_config_set (run->setup->config, "realtime_rate", "0", SIM_ORIGIN_LIVE, NULL);
  run->simulator = lab_problem_simulator (&run->setup->problem, NULL, error);
  if (run->simulator == NULL)
    return FALSE;
  run->system = sim_system_model (sim_simulator_system (run->simulator));
  run->t_start = run->setup->problem.t_start;
  run->trajectory = sim_trajectory_new (model_system_n_columns (run->system), (gsize) sim_config_get_number (run->setup->config, "memory_limit"));
  sim_simulator_add_sink (run->simulator, sim_sink_trajectory (run->trajectory), &rule);
  sim_simulator_set_event_log (run->simulator, run->trajectory);
  if (tape)
    {
      run->tape = sim_tape_new (0);
      sim_simulator_set_tape (run->simulator, run->tape);
    }
  status = simulate (serve, run, steps, &x_start, &cancelled);
  if (cancelled)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_CANCELLED, "cancelled");
      return FALSE;
    }
  run->t_end = sim_simulator_t (run->simulator);
  append_result (run, &status, x_start, answer); /* before the next call of the simulator, which owns the texts */
  if (!sim_simulator_finish (run->simulator, error))
    return FALSE;
  lab_json_count (serve_answer_json (answer), "run", serve_add_object (serve, SERVE_RUN, g_steal_pointer (&run), (GDestroyNotify) serve_run_free));
  return TRUE;
}

const ServeCall serve_call_run = { "run", run_keys, call_run };
