/* The same problem in other forms: an algebraic copy of a state, and a periodic event as a crossing. */
#include <string.h>

#include "relation.h"

static void
copy_for_state (ExprTree *tree, gpointer user)
{
  if (tree->kind == EXPR_TREE_NAME && strcmp (tree->name, user) == 0)
    rel_tree_become (tree, "state_copy");
}

static char *
copy_in_text (const char *text, gpointer user)
{
  return rel_text_each (text, copy_for_state, user);
}

/* One state gets an algebraic copy, which the derivatives use in its place. Both runs use a method for differential-algebraic equations. A motion along a
 * surface is not compared: if a condition depends on the copy, the rates on both sides of its surface are not known (sim-switch.c). */
static gboolean
dae_copy (RelUse *use)
{
  RelNode *states = rel_node_get (use->changed, "states"), *copy;
  g_autofree char *name = NULL;
  int n = rel_node_n (states), chosen = n > 0 ? g_rand_int_range (use->random, 0, n) : 0;

  if (n == 0 || use->before->n_slides > 0 || rel_node_get (use->model, "mass_matrix") != NULL || rel_node_get (use->model, "mechanics") != NULL
      || rel_node_get (use->model, "algebraic") != NULL || rel_node_get (use->model, "constraints") != NULL
      || rel_node_get (use->model, "rotations") != NULL || rel_node_get (states->items->pdata[chosen], "size") != NULL)
    return FALSE;
  name = g_strdup (rel_node_key (states, chosen));
  for (int k = 0; k < n; k++)
    rel_node_replace (rel_node_get (states->items->pdata[k], "derivative"), copy_in_text, name);
  copy = rel_node_mapping ();
  rel_node_set (copy, "initial", rel_node_copy (rel_node_get (states->items->pdata[chosen], "initial")));
  rel_node_set (copy, "residual", rel_node_text ("state_copy - %s", name));
  rel_node_set (rel_node_section (use->changed, "algebraic"), "state_copy", copy);
  use->same_settings = g_strdup ("integrator=radau5");
  use->loosening = 10;
  return TRUE;
}

const Relation relation_dae_copy = { "dae-copy", "a state with an algebraic copy", dae_copy };

static gboolean
witness (RelUse *use)
{
  RelNode *events = rel_node_get (use->changed, "events");

  for (int k = 0; k < rel_node_n (events); k++)
    {
      RelNode *event = events->items->pdata[k];
      const char *every = rel_node_get_text (event, "every"), *offset = rel_node_get_text (event, "offset");
      const char *start = rel_node_get_text (rel_node_get (use->model, "time"), "start");

      /* A crossing at the start is none, so the first event must come later. A condition at the instant of an event has another meaning for
       * a crossing only if the event changes it. */
      if (every == NULL || offset == NULL || strcmp (offset, start != NULL ? start : "0") == 0 || rel_node_get (event, "while") != NULL)
        continue;
      rel_node_set (event, "while", rel_node_text ("t > (%s) - (%s)/2", offset, every));
      rel_node_set (event, "crossing", rel_node_text ("sin(pi*(t - (%s))/(%s))", offset, every));
      rel_node_remove (event, "every");
      rel_node_remove (event, "offset");
      return TRUE;
    }
  return FALSE;
}

const Relation relation_witness = { "witness", "a periodic event as a crossing of a sine", witness };
