/* Checks the structure of a model file against the rows of the schema. */
#include "model-schema.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
model_name_is_valid (const char *name)
{
  if (!g_ascii_isalpha (name[0]) && name[0] != '_')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;
  return TRUE;
}

static void check_value (ModelYaml *key, ModelYaml *value, const ModelSchemaRow *row, GPtrArray *diagnostics);

/* Returns the kind of a node ("a list") for messages, marked for
 * translation. */
static const char *
kind_of (const ModelYaml *node)
{
  return node->type == MODEL_YAML_LIST ? N_("a list") : node->type == MODEL_YAML_MAPPING ? N_("a mapping") : N_("a value");
}

static const ModelSchemaRow *
find_row (ModelSection section, const char *key)
{
  int n_rows;
  const ModelSchemaRow *rows = model_schema_rows (&n_rows);

  for (int k = 0; k < n_rows; k++)
    if (rows[k].section == section && strcmp (rows[k].key, key) == 0)
      return &rows[k];
  return NULL;
}

static char **
keys_of (ModelSection section)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  int n_rows;
  const ModelSchemaRow *rows = model_schema_rows (&n_rows);

  for (int k = 0; k < n_rows; k++)
    if (rows[k].section == section)
      g_strv_builder_add (builder, rows[k].key);
  return g_strv_builder_end (builder);
}

/* Reports an unknown key, together with the most similar known key or, if none is similar, the list of known keys. */
static void
report_unknown (ModelYaml *key, ModelSection section, GPtrArray *diagnostics)
{
  g_auto (GStrv) keys = keys_of (section);
  const char *suggestion = model_yaml_suggest (key->text, (const char *const *) keys);

  if (suggestion != NULL)
    model_yaml_error (key, diagnostics, _("unknown key '%s' in %s; did you mean '%s'?"), key->text, _(model_section_label (section)),
                      suggestion);
  else if (section == MODEL_SECTION_TOP)
    model_yaml_error (key, diagnostics,
                      _("unknown key '%s' in a model; declare states, parameters and variables under 'states', 'parameters' and 'variables'"),
                      key->text);
  else
    {
      g_autofree char *list = g_strjoinv (", ", keys);

      model_yaml_error (key, diagnostics, _("unknown key '%s' in %s; the keys are %s"), key->text, _(model_section_label (section)), list);
    }
}

static void
check_required (ModelYaml *mapping, ModelYaml *key, ModelSection section, GPtrArray *diagnostics)
{
  int n_rows;
  const ModelSchemaRow *rows = model_schema_rows (&n_rows);
  ModelYaml *place = key != NULL ? key : mapping;

  for (int k = 0; k < n_rows; k++)
    if (rows[k].section == section && rows[k].required && model_yaml_get (mapping, rows[k].key) == NULL)
      model_diagnostics_add (diagnostics, model_yaml_file (mapping->document), place->line, place->column,
                             key != NULL ? _("'%s' needs '%s'") : _("%s needs '%s'"),
                             key != NULL ? key->text : _(model_section_label (section)), rows[k].key);
}

static void
check_section (ModelYaml *mapping, ModelYaml *key, ModelSection section, GPtrArray *diagnostics)
{
  gboolean lost = FALSE;

  for (int k = 0; k < mapping->n_items; k++)
    {
      const ModelSchemaRow *row = find_row (section, mapping->keys[k]->text);

      lost |= row == NULL || mapping->items[k]->broken;
      if (row == NULL)
        report_unknown (mapping->keys[k], section, diagnostics);
      else if (!mapping->items[k]->broken)
        check_value (mapping->keys[k], mapping->items[k], row, diagnostics);
    }
  /* A required key can be missing because it is misspelled. The misspelled key was then already reported as unknown. */
  if (!lost)
    check_required (mapping, key, section, diagnostics);
}

void
model_schema_check (ModelYaml *root, GPtrArray *diagnostics)
{
  if (root->type != MODEL_YAML_MAPPING)
    model_yaml_error (root, diagnostics, _("expected keys and values, found %s"), _(kind_of (root)));
  else
    check_section (root, NULL, MODEL_SECTION_TOP, diagnostics);
}

/* ---- checks of the value types ---- */

static gboolean
expect_scalar (ModelYaml *key, ModelYaml *value, const char *what, GPtrArray *diagnostics)
{
  if (value->broken)
    return FALSE;
  if (value->type == MODEL_YAML_SCALAR)
    return TRUE;
  if (value->type == MODEL_YAML_MAPPING && value->n_items > 0 && strcmp (what, "an expression") == 0)
    model_yaml_error (value, diagnostics, _("'%s' must be %s, not a mapping; did you mean to quote this expression?"), key->text, _(what));
  else
    model_yaml_error (value, diagnostics, _("'%s' must be %s, not %s"), key->text, _(what), _(kind_of (value)));
  return FALSE;
}

static gboolean
expect_expression (ModelYaml *key, ModelYaml *value, GPtrArray *diagnostics)
{
  if (!expect_scalar (key, value, N_("an expression"), diagnostics))
    return FALSE;
  if (value->text[strspn (value->text, " \t\n")] == '\0')
    {
      model_yaml_error (value, diagnostics, _("'%s' has no value"), key->text);
      return FALSE;
    }
  return TRUE;
}

static gboolean
expect_list (ModelYaml *key, ModelYaml *value, const char *what, GPtrArray *diagnostics)
{
  if (value->type == MODEL_YAML_LIST && value->n_items > 0)
    return TRUE;
  /* Translators: the second %s is a text with the context "a list of". */
  model_yaml_error (value, diagnostics, _("'%s' must be a list of %s, not %s"), key->text,
                    g_dpgettext2 (GETTEXT_PACKAGE, "a list of", what),
                    value->type == MODEL_YAML_LIST ? C_("a list", "an empty one") : _(kind_of (value)));
  return FALSE;
}

static void
check_expressions (ModelYaml *key, ModelYaml *value, int count, GPtrArray *diagnostics)
{
  if (!expect_list (key, value, NC_("a list of", "expressions"), diagnostics))
    return;
  if (count > 0 && value->n_items != count)
    {
      g_autofree char *message = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "'%s' must be a list of %d expression, not of %d",
                                                            "'%s' must be a list of %d expressions, not of %d", (gulong) count),
                                               key->text, count, value->n_items);

      if (value->n_items > count)
        model_yaml_error (value, diagnostics, _("%s; did you mean to quote an expression that contains ','?"), message);
      else
        model_yaml_error (value, diagnostics, "%s", message);
      return;
    }
  for (int k = 0; k < value->n_items; k++)
    expect_expression (key, value->items[k], diagnostics);
}

/* Checks an expression, or lists of expressions that are nested up to the given depth. */
static void
check_field (ModelYaml *key, ModelYaml *value, int depth, GPtrArray *diagnostics)
{
  if (value->type != MODEL_YAML_LIST || depth == 0)
    {
      expect_expression (key, value, diagnostics);
      return;
    }
  if (expect_list (key, value, NC_("a list of", "expressions"), diagnostics))
    for (int k = 0; k < value->n_items; k++)
      check_field (key, value->items[k], depth - 1, diagnostics);
}

static void
check_matrix (ModelYaml *key, ModelYaml *value, GPtrArray *diagnostics)
{
  if (!expect_list (key, value, NC_("a list of", "rows, each a list"), diagnostics))
    return;
  for (int k = 0; k < value->n_items; k++)
    check_expressions (key, value->items[k], value->items[0]->type == MODEL_YAML_LIST ? value->items[0]->n_items : 0, diagnostics);
}

static void
check_points (ModelYaml *key, ModelYaml *value, GPtrArray *diagnostics)
{
  if (!expect_list (key, value, NC_("a list of", "points [x, y]"), diagnostics))
    return;
  if (value->items[0]->type == MODEL_YAML_SCALAR)
    check_expressions (key, value, 2, diagnostics);
  else
    for (int k = 0; k < value->n_items; k++)
      check_expressions (key, value->items[k], 2, diagnostics);
}

static void
check_choice (ModelYaml *key, ModelYaml *value, const char *choices, GPtrArray *diagnostics)
{
  g_auto (GStrv) words = g_strsplit (choices, "|", -1);
  g_autofree char *list = g_strjoinv (", ", words);
  const char *suggestion;

  if (!expect_scalar (key, value, N_("a word"), diagnostics) || g_strv_contains ((const char *const *) words, value->text))
    return;
  suggestion = model_yaml_suggest (value->text, (const char *const *) words);
  if (suggestion != NULL)
    model_yaml_error (value, diagnostics, _("'%s' cannot be '%s'; did you mean '%s'?"), key->text, value->text, suggestion);
  else
    model_yaml_error (value, diagnostics, _("'%s' cannot be '%s'; it is one of %s"), key->text, value->text, list);
}

static void
check_texts (ModelYaml *key, ModelYaml *value, const char *choices, GPtrArray *diagnostics)
{
  if (value->type != MODEL_YAML_LIST)
    {
      if (choices != NULL)
        check_choice (key, value, choices, diagnostics);
      else
        expect_scalar (key, value, N_("a text or a list of texts"), diagnostics);
      return;
    }
  for (int k = 0; k < value->n_items; k++)
    if (choices != NULL)
      check_choice (key, value->items[k], choices, diagnostics);
    else
      expect_scalar (key, value->items[k], N_("a list of texts"), diagnostics);
}

static void
check_entry (ModelYaml *name, ModelYaml *value, ModelSection section, GPtrArray *diagnostics)
{
  const char *short_key = model_section_short_key (section);

  if (!model_name_is_valid (name->text))
    model_yaml_error (name, diagnostics, _("'%s' is not a name; a name is a letter or _, then letters, digits, _"), name->text);
  if (value->broken)
    return;
  if (value->type == MODEL_YAML_MAPPING)
    check_section (value, name, section, diagnostics);
  else if (short_key == NULL)
    model_yaml_error (value, diagnostics, _("'%s' is %s and must be a mapping, not %s"), name->text, _(model_section_label (section)),
                      _(kind_of (value)));
  else
    check_value (name, value, find_row (section, short_key), diagnostics);
}

static void
check_targets (ModelYaml *key, ModelYaml *value, GPtrArray *diagnostics)
{
  if (value->type != MODEL_YAML_MAPPING)
    {
      model_yaml_error (value, diagnostics, _("'%s' must be a mapping of names to expressions, not %s"), key->text, _(kind_of (value)));
      return;
    }
  for (int k = 0; k < value->n_items; k++)
    if (!value->items[k]->broken)
      check_field (value->keys[k], value->items[k], 2, diagnostics);
}

static gboolean
expect_mapping (ModelYaml *key, ModelYaml *value, GPtrArray *diagnostics)
{
  if (value->type == MODEL_YAML_MAPPING)
    return TRUE;
  model_yaml_error (value, diagnostics, _("'%s' must be a mapping, not %s"), key->text, _(kind_of (value)));
  return FALSE;
}

static void
check_items (ModelYaml *key, ModelYaml *value, ModelSection section, GPtrArray *diagnostics)
{
  if (value->type != MODEL_YAML_LIST)
    {
      model_yaml_error (value, diagnostics, _("'%s' must be a list, not %s; begin each item with '- '"), key->text, _(kind_of (value)));
      return;
    }
  for (int k = 0; k < value->n_items; k++)
    {
      ModelYaml *item = value->items[k];

      if (item->broken)
        continue;
      if (item->type != MODEL_YAML_MAPPING)
        model_yaml_error (item, diagnostics, _("an item of '%s' must be a mapping, not %s"), key->text, _(kind_of (item)));
      else if (section == MODEL_SECTION_SCENE && item->n_items != 1)
        model_yaml_error (item, diagnostics,
                          _("a scene item must have exactly one shape, with its mapping: {disc: {at: [x, y], radius: 1}}"));
      else
        check_section (item, NULL, section, diagnostics);
    }
}

static void
check_value (ModelYaml *key, ModelYaml *value, const ModelSchemaRow *row, GPtrArray *diagnostics)
{
  gboolean flag;

  switch (row->type)
    {
    case MODEL_VALUE_TEXT:
      expect_scalar (key, value, N_("a text"), diagnostics);
      break;
    case MODEL_VALUE_TEXTS:
      check_texts (key, value, NULL, diagnostics);
      break;
    case MODEL_VALUE_BOOLEAN:
      if (!model_yaml_boolean (value, &flag))
        model_yaml_error (value, diagnostics, _("'%s' must be true or false"), key->text);
      break;
    case MODEL_VALUE_CHOICE:
      check_choice (key, value, row->choices, diagnostics);
      break;
    case MODEL_VALUE_CHOICES:
      check_texts (key, value, row->choices, diagnostics);
      break;
    case MODEL_VALUE_EXPRESSION:
      expect_expression (key, value, diagnostics);
      break;
    case MODEL_VALUE_EXPRESSIONS:
      check_expressions (key, value, row->count, diagnostics);
      break;
    case MODEL_VALUE_FIELD:
      check_field (key, value, 2, diagnostics);
      break;
    case MODEL_VALUE_TIMES:
      check_field (key, value, 1, diagnostics);
      break;
    case MODEL_VALUE_MATRIX:
      check_matrix (key, value, diagnostics);
      break;
    case MODEL_VALUE_POINTS:
      check_points (key, value, diagnostics);
      break;
    case MODEL_VALUE_SECTION:
      if (expect_mapping (key, value, diagnostics))
        check_section (value, key, row->of, diagnostics);
      break;
    case MODEL_VALUE_ENTRIES:
      if (value->type != MODEL_YAML_MAPPING)
        model_yaml_error (value, diagnostics, _("'%s' must be a mapping of names, not %s"), key->text, _(kind_of (value)));
      else
        for (int k = 0; k < value->n_items; k++)
          check_entry (value->keys[k], value->items[k], row->of, diagnostics);
      break;
    case MODEL_VALUE_ITEMS:
      check_items (key, value, row->of, diagnostics);
      break;
    case MODEL_VALUE_TARGETS:
      check_targets (key, value, diagnostics);
      break;
    case MODEL_VALUE_SETTINGS:
      expect_mapping (key, value, diagnostics);
      break;
    case MODEL_VALUE_QUATERNION:
      if (value->type == MODEL_YAML_MAPPING)
        check_section (value, key, MODEL_SECTION_AXIS_ANGLE, diagnostics);
      else
        check_expressions (key, value, 4, diagnostics);
      break;
    case MODEL_VALUE_RANGE:
      if (value->type == MODEL_YAML_MAPPING)
        check_section (value, key, MODEL_SECTION_PLOT_RANGE, diagnostics);
      else
        check_expressions (key, value, 2, diagnostics);
      break;
    }
}
