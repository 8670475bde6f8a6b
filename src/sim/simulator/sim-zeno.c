/* Detects accumulations of events: Zeno behaviour, chattering, and cascades of events
 * at the same time.
 *
 * The interval from the previous event cannot be resolved if it is shorter than
 *
 *   max (RESOLUTION_ULPS ulp (t), WINDOWS w, RESOLUTION_ULPS δg/|dg/dt|),
 *
 * where w is the window to which events are located and δg the rounding error of the witness at this place (sim-surface.c): a witness that
 * returns to zero after the interval has moved away by about |dg/dt|/4 times the interval. The size of g, the place of the surface and the
 * number of events before do not matter: evenly spaced events that can be resolved go on for ever. An interval in which no sample saw the
 * witness on the side from which it comes is not resolved either: the error of the method is larger than the excursion.
 *
 * If an interval cannot be resolved, the intervals before it determine the message. If they shrink by a ratio r < 1, the events form a
 * geometric series and accumulate at t + gap·r/(1 − r), as the impacts of a bouncing ball do (Zeno behaviour). Events that take turns, such
 * as those of a ball between two walls, have intervals that shrink from round to round; a round has up to MOST_TURNS events, and `gap` is
 * its length. If the intervals do not shrink, the run fails after CHATTERING of them: the updates and the motion move the
 * state back and forth across one surface, and the model lacks a rule for sliding or rest. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "ode-format.h"
#include "sim-loop-private.h"
#include "sim-surface.h"
#include "sim-timing.h"

/* Intervals shorter than these multiples of the resolution of t and g, and of the window of an event, cannot be resolved. At 64 ulp a
 * series with r = 0.8 has only 18 more intervals before they are shorter than one ulp. A witness then moves away by at most 16 times its
 * rounding error. */
#define RESOLUTION_ULPS 64
#define WINDOWS 8
/* The smallest number of shrinking rounds of a series. The next round must be predicted to be below NEXT times the resolution: two
 * intervals that shrink by chance, before the motion reaches a surface on which it chatters, are no series. */
#define LEAST_ROUNDS 2
#define NEXT 4
#define MOST_TURNS 4
/* The number of consecutive intervals without resolution after which a run that is not a series fails. */
#define CHATTERING 100
/* The largest number of passes of the hybrid loop at the same time. In correct models events at the same time trigger each other a few
 * times; a thousand passes take a millisecond. */
#define CASCADE 1000
/* While events are more frequent than steps, a step is at most this many
 * times as long as the last interval. The samples of the witness, 10 per
 * step by default, are then close enough to find each event. */
#define HINT_GAPS 4
/* Intervals do not count as shrinking if their ratio is above this value: with the ratio 0.99
 * the hundredth interval still has 37 % of the length of the first one. */
#define SHRINKING 0.99

#define N_GAPS ((int)G_N_ELEMENTS (((SimZeno *)NULL)->gaps))

/* A series of rounds of events whose lengths shrink. */
typedef struct
{
  int n_rounds; /* number of rounds */
  int turns;    /* number of events of a round */
  double ratio; /* ratio of successive rounds */
  double limit; /* time at which the events accumulate */
} Series;

static double
last_gap (const SimZeno *zeno)
{
  return zeno->n_gaps > 0 ? zeno->gaps[(zeno->n_gaps - 1) % N_GAPS] : INFINITY;
}

/* Returns the length of a round: the sum of `turns` intervals, before the last `k` rounds of intervals that could be resolved. */
static double
round_length (const SimZeno *zeno, int turns, int k)
{
  double sum = 0;
  for (int i = 0; i < turns; i++)
    sum += zeno->gaps[(zeno->n_gaps - 1 - zeno->n_close - k * turns - i) % N_GAPS];
  return sum;
}

/* Finds the limit of a series from the estimates E_k = t_k + d_k²/(d_{k+1} − d_k), where d_k is the length of round k before the last one
 * and t_k its end (Aitken's extrapolation). `t` is the end of the last round. Rounding disturbs the last intervals and a change of the
 * ratio the first ones; the estimate is used that differs least from the two before it. */
static void
extrapolate (const SimZeno *zeno, int turns, double t, Series *series)
{
  double least = INFINITY, estimates[N_GAPS];
  double before = 0;
  for (int k = 0; k + 1 < series->n_rounds; k++)
    {
      double d = round_length (zeno, turns, k), longer = round_length (zeno, turns, k + 1);
      estimates[k] = t - before + d * d / (longer - d);
      before += d;
    }
  series->limit = estimates[0];
  series->ratio = round_length (zeno, turns, 0) / round_length (zeno, turns, 1);
  for (int k = 0; k + 3 < series->n_rounds; k++)
    {
      double change = fmax (fabs (estimates[k] - estimates[k + 1]), fabs (estimates[k + 1] - estimates[k + 2]));
      if (!(change < least))
        continue;
      least = change;
      series->limit = estimates[k];
      series->ratio = round_length (zeno, turns, k) / round_length (zeno, turns, k + 1);
    }
}

/* Returns whether the intervals that could be resolved shrink from round to round by a ratio below SHRINKING, so far that the
 * next one was not to be resolved. Tries rounds of one event first. */
static gboolean
find_series (const SimZeno *zeno, double t, double resolution, Series *series)
{
  int n = MIN (zeno->n_gaps, N_GAPS) - zeno->n_close;
  for (int i = 0; i < zeno->n_close; i++)
    t -= zeno->gaps[(zeno->n_gaps - 1 - i) % N_GAPS];
  for (int turns = 1; turns <= MOST_TURNS && LEAST_ROUNDS * turns <= n; turns++)
    {
      double last = round_length (zeno, turns, 0), first = last;
      int n_rounds = 1;
      for (; (n_rounds + 1) * turns <= n; n_rounds++)
        {
          double longer = round_length (zeno, turns, n_rounds);
          if (!(longer > first))
            break;
          first = longer;
        }
      double ratio = n_rounds > 1 ? pow (last / first, 1.0 / (n_rounds - 1)) : 1;
      if (n_rounds < LEAST_ROUNDS || !(ratio < SHRINKING) || !(last * ratio <= turns * NEXT * resolution))
        continue;
      series->n_rounds = n_rounds;
      series->turns = turns;
      extrapolate (zeno, turns, t, series);
      return TRUE;
    }
  return FALSE;
}

/* Returns the length of the shortest interval before the events due now that can be resolved. */
static double
resolution (const SimSimulator *simulator, double t)
{
  double shortest = RESOLUTION_ULPS * sim_ulp (t);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      const SimEventState *state = &simulator->events[simulator->witnesses[k]];
      if (!state->due)
        continue;
      if (state->hidden)
        return INFINITY;
      shortest = fmax (shortest, WINDOWS * state->window);
      if (state->slope > 0)
        shortest = fmax (shortest, RESOLUTION_ULPS * state->noise / state->slope);
    }
  return shortest;
}

static char *
describe_accumulation (const SimSimulator *simulator, double t, const Series *series)
{
  const SimZeno *zeno = &simulator->zeno;
  g_autoptr (GString) names = g_string_new (NULL);
  char limit[40];
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      /* The message names the events that occurred in the last few intervals. */
      if (simulator->events[event].fired >= t - 4 * fmax (last_gap (zeno), sim_ulp (t)))
        {
          g_string_append (names, names->len > 0 ? ", " : "");
          g_string_append_printf (names, _ ("'%s'"), simulator->system->events[event].name);
        }
    }
  if (series != NULL)
    {
      int n_events = series->n_rounds * series->turns + zeno->n_close + 1;
      ode_format_double (limit, series->limit);
      if (series->turns > 1)
        return g_strdup_printf (
            _ ("event %s: Zeno behaviour; %d successive events, in rounds of %d events and each round about %.3g times as "
               "long as the previous one, accumulate at t = %s, and the model does not define the motion after that"),
            names->str, n_events, series->turns, series->ratio, limit);
      return g_strdup_printf (_ ("event %s: Zeno behaviour; %d successive events, each gap about %.3g times the previous one, "
                                 "accumulate at t = %s, and the model does not define the motion after that"),
                              names->str, n_events, series->ratio, limit);
    }
  ode_format_double (limit, t);
  return g_strdup_printf (_ ("event %s: chattering; %d successive events, about %.3g apart, return the state to the same "
                             "surface at t = %s, where it should slide or rest"),
                          names->str, zeno->n_close + 1, last_gap (zeno), limit);
}

gboolean
sim_zeno_event (SimSimulator *simulator, double t, char **message)
{
  SimZeno *zeno = &simulator->zeno;
  double gap = t - zeno->t_last;
  gboolean first = isnan (zeno->t_last);
  zeno->t_last = t;
  if (first)
    {
      zeno->step = sim_surface_time_scale (simulator);
      return TRUE;
    }
  zeno->gaps[zeno->n_gaps++ % N_GAPS] = gap;
  double shortest = resolution (simulator, t);
  if (!(gap < shortest))
    {
      zeno->n_close = 0;
      zeno->step = sim_surface_time_scale (simulator);
      return TRUE;
    }
  zeno->n_close++;
  Series series;
  gboolean shrinks = zeno->n_close <= N_GAPS / 2 && find_series (zeno, t, shortest, &series);
  if (!shrinks && zeno->n_close < CHATTERING)
    return TRUE;
  *message = describe_accumulation (simulator, t, shrinks ? &series : NULL);
  return FALSE;
}

void
sim_zeno_reset (SimSimulator *simulator)
{
  simulator->zeno = (SimZeno){ .t_last = NAN, .t_instant = NAN, .gaps = { INFINITY } };
}

double
sim_zeno_hint (const SimSimulator *simulator)
{
  const SimZeno *zeno = &simulator->zeno;
  if (isnan (zeno->t_last) || !simulator->settings.error_control)
    return INFINITY;
  double gap = last_gap (zeno);
  double limit = HINT_GAPS * fmax (gap, 2 * sim_ulp (sim_t (simulator)));
  /* The limit on the step size ends when no event has happened for twice
   * the limit. */
  if (!(limit < 0.5 * sim_motion_next_step (simulator)) || sim_t (simulator) - zeno->t_last > 2 * limit)
    return INFINITY;
  return sim_t (simulator) + limit;
}

/* In sim_zeno_hint, limit depends on t only by the ulp. */
double
sim_zeno_largest (const SimSimulator *simulator, double t_end, double *t_last, double *span)
{
  const SimZeno *zeno = &simulator->zeno;
  double gap = last_gap (zeno);
  *t_last = zeno->t_last;
  *span = 2 * HINT_GAPS * gap;
  if (isnan (zeno->t_last) || !simulator->settings.error_control)
    return INFINITY;
  return gap >= 2 * sim_ulp (fmax (fabs (sim_t (simulator)), fabs (t_end))) ? 2 * HINT_GAPS * gap : 0;
}

gboolean
sim_zeno_pass (SimSimulator *simulator, char **message)
{
  SimZeno *zeno = &simulator->zeno;
  /* Passes count as passes at the same time if their times differ by less than 1e-15 of the time span, which is about 4 ulp; if the end is
   * very far away, by less than 1e-6 of a step. */
  double least = fmin (1e-15 * fabs (simulator->t_end - simulator->t_start), 1e-6 * sim_motion_next_step (simulator));
  double instant = least + 16 * sim_ulp (sim_t (simulator));
  if (!(fabs (sim_t (simulator) - zeno->t_instant) <= instant))
    {
      zeno->t_instant = sim_t (simulator);
      zeno->n_instant = 0;
      return TRUE;
    }
  if (++zeno->n_instant < CASCADE)
    return TRUE;
  const char *name = "?";
  for (int event = 0; event < simulator->system->n_events; event++)
    if (simulator->events[event].due && simulator->system->events[event].trigger != SIM_TRIGGER_PER_STEP)
      name = simulator->system->events[event].name;
  *message = g_strdup_printf (_ ("event '%s' triggers again at the same time, %d times so far: its update makes its own condition "
                                 "true"),
                              name, zeno->n_instant);
  return FALSE;
}
