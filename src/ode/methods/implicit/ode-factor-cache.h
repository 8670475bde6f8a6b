/* Factorization cache: one Jacobian, the factors of M/(γh) − J for several γ,
 * and the convergence history of Newton's method with them. Several solvers of
 * single stages use this cache; each has different rules for when to compute the matrices again. */
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
  double factored[ODE_FACTOR_CACHE_MAX]; /* γh of the factor in each slot; 0: no valid factor */
  double worst_theta;             /* largest contraction rate of the solves in an attempt */
  int jacobian_age;               /* accepted steps since the Jacobian was evaluated */
  int iterations;                 /* number of Newton iterations in an attempt */
} OdeFactorCache;

/* Allocates the matrix and n_slots factors. inverse_scale[n_states] is memory of the caller
 * for the norm of Newton's method. Returns false if memory runs out. The caller must call
 * ode_factor_cache_clear in any case. */
bool ode_factor_cache_init (OdeFactorCache *slots, OdeStepper *stepper, int n_slots, double *inverse_scale);
/* Frees all memory; allowed after a failed init. */
void ode_factor_cache_clear (OdeFactorCache *slots);
/* Discards the Jacobian, the factors and the contraction rate after a jump of the state. */
void ode_factor_cache_forget (OdeFactorCache *slots);
/* Evaluates the Jacobian at (t, x[n]) and discards the factors; f[n] is the
 * right-hand side there, or NULL. */
OdeStatus ode_factor_cache_jacobian (OdeFactorCache *slots, double t, const double *x, const double *f);
/* Computes the factor of M/(γh) − J in a slot. Returns ODE_RETRY_SINGULAR
 * if the matrix is singular. */
OdeStatus ode_factor_cache_factor (OdeFactorCache *slots, int slot, double gamma_h);

/* Returns the size in bytes of a snapshot, which includes a flag of the
 * caller. */
size_t ode_factor_cache_snapshot_size (const OdeFactorCache *slots);
/* Writes a snapshot with the caller's flag `mark` to bytes[ode_factor_cache_snapshot_size]. */
void ode_factor_cache_save (const OdeFactorCache *slots, bool mark, void *bytes);
/* Restores a snapshot and returns the caller's flag. Recomputes the
 * Jacobian and the factors without counting them. */
bool ode_factor_cache_restore (OdeFactorCache *slots, const void *bytes);
