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

int
cli_export (const CliArguments *arguments)
{
  const ModelCodeTarget *target = find_target (arguments);
  g_autoptr (Model) model = target != NULL ? cli_open_model (arguments) : NULL;
  g_autoptr (GHashTable) constants = NULL;
  g_autoptr (SimConfig) config = NULL;
  g_autoptr (ModelSystem) system = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  double t_start, t_end;
  int status;

  if (model == NULL)
    return target == NULL ? CLI_USAGE : CLI_MODEL;
  config = cli_make_config (arguments, model, FALSE, &status);
  system = config != NULL ? cli_make_instance (arguments, model, config, &status) : NULL;
  if (system == NULL || !cli_time_span (arguments, system, &t_start, &t_end, &status))
    return status;
  if (!cli_files_check_read (arguments))
    return CLI_USAGE;
  constants = cli_constants (arguments);
  text = model_code_write (system, constants, target, t_start, t_end, sim_config_get_number (config, "accuracy"), &error);
  if (text != NULL)
    return cli_write_text (arguments, text);
  cli_error ("%s", error->message);
  return CLI_MODEL;
}
