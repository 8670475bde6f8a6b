/* Tests the classification of the behaviour of runs on a grid of problems, methods and steps whose long-time behaviour is known from theory
 * (Hairer, Lubich and Wanner, Geometric Numerical Integration, chapters I, IX and XI). A run may also be classified as following the
 * reference; the opposite behaviour is an error. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-comparison.h"
#include "model-library.h"
#include "ode-methods.h"
#include "test-share.h"

/* ---- sets of behaviours as bits ---- */

#define BIT(name) (1u << LAB_BEHAVIOUR_##name)
#define GAINING (BIT (SPIRALS_OUT_GAINS) | BIT (GAINS_EVERY) | BIT (GAINS) | BIT (GAINS_SLOWLY))
#define LOSING (BIT (SPIRALS_IN_LOSES) | BIT (LOSES_EVERY) | BIT (LOSES) | BIT (LOSES_SLOWLY))
#define SPIRALING (BIT (SPIRALS_OUT) | BIT (SPIRALS_IN))
#define BOUNDED (BIT (BOUNDED_PRECESSES) | BIT (BOUNDED_PHASE_ERROR) | BIT (BOUNDED))
#define FOLLOWING (BIT (FOLLOWS_ORBIT) | BIT (FOLLOWS) | BIT (FOLLOWS_TO))
/* Behaviours that are compatible with any drift of the invariant. */
#define NEUTRAL (BIT (LEAVES) | BIT (PHASE_ERROR) | BIT (UNKNOWN))

/* ---- problems, methods and steps ---- */

typedef struct
{
  const char *id, *x, *y;
  double end, e; /* end time, and eccentricity of the orbit (NaN: not set) */
  const char *invariant;
  double constraint_tolerance; /* tolerance of constraints; 0: the default value */
} Problem;

static const Problem hamiltonian[] = {
  { "kepler", "x", "y", 62.8, 0, NULL },
  { "kepler", "x", "y", 62.8, 0.3, NULL },
  { "kepler", "x", "y", 62.8, 0.6, NULL },
  { "kepler", "x", "y", 6.3, 0.6, NULL }, /* a single revolution does not show a trend */
  { "kepler", "x", "y", 18.85, 0.6, NULL },
  { "harmonic-oscillator", NULL, NULL, 50, NAN, NULL },
  { "pendulum", NULL, NULL, 20, NAN, NULL },
  { "pendulum", NULL, NULL, 100, NAN, NULL },
  { "henon-heiles", NULL, NULL, 200, NAN, NULL },
};

static const double steps[] = { 0.02, 0.03, 0.05, 0.08, 0.1, 0.12, 0.15 };

static gboolean
set_eccentricity (ModelSystem *system, gpointer user, GError **error)
{
  const Problem *problem = user;

  return isnan (problem->e) || model_system_set_parameter (system, "e", problem->e, error);
}

static LabComparison *
compare (const Problem *problem, Model *model, const OdeMethod *const *methods, int n, double h)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  SimConfig *config = sim_config_new ();
  const LabComparisonTerms terms = { .rule = LAB_COMPARISON_STEP, .value = h, .x = problem->x, .y = problem->y, .invariant = problem->invariant };
  LabProblem lab = { .model = model, .config = config, .t_end = problem->end, .instance = { .fast_math = TRUE }, .prepare = set_eccentricity,
                     .user = (gpointer) problem };
  g_autoptr (GError) error = NULL;
  LabComparison *result;

  sim_config_apply_model (config, model, diagnostics);
  if (problem->constraint_tolerance > 0)
    sim_config_set_number (config, "constraint_tolerance", problem->constraint_tolerance, SIM_ORIGIN_CONFIG, &error);
  result = lab_comparison_run (&lab, methods, n, &terms, NULL, &error);
  g_assert_no_error (error);
  sim_config_free (config);
  return result;
}

/* Checks that all given methods with all given steps have a behaviour in the set. Returns the set of behaviours that
 * occurred. */
static unsigned
require (const Problem *problem, const OdeMethod *const *methods, int n, unsigned allowed)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (problem->id, sim_config_check_solver, diagnostics);
  unsigned seen = 0;

  g_assert_nonnull (model);
  for (guint h = 0; h < G_N_ELEMENTS (steps); h++)
    {
      if (!test_takes (h, 2))
        continue;
      g_autoptr (LabComparison) result = compare (problem, model, methods, n, steps[h]);

      for (int i = 0; i < result->n_entries; i++)
        {
          const LabComparisonEntry *entry = &result->entries[i];

          if (entry->refused != NULL)
            continue;
          seen |= 1u << entry->behaviour;
          if (!(allowed & 1u << entry->behaviour))
            g_error ("%s to %g, e = %g, by %s with steps of %g: %s", problem->id, problem->end, problem->e, entry->method->id, steps[h],
                     lab_behaviour_phrase (entry->behaviour));
        }
    }
  return seen;
}

static unsigned
require_one (const Problem *problem, const char *method, unsigned allowed)
{
  const OdeMethod *methods[] = { ode_method_find (method) };

  return require (problem, methods, 1, allowed);
}

/* ---- tests of the classification ---- */

/* By backward error analysis, the energy of a symplectic method with these steps stays within a band. */
static void
test_symplectic (void)
{
  g_autoptr (GPtrArray) symplectic = g_ptr_array_new ();
  int n;
  const OdeMethod *const *methods = ode_methods (&n);
  unsigned seen = 0;

  for (int i = 0; i < n; i++)
    if (methods[i]->traits & ODE_TRAIT_SYMPLECTIC)
      g_ptr_array_add (symplectic, (gpointer) methods[i]);
  g_assert_cmpuint (symplectic->len, >=, 20);
  for (guint i = 0; i < G_N_ELEMENTS (hamiltonian); i++)
    seen |= require (&hamiltonian[i], (const OdeMethod *const *) symplectic->pdata, symplectic->len,
                     BOUNDED | FOLLOWING | BIT (CONSERVES) | NEUTRAL);
  /* At least some runs must have a definite classification. */
  g_assert_cmpuint (seen & BIT (BOUNDED_PRECESSES), !=, 0);
  g_assert_cmpuint (seen & BIT (BOUNDED_PHASE_ERROR), !=, 0);
  g_assert_cmpuint (seen & BIT (BOUNDED), !=, 0);
}

/* On the oscillator explicit Euler multiplies H by 1 + h² in each step. On the other
 * problems H grows because the energy is a convex function. The orbit of Hénon–Heiles
 * escapes. */
static void
test_explicit_euler (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (hamiltonian); i++)
    if (hamiltonian[i].end > 10)
      require_one (&hamiltonian[i], "explicit_euler", GAINING | BIT (FAILS));
    else
      require_one (&hamiltonian[i], "explicit_euler", NEUTRAL);
}

/* Implicit Euler loses energy where the energy is a convex function; radau1 and bdf1 are the same method. A planet
 * that falls into the sun may end the run only after many retries of Newton's method, so only one orbit is
 * computed. */
static void
test_implicit_euler (void)
{
  static const char *const methods[] = { "bdf1", "radau1", "implicit_euler" };
  unsigned seen = 0;

  for (guint i = 0; i < G_N_ELEMENTS (hamiltonian); i++)
    for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
      if (hamiltonian[i].end > 10 && ((k == 0 && hamiltonian[i].e == 0.3) || isnan (hamiltonian[i].e)))
        seen |= require_one (&hamiltonian[i], methods[k], LOSING | BIT (FAILS));
  g_assert_cmpuint (seen & LOSING, !=, 0);
}

/* On the oscillator |x|² changes by the factor 1 − h⁶/72 in each step. */
static void
test_runge_kutta4 (void)
{
  unsigned seen = 0;

  for (guint i = 0; i < G_N_ELEMENTS (hamiltonian); i++)
    seen |= require_one (&hamiltonian[i], "runge_kutta4", LOSING | FOLLOWING | NEUTRAL);
  g_assert_cmpuint (seen & BIT (LOSES_EVERY), !=, 0);
}

/* Störmer–Verlet starts at the largest error on an ellipse and rotates the ellipse, but reaches the same
 * distance in each revolution. Neither the constant offset of the mean nor the rotation may count as a
 * trend. */
static void
test_steady_offset (void)
{
  static const Problem problem = { "kepler", "x", "y", 62.8, 0.6, NULL };
  const OdeMethod *methods[] = { ode_method_find ("stormer_verlet") };
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (problem.id, sim_config_check_solver, diagnostics);
  g_autoptr (LabComparison) result = compare (&problem, model, methods, 1, 0.1);

  g_assert_cmpint (result->entries[0].behaviour, ==, LAB_BEHAVIOUR_BOUNDED_PRECESSES);
}

/* The energy of three bodies jumps where two of them pass each other closely, and stays where it is between these times: this is no growth. */
static void
test_jump (void)
{
  static const Problem problem = { "pythagorean-three-body", NULL, NULL, 20, NAN, NULL };
  const OdeMethod *methods[] = { ode_method_find ("runge_kutta4"), ode_method_find ("heun3") };
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_library_open (problem.id, sim_config_check_solver, diagnostics);
  g_autoptr (LabComparison) result = compare (&problem, model, methods, 2, 0.05);

  for (int i = 0; i < result->n_entries; i++)
    g_assert_cmpuint (1u << result->entries[i].behaviour & (NEUTRAL | FOLLOWING | BIT (FAILS)), !=, 0);
}

/* A circle has no long axis whose rotation could be measured. */
static void
test_circle (void)
{
  g_assert_cmpuint (require_one (&(Problem){ "kepler", "x", "y", 62.8, 0, NULL }, "semi_explicit_euler", BIT (BOUNDED_PHASE_ERROR) | FOLLOWING)
                        & BIT (BOUNDED_PHASE_ERROR), !=, 0);
}

/* Projection preserves the length of the rod even if the method changes the
 * energy. */
static void
test_projection (void)
{
  require_one (&(Problem){ "pendulum-projected", "x", "y", 100, NAN, "length", 1e-12 }, "runge_kutta4", BIT (CONSERVES) | FOLLOWING);
  require_one (&(Problem){ "pendulum-projected", "x", "y", 20, NAN, "energy", 1e-12 }, "runge_kutta4", LOSING | FOLLOWING | NEUTRAL);
}

/* Gauss methods conserve quadratic invariants exactly (Geometric Numerical Integration, theorem IV.2.1). */
static void
test_quadratic (void)
{
  unsigned seen = require_one (&(Problem){ "harmonic-oscillator", NULL, NULL, 500, NAN }, "implicit_midpoint", BIT (CONSERVES) | FOLLOWING);

  g_assert_cmpuint (seen & BIT (CONSERVES), !=, 0);
}

/* The exact motion is damped. An explicit method whose motion is damped less must not be reported to spiral
 * out. */
static void
test_damped (void)
{
  static const char *const methods[] = { "explicit_euler", "runge_kutta4", "radau1" };

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    require_one (&(Problem){ "damped-pendulum", NULL, NULL, 40, NAN, NULL }, methods[i], FOLLOWING | NEUTRAL);
}

/* On a limit cycle all methods preserve the size of the motion. */
static void
test_limit_cycle (void)
{
  require_one (&(Problem){ "van-der-pol", NULL, NULL, 40, NAN, NULL }, "runge_kutta4", FOLLOWING | NEUTRAL);
  require_one (&(Problem){ "van-der-pol", NULL, NULL, 40, NAN, NULL }, "radau1", FOLLOWING | NEUTRAL);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/behaviour/symplectic-methods-are-never-reported-to-gain-or-lose-energy-or-to-spiral", test_symplectic);
  g_test_add_func ("/lab/behaviour/explicit-euler-is-reported-to-gain-energy", test_explicit_euler);
  g_test_add_func ("/lab/behaviour/implicit-euler-is-reported-to-lose-energy", test_implicit_euler);
  g_test_add_func ("/lab/behaviour/runge-kutta-4-is-reported-to-lose-but-never-to-gain-energy", test_runge_kutta4);
  g_test_add_func ("/lab/behaviour/a-constant-offset-or-a-rotating-ellipse-is-not-reported-as-a-trend", test_steady_offset);
  g_test_add_func ("/lab/behaviour/a-jump-of-the-energy-is-not-reported-as-growth", test_jump);
  g_test_add_func ("/lab/behaviour/a-circular-orbit-is-not-reported-to-precess", test_circle);
  g_test_add_func ("/lab/behaviour/an-invariant-enforced-by-projection-is-reported-as-conserved", test_projection);
  g_test_add_func ("/lab/behaviour/gauss-methods-are-reported-to-conserve-quadratic-invariants", test_quadratic);
  g_test_add_func ("/lab/behaviour/a-damped-exact-motion-is-not-reported-as-a-spiral", test_damped);
  g_test_add_func ("/lab/behaviour/a-motion-on-a-limit-cycle-is-not-reported-to-gain-or-lose", test_limit_cycle);
  return g_test_run ();
}
