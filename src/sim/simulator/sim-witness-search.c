/* Searches a step for crossings of a witness g.
 *
 * 1. g is evaluated at t0, at `guard` equally spaced inner points of the step, and at t1, on the dense output. With the setting
 *    `ranges`, times are added between which bounds of g show a change of its sign (sim-resolve.c). Without it two crossings are
 *    missed if both are between the same two samples, that is, within h/(guard + 1).
 * 2. The sign at t0 is the reference. The first sample with the other sign, or with g = 0, is the end of a bracket.
 * 3. A root finder (ode-locate.h) shrinks the bracket to the window.
 *
 * All times of the search are counted from the start of the step. Therefore the
 * error of a root is a rounding error of the step size, which is smaller than one ulp of t if
 * t is large. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim-surface.h"
#include "sim-witness-private.h"

/* The number of additional samples near t0 for a witness that is zero at t0. Its first
 * sign is searched at t0 + 4^−k h for k = 20 … 1, beginning with 1e-12 of the
 * step. The 20 powers of 4 cover twelve decades. */
#define NEAR_POWERS 20

/* Number of evaluations that a search stores to compute the slope at the root. */
#define KEPT 16
/* The slope is that of the secant from the root to the closest point whose distance is at least this fraction of the bracket. The rounding
 * error of g is then below 1e-9 of the difference. The curvature of g has an equally small effect, because root finders of order above 1.6
 * evaluate points very close to the root. */
#define APART 1e-7

typedef struct
{
  SimSimulator *simulator;
  int event;
  int reference;      /* sign of g at the lower end of the bracket */
  SimSearchKind kind; /* kind of the evaluations, reported to the listener */
  int n_kept;
  double s[KEPT], g[KEPT];
} WitnessContext;

double
sim_witness_at (SimSimulator *simulator, int event, double s)
{
  if (sim_motion_interpolate_after (simulator, s, simulator->x_scratch) != ODE_DONE)
    return NAN;
  return simulator->system->witness (simulator->system->self, event, sim_motion_time_after (simulator, s), simulator->x_scratch);
}

static double
witness_at (gpointer user, double s)
{
  WitnessContext *context = user;
  double g = sim_witness_at (context->simulator, context->event, s);
  context->s[context->n_kept % KEPT] = s;
  context->g[context->n_kept++ % KEPT] = g;
  if (context->simulator->search != NULL)
    sim_search_report (context->simulator, context->kind, context->event, s, g,
                       isnan (g) || context->kind != SIM_SEARCH_PROBE ? 0
                       : context->reference > 0                       ? (g > 0 ? -1 : 1)
                       : g < 0                                        ? -1
                                                                      : 1);
  return g;
}

static gboolean
wants (const SimSimulator *simulator, int event, int direction)
{
  switch (simulator->system->events[event].direction)
    {
    case SIM_DIRECTION_BOTH:
      return TRUE;
    case SIM_DIRECTION_FALLING:
      return direction < 0;
    case SIM_DIRECTION_RISING:
      return direction > 0;
    default:
      return FALSE;
    }
}

static gboolean
needs_reference (const SimSimulator *simulator, int event)
{
  return simulator->g0[event] == 0 || simulator->events[event].latched;
}

/* Fills `samples` with the times at which the witnesses are evaluated,
 * ascending: 0, points close to 0 if some witness has no sign there, the guard
 * points, h. Returns their number. */
static int
choose_samples (SimSimulator *simulator, double h)
{
  double *samples = simulator->samples;
  int n = 0;
  gboolean near = FALSE;
  for (int k = 0; k < simulator->n_witnesses && !near; k++)
    near = needs_reference (simulator, simulator->witnesses[k]);
  samples[n++] = 0;
  double first_guard = h / (simulator->guard + 1);
  for (int power = NEAR_POWERS; near && power >= 1; power--)
    {
      double s = ldexp (h, -2 * power);
      if (s > samples[n - 1] && s < first_guard)
        samples[n++] = s;
    }
  for (int k = 1; k <= simulator->guard; k++)
    {
      double s = h * k / (simulator->guard + 1);
      if (s > samples[n - 1] && s < h)
        samples[n++] = s;
    }
  samples[n++] = h;
  return n;
}

/* Evaluates the witnesses at the time s after the start of the last step. */
static void
evaluate_sample (SimSimulator *simulator, double s, double *g)
{
  SimSystem *system = simulator->system;
  if (sim_motion_interpolate_after (simulator, s, simulator->x_scratch) == ODE_DONE)
    system->witnesses (system->self, sim_motion_time_after (simulator, s), simulator->x_scratch, g);
  else
    for (int i = 0; i < system->n_events; i++)
      g[i] = NAN;
}

/* Inserts a sample among n ascending ones and returns their new number. */
static int
insert_sample (SimSimulator *simulator, double s, int n)
{
  gsize width = (gsize)simulator->system->n_events;
  int at = 0;
  while (at < n && simulator->samples[at] < s)
    at++;
  if (at == 0 || at == n || simulator->samples[at] == s)
    return n;
  memmove (simulator->samples + at + 1, simulator->samples + at, sizeof (double) * (gsize)(n - at));
  memmove (simulator->sample_g + (gsize)(at + 1) * width, simulator->sample_g + (gsize)at * width,
           sizeof (double) * width * (gsize)(n - at));
  simulator->samples[at] = s;
  evaluate_sample (simulator, s, simulator->sample_g + (gsize)at * width);
  return n + 1;
}

int
sim_witness_sample (SimSimulator *simulator)
{
  SimSystem *system = simulator->system;
  gsize width = (gsize)system->n_events;
  int n = choose_samples (simulator, sim_motion_size (simulator));
  memcpy (simulator->sample_g, simulator->g0, sizeof (double) * width);
  for (int k = 1; k < n - 1; k++)
    evaluate_sample (simulator, simulator->samples[k], simulator->sample_g + (gsize)k * width);
  if (n > 1)
    system->witnesses (system->self, sim_t (simulator), sim_x (simulator), simulator->sample_g + (gsize)(n - 1) * width);
  if (simulator->by_ranges)
    {
      double times[SIM_SEARCH_MOST_CHANGES];
      int n_times = sim_resolve_changes (simulator, n, times, SIM_SEARCH_MOST_CHANGES);
      for (int k = 0; k < n_times; k++)
        n = insert_sample (simulator, times[k], n);
    }
  return n;
}

static int
sign_beyond (double g, double tolerance)
{
  return g > tolerance ? 1 : g < -tolerance ? -1 : 0;
}

/* In the search for a sign, values within 10 ε of the largest |g| count as
 * zero; this is the rounding error of an expression with a few operations. If the event was
 * just handled (state->latched), values of |g| up to twice the value at that event also
 * count as zero. */
double
sim_witness_zero (const SimSimulator *simulator, int event, double largest)
{
  const SimEventState *state = &simulator->events[event];
  double zero = 10 * DBL_EPSILON * largest;
  return state->latched ? fmax (zero, fmax (2 * fabs (state->handled), SIM_NOISE_FACTOR * state->noise)) : zero;
}

void
sim_witness_scan (SimSimulator *simulator, int event, int n_samples, SimScan *scan)
{
  const SimEventState *state = &simulator->events[event];
  *scan = (SimScan){ .event = event, .n_samples = n_samples, .next = 1, .returned = INFINITY };
  for (int k = 0; k < n_samples; k++)
    scan->largest = fmax (scan->largest, fabs (sim_witness_values (simulator, k)[event]));
  scan->tolerance = sim_witness_zero (simulator, event, scan->largest);
  scan->reference = sign_beyond (sim_witness_values (simulator, 0)[event], 0);
  if (needs_reference (simulator, event))
    scan->reference = state->latched ? 0 : state->arrived;
  scan->expected = state->latched ? state->expected : 0;
}

/* Returns whether the witness jumps at the crossing. In a hundredth of a step a
 * smooth witness changes by about 1 % of its change in the step, and a witness that
 * crosses zero like a cube root by 0.01^(1/3) = 22 %. A change by more than half of its
 * largest value is a jump. If the bracket is wider than a hundredth of the step, it
 * is first shrunk to this width. */
#define CLOSE 0.01
/* A jump is larger than this multiple of the rounding error of g. */
#define JUMP 16

static gboolean
is_jump (WitnessContext *context, double step, double largest, OdeBracket bracket, int *iterations)
{
  int before = bracket.iterations;
  context->kind = SIM_SEARCH_CLOSER;
  if (bracket.t_high - bracket.t_low > CLOSE * step)
    ode_locate (ODE_LOCATE_BISECTION, witness_at, context, CLOSE * step, &bracket);
  *iterations += bracket.iterations - before;
  if (bracket.t_high - bracket.t_low > CLOSE * step || fabs (bracket.g_low) + fabs (bracket.g_high) < 0.5 * largest)
    return FALSE;
  /* In a very short step after an event all values of g are rounding errors, which jump. */
  return fabs (bracket.g_low) + fabs (bracket.g_high) > JUMP * context->simulator->events[context->event].noise;
}

/* Returns |dg/dt| at the root of a crossing. If no evaluation is suitable for a
 * secant, returns `mean`, the mean slope between the samples. */
static double
slope_at (const WitnessContext *context, double root, double apart, double mean)
{
  double closest = INFINITY, slope = mean;
  for (int i = 0; i < MIN (context->n_kept, KEPT); i++)
    {
      double distance = fabs (context->s[i] - root);
      if (distance >= apart && distance < closest && context->g[i] != 0)
        {
          closest = distance;
          slope = fabs (context->g[i]) / distance;
        }
    }
  return slope;
}

/* Locates the crossing between the sample scan->at and the sample k. */
static void
locate (SimSimulator *simulator, const SimScan *scan, int k, double window, SimCrossing *crossing)
{
  static const OdeLocateMethod methods[] = { [SIM_ISOLATE_CHANDRUPATLA] = ODE_LOCATE_CHANDRUPATLA,
                                             [SIM_ISOLATE_ILLINOIS] = ODE_LOCATE_ILLINOIS,
                                             [SIM_ISOLATE_BISECTION] = ODE_LOCATE_BISECTION,
                                             [SIM_ISOLATE_BRENT] = ODE_LOCATE_BRENT };
  int event = scan->event;
  double value = sim_witness_values (simulator, k)[event], g_low = sim_witness_values (simulator, scan->at)[event];
  double low = simulator->samples[scan->at], high = simulator->samples[k];
  WitnessContext context = { simulator, event, scan->reference, SIM_SEARCH_PROBE, 0 };
  double scale = 0;
  for (int i = 0; i <= scan->at; i++)
    scale = fmax (scale, fabs (sim_witness_values (simulator, i)[event]));
  /* The root finder needs a nonzero value at the start of the bracket. If g is 0 there, a thousandth of the value at the other end, with
   * the reference sign, is used, so that the root of the first secant is near the start. */
  gboolean hidden = g_low * scan->reference < 0;
  if (g_low * scan->reference <= 0)
    g_low = 1e-3 * scan->reference * (fabs (value) + DBL_MIN);
  OdeBracket bracket = { low, high, g_low, value, 0 };
  *crossing = (SimCrossing){ .direction = -scan->reference, .hidden = hidden, .limit = high, .scale = scale > 0 ? scale : fabs (value) };
  if (simulator->search != NULL)
    sim_search_report_bracket (simulator, SIM_SEARCH_BRACKET, event, &bracket, FALSE);
  /* A value that is not finite ends the root finder early; the bracket is then still valid, but wider. */
  ode_locate (methods[simulator->isolation], witness_at, &context, window, &bracket);
  crossing->iterations = bracket.iterations;
  /* The root is that of the secant through both ends of the bracket. If the root finder converged from one side, this is close to the
   * accurate end. */
  crossing->root = bracket.t_low + (bracket.t_high - bracket.t_low) * (bracket.g_low / (bracket.g_low - bracket.g_high));
  crossing->slope = slope_at (&context, crossing->root, APART * (high - low), fabs (value - g_low) / (high - low));
  /* Where rounding or the error of the method hides the side from which the motion comes, there is no value before the crossing. */
  crossing->jumps = !hidden && is_jump (&context, simulator->samples[scan->n_samples - 1], scan->largest, bracket, &crossing->iterations);
  crossing->left = bracket.t_low;
  crossing->right = bracket.t_high;
  crossing->g_left = bracket.g_low;
  crossing->g_right = bracket.g_high;
}

gboolean
sim_witness_crosses (const SimSimulator *simulator, const SimScan *scan)
{
  return scan->reference != 0 && wants (simulator, scan->event, -scan->reference);
}

gboolean
sim_witness_next (SimSimulator *simulator, SimScan *scan, double window, SimCrossing *crossing)
{
  SimSystem *system = simulator->system;
  while (scan->next < scan->n_samples)
    {
      int k = scan->next++;
      double value = sim_witness_values (simulator, k)[scan->event];
      if (isnan (value))
        continue;
      if (scan->reference == 0)
        {
          /* Bounds of the witness show its sign also where it is small compared with its largest value. */
          gboolean certain = simulator->samples[k] == simulator->certain[scan->event];
          int sign = sign_beyond (value, certain ? 0 : scan->tolerance);
          if (sign == 0 || sign != -scan->expected)
            {
              scan->reference = sign;
              scan->at = k;
              continue;
            }
          /* If the motion goes to the expected side here, the value is an error of the method or of the dense output. */
          if (sim_surface_sign (simulator, scan->event, simulator->samples[k]) == scan->expected)
            continue;
          /* The motion went to the expected side and came back, at distances that rounding hides: this is a crossing. */
          scan->reference = scan->expected;
          scan->returned = simulator->samples[k];
          for (scan->at = k - 1; scan->at > 0 && !(sim_witness_values (simulator, scan->at)[scan->event] * scan->expected > 0);)
            scan->at--;
        }
      if (scan->reference > 0 ? value > 0 : value < 0)
        {
          scan->at = k;
          continue;
        }
      gboolean found = FALSE;
      if (wants (simulator, scan->event, -scan->reference))
        {
          locate (simulator, scan, k, window, crossing);
          found = sim_motion_interpolate_after (simulator, crossing->right, simulator->x_scratch) == ODE_DONE
                  && system->armed (system->self, scan->event, sim_motion_time_after (simulator, crossing->right), simulator->x_scratch);
          if (simulator->search != NULL)
            {
              const OdeBracket bracket = { crossing->left, crossing->right, crossing->g_left, crossing->g_right, 0 };
              sim_search_report_bracket (simulator, SIM_SEARCH_ROOT, scan->event, &bracket, found);
            }
        }
      /* The sign after this crossing is the new reference. */
      scan->reference = sign_beyond (value, 0);
      scan->tolerance = 10 * DBL_EPSILON * scan->largest;
      scan->at = k;
      if (found)
        return TRUE;
    }
  return FALSE;
}
