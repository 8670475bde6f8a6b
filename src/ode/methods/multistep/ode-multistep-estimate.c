/* Computes error estimates of the multistep formulas from the stored
 * points, without evaluations of the right-hand side. HNW I stands for Hairer,
 * Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993.
 *
 * For Adams methods the estimate is the difference to the formula of the next higher order,
 *
 *   h γ_k ∇^k f_n,             γ = 1, 1/2, 5/12, 3/8, 251/720, 95/288
 *   h γ*_{k+1} ∇^{k+1} f_{n+1},  γ* = 1, −1/2, −1/12, −1/24, −19/720, −3/160
 *
 * for Bashforth and Moulton (HNW I, III.1, equations 1.5 and 1.9). At equal
 * steps this is what Milne's device gives for a predictor and a corrector: both
 * errors are multiples of the same derivative, and the difference of the
 * formulas determines it.
 *
 * For BDF the estimate is the difference to the formula of the next higher order on the same points,
 * ∇^{k+1} x/(k + 1) (III.1, equation 1.22'), divided by the coefficient of the
 * new point, Σ_{j≤k} 1/j, which converts a residual of the formula to an error
 * of x1.
 *
 * For leapfrog and the explicit two-step method the estimate is the first term of the Taylor series
 * of the error; the derivative in this term comes from divided differences of the slopes.
 *
 * All these estimates equal the local error up to a relative error of O(h). The
 * estimates of explicit formulas use only points up to the current one, so that the slope
 * at the new point is not needed. The program shows the estimates, but does not
 * control the step size by them, because the formulas need equal steps. */
#include "ode-multistep-private.h"

#include <math.h>

void
ode_multistep_place (const OdeMultistep *self, double t, double h, int count, double *s)
{
  for (int j = 0; j < count; j++)
    {
      s[j] = (self->t[j] - t) / h;
      if (fabs (s[j] - rint (s[j])) < 1e-9)
        s[j] = rint (s[j]);
    }
}

/* Computes error = h Σ (w'_j − w_j) f_j over `count` slopes at the points s,
 * where w' integrates polynomials through all slopes and w through all but the
 * last. Since both formulas are exact for degree count − 2, the result is a
 * multiple of the divided difference of all count slopes. */
static void
adams_difference (int n, double h, int count, const double *s, const double *const *f, double *error)
{
  double more[ODE_MULTISTEP_SLOTS + 2], less[ODE_MULTISTEP_SLOTS + 2];

  ode_multistep_integrate (count, s, more);
  ode_multistep_integrate (count - 1, s, less);
  less[count - 1] = 0.0;
  for (int i = 0; i < n; i++)
    {
      double sum = 0.0;

      for (int j = 0; j < count; j++)
        sum += (more[j] - less[j]) * f[j][i];
      error[i] = h * sum;
    }
}

/* Compares Adams–Bashforth of order k with order k + 1. This needs k stored slopes
 * besides f0, one more than the step itself. */
static void
estimate_bashforth (const OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps;
  const double *f[ODE_MULTISTEP_SLOTS + 1];
  double s[ODE_MULTISTEP_SLOTS + 1];

  s[0] = 0.0;
  ode_multistep_place (self, step->t, step->h, k, s + 1);
  f[0] = step->f0;
  for (int j = 0; j < k; j++)
    f[j + 1] = self->f[j];
  adams_difference (self->n, step->h, k + 1, s, f, step->error);
}

/* Compares Adams–Moulton of order k + 1 with order k + 2. This needs k stored slopes
 * besides f0 and the new slope. */
static void
estimate_moulton (const OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps;
  const double *f[ODE_MULTISTEP_SLOTS + 2];
  double s[ODE_MULTISTEP_SLOTS + 2], w[ODE_MULTISTEP_SLOTS + 1];

  s[0] = 1.0;
  s[1] = 0.0;
  ode_multistep_place (self, step->t, step->h, k, s + 2);
  /* The new slope follows from the solved equation Z = R + h w_0 f(x1), not
   * from f at x1: an error δ of Newton's method in Z changes the slope by δ/(h
   * w_0), and not by J δ (as in ode-dirk.c). */
  ode_multistep_integrate (k + 1, s, w);
  for (int i = 0; i < self->n; i++)
    self->f_end[i] = (self->Z[i] - self->R[i]) / (step->h * w[0]);
  f[0] = self->f_end;
  f[1] = step->f0;
  for (int j = 0; j < k; j++)
    f[j + 2] = self->f[j];
  adams_difference (self->n, step->h, k + 2, s, f, step->error);
}

/* Compares BDF of order k with order k + 1, on differences x_j − x0: the
 * weights of a differentiation formula add up to zero, and with the
 * differences x_j − x0 fewer digits are lost by cancellation. */
static void
estimate_bdf (const OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps;
  double s[ODE_MULTISTEP_SLOTS + 2], more[ODE_MULTISTEP_SLOTS + 2], less[ODE_MULTISTEP_SLOTS + 2];

  s[0] = 1.0;
  s[1] = 0.0;
  ode_multistep_place (self, step->t, step->h, k, s + 2);
  ode_multistep_differentiate (k + 2, s, more);
  ode_multistep_differentiate (k + 1, s, less);
  less[k + 1] = 0.0;
  for (int i = 0; i < self->n; i++)
    {
      double sum = (more[0] - less[0]) * (step->x1[i] - step->x0[i]);

      for (int j = 2; j < k + 2; j++)
        sum += (more[j] - less[j]) * (self->x[j - 2][i] - step->x0[i]);
      step->error[i] = -sum / less[0];
    }
}

/* Computes factor times the divided difference f[s_0 … s_{count−1}] of the
 * newest `count` slopes, at points s_j in units of h: Σ_j f_j/Π_{l≠j} (s_j − s_l),
 * which is f^{(count−1)} h^{count−1}/(count − 1)! + O(h^count). */
static void
slope_difference (const OdeMultistep *self, OdeTry *step, int count, const double *s, double factor)
{
  double weight[ODE_MULTISTEP_SLOTS];

  for (int j = 0; j < count; j++)
    {
      weight[j] = factor;
      for (int l = 0; l < count; l++)
        weight[j] /= l != j ? s[j] - s[l] : 1.0;
    }
  for (int i = 0; i < self->n; i++)
    {
      double sum = weight[0] * step->f0[i];

      for (int j = 1; j < count; j++)
        sum += weight[j] * self->f[j - 1][i];
      step->error[i] = sum;
    }
}

/* Computes the estimates of the two formulas that demonstrate instability.
 * If H = h/r is the size of the previous step, expansion about t gives
 *
 *   leapfrog  x(t + h) − x1 = (h³ + r² H³)/6 x''',  x''' ≈ 2 f[0, 1, 2]/h²
 *   cubic     x(t + h) − x1 = h² (h + H)²/24 x'''', x'''' ≈ 6 f[0, 1, 2, 3]/h³
 *
 * The second one is the error of cubic Hermite interpolation at −H and 0, evaluated
 * at h. In terms of s_1 = −1/r the factors of the divided differences are h (1
 * − s_1)/3 and h (1 − s_1)²/4. */
static void
estimate_lesson (const OdeMultistep *self, OdeTry *step, bool leapfrog)
{
  const int count = leapfrog ? 3 : 4;
  double s[4] = { 0.0 };

  ode_multistep_place (self, step->t, step->h, count - 1, s + 1);
  slope_difference (self, step, count, s,
                    leapfrog ? step->h * (1.0 - s[1]) / 3.0 : step->h * (1.0 - s[1]) * (1.0 - s[1]) / 4.0);
}

/* The formula of the next higher order needs one point more than the step. There is
 * no estimate until that point is stored. */
bool
ode_multistep_estimate (const OdeMultistep *self, OdeTry *step)
{
  const OdeMultistepKind kind = self->data->kind;

  if (self->count < (kind == ODE_MULTISTEP_HERMITE ? 3 : self->data->n_steps))
    return false;
  switch (kind)
    {
    case ODE_MULTISTEP_ADAMS_BASHFORTH:
      estimate_bashforth (self, step);
      return true;
    case ODE_MULTISTEP_ADAMS_MOULTON:
      estimate_moulton (self, step);
      return true;
    case ODE_MULTISTEP_BDF:
      estimate_bdf (self, step);
      return true;
    default:
      estimate_lesson (self, step, kind == ODE_MULTISTEP_LEAPFROG);
      return true;
    }
}
