/* Fits an exponential growth rate to the distance d of two runs. The rate is the slope of a least-squares line through l = ln d over t. The
 * points of the fit begin at the first positive distance and end at the first that is at least a tenth of the largest; later the distance
 * approaches the size of the attractor and no longer grows.
 *
 * Runs store more rows where their steps are small. Each point therefore has the time between its neighbours as its weight:
 *
 *   w_i = (t_{i+1} − t_{i−1}) / 2,   rate = Σ w (t − t̄)(l − l̄) / Σ w (t − t̄)²,   r² = (Σ w (t − t̄)(l − l̄))² / (Σ w (t − t̄)² Σ w (l −
 *   l̄)²).
 *
 * A power law d = t^p on (0, T] has r² = 0.75 for every p, because on (0, 1) the covariance of ln t and t is 1/4 and their variances are
 * 1 and 1/12. */
#include "lab-growth.h"

#include <math.h>

/* Smallest r² of exponential growth, above the 0.75 of a power law. The logarithm of a chaotic distance oscillates around its line; with
 * three decades of growth, r² is still 0.95 or more. */
#define LEAST_R_SQUARED 0.9
/* Smallest factor of growth. Distances that do not grow exponentially can oscillate by smaller factors. */
#define LEAST_GROWTH 20
#define SATURATED 0.1

/* Returns the smallest index i ≥ from whose distance is positive and at least `low`; n if there is none. */
static gsize
first_at_least (const double *distance, gsize from, gsize n, double low)
{
  for (gsize i = from; i < n; i++)
    if (isfinite (distance[i]) && distance[i] > 0 && distance[i] >= low)
      return i;
  return n;
}

/* Writes the weights w_i, divided by their sum. */
static void
weigh (const double *time, gsize n, double *weight)
{
  for (gsize i = 0; i < n; i++)
    weight[i] = 0.5 * (time[MIN (i + 1, n - 1)] - time[i > 0 ? i - 1 : 0]) / (time[n - 1] - time[0]);
}

LabGrowth
lab_growth_fit (const double *t, const double *distance, gsize n)
{
  LabGrowth growth = { .rate = NAN, .log_at_first = NAN, .t_first = NAN, .t_last = NAN, .r_squared = NAN };
  g_autofree double *time = g_new (double, n + 1), *log_d = g_new (double, n + 1), *weight = g_new (double, n + 1);
  double largest = 0, mean_t = 0, mean_l = 0, tt = 0, tl = 0, ll = 0, rate;
  gsize first, last, m = 0;

  for (gsize i = 0; i < n; i++)
    if (isfinite (distance[i]))
      largest = fmax (largest, distance[i]);
  first = first_at_least (distance, 0, n, 0);
  last = first_at_least (distance, first, n, SATURATED * largest);
  for (gsize i = first; i < n && i <= last; i++)
    if (isfinite (distance[i]) && distance[i] > 0)
      {
        time[m] = t[i];
        log_d[m++] = log (distance[i]);
      }
  if (m < 3)
    return growth;
  weigh (time, m, weight);
  for (gsize i = 0; i < m; i++)
    {
      mean_t += weight[i] * time[i];
      mean_l += weight[i] * log_d[i];
    }
  for (gsize i = 0; i < m; i++)
    {
      const double dt = time[i] - mean_t, dl = log_d[i] - mean_l;

      tt += weight[i] * dt * dt;
      tl += weight[i] * dt * dl;
      ll += weight[i] * dl * dl;
    }
  rate = tl / tt;
  growth.r_squared = tl * tl / (tt * ll);
  growth.t_first = time[0];
  growth.t_last = time[m - 1];
  growth.log_at_first = mean_l + rate * (growth.t_first - mean_t);
  if (growth.r_squared > LEAST_R_SQUARED && rate > 0 && rate * (growth.t_last - growth.t_first) >= log (LEAST_GROWTH))
    growth.rate = rate;
  return growth;
}
