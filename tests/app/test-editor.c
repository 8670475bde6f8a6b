/* Tests the editor of a model's text with real pointer and key events. */
#include "wb-hands.h"

#include <glib/gstdio.h>
#include <string.h>

#include "model-library.h"

static const char good_text[] = "format: 1\nname: Decay\ntime: {start: 0, end: 5, unit: s}\nparameters:\n  k: {value: 1, range: [0, 5]}\n"
                                "states: {x: {initial: 1, derivative: -k*x}}\n";
static const char bad_text[] = "format: 1\nname: Decay\ntime: {start: 0, end: 5, unit: s}\nparameters:\n  k: {value: 1, range: [0, 5]}\n"
                               "states: {x: {initial: 1, derivative: -kk*x}}\n";

static WbSourceView *
source_of (WbWindow *window)
{
  return wb_model_editor_source (wb_window_editor (window));
}

static gboolean
has_focus (WbWindow *window)
{
  return gtk_window_get_focus (GTK_WINDOW (window)) == GTK_WIDGET (source_of (window));
}

static char *
file_text (const char *path)
{
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text;
}

/* A file with an error is opened, corrected at the marked line and run. All this happens in one window, with one button and keys. */
static void
test_repair (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", bad_text), *saved = NULL;
  WbWindow *window;
  WbSession *session;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("van-der-pol");
  session = wb_window_session (window);
  g_assert_false (wb_window_open_path (window, path));
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Edit the text") != NULL);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Edit the text"), g_strcmp0 (wb_session_view (session), "text") == 0);
  WAIT_FOR (has_focus (window));
  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, 1);
  g_assert_nonnull (strstr (wb_source_view_marked (source_of (window), 6), "kk"));
  /* the cursor is at the unknown name, so Delete corrects it */
  wb_hands_key (GDK_KEY_Delete, 0);
  WAIT_FOR (wb_model_editor_is_checked (wb_window_editor (window)) && wb_source_view_marked (source_of (window), 6) == NULL);
  g_assert_true (wb_model_editor_is_modified (wb_window_editor (window)));
  wb_hands_key (GDK_KEY_Return, GDK_CONTROL_MASK);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_cmpstr (wb_session_view (session), ==, "simulate");
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Decay");
  g_assert_null (wb_session_failed_file (session));
  saved = file_text (path);
  g_assert_cmpstr (saved, ==, good_text);
  g_assert_false (wb_window_has_changes (window));
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* The keys for undo and redo act on the text, not on the settings. */
static void
test_undo (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", good_text);
  g_autofree char *typed = NULL, *undone = NULL, *redone = NULL;
  WbWindow *window;
  WbSession *session;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (path);
  session = wb_window_session (window);
  g_assert_true (wb_session_set (session, WB_PARAMETER, "k", "2", NULL));
  wb_test_act (window, "win.edit");
  WAIT_FOR (has_focus (window));
  wb_hands_point (GTK_WIDGET (source_of (window)), NAN, NAN);
  wb_hands_type ("# one\n");
  WAIT_FOR (wb_model_editor_is_modified (wb_window_editor (window)));
  typed = wb_source_view_get_text (source_of (window));
  g_assert_true (g_str_has_prefix (typed, "# one\nformat"));
  for (int i = 0; i < 10 && wb_model_editor_is_modified (wb_window_editor (window)); i++)
    wb_hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  undone = wb_source_view_get_text (source_of (window));
  g_assert_cmpstr (undone, ==, good_text);
  wb_test_assert_value (session, WB_PARAMETER, "k", "2");
  wb_hands_key (GDK_KEY_z, GDK_CONTROL_MASK | GDK_SHIFT_MASK);
  redone = wb_source_view_get_text (source_of (window));
  g_assert_cmpstr (redone, !=, good_text);
  for (int i = 0; i < 10 && wb_model_editor_is_modified (wb_window_editor (window)); i++)
    wb_hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* At every scroll position each visible line has its number beside it. */
static void
test_numbers (void)
{
  g_autoptr (GString) text = g_string_new (good_text);
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = NULL;
  WbWindow *window;
  GtkTextView *view;
  GtkAdjustment *adjustment;

  for (int i = 0; i < 1200; i++)
    g_string_append_printf (text, i % 7 == 0 ? "# Zeile mit ẋ und hohen Zeichen ∑̂ %d\n" : "# line %d\n", i);
  path = wb_test_write (folder, "long.yaml", text->str);
  window = wb_test_window (path);
  wb_test_act (window, "win.model-text");
  view = GTK_TEXT_VIEW (source_of (window));
  WAIT_FOR (gtk_widget_get_mapped (GTK_WIDGET (view)) && gtk_widget_get_height (GTK_WIDGET (view)) > 100);
  adjustment = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (view));
  WAIT_FOR (gtk_adjustment_get_upper (adjustment) > 10000);
  for (int k = 0; k <= 40; k++)
    {
      g_autoptr (GArray) numbers = NULL;
      GdkRectangle visible;

      gtk_adjustment_set_value (adjustment, k / 40.0 * (gtk_adjustment_get_upper (adjustment) - gtk_adjustment_get_page_size (adjustment)));
      wb_test_spin ();
      numbers = wb_source_view_visible_numbers (WB_SOURCE_VIEW (view));
      gtk_text_view_get_visible_rect (view, &visible);
      g_assert_cmpuint (numbers->len, >, 10);
      for (guint i = 0; i < numbers->len; i++)
        {
          const WbLineNumber *number = &g_array_index (numbers, WbLineNumber, i);
          GtkTextIter at;
          int y, below;

          g_assert_true (i == 0 || number->number == g_array_index (numbers, WbLineNumber, i - 1).number + 1);
          /* the line of the text at the height of this line number */
          gtk_text_view_window_to_buffer_coords (view, GTK_TEXT_WINDOW_WIDGET, 0, (int) (number->y + number->height / 2), NULL, &y);
          gtk_text_view_get_line_at_y (view, &at, y, &below);
          g_assert_cmpint (gtk_text_iter_get_line (&at) + 1, ==, number->number);
        }
      /* the numbers cover the view from its upper edge to its lower edge or the last line */
      {
        const WbLineNumber *last = &g_array_index (numbers, WbLineNumber, numbers->len - 1);

        g_assert_cmpfloat (g_array_index (numbers, WbLineNumber, 0).y, <=, 14);
        g_assert_true (last->y + last->height >= visible.height - 14
                       || last->number == gtk_text_buffer_get_line_count (gtk_text_view_get_buffer (view)));
      }
    }
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* A model of the library is edited as a copy with another name, in the same window. */
static void
test_copy (void)
{
  g_autofree char *own = model_library_user_folder ("models"), *first = g_build_filename (own, "lorenz.yaml", NULL);
  g_autofree char *second = g_build_filename (own, "lorenz-2.yaml", NULL);
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);

  wb_test_act (window, "win.edit-copy");
  g_assert_cmpstr (model_path (wb_session_model (session)), ==, first);
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Lorenz (copy)");
  g_assert_cmpstr (wb_session_view (session), ==, "text");
  WAIT_FOR (has_focus (window));
  wb_test_act (window, "win.edit-copy");
  g_assert_cmpstr (model_path (wb_session_model (session)), ==, second);
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Lorenz (copy 2)");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_window_get_toplevels ()), ==, 1);
  wb_test_close (window);
  g_remove (first);
  g_remove (second);
}

/* Answers the question about unsaved changes by a click on a button, and waits until the question is closed. */
static void
answer (WbWindow *window, const char *label)
{
  GtkWindow *question = NULL;
  gpointer left;

  WAIT_FOR ((question = wb_test_newest_window (GTK_WINDOW (window))) != NULL && wb_hands_find (GTK_WIDGET (question), label) != NULL);
  left = question;
  g_object_add_weak_pointer (G_OBJECT (question), &left);
  for (int i = 0; i < 20 && left != NULL; i++)
    {
      GtkWidget *button = wb_hands_find (GTK_WIDGET (question), label);

      if (button != NULL)
        wb_hands_click (button, NAN, NAN);
      for (int k = 0; k < 100 && left != NULL; k++)
        wb_test_turn (0.01);
    }
  g_assert_null (left);
}

static void
type_change (WbWindow *window)
{
  wb_test_act (window, "win.edit");
  WAIT_FOR (has_focus (window));
  wb_hands_point (GTK_WIDGET (source_of (window)), NAN, NAN);
  wb_hands_type ("# more\n");
  WAIT_FOR (wb_window_has_changes (window));
}

/* If the text has unsaved changes, opening another model or closing the window waits for the user's answer. */
static void
test_guard (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", good_text);
  g_autofree char *kept = NULL, *saved = NULL;
  WbWindow *window;
  WbSession *session;
  gpointer left;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (path);
  session = wb_window_session (window);
  type_change (window);
  g_assert_false (wb_window_open_path (window, "lorenz"));
  answer (window, "Cancel");
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Decay");
  g_assert_true (wb_window_has_changes (window));
  g_assert_false (wb_window_open_path (window, "lorenz"));
  answer (window, "Discard");
  g_assert_cmpstr (model_id (wb_session_model (session)), ==, "lorenz");
  kept = file_text (path);
  g_assert_cmpstr (kept, ==, good_text);
  g_assert_true (wb_window_open_path (window, path));
  type_change (window);
  left = window;
  g_object_add_weak_pointer (G_OBJECT (window), &left);
  gtk_window_close (GTK_WINDOW (window));
  answer (window, "Save");
  WAIT_FOR (left == NULL);
  saved = file_text (path);
  g_assert_true (g_str_has_prefix (saved, "# more\nformat"));
  g_remove (path);
  g_rmdir (folder);
}

/* Another program writes the file while there are unsaved changes. Nothing is overwritten until the user chooses a version. The other
 * version can be restored. */
static void
test_conflict (void)
{
  static const char theirs[] = "format: 1\nname: Theirs\ntime: {start: 0, end: 5, unit: s}\nparameters:\n  k: {value: 3, range: [0, 5]}\n"
                               "states: {x: {initial: 1, derivative: -k*x}}\n";
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = wb_test_write (folder, "decay.yaml", good_text);
  g_autofree char *text = NULL, *kept = NULL, *mine = NULL, *saved = NULL;
  WbWindow *window;
  WbSession *session;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window (path);
  session = wb_window_session (window);
  type_change (window);
  g_assert_null (wb_hands_find (GTK_WIDGET (window), "Keep mine"));
  g_assert_true (g_file_set_contents (path, theirs, -1, NULL));
  wb_hands_key (GDK_KEY_s, GDK_CONTROL_MASK); /* the change of the file may not have been noticed yet */
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Keep mine") != NULL);
  kept = file_text (path);
  g_assert_cmpstr (kept, ==, theirs);
  g_assert_true (wb_model_editor_is_modified (wb_window_editor (window)));
  /* the user loads the version of the other program and restores his own by undo */
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Load that version"), wb_hands_find (GTK_WIDGET (window), "Keep mine") == NULL);
  text = wb_source_view_get_text (source_of (window));
  g_assert_cmpstr (text, ==, theirs);
  g_assert_false (wb_model_editor_is_modified (wb_window_editor (window)));
  wb_hands_point (GTK_WIDGET (source_of (window)), NAN, NAN);
  for (int i = 0; i < 10 && !wb_model_editor_is_modified (wb_window_editor (window)); i++)
    wb_hands_key (GDK_KEY_z, GDK_CONTROL_MASK);
  mine = wb_source_view_get_text (source_of (window));
  g_assert_true (g_str_has_prefix (mine, "# more\nformat"));
  g_assert_nonnull (strstr (mine, "Decay"));
  /* the file changes once more, and the user keeps and saves his own version */
  g_assert_true (g_file_set_contents (path, bad_text, -1, NULL));
  WAIT_FOR (wb_hands_find (GTK_WIDGET (window), "Keep mine") != NULL);
  CLICK_UNTIL (wb_hands_find (GTK_WIDGET (window), "Keep mine"), wb_hands_find (GTK_WIDGET (window), "Keep mine") == NULL);
  wb_hands_point (GTK_WIDGET (source_of (window)), NAN, NAN);
  WAIT_FOR (has_focus (window));
  wb_hands_key (GDK_KEY_s, GDK_CONTROL_MASK);
  WAIT_FOR (!wb_model_editor_is_modified (wb_window_editor (window)));
  saved = file_text (path);
  g_assert_cmpstr (saved, ==, mine);
  g_assert_cmpstr (model_name (wb_session_model (session)), ==, "Decay");
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

/* Asserts that exactly this text has the tag of an underline, and that the tags of errors and warnings have different colours. */
static void
assert_underlined (WbWindow *window, const char *name, const char *expected)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (source_of (window)));
  GtkTextTagTable *tags = gtk_text_buffer_get_tag_table (buffer);
  GtkTextTag *tag = gtk_text_tag_table_lookup (tags, name);
  g_autoptr (GdkRGBA) wrong = NULL, doubtful = NULL;
  g_autofree char *text = NULL;
  GtkTextIter start, end;

  gtk_text_buffer_get_start_iter (buffer, &start);
  g_assert_true (gtk_text_iter_forward_to_tag_toggle (&start, tag));
  end = start;
  g_assert_true (gtk_text_iter_forward_to_tag_toggle (&end, tag));
  text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  g_assert_cmpstr (text, ==, expected);
  g_object_get (gtk_text_tag_table_lookup (tags, "wrong-word"), "underline-rgba", &wrong, NULL);
  g_object_get (gtk_text_tag_table_lookup (tags, "doubtful-word"), "underline-rgba", &doubtful, NULL);
  g_assert_false (gdk_rgba_equal (wrong, doubtful));
}

/* Units that do not fit are warnings, shown when the text is shown and while it is typed. The model has no error. */
static void
test_units (void)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL);
  g_autofree char *path = wb_test_write (folder, "units.yaml", "format: 1\nname: Units\ntime: {end: 5, unit: s}\nparameters:\n  d: {value: 10, unit: cm}\n"
                                                               "states: {x: {initial: 1, derivative: 0*(x - d), unit: m}}\n");
  WbWindow *window = wb_test_window (path);

  wb_test_act (window, "win.model-text");
  WAIT_FOR (wb_source_view_marked (source_of (window), 6) != NULL);
  g_assert_nonnull (strstr (wb_source_view_marked (source_of (window), 6), "0.01*(d)"));
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "1 warning") != NULL);
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), "1 error"));
  assert_underlined (window, "doubtful-word", "d");
  wb_hands_picture (window, "units");
  wb_source_view_set_text (source_of (window), "format: 1\nname: Units\ntime: {end: 5, unit: s}\nstates: {x: {initial: 1, derivative: x/y}}\n");
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "1 error") != NULL);
  g_assert_nonnull (wb_source_view_marked (source_of (window), 4));
  assert_underlined (window, "wrong-word", "y");
  wb_source_view_set_text (source_of (window), "format: 1\nname: Units\ntime: {end: 5, unit: s}\nparameters: {k: {value: 1, unit: kg}}\n"
                                               "states: {x: {initial: 1, derivative: -k*(x + x), unit: m}}\n");
  WAIT_FOR (wb_source_view_marked (source_of (window), 5) != NULL && wb_test_label_with (GTK_WIDGET (window), "1 warning") != NULL);
  assert_underlined (window, "doubtful-word", "-k*(x + x)");
  wb_test_close (window);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv);
  wb_test_init ();
  g_test_add_func ("/app/editor/a-broken-model-is-repaired-and-run-in-the-window", test_repair);
  g_test_add_func ("/app/editor/units-that-do-not-fit-are-warnings", test_units);
  g_test_add_func ("/app/editor/undo-and-redo-act-on-the-text", test_undo);
  g_test_add_func ("/app/editor/line-numbers-are-right-at-every-scroll-position", test_numbers);
  g_test_add_func ("/app/editor/a-library-model-is-edited-as-a-copy-with-another-name", test_copy);
  g_test_add_func ("/app/editor/unsaved-changes-are-lost-only-after-a-question", test_guard);
  g_test_add_func ("/app/editor/a-change-by-another-program-offers-both-versions", test_conflict);
  return g_test_run ();
}
