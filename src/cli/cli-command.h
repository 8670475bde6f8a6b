/* A command of the program as data: its arguments, options and function. The
 * table of commands is in main.c; parsing, --help, the man page and the shell
 * completion are made from it. */
#pragma once

#include <glib.h>

/* Exit statuses of the program. Scripts depend on them: a value never changes
 * its meaning. */
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
  const char *argument; /* placeholder of the value, such as "FILE.csv", or NULL for a flag */
  const char *about;
} CliOption;

/* Groups of options that a command accepts in addition to the options in its row. */
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
  int minimum, maximum;   /* number of positional arguments; maximum −1: any */
  const char *summary;
  const char *description; /* text of help and man page; NULL: the summary is used */
  const CliOption *options; /* options of this command only, ended by a NULL name; NULL: none */
  unsigned groups;          /* CliGroups */
  int (*run) (const CliArguments *arguments); /* returns an exit status, after printing any error */
} CliCommand;

struct CliArguments
{
  const CliCommand *command;
  GPtrArray *positional; /* char * */
  GHashTable *options;   /* name → GPtrArray of char *: its values in order; an empty array for flags */
};

/* Returns the row with this name in a table that ends with a NULL name, or
 * NULL. */
const CliCommand *cli_command_find (const CliCommand *commands, const char *name);

/* Options of each group, ended by a NULL name. The options for settings come
 * from sim_config_rows. */
extern const CliOption cli_model_options[];
extern const CliOption cli_profile_options[];
extern const CliOption cli_progress_options[];

/* Parses argv[0 … argc), the arguments after the command's name. Returns NULL
 * after printing an error. */
CliArguments *cli_arguments_parse (const CliCommand *command, int argc, char **argv);
/* Frees parsed arguments; NULL is allowed. */
void cli_arguments_free (CliArguments *arguments);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (CliArguments, cli_arguments_free)

/* Returns whether the option was given. */
gboolean cli_arguments_has (const CliArguments *arguments, const char *option);
/* Returns the last value of the option, or NULL. */
const char *cli_arguments_value (const CliArguments *arguments, const char *option);
/* Returns all values of the option in order and sets *n_values; NULL and 0 if
 * it was not given. */
const char *const *cli_arguments_values (const CliArguments *arguments, const char *option, int *n_values);
/* Parses the option's last value as a finite number. Leaves *value unchanged if
 * the option was not given; FALSE after printing an error. */
gboolean cli_arguments_number (const CliArguments *arguments, const char *option, double *value);
/* Parses the option's last value as a whole number ≥ minimum, otherwise like
 * cli_arguments_number. */
gboolean cli_arguments_count (const CliArguments *arguments, const char *option, long minimum, long *value);
/* Checks the option's last value against the choices ("a|b|c") in the
 * placeholder of its row. Returns FALSE after printing an error. */
gboolean cli_arguments_choice (const CliArguments *arguments, const char *option);
/* Parses a whole text as a number in the C locale, or as a constant expression
 * such as "1/10"; infinities are numbers, NaN is not. Prints nothing. */
gboolean cli_parse_number (const char *text, double *value);

/* Prints "stepwise-cli: MESSAGE" and a newline to standard error. */
void cli_error (const char *format, ...) G_GNUC_PRINTF (1, 2);
