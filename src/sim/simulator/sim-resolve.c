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
 * further. If that is more than MOST_AT_FLOOR tolerances, or if the function may be undefined, the run cannot be resolved. Neither can it if more
 * than MOST_SHORTENED steps are repeated.
 *
 * The box of an explicit Runge–Kutta step is first computed from its stage slopes, widened by half of their width. Only if the step is not
 * resolved over this box is the dense output bounded.
 *
 * Witnesses: between two samples of one sign, parts of the step are halved until the bounds of the witness have one sign. A time in each
 * row of parts of the other sign is added to the samples, so that each change of sign is a bracket. Between samples of different sign only
 * references look for further changes. A part smaller than 2^−40 of the step or
 * 4 ulp of the time is not divided further. */
#include "sim-resolve.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "sim-timing.h"
#include "sim-witness-private.h"

#define MOST_AT_FLOOR 1e4
#define MOST_SHORTENED 20000
/* The number of consecutive steps of the smallest size after which a run does not get past a place. */
#define MOST_SMALLEST 100
/* The slopes of a step exceed those of its stages by at most this part of their width; more for witnesses, whose crossings must be found. */
#define WIDENING 0.5
#define WIDER 1
/* The parts of a step that are examined for one witness, ten times as many for a reference. A smooth witness needs about 80 for each
 * crossing. */
#define MOST_PARTS 2000
#define SMALLEST_PART 0x1p-40
/* Those that are examined for a witness that was just handled and has not left zero. */
#define MOST_LATCHED 200

/* The number of points at which a step is sampled if a quotient in it may be 0/0, and the largest fraction of the time span of such a step. */
#define N_POINTS 9
#define SMALL_FRACTION 1e-7

struct SimResolve
{
  OdeDenseOutput *segment; /* the last step */
  double *lo, *hi, *hidden, *tolerance, *slope; /* n_states each */
  double *points; /* N_POINTS × n_states values of the right-hand side */
  double *g_lo, *g_hi; /* n_events each */
  gint64 n_shortened;
  int n_smallest; /* number of consecutive steps of the smallest size */
  gboolean failed;
  int state, event; /* what may have been passed over: a state, or an event; −1: not this */
  double t0, t1; /* where */
};

static SimResolve *
resolve_of (SimSimulator *simulator)
{
  gsize n = (gsize) simulator->system->ode->n_states + 1, k = (gsize) simulator->system->n_events + 1;
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
  resolve->points = g_new0 (double, N_POINTS * n);
  resolve->g_lo = g_new0 (double, k);
  resolve->g_hi = g_new0 (double, k);
  return resolve;
}

void
sim_resolve_free (SimResolve *resolve)
{
  if (resolve == NULL)
    return;
  ode_dense_output_free (resolve->segment);
  double *arrays[] = { resolve->lo, resolve->hi, resolve->hidden, resolve->tolerance, resolve->slope, resolve->points,
                       resolve->g_lo, resolve->g_hi };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (arrays[i]);
  g_free (resolve);
}

void
sim_simulator_resolve_steps (SimSimulator *simulator)
{
  simulator->resolves = simulator->system->hidden != NULL && simulator->integrator != NULL;
}

static void
fail (SimSimulator *simulator, int state, int event, double t0, double t1)
{
  SimResolve *resolve = simulator->resolve;

  if (resolve->failed)
    return;
  resolve->failed = TRUE;
  resolve->state = state;
  resolve->event = event;
  resolve->t0 = t0;
  resolve->t1 = t1;
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
    *why = g_strdup_printf (_("between t = %.10g and %.10g it cannot be excluded that event '%s' occurs twice"), resolve->t0, resolve->t1,
                            simulator->system->events[resolve->event].name);
  else if (why != NULL)
    *why = g_strdup_printf (_("between t = %.10g and %.10g it cannot be excluded that a step passes over a change of the derivative of '%s'"),
                            resolve->t0, resolve->t1, names != NULL ? names[resolve->state] : "");
  return SIM_RESOLUTION_FAILED;
}

/* ---- the right-hand side ---- */

/* Stores the last step as a segment. Returns FALSE if memory ran out. */
static gboolean
take_segment (SimSimulator *simulator)
{
  SimResolve *resolve = resolve_of (simulator);

  ode_dense_output_truncate (resolve->segment, -INFINITY);
  return resolve->segment != NULL && ode_dense_output_append_step (resolve->segment, simulator->integrator)
         && ode_dense_output_n_segments (resolve->segment) > 0;
}

/* Sets the box lo, hi of the last step from its stage slopes k: x(t) is in x0 + [0, h]·k and in x1 − [0, h]·k. Also sets the largest
 * |slope| of each state. Returns FALSE if the method has no slopes. */
static gboolean
box_of_stages (SimSimulator *simulator, double widening)
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
          double slope = k[(gsize) stage * (gsize) ode->n_states + (gsize) i];

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

/* Sets the box of the first part of the step, of size s, from its dense output. */
static gboolean
box_of_segment (SimSimulator *simulator, double s)
{
  SimResolve *resolve = simulator->resolve;
  double t0 = ode_dense_output_start (resolve->segment), stop = ode_dense_output_stop (resolve->segment);
  double t1 = fmin (t0 + s, stop);

  if (!(t1 > t0))
    t1 = stop;
  return ode_dense_output_bounds (resolve->segment, 0, t0, t1, resolve->lo, resolve->hi);
}

/* Bounds by samples what an equation hides in which a quotient may be 0/0: if the singularity is removable, the right-hand side is close to a
 * straight line in a small part of the step; near a pole r/(t − c) it is not, unless |r| is negligible. Bounds the difference by eight
 * times the largest one at the points. Returns +inf if the part is not small. */
static double
sampled_hidden (SimSimulator *simulator, double s, int state)
{
  const OdeSystem *ode = simulator->system->ode;
  SimResolve *resolve = simulator->resolve;
  gsize n = (gsize) ode->n_states;
  double largest = 0;

  if (!(s <= SMALL_FRACTION * fabs (simulator->t_end - simulator->t_start)))
    return INFINITY;
  for (int k = 0; k < N_POINTS; k++)
    {
      double at = s * k / (N_POINTS - 1);

      if (sim_motion_interpolate_after (simulator, fmin (at, sim_motion_size (simulator)), simulator->x_scratch) != ODE_DONE
          || ode->rhs (ode->self, sim_motion_time_after (simulator, at), simulator->x_scratch, resolve->points + (gsize) k * n) != ODE_DONE)
        return INFINITY;
    }
  const double *f = resolve->points + state, first = f[0], last = f[(N_POINTS - 1) * n];
  for (gsize k = 1; k + 1 < N_POINTS; k++)
    largest = fmax (largest, fabs (f[k * n] - (first + (last - first) * (double) k / (N_POINTS - 1))));
  return 8 * largest;
}

/* Returns the state whose equation hides most over the box and the times from t0 on, and sets *excess to h·hidden/tolerance for it. */
static int
worst_hidden (SimSimulator *simulator, double s, double *excess)
{
  const OdeSystem *ode = simulator->system->ode;
  SimResolve *resolve = simulator->resolve;
  double t0 = sim_t_previous (simulator), t1 = sim_motion_time_after (simulator, s), relative = 0;
  int worst = 0;

  simulator->system->hidden (simulator->system->self, t0, t1, resolve->lo, resolve->hi, resolve->hidden, &relative);
  *excess = 0;
  for (int i = 0; i < ode->n_states; i++)
    {
      gboolean algebraic = ode->kinds != NULL && ode->kinds[i] == ODE_ALGEBRAIC;
      double own = resolve->hidden[i] < 0 ? sampled_hidden (simulator, s, i) : resolve->hidden[i];
      double hidden = own + (relative > 0 ? relative * resolve->slope[i] : 0);
      double part = hidden > 0 ? (algebraic ? 1 : s) * hidden / resolve->tolerance[i] : 0;

      if (!(part <= *excess))
        {
          *excess = part;
          worst = i;
        }
    }
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
      resolve->tolerance[i] = accuracy * fmax (1, fabs (x1[i]));
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
      if (!box_of_segment (simulator, s))
        return 0;
      worst_hidden (simulator, s, &excess);
      if (excess <= 1)
        return s;
    }
  return 0;
}

OdeStatus
sim_resolve_step (SimSimulator *simulator)
{
  SimResolve *resolve = resolve_of (simulator);
  OdeStatus status = ODE_DONE;

  resolve->n_smallest = sim_motion_size (simulator) <= 1.01 * sim_motion_working_minimum (simulator) ? resolve->n_smallest + 1 : 0;
  if (resolve->n_smallest > MOST_SMALLEST)
    return ODE_FAIL_MIN_STEP;
  while (!resolve->failed)
    {
      double h = sim_motion_size (simulator), t0 = sim_t_previous (simulator), t1 = sim_t (simulator), excess, s;
      double floor = 4 * sim_ulp (fmax (fabs (t0), fabs (t1)));
      int worst;

      take_tolerances (simulator);
      if (box_of_stages (simulator, WIDENING))
        {
          worst_hidden (simulator, h, &excess);
          if (excess <= 1)
            break;
        }
      if (!take_segment (simulator) || !box_of_segment (simulator, h))
        {
          fail (simulator, 0, -1, t0, t1);
          break;
        }
      slopes_of_box (simulator);
      worst = worst_hidden (simulator, h, &excess);
      if (excess <= 1)
        break;
      if (h <= 2 * floor)
        {
          if (!(excess <= MOST_AT_FLOOR))
            fail (simulator, worst, -1, t0, t1);
          break;
        }
      if (++resolve->n_shortened > MOST_SHORTENED)
        {
          fail (simulator, worst, -1, t0, t1);
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

/* ---- witnesses ---- */

/* One part of a step that is to be examined. */
typedef struct
{
  double from, to;
} Part;

/* The largest number of parts that wait: one for each halving. */
#define DEPTH 64

/* The search of one witness in a step. */
typedef struct
{
  int event;
  double *times; /* n of at most `most` times so far */
  int n, most;
  gboolean excluded; /* FALSE: not all parts could be examined */
  gboolean begins; /* the witness was just handled and no sample has shown its sign yet */
} Changes;

static void
add_time (Changes *changes, Part part)
{
  if (changes->n == changes->most)
    changes->excluded = FALSE;
  else
    changes->times[changes->n++] = 0.5 * (part.from + part.to);
}

/* Returns where a part is divided: in the middle, or, near the start of the step, where the witness grows from zero after an event, at the
 * geometric mean of its ends. */
static double
middle_of (Part part)
{
  return part.from > 0 && part.to > 4 * part.from ? sqrt (part.from * part.to) : 0.5 * (part.from + part.to);
}

/* Examines the times between two samples, at which the witness has the signs first and last (0: unknown). Adds a time in each row of parts
 * with one sign that neither sample shows: rows before the last one whose sign is not first, and a last row whose sign is not `last`. If
 * the sign after an event is first seen here, its time is stored as certain. */
static void
examine (SimSimulator *simulator, Changes *changes, Part whole, int first, int last)
{
  SimSystem *system = simulator->system;
  SimResolve *resolve = simulator->resolve;
  const SimEventState *state = &simulator->events[changes->event];
  double t0 = ode_dense_output_start (resolve->segment), stop = ode_dense_output_stop (resolve->segment);
  double h = sim_motion_size (simulator), smallest = fmax (SMALLEST_PART * h, 4 * sim_ulp (fmax (fabs (t0), fabs (stop))));
  double threshold = first == 0 && state->latched ? 2 * fabs (state->handled) : 0;
  int most_parts = first == 0 ? MOST_LATCHED : simulator->resolves ? 10 * MOST_PARTS : MOST_PARTS, n_waiting = 1, n_parts = 0;
  int sign = first; /* of the present row */
  gboolean is_shown = TRUE;
  Part waiting[DEPTH] = { whole }, largest = { 0, 0 };

  if (!(whole.to > whole.from))
    return;
  while (n_waiting > 0)
    {
      Part part = waiting[--n_waiting];
      double a = fmin (t0 + part.from, stop), b = fmin (t0 + part.to, stop), middle = middle_of (part);
      int found;

      if (++n_parts > most_parts || !ode_dense_output_bounds (resolve->segment, 0, a, b, resolve->lo, resolve->hi))
        {
          /* A witness that stays at the value of its last event up to rounding errors has no sign. */
          changes->excluded = changes->excluded && sign == 0;
          return;
        }
      system->witness_bounds (system->self, a, b, resolve->lo, resolve->hi, resolve->g_lo, resolve->g_hi);
      found = resolve->g_lo[changes->event] > threshold ? 1 : resolve->g_hi[changes->event] < -threshold ? -1 : 0;
      if (found == 0)
        {
          if (part.to - part.from > smallest && n_waiting + 2 <= DEPTH)
            {
              /* The first half is examined first. */
              waiting[n_waiting++] = (Part){ middle, part.to };
              waiting[n_waiting++] = (Part){ part.from, middle };
            }
          continue;
        }
      threshold = 0;
      if (found == sign)
        {
          if (part.to - part.from > largest.to - largest.from)
            largest = part;
          continue;
        }
      if (!is_shown)
        add_time (changes, largest);
      is_shown = FALSE;
      largest = part;
      if (sign == 0 && changes->begins)
        {
          simulator->certain[changes->event] = 0.5 * (part.from + part.to);
          add_time (changes, part);
          is_shown = TRUE;
          changes->begins = FALSE;
        }
      sign = found;
    }
  if (!is_shown && sign != last)
    add_time (changes, largest);
}

/* Examines the times between all samples of a witness. Between samples of different sign an ordinary run assumes one crossing. */
static void
examine_samples (SimSimulator *simulator, Changes *changes, int n_samples)
{
  const double *s = simulator->samples;
  const SimEventState *state = &simulator->events[changes->event];
  double largest = 0, tolerance;
  int first, from = 0;

  for (int k = 0; k < n_samples; k++)
    largest = fmax (largest, fabs (sim_witness_values (simulator, k)[changes->event]));
  tolerance = fmax (10 * DBL_EPSILON * largest, state->latched ? 2 * fabs (state->handled) : 0);
  changes->begins = state->latched || sim_witness_values (simulator, 0)[changes->event] == 0;
  first = changes->begins ? 0 : sim_witness_values (simulator, 0)[changes->event] > 0 ? 1 : -1;
  for (int k = 1; k < n_samples; k++)
    {
      double g = sim_witness_values (simulator, k)[changes->event], least = changes->begins ? tolerance : 0;
      int next = g > least ? 1 : g < -least ? -1 : 0;

      /* Times between samples of one sign are examined together. */
      if (first == next && k + 1 < n_samples)
        continue;
      if (first == next)
        examine (simulator, changes, (Part){ s[from], s[k] }, first, next);
      else
        {
          if (first != 0 || simulator->resolves)
            examine (simulator, changes, (Part){ s[from], s[k - 1] }, first, first);
          if (simulator->resolves || changes->begins)
            examine (simulator, changes, (Part){ s[k - 1], s[k] }, first, next);
        }
      /* The search takes the sign of the first sample beyond the tolerance. */
      if (next != 0)
        changes->begins = FALSE;
      first = next;
      from = k;
    }
}

/* Returns whether the witness of an event may be zero in the box lo, hi of the last step, and marks all witnesses of which this holds. */
static gboolean
mark_near (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  SimResolve *resolve = simulator->resolve;
  gboolean any = FALSE;

  system->witness_bounds (system->self, sim_t_previous (simulator), sim_t (simulator), resolve->lo, resolve->hi, resolve->g_lo,
                          resolve->g_hi);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];

      simulator->is_near[k] = resolve->g_lo[event] <= 0 && resolve->g_hi[event] >= 0;
      any = any || simulator->is_near[k];
    }
  return any;
}

int
sim_resolve_changes (SimSimulator *simulator, int n_samples, double *times, int most)
{
  SimResolve *resolve = resolve_of (simulator);
  int n = 0;

  for (int k = 0; k < simulator->n_witnesses; k++)
    simulator->certain[simulator->witnesses[k]] = NAN;
  if (box_of_stages (simulator, WIDER) && !mark_near (simulator))
    return 0;
  if (!take_segment (simulator)
      || !ode_dense_output_bounds (resolve->segment, 0, ode_dense_output_start (resolve->segment),
                                   ode_dense_output_stop (resolve->segment), resolve->lo, resolve->hi)
      || !mark_near (simulator))
    return 0;
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      Changes changes = { simulator->witnesses[k], times, n, most, TRUE, FALSE };

      if (!simulator->is_near[k])
        continue;
      examine_samples (simulator, &changes, n_samples);
      n = changes.n;
      if (!changes.excluded && simulator->resolves)
        fail (simulator, -1, changes.event, sim_t_previous (simulator), sim_t (simulator));
    }
  return n;
}
