/* Finds loops in straight-line code.
 *
 * Arrays of a model are expanded: the code has instructions for each element. Here the instructions are sorted into classes by the shape of
 * the whole expression that they compute, without the leaves. The members of a class compute the same of other numbers, and each operand of a class is a
 * leaf in all members, or belongs to one other class in all of them. Classes are ordered by depth, so members of a class never depend on each other.
 *
 * The members of a class are ordered by their first use: the outputs in their order, then for each class, beginning with the deepest, the
 * first operand of all members, the second operand of all members, and so on. Members that lie side by side in this order have places side by side in memory.
 * A run is a sequence of members of which each operand is at one place for all, or at places side by side. Each run is the body of a loop.
 * A run all of whose results are used by one loop, element by element, is computed in the body of that loop, and its results stay in vector
 * registers; this is superword-level parallelism (Larsen and Amarasinghe, PLDI 2000, 145) for whole classes. Members that are in no run are
 * computed in groups whose operands are gathered, if this is cheaper than one by one. */
#include "expr-loops-private.h"

#include "expr-look.h"

/* Codes with fewer instructions have no loops. */
#define LEAST_INSTRUCTIONS 16
/* Most parts before which numbers of other parts are needed; more of them are a chain rather than an array. */
#define MOST_STAGES 64

/* ---- cells ---- */

static void
copy_output (ExprFinder *finder, int output)
{
  GArray *copies = finder->loops->copies;
  ExprLoopCopy copy = { place_of (finder, finder->output_values[output]), output, 1 }, *last;

  last = copies->len > 0 ? &g_array_index (copies, ExprLoopCopy, copies->len - 1) : NULL;
  /* The cells of the values after the leaves do not follow those of the leaves. */
  if (last != NULL && last->output + last->n == output && last->cell + last->n == copy.cell && copy.cell != finder->n_leaves)
    last->n++;
  else
    g_array_append_val (copies, copy);
}

/* Decides what stores each output: its loop, its instruction, or a copy after all parts. */
static void
find_outputs (ExprFinder *finder)
{
  ExprLoops *loops = finder->loops;
  int n = finder->code->n_outputs;

  for (int k = 0, end; k < n; k = end)
    {
      int value = finder->output_values[k];
      ExprLoopRun *run = is_leaf (finder, value) ? NULL : run_of (finder, maker_of (finder, value));
      ExprSlot *slot = NULL;

      end = k + 1;
      if (run == NULL)
        {
          if (is_leaf (finder, value))
            copy_output (finder, k);
          continue;
        }
      while (end < n && end - k < body_at (finder, run->loop)->n && finder->output_values[end] == finder->n_leaves + g_array_index (finder->run_members, int, run->members + end - k))
        end++;
      slot = &g_array_index (loops->slots, ExprSlot, g_array_index (loops->loops, ExprLoop, run->loop).first_slot + run->slot);
      if (!body_at (finder, run->loop)->calls && value == finder->n_leaves + g_array_index (finder->run_members, int, run->members) && end - k == body_at (finder, run->loop)->n && slot->output < 0)
        {
          slot->output = k;
          continue;
        }
      run->is_stored = TRUE;
      for (int i = k; i < end; i++)
        copy_output (finder, i);
    }
}

/* A loop whose results only outputs need stores them nowhere else. */
static void
find_stored (ExprFinder *finder)
{
  const ExprLoops *loops = finder->loops;
  g_autofree gboolean *is_read = g_new0 (gboolean, finder->runs->len + 1);

  for (int at = 0; at < finder->n; at++)
    {
      const ExprLoopRun *reader = run_of (finder, at);

      for (int k = 0; k < n_operands (&finder->code->fast[at]); k++)
        {
          int source = source_of (finder, at, k), maker;
          const ExprLoopRun *run;

          if (is_leaf (finder, source))
            continue;
          maker = maker_of (finder, source);
          run = run_of (finder, maker);
          if (run != NULL && (reader == NULL || reader->loop != run->loop))
            is_read[finder->run_of[maker]] = TRUE;
        }
    }
  for (guint k = 0; k < loops->copies->len; k++)
    {
      const ExprLoopCopy *copy = &g_array_index (loops->copies, ExprLoopCopy, k);

      for (int i = 0; i < copy->n; i++)
        {
          int value = finder->output_values[copy->output + i];

          if (!is_leaf (finder, value) && run_of (finder, maker_of (finder, value)) != NULL)
            is_read[finder->run_of[maker_of (finder, value)]] = TRUE;
        }
    }
  for (guint k = 0; k < finder->runs->len; k++)
    {
      ExprLoopRun *run = run_at (finder, (int) k);
      const ExprLoopBody *body = body_at (finder, run->loop);

      /* The last run of a body was stored for others; that of other runs is read in the body. */
      if (g_array_index (body->runs, int, 0) == (int) k)
        run->is_stored = is_read[k] || body->calls;
      else
        run->is_stored = run->is_stored || is_read[k];
    }
}

/* Gives cells to all values that are in memory. */
static void
find_cells (ExprFinder *finder)
{
  ExprLoops *loops = finder->loops;
  int n_cells = finder->n_leaves, n_scratch = 0;

  loops->first_constant = n_cells;
  n_cells += (int) loops->constants->len;
  for (int k = 0; k < finder->n_leaves; k++)
    finder->place_cells[k] = k;
  for (int k = finder->n_leaves; k < finder->n_places; k++)
    finder->place_cells[k] = -1;
  for (guint c = 0; c < finder->classes->len; c++)
    {
      const ExprLoopClass *class = class_at (finder, (int) c);

      for (int second = 0; second <= (finder->code->fast[class->example].op == EXPR_CODE_SINCOS); second++)
        for (int m = 0; m < class->n; m++)
          {
            const ExprLoopRun *run = run_of (finder, finder->members[class->first + m]);

            if (run == NULL || run->is_stored)
              finder->place_cells[class->place + second * class->n + m] = n_cells++;
          }
    }
  n_cells = (n_cells + EXPR_LOOP_WIDTH - 1) / EXPR_LOOP_WIDTH * EXPR_LOOP_WIDTH;
  loops->first_scratch = n_cells;
  for (guint k = 0; k < loops->loops->len; k++)
    {
      const ExprLoop *loop = &g_array_index (loops->loops, ExprLoop, k);
      const ExprLoopBody *body = body_at (finder, (int) k);
      int n_here = 0;

      for (guint r = 0; body->is_used && r < body->runs->len; r++)
        {
          const ExprLoopRun *run = run_at (finder, g_array_index (body->runs, int, r));
          ExprSlot *slot = &g_array_index (loops->slots, ExprSlot, loop->first_slot + run->slot);

          if (run->is_stored)
            slot->cell = finder->place_cells[place_of (finder, finder->n_leaves + g_array_index (finder->run_members, int, run->members))];
          else
            slot->scratch = n_here++;
          if (body->calls && finder->code->fast[g_array_index (finder->run_members, int, run->members)].op == EXPR_CODE_SINCOS)
            slot[1].cell = finder->place_cells[place_of (finder, finder->n_leaves + finder->n + g_array_index (finder->run_members, int, run->members))];
        }
      for (int s = 0; body->is_used && s < loop->n_slots; s++)
        {
          ExprSlot *slot = &g_array_index (loops->slots, ExprSlot, loop->first_slot + s);

          if (slot->kind == EXPR_SLOT_GATHER)
            for (int i = 0; i < loop->n; i++)
              {
                int *cell = &g_array_index (loops->gathers, int, slot->cells + i);

                *cell = finder->place_cells[*cell];
              }
          else if (slot->kind != EXPR_SLOT_VALUE)
            slot->cell = slot->cell <= -2 ? loops->first_constant - 2 - slot->cell : finder->place_cells[slot->cell];
        }
      n_scratch = MAX (n_scratch, n_here);
    }
  for (guint k = 0; k < loops->copies->len; k++)
    {
      ExprLoopCopy *copy = &g_array_index (loops->copies, ExprLoopCopy, k);

      copy->cell = finder->place_cells[copy->cell];
    }
  loops->n_cells = n_cells + n_scratch * EXPR_LOOP_WIDTH;
}

/* ---- parts ---- */

/* Finds the stage of each loop and instruction: the loops of a stage, then its instructions, need only numbers of this and earlier stages.
 * Returns the number of stages. */
static int
find_stages (ExprFinder *finder)
{
  int n_stages = 1;

  for (guint c = finder->classes->len; c-- > 0;)
    {
      const ExprLoopClass *class = class_at (finder, finder->by_depth[c]);

      for (int m = 0; m < class->n; m++)
        {
          int at = finder->members[class->first + m], stage = 0;
          const ExprLoopRun *run = run_of (finder, at);

          for (int k = 0; k < n_operands (&finder->code->fast[at]); k++)
            {
              int source = source_of (finder, at, k), maker;
              const ExprLoopRun *other;

              if (is_leaf (finder, source))
                continue;
              maker = maker_of (finder, source);
              other = run_of (finder, maker);
              stage = MAX (stage, other != NULL ? body_at (finder, other->loop)->stage : finder->stage[maker] + (run != NULL));
            }
          if (run != NULL)
            body_at (finder, run->loop)->stage = MAX (body_at (finder, run->loop)->stage, stage);
          else
            finder->stage[at] = stage;
          n_stages = MAX (n_stages, stage + 1);
        }
    }
  return n_stages;
}

static void
add_instruction (ExprFinder *finder, int at)
{
  ExprLoops *loops = finder->loops;
  ExprInstruction instruction = finder->code->fast[at];
  const ExprLoopClass *class = class_at (finder, finder->class_of[at]);

  for (int k = 0; k < n_operands (&instruction); k++)
    {
      int source = source_of (finder, at, k);

      instruction.sources[k] = (guint32) finder->place_cells[place_of (finder, source)];
      if (!is_leaf (finder, source) && (run_of (finder, maker_of (finder, source)) != NULL || finder->stage[maker_of (finder, source)] != finder->stage[at]))
        loops->is_shared[instruction.sources[k]] = TRUE;
    }
  instruction.target = (guint32) finder->place_cells[class->place + finder->order[at]];
  if (instruction.op == EXPR_CODE_SINCOS)
    instruction.sources[1] = (guint32) finder->place_cells[class->place + class->n + finder->order[at]];
  g_array_append_val (loops->instructions, instruction);
}

/* Puts loops and instructions in their order. */
static void
make_parts (ExprFinder *finder, int n_stages)
{
  ExprLoops *loops = finder->loops;
  g_autofree int *starts = g_new0 (int, n_stages + 2), *alone = NULL;

  for (int at = 0; at < finder->n; at++)
    if (run_of (finder, at) == NULL)
      starts[finder->stage[at] + 2]++;
  for (int s = 0; s < n_stages; s++)
    starts[s + 2] += starts[s + 1];
  alone = g_new (int, starts[n_stages + 1] + 1);
  for (int at = 0; at < finder->n; at++)
    if (run_of (finder, at) == NULL)
      alone[starts[finder->stage[at] + 1]++] = at;
  for (int s = 0; s < n_stages; s++)
    {
      ExprPart part = { .loop = -1, .first_instruction = (int) loops->instructions->len, .n_instructions = starts[s + 1] - starts[s] };

      /* The loops were made in the order of their depth, the deepest first; a loop needs numbers of less deep ones. */
      for (int k = (int) finder->bodies->len - 1; k >= 0; k--)
        if (body_at (finder, k)->is_used && body_at (finder, k)->stage == s)
          {
            ExprPart loop = { .loop = k };

            g_array_append_val (loops->parts, loop);
          }
      for (int k = starts[s]; k < starts[s + 1]; k++)
        add_instruction (finder, alone[k]);
      if (part.n_instructions > 0)
        g_array_append_val (loops->parts, part);
    }
}

/* Marks the cells that loops and copies read, and lists the outputs that instructions store. */
static void
find_shared (ExprFinder *finder)
{
  ExprLoops *loops = finder->loops;

  for (guint k = 0; k < loops->loops->len; k++)
    {
      const ExprLoop *loop = &g_array_index (loops->loops, ExprLoop, k);

      for (int s = 0; body_at (finder, (int) k)->is_used && s < loop->n_slots; s++)
        {
          const ExprSlot *slot = &g_array_index (loops->slots, ExprSlot, loop->first_slot + s);

          for (int i = 0; slot->kind != EXPR_SLOT_VALUE && i < (slot->kind == EXPR_SLOT_SAME ? 1 : loop->n); i++)
            loops->is_shared[slot->kind == EXPR_SLOT_GATHER ? g_array_index (loops->gathers, int, slot->cells + i) : slot->cell + i] = TRUE;
        }
    }
  for (guint k = 0; k < loops->copies->len; k++)
    {
      const ExprLoopCopy *copy = &g_array_index (loops->copies, ExprLoopCopy, k);

      for (int i = 0; i < copy->n; i++)
        loops->is_shared[copy->cell + i] = TRUE;
    }
  for (int k = 0; k < loops->n_cells; k++)
    loops->first_output[k] = -1;
  for (int k = finder->code->n_outputs - 1; k >= 0; k--)
    {
      int value = finder->output_values[k], cell;

      if (is_leaf (finder, value) || run_of (finder, maker_of (finder, value)) != NULL)
        continue;
      cell = finder->place_cells[place_of (finder, value)];
      loops->next_output[k] = loops->first_output[cell];
      loops->first_output[cell] = k;
    }
}

/* ---- the loops of a code ---- */

static ExprLoops *
loops_new (void)
{
  ExprLoops *loops = g_new0 (ExprLoops, 1);

  loops->parts = g_array_new (FALSE, FALSE, sizeof (ExprPart));
  loops->loops = g_array_new (FALSE, FALSE, sizeof (ExprLoop));
  loops->instructions = g_array_new (FALSE, FALSE, sizeof (ExprInstruction));
  loops->slots = g_array_new (FALSE, FALSE, sizeof (ExprSlot));
  loops->gathers = g_array_new (FALSE, FALSE, sizeof (int));
  loops->copies = g_array_new (FALSE, FALSE, sizeof (ExprLoopCopy));
  loops->constants = g_array_new (FALSE, FALSE, sizeof (double));
  return loops;
}

void
expr_loops_free (ExprLoops *loops)
{
  if (loops == NULL)
    return;
  g_array_unref (loops->parts);
  g_array_unref (loops->loops);
  g_array_unref (loops->instructions);
  g_array_unref (loops->slots);
  g_array_unref (loops->gathers);
  g_array_unref (loops->copies);
  g_array_unref (loops->constants);
  g_free (loops->first_output);
  g_free (loops->next_output);
  g_free (loops->is_shared);
  g_free (loops);
}

/* Returns whether loops were found that are worth their costs. */
static gboolean
find (ExprFinder *finder)
{
  ExprLoops *loops = finder->loops;
  gboolean is_worth;
  int n_stages;

  if (!expr_loops_find_classes (finder) || !expr_loops_find_runs (finder) || finder->bodies->len == 0
      || !expr_loops_make_bodies (finder, &is_worth) || !is_worth)
    return FALSE;
  finder->place_cells = g_new (int, finder->n_places + 1);
  find_outputs (finder);
  find_stored (finder);
  find_cells (finder);
  loops->first_output = g_new (int, loops->n_cells + 1);
  loops->next_output = g_new (int, finder->code->n_outputs + 1);
  loops->is_shared = g_new0 (gboolean, loops->n_cells + 1);
  n_stages = find_stages (finder);
  if (n_stages > MOST_STAGES)
    return FALSE;
  make_parts (finder, n_stages);
  find_shared (finder);
  return expr_loops_look (finder, expr_look_continues ());
}

gboolean
expr_loops_find (const ExprCode *code, ExprLoops **found)
{
  const gsize n = (gsize) code->n_fast;
  ExprFinder finder = { .code = code, .n = code->n_fast, .n_leaves = code->n_registers };
  ExprLoops *loops;

  *found = NULL;
  if (code->n_fast < LEAST_INSTRUCTIONS || code->argument >= 0 || code->result >= 0)
    return TRUE;
  finder.sources = g_new (int, 5 * n);
  finder.output_values = g_new (int, code->n_outputs + 1);
  finder.class_of = g_new (int, n);
  finder.order = g_new (int, n);
  finder.members = g_new (int, n);
  finder.use_loop = g_new (int, n);
  finder.use_lane = g_new (int, n);
  finder.run_of = g_new (int, n);
  finder.lane_of = g_new (int, n);
  finder.stage = g_new0 (int, n);
  for (gsize k = 0; k < n; k++)
    finder.order[k] = finder.use_loop[k] = finder.run_of[k] = -1;
  finder.classes = g_array_new (FALSE, FALSE, sizeof (ExprLoopClass));
  finder.runs = g_array_new (FALSE, FALSE, sizeof (ExprLoopRun));
  finder.bodies = g_array_new (FALSE, FALSE, sizeof (ExprLoopBody));
  finder.run_members = g_array_new (FALSE, FALSE, sizeof (int));
  loops = finder.loops = loops_new ();
  if (!find (&finder))
    g_clear_pointer (&loops, expr_loops_free);
  for (guint k = 0; k < finder.bodies->len; k++)
    g_array_unref (body_at (&finder, (int) k)->runs);
  g_array_unref (finder.classes);
  g_array_unref (finder.runs);
  g_array_unref (finder.bodies);
  g_array_unref (finder.run_members);
  g_free (finder.sources);
  g_free (finder.output_values);
  g_free (finder.class_of);
  g_free (finder.order);
  g_free (finder.members);
  g_free (finder.use_loop);
  g_free (finder.use_lane);
  g_free (finder.run_of);
  g_free (finder.lane_of);
  g_free (finder.stage);
  g_free (finder.by_depth);
  g_free (finder.place_cells);
  *found = loops;
  return !finder.is_ended;
}
