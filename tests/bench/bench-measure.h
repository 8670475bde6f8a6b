/* Measures the CPU time that a method needs for a true error. All methods of a problem run in turn, so that the load of the machine affects
 * all of them equally; the minimum and the median count. The error at a tolerance is the largest one at this tolerance and at those up to
 * ten times tighter, so that an end point which is accurate by chance does not count. */
#pragma once

#define BENCH_MOST_RUNGS 24

typedef struct
{
  int n;
  double tolerance[BENCH_MOST_RUNGS];
  double least[BENCH_MOST_RUNGS], median[BENCH_MOST_RUNGS]; /* seconds of one solution; NaN: the solution failed */
  double error[BENCH_MOST_RUNGS];
} BenchCurve;

/* Solves with a tolerance. Returns the CPU time in seconds without set-up, NaN
 * on failure, and sets *error. */
typedef double (*BenchRun) (void *user, int entry, double tolerance, double *error);

/* Returns the CPU time of this thread in seconds. */
double bench_cpu_seconds (void);
/* Measures n_entries methods at n tolerances, descending. budget: seconds per
 * method and tolerance. */
void bench_measure (int n_entries, BenchRun run, void *user, int n, const double *tolerances, double budget, BenchCurve *curves);
/* Returns the time at a true error, interpolated logarithmically between tolerances, or NaN if no tolerance gave this error. */
double bench_curve_at (const BenchCurve *curve, double error, int median);
