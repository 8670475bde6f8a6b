/* Writes the header of the result file of an ensemble. The header identifies the study. */
#include <stdlib.h>
#include <string.h>

#include "expr-program.h"
#include "lab-ensemble-run.h"
#include "lab-study-kind.h"
#include "ode-format.h"

extern const LabStudyKind lab_study_ensemble, lab_study_sweep;

/* Appends the line "  'name': 'text'" with quotes in both texts doubled. */
static void
append_entry (GString *out, const char *name, const char *text)
{
  g_auto (GStrv) names = g_strsplit (name, "'", -1), texts = g_strsplit (text, "'", -1);
  g_autofree char *quoted_name = g_strjoinv ("''", names), *quoted_text = g_strjoinv ("''", texts);

  g_string_append_printf (out, "  '%s': '%s'\n", quoted_name, g_strdelimit (quoted_text, "\n", ' '));
}

static void
append_number (GString *out, const char *name, double value)
{
  char number[ODE_FORMAT_SIZE];

  ode_format_double (number, value);
  append_entry (out, name, number);
}

static void
append_assignments (GString *out, const char *key, const ModelYaml *mapping, const char *const *more, int n_more)
{
  g_string_append_printf (out, "%s:\n", key);
  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    append_entry (out, mapping->keys[k]->text, mapping->items[k]->text != NULL ? mapping->items[k]->text : "");
  for (int k = 0; k < n_more; k++)
    {
      g_autofree char *name = g_strdup_printf ("option %d", k + 1);

      append_entry (out, name, more[k]);
    }
  append_entry (out, "", "");
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
append_constants (GString *out, GHashTable *constants)
{
  guint n = 0;
  g_autofree gpointer *names = constants != NULL ? g_hash_table_get_keys_as_array (constants, &n) : NULL;

  if (n > 0)
    qsort (names, n, sizeof *names, compare_names);
  g_string_append (out, "constants:\n");
  for (guint k = 0; k < n; k++)
    append_number (out, names[k], *(double *) g_hash_table_lookup (constants, names[k]));
  append_entry (out, "", "");
}

static void
append_quantities (GString *out, const LabEnsemble *ensemble)
{
  g_string_append (out, "vary:\n");
  for (guint k = 0; k < ensemble->varied->len; k++)
    append_entry (out, g_array_index (ensemble->varied, LabVary, k).name, g_array_index (ensemble->varied, LabVary, k).text);
  append_entry (out, "", "");
  g_string_append (out, "record:\n");
  for (guint k = 0; k < ensemble->records->len; k++)
    {
      const LabRecord *record = &g_array_index (ensemble->records, LabRecord, k);
      g_autofree char *text = g_strdup_printf ("%s: %s", lab_reducer_name (record->reducer), record->text);

      append_entry (out, record->name, text);
    }
  append_entry (out, "", "");
  g_string_append (out, "fan:\n");
  for (guint k = 0; k < ensemble->fans->len; k++)
    append_number (out, g_array_index (ensemble->fans, LabFan, k).text, g_array_index (ensemble->fans, LabFan, k).n);
  append_entry (out, "", "");
}

char *
lab_ensemble_settings (const LabEnsemble *ensemble, const ModelYaml *file_set, const ModelYaml *file_initial,
                       const char *const *set, int n_set, const char *const *initial, int n_initial)
{
  GString *out = g_string_new (NULL);
  g_autofree char *solver = sim_config_to_yaml (ensemble->problem.config, TRUE);
  g_auto (GStrv) lines = g_strsplit (g_strchomp (solver), "\n", -1);

  g_string_append (out, "time:\n");
  append_number (out, "start", ensemble->problem.t_start);
  append_number (out, "end", ensemble->problem.t_end);
  append_assignments (out, "set", file_set, set, n_set);
  append_assignments (out, "initial", file_initial, initial, n_initial);
  append_constants (out, ensemble->problem.instance.constants);
  append_quantities (out, ensemble);
  g_string_append (out, "solver:\n");
  for (char **line = lines; *line != NULL; line++)
    if (**line != '\0' && **line != '#')
      g_string_append_printf (out, "  %s\n", *line);
  return g_string_free (out, FALSE);
}

void
lab_ensemble_header (const LabEnsemble *ensemble, const char *settings, int shard, int n_shards, LabResultsHeader *header)
{
  *header = (LabResultsHeader) {
    .study = ensemble->is_sweep ? lab_study_sweep.id : lab_study_ensemble.id,
    .model_id = model_id (ensemble->problem.model), .model_text = model_text (ensemble->problem.model),
    .settings = settings, .n_members = ensemble->n_members, .n_columns = ensemble->n_columns,
    .n_varied = (int) ensemble->varied->len, .n_records = (int) ensemble->records->len,
    .arithmetic = expr_arithmetic (ensemble->problem.instance.fast_math ? EXPR_PROGRAM_FUSED : 0), .equals_run = TRUE, .shard = shard, .n_shards = n_shards,
  };
  header->columns = g_new0 (char *, ensemble->n_columns + 1);
  for (int k = 0; k < ensemble->n_columns; k++)
    header->columns[k] = lab_ensemble_column (ensemble, k);
}
