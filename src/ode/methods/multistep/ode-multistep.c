/* All formulas are made for the points as they lie, and at equal steps are the classical ones (Hairer, Nørsett and Wanner, Solving ODEs I,
 * 2nd ed. 1993, III.1 and III.5); so the last, shorter step of a run needs no restart.
 * Starting values come from one-step methods: explicit ones from Dormand–Prince, BDF from Radau IIA of order 5. */
#include "ode-multistep.h"

#include "ode-explicit.h"
#include "ode-multistep-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_INT(a, b) ((a) < (b) ? (a) : (b))

static size_t
multistep_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (OdeMultistep);
}

static bool
is_implicit (const OdeMultistep *self)
{
  return self->data->kind == ODE_MULTISTEP_ADAMS_MOULTON || self->data->kind == ODE_MULTISTEP_BDF;
}

static void
multistep_clear (OdeStepper *stepper)
{
  OdeMultistep *self = (OdeMultistep *) stepper;

  ode_irk_solver_clear (&self->start);
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
      && (!ode_irk_scheme_init (&self->start_scheme, &ode_tableau_radau5, &ode_spectrum_radau5, stepper->settings.translate, error,
                                error_size)
          || !ode_irk_solver_init (&self->start, stepper, 3, 1, 1, self->solver.slots.matrix, error, error_size)))
    return false;
  return true;
}

static void
multistep_restart (OdeStepper *stepper)
{
  OdeMultistep *self = (OdeMultistep *) stepper;

  self->count = 0;
  if (is_implicit (self))
    ode_stage_solver_restart (&self->solver);
  self->start.factored = NULL;
}

static OdeStatus
start_explicit (OdeMultistep *self, OdeTry *step)
{
  const OdeTableau *tableau = ode_method_runge_kutta5.tableau;
  const int n = self->n, s = tableau->n_stages;

  memcpy (self->K, step->f0, sizeof (double) * (size_t) n);
  for (int i = 1; i <= s; i++)
    {
      const double *weights = i < s ? tableau->A + (size_t) i * s : tableau->b;
      double *target = i < s ? self->R : step->x1;

      memcpy (target, step->x0, sizeof (double) * (size_t) n);
      for (int j = 0; j < MIN_INT (i, s); j++)
        for (int k = 0; weights[j] != 0.0 && k < n; k++)
          target[k] += step->h * weights[j] * self->K[(size_t) j * n + k];
      if (i < s)
        {
          OdeStatus status = ode_stepper_rhs (&self->base, ODE_RHS_STARTUP, step->t + tableau->c[i] * step->h, self->R,
                                              self->K + (size_t) i * n);

          if (status != ODE_DONE)
            return status;
        }
    }
  return ODE_DONE;
}

static OdeStatus
start_implicit (OdeMultistep *self, OdeTry *step)
{
  OdeIrkSolver *start = &self->start;
  OdeStatus status;

  ode_newton_scale (&start->newton, step->x0, 1.0);
  ode_newton_restart (&start->newton);
  status = ode_irk_solver_jacobian (start, step->t, step->x0, step->f0);
  self->solver.slots.factored[0] = 0.0;
  if (status == ODE_DONE)
    status = ode_irk_solver_factor (start, &self->start_scheme, step->h);
  if (status != ODE_DONE)
    return status;
  memset (start->Z, 0, sizeof (double) * 3 * (size_t) self->n);
  status = ode_irk_solver_iterate (start, &self->start_scheme, step->t, step->h, step->x0, step->f0);
  step->newton_iterations = start->newton.iterations;
  step->contraction = (float) start->newton.theta;
  if (status == ODE_DONE)
    ode_irk_solver_end (start, &self->start_scheme, step->h, step->x0, step->f0, step->x1);
  return status;
}

/* x1 = x0 + h Σ w_j f_j */
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

/* Z from the guess in self->Z, with a new Jacobian where the old one does not converge. */
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
  step->newton_iterations = solver->slots.iterations;
  step->jacobian_age = solver->slots.jacobian_age;
  step->contraction = (float) solver->slots.worst_theta;
  for (int i = 0; i < self->n; i++)
    step->x1[i] = step->x0[i] + self->Z[i];
  return status;
}

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

/* Σ a_j x_j = h f(x1), the new point first: M Z = −M Σ_{j ≥ 2} a_j (x_j − x0)/a_0 + h f/a_0 */
static OdeStatus
step_bdf (OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps, n = self->n;
  double s[ODE_MULTISTEP_SLOTS + 1], a[ODE_MULTISTEP_SLOTS + 1], extrapolation[ODE_MULTISTEP_SLOTS];

  s[0] = 1.0;
  s[1] = 0.0;
  ode_multistep_place (self, step->t, step->h, k - 1, s + 2);
  ode_multistep_differentiate (k + 1, s, a);
  /* The guess continues the polynomial through the points there are: values at s = 1 of its Lagrange basis. */
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

/* x1 = r² x_{−1} + (1 − r²) x0 + h (1 + r) f0 with r the ratio of the steps: the explicit midpoint rule over both. */
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

/* The cubic of Hermite through the last two points, continued: at equal steps x1 = −4 x0 + 5 x_{−1} + h (4 f0 + 2 f_{−1}). */
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

static OdeStatus
multistep_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  const OdeMultistepKind kind = self->data->kind;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  if (self->count < self->data->n_steps - 1)
    status = kind == ODE_MULTISTEP_BDF ? start_implicit (self, step) : start_explicit (self, step);
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

static void
multistep_accept (OdeStepper *stepper, const OdeTry *step)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  const size_t bytes = sizeof (double) * (size_t) self->n;

  rotate_history (self, true);
  memcpy (self->x[0], step->x0, bytes);
  memcpy (self->f[0], step->f0, bytes);
  self->t[0] = step->t;
  if (self->count < ODE_MULTISTEP_SLOTS)
    self->count++;
  if (is_implicit (self))
    ode_stage_solver_accept (&self->solver);
}

static void
multistep_undo (OdeStepper *stepper)
{
  OdeMultistep *self = (OdeMultistep *) stepper;

  if (self->count == 0)
    return;
  rotate_history (self, false);
  self->count--;
}

/* With a mass matrix slopes are not at hand: the polynomial through the new point, the old one and up to two before. */
static OdeStatus
dense_polynomial (OdeMultistep *self, double theta, double *x)
{
  const double *points[4] = { self->x1, self->x0 };
  double s[4] = { 1.0, 0.0 }, weight;
  int count = 2;

  /* history[0] is x0 itself after acceptance */
  for (int j = 1; j < self->count && count < MIN_INT (4, self->data->n_steps + 1); j++)
    {
      points[count] = self->x[j];
      s[count++] = (self->t[j] - self->t0) / self->h;
    }
  memset (x, 0, sizeof (double) * (size_t) self->n);
  for (int j = 0; j < count; j++)
    {
      weight = 1.0;
      for (int l = 0; l < count; l++)
        if (l != j)
          weight *= (theta - s[l]) / (s[j] - s[l]);
      for (int i = 0; i < self->n; i++)
        x[i] += weight * points[j][i];
    }
  return ODE_DONE;
}

static OdeStatus
multistep_dense (OdeStepper *stepper, double theta, double *x)
{
  OdeMultistep *self = (OdeMultistep *) stepper;
  OdeStatus status;

  if (stepper->system->mass_pattern != NULL)
    return dense_polynomial (self, theta, x);
  status = ode_stepper_dense_slope (stepper, &self->f_end_known, self->t0 + self->h, self->x1, self->f_end);
  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < self->n; i++)
    self->R[i] = self->h * self->f0[i];
  ode_stage_cubic (self->n, theta, self->x0, self->x1, self->R, self->f_end, self->h, x);
  return ODE_DONE;
}

/* Layout: count, times, values and slopes newest first, the stage solver. */
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
  .dense = multistep_dense,
  .snapshot_size = multistep_snapshot_size,
  .save = multistep_save,
  .restore = multistep_restore,
};
