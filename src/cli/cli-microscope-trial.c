/* Prints the errors of an attempt over its step size. */
#include <math.h>
#include <stdio.h>

#include "cli-microscope.h"

/* Returns what the errors are: "over_tolerance", or without error control "over_size". */
static const char *
unit_of (const LabTrialCurve *curve)
{
  return curve->controlled ? "over_tolerance" : "over_size";
}

static void
write_json (LabJson *json, const LabTrialCurve *curve, const LabAttempt *attempt, const OdeSystem *ode)
{
  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_count (json, "attempt", (gint64) attempt->index + 1);
  lab_json_number (json, "t", attempt->record.t);
  lab_json_number (json, "h_of_run", attempt->record.h);
  lab_json_text (json, "error", unit_of (curve));
  lab_json_number (json, "order", curve->order);
  lab_json_number (json, "accepted_up_to", isfinite (curve->limit) ? curve->limit : NAN);
  lab_json_text (json, "beyond", cli_microscope_outcome (curve->beyond));
  lab_json_array (json, "trials", LAB_JSON_LINES);
  for (int i = 0; i < curve->n; i++)
    {
      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_number (json, "h", curve->h[i]);
      lab_json_text (json, "outcome", cli_microscope_outcome (curve->outcome[i]));
      lab_json_number (json, "norm", curve->norm[i]);
      for (int k = 0; k < curve->n_states; k++)
        lab_json_number (json, ode->names[k], curve->error[i * curve->n_states + k]);
      lab_json_end (json);
    }
  lab_json_end (json);
  lab_json_end (json);
}

static gboolean
print_table (const LabTrialCurve *curve, const LabAttempt *attempt, const OdeSystem *ode)
{
  g_autoptr (GPtrArray) columns = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (CliTable) table = NULL;

  cli_microscope_print ("attempt", (double) attempt->index + 1);
  cli_microscope_print ("t", attempt->record.t);
  cli_microscope_print ("h_of_run", attempt->record.h);
  if (isinf (curve->limit))
    printf ("all of these sizes are accepted\n");
  else if (isnan (curve->limit))
    printf ("the smallest of these sizes is not accepted: %s\n", cli_microscope_outcome (curve->beyond));
  else
    {
      g_autofree char *limit = cli_number (curve->limit);

      printf ("accepted up to %s, then %s\n", limit, cli_microscope_outcome (curve->beyond));
    }
  printf (curve->controlled ? "errors over tolerance:\n\n" : "distances from the accurate solution over the size of the state:\n\n");
  g_ptr_array_add (columns, g_strdup ("#h"));
  g_ptr_array_add (columns, g_strdup ("outcome"));
  g_ptr_array_add (columns, g_strdup ("#norm"));
  for (int k = 0; k < curve->n_states; k++)
    g_ptr_array_add (columns, g_strdup_printf ("#%s", ode->names[k]));
  table = cli_table_new ((const char *const *) columns->pdata, (int) columns->len);
  for (int i = 0; i < curve->n; i++)
    {
      cli_table_add_number (table, curve->h[i]);
      cli_table_add (table, cli_microscope_outcome (curve->outcome[i]));
      cli_table_add_number (table, curve->norm[i]);
      for (int k = 0; k < curve->n_states; k++)
        cli_table_add_number (table, curve->error[i * curve->n_states + k]);
    }
  return cli_table_print (table, CLI_FORMAT_TABLE, stdout);
}

int
cli_microscope_trials (LabTrial *trial, const LabAttempt *attempt, const OdeSystem *ode, CliFormat format)
{
  g_autoptr (LabTrialCurve) curve = lab_trial_curve (trial, NULL, NULL);
  LabJson *json;

  if (format != CLI_FORMAT_JSON)
    return print_table (curve, attempt, ode) ? CLI_OK : CLI_FILE;
  json = lab_json_new ();
  write_json (json, curve, attempt, ode);
  return cli_json_print (json);
}
