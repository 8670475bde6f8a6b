/* Reads values from the tree of a YAML document. */
#include "expr-error.h"
#include "model-yaml-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

ModelYaml *
model_yaml_root (const ModelYamlDocument *document)
{
  return document->root;
}

const char *
model_yaml_source (const ModelYamlDocument *document)
{
  return document->text;
}

const char *
model_yaml_file (const ModelYamlDocument *document)
{
  return document->file;
}

static int
find (const ModelYaml *mapping, const char *key)
{
  if (mapping == NULL || mapping->type != MODEL_YAML_MAPPING)
    return -1;
  for (int k = 0; k < mapping->n_items; k++)
    if (strcmp (mapping->keys[k]->text, key) == 0)
      return k;
  return -1;
}

ModelYaml *
model_yaml_get (const ModelYaml *mapping, const char *key)
{
  int k = find (mapping, key);

  return k >= 0 ? mapping->items[k] : NULL;
}

ModelYaml *
model_yaml_get_key (const ModelYaml *mapping, const char *key)
{
  int k = find (mapping, key);

  return k >= 0 ? mapping->keys[k] : NULL;
}

const char *
model_yaml_get_text (const ModelYaml *mapping, const char *key, const char *fallback)
{
  const ModelYaml *node = model_yaml_get (mapping, key);

  return node != NULL && node->type == MODEL_YAML_SCALAR ? node->text : fallback;
}

static void
append_pair (ModelYaml *mapping, ModelYaml *key, ModelYaml *item)
{
  mapping->keys = g_renew (ModelYaml *, mapping->keys, mapping->n_items + 1);
  mapping->items = g_renew (ModelYaml *, mapping->items, mapping->n_items + 1);
  mapping->keys[mapping->n_items] = key;
  mapping->items[mapping->n_items++] = item;
}

gboolean
model_yaml_move_pair (ModelYaml *from, const char *key, ModelYaml *to)
{
  int k = find (from, key), other = find (to, key);
  ModelYaml *item;

  if (k < 0 || to->type != MODEL_YAML_MAPPING)
    return FALSE;
  item = from->items[k];
  if (other < 0)
    {
      append_pair (to, from->keys[k], item);
      from->n_items--;
      from->keys[k] = from->keys[from->n_items];
      from->items[k] = from->items[from->n_items];
    }
  else if (item->type == MODEL_YAML_MAPPING && to->items[other]->type == MODEL_YAML_MAPPING)
    {
      for (int i = 0; i < item->n_items; i++)
        append_pair (to->items[other], item->keys[i], item->items[i]);
      item->n_items = 0;
    }
  else
    {
      /* The node that is replaced now belongs to `from`, which frees it. */
      from->items[k] = to->items[other];
      to->items[other] = item;
    }
  return TRUE;
}

void
model_yaml_adopt (ModelYamlDocument *document, ModelYamlDocument *other)
{
  if (document->adopted == NULL)
    document->adopted = g_ptr_array_new_with_free_func ((GDestroyNotify) model_yaml_document_free);
  g_ptr_array_add (document->adopted, other);
}

void
model_yaml_error (ModelYaml *node, GPtrArray *diagnostics, const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  model_diagnostics_add (diagnostics, node->document->file, node->line, node->column, "%s", message);
  node->broken = TRUE;
}

/* Returns whether a text is a decimal number. strtod alone would also accept "nan", "inf" and hexadecimal
 * numbers. */
gboolean
model_yaml_number (const ModelYaml *node, double *value)
{
  char *end = NULL;
  double number;

  if (node == NULL || node->type != MODEL_YAML_SCALAR || node->quoted || node->text[0] == '\0')
    return FALSE;
  if (strspn (node->text, "+-.0123456789eE") != strlen (node->text))
    return FALSE;
  number = g_ascii_strtod (node->text, &end);
  if (*end != '\0' || !isfinite (number))
    return FALSE;
  *value = number;
  return TRUE;
}

gboolean
model_yaml_integer (const ModelYaml *node, gint64 *value)
{
  double number;

  /* Above 2^53 a double cannot represent every whole number. */
  if (!model_yaml_number (node, &number) || number != floor (number) || fabs (number) > 9007199254740992.0)
    return FALSE;
  *value = (gint64) number;
  return TRUE;
}

gboolean
model_yaml_boolean (const ModelYaml *node, gboolean *value)
{
  if (node == NULL || node->type != MODEL_YAML_SCALAR || node->quoted)
    return FALSE;
  if (strcmp (node->text, "true") != 0 && strcmp (node->text, "false") != 0)
    return FALSE;
  *value = node->text[0] == 't';
  return TRUE;
}

const char *
model_yaml_suggest (const char *name, const char *const *known)
{
  return expr_suggest (name, known, g_strv_length ((char **) known));
}

gboolean
model_yaml_check_keys (ModelYaml *mapping, const char *const *keys, const char *where, GPtrArray *diagnostics)
{
  gboolean all_known = TRUE;

  for (int k = 0; k < mapping->n_items; k++)
    {
      ModelYaml *key = mapping->keys[k];
      const char *suggestion;

      if (g_strv_contains (keys, key->text))
        continue;
      all_known = FALSE;
      suggestion = model_yaml_suggest (key->text, keys);
      if (suggestion != NULL)
        model_yaml_error (key, diagnostics, _("unknown key '%s' in %s; did you mean '%s'?"), key->text, where, suggestion);
      else
        model_yaml_error (key, diagnostics, _("unknown key '%s' in %s"), key->text, where);
    }
  return all_known;
}
