/* A completed run as data: its problem and all changes made during it. From these the run can be repeated bit for bit. One thread at a
 * time. */
#pragma once

#include "lab-problem.h"
#include "sim-run.h"

G_BEGIN_DECLS

/* A parameter that was changed during a run. */
typedef struct { double t; const char *name; double value; } LabParameterMove;

/* All pointers are borrowed. */
typedef struct
{
  LabProblem problem;            /* problem.t_end is the end time when the run was started, because the first step depends on it */
  const LabParameterMove *moves; /* in ascending order of t */
  int n_moves;
  const double *t;               /* stored times, n ≥ 1, strictly ascending; the first is problem.t_start */
  gsize n;
  const double *x_end;           /* states at t[n − 1], which the repeated run must reach; NULL: not checked */
  const GPtrArray *history;      /* SimRunChange: all changes, each with the number of steps before it; used instead of moves; or NULL */
  const SimTape *tape;           /* tape of the run, whose snapshots give fast access to late times; or NULL */
} LabRunRecord;

/* The state of a repeated run: index of the next change, and the current end time. Initialize it with { 0, problem.t_end }. */
typedef struct { int next; double t_end; } LabRunPlace;

/* Returns a simulator for the run, without a real-time rate. Call lab_run_record_apply (…, −1, …) and initialize it before the first step.
 * Returns NULL with an error on failure. */
SimSimulator *lab_run_record_simulator (const LabRunRecord *run, GError **error);
/* Applies the changes that are due after `steps` steps; −1: those before
 * initialization. Returns FALSE with an error if a change is refused. */
gboolean lab_run_record_apply (const LabRunRecord *run, SimSimulator *simulator, long steps, LabRunPlace *place, GError **error);
/* Applies the changes up to the n-th of the history, whatever their steps are.
 * Returns FALSE with an error if a change is refused. */
gboolean lab_run_record_apply_first (const LabRunRecord *run, SimSimulator *simulator, gsize n, LabRunPlace *place, GError **error);
/* Restores a snapshot of the run's tape in a new simulator of the run, with the
 * changes that precede it; NULL: initializes the simulator. Returns FALSE with
 * an error if the simulator has another method than the run had. */
gboolean lab_run_record_restore (const LabRunRecord *run, SimSimulator *simulator, GBytes *snapshot, LabRunPlace *place, GError **error);
/* Takes a step, before which it makes the changes that are due. Sets *more to
 * whether the repeated run goes on after the step. Returns FALSE with an error
 * if a change is refused. */
gboolean lab_run_record_step (const LabRunRecord *run, SimSimulator *simulator, LabRunPlace *place, gboolean *more, GError **error);
/* Returns the changes that were made before the attempt with this number; the
 * elements are borrowed. A run that has failed or ended may have been changed
 * after its last attempt, at the same number of steps. */
GPtrArray *lab_run_record_changes_before (const GPtrArray *history, gsize attempt);
/* Returns whether a change of the history is due after `steps` steps. */
gboolean lab_run_record_has_change (const LabRunRecord *run, long steps, const LabRunPlace *place);
/* Returns whether the states x are those at the end of the run. A difference
 * below 1e-9 (mixed absolute and relative) is accepted: it comes from rounding,
 * such as a different order of summation on another machine. A different method
 * or setting causes larger differences. */
gboolean lab_run_record_ends_at (const LabRunRecord *run, const double *x, int n_states);
/* Computes the states x at a time t of the simulator's last step. t_before and
 * x_before: time and state before that step. Returns FALSE if dense output
 * fails. */
gboolean lab_run_record_state_at (SimSimulator *simulator, double t, double t_before, const double *x_before, double *x);

G_END_DECLS
