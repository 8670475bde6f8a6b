#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli-command.h"
#include "config.h"
#include "expr.h"

static int
print_text (char *text)
{
  int status = fputs (text, stdout) < 0 || fflush (stdout) != 0 ? CLI_FILE : CLI_OK;

  g_free (text);
  return status;
}

static int
report_unknown_command (const char *name)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *suggestion;

  for (const CliCommand *command = cli_commands; command->name != NULL; command++)
    g_ptr_array_add (names, (char *) command->name);
  suggestion = expr_suggest (name, (const char *const *) names->pdata, names->len);
  if (suggestion != NULL)
    cli_error ("unknown command '%s'; did you mean '%s'?", name, suggestion);
  else
    cli_error ("unknown command '%s'; 'stepwise-cli --help' lists them", name);
  return CLI_USAGE;
}

int
main (int argc, char **argv)
{
  const CliCommand *command;
  g_autoptr (CliArguments) arguments = NULL;

  setlocale (LC_ALL, "");
  setlocale (LC_NUMERIC, "C");
  setlocale (LC_MESSAGES, "C"); /* its words are read by programs */
  signal (SIGXFSZ, SIG_IGN);    /* a file that may not grow is an error of writing, which is told */

  if (argc < 2)
    {
      g_autofree char *help = cli_help_text (NULL);
      fputs (help, stderr);
      return CLI_USAGE;
    }
  if (strcmp (argv[1], "--help") == 0 || strcmp (argv[1], "help") == 0)
    {
      if (argc > 2 && cli_command_find (argv[2]) == NULL)
        return report_unknown_command (argv[2]);
      return print_text (cli_help_text (argc > 2 ? cli_command_find (argv[2]) : NULL));
    }
  if (strcmp (argv[1], "--version") == 0)
    return print_text (g_strdup ("stepwise-cli " STEPWISE_VERSION "\n"));
  /* What the build makes its documentation with. */
  if (strcmp (argv[1], "--print-man-page") == 0)
    return print_text (cli_man_page ());
  if (strcmp (argv[1], "--print-model-page") == 0)
    return print_text (cli_model_page ());
  if (strcmp (argv[1], "--print-bash-completion") == 0)
    return print_text (cli_bash_completion ());

  command = cli_command_find (argv[1]);
  if (command == NULL)
    return report_unknown_command (argv[1]);
  for (int i = 2; i < argc; i++)
    if (strcmp (argv[i], "--help") == 0)
      return print_text (cli_help_text (command));

  arguments = cli_arguments_parse (command, argc - 2, argv + 2);
  if (arguments == NULL)
    return CLI_USAGE;
  return command->run (arguments);
}
