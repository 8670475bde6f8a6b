/* The command import: writes a model of another program as a model file. */
#include <string.h>

#include "cli-commands.h"
#include "cli-files.h"
#include "cli-setup.h"
#include "model-import.h"
#include "model-library.h"
#include "sim-config.h"

/* Returns the language that --from names or, without it, that of the ending of the file. Returns NULL after printing an error. */
static const ModelImportKind *
find_kind (const CliArguments *arguments, const char *path)
{
  const char *from = cli_arguments_value (arguments, "from");
  const ModelImportKind *kind = from != NULL ? model_import_find (from) : model_import_kind_of_path (path);
  g_autoptr (GString) ids = g_string_new (NULL);

  if (kind != NULL)
    return kind;
  for (const ModelImportKind *const *other = model_import_kinds (); *other != NULL; other++)
    {
      g_autofree char *endings = g_strjoinv (", .", (char **) model_import_kind_endings (*other));

      g_string_append_printf (ids, "%s%s (.%s)", ids->len > 0 ? ", " : "", model_import_kind_id (*other), endings);
    }
  if (from != NULL)
    cli_error ("'--from' is one of %s, not '%s'", ids->str, from);
  else
    cli_error ("the ending of '%s' does not name a language; --from is one of %s", path, ids->str);
  return NULL;
}

int
cli_import (const CliArguments *arguments)
{
  const char *path = arguments->positional->pdata[0];
  const ModelImportKind *kind = find_kind (arguments, path);
  const gboolean quiet = cli_arguments_has (arguments, "quiet");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *text = NULL, *made = g_strdup_printf ("%s (as imported)", path);
  g_autoptr (Model) model = NULL;

  if (kind == NULL)
    return CLI_USAGE;
  if (model_file_is_stream (path))
    {
      cli_error ("%s: cannot be read: it is a pipe or a device", path);
      return CLI_MODEL;
    }
  text = model_import_file (kind, path, diagnostics);
  /* The model that was made is checked as every model is; lines in its messages are those of the text that was made. */
  if (text != NULL)
    model = model_load_text (text, -1, made, sim_config_check_solver, diagnostics);
  cli_print_diagnostics (diagnostics, quiet);
  if (model == NULL)
    return CLI_MODEL;
  if (!cli_files_check_read (arguments))
    return CLI_USAGE;
  return cli_write_text (arguments, text);
}
