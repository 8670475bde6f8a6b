/* Measures the CPU time that a method needs to achieve a given true error. All methods of a problem run in turn, so that the load of the
 * machine affects all of them equally; minimum and median are reported. The error at a tolerance is the largest one at this tolerance and
 * at tolerances up to ten times tighter, so that an end point that is accurate by chance does not count. */
#pragma once

#define BENCH_MOST_RUNGS 24

typedef struct
{
  int n;
  double tolerance[BENCH_MOST_RUNGS];
  /* minimum and median CPU time of one solution, in seconds; NaN: the solution failed */
  double least[BENCH_MOST_RUNGS], median[BENCH_MOST_RUNGS];
  double error[BENCH_MOST_RUNGS];
} BenchCurve;

/* Solves the problem with a tolerance and sets *error to the true error. Returns the CPU time in seconds without set-up, or NaN on
 * failure. */
typedef double (*BenchRun) (void *user, int entry, double tolerance, double *error);

/* Returns the CPU time of this thread in seconds. */
double bench_cpu_seconds (void);
/* Measures n_entries methods at n tolerances in descending order. budget is the time in seconds for each method and
 * tolerance. */
void bench_measure (int n_entries, BenchRun run, void *user, int n, const double *tolerances, double budget, BenchCurve *curves);
/* Returns the time at a true error, interpolated logarithmically between tolerances. Returns NaN if no tolerance gave this error. */
double bench_curve_at (const BenchCurve *curve, double error, int median);
