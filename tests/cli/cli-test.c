#include "cli-test.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>

char *folder;

void
cli_result_clear (Result *result)
{
  g_clear_pointer (&result->out, g_free);
  g_clear_pointer (&result->err, g_free);
}

Result
cli (const char *format, ...)
{
  va_list list;
  g_autofree char *line = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  Result result = { 0 };
  int wait_status;

  va_start (list, format);
  line = g_strdup_vprintf (format, list);
  va_end (list);
  if (*line != '\0')
    g_assert_true (g_shell_parse_argv (line, NULL, &words, NULL));
  g_ptr_array_add (argv, (char *) STEPWISE_CLI);
  for (char **word = words; word != NULL && *word != NULL; word++)
    g_ptr_array_add (argv, *word);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &result.out, &result.err, &wait_status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (wait_status));
  result.status = WEXITSTATUS (wait_status);
  return result;
}

void
expect_has (const char *text, const char *part)
{
  if (strstr (text, part) == NULL)
    g_error ("'%s' is not in: %s", part, text);
}

char *
scratch (const char *name)
{
  return g_build_filename (folder, name, NULL);
}

char *
read_file (const char *name)
{
  g_autofree char *path = scratch (name);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

void
write_file (const char *name, const char *text)
{
  g_autofree char *path = scratch (name);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/* Returns whether the process has written 100 kB to a file in the scratch folder. The file may have no name. */
static gboolean
some_is_written (GPid pid)
{
  g_autofree char *files = g_strdup_printf ("/proc/%d/fd", (int) pid);
  g_autoptr (GDir) dir = g_dir_open (files, 0, NULL);
  gboolean some = FALSE;

  for (const char *entry; !some && dir != NULL && (entry = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *link = g_build_filename (files, entry, NULL), *path = g_file_read_link (link, NULL);
      GStatBuf info;

      some = path != NULL && g_str_has_prefix (path, folder) && g_stat (link, &info) == 0 && S_ISREG (info.st_mode)
             && info.st_size > 100000;
    }
  return some;
}

int
signal_while_writing (const char *const *argv, int number)
{
  g_autoptr (GError) error = NULL;
  GPid pid;
  int status;

  g_spawn_async (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &error);
  g_assert_no_error (error);
  while (!some_is_written (pid))
    {
      g_assert_cmpint (waitpid (pid, &status, WNOHANG), ==, 0); /* the run is so long that the process must still be running */
      g_usleep (2000);
    }
  kill (pid, number);
  while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
    ;
  return status;
}

int
count_lines (const char *text)
{
  int n = 0;

  for (; *text != '\0'; text++)
    n += *text == '\n';
  return n;
}

void
cli_test_init (void)
{
  folder = g_dir_make_tmp ("stepwise-cli-XXXXXX", NULL);
}

void
cli_test_clear (void)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = scratch (name);
      g_unlink (path);
    }
  g_rmdir (folder);
  g_free (folder);
}

void
expect_failures (const CliFailure *failures, gsize n, gboolean silent)
{
  for (gsize i = 0; i < n; i++)
    {
      g_auto (Result) result = cli ("%s", failures[i].line);

      g_test_message ("%s: %s", failures[i].line, result.err);
      expect_status (result, failures[i].status);
      if (failures[i].message != NULL)
        expect_has (result.err, failures[i].message);
      if (silent)
        g_assert_cmpstr (result.out, ==, "");
    }
}
