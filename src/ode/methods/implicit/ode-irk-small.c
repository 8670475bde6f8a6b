/* Three, five or seven implicit stages (Radau IIA of order 5, 9 and 13) for one to four states: factorizations and iterations with the numbers of
 * stages and states as constants. The compiler unrolls all loops and keeps the numbers of an iteration in registers and on the stack, except the arguments and results of the
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

#define MOST_STAGES 7
#define MOST_STATES 4
#define INLINE static inline __attribute__ ((always_inline))
#define UNROLL _Pragma ("GCC unroll 4")

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
factor (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h, const int s, const int n)
{
  const double *eigenvalue = scheme->eigenvalues;
  OdeFactor *real = solver->real[0];

  solver->stepper->statistics->factorizations++;
  solver->factored = NULL;
  assemble (solver->matrix, n, eigenvalue[0] / h, 0.0, real->re, NULL);
  if (!ode_lu_factor_n (n, real->re, real->pivot, NULL, NULL))
    return ode_stepper_singular (solver->stepper);
  for (int k = 0; k < s / 2; k++)
    {
      OdeFactor *pair = solver->pair[k];

      assemble (solver->matrix, n, eigenvalue[2 * k + 1] / h, eigenvalue[2 * k + 2] / h, pair->re, pair->im);
      if (!ode_lu_factor_complex_n (n, pair->re, pair->im, pair->pivot, NULL, NULL))
        return ode_stepper_singular (solver->stepper);
    }
  solver->factored = scheme;
  solver->h_factored = h;
  return ODE_DONE;
}

/* Computes out = (T ⊗ I) in; both may be the same array. */
INLINE void
transform (const int s, const int n, const double *T, const double *in, double *out)
{
  UNROLL for (int i = 0; i < n; i++)
    {
      double v[MOST_STAGES];

      UNROLL for (int j = 0; j < s; j++)
        v[j] = in[j * n + i];
      UNROLL for (int k = 0; k < s; k++)
        {
          double sum = 0.0;

          UNROLL for (int j = 0; j < s; j++)
            sum += T[k * s + j] * v[j];
          out[k * n + i] = sum;
        }
    }
}

/* Returns the norm of ode_newton_norm. */
INLINE double
norm_of (const double *inverse, const int s, const int n, const double *update)
{
  double sum[4] = { 0 };

  UNROLL for (int k = 0; k < s; k++)
    UNROLL for (int i = 0; i < n; i++)
      sum[i] += (update[k * n + i] * inverse[i]) * (update[k * n + i] * inverse[i]);
  return sqrt (((sum[0] + sum[1]) + (sum[2] + sum[3])) / ((double) n * s));
}

INLINE OdeStatus
iterate (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const int s, const int n)
{
  OdeStepper *stepper = solver->stepper;
  OdeStatistics *statistics = stepper->statistics;
  const OdeSystem *system = stepper->system;
  OdeNewton *newton = &solver->newton;
  const OdeFactor *real = solver->real[0];
  double *const Z = solver->Z, *const stage = system->rhs_buffer != NULL ? system->rhs_buffer : solver->stage;
  double W[MOST_STAGES * MOST_STATES], F[MOST_STAGES * MOST_STATES], lambda[MOST_STAGES];
  OdeNewtonVerdict verdict;

  UNROLL for (int k = 0; k < s; k++)
    lambda[k] = scheme->eigenvalues[k] / h;
  ode_newton_begin (newton);
  transform (s, n, scheme->T_inverse, Z, W);
  do
    {
      UNROLL for (int k = 0; k < s; k++)
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
      transform (s, n, scheme->T_inverse, F, F);
      UNROLL for (int i = 0; i < n; i++)
        F[i] -= lambda[0] * W[i];
      UNROLL for (int k = 1; k < s; k += 2)
        UNROLL for (int i = k * n; i < k * n + n; i++)
          {
            const double u = W[i], v = W[n + i];

            F[i] -= lambda[k] * u - lambda[k + 1] * v;
            F[n + i] -= lambda[k + 1] * u + lambda[k] * v;
          }
      ode_lu_solve_n (n, real->re, real->pivot, F);
      UNROLL for (int k = 0; k < s / 2; k++)
        {
          const OdeFactor *pair = solver->pair[k];
          double *r = F + (2 * k + 1) * n;

          ode_lu_solve_complex_n (n, pair->re, pair->im, pair->pivot, r, r + n);
        }
      verdict = ode_newton_judge (newton, norm_of (newton->inverse_scale, s, n, F));
      if (verdict == ODE_NEWTON_CONTINUE || verdict == ODE_NEWTON_CONVERGED)
        {
          UNROLL for (int i = 0; i < s * n; i++)
            W[i] += F[i];
          transform (s, n, scheme->T, W, Z);
        }
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  return ode_newton_status (verdict);
}

#define DEFINE(s, n)                                                                                                                    \
  static OdeStatus factor_##s##_##n (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h)                                        \
  {                                                                                                                                     \
    return factor (solver, scheme, h, s, n);                                                                                            \
  }                                                                                                                                     \
  static OdeStatus iterate_##s##_##n (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0)           \
  {                                                                                                                                     \
    return iterate (solver, scheme, t, h, x0, s, n);                                                                                    \
  }
#define DEFINE_ALL(s) DEFINE (s, 1) DEFINE (s, 2) DEFINE (s, 3) DEFINE (s, 4)
#define ROW(s) { factor_##s##_1, iterate_##s##_1 }, { factor_##s##_2, iterate_##s##_2 }, { factor_##s##_3, iterate_##s##_3 }, { factor_##s##_4, iterate_##s##_4 }
DEFINE_ALL (3)
DEFINE_ALL (5)
DEFINE_ALL (7)

const OdeIrkSmall *
ode_irk_small_find (const OdeMatrix *matrix, const OdeIrkScheme *scheme)
{
  static const OdeIrkSmall three[MOST_STATES] = { ROW (3) }, five[MOST_STATES] = { ROW (5) }, seven[MOST_STATES] = { ROW (7) };
  const int n = matrix->n, s = scheme->n_stages;

  if (n < 1 || n > MOST_STATES || matrix->storage != ODE_STORAGE_DENSE || !ode_matrix_mass_is_identity (matrix) || scheme->n_real != 1
      || scheme->explicit_first)
    return NULL;
  return s == 3 ? &three[n - 1] : s == 5 ? &five[n - 1] : s == 7 ? &seven[n - 1] : NULL;
}
