/* The search of one step for an event, as tables or as JSON: the evaluations of the witness, the searches by all root
 * finders, and the states before and after the event. */
#include "cli-microscope.h"

#include <math.h>
#include <stdio.h>

#include "cli-setup.h"

static const char *const kinds[] = { [SIM_SEARCH_PROBE] = "finder", [SIM_SEARCH_CLOSER] = "jump_test", [SIM_SEARCH_RETAKE] = "step",
                                     [SIM_SEARCH_ROUNDING] = "rounding" };
static const char *const shapes[] = { [LAB_EVENT_NO_CROSSING] = "no_crossing", [LAB_EVENT_ONE_CROSSING] = "one_crossing",
                                      [LAB_EVENT_TWO_CROSSINGS] = "two_crossings", [LAB_EVENT_TOUCHES] = "touches",
                                      [LAB_EVENT_STARTS_AT_ZERO] = "starts_at_zero" };
static const char *const directions[] = { [SIM_DIRECTION_NONE] = "none", [SIM_DIRECTION_BOTH] = "both", [SIM_DIRECTION_FALLING] = "falling",
                                          [SIM_DIRECTION_RISING] = "rising" };
static const char *const finders[] = { [SIM_ISOLATE_CHANDRUPATLA] = "chandrupatla", [SIM_ISOLATE_ILLINOIS] = "illinois",
                                       [SIM_ISOLATE_BISECTION] = "bisection", [SIM_ISOLATE_BRENT] = "brent", [SIM_ISOLATE_DRAKE] = "drake" };

typedef struct
{
  LabEvent *event;
  LabSearch *search;                              /* search with the settings of the run */
  LabSearch *others[G_N_ELEMENTS (finders)];      /* searches by each root finder, with the window and the number of guard points of the run */
  ModelSystem *model;
} Page;

static gboolean
is_evaluation (SimSearchKind kind)
{
  return kind == SIM_SEARCH_PROBE || kind == SIM_SEARCH_CLOSER || kind == SIM_SEARCH_RETAKE || kind == SIM_SEARCH_ROUNDING;
}

static int
count_evaluations (const LabSearch *search)
{
  int n = 0;

  for (int i = 0; i < search->n_probes; i++)
    n += is_evaluation (search->probes[i].kind);
  return n;
}

static const char *
replaced_end (int end)
{
  return end < 0 ? "low" : end > 0 ? "high" : NULL;
}

/* ---- JSON ---- */

static void
add_states (const Page *page, LabJson *json, const char *key, const double *x)
{
  const LabEvent *event = page->event;

  if (x == NULL)
    {
      lab_json_text (json, key, NULL);
      return;
    }
  lab_json_object (json, key, LAB_JSON_FLAT);
  for (int i = 0; i < event->n_states + event->n_discrete; i++)
    lab_json_number (json, lab_event_column (page->model, i)->name, x[i]);
  lab_json_end (json);
}

static void
add_window (const Page *page, LabJson *json, double low, double high)
{
  lab_json_numbers (json, "window", (const double[]) { page->event->t + low, page->event->t + high }, 2);
}

static void
add_probes (const Page *page, LabJson *json)
{
  const LabEvent *event = page->event;

  lab_json_array (json, "probes", LAB_JSON_LINES);
  for (int i = 0; i < event->n_probes; i++)
    {
      const LabProbe *probe = &event->probes[i];

      if (!is_evaluation (probe->kind))
        continue;
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_count (json, "pass", probe->pass + 1);
      lab_json_text (json, "kind", kinds[probe->kind]);
      lab_json_number (json, "t", probe->t);
      lab_json_number (json, "s", probe->s);
      lab_json_number (json, "g", probe->g);
      lab_json_text (json, "replaced", replaced_end (probe->end));
      lab_json_end (json);
    }
  lab_json_end (json);
}

static gboolean
print_json (const Page *page)
{
  LabEvent *event = page->event;
  const SimEventInfo *info = &sim_simulator_system (event->simulator)->events[event->witness];
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_count (json, "event", (gint64) event->located);
  lab_json_text (json, "name", info->name);
  lab_json_text (json, "direction", directions[info->direction]);
  lab_json_number (json, "t", event->record.t);
  lab_json_text (json, "finder", finders[event->finder]);
  lab_json_text (json, "shape", shapes[lab_event_shape (event, event->witness)]);
  lab_json_count (json, "iterations", event->record.iterations);
  lab_json_object (json, "step", LAB_JSON_FLAT);
  lab_json_number (json, "t", event->t);
  lab_json_number (json, "h", event->h);
  lab_json_end (json);
  lab_json_number (json, "width", event->window);
  lab_json_array (json, "looks", LAB_JSON_FLAT);
  for (int k = 0; k < page->search->n_looks; k++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_number (json, "t", event->t + page->search->look_s[k]);
      lab_json_number (json, "g", page->search->look_g[k]);
      lab_json_end (json);
    }
  lab_json_end (json);
  add_probes (page, json);
  add_window (page, json, event->low, event->high);
  lab_json_array (json, "finders", LAB_JSON_LINES);
  for (gsize i = 0; i < G_N_ELEMENTS (finders); i++)
    {
      const LabSearch *other = page->others[i];

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "finder", finders[i]);
      lab_json_flag (json, "found", other->found);
      lab_json_count (json, "iterations", count_evaluations (other));
      add_window (page, json, other->low, other->high);
      lab_json_end (json);
    }
  lab_json_end (json);
  add_states (page, json, "before", event->before);
  add_states (page, json, "after", event->after);
  if (event->truncated)
    lab_json_flag (json, "truncated", TRUE);
  lab_json_end (json);
  return cli_json_print (json) == CLI_OK;
}

/* ---- tables ---- */

static gboolean
print_probes (const Page *page)
{
  static const char *const columns[] = { "#pass", "kind", "#t", "#g", "replaced", "#width" };
  const LabEvent *event = page->event;
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  for (int i = 0; i < event->n_probes; i++)
    {
      const LabProbe *probe = &event->probes[i];

      if (!is_evaluation (probe->kind))
        continue;
      cli_table_add_count (table, probe->pass + 1);
      cli_table_add (table, kinds[probe->kind]);
      cli_table_add_number (table, probe->t);
      cli_table_add_number (table, probe->g);
      cli_table_add (table, replaced_end (probe->end) != NULL ? replaced_end (probe->end) : "");
      cli_table_add_number (table, probe->high - probe->low);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

static gboolean
print_looks (const Page *page)
{
  static const char *const columns[] = { "#look", "#t", "#g" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  for (int k = 0; k < page->search->n_looks; k++)
    {
      cli_table_add_count (table, k);
      cli_table_add_number (table, page->event->t + page->search->look_s[k]);
      cli_table_add_number (table, page->search->look_g[k]);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

static gboolean
print_finders (const Page *page)
{
  static const char *const columns[] = { "finder", "found", "#iterations", "#low", "#high" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  for (gsize i = 0; i < G_N_ELEMENTS (finders); i++)
    {
      cli_table_add (table, finders[i]);
      cli_table_add (table, page->others[i]->found ? "yes" : "no");
      cli_table_add_count (table, count_evaluations (page->others[i]));
      cli_table_add_number (table, page->event->t + page->others[i]->low);
      cli_table_add_number (table, page->event->t + page->others[i]->high);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

static gboolean
print_states (const Page *page)
{
  static const char *const columns[] = { "state", "#before", "#after" };
  const LabEvent *event = page->event;
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  for (int i = 0; i < event->n_states + event->n_discrete; i++)
    {
      cli_table_add (table, lab_event_column (page->model, i)->name);
      cli_table_add_number (table, event->before[i]);
      cli_table_add_number (table, event->after != NULL ? event->after[i] : NAN);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

static gboolean
print_tables (const Page *page)
{
  LabEvent *event = page->event;
  const SimEventInfo *info = &sim_simulator_system (event->simulator)->events[event->witness];

  printf ("%-12s %" G_GSIZE_FORMAT "\n%-12s %s\n%-12s %s\n%-12s %s\n%-12s %s\n", "event", event->located, "name", info->name, "direction",
          directions[info->direction], "finder", finders[event->finder], "shape", shapes[lab_event_shape (event, event->witness)]);
  cli_microscope_print ("t", event->record.t);
  cli_microscope_print ("iterations", event->record.iterations);
  cli_microscope_print ("step", event->t);
  cli_microscope_print ("h", event->h);
  cli_microscope_print ("width", event->window);
  printf ("\n");
  if (!print_looks (page))
    return FALSE;
  printf ("\n");
  if (!print_probes (page))
    return FALSE;
  printf ("\n");
  if (!print_finders (page))
    return FALSE;
  printf ("\n");
  return print_states (page);
}

/* ---- the run ---- */

typedef struct
{
  SimSimulator *simulator;
  SimTrajectory *log;
  gsize wanted, count, n_read;
} Search;

static void
count_events (Search *search)
{
  const gsize n = sim_trajectory_n_events (search->log);

  for (; search->n_read < n && search->count < search->wanted; search->n_read++)
    search->count += lab_event_is_located (sim_simulator_system (search->simulator), sim_trajectory_event (search->log, search->n_read).event);
}

static SimHandlerStatus
after_step (gpointer user, const SimSimulator *simulator)
{
  Search *search = user;

  count_events (search);
  if (search->count >= search->wanted)
    sim_simulator_pause (search->simulator);
  return (SimHandlerStatus) { SIM_DID_NOTHING, NULL, NULL };
}

/* Runs the model until the event log contains the event. */
static int
run_to_event (Search *search, const LabRunRecord *record)
{
  g_autoptr (GError) error = NULL;
  SimStatus run;

  sim_simulator_set_event_log (search->simulator, search->log);
  sim_simulator_set_tape (search->simulator, (SimTape *) record->tape);
  sim_simulator_set_monitor (search->simulator, after_step, search);
  run = sim_simulator_initialize (search->simulator, record->problem.t_start, NULL, NULL, record->problem.t_end, FALSE);
  if (run.reason == SIM_READY || run.reason == SIM_REACHED_END)
    run = sim_simulator_advance_to (search->simulator, record->problem.t_end);
  if (search->count < search->wanted && sim_simulator_finish (search->simulator, &error))
    count_events (search);
  if (search->count >= search->wanted)
    return CLI_OK;
  if (run.reason == SIM_FAILED_RUN)
    cli_error ("%s", run.message);
  cli_error ("the run has %" G_GSIZE_FORMAT " located events, so that there is no %" G_GSIZE_FORMAT, search->count, search->wanted);
  return run.reason == SIM_FAILED_RUN ? CLI_RUN_FAILED : CLI_USAGE;
}

static int
print_page (LabEvent *event, CliFormat format)
{
  Page page = { .event = event, .model = sim_system_model (sim_simulator_system (event->simulator)) };
  const double window = isnan (event->window) ? 0 : event->window;
  gboolean done;

  page.search = lab_event_search (event, event->witness, event->finder, window, event->looks);
  for (gsize i = 0; i < G_N_ELEMENTS (finders); i++)
    page.others[i] = lab_event_search (event, event->witness, (SimIsolation) i, window, event->looks);
  done = format == CLI_FORMAT_JSON ? print_json (&page) : print_tables (&page);
  lab_search_free (page.search);
  for (gsize i = 0; i < G_N_ELEMENTS (finders); i++)
    lab_search_free (page.others[i]);
  return done && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
}

int
cli_microscope_event (LabRunRecord *record, SimSimulator *simulator, gsize wanted, double trial, CliFormat format)
{
  g_autoptr (SimTrajectory) log = sim_trajectory_new (1, 0);
  g_autoptr (LabEvent) event = NULL;
  g_autoptr (GError) error = NULL;
  Search search = { simulator, log, wanted, 0, 0 };
  const int status = run_to_event (&search, record);

  if (status != CLI_OK)
    return status;
  event = lab_event_new (record, log, search.n_read - 1, NULL, &error);
  if (event != NULL)
    return isnan (trial) ? print_page (event, format) : cli_microscope_event_trial (record, event, trial, format);
  cli_error ("%s", error->message);
  return CLI_RUN_FAILED;
}
