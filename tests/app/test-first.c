/* Tests the first screen and the gallery of models with the real pointer and keys. */
#include <string.h>

#include "wb-course.h"
#include "wb-first-picture.h"
#include "wb-first-screen.h"
#include "wb-hands.h"
#include "wb-lessons.h"
#include "wb-model-gallery.h"
#include "wb-plot-area.h"
#include "wb-thumbnails.h"

#define SHOWS(window, text) (wb_test_label_with (GTK_WIDGET (window), text) != NULL)

static WbLessons *
lessons_of (WbWindow *window)
{
  return wb_lessons_of (wb_window_session (window));
}

/* Returns a window that shows the first screen. */
static WbWindow *
first_window (gboolean narrow)
{
  WbWindow *window = wb_test_window (NULL);

  if (narrow)
    {
      gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
      WAIT_FOR (wb_panes_width_class (wb_window_panes (window)) == WB_WIDTH_FOCUSED);
    }
  g_assert_true (wb_window_show_view (window, "lessons"));
  WAIT_FOR (SHOWS (window, "one step at a time"));
  return window;
}

/* Returns the text of the first label of the focused widget, or "". */
static const char *
focused (WbWindow *window)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window)), *label = focus != NULL ? wb_test_find (focus, GTK_TYPE_LABEL, NULL) : NULL;

  return label != NULL ? gtk_label_get_text (GTK_LABEL (label)) : "";
}

#define FOCUS_BEGINS(window, text) g_str_has_prefix (focused (window), text)

/* Return starts the first lesson. */
static void
test_return (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = first_window (FALSE);
  g_assert_true (SHOWS (window, "Welcome to Stepwise"));
  WAIT_FOR (FOCUS_BEGINS (window, "Start the first lesson"));
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (wb_lessons_lesson (lessons_of (window)) != NULL);
  g_assert_cmpstr (wb_lessons_lesson (lessons_of (window))->id, ==, "euler-converges");
  wb_test_close (window);
}

/* The arrow keys go from the buttons to the chapters and lessons, and back. Ctrl+F goes to the search. */
static void
test_arrows (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = first_window (FALSE);
  WAIT_FOR (FOCUS_BEGINS (window, "Start the first lesson") || FOCUS_BEGINS (window, "Go on"));
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (FOCUS_BEGINS (window, "Choose a model"));
  wb_hands_key (GDK_KEY_Down, 0);
  WAIT_FOR (FOCUS_BEGINS (window, "Euler's polygons"));
  wb_hands_key (GDK_KEY_Down, 0);
  WAIT_FOR (FOCUS_BEGINS (window, "How fast can it grow?"));
  wb_hands_key (GDK_KEY_Right, 0);
  WAIT_FOR (FOCUS_BEGINS (window, "The first stiff equation"));
  wb_hands_key (GDK_KEY_Up, 0);
  wb_hands_key (GDK_KEY_Left, 0);
  WAIT_FOR (FOCUS_BEGINS (window, "Euler's polygons"));
  wb_hands_key (GDK_KEY_Up, 0);
  WAIT_FOR (FOCUS_BEGINS (window, "Start") || FOCUS_BEGINS (window, "Go on"));
  /* The action of Ctrl+F. */
  wb_test_act (window, "win.find");
  WAIT_FOR (GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (window))));
  wb_hands_type ("racket");
  WAIT_FOR (SHOWS (window, "A racket, thrown about three axes") && !SHOWS (window, "one step at a time"));
  wb_test_close (window);
}

/* A click on the link of a card shows all lessons of its chapter. */
static void
test_chapter (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = first_window (FALSE);
  g_assert_false (SHOWS (window, "Another way back") && SHOWS (window, "Three magnets"));
  CLICK_UNTIL (wb_test_label_with (wb_test_find (GTK_WIDGET (window), WB_TYPE_COURSE, NULL), "more"), !SHOWS (window, "one step at a time"));
  g_assert_true (SHOWS (window, "Euler's polygons"));
  g_assert_false (SHOWS (window, "Explicit Euler on a circle"));
  wb_test_close (window);
}

/* The raised button goes on with a lesson that was begun, and the chapter shows what is next. */
static void
test_progress (void)
{
  WbWindow *window;
  const WbLessonEntry *entry = wb_lesson_library_find ("euler-spirals-out");

  if (!wb_hands_ready ())
    return;
  wb_lesson_progress_store ("euler-converges", 4, TRUE);
  wb_lesson_progress_store (entry->id, 2, FALSE);
  window = first_window (FALSE);
  WAIT_FOR (SHOWS (window, "Go on: Explicit Euler on a circle, step 3 of 5"));
  g_assert_true (SHOWS (window, "Continue where you stopped"));
  g_assert_true (SHOWS (window, "Next: Explicit Euler on a circle"));
  g_assert_true (SHOWS (window, "Next: How fast can it grow?"));
  wb_hands_picture (window, "first-progress");
  CLICK_UNTIL (wb_test_label_with (GTK_WIDGET (window), "Go on: "), wb_lessons_lesson (lessons_of (window)) != NULL);
  g_assert_cmpstr (wb_lessons_lesson (lessons_of (window))->id, ==, entry->id);
  g_assert_cmpint (wb_lessons_page_index (lessons_of (window)), ==, 2);
  wb_test_close (window);
}

/* The picture is that of a run: two plots that are drawn after it has ended. A narrow window has the chapters as rows, and no picture. */
static void
test_sizes (void)
{
  WbWindow *window = first_window (FALSE);
  GtkWidget *head = wb_test_find (GTK_WIDGET (window), WB_TYPE_FIRST_SCREEN, NULL), *plot;

  WAIT_FOR (wb_test_find (head, WB_TYPE_PLOT_AREA, NULL) != NULL);
  plot = wb_test_find (head, WB_TYPE_PLOT_AREA, NULL);
  WAIT_FOR (wb_plot_area_n_drawn (WB_PLOT_AREA (plot)) > 0);
  g_assert_true (gtk_widget_get_mapped (plot));
  wb_hands_picture (window, "first");
  wb_test_close (window);

  window = first_window (TRUE);
  head = wb_test_find (GTK_WIDGET (window), WB_TYPE_FIRST_SCREEN, NULL);
  WAIT_FOR (wb_test_find (head, WB_TYPE_PLOT_AREA, NULL) != NULL);
  WAIT_FOR (!gtk_widget_get_mapped (wb_test_find (head, WB_TYPE_PLOT_AREA, NULL)));
  g_assert_true (SHOWS (window, "How do the solutions behave?"));
  wb_hands_picture (window, "first-narrow");
  wb_test_close (window);
}

/* ---- the gallery ---- */

/* Counts the cards below a widget, and those that have their picture. */
static void
count_pictures (GtkWidget *from, int *n, int *n_drawn)
{
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      *n += GTK_IS_PICTURE (child);
      *n_drawn += GTK_IS_PICTURE (child) && gtk_picture_get_paintable (GTK_PICTURE (child)) != NULL;
      count_pictures (child, n, n_drawn);
    }
}

static int
n_pictures (WbWindow *window, gboolean drawn)
{
  GtkWidget *gallery = wb_test_find (GTK_WIDGET (window), WB_TYPE_MODEL_GALLERY, NULL);
  int n = 0, n_drawn = 0;

  if (gallery != NULL)
    count_pictures (gallery, &n, &n_drawn);
  return drawn ? n_drawn : n;
}

/* Choose a model opens the gallery, a typed search filters it and the list beside it, and Return opens the model. */
static void
test_gallery (void)
{
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = first_window (FALSE);
  CLICK_UNTIL (wb_test_label_with (GTK_WIDGET (window), "Choose a model"), g_strcmp0 (wb_session_view (wb_window_session (window)), "gallery") == 0);
  WAIT_FOR (GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (window))) && n_pictures (window, FALSE) > 5);
  wb_hands_type ("lorenz");
  WAIT_FOR (g_strcmp0 (wb_model_browser_query (wb_window_browser (window)), "lorenz") == 0);
  WAIT_FOR (n_pictures (window, TRUE) > 0);
  wb_hands_picture (window, "gallery");
  wb_hands_key (GDK_KEY_Return, 0);
  WAIT_FOR (wb_session_model (wb_window_session (window)) != NULL);
  g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, "lorenz");
  WAIT_FOR (g_strcmp0 (wb_session_view (wb_window_session (window)), "simulate") == 0);
  wb_test_close (window);
}

/* When the gallery is left, the pictures that are not complete are not computed. They are computed when it is shown again. */
static void
test_left (void)
{
  WbWindow *window = wb_test_window ("pendulum");

  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  wb_thumbnails_settle (60000);
  wb_test_act (window, "win.gallery");
  WAIT_FOR (n_pictures (window, FALSE) > 5);
  g_assert_true (wb_window_show_view (window, "simulate"));
  wb_test_spin ();
  wb_thumbnails_settle (60000);
  g_assert_cmpint (n_pictures (window, TRUE), <, n_pictures (window, FALSE));
  wb_test_act (window, "win.gallery");
  WAIT_FOR (n_pictures (window, FALSE) > 5 && n_pictures (window, TRUE) > 5);
  wb_test_close (window);
}

/* Ctrl+F in a view without the list of models shows the gallery. The model that is opened there is shown in that view. */
static void
test_find (void)
{
  static const char *const views[] = { "laboratory", "microscope", "compare" };
  WbWindow *window;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("pendulum");
  WAIT_FOR (!wb_model_browser_is_scanning (wb_window_browser (window)));
  for (guint k = 0; k < G_N_ELEMENTS (views); k++)
    {
      g_assert_true (wb_window_show_view (window, views[k]));
      wb_test_act (window, "win.find");
      WAIT_FOR (g_strcmp0 (wb_session_view (wb_window_session (window)), "gallery") == 0 && GTK_IS_TEXT (gtk_window_get_focus (GTK_WINDOW (window))));
      wb_hands_key (GDK_KEY_a, GDK_CONTROL_MASK);
      wb_hands_type (k % 2 == 0 ? "duffing" : "rossler");
      WAIT_FOR (g_strcmp0 (wb_model_browser_query (wb_window_browser (window)), k % 2 == 0 ? "duffing" : "rossler") == 0);
      wb_hands_key (GDK_KEY_Return, 0);
      WAIT_FOR (g_strcmp0 (wb_session_view (wb_window_session (window)), views[k]) == 0);
      g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, k % 2 == 0 ? "duffing" : "rossler");
    }
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/first/return-starts-the-first-lesson", test_return);
  g_test_add_func ("/app/first/arrow-keys-go-through-chapters-and-lessons", test_arrows);
  g_test_add_func ("/app/first/a-link-shows-all-lessons-of-a-chapter", test_chapter);
  g_test_add_func ("/app/first/the-raised-button-goes-on-with-the-lesson-that-was-begun", test_progress);
  g_test_add_func ("/app/first/a-narrow-window-has-rows-and-no-picture", test_sizes);
  g_test_add_func ("/app/first/the-gallery-is-searched-and-opens-a-model", test_gallery);
  g_test_add_func ("/app/first/pictures-are-not-computed-after-the-gallery-is-left", test_left);
  g_test_add_func ("/app/first/the-search-of-a-view-without-models-is-that-of-the-gallery", test_find);
  return g_test_run ();
}
