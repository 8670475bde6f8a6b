/* Integrates the augmented system. The default method is that of Dormand and Prince of order 8, which has dense output of order
 * 7 and is efficient at tolerances of 1e-10. For stiff systems the method of the settings is used, with a Jacobian by
 * differences. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lab-flow.h"
#include "lab-flow-switch.h"
#include "lab-problem.h"
#include "ode-integrator.h"
#include "ode-lincomb.h"

#define METHOD "dop853"
/* The method for stiff systems where the settings have none. */
#define STIFF_METHOD "radau5"
#define MOST_STAGES 12
/* Largest number of equations that an explicit method integrates together. Its stages and its dense output take about twenty times as many numbers. */
#define MOST_NUMBERS 4000000
/* Tolerance of the quadrature in jacobian_error, relative to the largest slope. With the tolerance of x smooth systems have errors well below it, so it
 * acts at kinks only. */
#define DERIVATIVE_ACCURACY 1e-9
/* Rounding errors of f, relative to its terms. */
#define ROUNDING 1e-14
/* Largest number of attempts at parts of a step. After them the error is ignored, and the rest of the step is taken in parts that double. A kink takes
 * about 60 attempts. */
#define MOST_ATTEMPTS 250

struct LabFlowRun
{
  LabFlow *flow;
  OdeSystem system;
  OdeIntegrator *integrator;
  int size, n_vectors;
  gboolean with_trace, backward;
  double t;          /* model time at which s = 0 */
  long most_steps;   /* largest number of steps of one call of lab_flow_run_over */
  double *J, *f;
  double *low, *high; /* n numbers each: the range of the states since the start */
  int parameter;     /* index of the parameter of the last column; −1: it has none */
  double change;     /* change of the parameter in differences */
  double *parameters;
  double *slope;     /* n numbers: ∂f/∂p */
  /* If the method is explicit, derivatives are propagated after each step (see `propagate`). NULL: V and q are states of the integrator. */
  double *y;         /* size numbers: x, V, q after the last step */
  double *stages, *slopes, *columns, *times; /* for each stage: states, slopes and ∂f/∂p, slopes of V, time */
  double *values;    /* entries of the Jacobian */
  double largest;    /* largest product of an entry of the Jacobian and a state in a step, the size of the terms of f */
  double *part;      /* states at both ends of a part of a step */
  const OdeMethod *method;
  LabFlowSwitch *switches; /* jumps of f, at which V and q jump; NULL: there are none, or no derivatives are computed */
  char *obstacle;    /* reason why the orbit cannot be followed with its derivatives; NULL: none */
};

/* Sets the varied parameter to its value plus `change`. */
static void
change_parameter (LabFlowRun *run, double change)
{
  double value = run->parameters[run->parameter];

  run->parameters[run->parameter] = value + change;
  model_system_set_parameters (run->flow->system, run->parameters);
  run->parameters[run->parameter] = value;
}

/* Computes ∂f/∂p at n_points times and states, n numbers each, into slopes. */
static gboolean
parameter_slopes (LabFlowRun *run, int n_points, const double *times, const double *states, double *slopes)
{
  int n = run->flow->n;
  gboolean done = TRUE;

  for (int side = 0; side < 2; side++)
    {
      change_parameter (run, side == 0 ? run->change : -run->change);
      for (int k = 0; done && k < n_points; k++)
        {
          done = lab_flow_rhs (run->flow, times[k], states + k * n, run->f);
          for (int i = 0; i < n; i++)
            slopes[k * n + i] = ((side == 0 ? 0 : slopes[k * n + i]) + (side == 0 ? run->f[i] : -run->f[i]) / (2 * run->change));
        }
    }
  change_parameter (run, 0);
  return done;
}

static OdeStatus
augmented_rhs (void *self, double s, const double *y, double *dy)
{
  LabFlowRun *run = self;
  int n = run->flow->n;
  double sign = run->backward ? -1 : 1, t = run->t + sign * s, trace = 0;

  if (!lab_flow_rhs (run->flow, t, y, run->f))
    return ODE_RETRY_UNDEFINED;
  for (int i = 0; i < n; i++)
    dy[i] = sign * run->f[i];
  if (run->system.n_states == n)
    return ODE_DONE;
  if (!lab_flow_jacobian (run->flow, t, y, run->J))
    return ODE_RETRY_UNDEFINED;
  for (int c = 0; c < run->n_vectors; c++)
    for (int i = 0; i < n; i++)
      {
        const double *v = y + n + c * n;
        double sum = 0;

        for (int j = 0; j < n; j++)
          sum += run->J[i * n + j] * v[j];
        dy[n + c * n + i] = sign * sum;
      }
  if (run->parameter >= 0)
    {
      if (!parameter_slopes (run, 1, &t, y, run->slope))
        return ODE_RETRY_UNDEFINED;
      for (int i = 0; i < n; i++)
        dy[run->n_vectors * n + i] += sign * run->slope[i];
    }
  for (int i = 0; i < n; i++)
    trace += run->J[i * n + i];
  if (run->with_trace)
    dy[run->size - 1] = sign * trace;
  return ODE_DONE;
}

/* Returns whether the method of the settings is for stiff systems. */
static gboolean
has_stiff_method (const LabFlow *flow)
{
  unsigned traits = sim_config_method (flow->problem.config)->traits;

  return (traits & ODE_TRAIT_STIFF) != 0 && (traits & ODE_TRAIT_ADAPTIVE) != 0;
}

/* Makes the integrator for the first n_states numbers of the augmented system. Returns FALSE with an error. */
static gboolean
make_integrator (LabFlowRun *run, const OdeMethod *method, int n_states, double accuracy, GError **error)
{
  const double *size = run->flow->size;
  g_autofree double *weights = g_new (double, n_states);
  OdeSettings settings;
  char reason[512] = "";
  int n = run->flow->n;

  for (int k = 0; k < n_states; k++)
    weights[k] = k < n ? 1 / size[k] : k < n + n * n ? size[k / n - 1] / size[k % n] : 1;
  run->system = (OdeSystem) { .self = run, .n_states = n_states, .rhs = augmented_rhs, .time_dependent = !run->flow->autonomous };
  ode_settings_init (&settings);
  settings.accuracy = accuracy;
  /* Many elements of the vectors stay near zero, and the trace has no unit. */
  settings.weighting = ODE_WEIGHTING_MIXED;
  settings.weights = weights;
  settings.look = lab_progress_look;
  run->integrator = ode_integrator_new (method, &run->system, &settings, reason, sizeof reason);
  if (run->integrator == NULL)
    g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, reason);
  return run->integrator != NULL && (run->size == run->flow->n || lab_flow_switch_new (&run->flow->problem, run->flow->system, &run->switches, error));
}

/* Returns the method of the settings if it is for stiff systems, otherwise METHOD. */
static const OdeMethod *
method_of (const LabFlow *flow, gboolean backward)
{
  return !backward && has_stiff_method (flow) ? sim_config_method (flow->problem.config) : ode_method_find (METHOD);
}

/* Returns the method of lab_flow_run_new_stiff. */
static const OdeMethod *
stiff_method (const LabFlow *flow)
{
  return has_stiff_method (flow) ? sim_config_method (flow->problem.config) : ode_method_find (STIFF_METHOD);
}

/* Returns whether the method can integrate so many vectors. A method for stiff systems has a dense matrix for all states of all vectors. */
static gboolean
fits (const LabFlow *flow, const OdeMethod *method, int n_vectors)
{
  double size = (double) flow->n * (1 + n_vectors);

  return n_vectors == 0 || (flow->n <= LAB_MOST_ORDER && size <= ((method->traits & ODE_TRAIT_STIFF) != 0 ? LAB_MOST_ORDER : MOST_NUMBERS));
}

gboolean
lab_flow_run_fits (const LabFlow *flow, int n_vectors)
{
  return fits (flow, method_of (flow, FALSE), n_vectors);
}

/* Returns NULL with an error if the run would need too much memory. */
static LabFlowRun *
run_new (LabFlow *flow, const OdeMethod *method, int n_vectors, gboolean with_trace, gboolean backward, GError **error)
{
  LabFlowRun *run;

  if (!fits (flow, method, n_vectors))
    {
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED,
                   _("the study integrates %.0f equations together, a set for each of %d states; %s does so for at most %d"), (double) flow->n * (1 + n_vectors),
                   flow->n, _(method->label), (method->traits & ODE_TRAIT_STIFF) != 0 ? LAB_MOST_ORDER : MOST_NUMBERS);
      return NULL;
    }
  run = g_new0 (LabFlowRun, 1);
  run->flow = flow;
  run->n_vectors = n_vectors;
  run->with_trace = with_trace;
  run->most_steps = LONG_MAX;
  run->parameter = -1;
  run->backward = backward;
  run->size = flow->n * (1 + n_vectors) + (with_trace ? 1 : 0);
  run->J = n_vectors > 0 || with_trace ? g_new (double, flow->n * flow->n) : NULL;
  run->f = g_new (double, flow->n);
  run->low = g_new0 (double, flow->n);
  run->high = g_new0 (double, flow->n);
  return run;
}

LabFlowRun *
lab_flow_run_new (LabFlow *flow, int n_vectors, gboolean with_trace, gboolean backward, double accuracy, GError **error)
{
  const OdeMethod *method = method_of (flow, backward);
  g_autoptr (LabFlowRun) run = run_new (flow, method, n_vectors, with_trace, backward, error);

  return run != NULL && make_integrator (run, method, run->size, accuracy, error) ? g_steal_pointer (&run) : NULL;
}

LabFlowRun *
lab_flow_run_new_varied (LabFlow *flow, int parameter, double change, double accuracy, GError **error)
{
  const OdeMethod *method = method_of (flow, FALSE);
  g_autoptr (LabFlowRun) run = run_new (flow, method, flow->n + 1, TRUE, FALSE, error);
  gboolean is_explicit = (method->traits & ODE_TRAIT_STIFF) == 0;
  int n = flow->n, s = is_explicit ? method->tableau->n_stages : 0;

  if (run == NULL)
    return NULL;
  g_assert (s <= MOST_STAGES);
  run->method = method;
  run->parameter = parameter;
  run->change = change;
  run->parameters = g_new (double, model_system_n_parameter_values (flow->system) + 1);
  run->slope = g_new (double, n);
  if (is_explicit)
    {
      run->part = g_new (double, 2 * n);
      run->y = g_new (double, run->size);
      run->stages = g_new (double, s * n);
      run->slopes = g_new (double, (2 * s + 2) * n);
      run->columns = g_new (double, (s + 1) * n * (n + 1));
      run->times = g_new (double, s + 1);
      run->values = g_new (double, n * n + 1);
    }
  return make_integrator (run, method, is_explicit ? n : run->size, accuracy, error) ? g_steal_pointer (&run) : NULL;
}

LabFlowRun *
lab_flow_run_new_stiff (LabFlow *flow, int n_vectors, gboolean with_trace, double accuracy, GError **error)
{
  const OdeMethod *method = stiff_method (flow);
  g_autoptr (LabFlowRun) run = run_new (flow, method, n_vectors, with_trace, FALSE, error);

  return run != NULL && make_integrator (run, method, run->size, accuracy, error) ? g_steal_pointer (&run) : NULL;
}

void
lab_flow_run_free (LabFlowRun *run)
{
  if (run == NULL)
    return;
  ode_integrator_free (run->integrator);
  lab_flow_switch_free (run->switches);
  g_free (run->obstacle);
  g_free (run->J);
  g_free (run->f);
  g_free (run->low);
  g_free (run->high);
  g_free (run->parameters);
  g_free (run->slope);
  g_free (run->y);
  g_free (run->stages);
  g_free (run->slopes);
  g_free (run->columns);
  g_free (run->times);
  g_free (run->values);
  g_free (run->part);
  g_free (run);
}

int
lab_flow_run_size (const LabFlowRun *run)
{
  return run->size;
}

gboolean
lab_flow_run_start (LabFlowRun *run, double t, const double *y)
{
  run->t = t;
  if (run->parameter >= 0)
    model_system_get_parameters (run->flow->system, run->parameters);
  if (run->y != NULL)
    memcpy (run->y, y, sizeof (double) * (gsize) run->size);
  if (run->switches != NULL)
    lab_flow_switch_start (run->switches, t, y);
  g_clear_pointer (&run->obstacle, g_free);
  memcpy (run->low, y, sizeof (double) * (gsize) run->flow->n);
  memcpy (run->high, y, sizeof (double) * (gsize) run->flow->n);
  return ode_integrator_initialize (run->integrator, 0, y, INFINITY) == ODE_DONE;
}

/* Adds J·columns to slopes, which both have n + 1 columns of n numbers, and J·f to f_slope. Returns the trace of J, or NaN if J is undefined. */
static double
multiply_by_jacobian (LabFlowRun *run, double t, const double *x, const double *columns, double *slopes, const double *f, double *f_slope)
{
  const OdeSystem *ode = run->flow->ode;
  const OdePattern *pattern = ode->jacobian != NULL ? ode->jacobian_pattern : NULL;
  int n = run->flow->n;
  double trace = 0;

  if (pattern != NULL ? ode->jacobian (ode->self, t, x, run->values) != ODE_DONE : !lab_flow_jacobian (run->flow, t, x, run->J))
    return NAN;
  for (int j = 0; j < n; j++)
    {
      int first = pattern != NULL ? pattern->start[j] : 0, end = pattern != NULL ? pattern->start[j + 1] : n;

      for (int k = first; k < end; k++)
        {
          int row = pattern != NULL ? pattern->row[k] : k;
          double value = pattern != NULL ? run->values[k] : run->J[k * n + j];

          trace += row == j ? value : 0;
          f_slope[row] += value * f[j];
          run->largest = fmax (run->largest, fabs (value * x[j]));
          for (int c = 0; c <= n; c++)
            slopes[c * n + row] += value * columns[c * n + j];
        }
    }
  return trace;
}

/* Computes y = x + h Σ a_j k_j for count slopes k_j. All vectors have `size` numbers; y and x may be the same. */
static void
add_slopes (double *y, const double *x, int size, double h, const double *a, int count, const double *k)
{
  double factors[MOST_STAGES];
  const double *slopes[MOST_STAGES];
  int n_terms = 0;

  for (int j = 0; j < count; j++)
    if (a[j] != 0)
      {
        factors[n_terms] = h * a[j];
        slopes[n_terms++] = k + j * size;
      }
  ode_lincomb (size, y, x, n_terms, factors, slopes);
}

/* Computes the slopes of V and q at the stages of a step of length h from x, and sets end[n] to the state after the step and *trace to the slope of q.
 * The exact integral of J·f over the step is the difference of f at the ends of the step. *error is the error of the computed integral in units of
 * DERIVATIVE_ACCURACY; it is large if ∂f/∂x has a jump in the step. Returns FALSE if f or a derivative is undefined. */
static gboolean
derive_stages (LabFlowRun *run, double t, const double *x, double h, double *end, double *trace, double *error)
{
  const OdeTableau *tableau = run->method->tableau;
  int n = run->flow->n, s = tableau->n_stages, size = n * (n + 1);
  double *point = run->columns + s * size, *by_p = run->slopes + (s + 1) * n, *integral = by_p + s * n, largest = 0;

  for (int i = 0; i <= s; i++)
    {
      double *stage = i < s ? run->stages + i * n : end;

      add_slopes (stage, x, n, h, i < s ? tableau->A + i * s : tableau->b, i, run->slopes);
      run->times[i] = t + (i < s ? tableau->c[i] : 1) * h;
      if (!lab_flow_rhs (run->flow, run->times[i], stage, run->slopes + i * n))
        return FALSE;
    }
  if (!parameter_slopes (run, s, run->times, run->stages, by_p))
    return FALSE;
  *trace = *error = run->largest = 0;
  memset (integral, 0, sizeof (double) * (gsize) n);
  for (int i = 0; i < s; i++)
    {
      double *columns = run->columns + i * size, diagonal;

      add_slopes (point, run->y + n, size, h, tableau->A + i * s, i, run->columns);
      memset (columns, 0, sizeof (double) * (gsize) (n * n));
      memcpy (columns + n * n, by_p + i * n, sizeof (double) * (gsize) n);
      memset (run->slope, 0, sizeof (double) * (gsize) n);
      diagonal = multiply_by_jacobian (run, run->times[i], run->stages + i * n, point, columns, run->slopes + i * n, run->slope);
      if (isnan (diagonal))
        return FALSE;
      *trace += tableau->b[i] * diagonal;
      for (int k = 0; k < n; k++)
        {
          integral[k] += h * tableau->b[i] * run->slope[k];
          largest = fmax (largest, fabs (run->slopes[i * n + k]));
        }
    }
  for (int k = 0; k < n; k++)
    *error = fmax (*error, fabs (run->slopes[s * n + k] - run->slopes[k] - integral[k]));
  *error = *error > 0 ? *error / (DERIVATIVE_ACCURACY * largest + ROUNDING * run->largest) : 0;
  return TRUE;
}

/* Propagates V and q over the last step: differentiates the formulas of the method (internal differentiation, Hairer, Nørsett and Wanner, Solving
 * ODEs I, 2nd ed. 1993, II.6). The result is the derivative of the computed solution. The step is divided at a kink of f, which is a jump of ∂f/∂x.
 * Returns FALSE if f or a derivative is undefined. */
static gboolean
propagate (LabFlowRun *run)
{
  int n = run->flow->n, s = run->method->tableau->n_stages, size = n * (n + 1);
  double whole = ode_integrator_last_step (run->integrator), start = run->t + lab_flow_run_previous (run), part = whole, trace, error;
  double *x = run->part, *end = run->part + n;
  int n_attempts = 0;

  memcpy (x, ode_integrator_x_previous (run->integrator), sizeof (double) * (gsize) n);
  for (double done = 0; done < whole; n_attempts++)
    {
      gboolean last = part >= whole - done;
      double h = last ? whole - done : part;

      if (!derive_stages (run, start + done, x, h, end, &trace, &error))
        return FALSE;
      if (n_attempts < MOST_ATTEMPTS && error > 1)
        {
          part = h / 2;
          continue;
        }
      add_slopes (run->y + n, run->y + n, size, h, run->method->tableau->b, s, run->columns);
      run->y[run->size - 1] += h * trace;
      memcpy (x, end, sizeof (double) * (gsize) n);
      done = last ? whole : done + h;
      part = 2 * h;
    }
  memcpy (run->y, ode_integrator_x (run->integrator), sizeof (double) * (gsize) n);
  return TRUE;
}

static void
states_at (gpointer run, double s, double *x)
{
  LabFlowRun *self = run;
  g_autofree double *y = g_new (double, self->system.n_states);

  ode_integrator_interpolate (self->integrator, s, y);
  memcpy (x, y, sizeof (double) * (gsize) self->flow->n);
}

static gboolean
stop_with (LabFlowRun *run, char *obstacle)
{
  g_free (run->obstacle);
  run->obstacle = obstacle;
  return FALSE;
}

/* If f jumps in the last step, ends the step there and changes V and q. Returns FALSE if that is not possible. */
static gboolean
cross_switch (LabFlowRun *run)
{
  g_autofree double *y = NULL;
  double sign = run->backward ? -1 : 1, s, log_volume = 0;
  int n = run->flow->n;

  if (!lab_flow_switch_find (run->switches, run->t, sign, lab_flow_run_previous (run), lab_flow_run_time (run), ode_integrator_x (run->integrator), states_at,
                             run, &s))
    return TRUE;
  if (run->y != NULL)
    return stop_with (run, g_strdup_printf (_("at t = %g the right-hand side jumps, at the switch in %s; branches of closed orbits need a right-hand side "
                                              "without jumps"), run->t + sign * s, lab_flow_switch_place (run->switches)));
  y = g_new (double, run->size);
  ode_integrator_interpolate (run->integrator, s, y);
  if (!lab_flow_switch_jump (run->switches, run->t + sign * s, y, run->n_vectors, y + n, &log_volume))
    return stop_with (run, g_strdup_printf (_("from t = %g on the motion stays on the switch in %s"), run->t + sign * s,
                                            lab_flow_switch_place (run->switches)));
  if (run->with_trace)
    y[run->size - 1] += log_volume;
  return ode_integrator_jump (run->integrator, s, y, false) == ODE_DONE;
}

/* Number of steps after which the number of all steps is estimated, and the largest estimate. At 1 µs for each step this number takes 3 years. */
#define STEPS_BEFORE_ESTIMATE 65536
#define MOST_STEPS 1e14

/* Returns FALSE and sets the obstacle if the steps so far show that the time s_stop is too long. The mean of many steps is a better measure than their
 * first sizes. */
static gboolean
can_arrive (LabFlowRun *run, double s_stop)
{
  gint64 n = ode_integrator_statistics (run->integrator)->steps_taken;
  double s = ode_integrator_t (run->integrator), needed;

  if (n == 0 || n % STEPS_BEFORE_ESTIMATE != 0 || !(s > 0))
    return TRUE;
  needed = (double) n * (s_stop / s);
  if (needed <= MOST_STEPS)
    return TRUE;
  stop_with (run, g_strdup_printf (_("with steps of about %g the time %g needs about %.1e steps, and at most %.0e are made"), s / (double) n, s_stop,
                                   needed, MOST_STEPS));
  return FALSE;
}

gboolean
lab_flow_run_step (LabFlowRun *run, double s_stop)
{
  if (!can_arrive (run, s_stop))
    return FALSE;
  if (ode_integrator_step (run->integrator, s_stop, ODE_STOP_END) != ODE_DONE || (run->switches != NULL && !cross_switch (run)))
    return FALSE;
  for (int i = 0; i < run->flow->n; i++)
    {
      double x = ode_integrator_x (run->integrator)[i];

      run->low[i] = fmin (run->low[i], x);
      run->high[i] = fmax (run->high[i], x);
    }
  return run->y == NULL || propagate (run);
}

void
lab_flow_run_extent (const LabFlowRun *run, double *extent)
{
  for (int i = 0; i < run->flow->n; i++)
    extent[i] = run->high[i] - run->low[i];
}

const char *
lab_flow_run_obstacle (const LabFlowRun *run)
{
  return run->obstacle;
}

gboolean
lab_flow_run_set (LabFlowRun *run, const double *y)
{
  if (run->y != NULL)
    memcpy (run->y, y, sizeof (double) * (gsize) run->size);
  return ode_integrator_jump (run->integrator, ode_integrator_t (run->integrator), y, false) == ODE_DONE;
}

double
lab_flow_run_time (const LabFlowRun *run)
{
  return ode_integrator_t (run->integrator);
}

double
lab_flow_run_previous (const LabFlowRun *run)
{
  return ode_integrator_t_previous (run->integrator);
}

const double *
lab_flow_run_y (const LabFlowRun *run)
{
  return run->y != NULL ? run->y : ode_integrator_x (run->integrator);
}

void
lab_flow_run_at (LabFlowRun *run, double s, double *y)
{
  ode_integrator_interpolate (run->integrator, s, y);
}

void
lab_flow_run_limit_steps (LabFlowRun *run, long most)
{
  run->most_steps = most;
}

gboolean
lab_flow_run_to (LabFlowRun *run, double s, const LabProgress *progress, GError **error)
{
  for (long k = 0; lab_flow_run_time (run) < s; k++)
    {
      if (k >= run->most_steps)
        return FALSE;
      if (!lab_flow_run_step (run, s))
        {
          if (run->obstacle != NULL && error != NULL && *error == NULL)
            g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, run->obstacle);
          return FALSE;
        }
      if (k % lab_progress_steps (run->size) == 0 && !lab_progress_report (progress, lab_flow_run_time (run) / s, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
lab_flow_run_over (LabFlowRun *run, double t, double s, double *y, const LabProgress *progress, GError **error)
{
  if (!lab_flow_run_start (run, t, y) || !lab_flow_run_to (run, s, progress, error))
    return FALSE;
  memcpy (y, lab_flow_run_y (run), sizeof (double) * (gsize) run->size);
  return TRUE;
}
