/* Linearization of a model at a point, its discretization for inputs that are constant in each period, and
 * integrations of a function of the caller.
 *
 * At a point (t₀, x₀, u₀), where u are the parameters that are chosen as inputs and y the chosen outputs, the
 * deviations δx = x − x₀, δu and δy obey to first order
 *
 *   δx' = A δx + B δu + f₀,   δy = C δx + D δu
 *   A = ∂f/∂x,  B = ∂f/∂u,  C = ∂y/∂x,  D = ∂y/∂u,  f₀ = f (t₀, x₀, u₀)
 *
 * (Åström and Murray, Feedback Systems, 2008, section 5.4). The derivatives are symbolic. f₀ is 0 at an equilibrium. */
#include "lab-linear.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-eigen.h"
#include "lab-option.h"
#include "lab-problem.h"
#include "model-derivatives.h"
#include "ode-integrator.h"
#include "ode-linalg.h"

void
lab_linear_free (LabLinear *linear)
{
  if (linear == NULL)
    return;
  g_strfreev (linear->states);
  g_strfreev (linear->inputs);
  g_strfreev (linear->outputs);
  g_free (linear->x);
  g_free (linear->A);
  g_free (linear->B);
  g_free (linear->C);
  g_free (linear->D);
  g_free (linear->f0);
  g_free (linear->eigenvalues);
  g_free (linear);
}

/* Solves f (t, x) = 0 by Newton's method with the symbolic Jacobian. A step that does not reduce ‖f‖ is halved. The
 * search ends when a step is so small beside the states that it is a rounding error. Where ‖f‖ cannot be reduced any
 * more, the point is accepted if the step is SMALL_STEP of the states; where the Jacobian is singular, if ‖f‖ is
 * SMALL_VALUE of the terms J x. The method is that of Dennis and Schnabel, Numerical Methods for Unconstrained
 * Optimization and Nonlinear Equations, 1983, chapter 6, with halving as the line search and a plain decrease of the
 * largest |f_i| as its test. A step of 1e-15 of the states is about four rounding errors. */
#define NEWTON_ITERATIONS 100
#define ROUNDING_STEP 1e-15
#define SMALL_STEP 1e-9
#define SMALL_VALUE 1e-12

/* Returns the largest |f_i|, or infinity if a component is not finite, so that a step to a point where f is undefined
 * is halved. */
static double
norm_of (const double *f, int n)
{
  double largest = 0;

  for (int i = 0; i < n; i++)
    largest = isfinite (f[i]) ? fmax (largest, fabs (f[i])) : INFINITY;
  return largest;
}

/* Returns the size with which a change of a state is compared: |x_i|, or the largest state if it is 0, or 1 if all are. */
static double
size_of (double x, double largest)
{
  return x != 0 ? fabs (x) : largest > 0 ? largest : 1;
}

/* Returns the largest Σ_j |J_ij| s_j of a matrix that is stored by columns. */
static double
size_of_terms (const double *matrix, const double *x, int n)
{
  double largest = 0, largest_state = norm_of (x, n);

  for (int i = 0; i < n; i++)
    {
      double sum = 0;

      for (int j = 0; j < n; j++)
        sum += fabs (matrix[j * n + i]) * size_of (x[j], largest_state);
      largest = fmax (largest, sum);
    }
  return largest;
}

/* Returns FALSE with an error if the study is cancelled, and FALSE without an error if Newton's method does not
 * converge. A step is taken as a whole if it reduces ‖f‖. 40 halvings make it 1e-12 of its length; if ‖f‖ does not
 * decrease even then, rounding errors or a local minimum of ‖f‖ prevent it, and `whole` decides which. */
static gboolean
find_rest (ModelDerivatives *derivatives, const ModelSystem *system, double t, double *x, int n, const LabProgress *progress, GError **error)
{
  g_autoptr (GError) cancelled = NULL;
  g_autofree double *matrix = g_new (double, n * n + 1), *step = g_new (double, n + 1), *trial = g_new (double, n + 1);
  g_autofree int *pivot = g_new (int, n + 1);

  for (int iteration = 0; iteration < NEWTON_ITERATIONS; iteration++)
    {
      const ModelDerivative *f = model_derivatives_flow (derivatives, system, t, x);
      double before = norm_of (f->value, n), scale = 1, size = 0, whole = 0, terms, largest, largest_trial;

      if (before == 0)
        return TRUE;
      for (int i = 0; i < n; i++)
        {
          step[i] = -f->value[i];
          for (int j = 0; j < n; j++)
            matrix[j * n + i] = f->by_x[i * n + j];
        }
      terms = size_of_terms (matrix, x, n);
      if (!lab_lu_factor (n, matrix, pivot, progress, 0, &cancelled))
        {
          if (cancelled == NULL)
            return before < SMALL_VALUE * terms;
          g_propagate_error (error, g_steal_pointer (&cancelled));
          return FALSE;
        }
      ode_lu_solve (n, matrix, pivot, step);
      for (int halving = 0; halving < 40; halving++, scale *= 0.5)
        {
          if (!lab_progress_report (progress, 0, error))
            return FALSE;
          for (int i = 0; i < n; i++)
            trial[i] = x[i] + scale * step[i];
          if (norm_of (model_derivatives_flow (derivatives, system, t, trial)->value, n) < before)
            break;
        }
      largest = norm_of (x, n);
      largest_trial = norm_of (trial, n);
      for (int i = 0; i < n; i++)
        {
          size = fmax (size, fabs (trial[i] - x[i]) / size_of (trial[i], largest_trial));
          whole = fmax (whole, fabs (step[i]) / size_of (x[i], largest));
        }
      if (norm_of (model_derivatives_flow (derivatives, system, t, trial)->value, n) >= before)
        return whole < SMALL_STEP; /* rounding errors prevent further progress */
      memcpy (x, trial, (gsize) n * sizeof *x);
      if (size < ROUNDING_STEP)
        return TRUE;
    }
  return FALSE;
}

/* Parses the expressions of the outputs. If outputs is NULL, uses the outputs of the model. Returns NULL with an error if an expression is
 * invalid. */
static GPtrArray *
parse_outputs (const LabProblem *problem, LabLinear *linear, const char *const *outputs, GError **error)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  for (int k = 0; outputs == NULL && k < model_n_equations (problem->model); k++)
    {
      const ModelEquation *equation = model_equation (problem->model, k);

      if (equation->kind == MODEL_EQUATION_OUTPUT && equation->n_elements == 0)
        g_ptr_array_add (names, (gpointer) equation->name);
    }
  for (int k = 0; outputs != NULL && outputs[k] != NULL; k++)
    g_ptr_array_add (names, (gpointer) outputs[k]);
  linear->n_outputs = (int) names->len;
  linear->outputs = g_new0 (char *, names->len + 1);
  for (guint k = 0; k < names->len; k++)
    {
      g_autoptr (GPtrArray) errors = expr_errors_new ();
      ExprTree *tree = expr_tree_parse (names->pdata[k], NULL, errors);

      linear->outputs[k] = g_strdup (names->pdata[k]);
      if (tree == NULL)
        {
          lab_option_set_error (error, "outputs", "%s: %s", linear->outputs[k], ((const ExprError *) errors->pdata[0])->message);
          return NULL;
        }
      g_ptr_array_add (trees, tree);
    }
  return g_steal_pointer (&trees);
}

/* Converts the names of the inputs to indices of parameters. Returns FALSE with an error if a name is unknown. */
static gboolean
find_inputs (const ModelSystem *system, LabLinear *linear, const char *const *inputs, GArray *indices, GError **error)
{
  linear->inputs = inputs != NULL ? g_strdupv ((char **) inputs) : g_new0 (char *, 1);
  for (; linear->inputs[linear->n_inputs] != NULL; linear->n_inputs++)
    {
      int k = model_system_find_parameter (system, linear->inputs[linear->n_inputs]);

      if (k < 0)
        {
          g_set_error (error, MODEL_ERROR, MODEL_ERROR_UNKNOWN_NAME, _("unknown parameter '%s'"), linear->inputs[linear->n_inputs]);
          return FALSE;
        }
      g_array_append_val (indices, k);
    }
  return TRUE;
}

LabLinear *
lab_linear_new (const LabProblem *problem, const char *const *inputs, const char *const *outputs, gboolean rest,
                const LabProgress *progress, GError **error)
{
  g_autoptr (GError) cancelled = NULL;
  g_autoptr (LabLinear) linear = g_new0 (LabLinear, 1);
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (int));
  g_autoptr (GPtrArray) trees = NULL;
  g_autoptr (ModelDerivatives) derivatives = NULL;
  g_autofree double *d = NULL;
  const ModelDerivative *f, *y;
  int n;

  if (system == NULL || !find_inputs (system, linear, inputs, indices, error)
      || (trees = parse_outputs (problem, linear, outputs, error)) == NULL)
    return NULL;
  n = linear->n_states = model_system_n_states (system);
  if (!lab_problem_require_order (n, error))
    return NULL;
  linear->states = g_new0 (char *, n + 1);
  for (int i = 0; i < n; i++)
    linear->states[i] = g_strdup (model_system_ode (system)->names[i]);
  derivatives = model_derivatives_new (problem->model, &problem->instance, (const ExprTree *const *) trees->pdata, linear->n_outputs,
                                       (const int *) (gpointer) indices->data, linear->n_inputs, error);
  if (derivatives == NULL)
    return NULL;
  linear->t = isnan (problem->t_start) ? model_system_t_start (system) : problem->t_start;
  linear->x = g_new0 (double, n + 1);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  if (!model_system_initial (system, linear->x, d, error))
    return NULL;
  model_system_set_discrete (system, d);
  /* The discrete states, such as gains or switches of the model, keep their initial values also at an equilibrium. */
  if (rest && !find_rest (derivatives, system, linear->t, linear->x, n, progress, &cancelled))
    {
      if (cancelled != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cancelled));
          return NULL;
        }
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                           _("no equilibrium was found from these initial values; set others with --initial"));
      return NULL;
    }
  f = model_derivatives_flow (derivatives, system, linear->t, linear->x);
  linear->A = g_memdup2 (f->by_x, sizeof (double) * (gsize) (n * n + 1));
  linear->B = g_memdup2 (f->by_p, sizeof (double) * (gsize) (n * linear->n_inputs + 1));
  linear->f0 = g_memdup2 (f->value, sizeof (double) * (gsize) (n + 1));
  y = model_derivatives_expressions (derivatives, system, linear->t, linear->x);
  linear->C = g_memdup2 (y->by_x, sizeof (double) * (gsize) (linear->n_outputs * n + 1));
  linear->D = g_memdup2 (y->by_p, sizeof (double) * (gsize) (linear->n_outputs * linear->n_inputs + 1));
  linear->eigenvalues = g_new0 (double, 2 * n + 1);
  if (!lab_eigen_values_watched (n, linear->A, linear->eigenvalues, progress, 0, &cancelled))
    {
      if (cancelled != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&cancelled));
          return NULL;
        }
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL,
                           lab_eigen_is_finite (n * n, linear->A) ? _("the computation of the eigenvalues did not converge")
                                                                  : _("the linearization is not finite at this point"));
      return NULL;
    }
  return g_steal_pointer (&linear);
}

/* ---- matrix exponential ---- */

/* Order from which each row of a product reports progress; smaller products take less than a millisecond. */
#define LARGE 100

/* Returns FALSE with an error if the study is cancelled. */
static gboolean
multiply (int n, const double *a, const double *b, double *c, const LabProgress *progress, GError **error)
{
  for (int i = 0; i < n; i++)
    {
      if (n >= LARGE && !lab_progress_report (progress, 0, error))
        return FALSE;
      for (int j = 0; j < n; j++)
        {
          double sum = 0;

          for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
          c[i * n + j] = sum;
        }
    }
  return TRUE;
}

/* Computes the matrix exponential by scaling and squaring of a Taylor polynomial: exp (a) = exp (a/2^s)^(2^s) with ‖a‖/2^s ≤ 1/2, so that
 * terms up to degree 18 leave a remainder of 0.5¹⁹/19! < 2e-23 (Moler and Van Loan, SIAM Rev. 45 (2003) 3, method 3). Each squaring doubles
 * the rounding error. */
gboolean
lab_matrix_exponential (int n, const double *a, double *result, const LabProgress *progress, GError **error)
{
  g_autofree double *scaled = g_new (double, n * n + 1), *term = g_new (double, n * n + 1), *product = g_new (double, n * n + 1);
  double norm = 0;
  int squarings = 0;

  for (int i = 0; i < n; i++)
    {
      double sum = 0;

      for (int j = 0; j < n; j++)
        sum += fabs (a[i * n + j]);
      norm = fmax (norm, sum);
      if (!isfinite (sum))
        return FALSE;
    }
  if (norm > 0.5)
    squarings = MAX (0, (int) ceil (log2 (norm)) + 1);
  for (int k = 0; k < n * n; k++)
    {
      scaled[k] = ldexp (a[k], -squarings);
      result[k] = term[k] = k % (n + 1) == 0;
    }
  for (int degree = 1; degree <= 18; degree++)
    {
      if (!multiply (n, term, scaled, product, progress, error))
        return FALSE;
      for (int k = 0; k < n * n; k++)
        {
          term[k] = product[k] / degree;
          result[k] += term[k];
        }
    }
  for (int s = 0; s < squarings; s++)
    {
      if (!multiply (n, result, result, product, progress, error))
        return FALSE;
      memcpy (result, product, sizeof (double) * (gsize) (n * n));
    }
  for (int k = 0; k < n * n; k++)
    if (!isfinite (result[k]))
      return FALSE;
  return TRUE;
}

/* The first rows of exp (T [A B f; 0 0 0; 0 0 0]) are Ad, Bd and fd (Van Loan, IEEE Trans. Automat. Contr. 23 (1978)
 * 395). With inputs that are constant over the period T, x (T) = Ad x (0) + Bd u + fd, where
 *
 *   Ad = exp (A T),   Bd = ∫₀ᵀ exp (A s) ds B,   fd = ∫₀ᵀ exp (A s) ds f
 *
 * The exponential of the larger matrix gives the integrals too, and needs no inverse of A, which may be singular. */
gboolean
lab_discretize (int n, int m, const double *A, const double *B, const double *f, double period, double *Ad, double *Bd, double *fd,
                const LabProgress *progress, GError **error)
{
  int size = n + m + 1;
  g_autofree double *whole = g_new0 (double, size * size), *result = g_new (double, size * size);

  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        whole[i * size + j] = period * A[i * n + j];
      for (int j = 0; j < m; j++)
        whole[i * size + n + j] = period * B[i * m + j];
      whole[i * size + n + m] = period * f[i];
    }
  if (!lab_matrix_exponential (size, whole, result, progress, error))
    return FALSE;
  for (int i = 0; i < n; i++)
    {
      for (int j = 0; j < n; j++)
        Ad[i * n + j] = result[i * size + j];
      for (int j = 0; j < m; j++)
        Bd[i * m + j] = result[i * size + n + j];
      fd[i] = result[i * size + n + m];
    }
  return TRUE;
}

/* ---- initial value problems whose right-hand side is a function of the caller ---- */

/* The numbers are those of Drake's InitialValueProblem: accuracy 1e-4, first step 1e-4, largest step 0.1, and the
 * Runge–Kutta method of order 3 with an estimate of order 2. */
void
lab_solve_options_init (LabSolveOptions *options)
{
  *options = (LabSolveOptions) { 1e-4, 1e-4, 0.1, "runge_kutta3" };
}

typedef struct
{
  LabRateFunc rate;
  gpointer user;
  int n;
} Problem;

/* The right-hand side of the integrator. A slope times 0 is 0 if the slope is finite and NaN otherwise, so that the
 * sum tells with one comparison whether all are; the integrator then tries a shorter step. */
static OdeStatus
rate_of (void *self, double t, const double *x, double *dxdt)
{
  const Problem *problem = self;
  double sum = 0;

  problem->rate (t, x, dxdt, problem->user);
  for (int i = 0; i < problem->n; i++)
    sum += dxdt[i] * 0;
  return sum == 0 ? ODE_DONE : ODE_RETRY_UNDEFINED;
}

struct LabDense
{
  int n;
  GArray *t;      /* double: times of the steps */
  GArray *points; /* double: for each time x[n], followed by dxdt[n] */
};

/* Appends the time, the state and its slope, through which lab_dense_evaluate interpolates. */
static gboolean
keep (LabDense *dense, OdeIntegrator *integrator)
{
  double t = ode_integrator_t (integrator);
  const double *dxdt;

  if (dense == NULL)
    return TRUE;
  if (ode_integrator_dxdt (integrator, &dxdt) != ODE_DONE)
    return FALSE;
  g_array_append_val (dense->t, t);
  g_array_append_vals (dense->points, ode_integrator_x (integrator), (guint) dense->n);
  g_array_append_vals (dense->points, dxdt, (guint) dense->n);
  return TRUE;
}

/* Integrates with Stepwise's own integrator and the given options. The simulator, which needs a model, is not
 * involved. */
static gboolean
solve (int n, LabRateFunc rate, gpointer user, double t0, const double *x0, double tf, const LabSolveOptions *options, double *x,
       LabDense *dense, GError **error)
{
  Problem problem = { rate, user, n };
  OdeSystem system = { .self = &problem, .n_states = n, .rhs = rate_of, .time_dependent = true };
  const OdeMethod *method;
  LabSolveOptions standard;
  OdeIntegrator *integrator;
  OdeSettings settings;
  char reason[512] = "";
  OdeStatus status;

  lab_solve_options_init (&standard);
  if (options == NULL)
    options = &standard;
  if (!(tf >= t0))
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, _("the end time %g is before the start time %g"), tf, t0);
      return FALSE;
    }
  method = ode_method_find (options->method);
  g_return_val_if_fail (method != NULL, FALSE);
  ode_settings_init (&settings);
  settings.accuracy = options->accuracy;
  settings.look = lab_progress_look;
  settings.initial_step = options->initial_step;
  settings.max_step = options->max_step;
  integrator = ode_integrator_new (method, &system, &settings, reason, sizeof reason);
  if (integrator == NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, reason);
      return FALSE;
    }
  status = ode_integrator_initialize (integrator, t0, x0, tf);
  if (status == ODE_DONE && !keep (dense, integrator))
    status = ODE_FAIL_UNDEFINED;
  while (status == ODE_DONE && ode_integrator_t (integrator) < tf)
    {
      status = ode_integrator_step (integrator, tf, ODE_STOP_END);
      if (status == ODE_DONE && !keep (dense, integrator))
        status = ODE_FAIL_UNDEFINED;
    }
  if (status != ODE_DONE)
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, ode_integrator_message (integrator));
  else if (x != NULL)
    memcpy (x, ode_integrator_x (integrator), (gsize) n * sizeof *x);
  ode_integrator_free (integrator);
  return status == ODE_DONE;
}

gboolean
lab_solve (int n, LabRateFunc rate, gpointer user, double t0, const double *x0, double tf, const LabSolveOptions *options, double *x,
           GError **error)
{
  return solve (n, rate, user, t0, x0, tf, options, x, NULL, error);
}

LabDense *
lab_solve_dense (int n, LabRateFunc rate, gpointer user, double t0, const double *x0, double tf, const LabSolveOptions *options,
                 GError **error)
{
  g_autoptr (LabDense) dense = g_new0 (LabDense, 1);

  dense->n = n;
  dense->t = g_array_new (FALSE, FALSE, sizeof (double));
  dense->points = g_array_new (FALSE, FALSE, sizeof (double));
  return solve (n, rate, user, t0, x0, tf, options, NULL, dense, error) ? g_steal_pointer (&dense) : NULL;
}

void
lab_dense_free (LabDense *dense)
{
  if (dense == NULL)
    return;
  g_array_unref (dense->t);
  g_array_unref (dense->points);
  g_free (dense);
}

/* Finds the step that contains t by bisection of the list of times, and evaluates the cubic Hermite polynomial
 * through both ends (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, equation II.6.7): with θ = (t − t₀)/h,
 *
 *   x = (1 − θ) x₀ + θ x₁ + θ (θ − 1) [(1 − 2θ) (x₁ − x₀) + (θ − 1) h f₀ + θ h f₁] */
gboolean
lab_dense_evaluate (const LabDense *dense, double t, double *x)
{
  const double *times = (const double *) (gpointer) dense->t->data, *points = (const double *) (gpointer) dense->points->data;
  guint low = 0, high = dense->t->len - 1;
  int n = dense->n;

  if (!(t >= times[low] && t <= times[high]))
    return FALSE;
  while (high - low > 1)
    {
      guint middle = (low + high) / 2;

      if (times[middle] <= t)
        low = middle;
      else
        high = middle;
    }
  for (int i = 0; i < n; i++)
    {
      double x0 = points[2 * (gsize) n * low + i], f0 = points[2 * (gsize) n * low + n + i];
      double x1 = points[2 * (gsize) n * high + i], f1 = points[2 * (gsize) n * high + n + i];
      double h = times[high] - times[low], theta = h > 0 ? (t - times[low]) / h : 0, s = 1 - theta, d = x1 - x0;

      x[i] = s * x0 + theta * x1 - theta * s * ((1 - 2 * theta) * d - s * h * f0 + theta * h * f1);
    }
  return TRUE;
}

/* Integrates y' = f (t), y (a) = 0 as an initial value problem, so that the error control chooses the points. Returns
 * y (b). */
double
lab_antiderivative (LabRateFunc f, gpointer user, double a, double b, const LabSolveOptions *options, GError **error)
{
  double zero = 0, result;

  return lab_solve (1, f, user, a, &zero, b, options, &result, error) ? result : NAN;
}
