/* Ends steps at the switches of the right-hand side, which are the places where a condition in it changes (model-system-switches.h).
 *
 * During a step the right-hand side has the branches of the sides, so it is smooth there, also at both ends and whatever the rounding of
 * the time at which a step ends. Between two steps the sides change:
 *
 * 1. Conditions on t. The model computes the next time of a change from the expression. A step ends there, and the new sides are those in
 * the middle of the following interval. Nothing is searched, so that a pulse is found however narrow it is.
 * 2. Conditions on states. After a step the switch functions are searched on dense output as witnesses of events are (sim-switch-search.c),
 * and the step is repeated so that it ends at the first change.
 *
 * At the surface of a switch function g, with sides a below and b above it, the rates r = dg/dt along the solution decide on the motion:
 *
 *   r (a) ≥ 0, r (b) ≥ 0    it continues above
 *   r (a) ≤ 0, r (b) ≤ 0    it continues below
 *   r (a) > 0 > r (b)       it stays on the surface, with Filippov's convex combination, until one of the rates has changed its sign
 *   r (a) < 0 < r (b)       it leaves on the side on which it is
 *
 * Switches whose functions are multiples of each other have one surface and change together (sim-switch-sides.c).
 *
 * If rates are not known (with a mass matrix, or where unknowns have conditions) or two surfaces meet, switches may follow each other without end. After
 * MOST_CLOSE changes of a switch in a row, each soon after the one before, the sides are released: conditions are evaluated in each stage
 * as they are in the file, until no side has changed for CALM steps. If that brings the time forward only by steps that would never reach
 * the end, the run fails. The statistics report both. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "ode-format.h"
#include "sim-loop-private.h"
#include "sim-switch-private.h"

/* A change is close to the one before if it follows within this number of ulp of t, or within accuracy·h, as for events (sim-zeno.c). */
#define CLOSE_ULPS 400
#define MOST_CLOSE 32
#define CALM 16
/* After the sides were released, the run fails if WATCHED steps advance t so little that the whole span would take more than MOST_STEPS of
 * them, which take minutes to hours. Steps of explicit methods at such a place are about as long as the tolerances allow; iterations of
 * implicit methods may converge only for steps of a few roundings of t. */
#define WATCHED 20000
#define MOST_STEPS 1e7

static const SimSwitchState no_state = {
  .next = INFINITY, .due = -1, .slide = -1, .joined_to = -1, .close_at = -1, .t_close = -INFINITY, .t_slide = NAN, .t_release = NAN
};

/* ---- creation ---- */

void
sim_switch_free (SimSimulator *simulator)
{
  SimSwitches *switches = simulator->switches;
  if (switches == NULL)
    return;
  double *arrays[] = { switches->latches,     switches->joined, switches->far,     switches->farthest,     switches->below, switches->above,
                       switches->g0,          switches->g1,     switches->rates,   switches->sides_before, switches->kept,  switches->trial,
                       switches->trial_sides, switches->x,      switches->samples, switches->sample_g,
                       switches->sample_hold };
  for (guint i = 0; i < G_N_ELEMENTS (arrays); i++)
    g_free (arrays[i]);
  g_clear_pointer (&simulator->switches, g_free);
}

static SimSwitches *
make (const SimSimulator *simulator, ModelSystem *model)
{
  SimSwitches *switches = g_new0 (SimSwitches, 1);
  gsize n = (gsize)model_system_n_switches (model);
  *switches = (SimSwitches){ .model = model, .n = (int)n, .state = no_state };
  switches->state.stale = TRUE;
  switches->latches = g_new0 (double, n);
  switches->joined = g_new0 (double, n);
  switches->far = g_new0 (double, n);
  switches->farthest = g_new0 (double, n);
  switches->g0 = g_new0 (double, n);
  switches->g1 = g_new0 (double, n);
  switches->rates = g_new0 (double, n);
  switches->sides_before = g_new0 (double, n);
  switches->kept = g_new0 (double, n);
  switches->trial = g_new0 (double, n);
  switches->trial_sides = g_new0 (double, 2 * n);
  switches->below = g_new0 (double, n);
  switches->above = g_new0 (double, n);
  switches->x = g_new0 (double, (gsize)simulator->system->ode->n_states + 1);
  return switches;
}

void
sim_switch_configure (SimSimulator *simulator)
{
  ModelSystem *model = simulator->system->switching;
  gboolean on = sim_config_get_boolean (simulator->config, "switches");
  if (model == NULL || model_system_n_switches (model) == 0)
    return;
  if (on && simulator->switches == NULL)
    simulator->switches = make (simulator, model);
  if (!on)
    {
      model_system_set_slide (model, -1, NULL, NULL);
      sim_switch_free (simulator);
    }
  model_system_use_sides (model, on && !simulator->switches->state.released);
  SimSwitches *switches = simulator->switches;
  int n_samples = MAX (simulator->guard, 0) + 2;
  if (switches == NULL || switches->n_samples_max == n_samples)
    return;
  switches->n_samples_max = n_samples;
  g_free (switches->samples);
  g_free (switches->sample_g);
  switches->samples = g_new0 (double, (gsize)n_samples);
  switches->sample_g = g_new0 (double, (gsize)n_samples *(gsize)switches->n);
  g_free (switches->sample_hold);
  switches->sample_hold = g_new0 (double, (gsize)n_samples);
}

void
sim_switch_start (SimSimulator *simulator, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  if (switches == NULL)
    return;
  sim_switch_end_slide (switches);
  switches->state = no_state;
  model_system_use_sides (switches->model, TRUE);
  memset (switches->latches, 0, sizeof (double) * (gsize)switches->n);
  for (int k = 0; k < switches->n; k++)
    model_system_set_side (switches->model, k, 0);
  sim_switch_settle (simulator, t, x, TRUE, -1);
  /* Algebraic unknowns get consistent values after this call. */
  switches->state.stale = TRUE;
}

void
sim_switch_forget (SimSimulator *simulator)
{
  if (simulator->switches != NULL)
    simulator->switches->state.stale = TRUE;
}

gboolean
sim_switch_is_stale (const SimSimulator *simulator)
{
  return simulator->switches != NULL && simulator->switches->state.stale;
}

double
sim_switch_next (const SimSimulator *simulator)
{
  return simulator->switches != NULL ? simulator->switches->state.next : INFINITY;
}

/* ---- between steps ---- */

/* Counts changes of one switch that follow each other closely. Returns FALSE if there are too many. */
static gboolean
count_change (SimSimulator *simulator, int k)
{
  SimSwitchState *state = &simulator->switches->state;
  double t = sim_t (simulator), h = sim_motion_next_step (simulator);
  double close = CLOSE_ULPS * sim_ulp (t);
  if (isfinite (h))
    close = fmax (close, sim_motion_accuracy (simulator) * h);
  state->n_close = state->close_at == k && t - state->t_close <= close ? state->n_close + 1 : 0;
  state->close_at = k;
  state->t_close = t;
  return state->n_close < MOST_CLOSE;
}

/* Handles the switch at whose surface the last step ended. */
static void
handle_due (SimSimulator *simulator, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  SimSwitchState *state = &switches->state;
  int k = state->due;
  double side = model_system_sides (switches->model)[k], g, tolerance;
  state->due = -1;
  sim_switch_evaluate (simulator, t, x, switches->g0, switches->g1);
  g = switches->g0[k];
  tolerance = switches->g1[k];
  switches->latches[k] = fmax (tolerance, 2 * fabs (g - state->due_level));
  if (!count_change (simulator, k))
    {
      sim_switch_release (simulator);
      return;
    }
  state->n_changes++;
  if (side == 0 && model_system_switch (switches->model, k)->kind == EXPR_SWITCH_SIGN)
    sim_switch_decide (simulator, k, state->due_level, -1, 1, state->due_next, t, x);
  else
    sim_switch_decide (simulator, k, state->due_level, fmin (side, state->due_next), fmax (side, state->due_next), state->due_next, t, x);
  if (!state->released)
    sim_switch_settle (simulator, t, x, FALSE, k);
}

/* Returns whether the sides of other switches that have changed in this update move the surface of switch k away from the state. Sets g0 to
 * the switch functions and g1 to their rounding errors. */
static gboolean
surface_jumps (SimSimulator *simulator, int k, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  memcpy (switches->kept, model_system_sides (switches->model), sizeof (double) * (gsize)switches->n);
  model_system_set_sides (switches->model, switches->sides_before);
  model_system_switch_values (switches->model, t, x, switches->trial);
  model_system_set_sides (switches->model, switches->kept);
  sim_switch_evaluate (simulator, t, x, switches->g0, switches->g1);
  return fabs (switches->g0[k] - switches->trial[k]) > switches->g1[k];
}

/* Ends the motion along a surface if one of the rates no longer points to it. Otherwise sets the sides below and above it again, and
 * returns TRUE if they have changed. */
static gboolean
check_slide (SimSimulator *simulator, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  SimSwitchState *state = &switches->state;
  int k = state->slide;
  gsize bytes = sizeof (double) * (gsize)switches->n;
  double low, high;
  const gboolean leaves = state->leaves;
  state->leaves = FALSE;
  if (surface_jumps (simulator, k, t, x))
    {
      sim_switch_end_slide (switches);
      sim_switch_read_side (simulator, k, switches->g0[k], switches->g1[k], t, x);
      sim_switch_settle (simulator, t, x, FALSE, k);
      return TRUE;
    }
  gboolean known = sim_switch_rate_with (switches, k, state->slide_below, t, x, &low)
                   && sim_switch_rate_with (switches, k, state->slide_above, t, x, &high);
  if (known && low > 0 && high < 0 && !leaves)
    {
      memcpy (switches->trial_sides, switches->below, bytes);
      memcpy (switches->trial_sides + switches->n, switches->above, bytes);
      sim_switch_slide_with (switches, t, x);
      return memcmp (switches->trial_sides, switches->below, bytes) != 0
             || memcmp (switches->trial_sides + switches->n, switches->above, bytes) != 0;
    }
  double side = known && -high <= low ? state->slide_above : state->slide_below;
  sim_switch_leave_slide (simulator, side, t, x);
  sim_switch_settle (simulator, t, x, FALSE, k);
  return TRUE;
}

/* While the sides are released, waits until no side has changed for some steps. */
static void
check_released (SimSimulator *simulator, double t, const double *x)
{
  SimSwitches *switches = simulator->switches;
  SimSwitchState *state = &switches->state;
  gboolean calm = TRUE;
  state->next = model_system_begin_switches (switches->model, t);
  model_system_switch_values (switches->model, t, x, switches->g0);
  for (int k = 0; k < switches->n; k++)
    {
      double side = expr_switch_side (model_system_switch (switches->model, k)->kind, switches->g0[k]);
      if (model_system_switch_is_timed (switches->model, k) || side == model_system_sides (switches->model)[k])
        continue;
      model_system_set_side (switches->model, k, side);
      calm = FALSE;
    }
  state->n_calm = calm ? state->n_calm + 1 : 0;
  if (state->n_calm < CALM)
    return;
  state->released = FALSE;
  model_system_use_sides (switches->model, TRUE);
  sim_switch_settle (simulator, t, x, TRUE, -1);
}

/* Begins the integration again with the new right-hand side. Algebraic unknowns may jump, which gives a row. */
static gboolean
restart (SimSimulator *simulator, GError **error)
{
  if (!sim_motion_restart (simulator))
    return TRUE;
  simulator->g0_known = FALSE;
  return sim_recorder_jump (simulator->recorder, sim_t (simulator), 0, error);
}

/* Reports the sides that differ from those before to the listener. Returns whether there are any. */
static gboolean
report_changes (SimSimulator *simulator)
{
  SimSwitches *switches = simulator->switches;
  const double *sides = model_system_sides (switches->model);
  gboolean any = FALSE;
  for (int k = 0; k < switches->n; k++)
    {
      if (memcmp (&switches->sides_before[k], &sides[k], sizeof sides[k]) == 0)
        continue;
      any = TRUE;
      if (simulator->switch_func != NULL)
        simulator->switch_func (simulator->switch_user, k, sim_t (simulator), switches->sides_before[k], sides[k]);
    }
  return any;
}

gboolean
sim_switch_update (SimSimulator *simulator, GError **error)
{
  SimSwitches *switches = simulator->switches;
  if (switches == NULL)
    return TRUE;
  SimSwitchState *state = &switches->state;
  double t = sim_t (simulator);
  const double *x = sim_x (simulator);
  const int slide = state->slide;
  gboolean changed = FALSE, released = state->released, timed = state->next <= t + sim_near (simulator, t);
  memcpy (switches->sides_before, model_system_sides (switches->model), sizeof (double) * (gsize)switches->n);
  if (state->stale)
    {
      sim_switch_end_slide (switches);
      state->due = -1;
      state->stale = state->released = FALSE;
      model_system_use_sides (switches->model, TRUE);
      sim_switch_settle (simulator, t, x, TRUE, -1);
    }
  else if (state->released)
    check_released (simulator, t, x);
  else
    {
      if (timed)
        {
          state->n_changes++;
          sim_switch_settle (simulator, fmax (t, state->next), x, FALSE, -1);
        }
      if (state->due >= 0)
        handle_due (simulator, t, x);
      if (state->slide >= 0 && state->slide == slide)
        changed = check_slide (simulator, t, x);
    }
  changed = report_changes (simulator) || changed;
  if (!changed && slide == state->slide && released == state->released)
    return TRUE;
  return restart (simulator, error);
}

gboolean
sim_switch_stalls (SimSimulator *simulator, char **message)
{
  SimSwitchState *state = simulator->switches != NULL ? &simulator->switches->state : NULL;
  if (state == NULL || !state->watched || ++state->n_watched < WATCHED)
    return FALSE;
  double t = sim_t (simulator), span = fabs (simulator->t_end - simulator->t_start), advance = fabs (t - state->t_watched);
  gboolean stalls = isfinite (span) ? advance / WATCHED < span / MOST_STEPS : advance / WATCHED < CLOSE_ULPS * sim_ulp (t);
  state->watched = state->released;
  state->n_watched = 0;
  state->t_watched = t;
  if (!stalls)
    return FALSE;
  char place[40];
  ode_format_double (place, t);
  *message =
      g_strdup_printf (_ ("conditions of the right-hand side change again and again at t = %s: the last %d steps advance the time by %.3g; "
                          "the motion stays where they change, and the model does not define it there"),
                       place, WATCHED, advance);
  return TRUE;
}

void
sim_switch_count (const SimSimulator *simulator, SimStatistics *statistics)
{
  const SimSwitchState *state = simulator->switches != NULL ? &simulator->switches->state : &no_state;
  statistics->switches = state->n_changes;
  statistics->slides = state->n_slides;
  statistics->releases = state->n_releases;
  statistics->t_slide = state->t_slide;
  statistics->t_release = state->t_release;
}

/* ---- snapshots ---- */

gsize
sim_switch_snapshot_size (const SimSimulator *simulator)
{
  const SimSwitches *switches = simulator->switches;
  return switches != NULL ? sizeof switches->state + 5 * sizeof (double) * (gsize)switches->n : 0;
}

void
sim_switch_save (const SimSimulator *simulator, char *bytes)
{
  const SimSwitches *switches = simulator->switches;
  if (switches == NULL)
    return;
  gsize size = sizeof (double) * (gsize)switches->n;
  const double *arrays[] = { switches->latches, model_system_sides (switches->model), switches->below, switches->above, switches->joined };
  memcpy (bytes, &switches->state, sizeof switches->state);
  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    memcpy (bytes + sizeof switches->state + i * size, arrays[i], size);
}

void
sim_switch_restore (SimSimulator *simulator, const char *bytes)
{
  SimSwitches *switches = simulator->switches;
  if (switches == NULL)
    return;
  gsize size = sizeof (double) * (gsize)switches->n;
  double *arrays[] = { switches->latches, switches->kept, switches->below, switches->above, switches->joined };
  memcpy (&switches->state, bytes, sizeof switches->state);
  for (gsize i = 0; i < G_N_ELEMENTS (arrays); i++)
    memcpy (arrays[i], bytes + sizeof switches->state + i * size, size);
  model_system_set_sides (switches->model, switches->kept);
  model_system_use_sides (switches->model, !switches->state.released);
  model_system_set_slide (switches->model, switches->state.slide, switches->below, switches->above);
}
