/* Opens and saves models, sessions and the user's own files, and asks about changes that are not saved. */
#include "wb-window-measured.h"
#include "wb-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "model-diagnostic.h"
#include "model-yaml.h"
#include "wb-dialogs.h"
#include "wb-export-window.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-user-models.h"
#include "wb-seal-window.h"
#include "wb-verify-window.h"
#include "wb-view.h"

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
  wb_dialogs_open_file (GTK_WINDOW (window), _("Open"), _("Models, sessions, studies and tables of data"), "*.yaml *.yml *.stepwise *.ode *.sbml *.xml *.txt *.eq *.tex *.csv *.tsv", on_open, window);
}

/* Returns whether a point of the window is in a plot that shows measured data. */
static gboolean
is_on_plot (WbWindow *window, double x, double y)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (window), x, y, GTK_PICK_DEFAULT);
  GtkWidget *area = picked != NULL ? gtk_widget_get_ancestor (picked, WB_TYPE_PLOT_AREA) : NULL;
  WbSimulateView *simulate = wb_window_simulate (window);
  WbPlotSet *plots = wb_plot_set_of (wb_window_session (window));

  for (int i = 0; area != NULL && i < wb_plot_set_n (plots); i++)
    if (GTK_WIDGET (wb_simulate_view_area (simulate, i)) == area)
      return (wb_plot_set_spec (plots, i)->kind->menu & PLOT_MENU_MEASURED) != 0;
  return FALSE;
}

/* A table of data becomes points in the plot on which it is dropped; elsewhere it is fitted. */
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
      if (!taken && wb_window_is_table (path) && is_on_plot (window, x, y))
        {
          wb_window_show_measured (window, path);
          taken = TRUE;
          continue;
        }
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

void
wb_window_open_own (WbWindow *window, const char *path)
{
  g_autofree char *kept = g_strdup (path);

  wb_model_browser_rescan (wb_window_browser (window));
  wb_window_open_path (window, kept);
}

/* ---- changes that are not saved ---- */

typedef struct
{
  WbWindow *window;
  void (*go) (WbWindow *window);
  char *path; /* path to open; if NULL, `go` is called instead */
  gboolean model;
} Waiting;

static void
waiting_free (gpointer data)
{
  Waiting *waiting = data;

  g_free (waiting->path);
  g_free (waiting);
}

static void
on_changes (WbChanges answer, gpointer user)
{
  Waiting *waiting = user;
  WbModelEditor *editor = wb_window_editor (waiting->window);
  g_autofree char *copy = NULL;

  if (answer == WB_CHANGES_KEEP || (answer == WB_CHANGES_SAVE && !wb_model_editor_save (editor, &copy)))
    return;
  if (answer == WB_CHANGES_DISCARD)
    wb_model_editor_discard (editor);
  if (copy != NULL)
    wb_model_browser_rescan (wb_window_browser (waiting->window));
  if (waiting->go != NULL)
    waiting->go (waiting->window);
  else if (waiting->model)
    wb_window_open_model (waiting->window, waiting->path);
  else
    wb_window_open_path (waiting->window, waiting->path);
}

static void
ask_changes (WbWindow *window, void (*go) (WbWindow *window), const char *path, gboolean model)
{
  Waiting *waiting = g_new0 (Waiting, 1);
  g_autofree char *file = wb_model_editor_file_name (wb_window_editor (window));

  *waiting = (Waiting) { window, go, g_strdup (path), model };
  wb_dialogs_ask_changes (GTK_WINDOW (window), file, on_changes, waiting, waiting_free);
}

void
wb_window_ask_changes (WbWindow *window, void (*go) (WbWindow *window))
{
  ask_changes (window, go, NULL, FALSE);
}

void
wb_window_ask_open_path (WbWindow *window, const char *path, gboolean model)
{
  ask_changes (window, NULL, path, model);
}

/* ---- own models and editing ---- */

/* Opens a model that was just written to the user's folder and shows its text in the editor. Takes ownership of path. */
static void
open_new (WbWindow *window, char *path, const GError *error)
{
  g_autofree char *owned = path;

  if (error != NULL)
    say (window, error);
  if (owned == NULL)
    return;
  wb_window_open_own (window, owned);
  wb_window_show_view (window, wb_view_text.id);
}

gboolean
wb_window_import (WbWindow *window, const ModelImportKind *kind, const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *base = g_path_get_basename (path), *text = NULL, *messages = NULL;
  g_autoptr (GError) error = NULL;
  char *dot = strrchr (base, '.');

  if (model_file_is_stream (path))
    model_diagnostics_add (diagnostics, path, 0, 0, _("cannot be read: it is a pipe or a device"));
  else
    text = model_import_file (kind, path, diagnostics);
  if (text == NULL)
    {
      messages = model_diagnostics_to_string (diagnostics);
      wb_session_message (wb_window_session (window), g_strchomp (messages));
      return FALSE;
    }
  if (dot != NULL)
    *dot = '\0';
  open_new (window, wb_user_models_write (base, ".yaml", text, &error), error);
  return error == NULL;
}

static void
new_model (WbWindow *window)
{
  g_autoptr (GError) error = NULL;
  char *path = wb_user_models_new (&error);

  open_new (window, path, error);
}

void
wb_window_new_model (WbWindow *window)
{
  if (wb_window_has_changes (window))
    wb_window_ask_changes (window, new_model);
  else
    new_model (window);
}

void
wb_window_edit (WbWindow *window)
{
  const char *path = wb_user_models_path (wb_window_session (window));

  if (wb_window_has_changes (window) || (path != NULL && wb_user_models_is_own (path)))
    wb_window_show_view (window, wb_view_text.id);
  else
    wb_window_edit_copy (window);
}

static void
edit_copy (WbWindow *window)
{
  g_autoptr (GError) error = NULL;
  char *path = wb_user_models_copy (wb_window_session (window), &error);

  open_new (window, path, error);
}

void
wb_window_edit_copy (WbWindow *window)
{
  if (wb_window_has_changes (window))
    wb_window_ask_changes (window, edit_copy);
  else
    edit_copy (window);
}

void
wb_window_edit_outside (WbWindow *window)
{
  const char *path = wb_model_editor_path (wb_window_editor (window));
  g_autoptr (GError) error = NULL;

  if (path != NULL && !wb_dialogs_open_in_editor (GTK_WINDOW (window), path, &error))
    say (window, error);
}

/* ---- saving the session ---- */

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
  wb_seal_window_follow (GTK_WINDOW (window), wb_window_session (window), WB_SEAL_MOMENT);
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

void
wb_window_verify (WbWindow *window)
{
  const char *path = wb_session_path (wb_window_session (window));

  if (path == NULL)
    wb_session_message (wb_window_session (window), _("Save the session first; a saved session has seals with which its runs are compared"));
  else
    wb_verify_window_present (GTK_WINDOW (window), path);
}

/* ---- actions of the menus ---- */

void
wb_window_export_plot (WbWindow *window, int index)
{
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));

  wb_export_window_choose_plot (export, index);
  gtk_window_present (GTK_WINDOW (export));
}
