/* SUNDIALS CVODE in CPODES' place: variable-order BDF with Newton's method, and Adams with functional iteration (Hindmarsh et al., ACM TOMS 31
 * (2005) 363). CVODE chooses steps and orders; events and reports are ours, through its Nordsieck interpolant. Constraints are projected
 * inside its steps for BDF, which can take that into account.
 *
 * CVODE's state cannot be copied, so a snapshot makes both the run that was saved and the one restored start its history anew. */
#include "ode-linalg-matrix.h"
#include "ode-methods.h"
#include "ode-newton.h"
#include "ode-projection.h"
#include "ode-stage.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <float.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>
#ifdef ODE_HAVE_KLU
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#endif

/* Errors below this, relative, are rounding. */
#define ROUNDING (32.0 * DBL_EPSILON)

typedef struct
{
  OdeStepper base;
  int n;
  bool adams;
  SUNContext context;
  void *cvode;
  N_Vector x, atol;
  SUNMatrix A;
  SUNLinearSolver linear;
  SUNNonlinearSolver nonlinear;
  OdeMatrix *matrix;
  OdeProjection *projection;
  OdeStatus failure;       /* why the right-hand side last failed */
  bool running;            /* CVODE's history belongs to the points below */
  double t_out[2];         /* the last point handed out, and the one before */
  double *x_out[2];
  double t_start, t_end;   /* the last step, for dense output */
  double *slope[2];        /* at its ends */
  bool slopes_known;
  double h_next;           /* CVODE's own next step */
  long iterations, setups; /* its counters, as far as counted */
  double part;             /* of the tolerances that CVODE is given, see tolerance_part() */
  double *memory;
} Cvode;

static int
cvode_rhs (realtype t, N_Vector x, N_Vector dxdt, void *user)
{
  Cvode *self = user;

  self->failure = ode_newton_stop_asked (&self->base) ? ODE_STOPPED
                                                      : ode_stepper_rhs (&self->base, ODE_RHS_STAGES, t, NV_DATA_S (x), NV_DATA_S (dxdt));
  return self->failure == ODE_DONE ? 0 : self->failure > 0 ? 1 : -1;
}

static int
cvode_jacobian (realtype t, N_Vector x, N_Vector f, SUNMatrix J, void *user, N_Vector t1, N_Vector t2, N_Vector t3)
{
  Cvode *self = user;
  const OdeMatrix *matrix = self->matrix;
  const OdePattern *pattern = self->base.system->jacobian_pattern;
  const int n = self->n;

  self->failure = ode_matrix_evaluate (self->matrix, &self->base, t, NV_DATA_S (x), NV_DATA_S (f));
  if (self->failure != ODE_DONE)
    return self->failure > 0 ? 1 : -1;
  SUNMatZero (J);
#ifdef ODE_HAVE_KLU
  if (SUNMatGetID (J) == SUNMATRIX_SPARSE)
    {
      sunindextype *start = SM_INDEXPTRS_S (J), *row = SM_INDEXVALS_S (J);

      for (int j = 0; j <= n; j++)
        start[j] = pattern->start[j];
      for (int k = 0; k < pattern->start[n]; k++)
        {
          row[k] = pattern->row[k];
          SM_DATA_S (J)[k] = matrix->jacobian[k];
        }
      return 0;
    }
#endif
  for (int j = 0; j < n; j++)
    if (pattern != NULL)
      for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
        {
          if (SUNMatGetID (J) == SUNMATRIX_BAND)
            SM_ELEMENT_B (J, pattern->row[k], j) = matrix->jacobian[k];
          else
            SM_ELEMENT_D (J, pattern->row[k], j) = matrix->jacobian[k];
        }
    else
      memcpy (SM_COLUMN_D (J, j), matrix->jacobian + (size_t) j * n, sizeof (double) * (size_t) n);
  return 0;
}

static int
cvode_project (realtype t, N_Vector x, N_Vector correction, realtype epsilon, N_Vector error, void *user)
{
  Cvode *self = user;
  OdeSettings settings = self->base.settings;
  double *c = NV_DATA_S (correction), *from = NV_DATA_S (x), tolerance;
  bool moved;
  OdeStatus status;

  memcpy (c, from, sizeof (double) * (size_t) self->n);
  /* In step with the tolerances below: a constraint that may be off by more than the error of a step looks like one when it is corrected. */
  ode_projection_configure (self->projection, &settings, self->base.accuracy);
  tolerance = ode_projection_tolerance (self->projection);
  settings.constraint_tolerance = fmin (tolerance, fmax (self->part * tolerance, ROUNDING));
  ode_projection_configure (self->projection, &settings, self->base.accuracy);
  status = ode_projection_step (self->projection, t, c, error != NULL ? NV_DATA_S (error) : NULL, self->base.statistics, &moved);
  if (status != ODE_DONE)
    return 1;
  for (int i = 0; i < self->n; i++)
    c[i] -= from[i];
  return 0;
}

/* CVODE's own words go nowhere: its return values say enough. */
static void
cvode_silence (int code, const char *module, const char *function, char *text, void *user)
{
}

static size_t
cvode_size (const OdeMethod *method, const OdeSystem *system, const OdeSettings *settings)
{
  return sizeof (Cvode);
}

static void
cvode_clear (OdeStepper *stepper)
{
  Cvode *self = (Cvode *) stepper;

  if (self->cvode != NULL)
    CVodeFree (&self->cvode);
  if (self->linear != NULL)
    SUNLinSolFree (self->linear);
  if (self->nonlinear != NULL)
    SUNNonlinSolFree (self->nonlinear);
  if (self->A != NULL)
    SUNMatDestroy (self->A);
  if (self->x != NULL)
    N_VDestroy (self->x);
  if (self->atol != NULL)
    N_VDestroy (self->atol);
  if (self->context != NULL)
    SUNContext_Free (&self->context);
  ode_matrix_free (self->matrix);
  ode_projection_free (self->projection);
  free (self->memory);
}

/* Dense, banded as it lies, or KLU: CVODE has no reordering of its own. */
static bool
make_linear (Cvode *self)
{
  const OdePattern *pattern = self->base.system->jacobian_pattern;
  const int n = self->n;
  int lower = n, upper = n;

  if (pattern != NULL)
    ode_sparse_widths (pattern, NULL, &lower, &upper);
  if (pattern != NULL && n > 10 && lower + upper < n / 8 + 1)
    {
      self->A = SUNBandMatrix (n, upper, lower, self->context);
      self->linear = self->A != NULL ? SUNLinSol_Band (self->x, self->A, self->context) : NULL;
      return self->linear != NULL;
    }
#ifdef ODE_HAVE_KLU
  if (pattern != NULL && n > 50)
    {
      self->A = SUNSparseMatrix (n, n, pattern->start[n], CSC_MAT, self->context);
      self->linear = self->A != NULL ? SUNLinSol_KLU (self->x, self->A, self->context) : NULL;
      return self->linear != NULL;
    }
#endif
  self->A = SUNDenseMatrix (n, n, self->context);
  self->linear = self->A != NULL ? SUNLinSol_Dense (self->x, self->A, self->context) : NULL;
  return self->linear != NULL;
}

static bool
make_solvers (Cvode *self)
{
  const OdeSettings *settings = &self->base.settings;

  for (int i = 0; i < settings->n_options; i++)
    if (strcmp (settings->options[i].key, "max_order") == 0 && CVodeSetMaxOrd (self->cvode, (int) settings->options[i].number) != CV_SUCCESS)
      return false;
  if (self->adams)
    {
      self->nonlinear = SUNNonlinSol_FixedPoint (self->x, 0, self->context);
      return self->nonlinear != NULL && CVodeSetNonlinearSolver (self->cvode, self->nonlinear) == CV_SUCCESS;
    }
  self->matrix = ode_matrix_new (self->base.system);
  if (self->matrix == NULL || !make_linear (self) || CVodeSetLinearSolver (self->cvode, self->linear, self->A) != CV_SUCCESS
      || CVodeSetJacFn (self->cvode, cvode_jacobian) != CV_SUCCESS)
    return false;
  if (self->base.system->n_constraints > 0 && ode_projection_needed (self->base.system))
    {
      self->projection = ode_projection_new (self->base.system);
      return self->projection != NULL && CVodeSetProjFn (self->cvode, cvode_project) == CV_SUCCESS;
    }
  return true;
}

static bool
cvode_init (OdeStepper *stepper, char *error, size_t error_size)
{
  Cvode *self = (Cvode *) stepper;
  const size_t n = (size_t) stepper->system->n_states;

  self->n = (int) n;
  self->adams = stepper->method->data != NULL;
  if (n == 0)
    return true;
  self->memory = calloc (4 * n + 1, sizeof (double));
  if (self->memory == NULL || SUNContext_Create (NULL, &self->context) != 0)
    goto fail;
  self->x_out[0] = self->memory;
  self->x_out[1] = self->memory + n;
  self->slope[0] = self->memory + 2 * n;
  self->slope[1] = self->memory + 3 * n;
  self->x = N_VNew_Serial (self->n, self->context);
  self->atol = N_VNew_Serial (self->n, self->context);
  self->cvode = CVodeCreate (self->adams ? CV_ADAMS : CV_BDF, self->context);
  if (self->x == NULL || self->atol == NULL || self->cvode == NULL)
    goto fail;
  N_VConst (0.0, self->x);
  N_VConst (1e-6, self->atol);
  if (CVodeSetErrHandlerFn (self->cvode, cvode_silence, NULL) != CV_SUCCESS || CVodeInit (self->cvode, cvode_rhs, 0.0, self->x) != CV_SUCCESS
      || CVodeSVtolerances (self->cvode, 1e-4, self->atol) != CV_SUCCESS || CVodeSetUserData (self->cvode, self) != CV_SUCCESS
      || CVodeSetMaxNumSteps (self->cvode, 1000000000L) != CV_SUCCESS || !make_solvers (self))
    goto fail;
  return true;

fail:
  cvode_clear (stepper);
  snprintf (error, error_size, "CVODE could not be set up");
  return false;
}

static void
cvode_restart (OdeStepper *stepper)
{
  ((Cvode *) stepper)->running = false;
}

/* What part of the tolerances CVODE is given to make of its steps.
 *
 * CVODE hands on the very solution whose local error it estimates; the other methods hand on the better one of two, whose error lies two or
 * three digits below the estimate (local extrapolation). At equal tolerances CVODE's errors at the end are that much larger: where nothing
 * damps them they add up step by step, 10 600 steps at 1e-8 to 1.1e-4 on two masses with a stiff spring between (double-spring-stiff-1e6),
 * 400 000 to 2.7e-4 on the ring modulator. A part of a fiftieth, for twice the steps, brings every stiff model of the library within 1e-5 at
 * a relative tolerance of 1e-8, 4e-6 being the worst; at a tenth these two still miss it. What does not help: detection of the stability
 * limit (the modulator stays at 2.7e-4, and the beam takes three times the steps), or a stricter end of Newton's iterations; orders up to 4
 * need 1.7 times the steps and are worse on the masses.
 *
 * CVODE's norm is the root of the mean square. Where the norm is to be the largest, tolerances a root of n smaller see to that: no
 * component is then beyond its own. Neither may carry the tolerance down to rounding errors, which are all that CVODE would see. */
#define ERROR_FRACTION 0.02

static double
tolerance_part (const Cvode *self, double rtol)
{
  const OdeSettings *settings = &self->base.settings;
  /* CPODES knows no such thing. */
  double part = settings->weighting == ODE_WEIGHTING_SIMBODY ? 1.0 : ERROR_FRACTION;

  for (int i = 0; i < settings->n_options; i++)
    if (strcmp (settings->options[i].key, "error_fraction") == 0)
      part = settings->options[i].number;
  if (settings->norm == ODE_NORM_INFINITY)
    part /= sqrt (self->n);
  return rtol > 0.0 ? fmin (1.0, fmax (part, ROUNDING / rtol)) : part;
}

/* Its tolerances: ours where given, else relative = accuracy and absolute a tenth of it in profile simbody, as CPODES has them. */
static void
set_tolerances (Cvode *self)
{
  const OdeStepper *stepper = &self->base;
  const OdeSettings *settings = &stepper->settings;
  const bool tolerances = !isnan (settings->relative_tolerance) || !isnan (settings->absolute_tolerance)
                          || settings->absolute_per_state != NULL;
  const double rtol = ode_newton_relative_tolerance (stepper);
  const double scale = settings->weighting == ODE_WEIGHTING_SIMBODY ? 0.1 * stepper->accuracy : stepper->accuracy;
  double *atol = NV_DATA_S (self->atol);

  self->part = tolerance_part (self, rtol);
  for (int i = 0; i < self->n; i++)
    {
      const double weight = settings->weights != NULL ? settings->weights[i] : 1.0;

      if (tolerances && settings->absolute_per_state != NULL && !isnan (settings->absolute_per_state[i]))
        atol[i] = settings->absolute_per_state[i];
      else if (tolerances)
        atol[i] = !isnan (settings->absolute_tolerance) ? settings->absolute_tolerance : rtol;
      else
        atol[i] = weight > 0.0 ? scale / weight : DBL_MAX;
      atol[i] *= self->part;
    }
  CVodeSVtolerances (self->cvode, settings->weighting == ODE_WEIGHTING_ABSOLUTE && !tolerances ? 0.0 : self->part * rtol, self->atol);
}

static OdeStatus
start_history (Cvode *self, const OdeTry *step)
{
  memcpy (NV_DATA_S (self->x), step->x0, sizeof (double) * (size_t) self->n);
  if (CVodeReInit (self->cvode, step->t, self->x) != CV_SUCCESS)
    return ODE_FAIL_OTHER;
  set_tolerances (self);
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
is_point (Cvode *self, int k, const OdeTry *step)
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
count (Cvode *self, OdeTry *step)
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
advance (Cvode *self, OdeTry *step, realtype *t)
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
  Cvode *self = (Cvode *) stepper;
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
  Cvode *self = (Cvode *) stepper;

  /* The integrator may have landed on its own value of the same time. */
  if (self->n > 0)
    self->t_out[0] = self->t_end;
}

static OdeStatus
dense_hermite (Cvode *self, double theta, double *x)
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
  Cvode *self = (Cvode *) stepper;
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
  ((Cvode *) stepper)->running = false;
}

static void
cvode_restore (OdeStepper *stepper, const void *bytes)
{
  cvode_restart (stepper);
}

static const OdeStepperClass cvode_class = {
  .size = cvode_size,
  .init = cvode_init,
  .clear = cvode_clear,
  .attempt = cvode_attempt,
  .accept = cvode_accept,
  .restart = cvode_restart,
  .undo = NULL,
  .dense = cvode_dense,
  .snapshot_size = cvode_snapshot_size,
  .save = cvode_save,
  .restore = cvode_restore,
};

#define FRACTION_ROW                                                                                                                      \
  { "error_fraction", ODE_N_ ("Part of the tolerance for a step"),                                                                       \
    ODE_N_ ("CVODE may err by this part of the tolerance in a step, because its errors add up where those of other methods are smaller "  \
            "than their estimate; 1 in profile simbody unless given."),                                                                   \
    ODE_OPTION_NUMBER, 1e-4, 1, ERROR_FRACTION, NULL }

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
