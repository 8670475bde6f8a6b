/* Solution of one implicit stage, M Z = R + γh f(t, x0 + Z), by Newton's
 * method, for diagonally implicit and multistep methods, and two interpolation formulas
 * that these methods use. */
#pragma once

#include "ode-factor-cache.h"

typedef struct
{
  OdeFactorCache slots;
  double *stage, *update, *product;
  double *memory;
  bool want_jacobian;
  double keep; /* the Jacobian is reused if the contraction rate is at most this value; the user of the solver may change it */
  double lag;  /* a factor is used for another γh if the ratio of both differs from 1 by at most this value; 0 unless the user changes it */
} OdeStageSolver;

/* Allocates memory for factors of n_factors different γ, at most ODE_FACTOR_CACHE_MAX. Returns false with a message
 * on failure. The caller must call ode_stage_solver_clear in any case. */
bool ode_stage_solver_init (OdeStageSolver *solver, OdeStepper *stepper, int n_factors, char *error, size_t error_size);
/* Frees the memory of the solver; allowed after a failed init. */
void ode_stage_solver_clear (OdeStageSolver *solver);
/* Discards the Jacobian and the contraction rate after a jump of the state. */
void ode_stage_solver_restart (OdeStageSolver *solver);
/* Starts an attempt at (t, x0[n]): sets the scale of the convergence test and
 * evaluates the Jacobian if the old one gave too slow convergence. If renew is true,
 * it is evaluated unless it already belongs to (t, x0). f0[n] is the right-hand side
 * at (t, x0), or NULL. */
OdeStatus ode_stage_solver_begin (OdeStageSolver *solver, double t, const double *x0, const double *f0, bool renew);
/* Returns whether the Jacobian was evaluated at the start of this attempt, so that
 * a new one would be the same. */
bool ode_stage_solver_is_fresh (const OdeStageSolver *solver, double t);
/* Solves M Z = R + γh f(t, x0 + Z) for Z[n], which contains the initial guess on entry. R[n] is
 * the known part of the equation. */
OdeStatus ode_stage_solver_solve (OdeStageSolver *solver, int slot, double t, double gamma_h, const double *x0, const double *R,
                                  double *Z);
/* Selects the full Newton method after a solve of this attempt failed with this status, if that is allowed and it is not in use. Returns
 * ODE_DONE if the caller shall solve again, else `status`. */
OdeStatus ode_stage_solver_resort_to_full (OdeStageSolver *solver, OdeStatus status);
/* Replaces b[n] by (M/(γh) − J)⁻¹ b, with the factor in a slot. */
void ode_stage_solver_filter (const OdeStageSolver *solver, int slot, double *b);
/* Counts an accepted step for the age of the Jacobian. */
void ode_stage_solver_accept (OdeStageSolver *solver);

/* Evaluates at θ the cubic Hermite polynomial from x0[n] to x1[n] into x[n]. h times the
 * slopes at both ends are s0[n] and scale·s1[n]. */
void ode_stage_cubic (int n, double theta, const double *x0, const double *x1, const double *s0, const double *s1, double scale,
                      double *x);
/* Computes h times the slopes s0[n] and s1[n] at both ends of the parabola through x0, x0 + Z at θ =
 * c, and x1. If Z is NULL, both are those of the straight line. */
void ode_stage_parabola (int n, double c, const double *Z, const double *x0, const double *x1, double *s0, double *s1);

/* Returns the size in bytes of a snapshot of the Jacobian, the factors and
 * the contraction rate. */
size_t ode_stage_solver_snapshot_size (const OdeStageSolver *solver);
/* Writes a snapshot to bytes[ode_stage_solver_snapshot_size]. */
void ode_stage_solver_save (const OdeStageSolver *solver, void *bytes);
/* Restores a snapshot. Recomputes the Jacobian and the factors without counting them. */
void ode_stage_solver_restore (OdeStageSolver *solver, const void *bytes);
