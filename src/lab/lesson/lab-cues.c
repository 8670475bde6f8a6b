/* Reads and translates cue lists and checks that the lessons and models that they name exist. */
#include "lab-cues.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "lab-lesson-private.h"

gboolean
lab_cues_is_cues (const char *path)
{
  return g_str_has_suffix (path, ".cues.yaml");
}

/* Returns the path of a file that a cue list names. A name without '/' and without an ending is an id and is returned
 * unchanged. */
static char *
resolve (const LabCueList *list, const char *name)
{
  g_autofree char *folder = NULL;

  if (g_path_is_absolute (name) || (strchr (name, '/') == NULL && strchr (name, '.') == NULL))
    return g_strdup (name);
  folder = g_path_get_dirname (list->path);
  return g_build_filename (folder, name, NULL);
}

/* ---- reading of one cue ---- */

static void
check_lesson (const LabCue *cue, ModelYaml *node, GPtrArray *diagnostics)
{
  g_autofree char *path = lab_lesson_find (cue->name);
  g_autoptr (GPtrArray) unseen = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      model_yaml_error (model_yaml_get (node, "lesson"), diagnostics, _("there is no lesson '%s'"), cue->name);
      return;
    }
  lesson = lab_lesson_load (path, NULL, unseen);
  if (lesson == NULL)
    model_yaml_error (model_yaml_get (node, "lesson"), diagnostics, _("the lesson '%s' has errors"), cue->name);
  else if (cue->page >= (int) lesson->pages->len)
    model_yaml_error (model_yaml_get (node, "page"), diagnostics, _("the lesson '%s' has %d pages"), cue->name, (int) lesson->pages->len);
}

static void
read_lesson_cue (LabCue *cue, ModelYaml *node, GPtrArray *diagnostics)
{
  ModelYaml *page = model_yaml_get (node, "page");
  gint64 number = 0;

  if (page != NULL && (!model_yaml_integer (page, &number) || number < 1 || number > 999))
    {
      model_yaml_error (page, diagnostics, _("'page' must be a whole number from 1"));
      return;
    }
  cue->page = page != NULL ? (int) number - 1 : -1;
  check_lesson (cue, node, diagnostics);
}

static void
read_model_cue (LabCue *cue, ModelYaml *node, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) unseen = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open_named (cue->name, sim_config_check_solver, unseen);

  if (model == NULL)
    model_yaml_error (model_yaml_get (node, "model"), diagnostics, _("the model '%s' cannot be opened"), cue->name);
  cue->view = lab_lesson_text (node, "view", diagnostics);
  if (cue->view != NULL && !g_strv_contains (lab_lesson_views, cue->view))
    {
      g_autofree char *known = g_strjoinv (", ", (char **) lab_lesson_views);

      model_yaml_error (model_yaml_get (node, "view"), diagnostics, _("'%s' must be one of %s"), "view", known);
    }
}

static void
read_cue (LabCueList *list, ModelYaml *node, GPtrArray *diagnostics)
{
  static const struct { const char *key; LabCueKind kind; const char *const keys[3]; } kinds[] = {
    { "lesson", LAB_CUE_LESSON, { "lesson", "page", NULL } },
    { "session", LAB_CUE_SESSION, { "session", NULL } },
    { "model", LAB_CUE_MODEL, { "model", "view", NULL } },
  };
  LabCue cue = { .page = -1 };

  if (node->broken)
    return;
  for (guint k = 0; node->type == MODEL_YAML_MAPPING && k < G_N_ELEMENTS (kinds); k++)
    {
      const char *name = model_yaml_get (node, kinds[k].key) != NULL ? lab_lesson_text (node, kinds[k].key, diagnostics) : NULL;

      if (name == NULL)
        continue;
      model_yaml_check_keys (node, kinds[k].keys, "a cue", diagnostics);
      cue.kind = kinds[k].kind;
      cue.name = resolve (list, name);
      if (cue.kind == LAB_CUE_LESSON)
        read_lesson_cue (&cue, node, diagnostics);
      else if (cue.kind == LAB_CUE_MODEL)
        read_model_cue (&cue, node, diagnostics);
      else if (!g_file_test (cue.name, G_FILE_TEST_IS_REGULAR))
        model_yaml_error (model_yaml_get (node, "session"), diagnostics, _("there is no session file '%s'"), cue.name);
      g_array_append_val (list->cues, cue);
      return;
    }
  model_yaml_error (node, diagnostics, _("a cue must be {lesson: ID, page: N}, {session: FILE} or {model: ID, view: VIEW}"));
}

/* ---- reading of the list ---- */

static void
read_root (LabCueList *list, ModelYaml *root, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "format", "title", "cues", NULL };
  ModelYaml *format = model_yaml_get (root, "format"), *cues;
  const char *title;
  gint64 number = 0;

  if (root->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (root, diagnostics, _("a cue list must be a mapping that begins with 'format: 1'"));
      return;
    }
  model_yaml_check_keys (root, keys, "a cue list", diagnostics);
  if (format == NULL || !model_yaml_integer (format, &number) || number != 1)
    model_yaml_error (format != NULL ? format : root, diagnostics, _("a cue list needs the line 'format: 1'"));
  title = lab_lesson_text (root, "title", diagnostics);
  if (title == NULL)
    model_yaml_error (root, diagnostics, _("a cue list needs the key '%s'"), "title");
  list->title = g_strdup (title != NULL ? title : "");
  cues = lab_lesson_list (root, "cues", diagnostics);
  if (cues == NULL || cues->n_items == 0)
    model_yaml_error (cues != NULL ? cues : root, diagnostics, _("a cue list needs the key '%s'"), "cues");
  for (int k = 0; cues != NULL && k < cues->n_items; k++)
    read_cue (list, cues->items[k], diagnostics);
}

/* Replaces the title by that of the translation beside the file, NAME.cues.LANGUAGE.yaml. A missing translation is not an error. */
static void
translate (LabCueList *list, const char *language, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "title", NULL };
  g_autofree char *stem = g_strndup (list->path, strlen (list->path) - strlen (".yaml"));
  g_autofree char *path = g_strdup_printf ("%s.%s.yaml", stem, language);
  g_autoptr (ModelYamlDocument) document = NULL;
  ModelYaml *root;
  const char *title;

  if (!lab_cues_is_cues (list->path) || !g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  document = model_yaml_load (path, diagnostics);
  if (document == NULL)
    return;
  root = model_yaml_root (document);
  if (root->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (root, diagnostics, _("the translation of a cue list must be a mapping with 'title'"));
      return;
    }
  model_yaml_check_keys (root, keys, "the translation of a cue list", diagnostics);
  title = lab_lesson_text (root, "title", diagnostics);
  if (title == NULL)
    return;
  g_free (list->title);
  list->title = g_strdup (title);
}

static void
cue_clear (gpointer data)
{
  g_free (((LabCue *) data)->name);
}

LabCueList *
lab_cues_load (const char *path, const char *language, GPtrArray *diagnostics)
{
  g_autoptr (LabCueList) list = g_new0 (LabCueList, 1);
  guint before = model_diagnostics_n_errors (diagnostics);

  list->path = g_strdup (path);
  list->cues = g_array_new (FALSE, TRUE, sizeof (LabCue));
  g_array_set_clear_func (list->cues, cue_clear);
  list->document = model_yaml_load (path, diagnostics);
  if (list->document == NULL)
    return NULL;
  read_root (list, model_yaml_root (list->document), diagnostics);
  if (language != NULL)
    translate (list, language, diagnostics);
  model_diagnostics_sort (diagnostics);
  return model_diagnostics_n_errors (diagnostics) > before ? NULL : g_steal_pointer (&list);
}

void
lab_cues_free (LabCueList *list)
{
  if (list == NULL)
    return;
  g_array_unref (list->cues);
  g_clear_pointer (&list->document, model_yaml_document_free);
  g_free (list->path);
  g_free (list->title);
  g_free (list);
}
