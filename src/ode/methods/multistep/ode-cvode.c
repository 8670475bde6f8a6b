/* A stepper that uses CVODE of SUNDIALS, as Simbody uses CPODES: variable-order BDF
 * with Newton's method, and Adams–Moulton with fixed-point iteration (Hindmarsh et
 * al., ACM TOMS 31 (2005) 363; Cohen and Hindmarsh, Computers in Physics 10
 * (1996) 138).
 *
 * With step sizes h_n and the current order q, CVODE solves
 *
 *   Σ_{i=0}^{q} α_{n,i} x_{n−i} + h_n Σ_{i=0}^{q} β_{n,i} f_{n−i} = 0,
 *
 * Adams–Moulton for q = 1 … 12, BDF in fixed-leading-coefficient form for q = 1
 * … 5. It stores the Nordsieck array z_j = h^j x^{(j)}/j!, j ≤ q, predicts by
 * Taylor's series and corrects by a multiple of one vector. The correction is
 * proportional to h^{q+1} x^{(q+1)}, from which CVODE estimates the local error;
 * the estimates for the orders q ± 1 use differences of corrections.
 *
 * CVODE chooses step sizes and orders, and repeats a step that fails its
 * error test before it returns. The integrator gets steps that are already
 * accepted, with the size of the step (h_taken) and the size that CVODE proposes
 * next (h_suggested). The integrator handles events, reports and dense
 * output by the Nordsieck interpolant of degree q, which is valid only on
 * the last internal step. Constraints are projected inside CVODE's steps for
 * BDF, which can take the projection into account in its error estimate; Adams
 * has no such interface.
 *
 * The integrator rounds its time after an event differently from CVODE, which
 * adds its steps to its start time. Therefore a point is recognized by its
 * state, bit for bit, and by its time up to rounding. CVODE continues with its
 * time, and the callbacks add the difference.
 *
 * The history is CVODE's Nordsieck array, which belongs to the points in t_out and x_out
 * while `running` is true. It is invalid after a restart, a failure, a restored
 * snapshot, or a step from a point that CVODE did not produce. CVODE's state cannot
 * be copied. Therefore, when a snapshot is saved or restored, the history starts
 * again at order 1, so that the saved and the restored run continue identically. */
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
  ((OdeCvode *)stepper)->running = false;
}

/* Starts CVODE at (t, x0) at order 1, with the current tolerances. CVODE chooses the
 * first step size. CVodeReInit sets CVODE's counters to zero, so the copies here
 * are set to zero too. */
static OdeStatus
start_history (OdeCvode *self, const OdeTry *step)
{
  memcpy (NV_DATA_S (self->x), step->x0, sizeof (double) * (size_t)self->n);
  if (CVodeReInit (self->cvode, step->t, self->x) != CV_SUCCESS)
    return ODE_FAIL_OTHER;
  ode_cvode_set_tolerances (self);
  self->t_shift = 0.0;
  self->slopes_known = false;
  CVodeSetInitStep (self->cvode, ode_cvode_first_step (self, step));
  self->t_out[0] = self->t_own[0] = step->t;
  memcpy (self->x_out[0], step->x0, sizeof (double) * (size_t)self->n);
  self->running = true;
  self->h_next = 0.0;
  self->iterations = self->setups = 0;
  return ODE_DONE;
}

/* Largest change of a point by the integrator's projection, in units of the
 * tolerance, after which CVODE's history is still used. A restart at every step
 * would keep the order at 1 and cost far more than the perturbation, which the
 * projection limits in each step. */
#define HARMLESS 100.0

/* Returns whether the step starts at one of the last two points that CVODE returned (k = 0: the
 * last one). The time must be equal up to the rounding of two sums; the state must be equal
 * bit by bit, or within HARMLESS tolerances if the system is projected. */
static bool
is_point (OdeCvode *self, int k, const OdeTry *step)
{
  OdeStepper *stepper = &self->base;

  if (fabs (self->t_out[k] - step->t) > 4.0 * DBL_EPSILON * fabs (step->t))
    return false;
  if (memcmp (self->x_out[k], step->x0, sizeof (double) * (size_t)self->n) == 0)
    return true;
  if (!ode_projection_needed (stepper->system))
    return false;
  for (int i = 0; i < self->n; i++)
    NV_DATA_S (self->x)[i] = self->x_out[k][i] - step->x0[i];
  return stepper->norm (stepper->integrator, NV_DATA_S (self->x), step->x0, step->x0) <= HARMLESS;
}

/* Adds the increase of CVODE's counters since the last call to the statistics. */
static void
count (OdeCvode *self, OdeTry *step)
{
  OdeStatistics *statistics = self->base.statistics;
  long iterations = 0, setups = 0;

  CVodeGetNumNonlinSolvIters (self->cvode, &iterations);
  CVodeGetNumLinSolvSetups (self->cvode, &setups);
  statistics->newton_iterations += iterations - self->iterations;
  statistics->factorizations += setups - self->setups;
  step->newton_iterations = (int)(iterations - self->iterations);
  self->iterations = iterations;
  self->setups = setups;
}

/* Largest factor by which CVODE increases a step size, except after the first step. */
#define GROWTH 10.0

/* Returns the status for a code with which CVODE ended without a step. If the model, the projection or a request to stop was the reason, the callbacks have
 * stored the status in self->failure. */
static OdeStatus
status_of (const OdeCvode *self, int code)
{
  if (self->failure != ODE_DONE)
    return self->failure;
  switch (code)
    {
    case CV_ERR_FAILURE:
      return ODE_RETRY_ERROR;
    case CV_LSETUP_FAIL:
    case CV_LSOLVE_FAIL:
      return ODE_RETRY_SINGULAR;
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR:
    case CV_RHSFUNC_FAIL:
      return ODE_RETRY_UNDEFINED;
    case CV_PROJFUNC_FAIL:
    case CV_REPTD_PROJFUNC_ERR:
      return ODE_RETRY_PROJECTION;
    case CV_TOO_CLOSE:
      return ODE_FAIL_NO_PROGRESS;
    case CV_MEM_FAIL:
      return ODE_FAIL_MEMORY;
    case CV_MEM_NULL:
    case CV_NO_MALLOC:
    case CV_ILL_INPUT:
    case CV_LINIT_FAIL:
    case CV_VECTOROP_ERR:
    case CV_UNRECOGNIZED_ERR:
      return ODE_FAIL_OTHER;
    default: /* CV_CONV_FAILURE, and success beyond the end of the step, which a shorter step avoids */
      return ODE_RETRY_NEWTON;
    }
}

/* Takes one internal step of CVODE or, with fixed steps, as many internal steps as are
 * needed to reach t1; the step of the integrator starts at t0. Both times are CVODE's. With
 * fixed steps CVODE controls the error by its internal steps, and each internal step counts
 * against the step limit. */
static OdeStatus
advance (OdeCvode *self, OdeTry *step, double t0, double t1, realtype *t)
{
  const bool fixed = !self->base.settings.error_control;
  const long limit = self->base.settings.step_limit;
  OdeStatistics *statistics = self->base.statistics;
  int code;

  /* The stop time prevents CVODE from stepping beyond t + h, where an event or a report
   * ends the step. If the step has exactly the size that CVODE proposed, no stop time
   * is set, because only then does CVODE report the size of the next step. If CVODE is
   * already ahead of the start of the step, the stop time is necessary, because this size
   * would lead beyond the end of the step. */
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
      /* If CVODE returns at the stop time, it does not update the size that it
       * reports. Propose a size for the next step that is larger than CVODE's largest
       * step, so that CVODE takes the size that it has chosen. */
      if (code == CV_TSTOP_RETURN)
        {
          step->h_suggested = GROWTH * fmax (step->h, self->h_next);
          self->h_next = 0.0;
        }
      return ODE_DONE;
    }
  self->running = false;
  return status_of (self, code);
}

/* The shortest step with which CVODE starts, in roundings of the time: twice CVODE's own limit. */
#define ROUNDINGS 4

/* Makes one step, whose size CVODE chooses, but at most step->h. Afterwards x_out[0]
 * is the state at the end and x_out[1] at the start of the step. The next step
 * starts at the end if this step is accepted, and at the start if an event shortens this
 * step. */
static OdeStatus
cvode_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeCvode *self = (OdeCvode *)stepper;
  const size_t bytes = sizeof (double) * (size_t)self->n;
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

  /* If the integrator repeats the step because of an event inside
   * it, CVODE is ahead of t1. Its interpolant on the last internal step
   * gives x(t1) to the accuracy of the method, without recomputation. A step of
   * order 1 is made anew instead: its interpolant is a straight line, which
   * hides that the motion first leaves the surface of an event and then returns,
   * and its history is only one slope. CVODE cannot start with a step of a few
   * roundings of the time. */
  CVodeGetCurrentTime (self->cvode, &t);
  CVodeGetLastOrder (self->cvode, &order);
  if (t > t1 && order == 1 && step->h > ROUNDINGS * DBL_EPSILON * fmax (fabs (t0), fabs (t1)))
    {
      status = start_history (self, step);
      CVodeSetInitStep (self->cvode, step->h);
      t = t0 = step->t;
      t1 = t0 + step->h;
      if (status == ODE_DONE)
        status = advance (self, step, t0, t1, &t);
      if (status != ODE_DONE)
        return status;
    }
  else if (t > t1)
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
 * which are evaluated once per step. It is used if the Nordsieck interpolant
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
 * steps a step consists of several internal steps, and the interpolant covers only the last
 * one. */
static OdeStatus
cvode_dense (OdeStepper *stepper, double theta, double *x)
{
  OdeCvode *self = (OdeCvode *)stepper;
  const double t = self->t_own[1] + theta * (self->t_own[0] - self->t_own[1]); /* θ converted to CVODE's time */

  /* With fixed steps CVODE's interpolant covers only its last internal
   * step. */
  if (!stepper->settings.error_control || CVodeGetDky (self->cvode, t, 0, self->x) != CV_SUCCESS)
    return dense_hermite (self, theta, x);
  memcpy (x, NV_DATA_S (self->x), sizeof (double) * (size_t)self->n);
  return ODE_DONE;
}

static size_t
cvode_snapshot_size (const OdeStepper *stepper)
{
  return sizeof (double);
}

/* Discards the history instead of copying it, for the reason given at the top of this file. */
static void
cvode_save (const OdeStepper *stepper, void *bytes)
{
  const double none = 0.0;

  memcpy (bytes, &none, sizeof none);
  ((OdeCvode *)stepper)->running = false;
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

#define FRACTION_ROW                                                                                                                       \
  {                                                                                                                                        \
    "error_fraction", ODE_N_ ("Fraction of the tolerance per step"),                                                                       \
        ODE_N_ ("Largest error of a CVODE step as a fraction of the tolerance. Its errors accumulate, while the errors of other methods "  \
                "are smaller than their estimates. The default is 1 in profile simbody."),                                                 \
        ODE_OPTION_NUMBER, 1e-4, 1, ODE_CVODE_ERROR_FRACTION, NULL                                                                         \
  }

static const OdeOptionRow bdf_options[] = {
  { "max_order", ODE_N_ ("Highest order"), ODE_N_ ("BDF of orders 1 to 5"), ODE_OPTION_INTEGER, 1, 5, 5, NULL },
  FRACTION_ROW,
};
static const OdeOptionRow adams_options[] = {
  { "max_order", ODE_N_ ("Highest order"), ODE_N_ ("Adams–Moulton of orders 1 to 12"), ODE_OPTION_INTEGER, 1, 12, 12, NULL },
  FRACTION_ROW,
};

/* error_order is the highest order plus one; each step reports q + 1. A system with
 * a mass matrix is refused, because CVODE solves only x' = f. dense_order is the
 * order of the Hermite polynomial; the Nordsieck interpolant has order q. */
#define CVODE_TRAITS (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_VARIABLE_ORDER | ODE_TRAIT_IMPLICIT)

/* Stability depends on the current order q: A-stable for q = 1 and 2; A(α)-stable with
 * α = 86°, 73° and 52° for q = 3, 4, 5 (ode-multistep-methods.c). max_order = 2
 * restores A-stability for oscillating stiff components. CVODE does not have order 6
 * (18°). */
const OdeMethod ode_method_cvode_bdf = {
  .id = "cvode_bdf",
  .label = ODE_N_ ("CVODE, BDF of orders 1 to 5"),
  .aliases = "cpodes_bdf",
  .known_as = "SUNDIALS CV_BDF, Julia CVODE_BDF, Simbody CPodes",
  /* ode15s, SciPy's BDF and QNDF use the NDF formulas with a quasi-constant
   * step size; LSODA switches between Adams and BDF. */
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

/* If the data pointer is not NULL, the stepper uses Adams methods. */
static const bool adams_data = true;

/* Fixed-point iteration converges for h γ ‖J‖ < 1, so that the Lipschitz constant
 * limits the step size. It solves no linear system. */
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
