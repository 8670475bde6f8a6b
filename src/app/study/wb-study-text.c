/* Parses the text of a study, changes one node, and writes the text again. */
#include "wb-study-text.h"

#include <string.h>

#include "model-yaml-writer.h"

static void write_node (ModelYamlWriter *out, const char *key, const ModelYaml *node);
static void write_items (ModelYamlWriter *out, const ModelYaml *mapping, const char *const *path, const char *value);

/* Numbers are written in quotes. YAML takes them as texts, but readers of study files accept both. */
static void
write_node (ModelYamlWriter *out, const char *key, const ModelYaml *node)
{
  switch (node->type)
    {
    case MODEL_YAML_SCALAR:
      model_yaml_writer_text (out, key, node->text);
      break;
    case MODEL_YAML_LIST:
      model_yaml_writer_begin_list (out, key);
      for (int k = 0; k < node->n_items; k++)
        write_node (out, NULL, node->items[k]);
      model_yaml_writer_end_list (out);
      break;
    case MODEL_YAML_MAPPING:
      model_yaml_writer_begin_mapping (out, key);
      write_items (out, node, NULL, NULL);
      model_yaml_writer_end_mapping (out);
      break;
    }
}

/* Writes the rest of the path as new keys, with the value at its end. */
static void
write_new (ModelYamlWriter *out, const char *const *path, const char *value)
{
  if (path[1] == NULL)
    {
      model_yaml_writer_text (out, path[0], value);
      return;
    }
  model_yaml_writer_begin_mapping (out, path[0]);
  write_new (out, path + 1, value);
  model_yaml_writer_end_mapping (out);
}

/* Writes the pairs of a mapping, with the change at `path`. If path is NULL, nothing is changed. */
static void
write_items (ModelYamlWriter *out, const ModelYaml *mapping, const char *const *path, const char *value)
{
  gboolean found = path == NULL;

  for (int k = 0; mapping != NULL && k < mapping->n_items; k++)
    {
      const char *key = mapping->keys[k]->text;
      const ModelYaml *item = mapping->items[k];

      if (path == NULL || strcmp (key, path[0]) != 0)
        {
          write_node (out, key, item);
          continue;
        }
      found = TRUE;
      if (path[1] == NULL)
        {
          if (value != NULL)
            model_yaml_writer_text (out, key, value);
          continue;
        }
      if (value == NULL && item->n_items == 1 && model_yaml_get (item, path[1]) != NULL && path[2] == NULL)
        continue;
      model_yaml_writer_begin_mapping (out, key);
      write_items (out, item->type == MODEL_YAML_MAPPING ? item : NULL, path + 1, value);
      model_yaml_writer_end_mapping (out);
    }
  if (!found && value != NULL)
    write_new (out, path, value);
}

ModelYamlDocument *
wb_study_text_parse (const char *text)
{
  g_autoptr (GPtrArray) ignored = model_diagnostics_new ();
  ModelYamlDocument *document = model_yaml_parse (text, -1, NULL, ignored);

  if (document != NULL && model_yaml_root (document)->type == MODEL_YAML_MAPPING)
    return document;
  g_clear_pointer (&document, model_yaml_document_free);
  return NULL;
}

char *
wb_study_text_set (const char *text, const char *const *path, const char *value)
{
  g_autoptr (ModelYamlDocument) document = wb_study_text_parse (text);
  ModelYamlWriter *out;

  if (document == NULL)
    return NULL;
  out = model_yaml_writer_new ();
  write_items (out, model_yaml_root (document), path, value);
  return model_yaml_writer_finish (out);
}

/* Writes a mapping in which the last key of a path gets another name. */
static void
write_renamed (ModelYamlWriter *out, const ModelYaml *mapping, const char *const *path, const char *name)
{
  for (int k = 0; k < mapping->n_items; k++)
    {
      const char *key = mapping->keys[k]->text;
      const ModelYaml *item = mapping->items[k];

      if (strcmp (key, path[0]) != 0)
        write_node (out, key, item);
      else if (path[1] == NULL)
        write_node (out, name, item);
      else if (item->type == MODEL_YAML_MAPPING)
        {
          model_yaml_writer_begin_mapping (out, key);
          write_renamed (out, item, path + 1, name);
          model_yaml_writer_end_mapping (out);
        }
    }
}

char *
wb_study_text_rename (const char *text, const char *const *path, const char *name)
{
  g_autoptr (ModelYamlDocument) document = wb_study_text_parse (text);
  ModelYamlWriter *out;

  if (document == NULL)
    return NULL;
  out = model_yaml_writer_new ();
  write_renamed (out, model_yaml_root (document), path, name);
  return model_yaml_writer_finish (out);
}

char *
wb_study_text_get (const char *text, const char *const *path)
{
  g_autoptr (ModelYamlDocument) document = wb_study_text_parse (text);
  const ModelYaml *node = document != NULL ? model_yaml_root (document) : NULL;

  for (; node != NULL && *path != NULL; path++)
    node = model_yaml_get (node, *path);
  return node != NULL && node->type == MODEL_YAML_SCALAR ? g_strdup (node->text) : NULL;
}

char *
wb_study_model_of (const char *text)
{
  return wb_study_text_get (text, (const char *const[]) { "model", NULL });
}
