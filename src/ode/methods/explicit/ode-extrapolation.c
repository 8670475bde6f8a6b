/* Extrapolation of the modified midpoint rule (Gragg, SIAM J. Numer. Anal. 2
 * (1965) 384; Bulirsch and Stoer, Numer. Math. 8 (1966) 1), with the choice of
 * order of the code ODEX (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed.
 * 1993, cited as HNW, II.9).
 *
 * A step of size h is computed with n_j = 2j substeps of size h_j = h/n_j:
 *
 *   y_0 = x0,  y_1 = x0 + h_j f (t, x0),
 *   y_{m+1} = y_{m−1} + 2 h_j f (t + m h_j, y_m),   T_{j,1} = y_{n_j}
 *
 * (HNW (9.13a, b); without the smoothing step (9.13c), because y at even
 * indices has an expansion in h_j² without it, HNW theorem 9.2). As the error
 * of T_{j,1} contains only even powers of h_j, each column of
 *
 *   T_{j,l+1} = T_{j,l} + (T_{j,l} − T_{j−1,l}) / ((n_j/n_{j−l})² − 1)
 *
 * removes one power: T_{j,l} is of order 2l (Aitken and Neville, HNW (9.10) with
 * squares). The step uses the diagonal entry T_{k,k} of order 2k; its estimate
 * is T_{k,k} − T_{k,k−1}, of order 2k − 1 in h, which is why error_order = 2k −
 * 1.
 *
 * Row j costs n_j − 1 evaluations besides f0, so that rows 1 to k cost A_k = 1
 * + Σ (2j − 1) = 1 + k². If H_k is the step size that the error of column k allows, W_k
 * = A_k/H_k is the work per unit of time; the column with the smallest W_k is the
 * target of the next step (HNW II.9, order and step size control).
 *
 * The cubic Hermite polynomial would be far too inaccurate as dense output for steps of
 * this size. When dense output is first used in a step, three more extrapolations with
 * the same number of rows compute the states at ¼, ½ and ¾ of the step. The
 * interpolant is the polynomial of degree 9 through the five values and slopes, with an error
 * of O(h¹⁰).
 *
 * The history consists of the target column, which a snapshot contains and a
 * restart chooses again. x0, x1, f0 and the number of rows of the last step are
 * stored for dense output until the next attempt. */
#include "ode-stepper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The default of ODEX: nine columns, hence order 18. */
#define MAX_COLUMNS 9
/* The smallest target. Convergence is tested in the columns target and target + 1; with a target below three,
 * one of the two work rates that determine the next target would not exist. */
#define MIN_TARGET 3
/* Fixed steps give no information for a choice of the order, so they use the
 * nominal order 8 of the method. */
#define FIXED_COLUMNS 4
/* Number of nodes of the dense output. Five values and slopes determine a polynomial of degree 9. */
#define N_NODES 5
#define N_POWERS (2 * N_NODES)

typedef struct
{
  OdeStepper base;
  int n;
  int target;              /* column in which convergence is expected; 0: not chosen yet */
  int reached;             /* column that the last step used */
  double *memory;
  double *T[MAX_COLUMNS];  /* T[l] is the entry of the newest row in column l + 1 */
  double *difference, *y[2], *f, *point;
  double *newton[N_POWERS];/* divided differences for the dense output */
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

/* One block of memory has the rows of the table, the divided differences of the dense output, and
 * scratch. */
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

/* The order of the next step is chosen anew. */
static void
extrapolation_restart (OdeStepper *stepper)
{
  ((Extrapolation *) stepper)->target = 0;
}

/* Returns A_k = 1 + Σ_{j≤k} (2j − 1), the number of evaluations of rows 1 … k, where f0 counts once. */
static double
work_of (int k)
{
  return 1.0 + k * (k + 1.0) - k;
}

/* Computes row j of the table, counted from 1: T_{j,1} by 2j substeps, then
 * T_{j,2} … T_{j,j}. Only the newest row is stored. On return self->difference
 * is T_{j,j} − T_{j,j−1}. */
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
  /* self->point is T_{j,l}; T[l] belongs to row j − 1 until it is
   * overwritten. n_j/n_{j−l} = j/(j − l), and l counts from 0 here. */
  memcpy (self->point, now, sizeof (double) * (size_t) n);
  const bool traced = self->base.trace != NULL && purpose == ODE_RHS_STAGES;

  if (traced)
    ode_trace_event (&self->base, ODE_TRACE_ENTRY, j, 1, 1.0, t + h, n, self->point, NULL);
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
      if (traced)
        ode_trace_event (&self->base, ODE_TRACE_ENTRY, j, l + 2, 1.0, t + h, n, self->point, NULL);
    }
  memcpy (self->T[j - 1], self->point, sizeof (double) * (size_t) n);
  return ODE_DONE;
}

/* Returns ‖T_{j,j} − T_{j,j−1}‖ in units of the tolerance. */
static double
error_norm (const Extrapolation *self, const OdeTry *step, int j)
{
  const OdeStepper *stepper = &self->base;

  return stepper->norm (stepper->integrator, self->difference, step->x0, self->T[j - 1]);
}

/* Returns ODEX's initial target column: 0.6 columns for each digit of the relative
 * tolerance. The target is corrected after the first step. */
static int
first_target (const OdeStepper *stepper)
{
  const double digits = -log10 (ode_stepper_relative_tolerance (stepper));
  const int target = (int) (0.6 * digits + 1.5);

  return target < MIN_TARGET ? MIN_TARGET : target > MAX_COLUMNS - 1 ? MAX_COLUMNS - 1 : target;
}

/* Returns W_j = A_j/H_j up to a common factor, for column j. `error` is the error divided by the
 * tolerance. H_j/h = 0.94 (0.65/error)^{1/(2j−1)}, as the error is of order 2j −
 * 1 in h. 0.94 and 0.65 are ODEX's safety factors; the limits 0.02 and 5 of the
 * factor limit the influence of an extreme error. The controller chooses
 * the step size itself. */
static double
work_rate (int j, double error)
{
  const double growth = 0.94 * pow (0.65 / fmax (error, 1e-10), 1.0 / (2.0 * j - 1.0));

  return work_of (j) / fmin (5.0, fmax (0.02, growth));
}

/* Returns the target after convergence in column k: one column less if that is
 * clearly cheaper, one more if k was clearly cheaper than k − 1 (HNW II.9).
 * The factors 0.8 and 0.9 are ODEX's FAC3 and FAC4. */
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

/* Computes rows until column target or target + 1 has converged; *reached is
 * the last row. A column before the target is not accepted even if its
 * error is small enough: the step-size rule uses the order of the
 * accepted column, so that the steps would become smaller. */
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
      /* One more row reduces the error by a factor of (n_{j+1}/n_1)² = (j + 1)²
       * at best (HNW II.9). Stop if that is not enough. */
      if (error > (j + 1.0) * (j + 1.0))
        break;
    }
  /* The error test will reject this step. The next attempt has a smaller
   * h and will not need more columns: reduce the target if the previous column was
   * cheaper. */
  if (*reached > 2 && rate[*reached - 1] < 0.8 * rate[*reached] && self->target > MIN_TARGET)
    self->target--;
  return ODE_DONE;
}

/* With fixed steps the table has FIXED_COLUMNS columns, so that every step has the same order; with
 * error control the order of each step is chosen by the rows that it needs. */
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

/* Computes the divided differences of x(θ) over the nodes 0 0 ¼ ¼ ½ ½ ¾ ¾ 1 1,
 * for Newton's form of the interpolation polynomial. At a double node the first
 * difference is the slope dx/dθ = h f. */
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
          continue; /* a double node: d[k] is the slope already */
        /* For even k the difference is between two nodes. d[k − 1] is the slope at the lower
         * node, whose value is d[k − 2]. */
        for (int i = 0; i < n; i++)
          d[k][i] = (d[k][i] - (order == 1 ? d[k - 2][i] : d[k - 1][i])) / (high - low);
      }
  self->dense_done = true;
  return ODE_DONE;
}

/* Evaluates Newton's form by Horner's rule. */
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

/* A snapshot has the target of the next step only: the table is built anew in each step. */
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
  .known_as = "Fortran ODEX",
  .similar_to = "Boost bulirsch_stoer",
  .advice = ODE_N_ ("The order adapts to the tolerance: for smooth problems at tight tolerances, especially if the right-hand side is "
                    "expensive."),
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
