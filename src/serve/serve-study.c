/* The call study: computes a study of the registry and sends its numbers, tables, grids and curves. */
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "serve-private.h"

/* ---- results ---- */

/* Sends a column of a table: its numbers as an array, and its texts if it has any. */
static void
append_column (ServeAnswer *answer, const LabTable *table, int column)
{
  LabJson *json = serve_answer_json (answer);
  int n = lab_table_n_rows (table);
  double *values = g_new (double, n + 1);
  g_autofree char *name = g_strdup_printf ("table %s %d", table->name, column);
  gboolean has_texts = FALSE;

  for (int row = 0; row < n; row++)
    {
      values[row] = lab_table_number (table, row, column);
      has_texts = has_texts || lab_table_text (table, row, column) != NULL;
    }
  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_text (json, "name", table->columns[column]);
  lab_json_text (json, "unit", table->units != NULL && table->units[column] != NULL ? table->units[column] : "");
  if (has_texts)
    {
      lab_json_array (json, "texts", LAB_JSON_FLAT);
      for (int row = 0; row < n; row++)
        lab_json_text (json, NULL, lab_table_text (table, row, column));
      lab_json_end (json);
    }
  lab_json_end (json);
  serve_answer_take (answer, name, SERVE_F64, values, (gsize) n);
}

static void
append_tables (ServeAnswer *answer, const LabResult *result)
{
  LabJson *json = serve_answer_json (answer);

  lab_json_array (json, "tables", LAB_JSON_FLAT);
  for (guint t = 0; t < result->tables->len; t++)
    {
      const LabTable *table = result->tables->pdata[t];

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "name", table->name);
      lab_json_array (json, "columns", LAB_JSON_FLAT);
      for (int c = 0; c < table->n_columns; c++)
        append_column (answer, table, c);
      lab_json_end (json);
      lab_json_end (json);
    }
  lab_json_end (json);
}

static void
append_grids (ServeAnswer *answer, const LabResult *result)
{
  LabJson *json = serve_answer_json (answer);

  lab_json_array (json, "grids", LAB_JSON_FLAT);
  for (guint g = 0; g < result->grids->len; g++)
    {
      const LabGrid *grid = result->grids->pdata[g];
      gsize n = (gsize) grid->nx * (gsize) grid->ny;
      g_autofree char *name = g_strdup_printf ("grid %u", g), *codes_name = g_strdup_printf ("grid %u classes", g);

      lab_json_object (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, "name", grid->name);
      lab_json_text (json, "unit", grid->unit != NULL ? grid->unit : "");
      lab_json_text (json, "x", grid->x_name);
      lab_json_text (json, "y", grid->y_name);
      lab_json_count (json, "nx", grid->nx);
      lab_json_count (json, "ny", grid->ny);
      lab_json_number (json, "x_low", grid->x_low);
      lab_json_number (json, "x_high", grid->x_high);
      lab_json_number (json, "y_low", grid->y_low);
      lab_json_number (json, "y_high", grid->y_high);
      lab_json_flag (json, "has_classes", grid->codes != NULL);
      lab_json_end (json);
      serve_answer_add (answer, name, SERVE_F64, grid->values, n);
      if (grid->codes != NULL)
        {
          guint8 *letters = g_new (guint8, n + 1);

          for (gsize k = 0; k < n; k++)
            letters[k] = (guint8) lab_grid_letter (grid->codes[k]);
          serve_answer_take (answer, codes_name, SERVE_U8, letters, n);
        }
    }
  lab_json_end (json);
}

static void
append_curves (ServeAnswer *answer, const LabResult *result)
{
  LabJson *json = serve_answer_json (answer);

  lab_json_array (json, "curves", LAB_JSON_FLAT);
  for (guint c = 0; c < result->curves->len; c++)
    {
      const LabPolyline *curve = result->curves->pdata[c];
      g_autofree char *x = g_strdup_printf ("curve %u x", c), *y = g_strdup_printf ("curve %u y", c);

      lab_json_text (json, NULL, curve->name);
      serve_answer_add (answer, x, SERVE_F64, curve->x, (gsize) curve->n);
      serve_answer_add (answer, y, SERVE_F64, curve->y, (gsize) curve->n);
    }
  lab_json_end (json);
}

static void
append_result (ServeAnswer *answer, const LabStudyKind *kind, const LabResult *result)
{
  LabJson *json = serve_answer_json (answer);
  double *values = g_new (double, result->numbers->len + 1);

  lab_json_text (json, "study", kind->id);
  lab_json_text (json, "label", kind->label);
  lab_json_text (json, "sentence", result->sentence);
  lab_json_text (json, "remark", result->remark);
  lab_json_text (json, "failed_check", result->failed_check);
  lab_json_array (json, "numbers", LAB_JSON_FLAT);
  for (guint k = 0; k < result->numbers->len; k++)
    {
      const LabNumber *number = &g_array_index (result->numbers, LabNumber, k);

      values[k] = number->value;
      lab_json_array (json, NULL, LAB_JSON_FLAT);
      lab_json_text (json, NULL, number->name);
      lab_json_text (json, NULL, number->unit);
      lab_json_end (json);
    }
  lab_json_end (json);
  serve_answer_take (answer, "numbers", SERVE_F64, values, result->numbers->len);
  append_tables (answer, result);
  append_grids (answer, result);
  append_curves (answer, result);
}

/* ---- the call ---- */

/* Returns the study that the request names. Returns NULL with an error. */
static const LabStudyKind *
find_kind (const ModelYaml *request, GError **error)
{
  const char *id = model_yaml_get_text (request, "study", "");
  const LabStudyKind *kind = lab_registry_find (id);
  g_autoptr (GPtrArray) ids = lab_registry_ids ();
  const char *near = kind == NULL ? model_yaml_suggest (id, (const char *const *) ids->pdata) : NULL;

  if (kind == NULL)
    g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, near != NULL ? "there is no study '%s'; did you mean '%s'?" : "there is no study '%s'", id, near);
  else if (kind->members != LAB_MEMBERS_NONE)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "the study '%s' has its own call, '%s'", id, id);
      return NULL;
    }
  return kind;
}

/* Fills values[n_options] with the options of the request, or with their standard values. Returns FALSE with an error. */
static gboolean
read_options (const ModelYaml *request, const LabStudyKind *kind, const char **values, GError **error)
{
  const ModelYaml *options = serve_get (request, "options");

  for (int k = 0; k < kind->n_options; k++)
    values[k] = kind->options[k].standard;
  if (options != NULL && options->type != MODEL_YAML_MAPPING)
    {
      g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "'options' is an object of options and values");
      return FALSE;
    }
  for (int i = 0; options != NULL && i < options->n_items; i++)
    {
      const char *key = options->keys[i]->text;
      int k = lab_study_kind_option (kind, key);

      if (k < 0)
        {
          g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "the study '%s' has no option '%s'", kind->id, key);
          return FALSE;
        }
      if (options->items[i]->type != MODEL_YAML_SCALAR)
        {
          g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "the option '%s' is a number or a text", key);
          return FALSE;
        }
      values[k] = options->items[i]->text;
    }
  for (int k = 0; k < kind->n_options; k++)
    if (kind->options[k].required && values[k] == NULL)
      {
        g_set_error (error, SERVE_ERROR, SERVE_ERROR_VALUE, "the study '%s' needs the option '%s' (%s)", kind->id, kind->options[k].key, kind->options[k].about);
        return FALSE;
      }
  return TRUE;
}

/* A result that the client may name. */
typedef struct
{
  ServeSetup *setup;
  const LabStudyKind *kind;
  LabResult *result;
} ServeStudy;

static void
study_free (gpointer data)
{
  ServeStudy *kept = data;

  lab_result_free (kept->result);
  serve_setup_free (kept->setup);
  g_free (kept);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ServeStudy, study_free)

GBytes *
serve_study_draw (gpointer study, const char *theme, PlotFormat format, GError **error)
{
  const ServeStudy *kept = study;

  return plot_export_study (kept->kind, &kept->setup->problem, kept->result, theme, format, error);
}

static const char *const study_keys[] = { "model", "study", "options", SERVE_SETUP_KEYS, NULL };

static gboolean
study (Serve *serve, const ModelYaml *request, ServeAnswer *answer, GError **error)
{
  g_autoptr (ServeStudy) kept = g_new0 (ServeStudy, 1);
  const LabProgress progress = { .func = serve_progress, .user = serve };
  g_autofree const char **values = NULL;

  kept->setup = serve_setup_of (serve, request, error);
  kept->kind = kept->setup != NULL ? find_kind (request, error) : NULL;
  if (kept->kind == NULL)
    return FALSE;
  values = g_new0 (const char *, kept->kind->n_options + 1);
  if (!read_options (request, kept->kind, values, error))
    return FALSE;
  kept->result = lab_registry_run (kept->kind, &kept->setup->problem, values, &progress, error);
  if (kept->result == NULL)
    return FALSE;
  append_result (answer, kept->kind, kept->result);
  lab_json_count (serve_answer_json (answer), "result", serve_add_object (serve, SERVE_STUDY, g_steal_pointer (&kept), study_free));
  return TRUE;
}

const ServeCall serve_call_study = { "study", study_keys, study };
