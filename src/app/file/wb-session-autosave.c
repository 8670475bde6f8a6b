/* Autosave. The text is made on the main thread and written on another one,
 * because a disk may be slow. */
#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "plot-export.h"
#include "wb-job.h"
#include "wb-session-file.h"

/* The autosave of one session, which owns it. */
typedef struct
{
  guint id;        /* number of the session in this process */
  WbJob *job;      /* job that writes, or NULL */
  gboolean again;  /* the session changed while the job wrote */
  guint source;    /* timer for the next write, due at `when` */
  gint64 when;     /* monotonic µs */
  gboolean failed; /* a failure was reported */
} Autosave;

typedef struct { char *folder, *path, *text; } Writing;

/* Held while a copy is written or removed, so that a write in progress does not
 * bring back a removed copy. */
static GMutex on_disk;

static char *
autosave_folder (void)
{
  return g_build_filename (g_get_user_state_dir (), "stepwise", NULL);
}

static void
autosave_free (gpointer data)
{
  g_clear_handle_id (&((Autosave *) data)->source, g_source_remove);
  g_free (data);
}

static Autosave *
autosave_of (WbSession *session)
{
  static guint last_id;
  Autosave *autosave = g_object_get_data (G_OBJECT (session), "autosave");

  if (autosave == NULL)
    {
      autosave = g_new0 (Autosave, 1);
      autosave->id = ++last_id;
      g_object_set_data_full (G_OBJECT (session), "autosave", autosave, autosave_free);
    }
  return autosave;
}

static char *
autosave_path (WbSession *session)
{
  g_autofree char *folder = autosave_folder ();
  g_autofree char *name = g_strdup_printf ("autosave-%ld-%u.stepwise", (long) getpid (), autosave_of (session)->id);

  return g_build_filename (folder, name, NULL);
}

/* ---- on the pool ---- */

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  g_free (writing->folder);
  g_free (writing->path);
  g_free (writing->text);
  g_free (writing);
}

static gpointer
write_copy (WbJob *job, gpointer data, GError **error)
{
  Writing *writing = data;
  g_autoptr (GBytes) bytes = g_bytes_new_static (writing->text, strlen (writing->text));

  g_mutex_lock (&on_disk);
  if (wb_job_go_on (job, 0) && g_mkdir_with_parents (writing->folder, 0700) != 0)
    g_set_error (error, G_FILE_ERROR, g_file_error_from_errno (errno), "%s: %s", writing->folder, g_strerror (errno));
  else if (wb_job_go_on (job, 0))
    plot_write_file (writing->path, bytes, error);
  g_mutex_unlock (&on_disk);
  return NULL;
}

/* ---- on the main thread ---- */

static void
on_written (gpointer session, gpointer result, const GError *error)
{
  Autosave *autosave = autosave_of (session);

  autosave->job = NULL;
  /* A failure that repeats every few seconds is reported once. */
  if (error != NULL && !autosave->failed)
    {
      g_autofree char *text = g_strdup_printf (_("The session cannot be saved for recovery after a crash: %s"), error->message);

      wb_session_message (session, text);
    }
  autosave->failed = error != NULL;
  if (autosave->again)
    wb_session_file_autosave (session);
}

void
wb_session_file_autosave (WbSession *session)
{
  Autosave *autosave = autosave_of (session);
  char *text;
  Writing *writing;

  autosave->again = autosave->job != NULL;
  if (autosave->again || (text = wb_session_file_text (session)) == NULL)
    return;
  writing = g_new0 (Writing, 1);
  writing->folder = autosave_folder ();
  writing->path = autosave_path (session);
  writing->text = text;
  autosave->job = wb_job_start (session, write_copy, writing, writing_free, on_written, NULL);
}

/* A change is saved after a few seconds, so that several are written together;
 * the progress of a run is saved less often. */
#define AFTER_CHANGE_SECONDS 3
#define WHILE_RUNNING_SECONDS 10

static void save_in (WbSession *session, guint seconds);

static gboolean
on_time (gpointer session)
{
  autosave_of (session)->source = 0;
  wb_session_file_autosave (session);
  if (wb_session_state (session) == SIM_RUN_RUNNING)
    save_in (session, WHILE_RUNNING_SECONDS);
  return G_SOURCE_REMOVE;
}

static void
save_in (WbSession *session, guint seconds)
{
  Autosave *autosave = autosave_of (session);
  gint64 when = g_get_monotonic_time () + seconds * G_USEC_PER_SEC;

  if (autosave->source != 0 && autosave->when <= when)
    return;
  g_clear_handle_id (&autosave->source, g_source_remove);
  autosave->source = g_timeout_add_seconds (seconds, on_time, session);
  autosave->when = when;
}

void
wb_session_file_autosave_soon (WbSession *session)
{
  save_in (session, AFTER_CHANGE_SECONDS);
}

void
wb_session_file_closed (WbSession *session)
{
  Autosave *autosave = autosave_of (session);
  g_autofree char *path = autosave_path (session);

  g_clear_handle_id (&autosave->source, g_source_remove);
  g_clear_pointer (&autosave->job, wb_job_cancel);
  autosave->again = FALSE;
  g_mutex_lock (&on_disk);
  g_remove (path);
  g_mutex_unlock (&on_disk);
}

char *
wb_session_file_find_left (void)
{
  g_autofree char *folder = autosave_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  char *best = NULL;
  gint64 newest = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      long pid = 0;
      GStatBuf info;
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (sscanf (name, "autosave-%ld-", &pid) != 1 || pid <= 0 || pid == (long) getpid ())
        continue;
      if (kill ((pid_t) pid, 0) == 0 || errno == EPERM || g_stat (path, &info) != 0)
        continue;
      if (info.st_mtime >= newest)
        {
          newest = info.st_mtime;
          g_free (best);
          best = g_steal_pointer (&path);
        }
    }
  return best;
}
