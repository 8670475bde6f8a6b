/* Words of enum values: one table for each enum, which reads, checks, lists and
 * shows its words. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One word. Tables end with a NULL word. */
typedef struct
{
  const char *word;  /* in files and on the command line */
  int value;
  const char *label; /* in the window; marked for translation, proper names excepted */
} SimChoice;

/* "true" and "false". */
extern const SimChoice sim_choices_boolean[];

/* Returns the choice with this word; NULL where there is none. */
const SimChoice *sim_choice_find (const SimChoice *choices, const char *word);
/* Returns all words, NULL-terminated; free with g_free, the words are static. */
const char **sim_choice_words (const SimChoice *choices);
/* Returns all words with a separator between them; free with g_free. */
char *sim_choice_join (const SimChoice *choices, const char *separator);

G_END_DECLS
