/* The record of one attempted step. The tape (sim-tape.h) stores one for each attempt. The record is plain
 * data without pointers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  ODE_ATTEMPT_ACCEPTED,
  ODE_ATTEMPT_REJECTED_ERROR,
  ODE_ATTEMPT_REJECTED_NEWTON,
  ODE_ATTEMPT_REJECTED_UNDEFINED,
  ODE_ATTEMPT_CUT_BY_EVENT,  /* the step was accepted, then repeated with a smaller h to end at an event inside it, or, if the clamp is
                              * ODE_CLAMP_SWITCH, at a switch; this record describes the first, longer step */
  ODE_ATTEMPT_STOPPED,
} OdeOutcome;

/* The rule that determined the next step size. If several rules limited it, this is the last one that was applied. */
typedef enum
{
  ODE_CLAMP_NONE,
  ODE_CLAMP_SHRINK,  /* the smallest allowed ratio of two successive step sizes */
  ODE_CLAMP_GROWTH,  /* the largest allowed ratio of two successive step sizes, or the rule that a step must not grow after a rejection */
  ODE_CLAMP_MAX_STEP,
  ODE_CLAMP_MIN_STEP,
  ODE_CLAMP_EVENT,   /* this step was cut to end at a scheduled event */
  ODE_CLAMP_END,     /* this step was cut to end at the end time */
  ODE_CLAMP_FIXED,
  ODE_CLAMP_HYSTERESIS,
  ODE_CLAMP_SWITCH,  /* this step was cut to end where a condition of the right-hand side changes */
  ODE_CLAMP_METHOD,  /* the method chose another size than the controller, together with the order of the next step */
  ODE_CLAMP_N_KINDS,
} OdeClamp;

/* The purpose of an evaluation of the right-hand side. */
typedef enum
{
  ODE_RHS_STAGES,   /* stages of accepted steps */
  ODE_RHS_REJECTED, /* stages of rejected attempts */
  ODE_RHS_ERROR,    /* evaluations that only the error estimate needs */
  ODE_RHS_JACOBIAN, /* differences that approximate a Jacobian */
  ODE_RHS_EVENTS,   /* steps that are repeated to end at an event */
  ODE_RHS_DENSE,    /* extra stages of dense output */
  ODE_RHS_STARTUP,  /* choice of the first step size, and restarts after events */
  ODE_RHS_N_PURPOSES,
} OdePurpose;

#define ODE_ATTEMPT_WORST 3

typedef struct
{
  double t;          /* start time of the attempt */
  double h;          /* step size of the attempt */
  double error;      /* norm of the error estimate divided by the tolerance; ≤ 1: accepted; NaN: no estimate */
  double h_proposed; /* step size that the controller proposed, before limits were applied */
  double h_next;     /* step size that will be tried next */
  double worst_error[ODE_ATTEMPT_WORST]; /* scaled |error| of the worst components, descending; 0 for unused entries */
  int32_t worst[ODE_ATTEMPT_WORST];      /* indices of these components; −1 for unused entries */
  float contraction;          /* contraction rate θ of the last Newton iteration; 0: no Newton iteration */
  float spectral_radius;      /* estimate of the largest |λ| of the Jacobian, if the method computes one anyway; otherwise 0 */
  uint16_t rhs[ODE_RHS_N_PURPOSES]; /* number of evaluations in this attempt, by purpose */
  uint16_t newton_iterations;
  uint16_t jacobian_age;      /* number of accepted steps since the Jacobian was evaluated */
  uint8_t outcome;            /* an OdeOutcome */
  uint8_t clamp;              /* an OdeClamp */
  uint8_t order;              /* order of the method in this attempt */
  uint8_t accuracy_order;     /* p in h ∝ accuracy^(1/p), where accuracy limits the step; 0: unknown */
  uint8_t status;             /* absolute value of the OdeStatus with which the attempt failed; 0: it did not fail */
  uint8_t new_jacobian;       /* 1: the attempt evaluated a Jacobian */
  uint8_t new_factors;        /* 1: the attempt factored a matrix */
} OdeAttempt;

/* The integrator calls this function once for each attempt, on its own thread, before it accepts or rejects the
 * attempt. */
typedef void (*OdeAttemptFunc) (void *user, const OdeAttempt *attempt);
