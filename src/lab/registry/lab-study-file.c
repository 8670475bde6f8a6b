/* Parses study files and resolves the model, the settings and the options that they name. Errors have the position in
 * the file. */
#include "lab-study-file.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"

/* The keys of every study file. The others are the `file_keys` of its kind. */
static const char *const common_keys[] = { "format", "study", "model", "title", "about", "seed", "set", "initial", "constants", "time", "solver" };

/* A text without the word is not parsed: a model may be long, and is parsed again as a model. */
gboolean
lab_study_file_is_study (const char *path)
{
  g_autoptr (GPtrArray) ignored = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = NULL;
  g_autofree char *text = NULL;
  const ModelYaml *root;
  gsize length;
  GStatBuf info;

  if (g_stat (path, &info) != 0 || !S_ISREG (info.st_mode) || info.st_size > MODEL_YAML_MAX_BYTES
      || !g_file_get_contents (path, &text, &length, NULL) || strstr (text, "study") == NULL)
    return FALSE;
  document = model_yaml_parse (text, (gssize) length, path, ignored);
  root = document != NULL ? model_yaml_root (document) : NULL;
  return model_yaml_get (root, "study") != NULL;
}

/* Returns the mapping at a key, or NULL if the key is missing. Reports an error if the value is not a mapping. */
static ModelYaml *
mapping_at (const ModelYaml *root, const char *key, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (root, key);

  if (node == NULL || node->broken)
    return NULL;
  if (node->type == MODEL_YAML_MAPPING)
    return node;
  model_yaml_error (node, diagnostics, _("'%s' must be a mapping, such as %s: {name: value}"), key, key);
  return NULL;
}

static void
read_whole_number (const ModelYaml *root, const char *key, gint64 least, guint64 most, guint64 *value, GPtrArray *diagnostics)
{
  ModelYaml *node = model_yaml_get (root, key);
  gint64 number;

  if (node == NULL || node->broken)
    return;
  if (!model_yaml_integer (node, &number) || number < least || (guint64) number > most)
    model_yaml_error (node, diagnostics, _("'%s' must be a whole number from %ld to %lu"), key, (glong) least, (gulong) most);
  else
    *value = (guint64) number;
}

static void
read_time (LabStudyFile *file, const ModelYaml *root, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "start", "end", NULL };
  ModelYaml *time = mapping_at (root, "time", diagnostics);
  double *const places[] = { &file->t_start, &file->t_end };

  if (time == NULL || !model_yaml_check_keys (time, keys, "time", diagnostics))
    return;
  for (int k = 0; k < 2; k++)
    {
      ModelYaml *node = model_yaml_get (time, keys[k]);

      if (node != NULL && !node->broken && !model_yaml_number (node, places[k]))
        model_yaml_error (node, diagnostics, _("'%s' must be a number"), keys[k]);
    }
}

static void
read_labels (LabStudyFile *file, const ModelYaml *root, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "ended", "failed", NULL };
  ModelYaml *labels = mapping_at (root, "labels", diagnostics);

  if (labels == NULL || !model_yaml_check_keys (labels, keys, "labels", diagnostics))
    return;
  file->ended = model_yaml_get_text (labels, "ended", NULL);
  file->failed = model_yaml_get_text (labels, "failed", NULL);
}

char *
lab_study_file_resolve (const char *path, const char *model)
{
  g_autofree char *folder = NULL;

  if ((strchr (model, '/') == NULL && !g_str_has_suffix (model, ".yaml")) || g_path_is_absolute (model))
    return g_strdup (model);
  folder = g_path_get_dirname (path);
  return g_build_filename (folder, model, NULL);
}

static void
check_keys (ModelYaml *root, const LabStudyKind *kind, GPtrArray *diagnostics)
{
  g_auto (GStrv) own = g_strsplit (kind->file_keys != NULL ? kind->file_keys : "options", "|", -1);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();

  for (guint k = 0; k < G_N_ELEMENTS (common_keys); k++)
    g_ptr_array_add (keys, (gpointer) common_keys[k]);
  for (char **key = own; *key != NULL; key++)
    g_ptr_array_add (keys, *key);
  g_ptr_array_add (keys, NULL);
  model_yaml_check_keys (root, (const char *const *) keys->pdata, "a study", diagnostics);
}

/* Checks keys and values of `options` against the option rows of the study. */
static void
check_options (const LabStudyFile *file, const LabStudyKind *kind, GPtrArray *diagnostics)
{
  g_autofree const char **keys = g_new0 (const char *, kind->n_options + 1);

  if (file->options == NULL)
    return;
  for (int k = 0; k < kind->n_options; k++)
    keys[k] = kind->options[k].key;
  model_yaml_check_keys (file->options, keys, "options", diagnostics);
  /* A study file may come from a stranger, and must not choose which file is written. */
  for (int k = 0; k < kind->n_options; k++)
    if (kind->options[k].argument != NULL && g_str_has_prefix (kind->options[k].argument, "FILE") && model_yaml_get (file->options, keys[k]) != NULL)
      model_yaml_error (model_yaml_get (file->options, keys[k]), diagnostics,
                        _("the option '%s' names a file that is written, so it is given on the command line"), keys[k]);
  for (int k = 0; k < file->options->n_items; k++)
    if (!file->options->items[k]->broken && file->options->items[k]->type != MODEL_YAML_SCALAR)
      model_yaml_error (file->options->items[k], diagnostics, _("the option '%s' must be a text or a number"), file->options->keys[k]->text);
}

/* Returns whether a message contains a word in quotes. */
static gboolean
quotes (const char *message, const char *word)
{
  g_autofree char *quoted = g_strdup_printf ("'%s'", word);

  return strstr (message, quoted) != NULL;
}

/* Returns whether a message contains a quoted word that is a part of a text. */
static gboolean
quotes_part_of (const char *message, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (message, "'", -1);

  for (guint k = 1; text != NULL && k < g_strv_length (parts); k += 2)
    if (*parts[k] != '\0' && strstr (text, parts[k]) != NULL)
      return TRUE;
  return FALSE;
}

void
lab_study_file_report_option (const LabStudyFile *file, const char *message, GPtrArray *diagnostics)
{
  ModelYaml *options = file->options, *place = options != NULL ? options : model_yaml_root (file->document);

  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; options != NULL && k < options->n_items; k++)
      if (pass == 0 ? quotes (message, options->keys[k]->text) : quotes_part_of (message, options->items[k]->text))
        {
          model_yaml_error (options->items[k], diagnostics, "%s", message);
          return;
        }
  model_yaml_error (place, diagnostics, "%s", message);
}

static void
read_root (LabStudyFile *file, ModelYaml *root, GPtrArray *diagnostics)
{
  ModelYaml *study = model_yaml_get (root, "study"), *model = model_yaml_get (root, "model"), *format = model_yaml_get (root, "format");
  guint64 seed = 0;
  gint64 number;

  if (study == NULL || study->text == NULL)
    {
      model_yaml_error (root, diagnostics, _("a study file needs the key 'study', such as study: ensemble"));
      return;
    }
  file->kind = lab_registry_find (study->text);
  if (file->kind == NULL)
    {
      g_autoptr (GPtrArray) ids = lab_registry_ids ();
      const char *suggestion = model_yaml_suggest (study->text, (const char *const *) ids->pdata);

      if (suggestion != NULL)
        model_yaml_error (study, diagnostics, _("unknown study '%s'; did you mean '%s'?"), study->text, suggestion);
      else
        model_yaml_error (study, diagnostics, _("unknown study '%s'; 'stepwise-cli list studies' lists them"), study->text);
      return;
    }
  file->study = study->text;
  file->is_sweep = file->kind->members == LAB_MEMBERS_AXES;
  check_keys (root, file->kind, diagnostics);
  if (format == NULL || !model_yaml_integer (format, &number) || number != 1)
    model_yaml_error (format != NULL ? format : root, diagnostics, _("a study file needs the line 'format: 1'"));
  if (model == NULL || model->text == NULL)
    model_yaml_error (root, diagnostics, _("a study file needs the key 'model', the name of a model or a path"));
  else
    file->model = lab_study_file_resolve (file->path, model->text);
  read_whole_number (root, "members", 1, LAB_MOST_MEMBERS, &file->members, diagnostics);
  file->has_seed = model_yaml_get (root, "seed") != NULL;
  read_whole_number (root, "seed", 0, G_GUINT64_CONSTANT (1) << 53, &seed, diagnostics);
  file->seed = seed;
  read_time (file, root, diagnostics);
  file->title = model_yaml_get_text (root, "title", NULL);
  file->about = model_yaml_get_text (root, "about", NULL);
  read_labels (file, root, diagnostics);
  file->vary = mapping_at (root, "vary", diagnostics);
  if (file->is_sweep && (file->vary == NULL || file->vary->n_items == 0))
    model_yaml_error (root, diagnostics, _("a sweep needs the key 'vary' with one or two axes, such as vary: {p: \"0:1:21\"}"));
  file->record = mapping_at (root, "record", diagnostics);
  file->fan = mapping_at (root, "fan", diagnostics);
  file->solver = mapping_at (root, "solver", diagnostics);
  file->set = mapping_at (root, "set", diagnostics);
  file->initial = mapping_at (root, "initial", diagnostics);
  file->constants = mapping_at (root, "constants", diagnostics);
  file->options = mapping_at (root, "options", diagnostics);
  check_options (file, file->kind, diagnostics);
}

/* Makes a study file from a YAML document and takes ownership of the document. */
static LabStudyFile *
read_document (ModelYamlDocument *document, const char *path, guint errors_before, GPtrArray *diagnostics)
{
  g_autoptr (LabStudyFile) file = g_new0 (LabStudyFile, 1);
  ModelYaml *root;

  file->path = g_strdup (path);
  file->t_start = file->t_end = NAN;
  file->document = document;
  if (document == NULL)
    return NULL;
  root = model_yaml_root (document);
  if (root->type == MODEL_YAML_MAPPING)
    read_root (file, root, diagnostics);
  else
    model_yaml_error (root, diagnostics, _("a study file needs the key 'study', such as study: ensemble"));
  return model_diagnostics_n_errors (diagnostics) > errors_before ? NULL : g_steal_pointer (&file);
}

LabStudyFile *
lab_study_file_load (const char *path, GPtrArray *diagnostics)
{
  guint before = model_diagnostics_n_errors (diagnostics);

  return read_document (model_yaml_load (path, diagnostics), path, before, diagnostics);
}

LabStudyFile *
lab_study_file_parse (const char *text, const char *path, GPtrArray *diagnostics)
{
  guint before = model_diagnostics_n_errors (diagnostics);

  return read_document (model_yaml_parse (text, -1, path, diagnostics), path, before, diagnostics);
}

void
lab_study_file_free (LabStudyFile *file)
{
  if (file == NULL)
    return;
  g_clear_pointer (&file->document, model_yaml_document_free);
  g_free (file->path);
  g_free (file->model);
  g_free (file);
}

/* ---- values ---- */

static gboolean
set_all (const ModelYaml *mapping, ModelSystem *system, gboolean (*set) (ModelSystem *, const char *, double, GError **),
         GPtrArray *diagnostics, GError **error)
{
  gboolean fine = TRUE;

  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    {
      g_autoptr (GError) local = NULL;
      double value;

      if (!model_yaml_number (mapping->items[k], &value))
        g_set_error (&local, MODEL_ERROR, MODEL_ERROR_VALUE, _("the value of '%s' must be a number"), mapping->keys[k]->text);
      else if (set (system, mapping->keys[k]->text, value, &local))
        continue;
      fine = FALSE;
      if (diagnostics != NULL)
        model_yaml_error (mapping->keys[k], diagnostics, "%s", local->message);
      else if (error != NULL && *error == NULL)
        g_propagate_error (error, g_steal_pointer (&local));
    }
  return fine;
}

gboolean
lab_study_file_prepare (const LabStudyFile *file, ModelSystem *system, GError **error)
{
  return set_all (file->set, system, model_system_set_parameter, NULL, error)
         && set_all (file->initial, system, model_system_set_initial, NULL, error);
}

gboolean
lab_study_file_check (const LabStudyFile *file, ModelSystem *system, GPtrArray *diagnostics)
{
  gboolean fine = set_all (file->set, system, model_system_set_parameter, diagnostics, NULL);

  return set_all (file->initial, system, model_system_set_initial, diagnostics, NULL) && fine;
}

void
lab_study_file_constants (const LabStudyFile *file, GHashTable *constants)
{
  for (int k = 0; file->constants != NULL && k < file->constants->n_items; k++)
    {
      double value;

      if (model_yaml_number (file->constants->items[k], &value) && !g_hash_table_contains (constants, file->constants->keys[k]->text))
        g_hash_table_insert (constants, g_strdup (file->constants->keys[k]->text), g_memdup2 (&value, sizeof value));
    }
}

/* ---- ensembles ---- */

static ExprPlace
place_in_node (gpointer user, int character_offset)
{
  ExprPlace place;

  model_yaml_place (user, character_offset, &place.line, &place.column);
  return place;
}

static void
report (const LabStudyFile *file, GPtrArray *errors, GPtrArray *diagnostics)
{
  for (guint k = 0; k < errors->len; k++)
    {
      const ExprError *error = errors->pdata[k];

      model_diagnostics_add (diagnostics, file->path, error->place.line, error->place.column, "%s", error->message);
    }
}

static gboolean
is_scalar (ModelYaml *node, const char *what, GPtrArray *diagnostics)
{
  if (node->type == MODEL_YAML_SCALAR && !node->broken)
    return TRUE;
  if (!node->broken)
    model_yaml_error (node, diagnostics, _("%s must be a text"), what);
  return FALSE;
}

static void
fill_vary (const LabStudyFile *file, LabEnsemble *ensemble, GPtrArray *errors, GPtrArray *diagnostics)
{
  for (int k = 0; file->vary != NULL && k < file->vary->n_items; k++)
    {
      ModelYaml *key = file->vary->keys[k], *node = file->vary->items[k];
      ExprOrigin origin = { place_in_node, node };

      ExprPlace place = { key->line, key->column };

      if (file->is_sweep && is_scalar (node, _("an axis"), diagnostics))
        lab_ensemble_vary_axis (ensemble, key->text, place, node->text, &origin, errors);
      else if (!file->is_sweep && is_scalar (node, _("a distribution"), diagnostics))
        lab_ensemble_vary (ensemble, key->text, place, node->text, &origin, errors);
    }
}

/* Finds the reducer among the keys of a record; the other keys are its label and unit. Returns NULL after an
 * error. */
static ModelYaml *
find_reducer (ModelYaml *node, LabReducer *reducer, GPtrArray *diagnostics)
{
  const char *words[LAB_N_REDUCERS + 3] = { [LAB_N_REDUCERS] = "label", "unit", NULL };
  ModelYaml *found = NULL;
  int n = 0;

  for (int k = 0; k < LAB_N_REDUCERS; k++)
    words[k] = lab_reducer_name (k);
  if (node->type == MODEL_YAML_MAPPING && !model_yaml_check_keys (node, words, "a record", diagnostics))
    return NULL;
  for (int k = 0; node->type == MODEL_YAML_MAPPING && k < node->n_items; k++)
    if (lab_reducer_find (node->keys[k]->text, reducer))
      {
        found = node->items[k];
        n++;
      }
  if (n == 1)
    return found;
  model_yaml_error (node, diagnostics, _("a recorded value needs one reducer and its expression, such as {final: x}"));
  return NULL;
}

static void
fill_records (const LabStudyFile *file, LabEnsemble *ensemble, GPtrArray *errors, GPtrArray *diagnostics)
{
  for (int k = 0; file->record != NULL && k < file->record->n_items; k++)
    {
      ModelYaml *key = file->record->keys[k], *node = file->record->items[k], *text;
      LabReducer reducer;

      text = node->broken ? NULL : find_reducer (node, &reducer, diagnostics);
      if (text != NULL && is_scalar (text, _("an expression"), diagnostics))
        {
          ExprOrigin origin = { place_in_node, text };

          if (lab_ensemble_record (ensemble, key->text, (ExprPlace) { key->line, key->column }, reducer, text->text, &origin, errors))
            {
              LabRecord *record = &g_array_index (ensemble->records, LabRecord, ensemble->records->len - 1);

              record->label = g_strdup (model_yaml_get_text (node, "label", NULL));
              record->unit = g_strdup (model_yaml_get_text (node, "unit", NULL));
            }
        }
    }
}

/* Reads a fan: `EXPRESSION: N` or `EXPRESSION: {times: N, label: …, unit: …}`. */
static void
fill_fans (const LabStudyFile *file, LabEnsemble *ensemble, GPtrArray *errors, GPtrArray *diagnostics)
{
  static const char *const keys[] = { "times", "label", "unit", NULL };

  for (int k = 0; file->fan != NULL && k < file->fan->n_items; k++)
    {
      ModelYaml *key = file->fan->keys[k], *node = file->fan->items[k];
      gboolean is_mapping = node->type == MODEL_YAML_MAPPING;
      ModelYaml *times = is_mapping ? model_yaml_get (node, "times") : node;
      ExprOrigin origin = { place_in_node, key };
      gint64 n;

      if (is_mapping && !model_yaml_check_keys (node, keys, "a fan", diagnostics))
        continue;
      if (times == NULL || !model_yaml_integer (times, &n) || n < 2 || n > 100000)
        model_yaml_error (times != NULL ? times : node, diagnostics, _("the number of times of 'fan' must be from 2 to 100000"));
      else if (lab_ensemble_fan (ensemble, key->text, &origin, (int) n, errors) && is_mapping)
        {
          LabFan *fan = &g_array_index (ensemble->fans, LabFan, ensemble->fans->len - 1);

          fan->label = g_strdup (model_yaml_get_text (node, "label", NULL));
          fan->unit = g_strdup (model_yaml_get_text (node, "unit", NULL));
        }
    }
}

gboolean
lab_study_file_fill (const LabStudyFile *file, LabEnsemble *ensemble, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  guint before = model_diagnostics_n_errors (diagnostics);

  fill_vary (file, ensemble, errors, diagnostics);
  fill_records (file, ensemble, errors, diagnostics);
  fill_fans (file, ensemble, errors, diagnostics);
  report (file, errors, diagnostics);
  model_diagnostics_sort (diagnostics);
  return model_diagnostics_n_errors (diagnostics) == before;
}
