/* Explanation of a run from its tape: which condition limits the steps, why a step failed, and what the user can do. Any thread. */
#pragma once

#include "ode-settings.h"
#include "sim-tape.h"
#include "ode-method.h"

G_BEGIN_DECLS

/* The component with the largest error is named if it has the largest error in at least this fraction of the attempts. */
#define SIM_TELLING_SHARE 0.25

/* An action for the user; the window offers it as a button. */
typedef enum
{
  SIM_ADVICE_NONE,
  SIM_ADVICE_IMPLICIT_METHOD,   /* stability limits an explicit method */
  SIM_ADVICE_LOOSEN_ACCURACY,
  SIM_ADVICE_TIGHTEN_ACCURACY,
  SIM_ADVICE_RAISE_MAX_STEP,
  SIM_ADVICE_LOWER_MIN_STEP,
  SIM_ADVICE_SMALLER_FIXED_STEP,
  SIM_ADVICE_MARK_EVENT,        /* describe a discontinuity as an event */
  SIM_ADVICE_RAISE_STEP_LIMIT,
  SIM_ADVICE_BETTER_JACOBIAN,
  SIM_ADVICE_EXPLICIT_METHOD,   /* the problem is not stiff */
  SIM_ADVICE_STEADIER_CONTROLLER, /* too many attempts are rejected */
  SIM_ADVICE_LOOK_AT_REJECTION,   /* show the rejected attempt with the largest error */
  SIM_ADVICE_LOOK_AT_EVENTS,
  SIM_ADVICE_GO_ON_AT_MIN_STEP,
  SIM_ADVICE_INITIAL_VALUES,      /* the initial values do not satisfy the equations */
} SimAdvice;

typedef struct
{
  gsize n_attempts, n_accepted;
  /* Fraction of the simulated time in which each condition limited the steps; their sum is 1. */
  double accuracy, stability, max_step, min_step, events, fixed;
  double stability_steps;   /* fraction of the accepted steps that stability limited */
  double rejected;          /* fraction of the attempts */
  double rejected_newton, rejected_undefined;
  int worst_state;          /* state that had the largest error most often, −1: none */
  double worst_share;       /* in this fraction of the attempts that have an estimate */
  double stability_number;  /* median of h divided by the largest stable step; NaN: unknown */
  double worst_rejection_t, worst_rejection_error; /* the rejected attempt with the largest error, in units of the tolerance; NaN: none */
  SimAdvice advice;
  char *sentence;           /* the cause, "The accuracy determines the step, as intended."; owned */
  char *next;               /* what to do or to look at, "An implicit method takes far larger steps."; owned */
} SimExplanation;
/* The largest stable step along a run, at n ascending times. It replaces the estimate of ρ for methods that have none, such as those of one
 * stage. h NaN: every step is stable there. */
typedef struct
{
  const double *t, *h;
  gsize n;
} SimStableSteps;
/* Explains what limited the attempts that start in [t0, t1]. names and stable
 * may be NULL. Free the result with sim_explanation_clear. */
void sim_explain (const SimTape *tape, const OdeMethod *method, double t0, double t1, const char *const *names, const SimStableSteps *stable,
                  SimExplanation *explanation);
/* Frees the texts of an explanation. */
void sim_explanation_clear (SimExplanation *explanation);

/* Cause of a failed step. */
typedef enum
{
  SIM_FAILURE_OTHER,        /* the message of the status says all */
  SIM_FAILURE_MIN_STEP,     /* the minimum step of the settings */
  SIM_FAILURE_STIFF,        /* stability made the steps small */
  SIM_FAILURE_NEWTON,
  SIM_FAILURE_UNDEFINED,    /* the model has no finite value at or after this time */
  SIM_FAILURE_COLLAPSE,     /* the step fell to nearly 0 at one time: a jump or a singularity */
  SIM_FAILURE_NO_PROGRESS,
  SIM_FAILURE_STEP_LIMIT,
  SIM_FAILURE_FIXED_STEP,
  SIM_FAILURE_INCONSISTENT,
  SIM_FAILURE_MEMORY,
} SimFailure;
/* Largest number of remedies of one failure. */
#define SIM_MOST_REMEDIES 3

/* Explains why a step failed. Sets *evidence to what the last 50 attempts show
 * and *advice to a sentence, each NULL where there is nothing to say, free with
 * g_free; remedies is ended by SIM_ADVICE_NONE, best first. */
SimFailure sim_explain_failure (const SimTape *tape, const OdeMethod *method, const OdeSettings *settings, OdeStatus status,
                                const char *const *names, SimAdvice remedies[SIM_MOST_REMEDIES + 1], char **evidence, char **advice);

/* Returns the length of the real stability interval of an explicit method,
 * |R(z)| ≤ 1 for −length ≤ z ≤ 0; +inf for the whole half line, NaN where the
 * method has no tableau. */
double sim_explain_stability_interval (const OdeMethod *method);

G_END_DECLS
