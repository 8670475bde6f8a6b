/* The interface of back ends, which execute register code. */
#pragma once

#include "expr-code.h"
#include "expr-run.h"

G_BEGIN_DECLS

/* Number of points (lanes) that a batch evaluates together. With 64 lanes the cost of dispatch is small, and the values of a model with
 * some hundred values fit into the second-level cache (500 values of 64 lanes are 256 KiB). */
#define EXPR_LANES 64

typedef enum
{
  EXPR_SEGMENT_SLOW,
  EXPR_SEGMENT_FAST
} ExprSegment;

/* The functions of a back end. expr_program_new uses the first back end that can run on this machine. */
typedef struct
{
  const char *name;
  /* Compiles register code. Returns NULL if the back end cannot run on this
   * machine, or if the thread asks to end (expr-look.h). It looks in loops over
   * instructions and over outputs, so all back ends look for the same code. */
  gpointer (*compile) (const ExprCode *code, ExprProgramFlags flags);
  void (*free) (gpointer compiled);
  /* Returns the function that runs a segment on registers[n_registers], and sets *code to
   * the first argument of this function. The fast segment also writes the outputs; the slow
   * segment has no outputs. */
  ExprRun (*entry) (gconstpointer compiled, ExprSegment segment, gconstpointer *code);
  /* Returns the number of cells that the functions of `entry` work in, at least code->n_registers, and sets constants[*n_constants] to numbers that must be in the cells
   * from *first_constant on; NULL: n_registers cells. */
  int (*cells) (gconstpointer compiled, const double **constants, int *n_constants, int *first_constant);
  /* Returns whether the first argument of the fast segment is the address of the inputs from code->first_row on, and `entry` sets no argument; NULL: it never is. */
  gboolean (*takes_row) (gconstpointer compiled);
  /* Runs a segment for many points. Each register is a row of EXPR_LANES numbers, of which the first
   * n_lanes, a multiple of 8, are used. Returns FALSE if the thread asked to end (expr-look.h), between parts of EXPR_LOOK_INSTRUCTIONS; the registers
   * then have no meaning. */
  gboolean (*run_batch) (gconstpointer compiled, ExprSegment segment, double *registers, int n_lanes);
} ExprBackend;

/* The back end that interprets byte code; it runs on every machine. */
extern const ExprBackend expr_machine_backend;

/* Computes the sines and cosines of n ≥ 8 numbers, with the bits of the functions for one number. sines and cosines may be NULL. */
void expr_machine_sines_and_cosines (const double *x, double *sines, double *cosines, gsize n);
/* Computes exp of n ≥ 8 numbers, with the bits of the function for one number. */
void expr_machine_exponentials (const double *x, double *values, gsize n);

/* Returns whether the processor has fused multiply-add, so that fused programs are fused. */
gboolean expr_machine_can_fuse (void);

G_END_DECLS
