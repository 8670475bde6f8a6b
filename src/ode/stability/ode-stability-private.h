/* The parts of ode-stability.c: rational functions, root loci and measurement. */
#pragma once

#include <complex.h>

#include "ode-stability.h"

/* Bounds of the searches for the ends of intervals. */
#define ODE_STABILITY_FAR 1e6

/* ---- rational functions ---- */

/* R = P/Q with real coefficients, lowest power first. The errors bound the
 * rounding of the coefficients: a coefficient within its error is set to 0. */
typedef struct
{
  int degree;            /* degree of P and Q */
  int order;             /* order of the method: R(z) − eᶻ = O(z^(order + 1)) */
  double *p, *q;
  double *p_error, *q_error;
  double *border;        /* |P(iy)|² − |Q(iy)|² as a polynomial of degree `degree` in y²; the method is unstable where it is positive */
  bool poles_left;       /* a zero of Q has a negative real part */
} OdeRational;

/* Computes R of the Runge–Kutta coefficients A[n·n] and b[n] (row-major), for a
 * method of this order. Returns false when out of memory; the arrays are then
 * freed. */
bool ode_rational_init (OdeRational *rational, int n, const double *A, const double *b, int order);
/* Frees the arrays. */
void ode_rational_clear (OdeRational *rational);
/* Returns |R(z)|. */
double ode_rational_modulus (const OdeRational *rational, double complex z);
/* Computes the facts about the stability of a Runge–Kutta method. */
void ode_rational_facts (const OdeRational *rational, OdeStabilityFacts *facts);

/* ---- linear multistep methods ---- */

#define ODE_LOCUS_MAX_STEPS 8

/* ρ(ζ) = Σ α_j ζ^(k−j), σ(ζ) = Σ β_j ζ^(k−j), j = 0 … k. */
typedef struct
{
  int k, order;
  double alpha[ODE_LOCUS_MAX_STEPS + 1], beta[ODE_LOCUS_MAX_STEPS + 1];
} OdeLocus;

/* Sets the coefficients of a multistep method of the library. */
void ode_locus_init (OdeLocus *locus, const OdeMethod *method);
/* Returns the modulus of the largest root of ρ − zσ; +inf if its leading
 * coefficient is 0. */
double ode_locus_modulus (const OdeLocus *locus, double complex z);
/* Computes the facts about the stability of a multistep method. */
void ode_locus_facts (const OdeLocus *locus, OdeStabilityFacts *facts);

/* ---- searches ---- */

/* Returns whether the point at a distance from the origin is outside the
 * region. */
typedef bool (*OdeOutsideFunc) (const void *user, double distance);
/* Returns the first distance in (0, far) at which `outside` becomes true, or
 * +inf if there is none. The search uses steps of `step` that grow with the
 * distance, and then bisection. */
double ode_stability_first_exit (OdeOutsideFunc outside, const void *user, double step, double far);
