/* Writes the reason for the outcome of an attempt and the rule of the next step size, with the numbers of the
 * attempt. */
#include "wb-microscope-verdict.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-text.h"

void
wb_verdict_free (WbVerdict *verdict)
{
  if (verdict == NULL)
    return;
  g_free (verdict->title);
  g_free (verdict->sentence);
  g_free (verdict->formula);
  g_free (verdict->numbers);
  g_free (verdict->clamp);
  g_free (verdict);
}

gboolean
wb_verdict_is_accepted (const LabAttempt *attempt)
{
  return attempt->record.outcome == ODE_ATTEMPT_ACCEPTED || attempt->record.outcome == ODE_ATTEMPT_CUT_BY_EVENT;
}

gboolean
wb_verdict_is_uncontrolled (const LabAttempt *attempt)
{
  return !attempt->controlled && wb_verdict_is_accepted (attempt) && lab_attempt_count (attempt, ODE_TRACE_SILENT) == 0;
}

static char *
number (double value, int digits)
{
  char text[64];

  plot_format_number (value, digits, text, sizeof text);
  return g_strdup (text);
}

/* Returns the last iteration of Newton's method in the attempt, or NULL. */
static const OdeTraceEvent *
last_iteration (const LabAttempt *attempt)
{
  const OdeTraceEvent *last = NULL;

  for (int i = 0; i < attempt->n_events; i++)
    if (attempt->events[i].kind == ODE_TRACE_ITERATE && attempt->events[i].index > 0)
      last = &attempt->events[i];
  return last;
}

/* ---- sentences ---- */

static char *
times_tolerance (double error)
{
  g_autofree char *text = number (error, 2);

  return g_strdup_printf (_("The error is %s × the tolerance."), text);
}

/* Returns a sentence about the next step size. */
static char *
consequence (const OdeAttempt *record)
{
  g_autofree char *ratio = number (record->h_next / record->h, 2);

  if (!(record->h_next > 0))
    return g_strdup (_("The run ends here."));
  return g_strdup_printf (_("The step starts again with %s × its size."), ratio);
}

static void
newton_words (const LabAttempt *attempt, WbVerdict *verdict)
{
  const OdeAttempt *record = &attempt->record;
  const OdeTraceEvent *last = last_iteration (attempt);
  const double ratio = record->h_next / record->h;
  const gboolean halved = fabs (ratio - 0.5) < 1e-12;
  g_autofree char *factor = number (ratio, 2), *theta = last != NULL ? number (last->theta, 2) : NULL;
  const gboolean diverged = last != NULL && last->theta >= 0.99;

  if (halved)
    verdict->title = g_strdup (last == NULL ? _("Equations not solved, step halved")
                                            : diverged ? _("Newton diverged, step halved") : _("Newton too slow, step halved"));
  else if (record->h_next > 0)
    verdict->title = g_strdup_printf (last == NULL ? _("Equations not solved, step × %s")
                                                   : diverged ? _("Newton diverged, step × %s") : _("Newton too slow, step × %s"), factor);
  else
    verdict->title = g_strdup (_("Equations not solved"));
  if (last == NULL)
    verdict->sentence = g_strdup (_("The linear system of the step has no unique solution."));
  else if (diverged)
    verdict->sentence = g_strdup_printf (last->new_jacobian ? _("Each change is %s × the previous one. The Jacobian is already new.")
                                                            : _("Each change is %s × the previous one."), theta);
  else
    verdict->sentence = g_strdup_printf (last->new_jacobian ? _("The iteration would not converge within %d iterations. The Jacobian is already new.")
                                                            : _("The iteration would not converge within %d iterations."), last->limit);
}

/* Returns what a trial shows, in the conditional: its error beside that of the run. */
static char *
trial_sentence (const LabAttempt *attempt)
{
  const OdeAttempt *record = &attempt->record, *run = &attempt->record_of_run;
  g_autofree char *error = number (record->error, 2), *before = number (run->error, 2), *ratio = number (record->h_next / record->h, 2);

  switch ((OdeOutcome) record->outcome)
    {
    case ODE_ATTEMPT_REJECTED_NEWTON: return g_strdup_printf (_("The next attempt would have %s × this size."), ratio);
    case ODE_ATTEMPT_REJECTED_UNDEFINED: return g_strdup (_("The model has no value at one of the stages of a step of this size."));
    default: break;
    }
  if (!attempt->controlled || isnan (record->error))
    return g_strdup (_("Without error control a step of every size is accepted."));
  if (isnan (run->error))
    return g_strdup_printf (_("At this step size the error is %s × the tolerance. In the run it was not estimated."), error);
  return g_strdup_printf (_("At this step size the error is %s × the tolerance. In the run it is %s ×."), error, before);
}

/* A trial is never taken for the run. */
static void
trial_words (const LabAttempt *attempt, WbVerdict *verdict)
{
  switch ((OdeOutcome) attempt->record.outcome)
    {
    case ODE_ATTEMPT_REJECTED_ERROR: verdict->title = g_strdup (_("Would be rejected")); break;
    case ODE_ATTEMPT_REJECTED_NEWTON: verdict->title = g_strdup (_("Newton would give up")); break;
    case ODE_ATTEMPT_REJECTED_UNDEFINED: verdict->title = g_strdup (_("Model would be undefined")); break;
    default: verdict->title = g_strdup (_("Would be accepted")); break;
    }
  verdict->kind = attempt->record.outcome == ODE_ATTEMPT_ACCEPTED ? WB_VERDICT_ACCEPTED : WB_VERDICT_REJECTED;
  verdict->sentence = trial_sentence (attempt);
}

static void
words (const LabAttempt *attempt, ModelSystem *system, WbVerdict *verdict)
{
  const OdeAttempt *record = &attempt->record;
  g_autofree char *error = isfinite (record->error) ? times_tolerance (record->error) : NULL, *next = consequence (record);

  switch ((OdeOutcome) record->outcome)
    {
    case ODE_ATTEMPT_REJECTED_ERROR:
      verdict->kind = WB_VERDICT_REJECTED;
      verdict->title = g_strdup (_("Rejected"));
      verdict->sentence = g_strdup_printf ("%s %s", error != NULL ? error : _("The error is not finite."), next);
      break;
    case ODE_ATTEMPT_REJECTED_NEWTON:
      verdict->kind = WB_VERDICT_REJECTED;
      newton_words (attempt, verdict);
      break;
    case ODE_ATTEMPT_REJECTED_UNDEFINED:
      verdict->kind = WB_VERDICT_REJECTED;
      verdict->title = g_strdup (_("Model undefined, step shrunk"));
      verdict->sentence = g_strdup_printf (_("A value is not finite inside the step. %s"), next);
      break;
    case ODE_ATTEMPT_CUT_BY_EVENT:
      verdict->kind = WB_VERDICT_CUT;
      if (attempt->record.clamp == ODE_CLAMP_SWITCH)
        {
          verdict->title = g_strdup (_("Cut at a switch"));
          verdict->sentence = g_strdup (_("A condition of the right-hand side changes inside the step. The step is repeated so that it ends there."));
          break;
        }
      verdict->title = g_strdup (_("Cut at an event"));
      verdict->sentence = g_strdup (_("An event lies inside the step. The step is repeated so that it ends at the event."));
      break;
    case ODE_ATTEMPT_STOPPED:
      verdict->kind = WB_VERDICT_REJECTED;
      verdict->title = g_strdup (_("Stopped"));
      verdict->sentence = g_strdup (next);
      break;
    default:
      verdict->kind = WB_VERDICT_ACCEPTED;
      verdict->title = g_strdup (_("Accepted"));
      if (!attempt->controlled && lab_attempt_count (attempt, ODE_TRACE_SILENT) > 0)
        verdict->sentence = g_strdup (_("CVODE chooses its own steps and does not report its iterations."));
      else if (!attempt->controlled && (attempt->run_method->traits & ODE_TRAIT_OWN_CONTROL) != 0)
        verdict->sentence = g_strdup (_("The method chooses the size of the step itself, without an error estimate."));
      else if (!attempt->controlled)
        verdict->sentence = g_strdup (_("The size of the step is fixed. Its error was not tested."));
      else
        verdict->sentence = g_strdup (error != NULL ? error : "");
      break;
    }
}

/* ---- formula ---- */

/* Writes the step-size rule of the controller as a formula, and the same formula with numbers. In it, ε is the error divided by the
 * tolerance and p is the order that the rule uses. */
static void
rule (const LabAttempt *attempt, WbVerdict *verdict)
{
  const OdeAttempt *record = &attempt->record;
  const OdeControl *control = &attempt->control;
  const double p = attempt->error_order, *g = control->gains;
  const double before = exp2 (control->log_1), earlier = exp2 (control->log_2);
  const gboolean plain = record->outcome == ODE_ATTEMPT_REJECTED_ERROR || control->kind == ODE_CONTROLLER_I || control->kind == ODE_CONTROLLER_DRAKE;
  GString *formula = g_string_new (NULL), *numbers = g_string_new (NULL);

  g_string_printf (formula, "h*%.3g*(1/epsilon)^(%s1/%g)", control->safety, plain ? "" : "", p);
  g_string_printf (numbers, "%.4g*%.3g*(1/%.3g)^(1/%g)", record->h, control->safety, record->error, p);
  if (!plain)
    {
      g_string_printf (formula, "h*%.3g*(1/epsilon)^(%.3g/%g)", control->safety, g[0], p);
      g_string_printf (numbers, "%.4g*%.3g*(1/%.3g)^(%.3g/%g)", record->h, control->safety, record->error, g[0], p);
    }
  if (!plain && control->kind == ODE_CONTROLLER_PREDICTIVE && control->h_1 > 0)
    {
      g_string_append_printf (formula, "*(h/h_1)*(epsilon_1/epsilon)^(%.3g/%g)", g[1], p);
      g_string_append_printf (numbers, "*(%.4g/%.4g)*(%.3g/%.3g)^(%.3g/%g)", record->h, control->h_1, before, record->error, g[1], p);
    }
  else if (!plain && control->kind != ODE_CONTROLLER_PREDICTIVE)
    {
      g_string_append_printf (formula, "*epsilon_1^(%.3g/%g)", g[1], p);
      g_string_append_printf (numbers, "*%.3g^(%.3g/%g)", before, g[1], p);
      if (control->kind == ODE_CONTROLLER_PID)
        {
          g_string_append_printf (formula, "*(1/epsilon_2)^(%.3g/%g)", g[2], p);
          g_string_append_printf (numbers, "*(1/%.3g)^(%.3g/%g)", earlier, g[2], p);
        }
    }
  verdict->formula = g_string_free (formula, FALSE);
  verdict->numbers = g_string_free (numbers, FALSE);
  verdict->factor = record->h_proposed / record->h;
}

/* Returns why a step ends at an event. A step that replaces a longer one from the same start ends at an event that was located in the longer one. */
static const char *
event_words (const LabAttempt *attempt)
{
  for (gsize k = attempt->index; k > attempt->first_around; k--)
    {
      const OdeAttempt *before = &attempt->around[k - 1 - attempt->first_around];

      if (before->t != attempt->record.t)
        return _("The step was cut to end at a scheduled time.");
      if (before->outcome == ODE_ATTEMPT_CUT_BY_EVENT)
        return _("The step was cut to end at the event that was located in a longer step from the same start.");
    }
  return attempt->index == 0 ? _("The step was cut to end at a scheduled time.") : _("The step was cut to end at an event or at a scheduled time.");
}

/* Returns a sentence about the limit that changed the step size proposed by the rule, or NULL. */
static char *
clamp_words (const LabAttempt *attempt)
{
  const OdeAttempt *record = &attempt->record;
  g_autofree char *next = number (record->h_next, 3);

  switch ((OdeClamp) record->clamp)
    {
    case ODE_CLAMP_SHRINK: return g_strdup_printf (_("The controller limits how much a step may shrink: next %s."), next);
    case ODE_CLAMP_GROWTH:
      return g_strdup_printf (attempt->control.rejected ? _("No growth after a rejection: next %s.") : _("The controller limits how much a step may grow: next %s."),
                              next);
    case ODE_CLAMP_MAX_STEP: return g_strdup_printf (_("The largest step allowed limits the next one: %s."), next);
    case ODE_CLAMP_MIN_STEP: return g_strdup_printf (_("The smallest step allowed limits the next one: %s."), next);
    case ODE_CLAMP_EVENT: return g_strdup (event_words (attempt));
    case ODE_CLAMP_SWITCH: return g_strdup (_("The step was cut to end where a condition of the right-hand side changes."));
    case ODE_CLAMP_END: return g_strdup (_("The step was cut to end at the end of the run."));
    case ODE_CLAMP_FIXED:
      return g_strdup ((attempt->run_method->traits & ODE_TRAIT_ADAPTIVE) != 0 ? _("The steps are fixed because error control is off.")
                                                                               : _("The steps are fixed because the method has no error estimate."));
    case ODE_CLAMP_HYSTERESIS: return g_strdup_printf (_("The controller ignores a change this small: next %s."), next);
    case ODE_CLAMP_METHOD: return g_strdup_printf (_("The method chooses the next size together with its order: %s."), next);
    default: return attempt->controlled ? g_strdup_printf (_("Next step %s."), next) : NULL;
    }
}

WbVerdict *
wb_verdict_new (const LabAttempt *attempt, ModelSystem *system)
{
  WbVerdict *verdict = g_new0 (WbVerdict, 1);
  const OdeAttempt *record = &attempt->record;

  verdict->factor = NAN;
  if (attempt->is_trial)
    trial_words (attempt, verdict);
  else
    words (attempt, system, verdict);
  if (attempt->controlled && isfinite (record->error) && record->error > 0 && record->h_proposed > 0)
    rule (attempt, verdict);
  if (!attempt->is_trial)
    verdict->clamp = clamp_words (attempt);
  else if (model_system_n_events (system) > 0)
    verdict->clamp = g_strdup (_("A trial does not look for events."));
  return verdict;
}
