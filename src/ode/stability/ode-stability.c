/* Chooses how the stability of a method is computed, and measures methods that
 * have no coefficients.
 *
 * A method with a tableau or with Rosenbrock coefficients has a rational function R,
 * whose coefficients answer questions that no search can: for example, the imaginary interval
 * of a method with |R(iy)|² = 1 + 10⁻¹¹ y¹⁰ is 0. For a multistep method the roots of a
 * polynomial are computed. A splitting method treats positions and velocities alternately,
 * so that it cannot be applied to x' = λx with complex λ; it is measured on the oscillator.
 * Other methods (extrapolation, Chebyshev and switching methods) are measured by one
 * step on x' = λx. CVODE chooses its steps itself and has no stability region. */
#include "ode-stability.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode-integrator.h"
#include "ode-multistep.h"
#include "ode-ndf.h"
#include "ode-rosenbrock.h"
#include "ode-stability-private.h"

struct OdeStability
{
  const OdeMethod *method;
  OdeStabilityBasis basis;
  OdeRational rational;
  OdeLocus locus;
  /* The system and the integrator of a method whose stability is measured. */
  OdeSystem system;
  OdeIntegrator *integrator;
  double lambda[2];
};

/* ---- measurement ---- */

/* Evaluates the right-hand side of x' = λx for complex x, with the states Re x and Im x. */
static OdeStatus
measured_rhs (void *self, double t, const double *x, double *dxdt)
{
  const OdeStability *stability = self;

  (void) t;
  dxdt[0] = stability->lambda[0] * x[0] - stability->lambda[1] * x[1];
  dxdt[1] = stability->lambda[1] * x[0] + stability->lambda[0] * x[1];
  return ODE_DONE;
}

/* The Jacobian of x' = λx in the real states, [Re λ, −Im λ; Im λ, Re λ], by columns. */
static OdeStatus
measured_jacobian (void *self, double t, const double *x, double *values)
{
  const OdeStability *stability = self;

  (void) t;
  (void) x;
  values[0] = values[3] = stability->lambda[0];
  values[1] = stability->lambda[1];
  values[2] = -stability->lambda[1];
  return ODE_DONE;
}

/* Evaluates the right-hand side of the oscillator q' = v, v' = −ω²q, which gives z = ±ihω. */
static OdeStatus
oscillator_rhs (void *self, double t, const double *x, double *dxdt)
{
  const OdeStability *stability = self;

  (void) t;
  dxdt[0] = x[1];
  dxdt[1] = -stability->lambda[1] * stability->lambda[1] * x[0];
  return ODE_DONE;
}

/* Returns whether the method treats positions and velocities differently. */
static bool
is_partitioned (const OdeMethod *method)
{
  return method->family == ODE_FAMILY_SPLITTING || (method->traits & ODE_TRAIT_NEEDS_PAIRS) != 0;
}

/* Prepares an integrator with fixed steps of size 1. The problem x' = zx depends on z
 * only through the right-hand side, so that the same integrator is used for all z. Returns false for
 * methods that choose their own steps. */
static bool
prepare_measurement (OdeStability *self)
{
  static const OdeKind kinds[] = { ODE_POSITION, ODE_VELOCITY };
  static const OdePair pair = { 0, 1 };
  OdeSettings settings;
  char error[256];

  if (is_partitioned (self->method))
    self->system = (OdeSystem) { .self = self, .n_states = 2, .kinds = kinds, .rhs = oscillator_rhs, .n_pairs = 1, .pairs = &pair,
                                 .separable = true };
  else
    self->system = (OdeSystem) { .self = self, .n_states = 2, .rhs = measured_rhs, .jacobian = measured_jacobian };
  ode_settings_init (&settings);
  settings.error_control = false;
  if ((self->method->traits & ODE_TRAIT_OWN_CONTROL) != 0 || ode_method_refuses (self->method, &self->system) != NULL)
    return false;
  self->integrator = ode_integrator_new (self->method, &self->system, &settings, error, sizeof error);
  return self->integrator != NULL;
}

/* Takes one step of size 1 from (a, b) into x. */
static bool
step_from (OdeStability *self, double a, double b, double *x)
{
  const double start[2] = { a, b };

  if (ode_integrator_initialize (self->integrator, 0, start, 1) != ODE_DONE || ode_integrator_step_fixed (self->integrator, 1) != ODE_DONE)
    return false;
  x[0] = ode_integrator_x (self->integrator)[0];
  x[1] = ode_integrator_x (self->integrator)[1];
  return true;
}

/* R(z) is the result of a step from x0 = 1, since a step of a linear system is a
 * linear map, which commutes with the multiplication by a complex number. */
static double
measure (OdeStability *self, double re, double im)
{
  double x[2];

  self->lambda[0] = re;
  self->lambda[1] = im;
  return step_from (self, 1, 0, x) ? hypot (x[0], x[1]) : NAN;
}

/* Returns the spectral radius of the map of one step on the oscillator: its
 * eigenvalues are those of the 2 × 2 matrix whose columns are the images of (1,
 * 0) and (0, 1). The determinant of a symplectic map is 1, so its eigenvalues are
 * on the unit circle if the trace is between −2 and 2; otherwise they are real, and one of
 * them is larger than 1 in modulus. */
static double
measure_oscillator (OdeStability *self, double omega)
{
  double first[2], second[2], half_trace, determinant, root;

  self->lambda[1] = omega;
  if (!step_from (self, 1, 0, first) || !step_from (self, 0, 1, second))
    return NAN;
  half_trace = 0.5 * (first[0] + second[1]);
  determinant = first[0] * second[1] - first[1] * second[0];
  root = half_trace * half_trace - determinant;
  return root < 0 ? sqrt (determinant) : fabs (half_trace) + sqrt (root);
}

/* ---- coefficients ---- */

/* Computes R of a Rosenbrock method. In the usual form with stages k_i the method has the
 * stability function of the Runge–Kutta coefficients α + Γ (HW II, IV.7.14): on
 * x' = λx the stage i is k_i = λ(x0 + Σ α_ij h k_j) + λ Σ γ_ij h k_j. The stored
 * coefficients are those of the transformed stages U = Γk, which save a product with the
 * Jacobian: Γ⁻¹ = I/γ − C, α = aΓ, b = mΓ (HW II, IV.7.25). All three are lower
 * triangular, so R has the poles 1/γ only. */
static bool
init_rosenbrock (OdeRational *rational, const OdeRosenbrockData *data, int order)
{
  int n = data->n_stages;
  double *work = calloc (2 * (size_t) (n * n) + (size_t) n, sizeof *work), *gamma = work, *A = work + n * n, *b = work + 2 * n * n;
  bool done;

  if (work == NULL)
    return false;
  /* Γ is the inverse of a lower triangular matrix, computed row by row. */
  for (int i = 0; i < n; i++)
    {
      gamma[i * n + i] = data->gamma;
      for (int j = 0; j < i; j++)
        {
          double sum = 0;

          for (int l = j; l < i; l++)
            sum += data->C[i * n + l] * gamma[l * n + j];
          gamma[i * n + j] = data->gamma * sum;
        }
    }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      {
        A[i * n + j] = gamma[i * n + j];
        for (int l = j; l < i; l++)
          A[i * n + j] += data->a[i * n + l] * gamma[l * n + j];
        b[j] += data->m[i] * gamma[i * n + j];
      }
  done = ode_rational_init (rational, n, A, b, order);
  free (work);
  return done;
}

/* A method with several orders is stable where that of its highest order is, in the sense of its fixed steps. */
OdeStability *
ode_stability_new (const OdeMethod *method)
{
  return ode_stability_new_of_order (method, method->order);
}

/* NDF of each order have other coefficients. Other methods of variable order are measured as they make fixed steps. */
int
ode_stability_lowest_order (const OdeMethod *method)
{
  return method->stepper == &ode_ndf_class ? 1 : method->order;
}

/* Chooses the first basis that fits: coefficients of R, the polynomial of a multistep method, or a
 * measurement. Returns NULL only without memory; a method without any basis has no values. */
OdeStability *
ode_stability_new_of_order (const OdeMethod *method, int order)
{
  OdeStability *self = calloc (1, sizeof *self);
  bool done = true;

  if (self == NULL)
    return NULL;
  self->method = method;
  if (method->tableau != NULL)
    {
      self->basis = ODE_STABILITY_RATIONAL;
      done = ode_rational_init (&self->rational, method->tableau->n_stages, method->tableau->A, method->tableau->b, method->order);
    }
  else if (method->stepper == &ode_rosenbrock_class)
    {
      self->basis = ODE_STABILITY_RATIONAL;
      done = init_rosenbrock (&self->rational, method->data, method->order);
    }
  else if (method->stepper == &ode_multistep_class)
    {
      self->basis = ODE_STABILITY_ROOTS;
      ode_locus_init (&self->locus, method);
    }
  else if (method->stepper == &ode_ndf_class)
    {
      self->basis = ODE_STABILITY_ROOTS;
      ode_locus_init_ndf (&self->locus, order);
    }
  else
    self->basis = !prepare_measurement (self) ? ODE_STABILITY_NONE
                  : is_partitioned (method)   ? ODE_STABILITY_OSCILLATOR
                                              : ODE_STABILITY_MEASURED;
  if (done)
    return self;
  ode_stability_free (self);
  return NULL;
}

/* Frees what the basis has made; the other members are empty. */
void
ode_stability_free (OdeStability *self)
{
  if (self == NULL)
    return;
  ode_rational_clear (&self->rational);
  ode_integrator_free (self->integrator);
  free (self);
}

/* Returns how the stability is known: by coefficients, by roots, by measurement, or not at all. */
OdeStabilityBasis
ode_stability_basis (const OdeStability *self)
{
  return self->basis;
}

/* For a rational function this is |R(z)|, for a multistep method the largest |ζ|, and for a
 * measured method the growth in one step. The oscillator has values on the imaginary axis only. */
double
ode_stability_modulus (OdeStability *self, double re, double im)
{
  switch (self->basis)
    {
    case ODE_STABILITY_RATIONAL:
      return ode_rational_modulus (&self->rational, re + I * im);
    case ODE_STABILITY_ROOTS:
      return ode_locus_modulus (&self->locus, re + I * im);
    case ODE_STABILITY_MEASURED:
      return measure (self, re, im);
    case ODE_STABILITY_OSCILLATOR:
      return re == 0 ? measure_oscillator (self, im) : NAN;
    case ODE_STABILITY_NONE:
      break;
    }
  return NAN;
}

/* Tolerance for |R| ≤ 1. On the imaginary axis some methods have |R| = 1 up to rounding errors,
 * which grow with the number of operations of a step. */
#define ON_BORDER 1e-9

/* A point on the border counts as inside within ON_BORDER. */
bool
ode_stability_contains (OdeStability *self, double re, double im)
{
  return ode_stability_modulus (self, re, im) <= 1 + ON_BORDER;
}

/* A modulus that overflows to NaN far from the origin counts as outside. Only the basis decides
 * whether there are values. */
bool
ode_stability_excludes (OdeStability *self, double re, double im)
{
  if (self->basis == ODE_STABILITY_OSCILLATOR)
    {
      if (fabs (re) > ODE_STABILITY_ON_AXIS * hypot (re, im))
        return false;
      re = 0;
    }
  return self->basis != ODE_STABILITY_NONE && !ode_stability_contains (self, re, im);
}

/* A conserved quantity gives an eigenvalue 0, which is computed with an error of DBL_EPSILON of the largest one, and a conserved momentum gives a
 * double one with a single eigenvector, whose error is the square root of that, 1.5e-8. So smaller ones have no sign. */
#define NO_SIGN 1e-7

void
ode_stability_places (OdeStability *self, int n, const double *z, OdeStabilityPlace *places)
{
  double largest = 0;

  for (int k = 0; k < n; k++)
    largest = fmax (largest, hypot (z[2 * k], z[2 * k + 1]));
  for (int k = 0; k < n; k++)
    {
      double re = z[2 * k], im = z[2 * k + 1], size = hypot (re, im);

      if (size <= NO_SIGN * largest)
        places[k] = ODE_STABILITY_INSIDE;
      else if (re > ODE_STABILITY_ON_AXIS * size)
        places[k] = ODE_STABILITY_GROWS;
      else
        places[k] = self != NULL && ode_stability_excludes (self, re, im) ? ODE_STABILITY_OUTSIDE : ODE_STABILITY_INSIDE;
    }
}

/* ---- searches ---- */

/* The steps are at least 1/500 of the distance, since the borders of regions have no
 * details that are much smaller than their distance from the origin. The
 * bisection ends at a relative width of 10⁻¹³. */
double
ode_stability_first_exit (OdeOutsideFunc outside, const void *user, double step, double far)
{
  double low = 0, high = step;

  while (high < far && !outside (user, high))
    {
      low = high;
      high += fmax (step, 0.002 * high);
    }
  if (high >= far)
    return INFINITY;
  for (int i = 0; i < 60 && high - low > 1e-13 * high; i++)
    {
      double middle = 0.5 * (low + high);

      if (outside (user, middle))
        high = middle;
      else
        low = middle;
    }
  return low;
}

typedef struct { OdeStability *stability; double re, im; } Ray;

/* A modulus that is NaN counts as outside, since the negated comparison is true for it. */
static bool
outside_on_ray (const void *user, double distance)
{
  const Ray *ray = user;

  return !(ode_stability_modulus (ray->stability, distance * ray->re, distance * ray->im) <= 1 + ON_BORDER);
}

/* Step sizes of the search for the first point outside the region. Some symplectic
 * compositions need the finer steps: the absolute value of their trace exceeds 2
 * only slightly and on a short interval. */
#define COARSE 0.05
#define FINE 1e-3

double
ode_stability_radius (OdeStability *self, double angle)
{
  /* The cosine of the double nearest to π/2 is not 0, so it is replaced by 0. */
  Ray ray = { self, fabs (cos (angle)) < 1e-15 ? 0 : cos (angle), sin (angle) };

  return self->basis == ODE_STABILITY_NONE || (self->basis == ODE_STABILITY_OSCILLATOR && ray.re != 0) ? NAN : ode_stability_first_exit (outside_on_ray, &ray, self->basis == ODE_STABILITY_OSCILLATOR ? FINE : COARSE, 1000);
}

/* Returns a measured interval, or NaN if it reaches the end of the search: the number of stages of
 * rkc2, for example, increases with the spectral radius up to a limit, so that the interval is longer
 * than the search. */
static double
measured_interval (OdeStability *self, double angle)
{
  double radius = ode_stability_radius (self, angle);

  return isinf (radius) ? NAN : radius;
}

/* The properties from the method's traits come from the literature and also hold beyond the end of
 * the search. α = 0 for a finite real interval: no sector around the negative real axis is in the
 * region. */
static void
measured_facts (OdeStability *self, OdeStabilityFacts *facts)
{
  facts->a_stable = (self->method->traits & ODE_TRAIT_A_STABLE) != 0;
  facts->l_stable = (self->method->traits & ODE_TRAIT_L_STABLE) != 0;
  facts->real_interval = facts->a_stable ? INFINITY : measured_interval (self, M_PI);
  /* Near the origin |R| on the imaginary axis exceeds 1 by less than a measurement
   * can detect, so that no interval is reported. Symplectic maps are an exception,
   * because beyond their interval |R| grows quickly. */
  facts->imaginary_interval = facts->a_stable ? INFINITY
                              : self->basis == ODE_STABILITY_OSCILLATOR ? measured_interval (self, M_PI / 2) : NAN;
  facts->alpha = facts->a_stable ? 90 : isfinite (facts->real_interval) ? 0 : NAN;
  facts->r_at_infinity = facts->l_stable ? 0 : NAN;
}

/* NaN means unknown. A rational function and a root locus give all facts; a measurement gives some. */
void
ode_stability_facts (OdeStability *self, OdeStabilityFacts *facts)
{
  *facts = (OdeStabilityFacts) { NAN, NAN, NAN, NAN, false, false };
  if (self->basis == ODE_STABILITY_RATIONAL)
    ode_rational_facts (&self->rational, facts);
  else if (self->basis == ODE_STABILITY_ROOTS)
    ode_locus_facts (&self->locus, facts);
  else if (self->basis != ODE_STABILITY_NONE)
    measured_facts (self, facts);
}

/* Makes the facts of the method and keeps only the length of the real interval. */
double
ode_stability_real_interval (const OdeMethod *method)
{
  OdeStability *self = ode_stability_new (method);
  OdeStabilityFacts facts = { .real_interval = NAN };

  if (self != NULL)
    ode_stability_facts (self, &facts);
  ode_stability_free (self);
  return facts.real_interval;
}
