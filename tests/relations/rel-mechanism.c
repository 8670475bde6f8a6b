/* Writes a second-order equation as a mechanism: the states q' = v, v' = f become a coordinate q of mass 1 with the force f and the velocity
 * q.v. */
#include <string.h>

#include "relation.h"

typedef struct
{
  const char *velocity; /* name of the state before */
  char *name;           /* name of the velocity of the coordinate */
} Velocity;

static void
replace_velocity (ExprTree *tree, gpointer user)
{
  const Velocity *v = user;

  if (tree->kind == EXPR_TREE_NAME && strcmp (tree->name, v->velocity) == 0)
    rel_tree_become (tree, v->name);
}

static char *
replace_in_text (const char *text, gpointer user)
{
  return rel_text_each (text, replace_velocity, user);
}

static gboolean
is_plain (const RelNode *state)
{
  static const char *const others[] = { "size", "wrap", "distribution" };

  for (gsize k = 0; k < G_N_ELEMENTS (others); k++)
    if (rel_node_get (state, others[k]) != NULL)
      return FALSE;
  return state != NULL && rel_node_get_text (state, "initial") != NULL && rel_node_get_text (state, "derivative") != NULL;
}

static void
make_coordinate (RelUse *use, const char *position, const char *velocity)
{
  static const char *const kept[] = { "weight", "nominal" };
  RelNode *states = rel_node_get (use->changed, "states"), *q = rel_node_get (states, position), *v = rel_node_get (states, velocity);
  RelNode *coordinate = rel_node_mapping (), *events = rel_node_get (use->changed, "events");
  Velocity names = { velocity, g_strconcat (position, ".v", NULL) };

  rel_node_set (coordinate, "initial", rel_node_copy (rel_node_get (q, "initial")));
  rel_node_set (coordinate, "velocity_initial", rel_node_copy (rel_node_get (v, "initial")));
  rel_node_set (coordinate, "mass", rel_node_text ("1"));
  rel_node_set (coordinate, "force", rel_node_copy (rel_node_get (v, "derivative")));
  for (gsize k = 0; k < G_N_ELEMENTS (kept); k++)
    if (rel_node_get (q, kept[k]) != NULL)
      rel_node_set (coordinate, kept[k], rel_node_copy (rel_node_get (q, kept[k])));
  rel_node_set (rel_node_section (rel_node_section (use->changed, "mechanics"), "coordinates"), position, coordinate);
  rel_node_remove (states, position);
  rel_node_remove (states, velocity);
  if (rel_node_n (states) == 0)
    rel_node_remove (use->changed, "states");
  rel_model_replace (use->changed, replace_in_text, &names);
  for (int k = 0; k < rel_node_n (events); k++)
    {
      RelNode *set = rel_node_get (events->items->pdata[k], "set");

      if (rel_node_get (set, velocity) != NULL)
        rel_node_rename (set, velocity, names.name);
    }
  rel_use_column (use, velocity, names.name, 1, 0);
  g_free (names.name);
}

static gboolean
mechanism (RelUse *use)
{
  g_autofree const char **names = rel_use_names (use, "states");
  gboolean any = FALSE;

  if (rel_node_get (use->model, "mass_matrix") != NULL || rel_node_get (use->model, "mechanics") != NULL
      || rel_node_get (use->model, "rotations") != NULL)
    return FALSE;
  for (int k = 0; names[k] != NULL; k++)
    {
      RelNode *states = rel_node_get (use->changed, "states"), *position = rel_node_get (states, names[k]), *velocity;
      g_autofree char *slope = position != NULL ? g_strdup (rel_node_get_text (position, "derivative")) : NULL;

      velocity = slope != NULL && strcmp (slope, names[k]) != 0 ? rel_node_get (states, slope) : NULL;
      if (velocity == NULL || !is_plain (position) || !is_plain (velocity))
        continue;
      make_coordinate (use, names[k], slope);
      any = TRUE;
    }
  return any;
}

const Relation relation_mechanism = { "mechanism", "a second-order equation as a mechanism", mechanism };
