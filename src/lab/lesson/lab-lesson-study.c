/* Checks expectations about studies. Expectations about the same study with the same options share one computation. */
#include "lab-lesson-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"

gboolean
lab_lesson_same_value (const ModelYaml *a, const ModelYaml *b)
{
  if (a == NULL || b == NULL)
    return a == b || (a != NULL ? a->n_items : b->n_items) == 0;
  if (a->type != b->type || a->n_items != b->n_items || g_strcmp0 (a->text, b->text) != 0)
    return FALSE;
  for (int k = 0; k < a->n_items; k++)
    if ((a->type == MODEL_YAML_MAPPING && strcmp (a->keys[k]->text, b->keys[k]->text) != 0) || !lab_lesson_same_value (a->items[k], b->items[k]))
      return FALSE;
  return TRUE;
}

gboolean
lab_lesson_same_study (const LabExpectation *a, const LabExpectation *b)
{
  return a->study != NULL && g_strcmp0 (a->study, b->study) == 0 && lab_lesson_same_value (a->with, b->with);
}

/* Takes the value of a cell of a table, whose name is TABLE[ROW].COLUMN with rows from 1. Returns FALSE if there is no such cell. */
static gboolean
take_cell (LabCheck *check, const LabResult *result)
{
  const char *name = check->expectation->value, *bracket = strchr (name, '['), *end = bracket != NULL ? strstr (bracket, "].") : NULL;
  g_autofree char *table_name = end != NULL ? g_strndup (name, (gsize) (bracket - name)) : NULL;
  g_autofree char *row_text = end != NULL ? g_strndup (bracket + 1, (gsize) (end - bracket - 1)) : NULL;
  const LabTable *table = end != NULL ? lab_result_table (result, table_name) : NULL;
  int column = table != NULL ? lab_table_column (table, end + 2) : -1;
  guint64 row;

  if (column < 0 || !g_ascii_string_to_unsigned (row_text, 10, 1, (guint64) lab_table_n_rows (table), &row, NULL))
    return FALSE;
  check->got = lab_table_number (table, (int) row - 1, column);
  check->text = g_strdup (lab_table_text (table, (int) row - 1, column));
  return TRUE;
}

/* Sets the value of a check from the result of its study. */
static void
take_number (LabCheck *check, const LabStudyKind *study, const LabResult *result, const char *failure)
{
  if (result == NULL)
    {
      check->message = g_strdup (failure);
      return;
    }
  for (guint k = 0; k < result->numbers->len; k++)
    if (strcmp (g_array_index (result->numbers, LabNumber, k).name, check->expectation->value) == 0)
      {
        check->got = g_array_index (result->numbers, LabNumber, k).value;
        return;
      }
  if (!take_cell (check, result))
    check->message = g_strdup_printf (_("the study '%s' has no number '%s'"), study->id, check->expectation->value);
}

/* Computes the study of checks[first], and sets that check and the later ones about the same study. */
static gboolean
check_study (const LabLesson *lesson, GArray *checks, guint first, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  const LabExpectation *expectation = g_array_index (checks, LabCheck, first).expectation;
  const LabStudyKind *study = lab_registry_find (expectation->study);
  g_autofree const char **keys = g_new0 (const char *, study->n_options + 1), **values = g_new0 (const char *, study->n_options + 1);
  g_auto (LabLessonSetup) setup = { 0 };
  g_autoptr (GError) local = NULL;
  g_autoptr (LabResult) result = NULL;

  for (int k = 0; k < study->n_options; k++)
    {
      keys[k] = study->options[k].key;
      values[k] = model_yaml_get_text (expectation->with, keys[k], study->options[k].standard);
      if (values[k] == NULL && study->options[k].required)
        {
          model_diagnostics_add (diagnostics, lesson->path, expectation->node->line, expectation->node->column,
                                 _("the study '%s' needs the option '%s' under 'with'"), study->id, keys[k]);
          return FALSE;
        }
    }
  if (!lab_lesson_setup_init_node (&setup, lesson, NULL, -1, expectation->with, keys, diagnostics))
    return FALSE;
  result = lab_registry_run (study, &setup.problem, values, progress, &local);
  if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  for (guint k = first; k < checks->len; k++)
    {
      LabCheck *check = &g_array_index (checks, LabCheck, k);

      if (lab_lesson_same_study (expectation, check->expectation))
        take_number (check, study, result, local != NULL ? local->message : NULL);
    }
  return TRUE;
}

/* Returns whether an earlier check is about the same study. The study was computed for it, and the later checks were set too. */
static gboolean
was_computed (GArray *checks, guint k)
{
  for (guint earlier = 0; earlier < k; earlier++)
    if (lab_lesson_same_study (g_array_index (checks, LabCheck, earlier).expectation, g_array_index (checks, LabCheck, k).expectation))
      return TRUE;
  return FALSE;
}

gboolean
lab_lesson_check_studies (const LabLesson *lesson, GArray *checks, const LabProgress *progress, GPtrArray *diagnostics, GError **error)
{
  for (guint k = 0; k < checks->len; k++)
    {
      const LabCheck *check = &g_array_index (checks, LabCheck, k);
      gboolean fine = TRUE;

      if (check->expectation->study == NULL || was_computed (checks, k))
        continue;
      fine = lab_lesson_has_study_file (check->expectation) ? lab_lesson_check_ensemble (lesson, checks, k, progress, diagnostics, error)
                                                            : check_study (lesson, checks, k, progress, diagnostics, error);
      if (!fine)
        return FALSE;
    }
  return TRUE;
}
