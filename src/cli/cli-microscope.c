/* The command microscope: repeats one attempt of a run with its intermediate results, and prints them as a table or
 * as JSON. The search for an event is printed by cli-microscope-event.c, the errors over the step size by cli-microscope-trial.c. */
#include "cli-microscope.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli-commands.h"
#include "cli-setup.h"
#include "lab-attempt-parts.h"

#define TAPE_CAPACITY 2000000

static const char *const outcomes[] = { "accepted", "rejected_error", "rejected_newton", "rejected_undefined", "cut_by_event", "stopped" };
static const char *const clamps[] = { "none", "shrink", "growth", "max_step", "min_step", "event", "end", "fixed", "hysteresis", "switch", "method" };

const char *
cli_microscope_outcome (OdeOutcome outcome)
{
  return outcomes[outcome];
}

static const char *
outcome_of (const OdeAttempt *record)
{
  return record->outcome == ODE_ATTEMPT_CUT_BY_EVENT && record->clamp == ODE_CLAMP_SWITCH ? "cut_by_switch" : outcomes[record->outcome];
}

static const char *const part_names[] = { "whole", "first_half", "second_half", "estimator", "starting" };

/* ---- JSON ---- */

typedef struct
{
  const LabAttempt *attempt;
  const OdeSystem *ode;
  LabJson *json;
  LabStageParts *parts;
} Page;

/* Appends the states x as an object of names and values. Appends null if x is NULL. */
static void
add_states (const Page *page, const char *key, const double *x)
{
  if (x == NULL)
    {
      lab_json_text (page->json, key, NULL);
      return;
    }
  lab_json_object (page->json, key, LAB_JSON_FLAT);
  for (int i = 0; i < page->attempt->n_states; i++)
    lab_json_number (page->json, page->ode->names[i], x[i]);
  lab_json_end (page->json);
}

/* Appends the weight of a stage in the estimate, its contribution, and its last change by Newton's method, as far as they exist. */
static void
add_parts (const Page *page, int stage)
{
  const LabStageParts *parts = page->parts;

  if (parts->weight != NULL)
    {
      lab_json_number (page->json, "weight", parts->weight[stage]);
      add_states (page, "error_part", parts->part + (gsize) stage * (gsize) parts->n_states);
    }
  if (parts->change != NULL)
    add_states (page, "last_change", parts->change + (gsize) stage * (gsize) parts->n_states);
}

/* Appends an event. stage: index of the stage among all stages; not used for other events. */
static void
add_event (const Page *page, const OdeTraceEvent *event, int stage)
{
  LabJson *json = page->json;

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "part", part_names[event->part]);
  if (event->kind == ODE_TRACE_ITERATE)
    {
      lab_json_count (json, "stage", event->column);
      lab_json_count (json, "iteration", event->index);
      lab_json_number (json, "norm", event->norm);
      lab_json_number (json, "theta", event->theta);
      lab_json_number (json, "left", event->left);
      lab_json_number (json, "target", event->target);
      lab_json_number (json, "h_factors", event->h_factors);
      lab_json_flag (json, "new_jacobian", event->new_jacobian);
      lab_json_flag (json, "new_factors", event->new_factors);
      lab_json_flag (json, "converged", event->converged);
    }
  else if (event->kind == ODE_TRACE_ENTRY)
    {
      lab_json_count (json, "row", event->index);
      lab_json_count (json, "column", event->column);
    }
  else
    {
      lab_json_number (json, "c", event->c);
      lab_json_number (json, "t", event->t);
    }
  if (event->kind == ODE_TRACE_KICK || event->kind == ODE_TRACE_DRIFT)
    lab_json_text (json, "kind", event->kind == ODE_TRACE_KICK ? "kick" : "drift");
  if (event->kind == ODE_TRACE_LOCAL)
    {
      lab_json_numbers (json, "x", event->x, event->n);
      lab_json_numbers (json, "k", event->k, event->n);
    }
  else if (event->kind != ODE_TRACE_ITERATE)
    {
      add_states (page, "x", event->x);
      if (event->kind != ODE_TRACE_ENTRY && event->kind != ODE_TRACE_DRIFT)
        add_states (page, "k", event->k);
    }
  if (event->kind == ODE_TRACE_STAGE)
    add_parts (page, stage);
  lab_json_end (json);
}

/* Appends the trace events of one or two kinds as an array. always: also if there are none. */
static void
add_list (const Page *page, const char *key, OdeTraceKind kind, OdeTraceKind other, gboolean always)
{
  int n = 0;

  if (always || lab_attempt_count (page->attempt, kind) + lab_attempt_count (page->attempt, other) > 0)
    lab_json_array (page->json, key, LAB_JSON_LINES);
  else
    return;
  for (int i = 0; i < page->attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &page->attempt->events[i];

      if ((event->kind == kind || event->kind == other) && (event->kind != ODE_TRACE_ITERATE || event->index != 0))
        add_event (page, event, n++);
    }
  lab_json_end (page->json);
}

static const char *
decided_by (const Page *page)
{
  const int worst = page->attempt->record.worst[0];

  return worst >= 0 ? page->ode->names[worst] : NULL;
}

static void
write_json (const Page *page)
{
  const LabAttempt *attempt = page->attempt;
  const OdeAttempt *record = &attempt->record;
  LabJson *json = page->json;

  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_count (json, "attempt", (gint64) attempt->index + 1);
  lab_json_text (json, "integrator", attempt->run_method->id);
  lab_json_text (json, "method", attempt->method->id);
  lab_json_number (json, "t", record->t);
  lab_json_number (json, "h", record->h);
  if (attempt->is_trial)
    lab_json_number (json, "h_of_run", attempt->record_of_run.h);
  lab_json_text (json, "outcome", outcome_of (record));
  lab_json_count (json, "order", record->order);
  add_states (page, "x0", attempt->x0);
  add_states (page, "x1", attempt->x1);
  add_states (page, "x1_hat", attempt->x1_hat);
  add_states (page, "error", attempt->error);
  add_states (page, "scaled_error", attempt->scaled_error);
  add_states (page, "tolerance", attempt->tolerance);
  lab_json_number (json, "norm", record->error);
  lab_json_text (json, "decided_by", decided_by (page));
  lab_json_number (json, "factor", attempt->controlled ? record->h_proposed / record->h : NAN);
  lab_json_number (json, "h_next", record->h_next);
  lab_json_text (json, "clamp", clamps[record->clamp]);
  add_list (page, "stages", ODE_TRACE_STAGE, ODE_TRACE_STAGE, TRUE);
  add_list (page, "newton", ODE_TRACE_ITERATE, ODE_TRACE_ITERATE, TRUE);
  lab_json_count (json, "jacobian_age", record->jacobian_age);
  add_list (page, "past", ODE_TRACE_PAST, ODE_TRACE_PAST, FALSE);
  add_list (page, "moves", ODE_TRACE_KICK, ODE_TRACE_DRIFT, FALSE);
  add_list (page, "table", ODE_TRACE_ENTRY, ODE_TRACE_ENTRY, FALSE);
  add_list (page, "local", ODE_TRACE_LOCAL, ODE_TRACE_LOCAL, FALSE);
  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_FILTER)
      add_states (page, "unfiltered", attempt->events[i].x);
  if (page->parts->start != NULL)
    add_states (page, "error_part_of_start", page->parts->start);
  if (page->parts->sum != NULL)
    add_states (page, "error_part_sum", page->parts->sum);
  if (lab_attempt_count (attempt, ODE_TRACE_SILENT) > 0)
    lab_json_flag (json, "silent", TRUE);
  if (attempt->truncated)
    lab_json_flag (json, "truncated", TRUE);
  lab_json_end (json);
}

/* ---- tables of text ---- */

void
cli_microscope_print (const char *name, double value)
{
  g_autofree char *text = isnan (value) ? g_strdup ("") : cli_number (value);

  printf ("%-12s %s\n", name, text);
}

/* Prints a table of the states with their errors. */
static gboolean
print_states (const Page *page)
{
  static const char *const columns[] = { "state", "#x0", "#x1", "#x1_hat", "#error", "#tolerance", "#scaled_error" };
  const LabAttempt *attempt = page->attempt;
  const double *const vectors[] = { attempt->x0, attempt->x1, attempt->x1_hat, attempt->error, attempt->tolerance, attempt->scaled_error };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  for (int i = 0; i < attempt->n_states; i++)
    {
      cli_table_add (table, page->ode->names[i]);
      for (gsize v = 0; v < G_N_ELEMENTS (vectors); v++)
        cli_table_add_number (table, vectors[v] != NULL ? vectors[v][i] : NAN);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

/* Prints a table of those trace events that have a state. */
static gboolean
print_events (const Page *page)
{
  static const struct { OdeTraceKind kind; const char *name; } kinds[] = {
    { ODE_TRACE_PAST, "past" }, { ODE_TRACE_STAGE, "stage" }, { ODE_TRACE_KICK, "kick" }, { ODE_TRACE_DRIFT, "drift" }, { ODE_TRACE_ENTRY, "entry" },
  };
  const LabAttempt *attempt = page->attempt;
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CliTable) table = NULL;
  int n = 0;

  for (gsize i = 0; i < 4; i++)
    g_ptr_array_add (columns, g_strdup (((const char *const[]) { "event", "part", "#number", "#c" })[i]));
  for (int i = 0; i < attempt->n_states; i++)
    g_ptr_array_add (columns, g_strdup_printf ("#%s", page->ode->names[i]));
  for (int i = 0; i < attempt->n_states; i++)
    g_ptr_array_add (columns, g_strdup_printf ("#k_%s", page->ode->names[i]));
  table = cli_table_new ((const char *const *) columns->pdata, (int) columns->len);
  for (int i = 0; i < attempt->n_events; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (kinds); k++)
      {
        const OdeTraceEvent *event = &attempt->events[i];

        if (event->kind != kinds[k].kind)
          continue;
        n++;
        cli_table_add (table, kinds[k].name);
        cli_table_add (table, part_names[event->part]);
        cli_table_add_count (table, event->index);
        cli_table_add_number (table, event->kind == ODE_TRACE_ENTRY ? event->column : event->c);
        for (int v = 0; v < 2; v++)
          for (int s = 0; s < attempt->n_states; s++)
            cli_table_add_number (table, (v == 0 ? event->x : event->k) != NULL ? (v == 0 ? event->x : event->k)[s] : NAN);
      }
  if (n == 0)
    return TRUE;
  printf ("\n");
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

static gboolean
print_iterations (const Page *page)
{
  static const char *const columns[] = { "part", "#stage", "#iteration", "#norm", "#theta", "#left", "#target", "jacobian", "factors", "#h_factors" };
  const LabAttempt *attempt = page->attempt;
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));
  int n = 0;

  for (int i = 0; i < attempt->n_events; i++)
    {
      const OdeTraceEvent *event = &attempt->events[i];

      if (event->kind != ODE_TRACE_ITERATE || event->index == 0)
        continue;
      n++;
      cli_table_add (table, part_names[event->part]);
      cli_table_add_count (table, event->column);
      cli_table_add_count (table, event->index);
      cli_table_add_number (table, event->norm);
      cli_table_add_number (table, event->theta);
      cli_table_add_number (table, event->left);
      cli_table_add_number (table, event->target);
      cli_table_add (table, event->new_jacobian ? "new" : "old");
      cli_table_add (table, event->new_factors ? "new" : "old");
      cli_table_add_number (table, event->h_factors);
    }
  if (n == 0)
    return TRUE;
  printf ("\n");
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

static gboolean
print_table (const Page *page)
{
  const LabAttempt *attempt = page->attempt;
  const OdeAttempt *record = &attempt->record;

  printf ("%-12s %" G_GSIZE_FORMAT "\n%-12s %s\n%-12s %s\n", "attempt", attempt->index + 1, "method", attempt->method->id, "outcome",
          outcome_of (record));
  cli_microscope_print ("t", record->t);
  cli_microscope_print ("h", record->h);
  if (attempt->is_trial)
    cli_microscope_print ("h_of_run", attempt->record_of_run.h);
  cli_microscope_print ("order", record->order);
  cli_microscope_print ("norm", record->error);
  printf ("%-12s %s\n", "decided_by", decided_by (page) != NULL ? decided_by (page) : "");
  cli_microscope_print ("factor", attempt->controlled ? record->h_proposed / record->h : NAN);
  cli_microscope_print ("h_next", record->h_next);
  printf ("%-12s %s\n", "clamp", clamps[record->clamp]);
  if (lab_attempt_count (attempt, ODE_TRACE_ITERATE) > 0)
    cli_microscope_print ("jacobian_age", record->jacobian_age);
  printf ("\n");
  if (!print_states (page) || !print_events (page) || !print_iterations (page))
    return FALSE;
  if (lab_attempt_count (attempt, ODE_TRACE_SILENT) > 0)
    printf ("\n%s does not report its iterations.\n", attempt->method->label);
  if (attempt->truncated)
    printf ("\nThe attempt has more stages than are listed.\n");
  return fflush (stdout) == 0;
}

/* ---- the run ---- */

typedef struct
{
  SimSimulator *simulator;
  gboolean rejections, events;
  gsize wanted, count, rows; /* wanted: number of the attempt or of the rejection to find, counted from 1 */
  gboolean found;
} Search;

static void
on_row (void *user, const OdeAttempt *row)
{
  Search *search = user;
  const gboolean rejected = row->outcome == ODE_ATTEMPT_REJECTED_ERROR || row->outcome == ODE_ATTEMPT_REJECTED_NEWTON
                            || row->outcome == ODE_ATTEMPT_REJECTED_UNDEFINED;

  if (search->found)
    return;
  search->rows++;
  search->count += !search->rejections || rejected;
  if (search->count < search->wanted)
    return;
  search->found = TRUE;
  sim_simulator_pause (search->simulator);
}

/* Reads --attempt, --rejection and --event. Exactly one of them must be given. Returns FALSE after printing an error. */
static gboolean
read_number (const CliArguments *arguments, Search *search)
{
  static const char *const options[] = { "attempt", "rejection", "event" };
  const char *option = NULL, *text = NULL;
  char *end = NULL;
  guint64 number;
  int n = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (options); i++)
    if (cli_arguments_value (arguments, options[i]) != NULL)
      {
        option = options[i];
        text = cli_arguments_value (arguments, option);
        n++;
      }
  if (n != 1)
    {
      cli_error ("'microscope' needs one of --attempt N, --rejection K and --event K; attempts, rejected attempts and located events are counted "
                 "from 1");
      return FALSE;
    }
  number = g_ascii_strtoull (text, &end, 10);
  if (*text < '0' || *text > '9' || *end != '\0' || number < 1 || number > (guint64) 1 << 60)
    {
      cli_error ("'--%s' is a whole number from 1 on, not '%s'", option, text);
      return FALSE;
    }
  search->rejections = strcmp (option, "rejection") == 0;
  search->events = strcmp (option, "event") == 0;
  search->wanted = (gsize) number;
  return TRUE;
}

/* Prints an error: the run has fewer attempts than the requested number. */
static int
report_missing (const Search *search, const SimStatus *run)
{
  const char *what = search->rejections ? "rejected attempts" : "attempts";

  if (run->reason == SIM_FAILED_RUN)
    cli_error ("%s", run->message);
  cli_error ("the run has %" G_GSIZE_FORMAT " %s, so that there is no %" G_GSIZE_FORMAT, search->count, what, search->wanted);
  return run->reason == SIM_FAILED_RUN ? CLI_RUN_FAILED : CLI_USAGE;
}

/* Runs the model until the tape contains the requested attempt. Returns CLI_OK, or an exit status after printing an error. */
static int
run_to_attempt (const CliArguments *arguments, SimSimulator *simulator, SimTape *tape, const LabProblem *problem, Search *search)
{
  SimStatus run;

  search->simulator = simulator;
  sim_tape_set_listener (tape, on_row, search);
  sim_simulator_set_tape (simulator, tape);
  run = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
  if (run.reason == SIM_READY || run.reason == SIM_REACHED_END)
    run = sim_simulator_advance_to (simulator, problem->t_end);
  sim_tape_set_listener (tape, NULL, NULL);
  return search->found ? CLI_OK : report_missing (search, &run);
}

/* Prints an error. Returns the exit status. */
static int
report (const GError *error)
{
  cli_error ("%s", error->message);
  return CLI_RUN_FAILED;
}

static int
print_page (const LabAttempt *attempt, CliFormat format)
{
  Page page = { attempt, sim_simulator_system (attempt->simulator)->ode, NULL, lab_stage_parts_new (attempt) };
  int status;

  if (format == CLI_FORMAT_JSON)
    {
      page.json = lab_json_new ();
      write_json (&page);
      status = cli_json_print (page.json);
    }
  else
    status = print_table (&page) ? CLI_OK : CLI_FILE;
  lab_stage_parts_free (page.parts);
  return status;
}

/* Prints an attempt with the size h, or the errors of many sizes if h is 0. */
static int
show_trial (const LabRunRecord *record, const LabAttempt *attempt, double h, CliFormat format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LabTrial) trial = lab_trial_new (record, attempt, &error);
  g_autoptr (LabAttempt) other = NULL;

  if (trial == NULL)
    return report (error);
  if (h == 0)
    return cli_microscope_trials (trial, attempt, sim_simulator_system (attempt->simulator)->ode, format);
  other = lab_trial_attempt (trial, h, NULL, &error);
  return other != NULL ? print_page (other, format) : report (error);
}

/* trial: step size of the attempt; 0: many sizes; NaN: that of the run. */
static int
show (const LabRunRecord *record, gsize index, double trial, CliFormat format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LabAttempt) attempt = lab_attempt_new (record, index, NULL, &error);

  if (attempt == NULL)
    return report (error);
  return isnan (trial) ? print_page (attempt, format) : show_trial (record, attempt, trial, format);
}

/* Reads --trial. Returns FALSE after printing an error. */
static gboolean
read_trial (const CliArguments *arguments, double *trial)
{
  const char *text = cli_arguments_value (arguments, "trial");
  char *end = NULL;

  *trial = NAN;
  if (text == NULL)
    return TRUE;
  *trial = strcmp (text, "range") == 0 ? 0 : g_ascii_strtod (text, &end);
  if (end != NULL && (end == text || *end != '\0' || !(*trial > 0) || isinf (*trial)))
    {
      cli_error ("'--trial' is a step size above 0, or 'range', not '%s'", text);
      return FALSE;
    }
  return TRUE;
}

int
cli_microscope (const CliArguments *arguments)
{
  CliFormat format = CLI_FORMAT_TABLE;
  g_autoptr (Model) model = NULL;
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (ModelSystem) instance = NULL;
  g_autoptr (SimSimulator) simulator = NULL;
  g_autoptr (SimTape) tape = sim_tape_new (TAPE_CAPACITY);
  g_autoptr (GError) error = NULL;
  LabRunRecord record = { .tape = tape };
  Search search = { 0 };
  double t_start, t_end, trial;
  int status;

  /* A signal may end the program at any time, since the command writes no file. */
  cli_end_at_signal ();
  if (!cli_format_read (arguments, &format) || !read_number (arguments, &search) || !read_trial (arguments, &trial))
    return CLI_USAGE;
  if ((model = cli_open_model (arguments)) == NULL)
    return CLI_MODEL;
  config = cli_make_config (arguments, model, FALSE, &status);
  if (config == NULL)
    return status;
  instance = cli_make_instance (arguments, model, config, &status);
  if (instance == NULL || !cli_time_span (arguments, instance, &t_start, &t_end, &status))
    return status;
  simulator = sim_simulator_new (sim_system_from_model (g_steal_pointer (&instance)), config, &error);
  if (simulator == NULL)
    {
      cli_error ("%s", error->message);
      return g_error_matches (error, SIM_ERROR, SIM_ERROR_MEMORY) ? CLI_FILE : CLI_MODEL;
    }
  cli_problem_init (&record.problem, arguments, model, config);
  record.problem.t_start = t_start;
  record.problem.t_end = t_end;
  if (search.events)
    {
      status = cli_microscope_event (&record, simulator, search.wanted, trial, format);
      cli_problem_clear (&record.problem);
      return status;
    }
  status = run_to_attempt (arguments, simulator, tape, &record.problem, &search);
  if (status == CLI_OK)
    status = show (&record, search.rows - 1, trial, format);
  cli_problem_clear (&record.problem);
  return status;
}
