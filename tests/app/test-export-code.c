/* Tests the page Model of the export window: a row for each language, the text of the command, and refusals by name. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "wb-export-window.h"

/* Returns the button with this label, or NULL. */
static GtkWidget *
button_of (GtkWidget *from, GType type, const char *label)
{
  if (g_type_is_a (G_OBJECT_TYPE (from), type)
      && g_strcmp0 (type == GTK_TYPE_CHECK_BUTTON ? gtk_check_button_get_label (GTK_CHECK_BUTTON (from)) : gtk_button_get_label (GTK_BUTTON (from)), label) == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = button_of (child, type, label);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static WbExportWindow *
export_of (WbWindow *window, const char *language, int *saved)
{
  WbExportWindow *export = wb_export_window_new (GTK_WINDOW (window), wb_window_session (window));

  wb_export_window_set_format (export, WB_EXPORT_CODE);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (button_of (GTK_WIDGET (export), GTK_TYPE_CHECK_BUTTON, model_code_target_name (model_code_target_find (language)))), TRUE);
  g_signal_connect (export, "saved", G_CALLBACK (wb_test_count), saved);
  gtk_window_present (GTK_WINDOW (export));
  WAIT_FOR (wb_export_window_is_settled (export));
  return export;
}

static const char *
said_by (WbExportWindow *export)
{
  GtkWidget *label = wb_test_find (GTK_WIDGET (export), GTK_TYPE_LABEL, "rejected");

  return gtk_widget_get_visible (label) ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

/* The page has the languages of the table, each chosen by its row. */
static void
test_languages (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  int saved = 0;
  WbExportWindow *export = export_of (window, "c", &saved);

  for (const ModelCodeTarget *const *target = model_code_targets (); *target != NULL; target++)
    {
      GtkWidget *row = button_of (GTK_WIDGET (export), GTK_TYPE_CHECK_BUTTON, model_code_target_name (*target));

      g_assert_nonnull (row);
      gtk_check_button_set_active (GTK_CHECK_BUTTON (row), TRUE);
      g_assert_true (wb_export_code_side_get (wb_export_window_code (export)) == *target);
    }
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

/* In every language the file has the bytes that the command writes for the values of the window. */
static void
test_bytes (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbSession *session = wb_window_session (window);

  g_assert_true (wb_session_set (session, WB_PARAMETER, "e", "0.7", NULL));
  g_assert_true (wb_session_set (session, WB_INITIAL, "h", "12", NULL));
  g_assert_true (wb_session_set (session, WB_TIME, "end", "9.5", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-5", NULL));
  for (const ModelCodeTarget *const *target = model_code_targets (); *target != NULL; target++)
    {
      const char *id = model_code_target_id (*target);
      g_autofree char *path = wb_test_place ("model.txt"), *expected = wb_test_place ("command.txt"), *printed = NULL;
      g_autofree char *arguments = g_strdup_printf ("--to %s --set e=0.7 --initial h=12 --end 9.5 --accuracy 1e-5 --output %s", id, expected), *ours = NULL, *theirs = NULL;
      gsize n_ours, n_theirs;
      int saved = 0;
      WbExportWindow *export = export_of (window, id, &saved);

      wb_export_window_save (export, path);
      WAIT_FOR (saved == 1);
      printed = wb_test_run_command ("stepwise-cli export bouncing-ball", arguments);
      g_assert_true (g_file_get_contents (path, &ours, &n_ours, NULL) && g_file_get_contents (expected, &theirs, &n_theirs, NULL));
      g_assert_cmpmem (ours, n_ours, theirs, n_theirs);
      g_assert_true (model_code_target_is_package (*target) || strstr (ours, "0.7") != NULL);
      g_unlink (path);
      g_unlink (expected);
      wb_test_spin ();
    }
  wb_test_close (window);
}

/* An event that is off would be on in the program. */
static void
test_events_off (void)
{
  WbWindow *window = wb_test_window ("bouncing-ball");
  WbExportWindow *export;
  int saved = 0;

  g_assert_true (wb_session_set (wb_window_session (window), WB_EVENT, "rest", "false", NULL));
  export = export_of (window, "c", &saved);
  g_assert_cmpstr (said_by (export), ==, "The event 'rest' is switched off, which is not written.");
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

/* What cannot be written is named, and nothing is written. */
static void
test_refusal (void)
{
  WbWindow *window = wb_test_window ("double-pendulum-dae");
  g_autofree char *path = wb_test_place ("refused.py");
  int saved = 0;
  WbExportWindow *export = export_of (window, "python", &saved);

  g_assert_nonnull (strstr (said_by (export), "linear equations"));
  g_assert_true (g_str_has_prefix (said_by (export), "Not exported: "));
  g_assert_false (gtk_widget_get_sensitive (button_of (GTK_WIDGET (export), GTK_TYPE_BUTTON, "Export…")));
  wb_export_window_save (export, path);
  WAIT_FOR (said_by (export)[0] != '\0');
  g_assert_cmpint (saved, ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (export));
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/export-code/each-language-has-a-row", test_languages);
  g_test_add_func ("/app/export-code/a-model-of-the-window-has-the-bytes-of-the-command", test_bytes);
  g_test_add_func ("/app/export-code/an-event-that-is-off-is-named", test_events_off);
  g_test_add_func ("/app/export-code/what-cannot-be-written-is-named", test_refusal);
  return g_test_run ();
}
