/* Makes the step of an event again with a chosen size. The snapshot that was taken when the first attempt of the step began has the state, the controller
 * and the history of the method as they were then, and the step is held when its search for events begins. */
#include "lab-event-trial.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-trial-private.h"

struct LabEventTrial
{
  SimSimulator *simulator;
  LabEvent *of;           /* copy of the members of the run's event that do not depend on h */
  double t_end;           /* end of the run */
  double max_step;        /* largest step of the settings of the run; 0: none */
  gboolean held;
  double t, h, window;    /* the held step */
  int n_records, n_rejected;
  OdeAttempt first;       /* first attempt of the step */
};

static double *
copy_numbers (const double *numbers, int n)
{
  return numbers != NULL ? g_memdup2 (numbers, sizeof (double) * ((gsize) n + 1)) : NULL;
}

/* Copies the members of an event that its trials share. */
static LabEvent *
copy_shared (const LabEvent *event, int n_events)
{
  LabEvent *copy = g_memdup2 (event, sizeof *event);
  const int n = event->n_states + event->n_discrete;

  copy->is_trial = TRUE;
  copy->probes = NULL;
  copy->n_probes = 0;
  copy->truncated = FALSE;
  copy->low = copy->high = NAN;
  copy->simulator = NULL;
  copy->start = event->start != NULL ? g_bytes_ref (event->start) : NULL;
  copy->before = copy_numbers (event->before, n);
  copy->after = copy_numbers (event->after, n);
  copy->g_after = copy_numbers (event->g_after, n_events);
  copy->together = event->n_together > 0 ? g_memdup2 (event->together, sizeof (gsize) * (gsize) event->n_together) : NULL;
  return copy;
}

/* Holds the step when its search begins. */
static gboolean
on_search (gpointer user, const SimSearchEvent *report)
{
  LabEventTrial *trial = user;

  if (report->kind != SIM_SEARCH_STEP || trial->held)
    return TRUE;
  trial->held = TRUE;
  trial->t = report->t;
  trial->h = report->s;
  trial->window = report->window;
  return FALSE;
}

static void
on_record (void *user, const OdeAttempt *record)
{
  LabEventTrial *trial = user;

  if (trial->n_records++ == 0)
    trial->first = *record;
  trial->n_rejected += record->outcome == ODE_ATTEMPT_REJECTED_ERROR || record->outcome == ODE_ATTEMPT_REJECTED_NEWTON
                       || record->outcome == ODE_ATTEMPT_REJECTED_UNDEFINED;
}

static gboolean
set_max_step (LabEventTrial *trial, double max_step, GError **error)
{
  OdeIntegrator *integrator = sim_simulator_integrator (trial->simulator);
  OdeSettings settings = *ode_integrator_settings (integrator);
  char message[512];

  if (settings.max_step == max_step)
    return TRUE;
  settings.max_step = max_step;
  if (ode_integrator_set_settings (integrator, &settings, message, sizeof message) == ODE_DONE)
    return TRUE;
  g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, message);
  return FALSE;
}

/* Proposes the size h for the next step, as in lab-trial.c. */
static gboolean
choose_size (LabEventTrial *trial, double h, GError **error)
{
  OdeIntegrator *integrator = sim_simulator_integrator (trial->simulator);

  if (!ode_integrator_is_controlled (integrator))
    return set_max_step (trial, 2 * h, error) && set_max_step (trial, h, error);
  if (!set_max_step (trial, trial->max_step > 0 ? fmax (trial->max_step, h) : trial->max_step, error))
    return FALSE;
  ode_integrator_set_next_step (integrator, h);
  return TRUE;
}

/* Makes the step with the proposed size h and holds it. */
static gboolean
make (LabEventTrial *trial, double h, GError **error)
{
  OdeIntegrator *integrator = sim_simulator_integrator (trial->simulator);
  SimStatus status;

  sim_simulator_restore (trial->simulator, trial->of->start);
  trial->held = FALSE;
  trial->n_records = trial->n_rejected = 0;
  if (!(ode_integrator_t (integrator) + h > ode_integrator_t (integrator)))
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("no attempt of size %.6g can be made at t = %.10g"), h, ode_integrator_t (integrator));
      return FALSE;
    }
  if (!choose_size (trial, h, error))
    return FALSE;
  sim_simulator_set_ranges_held (trial->simulator, trial->of->ranges);
  sim_simulator_set_search (trial->simulator, on_search, trial);
  ode_integrator_set_attempt_func (integrator, on_record, trial);
  status = sim_simulator_step (trial->simulator, trial->t_end);
  ode_integrator_set_attempt_func (integrator, NULL, NULL);
  sim_simulator_set_search (trial->simulator, NULL, NULL);
  if (!trial->held)
    g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                         status.message != NULL ? status.message : _("no step can be made with this size"));
  return trial->held;
}

/* Returns whether a trial with the size of the run gives the numbers of the run. */
static gboolean
repeats (LabEventTrial *trial, const LabEvent *event)
{
  return make (trial, event->h, NULL) && trial->t == event->t && trial->h == event->h
         && memcmp (sim_simulator_x (trial->simulator), sim_simulator_x (event->simulator), sizeof (double) * (gsize) event->n_states) == 0;
}

LabEventTrial *
lab_event_trial_new (const LabRunRecord *run, const LabEvent *event, GError **error)
{
  const OdeIntegrator *integrator = sim_simulator_integrator (event->simulator);
  g_autoptr (LabEventTrial) trial = NULL;
  LabRunPlace place = { 0, run->problem.t_end };

  if (integrator == NULL)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("a system without continuous states has no integration steps"));
      return NULL;
    }
  if ((ode_integrator_method (integrator)->traits & ODE_TRAIT_OWN_CONTROL) != 0)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("%s chooses the size of its steps itself"), _(ode_integrator_method (integrator)->label));
      return NULL;
    }
  if (event->start == NULL)
    {
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("the start of this step is not known"));
      return NULL;
    }
  trial = g_new0 (LabEventTrial, 1);
  trial->of = copy_shared (event, sim_simulator_system (event->simulator)->n_events);
  trial->simulator = lab_run_record_simulator (run, error);
  if (trial->simulator == NULL || !lab_run_record_restore (run, trial->simulator, event->start, &place, error))
    return NULL;
  trial->t_end = event->t_end;
  trial->max_step = ode_integrator_settings (sim_simulator_integrator (trial->simulator))->max_step;
  if (repeats (trial, event))
    return g_steal_pointer (&trial);
  g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, _("this step depends on the steps before it in more than its start, so that it has no trials"));
  return NULL;
}

void
lab_event_trial_free (LabEventTrial *trial)
{
  if (trial == NULL)
    return;
  sim_simulator_free (trial->simulator);
  lab_event_free (trial->of);
  g_free (trial);
}

LabEvent *
lab_event_trial_step (LabEventTrial *trial, double h, GError **error)
{
  LabEvent *event;

  if (!make (trial, h, error))
    return NULL;
  event = copy_shared (trial->of, sim_simulator_system (trial->simulator)->n_events);
  event->simulator = trial->simulator;
  event->t = trial->t;
  event->h = trial->h;
  event->window = trial->window;
  event->h_of_run = trial->of->h;
  event->h_tried = h;
  event->n_rejected = trial->n_rejected;
  event->first_outcome = trial->first.outcome;
  event->first_error = trial->first.error;
  event->is_cut = trial->n_rejected == 0 && event->h < h * (1 - 1e-9);
  if (event->is_cut && sim_simulator_t (trial->simulator) < sim_simulator_stop_held (trial->simulator, &event->cut_kind))
    event->cut_kind = ODE_STOP_SWITCH;
  event->cut_event = event->is_cut && event->cut_kind == ODE_STOP_EVENT ? sim_simulator_scheduled_held (trial->simulator) : -1;
  return event;
}

/* ---- many sizes ---- */

/* Searches a step of size h. Returns the number of crossings that are missed, or 0 if no step can be made. */
static int
take (LabEventTrial *trial, double h, int witness, double window, int looks, gboolean ranges, LabCrossings *crossings, double *taken)
{
  g_autoptr (LabEvent) event = lab_event_trial_step (trial, h, NULL);

  *crossings = (LabCrossings) { .found = -1, .other = -1 };
  *taken = NAN;
  if (event == NULL)
    return 0;
  lab_event_set_ranges (event, ranges);
  {
    g_autoptr (LabSearch) search = lab_event_search (event, witness, event->finder, window, event->finder == SIM_ISOLATE_DRAKE ? 0 : looks);
    g_autofree LabCrossings *all = lab_event_crossings (event, search);

    *crossings = *all;
    *taken = event->h;
  }
  return crossings->n_missed;
}

LabEventCurve *
lab_event_curve (LabEventTrial *trial, int witness, double window, int looks, gboolean ranges, const LabProgress *progress, GError **error)
{
  g_autoptr (LabEventCurve) curve = g_new0 (LabEventCurve, 1);
  int first = -1;

  curve->n = LAB_TRIAL_SIZES;
  curve->h = lab_trial_sizes (trial->of->h);
  curve->taken = g_new (double, curve->n);
  curve->crossings = g_new (LabCrossings, curve->n);
  curve->looks = trial->of->finder == SIM_ISOLATE_DRAKE ? 0 : looks;
  for (int i = 0; i < curve->n; i++)
    {
      if (take (trial, curve->h[i], witness, window, looks, ranges, &curve->crossings[i], &curve->taken[i]) > 0 && first < 0)
        first = i;
      if (!lab_progress_report (progress, (double) (i + 1) / (curve->n + 1), error))
        return NULL;
    }
  curve->limit = first < 0 ? INFINITY : first == 0 ? NAN : curve->h[first - 1];
  for (double high = first > 0 ? curve->h[first] : 0; first > 0 && high > curve->limit * (1 + LAB_TRIAL_LIMIT_ERROR);)
    {
      const double middle = sqrt (curve->limit * high);
      LabCrossings crossings;
      double taken;

      if (take (trial, middle, witness, window, looks, ranges, &crossings, &taken) > 0)
        high = middle;
      else
        curve->limit = middle;
      if (!lab_progress_report (progress, 1, error))
        return NULL;
    }
  return g_steal_pointer (&curve);
}

void
lab_event_curve_free (LabEventCurve *curve)
{
  if (curve == NULL)
    return;
  g_free (curve->h);
  g_free (curve->taken);
  g_free (curve->crossings);
  g_free (curve);
}
