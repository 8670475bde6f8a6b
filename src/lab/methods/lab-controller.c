/* Predicts the steps of another controller by trial steps along the solution of a run. The run is repeated with its own controller. After each
 * of its steps, from t0 to t1, the predicted attempts that begin in [t0, t1) are made:
 *
 *     x ← dense output of the run at t
 *     ε ← norm of the error estimate of a step of size h from (t, x)
 *     the controller accepts or rejects, and chooses the next h
 *
 * So the prediction differs from a run with the controller in the errors of the states at the starts, and in data that a method keeps between
 * steps, such as an old Jacobian. If stability limits the steps, the errors of the states depend on the controller, and the prediction is worse.
 * The rules for the size of a step before an event or the end are those of ode-integrator.c. Each event of the run ends a predicted step too.
 * A jump of the state clears the history of the controller. */
#include "lab-controller.h"

#include <math.h>
#include <string.h>

#include "ode-integrator.h"

/* The time of an event that ended a step of the run. A located event was found inside of a longer step. */
typedef struct
{
  double t;
  gboolean located;
} Stop;

typedef struct
{
  const OdeMethod *method;
  OdeControl *control;
  double t_start, t_end;
  guint most;
  const LabProgress *progress;
  GError *error;          /* the study was cancelled */
  GArray *stops;          /* Stop */
  GArray *steps;          /* LabControlledStep */
  OdeIntegrator *probe;   /* makes the trial steps */
  OdeSettings settings;   /* settings of the integrator `probe` */
  OdeAttempt record;      /* first attempt of the last trial step */
  gboolean recorded;
  int n;
  void *before, *after;   /* snapshots of the run's integrator before and after its last step */
  gboolean changed;       /* an event may have changed the state or the model after the snapshot `before` */
  double *x, *x_end;      /* states: at t, and at the end of the run's last step */
  double t_run;           /* time that the run has reached */
  double t, h_next;       /* start and proposed size of the next predicted step */
  double h_try;           /* size for the next attempt of the present step */
  gboolean begun;         /* the present step has had an attempt; x is its start */
  gboolean judged;        /* the last attempt had an error test, or there was none */
  gboolean limited;       /* the present step is shorter than the controller proposes, so its error is not stored */
  gboolean done;
} Prediction;

/* Collects the times of events at which steps of the run ended. */
static GArray *
find_stops (const OdeAttempt *attempts, gsize n)
{
  GArray *stops = g_array_new (FALSE, FALSE, sizeof (Stop));

  for (gsize k = 0; k + 1 < n; k++)
    if (attempts[k].outcome == ODE_ATTEMPT_ACCEPTED && attempts[k].clamp == ODE_CLAMP_EVENT)
      {
        Stop stop = { attempts[k + 1].t, k > 0 && attempts[k - 1].outcome == ODE_ATTEMPT_CUT_BY_EVENT };

        g_array_append_val (stops, stop);
      }
  return stops;
}

/* Returns the index of the first stop after t. */
static guint
find_after (const GArray *stops, double t)
{
  guint low = 0, high = stops->len;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (g_array_index (stops, Stop, middle).t <= t)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Returns the first event after t that is located (or not located), or the end of the run. */
static double
next_stop (const Prediction *self, double t, gboolean located)
{
  for (guint k = find_after (self->stops, t); k < self->stops->len; k++)
    if (g_array_index (self->stops, Stop, k).located == located)
      return g_array_index (self->stops, Stop, k).t;
  return self->t_end;
}

/* Returns whether a step of the run ended at t by an event. */
static gboolean
is_stop (const Prediction *self, double t)
{
  guint after = find_after (self->stops, t);

  return after > 0 && g_array_index (self->stops, Stop, after - 1).t == t;
}

/* Only the first attempt of a trial step is kept. It has the size that was asked for; the sizes of further attempts
 * are chosen by the integrator. */
static void
keep_record (void *user, const OdeAttempt *attempt)
{
  Prediction *self = user;

  if (!self->recorded)
    self->record = *attempt;
  self->recorded = TRUE;
}

/* Makes one attempt of size h from the snapshot, or from (t, x) if it is NULL, and stores its record. Returns FALSE if no attempt is
 * possible. */
static gboolean
try_step (Prediction *self, const void *snapshot, double t, const double *x, double h)
{
  self->recorded = FALSE;
  /* The sizes of the states, from which tolerances follow, are those of the run, and not of earlier trial steps. */
  ode_integrator_restore (self->probe, snapshot != NULL ? snapshot : self->before);
  if (snapshot == NULL && ode_integrator_jump (self->probe, t, x, FALSE) != ODE_DONE)
    return FALSE;
  ode_integrator_reset_statistics (self->probe);
  ode_integrator_set_next_step (self->probe, h);
  /* The limit of one attempt ends the step if the attempt is rejected. */
  ode_integrator_step (self->probe, ode_integrator_t (self->probe) + h, ODE_STOP_END);
  return self->recorded;
}

/* Returns whether an attempt reached its error test. */
static gboolean
has_error (const OdeAttempt *attempt)
{
  return attempt->outcome == ODE_ATTEMPT_ACCEPTED || attempt->outcome == ODE_ATTEMPT_REJECTED_ERROR;
}

/* Makes attempts of size h from both ends of the run's last step, with the data that the method keeps there, and stores a record for an attempt
 * from self->t: the logarithm of the error is interpolated. */
static gboolean
try_at_ends (Prediction *self, OdeIntegrator *run, double h)
{
  double t0 = ode_integrator_t_previous (run), t1 = ode_integrator_t (run), s = (self->t - t0) / (t1 - t0);
  OdeAttempt first;

  if (!try_step (self, self->changed ? NULL : self->before, t0, ode_integrator_x_previous (run), h))
    return FALSE;
  first = self->record;
  if (s == 0)
    return TRUE;
  if (!try_step (self, self->after, t1, NULL, h))
    return FALSE;
  if (has_error (&first) && has_error (&self->record))
    self->record.error = exp2 ((1 - s) * log2 (first.error) + s * log2 (self->record.error));
  else if (s < 0.5)
    self->record = first;
  return TRUE;
}

/* Makes a predicted attempt of size h and stores its record. Newton's method starts without data of earlier steps at a state of the dense
 * output, and fails there more often than in a run. */
static gboolean
try_predicted (Prediction *self, OdeIntegrator *run, double h)
{
  if (self->t > ode_integrator_t_previous (run) && ode_integrator_interpolate (run, self->t, self->x) == ODE_DONE
      && try_step (self, NULL, self->t, self->x, h) && has_error (&self->record))
    return TRUE;
  return try_at_ends (self, run, h);
}

/* Appends a predicted attempt at the present time. */
static void
add_step (Prediction *self, double h, double error, OdeOutcome outcome)
{
  LabControlledStep step = { self->t, h, error, outcome };

  g_array_append_val (self->steps, step);
  self->done = self->done || self->steps->len >= self->most;
}

/* Ends the present step at its start plus h, or at the first located event inside it. */
static void
accept (Prediction *self, OdeIntegrator *run, double h, double error, double end)
{
  double event = next_stop (self, self->t, TRUE);

  if (event < end)
    {
      add_step (self, h, error, ODE_ATTEMPT_CUT_BY_EVENT);
      h = event - self->t;
      error = try_predicted (self, run, h) ? self->record.error : NAN;
      end = event;
    }
  add_step (self, h, error, ODE_ATTEMPT_ACCEPTED);
  self->done = self->done || !(end > self->t);
  self->t = end;
  self->begun = FALSE;
}

/* Makes one predicted attempt. */
static void
attempt (Prediction *self, OdeIntegrator *run)
{
  const gboolean drake = self->control->kind == ODE_CONTROLLER_DRAKE;
  OdeControl *control = self->control, before = *control;
  double stretch = self->settings.stretch, most = self->settings.max_step, stop = next_stop (self, self->t, FALSE);
  double allowed = stop - self->t, h, smallest;
  gboolean reaches = TRUE, lands = FALSE;
  OdeVerdict verdict;

  if (!self->begun)
    {
      self->h_try = self->h_next;
      self->begun = self->judged = TRUE;
    }
  if (most > 0 && self->t + stretch * most < stop)
    {
      allowed = most;
      reaches = FALSE;
    }
  h = self->h_try;
  if (self->judged)
    /* The numbers 0.95 and 1.001 are those of ode-integrator.c, whose rules are repeated here. */
    self->limited = allowed < 0.95 * h;
  if (allowed < (drake ? 1.001 : stretch) * h)
    {
      h = allowed;
      lands = reaches;
    }
  if (!try_predicted (self, run, h))
    {
      self->done = TRUE;
      return;
    }
  smallest = ode_integrator_working_minimum (self->probe);
  self->judged = has_error (&self->record);
  if (!self->judged)
    {
      self->h_try = (self->record.outcome == ODE_ATTEMPT_REJECTED_UNDEFINED && !drake ? 0.25 : 0.5) * h;
      self->done = self->h_try < smallest || self->record.outcome == ODE_ATTEMPT_STOPPED;
      control->rejected = TRUE;
      add_step (self, h, NAN, self->record.outcome);
      return;
    }
  verdict = ode_control_judge (control, self->record.error, h, self->method->error_order, smallest);
  if (!verdict.accept)
    {
      self->h_try = verdict.h_next;
      self->done = verdict.below_minimum;
      add_step (self, h, self->record.error, ODE_ATTEMPT_REJECTED_ERROR);
      return;
    }
  if (!self->limited || (!drake && verdict.h_next > self->h_next))
    self->h_next = verdict.h_next;
  if (self->limited)
    {
      control->log_1 = before.log_1;
      control->log_2 = before.log_2;
      control->h_1 = before.h_1;
    }
  accept (self, run, h, self->record.error, lands ? stop : self->t + h);
}

/* Makes the integrator of the trial steps, with the settings of the run and a limit of one attempt. */
static gboolean
start (Prediction *self, OdeIntegrator *run)
{
  char message[512];

  if (run == NULL)
    return FALSE;
  self->n = ode_integrator_system (run)->n_states;
  self->settings = *ode_integrator_settings (run);
  self->settings.step_limit = 1;
  self->x = g_new (double, self->n);
  self->before = g_malloc (ode_integrator_snapshot_size (run));
  self->after = g_malloc (ode_integrator_snapshot_size (run));
  self->x_end = g_memdup2 (ode_integrator_x (run), (gsize) self->n * sizeof (double));
  self->probe = ode_integrator_new (self->method, ode_integrator_system (run), &self->settings, message, sizeof message);
  if (self->probe == NULL || ode_integrator_initialize (self->probe, self->t, self->x_end, self->t_end) != ODE_DONE)
    return FALSE;
  ode_integrator_set_attempt_func (self->probe, keep_record, self);
  return TRUE;
}

/* Makes the predicted attempts that begin in the last step of the run. */
static void
follow (gpointer user, SimSimulator *simulator)
{
  Prediction *self = user;
  OdeIntegrator *run = sim_simulator_integrator (simulator);
  const SimSystem *system = sim_simulator_system (simulator);
  void *swap;

  if (self->probe == NULL && !self->done)
    {
      self->done = !start (self, run);
      if (!self->done)
        ode_integrator_save (run, self->before);
    }
  if (self->done || !(ode_integrator_t (run) > self->t_run))
    return;
  ode_integrator_save (run, self->after);
  if (memcmp (self->x_end, ode_integrator_x_previous (run), (size_t) self->n * sizeof (double)) != 0)
    {
      self->changed = TRUE;
      ode_control_restart (self->control); /* an event has changed the state before this step */
    }
  /* If the step of the run ended at a jump of the noise, the model already has the noise after it. */
  if (system->at_break != NULL)
    system->at_break (system->self, ode_integrator_t_previous (run));
  while (!self->done && self->t < ode_integrator_t (run))
    {
      attempt (self, run);
      if (self->steps->len % (guint) lab_progress_steps (self->n) == 0
          && !lab_progress_report (self->progress, (self->t - self->t_start) / (self->t_end - self->t_start), &self->error))
        self->done = TRUE;
    }
  if (system->at_break != NULL)
    system->at_break (system->self, ode_integrator_t (run));
  self->t_run = ode_integrator_t (run);
  self->changed = sim_simulator_has_pending (simulator) || is_stop (self, self->t_run);
  swap = self->before;
  self->before = self->after;
  self->after = swap;
  memcpy (self->x_end, ode_integrator_x (run), (size_t) self->n * sizeof (double));
}

/* The first predicted step has the size of the run's first attempt, which no controller chooses. */
GArray *
lab_controller_predict (const LabProblem *problem, const SimConfig *config, const OdeAttempt *attempts, gsize n, OdeControl *control, double t_end,
                        guint most, const LabProgress *progress, GError **error)
{
  Prediction self = { .method = sim_config_method (config), .control = control, .t_start = problem->t_start, .t_end = t_end, .most = most,
                      .progress = progress, .t_run = problem->t_start, .t = problem->t_start };
  LabRunWatch watch = { .step = follow, .user = &self };
  LabRun run;
  gboolean known = FALSE, fine;

  for (gsize k = 0; k < n && !known; k++)
    known = isfinite (attempts[k].error);
  if (!known)
    return NULL;
  self.h_next = attempts[0].h;
  self.stops = find_stops (attempts, n);
  self.steps = g_array_new (FALSE, FALSE, sizeof (LabControlledStep));
  fine = lab_problem_run_watched (problem, config, &watch, progress, &run, error);
  if (fine)
    lab_run_clear (&run);
  ode_integrator_free (self.probe);
  g_array_unref (self.stops);
  g_free (self.x);
  g_free (self.before);
  g_free (self.after);
  g_free (self.x_end);
  if (fine && self.error == NULL && self.steps->len > 0)
    return self.steps;
  if (fine && self.error != NULL)
    g_propagate_error (error, self.error);
  else
    g_clear_error (&self.error);
  g_array_unref (self.steps);
  return NULL;
}
