/* The calls about a run that has ended: its rows, values at given times, attempts, events and plots. */
#include <math.h>
#include <string.h>

#include "lab-record-words.h"
#include "lab-sampler.h"
#include "serve-private.h"
#include "serve-run.h"

/* ---- rows ---- */

static const char *const rows_keys[] = { "run", "first", "count", NULL };

/* Sends rows, each with t and all columns. */
static gboolean
rows (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  const ServeRun *run = serve_object (serve, request, SERVE_RUN, error);
  gint64 first = 0, count = G_MAXINT64;
  gsize n_rows, width;
  double *values;

  if (run == NULL || !serve_count (request, "first", 0, G_MAXINT, &first, error) || !serve_count (request, "count", 0, G_MAXINT, &count, error))
    return FALSE;
  n_rows = sim_trajectory_n_rows (run->trajectory);
  first = MIN (first, (gint64) n_rows);
  count = MIN (count, (gint64) n_rows - first);
  width = (gsize) sim_trajectory_n_columns (run->trajectory) + 1;
  values = g_try_new (double, (gsize) count * width + 1);
  if (values == NULL)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_MEMORY, "memory ran out for %" G_GINT64_FORMAT " rows; ask for fewer with 'first' and 'count'", count);
      return FALSE;
    }
  for (gint64 k = 0; k < count; k++)
    memcpy (values + (gsize) k * width, sim_trajectory_row (run->trajectory, (gsize) (first + k)), width * sizeof (double));
  lab_json_count (serve_answer_json (answer), "first", first);
  lab_json_count (serve_answer_json (answer), "count", count);
  serve_answer_take (answer, "rows", SERVE_F64, values, (gsize) count * width);
  return TRUE;
}

const ServeCall serve_call_rows = { "rows", rows_keys, rows };

/* ---- values at given times ---- */

static int
compare_times (gconstpointer a, gconstpointer b, gpointer user)
{
  const double *times = user;
  double first = times[*(const guint *) a], second = times[*(const guint *) b];

  return first < second ? -1 : first > second;
}

static const char *const at_keys[] = { "run", "times", NULL };

/* Sends all columns at given times, in their order, from the dense output of the method. The run is repeated once, in ascending time. */
static gboolean
at (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  const ServeRun *run = serve_object (serve, request, SERVE_RUN, error);
  g_autoptr (GArray) times = run != NULL ? serve_numbers (request, "times", error) : NULL;
  const double span[] = { run != NULL ? run->t_start : 0, run != NULL ? run->t_end : 0 };
  g_autoptr (LabSampler) sampler = NULL;
  g_autofree guint *order = NULL;
  g_autofree double *values = NULL;
  LabRunRecord record;
  gsize width;

  if (times == NULL)
    return FALSE;
  for (guint k = 0; k < times->len; k++)
    {
      double t = g_array_index (times, double, k);

      if (t >= run->t_start && t <= run->t_end)
        continue;
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "the time %g is outside the run, which goes from %g to %g", t, run->t_start, run->t_end);
      return FALSE;
    }
  record = (LabRunRecord) { .problem = run->setup->problem, .t = span, .n = span[1] > span[0] ? 2 : 1, .x_end = sim_simulator_x (run->simulator),
                            .tape = run->tape };
  width = (gsize) model_system_n_columns (run->system);
  order = g_new (guint, times->len + 1);
  values = g_new (double, times->len * width + 1);
  for (guint k = 0; k < times->len; k++)
    order[k] = k;
  g_qsort_with_data (order, (int) times->len, sizeof *order, compare_times, times->data);
  sampler = lab_sampler_new (&record, error);
  if (sampler == NULL)
    return FALSE;
  for (guint k = 0; k < times->len; k++)
    {
      if (!lab_sampler_columns (sampler, g_array_index (times, double, order[k]), values + order[k] * width, error))
        return FALSE;
      if (serve_progress (serve, (double) k / times->len))
        continue;
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_CANCELLED, "cancelled");
      return FALSE;
    }
  serve_answer_take (answer, "values", SERVE_F64, g_steal_pointer (&values), times->len * width);
  return TRUE;
}

const ServeCall serve_call_at = { "at", at_keys, at };

/* ---- attempts ---- */

static const char *const run_keys[] = { "run", NULL };

/* The numbers of an attempt, by name. */
typedef struct
{
  const char *name;
  double (*value) (const OdeAttempt *attempt);
} Field;

static double field_t (const OdeAttempt *a) { return a->t; }
static double field_h (const OdeAttempt *a) { return a->h; }
static double field_error (const OdeAttempt *a) { return a->error; }
static double field_h_proposed (const OdeAttempt *a) { return a->h_proposed; }
static double field_h_next (const OdeAttempt *a) { return a->h_next; }
static double field_contraction (const OdeAttempt *a) { return (double) a->contraction; }

static const Field fields[] = {
  { "t", field_t }, { "h", field_h }, { "error", field_error }, { "h_proposed", field_h_proposed }, { "h_next", field_h_next },
  { "contraction", field_contraction },
};

static void
append_words (LabJson *json, const char *key, const char *const *words, int n)
{
  lab_json_array (json, key, LAB_JSON_FLAT);
  for (int k = 0; k < n; k++)
    lab_json_text (json, NULL, words[k]);
  lab_json_end (json);
}

/* The outcomes of attempts: those of OdeOutcome, then a step that was cut at a switch. */
#define CUT_BY_SWITCH (ODE_ATTEMPT_STOPPED + 1)

static int
outcome_code (const OdeAttempt *attempt)
{
  return attempt->outcome == ODE_ATTEMPT_CUT_BY_EVENT && attempt->clamp == ODE_CLAMP_SWITCH ? CUT_BY_SWITCH : attempt->outcome;
}

static void
append_outcome_words (LabJson *json)
{
  const char *words[CUT_BY_SWITCH + 1];

  for (int k = 0; k <= CUT_BY_SWITCH; k++)
    words[k] = lab_outcome_word (&(OdeAttempt) { .outcome = k == CUT_BY_SWITCH ? ODE_ATTEMPT_CUT_BY_EVENT : (uint8_t) k,
                                                 .clamp = k == CUT_BY_SWITCH ? ODE_CLAMP_SWITCH : ODE_CLAMP_NONE });
  append_words (json, "outcomes", words, CUT_BY_SWITCH + 1);
}

static void
append_clamp_words (LabJson *json)
{
  const char *words[ODE_CLAMP_N_KINDS];

  for (int k = 0; k < ODE_CLAMP_N_KINDS; k++)
    words[k] = lab_clamp_word (k);
  append_words (json, "limits", words, ODE_CLAMP_N_KINDS);
}

static void
append_purpose_words (LabJson *json)
{
  const char *words[ODE_RHS_N_PURPOSES];

  for (int k = 0; k < ODE_RHS_N_PURPOSES; k++)
    words[k] = lab_purpose_word (k);
  append_words (json, "purposes", words, ODE_RHS_N_PURPOSES);
}

/* Sends the stored attempts as one array for each number. */
static gboolean
tape (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  const ServeRun *run = serve_object (serve, request, SERVE_RUN, error);
  LabJson *json = serve_answer_json (answer);
  const OdeSystem *ode;
  gsize first, n;
  double *numbers[G_N_ELEMENTS (fields)], *worst_error;
  gint32 *integers[5], *worst, *evaluations;
  static const char *const integer_names[] = { "outcome", "limit", "order", "newton_iterations", "jacobian_age" };

  if (run == NULL)
    return FALSE;
  if (run->tape == NULL)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "the run has no tape: it was made with \"tape\": false");
      return FALSE;
    }
  ode = sim_simulator_system (run->simulator)->ode;
  first = sim_tape_first (run->tape);
  n = sim_tape_n_attempts (run->tape) - first;
  for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
    numbers[f] = g_new (double, n + 1);
  for (guint f = 0; f < G_N_ELEMENTS (integers); f++)
    integers[f] = g_new (gint32, n + 1);
  worst = g_new (gint32, n * ODE_ATTEMPT_WORST + 1);
  worst_error = g_new (double, n * ODE_ATTEMPT_WORST + 1);
  evaluations = g_new (gint32, n * ODE_RHS_N_PURPOSES + 1);
  for (gsize k = 0; k < n; k++)
    {
      OdeAttempt attempt = { 0 };

      sim_tape_get (run->tape, first + k, &attempt);
      for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
        numbers[f][k] = fields[f].value (&attempt);
      integers[0][k] = outcome_code (&attempt);
      integers[1][k] = attempt.clamp;
      integers[2][k] = attempt.order;
      integers[3][k] = attempt.newton_iterations;
      integers[4][k] = attempt.jacobian_age;
      for (int i = 0; i < ODE_ATTEMPT_WORST; i++)
        {
          worst[k * ODE_ATTEMPT_WORST + (gsize) i] = attempt.worst[i];
          worst_error[k * ODE_ATTEMPT_WORST + (gsize) i] = attempt.worst_error[i];
        }
      for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
        evaluations[k * ODE_RHS_N_PURPOSES + (gsize) i] = attempt.rhs[i];
    }
  lab_json_count (json, "first", (gint64) first);
  lab_json_count (json, "count", (gint64) n);
  append_outcome_words (json);
  append_clamp_words (json);
  append_purpose_words (json);
  lab_json_array (json, "states", LAB_JSON_FLAT);
  for (int i = 0; i < ode->n_states; i++)
    lab_json_text (json, NULL, ode->names != NULL ? ode->names[i] : "");
  lab_json_end (json);
  for (guint f = 0; f < G_N_ELEMENTS (fields); f++)
    serve_answer_take (answer, fields[f].name, SERVE_F64, numbers[f], n);
  for (guint f = 0; f < G_N_ELEMENTS (integers); f++)
    serve_answer_take (answer, integer_names[f], SERVE_I32, integers[f], n);
  serve_answer_take (answer, "worst", SERVE_I32, worst, n * ODE_ATTEMPT_WORST);
  serve_answer_take (answer, "worst_error", SERVE_F64, worst_error, n * ODE_ATTEMPT_WORST);
  serve_answer_take (answer, "evaluations", SERVE_I32, evaluations, n * ODE_RHS_N_PURPOSES);
  return TRUE;
}

const ServeCall serve_call_tape = { "tape", run_keys, tape };

/* ---- events ---- */

/* Sends the events, and the states and discrete states before and after each. */
static gboolean
events (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  const ServeRun *run = serve_object (serve, request, SERVE_RUN, error);
  LabJson *json = serve_answer_json (answer);
  const SimSystem *sim;
  gsize n, width = 0;
  double *t, *values;

  if (run == NULL)
    return FALSE;
  sim = sim_simulator_system (run->simulator);
  for (int c = 0; c < model_system_n_columns (run->system); c++)
    if (model_system_column (run->system, c)->type <= MODEL_COLUMN_DISCRETE)
      width = (gsize) c + 1;
  n = sim_trajectory_n_events (run->trajectory);
  t = g_new (double, n + 1);
  values = g_new (double, 2 * n * width + 1);
  lab_json_array (json, "columns", LAB_JSON_FLAT);
  for (gsize c = 0; c < width; c++)
    lab_json_text (json, NULL, model_system_column (run->system, (int) c)->name);
  lab_json_end (json);
  lab_json_array (json, "events", LAB_JSON_FLAT);
  for (gsize i = 0; i < n; i++)
    {
      SimEventRecord record = sim_trajectory_event (run->trajectory, i);

      t[i] = record.t;
      memcpy (values + 2 * i * width, sim_trajectory_row (run->trajectory, record.row_before) + 1, width * sizeof (double));
      memcpy (values + (2 * i + 1) * width, sim_trajectory_row (run->trajectory, record.row_after) + 1, width * sizeof (double));
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "name", record.event >= 0 ? sim->events[record.event].name : NULL);
      lab_json_text (json, "kind", lab_trigger_word (record.kind));
      lab_json_flag (json, "pending", record.pending);
      lab_json_count (json, "iterations", record.iterations);
      lab_json_text (json, "overwritten", record.overwritten >= 0 ? model_system_column (run->system, record.overwritten)->name : NULL);
      lab_json_end (json);
    }
  lab_json_end (json);
  serve_answer_take (answer, "t", SERVE_F64, t, n);
  serve_answer_take (answer, "states", SERVE_F64, values, 2 * n * width);
  return TRUE;
}

const ServeCall serve_call_events = { "events", run_keys, events };
