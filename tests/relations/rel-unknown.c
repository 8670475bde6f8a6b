/* Makes an assigned quantity an algebraic unknown: a variable v = e becomes the unknown v with the equation 0 = v − e, and a derivative x' = e
 * becomes x' = u with 0 = u − e. Both runs use the same method for differential-algebraic equations. A motion along a surface is not compared: an
 * unknown whose equation has a condition differs on both sides, and the rates on the surface are then not known (model-plan-switches.c). */
#include <string.h>

#include "ode-methods.h"
#include "relation.h"

/* Returns the text of an expression that is one number: not a list, and not of an array. NULL: it is another one. */
static const char *
plain_text (const RelNode *entry, const char *key)
{
  static const char *const others[] = { "size", "wrap", "distribution", "arguments" };

  for (gsize k = 0; k < G_N_ELEMENTS (others); k++)
    if (rel_node_get (entry, others[k]) != NULL)
      return NULL;
  return rel_node_get_text (entry, key);
}

/* Adds an unknown. Initial values of states may depend on a variable, so that it begins with its value; a derivative begins with 0. */
static void
add_unknown (RelUse *use, const char *name, const char *text, const char *initial)
{
  RelNode *unknown = rel_node_mapping ();

  rel_node_set (unknown, "initial", rel_node_text ("%s", initial));
  rel_node_set (unknown, "residual", rel_node_text ("%s - (%s)", name, text));
  rel_node_set (rel_node_section (use->changed, "algebraic"), name, unknown);
}

/* Chooses one of the plain entries of a section. Returns its index, or −1 if there is none. */
static int
choose (RelUse *use, const RelNode *section, const char *key)
{
  int n = rel_node_n (section), n_plain = 0, chosen = -1;

  for (int k = 0; k < n; k++)
    if (plain_text (section->items->pdata[k], key) != NULL && g_rand_int_range (use->random, 0, ++n_plain) == 0)
      chosen = k;
  return chosen;
}

/* Sets the same method for both runs. It must be able to solve differential-algebraic equations: that of the settings is kept if it is able to. */
static void
choose_method (RelUse *use)
{
  const char *text = use->settings != NULL ? strstr (use->settings, "integrator=") : NULL;
  int n, first;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int k = 0; text != NULL && k < n; k++)
    {
      gsize length = strcspn (text + strlen ("integrator="), " ");

      if (strlen (methods[k]->id) == length && strncmp (text + strlen ("integrator="), methods[k]->id, length) == 0
          && (methods[k]->traits & ODE_TRAIT_DAE))
        {
          use->same_settings = g_strdup ("");
          return;
        }
    }
  first = g_rand_int_range (use->random, 0, n);
  for (int k = 0; k < n; k++)
    {
      const OdeMethod *method = methods[(first + k) % n];

      if ((method->traits & ODE_TRAIT_DAE) && (method->traits & ODE_TRAIT_ADAPTIVE) && method->order >= 3)
        {
          use->same_settings = g_strdup_printf ("integrator=%s", method->id);
          return;
        }
    }
}

static gboolean
unknown (RelUse *use)
{
  RelNode *states = rel_node_get (use->changed, "states"), *variables = rel_node_get (use->changed, "variables");
  int variable = choose (use, variables, "value"), state = choose (use, states, "derivative");
  g_autofree char *name = NULL, *text = NULL;
  const char *initial = "0";

  if (use->before->n_slides > 0)
    return FALSE;
  if (variable >= 0 && (state < 0 || g_rand_boolean (use->random)))
    {
      name = g_strdup (rel_node_key (variables, variable));
      text = g_strdup (plain_text (variables->items->pdata[variable], "value"));
      initial = text;
      rel_node_remove (variables, name);
      if (rel_node_n (variables) == 0)
        rel_node_remove (use->changed, "variables");
    }
  else if (state >= 0)
    {
      name = g_strdup ("unknown_slope");
      text = g_strdup (plain_text (states->items->pdata[state], "derivative"));
      rel_node_set (states->items->pdata[state], "derivative", rel_node_text ("%s", name));
    }
  else
    return FALSE;
  add_unknown (use, name, text, initial);
  choose_method (use);
  use->loosening = 10;
  return TRUE;
}

const Relation relation_unknown = { "unknown", "an assigned quantity as an algebraic unknown", unknown };
