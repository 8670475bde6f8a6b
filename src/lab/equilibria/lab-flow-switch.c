/* At a time τ at which the argument u (t, x) of a jumping operation crosses a jump, the slope changes from f⁻ to f⁺. The columns V of the
 * variational equations then change by
 *
 *   V⁺ = V⁻ + (f⁻ − f⁺) τ_V,   τ_V = −u_x V⁻/(u_x f⁻ + u_t)
 *
 * (Müller, Chaos Solitons Fractals 5 (1995) 1671), a map with the determinant (u_x f⁺ + u_t)/(u_x f⁻ + u_t). Backward in time f⁻ is the
 * slope on the later side, which the orbit leaves, and the same formulas hold. */
#include "lab-flow-switch.h"

#include <math.h>
#include <string.h>

#include "model-derivatives.h"

/* Halvings of a step to find a crossing: to rounding. */
#define HALVINGS 60
/* A difference of slopes below this fraction of them is a rounding error: the operation has a kink there. */
#define SAME 1e-10

struct LabFlowSwitch
{
  const ModelSystem *system;
  int n; /* number of states */
  ModelDerivatives *derivatives;
  int n_modes;
  double *modes, *arguments, *before, *after, *x;
  int crossed; /* the jump that was found */
};

gboolean
lab_flow_switch_new (const LabProblem *problem, const ModelSystem *system, LabFlowSwitch **switches, GError **error)
{
  ModelDerivatives *derivatives;
  LabFlowSwitch *self;
  int n_modes;

  *switches = NULL;
  if (!model_derivatives_has_jumps (problem->model, &problem->instance))
    return TRUE;
  derivatives = model_derivatives_new_hybrid (problem->model, &problem->instance, NULL, 0, error);
  if (derivatives == NULL)
    return FALSE;
  n_modes = model_derivatives_n_modes (derivatives);
  if (n_modes == 0)
    {
      model_derivatives_free (derivatives);
      return TRUE;
    }
  self = *switches = g_new0 (LabFlowSwitch, 1);
  self->system = system;
  self->n = model_system_n_states (system);
  self->derivatives = derivatives;
  self->n_modes = n_modes;
  self->modes = g_new0 (double, n_modes);
  self->arguments = g_new0 (double, n_modes);
  self->before = g_new0 (double, self->n);
  self->after = g_new0 (double, self->n);
  self->x = g_new0 (double, self->n);
  return TRUE;
}

void
lab_flow_switch_free (LabFlowSwitch *self)
{
  if (self == NULL)
    return;
  model_derivatives_free (self->derivatives);
  g_free (self->modes);
  g_free (self->arguments);
  g_free (self->before);
  g_free (self->after);
  g_free (self->x);
  g_free (self);
}

/* Sets modes[n_modes] to the values at (t, x); that of operation `kept` stays, unless it is −1. */
static void
evaluate (LabFlowSwitch *self, double t, const double *x, int kept, double *modes)
{
  for (int pass = 0; pass <= self->n_modes; pass++)
    {
      gboolean changed = FALSE;

      model_derivatives_set_modes (self->derivatives, modes);
      model_derivatives_arguments (self->derivatives, self->system, t, x, self->arguments);
      for (int k = 0; k < self->n_modes; k++)
        {
          double value = expr_jump_value (model_derivatives_mode_kind (self->derivatives, k), self->arguments[k]);

          if (k == kept || isnan (self->arguments[k]) || value == modes[k])
            continue;
          modes[k] = value;
          changed = TRUE;
        }
      if (!changed)
        return;
    }
}

void
lab_flow_switch_start (LabFlowSwitch *self, double t, const double *x)
{
  evaluate (self, t, x, -1, self->modes);
}

/* Returns whether operation k has the value of the start of the step at (t, x). */
static gboolean
is_before (LabFlowSwitch *self, int k, double t, const double *x)
{
  model_derivatives_set_modes (self->derivatives, self->modes);
  model_derivatives_arguments (self->derivatives, self->system, t, x, self->arguments);
  return !(expr_jump_value (model_derivatives_mode_kind (self->derivatives, k), self->arguments[k]) != self->modes[k]);
}

/* Computes the slopes on both sides of the jump `crossed` at (t, x). Returns whether they differ. */
static gboolean
slopes (LabFlowSwitch *self, double t, const double *x, const double *modes_after)
{
  int n = self->n;
  double size = 0, apart = 0;

  model_derivatives_set_modes (self->derivatives, self->modes);
  memcpy (self->before, model_derivatives_flow (self->derivatives, self->system, t, x)->value, sizeof (double) * (gsize)n);
  model_derivatives_set_modes (self->derivatives, modes_after);
  memcpy (self->after, model_derivatives_flow (self->derivatives, self->system, t, x)->value, sizeof (double) * (gsize)n);
  for (int i = 0; i < n; i++)
    {
      size = fmax (size, fmax (fabs (self->before[i]), fabs (self->after[i])));
      apart = fmax (apart, fabs (self->after[i] - self->before[i]));
    }
  return apart > SAME * size;
}

/* Sets after[n_modes] to the modes beyond the crossing of operation k at (t, x), with its value at the end of the step. */
static void
modes_beyond (LabFlowSwitch *self, int k, double value, double t, const double *x, double *after)
{
  memcpy (after, self->modes, sizeof (double) * (gsize)self->n_modes);
  after[k] = value;
  evaluate (self, t, x, k, after);
}

gboolean
lab_flow_switch_find (
    LabFlowSwitch *self, double t, double sign, double s0, double s1, const double *x, LabFlowAt at, gpointer user, double *s)
{
  g_autofree double *end = g_memdup2 (self->modes, sizeof (double) * (gsize)self->n_modes), *beyond = g_new (double, self->n_modes);
  double first = INFINITY;

  evaluate (self, t + sign * s1, x, -1, end);
  for (int k = 0; k < self->n_modes; k++)
    {
      double low = s0, high = s1;

      if (end[k] == self->modes[k] || is_before (self, k, t + sign * s1, x))
        continue;
      for (int h = 0; h < HALVINGS; h++)
        {
          double middle = low + (high - low) / 2;

          at (user, middle, self->x);
          if (is_before (self, k, t + sign * middle, self->x))
            low = middle;
          else
            high = middle;
        }
      at (user, high, self->x);
      modes_beyond (self, k, end[k], t + sign * high, self->x, beyond);
      if (high < first && slopes (self, t + sign * high, self->x, beyond))
        {
          first = high;
          self->crossed = k;
        }
    }
  if (first < INFINITY)
    {
      *s = first;
      return TRUE;
    }
  memcpy (self->modes, end, sizeof (double) * (gsize)self->n_modes);
  return FALSE;
}

gboolean
lab_flow_switch_jump (LabFlowSwitch *self, double t, const double *x, int n_vectors, double *V, double *log_volume)
{
  int n = self->n, k = self->crossed;
  g_autofree double *after = g_new (double, self->n_modes);
  const ModelDerivative *u;
  double rate, later;

  model_derivatives_set_modes (self->derivatives, self->modes);
  model_derivatives_arguments (self->derivatives, self->system, t, x, self->arguments);
  modes_beyond (self, k, expr_jump_value (model_derivatives_mode_kind (self->derivatives, k), self->arguments[k]), t, x, after);
  slopes (self, t, x, after);
  model_derivatives_set_modes (self->derivatives, self->modes);
  u = model_derivatives_switches (self->derivatives, self->system, t, x);
  rate = later = u->by_t[k];
  for (int i = 0; i < n; i++)
    {
      rate += u->by_x[k * n + i] * self->before[i];
      later += u->by_x[k * n + i] * self->after[i];
    }
  memcpy (self->modes, after, sizeof (double) * (gsize)self->n_modes);
  if (!(rate * later > 0))
    return FALSE;
  for (int c = 0; c < n_vectors; c++)
    {
      double tau = 0;

      for (int i = 0; i < n; i++)
        tau -= u->by_x[k * n + i] * V[c * n + i];
      tau /= rate;
      for (int i = 0; i < n; i++)
        V[c * n + i] += (self->before[i] - self->after[i]) * tau;
    }
  *log_volume += log (later / rate);
  return TRUE;
}

const char *
lab_flow_switch_place (const LabFlowSwitch *self)
{
  return model_derivatives_mode_place (self->derivatives, self->crossed);
}
