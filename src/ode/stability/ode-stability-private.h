/* The parts of ode-stability.c: rational stability functions, root loci and searches. */
#pragma once

#include <complex.h>

#include "ode-stability.h"

/* The distance from the origin at which searches for the ends of intervals stop. */
#define ODE_STABILITY_FAR 1e6

/* ---- rational functions ---- */

/* The rational function R = P/Q with real coefficients, lowest power first. The arrays of errors bound
 * the rounding errors of the coefficients: a coefficient that is smaller than its error is set to 0. */
typedef struct
{
  int degree;            /* the degree of P and of Q */
  int order;             /* order of the method: R(z) − eᶻ = O(z^(order + 1)) */
  double *p, *q;
  double *p_error, *q_error;
  double *border;        /* |P(iy)|² − |Q(iy)|² as a polynomial of degree `degree` in y²; the method is unstable at iy if it is positive */
  bool poles_left;       /* a zero of Q has a negative real part */
} OdeRational;

/* Computes R from the Runge–Kutta coefficients A[n·n], row-major, and b[n] of a method
 * of the given order. Returns false when out of memory; the arrays are then
 * freed. */
bool ode_rational_init (OdeRational *rational, int n, const double *A, const double *b, int order);
/* Frees the arrays of R. */
void ode_rational_clear (OdeRational *rational);
/* Returns |R(z)|. */
double ode_rational_modulus (const OdeRational *rational, double complex z);
/* Computes the stability facts of a Runge–Kutta or Rosenbrock method. */
void ode_rational_facts (const OdeRational *rational, OdeStabilityFacts *facts);

/* ---- linear multistep methods ---- */

#define ODE_LOCUS_MAX_STEPS 8

/* The coefficients of ρ(ζ) = Σ α_j ζ^(k−j) and σ(ζ) = Σ β_j ζ^(k−j), j = 0 … k. */
typedef struct
{
  int k, order;
  double alpha[ODE_LOCUS_MAX_STEPS + 1], beta[ODE_LOCUS_MAX_STEPS + 1];
} OdeLocus;

/* Sets the coefficients of a built-in multistep method. */
void ode_locus_init (OdeLocus *locus, const OdeMethod *method);
/* Sets the coefficients of the NDF of an order. */
void ode_locus_init_ndf (OdeLocus *locus, int order);
/* Returns the modulus of the largest root of ρ − zσ; +inf if the leading
 * coefficient of ρ − zσ is 0. */
double ode_locus_modulus (const OdeLocus *locus, double complex z);
/* Computes the stability facts of a multistep method. */
void ode_locus_facts (const OdeLocus *locus, OdeStabilityFacts *facts);

/* Differences and rounding move the eigenvalues of an undamped oscillation off
 * the imaginary axis by up to this fraction of their size. */
#define ODE_STABILITY_ON_AXIS 1e-6

/* ---- searches ---- */

/* Returns whether the point at this distance from the origin, on the ray of `user`, is outside the stability
 * region. */
typedef bool (*OdeOutsideFunc) (const void *user, double distance);
/* Returns the first distance in (0, far) at which `outside` becomes true, or
 * +inf if there is none. The search makes steps of at least `step`, which grow with
 * the distance, and then bisects. */
double ode_stability_first_exit (OdeOutsideFunc outside, const void *user, double step, double far);
