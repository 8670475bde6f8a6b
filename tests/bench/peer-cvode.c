/* Solves the problems with CVODE of SUNDIALS. */
#include "peer.h"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sundials/sundials_config.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct
{
  const BenchProblem *problem;
  double *band; /* values of a banded Jacobian, for copying into the matrix of CVODE */
  SUNContext context;
  N_Vector x;
  SUNMatrix matrix;
  SUNLinearSolver linear;
  SUNNonlinearSolver fixed_point;
  void *cvode;
} Solver;

static int
rhs (realtype t, N_Vector x, N_Vector dxdt, void *user)
{
  const OdeSystem *system = &((const Solver *) user)->problem->system;

  return system->rhs (system->self, t, NV_DATA_S (x), NV_DATA_S (dxdt)) == ODE_DONE ? 0 : 1;
}

static int
jacobian (realtype t, N_Vector x, N_Vector dxdt, SUNMatrix J, void *user, N_Vector a, N_Vector b, N_Vector c)
{
  const Solver *self = user;
  const OdeSystem *system = &self->problem->system;
  const int band = self->problem->band, n = system->n_states;

  system->jacobian (system->self, t, NV_DATA_S (x), band > 0 ? self->band : SM_DATA_D (J));
  for (int j = 0; j < n && band > 0; j++)
    memcpy (SM_COLUMN_B (J, j) - band, self->band + j * (2 * band + 1), sizeof (double) * (size_t) (2 * band + 1));
  return 0;
}

static void
silence (int code, const char *module, const char *function, char *text, void *user)
{
}

static void *
open_solver (const BenchProblem *problem, const char *method, double tolerance)
{
  const int n = problem->system.n_states;
  Solver *self = calloc (1, sizeof *self);

  self->problem = problem;
  SUNContext_Create (NULL, &self->context);
  self->x = N_VNew_Serial (n, self->context);
  memcpy (NV_DATA_S (self->x), problem->x0, sizeof (double) * (size_t) n);
  self->cvode = CVodeCreate (strcmp (method, "adams") == 0 ? CV_ADAMS : CV_BDF, self->context);
  CVodeInit (self->cvode, rhs, 0, self->x);
  CVodeSetErrHandlerFn (self->cvode, silence, NULL);
  CVodeSStolerances (self->cvode, tolerance, tolerance * problem->scale);
  CVodeSetUserData (self->cvode, self);
  CVodeSetMaxNumSteps (self->cvode, 1000000);
  if (strcmp (method, "adams") == 0)
    {
      self->fixed_point = SUNNonlinSol_FixedPoint (self->x, 0, self->context);
      CVodeSetNonlinearSolver (self->cvode, self->fixed_point);
      return self;
    }
  if (problem->band > 0)
    {
      self->band = calloc ((size_t) (n * (2 * problem->band + 1)), sizeof (double));
      self->matrix = SUNBandMatrix (n, problem->band, problem->band, self->context);
      self->linear = SUNLinSol_Band (self->x, self->matrix, self->context);
    }
  else
    {
      self->matrix = SUNDenseMatrix (n, n, self->context);
      self->linear = SUNLinSol_Dense (self->x, self->matrix, self->context);
    }
  CVodeSetLinearSolver (self->cvode, self->linear, self->matrix);
  CVodeSetJacFn (self->cvode, jacobian);
  return self;
}

static long
solve (void *user, double *x)
{
  Solver *self = user;
  const size_t size = sizeof (double) * (size_t) self->problem->system.n_states;
  double t = 0;
  long steps = 0;
  int code;

  memcpy (NV_DATA_S (self->x), self->problem->x0, size);
  CVodeReInit (self->cvode, 0, self->x);
  CVodeSetStopTime (self->cvode, self->problem->t1);
  code = CVode (self->cvode, self->problem->t1, self->x, &t, CV_NORMAL);
  memcpy (x, NV_DATA_S (self->x), size);
  CVodeGetNumSteps (self->cvode, &steps);
  return code >= 0 ? steps : -1;
}

static void
close_solver (void *user)
{
  Solver *self = user;

  CVodeFree (&self->cvode);
  if (self->fixed_point != NULL)
    SUNNonlinSolFree (self->fixed_point);
  if (self->linear != NULL)
    {
      SUNLinSolFree (self->linear);
      SUNMatDestroy (self->matrix);
    }
  N_VDestroy (self->x);
  SUNContext_Free (&self->context);
  free (self->band);
  free (self);
}

const Peer bench_peer = {
  .name = "CVODE " SUNDIALS_VERSION ", " CVODE_BUILD,
  .methods = (const char *const[]) { "adams", NULL },
  .stiff_methods = (const char *const[]) { "bdf", NULL },
  .open = open_solver,
  .solve = solve,
  .close = close_solver,
};
