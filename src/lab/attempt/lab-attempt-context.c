/* Computes additional data of an attempt: the Jacobian at its start with eigenvalues, and the solution through its start. */
#include <math.h>
#include <string.h>

#include "lab-attempt-private.h"
#include "ode-eigen.h"
#include "ode-stability.h"

/* Largest number of states for which eigenvalues are computed. They cost about 10 n³ operations (Golub and Van Loan, Matrix Computations,
 * section 7.5), 0.3 s for 300 states. */
#define MAX_EIGEN_STATES 300
/* For systems of at most MAX_FLOW_STATES states, the solution is computed; for the plots at N_FLOW equally spaced times, from the start of the
 * attempt to FLOW_BEYOND times its step size. This takes some hundred steps of a method of high order with the tolerance FLOW_TOLERANCE. */
#define MAX_FLOW_STATES 60
#define N_FLOW 89
#define FLOW_BEYOND 1.1
#define FLOW_TOLERANCE 1e-11
/* An explicit method needs more steps than this only on stiff problems, on which an implicit method is faster. */
#define EXPLICIT_STEPS 2000
#define IMPLICIT_STEPS 20000
#define REPORT_STEPS 256

static void
dense_from_pattern (const OdePattern *pattern, const double *values, int n, double *dense)
{
  memset (dense, 0, sizeof (double) * (gsize) n * (gsize) n);
  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      dense[(gsize) j * (gsize) n + (gsize) pattern->row[k]] = values[k];
}

static gboolean
jacobian_at (const OdeSystem *ode, double t, const double *x, double *dense)
{
  int n = ode->n_states;
  if (ode->jacobian == NULL)
    return ode_stability_jacobian (ode, t, x, dense);
  if (ode->prepare_jacobian != NULL)
    ode->prepare_jacobian (ode->self);
  if (ode->jacobian_pattern == NULL)
    return ode->jacobian (ode->self, t, x, dense) == ODE_DONE;
  g_autofree double *values = g_new (double, (gsize) ode->jacobian_pattern->start[n] + 1);
  if (ode->jacobian (ode->self, t, x, values) != ODE_DONE)
    return FALSE;
  dense_from_pattern (ode->jacobian_pattern, values, n, dense);
  return TRUE;
}

void
lab_attempt_linearize (LabAttempt *attempt)
{
  const OdeSystem *ode = ode_integrator_system (sim_simulator_integrator (attempt->simulator));
  gsize n = attempt->n_states;
  if (n > MAX_EIGEN_STATES)
    return;
  attempt->jacobian = g_new (double, n * n);
  attempt->eigenvalues = g_new (double, 2 * n);
  g_autofree double *work = g_new (double, ode_eigen_work_size (attempt->n_states));
  gboolean finite = jacobian_at (ode, attempt->record.t, attempt->x0, attempt->jacobian);
  for (gsize i = 0; finite && i < n * n; i++)
    finite = isfinite (attempt->jacobian[i]);
  if (!finite)
    g_clear_pointer (&attempt->jacobian, g_free);
  if (!finite || !ode_eigen_values (attempt->n_states, attempt->jacobian, attempt->eigenvalues, work))
    g_clear_pointer (&attempt->eigenvalues, g_free);
}

/* The solution that is wanted: n_times rows of t and states. */
typedef struct
{
  const OdeSystem *ode;
  double t0;
  const double *x0, *times;
  int n_times;
  double *rows;
} Flow;

/* Computes the solution with one method. Returns FALSE if the method does not support the system, needs too many steps, or is cancelled. */
static gboolean
follow_with (const Flow *flow, const char *name, int step_limit, const LabProgress *progress, GError **error)
{
  const OdeMethod *method = ode_method_find (name);
  const double end = flow->times[flow->n_times - 1];
  const gsize width = (gsize) flow->ode->n_states + 1;
  OdeSettings settings;
  char words[256];
  ode_settings_init (&settings);
  settings.accuracy = FLOW_TOLERANCE;
  settings.weighting = ODE_WEIGHTING_SIZE;
  settings.step_limit = step_limit;
  OdeIntegrator *integrator = ode_integrator_new (method, flow->ode, &settings, words, sizeof words);
  if (integrator == NULL)
    return FALSE;
  int count = 0;
  gboolean done = ode_integrator_initialize (integrator, flow->t0, flow->x0, end) == ODE_DONE;
  for (int i = 0; done && i < flow->n_times; i++)
    {
      double *row = flow->rows + (gsize) i * width;
      row[0] = flow->times[i];
      while (done && ode_integrator_t (integrator) < row[0])
        done = ode_integrator_step (integrator, end, ODE_STOP_END) == ODE_DONE
               && (++count % REPORT_STEPS != 0 || lab_progress_report (progress, 1, error));
      if (done && row[0] == ode_integrator_t (integrator))
        memcpy (row + 1, ode_integrator_x (integrator), sizeof (double) * (width - 1));
      else
        done = done && ode_integrator_interpolate (integrator, row[0], row + 1) == ODE_DONE;
    }
  ode_integrator_free (integrator);
  return done;
}

/* An explicit method exceeds the number of steps if the problem is stiff. Then an implicit method is used. */
double *
lab_attempt_solution (const OdeSystem *ode, double t0, const double *x0, const double *times, int n_times, const LabProgress *progress, GError **error)
{
  GError *cancelled = NULL;
  if (ode->n_states > MAX_FLOW_STATES || n_times == 0 || !(times[n_times - 1] > t0))
    return NULL;
  g_autofree double *rows = g_new0 (double, (gsize) n_times * ((gsize) ode->n_states + 1));
  const Flow flow = { ode, t0, x0, times, n_times, rows };
  if (follow_with (&flow, "dop853", EXPLICIT_STEPS, progress, &cancelled)
      || (cancelled == NULL && follow_with (&flow, "radau13", IMPLICIT_STEPS, progress, &cancelled)))
    return g_steal_pointer (&rows);
  if (cancelled != NULL)
    g_propagate_error (error, cancelled);
  return NULL;
}

gboolean
lab_attempt_follow_flow (LabAttempt *attempt, const LabProgress *progress, GError **error)
{
  const OdeSystem *ode = ode_integrator_system (sim_simulator_integrator (attempt->simulator));
  const double t0 = attempt->record.t, end = t0 + FLOW_BEYOND * attempt->record.h;
  double times[N_FLOW];
  GError *cancelled = NULL;
  for (int i = 0; i < N_FLOW; i++)
    times[i] = i == N_FLOW - 1 ? end : t0 + (end - t0) * i / (N_FLOW - 1);
  attempt->flow = lab_attempt_solution (ode, t0, attempt->x0, times, N_FLOW, progress, &cancelled);
  attempt->n_flow = attempt->flow != NULL ? N_FLOW : 0;
  if (cancelled == NULL)
    return TRUE;
  g_propagate_error (error, cancelled);
  return FALSE;
}
