/* Handles the command line, opens windows, and starts and ends the application. */
#include "wb-application.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <locale.h>
#include <string.h>

#include "wb-dialogs.h"
#include "wb-preferences.h"
#include "wb-recovery-copy.h"
#include "wb-recovery.h"
#include "wb-screenshot.h"
#include "wb-style.h"
#include "wb-view.h"
#include "wb-window.h"

struct _WbApplication
{
  GtkApplication parent_instance;
  WbScreenshot *shot;
  gboolean offered_recovery;
  int status;
};

G_DEFINE_FINAL_TYPE (WbApplication, wb_application, GTK_TYPE_APPLICATION)

int
wb_application_status (WbApplication *self)
{
  return self->status;
}

/* ---- windows ---- */

static void
apply_style_preference (void)
{
  g_autofree char *style = wb_preferences_get_string ("style");

  wb_style_set_choice (g_strcmp0 (style, "dark") == 0    ? WB_STYLE_DARK
                       : g_strcmp0 (style, "light") == 0 ? WB_STYLE_LIGHT
                                                         : WB_STYLE_SYSTEM);
}

static WbWindow *
open_window (WbApplication *self)
{
  WbWindow *window = wb_window_new (GTK_APPLICATION (self));
  g_autofree char *last = wb_preferences_get_string ("last-model");

  if (last[0] != '\0' && !wb_session_open_model (wb_window_session (window), last))
    wb_session_open_model (wb_window_session (window), "van-der-pol");
  return window;
}

static gboolean
take_screenshot (gpointer user)
{
  WbApplication *self = user;
  WbWindow *window = wb_window_new (GTK_APPLICATION (self));
  g_autoptr (GError) error = NULL;

  if (!wb_screenshot_take (self->shot, window, &error))
    {
      g_printerr ("stepwise: %s\n", error->message);
      self->status = 3;
    }
  gtk_window_close (GTK_WINDOW (window));
  g_application_release (G_APPLICATION (self));
  return G_SOURCE_REMOVE;
}

/* Returns whether the user has never opened a model with this program: the window then begins with the first screen, which offers to go on with a lesson
 * that was begun. */
static gboolean
is_first_start (void)
{
  GSettings *settings = wb_preferences_settings ();
  g_autoptr (GVariant) last = settings != NULL ? g_settings_get_user_value (settings, "last-model") : NULL;

  return settings != NULL && last == NULL && wb_lesson_library ()->len > 0;
}

static void
wb_application_activate (GApplication *application)
{
  WbApplication *self = WB_APPLICATION (application);
  WbWindow *window;

  if (self->shot != NULL)
    {
      g_application_hold (application);
      g_idle_add (take_screenshot, self);
      return;
    }
  window = (WbWindow *) gtk_application_get_active_window (GTK_APPLICATION (application));
  if (window == NULL)
    {
      window = open_window (self);
      gtk_window_present (GTK_WINDOW (window));
      if (is_first_start ())
        wb_window_show_view (window, wb_view_lessons.id);
      if (!self->offered_recovery && wb_preferences_get_boolean ("restore-session"))
        wb_recovery_offer (window);
      self->offered_recovery = TRUE;
      return;
    }
  gtk_window_present (GTK_WINDOW (window));
}

/* Returns the model of an argument: its path or, if it has no suffix and is not a file, the id of a model in the library. Returns NULL if
 * the file is not on this computer. Free the result with g_free. */
static char *
model_of (GFile *file)
{
  g_autofree char *path = g_file_get_path (file), *name = path != NULL ? g_path_get_basename (path) : NULL;

  if (path != NULL && strchr (name, '.') == NULL && !g_file_test (path, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&name);
  return g_steal_pointer (&path);
}

/* With --screenshot, one FILE means the same as --model. */
static void
shoot_file (WbApplication *self, GFile **files, int n_files)
{
  if (n_files > 1 || self->shot->model != NULL)
    {
      g_printerr ("stepwise: %s\n", _("a screenshot shows one model: give one FILE or --model"));
      self->status = 2;
      return;
    }
  self->shot->model = model_of (files[0]);
  g_application_activate (G_APPLICATION (self));
}

static void
wb_application_open (GApplication *application, GFile **files, int n_files, const char *hint)
{
  WbApplication *self = WB_APPLICATION (application);

  if (self->shot != NULL)
    {
      shoot_file (self, files, n_files);
      return;
    }
  for (int i = 0; i < n_files; i++)
    {
      WbWindow *window = wb_window_new (GTK_APPLICATION (application));
      g_autofree char *model = model_of (files[i]);

      gtk_window_present (GTK_WINDOW (window));
      if (model == NULL)
        wb_session_message (wb_window_session (window), _("Only files on this computer can be opened"));
      else
        wb_window_open_path (window, model);
    }
}

/* ---- actions ---- */

static GtkWindow *
active (gpointer application)
{
  return gtk_application_get_active_window (GTK_APPLICATION (application));
}

static void about (GSimpleAction *a, GVariant *v, gpointer application) { wb_dialogs_about (active (application)); }
static void preferences (GSimpleAction *a, GVariant *v, gpointer application) { wb_preferences_present (active (application)); }
static void new_window (GSimpleAction *a, GVariant *v, gpointer app) { gtk_window_present (GTK_WINDOW (open_window (app))); }

static void
quit (GSimpleAction *a, GVariant *v, gpointer application)
{
  GList *windows = g_list_copy (gtk_application_get_windows (GTK_APPLICATION (application)));

  for (GList *link = windows; link != NULL; link = link->next)
    gtk_window_close (link->data);
  g_list_free (windows);
}

/* Activates the action of the same name in the active window. D-Bus and the desktop file use these actions of the
 * application. */
static void
forward (GSimpleAction *action, GVariant *value, gpointer application)
{
  GtkWindow *window = active (application);
  g_autofree char *name = g_strconcat ("win.", g_action_get_name (G_ACTION (action)), NULL);

  if (window == NULL)
    {
      g_application_activate (application);
      window = active (application);
    }
  if (window != NULL)
    gtk_widget_activate_action_variant (GTK_WIDGET (window), name, value);
}

static const GActionEntry entries[] = {
  { "about", about }, { "preferences", preferences }, { "new-window", new_window }, { "quit", quit },
  { "run", forward }, { "step", forward }, { "reset", forward }, { "run-to-end", forward }, { "open-model", forward, "s" },
  { "view", forward, "s" }, { "open-lesson", forward, "s" }, { "open-cues", forward, "s" }, { "next-cue", forward }, { "previous-cue", forward },
};

static int
wb_application_handle_local_options (GApplication *application, GVariantDict *options)
{
  WbApplication *self = WB_APPLICATION (application);
  g_autoptr (GError) error = NULL;

  if (g_variant_dict_contains (options, "version"))
    {
      g_print ("Stepwise %s\n", WB_VERSION);
      return 0;
    }
  self->shot = wb_screenshot_from_options (options, &error);
  if (error != NULL)
    {
      g_printerr ("stepwise: %s\n", error->message);
      return 2;
    }
  if (g_variant_dict_contains (options, "new-window"))
    {
      if (!g_application_register (application, NULL, &error))
        {
          g_printerr ("stepwise: %s\n", error->message);
          return 1;
        }
      /* If another instance is running already, that instance opens the window. */
      if (g_application_get_is_remote (application))
        {
          g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
          return 0;
        }
    }
  if (self->shot != NULL)
    g_application_set_flags (application, g_application_get_flags (application) | G_APPLICATION_NON_UNIQUE);
  return -1;
}

static void
wb_application_startup (GApplication *application)
{
  G_APPLICATION_CLASS (wb_application_parent_class)->startup (application);
  /* gtk_init has set the user's locale. Numbers in files and in entries use the C
   * locale. */
  setlocale (LC_NUMERIC, "C");
  gtk_window_set_default_icon_name ("org.stepwise.Stepwise");
  wb_style_init ();
  apply_style_preference ();
  g_action_map_add_action_entries (G_ACTION_MAP (application), entries, G_N_ELEMENTS (entries), application);
}

static void
wb_application_shutdown (GApplication *application)
{
  G_APPLICATION_CLASS (wb_application_parent_class)->shutdown (application);
  wb_recovery_copies_wait ();
}

static void
wb_application_finalize (GObject *object)
{
  g_clear_pointer (&WB_APPLICATION (object)->shot, wb_screenshot_free);
  G_OBJECT_CLASS (wb_application_parent_class)->finalize (object);
}

static void
wb_application_class_init (WbApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = wb_application_finalize;
  application_class->activate = wb_application_activate;
  application_class->open = wb_application_open;
  application_class->startup = wb_application_startup;
  application_class->shutdown = wb_application_shutdown;
  application_class->handle_local_options = wb_application_handle_local_options;
}

static void
wb_application_init (WbApplication *self)
{
  static const GOptionEntry options[] = {
    { "new-window", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Open a new window"), NULL },
    { "version", 0, 0, G_OPTION_ARG_NONE, NULL, N_("Show the version and exit"), NULL },
    { NULL },
  };

  g_application_add_main_option_entries (G_APPLICATION (self), options);
  wb_screenshot_add_options (G_APPLICATION (self));
  g_application_set_option_context_parameter_string (G_APPLICATION (self), _("[FILE…]"));
}

WbApplication *
wb_application_new (void)
{
  return g_object_new (WB_TYPE_APPLICATION, "application-id", "org.stepwise.Stepwise", "flags", G_APPLICATION_HANDLES_OPEN,
                       "resource-base-path", "/org/stepwise/Stepwise", NULL);
}
