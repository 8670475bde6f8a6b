/* Compares stiff methods of Stepwise with CVODE and GSL at equal true error. Each method runs
 * with a series of tolerances, and with an exact Jacobian if it uses one. Its time at an error
 * is interpolated logarithmically between neighbouring tolerances; for errors beyond the loosest
 * tolerance it is the time of that tolerance (bench-measure.h). The methods of Stepwise have the
 * settings of a user who sets the tolerances; cvode_bdf is CVODE inside an integrator of
 * Stepwise. The SUNDIALS package of Debian is compiled without optimization, which makes its
 * rows slower. Set-up is not timed. Errors are max |dx|/(s + |x|) at the end; absolute
 * tolerances are s times the relative ones. Usage: bench-stiff [-p problem] [-b seconds per
 * tolerance]. */
#include "../ode/stiff-problems.h"

#include "ode-integrator.h"

#include "bench-measure.h"
#include "bench-odeint-stiff.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#endif
#ifdef HAVE_CVODE
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#ifdef HAVE_KLU
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#endif
#endif

#define N_RUNGS 20
#define N_LEVELS 3
#define MOST_ENTRIES 24
#define POINTS 500
#define N_LARGE (2 * POINTS)

static const double levels[N_LEVELS] = { 1e-4, 1e-6, 1e-8 };
static double budget = 0.02;

typedef struct
{
  const char *name;
  OdeSystem system;
  double t1, scale;
  const double *x0, *truth;
  const int *watched; /* indices of the components in `truth`; NULL: all components */
  int n_watched;
} Problem;

typedef double (*Solve) (const Problem *problem, const char *method, double rtol, double *x);

typedef struct
{
  const char *peer, *name;
  Solve solve;
  double us[N_LEVELS], median[N_LEVELS];
} Entry;

/* ---- the Brusselator on 500 points; u and v of a point are neighbours ---- */

static int large_start[N_LARGE + 1], large_row[5 * N_LARGE];
static OdePattern large_pattern = { N_LARGE, N_LARGE, large_start, large_row };
static double large_x0[N_LARGE];

#define DIFFUSION (0.02 * (POINTS + 1.0) * (POINTS + 1.0))

static OdeStatus
large_rhs (void *self, double t, const double *x, double *dxdt)
{
  double ul = 1, vl = 3;

  for (int i = 0; i < POINTS; i++)
    {
      const double u = x[2 * i], v = x[2 * i + 1], uuv = u * u * v;
      const double ur = i < POINTS - 1 ? x[2 * i + 2] : 1, vr = i < POINTS - 1 ? x[2 * i + 3] : 3;

      dxdt[2 * i] = 1 + uuv - 4 * u + DIFFUSION * (ul - 2 * u + ur);
      dxdt[2 * i + 1] = 3 * u - uuv + DIFFUSION * (vl - 2 * v + vr);
      ul = u;
      vl = v;
    }
  return ODE_DONE;
}

static OdeStatus
large_jacobian (void *self, double t, const double *x, double *values)
{
  for (int j = 0; j < N_LARGE; j++)
    {
      const double u = x[j - j % 2], v = x[j - j % 2 + 1];

      for (int k = large_start[j]; k < large_start[j + 1]; k++)
        {
          const int i = large_row[k];

          if (i / 2 != j / 2)
            values[k] = DIFFUSION;
          else if (i == j)
            values[k] = (i % 2 == 0 ? 2 * u * v - 4 : -u * u) - 2 * DIFFUSION;
          else
            values[k] = i % 2 == 0 ? u * u : 3 - 2 * u * v;
        }
    }
  return ODE_DONE;
}

static void
make_large (void)
{
  int count = 0;

  for (int j = 0; j < N_LARGE; j++)
    {
      large_start[j] = count;
      for (int i = j - 2; i <= j + 2; i++)
        if (i >= 0 && i < N_LARGE && (i / 2 == j / 2 || (i - j) % 2 == 0))
          large_row[count++] = i;
    }
  large_start[N_LARGE] = count;
  for (int i = 0; i < POINTS; i++)
    {
      large_x0[2 * i] = 1 + sin (2 * M_PI * (i + 1) / (POINTS + 1));
      large_x0[2 * i + 1] = 3;
    }
}

/* ---- methods of Stepwise ---- */

static double
solve_ours (const Problem *problem, const char *method, double rtol, double *x)
{
  OdeSettings settings;
  char error[256];
  OdeIntegrator *integrator;
  double start, seconds;
  OdeStatus status;

  ode_settings_init (&settings);
  settings.relative_tolerance = rtol;
  settings.absolute_tolerance = rtol * problem->scale;
  integrator = ode_integrator_new (ode_method_find (method), &problem->system, &settings, error, sizeof error);
  if (integrator == NULL)
    return NAN;
  start = bench_cpu_seconds ();
  status = ode_integrator_initialize (integrator, 0, problem->x0, problem->t1);
  while (status == ODE_DONE && ode_integrator_t (integrator) < problem->t1)
    status = ode_integrator_step (integrator, problem->t1, ODE_STOP_END);
  seconds = bench_cpu_seconds () - start;
  memcpy (x, ode_integrator_x (integrator), sizeof (double) * (size_t) problem->system.n_states);
  ode_integrator_free (integrator);
  return status == ODE_DONE ? seconds : NAN;
}

/* ---- GSL ---- */

#ifdef HAVE_GSL
static int
gsl_rhs (double t, const double *x, double *dxdt, void *user)
{
  const Problem *problem = user;

  return problem->system.rhs (problem->system.self, t, x, dxdt) == ODE_DONE ? GSL_SUCCESS : GSL_EBADFUNC;
}

static int
gsl_jacobian (double t, const double *x, double *J, double *dfdt, void *user)
{
  const Problem *problem = user;
  const int n = problem->system.n_states;
  double columns[STIFF_MAX_STATES * STIFF_MAX_STATES];

  problem->system.jacobian (problem->system.self, t, x, columns);
  for (int i = 0; i < n; i++)
    {
      dfdt[i] = 0;
      for (int j = 0; j < n; j++)
        J[i * n + j] = columns[j * n + i];
    }
  return GSL_SUCCESS;
}

static double
solve_gsl (const Problem *problem, const char *method, double rtol, double *x)
{
  const gsl_odeiv2_step_type *type = strcmp (method, "msbdf") == 0 ? gsl_odeiv2_step_msbdf : gsl_odeiv2_step_bsimp;
  gsl_odeiv2_system system = { gsl_rhs, gsl_jacobian, (size_t) problem->system.n_states, (void *) problem };
  gsl_odeiv2_driver *driver;
  double t = 0, start, seconds;
  int code;

  if (problem->system.n_states > STIFF_MAX_STATES)
    return NAN; /* this library supports only dense matrices */
  driver = gsl_odeiv2_driver_alloc_y_new (&system, type, 1e-6, rtol * problem->scale, rtol);
  memcpy (x, problem->x0, sizeof (double) * system.dimension);
  start = bench_cpu_seconds ();
  gsl_odeiv2_driver_set_nmax (driver, 2000000);
  code = gsl_odeiv2_driver_apply (driver, &t, problem->t1, x);
  seconds = bench_cpu_seconds () - start;
  gsl_odeiv2_driver_free (driver);
  return code == GSL_SUCCESS ? seconds : NAN;
}
#endif

/* ---- Boost.odeint ---- */

#ifdef HAVE_ODEINT
static int
plain_rhs (void *self, double t, const double *x, double *dxdt)
{
  const Problem *problem = self;

  return problem->system.rhs (problem->system.self, t, x, dxdt);
}

static int
plain_jacobian (void *self, double t, const double *x, double *values)
{
  const Problem *problem = self;

  return problem->system.jacobian (problem->system.self, t, x, values);
}

static double
solve_odeint (const Problem *problem, const char *method, double rtol, double *x)
{
  const BenchStiff stiff = { (void *) problem, problem->system.n_states, plain_rhs, plain_jacobian };
  double start;

  if (problem->system.n_states > STIFF_MAX_STATES)
    return NAN; /* this library supports only dense matrices */
  memcpy (x, problem->x0, sizeof (double) * (size_t) problem->system.n_states);
  start = bench_cpu_seconds ();
  return bench_odeint_rosenbrock (&stiff, rtol * problem->scale, rtol, problem->t1, x) ? bench_cpu_seconds () - start : NAN;
}
#endif

/* ---- CVODE ---- */

#ifdef HAVE_CVODE
static int
cvode_rhs (realtype t, N_Vector x, N_Vector dxdt, void *user)
{
  const Problem *problem = user;

  return problem->system.rhs (problem->system.self, t, NV_DATA_S (x), NV_DATA_S (dxdt)) == ODE_DONE ? 0 : 1;
}

static int
cvode_jacobian (realtype t, N_Vector x, N_Vector f, SUNMatrix J, void *user, N_Vector a, N_Vector b, N_Vector c)
{
  const Problem *problem = user;
  const OdePattern *pattern = problem->system.jacobian_pattern;
  static double values[5 * N_LARGE];
  const int n = problem->system.n_states;

  problem->system.jacobian (problem->system.self, t, NV_DATA_S (x), pattern == NULL ? SM_DATA_D (J) : values);
  if (pattern == NULL)
    return 0;
#ifdef HAVE_KLU
  if (SUNMatGetID (J) == SUNMATRIX_SPARSE)
    {
      for (int j = 0; j <= n; j++)
        SM_INDEXPTRS_S (J)[j] = pattern->start[j];
      for (int k = 0; k < pattern->start[n]; k++)
        {
          SM_INDEXVALS_S (J)[k] = pattern->row[k];
          SM_DATA_S (J)[k] = values[k];
        }
      return 0;
    }
#endif
  for (int j = 0; j < n; j++)
    for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      SM_ELEMENT_B (J, pattern->row[k], j) = values[k];
  return 0;
}

static void
silence (int code, const char *module, const char *function, char *text, void *user)
{
}

static double
solve_cvode (const Problem *problem, const char *method, double rtol, double *x)
{
  const int n = problem->system.n_states;
  const OdePattern *pattern = problem->system.jacobian_pattern;
  SUNContext context;
  SUNMatrix A = NULL;
  SUNLinearSolver linear = NULL;
  N_Vector y;
  void *cvode;
  realtype t = 0;
  double start, seconds;
  int code;

  SUNContext_Create (NULL, &context);
  y = N_VNew_Serial (n, context);
  memcpy (NV_DATA_S (y), problem->x0, sizeof (double) * (size_t) n);
  cvode = CVodeCreate (CV_BDF, context);
  CVodeInit (cvode, cvode_rhs, 0, y);
  CVodeSetErrHandlerFn (cvode, silence, NULL);
  CVodeSStolerances (cvode, rtol, rtol * problem->scale);
  CVodeSetUserData (cvode, (void *) problem);
  CVodeSetMaxNumSteps (cvode, 10000000);
  if (strcmp (method, "bdf-dense") == 0 && n <= STIFF_MAX_STATES)
    {
      A = SUNDenseMatrix (n, n, context);
      linear = SUNLinSol_Dense (y, A, context);
    }
  if (strcmp (method, "bdf-band") == 0 && pattern != NULL)
    {
      A = SUNBandMatrix (n, 2, 2, context);
      linear = SUNLinSol_Band (y, A, context);
    }
#ifdef HAVE_KLU
  if (strcmp (method, "bdf-klu") == 0 && pattern != NULL)
    {
      A = SUNSparseMatrix (n, n, pattern->start[n], CSC_MAT, context);
      linear = SUNLinSol_KLU (y, A, context);
    }
#endif
  if (linear == NULL)
    {
      seconds = NAN;
      goto out;
    }
  CVodeSetLinearSolver (cvode, linear, A);
  CVodeSetJacFn (cvode, cvode_jacobian);
  start = bench_cpu_seconds ();
  CVodeSetStopTime (cvode, problem->t1);
  code = CVode (cvode, problem->t1, y, &t, CV_NORMAL);
  seconds = code >= 0 ? bench_cpu_seconds () - start : NAN;
  memcpy (x, NV_DATA_S (y), sizeof (double) * (size_t) n);
  SUNLinSolFree (linear);
  SUNMatDestroy (A);

out:
  CVodeFree (&cvode);
  N_VDestroy (y);
  SUNContext_Free (&context);
  return seconds;
}
#endif

/* ---- the comparison ---- */

static double
error_of (const Problem *problem, const double *x)
{
  const int n = problem->watched != NULL ? problem->n_watched : problem->system.n_states;
  double worst = 0;

  for (int i = 0; i < n; i++)
    {
      const double value = x[problem->watched != NULL ? problem->watched[i] : i];
      const double error = fabs (value - problem->truth[i]) / (problem->scale + fabs (problem->truth[i]));

      if (!(error <= worst))
        worst = error;
    }
  return worst;
}

typedef struct
{
  const Problem *problem;
  const Entry *entries;
} Measured;

static double
run_entry (void *user, int entry, double rtol, double *error)
{
  const Measured *measured = user;
  static double x[N_LARGE];
  double seconds = measured->entries[entry].solve (measured->problem, measured->entries[entry].name, rtol, x);

  if (!isnan (seconds))
    *error = fmax (error_of (measured->problem, x), 1e-16);
  return seconds;
}

static void
measure (const Problem *problem, Entry *entries, int n)
{
  static BenchCurve curves[MOST_ENTRIES];
  Measured measured = { problem, entries };
  double tolerances[N_RUNGS];

  for (int k = 0; k < N_RUNGS; k++)
    tolerances[k] = pow (10, -2.5 - 0.45 * k);
  bench_measure (n, run_entry, &measured, N_RUNGS, tolerances, budget, curves);
  for (int i = 0; i < n; i++)
    for (int l = 0; l < N_LEVELS; l++)
      {
        entries[i].us[l] = 1e6 * bench_curve_at (&curves[i], levels[l], 0);
        entries[i].median[l] = 1e6 * bench_curve_at (&curves[i], levels[l], 1);
      }
}

static void
compare (const Problem *problem)
{
  Entry entries[] = {
    { "ours", "radau5", solve_ours, { 0 }, { 0 } },
    { "ours", "radau", solve_ours, { 0 }, { 0 } },
    { "ours", "rodas4", solve_ours, { 0 }, { 0 } },
    { "ours", "rodas5p", solve_ours, { 0 }, { 0 } },
    { "ours", "kvaerno5", solve_ours, { 0 }, { 0 } },
    { "ours", "auto", solve_ours, { 0 }, { 0 } },
#ifdef HAVE_GSL
    { "GSL", "msbdf", solve_gsl, { 0 }, { 0 } },
    { "GSL", "bsimp", solve_gsl, { 0 }, { 0 } },
#endif
#ifdef HAVE_ODEINT
    { "odeint", "rosenbrock4", solve_odeint, { 0 }, { 0 } },
#endif
#ifdef HAVE_CVODE
    { "bundled CVODE", "cvode_bdf", solve_ours, { 0 }, { 0 } },
    { "CVODE Debian", "bdf-dense", solve_cvode, { 0 }, { 0 } },
    { "CVODE Debian", "bdf-band", solve_cvode, { 0 }, { 0 } },
    { "CVODE Debian", "bdf-klu", solve_cvode, { 0 }, { 0 } },
#endif
  };
  const size_t n_entries = sizeof entries / sizeof entries[0];

  measure (problem, entries, (int) n_entries);
  printf ("%s, %d equations, t = %g: microseconds of CPU time, least and (median), at true error\n  %-26s %21s %21s %21s\n", problem->name, problem->system.n_states,
          problem->t1, "", "1e-4", "1e-6", "1e-8");
  for (size_t k = 0; k < n_entries; k++)
    {
      printf ("  %-14s %-11s", entries[k].peer, entries[k].name);
      for (int l = 0; l < N_LEVELS; l++)
        if (isnan (entries[k].us[l]))
          printf (" %21s", "-");
        else
          printf (" %9.1f (%9.1f)", entries[k].us[l], entries[k].median[l]);
      printf ("\n");
      fflush (stdout);
    }
  printf ("  best peer / best of ours");
  for (int l = 0; l < N_LEVELS; l++)
    {
      double ours = INFINITY, theirs = INFINITY;

      for (size_t k = 0; k < n_entries; k++)
        if (!isnan (entries[k].us[l]))
          {
            if (strcmp (entries[k].peer, "ours") == 0)
              ours = fmin (ours, entries[k].us[l]);
            else if (strcmp (entries[k].peer, "bundled CVODE") != 0)
              theirs = fmin (theirs, entries[k].us[l]);
          }
      printf (" %8.2f at %.0e", theirs / ours, levels[l]);
    }
  printf ("\n\n");
}

int
main (int argc, char **argv)
{
  static const struct { const char *name; double scale; } chosen[] = {
    { "vanderpol-mu1000", 1 }, { "robertson", 1e-6 }, { "hires", 1e-4 }, { "orego", 1e-6 },
  };
  static const int watched[] = { 0, 198, 248, 498, 748, 998, 1, 199, 249, 499, 749, 999 };
  static const double watched_truth[] = {
    0.9948251978971353, 0.5843855097980809, 0.5278654864623239, 0.4298555080947154, 0.5267056460873033, 0.99485200853202949,
    3.0065248703035836, 3.5178676459594458, 3.5839014037785093, 3.6881025890889618, 3.5975667680146795, 3.0066503658041124,
  };
  const char *only = NULL;

  for (int i = 1; i + 1 < argc; i += 2)
    if (strcmp (argv[i], "-p") == 0)
      only = argv[i + 1];
    else if (strcmp (argv[i], "-b") == 0)
      budget = atof (argv[i + 1]);
#ifdef HAVE_GSL
  gsl_set_error_handler_off ();
#else
  printf ("GSL was not found when this was built: its rows are missing\n");
#endif
#ifndef HAVE_CVODE
  printf ("CVODE was not found when this was built: its rows are missing\n");
#else
  printf ("CVODE is Debian's library, compiled without optimisation: with -O3 it takes a half to a fifth of the time.\n");
#endif
#ifndef HAVE_ODEINT
  printf ("Boost.odeint or a C++ compiler was not found when this was built: its row is missing\n");
#endif
  for (size_t c = 0; c < sizeof chosen / sizeof chosen[0]; c++)
    for (int k = 0; k < n_stiff_problems; k++)
      {
        const StiffProblem *stiff = &stiff_problems[k];
        const int last = strcmp (stiff->name, "hires") == 0 ? 0 : stiff->n_points - 1;
        const Problem problem = { stiff->name, stiff->system, stiff->points[last].t, chosen[c].scale, stiff->x0, stiff->points[last].x,
                                  NULL, 0 };

        if (strcmp (stiff->name, chosen[c].name) == 0 && (only == NULL || strcmp (only, stiff->name) == 0))
          compare (&problem);
      }
  if (only == NULL || strcmp (only, "brusselator") == 0)
    {
      Problem problem = { "brusselator", { .n_states = N_LARGE, .rhs = large_rhs, .jacobian = large_jacobian,
                                           .jacobian_pattern = &large_pattern }, 10, 1, large_x0, watched_truth, watched,
                          sizeof watched / sizeof watched[0] };

      make_large ();
      compare (&problem);
    }
  return 0;
}
