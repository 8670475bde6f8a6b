/* Help, man pages and shell completion, generated from the table of commands
 * and the table of settings. */
#pragma once

#include "cli-command.h"

/* Returns the help of one command; free with g_free. */
char *cli_help_command (const CliCommand *command);
/* Returns the help of the program, which lists the commands and exit statuses;
 * free with g_free. */
char *cli_help_program (const CliCommand *commands);
/* Returns the man page stepwise-cli(1) as roff; free with g_free. */
char *cli_help_man_page (const CliCommand *commands);
/* Returns the man page stepwise-model(5) as roff, generated from the schema that checks model files; free with g_free. Implemented in
 * cli-model-page.c. */
char *cli_model_page (void);
/* Returns the bash completion script; free with g_free. */
char *cli_help_bash_completion (const CliCommand *commands);
/* Appends text to a roff page. Escapes dashes and backslashes, and protects a dot or quote at the
 * start. */
void cli_help_append_roff (GString *page, const char *text);
