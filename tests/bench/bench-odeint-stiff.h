/* The method rosenbrock4 of Boost.odeint, for the benchmark of stiff methods. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* A stiff problem. Its Jacobian is dense and column-major. */
typedef struct
{
  void *self;
  int n_states;
  int (*rhs) (void *self, double t, const double *x, double *dxdt);
  int (*jacobian) (void *self, double t, const double *x, double *values);
} BenchStiff;

/* Solves a problem from the states x at time 0 to t1, and writes the result to x. Returns 0 on failure. */
int bench_odeint_rosenbrock (const BenchStiff *problem, double atol, double rtol, double t1, double *x);

#ifdef __cplusplus
}
#endif
