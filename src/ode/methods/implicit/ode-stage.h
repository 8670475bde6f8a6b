/* Solution of one implicit stage, M Z = R + γh f(t, x0 + Z), by Newton's
 * method, for diagonally implicit and multistep methods; and two interpolation
 * formulas that they share. */
#pragma once

#include "ode-factor-cache.h"

typedef struct
{
  OdeFactorCache slots;
  double *stage, *update, *product;
  double *memory;
  bool want_jacobian;
} OdeStageSolver;

/* Allocates for n_factors different γ, at most ODE_FACTOR_CACHE_MAX. Returns false
 * with a message; the caller calls clear in any case. */
bool ode_stage_solver_init (OdeStageSolver *solver, OdeStepper *stepper, int n_factors, char *error, size_t error_size);
/* Frees the memory; allowed after a failed init. */
void ode_stage_solver_clear (OdeStageSolver *solver);
/* Discards Jacobian and contraction rate after a jump of the state. */
void ode_stage_solver_restart (OdeStageSolver *solver);
/* Starts an attempt at (t, x0[n]): sets the scale of the convergence test and
 * evaluates the Jacobian where the kept one contracted too slowly. With renew
 * it is evaluated unless it already belongs to (t, x0). f0[n] is the right-hand
 * side there, or NULL. */
OdeStatus ode_stage_solver_begin (OdeStageSolver *solver, double t, const double *x0, const double *f0, bool renew);
/* Returns whether the Jacobian was taken at the start of this attempt, so that
 * a new one would be the same. */
bool ode_stage_solver_is_fresh (const OdeStageSolver *solver, double t);
/* Solves one stage. Z[n] holds the guess and then the result; R[n] is the known
 * part of the equation above. */
OdeStatus ode_stage_solver_solve (OdeStageSolver *solver, int slot, double t, double gamma_h, const double *x0, const double *R,
                                  double *Z);
/* Replaces b[n] by (M/(γh) − J)⁻¹ b, with the factor of slot. */
void ode_stage_solver_filter (const OdeStageSolver *solver, int slot, double *b);
/* Counts an accepted step for the age of the Jacobian. */
void ode_stage_solver_accept (OdeStageSolver *solver);

/* Evaluates at θ the Hermite cubic from x0[n] to x1[n] with h times the end
 * slopes s0[n] and scale·s1[n], into x[n]. */
void ode_stage_cubic (int n, double theta, const double *x0, const double *x1, const double *s0, const double *s1, double scale,
                      double *x);
/* Computes h times the slopes at both ends of the parabola through x0, x0 + Z
 * at θ = c, and x1; of the chord where Z is NULL. */
void ode_stage_parabola (int n, double c, const double *Z, const double *x0, const double *x1, double *s0, double *s1);

/* Returns the size in bytes of a snapshot of Jacobian, factors and contraction
 * rate. */
size_t ode_stage_solver_snapshot_size (const OdeStageSolver *solver);
/* Writes a snapshot. */
void ode_stage_solver_save (const OdeStageSolver *solver, void *bytes);
/* Restores a snapshot; recomputes Jacobian and factors without counting them. */
void ode_stage_solver_restore (OdeStageSolver *solver, const void *bytes);
