/* Makes the polynomial vector field around an equilibrium from a model. Each equation is a quotient of polynomials in
 * the states, M z' = over_i (z)/under_i (z). After a shift of the origin to the equilibrium,
 *
 *   common = Π_j under_j (each distinct one once),   flow_i = over_i Π_{j: under_j ≠ under_i} under_j,   common · z' = M⁻¹ flow
 *
 * Everything but M⁻¹ is computed in exact arithmetic if there is GMP. */
#include "lab-field-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-option.h"
#include "lab-problem.h"
#include "model-polynomials.h"
#include "ode-linalg.h"

/* Largest degree of the right-hand side. Polynomials in certificates have about three times this degree. */
#define MOST_DEGREE 9

void
lab_field_free (LabField *field)
{
  if (field == NULL)
    return;
  for (int i = 0; i < field->n; i++)
    {
      if (field->flow != NULL)
        lab_polynomial_free (field->flow[i]);
      if (field->residual != NULL)
        lab_polynomial_free (field->residual[i]);
    }
  lab_polynomial_free (field->common);
  lab_polynomial_free (field->candidate);
  g_strfreev (field->names);
  g_free (field->flow);
  g_free (field->residual);
  g_free (field->x0);
  g_free (field->A);
  g_free (field);
}

static gboolean
fail (GError **error, const char *message)
{
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, message);
  return FALSE;
}

/* ---- reading of the model ---- */

/* Converts a polynomial of the model. */
static LabPolynomial *
take_polynomial (const ModelPolynomial *from)
{
  LabPolynomial *sum = lab_polynomial_new (from->n_states, 0, 0);

  for (int k = 0; k < from->n_terms; k++)
    {
      LabMonomial monomial = 0;
      g_autoptr (LabPolynomial) term = NULL;
      LabPolynomial *next;

      for (int i = 0; i < from->n_states; i++)
        monomial += lab_monomial (i, from->exponents[k * from->n_states + i]);
      term = lab_polynomial_new (from->n_states, monomial, from->coefficients[k]);
      next = lab_polynomial_add (sum, term, 1);
      lab_polynomial_free (sum);
      sum = next;
    }
  return sum;
}

/* Returns whether all coefficients of the quotients are finite; exact arithmetic has no infinity. */
static gboolean
is_finite (const ModelPolynomials *polynomials)
{
  for (int i = 0; i < polynomials->n; i++)
    {
      for (int k = 0; k < polynomials->numerators[i].n_terms; k++)
        if (!isfinite (polynomials->numerators[i].coefficients[k]))
          return FALSE;
      for (int k = 0; k < polynomials->denominators[i].n_terms; k++)
        if (!isfinite (polynomials->denominators[i].coefficients[k]))
          return FALSE;
    }
  return TRUE;
}

static void
free_quotients (LabQuotient *rows, int n)
{
  for (int i = 0; i < n; i++)
    {
      lab_polynomial_free (rows[i].over);
      lab_polynomial_free (rows[i].under);
    }
  g_free (rows);
}

/* Returns FALSE with an error for models that a certificate cannot describe. Events that change a state are not allowed, since the
 * certificate considers only the flow. */
static gboolean
check_model (const LabProblem *problem, const ModelSystem *system, GError **error)
{
  const OdeSystem *ode = model_system_ode (system);
  int n = model_system_n_states (system);

  if (n == 0)
    return fail (error, _("the model has no states"));
  if (n > LAB_MOST_VARIABLES)
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the study treats models of %d states at most, and this one has %d"),
                   LAB_MOST_VARIABLES, n);
      return FALSE;
    }
  for (int i = 0; ode->kinds != NULL && i < n; i++)
    if (ode->kinds[i] == ODE_ALGEBRAIC)
      return fail (error, _("the model has algebraic equations"));
  for (int k = 0; k < model_system_n_events (system); k++)
    {
      const ModelEvent *event = model_system_event (system, k);
      gboolean off = problem->events_off != NULL && g_hash_table_contains (problem->events_off, event->name);

      if (!off && model_event_acts (event))
        {
          g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                       _("the event '%s' acts on the run; this study follows x' = f(t, x) without events"), event->name);
          return FALSE;
        }
    }
  return TRUE;
}

/* ---- the equilibrium ---- */

/* Reads values such as "x=1,y=0" into x. */
static gboolean
read_point (const char *text, char **names, int n, double *x, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  for (int k = 0; parts[k] != NULL; k++)
    {
      char *equals = strchr (parts[k], '=');
      int found = -1;
      double value;

      if (equals != NULL)
        *equals = '\0';
      g_strstrip (parts[k]);
      for (int i = 0; i < n; i++)
        if (strcmp (names[i], parts[k]) == 0)
          found = i;
      if (equals == NULL || found < 0 || !lab_option_number (equals + 1, &value))
        {
          lab_option_set_error (error, "point", _("'point' takes STATE=VALUE, …, not '%s'"), text);
          return FALSE;
        }
      x[found] = value;
    }
  return TRUE;
}

/* Sets x0 to the equilibrium. The expanded polynomials have rounding errors far from 0, so the functions of the model are used if possible. */
static gboolean
set_rest (LabField *field, const LabProblem *problem, const LabQuotient *rows, gboolean given, const LabProgress *progress, GError **error)
{
  g_autoptr (LabFlow) flow = lab_flow_new (problem, NULL);
  g_autofree double *start = given ? g_memdup2 (field->x0, sizeof (double) * (gsize) field->n) : NULL;

  if (flow == NULL || !flow->autonomous)
    return lab_quotients_rest (rows, field->n, field->x0, error);
  return lab_rest_find (flow, start, field->x0, progress, error);
}

/* ---- shift of the origin ---- */

/* Drops the constant term of a numerator, which is 0 up to rounding errors, and makes the denominator positive at 0. Returns FALSE if it is 0 there. */
static gboolean
settle (LabQuotient *row)
{
  double zero[LAB_MOST_VARIABLES] = { 0 };
  g_autoptr (LabPolynomial) over = row->over, under = row->under;
  g_autoptr (LabPolynomial) nothing = lab_polynomial_new (over->n, 0, 0), flow = lab_polynomial_part (over, 1, LAB_MOST_DEGREE);
  double sign = lab_polynomial_value (under, zero);

  row->over = lab_polynomial_add (nothing, flow, sign < 0 ? -1 : 1);
  row->under = lab_polynomial_add (nothing, under, sign < 0 ? -1 : 1);
  return sign != 0;
}

/* Moves the origin of the quotients to x0. Returns FALSE with an error if a denominator is 0 there. */
static gboolean
shift (LabQuotient *rows, int n_rows, const double *x0, GError **error)
{
  LabPolynomial *replacements[LAB_MOST_VARIABLES];
  gboolean valid = TRUE;
  int n = rows[0].over->n;

  for (int i = 0; i < n; i++)
    {
      g_autoptr (LabPolynomial) variable = lab_polynomial_new (n, lab_monomial (i, 1), 1);
      g_autoptr (LabPolynomial) offset = lab_polynomial_new (n, 0, x0[i]);

      replacements[i] = lab_polynomial_add (variable, offset, 1);
    }
  for (int i = 0; i < n_rows && valid; i++)
    {
      g_autoptr (LabPolynomial) over = rows[i].over, under = rows[i].under;

      rows[i] = (LabQuotient) { lab_polynomial_compose (over, replacements), lab_polynomial_compose (under, replacements) };
      valid = settle (&rows[i]);
    }
  for (int i = 0; i < n; i++)
    lab_polynomial_free (replacements[i]);
  return valid || fail (error, _("the right-hand side is not defined at the point of rest"));
}

/* ---- common denominator and mass matrix ---- */

static gboolean
is_constant (const LabPolynomial *a)
{
  return lab_polynomial_degree (a) == 0;
}

/* Returns whether a − b is 0 in all coefficients. Denominators that differ by a factor count as different, which
 * raises the degree but is not wrong. */
static gboolean
is_equal (const LabPolynomial *a, const LabPolynomial *b)
{
  g_autoptr (LabPolynomial) difference = lab_polynomial_add (a, b, -1);

  return lab_polynomial_n_terms (difference) == 0;
}

/* Computes field->common, the product of the distinct denominators, and field->flow. */
static gboolean
make_flow (LabField *field, const LabQuotient *rows, GError **error)
{
  int n = field->n, degree = 0, most = 0;

  for (int i = 0; i < n; i++)
    {
      gboolean is_known = FALSE;
      LabPolynomial *next;

      most = MAX (most, lab_polynomial_degree (rows[i].over));
      for (int j = 0; j < i && !is_known; j++)
        is_known = is_equal (rows[i].under, rows[j].under);
      if (is_known)
        continue;
      degree += lab_polynomial_degree (rows[i].under);
      if (degree > MOST_DEGREE)
        return fail (error, _("the denominators of the right-hand side have too high a degree"));
      next = lab_polynomial_multiply (field->common, rows[i].under);
      lab_polynomial_free (field->common);
      field->common = next;
    }
  if (degree + most > MOST_DEGREE + 4)
    return fail (error, _("the right-hand side has too high a degree"));
  for (int i = 0; i < n; i++)
    {
      LabPolynomial *flow = lab_polynomial_copy (rows[i].over), *next;

      for (int j = 0; j < n; j++)
        {
          gboolean is_known = is_equal (rows[j].under, rows[i].under);

          for (int k = 0; k < j && !is_known; k++)
            is_known = is_equal (rows[j].under, rows[k].under);
          if (is_known)
            continue;
          next = lab_polynomial_multiply (flow, rows[j].under);
          lab_polynomial_free (flow);
          flow = next;
        }
      field->flow[i] = flow;
    }
  return TRUE;
}

/* Writes the mass matrix to mass[n·n], column-major. */
static void
read_mass (const OdeSystem *ode, int n, double *mass)
{
  memset (mass, 0, (gsize) (n * n) * sizeof *mass);
  for (int j = 0; j < n; j++)
    {
      if (ode->mass_pattern == NULL)
        mass[j * n + j] = 1;
      else
        for (int k = ode->mass_pattern->start[j]; k < ode->mass_pattern->start[j + 1]; k++)
          mass[j * n + ode->mass_pattern->row[k]] = ode->mass[k];
    }
}

/* Computes the residuals under_i Σ_j M_ij z'_j − over_i. Their variables are z (0 to n − 1) and z' (n to 2n − 1). */
static void
make_residual (LabField *field, const LabQuotient *rows, const double *mass)
{
  int n = field->n;

  /* The variables z and z' of the implicit form must fit into one monomial. */
  if (2 * n > LAB_MOST_VARIABLES)
    return;
  field->residual = g_new0 (LabPolynomial *, n + 1);
  for (int i = 0; i < n; i++)
    {
      LabPolynomial *sum = lab_polynomial_new (2 * n, 0, 0), *next;
      g_autoptr (LabPolynomial) over = lab_polynomial_widen (rows[i].over, 2 * n);
      g_autoptr (LabPolynomial) under = lab_polynomial_widen (rows[i].under, 2 * n);

      for (int j = 0; j < n; j++)
        {
          g_autoptr (LabPolynomial) rate = lab_polynomial_new (2 * n, lab_monomial (n + j, 1), mass[j * n + i]);

          next = lab_polynomial_add (sum, rate, 1);
          lab_polynomial_free (sum);
          sum = next;
        }
      next = lab_polynomial_multiply (sum, under);
      lab_polynomial_free (sum);
      field->residual[i] = lab_polynomial_add (next, over, -1);
      lab_polynomial_free (next);
    }
}

/* Solves M z' = f for a constant mass matrix M. The inverse of M has rounding errors. */
static gboolean
apply_mass (LabField *field, double *mass, GError **error)
{
  int n = field->n;
  int pivot[LAB_MOST_VARIABLES];
  g_autofree LabPolynomial **flow = g_new0 (LabPolynomial *, n);

  if (!is_constant (field->common))
    return fail (error, _("the model has both a mass matrix and divisions by states"));
  if (!ode_lu_factor (n, mass, pivot))
    return fail (error, _("the mass matrix is singular"));
  for (int j = 0; j < n; j++)
    flow[j] = lab_polynomial_new (n, 0, 0);
  for (int j = 0; j < n; j++)
    {
      double column[LAB_MOST_VARIABLES] = { 0 };

      column[j] = 1;
      ode_lu_solve (n, mass, pivot, column);
      for (int i = 0; i < n; i++)
        {
          LabPolynomial *next = lab_polynomial_add (flow[i], field->flow[j], column[i]);

          lab_polynomial_free (flow[i]);
          flow[i] = next;
        }
    }
  for (int i = 0; i < n; i++)
    {
      lab_polynomial_free (field->flow[i]);
      field->flow[i] = flow[i];
    }
  return TRUE;
}

/* A = ∂flow/∂z at 0, divided by common (0): the derivative of flow/common at a zero of flow has no other term. */
static void
linearize (LabField *field)
{
  double zero[LAB_MOST_VARIABLES] = { 0 }, gradient[LAB_MOST_VARIABLES], scale = lab_polynomial_value (field->common, zero);

  for (int i = 0; i < field->n; i++)
    {
      lab_polynomial_gradient (field->flow[i], zero, gradient);
      for (int j = 0; j < field->n; j++)
        field->A[i * field->n + j] = gradient[j] / scale;
    }
}

/* ---- the candidate ---- */

/* A value or gradient of the candidate at the equilibrium below this fraction of its coefficients counts as a rounding error. */
#define AT_MINIMUM 1e-9

/* Takes the candidate as a polynomial in z, without its terms of degree 0 and 1, which are zero up to rounding
 * errors, or refuses it. */
static gboolean
take_candidate (LabField *field, LabQuotient *typed, GError **error)
{
  double zero[LAB_MOST_VARIABLES] = { 0 }, gradient[LAB_MOST_VARIABLES], size, low;

  if (!shift (typed, 1, field->x0, error))
    return FALSE;
  if (!is_constant (typed->under))
    {
      lab_option_set_error (error, "candidate", _("the candidate is not a polynomial in the states"));
      return FALSE;
    }
  size = lab_polynomial_size (typed->over);
  low = lab_polynomial_gradient (typed->over, zero, gradient);
  for (int i = 0; i < field->n; i++)
    low = fmax (low, fabs (gradient[i]));
  if (!(low <= AT_MINIMUM * size) || size == 0)
    {
      lab_option_set_error (error, "candidate", _("the candidate has no minimum at the point of rest"));
      return FALSE;
    }
  field->candidate = lab_polynomial_part (typed->over, 2, LAB_MOST_DEGREE);
  if (lab_polynomial_degree (field->candidate) > 8)
    {
      lab_option_set_error (error, "candidate", _("the degree of the candidate is above 8, the largest supported degree"));
      return FALSE;
    }
  return TRUE;
}

/* Checks that the candidate is 0 at the equilibrium. Must be called before `shift`, which drops the constant term of each numerator. */
static gboolean
check_value (const LabQuotient *typed, const double *x0, GError **error)
{
  double value = lab_polynomial_value (typed->over, x0) / lab_polynomial_value (typed->under, x0);

  if (fabs (value) <= AT_MINIMUM * lab_quotient_terms (typed->over, x0) / fabs (lab_polynomial_value (typed->under, x0)))
    return TRUE;
  lab_option_set_error (error, "candidate", _("the candidate must be 0 at the point of rest, and its value there is %g"),
               value);
  return FALSE;
}

/* ---- construction of the field ---- */

/* Expands the right-hand side, and then the right-hand side together with the candidate. So an error of the second expansion concerns the
 * candidate. */
static ModelPolynomials *
expand (const LabProblem *problem, const ModelSystem *system, const char *candidate, const double *origin, GError **error)
{
  g_autoptr (ModelPolynomials) flow
      = model_polynomials_new (problem->model, &problem->instance, system, NULL, 0, origin, MOST_DEGREE, error);
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = NULL;
  g_autoptr (GError) wrong = NULL;
  const ExprTree *trees[1];
  ModelPolynomials *both = NULL;

  if (flow == NULL || candidate == NULL)
    return g_steal_pointer (&flow);
  tree = expr_tree_parse (candidate, NULL, errors);
  trees[0] = tree;
  if (tree != NULL)
    both = model_polynomials_new (problem->model, &problem->instance, system, trees, 1, origin, MOST_DEGREE, &wrong);
  if (both == NULL)
    lab_option_set_error (error, "candidate", _("the candidate '%s': %s"), candidate,
                 tree == NULL ? ((const ExprError *) errors->pdata[0])->message : wrong->message);
  return both;
}

/* Largest error of the linear part of the quotients, relative to its largest entry. */
#define LINEAR_ERROR 1e-9

/* Returns whether the linear part of the quotients agrees with ∂f/∂x of the model. In polynomials that were expanded far from x0, such as those of
 * (x − 2)³/10⁻¹⁸, it may have no digits left. Models with a mass matrix are not compared. */
static gboolean
agrees (const LabField *field, const LabProblem *problem, const LabQuotient *rows)
{
  int n = field->n;
  g_autoptr (LabFlow) flow = lab_flow_new (problem, NULL);
  g_autofree double *J = g_new (double, n * n);
  double zero[LAB_MOST_VARIABLES] = { 0 }, gradient[LAB_MOST_VARIABLES], largest = 0, difference = 0;

  if (flow == NULL || !flow->autonomous || !lab_flow_jacobian (flow, flow->t, field->x0, J))
    return TRUE;
  for (int i = 0; i < n; i++)
    {
      double under = lab_polynomial_value (rows[i].under, zero);

      lab_polynomial_gradient (rows[i].over, zero, gradient);
      for (int j = 0; j < n; j++)
        {
          largest = fmax (largest, fabs (J[i * n + j]));
          difference = fmax (difference, fabs (J[i * n + j] - gradient[j] / under));
        }
    }
  return difference <= LINEAR_ERROR * largest;
}

/* Expands the right-hand side again, around x0, if the quotients that were moved there have lost digits. Returns FALSE with an error if that is not possible. */
static gboolean
check_digits (const LabField *field, const LabProblem *problem, const ModelSystem *system, LabQuotient *rows, GError **error)
{
  g_autoptr (ModelPolynomials) polynomials = NULL;

  if (agrees (field, problem, rows))
    return TRUE;
  polynomials = expand (problem, system, NULL, field->x0, error);
  for (int i = 0; polynomials != NULL && i < field->n; i++)
    {
      lab_polynomial_free (rows[i].over);
      lab_polynomial_free (rows[i].under);
      rows[i] = (LabQuotient) { take_polynomial (&polynomials->numerators[i]), take_polynomial (&polynomials->denominators[i]) };
      if (!settle (&rows[i]))
        return fail (error, _("the right-hand side is not defined at the point of rest"));
    }
  return polynomials != NULL;
}

/* Makes the field step by step: start, equilibrium, shift, common denominator, mass matrix, linear part and
 * candidate. rows[n] is the candidate. */
static gboolean
fill (LabField *field, const LabProblem *problem, ModelSystem *system, LabQuotient *rows, const char *point, const char *candidate,
      const LabProgress *progress, GError **error)
{
  int n = field->n;
  g_autofree double *discrete = g_new0 (double, model_system_n_discrete (system) + 1), *mass = g_new (double, n *n);

  if (!model_system_initial (system, field->x0, discrete, error) || (point != NULL && !read_point (point, field->names, n, field->x0, error))
      || !set_rest (field, problem, rows, point != NULL, progress, error) || (candidate != NULL && !check_value (&rows[n], field->x0, error))
      || !shift (rows, n, field->x0, error) || !check_digits (field, problem, system, rows, error))
    return FALSE;
  read_mass (model_system_ode (system), n, mass);
  make_residual (field, rows, mass);
  if (!make_flow (field, rows, error) || (model_system_ode (system)->mass_pattern != NULL && !apply_mass (field, mass, error)))
    return FALSE;
  linearize (field);
  return candidate == NULL || take_candidate (field, &rows[n], error);
}

/* The model is expanded around 0 first, because the equilibrium is not known before its equations are; check_digits
 * expands it again if that lost digits. */
LabField *
lab_field_new (const LabProblem *problem, const char *point, const char *candidate, const LabProgress *progress, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (LabField) field = g_new0 (LabField, 1);
  g_autoptr (ModelPolynomials) polynomials = NULL;
  LabQuotient *rows;
  gboolean valid;
  int n;

  if (system == NULL || !check_model (problem, system, error))
    return NULL;
  polynomials = expand (problem, system, candidate, NULL, error);
  if (polynomials == NULL)
    return NULL;
  if (!is_finite (polynomials))
    {
      fail (error, _("a coefficient of the right-hand side is not finite"));
      return NULL;
    }
  n = field->n = model_system_n_states (system);
  field->names = g_new0 (char *, n + 1);
  for (int i = 0; i < n; i++)
    field->names[i] = g_strdup (model_system_ode (system)->names[i]);
  field->x0 = g_new0 (double, n);
  field->A = g_new0 (double, n * n);
  field->flow = g_new0 (LabPolynomial *, n + 1);
  field->common = lab_polynomial_new (n, 0, 1);
  rows = g_new0 (LabQuotient, polynomials->n + 1);
  for (int i = 0; i < polynomials->n; i++)
    rows[i] = (LabQuotient) { take_polynomial (&polynomials->numerators[i]), take_polynomial (&polynomials->denominators[i]) };
  valid = fill (field, problem, system, rows, point, candidate, progress, error);
  free_quotients (rows, polynomials->n);
  return valid ? g_steal_pointer (&field) : NULL;
}
