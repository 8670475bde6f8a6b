/* Numerical differentiation formulas of orders 1 to 5 with variable steps (Shampine and Reichelt, SIAM J. Sci. Comput. 18 (1997) 1, here SR) in
 * fixed-leading-coefficient form (Jackson and Sacks-Davis, ACM TOMS 6 (1980) 295; Brenan, Campbell and Petzold, Numerical Solution of Initial-Value
 * Problems in Differential-Algebraic Equations, 1996, section 5.2.1, here BCP).
 *
 * P is the polynomial of degree k through the point (t, x0) and the k points before it. The polynomial Q of the step has the value x1 at t + h, and
 * equals P at the k points t + h − jh, j = 1 … k, which are the points before if all steps have the size h. Q − P is therefore a multiple of
 * Π_j (τ − (t + h − jh)), whose logarithmic derivative at t + h is γ_k/h with γ_k = Σ_{j≤k} 1/j, and Q'(t + h) = f(t + h, x1) becomes
 *
 *   h P'(t + h) + (1 − κ_k) γ_k (x1 − P(t + h)) = h f(t + h, x1).
 *
 * With κ = 0 and equal steps this is BDF of order k. NDF have κ < 0, which makes the error constant smaller (SR (3)):
 *
 *   k                     1         2       3         4         5
 *   κ_k                   −0.185    −1/9    −0.0823   −0.0415   0
 *   angle of stability    90°       90°     80°       66°       51°      (BDF: 90°, 90°, 86°, 73°, 51°)
 *   error over BDF        0.63      0.5     0.5       0.53      1
 *
 * γ depends on the order only, so the factors of M γ/h − J change with h and k only. The alternative, a quasi-constant step with a table of differences that is
 * interpolated to each new h, solves the same equation in the step of the change; it differs in the steps after it, in which it reads interpolated points. On Van der
 * Pol's equation, Robertson, HIRES, Oregonator, E5, pollution, Brusselator and medical Akzo, with true errors from 1e-2 to 1e-6, it took 3 to 10 % fewer steps with
 * an estimate that takes all points for exact, and as many with the same constants of the estimate. Here the stored points are states of the run, so that
 * a step can be undone and repeated with any size, and projections of states need no second table.
 *
 * The local error. Let e = z − P for a smooth solution z, so that e(t + h) = D Π_{j≤k} (t + h − t_{−j}) with D ≈ z^{(k+1)}/(k + 1)!. Inserted in the
 * formula z leaves the residual e(t + h) (σ − γ) with σ = Σ_{j≤k} h/(t + h − t_{−j}) and γ = (1 − κ_k) γ_k. If all stored points lie on a smooth
 * curve, e(t + h) is the correction x1 − P(t + h), and the local error is
 *
 *   z − x1 = −(σ − γ)/γ · (x1 − P(t + h)).
 *
 * In a first step the points are exact, and the correction is e(t + h) σ/γ. For equal steps σ − γ = 1/(k + 1) + κ_k γ_k. After a reduction of the step σ − γ passes through zero; the estimate then uses the bound
 * h/(t + h − t_{−k}), which equals 1/(k + 1) for equal steps, as in BCP (5.2.20).
 *
 * The first step after a start has order 1 and no point before it. P is then x0 + τ f0, the limit of two equal points, and the estimate is added to the result.
 * With a mass matrix f0 is not the slope: two steps of implicit Euler of size h/8 give two points.
 *
 * With fixed steps all steps have the highest order, and steps of Radau IIA provide the first points, as for the methods of ode-multistep.c.
 *
 * Between the ends of a step the solution is the polynomial of degree k through x1, x0 and the k − 1 points before it. Its error is O(h^(k+1)) like that
 * of the step, with a constant smaller than that of the step for every k. It is continuous and needs no slopes, so mass matrices make no difference. */
#include "ode-ndf-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MIN_INT(a, b) ((a) < (b) ? (a) : (b))
/* The size of the steps of implicit Euler that give the first slope of a system with a mass matrix, as a part of the first step. */
#define PROBE (1.0 / 8.0)
/* The Jacobian is evaluated again if Newton's method converges more slowly than this, and the factor of another γ/h is used if the ratio of both is nearer
 * to 1 than LAG. A difference of 1 − LAG alone gives the rate LAG/2 (iterate in ode-stage.c). */
#define KEEP 0.2
#define LAG 0.3
/* The largest error of a step as a part of the tolerance. With it the errors at the ends of runs are those of radau5 and rodas4 at the same accuracy up to a factor of
 * about ten. */
#define TOLERANCE_PART 0.1
/* Newton's method ends when its error is this part of the tolerance of a step. The error test multiplies it by the error constant, at most 1/2. */
#define NEWTON_PART 0.05
/* The smallest η = θ/(1 − θ) that is assumed before an iteration in a system with a mass matrix. */
#define LEAST_ETA 0.1

static size_t
ndf_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (OdeNdf);
}

static void
ndf_clear (OdeStepper *stepper)
{
  OdeNdf *self = (OdeNdf *) stepper;

  ode_multistep_start_clear (&self->start);
  ode_stage_solver_clear (&self->solver);
  free (self->memory);
}

/* Reads the options. A lower highest order takes effect in the next attempt. */
static void
ndf_settings_changed (OdeStepper *stepper)
{
  OdeNdf *self = (OdeNdf *) stepper;

  self->max_order = ODE_NDF_MAX_ORDER;
  self->plain = false;
  for (int i = 0; i < stepper->settings.n_options; i++)
    if (strcmp (stepper->settings.options[i].key, "max_order") == 0)
      self->max_order = (int) stepper->settings.options[i].number;
    else if (strcmp (stepper->settings.options[i].key, "coefficients") == 0)
      self->plain = strcmp (stepper->settings.options[i].text, "bdf") == 0;
}

static void
ndf_restart (OdeStepper *stepper)
{
  OdeNdf *self = (OdeNdf *) stepper;

  self->now = (OdeNdfState) { .order = 1 };
  ode_stage_solver_restart (&self->solver);
  ode_multistep_start_forget (&self->start);
}

static bool
ndf_init (OdeStepper *stepper, char *error, size_t error_size)
{
  OdeNdf *self = (OdeNdf *) stepper;
  const size_t n = (size_t) stepper->system->n_states;
  double *at;

  self->n = (int) n;
  self->memory = at = calloc ((ODE_NDF_SLOTS + 6) * n + 1, sizeof (double));
  if (at == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  for (int i = 0; i < ODE_NDF_SLOTS; i++, at += n)
    self->x[i] = at;
  self->R = at;
  self->Z = at + n;
  self->guess = at + 2 * n;
  self->scratch = at + 3 * n;
  self->probe = at + 4 * n;
  /* The probe of a system with a mass matrix has another γ/h. */
  if (!ode_stage_solver_init (&self->solver, stepper, stepper->system->mass_pattern != NULL ? 2 : 1, error, error_size)
      || !ode_multistep_start_init (&self->start, stepper, self->solver.slots.matrix, error, error_size))
    return false;
  self->solver.keep = KEEP;
  self->solver.lag = stepper->settings.error_control ? LAG : 0.0;
  ndf_settings_changed (stepper);
  ndf_restart (stepper);
  return true;
}

/* ---- formulas ---- */

/* The numbers of SR, table 1. */
double
ode_ndf_kappa (int order)
{
  static const double kappa[ODE_NDF_MAX_ORDER + 1] = { 0, -37.0 / 200.0, -1.0 / 9.0, -0.0823, -0.0415, 0 };

  return kappa[order];
}

/* The weights are the values and the derivatives at s = 1 of the Lagrange polynomials of the points. If the start is the only point, it counts twice. */
void
ode_ndf_formula (const OdeNdf *self, int order, OdeNdfFormula *formula)
{
  const double *s = self->s + self->from;
  const int count = MIN_INT (order + 1, self->n_past - self->from);
  double sigma = 0, leading = 0, farthest = 1, spread;

  for (int j = 0; j < count; j++)
    {
      double value = 1, logarithmic = 0;

      for (int l = 0; l < count; l++)
        if (l != j)
          {
            value *= (1 - s[l]) / (s[j] - s[l]);
            logarithmic += 1 / (1 - s[l]);
          }
      formula->value[j] = value;
      formula->slope[j] = value * logarithmic;
      farthest = 1 / (1 - s[j]);
      sigma += farthest;
    }
  if (count == 1)
    sigma += 1;
  for (int j = 1; j <= order; j++)
    leading += 1.0 / j;
  formula->gamma = (1 - (self->plain ? 0 : ode_ndf_kappa (order))) * leading;
  /* For equal steps both arguments are 1/(k + 1) + κ_k γ_k. */
  spread = 1 + (order + 1) * (leading - formula->gamma);
  formula->error = fmax (fabs (sigma - formula->gamma), (count == 1 ? 0.5 : farthest) * spread) / (self->first ? sigma : formula->gamma);
}

/* ---- steps ---- */

/* Solves for Z with the guess in self->guess. If an old Jacobian is the reason of a failure, the solution is repeated with a new one. */
static OdeStatus
solve (OdeNdf *self, OdeTry *step, int slot, double h, double gamma_h)
{
  OdeStageSolver *solver = &self->solver;
  OdeNewton *newton = &solver->slots.newton;
  const size_t bytes = sizeof (double) * (size_t) self->n;
  OdeStatus status;

  /* After a change of the size an old Jacobian is worth little: with one from a fast transient the updates of the slow motion after it are so small that they
   * seem to have converged. The rate of convergence is measured anew with new factors, as in CVODE. Errors of algebraic unknowns are not damped by the
   * next steps, so that an assumed rate is never very small for them. */
  if (!(fabs (gamma_h / solver->slots.factored[slot] - 1.0) <= solver->lag))
    {
      solver->want_jacobian = solver->want_jacobian || solver->slots.jacobian_age > 0;
      ode_newton_restart (newton);
    }
  else if (self->base.system->mass_pattern != NULL)
    ode_newton_set_eta (newton, fmax (ode_newton_eta (newton), LEAST_ETA));
  for (int trial = 0;; trial++)
    {
      status = ode_stage_solver_begin (solver, step->t, step->x0, step->f0, trial > 0);
      if (!newton->tight && !newton->drake)
        newton->tolerance = fmax (TOLERANCE_PART * newton->tolerance, TOLERANCE_PART * NEWTON_PART);
      memcpy (self->Z, self->guess, bytes);
      if (status == ODE_DONE)
        status = ode_stage_solver_solve (solver, slot, step->t + h, gamma_h, step->x0, self->R, self->Z);
      if (status != ODE_RETRY_NEWTON || trial > 0 || ode_stage_solver_is_fresh (solver, step->t))
        break;
    }
  if (status != ODE_DONE && ode_stage_solver_resort_to_full (solver, status) == ODE_DONE)
    {
      memcpy (self->Z, self->guess, bytes);
      status = ode_stage_solver_solve (solver, slot, step->t + h, gamma_h, step->x0, self->R, self->Z);
    }
  return status;
}

/* Makes two points near the start of a system with a mass matrix, whose slope is not known, by steps of implicit Euler. They satisfy the algebraic equations,
 * the start does so only up to the error of the step before: the predictor is the straight line through the two points. */
static OdeStatus
make_probe (OdeNdf *self, OdeTry *step)
{
  const double h = PROBE * step->h;
  OdeTrace *trace = self->base.trace;
  OdeStatus status = ODE_DONE;

  self->base.trace = NULL;
  for (int k = 1; status == ODE_DONE && k <= 2; k++)
    {
      double *point = self->probe + (ptrdiff_t) (2 - k) * self->n;

      /* M Z = M (x_{k−1} − x0) + h f(x0 + Z); Z of the first point is the guess of the second one. */
      if (k == 1)
        memset (self->Z, 0, sizeof (double) * (size_t) self->n);
      memcpy (self->guess, self->Z, sizeof (double) * (size_t) self->n);
      ode_matrix_mass_times (self->solver.slots.matrix, self->guess, self->R);
      status = solve (self, step, 1, k * h, h);
      for (int i = 0; i < self->n; i++)
        point[i] = step->x0[i] + self->Z[i];
      self->past[3 - k] = point;
      self->s[3 - k] = k * PROBE;
    }
  self->base.trace = trace;
  self->n_past = 3;
  self->from = 1;
  return status;
}

/* Computes P(t + h) − x0 into self->guess and the known part of the equation into R. Differences to x0 lose fewer digits by cancellation. */
static void
predict (OdeNdf *self, const OdeTry *step, const OdeNdfFormula *formula)
{
  const int from = self->from, count = MIN_INT (self->order + 1, self->n_past - from), n = self->n;
  const double inverse = 1 / formula->gamma;
  bool begun = false;
  double *restrict guess = self->guess, *restrict known = self->scratch;

  if (count == 1)
    for (int i = 0; i < n; i++)
      {
        guess[i] = step->h * step->f0[i];
        known[i] = guess[i] * (1 - inverse);
      }
  else
    for (int j = from == 0 ? 1 : 0; j < count; j++)
      {
        const double *restrict x = self->past[from + j], *restrict x0 = step->x0;
        const double value = formula->value[j], both = value - inverse * formula->slope[j];

        if (!begun)
          for (int i = 0; i < n; i++)
            {
              const double rise = x[i] - x0[i];

              guess[i] = value * rise;
              known[i] = both * rise;
            }
        else
          for (int i = 0; i < n; i++)
            {
              const double rise = x[i] - x0[i];

              guess[i] += value * rise;
              known[i] += both * rise;
            }
        begun = true;
      }
  ode_matrix_mass_times (self->solver.slots.matrix, known, self->R);
}

/* Reports the points that the formula of this step reads. */
static void
report_past (OdeNdf *self, const OdeTry *step)
{
  if (self->order == 0)
    ode_trace_part (&self->base, ODE_TRACE_STARTING, step->t, step->h, step->x0);
  for (int j = 0; j < (self->order == 0 || self->from > 0 ? 1 : MIN_INT (self->order + 1, self->n_past)); j++)
    ode_trace_event (&self->base, ODE_TRACE_PAST, j, 0, self->s[j], j == 0 ? step->t : step->t + self->s[j] * step->h, self->n,
                     self->past[j], j == 0 ? step->f0 : NULL);
}

/* Makes a step of the order self->order. */
static OdeStatus
step_of_formula (OdeNdf *self, OdeTry *step)
{
  OdeStageSolver *solver = &self->solver;
  OdeNdfFormula formula;
  OdeStatus status = ODE_DONE;
  int before = 0;

  self->first = self->n_past == 1; /* before a probe */
  if (self->first)
    {
      if (self->base.system->mass_pattern == NULL)
        status = ode_stepper_start_slope (&self->base, step);
      else
        status = make_probe (self, step);
      before = solver->slots.iterations;
    }
  if (status != ODE_DONE)
    return status;
  if (self->base.trace != NULL)
    report_past (self, step);
  ode_ndf_formula (self, self->order, &formula);
  predict (self, step, &formula);
  status = solve (self, step, 0, step->h, step->h / formula.gamma);
  step->newton_iterations = solver->slots.iterations + before;
  step->jacobian_age = solver->slots.jacobian_age;
  step->contraction = (float) solver->slots.worst_theta;
  for (int i = 0; i < self->n; i++)
    step->x1[i] = step->x0[i] + self->Z[i];
  if (self->base.trace != NULL)
    {
      const bool known = status == ODE_DONE && self->base.system->mass_pattern == NULL;

      /* The slope at the end follows from the solved equation. */
      for (int i = 0; i < self->n; i++)
        solver->stage[i] = (self->Z[i] - self->R[i]) * formula.gamma / step->h;
      ode_trace_stage (&self->base, 1, 1.0, step->t + step->h, step->x1, known ? solver->stage : NULL);
    }
  if (status == ODE_DONE && step->error != NULL)
    for (int i = 0; i < self->n; i++)
      step->error[i] = -formula.error * (self->Z[i] - self->guess[i]);
  /* The estimate of a first step is added, which makes its order 2. It is at most the tolerance. Events can follow each other in single steps, whose errors
   * must then be smaller than the motion between them. */
  if (status == ODE_DONE && step->error != NULL && self->n_past == 1)
    for (int i = 0; i < self->n; i++)
      step->x1[i] += step->error[i];
  return status;
}

/* With fixed steps the order is the highest one. The history is not changed here, so that an attempt can be repeated. */
static OdeStatus
ndf_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeNdf *self = (OdeNdf *) stepper;
  const bool fixed = !stepper->settings.error_control;
  OdeStatus status;

  ode_ndf_gather (self, step);
  self->order = fixed ? self->max_order : MIN_INT (self->now.order, self->max_order);
  if (self->n_past <= self->order)
    self->order = fixed ? 0 : self->n_past > 1 ? self->n_past - 1 : 1;
  if (self->order == 0)
    {
      self->first = false;
      status = ode_stepper_start_slope (stepper, step);
      if (status == ODE_DONE && stepper->trace != NULL)
        report_past (self, step);
      if (status == ODE_DONE)
        status = ode_multistep_start_step (&self->start, &self->solver, step);
      step->error = NULL;
      step->order = self->max_order;
    }
  else
    {
      status = step_of_formula (self, step);
      step->order = self->order;
    }
  step->error_order = step->order + 1;
  self->before = self->now;
  self->t0 = step->t;
  self->h = step->h;
  self->x1 = step->x1;
  return status;
}

/* ---- after an attempt ---- */

/* The sizes of the attempts that follow are not those that were planned. */
static void
ndf_reject (OdeStepper *stepper, const OdeTry *step)
{
  OdeNdf *self = (OdeNdf *) stepper;

  self->now.failures++;
  self->now.steps = 0;
}

/* Evaluates the polynomial through x1, x0 and the points before it that the formula reads. In a first step the slope at x0, or a point near x0, is known
 * too: a straight line would hide that a motion leaves the surface of an event and returns to it. */
static OdeStatus
ndf_dense (OdeStepper *stepper, double theta, double *x)
{
  const OdeNdf *self = (const OdeNdf *) stepper;
  const int degree = self->order > 1 ? self->order : self->first ? 2 : 1, count = MIN_INT (degree, self->n_past) + 1;

  if (self->order > 0 && self->n_past == 1)
    {
      /* P has the value x0 and the slope at the start. */
      for (int i = 0; i < self->n; i++)
        x[i] = self->past[0][i] + theta * (self->guess[i] + theta * (self->x1[i] - self->past[0][i] - self->guess[i]));
      return ODE_DONE;
    }
  for (int j = 0; j < count; j++)
    {
      const double *point = j == 0 ? self->x1 : self->past[j - 1];
      const double at = j == 0 ? 1 : self->s[j - 1];
      double weight = 1;

      for (int l = 0; l < count; l++)
        if (l != j)
          {
            const double other = l == 0 ? 1 : self->s[l - 1];

            weight *= (theta - other) / (at - other);
          }
      if (j == 0)
        for (int i = 0; i < self->n; i++)
          x[i] = weight * point[i];
      else
        for (int i = 0; i < self->n; i++)
          x[i] += weight * point[i];
    }
  return ODE_DONE;
}

/* A starting step of Radau IIA has no points before it. */
static bool
ndf_dense_suffices (const OdeStepper *stepper)
{
  const OdeNdf *self = (const OdeNdf *) stepper;

  return stepper->settings.error_control || self->order > 0;
}

static const char *
ndf_linear_algebra (const OdeStepper *stepper)
{
  return ((const OdeNdf *) stepper)->solver.slots.matrix->text;
}

const OdeStepperClass ode_ndf_class = {
  .tolerance_part = TOLERANCE_PART,
  .size = ndf_size,
  .init = ndf_init,
  .clear = ndf_clear,
  .attempt = ndf_attempt,
  .next_size = ode_ndf_next_size,
  .settings_changed = ndf_settings_changed,
  .accept = ode_ndf_accept,
  .reject = ndf_reject,
  .restart = ndf_restart,
  .undo = ode_ndf_undo,
  .dense = ndf_dense,
  .dense_suffices = ndf_dense_suffices,
  .linear_algebra = ndf_linear_algebra,
  .snapshot_size = ode_ndf_snapshot_size,
  .save = ode_ndf_save,
  .restore = ode_ndf_restore,
};

static const OdeOptionRow ndf_options[] = {
  { "max_order", ODE_N_ ("Highest order"), ODE_N_ ("NDF of orders 1 to 5"), ODE_OPTION_INTEGER, 1, ODE_NDF_MAX_ORDER, ODE_NDF_MAX_ORDER, NULL },
  { "coefficients", ODE_N_ ("Coefficients"),
    ODE_N_ ("NDF have smaller errors than BDF of the same order; BDF are stable in a larger angle for orders 3 and 4"), ODE_OPTION_CHOICE, 0, 0, 0,
    "ndf|bdf" },
};

/* A-stable for orders 1 and 2 only, as all multistep methods. error_order is the highest order plus one; each step reports its order plus one. */
const OdeMethod ode_method_ndf = {
  .id = "ndf",
  .label = ODE_N_ ("NDF of orders 1 to 5"),
  .aliases = "ndf15 qndf",
  .similar_to = "MATLAB ode15s, SciPy BDF, SciPy LSODA, Julia QNDF, Julia FBDF, SUNDIALS CV_BDF",
  .advice = ODE_N_ ("Mostly one or two evaluations per step and few factorizations: for large stiff systems and differential-algebraic equations at "
                    "loose and moderate accuracy; radau and rodas4 are better for small ones."),
  .source = "Shampine and Reichelt, SIAM J. Sci. Comput. 18 (1997) 1-22, eqs. (1)-(3) and table 1, doi:10.1137/S1064827594276424; Jackson and "
            "Sacks-Davis, ACM TOMS 6 (1980) 295-318, doi:10.1145/355900.355903",
  .family = ODE_FAMILY_MULTISTEP,
  .traits = ODE_TRAIT_MULTISTEP | ODE_TRAIT_IMPLICIT | ODE_TRAIT_STIFF | ODE_TRAIT_DAE | ODE_TRAIT_ADAPTIVE | ODE_TRAIT_VARIABLE_ORDER,
  .order = ODE_NDF_MAX_ORDER,
  .embedded_order = ODE_NDF_MAX_ORDER - 1,
  .error_order = ODE_NDF_MAX_ORDER + 1,
  .first_error_order = 2,
  .dense_order = ODE_NDF_MAX_ORDER,
  .n_stages = 1,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-10,
  .options = ndf_options,
  .n_options = 2,
  .stepper = &ode_ndf_class,
};
