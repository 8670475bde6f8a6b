/* The command verify: computes the runs of a session again and compares them with the seals of the session. */
#include "cli-commands.h"

#include <gio/gio.h>

#include "cli-progress.h"
#include "cli-setup.h"
#include "cli-table.h"
#include "config.h"
#include "lab-verify.h"

static int
status_of (const LabVerification *found)
{
  return lab_verification_differs (found) ? CLI_CHECK_FAILED : lab_verification_is_identical (found) ? CLI_OK : CLI_UNDECIDED;
}

/* ---- JSON ---- */

static void
put_changed (LabJson *json, unsigned changed)
{
  static const struct { unsigned part; const char *name; } parts[] = {
    { LAB_CHANGED_MODEL, "model" }, { LAB_CHANGED_DATA, "data" }, { LAB_CHANGED_SETTINGS, "settings" }, { LAB_CHANGED_RESULTS, "results" },
  };

  lab_json_array (json, "changed", LAB_JSON_FLAT);
  for (guint k = 0; k < G_N_ELEMENTS (parts); k++)
    if ((changed & parts[k].part) != 0)
      lab_json_text (json, NULL, parts[k].name);
  lab_json_end (json);
}

static void
put_difference (LabJson *json, const LabVerifiedRun *run)
{
  const LabSealDifference *difference = &run->difference;

  lab_json_object (json, "difference", LAB_JSON_LINES);
  lab_json_count (json, "rows_sealed", (gint64)run->n_rows);
  lab_json_count (json, "rows_now", (gint64)difference->rows_now);
  lab_json_flag (json, "same_rows", difference->same_rows);
  if (difference->same_rows)
    lab_json_flag (json, "same_events", difference->same_events);
  else
    {
      lab_json_count (json, "step_from", difference->step_from);
      lab_json_count (json, "step_to", difference->step_to);
      lab_json_count (json, "rows_compared", (gint64)difference->n_compared);
      lab_json_count (json, "digits", difference->digits);
      lab_json_text (json, "fewest_digits", run->worst_column);
    }
  if (difference->has_value)
    {
      lab_json_count (json, "step", difference->value.step);
      lab_json_number (json, "t_sealed", difference->value.t_sealed);
      lab_json_number (json, "t_now", difference->value.t_now);
      lab_json_text (json, "column", run->value_column);
      lab_json_number (json, "sealed", difference->value.sealed);
      lab_json_number (json, "now", difference->value.now);
    }
  if (!difference->same_rows && difference->same_end)
    lab_json_count (json, "end_digits", difference->end_digits);
  lab_json_end (json);
}

static void
put_run (LabJson *json, const LabVerifiedRun *run)
{
  g_autofree char *text = lab_verified_run_text (run);

  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_count (json, "run", run->number);
  lab_json_text (json, "name", run->name);
  lab_json_text (json, "verdict", lab_verdict_name (run->verdict));
  lab_json_text (json, "text", text);
  if (run->version != NULL)
    {
      lab_json_text (json, "version", run->version);
      lab_json_text (json, "arithmetic", run->arithmetic);
    }
  if (run->changed != 0)
    put_changed (json, run->changed);
  if (run->compared)
    {
      lab_json_text (json, "arithmetic_now", run->arithmetic_now);
      lab_json_text (json, "end", lab_seal_end_name (run->end));
      lab_json_text (json, "end_now", lab_seal_end_name (run->end_now));
      lab_json_text (json, "library", run->library);
      lab_json_flag (json, "same", run->same);
      lab_json_count (json, "steps", run->n_steps);
      lab_json_number (json, "t", run->t);
      if (!run->same)
        put_difference (json, run);
    }
  lab_json_end (json);
}

static int
print_json (const LabVerification *found, const char *path)
{
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_LINES);
  lab_json_text (json, "session", path);
  lab_json_text (json, "version_now", STEPWISE_VERSION);
  lab_json_flag (json, "identical", lab_verification_is_identical (found));
  lab_json_flag (json, "differs", lab_verification_differs (found));
  lab_json_count (json, "lost", found->n_lost);
  lab_json_array (json, "runs", LAB_JSON_LINES);
  for (guint k = 0; k < found->runs->len; k++)
    put_run (json, g_ptr_array_index (found->runs, k));
  lab_json_end (json);
  lab_json_end (json);
  return cli_json_print (json);
}

/* ---- a table ---- */

static int
print_table (const LabVerification *found, CliFormat format)
{
  static const char *const columns[] = { "#run", "name", "verdict", "text" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));
  g_autofree char *whole = lab_verification_text (found);

  for (guint k = 0; k < found->runs->len; k++)
    {
      const LabVerifiedRun *run = g_ptr_array_index (found->runs, k);
      g_autofree char *text = lab_verified_run_text (run);

      cli_table_add_count (table, run->number);
      cli_table_add (table, run->name);
      cli_table_add (table, lab_verdict_name (run->verdict));
      cli_table_add (table, text);
    }
  if (!cli_table_print (table, format, stdout) || (format == CLI_FORMAT_TABLE && (printf ("%s\n", whole) < 0 || fflush (stdout) != 0)))
    return CLI_FILE;
  return CLI_OK;
}

int
cli_verify (const CliArguments *arguments)
{
  const char *path = g_ptr_array_index (arguments->positional, 0);
  g_autofree char *text = NULL, *name = g_path_get_basename (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (LabVerification) found = NULL;
  CliProgress bar = { 0 };
  LabProgress progress = { cli_progress_report, &bar };
  CliFormat format = CLI_FORMAT_TABLE;
  int status;

  if (!cli_format_read (arguments, &format))
    return CLI_USAGE;
  text = lab_session_read_text (path, &error);
  if (text != NULL)
    {
      cli_progress_init (&bar, name, cli_arguments_has (arguments, "quiet"));
      found = lab_verify (text, name, &progress, &error);
      cli_progress_clear (&bar);
    }
  if (found == NULL && cli_interrupted ())
    return CLI_INTERRUPTED;
  if (found == NULL)
    {
      cli_error ("%s", error->message);
      return CLI_MODEL;
    }
  status = format == CLI_FORMAT_JSON ? print_json (found, path) : print_table (found, format);
  return status != CLI_OK ? status : status_of (found);
}
