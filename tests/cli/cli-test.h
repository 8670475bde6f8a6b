/* Runs the real program and looks at what it says. */
#pragma once

#include <glib.h>

typedef struct
{
  int status;
  char *out, *err;
} Result;

void cli_result_clear (Result *result);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Result, cli_result_clear)

/* A scratch folder; cli_test_clear removes it. */
extern char *folder;
void cli_test_init (void);
void cli_test_clear (void);
char *scratch (const char *name);
char *read_file (const char *name);
void write_file (const char *name, const char *text);

/* Starts the program, which is to write a scratch file of that name, sends it the signal when it has written some of it (under the name or a passing
 * one that begins so), and returns its wait status. */
int signal_while_writing (const char *const *argv, const char *name, int number);

/* Runs "stepwise-cli LINE", split as a shell would; %s of the scratch folder is the caller's. */
Result cli (const char *format, ...);

#define expect_status(result, expected)                                                                                          \
  G_STMT_START                                                                                                                   \
  {                                                                                                                              \
    if ((result).status != (expected))                                                                                           \
      g_error ("%s:%d: exit status %d in place of %d; standard error: %s", __FILE__, __LINE__, (result).status, (expected),    \
               (result).err);                                                                                                    \
  }                                                                                                                              \
  G_STMT_END

void expect_has (const char *text, const char *part);
int count_lines (const char *text);
