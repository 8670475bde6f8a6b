/* Runs commands that write no file, such as `check` and `tableau`, with arguments from the lines of the input. */
#include "fuzz.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "fuzz-main.h"

static const char *const commands[] = { "list", "show", "check", "stability", "tableau", "help", "--help", "--version" };

static FILE *out, *err;

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  int null = open ("/dev/null", O_WRONLY | O_CLOEXEC);

  /* The output of the commands is not shown. A sanitizer writes to descriptor 2, which stays. */
  g_assert_cmpint (dup2 (null, STDOUT_FILENO), >=, 0);
  out = stdout;
  err = stderr;
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 12);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  int status, saved;

  if (lines[0] == NULL)
    return 0;
  g_ptr_array_add (words, (char *) "stepwise-cli");
  for (guint k = 0; k < G_N_ELEMENTS (commands); k++)
    if (strcmp (lines[0], commands[k]) == 0)
      g_ptr_array_add (words, (char *) commands[k]);
  if (words->len != 2)
    return 0;
  for (char **line = lines + 1; *line != NULL; line++)
    g_ptr_array_add (words, *line);
  g_ptr_array_add (words, NULL);
  saved = dup (STDERR_FILENO);
  g_assert_cmpint (dup2 (STDOUT_FILENO, STDERR_FILENO), >=, 0);
  status = cli_main ((int) words->len - 1, (char **) words->pdata);
  if (stdout != out)
    fclose (stdout);
  if (stderr != err)
    fclose (stderr);
  stdout = out;
  stderr = err;
  dup2 (saved, STDERR_FILENO);
  close (saved);
  g_assert_true (status == 0 || (status >= 2 && status <= 6) || status == 130);
  return 0;
}
