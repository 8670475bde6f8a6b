#include "relation.h"

#include <string.h>

void
rel_use_column (RelUse *use, const char *old_name, const char *new_name, double scale, double shift)
{
  RelColumn column = { g_strdup (old_name), g_strdup (new_name), scale, shift };

  g_array_append_val (use->columns, column);
}

const char **
rel_use_names (const RelUse *use, const char *section)
{
  const RelNode *entries = rel_node_get (use->model, section);
  int n = rel_node_n (entries);
  const char **names = g_new0 (const char *, n + 1);

  for (int k = 0; k < n; k++)
    names[k] = rel_node_key (entries, k);
  return names;
}

/* A number of the changed model in terms of the one before: "scale*(text) + shift". */
typedef struct
{
  double scale, shift;
} Affine;

static char *
affine (const char *text, gpointer user)
{
  const Affine *to = user;
  char scale[G_ASCII_DTOSTR_BUF_SIZE], shift[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_dtostr (scale, sizeof scale, to->scale);
  g_ascii_dtostr (shift, sizeof shift, to->shift);
  if (to->scale == 1)
    return to->shift == 0 ? g_strdup (text) : g_strdup_printf ("(%s) + %s", text, shift);
  return to->shift == 0 ? g_strdup_printf ("%s*(%s)", scale, text) : g_strdup_printf ("%s*(%s) + %s", scale, text, shift);
}

/* Changes the assignments of events to a state. */
static void
replace_targets (RelNode *root, const char *name, const char *new_name, Affine to)
{
  RelNode *events = rel_node_get (root, "events");

  for (int k = 0; k < rel_node_n (events); k++)
    {
      RelNode *set = rel_node_get (events->items->pdata[k], "set");

      if (rel_node_get (set, name) == NULL)
        continue;
      rel_node_replace (rel_node_get (set, name), affine, &to);
      rel_node_rename (set, name, new_name);
    }
}

gboolean
rel_use_replace_state (RelUse *use, const char *name, const char *new_name, double scale, double shift)
{
  RelNode *states = rel_node_get (use->changed, "states"), *state = rel_node_get (states, name), *variable;
  Affine value = { scale, shift }, slope = { scale, 0 };
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (state == NULL || rel_node_get (state, "size") != NULL || rel_node_get (state, "wrap") != NULL
      || rel_node_get (state, "distribution") != NULL || rel_node_get (use->changed, "mass_matrix") != NULL)
    return FALSE;
  rel_node_replace (rel_node_get (state, "initial"), affine, &value);
  rel_node_replace (rel_node_get (state, "derivative"), affine, &slope);
  rel_node_remove (state, "kind");
  replace_targets (use->changed, name, new_name, value);
  rel_node_rename (states, name, new_name);
  variable = rel_node_mapping ();
  g_ascii_dtostr (number, sizeof number, scale == 1 ? shift : scale);
  rel_node_set (variable, "value", scale == 1 ? rel_node_text ("%s - %s", new_name, number) : rel_node_text ("%s/%s", new_name, number));
  rel_node_set (rel_node_section (use->changed, "variables"), name, variable);
  rel_use_column (use, name, new_name, scale, shift);
  return TRUE;
}
