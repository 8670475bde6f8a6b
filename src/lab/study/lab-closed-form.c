/* Checks a closed form e (t) against the equations M x' = f (t, x) of a problem. It is used only if
 *
 *   e (t₀) = x₀,   M e' (t) − f (t, e (t)) = 0 at many times,   and e is continuous,
 *
 * each within rounding errors; e' is the symbolic derivative. Rounding errors are bounded by the sizes of the terms (expr-magnitude.h), so
 * that the check does not depend on the units of states and time. The times are chosen by bisection, until the cubic Hermite interpolant of
 * e between two of them is accurate; a jump or a pole never passes that.
 *
 * Events, discrete states and noise make f depend on the history of the run. Then a high-accuracy run has the discrete states, and e
 * must agree with it. The run also decides for states whose equations contain states without a closed form. */
#include "lab-closed-form.h"

#include <float.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-progress-monitor.h"
#include "model-closed-form.h"

/* Largest rounding error in units of the size of the terms. Running error analysis bounds it by about 2 units for each operation that is
 * rounded as well as possible; functions of the C library have up to 4 units, and first-order bounds are exceeded a little. */
#define ROUNDING (256 * DBL_EPSILON)
/* Largest growth of rounding errors inside one of the equal intervals, compared with its ends. */
#define GROWTH 1e3
/* Number of equal intervals in which the bisection begins. A power of two plus one, so that the times are not those of a file's round
 * numbers. */
#define N_INTERVALS 37
/* Largest number of bisections of one interval; then its length is about the distance of two numbers. */
#define MAX_DEPTH 44
/* Accuracy of the Hermite interpolant, relative to the largest value of the state in one of the equal intervals. A smaller jump is not
 * noticed. */
#define INTERPOLATION 1e-9
/* Largest number of evaluations, divided by the number of states plus 4. If it does not suffice, a run decides. */
#define MAX_EVALUATIONS 4000000
/* Largest difference from a run with accuracy 1e-12, relative to the largest value of the state so far. Such runs have errors of 1e-12 to
 * 1e-10 on problems that do not amplify errors. */
#define RUN_AGREEMENT 1e-9

struct LabClosedForm
{
  ModelSystem *system;
  ModelClosedForm *model;
  int n; /* number of states */
  double t_start;
  double *x_start;     /* n numbers */
  double t_from, t_to; /* ends of the interval that is tested */
  double *bound;       /* largest allowed rounding error in that interval, if has_bound: n numbers */
  gboolean has_bound;
  double *largest; /* largest absolute values in the interval that is tested: n numbers */
  double *sides;   /* M e' and f at the last time: 2 n numbers */
  gboolean *known; /* states that have a closed form */
  gboolean all_known, needs_run;
  int n_evaluations;
};

void
lab_closed_form_free (LabClosedForm *form)
{
  if (form == NULL)
    return;
  g_clear_pointer (&form->model, model_closed_form_free);
  g_clear_pointer (&form->system, model_system_free);
  g_free (form->x_start);
  g_free (form->bound);
  g_free (form->largest);
  g_free (form->sides);
  g_free (form->known);
  g_free (form);
}

void
lab_closed_form_at (LabClosedForm *form, double t, double *x)
{
  model_system_exact (form->system, t, form->t_start, form->x_start, x);
}

/* ---- phrases ---- */

static const char *
state_name (const LabClosedForm *form, int i)
{
  return model_system_ode (form->system)->names[i];
}

static char *
not_finite (const LabClosedForm *form, int i, double t)
{
  return g_strdup_printf (_("its value of %s at t = %.6g is not a finite number"), state_name (form, i), t);
}

/* ---- one time ---- */

/* Returns the sizes of the terms of e, e' and f: 3 n numbers, valid until the next call. */
static const double *
sizes_at (LabClosedForm *form, double t, const double *e)
{
  return model_closed_form_sizes (form->model, form->system, t, e, form->t_start, form->x_start);
}

/* Compares e (t₀) with the start state. Algebraic unknowns follow from the equations, so their start value may be corrected. */
static gboolean
starts_right (LabClosedForm *form, const double *e, char **why)
{
  const OdeSystem *ode = model_system_ode (form->system);
  const double *sizes = sizes_at (form, form->t_start, e);

  for (int i = 0; i < form->n; i++)
    {
      if (!form->known[i])
        continue;
      if (!isfinite (e[i]))
        *why = not_finite (form, i, form->t_start);
      else if (ode->kinds != NULL && ode->kinds[i] == ODE_ALGEBRAIC)
        continue;
      else if (!(fabs (e[i] - form->x_start[i]) <= ROUNDING * fmax (sizes[i], fabs (form->x_start[i]))))
        *why = g_strdup_printf (_("at the start, t = %.6g, it has %s = %.10g instead of %.10g"), form->t_start, state_name (form, i), e[i],
                                form->x_start[i]);
      if (*why != NULL)
        return FALSE;
    }
  return TRUE;
}

/* Computes M rate into product[n]. */
static void
multiply_mass (const OdeSystem *ode, const double *rate, double *product)
{
  if (ode->mass == NULL)
    {
      memcpy (product, rate, sizeof (double) * (gsize) ode->n_states);
      return;
    }
  memset (product, 0, sizeof (double) * (gsize) ode->n_states);
  for (int j = 0; j < ode->n_states; j++)
    for (int k = ode->mass_pattern->start[j]; k < ode->mass_pattern->start[j + 1]; k++)
      if (ode->mass[k] != 0)
        product[ode->mass_pattern->row[k]] += ode->mass[k] * rate[j];
}

/* Returns the size of the terms of equation i, Σ_j |M_ij| size (e'_j) + size (f_i). */
static double
size_of_equation (const LabClosedForm *form, int i, const double *sizes)
{
  const OdeSystem *ode = model_system_ode (form->system);
  double sum = sizes[2 * form->n + i];

  if (ode->mass == NULL)
    return sum + sizes[form->n + i];
  for (int j = 0; j < form->n; j++)
    for (int k = ode->mass_pattern->start[j]; k < ode->mass_pattern->start[j + 1]; k++)
      if (ode->mass_pattern->row[k] == i && ode->mass[k] != 0)
        sum += fabs (ode->mass[k]) * sizes[form->n + j];
  return sum;
}

/* Tests M e' = f (t, e) at one time. An equation whose value is not a number because it contains a state without a closed form sets
 * form->needs_run. */
static gboolean
solves_equations (LabClosedForm *form, double t, const double *e, const double *rate, char **why)
{
  const OdeSystem *ode = model_system_ode (form->system);
  double *left = form->sides, *right = form->sides + form->n;
  const double *sizes = NULL;

  multiply_mass (ode, rate, left);
  for (int i = 0; i < form->n; i++)
    right[i] = NAN;
  ode->rhs (ode->self, t, e, right);
  for (int i = 0; i < form->n; i++)
    {
      double defect = left[i] - right[i];

      if (isnan (defect) && !form->all_known)
        form->needs_run = TRUE;
      else if (!isfinite (defect))
        {
          *why = g_strdup_printf (_("its derivative of %s at t = %.6g is not a finite number"), state_name (form, i), t);
          return FALSE;
        }
      else if (fabs (defect) > ROUNDING * fmin (fabs (left[i]), fabs (right[i])))
        {
          if (sizes == NULL)
            sizes = sizes_at (form, t, e);
          if (!(fabs (defect) <= ROUNDING * size_of_equation (form, i, sizes)))
            {
              *why = g_strdup_printf (_("at t = %.6g it does not satisfy the equation of %s: both sides differ by %.2g"), t,
                                      state_name (form, i), fabs (defect));
              return FALSE;
            }
        }
    }
  return TRUE;
}

typedef struct
{
  double t, *e, *rate;
} Point;

static gboolean
evaluate (LabClosedForm *form, Point *point, char **why)
{
  lab_closed_form_at (form, point->t, point->e);
  model_closed_form_rate (form->model, form->system, point->t, form->t_start, form->x_start, point->rate);
  for (int i = 0; i < form->n; i++)
    if (form->known[i] && !isfinite (point->e[i]))
      {
        *why = not_finite (form, i, point->t);
        return FALSE;
      }
  return solves_equations (form, point->t, point->e, point->rate, why);
}

/* ---- all times ---- */

/* Computes form->bound from the sizes of the terms at the ends of the interval. Beside a pole the sizes themselves have no bound, and all
 * would be a rounding error. */
static void
find_bound (LabClosedForm *form)
{
  g_autofree double *e = g_new (double, form->n + 1);

  memset (form->bound, 0, sizeof (double) * (gsize) form->n);
  for (int end = 0; end < 2; end++)
    {
      double t = end == 0 ? form->t_from : form->t_to;
      const double *sizes;

      lab_closed_form_at (form, t, e);
      sizes = sizes_at (form, t, e);
      for (int i = 0; i < form->n; i++)
        form->bound[i] = fmax (form->bound[i], GROWTH * ROUNDING * (sizes[i] + (form->t_to - form->t_from) * sizes[form->n + i]));
    }
  form->has_bound = TRUE;
}

/* Returns the first state for which the middle of an interval does not lie on the Hermite interpolant of its ends, or −1. An interval on
 * which the state hardly changes passes, as does one in which the difference is a rounding error. */
static int
state_between (LabClosedForm *form, const Point *a, const Point *m, const Point *b)
{
  double h = b->t - a->t;
  const double *sizes = NULL;

  for (int i = 0; i < form->n; i++)
    {
      double middle = (a->e[i] + b->e[i]) / 2 + h * (a->rate[i] - b->rate[i]) / 8;
      double size = form->largest[i];
      double away = fabs (m->e[i] - middle);
      double change = fabs (b->e[i] - a->e[i]) + fabs (m->e[i] - a->e[i]);

      if (!form->known[i] || away <= INTERPOLATION * size || change <= INTERPOLATION * size)
        continue;
      if (!form->has_bound)
        find_bound (form);
      if (sizes == NULL)
        sizes = sizes_at (form, m->t, m->e);
      /* The Hermite interpolant has the rounding errors of e and of h e'. */
      if (!(fmin (away, change) <= fmin (form->bound[i], ROUNDING * (sizes[i] + h * sizes[form->n + i]))))
        return i;
    }
  return -1;
}

static void
enlarge (LabClosedForm *form, const Point *point)
{
  for (int i = 0; i < form->n; i++)
    form->largest[i] = fmax (form->largest[i], fabs (point->e[i]));
}

static Point
point_new (LabClosedForm *form, double t)
{
  return (Point){ t, g_new (double, form->n + 1), g_new (double, form->n + 1) };
}

static void
point_copy (const LabClosedForm *form, Point *to, const Point *from)
{
  to->t = from->t;
  memcpy (to->e, from->e, sizeof (double) * (gsize) form->n);
  memcpy (to->rate, from->rate, sizeof (double) * (gsize) form->n);
}

/* Tests one interval by bisection, from left to right. ends[0] is its start, evaluated; ends[1 …] is the stack of right ends, of which
 * the first is evaluated. Returns FALSE with *why, or with an error if it is cancelled. */
static gboolean
test_interval (LabClosedForm *form, Point *ends, Point *middle, const LabProgress *progress, char **why, GError **error)
{
  int depth[MAX_DEPTH + 2] = { 0 };
  int top = 1;

  form->t_from = ends[0].t;
  form->t_to = ends[1].t;
  form->has_bound = FALSE;
  memset (form->largest, 0, sizeof (double) * (gsize) form->n);
  enlarge (form, &ends[0]);
  enlarge (form, &ends[1]);
  while (top > 0)
    {
      int between;

      middle->t = ends[0].t + (ends[top].t - ends[0].t) / 2;
      if (!evaluate (form, middle, why))
        return FALSE;
      if (++form->n_evaluations % 256 == 0 && !lab_progress_report (progress, 0, error))
        return FALSE;
      enlarge (form, middle);
      between = state_between (form, &ends[0], middle, &ends[top]);
      if (between >= 0 && form->n_evaluations > MAX_EVALUATIONS / (form->n + 4))
        {
          form->needs_run = TRUE;
          return TRUE;
        }
      if (between >= 0 && (depth[top] == MAX_DEPTH || middle->t <= ends[0].t || middle->t >= ends[top].t))
        {
          *why = g_strdup_printf (_("its value of %s jumps near t = %.6g"), state_name (form, between), middle->t);
          return FALSE;
        }
      if (between >= 0)
        {
          depth[top + 1] = ++depth[top];
          point_copy (form, &ends[++top], middle);
        }
      else
        point_copy (form, &ends[0], &ends[top--]);
    }
  return TRUE;
}

static gboolean
test_equations (LabClosedForm *form, double t_end, const LabProgress *progress, char **why, GError **error)
{
  Point ends[MAX_DEPTH + 2], middle = point_new (form, 0);
  gboolean fine;

  for (int k = 0; k < MAX_DEPTH + 2; k++)
    ends[k] = point_new (form, form->t_start);
  fine = evaluate (form, &ends[0], why) && starts_right (form, ends[0].e, why);
  for (int k = 1; fine && k <= N_INTERVALS && t_end > form->t_start && !form->needs_run; k++)
    {
      ends[1].t = k < N_INTERVALS ? form->t_start + (t_end - form->t_start) * k / N_INTERVALS : t_end;
      fine = evaluate (form, &ends[1], why) && test_interval (form, ends, &middle, progress, why, error);
    }
  for (int k = 0; k < MAX_DEPTH + 2; k++)
    {
      g_free (ends[k].e);
      g_free (ends[k].rate);
    }
  g_free (middle.e);
  g_free (middle.rate);
  return fine;
}

/* ---- comparison with a run ---- */

/* Returns a simulator with the first suitable method at the accuracy of a reference, or NULL. */
static SimSimulator *
accurate_simulator (const LabProblem *problem, const LabClosedForm *form)
{
  static const char *const non_stiff[] = { "verner98", "dop853", "radau", NULL };
  static const char *const stiff[] = { "radau", "rodas5p", "kvaerno5", NULL };
  gboolean is_stiff = (model_traits (problem->model) & (MODEL_IS_STIFF | MODEL_IS_DAE)) != 0;

  for (const char *const *name = is_stiff ? stiff : non_stiff; *name != NULL; name++)
    {
      const OdeMethod *method = ode_method_find (*name);
      g_autoptr (SimConfig) config = NULL;
      SimSimulator *simulator;

      if (method == NULL || ode_method_refuses (method, model_system_ode (form->system)) != NULL)
        continue;
      config = lab_problem_config (problem, method, 0, fmax (1e-12, method->accuracy_tightest));
      simulator = lab_problem_simulator (problem, config, NULL);
      if (simulator != NULL)
        return simulator;
    }
  return NULL;
}

static gboolean
agrees_at (LabClosedForm *form, Point *point, const SimSimulator *simulator, double *largest, char **why)
{
  const double *x = sim_simulator_x (simulator);

  model_system_set_discrete (form->system, sim_simulator_d (simulator));
  model_system_set_noise_time (form->system, point->t);
  lab_closed_form_at (form, point->t, point->e);
  for (int i = 0; i < form->n; i++)
    {
      largest[i] = fmax (largest[i], fmax (fabs (x[i]), fabs (form->x_start[i])));
      if (form->known[i] && !(fabs (point->e[i] - x[i]) <= RUN_AGREEMENT * largest[i]))
        {
          *why = isfinite (point->e[i])
                     ? g_strdup_printf (_("at t = %.6g its value of %s differs by %.2g from that of a run at accuracy 1e-12"), point->t,
                                        state_name (form, i), fabs (point->e[i] - x[i]))
                     : not_finite (form, i, point->t);
          return FALSE;
        }
    }
  return TRUE;
}

/* Compares the closed form with a run at the ends of intervals of the span. The run also begins with the consistent start values. */
static gboolean
agrees_with_run (LabClosedForm *form, const LabProblem *problem, const LabProgress *progress, char **why, GError **error)
{
  g_autoptr (SimSimulator) simulator = accurate_simulator (problem, form);
  LabProgressMonitor monitor = { .progress = progress, .t_start = problem->t_start, .t_end = problem->t_end };
  g_autofree double *largest = g_new0 (double, form->n + 1);
  Point point = point_new (form, form->t_start);
  SimStatus status;
  gboolean fine = TRUE;

  if (simulator == NULL)
    *why = g_strdup (_("no method can compute a run that confirms it"));
  else
    {
      lab_progress_monitor_attach (&monitor, simulator);
      status = sim_simulator_initialize (simulator, problem->t_start, NULL, NULL, problem->t_end, FALSE);
      memcpy (form->x_start, sim_simulator_x (simulator), sizeof (double) * (gsize) form->n);
      for (int k = 0; k <= N_INTERVALS && fine; k++)
        {
          point.t = k < N_INTERVALS ? form->t_start + (problem->t_end - form->t_start) * k / N_INTERVALS : problem->t_end;
          if (k > 0 && (status.reason == SIM_READY || status.reason == SIM_REACHED_END))
            status = sim_simulator_advance_to (simulator, point.t);
          if (monitor.cancelled)
            break;
          if (status.reason == SIM_FAILED_RUN)
            *why = g_strdup_printf (_("the run that should confirm it failed at t = %.6g"), status.t);
          else if (sim_simulator_t (simulator) < point.t)
            *why = g_strdup_printf (_("an event ends the run at t = %.6g"), sim_simulator_t (simulator));
          fine = *why == NULL && agrees_at (form, &point, simulator, largest, why);
        }
    }
  g_free (point.e);
  g_free (point.rate);
  if (monitor.cancelled)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return fine && *why == NULL && !monitor.cancelled;
}

/* ---- the closed form ---- */

/* Returns whether the right-hand side depends on the history of a run. */
static gboolean
has_history (const ModelSystem *system)
{
  if (model_system_n_discrete (system) > 0)
    return TRUE;
  for (int k = 0; k < model_system_n_events (system); k++)
    if (model_event_acts (model_system_event (system, k)))
      return TRUE;
  for (int k = 0; k < model_system_n_columns (system); k++)
    if (model_system_column (system, k)->type == MODEL_COLUMN_NOISE)
      return TRUE;
  return FALSE;
}

static gboolean
is_constrained (const OdeSystem *ode)
{
  for (int i = 0; ode->kinds != NULL && i < ode->n_states; i++)
    if (ode->kinds[i] == ODE_ALGEBRAIC)
      return TRUE;
  return ode->n_constraints > 0 || ode->n_rotations > 0;
}

static gboolean
check (LabClosedForm *form, const LabProblem *problem, const LabProgress *progress, char **why, GError **error)
{
  g_autofree double *d = g_new0 (double, model_system_n_discrete (form->system) + 1);

  if (!lab_problem_has_all_events (problem))
    {
      *why = g_strdup (_("events are disabled"));
      return FALSE;
    }
  if (!model_system_initial (form->system, form->x_start, d, error))
    return FALSE;
  if (has_history (form->system) || !model_closed_form_knows_terms (form->model))
    return agrees_with_run (form, problem, progress, why, error);
  if (!test_equations (form, problem->t_end, progress, why, error))
    return FALSE;
  /* A run begins with consistent values, which may differ from those of the file. */
  form->needs_run |= is_constrained (model_system_ode (form->system));
  return !form->needs_run || agrees_with_run (form, problem, progress, why, error);
}

LabClosedForm *
lab_closed_form_new (const LabProblem *problem, const LabProgress *progress, char **why, GError **error)
{
  g_autoptr (LabClosedForm) form = g_new0 (LabClosedForm, 1);
  g_autofree char *reason = NULL;

  *why = NULL;
  form->system = lab_problem_instance (problem, error);
  if (form->system == NULL || !model_system_has_exact (form->system))
    return NULL;
  form->model = model_closed_form_new (problem->model, &problem->instance, error);
  if (form->model == NULL)
    return NULL;
  form->n = model_system_n_states (form->system);
  form->t_start = problem->t_start;
  form->x_start = g_new0 (double, form->n + 1);
  form->bound = g_new0 (double, form->n + 1);
  form->largest = g_new0 (double, form->n + 1);
  form->sides = g_new0 (double, 2 * form->n + 1);
  form->known = g_new0 (gboolean, form->n + 1);
  form->all_known = TRUE;
  for (int i = 0; i < form->n; i++)
    {
      form->known[i] = model_closed_form_has_state (form->model, i);
      form->all_known = form->all_known && form->known[i];
    }
  if (check (form, problem, progress, &reason, error))
    return g_steal_pointer (&form);
  if (reason != NULL)
    *why = g_strdup_printf (_("the model's closed form does not hold here: %s"), reason);
  return NULL;
}
