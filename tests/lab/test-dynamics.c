/* Compares equilibria, closed orbits, sections, Lyapunov exponents and continuation with published values and closed
 * forms. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-continuation.h"
#include "lab-diagram.h"
#include "lab-fixture.h"
#include "lab-lyapunov.h"
#include "lab-orbit.h"
#include "lab-plane.h"
#include "lab-registry.h"
#include "lab-result.h"
#include "test-share.h"

#define HEAD "format: 1\nname: Test\n"
#define VAN_DER_POL HEAD "time: {end: 40}\nparameters: {mu: 1}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: mu*(1 - x^2)*v - x}\n"
/* The cycles of this system have the radius r with p + r² − r⁴ = 0. */
#define NORMAL_FORM \
  HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: x*(p + r2 - r2^2) - 2*y}\n" \
       "  y: {initial: 0, derivative: y*(p + r2 - r2^2) + 2*x}\noutputs: {r2: x^2 + y^2}\n"
#define FITZHUGH \
  HEAD "time: {end: 200}\nparameters: {a: 0.7, b: 0.8, Iext: 0.5}\nstates:\n" \
       "  v: {initial: 1, derivative: v - v^3/3 - w + Iext}\n  w: {initial: 1, derivative: 0.08*(v + a - b*w)}\n"
#define LORENZ \
  HEAD "time: {end: 40}\nparameters: {rho: 28}\nstates:\n  x: {initial: 1, derivative: 10*(y - x)}\n" \
       "  y: {initial: 1, derivative: x*(rho - z) - y}\n  z: {initial: 1, derivative: x*y - 8/3*z}\n"
#define DUFFING \
  HEAD "time: {end: 100}\nparameters: {gamma: 0.5, omega: 1.2}\nstates:\n  x: {initial: 1, derivative: v}\n" \
       "  v: {initial: 0, derivative: -0.3*v + x - x^3 + gamma*cos(omega*t)}\n"
#define HENON_HEILES \
  HEAD "time: {end: 200}\nstates:\n  x: {initial: 0.12, derivative: px, kind: position}\n  y: {initial: 0.12, derivative: py, kind: position}\n" \
       "  px: {initial: 0.12, derivative: -x - 2*x*y, kind: velocity}\n  py: {initial: 0.12, derivative: -y - x^2 + y^2, kind: velocity}\n"

typedef struct
{
  LabFixture base;
  LabProblem problem; /* a copy of base's problem, with the value of a parameter */
  const char *parameter;
  double value;
} Fixture;

static gboolean
set_parameter (ModelSystem *system, gpointer user, GError **error)
{
  const Fixture *f = user;

  return f->parameter == NULL || model_system_set_parameter (system, f->parameter, f->value, error);
}

static void
fixture_init (Fixture *f, const char *yaml)
{
  *f = (Fixture) { .parameter = NULL };
  lab_fixture_init (&f->base, yaml, NULL);
  f->problem = f->base.problem;
  f->problem.prepare = set_parameter;
  f->problem.user = f;
}

static void
fixture_clear (Fixture *f)
{
  lab_fixture_clear (&f->base);
}

static LabFlow *
flow_of (const Fixture *f)
{
  g_autoptr (GError) error = NULL;
  LabFlow *flow = lab_flow_new (&f->problem, &error);

  g_assert_no_error (error);
  return flow;
}

static void
box_of (LabBox *box, LabFlow *flow, const char *text)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (lab_box_init (box, flow, text, NULL, &error));
  g_assert_no_error (error);
}

/* ---- equilibria of models ---- */

/* x' = sin x, y' = sin y has the equilibria (iπ, jπ), 49 of them in this box. Newton's method must find all of them; their types follow
 * from the signs of cos x and cos y. */
static void
test_none_missed (void)
{
  Fixture f;
  g_auto (LabBox) box = { 0 };

  fixture_init (&f, HEAD "states: {x: {initial: 1, derivative: sin(x)}, y: {initial: 1, derivative: sin(y)}}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  box_of (&box, flow, "x=-10:10,y=-10:10");
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, &box, NULL, NULL);
  g_assert_cmpuint (found->points->len, ==, 49);
  g_assert_false (found->continuum);
  for (guint k = 0; k < found->points->len; k++)
    {
      const LabEquilibrium *point = found->points->pdata[k];
      double a = cos (point->x[0]), b = cos (point->x[1]);

      for (int i = 0; i < 2; i++)
        g_assert_cmpfloat_with_epsilon (point->x[i], G_PI * round (point->x[i] / G_PI), 1e-12);
      g_assert_cmpint (point->type, ==, a * b < 0 ? LAB_POINT_SADDLE : a < 0 ? LAB_POINT_STABLE_NODE : LAB_POINT_UNSTABLE_NODE);
    }
  fixture_clear (&f);
}

/* Checks J v = λ v for the Lorenz equations at (±√72, ±√72, 27). */
static void
test_eigenvectors (void)
{
  Fixture f;
  g_auto (LabBox) box = { 0 };

  fixture_init (&f, LORENZ);
  g_autoptr (LabFlow) flow = flow_of (&f);
  box_of (&box, flow, NULL);
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, &box, NULL, NULL);
  g_assert_cmpuint (found->points->len, ==, 3);
  for (guint p = 0; p < 3; p++)
    {
      const LabEquilibrium *point = found->points->pdata[p];
      double J[9], sum = 0;

      g_assert_cmpfloat_with_epsilon (fabs (point->x[0]), p == 1 ? 0 : sqrt (72), 1e-11);
      g_assert_cmpint (point->type, ==, p == 1 ? LAB_POINT_SADDLE : LAB_POINT_SADDLE_FOCUS);
      g_assert_true (lab_flow_jacobian (flow, 0, point->x, J));
      for (int k = 0; k < 3; k++)
        {
          const double *v = point->vectors + 6 * k, re = point->values[2 * k], im = point->values[2 * k + 1];

          sum += re;
          for (int i = 0; i < 3; i++)
            {
              double a = 0, b = 0;

              for (int j = 0; j < 3; j++)
                {
                  a += J[3 * i + j] * v[2 * j];
                  b += J[3 * i + j] * v[2 * j + 1];
                }
              g_assert_cmpfloat_with_epsilon (a, re * v[2 * i] - im * v[2 * i + 1], 1e-8);
              g_assert_cmpfloat_with_epsilon (b, re * v[2 * i + 1] + im * v[2 * i], 1e-8);
            }
        }
      g_assert_cmpfloat_with_epsilon (sum, -41.0 / 3, 1e-10);
    }
  fixture_clear (&f);
}

/* In the epidemic model, any number of susceptible people without infected people is an equilibrium. */
static void
test_continuum (void)
{
  Fixture f;
  g_auto (LabBox) box = { 0 };

  fixture_init (&f, HEAD "states: {S: {initial: 1, derivative: -S*I}, I: {initial: 0.1, derivative: S*I - I}}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  box_of (&box, flow, "S=-2:2,I=-1:1");
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, &box, NULL, NULL);
  g_assert_true (found->continuum);
  for (guint k = 0; k < found->points->len; k++)
    g_assert_cmpfloat_with_epsilon (((LabEquilibrium *) found->points->pdata[k])->x[1], 0, 1e-5);
  fixture_clear (&f);
}

/* ---- nullclines and manifolds ---- */

/* The nullcline x² + y² = 1 is found as one closed curve. A circle of radius 0.004 inside one cell of the first grid is found
 * too. */
static void
test_nullclines (void)
{
  Fixture f;

  fixture_init (&f, HEAD "states: {x: {initial: 0, derivative: (x^2 + y^2 - 1)*((x - 0.3052)^2 + (y - 0.1051)^2 - 1.6e-5)}, "
                         "y: {initial: 0, derivative: x}}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  LabPlane plane = { flow, 0, 1, { -2, -2 }, { 2, 2 }, flow->x0, 0 };
  g_autoptr (GPtrArray) curves = lab_nullcline (&plane, 0, NULL, NULL);
  g_autoptr (GPtrArray) line = lab_nullcline (&plane, 1, NULL, NULL);
  g_assert_cmpuint (curves->len, ==, 2);
  for (guint k = 0; k < curves->len; k++)
    {
      const LabCurve *curve = curves->pdata[k];

      g_assert_true (curve->closed);
      for (int i = 0; i < curve->n; i++)
        {
          double x = curve->points[2 * i], y = curve->points[2 * i + 1];
          double large = fabs (hypot (x, y) - 1), small = fabs (hypot (x - 0.3052, y - 0.1051) - 0.004);

          g_assert_cmpfloat (fmin (large, small), <, 1e-8);
        }
    }
  g_assert_cmpuint (line->len, ==, 1);
  g_assert_false (((LabCurve *) line->pdata[0])->closed);
  fixture_clear (&f);
}

/* y = x²/3 is the unstable manifold of the saddle of x' = x, y' = −y + x². */
static void
test_manifolds (void)
{
  Fixture f;
  g_auto (LabBox) box = { 0 };
  int n_unstable = 0;

  fixture_init (&f, HEAD "states: {x: {initial: 0.1, derivative: x}, y: {initial: 0.1, derivative: -y + x^2}}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  box_of (&box, flow, "x=-2:2,y=-2:2");
  LabPlane plane = { flow, 0, 1, { -2, -2 }, { 2, 2 }, flow->x0, 0 };
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, &box, NULL, NULL);
  g_autoptr (GPtrArray) manifolds = lab_manifolds (&plane, found, NULL, NULL);
  g_assert_cmpuint (manifolds->len, ==, 4);
  for (guint k = 0; k < 4; k++)
    {
      const LabManifold *manifold = manifolds->pdata[k];

      n_unstable += !manifold->stable;
      g_assert_cmpint (manifold->curve->n, >, 100);
      for (int i = 0; i < manifold->curve->n; i++)
        {
          double x = manifold->curve->points[2 * i], y = manifold->curve->points[2 * i + 1];

          g_assert_cmpfloat (fabs (manifold->stable ? x : y - x * x / 3), <, 1e-6 * (1 + x * x));
        }
    }
  g_assert_cmpint (n_unstable, ==, 2);
  fixture_clear (&f);
}

/* ---- closed orbits of plane flows ---- */

static LabCycles *
cycles_of (LabFlow *flow, const LabBox *box)
{
  g_autoptr (LabEquilibria) found = lab_equilibria_find (flow, box, NULL, NULL);
  LabPlane plane = { flow, 0, 1, { box->low[0], box->low[1] }, { box->high[0], box->high[1] }, flow->x0, 0 };

  return lab_cycles_find (&plane, found, NULL, NULL);
}

static void
test_van_der_pol (void)
{
  Fixture f;
  g_auto (LabBox) box = { 0 };

  fixture_init (&f, VAN_DER_POL);
  g_autoptr (LabFlow) flow = flow_of (&f);
  box_of (&box, flow, NULL);
  g_autoptr (LabCycles) cycles = cycles_of (flow, &box);
  g_assert_cmpuint (cycles->cycles->len, ==, 1);
  const LabCycle *cycle = cycles->cycles->pdata[0];
  g_assert_cmpfloat_with_epsilon (cycle->period, 6.6632868593, 1e-8);
  g_assert_cmpfloat_with_epsilon (cycle->multipliers[0], 8.597e-4, 5e-8);
  g_assert_true (cycle->stable);
  fixture_clear (&f);
}

/* The period for large μ is (3 − 2 ln 2) μ + 7.01432 μ^(−1/3) − (2/3) (ln μ)/μ + O(1/μ) (Dorodnicyn, Prikl. Mat. Mech. 11 (1947) 313). An explicit method needs a
 * million steps for it. */
static void
test_relaxation (void)
{
  for (int k = 0; k < 2; k++)
    {
      Fixture f;
      g_auto (LabBox) box = { 0 };
      double mu = k == 0 ? 100 : 1000;
      g_autofree char *text = g_strdup_printf (HEAD "states:\n  x: {initial: 2, derivative: v}\n  v: {initial: 0, derivative: %g*(1 - x^2)*v - x}\n", mu);
      g_autofree char *window = g_strdup_printf ("x=-3:3,v=%g:%g", -2 * mu, 2 * mu);

      fixture_init (&f, text);
      g_autoptr (LabFlow) flow = flow_of (&f);
      box_of (&box, flow, window);
      g_autoptr (LabCycles) cycles = cycles_of (flow, &box);
      g_assert_cmpuint (cycles->cycles->len, ==, 1);
      const LabCycle *cycle = cycles->cycles->pdata[0];
      g_assert_cmpfloat_with_epsilon (cycle->period, (3 - 2 * G_LN2) * mu + 7.01432 / cbrt (mu) - 2 / 3. * log (mu) / mu, 2 / mu);
      g_assert_true (cycle->stable);
      g_assert_cmpint (cycle->curve->n, ==, 721);
      fixture_clear (&f);
    }
}

/* r' = r (r² − 1)(4 − r²), φ' = 1 has two cycles: r = 1 is unstable with the multiplier exp (12π), and r = 2 is stable with the multiplier
 * exp (−48π). */
static void
test_two_cycles (void)
{
  Fixture f;
  g_auto (LabBox) box = { 0 };

  fixture_init (&f, HEAD "states:\n  x: {initial: 1.5, derivative: -y + x*(x^2 + y^2 - 1)*(4 - x^2 - y^2)}\n"
                         "  y: {initial: 0, derivative: x + y*(x^2 + y^2 - 1)*(4 - x^2 - y^2)}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  box_of (&box, flow, "x=-3:3,y=-3:3");
  g_autoptr (LabCycles) cycles = cycles_of (flow, &box);
  g_assert_cmpuint (cycles->cycles->len, ==, 2);
  for (guint k = 0; k < 2; k++)
    {
      const LabCycle *cycle = cycles->cycles->pdata[k];

      g_assert_cmpfloat_with_epsilon (hypot (cycle->x[0], cycle->x[1]), k == 0 ? 2 : 1, 1e-9);
      g_assert_cmpfloat_with_epsilon (cycle->period, 2 * G_PI, 1e-9);
      g_assert_cmpfloat_with_epsilon (log (cycle->multipliers[0]) / G_PI, k == 0 ? -48 : 12, 1e-7);
      g_assert_cmpint (cycle->stable, ==, k == 0);
    }
  fixture_clear (&f);
}

/* All orbits around the centre of the Lotka–Volterra equations are closed, so none of them is isolated. */
static void
test_family (void)
{
  Fixture f;
  g_auto (LabBox) box = { 0 };

  fixture_init (&f, HEAD "states: {x: {initial: 2, derivative: x*(1 - y)}, y: {initial: 1, derivative: y*(x - 1)}}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  box_of (&box, flow, "x=-0.5:3,y=-0.5:3");
  g_autoptr (LabCycles) cycles = cycles_of (flow, &box);
  g_assert_cmpuint (cycles->cycles->len, ==, 0);
  g_assert_cmpuint (cycles->families->len, ==, 1);
  fixture_clear (&f);
}

/* ---- Poincaré sections and orbit diagrams ---- */

static LabResult *
run_study (const Fixture *f, const char *id, const char *const *pairs)
{
  const LabStudyKind *kind = lab_registry_find (id);
  g_autofree const char **values = g_new0 (const char *, kind->n_options);
  g_autoptr (GError) error = NULL;
  LabResult *result;

  for (int k = 0; k < kind->n_options; k++)
    {
      values[k] = kind->options[k].standard;
      for (int p = 0; pairs[p] != NULL; p += 2)
        if (strcmp (pairs[p], kind->options[k].key) == 0)
          values[k] = pairs[p + 1];
    }
  result = kind->run (&f->problem, values, NULL, &error);
  g_assert_no_error (error);
  return result;
}

static double
number_of (const LabResult *result, const char *name)
{
  for (guint k = 0; k < result->numbers->len; k++)
    if (strcmp (g_array_index (result->numbers, LabNumber, k).name, name) == 0)
      return g_array_index (result->numbers, LabNumber, k).value;
  g_error ("no number '%s'", name);
}

static void
test_strobe_periods (void)
{
  static const struct { double gamma, period; } rows[] = { { 0.20, 1 }, { 0.28, 2 }, { 0.29, 4 }, { 0.37, 5 } };
  static const char *const options[] = { "strobe", "2*pi/omega", "transient", "1000", "keep", "64", NULL };
  Fixture f;

  fixture_init (&f, DUFFING);
  f.parameter = "gamma";
  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      f.value = rows[k].gamma;
      g_autoptr (LabResult) result = run_study (&f, "poincare", options);
      g_assert_cmpfloat (number_of (result, "period"), ==, rows[k].period);
    }
  f.value = 0.5; /* the motion is chaotic for this value */
  g_autoptr (LabResult) result = run_study (&f, "poincare", options);
  g_assert_true (isnan (number_of (result, "period")));
  fixture_clear (&f);
}

static SimHandlerStatus
note_step (gpointer user, const SimSimulator *simulator)
{
  GArray *rows = user;
  double t = sim_simulator_t (simulator);

  g_array_append_val (rows, t);
  g_array_append_vals (rows, sim_simulator_x (simulator), 4);
  return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
}

/* The points on a section come from dense output. A run with a section therefore has the same bits at its end as a run without one, and its
 * points are on the section. */
static void
test_section_leaves_steps (void)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (double));
  LabSection section = { .kind = LAB_SECTION_CROSSING, .expression = "x" };
  static const char *const all[] = { "x", "t" };
  g_autoptr (GError) error = NULL;
  Fixture f;

  fixture_init (&f, HENON_HEILES);
  g_assert_true (sim_config_set (f.base.config, "integrator", "verlet", SIM_ORIGIN_LIVE, NULL));
  sim_config_set (f.base.config, "error_control", "false", SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (f.base.config, "max_step", 0.05, SIM_ORIGIN_LIVE, NULL);
  lab_problem_set_times (&f.problem, NULL);
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (&f.problem, NULL, &error);
  g_assert_no_error (error);
  sim_simulator_set_monitor (simulator, note_step, rows);
  sim_simulator_initialize (simulator, 0, NULL, NULL, 200, FALSE);
  sim_simulator_advance_to (simulator, 200);

  g_autoptr (LabPoints) points = lab_section_run (&f.problem, NULL, &section, all, 2, 0, 0, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (points->t->len, >, 25);
  for (guint k = 0; k < points->t->len; k++)
    {
      double t = g_array_index (points->t, double, k);
      guint row = 0;

      g_assert_cmpfloat (fabs (g_array_index (points->values, double, 2 * k)), <, 1e-13);
      while (g_array_index (rows, double, 5 * (row + 1)) < t)
        row++;
      /* rows of the run without a section, between which it crosses */
      g_assert_cmpfloat (g_array_index (rows, double, 5 * row + 1), <=, 0);
      g_assert_cmpfloat (g_array_index (rows, double, 5 * (row + 1) + 1), >=, 0);
    }
  g_assert_cmpint (points->n_steps, ==, (int) rows->len / 5 - 1);
  g_assert_cmpmem (points->x_end, 4 * sizeof (double), &g_array_index (rows, double, rows->len - 4), 4 * sizeof (double));
  fixture_clear (&f);
}

/* The maxima of x of the harmonic oscillator in an orbit diagram are its
 * amplitude. */
static void
test_orbit (void)
{
  Fixture f;
  LabRange range = { (char *) "a", 1, 3, 3 };
  LabSection section = { .kind = LAB_SECTION_MAXIMA, .expression = "a*x" };

  fixture_init (&f, HEAD "time: {end: 50}\nparameters: {a: 1}\nstates: {x: {initial: 2, derivative: v}, v: {initial: 0, derivative: -x}}\n"
                         "solver: {integrator: dop853, accuracy: 1e-11}\n");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  sim_config_apply_model (f.base.config, f.base.model, diagnostics);
  g_autoptr (LabOrbit) orbit = lab_orbit (&f.problem, &range, "a*x", &section, 3, 5, NULL, NULL, NULL, NULL);
  g_assert_cmpuint (orbit->points->len, ==, 3);
  for (guint k = 0; k < 3; k++)
    {
      const LabOrbitPoint *point = &g_array_index (orbit->points, LabOrbitPoint, k);

      g_assert_cmpfloat (point->p, ==, k + 1.0);
      g_assert_cmpint (point->n_values, ==, 5);
      for (int i = 0; i < 5; i++)
        g_assert_cmpfloat_with_epsilon (point->values[i], 2 * point->p, 1e-8);
    }
  fixture_clear (&f);
}

/* ---- Lyapunov exponents of flows ---- */

/* The exponents of a linear system are the real parts of its eigenvalues. Those of the Lorenz equations are 0.906, 0 and −14.572 (Sprott,
 * Chaos and Time-Series Analysis, 2003, appendix A.5). The mean over a time T has an error of about 0.2/√T. */
static void
test_lyapunov (void)
{
  Fixture f;

  fixture_init (&f, HEAD "time: {end: 1}\nstates: {x: {initial: 1, derivative: -x + y}, y: {initial: 1, derivative: -3*y}}\n");
  g_autoptr (LabFlow) linear = flow_of (&f);
  g_autoptr (LabLyapunov) exact = lab_lyapunov (linear, 30, 20, NULL, NULL, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (exact->exponents[0], -1, 0.05);
  g_assert_cmpfloat_with_epsilon (exact->exponents[1], -3, 0.05);
  g_assert_cmpfloat_with_epsilon (exact->sum, -4, 1e-8);
  fixture_clear (&f);

  fixture_init (&f, LORENZ);
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabLyapunov) found = lab_lyapunov (flow, 40, 4000, NULL, NULL, NULL, NULL);
  g_assert_cmpfloat_with_epsilon (found->exponents[0], 0.906, 0.01);
  g_assert_cmpfloat_with_epsilon (found->exponents[1], 0, 0.005);
  g_assert_cmpfloat_with_epsilon (found->exponents[2], -14.572, 0.01);
  g_assert_cmpfloat_with_epsilon (found->sum, found->mean_trace, 1e-6);
  g_assert_cmpfloat_with_epsilon (found->mean_trace, -41.0 / 3, 1e-9);
  fixture_clear (&f);
}

/* The exponents do not depend on the unit of the states. */
static void
test_lyapunov_units (void)
{
  static const char *const sizes[] = { "1e-15", "1e-9", "1e12" };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "time: {end: 20}\nparameters: {s: %s}\nstates:\n  x: {initial: s, derivative: 10*(y - x)}\n"
                                                    "  y: {initial: s, derivative: x*(28 - z/s) - y}\n  z: {initial: 20*s, derivative: x*y/s - 8/3*z}\n",
                                               sizes[k]);
      Fixture f;

      fixture_init (&f, yaml);
      g_autoptr (LabFlow) flow = flow_of (&f);
      g_autoptr (LabLyapunov) found = lab_lyapunov (flow, 20, 200, NULL, NULL, NULL, NULL);
      g_assert_nonnull (found);
      g_test_message ("%s: %g, %g, %g", sizes[k], found->exponents[0], found->exponents[1], found->exponents[2]);
      g_assert_cmpfloat_with_epsilon (found->exponents[0], 0.906, 0.05);
      g_assert_cmpfloat_with_epsilon (found->exponents[1], 0, 0.02);
      g_assert_cmpfloat_with_epsilon (found->sum, -41.0 / 3, 1e-6);
      fixture_clear (&f);
    }
}

/* Three points on a cycle are enough: the closed orbit through them is computed. One point is too few, and the sentence does not deny a period. */
static void
test_few_points (void)
{
  static const struct { const char *keep; double period; } cases[] = { { "3", 1 }, { "2", 1 }, { "1", NAN } };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      const char *const options[] = { "section", "x", "transient", "30", "keep", cases[k].keep, NULL };
      Fixture f;

      fixture_init (&f, VAN_DER_POL);
      g_autoptr (LabResult) result = run_study (&f, "poincare", options);
      g_assert_cmpfloat (number_of (result, "points"), ==, g_ascii_strtod (cases[k].keep, NULL));
      if (isnan (cases[k].period))
        g_assert_cmpstr (result->sentence, ==, "1 point: too few to find a period, which needs at least 2.");
      else
        g_assert_cmpfloat (number_of (result, "period"), ==, cases[k].period);
      fixture_clear (&f);
    }
}

/* Around a centre each orbit is closed. The orbit of the run itself closes after one return, though errors of the run move its points. The period of the
 * last but one is not a multiple of that of the other oscillator, and the last one is damped by less than the errors of the run. */
static void
test_centres (void)
{
  static const struct { const char *states, *option, *value; double period, time; } cases[] = {
    { "{x: {initial: 1, derivative: v}, v: {initial: 0.5, derivative: -4*x}}", "section", "x", 1, G_PI },
    { "{x: {initial: 20 + 1e-3, derivative: v}, v: {initial: 0, derivative: 20 - x}}", "section", "x - 20", 1, 2 * G_PI },
    { "{x: {initial: 1e-9, derivative: v}, v: {initial: 0, derivative: -x}}", "section", "x", 1, 2 * G_PI },
    { "{x: {initial: 2e12, derivative: x*(1 - y/1e12)}, y: {initial: 1e12, derivative: y*(x/1e12 - 1)}}", "section", "y - 1e12", 1, 6.60848283 },
    { "{x: {initial: 2, derivative: v}, v: {initial: 1, derivative: -4*x + cos(t)}}", "strobe", "2*pi", 1, 2 * G_PI },
    { "{x: {initial: 2, derivative: v}, v: {initial: 1, derivative: -x}, y: {initial: 1, derivative: w}, w: {initial: 0, derivative: -2*y}}", "section", "x", NAN, NAN },
    { "{x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -x - 1e-6*v}}", "section", "x", NAN, NAN },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      const char *const options[] = { cases[k].option, cases[k].value, NULL };
      g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 40}\nstates: %s\n", cases[k].states);
      Fixture f;

      fixture_init (&f, yaml);
      g_assert_true (sim_config_set (f.base.config, "accuracy", "1e-7", SIM_ORIGIN_LIVE, NULL));
      g_autoptr (LabResult) result = run_study (&f, "poincare", options);
      const LabTable *cycles = lab_result_table (result, "cycles");
      g_test_message ("%u: %s", k, result->sentence);
      if (isnan (cases[k].period))
        {
          g_assert_true (isnan (number_of (result, "period")));
          g_assert_cmpint (lab_table_n_rows (cycles), ==, 0);
        }
      else
        {
          g_assert_cmpfloat (number_of (result, "period"), ==, cases[k].period);
          g_assert_cmpfloat_with_epsilon (lab_table_number (cycles, 0, 1), cases[k].time, 1e-5);
          g_assert_cmpfloat (lab_table_number (cycles, 0, 2), ==, FALSE);
          g_assert_cmpfloat (lab_table_number (cycles, 0, 3), ==, TRUE);
        }
      fixture_clear (&f);
    }
}

/* A cycle that is small beside its distance from 0 closes after one return; where rounding errors hide that, no number of returns is stated. */
static void
test_small_cycles (void)
{
  static const char *const places[] = { "0", "20", "-3e3" }, *const sections[] = { "x - c", "w" };

  for (guint p = 0; p < G_N_ELEMENTS (places); p++)
    for (guint s = 0; s < G_N_ELEMENTS (sections); s++)
      {
        if (!test_takes (p * G_N_ELEMENTS (sections) + s, 3))
          continue;
        const char *const options[] = { "section", sections[s], NULL };
        g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 200}\nparameters: {c: %s, s: 1e-6}\nstates:\n"
                                                 "  x: {initial: c + s, derivative: s*w}\n"
                                                 "  w: {initial: 0, derivative: (1 - ((x - c)/s)^2)*w - (x - c)/s}\n", places[p]);
        double period;
        Fixture f;

        fixture_init (&f, yaml);
        g_autoptr (LabResult) result = run_study (&f, "poincare", options);
        period = number_of (result, "period");
        g_test_message ("%s, %s: %s", places[p], sections[s], result->sentence);
        g_assert_true (period == 1 || (p > 0 && isnan (period)));
        fixture_clear (&f);
      }
}

/* A closed orbit that is not looked for is not left out without a word. */
static void
test_large_cycles (void)
{
  static const struct { int n; gboolean is_looked_for; } cases[] = { { 3, TRUE }, { 70, FALSE } };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      const char *const options[] = { "strobe", "1", "keep", "12", NULL };
      g_autofree char *yaml = g_strdup_printf ("format: 1\nname: Test\ntime: {end: 15}\nstates:\n"
                                               "  u: {size: %d, initial: 1, derivative: 'cos(2*pi*t) - u[i]'}\n", cases[k].n);
      Fixture f;

      fixture_init (&f, yaml);
      g_assert_true (sim_config_set (f.base.config, "integrator", "radau5", SIM_ORIGIN_LIVE, NULL));
      g_autoptr (LabResult) result = run_study (&f, "poincare", options);
      g_test_message ("%d states: %s; %s", cases[k].n, result->sentence, result->remark);
      g_assert_cmpint (lab_table_n_rows (lab_result_table (result, "cycles")), ==, cases[k].is_looked_for);
      if (cases[k].is_looked_for)
        g_assert_null (result->remark);
      else
        g_assert_nonnull (strstr (result->remark, "70 states"));
      fixture_clear (&f);
    }
}

/* ---- continuation of equilibria and cycles ---- */

static LabContinuation *
continue_over (LabFlow *flow, const char *box_text, const char *parameter, double from, double to)
{
  g_auto (LabBox) box = { 0 };
  g_autoptr (GError) error = NULL;
  LabContinuation *found;

  box_of (&box, flow, box_text);
  found = lab_continue (flow, &box, parameter, from, to, NULL, &error);
  g_assert_no_error (error);
  return found;
}

static void
test_fitzhugh (void)
{
  Fixture f;

  fixture_init (&f, FITZHUGH);
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_over (flow, NULL, "Iext", 0, 2);
  g_assert_cmpuint (found->branches->len, ==, 1);
  g_assert_cmpuint (found->special->len, ==, 2);
  for (guint k = 0; k < 2; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      /* At a Hopf point the trace 1 − v² − 0.064 is 0. */
      g_assert_cmpint (special->kind, ==, LAB_SPECIAL_HOPF);
      g_assert_cmpfloat_with_epsilon (special->p, k == 0 ? 0.33128 : 1.41872, 5e-6);
      g_assert_cmpfloat_with_epsilon (fabs (special->x[0]), sqrt (0.936), 1e-9);
      g_assert_cmpfloat_with_epsilon (special->frequency, sqrt (0.08 - 0.064 * 0.064), 1e-9);
    }
  fixture_clear (&f);
}

static void
test_lorenz_branches (void)
{
  Fixture f;
  int n_hopf = 0;

  fixture_init (&f, LORENZ);
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_over (flow, NULL, "rho", 0, 30);
  g_assert_cmpuint (found->branches->len, ==, 2);
  g_assert_cmpuint (found->special->len, ==, 3);
  for (guint k = 0; k < 3; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      if (special->kind == LAB_SPECIAL_BRANCH)
        {
          g_assert_cmpfloat_with_epsilon (special->p, 1, 1e-9);
          g_assert_true (special->pitchfork);
          continue;
        }
      n_hopf++;
      g_assert_cmpint (special->kind, ==, LAB_SPECIAL_HOPF);
      g_assert_cmpfloat_with_epsilon (special->p, 470.0 / 19, 1e-9);
      g_assert_cmpfloat (special->coefficient, >, 0); /* positive: subcritical */
    }
  g_assert_cmpint (n_hopf, ==, 2);
  fixture_clear (&f);
}

/* x' = p − x² has a fold at 0, and x' = p x − x² has a transcritical point at 0. For the
 * normal form of the Hopf bifurcation the Lyapunov coefficient has the sign of the cubic
 * term. */
static void
test_normal_forms (void)
{
  static const struct { const char *states; LabSpecialKind kind; gboolean subcritical; } rows[] = {
    { "x: {initial: 1, derivative: p - x^2}", LAB_SPECIAL_FOLD, FALSE },
    { "x: {initial: 1, derivative: p*x - x^2}", LAB_SPECIAL_BRANCH, FALSE },
    { "x: {initial: 1, derivative: p*x - 2*y - x*(x^2 + y^2)}, y: {initial: 0, derivative: 2*x + p*y - y*(x^2 + y^2)}", LAB_SPECIAL_HOPF, FALSE },
    { "x: {initial: 1, derivative: p*x - 2*y + x*(x^2 + y^2)}, y: {initial: 0, derivative: 2*x + p*y + y*(x^2 + y^2)}", LAB_SPECIAL_HOPF, TRUE },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "parameters: {p: 0.5}\nstates: {%s}\n", rows[k].states);
      Fixture f;

      fixture_init (&f, yaml);
      g_autoptr (LabFlow) flow = flow_of (&f);
      g_autoptr (LabContinuation) found = continue_over (flow, rows[k].kind == LAB_SPECIAL_HOPF ? "x=-2:2.1,y=-2:2.1" : "x=-2:2.1", "p", -1, 1.1);
      const LabSpecial *special = found->special->pdata[0];
      double p;

      g_assert_cmpuint (found->special->len, ==, 1);
      g_assert_cmpint (special->kind, ==, rows[k].kind);
      g_assert_cmpfloat_with_epsilon (special->p, 0, 1e-8);
      g_assert_cmpfloat_with_epsilon (special->x[0], 0, 1e-5);
      g_assert_false (special->pitchfork);
      if (special->kind == LAB_SPECIAL_HOPF)
        {
          g_assert_cmpfloat_with_epsilon (special->frequency, 2, 1e-9);
          g_assert_cmpint (special->coefficient > 0, ==, rows[k].subcritical);
        }
      g_assert_true (model_system_get_parameter (flow->system, "p", &p));
      g_assert_cmpfloat (p, ==, 0.5); /* the study restores the parameter */
      fixture_clear (&f);
    }
}

/* The equilibria are on the curves x = p² and x = 0.3 − p + 3 sin² (p − 0.1). Their distance is as small as 0.006, but they do not
 * intersect. */
static void
test_near_branches (void)
{
  Fixture f;

  fixture_init (&f, HEAD "parameters: {p: 0.5}\nstates: {x: {initial: 1, derivative: (x - p^2)*(x - 0.3 + p - 3*sin(p - 0.1)^2)}}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_over (flow, "x=-2:2.1", "p", -1, 1);
  g_assert_cmpuint (found->special->len, ==, 0);
  g_assert_cmpuint (found->branches->len, ==, 2);
  for (guint b = 0; b < 2; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];
      gboolean square = fabs (branch->x[0] - branch->p[0] * branch->p[0]) < 0.1;

      for (int k = 0; k < branch->n_points; k++)
        {
          double p = branch->p[k];

          g_assert_cmpfloat_with_epsilon (branch->x[k], square ? p * p : 0.3 - p + 3 * sin (p - 0.1) * sin (p - 0.1), 1e-8);
        }
    }
  fixture_clear (&f);
}

/* The equilibria are x = 0 and r = (1 − x) (x + 0.5). Their branches meet at r = 0.5. The second one has a fold at x = 0.25, and passes through the pole of the
 * right-hand side at r = 0, which is no branch point: there f is not 0 for r = 0. */
static void
test_pole (void)
{
  static const double ranges[][2] = { { -0.5, 1 }, { -0.3, 0.7 }, { -0.4, 0.6 }, { -1, 1 }, { 0, 1 } };

  for (guint k = 0; k < G_N_ELEMENTS (ranges); k++)
    {
      Fixture f;

      fixture_init (&f, HEAD "parameters: {p: 0.2}\nstates: {x: {initial: 0.5, derivative: x*(1 - x) - p*x/(x + 0.5)}}\n");
      g_autoptr (LabFlow) flow = flow_of (&f);
      g_autoptr (LabContinuation) found = continue_over (flow, "x=-1.5:2", "p", ranges[k][0], ranges[k][1]);
      g_assert_cmpuint (found->special->len, ==, 2);
      for (int i = 0; i < 2; i++)
        {
          const LabSpecial *special = found->special->pdata[i];

          g_assert_cmpfloat_with_epsilon (special->p, special->kind == LAB_SPECIAL_FOLD ? 0.5625 : 0.5, 1e-9);
          g_assert_cmpfloat_with_epsilon (special->x[0], special->kind == LAB_SPECIAL_FOLD ? 0.25 : 0, 1e-6);
        }
      fixture_clear (&f);
    }
}

/* Follows equilibria and cycles over a parameter. */
static LabContinuation *
continue_cycles_over (LabFlow *flow, const char *box_text, const char *parameter, double from, double to)
{
  LabContinuation *found = continue_over (flow, box_text, parameter, from, to);
  g_auto (LabBox) box = { 0 };
  g_autoptr (GError) error = NULL;

  box_of (&box, flow, box_text);
  g_assert_true (lab_continue_cycles (flow, &box, parameter, from, to, found, NULL, &error));
  g_assert_no_error (error);
  return found;
}

/* Returns special point k of a kind, in ascending order of p. If cycle is TRUE, special points of cycles are counted, otherwise those of
 * equilibria. */
static const LabSpecial *
special_of (const LabContinuation *found, LabSpecialKind kind, gboolean cycle, int k)
{
  for (guint i = 0; i < found->special->len; i++)
    {
      const LabSpecial *special = found->special->pdata[i];

      if (special->kind == kind && isfinite (special->period) == cycle && k-- == 0)
        return special;
    }
  return NULL;
}

/* Chua's circuit: the cycles approach the homoclinic orbit of a saddle-focus. Their branch has infinitely many folds. It ends at one
 * of them, and not shortly before it. */
static void
test_snake (void)
{
  Fixture f;
  gboolean any = FALSE;

  fixture_init (&f, HEAD "parameters: {alpha: 10}\nstates:\n  x: {initial: 0.7, derivative: alpha*(y - x^3 + 0.143*x)}\n"
                         "  y: {initial: 0, derivative: x - y + z}\n  z: {initial: 0, derivative: -16*y}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_cycles_over (flow, NULL, "alpha", 5, 20);
  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];
      int n_folds = 0;

      if (branch->period == NULL || branch->end != LAB_BRANCH_PERIOD)
        continue;
      for (int k = 0; k < branch->n_points; k++)
        n_folds += branch->special[k] == LAB_SPECIAL_FOLD;
      if (n_folds < 4)
        continue;
      g_assert_cmpint (branch->special[branch->n_points - 2], ==, LAB_SPECIAL_FOLD);
      any = TRUE;
    }
  g_assert_true (any);
  any = FALSE;
  for (guint k = 0; k < found->special->len; k++)
    {
      const LabSpecial *special = found->special->pdata[k];

      any |= special->kind == LAB_SPECIAL_FOLD && fabs (special->p - 10.535086) < 2e-6 && fabs (special->period - 29.23) < 5e-3;
    }
  g_assert_true (any);
  fixture_clear (&f);
}

/* In polar coordinates r' = p r + r³ − r⁵ and φ' = 2. The cycles have r² = (1 ± √(1 + 4p))/2, the period π and the multiplier exp (π (p +
 * 3r² − 5r⁴)); there is a fold at p = −1/4. */
static void
test_cycles_of_normal_form (void)
{
  Fixture f;
  const LabSpecial *fold;
  const LabBranch *branch;
  int n_stable = 0;

  fixture_init (&f, NORMAL_FORM);
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_cycles_over (flow, "x=-2:2.1,y=-2:2.1", "p", -0.5, 0.5);
  g_assert_cmpuint (found->branches->len, ==, 2);
  fold = special_of (found, LAB_SPECIAL_FOLD, TRUE, 0);
  g_assert_nonnull (fold);
  g_assert_null (special_of (found, LAB_SPECIAL_FOLD, TRUE, 1));
  g_assert_null (special_of (found, LAB_SPECIAL_PERIOD_DOUBLING, TRUE, 0));
  g_assert_null (special_of (found, LAB_SPECIAL_BRANCH, TRUE, 0));
  g_assert_cmpfloat_with_epsilon (fold->p, -0.25, 1e-8);
  g_assert_cmpfloat_with_epsilon (fold->period, G_PI, 1e-7);
  branch = found->branches->pdata[1];
  g_assert_cmpint (branch->end, ==, LAB_BRANCH_RANGE);
  g_assert_cmpfloat (branch->p[branch->n_points - 1], ==, 0.5);
  for (int k = 1; k < branch->n_points; k++)
    {
      double p = branch->p[k], r2 = branch->high[2 * k] * branch->high[2 * k], expected;

      /* The extent comes from parabolas through samples. Their error is of the fourth order in the angle between samples. */
      expected = (1 + (r2 > 0.5 ? 1 : -1) * sqrt (fmax (0, 1 + 4 * p))) / 2;
      g_assert_cmpfloat_with_epsilon (r2, expected, 2e-5);
      g_assert_cmpfloat_with_epsilon (branch->period[k], G_PI, 1e-7);
      /* At the fold the closed form amplifies the rounding error of p, because the multiplier changes with the square root of p + 1/4. */
      g_assert_cmpfloat_with_epsilon (branch->multiplier[2 * k], exp (G_PI * (p + 3 * expected - 5 * expected * expected)),
                                      branch->special[k] == LAB_SPECIAL_FOLD ? 1e-5 : 1e-6);
      g_assert_cmpint (branch->stable[k], ==, expected > 0.5);
      n_stable += branch->stable[k];
    }
  g_assert_cmpint (n_stable, >, 5);
  g_assert_cmpint (n_stable, <, branch->n_points - 5);
  fixture_clear (&f);
}

/* The bifurcation diagram of the same system contains the extents of both states. The point nearest to a position is found. */
static void
test_diagram (void)
{
  const LabStudyKind *kind = lab_registry_find ("continue");
  const char *values[] = { "p=-0.5:0.5", "x=-2:2.1,y=-2:2.1", "true" };
  LabProgress progress = { NULL, NULL };
  g_autofree LabDiagramRow *rows = NULL;
  LabDiagramPoint point, fold;
  LabResult *result;
  int n_cycles = 0;
  Fixture f;

  fixture_init (&f, NORMAL_FORM);
  result = kind->run (&f.problem, values, &progress, NULL);
  g_assert_nonnull (result);
  g_assert_cmpstr (lab_diagram_parameter (result), ==, "p");
  g_assert_cmpint (lab_diagram_n_states (result), ==, 2);
  g_assert_cmpstr (lab_diagram_state (result, 1), ==, "y");
  rows = lab_diagram_rows (result, 1);
  for (int r = 0; r < lab_diagram_n_rows (result); r++)
    {
      double r2 = rows[r].high * rows[r].high, root = sqrt (fmax (0, 1 + 4 * rows[r].p));

      g_assert_cmpfloat_with_epsilon (rows[r].low, -rows[r].high, 2e-3);
      g_assert_cmpfloat_with_epsilon (r2, !rows[r].cycle ? 0 : (1 + (r2 > 0.5 ? root : -root)) / 2, 4e-3);
      n_cycles += rows[r].cycle;
    }
  g_assert_cmpint (n_cycles, >, 10);
  /* The fold of cycles is at p = −1/4 with the radius √½. This special point is selected although points of the branch are near. */
  g_assert_true (lab_diagram_nearest (result, 1, -0.248, 0.7, 1, 2, &point));
  fold = lab_diagram_special (result, 0, 1);
  g_assert_true (point.special);
  g_assert_cmpint (point.row, ==, 0);
  g_assert_cmpfloat_with_epsilon (point.p, -0.25, 1e-8);
  g_assert_cmpfloat_with_epsilon (fold.y, G_SQRT2 / 2, 0.02);
  /* The Hopf point is at p = 0, except for rounding errors. */
  for (int r = 0; r < lab_table_n_rows (lab_result_table (result, "special")); r++)
    if (strcmp (lab_table_text (lab_result_table (result, "special"), r, 0), "hopf") == 0)
      g_assert_cmpfloat (lab_diagram_rounded (result, lab_table_number (lab_result_table (result, "special"), r, 2)), ==, 0);
  g_assert_cmpfloat (lab_diagram_rounded (result, 1e-6), ==, 1e-6);
  /* Far from special points the nearest point of a branch is selected: at the upper position the stable cycle, on the axis the unstable
   * equilibrium. */
  g_assert_true (lab_diagram_nearest (result, 1, 0.3, 1.12, 1, 2, &point));
  g_assert_false (point.special);
  g_assert_true (rows[point.row].cycle && rows[point.row].stable);
  g_assert_cmpfloat (point.y, ==, rows[point.row].high);
  g_assert_true (lab_diagram_nearest (result, 1, 0.3, -1.12, 1, 2, &point));
  g_assert_cmpfloat (point.y, ==, rows[point.row].low);
  g_assert_true (lab_diagram_nearest (result, 1, 0.3, 0.01, 1, 2, &point));
  g_assert_false (rows[point.row].cycle || rows[point.row].stable);
  g_assert_cmpfloat_with_epsilon (lab_diagram_value (result, &point, 0), 0, 1e-9);
  g_assert_false (lab_diagram_nearest (result, 1, 0.3, 0.5, 1, 2, &point));
  lab_result_free (result);
  fixture_clear (&f);
}

/* One branch of cycles connects the two Hopf points and has two folds. AUTO-07p finds the folds at 0.324179 and 1.42582. */
static void
test_cycles_of_fitzhugh (void)
{
  Fixture f;
  const LabBranch *branch;

  fixture_init (&f, FITZHUGH);
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_cycles_over (flow, NULL, "Iext", 0, 2);
  g_assert_cmpuint (found->branches->len, ==, 2);
  g_assert_cmpuint (found->special->len, ==, 4);
  g_assert_cmpfloat_with_epsilon (special_of (found, LAB_SPECIAL_FOLD, TRUE, 0)->p, 0.324179, 1e-6);
  g_assert_cmpfloat_with_epsilon (special_of (found, LAB_SPECIAL_FOLD, TRUE, 1)->p, 1.42582, 5e-6);
  branch = found->branches->pdata[1];
  g_assert_cmpint (branch->end, ==, LAB_BRANCH_CLOSED);
  g_assert_cmpint (found->n_not_followed, ==, 0);
  g_assert_cmpfloat_with_epsilon (branch->p[0], special_of (found, LAB_SPECIAL_HOPF, FALSE, 0)->p, 1e-12);
  g_assert_cmpfloat_with_epsilon (branch->p[branch->n_points - 1], special_of (found, LAB_SPECIAL_HOPF, FALSE, 1)->p, 1e-12);
  fixture_clear (&f);
}

/* The cycles x² + y² = p, z = 0 and those with z ≠ 0 cross at p = 1/4. The latter have z² = p − 1/4 (pitchfork), z = p − 1/4 (transcritical), or
 * z² = 1/4 − p (subcritical pitchfork). All cycles have the period π, and the multipliers exp (−2πp) and exp (π ∂z'/∂z). */
static void
test_branch_points_of_cycles (void)
{
  static const struct { const char *growth, *box; gboolean pitchfork; guint n_branches; } rows[] = {
    { "z*(r2 - 0.25 - z^2)", "x=-2:2.1,y=-2:2.1,z=-1:1.1", TRUE, 3 }, /* the halves z > 0 and z < 0 are followed from the branch point */
    { "z*(r2 - 0.25 - z)", "x=-2:2.1,y=-2:2.1,z=-1:1.1", FALSE, 2 },  /* both branches begin at Hopf points */
    { "z*(r2 - 0.25 - z)", "x=-2:2.1,y=-2:2.1,z=-0.05:1.1", FALSE, 3 }, /* the other Hopf point is outside the box */
    { "z*(r2 - 0.25 + z^2)", "x=-2:2.1,y=-2:2.1,z=-1:1.1", TRUE, 2 }, /* the branch of z ≠ 0 connects two Hopf points */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "parameters: {p: 0.5}\nstates:\n  x: {initial: 1, derivative: x*(p - r2) - 2*y}\n"
                                                    "  y: {initial: 0, derivative: y*(p - r2) + 2*x}\n  z: {initial: 0.1, derivative: %s}\n"
                                                    "outputs: {r2: x^2 + y^2}\n",
                                               rows[i].growth);
      const LabSpecial *special;
      guint n_branches = 0, n_halves = 0;
      Fixture f;

      fixture_init (&f, yaml);
      g_autoptr (LabFlow) flow = flow_of (&f);
      g_autoptr (LabContinuation) found = continue_cycles_over (flow, rows[i].box, "p", -0.5, 1);
      special = special_of (found, LAB_SPECIAL_BRANCH, TRUE, 0);
      g_assert_nonnull (special);
      g_assert_cmpfloat_with_epsilon (special->p, 0.25, 1e-8);
      g_assert_cmpfloat_with_epsilon (special->period, G_PI, 1e-7);
      g_assert_cmpfloat_with_epsilon (hypot (special->x[0], special->x[1]), 0.5, 1e-6);
      g_assert_cmpfloat_with_epsilon (special->x[2], 0, 1e-6);
      g_assert_cmpint (special->pitchfork, ==, rows[i].pitchfork);
      g_assert_cmpint (special->transcritical, ==, !rows[i].pitchfork);
      g_assert_null (special_of (found, LAB_SPECIAL_BRANCH, TRUE, 1));
      g_assert_null (special_of (found, LAB_SPECIAL_FOLD, TRUE, 0));
      g_assert_null (special_of (found, LAB_SPECIAL_PERIOD_DOUBLING, TRUE, 0));
      for (guint b = 0; b < found->branches->len; b++)
        {
          const LabBranch *branch = found->branches->pdata[b];
          gboolean flat = TRUE;

          if (branch->period == NULL)
            continue;
          n_branches++;
          n_halves += fabs (branch->p[0] - 0.25) < 1e-7;
          g_test_message ("%u: p = %g … %g, z = %g … %g, %d points, %s", i, branch->p[0], branch->p[branch->n_points - 1], branch->x[5],
                          branch->x[3 * branch->n_points - 1], branch->n_points, lab_branch_end_id (branch->end));
          g_assert_cmpint (branch->n_points, >, 10);
          for (int k = 1; k < branch->n_points; k++)
            flat = flat && fabs (branch->x[3 * k + 2]) < 1e-5;
          for (int k = 1; k < branch->n_points - (branch->end == LAB_BRANCH_CLOSED); k++)
            {
              double p = branch->p[k], z = branch->x[3 * k + 2];
              double slope = flat ? p - 0.25 : i == 0 || i == 3 ? -2 * (p - 0.25) : -(p - 0.25), across = exp (G_PI * slope);

              g_assert_cmpfloat_with_epsilon (flat ? z : i == 0 ? z * z : i == 3 ? -z * z : z, flat ? 0 : p - 0.25, 1e-6);
              g_assert_cmpfloat_with_epsilon (branch->period[k], G_PI, 1e-6);
              g_assert_cmpfloat_with_epsilon (branch->multiplier[2 * k], fmax (exp (-2 * G_PI * p), across), 1e-5);
              if (fabs (across - 1) > 1e-4)
                g_assert_cmpint (branch->stable[k], ==, across < 1);
            }
        }
      g_assert_cmpuint (n_branches, ==, rows[i].n_branches);
      g_assert_cmpuint (n_halves, ==, rows[i].n_branches == 3 ? 2 : 0);
      fixture_clear (&f);
    }
}

/* AUTO-07p finds the first period doublings of the Rössler equations at a = 0.109639 and 0.142997, with the periods 6.04813 and 11.9648.
 * The distances between further ones decrease by Feigenbaum's number 4.669. */
static void
test_period_doublings (void)
{
  static const struct { double a, period; } rows[] = { { 0.109639, 6.04813 }, { 0.142997, 11.9648 } };
  double p[5];
  Fixture f;

  fixture_init (&f, HEAD "parameters: {a: 0.1}\nstates:\n  x: {initial: 1, derivative: -y - z}\n  y: {initial: 1, derivative: x + a*y}\n"
                         "  z: {initial: 0, derivative: 0.2 + z*(x - 5.7)}\n");
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_cycles_over (flow, "x=-10:15,y=-15:10,z=0:25", "a", 0, 0.16);
  for (int k = 0; k < 5; k++)
    {
      const LabSpecial *special = special_of (found, LAB_SPECIAL_PERIOD_DOUBLING, TRUE, k);

      g_assert_nonnull (special);
      p[k] = special->p;
      if (k < 2)
        {
          g_assert_cmpfloat_with_epsilon (special->p, rows[k].a, 1e-6);
          g_assert_cmpfloat_with_epsilon (special->period, rows[k].period, 1e-4);
        }
    }
  g_assert_cmpfloat_with_epsilon ((p[3] - p[2]) / (p[4] - p[3]), 4.669, 0.05);
  fixture_clear (&f);
}

/* The cycles of the Lorenz equations end at a homoclinic orbit of the origin, at ρ = 13.926557 (Sparrow, The Lorenz Equations, 1982). */
static void
test_homoclinic_end (void)
{
  Fixture f;
  int n_cycles = 0;

  fixture_init (&f, LORENZ);
  g_autoptr (LabFlow) flow = flow_of (&f);
  g_autoptr (LabContinuation) found = continue_cycles_over (flow, NULL, "rho", 10, 30);
  for (guint b = 0; b < found->branches->len; b++)
    {
      const LabBranch *branch = found->branches->pdata[b];

      if (branch->period == NULL)
        continue;
      n_cycles++;
      g_assert_cmpint (branch->end, ==, LAB_BRANCH_PERIOD);
      g_assert_cmpfloat_with_epsilon (branch->p[branch->n_points - 1], 13.926557, 2e-6);
      for (int k = 1; k < branch->n_points; k++)
        g_assert_false (branch->stable[k]); /* cycles that begin at a subcritical Hopf point are unstable */
    }
  g_assert_cmpint (n_cycles, ==, 2); /* one branch for each of the two symmetric Hopf points */
  g_assert_null (special_of (found, LAB_SPECIAL_PERIOD_DOUBLING, TRUE, 0));
  fixture_clear (&f);
}

/* ---- refused models and cancelled studies ---- */

static void
test_refusals (void)
{
  static const struct { const char *yaml, *study, *message; } rows[] = {
    { DUFFING, "equilibria", "depends on t" },
    { HEAD "states: {x: {initial: 1, derivative: -x}}\n", "phase-plane", "two states" },
    { HEAD "states: {x: {initial: 1, derivative: -1}}\nevents: {hit: {crossing: x, set: {x: 1}}}\n", "lyapunov", "'hit' acts" },
    { LORENZ, "poincare", "give a 'section'" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      const LabStudyKind *kind = lab_registry_find (rows[k].study);
      const char *values[16] = { NULL };
      g_autoptr (GError) error = NULL;
      Fixture f;

      fixture_init (&f, rows[k].yaml);
      for (int i = 0; i < kind->n_options; i++)
        values[i] = kind->options[i].standard;
      g_assert_null (kind->run (&f.problem, values, NULL, &error));
      g_assert_nonnull (strstr (error->message, rows[k].message));
      fixture_clear (&f);
    }
}

static gboolean
refuse (gpointer user, double fraction)
{
  return FALSE;
}

/* A cancelled study returns an error and no result. */
static void
test_cancel (void)
{
  static const char *const studies[] = { "equilibria", "phase-plane", "lyapunov", "continue" };
  LabProgress progress = { refuse, NULL };

  for (guint k = 0; k < G_N_ELEMENTS (studies); k++)
    {
      const LabStudyKind *kind = lab_registry_find (studies[k]);
      const char *values[16] = { NULL };
      g_autoptr (GError) error = NULL;
      Fixture f;

      fixture_init (&f, FITZHUGH);
      for (int i = 0; i < kind->n_options; i++)
        values[i] = kind->options[i].required ? "Iext=0:2" : kind->options[i].standard;
      g_assert_null (kind->run (&f.problem, values, &progress, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      fixture_clear (&f);
    }
}

static gboolean
refuse_later (gpointer user, double fraction)
{
  return fraction < 0.5;
}

/* The cycles are followed in the second half of a continuation. */
static void
test_cancel_cycles (void)
{
  const LabStudyKind *kind = lab_registry_find ("continue");
  const char *values[16] = { "Iext=0:2", NULL, "true" };
  LabProgress progress = { refuse_later, NULL };
  g_autoptr (GError) error = NULL;
  Fixture f;

  fixture_init (&f, FITZHUGH);
  g_assert_null (kind->run (&f.problem, values, &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/dynamics/lyapunov-exponents-do-not-depend-on-the-unit-of-the-states", test_lyapunov_units);
  g_test_add_func ("/lab/dynamics/a-small-cycle-far-from-zero-has-one-return-or-none-is-stated", test_small_cycles);
  g_test_add_func ("/lab/dynamics/three-points-of-a-cycle-show-its-period", test_few_points);
  g_test_add_func ("/lab/dynamics/an-orbit-around-a-centre-closes-after-one-return", test_centres);
  g_test_add_func ("/lab/dynamics/a-search-finds-every-equilibrium-in-a-box", test_none_missed);
  g_test_add_func ("/lab/dynamics/eigenvectors-solve-their-equation", test_eigenvectors);
  g_test_add_func ("/lab/dynamics/equilibria-that-are-not-isolated-are-reported-as-such", test_continuum);
  g_test_add_func ("/lab/dynamics/nullclines-are-complete-and-exact", test_nullclines);
  g_test_add_func ("/lab/dynamics/manifolds-follow-the-closed-form", test_manifolds);
  g_test_add_func ("/lab/dynamics/van-der-pol-has-the-published-period-and-multiplier", test_van_der_pol);
  g_test_add_func ("/lab/dynamics/stable-and-unstable-cycles-agree-with-the-closed-form", test_two_cycles);
  g_test_add_func ("/lab/dynamics/the-cycle-of-a-stiff-relaxation-oscillator-is-found", test_relaxation);
  g_test_add_func ("/lab/dynamics/a-family-of-closed-orbits-is-not-reported-as-an-isolated-cycle", test_family);
  g_test_add_func ("/lab/dynamics/the-duffing-oscillator-repeats-after-the-published-periods", test_strobe_periods);
  g_test_add_func ("/lab/dynamics/a-poincare-section-does-not-change-the-steps", test_section_leaves_steps);
  g_test_add_func ("/lab/dynamics/a-closed-orbit-that-is-not-looked-for-is-named", test_large_cycles);
  g_test_add_func ("/lab/dynamics/an-orbit-diagram-shows-the-maxima", test_orbit);
  g_test_add_func ("/lab/dynamics/lyapunov-exponents-agree-with-published-values", test_lyapunov);
  g_test_add_func ("/lab/dynamics/hopf-points-of-fitzhugh-nagumo-are-found", test_fitzhugh);
  g_test_add_func ("/lab/dynamics/pitchfork-and-hopf-points-of-lorenz-are-found", test_lorenz_branches);
  g_test_add_func ("/lab/dynamics/special-points-of-normal-forms-are-classified-correctly", test_normal_forms);
  g_test_add_func ("/lab/dynamics/two-branches-that-are-close-to-each-other-are-not-confused", test_near_branches);
  g_test_add_func ("/lab/continuation/a-pole-is-not-a-branch-point", test_pole);
  g_test_add_func ("/lab/continuation/a-branch-near-a-homoclinic-orbit-ends-at-a-fold", test_snake);
  g_test_add_func ("/lab/dynamics/a-model-that-a-study-does-not-support-is-refused", test_refusals);
  g_test_add_func ("/lab/dynamics/cycles-of-a-normal-form-agree-with-the-closed-form", test_cycles_of_normal_form);
  g_test_add_func ("/lab/dynamics/a-bifurcation-diagram-has-the-extents-of-all-states-and-finds-the-nearest-point", test_diagram);
  g_test_add_func ("/lab/dynamics/a-branch-of-cycles-connects-two-hopf-points", test_cycles_of_fitzhugh);
  g_test_add_func ("/lab/dynamics/branch-points-of-cycles-agree-with-the-closed-form", test_branch_points_of_cycles);
  g_test_add_func ("/lab/dynamics/period-doublings-agree-with-auto-07p", test_period_doublings);
  g_test_add_func ("/lab/dynamics/a-branch-of-cycles-ends-at-a-homoclinic-orbit", test_homoclinic_end);
  g_test_add_func ("/lab/dynamics/a-study-can-be-cancelled", test_cancel);
  g_test_add_func ("/lab/dynamics/the-continuation-of-cycles-can-be-cancelled", test_cancel_cycles);
  return g_test_run ();
}
