#include "bench-measure.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#define MOST_REPEATS 501
#define LEAST_REPEATS 5

double
bench_cpu_seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static int
compare_seconds (const void *a, const void *b)
{
  double first = *(const double *) a, second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/* Measures all methods at one tolerance. Each round runs each method once, so that a change of the machine's speed affects all methods
 * equally. */
static void
measure_rung (int n_entries, BenchRun run, void *user, int rung, double budget, BenchCurve *curves, double (*samples)[MOST_REPEATS])
{
  double begin = bench_cpu_seconds ();
  int n_rounds = 0;

  while (n_rounds < MOST_REPEATS && (n_rounds < LEAST_REPEATS || bench_cpu_seconds () - begin < budget * n_entries))
    {
      for (int e = 0; e < n_entries; e++)
        if (n_rounds == 0 || !isnan (samples[e][0]))
          samples[e][n_rounds] = run (user, e, curves[e].tolerance[rung], &curves[e].error[rung]);
      n_rounds++;
    }
  for (int e = 0; e < n_entries; e++)
    {
      curves[e].least[rung] = curves[e].median[rung] = NAN;
      if (isnan (samples[e][0]))
        {
          curves[e].error[rung] = NAN;
          continue;
        }
      qsort (samples[e], (size_t) n_rounds, sizeof (double), compare_seconds);
      curves[e].least[rung] = samples[e][0];
      curves[e].median[rung] = samples[e][n_rounds / 2];
    }
}

/* Replaces each error by the largest error at this tolerance and at tolerances up to ten times tighter. */
static void
take_worst_errors (BenchCurve *curve)
{
  for (int k = 0; k < curve->n; k++)
    for (int j = k + 1; j < curve->n && curve->tolerance[j] >= 0.099 * curve->tolerance[k]; j++)
      curve->error[k] = fmax (curve->error[k], curve->error[j]);
}

void
bench_measure (int n_entries, BenchRun run, void *user, int n, const double *tolerances, double budget, BenchCurve *curves)
{
  double (*samples)[MOST_REPEATS] = malloc (sizeof *samples * (size_t) (n_entries + 1));

  for (int e = 0; e < n_entries; e++)
    {
      curves[e].n = n;
      for (int k = 0; k < n; k++)
        curves[e].tolerance[k] = tolerances[k];
    }
  for (int k = 0; k < n; k++)
    measure_rung (n_entries, run, user, k, budget, curves, samples);
  for (int e = 0; e < n_entries; e++)
    take_worst_errors (&curves[e]);
  free (samples);
}

double
bench_curve_at (const BenchCurve *curve, double error, int median)
{
  const double *seconds = median ? curve->median : curve->least;

  for (int k = 0; k < curve->n; k++)
    {
      if (isnan (seconds[k]) || !(curve->error[k] <= error))
        continue;
      if (k > 0 && curve->error[k - 1] > error && !isnan (seconds[k - 1]))
        return seconds[k - 1]
               * pow (seconds[k] / seconds[k - 1],
                      log (curve->error[k - 1] / error) / log (curve->error[k - 1] / fmax (curve->error[k], 1e-300)));
      return seconds[k];
    }
  return NAN;
}
