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
  LAB_COMPARISON_COST,      /* value is the number of right-hand-side evaluations; the step or accuracy of each method is searched */
  LAB_COMPARISON_STEP,      /* value is the step size of all methods */
  LAB_COMPARISON_ACCURACY,  /* value is the error at the end, for which the step or accuracy is searched; without a reference, value is the
                             * accuracy */
} LabComparisonRule;

typedef struct
{
  LabComparisonRule rule;
  double value;          /* > 0 */
  const char *x, *y;     /* columns of the phase plane that is searched for periods and orbits; NULL: the first two states */
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
/* Returns an English phrase that the caller translates. Its %s, if any, is the
 * name of the invariant; in FOLLOWS_TO it is the end time of the reference, and
 * in LEAVES the time LabComparisonEntry.t_left. */
const char *lab_behaviour_phrase (LabBehaviour behaviour);

/* Tells whether a run has the requested cost, step or accuracy, and otherwise the reason. A cost counts as met if it differs by less than
 * the cost of one step, or by less than 2 % after a long search. */
typedef enum
{
  LAB_COMPARISON_MET,
  LAB_COMPARISON_LOOSEST,   /* even at its loosest accuracy the method costs more or has a smaller error than requested */
  LAB_COMPARISON_TIGHTEST,  /* at its tightest accuracy the cost is still below, or the error above, the request */
  LAB_COMPARISON_OWN_STEPS, /* the method chooses its steps itself */
  LAB_COMPARISON_NEAREST,   /* the nearest of all settings that were tried */
  LAB_COMPARISON_FAILED,    /* no run reached the end */
  LAB_N_COMPARISON_OUTCOMES
} LabComparisonOutcome;
/* Returns an English phrase for a table ("at its loosest accuracy"), for
 * translation by the caller; "" for MET and FAILED. */
const char *lab_comparison_outcome_phrase (LabComparisonOutcome outcome);

/* One method of a comparison. */
typedef struct
{
  const OdeMethod *method;
  gboolean fixed;          /* fixed steps of size h; otherwise error control with `accuracy` */
  double h, accuracy;      /* values used; NaN if not applicable */
  LabComparisonOutcome outcome;
  char *refused;           /* reason why the method cannot solve the model, else NULL; the members below are then invalid */
  LabRun run;
  double seconds;          /* solver time of the run, measured without recording */
  SimTrajectory *trajectory; /* columns of the model at all steps, with rows between them for smooth curves */
  /* The arrays have n values at ends of steps, at most LAB_COMPARISON_ROWS: */
  gsize n;
  double *t;
  double *invariant_error; /* |I − I₀| / |I₀|, or |I − I₀| if I₀ = 0; NaN if there is no invariant */
  double *invariant_drift; /* the same with its sign */
  double *position_error;  /* Euclidean distance from the reference over the position states, or over all states if none is a position;
                              NaN where the reference is unknown */
  double largest_invariant_error, largest_position_error, final_position_error; /* NaN: unknown; final: the error at the end of the
                                                                                   reference */
  double t_left;           /* first time at which the run visibly differs from the reference; NaN: never, or unknown */
  LabBehaviour behaviour;
} LabComparisonEntry;

/* The largest number of rows in the errors of an entry. It is larger than the number of pixels of a plot. */
#define LAB_COMPARISON_ROWS 4000

typedef struct
{
  LabComparisonRule rule;
  double value, t_start, t_end;
  char *time_unit;         /* unit of time in the model; "": none */
  int x_column, y_column;  /* columns of the phase plane; −1: the model has too few states */
  int invariant_column;    /* −1: none */
  char *invariant_name;    /* name of the invariant, such as "energy"; NULL: none */
  double period;           /* period of the reference; NaN: it is not periodic */
  char *reference_source;  /* as LabReference.source, or the reason why there is no reference */
  gboolean reference_known; /* the reference is known up to reference_end */
  double reference_end;    /* t_end, or earlier if the reference runs disagree or an event ends them; NaN: unknown */
  gboolean reference_diverges; /* the reference ends because its runs disagree */
  SimTrajectory *reference; /* states at equally spaced times until reference_end; NULL if unknown */
  gboolean has_positions;  /* errors are distances between positions; otherwise they use all states */
  double size;             /* half of the largest extent of the reference, over the position states; NaN: unknown */
  int n_entries;
  LabComparisonEntry *entries;
} LabComparison;

/* Integrates the problem with all methods. If a method cannot solve the model, its entry states the reason. The reference and each method
 * get equal parts of the progress. Returns NULL with an error if the model cannot be created, if the arguments are invalid, or if it is
 * cancelled. */
LabComparison *lab_comparison_run (const LabProblem *problem, const OdeMethod *const *methods, int n_methods,
                                   const LabComparisonTerms *terms, const LabProgress *progress, GError **error);
/* Frees a comparison with its entries; NULL is allowed. */
void lab_comparison_free (LabComparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabComparison, lab_comparison_free)

G_END_DECLS
