/* What limits the step, and what to do about it: read from the tape. Any
 * thread. */
#pragma once

#include "ode-settings.h"
#include "sim-tape.h"
#include "ode-method.h"

G_BEGIN_DECLS

/* Of many components, one that decides less than this share of the errors says
 * nothing. */
#define SIM_TELLING_SHARE 0.25

/* What the user may do; the window offers it as a button. */
typedef enum
{
  SIM_ADVICE_NONE,
  SIM_ADVICE_IMPLICIT_METHOD,   /* stability limits an explicit method */
  SIM_ADVICE_LOOSEN_ACCURACY,
  SIM_ADVICE_TIGHTEN_ACCURACY,
  SIM_ADVICE_RAISE_MAX_STEP,
  SIM_ADVICE_LOWER_MIN_STEP,
  SIM_ADVICE_SMALLER_FIXED_STEP,
  SIM_ADVICE_MARK_EVENT,        /* a discontinuity without an event */
  SIM_ADVICE_RAISE_STEP_LIMIT,
  SIM_ADVICE_BETTER_JACOBIAN,
  SIM_ADVICE_EXPLICIT_METHOD,   /* an implicit method where nothing is stiff */
  SIM_ADVICE_STEADIER_CONTROLLER, /* too many attempts are thrown away */
  SIM_ADVICE_LOOK_AT_REJECTION,   /* at the worst one */
  SIM_ADVICE_LOOK_AT_EVENTS,
  SIM_ADVICE_GO_ON_AT_MIN_STEP,
  SIM_ADVICE_INITIAL_VALUES,      /* no consistent start */
} SimAdvice;

typedef struct
{
  gsize n_attempts, n_accepted;
  double accuracy, stability, max_step, min_step, events, fixed; /* what decided the steps: shares of the simulated time, which sum to 1 */
  double stability_steps;   /* share of the accepted steps that stability decided */
  double rejected;          /* share of attempts */
  double rejected_newton, rejected_undefined;
  int worst_state;          /* most often the limiting component, −1 */
  double worst_share;       /* of attempts with an estimate */
  double stability_number;  /* median of h over the largest stable step; NaN where that is not known */
  double worst_rejection_t, worst_rejection_error; /* the rejected attempt with the largest error over its tolerance; NaN: none */
  SimAdvice advice;
  char *sentence;           /* the cause, "The accuracy determines the step, as intended."; owned */
  char *next;               /* what to do or to look at, "An implicit method takes far larger steps."; owned */
} SimExplanation;
/* The largest stable step along a run, at ascending times: for methods whose
 * attempts carry no estimate of ρ, which takes two stages at least. h NaN:
 * whatever step was allowed is stable there. */
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

/* What stood behind a failed step. */
typedef enum
{
  SIM_FAILURE_OTHER,        /* said in words by the status alone */
  SIM_FAILURE_MIN_STEP,     /* a minimum that was asked for */
  SIM_FAILURE_STIFF,        /* stability made the steps small */
  SIM_FAILURE_NEWTON,
  SIM_FAILURE_UNDEFINED,    /* no finite value of the model, or none beyond this time */
  SIM_FAILURE_COLLAPSE,     /* onto one time: a jump or a singularity */
  SIM_FAILURE_NO_PROGRESS,
  SIM_FAILURE_STEP_LIMIT,
  SIM_FAILURE_FIXED_STEP,
  SIM_FAILURE_INCONSISTENT,
  SIM_FAILURE_MEMORY,
} SimFailure;
/* Most things that can be tried. */
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
