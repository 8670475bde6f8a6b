/* Prints the help of a command and writes the man page and the completion of the shell from the same tables, so that
 * all three name the same options. */
#include "cli-help.h"

#include <string.h>

#include "config.h"
#include "sim-config.h"

static const struct { int status; const char *about; } exit_statuses[] = {
  { CLI_OK, "the run reached its end or a requested termination" },
  { CLI_USAGE, "wrong usage of the command line" },
  { CLI_MODEL, "an input file or a model has an error" },
  { CLI_RUN_FAILED, "the run failed, for example at the step limit or by Zeno behaviour" },
  { CLI_CHECK_FAILED, "a check failed" },
  { CLI_FILE, "a file could not be written or memory ran out" },
  { CLI_UNDECIDED, "verify found no difference, but could not verify every run" },
  { CLI_INTERRUPTED, "interrupted; the data recorded until then was written" },
};

typedef void (*OptionFunc) (gpointer user, const char *name, const char *argument, const char *about);

/* Returns a placeholder for the value of a setting: its choices, or a name for its type. Free it with
 * g_free. */
static char *
setting_argument (const SimSettingRow *row)
{
  switch (row->type)
    {
    case SIM_SETTING_BOOLEAN: return sim_choice_join (sim_choices_boolean, "|");
    case SIM_SETTING_CHOICE: return sim_choice_join (row->choices, "|");
    case SIM_SETTING_INTEGER: return g_strdup ("N");
    case SIM_SETTING_NUMBER: return g_strdup ("NUMBER");
    case SIM_SETTING_NUMBERS: return g_strdup ("NUMBERS");
    case SIM_SETTING_OPTIONS: return g_strdup ("KEY=VALUE");
    case SIM_SETTING_TEXT: break;
    }
  return g_strdup ("VALUE");
}

static void
foreach_table (const CliOption *options, OptionFunc func, gpointer user)
{
  for (; options != NULL && options->name != NULL; options++)
    func (user, options->name, options->argument, options->about);
}

static gboolean
has_option (const CliOption *options, const char *name)
{
  for (; options != NULL && options->name != NULL; options++)
    if (strcmp (options->name, name) == 0)
      return TRUE;
  return FALSE;
}

/* Calls func for every setting, except those that an option of the command replaces. command NULL means no
 * exceptions. */
static void
foreach_setting (const CliOption *own, OptionFunc func, gpointer user)
{
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);

  for (int i = 0; i < n_rows; i++)
    {
      g_autofree char *name = g_strdelimit (g_strdup (rows[i].key), "_", '-');

      g_autofree char *argument = setting_argument (&rows[i]);

      if (!has_option (own, name))
        func (user, name, argument, rows[i].about);
    }
}

/* Calls func for all options of a command in the order of its help. Calls heading before each group of
 * options. */
static void
foreach_option (const CliCommand *command, void (*heading) (gpointer, const char *), OptionFunc func, gpointer user)
{
  if (command->options != NULL && command->options->name != NULL)
    {
      heading (user, "Options");
      foreach_table (command->options, func, user);
    }
  if (command->groups & CLI_TAKES_MODEL)
    {
      heading (user, "The model");
      foreach_table (cli_model_options, func, user);
    }
  if (command->groups & CLI_TAKES_SETTINGS)
    {
      heading (user, "Settings");
      foreach_table (cli_profile_options, func, user);
      foreach_setting (command->options, func, user);
    }
  if (command->groups & CLI_TAKES_PROGRESS)
    {
      heading (user, "Progress");
      foreach_table (cli_progress_options, func, user);
    }
}

/* ---- help ---- */

/* Appends text wrapped at 100 columns. The text starts in `column`, and further lines are indented to this
 * column. */
static void
append_wrapped (GString *help, const char *text, int column, int indent)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);

  for (char **word = words; *word != NULL; word++)
    {
      int length = (int) g_utf8_strlen (*word, -1);

      if (word != words && column + 1 + length > 100)
        {
          g_string_append_printf (help, "\n%*s", indent, "");
          column = indent;
        }
      else if (word != words)
        {
          g_string_append_c (help, ' ');
          column++;
        }
      g_string_append (help, *word);
      column += length;
    }
  g_string_append_c (help, '\n');
}

static void
help_heading (gpointer user, const char *heading)
{
  g_string_append_printf (user, "\n%s:\n", heading);
}

static void
help_option (gpointer user, const char *name, const char *argument, const char *about)
{
  GString *help = user;
  g_autofree char *left = g_strdup_printf ("  --%s%s%s", name, argument != NULL ? " " : "", argument != NULL ? argument : "");
  int width = (int) g_utf8_strlen (left, -1);
  const int indent = 34;

  g_string_append (help, left);
  if (width >= indent)
    g_string_append_printf (help, "\n%*s", indent, "");
  else
    g_string_append_printf (help, "%*s", indent - width, "");
  append_wrapped (help, about, indent, indent);
}

char *
cli_help_command (const CliCommand *command)
{
  GString *help = g_string_new (NULL);

  g_string_append_printf (help, "Usage: stepwise-cli %s %s [options]\n\n", command->name, command->positional);
  append_wrapped (help, command->description != NULL ? command->description : command->summary, 0, 0);
  foreach_option (command, help_heading, help_option, help);
  return g_string_free (help, FALSE);
}

char *
cli_help_program (const CliCommand *commands)
{
  GString *help = g_string_new (NULL);

  g_string_append (help, "Usage: stepwise-cli COMMAND [arguments] [options]\n\n"
                         "Simulates models of ordinary differential equations without a display.\n\nCommands:\n");
  for (const CliCommand *each = commands; each->name != NULL; each++)
    {
      g_autofree char *left = g_strdup_printf ("  %s %s", each->name, each->positional);
      int width = (int) g_utf8_strlen (left, -1);

      g_string_append_printf (help, "%s%*s%s\n", left, MAX (34 - width, 2), "", each->summary);
    }
  g_string_append (help, "\nMODEL is a path if it contains '/' or has the ending of a model file (.yaml, .ode, .sbml, .xml, .txt, .eq, .tex), otherwise the name of a model of the library.\n"
                         "'stepwise-cli COMMAND --help' lists the options of a command; 'man stepwise-cli' contains the same text.\n"
                         "\nExit status:\n");
  for (guint i = 0; i < G_N_ELEMENTS (exit_statuses); i++)
    g_string_append_printf (help, "  %3d  %s\n", exit_statuses[i].status, exit_statuses[i].about);
  return g_string_free (help, FALSE);
}

/* ---- man page ---- */

void
cli_help_append_roff (GString *page, const char *text)
{
  if (*text == '.' || *text == '\'')
    g_string_append (page, "\\&");
  for (; *text != '\0'; text++)
    {
      if (*text == '\\')
        g_string_append (page, "\\e");
      else if (*text == '-')
        g_string_append (page, "\\-");
      else
        g_string_append_c (page, *text);
    }
}

static void
man_heading (gpointer user, const char *heading)
{
  g_string_append_printf (user, ".PP\n%s:\n", heading);
}

static void
man_option (gpointer user, const char *name, const char *argument, const char *about)
{
  GString *page = user;

  g_string_append (page, ".TP\n\\fB\\-\\-");
  cli_help_append_roff (page, name);
  g_string_append (page, "\\fR");
  if (argument != NULL)
    {
      g_string_append (page, " \\fI");
      cli_help_append_roff (page, argument);
      g_string_append (page, "\\fR");
    }
  g_string_append_c (page, '\n');
  cli_help_append_roff (page, about);
  g_string_append_c (page, '\n');
}

char *
cli_help_man_page (const CliCommand *commands)
{
  GString *page = g_string_new (NULL);
  gboolean settings_shown = FALSE;

  g_string_append_printf (page, ".TH STEPWISE\\-CLI 1 2026-11-30 \"Stepwise %s\" \"User Commands\"\n", STEPWISE_VERSION);
  g_string_append (page, ".SH NAME\nstepwise\\-cli \\- simulate models of ordinary differential equations\n"
                         ".SH SYNOPSIS\n.B stepwise\\-cli\n\\fICOMMAND\\fR [\\fIarguments\\fR] [\\fIoptions\\fR]\n"
                         ".SH DESCRIPTION\n"
                         "Runs, compares and measures numerical integrators on models written in YAML, without a display. It uses the same code\n"
                         "as the workbench \\fBstepwise\\fR(1).\n.PP\n"
                         "MODEL is a path if it contains \\(oq/\\(cq or has the ending of a model file (.yaml, .ode, .sbml, .xml, .txt, .eq, .tex), otherwise the name of a model of the library.\n"
                         "Numbers are read and written in the C locale. A number is written with the fewest digits that read back as the same double.\n"
                         "Messages go to standard error, data to standard output or to files. A file is written under a temporary name\n"
                         "and renamed when it is complete, so that a killed run leaves no partial file.\n"
                         ".SH COMMANDS\n");
  for (const CliCommand *command = commands; command->name != NULL; command++)
    {
      g_string_append (page, ".SS ");
      cli_help_append_roff (page, command->name);
      g_string_append_c (page, ' ');
      cli_help_append_roff (page, command->positional);
      g_string_append_c (page, '\n');
      cli_help_append_roff (page, command->description != NULL ? command->description : command->summary);
      g_string_append_c (page, '\n');
      foreach_table (command->options, man_option, page);
      settings_shown = settings_shown || (command->groups & CLI_TAKES_SETTINGS);
    }
  g_string_append (page, ".SH COMMON OPTIONS\nCommands that simulate also accept these.\n");
  man_heading (page, "The model");
  foreach_table (cli_model_options, man_option, page);
  if (settings_shown)
    {
      man_heading (page, "Settings");
      foreach_table (cli_profile_options, man_option, page);
      foreach_setting (NULL, man_option, page);
    }
  man_heading (page, "Progress");
  foreach_table (cli_progress_options, man_option, page);
  g_string_append (page, ".SH EXIT STATUS\n");
  for (guint i = 0; i < G_N_ELEMENTS (exit_statuses); i++)
    g_string_append_printf (page, ".TP\n.B %d\n%s\n", exit_statuses[i].status, exit_statuses[i].about);
  g_string_append (page, ".SH ENVIRONMENT\n.TP\n.B STEPWISE_DATA_DIR\nFolder with models, lessons and tableaus that is searched before the installed ones.\n"
                         ".SH EXAMPLES\n.nf\n"
                         "stepwise\\-cli run van\\-der\\-pol \\-\\-accuracy 1e\\-6 \\-\\-output vdp.csv \\-\\-plot vdp.svg\n"
                         "stepwise\\-cli compare lorenz \\-\\-integrator runge_kutta5 \\-\\-integrator dop853 \\-\\-end 2\n"
                         "stepwise\\-cli converge harmonic\\-oscillator \\-\\-integrator runge_kutta4\n.fi\n"
                         ".SH SEE ALSO\n.BR stepwise (1),\n.BR stepwise\\-model (5)\n");
  return g_string_free (page, FALSE);
}

/* ---- completion ---- */

static void
no_heading (gpointer user, const char *heading)
{
}

static void
completion_option (gpointer user, const char *name, const char *argument, const char *about)
{
  g_string_append_printf (user, " --%s", name);
}

char *
cli_help_bash_completion (const CliCommand *commands)
{
  GString *script = g_string_new ("# bash completion of stepwise-cli\n_stepwise_cli ()\n{\n"
                                  "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]}\n"
                                  "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    COMPREPLY=($(compgen -W \"");
  for (const CliCommand *command = commands; command->name != NULL; command++)
    g_string_append_printf (script, "%s ", command->name);
  g_string_append (script, "--help --version\" -- \"$word\"))\n    return\n  fi\n"
                           "  case $previous in\n"
                           "    --integrator) COMPREPLY=($(compgen -W \"$(stepwise-cli list integrators --format csv 2>/dev/null | tail -n +2 | cut -d, -f1)\" -- \"$word\")); return ;;\n");
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  for (int i = 0; i < n_rows; i++)
    {
      const SimChoice *choices = rows[i].type == SIM_SETTING_BOOLEAN ? sim_choices_boolean : rows[i].choices;
      g_autofree char *name = g_strdelimit (g_strdup (rows[i].key), "_", '-');

      if (choices == NULL)
        continue;
      g_autofree char *words = sim_choice_join (choices, " ");
      g_string_append_printf (script, "    --%s) COMPREPLY=($(compgen -W \"%s\" -- \"$word\")); return ;;\n", name, words);
    }
  g_string_append (script, "  esac\n  if [[ $word != -* ]]; then\n"
                           "    case $command in\n      list) COMPREPLY=($(compgen -W \"models integrators tableaus\" -- \"$word\")) ;;\n"
                           "      *) COMPREPLY=($(compgen -W \"$(stepwise-cli list models --format csv 2>/dev/null | tail -n +2 | cut -d, -f1)\" -- \"$word\") $(compgen -f -- \"$word\")) ;;\n"
                           "    esac\n    return\n  fi\n  case $command in\n");
  for (const CliCommand *command = commands; command->name != NULL; command++)
    {
      g_string_append_printf (script, "    %s) COMPREPLY=($(compgen -W \"--help", command->name);
      foreach_option (command, no_heading, completion_option, script);
      g_string_append (script, "\" -- \"$word\")) ;;\n");
    }
  g_string_append (script, "  esac\n}\ncomplete -F _stepwise_cli stepwise-cli\n");
  return g_string_free (script, FALSE);
}
