/* The study `lyapunov-function`: finds the coefficients of a Lyapunov function in a basis given by the user, by a
 * linear program over samples of the state space, as Drake's SampleBasedLyapunovAnalysis does. For V = Σ p_k φ_k with
 * given φ_k, the program is: minimize Σ |dV/dt + 1| over the samples so that V ≥ 0 and dV/dt ≤ 0 at each of them and
 * V = 0 at the point. All of this is linear in p. Nothing is proven between the samples. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-equilibria.h"
#include "lab-length.h"
#include "lab-linear-program.h"
#include "lab-option.h"
#include "lab-study-kind.h"
#include "model-derivatives.h"
#include "ode-format.h"

enum { OPTION_BASIS, OPTION_SAMPLES, OPTION_POINT };

static const LabOptionRow options[] = {
  { "basis", "A, B, …", N_("expressions in the states whose combination is V, separated by commas"), NULL, TRUE, N_("Basis") },
  { "samples", "x=LOW:HIGH:N,y=…", N_("grid of the samples, one range for each state"), NULL, TRUE, N_("Samples") },
  { "point", "x=A,y=B", N_("point at which V is 0; by default the equilibrium near the initial state"), NULL, FALSE, N_("Point with V = 0") },
};

/* Largest number of samples; it limits time and memory. */
#define MOST_SAMPLES 20000
/* Largest number of basis functions, each of which is a dense column of the program. */
#define MOST_TERMS 60
/* A coefficient below this fraction of the largest counts as 0. The tolerance of the solver is 1e-7 relative to sums over samples. */
#define ROUNDING 1e-10

typedef struct
{
  LabFlow *flow;
  GPtrArray *names, *trees;     /* texts and syntax trees of the basis functions */
  LabRange *ranges;             /* the sampled range of each state */
  int n_samples;
  double *point;
  ModelDerivatives *derivatives;
} Study;

static gboolean wrong_option (GError **error, const char *key, const char *format, ...) G_GNUC_PRINTF (3, 4);

static gboolean
wrong_option (GError **error, const char *key, const char *format, ...)
{
  va_list arguments;
  g_autofree char *text = NULL;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  lab_option_set_error (error, key, "%s", text);
  return FALSE;
}

/* Splits a text at the commas that are not inside parentheses. */
static GPtrArray *
split (const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  const char *start = text, *at;
  int depth = 0;

  for (at = text;; at++)
    {
      depth += *at == '(' || *at == '[';
      depth -= *at == ')' || *at == ']';
      if (*at == '\0' || (*at == ',' && depth == 0))
        {
          g_ptr_array_add (parts, g_strstrip (g_strndup (start, (gsize) (at - start))));
          start = at + 1;
        }
      if (*at == '\0')
        return parts;
    }
}

static gboolean
read_basis (Study *study, const char *text, GError **error)
{
  study->names = split (text);
  study->trees = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free);
  if (study->names->len > MOST_TERMS)
    return wrong_option (error, "basis", _("'%s' has too many expressions"), "basis");
  for (guint k = 0; k < study->names->len; k++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      ExprTree *tree = expr_tree_parse (study->names->pdata[k], NULL, errors);

      if (tree == NULL)
        {
          lab_option_set_error (error, "basis", _("'basis', expression '%s': %s"), (char *) study->names->pdata[k],
                       ((const ExprError *) errors->pdata[0])->message);
          return FALSE;
        }
      g_ptr_array_add (study->trees, tree);
    }
  return TRUE;
}

/* Reads one range with a number of values for each state. The samples are all combinations of these values. */
static gboolean
read_samples (Study *study, const char *text, GError **error)
{
  g_autoptr (GPtrArray) parts = split (text);
  double total = 1;

  for (guint k = 0; k < parts->len; k++)
    {
      LabRange range = { 0 };
      int state = -1;

      if (lab_option_range ("samples", parts->pdata[k], TRUE, &range, error))
        state = lab_flow_find_state (study->flow, range.name);
      else
        return FALSE;
      if (state < 0 || study->ranges[state].n > 0)
        {
          wrong_option (error, "samples", state < 0 ? _("'samples': unknown state '%s'") : _("'samples' names the state '%s' twice"), range.name);
          g_free (range.name);
          return FALSE;
        }
      study->ranges[state] = range;
      total *= range.n;
    }
  for (int i = 0; i < study->flow->n; i++)
    if (study->ranges[i].n == 0)
      return wrong_option (error, "samples", _("'samples' has no range for the state '%s'"), study->flow->ode->names[i]);
  if (total > MOST_SAMPLES)
    return wrong_option (error, "samples", _("'%s' has more than 20000 points"), "samples");
  study->n_samples = (int) total;
  return TRUE;
}

/* The point is the equilibrium that Newton's method finds from the given states. Its steps are measured in the
 * lengths of the states (lab_flow_lengths), or in their sizes where a length is not known. */
static gboolean
read_point (Study *study, const char *text, GError **error)
{
  int n = study->flow->n;
  g_autofree double *scale = g_new (double, n), *size = g_new (double, n), *last = g_new (double, n);
  gboolean singular;

  study->point = g_memdup2 (study->flow->x0, (gsize) n * sizeof (double));
  if (text != NULL)
    {
      g_autoptr (GPtrArray) parts = split (text);

      for (guint k = 0; k < parts->len; k++)
        {
          g_auto (GStrv) halves = g_strsplit (parts->pdata[k], "=", 2);
          int state = halves[0] != NULL ? lab_flow_find_state (study->flow, g_strstrip (halves[0])) : -1;

          if (state < 0 || halves[1] == NULL || !lab_option_number (halves[1], &study->point[state]))
            return wrong_option (error, "point", _("'point' takes STATE=VALUE, …, not '%s'"), text);
        }
    }
  lab_flow_sizes (study->flow, study->point, size);
  lab_flow_lengths (study->flow, study->point, size, scale);
  lab_sizes_complete (n, size);
  for (int i = 0; i < n; i++)
    scale[i] = isfinite (scale[i]) ? scale[i] : size[i];
  if (lab_equilibrium_newton (study->flow, scale, study->point, last, &singular, NULL, 0, NULL))
    return TRUE;
  g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                       _("no point of rest was found near the initial state; 'point' sets another start"));
  return FALSE;
}

static void
study_clear (Study *study)
{
  for (int i = 0; study->ranges != NULL && i < study->flow->n; i++)
    g_free (study->ranges[i].name);
  g_free (study->ranges);
  g_free (study->point);
  g_clear_pointer (&study->names, g_ptr_array_unref);
  g_clear_pointer (&study->trees, g_ptr_array_unref);
  model_derivatives_free (study->derivatives);
  lab_flow_free (study->flow);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Study, study_clear)

/* Reads the options and compiles the basis functions with their derivatives. */
static gboolean
study_init (Study *study, const LabProblem *problem, const char *const *values, GError **error)
{
  study->flow = lab_flow_new (problem, error);
  if (study->flow == NULL || !lab_flow_require_smooth (study->flow, error) || !lab_flow_require_autonomous (study->flow, error))
    return FALSE;
  study->ranges = g_new0 (LabRange, study->flow->n);
  if (!read_basis (study, values[OPTION_BASIS], error) || !read_samples (study, values[OPTION_SAMPLES], error)
      || !read_point (study, values[OPTION_POINT], error))
    return FALSE;
  study->derivatives = model_derivatives_new (problem->model, &problem->instance, (const ExprTree *const *) study->trees->pdata,
                                              (int) study->trees->len, NULL, 0, error);
  return study->derivatives != NULL;
}

/* ---- the linear program ---- */

/* Computes grid point `index`; the last state varies fastest. */
static void
sample (const Study *study, int index, double *x)
{
  for (int i = study->flow->n - 1; i >= 0; i--)
    {
      const LabRange *range = &study->ranges[i];
      int k = index % range->n;

      index /= range->n;
      x[i] = k == range->n - 1 ? range->to : range->from + (range->to - range->from) * k / (range->n - 1);
    }
}

/* Computes the basis functions φ and dφ/dt at a point. Returns FALSE with an error if a value is not finite. */
static gboolean
evaluate (const Study *study, const double *x, double *phi, double *rate, GError **error)
{
  int n = study->flow->n, m = (int) study->trees->len;
  g_autofree double *f = g_new (double, n);
  const ModelDerivative *basis;
  gboolean finite = lab_flow_rhs (study->flow, study->flow->t, x, f);

  basis = model_derivatives_expressions (study->derivatives, study->flow->system, study->flow->t, x);
  for (int k = 0; k < m; k++)
    {
      phi[k] = basis->value[k];
      rate[k] = 0;
      for (int i = 0; i < n; i++)
        rate[k] += basis->by_x[k * n + i] * f[i];
      finite = finite && isfinite (phi[k]) && isfinite (rate[k]);
    }
  if (!finite)
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the model or the basis is not defined at a sample"));
  return finite;
}

/* Computes the largest |dφ/dt| over the samples for each function of the basis into size[m], or 1 if it is 0. Returns FALSE with an error if a value is not
 * finite or the study is cancelled. */
static gboolean
measure_basis (const Study *study, double *size, const LabProgress *progress, GError **error)
{
  int m = (int) study->trees->len;
  g_autofree double *x = g_new (double, study->flow->n), *phi = g_new (double, m), *rate = g_new (double, m);

  memset (size, 0, sizeof (double) * (gsize) m);
  for (int s = 0; s < study->n_samples; s++)
    {
      sample (study, s, x);
      if ((s % 64 == 0 && !lab_progress_report (progress, 0.1 * s / study->n_samples, error)) || !evaluate (study, x, phi, rate, error))
        return FALSE;
      for (int k = 0; k < m; k++)
        size[k] = fmax (size[k], fabs (rate[k]));
    }
  for (int k = 0; k < m; k++)
    size[k] = size[k] > 0 ? size[k] : 1;
  return TRUE;
}

/* The unknowns are the coefficients p·size and, for each sample, e with e ≥ ±(dV/dt + 1). Since dV/dt ≤ 0, the sum of e is Drake's objective Σ
 * |dV/dt + 1|, which excludes the trivial solution V = 0. In units of the sizes the entries are at most 1, whatever the units of the states: the
 * tolerance of the solver is absolute. */
static LabLinearProgram *
make_program (const Study *study, const double *size, const LabProgress *progress, GError **error)
{
  int m = (int) study->trees->len, total = m + study->n_samples;
  g_autoptr (LabLinearProgram) program = lab_linear_program_new (total);
  g_autofree double *x = g_new (double, study->flow->n), *phi = g_new (double, m), *rate = g_new (double, m);

  if (!evaluate (study, study->point, phi, rate, error))
    return NULL;
  for (int k = 0; k < m; k++)
    phi[k] /= size[k];
  lab_linear_program_add (program, phi, m, -1, 0, 0, 0);
  for (int s = 0; s < study->n_samples; s++)
    {
      sample (study, s, x);
      if ((s % 64 == 0 && !lab_progress_report (progress, 0.1 + 0.2 * s / study->n_samples, error)) || !evaluate (study, x, phi, rate, error))
        return NULL;
      for (int k = 0; k < m; k++)
        {
          phi[k] /= size[k];
          rate[k] /= size[k];
        }
      program->objective[m + s] = 1;
      lab_linear_program_add (program, phi, m, -1, 0, 0, INFINITY);
      lab_linear_program_add (program, rate, m, -1, 0, -INFINITY, 0);
      lab_linear_program_add (program, rate, m, m + s, -1, -INFINITY, -1);
      lab_linear_program_add (program, rate, m, m + s, 1, -1, INFINITY);
    }
  return g_steal_pointer (&program);
}

/* ---- the result ---- */

/* Returns the Lyapunov function V with the coefficients p as text, without terms whose coefficient is 0. */
static char *
describe (const Study *study, const double *p)
{
  GString *text = g_string_new (NULL);

  for (guint k = 0; k < study->names->len; k++)
    {
      char number[ODE_FORMAT_SIZE];

      if (p[k] == 0)
        continue;
      ode_format_double (number, fabs (p[k]));
      g_string_append_printf (text, "%s%s*(%s)", p[k] < 0 ? (text->len > 0 ? " - " : "-") : text->len > 0 ? " + " : "", number,
                              (const char *) study->names->pdata[k]);
    }
  if (text->len == 0)
    g_string_append_c (text, '0');
  return g_string_free (text, FALSE);
}

/* Reports the least V and the largest dV/dt over the samples. They show whether the conditions hold at the samples;
 * nothing is known between them. */
static LabResult *
report (const Study *study, const double *p)
{
  static const char *const columns[] = { "term", "coefficient", NULL }, *const answer_columns[] = { "V", "solver", NULL };
  LabResult *result = lab_result_new ();
  int m = (int) study->names->len;
  double objective = 0, smallest = INFINITY, largest = -INFINITY;
  g_autofree double *x = g_new (double, study->flow->n), *phi = g_new (double, m), *rates = g_new (double, m);
  LabTable *table;
  g_autofree char *text = describe (study, p);

  for (int s = 0; s < study->n_samples; s++)
    {
      double V = 0, rate = 0;

      sample (study, s, x);
      evaluate (study, x, phi, rates, NULL);
      objective += p[m + s];
      for (int k = 0; k < m; k++)
        {
          V += p[k] * phi[k];
          rate += p[k] * rates[k];
        }
      smallest = fmin (smallest, V);
      largest = fmax (largest, rate);
    }
  lab_result_add_number (result, "samples", study->n_samples, NULL);
  lab_result_add_number (result, "objective", objective, NULL);
  lab_result_add_number (result, "smallest_V", smallest, NULL);
  lab_result_add_number (result, "largest_rate", largest, NULL);
  table = lab_result_add_table (result, "answer", answer_columns);
  lab_table_add_text (table, text);
  lab_table_add_text (table, "clp");
  table = lab_result_add_table (result, "V", columns);
  for (int k = 0; k < m; k++)
    {
      lab_table_add_text (table, study->names->pdata[k]);
      lab_table_add (table, p[k]);
    }
  return result;
}

static LabResult *
run (const LabProblem *problem, const char *const *values, const LabProgress *progress, GError **error)
{
  g_auto (Study) study = { 0 };
  g_autoptr (LabLinearProgram) program = NULL;
  g_autofree double *p = NULL, *size = NULL;
  double largest = 0;

  if (!lab_linear_program_available ())
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("this build has no solver for linear programs (CLP)"));
      return NULL;
    }
  if (!study_init (&study, problem, values, error))
    return NULL;
  size = g_new (double, study.trees->len);
  program = measure_basis (&study, size, progress, error) ? make_program (&study, size, progress, error) : NULL;
  if (program == NULL || !lab_progress_report (progress, 0.5, error))
    return NULL;
  if (lab_linear_program_solve (program, progress, 0.5, &p, error) == LAB_LINEAR_FAILED)
    return NULL;
  for (guint k = 0; p != NULL && k < study.names->len; k++)
    largest = fmax (largest, fabs (p[k]));
  for (guint k = 0; p != NULL && k < study.names->len; k++)
    p[k] = fabs (p[k]) < ROUNDING * largest ? 0 : p[k] / size[k];
  if (p == NULL || largest == 0) /* V = 0 says nothing */
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_CHECK,
                           _("no combination of the basis has V ≥ 0 and dV/dt ≤ 0 at all samples with dV/dt < 0 at one of them"));
      return NULL;
    }
  return report (&study, p);
}

const LabStudyKind lab_study_lyapunov_function = {
  .id = "lyapunov-function",
  .label = N_("Lyapunov function"),
  .advice = N_("Finds a Lyapunov function in a typed basis by a linear program over samples. It holds at the samples; between them nothing is proven."),
  .of = LAB_STUDY_OF_MODEL,
  .own_methods = TRUE,
  .options = options,
  .n_options = G_N_ELEMENTS (options),
  .run = run,
};
