/* Boost.odeint's rosenbrock4, for the benchmark of stiff methods. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/* A stiff problem. Its Jacobian is dense and stored in column-major order. */
typedef struct
{
  void *self;
  int n_states;
  int (*rhs) (void *self, double t, const double *x, double *dxdt);
  int (*jacobian) (void *self, double t, const double *x, double *values);
} BenchStiff;

/* Solves from x at 0 to t1 and writes the end to x. Returns 0 on failure. */
int bench_odeint_rosenbrock (const BenchStiff *problem, double atol, double rtol, double t1, double *x);

#ifdef __cplusplus
}
#endif
