/* Runs members of models with events in SIMD lanes.
 *
 * Each lane has a simulator (SimSimulator), which owns the run of its member: it handles the events, and makes every step in which one may
 * happen. The steps between events are plain (sim-plain.h) and are made in the lane:
 *
 *   1. The simulator initializes the member. If its next step may be plain, the lane takes the state of the integrator and the values of
 *      the witnesses.
 *   2. After each attempt in lanes the witnesses are evaluated for all lanes, at the points at which the simulator would evaluate them. With
 *      the setting `ranges` they are also bounded over a box of the dense output.
 *   3. If a sign changes, or may change and change back between two points, the step is discarded. The integrator of the simulator gets the state at its start, and the simulator makes the
 *      step with all that belongs to it. After a step that ends at a scheduled event or at the end of the run, the simulator gets the state
 *      at its end.
 *   4. After the updates of the events, when no event is due and each witness has left zero, the member returns to its lane.
 *
 * Steps in lanes and the dense output at these points have the bits of the integrator, hence a member has the bits of a run by the
 * simulator alone. The decision to leave depends only on data of the member, so that this holds for any number of lanes. With fast_math the
 * witnesses of a lane may differ from those of the simulator by rounding errors. The simulator then gets their values at the start of the
 * step from the lane, so that it finds the change of sign for which the member has left.
 *
 * Bounds are computed for one lane at a time, which takes longer than a step in lanes. So each lane keeps a trusted box, which is larger than that of
 * the step and in which each witness has one sign or is monotone; the next steps that stay in it need only a comparison. */
#include <math.h>
#include <string.h>

#include "lab-lanes-private.h"
#include "sim-plain.h"

/* Moves a member from its simulator to lane k, if its next step may be plain. Returns whether it is in the lane. */
static gboolean
enter (LabLanes *lanes, int k)
{
  LabLane *lane = &lanes->lane[k];
  LabAlone *alone = lane->alone;
  SimPlain plain;

  if (!sim_plain_begin (alone->simulator, lane->t_end, &plain)
      || !ode_lanes_load (lanes->lanes, k, sim_simulator_integrator (alone->simulator), plain.t_stop))
    return FALSE;
  for (int w = 0; w < lanes->n_witnesses; w++)
    lanes->g0[lanes->witnesses[w].event * MODEL_LANES + k] = plain.g[lanes->witnesses[w].event];
  lane->largest = plain.largest;
  lane->t_last = plain.t_last;
  lane->span = plain.span;
  lane->trusted_t1 = -INFINITY;
  lanes->has_bounds = plain.bounds;
  /* Events change discrete states, but no parameters. */
  if (!lane->has_inputs || model_system_n_discrete (alone->system) > 0)
    {
      model_lanes_set (lanes->model_lanes, k, alone->system);
      model_formulas_set_lane (lanes->formulas, k, alone->system);
      lanes->are_inputs_new = TRUE;
      lane->has_inputs = TRUE;
    }
  return TRUE;
}

/* Returns whether the computation is cancelled. It asks the source once in a number of steps of all members, since a member may make only a
 * few steps outside its lane. */
static gboolean
is_cancelled (LabLanes *lanes)
{
  if (lanes->n_outside % (guint64) lab_progress_steps (lanes->n_states) == 0 && lanes->source->cancelled (lanes->source->user))
    lanes->is_cancelled = TRUE;
  return lanes->is_cancelled;
}

/* Runs the updates that are due before the end of the run, without a step. Returns the new status. */
static SimStatus
run_pending (LabLane *lane, SimStatus status)
{
  SimSimulator *simulator = lane->alone->simulator;

  if (status.reason != SIM_READY || !(sim_simulator_t (simulator) < lane->t_end) || !sim_simulator_has_pending (simulator))
    return status;
  return sim_plain_update (simulator, lane->t_end);
}

/* Makes steps with the simulator of lane k until the member has ended or is in its lane. Returns whether it has ended, or whether the
 * computation is cancelled. */
static gboolean
go_on (LabLanes *lanes, int k, SimStatus status)
{
  LabLane *lane = &lanes->lane[k];

  while (status.reason == SIM_READY && !lane->alone->cancelled)
    {
      status = run_pending (lane, status);
      if (status.reason != SIM_READY)
        break;
      if (enter (lanes, k))
        return FALSE;
      status = sim_simulator_step (lane->alone->simulator, lane->t_end);
      lanes->n_outside++;
      if (is_cancelled (lanes))
        return TRUE;
    }
  if (!lab_alone_finish (lane->alone, status, NULL))
    lanes->is_cancelled = TRUE;
  return TRUE;
}

gboolean
lab_lanes_begin_events (LabLanes *lanes, int k, gboolean *is_over, GError **error)
{
  LabLane *lane = &lanes->lane[k];
  SimStatus status;

  if (lane->alone == NULL)
    lane->alone = lab_alone_new (lanes, lane->member, error);
  if (lane->alone == NULL || !lab_lanes_set_member (lanes, lane->alone->system, lane->member, error)
      || !lab_alone_begin (lane->alone, lane, &status, error))
    return FALSE;
  lane->has_inputs = FALSE;
  lane->trusted_size = 0;
  *is_over = go_on (lanes, k, status);
  return TRUE;
}

/* Gives the state of lane k to its simulator. Returns the values of the witnesses; free them with g_free. */
static double *
leave (LabLanes *lanes, int k)
{
  LabLane *lane = &lanes->lane[k];
  double *g = g_new0 (double, model_system_n_events (lane->alone->system) + 1);

  for (int w = 0; w < lanes->n_witnesses; w++)
    g[lanes->witnesses[w].event] = lanes->g0[lanes->witnesses[w].event * MODEL_LANES + k];
  ode_lanes_store (lanes->lanes, k, sim_simulator_integrator (lane->alone->simulator));
  lane->alone->lane = lane;
  lane->alone->t = sim_simulator_t (lane->alone->simulator);
  return g;
}

gboolean
lab_lanes_land_events (LabLanes *lanes, int k)
{
  LabLane *lane = &lanes->lane[k];
  LabAlone *alone = lane->alone;
  g_autofree double *g = leave (lanes, k);
  SimStatus status;

  alone->is_observed = TRUE;
  status = sim_plain_land (alone->simulator, lane->t_step, lane->t_end, g);
  alone->is_observed = FALSE;
  return go_on (lanes, k, status);
}

gboolean
lab_lanes_step_events (LabLanes *lanes, int k)
{
  LabLane *lane = &lanes->lane[k];
  LabAlone *alone = lane->alone;
  g_autofree double *g = leave (lanes, k);
  SimStatus status;

  sim_plain_end (alone->simulator, g);
  status = sim_simulator_step (alone->simulator, lane->t_end);
  lanes->n_outside++;
  return go_on (lanes, k, status);
}

/* Marks the lanes in which a witness is zero or NaN, or has changed its sign in a direction in which its event happens. */
static void
compare_signs (const double *before, const double *after, const LabWitness *witness, int n, gint64 *changes)
{
  const gint64 falls = witness->falls ? -1 : 0, rises = witness->rises ? -1 : 0;

  for (int k = 0; k < n; k++)
    {
      const double a = before[k], b = after[k];
      const gint64 negative = -(gint64) (b < 0), positive = -(gint64) (b > 0);

      changes[k] |= ~(negative | positive) | (falls & negative & -(gint64) (a > 0)) | (rises & positive & -(gint64) (a < 0));
    }
}

/* Evaluates the witnesses at point p of the last attempt, 1 to n_points, and compares them with those at the point before, which are in
 * g1. */
static void
search_point (LabLanes *lanes, int p, int n_points, gint64 *changes)
{
  const int n = lanes->n_active;
  double *t = model_lanes_witness_t (lanes->model_lanes), *x = model_lanes_witness_x (lanes->model_lanes);

  if (p < n_points)
    ode_lanes_interpolate_after (lanes->lanes, p, n_points, t, x);
  else
    {
      memcpy (x, ode_lanes_x1 (lanes->lanes), (gsize) lanes->n_states * MODEL_LANES * sizeof (double));
      for (int k = 0; k < n; k++)
        t[k] = ode_lanes_t1 (lanes->lanes, k);
    }
  model_lanes_witnesses (lanes->model_lanes, (n + 7) & ~7);
  for (int w = 0; w < lanes->n_witnesses; w++)
    {
      const int event = lanes->witnesses[w].event;
      double *g1 = lanes->g1 + event * MODEL_LANES;
      const double *g = model_lanes_witness (lanes->model_lanes, event);

      compare_signs (g1, g, &lanes->witnesses[w], n, changes);
      memcpy (g1, g, (gsize) n * sizeof (double));
    }
}

/* The sizes of trusted boxes, as multiples of the box of the step on each side of it. The first one lasts until the end of the run: most witnesses
 * do not depend on the time. */
static const double sizes[] = { 8, 8, 2, 0 };

/* A larger box is tried after this number of boxes of one size. */
#define RETRY 8

/* Finds a trusted box that contains the last step of lane k. Returns FALSE if none is found, so that a witness may change its sign in the
 * step. */
static gboolean
trust (LabLanes *lanes, int k)
{
  LabLane *lane = &lanes->lane[k];
  const double t0 = ode_lanes_t (lanes->lanes, k), t1 = ode_lanes_t1 (lanes->lanes, k);

  for (int s = lane->trusted_size; s < (int) G_N_ELEMENTS (sizes); s++)
    {
      const double last = s == 0 ? fmax (lane->t_end, t1) : t1 + sizes[s] * (t1 - t0);

      for (int i = 0; i < lanes->n_states; i++)
        {
          const double lo = lanes->lo[i * MODEL_LANES + k], hi = lanes->hi[i * MODEL_LANES + k];

          lanes->box_lo[i] = lo - sizes[s] * (hi - lo);
          lanes->box_hi[i] = hi + sizes[s] * (hi - lo);
        }
      if (!sim_plain_excludes (lane->alone->simulator, t0, last, lanes->box_lo, lanes->box_hi))
        continue;
      lane->n_trusted = s == lane->trusted_size ? lane->n_trusted + 1 : 0;
      lane->trusted_size = s > 1 && lane->n_trusted % RETRY == RETRY - 1 ? s - 1 : s;
      lane->trusted_t1 = last;
      for (int i = 0; i < lanes->n_states; i++)
        {
          lanes->trusted_lo[i * MODEL_LANES + k] = lanes->box_lo[i];
          lanes->trusted_hi[i * MODEL_LANES + k] = lanes->box_hi[i];
        }
      return TRUE;
    }
  lane->trusted_size = G_N_ELEMENTS (sizes) - 1;
  return FALSE;
}

/* Marks the lanes in whose last step a witness may change its sign and back between the points of the search. */
static void
search_bounds (LabLanes *lanes, gint64 *changes)
{
  int64_t outside[MODEL_LANES] __attribute__ ((aligned (64)));

  ode_lanes_bounds (lanes->lanes, lanes->lo, lanes->hi, lanes->trusted_lo, lanes->trusted_hi, outside);
  for (int k = 0; k < lanes->n_active; k++)
    if ((outside[k] != 0 || !(ode_lanes_t1 (lanes->lanes, k) <= lanes->lane[k].trusted_t1)) && changes[k] == 0
        && ode_lanes_outcome (lanes->lanes, k) == ODE_LANE_ACCEPT && !trust (lanes, k))
      changes[k] = -1;
}

uint64_t
lab_lanes_find_events (LabLanes *lanes)
{
  const int n_points = lanes->n_guards + 1;
  gint64 changes[MODEL_LANES] = { 0 };
  uint64_t leaving = 0;

  if (lanes->n_witnesses > 0)
    {
      if (n_points > 1)
        ode_lanes_prepare_dense (lanes->lanes);
      memcpy (lanes->g1, lanes->g0, (gsize) model_system_n_events (lanes->system) * MODEL_LANES * sizeof (double));
      for (int p = 1; p <= n_points; p++)
        search_point (lanes, p, n_points, changes);
      if (lanes->has_bounds)
        search_bounds (lanes, changes);
    }
  for (int k = 0; k < lanes->n_active; k++)
    {
      const LabLane *lane = &lanes->lane[k];
      const gboolean is_limited = ode_lanes_next_step (lanes->lanes, k) > lane->largest
                                  && !(ode_lanes_t (lanes->lanes, k) - lane->t_last > lane->span);

      if (is_limited || (changes[k] != 0 && ode_lanes_outcome (lanes->lanes, k) == ODE_LANE_ACCEPT))
        leaving |= G_GUINT64_CONSTANT (1) << k;
    }
  return leaving;
}

void
lab_lanes_keep_witnesses (LabLanes *lanes)
{
  for (int k = 0; k < lanes->n_active; k++)
    {
      if (ode_lanes_outcome (lanes->lanes, k) != ODE_LANE_ACCEPT)
        continue;
      lanes->n_inside++;
      lanes->lane[k].t_step = ode_lanes_t (lanes->lanes, k);
      for (int w = 0; w < lanes->n_witnesses; w++)
        {
          const int at = lanes->witnesses[w].event * MODEL_LANES + k;

          lanes->g0[at] = lanes->g1[at];
        }
    }
}
