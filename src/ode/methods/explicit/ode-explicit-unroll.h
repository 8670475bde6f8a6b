/* Unrolled steps of explicit methods for one to four states, for which the solver
 * costs more time than the model.
 *
 * ODE_EXPLICIT_UNROLL (name) before the definition of a method generates
 * the array name_kernels, which the method's data refers to. A method without
 * this macro uses the general code of ode-explicit.c, which is slower and
 * gives the same bits: both compute the products h·a once per stage for all states,
 * and add the newest stage last, so that the rest of the sum does not wait for it.
 *
 * The coefficients of the method are constants for the compiler, so that it removes terms
 * with zeros and computes every index. Vectorization is disabled, because a wide load
 * of a slope that the right-hand side has just stored number by number cannot be forwarded
 * from the store buffer and stalls. */
#pragma once

#include "ode-explicit.h"

#include <math.h>

#ifdef __GNUC__
#pragma GCC optimize ("no-tree-slp-vectorize", "no-tree-vectorize")
#endif

#define ODE_UNROLL_INLINE static inline __attribute__ ((always_inline))
#define ODE_UNROLL_LOOP _Pragma ("GCC unroll 16")
#define ODE_UNROLL_MOST_STAGES 16

/* Replaces e5 in step->error by DOP853's combined estimate, like
 * estimate_853 of ode-explicit.c. */
ODE_UNROLL_INLINE void
ode_unroll_finish_853 (OdeStepper *stepper, OdeTry *step, const double *const *k, const int n, const int s, const double *error3)
{
  /* error3 has the weights of the third-order estimate e3. The combined estimate
   * is e5 ‖e5‖/√(‖e5‖² + 0.01 ‖e3‖²) (Hairer, Nørsett and Wanner, Solving ODEs
   * I, 2nd ed. 1993, II.10), so that e5 is scaled by a factor of at most 1. */
  double e3[ODE_EXPLICIT_KERNEL_STATES], n5, n3, factor;

  ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
    e3[d] = 0;
  ODE_UNROLL_LOOP for (int j = 0; j < s; j++)
    if (error3[j] != 0)
      {
        const double a = step->h * error3[j];
        ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
          e3[d] += a * k[j][d];
      }
  n5 = stepper->norm (stepper->integrator, step->error, step->x0, step->x1);
  n3 = stepper->norm (stepper->integrator, e3, step->x0, step->x1);
  factor = n5 > 0 ? n5 / sqrt (n5 * n5 + 0.01 * n3 * n3) : 1;
  ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
    step->error[d] *= factor;
}

/* Makes an attempt with n states: computes the stages, x1, and the estimate if it is
 * wanted. n, table, error5 and error3 are compile-time constants of the caller. */
ODE_UNROLL_INLINE OdeStatus
ode_unroll_attempt (OdeStepper *stepper, OdeTry *step, double *slopes, const int n, const OdeTableau table,
                    const double *error5, const double *error3)
{
  const int s = table.n_stages, last = table.fsal ? s - 1 : s;
  OdeStatus (*const rhs) (void *, double, const double *, double *) = stepper->system->rhs;
  void *const self = stepper->system->self;
  const double t = step->t, h = step->h, *const x0 = step->x0;
  double *const x1 = step->x1, *const error = step->error;
  const double *k[ODE_UNROLL_MOST_STAGES];
  OdeStatistics *statistics = stepper->statistics;
  double scratch[ODE_EXPLICIT_KERNEL_STATES], sum[ODE_EXPLICIT_KERNEL_STATES];
  /* A system may offer a buffer for the state that it reads. If the point is
   * computed in this buffer, the right-hand side need not copy it. */
  double *const point = stepper->system->rhs_buffer != NULL ? stepper->system->rhs_buffer : scratch;
  OdeStatus status;

  /* The caller guarantees that f0 is known. The slopes of the stages are
   * contiguous in the stepper's memory. */
  k[0] = step->f0;
  ODE_UNROLL_LOOP for (int i = 1; i < last; i++)
    {
      double *const slope = slopes + i * n;

      ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
        sum[d] = x0[d];
      ODE_UNROLL_LOOP for (int j = 0; j < i; j++)
        if (table.A[i * s + j] != 0)
          {
            const double a = h * table.A[i * s + j];
            ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
              sum[d] += a * k[j][d];
          }
      ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
        point[d] = sum[d];
      /* Evaluations are counted here and not by ode_stepper_rhs, which saves a
       * call per stage. */
      k[i] = slope;
      statistics->rhs_by_purpose[ODE_RHS_STAGES]++;
      statistics->rhs_evaluations++;
      if ((status = rhs (self, t + table.c[i] * h, point, slope)) != ODE_DONE)
        return status;
    }

  ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
    sum[d] = x0[d];
  ODE_UNROLL_LOOP for (int j = 0; j < last; j++)
    /* The compiler removes this test and the terms with zero weights. */
    if (table.b[j] != 0)
      {
        const double a = h * table.b[j];
        ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
          sum[d] += a * k[j][d];
      }
  ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
    x1[d] = sum[d];

  /* Without error control neither the estimate nor the slope at the end is
   * needed here. */
  if (error == NULL)
    return ODE_DONE;
  if (table.fsal)
    {
      /* First same as last: the last stage is f at the end of the step. The
       * estimate uses it, and it becomes the first stage of the next step. */
      k[s - 1] = step->f1_buffer;
      statistics->rhs_by_purpose[ODE_RHS_STAGES]++;
      statistics->rhs_evaluations++;
      ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
        point[d] = sum[d];
      if ((status = rhs (self, t + h, point, step->f1_buffer)) != ODE_DONE)
        return status;
      step->f1 = step->f1_buffer;
    }
  ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
    sum[d] = 0;
  ODE_UNROLL_LOOP for (int j = 0; j < s; j++)
    {
      /* The weights of the estimate are error5 if the method has these, otherwise
       * b − b̂. */
      const double e = error5 != NULL ? error5[j] : table.b_hat != NULL ? table.b[j] - table.b_hat[j] : 0;

      if (e != 0)
        {
          const double a = h * e;
          ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
            sum[d] += a * k[j][d];
        }
    }
  ODE_UNROLL_LOOP for (int d = 0; d < n; d++)
    error[d] = sum[d];
  if (error5 != NULL)
    ode_unroll_finish_853 (stepper, step, k, n, s, error3);
  return ODE_DONE;
}

/* Defines the kernel of one method for one number of states. */
#define ODE_UNROLL_KERNEL(name, n)                                                                             \
  static OdeStatus name##_##n (OdeStepper *stepper, OdeTry *step, double *slopes)                              \
  {                                                                                                            \
    const OdeExplicitData *data = ode_method_##name.data;                                                      \
                                                                                                               \
    return ode_unroll_attempt (stepper, step, slopes, n, *ode_method_##name.tableau, data->error5,             \
                               data->error3);                                                                  \
  }

/* The symbol is hidden, because the compiler may not fold constants of a symbol
 * that another library could replace. */
#define ODE_EXPLICIT_UNROLL(name)                                                                              \
  extern const OdeMethod ode_method_##name __attribute__ ((visibility ("hidden")));                            \
  ODE_UNROLL_KERNEL (name, 1)                                                                                  \
  ODE_UNROLL_KERNEL (name, 2)                                                                                  \
  ODE_UNROLL_KERNEL (name, 3)                                                                                  \
  ODE_UNROLL_KERNEL (name, 4)                                                                                  \
  static const OdeExplicitKernel name##_kernels[ODE_EXPLICIT_KERNEL_STATES] = {                                \
    name##_1, name##_2, name##_3, name##_4,                                                                    \
  };
