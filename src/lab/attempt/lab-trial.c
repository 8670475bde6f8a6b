/* Makes a single attempt of a chosen size. The snapshot that was taken when the attempt began has the state, the controller and the history of
 * the method as they were then, so that another size is the only difference. The step is taken with a limit of one attempt. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-attempt-private.h"
#include "lab-progress-monitor.h"
#include "lab-trial-private.h"

/* The end of the step's interval is so many sizes away that the integrator does not change the size in order to end there. */
#define FAR 4.0

static void
on_trace (gpointer user, const OdeTraceEvent *event)
{
  LabTrial *trial = user;

  if (trial->done)
    return;
  lab_inside_receive (&trial->inside, sim_simulator_integrator (trial->simulator), event);
  trial->done = event->kind == ODE_TRACE_RESULT;
}

/* The integrator sends the result of an attempt only if someone receives its record; it comes with the result. */
static void
on_record (void *user, const OdeAttempt *record)
{
}

/* Copies the members of an attempt that its trials share. */
static LabAttempt *
copy_shared (const LabAttempt *attempt)
{
  const gsize n = (gsize) attempt->n_states;
  LabAttempt *copy = g_new0 (LabAttempt, 1);

  copy->is_trial = TRUE;
  copy->index = attempt->index;
  copy->t_snapshot = attempt->t_snapshot;
  copy->n_states = attempt->n_states;
  copy->record = attempt->record;
  copy->record_of_run = attempt->record;
  copy->x0 = g_memdup2 (attempt->x0, n * sizeof (double) + 1);
  if (attempt->jacobian != NULL)
    copy->jacobian = g_memdup2 (attempt->jacobian, n * n * sizeof (double));
  if (attempt->eigenvalues != NULL)
    copy->eigenvalues = g_memdup2 (attempt->eigenvalues, 2 * n * sizeof (double));
  copy->around = g_memdup2 (attempt->around, (gsize) attempt->n_around * sizeof (OdeAttempt));
  copy->n_around = attempt->n_around;
  copy->first_around = attempt->first_around;
  return copy;
}

/* Returns whether a trial with the size of the run gives the error of the run. After many rejections, rounding errors can decide, and the integrator
 * then raises the tolerances; a single attempt does not know of them. */
static gboolean
repeats (LabTrial *trial, const LabAttempt *attempt)
{
  const double error = attempt->record.error;

  return lab_trial_make (trial, attempt->record.h, NULL)
         && (trial->inside.record.error == error || (isnan (error) && isnan (trial->inside.record.error)))
         && trial->inside.has_x1 == (attempt->x1 != NULL)
         && (attempt->x1 == NULL || memcmp (trial->inside.x1, attempt->x1, sizeof (double) * (gsize) attempt->n_states) == 0);
}

LabTrial *
lab_trial_new (const LabRunRecord *run, const LabAttempt *attempt, GError **error)
{
  LabRunPlace place = { 0, run->problem.t_end };
  LabTrial *trial;

  if ((attempt->run_method->traits & ODE_TRAIT_OWN_CONTROL) != 0)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("%s chooses the size of its steps itself"), _(attempt->run_method->label));
      return NULL;
    }
  if (attempt->record.outcome == ODE_ATTEMPT_STOPPED || attempt->start == NULL)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("this attempt was stopped from outside and is not complete"));
      return NULL;
    }
  trial = g_new0 (LabTrial, 1);
  trial->start = g_bytes_ref (attempt->start);
  trial->of = copy_shared (attempt);
  lab_inside_init (&trial->inside, attempt->n_states);
  trial->simulator = lab_run_record_simulator (run, error);
  if (trial->simulator == NULL || !lab_run_record_restore (run, trial->simulator, trial->start, &place, error))
    {
      lab_trial_free (trial);
      return NULL;
    }
  trial->max_step = ode_integrator_settings (sim_simulator_integrator (trial->simulator))->max_step;
  if (repeats (trial, attempt))
    return trial;
  g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("this attempt depends on the attempts before it in more than its start, so that it has no trials"));
  lab_trial_free (trial);
  return NULL;
}

void
lab_trial_free (LabTrial *trial)
{
  if (trial == NULL)
    return;
  sim_simulator_free (trial->simulator);
  g_bytes_unref (trial->start);
  lab_attempt_free (trial->of);
  lab_inside_clear (&trial->inside);
  g_free (trial);
}

static gboolean
set_max_step (LabTrial *trial, double max_step, GError **error)
{
  OdeIntegrator *integrator = sim_simulator_integrator (trial->simulator);
  OdeSettings settings = *ode_integrator_settings (integrator);
  char message[512];

  if (settings.step_limit == 1 && settings.max_step == max_step)
    return TRUE;
  settings.step_limit = 1;
  settings.max_step = max_step;
  if (ode_integrator_set_settings (integrator, &settings, message, sizeof message) == ODE_DONE)
    return TRUE;
  g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, message);
  return FALSE;
}

/* Allows one attempt, and makes its size h. A largest step of the settings does not hold if h is larger. Fixed steps have the size of the largest step;
 * each change of it begins a new grid at the start, also where the run subdivided a step. Returns FALSE with an error if memory runs out. */
static gboolean
choose_size (LabTrial *trial, double h, GError **error)
{
  OdeIntegrator *integrator = sim_simulator_integrator (trial->simulator);

  if (!ode_integrator_is_controlled (integrator))
    return set_max_step (trial, 2 * h, error) && set_max_step (trial, h, error);
  if (!set_max_step (trial, trial->max_step > 0 ? fmax (trial->max_step, h) : trial->max_step, error))
    return FALSE;
  ode_integrator_set_next_step (integrator, h);
  return TRUE;
}

gboolean
lab_trial_make (LabTrial *trial, double h, GError **error)
{
  OdeIntegrator *integrator = sim_simulator_integrator (trial->simulator);
  double t;

  sim_simulator_restore (trial->simulator, trial->start);
  t = ode_integrator_t (integrator);
  trial->done = FALSE;
  if (!choose_size (trial, h, error))
    return FALSE;
  ode_integrator_reset_statistics (integrator);
  ode_integrator_set_attempt_func (integrator, on_record, NULL);
  ode_integrator_set_trace (integrator, on_trace, trial);
  if (t + h > t)
    ode_integrator_step (integrator, t + FAR * h, ODE_STOP_END);
  ode_integrator_set_trace (integrator, NULL, NULL);
  ode_integrator_set_attempt_func (integrator, NULL, NULL);
  if (!trial->done)
    g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no attempt of size %.6g can be made at t = %.10g"), h, t);
  return trial->done;
}

LabAttempt *
lab_trial_attempt (LabTrial *trial, double h, const LabProgress *progress, GError **error)
{
  g_autoptr (LabAttempt) attempt = NULL;
  g_autoptr (GError) failure = NULL;
  LabProgressMonitor monitor = { .progress = progress };
  gboolean made;

  lab_progress_monitor_watch (&monitor, trial->simulator);
  made = lab_trial_make (trial, h, &failure);
  sim_simulator_set_look (trial->simulator, NULL, NULL);
  if (!lab_progress_report (progress, 0, error))
    return NULL;
  if (!made)
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  attempt = copy_shared (trial->of);
  g_clear_pointer (&attempt->x0, g_free);
  lab_inside_take (&trial->inside, sim_simulator_integrator (trial->simulator), &trial->inside.record, attempt);
  attempt->simulator = trial->simulator;
  sim_simulator_restore (trial->simulator, trial->start);
  return lab_attempt_follow_flow (attempt, progress, error) ? g_steal_pointer (&attempt) : NULL;
}
