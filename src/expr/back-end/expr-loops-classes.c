/* Sorts instructions into classes by the shape of the whole expression that they compute, without the leaves, and orders their members by their
 * first use (expr-loops.c). */
#include "expr-loops-private.h"

#include "expr-look.h"

/* Finds the sources that each operation adds or multiplies, by its steps. */
static void
find_pairs (ExprFinder *finder)
{
  for (int op = 0; op < EXPR_N_CODES; op++)
    {
      const guint8 *steps = expr_formulas ()[op].steps;
      int stack[EXPR_FORMULA_STEPS], n = 0, n_pairs = 0; /* numbers of sources; −1: another value */

      for (int k = 0; steps[k] != EXPR_STEP_END; k++)
        {
          int n_taken = steps[k] <= EXPR_STEP_ZERO                                                    ? 0
                        : steps[k] >= EXPR_STEP_FMA && steps[k] <= EXPR_STEP_FNMS                     ? 3
                        : steps[k] == EXPR_STEP_CHOOSE                                                ? 3
                        : steps[k] == EXPR_STEP_NEG || steps[k] == EXPR_STEP_ABS
                              || steps[k] == EXPR_STEP_SQRT || steps[k] == EXPR_STEP_TRUTH ? 1
                                                                                                      : 2;
          gboolean may_exchange = steps[k] == EXPR_STEP_ADD || steps[k] == EXPR_STEP_MUL || (n_taken == 3 && steps[k] != EXPR_STEP_CHOOSE);

          n -= n_taken;
          if (may_exchange && stack[n] >= 0 && stack[n + 1] >= 0 && n_pairs < 2)
            {
              finder->pairs[op][n_pairs][0] = (guint8) stack[n];
              finder->pairs[op][n_pairs++][1] = (guint8) stack[n + 1];
            }
          stack[n++] = steps[k] <= EXPR_STEP_E ? steps[k] - EXPR_STEP_A : -1;
        }
    }
}

/* Makes single assignments of the code: a register that is written several times becomes several values. */
static gboolean
find_values (ExprFinder *finder)
{
  const ExprCode *code = finder->code;
  g_autofree int *value_of = g_new (int, finder->n_leaves + 1);

  for (int k = 0; k < finder->n_leaves; k++)
    value_of[k] = k;
  for (int at = 0; at < finder->n; at++)
    {
      const ExprInstruction *instruction = &code->fast[at];

      if (!expr_loops_look (finder, expr_look_at ((gsize) at)))
        return FALSE;
      for (int k = 0; k < n_operands (instruction); k++)
        finder->sources[5 * (gsize) at + (gsize) k] = value_of[instruction->sources[k]];
      value_of[instruction->target] = finder->n_leaves + at;
      if (instruction->op == EXPR_CODE_SINCOS)
        value_of[instruction->sources[1]] = finder->n_leaves + finder->n + at;
    }
  for (int k = 0; k < code->n_outputs; k++)
    finder->output_values[k] = value_of[code->outputs[k]];
  return TRUE;
}

static int
shape_of (const ExprFinder *finder, int value)
{
  if (is_leaf (finder, value))
    return is_constant (finder, value) ? -1 : -2;
  return 2 * finder->class_of[maker_of (finder, value)] + (value >= finder->n_leaves + finder->n);
}

static gboolean
is_alike (const ExprFinder *finder, int at, int other)
{
  const ExprInstruction *a = &finder->code->fast[at], *b = &finder->code->fast[other];

  if (a->op != b->op || (a->op == EXPR_OP_TABLE && (a->sources[1] != b->sources[1] || a->sources[2] != b->sources[2])))
    return FALSE;
  for (int k = 0; k < n_operands (a); k++)
    if (shape_of (finder, source_of (finder, at, k)) != shape_of (finder, source_of (finder, other, k)))
      return FALSE;
  return TRUE;
}

/* Puts the operands of sums and products in one order, which does not change their results: by shape, then by value. In the code they have
 * the order in which the values of the graph were made, which differs between elements. */
static void
sort_sources (ExprFinder *finder, int at)
{
  const ExprInstruction *instruction = &finder->code->fast[at];

  for (int k = 0; k < 2 && finder->pairs[instruction->op][k][1] > finder->pairs[instruction->op][k][0]; k++)
    {
      int *a = &finder->sources[5 * (gsize) at + finder->pairs[instruction->op][k][0]], *b = &finder->sources[5 * (gsize) at + finder->pairs[instruction->op][k][1]];
      int shape_a = shape_of (finder, *a), shape_b = shape_of (finder, *b);

      if (shape_a > shape_b || (shape_a == shape_b && *a > *b))
        {
          int swap = *a;

          *a = *b;
          *b = swap;
        }
    }
}

/* This function and those after it return FALSE if the thread asks to end. */
static gboolean
find_classes (ExprFinder *finder)
{
  gsize n_buckets = 64;
  g_autofree int *buckets = NULL;

  while (n_buckets < 2 * (gsize) finder->n)
    n_buckets *= 2;
  buckets = g_new0 (int, n_buckets);
  for (int at = 0; at < finder->n; at++)
    {
      const ExprInstruction *instruction = &finder->code->fast[at];
      guint64 hash = instruction->op;
      gsize bucket;

      if (!expr_loops_look (finder, expr_look_at ((gsize) at)))
        return FALSE;
      sort_sources (finder, at);
      for (int k = 0; k < n_operands (instruction); k++)
        hash = (hash ^ (guint64) (gint64) shape_of (finder, source_of (finder, at, k))) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      bucket = (gsize) (hash >> 20) & (n_buckets - 1);
      while (buckets[bucket] != 0 && !is_alike (finder, at, class_at (finder, buckets[bucket] - 1)->example))
        bucket = (bucket + 1) & (n_buckets - 1);
      if (buckets[bucket] == 0)
        {
          ExprLoopClass class = { .example = at, .depth = 1, .calls = expr_formulas ()[instruction->op].steps[0] == EXPR_STEP_END };

          for (int k = 0; k < n_operands (instruction); k++)
            {
              int source = source_of (finder, at, k);

              if (!is_leaf (finder, source))
                class.depth = MAX (class.depth, 1 + class_at (finder, finder->class_of[maker_of (finder, source)])->depth);
            }
          g_array_append_val (finder->classes, class);
          buckets[bucket] = (int) finder->classes->len;
        }
      finder->class_of[at] = buckets[bucket] - 1;
      class_at (finder, buckets[bucket] - 1)->n++;
    }
  return TRUE;
}

static void
sort_classes (ExprFinder *finder)
{
  int n = (int) finder->classes->len, deepest = 0, at = 0;
  g_autofree int *counts = NULL;

  for (int k = 0; k < n; k++)
    deepest = MAX (deepest, class_at (finder, k)->depth);
  counts = g_new0 (int, deepest + 2);
  for (int k = 0; k < n; k++)
    counts[deepest - class_at (finder, k)->depth + 1]++;
  for (int k = 0; k < deepest; k++)
    counts[k + 1] += counts[k];
  for (int k = 0; k < n; k++)
    finder->by_depth[counts[deepest - class_at (finder, k)->depth]++] = k;
  finder->n_places = finder->n_leaves;
  for (int k = 0; k < n; k++)
    {
      ExprLoopClass *class = class_at (finder, k);

      class->first = at;
      class->place = finder->n_places;
      at += class->n;
      finder->n_places += class->n * (finder->code->fast[class->example].op == EXPR_CODE_SINCOS ? 2 : 1);
    }
}

static void
put_in_order (ExprFinder *finder, int value)
{
  int at;
  ExprLoopClass *class;

  if (is_leaf (finder, value))
    return;
  at = maker_of (finder, value);
  if (finder->order[at] >= 0)
    return;
  class = class_at (finder, finder->class_of[at]);
  finder->order[at] = class->n_placed;
  finder->members[class->first + class->n_placed++] = at;
}

static gboolean
order_members (ExprFinder *finder)
{
  for (int k = 0; k < finder->code->n_outputs; k++)
    put_in_order (finder, finder->output_values[k]);
  for (guint c = 0; c < finder->classes->len; c++)
    {
      const ExprLoopClass *class = class_at (finder, finder->by_depth[c]);
      int n = n_operands (&finder->code->fast[class->example]);

      if (!expr_loops_look (finder, expr_look_continues ()))
        return FALSE;
      for (int k = 0; k < n; k++)
        for (int m = 0; m < class->n_placed; m++)
          put_in_order (finder, source_of (finder, finder->members[class->first + m], k));
      if (class->n_placed < class->n)
        return FALSE; /* nothing uses an instruction */
    }
  return TRUE;
}


gboolean
expr_loops_find_classes (ExprFinder *finder)
{
  find_pairs (finder);
  if (!find_values (finder) || !find_classes (finder))
    return FALSE;
  finder->by_depth = g_new (int, finder->classes->len + 1);
  sort_classes (finder);
  return order_members (finder);
}
