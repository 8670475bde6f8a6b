/* Detection of accumulating events: Zeno behaviour, chattering, and cascades
 * within one instant.
 *
 * An event is close if its interval to the event before it is shorter than max
 * (CLOSE_ULPS ulp (t), accuracy·|h|), with h the step that the controller would
 * take, whatever the isolation window is: the run then takes many events but
 * hardly advances. After ROW close events in a row the run fails. The intervals
 * decide the message. If they shrink by a constant ratio r < 1, the events form
 * a geometric series and accumulate at t + gap·r/(1 − r), as the impacts of a
 * bouncing ball do (Zeno behaviour). If they do not shrink, the updates and the
 * motion move the state back and forth across one surface (chattering), and the
 * model lacks a sliding mode. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "ode-format.h"
#include "sim-loop-private.h"
#include "sim-timing.h"

/* src/DESIGN.md states the rule. A hundred consecutive close events are far
 * more than a transient of a proper model has. */
#define ROW 100
#define CLOSE_ULPS 400
/* Times near t are multiples of ulp (t). At 64 ulp a series with r = 0.8 has 18
 * intervals left before they are shorter than one ulp; three shrinking
 * intervals of this size are already sufficient evidence. */
#define RESOLUTION_ULPS 64
#define ROW_AT_RESOLUTION 3
/* The largest number of passes at one time. In proper models the events at one time trigger each other a few times; a thousand passes take
 * a millisecond. */
#define CASCADE 1000
/* While events are more frequent than steps, a step is limited to this many
 * times the last interval. The samples of the witness, 10 per step by default,
 * are then close enough to see the motion between two events. */
#define HINT_GAPS 4
/* Intervals with a ratio above this do not count as shrinking: with ratio 0.99
 * the hundredth interval still has 37 % of the first length. */
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
  /* Nine of ten ratios must shrink: rounding of times disturbs some of the last
   * intervals, and the intervals of chattering grow as well as shrink. */
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
  /* Use the step that the controller would take, because steps between the
   * events are shortened. */
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
      /* The message names the events that occurred within the last few intervals. */
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
  /* Removes the limit on the step size when no event has happened for twice
   * that step size. */
  if (!(limit < 0.5 * sim_motion_next_step (simulator)) || sim_t (simulator) - zeno->t_last > 2 * limit)
    return INFINITY;
  return sim_t (simulator) + limit;
}

gboolean
sim_zeno_pass (SimSimulator *simulator, char **message)
{
  SimZeno *zeno = &simulator->zeno;
  /* Passes whose times differ by less than 1e-15 of the time span, about 4 ulp of it, count as one time; if the end is very far away, by
   * less than 1e-6 of a step. */
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
