/* How far apart two runs of a model are over time, or a run and the reference solution. Each run is made again, bit for bit, and asked through its dense
 * output at the times of both: nothing is read off between stored rows by straight lines. Any one thread. */
#pragma once

#include "lab-problem.h"
#include "sim-run.h"

G_BEGIN_DECLS

/* A parameter that was moved while a run went on. */
typedef struct { double t; const char *name; double value; } LabParameterMove;

/* A run that was made, as far as it takes to make it again. Borrowed throughout. */
typedef struct
{
  LabProblem problem;            /* t_end: the end that the run was given, which decides its first step */
  const LabParameterMove *moves; /* ascending */
  int n_moves;
  const double *t;               /* its stored times, n ≥ 1, ascending, each once; the first is problem.t_start */
  gsize n;
  const double *x_end;           /* states at t[n − 1]: what the repetition has to give; NULL: not checked */
  const GPtrArray *history;      /* of SimRunChange: all that was changed, each after the steps it followed, in place of moves; or NULL */
  const SimTape *tape;           /* of the run: its snapshots spare the way to a late time; or NULL */
} LabRunRecord;

/* How far a repetition is in what was changed, and the end that it goes for; begins as { 0, problem.t_end }. */
typedef struct { int next; double t_end; } LabRunPlace;
/* Makes the changes that are due after so many steps (−1: before it is initialized). FALSE with an error where one is refused. */
gboolean lab_run_record_apply (const LabRunRecord *run, SimSimulator *simulator, long steps, LabRunPlace *place, GError **error);

typedef struct
{
  int n_states;
  gsize n;
  double *t;        /* the times of both runs up to where the shorter one ends, thinned evenly beyond LAB_DIFFERENCE_TIMES of each */
  double *values;   /* n × n_states: a − b; NaN where one of them is not known */
  double t_known;   /* the last time at which some value is known; NaN: none */
  char *said;       /* against the reference solution: how it is known; else NULL */
} LabDifference;

#define LAB_DIFFERENCE_TIMES 10000

/* a − b; b NULL: a − reference (closed form, reference or two tight runs by other methods that agree, where they do so at first only, until they part).
 * NULL with an error: cancelled, no reference solution, or a run that cannot be made again because its settings were changed while it ran. Both need the same
 * states. */
LabDifference *lab_difference_new (const LabRunRecord *a, const LabRunRecord *b, const LabProgress *progress, GError **error);
void lab_difference_free (LabDifference *difference);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabDifference, lab_difference_free)

G_END_DECLS
