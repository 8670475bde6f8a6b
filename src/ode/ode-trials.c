#include "ode-trials.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Outside Drake's rules a Jacobian that contracts worse than this is renewed at the next step. */
#define RENEW_ABOVE 0.1

bool
ode_trials_init (OdeTrials *trials, OdeStepper *stepper, char *error, size_t error_size)
{
  const size_t n = (size_t) stepper->system->n_states;

  memset (trials, 0, sizeof *trials);
  trials->stepper = stepper;
  trials->n = (int) n;
  trials->matrix = ode_matrix_new (stepper->system);
  trials->memory = malloc (sizeof (double) * (5 * n + 1));
  for (int i = 0; i < ODE_TRIALS_SLOTS && trials->matrix != NULL; i++)
    trials->factor[i] = ode_factor_new (trials->matrix, false);
  if (trials->memory == NULL || trials->factor[ODE_TRIALS_SLOTS - 1] == NULL)
    {
      ode_trials_clear (trials);
      snprintf (error, error_size, "out of memory");
      return false;
    }
  trials->update = trials->memory;
  trials->product = trials->update + n;
  trials->trial_x = trials->product + n;
  trials->guess = trials->trial_x + n;
  ode_newton_init (&trials->newton, stepper, trials->guess + n);
  return true;
}

void
ode_trials_clear (OdeTrials *trials)
{
  for (int i = 0; i < ODE_TRIALS_SLOTS; i++)
    ode_factor_free (trials->factor[i]);
  ode_matrix_free (trials->matrix);
  free (trials->memory);
  memset (trials, 0, sizeof *trials);
}

void
ode_trials_restart (OdeTrials *trials)
{
  trials->matrix->valid = false;
  trials->fresh = false;
  trials->worst_theta = 0.0;
  memset (trials->factored, 0, sizeof trials->factored);
  ode_newton_restart (&trials->newton);
}

void
ode_trials_begin (OdeTrials *trials, const double *x0)
{
  ode_newton_scale (&trials->newton, x0, 1.0);
  if (!trials->newton.drake && !trials->fresh && trials->worst_theta > RENEW_ABOVE)
    trials->matrix->valid = false;
  trials->worst_theta = 0.0;
  trials->iterations = 0;
  trials->purpose = ODE_RHS_STAGES;
}

OdeStatus
ode_trials_needs (const OdeTrials *trials, int trial, bool factored_before, bool h_changed, OdeTrialNeeds *needs)
{
  const OdeSettings *settings = &trials->stepper->settings;

  *needs = (OdeTrialNeeds) { false, false };
  if (!settings->reuse_jacobian || !trials->matrix->valid)
    *needs = (OdeTrialNeeds) { true, true };
  else if (!factored_before)
    needs->factor = true;
  else if (trial == 1)
    needs->factor = !trials->newton.drake && h_changed;
  else if (trial == 2)
    needs->factor = true;
  else if (trial == 3 && !trials->fresh)
    *needs = (OdeTrialNeeds) { true, true };
  else
    return ODE_RETRY_NEWTON;
  return ODE_DONE;
}

static OdeStatus
freshen (OdeTrials *trials, int slot, double t, const double *x, double gamma_h, OdeTrialNeeds needs)
{
  if (needs.jacobian)
    {
      OdeStatus status = ode_matrix_evaluate (trials->matrix, trials->stepper, t, x, NULL);

      if (status != ODE_DONE)
        return status;
      trials->fresh = true;
      trials->jacobian_age = 0;
      memset (trials->factored, 0, sizeof trials->factored);
    }
  if (needs.factor)
    {
      trials->stepper->statistics->factorizations++;
      trials->factored[slot] = 0.0;
      if (!ode_factor_compute (trials->factor[slot], 1.0 / gamma_h, 0.0))
        return ODE_RETRY_SINGULAR;
      trials->factored[slot] = gamma_h;
    }
  return ODE_DONE;
}

static OdeStatus
make_residual (OdeTrials *trials, double t1, double gamma_h, const double *x0, const double *R, const double *x)
{
  const int n = trials->n;
  const double inverse = 1.0 / gamma_h;
  double *rise = trials->product;
  OdeStatus status = ode_stepper_rhs (trials->stepper, trials->purpose, t1, x, trials->update);

  if (status != ODE_DONE)
    return status;
  if (ode_matrix_mass_is_identity (trials->matrix))
    for (int i = 0; i < n; i++)
      rise[i] = x[i] - x0[i];
  else
    {
      double *difference = trials->trial_x;

      for (int i = 0; i < n; i++)
        difference[i] = x[i] - x0[i];
      ode_matrix_mass_times (trials->matrix, difference, rise);
    }
  for (int i = 0; i < n; i++)
    trials->update[i] += ((R != NULL ? R[i] : 0.0) - rise[i]) * inverse;
  return ODE_DONE;
}

static OdeNewtonVerdict
judge (OdeTrials *trials, const double *x0, const double *x)
{
  OdeStepper *stepper = trials->stepper;

  if (!trials->newton.drake)
    return ode_newton_judge (&trials->newton, ode_newton_norm (&trials->newton, 1, trials->update));
  return ode_newton_judge_drake (&trials->newton, trials->n, x, trials->update,
                                 stepper->norm (stepper->integrator, trials->update, x0, x));
}

static OdeStatus
iterate (OdeTrials *trials, int slot, double t1, double gamma_h, const double *x0, const double *R, double *x)
{
  OdeStepper *stepper = trials->stepper;
  OdeNewtonVerdict verdict;

  ode_newton_begin (&trials->newton);
  do
    {
      OdeStatus status = make_residual (trials, t1, gamma_h, x0, R, x);

      if (status == ODE_DONE && stepper->settings.full_newton)
        status = freshen (trials, slot, t1, x, gamma_h, (OdeTrialNeeds) { true, true });
      if (status != ODE_DONE)
        return status;
      ode_factor_solve (trials->factor[slot], trials->update, NULL);
      for (int i = 0; i < trials->n; i++)
        x[i] += trials->update[i];
      verdict = judge (trials, x0, x);
      trials->iterations++;
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  trials->worst_theta = fmax (trials->worst_theta, trials->newton.theta);
  return ode_newton_status (verdict);
}

OdeStatus
ode_trials_solve (OdeTrials *trials, int slot, double t0, double t1, double gamma_h, const double *x0, const double *R, double *x)
{
  const OdeSettings *settings = &trials->stepper->settings;
  const size_t bytes = sizeof (double) * (size_t) trials->n;
  OdeStatus status;

  memcpy (trials->guess, x, bytes);
  for (int trial = 1;; trial++)
    {
      if (!settings->full_newton)
        {
          OdeTrialNeeds needs;

          status = ode_trials_needs (trials, trial, trials->factored[slot] != 0.0, trials->factored[slot] != gamma_h, &needs);
          if (status == ODE_DONE)
            status = freshen (trials, slot, t0, x0, gamma_h, needs);
          if (status != ODE_DONE)
            return status;
        }
      status = iterate (trials, slot, t1, gamma_h, x0, R, x);
      if ((status != ODE_RETRY_NEWTON && status != ODE_RETRY_UNDEFINED) || settings->full_newton || !settings->reuse_jacobian)
        return status;
      ode_newton_restart (&trials->newton);
      memcpy (x, trials->guess, bytes);
    }
}

void
ode_trials_count_estimator (OdeStepper *stepper, const OdeStatistics *before)
{
  OdeStatistics *now = stepper->statistics;

  now->error_rhs_evaluations += now->rhs_evaluations - before->rhs_evaluations;
  now->error_jacobian_evaluations += now->jacobian_evaluations - before->jacobian_evaluations;
  now->error_jacobian_rhs_evaluations += now->jacobian_rhs_evaluations - before->jacobian_rhs_evaluations;
  now->error_factorizations += now->factorizations - before->factorizations;
  now->error_newton_iterations += now->newton_iterations - before->newton_iterations;
}

/* Layout: η, θ, worst θ, fresh, age, γh of the slots; where the Jacobian was taken. */
#define HEAD (5 + ODE_TRIALS_SLOTS)

size_t
ode_trials_snapshot_size (const OdeTrials *trials)
{
  return sizeof (double) * HEAD + ode_matrix_snapshot_size (trials->matrix);
}

void
ode_trials_save (const OdeTrials *trials, void *bytes)
{
  double head[HEAD] = { trials->newton.eta, trials->newton.theta, trials->worst_theta, trials->fresh, trials->jacobian_age };

  memcpy (head + 5, trials->factored, sizeof trials->factored);
  memcpy (bytes, head, sizeof head);
  ode_matrix_save (trials->matrix, (char *) bytes + sizeof head);
}

void
ode_trials_restore (OdeTrials *trials, const void *bytes)
{
  const OdeStatistics kept = *trials->stepper->statistics;
  double head[HEAD];

  memcpy (head, bytes, sizeof head);
  ode_matrix_restore (trials->matrix, trials->stepper, (const char *) bytes + sizeof head);
  trials->newton.eta = head[0];
  trials->newton.theta = head[1];
  trials->worst_theta = head[2];
  trials->fresh = head[3] != 0.0;
  trials->jacobian_age = (int) head[4];
  for (int i = 0; i < ODE_TRIALS_SLOTS; i++)
    {
      trials->factored[i] = 0.0;
      if (head[5 + i] != 0.0 && trials->matrix->valid
          && ode_factor_compute (trials->factor[i], 1.0 / head[5 + i], 0.0))
        trials->factored[i] = head[5 + i];
    }
  *trials->stepper->statistics = kept;
}
