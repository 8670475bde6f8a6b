/* Finds runs, and the loop bodies to which they belong (expr-loops.c). A run consists of members of one class, that is, instructions that compute expressions of one
 * shape; each operand is at the same place for all of them, or at neighbouring places. */
#include "expr-loops-private.h"

#include "expr-look.h"

#include <string.h>

/* Least number of elements for which a function of many numbers is called. */
#define LEAST_CALLS 8

/* Returns whether the instruction `next` can be the element of a run after the instruction `before`. Each operand k must be at the same place for all elements of
 * the run (steps[k] = 0) or one place further for each (1). The second element decides which: steps[k] is −1 before it, and is set here. */
static gboolean
continues (const ExprFinder *finder, int before, int next, int n_sources, int *steps)
{
  int found[5];

  if (finder->use_loop[before] != finder->use_loop[next])
    return FALSE;
  if (finder->use_loop[next] >= 0 && finder->use_lane[next] != finder->use_lane[before] + 1)
    return FALSE;
  for (int k = 0; k < n_sources; k++)
    {
      int a = source_of (finder, before, k), b = source_of (finder, next, k);

      found[k] = is_constant (finder, a) ? 0 : place_of (finder, b) - place_of (finder, a);
      if (found[k] < 0 || found[k] > 1 || (steps[k] >= 0 && steps[k] != found[k]))
        return FALSE;
    }
  memcpy (steps, found, sizeof *steps * (gsize) n_sources);
  return TRUE;
}

static void
use (ExprFinder *finder, int value, int loop, int lane)
{
  int at;

  if (is_leaf (finder, value))
    return;
  at = maker_of (finder, value);
  if (loop == MIXED_USE || finder->use_loop[at] == MIXED_USE)
    finder->use_loop[at] = MIXED_USE;
  else if (finder->use_loop[at] == NO_USE)
    {
      finder->use_loop[at] = loop;
      finder->use_lane[at] = lane;
    }
  else if (finder->use_loop[at] != loop || finder->use_lane[at] != lane)
    finder->use_loop[at] = MIXED_USE;
}

static void
use_alone (ExprFinder *finder, int at)
{
  for (int k = 0; k < n_operands (&finder->code->fast[at]); k++)
    use (finder, source_of (finder, at, k), MIXED_USE, 0);
}

/* Makes members[n] of a class a run, in the body of the loop that uses all their results or in one of their own. */
static void
add_run (ExprFinder *finder, const ExprLoopClass *class, const int *members, int n)
{
  int loop = class->calls ? MIXED_USE : finder->use_loop[members[0]], n_sources = n_operands (&finder->code->fast[class->example]);
  ExprLoopRun run = { .members = (int) finder->run_members->len };
  int number = (int) finder->runs->len;

  if (loop < 0 || finder->use_lane[members[0]] != 0 || body_at (finder, loop)->n != n)
    {
      ExprLoopBody body = { .n = n, .runs = g_array_new (FALSE, FALSE, sizeof (int)), .is_used = TRUE, .calls = class->calls };

      loop = (int) finder->bodies->len;
      g_array_append_val (finder->bodies, body);
      run.is_stored = TRUE;
    }
  run.loop = loop;
  g_array_append_val (body_at (finder, loop)->runs, number);
  g_array_append_vals (finder->run_members, members, (guint) n);
  g_array_append_val (finder->runs, run);
  for (int lane = 0; lane < n; lane++)
    {
      finder->run_of[members[lane]] = number;
      finder->lane_of[members[lane]] = lane;
      for (int k = 0; k < n_sources; k++)
        use (finder, source_of (finder, members[lane], k), loop, lane);
    }
}

static void
find_runs_of (ExprFinder *finder, const ExprLoopClass *class)
{
  const int *members = finder->members + class->first;
  int n_sources = n_operands (&finder->code->fast[class->example]), n_left = 0;
  g_autofree int *left = g_new (int, class->n);

  for (int first = 0, end; first < class->n; first = end)
    {
      int steps[5] = { -1, -1, -1, -1, -1 };

      for (end = first + 1; end < class->n && continues (finder, members[end - 1], members[end], n_sources, steps);)
        end++;
      if (end - first >= EXPR_LOOP_WIDTH)
        add_run (finder, class, members + first, end - first);
      else
        for (int m = first; m < end; m++)
          left[n_left++] = members[m];
    }
  for (int first = 0, end; first < n_left; first = end)
    {
      /* The results of a run are side by side. */
      for (end = first + 1; end < n_left && finder->order[left[end]] == finder->order[left[end - 1]] + 1 && finder->use_loop[left[end]] == finder->use_loop[left[first]]
                            && (finder->use_loop[left[end]] < 0 || finder->use_lane[left[end]] == finder->use_lane[left[end - 1]] + 1);)
        end++;
      if (end - first >= EXPR_LOOP_WIDTH)
        add_run (finder, class, left + first, end - first);
      else
        for (int m = first; m < end; m++)
          use_alone (finder, left[m]);
    }
}

/* Returns whether an operation can be computed for many numbers by one call of a function. */
static gboolean
has_function (int op)
{
  return op == EXPR_OP_SIN || op == EXPR_OP_COS || op == EXPR_CODE_SINCOS || op == EXPR_OP_EXP;
}

/* Finds the members of a class of calls whose operands are side by side. */
static void
find_calls_of (ExprFinder *finder, const ExprLoopClass *class)
{
  const int *members = finder->members + class->first;
  gboolean has = has_function (finder->code->fast[class->example].op);

  for (int first = 0, end; first < class->n; first = end)
    {
      for (end = first + 1; has && end < class->n
                            && place_of (finder, source_of (finder, members[end], 0)) == place_of (finder, source_of (finder, members[end - 1], 0)) + 1;)
        end++;
      for (int m = first; m < end; m++)
        use_alone (finder, members[m]);
      if (end - first >= LEAST_CALLS)
        add_run (finder, class, members + first, end - first);
    }
}

gboolean
expr_loops_find_runs (ExprFinder *finder)
{
  for (guint c = 0; c < finder->classes->len; c++)
    {
      const ExprLoopClass *class = class_at (finder, finder->by_depth[c]);

      if (!expr_loops_look (finder, expr_look_continues ()))
        return FALSE;
      if (class->calls)
        find_calls_of (finder, class);
      else if (class->n < EXPR_LOOP_WIDTH)
        for (int m = 0; m < class->n; m++)
          use_alone (finder, finder->members[class->first + m]);
      else
        find_runs_of (finder, class);
    }
  return TRUE;
}
