/* Measures the number of members per second and core for two ensembles, and for two ensembles with events, in lanes and one after another.
 * Boost.odeint runs the first two if it is installed (every tenth member). CPU times are the best of seven.
 *
 *   Lorenz    ρ = 28 i/N, start (1, 0, 0), t = 10
 *   pendulum  y″ = −0.2 y′ − sin y + 0.3, y = −3.1 + 6.2 (i mod 317)/316, y′ = −2 + 4 ⌊i/317⌋/316, t = 50
 *
 *   kicked    y″ = −0.2 y′ − sin y from the same starts, with y′ ← y′ + 0.3 at each rise of y through 0, t = 50
 *   ball      a ball that falls from 2 to 2.1 m and bounces with the coefficient of restitution 0.8, t = 4.5
 *
 * The method is Dormand–Prince with relative and absolute tolerance 1e-6. Usage: bench-ensemble [N [PROBLEM]] */
#include <glib.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lab-batch.h"
#include "lab-ensemble-run.h"
#include "model-load.h"

#define HEAD "format: 1\nname: Test\n"
#define TRIALS 7

typedef struct
{
  const char *name, *model;
  const char *names[2], *texts[2];
} Problem;

static const Problem problems[] = {
  { "lorenz",
    HEAD "time: {start: 0, end: 10}\nparameters: {sigma: 10, rho: 28, beta: 8/3}\nstates:\n"
         "  x: {initial: 1, derivative: sigma*(y - x)}\n  y: {initial: 0, derivative: x*(rho - z) - y}\n"
         "  z: {initial: 0, derivative: x*y - beta*z}\n",
    { "rho", NULL }, { "28*member/members", NULL } },
  { "pendulum",
    HEAD "time: {start: 0, end: 50}\nstates:\n"
         "  x: {initial: 0, derivative: w}\n  w: {initial: 0, derivative: -0.2*w - sin(x) + 0.3}\n",
    { "x", "w" }, { "-3.1 + 6.2*mod(member, 317)/316", "-2 + 4*floor(member/317)/316" } },
};

#define KICKED "x: {initial: 0, derivative: w}\n  w: {initial: 0, derivative: -0.2*w - sin(x)}\n"
#define BALL "x: {initial: 2, derivative: v}\n  v: {initial: 0, derivative: -9.81}\n"
/* A monitor that never acts makes the engine run the members one after another. */
#define NEVER "monitors: {never: {when: x > 1e9, terminate: never}}\n"
#define KICKED_EVENTS "events: {kick: {crossing: x, direction: rising, set: {w: w + 0.3}}}\n"
#define BALL_EVENTS "events: {impact: {crossing: x, direction: falling, set: {x: 0, v: -0.8*v}}}\n"

/* Each problem twice: in lanes, and one after another. */
static const Problem hybrid[][2] = {
  { { "kicked", HEAD "time: {start: 0, end: 50}\nstates:\n  " KICKED KICKED_EVENTS,
      { "x", "w" }, { "-3.1 + 6.2*mod(member, 317)/316", "-2 + 4*floor(member/317)/316" } },
    { "kicked", HEAD "time: {start: 0, end: 50}\nstates:\n  " KICKED KICKED_EVENTS NEVER,
      { "x", "w" }, { "-3.1 + 6.2*mod(member, 317)/316", "-2 + 4*floor(member/317)/316" } } },
  { { "ball", HEAD "time: {start: 0, end: 4.5}\nstates:\n  " BALL BALL_EVENTS, { "x", NULL }, { "2 + 0.1*member/members", NULL } },
    { "ball", HEAD "time: {start: 0, end: 4.5}\nstates:\n  " BALL BALL_EVENTS NEVER, { "x", NULL }, { "2 + 0.1*member/members", NULL } } },
};

#ifdef HAVE_ODEINT
double bench_odeint_ensemble (int problem, long n); /* returns the mean of the first state over the members */
#endif

static double
seconds (clockid_t clock)
{
  struct timespec now;

  clock_gettime (clock, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

/* Returns the mean of x at the end over n members. */
static double
ours (const Problem *problem, long n, int n_jobs)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), errors = expr_errors_new ();
  Model *model = model_load_text (problem->model, -1, NULL, sim_config_check_solver, diagnostics);
  SimConfig *config = sim_config_new ();
  LabProblem study = { .model = model, .config = config, .instance = { .fast_math = TRUE, .byte_code = TRUE }, .t_start = NAN, .t_end = NAN };
  LabResultsHeader header;
  LabSummary summary;

  sim_config_load_text (config, "integrator: runge_kutta5\nrelative_tolerance: 1e-6\nabsolute_tolerance: 1e-6\n", NULL, diagnostics);
  LabEnsemble *ensemble = lab_ensemble_new (&study, (guint64) n, NULL);
  for (int k = 0; k < 2 && problem->names[k] != NULL; k++)
    lab_ensemble_vary (ensemble, problem->names[k], (ExprPlace) { 1, 1 }, problem->texts[k], NULL, errors);
  lab_ensemble_record (ensemble, "end", (ExprPlace) { 1, 1 }, LAB_REDUCE_FINAL, "x", NULL, errors);
  lab_ensemble_finish (ensemble, errors);
  lab_ensemble_header (ensemble, "", 0, 0, &header);
  LabResults *results = lab_results_append_to (NULL, &header, NULL);
  lab_ensemble_run (ensemble, results, n_jobs, NULL, NULL);
  lab_results_summarize (results, lab_ensemble_first_record (ensemble), 1, &summary, NULL);
  lab_results_free (results);
  g_strfreev (header.columns);
  lab_ensemble_free (ensemble);
  sim_config_free (config);
  model_unref (model);
  return summary.mean;
}

/* ---- right-hand sides at many points ---- */

#define N_POINTS 200000

/* Prints the number of points per CPU second at which the right-hand side of the Lorenz equations is evaluated, in lanes and one after the
 * other. The points differ in x, y, z and ρ. */
static void
compare_points (void)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  Model *model = model_load_text (problems[0].model, -1, NULL, sim_config_check_solver, diagnostics);
  ModelSystem *system = model_system_new (model, &(ModelInstance) { .fast_math = TRUE }, NULL);
  int rho = model_system_find_parameter (system, "rho");
  g_autofree double *values = g_new (double, 5 * N_POINTS), *f = g_new (double, 3 * N_POINTS);
  LabBatch batch = { N_POINTS, 5, values, 1, &rho };
  double lanes = INFINITY, alone = INFINITY, p[3];
  const OdeSystem *ode = model_system_ode (system);

  for (int k = 0; k < 5 * N_POINTS; k++)
    values[k] = k % 5 == 0 ? 0 : 20 * sin (k);
  model_system_get_parameters (system, p);
  for (int trial = 0; trial < TRIALS; trial++)
    {
      double start = seconds (CLOCK_PROCESS_CPUTIME_ID);

      lab_batch_rhs (system, &batch, 0, N_POINTS, f);
      lanes = fmin (lanes, seconds (CLOCK_PROCESS_CPUTIME_ID) - start);
      start = seconds (CLOCK_PROCESS_CPUTIME_ID);
      for (int k = 0; k < N_POINTS; k++)
        {
          p[rho] = values[5 * k + 4];
          model_system_set_parameters (system, p);
          ode->rhs (ode->self, 0, values + 5 * k + 1, f + 3 * k);
        }
      alone = fmin (alone, seconds (CLOCK_PROCESS_CPUTIME_ID) - start);
    }
  printf ("lorenz    right-hand sides, million points per second of CPU: %.1f in lanes, %.1f one after another\n", 1e-6 * N_POINTS / lanes,
          1e-6 * N_POINTS / alone);
  model_system_free (system);
  model_unref (model);
}

/* ---- members with events ---- */

/* Prints the throughput of n members with events in lanes and one after another. */
static void
compare_events (long n)
{
  for (guint p = 0; p < G_N_ELEMENTS (hybrid); p++)
    {
      double cpu[2] = { INFINITY, INFINITY }, mean[2];

      for (int trial = 0; trial < TRIALS; trial++)
        for (int k = 0; k < 2; k++)
          {
            double start = seconds (CLOCK_PROCESS_CPUTIME_ID);

            mean[k] = ours (&hybrid[p][k], n, 1);
            cpu[k] = fmin (cpu[k], seconds (CLOCK_PROCESS_CPUTIME_ID) - start);
          }
      printf ("%-9s with events, members per second of CPU: %.0f in lanes, %.0f one after another, ratio %.1f; means %.4f %.4f\n",
              hybrid[p][0].name, (double) n / cpu[0], (double) n / cpu[1], cpu[1] / cpu[0], mean[0], mean[1]);
    }
}

/* ---- one thread, two threads and odeint ---- */

static int
compare_numbers (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
median (double *values)
{
  qsort (values, TRIALS, sizeof *values, compare_numbers);
  return values[TRIALS / 2];
}

/* Prints the throughput of n members on one thread, and its ratios to two threads and to odeint. Each trial measures all three one after the
 * other. The ratios are those of the best times and, in parentheses, the medians over the trials; they differ where other programs use the
 * processor, or the other half of a processor core. */
static void
compare_threads (const Problem *problem, int index, long n)
{
  double cpu = INFINITY, wall = INFINITY, best_cpu_two = INFINITY, best_wall_two = INFINITY, cpu_peer = INFINITY;
  double by_clock[TRIALS], by_cpu[TRIALS], peer[TRIALS], mean = 0, mean_peer = 0;

  for (int trial = 0; trial < TRIALS; trial++)
    {
      double cpu_one = seconds (CLOCK_PROCESS_CPUTIME_ID), wall_one = seconds (CLOCK_MONOTONIC), cpu_two, wall_two;

      mean = ours (problem, n, 1);
      cpu_one = seconds (CLOCK_PROCESS_CPUTIME_ID) - cpu_one;
      wall_one = seconds (CLOCK_MONOTONIC) - wall_one;
      cpu_two = seconds (CLOCK_PROCESS_CPUTIME_ID);
      wall_two = seconds (CLOCK_MONOTONIC);
      ours (problem, n, 2);
      cpu_two = seconds (CLOCK_PROCESS_CPUTIME_ID) - cpu_two;
      wall_two = seconds (CLOCK_MONOTONIC) - wall_two;
      by_clock[trial] = wall_one / wall_two;
      by_cpu[trial] = 2 * cpu_one / cpu_two;
      cpu = fmin (cpu, cpu_one);
      wall = fmin (wall, wall_one);
      best_cpu_two = fmin (best_cpu_two, cpu_two);
      best_wall_two = fmin (best_wall_two, wall_two);
#ifdef HAVE_ODEINT
      {
        double start = seconds (CLOCK_PROCESS_CPUTIME_ID);

        mean_peer = bench_odeint_ensemble (index, n);
        start = 10 * (seconds (CLOCK_PROCESS_CPUTIME_ID) - start);
        cpu_peer = fmin (cpu_peer, start);
        peer[trial] = start / cpu_one;
      }
#endif
    }
  printf ("%-9s one thread %9.0f members per second of CPU, mean %.6f\n", problem->name, (double) n / cpu, mean);
  printf ("%-9s two threads: %.2f (%.2f) times one by the clock, %.2f (%.2f) by CPU time on two free cores\n", problem->name,
          wall / best_wall_two, median (by_clock), 2 * cpu / best_cpu_two, median (by_cpu));
  if (isfinite (cpu_peer))
    printf ("%-9s odeint     %9.0f members per second of CPU, mean %.6f; ratio %.2f (%.2f)\n", problem->name, (double) n / cpu_peer, mean_peer,
            cpu_peer / cpu, median (peer));
}

int
main (int argc, char **argv)
{
  long n = argc > 1 ? atol (argv[1]) : 100000;
  const char *only = argc > 2 ? argv[2] : NULL;

  if (only == NULL)
    {
      compare_points ();
      compare_events (n / 50);
    }
#ifndef HAVE_ODEINT
  printf ("odeint is not compiled in: Boost was missing when the build folder was configured\n");
#endif
  for (int p = 0; p < 2; p++)
    if (only == NULL || strcmp (only, problems[p].name) == 0)
      compare_threads (&problems[p], p, n);
  return 0;
}
