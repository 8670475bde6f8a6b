/* The words for outcomes of attempts, limits of steps, purposes of evaluations and triggers of events. */
#include "lab-record-words.h"

#include <glib.h>

const char *
lab_outcome_word (const OdeAttempt *attempt)
{
  static const char *const words[] = { "accepted", "rejected_error", "rejected_newton", "rejected_undefined", "cut_by_event", "stopped" };

  return attempt->outcome == ODE_ATTEMPT_CUT_BY_EVENT && attempt->clamp == ODE_CLAMP_SWITCH ? "cut_by_switch" : words[attempt->outcome];
}

const char *
lab_clamp_word (int clamp)
{
  static const char *const words[] = { "none", "shrink", "growth", "max_step", "min_step", "event", "end", "fixed", "hysteresis", "switch", "method" };

  return words[clamp];
}

const char *
lab_purpose_word (int purpose)
{
  static const char *const words[] = { "stages", "rejected", "error", "jacobian", "events", "dense", "startup" };

  return words[purpose];
}

const char *
lab_trigger_word (int trigger)
{
  static const char *const words[] = { "initialization", "periodic", "timed", "each_step", "crossing" };

  return trigger >= 0 && trigger < (int) G_N_ELEMENTS (words) ? words[trigger] : "change";
}
