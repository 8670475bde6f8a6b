/* SUNDIALS CVODE in CPODES' place: variable-order BDF with Newton's method, and Adams with functional iteration (Hindmarsh et al., ACM TOMS 31
 * (2005) 363). CVODE chooses steps and orders; events and reports are ours, through its Nordsieck interpolant. Constraints are projected
 * inside its steps for BDF, which can take that into account.
 *
 * CVODE's state cannot be copied, so a snapshot makes both the run that was saved and the one restored start its history anew. */
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

static void
cvode_restart (OdeStepper *stepper)
{
  ((OdeCvode *) stepper)->running = false;
}

static OdeStatus
start_history (OdeCvode *self, const OdeTry *step)
{
  memcpy (NV_DATA_S (self->x), step->x0, sizeof (double) * (size_t) self->n);
  if (CVodeReInit (self->cvode, step->t, self->x) != CV_SUCCESS)
    return ODE_FAIL_OTHER;
  ode_cvode_set_tolerances (self);
  self->t_out[0] = step->t;
  memcpy (self->x_out[0], step->x0, sizeof (double) * (size_t) self->n);
  self->running = true;
  self->h_next = 0.0;
  self->iterations = self->setups = 0;
  return ODE_DONE;
}

/* Whether the step starts at point k. What the integrator's projection moved by up to this many tolerances leaves CVODE's history as it
 * is: starting it anew at every step would cost far more than the difference, which does not grow beyond that. */
#define HARMLESS 100.0

static bool
is_point (OdeCvode *self, int k, const OdeTry *step)
{
  OdeStepper *stepper = &self->base;

  if (self->t_out[k] != step->t)
    return false;
  if (memcmp (self->x_out[k], step->x0, sizeof (double) * (size_t) self->n) == 0)
    return true;
  if (!ode_projection_needed (stepper->system))
    return false;
  for (int i = 0; i < self->n; i++)
    NV_DATA_S (self->x)[i] = self->x_out[k][i] - step->x0[i];
  return stepper->norm (stepper->integrator, NV_DATA_S (self->x), step->x0, step->x0) <= HARMLESS;
}

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

/* One internal step, or as many as a fixed step needs. */
static OdeStatus
advance (OdeCvode *self, OdeTry *step, realtype *t)
{
  const double t1 = step->t + step->h;
  const bool fixed = !self->base.settings.error_control;
  int code = CV_SUCCESS;

  /* A step of just the size CVODE wants needs no stop time, which would make it rescale its history by a rounding error; unless CVODE is
   * ahead of the step's start, from where the same size would carry it beyond the step's end. */
  CVodeSetStopTime (self->cvode, !fixed && step->h == self->h_next && *t == step->t ? DBL_MAX : t1);
  self->failure = ODE_DONE;
  do
    code = CVode (self->cvode, t1, self->x, t, CV_ONE_STEP);
  while (fixed && code == CV_SUCCESS && *t < t1);
  count (self, step);
  if (code == CV_SUCCESS || code == CV_TSTOP_RETURN)
    return ODE_DONE;
  self->running = false;
  return self->failure != ODE_DONE ? self->failure : ODE_RETRY_NEWTON;
}

static OdeStatus
cvode_attempt (OdeStepper *stepper, OdeTry *step)
{
  OdeCvode *self = (OdeCvode *) stepper;
  const size_t bytes = sizeof (double) * (size_t) self->n;
  const double t1 = step->t + step->h;
  realtype t = step->t;
  double *swap;
  int order = 1;
  OdeStatus status = ODE_DONE;

  if (self->n == 0)
    return ODE_DONE;
  if (!self->running || !(is_point (self, 0, step) || is_point (self, 1, step)))
    status = start_history (self, step);
  if (status != ODE_DONE)
    return status;

  /* After going back CVODE is ahead already: its interpolant holds the shorter step. */
  CVodeGetCurrentTime (self->cvode, &t);
  if (t > t1)
    {
      if (CVodeGetDky (self->cvode, t1, 0, self->x) != CV_SUCCESS)
        {
          status = start_history (self, step);
          if (status == ODE_DONE)
            status = advance (self, step, &t);
          if (status != ODE_DONE)
            return status;
        }
      else
        t = t1;
    }
  else if ((status = advance (self, step, &t)) != ODE_DONE)
    return status;
  step->h_taken = fabs (t - t1) <= 4.0 * DBL_EPSILON * fmax (fabs (t), fabs (t1)) || t >= t1 ? step->h : t - step->t;
  memcpy (step->x1, NV_DATA_S (self->x), bytes);
  CVodeGetLastOrder (self->cvode, &order);
  CVodeGetCurrentStep (self->cvode, &self->h_next);
  step->h_suggested = self->h_next;
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
  if (self->t_out[0] != step->t)
    {
      self->t_out[0] = step->t;
      memcpy (self->x_out[0], step->x0, bytes);
    }
  swap = self->x_out[1];
  self->x_out[1] = self->x_out[0];
  self->t_out[1] = self->t_out[0];
  self->x_out[0] = swap;
  self->t_out[0] = self->t_end;
  memcpy (self->x_out[0], step->x1, bytes);
  return ODE_DONE;
}

static void
cvode_accept (OdeStepper *stepper, const OdeTry *step)
{
  OdeCvode *self = (OdeCvode *) stepper;

  /* The integrator may have landed on its own value of the same time. */
  if (self->n > 0)
    self->t_out[0] = self->t_end;
}

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

static OdeStatus
cvode_dense (OdeStepper *stepper, double theta, double *x)
{
  OdeCvode *self = (OdeCvode *) stepper;
  const double t = self->t_start + theta * (self->t_end - self->t_start);

  /* Fixed steps hold several of CVODE's own; its interpolant reaches back over the last alone. */
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
  .accept = cvode_accept,
  .restart = cvode_restart,
  .undo = NULL,
  .dense = cvode_dense,
  .snapshot_size = cvode_snapshot_size,
  .save = cvode_save,
  .restore = cvode_restore,
  .linear_algebra = ode_cvode_linear_algebra,
};

#define FRACTION_ROW                                                                                                                      \
  { "error_fraction", ODE_N_ ("Part of the tolerance for a step"),                                                                       \
    ODE_N_ ("CVODE may err by this part of the tolerance in a step, because its errors add up where those of other methods are smaller "  \
            "than their estimate; 1 in profile simbody unless given."),                                                                   \
    ODE_OPTION_NUMBER, 1e-4, 1, ODE_CVODE_ERROR_FRACTION, NULL }

static const OdeOptionRow bdf_options[] = {
  { "max_order", ODE_N_ ("Highest order"), ODE_N_ ("BDF of orders 1 to 5"), ODE_OPTION_INTEGER, 1, 5, 5, NULL },
  FRACTION_ROW,
};
static const OdeOptionRow adams_options[] = {
  { "max_order", ODE_N_ ("Highest order"), ODE_N_ ("Adams–Moulton of orders 1 to 12"), ODE_OPTION_INTEGER, 1, 12, 12, NULL },
  FRACTION_ROW,
};

#define CVODE_TRAITS (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_VARIABLE_ORDER | ODE_TRAIT_IMPLICIT)

const OdeMethod ode_method_cvode_bdf = {
  .id = "cvode_bdf",
  .label = ODE_N_ ("CVODE, BDF of orders 1 to 5"),
  .aliases = "cpodes_bdf",
  .advice = ODE_N_ ("Few right-hand sides a step: for large stiff systems at moderate accuracy; radau and rodas4 "
                    "win on small ones."),
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

/* Anything but NULL: Adams. */
static const bool adams_data = true;

const OdeMethod ode_method_cvode_adams = {
  .id = "cvode_adams",
  .label = ODE_N_ ("CVODE, Adams of orders 1 to 12"),
  .aliases = "cpodes_adams",
  .advice = ODE_N_ ("Two right-hand sides a step: for non-stiff systems whose right-hand side is expensive."),
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
