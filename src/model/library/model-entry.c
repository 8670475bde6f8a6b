/* Memory of entries, and matching with a query. */
#include "model-entry.h"

#include <string.h>

void
model_entry_free (gpointer data)
{
  ModelEntry *entry = data;

  g_free (entry->id);
  g_free (entry->path);
  g_free (entry->name);
  g_free (entry->summary);
  g_free (entry->category);
  g_strfreev (entry->tags);
  g_free (entry->text);
  g_clear_pointer (&entry->errors, g_ptr_array_unref);
  g_free (entry);
}

static gboolean
contains (const char *text, const char *word)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);
  g_autofree char *folded = normal != NULL ? g_utf8_casefold (normal, -1) : NULL;

  return folded != NULL && strstr (folded, word) != NULL;
}

static ModelMatch
match_word (const ModelEntry *entry, const char *word)
{
  if (word[0] == '\0' || contains (entry->name, word))
    return MODEL_MATCH_NAME;
  if (contains (entry->id, word) || contains (entry->category, word) || contains (entry->summary, word))
    return MODEL_MATCH_ABOUT;
  for (int m = 0; entry->tags[m] != NULL; m++)
    if (contains (entry->tags[m], word))
      return MODEL_MATCH_ABOUT;
  return contains (entry->text, word) ? MODEL_MATCH_TEXT : MODEL_MATCH_NONE;
}

ModelMatch
model_entry_match (const ModelEntry *entry, const char *query)
{
  g_autofree char *normal = g_utf8_normalize (query, -1, G_NORMALIZE_ALL);
  g_autofree char *folded = normal != NULL ? g_utf8_casefold (normal, -1) : g_strdup ("");
  g_auto (GStrv) words = g_strsplit_set (folded, " \t", -1);
  ModelMatch match = MODEL_MATCH_NAME;

  for (int k = 0; words[k] != NULL; k++)
    match = MIN (match, match_word (entry, words[k]));
  return match;
}
