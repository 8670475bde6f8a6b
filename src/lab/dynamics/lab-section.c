/* Finds the points of a run at which a condition holds: the crossings of a Poincaré section g (x) = 0 in one
 * direction, equally spaced times, or the maxima of a quantity q, where dq/dt = ∂q/∂t + Σ ∂q/∂x_i f_i falls through
 * 0. Then finds the period of these points (Parker and Chua, Practical Numerical Algorithms for Chaotic Systems,
 * 1989, chapter 2, on Poincaré sections). */
#include "lab-section.h"

#include <float.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-length.h"
#include "lab-option.h"
#include "lab-progress-monitor.h"
#include "lab-problem.h"
#include "model-derivatives.h"
#include "model-lanes.h"

/* Number of parts of a step; the condition is evaluated at the ends of each part. Two crossings within a part are not
 * noticed. Bisection ends before BISECTIONS, when no number is between the ends. */
#define PARTS 4
#define BISECTIONS 80
/* A run that has not found the requested number of points is stopped. It may continue after the end time and the transient for this
 * multiple of the problem's time span. */
#define LONGEST 1000
/* The shortest time between two calls of the caller's function, in µs. If a call takes long, the time is SHOW_RATIO times its duration. */
#define SHOW_US 200000
#define SHOW_RATIO 20

typedef struct
{
  const LabSection *section;
  LabPoints *points;
  ModelFormulas *formulas;          /* programs of the condition, followed by the caller's expressions */
  ModelDerivatives *derivatives;    /* derivatives of the quantity whose maxima are searched */
  LabProgressMonitor monitor;
  double t_start, transient, end;
  int keep, n, n_formulas;
  LabPointsShow show;
  gpointer user;
  gint64 next_show;                 /* monotonic time of the next call of `show` in µs */
  double *x, *values, *f;
  double *low, *high;               /* n numbers each: the range of the states after the transient */
  double next_strobe;
  long n_strobes;
  gboolean done;
} Watch;

void
lab_points_free (LabPoints *points)
{
  if (points == NULL)
    return;
  g_array_unref (points->t);
  g_array_unref (points->x);
  g_array_unref (points->values);
  g_free (points->message);
  g_free (points->size);
  g_free (points->x_end);
  g_free (points);
}

/* Evaluates the function that changes its sign at points of the section. For maxima of q this is dq/dt, which falls through 0. */
static double
condition (Watch *w, ModelSystem *system, double t, const double *x)
{
  const ModelDerivative *q;
  double rate;

  if (w->section->kind == LAB_SECTION_CROSSING)
    {
      model_formulas_evaluate (w->formulas, system, t, x, w->values);
      return w->section->falling ? -w->values[0] : w->values[0];
    }
  if (model_system_ode (system)->rhs (model_system_ode (system)->self, t, x, w->f) != ODE_DONE)
    return NAN;
  q = model_derivatives_expressions (w->derivatives, system, t, x);
  rate = q->by_t[0];
  for (int i = 0; i < w->n; i++)
    rate += q->by_x[i] * w->f[i];
  return -rate;
}

/* Keeps a point unless it is in the transient. values[0] is the condition, values[1] … are the caller's expressions. */
static void
take (Watch *w, ModelSystem *system, double t, const double *x)
{
  LabPoints *points = w->points;

  if (t < w->t_start + w->transient || w->done)
    return;
  model_formulas_evaluate (w->formulas, system, t, x, w->values);
  g_array_append_val (points->t, t);
  g_array_append_vals (points->x, x, (guint) w->n);
  g_array_append_vals (points->values, w->values + 1, (guint) points->n_values);
  w->done = w->keep > 0 && (int) points->t->len >= w->keep;
}

/* Locates the change of sign between s0, where the function is negative, and s1 by bisection. */
static void
locate (Watch *w, ModelSystem *system, OdeIntegrator *integrator, double s0, double s1)
{
  double t0 = ode_integrator_t_previous (integrator);

  for (int k = 0; k < BISECTIONS; k++)
    {
      double s = (s0 + s1) / 2;

      if (!(s > s0 && s < s1))
        break;
      ode_integrator_interpolate_after (integrator, s, w->x);
      if (condition (w, system, t0 + s, w->x) < 0)
        s0 = s;
      else
        s1 = s;
    }
  ode_integrator_interpolate_after (integrator, s1, w->x);
  take (w, system, ode_integrator_time_after (integrator, s1), w->x);
}

/* The condition is negative before a crossing and nonnegative after it. A point exactly on the section counts once,
 * at the end of the part. */
static void
search_step (Watch *w, ModelSystem *system, OdeIntegrator *integrator)
{
  double t0 = ode_integrator_t_previous (integrator), h = ode_integrator_last_step (integrator);
  double before = NAN, from = 0;

  for (int k = 0; k <= PARTS; k++)
    {
      double s = h * k / PARTS, g;

      ode_integrator_interpolate_after (integrator, s, w->x);
      g = condition (w, system, t0 + s, w->x);
      if (k > 0 && before < 0 && g >= 0)
        locate (w, system, integrator, from, s);
      before = g;
      from = s;
    }
}

/* The times are start + k·period, computed by a product, so that rounding errors do not add up. */
static void
strobe_step (Watch *w, ModelSystem *system, OdeIntegrator *integrator)
{
  while (w->next_strobe <= ode_integrator_t (integrator) && !w->done)
    {
      if (w->next_strobe >= ode_integrator_t_previous (integrator)
          && ode_integrator_interpolate (integrator, w->next_strobe, w->x) == ODE_DONE)
        take (w, system, w->next_strobe, w->x);
      w->n_strobes++;
      w->next_strobe = w->t_start + w->n_strobes * w->section->period;
    }
}

/* Returns the fraction of the run at time t. The transient is the first half of a run that ends after a number of points. */
static double
fraction_at (const Watch *w, double t)
{
  double kept;

  if (w->keep <= 0)
    return (t - w->t_start) / fmax (w->end - w->t_start, 1e-300);
  kept = (double) w->points->t->len / w->keep;
  if (!(w->transient > 0))
    return kept;
  return t < w->t_start + w->transient ? 0.5 * (t - w->t_start) / w->transient : 0.5 + 0.5 * kept;
}

/* Shows the points if some time has passed since the last call. */
static void
show_points (Watch *w, double t)
{
  gint64 now = g_get_monotonic_time (), end;

  if (w->show == NULL || now < w->next_show)
    return;
  w->show (w->user, w->points, t);
  end = g_get_monotonic_time ();
  w->next_show = end + MAX (SHOW_US, SHOW_RATIO * (end - now));
}

static SimHandlerStatus
watch_step (gpointer user, const SimSimulator *simulator)
{
  Watch *w = user;
  ModelSystem *system = sim_system_model (sim_simulator_system (simulator));
  OdeIntegrator *integrator = sim_simulator_integrator ((SimSimulator *) simulator);
  double t = sim_simulator_t (simulator);

  if (ode_integrator_last_step (integrator) > 0)
    {
      if (w->section->kind == LAB_SECTION_STROBE)
        strobe_step (w, system, integrator);
      else
        search_step (w, system, integrator);
    }
  for (int i = 0; i < w->n && t >= w->t_start + w->transient; i++)
    {
      w->low[i] = fmin (w->low[i], sim_simulator_x (simulator)[i]);
      w->high[i] = fmax (w->high[i], sim_simulator_x (simulator)[i]);
    }
  show_points (w, t);
  if (lab_progress_monitor_step (&w->monitor, fraction_at (w, t)) && !w->done)
    return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup ("") };
}

/* Returns whether the expression of the section compiles without the others. */
static gboolean
section_compiles (const LabProblem *problem, const LabSection *section)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = section->expression != NULL ? expr_tree_parse (section->expression, NULL, errors) : NULL;
  const ExprTree *trees[1] = { tree };
  ModelFormulas *formulas = tree != NULL ? model_formulas_new (problem->model, &problem->instance, trees, 1, errors) : NULL;
  gboolean compiles = section->expression == NULL || formulas != NULL;

  g_clear_pointer (&formulas, model_formulas_free);
  return compiles;
}

/* Compiles the condition and the caller's expressions. */
static gboolean
compile (Watch *w, const LabProblem *problem, const char *const *expressions, int n_expressions, GError **error)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new_with_free_func ((GDestroyNotify) expr_tree_free), errors = expr_errors_new ();

  for (int k = -1; k < n_expressions; k++)
    {
      const char *text = k >= 0 ? expressions[k] : w->section->expression != NULL ? w->section->expression : "0";
      ExprTree *tree = expr_tree_parse (text, NULL, errors);

      if (tree != NULL)
        g_ptr_array_add (trees, tree);
    }
  if (errors->len == 0)
    w->formulas = model_formulas_new (problem->model, &problem->instance, (const ExprTree *const *) (gpointer) trees->pdata,
                                      (int) trees->len, errors);
  if (w->formulas == NULL)
    {
      const char *key = w->section->kind == LAB_SECTION_MAXIMA || section_compiles (problem, w->section) ? "quantity" : "section";

      lab_option_set_error (error, key, "'%s': %s", key, ((const ExprError *) errors->pdata[0])->message);
      return FALSE;
    }
  if (w->section->kind != LAB_SECTION_MAXIMA)
    return TRUE;
  w->derivatives = model_derivatives_new (problem->model, &problem->instance, (const ExprTree *const *) (gpointer) trees->pdata, 1, NULL, 0,
                                          error);
  g_prefix_error (error, _("maxima need symbolic derivatives; give a section instead: "));
  return w->derivatives != NULL;
}

static void
watch_clear (Watch *w)
{
  g_clear_pointer (&w->formulas, model_formulas_free);
  g_clear_pointer (&w->derivatives, model_derivatives_free);
  g_free (w->x);
  g_free (w->values);
  g_free (w->f);
  g_free (w->low);
  g_free (w->high);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watch, watch_clear)

LabPoints *
lab_section_run (const LabProblem *problem, const SimConfig *config, const LabSection *section, const char *const *expressions,
                 int n_expressions, double transient, int keep, LabPointsShow show, gpointer user, const LabProgress *progress, GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, config, error);
  g_autoptr (LabPoints) points = g_new0 (LabPoints, 1);
  g_auto (Watch) w = { .section = section, .points = points, .monitor = { .progress = progress }, .transient = transient, .keep = keep, .show = show,
                       .user = user, .next_show = g_get_monotonic_time () + SHOW_US };
  LabProblem times = *problem;
  SimStatus status;
  double span;

  points->t = g_array_new (FALSE, FALSE, sizeof (double));
  points->x = g_array_new (FALSE, FALSE, sizeof (double));
  points->values = g_array_new (FALSE, FALSE, sizeof (double));
  if (simulator == NULL || !lab_problem_set_times (&times, error))
    return NULL;
  if (sim_simulator_system (simulator)->ode->n_states == 0)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_UNSUITED, _("the model has no continuous states"));
      return NULL;
    }
  w.n = points->n_states = sim_simulator_system (simulator)->ode->n_states;
  points->n_values = n_expressions;
  points->size = g_new0 (double, w.n);
  w.x = g_new (double, w.n);
  w.f = g_new (double, w.n);
  w.low = g_new (double, w.n);
  w.high = g_new (double, w.n);
  for (int i = 0; i < w.n; i++)
    {
      w.low[i] = INFINITY;
      w.high[i] = -INFINITY;
    }
  w.values = g_new (double, n_expressions + 1);
  w.t_start = w.next_strobe = times.t_start;
  span = fmax (times.t_end - times.t_start, 1e-300);
  if (!compile (&w, problem, expressions, n_expressions, error))
    return NULL;
  w.end = keep > 0 ? times.t_end + transient + LONGEST * span : fmax (times.t_end, times.t_start + transient);
  lab_progress_monitor_watch (&w.monitor, simulator);
  sim_simulator_set_monitor (simulator, watch_step, &w);
  status = sim_simulator_initialize (simulator, times.t_start, NULL, NULL, w.end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, w.end);
  if (w.monitor.cancelled)
    {
      if (show != NULL)
        show (user, points, sim_simulator_t (simulator));
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return NULL;
    }
  for (int i = 0; i < w.n && w.high[i] >= w.low[i]; i++)
    points->size[i] = fmin (fmax (fabs (w.low[i]), fabs (w.high[i])), w.high[i] - w.low[i]);
  points->reason = status.reason;
  points->n_steps = (int) sim_simulator_statistics_steps (simulator);
  points->x_end = g_memdup2 (sim_simulator_x (simulator), sizeof (double) * (gsize) w.n);
  points->message = status.reason == SIM_FAILED_RUN ? g_strdup (status.message) : NULL;
  return g_steal_pointer (&points);
}

/* ---- periods ---- */

/* Two points of a run may be the same point with different local errors if their difference, relative to the size of the states, is at most
 * this. The closed orbit through the points then decides. */
#define NEAR 5e-3
/* Largest distance of the closed orbit from the points, relative to the size of the states. */
#define NEAR_CYCLE 5e-2

/* Largest difference of two values of a constant state, relative to the state: rounding errors. */
#define ROUNDING (16 * DBL_EPSILON)
/* A cycle counts as stable if its largest multiplier is at most 1 minus this margin. */
#define STABLE_MARGIN 1e-7

/* Returns whether x is near the start of a cycle, in units of the states. */
static gboolean
is_near (const LabPoints *points, const double *x, const LabCycle *cycle)
{
  for (int i = 0; i < points->n_states; i++)
    if (fabs (x[i] - cycle->x[i]) > NEAR_CYCLE * points->size[i])
      return FALSE;
  return TRUE;
}

/* Returns the closed orbit after k returns, or NULL: that of a stable cycle near the points or, for a family of closed orbits, the orbit through the
 * point itself. *known becomes FALSE if no closed orbit at all could be computed, which does not show that there is none. */
static LabCycle *
close_orbit (LabFlow *flow, const LabPoints *points, int k, gboolean driven, gboolean *known, const LabProgress *progress, GError **error)
{
  const double *t = (const double *) (gconstpointer) points->t->data, *x = (const double *) (gconstpointer) points->x->data;
  int last = (int) points->t->len - 1;
  const double *from = x + (last - k) * points->n_states;
  g_autoptr (GError) cancelled = NULL;
  LabCycle *found = lab_cycle_improve (flow, t[last - k], from, t[last] - t[last - k], driven, FALSE, progress, &cancelled);

  *known = found != NULL;
  if (found != NULL && is_near (points, from, found)
      && (found->n_multipliers == 0 || hypot (found->multipliers[0], found->multipliers[1]) < 1 - STABLE_MARGIN))
    return found;
  lab_cycle_free (found);
  if (cancelled != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return NULL;
    }
  return lab_cycle_close (flow, t[last - k], from, t[last] - t[last - k], driven, progress, error);
}

/* Returns whether closed orbits of the flow decide on periods, not the points alone. */
static gboolean
has_orbits (LabFlow *flow, gboolean driven)
{
  return flow != NULL && lab_flow_require_smooth (flow, NULL) && (driven || (flow->autonomous && flow->n >= 2));
}

guint
lab_points_needed (LabFlow *flow, gboolean driven)
{
  return 1 + (has_orbits (flow, driven) ? 1 : LAB_SECTION_REPEATED);
}

/* Returns the smallest k for which the last points repeat after k of them: |x_p − x_{p−k}| ≤ NEAR · size for the last
 * max (k, LAB_SECTION_REPEATED) points p, or as many as there are; a state that is constant has rounding errors only.
 * The points alone cannot decide, as a slow spiral and a closed orbit look alike; if the flow is smooth, Newton's
 * method then looks for the closed orbit itself. If no closed orbit can be computed after k points, multiples of k
 * are not tried. */
int
lab_points_period (LabFlow *flow, const LabPoints *points, gboolean driven, LabCycle **cycle, const LabProgress *progress, GError **error)
{
  const double *x = (const double *) (gconstpointer) points->x->data;
  int count = (int) points->t->len, n = points->n_states;
  gboolean smooth = has_orbits (flow, driven);
  int unknown = 0; /* smallest number of returns for which the points repeat but no closed orbit could be computed; 0: none */

  *cycle = NULL;
  for (int k = 1; 2 * k <= count && k + (smooth ? 1 : LAB_SECTION_REPEATED) <= count; k++)
    {
      g_autoptr (GError) cancelled = NULL;
      gboolean equal = TRUE, known;

      for (int p = count - MIN (MAX (k, LAB_SECTION_REPEATED), count - k); p < count && equal; p++)
        for (int i = 0; i < n && equal; i++)
          {
            double apart = fabs (x[p * n + i] - x[(p - k) * n + i]);

            equal = p >= k && (apart <= NEAR * points->size[i] || apart <= ROUNDING * fabs (x[p * n + i]));
          }
      if (!equal || (unknown > 0 && k % unknown == 0))
        continue;
      if (!smooth)
        return k;
      *cycle = close_orbit (flow, points, k, driven, &known, progress, &cancelled);
      if (*cycle != NULL)
        return k;
      if (cancelled == NULL)
        {
          unknown = unknown == 0 && !known ? k : unknown;
          continue;
        }
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return -1;
    }
  return 0;
}

/* ---- stroboscopic points of a driven model ---- */

/* Period of the drive of a model with this parameter, as an expression. */
#define DRIVE "2*pi/omega"
/* Numbers of periods of the drive before the first kept point, and of kept points; smallest number of kept points; largest time of the run, in
 * time spans of the problem. */
#define SKIPPED 200
#define KEPT 100
#define LEAST_KEPT 8
#define MOST_SPANS 40
/* Numbers of test points, and largest difference of f one period later, relative to its largest magnitude. */
#define TESTS 7
#define SAME 1e-8

/* Returns whether f (t + period, x) = f (t, x) at the test points. Times at 0.21 of the period apart and states that
 * move away from the start make an accidental equality at all TESTS points improbable. */
static gboolean
is_period (LabFlow *flow, double period)
{
  int n = flow->n;
  g_autofree double *x = g_new (double, n), *f = g_new (double, 2 * n), *size = g_new0 (double, n), *difference = g_new0 (double, n);
  g_autofree double *distance = g_new (double, n);
  gboolean defined = FALSE;

  lab_flow_sizes (flow, flow->x0, distance);
  for (int k = 0; k < TESTS; k++)
    {
      double t = flow->t + k * 0.21 * period;

      for (int i = 0; i < n; i++)
        x[i] = flow->x0[i] + 0.2 * k * distance[i];
      if (!lab_flow_rhs (flow, t, x, f) || !lab_flow_rhs (flow, t + period, x, f + n))
        continue;
      defined = TRUE;
      for (int i = 0; i < n; i++)
        {
          size[i] = fmax (size[i], fabs (f[i]));
          difference[i] = fmax (difference[i], fabs (f[n + i] - f[i]));
        }
    }
  for (int i = 0; i < n && defined; i++)
    defined = difference[i] <= SAME * size[i];
  return defined;
}

void
lab_strobe_free (LabStrobe *strobe)
{
  if (strobe == NULL)
    return;
  lab_points_free (strobe->points);
  g_free (strobe);
}

LabStrobe *
lab_strobe_find (LabFlow *flow, const LabProgress *progress, GError **error)
{
  LabSection section = { .kind = LAB_SECTION_STROBE };
  g_autoptr (LabStrobe) strobe = g_new0 (LabStrobe, 1);
  const LabProblem *problem = &flow->problem;
  LabCycle *cycle;
  double n;
  int keep;

  if (flow->autonomous || !lab_option_quantity (problem, "strobe", DRIVE, &section.period, NULL) || !(section.period > 0 && isfinite (section.period))
      || !is_period (flow, section.period))
    return NULL;
  n = fmin (SKIPPED + KEPT, floor (MOST_SPANS * (problem->t_end - problem->t_start) / section.period));
  keep = (int) (n * KEPT / (SKIPPED + KEPT));
  if (keep < LEAST_KEPT)
    return NULL;
  strobe->drive = section.period;
  strobe->skipped = (int) n - keep;
  /* half a period is subtracted, because rounding must not remove the first point */
  strobe->points = lab_section_run (problem, NULL, &section, NULL, 0, (strobe->skipped - 0.5) * section.period, keep, NULL, NULL, progress, error);
  if (strobe->points == NULL || strobe->points->message != NULL || strobe->points->t->len == 0)
    return NULL;
  strobe->period = lab_points_period (flow, strobe->points, TRUE, &cycle, progress, error);
  lab_cycle_free (cycle);
  return strobe->period >= 0 ? g_steal_pointer (&strobe) : NULL;
}
