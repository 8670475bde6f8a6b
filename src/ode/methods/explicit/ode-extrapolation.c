/* Gragg–Bulirsch–Stoer: modified midpoint steps with 2, 4, 6 … substeps, extrapolated in h² (Gragg, SIAM J. Numer. Anal. 2 (1965) 384;
 * Bulirsch and Stoer, Numer. Math. 8 (1966) 1; Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, II.9, whose order selection this
 * is: the column with the least work per unit step).
 *
 * Dense output: three steps to the quarters of the last one are taken when it is first asked for, and the polynomial of degree 9 through
 * the five values and slopes is used; the cubic would be far too coarse for steps this long. */
#include "ode-stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_COLUMNS 9
#define MIN_TARGET 3
#define FIXED_COLUMNS 4  /* with fixed steps: order 8 */
#define N_NODES 5
#define N_POWERS (2 * N_NODES)

typedef struct
{
  OdeStepper base;
  int n;
  int target;              /* column at which convergence is expected; 0: not chosen yet */
  int reached;             /* column that was used last */
  double *memory;
  double *T[MAX_COLUMNS];  /* T[l] is the newest row's entry of column l + 1 */
  double *difference, *y[2], *f, *point;
  double *newton[N_POWERS];/* divided differences of the dense output */
  bool dense_done;
  const double *x0, *x1;
  double *f0_kept;
  double t, h;
} Extrapolation;

static size_t
extrapolation_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Extrapolation);
}

static bool
extrapolation_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Extrapolation *self = (Extrapolation *) stepper;
  const size_t n = (size_t) stepper->system->n_states;
  double *at = calloc ((MAX_COLUMNS + N_POWERS + 6) * n + 1, sizeof (double));

  self->n = (int) n;
  self->memory = at;
  if (at == NULL)
    return ode_stepper_refuse_memory (stepper, error, error_size);
  for (int i = 0; i < MAX_COLUMNS; i++, at += n)
    self->T[i] = at;
  for (int i = 0; i < N_POWERS; i++, at += n)
    self->newton[i] = at;
  self->difference = at;
  self->y[0] = at + n;
  self->y[1] = at + 2 * n;
  self->f = at + 3 * n;
  self->point = at + 4 * n;
  self->f0_kept = at + 5 * n;
  return true;
}

static void
extrapolation_clear (OdeStepper *stepper)
{
  free (((Extrapolation *) stepper)->memory);
}

static void
extrapolation_restart (OdeStepper *stepper)
{
  ((Extrapolation *) stepper)->target = 0;
}

/* Evaluations for rows 1 … k, f0 once. */
static double
work_of (int k)
{
  return 1.0 + k * (k + 1.0) - k;
}

/* Row j of the table (from 1): 2j substeps of the modified midpoint rule, then Neville's scheme in h². */
static OdeStatus
compute_row (Extrapolation *self, OdePurpose purpose, double t, double h, const double *x0, const double *f0, int j)
{
  const int n = self->n, substeps = 2 * j;
  const double step = h / substeps;
  double *before = self->y[0], *now = self->y[1], *swap;

  memcpy (before, x0, sizeof (double) * (size_t) n);
  for (int i = 0; i < n; i++)
    now[i] = x0[i] + step * f0[i];
  for (int m = 1; m < substeps; m++)
    {
      OdeStatus status = ode_stepper_rhs (&self->base, purpose, t + m * step, now, self->f);

      if (status != ODE_DONE)
        return status;
      for (int i = 0; i < n; i++)
        before[i] += 2.0 * step * self->f[i];
      swap = before;
      before = now;
      now = swap;
    }
  /* T_{j,1} = now; T_{j,l+1} = T_{j,l} + (T_{j,l} − T_{j−1,l})/((n_j/n_{j−l})² − 1). The loop over l carries the new entry along and
   * leaves the old row behind it overwritten. */
  memcpy (self->point, now, sizeof (double) * (size_t) n);
  for (int l = 0; l < j - 1; l++)
    {
      const double ratio = (double) j / (j - 1 - l), factor = 1.0 / (ratio * ratio - 1.0);
      double *old = self->T[l];

      for (int i = 0; i < n; i++)
        {
          const double entry = self->point[i], rise = (entry - old[i]) * factor;

          old[i] = entry;
          self->difference[i] = rise;
          self->point[i] = entry + rise;
        }
    }
  memcpy (self->T[j - 1], self->point, sizeof (double) * (size_t) n);
  return ODE_DONE;
}

static double
error_norm (const Extrapolation *self, const OdeTry *step, int j)
{
  const OdeStepper *stepper = &self->base;

  return stepper->norm (stepper->integrator, self->difference, step->x0, self->T[j - 1]);
}

static int
first_target (const OdeStepper *stepper)
{
  const double digits = -log10 (ode_stepper_relative_tolerance (stepper));
  const int target = (int) (0.6 * digits + 1.5);

  return target < MIN_TARGET ? MIN_TARGET : target > MAX_COLUMNS - 1 ? MAX_COLUMNS - 1 : target;
}

/* Work per unit step of column j whose error over the tolerance is e; 0.65 and 0.94 as in ODEX. */
static double
work_rate (int j, double error)
{
  const double growth = 0.94 * pow (0.65 / fmax (error, 1e-10), 1.0 / (2.0 * j - 1.0));

  return work_of (j) / fmin (5.0, fmax (0.02, growth));
}

/* The target of the next step after convergence in column k. */
static int
next_target (const Extrapolation *self, int k, const double *rate)
{
  int next = k;

  if (k > 2 && rate[k - 1] < 0.8 * rate[k])
    next = k - 1;
  else if (k == 2 || rate[k] < 0.9 * rate[k - 1])
    next = k + 1;
  return next < MIN_TARGET ? MIN_TARGET : next > MAX_COLUMNS - 1 ? MAX_COLUMNS - 1 : next;
}

/* Rows until column target or target + 1 has converged; *reached is the last one computed. Columns before the target are not taken even
 * where they would do: the step size follows from the column used, and would come to fit the cheaper one. */
static OdeStatus
build_table (Extrapolation *self, OdeTry *step, int *reached)
{
  const int target = self->target;
  double rate[MAX_COLUMNS + 2] = { 0 };

  for (int j = 1; j <= MAX_COLUMNS && j <= target + 1; j++)
    {
      OdeStatus status = compute_row (self, ODE_RHS_STAGES, step->t, step->h, step->x0, step->f0, j);
      double error;

      if (status != ODE_DONE)
        return status;
      if (j == 1)
        continue;
      *reached = j;
      error = error_norm (self, step, j);
      if (!isfinite (error))
        return ODE_RETRY_UNDEFINED;
      rate[j] = work_rate (j, error);
      if (j < target)
        continue;
      if (error <= 1.0)
        {
          self->target = next_target (self, j, rate);
          return ODE_DONE;
        }
      /* Hopeless even after one more row: the error falls by (n_{j+1}/n_1)² a row at best (HNW II.9). */
      if (error > (j + 1.0) * (j + 1.0))
        break;
    }
  /* Not converged: the step will be rejected; a smaller one converges no later. */
  if (*reached > 2 && rate[*reached - 1] < 0.8 * rate[*reached] && self->target > MIN_TARGET)
    self->target--;
  return ODE_DONE;
}

static OdeStatus
extrapolation_attempt (OdeStepper *stepper, OdeTry *step)
{
  Extrapolation *self = (Extrapolation *) stepper;
  const size_t bytes = sizeof (double) * (size_t) self->n;
  int reached = FIXED_COLUMNS;
  OdeStatus status = ODE_DONE;

  if ((status = ode_stepper_start_slope (stepper, step)) != ODE_DONE)
    return status;
  if (!stepper->settings.error_control)
    for (int j = 1; status == ODE_DONE && j <= FIXED_COLUMNS; j++)
      status = compute_row (self, ODE_RHS_STAGES, step->t, step->h, step->x0, step->f0, j);
  else
    {
      if (self->target == 0)
        self->target = first_target (stepper);
      status = build_table (self, step, &reached);
    }
  if (status != ODE_DONE)
    return status;
  memcpy (step->x1, self->T[reached - 1], bytes);
  if (step->error != NULL)
    memcpy (step->error, self->difference, bytes);
  step->order = 2 * reached;
  step->error_order = 2 * reached - 1;
  self->reached = reached;
  self->x0 = step->x0;
  self->x1 = step->x1;
  memcpy (self->f0_kept, step->f0, bytes);
  self->t = step->t;
  self->h = step->h;
  self->dense_done = false;
  return ODE_DONE;
}

/* Divided differences over the nodes 0 0 ¼ ¼ ½ ½ ¾ ¾ 1 1 of θ. */
static OdeStatus
prepare_dense (Extrapolation *self)
{
  const int n = self->n;
  double **d = self->newton;

  for (int node = 0; node < N_NODES; node++)
    {
      const double theta = node / (N_NODES - 1.0);
      double *value = d[2 * node], *slope = d[2 * node + 1];
      OdeStatus status = ODE_DONE;

      if (node == 0)
        {
          memcpy (value, self->x0, sizeof (double) * (size_t) n);
          memcpy (slope, self->f0_kept, sizeof (double) * (size_t) n);
        }
      else if (node == N_NODES - 1)
        memcpy (value, self->x1, sizeof (double) * (size_t) n);
      else
        {
          for (int j = 1; status == ODE_DONE && j <= self->reached; j++)
            status = compute_row (self, ODE_RHS_DENSE, self->t, theta * self->h, self->x0, self->f0_kept, j);
          if (status != ODE_DONE)
            return status;
          memcpy (value, self->T[self->reached - 1], sizeof (double) * (size_t) n);
        }
      if (node > 0)
        status = ode_stepper_rhs (&self->base, ODE_RHS_DENSE, self->t + theta * self->h, value, slope);
      if (status != ODE_DONE)
        return status;
      for (int i = 0; i < n; i++)
        slope[i] *= self->h;
    }
  for (int order = 1; order < N_POWERS; order++)
    for (int k = N_POWERS - 1; k >= order; k--)
      {
        const double high = (k / 2) / (N_NODES - 1.0), low = ((k - order) / 2) / (N_NODES - 1.0);

        if (order == 1 && k % 2 == 1)
          continue; /* a double node: the slope itself stands there */
        /* A slope overwrites what its value was needed for, so first differences across nodes use the values two places apart. */
        for (int i = 0; i < n; i++)
          d[k][i] = (d[k][i] - (order == 1 ? d[k - 2][i] : d[k - 1][i])) / (high - low);
      }
  self->dense_done = true;
  return ODE_DONE;
}

static OdeStatus
extrapolation_dense (OdeStepper *stepper, double theta, double *x)
{
  Extrapolation *self = (Extrapolation *) stepper;
  double **d = self->newton;

  if (!self->dense_done)
    {
      OdeStatus status = prepare_dense (self);

      if (status != ODE_DONE)
        return status;
    }
  for (int i = 0; i < self->n; i++)
    {
      double sum = d[N_POWERS - 1][i];

      for (int k = N_POWERS - 2; k >= 0; k--)
        sum = sum * (theta - (k / 2) / (N_NODES - 1.0)) + d[k][i];
      x[i] = sum;
    }
  return ODE_DONE;
}

static size_t
extrapolation_snapshot_size (const OdeStepper *stepper)
{
  return sizeof (int);
}

static void
extrapolation_save (const OdeStepper *stepper, void *bytes)
{
  memcpy (bytes, &((const Extrapolation *) stepper)->target, sizeof (int));
}

static void
extrapolation_restore (OdeStepper *stepper, const void *bytes)
{
  memcpy (&((Extrapolation *) stepper)->target, bytes, sizeof (int));
}

static const OdeStepperClass extrapolation_class = {
  .size = extrapolation_size,
  .init = extrapolation_init,
  .clear = extrapolation_clear,
  .attempt = extrapolation_attempt,
  .restart = extrapolation_restart,
  .dense = extrapolation_dense,
  .snapshot_size = extrapolation_snapshot_size,
  .save = extrapolation_save,
  .restore = extrapolation_restore,
};

const OdeMethod ode_method_bulirsch_stoer = {
  .id = "bulirsch_stoer",
  .label = ODE_N_ ("Gragg–Bulirsch–Stoer"),
  .aliases = "gbs odex",
  .advice = ODE_N_ ("Order follows the tolerance: for smooth problems at tight tolerances, above all when the "
                    "right-hand side is expensive."),
  .source = "Hairer, Nørsett and Wanner, Solving Ordinary Differential Equations I, 2nd ed. 1993, II.9, p. 224, doi:10.1007/978-3-540-78862-1",
  .family = ODE_FAMILY_EXTRAPOLATION,
  .traits = ODE_TRAIT_ADAPTIVE | ODE_TRAIT_VARIABLE_ORDER,
  .order = 8,
  .embedded_order = 6,
  .error_order = 7,
  .dense_order = 8,
  .n_stages = 17,
  .accuracy_default = 1e-6,
  .accuracy_loosest = 1e-2,
  .accuracy_tightest = 1e-14,
  .stepper = &extrapolation_class,
};
