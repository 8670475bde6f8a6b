/* Runge–Kutta–Munthe-Kaas methods (Munthe-Kaas, Appl. Numer. Math. 29 (1999)
 * 115; Hairer, Lubich and Wanner, Geometric Numerical Integration, 2nd ed.
 * 2006, IV.8.2): an explicit tableau is applied to the exponential coordinates of
 * each rotation, relative to the start of the step, and to all other states directly.
 *
 * A rotation with body velocity ω satisfies q' = ½ q ⊗ (0, ω). With q = q0 ⊗ exp
 * φ, φ(0) = 0, this is a differential equation in R³,
 *
 *   φ' = dexp⁻¹_{−φ} ω = ω + ½ φ × ω + 1/12 φ × (φ × ω) + …,
 *
 * to which any Runge–Kutta method applies; q1 = q0 ⊗ exp φ1 is a unit
 * quaternion by construction, and since the map is smooth for |φ| < 2π the
 * order is that of the tableau. dexp⁻¹ is evaluated in closed form (ode-lie.h),
 * so the truncation of the series does not reduce the order. Rigid motions use SE(3) in the
 * same way, with X = (φ, p̂) and the body twist V = (ω, v), p = p0 + R0 p̂(X).
 * For all other states the method is the usual Runge–Kutta
 * method.
 *
 * Body velocities are computed from the right-hand side: ω = 2 (q̄ ⊗ q')_vec
 * and v = Rᵀ p'. A model may use any formula for q'; a component of q'
 * along q is ignored.
 *
 * The method has no history. h |ω| must stay below 2π, the radius in which
 * exp is invertible; any accurate step satisfies this. */
#include "ode-lie.h"
#include "ode-methods.h"
#include "ode-stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STANDARD_TABLEAU "runge_kutta5"

typedef struct
{
  OdeStepper base;
  const OdeMethod *scheme; /* explicit method whose tableau is used */
  int n, n_local;          /* number of states n, and number of local coordinates, which is smaller by 1 for each rotation */
  int n_stages;
  int *plain;              /* indices of the states that belong to no rotation */
  int n_plain;
  double *K;               /* n_stages·n_local numbers: slopes of the local coordinates */
  double *local;           /* n_local numbers: a point or an increment in local coordinates */
  double *point, *f, *whole, *middle; /* n numbers each: state of a stage, slope there, results of a whole and of a half step */
  double *memory;
} MuntheKaas;

/* Returns the explicit method that the option "tableau" names, or the method that the caller
 * made from a file. */
static const OdeMethod *
find_scheme (const OdeSettings *settings, char *error, size_t error_size)
{
  const char *name = STANDARD_TABLEAU;
  const OdeMethod *method;

  for (int i = 0; i < settings->n_options; i++)
    if (strcmp (settings->options[i].key, "tableau") == 0 && settings->options[i].text != NULL)
      name = settings->options[i].text;
  method = settings->tableau != NULL ? settings->tableau : ode_method_find (name);
  if (method != NULL && method->family == ODE_FAMILY_EXPLICIT_RK && method->tableau != NULL)
    return method;
  ode_message_refuse (settings->translate, error, error_size,
                    "munthe_kaas needs the name of an explicit Runge–Kutta method as its tableau, not '%s'", name);
  return NULL;
}

/* Returns the size of the struct; the vectors have their own block. */
static size_t
lie_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (MuntheKaas);
}

/* Frees what lie_init has made, also if it failed. */
static void
lie_clear (OdeStepper *stepper)
{
  MuntheKaas *self = (MuntheKaas *) stepper;

  free (self->memory);
  free (self->plain);
}

/* Separates the states of rotations from the other ("plain") states. A
 * quaternion has four states and three coordinates, hence n_local = n −
 * n_rotations. */
static bool
lie_init (OdeStepper *stepper, char *error, size_t error_size)
{
  MuntheKaas *self = (MuntheKaas *) stepper;
  const OdeSystem *system = stepper->system;
  const size_t n = (size_t) system->n_states;

  self->scheme = find_scheme (&stepper->settings, error, error_size);
  if (self->scheme == NULL)
    return false;
  self->n = (int) n;
  self->n_stages = self->scheme->tableau->n_stages;
  self->plain = malloc (sizeof (int) * (n + 1));
  self->memory = malloc (sizeof (double) * (((size_t) self->n_stages + 5) * n + 1));
  if (self->plain == NULL || self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  for (int i = 0; i < self->n; i++)
    {
      bool inside = false;

      for (int r = 0; r < system->n_rotations; r++)
        {
          const OdeRotation *rotation = &system->rotations[r];

          inside = inside || (i >= rotation->quaternion && i < rotation->quaternion + 4)
                   || (rotation->position >= 0 && i >= rotation->position && i < rotation->position + 3);
        }
      if (!inside)
        self->plain[self->n_plain++] = i;
    }
  self->n_local = self->n - system->n_rotations;
  self->K = self->memory;
  self->local = self->K + (size_t) self->n_stages * n;
  self->point = self->local + n;
  self->f = self->point + n;
  self->whole = self->f + n;
  self->middle = self->whole + n;
  return true;
}

/* Computes the states from x0 and the local coordinates, which contain the plain states
 * first, then three or six numbers for each rotation. The multiplication normalizes
 * the quaternion, which only removes rounding errors. */
static void
to_global (const MuntheKaas *self, const double *x0, const double *local, double *x)
{
  const OdeSystem *system = self->base.system;
  const double *at = local + self->n_plain;

  for (int k = 0; k < self->n_plain; k++)
    x[self->plain[k]] = x0[self->plain[k]] + local[k];
  for (int r = 0; r < system->n_rotations; r++)
    {
      const OdeRotation *rotation = &system->rotations[r];
      double turn[4], shift[3];

      if (rotation->position >= 0)
        {
          /* exp X = (turn, shift) is in the body frame at the start of the step; the rotation R0 transforms
           * the shift to the world frame. */
          ode_se3_exp (at, turn, shift);
          ode_quaternion_rotate (x0 + rotation->quaternion, shift, shift);
          for (int i = 0; i < 3; i++)
            x[rotation->position + i] = x0[rotation->position + i] + shift[i];
        }
      else
        ode_so3_exp (at, turn);
      ode_quaternion_multiply (x0 + rotation->quaternion, turn, x + rotation->quaternion);
      at += rotation->position >= 0 ? 6 : 3;
    }
}

/* Computes the slopes of the local coordinates from the right-hand side f at the state x with
 * the coordinates `local`: first the body velocity V from f, then dexp⁻¹ V. V[0] to V[2] are 2 (q̄
 * ⊗ q')_vec. */
static void
to_local_slope (const MuntheKaas *self, const double *local, const double *x, const double *f, double *slope)
{
  const OdeSystem *system = self->base.system;
  int at = self->n_plain;

  for (int k = 0; k < self->n_plain; k++)
    slope[k] = f[self->plain[k]];
  for (int r = 0; r < system->n_rotations; r++)
    {
      const OdeRotation *rotation = &system->rotations[r];
      const double *q = x + rotation->quaternion, *rate = f + rotation->quaternion;
      double V[6];

      /* (q̄ ⊗ q')_vec with q̄ = (q_0, −q_1, −q_2, −q_3). The scalar part q
       * · q' is the rate of |q|²/2 and is omitted. */
      V[0] = 2.0 * (q[0] * rate[1] - q[1] * rate[0] - q[2] * rate[3] + q[3] * rate[2]);
      V[1] = 2.0 * (q[0] * rate[2] + q[1] * rate[3] - q[2] * rate[0] - q[3] * rate[1]);
      V[2] = 2.0 * (q[0] * rate[3] - q[1] * rate[2] + q[2] * rate[1] - q[3] * rate[0]);
      if (rotation->position >= 0)
        {
          ode_quaternion_rotate_back (q, f + rotation->position, V + 3);
          ode_se3_rate (local + at, V, slope + at);
          at += 6;
        }
      else
        {
          ode_so3_rate (local + at, V, slope + at);
          at += 3;
        }
    }
}

/* Computes out = h Σ_{j<count} (weights_j − minus_j) K_j in local coordinates;
 * minus NULL means zero. */
static void
combine (MuntheKaas *self, const double *weights, const double *minus, double h, int count, double *out)
{
  memset (out, 0, sizeof (double) * (size_t) self->n_local);
  for (int j = 0; j < count; j++)
    {
      const double w = h * (weights[j] - (minus != NULL ? minus[j] : 0.0));

      if (w != 0.0)
        for (int k = 0; k < self->n_local; k++)
          out[k] += w * self->K[(ptrdiff_t) j * self->n_local + k];
    }
}

/* Makes one step of the tableau from (t, x0); f0 is the right-hand side there.
 * All local coordinates are relative to x0, so that stages can be added as
 * vectors. */
static OdeStatus
advance (MuntheKaas *self, double t, double h, const double *x0, const double *f0, double *x1)
{
  const OdeTableau *tableau = self->scheme->tableau;
  const int s = self->n_stages;

  for (int i = 0; i < s; i++)
    {
      /* The first stage has zero coordinates, so that dexp⁻¹ is the
       * identity, and its slope is f0. */
      const double *f = f0;

      combine (self, tableau->A + (ptrdiff_t) i * s, NULL, h, i, self->local);
      to_global (self, x0, self->local, self->point);
      if (i > 0)
        {
          OdeStatus status = ode_stepper_rhs (&self->base, ODE_RHS_STAGES, t + tableau->c[i] * h, self->point, self->f);

          if (status != ODE_DONE)
            {
              if (self->base.trace != NULL)
                ode_trace_stage (&self->base, i + 1, tableau->c[i], t + tableau->c[i] * h, self->point, NULL);
              return status;
            }
          f = self->f;
        }
      to_local_slope (self, self->local, self->point, f, self->K + (ptrdiff_t) i * self->n_local);
      if (self->base.trace != NULL)
        {
          ode_trace_event (&self->base, ODE_TRACE_LOCAL, i + 1, 0, tableau->c[i], t + tableau->c[i] * h, self->n_local, self->local,
                           self->K + (ptrdiff_t) i * self->n_local);
          ode_trace_stage (&self->base, i + 1, tableau->c[i], t + tableau->c[i] * h, self->point, f);
        }
    }
  combine (self, tableau->b, NULL, h, s, self->local);
  to_global (self, x0, self->local, x1);
  return ODE_DONE;
}

/* Computes the embedded difference h Σ (b − b̂) K and maps it to the states at
 * x1: δq = q ⊗ (0, ½ δφ), δp = R δp̂. The differential dexp of the coordinates is
 * omitted, which changes the estimate by a relative amount of O(h). */
static void
embedded_error (MuntheKaas *self, OdeTry *step)
{
  const OdeTableau *tableau = self->scheme->tableau;
  const OdeSystem *system = self->base.system;
  const double *at = self->local + self->n_plain;

  /* The difference is taken in the local coordinates relative to x0, where
   * both formulas give vectors. */
  combine (self, tableau->b, tableau->b_hat, step->h, self->n_stages, self->local);
  for (int k = 0; k < self->n_plain; k++)
    step->error[self->plain[k]] = self->local[k];
  for (int r = 0; r < system->n_rotations; r++)
    {
      const OdeRotation *rotation = &system->rotations[r];
      const double *q = step->x1 + rotation->quaternion;
      double *e = step->error + rotation->quaternion;

      /* e is the product q ⊗ (0, ½ δφ). */
      e[0] = -0.5 * (q[1] * at[0] + q[2] * at[1] + q[3] * at[2]);
      e[1] = 0.5 * (q[0] * at[0] + q[2] * at[2] - q[3] * at[1]);
      e[2] = 0.5 * (q[0] * at[1] - q[1] * at[2] + q[3] * at[0]);
      e[3] = 0.5 * (q[0] * at[2] + q[1] * at[1] - q[2] * at[0]);
      if (rotation->position >= 0)
        ode_quaternion_rotate (q, at + 3, step->error + rotation->position);
      at += rotation->position >= 0 ? 6 : 3;
    }
}

/* Estimates the error of a tableau without a pair by step doubling
 * (ode-doubling.c), and propagates the two half steps. step->error is the buffer
 * for the slope at the middle before it gets the estimate. */
static OdeStatus
doubled_error (MuntheKaas *self, OdeTry *step)
{
  const double half = 0.5 * step->h, weight = 1.0 / (exp2 (self->scheme->order) - 1.0);
  OdeStatus status;

  memcpy (self->whole, step->x1, sizeof (double) * (size_t) self->n);
  if (self->base.trace != NULL)
    ode_trace_part (&self->base, ODE_TRACE_FIRST_HALF, step->t, half, step->x0);
  status = advance (self, step->t, half, step->x0, step->f0, self->middle);
  if (status == ODE_DONE)
    status = ode_stepper_rhs (&self->base, ODE_RHS_ERROR, step->t + half, self->middle, step->error);
  if (status == ODE_DONE && self->base.trace != NULL)
    ode_trace_part (&self->base, ODE_TRACE_SECOND_HALF, step->t + half, half, self->middle);
  if (status == ODE_DONE)
    status = advance (self, step->t + half, half, self->middle, step->error, step->x1);
  for (int i = 0; status == ODE_DONE && i < self->n; i++)
    step->error[i] = weight * (step->x1[i] - self->whole[i]);
  return status;
}

/* Makes the step and its error estimate. The estimate is that of the embedded pair of the tableau; a tableau without
 * a pair uses step doubling if errors control the step. */
static OdeStatus
lie_attempt (OdeStepper *stepper, OdeTry *step)
{
  MuntheKaas *self = (MuntheKaas *) stepper;
  const OdeTableau *tableau = self->scheme->tableau;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  step->order = self->scheme->order;
  step->error_order = tableau->b_hat != NULL ? self->scheme->error_order : self->scheme->order + 1;
  status = advance (self, step->t, step->h, step->x0, step->f0, step->x1);
  if (status != ODE_DONE || step->error == NULL)
    return status;
  if (tableau->b_hat != NULL)
    embedded_error (self, step);
  else if (stepper->settings.error_control)
    status = doubled_error (self, step);
  else
    for (int i = 0; i < self->n; i++)
      step->error[i] = NAN; /* with fixed steps a tableau without a pair has no estimate */
  return status;
}

static const OdeStepperClass munthe_kaas_class = {
  .size = lie_size,
  .init = lie_init,
  .clear = lie_clear,
  .attempt = lie_attempt,
};

static const OdeOptionRow munthe_kaas_options[] = {
  { "tableau", ODE_N_ ("Tableau"),
    ODE_N_ ("the explicit Runge–Kutta method that provides the coefficients, by name or as a tableau file; its embedded pair "
            "estimates the error, or step doubling if it has no pair"),
    ODE_OPTION_CHOICE, 0, 0, 0,
    STANDARD_TABLEAU "|rk4"
#define ODE_METHOD(name)
#define ODE_EXPLICIT_METHOD(name) "|" #name
#include "ode-methods.def"
  },
};

/* The orders are those of the default tableau, Dormand–Prince 5(4); each step reports the orders
 * of the tableau in use. On systems without rotations the method gives the same results as
 * Dormand–Prince, but needs seven evaluations per step, because it does not reuse the last stage
 * in the next step. */
const OdeMethod ode_method_munthe_kaas = {
  .id = "munthe_kaas",
  .label = ODE_N_ ("Runge–Kutta–Munthe-Kaas"),
  .aliases = "rkmk",
  .known_as = "RigidBodyDynamics MuntheKaasIntegrator",
  .advice = ODE_N_ ("Integrates rotations on their Lie group: quaternions keep length 1 without normalization. For rigid bodies; other "
                    "systems are integrated with the tableau itself."),
  .source = "Munthe-Kaas, Appl. Numer. Math. 29 (1999) 115-127, doi:10.1016/S0168-9274(98)00030-0; RigidBodyDynamics.jl",
  .family = ODE_FAMILY_LIE_GROUP,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_MANIFOLD,
  .order = 5,
  .embedded_order = 4,
  .error_order = 5,
  .dense_order = 5,
  .n_stages = 7,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-13,
  .options = munthe_kaas_options,
  .n_options = 1,
  .stepper = &munthe_kaas_class,
};
