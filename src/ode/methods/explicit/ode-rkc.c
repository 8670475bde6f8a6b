/* The Runge–Kutta–Chebyshev method of order 2 (van der Houwen and Sommeijer,
 * ZAMM 60 (1980) 479), after the code RKC (Sommeijer, Shampine and Verwer, J.
 * Comput. Appl. Math. 88 (1997) 315, cited as SSV).
 *
 * The stability function is P_s(z) = a_s + b_s T_s (w0 + w1 z) with the
 * Chebyshev polynomial T_s. |P_s| ≤ 1 on the real interval (−β(s), 0) with
 *
 *   β(s) ≈ ⅔ (s² − 1) (1 − 2ε/15),   w0 = 1 + ε/s²,   w1 = T_s'(w0)/T_s''(w0),
 *
 * which grows with s², whereas s Euler steps are stable on an interval of length 2s. ε > 0 reduces |P_s| to about 1 −
 * ε/3 inside the interval, so that the stability region contains a strip around the real axis.
 * Order 2 at every stage determines b_j = T_j''(w0)/T_j'(w0)², a_j = 1 − b_j
 * T_j(w0); the recurrence T_j = 2 w T_{j−1} − T_{j−2} gives a recurrence of the stages
 * (SSV section 2):
 *
 *   y_0 = x0,  y_1 = x0 + μ̃_1 h f0
 *   y_j = (1 − μ_j − ν_j) x0 + μ_j y_{j−1} + ν_j y_{j−2}
 *         + μ̃_j h f (t + c_{j−1} h, y_{j−1}) + γ̃_j h f0,   x1 = y_s
 *   μ̃_1 = b_1 w1,  μ_j = 2 b_j w0/b_{j−1},  ν_j = −b_j/b_{j−2},
 *   μ̃_j = 2 b_j w1/b_{j−1},  γ̃_j = −a_{j−1} μ̃_j,   b_0 = b_1 = b_2.
 *
 * The estimate is e = 0.8 (x0 − x1) + 0.4 h (f0 + f1), which is (12 (x0 − x1) +
 * 6 h (f0 + f1))/15 = h³ x‴/15 + O(h⁴), the local error of P_s for large s (SSV
 * section 3). f1 is the slope with which the next step starts.
 *
 * s is the smallest number with β(s) ≥ h ρ where ρ is the spectral radius of the Jacobian, which a
 * nonlinear power method estimates from differences of f.
 *
 * The history consists of ρ and the direction of the eigenvector, with which the next power
 * iteration starts. Both are used for several steps and are part of snapshots; a restart
 * discards them. Apart from this, x1 does not depend on earlier steps. */
#include "ode-stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* SSV's damping parameter ε, and the factor ⅔ (1 − 2ε/15) of β(s). */
#define DAMPING (2.0 / 13.0)
#define INTERVAL 0.653
/* The largest number of stages. Rounding errors of a step grow like s² times the unit round-off (Verwer,
 * Hundsdorfer and Sommeijer, Numer. Math. 57 (1990) 157): 9·10⁻¹⁰ at 2000
 * stages, which is the smallest accuracy that the method allows. */
#define MAX_STAGES 2000
/* Constants of RKC for the power method: the number of iterations, the relative change
 * below which it has converged, and a factor for the result, which converges to ρ from below. */
#define POWER_ITERATIONS 50
#define POWER_SETTLED 1e-2
#define SAFETY 1.2
/* Number of accepted steps for which ρ is used before it is estimated again, as in RKC: a power iteration costs
 * as much as a stage, and ρ changes little. */
#define KEEP_RADIUS 25

typedef struct
{
  OdeStepper base;
  int n;
  double radius;        /* estimate of the spectral radius; 0: none */
  int age;              /* number of accepted steps since the estimate was made */
  bool have_vector;
  double *memory;
  double *vector;       /* direction of the eigenvector of the largest eigenvalue */
  double *y[3], *f;     /* y has the last three stages of the recurrence */
  double *v, *f_v;
} Rkc;

static size_t
rkc_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Rkc);
}

/* One block has the vector of the power method, three stages and their slope, and a point and a
 * slope for the power method. */
static bool
rkc_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Rkc *self = (Rkc *) stepper;
  const size_t n = (size_t) stepper->system->n_states;

  self->n = (int) n;
  self->memory = calloc (7 * n + 1, sizeof (double));
  if (self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  self->vector = self->memory;
  for (int i = 0; i < 3; i++)
    self->y[i] = self->memory + (size_t) (i + 1) * n;
  self->f = self->memory + 4 * n;
  self->v = self->memory + 5 * n;
  self->f_v = self->memory + 6 * n;
  return true;
}

static void
rkc_clear (OdeStepper *stepper)
{
  free (((Rkc *) stepper)->memory);
}

/* The Jacobian may have changed: the next attempt computes the spectral radius, from a new vector. */
static void
rkc_restart (OdeStepper *stepper)
{
  Rkc *self = (Rkc *) stepper;

  self->radius = 0.0;
  self->have_vector = false;
}

/* Returns the 2-norm of x[n]. */
static double
length (int n, const double *x)
{
  double sum = 0.0;

  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  return sqrt (sum);
}

/* Estimates ρ at (t, x0) into self->radius. For a vector v of length δ the difference f
 * (x0 + v) − f (x0) ≈ J v replaces the product of the power method: σ = ‖J v‖/δ
 * converges to ρ, and J v/‖J v‖ to the eigenvector. δ = √ε ‖x0‖ balances the
 * linearization error and the cancellation error. */
static OdeStatus
find_radius (Rkc *self, const OdeTry *step)
{
  const int n = self->n;
  const double size = length (n, step->x0), rate = length (n, step->f0);
  const double delta = 1.4901161193847656e-8 * (size > 0.0 ? size : 1.0); /* 1.49e-8 is the square root of DBL_EPSILON */
  double *v = self->v, sigma = 0.0, last;
  double norm;

  /* The first direction is f0, in which the stiff components dominate unless the state
   * is on the slow manifold. At an equilibrium, where f0 is 0, all components
   * are equal. */
  if (!self->have_vector)
    for (int i = 0; i < n; i++)
      self->vector[i] = rate > 0.0 ? step->f0[i] / rate : 1.0 / sqrt (n);
  self->have_vector = true;
  for (int k = 0; k < POWER_ITERATIONS; k++)
    {
      OdeStatus status;

      for (int i = 0; i < n; i++)
        v[i] = step->x0[i] + delta * self->vector[i];
      status = ode_stepper_rhs (&self->base, ODE_RHS_JACOBIAN, step->t, v, self->f_v);
      if (status != ODE_DONE)
        return status;
      for (int i = 0; i < n; i++)
        v[i] = self->f_v[i] - step->f0[i];
      norm = length (n, v);
      last = sigma;
      sigma = norm / delta;
      if (!(norm > 0.0))
        break;
      for (int i = 0; i < n; i++)
        self->vector[i] = v[i] / norm;
      if (k > 0 && fabs (sigma - last) <= POWER_SETTLED * sigma)
        break;
    }
  self->radius = SAFETY * sigma;
  self->age = 0;
  return ODE_DONE;
}

/* Computes x1 by the s stages. T, dT and d2T have T_j(w0), T_j'(w0) and T_j''(w0) for the last
 * three j, computed by the recurrence and its derivatives. w1 = T_s'/T_s'' is evaluated by the
 * closed form T_s (w0) = cosh (s arcosh w0), because the recurrence knows it only at the end. The
 * variables b_1 and b_2 are b_{j−1} and b_{j−2}, and c_1 and c_2 are c_{j−1} and c_{j−2}; b_2 =
 * T_2''/T_2'² = 1/(4 w0²) is also the initial value. The stages are those of the code RKC. */
static OdeStatus
run_stages (Rkc *self, OdeTry *step, int s)
{
  const int n = self->n;
  const double w0 = 1.0 + DAMPING / ((double) s * s), root = sqrt (w0 * w0 - 1.0), argument = s * log (w0 + root);
  const double w1 = sinh (argument) * (w0 * w0 - 1.0) / (cosh (argument) * s * root - w0 * sinh (argument));
  double b_1 = 1.0 / (4.0 * w0 * w0), b_2 = b_1;
  double mu1 = w1 * b_1;
  double c_1 = mu1, c_2 = 0.0;
  double T[3] = { 1.0, w0, 0.0 }, dT[3] = { 0.0, 1.0, 0.0 }, d2T[3] = { 0.0, 0.0, 0.0 };
  double *previous = self->y[0], *current = self->y[1], *next = self->y[2];

  if (self->base.trace != NULL)
    ode_trace_stage (&self->base, 1, 0.0, step->t, step->x0, step->f0);
  memcpy (previous, step->x0, sizeof (double) * (size_t) n);
  for (int i = 0; i < n; i++)
    current[i] = step->x0[i] + mu1 * step->h * step->f0[i];
  for (int j = 2; j <= s; j++)
    {
      double b, mu, nu, mu_f, gamma, c, *swap;
      OdeStatus status;

      T[2] = 2.0 * w0 * T[1] - T[0];
      dT[2] = 2.0 * w0 * dT[1] - dT[0] + 2.0 * T[1];
      d2T[2] = 2.0 * w0 * d2T[1] - d2T[0] + 4.0 * dT[1];
      b = d2T[2] / (dT[2] * dT[2]);
      mu = 2.0 * w0 * b / b_1;
      nu = -b / b_2;
      mu_f = mu * w1 / w0; /* this is μ̃_j = 2 b_j w1/b_{j−1} */
      gamma = -(1.0 - b_1 * T[1]) * mu_f;
      status = ode_stepper_rhs (&self->base, ODE_RHS_STAGES, step->t + step->h * c_1, current, self->f);
      if (self->base.trace != NULL)
        ode_trace_stage (&self->base, j, c_1, step->t + step->h * c_1, current, status == ODE_DONE ? self->f : NULL);
      if (status != ODE_DONE)
        return status;
      for (int i = 0; i < n; i++)
        next[i] = mu * current[i] + nu * previous[i] + (1.0 - mu - nu) * step->x0[i] + step->h * (mu_f * self->f[i] + gamma * step->f0[i]);
      c = mu * c_1 + nu * c_2 + mu_f + gamma;
      c_2 = c_1;
      c_1 = c;
      b_2 = b_1;
      b_1 = b;
      for (int k = 0; k < 2; k++)
        {
          T[k] = T[k + 1];
          dT[k] = dT[k + 1];
          d2T[k] = d2T[k + 1];
        }
      swap = previous;
      previous = current;
      current = next;
      next = swap;
    }
  memcpy (step->x1, current, sizeof (double) * (size_t) n);
  return ODE_DONE;
}

/* After a rejection the spectral radius is computed anew, since a wrong radius may be the reason.
 * The estimate 0.8 (x0 − x1) + 0.4 h (f0 + f1) is that of RKC, and is O (h³). */
static OdeStatus
rkc_attempt (OdeStepper *stepper, OdeTry *step)
{
  Rkc *self = (Rkc *) stepper;
  const int n = self->n;
  double stages;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  if (self->radius == 0.0 || self->age >= KEEP_RADIUS || (step->retry && self->age > 0))
    {
      status = find_radius (self, step);
      if (status != ODE_DONE)
        return status;
    }
  step->spectral_radius = (float) self->radius;
  /* Choose s such that β(s) = 0.653 (s² − 1) ≥ h ρ, and add one stage as a margin for eigenvalues
   * that are not real. */
  stages = 1.0 + sqrt (step->h * self->radius / INTERVAL + 1.0);
  if (!(stages <= MAX_STAGES))
    return ODE_RETRY_NEWTON; /* with a smaller step fewer stages are enough */
  status = run_stages (self, step, stages < 2.0 ? 2 : (int) ceil (stages));
  if (status != ODE_DONE || step->error == NULL)
    return status;

  status = ode_stepper_rhs (stepper, ODE_RHS_STAGES, step->t + step->h, step->x1, step->f1_buffer);
  if (status != ODE_DONE)
    return status;
  step->f1 = step->f1_buffer;
  for (int i = 0; i < n; i++)
    step->error[i] = 0.8 * (step->x0[i] - step->x1[i]) + 0.4 * step->h * (step->f0[i] + step->f1[i]);
  return ODE_DONE;
}

/* The age of the spectral radius counts accepted steps. */
static void
rkc_accept (OdeStepper *stepper, const OdeTry *step)
{
  ((Rkc *) stepper)->age++;
}

/* The layout of a snapshot is: radius, age, have_vector, vector. */
static size_t
rkc_snapshot_size (const OdeStepper *stepper)
{
  return sizeof (double) * (3 + (size_t) stepper->system->n_states);
}

/* The vector of the power method is stored too, so that a continued run finds the same spectral
 * radius. */
static void
rkc_save (const OdeStepper *stepper, void *bytes)
{
  const Rkc *self = (const Rkc *) stepper;
  const double head[3] = { self->radius, self->age, self->have_vector };

  memcpy (bytes, head, sizeof head);
  memcpy ((char *) bytes + sizeof head, self->vector, sizeof (double) * (size_t) self->n);
}

/* Takes the members in the order of rkc_save. */
static void
rkc_restore (OdeStepper *stepper, const void *bytes)
{
  Rkc *self = (Rkc *) stepper;
  double head[3];

  memcpy (head, bytes, sizeof head);
  memcpy (self->vector, (const char *) bytes + sizeof head, sizeof (double) * (size_t) self->n);
  self->radius = head[0];
  self->age = (int) head[1];
  self->have_vector = head[2] != 0.0;
}

static const OdeStepperClass rkc_class = {
  .size = rkc_size,
  .init = rkc_init,
  .clear = rkc_clear,
  .attempt = rkc_attempt,
  .accept = rkc_accept,
  .restart = rkc_restart,
  .snapshot_size = rkc_snapshot_size,
  .save = rkc_save,
  .restore = rkc_restore,
};

const OdeMethod ode_method_rkc2 = {
  .id = "rkc2",
  .label = ODE_N_ ("Runge–Kutta–Chebyshev, order 2"),
  .aliases = "rkc",
  .known_as = "Fortran RKC, Julia RKC",
  .similar_to = "Julia ROCK2",
  .advice = ODE_N_ ("Explicit, for diffusion: the number of stages follows from the spectral radius; not for oscillation or extreme "
                    "stiffness."),
  .source = "Sommeijer, Shampine and Verwer, J. Comput. Appl. Math. 88 (1997) 315-326, doi:10.1016/S0377-0427(97)00219-7",
  .family = ODE_FAMILY_STABILIZED,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_STIFF,
  .order = 2,
  .embedded_order = 2,
  .error_order = 3,
  .dense_order = 3,
  .n_stages = 2,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-9,
  .stepper = &rkc_class,
};
