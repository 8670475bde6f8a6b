/* Events that pile up: Zeno behaviour, chattering, and cascades within one instant. */
#include <glib/gi18n-lib.h>
#include <math.h>

#include "ode-format.h"
#include "sim-simulator-private.h"
#include "sim-timing.h"

/* Events that accumulate: this many in a row, each closer to the one before than this many isolation windows (src/DESIGN.md). */
#define ROW 100
#define WINDOWS 100
/* Below this many ulp of time, gaps cannot shrink much further; a few such events in a row are enough. */
#define RESOLUTION_ULPS 64
#define ROW_AT_RESOLUTION 3
/* Passes that do not move time: far above what events of one instant need, far below what a user would wait for. */
#define CASCADE 1000
/* A step may be this many of the last gaps where events come faster than steps: long enough not to matter, short enough that
 * samples of the witness see each flight between two events. */
#define HINT_GAPS 4

#define N_GAPS ((int) G_N_ELEMENTS (((SimZeno *) NULL)->gaps))

/* Mean ratio of the recent gaps where nearly all of them shrink, like a geometric series, whose rest is gap·r/(1 − r); else 1. */
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
  /* Nine tenths: rounding of times disturbs the last few gaps alone, chattering shrinks and grows by turns. */
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
  /* The window of the step the controller would take: steps between events are cut, and their windows shrink with the gaps. */
  double h = sim_motion_next_step (simulator);
  double window = sim_witness_window (simulator, isfinite (h) ? h : simulator->t_end - simulator->t_start);
  double resolution = RESOLUTION_ULPS * sim_ulp (t);
  if (first || !(gap < fmax (WINDOWS * window, resolution)))
    {
      zeno->n_close = 0;
      zeno->gaps[0] = first ? INFINITY : gap;
      return TRUE;
    }
  zeno->gaps[zeno->n_close % N_GAPS] = gap;
  zeno->n_close++;
  double last;
  double ratio = shrinking_ratio (zeno, &last);
  if (zeno->n_close < ROW && !(gap <= resolution && zeno->n_close >= ROW_AT_RESOLUTION && ratio < 0.99))
    return TRUE;
  g_autoptr (GString) names = g_string_new (NULL);
  for (int k = 0; k < simulator->n_witnesses; k++)
    {
      int event = simulator->witnesses[k];
      /* Those that fired within the last few gaps. */
      if (simulator->events[event].fired >= t - 4 * fmax (last, sim_ulp (t)))
        {
          g_string_append (names, names->len > 0 ? ", " : "");
          g_string_append_printf (names, _("'%s'"), simulator->system->events[event].name);
        }
    }
  char limit[40];
  if (ratio < 0.99)
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
  /* Only while events are recent: a quiet time ends the caution. */
  if (!(limit < 0.5 * sim_motion_next_step (simulator)) || sim_t (simulator) - zeno->t_last > 2 * limit)
    return INFINITY;
  return sim_t (simulator) + limit;
}

gboolean
sim_zeno_pass (SimSimulator *simulator, char **message)
{
  SimZeno *zeno = &simulator->zeno;
  /* A run may not be cut finer than this share of itself at one place; where its end is far away, than this share of a step. */
  double share = fmin (1e-15 * fabs (simulator->t_end - simulator->t_start), 1e-6 * sim_motion_next_step (simulator));
  double instant = share + 16 * sim_ulp (sim_t (simulator));
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
