/* Tests pages of lessons that show and ask in views other than Simulate, with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "wb-lesson-sketch.h"
#include "wb-lesson-strip.h"
#include "wb-preferences.h"

static WbLessons *
lessons_of (WbWindow *window)
{
  return wb_lessons_of (wb_window_session (window));
}

#define SHOWS(window, text) (wb_test_label_with (GTK_WIDGET (window), text) != NULL)
#define VIEW(window) wb_session_view (wb_window_session (window))

/* A lesson that asks in each view. */
static const char views_lesson[]
  = "format: 1\n"
    "title: Many views\n"
    "chapter: stability\n"
    "level: beginner\n"
    "minutes: 5\n"
    "model: dahlquist-decay\n"
    "runs:\n"
    "  fast: {integrator: runge_kutta4, fixed_step: 0.02, start: 0, end: 1, set: {lambda: -50}, initial: {y: 1}}\n"
    "  bold: {integrator: runge_kutta5, accuracy: 1e-6, initial_step: 0.5, max_step: 1, start: 0, end: 2, set: {lambda: -50}, initial: {y: 1}}\n"
    "pages:\n"
    "  - title: A run\n"
    "    ask: Which answer is right?\n"
    "    choose: [this, that]\n"
    "    answer: this\n"
    "    reveal: bold\n"
    "    view: simulate\n"
    "  - title: An attempt\n"
    "    ask: Which attempt was rejected first?\n"
    "    attempt: {expect: first}\n"
    "    view: {microscope: {attempt: 2}}\n"
    "  - title: A step\n"
    "    ask: Drag h until the run is just stable.\n"
    "    set: {control: step, from: 0.02, unit: s, expect: limit, within: 15%}\n"
    "    reveal: fast\n"
    "    view: {laboratory: stability, with: {integrators: runge_kutta4}}\n"
    "  - title: A parameter\n"
    "    ask: Which start has the solution?\n"
    "    set: {control: lambda, from: -50, expect: one, within: 0.25}\n"
    "    view: simulate\n"
    "  - title: Methods\n"
    "    text: Compare them.\n"
    "    view: {compare: [explicit_euler, runge_kutta4], with: {step: 0.01}}\n"
    "expect:\n"
    "  - {name: first, run: bold, value: attempt_first_rejected, is: 1}\n"
    "  - {name: limit, study: stability, with: {integrators: runge_kutta4, set: {lambda: -50}}, value: \"methods[1].largest_stable_step\", is: 0.0557, within: 5e-5}\n"
    "  - {name: one, run: fast, value: y, at: start, is: 1}\n";

static void
open_page (WbWindow *window, int page)
{
  g_autofree char *folder = wb_test_place ("views"), *path = NULL;

  g_mkdir_with_parents (folder, 0700);
  path = wb_test_write (folder, "views.lesson.yaml", views_lesson);
  g_assert_true (wb_window_open_lesson (window, path, page));
}

static WbWindow *
open_views (int page)
{
  WbWindow *window = wb_test_window ("lorenz");

  open_page (window, page);
  return window;
}

/* Returns the strip if it is visible. */
static GtkWidget *
strip_of (WbWindow *window)
{
  GtkWidget *strip = wb_test_find (GTK_WIDGET (window), WB_TYPE_LESSON_STRIP, NULL);

  return strip != NULL && gtk_widget_get_mapped (strip) ? strip : NULL;
}

/* Returns the height of the visible strip with its border and padding. */
static int
strip_height (WbWindow *window)
{
  graphene_rect_t bounds;

  g_assert_true (gtk_widget_compute_bounds (strip_of (window), GTK_WIDGET (window), &bounds));
  return (int) ceil (bounds.size.height);
}

/* Page Down reveals and goes on in each view; the strip is at the foot of each view but Simulate, and at most 96 px high. The last page leads to the
 * next lesson of the list. */
static void
test_page_down (void)
{
  static const char *const views[] = { "simulate", "microscope", "laboratory", "simulate", "compare" };
  WbWindow *window;
  WbLessons *lessons;

  if (!wb_hands_ready ())
    return;
  window = open_views (0);
  lessons = lessons_of (window);
  for (int page = 0; page < 5; page++)
    {
      g_test_message ("page %d", page + 1);
      WAIT_FOR (wb_lessons_page_index (lessons) == page && g_strcmp0 (VIEW (window), views[page]) == 0);
      WAIT_FOR ((strip_of (window) != NULL) == (strcmp (views[page], "simulate") != 0));
      wb_test_turn (0.1);
      if (strip_of (window) != NULL)
        g_assert_cmpint (strip_height (window), <=, 96);
      if (wb_lessons_step (lessons) == WB_LESSON_REVEAL)
        {
          wb_hands_key (GDK_KEY_Page_Down, 0);
          WAIT_FOR (wb_lessons_is_revealed (lessons) && !wb_lessons_is_checking (lessons) && wb_lessons_step (lessons) != WB_LESSON_STOP);
          g_assert_cmpstr (VIEW (window), ==, views[page]);
          for (guint k = 0; k < wb_lessons_checks (lessons)->len; k++)
            g_assert_true (g_array_index (wb_lessons_checks (lessons), LabCheck, k).passed);
        }
      if (page < 4)
        wb_hands_key (GDK_KEY_Page_Down, 0);
    }
  /* Page Up goes back, in another view too. */
  wb_hands_key (GDK_KEY_Page_Up, 0);
  WAIT_FOR (wb_lessons_page_index (lessons) == 3 && g_strcmp0 (VIEW (window), "simulate") == 0);
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_lessons_page_index (lessons) == 4);
  WAIT_FOR (wb_comparison_result (wb_comparison_of (wb_window_session (window))) != NULL);
  wb_hands_picture (window, "lesson-compare");
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_lessons_lesson (lessons) == NULL && g_strcmp0 (VIEW (window), "lessons") == 0);
  wb_test_close (window);
}

/* Digits go to the field of the strip, a point does not take a step, the value is that of the slider, and the limit is hidden until the reveal. */
static void
test_set (void)
{
  WbWindow *window;
  WbLessons *lessons;
  WbSession *session;

  if (!wb_hands_ready ())
    return;
  window = open_views (2);
  session = wb_window_session (window);
  lessons = lessons_of (window);
  WAIT_FOR (g_strcmp0 (VIEW (window), "laboratory") == 0 && SHOWS (window, "the limit is shown at Reveal"));
  g_assert_false (SHOWS (window, "is stable here up to"));
  g_assert_cmpfloat (wb_laboratory_step (wb_laboratory_of (session)), ==, 0.02);
  g_assert_false (wb_lessons_has_guess (lessons));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_type (".05\n");
  WAIT_FOR (wb_lessons_number (lessons) == 0.05);
  g_assert_cmpfloat (wb_laboratory_step (wb_laboratory_of (session)), ==, 0.05);
  g_assert_cmpint (wb_session_state (session), ==, SIM_RUN_READY);
  g_assert_cmpuint (sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))), <=, 1);
  wb_laboratory_set_step (wb_laboratory_of (session), 0.06);
  g_assert_cmpfloat (wb_lessons_number (lessons), ==, 0.06);
  wb_hands_picture (window, "lesson-set");
  wb_test_act (window, "win.other-part"); /* actions have no keys in a window without an application */
  g_assert_false (wb_lesson_strip_has_focus (WB_LESSON_STRIP (strip_of (window)), gtk_window_get_focus (GTK_WINDOW (window))));
  wb_test_act (window, "win.other-part");
  g_assert_true (wb_lesson_strip_has_focus (WB_LESSON_STRIP (strip_of (window)), gtk_window_get_focus (GTK_WINDOW (window))));
  wb_lessons_advance (lessons);
  WAIT_FOR (!wb_lessons_is_checking (lessons) && SHOWS (window, "is stable here up to"));
  g_assert_true (wb_lessons_is_right (lessons));
  g_assert_cmpfloat (wb_lessons_number (lessons), ==, 0.06);
  wb_test_close (window);
}

/* A guess counts on either side of the right value, with the border. */
static void
test_border (void)
{
  static const struct { double guess; gboolean right; } guesses[] = { { 0.75, TRUE }, { 1.25, TRUE }, { 1, TRUE }, { 0.7499, FALSE }, { 1.2501, FALSE } };
  WbWindow *window = wb_test_window ("lorenz");

  for (guint k = 0; k < G_N_ELEMENTS (guesses); k++)
    {
      open_page (window, 3); /* without the guesses from before */
      wb_lessons_set_number (lessons_of (window), guesses[k].guess);
      g_assert_false (wb_lessons_is_right (lessons_of (window)));
      g_assert_false (wb_lessons_differs (lessons_of (window)));
      wb_lessons_advance (lessons_of (window));
      WAIT_FOR (wb_lessons_checks (lessons_of (window)) != NULL);
      g_assert_true (wb_lessons_is_right (lessons_of (window)) == guesses[k].right);
    }
  wb_test_close (window);
}

/* The attempt that the reader opens in the Microscope is his guess. */
static void
test_attempt (void)
{
  WbWindow *window = open_views (0);
  WbLessons *lessons = lessons_of (window);
  WbMicroscope *microscope = wb_microscope_of (wb_window_session (window));

  wb_lessons_advance (lessons);
  wb_test_finish (wb_window_session (window));
  wb_lessons_go (lessons, 1);
  WAIT_FOR (wb_microscope_is_open (microscope) && wb_microscope_index (microscope) == 1);
  g_assert_false (wb_lessons_has_guess (lessons));
  wb_microscope_open (microscope, 0);
  g_assert_cmpfloat (wb_lessons_number (lessons), ==, 1);
  wb_lessons_advance (lessons);
  WAIT_FOR (wb_lessons_checks (lessons) != NULL && wb_lessons_is_right (lessons));
  g_assert_cmpuint (wb_microscope_index (microscope), ==, 0); /* the right attempt */
  wb_test_close (window);
}

/* ---- a curve ---- */

/* A curve that is drawn to a few percent before the end of the run is a guess; one that stops earlier is none. */
static void
test_open_end (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbLessons *lessons = lessons_of (window);
  double start, span;

  g_assert_true (wb_window_open_lesson (window, "euler-spirals-out", 1));
  start = wb_session_t_start (wb_window_session (window));
  span = wb_session_t_end (wb_window_session (window)) - start;
  wb_lessons_sketch (lessons, start, 1, TRUE);
  wb_lessons_sketch (lessons, start + 0.9 * span, 2, FALSE);
  g_assert_true (isnan (wb_lessons_number (lessons)));
  wb_lessons_sketch (lessons, start + 0.96 * span, 3, FALSE);
  g_assert_cmpfloat (fabs (wb_lessons_number (lessons) - 3), <, 0.1);
  wb_lessons_sketch (lessons, start + 0.99 * span, 4, FALSE);
  g_assert_cmpfloat (fabs (wb_lessons_number (lessons) - 4), <, 0.2);
  wb_test_close (window);
}

/* ---- small windows ---- */

/* In lecture mode at 900 by 600 px the strip has at most 96 px and the plot at least 200, whatever the page asks. */
static void
test_small_lecture (void)
{
  static const struct { const char *id; int page; } pages[] = {
    { "too-long-a-step", 1 }, { "boldness-of-a-step", 1 }, { "euler-spirals-out", 1 }, { "euler-spirals-out", 2 }, { "predator-prey", 0 }, { "kepler", 1 },
  };
  WbWindow *window = wb_test_window ("lorenz");

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  wb_session_set_lecture (wb_window_session (window), TRUE);
  for (guint k = 0; k < G_N_ELEMENTS (pages); k++)
    {
      g_assert_true (wb_window_open_lesson (window, pages[k].id, pages[k].page));
      for (int revealed = 0; revealed < 2; revealed++)
        {
          WbPlotArea *area;

          WAIT_FOR (strip_of (window) != NULL);
          wb_test_turn (0.1);
          area = wb_simulate_view_area (wb_window_simulate (window), MAX (wb_plot_set_focused (wb_plot_set_of (wb_window_session (window))), 0));
          g_test_message ("%s, page %d: %d, %d", pages[k].id, pages[k].page + 1, strip_height (window), gtk_widget_get_height (GTK_WIDGET (area)));
          g_assert_cmpint (strip_height (window), <=, 96);
          g_assert_cmpint (gtk_widget_get_height (GTK_WIDGET (area)), >=, 200);
          if (wb_lessons_step (lessons_of (window)) == WB_LESSON_REVEAL)
            wb_lessons_advance (lessons_of (window));
        }
    }
  wb_session_set_lecture (wb_window_session (window), FALSE);
  wb_test_close (window);
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

/* ---- a point ---- */

static const char point_lesson[]
  = "format: 1\ntitle: A point\nchapter: dynamics\nlevel: beginner\nminutes: 5\nmodel: van-der-pol\n"
    "runs:\n"
    "  one: {start: 0, end: 1, initial: {x: 1, v: 0}}\n"
    "pages:\n"
    "  - {ask: Where does it start?, reveal: one, view: simulate, plots: [{type: phase, x: x, y: v, range: {x: [-3, 3], y: [-3, 3]}}],\n"
    "     point: {x: {column: x, expect: a, within: 6}, y: {column: v, expect: b, within: 6}}}\n"
    "  - {ask: Where is the equilibrium?, view: {laboratory: phase-plane},\n"
    "     point: {x: {column: x, expect: a, within: 0.01}, y: {column: v, expect: b, within: 6}}}\n"
    "expect:\n"
    "  - {name: a, run: one, value: x, at: start, is: 1}\n"
    "  - {name: b, run: one, value: v, at: start, is: 0}\n";

static void
test_point (void)
{
  g_autofree char *folder = wb_test_place ("point"), *path = NULL;
  WbWindow *window;
  WbLessons *lessons;
  WbPlotArea *area;
  double x, y;

  if (!wb_hands_ready ())
    return;
  g_mkdir_with_parents (folder, 0700);
  path = wb_test_write (folder, "point.lesson.yaml", point_lesson);
  window = wb_test_window ("lorenz");
  g_assert_true (wb_window_open_lesson (window, path, 0));
  lessons = lessons_of (window);
  g_assert_cmpint (wb_lesson_sketch_plot (lessons), ==, 0);
  area = wb_simulate_view_area (wb_window_simulate (window), 0);
  WAIT_FOR (wb_plot_area_n_drawn (area) > 0);
  wb_test_turn (0.3);
  wb_hands_click (GTK_WIDGET (area), gtk_widget_get_width (GTK_WIDGET (area)) * 0.5, gtk_widget_get_height (GTK_WIDGET (area)) * 0.5);
  WAIT_FOR (wb_lessons_has_guess (lessons));
  wb_lessons_point (lessons, &x, &y);
  g_assert_cmpfloat (fabs (x), <, 1);
  g_assert_cmpfloat (fabs (y), <, 1);
  wb_lessons_advance (lessons);
  WAIT_FOR (wb_lessons_checks (lessons) != NULL && wb_lessons_is_right (lessons));
  /* In the phase plane the objects are hidden until the reveal. */
  wb_lessons_go (lessons, 1);
  WAIT_FOR (SHOWS (window, "the objects are shown at Reveal") || wb_lab_plane_page_found (wb_laboratory_view_plane (wb_window_laboratory (window))) != NULL);
  area = wb_lab_plane_page_area (wb_laboratory_view_plane (wb_window_laboratory (window)));
  WAIT_FOR (wb_plot_area_n_drawn (area) > 0);
  wb_test_turn (0.3);
  wb_hands_click (GTK_WIDGET (area), gtk_widget_get_width (GTK_WIDGET (area)) * 0.6, gtk_widget_get_height (GTK_WIDGET (area)) * 0.5);
  WAIT_FOR (wb_lessons_has_guess (lessons));
  wb_hands_picture (window, "lesson-point");
  wb_lessons_advance (lessons);
  WAIT_FOR (wb_lessons_checks (lessons) != NULL);
  g_assert_false (wb_lessons_is_right (lessons));
  wb_test_close (window);
}

/* ---- the order of lessons ---- */

/* The list begins with the first lesson by order. Its end offers the next one, and Ctrl+L returns to the list from any view. */
static void
test_next (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbLessons *lessons = lessons_of (window);

  g_assert_cmpstr (((WbLessonEntry *) wb_lesson_library ()->pdata[0])->id, ==, "euler-converges");
  for (guint k = 1; k < wb_lesson_library ()->len; k++)
    {
      const WbLessonEntry *before = wb_lesson_library ()->pdata[k - 1], *entry = wb_lesson_library ()->pdata[k];

      g_assert_true (entry->problem != NULL || before->chapter < entry->chapter || before->order <= entry->order);
    }
  g_assert_true (wb_window_open_lesson (window, "euler-converges", 3));
  while (wb_lessons_lesson (lessons) != NULL)
    {
      wb_lessons_advance (lessons);
      WAIT_FOR (wb_lessons_lesson (lessons) == NULL || wb_lessons_step (lessons) != WB_LESSON_STOP);
    }
  WAIT_FOR (SHOWS (window, "is done. Next:"));
  /* Return opens it. */
  g_assert_true (GTK_IS_BUTTON (gtk_window_get_focus (GTK_WINDOW (window))));
  gtk_widget_activate (gtk_window_get_focus (GTK_WINDOW (window)));
  WAIT_FOR (wb_lessons_lesson (lessons) != NULL);
  g_assert_cmpstr (wb_lessons_lesson (lessons)->id, ==, "blow-up");
  g_assert_cmpstr (wb_lesson_library_next ("euler-converges")->id, ==, "blow-up");
  g_assert_true (wb_window_open_lesson (window, "wrong-for-which-equation", 2));
  WAIT_FOR (g_strcmp0 (VIEW (window), "laboratory") == 0);
  wb_test_act (window, "win.show-lessons");
  WAIT_FOR (wb_lessons_lesson (lessons) == NULL && g_strcmp0 (VIEW (window), "lessons") == 0);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/lesson-views/page-down-goes-through-all-views", test_page_down);
  g_test_add_func ("/lesson-views/a-control-is-set-in-the-laboratory", test_set);
  g_test_add_func ("/lesson-views/a-guess-at-the-border-counts", test_border);
  g_test_add_func ("/lesson-views/an-attempt-is-picked-in-the-microscope", test_attempt);
  g_test_add_func ("/lesson-views/a-curve-may-end-before-the-border", test_open_end);
  g_test_add_func ("/lesson-views/a-small-lecture-has-room-for-the-plot", test_small_lecture);
  g_test_add_func ("/lesson-views/a-point-is-placed-in-a-plot-and-in-the-plane", test_point);
  g_test_add_func ("/lesson-views/lessons-have-an-order-and-a-next", test_next);
  return g_test_run ();
}
