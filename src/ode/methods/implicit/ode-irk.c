/* Solves the stage equations of a fully implicit method (Hairer and Wanner, Solving
 * ODEs II, 2nd ed. 1996, IV.8; the transformation is due to Butcher, BIT 16 (1976) 118).
 *
 * The s coupled equations M Z = h (A ⊗ I) F(x0 + Z) are multiplied by (hA)⁻¹
 * and transformed by A⁻¹ = T Λ T⁻¹, W = (T⁻¹ ⊗ I) Z:
 *
 *   (Λ/h ⊗ M) W = (T⁻¹ ⊗ I) F(x0 + (T ⊗ I) W).
 *
 * A simplified Newton step with one Jacobian J for all stages solves
 *
 *   (Λ/h ⊗ M − I ⊗ J) δ = (T⁻¹ ⊗ I) F − (Λ/h ⊗ M) W.
 *
 * Λ is block diagonal: instead of one system of order s n there is a real system of order n
 * for each real eigenvalue of A⁻¹, and a complex system of order n for each pair. For
 * Radau IIA with three stages this needs a fifth of the work of a dense factorization. A
 * real 2 × 2 block [α −β; β α] acting on (u, v) is multiplication of u + iv by
 * α + iβ. */
#include "ode-irk.h"

#include "ode-irk-small.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two adjacent components of a vector. */
typedef double Pair __attribute__ ((vector_size (16), aligned (8), may_alias));

/* Computes out = (T ⊗ I) in, where T is s × s; in and out may be the same array. The compiler
 * specializes the function for the numbers of stages of the built-in methods. The vectors of all
 * stages at two components are read once, and s sums are formed from them: s² products for 2s
 * accesses to memory. */
static inline __attribute__ ((always_inline)) void
transform_s (const int s, int n, const double *T, const double *in, double *out)
{
  int c = 0;

  for (; c + 1 < n; c += 2)
    {
      Pair v[ODE_IRK_MAX_STAGES];

      for (int j = 0; j < s; j++)
        v[j] = *(const Pair *) (in + (ptrdiff_t) j * n + c);
      for (int i = 0; i < s; i++)
        {
          Pair sum = { 0.0, 0.0 };

          for (int j = 0; j < s; j++)
            sum += T[i * s + j] * v[j];
          *(Pair *) (out + (ptrdiff_t) i * n + c) = sum;
        }
    }
  if (c < n)
    {
      double v[ODE_IRK_MAX_STAGES];

      for (int j = 0; j < s; j++)
        v[j] = in[(ptrdiff_t) j * n + c];
      for (int i = 0; i < s; i++)
        {
          double sum = 0.0;

          for (int j = 0; j < s; j++)
            sum += T[i * s + j] * v[j];
          out[(ptrdiff_t) i * n + c] = sum;
        }
    }
}

/* s is a constant in each branch, so that the compiler unrolls the loops
 * over stages. */
static void
transform (int s, int n, const double *T, const double *in, double *out)
{
  switch (s)
    {
    case 1:
      for (int c = 0; c < n; c++)
        out[c] = T[0] * in[c];
      break;
    case 2:
      transform_s (2, n, T, in, out);
      break;
    case 3:
      transform_s (3, n, T, in, out);
      break;
    case 5:
      transform_s (5, n, T, in, out);
      break;
    case 7:
      transform_s (7, n, T, in, out);
      break;
    default:
      transform_s (s, n, T, in, out);
    }
}

/* Several schemes may use the same matrix and solver, as the Radau methods of three
 * orders do; max_stages determines the size of the vectors. */
bool
ode_irk_solver_init (OdeIrkSolver *solver, OdeStepper *stepper, int max_stages, int n_real, int n_pairs,
                     OdeMatrix *shared, char *error, size_t error_size)
{
  const size_t n = (size_t) stepper->system->n_states, s = (size_t) max_stages;

  memset (solver, 0, sizeof *solver);
  solver->stepper = stepper;
  solver->n = (int) n;
  solver->max_stages = max_stages;
  solver->matrix = shared != NULL ? shared : ode_matrix_new (stepper->system, stepper->settings.translate);
  solver->matrix_is_shared = shared != NULL;
  solver->memory = malloc (sizeof (double) * ((4 * s + 2) * n + 1));
  if (solver->matrix == NULL || solver->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  /* Without these buffers only the iteration with one Jacobian for all stages is possible. */
  if (!stepper->settings.error_control && !stepper->settings.subdivide_fixed && !stepper->settings.drake_implicit)
    solver->full = ode_irk_full_new (max_stages * (int) n, (int) n);
  solver->Z = solver->memory;
  solver->W = solver->Z + s * n;
  solver->F = solver->W + s * n;
  solver->M_W = solver->F + s * n;
  solver->stage = solver->M_W + s * n;
  ode_newton_init (&solver->newton, stepper, solver->stage + n);
  for (int i = 0; i < n_pairs; i++)
    if ((solver->pair[i] = ode_factor_new (solver->matrix, true)) == NULL)
      return ode_stepper_refuse_memory (stepper, error, error_size);
  for (int i = 0; i < n_real; i++)
    if ((solver->real[i] = ode_factor_new (solver->matrix, false)) == NULL)
      return ode_stepper_refuse_memory (stepper, error, error_size);
  return true;
}

/* A shared matrix belongs to another solver, which frees it. */
void
ode_irk_solver_clear (OdeIrkSolver *solver)
{
  for (int i = 0; i < ODE_IRK_MAX_STAGES; i++)
    ode_factor_free (solver->real[i]);
  for (int i = 0; i < ODE_IRK_MAX_STAGES / 2; i++)
    ode_factor_free (solver->pair[i]);
  if (!solver->matrix_is_shared)
    ode_matrix_free (solver->matrix);
  ode_irk_full_free (solver->full);
  free (solver->memory);
  memset (solver, 0, sizeof *solver);
}

/* The new values of J make all factors invalid. */
OdeStatus
ode_irk_solver_jacobian (OdeIrkSolver *solver, double t, const double *x, const double *f)
{
  OdeStatus status = ode_matrix_evaluate (solver->matrix, solver->stepper, t, x, f);

  solver->factored = NULL;
  solver->jacobian_age = 0;
  solver->jacobian_fresh = status == ODE_DONE;
  return status;
}

/* Each real eigenvalue has a real factor and each pair a complex one. `factored` points to the
 * scheme of the factors, since schemes share the memory of the factors. A factorization belongs to
 * one h: the entries of Λ/h change with it. */
OdeStatus
ode_irk_solver_factor (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h)
{
  const OdeIrkSmall *small = ode_irk_solver_small (solver, scheme);
  const double *eigenvalue = scheme->eigenvalues;
  const bool both = scheme->n_real > 0 && scheme->n_pairs > 0;
  OdeStatus status;

  if (small != NULL && solver->stepper->trace == NULL)
    return small->factor (solver, scheme, h);
  solver->stepper->statistics->factorizations++;
  solver->factored = NULL;
  /* The first real factor and the first pair are computed together. */
  if (both && (status = ode_factor_compute_two (solver->real[0], solver->pair[0], solver->stepper, eigenvalue[0] / h,
                                                eigenvalue[scheme->n_real] / h, eigenvalue[scheme->n_real + 1] / h)) != ODE_DONE)
    return status;
  for (int i = both; i < scheme->n_real; i++)
    if ((status = ode_factor_compute (solver->real[i], solver->stepper, eigenvalue[i] / h, 0.0)) != ODE_DONE)
      return status;
  eigenvalue += scheme->n_real;
  for (int i = both; i < scheme->n_pairs; i++)
    if ((status = ode_factor_compute (solver->pair[i], solver->stepper, eigenvalue[2 * i] / h, eigenvalue[2 * i + 1] / h)) != ODE_DONE)
      return status;
  solver->factored = scheme;
  solver->h_factored = h;
  return ODE_DONE;
}

/* Replaces F by the residual (T⁻¹ ⊗ I) F − (Λ/h ⊗ M) W, plus forcing ⊗ f0 if
 * the first stage is explicit. If the factors belong to another step size h'
 * (profile drake), the residual is multiplied by h/h', which gives Drake's
 * update (I − h' A ⊗ J) δ = h A F − Z; see ode-newton-retry.c. */
static void
make_residual (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h, const double *f0)
{
  const int n = solver->n, s = scheme->n_stages;
  const bool identity = ode_matrix_mass_is_identity (solver->matrix);
  const double *M_W = identity ? solver->W : solver->M_W;
  const double *eigenvalue = scheme->eigenvalues;

  if (!identity)
    for (int k = 0; k < s; k++)
      ode_matrix_mass_times (solver->matrix, solver->W + (ptrdiff_t) k * n, solver->M_W + (ptrdiff_t) k * n);
  transform (s, n, scheme->T_inverse, solver->F, solver->F);
  for (int k = 0; k < scheme->n_real; k++)
    {
      /* The real eigenvalues come first, one row each. */
      const double g = eigenvalue[k] / h;
      double *restrict r = solver->F + (ptrdiff_t) k * n;
      const double *restrict w = M_W + (ptrdiff_t) k * n;

      for (int i = 0; i < n; i++)
        r[i] -= g * w[i];
    }
  eigenvalue += scheme->n_real;
  for (int k = 0; k < scheme->n_pairs; k++)
    {
      /* After the rows of the real eigenvalues, two successive rows are the real and the
       * imaginary part of one complex row, which belongs to a pair of complex eigenvalues. */
      const double alpha = eigenvalue[2 * k] / h, beta = eigenvalue[2 * k + 1] / h;
      double *restrict r = solver->F + (ptrdiff_t) (scheme->n_real + 2 * k) * n;
      const double *restrict w = M_W + (ptrdiff_t) (scheme->n_real + 2 * k) * n;

      for (int i = 0; i < n; i++)
        {
          const double u = w[i], v = w[n + i];

          r[i] -= alpha * u - beta * v;
          r[n + i] -= beta * u + alpha * v;
        }
    }
  if (scheme->explicit_first)
    for (int k = 0; k < s; k++)
      for (int i = 0; i < n; i++)
        solver->F[(ptrdiff_t) k * n + i] += scheme->forcing[k] * f0[i];
  if (solver->h_factored != h)
    {
      const double ratio = h / solver->h_factored;

      for (int i = 0; i < s * n; i++)
        solver->F[i] *= ratio;
    }
}

/* Replaces the residual in F by the Newton update δ. */
static void
solve_update (OdeIrkSolver *solver, const OdeIrkScheme *scheme)
{
  const int n = solver->n;
  double *r = solver->F;

  for (int k = 0; k < scheme->n_real; k++, r += n)
    ode_factor_solve (solver->real[k], r, NULL);
  for (int k = 0; k < scheme->n_pairs; k++, r += 2 * (size_t) n)
    ode_factor_solve (solver->pair[k], r, r + n);
}

/* Applies Drake's convergence test, which uses the error norm of the update Σ d_i δZ_i of the
 * solution. M_W is no longer needed, so it is the buffer for δZ. */
static OdeNewtonVerdict
judge_drake (OdeIrkSolver *solver, const OdeIrkScheme *scheme, const double *x0)
{
  OdeStepper *stepper = solver->stepper;
  const int n = solver->n, s = scheme->n_stages;
  double *dx = solver->stage, *x = solver->M_W;

  transform (s, n, scheme->T, solver->F, solver->M_W);
  for (int i = 0; i < n; i++)
    {
      double sum = 0.0, end = x0[i];

      for (int k = 0; k < s; k++)
        {
          sum += scheme->d[k] * solver->M_W[(ptrdiff_t) k * n + i];
          end += scheme->d[k] * solver->Z[(ptrdiff_t) k * n + i];
        }
      dx[i] = sum;
      x[i] = end;
    }
  return ode_newton_judge_drake (&solver->newton, n, x, dx, stepper->norm (stepper->integrator, dx, x0, x));
}

/* The full Newton method evaluates the Jacobian at the last stage, t + h, in each iteration. One
 * iteration needs s evaluations of f, two transformations and the solves; an update that ends the
 * iteration by divergence is not added. */
OdeStatus
ode_irk_solver_iterate (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const double *f0)
{
  const OdeIrkSmall *small = ode_irk_solver_small (solver, scheme);
  OdeStepper *stepper = solver->stepper;
  OdeNewton *newton = &solver->newton;
  const int n = solver->n, s = scheme->n_stages;
  const size_t all = (size_t) s * (size_t) n;
  OdeNewtonVerdict verdict;

  if (small != NULL && stepper->trace == NULL && !newton->full && !newton->drake && solver->h_factored == h)
    return small->iterate (solver, scheme, t, h, x0);
  ode_newton_begin (newton);
  /* The iteration updates W; Z is also needed, because the stages are evaluated
   * at x0 + Z. */
  transform (s, n, scheme->T_inverse, solver->Z, solver->W);
  if (stepper->trace != NULL)
    ode_trace_iterate (stepper, true, solver->h_factored / h, s, x0, solver->Z);
  do
    {
      for (int k = 0; k < s; k++)
        {
          const double *restrict z = solver->Z + (ptrdiff_t) k * n;
          double *restrict stage = solver->stage;

          for (int i = 0; i < n; i++)
            stage[i] = x0[i] + z[i];

          OdeStatus status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, t + scheme->c[k] * h, stage, solver->F + (ptrdiff_t) k * n);

          if (status != ODE_DONE)
            return status;
        }
      if (newton->full)
        {
          OdeStatus status = ode_irk_solver_jacobian (solver, t + h, solver->stage, NULL);

          if (status == ODE_DONE)
            status = ode_irk_solver_factor (solver, scheme, h);
          if (status != ODE_DONE)
            return status;
        }
      make_residual (solver, scheme, h, f0);
      solve_update (solver, scheme);
      verdict = newton->drake ? judge_drake (solver, scheme, x0) : ode_newton_judge (newton, ode_newton_norm (newton, s, solver->F));
      if (verdict == ODE_NEWTON_CONTINUE || verdict == ODE_NEWTON_CONVERGED)
        {
          for (size_t i = 0; i < all; i++)
            solver->W[i] += solver->F[i];
          /* Transform W back to the increments Z. */
          transform (s, n, scheme->T, solver->W, solver->Z);
        }
      if (stepper->trace != NULL)
        ode_trace_iterate (stepper, false, solver->h_factored / h, s, x0, solver->Z);
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  return ode_newton_status (verdict);
}

/* W and F are not needed after the iteration, so they are used as scratch. The slopes K satisfy Z = h (a_0 f0
 * + A K), and T · forcing is A⁻¹ a_0. */
void
ode_irk_trace_stages (OdeIrkSolver *solver, const OdeIrkScheme *scheme, double t, double h, const double *x0, const double *f0,
                      bool solved)
{
  const int n = solver->n, s = scheme->n_stages, first = scheme->explicit_first;

  if (first)
    ode_trace_stage (solver->stepper, 1, 0.0, t, x0, f0);
  ode_irk_slopes (scheme, n, h, solver->Z, solver->F);
  for (int i = 0; i < s; i++)
    {
      double weight = 0.0, *k = solver->F + (ptrdiff_t) i * n;

      for (int j = 0; first && j < s; j++)
        weight += scheme->T[i * s + j] * scheme->forcing[j];
      for (int c = 0; c < n; c++)
        {
          k[c] -= first ? weight * f0[c] : 0.0;
          solver->stage[c] = x0[c] + solver->Z[(ptrdiff_t) i * n + c];
        }
      ode_trace_stage (solver->stepper, i + 1 + first, scheme->c[i], t + scheme->c[i] * h, solver->stage, solved ? k : NULL);
    }
}

/* In a stiffly accurate method x1 is the last stage, so that x1 satisfies the
 * algebraic equations as well as the stage does. Otherwise x1 is computed from the
 * increments with d = A⁻ᵀ b. This formula does not contain f at the stages, whose
 * error would be that of Newton's method times J. */
void
ode_irk_solver_end (const OdeIrkSolver *solver, const OdeIrkScheme *scheme, double h, const double *x0, const double *f0,
                    double *x1)
{
  const int n = solver->n, s = scheme->n_stages;

  if (scheme->stiffly_accurate)
    {
      const double *last = solver->Z + (ptrdiff_t) (s - 1) * n;

      for (int i = 0; i < n; i++)
        x1[i] = x0[i] + last[i];
      return;
    }
  for (int i = 0; i < n; i++)
    {
      double sum = scheme->d_first != 0.0 ? scheme->d_first * h * f0[i] : 0.0;

      for (int k = 0; k < s; k++)
        sum += scheme->d[k] * solver->Z[(ptrdiff_t) k * n + i];
      x1[i] = x0[i] + sum;
    }
}

void
ode_irk_collocation_weights (const OdeIrkScheme *scheme, double theta, double *weights)
{
  ode_irk_weights_s (scheme->n_stages, scheme, theta, weights);
}

/* Solves h A K = Z for the slopes of all stages except an explicit first one. */
void
ode_irk_slopes (const OdeIrkScheme *scheme, int n, double h, const double *Z, double *K)
{
  const int s = scheme->n_stages;

  for (int i = 0; i < s; i++)
    for (int k = 0; k < n; k++)
      {
        double sum = 0.0;

        for (int j = 0; j < s; j++)
          sum += scheme->A_inverse[i * s + j] * Z[(ptrdiff_t) j * n + k];
        K[(ptrdiff_t) i * n + k] = sum / h;
      }
}
