/* Applies the stability region to a system: computes the Jacobian of the system, and the largest
 * stable step for its eigenvalues. On x' = Ax with eigenvalues λ_k a method multiplies the
 * component of λ_k by R(h λ_k) in each step, so that the numerical solution stays bounded if all h
 * λ_k are in the stability region (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.2). For a
 * nonlinear system this holds near the point of the Jacobian, for as long as the Jacobian changes
 * little. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode-stability-private.h"

/* The smallest size of a state, as a part of the largest state: a state that passes through zero is not small. */
#define LEAST_PART 1e-6

/* Returns the size of state j for a difference: |x_j|, but at least LEAST_PART of the largest
 * state; 1 if all states are 0. An increment relative to a state of 0 would be 0, and one relative
 * to 1 would depend on units. */
static double
size_of (const double *x, int j, int n)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = fmax (largest, fabs (x[i]));
  return largest > 0 ? fmax (fabs (x[j]), LEAST_PART * largest) : 1;
}

/* Computes the Jacobian by central differences. The increments are ε^(1/3) times the size of
 * the state, which balances the truncation error, of second order, and rounding errors. */
static bool
difference_jacobian (const OdeSystem *system, double t, const double *x, double *a)
{
  const double relative = cbrt (DBL_EPSILON);
  int n = system->n_states;
  double *work = malloc (3 * (size_t) n * sizeof *work), *moved = work, *up = work + n, *down = work + 2 * n;
  bool done = work != NULL;

  if (done)
    memcpy (moved, x, (size_t) n * sizeof *moved);
  for (int j = 0; done && j < n; j++)
    {
      double size = relative * size_of (x, j, n);

      moved[j] = x[j] + size;
      done = system->rhs (system->self, t, moved, up) == ODE_DONE;
      moved[j] = x[j] - size;
      done = done && system->rhs (system->self, t, moved, down) == ODE_DONE;
      moved[j] = x[j];
      for (int i = 0; done && i < n; i++)
        a[j * n + i] = (up[i] - down[i]) / (2 * size);
    }
  free (work);
  return done;
}

/* Converts the Jacobian of the system, if it has one, to dense storage by columns; otherwise
 * differences replace it. */
bool
ode_stability_jacobian (const OdeSystem *system, double t, const double *x, double *a)
{
  const OdePattern *pattern = system->jacobian_pattern;
  int n = system->n_states;
  double *values;
  bool done;

  if (system->jacobian == NULL)
    return difference_jacobian (system, t, x, a);
  if (pattern == NULL)
    return system->jacobian (system->self, t, x, a) == ODE_DONE;
  values = malloc (((size_t) pattern->start[n] + 1) * sizeof *values);
  done = values != NULL && system->jacobian (system->self, t, x, values) == ODE_DONE;
  memset (a, 0, (size_t) n * (size_t) n * sizeof *a);
  for (int j = 0; done && j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      a[j * n + pattern->row[k]] = values[k];
  free (values);
  return done;
}

/* An eigenvalue λ limits h to r/|λ|, where r is the distance from the origin to the border of the
 * region in the direction of λ. An unknown r makes the result unknown, because the other
 * eigenvalues give only an upper bound. Eigenvalues with a positive real part do not limit h,
 * because the solution itself grows. On the imaginary axis the interval of the facts is used,
 * because |R| differs from 1 there by too little for a search on the ray. */
double
ode_stability_largest_step (OdeStability *stability, int n, const double *eigenvalues)
{
  double largest = INFINITY;
  OdeStabilityFacts facts;

  ode_stability_facts (stability, &facts);
  for (int i = 0; i < n; i++)
    {
      double re = eigenvalues[2 * i], im = eigenvalues[2 * i + 1], size = hypot (re, im);
      double reach;

      if (size == 0 || re > ODE_STABILITY_ON_AXIS * size)
        continue;
      reach = re > -ODE_STABILITY_ON_AXIS * size ? facts.imaginary_interval : ode_stability_radius (stability, atan2 (fabs (im), re));
      if (isnan (reach))
        return NAN;
      largest = fmin (largest, reach / size);
    }
  return largest;
}
