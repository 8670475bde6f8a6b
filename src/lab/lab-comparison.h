/* A comparison: several integrators on one problem at equal cost, equal step or
 * equal accuracy, with the error of each over time and a classification of its
 * behaviour. A comparison belongs to its caller and does not change after it is
 * returned. Any one thread. */
#pragma once

#include "lab-problem.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_COMPARISON_COST,      /* value: right-hand-side evaluations; the step or accuracy of each method is searched */
  LAB_COMPARISON_STEP,      /* value: step size of all methods */
  LAB_COMPARISON_ACCURACY,  /* value: error at the end, for which step or accuracy are searched; without a reference there, the accuracy */
} LabComparisonRule;

typedef struct
{
  LabComparisonRule rule;
  double value;          /* > 0 */
  const char *x, *y;     /* columns of the phase plane in which periods and orbits are examined; NULL: the first two states */
  const char *invariant; /* output whose drift is measured; NULL: the first invariant of the model */
} LabComparisonTerms;

/* Behaviour of a run, from its errors, its size and the drift of its invariant.
 * lab-comparison-behaviour.c has the rules. */
typedef enum
{
  LAB_BEHAVIOUR_UNKNOWN,
  LAB_BEHAVIOUR_FAILS,
  LAB_BEHAVIOUR_STOPS,
  LAB_BEHAVIOUR_FOLLOWS_ORBIT, LAB_BEHAVIOUR_FOLLOWS, LAB_BEHAVIOUR_FOLLOWS_TO,
  LAB_BEHAVIOUR_SPIRALS_OUT_GAINS, LAB_BEHAVIOUR_SPIRALS_IN_LOSES,
  LAB_BEHAVIOUR_GAINS_EVERY, LAB_BEHAVIOUR_LOSES_EVERY,
  LAB_BEHAVIOUR_GAINS_SLOWLY, LAB_BEHAVIOUR_LOSES_SLOWLY,
  LAB_BEHAVIOUR_BOUNDED_PRECESSES, LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR, LAB_BEHAVIOUR_BOUNDED,
  LAB_BEHAVIOUR_SPIRALS_OUT, LAB_BEHAVIOUR_SPIRALS_IN,
  LAB_BEHAVIOUR_PHASE_ERROR, LAB_BEHAVIOUR_LEAVES,
  LAB_N_BEHAVIOURS
} LabBehaviour;
/* Returns an English phrase for translation by the caller. Its %s, if any, is
 * the name of the invariant; in FOLLOWS_TO the end time of the reference, in
 * LEAVES the time LabComparisonEntry.t_left. */
const char *lab_behaviour_phrase (LabBehaviour behaviour);

/* Whether a run has the requested cost, step or accuracy, and why not. A cost
 * is met within the cost of one step, or within 2 % where a search is long. */
typedef enum
{
  LAB_COMPARISON_MET,
  LAB_COMPARISON_LOOSEST,   /* the loosest accuracy costs more, has a smaller error, or is tighter than requested */
  LAB_COMPARISON_TIGHTEST,  /* the tightest accuracy costs less, has a larger error, or is looser than requested */
  LAB_COMPARISON_OWN_STEPS, /* the method chooses its steps itself */
  LAB_COMPARISON_NEAREST,   /* the nearest of the settings that were tried */
  LAB_COMPARISON_FAILED,    /* no run that was tried reached the end */
  LAB_N_COMPARISON_OUTCOMES
} LabComparisonOutcome;
/* Returns an English phrase for a table ("at its loosest accuracy"), for
 * translation by the caller; "" for MET and FAILED. */
const char *lab_comparison_outcome_phrase (LabComparisonOutcome outcome);

/* One method of a comparison. */
typedef struct
{
  const OdeMethod *method;
  gboolean fixed;          /* fixed steps of h; else error control with `accuracy` */
  double h, accuracy;      /* in use; NaN if not applicable */
  LabComparisonOutcome outcome;
  char *refused;           /* why the method cannot solve the model, else NULL; nothing below is valid then */
  LabRun run;
  double seconds;          /* solver time of the run without recording */
  SimTrajectory *trajectory; /* all steps with points between them for smooth curves; columns of the model */
  /* At step ends, thinned to at most LAB_COMPARISON_ROWS: */
  gsize n;
  double *t;
  double *invariant_error; /* |I − I₀| / |I₀|, absolute if I₀ = 0; NaN without an invariant */
  double *invariant_drift; /* the same with its sign */
  double *position_error;  /* Euclidean distance from the reference over the position states, or over all states if none is a position;
                            * NaN where the reference is not known */
  double largest_invariant_error, largest_position_error, final_position_error; /* NaN: not known; final: at the end of the reference */
  double t_left;           /* first time visibly away from the reference; NaN: never, or not known */
  LabBehaviour behaviour;
} LabComparisonEntry;

/* More rows than pixels of a plot. */
#define LAB_COMPARISON_ROWS 4000

typedef struct
{
  LabComparisonRule rule;
  double value, t_start, t_end;
  char *time_unit;         /* of the model; "": none */
  int x_column, y_column;  /* phase plane; −1: the model has too few states */
  int invariant_column;    /* −1: none */
  char *invariant_name;    /* "energy"; NULL: none */
  double period;           /* of the reference; NaN: not periodic */
  char *reference_source;  /* as LabReference.source, or why there is no reference */
  gboolean reference_known; /* at least until reference_end */
  double reference_end;    /* t_end, or earlier if the reference runs disagree or an event ends them; NaN: not known */
  gboolean reference_diverges; /* the reference ends because its runs disagree */
  SimTrajectory *reference; /* states at equally spaced times until reference_end; NULL if not known */
  gboolean has_positions;  /* errors are distances between positions; else over all states */
  double size;             /* half of the largest extent of the reference over the position states; NaN: not known */
  int n_entries;
  LabComparisonEntry *entries;
} LabComparison;

/* Integrates the problem with all methods. A method that cannot solve the model
 * has its reason in its entry. Progress is divided evenly between the reference
 * and the methods. NULL with an error: the model cannot be created, the terms
 * are invalid, or cancelled. */
LabComparison *lab_comparison_run (const LabProblem *problem, const OdeMethod *const *methods, int n_methods,
                                   const LabComparisonTerms *terms, const LabProgress *progress, GError **error);
/* Frees a comparison with its entries; NULL is allowed. */
void lab_comparison_free (LabComparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabComparison, lab_comparison_free)

G_END_DECLS
