/* The Newton retry policy of Drake (drake/systems/analysis/implicit_integrator.cc,
 * MaybeFreshenMatrices). If Newton's method fails, it is repeated with newer matrices, in these trials:
 *
 *   1. with the existing Jacobian and factor,
 *   2. with a new factorization of the old Jacobian,
 *   3. with a new Jacobian, unless the Jacobian is fresh,
 *   4. no further trial: the step fails.
 *
 * A Jacobian is fresh if the state has not changed since its evaluation. Outside
 * profile drake the first trial factors again if h has changed. */
#pragma once

#include "ode-factor-cache.h"

#define ODE_NEWTON_RETRY_FACTORS 3

typedef struct
{
  OdeFactorCache slots;
  OdePurpose purpose;      /* the purpose for which evaluations of the right-hand side are counted */
  double *update, *product, *trial_x, *guess;
  double *memory;
  bool fresh;
} OdeNewtonRetry;

/* Allocates the matrix, its factors and the scratch vectors. Returns false with a message
 * on failure. The caller must call ode_newton_retry_clear in any case. */
bool ode_newton_retry_init (OdeNewtonRetry *trials, OdeStepper *stepper, char *error, size_t error_size);
/* Frees all memory; allowed after a failed init. */
void ode_newton_retry_clear (OdeNewtonRetry *trials);
/* Discards the Jacobian after a jump of the state or a change of parameters. */
void ode_newton_retry_restart (OdeNewtonRetry *trials);
/* Starts an attempt from x0[n]: sets the scale of the convergence test, and discards a Jacobian that converged too slowly. */
void ode_newton_retry_begin (OdeNewtonRetry *trials, const double *x0);
/* The matrices that a trial has to compute again. A trial is one attempt to solve the equation. */
typedef struct { bool jacobian, factor; } OdeNewtonRetryNeeds;
/* Decides which matrices a trial computes again; trials are numbered from 1. Returns ODE_RETRY_NEWTON if the policy gives up. */
OdeStatus ode_newton_retry_needs (const OdeNewtonRetry *trials, int trial, bool factored_before, bool h_changed, OdeNewtonRetryNeeds *needs);
/* Solves M (x − x0) = R + γh f(t1, x) for x[n] with the Jacobian at (t0, x0). On entry x contains the initial guess. R NULL means zero. */
OdeStatus ode_newton_retry_solve (OdeNewtonRetry *trials, int slot, double t0, double t1, double gamma_h, const double *x0, const double *R,
                            double *x);
/* Adds the counts since `before` to the counters of the error estimator in the stepper's statistics. */
void ode_newton_retry_count_estimator (OdeStepper *stepper, const OdeStatistics *before);

/* Returns the size in bytes of a snapshot. */
size_t ode_newton_retry_snapshot_size (const OdeNewtonRetry *trials);
/* Writes a snapshot to bytes[ode_newton_retry_snapshot_size]. */
void ode_newton_retry_save (const OdeNewtonRetry *trials, void *bytes);
/* Restores a snapshot that ode_newton_retry_save wrote. */
void ode_newton_retry_restore (OdeNewtonRetry *trials, const void *bytes);
