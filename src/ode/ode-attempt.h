/* What one attempted step was: the record the tape keeps. Plain data, no
 * pointers. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

typedef enum
{
  ODE_ATTEMPT_ACCEPTED,
  ODE_ATTEMPT_REJECTED_ERROR,
  ODE_ATTEMPT_REJECTED_NEWTON,
  ODE_ATTEMPT_REJECTED_UNDEFINED,
  ODE_ATTEMPT_CUT_BY_EVENT,  /* accepted, then re-taken to an event inside it; the record of the long step */
  ODE_ATTEMPT_STOPPED,
} OdeOutcome;

/* Which rule had the last word on the next step size. */
typedef enum
{
  ODE_CLAMP_NONE,
  ODE_CLAMP_SHRINK,  /* smallest allowed ratio */
  ODE_CLAMP_GROWTH,  /* largest allowed ratio, or no growth after a rejection */
  ODE_CLAMP_MAX_STEP,
  ODE_CLAMP_MIN_STEP,
  ODE_CLAMP_EVENT,   /* this step was cut to end at a scheduled event */
  ODE_CLAMP_END,     /* this step was cut to end at the end time */
  ODE_CLAMP_FIXED,
  ODE_CLAMP_HYSTERESIS,
} OdeClamp;

/* Why right-hand sides were evaluated. */
typedef enum
{
  ODE_RHS_STAGES,   /* in accepted steps */
  ODE_RHS_REJECTED, /* in attempts that were thrown away */
  ODE_RHS_ERROR,    /* for the error estimate alone */
  ODE_RHS_JACOBIAN, /* differences */
  ODE_RHS_EVENTS,   /* re-steps to events */
  ODE_RHS_DENSE,    /* extra dense-output stages */
  ODE_RHS_STARTUP,  /* first step size, restarts */
  ODE_RHS_N_PURPOSES,
} OdePurpose;

#define ODE_ATTEMPT_WORST 3

typedef struct
{
  double t;          /* start of the attempt */
  double h;          /* size tried */
  double error;      /* norm of the estimate over the tolerance, ≤ 1 accepts; NaN where there is none */
  double h_proposed; /* the controller's raw proposal before clamps */
  double h_next;     /* what will be tried next */
  double worst_error[ODE_ATTEMPT_WORST]; /* scaled |error| of the worst components, descending; 0 where fewer */
  int32_t worst[ODE_ATTEMPT_WORST];      /* their indices, −1 where fewer */
  float contraction;          /* last Newton rate θ, 0 where none */
  float spectral_radius;      /* estimate of the largest |λ| of J where the method has one for free, else 0 */
  uint16_t rhs[ODE_RHS_N_PURPOSES]; /* evaluations of this attempt by purpose */
  uint16_t newton_iterations;
  uint16_t jacobian_age;      /* accepted steps since the Jacobian was taken */
  uint8_t outcome;            /* OdeOutcome */
  uint8_t clamp;              /* OdeClamp */
  uint8_t order;              /* order used */
  uint8_t status;             /* |OdeStatus| of a failed attempt, else 0 */
} OdeAttempt;

/* One Newton iteration, as it happens. */
typedef struct
{
  int iteration; /* from 1 */
  double norm;   /* of the update: at most the tolerance where it is small enough */
  double theta;  /* contraction, 0 before there is one */
  bool last;     /* converged or given up */
  bool converged;
} OdeNewtonIterate;

typedef void (*OdeNewtonFunc) (void *user, const OdeNewtonIterate *iterate);

/* Called once for each attempt, on the integrating thread, before its effect is
 * visible. */
typedef void (*OdeAttemptFunc) (void *user, const OdeAttempt *attempt);
