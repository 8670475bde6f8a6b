/* A completed run as data: its problem and all changes made while it ran, from
 * which it is repeated bit for bit. Any one thread. */
#pragma once

#include "lab-problem.h"
#include "sim-run.h"

G_BEGIN_DECLS

/* A parameter that was changed during a run. */
typedef struct { double t; const char *name; double value; } LabParameterMove;

/* All pointers are borrowed. */
typedef struct
{
  LabProblem problem;            /* t_end: the end time at the start of the run, on which its first step depends */
  const LabParameterMove *moves; /* in ascending order of t */
  int n_moves;
  const double *t;               /* stored times, n ≥ 1, strictly ascending; the first is problem.t_start */
  gsize n;
  const double *x_end;           /* states at t[n − 1], which a repetition must reach; NULL: not checked */
  const GPtrArray *history;      /* of SimRunChange: all changes, each with the number of steps before it; used in place of moves; or NULL */
  const SimTape *tape;           /* tape of the run, whose snapshots shorten the way to a late time; or NULL */
} LabRunRecord;

/* The next change of a repetition, and its end time. Begins as { 0,
 * problem.t_end }. */
typedef struct { int next; double t_end; } LabRunPlace;

/* Returns a simulator of the run without real-time pacing, which
 * lab_run_record_apply (…, −1, …) and an initialization make ready. NULL with
 * an error. */
SimSimulator *lab_run_record_simulator (const LabRunRecord *run, GError **error);
/* Applies the changes that are due after `steps` steps; −1: before
 * initialization. FALSE with an error if one is refused. */
gboolean lab_run_record_apply (const LabRunRecord *run, SimSimulator *simulator, long steps, LabRunPlace *place, GError **error);
/* Returns whether the states x are those at the end of the run. A difference
 * below 1e-9 (mixed absolute and relative) is rounding, as from another order
 * of a sum on another machine; a change of method or settings gives more. */
gboolean lab_run_record_ends_at (const LabRunRecord *run, const double *x, int n_states);
/* Computes the states x at t in [t_before, now], where t_before and x_before
 * are those before the last step of the simulator. FALSE if dense output fails.
 */
gboolean lab_run_record_state_at (SimSimulator *simulator, double t, double t_before, const double *x_before, double *x);

G_END_DECLS
