/* Other names, another order, and states and parameters that change nothing. */
#include <string.h>

#include "relation.h"

/* ---- rename ---- */

static const char *
renamed (GHashTable *names, const char *name)
{
  const char *found = g_hash_table_lookup (names, name);

  return found != NULL ? found : name;
}

static void
rename_in_tree (ExprTree *tree, gpointer user)
{
  const char *name = tree->name != NULL && tree->kind != EXPR_TREE_SUM ? renamed (user, tree->name) : NULL;

  if (name == NULL || name == tree->name)
    return;
  g_free (tree->name);
  tree->name = g_strdup (name);
}

static char *
rename_in_text (const char *text, gpointer user)
{
  return rel_text_each (text, rename_in_tree, user);
}

static gboolean
rename_all (RelUse *use)
{
  static const char *const sections[] = { "states", "parameters", "variables", "discrete" };
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (gsize s = 0; s < G_N_ELEMENTS (sections); s++)
    {
      RelNode *entries = rel_node_get (use->changed, sections[s]);

      for (int k = 0; k < rel_node_n (entries); k++)
        {
          const char *name = rel_node_key (entries, k);
          char *other = g_strconcat ("z_", name, NULL);

          /* A distribution draws by the name of its quantity. */
          if (rel_node_get (entries->items->pdata[k], "distribution") != NULL)
            {
              g_free (other);
              continue;
            }
          g_hash_table_insert (names, g_strdup (name), other);
        }
    }
  if (g_hash_table_size (names) == 0 || rel_node_get (use->model, "mass_matrix") != NULL)
    return FALSE;
  rel_model_replace (use->changed, rename_in_text, names);
  for (gsize s = 0; s < G_N_ELEMENTS (sections); s++)
    {
      RelNode *entries = rel_node_get (use->changed, sections[s]);

      for (int k = 0; k < rel_node_n (entries); k++)
        rel_node_rename (entries, rel_node_key (entries, k), renamed (names, rel_node_key (entries, k)));
    }
  for (guint k = 0; k < use->before->names->len; k++)
    {
      const char *column = use->before->names->pdata[k];
      g_autofree char *base = g_strndup (column, strcspn (column, "[")), *other = NULL;

      other = g_strconcat (renamed (names, base), column + strlen (base), NULL);
      if (strcmp (other, column) != 0)
        rel_use_column (use, column, other, 1, 0);
    }
  use->close = REL_EQUAL_BITS;
  use->keeps_steps = TRUE;
  return TRUE;
}

const Relation relation_rename = { "rename", "other names of states, parameters, variables and discrete states", rename_all };

/* ---- order ---- */

static gboolean
reorder (RelUse *use)
{
  RelNode *states = rel_node_get (use->changed, "states"), *parameters = rel_node_get (use->changed, "parameters");

  if (rel_node_n (states) < 2)
    return FALSE;
  for (int way = 0; way < 2; way++)
    {
      RelNode *section = way == 0 ? states : parameters;
      int n = rel_node_n (section);

      for (int k = 0; k < n / 2; k++)
        {
          gpointer key = section->keys->pdata[k], item = section->items->pdata[k];

          section->keys->pdata[k] = section->keys->pdata[n - 1 - k];
          section->items->pdata[k] = section->items->pdata[n - 1 - k];
          section->keys->pdata[n - 1 - k] = key;
          section->items->pdata[n - 1 - k] = item;
        }
    }
  return TRUE;
}

const Relation relation_reorder = { "reorder", "states and parameters in the opposite order", reorder };

/* ---- idle state ---- */

static gboolean
idle_state (RelUse *use)
{
  RelNode *states = rel_node_section (use->changed, "states"), *state = rel_node_mapping ();

  if (rel_node_n (rel_node_get (use->model, "states")) == 0)
    return FALSE;
  rel_node_set (state, "initial", rel_node_text ("0.5"));
  rel_node_set (state, "derivative", rel_node_text ("0"));
  rel_node_set (states, "idle_state", state);
  /* A mean over n + 1 states is smaller by up to √2 if one of them has no error. */
  if (use->settings != NULL && strstr (use->settings, "norm=rms") != NULL)
    use->loosening = 1.5;
  return TRUE;
}

const Relation relation_idle_state = { "idle-state", "one more state that stays where it is", idle_state };

/* ---- constants as parameters ---- */

typedef struct
{
  RelNode *parameters;
  int n;
} Numbers;

static void
number_to_parameter (ExprTree *tree, gpointer user)
{
  Numbers *numbers = user;
  g_autofree char *name = NULL;
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  RelNode *parameter;

  /* 0, 1, 2 and 3 are often exponents and indices. */
  if (tree->kind != EXPR_TREE_NUMBER || tree->number == 0 || tree->number == 1 || tree->number == 2 || tree->number == 3 || numbers->n >= 3)
    return;
  name = g_strdup_printf ("number_%d", ++numbers->n);
  parameter = rel_node_mapping ();
  rel_node_set (parameter, "value", rel_node_text ("%s", g_ascii_dtostr (text, sizeof text, tree->number)));
  rel_node_set (numbers->parameters, name, parameter);
  rel_tree_become (tree, name);
}

static char *
numbers_of_text (const char *text, gpointer user)
{
  return rel_text_each (text, number_to_parameter, user);
}

static gboolean
parameter (RelUse *use)
{
  RelNode *states = rel_node_get (use->changed, "states");
  Numbers numbers = { NULL, 0 };

  numbers.parameters = rel_node_section (use->changed, "parameters");
  for (int k = 0; k < rel_node_n (states); k++)
    if (rel_node_get (states->items->pdata[k], "size") == NULL)
      rel_node_replace (rel_node_get (states->items->pdata[k], "derivative"), numbers_of_text, &numbers);
  return numbers.n > 0;
}

const Relation relation_parameter = { "parameter", "numbers of derivatives as parameters", parameter };
