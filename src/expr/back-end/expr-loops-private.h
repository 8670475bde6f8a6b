/* The state of the search for loops (expr-loops.h). The files, in the order of the search, are expr-loops-classes.c, expr-loops-runs.c,
 * expr-loops-bodies.c and expr-loops.c. */
#pragma once

#include "expr-formula.h"
#include "expr-loops.h"

G_BEGIN_DECLS

enum
{
  NO_USE = -1,   /* nothing uses the value so far */
  MIXED_USE = -2 /* the value is used at several places, or by a single instruction */
};

/* Instructions that compute expressions of one shape. */
typedef struct
{
  int example; /* the first instruction */
  int depth;
  int n;
  int first;   /* place of the first member in members */
  int place;   /* place of the result of the first member; second results follow after all first ones */
  int n_placed; /* number of members whose order is known */
  gboolean calls;
} ExprLoopClass;

/* Members of a class in a loop, one for each element. */
typedef struct
{
  int loop;
  int members; /* place in run_members of the member of the first element */
  int slot;    /* the slot of the result */
  gboolean is_stored; /* the results are in cells */
} ExprLoopRun;

/* What a loop computes for each of n elements. */
typedef struct
{
  int n;
  int stage;
  GArray *runs; /* of int: numbers of runs, operands last */
  gboolean is_used;
  gboolean calls; /* the only run is a call of a function for all elements */
} ExprLoopBody;

/* A value below n_leaves is a leaf, n_leaves + k the result of instruction k, and n_leaves + n + k its second result. */
typedef struct
{
  const ExprCode *code;
  int n, n_leaves;
  int *sources;      /* five values of each instruction */
  int *class_of;     /* for each instruction: its class */
  int *order;        /* for each instruction: its number in its class */
  int *members;      /* the instructions of the classes */
  int *use_loop, *use_lane; /* for each instruction: the body and the element that use its result, or NO_USE, MIXED_USE */
  int *run_of, *lane_of;    /* for each instruction: its run, or −1, and its element */
  int *stage;        /* for each single instruction: its stage */
  GArray *classes;   /* of ExprLoopClass */
  GArray *runs;      /* of ExprLoopRun */
  GArray *bodies;    /* of ExprLoopBody; the loops of expr-loops.h have the same numbers */
  GArray *run_members; /* of int: instructions */
  int *by_depth; /* classes, the deepest first */
  int *output_values;
  int *place_cells;    /* for each place: its cell */
  int n_places;
  guint8 pairs[EXPR_N_CODES][2][2]; /* the sources of each operation that may be exchanged, at most two pairs */
  ExprLoops *loops;
  gboolean is_ended;   /* the thread asked to end */
} ExprFinder;

/* Remembers the answer of a look (expr-look.h). Returns the answer. */
static inline gboolean
expr_loops_look (ExprFinder *finder, gboolean continues)
{
  finder->is_ended = finder->is_ended || !continues;
  return continues;
}

/* Returns class k. */
static inline ExprLoopClass *
class_at (const ExprFinder *finder, int k)
{
  return &g_array_index (finder->classes, ExprLoopClass, k);
}

/* Returns run k. */
static inline ExprLoopRun *
run_at (const ExprFinder *finder, int k)
{
  return &g_array_index (finder->runs, ExprLoopRun, k);
}

/* Returns body k. */
static inline ExprLoopBody *
body_at (const ExprFinder *finder, int k)
{
  return &g_array_index (finder->bodies, ExprLoopBody, k);
}

/* Returns whether no instruction computes a value. */
static inline gboolean
is_leaf (const ExprFinder *finder, int value)
{
  return value < finder->n_leaves;
}

/* Returns whether a value is a constant. */
static inline gboolean
is_constant (const ExprFinder *finder, int value)
{
  return value >= finder->code->n_inputs && value < finder->code->n_inputs + finder->code->n_constants;
}

/* Returns the number of a constant. */
static inline double
constant_of (const ExprFinder *finder, int value)
{
  return finder->code->constants[value - finder->code->n_inputs];
}

/* Returns the instruction that computes a value that is no leaf. */
static inline int
maker_of (const ExprFinder *finder, int value)
{
  int at = value - finder->n_leaves;

  return at < finder->n ? at : at - finder->n;
}

/* Returns the number of sources that are values. */
static inline int
n_operands (const ExprInstruction *instruction)
{
  return instruction->op == EXPR_OP_TABLE || instruction->op == EXPR_CODE_SINCOS ? 1 : instruction->n_sources;
}

/* Returns the value of source k of an instruction. */
static inline int
source_of (const ExprFinder *finder, int at, int k)
{
  return finder->sources[5 * (gsize) at + (gsize) k];
}

/* Returns where a value lies: the cell of a leaf, otherwise a place after all leaves. */
static inline int
place_of (const ExprFinder *finder, int value)
{
  const ExprLoopClass *class;
  int at;

  if (is_leaf (finder, value))
    return value;
  at = maker_of (finder, value);
  class = class_at (finder, finder->class_of[at]);
  return class->place + (value >= finder->n_leaves + finder->n ? class->n : 0) + finder->order[at];
}

/* Returns the run of an instruction, or NULL if it is executed alone. */
static inline ExprLoopRun *
run_of (const ExprFinder *finder, int at)
{
  ExprLoopRun *run = finder->run_of[at] >= 0 ? run_at (finder, finder->run_of[at]) : NULL;

  return run != NULL && body_at (finder, run->loop)->is_used ? run : NULL;
}

/* Sorts the instructions into classes and their members into their order. This function and those below return FALSE if the thread asks to end
 * (expr-look.h); this one also if nothing uses an instruction. */
gboolean expr_loops_find_classes (ExprFinder *finder);
/* Finds the runs and the bodies that they belong to. */
gboolean expr_loops_find_runs (ExprFinder *finder);
/* Makes the loops of the bodies, marks those that are worth their costs, and sets *is_worth to whether they save enough together. */
gboolean expr_loops_make_bodies (ExprFinder *finder, gboolean *is_worth);

G_END_DECLS
