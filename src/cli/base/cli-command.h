/* A command of the program as a table row: its arguments, options and function. The table of commands
 * is in main.c. The parsing of arguments, --help, the man page and the shell completion use this
 * table. */
#pragma once

#include <glib.h>

/* The exit statuses of the program. Scripts depend on them, so the meaning of a value never
 * changes. */
enum
{
  CLI_OK = 0,
  CLI_USAGE = 2,
  CLI_MODEL = 3,
  CLI_RUN_FAILED = 4,
  CLI_CHECK_FAILED = 5,
  CLI_FILE = 6,
  CLI_UNDECIDED = 7,
  CLI_INTERRUPTED = 130,
};

typedef struct
{
  const char *name;     /* name without dashes, such as "output" */
  const char *argument; /* placeholder for the value, such as "FILE.csv"; NULL: the option is a flag without a value */
  const char *about;
} CliOption;

/* Groups of options that a command accepts in addition to the options of its row. */
typedef enum
{
  CLI_TAKES_SETTINGS = 1 << 0, /* options for all solver settings, and --profile, --config, --fixed-step */
  CLI_TAKES_MODEL = 1 << 1,    /* --set, --initial, --constant, --start, --end, --random */
  CLI_TAKES_PROGRESS = 1 << 2, /* --quiet */
} CliGroups;

typedef struct CliArguments CliArguments;

typedef struct
{
  const char *name;
  const char *positional; /* placeholder for the positional arguments: "MODEL", "FILE…", or "" */
  int minimum, maximum;   /* limits of the number of positional arguments; maximum −1: no limit */
  const char *summary;
  const char *description; /* text for the help and the man page; NULL: the summary is used */
  const CliOption *options; /* options of this command alone, ended by a NULL name; NULL: none */
  unsigned groups;          /* groups of further options: bits of CliGroups */
  int (*run) (const CliArguments *arguments); /* executes the command and prints its errors; returns an exit status */
} CliCommand;

struct CliArguments
{
  const CliCommand *command;
  GPtrArray *positional; /* positional arguments (char *) */
  GHashTable *options;   /* values of options by name: a GPtrArray of char *, in order; empty for a flag */
};

/* Returns the row with this name in a table of commands that ends with a NULL name, or NULL if there is no such
 * row. */
const CliCommand *cli_command_find (const CliCommand *commands, const char *name);

/* Options of the groups, ended by a NULL name. The options for settings are made from sim_config_rows
 * instead. */
extern const CliOption cli_model_options[];
extern const CliOption cli_profile_options[];
extern const CliOption cli_progress_options[];

/* Parses the arguments argv[0 … argc) after the name of the command. Returns NULL after printing an error. Free the result with
 * cli_arguments_free. */
CliArguments *cli_arguments_parse (const CliCommand *command, int argc, char **argv);
/* Frees parsed arguments; NULL is allowed. */
void cli_arguments_free (CliArguments *arguments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArguments, cli_arguments_free)

/* Returns whether the option was given. */
gboolean cli_arguments_has (const CliArguments *arguments, const char *option);
/* Returns the last value of the option, borrowed, or NULL if it was not given. */
const char *cli_arguments_value (const CliArguments *arguments, const char *option);
/* Returns all values of the option in order, borrowed, and sets *n_values. Returns NULL and 0 if the option was not
 * given. */
const char *const *cli_arguments_values (const CliArguments *arguments, const char *option, int *n_values);
/* Parses the last value of the option as a finite number. If the option was not given, leaves *value unchanged. Returns FALSE after
 * printing an error. */
gboolean cli_arguments_number (const CliArguments *arguments, const char *option, double *value);
/* Parses the last value of the option as a whole number that is at least minimum. Otherwise like
 * cli_arguments_number. */
gboolean cli_arguments_count (const CliArguments *arguments, const char *option, long minimum, long *value);
/* Checks the last value of the option against the choices ("a|b|c") in its placeholder. Returns FALSE after printing an
 * error. */
gboolean cli_arguments_choice (const CliArguments *arguments, const char *option);
/* Parses a whole text as a number in the C locale, or as a constant expression such as "1/10". Accepts infinities but not NaN. Prints
 * nothing. */
gboolean cli_parse_number (const char *text, double *value);

/* Prints "stepwise-cli: ", the message and a newline to standard error. */
void cli_error (const char *format, ...) G_GNUC_PRINTF (1, 2);
