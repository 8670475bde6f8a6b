/* Makes the slots and instructions of bodies, and compares their costs with those of single instructions (expr-loops.c). */
#include "expr-loops-private.h"

#include "expr-look.h"

#include <string.h>

/* A loop is used if its cost is at most this part of the cost of its instructions. */
#define MOST_COST 0.8
/* Loops of a code are used if they save this part of its cost, and this many additions: a loop that reads four numbers that were just written
 * one by one waits for them. */
#define LEAST_SAVING 0.1
#define LEAST_SAVED 130
/* What a function of many numbers costs, and what a call for one number costs. */
#define COST_OF_CALLS 30
#define COST_OF_ELEMENT 4
#define COST_OF_CALL 20
/* A new slot is compared with this number of earlier slots of its loop. */
#define MOST_COMPARED 128

/* Returns the source k of the member of a run for an element. */
static int
operand_of (const ExprFinder *finder, const ExprLoopRun *run, int lane, int k)
{
  return source_of (finder, g_array_index (finder->run_members, int, run->members + lane), k);
}

/* Returns the number of the run in the same loop that computes an operand of a run for all elements, or −1. */
static int
run_of_operand (const ExprFinder *finder, const ExprLoopRun *run, int n, int k)
{
  int found = -1;

  for (int lane = 0; lane < n; lane++)
    {
      int source = operand_of (finder, run, lane, k), at, number;

      if (is_leaf (finder, source))
        return -1;
      at = maker_of (finder, source);
      number = finder->run_of[at];
      if (number < 0 || run_at (finder, number)->loop != run->loop || finder->lane_of[at] != lane || (found >= 0 && found != number))
        return -1;
      found = number;
    }
  return found;
}

/* Describes operand k of a run that its loop does not compute. Cells are places still. */
static ExprSlot
slot_of_operand (ExprFinder *finder, const ExprLoopRun *run, int n, int k)
{
  ExprLoops *loops = finder->loops;
  int first = operand_of (finder, run, 0, k);
  ExprSlot slot = { .kind = EXPR_SLOT_ROW, .cell = place_of (finder, first), .output = -1, .scratch = -1 };
  gboolean is_same = TRUE, is_row = TRUE;

  for (int lane = 1; lane < n; lane++)
    {
      int place = place_of (finder, operand_of (finder, run, lane, k));

      is_same = is_same && place == slot.cell;
      is_row = is_row && place == slot.cell + lane;
    }
  if (is_same)
    slot.kind = EXPR_SLOT_SAME;
  else if (!is_row && is_constant (finder, first))
    {
      slot.cell = -2 - (int) loops->constants->len;
      for (int lane = 0; lane < n; lane++)
        {
          double value = constant_of (finder, operand_of (finder, run, lane, k));

          g_array_append_val (loops->constants, value);
        }
    }
  else if (!is_row)
    {
      slot.kind = EXPR_SLOT_GATHER;
      slot.cells = (int) loops->gathers->len;
      for (int lane = 0; lane < n; lane++)
        {
          int place = place_of (finder, operand_of (finder, run, lane, k));

          g_array_append_val (loops->gathers, place);
        }
    }
  return slot;
}

/* Returns the number of the slot with the contents of `slot`. If none of the last MOST_COMPARED slots of the loop has them, `slot` is added. */
static int
add_slot (ExprFinder *finder, const ExprLoop *loop, ExprSlot slot)
{
  GArray *slots = finder->loops->slots;

  for (int k = MAX (0, loop->n_slots - MOST_COMPARED); k < loop->n_slots && slot.kind != EXPR_SLOT_GATHER; k++)
    {
      const ExprSlot *other = &g_array_index (slots, ExprSlot, loop->first_slot + k);

      if (other->kind == slot.kind && other->cell == slot.cell)
        return k;
    }
  for (int k = MAX (0, loop->n_slots - MOST_COMPARED); k < loop->n_slots && slot.kind == EXPR_SLOT_GATHER; k++)
    {
      const ExprSlot *other = &g_array_index (slots, ExprSlot, loop->first_slot + k);

      if (other->kind == slot.kind
          && memcmp (&g_array_index (finder->loops->gathers, int, other->cells), &g_array_index (finder->loops->gathers, int, slot.cells),
                     sizeof (int) * (gsize) loop->n) == 0)
        {
          g_array_set_size (finder->loops->gathers, (guint) slot.cells);
          return k;
        }
    }
  g_array_append_val (slots, slot);
  return loop->n_slots;
}

/* Writes the slots and instructions of a body. */
static ExprLoop
make_loop (ExprFinder *finder, const ExprLoopBody *body)
{
  ExprLoops *loops = finder->loops;
  ExprLoop loop = { .n = body->n, .calls = body->calls, .first_slot = (int) loops->slots->len, .first_instruction = (int) loops->instructions->len };

  for (guint r = body->runs->len; r-- > 0;)
    {
      ExprLoopRun *run = run_at (finder, g_array_index (body->runs, int, r));
      const ExprInstruction *example = &finder->code->fast[g_array_index (finder->run_members, int, run->members)];
      ExprInstruction instruction = { .op = example->op, .n_sources = example->n_sources };
      ExprSlot result = { .kind = EXPR_SLOT_VALUE, .cell = -1, .output = -1, .scratch = -1 };

      for (int k = 0; k < n_operands (example); k++)
        {
          int other = run_of_operand (finder, run, body->n, k);
          ExprSlot slot;

          if (other >= 0)
            {
              instruction.sources[k] = (guint32) run_at (finder, other)->slot;
              continue;
            }
          /* The operand does not have the same order of elements as any run of this body. Those elements of it that the body computes must be stored, so that they
           * can be read from memory. */
          for (int lane = 0; lane < body->n; lane++)
            {
              int source = operand_of (finder, run, lane, k), number = is_leaf (finder, source) ? -1 : finder->run_of[maker_of (finder, source)];

              if (number >= 0 && run_at (finder, number)->loop == run->loop)
                run_at (finder, number)->is_stored = TRUE;
            }
          slot = slot_of_operand (finder, run, body->n, k);
          instruction.sources[k] = (guint32) add_slot (finder, &loop, slot);
          loop.gathers = loop.gathers || slot.kind == EXPR_SLOT_GATHER;
          loop.n_slots = (int) loops->slots->len - loop.first_slot;
        }
      run->slot = loop.n_slots++;
      instruction.target = (guint32) run->slot;
      g_array_append_val (loops->slots, result);
      if (instruction.op == EXPR_CODE_SINCOS)
        {
          instruction.sources[1] = (guint32) loop.n_slots++;
          g_array_append_val (loops->slots, result);
        }
      g_array_append_val (loops->instructions, instruction);
      loop.n_instructions++;
    }
  return loop;
}

/* ---- costs ---- */

/* Returns the cost of an instruction for one number, or for the numbers of a vector register, in additions. */
static double
cost_of (int op, gboolean is_vector)
{
  const guint8 *steps = expr_formulas ()[op].steps;
  double cost = 0;

  for (int k = 0; steps[k] != EXPR_STEP_END; k++)
    if (steps[k] == EXPR_STEP_DIV)
      cost += is_vector ? 7 : 5;
    else if (steps[k] == EXPR_STEP_SQRT)
      cost += is_vector ? 10 : 6;
    else if (steps[k] > EXPR_STEP_E)
      cost += 1;
  return cost;
}

static double
cost_of_gather (const int *cells)
{
  gboolean is_row = TRUE, is_same = TRUE;
  double cost = 1;

  for (int k = 1; k < EXPR_LOOP_WIDTH; k++)
    {
      is_row = is_row && cells[k] == cells[0] + k;
      is_same = is_same && cells[k] == cells[0];
    }
  if (is_row || is_same)
    return 1;
  for (int half = 0; half < EXPR_LOOP_WIDTH; half += 2)
    cost += cells[half + 1] == cells[half] || cells[half + 1] == cells[half] + 1 ? 0.5 : 1.5;
  return cost;
}

/* Sets *alone and *together to the costs of the instructions of a loop one by one and in the loop. */
static void
find_costs (const ExprFinder *finder, const ExprLoop *loop, double *alone, double *together)
{
  const ExprLoops *loops = finder->loops;

  *alone = *together = 0;
  for (int k = 0; k < loop->n_instructions; k++)
    {
      int op = g_array_index (loops->instructions, ExprInstruction, loop->first_instruction + k).op;

      if (loop->calls)
        {
          *alone += (op == EXPR_OP_EXP ? COST_OF_CALL / 2 : op == EXPR_CODE_SINCOS ? COST_OF_CALL * 3 / 2 : COST_OF_CALL) * loop->n;
          *together += COST_OF_CALLS + COST_OF_ELEMENT * loop->n;
          continue;
        }
      *alone += cost_of (op, FALSE) * loop->n;
      *together += cost_of (op, TRUE) * ((loop->n + EXPR_LOOP_WIDTH - 1) / EXPR_LOOP_WIDTH);
    }
  for (int k = 0; k < loop->n_slots; k++)
    {
      const ExprSlot *slot = &g_array_index (loops->slots, ExprSlot, loop->first_slot + k);

      for (int first = 0; slot->kind == EXPR_SLOT_GATHER && first < loop->n; first += EXPR_LOOP_WIDTH)
        *together += cost_of_gather (&g_array_index (loops->gathers, int, slot->cells + MIN (first, loop->n - EXPR_LOOP_WIDTH)));
    }
}

/* Makes the loops that are worth their costs. Sets *is_worth to whether they save enough. Returns FALSE if the thread asks to end. */
gboolean
expr_loops_make_bodies (ExprFinder *finder, gboolean *is_worth)
{
  ExprLoops *loops = finder->loops;
  double total = 0, saved = 0;

  for (int at = 0; at < finder->n; at++)
    {
      double cost = cost_of (finder->code->fast[at].op, FALSE);

      total += cost > 0 ? cost : COST_OF_CALL;
    }
  for (guint k = 0; k < finder->bodies->len; k++)
    {
      ExprLoopBody *body = body_at (finder, (int) k);
      guint n_slots = loops->slots->len, n_instructions = loops->instructions->len, n_gathers = loops->gathers->len, n_constants = loops->constants->len;
      ExprLoop loop = make_loop (finder, body);
      double alone, together;

      if (!expr_loops_look (finder, expr_look_continues ()))
        return FALSE;
      find_costs (finder, &loop, &alone, &together);
      body->is_used = together <= MOST_COST * alone;
      if (body->is_used)
        saved += alone - together;
      else
        {
          g_array_set_size (loops->slots, n_slots);
          g_array_set_size (loops->instructions, n_instructions);
          g_array_set_size (loops->gathers, n_gathers);
          g_array_set_size (loops->constants, n_constants);
        }
      g_array_append_val (loops->loops, loop);
    }
  *is_worth = saved >= LEAST_SAVED && saved >= LEAST_SAVING * total;
  return TRUE;
}
