/* Linear stability of a method: its behaviour on x' = λx with steps of size h,
 * as a function of z = hλ.
 *
 * For a one-step method x1 = R(z) x0; R is a rational function for Runge–Kutta
 * and Rosenbrock methods. For a linear multistep method the part of R is taken
 * by the largest root of its characteristic polynomial. Methods that treat
 * positions and velocities differently are measured on q' = v, v' = −ω²q, which
 * stands for z = ±ihω. Other methods are measured on x' = zx, written as two
 * real states; they take one step of size 1. */
#pragma once

#include <stdbool.h>

#include "ode-method.h"
#include "ode-system.h"

typedef struct OdeStability OdeStability;

typedef enum
{
  ODE_STABILITY_RATIONAL, /* R(z) = P(z)/Q(z) */
  ODE_STABILITY_ROOTS,    /* largest root of ρ(ζ) − zσ(ζ) */
  ODE_STABILITY_MEASURED, /* one step on x' = zx */
  ODE_STABILITY_OSCILLATOR, /* one step on the oscillator; values on the imaginary axis only */
  ODE_STABILITY_NONE,     /* the steps of the method cannot be fixed */
} OdeStabilityBasis;

/* Makes the stability of a method, which must outlive it. Returns NULL when out
 * of memory. One thread at a time. */
OdeStability *ode_stability_new (const OdeMethod *method);
/* Frees it; NULL is allowed. */
void ode_stability_free (OdeStability *stability);
/* Returns how the values are found. */
OdeStabilityBasis ode_stability_basis (const OdeStability *stability);

/* Returns |R(z)|, or the modulus of the largest root, at z = re + i·im; +inf at
 * poles, NaN without a value. */
double ode_stability_modulus (OdeStability *stability, double re, double im);
/* Returns whether z = re + i·im is in the region of stability; points on its border up to rounding are. */
bool ode_stability_contains (OdeStability *stability, double re, double im);
/* Returns the distance from the origin, along the ray at `angle` (rad), at which
 * the modulus first exceeds 1; +inf where it does not within 1000. */
double ode_stability_radius (OdeStability *stability, double angle);

/* Known properties of the region {z : |R(z)| ≤ 1}. */
typedef struct
{
  double real_interval;      /* largest r with [−r, 0] in the region; may be +inf; NaN: not known, as all these numbers */
  double imaginary_interval; /* largest r for which [−ir, ir] is in the region */
  double alpha;              /* A(α): largest angle in degrees with |arg(−z)| ≤ α in the region */
  double r_at_infinity;      /* |R(∞)|; +inf if |R| grows without bound */
  bool a_stable, l_stable;   /* false also where they are not known */
} OdeStabilityFacts;

/* Computes these facts, with intervals and angles to about ten digits. Of methods
 * that are measured, intervals beyond 1000 are not known unless the method's
 * traits say so. */
void ode_stability_facts (OdeStability *stability, OdeStabilityFacts *facts);

/* Returns the real stability interval of a method, as in the facts. */
double ode_stability_real_interval (const OdeMethod *method);

/* Computes J = ∂f/∂x at (t, x) into a[n_states²], column-major: from the
 * system's Jacobian if it has one, else by central differences. Returns false
 * if a value is not finite or memory runs out. */
bool ode_stability_jacobian (const OdeSystem *system, double t, const double *x, double *a);
/* Returns the largest h for which hλ is in the region for all n eigenvalues
 * with a real part ≤ 0; the eigenvalues are given as in ode_eigen_values.
 * Returns +inf if no eigenvalue limits h, and 0 if an undamped oscillation
 * grows at every h. */
double ode_stability_largest_step (OdeStability *stability, int n, const double *eigenvalues);
