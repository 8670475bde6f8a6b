/* Drake's radau3 (drake/systems/analysis/radau_integrator.cc): Radau IIA with two stages,
 * of order 3. The error estimate compares its result x1 with the result x_T of the implicit trapezoidal rule, for
 * which x1 is the initial guess:
 *
 *   e = x1 − x_T = −h³/12 x''' + O(h⁴).
 *
 * This is the error of the trapezoidal rule, which has a lower order, so that the estimate is
 * larger than the error of x1. On stiff components x1 is damped and x_T is not (R_T(∞)
 * = −1), so e is about |x0| until the transients have decayed. The estimate is not filtered
 * by (M − γhJ)⁻¹, unlike some estimates of ode-dirk.c.
 *
 * A⁻¹ has the eigenvalues 2 ± √2 i (ode-radau-tableaus.c): each step
 * size needs one complex factorization for the stages and one real factorization
 * for the trapezoidal rule, with the same Jacobian, which the member `trials` owns. The
 * initial guess is Z = 0, as in Drake.
 *
 * If h is below the minimum step and the system has no mass matrix, the explicit pair
 * Bogacki–Shampine 3(2) is used.
 *
 * The data that the stepper keeps from step to step are the Jacobian, and the factors and η
 * of both solvers. A new Jacobian invalidates the factors of both. */
#include "ode-irk.h"
#include "ode-newton-retry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct
{
  OdeStepper base;
  OdeNewtonRetry trials;      /* owns the Jacobian; its first slot has the factor of the trapezoidal rule */
  OdeIrkSolver solver;
  OdeIrkScheme scheme;
  double *memory;
  double *f[4];          /* four vectors of n numbers: the slopes of the explicit stages */
  double *x, *R;
} Radau3;

static size_t
radau3_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Radau3);
}

static void
radau3_clear (OdeStepper *stepper)
{
  Radau3 *self = (Radau3 *) stepper;

  ode_irk_solver_clear (&self->solver);
  ode_newton_retry_clear (&self->trials);
  free (self->memory);
}

/* Prepares the solver for one pair of eigenvalues and no real eigenvalue. `trials`
 * owns the matrix of the solver. */
static bool
radau3_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Radau3 *self = (Radau3 *) stepper;
  const size_t n = (size_t) stepper->system->n_states;

  if (!ode_irk_scheme_init (&self->scheme, &ode_tableau_radau3, &ode_spectrum_radau3, stepper->settings.translate, error, error_size)
      || !ode_newton_retry_init (&self->trials, stepper, error, error_size))
    return false;
  self->memory = malloc (sizeof (double) * (6 * n + 1));
  if (self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  if (!ode_irk_solver_init (&self->solver, stepper, 2, 0, 1, self->trials.slots.matrix, error, error_size))
    return false;
  for (int i = 0; i < 4; i++)
    self->f[i] = self->memory + (size_t) i * n;
  self->x = self->memory + 4 * n;
  self->R = self->memory + 5 * n;
  return true;
}

/* Discards the Jacobian, the factors of both solvers and η. */
static void
radau3_restart (OdeStepper *stepper)
{
  Radau3 *self = (Radau3 *) stepper;

  ode_newton_retry_restart (&self->trials);
  self->solver.factored = NULL;
  ode_newton_restart (&self->solver.newton);
}

/* Solves the stage equations with the retry policy of ode-newton-retry.h. If one
 * of the two solvers evaluates the Jacobian, the factors of the other solver are
 * discarded. */
static OdeStatus
solve_radau (Radau3 *self, OdeTry *step)
{
  OdeNewtonRetry *trials = &self->trials;
  OdeIrkSolver *solver = &self->solver;
  const OdeSettings *settings = &self->base.settings;
  const size_t bytes = sizeof (double) * (size_t) trials->slots.n;
  OdeStatus status;

  for (int trial = 1;; trial++)
    {
      if (!settings->full_newton)
        {
          OdeNewtonRetryNeeds needs;

          status = ode_newton_retry_needs (trials, trial, solver->factored != NULL, solver->h_factored != step->h, &needs);
          if (status == ODE_DONE && needs.jacobian)
            {
              status = ode_irk_solver_jacobian (solver, step->t, step->x0, NULL);
              trials->fresh = true;
              trials->slots.jacobian_age = 0;
              /* The factor of the trapezoidal rule belongs to the old Jacobian,
               * so it is discarded. */
              memset (trials->slots.factored, 0, sizeof trials->slots.factored);
            }
          if (status == ODE_DONE && needs.factor)
            status = ode_irk_solver_factor (solver, &self->scheme, step->h);
          if (status != ODE_DONE)
            return ode_irk_solver_resort_to_full (solver, &self->scheme, step->t, step->h, step->x0, NULL, status);
        }
      /* Every trial starts with Z = 0, because the last iterate of a failed trial is
       * not a better guess. */
      memset (solver->Z, 0, 2 * bytes);
      status = ode_irk_solver_iterate (solver, &self->scheme, step->t, step->h, step->x0, NULL);
      trials->slots.iterations += solver->newton.iterations;
      trials->slots.worst_theta = fmax (trials->slots.worst_theta, solver->newton.theta);
      if (self->base.trace != NULL)
        ode_irk_trace_stages (solver, &self->scheme, step->t, step->h, step->x0, NULL, status == ODE_DONE);
      if ((status != ODE_RETRY_NEWTON && status != ODE_RETRY_UNDEFINED) || settings->full_newton || !settings->reuse_jacobian)
        return ode_irk_solver_resort_to_full (solver, &self->scheme, step->t, step->h, step->x0, NULL, status);
      ode_newton_restart (&solver->newton);
    }
}

/* Makes the Radau step and, if an estimate is wanted, the trapezoidal step M (x − x0) =
 * h/2 (f0 + f(t + h, x)) with the initial guess x1. On x' = λx, z = hλ,
 *
 *   e = R(z) − R_T(z) = −(z³/12)/((1 − z/2)(1 − 2z/3 + z²/6)) x0,
 *
 * which tends to x0 for z → −∞. */
static OdeStatus
attempt_implicit (Radau3 *self, OdeTry *step)
{
  OdeNewtonRetry *trials = &self->trials;
  OdeStepper *stepper = &self->base;
  const int n = trials->slots.n;
  const double half = 0.5 * step->h;
  OdeStatistics before;
  OdeStatus status = solve_radau (self, step);

  if (status != ODE_DONE)
    return status;
  ode_irk_solver_end (&self->solver, &self->scheme, step->h, step->x0, NULL, step->x1);
  if (step->error == NULL)
    return ODE_DONE;
  before = *stepper->statistics;
  trials->purpose = ODE_RHS_ERROR;
  status = ode_stepper_rhs (stepper, ODE_RHS_ERROR, step->t, step->x0, self->f[0]);
  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < n; i++)
    /* h/2 f0 is the known term of the trapezoidal rule. */
    self->R[i] = half * self->f[0][i];
  memcpy (self->x, step->x1, sizeof (double) * (size_t) n);
  if (stepper->trace != NULL)
    ode_trace_part (stepper, ODE_TRACE_ESTIMATOR, step->t, step->h, step->x0);
  status = ode_newton_retry_solve (trials, 0, step->t, step->t + step->h, half, step->x0, self->R, self->x);
  for (int i = 0; i < n; i++)
    step->error[i] = step->x1[i] - self->x[i];
  ode_newton_retry_count_estimator (stepper, &before);
  return status;
}

/* Makes a step of Bogacki and Shampine's pair (Appl. Math. Lett. 2 (1989) 321);
 * the fourth stage is the slope at x1, and e = b − b̂ with b̂ = (7/24, 1/4,
 * 1/3, 1/8). */
static OdeStatus
attempt_explicit (Radau3 *self, OdeTry *step)
{
  /* Stages at t, t + h/2, t + 3h/4 and t + h; weights of order 3, (2/9, 1/3,
   * 4/9, 0), are the last row of a. */
  static const double c[4] = { 0.0, 0.5, 0.75, 1.0 };
  static const double a[4][3] = { { 0 }, { 0.5, 0, 0 }, { 0, 0.75, 0 }, { 2.0 / 9, 1.0 / 3, 4.0 / 9 } };
  static const double e[4] = { 2.0 / 9 - 7.0 / 24, 1.0 / 3 - 1.0 / 4, 4.0 / 9 - 1.0 / 3, -1.0 / 8 };
  OdeStepper *stepper = &self->base;
  const int n = stepper->system->n_states;

  for (int i = 0; i < 4; i++)
    {
      OdeStatus status;

      for (int k = 0; k < n; k++)
        {
          double sum = 0.0;

          for (int j = 0; j < i; j++)
            sum += a[i][j] * self->f[j][k];
          self->x[k] = step->x0[k] + step->h * sum;
        }
      status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + c[i] * step->h, self->x, self->f[i]);
      if (stepper->trace != NULL)
        ode_trace_stage (stepper, i + 1, c[i], step->t + c[i] * step->h, self->x, status == ODE_DONE ? self->f[i] : NULL);
      if (status != ODE_DONE)
        return status;
    }
  memcpy (step->x1, self->x, sizeof (double) * (size_t) n);
  if (step->error != NULL)
    for (int k = 0; k < n; k++)
      {
        double sum = 0.0;

        for (int j = 0; j < 4; j++)
          sum += e[j] * self->f[j][k];
        step->error[k] = step->h * sum;
      }
  return ODE_DONE;
}

/* Makes an implicit step or, if h is below the minimum step, an explicit
 * one, and reports the statistics of both Newton solves. */
static OdeStatus
radau3_attempt (OdeStepper *stepper, OdeTry *step)
{
  Radau3 *self = (Radau3 *) stepper;
  OdeNewtonRetry *trials = &self->trials;
  OdeStatus status;

  /* An explicit formula cannot solve M x' = f. */
  if (step->tiny && stepper->system->mass_pattern == NULL)
    return attempt_explicit (self, step);
  ode_newton_retry_begin (trials, step->x0);
  ode_newton_scale (&self->solver.newton, step->x0, 1.0);
  status = attempt_implicit (self, step);
  step->jacobian_age = trials->slots.jacobian_age; /* a trial may have evaluated a new Jacobian */
  step->newton_iterations = trials->slots.iterations;
  step->contraction = (float) trials->slots.worst_theta;
  return status;
}

/* The state changes, so the Jacobian is no longer fresh; it is older by
 * one step. */
static void
radau3_accept (OdeStepper *stepper, const OdeTry *step)
{
  OdeNewtonRetry *trials = &((Radau3 *) stepper)->trials;

  trials->fresh = false;
  trials->slots.jacobian_age++;
}

/* The layout of a snapshot is: h of the Radau factor or 0, η; then the snapshot of `trials`. */
static size_t
radau3_snapshot_size (const OdeStepper *stepper)
{
  return 2 * sizeof (double) + ode_newton_retry_snapshot_size (&((const Radau3 *) stepper)->trials);
}

/* Stores the step size of the factors of the stages; 0 means that there are none. */
static void
radau3_save (const OdeStepper *stepper, void *bytes)
{
  const Radau3 *self = (const Radau3 *) stepper;
  const double head[2] = { self->solver.factored != NULL ? self->solver.h_factored : 0.0, ode_newton_eta (&self->solver.newton) };

  memcpy (bytes, head, sizeof head);
  ode_newton_retry_save (&self->trials, (char *) bytes + sizeof head);
}

/* Restores `trials`, which recomputes the Jacobian, and then recomputes the
 * factors of the stages. None of this is counted. */
static void
radau3_restore (OdeStepper *stepper, const void *bytes)
{
  Radau3 *self = (Radau3 *) stepper;
  const OdeStatistics kept = *stepper->statistics;
  double head[2];

  memcpy (head, bytes, sizeof head);
  ode_newton_retry_restore (&self->trials, (const char *) bytes + sizeof head);
  self->solver.factored = NULL;
  ode_newton_set_eta (&self->solver.newton, head[1]);
  /* `trials` must be restored first, because it recomputes the Jacobian
   * that is factored here. */
  if (head[0] != 0.0 && self->trials.slots.matrix->valid)
    ode_irk_solver_factor (&self->solver, &self->scheme, head[0]);
  *stepper->statistics = kept;
}

static const char *
radau3_linear_algebra (const OdeStepper *stepper)
{
  return ((const Radau3 *) stepper)->trials.slots.matrix->text;
}

static const OdeStepperClass radau3_class = {
  .size = radau3_size,
  .init = radau3_init,
  .clear = radau3_clear,
  .attempt = radau3_attempt,
  .linear_algebra = radau3_linear_algebra,
  .accept = radau3_accept,
  .restart = radau3_restart,
  .snapshot_size = radau3_snapshot_size,
  .save = radau3_save,
  .restore = radau3_restore,
};

/* R(z) = (1 + z/3)/(1 − 2z/3 + z²/6), the (1,2) Padé approximation of e^z:
 * the method is L-stable, C = −1/72, ‖τ‖ = 0.0245; the stage order is 2. embedded_order = 2
 * is the order of the trapezoidal rule, error_order = 3 the power of h in the difference. */
const OdeMethod ode_method_radau3 = {
  .id = "radau3",
  .label = ODE_N_ ("Radau IIA, order 3"),
  .aliases = "radau_iia3",
  .known_as = "Drake radau3, Julia RadauIIA3",
  .advice = ODE_N_ ("Two stages, L-stable at order 3, with a pessimistic error estimate; radau5 is far more accurate at slightly "
                    "higher cost."),
  .source = "Hairer and Wanner, Solving Ordinary Differential Equations II, 2nd ed. 1996, IV.5, p. 74, doi:10.1007/978-3-642-05221-7; Drake, systems/analysis",
  .family = ODE_FAMILY_IMPLICIT_RK,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_IMPLICIT | ODE_TRAIT_STIFF | ODE_TRAIT_DAE | ODE_TRAIT_A_STABLE | ODE_TRAIT_L_STABLE,
  .order = 3,
  .embedded_order = 2,
  .error_order = 3,
  .dense_order = 3,
  .n_stages = 2,
  .accuracy_default = 1e-3,
  .accuracy_loosest = 1e-2,
  .accuracy_tightest = 1e-10,
  .stepper = &radau3_class,
  .tableau = &ode_tableau_radau3,
};
