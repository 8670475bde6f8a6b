/* Linear stability of a method: its behaviour on x' = λx with steps of size h,
 * as a function of z = hλ.
 *
 * For a one-step method x1 = R(z) x0; R is a rational function for Runge–Kutta
 * and Rosenbrock methods. For a linear multistep method the largest root of
 * the characteristic polynomial replaces R. Methods that treat positions
 * and velocities differently are measured on q' = v, v' = −ω²q, which
 * corresponds to z = ±ihω. Other methods are measured by one step of size 1
 * on x' = zx, written as two real states. */
#pragma once

#include <stdbool.h>

#include "ode-method.h"
#include "ode-system.h"

typedef struct OdeStability OdeStability;

typedef enum
{
  ODE_STABILITY_RATIONAL, /* R(z) = P(z)/Q(z), computed from the coefficients */
  ODE_STABILITY_ROOTS,    /* the largest root of ρ(ζ) − zσ(ζ) */
  ODE_STABILITY_MEASURED, /* measured by one step on x' = zx */
  ODE_STABILITY_OSCILLATOR, /* measured by one step on the oscillator; there are values only on the imaginary axis */
  ODE_STABILITY_NONE,     /* there are no values, because the method chooses its steps itself */
} OdeStabilityBasis;

/* Makes an object that computes the stability of a method. The method must outlive it. Returns NULL when out of memory.
 * Only one thread at a time may use the object. */
OdeStability *ode_stability_new (const OdeMethod *method);
/* Returns the lowest order for which ode_stability_new_of_order has a region; the highest one is that of the method. Both are equal for most
 * methods. */
int ode_stability_lowest_order (const OdeMethod *method);
/* Makes an object that computes the stability of a method which changes its formula with the order, for steps of an order between the lowest and that
 * of the method. ode_stability_new makes that of the method's order. */
OdeStability *ode_stability_new_of_order (const OdeMethod *method, int order);
/* Frees the object; NULL is allowed. */
void ode_stability_free (OdeStability *stability);
/* Returns how the values are computed. */
OdeStabilityBasis ode_stability_basis (const OdeStability *stability);

/* Returns |R(z)|, or the modulus of the largest root, at z = re + i·im; +inf at
 * poles, NaN if there is no value. */
double ode_stability_modulus (OdeStability *stability, double re, double im);
/* Returns whether z = re + i·im is in the stability region. Points on its border, up to rounding, belong to it. */
bool ode_stability_contains (OdeStability *stability, double re, double im);
/* Returns whether z = h·λ is known to be outside. Returns false where there are no values, as off the imaginary axis with
 * ODE_STABILITY_OSCILLATOR. Rounding moves computed eigenvalues λ off the axis; distances up to 1e-6 |z| do not count. */
bool ode_stability_excludes (OdeStability *stability, double re, double im);
/* Where a point z = h·λ is. A component whose λ has a positive real part grows in the model, so that its numerical solution should grow too, and
 * the region says nothing against the step. */
typedef enum { ODE_STABILITY_INSIDE, ODE_STABILITY_OUTSIDE, ODE_STABILITY_GROWS } OdeStabilityPlace;
/* Finds where the points h·λ of all n eigenvalues of a Jacobian are. z[2n] has their real and imaginary parts. A point is inside if the region is
 * not known there, if its distance from 0 is at most 1e-7 of the largest, because the sign of its real part is then not known, or if it is on the
 * border up to rounding. stability NULL: no region is known. */
void ode_stability_places (OdeStability *stability, int n, const double *z, OdeStabilityPlace *places);
/* Returns the distance from the origin, along the ray at `angle` (rad), at which
 * the modulus first exceeds 1; +inf if it does not within the distance 1000. */
double ode_stability_radius (OdeStability *stability, double angle);

/* Known properties of the region {z : |R(z)| ≤ 1}. NaN means that a number is not known. */
typedef struct
{
  double real_interval;      /* largest r for which [−r, 0] is in the region; may be +inf */
  double imaginary_interval; /* largest r for which [−ir, ir] is in the region */
  double alpha;              /* A(α): largest angle in degrees with |arg(−z)| ≤ α in the region */
  double r_at_infinity;      /* |R(∞)|; +inf if |R| grows without bound */
  bool a_stable, l_stable;   /* also false if not known */
} OdeStabilityFacts;

/* Computes the properties of the region, with intervals and angles to about ten digits. For
 * methods that are measured, intervals beyond 1000 are not known, unless the traits of the
 * method imply them. */
void ode_stability_facts (OdeStability *stability, OdeStabilityFacts *facts);

/* Returns the real stability interval of a method, as OdeStabilityFacts.real_interval. */
double ode_stability_real_interval (const OdeMethod *method);

/* Computes J = ∂f/∂x at (t, x) into a[n_states²], column-major. Uses the
 * Jacobian of the system if it has one, otherwise central differences. Returns false
 * if a value is not finite or memory runs out. */
bool ode_stability_jacobian (const OdeSystem *system, double t, const double *x, double *a);
/* Returns the largest h for which hλ is in the stability region for all n eigenvalues λ
 * with a real part ≤ 0. The eigenvalues are stored as ode_eigen_values writes them.
 * Returns +inf if no eigenvalue limits h, 0 if an undamped oscillation
 * grows at every h, and NaN if the region is not known in the direction of an eigenvalue. */
double ode_stability_largest_step (OdeStability *stability, int n, const double *eigenvalues);
