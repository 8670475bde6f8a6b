/* How a back end runs register code. */
#pragma once

#include "expr-code.h"
#include "expr-run.h"

G_BEGIN_DECLS

/* Lanes of a register in a batch: long enough to hide the dispatch of an
 * instruction, short enough that a model of hundreds of values stays in the
 * second-level cache. */
#define EXPR_LANES 64

typedef enum
{
  EXPR_SEGMENT_SLOW,
  EXPR_SEGMENT_FAST
} ExprSegment;

/* A way of running register code; chosen in expr_program_new, in order of
 * preference. */
typedef struct
{
  const char *name;
  /* Makes what the back end needs; NULL where it cannot run on this machine. */
  gpointer (*compile) (const ExprCode *code, ExprProgramFlags flags);
  void (*free) (gpointer compiled);
  /* What runs one segment over registers[n_registers]: a function, and in *code
   * what to give it. Of the fast segment it fills the outputs too; the slow one
   * has none. */
  ExprRun (*entry) (gconstpointer compiled, ExprSegment segment, gconstpointer *code);
  /* The same over rows of EXPR_LANES lanes, of which n_lanes, a multiple of 8,
   * count. */
  void (*run_batch) (gconstpointer compiled, ExprSegment segment, double *registers, int n_lanes);
} ExprBackend;

/* The byte-code machine; runs everywhere. */
extern const ExprBackend expr_machine_backend;

G_END_DECLS
