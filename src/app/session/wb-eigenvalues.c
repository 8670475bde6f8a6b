/* Evaluates the Jacobian at the playhead and its eigenvalues. */
#include "wb-eigenvalues.h"

#include <glib/gi18n.h>
#include <math.h>

#include "ode-eigen.h"
#include "sim-tape.h"

/* Largest number of states. For larger models the eigenvalues would take so long that the window would block. */
#define MOST_STATES 200

void
wb_eigenvalues_free (WbEigenvalues *eigenvalues)
{
  if (eigenvalues == NULL)
    return;
  g_free (eigenvalues->values);
  g_free (eigenvalues->x);
  g_free (eigenvalues->why_not);
  g_free (eigenvalues);
}

/* Sets the time and the states to those at the playhead, or to the initial ones if there is no run. */
static gboolean
state_of (WbSession *session, ModelSystem *system, double *t, double *x)
{
  WbRunItem *run = wb_session_current (session);
  SimTrajectory *trajectory = run != NULL ? wb_run_item_trajectory (run) : NULL;
  g_autofree double *d = g_new0 (double, model_system_n_discrete (system) + 1);
  int n = model_system_n_states (system);

  *t = wb_session_t_start (session);
  if (!model_system_initial (system, x, d, NULL))
    return FALSE;
  model_system_set_discrete (system, d);
  if (trajectory != NULL && sim_trajectory_n_rows (trajectory) > 0 && wb_run_item_model (run) == wb_session_model (session))
    {
      const double *row = sim_trajectory_row (trajectory, sim_trajectory_find (trajectory, wb_session_playhead (session)));

      *t = row[0];
      for (int i = 0; i < n; i++)
        x[i] = row[1 + i];
    }
  model_system_set_noise_time (system, *t);
  return TRUE;
}

WbEigenvalues *
wb_eigenvalues_new (WbSession *session)
{
  WbEigenvalues *result = g_new0 (WbEigenvalues, 1);
  Model *model = wb_session_model (session);
  g_autoptr (ModelSystem) system = NULL;
  g_autofree double *a = NULL, *work = NULL;
  double *x;
  int n;

  if (model != NULL)
    system = lab_values_instance (wb_session_values (session), model, wb_session_config (session), NULL);
  if (system == NULL)
    {
      result->why_not = g_strdup (_("no model"));
      return result;
    }
  n = model_system_n_states (system);
  if (model_system_ode (system)->mass_pattern != NULL)
    result->why_not = g_strdup (_("the model has a mass matrix or algebraic equations"));
  else if (n == 0)
    result->why_not = g_strdup (_("the model has no continuous states"));
  else if (n > MOST_STATES)
    result->why_not = g_strdup_printf (_("eigenvalues are shown for at most %d states"), MOST_STATES);
  if (result->why_not != NULL)
    return result;
  x = result->x = g_new (double, n);
  a = g_new (double, n * n);
  work = g_new (double, ode_eigen_work_size (n) + 1);
  result->values = g_new (double, 2 * n);
  if (!state_of (session, system, &result->t, x) || !ode_stability_jacobian (model_system_ode (system), result->t, x, a)
      || !ode_eigen_values (n, a, result->values, work))
    result->why_not = g_strdup (_("the derivatives are undefined here"));
  else
    result->n = n;
  return result;
}

double
wb_eigenvalues_step (const WbEigenvalues *eigenvalues, WbSession *session)
{
  WbRunItem *run = wb_session_current (session);
  SimTape *tape = run != NULL && wb_run_item_model (run) == wb_session_model (session) ? wb_run_item_tape (run) : NULL;
  OdeAttempt attempt;
  double h = NAN;

  if (tape == NULL)
    return NAN;
  for (gsize i = sim_tape_find (tape, eigenvalues->t); isnan (h) && sim_tape_get (tape, i, &attempt); i++)
    h = attempt.outcome == ODE_ATTEMPT_ACCEPTED ? attempt.h : NAN;
  /* At the end of a run no step starts. Use the last accepted step then. */
  for (gsize i = sim_tape_n_attempts (tape); isnan (h) && i > 0 && sim_tape_get (tape, i - 1, &attempt); i--)
    h = attempt.outcome == ODE_ATTEMPT_ACCEPTED ? attempt.h : NAN;
  return h;
}

char *
wb_eigenvalues_count_text (OdeStability *stability, const double *z, int n, int *outside)
{
  g_autofree char *count = NULL, *growing = NULL;
  g_autofree OdeStabilityPlace *places = g_new (OdeStabilityPlace, n + 1);
  int counts[3] = { 0 }, others;

  ode_stability_places (stability, n, z, places);
  for (int k = 0; k < n; k++)
    counts[places[k]]++;
  *outside = counts[ODE_STABILITY_OUTSIDE];
  others = n - counts[ODE_STABILITY_GROWS];
  if (others == 0 && n > 0)
    return g_strdup_printf (ngettext ("%d of %d eigenvalue growing", "%d of %d eigenvalues growing", (gulong) n), n, n);
  count = g_strdup_printf (ngettext ("%d of %d eigenvalue outside", "%d of %d eigenvalues outside", (gulong) others), *outside, others);
  if (others == n)
    return g_steal_pointer (&count);
  growing = g_strdup_printf (_("%d growing"), n - others);
  return g_strconcat (count, ", ", growing, NULL);
}
