#include "wb-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-dialogs.h"
#include "wb-export-window.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-user-models.h"

static void
say (WbWindow *window, const GError *error)
{
  wb_session_message (wb_window_session (window), error->message);
}

/* ---- open, new, save ---- */

static void
on_open (const char *path, gpointer user)
{
  if (path != NULL)
    wb_window_open_path (user, path);
}

void
wb_window_ask_open (WbWindow *window)
{
  wb_dialogs_open_file (GTK_WINDOW (window), _("Open"), _("Models and sessions"), "*.yaml *.yml *.stepwise", on_open, window);
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, WbWindow *window)
{
  gboolean taken = FALSE;

  for (GSList *link = g_value_get_boxed (value); link != NULL; link = link->next)
    {
      g_autofree char *path = g_file_get_path (link->data);
      WbWindow *place = window;

      if (path == NULL)
        continue;
      if (taken)
        {
          place = wb_window_new (gtk_window_get_application (GTK_WINDOW (window)));
          gtk_window_present (GTK_WINDOW (place));
        }
      wb_window_open_path (place, path);
      taken = TRUE;
    }
  return taken;
}

void
wb_window_accept_drops (WbWindow *window)
{
  GtkDropTarget *drop = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect (drop, "drop", G_CALLBACK (on_drop), window);
  gtk_widget_add_controller (GTK_WIDGET (window), GTK_EVENT_CONTROLLER (drop));
}

static void
open_in_editor (WbWindow *window, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!wb_dialogs_open_in_editor (GTK_WINDOW (window), path, &error))
    say (window, error);
}

/* Opens a model that was just written to the user's folder, in this window and
 * in the editor; takes path over. */
static void
open_new (WbWindow *window, char *path, const GError *error)
{
  g_autofree char *owned = path;

  if (error != NULL)
    say (window, error);
  if (path == NULL)
    return;
  wb_model_browser_rescan (wb_window_browser (window));
  wb_window_open_path (window, path);
  open_in_editor (window, path);
}

void
wb_window_new_model (WbWindow *window)
{
  g_autoptr (GError) error = NULL;
  char *path = wb_user_models_new (&error);

  open_new (window, path, error);
}

void
wb_window_edit (WbWindow *window)
{
  const char *path = wb_user_models_path (wb_window_session (window));

  if (path != NULL && wb_user_models_is_own (path))
    open_in_editor (window, path);
  else
    wb_window_edit_copy (window);
}

void
wb_window_edit_copy (WbWindow *window)
{
  g_autoptr (GError) error = NULL;
  char *path = wb_user_models_copy (wb_window_session (window), &error);

  open_new (window, path, error);
}

static void
save_to (WbWindow *window, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (!wb_session_file_save (path, wb_window_session (window), &error))
    {
      say (window, error);
      return;
    }
  wb_session_set_path (wb_window_session (window), path);
  wb_session_message (wb_window_session (window), _("Session saved"));
}

static void
on_save (const char *path, gpointer user)
{
  if (path != NULL)
    save_to (user, path);
}

void
wb_window_save (WbWindow *window, gboolean as)
{
  Model *model = wb_session_model (wb_window_session (window));
  g_autofree char *name = NULL;

  if (model == NULL)
    return;
  if (!as && wb_session_path (wb_window_session (window)) != NULL)
    {
      save_to (window, wb_session_path (wb_window_session (window)));
      return;
    }
  name = g_strconcat (model_id (model)[0] != '\0' ? model_id (model) : "session", ".stepwise", NULL);
  wb_dialogs_save_file (GTK_WINDOW (window), _("Save session"), name, on_save, window);
}

/* ---- actions of the menus ---- */

void
wb_window_export_plot (WbWindow *window, int index)
{
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));

  wb_export_window_choose_plot (export, index);
  gtk_window_present (GTK_WINDOW (export));
}
