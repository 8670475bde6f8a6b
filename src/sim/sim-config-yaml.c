/* Settings from a model, from YAML, and back. */
#include <glib/gi18n-lib.h>
#include <string.h>

#include "model-yaml.h"
#include "sim-config-private.h"

static void
report (GPtrArray *diagnostics, const char *file, int line, int column, const char *message, gboolean note)
{
  model_diagnostics_add (diagnostics, file, line, column, "%s", message);
  ModelDiagnostic *last = g_ptr_array_index (diagnostics, diagnostics->len - 1);
  last->note = note;
}

static gboolean
set_reported (SimConfig *config, const char *key, const char *text, SimOrigin origin, const char *file, int line, int column,
              GPtrArray *diagnostics)
{
  g_autoptr (GError) error = NULL;
  if (sim_config_set (config, key, text, origin, &error))
    return TRUE;
  report (diagnostics, file, line, column, error->message, FALSE);
  return FALSE;
}

/* The same from a file: an unknown key is reported where the key stands, a wrong value where the value stands. */
static gboolean
load_value (SimConfig *config, ModelYaml *key, ModelYaml *value, const char *text, const char *file, GPtrArray *diagnostics)
{
  g_autofree char *base = g_strndup (key->text, strcspn (key->text, "."));
  const ModelYaml *place;

  g_strdelimit (base, "-", '_');
  place = sim_config_row (base) != NULL || strcmp (base, "method") == 0 ? value : key;
  return set_reported (config, key->text, text, SIM_ORIGIN_CONFIG, file, place->line, place->column, diagnostics);
}

/* A note about a key that this origin set to something else than its default, and that the method cannot use; NULL: none. */
static char *
unusable_note (const SimConfig *config, const char *key, SimOrigin origin)
{
  SimOrigin setter = SIM_ORIGIN_PROFILE;
  const char *text = sim_config_text_set (config, key, &setter);
  const SimSettingRow *row = sim_config_row (key);
  SimProfile profile = sim_config_profile (config);
  const char *standard = row == NULL ? NULL : row->defaults[profile] != NULL ? row->defaults[profile] : row->defaults[0];
  if (text == NULL || setter != origin || g_strcmp0 (text, standard) == 0)
    return NULL;
  return sim_config_unusable (config, key);
}

/* The profile and the integrator first: what else is allowed depends on them. */
static gboolean
is_leading (const char *key)
{
  return strcmp (key, "profile") == 0 || strcmp (key, "integrator") == 0;
}

void
sim_config_apply_model (SimConfig *config, const Model *model, GPtrArray *diagnostics)
{
  const char *path = model_path (model);
  const char *file = path != NULL ? path : model_id (model);
  int n = model_n_settings (model);
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < n; i++)
      {
        const ModelSetting *setting = model_setting (model, i);
        if (is_leading (setting->key) == (pass == 0))
          set_reported (config, setting->key, setting->value, SIM_ORIGIN_MODEL, file, setting->line, setting->column, diagnostics);
      }
  for (int i = 0; i < n; i++)
    {
      const ModelSetting *setting = model_setting (model, i);
      g_autofree char *reason = unusable_note (config, setting->key, SIM_ORIGIN_MODEL);
      if (reason != NULL)
        report (diagnostics, file, setting->line, setting->column, reason, TRUE);
    }
}

/* One entry of the mapping: a scalar, a list of numbers (gains) or a mapping (method, absolute_tolerance). */
static gboolean
load_entry (SimConfig *config, ModelYaml *key, ModelYaml *value, const char *file, GPtrArray *diagnostics)
{
  switch (value->type)
    {
    case MODEL_YAML_SCALAR:
      return load_value (config, key, value, value->text, file, diagnostics);
    case MODEL_YAML_LIST:
      {
        g_autoptr (GString) text = g_string_new ("[");
        for (int i = 0; i < value->n_items; i++)
          g_string_append_printf (text, "%s%s", i > 0 ? ", " : "", value->items[i]->type == MODEL_YAML_SCALAR ? value->items[i]->text : "?");
        g_string_append_c (text, ']');
        return load_value (config, key, value, text->str, file, diagnostics);
      }
    default:
      break;
    }
  gboolean right = TRUE;
  if (strcmp (key->text, "method") != 0 && strcmp (key->text, "absolute_tolerance") != 0)
    {
      model_diagnostics_add (diagnostics, file, value->line, value->column, _("%s takes one value, not a mapping"), key->text);
      return FALSE;
    }
  for (int i = 0; i < value->n_items; i++)
    {
      g_autofree char *dotted = g_strconcat (key->text, ".", value->keys[i]->text, NULL);
      ModelYaml *item = value->items[i];
      if (item->type != MODEL_YAML_SCALAR)
        {
          model_diagnostics_add (diagnostics, file, item->line, item->column, _("%s takes one value"), dotted);
          right = FALSE;
        }
      else if (!set_reported (config, dotted, item->text, SIM_ORIGIN_CONFIG, file, item->line, item->column, diagnostics))
        right = FALSE;
    }
  return right;
}

static gboolean
load_document (SimConfig *config, const ModelYamlDocument *document, GPtrArray *diagnostics)
{
  ModelYaml *root = model_yaml_root (document);
  const char *file = model_yaml_file (document);
  if (root == NULL || root->type != MODEL_YAML_MAPPING)
    {
      model_diagnostics_add (diagnostics, file, 1, 1, _("a configuration is a mapping of settings, such as 'accuracy: 1e-6'"));
      return FALSE;
    }
  gboolean right = TRUE;
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < root->n_items; i++)
      if (is_leading (root->keys[i]->text) == (pass == 0) && !root->items[i]->broken)
        right = load_entry (config, root->keys[i], root->items[i], file, diagnostics) && right;
  for (int i = 0; i < root->n_items; i++)
    {
      const char *key = root->keys[i]->text;
      g_autofree char *reason = unusable_note (config, key, SIM_ORIGIN_CONFIG);
      if (reason != NULL)
        report (diagnostics, file, root->keys[i]->line, root->keys[i]->column, reason, TRUE);
    }
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

/* Keys with a dot ("method.tableau", "absolute_tolerance.y1"), sorted, that somebody set. */
static GPtrArray *
dotted_keys (const SimConfig *config)
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

char *
sim_config_to_yaml (const SimConfig *config, gboolean all)
{
  GString *text = g_string_new (NULL);
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  for (int i = 0; i < n_rows; i++)
    {
      const char *value = sim_config_text_set (config, rows[i].key, NULL);
      if (value == NULL && all)
        value = sim_config_text (config, rows[i].key);
      if (value != NULL && *value != '\0')
        g_string_append_printf (text, "%s: %s\n", rows[i].key, value);
    }
  g_autoptr (GPtrArray) keys = dotted_keys (config);
  for (guint i = 0; i < keys->len; i++)
    {
      const char *key = g_ptr_array_index (keys, i);
      const char *dot = strchr (key, '.');
      /* A state of an array stands in quotes: its brackets would begin a list. */
      const char *mark = strpbrk (dot, "[]") != NULL ? "\"" : "";
      if (g_str_has_prefix (key, "method."))
        {
          gboolean first = i == 0 || !g_str_has_prefix (g_ptr_array_index (keys, i - 1), "method.");
          g_string_append_printf (text, "%s  %s: %s\n", first ? "method:\n" : "", dot + 1, sim_config_text_set (config, key, NULL));
        }
      else
        g_string_append_printf (text, "%s%s%s: %s\n", mark, key, mark, sim_config_text_set (config, key, NULL));
    }
  return g_string_free (text, FALSE);
}
