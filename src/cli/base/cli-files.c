/* Compares the outputs of a command with its inputs. Opens the output files of `run` before the run, and commits them after it. */
#include "cli-files.h"

#include <string.h>

#include "model-inputs.h"

static const char *const options[CLI_N_FILES] = { "output", "events", "tape", "plot", "stats" };

/* Options of all commands that name files which are written, those of `run` first; and options that name files which are read. */
static const char *const outputs[] = { "output", "events", "tape", "plot", "stats", "keep", "program" };
static const char *const inputs[] = { "config", "points", "times", "check", "tableau", "data" };

/* Returns the path to which an option writes. Returns NULL if the option is not given or means standard
 * output. */
static const char *
path_of (const CliArguments *arguments, const char *option)
{
  const char *value = cli_arguments_value (arguments, option);

  if (value != NULL && strcmp (option, "stats") == 0)
    return g_str_has_prefix (value, "json:") ? value + strlen ("json:") : NULL;
  return value != NULL && strcmp (option, "output") == 0 && strcmp (value, "-") == 0 ? NULL : value;
}

/* Returns FALSE after printing an error if the option would overwrite the input file. */
static gboolean
check_input (const CliArguments *arguments, const char *option, const char *input)
{
  const char *path = path_of (arguments, option);

  if (path == NULL || input == NULL || !sim_paths_same_file (path, input))
    return TRUE;
  if (strcmp (path, input) == 0)
    cli_error ("'--%s' would overwrite the input '%s'", option, path);
  else
    cli_error ("'--%s' would overwrite the input '%s', which is the same file as '%s'", option, path, input);
  return FALSE;
}

/* Returns FALSE after printing an error if two options write the same file. */
static gboolean
check_pair (const CliArguments *arguments, const char *a, const char *b)
{
  const char *path_a = path_of (arguments, a), *path_b = path_of (arguments, b);

  if (path_a == NULL || path_b == NULL || !sim_paths_same_file (path_a, path_b))
    return TRUE;
  if (strcmp (path_a, path_b) == 0)
    cli_error ("'--%s' and '--%s' cannot both write '%s'", a, b, path_a);
  else
    cli_error ("'--%s' and '--%s' cannot both write '%s', which is the same file as '%s'", a, b, path_a, path_b);
  return FALSE;
}

/* Returns whether the positional argument may be a path. A name with neither '/' nor '.' is the id of a library model, a method or a study. */
static gboolean
may_be_path (const char *argument)
{
  return strpbrk (argument, "/.") != NULL;
}

gboolean
cli_files_check_names (const CliArguments *arguments)
{
  for (guint k = 0; k < G_N_ELEMENTS (outputs); k++)
    {
      const char *path = path_of (arguments, outputs[k]);

      if (path == NULL)
        continue;
      if (*path == '\0')
        {
          cli_error ("'--%s' needs a file name", outputs[k]);
          return FALSE;
        }
      for (guint i = 0; i < arguments->positional->len; i++)
        if (may_be_path (g_ptr_array_index (arguments->positional, i))
            && !check_input (arguments, outputs[k], g_ptr_array_index (arguments->positional, i)))
          return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (inputs); i++)
        {
          int n_values;
          const char *const *values = cli_arguments_values (arguments, inputs[i], &n_values);

          for (int v = 0; v < n_values; v++)
            if (!check_input (arguments, outputs[k], values[v]))
              return FALSE;
        }
      for (guint other = 0; other < k; other++)
        if (!check_pair (arguments, outputs[other], outputs[k]))
          return FALSE;
    }
  return TRUE;
}

gboolean
cli_files_check_read (const CliArguments *arguments)
{
  for (guint k = 0; k < G_N_ELEMENTS (outputs); k++)
    {
      const char *path = path_of (arguments, outputs[k]);
      struct stat info;

      if (path == NULL || stat (path, &info) != 0 || !model_inputs_has (&info))
        continue;
      cli_error ("'--%s' would overwrite the input '%s'", outputs[k], path);
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
      files->path[id] = path_of (arguments, options[id]);
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

int
cli_write_bytes (const CliArguments *arguments, GBytes *bytes)
{
  const char *output = cli_arguments_value (arguments, "output");
  gsize size;
  const void *data = g_bytes_get_data (bytes, &size);
  g_autoptr (SimOutputFile) file = NULL;
  g_autoptr (GError) error = NULL;

  if (output == NULL || strcmp (output, "-") == 0)
    return fwrite (data, 1, size, stdout) == size && fflush (stdout) == 0 ? CLI_OK : CLI_FILE;
  file = sim_output_file_open (output, 0, &error);
  if (file != NULL && sim_output_file_write (file, data, size, &error) && sim_output_file_commit (file, &error))
    return CLI_OK;
  cli_error ("%s", error->message);
  return CLI_FILE;
}

int
cli_write_text (const CliArguments *arguments, const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  return cli_write_bytes (arguments, bytes);
}
