/* Tests cue lists: how they are read, and errors with their positions. */
#include <glib/gstdio.h>
#include <string.h>

#include "lab-cues.h"
#include "model-diagnostic.h"

#define HEAD "format: 1\ntitle: A lecture\n"

/* Loads a cue list with this text from a folder that contains a session file talk.stepwise. */
static LabCueList *
load (const char *text, GPtrArray *diagnostics)
{
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "talk.cues.yaml", NULL);
  g_autofree char *session = g_build_filename (folder, "talk.stepwise", NULL);
  LabCueList *list;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (g_file_set_contents (session, "", -1, NULL));
  list = lab_cues_load (path, NULL, diagnostics);
  g_remove (path);
  g_remove (session);
  g_rmdir (folder);
  return list;
}

static void
test_list (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabCueList) list = load (HEAD "cues:\n  - {lesson: kepler, page: 2}\n  - {lesson: tolerance}\n  - {session: talk.stepwise}\n"
                                           "  - {model: lorenz, view: compare}\n", diagnostics);
  const LabCue *cues;

  g_assert_cmpuint (diagnostics->len, ==, 0);
  g_assert_nonnull (list);
  g_assert_cmpstr (list->title, ==, "A lecture");
  g_assert_cmpuint (list->cues->len, ==, 4);
  cues = (const LabCue *) (gpointer) list->cues->data;
  g_assert_cmpint (cues[0].kind, ==, LAB_CUE_LESSON);
  g_assert_cmpstr (cues[0].name, ==, "kepler");
  g_assert_cmpint (cues[0].page, ==, 1);
  g_assert_cmpint (cues[1].page, ==, -1);
  g_assert_cmpint (cues[2].kind, ==, LAB_CUE_SESSION);
  g_assert_true (g_path_is_absolute (cues[2].name));
  g_assert_true (g_str_has_suffix (cues[2].name, "/talk.stepwise"));
  g_assert_cmpint (cues[3].kind, ==, LAB_CUE_MODEL);
  g_assert_cmpstr (cues[3].name, ==, "lorenz");
  g_assert_cmpstr (cues[3].view, ==, "compare");
}

/* Tests the cue list that is installed with the program. */
static void
test_lecture (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", "lessons", "first-lecture.cues.yaml", NULL);
  g_autoptr (LabCueList) list = lab_cues_load (path, NULL, diagnostics), german = lab_cues_load (path, "de", diagnostics);

  g_assert_nonnull (list);
  g_assert_nonnull (german);
  g_assert_cmpuint (list->cues->len, ==, 5);
  g_assert_cmpstr (list->title, !=, german->title);
  for (guint k = 0; k < list->cues->len; k++)
    g_assert_cmpint (g_array_index (list->cues, LabCue, k).page, ==, -1);
}

/* The translation of a cue list has a title and nothing else. */
static void
test_translation (void)
{
  static const struct { const char *text, *title, *message; int line; } rows[] = {
    { "title: Eine Vorlesung\n", "Eine Vorlesung", NULL, 0 },
    { "title: Eine Vorlesung\ncues: []\n", NULL, "unknown key 'cues'", 2 },
    { "title: [a]\n", NULL, "'title' must be a text", 1 },
    { "Eine Vorlesung\n", NULL, "must be a mapping with 'title'", 1 },
    { NULL, "A lecture", NULL, 0 },
  };
  g_autofree char *folder = g_dir_make_tmp ("stepwise-XXXXXX", NULL), *path = g_build_filename (folder, "talk.cues.yaml", NULL);
  g_autofree char *german = g_build_filename (folder, "talk.cues.de.yaml", NULL);

  g_assert_true (g_file_set_contents (path, HEAD "cues: [{lesson: kepler}]\n", -1, NULL));
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
      g_autoptr (LabCueList) list = NULL;

      g_remove (german);
      if (rows[k].text != NULL)
        g_assert_true (g_file_set_contents (german, rows[k].text, -1, NULL));
      list = lab_cues_load (path, "de", diagnostics);
      g_assert_cmpstr (list != NULL ? list->title : NULL, ==, rows[k].title);
      if (rows[k].message == NULL)
        continue;
      g_assert_nonnull (strstr (((const ModelDiagnostic *) diagnostics->pdata[0])->message, rows[k].message));
      g_assert_cmpint (((const ModelDiagnostic *) diagnostics->pdata[0])->line, ==, rows[k].line);
    }
  g_remove (path);
  g_rmdir (folder);
}

static const struct { const char *name, *text; int line, column; const char *message; } wrong[] = {
  { "no-format", "title: A\ncues: [{model: lorenz}]\n", 1, 1, "needs the line 'format: 1'" },
  { "no-title", "format: 1\ncues: [{model: lorenz}]\n", 1, 1, "needs the key 'title'" },
  { "no-cues", HEAD, 1, 1, "needs the key 'cues'" },
  { "empty-cues", HEAD "cues: []\n", 3, 7, "needs the key 'cues'" },
  { "a-text", "only a text\n", 1, 1, "must be a mapping" },
  { "unknown-key", HEAD "cuse: 1\ncues: [{model: lorenz}]\n", 3, 1, "unknown key 'cuse'" },
  { "unknown-cue", HEAD "cues:\n  - {film: a}\n", 4, 5, "a cue must be {lesson: ID" },
  { "text-as-cue", HEAD "cues:\n  - kepler\n", 4, 5, "a cue must be {lesson: ID" },
  { "unknown-lesson", HEAD "cues:\n  - {lesson: keppler}\n", 4, 14, "there is no lesson 'keppler'" },
  { "page-zero", HEAD "cues:\n  - {lesson: kepler, page: 0}\n", 4, 28, "must be a whole number from 1" },
  { "page-beyond-the-end", HEAD "cues:\n  - {lesson: kepler, page: 99}\n", 4, 28, "has 4 pages" },
  { "unknown-session", HEAD "cues:\n  - {session: no.stepwise}\n", 4, 15, "there is no session file" },
  { "unknown-model", HEAD "cues:\n  - {model: lorentz}\n", 4, 13, "the model 'lorentz' cannot be opened" },
  { "unknown-view", HEAD "cues:\n  - {model: lorenz, view: side}\n", 4, 27, "must be one of simulate" },
  { "key-of-another-kind", HEAD "cues:\n  - {model: lorenz, page: 2}\n", 4, 21, "unknown key 'page'" },
};

static void
test_wrong (gconstpointer data)
{
  const int k = GPOINTER_TO_INT (data);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  const ModelDiagnostic *first;

  g_assert_null (load (wrong[k].text, diagnostics));
  g_assert_cmpuint (diagnostics->len, >, 0);
  first = diagnostics->pdata[0];
  g_assert_nonnull (strstr (first->message, wrong[k].message));
  g_assert_cmpint (first->line, ==, wrong[k].line);
  g_assert_cmpint (first->column, ==, wrong[k].column);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cues/all-kinds-of-cues-are-read", test_list);
  g_test_add_func ("/cues/the-installed-cue-list-is-valid", test_lecture);
  g_test_add_func ("/cues/a-translation-replaces-the-title", test_translation);
  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    {
      g_autofree char *path = g_strconcat ("/cues/wrong/", wrong[k].name, NULL);

      g_test_add_data_func (path, GINT_TO_POINTER ((int) k), test_wrong);
    }
  return g_test_run ();
}
