/* The run of a live page. It advances in slices of time, and its rows and attempts go to arrays that the page reads. */
#include "page-core-private.h"

#include <math.h>
#include <string.h>

#include "expr-program.h"
#include "lab-statistics.h"

/* Number of attempts that the tape of the simulator stores; the page has its own array of all attempts. */
#define TAPE_ATTEMPTS 1024

static gboolean
take_row (SimSink *sink, double t, const double *values, int n_values, SimRowFlags flags, GError **error)
{
  double head[] = { t, flags };
  gboolean is_inside = (flags & SIM_ROW_SAMPLE) != 0 && (flags & SIM_ROW_EVENT) == 0;

  /* A long run keeps the ends of its steps rather than the points inside them. */
  if (is_inside && page_core.rows->len > page_core.max_values / 4)
    return TRUE;

  if (page_core.rows->len + (guint)n_values + 2 > page_core.max_values)
    {
      page_core.cut = TRUE;
      return TRUE;
    }
  g_array_append_vals (page_core.rows, head, 2);
  g_array_append_vals (page_core.rows, values, (guint)n_values);
  page_core.n_rows++;
  return TRUE;
}

static void
mark_row (SimSink *sink, SimRowFlags flags)
{
  guint row_size = (guint)model_system_n_columns (page_core.system) + 2;
  double *marks;

  if (page_core.cut || page_core.n_rows == 0)
    return;
  marks = &g_array_index (page_core.rows, double, page_core.rows->len - row_size + 1);
  *marks = (double)((unsigned)*marks | flags);
}

static void
free_sink (SimSink *sink)
{
  g_free (sink);
}

static void
take_attempt (void *user, const OdeAttempt *attempt)
{
  double numbers[PAGE_ATTEMPT_NUMBERS] = { attempt->t,        attempt->h,     attempt->error, attempt->outcome,
                                           attempt->worst[0], attempt->clamp, attempt->order, attempt->newton_iterations };

  if (page_core.n_attempts >= page_core.max_attempts)
    {
      page_core.cut = TRUE;
      return;
    }
  g_array_append_vals (page_core.attempts, numbers, PAGE_ATTEMPT_NUMBERS);
  page_core.n_attempts++;
}

void
page_end_run (void)
{
  g_clear_pointer (&page_core.simulator, sim_simulator_free);
  g_clear_pointer (&page_core.tape, sim_tape_unref);
  g_clear_pointer (&page_core.events, sim_trajectory_unref);
  g_clear_pointer (&page_core.rows, g_array_unref);
  g_clear_pointer (&page_core.attempts, g_array_unref);
  page_core.system = NULL;
  page_core.n_rows = page_core.n_attempts = 0;
  page_core.done = page_core.cut = FALSE;
}

const char *
page_begin (int points_per_step, double max_values, double max_attempts)
{
  SimSamplingRule rule = { .sampling = SIM_SAMPLE_DENSE, .count = points_per_step };
  SimSink *sink;
  g_autoptr (GError) error = NULL;
  const char *key;
  ModelSystem *system;

  page_end_run ();
  if (!sim_config_check_method (page_core.config, &key, &error))
    return page_keep (g_strdup (error->message));
  system = page_instance (&error);
  if (system == NULL)
    return page_keep (g_strdup (error->message));
  page_core.run_start = isnan (page_core.t_start) ? model_system_t_start (system) : page_core.t_start;
  page_core.run_end = isnan (page_core.t_end) ? model_system_t_end (system) : page_core.t_end;
  page_core.simulator = sim_simulator_new (sim_system_from_model (system), page_core.config, &error);
  if (page_core.simulator == NULL)
    return page_keep (g_strdup (error->message));
  page_core.system = system;
  page_core.max_values = (gsize)max_values;
  page_core.max_attempts = (gsize)max_attempts;
  page_core.rows = g_array_new (FALSE, FALSE, sizeof (double));
  page_core.attempts = g_array_new (FALSE, FALSE, sizeof (double));
  sink = g_new0 (SimSink, 1);
  sink->row = take_row;
  sink->mark = mark_row;
  sink->free = free_sink;
  sim_simulator_add_sink (page_core.simulator, sink, &rule);
  page_core.events = sim_trajectory_new (model_system_n_columns (system), SIZE_MAX / 2);
  sim_simulator_set_event_log (page_core.simulator, page_core.events);
  page_core.tape = sim_tape_new (TAPE_ATTEMPTS);
  sim_tape_set_listener (page_core.tape, take_attempt, NULL);
  sim_simulator_set_tape (page_core.simulator, page_core.tape);
  page_core.status = sim_simulator_initialize (page_core.simulator, page_core.run_start, NULL, NULL, page_core.run_end, FALSE);
  page_core.done = page_core.status.reason != SIM_READY && page_core.status.reason != SIM_REACHED_END;
  return page_keep (g_strdup (""));
}

int
page_advance (double milliseconds)
{
  gint64 stop = g_get_monotonic_time () + (gint64)(1000 * milliseconds);
  g_autoptr (GError) error = NULL;

  if (page_core.simulator == NULL || page_core.done)
    return FALSE;
  do
    {
      page_core.status = sim_simulator_step (page_core.simulator, page_core.run_end);
      /* A single step ends with SIM_READY, the last one with SIM_REACHED_END. */
      page_core.done = page_core.status.reason != SIM_READY || page_core.cut;
    }
  while (!page_core.done && g_get_monotonic_time () < stop);
  if (page_core.done)
    sim_simulator_finish (page_core.simulator, &error);
  return !page_core.done;
}

static const char *
reason_name (SimReason reason)
{
  static const char *const names[] = { "ready", "end", "terminated", "failed", "interrupted" };

  return names[reason];
}

/* Appends the sentences about the run. */
static void
add_messages (LabJson *json, const SimStatistics *statistics)
{
  const SimStatus *status = &page_core.status;

  lab_json_text (json, "message", status->message);
  lab_json_text (json, "cause", status->cause);
  lab_json_text (json, "advice", status->advice);
  if (statistics->passed.n_steps > 0)
    {
      g_autofree char *sentence = sim_passed_sentence (&statistics->passed, model_system_ode (page_core.system)->names);
      g_autofree char *cure = sim_passed_cure (&statistics->passed);

      lab_json_text (json, "warning", sentence);
      lab_json_text (json, "cure", cure);
    }
}

void
page_add_status (LabJson *json, const char *key, gboolean as_stored)
{
  const SimStatus *status = &page_core.status;
  SimStatistics statistics = sim_simulator_statistics (page_core.simulator);
  g_autoptr (GArray) all = lab_statistics (page_core.simulator, page_core.config, status, &statistics);

  lab_json_object (json, key, LAB_JSON_FLAT);
  lab_json_text (json, "reason", page_core.cut ? "cut" : reason_name (status->reason));
  lab_json_flag (json, "done", page_core.done);
  lab_json_number (json, "t", sim_simulator_t (page_core.simulator));
  lab_json_number (json, "start", page_core.run_start);
  lab_json_number (json, "end", page_core.run_end);
  lab_json_count (json, "event", status->event);
  lab_json_count (json, "columns", model_system_n_columns (page_core.system));
  lab_json_count (json, "rows", (gint64)page_core.n_rows);
  lab_json_count (json, "attempts", (gint64)page_core.n_attempts);
  lab_json_count (json, "events", (gint64)sim_trajectory_n_events (page_core.events));
  lab_json_flag (json, "controls_error", sim_config_controls_error (page_core.config));
  lab_json_text (json, "arithmetic", expr_arithmetic (sim_config_get_boolean (page_core.config, "fast_math") ? EXPR_PROGRAM_FUSED : 0));
  lab_json_count (json, "dense_evaluations", statistics.ode.rhs_by_purpose[ODE_RHS_DENSE]);
  if (!as_stored)
    add_messages (json, &statistics);
  lab_json_object (json, "statistics", LAB_JSON_FLAT);
  for (guint k = 0; k < all->len; k++)
    {
      const LabStatistic *row = &g_array_index (all, LabStatistic, k);

      if (as_stored && (strcmp (row->key, "message") == 0 || strcmp (row->key, "wall_seconds") == 0 || strcmp (row->key, "actual_realtime_rate") == 0))
        continue;
      if (row->type == LAB_STATISTIC_TEXT)
        lab_json_text (json, row->key, row->text);
      else
        lab_json_number (json, row->key, row->number);
    }
  lab_json_end (json);
  lab_json_end (json);
}

const char *
page_status (void)
{
  LabJson *json = lab_json_new ();

  page_add_status (json, NULL, FALSE);
  return page_keep (lab_json_free (json));
}

const double *
page_rows (void)
{
  return (const double *)(void *)page_core.rows->data;
}

const double *
page_attempts (void)
{
  return (const double *)(void *)page_core.attempts->data;
}

/* Returns the array of results, emptied. */
static GArray *
take_out (void)
{
  if (page_core.out == NULL)
    page_core.out = g_array_new (FALSE, FALSE, sizeof (double));
  g_array_set_size (page_core.out, 0);
  return page_core.out;
}

const double *
page_events (void)
{
  GArray *out = take_out ();

  for (gsize k = 0; k < sim_trajectory_n_events (page_core.events); k++)
    {
      SimEventRecord record = sim_trajectory_event (page_core.events, k);
      double numbers[] = { record.t, record.event, record.iterations, record.window };

      g_array_append_vals (out, numbers, G_N_ELEMENTS (numbers));
    }
  return (const double *)(void *)out->data;
}

const double *
page_final (void)
{
  GArray *out = take_out ();

  g_array_append_vals (out, sim_simulator_x (page_core.simulator), (guint)model_system_n_states (page_core.system));
  g_array_append_vals (out, sim_simulator_d (page_core.simulator), (guint)model_system_n_discrete (page_core.system));
  return (const double *)(void *)out->data;
}

const double *
page_field (int state_x, int state_y, const double *points, int n)
{
  GArray *out = take_out ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ModelSystem) system = page_instance (&error);
  const OdeSystem *ode;
  g_autofree double *x = NULL, *d = NULL, *rates = NULL;

  if (system == NULL)
    return NULL;
  ode = model_system_ode (system);
  x = g_new0 (double, MAX (ode->n_states, 1));
  d = g_new0 (double, MAX (model_system_n_discrete (system), 1));
  rates = g_new0 (double, MAX (ode->n_states, 1));
  if (!model_system_initial (system, x, d, NULL))
    return NULL;
  model_system_set_discrete (system, d);
  for (int k = 0; k < n; k++)
    {
      double pair[2] = { NAN, NAN };

      x[state_x] = points[2 * k];
      x[state_y] = points[2 * k + 1];
      if (ode->rhs (ode->self, model_system_t_start (system), x, rates) == ODE_DONE)
        {
          pair[0] = rates[state_x];
          pair[1] = rates[state_y];
        }
      g_array_append_vals (out, pair, 2);
    }
  return (const double *)(void *)out->data;
}
