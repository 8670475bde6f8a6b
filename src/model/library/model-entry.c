/* Frees library entries, and matches them with a search query. */
#include "model-entry.h"

#include <string.h>

#include "model-search.h"

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

/* Characters that have a meaning in equations. */
#define OPERATORS "*/^()[]+="

static char *
folded_case (const char *text)
{
  g_autofree char *normal = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);

  return normal != NULL ? g_utf8_casefold (normal, -1) : g_strdup ("");
}

/* Returns whether a text contains a word of the query. Punctuation is compared if the word looks like a part of an equation, otherwise
 * ignored. */
static gboolean
contains (const char *text, const char *word)
{
  gboolean equation = strpbrk (word, OPERATORS) != NULL;
  g_autofree char *folded = equation ? folded_case (text != NULL ? text : "") : model_search_fold (text);
  g_autofree char *wanted = equation ? folded_case (word) : model_search_fold (word);

  return strstr (folded, wanted) != NULL;
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
  g_autofree char *folded = model_search_fold (query), *name = model_search_fold (entry->name);
  g_auto (GStrv) words = g_strsplit_set (query, " \t", -1);
  ModelMatch match = MODEL_MATCH_NAME;

  if (strpbrk (query, OPERATORS) == NULL && model_search_has (name, folded))
    return MODEL_MATCH_NAME; /* the names match without spaces: "vanderpol" finds "Van der Pol" */
  for (int k = 0; words[k] != NULL; k++)
    match = MIN (match, match_word (entry, words[k]));
  return match;
}
