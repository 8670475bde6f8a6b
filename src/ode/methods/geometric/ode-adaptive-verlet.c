/* Verlet with time-reversible step sizes.
 *
 * Hairer, Söderlind, SIAM J. Sci. Comput. 26 (2005) 1838; Hairer, Lubich, Wanner, Geometric Numerical Integration, VIII.3.2:
 *   ρ(n+½) = ρ(n−½) + ε G (q, v),  h = ε/ρ(n+½),  one Störmer–Verlet step of size h,  G = −(d/dt ln Q)
 * where h = ε Q would be the wanted step. Here Q = |a|^(−3/4): for Kepler's problem this is r^(3/2), the local orbital period.
 * G = (3/4) (a·a')/(a·a); a' along the motion is a central difference, so that reversing v reverses G exactly. */
#include "ode-stepper.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define EXPONENT 0.75
/* ρ may fall and rise by this factor in a step; a guard, not part of the formula. */
#define LARGEST_RATIO 4

typedef struct
{
  double epsilon; /* step at ρ = 1, 0: not begun */
  double rho;     /* ρ(n−½) */
} Chain;

typedef struct
{
  OdeStepper base;
  Chain now, before; /* after and before the last accepted step */
  double rho_try;
  double *point, *dxdt; /* n_states */
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

/* G at (t, x) with acceleration in f; a step ±δ along the motion, δ a cube root of ε of the last step size. */
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
  status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + h, step->x1, step->f1_room);
  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < system->n_pairs; i++)
    {
      int q = system->pairs[i].position, v = system->pairs[i].velocity;

      step->x1[v] += 0.5 * h * step->f1_room[v];
      step->f1_room[q] = step->x1[v];
    }
  step->f1 = step->f1_room;

  /* a step that was cut to an event moves ρ by its own share h ρ of ε */
  if ((status = density_slope (self, step->t + h, h, step->x1, step->f1, &G)) != ODE_DONE)
    return status;
  self->rho_try = fmin (fmax (self->rho_try + fmin (epsilon, h * self->rho_try) * G, self->rho_try / LARGEST_RATIO),
                        self->rho_try * LARGEST_RATIO);
  step->h_suggested = epsilon / self->rho_try;
  return ODE_DONE;
}

static void
adaptive_accept (OdeStepper *stepper, const OdeTry *step)
{
  Adaptive *self = (Adaptive *) stepper;

  self->before = self->now;
  if (self->now.epsilon == 0)
    self->now.epsilon = step->h;
  self->now.rho = self->rho_try;
}

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

const OdeMethod ode_method_adaptive_verlet = {
  .id = "adaptive_verlet",
  .label = ODE_N_ ("Verlet 2 with reversible steps"),
  .aliases = "reversible_verlet",
  .advice = ODE_N_ ("Verlet for close encounters: steps shrink where forces grow, in a way that runs the same "
                    "backward, so the energy does not drift; initial_step sets the scale."),
  .source = "Hairer, Söderlind, SIAM J. Sci. Comput. 26 (2005) 1838-1851, doi:10.1137/040606995",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_NEEDS_PAIRS | ODE_TRAIT_TIME_REVERSIBLE | ODE_TRAIT_OWN_CONTROL,
  .order = 2, .error_order = 3, .dense_order = 2, .n_stages = 3,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.1, .accuracy_tightest = 1e-8,
  .stepper = &adaptive_class,
};
