/* Reads lesson files and finds them in the folders. */
#include "lab-lesson-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "expr-constant.h"
#include "lab-study-file.h"

static const char *const lesson_keys[] = { "format", "title", "chapter", "order", "after", "level", "minutes", "tags", "source", "model",
                                           "outputs", "thumbnail", "runs", "pages", "expect", NULL };
const char *const lab_lesson_run_keys[]
  = { "fixed_step", "start", "end", "set", "initial", "constant", "model", "from", "state", "shift", NULL };

static const struct { const char *id, *title; } chapters[LAB_N_CHAPTERS] = {
  [LAB_CHAPTER_ACCURACY] = { "accuracy", N_("Accuracy and output") },
  [LAB_CHAPTER_STABILITY] = { "stability", N_("Stability and stiffness") },
  [LAB_CHAPTER_GEOMETRY] = { "geometry", N_("Geometry and long times") },
  [LAB_CHAPTER_EVENTS] = { "events", N_("Constraints and events") },
  [LAB_CHAPTER_DYNAMICS] = { "dynamics", N_("Dynamics") },
};

const char *
lab_chapter_id (LabChapter chapter)
{
  return chapters[chapter].id;
}

const char *
lab_chapter_title (LabChapter chapter)
{
  return chapters[chapter].title;
}

/* ---- access to nodes ---- */

const char *
lab_lesson_text (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (mapping, key);

  if (node == NULL || node->broken)
    return NULL;
  if (node->type == MODEL_YAML_SCALAR)
    return node->text;
  model_yaml_error (node, diagnostics, _("'%s' must be a text"), key);
  return NULL;
}

char **
lab_lesson_texts (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (mapping, key);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (node == NULL || node->broken)
    return NULL;
  if (node->type == MODEL_YAML_SCALAR)
    g_strv_builder_add (builder, node->text);
  for (int k = 0; k < node->n_items; k++)
    if (node->type == MODEL_YAML_LIST && node->items[k]->type == MODEL_YAML_SCALAR)
      g_strv_builder_add (builder, node->items[k]->text);
    else
      {
        model_yaml_error (node, diagnostics, _("'%s' must be a list of texts"), key);
        return NULL;
      }
  return g_strv_builder_end (builder);
}

ModelYaml *
lab_lesson_list (const ModelYaml *mapping, const char *key, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (mapping, key);

  if (node == NULL || node->broken)
    return NULL;
  if (node->type == MODEL_YAML_LIST)
    return node;
  model_yaml_error (node, diagnostics, _("'%s' must be a list; begin each item with '- '"), key);
  return NULL;
}

gboolean
lab_lesson_number (const ModelYaml *node, double *value)
{
  return node != NULL && node->type == MODEL_YAML_SCALAR && !node->quoted && expr_constant_parse (node->text, value);
}

/* Returns the index in `words` of the text of a required key, or 0 after an error. */
static int
read_word (ModelYaml *root, const char *key, const char *const *words, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (root, key);
  g_autofree char *known = g_strjoinv (", ", (char **) words);
  int k = 0;

  if (node == NULL)
    model_yaml_error (root, diagnostics, _("a lesson needs the key '%s': one of %s"), key, known);
  if (node == NULL || node->broken)
    return 0;
  while (words[k] != NULL && (node->text == NULL || strcmp (words[k], node->text) != 0))
    k++;
  if (words[k] != NULL)
    return k;
  model_yaml_error (node, diagnostics, _("'%s' must be one of %s"), key, known);
  return 0;
}

/* ---- runs ---- */

static void
check_settings (ModelYaml *node, GPtrArray *diagnostics)
{
  ModelYaml mapping = *node;
  g_autofree ModelYaml **keys = g_new (ModelYaml *, node->n_items + 1), **items = g_new (ModelYaml *, node->n_items + 1);

  mapping.keys = keys;
  mapping.items = items;
  mapping.n_items = 0;
  for (int k = 0; k < node->n_items; k++)
    if (!g_strv_contains (lab_lesson_run_keys, node->keys[k]->text))
      {
        keys[mapping.n_items] = node->keys[k];
        items[mapping.n_items++] = node->items[k];
      }
  sim_config_check_solver (&mapping, diagnostics);
}

/* Reads the place of a branch. A branch keeps start, constants, model and seed of the run from which it begins, and has no initial values. */
static void
read_from (const LabLesson *lesson, LabLessonRun *run, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "run", "at", NULL };
  static const char *const fixed[] = { "start", "initial", "constant", "model", "seed", "fast_math", "profile" };
  static const char *const own[] = { "state", "shift" };
  ModelYaml *from = model_yaml_get (run->node, "from");
  const char *parent;

  for (guint k = 0; k < G_N_ELEMENTS (own) && from == NULL; k++)
    if (model_yaml_get (run->node, own[k]) != NULL)
      model_yaml_error (model_yaml_get_key (run->node, own[k]), diagnostics, _("'%s' changes the state of a run that begins 'from' another one; use 'initial' here"),
                        own[k]);
  if (from == NULL || from->broken)
    return;
  if (from->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (from, diagnostics, _("'from' must be a mapping, such as {run: early, at: 12}"));
      return;
    }
  model_yaml_check_keys (from, keys, "from", diagnostics);
  parent = lab_lesson_text (from, "run", diagnostics);
  if (parent == NULL || !lab_lesson_number (model_yaml_get (from, "at"), &run->at))
    model_yaml_error (from, diagnostics, _("'from' needs 'run', the name of a run, and 'at', a time"));
  else if (lab_lesson_find_run (lesson, parent) == NULL)
    model_yaml_error (model_yaml_get (from, "run"), diagnostics, _("the lesson has no run '%s' before this one"), parent);
  else
    run->parent = parent;
  for (guint k = 0; k < G_N_ELEMENTS (fixed); k++)
    if (model_yaml_get (run->node, fixed[k]) != NULL)
      model_yaml_error (model_yaml_get_key (run->node, fixed[k]), diagnostics, _("a run that begins 'from' another one cannot have '%s'"), fixed[k]);
}

static void
read_run (LabLesson *lesson, ModelYaml *key, ModelYaml *node, GPtrArray *diagnostics)
{
  static const char *const numbers[] = { "fixed_step", "start", "end" };
  static const char *const mappings[] = { "set", "initial", "constant", "state", "shift" };
  LabLessonRun run = { .id = key->text, .node = node };
  const char *model;
  double value;

  if (node->broken)
    return;
  if (node->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (node, diagnostics, _("a run must be a mapping of settings, such as {integrator: explicit_euler, fixed_step: 0.1}"));
      return;
    }
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    {
      ModelYaml *number = model_yaml_get (node, numbers[k]);

      if (number != NULL && !number->broken && (!lab_lesson_number (number, &value) || (k == 0 && !(value > 0))))
        model_yaml_error (number, diagnostics, k == 0 ? _("'%s' must be a positive number") : _("'%s' must be a number"), numbers[k]);
    }
  for (guint k = 0; k < G_N_ELEMENTS (mappings); k++)
    {
      ModelYaml *values = model_yaml_get (node, mappings[k]);

      if (values != NULL && !values->broken && values->type != MODEL_YAML_MAPPING)
        model_yaml_error (values, diagnostics, _("'%s' must be a mapping, such as %s: {name: value}"), mappings[k], mappings[k]);
      for (int i = 0; values != NULL && values->type == MODEL_YAML_MAPPING && i < values->n_items; i++)
        if (!values->items[i]->broken && !lab_lesson_number (values->items[i], &value))
          model_yaml_error (values->items[i], diagnostics, _("'%s' must be a number"), values->keys[i]->text);
    }
  check_settings (node, diagnostics);
  read_from (lesson, &run, diagnostics);
  model = lab_lesson_text (node, "model", diagnostics);
  if (run.parent != NULL)
    run.model = g_strdup (lab_lesson_find_run (lesson, run.parent)->model);
  else
    run.model = model != NULL ? lab_study_file_resolve (lesson->path, model) : g_strdup (lesson->model);
  g_array_append_val (lesson->runs, run);
}

const LabLessonRun *
lab_lesson_find_run (const LabLesson *lesson, const char *id)
{
  for (guint k = 0; id != NULL && k < lesson->runs->len; k++)
    if (strcmp (g_array_index (lesson->runs, LabLessonRun, k).id, id) == 0)
      return &g_array_index (lesson->runs, LabLessonRun, k);
  return NULL;
}

const LabLessonRun *
lab_lesson_page_run (const LabLesson *lesson, int page)
{
  return lab_lesson_find_run (lesson, g_array_index (lesson->pages, LabLessonPage, page).reveal);
}

const LabLessonRun *
lab_lesson_run_until (const LabLesson *lesson, int page)
{
  for (int k = page; k >= 0; k--)
    {
      const LabLessonRun *run = lab_lesson_page_run (lesson, k);

      if (run != NULL)
        return run;
    }
  return NULL;
}

/* ---- lessons ---- */

static void
read_head (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics)
{
  static const char *const levels[] = { "beginner", "intermediate", "advanced", NULL };
  const char *words[LAB_N_CHAPTERS + 1] = { NULL };
  const char *model = lab_lesson_text (root, "model", diagnostics), *title = lab_lesson_text (root, "title", diagnostics);
  ModelYaml *format = model_yaml_get (root, "format"), *minutes = model_yaml_get (root, "minutes"), *order = model_yaml_get (root, "order");
  gint64 number = 0;

  for (int k = 0; k < LAB_N_CHAPTERS; k++)
    words[k] = chapters[k].id;
  if (format == NULL || !model_yaml_integer (format, &number) || number != 1)
    model_yaml_error (format != NULL ? format : root, diagnostics, _("a lesson needs the line 'format: 1'"));
  lesson->chapter = (LabChapter) read_word (root, "chapter", words, diagnostics);
  lesson->level = levels[read_word (root, "level", levels, diagnostics)];
  if (minutes == NULL || !model_yaml_integer (minutes, &number) || number < 1 || number > 999)
    model_yaml_error (minutes != NULL ? minutes : root, diagnostics, _("a lesson needs the key 'minutes', a whole number from 1 to 999"));
  else
    lesson->minutes = (int) number;
  if (order != NULL && !order->broken && (!model_yaml_integer (order, &number) || number < 1 || number > 9999))
    model_yaml_error (order, diagnostics, _("'order' must be a whole number from 1 to 9999"));
  else if (order != NULL && !order->broken)
    lesson->order = (int) number;
  lesson->after = lab_lesson_texts (root, "after", diagnostics);
  lesson->after = lesson->after != NULL ? lesson->after : g_new0 (char *, 1);
  if (title == NULL)
    model_yaml_error (root, diagnostics, _("a lesson needs the key '%s'"), "title");
  if (model == NULL)
    model_yaml_error (root, diagnostics, _("a lesson needs the key '%s'"), "model");
  lesson->title = g_strdup (title != NULL ? title : "");
  lesson->model = model != NULL ? lab_study_file_resolve (lesson->path, model) : NULL;
  lesson->source = lab_lesson_text (root, "source", diagnostics);
  lesson->source = lesson->source != NULL ? lesson->source : "";
  lesson->tags = lab_lesson_texts (root, "tags", diagnostics);
  lesson->tags = lesson->tags != NULL ? lesson->tags : g_new0 (char *, 1);
}

static void
read_thumbnail (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "run", "plot", NULL };
  ModelYaml *thumbnail = model_yaml_get (root, "thumbnail"), *run;

  if (thumbnail == NULL || thumbnail->broken)
    return;
  if (thumbnail->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (thumbnail, diagnostics, _("'thumbnail' must be a mapping, such as {run: euler, plot: {type: phase, x: q, y: p}}"));
      return;
    }
  model_yaml_check_keys (thumbnail, keys, "thumbnail", diagnostics);
  run = model_yaml_get (thumbnail, "run");
  lesson->thumbnail = lab_lesson_text (thumbnail, "run", diagnostics);
  if (lesson->thumbnail != NULL && lab_lesson_find_run (lesson, lesson->thumbnail) == NULL)
    model_yaml_error (run, diagnostics, _("the lesson has no run '%s'"), lesson->thumbnail);
}

static void
read_root (LabLesson *lesson, ModelYaml *root, GPtrArray *diagnostics)
{
  ModelYaml *runs = model_yaml_get (root, "runs");

  if (root->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (root, diagnostics, _("a lesson must be a mapping that begins with 'format: 1'"));
      return;
    }
  model_yaml_check_keys (root, lesson_keys, "a lesson", diagnostics);
  read_head (lesson, root, diagnostics);
  if (lesson->model == NULL)
    return;
  if (runs != NULL && !runs->broken && runs->type != MODEL_YAML_MAPPING)
    model_yaml_error (runs, diagnostics, _("'%s' must be a mapping, such as %s: {name: value}"), "runs", "runs");
  for (int k = 0; runs != NULL && runs->type == MODEL_YAML_MAPPING && k < runs->n_items; k++)
    read_run (lesson, runs->keys[k], runs->items[k], diagnostics);
  read_thumbnail (lesson, root, diagnostics);
  lab_lesson_read_expectations (lesson, root, diagnostics);
  lab_lesson_read_pages (lesson, root, diagnostics);
}

#define LESSON_ENDING ".lesson.yaml"

gboolean
lab_lesson_is_lesson (const char *path)
{
  return g_str_has_suffix (path, LESSON_ENDING);
}

static char *
id_of (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  return lab_lesson_is_lesson (base) ? g_strndup (base, strlen (base) - strlen (LESSON_ENDING)) : g_strdup (base);
}

static void
page_clear (gpointer data)
{
  LabLessonPage *page = data;

  g_free (page->title);
  g_free (page->text);
  g_free (page->question);
  g_free (page->hint);
  g_free (page->after);
  g_free (page->unit);
  g_strfreev (page->items);
  g_strfreev (page->tries);
  g_clear_pointer (&page->links, g_array_unref);
  if (page->place != NULL)
    lab_lesson_link_clear (page->place);
  g_free (page->place);
}

static void
run_clear (gpointer data)
{
  g_free (((LabLessonRun *) data)->model);
}

/* Loads the translation beside a lesson file. A missing translation is not an error. */
static gboolean
load_translation (LabLesson *lesson, const char *language, GPtrArray *diagnostics)
{
  g_autofree char *stem = g_strndup (lesson->path, strlen (lesson->path) - strlen (".yaml"));
  g_autofree char *path = g_strdup_printf ("%s.%s.yaml", stem, language);

  if (!lab_lesson_is_lesson (lesson->path) || !g_file_test (path, G_FILE_TEST_EXISTS))
    return FALSE;
  lesson->translation = model_yaml_load (path, diagnostics);
  return lesson->translation != NULL;
}

/* Parses lesson->text or, if that is NULL, the file of the lesson. */
static ModelYamlDocument *
parse (const LabLesson *lesson, GPtrArray *diagnostics)
{
  return lesson->text != NULL ? model_yaml_parse (lesson->text, -1, lesson->path, diagnostics) : model_yaml_load (lesson->path, diagnostics);
}

LabLesson *
lab_lesson_load (const char *path, const char *language, GPtrArray *diagnostics)
{
  return lab_lesson_load_text (NULL, path, language, diagnostics);
}

LabLesson *
lab_lesson_load_text (const char *text, const char *path, const char *language, GPtrArray *diagnostics)
{
  g_autoptr (LabLesson) lesson = g_new0 (LabLesson, 1);
  guint before = model_diagnostics_n_errors (diagnostics);

  lesson->id = id_of (path);
  lesson->path = g_strdup (path);
  lesson->text = g_strdup (text);
  lesson->runs = g_array_new (FALSE, TRUE, sizeof (LabLessonRun));
  g_array_set_clear_func (lesson->runs, run_clear);
  lesson->pages = g_array_new (FALSE, TRUE, sizeof (LabLessonPage));
  g_array_set_clear_func (lesson->pages, page_clear);
  lesson->expectations = g_array_new (FALSE, TRUE, sizeof (LabExpectation));
  lesson->document = parse (lesson, diagnostics);
  if (lesson->document == NULL)
    return NULL;
  read_root (lesson, model_yaml_root (lesson->document), diagnostics);
  if (language != NULL && load_translation (lesson, language, diagnostics))
    lab_lesson_translate (lesson, diagnostics);
  lab_lesson_insert_numbers (lesson, diagnostics);
  model_diagnostics_sort (diagnostics);
  return model_diagnostics_n_errors (diagnostics) > before ? NULL : g_steal_pointer (&lesson);
}

void
lab_lesson_free (LabLesson *lesson)
{
  if (lesson == NULL)
    return;
  g_clear_pointer (&lesson->runs, g_array_unref);
  g_clear_pointer (&lesson->pages, g_array_unref);
  g_clear_pointer (&lesson->expectations, g_array_unref);
  g_clear_pointer (&lesson->document, model_yaml_document_free);
  g_clear_pointer (&lesson->translation, model_yaml_document_free);
  g_free (lesson->id);
  g_free (lesson->path);
  g_free (lesson->text);
  g_free (lesson->title);
  g_free (lesson->model);
  g_strfreev (lesson->tags);
  g_strfreev (lesson->after);
  g_free (lesson);
}

/* ---- models ---- */

/* Returns the path of the model with this library name. If there is none, the text is itself a path and is copied. Free it with
 * g_free. */
static char *
model_path_of (const char *model, GPtrArray *diagnostics)
{
  g_autoptr (Model) found = model_library_open_named (model, sim_config_check_solver, diagnostics);

  return found != NULL ? g_strdup (model_path (found)) : NULL;
}

/* Returns the model of the run that a page shows: the run of the page, or of the last page before it that has a run. */
static const char *
model_of_page (const LabLesson *lesson, int page)
{
  const LabLessonRun *run = lab_lesson_run_until (lesson, page);

  return run != NULL ? run->model : lesson->model;
}

/* Replaces the titles of a page's plots by those of the translation. */
static void
translate_plots (const LabLesson *lesson, int page, const ModelYaml *plots, ModelYamlDocument *extension, GPtrArray *diagnostics)
{
  ModelYamlDocument *translation
    = lesson->translation != NULL ? model_yaml_load (model_yaml_file (lesson->translation), diagnostics) : NULL;
  const ModelYaml *pages, *titles = NULL;

  if (translation == NULL)
    return;
  pages = model_yaml_get (model_yaml_root (translation), "pages");
  if (pages != NULL && page < pages->n_items)
    titles = model_yaml_get (pages->items[page], "plots");
  for (int k = 0; titles != NULL && k < titles->n_items && k < plots->n_items; k++)
    model_yaml_move_pair (titles->items[k], "title", plots->items[k]);
  model_yaml_adopt (extension, translation);
}

Model *
lab_lesson_model (const LabLesson *lesson, const LabLessonRun *run, int page, GPtrArray *diagnostics)
{
  const char *model = run != NULL ? run->model : lesson->model;
  g_autofree char *path = model_path_of (model, diagnostics);
  ModelYamlDocument *extension = path != NULL ? parse (lesson, diagnostics) : NULL;
  ModelYaml *root, *pages;

  if (extension == NULL)
    return NULL;
  root = model_yaml_root (extension);
  pages = model_yaml_get (root, "pages");
  /* The outputs of the lesson refer to names of the lesson's model, so they are not added to other models. */
  if (strcmp (model, lesson->model) != 0 && pages != NULL && pages->n_items > 0)
    model_yaml_move_pair (root, "outputs", pages->items[0]);
  for (int k = page; k >= 0; k--)
    if (pages != NULL && k < pages->n_items && strcmp (model_of_page (lesson, k), model) == 0
        && model_yaml_move_pair (pages->items[k], "plots", root))
      {
        translate_plots (lesson, k, model_yaml_get (root, "plots"), extension, diagnostics);
        break;
      }
  return model_load_extended (path, extension, sim_config_check_solver, diagnostics);
}

/* ---- the library ---- */

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  g_autofree char *first = id_of (*(const char *const *) a), *second = id_of (*(const char *const *) b);

  return strcmp (first, second);
}

/* Largest depth of folders that is searched; the limit also ends cycles of symbolic
 * links. */
#define MAX_FOLDER_DEPTH 8

static void
find_lessons (const char *folder, int depth, GHashTable *known, GPtrArray *paths)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *path = g_build_filename (folder, name, NULL);

      if (lab_lesson_is_lesson (name) && g_hash_table_add (known, g_strdup (name)))
        g_ptr_array_add (paths, g_steal_pointer (&path));
      else if (depth < MAX_FOLDER_DEPTH && g_file_test (path, G_FILE_TEST_IS_DIR))
        find_lessons (path, depth + 1, known, paths);
      g_free (path);
    }
}

GPtrArray *
lab_lesson_paths (void)
{
  GPtrArray *paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) folders = model_library_folders ("models");

  for (char **folder = folders; *folder != NULL; folder++)
    find_lessons (*folder, 0, known, paths);
  g_ptr_array_sort (paths, compare_paths);
  return paths;
}

char *
lab_lesson_find (const char *id)
{
  g_autoptr (GPtrArray) paths = lab_lesson_paths ();

  if (strchr (id, '/') != NULL || g_str_has_suffix (id, ".yaml"))
    return g_strdup (id);
  for (guint k = 0; k < paths->len; k++)
    {
      g_autofree char *own = id_of (paths->pdata[k]);

      if (strcmp (own, id) == 0)
        return g_strdup (paths->pdata[k]);
    }
  return NULL;
}
