/* Störmer–Verlet with time-reversible step sizes (Hairer and Söderlind, SIAM J.
 * Sci. Comput. 26 (2005) 1838; Hairer, Lubich and Wanner, Geometric Numerical
 * Integration, 2nd ed. 2006, VIII.3.2).
 *
 * A step size that depends only on the start of the step, h = ε Q(x_n),
 * destroys reversibility, so that the energy drifts. Instead the
 * density ρ = 1/Q of the steps is an additional variable, which a reversible
 * scheme advances:
 *
 *   ρ(n+½) = ρ(n−½) + ε G(q_n, v_n),   h_{n+½} = ε/ρ(n+½),   G = −d/dt ln Q.
 *
 * In the fictitious time τ with dt = Q dτ this is dρ/dτ = −(dQ/dτ)/Q² = G:
 * since d/dτ = Q d/dt, −(dQ/dτ)/Q² = −(dQ/dt)/Q. Exchanging n−½ and n+½ and
 * reversing v changes only the sign of G, so the composed map is
 * reversible, and ρQ stays nearly constant over long times.
 *
 * This method uses Q = |a|^(−3/4), where a is the acceleration. For Kepler's problem |a| ~ r^(−2) and Q ~ r^(3/2),
 * so that the step is a constant fraction of the period of a circular orbit of radius r. Then
 *
 *   ln Q = −(3/8) ln (a·a),   G = (3/4) (a·a')/(a·a).
 *
 * a' = ∂a/∂q v is approximated by a central difference, which is exactly odd in v, so that
 * reversing v reverses G in floating-point arithmetic too.
 *
 * A step costs three evaluations, one for the step and two for G. ε is the
 * first step size (ρ(½) = 1); the usual initial value ρ(½) = ρ(0) + ε G/2
 * differs from this by O(ε), which only changes the constant ρQ.
 *
 * The history consists of ε and ρ(n−½), and of their values before the last step for
 * an undo. A restart discards it, because a jump of the state changes Q. */
#include "ode-stepper.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The exponent of 1/|a| in Q. */
#define EXPONENT 0.75
/* Largest ratio of successive densities. It prevents a zero or negative ρ if
 * the acceleration changes strongly within a step. A step that is limited in
 * this way is not reversible. */
#define LARGEST_RATIO 4

typedef struct
{
  double epsilon; /* step size at ρ = 1; 0 before the first step */
  double rho;     /* ρ(n−½) */
} Chain;

typedef struct
{
  OdeStepper base;
  Chain now, before; /* ε and ρ after and before the last accepted step */
  double rho_try;
  double *point, *dxdt; /* n_states numbers each: a point near the state at which G needs the accelerations, and the slope there */
} Adaptive;

static size_t
adaptive_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Adaptive) + 2 * (size_t) system->n_states * sizeof (double);
}

static bool
adaptive_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Adaptive *self = (Adaptive *) stepper;

  self->point = (double *) (self + 1);
  self->dxdt = self->point + stepper->system->n_states;
  return true;
}

/* Computes G at (t, x) from the accelerations in f and those at q ± δ
 * v. δ = ∛ε_mach h balances the truncation error δ² |a'''| against the rounding
 * error ε_mach |a|/δ for motions that change over times of the order of h. If a
 * = 0 (free motion), G is 0 and ρ does not change. */
static OdeStatus
density_slope (Adaptive *self, double t, double h, const double *x, const double *f, double *G)
{
  const OdeSystem *system = self->base.system;
  double delta = cbrt (DBL_EPSILON) * h, aa = 0, ad = 0;
  OdeStatus status;

  for (int side = 1; side >= -1; side -= 2)
    {
      memcpy (self->point, x, (size_t) system->n_states * sizeof (double));
      for (int i = 0; i < system->n_pairs; i++)
        self->point[system->pairs[i].position] += side * delta * x[system->pairs[i].velocity];
      status = ode_stepper_rhs (&self->base, ODE_RHS_STAGES, t, self->point, self->dxdt);
      if (status != ODE_DONE)
        return status;
      for (int i = 0; i < system->n_pairs; i++)
        ad += side * self->dxdt[system->pairs[i].velocity] * f[system->pairs[i].velocity];
    }
  for (int i = 0; i < system->n_pairs; i++)
    aa += f[system->pairs[i].velocity] * f[system->pairs[i].velocity];
  *G = aa > 0 ? EXPONENT * ad / (2 * delta * aa) : 0;
  return ODE_DONE;
}

/* Makes the first kick by h/2 and the drift: v(½) = v0 + h/2 a0, q1 = q0 + h
 * v(½). */
static void
verlet_positions (const OdeSystem *system, const double *x0, const double *f0, double h, double *x1)
{
  memcpy (x1, x0, (size_t) system->n_states * sizeof (double));
  for (int i = 0; i < system->n_pairs; i++)
    {
      int q = system->pairs[i].position, v = system->pairs[i].velocity;

      x1[v] = x0[v] + 0.5 * h * f0[v];
      x1[q] = x0[q] + h * x1[v];
    }
}

/* Reports the two kicks and the drift between them to the listener. */
static void
report_moves (Adaptive *self, const OdeTry *step)
{
  const OdeSystem *system = self->base.system;
  const int n = system->n_states;

  memcpy (self->point, step->x0, sizeof (double) * (size_t) n);
  for (int i = 0; i < system->n_pairs; i++)
    self->point[system->pairs[i].velocity] += 0.5 * step->h * step->f0[system->pairs[i].velocity];
  ode_trace_event (&self->base, ODE_TRACE_KICK, 1, 0, 0.5, step->t, n, self->point, step->f0);
  for (int i = 0; i < system->n_pairs; i++)
    self->point[system->pairs[i].position] = step->x1[system->pairs[i].position];
  ode_trace_event (&self->base, ODE_TRACE_DRIFT, 1, 0, 1.0, step->t + step->h, n, self->point, NULL);
  ode_trace_event (&self->base, ODE_TRACE_KICK, 2, 0, 0.5, step->t + step->h, n, step->x1, step->f1);
}

/* Makes one kick–drift–kick step of size h, and then advances ρ for the
 * next step by G at the end of this step: h_suggested = ε/ρ(n+3/2). */
static OdeStatus
adaptive_attempt (OdeStepper *stepper, OdeTry *step)
{
  Adaptive *self = (Adaptive *) stepper;
  const OdeSystem *system = stepper->system;
  double h = step->h, epsilon, G;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  epsilon = self->now.epsilon > 0 ? self->now.epsilon : h;
  self->rho_try = self->now.epsilon > 0 ? self->now.rho : 1;

  verlet_positions (system, step->x0, step->f0, h, step->x1);
  status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + h, step->x1, step->f1_buffer);
  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < system->n_pairs; i++)
    {
      int q = system->pairs[i].position, v = system->pairs[i].velocity;

      step->x1[v] += 0.5 * h * step->f1_buffer[v];
      step->f1_buffer[q] = step->x1[v];
    }
  step->f1 = step->f1_buffer;
  if (stepper->trace != NULL)
    report_moves (self, step);

  /* A complete step has h ρ = ε. A step that was shortened to end at an event
   * advances ρ by h ρ G in place of ε G. */
  if ((status = density_slope (self, step->t + h, h, step->x1, step->f1, &G)) != ODE_DONE)
    return status;
  self->rho_try = fmin (fmax (self->rho_try + fmin (epsilon, h * self->rho_try) * G, self->rho_try / LARGEST_RATIO),
                        self->rho_try * LARGEST_RATIO);
  step->h_suggested = epsilon / self->rho_try;
  return ODE_DONE;
}

/* Updates the history: the first accepted step sets ε, and each step changes ρ. */
static void
adaptive_accept (OdeStepper *stepper, const OdeTry *step)
{
  Adaptive *self = (Adaptive *) stepper;

  self->before = self->now;
  if (self->now.epsilon == 0)
    self->now.epsilon = step->h;
  self->now.rho = self->rho_try;
}

/* Discards the history; the next step sets ε again. */
static void
adaptive_restart (OdeStepper *stepper)
{
  Adaptive *self = (Adaptive *) stepper;

  self->now = self->before = (Chain) { 0 };
}

static void
adaptive_undo (OdeStepper *stepper)
{
  Adaptive *self = (Adaptive *) stepper;

  self->now = self->before;
}

static size_t
adaptive_snapshot_size (const OdeStepper *stepper)
{
  return sizeof (Chain);
}

static void
adaptive_save (const OdeStepper *stepper, void *bytes)
{
  memcpy (bytes, &((const Adaptive *) stepper)->now, sizeof (Chain));
}

static void
adaptive_restore (OdeStepper *stepper, const void *bytes)
{
  memcpy (&((Adaptive *) stepper)->now, bytes, sizeof (Chain));
}

static const OdeStepperClass adaptive_class = {
  .size = adaptive_size,
  .init = adaptive_init,
  .attempt = adaptive_attempt,
  .accept = adaptive_accept,
  .restart = adaptive_restart,
  .undo = adaptive_undo,
  .snapshot_size = adaptive_snapshot_size,
  .save = adaptive_save,
  .restore = adaptive_restore,
};

/* The method has ODE_TRAIT_OWN_CONTROL and not ODE_TRAIT_ADAPTIVE, because the step
 * size follows from ρ, not from an error estimate. It is not symplectic but reversible,
 * which suffices for bounded energy errors on reversible integrable systems (Hairer,
 * Lubich and Wanner, chapter XI). */
const OdeMethod ode_method_adaptive_verlet = {
  .id = "adaptive_verlet",
  .label = ODE_N_ ("Verlet 2 with reversible steps"),
  .aliases = "reversible_verlet",
  .advice = ODE_N_ ("Verlet for close encounters: steps are smaller where forces are larger. The step selection is time-reversible, so "
                    "the energy does not drift; initial_step sets the scale."),
  .source = "Hairer, Söderlind, SIAM J. Sci. Comput. 26 (2005) 1838-1851, doi:10.1137/040606995",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE | ODE_TRAIT_OWN_CONTROL,
  .order = 2, .error_order = 3, .dense_order = 2, .n_stages = 3,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-8,
  .stepper = &adaptive_class,
};
