/* The command line as data: one table of commands and options from which parsing, --help, the man page and the shell completion
 * are made. */
#pragma once

#include <glib.h>

#include "sim-config.h"

/* Exit statuses; a contract. */
enum
{
  CLI_OK = 0,
  CLI_USAGE = 2,
  CLI_MODEL = 3,
  CLI_RUN_FAILED = 4,
  CLI_CHECK_FAILED = 5,
  CLI_FILE = 6,
  CLI_INTERRUPTED = 130,
};

typedef struct
{
  const char *name;     /* "output", without dashes */
  const char *argument; /* "FILE.csv", or NULL for a flag */
  const char *about;
} CliOption;

/* Which groups of options a command takes besides its own. */
typedef enum
{
  CLI_TAKES_SETTINGS = 1 << 0, /* every solver setting, --profile, --config, --fixed-step */
  CLI_TAKES_MODEL = 1 << 1,    /* --set, --initial, --constant, --start, --end, --random */
  CLI_TAKES_PROGRESS = 1 << 2, /* --quiet */
} CliGroups;

typedef struct CliArguments CliArguments;

typedef struct
{
  const char *name;
  const char *positional; /* "MODEL", "FILE…", or "" */
  int minimum, maximum;   /* positional count; maximum −1: any */
  const char *summary;
  const char *description; /* for the man page, or NULL */
  const CliOption *options; /* ended by a NULL name */
  unsigned groups;
  int (*run) (const CliArguments *arguments);
} CliCommand;

struct CliArguments
{
  const CliCommand *command;
  GPtrArray *positional; /* char * */
  GHashTable *options;   /* name → GPtrArray of char *, in order; flags: empty array */
};

/* All commands, ended by a NULL name. */
extern const CliCommand cli_commands[];
const CliCommand *cli_command_find (const char *name);

/* Options of one group, ended by a NULL name. */
extern const CliOption cli_model_options[];
extern const CliOption cli_profile_options[];
extern const CliOption cli_progress_options[];

/* Parses argv[0 … argc) after the command's name; NULL after printing what is wrong. */
CliArguments *cli_arguments_parse (const CliCommand *command, int argc, char **argv);
void cli_arguments_free (CliArguments *arguments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArguments, cli_arguments_free)

gboolean cli_arguments_has (const CliArguments *arguments, const char *option);
/* The last value, or NULL. */
const char *cli_arguments_value (const CliArguments *arguments, const char *option);
/* All values, or NULL; n_values set. */
const char *const *cli_arguments_values (const CliArguments *arguments, const char *option, int *n_values);
/* Parses a number option; FALSE after printing an error. value is untouched where the option is absent. */
gboolean cli_arguments_number (const CliArguments *arguments, const char *option, double *value);
gboolean cli_arguments_count (const CliArguments *arguments, const char *option, long minimum, long *value);
/* A whole text as a number in the C locale. */
gboolean cli_parse_number (const char *text, double *value);

/* Prints to standard error "stepwise-cli: message" and a newline. */
void cli_error (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Help of one command, or of the program where command is NULL; free with g_free. */
char *cli_help_text (const CliCommand *command);
/* The man pages of the program and of the model format, and the bash completion, made from the tables; free with g_free. */
char *cli_man_page (void);
char *cli_model_page (void);
char *cli_bash_completion (void);
/* Text for roff: dashes and backslashes escaped, a leading dot or quote guarded. */
void cli_append_roff (GString *page, const char *text);

/* The commands' functions. */
int cli_list (const CliArguments *arguments);
int cli_show (const CliArguments *arguments);
int cli_check (const CliArguments *arguments);
int cli_run (const CliArguments *arguments);
int cli_compare (const CliArguments *arguments);
int cli_converge (const CliArguments *arguments);
int cli_work_precision (const CliArguments *arguments);
int cli_batch_eval (const CliArguments *arguments);
