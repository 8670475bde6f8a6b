/* Drake's velocity-implicit Euler
 * (drake/systems/analysis/velocity_implicit_euler_integrator.h). It is implicit Euler
 * for mechanical systems, in which Newton's method solves only for y = (v, z), the velocities and other states; the
 * positions follow from the velocities:
 *
 *   q⁺ = q0 + h q̇(t + h, q_k, y),
 *   R(y) = y − y0 − h ℓ(y) = 0,   ℓ(y) = ẏ(t + h, q⁺, y),
 *
 * where q_k are the positions of the current Newton iterate. In the limit q_k = q⁺, which
 * is implicit Euler. If every position is the integral of a velocity, q̇ = v does
 * not depend on q_k and needs no evaluation. The matrix has order n_y; for
 * purely mechanical systems this is n/2, so that a factorization needs an eighth of the
 * work.
 *
 * The Jacobian of ℓ neglects the dependence of q̇ on q_k:
 *
 *   ∂ℓ/∂y = J_yy + h J_yq J_qy,   J_yq = ∂ẏ/∂q,  J_qy = ∂q̇/∂y.
 *
 * The Jacobian depends on h, so the third trial of the retry policy always evaluates a new one,
 * even if the old one is fresh, because it may belong to another h. The Jacobian is computed
 * from the Jacobian of the system, or by differences of ℓ with Drake's increments.
 *
 * The estimate uses step doubling, as in ode-implicit-euler.c: the full step is
 * propagated and e = 2 (x_full − x_two); in profile drake the half steps are propagated
 * and e = x_full − x_two. In profile drake the convergence test uses the 2-norm
 * of the update divided by the accuracy, as Drake does.
 *
 * The history consists of the Jacobian, its LU factors and η; a restart discards it. The Jacobian
 * is reused while the contraction rate is below 0.1.
 *
 * The substitution q_k ← q⁺ converges with the rate h ‖∂q̇/∂q‖, which for quaternions
 * is h |ω|/2. If a body turns by less than about a radian in a step, the rate
 * is at most one half. The convergence test includes this effect, because the updates
 * of y contain it. */
#include "ode-velocity-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ode-watched.h"

/* Refuses a mass matrix, because the positions follow explicitly from q̇ = f. */
static const char *
velocity_refuses (const OdeMethod *method, const OdeSystem *system)
{
  return system->mass_pattern != NULL ? ODE_N_ ("velocity_implicit_euler needs x' = f(t, x): this system has a mass matrix or algebraic "
                                                "states")
                                      : NULL;
}

static size_t
velocity_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (OdeVelocityImplicit);
}

static void
velocity_clear (OdeStepper *stepper)
{
  OdeVelocityImplicit *self = (OdeVelocityImplicit *) stepper;

  ode_matrix_free (self->matrix);
  free (self->memory);
  free (self->q_index);
}

/* Discards the Jacobian, the factor and the contraction rates. */
static void
velocity_restart (OdeStepper *stepper)
{
  OdeVelocityImplicit *self = (OdeVelocityImplicit *) stepper;

  self->valid = self->fresh = false;
  self->h_factored = 0.0;
  self->worst_theta = 0.0;
  ode_newton_restart (&self->newton);
}

/* Separates the positions from the other states and finds, for each position, the velocity
 * whose integral it is. */
static bool
velocity_init (OdeStepper *stepper, char *error, size_t error_size)
{
  OdeVelocityImplicit *self = (OdeVelocityImplicit *) stepper;
  const OdeSystem *system = stepper->system;
  const size_t n = (size_t) system->n_states;

  self->n = (int) n;
  self->q_index = malloc (sizeof (int) * (4 * n + 1));
  if (self->q_index == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  self->y_index = self->q_index + n;
  self->driver = self->y_index + n;
  self->pivot = self->driver + n;
  for (int i = 0; i < self->n; i++)
    if (system->kinds != NULL && system->kinds[i] == ODE_POSITION)
      self->q_index[self->n_q++] = i;
    else
      self->y_index[self->n_y++] = i;
  self->paired = true;
  for (int k = 0; k < self->n_q; k++)
    {
      self->driver[k] = -1;
      for (int p = 0; p < system->n_pairs; p++)
        if (system->pairs[p].position == self->q_index[k])
          self->driver[k] = system->pairs[p].velocity;
      self->paired = self->paired && self->driver[k] >= 0;
    }

  const size_t square = (size_t) self->n_y * (size_t) self->n_y;

  self->memory = malloc (sizeof (double) * (2 * square + 11 * n + 1));
  self->matrix = ode_matrix_new (system, stepper->settings.translate);
  if (self->memory == NULL || self->matrix == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  self->J = self->memory;
  self->LU = self->J + square;
  self->full = self->LU + square;
  self->middle = self->full + n;
  self->f = self->middle + n;
  self->point = self->f + n;
  self->l = self->point + n;
  self->l_moved = self->l + n;
  self->dx = self->l_moved + n;
  self->x_at = self->dx + n;
  self->guess = self->x_at + n;
  ode_newton_init (&self->newton, stepper, self->guess + 2 * n);
  self->residual = self->guess + n;
  velocity_restart (stepper);
  return true;
}

/* Computes the LU factors of I − h ∂ℓ/∂y. */
static OdeStatus
make_factor (OdeVelocityImplicit *self, double h)
{
  const int m = self->n_y;

  self->base.statistics->factorizations++;
  /* Drake also factors I − h ∂ℓ/∂y without a division by h. With this form the factor
   * of an old h does not multiply the update by a ratio of step sizes. */
  for (int k = 0; k < m * m; k++)
    self->LU[k] = -h * self->J[k];
  for (int a = 0; a < m; a++)
    self->LU[a * m + a] += 1.0;
  self->h_factored = 0.0;
  if (!ode_lu_factor_watched (m, self->LU, self->pivot, ode_stepper_look_of (m), &self->base))
    return ode_stepper_singular (&self->base);
  self->h_factored = h;
  return ODE_DONE;
}

/* Prepares the matrices for a trial of the retry policy of
 * ode-newton-retry.h. In profile drake the first trial does not factor again if
 * only h has changed: with I − h'J in place of I − hJ the contraction
 * rate is (h − h')λ/(1 − h'λ), which is below 1 for decaying modes if
 * h < 2h'. */
static OdeStatus
freshen (OdeVelocityImplicit *self, int trial, double t1, const double *x0, double h)
{
  const OdeSettings *settings = &self->base.settings;
  OdeStatus status = ODE_DONE;

  if (trial == 4)
    return ODE_RETRY_NEWTON;
  if (!settings->reuse_jacobian || !self->valid || trial == 3)
    {
      /* The Jacobian is evaluated at the time t + h, where ℓ is defined, and at the state at
       * the start of the step. */
      status = ode_velocity_take_jacobian (self, t1, x0, h);
      return status == ODE_DONE ? make_factor (self, h) : status;
    }
  if (self->h_factored == 0.0 || trial == 2 || (!settings->drake_implicit && self->h_factored != h))
    return make_factor (self, h);
  return ODE_DONE;
}

/* Solves (I − h ∂ℓ/∂y) δ = −R(y) and updates y until the convergence test ends the iteration. */
static OdeStatus
iterate (OdeVelocityImplicit *self, double t1, double h, const double *x0, double *x)
{
  OdeNewton *newton = &self->newton;
  const int m = self->n_y;
  OdeNewtonVerdict verdict;

  ode_newton_begin (newton);
  do
    {
      double norm = 0.0;
      OdeStatus status = ode_velocity_evaluate_l (self, self->purpose, t1, h, x0, x, self->residual);

      if (status != ODE_DONE)
        return status;
      /* The positions q⁺ of this iterate become the q_k of the next one. This
       * is a fixed-point iteration for q̇(q_k, y), which converges together with
       * y because h ‖∂q̇/∂q‖ is small if the steps resolve the rotation. */
      for (int k = 0; k < self->n_q; k++)
        x[self->q_index[k]] = self->point[self->q_index[k]];
      if (newton->full)
        {
          status = ode_velocity_take_jacobian (self, t1, x, h);
          if (status == ODE_DONE)
            status = make_factor (self, h);
          if (status != ODE_DONE)
            return status;
        }
      for (int k = 0; k < m; k++)
        /* The right-hand side is −R(y) = h ℓ(y) − (y − y0). */
        self->dx[k] = h * self->residual[k] - (x[self->y_index[k]] - x0[self->y_index[k]]);
      ode_lu_solve (m, self->LU, self->pivot, self->dx);
      for (int k = 0; k < m; k++)
        {
          x[self->y_index[k]] += self->dx[k];
          self->l_moved[k] = x[self->y_index[k]];
          norm += self->dx[k] * self->dx[k];
        }
      if (newton->drake)
        /* Drake's test uses the 2-norm of the update divided by the accuracy;
         * l_moved contains the new y. */
        verdict = ode_newton_judge_drake (newton, m, self->l_moved, self->dx, sqrt (norm) / self->base.accuracy);
      else
        {
          /* The norm of the step control is defined for all states, so the update
           * of the positions is passed as zero. */
          memset (self->point, 0, sizeof (double) * (size_t) self->n);
          for (int k = 0; k < m; k++)
            self->point[self->y_index[k]] = self->dx[k];
          verdict = ode_newton_judge (newton, ode_newton_norm (newton, 1, self->point));
        }
      self->iterations++;
      if (self->base.trace != NULL)
        ode_trace_iterate (&self->base, false, self->h_factored / h, 1, NULL, x);
    }
  while (verdict == ODE_NEWTON_CONTINUE);
  self->worst_theta = fmax (self->worst_theta, newton->theta);
  return ode_newton_status (verdict);
}

/* Makes an implicit Euler step of size h from x0 with the given initial
 * guess, and computes the positions that belong to the converged velocities. */
static OdeStatus
solve (OdeVelocityImplicit *self, double t0, double h, const double *x0, const double *guess, double *x)
{
  const OdeSettings *settings = &self->base.settings;
  OdeNewton *newton = &self->newton;
  const double t1 = t0 + h;
  OdeStatus status;

  for (int trial = 1;; trial++)
    {
      if (!newton->full && (status = freshen (self, trial, t1, x0, h)) != ODE_DONE
          && (status != ODE_RETRY_NEWTON || !ode_newton_become_full (newton)))
        return status;
      memcpy (x, guess, sizeof (double) * (size_t) self->n);
      if (self->base.trace != NULL)
        ode_trace_iterate (&self->base, true, self->h_factored / h, 1, NULL, x);
      status = iterate (self, t1, h, x0, x);
      if ((status != ODE_RETRY_NEWTON && status != ODE_RETRY_UNDEFINED) || newton->full)
        break;
      ode_newton_restart (newton);
      if (!settings->reuse_jacobian && !ode_newton_become_full (newton))
        break;
    }
  if (status != ODE_DONE)
    return status;
  /* The positions are computed again from the converged velocities, because
   * those of the last iterate were computed before its update. */
  if (!self->paired && (status = ode_stepper_rhs (&self->base, self->purpose, t1, x, self->f)) != ODE_DONE)
    return status;
  for (int k = 0; k < self->n_q; k++)
    {
      const int i = self->q_index[k];

      x[i] = x0[i] + h * (self->paired ? x[self->driver[k]] : self->f[i]);
    }
  if (self->base.trace != NULL)
    {
      for (int i = 0; i < self->n; i++)
        self->point[i] = (x[i] - x0[i]) / h;
      ode_trace_stage (&self->base, 1, 1.0, t1, x, self->point);
    }
  return ODE_DONE;
}

/* Makes explicit Euler steps, one of size h and two of size h/2. They are used if h
 * is below the minimum step, where no Newton iteration is attempted. */
static OdeStatus
attempt_explicit (OdeVelocityImplicit *self, OdeTry *step)
{
  const int n = self->n;
  const double half = 0.5 * step->h;
  OdeStatus status = ode_stepper_rhs (&self->base, ODE_RHS_STAGES, step->t, step->x0, self->f);

  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < n; i++)
    {
      self->full[i] = step->x0[i] + step->h * self->f[i];
      self->middle[i] = step->x0[i] + half * self->f[i];
    }
  status = ode_stepper_rhs (&self->base, ODE_RHS_ERROR, step->t + half, self->middle, self->f);
  for (int i = 0; i < n; i++)
    step->x1[i] = self->middle[i] + half * self->f[i];
  if (step->error != NULL)
    for (int i = 0; i < n; i++)
      step->error[i] = self->full[i] - step->x1[i];
  return status;
}

/* Makes the full step and, if an estimate is wanted, two half steps. In
 * profile drake the half steps are always made and propagated. The Jacobian is not
 * fresh for the second half step, which starts at another state. */
static OdeStatus
attempt_implicit (OdeVelocityImplicit *self, OdeTry *step)
{
  OdeStepper *stepper = &self->base;
  const bool drake = self->newton.drake;
  const double half = 0.5 * step->h, factor = drake ? 1.0 : 2.0;
  double *two = drake ? step->x1 : self->guess; /* result of the half steps */
  OdeStatistics before;
  OdeStatus status;

  self->purpose = ODE_RHS_STAGES;
  status = solve (self, step->t, step->h, step->x0, step->x0, self->full);
  if (status != ODE_DONE)
    return status;
  if (!drake)
    {
      memcpy (step->x1, self->full, sizeof (double) * (size_t) self->n);
      /* Fixed steps need no estimate, which would be two thirds of the cost. */
      if (!stepper->settings.error_control)
        step->error = NULL;
      if (step->error == NULL)
        return ODE_DONE;
    }
  before = *stepper->statistics;
  self->purpose = ODE_RHS_ERROR;
  for (int i = 0; i < self->n; i++)
    /* The initial guess is the linear interpolation of the full step at its middle. */
    self->guess[i] = 0.5 * (step->x0[i] + self->full[i]);
  if (stepper->trace != NULL)
    ode_trace_part (stepper, ODE_TRACE_FIRST_HALF, step->t, half, step->x0);
  status = solve (self, step->t, half, step->x0, self->guess, self->middle);
  if (status == ODE_DONE)
    {
      self->fresh = false;
      if (stepper->trace != NULL)
        ode_trace_part (stepper, ODE_TRACE_SECOND_HALF, step->t + half, half, self->middle);
      status = solve (self, step->t + half, half, self->middle, self->full, two);
      self->fresh = false;
    }
  if (status == ODE_DONE && step->error != NULL)
    for (int i = 0; i < self->n; i++)
      step->error[i] = factor * (self->full[i] - two[i]);
  ode_newton_retry_count_estimator (stepper, &before);
  return status;
}

/* Discards the Jacobian if the contraction rate in the last attempt was larger than 0.1,
 * except in profile drake (as RENEW_ABOVE of ode-newton-retry.c). Then makes an explicit
 * step if h is below the minimum step, otherwise an implicit one. */
static OdeStatus
velocity_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeVelocityImplicit *self = (OdeVelocityImplicit *) stepper;
  OdeStatus status;

  if (step->tiny)
    return attempt_explicit (self, step);
  ode_newton_scale (&self->newton, step->x0, 1.0);
  /* A fresh Jacobian is kept, because a new one at the same state would be
   * equal. */
  if (!self->newton.drake && self->worst_theta > 0.1)
    self->valid = self->valid && self->fresh;
  self->worst_theta = 0.0;
  self->iterations = 0;
  status = attempt_implicit (self, step);
  step->jacobian_age = self->jacobian_age; /* a trial may have evaluated a new Jacobian */
  step->newton_iterations = self->iterations;
  step->contraction = (float) self->worst_theta;
  return status;
}

/* The state changes, so the Jacobian is no longer fresh; it is older by
 * one step. */
static void
velocity_accept (OdeStepper *stepper, const OdeTry *step)
{
  OdeVelocityImplicit *self = (OdeVelocityImplicit *) stepper;

  self->fresh = false;
  self->jacobian_age++;
}

/* The layout of a snapshot is: η, θ, worst θ, valid, fresh, age,
 * h_factored, t and h of the Jacobian; then its x. */
#define HEAD 9

/* A snapshot has HEAD numbers and the point of the Jacobian, which restoring evaluates again. */
static size_t
velocity_snapshot_size (const OdeStepper *stepper)
{
  return sizeof (double) * (HEAD + (size_t) stepper->system->n_states);
}

/* The LU factors are not stored, because they are functions of t, x and h of the Jacobian and of h_factored. */
static void
velocity_save (const OdeStepper *stepper, void *bytes)
{
  const OdeVelocityImplicit *self = (const OdeVelocityImplicit *) stepper;
  const double head[HEAD] = { ode_newton_eta (&self->newton), self->newton.theta, self->worst_theta, self->valid, self->fresh,
                              self->jacobian_age, self->h_factored, self->t_at, self->h_at };

  memcpy (bytes, head, sizeof head);
  memcpy ((char *) bytes + sizeof head, self->x_at, sizeof (double) * (size_t) self->n);
}

/* Recomputes the Jacobian and the factor, if they were valid, without counting them.
 * If that fails, valid is false and h_factored is 0. */
static void
velocity_restore (OdeStepper *stepper, const void *bytes)
{
  OdeVelocityImplicit *self = (OdeVelocityImplicit *) stepper;
  const OdeStatistics kept = *stepper->statistics;
  double head[HEAD];

  memcpy (head, bytes, sizeof head);
  memcpy (self->x_at, (const char *) bytes + sizeof head, sizeof (double) * (size_t) self->n);
  ode_newton_set_eta (&self->newton, head[0]);
  self->newton.theta = head[1];
  self->worst_theta = head[2];
  self->valid = false;
  self->h_factored = 0.0;
  if (head[3] != 0.0 && ode_velocity_take_jacobian (self, head[7], self->x_at, head[8]) == ODE_DONE && head[6] != 0.0)
    make_factor (self, head[6]);
  self->fresh = head[4] != 0.0;
  self->jacobian_age = (int) head[5];
  *stepper->statistics = kept;
}

static const OdeStepperClass velocity_implicit_class = {
  .size = velocity_size,
  .init = velocity_init,
  .clear = velocity_clear,
  .attempt = velocity_attempt,
  .accept = velocity_accept,
  .restart = velocity_restart,
  .refuses = velocity_refuses,
  .snapshot_size = velocity_snapshot_size,
  .save = velocity_save,
  .restore = velocity_restore,
};

/* If q' = v, R(z) = 1/(1 − z), since the converged step is implicit Euler; the method has
 * order 1 and is L-stable. The estimate and the orders are those of implicit_euler. */
const OdeMethod ode_method_velocity_implicit_euler = {
  .id = "velocity_implicit_euler",
  .label = ODE_N_ ("Velocity-implicit Euler"),
  .aliases = "",
  .known_as = "Drake velocity_implicit_euler",
  .advice = ODE_N_ ("Implicit Euler for mechanics with a matrix of half the size: it solves only for the velocities; for stiff contact "
                    "at low accuracy."),
  .source = "Drake, systems/analysis, VelocityImplicitEulerIntegrator",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_IMPLICIT | ODE_TRAIT_STIFF,
  .order = 1,
  .embedded_order = 1,
  .error_order = 2,
  .dense_order = 3,
  .n_stages = 3,
  .accuracy_default = 1e-1,
  .accuracy_loosest = 5e-1,
  .accuracy_tightest = 1e-8,
  .stepper = &velocity_implicit_class,
};
