/* Locates crossings of witnesses as Drake does: by the signs at both ends
 * of a step, and by bisection in which the step is integrated again. */
#include <math.h>

#include "sim-surface.h"
#include "sim-witness-private.h"

/* Follows Drake's Simulator::IsolateWitnessTriggers and WitnessTriggerDirection: the signs
 * at both ends of the step decide whether an event triggers. If one does, the step is integrated
 * again from t0 to the middle of the interval. If nothing triggers at the middle, the
 * step ends there and the next step searches the rest. */

static gboolean
triggers (const SimSimulator *simulator, int event, const double *g)
{
  const SimEventState *state = &simulator->events[event];
  double w0 = simulator->g0[event], w1 = g[event];
  /* Outside profile drake a witness that is at its surface after an event has the sign of the side to which the motion goes. */
  if (sim_surface_is_used (simulator) && state->latched && state->expected != 0
      && fabs (w0) <= 2 * fmax (fabs (state->handled), state->noise))
    w0 = fabs (w1) <= 2 * state->noise ? 0 : state->expected;
  SimDirection direction = simulator->system->events[event].direction;
  gboolean falls = w0 > 0 && w1 <= 0 && (direction == SIM_DIRECTION_BOTH || direction == SIM_DIRECTION_FALLING);
  gboolean rises = w0 < 0 && w1 >= 0 && (direction == SIM_DIRECTION_BOTH || direction == SIM_DIRECTION_RISING);
  return falls || rises;
}

static int
count_triggered (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  int n = 0;
  system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->g1);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      SimEventState *state = &simulator->events[simulator->witnesses[k]];
      state->crossed = triggers (simulator, simulator->witnesses[k], simulator->g1)
                       && system->armed (system->self, simulator->witnesses[k], sim_t (simulator), sim_x (simulator));
      n += state->crossed;
    }
  return n;
}

/* Reports the interval from the start of the step to `right` for each witness that triggers at `right`. */
static void
report_brackets (SimSimulator *simulator, SimSearchKind kind, double right)
{
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      const OdeBracket bracket = { 0, right, simulator->g0[event], simulator->g1[event], 0 };
      if (simulator->events[event].crossed)
        sim_search_report_bracket (simulator, kind, event, &bracket, TRUE);
    }
}

/* Reports the values of the witnesses at the middle of the interval. s is counted from the start of the search, because several steps may
 * lead to the middle. */
static void
report_middle (SimSimulator *simulator, double t, double s, int end)
{
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      const SimSearchEvent report = { .kind = SIM_SEARCH_PROBE, .event = simulator->witnesses[k], .s = s, .t = t,
                                      .g = simulator->g1[simulator->witnesses[k]], .end = end };
      simulator->search (simulator->search_user, &report);
    }
}

static OdeStatus
integrate_to (SimSimulator *simulator, double t)
{
  OdeStatus status = ODE_DONE;
  while (status == ODE_DONE && sim_t (simulator) < t)
    status = sim_motion_step (simulator, t, ODE_STOP_END);
  return status;
}

OdeStatus
sim_witness_step_reintegrating (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  double t0 = sim_t (simulator);
  sim_witness_read (simulator);
  sim_motion_save (simulator);
  OdeStatus status = sim_motion_step (simulator, t_stop, stop);
  if (status == ODE_DONE && simulator->search != NULL
      && !sim_search_begin (simulator, t_stop, stop, sim_witness_window (simulator)))
    return ODE_STOPPED;
  if (status != ODE_DONE || count_triggered (simulator) == 0)
    return status;
  double window = sim_witness_window (simulator);
  double right = sim_t (simulator);
  if (simulator->search != NULL)
    report_brackets (simulator, SIM_SEARCH_BRACKET, right - t0);
  int iterations = 0;
  while (!isnan (window))
    {
      double middle = t0 + 0.5 * (right - t0);
      if (middle <= t0 || middle >= right)
        break;
      sim_motion_restore (simulator);
      status = integrate_to (simulator, middle);
      if (status != ODE_DONE)
        return status;
      iterations++;
      gboolean triggered = count_triggered (simulator) > 0;
      if (simulator->search != NULL)
        report_middle (simulator, middle, middle - t0, triggered ? 1 : -1);
      if (!triggered)
        return ODE_DONE; /* the next step continues the search from here */
      right = middle;
      if (right - t0 <= window)
        break;
    }
  if (simulator->search != NULL)
    report_brackets (simulator, SIM_SEARCH_ROOT, right - t0);
  for (int k = 0; k < simulator->n_witnesses; k++)
    if (simulator->events[simulator->witnesses[k]].crossed)
      {
        int event = simulator->witnesses[k];
        SimDirection direction = simulator->system->events[event].direction;
        gboolean rises = direction == SIM_DIRECTION_BOTH ? simulator->g1[event] > simulator->g0[event] : direction == SIM_DIRECTION_RISING;
        simulator->events[event].iterations = iterations;
        simulator->events[event].direction = rises ? 1 : -1;
        sim_witness_fire (simulator, event, isnan (window) ? right - t0 : window);
      }
  return ODE_DONE;
}
