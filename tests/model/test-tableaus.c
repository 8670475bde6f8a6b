/* Tests of methods from tableau files and texts, and of models that a lesson extends. */
#include "ode-integrator.h"
#include "model-library.h"
#include "model-load.h"
#include "model-system.h"
#include "model-tableau.h"
#include "model-yaml.h"

#include <math.h>
#include <string.h>

/* Bogacki and Shampine's method of order 3 with a dense output of order 3 that has an extra stage. */
#define DENSE                                                                                                                                  \
  "format: 1\nname: T\n"                                                                                                                       \
  "A: [[0, 0, 0], [1/2, 0, 0], [0, 3/4, 0]]\n"                                                                                                 \
  "b: [2/9, 1/3, 4/9]\n"

static char *
errors_of (const char *text)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  OdeMethod *method = model_tableau_load_text (text, "t", diagnostics);

  if (method != NULL)
    ode_method_free_custom (method);
  return model_diagnostics_to_string (diagnostics);
}

static void
test_errors (void)
{
  static const struct { const char *text, *says; } cases[] = {
    { DENSE, "" },
    { DENSE "A_extra: [[2/9, 1/3, 4/9, 0]]\n", "t:5:10: 'A_extra' needs 'dense'\n" },
    { DENSE "dense: 3\n", "t:5:8: 'dense' must be a list of rows, each with the coefficients of 1, θ, θ² …\n" },
    { DENSE "dense: [[1], [1], [1]]\n", "t:5:8: 'dense' must be a list of rows, each with the coefficients of 1, θ, θ² …\n" },
    { DENSE "dense: [[0, 1], [0, 1]]\n", "t:5:8: 'dense' must be a list of 3 rows\n" },
    { "format: 2\nname: T\nA: [[0]]\nb: [1]\n", "t:1:9: unknown format; this program reads format 1\n" },
    { "format: 1\nname: T\nA: 3\nb: [1]\n", "t:3:4: 'A' must be a list of 1 to 64 rows\n" },
    { "format: 1\nname: T\nA: [[0]]\nb: 1\n", "t:4:4: 'b' must be a list of numbers\n" },
    { "format: 1\nname: T\nA: [[0]]\nb: [[1]]\n", "t:4:5: expected a number or an expression such as sqrt(6)/4\n" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      g_autofree char *said = errors_of (cases[k].text);
      g_assert_cmpstr (said, ==, cases[k].says);
    }
}

static OdeStatus
growth (void *self, double t, const double *x, double *dxdt)
{
  dxdt[0] = x[0] + t;
  return ODE_DONE;
}

/* The extra stage is the slope at the end of the step, so that the dense output is Hermite's cubic. */
static void
test_dense (void)
{
  static const char text[] = DENSE
    "A_extra: [[2/9, 1/3, 4/9, 0]]\n"
    "dense: [[0, 1, -4/3, 5/9], [0, 0, 1, -2/3], [0, 0, 4/3, -8/9], [0, 0, -1, 1]]\n";
  const OdeSystem system = { .n_states = 1, .rhs = growth, .time_dependent = true };
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  OdeMethod *method = model_tableau_load_text (text, "t", diagnostics);
  g_autofree char *said = model_diagnostics_to_string (diagnostics);
  OdeSettings settings;
  OdeIntegrator *integrator;
  char error[200] = "";
  double x = 1, x1, h = 0.3, theta = 0.4, y, f0, f1;

  g_assert_cmpstr (said, ==, "");
  g_assert_cmpint (method->tableau->n_extra, ==, 1);
  g_assert_cmpfloat_with_epsilon (method->tableau->c_extra[0], 1, 1e-15); /* the sum of the row */
  ode_settings_init (&settings);
  settings.error_control = false;
  settings.max_step = h;
  integrator = ode_integrator_new (method, &system, &settings, error, sizeof error);
  g_assert_cmpstr (error, ==, "");
  ode_integrator_initialize (integrator, 0, &x, 1);
  g_assert_cmpint (ode_integrator_step (integrator, 1, ODE_STOP_END), ==, ODE_DONE);
  x1 = ode_integrator_x (integrator)[0];
  g_assert_cmpint (ode_integrator_interpolate (integrator, theta * h, &y), ==, ODE_DONE);
  f0 = 1;
  f1 = x1 + h;
  g_assert_cmpfloat_with_epsilon (y, (1 - theta) * 1 + theta * x1
                                       + theta * (theta - 1) * ((1 - 2 * theta) * (x1 - 1) + (theta - 1) * h * f0 + theta * h * f1), 1e-12);
  ode_integrator_free (integrator);
  ode_method_free_custom (method);
}

static void
test_names (void)
{
  static const char text[] = "{format: 1, A: [[0, 0], [1, 0]], b: [1/2, 1/2], name: 'a, b'}";
  g_auto (GStrv) names = model_method_names (" dopri5 ,{A: [[0]], b: [1], name: \"x, }\\\" y\"}, gill4 ");
  g_auto (GStrv) empty = model_method_names ("");
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  const OdeMethod *method;

  g_assert_cmpint (g_strv_length (names), ==, 3);
  g_assert_cmpstr (names[0], ==, "dopri5");
  g_assert_cmpstr (names[1], ==, "{A: [[0]], b: [1], name: \"x, }\\\" y\"}");
  g_assert_cmpstr (names[2], ==, "gill4");
  g_assert_cmpint (g_strv_length (empty), ==, 1);
  g_assert_cmpstr (empty[0], ==, "");

  method = model_tableau_method (text, diagnostics);
  g_assert_nonnull (method);
  g_assert_true (g_str_has_prefix (method->id, "edited-"));
  g_assert_cmpstr (model_tableau_text (method), ==, text);
  g_assert_cmpstr (model_method_name (method), ==, text);
  g_assert_true (model_tableau_method (text, diagnostics) == method);
  g_assert_true (model_method_find (method->id) == method);
  g_assert_cmpint (method->order, ==, 2);
  g_assert_null (model_tableau_text (model_method_find ("dopri5")));
  g_assert_cmpstr (model_method_name (model_method_find ("dopri5")), ==, model_method_find ("dopri5")->id);
  g_assert_null (model_method_find ("no-such-method"));
  g_assert_cmpint (diagnostics->len, ==, 0);
}

static void
test_kept (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  const OdeMethod *first = model_tableau_keep ("folder/mine.yaml", "format: 1\nname: M\nA: [[0]]\nb: [1]\n", diagnostics), *second;

  g_assert_cmpstr (first->id, ==, "mine");
  g_assert_true (model_tableau_keep ("folder/mine.yaml", "format: 1\nname: M\nA: [[0]]\nb: [1]\n", diagnostics) == first);
  second = model_tableau_keep ("folder/mine.yaml", "format: 1\nname: M\nA: [[0, 0], [1, 0]]\nb: [1/2, 1/2]\n", diagnostics);
  g_assert_true (second != first);
  g_assert_cmpint (second->n_stages, ==, 2);
  g_assert_cmpint (first->n_stages, ==, 1);
  g_assert_true (model_tableau_method ("folder/mine.yaml", diagnostics) == second);
  g_assert_cmpint (diagnostics->len, ==, 0);
  g_assert_null (model_tableau_keep ("other", "format: 1\nname: M\nA: [[0]]\nb: [2]\n", diagnostics));
  g_assert_cmpint (diagnostics->len, ==, 1);
}

static void
test_list (void)
{
  static const char *const expected[] = { "butcher6", "crouzeix", "gill4", "hammer-hollingsworth", "heun-euler", "ralston3", "ssprk43" };
  g_autoptr (GPtrArray) methods = model_tableau_methods ();
  guint found = 0;

  for (guint k = 0; k < methods->len; k++)
    if (found < G_N_ELEMENTS (expected) && strcmp (((const OdeMethod *) methods->pdata[k])->id, expected[found]) == 0)
      found++;
  g_assert_cmpint (found, ==, G_N_ELEMENTS (expected));
}

/* ---- models that a lesson extends ---- */

static void
test_extended (void)
{
  static const char extension[] = "outputs: {twice: {value: 2*theta}}\nplots: [{type: time, show: [twice]}]\nother: 1\n";
  static const char wrong[] = "outputs: {twice: {value: 2*nothing}}\n";
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autofree char *path = g_build_filename (g_getenv ("STEPWISE_DATA_DIR"), "models", "mechanics", "pendulum.yaml", NULL), *said = NULL;
  g_autoptr (Model) plain = model_load_file (path, NULL, diagnostics);
  g_autoptr (Model) model = model_load_extended (path, model_yaml_parse (extension, -1, "lesson", diagnostics), NULL, diagnostics);

  said = model_diagnostics_to_string (diagnostics);
  g_assert_cmpstr (said, ==, "");
  g_assert_cmpint (model_n_plots (model), ==, 1);
  g_assert_cmpint (model_n_equations (model), >=, model_n_equations (plain));
  ModelSystem *system = model_system_new (model, NULL, NULL), *before = model_system_new (plain, NULL, NULL);
  g_assert_cmpint (model_system_find_column (system, "twice"), >=, 0);
  g_assert_cmpint (model_system_find_column (before, "twice"), ==, -1);
  g_assert_cmpint (model_system_n_columns (system), ==, model_system_n_columns (before) + 1);
  g_assert_true (strcmp (model_system_backend (system), "byte code") == 0 || strcmp (model_system_backend (system), "machine code") == 0);
  g_assert_cmpint (model_system_find_parameter (system, "no such name"), ==, -1);
  g_assert_cmpint (model_system_find_parameter (system, model_parameter (model, 0)->name), ==, 0);
  g_assert_cmpint (model_system_find_initial (system, model_system_ode (system)->names[1]), ==, 1);
  g_assert_cmpint (model_system_find_initial (system, "no such name"), ==, -1);
  double x[8], d[8];
  model_system_set_initial_at (system, 1, 0.125);
  g_assert_true (model_system_initial (system, x, d, NULL));
  g_assert_true (x[1] == 0.125);
  model_system_begin_member (system, 4);
  g_assert_true (model_system_initial (system, x, d, NULL));
  g_assert_true (x[1] != 0.125);
  model_system_free (system);
  model_system_free (before);

  g_assert_null (model_load_extended (path, model_yaml_parse (wrong, -1, "lesson", diagnostics), NULL, diagnostics));
  g_free (said);
  said = model_diagnostics_to_string (diagnostics);
  g_assert_nonnull (strstr (said, "lesson:1:"));
  g_assert_nonnull (strstr (said, "nothing"));
  g_assert_null (model_load_extended ("/nowhere.yaml", model_yaml_parse (extension, -1, "lesson", diagnostics), NULL, diagnostics));
}

static void
test_move (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) a = model_yaml_parse ("x: 1\nm: {p: 1}\ny: 2\nz: 3\n", -1, "a", diagnostics);
  g_autoptr (ModelYamlDocument) b = model_yaml_parse ("m: {q: 2}\nz: 4\n", -1, "b", diagnostics);
  ModelYaml *from = model_yaml_root (a), *to = model_yaml_root (b);

  g_assert_false (model_yaml_move_pair (from, "w", to));
  g_assert_false (model_yaml_move_pair (from, "x", model_yaml_get (to, "z")));
  g_assert_true (model_yaml_move_pair (from, "x", to));
  g_assert_cmpstr (model_yaml_get_text (to, "x", ""), ==, "1");
  g_assert_null (model_yaml_get (from, "x"));
  g_assert_cmpint (from->n_items, ==, 3);
  g_assert_true (model_yaml_move_pair (from, "m", to));
  g_assert_cmpstr (model_yaml_get_text (model_yaml_get (to, "m"), "p", ""), ==, "1");
  g_assert_cmpstr (model_yaml_get_text (model_yaml_get (to, "m"), "q", ""), ==, "2");
  g_assert_cmpint (model_yaml_get (from, "m")->n_items, ==, 0);
  g_assert_true (model_yaml_move_pair (from, "z", to));
  g_assert_cmpstr (model_yaml_get_text (to, "z", ""), ==, "3");
  g_assert_cmpstr (model_yaml_get_text (from, "z", ""), ==, "4");
  g_assert_cmpstr (model_yaml_get_text (from, "y", ""), ==, "2");
  model_yaml_adopt (b, g_steal_pointer (&a)); /* b has nodes of a */
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/tableaus/errors-have-a-place", test_errors);
  g_test_add_func ("/model/tableaus/an-extra-stage-gives-the-dense-output", test_dense);
  g_test_add_func ("/model/tableaus/a-text-in-braces-is-a-name", test_names);
  g_test_add_func ("/model/tableaus/a-kept-text-is-found-until-it-changes", test_kept);
  g_test_add_func ("/model/tableaus/all-files-are-listed", test_list);
  g_test_add_func ("/model/load/a-lesson-extends-a-model", test_extended);
  g_test_add_func ("/model/yaml/a-pair-moves-to-another-document", test_move);
  return g_test_run ();
}
