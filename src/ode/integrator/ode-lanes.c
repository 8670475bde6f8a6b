/* Makes steps of several members of an ensemble in SIMD lanes, as
 * ode_integrator_step does for one member. A lane stores the same data
 * as a snapshot of an integrator (t, x, f, step size, controller history), so
 * that a member can be moved between a lane and an integrator at every step. The
 * integrator makes the steps that need more than an attempt, the error test and the choice
 * of the next size.
 *
 * One pass over all lanes calls these functions:
 *
 *   sizes    h from the desired size h_try and the distance to t_stop
 *   attempt  stages, x1 and the estimate (ode-lane-stepper.c)
 *   norm     one number per lane, at most 1 within tolerance
 *   judge    accepted or not, and the next size
 *   settle finds the lanes that leave and those that have reached t_stop
 *   commit   accepted lanes advance, the others keep t, x and f
 *
 * A lane that rejects its attempt tries again in the next pass, together with
 * lanes that take their next step, so lanes never wait for each other. As
 * for a single member, only rejected attempts are wasted.
 *
 * The results equal those of the scalar code bit for bit for three reasons.
 * Every operation is correctly rounded and none is fused, so that a lane of a
 * vector has the bits of a scalar. Sums are computed in the same order. The
 * logarithm and the power of the step-size rule are those of ode-control.c,
 * which calls no library function.
 *
 * Unused lanes beyond the last member contain copies of a valid lane and are marked as leaving,
 * because NaN or subnormal numbers would slow down the vector instructions. */
#include "ode-lanes-private.h"

#include "ode-integrator-private.h"

#include <float.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define ABSOLUTE_BITS INT64_C (0x7fffffffffffffff)
#define SHIFT 0x1.8p52
#define SHIFT_BITS INT64_C (0x4338000000000000) /* the bits of the double SHIFT */

#define TARGET
#define NAME(function) plain_##function
#define WIDTH 4
#include "ode-lanes.inc"
#undef TARGET
#undef NAME
#undef WIDTH

#ifdef __x86_64__
#define TARGET __attribute__ ((target ("avx2")))
#define NAME(function) avx2_##function
#define WIDTH 4
#include "ode-lanes.inc"
#undef TARGET
#undef NAME
#undef WIDTH

#define TARGET __attribute__ ((target (ODE_LANES_AVX512)))
#define NAME(function) avx512_##function
#define WIDTH 8
#include "ode-lanes.inc"
#undef TARGET
#undef NAME
#undef WIDTH
#endif

/* Returns whether lanes support all settings of an integrator. */
static bool
supports (const OdeIntegrator *pattern)
{
  const OdeSettings *settings = &pattern->settings;

  return ode_lane_stepper_supports (pattern->method) && pattern->klass == pattern->method->stepper && pattern->projection == NULL
         && pattern->consistent == NULL && pattern->system->n_rotations == 0 && pattern->system->mass_pattern == NULL
         && pattern->n_states > 0 && !settings->drake_floor && settings->stretch < 1.001
         && (!pattern->adaptive
             || (pattern->control.kind != ODE_CONTROLLER_DRAKE
                 && ode_norm_is_by_state (&pattern->norm)));
}

/* All arrays of the lanes are made here. Each block has a fixed order of rows, which load_sizes and
 * the vector code rely on. */
OdeLanes *
ode_lanes_new (const OdeIntegrator *pattern, const OdeLaneSystem *system)
{
  const OdeSettings *settings = &pattern->settings;
  size_t n = (size_t) pattern->n_states, block = n * ODE_LANES;
  OdeLanes *lanes;

  if (!supports (pattern))
    return NULL;
  /* The members have an alignment that malloc, which aligns to 16 bytes,
   * does not provide. */
  lanes = aligned_alloc (64, (sizeof *lanes + 63) & ~(size_t) 63);
  if (lanes == NULL)
    return NULL;
  memset (lanes, 0, sizeof *lanes);
  /* The loops with the widest vectors of this processor. All loops give the same bits. */
  lanes->loops = &plain_loops;
#ifdef __x86_64__
  if (ode_lanes_have_avx512 ())
    lanes->loops = &avx512_loops;
  else if (__builtin_cpu_supports ("avx2"))
    lanes->loops = &avx2_loops;
#endif
  lanes->n_states = pattern->n_states;
  lanes->x0 = aligned_alloc (64, 6 * block * sizeof (double));
  lanes->atol = malloc (3 * n * sizeof (double) + n * sizeof (int));
  lanes->sized = pattern->norm.sized;
  if (lanes->sized)
    lanes->high = aligned_alloc (64, 7 * block * sizeof (double));
  lanes->stepper = ode_lane_stepper_new (pattern->stepper, system);
  if (lanes->x0 == NULL || lanes->atol == NULL || lanes->stepper == NULL || (lanes->sized && lanes->high == NULL))
    {
      ode_lanes_free (lanes);
      return NULL;
    }
  /* The first memory has six blocks of rows: x0, x1, f0, f1, the error estimate and a point of dense output. The second one has three rows with a
   * number for each state, which are the same for all lanes, and the groups. The third one has the seven blocks of sizes. */
  memset (lanes->x0, 0, 6 * block * sizeof (double));
  lanes->x1 = lanes->x0 + block;
  lanes->f0 = lanes->x1 + block;
  lanes->f1 = lanes->f0 + block;
  lanes->error = pattern->error != NULL ? lanes->f1 + block : NULL;
  lanes->point = lanes->f1 + 2 * block;
  lanes->floor = lanes->atol + n;
  lanes->given = lanes->floor + n;
  lanes->group = (int *) (lanes->given + n);
  memcpy (lanes->given, pattern->norm.given, n * sizeof (double));
  memcpy (lanes->group, pattern->sizes.group, n * sizeof (int));
  lanes->n_groups = pattern->sizes.n_groups;
  lanes->share = pattern->sizes.share;
  if (lanes->sized)
    {
      memset (lanes->high, 0, 7 * block * sizeof (double));
      lanes->low = lanes->high + block;
      lanes->least = lanes->low + block;
      lanes->shares = lanes->least + block;
      lanes->births = lanes->shares + block;
      lanes->largest = lanes->births + block;
      lanes->floors = lanes->largest + block;
    }
  memcpy (lanes->atol, pattern->norm.atol, n * sizeof (double));
  memcpy (lanes->floor, pattern->norm.floor, n * sizeof (double));

  /* Copy the settings of the integrator after their defaults were applied, so that weights,
   * gains and limits do not change any more. */
  lanes->needs_slope = ode_lane_stepper_needs_slope (lanes->stepper);
  lanes->adaptive = pattern->adaptive;
  lanes->tolerances = pattern->norm.tolerances;
  lanes->rms = pattern->norm.norm == ODE_NORM_RMS;
  lanes->rtol = pattern->norm.rtol;
  lanes->accuracy = pattern->norm.accuracy;
  lanes->inverse_n = pattern->norm.inverse_n;
  lanes->error_order = pattern->method->error_order;
  lanes->max_step = settings->max_step > 0 ? settings->max_step : INFINITY;
  lanes->min_step = settings->min_step;
  lanes->stretch = settings->stretch;
  lanes->step_limit = settings->step_limit;
  lanes->h_fixed = pattern->h_fixed;
  lanes->control = pattern->control;
  lanes->hermite_dense = settings->hermite_dense;
  return lanes;
}

/* Also frees lanes whose construction failed. */
void
ode_lanes_free (OdeLanes *lanes)
{
  if (lanes == NULL)
    return;
  ode_lane_stepper_free (lanes->stepper);
  free (lanes->x0);
  free (lanes->atol);
  free (lanes->high);
  free (lanes);
}

/* Returns whether the settings of an integrator equal those of the lanes. They may differ,
 * because weights and tolerances can depend on parameters, and a fixed step on the time span.
 * A grid step that the integrator has subdivided cannot be continued in a lane. */
static bool
same_settings (const OdeLanes *lanes, const OdeIntegrator *from)
{
  size_t bytes = (size_t) lanes->n_states * sizeof (double);

  return memcmp (lanes->atol, from->norm.atol, bytes) == 0 && lanes->sized == from->norm.sized
         && (lanes->sized ? memcmp (lanes->given, from->norm.given, bytes) == 0 && lanes->share == from->sizes.share
                          : memcmp (lanes->floor, from->norm.floor, bytes) == 0)
         && (lanes->adaptive || (lanes->h_fixed == from->h_fixed && from->on_grid && from->h_part == 0));
}

/* Copies the sizes of an integrator to a lane. In OdeSizes the arrays high, low, least, shares and births follow each other, and the rows of the lanes
 * have the same order, so that one loop copies all of them. */
static void
load_sizes (OdeLanes *lanes, int lane, const OdeSizes *from)
{
  for (int k = 0; k < 4 * lanes->n_states + lanes->n_groups; k++)
    lanes->high[k * ODE_LANES + lane] = from->high[k];
  lanes->shares_any = lanes->shares_any || from->shares_any;
}

/* Copies the sizes of a lane to an integrator, the reverse of load_sizes. */
static void
store_sizes (const OdeLanes *lanes, int lane, OdeSizes *to)
{
  for (int k = 0; k < 4 * lanes->n_states + lanes->n_groups; k++)
    to->high[k] = lanes->high[k * ODE_LANES + lane];
  to->shares_any = lanes->shares_any;
}

/* If the slope at the start is not known, the integrator evaluates it, because
 * it is the first stage of the step in both codes. If it is undefined, the
 * member is not loaded, and the integrator finds the reason. */
bool
ode_lanes_load (OdeLanes *lanes, int lane, OdeIntegrator *from, double t_stop)
{
  const double *f = NULL;

  if (!from->initialized || from->accuracy_pending || !same_settings (lanes, from))
    return false;
  /* Lanes do not know the rule of raises_sizes in ode-integrator.c for a state that was zero until now. */
  if (lanes->sized && lanes->adaptive && ode_sizes_are_zero (&from->sizes))
    return false;
  if (lanes->needs_slope && ode_integrator_dxdt (from, &f) != ODE_DONE)
    return false;
  for (int i = 0; i < lanes->n_states; i++)
    {
      lanes->x0[i * ODE_LANES + lane] = from->x[i];
      lanes->f0[i * ODE_LANES + lane] = f != NULL ? f[i] : 0;
    }
  if (lanes->sized)
    load_sizes (lanes, lane, &from->sizes);
  lanes->f0_bad[lane] = 0;
  lanes->t[lane] = from->t;
  lanes->t_rest[lane] = from->t_rest;
  lanes->keeps_rest[lane] = from->keeps_rest ? -1 : 0;
  lanes->any_rest = lanes->any_rest || from->keeps_rest;
  lanes->t_stop[lane] = t_stop;
  lanes->h_next[lane] = lanes->h_try[lane] = from->h_next;
  lanes->log_1[lane] = from->control.log_1;
  lanes->log_2_before[lane] = from->control.log_2;
  lanes->h_1[lane] = from->control.h_1;
  lanes->rejected[lane] = from->control.rejected ? -1 : 0;
  lanes->grid_t0[lane] = from->grid_t0;
  lanes->grid_k[lane] = (double) from->grid_k;
  lanes->steps[lane] = from->statistics.steps_taken;
  lanes->attempts[lane] = lanes->attempts_before[lane] = from->statistics.steps_attempted;
  /* Unused lanes are computed too, so they get valid numbers. */
  for (int other = 0; other < ODE_LANES && !lanes->any_loaded; other++)
    if (other != lane)
      ode_lanes_move (lanes, lane, other);
  lanes->any_loaded = true;
  return true;
}

/* Works like ode_integrator_restore. Data of the last step (interpolant, undo)
 * are not in a lane and become invalid. The counts of attempts become those at the
 * start of the step, because the integrator repeats the rejected attempts of
 * this step. */
void
ode_lanes_store (const OdeLanes *lanes, int lane, OdeIntegrator *to)
{
  for (int i = 0; i < lanes->n_states; i++)
    {
      to->x[i] = lanes->x0[i * ODE_LANES + lane];
      if (lanes->needs_slope)
        to->f[i] = lanes->f0[i * ODE_LANES + lane];
    }
  if (lanes->sized)
    store_sizes (lanes, lane, &to->sizes);
  to->f_known = lanes->needs_slope && isfinite (lanes->f0_bad[lane]);
  to->t = to->t_previous = lanes->t[lane];
  to->t_rest = to->t_rest_previous = lanes->t_rest[lane];
  to->t_rest_next = 0;
  to->keeps_rest = lanes->keeps_rest[lane] != 0;
  to->h_next = lanes->h_next[lane];
  to->control.log_1 = lanes->log_1[lane];
  to->control.log_2 = lanes->log_2_before[lane];
  to->control.h_1 = lanes->h_1[lane];
  to->control.rejected = false;
  to->attempt.retry = false;
  to->grid_t0 = lanes->grid_t0[lane];
  to->grid_k = (int64_t)lanes->grid_k[lane];
  to->on_grid = true;
  to->h_part = 0;
  to->f_previous_known = to->last_valid = to->dense_valid = to->can_undo = to->error_known = false;
  to->initialized = true;
  to->statistics.steps_taken = (int64_t)lanes->steps[lane];
  to->statistics.steps_attempted = (int64_t)lanes->attempts_before[lane];
  if (to->klass->restart != NULL)
    to->klass->restart (to->stepper);
}

/* Copies all data that exist between two attempts. The data of an attempt
 * need not be copied, because the next attempt computes them again. */
void
ode_lanes_move (OdeLanes *lanes, int from, int to)
{
  double *const numbers[] = { lanes->t, lanes->t_stop, lanes->h, lanes->h_next, lanes->h_try, lanes->log_1, lanes->log_2_before,
                              lanes->h_1, lanes->grid_t0, lanes->grid_k, lanes->f0_bad, lanes->t_rest };
  int64_t *const integers[] = { lanes->rejected, lanes->steps, lanes->attempts, lanes->attempts_before, lanes->keeps_rest };

  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
    numbers[k][to] = numbers[k][from];
  for (size_t k = 0; k < sizeof integers / sizeof *integers; k++)
    integers[k][to] = integers[k][from];
  for (int i = 0; i < lanes->n_states; i++)
    {
      lanes->x0[i * ODE_LANES + to] = lanes->x0[i * ODE_LANES + from];
      lanes->f0[i * ODE_LANES + to] = lanes->f0[i * ODE_LANES + from];
    }
  /* The first five of the rows of sizes. */
  for (int i = 0; lanes->sized && i < 5 * lanes->n_states; i++)
    lanes->high[i * ODE_LANES + to] = lanes->high[i * ODE_LANES + from];
}

/* Computes the norm that DOP853's estimate uses, with the same loop that computes the error norm of the attempt. */
static void
norm_of (void *user, const double *error, const double *x0, const double *x1, double *norm)
{
  const OdeLanes *lanes = user;

  lanes->loops->norm (lanes, error, x0, x1, norm);
}

/* If the slope is not finite, the current step is still valid, but the integrator must make the next one. */
void
ode_lanes_complete_f1 (OdeLanes *lanes)
{
  if (lanes->f1_known)
    return;
  ode_lane_stepper_slope (lanes->stepper, lanes->n_lanes, lanes->t1, lanes->x1, lanes->f1, lanes->f1_bad);
  lanes->f1_known = true;
}

/* The number of lanes is rounded up to a multiple of 8, because the loops
 * process two vectors of four lanes at a time. If the model is undefined
 * at a stage, `bad` is not finite at the end of the attempt, and the integrator
 * makes the step instead. */
void
ode_lanes_attempt (OdeLanes *lanes, int n_lanes)
{
  lanes->n_used = n_lanes;
  lanes->n_lanes = (n_lanes + 7) & ~7;
  if (lanes->sized)
    lanes->loops->follow (lanes);
  if (lanes->adaptive)
    lanes->loops->sizes (lanes, lanes->n_lanes);
  else
    lanes->loops->grid_sizes (lanes, lanes->n_lanes);
  lanes->attempt = (OdeLaneTry) {
    .n_lanes = lanes->n_lanes, .t = lanes->t, .h = lanes->h, .x0 = lanes->x0, .f0 = lanes->f0, .x1 = lanes->x1, .f1 = lanes->f1,
    .error = lanes->error, .bad = lanes->bad, .norm = norm_of, .user = lanes,
  };
  lanes->dense_known = false;
  memset (lanes->f1_bad, 0, sizeof lanes->f1_bad);
  ode_lane_stepper_attempt (lanes->stepper, &lanes->attempt, &lanes->f1_known);
  if (lanes->adaptive)
    {
      lanes->loops->norm (lanes, lanes->error, lanes->x0, lanes->x1, lanes->norm);
      lanes->loops->judge (lanes, lanes->n_lanes);
    }
  for (int lane = n_lanes; lane < lanes->n_lanes; lane++)
    lanes->leave[lane] = -1;
  /* The slope at the end is the first stage of the next step. */
  if (lanes->needs_slope)
    ode_lanes_complete_f1 (lanes);
  lanes->loops->settle (lanes);
  if (n_lanes < ODE_LANES)
    lanes->leaving &= (UINT64_C (1) << n_lanes) - 1;
}

/* Each lane is one bit, so that a caller tests 64 lanes with
 * one comparison. In most cases no bit is set. */
uint64_t
ode_lanes_leaving (const OdeLanes *lanes)
{
  return lanes->leaving;
}

uint64_t
ode_lanes_ending (const OdeLanes *lanes)
{
  return lanes->ending;
}

OdeLaneOutcome
ode_lanes_outcome (const OdeLanes *lanes, int lane)
{
  return lanes->leave[lane] ? ODE_LANE_LEAVE : lanes->accept[lane] ? ODE_LANE_ACCEPT : ODE_LANE_REJECT;
}

/* Marks lanes whose step the integrator must make, whatever the attempt gave. */
void
ode_lanes_leave (OdeLanes *lanes, uint64_t set)
{
  for (int lane = 0; lane < lanes->n_used; lane++)
    if (set >> lane & 1)
      lanes->leave[lane] = -1;
  lanes->leaving |= set;
  lanes->ending &= ~set;
}

void
ode_lanes_commit (OdeLanes *lanes)
{
  lanes->loops->commit (lanes);
}

double
ode_lanes_t (const OdeLanes *lanes, int lane)
{
  return lanes->t[lane];
}

double
ode_lanes_t1 (const OdeLanes *lanes, int lane)
{
  return lanes->t1[lane];
}

/* A fixed step may be cut at t_stop; the size of the next one is that of the grid. */
double
ode_lanes_next_step (const OdeLanes *lanes, int lane)
{
  return lanes->adaptive ? lanes->h_next[lane] : lanes->h_fixed;
}

const double *
ode_lanes_x (const OdeLanes *lanes)
{
  return lanes->x0;
}

const double *
ode_lanes_x1 (const OdeLanes *lanes)
{
  return lanes->x1;
}

/* Extra stages are evaluated for all lanes, also for those that rejected the attempt, because
 * an evaluation of all lanes costs little more than one of some lanes. */
void
ode_lanes_prepare_dense (OdeLanes *lanes)
{
  double ignored[ODE_LANES] __attribute__ ((aligned (64))) = { 0 };

  if (lanes->dense_known)
    return;
  ode_lanes_complete_f1 (lanes);
  /* A method whose steps do not read the slope at the start has not evaluated it. */
  if (!lanes->needs_slope)
    ode_lane_stepper_slope (lanes->stepper, lanes->n_lanes, lanes->t, lanes->x0, lanes->f0, ignored);
  lanes->dense_own = !lanes->hermite_dense && ode_lane_stepper_prepare_dense (lanes->stepper, &lanes->attempt);
  lanes->dense_known = true;
}
