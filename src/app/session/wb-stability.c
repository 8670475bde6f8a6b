#include "wb-stability.h"

#include <math.h>
#include <string.h>

#include "ode-eigen.h"
#include "plot-stability.h"

/* A dense Jacobian and its eigenvalues cost 10 n³ operations: for more states
 * the curve would delay the window. */
#define MOST_STATES 12
#define MOST_POINTS 600
/* Samples per call: about a millisecond for two states. */
#define POINTS_A_CALL 60
/* Radii of the region along rays in the left half plane, between angles π/2 and
 * π; other angles are interpolated. */
#define N_ANGLES 61
#define EVERY_US (150 * 1000)

struct WbStability
{
  WbRunItem *run; /* borrowed, compared only */
  ModelSystem *system; /* separate instance: the run's is used for drawing on the painter's thread */
  const OdeMethod *method;
  double radii[N_ANGLES];
  double most;             /* largest allowed step; beyond it stability limits nothing */
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
  g_clear_pointer (&self->system, model_system_free);
  g_free (self->t);
  g_free (self->h);
  g_free (self);
}

void
wb_stability_forget (WbStability *self)
{
  self->run = NULL;
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

static void
begin (WbStability *self, WbRunItem *run)
{
  const OdeMethod *method = sim_config_method (wb_run_item_config (run));
  const OdeSystem *ode = model_system_ode (wb_run_item_system (run));

  self->run = run;
  self->n = 0;
  self->last = 0;
  self->next_t = wb_run_item_t_start (run);
  self->most = sim_config_get_number (wb_run_item_config (run), "max_step");
  self->usable = method->tableau != NULL && !(method->traits & ODE_TRAIT_IMPLICIT) && ode->n_states >= 1
                 && ode->n_states <= MOST_STATES && ode->mass == NULL;
  g_clear_pointer (&self->system, model_system_free);
  if (self->usable)
    self->system = wb_values_instance (wb_run_item_values (run), wb_run_item_model (run), wb_run_item_config (run), NULL);
  self->usable = self->system != NULL;
  if (!self->usable || self->method == method)
    return;
  self->method = method;
  for (int i = 0; i < N_ANGLES; i++)
    self->radii[i] = plot_stability_radius (method->tableau, G_PI / 2 + i * (G_PI / 2) / (N_ANGLES - 1));
}

/* Differences and rounding move eigenvalues of an undamped oscillation off the
 * imaginary axis by up to this fraction of their size. */
#define ON_AXIS 1e-6
/* They limit the step only of methods whose region contains more than this of
 * the imaginary axis; with other methods any oscillation grows, whatever the
 * step. */
#define LEAST_AXIS 0.1

/* Returns how far h λ may go along the ray of λ, which is in the left half
 * plane or close to its border. */
static double
radius_at (const WbStability *self, double re, double im)
{
  double place = (atan2 (fabs (im), re) - G_PI / 2) / (G_PI / 2) * (N_ANGLES - 1);
  int i = (int) CLAMP (floor (place), 0, N_ANGLES - 2);

  return self->radii[i] + (place - i) * (self->radii[i + 1] - self->radii[i]);
}

/* Computes J (column-major) from the model's derivatives, else by central
 * differences with increments ε^(1/3) times the size of the state, which
 * balances truncation and rounding. */
static gboolean
dense_jacobian (const OdeSystem *ode, double t, const double *x, double *a)
{
  int n = ode->n_states;
  double moved[MOST_STATES], up[MOST_STATES], down[MOST_STATES];

  memset (a, 0, sizeof (double) * n * n);
  if (ode->jacobian != NULL)
    {
      double values[MOST_STATES * MOST_STATES];
      const OdePattern *pattern = ode->jacobian_pattern;

      if (ode->jacobian (ode->self, t, x, pattern != NULL ? values : a) != ODE_DONE)
        return FALSE;
      for (int j = 0; pattern != NULL && j < n; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
          a[j * n + pattern->row[k]] = values[k];
      return TRUE;
    }
  memcpy (moved, x, sizeof (double) * n);
  for (int j = 0; j < n; j++)
    {
      double size = 6e-6 * MAX (fabs (x[j]), 1);

      moved[j] = x[j] + size;
      if (ode->rhs (ode->self, t, moved, up) != ODE_DONE)
        return FALSE;
      moved[j] = x[j] - size;
      if (ode->rhs (ode->self, t, moved, down) != ODE_DONE)
        return FALSE;
      moved[j] = x[j];
      for (int i = 0; i < n; i++)
        a[j * n + i] = (up[i] - down[i]) / (2 * size);
    }
  return TRUE;
}

/* Returns min r(arg λ)/|λ| over the eigenvalues that do not grow; NaN where
 * there are none. */
static double
limit_at (const WbStability *self, const OdeSystem *ode, double t, const double *x)
{
  double a[MOST_STATES * MOST_STATES], values[2 * MOST_STATES], limit = INFINITY;
  g_autofree double *work = g_new (double, ode_eigen_work_size (ode->n_states));

  if (!dense_jacobian (ode, t, x, a) || !ode_eigen_values (ode->n_states, a, values, work))
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
  for (int i = 0; i < POINTS_A_CALL && self->n < MOST_POINTS && self->next_t <= reached; i++)
    {
      const double *row = sim_trajectory_row (trajectory, sim_trajectory_find (trajectory, self->next_t));

      self->t[self->n] = self->next_t;
      self->h[self->n] = limit_at (self, ode, row[0], row + 1);
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
