/* Enum values and their names in files: one table for each enum. Reading,
 * checking, listing and displaying use the table. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One enum value. A table ends with a NULL word. */
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
/* Returns all words, NULL-terminated; free with g_free, the words are static. */
const char **sim_choice_words (const SimChoice *choices);
/* Returns all words joined by a separator. Free it with g_free; see
 * sim_choice_words. */
char *sim_choice_join (const SimChoice *choices, const char *separator);

G_END_DECLS
