/* Decides which steps of a run may be taken outside the simulator.
 *
 * A pass of the hybrid loop has an effect besides its step if updates are due, if a witness crosses zero, if the step ends at a scheduled
 * event or at the end, or if a monitor or a state set by the user acts. Without these the only data of the simulator that a step changes
 * are the values of the witnesses at the end. The search of a step (sim-witness-search.c) evaluates more points if a witness has no sign
 * at the start, that is, if it is zero or latched; such steps are not plain. */
#include "sim-plain.h"

#include <math.h>
#include <string.h>

#include "sim-loop-private.h"
#include "sim-witness-private.h"

static gboolean
has_sign (const SimSimulator *simulator, int event)
{
  const SimEventState *state = &simulator->events[event];
  double g = simulator->g0[event];
  return !state->latched && state->arrived == 0 && (g > 0 || g < 0);
}

gboolean
sim_plain_begin (SimSimulator *simulator, double boundary, SimPlain *plain)
{
  if (!simulator->initialized || simulator->integrator == NULL || simulator->isolation == SIM_ISOLATE_DRAKE
      || simulator->profile == SIM_PROFILE_DRAKE || simulator->system->n_monitors > 0 || isfinite (simulator->next_break)
      || sim_live_has_edits (simulator) || simulator->misses > 0 || simulator->switches != NULL)
    return FALSE;
  if (simulator->tape != NULL || simulator->log != NULL || simulator->dense != NULL || simulator->search != NULL
      || sim_recorder_n_sinks (simulator->recorder) > 0)
    return FALSE;
  for (int event = 0; event < simulator->system->n_events; event++)
    if (simulator->events[event].due || simulator->system->events[event].trigger == SIM_TRIGGER_PER_STEP)
      return FALSE;
  sim_witness_read (simulator);
  for (int k = 0; k < simulator->n_witnesses; k++)
    if (!has_sign (simulator, simulator->witnesses[k]))
      return FALSE;
  OdeStopKind stop;
  *plain = (SimPlain){ .t_stop = sim_advance_stop (simulator, boundary, &stop), .g = simulator->g0 };
  plain->bounds = simulator->by_ranges && simulator->n_witnesses > 0;
  plain->largest = sim_zeno_largest (simulator, boundary, &plain->t_last, &plain->span);
  return plain->t_stop > sim_t (simulator) && plain->largest > 0 && !isfinite (sim_zeno_hint (simulator));
}

/* What is excluded over a box is excluded over each part of it, because the bounds of a part are inside those of the box. Therefore the search of a
 * step (sim_resolve_changes), which bounds the witnesses over a smaller box, would find nothing either: a monotone
 * witness has at most one crossing, which its signs at the points of the step show. */
gboolean
sim_plain_excludes (SimSimulator *simulator, double t0, double t1, const double *lo, const double *hi)
{
  SimSystem *system = simulator->system;
  const SimResolve *resolve = sim_resolve_of (simulator);

  system->witness_bounds (system->self, t0, t1, lo, hi, resolve->g_lo, resolve->g_hi);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      const int event = simulator->witnesses[k];
      const gboolean has_one_sign = resolve->g_lo[event] > 0 || resolve->g_hi[event] < 0;

      if (!has_one_sign && system->witness_trend (system->self, event, t0, t1, lo, hi) == 0)
        return FALSE;
    }
  return TRUE;
}

void
sim_plain_end (SimSimulator *simulator, const double *g)
{
  SimSystem *system = simulator->system;
  double t = sim_t (simulator);
  memcpy (simulator->g0, g, sizeof (double) * (gsize) system->n_events);
  simulator->g0_known = TRUE;
  sim_uncontrolled_forget (simulator);
  /* The times of scheduled events that do not end steps have passed without a record. */
  for (int event = 0; event < system->n_events; event++)
    if (sim_event_is_interpolated (simulator, event) && simulator->events[event].next <= t)
      simulator->events[event].next = system->next_time (system->self, event, t, FALSE);
}

SimStatus
sim_plain_land (SimSimulator *simulator, double t0, double boundary, const double *g)
{
  sim_plain_end (simulator, g);
  return sim_advance_complete (simulator, t0, boundary);
}

SimStatus
sim_plain_update (SimSimulator *simulator, double boundary)
{
  return sim_advance_update (simulator, boundary);
}
