/* Asks about the recovery copies of ended processes and opens them. */
#include "wb-recovery.h"

#include <glib/gi18n.h>

#include "wb-dialogs.h"
#include "wb-session-file.h"

/* The window that asks about copies of ended processes, and these copies. Closing the window closes the dialog. */
typedef struct { WbWindow *window; GPtrArray *left; } Recovery;

static void
recovery_free (gpointer data)
{
  Recovery *recovery = data;

  g_ptr_array_unref (recovery->left);
  g_free (recovery);
}

static void
restore (WbWindow *window, WbRecoveryCopy *copy)
{
  g_autoptr (GError) error = NULL;

  if (wb_session_file_restore (wb_window_session (window), copy, &error))
    return;
  /* Do not offer this copy again. Keep it, because a later version of the program may be able to read it. */
  wb_recovery_copy_set_aside (copy, "unread");
  wb_session_message (wb_window_session (window), error->message);
}

static void
on_answer (WbAnswer answer, gpointer user)
{
  Recovery *recovery = user;

  for (guint i = 0; i < recovery->left->len; i++)
    {
      WbRecoveryCopy *copy = g_ptr_array_index (recovery->left, i);

      if (answer == WB_ANSWER_NO)
        wb_recovery_copy_set_aside (copy, "discarded");
      else if (answer == WB_ANSWER_YES)
        {
          WbWindow *window = i == 0 ? recovery->window : wb_window_new (gtk_window_get_application (GTK_WINDOW (recovery->window)));

          if (i > 0)
            gtk_window_present (GTK_WINDOW (window));
          restore (window, copy);
        }
    }
}

void
wb_recovery_offer (WbWindow *window)
{
  g_autoptr (GPtrArray) left = wb_recovery_copies_find_left ();
  guint n = left->len;
  g_autofree char *title = g_strdup_printf (ngettext ("Restore the last session", "Restore the last %u sessions", n), n);
  Recovery *recovery;

  if (n == 0)
    return;
  recovery = g_new0 (Recovery, 1);
  recovery->window = window;
  recovery->left = g_steal_pointer (&left);
  wb_dialogs_ask (GTK_WINDOW (window), title,
                  ngettext ("Stepwise ended unexpectedly. The open session was saved. A discarded session is kept for a week.",
                            "Stepwise ended unexpectedly. The open sessions were saved. Discarded sessions are kept for a week.", n),
                  _("Restore"), _("Discard"), on_answer, recovery, recovery_free);
}
