#include "rel-node.h"

#include <string.h>

#include "model-yaml-writer.h"

static RelNode *
node_new (ModelYamlType type)
{
  RelNode *node = g_new0 (RelNode, 1);

  node->type = type;
  node->keys = type == MODEL_YAML_MAPPING ? g_ptr_array_new_with_free_func (g_free) : NULL;
  node->items = type != MODEL_YAML_SCALAR ? g_ptr_array_new_with_free_func ((GDestroyNotify)rel_node_free) : NULL;
  return node;
}

void
rel_node_free (RelNode *node)
{
  if (node == NULL)
    return;
  g_clear_pointer (&node->keys, g_ptr_array_unref);
  g_clear_pointer (&node->items, g_ptr_array_unref);
  g_free (node->text);
  g_free (node);
}

RelNode *
rel_node_mapping (void)
{
  return node_new (MODEL_YAML_MAPPING);
}

RelNode *
rel_node_text (const char *format, ...)
{
  RelNode *node = node_new (MODEL_YAML_SCALAR);
  va_list args;

  va_start (args, format);
  node->text = g_strdup_vprintf (format, args);
  va_end (args);
  return node;
}

RelNode *
rel_node_copy (const RelNode *node)
{
  RelNode *copy = node_new (node->type);

  copy->text = g_strdup (node->text);
  for (guint k = 0; node->items != NULL && k < node->items->len; k++)
    {
      if (node->keys != NULL)
        g_ptr_array_add (copy->keys, g_strdup (node->keys->pdata[k]));
      g_ptr_array_add (copy->items, rel_node_copy (node->items->pdata[k]));
    }
  return copy;
}

static int
find (const RelNode *mapping, const char *key)
{
  for (int k = 0; k < rel_node_n (mapping); k++)
    if (strcmp (rel_node_key (mapping, k), key) == 0)
      return k;
  return -1;
}

RelNode *
rel_node_get (const RelNode *mapping, const char *key)
{
  int at = find (mapping, key);

  return at >= 0 ? mapping->items->pdata[at] : NULL;
}

const char *
rel_node_get_text (const RelNode *mapping, const char *key)
{
  const RelNode *node = rel_node_get (mapping, key);

  return node != NULL ? node->text : NULL;
}

void
rel_node_set (RelNode *mapping, const char *key, RelNode *value)
{
  int at = find (mapping, key);

  if (at >= 0)
    {
      rel_node_free (mapping->items->pdata[at]);
      mapping->items->pdata[at] = value;
      return;
    }
  g_ptr_array_add (mapping->keys, g_strdup (key));
  g_ptr_array_add (mapping->items, value);
}

RelNode *
rel_node_section (RelNode *mapping, const char *key)
{
  if (rel_node_get (mapping, key) == NULL)
    rel_node_set (mapping, key, rel_node_mapping ());
  return rel_node_get (mapping, key);
}

void
rel_node_remove (RelNode *mapping, const char *key)
{
  int at = find (mapping, key);

  if (at < 0)
    return;
  g_ptr_array_remove_index (mapping->keys, (guint)at);
  g_ptr_array_remove_index (mapping->items, (guint)at);
}

void
rel_node_rename (RelNode *mapping, const char *key, const char *name)
{
  int at = find (mapping, key);

  g_assert (at >= 0);
  g_free (mapping->keys->pdata[at]);
  mapping->keys->pdata[at] = g_strdup (name);
}

int
rel_node_n (const RelNode *mapping)
{
  return mapping != NULL && mapping->keys != NULL ? (int)mapping->keys->len : 0;
}

const char *
rel_node_key (const RelNode *mapping, int index)
{
  return mapping->keys->pdata[index];
}

/* ---- reading and writing ---- */

static RelNode *
from_yaml (const ModelYaml *yaml)
{
  RelNode *node = node_new (yaml->type);

  node->text = g_strdup (yaml->text);
  for (int k = 0; k < yaml->n_items; k++)
    {
      if (yaml->type == MODEL_YAML_MAPPING)
        g_ptr_array_add (node->keys, g_strdup (yaml->keys[k]->text));
      g_ptr_array_add (node->items, from_yaml (yaml->items[k]));
    }
  return node;
}

static void
write_node (ModelYamlWriter *out, const char *key, const RelNode *node)
{
  switch (node->type)
    {
    case MODEL_YAML_SCALAR:
      model_yaml_writer_text (out, key, node->text);
      break;
    case MODEL_YAML_LIST:
      model_yaml_writer_begin_list (out, key);
      for (guint k = 0; k < node->items->len; k++)
        write_node (out, NULL, node->items->pdata[k]);
      model_yaml_writer_end_list (out);
      break;
    case MODEL_YAML_MAPPING:
      model_yaml_writer_begin_mapping (out, key);
      for (guint k = 0; k < node->items->len; k++)
        write_node (out, node->keys->pdata[k], node->items->pdata[k]);
      model_yaml_writer_end_mapping (out);
      break;
    }
}

char *
rel_node_write (const RelNode *root)
{
  ModelYamlWriter *out = model_yaml_writer_new ();

  for (int k = 0; k < rel_node_n (root); k++)
    write_node (out, rel_node_key (root, k), root->items->pdata[k]);
  return model_yaml_writer_finish (out);
}

static const ModelSchemaRow *
row_of (ModelSection section, const char *key)
{
  int n;
  const ModelSchemaRow *rows = model_schema_rows (&n);

  for (int k = 0; k < n; k++)
    if (rows[k].section == section && strcmp (rows[k].key, key) == 0)
      return &rows[k];
  return NULL;
}

/* Makes mappings of entries in short form. Messages lose their numbers, since names in them would have to change. */
static void
complete (RelNode *root)
{
  static const char *const parts[] = { "summary", "category", "tags", "source", "description", "exact", "reference", "plots", "scene" };

  for (gsize k = 0; k < G_N_ELEMENTS (parts); k++)
    rel_node_remove (root, parts[k]);
  for (int k = 0; k < rel_node_n (root); k++)
    {
      const ModelSchemaRow *row = row_of (MODEL_SECTION_TOP, rel_node_key (root, k));
      RelNode *section = root->items->pdata[k];

      for (int i = 0; row != NULL && row->type == MODEL_VALUE_ENTRIES && i < rel_node_n (section); i++)
        {
          RelNode *entry = section->items->pdata[i], *full;

          if (entry->type != MODEL_YAML_MAPPING && model_section_short_key (row->of) != NULL)
            {
              full = rel_node_mapping ();
              rel_node_set (full, model_section_short_key (row->of), entry);
              section->items->pdata[i] = full;
            }
          entry = section->items->pdata[i];
          for (int way = 0; way < 2; way++)
            if (rel_node_get_text (entry, way == 0 ? "terminate" : "fail") != NULL)
              rel_node_set (entry, way == 0 ? "terminate" : "fail", rel_node_text ("%s", rel_node_key (section, i)));
          rel_node_remove (entry, "about");
          rel_node_remove (entry, "unit");
          rel_node_remove (entry, "range");
          rel_node_remove (entry, "step");
          rel_node_remove (entry, "invariant");
        }
    }
}

RelNode *
rel_node_read (const char *text)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse (text, -1, NULL, diagnostics);
  RelNode *root;

  if (document == NULL || model_yaml_root (document)->type != MODEL_YAML_MAPPING)
    return NULL;
  root = from_yaml (model_yaml_root (document));
  complete (root);
  return root;
}

/* ---- expressions ---- */

void
rel_node_replace (RelNode *value, RelTextFunc func, gpointer user)
{
  if (value == NULL)
    return;
  if (value->type == MODEL_YAML_SCALAR)
    {
      char *text = func (value->text, user);

      g_free (value->text);
      value->text = text;
    }
  for (guint k = 0; value->items != NULL && k < value->items->len; k++)
    rel_node_replace (value->items->pdata[k], func, user);
}

static void
replace_section (RelNode *mapping, ModelSection section, RelTextFunc func, gpointer user)
{
  for (int k = 0; k < rel_node_n (mapping); k++)
    {
      const ModelSchemaRow *row = row_of (section, rel_node_key (mapping, k));
      RelNode *value = mapping->items->pdata[k];

      switch (row != NULL ? row->type : MODEL_VALUE_TEXT)
        {
        case MODEL_VALUE_EXPRESSION:
        case MODEL_VALUE_EXPRESSIONS:
        case MODEL_VALUE_FIELD:
        case MODEL_VALUE_TIMES:
        case MODEL_VALUE_MATRIX:
        case MODEL_VALUE_POINTS:
        case MODEL_VALUE_QUATERNION:
          if (value->type != MODEL_YAML_SCALAR || strcmp (value->text, "start") != 0)
            rel_node_replace (value, func, user);
          break;
        case MODEL_VALUE_TARGETS:
          for (int i = 0; i < rel_node_n (value); i++)
            {
              char *key = func (rel_node_key (value, i), user);

              g_free (value->keys->pdata[i]);
              value->keys->pdata[i] = key;
              rel_node_replace (value->items->pdata[i], func, user);
            }
          break;
        case MODEL_VALUE_SECTION:
          replace_section (value, row->of, func, user);
          break;
        case MODEL_VALUE_ENTRIES:
          for (int i = 0; i < rel_node_n (value); i++)
            replace_section (value->items->pdata[i], row->of, func, user);
          break;
        default:
          break;
        }
    }
}

void
rel_model_replace (RelNode *root, RelTextFunc func, gpointer user)
{
  replace_section (root, MODEL_SECTION_TOP, func, user);
}

void
rel_tree_each (ExprTree *tree, RelTreeFunc func, gpointer user)
{
  for (int k = 0; k < tree->n_children; k++)
    rel_tree_each (tree->children[k], func, user);
  func (tree, user);
}

void
rel_tree_become (ExprTree *tree, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  ExprTree *other = expr_tree_parse (text, NULL, errors), old = *tree;

  if (other == NULL)
    g_error ("not an expression: %s", text);
  *tree = *other;
  *other = old;
  expr_tree_free (other);
}

char *
rel_text_each (const char *text, RelTreeFunc func, gpointer user)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = expr_tree_parse (text, NULL, errors);

  if (tree == NULL)
    return g_strdup (text);
  rel_tree_each (tree, func, user);
  return expr_tree_to_string (tree);
}
