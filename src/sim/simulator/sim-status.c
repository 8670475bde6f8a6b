/* Sets the status of a run: reason, message, cause and advice. In profile drake the texts are those of Drake's SimulatorStatus. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "sim-explain.h"
#include "sim-loop-private.h"
#include "sim-switch-private.h"

static const char *
number (char text[40], double value)
{
  text[ode_format_double (text, value)] = '\0';
  return text;
}

char *
sim_status_message_drake (SimReason reason, double t, const char *type_name, const char *name, const char *message)
{
  char time[40];
  g_autofree char *who = type_name != NULL ? g_strdup_printf ("%s System '%s'", type_name, name != NULL ? name : "") : g_strdup ("System");
  switch (reason)
    {
    case SIM_TERMINATED:
      return g_strdup_printf ("Simulator returned early at time %s because %s requested termination with message: \"%s\"",
                              number (time, t), who, message != NULL ? message : "");
    case SIM_FAILED_RUN:
      return g_strdup_printf ("Simulator stopped at time %s because %s failed with message: \"%s\"", number (time, t), who,
                              message != NULL ? message : "");
    default:
      return g_strdup_printf ("Simulator successfully reached the boundary time (%s).", number (time, t));
    }
}

gboolean
sim_status_equal (const SimStatus *a, const SimStatus *b)
{
  return a->reason == b->reason && a->boundary == b->boundary && a->t == b->t && a->event == b->event && a->ode_status == b->ode_status
         && strcmp (a->message, b->message) == 0;
}

SimStatus
sim_status_set (SimSimulator *simulator, SimReason reason, double boundary, char *message)
{
  g_free (simulator->message);
  g_clear_pointer (&simulator->advice, g_free);
  g_clear_pointer (&simulator->cause, g_free);
  simulator->message = message;
  simulator->status = (SimStatus){
    .reason = reason,
    .boundary = boundary,
    .t = sim_t (simulator),
    .message = simulator->message,
    .cause = simulator->message,
    .advice = "",
    .event = -1,
  };
  return simulator->status;
}

static gboolean
is_drake (const SimSimulator *simulator)
{
  return simulator->profile == SIM_PROFILE_DRAKE;
}

/* Returns the message of a run that reached its end, with what happened at its switches. Takes ownership of `plain`. */
static char *
with_switches (const SimSimulator *simulator, char *plain)
{
  SimStatistics statistics = { 0 };
  char time[40];
  char *message = NULL;
  sim_switch_count (simulator, &statistics);
  if (statistics.releases > 0)
    /* Translators: "reached t = 10; from t = 3 …"; how a run ended, and what happened before. */
    message = g_strdup_printf (_("%s; from t = %s conditions of the right-hand side changed so often that steps did not end at them"), plain,
                               number (time, statistics.t_release));
  else if (statistics.slides > 0)
    /* Translators: "reached t = 10; from t = 3 …"; how a run ended, and what happened before. */
    message = g_strdup_printf (_("%s; from t = %s the solution moved along a surface on which a condition changes"), plain,
                               number (time, statistics.t_slide));
  if (message == NULL)
    return plain;
  g_free (plain);
  return message;
}

/* Says of a run that reached its end that its steps did not end at some conditions, if no other cause for doubt is known. */
static void
doubt_released (SimSimulator *simulator)
{
  SimStatistics statistics = { 0 };
  char time[40];
  sim_switch_count (simulator, &statistics);
  if (statistics.releases == 0 || simulator->cause != NULL)
    return;
  simulator->status.cause = simulator->cause =
      g_strdup_printf (_("from t = %s conditions of the right-hand side changed so often that steps did not end at them; errors may be larger than the "
                         "tolerance from there on"),
                       number (time, statistics.t_release));
  simulator->status.advice = simulator->advice =
      g_strdup (_("If the motion stays where a condition changes, describe it there by equations without the condition, or as an event that slides or rests."));
}

SimStatus
sim_status_end (SimSimulator *simulator, double boundary)
{
  char time[40];
  char *message = is_drake (simulator) ? sim_status_message_drake (SIM_REACHED_END, boundary, NULL, NULL, NULL)
                                       : g_strdup_printf (_("reached t = %s"), number (time, boundary));
  if (!is_drake (simulator))
    message = with_switches (simulator, message);
  char doubt[256] = "";
  /* In profile drake the message must have Drake's wording, so no doubt is added. */
  if (!is_drake (simulator) && simulator->integrator != NULL && ode_integrator_doubt (simulator->integrator, doubt, sizeof doubt))
    {
      char *plain = message;
      /* Translators: "reached t = 10, but x is 1e300: …"; how a run ended and why the result is doubtful. */
      message = g_strdup_printf (_("%s, but %s"), plain, doubt);
      g_free (plain);
    }
  sim_status_set (simulator, SIM_REACHED_END, boundary, message);
  g_autofree char *uncontrolled = is_drake (simulator) || doubt[0] != '\0' ? NULL : sim_uncontrolled_message (simulator);
  if (uncontrolled != NULL)
    {
      char *plain = g_strdup (simulator->message);
      /* Translators: "reached t = 10, but x is 1e300: …"; how a run ended and why the result is doubtful. */
      sim_status_set (simulator, SIM_REACHED_END, boundary, g_strdup_printf (_ ("%s, but %s"), plain, uncontrolled));
      g_free (plain);
      simulator->status.cause = simulator->cause = g_steal_pointer (&uncontrolled);
      simulator->advice = sim_uncontrolled_advice (simulator);
      simulator->status.advice = simulator->advice;
    }
  if (doubt[0] != '\0')
    simulator->status.cause = simulator->cause = g_strdup (doubt);
  if (!is_drake (simulator))
    doubt_released (simulator);
  return simulator->status;
}

/* Returns NAME from a text such as "event 'NAME'" or "monitor 'NAME'"; NULL if `who` is NULL. Free it with g_free. */
static char *
quoted (const char *who)
{
  const char *open = who != NULL ? strchr (who, '\'') : NULL, *close = open != NULL ? strrchr (open + 1, '\'') : NULL;
  return close != NULL ? g_strndup (open + 1, (gsize) (close - open - 1)) : g_strdup (who);
}

/* Returns the index of the event whose name is in "event 'NAME'", or −1 for any other text. */
static int
event_of (const SimSimulator *simulator, const char *who)
{
  if (who == NULL || !g_str_has_prefix (who, "event '"))
    return -1;
  g_autofree char *name = quoted (who);
  for (int event = 0; event < simulator->system->n_events; event++)
    if (g_strcmp0 (simulator->system->events[event].name, name) == 0)
      return event;
  return -1;
}

/* Returns a sentence that says that the handler of an event ended the simulation or failed. The
 * sentences are not assembled from parts, so that translators can order the words. Free it with g_free. */
static char *
handler_message (gboolean failed, const char *time, const SimHandlerStatus *handler)
{
  g_autofree char *name = quoted (handler->who);
  g_autofree char *first = NULL;
  if (name == NULL)
    first = g_strdup_printf (failed ? _("failed at t = %s") : _("ended at t = %s"), time);
  else if (g_str_has_prefix (handler->who, "event "))
    first = g_strdup_printf (failed ? _("failed at t = %s by event '%s'") : _("ended at t = %s by event '%s'"), time, name);
  else if (g_str_has_prefix (handler->who, "monitor "))
    first = g_strdup_printf (failed ? _("failed at t = %s by monitor '%s'") : _("ended at t = %s by monitor '%s'"), time, name);
  else
    first = g_strdup_printf (failed ? _("failed at t = %s by %s") : _("ended at t = %s by %s"), time, name);
  return handler->message != NULL ? g_strconcat (first, ": ", handler->message, NULL) : g_steal_pointer (&first);
}

static void
set_cause (SimSimulator *simulator, char *cause)
{
  g_free (simulator->cause);
  simulator->status.cause = simulator->cause = cause;
}

SimStatus
sim_status_handler (SimSimulator *simulator, SimHandlerStatus *handler, double boundary)
{
  SimReason reason = handler->severity == SIM_FAILED ? SIM_FAILED_RUN : SIM_TERMINATED;
  double t = sim_t (simulator);
  char time[40];
  char *message = handler_message (reason == SIM_FAILED_RUN, number (time, t), handler);
  if (is_drake (simulator))
    {
      sim_status_set (simulator, reason, boundary,
                      sim_status_message_drake (reason, t, simulator->system->type_name, simulator->system->name, handler->message));
      set_cause (simulator, message);
    }
  else
    sim_status_set (simulator, reason, boundary, message);
  simulator->status.event = event_of (simulator, handler->who);
  g_clear_pointer (&handler->message, g_free);
  return simulator->status;
}

SimStatus
sim_status_hopeless (SimSimulator *simulator)
{
  char step[40], span[40];
  return sim_status_set (simulator, SIM_FAILED_RUN, simulator->t_end,
                         g_strdup_printf (_("with steps of at most %s a run of length %s would take years; use larger steps"),
                                          number (step, simulator->settings.max_step),
                                          number (span, fabs (simulator->t_end - simulator->t_start))));
}

SimStatus
sim_status_error (SimSimulator *simulator, GError *error, double boundary)
{
  sim_status_set (simulator, SIM_FAILED_RUN, boundary, g_strdup (error->message));
  simulator->status.ode_status = ODE_FAIL_MEMORY;
  g_error_free (error);
  return simulator->status;
}

/* Returns whether an event changed a state and no step has succeeded since. The likely causes that the integrator names, such as a jump that is no event, do not
 * apply then. */
static gboolean
is_after_event (SimSimulator *simulator, OdeStatus ode)
{
  return simulator->changed_event >= 0 && simulator->changed_t == sim_t (simulator)
         && (ode == ODE_FAIL_NO_PROGRESS || (ode == ODE_FAIL_MIN_STEP && !(simulator->settings.min_step > 0)));
}

/* Steps that fail within this part of the span after a change of a condition fail because of it. */
#define SOON 1e-9

/* Returns whether a run of a model with algebraic unknowns fails directly after a change of a condition on states. The rate of its function must be
 * unknown, so that a motion along its surface cannot be computed. */
static gboolean
is_at_algebraic_switch (SimSimulator *simulator)
{
  const SimSwitches *switches = simulator->switches;
  const OdeSystem *system = simulator->system->ode;
  gboolean any = FALSE;
  double rate;
  for (int i = 0; i < system->n_states; i++)
    any = any || (system->kinds != NULL && system->kinds[i] == ODE_ALGEBRAIC);
  return any && switches != NULL && switches->state.close_at >= 0
         && sim_t (simulator) - switches->state.t_close <= SOON * fabs (simulator->t_end - simulator->t_start)
         && !sim_switch_rate_with (simulator->switches, switches->state.close_at, 1, sim_t (simulator), sim_x (simulator), &rate);
}

char *
sim_status_switch_advice (SimSimulator *simulator)
{
  if (!is_at_algebraic_switch (simulator))
    return NULL;
  return g_strdup (_("A condition of the equations changes here. If both sides lead to it, the motion stays where it changes; this is not "
                     "computed if the condition depends on an algebraic unknown or is in the equation of one, or if the model has a mass "
                     "matrix. Solve the equation of the unknown and make it a variable."));
}

/* Returns the advice of a failed run, with a sentence on the states that were not controlled for a long time. `advice` may be NULL. */
static char *
with_uncontrolled (const SimSimulator *simulator, const char *advice)
{
  g_autofree char *fact = sim_uncontrolled_failure (simulator);
  if (fact == NULL)
    return g_strdup (advice);
  g_autofree char *remedy = sim_uncontrolled_advice (simulator);
  g_autofree char *both = g_strconcat (fact, " ", remedy, NULL);
  return advice != NULL ? g_strconcat (both, " ", advice, NULL) : g_steal_pointer (&both);
}

SimStatus
sim_status_ode (SimSimulator *simulator, OdeStatus ode, double boundary)
{
  char time[40], step[40];
  double t = sim_t (simulator);
  if (ode == ODE_STOPPED)
    return sim_status_set (simulator, SIM_INTERRUPTED, boundary, g_strdup_printf (_("interrupted at t = %s"), number (time, t)));
  const char *reason = sim_motion_message (simulator);
  g_autofree char *cause = g_strdup (reason != NULL && *reason != '\0' ? reason : _(ode_status_text (ode)));
  g_autofree char *evidence = NULL;
  g_autofree char *advice = NULL;
  const SimSystem *system = simulator->system;
  SimAdvice remedies[SIM_MOST_REMEDIES + 1];
  sim_explain_failure (simulator->tape, simulator->method, &simulator->settings, ode, system->ode->names, NULL, remedies,
                       &evidence, &advice);
  int length = (int) ((gssize) strlen (cause) - g_str_has_suffix (cause, "."));
  char *message;
  number (time, t);
  number (step, sim_motion_next_step (simulator));
  if (is_drake (simulator))
    message = sim_status_message_drake (SIM_FAILED_RUN, t, system->type_name, system->name, cause);
  else if (is_after_event (simulator, ode))
    {
      message = g_strdup_printf (_("%s failed at t = %s, directly after the event '%s': %s"), _(simulator->method->label), time,
                                 system->events[simulator->changed_event].name, _(ode_status_text (ode)));
      g_free (cause);
      cause = g_strdup (_(ode_status_text (ode)));
      g_free (advice);
      advice = g_strdup (_("No step from the values after this event succeeds: probably the equations have no solution with them. An algebraic "
                           "unknown, for example, may no longer occur in its equation."));
    }
  else if ((ode == ODE_FAIL_NO_PROGRESS || ode == ODE_FAIL_MIN_STEP) && is_at_algebraic_switch (simulator))
    {
      message = g_strdup_printf (_("%s failed at t = %s: %.*s"), _(simulator->method->label), time, length, cause);
      g_free (advice);
      advice = sim_status_switch_advice (simulator);
    }
  else if (evidence != NULL)
    message = g_strdup_printf (_("%s failed at t = %s, where the next step would be %s: %.*s; %s"), _(simulator->method->label), time, step,
                               length, cause, evidence);
  else
    message = g_strdup_printf (_("%s failed at t = %s, where the next step would be %s: %.*s"), _(simulator->method->label), time, step,
                               length, cause);
  sim_status_set (simulator, SIM_FAILED_RUN, boundary, message);
  simulator->status.ode_status = ode;
  if (!is_drake (simulator) && is_after_event (simulator, ode))
    simulator->status.event = simulator->changed_event;
  set_cause (simulator, g_steal_pointer (&cause));
  simulator->advice = is_drake (simulator) || is_after_event (simulator, ode) ? g_steal_pointer (&advice) : with_uncontrolled (simulator, advice);
  simulator->status.advice = simulator->advice != NULL ? simulator->advice : "";
  return simulator->status;
}
