#include "lab-section.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-progress-monitor.h"
#include "lab-registry.h"
#include "model-derivatives.h"
#include "model-lanes.h"

/* Number of parts of a step; the condition is evaluated at the ends of each part. */
#define PARTS 4
#define BISECTIONS 80
/* A run that has not found the requested number of points is stopped. It may continue after the end time and the transient for this
 * multiple of the problem's time span. */
#define LONGEST 1000

typedef struct
{
  const LabSection *section;
  LabPoints *points;
  ModelFormulas *formulas;          /* programs of the condition, followed by the caller's expressions */
  ModelDerivatives *derivatives;    /* derivatives of the quantity whose maxima are searched */
  LabProgressMonitor monitor;
  double t_start, transient, span;
  int keep, n, n_formulas;
  double *x, *values, *f;
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

static SimHandlerStatus
watch_step (gpointer user, const SimSimulator *simulator)
{
  Watch *w = user;
  ModelSystem *system = sim_system_model (sim_simulator_system (simulator));
  OdeIntegrator *integrator = sim_simulator_integrator ((SimSimulator *) simulator);
  double t = sim_simulator_t (simulator);
  double fraction = w->keep > 0 ? (double) w->points->t->len / w->keep : (t - w->t_start) / w->span;

  if (ode_integrator_last_step (integrator) > 0)
    {
      if (w->section->kind == LAB_SECTION_STROBE)
        strobe_step (w, system, integrator);
      else
        search_step (w, system, integrator);
    }
  for (int i = 0; i < w->n && t >= w->t_start + w->transient; i++)
    w->points->size[i] = fmax (w->points->size[i], fabs (sim_simulator_x (simulator)[i]));
  if (lab_progress_monitor_step (&w->monitor, fraction) && !w->done)
    return (SimHandlerStatus) { .severity = SIM_DID_NOTHING };
  return (SimHandlerStatus) { .severity = SIM_REACHED_TERMINATION, .message = g_strdup ("") };
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
      g_set_error (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, "%s", ((const ExprError *) errors->pdata[0])->message);
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
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Watch, watch_clear)

LabPoints *
lab_section_run (const LabProblem *problem, const SimConfig *config, const LabSection *section, const char *const *expressions,
                 int n_expressions, double transient, int keep, const LabProgress *progress, GError **error)
{
  g_autoptr (SimSimulator) simulator = lab_problem_simulator (problem, config, error);
  g_autoptr (LabPoints) points = g_new0 (LabPoints, 1);
  g_auto (Watch) w = { .section = section, .points = points, .monitor = { .progress = progress }, .transient = transient, .keep = keep };
  LabProblem times = *problem;
  SimStatus status;
  double end;

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
  w.values = g_new (double, n_expressions + 1);
  w.t_start = w.next_strobe = times.t_start;
  w.span = fmax (times.t_end - times.t_start, 1e-300);
  if (!compile (&w, problem, expressions, n_expressions, error))
    return NULL;
  end = keep > 0 ? times.t_end + transient + LONGEST * w.span : fmax (times.t_end, times.t_start + transient);
  lab_progress_monitor_watch (&w.monitor, simulator);
  sim_simulator_set_monitor (simulator, watch_step, &w);
  status = sim_simulator_initialize (simulator, times.t_start, NULL, NULL, end, FALSE);
  if (status.reason == SIM_READY || status.reason == SIM_REACHED_END)
    status = sim_simulator_advance_to (simulator, end);
  if (w.monitor.cancelled)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
      return NULL;
    }
  points->reason = status.reason;
  points->n_steps = (int) sim_simulator_statistics_steps (simulator);
  points->x_end = g_memdup2 (sim_simulator_x (simulator), sizeof (double) * (gsize) w.n);
  points->message = status.reason == SIM_FAILED_RUN ? g_strdup (status.message) : NULL;
  return g_steal_pointer (&points);
}

