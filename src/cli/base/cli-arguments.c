/* Parses the arguments of a command by the table of its options, and converts the values of options to numbers,
 * counts and choices. The error about an unknown option suggests a similar one. */
#include "cli-command.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "expr-constant.h"
#include "expr-error.h"
#include "sim-config.h"

const CliOption cli_model_options[] = {
  { "start", "T", "start time; by default that of the model" },
  { "end", "T", "end time; by default that of the model" },
  { "set", "PARAMETER=VALUE", "set a parameter or an element of one ('a[2]=1'); may be repeated" },
  { "initial", "STATE=VALUE", "set the initial value of a state or of an element ('u[3]=1'); may be repeated" },
  { "constant", "NAME=VALUE", "set a constant, such as the number of elements of a state; may be repeated" },
  { "random", NULL, "draw parameters and initial values from their distributions; --seed selects the draw" },
  { NULL, NULL, NULL },
};

const CliOption cli_profile_options[] = {
  { "config", "FILE.yaml", "read settings from a file; options on the command line have priority" },
  { "fixed-step", "H", "fixed steps of size H: --error-control false --max-step H" },
  { NULL, NULL, NULL },
};

const CliOption cli_progress_options[] = {
  { "quiet", NULL, "print errors only: no progress bar and no notes" },
  { NULL, NULL, NULL },
};

void
cli_error (const char *format, ...)
{
  va_list list;
  g_autofree char *message = NULL;

  va_start (list, format);
  message = g_strdup_vprintf (format, list);
  va_end (list);
  fprintf (stderr, "stepwise-cli: %s\n", message);
}

const CliCommand *
cli_command_find (const CliCommand *commands, const char *name)
{
  for (const CliCommand *command = commands; command->name != NULL; command++)
    if (strcmp (command->name, name) == 0)
      return command;
  return NULL;
}

static const CliOption *
find_in (const CliOption *options, const char *name)
{
  for (; options != NULL && options->name != NULL; options++)
    if (strcmp (options->name, name) == 0)
      return options;
  return NULL;
}

typedef enum { OPTION_UNKNOWN, OPTION_FLAG, OPTION_WITH_VALUE } OptionKind;

static OptionKind
option_kind (const CliCommand *command, const char *name)
{
  const CliOption *option = find_in (command->options, name);

  if (option == NULL && (command->groups & CLI_TAKES_MODEL))
    option = find_in (cli_model_options, name);
  if (option == NULL && (command->groups & CLI_TAKES_SETTINGS))
    option = find_in (cli_profile_options, name);
  if (option == NULL && (command->groups & CLI_TAKES_PROGRESS))
    option = find_in (cli_progress_options, name);
  if (option != NULL)
    return option->argument != NULL ? OPTION_WITH_VALUE : OPTION_FLAG;
  if (command->groups & CLI_TAKES_SETTINGS)
    {
      g_autofree char *key = g_strdelimit (g_strdup (name), "-", '_');
      if (sim_config_row (key) != NULL)
        return OPTION_WITH_VALUE;
    }
  return OPTION_UNKNOWN;
}

static void
collect_names (const CliOption *options, GPtrArray *names)
{
  for (; options != NULL && options->name != NULL; options++)
    g_ptr_array_add (names, g_strdup (options->name));
}

static void
report_unknown_option (const CliCommand *command, const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *suggestion;

  collect_names (command->options, names);
  if (command->groups & CLI_TAKES_MODEL)
    collect_names (cli_model_options, names);
  if (command->groups & CLI_TAKES_PROGRESS)
    collect_names (cli_progress_options, names);
  if (command->groups & CLI_TAKES_SETTINGS)
    {
      int n_rows;
      const SimSettingRow *rows = sim_config_rows (&n_rows);
      collect_names (cli_profile_options, names);
      for (int i = 0; i < n_rows; i++)
        g_ptr_array_add (names, g_strdelimit (g_strdup (rows[i].key), "_", '-'));
    }
  suggestion = expr_suggest (name, (const char *const *) names->pdata, names->len);
  if (suggestion != NULL)
    cli_error ("unknown option '--%s' of '%s'; did you mean '--%s'?", name, command->name, suggestion);
  else
    cli_error ("unknown option '--%s' of '%s'; 'stepwise-cli %s --help' lists its options", name, command->name,
               command->name);
}

static void
add_value (CliArguments *arguments, const char *name, const char *value)
{
  GPtrArray *values = g_hash_table_lookup (arguments->options, name);

  if (values == NULL)
    {
      values = g_ptr_array_new_with_free_func (g_free);
      g_hash_table_insert (arguments->options, g_strdup (name), values);
    }
  if (value != NULL)
    g_ptr_array_add (values, g_strdup (value));
}

CliArguments *
cli_arguments_parse (const CliCommand *command, int argc, char **argv)
{
  g_autoptr (CliArguments) arguments = g_new0 (CliArguments, 1);
  gboolean options_ended = FALSE;

  arguments->command = command;
  arguments->positional = g_ptr_array_new_with_free_func (g_free);
  arguments->options = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);

  for (int i = 0; i < argc; i++)
    {
      const char *word = argv[i];

      if (!options_ended && strcmp (word, "--") == 0)
        {
          options_ended = TRUE;
          continue;
        }
      /* A short name for the option that most commands have. */
      if (!options_ended && strcmp (word, "-o") == 0 && option_kind (command, "output") == OPTION_WITH_VALUE)
        word = "--output";
      if (options_ended || !g_str_has_prefix (word, "--"))
        {
          if (!options_ended && word[0] == '-' && word[1] != '\0' && !g_ascii_isdigit (word[1]) && word[1] != '.')
            {
              cli_error ("unknown option '%s'; options begin with two dashes", word);
              return NULL;
            }
          g_ptr_array_add (arguments->positional, g_strdup (word));
          continue;
        }

      const char *equals = strchr (word, '=');
      g_autofree char *name = equals != NULL ? g_strndup (word + 2, equals - word - 2) : g_strdup (word + 2);
      OptionKind kind = option_kind (command, name);

      if (kind == OPTION_UNKNOWN)
        {
          report_unknown_option (command, name);
          return NULL;
        }
      if (kind == OPTION_FLAG)
        {
          if (equals != NULL)
            {
              cli_error ("option '--%s' takes no value", name);
              return NULL;
            }
          add_value (arguments, name, NULL);
          continue;
        }
      if (equals == NULL && i + 1 >= argc)
        {
          cli_error ("option '--%s' needs a value", name);
          return NULL;
        }
      if (equals == NULL && g_str_has_prefix (argv[i + 1], "--"))
        {
          cli_error ("option '--%s' needs a value, and '%s' is an option; write '--%s=%s' to use it as the value", name, argv[i + 1], name, argv[i + 1]);
          return NULL;
        }
      add_value (arguments, name, equals != NULL ? equals + 1 : argv[++i]);
    }

  if ((int) arguments->positional->len < command->minimum)
    {
      cli_error ("'%s' needs %s; try 'stepwise-cli %s --help'", command->name, command->positional, command->name);
      return NULL;
    }
  if (command->maximum >= 0 && (int) arguments->positional->len > command->maximum)
    {
      cli_error ("unexpected argument '%s' of '%s'",
                 (const char *) g_ptr_array_index (arguments->positional, command->maximum), command->name);
      return NULL;
    }
  return g_steal_pointer (&arguments);
}

void
cli_arguments_free (CliArguments *arguments)
{
  if (arguments == NULL)
    return;
  g_clear_pointer (&arguments->positional, g_ptr_array_unref);
  g_clear_pointer (&arguments->options, g_hash_table_unref);
  g_free (arguments);
}

gboolean
cli_arguments_has (const CliArguments *arguments, const char *option)
{
  return g_hash_table_contains (arguments->options, option);
}

const char *const *
cli_arguments_values (const CliArguments *arguments, const char *option, int *n_values)
{
  GPtrArray *values = g_hash_table_lookup (arguments->options, option);

  *n_values = values != NULL ? (int) values->len : 0;
  return values != NULL ? (const char *const *) values->pdata : NULL;
}

const char *
cli_arguments_value (const CliArguments *arguments, const char *option)
{
  int n_values;
  const char *const *values = cli_arguments_values (arguments, option, &n_values);

  return n_values > 0 ? values[n_values - 1] : NULL;
}

gboolean
cli_parse_number (const char *text, double *value)
{
  char *end;
  double number;

  if (text == NULL || *text == '\0' || g_ascii_isspace (*text))
    return FALSE;
  number = g_ascii_strtod (text, &end);
  if (*end != '\0' || isnan (number))
    return expr_constant_parse (text, value);
  *value = number;
  return TRUE;
}

gboolean
cli_arguments_number (const CliArguments *arguments, const char *option, double *value)
{
  const char *text = cli_arguments_value (arguments, option);

  if (text == NULL)
    return TRUE;
  if (cli_parse_number (text, value) && isfinite (*value))
    return TRUE;
  cli_error ("'--%s' takes a finite number, not '%s'", option, text);
  return FALSE;
}

gboolean
cli_arguments_count (const CliArguments *arguments, const char *option, long minimum, long *value)
{
  const char *text = cli_arguments_value (arguments, option);
  double number;

  if (text == NULL)
    return TRUE;
  if (cli_parse_number (text, &number) && number == floor (number) && number >= (double) minimum && number <= G_MAXINT)
    {
      *value = (long) number;
      return TRUE;
    }
  cli_error ("'--%s' takes a whole number of at least %ld, not '%s'", option, minimum, text);
  return FALSE;
}

gboolean
cli_arguments_choice (const CliArguments *arguments, const char *option)
{
  const CliOption *row = find_in (arguments->command->options, option);
  const char *value = cli_arguments_value (arguments, option);
  g_auto (GStrv) words = g_strsplit (row->argument, "|", -1);
  g_autoptr (GString) list = g_string_new (NULL);

  if (value == NULL || g_strv_contains ((const char *const *) words, value))
    return TRUE;
  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (list, "%s%s", i == 0 ? "" : words[i + 1] == NULL ? " or " : ", ", words[i]);
  cli_error ("'--%s' is %s, not '%s'", option, list->str, value);
  return FALSE;
}
