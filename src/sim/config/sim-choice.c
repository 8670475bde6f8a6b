/* Searches and lists tables of names of enum values. */
#include "sim-choice.h"

#include <string.h>

const SimChoice sim_choices_boolean[] = { { "true", TRUE }, { "false", FALSE }, { NULL } };

const SimChoice *
sim_choice_find (const SimChoice *choices, const char *word)
{
  for (; choices->word != NULL; choices++)
    if (strcmp (choices->word, word) == 0)
      return choices;
  return NULL;
}

const char **
sim_choice_words (const SimChoice *choices)
{
  GPtrArray *words = g_ptr_array_new ();
  for (; choices->word != NULL; choices++)
    g_ptr_array_add (words, (gpointer) choices->word);
  g_ptr_array_add (words, NULL);
  return (const char **) g_ptr_array_free (words, FALSE);
}

char *
sim_choice_join (const SimChoice *choices, const char *separator)
{
  g_autofree const char **words = sim_choice_words (choices);
  return g_strjoinv (separator, (char **) words);
}
