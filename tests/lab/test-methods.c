/* Compares studies of methods with closed forms. */
#include <gio/gio.h>
#include <math.h>
#include <string.h>

#include "lab-registry.h"
#include "lab-result.h"
#include "model-load.h"

#define HEAD "format: 1\nname: Test\n"
#define OSCILLATOR HEAD "time: {start: 0, end: 20}\nstates:\n  q: {initial: 1, derivative: v, kind: position}\n" \
  "  v: {initial: 0, derivative: -q, kind: velocity}\nexact: {q: cos(t), v: -sin(t)}\n"
#define DECAY HEAD "time: {start: 0, end: 4}\nstates:\n  y: {initial: 1, derivative: -y}\nexact: {y: exp(-t)}\n"
#define LOGISTIC HEAD "time: {start: 0, end: 50}\nstates:\n  y: {initial: 0.3, derivative: y*(1 - y)}\n"
#define VAN_DER_POL HEAD "time: {start: 0, end: 40}\nstates:\n  x: {initial: 1, derivative: v}\n" \
  "  v: {initial: 0, derivative: 5*(1 - x^2)*v - x}\n"

typedef struct
{
  Model *model;
  SimConfig *config;
  LabProblem problem;
} Fixture;

static void
fixture_init (Fixture *f, const char *yaml, const char *settings)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  f->model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics);
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "");
  f->config = sim_config_new ();
  g_assert_true (sim_config_load_text (f->config, settings, "settings", diagnostics));
  f->problem = (LabProblem) { .model = f->model, .config = f->config, .t_start = NAN, .t_end = NAN };
}

static void
fixture_clear (Fixture *f)
{
  sim_config_free (f->config);
  model_unref (f->model);
}

/* Runs a study with options given as "key=value key=value". */
static LabResult *
run_with (const Fixture *f, const char *id, const char *options, const LabProgress *progress, GError **error)
{
  const LabStudyKind *kind = lab_registry_find (id);
  g_auto (GStrv) words = g_strsplit (options, " ", -1);
  g_autofree const char **values = NULL;

  g_assert_nonnull (kind);
  values = g_new0 (const char *, kind->n_options + 1);
  for (int k = 0; k < kind->n_options; k++)
    values[k] = kind->options[k].standard;
  for (char **word = words; *word != NULL && **word != '\0'; word++)
    {
      char *equals = strchr (*word, '=');
      gboolean known = FALSE;

      *equals = '\0';
      for (int k = 0; k < kind->n_options; k++)
        if (strcmp (kind->options[k].key, *word) == 0)
          {
            values[k] = equals + 1;
            known = TRUE;
          }
      g_assert_true (known);
    }
  return kind->run (&f->problem, values, progress, error);
}

static LabResult *
run (const char *yaml, const char *settings, const char *id, const char *options)
{
  Fixture f;
  g_autoptr (GError) error = NULL;
  LabResult *result;

  fixture_init (&f, yaml, settings);
  result = run_with (&f, id, options, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (result);
  g_assert_nonnull (result->sentence);
  fixture_clear (&f);
  return result;
}

static void
check_refusal (const char *yaml, const char *settings, const char *id, const char *options, const char *part)
{
  Fixture f;
  g_autoptr (GError) error = NULL;

  fixture_init (&f, yaml, settings);
  g_assert_null (run_with (&f, id, options, NULL, &error));
  g_assert_nonnull (error);
  g_assert_cmpuint (error->domain, ==, LAB_STUDY_ERROR);
  if (strstr (error->message, part) == NULL)
    g_error ("'%s' does not contain '%s'", error->message, part);
  fixture_clear (&f);
}

#define NEAR(value, expected, within) g_assert_cmpfloat_with_epsilon (value, expected, within)
#define NUMBER(result, name) lab_result_number (result, name)

/* ---- study tolerance-dial ---- */

static void
test_dial (void)
{
  g_autoptr (LabResult) result = run (OSCILLATOR, "integrator: runge_kutta5", "tolerance-dial", "accuracies=1e-4,1e-6,1e-8 at=2e-6");
  const LabTable *rows = lab_result_table (result, "rows");
  const LabStudyKind *kind = lab_registry_find ("tolerance-dial");

  g_assert_cmpint (lab_table_n_rows (rows), ==, 3);
  /* On a linear problem the error of Dormand–Prince is proportional to the tolerance (Shampine). The bound 0.1 allows for the integer
   * number of steps. */
  NEAR (NUMBER (result, "slope"), 1, 0.1);
  g_assert_cmpfloat (NUMBER (result, "asked"), ==, 1e-6);
  g_assert_cmpfloat (NUMBER (result, "obtained"), ==, lab_table_number (rows, 1, lab_table_column (rows, "obtained")));
  NEAR (NUMBER (result, "digits_short"), log10 (NUMBER (result, "obtained") / 1e-6), 1e-12);
  kind->turn (result, 1e-9);
  g_assert_cmpfloat (NUMBER (result, "asked"), ==, 1e-8);
  g_assert_cmpfloat (NUMBER (result, "obtained"), ==, lab_table_number (rows, 2, lab_table_column (rows, "obtained")));
}

static void
test_dial_failure (void)
{
  /* The solution leaves the domain of the square root at t = 2, so the reference is known only before that time. */
  g_autoptr (LabResult) result = run (OSCILLATOR, "{integrator: runge_kutta5, step_limit: 0}", "tolerance-dial",
                                      "integrators=runge_kutta5,explicit_euler accuracies=1e-3");

  g_assert_cmpint (lab_table_n_rows (lab_result_table (result, "rows")), ==, 2);
  check_refusal (OSCILLATOR, "{}", "tolerance-dial", "accuracies=1e-3,-1", "accuracies");
  check_refusal (OSCILLATOR, "{}", "tolerance-dial", "integrators=none", "integrators");
}

/* ---- study controller ---- */

static void
test_controller_repeats (void)
{
  /* For the controller in use the predicted steps are those of the run. */
  g_autoptr (LabResult) result = run (VAN_DER_POL, "{integrator: runge_kutta5, controller: pi, accuracy: 1e-4}", "controller", "controller=pi");

  g_assert_cmpfloat (NUMBER (result, "accepted_measured"), ==, NUMBER (result, "accepted_in_use"));
  g_assert_cmpfloat (NUMBER (result, "rejected_measured"), ==, NUMBER (result, "rejected_in_use"));
  NEAR (NUMBER (result, "accepted_predicted"), NUMBER (result, "accepted_in_use"), 2);
  NEAR (NUMBER (result, "rejected_predicted"), NUMBER (result, "rejected_in_use"), 2);
}

static void
test_controller_predicts (void)
{
  static const char *const in_use[] = { "i", "pi" }, *const tried[] = { "i", "pi", "pid", "predictive" };

  for (guint a = 0; a < G_N_ELEMENTS (in_use); a++)
    for (guint b = 0; b < G_N_ELEMENTS (tried); b++)
      {
        g_autofree char *settings = g_strdup_printf ("{integrator: runge_kutta5, controller: %s, accuracy: 1e-5}", in_use[a]);
        g_autofree char *options = g_strdup_printf ("controller=%s", tried[b]);
        g_autoptr (LabResult) result = run (VAN_DER_POL, settings, "controller", options);
        double accepted = NUMBER (result, "accepted_measured"), rejected = NUMBER (result, "rejected_measured");

        /* The study promises an accuracy of 5 % of the number of attempts. */
        g_test_message ("%s instead of %s: %g and %g predicted, %g and %g measured", tried[b], in_use[a], NUMBER (result, "accepted_predicted"),
                        NUMBER (result, "rejected_predicted"), accepted, rejected);
        NEAR (NUMBER (result, "accepted_predicted"), accepted, 0.05 * accepted);
        NEAR (NUMBER (result, "accepted_predicted") + NUMBER (result, "rejected_predicted"), accepted + rejected, 0.05 * (accepted + rejected));
      }
}

static void
test_controller_follows_events (void)
{
  /* Located and scheduled events, jumps of the state and of noise end predicted steps as they end those of a run. The steps are so
   * accurate that both counts are equal. */
  static const char *const models[] = {
    HEAD "time: {start: 0, end: 3}\nstates:\n  x: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -9.81 - v^3}\n"
         "events:\n  floor: {crossing: x, direction: falling, set: {v: -0.9*v}}\n",
    HEAD "time: {start: 0, end: 12}\nstates:\n  x: {initial: 0, derivative: v}\n  v: {initial: 0, derivative: -9*x - 0.3*v}\n"
         "events:\n  hammer: {at: [1, 4, 6.5], set: {v: v + 1}}\n",
    HEAD "time: {start: 0, end: 12}\nnoise:\n  gust: {distribution: \"normal(0, 1)\", every: 0.7}\n"
         "states:\n  x: {initial: 0, derivative: v}\n  v: {initial: 0, derivative: gust - 9*x - 0.3*v}\n",
  };
  static const char *const methods[] = { "runge_kutta5", "radau5" };

  for (guint k = 0; k < G_N_ELEMENTS (models) * G_N_ELEMENTS (methods); k++)
    {
      g_autofree char *settings = g_strdup_printf ("{integrator: %s, controller: pi, accuracy: 1e-5}", methods[k % 2]);
      g_autoptr (LabResult) result = run (models[k / 2], settings, "controller", "controller=i safety=0.8");
      double accepted = NUMBER (result, "accepted_measured"), rejected = NUMBER (result, "rejected_measured");

      g_assert_cmpfloat (accepted + rejected, !=, NUMBER (result, "accepted_in_use") + NUMBER (result, "rejected_in_use"));
      NEAR (NUMBER (result, "accepted_predicted"), accepted, 2);
      NEAR (NUMBER (result, "rejected_predicted"), rejected, 2);
    }
}

/* The estimate of Fehlberg's method is that of its method of order 4 and has the power 5 of the step, although its controller uses the power 4. */
static void
test_controller_power (void)
{
  g_autoptr (LabResult) result = run (VAN_DER_POL, "{integrator: runge_kutta_fehlberg, accuracy: 1e-8}", "controller", "controller=pid safety=0.7");

  NEAR (NUMBER (result, "accepted_predicted"), NUMBER (result, "accepted_measured"), 0.05 * NUMBER (result, "accepted_measured"));
}

static void
test_controller_limit (void)
{
  /* At the limit of stability the I controller rejects about every sixth attempt, and a PI controller rejects none (Hairer and Wanner,
   * Solving Ordinary Differential Equations II, section IV.2). */
  static const char stiff[] = HEAD "time: {start: 0, end: 1}\nstates:\n  y: {initial: 0, derivative: -2000*(y - cos(t))}\n";
  g_autoptr (LabResult) result = run (stiff, "{integrator: runge_kutta5, controller: i, accuracy: 1e-4}", "controller",
                                      "controller=pi k_i=0.85 k_p=0.2");

  g_assert_cmpfloat (NUMBER (result, "rejected_in_use"), >, 0.1 * NUMBER (result, "accepted_in_use"));
  g_assert_cmpfloat (NUMBER (result, "rejected_measured"), <, 5);
  NEAR (NUMBER (result, "accepted_predicted"), NUMBER (result, "accepted_measured"), 0.05 * NUMBER (result, "accepted_measured"));
}

static void
test_controller_refuses (void)
{
  check_refusal (OSCILLATOR, "{integrator: runge_kutta4, error_control: false, max_step: 0.1}", "controller", "", "fixed steps");
  check_refusal (OSCILLATOR, "integrator: runge_kutta5", "controller", "controller=other", "controller");
  check_refusal (OSCILLATOR, "integrator: runge_kutta5", "controller", "safety=7", "safety");
}

/* ---- study dense-output ---- */

static void
test_dense (void)
{
  /* Dormand–Prince at tolerance 1e-6 on y'' = −y over 20 units of time has errors of 6e-6 at the steps and of the native interpolant, of
   * 1.7e-5 for Hermite's cubic, and of 8.6e-3 for chords. The bounds allow for the spread of step controllers. */
  g_autoptr (LabResult) result = run (OSCILLATOR, "{integrator: runge_kutta5, relative_tolerance: 1e-6, absolute_tolerance: 1e-6, norm: rms}",
                                      "dense-output", "from=0 to=20");
  const LabTable *errors = lab_result_table (result, "errors"), *steps = lab_result_table (result, "steps");

  NEAR (NUMBER (result, "chord"), 8.6e-3, 0.9e-3);
  NEAR (NUMBER (result, "hermite"), 1.7e-5, 0.4e-5);
  NEAR (NUMBER (result, "native"), 6e-6, 2e-6);
  NEAR (NUMBER (result, "step_error"), NUMBER (result, "native"), 1e-6);
  NEAR (NUMBER (result, "ratio"), NUMBER (result, "chord") / NUMBER (result, "step_error"), 1e-6);
  g_assert_cmpint (lab_table_n_rows (errors), ==, 16 * (lab_table_n_rows (steps) - 1) + 1);
}

static void
test_dense_formulas (void)
{
  /* In one step of size h the error of the chord is h²/8 |q''|, and that of Hermite's cubic is h⁴/384 |q''''|, both in the middle. Here q =
   * cos t around t = 0. */
  const double h = 0.125;
  g_autoptr (LabResult) result = run (OSCILLATOR, "{integrator: dop853, error_control: false, max_step: 0.125}", "dense-output",
                                      "from=0 to=0.125 points=1");

  NEAR (NUMBER (result, "chord"), h * h / 8, 1e-2 * h * h / 8);
  NEAR (NUMBER (result, "hermite"), pow (h, 4) / 384, 1e-2 * pow (h, 4) / 384);
  g_assert_cmpfloat (NUMBER (result, "native"), <, 1e-11);
  g_assert_cmpfloat (NUMBER (result, "ends"), ==, 2);
  check_refusal (OSCILLATOR, "{}", "dense-output", "state=w", "no state 'w'");
  check_refusal (OSCILLATOR, "{}", "dense-output", "from=5 to=4", "to");
  check_refusal (OSCILLATOR, "{}", "dense-output", "from=50 to=60", "no step");
}

/* Without options the window has seven steps after the first tenth of the steps. The same window as options gives the same numbers. */
static void
test_dense_window (void)
{
  static const char settings[] = "{integrator: runge_kutta5, accuracy: 1e-6}";
  g_autoptr (LabResult) result = run (VAN_DER_POL, settings, "dense-output", "");
  char from[G_ASCII_DTOSTR_BUF_SIZE], to[G_ASCII_DTOSTR_BUF_SIZE];
  g_autofree char *options = g_strdup_printf ("from=%s to=%s", g_ascii_dtostr (from, sizeof from, NUMBER (result, "from")),
                                              g_ascii_dtostr (to, sizeof to, NUMBER (result, "to")));
  g_autoptr (LabResult) again = run (VAN_DER_POL, settings, "dense-output", options);
  const LabTable *steps = lab_result_table (result, "steps");

  g_assert_cmpfloat (NUMBER (result, "ends"), ==, 8);
  g_assert_cmpint (lab_table_n_rows (steps), ==, 8);
  g_assert_cmpfloat (lab_table_number (steps, 0, 0), ==, NUMBER (result, "from"));
  g_assert_cmpfloat (lab_table_number (steps, 7, 0), ==, NUMBER (result, "to"));
  g_assert_cmpfloat (NUMBER (result, "from"), >, 0);
  g_assert_cmpstr (again->sentence, ==, result->sentence);
  g_assert_cmpfloat (NUMBER (again, "chord"), ==, NUMBER (result, "chord"));
  g_assert_cmpfloat (NUMBER (again, "step_error"), ==, NUMBER (result, "step_error"));
  /* with one end, the window reaches to the start or to the end of the run */
  g_autoptr (LabResult) early = run (VAN_DER_POL, settings, "dense-output", "to=1");
  g_assert_cmpfloat (NUMBER (early, "from"), ==, 0);
}

/* ---- study cost-ledger ---- */

static void
test_ledger (void)
{
  static const char *const purposes[] = { "steps", "rejected", "jacobians", "error", "dense", "events", "startup" };
  static const char bounce[] = HEAD "time: {start: 0, end: 5}\nstates:\n  h: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -9.81}\n"
    "events:\n  impact: {crossing: h, direction: falling, set: {h: 0, v: -0.8*v}}\n";
  g_autoptr (LabResult) result = run (bounce, "accuracy: 1e-5", "cost-ledger", "integrators=runge_kutta5,dop853,radau5");
  const LabTable *rows = lab_result_table (result, "rows");

  g_assert_cmpint (lab_table_n_rows (rows), ==, 3);
  for (int r = 0; r < 3; r++)
    {
      double sum = 0;

      for (guint k = 0; k < G_N_ELEMENTS (purposes); k++)
        sum += lab_table_number (rows, r, lab_table_column (rows, purposes[k]));
      g_assert_cmpfloat (sum, ==, lab_table_number (rows, r, lab_table_column (rows, "rhs")));
      g_assert_cmpfloat (lab_table_number (rows, r, lab_table_column (rows, "events")), >, 0);
    }
  /* Of these methods only DOP853 has additional stages for dense output. */
  g_assert_cmpfloat (lab_table_number (rows, 0, lab_table_column (rows, "dense")), ==, 0);
  g_assert_cmpfloat (lab_table_number (rows, 1, lab_table_column (rows, "dense")), >, 0);
  g_assert_cmpfloat (NUMBER (result, "rhs"), ==, lab_table_number (rows, 0, lab_table_column (rows, "rhs")));
  g_assert_cmpfloat (NUMBER (result, "dense"), ==, lab_table_number (rows, 0, lab_table_column (rows, "dense")));
}

static void
test_ledger_refused (void)
{
  g_autoptr (LabResult) result = run (DECAY, "{}", "cost-ledger", "integrators=runge_kutta5,stormer_verlet");
  const LabTable *rows = lab_result_table (result, "rows");
  int failure = lab_table_column (rows, "failure");

  g_assert_cmpstr (lab_table_text (rows, 0, failure), ==, "");
  g_assert_cmpstr (lab_table_text (rows, 1, failure), !=, "");
  g_assert_true (isnan (lab_table_number (rows, 1, 1)));
}

/* ---- study refinement ---- */

static void
test_refinement (void)
{
  g_autoptr (LabResult) fixed = run (OSCILLATOR, "{integrator: runge_kutta4, error_control: false, max_step: 0.05}", "refinement", "");
  g_autoptr (LabResult) controlled = run (OSCILLATOR, "{integrator: runge_kutta5, accuracy: 1e-6}", "refinement", "");
  g_autoptr (LabResult) unknown = run (VAN_DER_POL, "{integrator: explicit_euler, error_control: false, max_step: 0.01}", "refinement", "");
  double error = NUMBER (fixed, "true");

  /* The next term of the error of the classical method is smaller by a factor h. */
  NEAR (NUMBER (fixed, "ratio"), 1, 0.02);
  g_assert_cmpfloat (error, >, 0);
  g_assert_cmpfloat (NUMBER (fixed, "steps_refined"), ==, 2 * NUMBER (fixed, "steps"));
  NEAR (NUMBER (controlled, "ratio"), 1, 0.1);
  g_assert_true (NUMBER (unknown, "predicted") > 0);
}

/* ---- study method-map ---- */

static void
test_map (void)
{
  /* Euler's method on y' = y (1 − y) is the logistic map z → (1 + h) z (1 − z) with z = h y/(1 + h). Its period doublings are at h = 2 and
   * √6 (May, Nature 261 (1976) 459), and at 1 + h = 3.544090… and 3.564407… */
  static const double doublings[] = { 2, 2.449489742783178, 2.544090359552, 2.564407266095 };
  g_autoptr (LabResult) result = run (LOGISTIC, "integrator: explicit_euler", "method-map", "");
  const LabTable *table = lab_result_table (result, "doublings"), *steps = lab_result_table (result, "steps");
  const LabStudyKind *kind = lab_registry_find ("method-map");

  /* By default the range is 0.9 to 1.5 times the largest stable step, which is 2. */
  NEAR (NUMBER (result, "low"), 1.8, 1e-6);
  NEAR (NUMBER (result, "high"), 3, 1e-6);
  g_assert_cmpint (lab_table_n_rows (table), >=, 4);
  for (int r = 0; r < 4; r++)
    {
      /* Difference quotients of a map of 8 steps have errors near 1e-8. */
      NEAR (lab_table_number (table, r, 0), doublings[r], 3e-8);
      g_assert_cmpfloat (lab_table_number (table, r, 1), ==, 1 << r);
    }
  g_assert_cmpfloat (NUMBER (result, "values"), ==, 4);
  for (int r = 0; r < lab_table_n_rows (steps); r++)
    {
      double h = lab_table_number (steps, r, 0), count = lab_table_number (steps, r, 1);

      if (h < 1.98)
        g_assert_cmpfloat (count, ==, 1);
      else if (h > 2.01 && h < 2.44)
        g_assert_cmpfloat (count, ==, 2);
    }
  kind->turn (result, 2.2);
  g_assert_cmpfloat (NUMBER (result, "values"), ==, 2);
  g_assert_nonnull (strstr (result->sentence, "two values"));
}

/* On the cycle of the oscillator Dormand–Prince fails at a smaller step than the largest stable step at the end of the run. */
static void
test_map_range (void)
{
  g_autoptr (LabResult) result = run (VAN_DER_POL, "integrator: runge_kutta5", "method-map", "");
  const LabTable *steps = lab_result_table (result, "steps");
  int n = lab_table_n_rows (steps), first = -1;

  for (int r = 0; r < n && first < 0; r++)
    if (*lab_table_text (steps, r, 2) != '\0')
      first = r;
  /* The range is 0.4 to 1.05 times the step at which the method fails; the failures are in its last quarter. */
  g_assert_cmpint (first, >, 3 * n / 4);
  NEAR (NUMBER (result, "high") / NUMBER (result, "low"), 1.05 / 0.4, 1e-9);
  g_assert_false (isnan (NUMBER (result, "values")));
}

static void
test_map_values (void)
{
  /* The two values of the logistic map at h = 2.2 are y = (h + 2 ± √(h² − 4))/(2h). */
  const double h = 2.2;
  g_autoptr (LabResult) result = run (LOGISTIC, "integrator: explicit_euler", "method-map", "steps=2.2:2.3:2");
  const LabTable *points = lab_result_table (result, "points");
  double a = lab_table_number (points, 0, 1), b = lab_table_number (points, 1, 1);

  NEAR (fmax (a, b), (h + 2 + sqrt (h * h - 4)) / (2 * h), 1e-6);
  NEAR (fmin (a, b), (h + 2 - sqrt (h * h - 4)) / (2 * h), 1e-6);
}

/* The number of values does not depend on the unit of the state. */
static void
test_map_unit (void)
{
  static const char *const units[] = { HEAD "time: {start: 0, end: 50}\nstates:\n  y: {initial: 3e-10, derivative: y*(1 - y/1e-9)}\n",
                                       HEAD "time: {start: 0, end: 50}\nstates:\n  y: {initial: 3e8, derivative: y*(1 - y/1e9)}\n" };
  g_autoptr (LabResult) one = run (LOGISTIC, "integrator: explicit_euler", "method-map", "steps=1.9:2.5:7");

  for (guint k = 0; k < G_N_ELEMENTS (units); k++)
    {
      g_autoptr (LabResult) other = run (units[k], "integrator: explicit_euler", "method-map", "steps=1.9:2.5:7");

      for (int r = 0; r < 7; r++)
        g_assert_cmpfloat (lab_table_number (lab_result_table (other, "steps"), r, 1), ==, lab_table_number (lab_result_table (one, "steps"), r, 1));
    }
}

static void
test_map_grows (void)
{
  g_autoptr (LabResult) result = run (DECAY, "integrator: explicit_euler", "method-map", "steps=1.5:2.5:11");
  const LabTable *steps = lab_result_table (result, "steps");

  for (int r = 0; r < 11; r++)
    if (lab_table_number (steps, r, 0) > 2.05)
      g_assert_cmpstr (lab_table_text (steps, r, 2), !=, "");
    else if (lab_table_number (steps, r, 0) < 1.95)
      g_assert_cmpfloat (lab_table_number (steps, r, 1), ==, 1);
  check_refusal (DECAY, "{}", "method-map", "steps=2:1:5", "steps");
  check_refusal (HEAD "time: {start: 0, end: 1}\nstates:\n  y: {initial: 1, derivative: -y + sin(t)}\n", "{}", "method-map", "", "depends on t");
}

/* ---- study cloud ---- */

static void
test_cloud (void)
{
  /* In each step of the oscillator, explicit Euler multiplies areas by 1 + h² ω², implicit Euler divides them by this factor, and
   * symplectic methods preserve them. */
  g_autoptr (LabResult) explicit_one = run (OSCILLATOR, "integrator: explicit_euler", "cloud", "step=0.1 until=20");
  g_autoptr (LabResult) implicit_one = run (OSCILLATOR, "integrator: implicit_euler", "cloud", "step=0.1 until=20");
  g_autoptr (LabResult) symplectic = run (OSCILLATOR, "integrator: semi_explicit_euler", "cloud", "step=0.1 until=20");
  const LabTable *areas = lab_result_table (explicit_one, "areas");

  NEAR (NUMBER (explicit_one, "ratio") / pow (1.01, 200), 1, 1e-10);
  NEAR (NUMBER (implicit_one, "ratio") * pow (1.01, 200), 1, 1e-6);
  NEAR (NUMBER (symplectic, "ratio"), 1, 1e-12);
  NEAR (NUMBER (symplectic, "flow_ratio"), 1, 1e-9);
  g_assert_cmpfloat (NUMBER (explicit_one, "steps"), ==, 200);
  for (int r = 0; r <= 8; r++)
    NEAR (lab_table_number (areas, r, 2) / (NUMBER (explicit_one, "area") * pow (1.01, 25 * r)), 1, 1e-10);
}

static void
test_cloud_nonlinear (void)
{
  static const char pendulum[] = HEAD "time: {start: 0, end: 10}\nstates:\n  q: {initial: 1.5, derivative: v, kind: position}\n"
    "  v: {initial: 0, derivative: -sin(q), kind: velocity}\n";
  g_autoptr (LabResult) verlet = run (pendulum, "integrator: stormer_verlet", "cloud", "step=0.2 radius=0.3 until=10");
  g_autoptr (LabResult) heun = run (pendulum, "integrator: runge_kutta2", "cloud", "step=0.2 radius=0.3 until=10");
  g_autoptr (LabResult) torn = run (pendulum, "integrator: stormer_verlet", "cloud", "step=0.2 radius=2 points=16 until=10");

  NEAR (NUMBER (verlet, "ratio"), 1, 1e-8);
  NEAR (NUMBER (heun, "flow_ratio"), 1, 1e-8);
  g_assert_cmpfloat (fabs (NUMBER (heun, "ratio") - 1), >, 1e-3);
  g_assert_true (isnan (NUMBER (torn, "ratio")));
  check_refusal (DECAY, "{}", "cloud", "", "two states");
  check_refusal (pendulum, "{}", "cloud", "plane=q,q", "plane");
}

/* Returns the smallest of the widths of all outlines in two directions, and the largest extent of the picture. */
static double
flattest (const LabResult *result, double *extent)
{
  const LabTable *curves = lab_result_table (result, "curves");
  double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY }, frame_low[2], frame_high[2], least = INFINITY;

  for (int r = 0; r < lab_table_n_rows (curves); r++)
    {
      gboolean last = r + 1 == lab_table_n_rows (curves) || lab_table_number (curves, r + 1, 1) != lab_table_number (curves, r, 1);

      for (int c = 0; c < 2; c++)
        {
          double value = lab_table_number (curves, r, 2 + c);
          gboolean first = r == 0 || lab_table_number (curves, r - 1, 1) != lab_table_number (curves, r, 1);

          frame_low[c] = first ? value : fmin (frame_low[c], value);
          frame_high[c] = first ? value : fmax (frame_high[c], value);
          low[c] = fmin (low[c], value);
          high[c] = fmax (high[c], value);
          if (last)
            least = fmin (least, frame_high[c] - frame_low[c]);
        }
    }
  *extent = fmax (high[0] - low[0], high[1] - low[1]);
  return least;
}

/* By default the cloud is followed for less than one revolution and while it can be seen. */
static void
test_cloud_default (void)
{
  g_autoptr (LabResult) circle = run (OSCILLATOR, "integrator: runge_kutta5", "cloud", "");
  g_autoptr (LabResult) relaxed = run (VAN_DER_POL, "integrator: runge_kutta5", "cloud", "");
  double extent, least = flattest (circle, &extent);

  NEAR (NUMBER (circle, "t"), 0.875 * 2 * G_PI, 0.5);
  g_assert_cmpfloat (least, >, 0.05 * extent);
  g_assert_cmpint (lab_table_n_rows (lab_result_table (circle, "areas")), ==, 2 * 9);
  least = flattest (relaxed, &extent);
  g_assert_cmpfloat (least, >, 0.01 * extent);
  g_assert_cmpfloat (NUMBER (relaxed, "ratio"), >, 1e-3);
  g_assert_cmpfloat (NUMBER (relaxed, "t"), >, 0.1);
}

/* ---- study modified-equation ---- */

static void
test_modified_linear (void)
{
  /* Euler's method on y' = λ y solves y' = log (1 + hλ)/h y = (λ − hλ²/2 + h²λ³/3 − …) y exactly. */
  g_autoptr (LabResult) result = run (DECAY, "integrator: explicit_euler", "modified-equation", "step=0.1 terms=3 steps=20");
  const LabTable *terms = lab_result_table (result, "terms"), *modified = lab_result_table (result, "modified");
  double t = 2, rate = -1 - 0.1 / 2 - 0.01 / 3 - 0.001 / 4;

  NEAR (lab_table_number (terms, 0, 1), -1, 1e-14);
  NEAR (lab_table_number (terms, 1, 1), -1 / 2., 1e-8);
  NEAR (lab_table_number (terms, 2, 1), -1 / 3., 1e-6);
  NEAR (lab_table_number (terms, 3, 1), -1 / 4., 1e-4);
  g_assert_cmpfloat (lab_table_number (terms, 3, 0), ==, 3);
  for (int k = 1; k <= 3; k++) /* the errors are not underestimated, and the printed digits agree with them */
    {
      double error = lab_table_number (lab_result_table (result, "term_errors"), k, 1), value = lab_table_number (terms, k, 1);

      g_assert_cmpfloat (error, >, 0);
      g_assert_cmpfloat (error, <, pow (10, 2 * k - 10));
      g_assert_cmpfloat (fabs (value + 1. / (k + 1)), <=, 10 * error);
      g_assert_cmpfloat (fabs (value * 1e12 - round (value * 1e12)), <, 1e-3); /* not 17 digits */
    }
  NEAR (lab_table_number (modified, lab_table_n_rows (modified) - 1, 1), exp (rate * t), 1e-8);
  /* The first omitted term is h⁴/5, and the points are (1 − h)ⁿ. */
  NEAR (NUMBER (result, "modified_distance"), 0.1 * 0.1 * 0.1 * 0.1 / 5 * exp (-1), 0.3e-5);
  NEAR (NUMBER (result, "model_distance"), exp (-1) - pow (0.9, 10), 1e-3);
}

static void
test_modified_symmetric (void)
{
  /* Symplectic Euler solves a Hamiltonian equation with H₁ = −h/2 H_p H_q (Hairer, Lubich and Wanner, Geometric Numerical Integration,
   * example IX.3.4). On the oscillator this is q' = v ∓ h q/2, v' = −q ± h v/2. The midpoint rule has only even powers of h. */
  g_autoptr (LabResult) euler = run (OSCILLATOR, "integrator: semi_explicit_euler", "modified-equation", "step=0.1 terms=1 steps=5");
  g_autoptr (LabResult) midpoint = run (DECAY, "integrator: implicit_midpoint", "modified-equation", "step=0.1 terms=2 steps=5");
  const LabTable *a = lab_result_table (euler, "terms"), *b = lab_result_table (midpoint, "terms");

  NEAR (fabs (lab_table_number (a, 1, 1)), 0.5, 1e-6);
  NEAR (lab_table_number (a, 1, 2), 0, 1e-6);
  /* The expected value follows from log ((1 + z/2)/(1 − z/2)) = z + z³/12 + … with z = −h. */
  NEAR (lab_table_number (b, 1, 1), -1 / 12., 1e-6);
  NEAR (lab_table_number (b, 2, 1), 0, 1e-3);
  check_refusal (DECAY, "integrator: adams_bashforth2", "modified-equation", "", "one-step");
  check_refusal (DECAY, "integrator: explicit_euler", "modified-equation", "terms=9", "terms");
}

/* With a two-hundredth of the time span as the step, the method fails on the oscillator. */
static void
test_modified_step (void)
{
  g_autoptr (LabResult) result = run (VAN_DER_POL, "integrator: runge_kutta5", "modified-equation", "");
  g_autoptr (LabResult) euler = run (VAN_DER_POL, "integrator: explicit_euler", "modified-equation", "");

  g_assert_cmpfloat (NUMBER (result, "modified_distance"), <, NUMBER (result, "model_distance"));
  g_assert_cmpfloat (NUMBER (euler, "modified_distance"), <, 1e-2 * NUMBER (euler, "model_distance"));
  check_refusal (VAN_DER_POL, "integrator: runge_kutta5", "modified-equation", "step=0.2", "the method fails in step ");
}

/* ---- study index-ladder ---- */

static void
test_ladder (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", "constrained", "index-ladder.yaml", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const LabTable *rows;

  g_assert_true (g_file_get_contents (path, &text, NULL, &error));
  g_autoptr (LabResult) result = run (text, "integrator: radau5", "index-ladder", "step=0.1");
  rows = lab_result_table (result, "rows");
  g_assert_cmpint (lab_table_n_rows (rows), ==, 4);
  g_assert_cmpstr (lab_table_text (rows, 0, 0), ==, "index 3");
  g_assert_cmpstr (lab_table_text (rows, 3, 0), ==, "minimal");
  /* The equation that a formulation solves holds to the accuracy of its iteration. The integrals of this equation drift. */
  g_assert_cmpfloat (lab_table_number (rows, 0, lab_table_column (rows, "length")), <, 1e-11);
  g_assert_cmpfloat (lab_table_number (rows, 1, lab_table_column (rows, "speed")), <, 1e-11);
  g_assert_cmpfloat (lab_table_number (rows, 1, lab_table_column (rows, "length")), >, 1e-5);
  g_assert_cmpfloat (lab_table_number (rows, 2, lab_table_column (rows, "length")), >, 1e-5);
  NEAR (lab_table_number (rows, 1, lab_table_column (rows, "length_exponent")), 1, 0.35);
  check_refusal (DECAY, "{}", "index-ladder", "", "index-ladder");
}

/* ---- progress reports ---- */

typedef struct { int shown, reports, stop_after; double fraction; guint rows; } Watched;

static gboolean
report (gpointer user, double fraction)
{
  Watched *watched = user;

  g_assert_cmpfloat (fraction, >=, watched->fraction - 1e-12);
  g_assert_cmpfloat (fraction, <=, 1 + 1e-12);
  watched->fraction = fraction;
  return ++watched->reports != watched->stop_after;
}

static void
show (gpointer user, const LabResult *result)
{
  Watched *watched = user;
  g_autoptr (LabResult) copy = lab_result_copy (result);

  watched->shown++;
  watched->rows = (guint) lab_table_n_rows (copy->tables->pdata[0]);
  g_assert_nonnull (copy->sentence);
}

/* The beginning of a result has whole rows of the first tables, and says what is left out. */
static void
test_beginning (void)
{
  static const char *const columns[] = { "name", "t", "x", NULL };
  g_autoptr (LabResult) result = lab_result_new ();
  g_autofree char *left_out = NULL;

  lab_result_add_number (result, "n", 3, NULL);
  for (int k = 0; k < 2; k++)
    {
      LabTable *table = lab_result_add_table (result, k == 0 ? "first" : "second", columns);

      for (int row = 0; row < 1000; row++)
        {
          lab_table_add_text (table, row % 2 == 0 ? "even" : "odd");
          lab_table_add (table, row);
          lab_table_add (table, 0.5 * row);
        }
    }
  for (guint cells = 0; cells < 7000; cells += 1499)
    {
      g_autoptr (LabResult) copy = lab_result_copy_begin (result, cells, &left_out);
      const LabTable *first = lab_result_table (copy, "first"), *second = lab_result_table (copy, "second");
      int rows = (int) cells / 3;

      g_assert_cmpint (lab_table_n_rows (first), ==, MIN (rows, 1000));
      g_assert_cmpint (lab_table_n_rows (second), ==, CLAMP (rows - 1000, 0, 1000));
      g_assert_cmpfloat (lab_result_number (copy, "n"), ==, 3);
      for (int row = 0; row < lab_table_n_rows (first); row++)
        g_assert_cmpstr (lab_table_text (first, row, 0), ==, row % 2 == 0 ? "even" : "odd");
      if (cells == 1499)
        g_assert_cmpstr (left_out, ==, "of the table 'first' the first 499 of 1000 rows, of the table 'second' the first 0 of 1000 rows");
      if (rows >= 2000)
        g_assert_null (left_out);
    }
}

static void
test_progress (void)
{
  static const char *const ids[] = { "tolerance-dial", "controller", "method-map", "dense-output", "cost-ledger", "cloud", "modified-equation",
                                     "refinement" };

  for (guint k = 0; k < G_N_ELEMENTS (ids); k++)
    for (int stop = 0; stop < 2; stop++)
      {
        Watched watched = { .stop_after = stop == 0 ? -1 : 3 };
        LabProgress progress = { report, &watched, show };
        g_autoptr (GError) error = NULL;
        g_autoptr (LabResult) result = NULL;
        Fixture f;

        fixture_init (&f, OSCILLATOR, "{integrator: runge_kutta5, accuracy: 1e-8}");
        result = run_with (&f, ids[k], "", &progress, &error);
        if (stop == 0)
          g_assert_nonnull (result);
        else
          {
            g_assert_null (result);
            g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
          }
        g_assert_cmpint (watched.reports, >, 0);
        fixture_clear (&f);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/methods/the-tolerance-dial-reports-the-error-at-each-accuracy", test_dial);
  g_test_add_func ("/lab/methods/the-tolerance-dial-takes-several-methods-and-checks-its-options", test_dial_failure);
  g_test_add_func ("/lab/methods/the-prediction-for-the-controller-in-use-repeats-the-run", test_controller_repeats);
  g_test_add_func ("/lab/methods/predictions-on-van-der-pol-are-within-5-percent-of-the-attempts", test_controller_predicts);
  g_test_add_func ("/lab/methods/predicted-steps-end-at-the-events-of-the-run", test_controller_follows_events);
  g_test_add_func ("/lab/methods/predictions-use-the-power-of-the-estimate-and-not-that-of-the-controller", test_controller_power);
  g_test_add_func ("/lab/methods/a-pi-controller-does-not-reject-at-the-stability-limit", test_controller_limit);
  g_test_add_func ("/lab/methods/the-controller-study-refuses-fixed-steps-and-bad-options", test_controller_refuses);
  g_test_add_func ("/lab/methods/errors-of-interpolants-agree-with-published-values", test_dense);
  g_test_add_func ("/lab/methods/errors-of-chord-and-hermite-agree-with-their-formulas", test_dense_formulas);
  g_test_add_func ("/lab/methods/the-default-window-of-dense-output-has-seven-steps", test_dense_window);
  g_test_add_func ("/lab/methods/the-cost-ledger-sums-to-all-evaluations", test_ledger);
  g_test_add_func ("/lab/methods/the-cost-ledger-names-methods-that-do-not-support-the-model", test_ledger_refused);
  g_test_add_func ("/lab/methods/refinement-predicts-the-true-error", test_refinement);
  g_test_add_func ("/lab/methods/euler-on-the-logistic-equation-doubles-its-period-at-known-step-sizes", test_map);
  g_test_add_func ("/lab/methods/the-default-step-sizes-end-where-the-method-fails", test_map_range);
  g_test_add_func ("/lab/methods/the-values-of-a-cycle-of-two-agree-with-the-closed-form", test_map_values);
  g_test_add_func ("/lab/methods/the-number-of-values-does-not-depend-on-the-unit", test_map_unit);
  g_test_add_func ("/lab/methods/the-growth-beyond-the-stability-limit-is-reported", test_map_grows);
  g_test_add_func ("/lab/methods/areas-change-by-the-determinant-of-the-step-map", test_cloud);
  g_test_add_func ("/lab/methods/verlet-preserves-areas-on-a-nonlinear-problem", test_cloud_nonlinear);
  g_test_add_func ("/lab/methods/the-default-cloud-can-be-seen-and-makes-less-than-a-revolution", test_cloud_default);
  g_test_add_func ("/lab/methods/the-default-step-of-the-modified-equation-works-on-a-relaxation-oscillator", test_modified_step);
  g_test_add_func ("/lab/methods/the-modified-equation-of-euler-is-exact-on-linear-problems", test_modified_linear);
  g_test_add_func ("/lab/methods/modified-equations-have-the-terms-that-theory-gives", test_modified_symmetric);
  g_test_add_func ("/lab/methods/each-formulation-satisfies-the-equation-that-it-solves", test_ladder);
  g_test_add_func ("/lab/methods/the-beginning-of-a-result-has-whole-rows", test_beginning);
  g_test_add_func ("/lab/methods/studies-report-progress-and-can-be-cancelled", test_progress);
  return g_test_run ();
}
