/* Reports of the integrator: records of attempts for the tape, and messages
 * about failures.
 *
 * A message consists of what happened, where (t and step size), which state was
 * worst, and a probable cause. Status and place are facts. The cause is
 * inferred from few numbers, so that it says "probably", and says nothing about
 * a state unless the estimate or a value that is not finite points to it. */
#include "ode-integrator-private.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Writes the components with the largest scaled errors to the record, in
 * descending order, by insertion into a list of three. A NaN counts as
 * infinite. */
static void
find_worst (OdeIntegrator *integrator, OdeAttempt *record)
{
  const OdeTry *attempt = &integrator->attempt;
  double *scaled = integrator->scaled;

  for (int j = 0; j < ODE_ATTEMPT_WORST; j++)
    record->worst[j] = -1;
  if (!integrator->error_known)
    return;
  ode_norm_scale (&integrator->norm, integrator->error, attempt->x0, attempt->x1, scaled);
  for (int i = 0; i < integrator->n_states; i++)
    {
      double value = isnan (scaled[i]) ? INFINITY : scaled[i];

      for (int j = 0; j < ODE_ATTEMPT_WORST; j++)
        if (record->worst[j] < 0 || value > record->worst_error[j])
          {
            for (int k = ODE_ATTEMPT_WORST - 1; k > j; k--)
              {
                record->worst[k] = record->worst[k - 1];
                record->worst_error[k] = record->worst_error[k - 1];
              }
            record->worst[j] = i;
            record->worst_error[j] = value;
            break;
          }
    }
}

/* A record holds counts in 16 bits; larger ones are shown as the largest. */
static uint16_t
clamp_count (long count)
{
  return (uint16_t) (count < 0 ? 0 : count > UINT16_MAX ? UINT16_MAX : count);
}

/* rhs counts the evaluations since the record before, so that the sum over all
 * records is the total. Callers that set no function for attempts never get
 * here: records cost nothing then. */
void
ode_integrator_record (OdeIntegrator *integrator, OdeOutcome outcome, OdeStatus status, double error, double h_proposed,
                       double h_next, OdeClamp clamp)
{
  const OdeTry *attempt = &integrator->attempt;
  OdeAttempt *record = &integrator->last_record;

  *record = (OdeAttempt) {
    .t = attempt->t,
    .h = attempt->h_taken,
    .error = error,
    .h_proposed = h_proposed,
    .h_next = h_next,
    .contraction = attempt->contraction,
    .spectral_radius = attempt->spectral_radius,
    .newton_iterations = clamp_count (attempt->newton_iterations),
    .jacobian_age = clamp_count (attempt->jacobian_age),
    .outcome = outcome,
    .clamp = clamp,
    .order = (uint8_t) (attempt->order > 0 ? attempt->order : integrator->method->order),
    .status = (uint8_t) (status < 0 ? -status : status),
  };
  find_worst (integrator, record);
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    {
      long count = integrator->statistics.rhs_by_purpose[i] - integrator->rhs_mark[i];

      record->rhs[i] = clamp_count (count);
      integrator->rhs_mark[i] = integrator->statistics.rhs_by_purpose[i];
    }
  integrator->attempt_func (integrator->attempt_user, record);
}

/* The message is translated when it is made, because it contains numbers; it
 * stays until the next initialization or failure. */
OdeStatus
ode_integrator_fail_message (OdeIntegrator *integrator, OdeStatus status, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ode_message_format_va (integrator->settings.translate, integrator->message, sizeof integrator->message, format, args);
  va_end (args);
  return status;
}

/* Returns the state to name in a failure: the first one that is not finite in
 * the attempted x1, else the one with the largest scaled error, else −1. */
static int
blame (OdeIntegrator *integrator)
{
  OdeAttempt record = { 0 };

  for (int i = 0; i < integrator->n_states; i++)
    /* x_next is where the last attempt wrote its result. */
    if (!isfinite (integrator->x_next[i]))
      return i;
  find_worst (integrator, &record);
  return record.worst[0];
}

/* Returns a probable cause of a failure. These are guesses from the method's
 * traits and the growth of the state, and are worded so. */
static const char *
likely_cause (const OdeIntegrator *integrator, OdeStatus status, bool growing)
{
  switch (status)
    {
    case ODE_FAIL_UNDEFINED:
      return ODE_N_ ("a formula is undefined there, such as a division by zero or a root of a negative number");
    case ODE_FAIL_FIXED_STEP:
      return ODE_N_ ("the fixed step is too large for the nonlinear solver; use a smaller one or allow it to be subdivided");
    case ODE_FAIL_STEP_LIMIT:
      return ODE_N_ ("the problem may be stiff for this method, or step_limit is too small");
    default:
      if (growing)
        return ODE_N_ ("the solution probably grows without bound near this time");
      return integrator->method->traits & ODE_TRAIT_IMPLICIT
               ? ODE_N_ ("the equations probably have a jump or a singularity here; make a jump an event, or loosen the "
                         "accuracy")
               : ODE_N_ ("the equations are probably stiff, or have a jump or a singularity here; try a stiff method, make "
                         "a jump an event, or loosen the accuracy");
    }
}

OdeStatus
ode_integrator_fail (OdeIntegrator *integrator, OdeStatus status, double h)
{
  const OdeSystem *system = integrator->system;
  int worst = blame (integrator);
  bool growing = false;
  char who[96] = "";

  if (worst >= 0)
    {
      /* A state beyond 1e4 that moves away from zero suggests a solution that
       * grows without bound; the message then says "probably". */
      growing = fabs (integrator->x[worst]) > 1e4 && integrator->f_known
                && integrator->x[worst] * integrator->f[worst] > 0;
      if (system->names != NULL)
        snprintf (who, sizeof who, ode_message_translate (integrator->settings.translate, ODE_N_ (" (worst state: %.60s)")), system->names[worst]);
      else
        snprintf (who, sizeof who, ode_message_translate (integrator->settings.translate, ODE_N_ (" (worst state: number %d)")), worst + 1);
    }
  return ode_integrator_fail_message (integrator, status, "%s at t = %.17g with step %g%s: %s",
                                    ode_message_translate (integrator->settings.translate, ode_status_text (status)), integrator->t, h, who,
                                    ode_message_translate (integrator->settings.translate, likely_cause (integrator, status, growing)));
}

const char *
ode_integrator_message (const OdeIntegrator *integrator)
{
  return integrator->message;
}

/* Evaluations before this call belong to no record. */
void
ode_integrator_set_attempt_func (OdeIntegrator *integrator, OdeAttemptFunc func, void *user)
{
  integrator->attempt_func = func;
  integrator->attempt_user = user;
  memcpy (integrator->rhs_mark, integrator->statistics.rhs_by_purpose, sizeof integrator->rhs_mark);
}
