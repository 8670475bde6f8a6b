/* Steps of the fully implicit methods that a tableau defines completely: Gauss,
 * Lobatto, and tableaus read at run time (Hairer and Wanner, Solving ODEs II, 2nd
 * ed. 1996, IV.8).
 *
 * Each attempt solves the stage equations of ode-irk.c for Z and computes
 *
 *   x1 = x0 + Σ d_i Z_i + d_first h f0,   e = Σ e_i Z_i + e_first h f0,
 *
 * where e is computed only if the tableau has b̂. The estimate e is not filtered, so it overestimates the error of
 * stiff components if the embedded formula is not A-stable. Tableaus whose A cannot be
 * diagonalized are handled by solving one coupled system of order s n
 * (ode-irk-coupled.c).
 *
 * The history consists of the increments Z of the last accepted step, which define the collocation
 * polynomial through (0, 0) and (c_i, Z_i) for guesses and dense output, and of x0, x1 and
 * the slopes at both ends. Guesses are invalid after a restart or an undo; dense output is valid
 * after every accepted step. The Jacobian is reused while the contraction rate of
 * Newton's method is at most KEEP_JACOBIAN, and its factors while h does not change.
 *
 * Gauss methods (order 2s, stage order s) are symmetric and symplectic, and
 * conserve quadratic invariants up to the error of Newton's method. These
 * properties matter with fixed steps; there the tolerance of Newton's
 * method limits the conservation, not the order. */
#include "ode-irk.h"

#include "ode-irk-coupled.h"
#include "ode-stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The Jacobian is reused in the next step if the contraction rate is at most this value.
 * RADAU5 uses 0.001. The methods of this file mostly have fixed steps, so that the factors
 * are also reused and a new Jacobian is relatively more expensive. */
#define KEEP_JACOBIAN 0.01
/* Largest number of stages of any tableau. ode-custom.c checks this limit
 * for tableaus made at run time. */
#define MAX_TABLEAU_STAGES 64

typedef struct
{
  OdeStepper base;
  OdeIrkSolver solver;
  OdeIrkScheme scheme;
  OdeIrkCoupled coupled;            /* the solver that is used if A cannot be diagonalized */
  bool is_coupled;
  int n;
  bool want_jacobian, have_guess, f_end_known;
  double h_old, t, h;
  double *memory;
  double *poly;                     /* stage increments of the last accepted step */
  double *x0, *x1, *s0, *s1;        /* states at both ends of the last accepted step, and h times the slopes there */
  double *f_end;
  double *slopes;                   /* slopes of all stages, computed only when irk_stages is called */
} Irk;

static size_t
irk_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Irk);
}

/* Also frees a stepper whose construction failed. */
static void
irk_clear (OdeStepper *stepper)
{
  Irk *self = (Irk *) stepper;

  ode_irk_coupled_clear (&self->coupled);
  ode_irk_solver_clear (&self->solver);
  free (self->memory);
}

/* A tableau without a usable spectrum is handled by solving one coupled system;
 * a scheme with one stage then only determines the size of the buffers. An explicit
 * stage with weight in x1 or e needs the slope M⁻¹ f0, which is not
 * available with a mass matrix. */
static bool
irk_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Irk *self = (Irk *) stepper;
  OdeIrkScheme *scheme = &self->scheme;
  const size_t n = (size_t) stepper->system->n_states;

  self->n = (int) n;
  if (stepper->method->tableau->dense != NULL && stepper->method->tableau->n_extra > 0)
    return ode_message_refuse (stepper->settings.translate, error, error_size,
                             "only explicit tableaus may have dense output with extra stages");
  /* If A is singular or has multiple eigenvalues, or if there are too many stages, all stages are solved
   * together. */
  self->is_coupled = !ode_irk_scheme_init (scheme, stepper->method->tableau, stepper->method->data,
                                            stepper->settings.translate, error, error_size);
  if (self->is_coupled)
    *scheme = (OdeIrkScheme) { .n_stages = 1, .n_real = 1, .c = stepper->method->tableau->c };
  else if ((scheme->d_first != 0.0 || scheme->e_first != 0.0) && stepper->system->mass_pattern != NULL)
    return ode_message_refuse (stepper->settings.translate, error, error_size,
                             "this tableau has an explicit stage that needs M⁻¹, and the system has a mass matrix");
  self->memory = malloc (sizeof (double) * (((size_t) scheme->n_stages + (size_t) stepper->method->tableau->n_stages + 5) * n + 1));
  if (self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  if (!ode_irk_solver_init (&self->solver, stepper, scheme->n_stages, scheme->n_real, scheme->n_pairs, NULL, error, error_size)
      || (self->is_coupled && !ode_irk_coupled_init (&self->coupled, stepper, self->solver.matrix, &self->solver.newton, error,
                                                     error_size)))
    return false;
  self->poly = self->memory;
  self->x0 = self->poly + (size_t) scheme->n_stages * n;
  self->x1 = self->x0 + n;
  self->s0 = self->x1 + n;
  self->s1 = self->s0 + n;
  self->f_end = self->s1 + n;
  self->slopes = self->f_end + n;
  self->want_jacobian = true;
  return true;
}

/* Discards the polynomial for guesses, the Jacobian and its factors, because parameters may have changed. */
static void
irk_restart (OdeStepper *stepper)
{
  Irk *self = (Irk *) stepper;

  self->want_jacobian = true;
  self->have_guess = false;
  self->solver.factored = NULL;
  self->solver.matrix->valid = false;
  ode_newton_restart (&self->solver.newton);
}

/* The polynomial belongs to the step that is undone, so it is discarded. The contraction rate of a solve from a good guess says nothing about the first
 * update from Z = 0. */
static void
irk_undo (OdeStepper *stepper)
{
  Irk *self = (Irk *) stepper;

  self->have_guess = false;
  ode_newton_restart (&self->solver.newton);
}

/* Computes the initial guess of Z by extrapolating the collocation polynomial of the last
 * step: P(1 + c_i h/h_old) − P(1). The guess is 0 without a polynomial, or if c_1 = 0, since
 * the interpolation would have the node 0 twice. */
static void
guess_stages (Irk *self, double h)
{
  const OdeIrkScheme *scheme = &self->scheme;
  const int s = scheme->n_stages;
  const size_t n = (size_t) self->n;
  double *Z = self->solver.Z;

  memset (Z, 0, sizeof (double) * n * (size_t) s);
  /* The remainder of the extrapolation grows as (1 + h/h_old)^{s+1}. If h
   * exceeds 1.5 h_old, Z = 0 is the better guess. */
  if (!self->have_guess || scheme->c[0] == 0.0 || h > 1.5 * self->h_old)
    return;
  for (int i = 0; i < s; i++)
    {
      /* P(1) is subtracted because increments are relative to the new x0.
       * In general P(1) = Σ_i ℓ_i(1) Z_i, which for stiffly accurate methods
       * is the last increment. P(1) is used in place of x1 so that the guess is
       * exact for polynomials of degree s. */
      double weight[ODE_IRK_MAX_STAGES], end[ODE_IRK_MAX_STAGES];

      ode_irk_collocation_weights (scheme, 1.0 + scheme->c[i] * h / self->h_old, weight);
      ode_irk_collocation_weights (scheme, 1.0, end);
      for (int j = 0; j < s; j++)
        for (size_t k = 0; k < n; k++)
          Z[(size_t) i * n + k] += (weight[j] - end[j]) * self->poly[(size_t) j * n + k];
    }
}

/* Computes the estimate e by the formula at the top of this file. */
static void
estimate_error (Irk *self, OdeTry *step)
{
  const OdeIrkScheme *scheme = &self->scheme;
  const int n = self->n;

  for (int k = 0; k < n; k++)
    {
      double sum = scheme->e_first * step->h * step->f0[k];

      for (int i = 0; i < scheme->n_stages; i++)
        sum += scheme->e[i] * self->solver.Z[(ptrdiff_t) i * n + k];
      step->error[k] = sum;
    }
}

/* Attempts the step with the old Jacobian, unless it converged too slowly; if that
 * fails, attempts it again with a new Jacobian. */
static OdeStatus
irk_attempt (OdeStepper *stepper, OdeTry *step)
{
  Irk *self = (Irk *) stepper;
  OdeIrkSolver *solver = &self->solver;
  bool fresh = solver->matrix->valid && solver->matrix->t_at == step->t;
  OdeStatus status = ODE_DONE;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  ode_newton_scale (&solver->newton, step->x0, 1.0);
  if (self->is_coupled)
    {
      ode_newton_restart (&solver->newton);
      status = ode_irk_coupled_step (&self->coupled, step);
      step->newton_iterations = solver->newton.iterations;
      step->contraction = (float) solver->newton.theta;
      return status;
    }
  if (!solver->matrix->valid || ((self->want_jacobian || !stepper->settings.reuse_jacobian) && !fresh))
    {
      status = ode_irk_solver_jacobian (solver, step->t, step->x0, step->f0);
      self->want_jacobian = false;
      fresh = true;
    }
  while (status == ODE_DONE)
    {
      step->jacobian_age = solver->jacobian_age;
      if (solver->factored != &self->scheme || solver->h_factored != step->h)
        status = ode_irk_solver_factor (solver, &self->scheme, step->h);
      if (status != ODE_DONE)
        return status;
      guess_stages (self, step->h);
      status = ode_irk_solver_iterate (solver, &self->scheme, step->t, step->h, step->x0, step->f0);
      step->newton_iterations += solver->newton.iterations;
      /* A second attempt makes sense only with a newer Jacobian. There is none if the
       * Jacobian was evaluated at the start of this step, or at each iterate by the full
       * Newton method. */
      if (status != ODE_RETRY_NEWTON || fresh || stepper->settings.full_newton)
        break;
      ode_newton_restart (&solver->newton);
      status = ode_irk_solver_jacobian (solver, step->t, step->x0, step->f0);
      fresh = true;
    }
  if (status == ODE_RETRY_NEWTON || status == ODE_RETRY_UNDEFINED)
    {
      status = ode_irk_solver_resort_to_full (solver, &self->scheme, step->t, step->h, step->x0, step->f0, status);
      step->newton_iterations += solver->newton.full ? solver->newton.iterations : 0;
    }
  step->contraction = (float) solver->newton.theta;
  if (stepper->trace != NULL)
    ode_irk_trace_stages (solver, &self->scheme, step->t, step->h, step->x0, step->f0, status == ODE_DONE);
  if (status != ODE_DONE)
    {
      ode_newton_restart (&solver->newton);
      return status;
    }
  /* A single iteration gives no contraction rate; it converged with the η of an
   * earlier step, so the Jacobian is reused. */
  if (solver->newton.iterations > 1 && solver->newton.theta > KEEP_JACOBIAN)
    self->want_jacobian = true;
  ode_irk_solver_end (solver, &self->scheme, step->h, step->x0, step->f0, step->x1);
  if (step->error != NULL)
    estimate_error (self, step);
  return ODE_DONE;
}

/* Stores the polynomial, the states at both ends and h f0 of the step. */
static void
irk_accept (OdeStepper *stepper, const OdeTry *step)
{
  Irk *self = (Irk *) stepper;
  const OdeIrkScheme *scheme = &self->scheme;
  const size_t n = (size_t) self->n;
  int middle = 0;

  if (!self->is_coupled)
    memcpy (self->poly, self->solver.Z, sizeof (double) * n * (size_t) scheme->n_stages);
  memcpy (self->x0, step->x0, sizeof (double) * n);
  memcpy (self->x1, step->x1, sizeof (double) * n);
  self->t = step->t;
  self->h = self->h_old = step->h;
  self->have_guess = true;
  self->f_end_known = false;
  self->solver.jacobian_age++;
  if (stepper->system->mass_pattern == NULL)
    {
      for (size_t k = 0; k < n; k++)
        self->s0[k] = step->h * step->f0[k];
      return;
    }
  /* With a mass matrix slopes are not available. Dense output then uses the
   * collocation polynomial (see irk_dense) or, if the first stage is x0, a parabola through
   * both ends and the stage nearest to the middle. */
  for (int i = 1; i < scheme->n_stages; i++)
    if (fabs (scheme->c[i] - 0.5) < fabs (scheme->c[middle] - 0.5))
      middle = i;
  /* A node between 0.1 and 0.9 keeps the slopes of the parabola well
   * conditioned, because they contain 1/(c (1 − c)). */
  const double c = scheme->c[middle];

  ode_stage_parabola (self->n, c, !self->is_coupled && c > 0.1 && c < 0.9 ? self->poly + (size_t) middle * n : NULL, self->x0, self->x1,
                      self->s0,
                      self->s1);
}

/* Evaluates the dense output x0 + h Σ b_i(θ) k_i of the tableau. For the implicit
 * stages h k = A⁻¹ (Z − h a_0 f0), so that the weights of Z are A⁻ᵀ b(θ), and the weight
 * of h f0 is b_0(θ) − (A⁻ᵀ b(θ))ᵀ a_0. */
static void
dense_of_tableau (Irk *self, double theta, double *x)
{
  const OdeTableau *tableau = self->base.method->tableau;
  const OdeIrkScheme *scheme = &self->scheme;
  const int s = self->is_coupled ? tableau->n_stages : scheme->n_stages, all = tableau->n_stages, first = all - s;
  const double *vectors = self->is_coupled ? self->coupled.K : self->poly;
  double b[MAX_TABLEAU_STAGES], weight[MAX_TABLEAU_STAGES], from_f0;

  for (int i = 0; i < all; i++)
    /* b_i(θ) is a polynomial in θ; b_i(1) = b_i makes the output continuous. */
    b[i] = ode_tableau_dense_weight (tableau, i, theta);
  from_f0 = first ? b[0] : 0.0;
  for (int j = 0; j < s; j++)
    {
      weight[j] = self->is_coupled ? self->h * b[j] : 0.0;
      for (int i = 0; !self->is_coupled && i < s; i++)
        weight[j] += b[i + first] * scheme->A_inverse[i * s + j];
      if (first)
        from_f0 -= weight[j] * tableau->A[(j + 1) * all];
    }
  for (int k = 0; k < self->n; k++)
    {
      double sum = from_f0 != 0.0 ? from_f0 * self->s0[k] : 0.0;

      for (int j = 0; j < s; j++)
        sum += weight[j] * vectors[(ptrdiff_t) j * self->n + k];
      x[k] = self->x0[k] + sum;
    }
}

/* The order of the collocation polynomial is about half of that of the step, and that of the cubic Hermite polynomial 3. */
static bool
irk_dense_suffices (const OdeStepper *stepper)
{
  return stepper->method->order <= 2 || (stepper->method->tableau->dense != NULL && stepper->system->mass_pattern == NULL);
}

/* Evaluates the dense output of the tableau if it has one, otherwise the cubic Hermite
 * polynomial (order 3). With a mass matrix slopes are not available; then it evaluates the
 * collocation polynomial, whose order is the stage order, or a cubic polynomial with the slopes
 * of a parabola. */
static OdeStatus
irk_dense (OdeStepper *stepper, double theta, double *x)
{
  Irk *self = (Irk *) stepper;
  const bool plain = stepper->system->mass_pattern == NULL;

  if (stepper->method->tableau->dense != NULL && plain)
    {
      dense_of_tableau (self, theta, x);
      return ODE_DONE;
    }

  if (plain)
    {
      OdeStatus status = ode_stepper_dense_slope (stepper, &self->f_end_known, self->t + self->h, self->x1, self->f_end);

      if (status != ODE_DONE)
        return status;
    }
  if (!plain && !self->is_coupled && self->scheme.c[0] > 0.0)
    {
      double weight[ODE_IRK_MAX_STAGES];

      ode_irk_collocation_weights (&self->scheme, theta, weight);
      memcpy (x, self->x0, sizeof (double) * (size_t) self->n);
      for (int i = 0; i < self->scheme.n_stages; i++)
        for (int k = 0; k < self->n; k++)
          x[k] += weight[i] * self->poly[(ptrdiff_t) i * self->n + k];
      return ODE_DONE;
    }
  ode_stage_cubic (self->n, theta, self->x0, self->x1, self->s0, plain ? self->f_end : self->s1, plain ? self->h : 1.0, x);
  return ODE_DONE;
}

/* The layout of a snapshot is: want_jacobian, have_guess, h_old, η, θ, age, h
 * of the factors, one unused number; the polynomial; t and x of the Jacobian. */
#define HEAD 8

/* A snapshot has HEAD numbers, the polynomial and the place of the Jacobian. */
static size_t
irk_snapshot_size (const OdeStepper *stepper)
{
  const Irk *self = (const Irk *) stepper;

  return sizeof (double) * (HEAD + (size_t) self->scheme.n_stages * (size_t) self->n) + ode_matrix_snapshot_size (self->solver.matrix);
}

/* Writes flags, step sizes and rates, then the polynomial, then the place of the Jacobian. */
static void
irk_save (const OdeStepper *stepper, void *bytes)
{
  const Irk *self = (const Irk *) stepper;
  const OdeIrkSolver *solver = &self->solver;
  const double head[HEAD] = { self->want_jacobian, self->have_guess, self->h_old, ode_newton_eta (&solver->newton), solver->newton.theta,
                              solver->jacobian_age, solver->factored != NULL ? solver->h_factored : 0.0, 0.0 };
  const size_t poly = sizeof (double) * (size_t) self->scheme.n_stages * (size_t) self->n;
  char *at = bytes;

  memcpy (at, head, sizeof head);
  memcpy (at += sizeof head, self->poly, poly);
  ode_matrix_save (solver->matrix, at + poly);
}

/* Recomputes Jacobian and factors from the stored t, x and h without counting
 * them. */
static void
irk_restore (OdeStepper *stepper, const void *bytes)
{
  Irk *self = (Irk *) stepper;
  OdeIrkSolver *solver = &self->solver;
  const OdeStatistics kept = *stepper->statistics;
  const size_t poly = sizeof (double) * (size_t) self->scheme.n_stages * (size_t) self->n;
  const char *at = bytes;
  double head[HEAD];

  memcpy (head, at, sizeof head);
  memcpy (self->poly, at += sizeof head, poly);
  ode_matrix_restore (solver->matrix, stepper, at + poly);
  self->want_jacobian = head[0] != 0.0;
  self->have_guess = head[1] != 0.0;
  self->h_old = head[2];
  ode_newton_set_eta (&solver->newton, head[3]);
  solver->newton.theta = head[4];
  solver->jacobian_age = (int) head[5];
  solver->factored = NULL;
  /* A factor is recomputed only if the Jacobian was valid. */
  if (head[6] != 0.0 && solver->matrix->valid)
    ode_irk_solver_factor (solver, &self->scheme, head[6]);
  *stepper->statistics = kept;
}

/* Returns the slopes of all stages. Those of implicit stages are k = A⁻¹ (Z/h
 * − a_0 f0); f0 precedes them if the first stage is explicit. With a mass matrix
 * these are x', not M x'. */
static const double *
irk_stages (const OdeStepper *stepper, int *n_stages)
{
  const Irk *self = (const Irk *) stepper;
  const OdeIrkScheme *scheme = &self->scheme;
  const OdeTableau *tableau = stepper->method->tableau;
  const int n = self->n, all = tableau->n_stages, s = scheme->n_stages;
  double *K = self->slopes;

  *n_stages = all;
  if (self->is_coupled)
    return self->coupled.K;
  if (scheme->explicit_first)
    {
      for (int k = 0; k < n; k++)
        K[k] = self->s0[k] / self->h;
      K += n;
    }
  ode_irk_slopes (scheme, n, self->h, self->poly, K);
  for (int i = 0; scheme->explicit_first && i < s; i++)
    for (int j = 0; j < s; j++)
      {
        const double weight = scheme->A_inverse[i * s + j] * tableau->A[(j + 1) * all];

        for (int k = 0; k < n; k++)
          K[(ptrdiff_t) i * n + k] -= weight * self->slopes[k];
      }
  return self->slopes;
}

static const char *
irk_linear_algebra (const OdeStepper *stepper)
{
  return ((const Irk *) stepper)->solver.matrix->text;
}

const OdeStepperClass ode_irk_class = {
  .size = irk_size,
  .init = irk_init,
  .clear = irk_clear,
  .attempt = irk_attempt,
  .linear_algebra = irk_linear_algebra,
  .stages = irk_stages,
  .accept = irk_accept,
  .restart = irk_restart,
  .undo = irk_undo,
  .dense = irk_dense,
  .dense_suffices = irk_dense_suffices,
  .snapshot_size = irk_snapshot_size,
  .save = irk_save,
  .restore = irk_restore,
};
