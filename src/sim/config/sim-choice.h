/* Tables of the values of an enum and of their names in files. Reading, checking, listing and displaying use
 * the same table. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One value of an enum. A table of choices ends with an element whose word is NULL. */
typedef struct
{
  const char *word;  /* name in files and on the command line */
  int value;
  const char *label; /* text in the window, marked for translation unless it is a proper name */
} SimChoice;

/* The choices "true" and "false". */
extern const SimChoice sim_choices_boolean[];

/* Returns the choice with this word; NULL if there is none. */
const SimChoice *sim_choice_find (const SimChoice *choices, const char *word);
/* Returns a new array of all words, NULL-terminated. Free the array with g_free; the words are static. */
const char **sim_choice_words (const SimChoice *choices);
/* Returns all words joined by a separator. Free the text
 * with g_free. */
char *sim_choice_join (const SimChoice *choices, const char *separator);

G_END_DECLS
