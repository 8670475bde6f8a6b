/* Reads the lessons of the library, searches them, draws their pictures, and stores the user's progress. */
#include "wb-lesson-library.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "lab-lesson-record.h"
#include "plot-thumbnail.h"
#include "sim-output-file.h"
#include "wb-translate.h"

static GPtrArray *entries;
static GKeyFile *progress;
static gboolean progress_frozen; /* the progress is not stored: nobody reads the lesson */

const char *
wb_lesson_language (void)
{
  /* Translators: the code of your language, such as de. Lessons are shown in this language, that of the window. */
  const char *code = C_("language", "en");

  return strcmp (code, "en") != 0 ? code : NULL;
}

const char *
wb_lesson_level_name (int level)
{
  static const char *const names[] = { N_("Beginner"), N_("Intermediate"), N_("Advanced") };

  return wb_translate (names[level]);
}

/* ---- entries ---- */

static void
entry_free (gpointer data)
{
  WbLessonEntry *entry = data;

  g_free (entry->path);
  g_free (entry->id);
  g_free (entry->title);
  g_free (entry->problem);
  g_strfreev (entry->after);
  g_free (entry->words);
  g_free (entry);
}

/* Returns all texts of a lesson in one string, folded to lower case for the search. */
static char *
words_of (const LabLesson *lesson)
{
  g_autoptr (GString) words = g_string_new (lesson->title);
  g_autofree char *tags = g_strjoinv (" ", lesson->tags);

  g_string_append_printf (words, " %s %s %s", lesson->id, lesson->model, tags);
  for (guint k = 0; k < lesson->runs->len; k++)
    g_string_append_printf (words, " %s", model_yaml_get_text (g_array_index (lesson->runs, LabLessonRun, k).node, "integrator", ""));
  for (guint k = 0; k < lesson->pages->len; k++)
    {
      const LabLessonPage *page = &g_array_index (lesson->pages, LabLessonPage, k);
      const char *const texts[] = { page->title, page->text, page->question };

      for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
        g_string_append_printf (words, " %s", texts[i] != NULL ? texts[i] : "");
    }
  return g_utf8_casefold (words->str, -1);
}

static char *
first_error (const GPtrArray *diagnostics)
{
  const ModelDiagnostic *first = diagnostics->len > 0 ? diagnostics->pdata[0] : NULL;

  if (first == NULL)
    return g_strdup (_("cannot be read"));
  /* Translators: the number of a line of a file, and the error there. */
  return g_strdup_printf (_("line %d: %s"), first->line, first->message);
}

static WbLessonEntry *
entry_new (const char *path)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, wb_lesson_language (), diagnostics);
  WbLessonEntry *entry = g_new0 (WbLessonEntry, 1);
  static const char *const levels[] = { "beginner", "intermediate", "advanced" };

  entry->path = g_strdup (path);
  if (lesson == NULL)
    {
      entry->id = g_path_get_basename (path);
      entry->title = g_strdup (entry->id);
      entry->problem = first_error (diagnostics);
      entry->words = g_utf8_casefold (entry->id, -1);
      entry->chapter = LAB_N_CHAPTERS - 1;
      entry->after = g_new0 (char *, 1);
      return entry;
    }
  entry->id = g_strdup (lesson->id);
  entry->title = g_strdup (lesson->title);
  entry->chapter = lesson->chapter;
  entry->order = lesson->order > 0 ? lesson->order : G_MAXINT;
  entry->after = g_strdupv (lesson->after);
  for (int k = 0; k < (int) G_N_ELEMENTS (levels); k++)
    if (g_strcmp0 (lesson->level, levels[k]) == 0)
      entry->level = k;
  entry->minutes = lesson->minutes;
  entry->n_pages = (int) lesson->pages->len;
  entry->words = words_of (lesson);
  return entry;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const WbLessonEntry *first = *(const WbLessonEntry *const *) a, *second = *(const WbLessonEntry *const *) b;

  if ((first->problem != NULL) != (second->problem != NULL))
    return first->problem != NULL ? 1 : -1;
  if (first->chapter != second->chapter)
    return (int) first->chapter - (int) second->chapter;
  if (first->order != second->order)
    return first->order < second->order ? -1 : 1;
  if (first->level != second->level)
    return first->level - second->level;
  return strcmp (first->id, second->id);
}

const GPtrArray *
wb_lesson_library (void)
{
  if (entries == NULL)
    {
      g_autoptr (GPtrArray) paths = lab_lesson_paths ();

      entries = g_ptr_array_new_with_free_func (entry_free);
      for (guint k = 0; k < paths->len; k++)
        g_ptr_array_add (entries, entry_new (paths->pdata[k]));
      g_ptr_array_sort (entries, compare);
    }
  return entries;
}

const WbLessonEntry *
wb_lesson_library_find (const char *id)
{
  const GPtrArray *all = wb_lesson_library ();

  for (guint k = 0; k < all->len; k++)
    if (strcmp (((const WbLessonEntry *) all->pdata[k])->id, id) == 0)
      return all->pdata[k];
  return NULL;
}

const WbLessonEntry *
wb_lesson_library_next (const char *id)
{
  const GPtrArray *all = wb_lesson_library ();
  gboolean behind = id == NULL;

  for (guint k = 0; k < all->len; k++)
    {
      const WbLessonEntry *entry = all->pdata[k];

      if (behind && entry->problem == NULL && !wb_lesson_progress (entry->id).done)
        return entry;
      behind = behind || g_strcmp0 (entry->id, id) == 0;
    }
  return NULL;
}

void
wb_lesson_library_forget (void)
{
  g_clear_pointer (&entries, g_ptr_array_unref);
  g_clear_pointer (&progress, g_key_file_unref);
}

gboolean
wb_lesson_entry_matches (const WbLessonEntry *entry, const char *text)
{
  g_autofree char *folded = g_utf8_casefold (text, -1);
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);

  for (char **word = words; *word != NULL; word++)
    if (strstr (entry->words, *word) == NULL)
      return FALSE;
  return TRUE;
}

/* ---- pictures ---- */

/* Finds the columns for the picture of a lesson: both states of a phase portrait, otherwise the first curve over time. */
static void
columns_of (const LabLesson *lesson, ModelSystem *system, int *x, int *y)
{
  const ModelYaml *plot = model_yaml_get (model_yaml_get (model_yaml_root (lesson->document), "thumbnail"), "plot");
  const ModelYaml *show = model_yaml_get (plot, "show");
  const char *across = model_yaml_get_text (plot, "x", NULL), *up = model_yaml_get_text (plot, "y", NULL);
  int a = across != NULL ? model_system_find_column (system, across) : -1, b = up != NULL ? model_system_find_column (system, up) : -1;

  *x = 0;
  *y = -1;
  if (a >= 0 && b >= 0)
    {
      *x = a;
      *y = b;
    }
  else if (show != NULL && show->n_items > 0 && show->items[0]->type == MODEL_YAML_SCALAR)
    *x = MAX (0, model_system_find_column (system, show->items[0]->text));
}

static gboolean
draw (const char *path, cairo_t *cr, double width, double height, const PlotTheme *theme, const LabProgress *wanted)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load (path, NULL, diagnostics);
  const LabLessonRun *run = lesson != NULL ? lab_lesson_find_run (lesson, lesson->thumbnail) : NULL;
  g_auto (LabLessonRecord) record = { 0 };
  int x, y;

  if (lesson != NULL && run == NULL && lesson->runs->len > 0)
    run = &g_array_index (lesson->runs, LabLessonRun, 0);
  if (run == NULL || !lab_lesson_record_init (&record, lesson, run, -1, wanted, diagnostics, NULL) || sim_trajectory_n_rows (record.trajectory) < 3)
    return FALSE;
  columns_of (lesson, record.system, &x, &y);
  plot_thumbnail (cr, width, height, record.trajectory, x, y, theme);
  return TRUE;
}

void
wb_lesson_request_picture (const WbLessonEntry *entry, int width, int height, WbThumbnailFunc func, GObject *user)
{
  if (entry->problem == NULL)
    wb_thumbnails_request_file (entry->path, width, height, draw, func, user);
}

/* ---- progress ---- */

static char *
progress_file (void)
{
  return g_build_filename (g_get_user_state_dir (), "stepwise", "lessons.ini", NULL);
}

static GKeyFile *
progress_of_user (void)
{
  if (progress == NULL)
    {
      g_autofree char *file = progress_file ();

      progress = g_key_file_new ();
      g_key_file_load_from_file (progress, file, G_KEY_FILE_NONE, NULL); /* a missing file gives no progress */
    }
  return progress;
}

WbLessonProgress
wb_lesson_progress (const char *id)
{
  GKeyFile *file = progress_of_user ();
  WbLessonProgress result = { 0 };

  result.begun = g_key_file_has_group (file, id);
  if (!result.begun)
    return result;
  result.page = MAX (0, g_key_file_get_integer (file, id, "page", NULL));
  result.done = g_key_file_get_boolean (file, id, "done", NULL);
  result.when = g_key_file_get_int64 (file, id, "when", NULL);
  return result;
}

void
wb_lesson_progress_freeze (void)
{
  progress_frozen = TRUE;
}

void
wb_lesson_progress_store (const char *id, int page, gboolean done)
{
  GKeyFile *file = progress_of_user ();
  WbLessonProgress before = wb_lesson_progress (id);
  g_autofree char *path = progress_file (), *folder = g_path_get_dirname (path), *text = NULL;

  if (progress_frozen)
    return;
  g_key_file_set_integer (file, id, "page", page);
  g_key_file_set_boolean (file, id, "done", done || before.done);
  g_key_file_set_int64 (file, id, "when", g_get_real_time ());
  text = g_key_file_to_data (file, NULL, NULL);
  if (g_mkdir_with_parents (folder, 0700) == 0)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

      sim_write_file (path, bytes, 0, NULL);
    }
}
