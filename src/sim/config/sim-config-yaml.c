/* Reads settings from the `solver` mapping of a model and from configuration files, and writes settings as YAML text. */
#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "model-library.h"
#include "model-yaml-writer.h"
#include "model-yaml.h"
#include "sim-config-private.h"

/* The state of the reader while it reads a mapping of settings. */
typedef struct
{
  SimConfig *config;
  SimOrigin origin;
  const char *file;
  GPtrArray *diagnostics;
} Reader;

static gboolean fail (Reader *reader, const ModelYaml *node, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
fail (Reader *reader, const ModelYaml *node, const char *format, ...)
{
  va_list arguments;
  va_start (arguments, format);
  g_autofree char *message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  model_diagnostics_add (reader->diagnostics, reader->file, node->line, node->column, "%s", message);
  return FALSE;
}

static gboolean
set (Reader *reader, const char *key, const char *text, const ModelYaml *value)
{
  g_autoptr (GError) error = NULL;
  return sim_config_set (reader->config, key, text, reader->origin, &error) || fail (reader, value, "%s", error->message);
}

/* Sets a setting whose value is a YAML list, which is allowed only for settings of several
 * numbers. Reports an error at the first item that is not a scalar, or at the list. */
static gboolean
set_list (Reader *reader, const SimSettingRow *row, const ModelYaml *key, const ModelYaml *value)
{
  g_autoptr (GString) text = g_string_new ("[");
  const ModelYaml *wrong = row->type == SIM_SETTING_NUMBERS ? NULL : value;
  for (int i = value->n_items; i-- > 0;)
    if (value->items[i]->type != MODEL_YAML_SCALAR)
      wrong = value->items[i];
  if (wrong != NULL && row->type == SIM_SETTING_NUMBERS)
    return fail (reader, wrong, _("'%s' must be a list of numbers"), key->text);
  if (wrong != NULL && row->type == SIM_SETTING_OPTIONS)
    return fail (reader, wrong, _("'%s' must be a mapping of options of the integrator, not a list"), key->text);
  if (wrong != NULL)
    return fail (reader, wrong, _("'%s' must be one value, not a list"), key->text);
  for (int i = 0; i < value->n_items; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", value->items[i]->text);
  g_string_append_c (text, ']');
  return set (reader, key->text, text->str, value);
}

/* Returns whether a path leads to a file in a folder or below it, with all links followed. */
static gboolean
is_below (const char *path, const char *folder)
{
  g_autofree char *top = realpath (folder, NULL), *file = realpath (path, NULL);
  gsize n = top != NULL ? strlen (top) : 0;

  return top != NULL && file != NULL && strncmp (file, top, n) == 0 && (file[n] == '/' || (n > 0 && top[n - 1] == '/'));
}

/* Checks a setting that may name a file of a tableau. A pipe or a device would make the program wait without end. A model may name only files in its folder
 * or below it, and those of the library: it may come from a stranger, and the user may not know what it reads. */
static gboolean
check_named_file (Reader *reader, const char *key, const ModelYaml *value)
{
  g_auto (GStrv) folders = NULL;
  g_autofree char *folder = NULL;
  gboolean inside;

  if ((strcmp (key, "integrator") != 0 && strcmp (key, "method.tableau") != 0) || value->text[0] == '{'
      || (strchr (value->text, '/') == NULL && !g_str_has_suffix (value->text, ".yaml")))
    return TRUE;
  if (model_file_is_stream (value->text))
    return fail (reader, value, _("'%s' is not a regular file"), value->text);
  if (reader->origin != SIM_ORIGIN_MODEL || reader->file == NULL || !g_file_test (value->text, G_FILE_TEST_EXISTS))
    return TRUE;
  folder = g_path_get_dirname (reader->file);
  folders = model_library_folders ("tableaus");
  inside = is_below (value->text, folder);
  for (int k = 0; folders[k] != NULL && !inside; k++)
    inside = is_below (value->text, folders[k]);
  return inside || fail (reader, value, _("'%s' is not in the folder of the model or below it; to use it, name it on the command line or in the settings"),
                         value->text);
}

static gboolean
set_entries (Reader *reader, const SimSettingRow *row, const ModelYaml *key, const ModelYaml *value)
{
  gboolean right = TRUE;
  if (!row->has_entries)
    return fail (reader, value, _("'%s' must be one value, not a mapping"), key->text);
  for (int i = 0; i < value->n_items; i++)
    {
      const ModelYaml *item = value->items[i];
      g_autofree char *dotted = g_strconcat (key->text, ".", value->keys[i]->text, NULL);
      if (item->broken)
        continue;
      if (item->type == MODEL_YAML_SCALAR)
        right &= check_named_file (reader, dotted, item) && set (reader, dotted, item->text, item);
      else
        right = fail (reader, item, _("'%s' must be one value"), dotted);
    }
  return right;
}

static gboolean
set_entry (Reader *reader, const SimSettingRow *row, const ModelYaml *key, const ModelYaml *value)
{
  switch (value->type)
    {
    case MODEL_YAML_SCALAR:
      return check_named_file (reader, key->text, value) && set (reader, key->text, value->text, value);
    case MODEL_YAML_LIST:
      return set_list (reader, row, key, value);
    case MODEL_YAML_MAPPING:
      return set_entries (reader, row, key, value);
    }
  return TRUE;
}

/* Sets the keys of a mapping in the order of the rows. Returns FALSE if
 * there was an error. */
static gboolean
set_mapping (Reader *reader, const ModelYaml *mapping)
{
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  gboolean right = TRUE;
  for (int k = 0; k < mapping->n_items; k++)
    if (!mapping->keys[k]->broken && sim_config_row_of (mapping->keys[k]->text) == NULL)
      {
        g_autofree char *message = sim_config_unknown_key (mapping->keys[k]->text);
        right = fail (reader, mapping->keys[k], "%s", message);
      }
  gboolean method_right = TRUE;
  for (int i = 0; i < n_rows; i++)
    for (int k = 0; k < mapping->n_items; k++)
      {
        if (mapping->keys[k]->broken || mapping->items[k]->broken || sim_config_row_of (mapping->keys[k]->text) != &rows[i])
          continue;
        /* Options are checked against the method. If the method is wrong, skip
         * them: they would be checked against the default method. */
        if (rows[i].type == SIM_SETTING_OPTIONS && !method_right)
          continue;
        gboolean entry_right = set_entry (reader, &rows[i], mapping->keys[k], mapping->items[k]);
        right &= entry_right;
        if (rows[i].group == SIM_GROUP_INTEGRATOR)
          method_right &= entry_right;
      }
  return right;
}

/* Adds a note to the diagnostics if this origin sets a key to a value
 * other than its default, but the key has no effect with the method. */
static void
note_unusable (Reader *reader, const char *key, const ModelYaml *place)
{
  const SimConfig *config = reader->config;
  SimOrigin setter = SIM_ORIGIN_PROFILE;
  g_autofree char *canonical = sim_config_canonical_key (key);
  const char *text = sim_config_text_set (config, canonical, &setter);
  const SimSettingRow *row = sim_config_row (canonical);
  const char *standard = row != NULL ? sim_config_row_default (row, sim_config_profile (config)) : NULL;
  if (text == NULL || setter != reader->origin || g_strcmp0 (text, standard) == 0)
    return;
  g_autofree char *reason = sim_config_unusable (config, canonical);
  if (reason != NULL)
    model_diagnostics_add_note (reader->diagnostics, reader->file, place->line, place->column, "%s", reason);
}

static void
note_mapping (Reader *reader, const ModelYaml *mapping)
{
  for (int k = 0; k < mapping->n_items; k++)
    {
      const ModelYaml *key = mapping->keys[k], *value = mapping->items[k];
      if (value->type != MODEL_YAML_MAPPING)
        note_unusable (reader, key->text, value);
      for (int i = 0; value->type == MODEL_YAML_MAPPING && i < value->n_items; i++)
        {
          g_autofree char *dotted = g_strconcat (key->text, ".", value->keys[i]->text, NULL);
          note_unusable (reader, dotted, value->items[i]);
        }
    }
}

void
sim_config_check_solver (const ModelYaml *solver, GPtrArray *diagnostics)
{
  g_autoptr (SimConfig) config = sim_config_new ();
  Reader reader = { config, SIM_ORIGIN_MODEL, model_yaml_file (solver->document), diagnostics };
  set_mapping (&reader, solver);
}

void
sim_config_apply_model (SimConfig *config, const Model *model, GPtrArray *diagnostics)
{
  const ModelYaml *solver = model_solver (model);
  if (solver == NULL)
    return;
  Reader reader = { config, SIM_ORIGIN_MODEL, model_yaml_file (solver->document), diagnostics };
  set_mapping (&reader, solver);
  note_mapping (&reader, solver);
}

void
sim_config_apply_mapping (SimConfig *config, const ModelYaml *mapping, SimOrigin origin, GPtrArray *diagnostics)
{
  Reader reader = { config, origin, model_yaml_file (mapping->document), diagnostics };

  set_mapping (&reader, mapping);
  note_mapping (&reader, mapping);
}

static gboolean
load_document (SimConfig *config, const ModelYamlDocument *document, GPtrArray *diagnostics)
{
  const ModelYaml *root = model_yaml_root (document);
  Reader reader = { config, SIM_ORIGIN_CONFIG, model_yaml_file (document), diagnostics };
  if (root == NULL || root->type != MODEL_YAML_MAPPING)
    {
      model_diagnostics_add (diagnostics, reader.file, 1, 1, _("a configuration is a mapping of settings, such as 'accuracy: 1e-6'"));
      return FALSE;
    }
  gboolean right = set_mapping (&reader, root);
  note_mapping (&reader, root);
  model_diagnostics_sort (diagnostics);
  return right;
}

gboolean
sim_config_load (SimConfig *config, const char *path, GPtrArray *diagnostics)
{
  guint before = model_diagnostics_n_errors (diagnostics);
  g_autoptr (ModelYamlDocument) document = model_yaml_load (path, diagnostics);
  return document != NULL && load_document (config, document, diagnostics) && model_diagnostics_n_errors (diagnostics) == before;
}

gboolean
sim_config_load_text (SimConfig *config, const char *text, const char *name, GPtrArray *diagnostics)
{
  guint before = model_diagnostics_n_errors (diagnostics);
  g_autoptr (ModelYamlDocument) document = model_yaml_parse (text, -1, name, diagnostics);
  return document != NULL && load_document (config, document, diagnostics) && model_diagnostics_n_errors (diagnostics) == before;
}

static int
compare_keys (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GPtrArray *
sim_config_entries (const SimConfig *config)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;
  g_hash_table_iter_init (&iter, config->settings);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if (strchr (key, '.') != NULL && sim_config_text_set (config, key, NULL) != NULL)
      g_ptr_array_add (keys, key);
  g_ptr_array_sort (keys, compare_keys);
  return keys;
}

/* Writes a key and its value. A text with several numbers is written as a YAML list. */
static void
write_value (ModelYamlWriter *out, const char *key, const char *value)
{
  if (value[0] != '[')
    {
      model_yaml_writer_text (out, key, value);
      return;
    }
  g_autofree char *inner = g_strndup (value + 1, strcspn (value + 1, "]"));
  g_auto (GStrv) items = g_strsplit (inner, ",", -1);
  for (int i = 0; items[i] != NULL; i++)
    g_strstrip (items[i]);
  model_yaml_writer_texts (out, key, (const char *const *) items);
}

char *
sim_config_to_yaml (const SimConfig *config, gboolean all)
{
  ModelYamlWriter *out = model_yaml_writer_new ();
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  for (int i = 0; i < n_rows; i++)
    {
      const char *value = sim_config_text_set (config, rows[i].key, NULL);
      if (value == NULL && all)
        value = sim_config_text (config, rows[i].key);
      if (value != NULL && *value != '\0')
        write_value (out, rows[i].key, value);
    }
  g_autoptr (GPtrArray) keys = sim_config_entries (config);
  gboolean in_method = FALSE;
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      gboolean of_method = g_str_has_prefix (key, "method.");
      if (of_method && !in_method)
        model_yaml_writer_begin_mapping (out, "method");
      else if (!of_method && in_method)
        model_yaml_writer_end_mapping (out);
      in_method = of_method;
      write_value (out, of_method ? key + strlen ("method.") : key, sim_config_text_set (config, key, NULL));
    }
  if (in_method)
    model_yaml_writer_end_mapping (out);
  char *text = model_yaml_writer_finish (out);
  /* Return an empty text instead of an empty mapping, because the text is also
   * shown to users. */
  if (strcmp (text, "{}\n") == 0)
    text[0] = '\0';
  return text;
}
