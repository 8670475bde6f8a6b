/* What the steps of multistep formulas cost in accuracy, from points that are there anyway: no right-hand side is evaluated for it.
 *
 * Adams methods: the difference to the formula of one order more, h γ_k ∇^k f (Hairer, Nørsett and Wanner, Solving ODEs I, 2nd ed. 1993,
 * III.1 (1.5) and (1.9)), which at equal steps is what Milne's device makes of predictor and corrector. BDF: what the formula of one order
 * more would say of the same points, ∇^{k+1} x/(k + 1) (III.1 (1.22')), over the coefficient of the new point. The two that teach: the first
 * term of their Taylor series, its derivative from differences of the slopes.
 *
 * All agree with the local error but for one more power of h; those of explicit formulas look at the points up to the present one alone.
 * They are for the eye: a history of equal steps cannot follow a controller. */
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

/* error = h Σ (w'_j − w_j) f_j over count slopes at s, where w integrates all of them but the last. */
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

static void
estimate_moulton (const OdeMultistep *self, OdeTry *step)
{
  const int k = self->data->n_steps;
  const double *f[ODE_MULTISTEP_SLOTS + 2];
  double s[ODE_MULTISTEP_SLOTS + 2], w[ODE_MULTISTEP_SLOTS + 1];

  s[0] = 1.0;
  s[1] = 0.0;
  ode_multistep_place (self, step->t, step->h, k, s + 2);
  /* Z = R + h w_0 f(x1): the new slope as the corrector has it */
  ode_multistep_integrate (k + 1, s, w);
  for (int i = 0; i < self->n; i++)
    self->f_end[i] = (self->Z[i] - self->R[i]) / (step->h * w[0]);
  f[0] = self->f_end;
  f[1] = step->f0;
  for (int j = 0; j < k; j++)
    f[j + 2] = self->f[j];
  adams_difference (self->n, step->h, k + 2, s, f, step->error);
}

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

/* factor times the divided difference of the newest count slopes, places in units of h. */
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

/* Leapfrog: (h³ + r² H³)/6 x''' with H = h/r the step before, and x''' = 2 f[0, 1, 2]/h². The cubic: h² (h + H)²/24 x'''', and
 * x'''' = 6 f[0, 1, 2, 3]/h³. */
static void
estimate_lesson (const OdeMultistep *self, OdeTry *step, bool leapfrog)
{
  const int count = leapfrog ? 3 : 4;
  double s[4] = { 0.0 };

  ode_multistep_place (self, step->t, step->h, count - 1, s + 1);
  slope_difference (self, step, count, s,
                    leapfrog ? step->h * (1.0 - s[1]) / 3.0 : step->h * (1.0 - s[1]) * (1.0 - s[1]) / 4.0);
}

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
