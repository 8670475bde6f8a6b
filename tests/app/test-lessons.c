/* Tests lessons in the window with real pointer and key events. */
#include "wb-hands.h"

#include <math.h>
#include <string.h>

#include "test-share.h"
#include "wb-ask-number.h"
#include "wb-lesson-question.h"
#include "wb-lesson-sketch.h"
#include "wb-number-field.h"
#include "wb-preferences.h"
#include "wb-session-branch.h"
#include "wb-session-file.h"

static WbLessons *
lessons_of (WbWindow *window)
{
  return wb_lessons_of (wb_window_session (window));
}

#define SHOWS(window, text) (wb_test_label_with (GTK_WIDGET (window), text) != NULL)

/* Opens a lesson and waits until its page is shown. */
static WbWindow *
window_with (const char *lesson, int page)
{
  WbWindow *window = wb_test_window ("lorenz");

  g_assert_true (wb_window_open_lesson (window, lesson, page));
  WAIT_FOR (SHOWS (window, "All lessons"));
  return window;
}

/* A lesson with a question about an order, and with a wrong expected number. */
static const char own_lesson[] = "format: 1\n"
                                 "title: A lesson of the tests\n"
                                 "chapter: geometry\n"
                                 "level: beginner\n"
                                 "minutes: 5\n"
                                 "model: harmonic-oscillator\n"
                                 "runs:\n"
                                 "  one: {integrator: explicit_euler, fixed_step: 0.1, end: 1, set: {w: 1}, initial: {q: 1, p: 0}}\n"
                                 "pages:\n"
                                 "  - title: An order\n"
                                 "    ask: Which is the order?\n"
                                 "    order: [first, second, third]\n"
                                 "    after: Done.\n"
                                 "  - title: A number\n"
                                 "    ask: What is q?\n"
                                 "    number: {unit: m, expect: end}\n"
                                 "    reveal: one\n"
                                 "expect:\n"
                                 "  - {name: end, run: one, value: q, at: end, is: 3.00, within: 0.005}\n";

/* ---- the list ---- */

static void
test_list (void)
{
  WbWindow *window;
  WbLessonSidebar *sidebar;
  GtkWidget *search;

  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("lorenz");
  wb_test_act (window, "win.show-lessons");
  WAIT_FOR (g_strcmp0 (wb_session_view (wb_window_session (window)), "lessons") == 0);
  WAIT_FOR (SHOWS (window, "Accuracy and output") && SHOWS (window, "Explicit Euler on a circle"));
  wb_hands_picture (window, "lessons");
  /* The action of Ctrl+F moves the focus to the search field of the lessons. */
  wb_test_act (window, "win.find");
  sidebar = wb_sidebar_lessons (wb_window_sidebar (window));
  search = wb_test_find (GTK_WIDGET (sidebar), GTK_TYPE_SEARCH_ENTRY, NULL);
  wb_hands_type ("racket");
  WAIT_FOR (SHOWS (window, "A racket, thrown about three axes") && !SHOWS (window, "Explicit Euler on a circle"));
  gtk_editable_set_text (GTK_EDITABLE (search), "no such words");
  WAIT_FOR (SHOWS (window, "No lesson mentions “no such words”"));
  gtk_editable_set_text (GTK_EDITABLE (search), "");
  WAIT_FOR (SHOWS (window, "Explicit Euler on a circle"));
  /* A click on a card opens its lesson. */
  CLICK_UNTIL (wb_test_label_with (GTK_WIDGET (window), "Explicit Euler on a circle"), wb_lessons_lesson (lessons_of (window)) != NULL);
  g_assert_cmpstr (wb_lessons_lesson (lessons_of (window))->id, ==, "euler-spirals-out");
  g_assert_cmpstr (wb_session_view (wb_window_session (window)), ==, "simulate");
  g_assert_cmpstr (model_id (wb_session_model (wb_window_session (window))), ==, "harmonic-oscillator");
  /* Escape goes back to the list, which states the reader's progress. */
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_key (GDK_KEY_Escape, 0);
  WAIT_FOR (wb_lessons_lesson (lessons_of (window)) == NULL && g_strcmp0 (wb_session_view (wb_window_session (window)), "lessons") == 0);
  WAIT_FOR (SHOWS (window, "Step 1 of 5") && SHOWS (window, "Continue where you stopped"));
  wb_test_act (window, "win.models");
  WAIT_FOR (g_strcmp0 (wb_session_view (wb_window_session (window)), "simulate") == 0);
  wb_test_close (window);
}

static void
test_broken_file (void)
{
  g_autofree char *folder = g_build_filename (g_get_user_data_dir (), "stepwise", "models", NULL), *path = NULL;
  WbWindow *window;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  path = wb_test_write (folder, "broken.lesson.yaml", "format: 1\ntitle: Broken\nchapter: cooking\n");
  wb_lesson_library_forget ();
  window = wb_test_window ("lorenz");
  wb_test_act (window, "win.show-lessons");
  WAIT_FOR (SHOWS (window, "broken.lesson.yaml") && SHOWS (window, "line "));
  remove (path);
  wb_lesson_library_forget ();
  wb_test_close (window);
}

/* ---- pages ---- */

/* Page Down goes through a whole lesson. It reveals each answer and then shows the next page. At the end the lesson is marked as done. */
static void
test_presenter (void)
{
  WbWindow *window;
  WbLessons *lessons;
  int n;

  if (!wb_hands_ready ())
    return;
  window = window_with ("euler-spirals-out", 0);
  lessons = lessons_of (window);
  n = (int) wb_lessons_lesson (lessons)->pages->len;
  g_assert_false (SHOWS (window, "144.77"));
  for (int page = 0; page < n; page++)
    {
      g_assert_cmpint (wb_lessons_page_index (lessons), ==, page);
      if (wb_lessons_step (lessons) == WB_LESSON_REVEAL)
        {
          g_assert_false (wb_lessons_is_revealed (lessons));
          g_assert_cmpint (wb_session_state (wb_window_session (window)), ==, SIM_RUN_READY);
          wb_hands_key (GDK_KEY_Page_Down, 0);
          WAIT_FOR (wb_lessons_is_revealed (lessons) && !wb_lessons_is_checking (lessons)
                    && wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED);
          for (guint k = 0; k < wb_lessons_checks (lessons)->len; k++)
            g_assert_true (g_array_index (wb_lessons_checks (lessons), LabCheck, k).passed);
        }
      if (page == 1)
        WAIT_FOR (SHOWS (window, "144.77") && SHOWS (window, "no guess"));
      wb_hands_key (GDK_KEY_Page_Down, 0);
      WAIT_FOR (wb_lessons_lesson (lessons) == NULL || wb_lessons_page_index (lessons) == page + 1);
    }
  g_assert_null (wb_lessons_lesson (lessons));
  g_assert_true (wb_lesson_progress ("euler-spirals-out").done);
  wb_test_close (window);
}

/* A digit chooses an answer, and the result describes the answer. Page Up goes back to the page before, which stays revealed. */
static void
test_choice (void)
{
  WbWindow *window;
  WbLessons *lessons;

  if (!wb_hands_ready ())
    return;
  window = window_with ("euler-spirals-out", 3);
  lessons = lessons_of (window);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_key (GDK_KEY_2, 0);
  WAIT_FOR (wb_lessons_choice (lessons) == 1);
  CLICK_UNTIL (wb_test_label_with (GTK_WIDGET (window), "Reveal"), wb_lessons_is_revealed (lessons));
  WAIT_FOR (SHOWS (window, "The answer") && SHOWS (window, "It stays near 1") && SHOWS (window, "It shrinks"));
  wb_lessons_set_choice (lessons, 0);
  g_assert_cmpint (wb_lessons_choice (lessons), ==, 1);
  wb_hands_key (GDK_KEY_Page_Up, 0);
  WAIT_FOR (wb_lessons_page_index (lessons) == 2);
  g_assert_false (wb_lessons_is_revealed (lessons));
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_lessons_is_revealed (lessons) && !wb_lessons_is_checking (lessons));
  wb_lessons_go (lessons, 3);
  g_assert_true (wb_lessons_is_revealed (lessons));
  wb_test_close (window);
}

static void
test_number (void)
{
  WbWindow *window;
  WbLessons *lessons;
  GtkWidget *field;

  if (!wb_hands_ready ())
    return;
  window = window_with ("euler-spirals-out", 2);
  lessons = lessons_of (window);
  field = wb_test_find (GTK_WIDGET (wb_window_sidebar (window)), WB_TYPE_NUMBER_FIELD, NULL);
  g_assert_nonnull (field);
  g_assert_false (wb_lessons_has_guess (lessons));
  CLICK_UNTIL (wb_test_find (field, GTK_TYPE_TEXT, NULL), gtk_window_get_focus (GTK_WINDOW (window)) != NULL
               && gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), field));
  wb_hands_type ("24\n");
  WAIT_FOR (wb_lessons_number (lessons) == 24);
  wb_lessons_advance (lessons);
  WAIT_FOR (!wb_lessons_is_checking (lessons) && SHOWS (window, "98 % too large") && SHOWS (window, "12.14") && SHOWS (window, "within 0.005"));
  wb_hands_picture (window, "lesson-number");
  wb_test_close (window);
}

static void
test_curve (void)
{
  WbWindow *window;
  WbLessons *lessons;
  WbPlotArea *area;
  int width, height;

  if (!wb_hands_ready ())
    return;
  window = window_with ("euler-spirals-out", 1);
  lessons = lessons_of (window);
  area = wb_simulate_view_area (wb_window_simulate (window), wb_lesson_sketch_plot (lessons));
  g_assert_nonnull (area);
  WAIT_FOR (wb_plot_area_n_drawn (area) > 0);
  wb_test_turn (0.3);
  width = gtk_widget_get_width (GTK_WIDGET (area));
  height = gtk_widget_get_height (GTK_WIDGET (area));
  wb_hands_drag (GTK_WIDGET (area), width * 0.3, height * 0.7, width * 0.99, height * 0.2);
  WAIT_FOR (wb_lessons_curve (lessons) != NULL && !isnan (wb_lessons_number (lessons)));
  g_assert_true (isnan (wb_lessons_curve (lessons)[0]));
  g_assert_cmpfloat (wb_lessons_number (lessons), >, wb_lessons_curve (lessons)[WB_LESSON_N_POINTS / 2]);
  wb_hands_picture (window, "lesson-curve");
  wb_hands_key (GDK_KEY_BackSpace, 0);
  WAIT_FOR (wb_lessons_curve (lessons) == NULL && isnan (wb_lessons_number (lessons)));
  wb_hands_drag (GTK_WIDGET (area), width * 0.3, height * 0.7, width * 0.99, height * 0.2);
  WAIT_FOR (wb_lessons_curve (lessons) != NULL);
  wb_lessons_advance (lessons);
  WAIT_FOR (SHOWS (window, "times too small"));
  /* After the reveal, a drag does not draw any more. */
  {
    double end = wb_lessons_number (lessons);

    wb_hands_drag (GTK_WIDGET (area), width * 0.5, height * 0.5, width * 0.99, height * 0.9);
    g_assert_cmpfloat (wb_lessons_number (lessons), ==, end);
  }
  wb_test_close (window);
}

/* The items of an order can be moved. A wrong expected number is reported. */
static void
test_order_and_failure (void)
{
  g_autofree char *folder = wb_test_place ("lessons"), *path = NULL;
  WbWindow *window;
  WbLessons *lessons;
  int first;

  g_mkdir_with_parents (folder, 0700);
  path = wb_test_write (folder, "own.lesson.yaml", own_lesson);
  window = window_with (path, 0);
  lessons = lessons_of (window);
  g_assert_cmpint (wb_lessons_item_at (lessons, 0), !=, 0);
  g_assert_false (wb_lessons_has_guess (lessons));
  first = wb_lessons_item_at (lessons, 0);
  wb_lessons_move_item (lessons, 0, 2);
  g_assert_cmpint (wb_lessons_item_at (lessons, 2), ==, first);
  g_assert_true (wb_lessons_has_guess (lessons));
  wb_lessons_advance (lessons);
  /* Each row has its number, the right item and the item of the reader. */
  WAIT_FOR (SHOWS (window, "first") && SHOWS (window, "3") && wb_test_find (GTK_WIDGET (wb_window_sidebar (window)), GTK_TYPE_BOX, "order-row") == NULL);
  wb_lessons_advance (lessons);
  g_assert_cmpint (wb_lessons_page_index (lessons), ==, 1);
  wb_lessons_advance (lessons);
  WAIT_FOR (SHOWS (window, "This program computes another number than the lesson states") && SHOWS (window, "lesson check own"));
  wb_test_close (window);
}

/* ---- the session ---- */

static void
test_differs (void)
{
  WbWindow *window = window_with ("euler-spirals-out", 2);
  WbSession *session = wb_window_session (window);

  g_assert_false (SHOWS (window, "Your settings differ from the lesson"));
  g_assert_true (wb_session_set (session, WB_SETTING, "max_step", "0.2", NULL));
  WAIT_FOR (SHOWS (window, "Your settings differ from the lesson"));
  wb_lessons_restore (lessons_of (window));
  WAIT_FOR (!SHOWS (window, "Your settings differ from the lesson"));
  wb_test_assert_value (session, WB_SETTING, "max_step", "0.05");
  wb_session_undo (session);
  wb_test_assert_value (session, WB_SETTING, "max_step", "0.2");
  /* The revealed run has the settings of the lesson, whatever the reader has set. */
  wb_lessons_advance (lessons_of (window));
  wb_test_assert_value (session, WB_SETTING, "max_step", "0.05");
  wb_test_close (window);
}

/* The reader's own model can be restored with its values, plots and runs. */
static void
test_own_model (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  int n_plots = wb_plot_set_n (wb_plot_set_of (session));

  g_assert_true (wb_session_set (session, WB_PARAMETER, "rho", "99", NULL));
  wb_test_finish (session);
  g_assert_true (wb_window_open_lesson (window, "kepler", 0));
  g_assert_cmpstr (model_id (wb_session_model (session)), ==, wb_lessons_lesson (lessons_of (window))->model);
  g_assert_true (wb_lessons_has_own (lessons_of (window)));
  g_assert_true (wb_window_open_lesson (window, "tolerance", 0));
  wb_test_act (window, "win.lesson-own");
  g_assert_null (wb_lessons_lesson (lessons_of (window)));
  g_assert_cmpstr (model_id (wb_session_model (session)), ==, "lorenz");
  wb_test_assert_value (session, WB_PARAMETER, "rho", "99");
  g_assert_cmpint (wb_plot_set_n (wb_plot_set_of (session)), ==, n_plots);
  g_assert_cmpuint (sim_trajectory_n_rows (wb_run_item_trajectory (wb_session_current (session))), >, 100);
  g_assert_cmpstr (wb_session_view (session), ==, "simulate");
  wb_test_close (window);
}

/* A session file stores the lesson, its page and the guesses. */
static void
test_session (void)
{
  g_autofree char *path = wb_test_place ("lesson.stepwise");
  g_autoptr (GError) error = NULL;
  WbWindow *window = window_with ("euler-spirals-out", 1), *other;
  WbLessons *lessons = lessons_of (window);

  wb_lessons_sketch (lessons, 0, 1, TRUE);
  wb_lessons_sketch (lessons, 50, 2, FALSE);
  wb_lessons_advance (lessons);
  WAIT_FOR (wb_lessons_checks (lessons) != NULL);
  wb_lessons_go (lessons, 2);
  wb_lessons_set_number (lessons, 12);
  wb_lessons_go (lessons, 3);
  wb_lessons_set_choice (lessons, 2);
  g_assert_true (wb_session_file_save (path, wb_window_session (window), &error));
  g_assert_no_error (error);
  wb_test_close (window);

  other = wb_test_window ("lorenz");
  lessons = lessons_of (other);
  g_assert_true (wb_window_open_path (other, path));
  g_assert_nonnull (wb_lessons_lesson (lessons));
  g_assert_cmpstr (wb_lessons_lesson (lessons)->id, ==, "euler-spirals-out");
  g_assert_cmpint (wb_lessons_page_index (lessons), ==, 3);
  g_assert_cmpint (wb_lessons_choice (lessons), ==, 2);
  g_assert_false (wb_lessons_is_revealed (lessons));
  g_assert_false (wb_lessons_differs (lessons));
  g_assert_cmpint (model_system_find_column (wb_session_system (wb_window_session (other)), "radius"), >=, 0);
  wb_lessons_go (lessons, 2);
  g_assert_cmpfloat (wb_lessons_number (lessons), ==, 12);
  wb_lessons_go (lessons, 1);
  g_assert_true (wb_lessons_is_revealed (lessons));
  g_assert_cmpfloat (wb_lessons_curve (lessons)[0], ==, 1);
  g_assert_true (isnan (wb_lessons_curve (lessons)[WB_LESSON_N_POINTS - 1]));
  wb_test_close (other);
}

/* The lesson is closed when the reader opens another model. */
static void
test_other_model (void)
{
  WbWindow *window = window_with ("kepler", 1);

  g_assert_true (wb_window_open_path (window, "van-der-pol"));
  g_assert_null (wb_lessons_lesson (lessons_of (window)));
  g_assert_false (wb_lessons_has_own (lessons_of (window)));
  wb_test_close (window);
}

/* Every page of every lesson can be shown without an error. */
static void
test_all_pages (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbLessons *lessons = lessons_of (window);
  const GPtrArray *all = wb_lesson_library ();

  g_assert_cmpuint (all->len, >=, 19);
  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];

      g_assert_cmpstr (entry->problem, ==, NULL);
      /* test-lecture.c takes other lessons. */
      if (!test_takes (k + 1, 3))
        continue;
      g_assert_true (wb_window_open_lesson (window, entry->id, 0));
      for (int page = 0; page < entry->n_pages; page++)
        {
          wb_lessons_go (lessons, page);
          g_assert_cmpint (wb_lessons_page_index (lessons), ==, page);
          g_assert_false (wb_lessons_differs (lessons));
          wb_test_turn (0.02);
        }
    }
  g_assert_cmpstr (wb_test_toast (window), ==, "");
  wb_test_close (window);
}

/* A failure that the lesson expects is not reported. Another failure is. */
static void
test_expected_failure (void)
{
  WbWindow *window = window_with ("bouncing-ball", 2);
  WbSession *session = wb_window_session (window);

  wb_lessons_advance (lessons_of (window));
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && !wb_lessons_is_checking (lessons_of (window)));
  g_assert_cmpint (wb_run_item_state (wb_session_current (session))->status.reason, ==, SIM_FAILED_RUN);
  wb_test_turn (0.1);
  g_assert_false (SHOWS (window, "accumulate"));
  wb_session_reset (session);
  wb_test_finish (session);
  WAIT_FOR (SHOWS (window, "accumulate"));
  wb_test_close (window);
}

/* ---- branches ---- */

/* Returns the last row of the current run. */
static const double *
last_row (WbSession *session)
{
  const SimTrajectory *trajectory = wb_run_item_trajectory (wb_session_current (session));

  return sim_trajectory_row (trajectory, sim_trajectory_n_rows (trajectory) - 1);
}

/* Makes the branch of the lesson by hand: runs to 30 s, moves the playhead to 5 s, adds 1e-6 to x, and continues. */
static void
branch_by_hand (WbSession *session)
{
  const SimTrajectory *trajectory;
  g_autofree char *x = NULL;
  double boundary;

  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "dop853", NULL));
  g_assert_true (wb_session_set (session, WB_SETTING, "accuracy", "1e-12", NULL));
  g_assert_true (wb_session_set (session, WB_TIME, "end", "30", NULL));
  wb_test_finish (session);
  trajectory = wb_run_item_trajectory (wb_session_current (session));
  boundary = sim_run_boundary (trajectory, 5);
  x = wb_number_text (sim_trajectory_row (trajectory, sim_trajectory_find (trajectory, boundary))[1] + 1e-6);
  wb_session_set_playhead (session, 5);
  g_assert_true (wb_session_set (session, WB_INITIAL, "x", x, NULL));
  g_assert_true (wb_session_branch (session));
  wb_test_finish (session);
}

/* A branch of a lesson has the same bits as one made by hand, and the same numbers as the check of the lesson. A branch can begin from a branch. */
static void
test_branch (void)
{
  WbWindow *window = window_with ("two-branches", 1), *other;
  WbSession *session = wb_window_session (window);
  WbLessons *lessons = lessons_of (window);
  g_autoptr (GPtrArray) tree = NULL;

  /* The page before shows the first run, so it is shown before the answer. */
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED);
  g_assert_false (wb_session_has_branches (session));
  wb_lessons_advance (lessons);
  WAIT_FOR (wb_session_has_branches (session) && wb_session_state (session) == SIM_RUN_FINISHED && !wb_lessons_is_checking (lessons));
  g_assert_cmpuint (wb_lessons_checks (lessons)->len, ==, 3);
  for (guint k = 0; k < wb_lessons_checks (lessons)->len; k++)
    g_assert_true (g_array_index (wb_lessons_checks (lessons), LabCheck, k).passed);
  g_assert_false (wb_lessons_differs (lessons));
  other = wb_test_window ("lorenz");
  branch_by_hand (wb_window_session (other));
  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat (last_row (session)[k], ==, last_row (wb_window_session (other))[k]);
  wb_test_close (other);

  wb_lessons_go (lessons, 3);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && !wb_session_has_branches (session));
  wb_lessons_advance (lessons);
  WAIT_FOR (wb_session_state (session) == SIM_RUN_FINISHED && !wb_lessons_is_checking (lessons) && last_row (session)[0] == 60);
  tree = wb_session_tree (session, 5);
  g_assert_cmpuint (tree->len, ==, 3);
  g_assert_false (wb_lessons_differs (lessons));
  g_assert_false (SHOWS (window, "Your settings differ from the lesson"));
  g_assert_cmpfloat (g_array_index (wb_lessons_checks (lessons), LabCheck, 0).got, ==, fabs (last_row (session)[1]));
  wb_test_close (window);
}

/* A narrow window shows the lesson as a strip below the plot. */
static void
test_strip (void)
{
  WbWindow *window = window_with ("lorenz-digits", 1);

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  WAIT_FOR (SHOWS (window, "One more digit of accuracy  ·  step 2 of 3") && SHOWS (window, "A tolerance of one millionth"));
  wb_test_close (window);
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

/* Page Down goes through a cue list. It reveals the answer of a page, goes through the pages of a lesson, and shows models and views. */
static void
test_cues (void)
{
  static const char text[] = "format: 1\ntitle: A talk\ncues:\n  - {lesson: euler-spirals-out, page: 3}\n  - {model: van-der-pol, view: compare}\n"
                             "  - {lesson: lorenz-digits}\n";
  g_autofree char *folder = wb_test_place ("cues"), *path = NULL;
  WbWindow *window;
  WbSession *session;
  WbLessons *lessons;

  if (!wb_hands_ready ())
    return;
  g_mkdir_with_parents (folder, 0700);
  path = wb_test_write (folder, "talk.cues.yaml", text);
  window = wb_test_window ("lorenz");
  session = wb_window_session (window);
  lessons = lessons_of (window);
  g_assert_true (wb_window_open_path (window, path));
  WAIT_FOR (wb_lessons_lesson (lessons) != NULL && wb_lessons_page_index (lessons) == 2 && SHOWS (window, "A talk: 3 parts"));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_lessons_is_revealed (lessons));
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (g_strcmp0 (wb_session_view (session), "compare") == 0 && g_str_equal (model_id (wb_session_model (session)), "van-der-pol"));
  wb_test_act (window, "win.next-cue");
  WAIT_FOR (wb_lessons_lesson (lessons) != NULL && g_str_equal (wb_lessons_lesson (lessons)->id, "lorenz-digits"));
  wb_test_act (window, "win.next-cue");
  g_assert_cmpint (wb_lessons_page_index (lessons), ==, 1);
  wb_test_act (window, "win.previous-cue");
  g_assert_cmpint (wb_lessons_page_index (lessons), ==, 0);
  wb_test_act (window, "win.previous-cue");
  WAIT_FOR (g_str_equal (model_id (wb_session_model (session)), "van-der-pol"));
  wb_window_show_view (window, "simulate");
  wb_test_turn (0.2);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  wb_hands_key (GDK_KEY_Escape, 0);
  WAIT_FOR (SHOWS (window, "The lecture was ended"));
  wb_test_close (window);
}

static void
test_comparison_of_guesses (void)
{
  static const struct { double guess, measured; const char *words; } rows[] = {
    { NAN, 1, "no guess" }, { 2, 2, "exactly right" }, { 1.005, 1, "within 1 %" }, { 0.95, 1, "within 10 %" }, { 1.5, 1, "50 % too large" },
    { 0.6, 1, "40 % too small" }, { 6.4, 144.77, "23 times too small" }, { 30, 10, "3.0 times too large" }, { -1, 1, "of the wrong sign" },
    { 0, 3, "too small" }, { 3, 0, "too large" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *words = wb_lesson_compare_guess (rows[k].guess, rows[k].measured);

      g_assert_cmpstr (words, ==, rows[k].words);
    }
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/lessons/the-list-finds-and-opens-lessons", test_list);
  g_test_add_func ("/lessons/a-lesson-file-with-errors-is-listed-with-its-first-error", test_broken_file);
  g_test_add_func ("/lessons/page-down-goes-through-a-lesson", test_presenter);
  g_test_add_func ("/lessons/the-digit-keys-choose-an-answer", test_choice);
  g_test_add_func ("/lessons/a-typed-guess-is-compared-with-the-measured-number", test_number);
  g_test_add_func ("/lessons/a-curve-can-be-drawn-and-cleared", test_curve);
  g_test_add_func ("/lessons/items-can-be-reordered-and-a-wrong-number-is-reported", test_order_and_failure);
  g_test_add_func ("/lessons/changed-settings-can-be-restored", test_differs);
  g_test_add_func ("/lessons/the-user-s-model-is-restored-after-a-lesson", test_own_model);
  g_test_add_func ("/lessons/a-session-file-stores-the-page-of-the-lesson-and-the-guesses", test_session);
  g_test_add_func ("/lessons/opening-another-model-closes-the-lesson", test_other_model);
  g_test_add_func ("/lessons/an-expected-failure-is-not-reported", test_expected_failure);
  g_test_add_func ("/lessons/every-page-of-every-lesson-can-be-shown", test_all_pages);
  g_test_add_func ("/lessons/a-branch-in-a-lesson-equals-the-branch-made-by-hand", test_branch);
  g_test_add_func ("/lessons/a-narrow-window-shows-the-lesson-as-a-strip", test_strip);
  g_test_add_func ("/lessons/page-down-goes-through-a-cue-list", test_cues);
  g_test_add_func ("/lessons/a-text-compares-the-guess-with-the-measured-number", test_comparison_of_guesses);
  return g_test_run ();
}
