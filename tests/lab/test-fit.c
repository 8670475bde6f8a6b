/* The reader of measured data, and the study `fit`: certified values of NIST, the data set Theoph, robust losses, bounds, events, and what the study says of problems
 * without a unique answer. */
#include <gio/gio.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "lab-data.h"
#include "lab-fixture.h"
#include "lab-information.h"
#include "lab-measured.h"
#include "lab-registry.h"
#include "nist-problems.h"

/* ---- data ---- */

static LabData *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  LabData *data = lab_data_parse ("d.csv", text, strlen (text), &error);

  g_assert_no_error (error);
  return data;
}

static void
test_headings (void)
{
  g_autoptr (LabData) data = parse ("\xef\xbb\xbf# a comment, with a comma\r\n\r\n\"t (h)\",conc [mg/L],conc_sd,\"a, \"\"b\"\" (1/s)\",note\r\n0,1.5,0.1,2,x\r\n# 3\r\n1,NA,,-3e-2,\"y\nz\"\r\n");

  g_assert_cmpint (data->n_columns, ==, 5);
  g_assert_cmpint (data->n_rows, ==, 2);
  g_assert_cmpint (data->time, ==, 0);
  g_assert_cmpstr (data->columns[0].name, ==, "t");
  g_assert_cmpstr (data->columns[0].unit, ==, "h");
  g_assert_cmpstr (data->columns[1].name, ==, "conc");
  g_assert_cmpstr (data->columns[1].unit, ==, "mg/L");
  g_assert_cmpint (data->columns[1].errors, ==, 2);
  g_assert_cmpint (data->columns[2].of, ==, 1);
  g_assert_cmpstr (data->columns[3].name, ==, "a, \"b\"");
  g_assert_cmpstr (data->columns[3].unit, ==, "1/s");
  g_assert_cmpstr (data->columns[4].text, ==, "x");
  g_assert_cmpfloat (data->columns[1].values[0], ==, 1.5);
  g_assert_true (isnan (data->columns[1].values[1]) && isnan (data->columns[2].values[1]));
  g_assert_cmpfloat (data->columns[3].values[1], ==, -3e-2);
  g_assert_cmpint (data->lines[0], ==, 4);
  g_assert_cmpint (data->lines[1], ==, 6);
}

static void
test_separators (void)
{
  static const char *const texts[] = { "t;y\n0,5;1,25\n1;-2\n", "t\ty\n0,5\t1,25\n1\t-2\n", "t y\n0.5   1.25\n 1 -2 \n", "t,y,\n0.5,1.25,\n1,-2,\n", "t,y\r0.5,1.25\r1,-2", "0.5,1.25\n1,-2\n" };

  for (guint k = 0; k < G_N_ELEMENTS (texts); k++)
    {
      g_autoptr (LabData) data = parse (texts[k]);

      g_assert_cmpint (data->n_columns, ==, 2);
      g_assert_cmpint (data->n_rows, ==, 2);
      g_assert_cmpstr (data->columns[0].name, ==, "t");
      g_assert_cmpstr (data->columns[1].name, ==, "y");
      g_assert_cmpfloat (data->columns[0].values[0], ==, 0.5);
      g_assert_cmpfloat (data->columns[1].values[0], ==, 1.25);
      g_assert_cmpfloat (data->columns[1].values[1], ==, -2);
    }
}

static void
test_error_columns (void)
{
  static const struct { const char *heading; int of; } rows[] = {
    { "t,y,sd", 1 }, { "t,y,y_err", 1 }, { "t,y,err_y", 1 }, { "t,y,sd(y)", 1 }, { "t,y,Y.SD", 1 }, { "t,y,sd_speed", -1 }, { "t,sd,y", -1 }, { "t,y,±", 1 }, { "t,y,speed", -1 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *text = g_strconcat (rows[k].heading, "\n0,1,2\n", NULL);
      g_autoptr (LabData) data = parse (text);

      g_assert_cmpint (data->columns[2].of, ==, rows[k].of);
      g_assert_cmpint (data->columns[1].errors, ==, rows[k].of == 1 ? 2 : -1);
    }
}

static void
test_wrong_data (void)
{
  static const struct { const char *text; int n; const char *message; } rows[] = {
    { "", 0, "d.csv: the file has no rows" },
    { "# only\n", 0, "d.csv: the file has no rows" },
    { "t,y\n", 0, "no rows of numbers" },
    { "t,y\n0,1\n1,abc\n", 0, "d.csv:3:3: 'abc' in the column 'y' is not a number" },
    { "t,y\n0,1\n1\n", 0, "d.csv:3:1: the row has 1 cells, but the first row has 2" },
    { "t,y\n0,1\n1,2,3\n", 0, "d.csv:3:5: the row has 3 cells, but the first row has 2" },
    { "t,y\n0,1\n1,inf\n", 0, "d.csv:3:3: 'inf' is not a finite number" },
    { "t,y\n0,1\n1,1e999\n", 0, "d.csv:3:3: '1e999' is not a finite number" },
    { "t,y\n0,1\n1,0x10\n", 0, "'0x10' in the column 'y' is not a number" },
    { "t,y,y\n0,1,2\n", 0, "d.csv:1:5: two columns are named 'y'" },
    { "t,y\n0,\"1\n", 0, "d.csv:2:3: the quote is not closed" },
    { "t,y\n0,\"1\"2\n", 0, "d.csv:2:6: text follows the closing quote" },
    { "t;y\n0;1\n1;1.234,5\n", 0, "d.csv:3:3: '1.234,5' in the column 'y' is not a number" },
    { "t\n0\n", 0, "one column" },
    { "a,b\nx,y\n", 0, "no column has numbers" },
    { "t,y\n0,\xe4\n", 0, "d.csv:2:3: the text is not UTF-8" },
    { "\xff\xfet\0,\0", 6, "UTF-16" },
    { "t,y\n0,1\0\n", 9, "d.csv:2:4: a zero byte" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LabData) data = lab_data_parse ("d.csv", rows[k].text, rows[k].n > 0 ? (gsize) rows[k].n : strlen (rows[k].text), &error);

      g_assert_null (data);
      if (strstr (error->message, rows[k].message) == NULL)
        g_error ("row %u: '%s' lacks '%s'", k, error->message, rows[k].message);
    }
}

static void
test_wrong_files (void)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (lab_data_read ("/nowhere/d.csv", &error));
  g_assert_nonnull (strstr (error->message, "/nowhere/d.csv: No such file"));
  g_clear_error (&error);
  g_assert_null (lab_data_read ("/dev/null", &error));
  g_assert_nonnull (strstr (error->message, "not a regular file"));
  g_clear_error (&error);
  g_assert_null (lab_data_read ("/", &error));
  g_assert_nonnull (strstr (error->message, "not a regular file"));
}

/* ---- fits ---- */

/* Runs the study with options "key=value;…" on a file with this text. */
static LabResult *
fit (const char *model, const char *data, const char *options, GError **error)
{
  const LabStudyKind *kind = lab_registry_find ("fit");
  g_autofree const char **values = g_new0 (const char *, kind->n_options + 1);
  g_auto (GStrv) parts = g_strsplit (options, ";", -1);
  g_autofree char *path = NULL;
  LabFixture fixture;
  LabResult *result;
  int fd = g_file_open_tmp ("stepwise-fit-XXXXXX.csv", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, data, -1, NULL));
  lab_fixture_init (&fixture, model, NULL);
  for (int k = 0; k < kind->n_options; k++)
    values[k] = kind->options[k].standard;
  values[lab_study_kind_option (kind, "data")] = path;
  for (char **part = parts; *part != NULL && **part != '\0'; part++)
    {
      char *equals = strchr (*part, '=');

      *equals = '\0';
      g_assert_cmpint (lab_study_kind_option (kind, *part), >=, 0);
      values[lab_study_kind_option (kind, *part)] = equals + 1;
    }
  result = lab_registry_run (kind, &fixture.problem, values, NULL, error);
  lab_fixture_clear (&fixture);
  g_unlink (path);
  return result;
}

static LabResult *
fit_well (const char *model, const char *data, const char *options)
{
  g_autoptr (GError) error = NULL;
  LabResult *result = fit (model, data, options, &error);

  g_assert_no_error (error);
  return result;
}

static double
cell (const LabResult *result, int row, const char *column)
{
  const LabTable *table = lab_result_table (result, "parameters");

  return lab_table_number (table, row, lab_table_column (table, column));
}

static const char *
status (const LabResult *result, int row)
{
  const LabTable *table = lab_result_table (result, "parameters");

  return lab_table_text (table, row, lab_table_column (table, "status"));
}

static void
assert_close (double value, double wanted, double relative, const char *what)
{
  if (!(fabs (value - wanted) <= relative * fabs (wanted)))
    g_error ("%s: %.17g is not %.17g", what, value, wanted);
}

static void
assert_says (const char *text, const char *wanted)
{
  if (text == NULL || strstr (text, wanted) == NULL)
    g_error ("'%s' lacks '%s'", text, wanted);
}

/* Certified values have 11 digits. Six are required; runs have errors of 1e-10 of the largest value, which ill-conditioned problems enlarge. */
#define CERTIFIED 1e-6

static void
test_nist (gconstpointer data)
{
  const NistProblem *problem = data;

  for (int start = 0; start < 2; start++)
    {
      g_autoptr (GString) values = g_string_new (NULL), options = g_string_new ("starts=1;parameters=");
      g_auto (GStrv) parts = NULL;
      g_autofree char *model = NULL;
      g_autoptr (LabResult) result = NULL;

      if ((problem->starts & (1 << start)) == 0)
        continue;
      for (int j = 0; j < problem->n; j++)
        {
          g_string_append_printf (values, "%sb%d: {value: %.17g}", j > 0 ? ", " : "", j + 1, problem->start[start][j]);
          g_string_append_printf (options, "%sb%d", j > 0 ? "," : "", j + 1);
        }
      parts = g_strsplit (problem->model, "@", 2);
      model = g_strconcat (parts[0], values->str, parts[1], NULL);
      result = fit_well (model, problem->data, options->str);
      for (int j = 0; j < problem->n; j++)
        {
          assert_close (cell (result, j, "value"), problem->value[j], CERTIFIED, problem->name);
          assert_close (cell (result, j, "standard_error"), problem->error[j], CERTIFIED, problem->name);
        }
      assert_close (lab_result_number (result, "sum_of_squares"), problem->sum, CERTIFIED, problem->name);
      g_assert_cmpfloat (lab_result_number (result, "solver_shift"), <, 1e-3);
    }
}

#define DOSE "format: 1\nname: Dose\ntime: {start: 0, end: 25}\nparameters: {dose: {value: 4.02}, ka: {value: 1}, ke: {value: 0.1}, volume: {value: 0.5}}\n" \
  "states:\n  gut: {initial: dose, derivative: -ka*gut}\n  blood: {initial: 0, derivative: ka*gut - ke*blood}\noutputs:\n  conc: {value: blood/volume}\n"
/* Subject 1 of the data set Theoph of R. */
#define THEOPH "t,conc\n0,0.74\n0.25,2.84\n0.57,6.57\n1.12,10.5\n2.02,9.66\n3.82,8.58\n5.1,8.36\n7.03,7.47\n9.05,6.89\n12.12,5.94\n24.37,3.28\n"

/* Values by curve_fit of SciPy 1.10.1 with the closed form and tolerances of 1e-15. R's nls with SSfol has lKe −2.9196, lKa 0.5752, lCl −3.9159 and a residual
 * standard error of 0.732. The values of SciPy satisfy its own tolerances, about eight digits. */
static void
test_theoph (void)
{
  static const double values[] = { 1.7774137444025642, 0.05395454708175486, 0.36926424619187576 }, errors[] = { 0.3071647349729714, 0.009220173776311518, 0.022238089921204518 };
  g_autoptr (LabResult) result = fit_well (DOSE, THEOPH, "parameters=ka=0.1:10,ke=0.01:1,volume=0.1:2");

  for (int j = 0; j < 3; j++)
    {
      assert_close (cell (result, j, "value"), values[j], 1e-7, "theoph");
      assert_close (cell (result, j, "standard_error"), errors[j], 1e-6, "theoph");
      /* Student's quantile for 8 degrees of freedom is 2.306004135204166 (NIST Handbook, table 1.3.6.7.2, and R). */
      assert_close (cell (result, j, "high") - cell (result, j, "low"), 2 * 2.306004135204166 * errors[j], 1e-6, "theoph");
    }
  assert_close (log (cell (result, 1, "value")), -2.9196, 1e-4, "R");
  assert_close (log (cell (result, 0, "value")), 0.5752, 1e-4, "R");
  assert_close (log (cell (result, 1, "value") * cell (result, 2, "value")), -3.9159, 1e-4, "R");
  assert_close (lab_result_number (result, "residual_standard_deviation"), 0.7319502223767183, 1e-8, "theoph");
  g_assert_cmpfloat (lab_result_number (result, "starts_at_minimum"), ==, 8);
  g_assert_cmpfloat (lab_result_number (result, "minima"), ==, 1);
  g_assert_null (result->remark);
  assert_says (result->sentence, "ka = 1.777 (1.07 to 2.49), ke = 0.05395 (0.0327 to 0.0752), volume = 0.3693 (0.318 to 0.421).");
}

/* Values by least_squares of SciPy 1.10.1 with f_scale 0.3; its cost is half of the sum. */
static void
test_robust (void)
{
  static const struct { const char *loss; double values[3], sum; } rows[] = {
    { "huber", { 1.7872988147676676, 0.05004451894250033, 0.382738523972878 }, 1.9448575246917619 },
    { "soft_l1", { 1.778038645491651, 0.050273603611345204, 0.38152573258667366 }, 1.7280826300864722 },
    { "cauchy", { 1.7992577299556949, 0.04900992761720486, 0.3860364475528561 }, 0.8294272097823976 },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autofree char *options = g_strdup_printf ("parameters=ka,ke,volume;starts=1;loss_scale=0.3;loss=%s", rows[k].loss);
      g_autoptr (LabResult) result = fit_well (DOSE, THEOPH, options);

      for (int j = 0; j < 3; j++)
        assert_close (cell (result, j, "value"), rows[k].values[j], 1e-6, rows[k].loss);
      assert_close (lab_result_number (result, "sum_of_squares"), rows[k].sum, 1e-8, rows[k].loss);
      assert_says (result->remark, "approximate");
    }
}

/* Values by least_squares of SciPy 1.10.1 with bounds, whose method stays inside them by about 1e-10. */
static void
test_bounds (void)
{
  g_autoptr (LabResult) result = fit_well (DOSE, THEOPH, "parameters=ka=0.1:10,ke=0.01:1,volume=0.4:2");

  assert_close (cell (result, 0, "value"), 2.0252624936494135, 1e-7, "ka");
  assert_close (cell (result, 1, "value"), 0.044491427054340366, 1e-7, "ke");
  g_assert_cmpfloat (cell (result, 2, "value"), ==, 0.4);
  g_assert_true (isnan (cell (result, 2, "standard_error")) && isnan (cell (result, 2, "low")) && isnan (cell (result, 2, "high")));
  g_assert_cmpstr (status (result, 2), ==, "at its lower bound");
  g_assert_cmpfloat (lab_result_number (result, "degrees_of_freedom"), ==, 9);
  assert_says (result->remark, "'volume' is at its lower bound 0.4");
  lab_result_free (g_steal_pointer (&result));
  /* A start on a bound, which the minimum is not at, is left; and an upper bound is found. */
  result = fit_well (DOSE, THEOPH, "parameters=ka=1:10,ke=0.1:1,volume=0.1:0.5;starts=1");
  g_assert_cmpfloat (cell (result, 1, "value"), ==, 0.1);
  g_assert_cmpfloat (cell (result, 0, "value"), >, 1);
  lab_result_free (g_steal_pointer (&result));
  result = fit_well (DOSE, THEOPH, "parameters=ka,ke,volume=0.1:0.35;starts=1");
  g_assert_cmpfloat (cell (result, 2, "value"), ==, 0.35);
  g_assert_cmpstr (status (result, 2), ==, "at its upper bound");
}

/* The profile of a linear problem is a parabola, so that its interval is the linear one: y = a + b t with equal weights. */
static void
test_profiles (void)
{
  g_autoptr (LabResult) line = fit_well ("format: 1\nname: Line\ntime: {start: 0, end: 9}\nparameters: {a: {value: 0}, b: {value: 0}}\nstates:\n  y: {initial: a, derivative: b}\n",
                                         "t,y\n0,1.1\n1,2.8\n2,5.2\n3,7.1\n4,8.8\n5,11.3\n", "parameters=a,b;profiles=true;starts=1");
  g_autoptr (LabResult) curved = fit_well (DOSE, THEOPH, "parameters=ka=0.1:10,ke=0.01:1,volume=0.1:2;profiles=true;starts=1");
  const LabTable *table = lab_result_table (curved, "profile");
  double limit = lab_result_number (curved, "sum_of_squares")
                 + pow (lab_result_number (curved, "residual_standard_deviation") * lab_result_number (curved, "quantile"), 2);
  int found = 0;

  for (int j = 0; j < 2; j++)
    {
      assert_close (cell (line, j, "profile_low"), cell (line, j, "low"), 1e-4, "line");
      assert_close (cell (line, j, "profile_high"), cell (line, j, "high"), 1e-4, "line");
    }
  /* At the ends of an interval the sum is S + s² t². */
  for (int r = 0; r < lab_table_n_rows (table); r++)
    for (int j = 0; j < 3; j++)
      if (lab_table_number (table, r, 1) == cell (curved, j, "profile_low") || lab_table_number (table, r, 1) == cell (curved, j, "profile_high"))
        {
          assert_close (lab_table_number (table, r, 2), limit, 1e-4, "profile");
          found++;
        }
  g_assert_cmpint (found, ==, 6);
  g_assert_cmpfloat (cell (curved, 0, "profile_high"), >, cell (curved, 0, "high"));
}

#define BALL "format: 1\nname: Ball\ntime: {start: 0, end: 3}\nparameters: {g: {value: %s}, e: {value: %s}}\nstates:\n  h: {initial: 2, derivative: v}\n  v: {initial: %s, derivative: -g}\n" \
  "discrete:\n  hits: {initial: 0}\nevents:\n  hit: {crossing: h, direction: falling, set: {v: -e*v, hits: hits + e}}\n"

/* Returns heights of a ball after g = 9.81, e = 0.8 and the first speed 1 by closed forms, with "hits" as a second column. */
static char *
ball_data (void)
{
  GString *text = g_string_new ("t,h,hits\n");

  for (int k = 1; k <= 25; k++)
    {
      double t = 0.1 * k + 0.013, start = 0, h = 2, v = 1, hits = 0;

      for (;;)
        {
          double fall = (v + sqrt (v * v + 2 * 9.81 * h)) / 9.81;

          if (start + fall > t)
            break;
          v = 0.8 * (9.81 * fall - v);
          start += fall;
          h = 0;
          hits += 0.8;
        }
      g_string_append_printf (text, "%.17g,%.17g,%.17g\n", t, h + v * (t - start) - 9.81 / 2 * (t - start) * (t - start), hits);
    }
  return g_string_free (text, FALSE);
}

/* The times of the impacts depend on all three quantities; a discrete state depends on a parameter. */
static void
test_events (void)
{
  g_autofree char *model = g_strdup_printf (BALL, "9.7", "0.78", "0.9"), *data = ball_data ();
  g_autoptr (LabResult) result = fit_well (model, data, "parameters=g,e=0.1:1;states=v;starts=1");

  assert_close (cell (result, 0, "value"), 9.81, 1e-7, "g");
  assert_close (cell (result, 1, "value"), 0.8, 1e-7, "e");
  assert_close (cell (result, 2, "value"), 1, 1e-7, "v");
}

/* An event after each step is refused by the sensitivities. */
static void
test_differences (void)
{
  g_autoptr (LabResult) result = fit_well ("format: 1\nname: Counted\ntime: {start: 0, end: 9}\nparameters: {a: {value: 2}, k: {value: 1}}\nstates:\n  y: {initial: a, derivative: -k*y}\n"
                                           "discrete:\n  n: {initial: 0}\nevents:\n  count: {each_step: true, set: {n: n + 1}}\n",
                                           "t,y\n0,3.1\n1,1.8\n2,1.2\n3,0.7\n4,0.4\n5,0.25\n", "parameters=a,k;starts=1");
  g_autoptr (LabResult) plain = fit_well ("format: 1\nname: Plain\ntime: {start: 0, end: 9}\nparameters: {a: {value: 2}, k: {value: 1}}\nstates:\n  y: {initial: a, derivative: -k*y}\n",
                                          "t,y\n0,3.1\n1,1.8\n2,1.2\n3,0.7\n4,0.4\n5,0.25\n", "parameters=a,k;starts=1");

  assert_says (result->remark, "derivatives are differences of runs");
  for (int j = 0; j < 2; j++)
    {
      assert_close (cell (result, j, "value"), cell (plain, j, "value"), 1e-6, "value");
      assert_close (cell (result, j, "standard_error"), cell (plain, j, "standard_error"), 1e-5, "error");
    }
}

#define DECAY "format: 1\nname: Decay\ntime: {start: 0, end: 9}\nparameters: {a: {value: 2}, b: {value: 3}, c: {value: 1}, k: {value: 1}}\nstates:\n  y: {initial: a*b, derivative: -k*y}\n"
#define DECAY_DATA "t,y,y_sd\n0,3.1,0.1\n1,1.8,0.1\n2,1.2,0.1\n3,0.7,0.1\n4,0.4,0.05\n5,0.25,0.05\n"

/* Only a·b follows from the data, and nothing depends on c. */
static void
test_not_determined (void)
{
  g_autoptr (LabResult) result = fit_well (DECAY, DECAY_DATA, "parameters=a,b,c,k;starts=1");
  g_autoptr (LabResult) determined = fit_well (DECAY, DECAY_DATA, "parameters=a,k;starts=1");

  for (int j = 0; j < 3; j++)
    {
      g_assert_cmpstr (status (result, j), ==, "not determined by the data");
      g_assert_true (isnan (cell (result, j, "standard_error")));
    }
  g_assert_cmpstr (status (result, 3), ==, "");
  assert_says (result->remark, "do not determine 'a', 'b', 'c'");
  g_assert_cmpfloat (lab_result_number (result, "degrees_of_freedom"), ==, 4);
  assert_close (cell (result, 3, "value"), cell (determined, 1, "value"), 1e-6, "k");
  assert_close (cell (result, 3, "standard_error"), cell (determined, 1, "standard_error"), 1e-6, "k");
}

/* With errors that are known the covariance is (JᵀJ)⁻¹; with estimated ones it is s² times that. */
static void
test_weights (void)
{
  g_autoptr (LabResult) estimated = fit_well (DECAY, DECAY_DATA, "parameters=a,k;starts=1"), given = fit_well (DECAY, DECAY_DATA, "parameters=a,k;starts=1;scatter=given");
  g_autoptr (LabResult) equal = fit_well (DECAY, DECAY_DATA, "parameters=a,k;starts=1;weights=equal"), relative = fit_well (DECAY, DECAY_DATA, "parameters=a,k;starts=1;weights=relative");
  double s = lab_result_number (estimated, "residual_standard_deviation");

  g_assert_cmpfloat (lab_result_number (given, "residual_standard_deviation"), ==, 1);
  assert_close (cell (given, 1, "standard_error") * s, cell (estimated, 1, "standard_error"), 1e-8, "scatter");
  assert_close (cell (given, 1, "value"), cell (estimated, 1, "value"), 1e-8, "scatter");
  assert_says (estimated->sentence, "as close as the error bars allow");
  g_assert_cmpfloat (fabs (cell (equal, 1, "value") - cell (estimated, 1, "value")), >, 1e-4);
  g_assert_cmpfloat (fabs (cell (relative, 1, "value") - cell (estimated, 1, "value")), >, 1e-4);
}

/* ẋ = 0 and y = (x² − 4)² + x/1000 has two minima with nearly the same sum. */
static void
test_minima (void)
{
  g_autoptr (LabResult) result = fit_well ("format: 1\nname: Two\ntime: {start: 0, end: 3}\nparameters: {p: {value: 1}}\nstates:\n  x: {initial: 0, derivative: p^2}\n",
                                           "t,x\n1,4.1\n2,7.8\n3,12.2\n", "parameters=p=-5:5;starts=12");
  const LabTable *starts = lab_result_table (result, "starts");

  g_assert_cmpfloat (lab_result_number (result, "minima"), ==, 2);
  assert_says (result->remark, " nearly the same sum");
  g_assert_cmpint (lab_table_n_rows (starts), ==, 12);
}

/* One minimum is found by all starts, also where the sum consists of rounding errors. Points of a valley are not counted as minima. A value at its bound has no
 * interval. */
static void
test_one_minimum (void)
{
  static const char model[] = "format: 1\nname: D\ntime: {start: 0, end: 5}\nparameters: {k: 1, a: 1}\nstates: {x: {initial: 2, derivative: -k*a*x}}\n";
  GString *points = g_string_new ("t,x\n");

  for (int i = 1; i < 10; i++)
    g_string_append_printf (points, "%g,%.17g\n", 0.5 * i, 2 * exp (-0.35 * i));
  g_autoptr (LabResult) exact = fit_well (model, points->str, "parameters=k=0.01:10");
  g_autoptr (LabResult) valley = fit_well (model, points->str, "parameters=k=0.1:10,a=0.1:10");
  g_autoptr (LabResult) bound = fit_well (model, points->str, "parameters=k=1:10");

  g_assert_cmpfloat (lab_result_number (exact, "minima"), ==, 1);
  assert_says (valley->remark, "do not determine 'k', 'a'");
  g_assert_null (strstr (valley->remark, "nearly the same sum"));
  g_assert_nonnull (strstr (exact->sentence, "Fitted, with 95 % intervals: k = 0.7000 ("));
  g_assert_nonnull (strstr (bound->sentence, "Fitted: k = 1.000."));
  g_string_free (points, TRUE);
}

/* A model whose solver error is not small beside the residuals: data from its closed form. */
static void
test_solver_error (void)
{
  g_autoptr (GString) data = g_string_new ("t,y\n");
  g_autoptr (LabResult) result = NULL;

  for (int k = 0; k <= 10; k++)
    g_string_append_printf (data, "%d,%.17g\n", k, cos (20.0 * k));
  result = fit_well ("format: 1\nname: Fast\ntime: {start: 0, end: 9}\nparameters: {k: {value: 400.01}}\nstates:\n  y: {initial: 1, derivative: v}\n  v: {initial: 0, derivative: -k*y}\n", data->str, "parameters=k;starts=1");
  assert_close (cell (result, 0, "value"), 400, 1e-8, "k");
  assert_says (result->remark, "the error of the solver is not small beside the residuals");
}

static void
test_wrong_options (void)
{
  static const struct { const char *model, *data, *options, *message; } rows[] = {
    { DECAY, DECAY_DATA, "", "name what is fitted" },
    { DECAY, DECAY_DATA, "parameters=nope", "no parameter 'nope'" },
    { DECAY, DECAY_DATA, "states=nope", "no state 'nope'" },
    { DECAY, DECAY_DATA, "parameters=a=2:1", "not 'a=2:1'" },
    { DECAY, DECAY_DATA, "parameters=a=1", "not 'a=1'" },
    { DECAY, DECAY_DATA, "parameters=a,a", "'a' is named twice" },
    { DECAY, DECAY_DATA, "parameters=a,,k", "not 'a,,k'" },
    { DECAY, DECAY_DATA, "parameters=a;columns=z=y", "has no column 'z'; it has t, y, y_sd" },
    { DECAY, DECAY_DATA, "parameters=a;columns=y=y+q", "q" },
    { DECAY, DECAY_DATA, "parameters=a;columns=y", "COLUMN=EXPRESSION" },
    { DECAY, DECAY_DATA, "parameters=a;time=z", "has no column 'z'" },
    { DECAY, DECAY_DATA, "parameters=a;only=z=1", "has no column 'z'" },
    { DECAY, DECAY_DATA, "parameters=a;only=y", "COLUMN=VALUE" },
    { DECAY, DECAY_DATA, "parameters=a;only=y=77", "no row with a time and a value" },
    { DECAY, DECAY_DATA, "parameters=a;weights=x", "equal|errors|relative" },
    { DECAY, DECAY_DATA, "parameters=a;loss=x", "linear|huber" },
    { DECAY, DECAY_DATA, "parameters=a;loss_scale=0", "loss_scale" },
    { DECAY, DECAY_DATA, "parameters=a;starts=0", "starts" },
    { DECAY, DECAY_DATA, "parameters=a;weights=equal;scatter=given", "need the weights 'errors'" },
    { DECAY, "t,z\n0,1\n1,2\n", "parameters=a", "no column of" },
    { DECAY, "t,y\n0,1\n1,2\n", "parameters=a;weights=errors", "no column with the errors of 'y'" },
    { DECAY, "t,y,sd\n0,1,1\n1,2,0\n2,1,1\n", "parameters=a", ":3: the error of 'y' must be above 0" },
    { DECAY, "t,y\n0,1\n1,0\n2,1\n", "parameters=a;weights=relative", ":3: the value of 'y' is 0" },
    { DECAY, "t,y\n-1,1\n1,0\n2,1\n", "parameters=a", ":2: the time -1 is before the start" },
    { DECAY, "t,y\n0,1\n1,0\n", "parameters=a,k", "2 values are measured, but 2 quantities are fitted" },
    { "format: 1\nname: Up\ntime: {start: 0, end: 1}\nparameters: {k: {value: 1}}\nstates:\n  y: {initial: 1, derivative: k*y^2}\n", "t,y\n0,1\n2,1\n3,1\n", "parameters=k;starts=1",
      "no start can be evaluated" },
    { "format: 1\nname: End\ntime: {start: 0, end: 1}\nparameters: {k: {value: 1}}\nstates:\n  y: {initial: 1, derivative: -k}\nevents:\n  end: {crossing: y - 0.5, terminate: true}\n",
      "t,y\n0,1\n1,1\n3,1\n", "parameters=k;starts=1", "before the point at t = 1" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (LabResult) result = fit (rows[k].model, rows[k].data, rows[k].options, &error);

      if (result != NULL || strstr (error->message, rows[k].message) == NULL)
        g_error ("row %u: '%s' lacks '%s'", k, result != NULL ? "a result" : error->message, rows[k].message);
    }
}

/* A row without a value or a time is left out and named; the columns of rows are chosen by `only`; an expression predicts a column. */
static void
test_rows (void)
{
  g_autoptr (LabResult) result = fit_well (DECAY, "who,hour,level\n1,0,6.2\n1,1,3.6\n2,1,77\n1,2,2.4\n1,3,\n1,NA,3\n1,4,0.8\n", "parameters=k,b;columns=level=2*y;time=hour;only=who=1;starts=1");

  g_assert_cmpfloat (lab_result_number (result, "points"), ==, 4);
  assert_says (result->remark, "2 rows have no time or no value and are left out: lines 6, 7");
  assert_close (cell (result, 1, "value") * 2, 3.1, 0.05, "b");
}

/* With one and two degrees of freedom the quantiles have closed forms, tan (0.475 π) and 0.95 √(2/(1 − 0.95²)); the others are published values. */
static void
test_student (void)
{
  static const struct { int degrees; double quantile; } rows[] = { { 1, 12.706204736174694 }, { 2, 4.302652729749462 }, { 3, 3.182446305284263 }, { 8, 2.306004135204166 },
                                                                   { 30, 2.0422724563012373 }, { 1000, 1.9623390808264078 }, { 100000, 1.959987707 } };

  for (guint k = 0; k < G_N_ELEMENTS (rows); k++)
    assert_close (lab_student_two_sided (0.95, rows[k].degrees), rows[k].quantile, k == 6 ? 1e-9 : 1e-12, "quantile");
}

/* ---- measured data beside a run ---- */

static LabMeasured *
measured_of (const char *text)
{
  g_autoptr (GError) error = NULL;
  LabMeasured *measured = lab_measured_parse ("d.csv", text, strlen (text), &error);

  g_assert_no_error (error);
  return measured;
}

static void
test_measured (void)
{
  static const char *const names[] = { "x", "v", NULL };
  g_autoptr (LabMeasured) first = measured_of ("clock,x,x_sd,q,note\n0,1,0.1,2,a\n1,2,0.1,3,b\n"), chosen = NULL, none = NULL, times = NULL, back = NULL, all = NULL;
  g_autofree char *own = lab_measured_pairs (first, names), *pairs = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (own, ==, "");
  g_assert_cmpint (lab_measured_next (first, "x", -1), ==, 1);
  g_assert_cmpint (lab_measured_next (first, "x", 1), ==, -1);
  g_assert_cmpint (lab_measured_next (first, "v", -1), ==, -1);
  g_assert_cmpint (lab_measured_next (first, "x_sd", -1), ==, -1);
  g_assert_cmpint (lab_measured_next (first, "clock", -1), ==, -1);
  g_assert_false (lab_measured_is_quantity (first, 0) || lab_measured_is_quantity (first, 2) || lab_measured_is_quantity (first, 4));

  /* Two columns may measure one quantity. The object that was chosen from stays as it was. */
  chosen = lab_measured_choose (first, "q", "x", &error);
  g_assert_no_error (error);
  g_assert_cmpint (lab_measured_next (chosen, "x", 1), ==, 3);
  g_assert_cmpint (lab_measured_next (first, "q", -1), ==, 3);
  pairs = lab_measured_pairs (chosen, names);
  g_assert_cmpstr (pairs, ==, "x=x,q=x");
  none = lab_measured_choose (chosen, "x", "", &error);
  g_assert_cmpint (lab_measured_next (none, "x", -1), ==, 3);

  times = lab_measured_choose (none, "q", "t", &error);
  g_assert_cmpint (lab_measured_time (times), ==, 3);
  g_assert_null (lab_measured_choice (times, 3));
  g_assert_true (lab_measured_is_quantity (times, 0));
  back = lab_measured_choose (times, "q", NULL, &error);
  g_assert_cmpint (lab_measured_time (back), ==, 0);
  g_assert_cmpstr (lab_measured_text (back), ==, lab_measured_text (first));

  all = lab_measured_choose_all (first, " q = v ,x=", &error);
  g_assert_null (all);
  g_assert_cmpstr (error->message, ==, "'x=' is not COLUMN=NAME, such as conc=central");
  g_clear_error (&error);
  all = lab_measured_choose_all (first, " q = v ,clock=t", &error);
  g_assert_no_error (error);
  g_assert_cmpint (lab_measured_next (all, "v", -1), ==, 3);
  g_assert_null (lab_measured_choose (first, "z", "x", &error));
  g_assert_cmpstr (error->message, ==, "d.csv has no column 'z'; it has clock, x, x_sd, q");
  g_clear_error (&error);
  g_assert_null (lab_measured_choose (first, "note", "x", &error));
  g_assert_cmpstr (error->message, ==, "the column 'note' of d.csv has the text 'a'; numbers are needed");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/lab/data/headings-units-quotes-and-missing-values-are-read", test_headings);
  g_test_add_func ("/lab/data/separators-and-decimal-commas-are-found", test_separators);
  g_test_add_func ("/lab/data/columns-of-errors-are-found-by-their-names", test_error_columns);
  g_test_add_func ("/lab/data/wrong-texts-have-errors-with-line-and-column", test_wrong_data);
  g_test_add_func ("/lab/data/measured-columns-have-the-chosen-quantities", test_measured);
  g_test_add_func ("/lab/data/wrong-files-are-refused", test_wrong_files);
  for (guint k = 0; k < G_N_ELEMENTS (nist_problems); k++)
    {
      g_autofree char *path = g_strdup_printf ("/lab/fit/certified-values-of-NIST-are-reproduced/%s", nist_problems[k].name);

      g_test_add_data_func (path, &nist_problems[k], test_nist);
    }
  g_test_add_func ("/lab/fit/theophylline-agrees-with-SciPy-and-R", test_theoph);
  g_test_add_func ("/lab/fit/robust-losses-agree-with-SciPy", test_robust);
  g_test_add_func ("/lab/fit/a-quantity-at-its-bound-is-named-and-has-no-interval", test_bounds);
  g_test_add_func ("/lab/fit/profiles-end-where-the-sum-reaches-its-limit", test_profiles);
  g_test_add_func ("/lab/fit/events-and-initial-values-are-differentiated", test_events);
  g_test_add_func ("/lab/fit/differences-replace-derivatives-that-are-refused", test_differences);
  g_test_add_func ("/lab/fit/what-the-data-do-not-determine-is-named", test_not_determined);
  g_test_add_func ("/lab/fit/weights-and-known-errors-act", test_weights);
  g_test_add_func ("/lab/fit/other-minima-are-named", test_minima);
  g_test_add_func ("/lab/fit/one-minimum-is-counted-once", test_one_minimum);
  g_test_add_func ("/lab/fit/an-error-of-the-solver-beside-small-residuals-is-named", test_solver_error);
  g_test_add_func ("/lab/fit/wrong-options-and-data-are-refused", test_wrong_options);
  g_test_add_func ("/lab/fit/rows-and-columns-are-chosen", test_rows);
  g_test_add_func ("/lab/fit/quantiles-of-Student-are-right", test_student);
  return g_test_run ();
}
