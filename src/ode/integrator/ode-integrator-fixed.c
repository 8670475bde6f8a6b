/* Makes fixed steps. Steps end at the grid points grid_t0 + k h, which have one rounding
 * error for every k; repeated addition of h would accumulate an error of up to k/2 ulp. If an
 * event or the end time shortens a step, a new grid begins there. A step that fails
 * (because of Newton's method or an undefined model) is halved until it
 * succeeds; the rest of the grid step follows in parts whose size doubles from
 * part to part.
 *
 * Near a singularity of the numerical solution the parts become smaller and
 * smaller, and the run fails at the minimum step. A larger step might pass the
 * singularity, but its result would have no relation to the equations.
 *
 * Fixed steps are used in convergence studies, which measure the error at a
 * given h, and by methods that support nothing else. Times on the grid are the
 * product of an integer and h, so that runs with h and h/2 have exactly the
 * same times. */
#include "ode-integrator-loop.h"

#include <float.h>
#include <math.h>

/* Returns the norm of the last error estimate divided by the tolerance, or NaN
 * if there is none. With fixed steps the error is only recorded. */
static double
error_of_attempt (OdeIntegrator *integrator)
{
  const OdeTry *attempt = &integrator->attempt;

  if (!integrator->error_known)
    return NAN;
  return integrator->norm.func (&integrator->norm, integrator->error, attempt->x0, attempt->x1);
}

/* Chooses the size to try after a step of size h inside a subdivided grid step.
 * A size that succeeded is used once more and then doubled. If larger
 * steps fail, every second step costs one more attempt; if larger steps
 * succeed again, the size h is reached after a few steps. */
static void
adapt_part (OdeIntegrator *integrator, double h, bool failed, bool whole_part)
{
  if (failed)
    integrator->h_part = h;
  else if (integrator->h_part > 0 && whole_part)
    integrator->h_part = 2 * h < integrator->h_fixed ? 2 * h : 0;
}

/* Takes one step of size h that ends at t1, or a smaller one if the grid step is
 * subdivided. If subdivide_fixed is set, h is halved after a failed attempt. If
 * the step ends before t1, *arrived is false. */
static OdeStatus
take (OdeIntegrator *integrator, double h, double t1, OdeClamp clamp, bool *arrived)
{
  const OdeSettings *settings = &integrator->settings;
  const double h_work = ode_integrator_working_minimum (integrator), part = integrator->h_part;
  const double *f;
  bool failed = false;
  OdeStatus status;

  *arrived = true;
  /* If the rest exceeds the part only by rounding errors, make one step for the whole rest. */
  if (part > 0 && settings->subdivide_fixed && part < h * (1 - 1e-9))
    {
      h = part;
      *arrived = false;
    }
  for (;;)
    {
      if (ode_integrator_stop_asked (integrator))
        return ode_integrator_fail_message (integrator, ODE_STOPPED, "stopped at t = %.17g", integrator->t);
      if (ode_integrator_limit_reached (integrator))
        return ode_integrator_fail (integrator, ODE_FAIL_STEP_LIMIT, h);
      /* A whole step always changes t, unless t1 equals t. A halved step may be
       * too small to change t. */
      if (t1 == integrator->t || (!*arrived && integrator->t + h == integrator->t))
        return ode_integrator_fail (integrator, ODE_FAIL_NO_PROGRESS, h);
      status = ode_integrator_attempt (integrator, h, ODE_RHS_STAGES);
      if (status == ODE_DONE)
        break;
      ode_integrator_count_failure (integrator, status, status > 0 && settings->subdivide_fixed ? 0.5 * h : 0, ODE_CLAMP_FIXED);
      if (status < 0)
        return status == ODE_STOPPED
                 ? ode_integrator_fail_message (integrator, status, "stopped at t = %.17g", integrator->t)
                 : ode_integrator_fail (integrator, status, h);
      /* If the model is undefined at the start of the step, no smaller step
       * succeeds. */
      if (status == ODE_RETRY_UNDEFINED && !integrator->f_known && ode_integrator_dxdt (integrator, &f) != ODE_DONE)
        return ode_integrator_fail (integrator, ODE_FAIL_UNDEFINED, h);
      if (!settings->subdivide_fixed)
        return ode_integrator_fail (integrator, status == ODE_RETRY_UNDEFINED ? ODE_FAIL_UNDEFINED : ODE_FAIL_FIXED_STEP, h);
      h *= 0.5;
      /* If throw_on_min_step is false, the step is halved until t + h equals t. */
      if (h < h_work && settings->throw_on_min_step)
        return ode_integrator_fail (integrator, status == ODE_RETRY_UNDEFINED ? ODE_FAIL_UNDEFINED : ODE_FAIL_MIN_STEP, h);
      *arrived = false;
      failed = true;
    }
  adapt_part (integrator, h, failed, h >= part * (1 - 1e-9));
  if (integrator->attempt_func != NULL)
    ode_integrator_record (integrator, ODE_ATTEMPT_ACCEPTED, ODE_DONE, error_of_attempt (integrator), integrator->h_fixed,
                           integrator->h_fixed, clamp);
  ode_integrator_advance (integrator, *arrived ? t1 : ode_integrator_end_of (integrator, h));
  return ODE_DONE;
}

/* Takes one step to the next grid point, to t_stop if that comes first, or the
 * rest of a subdivided grid step. */
OdeStatus
ode_integrator_step_on_grid (OdeIntegrator *integrator, double t_stop, OdeStopKind stop)
{
  const OdeSettings *settings = &integrator->settings;
  double h = integrator->h_fixed, grid = integrator->grid_t0 + (double) (integrator->grid_k + 1) * h, target = grid;
  double ulp = DBL_EPSILON * fmax (fabs (grid), fabs (t_stop));
  /* A step to an event may be lengthened in every profile, a step to the end
   * time in all profiles except drake (see allowed_step). */
  double slack = stop != ODE_STOP_END || settings->stretch < 1.001 ? (settings->stretch - 1) * h : 0;
  bool same = fabs (grid - t_stop) <= 4 * ulp; /* t_stop is the grid point, up to the rounding errors of both */
  bool cut = false, arrived;
  OdeStatus status;

  if (same)
    target = t_stop;
  else if (grid + slack >= t_stop)
    {
      target = t_stop;
      cut = true;
    }

  integrator->grid_t0_previous = integrator->grid_t0;
  integrator->grid_k_previous = integrator->grid_k;
  integrator->on_grid_previous = integrator->on_grid;
  integrator->h_part_previous = integrator->h_part;
  /* A whole grid step has the size h itself, not the difference of two
   * rounded times: with equal h, implicit methods reuse their factorization. */
  integrator->t_rest_next = integrator->on_grid && !cut ? integrator->t_rest : 0; /* a whole step does not change
                                                                                   * the distance from the grid */
  status = take (integrator, integrator->on_grid && !cut ? h : target - integrator->t - integrator->t_rest, target,
                 cut ? ode_integrator_clamp_of (stop) : ODE_CLAMP_FIXED, &arrived);
  if (status != ODE_DONE)
    return status;
  if (!arrived)
    {
      integrator->on_grid = false; /* the rest of this grid step follows */
      return ODE_DONE;
    }
  integrator->on_grid = true;
  if (cut)
    {
      integrator->grid_t0 = target;
      integrator->grid_k = 0;
    }
  else
    integrator->grid_k++;
  return ODE_DONE;
}

/* Takes one step of the given size, without a grid, subdivision or an end time.
 * Lessons and tests use it to make a single step of a method. */
OdeStatus
ode_integrator_step_fixed (OdeIntegrator *integrator, double h)
{
  OdeStatus status;

  if (!integrator->initialized)
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "the integrator is not initialized");
  if (integrator->adaptive)
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "single fixed steps require that error control is off");
  if (!(h >= 0))
    return ode_integrator_fail_message (integrator, ODE_FAIL_SETTING, "cannot step backward by %g", -h);
  if (h == 0)
    return ODE_DONE;
  integrator->can_undo = false;
  if (integrator->accuracy_pending)
    ode_integrator_clamp_accuracy (integrator);
  integrator->grid_t0_previous = integrator->grid_t0;
  integrator->grid_k_previous = integrator->grid_k;
  integrator->on_grid_previous = integrator->on_grid;
  integrator->h_part_previous = integrator->h_part;
  if (integrator->n_states == 0)
    {
      integrator->t_previous = integrator->t;
      integrator->t += h;
      integrator->statistics.steps_attempted++;
      integrator->statistics.steps_taken++;
      return ODE_DONE;
    }

  status = ode_integrator_attempt (integrator, h, ODE_RHS_STAGES);
  if (status != ODE_DONE)
    {
      ode_integrator_count_failure (integrator, status, 0, ODE_CLAMP_FIXED);
      return ode_integrator_fail_message (integrator, status, "the step of size %g at t = %.17g failed: %s", h,
                                        integrator->t, ode_message_translate (integrator->settings.translate, ode_status_text (status)));
    }
  if (integrator->attempt_func != NULL)
    ode_integrator_record (integrator, ODE_ATTEMPT_ACCEPTED, ODE_DONE, error_of_attempt (integrator), h, integrator->h_fixed,
                           ODE_CLAMP_FIXED);
  ode_integrator_advance (integrator, ode_integrator_end_of (integrator, h));
  integrator->grid_t0 = integrator->t;
  integrator->grid_k = 0;
  integrator->on_grid = true;
  return ODE_DONE;
}
