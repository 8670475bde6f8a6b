/* Tests comparisons: the classification of a run agrees with its plot, the search meets the requested cost, and events that are switched
 * off stay off. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "lab-comparison.h"
#include "lab-reference.h"
#include "model-library.h"

typedef struct
{
  Model *model;
  SimConfig *config;
  LabProblem problem;
} Fixture;

static Fixture
fixture (const char *id, double t_end)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Fixture f = { .model = model_library_open (id, sim_config_check_solver, diagnostics), .config = sim_config_new () };
  g_assert_nonnull (f.model);
  sim_config_apply_model (f.config, f.model, diagnostics);
  f.problem = (LabProblem){ .model = f.model, .config = f.config, .t_end = t_end, .instance = { .fast_math = TRUE } };
  return f;
}

static void
fixture_clear (Fixture *f)
{
  sim_config_free (f->config);
  model_unref (f->model);
}

static LabComparison *
comparison (const Fixture *f, const char *method, LabComparisonRule rule, double value, const char *x, const char *y)
{
  const OdeMethod *methods[] = { ode_method_find (method) };
  const LabComparisonTerms terms = { .rule = rule, .value = value, .x = x, .y = y };
  g_autoptr (GError) error = NULL;
  LabComparison *result = lab_comparison_run (&f->problem, methods, 1, &terms, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (result->entries[0].refused);
  return result;
}

/* ---- classification of behaviour ---- */

typedef struct
{
  const char *id, *method, *x, *y;
  double end, h;
  LabBehaviour expected;
} Behaviour;

/* The expected behaviour was read from plots. With Euler's method the energy of the
 * elastic pendulum doubles in each period, so its oscillation hides the trend; and
 * its path is not an orbit about a centre of force, so it does not precess. On the
 * Arenstorf orbit a single close passage causes the whole gain, which is not a
 * trend. */
static const Behaviour behaviours[] = {
  { "elastic-pendulum", "explicit_euler", NULL, NULL, 12, 0.0333, LAB_BEHAVIOUR_SPIRALS_OUT_GAINS },
  { "elastic-pendulum", "explicit_euler", NULL, NULL, 12, 0.1, LAB_BEHAVIOUR_SPIRALS_OUT_GAINS },
  { "elastic-pendulum", "explicit_euler", NULL, NULL, 40, 0.0333, LAB_BEHAVIOUR_SPIRALS_OUT_GAINS },
  { "elastic-pendulum", "semi_explicit_euler", NULL, NULL, 12, 0.0333, LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR },
  { "arenstorf", "explicit_euler", NULL, NULL, 5.12, 0.000412, LAB_BEHAVIOUR_LEAVES },
  { "kepler", "explicit_euler", "x", "y", 18.85, 0.1, LAB_BEHAVIOUR_SPIRALS_OUT_GAINS },
  { "kepler", "explicit_euler", "x", "y", 18.85, 0.000137, LAB_BEHAVIOUR_GAINS_EVERY },
  { "kepler", "semi_explicit_euler", "x", "y", 18.85, 0.1, LAB_BEHAVIOUR_BOUNDED_PRECESSES },
  { "kepler", "semi_explicit_euler", "x", "y", 62.8, 0.0333, LAB_BEHAVIOUR_BOUNDED_PRECESSES },
  { "harmonic-oscillator", "explicit_euler", NULL, NULL, 50, 0.1, LAB_BEHAVIOUR_SPIRALS_OUT_GAINS },
  { "harmonic-oscillator", "semi_explicit_euler", NULL, NULL, 50, 0.1, LAB_BEHAVIOUR_BOUNDED_PHASE_ERROR },
  { "harmonic-oscillator", "runge_kutta4", NULL, NULL, 50, 0.1, LAB_BEHAVIOUR_FOLLOWS_ORBIT },
};

static void
test_behaviour (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (behaviours); i++)
    {
      Fixture f = fixture (behaviours[i].id, behaviours[i].end);
      g_autoptr (LabComparison) result = comparison (&f, behaviours[i].method, LAB_COMPARISON_STEP, behaviours[i].h, behaviours[i].x,
                                                     behaviours[i].y);
      g_test_message ("%s by %s, steps of %g: %s; %.3g from the reference solution of size %.3g", behaviours[i].id, behaviours[i].method,
                      behaviours[i].h,
                      lab_behaviour_phrase (result->entries[0].behaviour), result->entries[0].largest_position_error, result->size);
      g_assert_cmpint (result->entries[0].behaviour, ==, behaviours[i].expected);
      fixture_clear (&f);
    }
}

/* ---- search for a requested cost ---- */

/* An explicit method on a stiff problem would need hours, and far more than the requested cost, at any
 * accuracy. Its run is stopped, and the entry reports the failure. An implicit method meets the same
 * cost. */
static void
test_unreachable (void)
{
  Fixture f = fixture ("robertson", 1e11);
  g_autoptr (LabComparison) explicit = comparison (&f, "runge_kutta5", LAB_COMPARISON_COST, 500, NULL, NULL);
  g_autoptr (LabComparison) implicit = comparison (&f, "radau", LAB_COMPARISON_COST, 500, NULL, NULL);

  g_assert_cmpint (explicit->entries[0].behaviour, ==, LAB_BEHAVIOUR_FAILS);
  g_assert_cmpint (explicit->entries[0].outcome, ==, LAB_COMPARISON_FAILED);
  /* A run has at most 20 attempts for each requested evaluation, and the method has at most seven
   * stages. */
  g_assert_cmpint (explicit->entries[0].run.statistics.ode.rhs_evaluations, <=, 7 * 20 * 500 + 10);
  g_assert_cmpint (implicit->entries[0].behaviour, !=, LAB_BEHAVIOUR_FAILS);
  g_assert_cmpfloat (implicit->entries[0].run.t, ==, 1e11);
  fixture_clear (&f);
}

/* A model without states, such as a new file, is accepted. */
static void
test_no_states (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Fixture f = { .model = model_load_text ("format: 1\nname: Nothing\n", -1, "nothing.yaml", sim_config_check_solver, diagnostics),
                .config = sim_config_new () };
  g_autoptr (LabComparison) result = NULL;

  g_assert_nonnull (f.model);
  f.problem = (LabProblem){ .model = f.model, .config = f.config, .t_end = 1, .instance = { .fast_math = TRUE } };
  result = comparison (&f, "runge_kutta5", LAB_COMPARISON_STEP, 0.1, NULL, NULL);
  g_assert_cmpfloat (result->entries[0].run.t, ==, 1);
  fixture_clear (&f);
}

typedef struct
{
  const char *id, *method;
  double end, value;
  LabComparisonOutcome expected;
} Cost;

/* Two requested costs cannot be reached. On the Lorenz system to t = 40 the
 * Dormand–Prince pair needs more than 2 000 evaluations even at its loosest
 * accuracy. On an oscillator to t = 0.1 it needs fewer than 50 000 even at its
 * tightest accuracy. */
static const Cost costs[] = {
  { "lorenz", "runge_kutta5", 40, 2000, LAB_COMPARISON_LOOSEST },
  { "lorenz", "runge_kutta5", 10, 2000, LAB_COMPARISON_MET },
  { "lorenz", "bogacki_shampine3", 40, 20000, LAB_COMPARISON_MET },
  { "lorenz", "runge_kutta4", 40, 2001, LAB_COMPARISON_MET },
  { "kepler", "explicit_euler", 62.8, 2000, LAB_COMPARISON_MET },
  { "kepler", "dop853", 62.8, 3000, LAB_COMPARISON_MET },
  { "kepler", "implicit_midpoint", 62.8, 3000, LAB_COMPARISON_MET },
  { "kepler", "radau", 62.8, 3000, LAB_COMPARISON_MET },
  { "van-der-pol", "rodas4", 40, 3000, LAB_COMPARISON_MET },
  { "harmonic-oscillator", "runge_kutta5", 0.1, 50000, LAB_COMPARISON_TIGHTEST },
  { "harmonic-oscillator", "runge_kutta4", 1, 1, LAB_COMPARISON_MET },
};

/* The cost that the search finds differs from the target by at most the cost of one step, or by 2 % if the cost is a
 * discontinuous function of the accuracy. If it differs more, the accuracy is the smallest or the largest that the method
 * allows. */
static void
test_cost (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (costs); i++)
    {
      Fixture f = fixture (costs[i].id, costs[i].end);
      g_autoptr (LabComparison) result = comparison (&f, costs[i].method, LAB_COMPARISON_COST, costs[i].value, NULL, NULL);
      const LabComparisonEntry *entry = &result->entries[0];
      const OdeStatistics *s = &entry->run.statistics.ode;
      double a_step = (double) s->rhs_evaluations / s->steps_attempted;

      g_test_message ("%s by %s at %g: %ld in %ld attempts, h %g, accuracy %g", costs[i].id, costs[i].method, costs[i].value,
                      (long) s->rhs_evaluations, (long) s->steps_attempted, entry->h, entry->accuracy);
      g_assert_cmpint (entry->outcome, ==, costs[i].expected);
      if (entry->outcome == LAB_COMPARISON_MET)
        g_assert_cmpfloat (fabs (s->rhs_evaluations - costs[i].value), <=, fmax (a_step, 0.02 * costs[i].value));
      if (entry->outcome == LAB_COMPARISON_LOOSEST)
        g_assert_cmpfloat (entry->accuracy, ==, entry->method->accuracy_loosest);
      if (entry->outcome == LAB_COMPARISON_TIGHTEST)
        g_assert_cmpfloat (entry->accuracy, ==, entry->method->accuracy_tightest);
      fixture_clear (&f);
    }
}

/* One step of Euler's method over a decay is the least accurate run with fixed steps: x (1) = 0, with the error 1/e. A larger error is asked for, so that this
 * run is the nearest one, and the outcome says that it does not meet the target. */
static void
test_nearest (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Fixture f = { .model = model_load_text ("format: 1\nname: Decay\ntime: {end: 1}\nstates: {x: {initial: 1, derivative: -x}}\n", -1, "decay.yaml",
                                          sim_config_check_solver, diagnostics),
                .config = sim_config_new () };
  static const struct { double value; LabComparisonOutcome outcome; } cases[] = { { 0.9, LAB_COMPARISON_NEAREST }, { 0.3, LAB_COMPARISON_MET } };

  g_assert_nonnull (f.model);
  f.problem = (LabProblem){ .model = f.model, .config = f.config, .t_end = 1, .instance = { .fast_math = TRUE } };
  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autoptr (LabComparison) result = comparison (&f, "explicit_euler", LAB_COMPARISON_ACCURACY, cases[k].value, NULL, NULL);
      const LabComparisonEntry *entry = &result->entries[0];

      g_assert_true (entry->fixed);
      g_test_message ("error %g: outcome %d with h = %g", cases[k].value, entry->outcome, entry->h);
      g_assert_cmpint (entry->outcome, ==, cases[k].outcome);
      if (entry->outcome == LAB_COMPARISON_NEAREST)
        {
          g_assert_cmpfloat (entry->h, ==, 1);
          g_assert_cmpfloat_with_epsilon (entry->run.x[0], 0, 1e-15);
        }
    }
  fixture_clear (&f);
}

/* ---- events in comparisons ---- */

/* A ball whose impact event is switched off falls through the floor, both in the runs and in the reference
 * solution. */
static void
test_events_off (void)
{
  g_autoptr (GHashTable) off = g_hash_table_new (g_str_hash, g_str_equal);
  Fixture f = fixture ("bouncing-ball", 5);
  g_autoptr (LabComparison) bouncing = comparison (&f, "runge_kutta5", LAB_COMPARISON_STEP, 0.01, NULL, NULL);
  g_hash_table_add (off, (gpointer) "impact");
  f.problem.events_off = off;
  g_autoptr (LabComparison) falling = comparison (&f, "runge_kutta5", LAB_COMPARISON_STEP, 0.01, NULL, NULL);
  const LabRun *run = &falling->entries[0].run;
  g_assert_cmpfloat (bouncing->entries[0].run.x[0], >, 0);
  g_assert_cmpint (bouncing->entries[0].run.statistics.witness_events, ==, 2);
  g_assert_cmpint (run->statistics.witness_events, ==, 0);
  /* The solution is 10 − g t²/2. The method has no error for such a polynomial. */
  g_assert_cmpfloat (fabs (run->x[0] - (10 - 0.5 * 9.81 * 25)), <=, 1e-10);
  g_assert_cmpuint (sim_trajectory_n_events (falling->entries[0].trajectory), ==, 0);
  /* The reference values of the model are those of a bouncing ball and must not be
   * used. */
  g_assert_true (falling->reference_known);
  g_assert_cmpfloat (falling->entries[0].largest_position_error, <=, 1e-9);
  g_assert_false (g_str_has_prefix (falling->reference_source, "the model's reference values"));
  g_assert_nonnull (strstr (falling->reference_source, "agree"));
  g_assert_nonnull (strstr (bouncing->reference_source, "reference values"));
  fixture_clear (&f);
}

/* If an event ends all runs, they are compared at the time of the event, and the reference ends there. Each run locates the event with a
 * separate error. */
static void
test_ended_by_event (void)
{
  static const char text[] = "format: 1\nname: Ends\ntime: {end: 4}\nstates:\n  x: {initial: 1, derivative: v, kind: position}\n"
                             "  v: {initial: 0, derivative: -sin(x), kind: velocity}\nevents:\n  down: {crossing: x, direction: falling, "
                             "terminate: down}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Fixture f = { .model = model_load_text (text, -1, "ends.yaml", sim_config_check_solver, diagnostics), .config = sim_config_new () };
  g_autoptr (GError) error = NULL;
  LabReference reference;

  g_assert_nonnull (f.model);
  f.problem = (LabProblem){ .model = f.model, .config = f.config, .t_end = 4 };
  g_assert_true (lab_reference_find (&f.problem, NULL, &reference, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (reference.agreement, <=, 1e-9);
  /* By conservation of energy, v² = 2 (1 − cos 1) at the bottom. */
  g_assert_cmpfloat (fabs (reference.x[1] + sqrt (2 * (1 - cos (1)))), <, 1e-9);
  lab_reference_clear (&reference);
  g_autoptr (LabComparison) result = comparison (&f, "runge_kutta4", LAB_COMPARISON_STEP, 0.01, NULL, NULL);
  g_assert_true (result->reference_known && !result->reference_diverges);
  /* The expected time is a quarter of the period, 4 K(sin ½). The last row of the reference may be earlier by up to
   * 1e-3. */
  g_assert_cmpfloat (fabs (result->reference_end - 1.6749939160926), <=, 1.1e-3);
  g_assert_cmpint (result->entries[0].behaviour, ==, LAB_BEHAVIOUR_STOPS);
  g_assert_cmpfloat (result->entries[0].largest_position_error, <, 1e-6);
  fixture_clear (&f);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/comparison/the-reported-behaviour-agrees-with-the-plotted-errors", test_behaviour);
  g_test_add_func ("/lab/comparison/the-search-for-an-unreachable-cost-ends-early-with-a-message", test_unreachable);
  g_test_add_func ("/lab/comparison/runs-of-a-model-without-states-reach-the-end-time", test_no_states);
  g_test_add_func ("/lab/comparison/the-cost-is-met-within-one-step-or-the-step-size-is-at-its-bound", test_cost);
  g_test_add_func ("/lab/comparison/a-target-that-no-fixed-step-meets-gives-the-nearest-run", test_nearest);
  g_test_add_func ("/lab/comparison/events-disabled-by-the-user-are-disabled-in-runs-and-reference", test_events_off);
  g_test_add_func ("/lab/comparison/an-event-that-ends-all-runs-also-ends-the-reference", test_ended_by_event);
  return g_test_run ();
}
