/* Prints the step of an event that is made again with another size: how the step got its size, and what the search makes of each crossing; or what
 * is found and missed at many sizes. */
#include <math.h>
#include <stdio.h>

#include "cli-microscope.h"
#include "cli-setup.h"
#include "lab-event-trial.h"

static const char *const fates[] = { [LAB_CROSSING_FOUND] = "found", [LAB_CROSSING_LATER] = "later", [LAB_CROSSING_DIRECTION] = "direction",
                                     [LAB_CROSSING_CONDITION] = "condition", [LAB_CROSSING_HIDDEN] = "hidden", [LAB_CROSSING_BESIDE] = "beside",
                                     [LAB_CROSSING_START] = "start", [LAB_CROSSING_UNKNOWN] = "unknown" };

/* Returns why the step ends before the tried size although its first attempt was not rejected, or NULL. */
static const char *
cut_of (const LabEvent *step)
{
  if (!step->is_cut)
    return NULL;
  return step->cut_kind == ODE_STOP_SWITCH ? "switch" : step->cut_kind == ODE_STOP_EVENT ? "schedule" : "end";
}

static const char *
name_of (const LabEvent *step, int event)
{
  return event >= 0 ? sim_simulator_system (step->simulator)->events[event].name : NULL;
}

/* ---- one size ---- */

static void
write_step (LabJson *json, const LabEvent *step, const LabCrossings *all)
{
  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_text (json, "name", name_of (step, step->witness));
  lab_json_number (json, "t", step->t);
  lab_json_number (json, "h_of_run", step->h_of_run);
  lab_json_number (json, "h_tried", step->h_tried);
  lab_json_number (json, "h", step->h);
  lab_json_count (json, "rejected", step->n_rejected);
  lab_json_text (json, "first_outcome", cli_microscope_outcome (step->first_outcome));
  lab_json_number (json, "first_error", step->first_error);
  lab_json_text (json, "cut", cut_of (step));
  lab_json_flag (json, "found", all->found >= 0);
  lab_json_count (json, "missed", all->n_missed);
  lab_json_text (json, "ended_by", name_of (step, all->other));
  lab_json_array (json, "crossings", LAB_JSON_LINES);
  for (int i = 0; i < all->n; i++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_number (json, "t", step->t + all->crossings[i].s);
      lab_json_text (json, "direction", all->crossings[i].direction < 0 ? "falling" : "rising");
      lab_json_text (json, "search", fates[all->crossings[i].fate]);
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_flag (json, "more", all->more);
  lab_json_flag (json, "undefined", all->undefined);
  lab_json_end (json);
}

static gboolean
print_step (const LabEvent *step, const LabCrossings *all)
{
  static const char *const columns[] = { "#crossing", "#t", "direction", "search" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  printf ("%-12s %s\n", "name", name_of (step, step->witness));
  cli_microscope_print ("t", step->t);
  cli_microscope_print ("h_of_run", step->h_of_run);
  cli_microscope_print ("h_tried", step->h_tried);
  cli_microscope_print ("h", step->h);
  cli_microscope_print ("rejected", step->n_rejected);
  if (step->n_rejected > 0)
    {
      printf ("%-12s %s\n", "outcome", cli_microscope_outcome (step->first_outcome));
      cli_microscope_print ("error", step->first_error);
    }
  if (cut_of (step) != NULL)
    printf ("%-12s %s\n", "cut", cut_of (step));
  printf ("%-12s %s\n", "found", all->found >= 0 ? "yes" : "no");
  cli_microscope_print ("missed", all->n_missed);
  if (all->other >= 0)
    printf ("%-12s %s\n", "ended_by", name_of (step, all->other));
  if (all->undefined)
    printf ("the witness has no value at some times of the step\n");
  if (all->more)
    printf ("there are more crossings than these\n");
  printf ("\n");
  for (int i = 0; i < all->n; i++)
    {
      cli_table_add_count (table, i + 1);
      cli_table_add_number (table, step->t + all->crossings[i].s);
      cli_table_add (table, all->crossings[i].direction < 0 ? "falling" : "rising");
      cli_table_add (table, fates[all->crossings[i].fate]);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

/* ---- many sizes ---- */

static void
write_curve (LabJson *json, const LabEventCurve *curve, const LabEvent *event)
{
  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_text (json, "name", name_of (event, event->witness));
  lab_json_number (json, "t", event->t);
  lab_json_number (json, "h_of_run", event->h);
  lab_json_number (json, "missed_from", isfinite (curve->limit) ? curve->limit : NAN);
  lab_json_array (json, "trials", LAB_JSON_LINES);
  for (int i = 0; i < curve->n; i++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_number (json, "h", curve->h[i]);
      lab_json_number (json, "taken", curve->taken[i]);
      lab_json_flag (json, "found", curve->crossings[i].found >= 0);
      lab_json_count (json, "missed", curve->crossings[i].n_missed);
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_end (json);
}

static gboolean
print_curve (const LabEventCurve *curve, const LabEvent *event)
{
  static const char *const columns[] = { "#h", "#taken", "found", "#missed" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  printf ("%-12s %s\n", "name", name_of (event, event->witness));
  cli_microscope_print ("t", event->t);
  cli_microscope_print ("h_of_run", event->h);
  if (isinf (curve->limit))
    printf ("no crossing is missed at these sizes\n\n");
  else if (isnan (curve->limit))
    printf ("the smallest of these sizes misses a crossing\n\n");
  else
    {
      g_autofree char *limit = cli_number (curve->limit);

      printf ("a crossing is missed from %s\n\n", limit);
    }
  for (int i = 0; i < curve->n; i++)
    {
      cli_table_add_number (table, curve->h[i]);
      cli_table_add_number (table, curve->taken[i]);
      cli_table_add (table, curve->crossings[i].found >= 0 ? "yes" : "no");
      cli_table_add_count (table, curve->crossings[i].n_missed);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

static int
print_json (const LabEvent *event, const LabEventCurve *curve, const LabCrossings *all)
{
  LabJson *json = lab_json_new ();

  if (curve != NULL)
    write_curve (json, curve, event);
  else
    write_step (json, event, all);
  return cli_json_print (json);
}

int
cli_microscope_event_trial (const LabRunRecord *record, LabEvent *event, double h, CliFormat format)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LabEventTrial) trial = lab_event_trial_new (record, event, &error);
  const double window = isnan (event->window) ? 0 : event->window;

  if (trial != NULL && h == 0)
    {
      g_autoptr (LabEventCurve) curve = lab_event_curve (trial, event->witness, window, event->looks, event->ranges, NULL, &error);

      if (curve != NULL && format == CLI_FORMAT_JSON)
        return print_json (event, curve, NULL);
      if (curve != NULL)
        return print_curve (curve, event) && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
    }
  else if (trial != NULL)
    {
      g_autoptr (LabEvent) step = lab_event_trial_step (trial, h, &error);
      g_autoptr (LabSearch) search = NULL;
      g_autofree LabCrossings *all = NULL;

      if (step != NULL)
        {
          lab_event_set_ranges (step, event->ranges);
          search = lab_event_search (step, step->witness, event->finder, window, event->looks);
          all = lab_event_crossings (step, search);
          if (format == CLI_FORMAT_JSON)
            return print_json (step, NULL, all);
          return print_step (step, all) && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
        }
    }
  cli_error ("%s", error->message);
  return CLI_RUN_FAILED;
}
