/* Opens the output files of `run` before the run, and commits them after it. */
#include "cli-files.h"

#include <string.h>

static const char *const options[CLI_N_FILES] = { "output", "events", "tape", "plot", "stats" };

/* Returns the path to which an option writes. Returns NULL if the option is not given or means standard
 * output. */
static const char *
path_of (const CliArguments *arguments, CliFileId id)
{
  const char *value = cli_arguments_value (arguments, options[id]);

  if (value != NULL && id == CLI_FILE_STATS)
    return g_str_has_prefix (value, "json:") ? value + strlen ("json:") : NULL;
  return value != NULL && id == CLI_FILE_OUTPUT && strcmp (value, "-") == 0 ? NULL : value;
}

/* Returns FALSE after printing an error if the option would overwrite the input file. */
static gboolean
check_input (const CliArguments *arguments, CliFileId id, const char *input)
{
  const char *path = path_of (arguments, id);

  if (path == NULL || input == NULL || !sim_paths_same_file (path, input))
    return TRUE;
  if (strcmp (path, input) == 0)
    cli_error ("'--%s' would overwrite the input '%s'", options[id], path);
  else
    cli_error ("'--%s' would overwrite the input '%s', which is the same file as '%s'", options[id], path, input);
  return FALSE;
}

/* Returns FALSE after printing an error if two options write the same file. */
static gboolean
check_pair (const CliArguments *arguments, CliFileId a, CliFileId b)
{
  const char *path_a = path_of (arguments, a), *path_b = path_of (arguments, b);

  if (path_a == NULL || path_b == NULL || !sim_paths_same_file (path_a, path_b))
    return TRUE;
  if (strcmp (path_a, path_b) == 0)
    cli_error ("'--%s' and '--%s' cannot both write '%s'", options[a], options[b], path_a);
  else
    cli_error ("'--%s' and '--%s' cannot both write '%s', which is the same file as '%s'", options[a], options[b], path_a, path_b);
  return FALSE;
}

gboolean
cli_files_check_names (const CliArguments *arguments)
{
  const char *model = g_ptr_array_index (arguments->positional, 0);

  /* A name without '/' and without ".yaml" is the id of a library model, not a path. */
  if (strchr (model, '/') == NULL && !g_str_has_suffix (model, ".yaml"))
    model = NULL;
  for (CliFileId id = 0; id < CLI_N_FILES; id++)
    {
      const char *path = path_of (arguments, id);

      if (path != NULL && *path == '\0')
        {
          cli_error ("'--%s' needs a file name", options[id]);
          return FALSE;
        }
      if (!check_input (arguments, id, model) || !check_input (arguments, id, cli_arguments_value (arguments, "config")))
        return FALSE;
      for (CliFileId other = 0; other < id; other++)
        if (!check_pair (arguments, other, id))
          return FALSE;
    }
  return TRUE;
}

gboolean
cli_files_check_model (const CliArguments *arguments, const Model *model)
{
  for (CliFileId id = 0; id < CLI_N_FILES; id++)
    {
      if (!check_input (arguments, id, model_path (model)))
        return FALSE;
      for (const char *const *file = model_data_files (model); *file != NULL; file++)
        if (!check_input (arguments, id, *file))
          return FALSE;
    }
  return TRUE;
}

gboolean
cli_files_open (const CliArguments *arguments, CliFiles *files)
{
  g_autoptr (GError) error = NULL;

  for (CliFileId id = 0; id < CLI_N_FILES; id++)
    {
      files->path[id] = path_of (arguments, id);
      if (files->path[id] != NULL)
        files->file[id] = sim_output_file_open (files->path[id], 0, &error);
      else if (id == CLI_FILE_OUTPUT && cli_arguments_has (arguments, "output"))
        files->file[id] = sim_output_file_new_for_stdout ();
      if (error != NULL)
        {
          cli_error ("%s", error->message);
          return FALSE;
        }
    }
  return TRUE;
}

gboolean
cli_files_commit (CliFiles *files, gboolean interrupted)
{
  gboolean fine = TRUE;

  for (CliFileId id = 0; id < CLI_N_FILES; id++)
    {
      SimOutputFile *file = files->file[id];
      g_autofree char *kept_in = NULL;
      g_autoptr (GError) error = NULL;

      if (file == NULL)
        continue;
      if (id == CLI_FILE_OUTPUT && sim_output_file_failed (file))
        fine = FALSE;
      else if (!(interrupted ? sim_output_file_commit_partial (file, &kept_in, &error) : sim_output_file_commit (file, &error)))
        {
          cli_error ("%s", error->message);
          fine = FALSE;
        }
      else if (kept_in != NULL)
        cli_error ("'%s' exists and is kept; the interrupted run is in '%s'", files->path[id], kept_in);
    }
  return fine;
}

void
cli_files_clear (CliFiles *files)
{
  for (CliFileId id = 0; id < CLI_N_FILES; id++)
    g_clear_pointer (&files->file[id], sim_output_file_free);
}
