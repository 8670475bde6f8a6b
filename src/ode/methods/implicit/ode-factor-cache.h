/* Factorization cache: one Jacobian, the factors of M/(γh) − J for several γ,
 * and the convergence history of Newton's method with them. The solvers of
 * single stages share it; each has its own rules for renewing the matrices. */
#pragma once

#include "ode-newton.h"

#define ODE_FACTOR_CACHE_MAX 8

typedef struct
{
  OdeStepper *stepper;
  OdeMatrix *matrix;
  OdeNewton newton;
  int n, n_slots;
  OdeFactor *factor[ODE_FACTOR_CACHE_MAX];
  double factored[ODE_FACTOR_CACHE_MAX]; /* γh of each factor; 0 without a factor */
  double worst_theta;             /* largest contraction rate over the solves of an attempt */
  int jacobian_age;               /* accepted steps since the Jacobian was taken */
  int iterations;                 /* Newton iterations of an attempt */
} OdeFactorCache;

/* Allocates the matrix and n_slots factors; inverse_scale[n_states] is the
 * caller's memory for Newton's norm. Returns false if memory runs out; the
 * caller calls clear in any case. */
bool ode_factor_cache_init (OdeFactorCache *slots, OdeStepper *stepper, int n_slots, double *inverse_scale);
/* Frees everything; allowed after a failed init. */
void ode_factor_cache_clear (OdeFactorCache *slots);
/* Discards Jacobian, factors and contraction rate after a jump of the state. */
void ode_factor_cache_forget (OdeFactorCache *slots);
/* Evaluates the Jacobian at (t, x[n]) and discards the factors; f[n] is the
 * right-hand side there, or NULL. */
OdeStatus ode_factor_cache_jacobian (OdeFactorCache *slots, double t, const double *x, const double *f);
/* Factors M/(γh) − J into a slot. Returns ODE_RETRY_SINGULAR if it is
 * singular. */
OdeStatus ode_factor_cache_factor (OdeFactorCache *slots, int slot, double gamma_h);

/* Returns the size in bytes of a snapshot, which includes one flag of the
 * caller. */
size_t ode_factor_cache_snapshot_size (const OdeFactorCache *slots);
/* Writes a snapshot. */
void ode_factor_cache_save (const OdeFactorCache *slots, bool mark, void *bytes);
/* Restores a snapshot and returns the caller's flag. Recomputes Jacobian and
 * factors without counting them. */
bool ode_factor_cache_restore (OdeFactorCache *slots, const void *bytes);
