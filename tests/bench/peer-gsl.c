/* Solves the problems with GSL. */
#include "peer.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <gsl/gsl_version.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  const BenchProblem *problem;
  double h0;
  gsl_odeiv2_system system;
  gsl_odeiv2_driver *driver;
} Solver;

#define MOST_DENSE 20

static int
rhs (double t, const double *x, double *dxdt, void *user)
{
  const OdeSystem *system = user;

  return system->rhs (system->self, t, x, dxdt) == ODE_DONE ? GSL_SUCCESS : GSL_EBADFUNC;
}

/* GSL has matrices by rows. */
static int
jacobian (double t, const double *x, double *J, double *dfdt, void *user)
{
  const OdeSystem *system = user;
  const int n = system->n_states;
  double columns[MOST_DENSE * MOST_DENSE];

  system->jacobian (system->self, t, x, columns);
  for (int i = 0; i < n; i++)
    {
      dfdt[i] = 0;
      for (int j = 0; j < n; j++)
        J[i * n + j] = columns[j * n + i];
    }
  return GSL_SUCCESS;
}

static void *
open_solver (const BenchProblem *problem, const char *method, double tolerance)
{
  const struct { const char *name; const gsl_odeiv2_step_type *type; } types[]
    = { { "rkf45", gsl_odeiv2_step_rkf45 }, { "rkck", gsl_odeiv2_step_rkck }, { "rk8pd", gsl_odeiv2_step_rk8pd },
        { "bsimp", gsl_odeiv2_step_bsimp }, { "msbdf", gsl_odeiv2_step_msbdf } };
  Solver *self;

  if (problem->band > 0) /* GSL has dense matrices only */
    return NULL;
  gsl_set_error_handler_off ();
  self = calloc (1, sizeof *self);
  self->problem = problem;
  self->h0 = problem->stiff ? 1e-6 : 1e-3;
  self->system = (gsl_odeiv2_system) { rhs, problem->stiff ? jacobian : NULL, (size_t) problem->system.n_states, (void *) &problem->system };
  for (size_t k = 0; k < sizeof types / sizeof types[0]; k++)
    if (strcmp (types[k].name, method) == 0)
      self->driver = gsl_odeiv2_driver_alloc_y_new (&self->system, types[k].type, self->h0, tolerance * problem->scale, tolerance);
  gsl_odeiv2_driver_set_nmax (self->driver, 1000000);
  return self;
}

static long
solve (void *user, double *x)
{
  Solver *self = user;
  double t = 0;

  gsl_odeiv2_driver_reset_hstart (self->driver, self->h0);
  memcpy (x, self->problem->x0, sizeof (double) * self->system.dimension);
  return gsl_odeiv2_driver_apply (self->driver, &t, self->problem->t1, x) == GSL_SUCCESS ? (long) self->driver->n : -1;
}

static void
close_solver (void *user)
{
  Solver *self = user;

  gsl_odeiv2_driver_free (self->driver);
  free (self);
}

const Peer bench_peer = {
  .name = "GSL " GSL_VERSION,
  .methods = (const char *const[]) { "rkf45", "rkck", "rk8pd", NULL },
  .stiff_methods = (const char *const[]) { "msbdf", "bsimp", NULL },
  .open = open_solver,
  .solve = solve,
  .close = close_solver,
};
