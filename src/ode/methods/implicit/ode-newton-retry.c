/* Newton's method for one implicit stage under Drake's retry policy
 * (ode-newton-retry.h). h' is the step size for which the matrix was factored.
 * The stage equation is M (x − x0) = R + γh f(t1, x), and Drake's update (M −
 * γh' J) δ = R + γh f(t1, x) − M (x − x0), divided by γh', is
 *
 *   (M/(γh') − J) δ = (γh f(t1, x) + R − M (x − x0))/(γh').
 *
 * On x' = λx with the exact J the error contracts per iteration by
 *
 *   1 − (1 − γhλ)/(1 − γh'λ) = γ(h − h')λ/(1 − γh'λ),
 *
 * which is 0 for h' = h, and at most |1 − h/h'| in modulus for Re λ < 0. For h' = 2h
 * (the half steps of profile drake, which use the factor of the full step) the bound is
 * 1/2. With the factor of a smaller step, h' < h/2, stiff components do not converge,
 * and the second trial factors again. Other profiles have h' = h.
 *
 * The history consists of the Jacobian at the start of an earlier step, its factors, and
 * η. `fresh` is true from the evaluation of the Jacobian until the state changes, because
 * a step is accepted or the first of two half steps ends. A fresh Jacobian cannot
 * be improved, so that the step size must be reduced if Newton's method fails with it. */
#include "ode-newton-retry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* If the contraction rate is larger than this value, the Jacobian is evaluated again in the
 * next step, except under Drake's rules. At a rate of 0.1 an iteration gains only one
 * digit. */
#define RENEW_ABOVE 0.1

/* All buffers of the iteration are made here, since a step must not allocate. */
bool
ode_newton_retry_init (OdeNewtonRetry *trials, OdeStepper *stepper, char *error, size_t error_size)
{
  const size_t n = (size_t) stepper->system->n_states;

  memset (trials, 0, sizeof *trials);
  trials->memory = malloc (sizeof (double) * (5 * n + 1));
  if (trials->memory == NULL || !ode_factor_cache_init (&trials->slots, stepper, ODE_NEWTON_RETRY_FACTORS, trials->memory + 4 * n))
    return ode_stepper_refuse_memory (stepper, error, error_size);
  trials->update = trials->memory;
  trials->product = trials->update + n;
  trials->trial_x = trials->product + n;
  trials->guess = trials->trial_x + n;
  return true;
}

/* Frees the factors and the buffers. */
void
ode_newton_retry_clear (OdeNewtonRetry *trials)
{
  ode_factor_cache_clear (&trials->slots);
  free (trials->memory);
  memset (trials, 0, sizeof *trials);
}

/* The state or the parameters have changed: neither Jacobian nor factors can be used. */
void
ode_newton_retry_restart (OdeNewtonRetry *trials)
{
  trials->fresh = false;
  ode_factor_cache_forget (&trials->slots);
}

/* Discards the Jacobian if the contraction rate in the last attempt was larger than
 * RENEW_ABOVE. Drake's rules keep the Jacobian until a trial fails. */
void
ode_newton_retry_begin (OdeNewtonRetry *trials, const double *x0)
{
  ode_newton_scale (&trials->slots.newton, x0, 1.0);
  if (!trials->slots.newton.drake && !trials->fresh && trials->slots.worst_theta > RENEW_ABOVE)
    trials->slots.matrix->valid = false;
  trials->slots.worst_theta = 0.0;
  trials->slots.iterations = 0;
  trials->purpose = ODE_RHS_STAGES;
}

/* Implements the list of trials in ode-newton-retry.h. If the setting reuse_jacobian
 * is false, every trial evaluates a new Jacobian. Every trial computes a missing factor.
 * Trial 3 with a fresh Jacobian would repeat trial 2, so the policy gives up. */
OdeStatus
ode_newton_retry_needs (const OdeNewtonRetry *trials, int trial, bool factored_before, bool h_changed, OdeNewtonRetryNeeds *needs)
{
  const OdeSettings *settings = &trials->slots.stepper->settings;

  *needs = (OdeNewtonRetryNeeds) { false, false };
  if (!settings->reuse_jacobian || !trials->slots.matrix->valid)
    *needs = (OdeNewtonRetryNeeds) { true, true };
  else if (!factored_before)
    needs->factor = true;
  else if (trial == 1)
    needs->factor = !trials->slots.newton.drake && h_changed;
  else if (trial == 2)
    needs->factor = true;
  else if (trial == 3 && !trials->fresh)
    *needs = (OdeNewtonRetryNeeds) { true, true };
  else
    return ODE_RETRY_NEWTON;
  return ODE_DONE;
}

/* Evaluates and factors the matrices that the trial needs. t and x are those of
 * the start of the step, so that all stages of the step can use the Jacobian. */
static OdeStatus
freshen (OdeNewtonRetry *trials, int slot, double t, const double *x, double gamma_h, OdeNewtonRetryNeeds needs)
{
  OdeStatus status = ODE_DONE;

  if (needs.jacobian)
    {
      status = ode_factor_cache_jacobian (&trials->slots, t, x, NULL);
      trials->fresh = status == ODE_DONE;
    }
  return status == ODE_DONE && needs.factor ? ode_factor_cache_factor (&trials->slots, slot, gamma_h) : status;
}

/* Computes f(t1, x) + (R − M (x − x0))/(γh) into update. The members trial_x and
 * product are scratch for the product with the mass matrix. */
static OdeStatus
make_residual (OdeNewtonRetry *trials, double t1, double gamma_h, const double *x0, const double *R, const double *x)
{
  const int n = trials->slots.n;
  const double inverse = 1.0 / gamma_h;
  double *rise = trials->product;
  OdeStatus status = ode_stepper_rhs (trials->slots.stepper, trials->purpose, t1, x, trials->update);

  if (status != ODE_DONE)
    return status;
  if (ode_matrix_mass_is_identity (trials->slots.matrix))
    for (int i = 0; i < n; i++)
      rise[i] = x[i] - x0[i];
  else
    {
      double *difference = trials->trial_x;

      for (int i = 0; i < n; i++)
        difference[i] = x[i] - x0[i];
      ode_matrix_mass_times (trials->slots.matrix, difference, rise);
    }
  for (int i = 0; i < n; i++)
    trials->update[i] += ((R != NULL ? R[i] : 0.0) - rise[i]) * inverse;
  return ODE_DONE;
}

/* Applies the convergence test of Hairer and Wanner with the scaled norm,
 * or Drake's test with the norm of the step control, which depends on x. */
static OdeNewtonVerdict
judge (OdeNewtonRetry *trials, const double *x0, const double *x)
{
  OdeStepper *stepper = trials->slots.stepper;

  if (!trials->slots.newton.drake)
    return ode_newton_judge (&trials->slots.newton, ode_newton_norm (&trials->slots.newton, 1, trials->update));
  return ode_newton_judge_drake (&trials->slots.newton, trials->slots.n, x, trials->update,
                                 stepper->norm (stepper->integrator, trials->update, x0, x));
}

/* Iterates x ← x + δ until the convergence test ends the iteration. Full Newton evaluates and factors
 * the Jacobian at each iterate. */
static OdeStatus
iterate (OdeNewtonRetry *trials, int slot, double t1, double gamma_h, const double *x0, const double *R, double *x)
{
  OdeStepper *stepper = trials->slots.stepper;
  OdeNewtonVerdict verdict;

  ode_newton_begin (&trials->slots.newton);
  if (stepper->trace != NULL)
    ode_trace_iterate (stepper, true, trials->slots.factored[slot] / gamma_h, 1, NULL, x);
  do
    {
      OdeStatus status = make_residual (trials, t1, gamma_h, x0, R, x);

      if (status == ODE_DONE && trials->slots.newton.full)
        status = freshen (trials, slot, t1, x, gamma_h, (OdeNewtonRetryNeeds) { true, true });
      if (status != ODE_DONE)
        return status;
      /* The factor may belong to another step size h'. Then the residual is scaled as in the equation at the
       * top of this file. */
      if (trials->slots.factored[slot] != gamma_h)
        {
          const double ratio = gamma_h / trials->slots.factored[slot];

          for (int i = 0; i < trials->slots.n; i++)
            trials->update[i] *= ratio;
        }
      ode_factor_solve (trials->slots.factor[slot], trials->update, NULL);
      for (int i = 0; i < trials->slots.n; i++)
        x[i] += trials->update[i];
      verdict = judge (trials, x0, x);
      trials->slots.iterations++;
      if (stepper->trace != NULL)
        ode_trace_iterate (stepper, false, trials->slots.factored[slot] / gamma_h, 1, NULL, x);
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  trials->slots.worst_theta = fmax (trials->slots.worst_theta, trials->slots.newton.theta);
  return ode_newton_status (verdict);
}

/* Reports the result of the solve as a stage at the end of its part of the step. The slope is
 * (x − x0 − R)/(γh), except with a mass matrix, for which it is not reported; update is
 * scratch. */
static void
report_stage (OdeNewtonRetry *trials, double t1, double gamma_h, const double *x0, const double *R, const double *x, OdeStatus status)
{
  const bool known = status == ODE_DONE && ode_matrix_mass_is_identity (trials->slots.matrix);

  for (int i = 0; i < trials->slots.n; i++)
    trials->update[i] = (x[i] - x0[i] - (R != NULL ? R[i] : 0.0)) / gamma_h;
  ode_trace_stage (trials->slots.stepper, 1, 1.0, t1, x, known ? trials->update : NULL);
}

/* Repeats a solve that failed with this status by the full Newton method from x0
 * if that is allowed (ode_newton_become_full). Returns the new status, or
 * `status`. The next step makes a new Jacobian, since the last one is that of an
 * iterate. */
static OdeStatus
solve_fully (OdeNewtonRetry *trials, int slot, double t1, double gamma_h, const double *x0, const double *R, double *x, OdeStatus status)
{
  if ((status != ODE_RETRY_NEWTON && status != ODE_RETRY_UNDEFINED) || !ode_newton_become_full (&trials->slots.newton))
    return status;
  memcpy (x, x0, sizeof (double) * (size_t) trials->slots.n);
  status = iterate (trials, slot, t1, gamma_h, x0, R, x);
  trials->slots.matrix->valid = false;
  if (trials->slots.stepper->trace != NULL)
    report_stage (trials, t1, gamma_h, x0, R, x, status);
  return status;
}

/* After a failure the iteration is repeated from the same guess with newer matrices.
 * η is reset first, because the contraction rate with the old matrix could end
 * the new iteration too early. */
OdeStatus
ode_newton_retry_solve (OdeNewtonRetry *trials, int slot, double t0, double t1, double gamma_h, const double *x0, const double *R, double *x)
{
  const OdeSettings *settings = &trials->slots.stepper->settings;
  const size_t bytes = sizeof (double) * (size_t) trials->slots.n;
  OdeStatus status;

  memcpy (trials->guess, x, bytes);
  for (int trial = 1;; trial++)
    {
      if (!settings->full_newton)
        {
          OdeNewtonRetryNeeds needs;

          status = ode_newton_retry_needs (trials, trial, trials->slots.factored[slot] != 0.0, trials->slots.factored[slot] != gamma_h, &needs);
          if (status == ODE_DONE)
            status = freshen (trials, slot, t0, x0, gamma_h, needs);
          if (status != ODE_DONE)
            return solve_fully (trials, slot, t1, gamma_h, x0, R, x, status);
        }
      status = iterate (trials, slot, t1, gamma_h, x0, R, x);
      if (trials->slots.stepper->trace != NULL)
        report_stage (trials, t1, gamma_h, x0, R, x, status);
      if ((status != ODE_RETRY_NEWTON && status != ODE_RETRY_UNDEFINED) || settings->full_newton || !settings->reuse_jacobian)
        return solve_fully (trials, slot, t1, gamma_h, x0, R, x, status);
      ode_newton_restart (&trials->slots.newton);
      memcpy (x, trials->guess, bytes);
    }
}

void
ode_newton_retry_count_estimator (OdeStepper *stepper, const OdeStatistics *before)
{
  OdeStatistics *now = stepper->statistics;

  now->error_rhs_evaluations += now->rhs_evaluations - before->rhs_evaluations;
  now->error_jacobian_evaluations += now->jacobian_evaluations - before->jacobian_evaluations;
  now->error_jacobian_rhs_evaluations += now->jacobian_rhs_evaluations - before->jacobian_rhs_evaluations;
  now->error_factorizations += now->factorizations - before->factorizations;
  now->error_newton_iterations += now->newton_iterations - before->newton_iterations;
}

size_t
ode_newton_retry_snapshot_size (const OdeNewtonRetry *trials)
{
  return ode_factor_cache_snapshot_size (&trials->slots);
}

void
ode_newton_retry_save (const OdeNewtonRetry *trials, void *bytes)
{
  ode_factor_cache_save (&trials->slots, trials->fresh, bytes);
}

void
ode_newton_retry_restore (OdeNewtonRetry *trials, const void *bytes)
{
  trials->fresh = ode_factor_cache_restore (&trials->slots, bytes);
}
