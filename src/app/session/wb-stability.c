/* Computes the largest stable step for samples of a run, a few at each call. */
#include "wb-stability.h"

#include <math.h>

#include "ode-eigen.h"
#include "ode-stability.h"

/* Largest number of states. A dense Jacobian and its eigenvalues cost about 10 n³ operations, so that the curve of a larger model would
 * block the window. */
#define MOST_STATES 12
#define MOST_POINTS 600
/* Number of samples computed in each call. They take about a millisecond for two states. */
#define POINTS_A_CALL 60
/* Number of rays in the left half plane, at angles from π/2 to π. The distance from 0 to the
 * border of the stability region is computed along these rays and interpolated between
 * them. */
#define N_ANGLES 61
#define EVERY_US (150 * 1000)

struct WbStability
{
  WbRunItem *run; /* run of the samples; weak pointer, because a new run may get the same address */
  ModelSystem *system; /* separate instance of the model, because the thread of the painter uses that of the run */
  const OdeMethod *method; /* method for which the distances were computed, or NULL */
  gboolean region;         /* whether the distances are known */
  double radii[N_ANGLES];
  double most;             /* largest step that the settings allow; a larger stability limit has no effect */
  gboolean usable;
  double *t, *h;
  gsize n;
  double next_t;
  gint64 last;
};

WbStability *
wb_stability_new (void)
{
  WbStability *self = g_new0 (WbStability, 1);

  self->t = g_new (double, MOST_POINTS);
  self->h = g_new (double, MOST_POINTS);
  return self;
}

void
wb_stability_free (WbStability *self)
{
  g_clear_weak_pointer (&self->run);
  g_clear_pointer (&self->system, model_system_free);
  g_free (self->t);
  g_free (self->h);
  g_free (self);
}

void
wb_stability_forget (WbStability *self)
{
  g_clear_weak_pointer (&self->run);
  self->n = 0;
}

const double *
wb_stability_t (const WbStability *self)
{
  return self->t;
}

const double *
wb_stability_h (const WbStability *self)
{
  return self->h;
}

gsize
wb_stability_n (const WbStability *self)
{
  return self->n;
}

/* Begins a part of the run with one method. Returns whether the steps of this method can be limited by stability and its stability region
 * is known. */
static gboolean
take_stretch (WbStability *self, const WbStretch *stretch)
{
  OdeStability *stability;

  self->most = stretch->max_step;
  if (self->method == stretch->method)
    return self->region;
  self->method = stretch->method;
  self->region = FALSE;
  if (self->method->tableau == NULL || (self->method->traits & ODE_TRAIT_IMPLICIT))
    return FALSE;
  stability = ode_stability_new (self->method);
  if (stability == NULL)
    return FALSE;
  self->region = TRUE;
  for (int i = 0; i < N_ANGLES; i++)
    self->radii[i] = ode_stability_radius (stability, G_PI / 2 + i * (G_PI / 2) / (N_ANGLES - 1));
  ode_stability_free (stability);
  return TRUE;
}

static void
begin (WbStability *self, WbRunItem *run)
{
  const OdeSystem *ode = model_system_ode (wb_run_item_system (run));

  g_set_weak_pointer (&self->run, run);
  self->n = 0;
  self->last = 0;
  self->next_t = wb_run_item_t_start (run);
  self->method = NULL; /* another method may get the same address after the run is freed */
  self->usable = ode->n_states >= 1 && ode->n_states <= MOST_STATES && ode->mass == NULL;
  g_clear_pointer (&self->system, model_system_free);
  if (self->usable)
    self->system = lab_values_instance (wb_run_item_values (run), wb_run_item_model (run), wb_run_item_config (run), NULL);
  self->usable = self->system != NULL;
}

/* Rounding and finite differences move the eigenvalues of an undamped oscillation off the imaginary axis by up to this fraction of their
 * absolute value. */
#define ON_AXIS 1e-6
/* Eigenvalues on the imaginary axis limit the step only if the stability region contains
 * more than this length of the axis. With other methods such an oscillation grows for any
 * step. */
#define LEAST_AXIS 0.1

/* Returns the distance r from 0 to the border of the stability region in the direction of λ, which is in the left half plane or close to
 * the imaginary axis. */
static double
radius_at (const WbStability *self, double re, double im)
{
  double place = (atan2 (fabs (im), re) - G_PI / 2) / (G_PI / 2) * (N_ANGLES - 1);
  int i = (int) CLAMP (floor (place), 0, N_ANGLES - 2);

  return self->radii[i] + (place - i) * (self->radii[i + 1] - self->radii[i]);
}

/* Returns the largest stable step: the minimum of r(arg λ)/|λ| over the eigenvalues λ that do not grow. Returns NaN if there are
 * none. */
static double
limit_at (const WbStability *self, const OdeSystem *ode, double t, const double *x)
{
  double a[MOST_STATES * MOST_STATES], values[2 * MOST_STATES], limit = INFINITY;
  g_autofree double *work = g_new (double, ode_eigen_work_size (ode->n_states));

  if (!ode_stability_jacobian (ode, t, x, a) || !ode_eigen_values (ode->n_states, a, values, work))
    return NAN;
  for (int i = 0; i < ode->n_states; i++)
    {
      double re = values[2 * i], im = values[2 * i + 1], size = hypot (re, im);

      if (size == 0 || re > ON_AXIS * size || (re > -ON_AXIS * size && self->radii[0] < LEAST_AXIS))
        continue;
      limit = MIN (limit, radius_at (self, re, im) / size);
    }
  return isfinite (limit) && !(self->most > 0 && limit > self->most) ? limit : NAN;
}

gboolean
wb_stability_update (WbStability *self, WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  const OdeSystem *ode;
  g_autoptr (GArray) stretches = NULL;
  guint at = 0;
  gsize n_rows = sim_trajectory_n_rows (trajectory), before;
  double span = wb_run_item_t_end (run) - wb_run_item_t_start (run), reached;
  gint64 now = g_get_monotonic_time ();

  if (run != self->run)
    begin (self, run);
  if (!self->usable || n_rows < 2 || now - self->last < EVERY_US)
    return FALSE;
  self->last = now;
  before = self->n;
  ode = model_system_ode (self->system);
  reached = sim_trajectory_row (trajectory, n_rows - 1)[0];
  stretches = wb_run_item_stretches (run);
  for (int i = 0; i < POINTS_A_CALL && self->n < MOST_POINTS && self->next_t <= reached; i++)
    {
      const double *row = sim_trajectory_row (trajectory, sim_trajectory_find (trajectory, self->next_t));

      self->t[self->n] = self->next_t;
      while (at + 1 < stretches->len && g_array_index (stretches, WbStretch, at + 1).t <= self->next_t)
        at++;
      self->h[self->n] = take_stretch (self, &g_array_index (stretches, WbStretch, at)) ? limit_at (self, ode, row[0], row + 1) : NAN;
      self->n++;
      self->next_t += span / (MOST_POINTS - 1);
    }
  return self->n != before;
}

gboolean
wb_stability_is_behind (const WbStability *self, WbRunItem *run)
{
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  gsize n_rows = sim_trajectory_n_rows (trajectory);

  return run == self->run && self->usable && n_rows >= 2 && self->n < MOST_POINTS
         && self->next_t <= sim_trajectory_row (trajectory, n_rows - 1)[0];
}
