/* Three implicit stages (Radau IIA of order 5) for one to four states: factorizations and iterations with the number of states as a constant.
 * The compiler unrolls all loops and keeps the numbers of an iteration in registers and on the stack, except the arguments and results of the
 * right-hand side.
 *
 * Each sum has the terms of ode-irk.c, ode-newton.c and ode-linalg-factor.c in the same order, so that both give the same bits; a run with a
 * listener uses the general code. Vectorization is disabled, because a wide load of numbers that were just stored one by one waits for the
 * stores. */
#ifdef __GNUC__
#pragma GCC optimize ("no-tree-slp-vectorize", "no-tree-vectorize")
#endif

#include "ode-irk-small.h"

#include <math.h>

#include "ode-linalg-small-complex.h"

#define STAGES 3
#define MOST_STATES 4
#define INLINE static inline __attribute__ ((always_inline))
#define UNROLL _Pragma ("GCC unroll 16")

/* Writes (re + i im) M − J for the unit matrix M to a[n·n] and, if im is not 0, to b[n·n]. */
INLINE void
assemble (const OdeMatrix *matrix, const int n, double re, double im, double *a, double *b)
{
  if (matrix->jacobian_slot == NULL)
    UNROLL for (int k = 0; k < n * n; k++)
      a[k] = -matrix->jacobian[k];
  else
    {
      UNROLL for (int k = 0; k < n * n; k++)
        a[k] = 0.0;
      for (int k = 0; k < matrix->n_jacobian; k++)
        a[matrix->jacobian_slot[k]] = -matrix->jacobian[k];
    }
  if (b != NULL)
    UNROLL for (int k = 0; k < n * n; k++)
      b[k] = 0.0;
  UNROLL for (int k = 0; k < n; k++)
    {
      a[k * n + k] += re;
      if (b != NULL)
        b[k * n + k] += im;
    }
}

INLINE OdeStatus
factor (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h, const int n)
{
  const double *eigenvalue = scheme->eigenvalues;
  OdeFactor *real = solver->real[0], *pair = solver->pair[0];

  solver->stepper->statistics->factorizations++;
  solver->factored = NULL;
  assemble (solver->matrix, n, eigenvalue[0] / h, 0.0, real->re, NULL);
  assemble (solver->matrix, n, eigenvalue[1] / h, eigenvalue[2] / h, pair->re, pair->im);
  if (!ode_lu_factor_n (n, real->re, real->pivot, NULL, NULL) || !ode_lu_factor_complex_n (n, pair->re, pair->im, pair->pivot, NULL, NULL))
    return ode_stepper_singular (solver->stepper);
  solver->factored = scheme;
  solver->h_factored = h;
  return ODE_DONE;
}

/* Computes out = (T ⊗ I) in; both may be the same array. */
INLINE void
transform (const int n, const double *T, const double *in, double *out)
{
  UNROLL for (int i = 0; i < n; i++)
    {
      double v[STAGES];

      UNROLL for (int j = 0; j < STAGES; j++)
        v[j] = in[j * n + i];
      UNROLL for (int k = 0; k < STAGES; k++)
        {
          double sum = 0.0;

          UNROLL for (int j = 0; j < STAGES; j++)
            sum += T[k * STAGES + j] * v[j];
          out[k * n + i] = sum;
        }
    }
}

/* Returns the norm of ode_newton_norm. */
INLINE double
norm_of (const double *inverse, const int n, const double *update)
{
  double sum[4] = { 0 };

  UNROLL for (int k = 0; k < STAGES; k++)
    UNROLL for (int i = 0; i < n; i++)
      sum[i] += (update[k * n + i] * inverse[i]) * (update[k * n + i] * inverse[i]);
  return sqrt (((sum[0] + sum[1]) + (sum[2] + sum[3])) / ((double) n * STAGES));
}

INLINE OdeStatus
iterate (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const int n)
{
  OdeStepper *stepper = solver->stepper;
  OdeStatistics *statistics = stepper->statistics;
  const OdeSystem *system = stepper->system;
  OdeNewton *newton = &solver->newton;
  const OdeFactor *real = solver->real[0], *pair = solver->pair[0];
  const double g = scheme->eigenvalues[0] / h, alpha = scheme->eigenvalues[1] / h, beta = scheme->eigenvalues[2] / h;
  double *const Z = solver->Z, *const stage = system->rhs_buffer != NULL ? system->rhs_buffer : solver->stage;
  double W[STAGES * MOST_STATES], F[STAGES * MOST_STATES];
  OdeNewtonVerdict verdict;

  ode_newton_begin (newton);
  transform (n, scheme->T_inverse, Z, W);
  do
    {
      UNROLL for (int k = 0; k < STAGES; k++)
        {
          OdeStatus status;

          UNROLL for (int i = 0; i < n; i++)
            stage[i] = x0[i] + Z[k * n + i];
          /* So few states and iterations reach no limit of evaluations, so that ode_stepper_rhs need not be called. */
          statistics->rhs_by_purpose[ODE_RHS_STAGES]++;
          statistics->rhs_evaluations++;
          status = system->rhs (system->self, t + scheme->c[k] * h, stage, F + k * n);
          if (status != ODE_DONE)
            return status;
        }
      transform (n, scheme->T_inverse, F, F);
      UNROLL for (int i = 0; i < n; i++)
        {
          const double u = W[n + i], v = W[2 * n + i];

          F[i] -= g * W[i];
          F[n + i] -= alpha * u - beta * v;
          F[2 * n + i] -= beta * u + alpha * v;
        }
      ode_lu_solve_n (n, real->re, real->pivot, F);
      ode_lu_solve_complex_n (n, pair->re, pair->im, pair->pivot, F + n, F + 2 * n);
      verdict = ode_newton_judge (newton, norm_of (newton->inverse_scale, n, F));
      if (verdict == ODE_NEWTON_CONTINUE || verdict == ODE_NEWTON_CONVERGED)
        {
          UNROLL for (int i = 0; i < STAGES * n; i++)
            W[i] += F[i];
          transform (n, scheme->T, W, Z);
        }
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  return ode_newton_status (verdict);
}

#define DEFINE(n)                                                                                                                       \
  static OdeStatus factor_##n (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h)                                              \
  {                                                                                                                                     \
    return factor (solver, scheme, h, n);                                                                                               \
  }                                                                                                                                     \
  static OdeStatus iterate_##n (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0)                 \
  {                                                                                                                                     \
    return iterate (solver, scheme, t, h, x0, n);                                                                                       \
  }
DEFINE (1)
DEFINE (2)
DEFINE (3)
DEFINE (4)

const OdeIrkSmall *
ode_irk_small_find (const OdeMatrix *matrix)
{
  static const OdeIrkSmall functions[MOST_STATES] = { { factor_1, iterate_1 }, { factor_2, iterate_2 }, { factor_3, iterate_3 }, { factor_4, iterate_4 } };

  if (matrix->storage != ODE_STORAGE_DENSE || !ode_matrix_mass_is_identity (matrix) || matrix->n < 1 || matrix->n > MOST_STATES)
    return NULL;
  return &functions[matrix->n - 1];
}
