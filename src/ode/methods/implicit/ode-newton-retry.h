/* Newton retry policy of Drake (drake/systems/analysis/implicit_integrator.cc,
 * MaybeFreshenMatrices). A solve that fails is repeated with newer matrices:
 *
 *   1. with Jacobian and factor as they are,
 *   2. with a new factorization of the old Jacobian,
 *   3. with a new Jacobian, unless it is fresh,
 *   4. gives up.
 *
 * A Jacobian is fresh when it was taken since the state last changed. Outside
 * profile drake the first trial refactors where h changed. */
#pragma once

#include "ode-factor-cache.h"

#define ODE_NEWTON_RETRY_FACTORS 3

typedef struct
{
  OdeFactorCache slots;
  OdePurpose purpose;      /* purpose under which right-hand sides are counted */
  double *update, *product, *trial_x, *guess;
  double *memory;
  bool fresh;
} OdeNewtonRetry;

/* Allocates the matrix, its factors and the scratch vectors. Returns false with
 * a message; the caller calls clear in any case. */
bool ode_newton_retry_init (OdeNewtonRetry *trials, OdeStepper *stepper, char *error, size_t error_size);
/* Frees everything; allowed after a failed init. */
void ode_newton_retry_clear (OdeNewtonRetry *trials);
/* Discards the Jacobian after a jump of the state or a change of parameters. */
void ode_newton_retry_restart (OdeNewtonRetry *trials);
/* Starts an attempt from x0[n]. */
void ode_newton_retry_begin (OdeNewtonRetry *trials, const double *x0);
/* Tells which matrices a trial has to compute again. */
typedef struct { bool jacobian, factor; } OdeNewtonRetryNeeds;
/* Decides which matrices a trial computes again; trials are numbered from 1. Returns ODE_RETRY_NEWTON if the policy gives up. */
OdeStatus ode_newton_retry_needs (const OdeNewtonRetry *trials, int trial, bool factored_before, bool h_changed, OdeNewtonRetryNeeds *needs);
/* Solves M (x − x0) = R + γh f(t1, x) for x[n], which contains the guess, with the Jacobian at (t0, x0). R NULL means zero. */
OdeStatus ode_newton_retry_solve (OdeNewtonRetry *trials, int slot, double t0, double t1, double gamma_h, const double *x0, const double *R,
                            double *x);
/* Adds the counts since `before` to the counters of the error estimator. */
void ode_newton_retry_count_estimator (OdeStepper *stepper, const OdeStatistics *before);

/* Returns the size in bytes of a snapshot. */
size_t ode_newton_retry_snapshot_size (const OdeNewtonRetry *trials);
/* Writes a snapshot. */
void ode_newton_retry_save (const OdeNewtonRetry *trials, void *bytes);
/* Restores a snapshot. */
void ode_newton_retry_restore (OdeNewtonRetry *trials, const void *bytes);
