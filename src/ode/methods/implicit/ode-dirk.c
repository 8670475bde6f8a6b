/* Diagonally implicit Runge–Kutta methods, with or without an explicit first
 * stage (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.6; Kennedy and
 * Carpenter, Diagonally implicit Runge–Kutta methods for ODEs,
 * NASA/TM-2016-219173).
 *
 * Since A is lower triangular the stages are solved one after the other. With
 * the increments Z_i = X_i − x0 and the slopes F_j = f(X_j)
 *
 *   M Z_i = R_i + h a_ii f(t + c_i h, x0 + Z_i),   R_i = h Σ_{j<i} a_ij F_j.
 *
 * F_i is computed from the solved equation, F_i = (M Z_i − R_i)/(h a_ii), and
 * not by evaluating f at X_i: an error δ of Newton's method in Z_i would change
 * f by J δ, which is large for stiff systems, but changes this F_i only by δ/(h
 * a_ii) (Shampine, ACM TOMS 6 (1980) 420).
 *
 * If all diagonal entries differ from zero, x1 = x0 + Σ d_i Z_i with Aᵀ d =
 * b; otherwise x1 = x0 + h Σ b_i F_i. The estimate is h Σ (b_i − b̂_i) F_i; for
 * pairs whose embedded method is not A-stable the estimate is filtered by (M − γhJ)⁻¹,
 * which bounds it for stiff components (Hosea and Shampine, Appl.
 * Numer. Math. 20 (1996) 21).
 *
 * The history consists of the states and slopes at both ends of the last accepted step, for initial guesses
 * and dense output. It is invalid after a restart or an undo.
 *
 * Order and cost: each implicit stage costs a few evaluations of f and solves
 * with the factor of M/(γh) − J. Methods with one value γ on the diagonal
 * (SDIRK, ESDIRK) need a single factor; s different values need s
 * factors. The stage order is 1, or at most 2 with an explicit
 * first stage: on stiff problems the observed order can be as low as the
 * stage order (order reduction; Hairer and Wanner, IV.15).
 *
 * Stability: R(z) = 1 + z bᵀ (I − zA)⁻¹ 1 is a rational function with the
 * denominator Π (1 − a_ii z). If the last row of A is b and A is
 * regular, R(∞) = 0, so that an A-stable method is L-stable (Hairer and
 * Wanner, IV.3). With an explicit first stage this must be checked for each
 * method: the trapezoidal rule has R(∞) = −1. */
#include "ode-dirk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_STAGES 16

typedef struct
{
  OdeStepper base;
  OdeStageSolver solver;
  const OdeTableau *tableau;
  int n, n_stages;
  int slot[MAX_STAGES];      /* index of the factor of each implicit stage; stages with
                              * equal a_ii use the same factor; −1 for an explicit stage */
  int last_slot;
  double last_gamma;
  double d[MAX_STAGES];      /* weights in x1 = x0 + Σ d_i Z_i, if A is regular */
  bool regular, stiffly_accurate, filter, hand_over; /* hand_over: the slope of the last stage becomes f1 of the step */
  double *memory;
  double *Z, *F;             /* n_stages·n numbers each: stage increments Z_i and slopes F_i */
  double *R;                 /* n numbers: the known part R_i of the current stage */
  double *guess_x0, *guess_s0, *guess_s1, *guess_x1; /* states at both ends of the last accepted step, and h times the slopes there */
  double h_old;
  bool have_guess;
  /* Start and end state, start time and step size of the last attempt. */
  const double *x0, *x1;
  double t, h;
  double *f_end;
  bool f_end_known;
} Dirk;

static size_t
dirk_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Dirk);
}

/* Also frees a stepper whose construction failed. */
static void
dirk_clear (OdeStepper *stepper)
{
  Dirk *self = (Dirk *) stepper;

  ode_stage_solver_clear (&self->solver);
  free (self->memory);
}

/* Computes d from Aᵀ d = b by backward substitution, and finds out whether
 * the last row of A equals b. */
static void
derive_weights (Dirk *self)
{
  const OdeTableau *tableau = self->tableau;
  const int s = self->n_stages;

  self->regular = true;
  for (int i = 0; i < s; i++)
    self->regular = self->regular && tableau->A[i * s + i] != 0.0;
  for (int i = s - 1; self->regular && i >= 0; i--)
    {
      double sum = tableau->b[i];

      for (int j = i + 1; j < s; j++)
        sum -= tableau->A[j * s + i] * self->d[j];
      self->d[i] = sum / tableau->A[i * s + i];
    }
  self->stiffly_accurate = tableau->A[s * s - 1] != 0.0;
  for (int j = 0; j < s; j++)
    self->stiffly_accurate = self->stiffly_accurate && fabs (tableau->A[(s - 1) * s + j] - tableau->b[j]) < 1e-14;
}

/* Assigns factors to the stages by their diagonal entries, computes the weights of Z, and checks
 * whether the method supports a mass matrix. All vectors are in one block of memory. */
static bool
dirk_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Dirk *self = (Dirk *) stepper;
  const OdeTableau *tableau = stepper->method->tableau;
  const OdeDirkData *data = stepper->method->data;
  const size_t n = (size_t) stepper->system->n_states;
  const int s = tableau->n_stages;
  double gammas[ODE_FACTOR_CACHE_MAX];
  int n_gammas = 0;

  self->tableau = tableau;
  self->n = (int) n;
  self->n_stages = s;
  if (tableau->dense != NULL && tableau->n_extra > 0)
    return ode_message_refuse (stepper->settings.translate, error, error_size,
                             "only explicit tableaus may have dense output with extra stages");
  if (s > MAX_STAGES)
    return ode_message_refuse (stepper->settings.translate, error, error_size,
                             "a diagonally implicit tableau may have up to %d stages, this one has %d", MAX_STAGES, s);
  for (int i = 0; i < s; i++)
    {
      const double gamma = tableau->A[i * s + i];
      int k = 0;

      self->slot[i] = -1;
      /* Explicit stages need no factor. Stages with equal diagonal entries use the same factor. */
      if (gamma == 0.0)
        continue;
      while (k < n_gammas && gammas[k] != gamma)
        k++;
      if (k == ODE_FACTOR_CACHE_MAX)
        return ode_message_refuse (stepper->settings.translate, error, error_size,
                                 "the diagonal of the tableau has more than %d different entries", ODE_FACTOR_CACHE_MAX);
      if (k == n_gammas)
        gammas[n_gammas++] = gamma;
      self->slot[i] = self->last_slot = k;
      self->last_gamma = gamma;
    }
  derive_weights (self);
  if (stepper->system->mass_pattern != NULL && !self->regular)
    {
      /* For an explicit stage M Z = R, which needs M⁻¹. Only the first stage does not
       * need M⁻¹, since its Z is 0. */
      bool inner_explicit = false;

      for (int i = 1; i < s; i++)
        inner_explicit = inner_explicit || self->slot[i] < 0;
      if (inner_explicit || !self->stiffly_accurate)
        return ode_message_refuse (stepper->settings.translate, error, error_size,
                                 "this tableau has explicit stages that need M⁻¹, and the system has a mass matrix");
    }
  self->filter = data == NULL || data->filter || stepper->system->mass_pattern != NULL;
  /* The slope of the last stage is the slope at x1, so that the next step needs
   * no evaluation for its first slope. */
  self->hand_over = self->stiffly_accurate && tableau->b_hat != NULL && tableau->fsal && stepper->system->mass_pattern == NULL;
  self->memory = malloc (sizeof (double) * ((2 * (size_t) s + 6) * n + 1));
  if (self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  if (!ode_stage_solver_init (&self->solver, stepper, n_gammas, error, error_size))
    return false;
  self->Z = self->memory;
  self->F = self->Z + (size_t) s * n;
  self->R = self->F + (size_t) s * n;
  self->guess_x0 = self->R + n;
  self->guess_s0 = self->guess_x0 + n;
  self->guess_s1 = self->guess_s0 + n;
  self->guess_x1 = self->guess_s1 + n;
  self->f_end = self->guess_x1 + n;
  return true;
}

/* Parameters or the state have changed, so neither the Jacobian nor the
 * last step can be used. */
static void
dirk_restart (OdeStepper *stepper)
{
  Dirk *self = (Dirk *) stepper;

  ode_stage_solver_restart (&self->solver);
  self->have_guess = false;
}

/* The cubic polynomial for guesses belongs to the step that is undone, so
 * it is discarded, with the contraction rate of a solve from such a guess. */
static void
dirk_undo (OdeStepper *stepper)
{
  Dirk *self = (Dirk *) stepper;

  self->have_guess = false;
  ode_newton_restart (&self->solver.slots.newton);
}

/* Computes the initial guess of Z_i. For later stages it extrapolates the parabola through (0, 0)
 * and the last two implicit stages whose nodes differ by at least 0.05, or the line through (0, 0)
 * and one stage. For the first implicit stage it extrapolates the cubic polynomial of the last
 * step, up to three times the length of that step; beyond that Z = 0 is more accurate.
 *
 * The node distances 1e-3 and 0.05 keep the weights of Lagrange's formula, which contain 1/c_a and
 * 1/(c_a − c_b), below about 1000 and 20 times the increments. */
static void
guess_stage (Dirk *self, int i, double h)
{
  const int n = self->n;
  const double *c = self->tableau->c;
  double *Z = self->Z + (ptrdiff_t) i * n;
  int a = -1, b = -1;

  for (int j = i - 1; j >= 0; j--)
    if (self->slot[j] >= 0 && fabs (c[j]) > 1e-3)
      {
        if (a < 0)
          a = j;
        else if (b < 0 && fabs (c[j] - c[a]) > 0.05)
          b = j;
      }
  if (a >= 0)
    {
      /* Weights of Lagrange's formula for the nodes 0, c_a and c_b. Z is 0 at the node 0. */
      const double *Z_a = self->Z + (ptrdiff_t) a * n, *Z_b = b >= 0 ? self->Z + (ptrdiff_t) b * n : Z_a;
      const double w_a = b >= 0 ? c[i] * (c[i] - c[b]) / (c[a] * (c[a] - c[b])) : c[i] / c[a];
      const double w_b = b >= 0 ? c[i] * (c[i] - c[a]) / (c[b] * (c[b] - c[a])) : 0.0;

      for (int k = 0; k < n; k++)
        Z[k] = w_a * Z_a[k] + w_b * Z_b[k];
      return;
    }

  /* The unit of θ is the size of the last step, whose cubic polynomial
   * ends at θ = 1. */
  const double theta = self->have_guess ? 1.0 + c[i] * h / self->h_old : 9.0;

  if (theta > 3.0)
    {
      memset (Z, 0, sizeof (double) * (size_t) n);
      return;
    }
  for (int k = 0; k < n; k++)
    {
      const double rise = self->guess_x1[k] - self->guess_x0[k];

      Z[k] = (theta - 1.0) * rise
             + theta * (1.0 - theta) * ((1.0 - theta) * (self->guess_s0[k] - rise) + theta * (rise - self->guess_s1[k]));
    }
}

/* Computes Z_i and F_i. An explicit stage evaluates f; if the first stage
 * is explicit, its slope is f0. */
static OdeStatus
compute_stage (Dirk *self, OdeTry *step, int i)
{
  OdeStepper *stepper = &self->base;
  const int n = self->n, s = self->n_stages;
  const double h = step->h, *a = self->tableau->A + (ptrdiff_t) i * s, t = step->t + self->tableau->c[i] * h;
  double *Z = self->Z + (ptrdiff_t) i * n, *F = self->F + (ptrdiff_t) i * n, *R = self->R;
  OdeStatus status;

  if (i == 0 && self->slot[0] < 0)
    {
      memset (Z, 0, sizeof (double) * (size_t) n);
      memcpy (F, step->f0, sizeof (double) * (size_t) n);
      return ODE_DONE;
    }
  /* R = h Σ_{j<i} a_ij F_j is the known part of the stage. */
  memset (R, 0, sizeof (double) * (size_t) n);
  for (int j = 0; j < i; j++)
    {
      const double w = h * a[j];
      const double *restrict f = self->F + (ptrdiff_t) j * n;

      if (w != 0.0)
        for (int k = 0; k < n; k++)
          R[k] += w * f[k];
    }
  /* A stage without a factor is explicit and follows implicit stages. */
  if (self->slot[i] < 0)
    {
      memcpy (Z, R, sizeof (double) * (size_t) n);
      for (int k = 0; k < n; k++)
        self->solver.stage[k] = step->x0[k] + Z[k];
      return ode_stepper_rhs (stepper, ODE_RHS_STAGES, t, self->solver.stage, F);
    }

  const double gamma_h = h * a[i], inverse = 1.0 / gamma_h;

  guess_stage (self, i, h);
  status = ode_stage_solver_solve (&self->solver, self->slot[i], t, gamma_h, step->x0, R, Z);
  if (status != ODE_DONE)
    return status;
  /* F follows from the solved equation; the comment at the top of this file gives the reason. */
  ode_matrix_mass_times (self->solver.slots.matrix, Z, F);
  for (int k = 0; k < n; k++)
    F[k] = (F[k] - R[k]) * inverse;
  return ODE_DONE;
}

/* Reports a stage to the listener. With a mass matrix F is M x', not a slope. */
static void
report_stage (Dirk *self, const OdeTry *step, int i, OdeStatus status)
{
  const double c = self->tableau->c[i];
  const bool known = status == ODE_DONE && self->base.system->mass_pattern == NULL;

  for (int k = 0; k < self->n; k++)
    self->solver.stage[k] = step->x0[k] + self->Z[(ptrdiff_t) i * self->n + k];
  ode_trace_stage (&self->base, i + 1, c, step->t + c * step->h, self->solver.stage, known ? self->F + (ptrdiff_t) i * self->n : NULL);
}

/* Solves the stages in order and stops at the first one that fails. */
static OdeStatus
compute_stages (Dirk *self, OdeTry *step)
{
  OdeStatus status = ODE_DONE;

  for (int i = 0; status == ODE_DONE && i < self->n_stages; i++)
    {
      if (self->base.trace != NULL)
        self->base.trace->stage = i + 1;
      status = compute_stage (self, step, i);
      if (self->base.trace != NULL)
        report_stage (self, step, i, status);
    }
  return status;
}

/* Computes x1. For a stiffly accurate method x1 is the last stage. */
static void
end_step (Dirk *self, OdeTry *step)
{
  const int n = self->n, s = self->n_stages;
  const double *weights = self->regular ? self->d : self->tableau->b;
  const double *vectors = self->regular ? self->Z : self->F, scale = self->regular ? 1.0 : step->h;

  if (self->stiffly_accurate)
    {
      for (int k = 0; k < n; k++)
        step->x1[k] = step->x0[k] + self->Z[(ptrdiff_t) (s - 1) * n + k];
      return;
    }
  for (int k = 0; k < n; k++)
    {
      double sum = 0.0;

      for (int i = 0; i < s; i++)
        sum += weights[i] * vectors[(ptrdiff_t) i * n + k];
      step->x1[k] = step->x0[k] + scale * sum;
    }
}

/* Computes the error estimate by the formula at the top of this file. The filter
 * (M/(γh) − J)⁻¹ is (M − γhJ)⁻¹ times γh; hence the factor 1/γ in place of h. */
static void
estimate_error (Dirk *self, OdeTry *step)
{
  const OdeTableau *tableau = self->tableau;
  const int n = self->n, s = self->n_stages;
  const double scale = self->filter ? 1.0 / self->last_gamma : step->h;

  for (int k = 0; k < n; k++)
    {
      double sum = 0.0;

      for (int i = 0; i < s; i++)
        sum += (tableau->b[i] - tableau->b_hat[i]) * self->F[(ptrdiff_t) i * n + k];
      step->error[k] = scale * sum;
    }
  if (!self->filter)
    return;
  if (self->base.trace != NULL && self->base.system->mass_pattern == NULL)
    {
      /* The trace reports the estimate before the filter in units of the state. With J = 0 the filter is a multiplication by γh. */
      for (int k = 0; k < n; k++)
        self->solver.stage[k] = step->error[k] * self->last_gamma * step->h;
      ode_trace_event (&self->base, ODE_TRACE_FILTER, 0, 0, 1.0, step->t + step->h, n, self->solver.stage, NULL);
    }
  ode_stage_solver_filter (&self->solver, self->last_slot, step->error);
}

/* Attempts the step with the old Jacobian. If Newton's method fails,
 * attempts it once more with a new Jacobian. */
static OdeStatus
dirk_attempt (OdeStepper *stepper, OdeTry *step)
{
  Dirk *self = (Dirk *) stepper;
  OdeStageSolver *solver = &self->solver;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  /* If f0 is the slope of the last stage of the previous step, it contains the error of
   * Newton's method, which differences for the Jacobian would amplify. */
  const double *exact_f0 = self->hand_over ? NULL : step->f0;

  status = ode_stage_solver_begin (solver, step->t, step->x0, exact_f0, false);
  if (status == ODE_DONE)
    status = compute_stages (self, step);
  if (status == ODE_RETRY_NEWTON && !ode_stage_solver_is_fresh (solver, step->t))
    {
      status = ode_stage_solver_begin (solver, step->t, step->x0, exact_f0, true);
      if (status == ODE_DONE)
        status = compute_stages (self, step);
    }
  if (status != ODE_DONE && ode_stage_solver_resort_to_full (solver, status) == ODE_DONE)
    status = compute_stages (self, step);
  step->newton_iterations = solver->slots.iterations;
  step->jacobian_age = solver->slots.jacobian_age;
  step->contraction = (float) solver->slots.worst_theta;
  if (status != ODE_DONE)
    return status;
  end_step (self, step);
  if (step->error != NULL)
    estimate_error (self, step);
  if (self->hand_over)
    {
      memcpy (step->f1_buffer, self->F + (ptrdiff_t) (self->n_stages - 1) * self->n, sizeof (double) * (size_t) self->n);
      step->f1 = step->f1_buffer;
    }
  self->x0 = step->x0;
  self->x1 = step->x1;
  self->t = step->t;
  self->h = step->h;
  self->f_end_known = false;
  return ODE_DONE;
}

/* Stores h times the slopes at both ends of the step for the cubic polynomial. With a mass matrix F
 * is M x', not a slope; the stored slopes are then those of the parabola through both ends and the
 * stage nearest to the middle of the step. A node between 0.1 and 0.9 keeps 1/(c (1 − c)) in the
 * slopes of the parabola small. */
static void
keep_slopes (Dirk *self, const OdeTry *step)
{
  const int n = self->n, s = self->n_stages;
  const double *c = self->tableau->c;
  int middle = -1;

  if (self->solver.slots.matrix->system->mass_pattern == NULL)
    {
      for (int k = 0; k < n; k++)
        {
          self->guess_s0[k] = step->h * step->f0[k];
          self->guess_s1[k] = step->h * self->F[(ptrdiff_t) (s - 1) * n + k];
        }
      if (self->stiffly_accurate)
        return;
      /* The last stage is not the end of the step. Choose the slope at the end
       * such that the cubic polynomial is a parabola. */
      for (int k = 0; k < n; k++)
        self->guess_s1[k] = 2.0 * (step->x1[k] - step->x0[k]) - self->guess_s0[k];
      return;
    }
  for (int i = 0; i < s; i++)
    if (self->slot[i] >= 0 && c[i] > 0.1 && c[i] < 0.9 && (middle < 0 || fabs (c[i] - 0.5) < fabs (c[middle] - 0.5)))
      middle = i;
  ode_stage_parabola (n, middle >= 0 ? c[middle] : 0.5, middle >= 0 ? self->Z + (ptrdiff_t) middle * n : NULL, step->x0, step->x1,
                      self->guess_s0, self->guess_s1);
}

/* Stores the states and slopes at the ends of the step for the guesses of the next step. */
static void
dirk_accept (OdeStepper *stepper, const OdeTry *step)
{
  Dirk *self = (Dirk *) stepper;
  const size_t bytes = sizeof (double) * (size_t) self->n;

  memcpy (self->guess_x0, step->x0, bytes);
  memcpy (self->guess_x1, step->x1, bytes);
  keep_slopes (self, step);
  self->h_old = step->h;
  self->have_guess = true;
  ode_stage_solver_accept (&self->solver);
}

/* The slopes of the stages have the stage order 1 or 2, and f at the computed end multiplies its error by ∂f/∂x. A method that is not
 * stiffly accurate does not damp this error in stiff components. */
static bool
dirk_dense_suffices (const OdeStepper *stepper)
{
  const Dirk *self = (const Dirk *) stepper;

  return (stepper->method->order <= 2 && self->stiffly_accurate) || (self->tableau->dense != NULL && stepper->system->mass_pattern == NULL);
}

/* Evaluates the dense output polynomials of the tableau or, if it has none, the cubic Hermite
 * polynomial, for which f at the end of the step is evaluated once per step. */
static OdeStatus
dirk_dense (OdeStepper *stepper, double theta, double *x)
{
  Dirk *self = (Dirk *) stepper;
  const int n = self->n;
  const OdeTableau *tableau = self->tableau;
  const double *s1 = self->guess_s1;
  double scale = 1.0;

  if (tableau->dense != NULL && stepper->system->mass_pattern == NULL)
    {
      memcpy (x, self->guess_x0, sizeof (double) * (size_t) n);
      for (int i = 0; i < self->n_stages; i++)
        {
          double weight = ode_tableau_dense_weight (tableau, i, theta);

          for (int k = 0; k < n; k++)
            x[k] += self->h * weight * self->F[(ptrdiff_t) i * n + k];
        }
      return ODE_DONE;
    }

  if (stepper->system->mass_pattern == NULL && !self->hand_over)
    {
      OdeStatus status = ode_stepper_dense_slope (stepper, &self->f_end_known, self->t + self->h, self->guess_x1, self->f_end);

      if (status != ODE_DONE)
        return status;
      s1 = self->f_end;
      scale = self->h;
    }
  ode_stage_cubic (n, theta, self->guess_x0, self->guess_x1, self->guess_s0, s1, scale, x);
  return ODE_DONE;
}

/* The layout of a snapshot is: h_old, have_guess; guess_x0, guess_s0,
 * guess_s1, guess_x1; the state of the stage solver. */
static size_t
dirk_snapshot_size (const OdeStepper *stepper)
{
  const Dirk *self = (const Dirk *) stepper;

  return sizeof (double) * (2 + 4 * (size_t) self->n) + ode_stage_solver_snapshot_size (&self->solver);
}

/* The Jacobian and the factors are not stored but computed again (ode-factor-cache.c). */
static void
dirk_save (const OdeStepper *stepper, void *bytes)
{
  const Dirk *self = (const Dirk *) stepper;
  const double head[2] = { self->h_old, self->have_guess };
  const size_t vectors = sizeof (double) * 4 * (size_t) self->n;
  char *at = bytes;

  memcpy (at, head, sizeof head);
  memcpy (at + sizeof head, self->guess_x0, vectors);
  ode_stage_solver_save (&self->solver, at + sizeof head + vectors);
}

/* Reads the parts in the order of dirk_save. The guess is then the same as in the run that was
 * saved. */
static void
dirk_restore (OdeStepper *stepper, const void *bytes)
{
  Dirk *self = (Dirk *) stepper;
  const size_t vectors = sizeof (double) * 4 * (size_t) self->n;
  const char *at = bytes;
  double head[2];

  memcpy (head, at, sizeof head);
  memcpy (self->guess_x0, at + sizeof head, vectors);
  ode_stage_solver_restore (&self->solver, at + sizeof head + vectors);
  self->h_old = head[0];
  self->have_guess = head[1] != 0.0;
}

/* Returns NULL with a mass matrix, because F is then M x', not the slopes. */
static const double *
dirk_stages (const OdeStepper *stepper, int *n_stages)
{
  const Dirk *self = (const Dirk *) stepper;

  *n_stages = stepper->system->mass_pattern == NULL ? self->n_stages : 0;
  return *n_stages > 0 ? self->F : NULL;
}

static const char *
dirk_linear_algebra (const OdeStepper *stepper)
{
  return ((const Dirk *) stepper)->solver.slots.matrix->text;
}

const OdeStepperClass ode_dirk_class = {
  .size = dirk_size,
  .init = dirk_init,
  .clear = dirk_clear,
  .attempt = dirk_attempt,
  .linear_algebra = dirk_linear_algebra,
  .stages = dirk_stages,
  .accept = dirk_accept,
  .restart = dirk_restart,
  .undo = dirk_undo,
  .dense = dirk_dense,
  .dense_suffices = dirk_dense_suffices,
  .snapshot_size = dirk_snapshot_size,
  .save = dirk_save,
  .restore = dirk_restore,
};
