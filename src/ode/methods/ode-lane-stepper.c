/* Explicit Runge–Kutta and splitting methods in SIMD lanes, with one member of an ensemble in each lane; Rosenbrock methods are in
 * ode-lane-rosenbrock.c. The formulas, and the order of the operations, are those of ode-explicit.c and
 * ode-splitting.c; tests compare the bits of the results.
 *
 * Each stage is computed for all lanes, and then the right-hand side is
 * evaluated for all lanes. Therefore the interpreter of the byte code decodes an instruction
 * once for 64 points, and the sums use the vector instructions of the processor.
 * With 64 lanes the slopes of a small system fit into the first-level cache.
 *
 * A row of a tableau is applied to eight lanes at a time, in two vectors of
 * four, because two independent sums hide the latency of an addition. The
 * products h a_j are computed once for all states; each lane has its own h.
 *
 * `bad` records slopes that are not finite: it is the sum of all slopes,
 * which is not finite if a slope is not. If a sum of finite slopes overflows, the
 * integrator makes the step, with the same result. Testing x1 is not sufficient, because a weight
 * may be zero, and functions such as tanh map infinity to finite numbers. The
 * scalar steppers test every evaluation as well.
 *
 * Cost: the attempt of a method with s stages and n states takes about s (s +
 * 1) n/2 multiplications and additions for each lane, in addition to s
 * evaluations. For the Lorenz equations with Dormand–Prince these are 84 multiplications and 84
 * additions, less time than a scalar code needs for the function calls of six evaluations. */
#include "ode-lane-stepper-private.h"

#include "ode-explicit.h"
#include "ode-rosenbrock.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TARGET
#define NAME(function) plain_##function
#define WIDTH 4
#include "ode-lane-stepper.inc"
#undef TARGET
#undef NAME
#undef WIDTH

#ifdef __x86_64__
#define TARGET __attribute__ ((target ("avx2")))
#define NAME(function) avx2_##function
#define WIDTH 4
#include "ode-lane-stepper.inc"
#undef TARGET
#undef NAME
#undef WIDTH

#define TARGET __attribute__ ((target (ODE_LANES_AVX512)))
#define NAME(function) avx512_##function
#define WIDTH 8
#include "ode-lane-stepper.inc"
#undef TARGET
#undef NAME
#undef WIDTH
#endif

/* The classes are compared, not the families, because a method of the same
 * family may have a different stepper. */
bool
ode_lane_stepper_supports (const OdeMethod *method)
{
  if (method->stepper == &ode_splitting_class || method->stepper == &ode_rosenbrock_class)
    return true;
  return (method->stepper == &ode_explicit_class || method->stepper == &ode_explicit_dense_class)
         && method->tableau->n_stages + method->tableau->n_extra <= MOST_STAGES;
}

/* The row omits zeros. In methods of high order half of the coefficients
 * are zero, so that this saves half of the work of a stage. */
void
ode_lane_row_init (Row *row, const double *values, const double *minus, int n)
{
  row->n_terms = 0;
  for (int j = 0; j < n; j++)
    {
      double a = values[j] - (minus != NULL ? minus[j] : 0);

      if (a == 0)
        continue;
      row->stage[row->n_terms] = j;
      row->a[row->n_terms++] = a;
    }
}

/* Makes the rows as in ode-explicit.c, so that both codes omit the same zeros and add the
 * terms in the same order. */
static void
make_rows (OdeLaneStepper *self)
{
  const OdeTableau *tableau = self->tableau;
  const OdeExplicitData *data = self->method->data;
  int s = tableau->n_stages, total = self->n_total;

  for (int i = 0; i < s; i++)
    ode_lane_row_init (&self->rows[i], tableau->A + (ptrdiff_t) i * s, NULL, i);
  for (int i = 0; i < tableau->n_extra; i++)
    ode_lane_row_init (&self->rows[s + i], tableau->A_extra + (ptrdiff_t) i * total, NULL, s + i);
  ode_lane_row_init (&self->rows[total], tableau->b, NULL, s);
  if (data != NULL && data->error5 != NULL)
    {
      ode_lane_row_init (&self->rows[total + 1], data->error5, NULL, s);
      ode_lane_row_init (&self->rows[total + 2], data->error3, NULL, s);
      self->has_e3 = true;
    }
  else if (tableau->b_hat != NULL)
    ode_lane_row_init (&self->rows[total + 1], tableau->b, tableau->b_hat, s);
}

/* The memory is set to zero, because the code also computes the unused lanes beyond the last
 * member. The loops are selected once for the processor: the loops for AVX2 give the same bits as
 * the portable ones, with four lanes per instruction. The slopes of all stages are contiguous,
 * except k_1 and the slope at the end, which are in the caller's rows, so that an FSAL method
 * copies no slope. Rows are aligned to cache lines, because a vector that crosses a cache line
 * costs two loads. No other function allocates memory. For extra stages and x1 the rows follow
 * those of the stages; the last two are those of the estimate. */
OdeLaneStepper *
ode_lane_stepper_new (const OdeStepper *pattern, const OdeLaneSystem *system)
{
  const OdeMethod *method = pattern->method;
  OdeLaneStepper *self;
  size_t block = (size_t) system->n_states * ODE_LANES;
  bool is_rosenbrock = method->stepper == &ode_rosenbrock_class;

  if (!ode_lane_stepper_supports (method) || (is_rosenbrock && !ode_lane_rosenbrock_supports (pattern, system))
      || (self = calloc (1, sizeof *self)) == NULL)
    return NULL;
  self->method = method;
  self->system = system;
  self->n_states = system->n_states;
  self->loops = &plain_loops;
#ifdef __x86_64__
  if (ode_lanes_have_avx512 ())
    self->loops = &avx512_loops;
  else if (__builtin_cpu_supports ("avx2"))
    self->loops = &avx2_loops;
#endif
  if (method->stepper == &ode_splitting_class)
    self->splitting = method->data;
  else if (!is_rosenbrock)
    self->tableau = method->tableau;
  self->n_stages = self->tableau != NULL ? self->tableau->n_stages : 1;
  self->n_total = self->n_stages + (self->tableau != NULL ? self->tableau->n_extra : 0);
  self->rows = calloc ((size_t) self->n_total + 3, sizeof *self->rows);
  self->k = calloc ((size_t) self->n_total, sizeof *self->k);
  /* aligned_alloc requires a multiple of the alignment; a row has 512 bytes. */
  self->memory = aligned_alloc (64, (((size_t) self->n_total + 1) * block + 2 * ODE_LANES) * sizeof (double));
  if (is_rosenbrock)
    self->rosenbrock = ode_lane_rosenbrock_new (pattern, system);
  if (self->rows == NULL || self->k == NULL || self->memory == NULL || (is_rosenbrock && self->rosenbrock == NULL))
    {
      ode_lane_stepper_free (self);
      return NULL;
    }
  memset (self->memory, 0, (((size_t) self->n_total + 1) * block + 2 * ODE_LANES) * sizeof (double));
  for (int i = 0; i < self->n_total; i++)
    self->k[i] = self->memory + (size_t) i * block;
  self->error3 = self->memory + (size_t) self->n_total * block;
  self->norm5 = self->error3 + block;
  self->norm3 = self->norm5 + ODE_LANES;
  if (self->tableau != NULL)
    make_rows (self);
  return self;
}

/* Frees a stepper that is complete or whose construction failed. */
void
ode_lane_stepper_free (OdeLaneStepper *stepper)
{
  if (stepper == NULL)
    return;
  ode_lane_rosenbrock_free (stepper->rosenbrock);
  free (stepper->rows);
  free ((void *) stepper->k);
  free (stepper->memory);
  free (stepper);
}

/* A composition that begins with a drift evaluates the forces only after the drift, so that it does not need the slope at the start. */
bool
ode_lane_stepper_needs_slope (const OdeLaneStepper *stepper)
{
  return stepper->splitting == NULL || !stepper->splitting->drift_first;
}

/* Evaluates the right-hand side at t + c h and at the states that the
 * caller has written to system->x. */
static void
evaluate_rows (OdeLaneStepper *self, const OdeLaneTry *step, double c)
{
  const OdeLaneSystem *system = self->system;

  if (system->time_dependent)
    self->loops->times (step->n_lanes, system->t, step->t, c, step->h);
  system->rhs (system->self, step->n_lanes);
}

/* Evaluates the right-hand side and copies the result into the rows k. */
static void
evaluate (OdeLaneStepper *self, const OdeLaneTry *step, double c, double *k, double *bad)
{
  evaluate_rows (self, step, c);
  self->loops->take (step->n_lanes, self->n_states, k, self->system->dxdt, bad);
}

/* Computes y = x + h Σ row_j k_j. `newest` is the stage whose slope was just
 * evaluated and is not stored yet; −1 if all are stored. */
static void
combine_newest (OdeLaneStepper *self, const OdeLaneTry *step, double *y, const Row *row, int newest)
{
  const Loops *loops = self->loops;
  const OdeLaneSystem *system = self->system;
  bool last = newest >= 0 && row->n_terms > 0 && row->stage[row->n_terms - 1] == newest; /* the terms are in the order of the stages */

  if (last)
    {
      loops->combine_fresh (step->n_lanes, self->n_states, y, step->x0, step->h, row, self->k, (double *) self->k[newest], system->dxdt,
                            step->bad);
      return;
    }
  if (newest >= 0)
    loops->take (step->n_lanes, self->n_states, (double *) self->k[newest], system->dxdt, step->bad);
  loops->combine (step->n_lanes, self->n_states, y, step->x0, step->h, row, self->k);
}

/* If the method is not FSAL, the slope at the end of an attempt is evaluated
 * as a part of the attempt. It is the first stage of the next step, and is wasted
 * in a lane that rejects the attempt. An evaluation at the start of the next
 * step would be wasted in lanes that repeat a step. */
void
ode_lane_stepper_slope (OdeLaneStepper *stepper, int n_lanes, const double *t, const double *x, double *f, double *bad)
{
  const OdeLaneSystem *system = stepper->system;

  memcpy (system->t, t, (size_t) n_lanes * sizeof (double));
  memcpy (system->x, x, (size_t) stepper->n_states * ODE_LANES * sizeof (double));
  system->rhs (system->self, n_lanes);
  stepper->loops->take (n_lanes, stepper->n_states, f, system->dxdt, bad);
}

/* Computes DOP853's estimate (see estimate_853 of ode-explicit.c): two norms for each lane
 * give the factor by which the estimate of order 5 is reduced. A scalar loop is
 * enough, because it runs once per attempt, which has twelve evaluations. */
static void
estimate_853 (OdeLaneStepper *self, OdeLaneTry *step)
{
  self->loops->combine (step->n_lanes, self->n_states, self->error3, NULL, step->h, &self->rows[self->n_total + 2], self->k);
  step->norm (step->user, step->error, step->x0, step->x1, self->norm5);
  step->norm (step->user, self->error3, step->x0, step->x1, self->norm3);
  for (int lane = 0; lane < step->n_lanes; lane++)
    {
      double n5 = self->norm5[lane], n3 = self->norm3[lane];
      /* ‖e5‖ · ‖e5‖/√(‖e5‖² + 0.01 ‖e3‖²), the combination of two estimates of order 5 and 3 in
       * DOP853 (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993, section II.10). */
      double factor = n5 > 0 ? n5 / sqrt (n5 * n5 + 0.01 * n3 * n3) : 1;

      for (int i = 0; i < self->n_states; i++)
        step->error[i * ODE_LANES + lane] *= factor;
    }
}

/* Makes an attempt like explicit_attempt in ode-explicit.c: computes the stages, x1,
 * the last stage of an FSAL method if an estimate is wanted, and the estimate.
 * Returns whether f1 is the slope at the end. */
static bool
attempt_explicit (OdeLaneStepper *self, OdeLaneTry *step)
{
  const OdeTableau *tableau = self->tableau;
  const OdeLaneSystem *system = self->system;
  const Loops *loops = self->loops;
  int n = self->n_states, s = self->n_stages, last = tableau->fsal ? s - 1 : s, n_lanes = step->n_lanes, newest = -1;
  bool f1_known = false;

  self->k[0] = step->f0;
  for (int i = 1; i < last; i++)
    {
      combine_newest (self, step, system->x, &self->rows[i], newest);
      evaluate_rows (self, step, tableau->c[i]);
      newest = i;
    }
  combine_newest (self, step, step->x1, &self->rows[self->n_total], newest);
  loops->check (n_lanes, n, step->x1, step->bad);
  if (tableau->fsal)
    self->k[s - 1] = step->f1;
  if (tableau->fsal && step->error != NULL)
    {
      memcpy (system->x, step->x1, (size_t) n * ODE_LANES * sizeof (double));
      evaluate (self, step, 1, step->f1, step->bad);
      f1_known = true;
    }
  if (step->error != NULL)
    {
      loops->combine (n_lanes, n, step->error, NULL, step->h, &self->rows[self->n_total + 1], self->k);
      if (self->has_e3)
        estimate_853 (self, step);
    }
  return f1_known;
}

/* Makes an attempt like splitting_attempt in ode-splitting.c: a kick changes velocities
 * by the forces at the current positions; a drift changes positions by the
 * velocities and invalidates the forces. If the composition ends with a kick,
 * the first kick of the next step uses the same forces. f1 then contains these forces and
 * q' = v1. */
static bool
attempt_splitting (OdeLaneStepper *self, OdeLaneTry *step)
{
  const OdeSplitting *s = self->splitting;
  const OdeLaneSystem *system = self->system;
  const Loops *loops = self->loops;
  size_t bytes = (size_t) self->n_states * ODE_LANES * sizeof (double);
  double *x = step->x1, *slope = (double *) self->k[0], moved = 0;
  const double *force = s->drift_first ? NULL : step->f0;

  memcpy (x, step->x0, bytes);
  for (int i = 0; i < s->n_stages; i++)
    {
      for (int phase = 0; phase < 2; phase++)
        {
          bool is_drift = s->drift_first == (phase == 0);

          if (is_drift && s->drift[i] != 0)
            {
              for (int p = 0; p < system->n_pairs; p++)
                loops->shift (step->n_lanes, x + system->pairs[p].position * ODE_LANES, x + system->pairs[p].velocity * ODE_LANES,
                              s->drift[i], step->h);
              moved += s->drift[i];
              force = NULL;
            }
          else if (!is_drift && s->kick[i] != 0)
            {
              if (force == NULL)
                {
                  /* The coefficients of the drifts add up to 1 only up to rounding. */
                  double fraction = fabs (moved - 1) < 1e-14 ? 1 : moved;

                  memcpy (system->x, x, bytes);
                  evaluate (self, step, fraction, slope, step->bad);
                  force = slope;
                }
              for (int p = 0; p < system->n_pairs; p++)
                loops->shift (step->n_lanes, x + system->pairs[p].velocity * ODE_LANES, force + system->pairs[p].velocity * ODE_LANES,
                              s->kick[i], step->h);
            }
        }
    }
  loops->check (step->n_lanes, self->n_states, x, step->bad);
  if (force != slope)
    return false;
  memcpy (step->f1, slope, bytes);
  for (int p = 0; p < system->n_pairs; p++)
    memcpy (step->f1 + system->pairs[p].position * ODE_LANES, x + system->pairs[p].velocity * ODE_LANES, ODE_LANES * sizeof (double));
  return true;
}

/* `bad` is set to zero before every attempt, because the values of earlier
 * attempts do not matter. */
void
ode_lane_stepper_attempt (OdeLaneStepper *stepper, OdeLaneTry *step, bool *f1_known)
{
  memset (step->bad, 0, ODE_LANES * sizeof (double));
  *f1_known = false;
  if (stepper->rosenbrock != NULL)
    ode_lane_rosenbrock_attempt (stepper, step);
  else
    *f1_known = stepper->tableau != NULL ? attempt_explicit (stepper, step) : attempt_splitting (stepper, step);
}

/* The scalar stepper may not know the slope at the end, which is the last stage of an FSAL method. */
const double *const *
ode_lane_stepper_stages (const OdeLaneStepper *stepper, int *n_stages)
{
  const OdeTableau *tableau = stepper->tableau;

  *n_stages = stepper->n_stages;
  return tableau != NULL && *n_stages - (tableau->fsal ? 1 : 0) >= 2 ? stepper->k : NULL;
}

/* Evaluates the extra stages like extra_stages in ode-explicit.c, at most once for
 * an attempt. Values that are not finite are recorded only in `ignored`, because
 * they are visible in the dense output itself. */
bool
ode_lane_stepper_prepare_dense (OdeLaneStepper *stepper, const OdeLaneTry *step)
{
  const OdeTableau *tableau = stepper->tableau;
  const OdeLaneSystem *system = stepper->system;
  double ignored[ODE_LANES] = { 0 };

  if (stepper->rosenbrock != NULL)
    {
      ode_lane_rosenbrock_prepare_dense (stepper, step);
      return true;
    }
  if (tableau == NULL || stepper->method->stepper != &ode_explicit_dense_class)
    return false;
  if (tableau->fsal)
    stepper->k[stepper->n_stages - 1] = step->f1;
  for (int i = 0; i < tableau->n_extra; i++)
    {
      int stage = stepper->n_stages + i;

      /* An extra stage with c = 1 and the row b is the slope at the end. */
      if (tableau->c_extra[i] == 1
          && memcmp (tableau->A_extra + (ptrdiff_t) i * stepper->n_total, tableau->b, (size_t) stepper->n_stages * sizeof (double)) == 0)
        {
          stepper->k[stage] = step->f1;
          continue;
        }
      stepper->k[stage] = stepper->memory + (size_t) stage * (size_t) stepper->n_states * ODE_LANES;
      stepper->loops->combine (step->n_lanes, stepper->n_states, system->x, step->x0, step->h, &stepper->rows[stage], stepper->k);
      evaluate (stepper, step, tableau->c_extra[i], (double *) stepper->k[stage], ignored);
    }
  return true;
}

/* Evaluates the interpolant in one lane like explicit_dense of ode-explicit.c. */
void
ode_lane_stepper_dense (const OdeLaneStepper *stepper, const OdeLaneTry *step, int lane, double theta, double *x)
{
  const OdeTableau *tableau = stepper->tableau;

  if (stepper->rosenbrock != NULL)
    {
      ode_lane_rosenbrock_dense (stepper, step, lane, theta, x);
      return;
    }
  for (int i = 0; i < stepper->n_states; i++)
    x[i] = step->x0[i * ODE_LANES + lane];
  for (int j = 0; j < stepper->n_total; j++)
    {
      double value = ode_tableau_dense_weight (tableau, j, theta);
      double weight = step->h[lane] * value;

      if (value == 0)
        continue;
      for (int i = 0; i < stepper->n_states; i++)
        x[i] += weight * stepper->k[j][i * ODE_LANES + lane];
    }
}

/* The weights h b_i(θ) of different lanes differ only in the factor h. */
void
ode_lane_stepper_dense_rows (OdeLaneStepper *stepper, const OdeLaneTry *step, double theta, double *x)
{
  const OdeTableau *tableau = stepper->tableau;
  Row row = { 0 };

  if (stepper->rosenbrock != NULL)
    {
      ode_lane_rosenbrock_dense_rows (stepper, step, theta, x);
      return;
    }
  for (int j = 0; j < stepper->n_total; j++)
    {
      double value = ode_tableau_dense_weight (tableau, j, theta);

      if (value == 0)
        continue;
      row.stage[row.n_terms] = j;
      row.a[row.n_terms++] = value;
    }
  stepper->loops->combine (step->n_lanes, stepper->n_states, x, step->x0, step->h, &row, stepper->k);
}

/* The sums of the weights of a lane have the order of ode_lane_stepper_dense. */
void
ode_lane_stepper_dense_each (const OdeLaneStepper *stepper, const OdeLaneTry *step, const double *theta, double *x)
{
  if (stepper->rosenbrock == NULL)
    {
      stepper->loops->dense (stepper, step, theta, x);
      return;
    }
  for (int lane = 0; lane < step->n_lanes; lane++)
    {
      double one[ODE_LANES_MOST_STIFF];

      ode_lane_rosenbrock_dense (stepper, step, lane, theta[lane], one);
      for (int i = 0; i < stepper->n_states; i++)
        x[i * ODE_LANES + lane] = one[i];
    }
}
