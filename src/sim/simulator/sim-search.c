/* Reports searches for events to a listener, and searches a held step with other settings.
 * A held step is a step at whose end the simulator stops before it searches the step. */
#include "sim-search.h"

#include <math.h>
#include <string.h>

#include "sim-witness-private.h"

/* The largest number of passes of isolation method drake. If no event triggers at the middle of a step, the step ends there and the next
 * pass searches the rest. Each pass halves the step, so that 64 passes reach the last bit of any double. */
#define MOST_PASSES 64

void
sim_simulator_set_search (SimSimulator *simulator, SimSearchFunc func, gpointer user)
{
  simulator->search = func;
  simulator->search_user = user;
}

void
sim_search_report (SimSimulator *simulator, SimSearchKind kind, int event, double s, double g, int end)
{
  const SimSearchEvent report = { .kind = kind, .event = event, .s = s, .t = sim_motion_time_after (simulator, s), .g = g, .end = end };
  simulator->search (simulator->search_user, &report);
}

void
sim_search_report_bracket (SimSimulator *simulator, SimSearchKind kind, int event, const OdeBracket *bracket, gboolean counts)
{
  const SimSearchEvent report = { .kind = kind, .event = event, .s = bracket->t_high, .t = NAN, .g = bracket->g_high, .low = bracket->t_low,
                                  .high = bracket->t_high, .g_low = bracket->g_low, .g_high = bracket->g_high, .counts = counts };
  simulator->search (simulator->search_user, &report);
}

gboolean
sim_search_begin (SimSimulator *simulator, double t_stop, OdeStopKind stop, double window)
{
  const SimSearchEvent report = { .kind = SIM_SEARCH_STEP, .event = -1, .s = sim_motion_size (simulator), .t = sim_motion_time_after (simulator, 0),
                                  .g = NAN, .window = window };
  simulator->held_stop = t_stop;
  simulator->held_kind = stop;
  return simulator->search (simulator->search_user, &report);
}

/* ---- a held step ---- */

/* Gives the simulator other arrays of samples. The caller calls the function again to restore the old arrays. */
static void
exchange_samples (SimSimulator *simulator, int *guard, double **samples, double **values)
{
  int old_guard = simulator->guard;
  double *old_samples = simulator->samples, *old_values = simulator->sample_g;
  simulator->guard = *guard;
  simulator->samples = *samples;
  simulator->sample_g = *values;
  *guard = old_guard;
  *samples = old_samples;
  *values = old_values;
}

/* Isolation method drake ignores latches. Release the latch that an event still has from another method. */
static void
release_unused_latch (SimSimulator *simulator, int event)
{
  if (simulator->isolation == SIM_ISOLATE_DRAKE)
    simulator->events[event].latched = FALSE;
}

int
sim_simulator_sample_held (SimSimulator *simulator, int event, int guard, double *s, double *g)
{
  const gsize size = (gsize) (SIM_SEARCH_MOST_SAMPLES + guard);
  double *samples = g_new0 (double, size), *values = g_new0 (double, size * (gsize) (simulator->system->n_events + 1));
  release_unused_latch (simulator, event);
  exchange_samples (simulator, &guard, &samples, &values);
  int n = sim_witness_sample (simulator);
  for (int k = 0; k < n; k++)
    {
      s[k] = simulator->samples[k];
      g[k] = sim_witness_values (simulator, k)[event];
    }
  exchange_samples (simulator, &guard, &samples, &values);
  g_free (samples);
  g_free (values);
  return n;
}

/* Writes the times of at most `most` crossings in their order and returns their number. */
static int
search_dense_output (SimSimulator *simulator, int event, double window, int guard, double *s, int most)
{
  const gsize size = (gsize) (SIM_SEARCH_MOST_SAMPLES + guard);
  double *samples = g_new0 (double, size), *values = g_new0 (double, size * (gsize) (simulator->system->n_events + 1));
  SimScan scan;
  SimCrossing crossing;
  int n = 0;
  exchange_samples (simulator, &guard, &samples, &values);
  sim_witness_scan (simulator, event, sim_witness_sample (simulator), &scan);
  while (n < most && sim_witness_next (simulator, &scan, window, &crossing))
    s[n++] = crossing.jumps ? crossing.right : crossing.root;
  exchange_samples (simulator, &guard, &samples, &values);
  g_free (samples);
  g_free (values);
  return n;
}

/* Integrates the held step again like isolation method drake, until the event happens or the
 * end of the step is reached. Then takes the whole step again, which gives the same bits. */
static gboolean
search_by_integrating (SimSimulator *simulator, int event)
{
  SimSystem *system = simulator->system;
  const gsize n_bytes = sizeof (double) * (gsize) system->n_events;
  const gsize event_bytes = sizeof (SimEventState) * (gsize) system->n_events;
  const double end = sim_t (simulator);
  g_autofree guint8 *anchor = g_memdup2 (simulator->anchor, simulator->anchor_size);
  g_autofree double *g0 = g_memdup2 (simulator->g0, n_bytes);
  g_autofree SimEventState *events = g_memdup2 (simulator->events, event_bytes);
  const double t_stop = simulator->held_stop;
  const OdeStopKind stop = simulator->held_kind;
  const gint64 n_witness_events = simulator->witness_events;
  OdeStatus status = ODE_DONE;
  gboolean found = FALSE;
  if ((simulator->method->traits & ODE_TRAIT_OWN_CONTROL) != 0)
    return FALSE;
  sim_motion_restore (simulator);
  for (int pass = 0; pass < MOST_PASSES && status == ODE_DONE && !found && sim_t (simulator) < end; pass++)
    {
      status = sim_witness_step_reintegrating (simulator, t_stop, stop);
      found = status == ODE_DONE && simulator->events[event].due;
      for (int k = 0; k < simulator->n_witnesses && !found; k++)
        if (status == ODE_DONE && simulator->events[simulator->witnesses[k]].due)
          status = ODE_STOPPED; /* another event happens earlier */
      memcpy (simulator->g0, simulator->g1, n_bytes);
    }
  memcpy (simulator->anchor, anchor, simulator->anchor_size);
  memcpy (simulator->g0, g0, n_bytes);
  memcpy (simulator->events, events, event_bytes);
  simulator->witness_events = n_witness_events;
  sim_motion_restore (simulator);
  sim_motion_step (simulator, t_stop, stop);
  simulator->held_stop = t_stop;
  simulator->held_kind = stop;
  return found;
}

gboolean
sim_simulator_search_held (SimSimulator *simulator, int event, SimIsolation isolation, double window, int guard)
{
  const SimIsolation old = simulator->isolation;
  const double old_width = simulator->isolation_width;
  double s;
  release_unused_latch (simulator, event);
  simulator->isolation = isolation;
  simulator->isolation_width = window;
  const double used = sim_witness_window (simulator);
  const gboolean found = isolation == SIM_ISOLATE_DRAKE ? search_by_integrating (simulator, event)
                                                        : search_dense_output (simulator, event, used, guard, &s, 1) > 0;
  simulator->isolation = old;
  simulator->isolation_width = old_width;
  return found;
}

int
sim_simulator_crossings_held (SimSimulator *simulator, int event, SimIsolation isolation, double window, int guard, double *s, int most)
{
  const SimIsolation old = simulator->isolation;
  const double old_width = simulator->isolation_width;
  release_unused_latch (simulator, event);
  simulator->isolation = isolation;
  simulator->isolation_width = window;
  const int n = search_dense_output (simulator, event, sim_witness_window (simulator), guard, s,
                                     sim_simulator_observes_held (simulator, event) ? most : MIN (most, 1));
  simulator->isolation = old;
  simulator->isolation_width = old_width;
  return n;
}

gboolean
sim_simulator_observes_held (const SimSimulator *simulator, int event)
{
  return sim_event_is_observed (simulator, event);
}

int
sim_simulator_direction_held (const SimSimulator *simulator, int event, gboolean *none)
{
  const SimDirection direction = simulator->system->events[event].direction;
  if (none != NULL)
    *none = direction == SIM_DIRECTION_NONE;
  return direction == SIM_DIRECTION_FALLING ? -1 : direction == SIM_DIRECTION_RISING ? 1 : 0;
}

gboolean
sim_simulator_armed_held (SimSimulator *simulator, int event, double s)
{
  return sim_motion_interpolate_after (simulator, s, simulator->x_scratch) == ODE_DONE
         && simulator->system->armed (simulator->system->self, event, sim_motion_time_after (simulator, s), simulator->x_scratch);
}

double
sim_simulator_stop_held (const SimSimulator *simulator, OdeStopKind *kind)
{
  *kind = simulator->held_kind;
  return simulator->held_stop;
}

int
sim_simulator_scheduled_held (const SimSimulator *simulator)
{
  for (int event = 0; event < simulator->system->n_events; event++)
    if (simulator->events[event].next == simulator->held_stop)
      return event;
  return -1;
}

gboolean
sim_simulator_set_ranges_held (SimSimulator *simulator, gboolean ranges)
{
  simulator->by_ranges = ranges && simulator->system->witness_bounds != NULL && simulator->isolation != SIM_ISOLATE_DRAKE
                         && simulator->system->ode->n_states > 0;
  return simulator->by_ranges;
}

gboolean
sim_simulator_ranges_held (const SimSimulator *simulator)
{
  return simulator->by_ranges;
}

double
sim_simulator_zero_held (const SimSimulator *simulator, int event, double largest)
{
  return sim_witness_zero (simulator, event, largest);
}

gboolean
sim_simulator_state_held (SimSimulator *simulator, double s, double *x)
{
  return sim_motion_interpolate_after (simulator, s, x) == ODE_DONE;
}

double
sim_simulator_witness_held (SimSimulator *simulator, int event, double s)
{
  return s == 0 ? simulator->g0[event] : sim_witness_at (simulator, event, s);
}

int
sim_simulator_sign_held (const SimSimulator *simulator, int event)
{
  const double g = simulator->g0[event];
  const gboolean latched = simulator->events[event].latched && simulator->isolation != SIM_ISOLATE_DRAKE;
  return latched ? 0 : (g > 0) - (g < 0);
}

double
sim_simulator_smallest_window_held (const SimSimulator *simulator)
{
  return sim_witness_smallest_window (simulator);
}
