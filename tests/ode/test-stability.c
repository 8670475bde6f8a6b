/* Compares stability regions with published intervals and angles, and with
 * steps of the methods. */
#include <complex.h>
#include <string.h>

#include "ode-eigen.h"
#include "ode-methods.h"
#include "ode-stability.h"
#include "ode-test.h"

typedef struct { const char *id; double real, imaginary; } Interval;

/* The values were computed by evaluations of R with 45 digits. Those
 * of Adams–Bashforth are from Hairer and Wanner, Solving Ordinary Differential
 * Equations II, V.1, and from the roots of the locus. */
static const Interval intervals[] = {
  { "explicit_euler", 2, 0 },
  { "midpoint", 2, 0 },
  { "runge_kutta3", 2.51274532662, 1.73205080757 },
  { "runge_kutta4", 2.78529356341, 2.82842712475 },
  { "runge_kutta_merson", 3.54832234423, 3.46410161514 },
  { "fehlberg45", 3.67770662132, 0 },
  { "cash_karp", 3.73435960723, 0 },
  { "runge_kutta5", 3.30656789264, 0.997189008633 },
  { "tsitouras5", 3.5068469938, 0.477978868883 },
  { "dop853", 6.39365152285, 5.9603598117 },
  { "verner65", 4.85527431449, 2.58419956761 },
  { "verner76", 4.64002433534, 0 },
  { "verner87", 5.86411323935, 0 },
  { "adams_bashforth1", 2, 0 },
  { "adams_bashforth2", 1, 0 },
  { "adams_bashforth3", 6.0 / 11, 0.723627 },
  { "adams_bashforth4", 0.3, 0.429987 },
  { "adams_moulton2", 6, 0 },
  { "adams_moulton3", 3, 0 },
  { "leapfrog", 0, 1 },
};

static OdeStabilityFacts
facts_of (const char *id)
{
  OdeStability *stability = ode_stability_new (ode_method_find (id));
  OdeStabilityFacts facts;

  g_assert_nonnull (stability);
  ode_stability_facts (stability, &facts);
  ode_stability_free (stability);
  return facts;
}

static void
test_intervals (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (intervals); i++)
    {
      OdeStabilityFacts facts = facts_of (intervals[i].id);

      g_test_message ("%s: real %.9g, imaginary %.9g", intervals[i].id, facts.real_interval, facts.imaginary_interval);
      g_assert_cmpfloat_with_epsilon (facts.real_interval, intervals[i].real, 2e-6);
      /* If an interval has length 0, the result is exactly 0. */
      if (intervals[i].imaginary == 0)
        g_assert_cmpfloat (facts.imaginary_interval, ==, 0);
      else
        g_assert_cmpfloat_with_epsilon (facts.imaginary_interval, intervals[i].imaginary, 2e-6);
      g_assert_false (facts.a_stable);
    }
}

/* The angles are from Hairer and Wanner, Solving Ordinary Differential
 * Equations II, V.2, table 2.1. */
static void
test_angles (void)
{
  static const double degrees[] = { 90, 90, 86.03, 73.35, 51.84, 17.84 };

  for (int k = 1; k <= 6; k++)
    {
      char id[8];
      OdeStabilityFacts facts;

      g_snprintf (id, sizeof id, "bdf%d", k);
      facts = facts_of (id);
      g_assert_cmpfloat_with_epsilon (facts.alpha, degrees[k - 1], 0.005);
      g_assert_true (isinf (facts.real_interval));
      g_assert_cmpfloat (facts.r_at_infinity, <, 1e-12);
      g_assert_cmpint (facts.l_stable, ==, k <= 2);
    }
}

/* A- and L-stability as derived from the coefficients agree with the
 * traits, which are from the literature. */
static void
test_traits (void)
{
  int n;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int i = 0; i < n; i++)
    {
      OdeStability *stability = ode_stability_new (methods[i]);
      OdeStabilityFacts facts;

      ode_stability_facts (stability, &facts);
      g_test_message ("%s", methods[i]->id);
      g_assert_cmpint (facts.a_stable, ==, (methods[i]->traits & ODE_TRAIT_A_STABLE) != 0);
      g_assert_cmpint (facts.l_stable, ==, (methods[i]->traits & ODE_TRAIT_L_STABLE) != 0);
      if (ode_stability_basis (stability) == ODE_STABILITY_RATIONAL && facts.a_stable)
        g_assert_cmpfloat (facts.alpha, ==, 90);
      ode_stability_free (stability);
    }
}

static void
test_at_infinity (void)
{
  g_assert_cmpfloat (facts_of ("radau5").r_at_infinity, ==, 0);
  g_assert_cmpfloat_with_epsilon (facts_of ("gauss6").r_at_infinity, 1, 1e-13);
  g_assert_cmpfloat_with_epsilon (facts_of ("trapezoid").r_at_infinity, 1, 1e-13);
  /* The literature gives R(∞) = 1 − √3 (Lang and Verwer 2001). */
  g_assert_cmpfloat_with_epsilon (facts_of ("ros3p").r_at_infinity, sqrt (3) - 1, 1e-12);
  g_assert_true (isinf (facts_of ("runge_kutta4").r_at_infinity));
}

/* ---- one step of each method ---- */

static double complex lambda;

static OdeStatus
rhs (void *self, double t, const double *x, double *dxdt)
{
  double complex slope = lambda * (x[0] + I * x[1]);

  dxdt[0] = creal (slope);
  dxdt[1] = cimag (slope);
  return ODE_DONE;
}

static OdeStatus
jacobian (void *self, double t, const double *x, double *values)
{
  values[0] = values[3] = creal (lambda);
  values[1] = cimag (lambda);
  values[2] = -cimag (lambda);
  return ODE_DONE;
}

/* The modulus of the stability function equals that of one step of the method. */
static void
test_steps (void)
{
  static const double complex places[] = { -0.7 + 0.3 * I, -2.1 - 1.4 * I, 0.4 + 0.9 * I, -5.5 };
  const OdeSystem system = { .n_states = 2, .rhs = rhs, .jacobian = jacobian };
  OdeSettings settings = fixed_settings (1);
  int n, n_checked = 0;
  const OdeMethod *const *methods = ode_methods (&n);

  for (int i = 0; i < n; i++)
    {
      OdeStability *stability = ode_stability_new (methods[i]);
      OdeStabilityBasis basis = ode_stability_basis (stability);
      char error[256];

      for (gsize k = 0; k < G_N_ELEMENTS (places) && (basis == ODE_STABILITY_RATIONAL || basis == ODE_STABILITY_MEASURED); k++)
        {
          static const double start[] = { 1, 0 };
          OdeIntegrator *integrator = ode_integrator_new (methods[i], &system, &settings, error, sizeof error);
          const double *x;

          lambda = places[k];
          g_assert_nonnull (integrator);
          g_assert_cmpint (ode_integrator_initialize (integrator, 0, start, 1), ==, ODE_DONE);
          g_assert_cmpint (ode_integrator_step_fixed (integrator, 1), ==, ODE_DONE);
          x = ode_integrator_x (integrator);
          g_test_message ("%s at %g%+gi", methods[i]->id, creal (lambda), cimag (lambda));
          /* Newton's iteration ends at a thousandth of the default accuracy, which determines the error of implicit methods. */
          g_assert_cmpfloat_with_epsilon (ode_stability_modulus (stability, creal (lambda), cimag (lambda)), hypot (x[0], x[1]),
                                          (methods[i]->traits & ODE_TRAIT_IMPLICIT) != 0 ? 1e-5 : 1e-11 * fmax (1, hypot (x[0], x[1])));
          ode_integrator_free (integrator);
          n_checked++;
        }
      ode_stability_free (stability);
    }
  g_assert_cmpint (n_checked, >, 168);
}

/* The Störmer–Verlet method is stable up to ωh = 2. Yoshida's triple
 * jump is stable up to ωh = 1.5734, where the trace of its map is −2. */
static void
test_oscillator (void)
{
  g_assert_cmpfloat_with_epsilon (facts_of ("stormer_verlet").imaginary_interval, 2, 1e-4);
  g_assert_cmpfloat_with_epsilon (facts_of ("yoshida4").imaginary_interval, 1.5734, 1e-4);
  g_assert_true (isnan (facts_of ("stormer_verlet").real_interval));
}

/* The region of a splitting method is known on the imaginary axis only. Eigenvalues that rounding has moved off the axis count as on it. */
static void
test_unknown (void)
{
  static const double axis[] = { 1e-17, 2, 1e-17, -2 }, mixed[] = { -1, 0, 0, 2, 0, -2 };
  OdeStability *verlet = ode_stability_new (ode_method_find ("stormer_verlet"));

  g_assert_cmpint (ode_stability_basis (verlet), ==, ODE_STABILITY_OSCILLATOR);
  g_assert_cmpfloat_with_epsilon (ode_stability_largest_step (verlet, 2, axis), 1, 1e-4);
  g_assert_true (isnan (ode_stability_largest_step (verlet, 3, mixed)));
  g_assert_true (isnan (ode_stability_largest_step (verlet, 2, mixed)));
  g_assert_false (ode_stability_excludes (verlet, 1e-17, 1.9));
  g_assert_true (ode_stability_excludes (verlet, 1e-17, 2.1));
  g_assert_true (ode_stability_excludes (verlet, 0, -2.1));
  g_assert_false (ode_stability_excludes (verlet, -3, 1));
  ode_stability_free (verlet);
}

/* The largest root for a two-step method is compared with the solution of the
 * quadratic equation, near the origin and far from it. */
static void
test_roots (void)
{
  OdeStability *stability = ode_stability_new (ode_method_find ("adams_bashforth2"));
  /* The roots satisfy ζ² − (1 + 3z/2) ζ + z/2 = 0. */
  double complex z = -0.8 + 0.5 * I, b = 1 + 1.5 * z, root = csqrt (b * b - 2 * z);
  double expected = fmax (cabs (0.5 * (b + root)), cabs (0.5 * (b - root)));

  g_assert_cmpint (ode_stability_basis (stability), ==, ODE_STABILITY_ROOTS);
  g_assert_cmpfloat_with_epsilon (ode_stability_modulus (stability, creal (z), cimag (z)), expected, 1e-13);
  ode_stability_free (stability);

  /* The roots of the extrapolation of a Hermite polynomial satisfy ζ² + 4 (1 − z) ζ − 5 − 2z = 0. */
  stability = ode_stability_new (ode_method_find ("unstable_two_step"));
  b = 2 * (1 - z);
  root = csqrt (b * b + 5 + 2 * z);
  expected = fmax (cabs (root - b), cabs (root + b));
  g_assert_cmpfloat_with_epsilon (ode_stability_modulus (stability, creal (z), cimag (z)), expected, 1e-13);
  ode_stability_free (stability);
}

static OdeStatus
curved_rhs (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[0] * x[0] * x[1] + t;
  dxdt[1] = sin (x[0]) + 3 * x[1];
  return ODE_DONE;
}

/* If a system has no Jacobian, it is differentiated column by column with an error of about ε^(2/3). */
static void
test_jacobian (void)
{
  const OdeSystem system = { .n_states = 2, .rhs = curved_rhs };
  const double x[2] = { 1.3, -40 }, exact[4] = { 2 * 1.3 * -40, cos (1.3), 1.3 * 1.3, 3 };
  double a[4];

  g_assert_true (ode_stability_jacobian (&system, 5, x, a));
  for (int k = 0; k < 4; k++)
    g_assert_cmpfloat_with_epsilon (a[k], exact[k], 1e-9 * fmax (fabs (exact[k]), 1));
}

static OdeStabilityPlace
place_of (OdeStability *stability, double re, double im)
{
  OdeStabilityPlace place;

  ode_stability_places (stability, 1, (const double[]) { re, im }, &place);
  return place;
}

/* Euler's method is stable for |1 + z| ≤ 1. A component that grows in the model is not outside, wherever its point is. */
static void
test_places (void)
{
  OdeStability *stability = ode_stability_new (ode_method_find ("explicit_euler"));

  for (double size = 1e-9; size < 1e9; size *= 1e3)
    g_assert_cmpint (place_of (stability, size, 0.3 * size), ==, ODE_STABILITY_GROWS);
  g_assert_cmpint (place_of (stability, -1, 0.5), ==, ODE_STABILITY_INSIDE);
  g_assert_cmpint (place_of (stability, -2.1, 0), ==, ODE_STABILITY_OUTSIDE);
  g_assert_cmpint (place_of (stability, 1e-9, 0.1), ==, ODE_STABILITY_OUTSIDE); /* an undamped oscillation, up to rounding */
  g_assert_cmpint (place_of (NULL, -2.1, 0), ==, ODE_STABILITY_INSIDE);
  g_assert_cmpint (place_of (NULL, 1, 0), ==, ODE_STABILITY_GROWS);
  ode_stability_free (stability);
}

/* Column-major Jacobians with an eigenvalue 0 that is computed as a positive number: Robertson's reaction, whose mass is conserved, and three masses on a
 * line with two springs, whose momentum is conserved. The growth of the last one is slow but real: its ratio to the largest |λ| is 1e-5. */
static void
test_conserved (void)
{
  const double reaction[] = { -0.04, 0.04, 0, 1e3, -1120, 120, 0.02, -0.02, 0 }, slow[] = { 1e-5, 0, 0, -1 };
  const double springs[3][3] = { { -1.3, 1.3, 0 }, { 1.3 / 0.7, -3.3 / 0.7, 2 / 0.7 }, { 0, 2 / 1.9, -2 / 1.9 } };
  double masses[36] = { 0 };
  const struct { int n; const double *a; int growing; } cases[] = { { 3, reaction, 0 }, { 6, masses, 0 }, { 2, slow, 1 } };

  for (int i = 0; i < 3; i++)
    {
      masses[(3 + i) * 6 + i] = 1;
      for (int j = 0; j < 3; j++)
        masses[j * 6 + 3 + i] = springs[i][j];
    }
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    for (double scale = 1e-12; scale < 1e13; scale *= 1e6)
      {
        int n = cases[c].n, growing = 0;
        double a[36], z[12], work[512];
        OdeStabilityPlace places[6];

        g_assert_cmpint (ode_eigen_work_size (n), <=, G_N_ELEMENTS (work));
        for (int k = 0; k < n * n; k++)
          a[k] = scale * cases[c].a[k];
        g_assert_true (ode_eigen_values (n, a, z, work));
        ode_stability_places (NULL, n, z, places);
        for (int k = 0; k < n; k++)
          growing += places[k] == ODE_STABILITY_GROWS;
        g_assert_cmpint (growing, ==, cases[c].growing);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stability/stability-intervals-agree-with-published-values", test_intervals);
  g_test_add_func ("/stability/stability-angles-of-bdf-agree-with-published-values", test_angles);
  g_test_add_func ("/stability/a-and-l-stability-derived-from-coefficients-agree-with-the-literature", test_traits);
  g_test_add_func ("/stability/the-limit-of-the-stability-function-at-infinity-equals-the-exact-value", test_at_infinity);
  g_test_add_func ("/stability/the-stability-function-agrees-with-a-step-of-the-method", test_steps);
  g_test_add_func ("/stability/stability-intervals-of-symplectic-methods-are-measured-on-the-oscillator", test_oscillator);
  g_test_add_func ("/stability/nothing-is-said-where-the-region-is-not-known", test_unknown);
  g_test_add_func ("/stability/the-largest-root-of-a-multistep-method-solves-its-equation", test_roots);
  g_test_add_func ("/stability/a-growing-component-is-not-outside-the-region", test_places);
  g_test_add_func ("/stability/a-conserved-quantity-is-no-growing-component", test_conserved);
  g_test_add_func ("/stability/a-system-without-jacobian-is-differentiated-by-central-differences", test_jacobian);
  return g_test_run ();
}
