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
#include "ode-lanes.h"

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

/* Pointers to the loops of ode-lanes.inc, compiled for one kind of processor. */
typedef struct
{
  void (*sizes) (OdeLanes *lanes, int n_lanes);
  void (*grid_sizes) (OdeLanes *lanes, int n_lanes);
  void (*follow) (OdeLanes *lanes);
  void (*norm) (const OdeLanes *lanes, const double *error, const double *x0, const double *x1, double *norm);
  void (*judge) (OdeLanes *lanes, int n_lanes);
  void (*settle) (OdeLanes *lanes);
  void (*commit) (OdeLanes *lanes);
  void (*hermite) (const OdeLanes *lanes, double theta, double *x);
  void (*hermite_each) (const OdeLanes *lanes, const double *theta, double *x);
  void (*box_of_stages) (const OdeLanes *lanes, const double *const *k, int n_stages, double *lo, double *hi, const double *least_x,
                         const double *most_x, int64_t *outside);
} Loops;

struct OdeLanes
{
  OdeLaneStepper *stepper;
  const Loops *loops;
  int n_states;
  int n_lanes;              /* number of lanes of the last attempt, rounded up to a multiple of 8 */
  int n_used;               /* number of lanes of the last attempt, as the caller passed it */
  bool any_loaded;
  bool any_rest;            /* a lane has or had a member with keeps_rest */
  uint64_t leaving, ending; /* sets of lanes, with one bit for each lane */

  /* The following fields are the same for all lanes. A member of the
   * ensemble for which they differ (for example because weights depend on
   * parameters) cannot use these lanes. */
  bool adaptive, tolerances, rms;
  bool needs_slope;         /* the stepper reads f0 at the start of every step */
  double max_step, min_step, stretch, h_fixed;
  int64_t step_limit;
  double rtol, accuracy, inverse_n, error_order;
  double *atol, *floor, *given; /* n_states numbers each: absolute tolerances, `floor` and `given` of OdeNormData */
  bool sized, shares_any;   /* as in OdeNormData and OdeSizes */
  int n_groups;
  double share;
  int *group;               /* n_states numbers, as in OdeSizes */
  double *high, *low, *least, *shares, *births, *largest, *floors; /* rows with one value per lane, as in OdeSizes; NULL if not sized */
  OdeControl control;       /* settings of the controller; the history in it is not used */
  bool hermite_dense;

  /* Rows with one value per lane. x1 and f1 belong to the attempt; ode_lanes_commit copies them
   * to x0 and f0 in the accepted lanes. The integrator exchanges pointers instead, which
   * is impossible here because an attempt may be accepted in some lanes and rejected
   * in others. */
  double *x0, *x1, *f0, *f1, *error, *point; /* point: dense output at one θ */
  OdeLaneTry attempt;
  bool f1_known, dense_known, dense_own;

  /* One number per lane. Masks are 0 or −1, as vector comparisons give them, so
   * that bit operations can select with them. h_next is the size proposed at the
   * start of the step, h_try the size proposed for the attempt; they differ after
   * a rejection. log_1, log_2_before and h_1 are the history of OdeControl. */
  double t[ODE_LANES] __attribute__ ((aligned (64)));
  double t_stop[ODE_LANES] __attribute__ ((aligned (64)));
  double t1[ODE_LANES] __attribute__ ((aligned (64))); /* time at the end of the attempt */
  double h[ODE_LANES] __attribute__ ((aligned (64))); /* size of the attempt */
  double h_next[ODE_LANES] __attribute__ ((aligned (64)));
  double h_try[ODE_LANES] __attribute__ ((aligned (64)));
  double h_proposed[ODE_LANES] __attribute__ ((aligned (64))); /* proposed size of the next attempt or step */
  double log_1[ODE_LANES] __attribute__ ((aligned (64)));
  double log_2_before[ODE_LANES] __attribute__ ((aligned (64)));
  double h_1[ODE_LANES] __attribute__ ((aligned (64)));
  double L[ODE_LANES] __attribute__ ((aligned (64))); /* log2 of the error, at least ODE_CONTROL_LOG_FLOOR */
  double norm[ODE_LANES] __attribute__ ((aligned (64))); /* error norm of the attempt */
  double bad[ODE_LANES] __attribute__ ((aligned (64))); /* not finite if the model is undefined at a stage */
  double f0_bad[ODE_LANES] __attribute__ ((aligned (64))); /* not finite if the slope at the start is not */
  double grid_t0[ODE_LANES] __attribute__ ((aligned (64))); /* for fixed steps: start of the grid, as in OdeIntegrator */
  double grid_k[ODE_LANES] __attribute__ ((aligned (64))); /* for fixed steps: index of the grid point, an integer */
  int64_t accept[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the error is within tolerance */
  int64_t leave[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the integrator must make this step */
  int64_t lands[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the attempt ends at t_stop */
  int64_t limited[ODE_LANES] __attribute__ ((aligned (64))); /* mask: h is below 0.95 h_try */
  int64_t cut[ODE_LANES] __attribute__ ((aligned (64))); /* mask, for fixed steps: the step is shorter than a grid step */
  int64_t rejected[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the last attempt of this step was rejected */
  int64_t steps[ODE_LANES] __attribute__ ((aligned (64))); /* number of accepted steps of the member */
  int64_t attempts[ODE_LANES] __attribute__ ((aligned (64)));
  int64_t attempts_before[ODE_LANES] __attribute__ ((aligned (64))); /* number of attempts before the current step */
  double f1_bad[ODE_LANES] __attribute__ ((aligned (64)));
  double t_rest[ODE_LANES] __attribute__ ((aligned (64))); /* rest of the time after events, as in OdeIntegrator */
  double t_rest_1[ODE_LANES] __attribute__ ((aligned (64))); /* the rest at the end of the attempt */
  int64_t keeps_rest[ODE_LANES] __attribute__ ((aligned (64))); /* mask: the rest is added to the times of steps */
};

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

/* Evaluates the slope at the end of the attempt. If it is not finite, the current
 * step is still valid, but the integrator must make the next one. */
static void
complete_f1 (OdeLanes *lanes)
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
    complete_f1 (lanes);
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
  complete_f1 (lanes);
  if (!lanes->needs_slope)
    ode_lane_stepper_slope (lanes->stepper, lanes->n_lanes, lanes->t, lanes->x0, lanes->f0, ignored);
  lanes->dense_own = !lanes->hermite_dense && ode_lane_stepper_prepare_dense (lanes->stepper, &lanes->attempt);
  lanes->dense_known = true;
}

/* The cubic polynomial is that of the function hermite in ode-integrator-state.c.
 * At both ends the stored states are copied, so that dense output is
 * continuous between steps bit for bit. */
void
ode_lanes_interpolate (const OdeLanes *lanes, int lane, double t, double *x)
{
  double t0 = lanes->t[lane], t1 = lanes->t1[lane], h = t1 - t0, theta, s;

  if (t == t0 || t == t1)
    {
      for (int i = 0; i < lanes->n_states; i++)
        x[i] = (t == t1 ? lanes->x1 : lanes->x0)[i * ODE_LANES + lane];
      return;
    }
  theta = (t - t0) / h;
  if (lanes->dense_own)
    {
      ode_lane_stepper_dense (lanes->stepper, &lanes->attempt, lane, theta, x);
      return;
    }
  s = 1 - theta;
  for (int i = 0; i < lanes->n_states; i++)
    {
      int at = i * ODE_LANES + lane;
      double d = lanes->x1[at] - lanes->x0[at];

      x[i] = s * lanes->x0[at] + theta * lanes->x1[at]
             - theta * s * ((1 - 2 * theta) * d - s * h * lanes->f0[at] + theta * h * lanes->f1[at]);
    }
}

/* With the same θ all lanes have the same weights, so that the evaluation in all lanes
 * costs as much as one stage. */
void
ode_lanes_interpolate_rows (OdeLanes *lanes, double theta, double *x)
{
  if (lanes->dense_own)
    ode_lane_stepper_dense_rows (lanes->stepper, &lanes->attempt, theta, x);
  else
    lanes->loops->hermite (lanes, theta, x);
}

/* The operations are those of ode_integrator_interpolate_after and ode_integrator_time_after, so that θ, which differs from k/n by
 * rounding errors, has the same bits too. */
void
ode_lanes_interpolate_after (OdeLanes *lanes, int k, int n, double *t, double *x)
{
  double theta[ODE_LANES] __attribute__ ((aligned (64)));

  for (int lane = 0; lane < lanes->n_lanes; lane++)
    {
      double s = lanes->h[lane] * k / n;

      theta[lane] = s / lanes->h[lane];
      t[lane] = lanes->t[lane] + (lanes->t_rest[lane] + s);
    }
  if (lanes->dense_own)
    ode_lane_stepper_dense_each (lanes->stepper, &lanes->attempt, theta, x);
  else
    lanes->loops->hermite_each (lanes, theta, x);
}

/* A polynomial of degree 5 is between the middle of the range of its values at six equally spaced points and 3.11 times half of their range:
 * the factor is the Lebesgue constant of these points. The factor used here is larger, because of rounding. Interpolants of splitting
 * methods are cubic, those of Rosenbrock methods have degrees up to 5. */
#define BOX_POINTS 6
#define BOX_FACTOR 3.2

static void
box_of_points (OdeLanes *lanes, double *lo, double *hi)
{
  const int n = lanes->n_states * ODE_LANES;

  ode_lanes_prepare_dense (lanes);
  for (int at = 0; at < n; at++)
    {
      lo[at] = fmin (lanes->x0[at], lanes->x1[at]);
      hi[at] = fmax (lanes->x0[at], lanes->x1[at]);
    }
  for (int p = 1; p < BOX_POINTS - 1; p++)
    {
      ode_lanes_interpolate_rows (lanes, (double) p / (BOX_POINTS - 1), lanes->point);
      for (int at = 0; at < n; at++)
        {
          const double x = lanes->point[at];

          lo[at] = x < lo[at] ? x : lo[at];
          hi[at] = x > hi[at] ? x : hi[at];
        }
    }
  for (int at = 0; at < n; at++)
    {
      const double wider = (BOX_FACTOR - 1) / 2 * (hi[at] - lo[at]), margin = 4 * DBL_EPSILON * fmax (fabs (lo[at]), fabs (hi[at]));

      lo[at] -= wider + margin;
      hi[at] += wider + margin;
    }
}

void
ode_lanes_bounds (OdeLanes *lanes, double *lo, double *hi, const double *least, const double *most, int64_t *outside)
{
  int n_stages;
  const double *const *k = ode_lane_stepper_stages (lanes->stepper, &n_stages);

  if (k == NULL)
    {
      box_of_points (lanes, lo, hi);
      memset (outside, 0, ODE_LANES * sizeof *outside);
      for (int at = 0; at < lanes->n_states * ODE_LANES; at++)
        outside[at % ODE_LANES] |= -(int64_t) (lo[at] < least[at] || hi[at] > most[at]);
      return;
    }
  complete_f1 (lanes);
  lanes->loops->box_of_stages (lanes, k, n_stages, lo, hi, least, most, outside);
}
