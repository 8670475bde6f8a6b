/* A completed run as data: its problem and all changes made during the run. This suffices to repeat the run bit for bit. One thread at a
 * time may use it. */
#pragma once

#include "lab-problem.h"
#include "sim-run.h"

G_BEGIN_DECLS

/* A change of a parameter during a run. */
typedef struct { double t; const char *name; double value; } LabParameterMove;

/* The record of a run. All pointers are borrowed. */
typedef struct
{
  LabProblem problem;            /* the problem; its t_end is that at the start of the run, on which the first step depends */
  const LabParameterMove *moves; /* n_moves changes, in ascending order of t */
  int n_moves;
  const double *t;               /* n ≥ 1 stored times, strictly ascending; the first is problem.t_start */
  gsize n;
  const double *x_end;           /* states at t[n − 1], which the repeated run must reach; NULL: not checked */
  const GPtrArray *history;      /* SimRunChange: all changes, each with the number of steps before it; replaces `moves`; may be NULL */
  const SimTape *tape;           /* tape of the run, whose snapshots give fast access to late times; may be NULL */
} LabRunRecord;

/* Position in a repeated run: index of the next change, and the current end time. Initialize it with { 0, problem.t_end }. */
typedef struct { int next; double t_end; } LabRunPlace;

/* Returns a simulator for the run, without a real-time rate. Before the first step, call lab_run_record_apply (…, −1, …) and initialize the
 * simulator. Returns NULL with an error. */
SimSimulator *lab_run_record_simulator (const LabRunRecord *run, GError **error);
/* Applies the changes that are due after `steps` steps; −1: those before initialization. Returns FALSE with an error if a change is
 * refused. */
gboolean lab_run_record_apply (const LabRunRecord *run, SimSimulator *simulator, gint64 steps, LabRunPlace *place, GError **error);
/* Applies the first n changes of the history, whatever their numbers of steps are. Returns FALSE with an error if a change is
 * refused. */
gboolean lab_run_record_apply_first (const LabRunRecord *run, SimSimulator *simulator, gsize n, LabRunPlace *place, GError **error);
/* Applies the changes that precede a snapshot of the run's tape to a new simulator, and restores the snapshot. If
 * snapshot is NULL, initializes the simulator. Returns FALSE with an error if the simulator has another method than the
 * run had. */
gboolean lab_run_record_restore (const LabRunRecord *run, SimSimulator *simulator, GBytes *snapshot, LabRunPlace *place, GError **error);
/* Applies the changes that are due, and takes a step. Sets *more to whether the
 * repeated run continues after the step. Returns FALSE with an error if a change is
 * refused. */
gboolean lab_run_record_step (const LabRunRecord *run, SimSimulator *simulator, LabRunPlace *place, gboolean *more, GError **error);
/* Returns the changes that were made before attempt number `attempt`; the elements are borrowed. A run that
 * has failed or ended may have been changed after its last attempt; such changes have the same number of
 * steps. */
GPtrArray *lab_run_record_changes_before (const GPtrArray *history, gsize attempt);
/* Returns whether parameters or states were changed during the run. */
gboolean lab_run_record_has_moves (const LabRunRecord *run);
/* Returns whether a change of the history is due after `steps` steps. */
gboolean lab_run_record_has_change (const LabRunRecord *run, gint64 steps, const LabRunPlace *place);
/* Returns whether the states x are those at the end of the run. A difference below 1e-9
 * (mixed absolute and relative) is accepted, since it can come from rounding errors, such as
 * another order of summation on another machine. Another method or setting causes larger
 * differences. */
gboolean lab_run_record_ends_at (const LabRunRecord *run, const double *x, int n_states);
/* Computes the states x at a time t in the simulator's last step. t_before and
 * x_before are the time and states before that step. Returns FALSE if dense output
 * fails. */
gboolean lab_run_record_state_at (SimSimulator *simulator, double t, double t_before, const double *x_before, double *x);

G_END_DECLS
