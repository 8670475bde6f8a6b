/* Explains a run from its tape: which condition limited the steps, why a step failed, and what the user can do. The functions may be
 * called from any thread. */
#pragma once

#include "ode-settings.h"
#include "sim-tape.h"
#include "ode-method.h"

G_BEGIN_DECLS

/* The explanation names the component that most often had the largest error if it had the largest
 * error in at least this fraction of the attempts. */
#define SIM_TELLING_SHARE 0.25

/* An action for the user. The window shows it as a button. */
typedef enum
{
  SIM_ADVICE_NONE,
  SIM_ADVICE_IMPLICIT_METHOD,   /* select an implicit method, because stability limits the explicit method */
  SIM_ADVICE_LOOSEN_ACCURACY,
  SIM_ADVICE_TIGHTEN_ACCURACY,
  SIM_ADVICE_RAISE_MAX_STEP,
  SIM_ADVICE_LOWER_MIN_STEP,
  SIM_ADVICE_SMALLER_FIXED_STEP,
  SIM_ADVICE_MARK_EVENT,        /* describe the discontinuity of the right-hand side as an event */
  SIM_ADVICE_RAISE_STEP_LIMIT,
  SIM_ADVICE_BETTER_JACOBIAN,
  SIM_ADVICE_EXPLICIT_METHOD,   /* select an explicit method, which is faster because the problem is not stiff */
  SIM_ADVICE_STEADIER_CONTROLLER, /* select a controller that rejects fewer attempts */
  SIM_ADVICE_LOOK_AT_REJECTION,   /* show the rejected attempt with the largest error */
  SIM_ADVICE_LOOK_AT_EVENTS,
  SIM_ADVICE_GO_ON_AT_MIN_STEP,
  SIM_ADVICE_LOWER_MAX_STEP,      /* set a largest step with which steps do not pass over a change of the right-hand side */
  SIM_ADVICE_END_AT_SWITCHES,     /* end steps where conditions of the right-hand side change */
  SIM_ADVICE_INITIAL_VALUES,      /* correct the initial values, because they do not satisfy the equations */
} SimAdvice;

typedef struct
{
  gsize n_attempts, n_accepted;
  /* Fractions of the simulated time in which each condition limited the steps. Their sum is 1. `both`: accuracy and stability; `undecided`: one
   * of these two, which is not measured or which the counts do not decide; `growth`: the largest ratio of two successive steps. */
  double accuracy, stability, both, undecided, growth, max_step, min_step, events, switches, fixed;
  double stability_steps;   /* fraction of the accepted steps that stability limited */
  double rejected;          /* fraction of the attempts that were rejected */
  double rejected_newton, rejected_undefined;
  int worst_state;          /* index of the state that most often had the largest error; −1: none */
  double worst_share;       /* fraction of the attempts with an error estimate in which worst_state had the largest error */
  double stability_number;  /* median of h divided by the largest stable step; NaN: unknown */
  double worst_rejection_t, worst_rejection_error; /* time and error (in units of the tolerance) of the rejected attempt with the largest
                                                    * error; NaN: none */
  SimAdvice advice;
  char *sentence;           /* the cause, for example "The accuracy determines the step, as intended."; owned by the struct */
  char *next;               /* what to do or to look at, for example "An implicit method takes far larger steps."; owned by the struct */
} SimExplanation;
/* The largest stable step along a run by the eigenvalues of the Jacobian, at n ascending times. If h is NaN, every step is stable at this
 * time. */
typedef struct
{
  const double *t, *h;
  gsize n;
} SimStableSteps;
/* What limits the steps that the error test chooses, measured by repeating parts of the run with another tolerance (lab-step-probe.h). */
typedef struct
{
  const double *t, *exponent; /* exponent[i] holds from t[i] to t[i + 1] (n values, ascending t); 1: the number of steps follows the tolerance as
                               * tolerance^(−1/p); 0: it does not change; NaN: not measured */
  gsize n;
  double ratio;    /* steps with a tenth of the tolerance divided by the steps of the run, over all parts; NaN: too few steps */
  double order;    /* p */
  int64_t steps;   /* number of the run's steps in the parts */
  int64_t implicit_steps; /* number of steps of `implicit` in the same parts with the tolerance of the run; −1: not measured */
  const OdeMethod *implicit;
  double all_ratio; /* like `ratio`, for all accepted steps, with those that events and limits have shortened; 0: not counted */
  int64_t all_steps; /* number of all accepted steps of the run in the parts */
  double probed_order; /* p of the repetition, which differs for methods of variable order; 0: not measured */
  gboolean loosest; /* the accuracy asked for is looser than the method permits, so that the run used the loosest one; `ratio` is that to a tenth of it */
} SimResponse;

/* What the response says of a part of a run. */
typedef enum
{
  SIM_VERDICT_UNKNOWN,   /* not measured, or the counts do not decide */
  SIM_VERDICT_ACCURACY,  /* the number of steps follows the tolerance */
  SIM_VERDICT_BOTH,      /* the number of steps follows the tolerance in part, and the method is not stable for all steps */
  SIM_VERDICT_PARTLY,    /* the number of steps follows the tolerance in part, for another reason than stability */
  SIM_VERDICT_STABILITY, /* the number of steps does not depend on the tolerance, and the method is not stable for all steps */
  SIM_VERDICT_NEITHER,   /* the number of steps does not depend on the tolerance, for another reason than stability */
} SimVerdict;
/* Returns what an exponent says that was measured with `steps` steps of a method with error order `order`. */
SimVerdict sim_response_verdict_of (double exponent, int64_t steps, double order, const OdeMethod *method);
/* Returns what the response says of all measured parts of a run together. response may be NULL. */
SimVerdict sim_response_verdict (const SimResponse *response, const OdeMethod *method);

/* Explains what limited the attempts that start in [t0, t1]. names has the names of the
 * states for texts. names, stable and response may be NULL. Without a response it stays open whether accuracy or stability limits the steps that the error test
 * chose, unless every step of the method is stable. `stable` is used for fixed steps. Free the texts of the result with
 * sim_explanation_clear. If the thread is asked to end (expr-look.h), the rest of the attempts is left out. */
void sim_explain (const SimTape *tape, const OdeMethod *method, double t0, double t1, const char *const *names, const SimStableSteps *stable,
                  const SimResponse *response, SimExplanation *explanation);
/* Removes what refers to the event log, which is empty if the system has no events: then noise, tables and conditions of the right-hand side end the steps. */
void sim_explanation_without_events (SimExplanation *explanation);
/* Frees the texts of an explanation. */
void sim_explanation_clear (SimExplanation *explanation);

/* The causes of a failed step. */
typedef enum
{
  SIM_FAILURE_OTHER,        /* no further cause: the message of the status is sufficient */
  SIM_FAILURE_MIN_STEP,     /* the step became smaller than the minimum step of the settings */
  SIM_FAILURE_STIFF,        /* stability made the steps small */
  SIM_FAILURE_NEWTON,
  SIM_FAILURE_UNDEFINED,    /* the model has no finite value at or after this time */
  SIM_FAILURE_COLLAPSE,     /* the step size fell to nearly 0 at one time, because of a jump or a singularity */
  SIM_FAILURE_NO_PROGRESS,
  SIM_FAILURE_STEP_LIMIT,
  SIM_FAILURE_FIXED_STEP,
  SIM_FAILURE_INCONSISTENT,
  SIM_FAILURE_MEMORY,
} SimFailure;
/* The largest number of advised actions after a failure. */
#define SIM_MOST_REMEDIES 3

/* Explains why a step failed. response may be NULL; without it stability is not reported as a cause. Sets *evidence to a sentence about the last 50
 * attempts and *advice to a sentence, or to NULL; free both with g_free. Writes advised
 * actions to remedies, the best one first, and SIM_ADVICE_NONE after the last one. Returns the cause. */
SimFailure sim_explain_failure (const SimTape *tape, const OdeMethod *method, const OdeSettings *settings, OdeStatus status,
                                const char *const *names, const SimResponse *response, SimAdvice remedies[SIM_MOST_REMEDIES + 1],
                                char **evidence, char **advice);

/* Returns the length of the real stability interval of an explicit method: |R(z)| ≤
 * 1 for −length ≤ z ≤ 0. Returns +inf if it is the whole half line, NaN if the method
 * has no tableau. */
double sim_explain_stability_interval (const OdeMethod *method);

G_END_DECLS
