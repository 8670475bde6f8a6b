/* Corrects equilibria and cycles by Newton's method. The nullclines are those of lab_nullcline. */
#include "lab-plane-at.h"

#include <math.h>
#include <string.h>

/* Two cycles are the same if their periods agree up to this relative difference and one of the points is on both. */
#define SAME_PERIOD 1e-6

/* Returns whether the list has this cycle. Two cycles of the same period, such as mirror images of each other, differ in their extents. */
static gboolean
is_known (const GPtrArray *cycles, const LabCycle *cycle)
{
  for (guint k = 0; k < cycles->len; k++)
    {
      const LabCycle *other = cycles->pdata[k];
      double low[2] = { INFINITY, INFINITY }, high[2] = { -INFINITY, -INFINITY }, width;

      if (fabs (other->period - cycle->period) > SAME_PERIOD * cycle->period || other->stable != cycle->stable)
        continue;
      for (int c = 0; c < 2; c++)
        {
          const LabCurve *curve = c == 0 ? other->curve : cycle->curve;

          for (int i = 0; i < curve->n; i++)
            {
              low[c] = fmin (low[c], curve->points[2 * i]);
              high[c] = fmax (high[c], curve->points[2 * i]);
            }
        }
      width = high[0] - low[0];
      if (fabs (low[0] - low[1]) < 1e-4 * width && fabs (high[0] - high[1]) < 1e-4 * width)
        return TRUE;
    }
  return FALSE;
}

static gboolean
add_cycle (const LabPlane *plane, const LabNear *near, GPtrArray *cycles, const LabProgress *progress, GError **error)
{
  g_autoptr (GError) cancelled = NULL;
  LabCycle *cycle = lab_cycle_improve (plane->flow, plane->flow->t, near->x, near->period, FALSE, FALSE, progress, &cancelled);

  if (cycle != NULL && !lab_cycle_draw (plane, cycle, progress, &cancelled))
    g_clear_pointer (&cycle, lab_cycle_free);
  if (cancelled != NULL)
    {
      g_clear_pointer (&cycle, lab_cycle_free);
      g_propagate_error (error, g_steal_pointer (&cancelled));
      return FALSE;
    }
  if (cycle != NULL && cycle->curve->n > 1 && !is_known (cycles, cycle))
    g_ptr_array_add (cycles, cycle);
  else
    lab_cycle_free (cycle);
  return TRUE;
}

gboolean
lab_plane_find_near (const LabPlane *plane, const LabNear *near, int n_near, LabPlaneObjects *found, const LabProgress *progress, GError **error)
{
  const int n = plane->flow->n;
  g_autofree double *starts = g_new (double, n * n_near + 1), *low = g_new (double, n), *high = g_new (double, n);
  int n_points = 0;

  *found = (LabPlaneObjects) { .searched = TRUE, .partial = TRUE };
  found->manifolds = g_ptr_array_new ();
  found->cycles = g_new0 (LabCycles, 1);
  found->cycles->cycles = g_ptr_array_new_with_free_func ((GDestroyNotify) lab_cycle_free);
  found->cycles->families = g_ptr_array_new ();
  for (int k = 0; k < 2; k++)
    {
      int state = k == 0 ? plane->across : plane->up;

      if ((found->nullclines[k] = lab_nullcline (plane, state, progress, error)) == NULL)
        return FALSE;
      found->still[k] = lab_plane_is_still (plane, state);
    }
  /* The units of Newton's method are the sizes of the states at the starts, and of the two on the axes the window. */
  for (int i = 0; i < n; i++)
    low[i] = high[i] = 0;
  for (int k = 0; k < n_near; k++)
    for (int i = 0; i < n; i++)
      {
        low[i] = fmin (low[i], near[k].x[i]);
        high[i] = fmax (high[i], near[k].x[i]);
      }
  for (int k = 0; k < 2; k++)
    {
      low[k == 0 ? plane->across : plane->up] = plane->low[k];
      high[k == 0 ? plane->across : plane->up] = plane->high[k];
    }
  for (int i = 0; i < n; i++)
    high[i] = high[i] > low[i] ? high[i] : low[i] + 1;
  for (int k = 0; k < n_near; k++)
    if (!near[k].cycle)
      memcpy (starts + n * n_points++, near[k].x, sizeof (double) * (gsize) n);
  if ((found->equilibria = lab_equilibria_find_near (plane->flow, low, high, starts, n_points, progress, error)) == NULL)
    return FALSE;
  for (int k = 0; k < n_near; k++)
    if (near[k].cycle && !add_cycle (plane, &near[k], found->cycles->cycles, progress, error))
      return FALSE;
  return TRUE;
}
