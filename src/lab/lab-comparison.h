/* A comparison: several integrators on one model at equal cost, equal step or equal accuracy, with their errors over time and what became of
 * each in words. Any one thread; a comparison belongs to its caller and does not change once it is returned. */
#pragma once

#include "lab-problem.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

typedef enum
{
  LAB_COMPARISON_COST,      /* value: right-hand-side evaluations; steps or accuracy follow */
  LAB_COMPARISON_STEP,      /* value: step size of all */
  LAB_COMPARISON_ACCURACY,  /* value: error at the end, for which step or accuracy are searched; where the reference solution is not known there, the accuracy */
} LabComparisonRule;

typedef struct
{
  LabComparisonRule rule;
  double value;          /* > 0 */
  const char *x, *y;     /* columns of the plane in which turns are looked for; NULL: the first two states */
  const char *invariant; /* output whose drift is the error; NULL: the model's first invariant */
} LabComparisonTerms;

/* What became of a run, from its errors, its size and the drift of its invariant. */
typedef enum
{
  LAB_BEHAVIOUR_UNKNOWN,
  LAB_BEHAVIOUR_FAILS,
  LAB_BEHAVIOUR_STOPS,
  LAB_BEHAVIOUR_FOLLOWS_ORBIT, LAB_BEHAVIOUR_FOLLOWS, LAB_BEHAVIOUR_FOLLOWS_TO,
  LAB_BEHAVIOUR_SPIRALS_OUT_GAINS, LAB_BEHAVIOUR_SPIRALS_IN_LOSES,
  LAB_BEHAVIOUR_GAINS_EVERY, LAB_BEHAVIOUR_LOSES_EVERY,
  LAB_BEHAVIOUR_GAINS_SLOWLY, LAB_BEHAVIOUR_LOSES_SLOWLY,
  LAB_BEHAVIOUR_BOUNDED_TURNS, LAB_BEHAVIOUR_BOUNDED_LATE, LAB_BEHAVIOUR_BOUNDED,
  LAB_BEHAVIOUR_SPIRALS_OUT, LAB_BEHAVIOUR_SPIRALS_IN,
  LAB_BEHAVIOUR_LATE, LAB_BEHAVIOUR_LEAVES,
  LAB_N_BEHAVIOURS
} LabBehaviour;
/* In English words; phrases with one %s name the invariant ("energy"), FOLLOWS_TO and LEAVES a time (the end of what is known of the reference solution;
 * LabComparisonEntry.t_left). For translation by the caller. */
const char *lab_behaviour_phrase (LabBehaviour behaviour);

/* Why a run does not have the asked cost, step or accuracy. A cost is met within one step of it, or where a search takes long within 2 %. */
typedef enum
{
  LAB_COMPARISON_MET,
  LAB_COMPARISON_LOOSEST,   /* the loosest accuracy costs more, has less of an error, or is tighter than the asked one */
  LAB_COMPARISON_TIGHTEST,  /* the tightest accuracy costs less, has more of an error, or is looser than the asked one */
  LAB_COMPARISON_OWN_STEPS, /* the method chooses its steps */
  LAB_COMPARISON_NEAREST,   /* the nearest of those that were tried */
  LAB_COMPARISON_FAILED,    /* no run that was tried reached the end */
  LAB_N_COMPARISON_OUTCOMES
} LabComparisonOutcome;
/* What the run is instead, in English words for a row of a table ("at its loosest accuracy"); "" for MET and FAILED. For translation by the caller. */
const char *lab_comparison_outcome_phrase (LabComparisonOutcome outcome);

typedef struct
{
  const OdeMethod *method;
  gboolean fixed;          /* fixed steps: h holds; else accuracy does */
  double h, accuracy;      /* in use; NaN where it does not apply */
  LabComparisonOutcome outcome;  /* whether that is what was asked */
  char *refused;           /* why the method cannot run the model, else NULL; nothing below holds then */
  LabRun run;              /* at the end */
  double seconds;          /* solver time of the run alone, without recording */
  SimTrajectory *trajectory; /* steps with points between for smooth curves; columns as the model's */
  /* At ends of steps, thinned to at most LAB_COMPARISON_ROWS: */
  gsize n;
  double *t;
  double *invariant_error; /* |I − I₀| / |I₀| (/ 1 where I₀ is 0); NaN without an invariant */
  double *invariant_drift; /* the same with its sign */
  double *position_error;  /* distance from the reference solution over the position states (all, where none is a position); NaN without reference */
  double largest_invariant_error, largest_position_error, final_position_error; /* NaN: not known; final: where the reference solution ends */
  double t_left;           /* when it was first visibly away from the reference solution; NaN: never, or not known */
  LabBehaviour behaviour;
} LabComparisonEntry;

#define LAB_COMPARISON_ROWS 4000

typedef struct
{
  LabComparisonRule rule;
  double value, t_start, t_end;
  char *time_unit;         /* of the model; "": none */
  int x_column, y_column;  /* −1: the model has one state only */
  int invariant_column;    /* −1: none */
  char *invariant_name;    /* "energy"; NULL: none */
  double period;           /* of a turn of the reference solution; NaN: no steady turns */
  char *reference_source;        /* how the reference solution is known, or why it is not */
  gboolean reference_known;    /* at least until reference_end */
  double reference_end;        /* t_end, or earlier: where two tight runs part or end; NaN where not known */
  gboolean reference_diverges;    /* they part there, for the problem amplifies errors; else an event or a failure ends them */
  SimTrajectory *reference;    /* states of the reference solution at equal times until reference_end; NULL where not known */
  gboolean has_positions;  /* the model has states of that kind, and errors are distances between them; else of all states */
  double size;             /* half the largest extent of the reference solution in the position states; NaN unknown */
  int n_entries;
  LabComparisonEntry *entries;
} LabComparison;

/* Runs all methods. The shares of progress are spread evenly over the methods. NULL with an error: the model cannot be made, the terms are
 * wrong, or cancelled. A method that refuses the model or fails on the way has its reason in its entry. */
LabComparison *lab_comparison_run (const LabProblem *problem, const OdeMethod *const *methods, int n_methods, const LabComparisonTerms *terms,
                       const LabProgress *progress, GError **error);
void lab_comparison_free (LabComparison *comparison);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabComparison, lab_comparison_free)

/* Whether a method's steps follow from its error estimate unless told otherwise. */
gboolean lab_comparison_method_adapts (const OdeMethod *method);

G_END_DECLS
