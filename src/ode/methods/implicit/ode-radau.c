/* Radau IIA methods of 3, 5 and 7 stages, orders 5, 9 and 13, as in RADAU5 and
 * RADAU (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.8; variable
 * order: Hairer and Wanner, J. Comput. Appl. Math. 111 (1999) 93). They are
 * collocation methods at the right Radau points, L-stable and stiffly accurate,
 * so that x1 is the last stage and algebraic equations hold at x1.
 *
 * Stages: the increments Z_i = X_i − x0 satisfy M Z = h (A ⊗ I) F(x0 + Z) by
 * simplified Newton iterations in transformed variables (ode-irk.c). The initial
 * guess extrapolates the collocation polynomial of the last accepted step,
 * which a restart or an undo discards.
 *
 * Error estimate (IV.8, equations 8.17 to 8.19): a quadrature formula with an
 * additional node at 0 of weight γ₀, the inverse of the real eigenvalue of A⁻¹,
 * and of order s gives
 *
 *   err = (γ₀⁻¹/h M − J)⁻¹ (f0 + M Σ e_i Z_i/h).
 *
 * Newton's method has already factored this matrix, which belongs to the real
 * eigenvalue; the filter keeps the estimate bounded for h λ → ∞, where the solution itself
 * is damped. The estimate is O(h^{s+1}), for s = 3 two powers less than the local error
 * O(h⁶); used directly it would make the error far smaller than the tolerance. RADAU5
 * therefore transforms the tolerance, rtol' = 0.1 rtol^{2/3} for s = 3; for any
 * s the exponent is (s + 1)/(2s). The factor here is 0.03 in place of 0.1,
 * because with 0.1 errors at the end of a run reached ten times the tolerance.
 *
 * Order selection (RADAU): fast convergence of Newton's method means that the step
 * is small for the order, so the order is increased; slow convergence means that the stages
 * of high order are hard to solve, so the order is reduced.
 *
 * Stability: R(z) is the Padé approximation of e^z with degrees (s − 1, s), so the
 * methods are A-stable and R(∞) = 0 (Hairer and Wanner, IV.5). The stage order is s,
 * so that on stiff problems the order is s + 1 or more instead of 2s − 1. */
#include "ode-radau.h"

#include "ode-irk-small.h"
#include "ode-linalg-small.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define N_LEVELS 3
#define MAX_STAGES 7
#define INLINE static inline __attribute__ ((always_inline))

/* The next step reuses the Jacobian if the contraction rate is at most this value (THET in
 * RADAU). */
#define KEEP_JACOBIAN 0.001
/* The order is increased if the smoothed contraction rate is at most RISE_BELOW and
 * the step size changed by a factor between STEADY_LOW and STEADY_HIGH; it is reduced
 * if the contraction rate is at least FALL_ABOVE or Newton's method failed (VITU, HHOD,
 * HHOU and VITD in RADAU). After a change the order is not increased for REST
 * attempts. */
#define RISE_BELOW 0.002
#define FALL_ABOVE 0.8
#define STEADY_LOW 0.8
#define STEADY_HIGH 1.2
#define REST 10

typedef struct
{
  int level;          /* index of the scheme (the order) in use */
  int poly_level;     /* index of the scheme to which the stored polynomial belongs */
  int attempts_since_change;
  int unexpected;     /* number of failures of Newton's method since the last choice of the order */
  int have_poly;
  int want_jacobian;
  int jacobian_age;
  int jacobian_fresh;
  double h_old;       /* size of the last accepted step */
  double theta_smooth;
  double theta;
  double eta;
} History;

typedef struct
{
  OdeStepper base;
  OdeIrkSolver solver;
  OdeIrkScheme scheme[N_LEVELS];
  double e[N_LEVELS][MAX_STAGES];
  double loosening[N_LEVELS], loosening_rtol; /* rtol'/rtol for each scheme, and the rtol for which these were computed */
  int lowest, highest;
  History history;
  double *poly;        /* stage increments of the last accepted step, which define its collocation polynomial */
  double *error_rhs;   /* n numbers: M Σ e_i Z_i/h of the error estimate */
  double *error_stage; /* n numbers: scratch for the error estimate */
  double *slopes;      /* stage slopes, computed only when they are requested */
  double *memory;
  const double *x_old; /* start of the last accepted step */
  bool first;          /* true until the first step after a restart is accepted */
} Radau;

static const OdeTableau *const tableaus[N_LEVELS] = { &ode_tableau_radau5, &ode_tableau_radau9, &ode_tableau_radau13 };
static const OdeIrkSpectrum *const spectra[N_LEVELS] = { &ode_spectrum_radau5, &ode_spectrum_radau9, &ode_spectrum_radau13 };

static size_t
radau_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Radau);
}

/* Derives the weights e of the error estimate. The embedded formula h γ₀ f0 + h
 * Σ b̂_i F_i has order s, so the weights v_i = (b̂_i − b_i)/γ₀ of the difference
 * to h Σ b_i F_i satisfy Σ v_i c_i^{k−1} = −δ_{k1} for k = 1 … s. The
 * solution is v_i = −ℓ_i(0), where ℓ_i are the Lagrange polynomials on the
 * nodes c. In terms of Z = h A F the weights are e = A⁻ᵀ v, computed through
 * the eigenvalues of A⁻¹ = T Λ T⁻¹ as A⁻ᵀ v = T⁻ᵀ Λᵀ Tᵀ v. */
static void
derive_estimate (const OdeIrkScheme *scheme, double *e)
{
  const int s = scheme->n_stages;
  double v[MAX_STAGES], w[MAX_STAGES] = { 0 };

  for (int i = 0; i < s; i++)
    {
      double basis = 1.0;

      for (int j = 0; j < s; j++)
        if (j != i)
          basis *= -scheme->c[j] / (scheme->c[i] - scheme->c[j]);
      v[i] = -basis;
    }
  for (int k = 0; k < s; k++)
    for (int i = 0; i < s; i++)
      w[k] += scheme->T[i * s + k] * v[i];
  for (int k = 0; k < scheme->n_real; k++)
    w[k] *= scheme->eigenvalues[k];
  for (int k = 0; k < scheme->n_pairs; k++)
    {
      const int at = scheme->n_real + 2 * k;
      const double alpha = scheme->eigenvalues[at], beta = scheme->eigenvalues[at + 1];
      const double x = w[at], y = w[at + 1];

      w[at] = alpha * x + beta * y;
      w[at + 1] = -beta * x + alpha * y;
    }
  for (int j = 0; j < s; j++)
    {
      e[j] = 0.0;
      for (int k = 0; k < s; k++)
        e[j] += scheme->T_inverse[k * s + j] * w[k];
    }
}

/* Derives the schemes and estimates of all orders that the method may use. They share the solver,
 * whose buffers have the size of the largest number of stages. */
static bool
radau_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Radau *self = (Radau *) stepper;
  const OdeRadauData *data = stepper->method->data;
  const size_t n = (size_t) stepper->system->n_states;
  const int most = tableaus[data->highest]->n_stages;

  self->lowest = data->lowest;
  self->highest = data->highest;
  for (int k = self->lowest; k <= self->highest; k++)
    {
      if (!ode_irk_scheme_init (&self->scheme[k], tableaus[k], spectra[k], stepper->settings.translate, error, error_size))
        return false;
      derive_estimate (&self->scheme[k], self->e[k]);
    }
  self->memory = malloc (sizeof (double) * ((2 * (size_t) most + 2) * n + 1));
  if (self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  if (!ode_irk_solver_init (&self->solver, stepper, most, 1, most / 2, NULL, error, error_size))
    return false;
  self->poly = self->memory;
  self->error_rhs = self->poly + (size_t) most * n;
  self->error_stage = self->error_rhs + n;
  self->slopes = self->error_stage + n;
  self->history.level = self->lowest;
  stepper->klass->restart (stepper);
  return true;
}

/* Also frees a stepper whose construction failed. */
static void
radau_clear (OdeStepper *stepper)
{
  Radau *self = (Radau *) stepper;

  ode_irk_solver_clear (&self->solver);
  free (self->memory);
}

/* Parameters or the state have changed: the next attempt evaluates J, begins with the lowest order,
 * and has no polynomial for a guess. */
static void
radau_restart (OdeStepper *stepper)
{
  Radau *self = (Radau *) stepper;

  self->history = (History) {
    .level = self->lowest,
    .want_jacobian = 1,
    .theta = KEEP_JACOBIAN,
    .eta = 1.0,
  };
  self->solver.factored = NULL;
  self->first = true;
  ode_newton_restart (&self->solver.newton);
}

/* Recomputes rtol'/rtol if the tolerance has changed since the last step. */
static void
derive_loosening (Radau *self)
{
  const double rtol = ode_stepper_relative_tolerance (&self->base);

  if (rtol == self->loosening_rtol)
    return;
  self->loosening_rtol = rtol;
  for (int k = self->lowest; k <= self->highest; k++)
    {
      const double s = self->scheme[k].n_stages;

      self->loosening[k] = 0.03 * pow (rtol, (s + 1.0) / (2.0 * s) - 1.0);
    }
}

/* Chooses the scheme (the order) of this attempt by the rules at the top of this file. The
 * contraction rate is known from the last step at no cost. */
static void
choose_order (Radau *self, double h)
{
  History *history = &self->history;
  int next = history->level;
  const double ratio = history->h_old > 0.0 ? h / history->h_old : 0.0;

  /* With fixed steps a higher order would not allow longer steps, so the
   * lowest order is used. */
  if (self->lowest == self->highest || !self->base.settings.error_control)
    return;
  history->attempts_since_change++;
  history->theta_smooth = fmin (10.0, fmax (history->theta, 0.5 * history->theta_smooth));
  if (self->solver.newton.iterations > 1 && history->theta_smooth <= RISE_BELOW && ratio > STEADY_LOW && ratio < STEADY_HIGH
      && history->have_poly)
    next = history->level < self->highest ? history->level + 1 : history->level;
  if (history->theta_smooth >= FALL_ABOVE || history->unexpected)
    next = history->level > self->lowest ? history->level - 1 : history->level;
  if (history->attempts_since_change <= REST && next > history->level)
    next = history->level;
  history->unexpected = 0;
  if (next == history->level)
    return;
  history->level = next;
  history->attempts_since_change = 1;
}

/* Computes the initial guess of Z by extrapolating the collocation polynomial P of the last step,
 * which passes through (0, 0) and (c_i, Z_i): Z_i of the new step is P(1 + (h/h_old) c_i) −
 * P(1), since increments are relative to the new x0. The scheme has s stages, that of the polynomial s_old, and there are n states; the compiler
 * specializes the function where these are constants. */
INLINE void
extrapolate (Radau *self, const OdeIrkScheme *scheme, double h, const int s, const int s_old, const int n)
{
  const OdeIrkScheme *old = &self->scheme[self->history.poly_level];
  const double ratio = h / self->history.h_old;

  for (int i = 0; i < s; i++)
    {
      double weight[MAX_STAGES] = { 0 };
      double *restrict z = self->solver.Z + (ptrdiff_t) i * n;

      ode_irk_weights_s (s_old, old, 1.0 + ratio * scheme->c[i], weight);
      weight[s_old - 1] -= 1.0; /* P(1) is the last stage */
      for (int c = 0; c < n; c++)
        z[c] = weight[0] * self->poly[c];
      for (int j = 1; j < s_old; j++)
        {
          const double *restrict p = self->poly + (ptrdiff_t) j * n;

          for (int c = 0; c < n; c++)
            z[c] += weight[j] * p[c];
        }
    }
}

/* Without a polynomial the guess is 0. */
static void
guess_stages (Radau *self, const OdeIrkScheme *scheme, double h)
{
  const int n = self->base.system->n_states, s_old = self->scheme[self->history.poly_level].n_stages;

  if (!self->history.have_poly)
    memset (self->solver.Z, 0, sizeof (double) * (size_t) n * (size_t) scheme->n_stages);
  else
    switch (scheme->n_stages == 3 && s_old == 3 ? n : 0)
      {
      case 1:
        extrapolate (self, scheme, h, 3, 3, 1);
        break;
      case 2:
        extrapolate (self, scheme, h, 3, 3, 2);
        break;
      case 3:
        extrapolate (self, scheme, h, 3, 3, 3);
        break;
      case 4:
        extrapolate (self, scheme, h, 3, 3, 4);
        break;
      default:
        extrapolate (self, scheme, h, scheme->n_stages, s_old, n);
      }
}

/* Solves for Z with the old Jacobian if its contraction rate was small enough. If
 * that fails, solves once more with a new Jacobian. */
static OdeStatus
solve_stages (Radau *self, OdeTry *step, const OdeIrkScheme *scheme)
{
  OdeIrkSolver *solver = &self->solver;
  History *history = &self->history;
  OdeStatus status;

  if (history->want_jacobian || !solver->matrix->valid || (!self->base.settings.reuse_jacobian && !solver->jacobian_fresh))
    {
      status = ode_irk_solver_jacobian (solver, step->t, step->x0, step->f0);
      if (status != ODE_DONE)
        return status;
      history->want_jacobian = 0;
    }
  for (;;)
    {
      if (solver->factored != scheme || solver->h_factored != step->h)
        {
          status = ode_irk_solver_factor (solver, scheme, step->h);
          if (status != ODE_DONE)
            return status;
        }
      guess_stages (self, scheme, step->h);
      status = ode_irk_solver_iterate (solver, scheme, step->t, step->h, step->x0, step->f0);
      step->newton_iterations += solver->newton.iterations;
      if (status != ODE_RETRY_NEWTON || solver->jacobian_fresh)
        return status;
      /* The old Jacobian may have caused the failure, and a new Jacobian costs less
       * than a smaller step. */
      ode_newton_restart (&solver->newton);
      status = ode_irk_solver_jacobian (solver, step->t, step->x0, step->f0);
      if (status != ODE_DONE)
        return status;
    }
}

/* Multiplies the error estimate of an unknown of index k by h^(k−1), because
 * the order of its local error is lower by k − 1. RADAU5 does the same (Hairer
 * and Wanner, Solving ODEs II, VII.7). */
static void
weigh_indices (const OdeSystem *system, double h, double *restrict error)
{
  for (int i = 0; system->index != NULL && i < system->n_states; i++)
    for (int k = 1; k < system->index[i]; k++)
      error[i] *= h;
}

/* A residual r of Newton's method in a constraint of index 3 changes the error
 * estimate of the Lagrange multiplier by (γ₀⁻¹/h)² r, where γ₀⁻² is up to 80.
 * The tolerance of the iteration is divided by about this factor; otherwise
 * the estimate could exceed 1 for every step size. */
#define CLOSER 100.0

/* Computes the estimate by the formula at the top of this file, divided by rtol'/rtol.
 * error_rhs contains M Σ e_i Z_i/h for the second application of the filter. The compiler specializes the function where the numbers of stages s and
 * states n are constants; then M is the unit matrix and the factor dense (`small`). */
INLINE OdeStatus
estimate (Radau *self, OdeTry *step, const OdeIrkScheme *scheme, const int s, const int n, const bool small)
{
  OdeStepper *stepper = &self->base;
  const int level = self->history.level;
  const OdeFactor *factor = self->solver.real[0];
  const double *e = self->e[level], *Z = self->solver.Z;
  const double inverse_h = 1.0 / step->h, tighten = 1.0 / self->loosening[level];
  double *restrict sum = self->error_rhs, *restrict work = self->error_stage;

  for (int i = 0; i < n; i++)
    {
      double value = 0.0;

      for (int k = 0; k < s; k++)
        value += e[k] * Z[(ptrdiff_t) k * n + i];
      if (small)
        sum[i] = value * inverse_h;
      else
        work[i] = value * inverse_h;
    }
  if (!small)
    ode_matrix_mass_times (self->solver.matrix, work, sum);
  for (int i = 0; i < n; i++)
    step->error[i] = sum[i] + step->f0[i];
  if (stepper->trace != NULL && stepper->system->mass_pattern == NULL)
    {
      /* The trace reports the estimate before the filter in units of the state. With J = 0 the filter is a multiplication by γ₀ h. */
      for (int i = 0; i < n; i++)
        work[i] = step->error[i] * tighten * step->h / scheme->eigenvalues[0];
      weigh_indices (stepper->system, step->h, work);
      ode_trace_event (stepper, ODE_TRACE_FILTER, 0, 0, 1.0, step->t + step->h, n, work, NULL);
    }
  if (small)
    ode_lu_solve_n (n, factor->re, factor->pivot, step->error);
  else
    ode_factor_solve (factor, step->error, NULL);
  if (self->first || step->retry)
    {
      /* If the estimate is above 1 in the first step or after a rejection, it becomes
       * err ← (γ₀⁻¹/h M − J)⁻¹ (f(x0 + err) + M Σ e_i Z_i/h), which damps stiff
       * components once more (equation 8.20). */
      double largest;

      for (int i = 0; i < n; i++)
        work[i] = step->error[i] * tighten;
      weigh_indices (stepper->system, step->h, work);
      largest = stepper->norm (stepper->integrator, work, step->x0, step->x1);
      if (largest >= 1.0)
        {
          for (int i = 0; i < n; i++)
            work[i] = step->x0[i] + step->error[i];

          OdeStatus status = ode_stepper_rhs (stepper, ODE_RHS_ERROR, step->t, work, step->error);

          if (status != ODE_DONE)
            return status;
          for (int i = 0; i < n; i++)
            step->error[i] += sum[i];
          ode_factor_solve (factor, step->error, NULL);
        }
    }
  for (int i = 0; i < n; i++)
    step->error[i] *= tighten;
  weigh_indices (stepper->system, step->h, step->error);
  return ODE_DONE;
}

static OdeStatus
estimate_error (Radau *self, OdeTry *step, const OdeIrkScheme *scheme)
{
  const int n = self->base.system->n_states;

  switch (scheme->n_stages == 3 && ode_irk_solver_small (&self->solver, scheme) != NULL ? n : 0)
    {
    case 1:
      return estimate (self, step, scheme, 3, 1, true);
    case 2:
      return estimate (self, step, scheme, 3, 2, true);
    case 3:
      return estimate (self, step, scheme, 3, 3, true);
    case 4:
      return estimate (self, step, scheme, 3, 4, true);
    default:
      return estimate (self, step, scheme, scheme->n_stages, n, false);
    }
}

static OdeStatus
radau_attempt (OdeStepper *stepper, OdeTry *step)
{
  Radau *self = (Radau *) stepper;
  OdeIrkSolver *solver = &self->solver;
  History *history = &self->history;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  derive_loosening (self);
  choose_order (self, step->h);

  const OdeIrkScheme *scheme = &self->scheme[history->level];

  ode_newton_scale (&solver->newton, step->x0, self->loosening[history->level]);
  if (self->base.system->index != NULL)
    {
      weigh_indices (self->base.system, step->h, solver->newton.inverse_scale);
      for (int i = 0; i < self->base.system->n_states; i++)
        solver->newton.inverse_scale[i] *= CLOSER;
    }
  step->order = 2 * scheme->n_stages - 1;
  step->error_order = scheme->n_stages + 1;
  step->accuracy_order = 2 * scheme->n_stages; /* (s + 1) / ((s + 1)/(2s)) */
  status = solve_stages (self, step, scheme);
  if (status == ODE_RETRY_NEWTON || status == ODE_RETRY_UNDEFINED)
    {
      status = ode_irk_solver_resort_to_full (solver, scheme, step->t, step->h, step->x0, step->f0, status);
      step->newton_iterations += solver->newton.full ? solver->newton.iterations : 0;
    }
  step->jacobian_age = solver->jacobian_age; /* solve_stages may have evaluated a new Jacobian */
  history->theta = solver->newton.theta;
  step->contraction = (float) solver->newton.theta;
  if (stepper->trace != NULL)
    ode_irk_trace_stages (solver, scheme, step->t, step->h, step->x0, step->f0, status == ODE_DONE);
  if (status != ODE_DONE)
    {
      history->unexpected = 1;
      ode_newton_restart (&solver->newton);
      return status;
    }
  ode_irk_solver_end (solver, scheme, step->h, step->x0, step->f0, step->x1);
  return step->error != NULL ? estimate_error (self, step, scheme) : ODE_DONE;
}

/* Exchanges the buffers of Z and the polynomial, so that the increments of this step define the
 * next guess and the dense output. */
static void
radau_accept (OdeStepper *stepper, const OdeTry *step)
{
  Radau *self = (Radau *) stepper;
  History *history = &self->history;
  double *swap = self->poly;

  self->poly = self->solver.Z;
  self->solver.Z = swap;
  history->poly_level = history->level;
  history->have_poly = 1;
  history->h_old = step->h;
  history->want_jacobian = self->solver.newton.iterations > 1 && history->theta > KEEP_JACOBIAN;
  self->x_old = step->x0;
  self->solver.jacobian_age++;
  self->solver.jacobian_fresh = false;
  self->first = false;
}

/* The polynomial belongs to the step that is undone, so it is discarded, with the contraction rate of a solve from its guess. */
static void
radau_undo (OdeStepper *stepper)
{
  Radau *self = (Radau *) stepper;

  self->history.have_poly = 0;
  self->first = true;
  ode_newton_restart (&self->solver.newton);
}

/* Evaluates the collocation polynomial, which has degree s and order s. */
static OdeStatus
radau_dense (OdeStepper *stepper, double theta, double *x)
{
  Radau *self = (Radau *) stepper;
  const OdeIrkScheme *scheme = &self->scheme[self->history.poly_level];
  const int n = stepper->system->n_states;
  double weight[MAX_STAGES];

  ode_irk_collocation_weights (scheme, theta, weight);
  for (int i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (int k = 0; k < scheme->n_stages; k++)
        sum += weight[k] * self->poly[(ptrdiff_t) k * n + i];
      x[i] = self->x_old[i] + sum;
    }
  return ODE_DONE;
}

/* The layout of a snapshot is: the struct History; the member `first`; the step size, scheme and η that belong to
 * the factors; the polynomial; t and x of the Jacobian. Restoring computes the Jacobian and the factors again. */
static size_t
radau_snapshot_size (const OdeStepper *stepper)
{
  const Radau *self = (const Radau *) stepper;

  return sizeof (History) + 4 * sizeof (double) + sizeof (double) * MAX_STAGES * (size_t) stepper->system->n_states
         + ode_matrix_snapshot_size (self->solver.matrix);
}

/* The contraction rate and the number of iterations are stored in the members theta and eta of the
 * copy of the history. */
static void
radau_save (const OdeStepper *stepper, void *bytes)
{
  const Radau *self = (const Radau *) stepper;
  const OdeIrkSolver *solver = &self->solver;
  const double extra[4] = { self->first, solver->h_factored, solver->factored != NULL ? (double) (solver->factored - self->scheme) : -1.0,
                            ode_newton_eta (&solver->newton) };
  const size_t poly = sizeof (double) * (size_t) self->scheme[self->highest].n_stages * (size_t) stepper->system->n_states;
  History history = self->history;
  char *at = bytes;

  history.theta = solver->newton.theta;
  history.eta = (double) solver->newton.iterations;
  history.jacobian_age = solver->jacobian_age;
  history.jacobian_fresh = solver->jacobian_fresh;
  memset (bytes, 0, radau_snapshot_size (stepper));
  memcpy (at, &history, sizeof history);
  memcpy (at += sizeof history, extra, sizeof extra);
  memcpy (at += sizeof extra, self->poly, poly);
  ode_matrix_save (solver->matrix, at + poly);
}

/* The factors are computed again from the restored Jacobian, without counting them. */
static void
radau_restore (OdeStepper *stepper, const void *bytes)
{
  Radau *self = (Radau *) stepper;
  OdeIrkSolver *solver = &self->solver;
  const size_t poly = sizeof (double) * (size_t) self->scheme[self->highest].n_stages * (size_t) stepper->system->n_states;
  const char *at = bytes;
  double extra[4];

  memcpy (&self->history, at, sizeof self->history);
  memcpy (extra, at += sizeof self->history, sizeof extra);
  memcpy (self->poly, at += sizeof extra, poly);
  ode_matrix_restore (solver->matrix, stepper, at + poly);
  self->first = extra[0] != 0.0;
  ode_newton_set_eta (&solver->newton, extra[3]);
  solver->newton.theta = self->history.theta;
  solver->newton.iterations = (int) self->history.eta;
  solver->factored = NULL;
  if (extra[2] >= 0.0 && solver->matrix->valid)
    {
      const OdeStatistics kept = *stepper->statistics;

      ode_irk_solver_factor (solver, &self->scheme[(int) extra[2]], extra[1]);
      *stepper->statistics = kept;
    }
  solver->jacobian_age = self->history.jacobian_age;
  solver->jacobian_fresh = self->history.jacobian_fresh != 0;
}

/* The slopes of the last accepted step follow from h A K = Z; they are computed only when
 * requested. */
static const double *
radau_stages (const OdeStepper *stepper, int *n_stages)
{
  const Radau *self = (const Radau *) stepper;
  const OdeIrkScheme *scheme = &self->scheme[self->history.poly_level];

  *n_stages = scheme->n_stages;
  ode_irk_slopes (scheme, stepper->system->n_states, self->history.h_old, self->poly, self->slopes);
  return self->slopes;
}

static const char *
radau_linear_algebra (const OdeStepper *stepper)
{
  return ((const Radau *) stepper)->solver.matrix->text;
}

const OdeStepperClass ode_radau_class = {
  .size = radau_size,
  .init = radau_init,
  .clear = radau_clear,
  .attempt = radau_attempt,
  .linear_algebra = radau_linear_algebra,
  .stages = radau_stages,
  .accept = radau_accept,
  .restart = radau_restart,
  .undo = radau_undo,
  .dense = radau_dense,
  .snapshot_size = radau_snapshot_size,
  .save = radau_save,
  .restore = radau_restore,
};
