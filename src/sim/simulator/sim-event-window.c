/* Computes the window of an event, for SimTimeStepper.
 *
 * The event is at the end of the last step, which was repeated until it ends there. The window begins at the left end of the bracket, if that is within the
 * isolation width of the end, otherwise at the latest of the times one, two, four … widths before the end at which the witness has not crossed
 * on the dense output of the repeated step. The bracket belongs to the step before it was repeated, whose dense output may have errors far
 * larger than the width. In isolation method drake there is no bracket, and the window is the step. */
#include <math.h>

#include "sim-loop-private.h"
#include "sim-witness-private.h"

/* The number of halvings that narrow an event window. */
#define NARROW 10

/* Returns whether the witness has not crossed at the time s after the start of the last step. */
static gboolean
is_before (SimSimulator *simulator, int event, int direction, double s)
{
  double g = sim_witness_at (simulator, event, s);
  return direction < 0 ? g > 0 : g < 0;
}

double
sim_window_start (SimSimulator *simulator, int event)
{
  int direction = simulator->events[event].direction;
  double t = sim_t (simulator), t0 = sim_t_previous (simulator), size = sim_motion_size (simulator);
  double left = simulator->crossings[event].left, gap = size - left, window = simulator->events[event].window;
  if (simulator->isolation == SIM_ISOLATE_DRAKE || !(left >= 0))
    return t0;
  /* The bracket is that on the dense output of the step before it was repeated. The errors of dense output may be far larger than the
   * window, so a bracket that is wider says nothing about the repeated step. */
  if (!(gap > 0 && gap <= window))
    gap = fmin (size, window);
  double crossed = 0;
  while (gap < size && !is_before (simulator, event, direction, size - gap))
    {
      crossed = gap;
      gap *= 2;
    }
  if (gap >= size)
    return t0;
  /* The step may end up to one window after the crossing. */
  for (int k = 0; k < NARROW && gap > window && crossed > 0; k++)
    {
      double middle = 0.5 * (crossed + gap);
      if (is_before (simulator, event, direction, size - middle))
        gap = middle;
      else
        crossed = middle;
    }
  return fmax (t0, fmin (sim_motion_time_after (simulator, size - gap), nextafter (t, -INFINITY)));
}
