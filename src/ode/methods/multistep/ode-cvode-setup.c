/* Sets up CVODE: callbacks, solvers and tolerances.
 *
 * The sign of a callback's return value is that of the OdeStatus: 0 on success, positive
 * if a smaller step may help (every ODE_RETRY_ status is positive), negative if the
 * run has to stop. The member `failure` stores the status itself, since CVODE
 * returns a different code. */
#include "ode-cvode-private.h"
#include "ode-sizes.h"

#include <cvode/cvode.h>
#include <cvode/cvode_proj.h>
#include <float.h>
#include <math.h>
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

/* Relative errors below this value are rounding errors: 32 units
 * in the last place, which the sums in a step accumulate. */
#define ROUNDING (32.0 * DBL_EPSILON)

/* Evaluates f for CVODE. It also tests whether the run should stop, because CVODE
 * may take many internal steps in one call. */
static int
cvode_rhs (realtype t, N_Vector x, N_Vector dxdt, void *user)
{
  OdeCvode *self = user;

  self->failure = ode_stepper_stop_asked (&self->base)
                      ? ODE_STOPPED
                      : ode_stepper_rhs (&self->base, ODE_RHS_STAGES, t + self->t_shift, NV_DATA_S (x), NV_DATA_S (dxdt));
  return self->failure == ODE_DONE ? 0 : self->failure > 0 ? 1 : -1;
}

/* Copies the system's Jacobian into CVODE's matrix, in the storage that
 * make_linear chose: compressed columns, band or dense columns. CVODE computes I
 * − γJ itself, decides when to evaluate J again, and factors an old J again when γ has
 * changed. */
static int
cvode_jacobian (realtype t, N_Vector x, N_Vector f, SUNMatrix J, void *user, N_Vector t1, N_Vector t2, N_Vector t3)
{
  OdeCvode *self = user;
  const OdeMatrix *matrix = self->matrix;
  const OdePattern *pattern = self->base.system->jacobian_pattern;
  const int n = self->n;

  self->failure = ode_matrix_evaluate (self->matrix, &self->base, t + self->t_shift, NV_DATA_S (x), NV_DATA_S (f));
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
      memcpy (SM_COLUMN_D (J, j), matrix->jacobian + (ptrdiff_t)j * n, sizeof (double) * (size_t)n);
  return 0;
}

/* Projects the state onto the constraints and removes the components normal to the
 * constraints from CVODE's error vector, because the projection corrects them (Eich,
 * SIAM J. Numer. Anal. 30 (1993) 1467). CVODE expects the correction, not the
 * projected state. */
static int
cvode_project (realtype t, N_Vector x, N_Vector correction, realtype epsilon, N_Vector error, void *user)
{
  OdeCvode *self = user;
  OdeSettings settings = self->base.settings;
  double *c = NV_DATA_S (correction), *from = NV_DATA_S (x), tolerance;
  bool moved;
  OdeStatus status;

  memcpy (c, from, sizeof (double) * (size_t)self->n);
  /* The constraint tolerance is multiplied by the same factor as CVODE's
   * tolerances, but remains above rounding errors. If the error of a constraint were
   * larger than the tolerance of a step, its correction would look like a large
   * local error. */
  ode_projection_configure (self->projection, &settings, self->base.accuracy);
  tolerance = ode_projection_tolerance (self->projection);
  settings.constraint_tolerance = fmin (tolerance, fmax (self->part * tolerance, ROUNDING));
  ode_projection_configure (self->projection, &settings, self->base.accuracy);
  status =
      ode_projection_step (self->projection, t + self->t_shift, c, error != NULL ? NV_DATA_S (error) : NULL, self->base.statistics, &moved);
  if (status < 0)
    self->failure = status;
  if (status != ODE_DONE)
    return status < 0 ? -1 : 1;
  for (int i = 0; i < self->n; i++)
    c[i] -= from[i];
  return 0;
}

/* Discards CVODE's messages: its return values are evaluated instead. */
static void
cvode_silence (int code, const char *module, const char *function, char *text, void *user)
{
}

/* Returns the factor by which the tolerances are multiplied before they are passed to CVODE.
 *
 * CVODE propagates the formula whose local error it estimates; other methods
 * propagate the more accurate of two formulas (local extrapolation), whose
 * error is two or three digits smaller than the estimate. At equal tolerances CVODE's
 * global errors are larger by that ratio. If nothing damps them, they add up
 * over the steps: at a tolerance of 1e-8, 10 600 steps have an error of 1.1e-4 on two masses with
 * a stiff spring between them (model double-spring-stiff-1e6), and 400 000 steps an error of 2.7e-4
 * on the ring modulator. The factor 1/50, which needs twice as many steps, reduces
 * the errors of all stiff models of the library to 4e-6 or less at a relative
 * tolerance of 1e-8; with 1/10 the errors of these two models are still above
 * 1e-5. Alternatives did not help: stability limit detection (the modulator stays
 * at 2.7e-4 and the beam takes three times the steps), a stricter tolerance of
 * Newton's iterations, and orders up to 4 (1.7 times the steps, and worse on
 * the masses).
 *
 * CVODE's norm is the root mean square. If the norm of the settings is the
 * maximum, tolerances smaller by √n are sufficient: ‖e‖_∞ ≤ √n ‖e‖_RMS. The
 * product of both factors is limited so that the relative tolerance is at least ROUNDING,
 * because below that CVODE would measure only rounding errors. */
static double
tolerance_part (const OdeCvode *self, double rtol)
{
  const OdeSettings *settings = &self->base.settings;
  /* CPODES has no such factor, so profile simbody passes the tolerances unchanged. */
  double part = settings->weighting == ODE_WEIGHTING_SIMBODY ? 1.0 : ODE_CVODE_ERROR_FRACTION;

  for (int i = 0; i < settings->n_options; i++)
    if (strcmp (settings->options[i].key, "error_fraction") == 0)
      part = settings->options[i].number;
  if (settings->norm == ODE_NORM_INFINITY)
    part /= sqrt (self->n);
  return rtol > 0.0 ? fmin (1.0, fmax (part, ROUNDING / rtol)) : part;
}

/* Returns whether the tolerances follow from the sizes of the states, which change from step to step. */
static bool
is_sized (const OdeCvode *self)
{
  const OdeSettings *settings = &self->base.settings;

  return settings->weighting == ODE_WEIGHTING_SIZE && isnan (settings->relative_tolerance) && isnan (settings->absolute_tolerance)
         && settings->absolute_per_state == NULL && self->base.sizes != NULL;
}

/* Gives CVODE the reciprocals of the tolerances of ODE_WEIGHTING_SIZE. */
static int
cvode_weights (N_Vector x, N_Vector weights, void *user)
{
  const OdeCvode *self = user;
  const double *at = NV_DATA_S (x);

  for (int i = 0; i < self->n; i++)
    {
      const double size = self->base.sizes[i] > ODE_SIZES_NOTHING ? self->base.sizes[i] : 1.0;

      NV_DATA_S (weights)[i] = 1.0 / (self->part * self->base.accuracy * fmax (size, fabs (at[i])));
    }
  return 0;
}

/* Passes the relative and absolute tolerances of the settings to CVODE. If they are not given,
 * the relative tolerance is the accuracy, and the absolute tolerance of a state is the accuracy
 * divided by its weight, or a tenth of this in profile simbody, as in CPODES. A state with weight zero gets the absolute tolerance DBL_MAX.
 * CVODE's weight of component i is 1/(rtol |x_i| + atol_i). */
void
ode_cvode_set_tolerances (OdeCvode *self)
{
  const OdeStepper *stepper = &self->base;
  const OdeSettings *settings = &stepper->settings;
  const bool tolerances =
      !isnan (settings->relative_tolerance) || !isnan (settings->absolute_tolerance) || settings->absolute_per_state != NULL;
  const double rtol = ode_stepper_relative_tolerance (stepper);
  const double scale = settings->weighting == ODE_WEIGHTING_SIMBODY ? 0.1 * stepper->accuracy : stepper->accuracy;
  double *atol = NV_DATA_S (self->atol);

  self->part = tolerance_part (self, rtol);
  if (is_sized (self))
    {
      CVodeWFtolerances (self->cvode, cvode_weights);
      return;
    }
  for (int i = 0; i < self->n; i++)
    {
      const double weight = settings->weights != NULL && !isnan (settings->weights[i]) ? settings->weights[i] : 1.0;

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

/* CVODE limits its first step to the time in which every state changes by a tenth of its value and its tolerance. At an event where a state
 * is zero, this time may be shorter than what t resolves: the tolerances follow from the sizes of the states, and a state that crosses zero
 * for the first time has a small size. After steps of that length a state that begins to grow at the event has no size that errors can be
 * compared with, and CVODE fails. There the first step is the one with which the error of Euler's method, h² ‖x″‖/2, is half the tolerance,
 * as in CVodeHin, without that limit. x″ is a difference over the geometric mean of the shortest and the longest first step. */
double
ode_cvode_first_step (OdeCvode *self, const OdeTry *step)
{
  OdeStepper *stepper = &self->base;
  const double *x = step->x0;
  double *f = self->slope[0], *g = self->slope[1], *y = NV_DATA_S (self->x), shortest, longest = 0.1 * step->h, rate = 0.0, sum = 0.0, h;

  if (!is_sized (self) || ode_stepper_rhs (stepper, ODE_RHS_STARTUP, step->t, x, f) != ODE_DONE)
    return 0.0;
  memcpy (y, x, sizeof (double) * (size_t)self->n);
  cvode_weights (self->x, self->atol, self);
  for (int i = 0; i < self->n; i++)
    rate = fmax (rate, fabs (f[i]) / (0.1 * fabs (x[i]) + 1.0 / NV_DATA_S (self->atol)[i]));
  /* 100 roundings of the time are CVODE's shortest first step. */
  shortest = 100.0 * DBL_EPSILON * fmax (fabs (step->t), fabs (step->t + step->h));
  if (!(rate * shortest > 1.0) || shortest >= longest)
    return 0.0;
  h = sqrt (shortest * longest);
  for (int i = 0; i < self->n; i++)
    y[i] = x[i] + h * f[i];
  if (ode_stepper_rhs (stepper, ODE_RHS_STARTUP, step->t + h, y, g) != ODE_DONE)
    return 0.0;
  for (int i = 0; i < self->n; i++)
    {
      const double second = (g[i] - f[i]) / h * NV_DATA_S (self->atol)[i];

      sum += second * second;
    }
  sum = sqrt (sum / self->n);
  return fmax (shortest, fmin (longest, 0.5 * sqrt (2.0 / sum)));
}

void
ode_cvode_clear (OdeStepper *stepper)
{
  OdeCvode *self = (OdeCvode *)stepper;

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

/* Chooses the linear solver. CVODE's band solver has no reordering, so the
 * band widths are those of the pattern. A band of width at most n/8 costs less
 * than a dense factorization (about 2 n lower (lower + upper) operations
 * compared with 2 n³/3), and less than KLU, which is efficient above about 50
 * unknowns. */
static bool
make_linear (OdeCvode *self)
{
  const OdePattern *pattern = self->base.system->jacobian_pattern;
  const int n = self->n;
  int lower = n, upper = n;

  if (pattern != NULL)
    ode_sparse_widths (pattern, NULL, &lower, &upper);
  /* A band matrix is stored without reordering. Up to ten unknowns dense storage is as
   * fast. */
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

/* Sets the highest order, the nonlinear solver (fixed-point iteration without
 * acceleration for Adams, Newton's method for BDF), and the projection if the
 * system has constraints that a solution can violate. */
static bool
make_solvers (OdeCvode *self)
{
  const OdeSettings *settings = &self->base.settings;

  for (int i = 0; i < settings->n_options; i++)
    if (strcmp (settings->options[i].key, "max_order") == 0 && CVodeSetMaxOrd (self->cvode, (int)settings->options[i].number) != CV_SUCCESS)
      return false;
  if (self->adams)
    {
      self->nonlinear = SUNNonlinSol_FixedPoint (self->x, 0, self->context);
      return self->nonlinear != NULL && CVodeSetNonlinearSolver (self->cvode, self->nonlinear) == CV_SUCCESS;
    }
  self->matrix = ode_matrix_new (self->base.system, self->base.settings.translate);
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

/* Reports that CVODE could not be set up and returns false. */
static bool
refuse_setup (const OdeStepper *stepper, char *error, size_t error_size)
{
  return ode_message_refuse (stepper->settings.translate, error, error_size, "CVODE could not be set up");
}

/* Creates CVODE with values that start_history replaces before the first step. The objects are created once, because nothing may be allocated in a
 * step: a restart after an event only calls CVodeReInit. The vectors x and atol are scratch between attempts, as are the slopes, which dense output
 * evaluates again when they are needed. A failure leaves what has been created, and ode_cvode_clear frees it. The weights of the states are given to CVODE
 * as a vector of absolute tolerances, or by a function of the sizes of the states; which of the two depends on the settings, which may change
 * during a run, so both are set again at each start. */
bool
ode_cvode_init (OdeStepper *stepper, char *error, size_t error_size)
{
  OdeCvode *self = (OdeCvode *)stepper;
  const size_t n = (size_t)stepper->system->n_states;

  self->n = (int)n;
  self->adams = stepper->method->data != NULL;
  if (n == 0)
    return true;
  self->memory = calloc (4 * n + 1, sizeof (double));
  if (self->memory == NULL || SUNContext_Create (NULL, &self->context) != 0)
    return refuse_setup (stepper, error, error_size);
  self->x_out[0] = self->memory;
  self->x_out[1] = self->memory + n;
  self->slope[0] = self->memory + 2 * n;
  self->slope[1] = self->memory + 3 * n;
  self->x = N_VNew_Serial (self->n, self->context);
  self->atol = N_VNew_Serial (self->n, self->context);
  self->cvode = CVodeCreate (self->adams ? CV_ADAMS : CV_BDF, self->context);
  if (self->x == NULL || self->atol == NULL || self->cvode == NULL)
    return refuse_setup (stepper, error, error_size);
  N_VConst (0.0, self->x);
  N_VConst (1e-6, self->atol);
  if (CVodeSetErrHandlerFn (self->cvode, cvode_silence, NULL) != CV_SUCCESS
      || CVodeInit (self->cvode, cvode_rhs, 0.0, self->x) != CV_SUCCESS || CVodeSVtolerances (self->cvode, 1e-4, self->atol) != CV_SUCCESS
      || CVodeSetUserData (self->cvode, self) != CV_SUCCESS || !make_solvers (self))
    return refuse_setup (stepper, error, error_size);
  return true;
}

const char *
ode_cvode_linear_algebra (const OdeStepper *stepper)
{
  const OdeCvode *self = (const OdeCvode *)stepper;

  if (self->linear == NULL)
    return NULL;
  switch (SUNLinSolGetID (self->linear))
    {
    case SUNLINEARSOLVER_BAND:
      return ode_message_translate (stepper->settings.translate, ODE_N_ ("CVODE's banded LU"));
    case SUNLINEARSOLVER_KLU:
      return ode_message_translate (stepper->settings.translate, ODE_N_ ("CVODE's sparse LU (KLU)"));
    default:
      return ode_message_translate (stepper->settings.translate, ODE_N_ ("CVODE's dense LU"));
    }
}
