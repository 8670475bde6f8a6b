#include "rel-time.h"

#include <math.h>
#include <string.h>

typedef struct
{
  double scale, shift;
} Clock;

static char *
number (double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_dtostr (text, sizeof text, value));
}

/* The old time in terms of the new one replaces t. */
static void
replace_t (ExprTree *tree, gpointer user)
{
  const Clock *clock = user;
  g_autofree char *shift = number (clock->shift), *scale = number (clock->scale), *text = NULL;

  if (tree->kind != EXPR_TREE_NAME || strcmp (tree->name, "t") != 0)
    return;
  text = clock->shift == 0 ? g_strdup_printf ("t/%s", scale) : g_strdup_printf ("(t - %s)/%s", shift, scale);
  rel_tree_become (tree, text);
}

static char *
replace_in_text (const char *text, gpointer user)
{
  return rel_text_each (text, replace_t, user);
}

static char *
new_time (const char *text, gpointer user)
{
  const Clock *clock = user;
  g_autofree char *shift = number (clock->shift), *scale = number (clock->scale);

  return g_strdup_printf ("%s*(%s) + %s", scale, text, shift);
}

static char *
new_span (const char *text, gpointer user)
{
  g_autofree char *scale = number (((const Clock *)user)->scale);

  return g_strdup_printf ("%s*(%s)", scale, text);
}

static char *
new_rate (const char *text, gpointer user)
{
  g_autofree char *scale = number (((const Clock *)user)->scale);

  return g_strdup_printf ("(%s)/%s", text, scale);
}

void
rel_use_change_time (RelUse *use, double scale, double shift)
{
  static const char *const spans[] = { "max_step", "initial_step", "min_step", "sample_every", "isolation" };
  Clock clock = { scale, shift };
  RelNode *time = rel_node_get (use->changed, "time"), *states = rel_node_get (use->changed, "states"),
          *events = rel_node_get (use->changed, "events"), *noise = rel_node_get (use->changed, "noise"),
          *solver = rel_node_get (use->changed, "solver");

  rel_model_replace (use->changed, replace_in_text, &clock);
  if (rel_node_get (time, "start") == NULL)
    rel_node_set (time, "start", rel_node_text ("0"));
  rel_node_replace (rel_node_get (time, "start"), new_time, &clock);
  rel_node_replace (rel_node_get (time, "end"), new_time, &clock);
  for (int k = 0; scale != 1 && k < rel_node_n (states); k++)
    rel_node_replace (rel_node_get (states->items->pdata[k], "derivative"), new_rate, &clock);
  for (int k = 0; k < rel_node_n (events); k++)
    {
      RelNode *event = events->items->pdata[k], *at = rel_node_get (event, "at");

      if (at != NULL && (at->text == NULL || strcmp (at->text, "start") != 0))
        rel_node_replace (at, new_time, &clock);
      rel_node_replace (rel_node_get (event, "every"), new_span, &clock);
      if (rel_node_get (event, "every") != NULL && rel_node_get (event, "offset") == NULL)
        rel_node_set (event, "offset", rel_node_text ("0"));
      rel_node_replace (rel_node_get (event, "offset"), new_time, &clock);
    }
  for (int k = 0; k < rel_node_n (noise); k++)
    rel_node_replace (rel_node_get (noise->items->pdata[k], "every"), new_span, &clock);
  for (gsize k = 0; scale != 1 && k < G_N_ELEMENTS (spans); k++)
    {
      const char *text = rel_node_get_text (solver, spans[k]);

      if (text != NULL)
        {
          g_autofree char *span = number (g_ascii_strtod (text, NULL) * scale);

          rel_node_set (solver, spans[k], rel_node_text ("%s", span));
        }
    }
  use->t_scale = scale;
  use->t_shift = shift;
}

/* ---- the relations ---- */

static gboolean
shift_time (RelUse *use)
{
  static const double shifts[] = { 1, 100, -16 };

  if (rel_node_get (use->model, "noise") != NULL)
    return FALSE; /* The instants of draws are multiples of their period, so other numbers are drawn. */
  rel_use_change_time (use, 1, shifts[g_rand_int_range (use->random, 0, G_N_ELEMENTS (shifts))]);
  return TRUE;
}

static gboolean
scale_time (RelUse *use)
{
  const char *step = strstr (use->settings, "max_step=");
  double scale;

  if (rel_node_get (use->model, "mechanics") != NULL || rel_node_get (use->model, "rotations") != NULL)
    return FALSE;
  scale = ldexp (1, g_rand_boolean (use->random) ? 10 : -10);
  rel_use_change_time (use, scale, 0);
  if (step != NULL)
    use->more_settings = g_strdup_printf ("max_step=%.17g", scale * g_ascii_strtod (step + strlen ("max_step="), NULL));
  return TRUE;
}

static void
negate_t (ExprTree *tree, gpointer user)
{
  if (tree->kind == EXPR_TREE_NAME && strcmp (tree->name, "t") == 0)
    rel_tree_become (tree, "-t");
}

static char *
negate_t_in_text (const char *text, gpointer user)
{
  return rel_text_each (text, negate_t, user);
}

static char *
negative (const char *text, gpointer user)
{
  return g_strdup_printf ("-(%s)", text);
}

/* Conditions, and functions with jumps: two solutions can meet where such a function changes and stay together. */
static void
find_jump (ExprTree *tree, gpointer user)
{
  static const char *const smooth[] = { "sin",  "cos",  "tan", "asin", "acos", "atan",  "atan2", "sinh", "cosh",
                                        "tanh", "sqrt", "exp", "log",  "log2", "log10", "hypot", "abs",  NULL };
  gboolean *jumps = user;

  if (tree->kind == EXPR_TREE_CALL)
    *jumps |= !g_strv_contains (smooth, tree->name);
  else
    *jumps |= tree->kind == EXPR_TREE_COMPARISON;
}

static char *
find_jump_in_text (const char *text, gpointer user)
{
  return rel_text_each (text, find_jump, user);
}

/* The run from the end with t' = −t must come back to the start. Events and jumps of the right-hand side are not reversible. */
static gboolean
reverse_time (RelUse *use)
{
  static const char *const not_reversible[] = { "events",    "discrete", "noise",     "mechanics",
                                                "rotations", "monitors", "algebraic", "mass_matrix" };
  RelNode *states = rel_node_get (use->changed, "states"), *time = rel_node_section (use->changed, "time");
  gboolean jumps = FALSE;

  for (gsize k = 0; k < G_N_ELEMENTS (not_reversible); k++)
    if (rel_node_get (use->model, not_reversible[k]) != NULL)
      return FALSE;
  if (use->before->reason != SIM_REACHED_END)
    return FALSE;
  for (int k = 0; k < rel_node_n (states); k++)
    if (rel_node_get (states->items->pdata[k], "size") != NULL || rel_run_column (use->before, rel_node_key (states, k)) < 0)
      return FALSE;
  rel_model_replace (use->changed, find_jump_in_text, &jumps);
  if (jumps)
    return FALSE;
  rel_model_replace (use->changed, negate_t_in_text, NULL);
  for (int k = 0; k < rel_node_n (states); k++)
    {
      RelNode *state = states->items->pdata[k];
      g_autofree char *initial = number (use->before->values[rel_run_column (use->before, rel_node_key (states, k))]);

      rel_node_replace (rel_node_get (state, "derivative"), negative, NULL);
      rel_node_set (state, "initial", rel_node_text ("%s", initial));
    }
  rel_node_set (time, "start", rel_node_text ("%.17g", -use->before->t));
  rel_node_set (time, "end", rel_node_text ("%.17g", -use->before->t_start));
  /* A decay becomes a growth, which implicit methods with long steps damp. Differential-algebraic equations have no explicit methods. */
  use->more_settings = g_strdup ("integrator=dop853");
  use->t_scale = -1;
  use->returns = TRUE;
  return TRUE;
}

const Relation relation_shift_time = { "shift-time", "t' = t + c, with the time span", shift_time };
const Relation relation_scale_time = { "scale-time", "t' = 2^k t, with rates and periods", scale_time };
const Relation relation_reverse_time = { "reverse-time", "t' = -t from the end, back to the start", reverse_time };
