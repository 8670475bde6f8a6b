/* The commands stability and tableau: the intervals and angles of a stability region, and the properties of a tableau
 * with the residuals of its order conditions. */
#include "cli-commands.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli-setup.h"
#include "cli-table.h"
#include "lab-eigen.h"
#include "lab-order-conditions.h"
#include "lab-tableau-code.h"
#include "model-library.h"
#include "model-tableau.h"
#include "ode-eigen.h"
#include "ode-stability.h"

/* Residuals below this bound count as zero, as in ode_method_new_custom. Tableaus are often typed with only ten
 * digits. */
#define TOLERANCE 1e-8
/* Highest order of the printed order conditions. Order 8 has 200 trees. */
#define HIGHEST_ORDER 8

/* ---- rows of names and values ---- */

/* The output of both commands: rows with a name and a value, then tables; in JSON and as a text. The format says which one is printed. */
typedef struct { CliFormat format; GString *text; LabJson *json; } Page;

static void
add_plain (Page *page, const char *name, const char *value)
{
  g_string_append_printf (page->text, page->format == CLI_FORMAT_CSV ? "%s,%s\n" : "%-20s %s\n", name, value);
}

static void
add_text (Page *page, const char *name, const char *value)
{
  lab_json_text (page->json, name, value);
  add_plain (page, name, value);
}

static void
add_number (Page *page, const char *name, double value)
{
  g_autofree char *plain = isnan (value) ? g_strdup ("unknown") : cli_number_in_words (value);

  lab_json_number (page->json, name, value);
  add_plain (page, name, plain);
}

static void
add_count (Page *page, const char *name, int value)
{
  g_autofree char *text = g_strdup_printf ("%d", value);

  lab_json_count (page->json, name, value);
  add_plain (page, name, text);
}

static void
add_flag (Page *page, const char *name, gboolean value)
{
  lab_json_flag (page->json, name, value);
  add_plain (page, name, value ? "yes" : "no");
}

/* A list of words is an array in JSON, and one text otherwise. */
static GString *
begin_list (Page *page, const char *name)
{
  lab_json_array (page->json, name, LAB_JSON_FLAT);
  return g_string_new (NULL);
}

/* Adds a word to the text of a list. */
static void
add_word (GString *list, const char *word)
{
  g_string_append_printf (list, "%s%s", list->len > 0 ? " " : "", word);
}

/* Ends a list and frees its text. */
static void
end_list (Page *page, const char *name, GString *list)
{
  lab_json_end (page->json);
  add_plain (page, name, list->len > 0 ? list->str : "none");
  g_string_free (list, TRUE);
}

/* ---- the method ---- */

/* Returns the method with this id or alias or, if there is none, the method of the tableau with this name or path. Returns NULL after
 * printing an error. */
static const OdeMethod *
find_method (const char *name, int *status)
{
  const OdeMethod *method = ode_method_find (name);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  gboolean is_path = strchr (name, '/') != NULL || g_str_has_suffix (name, ".yaml");

  if (method != NULL)
    return method;
  method = model_tableau_method (name, diagnostics);
  cli_print_diagnostics (diagnostics, FALSE);
  *status = diagnostics->len > 0 || is_path ? CLI_MODEL : CLI_USAGE;
  if (method == NULL && diagnostics->len == 0 && is_path)
    cli_error ("there is no file '%s'", name);
  else if (method == NULL && diagnostics->len == 0)
    cli_error ("there is no integrator and no tableau '%s'; 'stepwise-cli list integrators' and 'list tableaus' name them", name);
  return method;
}

static void
add_tableau (Page *page, const OdeTableau *tableau)
{
  int s = tableau->n_stages;
  gboolean is_explicit = TRUE;

  for (int i = 0; i < s; i++)
    for (int j = i; j < s; j++)
      is_explicit = is_explicit && tableau->A[i * s + j] == 0;
  add_flag (page, "explicit", is_explicit);
  add_count (page, "stage_order", ode_tableau_stage_order (tableau, TOLERANCE));
  add_flag (page, "stiffly_accurate", ode_tableau_is_stiffly_accurate (tableau));
  add_flag (page, "symplectic", ode_tableau_is_symplectic (tableau, TOLERANCE));
}

/* Adds the names of the numbers that are infinite, because JSON has the value null for them and for unknown numbers. */
static void
add_infinite (Page *page, const OdeStabilityFacts *facts)
{
  const struct { const char *name; double value; } numbers[] = {
    { "real_interval", facts->real_interval }, { "imaginary_interval", facts->imaginary_interval }, { "r_at_infinity", facts->r_at_infinity },
  };
  GString *list = begin_list (page, "infinite");

  for (gsize k = 0; k < G_N_ELEMENTS (numbers); k++)
    if (isinf (numbers[k].value))
      {
        lab_json_text (page->json, NULL, numbers[k].name);
        add_word (list, numbers[k].name);
      }
  end_list (page, "infinite", list);
}

/* Adds the angle of stability of each order of a method that has several. Returns FALSE if there is not enough memory. */
static gboolean
add_angles (Page *page, const OdeMethod *method)
{
  GString *list = begin_list (page, "alpha_by_order");
  gboolean done = TRUE;

  for (int order = ode_stability_lowest_order (method); done && order <= method->order; order++)
    {
      OdeStability *stability = ode_stability_new_of_order (method, order);
      OdeStabilityFacts facts;

      done = stability != NULL;
      if (done)
        {
          g_autofree char *angle = NULL;

          ode_stability_facts (stability, &facts);
          angle = cli_number (facts.alpha);
          lab_json_number (page->json, NULL, facts.alpha);
          add_word (list, angle);
        }
      ode_stability_free (stability);
    }
  end_list (page, "alpha_by_order", list);
  return done;
}

/* Adds those rows that both commands print. Returns FALSE if there is not enough memory. */
static gboolean
add_method (Page *page, const OdeMethod *method, OdeStability *stability)
{
  OdeStabilityFacts facts;

  add_text (page, "id", method->id);
  add_count (page, "stages", ode_method_n_stages (method));
  add_count (page, "order", method->order);
  add_count (page, "embedded_order", method->embedded_order);
  add_count (page, "dense_order", method->dense_order);
  add_flag (page, "fsal", (method->traits & ODE_TRAIT_FSAL) != 0);
  if (method->tableau != NULL)
    {
      OdeTrees *trees = ode_trees_new (MIN (method->order + 1, ODE_TREES_MAX_ORDER));

      add_tableau (page, method->tableau);
      if (trees == NULL)
        return FALSE;
      add_number (page, "error_constant", ode_tableau_error_constant (trees, method->tableau, method->order));
      ode_trees_free (trees);
    }
  ode_stability_facts (stability, &facts);
  add_number (page, "real_interval", facts.real_interval);
  add_number (page, "imaginary_interval", facts.imaginary_interval);
  add_flag (page, "a_stable", facts.a_stable);
  add_flag (page, "l_stable", facts.l_stable);
  add_number (page, "alpha", facts.alpha);
  add_number (page, "r_at_infinity", facts.r_at_infinity);
  add_infinite (page, &facts);
  return ode_stability_lowest_order (method) == method->order || add_angles (page, method);
}

/* Writes a rooted tree as nested brackets without commas: [[][]] is a root with two
 * leaves. */
static char *
tree_text (const OdeTrees *trees, int tree)
{
  char text[128], *out = text;

  ode_trees_text (trees, tree, text, sizeof text);
  for (const char *in = text; *in != '\0'; in++)
    if (*in != ',')
      *out++ = *in;
  *out = '\0';
  return g_strdup (text);
}

/* Adds the trees up to an order whose residuals are larger than rounding errors, or those of a slip in a coefficient if that order is larger. */
static void
add_violated (Page *page, const char *name, const LabOrderConditions *conditions, gboolean embedded, int order)
{
  GString *list = begin_list (page, name);

  if (conditions->known[embedded])
    order = MAX (order, lab_order_conditions_intended (conditions, embedded));
  for (int k = 0; conditions->known[embedded] && k < conditions->n && ode_trees_order (conditions->trees, k) <= order; k++)
    if (!lab_order_conditions_hold (conditions, embedded, k))
      {
        g_autofree char *tree = tree_text (conditions->trees, k);

        lab_json_text (page->json, NULL, tree);
        add_word (list, tree);
      }
  end_list (page, name, list);
}

/* Adds the numbers of the rows, from 1, that do not add up to c. */
static void
add_wrong_rows (Page *page, const OdeTableau *tableau)
{
  GString *list = begin_list (page, "wrong_row_sums");

  for (int i = 0; i < tableau->n_stages; i++)
    {
      g_autofree char *number = g_strdup_printf ("%d", i + 1);
      double sum;

      if (lab_tableau_adds_up (tableau, i, &sum))
        continue;
      lab_json_digits (page->json, NULL, number);
      add_word (list, number);
    }
  end_list (page, "wrong_row_sums", list);
}

/* Adds the orders up to which all residuals are rounding errors, and what is wrong with the tableau. */
static void
add_verdict (Page *page, const OdeMethod *method, const LabOrderConditions *conditions)
{
  add_count (page, "verified_order", lab_order_conditions_verified (conditions, FALSE));
  if (conditions->known[1])
    add_count (page, "verified_embedded_order", lab_order_conditions_verified (conditions, TRUE));
  else
    {
      lab_json_text (page->json, "verified_embedded_order", NULL);
      add_plain (page, "verified_embedded_order", "none");
    }
  add_violated (page, "violated", conditions, FALSE, method->order);
  add_violated (page, "violated_embedded", conditions, TRUE, method->embedded_order);
  add_wrong_rows (page, method->tableau);
}

/* Adds the order conditions with their residuals. */
static gboolean
add_conditions (Page *page, const OdeMethod *method)
{
  g_auto (LabOrderConditions) conditions = { 0 };

  if (!lab_order_conditions_init (&conditions, method->tableau, HIGHEST_ORDER))
    return FALSE;
  add_verdict (page, method, &conditions);
  lab_json_array (page->json, "conditions", LAB_JSON_LINES);
  g_string_append (page->text, page->format == CLI_FORMAT_CSV ? "\norder,tree,residual,residual_hat\n"
                                                              : "\norder  residual                  residual_hat              tree\n");
  for (int k = 0; k < conditions.n; k++)
    {
      int order = ode_trees_order (conditions.trees, k);
      double residual = conditions.residuals[0][k], hat = method->tableau->b_hat != NULL ? conditions.residuals[1][k] : NAN;
      g_autofree char *tree = tree_text (conditions.trees, k), *plain = cli_number (residual), *plain_hat = isnan (hat) ? g_strdup ("") : cli_number (hat);

      lab_json_object (page->json, NULL, LAB_JSON_FLAT);
      lab_json_count (page->json, "order", order);
      lab_json_text (page->json, "tree", tree);
      lab_json_number (page->json, "residual", residual);
      lab_json_number (page->json, "residual_hat", hat);
      lab_json_end (page->json);
      if (page->format == CLI_FORMAT_CSV)
        g_string_append_printf (page->text, "%d,%s,%s,%s\n", order, tree, plain, plain_hat);
      else
        g_string_append_printf (page->text, "%5d  %-24s  %-24s  %s\n", order, plain, plain_hat, tree);
    }
  lab_json_end (page->json);
  return TRUE;
}

/* ---- the commands ---- */

/* Starts an empty page in the format of the option --format. Returns FALSE after an error message if the format is unknown. */
static gboolean
begin (Page *page, const CliArguments *arguments)
{
  *page = (Page) { CLI_FORMAT_TABLE, g_string_new (NULL), lab_json_new () };
  lab_json_object (page->json, NULL, LAB_JSON_LINES);
  return cli_format_read (arguments, &page->format);
}

/* Prints the page if status is CLI_OK. Frees the page in any case. */
static int
end (Page *page, int status)
{
  g_autofree char *json = NULL;

  lab_json_end (page->json);
  json = lab_json_free (page->json);
  if (status == CLI_OK && (fputs (page->format == CLI_FORMAT_JSON ? json : page->text->str, stdout) < 0 || fflush (stdout) != 0))
    status = CLI_FILE;
  g_string_free (page->text, TRUE);
  return status;
}

static int
out_of_memory (void)
{
  cli_error ("out of memory");
  return CLI_FILE;
}

static void
say_no_tableau (const char *name)
{
  cli_error ("'%s' is not a Runge–Kutta method and has no tableau; 'stepwise-cli stability --integrator %s' prints its region", name, name);
}

/* Prints the source text of a method. */
static int
print_code (const char *name, LabTableauFormat format)
{
  int status = CLI_USAGE;
  const OdeMethod *method = find_method (name, &status);
  g_autofree char *text = method != NULL && method->tableau != NULL ? lab_tableau_code (method, format) : NULL;

  if (method != NULL && method->tableau == NULL)
    say_no_tableau (name);
  if (text == NULL)
    return status;
  return fputs (text, stdout) < 0 || fflush (stdout) != 0 ? CLI_FILE : CLI_OK;
}

int
cli_tableau (const CliArguments *arguments)
{
  const char *name = g_ptr_array_index (arguments->positional, 0), *format = cli_arguments_value (arguments, "format");
  LabTableauFormat code;
  Page page;
  int status = CLI_USAGE;
  const OdeMethod *method;
  OdeStability *stability = NULL;

  if (format != NULL && lab_tableau_format_find (format, &code))
    return print_code (name, code);
  if (!begin (&page, arguments))
    return end (&page, CLI_USAGE);
  method = find_method (name, &status);
  if (method != NULL && method->tableau == NULL)
    say_no_tableau (name);
  else if (method != NULL)
    {
      stability = ode_stability_new (method);
      status = stability != NULL && add_method (&page, method, stability) && add_conditions (&page, method) ? CLI_OK : out_of_memory ();
    }
  ode_stability_free (stability);
  return end (&page, status);
}

/* Adds the eigenvalues of the model at its initial state and the largest stable
 * step. */
static int
add_model (Page *page, const CliArguments *arguments, OdeStability *stability)
{
  Model *model = cli_open_model (arguments);
  int status = CLI_MODEL, n;
  ModelSystem *system = model != NULL ? cli_make_instance (arguments, model, NULL, &status) : NULL;
  g_autofree double *x = NULL, *d = NULL, *a = NULL, *values = NULL, *work = NULL;
  const OdeSystem *ode;
  double t_start, t_end, largest;

  if (system == NULL || !cli_time_span (arguments, system, &t_start, &t_end, &status))
    {
      g_clear_pointer (&system, model_system_free);
      g_clear_pointer (&model, model_unref);
      return status;
    }
  status = CLI_MODEL;
  ode = model_system_ode (system);
  n = ode->n_states;
  x = g_new0 (double, MAX (n, 1));
  d = g_new0 (double, MAX (model_system_n_discrete (system), 1));
  a = g_new0 (double, MAX (n * n, 1));
  values = g_new0 (double, MAX (2 * n, 1));
  work = g_new0 (double, ode_eigen_work_size (MAX (n, 1)));
  model_system_initial (system, x, d, NULL);
  model_system_set_discrete (system, d);
  if (n == 0 || ode->mass_pattern != NULL)
    cli_error ("the eigenvalues of %s are not defined: it has %s", model_name (model), n == 0 ? "no states" : "a mass matrix");
  else if (!ode_stability_jacobian (ode, t_start, x, a) || !lab_eigen_is_finite (n * n, a))
    cli_error ("the Jacobian of %s at its start is not finite", model_name (model));
  else if (!ode_eigen_values (n, a, values, work))
    cli_error ("the computation of the eigenvalues of %s did not converge", model_name (model));
  else
    {
      g_autoptr (GString) plain = g_string_new (NULL);

      lab_json_array (page->json, "eigenvalues", LAB_JSON_FLAT);
      for (int i = 0; i < n; i++)
        {
          g_autofree char *re = cli_number (values[2 * i]), *size = cli_number (fabs (values[2 * i + 1]));

          lab_json_numbers (page->json, NULL, values + 2 * i, 2);
          g_string_append_printf (plain, values[2 * i + 1] == 0 ? "%s%s" : "%s%s %s %si", i > 0 ? "  " : "", re,
                                  values[2 * i + 1] < 0 ? "-" : "+", size);
        }
      lab_json_end (page->json);
      add_plain (page, "eigenvalues", plain->str);
      largest = ode_stability_largest_step (stability, n, values);
      add_number (page, "largest_stable_step", largest);
      status = CLI_OK;
    }
  model_system_free (system);
  model_unref (model);
  return status;
}

int
cli_stability (const CliArguments *arguments)
{
  const char *integrator = cli_arguments_value (arguments, "integrator"), *tableau = cli_arguments_value (arguments, "tableau");
  Page page;
  int status = CLI_USAGE;
  const OdeMethod *method;
  OdeStability *stability = NULL;

  if (!begin (&page, arguments))
    return end (&page, CLI_USAGE);
  if ((integrator != NULL) == (tableau != NULL))
    {
      cli_error ("'stability' takes one of --integrator and --tableau");
      return end (&page, CLI_USAGE);
    }
  method = find_method (integrator != NULL ? integrator : tableau, &status);
  if (method != NULL)
    {
      stability = ode_stability_new (method);
      status = stability != NULL && add_method (&page, method, stability) ? CLI_OK : out_of_memory ();
    }
  if (status == CLI_OK && arguments->positional->len > 0)
    status = add_model (&page, arguments, stability);
  ode_stability_free (stability);
  return end (&page, status);
}
