/* Semi-explicit (symplectic) Euler for systems with positions q, velocities v
 * and other states z (Hairer, Lubich and Wanner, Geometric Numerical
 * Integration, 2nd ed. 2006, I.1.2):
 *   v1 = v0 + h v'(t, x0),   z1 = z0 + h z'(t, x0),
 *   q1 = q0 + h q'(t, q0, v1, z0).
 *
 * For a separable Hamiltonian it is the composition exp(hK) exp(hD) of
 * ode-splitting.c: it is symplectic, of order 1, and has the modified energy H − (h/2)
 * H_q·H_p + O(h²) (with the opposite sign if positions are updated first), so that the energy oscillates
 * instead of drifting. On the oscillator q'' = −ω²q the step has determinant 1
 * and trace 2 − (hω)²: stable for hω < 2. It is the adjoint of the method that
 * updates q first; the composition of the two with half steps is
 * Störmer–Verlet.
 *
 * The error-controlled method is Simbody's: it compares one step with two steps of half the
 * size. The local errors are C h² and 2 C (h/2)² = C h²/2, so x_two − x_one is
 * the error of the two half steps to leading order (1/(2^p − 1) = 1 for p = 1).
 * The result of the half steps is propagated without extrapolation, because a linear combination of
 * symplectic maps is not symplectic.
 *
 * The method has no history. */
#include "ode-stepper.h"

#include <string.h>

typedef struct
{
  bool doubled; /* whether the error is estimated by one step and two half steps */
} SemiExplicitData;

typedef struct
{
  OdeStepper base;
  bool doubled;
  bool all_pairs;            /* every position is the integral of one velocity, so that q' needs no second evaluation */
  bool any_position;
  double *mixed, *dxdt;      /* n_states numbers each: (q0, v1, z0) and the slope there */
  double *whole, *middle, *f_middle;
} SemiExplicit;

static size_t
semi_explicit_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (SemiExplicit) + 5 * (size_t) system->n_states * sizeof (double);
}

/* Counts the positions. n_positions = n_pairs means that every position is the
 * integral of one velocity. */
static bool
semi_explicit_init (OdeStepper *stepper, char *error, size_t error_size)
{
  SemiExplicit *self = (SemiExplicit *) stepper;
  const OdeSystem *system = stepper->system;
  const SemiExplicitData *data = stepper->method->data;
  int n = system->n_states, n_positions = 0;

  self->doubled = data->doubled;
  self->mixed = (double *) (self + 1);
  self->dxdt = self->mixed + n;
  self->whole = self->dxdt + n;
  self->middle = self->whole + n;
  self->f_middle = self->middle + n;
  for (int i = 0; i < n; i++)
    n_positions += system->kinds != NULL && system->kinds[i] == ODE_POSITION;
  self->any_position = n_positions > 0;
  self->all_pairs = n_positions == system->n_pairs;
  return true;
}

/* Makes one step of size h from x0; f is the slope at (t, x0). If a position
 * is not the integral of a velocity (quaternions, q' = N(q) u), q' is evaluated
 * once more at (q0, v1, z0). The formula is explicit, because it uses the
 * old positions. */
static OdeStatus
one (SemiExplicit *self, double t, double h, const double *x0, const double *f, double *x1)
{
  OdeStepper *stepper = &self->base;
  const OdeSystem *system = stepper->system;
  int n = system->n_states;
  OdeStatus status;

  for (int i = 0; i < n; i++)
    x1[i] = x0[i] + h * f[i];
  if (!self->any_position)
    return ODE_DONE;
  if (self->all_pairs)
    {
      for (int i = 0; i < system->n_pairs; i++)
        x1[system->pairs[i].position] = x0[system->pairs[i].position] + h * x1[system->pairs[i].velocity];
      return ODE_DONE;
    }
  for (int i = 0; i < n; i++)
    self->mixed[i] = system->kinds[i] == ODE_VELOCITY ? x1[i] : x0[i];
  if ((status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, t, self->mixed, self->dxdt)) != ODE_DONE)
    return status;
  for (int i = 0; i < n; i++)
    if (system->kinds[i] == ODE_POSITION)
      x1[i] = x0[i] + h * self->dxdt[i];
  return ODE_DONE;
}

/* Reports a step that the function `one` made: a kick of the velocities
 * and other states, then a drift of the positions. */
static void
report_one (SemiExplicit *self, OdeTracePart part, double t, double h, const double *x0, const double *f, const double *x1)
{
  OdeStepper *stepper = &self->base;
  const OdeSystem *system = stepper->system;
  const int n = system->n_states;

  ode_trace_part (stepper, part, t, h, x0);
  for (int i = 0; i < n; i++)
    self->mixed[i] = self->any_position && system->kinds[i] == ODE_POSITION ? x0[i] : x1[i];
  ode_trace_event (stepper, ODE_TRACE_KICK, 1, 0, 1.0, t, n, self->mixed, f);
  if (self->any_position)
    ode_trace_event (stepper, ODE_TRACE_DRIFT, 1, 0, 1.0, t + h, n, x1, NULL);
}

/* Makes the whole step and, if `doubled` is set, the two half steps. If all positions belong to
 * pairs, this costs two evaluations: f0 and the slope at the middle. */
static OdeStatus
semi_explicit_attempt (OdeStepper *stepper, OdeTry *step)
{
  SemiExplicit *self = (SemiExplicit *) stepper;
  double half = 0.5 * step->h;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  if (!self->doubled)
    {
      status = one (self, step->t, step->h, step->x0, step->f0, step->x1);
      if (stepper->trace != NULL && status == ODE_DONE)
        report_one (self, ODE_TRACE_WHOLE, step->t, step->h, step->x0, step->f0, step->x1);
      return status;
    }

  if ((status = one (self, step->t, step->h, step->x0, step->f0, self->whole)) != ODE_DONE
      || (status = one (self, step->t, half, step->x0, step->f0, self->middle)) != ODE_DONE
      || (status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + half, self->middle, self->f_middle)) != ODE_DONE
      || (status = one (self, step->t + half, half, self->middle, self->f_middle, step->x1)) != ODE_DONE)
    return status;
  if (stepper->trace != NULL)
    {
      report_one (self, ODE_TRACE_WHOLE, step->t, step->h, step->x0, step->f0, self->whole);
      report_one (self, ODE_TRACE_FIRST_HALF, step->t, half, step->x0, step->f0, self->middle);
      report_one (self, ODE_TRACE_SECOND_HALF, step->t + half, half, self->middle, self->f_middle, step->x1);
    }
  if (step->error != NULL)
    for (int i = 0; i < stepper->system->n_states; i++)
      step->error[i] = step->x1[i] - self->whole[i];
  return ODE_DONE;
}

static const OdeStepperClass semi_explicit_class = {
  .size = semi_explicit_size,
  .init = semi_explicit_init,
  .attempt = semi_explicit_attempt,
};

static const SemiExplicitData single = { false }, doubled = { true };

/* The method is symplectic for separable Hamiltonians with fixed steps. The
 * product exp(hK) exp(hD) differs from exp(h (K + D)) by h² [K, D]/2 + O(h³). */
const OdeMethod ode_method_semi_explicit_euler = {
  .id = "semi_explicit_euler",
  .label = ODE_N_ ("Semi-explicit Euler 1"),
  .aliases = "symplectic_euler semi_implicit_euler",
  .known_as = "Julia SymplecticEuler, Drake semi_explicit_euler, Simbody SemiExplicitEuler",
  .advice = ODE_N_ ("Euler's method that updates positions with the new velocities: symplectic for mechanics, common in games; for "
                    "small fixed steps."),
  .source = "Hairer, Lubich, Wanner, Geometric Numerical Integration, 2nd ed. 2006, I.1.2, doi:10.1007/3-540-30666-8",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_SYMPLECTIC,
  .order = 1, .error_order = 2, .dense_order = 1, .n_stages = 1,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.5, .accuracy_tightest = 1e-5,
  .stepper = &semi_explicit_class, .data = &single,
};

/* With variable steps the method is not symplectic. error_order = 2 is the power of h
 * in x_two − x_one. */
const OdeMethod ode_method_semi_explicit_euler2 = {
  .id = "semi_explicit_euler2",
  .label = ODE_N_ ("Semi-explicit Euler 1, two half steps"),
  .aliases = "",
  .known_as = "Simbody SemiExplicitEuler2",
  .advice = ODE_N_ ("Simbody's error-controlled form of semi-explicit Euler: for non-smooth mechanics at low accuracy."),
  .source = "Simbody, SemiExplicitEuler2Integrator; step doubling after Hairer, Nørsett, Wanner, Solving ODEs I, 2nd ed. "
            "1993, II.4, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_SPLITTING,
  .traits = ODE_TRAIT_ADAPTIVE,
  .order = 1, .embedded_order = 1, .error_order = 2, .dense_order = 1, .n_stages = 2,
  .accuracy_default = 1e-3, .accuracy_loosest = 0.5, .accuracy_tightest = 1e-5,
  .stepper = &semi_explicit_class, .data = &doubled,
};
