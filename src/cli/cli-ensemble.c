/* The commands about ensembles: they compute or continue one, export, merge and summarize files of results, and
 * compute one member again (replay). */
#include "cli-commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-many-runs.h"
#include "cli-setup.h"
#include "cli-table.h"
#include "expr-program.h"
#include "lab-registry.h"
#include "ode-format.h"
#include "sim-output-file.h"

/* ---- summaries of recorded numbers ---- */

static const char *const summary_keys[] = { "mean", "sd", "q05", "q25", "q50", "q75", "q95", "min", "max" };

static void
summary_numbers (const LabSummary *s, double *numbers)
{
  const double all[] = { s->mean, s->sd, s->q05, s->q25, s->q50, s->q75, s->q95, s->minimum, s->maximum };

  memcpy (numbers, all, sizeof all);
}

static int
print_json (const CliArguments *arguments, const LabResultsHeader *header, const guint64 *counts, const LabSummary *summaries, const char *passed_over)
{
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_count (json, "members", (gint64) (counts[LAB_MEMBER_ENDED] + counts[LAB_MEMBER_TERMINATED] + counts[LAB_MEMBER_FAILED]));
  lab_json_count (json, "failed", (gint64) counts[LAB_MEMBER_FAILED]);
  lab_json_count (json, "terminated", (gint64) counts[LAB_MEMBER_TERMINATED]);
  lab_json_text (json, "bits", header->equals_run ? "run" : "replay");
  lab_json_text (json, "arithmetic", header->arithmetic);
  lab_json_object (json, "results", LAB_JSON_FLAT);
  for (int k = 0; k < header->n_records; k++)
    {
      double numbers[G_N_ELEMENTS (summary_keys)];

      summary_numbers (&summaries[k], numbers);
      lab_json_object (json, header->columns[1 + header->n_varied + k], LAB_JSON_FLAT);
      lab_json_count (json, "n", (gint64) summaries[k].n);
      for (guint i = 0; i < G_N_ELEMENTS (summary_keys); i++)
        lab_json_number (json, summary_keys[i], numbers[i]);
      lab_json_end (json);
    }
  lab_json_end (json);
  cli_many_add_check (json, arguments, passed_over);
  lab_json_end (json);
  return cli_json_print (json);
}

static int
print_table (const LabResultsHeader *header, const guint64 *counts, const LabSummary *summaries, CliFormat format, gboolean quiet)
{
  static const char *const columns[] = { "result", "#n", "#mean", "#sd", "#q05", "#q25", "#q50", "#q75", "#q95", "#min", "#max" };
  g_autoptr (CliTable) table = cli_table_new (columns, G_N_ELEMENTS (columns));

  for (int k = 0; k < header->n_records; k++)
    {
      double numbers[G_N_ELEMENTS (summary_keys)];

      summary_numbers (&summaries[k], numbers);
      cli_table_add (table, header->columns[1 + header->n_varied + k]);
      cli_table_add_count (table, (long) summaries[k].n);
      for (guint i = 0; i < G_N_ELEMENTS (summary_keys); i++)
        if (format == CLI_FORMAT_TABLE)
          cli_table_add_rounded (table, numbers[i], 6);
        else
          cli_table_add_number (table, numbers[i]);
    }
  if (!quiet)
    fprintf (stderr, "%" G_GUINT64_FORMAT " members: %" G_GUINT64_FORMAT " reached the end, %" G_GUINT64_FORMAT " terminated, %"
             G_GUINT64_FORMAT " failed\n", counts[0] + counts[1] + counts[2], counts[0], counts[1], counts[2]);
  return cli_table_print (table, format, stdout) ? CLI_OK : CLI_FILE;
}

static int
print_summary (const CliArguments *arguments, const LabEnsemble *ensemble, LabResults *results, CliFormat format)
{
  const LabResultsHeader *header = lab_results_header (results);
  g_autofree LabSummary *summaries = g_new0 (LabSummary, header->n_records + 1);
  g_autoptr (GError) error = NULL;
  g_autofree char *passed_over = NULL;
  guint64 counts[3];

  if (cli_interrupted ())
    return CLI_INTERRUPTED;
  /* From here on a signal may end the program, since the file of results is complete. */
  cli_end_at_signal ();
  if (!lab_results_count (results, counts, &error)
      || !lab_results_summarize (results, 1 + header->n_varied, header->n_records, summaries, &error))
    return cli_many_fail (error);
  passed_over = cli_many_check (arguments, ensemble);
  if (format == CLI_FORMAT_JSON)
    return print_json (arguments, header, counts, summaries, passed_over);
  return print_table (header, counts, summaries, format, cli_arguments_has (arguments, "quiet"));
}

/* ---- export and merge ---- */

static const char *
outcome_word (LabOutcome outcome)
{
  static const char *const words[] = { "reached end", "terminated", "failed" };

  return words[outcome];
}

/* Writes the members of all undamaged blocks. */
static void
write_csv (LabResults *results, FILE *file)
{
  const LabResultsHeader *header = lab_results_header (results);

  fputs ("member,outcome,reason", file);
  for (int k = 0; k < header->n_columns; k++)
    {
      fputc (',', file);
      cli_csv_put (file, header->columns[k]);
    }
  fputc ('\n', file);
  for (guint64 b = 0; b < lab_results_n_stored (results); b++)
    {
      g_autoptr (LabBlock) block = lab_results_read (results, b, NULL);

      for (int m = 0; block != NULL && m < block->n; m++)
        {
          fprintf (file, "%" G_GUINT64_FORMAT ",%s,", block->member[m], outcome_word (block->outcome[m]));
          cli_csv_put (file, block->reason[m]);
          for (int k = 0; k < header->n_columns; k++)
            {
              double value = block->values[(gsize) m * header->n_columns + k];
              char number[32];

              number[ode_format_double (number, value)] = '\0';
              fprintf (file, ",%s", isnan (value) ? "" : number);
            }
          fputc ('\n', file);
        }
    }
}

/* Prints what the exported file does not have. Returns the exit status. */
static int
report_missing (LabResults *results, const char *path)
{
  const LabResultsHeader *header = lab_results_header (results);
  g_autofree char *missing = lab_results_missing (results);

  if (header->n_shards > 1)
    cli_error ("%s is part %d of %d of the study; 'ensemble merge' joins the parts", path, header->shard, header->n_shards);
  if (missing == NULL)
    return CLI_OK;
  cli_error ("%s is damaged or not complete; these members are missing: %s", path, missing);
  return CLI_MODEL;
}

static int
export_results (const CliArguments *arguments)
{
  const char *output = cli_arguments_value (arguments, "output");
  g_autoptr (GError) error = NULL;
  g_autoptr (LabResults) results = NULL;
  g_autoptr (SimOutputFile) file = NULL;

  if (arguments->positional->len != 2)
    {
      cli_error ("'ensemble export' takes one file of results");
      return CLI_USAGE;
    }
  results = lab_results_open (g_ptr_array_index (arguments->positional, 1), &error);
  if (results == NULL)
    return cli_many_fail (error);
  file = output != NULL && strcmp (output, "-") != 0 ? sim_output_file_open (output, 0, &error) : sim_output_file_new_for_stdout ();
  if (file == NULL)
    return cli_many_fail (error);
  write_csv (results, sim_output_file_stream (file));
  if (!sim_output_file_commit (file, &error))
    return cli_many_fail (error);
  return report_missing (results, g_ptr_array_index (arguments->positional, 1));
}

static int
merge_results (const CliArguments *arguments)
{
  const char *output = cli_arguments_value (arguments, "output");
  g_autoptr (GError) error = NULL;

  if (output == NULL || arguments->positional->len < 2)
    {
      cli_error ("'ensemble merge' takes the files of all shards and --output FILE");
      return CLI_USAGE;
    }
  if (!lab_results_merge ((const char *const *) arguments->positional->pdata + 1, (int) arguments->positional->len - 1, output, &error))
    return cli_many_fail (error);
  return CLI_OK;
}

/* ---- ensemble ---- */

static int
run_ensemble (const CliArguments *arguments, CliFormat format)
{
  g_auto (CliStudy) study = { 0 };
  g_autoptr (LabEnsemble) ensemble = NULL;
  int status;
  g_autoptr (LabResults) results = cli_many_runs (arguments, &lab_study_ensemble, &study, &ensemble, &status);

  return results != NULL ? print_summary (arguments, ensemble, results, format) : status;
}

int
cli_ensemble (const CliArguments *arguments)
{
  const char *name = g_ptr_array_index (arguments->positional, 0);
  CliFormat format = CLI_FORMAT_TABLE;

  if (!cli_format_read (arguments, &format))
    return CLI_USAGE;
  if (strcmp (name, "merge") == 0)
    return merge_results (arguments);
  if (strcmp (name, "export") == 0)
    return export_results (arguments);
  if (arguments->positional->len > 1)
    {
      cli_error ("'ensemble' takes one model or study file");
      return CLI_USAGE;
    }
  return run_ensemble (arguments, format);
}

/* ---- replay ---- */

static int
print_member_json (const LabEnsemble *ensemble, guint64 member, LabOutcome outcome, const char *reason, const double *columns)
{
  LabJson *json = lab_json_new ();

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_count (json, "member", (gint64) member);
  lab_json_text (json, "outcome", outcome_word (outcome));
  lab_json_text (json, "reason", reason);
  lab_json_text (json, "bits", "run");
  lab_json_text (json, "arithmetic", expr_arithmetic (ensemble->problem.instance.fast_math ? EXPR_PROGRAM_FUSED : 0));
  lab_json_object (json, "values", LAB_JSON_FLAT);
  for (int k = 0; k < ensemble->n_columns; k++)
    {
      g_autofree char *name = lab_ensemble_column (ensemble, k);

      lab_json_number (json, name, columns[k]);
    }
  lab_json_end (json);
  lab_json_end (json);
  return cli_json_print (json);
}

static int
print_member (const LabEnsemble *ensemble, guint64 member, LabOutcome outcome, const char *reason, const double *columns)
{
  printf ("member %" G_GUINT64_FORMAT "\noutcome %s\n%s%s%sbits run\n", member, outcome_word (outcome), *reason != '\0' ? "reason " : "", reason,
          *reason != '\0' ? "\n" : "");
  for (int k = 0; k < ensemble->n_columns; k++)
    {
      g_autofree char *name = lab_ensemble_column (ensemble, k), *number = cli_number (columns[k]);

      printf ("%s %s\n", name, number);
    }
  return fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
}

/* Compares the member that was computed again with the same member in a file of results, bit for bit. */
static int
compare_member (const char *path, guint64 member, int n_columns, const double *columns)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LabResults) results = lab_results_open (path, &error);
  guint64 first, end, size, index;
  g_autoptr (LabBlock) block = NULL;

  if (results == NULL)
    return cli_many_fail (error);
  size = (guint64) lab_results_block_members (results);
  first = lab_results_range (results, &end);
  index = member / size;
  if (index < first || index - first >= lab_results_n_blocks (results) || lab_results_header (results)->n_columns != n_columns)
    {
      cli_error ("%s has no member %" G_GUINT64_FORMAT " of this study", path, member);
      return CLI_MODEL;
    }
  block = lab_results_read (results, index - first, &error);
  if (block == NULL)
    return cli_many_fail (error);
  if (memcmp (block->values + (member % size) * (guint64) n_columns, columns, (gsize) n_columns * sizeof *columns) == 0)
    return CLI_OK;
  cli_error ("member %" G_GUINT64_FORMAT " differs from the one in %s", member, path);
  return CLI_CHECK_FAILED;
}

int
cli_replay (const CliArguments *arguments)
{
  const char *format = cli_arguments_value (arguments, "format"), *check = cli_arguments_value (arguments, "check");
  g_auto (CliStudy) study = { 0 };
  g_autoptr (LabEnsemble) ensemble = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree double *columns = NULL;
  g_autofree char *reason = NULL;
  LabOutcome outcome;
  long member = 0;
  int status;

  /* A signal may end the program at any time, since the command writes no file. */
  cli_end_at_signal ();
  if (!cli_arguments_choice (arguments, "format") || !cli_arguments_count (arguments, "member", 0, &member))
    return CLI_USAGE;
  status = cli_study_init (&study, arguments);
  if (status != CLI_OK)
    return status;
  ensemble = cli_study_ensemble (&study, FALSE, &status);
  if (ensemble == NULL)
    return status;
  if ((guint64) member >= ensemble->n_members)
    {
      cli_error ("'--member' is from 0 to %" G_GUINT64_FORMAT ", not %ld", ensemble->n_members - 1, member);
      return CLI_USAGE;
    }
  columns = g_new0 (double, ensemble->n_columns);
  if (!lab_ensemble_replay (ensemble, (guint64) member, &outcome, &reason, columns, &error))
    return cli_many_fail (error);
  status = (g_strcmp0 (format, "json") == 0 ? print_member_json : print_member) (ensemble, (guint64) member, outcome, reason, columns);
  if (status != CLI_OK || check == NULL)
    return status;
  return compare_member (check, (guint64) member, ensemble->n_columns, columns);
}
