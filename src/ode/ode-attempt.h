/* The record of one attempted step, which the tape keeps. It is plain data
 * without pointers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  ODE_ATTEMPT_ACCEPTED,
  ODE_ATTEMPT_REJECTED_ERROR,
  ODE_ATTEMPT_REJECTED_NEWTON,
  ODE_ATTEMPT_REJECTED_UNDEFINED,
  ODE_ATTEMPT_CUT_BY_EVENT,  /* accepted, then repeated to end at an event inside it; this is the record of the long step */
  ODE_ATTEMPT_STOPPED,
} OdeOutcome;

/* The rule that determined the next step size: the last one that limited it. */
typedef enum
{
  ODE_CLAMP_NONE,
  ODE_CLAMP_SHRINK,  /* smallest allowed ratio of step sizes */
  ODE_CLAMP_GROWTH,  /* largest allowed ratio of step sizes, or no growth after a rejection */
  ODE_CLAMP_MAX_STEP,
  ODE_CLAMP_MIN_STEP,
  ODE_CLAMP_EVENT,   /* this step was cut to end at a scheduled event */
  ODE_CLAMP_END,     /* this step was cut to end at the end time */
  ODE_CLAMP_FIXED,
  ODE_CLAMP_HYSTERESIS,
} OdeClamp;

/* Purpose of evaluations of the right-hand side. */
typedef enum
{
  ODE_RHS_STAGES,   /* stages of accepted steps */
  ODE_RHS_REJECTED, /* stages of rejected attempts */
  ODE_RHS_ERROR,    /* only for the error estimate */
  ODE_RHS_JACOBIAN, /* for differences that approximate a Jacobian */
  ODE_RHS_EVENTS,   /* repeated steps that end at events */
  ODE_RHS_DENSE,    /* extra stages of dense output */
  ODE_RHS_STARTUP,  /* first step size and restarts */
  ODE_RHS_N_PURPOSES,
} OdePurpose;

#define ODE_ATTEMPT_WORST 3

typedef struct
{
  double t;          /* start of the attempt */
  double h;          /* step size of the attempt */
  double error;      /* norm of the estimate over the tolerance, ≤ 1 accepts; NaN if there is none */
  double h_proposed; /* the controller's raw proposal before clamps */
  double h_next;     /* step size that will be tried next */
  double worst_error[ODE_ATTEMPT_WORST]; /* scaled |error| of the worst components, descending; 0 for unused entries */
  int32_t worst[ODE_ATTEMPT_WORST];      /* indices of these components; −1 for unused entries */
  float contraction;          /* last contraction rate θ of Newton's method; 0 without one */
  float spectral_radius;      /* estimate of the largest |λ| of J if the method has one at no cost, else 0 */
  uint16_t rhs[ODE_RHS_N_PURPOSES]; /* evaluations of this attempt by purpose */
  uint16_t newton_iterations;
  uint16_t jacobian_age;      /* accepted steps since the Jacobian was taken */
  uint8_t outcome;            /* OdeOutcome */
  uint8_t clamp;              /* OdeClamp */
  uint8_t order;              /* order used */
  uint8_t status;             /* |OdeStatus| of a failed attempt, else 0 */
  uint8_t new_jacobian;       /* 1: the attempt evaluated a Jacobian */
  uint8_t new_factors;        /* 1: the attempt factored a matrix */
} OdeAttempt;

/* Data of one Newton iteration, reported while the iteration runs. */
typedef struct
{
  int iteration; /* counted from 1 */
  double norm;   /* norm of the update; at most the tolerance when the update is small enough */
  double theta;  /* contraction rate; 0 in the first iteration */
  bool last;     /* the iteration converged or was given up */
  bool converged;
} OdeNewtonIterate;

typedef void (*OdeNewtonFunc) (void *user, const OdeNewtonIterate *iterate);

/* Called once for each attempt, on the integrating thread, before the attempt
 * takes effect. */
typedef void (*OdeAttemptFunc) (void *user, const OdeAttempt *attempt);
