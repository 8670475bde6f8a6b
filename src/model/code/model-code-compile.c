/* Runs the C compiler as a child process. It reads the source from a file in memory and writes the library into a temporary folder. */
#include "model-code-compile.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

/* Time between two calls of go_on, in microseconds. */
#define PATIENCE 10000
/* Longer sources are compiled with less optimisation, which takes more than proportional time. */
#define LONG_SOURCE 300000

/* Returns the path of a compiler, or NULL. */
static char *
find_compiler (void)
{
  static const char *const names[] = { "cc", "gcc", "clang" };
  char *path = NULL;

  for (guint k = 0; path == NULL && k < G_N_ELEMENTS (names); k++)
    path = g_find_program_in_path (names[k]);
  return path;
}

/* Returns a descriptor of a file in memory with a text, at its start; −1 if there is none. */
static int
make_input (const char *text)
{
  const int file = memfd_create ("source", MFD_CLOEXEC);
  const gsize size = strlen (text);
  gsize done = 0;

  while (file >= 0 && done < size)
    {
      const gssize n = write (file, text + done, size - done);

      if (n < 0 && errno != EINTR)
        {
          close (file);
          return -1;
        }
      done += n > 0 ? (gsize) n : 0;
    }
  if (file >= 0)
    lseek (file, 0, SEEK_SET);
  return file;
}

/* Makes the child the leader of a group, so that its own children end with it. Is called between fork and exec. */
static void
lead_group (gpointer user)
{
  (void) user;
  setpgid (0, 0);
}

/* Waits for the child. Returns its status; kills it and returns −1 with an error if go_on returns FALSE. */
static int
wait_for (GPid child, ModelCodeGoOn go_on, gpointer user, GError **error)
{
  int status;
  pid_t ended;

  while ((ended = waitpid (child, &status, WNOHANG)) == 0 || (ended < 0 && errno == EINTR))
    {
      if (go_on != NULL && !go_on (user, 0.5))
        {
          kill (-child, SIGKILL);
          while (waitpid (child, &status, 0) < 0 && errno == EINTR)
            ;
          g_set_error_literal (error, MODEL_ERROR, MODEL_ERROR_VALUE, _("interrupted"));
          return -1;
        }
      g_usleep (PATIENCE);
    }
  return ended == child && WIFEXITED (status) ? WEXITSTATUS (status) : 255;
}

/* Returns the first line of a file in memory that has the word "error". */
static char *
first_error (int file)
{
  char buffer[4096];
  const gssize n = pread (file, buffer, sizeof buffer - 1, 0);
  char *line;

  buffer[MAX (0, n)] = '\0';
  line = strstr (buffer, "error");
  while (line != NULL && line > buffer && line[-1] != '\n')
    line--;
  if (line == NULL)
    line = buffer;
  return g_utf8_make_valid (line, (gssize) strcspn (line, "\n"));
}

/* Runs the compiler, which writes its output to `path`. Returns FALSE with a reason or an error. */
static gboolean
run_compiler (const char *compiler, const char *folder, const char *path, const char *source, ModelCodeGoOn go_on, gpointer user, char **why, GError **error)
{
  const char *const arguments[] = { compiler, "-x", "c", "-std=c99", strlen (source) > LONG_SOURCE ? "-O1" : "-O2", "-fPIC", "-shared", "-fvisibility=hidden",
                                    "-ffp-contract=off", "-w", "-o", path, "-", "-lm", NULL };
  const int input = make_input (source), messages = memfd_create ("messages", MFD_CLOEXEC);
  g_auto (GStrv) environment = g_environ_setenv (g_environ_setenv (g_get_environ (), "LC_ALL", "C", TRUE), "TMPDIR", folder, TRUE);
  g_autoptr (GError) failure = NULL;
  GPid child = 0;
  int status = -1;

  if (input >= 0 && messages >= 0
      && g_spawn_async_with_fds (folder, (char **) arguments, environment, G_SPAWN_DO_NOT_REAP_CHILD, lead_group, NULL, &child, input, messages, messages, &failure))
    {
      status = wait_for (child, go_on, user, error);
      g_spawn_close_pid (child);
      if (status > 0)
        {
          g_autofree char *line = first_error (messages);

          *why = g_strdup_printf (_("the C compiler '%s' failed: %s"), compiler, line);
        }
    }
  else
    *why = g_strdup_printf (_("the C compiler '%s' did not start: %s"), compiler, failure != NULL ? failure->message : g_strerror (errno));
  if (input >= 0)
    close (input);
  if (messages >= 0)
    close (messages);
  return status == 0;
}

/* Deletes the files in a folder, and the folder. It must not contain other folders. */
static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) entries = g_dir_open (folder, 0, NULL);
  const char *name;

  while (entries != NULL && (name = g_dir_read_name (entries)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

GBytes *
model_code_compile (const char *source, ModelCodeGoOn go_on, gpointer user, char **why, GError **error)
{
  g_autofree char *compiler = find_compiler (), *folder = NULL, *path = NULL, *contents = NULL;
  g_autoptr (GError) failure = NULL;
  gsize size = 0;

  if (compiler == NULL)
    {
      *why = g_strdup (_("there is no C compiler 'cc', 'gcc' or 'clang'"));
      return NULL;
    }
  folder = g_dir_make_tmp ("stepwise-XXXXXX", &failure);
  if (folder == NULL)
    {
      *why = g_strdup (failure->message);
      return NULL;
    }
  path = g_build_filename (folder, "model.so", NULL);
  if (run_compiler (compiler, folder, path, source, go_on, user, why, error) && !g_file_get_contents (path, &contents, &size, &failure))
    *why = g_strdup (failure->message);
  remove_folder (folder);
  return contents != NULL ? g_bytes_new_take (g_steal_pointer (&contents), size) : NULL;
}
