/* A lecture with the keys of a remote control, and the links of all lessons. */
#include "wb-hands.h"

#include <string.h>

#include "lab-cues.h"
#include "lab-registry.h"
#include "test-share.h"
#include "wb-compare-entry.h"
#include "wb-lab-studies.h"
#include "wb-laboratory.h"
#include "wb-lesson-library.h"
#include "wb-lesson-text.h"
#include "wb-microscope.h"
#include "wb-preferences.h"
#include "wb-session-layout.h"
#include "wb-studies.h"

static WbLessons *
lessons_of (WbWindow *window)
{
  return wb_lessons_of (wb_window_session (window));
}

#define SHOWS(window, text) (wb_test_label_with (GTK_WIDGET (window), text) != NULL)

/* ---- the lecture ---- */

/* The lessons of the first lecture and their pages take about an hour. */
#define LEAST_MINUTES 50
#define MOST_MINUTES 70

static gboolean
is_at (WbLessons *lessons, const char *id, int page)
{
  const LabLesson *lesson = wb_lessons_lesson (lessons);

  return lesson != NULL && strcmp (lesson->id, id) == 0 && wb_lessons_page_index (lessons) == page;
}

/* Presses Page Down on one page: the first press reveals the answer if there is one, and the page stays. */
static void
show_page (WbWindow *window, const char *id, int page)
{
  WbLessons *lessons = lessons_of (window);
  const LabLessonPage *shown = wb_lessons_page (lessons);

  if (shown->view != NULL)
    g_assert_cmpstr (wb_session_view (wb_window_session (window)), ==, shown->view);
  if (wb_lessons_step (lessons) != WB_LESSON_REVEAL)
    return;
  g_assert_false (wb_lessons_is_revealed (lessons));
  g_assert_false (wb_lessons_has_guess (lessons));
  wb_hands_key (GDK_KEY_Page_Down, 0);
  WAIT_FOR (wb_lessons_is_revealed (lessons));
  g_assert_true (is_at (lessons, id, page));
  if (shown->reveal != NULL)
    WAIT_FOR (wb_session_state (wb_window_session (window)) == SIM_RUN_FINISHED && !wb_lessons_is_checking (lessons));
  for (guint k = 0; wb_lessons_checks (lessons) != NULL && k < wb_lessons_checks (lessons)->len; k++)
    g_assert_true (g_array_index (wb_lessons_checks (lessons), LabCheck, k).passed);
}

static void
test_lecture (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", "lessons", "first-lecture.cues.yaml", NULL);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabCueList) list = lab_cues_load (path, NULL, diagnostics);
  WbWindow *window;
  WbLessons *lessons;
  int minutes = 0;

  g_assert_nonnull (list);
  g_assert_cmpuint (list->cues->len, ==, 5);
  if (!wb_hands_ready ())
    return;
  window = wb_test_window ("lorenz");
  lessons = lessons_of (window);
  wb_session_set_lecture (wb_window_session (window), TRUE);
  g_assert_true (wb_window_open_path (window, path));
  WAIT_FOR (wb_lessons_lesson (lessons) != NULL);
  for (guint k = 0; k < list->cues->len; k++)
    {
      const char *id = g_array_index (list->cues, LabCue, k).name;
      int n_pages = (int) wb_lessons_lesson (lessons)->pages->len;

      minutes += wb_lessons_lesson (lessons)->minutes;
      for (int page = 0; page < n_pages; page++)
        {
          g_test_message ("%s, page %d", id, page + 1);
          WAIT_FOR (is_at (lessons, id, page));
          show_page (window, id, page);
          wb_hands_key (GDK_KEY_Page_Down, 0);
        }
      if (k + 1 < list->cues->len)
        WAIT_FOR (is_at (lessons, g_array_index (list->cues, LabCue, k + 1).name, 0));
      WAIT_FOR (wb_lesson_progress (id).done);
    }
  WAIT_FOR (SHOWS (window, "This was the last part of the lecture"));
  g_assert_cmpint (minutes, >=, LEAST_MINUTES);
  g_assert_cmpint (minutes, <=, MOST_MINUTES);
  wb_test_close (window);
}

/* A run that has not ended does not hold up the lecture, on the last page of a lesson either. */
static void
test_long_run (void)
{
  static const char lesson[] = "format: 1\ntitle: Long\nchapter: accuracy\nlevel: beginner\nminutes: 5\nmodel: harmonic-oscillator\n"
                               "runs:\n  long: {integrator: explicit_euler, fixed_step: 1e-7, end: 1e4}\n"
                               "pages:\n  - {title: One, ask: What, choose: [a, b], answer: a, reveal: long}\n"
                               "  - {title: Two, ask: What, choose: [a, b], answer: a, reveal: long}\n";
  static const char text[] = "format: 1\ntitle: A talk\ncues:\n  - {lesson: ./long.lesson.yaml}\n  - {lesson: tolerance}\n";
  g_autofree char *folder = wb_test_place ("lecture"), *path = NULL, *cues = NULL;
  WbWindow *window;
  WbLessons *lessons;

  if (!wb_hands_ready ())
    return;
  g_mkdir_with_parents (folder, 0700);
  path = wb_test_write (folder, "long.lesson.yaml", lesson);
  cues = wb_test_write (folder, "talk.cues.yaml", text);
  window = wb_test_window ("lorenz");
  lessons = lessons_of (window);
  g_assert_true (wb_window_open_path (window, cues));
  WAIT_FOR (is_at (lessons, "long", 0));
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  for (int page = 0; page < 2; page++)
    {
      wb_hands_key (GDK_KEY_Page_Down, 0);
      WAIT_FOR (wb_lessons_is_revealed (lessons) && wb_session_state (wb_window_session (window)) == SIM_RUN_RUNNING);
      wb_hands_key (GDK_KEY_Page_Down, 0);
      WAIT_FOR (page == 0 ? is_at (lessons, "long", 1) : is_at (lessons, "tolerance", 0));
    }
  wb_test_close (window);
}

/* ---- the strip ---- */

static GtkWidget *
strip_of (GtkWidget *from)
{
  if (strcmp (gtk_widget_get_css_name (from), "lessonstrip") == 0)
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child (from); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *strip = strip_of (child);

      if (strip != NULL)
        return strip;
    }
  return NULL;
}

/* Returns what the strip shows of the page. Free it with g_free. */
static char *
words_of (WbWindow *window)
{
  GtkWidget *texts = gtk_widget_get_next_sibling (gtk_widget_get_first_child (gtk_widget_get_first_child (strip_of (GTK_WIDGET (window)))));

  return wb_lesson_spans_to_text (wb_lesson_brief_shown (gtk_widget_get_first_child (gtk_widget_get_last_child (texts))));
}

static gboolean
strip_shows (WbWindow *window, const char *text)
{
  g_autofree char *words = words_of (window);

  return strstr (words, text) != NULL;
}

/* The audience sees the question with its answers, and then the right one; a text that is too long ends with a whole sentence. */
static void
test_strip (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbLessons *lessons = lessons_of (window);
  g_autofree char *words = NULL;

  wb_session_set_lecture (wb_window_session (window), TRUE);
  g_assert_true (wb_window_open_lesson (window, "too-long-a-step", 1));
  WAIT_FOR (strip_of (GTK_WIDGET (window)) != NULL && strip_shows (window, "What does the population do in the long run?"));
  g_assert_true (strip_shows (window, "a step of 2.2"));
  g_assert_true (strip_shows (window, "2\302\240It jumps between two values for ever"));
  wb_lessons_advance (lessons);
  WAIT_FOR (strip_shows (window, "The answer: It jumps between two values for ever."));
  g_assert_true (wb_window_open_lesson (window, "boldness-of-a-step", 1));
  WAIT_FOR (strip_shows (window, "  ·  "));
  wb_lessons_advance (lessons);
  WAIT_FOR (strip_shows (window, "The right order: 0.5  ·  0.7  ·  1  ·  0.9"));
  /* Formulas that are on separate lines in the lesson are separated. */
  g_assert_true (wb_window_open_lesson (window, "predator-prey", 0));
  WAIT_FOR (strip_shows (window, "x dot = x - x*y, y dot = -2*y + x*y. The quantity"));
  g_assert_true (wb_window_open_lesson (window, "boldness-of-a-step", 1));
  wb_lessons_advance (lessons);
  /* The lecture shows the plot that the lesson names first. */
  WAIT_FOR (wb_plot_set_focused (wb_plot_set_of (wb_window_session (window))) == 0);
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 600);
  g_assert_true (wb_window_open_lesson (window, "thousand-clocks", 1));
  wb_lessons_advance (lessons);
  WAIT_FOR (strip_shows (window, "The answer: About 0.2."));
  wb_test_turn (0.3);
  words = words_of (window);
  g_assert_true (g_str_has_suffix (g_strchomp (words), "."));
  g_assert_null (strstr (words, "slow by one standard deviation"));
  wb_test_close (window);
  wb_preferences_set_int ("window-width", 1440);
  wb_preferences_set_int ("window-height", 900);
}

/* ---- links ---- */

/* Returns the number on the tape of the rejected attempt with this number, from 1. */
static gsize
rejection (WbRunItem *run, int number)
{
  SimTape *tape = wb_run_item_tape (run);
  OdeAttempt attempt;

  for (gsize k = 0; k < sim_tape_n_attempts (tape); k++)
    if (sim_tape_get (tape, k, &attempt) && attempt.outcome >= ODE_ATTEMPT_REJECTED_ERROR && attempt.outcome <= ODE_ATTEMPT_REJECTED_UNDEFINED
        && --number == 0)
      return k;
  g_assert_not_reached ();
}

/* Checks that the view of a link, or of the place of a page, shows what it names. */
static void
check_link (WbWindow *window, const LabLessonLink *link)
{
  static const char *const views[] = { "microscope", "microscope", "microscope", "laboratory", "compare", "ensemble" };
  WbSession *session = wb_window_session (window);
  WbMicroscope *microscope = wb_microscope_of (session);

  g_assert_cmpstr (wb_session_view (session), ==, views[link->kind]);
  switch (link->kind)
    {
    case LAB_LINK_ATTEMPT:
      g_assert_cmpuint (wb_microscope_index (microscope), ==, link->number - 1);
      WAIT_FOR (wb_microscope_scene (microscope).attempt != NULL);
      break;
    case LAB_LINK_REJECTION:
      g_assert_cmpuint (wb_microscope_index (microscope), ==, rejection (wb_session_current (session), link->number));
      WAIT_FOR (wb_microscope_scene (microscope).attempt != NULL);
      break;
    case LAB_LINK_EVENT:
      g_assert_true (wb_microscope_shows_event (microscope));
      g_assert_cmpuint (wb_microscope_event (microscope), ==, link->number - 1);
      break;
    case LAB_LINK_LABORATORY:
      {
        const guint places = lab_registry_find (link->words[0])->places;
        gboolean own = wb_lab_studies_find (link->words[0]) >= 0;
        g_autofree char *page = own ? g_strconcat ("studies:", link->words[0], NULL) : g_strdup (places & LAB_PLACE_PLANE ? "plane" : "method");

        g_assert_true (own || (places & (LAB_PLACE_METHOD | LAB_PLACE_PLANE)) != 0);
        g_assert_cmpstr (wb_laboratory_page (wb_laboratory_of (session)), ==, page);
        break;
      }
    case LAB_LINK_COMPARE:
      {
        GListModel *entries = wb_comparison_entries (wb_compare_view_comparison (wb_window_compare (window)));

        g_assert_cmpuint (g_list_model_get_n_items (entries), ==, g_strv_length (link->words));
        for (guint k = 0; link->words[k] != NULL; k++)
          {
            g_autoptr (WbCompareEntry) entry = g_list_model_get_item (entries, k);

            g_assert_true (wb_compare_entry_method (entry) == ode_method_find (link->words[k]));
          }
        break;
      }
    case LAB_LINK_ENSEMBLE: default:
      {
        WbStudy *study = wb_studies_selected (wb_studies_of (session));
        g_autofree char *name = study != NULL && wb_study_path (study) != NULL ? g_path_get_basename (wb_study_path (study)) : NULL;

        g_assert_cmpstr (name, ==, link->words[0]);
        break;
      }
    }
}

static void
test_links (void)
{
  WbWindow *window = wb_test_window ("lorenz");
  WbSession *session = wb_window_session (window);
  WbLessons *lessons = lessons_of (window);
  const GPtrArray *all = wb_lesson_library ();
  int n_links = 0;

  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];

      if (!test_takes (k, 3))
        continue;
      g_assert_true (wb_window_open_lesson (window, entry->id, 0));
      for (int page = 0; page < entry->n_pages; page++)
        {
          const GArray *links;
          const LabLessonLink *place;

          wb_lessons_go (lessons, page);
          links = wb_lessons_page (lessons)->links;
          place = wb_lessons_page (lessons)->place;
          if (links->len == 0 && place == NULL)
            continue;
          if (wb_lessons_step (lessons) == WB_LESSON_REVEAL)
            wb_lessons_advance (lessons);
          if (wb_lessons_page (lessons)->reveal != NULL)
            wb_test_finish (session);
          if (place != NULL)
            {
              g_test_message ("%s, page %d", entry->id, page + 1);
              WAIT_FOR (place->kind > LAB_LINK_REJECTION || wb_microscope_is_open (wb_microscope_of (session)));
              check_link (window, place);
              n_links++;
            }
          for (guint i = 0; i < links->len; i++, n_links++)
            {
              g_test_message ("%s, page %d, link %u", entry->id, page + 1, i + 1);
              g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-link", "i", (int) i));
              check_link (window, &g_array_index (links, LabLessonLink, i));
              g_assert_nonnull (wb_lessons_lesson (lessons));
              wb_window_show_view (window, "simulate");
              links = wb_lessons_page (lessons)->links;
            }
        }
    }
  g_assert_cmpint (n_links, >=, 20);
  wb_test_close (window);
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/lecture/the-strip-shows-question-answers-and-result", test_strip);
  g_test_add_func ("/lecture/page-down-alone-goes-through-an-hour-of-five-lessons", test_lecture);
  g_test_add_func ("/lecture/a-run-that-goes-on-does-not-delay-the-next-part", test_long_run);
  g_test_add_func ("/lecture/every-link-of-every-lesson-shows-what-it-names", test_links);
  return g_test_run ();
}
