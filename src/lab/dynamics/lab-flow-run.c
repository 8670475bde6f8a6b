/* Integrates the augmented system. The default method is that of Dormand and Prince of order 8, which has dense output of order
 * 7 and is efficient at tolerances of 1e-10. For stiff systems the method of the settings is used, with a Jacobian by
 * differences. */
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lab-flow.h"
#include "lab-registry.h"
#include "ode-integrator.h"

#define METHOD "dop853"
/* The method for stiff systems where the settings have none. */
#define STIFF_METHOD "radau5"

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
};

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
  if (run->n_vectors == 0 && !run->with_trace)
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

static LabFlowRun *
new_run (LabFlow *flow, int n_vectors, gboolean with_trace, gboolean backward, const OdeMethod *method, double accuracy, GError **error)
{
  g_autoptr (LabFlowRun) run = g_new0 (LabFlowRun, 1);
  OdeSettings settings;
  char reason[512] = "";

  run->flow = flow;
  run->n_vectors = n_vectors;
  run->with_trace = with_trace;
  run->most_steps = LONG_MAX;
  run->backward = backward;
  run->size = flow->n * (1 + n_vectors) + (with_trace ? 1 : 0);
  run->J = g_new (double, flow->n * flow->n);
  run->f = g_new (double, flow->n);
  run->system = (OdeSystem) { .self = run, .n_states = run->size, .rhs = augmented_rhs, .time_dependent = !flow->autonomous };
  ode_settings_init (&settings);
  settings.accuracy = accuracy;
  run->integrator = ode_integrator_new (method, &run->system, &settings, reason, sizeof reason);
  if (run->integrator == NULL)
    {
      g_set_error_literal (error, LAB_STUDY_ERROR, LAB_STUDY_ERROR_MODEL, reason);
      return NULL;
    }
  return g_steal_pointer (&run);
}

LabFlowRun *
lab_flow_run_new (LabFlow *flow, int n_vectors, gboolean with_trace, gboolean backward, double accuracy, GError **error)
{
  const OdeMethod *method = !backward && has_stiff_method (flow) ? sim_config_method (flow->problem.config) : ode_method_find (METHOD);

  return new_run (flow, n_vectors, with_trace, backward, method, accuracy, error);
}

LabFlowRun *
lab_flow_run_new_stiff (LabFlow *flow, int n_vectors, gboolean with_trace, double accuracy, GError **error)
{
  const OdeMethod *method = has_stiff_method (flow) ? sim_config_method (flow->problem.config) : ode_method_find (STIFF_METHOD);

  return new_run (flow, n_vectors, with_trace, FALSE, method, accuracy, error);
}

void
lab_flow_run_free (LabFlowRun *run)
{
  if (run == NULL)
    return;
  ode_integrator_free (run->integrator);
  g_free (run->J);
  g_free (run->f);
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
  return ode_integrator_initialize (run->integrator, 0, y, INFINITY) == ODE_DONE;
}

gboolean
lab_flow_run_step (LabFlowRun *run, double s_stop)
{
  return ode_integrator_step (run->integrator, s_stop, ODE_STOP_END) == ODE_DONE;
}

gboolean
lab_flow_run_set (LabFlowRun *run, const double *y)
{
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
  return ode_integrator_x (run->integrator);
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
lab_flow_run_over (LabFlowRun *run, double t, double s, double *y, const LabProgress *progress, GError **error)
{
  if (!lab_flow_run_start (run, t, y))
    return FALSE;
  for (long k = 0; lab_flow_run_time (run) < s; k++)
    if (k >= run->most_steps || !lab_flow_run_step (run, s) || (k % lab_progress_steps (run->size) == 0 && !lab_progress_report (progress, lab_flow_run_time (run) / s, error)))
      return FALSE;
  memcpy (y, lab_flow_run_y (run), sizeof (double) * (gsize) run->size);
  return TRUE;
}
