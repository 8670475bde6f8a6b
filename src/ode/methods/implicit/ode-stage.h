/* One implicit stage, M Z = R + γh f(t, x0 + Z), by Newton's method: what diagonally implicit and multistep methods repeat. */
#pragma once

#include "ode-slots.h"

typedef struct
{
  OdeSlots slots;
  double *stage, *update, *product;
  double *memory;
  bool want_jacobian;
} OdeStageSolver;

/* n_factors different γ, at most ODE_SLOTS_MAX. */
bool ode_stage_solver_init (OdeStageSolver *solver, OdeStepper *stepper, int n_factors, char *error, size_t error_size);
void ode_stage_solver_clear (OdeStageSolver *solver);
/* The state jumped: a new Jacobian, no contraction known. */
void ode_stage_solver_restart (OdeStageSolver *solver);
/* Starts an attempt at (t, x0): sets the scale and takes the Jacobian where the old one will not do. renew: in any case, unless it
 * is already that of (t, x0). */
OdeStatus ode_stage_solver_begin (OdeStageSolver *solver, double t, const double *x0, const double *f0, bool renew);
/* Whether the Jacobian is that of the attempt's start, so that a new one would not help. */
bool ode_stage_solver_is_fresh (const OdeStageSolver *solver, double t);
/* Solves one stage; Z holds the guess, then the result. */
OdeStatus ode_stage_solver_solve (OdeStageSolver *solver, int slot, double t, double gamma_h, const double *x0, const double *R,
                                  double *Z);
/* b := (M/γh − J)⁻¹ b with the factor of slot. */
void ode_stage_solver_filter (const OdeStageSolver *solver, int slot, double *b);
void ode_stage_solver_accept (OdeStageSolver *solver);

/* x at θ on the cubic from x0 to x1 with h·slopes s0 and scale·s1. */
void ode_stage_cubic (int n, double theta, const double *x0, const double *x1, const double *s0, const double *s1, double scale,
                      double *x);
/* h·slopes at the ends of the parabola through x0, x0 + Z at c, and x1; Z NULL: of the chord. */
void ode_stage_parabola (int n, double c, const double *Z, const double *x0, const double *x1, double *s0, double *s1);

size_t ode_stage_solver_snapshot_size (const OdeStageSolver *solver);
void ode_stage_solver_save (const OdeStageSolver *solver, void *bytes);
void ode_stage_solver_restore (OdeStageSolver *solver, const void *bytes);
