/* Each addition is an insertion at the start of a mapping: after the brace of a mapping in braces, otherwise before its first key, whose
 * column gives the indentation. The positions of later insertions are not moved by earlier ones if they are made from the end of the text.
 */
#include "model-edit-phase.h"

#include <string.h>

#include "model-diagnostic.h"
#include "model-yaml.h"

typedef struct
{
  gsize at; /* byte offset in the text */
  char *text;
} Insertion;

static void
clear_insertion (gpointer insertion)
{
  g_free (((Insertion *)insertion)->text);
}

/* Returns the byte offset of a line and column, both counted from 1. */
static gsize
offset_of (const char *text, int line, int column)
{
  const char *at = text;

  for (; line > 1 && (at = strchr (at, '\n')) != NULL; line--)
    at++;
  if (at == NULL)
    return strlen (text);
  for (; column > 1 && *at != '\0' && *at != '\n'; column--)
    at = g_utf8_next_char (at);
  return (gsize)(at - text);
}

/* Adds a key with a value at the start of a mapping. */
static void
insert_pair (GArray *insertions, const char *text, const ModelYaml *mapping, const char *key, const char *value)
{
  Insertion insertion = { offset_of (text, mapping->line, mapping->column), NULL };

  if (text[insertion.at] == '{')
    {
      insertion.at++;
      insertion.text = g_strdup_printf ("%s: %s%s", key, value, mapping->n_items > 0 ? ", " : "");
    }
  else
    insertion.text = g_strdup_printf ("%s: %s\n%*s", key, value, mapping->column - 1, "");
  g_array_append_val (insertions, insertion);
}

static gboolean
has_word (const char *text, const char *word)
{
  g_autofree char *pattern = g_strdup_printf ("\\b%s\\b", word);

  return g_regex_match_simple (pattern, text, 0, 0);
}

static int
compare_insertions (gconstpointer a, gconstpointer b)
{
  const Insertion *x = a, *y = b;

  return (x->at < y->at) - (x->at > y->at);
}

char *
model_edit_phase (const char *text, const char *const *events, const char *key)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_parse (text, -1, NULL, diagnostics);
  g_autoptr (GArray) insertions = g_array_new (FALSE, FALSE, sizeof (Insertion));
  g_autofree char *phase = g_strdup_printf ("%ss", key);
  const ModelYaml *root = document != NULL ? model_yaml_root (document) : NULL, *section = model_yaml_get (root, "events");
  const ModelYaml *discrete = model_yaml_get (root, "discrete");
  GString *out;

  g_array_set_clear_func (insertions, clear_insertion);
  for (int k = 2; has_word (text, phase); k++)
    {
      g_free (phase);
      phase = g_strdup_printf ("%ss%d", key, k);
    }
  for (int k = 0; events[k] != NULL; k++)
    {
      const ModelYaml *event = model_yaml_get (section, events[k]);

      if (event == NULL || event->type != MODEL_YAML_MAPPING || model_yaml_get (event, key) != NULL)
        return NULL;
      insert_pair (insertions, text, event, key, phase);
    }
  if (section == NULL || (discrete != NULL && discrete->type != MODEL_YAML_MAPPING))
    return NULL;
  if (discrete != NULL)
    insert_pair (insertions, text, discrete, phase, "0");
  else
    {
      const ModelYaml *place = model_yaml_get_key (root, "events");
      Insertion insertion = { offset_of (text, place->line, place->column), g_strdup_printf ("discrete:\n  %s: 0\n\n", phase) };

      g_array_append_val (insertions, insertion);
    }
  g_array_sort (insertions, compare_insertions);
  out = g_string_new (text);
  for (guint k = 0; k < insertions->len; k++)
    {
      const Insertion *insertion = &g_array_index (insertions, Insertion, k);

      g_string_insert (out, (gssize)insertion->at, insertion->text);
    }
  return g_string_free (out, FALSE);
}
