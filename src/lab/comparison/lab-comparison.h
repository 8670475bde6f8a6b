/* A comparison of several integration methods on one problem, at equal cost, equal step or equal
 * accuracy. For each method it has the error over time and a classification of the behaviour. A
 * comparison is owned by the caller and does not change after it is returned. One thread at a time may
 * use it. */
#pragma once

#include "lab-problem.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_COMPARISON_COST,      /* `value` is the number of right-hand-side evaluations; the step or accuracy of each method is searched */
  LAB_COMPARISON_STEP,      /* `value` is the step size of all methods */
  /* `value` is the error at the end, for which the step or accuracy is searched; if there is no reference, it is the accuracy */
  LAB_COMPARISON_ACCURACY,
} LabComparisonRule;

typedef struct
{
  LabComparisonRule rule;
  double value;          /* the requested cost, step or error; > 0 */
  const char *x, *y;     /* columns of the phase plane that is searched for periods and orbits; NULL: the first two states */
  const char *invariant; /* name of the output whose drift is measured; NULL: the first invariant of the model */
} LabComparisonTerms;

/* Behaviour of a run, derived from its errors, its size and the drift of its invariant by the rules in
 * lab-comparison-behaviour.c. */
typedef enum
{
  LAB_BEHAVIOUR_UNKNOWN,
  LAB_BEHAVIOUR_FAILS,
  LAB_BEHAVIOUR_STOPS,
  LAB_BEHAVIOUR_FOLLOWS_ORBIT, LAB_BEHAVIOUR_FOLLOWS, LAB_BEHAVIOUR_FOLLOWS_TO,
  LAB_BEHAVIOUR_CONSERVES,
  LAB_BEHAVIOUR_SPIRALS_OUT_GAINS, LAB_BEHAVIOUR_SPIRALS_IN_LOSES,
  LAB_BEHAVIOUR_GAINS_EVERY, LAB_BEHAVIOUR_LOSES_EVERY,
  LAB_BEHAVIOUR_GAINS, LAB_BEHAVIOUR_LOSES,
  LAB_BEHAVIOUR_GAINS_SLOWLY, LAB_BEHAVIOUR_LOSES_SLOWLY,
  LAB_BEHAVIOUR_BOUNDED_PRECESSES, LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR, LAB_BEHAVIOUR_BOUNDED,
  LAB_BEHAVIOUR_SPIRALS_OUT, LAB_BEHAVIOUR_SPIRALS_IN,
  LAB_BEHAVIOUR_PHASE_ERROR, LAB_BEHAVIOUR_LEAVES,
  LAB_N_BEHAVIOURS
} LabBehaviour;
/* Returns an English phrase for a behaviour; the caller translates it. Its %s, if any, stands for the
 * name of the invariant; in FOLLOWS_TO for the end time of the reference, and in LEAVES for the time
 * t_left. */
const char *lab_behaviour_phrase (LabBehaviour behaviour);

/* States whether a run has the requested cost, step or error, and if not, the reason. A cost also counts as met if it differs by less than
 * the cost of one step, or by less than 2 % after a long search. */
typedef enum
{
  LAB_COMPARISON_MET,
  LAB_COMPARISON_LOOSEST,   /* even with its loosest accuracy the method costs more, or has a smaller error, than requested */
  LAB_COMPARISON_TIGHTEST,  /* even with its tightest accuracy the method costs less, or has a larger error, than requested */
  LAB_COMPARISON_OWN_STEPS, /* the method chooses its step sizes itself */
  LAB_COMPARISON_NEAREST,   /* the target was not met; the run is the nearest of all that were tried */
  LAB_COMPARISON_FAILED,    /* no run reached the end */
  LAB_N_COMPARISON_OUTCOMES
} LabComparisonOutcome;
/* Returns an English phrase for a table ("at its loosest accuracy"); the caller translates it. Returns "" for MET and
 * FAILED. */
const char *lab_comparison_outcome_phrase (LabComparisonOutcome outcome);

/* The run of one method in a comparison. */
typedef struct
{
  const OdeMethod *method;
  gboolean fixed;          /* TRUE: fixed steps of size h; FALSE: error control with `accuracy` */
  double h, accuracy;      /* the step size or accuracy used; the other one is NaN */
  LabComparisonOutcome outcome;
  char *refused;           /* reason why the method cannot solve the model, and then the members below are invalid; otherwise NULL */
  LabRun run;
  double seconds;          /* CPU time of the run in seconds, measured without recording */
  SimTrajectory *trajectory; /* columns of the model at the ends of all steps, and at times between them for smooth curves */
  /* Arrays of n values at ends of steps; n ≤ LAB_COMPARISON_ROWS. */
  gsize n;
  double *t;
  double *invariant_error; /* |I − I₀| / |I₀| of the invariant I, or |I − I₀| if I₀ = 0; NaN if there is no invariant */
  double *invariant_drift; /* the same quantity with its sign */
  /* Euclidean distance from the reference over the position states, or over all states if none is a position. NaN where the reference is
   * unknown. */
  double *position_error;
  /* The largest values of these errors, and the error at the end of the reference. NaN: unknown. */
  double largest_invariant_error, largest_position_error, final_position_error;
  double t_left;           /* first time at which the run visibly differs from the reference; NaN: never, or unknown */
  LabBehaviour behaviour;
} LabComparisonEntry;

/* Largest number of rows in the errors of an entry. It exceeds the width of a plot in pixels. */
#define LAB_COMPARISON_ROWS 4000

typedef struct
{
  LabComparisonRule rule;
  double value, t_start, t_end;
  char *time_unit;         /* unit of time of the model; "" if there is none */
  int x_column, y_column;  /* columns of the phase plane; −1: the model has too few states */
  int invariant_column;    /* index of the invariant's column; −1: none */
  char *invariant_name;    /* name of the invariant, such as "energy"; NULL: none */
  double period;           /* period of the reference, in units of time; NaN: it is not periodic */
  char *reference_source;  /* how the reference was computed (LabReference.source), or the reason why there is none */
  gboolean reference_known; /* TRUE if there is a reference; it is known up to reference_end */
  double reference_end;    /* end of the reference: t_end, or earlier if the reference runs disagree or an event ends them; NaN: unknown */
  gboolean reference_diverges; /* TRUE if the reference ends because its runs differ, or because only the first one has a value */
  SimTrajectory *reference; /* reference states at equally spaced times up to reference_end; NULL: unknown */
  gboolean has_positions;  /* TRUE: errors are distances between positions; FALSE: they use all states */
  /* half of the largest extent of the reference, over the position states or, without positions, all states; NaN: unknown */
  double size;
  int n_entries;
  LabComparisonEntry *entries;
} LabComparison;

/* Integrates the problem with all methods. If a method cannot solve the model, its entry has the reason. In the reported progress, the
 * reference and each method have equal parts. Returns NULL with an error if the model cannot be instantiated, an argument is invalid, or
 * the comparison is cancelled. */
LabComparison *lab_comparison_run (const LabProblem *problem, const OdeMethod *const *methods, int n_methods,
                                   const LabComparisonTerms *terms, const LabProgress *progress, GError **error);
/* Frees a comparison with its entries; NULL is allowed. */
void lab_comparison_free (LabComparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabComparison, lab_comparison_free)

G_END_DECLS
