/* The command export: writes a model in another language. */
#include <string.h>

#include "cli-commands.h"
#include "cli-files.h"
#include "cli-setup.h"
#include "model-code.h"

/* Returns the language that --to names or, without it, that of the ending of --output. Returns NULL after printing an error. */
static const ModelCodeTarget *
find_target (const CliArguments *arguments)
{
  const char *to = cli_arguments_value (arguments, "to"), *output = cli_arguments_value (arguments, "output");
  const char *dot = output != NULL ? strrchr (output, '.') : NULL;
  const ModelCodeTarget *named = to != NULL ? model_code_target_find (to) : NULL;
  g_autoptr (GString) ids = g_string_new (NULL);

  if (named != NULL)
    return named;
  for (const ModelCodeTarget *const *target = model_code_targets (); *target != NULL; target++)
    {
      if (to == NULL && dot != NULL && strcmp (dot + 1, model_code_target_ending (*target)) == 0)
        return *target;
      g_string_append_printf (ids, "%s%s", ids->len > 0 ? ", " : "", model_code_target_id (*target));
    }
  if (to != NULL)
    cli_error ("'--to' is one of %s, not '%s'", ids->str, to);
  else
    cli_error ("'export' needs the language: --to with one of %s, or --output with its ending", ids->str);
  return NULL;
}

static gboolean
go_on (gpointer user, double fraction)
{
  return !cli_interrupted ();
}

int
cli_export (const CliArguments *arguments)
{
  const ModelCodeTarget *target = find_target (arguments);
  g_autoptr (Model) model = NULL;
  g_autoptr (GHashTable) constants = NULL;
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *note = NULL;
  double t_start, t_end;
  int status;

  if (target != NULL && model_code_target_is_package (target) && cli_arguments_value (arguments, "output") == NULL)
    {
      cli_error ("an FMU is an archive and no text: '--output FILE.fmu' names its file, '--output -' writes it to standard output");
      return CLI_USAGE;
    }
  model = target != NULL ? cli_open_model (arguments) : NULL;
  if (model == NULL)
    return target == NULL ? CLI_USAGE : CLI_MODEL;
  config = cli_make_config (arguments, model, FALSE, &status);
  system = config != NULL ? cli_make_instance (arguments, model, config, &status) : NULL;
  if (system == NULL || !cli_time_span (arguments, system, &t_start, &t_end, &status))
    return status;
  if (!cli_files_check_read (arguments))
    return CLI_USAGE;
  constants = cli_constants (arguments);
  bytes = model_code_export (system, constants, target, t_start, t_end, sim_config_get_number (config, "accuracy"), go_on, NULL, &note, &error);
  if (note != NULL)
    cli_error ("%s", note);
  if (bytes != NULL)
    return cli_write_bytes (arguments, bytes);
  cli_error ("%s", error->message);
  return cli_interrupted () ? CLI_INTERRUPTED : CLI_MODEL;
}
