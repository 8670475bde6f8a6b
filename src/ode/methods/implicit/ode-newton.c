/* Convergence tests of the simplified Newton method.
 *
 * The test of Hairer and Wanner (Solving ODEs II, 2nd ed. 1996, IV.8, equations 8.10
 * and 8.11): a simplified Newton iteration converges linearly. With updates δ_k and the
 * contraction rate θ_k = ‖δ_k‖/‖δ_{k−1}‖ the error after update k is at most
 *
 *   ‖z_{k+1} − z*‖ ≤ θ/(1 − θ) ‖δ_k‖ = η ‖δ_k‖.
 *
 * The iteration stops when η ‖δ_k‖ ≤ κ in units of the error tolerance, κ = min
 * (0.03, √rtol), so that it adds little to the error of the step. It diverges
 * when θ ≥ 0.99, or when the error predicted after all remaining iterations, η
 * θ^(limit−1−k) ‖δ_k‖, still exceeds κ. θ is the geometric mean of the last two
 * rates, since single rates alternate when eigenvalues of the iteration are
 * complex.
 *
 * The first iteration of a step uses η of the previous step, raised to the power
 * 0.8 (RADAU5): if the Jacobian is still accurate, one update is then enough. A
 * restart discards this η.
 *
 * With fixed steps there is no error tolerance: the iteration then continues to
 * rounding level (`tight`).
 *
 * With fixed steps that must not be subdivided, the full Newton method (`full`) has
 * no test for divergence but a limit of iterations. Its updates may grow for many
 * iterations and converge in the end: in the stages of stiff problems with a quadratic
 * term the first iterates halve the fast components, as in Newton's method for a
 * square root from a large guess, while the slow components follow them away from
 * the solution and back.
 *
 * Drake's test (drake/systems/analysis/implicit_integrator.cc, CheckNewtonConvergence) first
 * checks whether the update is at rounding level, allows ten iterations, uses single
 * rates from the third iteration on, and has κ = 0.05. */
#include "ode-newton.h"

#include "ode-sizes.h"

#include <math.h>

#define EPSILON 2.220446049250313e-16
/* κ of Drake's convergence test: the iteration has converged if η times the norm of the update is below it. */
#define DRAKE_KAPPA 0.05
/* Limit of iterations of the full Newton method with fixed steps that must not be
 * subdivided. An iterate that is halved from 1 to 1e-15 takes 50; Robertson's
 * problem with steps of 1e-4 to 1e11 from its start takes at most 45. */
#define FULL_LIMIT 100

void
ode_newton_init (OdeNewton *newton, OdeStepper *stepper, double *inverse_scale)
{
  newton->stepper = stepper;
  newton->inverse_scale = inverse_scale;
  ode_newton_restart (newton);
}

/* η = 1 assumes nothing about the contraction: a first update must then be below κ itself. */
void
ode_newton_restart (OdeNewton *newton)
{
  ode_newton_set_eta (newton, 1.0);
  newton->theta = 0.0;
}

/* Computes FACCON = max (FACCON, UROUND)^0.8 of RADAU5, if η is still that of the step before. The power moves η towards 1, so that the rate of an
 * earlier step has less weight. */
double
ode_newton_eta (const OdeNewton *newton)
{
  return newton->eta_is_old ? pow (fmax (newton->eta, EPSILON), 0.8) : newton->eta;
}

void
ode_newton_set_eta (OdeNewton *newton, double eta)
{
  newton->eta = eta;
  newton->eta_is_old = false;
}

/* Computes the weights of the norm, which are one over the tolerance of each component at x0 or, without error control, one over its
 * rounding error, and the bounds at which the iteration ends. `loosening` multiplies the tolerance, as Radau methods need (ode-radau.c). */
void
ode_newton_scale (OdeNewton *newton, const double *x0, double loosening)
{
  const OdeStepper *stepper = newton->stepper;
  const OdeSettings *settings = &stepper->settings;
  const int n = stepper->system->n_states;
  const bool tolerances = !isnan (settings->relative_tolerance) || !isnan (settings->absolute_tolerance)
                          || settings->absolute_per_state != NULL;
  const double rtol = ode_stepper_relative_tolerance (stepper);
  const double atol = !isnan (settings->absolute_tolerance) ? settings->absolute_tolerance : rtol;

  newton->drake = settings->drake_implicit;
  newton->tight = !settings->error_control && !newton->drake;
  newton->full = settings->full_newton;
  if (newton->tight)
    {
      /* The scale of a component is 4 ε times its size plus ε times the size of the largest component,
       * which is the rounding error of a sum of stage slopes. */
      double largest = 0.0;

      for (int i = 0; i < n; i++)
        largest = fabs (x0[i]) > largest ? fabs (x0[i]) : largest;
      largest = largest > 0.0 ? largest : 1.0;
      for (int i = 0; i < n; i++)
        newton->inverse_scale[i] = 1.0 / (4.0 * EPSILON * fabs (x0[i]) + EPSILON * largest);
      newton->tolerance = 0.1; /* x1 is a sum of stages with coefficients up to ten */
      newton->limit = 50; /* a rate θ of 0.5 reduces an update of size 1 to 1e-15 in 50 iterations */
      if (newton->full && !settings->subdivide_fixed)
        newton->limit = FULL_LIMIT;
      return;
    }
  /* κ = min (0.03, √rtol), but at least 10 ε/rtol, which is ten rounding errors in
   * units of the tolerance. The limit is seven iterations. These are FNEWT and NIT of
   * RADAU5. */
  newton->tolerance = fmax (10.0 * EPSILON / (rtol * loosening), fmin (0.03, sqrt (rtol * loosening)));
  newton->limit = newton->drake ? 10 : 7;
  if (tolerances)
    for (int i = 0; i < n; i++)
      {
        const double own = settings->absolute_per_state != NULL && !isnan (settings->absolute_per_state[i])
                             ? settings->absolute_per_state[i] : atol;

        newton->inverse_scale[i] = 1.0 / (loosening * (own + rtol * fabs (x0[i])));
      }
  else if (settings->weighting == ODE_WEIGHTING_SIZE && stepper->sizes != NULL)
    {
      /* The smallest size of a state is at least 1000 ε/accuracy of the values from which it is computed (ode-sizes.c). With a part of 0.01 of
       * its tolerance the iteration stays above ten of their rounding errors. */
      const double margin = fmax (1.0, 0.01 / newton->tolerance);

      for (int i = 0; i < n; i++)
        {
          const double size = stepper->sizes[i] > ODE_SIZES_NOTHING ? margin * stepper->sizes[i] : 1.0;

          newton->inverse_scale[i] = 1.0 / (loosening * stepper->accuracy * fmax (size, fabs (x0[i])));
        }
    }
  else
    for (int i = 0; i < n; i++)
      {
        const double weight = settings->weights != NULL && !isnan (settings->weights[i]) ? settings->weights[i] : 1.0;
        const double size = fabs (x0[i]);
        double inverse = weight;

        if (settings->weighting != ODE_WEIGHTING_ABSOLUTE && size * weight > 1.0)
          inverse = 1.0 / size;
        newton->inverse_scale[i] = inverse / (loosening * stepper->accuracy);
      }
}

/* Allowed only where a step must not be made shorter: elsewhere a shorter step is cheaper than a
 * Jacobian in each iteration. */
bool
ode_newton_become_full (OdeNewton *newton)
{
  if (!newton->tight || newton->stepper->settings.subdivide_fixed)
    return false;
  ode_newton_restart (newton);
  newton->full = true;
  newton->limit = FULL_LIMIT;
  return true;
}

void
ode_newton_begin (OdeNewton *newton)
{
  newton->iterations = 0;
  newton->norm = 0.0;
  newton->rate = 0.0;
  newton->eta = ode_newton_eta (newton); /* if the solve before ended without an update */
  newton->eta_is_old = true;
  if (newton->drake || newton->stepper->trace != NULL)
    ode_newton_set_eta (newton, ode_newton_eta (newton));
}

/* Computes the root mean square of the update in units of the scale, over all stages (Hairer and
 * Wanner, Solving ODEs II, 2nd ed. 1996, section IV.8). */
double
ode_newton_norm (const OdeNewton *newton, int n_vectors, const double *update)
{
  const int n = newton->stepper->system->n_states;
  const double *restrict inverse = newton->inverse_scale;
  double sum[4] = { 0 };

  /* Four partial sums are independent of each other, whereas each addition to a
   * single sum would have to wait for the previous addition. */
  for (int k = 0; k < n_vectors; k++)
    {
      const double *restrict u = update + (ptrdiff_t) k * n;
      int i = 0;

      for (; i + 3 < n; i += 4)
        for (int j = 0; j < 4; j++)
          sum[j] += (u[i + j] * inverse[i + j]) * (u[i + j] * inverse[i + j]);
      for (; i < n; i++)
        sum[i & 3] += (u[i] * inverse[i]) * (u[i] * inverse[i]);
    }
  return n > 0 ? sqrt (((sum[0] + sum[1]) + (sum[2] + sum[3])) / ((double) n * n_vectors)) : 0.0;
}

/* Returns x^n for a small n ≥ 0. */
static double
power (double x, int n)
{
  double product = 1.0;

  for (; n > 0; n--)
    product *= x;
  return product;
}

/* Returns whether η of the step before is certainly too large for an end after the first update, which needs no power: η^0.8 lies between η and 1.
 * The margin is larger than the rounding errors. */
static inline bool
is_far (const OdeNewton *newton, double norm)
{
  return newton->eta_is_old && fmin (fmax (newton->eta, EPSILON), 1.0) * norm > 1.000001 * newton->tolerance;
}

/* Applies the rules of Hairer and Wanner to an update with this norm. The formulas are at the top
 * of this file; k is the number of this update, and the first one has no rate. */
static OdeNewtonVerdict
judge (OdeNewton *newton, double norm)
{
  const int k = ++newton->iterations;

  newton->stepper->statistics->newton_iterations++;
  if (!isfinite (norm))
    return ODE_NEWTON_UNDEFINED;
  if (ode_stepper_stop_asked (newton->stepper))
    return ODE_NEWTON_STOPPED;
  if (k > 1)
    {
      const double rate = newton->norm > 0.0 ? norm / newton->norm : 0.0;
      const double theta = k == 2 ? rate : sqrt (rate * newton->rate);

      newton->rate = rate;
      /* At rounding level the updates no longer decrease, which counts as
       * convergence. 1e3 units of the tight scale are a relative size of about 1e-12. */
      if (newton->tight && rate > 0.5 && norm < 1e3)
        return ODE_NEWTON_CONVERGED;
      newton->theta = theta;
      if (theta >= 0.99 && newton->limit != FULL_LIMIT)
        return ODE_NEWTON_DIVERGED;
      ode_newton_set_eta (newton, theta < 0.99 ? theta / (1.0 - theta) : INFINITY);
      /* The error predicted after the remaining iterations is compared with κ. */
      if (!newton->tight && newton->eta * norm * power (theta, newton->limit - 1 - k) > newton->tolerance)
        return ODE_NEWTON_DIVERGED;
    }
  newton->norm = norm;
  if (k == 1 && !newton->tight && is_far (newton, norm))
    return k >= newton->limit ? ODE_NEWTON_DIVERGED : ODE_NEWTON_CONTINUE;
  ode_newton_set_eta (newton, ode_newton_eta (newton));
  if (newton->tight ? (k > 1 && newton->eta * norm <= newton->tolerance) || norm == 0.0 : newton->eta * norm <= newton->tolerance)
    return ODE_NEWTON_CONVERGED;
  return k >= newton->limit ? ODE_NEWTON_DIVERGED : ODE_NEWTON_CONTINUE;
}

/* The bound is absolute for states below 1, as in Drake. */
bool
ode_newton_is_update_zero (int n, const double *x, const double *dx)
{
  for (int i = 0; i < n; i++)
    if (!(fabs (dx[i]) <= 10.0 * EPSILON * fmax (1.0, fabs (x[i]))))
      return false;
  return true;
}

/* Differs from the rules of Hairer and Wanner: η is used from the third iteration on, the first two
 * updates decide nothing but zero, and a rate above 1 ends the iteration. */
static OdeNewtonVerdict
judge_drake (OdeNewton *newton, int n, const double *x, const double *dx, double norm)
{
  const int k = ++newton->iterations;
  double theta;

  newton->stepper->statistics->newton_iterations++;
  if (!isfinite (norm))
    return ODE_NEWTON_UNDEFINED;
  if (ode_stepper_stop_asked (newton->stepper))
    return ODE_NEWTON_STOPPED;
  if (ode_newton_is_update_zero (n, x, dx))
    return ODE_NEWTON_CONVERGED;
  if (k > 1)
    newton->theta = norm / newton->norm;
  if (k > 2)
    {
      theta = newton->theta;
      if (theta > 1.0)
        return ODE_NEWTON_DIVERGED;
      newton->eta = theta / (1.0 - theta);
      if (newton->eta * norm < DRAKE_KAPPA)
        return ODE_NEWTON_CONVERGED;
    }
  newton->norm = norm;
  return k >= 10 ? ODE_NEWTON_DIVERGED : ODE_NEWTON_CONTINUE;
}

/* Largest number of further iterations after the limit, if the iteration is
 * continued for a listener. */
#define MOST_BEYOND 14

/* Continues an iteration that was abandoned, if the listener requested this to
 * show how the iteration would continue. The attempt still fails at the end. The
 * convergence tests store the norm of an update only if the iteration continues,
 * so the norm is stored here. */
static OdeNewtonVerdict
go_beyond (OdeNewton *newton, double norm, OdeNewtonVerdict verdict)
{
  OdeTrace *trace = newton->stepper->trace;

  if (trace->iteration != trace->continued || verdict == ODE_NEWTON_UNDEFINED || verdict == ODE_NEWTON_STOPPED)
    return verdict;
  if (verdict == ODE_NEWTON_DIVERGED && newton->iterations < newton->limit + MOST_BEYOND)
    {
      trace->beyond = true;
      newton->norm = norm;
      return ODE_NEWTON_CONTINUE;
    }
  return trace->beyond && verdict == ODE_NEWTON_CONVERGED ? ODE_NEWTON_DIVERGED : verdict;
}

/* Stores the data of an iteration for the trace, if there is one, and returns
 * the verdict. */
static OdeNewtonVerdict
report (OdeNewton *newton, double norm, OdeNewtonVerdict verdict)
{
  const OdeStepper *stepper = newton->stepper;

  /* The stepper reports the iteration to the trace when its vectors are updated.
   * In Drake's test η is valid from the third iteration on. Both tests keep an
   * older η if θ is close to 1 or larger. */
  if (stepper->trace == NULL)
    return verdict;
  if (newton->iterations == 1)
    {
      stepper->trace->iteration++;
      stepper->trace->beyond = false;
    }
  stepper->trace->iterate = (OdeTraceEvent) {
    .index = newton->iterations,
    .norm = norm,
    .theta = newton->iterations > 1 ? newton->theta : 0.0,
    .left = (newton->drake && newton->iterations < 3) || (newton->iterations > 1 && newton->theta >= 0.99) ? NAN : newton->eta * norm,
    .target = newton->drake ? DRAKE_KAPPA : newton->tolerance,
    .limit = newton->limit,
    .last = verdict != ODE_NEWTON_CONTINUE,
    .converged = verdict == ODE_NEWTON_CONVERGED,
    .beyond = stepper->trace->beyond,
  };
  return go_beyond (newton, norm, verdict);
}

OdeNewtonVerdict
ode_newton_judge (OdeNewton *newton, double norm)
{
  return report (newton, norm, judge (newton, norm));
}

OdeNewtonVerdict
ode_newton_judge_drake (OdeNewton *newton, int n, const double *x, const double *dx, double norm)
{
  return report (newton, norm, judge_drake (newton, n, x, dx, norm));
}

OdeStatus
ode_newton_status (OdeNewtonVerdict verdict)
{
  switch (verdict)
    {
    case ODE_NEWTON_CONVERGED:
      return ODE_DONE;
    case ODE_NEWTON_UNDEFINED:
      return ODE_RETRY_UNDEFINED;
    case ODE_NEWTON_STOPPED:
      return ODE_STOPPED;
    default:
      return ODE_RETRY_NEWTON;
    }
}
