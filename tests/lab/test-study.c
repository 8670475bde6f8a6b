/* Tests comparison, convergence and work-precision studies on a problem with a closed form. */
#include <gio/gio.h>
#include <glib.h>
#include <math.h>
#include <string.h>

#include "model-load.h"
#include "comma-locale.h"
#include "lab-option.h"
#include "lab-registry.h"
#include "lab-slope.h"
#include "lab-study.h"

#define HEAD "format: 1\nname: Test\n"
#define OSCILLATOR                                                                                                                         \
  HEAD "time: {start: 0, end: 6}\nstates:\n"                                                                                               \
       "  x: {initial: 1, derivative: v, kind: position}\n  v: {initial: 0, derivative: -x, kind: velocity}\n"

typedef struct
{
  LabProblem problem;
  Model *model;
  SimConfig *config;
} Fixture;

static Fixture
fixture (const char *yaml)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Fixture fixture = { .model = model_load_text (yaml, -1, "test.yaml", sim_config_check_solver, diagnostics), .config = sim_config_new () };
  g_autofree char *errors = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (errors, ==, "");
  sim_config_apply_model (fixture.config, fixture.model, diagnostics);
  fixture.problem = (LabProblem){ .model = fixture.model, .config = fixture.config, .t_start = 0, .t_end = 6 };
  return fixture;
}

static void
fixture_clear (Fixture *fixture)
{
  model_unref (fixture->model);
  sim_config_free (fixture->config);
}

static const LabRow *
row_of (const LabStudy *study, guint index)
{
  g_assert_cmpuint (index, <, study->rows->len);
  return &g_array_index (study->rows, LabRow, index);
}

/* A closed form, stored reference values and two runs give the same reference. Each reports its
 * kind. */
static void
test_reference (void)
{
  static const char *const models[] = {
    OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\n",
    OSCILLATOR "reference: {source: by hand, points: [{t: 6, values: {x: 0.96017028665036602, v: 0.27941549819892587}}]}\n",
    OSCILLATOR,
  };
  static const LabReferenceKind kinds[] = { LAB_REFERENCE_CLOSED_FORM, LAB_REFERENCE_STORED, LAB_REFERENCE_TWO_RUNS };
  for (int k = 0; k < 3; k++)
    {
      g_autoptr (GError) error = NULL;
      Fixture f = fixture (models[k]);
      LabReference reference;
      g_assert_true (lab_reference_find (&f.problem, NULL, &reference, &error));
      g_assert_no_error (error);
      g_assert_cmpint (reference.kind, ==, kinds[k]);
      g_assert_cmpstr (reference.source, !=, "");
      /* Two high-accuracy runs agree to about 1e-12 on a problem as short as this. */
      g_assert_cmpfloat (fabs (reference.x[0] - cos (6)), <=, 1e-11);
      g_assert_cmpfloat (fabs (reference.x[1] + sin (6)), <=, 1e-11);
      const double off[] = { cos (6) + 1e-3, -sin (6) };
      g_assert_cmpfloat (fabs (lab_reference_error (&reference, off) - 1e-3), <=, 1e-10);
      lab_reference_clear (&reference);
      fixture_clear (&f);
    }
}

/* Settings are passed as numbers, not as text, so a locale with a decimal comma has no
 * effect. */
static void
test_comma (void)
{
  static const double steps[] = { 0.25, 0.125 };
  g_autoptr (GError) error = NULL;
  Fixture f = fixture (OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\n");
  const OdeMethod *methods[] = { ode_method_find ("runge_kutta4") };
  g_autoptr (LabStudy) study = NULL;
  char *locale = comma_locale_new ();

  if (locale != NULL)
    {
      comma_locale_use ();
      study = lab_converge (&f.problem, methods, 1, steps, 2, LAB_LARGEST_NONE, NULL, &error);
      comma_locale_free (locale);
      g_assert_no_error (error);
      /* 6 s in steps of 0.125 s are 48 steps. */
      g_assert_cmpint (row_of (study, 1)->run.statistics.steps_taken, ==, 48);
    }
  fixture_clear (&f);
}

static void
test_compare (void)
{
  g_autoptr (GError) error = NULL;
  Fixture f = fixture (OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\nsolver: {accuracy: 1e-8}\n");
  const OdeMethod *methods[] = { ode_method_find ("runge_kutta5"), ode_method_find ("dop853") };
  g_autoptr (LabStudy) study = lab_compare (&f.problem, methods, 2, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (study->rows->len, ==, 2);
  for (guint i = 0; i < 2; i++)
    {
      const LabRow *row = row_of (study, i);
      g_assert_true (row->method == methods[i]);
      g_assert_cmpint (row->run.reason, ==, SIM_REACHED_END);
      /* The bound allows for local errors of 1e-8 over about a hundred steps. */
      g_assert_cmpfloat (row->error, <=, 1e-6);
      g_assert_cmpfloat (row->error, >, 0);
      g_assert_cmpfloat (fabs (row->error - fmax (fabs (row->run.x[0] - cos (6)), fabs (row->run.x[1] + sin (6)))), <=, 1e-14);
      g_assert_cmpint (row->run.statistics.ode.rhs_evaluations, >, 0);
    }
  /* A method of higher order needs fewer steps for the same accuracy. */
  g_assert_cmpint (row_of (study, 1)->run.statistics.steps_taken, <, row_of (study, 0)->run.statistics.steps_taken);
  fixture_clear (&f);
}

static void
test_converge (void)
{
  static const struct
  {
    const char *id;
    double order;
  } methods[] = { { "explicit_euler", 1 }, { "runge_kutta2", 2 }, { "runge_kutta3", 3 }, { "runge_kutta4", 4 }, { "runge_kutta5", 5 } };
  static const double steps[] = { 0.02, 0.01 };
  g_autoptr (GError) error = NULL;
  Fixture f = fixture (OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\n");
  for (guint k = 0; k < G_N_ELEMENTS (methods); k++)
    {
      const OdeMethod *method = ode_method_find (methods[k].id);
      g_autoptr (LabStudy) study = lab_converge (&f.problem, &method, 1, steps, 2, LAB_LARGEST_NONE, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (study->rows->len, ==, 2);
      g_assert_true (isnan (row_of (study, 0)->order));
      g_assert_true (row_of (study, 1)->setting == 0.01);
      g_assert_cmpint (row_of (study, 1)->run.statistics.steps_taken, ==, 600);
      /* The next term of the error expansion changes the observed order at h = 0.01 by a small multiple of h. */
      g_assert_cmpfloat (fabs (row_of (study, 1)->order - methods[k].order), <=, 0.1);
    }
  fixture_clear (&f);
}

static void
test_work_precision (void)
{
  static const double accuracies[] = { 1e-4, 1e-6, 1e-8 };
  g_autoptr (GError) error = NULL;
  Fixture f = fixture (OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\n");
  const OdeMethod *method = ode_method_find ("dop853");
  g_autoptr (LabStudy) study = lab_work_precision (&f.problem, &method, 1, accuracies, 3, LAB_LARGEST_NONE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (study->rows->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      const LabRow *row = row_of (study, i);
      g_assert_true (row->setting == accuracies[i]);
      g_assert_cmpfloat (row->error, <=, 100 * accuracies[i]);
      if (i > 0)
        {
          g_assert_cmpfloat (row->error, <, row_of (study, i - 1)->error);
          g_assert_cmpint (row->run.statistics.ode.rhs_evaluations, >, row_of (study, i - 1)->run.statistics.ode.rhs_evaluations);
        }
    }
  fixture_clear (&f);
}

/* Explicit Euler on y' = −y with steps of h = 1/2 gives y = 2⁻ⁿ at the ends of the steps, so that the largest error there follows from the
 * formula. It is larger than the error at the end. Its dense output is not better than its steps. */
static void
test_largest (void)
{
  static const double steps[] = { 0.5 };
  g_autoptr (GError) error = NULL;
  Fixture f = fixture (HEAD "time: {start: 0, end: 6}\nstates: {y: {initial: 1, derivative: -y}}\nexact: {y: exp(-t)}\n");
  const OdeMethod *method = ode_method_find ("explicit_euler");
  double expected = 0, found[3];

  for (int n = 0; n <= 12; n++)
    expected = fmax (expected, fabs (ldexp (1, -n) - exp (-0.5 * n)));
  for (int k = LAB_LARGEST_NONE; k <= LAB_LARGEST_DENSE; k++)
    {
      g_autoptr (LabStudy) study = lab_converge (&f.problem, &method, 1, steps, 1, (LabLargest) k, NULL, &error);

      g_assert_no_error (error);
      found[k] = row_of (study, 0)->largest;
      g_assert_cmpfloat (row_of (study, 0)->error, <, 0.1 * expected);
      g_assert_cmpint (row_of (study, 0)->run.statistics.ode.rhs_evaluations, ==, 12); /* the second run is not counted */
    }
  g_assert_true (isnan (found[LAB_LARGEST_NONE]));
  g_assert_cmpfloat_with_epsilon (found[LAB_LARGEST_STEPS], expected, 1e-15);
  g_assert_cmpfloat (found[LAB_LARGEST_DENSE], >=, found[LAB_LARGEST_STEPS]);
  fixture_clear (&f);
}

/* Without a closed form, the reference is a high-accuracy run that stops at each of the times. Events of the two runs are at times that differ
 * in the last digits; a jump is not an error. */
static void
test_largest_without_closed_form (void)
{
  static const double steps[] = { 0.25 };
  static const char *const models[] = {
    OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\n", OSCILLATOR,
    HEAD "time: {start: 0, end: 6}\nstates:\n  h: {initial: 10, derivative: v, kind: position}\n"
         "  v: {initial: 0, derivative: -9.81, kind: velocity}\nevents: {impact: {crossing: h, direction: falling, set: {h: 0, v: -0.8*v}}}\n",
  };
  g_autoptr (GError) error = NULL;
  const OdeMethod *method = ode_method_find ("runge_kutta4");
  double largest[3];

  for (int k = 0; k < 3; k++)
    {
      Fixture f = fixture (models[k]);
      g_autoptr (LabStudy) study = lab_converge (&f.problem, &method, 1, steps, 1, LAB_LARGEST_DENSE, NULL, &error);

      g_assert_no_error (error);
      largest[k] = row_of (study, 0)->largest;
      fixture_clear (&f);
    }
  g_assert_cmpfloat (largest[0], >, 1e-5);
  g_assert_cmpfloat_with_epsilon (largest[0], largest[1], 1e-10);
  g_assert_cmpfloat (largest[2], <, 1e-9); /* the flights between the impacts are parabolas, which the method computes exactly */
}

/* If a run fails, its row states the reason, and the study continues. */
static void
test_failed_run (void)
{
  g_autoptr (GError) error = NULL;
  Fixture f = fixture (OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\nsolver: {step_limit: 20}\n");
  sim_config_set (f.config, "accuracy", "1e-9", SIM_ORIGIN_CONFIG, NULL);
  const OdeMethod *method = ode_method_find ("bogacki_shampine3");
  g_autoptr (LabStudy) study = lab_compare (&f.problem, &method, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (row_of (study, 0)->run.reason, ==, SIM_FAILED_RUN);
  g_assert_true (isnan (row_of (study, 0)->error));
  g_assert_cmpstr (row_of (study, 0)->run.message, !=, NULL);
  fixture_clear (&f);
}

static gboolean
cancel_soon (gpointer user, double fraction)
{
  g_assert_true (fraction >= 0 && fraction <= 1);
  return ++*(int *) user < 3;
}

static void
test_cancel (void)
{
  g_autoptr (GError) error = NULL;
  Fixture f = fixture (OSCILLATOR "exact: {x: cos(t), v: -sin(t)}\n");
  int n_calls = 0;
  const LabProgress progress = { cancel_soon, &n_calls };
  const OdeMethod *method = ode_method_find ("explicit_euler");
  static const double steps[] = { 1e-3, 1e-4, 1e-5 };
  g_assert_null (lab_converge (&f.problem, &method, 1, steps, 3, LAB_LARGEST_NONE, &progress, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (n_calls, ==, 3);
  fixture_clear (&f);
}

/* Interfaces show the label of an option and not its key, and a label for each word that the option takes. */
static void
test_labels (void)
{
  for (const LabStudyKind *const *kind = lab_registry (); *kind != NULL; kind++)
    for (int k = 0; k < (*kind)->n_options; k++)
      {
        const LabOptionRow *row = &(*kind)->options[k];
        g_auto (GStrv) words = g_strsplit (row->argument, "|", -1), labels = g_strsplit (row->choices != NULL ? row->choices : "", "|", -1);

        if (row->label == NULL || *row->label == '\0')
          g_error ("the option %s of the study %s has no label", row->key, (*kind)->id);
        if (row->choices != NULL)
          g_assert_cmpuint (g_strv_length (words), ==, g_strv_length (labels));
        else
          g_assert_true (g_strv_length (words) == 1 || strcmp (row->argument, "true|false") == 0);
      }
}

/* The keys in the description of a study are those of its options. A separate command computes the members of a study; any other study has a
 * function. */
static void
test_descriptions (void)
{
  for (const LabStudyKind *const *list = lab_registry (); *list != NULL; list++)
    {
      const LabStudyKind *kind = *list;
      g_auto (GStrv) axes = g_strsplit (kind->axes != NULL ? kind->axes : "", "|", -1);

      g_assert_true (lab_registry_find (kind->id) == kind);
      g_assert_true (kind->label != NULL && kind->advice != NULL);
      g_assert_true ((kind->run == NULL) == (kind->members != LAB_MEMBERS_NONE));
      for (char **axis = axes; *axis != NULL; axis++)
        g_assert_cmpint (lab_study_kind_option (kind, *axis), >=, 0);
      if (kind->has_window)
        g_assert_true (lab_study_kind_option (kind, "from") >= 0 && lab_study_kind_option (kind, "to") >= 0);
      if (kind->knob != NULL)
        g_assert_true (lab_study_kind_option (kind, kind->knob) >= 0 && kind->turn != NULL && kind->knob_label != NULL && kind->knob_table != NULL
                       && kind->knob_column != NULL);
      if (kind->summary != NULL)
        g_assert_nonnull (kind->argument);
      g_assert_true ((kind->formats == NULL) == (kind->write == NULL));
    }
  g_assert_true (lab_study_kind_lists ("points|failures", "failures"));
  g_assert_false (lab_study_kind_lists ("points|failures", "fail"));
  g_assert_false (lab_study_kind_lists (NULL, "points"));
}

/* Proposed options include those that a study needs. */
static void
test_proposals (void)
{
  g_autoptr (GError) error = NULL;
  Fixture f = fixture ("format: 1\nname: A\ntime: {end: 20}\nparameters: {p: {value: 1, range: [0.5, 2]}}\nstates: {x: {initial: 1, derivative: v}, v: {initial: 0, derivative: -p*x - 0.1*v}}\n");
  g_autoptr (ModelSystem) system = lab_problem_instance (&f.problem, NULL);
  int n_proposals = 0;

  for (const LabStudyKind *const *list = lab_registry (); *list != NULL; list++)
    {
      const LabStudyKind *kind = *list;
      g_autofree char **owned = g_new0 (char *, kind->n_options + 1);

      if (kind->propose == NULL)
        continue;
      kind->propose (f.problem.model, system, 0, 20, owned);
      for (int k = 0; k < kind->n_options; k++)
        if (kind->options[k].required)
          g_assert_nonnull (owned[k]);
      g_assert_true (kind->check == NULL || kind->check (&f.problem, &error));
      g_assert_no_error (error);
      for (int k = 0; k < kind->n_options; k++)
        g_free (owned[k]);
      n_proposals++;
    }
  g_assert_cmpint (n_proposals, >=, 3);
  fixture_clear (&f);
}

/* The error of a wrong option carries the key of this option, by which the window finds its field, also if the message does not name it. */
static void
test_keys (void)
{
  static const struct { const LabStudyKind *kind; const char *yaml, *options, *key; } cases[] = {
    { &lab_study_linearize, OSCILLATOR, "at=middle", "at" },
    { &lab_study_linearize, OSCILLATOR, "outputs=1 +", "outputs" },
    { &lab_study_basin, OSCILLATOR, "x=nope=0:1", "x" },
    { &lab_study_basin, OSCILLATOR, "x=x=0:1;y=nope=0:1", "y" },
    { &lab_study_basin, OSCILLATOR, "x=x=0:1;y=x=0:1", "y" },
    { &lab_study_roa, OSCILLATOR, "candidate=-x^2 - v^2", "candidate" },
    { &lab_study_index_ladder, OSCILLATOR, "length=x;speed=v;energy=nope", "energy" },
    { &lab_study_sensitivity, OSCILLATOR, "of=nope", "of" },
    { &lab_study_lyapunov_function, OSCILLATOR, "basis=x^2;samples=x=-1:1:5,nope=-1:1:5", "samples" },
    { &lab_study_lyapunov_function, OSCILLATOR, "basis=x^2;samples=x=-1:1:5,v=-1:1:5;point=nope", "point" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      Fixture f = fixture (cases[k].yaml);
      const LabStudyKind *kind = cases[k].kind;
      g_auto (GStrv) parts = g_strsplit (cases[k].options, ";", -1);
      g_autofree const char **values = g_new0 (const char *, kind->n_options + 1);
      g_autoptr (GError) error = NULL;

      for (int i = 0; i < kind->n_options; i++)
        values[i] = kind->options[i].standard;
      for (int i = 0; parts[i] != NULL; i++)
        {
          char *equals = strchr (parts[i], '=');

          *equals = '\0';
          values[lab_study_kind_option (kind, parts[i])] = equals + 1;
        }
      g_assert_null (kind->run (&f.problem, values, NULL, &error));
      g_assert_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION);
      g_assert_cmpstr (lab_option_error_key (error), ==, cases[k].key);
      fixture_clear (&f);
    }
}

/* A method of order 5 whose errors include that of the reference, 2e-13. The slope has the order only without the rows in which that is visible. Errors
 * of unstable steps have no order. The scale of x changes nothing. */
static void
test_slope (void)
{
  for (double scale = 1e-12; scale < 1e13; scale *= 1e6)
    {
      double x[8], e[8], unstable[] = { 1e30, 1e22, 1e9, 0.5, 3.125e-2, 3.125e-2 / 32, 3.125e-2 / 1024 };
      LabSlope fit;

      for (int k = 0; k < 8; k++)
        {
          double h = pow (0.5, k);

          x[k] = scale * h;
          e[k] = 1e-2 * pow (h, 5) + 2e-13;
        }
      fit = lab_slope_fit (x, e, 8, 2e-13);
      g_assert_cmpfloat (fabs (fit.slope - 5), <, 0.02);
      g_assert_cmpfloat (fabs (lab_slope_fit (x, e, 8, 0).slope - 5), >, 0.02);
      fit = lab_slope_fit (x, unstable, 7, 0);
      g_assert_cmpint (fit.n_rows, ==, 3);
      g_assert_cmpfloat (fabs (fit.slope - 5), <, 1e-9);
      g_assert_true (isnan (lab_slope_fit (x, unstable, 6, 0).slope)); /* two rows are too few */
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/study/the-largest-error-of-a-run-follows-from-a-formula", test_largest);
  g_test_add_func ("/lab/study/the-largest-error-needs-no-closed-form-and-ignores-jumps", test_largest_without_closed_form);
  g_test_add_func ("/lab/study/all-kinds-of-reference-agree", test_reference);
  g_test_add_func ("/lab/study/a-comparison-measures-cost-and-error-of-each-method", test_compare);
  g_test_add_func ("/lab/study/step-sizes-are-read-the-same-way-in-every-locale", test_comma);
  g_test_add_func ("/lab/study/a-convergence-study-measures-the-order-of-each-method", test_converge);
  g_test_add_func ("/lab/study/tighter-accuracy-costs-more-and-has-a-smaller-error", test_work_precision);
  g_test_add_func ("/lab/study/a-failed-run-gives-a-row-with-the-reason", test_failed_run);
  g_test_add_func ("/lab/study/a-study-stops-when-cancelled", test_cancel);
  g_test_add_func ("/lab/study/every-option-has-a-label-for-people", test_labels);
  g_test_add_func ("/lab/study/the-description-of-a-study-names-its-own-options", test_descriptions);
  g_test_add_func ("/lab/study/the-error-of-a-wrong-option-has-its-key", test_keys);
  g_test_add_func ("/lab/study/proposed-options-include-the-required-ones", test_proposals);
  g_test_add_func ("/lab/study/the-fitted-slope-has-no-rows-of-rounding-of-the-reference-and-of-unstable-steps", test_slope);
  return g_test_run ();
}
