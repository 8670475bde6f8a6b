/* Rosenbrock methods (Hairer and Wanner, Solving ODEs II, 2nd ed. 1996, IV.7),
 * with a mass matrix as in VI.4 (4.12). They are linearly implicit: a step needs one factorization
 * and s solves, but no iteration. For M x' = f(t, x), J = ∂f/∂x at (t, x0),
 *
 *   (M/(γh) − J) U_i = f(t + c_i h, x0 + Σ_{j<i} a_ij U_j)
 *                      + M Σ_{j<i} C_ij U_j/h + h d_i ∂f/∂t,
 *   x1 = x0 + Σ m_i U_i,   e = Σ e_i U_i.
 *
 * This is one Newton iteration per stage of a diagonally implicit method, and the
 * order conditions contain J. Therefore most of these methods have their order only
 * if J and ∂f/∂t are evaluated at the start of the step: an old Jacobian would
 * reduce the order. ∂f/∂t occurs because the autonomous form has t as a state with
 * t' = 1, and ∂f/∂t is the column of this state in the extended Jacobian.
 *
 * The only history is J and ∂f/∂t at (t, x0), which are reused if a step
 * is repeated from there with another h; the factor also depends on
 * h. A restart discards them, since parameters may have changed at the same t
 * and x. */
#include "ode-rosenbrock.h"

#include "ode-linalg-small.h"
#include "ode-lincomb.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The largest number of states for which the stages are compiled separately. */
#define FEW 8
/* The largest number of stages of a method. */
#define MOST_STAGES 16

typedef struct
{
  OdeStepper base;
  const OdeRosenbrockData *data;
  OdeMatrix *matrix;
  OdeFactor *factor;
  int n;
  double *memory;
  double *U;          /* stage vectors U_i of the last attempt */
  double *point, *sum, *dfdt;
  double *slopes;     /* slopes of the stages, computed only when they are requested */
  bool time_dependent;
  bool few;           /* at most FEW states, a dense matrix and M = I */
  bool jacobian_known; /* the Jacobian and dfdt belong to t_known */
  double t_known;
  double h_factored;
  /* States at both ends, slope at the start, start time and step size of the last attempt. */
  const double *x0, *x1, *f0;
  double t, h;
  double *f_end;       /* slope at the end of the last step, for Hermite interpolation */
  bool f_end_known;
} Rosenbrock;

static size_t
rosenbrock_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Rosenbrock);
}

static void
rosenbrock_clear (OdeStepper *stepper)
{
  Rosenbrock *self = (Rosenbrock *) stepper;

  ode_factor_free (self->factor);
  ode_matrix_free (self->matrix);
  free (self->memory);
}

/* Allocates the stage vectors U, the stage slopes, which rosenbrock_stages returns, and four
 * vectors. */
static bool
rosenbrock_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Rosenbrock *self = (Rosenbrock *) stepper;
  const size_t n = (size_t) stepper->system->n_states;

  self->data = stepper->method->data;
  self->n = (int) n;
  self->time_dependent = stepper->system->time_dependent;
  self->matrix = ode_matrix_new (stepper->system, stepper->settings.translate);
  self->factor = self->matrix != NULL ? ode_factor_new (self->matrix, false) : NULL;
  self->memory = malloc (sizeof (double) * ((2 * (size_t) self->data->n_stages + 4) * n + 1));
  if (self->factor == NULL || self->memory == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  self->few = n <= FEW && self->matrix->storage == ODE_STORAGE_DENSE && ode_matrix_mass_is_identity (self->matrix);
  self->U = self->memory;
  self->point = self->U + (size_t) self->data->n_stages * n;
  self->sum = self->point + n;
  self->dfdt = self->sum + n;
  self->f_end = self->dfdt + n;
  self->slopes = self->f_end + n;
  return true;
}

/* Discards J, ∂f/∂t and the factor. */
static void
rosenbrock_restart (OdeStepper *stepper)
{
  Rosenbrock *self = (Rosenbrock *) stepper;

  self->jacobian_known = false;
}

/* Computes ∂f/∂t from the system or by a forward difference. The increment √ε
 * max (|t|, h) balances truncation and rounding errors; near t = 0 it
 * is proportional to the step size. `moved` is volatile so that delta is the
 * difference of the two times as they are stored. */
static OdeStatus
take_time_derivative (Rosenbrock *self, OdeTry *step)
{
  OdeStepper *stepper = &self->base;
  const OdeSystem *system = stepper->system;

  if (!self->time_dependent)
    return ODE_DONE;
  if (system->time_derivative != NULL && stepper->settings.jacobian == ODE_JACOBIAN_SYMBOLIC)
    return system->time_derivative (system->self, step->t, step->x0, self->dfdt);

  volatile double moved = step->t + 1.4901161193847656e-8 * fmax (fabs (step->t), step->h);
  const double delta = moved - step->t;
  OdeStatus status = ode_stepper_rhs (stepper, ODE_RHS_JACOBIAN, moved, step->x0, self->dfdt);

  stepper->statistics->jacobian_rhs_evaluations++;
  for (int i = 0; i < self->n; i++)
    self->dfdt[i] = (self->dfdt[i] - step->f0[i]) / delta;
  return status;
}

/* Evaluates J, ∂f/∂t and the factor of M/(γh) − J unless they are valid for
 * this attempt. Both t and x_at are compared, because an event can change the state
 * without changing the time. */
static OdeStatus
prepare_matrix (Rosenbrock *self, OdeTry *step)
{
  OdeStepper *stepper = &self->base;
  OdeStatus status;

  if (!self->jacobian_known || self->t_known != step->t || !self->matrix->valid
      || memcmp (self->matrix->x_at, step->x0, sizeof (double) * (size_t) self->n) != 0)
    {
      self->jacobian_known = false;
      self->h_factored = 0.0;
      status = ode_matrix_evaluate (self->matrix, stepper, step->t, step->x0, step->f0);
      if (status == ODE_DONE)
        status = take_time_derivative (self, step);
      if (status != ODE_DONE)
        return status;
      self->jacobian_known = true;
      self->t_known = step->t;
    }
  /* γ is the same for all stages, so a step needs one factor. If a step is repeated
   * with another h, J is reused and only the factor is new. */
  if (self->h_factored != step->h)
    {
      stepper->statistics->factorizations++;
      self->h_factored = 0.0;
      if ((status = ode_factor_compute (self->factor, stepper, 1.0 / (step->h * self->data->gamma), 0.0)) != ODE_DONE)
        return status;
      self->h_factored = step->h;
    }
  return ODE_DONE;
}

/* Computes out = base + scale Σ_{j<count} weight_j U_j; base NULL means zero.
 * Terms with zero weights are skipped. */
static void
combine (const Rosenbrock *self, double *out, const double *base, const double *weight, double scale, int count)
{
  const double *vectors[MOST_STAGES];
  double coefficients[MOST_STAGES];
  int terms = 0;

  for (int j = 0; j < count; j++)
    {
      const double w = weight[j] * scale;

      if (w != 0.0)
        {
          coefficients[terms] = w;
          vectors[terms++] = self->U + (ptrdiff_t) j * self->n;
        }
    }
  if (base == NULL)
    memset (out, 0, sizeof (double) * (size_t) self->n);
  ode_lincomb (self->n, out, base != NULL ? base : out, terms, coefficients, vectors);
}

/* Computes U_i by the formula at the top of this file. A stage whose point is x0
 * at time t uses f0 and needs no evaluation. The sum M Σ C_ij U_j/h replaces the
 * product h J Σ γ_ij k_j in the formula of the literature. */
static OdeStatus
compute_stage (Rosenbrock *self, OdeTry *step, int i)
{
  const OdeRosenbrockData *data = self->data;
  const int n = self->n, s = data->n_stages;
  double *restrict U = self->U + (ptrdiff_t) i * n;
  const double *a = data->a + (ptrdiff_t) i * s;
  bool moved = false;
  OdeStatus status = ODE_DONE;

  for (int j = 0; j < i; j++)
    moved = moved || a[j] != 0.0;
  /* The stage is evaluated at (t, x0), so its slope is f0. */
  if (!moved && data->c[i] == 0.0)
    memcpy (U, step->f0, sizeof (double) * (size_t) n);
  else
    {
      combine (self, self->point, step->x0, a, 1.0, i);
      status = ode_stepper_rhs (&self->base, ODE_RHS_STAGES, step->t + data->c[i] * step->h, self->point, U);
    }
  if (status != ODE_DONE)
    return status;
  /* Add M Σ_{j<i} C_ij U_j/h. `point` is scratch if M is not the identity. */
  if (i > 0)
    {
      combine (self, self->sum, NULL, data->C + (ptrdiff_t) i * s, 1.0 / step->h, i);

      const double *restrict product = self->sum;

      if (!ode_matrix_mass_is_identity (self->matrix))
        {
          ode_matrix_mass_times (self->matrix, self->sum, self->point);
          product = self->point;
        }
      for (int k = 0; k < n; k++)
        U[k] += product[k];
    }
  /* d_i = 0 for the last stages of stiffly accurate methods, because Σ_j α_ij and
   * Σ_j (α_ij + γ_ij) are both 1. */
  if (self->time_dependent && data->d[i] != 0.0)
    for (int k = 0; k < n; k++)
      U[k] += step->h * data->d[i] * self->dfdt[k];
  ode_factor_solve (self->factor, U, NULL);
  return ODE_DONE;
}

/* Writes k_i = Σ_j (Γ⁻¹)_ij U_j/h, the slope of stage i in the notation of the
 * literature. */
static void
compute_slope (const Rosenbrock *self, int i, double h, double *slope)
{
  const int s = self->data->n_stages, n = self->n;

  for (int k = 0; k < n; k++)
    {
      double sum = self->U[(ptrdiff_t) i * n + k] / self->data->gamma;

      for (int j = 0; j < i; j++)
        sum -= self->data->C[i * s + j] * self->U[(ptrdiff_t) j * n + k];
      slope[k] = sum / h;
    }
}

/* Reports the stages of an attempt: the points at which f is evaluated and the
 * slopes k_i. If the attempt failed, it failed at the stage after the first `known` stages. */
static void
report_stages (Rosenbrock *self, const OdeTry *step, int known, bool failed)
{
  const OdeRosenbrockData *data = self->data;

  for (int i = 0; i < known + failed; i++)
    {
      double *slope = self->slopes + (ptrdiff_t) i * self->n;

      combine (self, self->point, step->x0, data->a + (ptrdiff_t) i * data->n_stages, 1.0, i);
      if (i < known)
        compute_slope (self, i, step->h, slope);
      ode_trace_stage (&self->base, i + 1, data->c[i], step->t + data->c[i] * step->h, self->point, i < known ? slope : NULL);
    }
}

#define INLINE static inline __attribute__ ((always_inline))
#define UNROLL _Pragma ("GCC unroll 8")

/* Adds scale Σ_{j<count} weight_j U_j to sum[n], in the order of `combine`. */
INLINE void
add_stages (const double *U, const double *weight, double scale, int count, double *sum, const int n)
{
  for (int j = 0; j < count; j++)
    {
      const double w = weight[j] * scale;

      if (w != 0.0)
        UNROLL for (int k = 0; k < n; k++)
          sum[k] += w * U[j * n + k];
    }
}

/* Computes all stages, x1 and the estimate for n states, a dense matrix and M = I. n is a constant, so that the sums stay in registers and the
 * solves are part of the function. The sums have the terms of compute_stage and combine in the same order, so that both give the same bits. */
INLINE OdeStatus
attempt_few (Rosenbrock *self, OdeTry *step, const int n)
{
  const OdeRosenbrockData *data = self->data;
  const OdeSystem *system = self->base.system;
  OdeStatistics *statistics = self->base.statistics;
  const int s = data->n_stages;
  const double inverse_h = 1.0 / step->h, *const x0 = step->x0;
  double *const point = system->rhs_buffer != NULL ? system->rhs_buffer : self->point;
  double sum[FEW], slope[FEW];

  for (int i = 0; i < s; i++)
    {
      const double *a = data->a + (ptrdiff_t) i * s;
      double *const U = self->U + (ptrdiff_t) i * n;
      bool moved = data->c[i] != 0.0;

      for (int j = 0; j < i; j++)
        moved = moved || a[j] != 0.0;
      UNROLL for (int k = 0; k < n; k++)
        slope[k] = step->f0[k];
      if (moved)
        {
          OdeStatus status;

          UNROLL for (int k = 0; k < n; k++)
            sum[k] = x0[k];
          add_stages (self->U, a, 1.0, i, sum, n);
          UNROLL for (int k = 0; k < n; k++)
            point[k] = sum[k];
          /* One evaluation for each stage reaches no limit, so that ode_stepper_rhs need not be called. */
          statistics->rhs_by_purpose[ODE_RHS_STAGES]++;
          statistics->rhs_evaluations++;
          if ((status = system->rhs (system->self, step->t + data->c[i] * step->h, point, slope)) != ODE_DONE)
            return status;
        }
      if (i > 0)
        {
          UNROLL for (int k = 0; k < n; k++)
            sum[k] = 0.0;
          add_stages (self->U, data->C + (ptrdiff_t) i * s, inverse_h, i, sum, n);
          UNROLL for (int k = 0; k < n; k++)
            slope[k] += sum[k];
        }
      if (self->time_dependent && data->d[i] != 0.0)
        UNROLL for (int k = 0; k < n; k++)
          slope[k] += step->h * data->d[i] * self->dfdt[k];
      ode_lu_solve_n (n, self->factor->re, self->factor->pivot, slope);
      UNROLL for (int k = 0; k < n; k++)
        U[k] = slope[k];
    }
  UNROLL for (int k = 0; k < n; k++)
    sum[k] = x0[k];
  add_stages (self->U, data->m, 1.0, s, sum, n);
  UNROLL for (int k = 0; k < n; k++)
    step->x1[k] = sum[k];
  if (step->error != NULL)
    {
      UNROLL for (int k = 0; k < n; k++)
        sum[k] = 0.0;
      add_stages (self->U, data->e, 1.0, s, sum, n);
      UNROLL for (int k = 0; k < n; k++)
        step->error[k] = sum[k];
    }
  return ODE_DONE;
}

/* Computes all stages, x1 and the estimate. On return, `known` stages are known. */
static OdeStatus
attempt_any (Rosenbrock *self, OdeTry *step, int *known)
{
  const OdeRosenbrockData *data = self->data;
  OdeStatus status = ODE_DONE;

  for (; status == ODE_DONE && *known < data->n_stages; *known += status == ODE_DONE)
    status = compute_stage (self, step, *known);
  if (status != ODE_DONE)
    return status;
  /* For stiffly accurate methods x1 is the point of the last stage plus
   * U_s, and e = U_s. */
  combine (self, step->x1, step->x0, data->m, 1.0, data->n_stages);
  if (step->error != NULL)
    combine (self, step->error, NULL, data->e, 1.0, data->n_stages);
  return ODE_DONE;
}

/* A run with a listener uses the general code. On return, `known` stages are known to it. */
static OdeStatus
compute_all (Rosenbrock *self, OdeTry *step, int *known)
{
  switch (self->few && self->base.trace == NULL ? self->n : 0)
    {
    case 1:
      return attempt_few (self, step, 1);
    case 2:
      return attempt_few (self, step, 2);
    case 3:
      return attempt_few (self, step, 3);
    case 4:
      return attempt_few (self, step, 4);
    case 5:
      return attempt_few (self, step, 5);
    case 6:
      return attempt_few (self, step, 6);
    case 7:
      return attempt_few (self, step, 7);
    case 8:
      return attempt_few (self, step, 8);
    default:
      return attempt_any (self, step, known);
    }
}

static OdeStatus
rosenbrock_attempt (OdeStepper *stepper, OdeTry *step)
{
  Rosenbrock *self = (Rosenbrock *) stepper;
  int known = 0;
  OdeStatus status;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  status = prepare_matrix (self, step);
  if (status == ODE_DONE)
    status = compute_all (self, step, &known);
  if (stepper->trace != NULL)
    report_stages (self, step, known, status != ODE_DONE);
  if (status != ODE_DONE)
    return status;
  self->x0 = step->x0;
  self->x1 = step->x1;
  self->f0 = step->f0;
  self->t = step->t;
  self->h = step->h;
  self->f_end_known = false;
  return ODE_DONE;
}

/* Evaluates the cubic Hermite polynomial of both ends at θ, in the form x0 + θ
 * Δ + θ (1 − θ) ((1 − θ)(h f0 − Δ) + θ (Δ − h f1)) with Δ = x1 − x0, which is
 * exact at both ends in floating-point arithmetic. */
static OdeStatus
dense_hermite (Rosenbrock *self, double theta, double *x)
{
  const double h = self->h, rest = 1.0 - theta;
  OdeStatus status = ode_stepper_dense_slope (&self->base, &self->f_end_known, self->t + h, self->x1, self->f_end);

  if (status != ODE_DONE)
    return status;
  for (int i = 0; i < self->n; i++)
    {
      const double rise = self->x1[i] - self->x0[i];

      x[i] = self->x0[i] + theta * rise
             + theta * rest * (rest * (h * self->f0[i] - rise) + theta * (rise - h * self->f_end[i]));
    }
  return ODE_DONE;
}

/* A method without a dense output of its own has only the slopes at both ends. */
static bool
rosenbrock_dense_suffices (const OdeStepper *stepper)
{
  return ((const Rosenbrock *) stepper)->data->dense_native;
}

/* Evaluates x0 + Σ_i b_i(θ) U_i. The weights b_i(θ) are those of the method's dense output,
 * or a quadratic formula if the method has none and there is a mass matrix, because slopes
 * M⁻¹ f are then not available. */
static OdeStatus
rosenbrock_dense (OdeStepper *stepper, double theta, double *x)
{
  Rosenbrock *self = (Rosenbrock *) stepper;
  const OdeRosenbrockData *data = self->data;
  double weight[MOST_STAGES];

  if (!data->dense_native && ode_matrix_mass_is_identity (self->matrix))
    return dense_hermite (self, theta, x);
  for (int i = 0; i < data->n_stages; i++)
    weight[i] = ode_tableau_polynomial (data->dense + (ptrdiff_t) i * (data->dense_degree + 1), data->dense_degree, theta);
  combine (self, x, self->x0, weight, 1.0, data->n_stages);
  return ODE_DONE;
}

/* Returns the matrix of a stepper, whose storage the lanes have to know. */
const OdeMatrix *
ode_rosenbrock_matrix (const OdeStepper *stepper)
{
  return ((const Rosenbrock *) stepper)->matrix;
}

/* ρ(J) ≤ ‖J‖ holds for every induced matrix norm; the 1-norm is used because it needs
 * only one pass over the stored columns. */
double
ode_rosenbrock_jacobian_norm (const OdeStepper *stepper)
{
  return ode_matrix_norm (((const Rosenbrock *) stepper)->matrix);
}

/* Returns k = Γ⁻¹ U/h with Γ⁻¹ = diag (1/γ) − C, the slopes in the notation of the
 * literature. */
static const double *
rosenbrock_stages (const OdeStepper *stepper, int *n_stages)
{
  const Rosenbrock *self = (const Rosenbrock *) stepper;
  const int s = self->data->n_stages, n = self->n;

  *n_stages = s;
  for (int i = 0; i < s; i++)
    compute_slope (self, i, self->h, self->slopes + (ptrdiff_t) i * n);
  return self->slopes;
}

static const char *
rosenbrock_linear_algebra (const OdeStepper *stepper)
{
  return ((const Rosenbrock *) stepper)->matrix->text;
}

/* The class has no functions accept and undo, because prepare_matrix compares
 * the point (t, x0) to which the history belongs. It has no snapshot, because a
 * restored run evaluates a new Jacobian in its first step, as after every
 * accepted step. */
const OdeStepperClass ode_rosenbrock_class = {
  .size = rosenbrock_size,
  .init = rosenbrock_init,
  .clear = rosenbrock_clear,
  .attempt = rosenbrock_attempt,
  .linear_algebra = rosenbrock_linear_algebra,
  .stages = rosenbrock_stages,
  .restart = rosenbrock_restart,
  .dense = rosenbrock_dense,
  .dense_suffices = rosenbrock_dense_suffices,
};
