/* Problems for the benchmark of explicit methods, shared by C and C++. All runs begin at t =
 * 0. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_MAX_STATES 28

typedef struct
{
  const char *name;
  int n_states;
  double t1;
  void (*rhs) (double t, const double *x, double *dxdt);
  double x0[BENCH_MAX_STATES];
  double x1[BENCH_MAX_STATES]; /* states at the end, on which two 128-bit integrations agree to 1e-15 */
} BenchProblem;

extern const BenchProblem bench_problems[];
extern const size_t bench_n_problems;

/* Solves a problem from x0 with the absolute and relative tolerance tol, and writes the states at the end to x. Returns the number of
 * steps; negative on failure. */
typedef long (*BenchSolve) (const void *method, const BenchProblem *problem, double tol, double *x);

/* Returns a stepper of Boost.odeint with step-size control by its name. Returns NULL if the name is unknown or the program was built
 * without Boost. */
const void *bench_odeint_method (const char *name);
long bench_odeint_solve (const void *method, const BenchProblem *problem, double tol, double *x);

#ifdef __cplusplus
}
#endif
