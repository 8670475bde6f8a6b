/* Checks that the lessons which should come before a lesson exist, come before it in its chapter, and do not lead back to it. */
#include "lab-lesson-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Returns the ids of the lessons that come before a lesson file, NULL-terminated, and its chapter and order; NULL if it cannot be read. */
static char **
before_of (const char *path, const char **chapter, int *order, ModelYamlDocument **document)
{
  g_autoptr (GPtrArray) unseen = model_diagnostics_new ();
  const ModelYaml *root;
  gint64 number = 0;
  char **ids;

  *document = model_yaml_load (path, unseen);
  if (*document == NULL)
    return NULL;
  root = model_yaml_root (*document);
  ids = lab_lesson_texts (root, "after", unseen);
  *chapter = model_yaml_get_text (root, "chapter", "");
  *order = model_yaml_get (root, "order") != NULL && model_yaml_integer (model_yaml_get (root, "order"), &number) ? (int) number : 0;
  return ids != NULL ? ids : g_new0 (char *, 1);
}

/* Returns whether a lesson comes, directly or not, after the lesson with the id `wanted`. seen has the ids that were searched. */
static gboolean
leads_to (const char *id, const char *wanted, GHashTable *seen)
{
  g_autofree char *path = lab_lesson_find (id);
  g_autoptr (ModelYamlDocument) document = NULL;
  const char *chapter;
  int order;
  g_auto (GStrv) ids = path != NULL && g_hash_table_add (seen, g_strdup (id)) ? before_of (path, &chapter, &order, &document) : NULL;

  for (char **before = ids; before != NULL && *before != NULL; before++)
    if (strcmp (*before, wanted) == 0 || leads_to (*before, wanted, seen))
      return TRUE;
  return FALSE;
}

static void
check_before (const LabLesson *lesson, ModelYaml *node, const char *id, GPtrArray *diagnostics)
{
  g_autofree char *path = lab_lesson_find (id);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (ModelYamlDocument) document = NULL;
  const char *chapter = "";
  int order = 0;
  g_auto (GStrv) ids = NULL;

  if (path == NULL || !g_file_test (path, G_FILE_TEST_IS_REGULAR))
    {
      model_yaml_error (node, diagnostics, _("there is no lesson '%s'"), id);
      return;
    }
  if (strcmp (id, lesson->id) == 0 || leads_to (id, lesson->id, seen))
    {
      model_yaml_error (node, diagnostics, _("the lesson '%s' comes after this one itself; remove one of the two"), id);
      return;
    }
  ids = before_of (path, &chapter, &order, &document);
  if (ids != NULL && lesson->order > 0 && order >= lesson->order && strcmp (chapter, lab_chapter_id (lesson->chapter)) == 0)
    model_yaml_error (node, diagnostics, _("the lesson '%s' should come before this one, but its 'order' is %d, and that of this lesson %d"), id, order,
                      lesson->order);
}

gboolean
lab_lesson_check_order (const LabLesson *lesson, GPtrArray *diagnostics)
{
  ModelYaml *list = model_yaml_get (model_yaml_root (lesson->document), "after");
  guint before = model_diagnostics_n_errors (diagnostics);

  for (int k = 0; lesson->after[k] != NULL; k++)
    check_before (lesson, list->type == MODEL_YAML_LIST ? list->items[k] : list, lesson->after[k], diagnostics);
  return model_diagnostics_n_errors (diagnostics) == before;
}
