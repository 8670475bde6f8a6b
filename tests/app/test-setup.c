/* Tests the set-up of studies in the Ensemble view with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "wb-ensemble-view.h"
#include "wb-study-text.h"

static WbStudy *
study_of (WbWindow *window)
{
  return wb_studies_selected (wb_studies_of (wb_window_session (window)));
}

static WbWindow *
window_with (const char *model, const char *text)
{
  WbWindow *window = wb_test_window (model);
  g_autoptr (WbStudy) study = wb_study_new (text, NULL, NULL);

  wb_window_show_view (window, "ensemble");
  g_assert_cmpstr (wb_study_error (study), ==, NULL);
  wb_studies_add (wb_studies_of (wb_window_session (window)), study);
  wb_test_spin ();
  return window;
}

static char *
option_of (WbWindow *window, const char *key)
{
  const char *const path[] = { "options", key, NULL };

  return wb_study_text_get (wb_study_text (study_of (window)), path);
}

/* Returns the field in the row with this label. */
static GtkWidget *
field_of (WbWindow *window, const char *label, GType type)
{
  GtkWidget *title = wb_test_label_with (GTK_WIDGET (window), label);

  g_assert_nonnull (title);
  return wb_test_find (gtk_widget_get_parent (title), type, NULL);
}

static const char region[] = "format: 1\nstudy: roa\nmodel: reversed-van-der-pol\noptions: {degree: 2}\n";

/* Options have labels. A choice can be made with the keyboard, and it is one undo step. */
static void
test_options (void)
{
  WbWindow *window;
  GtkWidget *drop;
  g_autofree char *chosen = NULL, *undone = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("reversed-van-der-pol", region);
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "Implicit form") != NULL);
  g_assert_nonnull (wb_test_label_with (GTK_WIDGET (window), "Candidate"));
  g_assert_null (wb_test_label_with (GTK_WIDGET (window), "candidate"));
  drop = field_of (window, "Implicit form", GTK_TYPE_DROP_DOWN);
  gtk_widget_grab_focus (drop);
  wb_hands_key (GDK_KEY_space, 0);
  wb_hands_key (GDK_KEY_Up, 0);
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR ((chosen = option_of (window, "implicit")) != NULL);
  g_assert_cmpstr (chosen, ==, "true");
  wb_hands_picture (window, "options-of-a-region");
  wb_test_act (window, "win.undo");
  undone = option_of (window, "implicit");
  g_assert_null (undone);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (drop)), ==, 1);
  wb_test_close (window);
}

/* A value that is not valid is not set. The reason is shown below its field until the value is valid. */
static void
test_mistake (void)
{
  WbWindow *window;
  GtkWidget *entry;
  g_autofree char *kept = NULL, *set = NULL;

  if (!wb_hands_ready ())
    return;
  window = window_with ("reversed-van-der-pol", region);
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "Degree") != NULL);
  entry = field_of (window, "Degree", GTK_TYPE_ENTRY);
  wb_hands_click (entry, NAN, NAN);
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("four\n");
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "a whole number") != NULL);
  kept = option_of (window, "degree");
  g_assert_cmpstr (kept, ==, "2");
  wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
  wb_hands_type ("4\n");
  WAIT_FOR (wb_test_label_with (GTK_WIDGET (window), "a whole number") == NULL);
  set = option_of (window, "degree");
  g_assert_cmpstr (set, ==, "4");
  wb_test_close (window);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/setup/options-have-labels-and-are-chosen-with-the-keyboard", test_options);
  g_test_add_func ("/app/setup/a-wrong-value-is-not-set-and-the-reason-is-below-its-field", test_mistake);
  return g_test_run ();
}
