/* Tests the studies of methods on the command line. */
#include "cli-test.h"

#include <math.h>
#include <string.h>

static double
json_number (const char *text, const char *name)
{
  g_autofree char *key = g_strdup_printf ("\"%s\": ", name);
  const char *at = strstr (text, key);

  if (at == NULL)
    g_error ("no '%s' in: %s", name, text);
  return g_ascii_strtod (at + strlen (key), NULL);
}

static void
test_every_study (void)
{
  static const struct { const char *line, *number; } studies[] = {
    { "tolerance-dial harmonic-oscillator --end 5", "slope" },
    { "controller van-der-pol --end 10", "accepted_measured" },
    { "method-map van-der-pol --integrator explicit_euler --option steps=0.01:0.02:5 --option transient=100", "values" },
    { "dense-output harmonic-oscillator --end 5", "ratio" },
    { "cost-ledger van-der-pol --end 10", "most_rejected" },
    { "cloud harmonic-oscillator --end 5 --option points=16", "flow_ratio" },
    { "modified-equation harmonic-oscillator --integrator explicit_euler --option step=0.05 --option steps=5", "modified_distance" },
    { "index-ladder index-ladder --end 5", "length_drift" },
    { "refinement harmonic-oscillator --end 5", "predicted" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (studies); k++)
    {
      g_auto (Result) json = cli ("study %s --format json", studies[k].line);
      g_auto (Result) table = cli ("study %s", studies[k].line);
      g_autofree char *row = g_strdup_printf ("\n%s ", studies[k].number), *with_start = NULL;
      const char *found;

      expect_status (json, 0);
      expect_status (table, 0);
      with_start = g_strconcat ("\n", table.out, NULL);
      found = strstr (with_start, row);
      g_assert_nonnull (found);
      g_assert_cmpfloat (json_number (json.out, studies[k].number), ==, g_ascii_strtod (found + strlen (row), NULL));
      expect_has (json.out, "\"tables\": {\"");
    }
}

static void
test_ledger_sum (void)
{
  g_auto (Result) study = cli ("study cost-ledger hodgkin-huxley --option integrators=dop853 --format json");
  g_auto (Result) run = cli ("run hodgkin-huxley --integrator dop853 --samples 201 --stats json");

  expect_status (study, 0);
  expect_status (run, 0);
  g_assert_cmpfloat (json_number (study.out, "rhs"), ==, json_number (run.out, "rhs_evaluations"));
  g_assert_cmpfloat (json_number (study.out, "dense"), ==, json_number (run.out, "rhs_dense"));
  g_assert_cmpfloat (json_number (study.out, "rejected"), ==, json_number (run.out, "rhs_rejected"));
}

static void
test_controller_counts (void)
{
  g_auto (Result) study = cli ("study controller van-der-pol --option controller=pid --format json");
  g_auto (Result) used = cli ("run van-der-pol --stats json");
  g_auto (Result) tried = cli ("run van-der-pol --controller pid --stats json");

  g_assert_cmpfloat (json_number (study.out, "accepted_in_use"), ==, json_number (used.out, "steps_taken"));
  g_assert_cmpfloat (json_number (study.out, "rejected_in_use"), ==, json_number (used.out, "rejected_error"));
  g_assert_cmpfloat (json_number (study.out, "accepted_measured"), ==, json_number (tried.out, "steps_taken"));
  g_assert_cmpfloat (json_number (study.out, "rejected_measured"), ==, json_number (tried.out, "rejected_error"));
}

static void
test_failures (void)
{
  static const CliFailure failures[] = {
    { "study tolerance-dial van-der-pol --option accuracies=x", 2, "accuracies" },
    { "study method-map van-der-pol --option steps=3", 2, "steps" },
    { "study dense-output van-der-pol --option state=none", 2, "no state 'none'" },
    { "study cost-ledger van-der-pol --option integrators=none", 2, "integrators" },
    { "study cloud van-der-pol --option plane=x", 2, "plane" },
    { "study modified-equation van-der-pol --integrator bdf2", 3, "one-step" },
    { "study index-ladder van-der-pol", 3, "index-ladder" },
    { "study controller van-der-pol --integrator runge_kutta4 --fixed-step 0.01", 3, "fixed steps" },
    { "study refinement van-der-pol --option x=1", 2, "no such option" },
  };

  expect_failures (failures, G_N_ELEMENTS (failures), TRUE);
}

/* An option of a study with the name of a setting, such as --weights, is that of the study. */
static void
test_own_option (void)
{
  static const char fit[] = "fit theophylline --data '%s/models/biology/theophylline.csv' --parameters ka=0.1:10 --weights %s";
  const char *data = g_getenv ("STEPWISE_DATA_DIR");
  g_auto (Result) relative = cli (fit, data, "relative"), equal = cli (fit, data, "equal"), wrong = cli (fit, data, "heavy");

  expect_status (relative, 0);
  expect_status (equal, 0);
  g_assert_cmpstr (relative.out, !=, equal.out);
  expect_status (wrong, 2);
  expect_has (wrong.err, "'weights' is one of equal|errors|relative");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  cli_test_init ();
  g_test_add_func ("/cli/studies/an-option-with-the-name-of-a-setting-is-that-of-the-study", test_own_option);
  g_test_add_func ("/cli/studies/each-study-prints-the-same-numbers-as-table-and-json", test_every_study);
  g_test_add_func ("/cli/studies/the-cost-ledger-equals-the-statistics-of-the-run", test_ledger_sum);
  g_test_add_func ("/cli/studies/the-controller-study-counts-steps-as-a-run-does", test_controller_counts);
  g_test_add_func ("/cli/studies/wrong-options-and-models-are-refused-with-their-status", test_failures);
  status = g_test_run ();
  cli_test_clear ();
  return status;
}
