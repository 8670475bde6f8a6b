/* Compares the ranges of the states of a motion over windows of time with those of equilibria and cycles.
 *
 * A motion is at an element if, over a window that is longer than all periods, the range of each state agrees with that of the element to NEAR of the
 * width of the state, if the range has changed by less than STILL of the width since the window before, if no other element is as near, and if the
 * element is stable. An unstable cycle or equilibrium beside a stable one is therefore the nearest one while the motion stays at it. */
#include "lab-settle.h"

#include <math.h>
#include <string.h>

/* Agreement of a range with that of an element, and largest change between two windows, relative to the width of the state. A branch is interpolated
 * between its points, which makes errors of up to 1 % on a curved part. */
#define NEAR 0.02
#define STILL 0.004
/* Length of a window, in units of the longest period. */
#define WINDOW 1.2
/* Without a period the window is this fraction of the time span of the problem. */
#define SPAN_PART 0.02
/* Largest number of steps. */
#define MOST_STEPS 200000
/* Number of times inside of a step at which the states are evaluated, besides its end. */
#define INSIDE 3
#define ACCURACY 1e-7

void
lab_rest_clear (gpointer rest)
{
  g_free (((LabRest *) rest)->low);
  g_free (((LabRest *) rest)->high);
}

/* The ranges of the states in a window. */
typedef struct { double *low, *high; } Window;

static void
widen (Window *window, int n, const double *x)
{
  for (int k = 0; k < n; k++)
    {
      window->low[k] = fmin (window->low[k], x[k]);
      window->high[k] = fmax (window->high[k], x[k]);
    }
}

static void
reset (Window *window, int n)
{
  for (int k = 0; k < n; k++)
    {
      window->low[k] = INFINITY;
      window->high[k] = -INFINITY;
    }
}

/* Returns the largest difference of two sets of ranges, relative to the widths. */
static double
difference (int n, const double *low, const double *high, const double *other_low, const double *other_high, const double *scale)
{
  double largest = 0;

  for (int k = 0; k < n; k++)
    largest = fmax (largest, fmax (fabs (low[k] - other_low[k]), fabs (high[k] - other_high[k])) / scale[k]);
  return largest;
}

/* Returns the element at which the motion was during the last window, or −1. */
static int
element_at (const GArray *rests, int n, const Window *last, const Window *before, const double *scale)
{
  double best = INFINITY, second = INFINITY;
  int nearest = -1;

  if (!(difference (n, last->low, last->high, before->low, before->high, scale) <= STILL))
    return -1;
  for (guint k = 0; k < rests->len; k++)
    {
      const LabRest *rest = &g_array_index (rests, LabRest, k);
      double away = difference (n, last->low, last->high, rest->low, rest->high, scale);

      if (away < best)
        {
          second = best;
          best = away;
          nearest = (int) k;
        }
      else
        second = fmin (second, away);
    }
  return best <= NEAR && second > 2 * best && g_array_index (rests, LabRest, nearest).stable ? nearest : -1;
}

/* Integrates over one window. Returns FALSE if the integration fails. */
static gboolean
follow_window (LabFlowRun *run, int n, double end, double *y, long *steps, Window *window)
{
  while (lab_flow_run_time (run) < end && *steps < MOST_STEPS)
    {
      if (!lab_flow_run_step (run, end))
        return FALSE;
      (*steps)++;
      for (int k = 1; k <= INSIDE; k++)
        {
          double from = lab_flow_run_previous (run), to = lab_flow_run_time (run);

          lab_flow_run_at (run, from + (to - from) * k / (INSIDE + 1), y);
          widen (window, n, y);
        }
      widen (window, n, lab_flow_run_y (run));
    }
  return TRUE;
}

int
lab_settle (LabFlow *flow, double *x, const GArray *rests, const double *scale, const LabProgress *progress, GError **error)
{
  const int n = flow->n;
  g_autoptr (LabFlowRun) run = lab_flow_run_new (flow, 0, FALSE, FALSE, ACCURACY, NULL);
  g_autofree double *numbers = g_new (double, 5 * n + 1);
  Window last = { numbers, numbers + n }, before = { numbers + 2 * n, numbers + 3 * n };
  double longest = 0, window;
  long steps = 0;
  int at = -1;

  for (guint k = 0; k < rests->len; k++)
    if (g_array_index (rests, LabRest, k).period > longest)
      longest = g_array_index (rests, LabRest, k).period;
  window = longest > 0 ? WINDOW * longest : SPAN_PART * (flow->problem.t_end - flow->problem.t_start);
  if (run == NULL || !(window > 0) || !lab_flow_run_start (run, flow->t, x))
    return -1;
  reset (&before, n);
  for (int k = 1; at < 0 && steps < MOST_STEPS; k++)
    {
      gboolean goes_on;

      reset (&last, n);
      goes_on = follow_window (run, n, k * window, numbers + 4 * n, &steps, &last);
      memcpy (x, lab_flow_run_y (run), sizeof (double) * (gsize) n);
      if (!goes_on)
        return -1;
      if (k > 1)
        at = element_at (rests, n, &last, &before, scale);
      memcpy (before.low, last.low, 2 * sizeof (double) * (gsize) n);
      if (at < 0 && !lab_progress_report (progress, fmin (1, (double) steps / MOST_STEPS), error))
        return -1;
    }
  return at;
}
