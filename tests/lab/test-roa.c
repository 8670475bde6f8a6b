/* Compares regions of attraction with closed forms. The titles D-104 to D-111 are examples of Drake; X-02 is a test of this project
 * (CONTRIBUTING.md explains these numbers). */
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "lab-frame.h"
#include "lab-linear-program.h"
#include "lab-region.h"
#include "lab-registry.h"
#include "lab-roa.h"
#include "lab-scan.h"
#include "lab-semidefinite.h"
#include "lab-sos.h"
#include "model-library.h"
#include "model-load.h"

#define HEAD "format: 1\nname: Test\n"
#define CUBIC HEAD "states: {x: {initial: 0, derivative: -x + x^3}}\n"
#define REVERSED HEAD "states:\n  x: {initial: 0, derivative: -v}\n  v: {initial: 0, derivative: x + (x^2 - 1)*v}\n"
/* V is the product of two quadratic forms, in the coordinates x/a and y/b. */
#define NONCONVEX HEAD "parameters: {a: 1, b: 1}\nvariables:\n  p: (x/a + 2*y/b)^2 + (3*x/a + 4*y/b)^2\n" \
                       "  q: (-x/a + 2*y/b)^2 + (-3*x/a + 4*y/b)^2\n  px: 2*(x/a + 2*y/b) + 6*(3*x/a + 4*y/b)\n" \
                       "  py: 4*(x/a + 2*y/b) + 8*(3*x/a + 4*y/b)\n  qx: -2*(-x/a + 2*y/b) - 6*(-3*x/a + 4*y/b)\n" \
                       "  qy: 4*(-x/a + 2*y/b) + 8*(-3*x/a + 4*y/b)\nstates:\n" \
                       "  x: {initial: 0, derivative: a*(p*q - 1)*(px*q + p*qx)}\n  y: {initial: 0, derivative: b*(p*q - 1)*(py*q + p*qy)}\n"

typedef struct
{
  Model *model;
  SimConfig *config;
  LabProblem problem;
  const char *name;   /* name of a parameter that is set in each instance; NULL: none */
  double value;
} Fixture;

static gboolean
prepare (ModelSystem *system, gpointer user, GError **error)
{
  const Fixture *f = user;

  return f->name == NULL || model_system_set_parameter (system, f->name, f->value, error);
}

static void
fixture_init (Fixture *f, const char *yaml)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  *f = (Fixture) { .model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics), .config = sim_config_new () };
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "");
  f->problem = (LabProblem) { .model = f->model, .config = f->config, .t_start = NAN, .t_end = NAN, .prepare = prepare, .user = f };
}

static void
fixture_clear (Fixture *f)
{
  sim_config_free (f->config);
  model_unref (f->model);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

/* Skips the test if the solver that it needs is not installed. */
static gboolean
has_solver (void)
{
  g_autofree char *path = lab_sdp_find_solver ();

  if (path == NULL)
    g_test_skip ("csdp is not installed");
  return path != NULL;
}

static LabRoa *
region (Fixture *f, const LabRoaSetup *setup)
{
  static const LabRoaSetup standard = { .degree = 2 };
  g_autoptr (GError) error = NULL;
  LabRoa *roa = lab_roa_new (&f->problem, setup != NULL ? setup : &standard, NULL, &error);

  g_assert_no_error (error);
  return roa;
}

/* Checks that the level is certified, agrees with the scan, and is proven if proofs are possible. */
static void
expect_certified (const LabRoa *roa)
{
  g_assert_true (roa->level.certified);
  g_assert_true (roa->level.scan_agrees);
  if (lab_sos_can_prove ())
    {
      g_assert_cmpfloat (roa->level.rho_proven, >, roa->level.rho * (1 - 1e-4));
      g_assert_cmpfloat (roa->level.rho_proven, <=, roa->level.rho_scan);
    }
}

/* Checks that V/rho has a single term (x − centre)² with the coefficient 1 ± 1e-6, as Drake's tests do. */
static void
expect_unit_square (const LabRoa *roa, double centre)
{
  expect_certified (roa);
  g_assert_cmpint (lab_polynomial_n_terms (roa->V), ==, 1);
  g_assert_cmpint (lab_polynomial_degree (roa->V), ==, 2);
  g_assert_cmpfloat_with_epsilon (lab_polynomial_term (roa->V, 0)->value / roa->level.rho, 1, 1e-6);
  g_assert_cmpfloat (roa->field->x0[0], ==, centre);
}

/* ---- examples of Drake ---- */

static void
test_cubic (void)
{
  static const LabRoaSetup implicit = { .degree = 2, .implicit = TRUE };
  g_auto (Fixture) f;

  fixture_init (&f, CUBIC);
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) one = region (&f, NULL);
  g_autoptr (LabRoa) other = region (&f, &implicit);
  expect_unit_square (one, 0);
  expect_unit_square (other, 0);
  g_assert_cmpfloat_with_epsilon (one->area, 2, 1e-6);
}

static void
test_shifted (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "states: {x: {initial: 2.2, derivative: -(x - 2) + (x - 2)^3}}\n");
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  expect_unit_square (roa, 2);
}

/* The true limit is 0.05, on the y axis. The same problem is also stated in coordinates that are stretched by a and b. */
static void
test_nonconvex (void)
{
  static const double stretches[] = { 1, 0.1, 10 };
  g_auto (Fixture) f;

  fixture_init (&f, NONCONVEX);
  if (!has_solver ())
    return;
  for (guint k = 0; k < G_N_ELEMENTS (stretches); k++)
    for (int axis = 0; axis < 2 && (k > 0 || axis == 0); axis++)
      {
        g_autofree char *candidate = axis == 0 ? g_strdup_printf ("(x/%g)^2 + y^2", stretches[k]) : g_strdup_printf ("x^2 + (y/%g)^2", stretches[k]);
        LabRoaSetup setup = { .degree = 2, .candidate = candidate };

        f.name = axis == 0 ? "a" : "b";
        f.value = stretches[k];
        g_autoptr (LabRoa) roa = region (&f, &setup);
        expect_certified (roa);
        g_assert_cmpfloat (roa->level.rho, <=, 0.05 * (1 + 1e-6));
        g_assert_cmpfloat (roa->level.rho, >, 0.0499);
        g_assert_cmpfloat_with_epsilon (roa->level.rho_scan, 0.05, 1e-9);
      }
}

/* The input of Drake's example is a parameter here, and its equation is a variable. */
static void
test_fixed_input (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "parameters: {u: 1}\nvariables: {plant: u - x + x^3}\nstates: {x: {initial: 0, derivative: plant}}\n");
  f.name = "u";
  f.value = 0;
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  expect_unit_square (roa, 0);
}

static void
test_implicit (void)
{
  static const LabRoaSetup implicit = { .degree = 2, .implicit = TRUE };
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "states: {x: {initial: 0, derivative: (x^3 - x)/(1 + x^2)}}\n");
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, &implicit);
  expect_unit_square (roa, 0);
  g_autoptr (LabRoa) divided = region (&f, NULL);
  expect_unit_square (divided, 0);
}

/* ---- the Van der Pol oscillator with reversed time ---- */

static void
test_reversed (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, REVERSED);
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  g_autofree char *text = lab_polynomial_text (roa->V, roa->field->names, roa->field->x0);
  g_assert_cmpstr (text, ==, "1.5*x^2 - x*v + v^2");
  expect_certified (roa);
  g_assert_cmpfloat_with_epsilon (roa->level.rho_scan, 2.30447757, 1e-8);
  g_assert_cmpfloat_with_epsilon (roa->level.rho_solver, 2.30447757, 2e-7);
  g_assert_cmpfloat_with_epsilon (roa->area, 6.475, 1e-3);
}

/* The region of attraction of the Van der Pol oscillator with mu = 1 and reversed time is the interior of its limit cycle. The area is the
 * same to 11 digits for the classical Runge–Kutta method with steps of 1e-3 and of 5e-4 over one period, 6.663286859. */
#define REVERSED_AREA 13.7222196681

/* Loads this model from the library. */
static void
fixture_open (Fixture *f, const char *id)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  *f = (Fixture) { .model = model_library_open (id, sim_config_check_solver, diagnostics), .config = sim_config_new () };
  g_assert_nonnull (f->model);
  f->problem = (LabProblem) { .model = f->model, .config = f->config, .t_start = NAN, .t_end = NAN };
}

static void
test_shipped (void)
{
  g_auto (Fixture) f;

  fixture_open (&f, "reversed-van-der-pol");
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  expect_certified (roa);
  g_assert_cmpfloat_with_epsilon (100 * roa->area / REVERSED_AREA, 47.2, 0.05);
}

static void
test_sampled (void)
{
  static const LabRoaSetup setup = { .degree = 6 };
  g_auto (Fixture) f;

  fixture_open (&f, "reversed-van-der-pol");
  if (!has_solver ())
    return;
  if (!lab_linear_program_available ())
    {
      g_test_skip ("CLP is not installed");
      return;
    }
  g_autoptr (LabRoa) roa = region (&f, &setup);
  expect_certified (roa);
  g_assert_cmpint (lab_polynomial_degree (roa->V), ==, 6);
  g_assert_null (roa->why_degree);
  g_assert_cmpfloat (roa->area, >, 0.8 * REVERSED_AREA);
  g_assert_cmpfloat (roa->area, <, REVERSED_AREA);
}

/* ---- curves of the result ---- */

static const LabPolyline *
curve_named (const LabResult *result, const char *name, guint *from)
{
  for (; *from < result->curves->len; (*from)++)
    if (strcmp (((const LabPolyline *) result->curves->pdata[*from])->name, name) == 0)
      return result->curves->pdata[(*from)++];
  return NULL;
}

/* Returns the area inside a closed curve, by the shoelace formula. */
static double
area_inside (const LabPolyline *curve)
{
  double sum = 0;

  for (int k = 0; k + 1 < curve->n; k++)
    sum += curve->x[k] * curve->y[k + 1] - curve->x[k + 1] * curve->y[k];
  return fabs (sum) / 2;
}

static void
test_boundary (void)
{
  g_auto (Fixture) f;

  fixture_open (&f, "reversed-van-der-pol");
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  g_autoptr (LabResult) result = lab_result_new ();
  const LabPolyline *curve;
  LabRegion found;
  guint at = 0;
  int n = 0;

  g_assert_true (lab_region_add (&f.problem, roa, result, &found, NULL, NULL));
  g_assert_cmpfloat_with_epsilon (found.true_area, REVERSED_AREA, 1e-8);
  g_assert_cmpfloat_with_epsilon (found.share, roa->area / REVERSED_AREA, 1e-9);
  curve = curve_named (result, "boundary", &at);
  /* The curve is a polygon of 1440 points, so its area differs from that of the cycle. */
  g_assert_cmpfloat_with_epsilon (area_inside (curve), REVERSED_AREA, 1e-3);
  at = 0;
  g_assert_cmpfloat_with_epsilon (area_inside (curve_named (result, "certified", &at)), roa->area, 1e-3);
  for (at = 0; (curve = curve_named (result, "rest", &at)) != NULL; n++)
    g_assert_cmpfloat (hypot (curve->x[curve->n - 1], curve->y[curve->n - 1]), <, 0.01);
  g_assert_cmpint (n, ==, 3);
  n = 0;
  for (at = 0; (curve = curve_named (result, "escape", &at)) != NULL; n++)
    g_assert_cmpfloat (hypot (curve->x[curve->n - 1], curve->y[curve->n - 1]), >, 4);
  g_assert_cmpint (n, ==, 3);
}

/* The equilibria at x = ±1 are saddles, whose stable manifolds bound the region of attraction of 0. Runs from beyond them escape. In the
 * other model, runs from beyond x = 1 converge to the stable equilibrium x = 2 and are not drawn. */
static void
test_no_cycle (void)
{
  static const struct { const char *yaml; guint escapes; } cases[] = {
    { HEAD "states:\n  x: {initial: 0, derivative: -x + x^3}\n  y: {initial: 0, derivative: -y}\n", 2 },
    { HEAD "states:\n  x: {initial: 0, derivative: -x*(x - 1)*(x - 2)}\n  y: {initial: 0, derivative: -y}\n", 0 },
  };

  if (!has_solver ())
    return;
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_auto (Fixture) f;

      fixture_init (&f, cases[k].yaml);
      g_autoptr (LabRoa) roa = region (&f, NULL);
      g_autoptr (LabResult) result = lab_result_new ();
      LabRegion found;
      guint at = 0, n = 0;

      g_assert_true (lab_region_add (&f.problem, roa, result, &found, NULL, NULL));
      g_assert_true (isnan (found.true_area) && isnan (found.share));
      g_assert_null (curve_named (result, "boundary", &at));
      for (at = 0; curve_named (result, "escape", &at) != NULL;)
        n++;
      g_assert_cmpint (n, ==, cases[k].escapes);
    }
}

/* ---- Lyapunov functions from samples ---- */

static double
coefficient (const LabResult *result, const char *term)
{
  for (guint t = 0; t < result->tables->len; t++)
    {
      const LabTable *table = result->tables->pdata[t];

      for (int r = 0; strcmp (table->name, "V") == 0 && r < lab_table_n_rows (table); r++)
        if (strcmp (g_array_index (table->cells, LabCell, 2 * r).text, term) == 0)
          return g_array_index (table->cells, LabCell, 2 * r + 1).value;
    }
  return NAN;
}

static LabResult *
sampled (Fixture *f, const char *basis, const char *samples)
{
  const char *const values[] = { basis, samples, NULL };
  g_autoptr (GError) error = NULL;
  LabResult *result = lab_registry_find ("lyapunov-function")->run (&f->problem, values, NULL, &error);

  g_assert_no_error (error);
  return result;
}

static void
test_sampled_cubic (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, CUBIC);
  if (!lab_linear_program_available ())
    {
      g_test_skip ("CLP is not installed");
      return;
    }
  g_autoptr (LabResult) result = sampled (&f, "x^2", "x=-1:1:21");
  g_assert_cmpfloat (coefficient (result, "x^2"), >=, 0.1);
  g_assert_cmpfloat (coefficient (result, "x^2"), <=, 10);
}

/* A pendulum with m = l = 1, g = 9.81 and damping 0.1. The function is scaled so that its constant is m g l. */
static void
test_sampled_pendulum (void)
{
  static const char *const zero[] = { "sin(q)", "w", "sin(q)^2", "sin(q)*cos(q)", "cos(q)*w" };
  double scale;
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "states:\n  q: {initial: 0, derivative: w}\n  w: {initial: 0, derivative: -9.81*sin(q) - 0.1*w}\n");
  if (!lab_linear_program_available ())
    {
      g_test_skip ("CLP is not installed");
      return;
    }
  g_autoptr (LabResult) result = sampled (&f, "1, sin(q), cos(q), w, sin(q)^2, sin(q)*cos(q), sin(q)*w, cos(q)*w, w^2",
                                          "q=-1.5*pi:1.5*pi:31, w=-10:10:21");
  scale = 9.81 / coefficient (result, "1");
  g_assert_cmpfloat_with_epsilon (scale * coefficient (result, "cos(q)"), -9.81, 1e-4);
  g_assert_cmpfloat_with_epsilon (scale * coefficient (result, "sin(q)*w"), 0.01295, 1e-4);
  g_assert_cmpfloat_with_epsilon (scale * coefficient (result, "w^2"), 0.49993, 1e-4);
  for (guint k = 0; k < G_N_ELEMENTS (zero); k++)
    g_assert_cmpfloat_with_epsilon (scale * coefficient (result, zero[k]), 0, 1e-4);
}

/* The function in units of the states does not depend on the unit, and V = 0 is no function. */
static void
test_sampled_units (void)
{
  static const struct { const char *s; double size; } units[] = { { "1", 1 }, { "1e-6", 1e-6 }, { "1e6", 1e6 } };
  const char *const refused[] = { "x^2", "x=-1:1:9", NULL };
  g_autoptr (GError) error = NULL;
  double first = 0;

  if (!lab_linear_program_available ())
    {
      g_test_skip ("CLP is not installed");
      return;
    }
  for (guint k = 0; k < G_N_ELEMENTS (units); k++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "parameters: {s: %s}\nstates:\n  x: {initial: 0.5*s, derivative: -x + y}\n"
                                               "  y: {initial: 0.5*s, derivative: -x - y - y^3/s^2}\n", units[k].s);
      g_autofree char *samples = g_strdup_printf ("x=-%s:%s:9, y=-%s:%s:9", units[k].s, units[k].s, units[k].s, units[k].s);
      g_auto (Fixture) f;
      double now;

      fixture_init (&f, yaml);
      g_autoptr (LabResult) result = sampled (&f, "x^2, x*y, y^2", samples);
      now = coefficient (result, "x^2") * units[k].size * units[k].size;
      first = k == 0 ? now : first;
      g_assert_cmpfloat (now, >, 0.1);
      g_assert_cmpfloat_with_epsilon (now, first, 1e-6 * first);
    }
  g_auto (Fixture) f;
  fixture_init (&f, HEAD "states: {x: {initial: 0.5, derivative: x}}\n");
  g_assert_null (lab_registry_find ("lyapunov-function")->run (&f.problem, refused, NULL, &error));
  g_assert_nonnull (strstr (error->message, "no combination of the basis"));
}

/* ---- further tests ---- */

/* The region of attraction of a stable linear system is the whole space. */
static void
test_global (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "states:\n  x: {initial: 0, derivative: -x + y}\n  y: {initial: 0, derivative: -y}\n");
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  g_assert_true (roa->level.certified);
  g_assert_true (isinf (roa->level.rho) && isinf (roa->level.rho_scan));
}

/* The level is bounded by other equilibria: V = x² + y² + z² has dV/dt = 0 first at the equilibria (0, 0, ±1). */
static void
test_three_states (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "states:\n  x: {initial: 0, derivative: -x + y*z}\n  y: {initial: 0, derivative: -y - x*z}\n"
                         "  z: {initial: 0, derivative: -z + z^3}\n");
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  expect_certified (roa);
  g_assert_cmpfloat_with_epsilon (roa->level.rho, 0.5, 1e-6);
  g_assert_cmpfloat_with_epsilon (roa->area, 4 * G_PI / 3, 1e-5);
}

/* Runs from above the level escape, so a higher level must not be proven: a false claim has no exact Gram matrix. */
static void
test_false_level (void)
{
  g_autoptr (LabSos) sos = lab_sos_new (1);
  /* For (½ x² − ρ) x⁶ − λ x⁴ (−x² + x⁴) with ρ = 0.5001 and λ = 0.5, the coefficient of x⁶ is −0.0001. */
  int condition = lab_sos_add_condition (sos);
  double none = 0;
  LabSosPoint point = { &none, &none, 1 };
  g_autoptr (LabSos) good = lab_sos_new (1);

  lab_sos_add_part (sos, condition, -1, lab_polynomial_new (1, lab_monomial (0, 6), -0.0001));
  lab_sos_add_part (sos, condition, -1, lab_polynomial_new (1, lab_monomial (0, 8), 1e-3));
  g_assert_false (lab_sos_prove (sos, &point));
  lab_sos_add_condition (good);
  lab_sos_add_part (good, 0, -1, lab_polynomial_new (1, lab_monomial (0, 6), 0.0001));
  lab_sos_add_part (good, 0, -1, lab_polynomial_new (1, lab_monomial (0, 8), 1e-3));
  g_assert_true (lab_sos_prove (good, &point) == lab_sos_can_prove ());
}

/* Motzkin's polynomial x⁴ y² + x² y⁴ − 3 x² y² + 1 is nonnegative and not a sum of squares. Multiplied by x² + y² + 1 it is one. */
static void
test_motzkin (void)
{
  const LabMonomial x2 = lab_monomial (0, 2), y2 = lab_monomial (1, 2);
  const LabMonomial monomials[] = { 2 * x2 + y2, x2 + 2 * y2, x2 + y2, 0 };
  const double values[] = { 1, 1, -3, 1 };
  LabPolynomial *motzkin = lab_polynomial_new (2, 0, 0);
  g_autoptr (LabPolynomial) norm = lab_polynomial_square_norm (2, 2);
  g_autoptr (LabPolynomial) unit = lab_polynomial_new (2, 0, 1), factor = lab_polynomial_add (norm, unit, 1);

  if (!has_solver ())
    {
      lab_polynomial_free (motzkin);
      return;
    }
  for (int k = 0; k < 4; k++)
    {
      g_autoptr (LabPolynomial) term = lab_polynomial_new (2, monomials[k], values[k]), old = motzkin;

      motzkin = lab_polynomial_add (old, term, 1);
    }
  g_autoptr (LabSos) alone = lab_sos_new (2), times = lab_sos_new (2);
  lab_sos_add_condition (alone);
  lab_sos_add_condition (times);
  lab_sos_add_part (times, 0, -1, lab_polynomial_multiply (motzkin, factor));
  lab_sos_add_part (alone, 0, -1, motzkin);
  g_autoptr (LabSosPoint) first = lab_sos_solve (alone, TRUE, NULL, NULL, 0, NULL);
  g_autoptr (LabSosPoint) second = lab_sos_solve (times, TRUE, NULL, NULL, 0, NULL);
  g_assert_true (first == NULL || first->margin < -1e-4);
  g_assert_nonnull (second);
  /* The polynomial has zeros at (±1, ±1), so the smallest eigenvalue of any Gram matrix is at most 0. */
  g_assert_cmpfloat_with_epsilon (second->margin, 0, 1e-5);
}

static void
test_refusals (void)
{
  static const struct { const char *yaml, *message; } cases[] = {
    { HEAD "states: {x: {initial: 0, derivative: -sin(x)}}\n", "not a polynomial" },
    { HEAD "states: {x: {initial: 0, derivative: -x + t}}\n", "depends on time" },
    { HEAD "states: {x: {initial: 0, derivative: 1 + x^2}}\n", "no point of rest" },
    { HEAD "states: {x: {initial: 0, derivative: x}}\n", "is not stable (largest real part of an eigenvalue: 1); 'point' sets another start" },
    { HEAD "states: {x: {initial: 0, derivative: -x^3}}\n", "with the option 'candidate'" },
    { HEAD "states: {x: {initial: 0, derivative: -x}}\nevents: {e: {crossing: x - 1, set: {x: 0}}}\n", "acts on the run" },
    { HEAD "states: {x: {initial: 0, derivative: -x}}\nalgebraic: {y: {initial: 0, residual: y - x}}\n", "algebraic" },
  };
  static const LabRoaSetup setup = { .degree = 2 };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (GError) error = NULL;
      g_auto (Fixture) f;

      fixture_init (&f, cases[k].yaml);
      g_assert_null (lab_roa_new (&f.problem, &setup, NULL, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, cases[k].message) == NULL)
        g_error ("case %u: %s", k, error->message);
    }
}

static gboolean
cancel (gpointer user, double fraction)
{
  return FALSE;
}

static void
test_cancelled (void)
{
  static const LabRoaSetup setup = { .degree = 2 };
  const LabProgress progress = { cancel, NULL };
  g_autoptr (GError) error = NULL;
  g_auto (Fixture) f;

  fixture_init (&f, REVERSED);
  g_assert_null (lab_roa_new (&f.problem, &setup, &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_polynomials (void)
{
  static char *names[] = { (char *) "x", (char *) "y", NULL };
  static const double at[] = { 2, 0 };
  g_autoptr (LabPolynomial) x = lab_polynomial_new (2, lab_monomial (0, 1), 1), y = lab_polynomial_new (2, lab_monomial (1, 1), 1);
  g_autoptr (LabPolynomial) sum = lab_polynomial_add (x, y, -2), cube = lab_polynomial_power (sum, 3);
  LabPolynomial *const swapped[] = { y, x };
  g_autoptr (LabPolynomial) other = lab_polynomial_compose (cube, swapped), slope = lab_polynomial_derivative (cube, 1);
  g_autofree char *a = lab_polynomial_text (cube, names, NULL), *b = lab_polynomial_text (other, names, NULL);
  g_autofree char *c = lab_polynomial_text (slope, names, NULL), *d = lab_polynomial_text (sum, names, at);
  const double quintic[] = { -6, 11, -6, 1 };
  double roots[LAB_MOST_DEGREE], gradient[2], point[] = { 1, 2 };

  g_assert_cmpstr (a, ==, "x^3 - 6*x^2*y + 12*x*y^2 - 8*y^3");
  g_assert_cmpstr (b, ==, "-8*x^3 + 12*x^2*y - 6*x*y^2 + y^3");
  g_assert_cmpstr (c, ==, "-6*x^2 + 24*x*y - 24*y^2");
  g_assert_cmpstr (d, ==, "(x - 2) - 2*y");
  g_assert_cmpfloat (lab_polynomial_gradient (cube, point, gradient), ==, -27);
  g_assert_cmpfloat (gradient[0], ==, 27);
  g_assert_cmpfloat (gradient[1], ==, -54);
  g_assert_cmpint (lab_positive_roots (quintic, 3, roots), ==, 3);
  for (int k = 0; k < 3; k++)
    g_assert_cmpfloat_with_epsilon (roots[k], k + 1, 1e-12);
}

/* The point of rest is the stable one at the end of the run, wherever the run starts and in every unit. The linear part at 2 is −(x − 2), so that
 * V = (x − 2)²/2, and x' = 0 at 2 ± s. */
static void
test_rest (void)
{
  static const struct { const char *s, *start; double size; } cases[] = {
    { "1", "2 + 0.3", 1 }, { "1", "2", 1 }, { "1e-6", "2 + 3e-7", 1e-6 }, { "1e-9", "2 - 5e-10", 1e-9 }, { "1e6", "3e5", 1e6 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "time: {end: 20}\nparameters: {s: %s}\nstates: {x: {initial: %s, derivative: -(x - 2) + (x - 2)^3/s^2}}\n",
                                               cases[k].s, cases[k].start);
      g_auto (Fixture) f;

      fixture_init (&f, yaml);
      g_autoptr (LabRoa) roa = region (&f, NULL);
      g_autofree char *text = lab_polynomial_text (roa->V, roa->field->names, roa->field->x0);
      g_test_message ("s = %s: V = %s, level %g", cases[k].s, text, roa->level.rho_scan);
      g_assert_cmpstr (text, ==, "0.5*(x - 2)^2");
      g_assert_cmpfloat_with_epsilon (roa->level.rho_scan, cases[k].size * cases[k].size / 2, 1e-6 * cases[k].size * cases[k].size);
    }
}

/* A chemostat that starts at washout, which is a saddle: the stable point is far from it. S = D/(m − D), X = 4 − S. */
static void
test_rest_after_saddle (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "time: {end: 20}\nstates:\n  S: {initial: 4, derivative: 0.1*(4 - S) - S/(1 + S)*X}\n  X: {initial: 0, derivative: (S/(1 + S) - 0.1)*X}\n");
  g_autoptr (LabRoa) roa = region (&f, NULL);
  g_assert_cmpfloat_with_epsilon (roa->field->x0[0], 1.0 / 9, 1e-12);
  g_assert_cmpfloat_with_epsilon (roa->field->x0[1], 35.0 / 9, 1e-12);
}

/* A denominator that is positive only near the point of rest bounds the region: V = (x − c)²/2 is s²/2 at the pole x = c + s. */
static void
test_pole (void)
{
  static const struct { const char *c, *s; double size; } cases[] = { { "0", "1", 1 }, { "20", "1e-6", 1e-6 }, { "0", "1e6", 1e6 } };

  if (!has_solver ())
    return;
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *yaml = g_strdup_printf (HEAD "time: {end: 20}\nparameters: {c: %s, s: %s}\n"
                                                    "states: {x: {initial: c + s/10, derivative: -(x - c)/(1 - (x - c)/s)}}\n",
                                               cases[k].c, cases[k].s);
      g_auto (Fixture) f;

      fixture_init (&f, yaml);
      g_autoptr (LabRoa) roa = region (&f, NULL);
      expect_certified (roa);
      g_assert_cmpfloat_with_epsilon (roa->level.rho / (cases[k].size * cases[k].size), 0.5, 1e-5);
      g_assert_null (roa->level.why_not);
    }
}

/* The level of the chemostat is the smallest V at the pole S = −K of its growth S/(K + S). */
static void
test_chemostat (void)
{
  g_auto (Fixture) f;

  fixture_init (&f, HEAD "time: {end: 60}\nstates:\n  S: {initial: 10, derivative: 0.3*(10 - S) - 1.6*S/(2 + S)*X}\n"
                         "  X: {initial: 0.05, derivative: (0.8*S/(2 + S) - 0.3)*X}\n");
  if (!has_solver ())
    return;
  g_autoptr (LabRoa) roa = region (&f, NULL);
  double hessian[4], zero[2] = { 0 };

  expect_certified (roa);
  lab_polynomial_hessian (roa->V, zero, hessian);
  g_assert_cmpfloat_with_epsilon (roa->level.rho, 0.5 * (hessian[0] - hessian[1] * hessian[1] / hessian[3]) * 3.2 * 3.2, 1e-4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/roa/a-denominator-needs-to-be-positive-only-in-the-region", test_pole);
  g_test_add_func ("/lab/roa/the-region-of-a-chemostat-ends-at-the-pole-of-its-growth", test_chemostat);
  g_test_add_func ("/lab/roa/a-lyapunov-function-from-samples-does-not-depend-on-the-units", test_sampled_units);
  g_test_add_func ("/lab/roa/the-point-of-rest-is-exact-in-every-unit", test_rest);
  g_test_add_func ("/lab/roa/the-stable-point-is-used-if-the-run-starts-at-a-saddle", test_rest_after_saddle);
  g_test_add_func ("/roa/polynomials-are-added-multiplied-and-printed", test_polynomials);
  g_test_add_func ("/roa/D-104/the-region-of-a-cubic-system-is-found-in-explicit-and-implicit-form", test_cubic);
  g_test_add_func ("/roa/D-105/the-region-of-a-cubic-system-around-a-shifted-equilibrium-is-found", test_shifted);
  g_test_add_func ("/roa/D-108/the-level-is-not-above-the-true-limit-in-stretched-coordinates", test_nonconvex);
  g_test_add_func ("/roa/D-109/parameters-and-variables-of-the-model-are-substituted", test_fixed_input);
  g_test_add_func ("/roa/D-110/an-implicit-system-is-certified", test_implicit);
  g_test_add_func ("/roa/X-02/the-level-of-the-reversed-van-der-pol-oscillator-agrees-with-published-solvers", test_reversed);
  g_test_add_func ("/roa/the-function-of-degree-2-covers-47.2-percent-of-the-true-region", test_shipped);
  g_test_add_func ("/roa/a-sampled-function-of-degree-6-covers-four-fifths-of-the-true-region", test_sampled);
  g_test_add_func ("/roa/the-limit-cycle-bounds-the-true-region-and-has-its-area", test_boundary);
  g_test_add_func ("/roa/without-a-limit-cycle-no-boundary-is-drawn-and-only-escaping-runs-are-marked", test_no_cycle);
  g_test_add_func ("/roa/D-111/a-lyapunov-function-from-samples-of-a-cubic-system-has-the-expected-coefficient", test_sampled_cubic);
  g_test_add_func ("/roa/D-111/a-lyapunov-function-from-samples-of-a-pendulum-is-its-energy", test_sampled_pendulum);
  g_test_add_func ("/roa/the-region-of-a-stable-linear-system-is-the-whole-space", test_global);
  g_test_add_func ("/roa/a-region-of-three-states-is-certified", test_three_states);
  g_test_add_func ("/roa/a-false-level-is-not-proven", test_false_level);
  g_test_add_func ("/roa/a-positive-polynomial-that-is-not-a-sum-of-squares-is-not-proven", test_motzkin);
  g_test_add_func ("/roa/models-that-the-study-does-not-support-are-refused-with-the-reason", test_refusals);
  g_test_add_func ("/roa/a-cancelled-study-ends-without-a-result", test_cancelled);
  return g_test_run ();
}
