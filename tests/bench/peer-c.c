/* Measures the right-hand sides that were written in C. */
#include "peer.h"

#define RHS_REPEATS 1000

static void *
open_problem (const BenchProblem *problem, const char *method, double tolerance)
{
  return (void *) problem;
}

static long
evaluate (void *self, double *x)
{
  const BenchProblem *problem = self;

  for (int k = 0; k < RHS_REPEATS; k++)
    problem->system.rhs (problem->system.self, 0, problem->x0, x);
  return RHS_REPEATS;
}

static void
close_problem (void *self)
{
}

const Peer bench_peer = {
  .name = "C, -O3 -march=native",
  .costs = (const char *const[]) { "rhs", NULL },
  .open = open_problem,
  .solve = evaluate,
  .close = close_problem,
};
