/* Detects accumulations of events: Zeno behaviour, chattering, and cascades of events
 * at the same time.
 *
 * An event is close if the interval from the previous event is shorter than
 * max (CLOSE_ULPS ulp (t), accuracy·|h|), where h is the step that the
 * controller would take: the run then handles many events but hardly advances.
 * After ROW consecutive close events the run fails. The intervals
 * determine the message. If they shrink by a constant ratio r < 1, the events form
 * a geometric series and accumulate at t + gap·r/(1 − r), as the impacts of a
 * bouncing ball do (Zeno behaviour). If they do not shrink, the updates and the
 * motion move the state back and forth across one surface (chattering), and the
 * model lacks a sliding mode. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "ode-format.h"
#include "sim-loop-private.h"
#include "sim-timing.h"

/* Number of consecutive close events after which the run fails, and the bound for close intervals
 * in ulp. A transient of a correct model has far fewer than a hundred consecutive close events. */
#define ROW 100
#define CLOSE_ULPS 400
/* If intervals are shorter than RESOLUTION_ULPS, the run fails after ROW_AT_RESOLUTION shrinking
 * intervals, because times near t are multiples of ulp (t): at 64 ulp a series with r =
 * 0.8 has only 18 more intervals before they are shorter than one ulp. */
#define RESOLUTION_ULPS 64
#define ROW_AT_RESOLUTION 3
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

#define N_GAPS ((int) G_N_ELEMENTS (((SimZeno *) NULL)->gaps))

/* Returns the geometric mean of the ratios of the last intervals, (last/first)^(1/(n − 1)), if nearly all of them shrink, and otherwise 1.
 * Sets *last to the last interval. */
static double
shrinking_ratio (const SimZeno *zeno, double *last)
{
  int n = MIN (zeno->n_close, N_GAPS), n_smaller = 0;
  *last = zeno->gaps[(zeno->n_close - 1) % N_GAPS];
  double before = zeno->gaps[(zeno->n_close - n) % N_GAPS];
  double first = before;
  for (int i = zeno->n_close - n + 1; i < zeno->n_close; i++)
    {
      n_smaller += zeno->gaps[i % N_GAPS] < before;
      before = zeno->gaps[i % N_GAPS];
    }
  /* Nine of ten intervals must be shorter than the one before: rounding of times disturbs some of
   * the last intervals, while intervals of chattering grow as often as they shrink. */
  if (n < 2 || n_smaller < 0.9 * (n - 1) || !(*last > 0))
    return 1;
  return pow (*last / first, 1.0 / (n - 1));
}

gboolean
sim_zeno_event (SimSimulator *simulator, double t, char **message)
{
  SimZeno *zeno = &simulator->zeno;
  double gap = t - zeno->t_last;
  gboolean first = isnan (zeno->t_last);
  zeno->t_last = t;
  /* The length of the step is taken from the controller, because the steps
   * between these events are shortened. */
  double h = sim_motion_next_step (simulator);
  if (!isfinite (h))
    h = simulator->t_end - simulator->t_start;
  double close = fmax (CLOSE_ULPS * sim_ulp (t), sim_motion_accuracy (simulator) * fabs (h));
  double resolution = RESOLUTION_ULPS * sim_ulp (t);
  if (first || !(gap < close))
    {
      zeno->n_close = 0;
      zeno->gaps[0] = first ? INFINITY : gap;
      return TRUE;
    }
  zeno->gaps[zeno->n_close % N_GAPS] = gap;
  zeno->n_close++;
  double last;
  double ratio = shrinking_ratio (zeno, &last);
  if (zeno->n_close < ROW && !(gap <= resolution && zeno->n_close >= ROW_AT_RESOLUTION && ratio < SHRINKING))
    return TRUE;
  g_autoptr (GString) names = g_string_new (NULL);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      /* The message names the events that occurred in the last few intervals. */
      if (simulator->events[event].fired >= t - 4 * fmax (last, sim_ulp (t)))
        {
          g_string_append (names, names->len > 0 ? ", " : "");
          g_string_append_printf (names, _("'%s'"), simulator->system->events[event].name);
        }
    }
  char limit[40];
  if (ratio < SHRINKING)
    {
      ode_format_double (limit, t + last * ratio / (1 - ratio));
      *message = g_strdup_printf (_("event %s: Zeno behaviour; %d successive events, each gap about %.3g times the previous one, "
                                    "accumulate at t = %s, and the model does not define the motion after that"),
                                  names->str, zeno->n_close, ratio, limit);
    }
  else
    {
      ode_format_double (limit, t);
      *message = g_strdup_printf (_("event %s: chattering; %d successive events, about %.3g apart, return the state to the same "
                                    "surface at t = %s, where it should slide"),
                                  names->str, zeno->n_close, last, limit);
    }
  return FALSE;
}

double
sim_zeno_hint (const SimSimulator *simulator)
{
  const SimZeno *zeno = &simulator->zeno;
  if (isnan (zeno->t_last) || !simulator->settings.error_control)
    return INFINITY;
  double gap = zeno->gaps[zeno->n_close > 0 ? (zeno->n_close - 1) % N_GAPS : 0];
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
  double gap = zeno->gaps[zeno->n_close > 0 ? (zeno->n_close - 1) % N_GAPS : 0];
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
  *message = g_strdup_printf (_("event '%s' triggers again at the same time, %d times so far: its update makes its own condition "
                                "true"), name,
                              zeno->n_instant);
  return FALSE;
}
