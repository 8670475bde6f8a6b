/* Compares explicit methods of Stepwise with those of GSL and Boost.odeint at equal true
 * error. Each method runs with a series of tolerances, two per decade. Its time at an
 * error is interpolated logarithmically between neighbouring tolerances
 * (bench-measure.h). The methods of Stepwise have the settings of a user who sets only
 * the accuracy; the other libraries are compiled as their authors recommend. Set-up is
 * not timed if the library permits this. Usage: bench-ode [-p problem] [-b seconds per
 * tolerance]. */
#include "bench-measure.h"
#include "bench-model.h"
#include "bench-problems.h"

#include "ode-integrator.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#endif

#define N_RUNGS 18
#define N_LEVELS 4
#define MOST_ENTRIES 32

static const double levels[N_LEVELS] = { 1e-4, 1e-6, 1e-8, 1e-10 };
static double budget = 0.02;

typedef struct
{
  const char *peer, *name;
  BenchSolve solve;
  const void *method;
  double ns[N_LEVELS], median[N_LEVELS]; /* minimum and median time at each level of error, in ns; NaN: no tolerance gave this error */
  double ns_per_step;  /* time per step at the tolerance 1e-8 */
} Entry;

/* ---- methods of Stepwise ---- */

static OdeStatus
our_rhs (void *self, double t, const double *x, double *dxdt)
{
  ((const BenchProblem *) self)->rhs (t, x, dxdt);
  return ODE_DONE;
}

/* The ways in which a right-hand side is evaluated. */
typedef enum { BY_C, BY_BYTE_CODE, BY_MACHINE_CODE, N_WAYS } Way;

/* Largest number of integrators of Stepwise: one for each method and way of evaluation. */
#define MOST_OURS 24
static struct
{
  const void *method;
  const BenchProblem *problem;
  double tol;
  Way way;
  OdeIntegrator *integrator;
} all_ours[MOST_OURS];

static const OdeSystem *systems[N_WAYS]; /* right-hand sides of the current problem; NULL: not available for this way of evaluation */

static OdeIntegrator *
integrator_of (const void *method, const BenchProblem *problem, double tol, Way way)
{
  OdeSettings settings;
  char error[200];
  int k = 0;

  while (k < MOST_OURS - 1 && all_ours[k].integrator != NULL && (all_ours[k].method != method || all_ours[k].way != way))
    k++;
  if (all_ours[k].integrator != NULL && all_ours[k].problem == problem && all_ours[k].tol == tol)
    return all_ours[k].integrator;
  ode_integrator_free (all_ours[k].integrator);
  ode_settings_init (&settings);
  settings.accuracy = tol;
  all_ours[k].method = method;
  all_ours[k].problem = problem;
  all_ours[k].tol = tol;
  all_ours[k].way = way;
  all_ours[k].integrator = ode_integrator_new (method, systems[way], &settings, error, sizeof error);
  if (all_ours[k].integrator == NULL)
    {
      fprintf (stderr, "%s\n", error);
      exit (1);
    }
  return all_ours[k].integrator;
}

static long
solve_with (const void *method, const BenchProblem *problem, double tol, double *x, Way way)
{
  OdeIntegrator *integrator = integrator_of (method, problem, tol, way);

  if (ode_integrator_initialize (integrator, 0, problem->x0, problem->t1) != ODE_DONE)
    return -1;
  while (ode_integrator_t (integrator) < problem->t1)
    if (ode_integrator_step (integrator, problem->t1, ODE_STOP_END) != ODE_DONE)
      return -1;
  memcpy (x, ode_integrator_x (integrator), problem->n_states * sizeof *x);
  return ode_integrator_statistics (integrator)->steps_attempted;
}

static long
solve_ours (const void *method, const BenchProblem *problem, double tol, double *x)
{
  return solve_with (method, problem, tol, x, BY_C);
}

static long
solve_byte_code (const void *method, const BenchProblem *problem, double tol, double *x)
{
  return solve_with (method, problem, tol, x, BY_BYTE_CODE);
}

static long
solve_machine_code (const void *method, const BenchProblem *problem, double tol, double *x)
{
  return solve_with (method, problem, tol, x, BY_MACHINE_CODE);
}

/* ---- GSL ---- */

#ifdef HAVE_GSL
static int
gsl_rhs (double t, const double *x, double *dxdt, void *user)
{
  ((const BenchProblem *) user)->rhs (t, x, dxdt);
  return GSL_SUCCESS;
}

static long
solve_gsl (const void *method, const BenchProblem *problem, double tol, double *x)
{
  /* One driver for each of the two methods. */
  static struct Driver
  {
    gsl_odeiv2_system system;
    gsl_odeiv2_driver *driver;
    const BenchProblem *problem;
    double tol;
  } drivers[2];
  struct Driver *mine = &drivers[method == (const void *) &gsl_odeiv2_step_rk8pd];
  double t = 0;

  if (problem != mine->problem || tol != mine->tol)
    {
      if (mine->driver != NULL)
        gsl_odeiv2_driver_free (mine->driver);
      mine->system = (gsl_odeiv2_system) { gsl_rhs, NULL, problem->n_states, (void *) problem };
      mine->driver = gsl_odeiv2_driver_alloc_y_new (&mine->system, *(const gsl_odeiv2_step_type *const *) method, 1e-3, tol, tol);
      mine->problem = problem;
      mine->tol = tol;
    }
  gsl_odeiv2_driver_reset_hstart (mine->driver, 1e-3);
  memcpy (x, problem->x0, problem->n_states * sizeof *x);
  if (gsl_odeiv2_driver_apply (mine->driver, &t, problem->t1, x) != GSL_SUCCESS)
    return -1;
  return mine->driver->n;
}
#endif

/* ---- measurements ---- */

static double
end_error (const BenchProblem *problem, const double *x)
{
  double error = 0;

  for (int i = 0; i < problem->n_states; i++)
    {
      double e = fabs (x[i] - problem->x1[i]) / (1 + fabs (problem->x1[i]));

      if (!(e <= error))
        error = e;
    }
  return error;
}

typedef struct
{
  const BenchProblem *problem;
  Entry *entries;
} Measured;

static double
run_entry (void *user, int entry, double tol, double *error)
{
  Measured *measured = user;
  Entry *each = &measured->entries[entry];
  double x[BENCH_MAX_STATES], begin = bench_cpu_seconds (), spent;
  long steps = each->solve (each->method, measured->problem, tol, x);

  spent = bench_cpu_seconds () - begin;
  if (steps <= 0)
    return NAN;
  *error = fmax (end_error (measured->problem, x), 1e-16);
  if (fabs (tol / 1e-8 - 1) < 1e-6)
    each->ns_per_step = isnan (each->ns_per_step) ? 1e9 * spent / steps : fmin (each->ns_per_step, 1e9 * spent / steps);
  return isfinite (*error) ? spent : NAN;
}

static void
measure (Entry *entries, int n, const BenchProblem *problem)
{
  static BenchCurve curves[MOST_ENTRIES];
  Measured measured = { problem, entries };
  double tolerances[N_RUNGS];

  for (int r = 0; r < N_RUNGS; r++)
    tolerances[r] = pow (10, -4 - 0.5 * r);
  for (int i = 0; i < n; i++)
    entries[i].ns_per_step = NAN;
  bench_measure (n, run_entry, &measured, N_RUNGS, tolerances, budget, curves);
  for (int i = 0; i < n; i++)
    for (int l = 0; l < N_LEVELS; l++)
      {
        entries[i].ns[l] = 1e9 * bench_curve_at (&curves[i], levels[l], 0);
        entries[i].median[l] = 1e9 * bench_curve_at (&curves[i], levels[l], 1);
      }
}

static void
add (Entry *entries, int *n, const char *peer, const char *name, BenchSolve solve, const void *method)
{
  if (method != NULL)
    entries[(*n)++] = (Entry) { .peer = peer, .name = name, .solve = solve, .method = method };
}

/* Returns the best time of a library at a level of error, and stores the name of its method in
 * `who`. */
static double
best_of (const Entry *entries, int n, const char *peer, int level, const char **who)
{
  double best = NAN;

  for (int i = 0; i < n; i++)
    if (strcmp (entries[i].peer, peer) == 0 && !(entries[i].ns[level] >= best) && !isnan (entries[i].ns[level]))
      {
        best = entries[i].ns[level];
        *who = entries[i].name;
      }
  return best;
}

/* Prints two tables. The first has the best time of each library at each level of error, relative to the best of
 * Stepwise. The second has the times of all ways of evaluation, relative to the best library, or to C if there is no
 * library. */
static void
report_best (const Entry *entries, int n, int level)
{
  static const char *const peers[] = { "GSL", "odeint" }, *const codes[] = { "byte code", "machine code" };
  const char *who = "-";
  double mine = best_of (entries, n, "stepwise", level, &who), bar = NAN;

  if (isnan (mine))
    {
      printf ("  best at %.0e: nothing of ours reached it\n", levels[level]);
      return;
    }
  printf ("  best at %.0e: stepwise %s", levels[level], who);
  for (size_t i = 0; i < sizeof peers / sizeof peers[0]; i++)
    {
      double theirs = best_of (entries, n, peers[i], level, &who);

      if (!isnan (theirs))
        printf ("; %s %s takes %.2f times as long", peers[i], who, theirs / mine);
      bar = fmin (bar, theirs);
    }
  for (size_t i = 0; i < sizeof codes / sizeof codes[0]; i++)
    {
      double code = best_of (entries, n, codes[i], level, &who);

      if (!isnan (code) && !isnan (bar))
        printf ("; our %s (%s) takes %.2f times the best of them", codes[i], who, code / bar);
      else if (!isnan (code))
        printf ("; our %s (%s) takes %.2f times that", codes[i], who, code / mine);
    }
  printf ("\n");
}

static void
report (const BenchProblem *problem, const Entry *entries, int n)
{
  printf ("\n%s, %d states, t = %g: microseconds of CPU time, least and (median), at a true error of\n", problem->name, problem->n_states, problem->t1);
  printf ("  %-12s %-18s", "", "");
  for (int l = 0; l < N_LEVELS; l++)
    printf (" %19.0e", levels[l]);
  printf ("  ns/step\n");
  for (int i = 0; i < n; i++)
    {
      printf ("  %-12s %-18s", entries[i].peer, entries[i].name);
      for (int l = 0; l < N_LEVELS; l++)
        if (isnan (entries[i].ns[l]))
          printf (" %19s", "-");
        else
          printf (" %8.1f (%8.1f)", 1e-3 * entries[i].ns[l], 1e-3 * entries[i].median[l]);
      printf ("  %7.0f\n", entries[i].ns_per_step);
    }
  for (int l = 0; l < N_LEVELS; l++)
    report_best (entries, n, l);
}

int
main (int argc, char **argv)
{
  static const char *const own_names[] = { "runge_kutta5", "tsitouras5", "verner76", "verner87", "dop853", "verner98" };
  static const struct { const char *name; BenchSolve solve; } ways[N_WAYS]
    = { { "stepwise", solve_ours }, { "byte code", solve_byte_code }, { "machine code", solve_machine_code } };
  const char *only = NULL;

  for (int i = 1; i + 1 < argc; i += 2)
    {
      if (strcmp (argv[i], "-p") == 0)
        only = argv[i + 1];
      if (strcmp (argv[i], "-b") == 0)
        budget = atof (argv[i + 1]);
    }
#ifdef HAVE_GSL
  gsl_set_error_handler_off ();
#else
  printf ("GSL was not there when this was built: its rows are missing.\n");
#endif
#ifndef HAVE_ODEINT
  printf ("Boost.odeint or a C++ compiler was not there when this was built: its rows are missing.\n");
#endif

  for (size_t p = 0; p < bench_n_problems; p++)
    {
      const BenchProblem *problem = &bench_problems[p];
      OdeSystem in_c = { .self = (void *) problem, .n_states = problem->n_states, .rhs = our_rhs };
      Entry entries[MOST_ENTRIES];
      int n = 0;

      if (only != NULL && strcmp (only, problem->name) != 0)
        continue;
      systems[BY_C] = &in_c;
      systems[BY_BYTE_CODE] = bench_model_system (problem, true);
      systems[BY_MACHINE_CODE] = bench_model_system (problem, false);
      for (int way = 0; way < N_WAYS; way++)
        for (size_t i = 0; systems[way] != NULL && i < sizeof own_names / sizeof own_names[0]; i++)
          add (entries, &n, ways[way].name, own_names[i], ways[way].solve, ode_method_find (own_names[i]));
#ifdef HAVE_GSL
      add (entries, &n, "GSL", "rkck", solve_gsl, &gsl_odeiv2_step_rkck);
      add (entries, &n, "GSL", "rk8pd", solve_gsl, &gsl_odeiv2_step_rk8pd);
#endif
#ifdef HAVE_ODEINT
      add (entries, &n, "odeint", "dopri5", bench_odeint_solve, bench_odeint_method ("dopri5"));
      add (entries, &n, "odeint", "rkck54", bench_odeint_solve, bench_odeint_method ("rkck54"));
      add (entries, &n, "odeint", "rkf78", bench_odeint_solve, bench_odeint_method ("rkf78"));
      add (entries, &n, "odeint", "bulirsch_stoer", bench_odeint_solve, bench_odeint_method ("bulirsch_stoer"));
#endif
      measure (entries, n, problem);
      report (problem, entries, n);
      fflush (stdout);
    }
  for (int k = 0; k < MOST_OURS; k++)
    ode_integrator_free (all_ours[k].integrator);
  return 0;
}
