/* The jump of sensitivities at an event.
 *
 * An event happens at the time τ (p) and maps x⁻ and z⁻ to x⁺ = R (τ, x⁻, z⁻, p) and z⁺ = Q (τ, x⁻, z⁻, p). The solution before it has S⁻ =
 * ∂x/∂p at a fixed time; z is constant between events, so that its derivative Z⁻ is the same at the event's time. Along with the event's
 * time, with f⁻ = f (τ, x⁻, z⁻, p) and f⁺ = f (τ, x⁺, z⁺, p),
 *
 *   dx⁻ = S⁻ + f⁻ τ_p
 *   dx⁺ = R_x dx⁻ + R_z Z⁻ + R_t τ_p + R_p        dz⁺ = Q_x dx⁻ + Q_z Z⁻ + Q_t τ_p + Q_p
 *   S⁺  = dx⁺ − f⁺ τ_p                            Z⁺  = dz⁺
 *
 * (Rozenvasser, Automat. Remote Control 28 (1967) 400; Galán, Feehery and Barton, Appl. Numer. Math. 31 (1999) 17, equations 13 to 16;
 * Hiskens and Pai, IEEE Trans. Circuits Syst. I 47 (2000) 204, equations 28 to 35). The time of the event is
 *
 *   crossing of g        τ_p = −(g_x S⁻ + g_z Z⁻ + g_p)/(g_x f⁻ + g_t)
 *   time a (p)           τ_p = a_p
 *   time o (p) + k T (p) τ_p = o_p + k T_p
 *   start, t₀ (p)        τ_p = t₀_p
 *
 * A switch in the right-hand side is an event with x⁺ = x⁻ and z⁺ = z⁻ at the zero of its argument, so that S⁺ = S⁻ + (f⁻ − f⁺) τ_p. If
 * several events happen at the same time, R and Q are composed as in sim-dispatch.c: all `set` read x⁻ and z⁻, then all `update` read what
 * they wrote. Their joint map is differentiable if they have the same τ_p. Otherwise a change of p separates them in an order that depends
 * on its sign, and the derivative by p is refused. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "lab-sensitivity-private.h"

/* Two derivatives are the same if they agree to this relative difference; those of crossings have errors of up to about 1e-8. */
#define SAME 1e-6
/* A point is at a corner or a zero if it is within this multiple of its rounding error of it. Steps have errors of about 1e-11 of the
 * states. */
#define CORNER 1e5

void
lab_sensitivity_refuse (LabAugmented *a, int column, char *reason)
{
  for (int c = column < 0 ? 0 : column; c < (column < 0 ? a->m : column + 1); c++)
    {
      if (a->refused[c] == NULL)
        a->refused[c] = g_strdup (reason);
      memset (a->S + c * a->n, 0, sizeof (double) * (gsize)a->n);
      memset (a->Z + c * a->n_discrete, 0, sizeof (double) * (gsize)a->n_discrete);
    }
  g_free (reason);
}

static const char *
event_name (const LabAugmented *a, int event)
{
  return a->base->events[event].name;
}

/* Returns whether an event changes states. */
static gboolean
updates (const LabAugmented *a, int event)
{
  return (a->base->events[event].actions & (SIM_ACTION_UNRESTRICTED | SIM_ACTION_DISCRETE)) != 0;
}

/* Computes the derivatives of x at the time of the event into dx0, and those of z into dz0. */
static void
follow_time (LabAugmented *a)
{
  for (int c = 0; c < a->m; c++)
    for (int i = 0; i < a->n; i++)
      a->dx0[c * a->n + i] = a->S[c * a->n + i] + (a->tau[c] != 0 ? a->f_minus[i] * a->tau[c] : 0);
  memcpy (a->dz0, a->Z, sizeof (double) * (gsize)(a->n_discrete * a->m));
}

/* ---- maps ---- */

static const char *
kind_name (ExprJumpKind kind)
{
  static const char *const names[] = {
    [EXPR_JUMP_SIGN] = "sign", [EXPR_JUMP_STEP] = "step",   [EXPR_JUMP_FLOOR] = "floor",
    [EXPR_JUMP_CEIL] = "ceil", [EXPR_JUMP_ROUND] = "round",
  };

  return kind < G_N_ELEMENTS (names) ? names[kind] : NULL;
}

/* Comparisons and kinks are differentiated on their side; a point within rounding of the corner is refused. Functions such as floor have
 * the derivative 0 nearly everywhere, which says nothing of a change of finite size: they are refused wherever their argument changes. */
static void
check_corners (
    LabAugmented *a, int event, ModelMapKind kind, double t, const double *x, const double *dx, const double *dz, const double *tau)
{
  const ExprJumpKind *kinds;
  int n_while;
  const ModelDerivative *u = model_derivatives_corners (a->derivatives, a->model, event, kind, t, x, &kinds, &n_while);

  for (int k = 0; u != NULL && k < u->n; k++)
    {
      gboolean near = fabs (expr_jump_distance (kinds[k], u->value[k])) <= CORNER * lab_sensitivity_rounding (a, u, k, t);
      const char *jumps = kind_name (kinds[k]);

      for (int c = 0; c < a->m; c++)
        {
          if ((!near && (jumps == NULL || k < n_while)) || a->refused[c] != NULL || !lab_sensitivity_moves (a, u, k, c, dx, dz, tau))
            continue;
          if (k < n_while)
            lab_sensitivity_refuse (
                a, c,
                g_strdup_printf (_ ("the condition 'while' of the event '%s' changes at the event, t = %g"), event_name (a, event), t));
          else if (jumps != NULL)
            lab_sensitivity_refuse (a, c,
                                    g_strdup_printf (_ ("the event '%s' applies '%s' to a quantity that depends on '%s'"),
                                                     event_name (a, event), jumps, a->owned_names[a->n * (1 + a->m) + c]));
          else
            lab_sensitivity_refuse (
                a, c, g_strdup_printf (_ ("an assignment of the event '%s' has a corner at the event, t = %g"), event_name (a, event), t));
        }
    }
}

void
lab_sensitivity_check_unarmed (LabAugmented *a, int event, double t)
{
  const ExprJumpKind *kinds;
  int n_while;
  const ModelDerivative *u = model_derivatives_corners (a->derivatives, a->model, event, MODEL_MAP_SET, t, a->x, &kinds, &n_while);
  gboolean any = FALSE;

  for (int k = 0; k < n_while; k++)
    any |= fabs (expr_jump_distance (kinds[k], u->value[k])) <= CORNER * lab_sensitivity_rounding (a, u, k, t);
  if (!any)
    return;
  lab_sensitivity_slope (a, t, a->f_minus);
  lab_sensitivity_event_time (a, event, t, a->tau);
  follow_time (a);
  check_corners (a, event, MODEL_MAP_SET, t, a->x, a->dx0, a->dz0, a->tau);
}

/* Computes the derivatives of the targets of one key of an event. dx and dz are those of the arguments. The
 * derivative of a target is the total derivative along with the event's time: R_x dx + R_z dz + R_t τ_p + R_p. A
 * target below 0 is a discrete state. */
static void
apply_map (LabAugmented *a,
           int event,
           ModelMapKind kind,
           double t,
           const double *x,
           const double *dx,
           const double *dz,
           double *dx_plus,
           double *dz_plus)
{
  const int *targets;
  const ModelDerivative *map;

  check_corners (a, event, kind, t, x, dx, dz, a->tau);
  map = model_derivatives_map (a->derivatives, a->model, event, kind, t, x, &targets);
  for (int r = 0; map != NULL && r < map->n; r++)
    for (int c = 0; c < a->m; c++)
      {
        double value = lab_sensitivity_total (a, map, r, c, dx, dz, a->tau);

        if (targets[r] >= 0)
          dx_plus[c * a->n + targets[r]] = value;
        else
          dz_plus[c * a->n_discrete - 1 - targets[r]] = value;
      }
}

/* Runs the actions of one kind of all due events, from x, z, dx0 and dz0 to x1, z1, dx1 and dz1. */
static SimHandlerStatus
stage (LabAugmented *a, SimAction action, double t, const double *x, const double *z, SimHandlerStatus status)
{
  for (int event = 0; event < a->n_base && status.severity < SIM_FAILED; event++)
    {
      SimHandlerStatus one;

      if (!a->due[event] || (a->base->events[event].actions & action) == 0)
        continue;
      apply_map (a, event, action == SIM_ACTION_UNRESTRICTED ? MODEL_MAP_SET : MODEL_MAP_UPDATE, t, x, a->dx0, a->dz0, a->dx1, a->dz1);
      one = a->base->act (a->base->self, event, action, t, x, z, a->x1, a->z1);
      if (one.severity > status.severity)
        {
          g_free (status.message);
          status = one;
        }
      else
        g_free (one.message);
    }
  return status;
}

/* Stores the time derivatives and states of each event whose time depends on the state, after all jumps at this time:
 * dx⁺, taken along with the event's time. */
static void
record (LabAugmented *a, double t)
{
  for (int event = 0; event < a->n_base; event++)
    {
      LabSensitivityEvent row = { event, t, NULL, NULL };

      if (!a->due[event] || !updates (a, event) || a->base->events[event].trigger != SIM_TRIGGER_WITNESS)
        continue;
      row.dt = g_memdup2 (a->tau, sizeof (double) * (gsize)(a->m + 1));
      row.dx = g_new (double, a->n * a->m + 1);
      for (int c = 0; c < a->m; c++)
        for (int i = 0; i < a->n; i++)
          row.dx[i * a->m + c] = a->dx1[c * a->n + i];
      g_array_append_val (a->records, row);
    }
}

/* Sets the derivatives of the last state to dx, which has the columns of S. */
static void
end_run (LabAugmented *a, const double *dx, const double *tau)
{
  if (a->ended)
    return;
  a->ended = TRUE;
  memcpy (a->end_dx, dx, sizeof (double) * (gsize)(a->n * a->m));
  memcpy (a->end_dt, tau, sizeof (double) * (gsize)a->m);
}

/* Refuses the columns that move an event that happens where a noise jumps: just before and just after the jump the
 * noise has different values. */
static void
refuse_noise (LabAugmented *a, double t)
{
  double before = nextafter (nextafter (nextafter (t, -INFINITY), -INFINITY), -INFINITY);

  if (!model_derivatives_has_noise (a->derivatives) || a->base->next_break (a->base->self, before) > t + (t - before))
    return;
  for (int c = 0; c < a->m; c++)
    if (a->tau[c] != 0)
      lab_sensitivity_refuse (a, c, g_strdup_printf (_ ("a noise jumps at the time of an event, t = %g"), t));
}

/* The order is that of the formulas at the top of this file: f⁻ and τ_p, then dx⁻, then R with all `set`, then Q with
 * all `update`, then the modes beside the new point, then f⁺ and S⁺. Columns that have been refused stay at 0. */
SimHandlerStatus
lab_sensitivity_jump (LabAugmented *a, double t, gboolean at_start)
{
  SimHandlerStatus status = { SIM_SUCCEEDED, NULL, NULL };
  gsize x_size = sizeof (double) * (gsize)a->n, z_size = sizeof (double) * (gsize)a->n_discrete;
  char *message = NULL;

  for (int k = 0; k < a->n_modes; k++)
    a->side[k] = -1;
  lab_sensitivity_slope (a, t, a->f_minus);
  lab_sensitivity_common_time (a, t, at_start);
  refuse_noise (a, t);
  follow_time (a);
  memcpy (a->x1, a->x, x_size);
  memcpy (a->z1, a->z, z_size);
  memcpy (a->dx1, a->dx0, x_size * (gsize)a->m);
  memcpy (a->dz1, a->dz0, z_size * (gsize)a->m);
  status = stage (a, SIM_ACTION_UNRESTRICTED, t, a->x, a->z, status);
  memcpy (a->x, a->x1, x_size);
  memcpy (a->z, a->z1, z_size);
  memcpy (a->dx0, a->dx1, x_size * (gsize)a->m);
  memcpy (a->dz0, a->dz1, z_size * (gsize)a->m);
  a->base->set_discrete (a->base->self, a->z);
  status = stage (a, SIM_ACTION_DISCRETE, t, a->x, a->z, status);
  memcpy (a->z, a->z1, z_size);
  a->base->set_discrete (a->base->self, a->z);
  if (status.severity == SIM_FAILED)
    return status;
  if (!lab_sensitivity_settle (a, t, a->dx1, a->dz1, a->tau, &message))
    {
      g_free (status.message);
      return (SimHandlerStatus){ SIM_FAILED, message, NULL };
    }
  lab_sensitivity_slope (a, t, a->f_plus);
  record (a, t);
  for (int c = 0; c < a->m; c++)
    {
      gboolean known = a->refused[c] == NULL;

      for (int i = 0; i < a->n; i++)
        a->S[c * a->n + i] = known ? a->dx1[c * a->n + i] - (a->tau[c] != 0 ? a->f_plus[i] * a->tau[c] : 0) : 0;
      for (int i = 0; i < a->n_discrete; i++)
        a->Z[c * a->n_discrete + i] = known ? a->dz1[c * a->n_discrete + i] : 0;
    }
  if (status.severity == SIM_REACHED_TERMINATION)
    end_run (a, a->dx1, a->tau);
  memset (a->due, 0, sizeof (gboolean) * (gsize)(a->n_base + a->n_modes));
  return status;
}

/* ---- the end of the run ---- */

/* If an event at the time τ (p) ends the run, the last state changes by dx = S + f⁻ τ_p. */
void
lab_sensitivity_end_by_event (LabAugmented *a, int event, double t)
{
  lab_sensitivity_slope (a, t, a->f_minus);
  memset (a->tau, 0, sizeof (double) * (gsize)a->m);
  lab_sensitivity_event_time (a, event, t, a->tau);
  follow_time (a);
  end_run (a, a->dx0, a->tau);
}

/* Marks the events and switches that happen at the planned end time, but are not handled, because the run ends first. Returns whether there
 * are any. */
static gboolean
mark_pending (LabAugmented *a, double t)
{
  double near = 8 * (nextafter (fabs (t), INFINITY) - fabs (t));
  gboolean any = FALSE;

  for (int event = 0; event < a->n_base; event++)
    {
      const SimEventInfo *info = &a->base->events[event];

      a->due[event] = FALSE;
      if (!updates (a, event))
        continue;
      if (info->trigger == SIM_TRIGGER_PERIODIC || info->trigger == SIM_TRIGGER_TIMED)
        a->due[event] = a->base->next_time (a->base->self, event, t - near, TRUE) <= t + near;
      else if (info->trigger == SIM_TRIGGER_WITNESS)
        {
          const ModelDerivative *g = model_derivatives_witness (a->derivatives, a->model, event, t, a->x);
          double rate = lab_sensitivity_rate (a, g, 0, a->f_minus);

          a->due[event] = fabs (g->value[0]) <= CORNER * lab_sensitivity_rounding (a, g, 0, t)
                          && a->base->armed (a->base->self, event, t, a->x)
                          && (info->direction == SIM_DIRECTION_BOTH || (info->direction == SIM_DIRECTION_RISING ? rate > 0 : rate < 0));
        }
      any |= a->due[event];
    }
  if (a->n_modes > 0)
    {
      const ModelDerivative *u = model_derivatives_switches (a->derivatives, a->model, t, a->x);

      for (int k = 0; k < a->n_modes; k++)
        {
          double zero = CORNER * lab_sensitivity_rounding (a, u, k, t);

          a->due[a->n_base + k] = fabs (expr_jump_distance (model_derivatives_mode_kind (a->derivatives, k), u->value[k])) <= zero
                                  && fabs (lab_sensitivity_rate (a, u, k, a->f_minus)) * a->span > zero;
          any |= a->due[a->n_base + k];
        }
    }
  return any;
}

/* Refuses the derivatives with respect to parameters that move an event at the end time, if the last state depends on whether the event
 * happens just before or just after the end. Such a derivative does not exist. */
static void
refuse_pending (LabAugmented *a, double t)
{
  g_autofree double *x = g_memdup2 (a->x, sizeof (double) * (gsize)(a->n + 1));
  SimHandlerStatus status = lab_sensitivity_jump (a, t, FALSE);

  for (int c = 0; c < a->m; c++)
    {
      gboolean differs = status.severity == SIM_FAILED;

      if (fabs (a->tau[c] - a->dt_end[c]) <= SAME * fmax (fabs (a->tau[c]), fabs (a->dt_end[c])))
        continue;
      for (int i = 0; i < a->n && !differs; i++)
        {
          double after = a->S[c * a->n + i] + a->f_plus[i] * a->dt_end[c], before = a->end_dx[c * a->n + i];

          differs = a->x[i] != x[i] || fabs (after - before) > SAME * fmax (fabs (after), fabs (before));
        }
      if (differs)
        lab_sensitivity_refuse (
            a, c,
            g_strdup_printf (_ ("an event or a switch happens exactly at the end of the run, and a change of '%s' moves it away"),
                             a->owned_names[a->n * (1 + a->m) + c]));
    }
  g_free (status.message);
}

/* If the end time t₁ (p) depends on parameters, the last state changes by dx = S + f⁻ t₁_p. An event just at the end
 * is not handled by the run, but is by a run with a changed parameter if its time comes before the end. */
void
lab_sensitivity_end_by_time (LabAugmented *a, double t)
{
  lab_sensitivity_slope (a, t, a->f_minus);
  memcpy (a->tau, a->dt_end, sizeof (double) * (gsize)a->m);
  follow_time (a);
  end_run (a, a->dx0, a->tau);
  if (mark_pending (a, t))
    refuse_pending (a, t);
}

/* The event of the time t is handled by a copy of the point, as at the end of a run; then the point is restored. */
void
lab_sensitivity_check_time (LabAugmented *a, double t)
{
  gsize n_y = (gsize)(a->n * (1 + a->m)), n_d = (gsize)(a->n_discrete * (1 + a->m) + a->n_modes);
  g_autofree double *y = g_new (double, n_y + 1), *d = g_new (double, n_d + 1);
  guint n_records = a->records->len;

  lab_sensitivity_store (a, y, d);
  lab_sensitivity_end_by_time (a, t);
  lab_sensitivity_load (a, y, d);
  a->base->set_discrete (a->base->self, a->z);
  model_derivatives_set_modes (a->derivatives, a->modes);
  memset (a->due, 0, sizeof (gboolean) * (gsize)(a->n_base + a->n_modes));
  g_array_set_size (a->records, n_records);
  a->ended = FALSE;
}
