/* Solves the problems with RADAU5 of Hairer and Wanner, the Fortran code of the R package deSolve. */
#include "peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void Function (const int *n, const double *t, const double *x, double *dxdt, double *reals, int *integers);
typedef void Jacobian (const int *n, const double *t, const double *x, const int *below, const int *above, double *J, const int *rows, double *reals, int *integers);
typedef void Nothing (void);

extern void radau5_ (const int *n, Function *rhs, double *t, double *x, const double *t1, double *h, const double *rtol, const double *atol,
                     const int *vectors, Jacobian *jacobian, const int *has_jacobian, const int *below, const int *above, Nothing *mass,
                     const int *has_mass, const int *mass_below, const int *mass_above, Nothing *output, const int *has_output,
                     double *work, const int *work_size, int *iwork, const int *iwork_size, double *reals, int *integers, int *result);

/* RADAU5 reports problems through these functions of R. They are not needed: the result has a code. */
#define SILENT(name) \
  void name (void); \
  void name (void) \
  { \
  }
SILENT (rprint_)
SILENT (rprintf_)
SILENT (rprintfd1_)
SILENT (rprintfd2_)
SILENT (rprintfi1_)
SILENT (rprintfi2_)
SILENT (rprintfi3_)

typedef struct
{
  const BenchProblem *problem;
  double tolerance;
  double *work;
  int *iwork;
  int work_size, iwork_size;
} Solver;

static const OdeSystem *current;

static void
rhs (const int *n, const double *t, const double *x, double *dxdt, double *reals, int *integers)
{
  current->rhs (current->self, *t, x, dxdt);
}

static void
jacobian (const int *n, const double *t, const double *x, const int *below, const int *above, double *J, const int *rows, double *reals, int *integers)
{
  current->jacobian (current->self, *t, x, J);
}

static void
nothing (void)
{
}

static void *
open_solver (const BenchProblem *problem, const char *method, double tolerance)
{
  const int n = problem->system.n_states, band = problem->band;
  const int rows = band > 0 ? 2 * band + 1 : n, factor_rows = band > 0 ? 3 * band + 1 : n;
  Solver *self = calloc (1, sizeof *self);

  self->problem = problem;
  self->tolerance = tolerance;
  self->work_size = n * (rows + 3 * factor_rows + 12) + 20;
  self->work = calloc ((size_t) self->work_size, sizeof (double));
  self->iwork_size = 3 * n + 20;
  self->iwork = calloc ((size_t) self->iwork_size, sizeof (int));
  return self;
}

static long
solve (void *user, double *x)
{
  Solver *self = user;
  const BenchProblem *problem = self->problem;
  const int n = problem->system.n_states, yes = 1, no = 0, width = problem->band > 0 ? problem->band : n;
  const double atol = self->tolerance * problem->scale;
  double t = 0, h = 1e-6, unused = 0;
  int result = 0, integers = 0;

  current = &problem->system;
  memcpy (x, problem->x0, sizeof (double) * (size_t) n);
  memset (self->work, 0, 20 * sizeof (double));
  memset (self->iwork, 0, 20 * sizeof (int));
  self->iwork[1] = 1000000;
  radau5_ (&n, rhs, &t, x, &problem->t1, &h, &self->tolerance, &atol, &no, jacobian, &yes, &width, &width, nothing, &no, &no, &no, nothing, &no,
           self->work, &self->work_size, self->iwork, &self->iwork_size, &unused, &integers, &result);
  return result > 0 ? self->iwork[15] : -1;
}

static void
close_solver (void *user)
{
  Solver *self = user;

  free (self->work);
  free (self->iwork);
  free (self);
}

const Peer bench_peer = {
  .name = "RADAU5, gfortran -O3 -march=native",
  .stiff_methods = (const char *const[]) { "radau5", NULL },
  .open = open_solver,
  .solve = solve,
  .close = close_solver,
};
