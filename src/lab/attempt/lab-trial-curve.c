/* The error of an attempt over its size. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "lab-attempt-private.h"
#include "lab-progress-monitor.h"
#include "lab-size.h"
#include "lab-trial-private.h"

/* The sizes begin at this fraction of the size in the run and end at this multiple, both before rounding. */
#define SMALLEST 0.2
#define LARGEST 4.0
/* Distances from the accurate solution, whose tolerance is 1e-11, are known from ten times that on. */
#define LEAST_DISTANCE 1e-10

/* Returns the number 1, 2 or 5 times a power of ten that is nearest to a value on a logarithmic axis. */
static double
round_to_125 (double value)
{
  const double power = pow (10, floor (log10 (value)));
  const double steps[] = { 1, 2, 5, 10 };
  double best = power;

  for (gsize i = 1; i < G_N_ELEMENTS (steps); i++)
    if (fabs (log (steps[i] * power / value)) < fabs (log (best / value)))
      best = steps[i] * power;
  return best;
}

double *
lab_trial_sizes (double h)
{
  const double low = round_to_125 (SMALLEST * h), high = round_to_125 (LARGEST * h);
  double *sizes = g_new (double, LAB_TRIAL_SIZES);

  for (int i = 0; i < LAB_TRIAL_SIZES; i++)
    sizes[i] = low * pow (high / low, (double) i / (LAB_TRIAL_SIZES - 1));
  return sizes;
}

/* Makes the attempt number i of the curve and stores its errors. An attempt that cannot be made counts as stopped. */
static void
take (LabTrialCurve *curve, LabTrial *trial, int i)
{
  LabInside *inside = &trial->inside;
  double *row = curve->error + (gsize) i * (gsize) curve->n_states;

  for (int k = 0; k < curve->n_states; k++)
    row[k] = NAN;
  curve->norm[i] = NAN;
  curve->outcome[i] = ODE_ATTEMPT_STOPPED;
  if (!lab_trial_make (trial, curve->h[i], NULL))
    return;
  curve->outcome[i] = inside->record.outcome;
  if (curve->controlled && inside->has_error)
    {
      memcpy (row, inside->scaled, sizeof (double) * (gsize) curve->n_states);
      curve->norm[i] = inside->record.error;
      curve->order = inside->error_order;
    }
  else if (!curve->controlled && inside->has_x1)
    memcpy (row, inside->x1, sizeof (double) * (gsize) curve->n_states);
}

/* Replaces the results of the attempts by their distances from the accurate solution, relative to the sizes of the states. */
static gboolean
take_distances (LabTrialCurve *curve, LabTrial *trial, const LabProgress *progress, GError **error)
{
  const OdeSystem *ode = ode_integrator_system (sim_simulator_integrator (trial->simulator));
  const double t = trial->of->record.t;
  const gsize n = (gsize) curve->n_states;
  g_autofree double *times = g_new (double, curve->n), *flow = NULL, *size = g_new0 (double, n + 1);
  GError *cancelled = NULL;

  for (int i = 0; i < curve->n; i++)
    times[i] = t + curve->h[i];
  sim_simulator_restore (trial->simulator, trial->start);
  flow = lab_attempt_solution (ode, t, trial->of->x0, times, curve->n, progress, &cancelled);
  if (cancelled != NULL)
    {
      g_propagate_error (error, cancelled);
      return FALSE;
    }
  lab_size_take (size, trial->of->x0, curve->n_states);
  for (int i = 0; flow != NULL && i < curve->n; i++)
    lab_size_take (size, flow + (gsize) i * (n + 1) + 1, curve->n_states);
  lab_size_complete (size, curve->n_states);
  for (int i = 0; i < curve->n; i++)
    for (gsize k = 0; k < n; k++)
      {
        double *value = curve->error + (gsize) i * n + k;

        *value = flow != NULL ? fabs (*value - flow[(gsize) i * (n + 1) + 1 + k]) / size[k] : NAN;
        if (*value < LEAST_DISTANCE)
          *value = NAN;
        if (isfinite (*value) && !(curve->norm[i] > *value))
          curve->norm[i] = *value;
      }
  return TRUE;
}

/* Returns the outcome of an attempt of size h. */
static OdeOutcome
outcome_of (LabTrial *trial, double h)
{
  return lab_trial_make (trial, h, NULL) ? trial->inside.record.outcome : ODE_ATTEMPT_STOPPED;
}

/* Finds the limit by bisection of the logarithm of h. Returns FALSE with an error if the caller cancels. */
static gboolean
find_limit (LabTrialCurve *curve, LabTrial *trial, const LabProgress *progress, GError **error)
{
  int first = 0;
  double low, high;

  while (first < curve->n && curve->outcome[first] == ODE_ATTEMPT_ACCEPTED)
    first++;
  if (first == curve->n || first == 0)
    {
      curve->limit = first == 0 ? NAN : INFINITY;
      curve->beyond = first == 0 ? curve->outcome[0] : ODE_ATTEMPT_ACCEPTED;
      return TRUE;
    }
  low = curve->h[first - 1];
  high = curve->h[first];
  curve->beyond = curve->outcome[first];
  while (high > low * (1 + LAB_TRIAL_LIMIT_ERROR))
    {
      const double middle = sqrt (low * high);
      const OdeOutcome outcome = outcome_of (trial, middle);

      if (!lab_progress_report (progress, 1, error))
        return FALSE;
      if (outcome == ODE_ATTEMPT_ACCEPTED)
        low = middle;
      else
        {
          high = middle;
          curve->beyond = outcome;
        }
    }
  curve->limit = low;
  return TRUE;
}

/* Makes the attempts of the curve. Returns FALSE with an error if the caller cancels. */
static gboolean
fill (LabTrialCurve *curve, LabTrial *trial, const LabProgress *progress, GError **error)
{
  for (int i = 0; i < curve->n; i++)
    {
      take (curve, trial, i);
      if (!lab_progress_report (progress, (double) (i + 1) / (curve->n + 1), error))
        return FALSE;
    }
  return (curve->controlled || take_distances (curve, trial, progress, error)) && find_limit (curve, trial, progress, error);
}

LabTrialCurve *
lab_trial_curve (LabTrial *trial, const LabProgress *progress, GError **error)
{
  const OdeIntegrator *integrator = sim_simulator_integrator (trial->simulator);
  g_autoptr (LabTrialCurve) curve = g_new0 (LabTrialCurve, 1);
  LabProgressMonitor monitor = { .progress = progress };
  gboolean made;

  curve->n = LAB_TRIAL_SIZES;
  curve->n_states = trial->of->n_states;
  curve->h = lab_trial_sizes (trial->of->record.h);
  curve->error = g_new (double, (gsize) curve->n * (gsize) curve->n_states + 1);
  curve->norm = g_new (double, curve->n);
  curve->outcome = g_new (OdeOutcome, curve->n);
  curve->controlled = ode_integrator_is_controlled (integrator);
  curve->order = ode_integrator_method (integrator)->order + 1;
  /* An attempt of a large system takes long; a cancelled one ends inside and is reported after it. */
  lab_progress_monitor_watch (&monitor, trial->simulator);
  made = fill (curve, trial, progress, error);
  sim_simulator_set_look (trial->simulator, NULL, NULL);
  return made ? g_steal_pointer (&curve) : NULL;
}

void
lab_trial_curve_free (LabTrialCurve *curve)
{
  if (curve == NULL)
    return;
  g_free (curve->h);
  g_free (curve->error);
  g_free (curve->norm);
  g_free (curve->outcome);
  g_free (curve);
}
