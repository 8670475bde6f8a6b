/* A sequence of events that describes the computation inside an attempt, for a listener
 * that shows it. ode_integrator_set_trace sets the listener. Without a listener a stepper only
 * tests a pointer. The results have the same bits with and without a listener.
 *
 * The events of one attempt are ODE_TRACE_ATTEMPT, then those of the method in
 * the order of computation, then ODE_TRACE_RESULT. Pointers in an event are
 * valid during the call only. ode-trace.c states what each family of methods
 * reports. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "ode-attempt.h"
#include "ode-method.h"

typedef enum
{
  ODE_TRACE_ATTEMPT, /* an attempt of size h begins at (t, x) */
  ODE_TRACE_METHOD,  /* names the method that makes the attempt, if a method selects one of several others */
  ODE_TRACE_PART,    /* a part of the attempt begins at (t, x) with size h */
  ODE_TRACE_ITERATE, /* an iteration of Newton's method; index 0 is the guess, with the norm 0 */
  ODE_TRACE_STAGE,   /* a stage: its time, state x and slope k; k is NULL where the slope could not be computed */
  ODE_TRACE_PAST,    /* a point that a multistep method reads: t, x and slope k; index 0 is the start of the step, 1 the newest stored
                      * point */
  ODE_TRACE_KICK,    /* velocities changed by c·h·k; x is the state after this change */
  ODE_TRACE_DRIFT,   /* positions changed over the fraction c of h; x is the state after this change; k is NULL */
  ODE_TRACE_ENTRY,   /* entry (index, column) of an extrapolation table, both from 1; x: its value */
  ODE_TRACE_LOCAL,   /* local coordinates x and their slopes k, n numbers each, of the stage that follows */
  ODE_TRACE_FILTER,  /* x is the estimate of the local error before a filter is applied, in units of the state */
  ODE_TRACE_SILENT,  /* the library that makes the attempt does not report its iterations */
  ODE_TRACE_RESULT,  /* the record of the attempt; x is the end of the step or NULL, k the error estimate or NULL, column the p of the
                      * step-size rule */
} OdeTraceKind;

/* The part of an attempt to which an event belongs. */
typedef enum
{
  ODE_TRACE_WHOLE,       /* the whole step */
  ODE_TRACE_FIRST_HALF,  /* the first of two half steps */
  ODE_TRACE_SECOND_HALF, /* the second of two half steps */
  ODE_TRACE_ESTIMATOR,   /* a second method that only computes the estimate */
  ODE_TRACE_STARTING,    /* a one-step method that provides points for a multistep method */
} OdeTracePart;

typedef struct
{
  OdeTraceKind kind;
  OdeTracePart part;
  int index;              /* number of the stage, iteration or past point */
  int column;
  int n;                  /* length of each vector */
  int n_vectors;          /* number of vectors in x: the number of stages that an iteration solves for together, otherwise 1 */
  double c, t, h;
  const double *x, *k;
  const double *base;     /* n numbers to add to each vector of x, or NULL */
  /* The following members up to `converged` are set only for an iteration. */
  double norm, theta;     /* norm of the update; contraction rate θ, 0 in the first iteration */
  double left, target;    /* bound of the remaining error, θ/(1 − θ) times norm, and the value below which the iteration ends */
  int limit;              /* largest allowed number of iterations */
  bool new_jacobian, new_factors; /* whether the Jacobian and the factorization were computed in this attempt */
  double h_factors;       /* step size for which the factors were computed; NaN: the iteration solves no linear system */
  bool beyond;            /* the iteration was abandoned before this iterate; only ode_integrator_continue_newton makes such iterates */
  bool last, converged;
  const OdeMethod *method;
  const OdeAttempt *record;
} OdeTraceEvent;

typedef void (*OdeTraceFunc) (void *user, const OdeTraceEvent *event);

/* A listener, and the part of the computation to which its next events belong. */
typedef struct
{
  OdeTraceFunc func;
  void *user;
  OdeTracePart part;
  int stage;              /* number of the stage to which the following iterations belong, counted from 1; 0: all stages together */
  double h;               /* size of the part */
  int iteration;          /* number of the current Newton solve in the attempt, counted from 1 */
  int continued;          /* number of the Newton solve that continues after it was abandoned; 0: none */
  bool beyond;            /* the current Newton solve was abandoned and continues */
  int64_t jacobians, factorizations; /* values of the counters at the beginning of the attempt */
  OdeTraceEvent iterate;  /* the last iteration, without its vectors */
} OdeTrace;
