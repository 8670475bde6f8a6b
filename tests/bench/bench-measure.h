/* Time against true error, measured so that it favours nobody: CPU time, all
 * methods of a problem in turn, minimum and median, and for each tolerance the
 * worst error of it and of the tolerances up to ten times tighter, so that a
 * lucky end point does not count. */
#pragma once

#define BENCH_MOST_RUNGS 24

typedef struct
{
  int n;
  double tolerance[BENCH_MOST_RUNGS];
  double least[BENCH_MOST_RUNGS], median[BENCH_MOST_RUNGS]; /* seconds of one solution; NaN: it failed */
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
/* Returns the time at a true error, interpolated logarithmically between
 * tolerances; NaN if no tolerance reached it. */
double bench_curve_at (const BenchCurve *curve, double error, int median);
