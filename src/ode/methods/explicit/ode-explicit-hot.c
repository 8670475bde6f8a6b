/* Unrolled steps for few states, where the solver and not the model is the cost. The tables are visible here, so the compiler
 * drops zeros and folds every index; products h·a are made once a stage and shared by the states; the newest stage enters each
 * sum last, so that the rest of the sum does not wait for it. Scalars, not vectors: a wide load of a stage that the right-hand
 * side has just stored in pieces cannot be forwarded and stalls. */
#ifdef __GNUC__
#pragma GCC optimize ("no-tree-slp-vectorize", "no-tree-vectorize")
#endif

#include "ode-explicit.h"
#include "ode-tableaus.h"
#include "ode-tableaus-hot.inc"

#include <math.h>

#define FLAT static inline __attribute__ ((always_inline))
#define UNROLL _Pragma ("GCC unroll 16")
#define MOST_STAGES 16
#define MOST_STATES 4

typedef struct
{
  int n_stages;
  bool fsal;
  const double *A, *b, *b_hat, *c;
  const double *error5, *error3;
} Table;

void
ode_explicit_dop853_weights (const double **error5, const double **error3)
{
  *error5 = dop853_error5;
  *error3 = dop853_error3;
}

FLAT void
finish_853 (OdeStepper *stepper, OdeTry *step, const double *const *k, const int n, const Table table)
{
  double e3[MOST_STATES], n5, n3, factor;

  UNROLL for (int d = 0; d < n; d++)
    e3[d] = 0;
  UNROLL for (int j = 0; j < table.n_stages; j++)
    if (table.error3[j] != 0)
      {
        const double a = step->h * table.error3[j];
        UNROLL for (int d = 0; d < n; d++)
          e3[d] += a * k[j][d];
      }
  n5 = stepper->norm (stepper->integrator, step->error, step->x0, step->x1);
  n3 = stepper->norm (stepper->integrator, e3, step->x0, step->x1);
  factor = n5 > 0 ? n5 / sqrt (n5 * n5 + 0.01 * n3 * n3) : 1;
  UNROLL for (int d = 0; d < n; d++)
    step->error[d] *= factor;
}

FLAT OdeStatus
attempt (OdeStepper *stepper, OdeTry *step, double *slopes, const int n, const Table table)
{
  const int s = table.n_stages, last = table.fsal ? s - 1 : s;
  OdeStatus (*const rhs) (void *, double, const double *, double *) = stepper->system->rhs;
  void *const self = stepper->system->self;
  const double t = step->t, h = step->h, *const x0 = step->x0;
  double *const x1 = step->x1, *const error = step->error;
  const double *k[MOST_STAGES];
  OdeStatistics *statistics = stepper->statistics;
  double room[MOST_STATES], sum[MOST_STATES];
  double *const point = stepper->system->rhs_room != NULL ? stepper->system->rhs_room : room;
  OdeStatus status;

  k[0] = step->f0;
  UNROLL for (int i = 1; i < last; i++)
    {
      double *const slope = slopes + i * n;

      UNROLL for (int d = 0; d < n; d++)
        sum[d] = x0[d];
      UNROLL for (int j = 0; j < i; j++)
        if (table.A[i * s + j] != 0)
          {
            const double a = h * table.A[i * s + j];
            UNROLL for (int d = 0; d < n; d++)
              sum[d] += a * k[j][d];
          }
      UNROLL for (int d = 0; d < n; d++)
        point[d] = sum[d];
      k[i] = slope;
      statistics->rhs_by_purpose[ODE_RHS_STAGES]++;
      statistics->rhs_evaluations++;
      if ((status = rhs (self, t + table.c[i] * h, point, slope)) != ODE_DONE)
        return status;
    }

  UNROLL for (int d = 0; d < n; d++)
    sum[d] = x0[d];
  UNROLL for (int j = 0; j < last; j++)
    if (table.b[j] != 0)
      {
        const double a = h * table.b[j];
        UNROLL for (int d = 0; d < n; d++)
          sum[d] += a * k[j][d];
      }
  UNROLL for (int d = 0; d < n; d++)
    x1[d] = sum[d];

  if (error == NULL)
    return ODE_DONE;
  if (table.fsal)
    {
      k[s - 1] = step->f1_room;
      statistics->rhs_by_purpose[ODE_RHS_STAGES]++;
      statistics->rhs_evaluations++;
      UNROLL for (int d = 0; d < n; d++)
        point[d] = sum[d];
      if ((status = rhs (self, t + h, point, step->f1_room)) != ODE_DONE)
        return status;
      step->f1 = step->f1_room;
    }
  UNROLL for (int d = 0; d < n; d++)
    sum[d] = 0;
  UNROLL for (int j = 0; j < s; j++)
    {
      const double e = table.error5 != NULL ? table.error5[j] : table.b_hat != NULL ? table.b[j] - table.b_hat[j] : 0;

      if (e != 0)
        {
          const double a = h * e;
          UNROLL for (int d = 0; d < n; d++)
            sum[d] += a * k[j][d];
        }
    }
  UNROLL for (int d = 0; d < n; d++)
    error[d] = sum[d];
  if (table.error5 != NULL)
    finish_853 (stepper, step, k, n, table);
  return ODE_DONE;
}

#define KERNEL(name, n, ...)                                                                                   \
  static OdeStatus name##_##n (OdeStepper *stepper, OdeTry *step, double *slopes)                              \
  {                                                                                                            \
    return attempt (stepper, step, slopes, n, (Table) { __VA_ARGS__ });                                        \
  }
#define KERNELS(name, ...)                                                                                     \
  KERNEL (name, 1, __VA_ARGS__)                                                                                \
  KERNEL (name, 2, __VA_ARGS__)                                                                                \
  KERNEL (name, 3, __VA_ARGS__)                                                                                \
  KERNEL (name, 4, __VA_ARGS__)
#define ARRAYS(name) .A = name##_A, .b = name##_b, .c = name##_c

KERNELS (bogacki_shampine3, .n_stages = 4, .fsal = true, ARRAYS (bogacki_shampine3), .b_hat = bogacki_shampine3_b_hat)
KERNELS (runge_kutta4, .n_stages = 4, ARRAYS (runge_kutta4))
KERNELS (runge_kutta5, .n_stages = 7, .fsal = true, ARRAYS (runge_kutta5), .b_hat = runge_kutta5_b_hat)
KERNELS (tsitouras5, .n_stages = 7, .fsal = true, ARRAYS (tsitouras5), .b_hat = tsitouras5_b_hat)
KERNELS (dop853, .n_stages = 12, ARRAYS (dop853), .error5 = dop853_error5, .error3 = dop853_error3)
KERNELS (verner76, .n_stages = 10, ARRAYS (verner76), .b_hat = verner76_b_hat)
KERNELS (verner87, .n_stages = 13, ARRAYS (verner87), .b_hat = verner87_b_hat)
KERNELS (verner98, .n_stages = 16, ARRAYS (verner98), .b_hat = verner98_b_hat)

#define ROW(name) { &ode_tableau_##name, { name##_1, name##_2, name##_3, name##_4 } }
static const struct
{
  const OdeTableau *tableau;
  OdeExplicitKernel kernels[MOST_STATES];
} rows[] = {
  ROW (bogacki_shampine3), ROW (runge_kutta4), ROW (runge_kutta5), ROW (tsitouras5), ROW (dop853),
  ROW (verner76), ROW (verner87), ROW (verner98),
};

OdeExplicitKernel
ode_explicit_kernel (const OdeTableau *tableau, int n_states)
{
  if (n_states >= 1 && n_states <= MOST_STATES)
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
      if (rows[i].tableau == tableau)
        return rows[i].kernels[n_states - 1];
  return NULL;
}
