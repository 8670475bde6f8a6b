/* Finds what lies between the points at which a step evaluates its equations.
 *
 * A step is resolved if the right-hand side over the step and the box of its dense output hides less than the tolerances,
 *
 *   h · hidden_i ≤ tolerance_i,
 *
 * where hidden_i bounds what the stages may not show (expr-range.h): conditions that may change, functions whose argument covers more than
 * the scale on which they vary, and undefined parts. The integral of what the step misses is then at most the error that the error test
 * accepts. Algebraic equations are not integrated, so h is left out for them. A step that is not resolved is repeated with the size of a
 * resolved first part, found by halving on the dense output, which costs no evaluations of the model at points. A change at one time is
 * reached in about 50 steps, whose sizes fall like 2^−k, and left in as many.
 *
 * The smallest such step is 4 ulp of the time. There a jump J has an effect of up to 4 ulp (t)·J, since its time cannot be resolved
 * further. If that is more than MOST_AT_FLOOR tolerances, or if the function may be undefined, the run cannot be resolved. Neither can it
 * if more than MOST_SHORTENED steps are repeated, or if conditions change more than MOST_CHANGES times.
 *
 * The box of an explicit Runge–Kutta step is first computed from its stage slopes, widened by half of their width. Only if the step is not
 * resolved over this box is the dense output bounded.
 *
 * While steps end at switches (sim-switch.c), the right-hand side of a step is that of the present sides, which hides nothing at a switch.
 * If the right-hand side with conditions hides more than the tolerances, a condition may change in the step: those on t change at known
 * times, and those on states are searched by bounds of their functions (sim-resolve-search.c). A motion along a surface must stay on it
 * over the whole box. */
#include "sim-resolve.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "sim-loop-private.h"
#include "sim-switch-private.h"
#include "sim-timing.h"
#include "sim-witness-private.h"

#define MOST_AT_FLOOR 1e4
#define MOST_SHORTENED 20000
/* The largest number of changes of conditions: it bounds the time of a reference, and is far beyond the number of periods of a model. */
#define MOST_CHANGES 100000
/* The number of consecutive steps of the smallest size after which a run does not get past a place. */
#define MOST_SMALLEST 100
/* The slopes of a step exceed those of its stages by at most this part of their width. */
#define WIDENING 0.5

/* The largest fraction of the time span of a step that is sampled because a quotient in it may be 0/0. */
#define SMALL_FRACTION 1e-7

SimResolve *
sim_resolve_of (SimSimulator *simulator)
{
  gsize n = (gsize)simulator->system->ode->n_states + 1, k = (gsize)simulator->system->n_events + 1;
  gsize n_switches = simulator->switches != NULL ? (gsize)simulator->switches->n : 0;
  SimResolve *resolve = simulator->resolve;

  if (resolve != NULL)
    return resolve;
  resolve = simulator->resolve = g_new0 (SimResolve, 1);
  resolve->segment = ode_dense_output_new (simulator->system->ode->n_states);
  resolve->lo = g_new0 (double, n);
  resolve->hi = g_new0 (double, n);
  resolve->hidden = g_new0 (double, n);
  resolve->tolerance = g_new0 (double, n);
  resolve->slope = g_new0 (double, n);
  resolve->points = g_new0 (double, SIM_RESOLVE_POINTS *n);
  resolve->g_lo = g_new0 (double, k);
  resolve->g_hi = g_new0 (double, k);
  resolve->s_lo = g_new0 (double, n_switches + 1);
  resolve->s_hi = g_new0 (double, n_switches + 1);
  return resolve;
}

void
sim_resolve_free (SimResolve *resolve)
{
  if (resolve == NULL)
    return;
  ode_dense_output_free (resolve->segment);
  double *arrays[] = { resolve->lo,     resolve->hi,   resolve->hidden, resolve->tolerance, resolve->slope,
                       resolve->points, resolve->g_lo, resolve->g_hi,   resolve->s_lo,      resolve->s_hi };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (arrays[i]);
  g_free (resolve);
}

void
sim_simulator_resolve_steps (SimSimulator *simulator)
{
  simulator->resolves = simulator->system->hidden != NULL && simulator->integrator != NULL;
}

void
sim_resolve_fail (SimSimulator *simulator, int state, int event)
{
  SimResolve *resolve = simulator->resolve;

  if (resolve->failed)
    return;
  resolve->failed = TRUE;
  resolve->state = state;
  resolve->event = event;
  resolve->t0 = sim_t_previous (simulator);
  resolve->t1 = sim_t (simulator);
}

gboolean
sim_resolve_may_shorten (SimSimulator *simulator)
{
  return sim_motion_size (simulator) > 2 * sim_motion_least_size (simulator) && ++simulator->resolve->n_shortened <= MOST_SHORTENED;
}

SimResolution
sim_simulator_resolution (const SimSimulator *simulator, char **why)
{
  const SimResolve *resolve = simulator->resolve;
  const char *const *names = simulator->system->ode->names;

  if (!simulator->resolves)
    return SIM_RESOLUTION_UNKNOWN;
  if (resolve == NULL || !resolve->failed)
    return SIM_RESOLUTION_COMPLETE;
  if (why != NULL && resolve->event >= 0)
    *why = g_strdup_printf (_ ("between t = %.10g and %.10g it cannot be excluded that event '%s' occurs twice"), resolve->t0, resolve->t1,
                            simulator->system->events[resolve->event].name);
  else if (why != NULL && resolve->state < 0)
    *why = g_strdup_printf (_ ("until t = %.10g conditions change more than %d times"), resolve->t1, MOST_CHANGES);
  else if (why != NULL)
    *why =
        g_strdup_printf (_ ("between t = %.10g and %.10g it cannot be excluded that a step passes over a change of the derivative of '%s'"),
                         resolve->t0, resolve->t1, names != NULL ? names[resolve->state] : "");
  return SIM_RESOLUTION_FAILED;
}

/* ---- the right-hand side ---- */

gboolean
sim_resolve_take_segment (SimSimulator *simulator)
{
  SimResolve *resolve = sim_resolve_of (simulator);

  ode_dense_output_truncate (resolve->segment, -INFINITY);
  return resolve->segment != NULL && ode_dense_output_append_step (resolve->segment, simulator->integrator)
         && ode_dense_output_n_segments (resolve->segment) > 0;
}

/* Sets the box lo, hi of the last step from its stage slopes k: x(t) is in x0 + [0, h]·k and in x1 − [0, h]·k. Also sets the largest
 * |slope| of each state. Returns FALSE if the method has no slopes. */
gboolean
sim_resolve_box_of_stages (SimSimulator *simulator, double widening)
{
  const OdeSystem *ode = simulator->system->ode;
  SimResolve *resolve = simulator->resolve;
  const double *x0 = ode_integrator_x_previous (simulator->integrator), *x1 = ode_integrator_x (simulator->integrator);
  double h = sim_motion_size (simulator);
  const double *k;
  int n_stages;

  if (simulator->method->tableau == NULL || (simulator->method->traits & ODE_TRAIT_IMPLICIT) != 0 || ode->mass_pattern != NULL)
    return FALSE;
  k = ode_integrator_stages (simulator->integrator, &n_stages);
  if (k == NULL || n_stages < 2)
    return FALSE;
  for (int i = 0; i < ode->n_states; i++)
    {
      double least = k[i], most = k[i], wider;

      for (int stage = 1; stage < n_stages; stage++)
        {
          double slope = k[(gsize)stage * (gsize)ode->n_states + (gsize)i];

          least = slope < least ? slope : least;
          most = slope > most ? slope : most;
        }
      wider = widening * (most - least);
      least -= wider;
      most += wider;
      resolve->slope[i] = fmax (fabs (least), fabs (most));
      double down = h * (least < 0 ? least : 0), up = h * (most > 0 ? most : 0);
      double lo = fmax (x0[i] + down, x1[i] - up), hi = fmin (x0[i] + up, x1[i] - down);
      double margin = 4 * DBL_EPSILON * fmax (fabs (x0[i]), fabs (x1[i]));
      resolve->lo[i] = fmin (lo, fmin (x0[i], x1[i])) - margin;
      resolve->hi[i] = fmax (hi, fmax (x0[i], x1[i])) + margin;
    }
  return TRUE;
}

gboolean
sim_resolve_box_of_part (SimSimulator *simulator, SimPart part)
{
  SimResolve *resolve = simulator->resolve;
  double t0 = ode_dense_output_start (resolve->segment), stop = ode_dense_output_stop (resolve->segment);
  double from = fmin (t0 + part.from, stop), to = fmin (t0 + part.to, stop);

  if (!(to > from))
    to = stop;
  return ode_dense_output_bounds (resolve->segment, 0, from, to, resolve->lo, resolve->hi);
}

/* Bounds by samples what an equation hides in which a quotient may be 0/0: if the singularity is removable, the right-hand side is close to
 * a straight line in a small part of the step; near a pole r/(t − c) it is not, unless |r| is negligible. Bounds the difference by eight
 * times the largest one at the points. Returns +inf if the part is not small. */
static double
sampled_hidden (SimSimulator *simulator, SimPart part, int state)
{
  const OdeSystem *ode = simulator->system->ode;
  SimResolve *resolve = simulator->resolve;
  gsize n = (gsize)ode->n_states;
  double largest = 0;

  if (!(part.to - part.from <= SMALL_FRACTION * fabs (simulator->t_end - simulator->t_start)))
    return INFINITY;
  for (int k = 0; k < SIM_RESOLVE_POINTS; k++)
    {
      double at = part.from + (part.to - part.from) * k / (SIM_RESOLVE_POINTS - 1);

      if (sim_motion_interpolate_after (simulator, fmin (at, sim_motion_size (simulator)), simulator->x_scratch) != ODE_DONE
          || ode->rhs (ode->self, sim_motion_time_after (simulator, at), simulator->x_scratch, resolve->points + (gsize)k * n) != ODE_DONE)
        return INFINITY;
    }
  const double *f = resolve->points + state, first = f[0], last = f[(SIM_RESOLVE_POINTS - 1) * n];
  for (gsize k = 1; k + 1 < SIM_RESOLVE_POINTS; k++)
    largest = fmax (largest, fabs (f[k * n] - (first + (last - first) * (double)k / (SIM_RESOLVE_POINTS - 1))));
  return 8 * largest;
}

int
sim_resolve_worst (SimSimulator *simulator, gboolean sided, SimPart part, double *excess)
{
  const OdeSystem *ode = simulator->system->ode;
  SimResolve *resolve = simulator->resolve;
  double t0 = sim_motion_time_after (simulator, part.from), t1 = sim_motion_time_after (simulator, part.to), relative = 0;
  int worst = 0;

  simulator->system->hidden (simulator->system->self, sided, t0, t1, resolve->lo, resolve->hi, resolve->hidden, &relative);
  *excess = 0;
  for (int i = 0; i < ode->n_states; i++)
    {
      gboolean algebraic = ode->kinds != NULL && ode->kinds[i] == ODE_ALGEBRAIC;
      double own = resolve->hidden[i] < 0 ? sampled_hidden (simulator, part, i) : resolve->hidden[i];
      double hidden = own + (relative > 0 ? relative * resolve->slope[i] : 0);
      double ratio = hidden > 0 ? (algebraic ? 1 : part.to - part.from) * hidden / resolve->tolerance[i] : 0;

      if (!(ratio <= *excess))
        {
          *excess = ratio;
          worst = i;
        }
    }
  return worst;
}

/* As sim_resolve_worst, with the present sides if steps end at switches. Notes in `passes` whether conditions may change in the part. */
static int
worst_in (SimSimulator *simulator, double size, double *excess)
{
  const SimPart part = { 0, size };
  const SimSwitches *switches = simulator->switches;
  double open;
  int worst = sim_resolve_worst (simulator, FALSE, part, &open);

  *excess = open;
  simulator->resolve->passes = !(open <= 1);
  if (open <= 1 || switches == NULL || switches->state.released)
    return worst;
  worst = sim_resolve_worst (simulator, TRUE, part, excess);
  if (*excess <= 1 && switches->state.slide >= 0
      && !simulator->system->slides (simulator->system->self, sim_t_previous (simulator), sim_motion_time_after (simulator, size),
                                     simulator->resolve->lo, simulator->resolve->hi))
    *excess = open;
  return worst;
}

/* Sets the tolerances of the last step. A state without a tolerance counts with that of a value of its size. */
static void
take_tolerances (SimSimulator *simulator)
{
  SimResolve *resolve = simulator->resolve;
  const double *x0 = ode_integrator_x_previous (simulator->integrator), *x1 = ode_integrator_x (simulator->integrator);
  double accuracy = sim_motion_accuracy (simulator);

  ode_integrator_tolerances (simulator->integrator, x0, x1, resolve->tolerance);
  for (int i = 0; i < simulator->system->ode->n_states; i++)
    if (!(resolve->tolerance[i] > 0 && isfinite (resolve->tolerance[i])))
      {
        double size = fmax (fabs (x0[i]), fabs (x1[i]));

        resolve->tolerance[i] = accuracy * (size > 0 ? size : 1);
      }
}

/* Sets the slopes of a step that has none: its difference quotients and those of its box. */
static void
slopes_of_box (SimSimulator *simulator)
{
  SimResolve *resolve = simulator->resolve;
  double h = sim_motion_size (simulator);

  for (int i = 0; i < simulator->system->ode->n_states; i++)
    resolve->slope[i] = (resolve->hi[i] - resolve->lo[i]) / h;
}

/* Returns the size of a first part of the step that is resolved; 0 if that is smaller than the floor. */
static double
resolved_part (SimSimulator *simulator, double floor)
{
  double s = 0.5 * sim_motion_size (simulator), excess;

  for (; s > floor; s *= 0.5)
    {
      if (!sim_resolve_box_of_part (simulator, (SimPart){ 0, s }))
        return 0;
      worst_in (simulator, s, &excess);
      if (excess <= 1)
        return s;
    }
  return 0;
}

OdeStatus
sim_resolve_step (SimSimulator *simulator)
{
  SimResolve *resolve = sim_resolve_of (simulator);
  OdeStatus status = ODE_DONE;

  resolve->n_smallest = sim_motion_size (simulator) <= 1.01 * sim_motion_working_minimum (simulator) ? resolve->n_smallest + 1 : 0;
  if (resolve->n_smallest > MOST_SMALLEST)
    return ODE_FAIL_MIN_STEP;
  if (simulator->switches != NULL && simulator->switches->state.n_changes > MOST_CHANGES)
    sim_resolve_fail (simulator, -1, -1);
  while (!resolve->failed)
    {
      double h = sim_motion_size (simulator), floor = sim_motion_least_size (simulator), excess, s;
      int worst;

      take_tolerances (simulator);
      if (sim_resolve_box_of_stages (simulator, WIDENING))
        {
          worst_in (simulator, h, &excess);
          if (excess <= 1)
            break;
        }
      if (!sim_resolve_take_segment (simulator) || !sim_resolve_box_of_part (simulator, (SimPart){ 0, h }))
        {
          sim_resolve_fail (simulator, 0, -1);
          break;
        }
      slopes_of_box (simulator);
      worst = worst_in (simulator, h, &excess);
      if (excess <= 1)
        break;
      if (h <= 2 * floor)
        {
          if (!(excess <= MOST_AT_FLOOR))
            sim_resolve_fail (simulator, worst, -1);
          break;
        }
      if (!sim_resolve_may_shorten (simulator))
        {
          sim_resolve_fail (simulator, worst, -1);
          break;
        }
      s = resolved_part (simulator, floor);
      s = s > 0 ? s : floor;
      status = sim_motion_retake (simulator, s);
      if (status != ODE_DONE)
        break;
      ode_integrator_set_next_step (simulator->integrator, 4 * sim_motion_size (simulator));
    }
  /* The rest of the run would be of no use. */
  return status == ODE_DONE && resolve->failed ? ODE_FAIL_MIN_STEP : status;
}
