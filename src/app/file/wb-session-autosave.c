/* Autosave of sessions. The main thread makes the text, and another thread writes it, because a disk may be
 * slow. */
#include <glib/gi18n.h>

#include "wb-job.h"
#include "wb-session-file.h"

/* The state of the autosave of one session. The session owns it. */
typedef struct
{
  WbRecoveryCopy *copy;
  WbRecoveryCopy *restored; /* the copy from which the session was restored, kept until `copy` is written; or NULL */
  WbJob *job;      /* job that writes the copy, or NULL */
  gboolean again;  /* whether the session has changed while the job was writing */
  guint source;    /* timer of the next write, which is due at `when` */
  gint64 when;     /* time of the next write, monotonic µs */
  gboolean failed; /* whether a failure was reported to the user */
} Autosave;

typedef struct { WbRecoveryCopy *copy; char *text; } Writing;

static void
autosave_free (gpointer data)
{
  Autosave *autosave = data;

  g_clear_handle_id (&autosave->source, g_source_remove);
  wb_recovery_copy_unref (autosave->copy);
  wb_recovery_copy_unref (autosave->restored);
  g_free (autosave);
}

static Autosave *
autosave_of (WbSession *session)
{
  Autosave *autosave = g_object_get_data (G_OBJECT (session), "autosave");

  if (autosave == NULL)
    {
      autosave = g_new0 (Autosave, 1);
      autosave->copy = wb_recovery_copy_new ();
      g_object_set_data_full (G_OBJECT (session), "autosave", autosave, autosave_free);
    }
  return autosave;
}

/* ---- on the pool ---- */

static void
writing_free (gpointer data)
{
  Writing *writing = data;

  wb_recovery_copy_unref (writing->copy);
  g_free (writing->text);
  g_free (writing);
}

static gpointer
write_copy (WbJob *job, gpointer data, GError **error)
{
  Writing *writing = data;

  wb_recovery_copy_write (writing->copy, writing->text, error);
  return NULL;
}

/* ---- on the main thread ---- */

static void
on_written (gpointer session, gpointer result, const GError *error)
{
  Autosave *autosave = autosave_of (session);

  if (error == NULL && autosave->restored != NULL)
    {
      wb_recovery_copy_remove (autosave->restored);
      g_clear_pointer (&autosave->restored, wb_recovery_copy_unref);
    }
  /* Report a failure only once, because it would repeat every few seconds. */
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
  writing->copy = wb_recovery_copy_ref (autosave->copy);
  writing->text = text;
  wb_job_replace (&autosave->job, session, write_copy, writing, writing_free, on_written, NULL);
}

gboolean
wb_session_file_restore (WbSession *session, WbRecoveryCopy *left, GError **error)
{
  Autosave *autosave = autosave_of (session);

  if (!wb_session_file_load (wb_recovery_copy_path (left), session, error))
    return FALSE;
  wb_recovery_copy_unref (autosave->restored);
  autosave->restored = wb_recovery_copy_ref (left);
  wb_session_file_autosave (session);
  return TRUE;
}

/* Time in s from a change to the write, so that several changes are written together. Progress of a run is written less
 * often. */
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

  g_clear_handle_id (&autosave->source, g_source_remove);
  g_clear_pointer (&autosave->job, wb_job_cancel);
  autosave->again = FALSE;
  wb_recovery_copy_remove (autosave->copy);
  if (autosave->restored != NULL)
    wb_recovery_copy_remove (autosave->restored);
}
