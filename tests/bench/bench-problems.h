/* The problems that the programs peer-… solve, shared by C and C++. All runs begin at t = 0. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#include "ode-system.h"

#define BENCH_MAX_STATES 1000

typedef struct
{
  const char *name;
  OdeSystem system; /* the right-hand side in C; stiff problems have a Jacobian, which is dense and column-major if band is 0 */
  bool stiff;
  int band; /* the number of diagonals of the Jacobian below and above the main one; 0: dense. A band has 2 band + 1 numbers for
             * each column, from the top. Entries that are always 0 are not written. */
  double t1;
  double scale; /* The absolute tolerance is scale × the relative one. Errors are |x − truth|/(scale + |truth|). */
  const double *x0;
  const double *truth; /* states at t1; of the components in `watched` if it is not NULL */
  const int *watched;
  int n_watched;
  const char *model; /* file of the model library; NULL: the text in bench-model.c */
  int n_fields; /* Fields that alternate in the states in C; in the model each field is an array. */
} BenchProblem;

/* Returns a problem by its name, or NULL. */
const BenchProblem *bench_problem_find (const char *name);
/* Returns problem k, or NULL after the last. */
const BenchProblem *bench_problem (int k);
/* Returns the largest error of the states x at t1, at least 1e-16. */
double bench_error (const BenchProblem *problem, const double *x);

#ifdef __cplusplus
}
#endif
