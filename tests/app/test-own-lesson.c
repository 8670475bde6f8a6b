/* Tests lessons that the user makes from a session, and the editor for lessons. */
#include "wb-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "lab-lesson-check.h"
#include "wb-lesson-write.h"
#include "wb-lessons.h"
#include "wb-source-colors.h"

/* Pins the value of the first column at the middle of the current run in the first plot. */
static void
pin_middle (WbSession *session)
{
  WbRunItem *run = wb_session_current (session);
  PlotHit hit = { .kind = PLOT_HIT_ROW, .column = 0, .run = wb_run_item_number (run) };

  hit.index = sim_trajectory_n_rows (wb_run_item_trajectory (run)) / 2;
  hit.x = sim_trajectory_row (wb_run_item_trajectory (run), hit.index)[0];
  hit.y = sim_trajectory_row (wb_run_item_trajectory (run), hit.index)[1];
  wb_plot_set_pin (wb_plot_set_of (session), 0, &hit);
}

/* Checks that a text is a lesson and that its expectations hold. Returns the number of expectations. */
static guint
check_text (const char *text, const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load_text (text, path, NULL, diagnostics);
  g_autoptr (GArray) checks = lesson != NULL ? lab_lesson_check (lesson, NULL, diagnostics, NULL) : NULL;

  if (diagnostics->len > 0)
    g_test_message ("%s", ((ModelDiagnostic *) diagnostics->pdata[0])->message);
  g_assert_nonnull (checks);
  for (guint k = 0; k < checks->len; k++)
    g_assert_true (g_array_index (checks, LabCheck, k).passed);
  return checks->len;
}

static void
test_models (void)
{
  static const char *const models[] = { "harmonic-oscillator", "bouncing-ball", "brusselator-1d-20", "pendulum-index3", "rigid-body-attitude" };

  for (guint k = 0; k < G_N_ELEMENTS (models); k++)
    {
      WbWindow *window = wb_test_window (models[k]);
      WbSession *session = wb_window_session (window);
      g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *text = NULL;

      g_test_message ("%s", models[k]);
      wb_test_finish (session);
      pin_middle (session);
      text = wb_lesson_text_of_session (session, "/tmp", notes);
      g_assert_cmpuint (check_text (text, "/tmp/new.lesson.yaml"), ==, 1);
      g_assert_cmpuint (notes->len, ==, 0);
      wb_test_close (window);
    }
}

/* A lesson names a model of the library by its id, and another file by its path from the lesson. Its texts are plain blocks. */
static void
test_reference (void)
{
  g_autofree char *folder = wb_test_place ("own"), *models = g_build_filename (folder, "models", NULL), *path = NULL, *lesson = NULL;
  g_autofree char *library = NULL, *own = NULL, *text = NULL;
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);

  g_mkdir_with_parents (models, 0700);
  path = g_build_filename (models, "copy.yaml", NULL);
  lesson = g_build_filename (folder, "new.lesson.yaml", NULL);
  g_assert_true (g_file_get_contents (model_path (wb_session_model (session)), &text, NULL, NULL));
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  wb_test_finish (session);
  library = wb_lesson_text_of_session (session, folder, notes);
  g_assert_nonnull (strstr (library, "\nmodel: harmonic-oscillator\n"));
  g_assert_nonnull (strstr (library, " text: |\n"));
  g_assert_true (wb_window_open_path (window, path));
  wb_test_finish (session);
  own = wb_lesson_text_of_session (session, folder, notes);
  g_assert_nonnull (strstr (own, "\nmodel: models/copy.yaml\n"));
  check_text (own, lesson);
  /* The same model, opened by the path of its file in the library. */
  g_assert_true (wb_window_open_path (window, "harmonic-oscillator"));
  {
    g_autofree char *file = g_strdup (model_path (wb_session_model (session))), *again = NULL;

    g_assert_true (wb_window_open_path (window, file));
    wb_test_finish (session);
    again = wb_lesson_text_of_session (session, folder, notes);
    g_assert_nonnull (strstr (again, "\nmodel: harmonic-oscillator\n"));
  }
  wb_test_close (window);
}

static void
test_settings (void)
{
  WbWindow *window = wb_test_window ("van-der-pol");
  WbSession *session = wb_window_session (window);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free), diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = NULL;
  g_auto (LabLessonSetup) setup = { 0 };
  g_autofree char *text = NULL, *method = NULL;

  g_assert_true (wb_session_set (session, WB_SETTING, "integrator", "radau5", NULL));
  g_assert_true (wb_session_set (session, WB_PARAMETER, "mu", "7", NULL));
  g_assert_true (wb_session_set (session, WB_TIME, "end", "3", NULL));
  wb_test_finish (session);
  text = wb_lesson_text_of_session (session, "/tmp", notes);
  lesson = lab_lesson_load_text (text, "/tmp/new.lesson.yaml", NULL, diagnostics);
  g_assert_nonnull (lesson);
  g_assert_cmpuint (lesson->runs->len, ==, 1);
  g_assert_true (lab_lesson_setup_init (&setup, lesson, &g_array_index (lesson->runs, LabLessonRun, 0), -1, diagnostics));
  method = sim_config_get (setup.config, "integrator");
  g_assert_cmpstr (method, ==, "radau5");
  g_assert_cmpfloat (setup.problem.t_end, ==, 3);
  g_assert_nonnull (strstr (text, "mu: 7"));
  wb_test_close (window);
}

static const LabLesson *
open_lesson (WbSession *session)
{
  return wb_lessons_lesson (wb_lessons_of (session));
}

/* Replaces a part of the text of the editor. */
static void
replace (WbWindow *window, const char *old, const char *with)
{
  WbSourceView *source = wb_model_editor_source (wb_window_editor (window));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (source));
  GtkTextIter start, from, to;

  gtk_text_buffer_get_start_iter (buffer, &start);
  g_assert_true (gtk_text_iter_forward_search (&start, old, GTK_TEXT_SEARCH_TEXT_ONLY, &from, &to, NULL));
  gtk_text_buffer_delete (buffer, &from, &to);
  gtk_text_buffer_insert (buffer, &from, with, -1);
}

static void
test_editor (void)
{
  WbWindow *window = wb_test_window ("harmonic-oscillator");
  WbSession *session = wb_window_session (window);
  g_autofree char *path = NULL, *saved = NULL, *none = NULL;

  wb_test_finish (session);
  pin_middle (session);
  wb_test_act (window, "win.new-lesson");
  g_assert_nonnull (open_lesson (session));
  g_assert_cmpstr (wb_session_view (session), ==, "text");
  g_assert_cmpuint (open_lesson (session)->pages->len, ==, 2);
  path = g_strdup (open_lesson (session)->path);
  g_assert_true (lab_lesson_is_lesson (path));

  /* The sidebar shows the changed text before the file is saved. */
  replace (window, "New lesson", "A changed lesson");
  WAIT_FOR (g_str_has_prefix (open_lesson (session)->title, "A changed lesson"));
  g_assert_cmpstr (wb_session_view (session), ==, "text");
  g_assert_true (wb_window_has_changes (window));

  /* A text with an error does not change the shown lesson. */
  replace (window, "level: beginner", "level: easy");
  WAIT_FOR (wb_model_editor_is_checked (wb_window_editor (window)));
  g_assert_nonnull (wb_source_view_marked (wb_model_editor_source (wb_window_editor (window)), 4));
  g_assert_cmpstr (open_lesson (session)->level, ==, "beginner");

  replace (window, "level: easy", "level: advanced");
  WAIT_FOR (strcmp (open_lesson (session)->level, "advanced") == 0);
  g_assert_true (wb_model_editor_save (wb_window_editor (window), &none));
  g_assert_null (none);
  g_assert_false (wb_window_has_changes (window));
  g_assert_true (g_file_get_contents (path, &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, "level: advanced"));
  g_assert_cmpuint (check_text (saved, path), ==, 1);

  /* After the lesson was closed, the editor shows the model. */
  wb_lessons_close (wb_lessons_of (session));
  g_assert_cmpstr (wb_model_editor_path (wb_window_editor (window)), !=, path);
  wb_test_close (window);
  g_remove (path);
}

/* Returns the name of the tag that colours the first occurrence of a text, or NULL. */
static const char *
color_of (GtkTextBuffer *buffer, const char *word)
{
  static const char *const names[] = { "key", "quoted", "comment" };
  GtkTextIter start, from;

  gtk_text_buffer_get_start_iter (buffer, &start);
  g_assert_true (gtk_text_iter_forward_search (&start, word, GTK_TEXT_SEARCH_TEXT_ONLY, &from, NULL, NULL));
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    if (gtk_text_iter_has_tag (&from, gtk_text_tag_table_lookup (gtk_text_buffer_get_tag_table (buffer), names[k])))
      return names[k];
  return NULL;
}

static void
test_colors (void)
{
  g_autoptr (GtkTextBuffer) buffer = gtk_text_buffer_new (NULL);
  GtkTextIter at, end;

  wb_source_colors_install (buffer);
  gtk_text_buffer_set_text (buffer, "pages:\n  - text: |2\n      Describe here: all\n\n      and \"this\" # too\n    ask: What\n    note: a\n"
                                    "      word: b\n", -1);
  wb_source_colors_apply (buffer, 0, 8);
  g_assert_cmpstr (color_of (buffer, "text"), ==, "key");
  g_assert_cmpstr (color_of (buffer, "here"), ==, NULL);
  g_assert_cmpstr (color_of (buffer, "\"this"), ==, NULL);
  g_assert_cmpstr (color_of (buffer, "# too"), ==, NULL);
  g_assert_cmpstr (color_of (buffer, "ask"), ==, "key");
  g_assert_cmpstr (color_of (buffer, "word"), ==, "key");

  /* A line gets the same colours if it is coloured alone. */
  wb_source_colors_apply (buffer, 4, 4);
  g_assert_cmpstr (color_of (buffer, "# too"), ==, NULL);

  /* If a block of text begins or ends differently, the colours of the lines below change. */
  gtk_text_buffer_get_iter_at_line_offset (buffer, &at, 1, 10);
  end = at;
  gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_delete (buffer, &at, &end);
  wb_source_colors_apply (buffer, 1, 1);
  g_assert_cmpstr (color_of (buffer, "here"), ==, "key");
  g_assert_cmpstr (color_of (buffer, "# too"), ==, "comment");
  gtk_text_buffer_get_iter_at_line_offset (buffer, &at, 1, 10);
  gtk_text_buffer_insert (buffer, &at, " >-", -1);
  wb_source_colors_apply (buffer, 1, 1);
  g_assert_cmpstr (color_of (buffer, "here"), ==, NULL);
  g_assert_cmpstr (color_of (buffer, "# too"), ==, NULL);
  g_assert_cmpstr (color_of (buffer, "ask"), ==, "key");
}

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  wb_test_init ();
  g_test_add_func ("/app/own-lesson/keys-in-blocks-of-text-are-not-coloured", test_colors);
  g_test_add_func ("/app/own-lesson/a-lesson-of-a-session-is-valid-and-its-pinned-value-is-expected", test_models);
  g_test_add_func ("/app/own-lesson/a-lesson-names-its-model-by-id-or-relative-path", test_reference);
  g_test_add_func ("/app/own-lesson/a-run-of-the-lesson-has-the-settings-values-and-end-of-the-session", test_settings);
  g_test_add_func ("/app/own-lesson/the-shown-lesson-is-that-of-the-last-valid-text", test_editor);
  return g_test_run ();
}
