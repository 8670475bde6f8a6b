/* Linear multistep methods (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed.
 * 1993, III.1 and III.5). The points are s_j = (t_j − t)/h, measured from the current
 * point in units of the current step. The formulas are
 *
 *   Adams–Bashforth  x1 = x0 + h Σ_{j=0}^{k−1} w_j f_{n−j}
 *   Adams–Moulton    x1 = x0 + h (w_0 f(t + h, x1) + Σ_{j<k} w_{j+1} f_{n−j})
 *   BDF              a_0 x1 + Σ_{j=0}^{k−1} a_{j+1} x_{n−j} = h f(t + h, x1)
 *
 * with weights that ode-multistep-weights.c computes for the actual s_j. For equal
 * steps the weights are the classical constants; for unequal steps the order
 * is the same, so the last, shorter step of a run needs no restart. The step size
 * is otherwise fixed: with variable steps the formulas are zero-stable only
 * for bounded step ratios (III.5).
 *
 * Starting values: the first k − 1 steps after a restart, of size h, are made by one-step
 * methods: Dormand–Prince of order 5 for the formulas for non-stiff systems, Radau
 * IIA of order 5 for BDF, because BDF is used for stiff systems and algebraic
 * equations. A k-step method of order p needs starting values with errors
 * O(h^p) (III.4); one-step methods of order 5 have errors O(h⁶) in each value, which is enough
 * for all orders up to 6.
 *
 * The history consists of the states, slopes and times of the points before the
 * current one, newest first. The point (t, x0) itself is added when the step from
 * there is accepted. A restart (after an event, a jump or a change of a parameter)
 * discards the history, because the formulas assume one smooth solution through all
 * points. There is one slot more than any formula or estimate reads, so that the last
 * step can be undone. x and f are stored for all kinds: BDF reads x, the Adams
 * methods read f, and the cubic two-step formula reads both.
 *
 * Newton's method of the implicit formulas is that of a single stage
 * (ode-stage.c) with M Z = R + γ h f(t + h, x0 + Z) and γ = w_0 or 1/a_0. γ
 * changes only if the s_j change, so that with equal steps one factorization is used as
 * long as the contraction rate is small enough. */
#include "ode-multistep.h"

#include "ode-explicit.h"
#include "ode-multistep-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_INT(a, b) ((a) < (b) ? (a) : (b))
/* A step that is shorter than this fraction of a whole step leaves no point in the history. The weights of a formula grow like the ratio of
 * neighbouring distances, and multiply the rounding and iteration errors of the states: a ratio of 64 costs two digits, and a step of a few
 * ulp, which can end at an event, would cost all of them. */
#define SHORT (1.0 / 64.0)

static size_t
multistep_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (OdeMultistep);
}

/* Returns whether each step solves an equation and therefore needs
 * self->solver. */
static bool
is_implicit (const OdeMultistep *self)
{
  return self->data->kind == ODE_MULTISTEP_ADAMS_MOULTON || self->data->kind == ODE_MULTISTEP_BDF;
}

static void
multistep_clear (OdeStepper *stepper)
{
  OdeMultistep *self = (OdeMultistep *) stepper;

  ode_multistep_start_clear (&self->start);
  ode_stage_solver_clear (&self->solver);
  free (self->memory);
}

static bool
multistep_init (OdeStepper *stepper, char *error, size_t error_size)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  const size_t n = (size_t) stepper->system->n_states;
  double *at;

  self->data = stepper->method->data;
  self->n = (int) n;
  self->memory = calloc ((2 * ODE_MULTISTEP_SLOTS + 3 + ODE_MULTISTEP_START_STAGES) * n + 1, sizeof (double));
  if (self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  at = self->memory;
  for (int i = 0; i < ODE_MULTISTEP_SLOTS; i++, at += 2 * n)
    {
      self->x[i] = at;
      self->f[i] = at + n;
    }
  self->R = at;
  self->Z = at + n;
  self->f_end = at + 2 * n;
  self->K = at + 3 * n;
  if (is_implicit (self) && !ode_stage_solver_init (&self->solver, stepper, 1, error, error_size))
    return false;
  if (self->data->kind == ODE_MULTISTEP_BDF
      && !ode_multistep_start_init (&self->start, stepper, self->solver.slots.matrix, error, error_size))
    return false;
  return true;
}

/* Discards the history. The factors of self->start belong to the Jacobian that the stage
 * solver discards, so they are discarded too. */
static void
multistep_restart (OdeStepper *stepper)
{
  OdeMultistep *self = (OdeMultistep *) stepper;

  self->count = 0;
  if (is_implicit (self))
    ode_stage_solver_restart (&self->solver);
  ode_multistep_start_forget (&self->start);
}

/* Makes a Dormand–Prince step of order 5 without an estimate. The slopes of the stages are
 * not stored, because multistep formulas use only slopes at the ends of steps. */
static OdeStatus
start_explicit (OdeMultistep *self, OdeTry *step)
{
  const OdeTableau *tableau = ode_method_runge_kutta5.tableau;
  const int n = self->n, s = tableau->n_stages;

  memcpy (self->K, step->f0, sizeof (double) * (size_t) n);
  if (self->base.trace != NULL)
    ode_trace_stage (&self->base, 1, 0.0, step->t, step->x0, step->f0);
  for (int i = 1; i <= s; i++)
    {
      const double *weights = i < s ? tableau->A + (ptrdiff_t) i * s : tableau->b;
      double *target = i < s ? self->R : step->x1;

      memcpy (target, step->x0, sizeof (double) * (size_t) n);
      for (int j = 0; j < MIN_INT (i, s); j++)
        for (int k = 0; weights[j] != 0.0 && k < n; k++)
          target[k] += step->h * weights[j] * self->K[(ptrdiff_t) j * n + k];
      if (i < s)
        {
          OdeStatus status = ode_stepper_rhs (&self->base, ODE_RHS_STARTUP, step->t + tableau->c[i] * step->h, self->R,
                                              self->K + (ptrdiff_t) i * n);

          if (self->base.trace != NULL)
            ode_trace_stage (&self->base, i + 1, tableau->c[i], step->t + tableau->c[i] * step->h, self->R,
                             status == ODE_DONE ? self->K + (ptrdiff_t) i * n : NULL);
          if (status != ODE_DONE)
            return status;
        }
    }
  return ODE_DONE;
}

/* Computes x1 = x0 + h Σ w_j f_j over f0 and the newest k − 1 stored slopes.
 * A step needs one evaluation, f0, whatever the order is. */
static OdeStatus
step_bashforth (OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps, n = self->n;
  double s[ODE_MULTISTEP_SLOTS], w[ODE_MULTISTEP_SLOTS];

  s[0] = 0.0;
  ode_multistep_place (self, step->t, step->h, k - 1, s + 1);
  ode_multistep_integrate (k, s, w);
  for (int i = 0; i < n; i++)
    {
      double sum = w[0] * step->f0[i];

      for (int j = 1; j < k; j++)
        sum += w[j] * self->f[j - 1][i];
      step->x1[i] = step->x0[i] + step->h * sum;
    }
  return ODE_DONE;
}

/* Solves for Z with the initial guess in self->Z. self->K stores the guess for a second attempt with
 * a new Jacobian, which is made if the iteration with the old Jacobian fails. If the Jacobian was
 * evaluated at the start of this step, there is no second attempt and the step fails. */
static OdeStatus
solve_implicit (OdeMultistep *self, OdeTry *step, double gamma)
{
  OdeStageSolver *solver = &self->solver;
  const size_t bytes = sizeof (double) * (size_t) self->n;
  OdeStatus status = ode_stage_solver_begin (solver, step->t, step->x0, step->f0, false);

  memcpy (self->K, self->Z, bytes);
  if (status == ODE_DONE)
    status = ode_stage_solver_solve (solver, 0, step->t + step->h, gamma * step->h, step->x0, self->R, self->Z);
  if (status == ODE_RETRY_NEWTON && !ode_stage_solver_is_fresh (solver, step->t))
    {
      memcpy (self->Z, self->K, bytes);
      status = ode_stage_solver_begin (solver, step->t, step->x0, step->f0, true);
      if (status == ODE_DONE)
        status = ode_stage_solver_solve (solver, 0, step->t + step->h, gamma * step->h, step->x0, self->R, self->Z);
    }
  if (status != ODE_DONE && ode_stage_solver_resort_to_full (solver, status) == ODE_DONE)
    {
      memcpy (self->Z, self->K, bytes);
      status = ode_stage_solver_solve (solver, 0, step->t + step->h, gamma * step->h, step->x0, self->R, self->Z);
    }
  step->newton_iterations = solver->slots.iterations;
  step->jacobian_age = solver->slots.jacobian_age;
  step->contraction = (float) solver->slots.worst_theta;
  for (int i = 0; i < self->n; i++)
    step->x1[i] = step->x0[i] + self->Z[i];
  if (self->base.trace != NULL)
    {
      const bool known = status == ODE_DONE && self->base.system->mass_pattern == NULL;

      /* The slope at the end follows from the solved equation. */
      for (int i = 0; i < self->n; i++)
        solver->stage[i] = (self->Z[i] - self->R[i]) / (gamma * step->h);
      ode_trace_stage (&self->base, 1, 1.0, step->t + step->h, step->x1, known ? solver->stage : NULL);
    }
  return status;
}

/* Adds the known slopes in R = h Σ_{j≥1} w_j f_j. The initial guess
 * uses f0 in place of f(t + h, x1), which is an error of O(h²). M is
 * the identity, because the method lacks ODE_TRAIT_DAE and refuses a mass matrix.
 */
static OdeStatus
step_moulton (OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps, n = self->n;
  double s[ODE_MULTISTEP_SLOTS + 1], w[ODE_MULTISTEP_SLOTS + 1];

  s[0] = 1.0;
  s[1] = 0.0;
  ode_multistep_place (self, step->t, step->h, k - 1, s + 2);
  ode_multistep_integrate (k + 1, s, w);
  for (int i = 0; i < n; i++)
    {
      double sum = w[1] * step->f0[i];

      for (int j = 2; j <= k; j++)
        sum += w[j] * self->f[j - 2][i];
      self->R[i] = step->h * sum;
      self->Z[i] = self->R[i] + step->h * w[0] * step->f0[i];
    }
  return solve_implicit (self, step, w[0]);
}

/* Solves Σ_j a_j x_j = h f(t + h, x1), where j = 0 is the new point. Because of Σ a_j = 0
 * the equation is written in differences to x0, with the mass matrix on the left side,
 *
 *   M Z = −M Σ_{j≥2} a_j (x_j − x0)/a_0 + (h/a_0) f(t + h, x0 + Z),
 *
 * so that algebraic equations hold at x1 up to the error of Newton's method.
 * The initial guess extrapolates the polynomial of degree k − 1 through
 * the k known points to s = 1, with an error of O(h^k), like the predictor of
 * a Nordsieck code. */
static OdeStatus
step_bdf (OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps, n = self->n;
  double s[ODE_MULTISTEP_SLOTS + 1], a[ODE_MULTISTEP_SLOTS + 1], extrapolation[ODE_MULTISTEP_SLOTS];

  s[0] = 1.0;
  s[1] = 0.0;
  ode_multistep_place (self, step->t, step->h, k - 1, s + 2);
  ode_multistep_differentiate (k + 1, s, a);
  /* extrapolation[j − 1] is the value at s = 1 of a Lagrange polynomial on the
   * known points. */
  for (int j = 1; j <= k; j++)
    {
      extrapolation[j - 1] = 1.0;
      for (int l = 1; l <= k; l++)
        if (l != j)
          extrapolation[j - 1] *= (1.0 - s[l]) / (s[j] - s[l]);
    }
  for (int i = 0; i < n; i++)
    {
      double sum = 0.0, guess = 0.0;

      for (int j = 2; j <= k; j++)
        {
          const double rise = self->x[j - 2][i] - step->x0[i];

          sum += a[j] * rise;
          guess += extrapolation[j - 1] * rise;
        }
      self->solver.stage[i] = -sum / a[0];
      self->Z[i] = k > 1 ? guess : 0.0;
    }
  ode_matrix_mass_times (self->solver.slots.matrix, self->solver.stage, self->R);
  return solve_implicit (self, step, 1.0 / a[0]);
}

/* Computes x1 = r² x_{−1} + (1 − r²) x0 + h (1 + r) f0 with r = h/H, where H is the
 * size of the previous step. The three coefficients are the only ones for which the
 * terms of x, x' and x'' in the Taylor series about t cancel; r = 1 gives x1 =
 * x_{−1} + 2 h f0. */
static OdeStatus
step_leapfrog (OdeMultistep *self, OdeTry *step)
{
  double s, r;

  ode_multistep_place (self, step->t, step->h, 1, &s);
  r = -1.0 / s;
  for (int i = 0; i < self->n; i++)
    step->x1[i] = r * r * self->x[0][i] + (1.0 - r * r) * step->x0[i] + step->h * (1.0 + r) * step->f0[i];
  return ODE_DONE;
}

/* Evaluates the cubic Hermite polynomial through the last two points at the new point.
 * With the distance H of the last two points and θ = (t1 − t_{−1})/H > 1,
 *
 *   x1 = H_1(θ) x0 + (1 − H_1(θ)) x_{−1} + H (θ (1 − θ)² f_{−1} − θ² (1 − θ) f0),
 *
 * where H_1 = θ² (3 − 2θ). For equal steps θ = 2 and x1 = −4 x0 + 5 x_{−1} + h (4 f0 +
 * 2 f_{−1}). */
static OdeStatus
step_hermite (OdeMultistep *self, OdeTry *step)
{
  double s, theta, width;

  ode_multistep_place (self, step->t, step->h, 1, &s);
  width = -s * step->h;
  theta = 1.0 - 1.0 / s;

  const double value = theta * theta * (3.0 - 2.0 * theta), rest = 1.0 - theta;

  for (int i = 0; i < self->n; i++)
    step->x1[i] = value * step->x0[i] + (1.0 - value) * self->x[0][i]
                  + width * (theta * rest * rest * self->f[0][i] - theta * theta * rest * step->f0[i]);
  return ODE_DONE;
}

/* Reports the points that the formula of this step reads to the trace listener:
 * the start of the step as index 0, then the stored points. A starting step has
 * several parts; the points are those of its first part. */
static void
report_past (OdeMultistep *self, const OdeTry *step)
{
  const int count = MIN_INT (self->count, self->data->n_steps - 1);

  if (count < self->data->n_steps - 1)
    ode_trace_part (&self->base, ODE_TRACE_STARTING, step->t, step->h, step->x0);
  ode_trace_event (&self->base, ODE_TRACE_PAST, 0, 0, 0.0, step->t, self->n, step->x0, step->f0);
  for (int j = 0; j < count; j++)
    ode_trace_event (&self->base, ODE_TRACE_PAST, j + 1, 0, (self->t[j] - step->t) / step->h, self->t[j], self->n, self->x[j], self->f[j]);
}

/* The formula needs n_steps − 1 points before the current one; if there are fewer, a
 * starting step is made. The history is not changed here, so that an attempt can
 * be repeated. */
static OdeStatus
multistep_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  const OdeMultistepKind kind = self->data->kind;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  if (stepper->trace != NULL)
    report_past (self, step);
  if (self->count < self->data->n_steps - 1)
    status = kind == ODE_MULTISTEP_BDF ? ode_multistep_start_step (&self->start, &self->solver, step) : start_explicit (self, step);
  else if (kind == ODE_MULTISTEP_ADAMS_BASHFORTH)
    status = step_bashforth (self, step);
  else if (kind == ODE_MULTISTEP_ADAMS_MOULTON)
    status = step_moulton (self, step);
  else if (kind == ODE_MULTISTEP_BDF)
    status = step_bdf (self, step);
  else
    status = kind == ODE_MULTISTEP_LEAPFROG ? step_leapfrog (self, step) : step_hermite (self, step);
  if (status != ODE_DONE)
    return status;
  if (step->error != NULL && !ode_multistep_estimate (self, step))
    step->error = NULL;
  self->x0 = step->x0;
  self->f0 = step->f0;
  self->x1 = step->x1;
  self->t0 = step->t;
  self->h = step->h;
  self->f_end_known = false;
  return ODE_DONE;
}

/* Moves all slots by one place: forward to get a slot for a new point,
 * backward to remove the newest point. Only pointers are moved. The slot that is
 * removed at one end is reused at the other end; after a backward move it contains
 * the removed point, which `count` no longer includes. */
static void
rotate_history (OdeMultistep *self, bool forward)
{
  double *x = self->x[forward ? ODE_MULTISTEP_SLOTS - 1 : 0], *f = self->f[forward ? ODE_MULTISTEP_SLOTS - 1 : 0];

  for (int i = forward ? ODE_MULTISTEP_SLOTS - 1 : 0; forward ? i > 0 : i < ODE_MULTISTEP_SLOTS - 1; i += forward ? -1 : 1)
    {
      const int from = forward ? i - 1 : i + 1;

      self->x[i] = self->x[from];
      self->f[i] = self->f[from];
      self->t[i] = self->t[from];
    }
  self->x[forward ? 0 : ODE_MULTISTEP_SLOTS - 1] = x;
  self->f[forward ? 0 : ODE_MULTISTEP_SLOTS - 1] = f;
}

/* Returns the size of a whole step: the fixed step size if it is set, else the largest distance of stored points. */
static double
whole_step (const OdeMultistep *self, double t)
{
  double largest = self->base.settings.max_step;

  for (int j = 0; j < self->count && !(self->base.settings.max_step > 0.0); j++)
    largest = fmax (largest, (j > 0 ? self->t[j - 1] : t) - self->t[j]);
  return largest;
}

/* Stores the start of the accepted step. The end of the step is not stored yet,
 * because the integrator may still project it. After a very short step the start is not stored: its end then takes the place of the start.
 */
static void
multistep_accept (OdeStepper *stepper, const OdeTry *step)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  const size_t bytes = sizeof (double) * (size_t) self->n;

  self->stored = self->count == 0 || step->h >= SHORT * whole_step (self, step->t);
  if (is_implicit (self))
    ode_stage_solver_accept (&self->solver);
  if (!self->stored)
    return;
  rotate_history (self, true);
  memcpy (self->x[0], step->x0, bytes);
  memcpy (self->f[0], step->f0, bytes);
  self->t[0] = step->t;
  if (self->count < ODE_MULTISTEP_SLOTS)
    self->count++;
}

/* Removes the newest point. The point that the step overwrote at the other end is lost,
 * but because of the additional slot one undo is possible. */
static void
multistep_undo (OdeStepper *stepper)
{
  OdeMultistep *self = (OdeMultistep *) stepper;

  if (self->count == 0 || !self->stored)
    return;
  rotate_history (self, false);
  self->count--;
}

/* The layout of a snapshot is: count; times, states and slopes, newest first; the
 * state of the stage solver. It contains everything that a later step reads. The states
 * and slopes at the ends of the last step are used only for dense output and
 * are not saved, because a step is made after a restore before dense output is used. */
static size_t
multistep_snapshot_size (const OdeStepper *stepper)
{
  const OdeMultistep *self = (const OdeMultistep *) stepper;

  return sizeof (double) * (1 + ODE_MULTISTEP_SLOTS + 2 * ODE_MULTISTEP_SLOTS * (size_t) self->n)
         + (is_implicit (self) ? ode_stage_solver_snapshot_size (&self->solver) : 0);
}

static void
multistep_save (const OdeStepper *stepper, void *bytes)
{
  const OdeMultistep *self = (const OdeMultistep *) stepper;
  const size_t n = (size_t) self->n;
  double *at = bytes;

  *at++ = self->count;
  memcpy (at, self->t, sizeof self->t);
  at += ODE_MULTISTEP_SLOTS;
  for (int i = 0; i < ODE_MULTISTEP_SLOTS; i++, at += 2 * n)
    {
      memcpy (at, self->x[i], sizeof (double) * n);
      memcpy (at + n, self->f[i], sizeof (double) * n);
    }
  if (is_implicit (self))
    ode_stage_solver_save (&self->solver, at);
}

static void
multistep_restore (OdeStepper *stepper, const void *bytes)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  const size_t n = (size_t) self->n;
  const double *at = bytes;

  self->count = (int) *at++;
  memcpy (self->t, at, sizeof self->t);
  at += ODE_MULTISTEP_SLOTS;
  for (int i = 0; i < ODE_MULTISTEP_SLOTS; i++, at += 2 * n)
    {
      memcpy (self->x[i], at, sizeof (double) * n);
      memcpy (self->f[i], at + n, sizeof (double) * n);
    }
  if (is_implicit (self))
    ode_stage_solver_restore (&self->solver, at);
}

static const char *
multistep_linear_algebra (const OdeStepper *stepper)
{
  const OdeMultistep *self = (const OdeMultistep *) stepper;

  return is_implicit (self) ? self->solver.slots.matrix->text : NULL;
}

const OdeStepperClass ode_multistep_class = {
  .size = multistep_size,
  .init = multistep_init,
  .clear = multistep_clear,
  .attempt = multistep_attempt,
  .linear_algebra = multistep_linear_algebra,
  .accept = multistep_accept,
  .restart = multistep_restart,
  .undo = multistep_undo,
  .dense = ode_multistep_dense,
  .dense_suffices = ode_multistep_dense_suffices,
  .snapshot_size = multistep_snapshot_size,
  .save = multistep_save,
  .restore = multistep_restore,
};
