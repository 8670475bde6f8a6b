/* The study `roa`: a certified region of attraction. A polynomial V with V > 0 and dV/dt < 0 in {0 < V < ρ} shows
 * that all solutions from {V < ρ} converge to the equilibrium (Khalil, Nonlinear Systems, 3rd ed. 2002, section 8.2).
 * V is that of the linear part, or given, or of higher degree from sampled runs (lab-enlarge.c); ρ is found and
 * proven by lab-level.c. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "lab-option.h"
#include "lab-region.h"
#include "lab-study-kind.h"
#include "lab-roa.h"

enum { OPTION_CANDIDATE, OPTION_IMPLICIT, OPTION_DEGREE, OPTION_POINT, OPTION_PROGRAM };

static const LabOptionRow options[] = {
  { "candidate", "EXPRESSION", N_("the Lyapunov function, a polynomial in the states; by default that of the linear part"), NULL, FALSE, N_("Candidate") },
  { "implicit", "true|false", N_("use the model as an equation of states and derivatives, without solving for the derivatives"), "false", FALSE, N_("Implicit form") },
  { "degree", "N", N_("degree of the Lyapunov function, an even number; a function of degree above 2 is found from sampled runs; if none is certified, a smaller degree is used"), "2", FALSE, N_("Degree") },
  { "point", "x=A,y=B", N_("start of the search for the point of rest; by default the stable point nearest to the end of the run"), NULL, FALSE, N_("Point of rest") },
  { "program", "FILE.dat-s", N_("file to which the semidefinite program for the level is written"), NULL, FALSE, N_("Program file") },
};

/* Adds to the result the degree of V, the requested degree, and the reason if the two differ. */
static void
add_degree (LabResult *result, const LabRoa *roa, int requested)
{
  static const char *const columns[] = { "reason", NULL };
  int degree = lab_polynomial_degree (roa->V);

  lab_result_add_number (result, "degree", degree, NULL);
  /* Without the option `degree`, the degree of a candidate given by the user counts as requested. */
  lab_result_add_number (result, "degree_requested", roa->why_degree != NULL ? requested : degree, NULL);
  if (roa->why_degree == NULL)
    return;
  lab_table_add_text (lab_result_add_table (result, "degree", columns), roa->why_degree);
  result->remark = g_strdup_printf (_("the Lyapunov function has degree %d instead of %d: %s"), degree, requested, roa->why_degree);
}

static void
add_function (LabResult *result, const LabRoa *roa)
{
  static const char *const columns[] = { "term", "coefficient", NULL };
  static const char *const answer_columns[] = { "V", "solver", NULL };
  LabTable *answer = lab_result_add_table (result, "answer", answer_columns);
  LabTable *table = lab_result_add_table (result, "V", columns);
  g_autofree char *text = lab_polynomial_text (roa->V, roa->field->names, roa->field->x0);

  lab_table_add_text (answer, text);
  lab_table_add_text (answer, roa->level.has_solver ? "csdp" : "scan");
  for (int k = 0; k < lab_polynomial_n_terms (roa->V); k++)
    {
      const LabTerm *term = lab_polynomial_term (roa->V, k);
      g_autoptr (LabPolynomial) one = lab_polynomial_new (roa->V->n, term->monomial, 1);
      g_autofree char *name = lab_polynomial_text (one, roa->field->names, roa->field->x0);

      lab_table_add_text (table, name);
      lab_table_add (table, term->value);
    }
}

static void
add_point (LabResult *result, const LabRoa *roa)
{
  static const char *const columns[] = { "state", "x", NULL };
  LabTable *table = lab_result_add_table (result, "x", columns);

  for (int i = 0; i < roa->field->n; i++)
    {
      lab_table_add_text (table, roa->field->names[i]);
      lab_table_add (table, roa->field->x0[i]);
    }
}

static void
report (LabResult *result, const LabRoa *roa, const LabRegion *region, int requested)
{
  const LabLevel *level = &roa->level;

  add_degree (result, roa, requested);
  lab_result_add_number (result, "rho", level->rho, NULL);
  lab_result_add_number (result, "rho_scan", level->rho_scan, NULL);
  lab_result_add_number (result, "rho_proven", level->rho_proven, NULL);
  lab_result_add_number (result, "rho_solver", level->rho_solver, NULL);
  lab_result_add_number (result, "certified", level->certified, NULL);
  lab_result_add_number (result, "scan_agrees", level->scan_agrees, NULL);
  lab_result_add_number (result, "global", isinf (level->rho), NULL);
  lab_result_add_number (result, "area", roa->area, NULL);
  lab_result_add_number (result, "true_area", region->true_area, NULL);
  lab_result_add_number (result, "share", region->share, NULL);
  add_function (result, roa);
  add_point (result, roa);
  if (!level->certified)
    result->failed_check = level->has_solver
                               ? g_strdup_printf (_("no level is certified: %s"), _(level->why_not))
                               : g_strdup (_("csdp is not installed: the level comes from a scan of points and is not certified"));
}

/* V of an odd degree is negative somewhere, so that only even degrees can be Lyapunov functions. */
static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  LabRoaSetup setup = { .point = values[OPTION_POINT], .candidate = values[OPTION_CANDIDATE], .keep = values[OPTION_PROGRAM] };
  g_autoptr (LabResult) result = lab_result_new ();
  g_autoptr (LabRoa) roa = NULL;
  LabRegion region;

  if (!lab_option_boolean ("implicit", values[OPTION_IMPLICIT], &setup.implicit, error)
      || !lab_option_count ("degree", values[OPTION_DEGREE], 2, 8, &setup.degree, error))
    return NULL;
  if (setup.degree % 2 != 0)
    {
      lab_option_set_error (error, "degree", _("'degree' must be even, not %d"), setup.degree);
      return NULL;
    }
  roa = lab_roa_new (problem, &setup, progress, error);
  if (roa == NULL || !lab_region_add (problem, roa, result, &region, progress, error))
    return NULL;
  report (result, roa, &region, setup.degree);
  return g_steal_pointer (&result);
}

/* Returns whether the model is polynomial with a stable equilibrium; nothing else is computed. */
static gboolean
check (const LabProblem *problem, GError **error)
{
  g_autoptr (LabField) field = lab_field_new (problem, NULL, NULL, NULL, error);
  g_autoptr (LabPolynomial) V = field != NULL ? lab_field_quadratic (field, error) : NULL;

  return V != NULL;
}

static void
write_json (LabJson *json, const LabResult *result, const char *const *values)
{
  static const char *const numbers[] = { "degree", "rho", "rho_scan", "rho_proven" };
  static const char *const more[] = { "area", "true_area", "share", "degree_requested" };
  static const char *const flags[] = { "certified", "scan_agrees", "global" };
  const LabTable *answer = lab_result_table (result, "answer"), *degree = lab_result_table (result, "degree");

  lab_json_object (json, NULL, LAB_JSON_FLAT);
  lab_json_cell (json, "V", answer, 0, 0);
  for (guint k = 0; k < G_N_ELEMENTS (numbers); k++)
    lab_json_number_named (json, result, numbers[k]);
  for (guint k = 0; k < G_N_ELEMENTS (flags); k++)
    lab_json_flag (json, flags[k], lab_result_number (result, flags[k]) != 0);
  for (guint k = 0; k < G_N_ELEMENTS (more); k++)
    lab_json_number_named (json, result, more[k]);
  lab_json_text (json, "degree_reason", degree != NULL ? lab_table_text (degree, 0, 0) : NULL);
  lab_json_cell (json, "solver", answer, 0, 1);
  lab_json_end (json);
}

const LabStudyKind lab_study_roa = {
  .id = "roa",
  .label = N_("Region of attraction"),
  .advice = N_("Certifies a set of initial values from which a polynomial model comes to rest, with a Lyapunov function."),
  .of = LAB_STUDY_OF_MODEL,
  .places = LAB_PLACE_ENSEMBLE,
  .icon = "wb-laboratory-symbolic",
  .question = N_("Which runs certainly come to rest?"),
  .aim = N_("with proof"),
  .cost = N_("polynomial models"),
  .own_methods = TRUE,
  .argument = "MODEL|STUDY.yaml",
  .summary = "certify a region of attraction of a point of rest",
  .description =
    "Prints a Lyapunov function V and the level rho up to which it proves that all runs come to rest, for models whose right-hand side is "
    "polynomial or rational. The point of rest is by default the stable one that is nearest to the end of the run. rho_scan is the smallest V where dV/dt is 0, found without a solver; rho_proven is the level that exact "
    "arithmetic proves. For two states, true_area is the area inside of the limit cycle that bounds the region, if there is one, and share "
    "the fraction of it that is certified. If no larger set of the degree --degree is certified, the next smaller degree is used, and a message gives the reason. "
    "The exit status is 5 if no level is certified. The certificate needs the program csdp; without it the scan answers models of one and "
    "two states.",
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .has_curves = TRUE,
  .json = write_json,
  .check = check,
  .run = run,
};
