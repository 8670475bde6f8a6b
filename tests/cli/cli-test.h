/* Runs the real program stepwise-cli and compares its exit status and its output with the expected ones. */
#pragma once

#include <glib.h>

typedef struct
{
  int status;
  char *out, *err;
} Result;

/* Frees the texts of a result. */
void cli_result_clear (Result *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, cli_result_clear)

/* Path of the scratch folder of the test program. */
extern char *folder;
/* Creates the scratch folder. */
void cli_test_init (void);
/* Removes the scratch folder with its files. */
void cli_test_clear (void);
/* Returns the path of a file in the scratch folder. Free it with g_free. */
char *scratch (const char *name);
/* Returns the content of a file in the scratch folder. Free it with g_free. */
char *read_file (const char *name);
/* Writes a file into the scratch folder. */
void write_file (const char *name, const char *text);

/* Starts a program and sends it the signal as soon as it has written 100 kB to a file in the scratch folder. Returns its wait status. */
int signal_while_writing (const char *const *argv, int number);

/* Runs "stepwise-cli LINE". LINE is formatted as by printf and split into words as by a shell. Clear the result with cli_result_clear. */
Result cli (const char *format, ...) G_GNUC_PRINTF (1, 2);

/* Fails the test if the program did not exit with this status, and prints the messages of the program. */
#define expect_status(result, expected)                                                                                          \
  G_STMT_START                                                                                                                   \
  {                                                                                                                              \
    if ((result).status != (expected))                                                                                           \
      g_error ("%s:%d: exit status %d in place of %d; standard error: %s", __FILE__, __LINE__, (result).status, (expected),    \
               (result).err);                                                                                                    \
  }                                                                                                                              \
  G_STMT_END

/* Fails the test if text does not contain part. */
void expect_has (const char *text, const char *part);
/* Returns the number of line breaks in text. */
int count_lines (const char *text);

/* A command line with its exit status and a part of its error message. NULL: any message. */
typedef struct
{
  const char *line;
  int status;
  const char *message;
} CliFailure;

/* Runs each command line. Fails the test if one has another exit status or another message on standard error. silent: standard output must
 * be empty. */
void expect_failures (const CliFailure *failures, gsize n, gboolean silent);
