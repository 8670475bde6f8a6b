#include "wb-test.h"
#include "wb-test-log.h"

#include <libintl.h>
#include <locale.h>
#include <string.h>

#include "wb-preferences.h"
#include "wb-style.h"
#include "wb-tooltip.h"

gboolean
wb_test_is_excused (const GLogField *fields, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (strcmp (fields[i].key, "MESSAGE") == 0 && g_str_has_prefix (fields[i].value, "Trying to snapshot GtkGizmo ")
        && strstr (fields[i].value, "without a current allocation") != NULL)
      return TRUE;
  return FALSE;
}

static WbTestExcuse excuse_more;

void
wb_test_excuse_also (WbTestExcuse excuse)
{
  excuse_more = excuse;
}

/* The log of GTK does not call the handler set by g_test_log_set_fatal_handler. The default writer ends the test at a warning; the writer
 * of the standard streams does not. */
static GLogWriterOutput
write_log (GLogLevelFlags level, const GLogField *fields, gsize n, gpointer user)
{
  const gboolean passes = wb_test_is_excused (fields, n) || (excuse_more != NULL && excuse_more (fields, n));

  return passes ? g_log_writer_standard_streams (level, fields, n, user) : g_log_writer_default (level, fields, n, user);
}

void
wb_test_init (void)
{
  g_log_set_writer_func (write_log, NULL, NULL);
  setlocale (LC_NUMERIC, "C");
  wb_style_init ();
}

void
wb_test_init_german (int *argc, char ***argv)
{
  g_autofree char *locales = wb_preferences_locale_folder ();

  gtk_test_init (argc, argv, NULL);
  setlocale (LC_ALL, "");
  wb_test_init ();
  bindtextdomain ("stepwise", locales);
  bind_textdomain_codeset ("stepwise", "UTF-8");
  textdomain ("stepwise");
  g_assert_cmpstr (gettext ("Laboratory"), ==, "Labor");
}

GtkWindow *
wb_test_newest_window (GtkWindow *not_this)
{
  GListModel *windows = gtk_window_get_toplevels ();
  GtkWindow *newest = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (window != not_this && gtk_widget_get_mapped (GTK_WIDGET (window)))
        newest = window;
    }
  return newest;
}

void
wb_test_spin (void)
{
  for (int i = 0; i < 80; i++)
    g_main_context_iteration (NULL, FALSE);
}

void
wb_test_turn (double seconds)
{
  for (gint64 end = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC); g_get_monotonic_time () < end;)
    if (!g_main_context_iteration (NULL, FALSE))
      g_usleep (1000);
}

WbWindow *
wb_test_window (const char *model)
{
  WbWindow *window = wb_window_new (NULL);

  wb_session_set_rate (wb_window_session (window), 0);
  gtk_window_present (GTK_WINDOW (window));
  gtk_test_widget_wait_for_draw (GTK_WIDGET (window));
  if (model != NULL)
    g_assert_true (wb_window_open_path (window, model));
  wb_test_spin ();
  return window;
}

WbWindow *
wb_test_window_at (const char *model, double t)
{
  WbWindow *window = wb_test_window (model);

  wb_run_item_run_to (wb_session_current (wb_window_session (window)), t);
  wb_session_poll (wb_window_session (window));
  wb_window_refresh (window);
  return window;
}

void
wb_test_close (WbWindow *window)
{
  gpointer left = window;

  g_object_add_weak_pointer (G_OBJECT (window), &left);
  gtk_window_close (GTK_WINDOW (window));
  WAIT_FOR (left == NULL);
}

void
wb_test_act (WbWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

void
wb_test_finish (WbSession *session)
{
  wb_session_run_to_end (session);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
}

void
wb_test_assert_value (WbSession *session, WbKind kind, const char *key, const char *expected)
{
  g_autofree char *text = wb_session_get (session, kind, key);

  g_assert_cmpstr (text, ==, expected);
}

int
wb_test_plot (WbWindow *window, const PlotKind *kind)
{
  WbSimulateView *view = wb_window_simulate (window);

  for (int i = 0; i < wb_plot_set_n (wb_simulate_view_plots (view)); i++)
    if (wb_plot_set_spec (wb_simulate_view_plots (view), i)->kind == kind)
      return i;
  g_assert_not_reached ();
}

GtkWidget *
wb_test_find (GtkWidget *from, GType type, const char *text)
{
  if (g_type_is_a (G_OBJECT_TYPE (from), type)
      && (text == NULL || gtk_widget_has_css_class (from, text) || g_strcmp0 (wb_tooltip_get (from), text) == 0))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = wb_test_find (child, type, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

GtkWidget *
wb_test_label_with (GtkWidget *from, const char *text)
{
  if (GTK_IS_LABEL (from) && gtk_widget_get_mapped (from) && strstr (gtk_label_get_text (GTK_LABEL (from)), text) != NULL)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = wb_test_label_with (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

WbField *
wb_test_field (GtkWidget *from, const char *key)
{
  WbField *found = wb_field_of (from) != NULL && strcmp (wb_field_key (wb_field_of (from)), key) == 0 ? wb_field_of (from) : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (from); found == NULL && child != NULL; child = gtk_widget_get_next_sibling (child))
    found = wb_test_field (child, key);
  return found;
}

void
wb_test_type (WbField *field, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (wb_test_find (wb_field_control (field), GTK_TYPE_TEXT, NULL)), text);
}

const char *
wb_test_toast (WbWindow *window)
{
  GtkWidget *toast = wb_test_find (GTK_WIDGET (window), GTK_TYPE_BOX, "toast");
  GtkWidget *label = toast != NULL ? wb_test_find (toast, GTK_TYPE_LABEL, NULL) : NULL;

  return label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

GtkEventController *
wb_test_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (g_type_is_a (G_OBJECT_TYPE (controller), type))
        return controller; /* the widget owns it */
    }
  return NULL;
}

gboolean
wb_test_press (GtkWidget *widget, guint key, GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  gboolean taken = FALSE;

  for (guint i = 0; !taken && i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller))
        g_signal_emit_by_name (controller, "key-pressed", key, 0u, state, &taken);
    }
  return taken;
}

char *
wb_test_place (const char *name)
{
  return g_build_filename (g_get_tmp_dir (), name, NULL);
}

int
wb_test_n_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  int n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

void
wb_test_count (gpointer object, const char *text, int *count)
{
  ++*count;
}

char *
wb_test_write (const char *folder, const char *name, const char *text)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, &error));
  g_assert_no_error (error);
  return path;
}

static void
on_text (GObject *source, GAsyncResult *result, gpointer user)
{
  char **text = user;

  g_free (*text);
  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
  if (*text == NULL)
    *text = g_strdup ("");
}

char *
wb_test_clipboard (GtkWidget *widget)
{
  char *text = NULL;

  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (widget), NULL, on_text, &text);
  WAIT_FOR (text != NULL);
  return text;
}

void
wb_test_clear_clipboard (GtkWidget *widget)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), "");
}

char *
wb_test_run_command (const char *command, const char *arguments)
{
  static const char name[] = "stepwise-cli ";
  g_autofree char *program = g_shell_quote (g_getenv ("STEPWISE_CLI")), *line = NULL;
  char *out = NULL;
  int status = -1;

  g_assert_true (g_str_has_prefix (command, name));
  line = g_strdup_printf ("%s %s %s", program, command + strlen (name), arguments);
  g_assert_true (g_spawn_command_line_sync (line, &out, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
  return out;
}
