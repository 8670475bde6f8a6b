/* Advances the continuous state. If there are continuous states, the
 * integrator takes steps; otherwise the time jumps to the end of each step. Estimates the largest |λ| of the Jacobian from the stages of the steps. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "sim-loop-private.h"
#include "sim-timing.h"

/* Appends the last step to the caller's dense output, if there is one. A repeated step replaces the original step. */
static void
keep_dense (SimSimulator *simulator)
{
  if (simulator->dense != NULL && !simulator->dense_failed)
    simulator->dense_failed = !ode_dense_output_append_step (simulator->dense, simulator->integrator);
}

OdeStatus
sim_motion_step (SimSimulator *simulator, double t_stop, OdeStopKind stop)
{
  if (simulator->integrator != NULL)
    {
      OdeStatus status = ode_integrator_step (simulator->integrator, t_stop, stop);
      if (status == ODE_DONE && simulator->resolves)
        status = sim_resolve_step (simulator);
      if (status == ODE_DONE)
        keep_dense (simulator);
      return status;
    }
  if (atomic_load_explicit (&simulator->stop, memory_order_relaxed))
    return ODE_STOPPED;
  simulator->t_previous = simulator->t;
  simulator->t = t_stop;
  return ODE_DONE;
}

static OdeStatus
retake (SimSimulator *simulator, double h, OdeStatus (*by) (OdeIntegrator *integrator, double h))
{
  if (simulator->integrator != NULL)
    {
      OdeStatus status = by (simulator->integrator, h);
      if (status == ODE_DONE)
        keep_dense (simulator);
      return status;
    }
  simulator->t = simulator->t_previous + h;
  return ODE_DONE;
}

OdeStatus
sim_motion_retake (SimSimulator *simulator, double h)
{
  return retake (simulator, h, ode_integrator_retake_by);
}

OdeStatus
sim_motion_retake_to_switch (SimSimulator *simulator, double h)
{
  return retake (simulator, h, ode_integrator_retake_to_switch);
}

OdeStatus
sim_motion_interpolate (SimSimulator *simulator, double t, double *x)
{
  return simulator->integrator != NULL ? ode_integrator_interpolate (simulator->integrator, t, x) : ODE_DONE;
}

OdeStatus
sim_motion_interpolate_after (SimSimulator *simulator, double s, double *x)
{
  return simulator->integrator != NULL ? ode_integrator_interpolate_after (simulator->integrator, s, x) : ODE_DONE;
}

double
sim_motion_time_after (const SimSimulator *simulator, double s)
{
  return simulator->integrator != NULL ? ode_integrator_time_after (simulator->integrator, s) : simulator->t_previous + s;
}

double
sim_motion_size (const SimSimulator *simulator)
{
  return simulator->integrator != NULL ? ode_integrator_last_step (simulator->integrator) : simulator->t - simulator->t_previous;
}

/* ---- stiffness ---- */

/* Detects stiffness by the method of Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.2, "Automatic stiffness
 * detection".
 *
 * Two stages i and j at the same time, c_i = c_j, evaluate f at
 *
 *   Y_i − Y_j = h Σ_l (a_il − a_jl) k_l,
 *
 * and their slopes differ by k_i − k_j ≈ J (Y_i − Y_j), J = ∂f/∂x. Each stage multiplies by h J, so the difference of two late stages
 * points mostly along the eigenvector of the largest |λ| of J, and
 *
 *   ρ = ‖k_i − k_j‖₂ / ‖Y_i − Y_j‖₂
 *
 * approximates this |λ| without a further evaluation. The codes dopri5.f and dop853.f do this with their two stages at c = 1.
 * Stability limits the step if h·ρ is near the length of the method's stability interval (sim-limit.c). */

/* The number of steps between two estimates of the largest |λ|, which changes
 * slowly. An estimate costs as much as the linear combination for one stage, so that
 * one estimate in 8 steps increases the cost by a few per cent. */
#define STIFFNESS_EVERY 8

/* Finds the last pair of stages with the same c. Stage 0 is excluded, because its argument x0 has not been multiplied by J. */
static bool
find_pair (const OdeTableau *tableau, int n_stages, int *first, int *second)
{
  for (int i = n_stages - 1; i > 1; i--)
    for (int j = i - 1; j > 0; j--)
      if (tableau->c[i] == tableau->c[j])
        {
          *first = i;
          *second = j;
          return true;
        }
  return false;
}

/* Estimates the largest |λ| of the Jacobian from the slopes[n_stages × n_states] of a step of size h. Returns 0 if the method has no two stages at
 * the same time, or if their slopes cannot be compared. */
static double
stiffness_radius (const OdeTableau *tableau, const double *slopes, int n_stages, int n_states, double h)
{
  int first, second, width = tableau->n_stages;
  double slope = 0, distance = 0;

  if (n_stages > width || !find_pair (tableau, n_stages, &first, &second))
    return 0;
  for (int s = 0; s < n_states; s++)
    {
      double sum = 0, difference = slopes[first * n_states + s] - slopes[second * n_states + s];

      for (int l = 0; l < first; l++)
        sum += (tableau->A[first * width + l] - tableau->A[second * width + l]) * slopes[l * n_states + s];
      slope += difference * difference;
      distance += h * sum * h * sum;
    }
  /* If the slopes are equal, ρ = 0. FLT_MIN is returned instead, because 0 means "not measured", and FLT_MIN is also nonzero in the single
   * precision of the tape. */
  return distance > 0 && isfinite (slope) ? fmax (sqrt (slope / distance), FLT_MIN) : 0;
}

void
sim_motion_note_stiffness (SimSimulator *simulator)
{
  if (simulator->tape == NULL || simulator->integrator == NULL || simulator->method->tableau == NULL
      || (simulator->method->traits & ODE_TRAIT_IMPLICIT) != 0 || --simulator->n_until_radius > 0)
    return;
  int n_stages;
  const double *slopes = ode_integrator_stages (simulator->integrator, &n_stages);
  simulator->n_until_radius = STIFFNESS_EVERY;
  simulator->radius = slopes == NULL ? 0
                                     : stiffness_radius (simulator->method->tableau, slopes, n_stages, simulator->system->ode->n_states,
                                                             sim_t (simulator) - sim_t_previous (simulator));
}

void
sim_motion_save (SimSimulator *simulator)
{
  if (simulator->integrator == NULL)
    {
      simulator->t_previous = simulator->t;
      return;
    }
  gsize size = ode_integrator_snapshot_size (simulator->integrator);
  if (size > simulator->anchor_size)
    {
      g_free (simulator->anchor);
      simulator->anchor = g_malloc (size);
      simulator->anchor_size = size;
    }
  ode_integrator_save (simulator->integrator, simulator->anchor);
}

void
sim_motion_restore (SimSimulator *simulator)
{
  if (simulator->integrator != NULL)
    ode_integrator_restore (simulator->integrator, simulator->anchor);
  else
    simulator->t = simulator->t_previous;
}

OdeStatus
sim_motion_jump (SimSimulator *simulator, const double *x)
{
  if (simulator->integrator == NULL)
    return ODE_DONE;
  return ode_integrator_jump (simulator->integrator, ode_integrator_t (simulator->integrator), x, false);
}

static gboolean
has_algebraic (const SimSimulator *simulator)
{
  const OdeSystem *ode = simulator->system->ode;
  for (int i = 0; ode->kinds != NULL && i < ode->n_states; i++)
    if (ode->kinds[i] == ODE_ALGEBRAIC)
      return TRUE;
  return FALSE;
}

gboolean
sim_motion_restart (SimSimulator *simulator)
{
  if (simulator->integrator == NULL)
    return FALSE;
  if (!has_algebraic (simulator))
    {
      ode_integrator_invalidate (simulator->integrator);
      return FALSE;
    }
  gsize bytes = sizeof (double) * (gsize)simulator->system->ode->n_states;
  memcpy (simulator->x_scratch, sim_x (simulator), bytes);
  return sim_motion_jump (simulator, simulator->x_scratch) == ODE_DONE && memcmp (simulator->x_scratch, sim_x (simulator), bytes) != 0;
}

/* The ulp is that of the end with the larger |t|, because a step may end at t = 0. */
double
sim_motion_least_size (const SimSimulator *simulator)
{
  return 4 * sim_ulp (fmax (fabs (sim_t_previous (simulator)), fabs (sim_t (simulator))));
}

double
sim_motion_next_step (const SimSimulator *simulator)
{
  return simulator->integrator != NULL ? ode_integrator_next_step (simulator->integrator) : INFINITY;
}

double
sim_motion_working_minimum (const SimSimulator *simulator)
{
  if (simulator->integrator != NULL)
    return ode_integrator_working_minimum (simulator->integrator);
  double t = fabs (simulator->t);
  return simulator->profile == SIM_PROFILE_DRAKE ? fmax (1e-14, 1e-14 * t) : 16 * sim_ulp (t);
}

/* If tolerances are set, the error test uses them instead of the accuracy
 * (ode-norm.c). If only one tolerance is set, the other has the same value. */
double
sim_motion_accuracy_in_use (const SimSimulator *simulator)
{
  const OdeSettings *settings = &simulator->settings;
  double relative = settings->relative_tolerance, absolute = settings->absolute_tolerance;
  if (simulator->integrator == NULL)
    return settings->accuracy;
  if (isnan (relative) && isnan (absolute))
    return ode_integrator_accuracy_in_use (simulator->integrator);
  return isnan (relative) || (relative == 0 && absolute > 0) ? absolute : relative;
}

double
sim_motion_accuracy (const SimSimulator *simulator)
{
  double accuracy = simulator->integrator != NULL ? ode_integrator_accuracy_in_use (simulator->integrator)
                                                  : simulator->settings.accuracy;
  accuracy = fmin (accuracy, sim_motion_accuracy_in_use (simulator));
  return isfinite (accuracy) && accuracy > 0 ? accuracy : 1e-4;
}

const char *
sim_motion_message (const SimSimulator *simulator)
{
  return simulator->integrator != NULL ? ode_integrator_message (simulator->integrator) : "";
}
