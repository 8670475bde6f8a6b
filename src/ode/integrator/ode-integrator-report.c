/* Writes the records of attempts for the tape, and the messages
 * about failures.
 *
 * A message consists of what happened, where (t and step size), the state with
 * the largest error, and a probable cause. The cause is inferred from few
 * numbers, so the message says "probably". It names a state only if the error
 * estimate or a value that is not finite identifies one. */
#include "ode-integrator-private.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
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

/* Limits a count to the largest value of the record's 16-bit members. */
static uint16_t
clamp_count (int64_t count)
{
  return (uint16_t) (count < 0 ? 0 : count > UINT16_MAX ? UINT16_MAX : count);
}

/* Counts the nonlinear iterations of an attempt by its result, as Simbody does:
 * iterations of failed attempts are wasted, and many of them show that the steps are
 * too large for the nonlinear equations, not for the accuracy. Methods with a
 * fixed-point iteration report their iterations only in the attempt. `before` is the counter
 * newton_iterations before the attempt. */
void
ode_integrator_count_iterations (OdeIntegrator *integrator, int64_t before, bool converged)
{
  OdeStatistics *statistics = &integrator->statistics;
  int64_t n = statistics->newton_iterations - before;

  if (n == 0)
    n = integrator->attempt.newton_iterations;
  *(converged ? &statistics->convergent_iterations : &statistics->divergent_iterations) += n;
}

/* Reports to the listener that an attempt begins. The stored counters later show whether
 * the Jacobian and the factors were computed in this attempt. */
void
ode_integrator_report_begin (OdeIntegrator *integrator)
{
  OdeTrace *trace = &integrator->trace;
  const OdeTry *attempt = &integrator->attempt;
  const OdeTraceEvent event = {
    .kind = ODE_TRACE_ATTEMPT,
    .n = integrator->n_states,
    .n_vectors = 1,
    .t = attempt->t,
    .h = attempt->h,
    .x = attempt->x0,
    .method = integrator->method,
  };

  trace->part = ODE_TRACE_WHOLE;
  trace->stage = 0;
  trace->h = attempt->h;
  trace->iteration = trace->continued = 0;
  trace->beyond = false;
  trace->jacobians = integrator->statistics.jacobian_evaluations;
  trace->factorizations = integrator->statistics.factorizations;
  trace->func (trace->user, &event);
}

/* record.rhs counts the evaluations since the previous record,
 * so that the sum over all records is the total. Without an attempt
 * function no record is made. */
void
ode_integrator_record (OdeIntegrator *integrator, OdeOutcome outcome, OdeStatus status, double error, double h_proposed,
                       double h_next, OdeClamp clamp)
{
  const OdeTry *attempt = &integrator->attempt;
  OdeAttempt *record = &integrator->last_record;

  if (integrator->worst_counts != NULL && outcome == ODE_ATTEMPT_ACCEPTED && integrator->trace.func == NULL)
    {
      if (integrator->error_known && integrator->n_states > 0)
        integrator->worst_counts[ode_norm_worst (&integrator->norm, integrator->error, attempt->x0, attempt->x1)]++;
      return;
    }
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
    .accuracy_order = (uint8_t) (attempt->accuracy_order > 0 ? attempt->accuracy_order
                                 : attempt->error_order > 0  ? attempt->error_order
                                                             : integrator->method->error_order),
    .status = (uint8_t) (status < 0 ? -status : status),
    .new_jacobian = integrator->statistics.jacobian_evaluations > integrator->jacobians_mark,
    .new_factors = integrator->statistics.factorizations > integrator->factorizations_mark,
  };
  find_worst (integrator, record);
  for (int i = 0; i < ODE_RHS_N_PURPOSES; i++)
    {
      int64_t count = integrator->statistics.rhs_by_purpose[i] - integrator->rhs_mark[i];

      record->rhs[i] = clamp_count (count);
      integrator->rhs_mark[i] = integrator->statistics.rhs_by_purpose[i];
    }
  if (integrator->trace.func != NULL)
    {
      const OdeTraceEvent event = {
        .kind = ODE_TRACE_RESULT, .n = integrator->n_states, .n_vectors = 1, .t = attempt->t, .h = attempt->h_taken,
        .x = status == ODE_DONE ? attempt->x1 : NULL, .k = integrator->error_known ? integrator->error : NULL,
        .method = integrator->method, .record = record,
        .column = attempt->error_order > 0 ? attempt->error_order : integrator->method->error_order,
      };

      integrator->trace.func (integrator->trace.user, &event);
    }
  integrator->attempt_func (integrator->attempt_user, record);
}

/* The message is translated when it is made, because it contains numbers. It is
 * stored until the next initialization or failure. */
OdeStatus
ode_integrator_fail_message (OdeIntegrator *integrator, OdeStatus status, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  ode_message_format_va (integrator->settings.translate, integrator->message, sizeof integrator->message, format, args);
  va_end (args);
  return status;
}

/* Returns the state to name in a failure: the first state that is not finite in the
 * attempted x1, otherwise the state with the largest scaled error, otherwise −1. */
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

/* Returns a text with a probable cause of a failure, inferred from the method's
 * traits and the growth of the state. */
static const char *
likely_cause (const OdeIntegrator *integrator, OdeStatus status, bool growing)
{
  switch (status)
    {
    case ODE_FAIL_UNDEFINED:
      return ODE_N_ ("a formula is undefined at this time, such as a division by zero or a root of a negative number");
    case ODE_FAIL_FIXED_STEP:
      return ODE_N_ ("the fixed step is too large for the nonlinear solver; use a smaller one or allow it to be subdivided");
    case ODE_FAIL_STEP_LIMIT:
      return integrator->statistics.inner_steps > 0
               ? ODE_N_ ("the steps that CVODE takes inside fixed ones count too; the solution may have a singularity here, or "
                         "step_limit is too small")
               : ODE_N_ ("the problem may be stiff for this method, or step_limit is too small");
    default:
      if (growing)
        return ODE_N_ ("the computed solution probably grows without bound near this time");
      return integrator->method->traits & ODE_TRAIT_IMPLICIT
               ? ODE_N_ ("the equations probably have a jump or a singularity here; make a jump an event, or loosen the "
                         "accuracy")
               : ODE_N_ ("the equations are probably stiff, or have a jump or a singularity here; try a stiff method, make "
                         "a jump an event, or loosen the accuracy");
    }
}

/* Returns whether state i seems to grow without bound: it moves away from zero, is larger than 1e4, and at its present rate doubles within 1000 steps of
 * size h, the size at which the run failed. A large state that moves slowly is no evidence. */
static bool
seems_to_grow (const OdeIntegrator *integrator, int i, double h)
{
  const double x = integrator->x[i], slope = integrator->f[i];

  return integrator->f_known && fabs (x) > 1e4 && x * slope > 0 && fabs (x) < 1000 * fmax (fabs (h), DBL_EPSILON * fabs (integrator->t)) * fabs (slope);
}

/* Makes the message of a failure: the status, t, the step size, the state that is worst, and a
 * probable cause. */
OdeStatus
ode_integrator_fail (OdeIntegrator *integrator, OdeStatus status, double h)
{
  const OdeSystem *system = integrator->system;
  int worst = blame (integrator);
  bool growing = false;
  char who[96] = "";

  if (worst >= 0)
    {
      growing = seems_to_grow (integrator, worst, h);
      if (system->names != NULL)
        snprintf (who, sizeof who, ode_message_translate (integrator->settings.translate,
                                                          ODE_N_ (" (state with the largest error: %.60s)")), system->names[worst]);
      else
        snprintf (who, sizeof who, ode_message_translate (integrator->settings.translate,
                                                          ODE_N_ (" (state with the largest error: number %d)")), worst + 1);
    }
  return ode_integrator_fail_message (integrator, status, "%s at t = %.17g with step %g%s: %s",
                                    ode_message_translate (integrator->settings.translate, ode_status_text (status)), integrator->t, h, who,
                                    ode_message_translate (integrator->settings.translate, likely_cause (integrator, status, growing)));
}

/* A state beyond this magnitude indicates that the numerical solution has no
 * meaning: physical quantities in SI units stay below 1e60. */
#define HUGE_STATE 1e100

/* Finds a violated constraint, writes its name to text, and returns whether there is one.
 * A constraint counts as violated if |c| exceeds 0.45 Σ_j |∂c/∂x_j x_j|; half of this sum
 * is the size of quadratic terms. For x² + y² − L² this means r² > 10 L² or r² <
 * 0.53 L². For states near zero |x_j| is replaced by 0.001, so that
 * rounding errors of small terms are not reported. */
static bool
doubt_constraints (OdeIntegrator *integrator, char *text, size_t size)
{
  const OdeSystem *system = integrator->given;
  const int m = system->n_constraints, n = system->n_states;
  double *c = malloc (sizeof (double) * ((size_t) m + (size_t) m * (size_t) n)), *G = c != NULL ? c + m : NULL;
  bool doubt = false;

  if (c != NULL && system->constraints (system->self, integrator->t, integrator->x, c) == ODE_DONE
      && system->constraint_jacobian (system->self, integrator->t, integrator->x, G) == ODE_DONE)
    for (int i = 0; i < m && !doubt; i++)
      {
        double terms = 0, slopes = 0;

        for (int j = 0; j < n; j++)
          {
            terms += fabs (G[(ptrdiff_t) i * n + j] * integrator->x[j]);
            slopes += fabs (G[(ptrdiff_t) i * n + j]);
          }
        doubt = fabs (c[i]) > fmax (0.45 * terms, 1e-3 * slopes);
        if (doubt)
          ode_message_format (integrator->settings.translate, text, size,
                              "constraint %d is off by %.3g, about as much as its terms: the state has left the constraint", i + 1,
                              c[i]);
      }
  free (c);
  return doubt;
}

/* With a fixed step beyond the limit of stability, or a constraint without
 * stabilization, a run can reach its end with finite but meaningless numbers.
 * The integrator cannot refuse such a run, because a growing solution is not an
 * error in itself, but the caller should not show the final state as a result. */
bool
ode_integrator_doubt (OdeIntegrator *integrator, char *text, size_t size)
{
  const OdeSystem *system = integrator->given;

  for (int i = 0; i < integrator->n_states; i++)
    if (!(fabs (integrator->x[i]) <= HUGE_STATE))
      {
        if (system->names != NULL)
          ode_message_format (integrator->settings.translate, text, size, "%s is %.3g: the numerical solution has grown without bound",
                              system->names[i], integrator->x[i]);
        else
          ode_message_format (integrator->settings.translate, text, size,
                              "state number %d is %.3g: the numerical solution has grown without bound", i + 1, integrator->x[i]);
        return true;
      }
  return system->n_constraints > 0 && system->constraints != NULL && system->constraint_jacobian != NULL
         && doubt_constraints (integrator, text, size);
}

const char *
ode_integrator_message (const OdeIntegrator *integrator)
{
  return integrator->message;
}

const OdeControl *
ode_integrator_control (const OdeIntegrator *integrator)
{
  return &integrator->control;
}

/* A method with its own control decides about acceptance itself. */
bool
ode_integrator_is_controlled (const OdeIntegrator *integrator)
{
  return integrator->adaptive && !(integrator->method->traits & ODE_TRAIT_OWN_CONTROL);
}

void
ode_integrator_tolerances (const OdeIntegrator *integrator, const double *x0, const double *x1, double *tolerance)
{
  ode_norm_tolerances (&integrator->norm, x0, x1, tolerance);
}

void
ode_integrator_count_worst (OdeIntegrator *integrator, int64_t *counts)
{
  integrator->worst_counts = counts;
}

/* Records count from now on: evaluations and factorizations before this call belong to no record. */
void
ode_integrator_set_attempt_func (OdeIntegrator *integrator, OdeAttemptFunc func, void *user)
{
  integrator->attempt_func = func;
  integrator->attempt_user = user;
  memcpy (integrator->rhs_mark, integrator->statistics.rhs_by_purpose, sizeof integrator->rhs_mark);
  integrator->jacobians_mark = integrator->statistics.jacobian_evaluations;
  integrator->factorizations_mark = integrator->statistics.factorizations;
}
