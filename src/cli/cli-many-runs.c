/* Checks the study of the commands ensemble and sweep, opens or continues its file of results, and computes the
 * members that the file does not have. */
#include "cli-many-runs.h"

#include <gio/gio.h>
#include <stdio.h>
#include <string.h>

#include "cli-progress.h"
#include "cli-setup.h"
#include "cli-table.h"

char *
cli_many_check (const CliArguments *arguments, const LabEnsemble *ensemble)
{
  LabProgress progress = { cli_progress_report, NULL };
  char *sentence = cli_arguments_has (arguments, "quiet") ? NULL : lab_ensemble_passed_over (ensemble, 0, &progress);

  if (sentence != NULL)
    cli_error ("warning: member 0: %s", sentence);
  return sentence;
}

void
cli_many_add_check (LabJson *json, const CliArguments *arguments, const char *passed_over)
{
  lab_json_count (json, "checked_members", !cli_arguments_has (arguments, "quiet"));
  lab_json_text (json, "passed_over", passed_over);
}

static int
status_of (const GError *error)
{
  if (error->domain == G_FILE_ERROR || g_error_matches (error, SIM_ERROR, SIM_ERROR_FILE))
    return CLI_FILE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return CLI_INTERRUPTED;
  return CLI_MODEL;
}

int
cli_many_fail (const GError *error)
{
  int status = status_of (error);

  if (status != CLI_INTERRUPTED)
    cli_error ("%s", error->message);
  return status;
}

/* Reads --shard I/K: the number of the part to compute, and the number of parts. Returns FALSE after printing an error. */
static gboolean
read_shard (const CliArguments *arguments, int *shard, int *n_shards)
{
  const char *text = cli_arguments_value (arguments, "shard");
  char rest;

  *shard = *n_shards = 0;
  if (text == NULL)
    return TRUE;
  if (sscanf (text, "%d/%d%c", shard, n_shards, &rest) == 2 && *n_shards >= 1 && *shard >= 1 && *shard <= *n_shards)
    return TRUE;
  cli_error ("'--shard' takes I/K with I from 1 to K, not '%s'", text);
  return FALSE;
}

/* Returns the path of the file of results: that of --output, or that of the study file with the ending .results. Returns NULL for a
 * temporary file. */
static char *
results_path (const CliArguments *arguments, const CliStudy *study)
{
  const char *output = cli_arguments_value (arguments, "output");
  const char *suffixes[] = { ".study.yaml", ".yaml" };

  if (output != NULL || study->path == NULL)
    return g_strdup (output);
  for (guint k = 0; k < G_N_ELEMENTS (suffixes); k++)
    if (g_str_has_suffix (study->path, suffixes[k]))
      return g_strdup_printf ("%.*s.results", (int) (strlen (study->path) - strlen (suffixes[k])), study->path);
  return g_strconcat (study->path, ".results", NULL);
}

/* Refuses the study file of another command. Its keys would have another meaning here. Returns FALSE after printing an error. */
static gboolean
is_study (const CliStudy *study, const LabStudyKind *kind)
{
  if (study->file == NULL || study->file->kind == kind)
    return TRUE;
  cli_error ("%s is a file of the study '%s', not '%s'", study->path, study->file->study, kind->id);
  return FALSE;
}

static LabResults *
open_results (const CliArguments *arguments, const CliStudy *study, const LabEnsemble *ensemble, int shard, int n_shards, GError **error)
{
  LabResultsHeader header;
  LabResults *results;
  int n_set, n_initial;
  const char *const *set = cli_arguments_values (arguments, "set", &n_set);
  const char *const *initial = cli_arguments_values (arguments, "initial", &n_initial);
  g_autofree char *settings = lab_ensemble_settings (ensemble, study->file != NULL ? study->file->set : NULL,
                                                      study->file != NULL ? study->file->initial : NULL, set, n_set, initial, n_initial);
  g_autofree char *path = results_path (arguments, study);

  lab_ensemble_header (ensemble, settings, shard, n_shards, &header);
  results = lab_results_append_to (path, &header, error);
  g_strfreev (header.columns);
  return results;
}

/* Computes the runs that the file does not have yet, together with the other processes of the MPI job. Only rank 0 has the file. Returns
 * FALSE with an error. */
static gboolean
compute (const CliArguments *arguments, const LabStudyKind *kind, const LabEnsemble *ensemble, LabResults *results, long jobs, const LabRanks *ranks,
         GError **error)
{
  gboolean is_quiet = cli_arguments_has (arguments, "quiet") || results == NULL, done;
  CliProgress bar;
  LabProgress progress = { cli_progress_report, &bar };

  cli_progress_init (&bar, kind->id, is_quiet);
  done = lab_ensemble_run_ranks (ensemble, results, (int) jobs, ranks, &progress, error);
  cli_progress_clear (&bar);
  return done;
}

LabResults *
cli_many_runs (const CliArguments *arguments, const LabStudyKind *kind, CliStudy *study, LabEnsemble **ensemble, int *status)
{
  g_autoptr (LabResults) results = NULL;
  g_autoptr (GError) error = NULL;
  const LabRanks *ranks;
  int shard, n_shards;
  gboolean has_file, done = FALSE;
  long jobs = 0;

  *status = CLI_USAGE;
  if (!read_shard (arguments, &shard, &n_shards) || !cli_arguments_count (arguments, "jobs", 1, &jobs))
    return NULL;
  *status = cli_study_init (study, arguments);
  if (*status != CLI_OK)
    return NULL;
  *status = CLI_USAGE;
  if (!is_study (study, kind))
    return NULL;
  *ensemble = cli_study_ensemble (study, kind->members == LAB_MEMBERS_AXES, status);
  if (*ensemble == NULL)
    return NULL;
  ranks = cli_mpi_join ();
  has_file = ranks == NULL || ranks->rank == 0;
  if (has_file)
    results = open_results (arguments, study, *ensemble, shard, n_shards, &error);
  if (has_file && results == NULL)
    lab_ranks_stop (ranks);
  else
    done = compute (arguments, kind, *ensemble, results, jobs, ranks, &error);
  cli_mpi_leave (ranks);
  *status = done ? CLI_OK : has_file ? cli_many_fail (error) : status_of (error);
  return done ? g_steal_pointer (&results) : NULL;
}
