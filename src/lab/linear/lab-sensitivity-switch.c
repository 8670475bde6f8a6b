/* The modes of the augmented system: on which side of each jump of the right-hand side the motion is. A mode is the
 * value of a jumping operation, such as sign (u), between two of its jumps. With all modes fixed, the right-hand side
 * is smooth, and its one-sided derivatives at a jump are those with the modes of that side (Filippov, Differential
 * Equations with Discontinuous Righthand Sides, 1988, §4). */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-sensitivity-private.h"

/* A point is at a jump if the argument is within this multiple of its rounding error of it. Events are located to about 100 rounding errors
 * of a witness (ROUNDING in sim-witness.c), and steps have errors of about 1e-11 of the states. */
#define NEAR 1e5
/* A sum of derivatives is 0 if it is smaller than this fraction of its terms: the terms have relative errors of up to about 1e-7. */
#define CANCELLED 1e-6

/* Returns dg_k/dt = ∂g/∂t + Σ ∂g/∂x_i f_i. */
double
lab_sensitivity_rate (const LabAugmented *a, const ModelDerivative *g, int k, const double *f)
{
  double rate = g->by_t[k];

  for (int i = 0; i < a->n; i++)
    if (g->by_x[k * a->n + i] != 0)
      rate += g->by_x[k * a->n + i] * f[i];
  return rate;
}

/* Returns ∂g/∂p + Σ ∂g/∂x_i dx_i + Σ ∂g/∂z_j dz_j + ∂g/∂t τ for row k and column c. Terms whose factor is 0 are left
 * out, because the other factor may be infinite. */
double
lab_sensitivity_total (const LabAugmented *a, const ModelDerivative *g, int k, int c, const double *dx, const double *dz, const double *tau)
{
  double sum = c < a->n_parameters ? g->by_p[k * a->n_parameters + c] : 0;

  for (int i = 0; i < a->n; i++)
    if (g->by_x[k * a->n + i] != 0)
      sum += g->by_x[k * a->n + i] * dx[c * a->n + i];
  for (int i = 0; i < a->n_discrete; i++)
    if (g->by_z[k * a->n_discrete + i] != 0)
      sum += g->by_z[k * a->n_discrete + i] * dz[c * a->n_discrete + i];
  return tau != NULL && g->by_t[k] != 0 ? sum + g->by_t[k] * tau[c] : sum;
}

/* Returns whether the total derivative is not zero within its errors: it is compared with the sum of the magnitudes
 * of its terms, of which those of the states also contain S, from which dx was computed with cancellation. */
gboolean
lab_sensitivity_moves (const LabAugmented *a, const ModelDerivative *g, int k, int c, const double *dx, const double *dz, const double *tau)
{
  double size = c < a->n_parameters ? fabs (g->by_p[k * a->n_parameters + c]) : 0;

  for (int i = 0; i < a->n; i++)
    size += fabs (g->by_x[k * a->n + i]) * (fabs (dx[c * a->n + i]) + fabs (a->S[c * a->n + i]));
  for (int i = 0; i < a->n_discrete; i++)
    size += fabs (g->by_z[k * a->n_discrete + i] * dz[c * a->n_discrete + i]);
  if (tau != NULL)
    size += fabs (g->by_t[k] * tau[c]);
  return fabs (lab_sensitivity_total (a, g, k, c, dx, dz, tau)) > CANCELLED * size;
}

/* Returns the rounding error of g_k: ε (|∂g/∂t| t + Σ |∂g/∂x_i| x_i + Σ |∂g/∂z_j z_j|), where a time or a state
 * counts at least as large as the span of the run or its largest value, since it was computed from values of that
 * size. */
double
lab_sensitivity_rounding (const LabAugmented *a, const ModelDerivative *g, int k, double t)
{
  double sum = fabs (g->by_t[k]) * fmax (fabs (t), a->span);

  for (int i = 0; i < a->n; i++)
    sum += fabs (g->by_x[k * a->n + i]) * fmax (fabs (a->x[i]), a->size[i]);
  for (int i = 0; i < a->n_discrete; i++)
    sum += fabs (g->by_z[k * a->n_discrete + i] * a->z[i]);
  return DBL_EPSILON * fmax (sum, fabs (g->value[k]));
}

/* Sets the modes from the arguments at the point; only from them if rounding is NULL. rounding[k] is the distance from a jump within which
 * side[k] decides; if side[k] is −1, the value at the point does, or the mode is kept if `keep` is true. Arguments contain the modes of
 * inner operations, which come first, so that the loop ends after at most n_modes passes. */
static void
evaluate_modes (LabAugmented *a, double t, const double *rounding, gboolean keep)
{
  for (int pass = 0; pass <= a->n_modes; pass++)
    {
      gboolean changed = FALSE;

      model_derivatives_arguments (a->derivatives, a->model, t, a->x, a->arguments);
      for (int k = 0; k < a->n_modes; k++)
        {
          ExprJumpKind kind = model_derivatives_mode_kind (a->derivatives, k);
          double u = a->arguments[k], value = expr_jump_value (kind, u);
          gboolean is_near = rounding != NULL && fabs (expr_jump_distance (kind, u)) <= rounding[k];

          if (isnan (u) || (is_near && a->side[k] < 0 && keep))
            continue;
          if (is_near && a->side[k] >= 0)
            value = expr_jump_beside (kind, u, a->side[k]);
          changed |= value != a->modes[k];
          a->modes[k] = value;
        }
      if (!changed)
        return;
      model_derivatives_set_modes (a->derivatives, a->modes);
    }
}

/* Returns the distances from jumps within which the point is at a jump. Free the array with g_free. */
static double *
near_jumps (LabAugmented *a, double t)
{
  const ModelDerivative *u = model_derivatives_switches (a->derivatives, a->model, t, a->x);
  double *rounding = g_new (double, a->n_modes + 1);

  for (int k = 0; k < a->n_modes; k++)
    rounding[k] = NEAR * lab_sensitivity_rounding (a, u, k, t);
  return rounding;
}

/* Compares the slopes with the modes below and above the jump. A kink, such as that of abs, has the same slopes on
 * both sides. */
gboolean
lab_sensitivity_side_matters (LabAugmented *a, double t, int k)
{
  g_autofree double *rounding = near_jumps (a, t), *modes = g_memdup2 (a->modes, sizeof (double) * (gsize)a->n_modes);
  g_autofree double *f = g_new0 (double, 2 * a->n + 1);
  int side = a->side[k];
  gboolean differs = FALSE;

  if (model_derivatives_mode_kind (a->derivatives, k) == EXPR_JUMP_KINK)
    return FALSE;
  for (int above = 0; above < 2; above++)
    {
      a->side[k] = above;
      evaluate_modes (a, t, rounding, TRUE);
      lab_sensitivity_slope (a, t, f + above * a->n);
      memcpy (a->modes, modes, sizeof (double) * (gsize)a->n_modes);
      model_derivatives_set_modes (a->derivatives, a->modes);
    }
  a->side[k] = side;
  for (int i = 0; i < a->n; i++)
    differs |= f[i] != f[a->n + i];
  return differs;
}

/* Refuses the columns that move the point across jump k. */
static void
refuse_moved (LabAugmented *a, int k, double t, const double *dx, const double *dz, const double *tau)
{
  const ModelDerivative *u;

  if (!lab_sensitivity_side_matters (a, t, k))
    return;
  u = model_derivatives_switches (a->derivatives, a->model, t, a->x);
  for (int c = 0; c < a->m; c++)
    if (lab_sensitivity_moves (a, u, k, c, dx, dz, tau))
      lab_sensitivity_refuse (
          a, c,
          g_strdup_printf (_ ("at t = %g the state is exactly on the switch in %s"), t, model_derivatives_mode_place (a->derivatives, k)));
}

/* Computes the right-hand side at (t, x) with the modes of that point. */
static void
live_slope (LabAugmented *a, double t, double *f)
{
  evaluate_modes (a, t, NULL, FALSE);
  lab_sensitivity_slope (a, t, f);
}

gboolean
lab_sensitivity_live_slope (LabAugmented *a, double t, const ModelDerivative **f)
{
  g_autofree double *modes = NULL;

  if (a->n_modes == 0)
    return FALSE;
  modes = g_memdup2 (a->modes, sizeof (double) * (gsize)a->n_modes);
  evaluate_modes (a, t, NULL, FALSE);
  *f = model_derivatives_flow (a->derivatives, a->model, t, a->x);
  memcpy (a->modes, modes, sizeof (double) * (gsize)a->n_modes);
  model_derivatives_set_modes (a->derivatives, a->modes);
  return TRUE;
}

/* A motion that starts on a jump at rest shows its side after this fraction of the time span. */
#define PROBE 1e-6

/* Computes the arguments after a short step of the classical Runge–Kutta method with the modes of each point into after[n_modes]. */
static void
probe (LabAugmented *a, double t, double *after)
{
  int n = a->n;
  g_autofree double *x = g_memdup2 (a->x, sizeof (double) * (gsize)(n + 1)), *f = g_new (double, n + 1), *sum = g_new0 (double, n + 1);
  g_autofree double *modes = g_memdup2 (a->modes, sizeof (double) * (gsize)a->n_modes);
  double h = PROBE * a->span;

  for (int stage = 0; stage < 4; stage++)
    {
      double part = stage == 0 ? 0 : stage < 3 ? h / 2 : h;

      for (int i = 0; i < n; i++)
        a->x[i] = x[i] + (stage > 0 ? part * f[i] : 0);
      live_slope (a, t + part, f);
      for (int i = 0; i < n; i++)
        sum[i] += (stage == 0 || stage == 3 ? 1 : 2) * f[i];
    }
  for (int i = 0; i < n; i++)
    a->x[i] = x[i] + h / 6 * sum[i];
  evaluate_modes (a, t + h, NULL, FALSE);
  memcpy (after, a->arguments, sizeof (double) * (gsize)a->n_modes);
  memcpy (a->x, x, sizeof (double) * (gsize)n);
  memcpy (a->modes, modes, sizeof (double) * (gsize)a->n_modes);
  model_derivatives_set_modes (a->derivatives, a->modes);
}

/* Determines for each switch of the model on which side of its jump the motion goes on, after an event or at the start. Where the argument of
 * the switch is at the jump and no crossing tells the side, the sign of its rate decides; if the rate is 0, the sign of its change in a
 * short step (probe). The motion stays on the switch if the rate on the new side leads back to the jump: then both sides push to
 * the surface (Filippov's sliding motion), for which these variational equations do not hold. */
gboolean
lab_sensitivity_settle (LabAugmented *a, double t, const double *dx, const double *dz, const double *tau, char **message)
{
  g_autofree double *rounding = NULL, *after = NULL;
  const ModelDerivative *u;

  if (a->n_modes == 0)
    return TRUE;
  rounding = near_jumps (a, t);
  evaluate_modes (a, t, rounding, FALSE);
  lab_sensitivity_slope (a, t, a->f_plus);
  for (int k = 0; k < a->n_modes; k++)
    {
      ExprJumpKind kind = model_derivatives_mode_kind (a->derivatives, k);
      double rate;

      if (!(fabs (expr_jump_distance (kind, a->arguments[k])) <= rounding[k]))
        continue;
      u = model_derivatives_switches (a->derivatives, a->model, t, a->x);
      rate = lab_sensitivity_rate (a, u, k, a->f_plus);
      if (a->side[k] < 0)
        {
          refuse_moved (a, k, t, dx, dz, tau);
          if (fabs (rate) * a->span <= rounding[k])
            {
              if (after == NULL)
                probe (a, t, after = g_new (double, a->n_modes));
              rate = expr_jump_distance (kind, after[k]);
            }
          if (!(fabs (rate) > 0))
            continue;
          a->side[k] = rate > 0;
          evaluate_modes (a, t, rounding, FALSE);
          lab_sensitivity_slope (a, t, a->f_plus);
          rate = lab_sensitivity_rate (a, model_derivatives_switches (a->derivatives, a->model, t, a->x), k, a->f_plus);
        }
      if (kind != EXPR_JUMP_KINK && (a->side[k] ? -rate : rate) * a->span > rounding[k])
        {
          *message = g_strdup_printf (_ ("from t = %g on the motion stays on the switch in %s"), t,
                                      model_derivatives_mode_place (a->derivatives, k));
          return FALSE;
        }
    }
  return TRUE;
}
