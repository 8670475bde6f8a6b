/* SUNDIALS CVODE in the place of Simbody's CPODES: variable-order BDF with
 * Newton's method, and Adams–Moulton with fixed-point iteration (Hindmarsh et
 * al., ACM TOMS 31 (2005) 363; Cohen and Hindmarsh, Computers in Physics 10
 * (1996) 138).
 *
 * With steps h_n and q the present order CVODE solves
 *
 *   Σ_{i=0}^{q} α_{n,i} x_{n−i} + h_n Σ_{i=0}^{q} β_{n,i} f_{n−i} = 0,
 *
 * Adams–Moulton for q = 1 … 12, BDF in fixed-leading-coefficient form for q = 1
 * … 5. It stores the Nordsieck array z_j = h^j x^{(j)}/j!, j ≤ q, predicts by
 * Taylor's series and corrects by a multiple of one vector. The correction is
 * proportional to h^{q+1} x^{(q+1)}, from which it estimates the local error;
 * candidates for q ± 1 come from differences of corrections.
 *
 * Division of work: CVODE chooses step sizes and orders, and repeats a step
 * that fails its own error test before it returns. The integrator receives
 * steps that are already accepted, with the size taken (h_taken) and the size
 * CVODE wants next (h_suggested). Events, reports and dense output are the
 * integrator's, through the Nordsieck interpolant of degree q, valid on the
 * last internal step only. Constraints are projected inside CVODE's steps for
 * BDF, which can take the projection into account in its error estimate; Adams
 * has no such interface.
 *
 * Time: the integrator rounds its time after an event differently from CVODE,
 * which adds its steps to the time of its start. A point is recognised by its
 * state, bit for bit, and by its time up to rounding. CVODE continues in its own
 * time, and its callbacks add the difference.
 *
 * History: CVODE's Nordsieck array belongs to the points in t_out and x_out
 * while running is true. It is invalid after a restart, a failure, a restored
 * snapshot, or a step from a point that CVODE did not produce. Its state cannot
 * be copied, so a snapshot makes both the run that was saved and the one
 * restored start a new history at order 1; both then continue identically. */
#include "ode-cvode-private.h"
#include "ode-stage.h"

#include <cvode/cvode.h>
#include <float.h>
#include <math.h>
#include <string.h>

static size_t
cvode_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (OdeCvode);
}

/* Discards CVODE's history; the next attempt starts a new one. */
static void
cvode_restart (OdeStepper *stepper)
{
  ((OdeCvode *) stepper)->running = false;
}

/* Starts CVODE at (t, x0) at order 1, with the tolerances as they are now and
 * its own choice of the first step size. CVodeReInit zeroes its counters, so
 * those here follow. */
static OdeStatus
start_history (OdeCvode *self, const OdeTry *step)
{
  memcpy (NV_DATA_S (self->x), step->x0, sizeof (double) * (size_t) self->n);
  if (CVodeReInit (self->cvode, step->t, self->x) != CV_SUCCESS)
    return ODE_FAIL_OTHER;
  ode_cvode_set_tolerances (self);
  self->t_out[0] = self->t_own[0] = step->t;
  memcpy (self->x_out[0], step->x0, sizeof (double) * (size_t) self->n);
  self->running = true;
  self->h_next = 0.0;
  self->iterations = self->setups = 0;
  return ODE_DONE;
}

/* Largest change, in units of the tolerance, that the integrator's projection
 * may make to a point without voiding CVODE's history. A restart at every step
 * would keep the order at 1 and cost far more than the perturbation, which the
 * projection bounds step by step. */
#define HARMLESS 100.0

/* Returns whether the step starts at the k-th last point that CVODE returned: at
 * its time up to the rounding of two sums, and at its state, equal bit by bit,
 * or within HARMLESS tolerances for systems that are projected. */
static bool
is_point (OdeCvode *self, int k, const OdeTry *step)
{
  OdeStepper *stepper = &self->base;

  if (fabs (self->t_out[k] - step->t) > 4.0 * DBL_EPSILON * fabs (step->t))
    return false;
  if (memcmp (self->x_out[k], step->x0, sizeof (double) * (size_t) self->n) == 0)
    return true;
  if (!ode_projection_needed (stepper->system))
    return false;
  for (int i = 0; i < self->n; i++)
    NV_DATA_S (self->x)[i] = self->x_out[k][i] - step->x0[i];
  return stepper->norm (stepper->integrator, NV_DATA_S (self->x), step->x0, step->x0) <= HARMLESS;
}

/* Adds CVODE's counts since the last call to the statistics. */
static void
count (OdeCvode *self, OdeTry *step)
{
  OdeStatistics *statistics = self->base.statistics;
  long iterations = 0, setups = 0;

  CVodeGetNumNonlinSolvIters (self->cvode, &iterations);
  CVodeGetNumLinSolvSetups (self->cvode, &setups);
  statistics->newton_iterations += iterations - self->iterations;
  statistics->factorizations += setups - self->setups;
  step->newton_iterations = (int) (iterations - self->iterations);
  self->iterations = iterations;
  self->setups = setups;
}

/* CVODE enlarges a step by at most this factor, except the first step. */
#define GROWTH 10.0

/* Takes one internal step of CVODE, or with fixed steps as many as reach t1, in
 * CVODE's time; the step of the integrator starts at t0. In the fixed case CVODE
 * controls errors within the step with its own step sizes; each of them counts
 * against the step limit. */
static OdeStatus
advance (OdeCvode *self, OdeTry *step, double t0, double t1, realtype *t)
{
  const bool fixed = !self->base.settings.error_control;
  const long limit = self->base.settings.step_limit;
  OdeStatistics *statistics = self->base.statistics;
  int code;

  /* The stop time keeps CVODE from stepping beyond t + h, where an event or a
   * report ends the step. A step of exactly the size that CVODE proposed needs
   * none, and without it CVODE reports the size of the next step. The exception
   * is a CVODE that is already ahead of the step's start, which the same size
   * would carry beyond the step's end. */
  CVodeSetStopTime (self->cvode, !fixed && step->h == self->h_next && *t == t0 ? DBL_MAX : t1);
  self->failure = ODE_DONE;
  for (;;)
    {
      code = CVode (self->cvode, t1, self->x, t, CV_ONE_STEP);
      if (!fixed || code != CV_SUCCESS || *t >= t1)
        break;
      statistics->inner_steps++;
      if (limit > 0 && statistics->steps_attempted + statistics->inner_steps >= limit)
        {
          self->failure = ODE_FAIL_STEP_LIMIT;
          code = CV_TOO_MUCH_WORK;
          break;
        }
    }
  count (self, step);
  if ((code == CV_SUCCESS && *t <= t1) || code == CV_TSTOP_RETURN)
    {
      CVodeGetCurrentStep (self->cvode, &self->h_next);
      step->h_suggested = self->h_next;
      /* A return at the stop time does not update the size that CVODE reports.
       * The next step gets a stop time further ahead than CVODE enlarges steps,
       * and takes the size that CVODE has chosen before that. */
      if (code == CV_TSTOP_RETURN)
        {
          step->h_suggested = GROWTH * fmax (step->h, self->h_next);
          self->h_next = 0.0;
        }
      return ODE_DONE;
    }
  self->running = false;
  return self->failure != ODE_DONE ? self->failure : ODE_RETRY_NEWTON;
}

/* Makes one step, whose size CVODE chooses up to step->h. Afterwards x_out[0]
 * and x_out[1] are the end and the start of the step. The next step may start
 * at either: at the end after acceptance, at the start if an event shortens the
 * step. */
static OdeStatus
cvode_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeCvode *self = (OdeCvode *) stepper;
  const size_t bytes = sizeof (double) * (size_t) self->n;
  realtype t;
  double t0, t1, *swap; /* start and end of the step in CVODE's time */
  int order = 1, k = 0;
  OdeStatus status = ODE_DONE;

  if (self->n == 0)
    return ODE_DONE;
  if (stepper->trace != NULL)
    ode_trace_event (stepper, ODE_TRACE_SILENT, 0, 0, 0.0, step->t, 0, NULL, NULL);
  if (self->running && !is_point (self, 0, step))
    k = is_point (self, 1, step) ? 1 : -1;
  if (!self->running || k < 0)
    {
      k = 0;
      status = start_history (self, step);
    }
  if (status != ODE_DONE)
    return status;
  t0 = self->t_own[k];
  t1 = t0 + step->h;
  self->t_shift = step->t - t0;

  /* If the integrator has returned to the start of the step because of an event
   * inside it, CVODE is ahead of t1. Its interpolant on the last internal step
   * gives x(t1) to the accuracy of the method, without recomputation. */
  CVodeGetCurrentTime (self->cvode, &t);
  if (t > t1)
    {
      if (CVodeGetDky (self->cvode, t1, 0, self->x) != CV_SUCCESS)
        {
          status = start_history (self, step);
          t = t0 = step->t;
          t1 = t0 + step->h;
          self->t_shift = 0.0;
          if (status == ODE_DONE)
            status = advance (self, step, t0, t1, &t);
          if (status != ODE_DONE)
            return status;
        }
      else
        {
          t = t1;
          CVodeGetCurrentStep (self->cvode, &step->h_suggested);
        }
    }
  else if ((status = advance (self, step, t0, t1, &t)) != ODE_DONE)
    return status;
  step->h_taken = fabs (t - t1) <= 4.0 * DBL_EPSILON * fmax (fabs (t), fabs (t1)) || t >= t1 ? step->h : t - t0;
  memcpy (step->x1, NV_DATA_S (self->x), bytes);
  CVodeGetLastOrder (self->cvode, &order);
  step->order = order;
  step->error_order = order + 1;
  if (step->error != NULL)
    {
      CVodeGetEstLocalErrors (self->cvode, self->x);
      memcpy (step->error, NV_DATA_S (self->x), bytes);
    }
  self->slopes_known = false;
  self->t_start = step->t;
  self->t_end = step->t + step->h_taken;
  swap = self->x_out[1];
  self->x_out[1] = self->x_out[0];
  self->x_out[0] = swap;
  self->t_out[1] = step->t;
  self->t_own[1] = t0;
  memcpy (self->x_out[1], step->x0, bytes);
  self->t_out[0] = self->t_end;
  self->t_own[0] = t;
  memcpy (self->x_out[0], step->x1, bytes);
  return ODE_DONE;
}

/* Evaluates the cubic Hermite polynomial with the slopes at both ends,
 * evaluated once per step. It replaces the Nordsieck interpolant where that
 * does not cover the step. */
static OdeStatus
dense_hermite (OdeCvode *self, double theta, double *x)
{
  const double h = self->t_end - self->t_start;

  if (!self->slopes_known)
    {
      OdeStatus status = ode_stepper_rhs (&self->base, ODE_RHS_DENSE, self->t_start, self->x_out[1], self->slope[0]);

      if (status == ODE_DONE)
        status = ode_stepper_rhs (&self->base, ODE_RHS_DENSE, self->t_end, self->x_out[0], self->slope[1]);
      if (status != ODE_DONE)
        return status;
      for (int i = 0; i < self->n; i++)
        self->slope[0][i] *= h;
      self->slopes_known = true;
    }
  ode_stage_cubic (self->n, theta, self->x_out[1], self->x_out[0], self->slope[0], self->slope[1], h, x);
  return ODE_DONE;
}

/* Evaluates CVODE's interpolant Σ_j z_j ((t − t_n)/h)^j of degree q. With fixed
 * steps a step holds several internal ones and the interpolant covers the last
 * alone. */
static OdeStatus
cvode_dense (OdeStepper *stepper, double theta, double *x)
{
  OdeCvode *self = (OdeCvode *) stepper;
  const double t = self->t_own[1] + theta * (self->t_own[0] - self->t_own[1]); /* in CVODE's time */

  /* Fixed steps hold several of CVODE's own; its interpolant reaches back over
   * the last alone. */
  if (!stepper->settings.error_control || CVodeGetDky (self->cvode, t, 0, self->x) != CV_SUCCESS)
    return dense_hermite (self, theta, x);
  memcpy (x, NV_DATA_S (self->x), sizeof (double) * (size_t) self->n);
  return ODE_DONE;
}

static size_t
cvode_snapshot_size (const OdeStepper *stepper)
{
  return sizeof (double);
}

/* Discards the history instead of copying it; see the top of this file. */
static void
cvode_save (const OdeStepper *stepper, void *bytes)
{
  const double none = 0.0;

  memcpy (bytes, &none, sizeof none);
  ((OdeCvode *) stepper)->running = false;
}

static void
cvode_restore (OdeStepper *stepper, const void *bytes)
{
  cvode_restart (stepper);
}

static const OdeStepperClass cvode_class = {
  .size = cvode_size,
  .init = ode_cvode_init,
  .clear = ode_cvode_clear,
  .attempt = cvode_attempt,
  .restart = cvode_restart,
  .undo = NULL,
  .dense = cvode_dense,
  .snapshot_size = cvode_snapshot_size,
  .save = cvode_save,
  .restore = cvode_restore,
  .linear_algebra = ode_cvode_linear_algebra,
};

#define FRACTION_ROW                                                                                                                      \
  { "error_fraction", ODE_N_ ("Fraction of the tolerance per step"),                                                                      \
    ODE_N_ ("Largest error of a CVODE step as a fraction of the tolerance. Its errors accumulate, while the errors of other methods "     \
            "are smaller than their estimates. The default is 1 in profile simbody."),                                                    \
    ODE_OPTION_NUMBER, 1e-4, 1, ODE_CVODE_ERROR_FRACTION, NULL }

static const OdeOptionRow bdf_options[] = {
  { "max_order", ODE_N_ ("Highest order"), ODE_N_ ("BDF of orders 1 to 5"), ODE_OPTION_INTEGER, 1, 5, 5, NULL },
  FRACTION_ROW,
};
static const OdeOptionRow adams_options[] = {
  { "max_order", ODE_N_ ("Highest order"), ODE_N_ ("Adams–Moulton of orders 1 to 12"), ODE_OPTION_INTEGER, 1, 12, 12, NULL },
  FRACTION_ROW,
};

/* error_order is the highest order plus one; each step reports its own q + 1. A
 * system with a mass matrix is refused: CVODE takes x' = f only. dense_order
 * states the Hermite fallback; the Nordsieck interpolant has order q. */
#define CVODE_TRAITS (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_VARIABLE_ORDER | ODE_TRAIT_IMPLICIT)

/* Stability of the order in use: A-stable for q = 1 and 2, sectors of 86°, 73°
 * and 52° for q = 3, 4, 5 (ode-multistep-methods.c). max_order = 2 restores
 * A-stability for oscillating stiff components. Order 6 is left out by CVODE
 * (18°). */
const OdeMethod ode_method_cvode_bdf = {
  .id = "cvode_bdf",
  .label = ODE_N_ ("CVODE, BDF of orders 1 to 5"),
  .aliases = "cpodes_bdf",
  .known_as = "SUNDIALS CV_BDF, Julia CVODE_BDF, Simbody CPodes",
  /* ode15s and SciPy's BDF take the NDF formulas with a quasi-constant step,
   * QNDF likewise; LSODA switches between Adams and BDF. */
  .similar_to = "MATLAB ode15s, SciPy BDF, SciPy LSODA, Julia QNDF, Julia FBDF",
  .advice = ODE_N_ ("Few evaluations of the right-hand side per step: for large stiff systems at moderate accuracy; radau and rodas4 "
                    "are better for small ones."),
  .source = "Hindmarsh et al., ACM TOMS 31 (2005) 363-396, doi:10.1145/1089014.1089020 (SUNDIALS)",
  .family = ODE_FAMILY_MULTISTEP,
  .traits = CVODE_TRAITS | ODE_TRAIT_STIFF,
  .order = 5,
  .embedded_order = 4,
  .error_order = 6,
  .dense_order = 3,
  .n_stages = 1,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-12,
  .options = bdf_options,
  .n_options = 2,
  .stepper = &cvode_class,
};

/* A data pointer that is not NULL selects Adams. */
static const bool adams_data = true;

/* Fixed-point iteration converges for h γ ‖J‖ < 1, so it is limited by the
 * Lipschitz constant and solves no linear system. */
const OdeMethod ode_method_cvode_adams = {
  .id = "cvode_adams",
  .label = ODE_N_ ("CVODE, Adams of orders 1 to 12"),
  .aliases = "cpodes_adams",
  .known_as = "SUNDIALS CV_ADAMS, Julia CVODE_Adams",
  /* ode113 and VCABM are Adams-Bashforth-Moulton pairs in divided
   * differences, not in Nordsieck form. */
  .similar_to = "MATLAB ode113, Julia VCABM",
  .advice = ODE_N_ ("Two evaluations of the right-hand side per step: for non-stiff systems whose right-hand side is expensive."),
  .source = "Hindmarsh et al., ACM TOMS 31 (2005) 363-396, doi:10.1145/1089014.1089020 (SUNDIALS)",
  .family = ODE_FAMILY_MULTISTEP,
  .traits = CVODE_TRAITS,
  .order = 12,
  .embedded_order = 11,
  .error_order = 13,
  .dense_order = 3,
  .n_stages = 1,
  .accuracy_default = 1e-4,
  .accuracy_loosest = 1e-1,
  .accuracy_tightest = 1e-12,
  .options = adams_options,
  .n_options = 2,
  .stepper = &cvode_class,
  .data = &adams_data,
};
