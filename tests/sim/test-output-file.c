/* Tests that an output file is either complete or absent, whatever happens while it is written. */
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim-config.h"
#include "sim-output-file.h"

/* The replacement of fsync appends "f" for a file and "d" for a folder to this
 * text. It also appends "+" if the file `watched` already had its final content. */
static GString *synced;
static const char *watched;

int
fsync (int fd)
{
  struct stat info;
  g_autofree char *text = NULL;

  if (synced != NULL && fstat (fd, &info) == 0)
    {
      g_string_append (synced, S_ISDIR (info.st_mode) ? "d" : "f");
      if (watched != NULL && g_file_get_contents (watched, &text, NULL, NULL) && strcmp (text, "new") == 0)
        g_string_append_c (synced, '+');
    }
  return 0;
}

typedef struct
{
  char *folder, *path;
} Place;

static void
set_up (Place *place, gconstpointer data)
{
  place->folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  place->path = g_build_filename (place->folder, "run.csv", NULL);
}

/* Removes the named files and then the folder of the test. The test fails if the folder contains any other file. */
static void
expect_only (Place *place, const char *const *names)
{
  for (; *names != NULL; names++)
    {
      g_autofree char *path = g_build_filename (place->folder, *names, NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (place->folder), ==, 0);
}

static void
tear_down (Place *place, gconstpointer data)
{
  g_assert_false (g_file_test (place->folder, G_FILE_TEST_EXISTS)); /* each test ends with expect_only, which removes the folder */
  g_free (place->path);
  g_free (place->folder);
}

static void
put (const char *path, const char *text, mode_t mode)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_chmod (path, mode), ==, 0);
}

static void
expect (const char *path, const char *text)
{
  g_autofree char *is = NULL;

  g_assert_true (g_file_get_contents (path, &is, NULL, NULL));
  g_assert_cmpstr (is, ==, text);
}

static mode_t
mode_of (const char *path)
{
  struct stat info;

  g_assert_cmpint (lstat (path, &info), ==, 0);
  return info.st_mode & 07777;
}

static SimOutputFlags
flags_of (gconstpointer data)
{
  return (SimOutputFlags) GPOINTER_TO_INT (data);
}

/* Opens an output file and writes "new" to its stream. */
static SimOutputFile *
begin (const char *path, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  SimOutputFile *file = sim_output_file_open (path, flags_of (data), &error);

  g_assert_no_error (error);
  fputs ("new", sim_output_file_stream (file));
  return file;
}

static void
write_new (const char *path, gconstpointer data)
{
  g_autoptr (SimOutputFile) file = begin (path, data);
  g_autoptr (GError) error = NULL;

  g_assert_true (sim_output_file_commit (file, &error));
  g_assert_no_error (error);
}

static void
expect_refused (const char *path, gconstpointer data, const char *reason)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (sim_output_file_open (path, flags_of (data), &error));
  g_assert_error (error, SIM_ERROR, SIM_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, reason));
}

/* ---- tests ---- */

static void
test_new (Place *place, gconstpointer data)
{
  mode_t mask = umask (027);
  g_autoptr (SimOutputFile) file = begin (place->path, data);

  g_assert_false (g_file_test (place->path, G_FILE_TEST_EXISTS));
  g_assert_true (sim_output_file_commit (file, NULL));
  umask (mask);
  expect (place->path, "new");
  g_assert_cmphex (mode_of (place->path), ==, 0640);
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

static void
test_discarded (Place *place, gconstpointer data)
{
  SimOutputFile *file;

  put (place->path, "old", 0644);
  file = begin (place->path, data);
  sim_output_file_free (file);
  expect (place->path, "old");
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

static void
test_mode (Place *place, gconstpointer data)
{
  static const mode_t modes[] = { 0600, 0664, 0755 };

  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      put (place->path, "old", modes[i]);
      write_new (place->path, data);
      expect (place->path, "new");
      g_assert_cmphex (mode_of (place->path), ==, modes[i]);
    }
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

/* Only root can give a file to another user, so that other users cannot run this test. */
static void
test_owner (Place *place, gconstpointer data)
{
  struct stat info;

  put (place->path, "old", 0640);
  if (chown (place->path, 12, 34) == 0)
    {
      write_new (place->path, data);
      g_assert_cmpint (lstat (place->path, &info), ==, 0);
      g_assert_cmpint (info.st_uid, ==, 12);
      g_assert_cmpint (info.st_gid, ==, 34);
      g_assert_cmphex (mode_of (place->path), ==, 0640);
    }
  else
    g_test_skip ("this user cannot change the owner of files");
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

/* Tests a symbolic link to a file, and one to a file that does not exist yet. */
static void
test_link (Place *place, gconstpointer data)
{
  g_autofree char *link = g_build_filename (place->folder, "link", NULL), *to = NULL;

  g_assert_cmpint (symlink ("run.csv", link), ==, 0);
  write_new (link, data);
  expect (place->path, "new");
  put (place->path, "old", 0600);
  write_new (link, data);
  to = g_file_read_link (link, NULL);
  g_assert_cmpstr (to, ==, "run.csv");
  expect (place->path, "new");
  g_assert_cmphex (mode_of (place->path), ==, 0600);
  expect_only (place, (const char *const[]) { "run.csv", "link", NULL });
}

static void
test_refused (Place *place, gconstpointer data)
{
  g_autofree char *inside = g_build_filename (place->path, "x", NULL), *missing = g_build_filename (place->folder, "none/x", NULL);
  g_autofree char *loop = g_build_filename (place->folder, "loop", NULL), *slash = g_strconcat (place->folder, "/new/", NULL);
  g_autofree char *long_name = g_strnfill (300, 'n'), *endless = g_build_filename (place->folder, long_name, NULL);

  put (place->path, "old", 0444);
  g_assert_cmpint (symlink ("loop", loop), ==, 0);
  expect_refused (place->path, data, "the file is read-only");
  expect_refused (place->folder, data, g_strerror (EISDIR));
  expect_refused (inside, data, g_strerror (ENOTDIR));
  expect_refused (missing, data, g_strerror (ENOENT));
  expect_refused (loop, data, g_strerror (ELOOP));
  expect_refused (slash, data, g_strerror (EISDIR));
  expect_refused (endless, data, g_strerror (ENAMETOOLONG));
  expect (place->path, "old");
  expect_only (place, (const char *const[]) { "run.csv", "loop", NULL });
}

/* If the disk is full, both the stream and the direct write report an
 * error, and the old file does not change. */
static void
test_full (Place *place, gconstpointer data)
{
  struct rlimit before, none;
  g_autoptr (GError) error = NULL;
  SimOutputFile *file;

  put (place->path, "old", 0644);
  g_assert_cmpint (getrlimit (RLIMIT_FSIZE, &before), ==, 0);
  none = before;
  none.rlim_cur = 2;
  signal (SIGXFSZ, SIG_IGN);
  file = begin (place->path, data);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &none), ==, 0);
  g_assert_false (sim_output_file_commit (file, &error));
  g_assert_error (error, SIM_ERROR, SIM_ERROR_FILE);
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
  g_clear_error (&error);
  sim_output_file_free (file);

  file = sim_output_file_open (place->path, flags_of (data), NULL);
  g_assert_false (sim_output_file_write (file, "new", 3, &error));
  g_assert_nonnull (strstr (error->message, g_strerror (EFBIG)));
  g_clear_error (&error);
  g_assert_true (sim_output_file_failed (file));
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &before), ==, 0);
  g_assert_false (sim_output_file_write (file, "w", 1, NULL)); /* after a failed write, later writes and the commit must fail too,
                                                                * because a part of the content is missing */
  g_assert_false (sim_output_file_commit (file, NULL));
  sim_output_file_free (file);
  expect (place->path, "old");
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

static void
test_two (Place *place, gconstpointer data)
{
  g_autoptr (SimOutputFile) first = begin (place->path, data);
  g_autoptr (SimOutputFile) second = begin (place->path, data);

  fputs (" first", sim_output_file_stream (first));
  fputs (" second", sim_output_file_stream (second));
  g_assert_true (sim_output_file_commit (second, NULL));
  expect (place->path, "new second");
  g_assert_true (sim_output_file_commit (first, NULL));
  expect (place->path, "new first");
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

static void
test_killed (Place *place, gconstpointer data)
{
  int ready[2], status;
  char byte;
  pid_t child;

  put (place->path, "old", 0644);
  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  if (child == 0)
    {
      SimOutputFile *file = sim_output_file_open (place->path, 0, NULL);

      sim_output_file_write (file, "new", 3, NULL);
      if (write (ready[1], "x", 1) == 1)
        pause ();
      _exit (1);
    }
  g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
  kill (child, SIGKILL);
  g_assert_cmpint (waitpid (child, &status, 0), ==, child);
  g_assert_true (WIFSIGNALED (status));
  close (ready[0]);
  close (ready[1]);
  expect (place->path, "old");
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

/* The content is flushed to the disk before the file gets its name. After that the folder is flushed too. */
static void
test_synced (Place *place, gconstpointer data)
{
  gboolean cache = (flags_of (data) & SIM_OUTPUT_CACHE) != 0;

  synced = g_string_new (NULL);
  watched = place->path;
  write_new (place->path, data);
  g_assert_cmpstr (synced->str, ==, cache ? "" : "fd+");
  put (place->path, "old", 0644);
  g_string_truncate (synced, 0);
  write_new (place->path, data);
  g_assert_cmpstr (synced->str, ==, cache ? "" : "fd+");
  g_string_free (synced, TRUE);
  synced = NULL;
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

static void
test_partial (Place *place, gconstpointer data)
{
  static const char *const names[] = { NULL, "run-partial.csv", "run-partial-2.csv" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SimOutputFile) file = begin (place->path, data);
      g_autofree char *kept_in = NULL, *expected = names[i] != NULL ? g_build_filename (place->folder, names[i], NULL) : NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (sim_output_file_commit_partial (file, &kept_in, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (kept_in, ==, expected);
      expect (expected != NULL ? expected : place->path, "new");
      if (i == 0)
        put (place->path, "old", 0600);
      else
        g_assert_cmphex (mode_of (expected), ==, 0600);
    }
  expect (place->path, "old");
  expect_only (place, (const char *const[]) { "run.csv", "run-partial.csv", "run-partial-2.csv", NULL });
}

/* A path such as "/dev/fd/3" names an open file descriptor. Its file is not replaced,
 * and the output is written at its current position. The file may be open for appending. */
static void
test_descriptor (Place *place, gconstpointer data)
{
  g_autofree char *name = NULL;
  int fd;

  put (place->path, "old", 0644);
  fd = open (place->path, O_WRONLY | O_APPEND | O_CLOEXEC);
  name = g_strdup_printf ("/dev/fd/%d", fd);
  write_new (name, data);
  close (fd);
  expect (place->path, "oldnew");
  expect_refused (name, data, g_strerror (EBADF));
  expect_only (place, (const char *const[]) { "run.csv", NULL });
}

static void
test_device (Place *place, gconstpointer data)
{
  struct stat info;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new ("new", 3);

  write_new ("/dev/null", data);
  g_assert_false (sim_write_file ("/dev/full", bytes, flags_of (data), &error));
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  g_assert_cmpint (stat ("/dev/null", &info), ==, 0);
  g_assert_true (S_ISCHR (info.st_mode));
  expect_only (place, (const char *const[]) { NULL });
}

static void
test_same (Place *place, gconstpointer data)
{
  g_autofree char *dotted = g_build_filename (place->folder, ".", "run.csv", NULL), *soft = g_build_filename (place->folder, "link", NULL);
  g_autofree char *hard = g_build_filename (place->folder, "hard", NULL), *other = g_build_filename (place->folder, "other", NULL);

  g_assert_cmpint (symlink ("run.csv", soft), ==, 0);
  for (int exists = 0; exists < 2; exists++)
    {
      g_assert_true (sim_paths_same_file (place->path, place->path));
      g_assert_true (sim_paths_same_file (place->path, dotted));
      g_assert_true (sim_paths_same_file (soft, dotted));
      g_assert_false (sim_paths_same_file (place->path, other));
      put (place->path, "old", 0644);
    }
  g_assert_cmpint (link (place->path, hard), ==, 0);
  g_assert_true (sim_paths_same_file (place->path, hard));
  g_assert_false (sim_paths_same_file ("/dev/null", "/dev/null")); /* two outputs may both go to the null device */
  put (other, "old", 0644);
  g_assert_false (sim_paths_same_file (place->path, other));
  expect_only (place, (const char *const[]) { "run.csv", "link", "hard", "other", NULL });
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; SimOutputFlags flags; } kinds[] = { { "unnamed", 0 }, { "named", SIM_OUTPUT_NAMED },
                                                                              { "cache", SIM_OUTPUT_CACHE } };
  static const struct { const char *title; void (*func) (Place *, gconstpointer); } tests[] = {
    { "a-new-file-gets-its-name-when-complete-and-has-the-mode-of-umask", test_new },
    { "discarding-an-output-keeps-the-old-file", test_discarded },
    { "the-mode-of-the-old-file-is-kept", test_mode },
    { "the-owner-and-the-group-of-the-old-file-are-kept", test_owner },
    { "output-to-a-symbolic-link-is-written-to-its-target", test_link },
    { "read-only-files-and-folders-are-refused", test_refused },
    { "a-full-disk-is-reported-and-the-old-file-is-kept", test_full },
    { "the-file-has-the-complete-output-of-the-last-of-two-writers", test_two },
    { "the-file-and-then-its-folder-are-synchronized-to-disk", test_synced },
    { "a-partial-file-gets-a-name-that-does-not-exist", test_partial },
    { "output-to-an-open-file-descriptor-is-appended", test_descriptor },
    { "devices-are-written-directly", test_device },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint k = 0; k < G_N_ELEMENTS (kinds); k++)
    for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
      {
        g_autofree char *path = g_strdup_printf ("/sim/output-file/%s/%s", kinds[k].name, tests[i].title);

        g_test_add (path, Place, GINT_TO_POINTER (kinds[k].flags), set_up, tests[i].func, tear_down);
      }
  g_test_add ("/sim/output-file/the-old-file-stays-unchanged-if-the-writer-is-killed", Place, NULL, set_up, test_killed, tear_down);
  g_test_add ("/sim/output-file/different-names-of-the-same-file-are-recognized", Place, NULL, set_up, test_same, tear_down);
  return g_test_run ();
}
