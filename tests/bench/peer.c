/* Reads requests, measures, and prints results (peer.h). */
#include "peer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_SAMPLES 64
/* Shorter solutions are measured several at a time, because reading the clock takes up to a microsecond. */
#define LEAST_SECONDS 1e-4

static double
cpu_seconds (void)
{
  struct timespec t;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void
print_list (const char *key, const char *const *names)
{
  printf (", \"%s\": [", key);
  for (int k = 0; names != NULL && names[k] != NULL; k++)
    printf ("%s\"%s\"", k > 0 ? ", " : "", names[k]);
  printf ("]");
}

static void
introduce (void)
{
  const BenchProblem *problem;

  printf ("{\"name\": \"%s\"", bench_peer.name);
  print_list ("methods", bench_peer.methods);
  print_list ("stiff_methods", bench_peer.stiff_methods);
  print_list ("costs", bench_peer.costs);
  printf (", \"problems\": [");
  for (int k = 0; (problem = bench_problem (k)) != NULL; k++)
    printf ("%s{\"name\": \"%s\", \"states\": %d, \"stiff\": %s}", k > 0 ? ", " : "", problem->name, problem->system.n_states,
            problem->stiff ? "true" : "false");
  printf ("]}\n");
}

/* Measures for about `seconds`, and prints the line of the result. */
static void
measure (const BenchProblem *problem, const char *method, double tolerance, double seconds)
{
  static double x[BENCH_MAX_STATES];
  double samples[MOST_SAMPLES], begin, spent;
  void *self = bench_peer.open (problem, method, tolerance);
  long steps = -1, repeats;
  int n = 0;

  if (self != NULL)
    steps = bench_peer.solve (self, x);
  if (steps < 0)
    printf ("{\"steps\": null}\n");
  else
    {
      begin = cpu_seconds ();
      bench_peer.solve (self, x);
      spent = cpu_seconds () - begin;
      repeats = spent > LEAST_SECONDS ? 1 : lrint (ceil (LEAST_SECONDS / fmax (spent, 1e-7)));
      for (double sum = spent; n == 0 || (n < MOST_SAMPLES && sum + spent * (double) repeats < seconds); n++)
        {
          begin = cpu_seconds ();
          for (long k = 0; k < repeats; k++)
            bench_peer.solve (self, x);
          samples[n] = (cpu_seconds () - begin) / (double) repeats;
          sum += samples[n] * (double) repeats;
        }
      printf ("{\"steps\": %ld, \"error\": %.3e, \"samples\": [", steps, fmin (bench_error (problem, x), 1e300));
      for (int k = 0; k < n; k++)
        printf ("%s%.6e", k > 0 ? ", " : "", samples[k]);
      printf ("]}\n");
    }
  if (self != NULL)
    bench_peer.close (self);
}

int
main (int argc, char **argv)
{
  char line[300], name[100], method[100];
  double tolerance, seconds;

  introduce ();
  fflush (stdout);
  while (fgets (line, sizeof line, stdin) != NULL)
    {
      const BenchProblem *problem = NULL;

      if (sscanf (line, "%99s %99s %lf %lf", name, method, &tolerance, &seconds) == 4)
        problem = bench_problem_find (name);
      if (problem == NULL)
        {
          fprintf (stderr, "%s: not a request: %s", argv[0], line);
          return 2;
        }
      measure (problem, method, tolerance, seconds);
      fflush (stdout);
    }
  return 0;
}
