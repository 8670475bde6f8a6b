/* Runs the members of an ensemble in SIMD lanes. A lane runs one member from its start to its end, and then the next member. If a step of a
 * member cannot be taken in its lane (because the model is undefined or the step size reaches the minimum), a scalar integrator takes that
 * step, and the member then returns to its lane. If an event may happen in a step, a simulator takes it (lab-lanes-events.c). */
#include "lab-lanes-private.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-look.h"

const char *
lab_lanes_refusal (const LabLanes *lanes)
{
  return lanes->refusal;
}

void
lab_lanes_count_steps (const LabLanes *lanes, guint64 *inside, guint64 *outside)
{
  *inside = lanes->n_inside;
  *outside = lanes->n_outside;
}

void
lab_lanes_set_watch (LabLanes *lanes, const LabWatch *watch)
{
  lanes->watch = watch;
  for (int k = 0; k < lanes->width; k++)
    {
      g_free (lanes->lane[k].memory);
      lanes->lane[k].memory = watch != NULL ? g_malloc0 (watch->memory_size + 1) : NULL;
    }
}

gboolean
lab_lanes_watch (LabLanes *lanes, const LabLane *lane, gboolean is_start, double t, const double *x)
{
  const LabWatch *watch = lanes->watch;

  if (watch == NULL)
    return FALSE;
  if (is_start)
    memset (lane->memory, 0, watch->memory_size);
  return watch->step (watch->user, lane->memory, lane->member, is_start, t, x);
}

/* ---- results of members ---- */

/* Returns the instance that has the values of the member of a lane. */
static const ModelSystem *
instance_of (LabLanes *lanes, const LabLane *lane)
{
  if (lane->alone != NULL)
    return lane->alone->system;
  lab_lanes_recall (lanes, lane->member);
  return lanes->system;
}

void
lab_lanes_deliver (LabLanes *lanes, guint64 member, LabOutcome outcome, const char *reason)
{
  const LabEnsemble *ensemble = lanes->ensemble;

  if (lanes->is_cancelled)
    return; /* the values may come from an evaluation that was ended */
  for (guint k = 0; k < ensemble->records->len && outcome == LAB_MEMBER_FAILED; k++)
    lanes->columns[1 + ensemble->varied->len + k] = NAN;
  lanes->source->finished (lanes->source->user, member, outcome, reason, lanes->columns);
}

static void
finish (LabLanes *lanes, const LabLane *lane, const ModelSystem *system, double t, const double *x, LabOutcome outcome, const char *reason)
{
  if (lanes->watch != NULL)
    lanes->watch->end (lanes->watch->user, lane->memory, lane->member, outcome, t, x);
  model_formulas_evaluate (lanes->formulas, system, t, x, lanes->values);
  lab_observer_finish (lane->observer, t, lanes->values, lanes->columns);
  if (!lab_exponent_fill (lanes->exponent, lanes, lane->member, outcome, t, x))
    lanes->is_cancelled = TRUE;
  else
    lab_lanes_deliver (lanes, lane->member, outcome, reason);
}

/* Delivers the result of a member whose run in a lane has ended. */
static void
finish_lane (LabLanes *lanes, int k, LabOutcome outcome)
{
  const double *x = ode_lanes_x (lanes->lanes);
  const ModelSystem *system = instance_of (lanes, &lanes->lane[k]);

  for (int i = 0; i < lanes->n_states; i++)
    lanes->x[i] = x[i * MODEL_LANES + k];
  finish (lanes, &lanes->lane[k], system, ode_lanes_t (lanes->lanes, k), lanes->x, outcome, "");
}

/* ---- steps ---- */

/* Evaluates the formulas at a time in the dense output of a lane's last attempt. */
static void
evaluate_in_lane (gpointer user, double t, double *values)
{
  LabLanes *lanes = user;
  const ModelSystem *system = instance_of (lanes, &lanes->lane[lanes->lane_of_step]);

  ode_lanes_interpolate (lanes->lanes, lanes->lane_of_step, t, lanes->x);
  model_formulas_evaluate (lanes->formulas, system, t, lanes->x, values);
}

static void
evaluate_in_integrator (gpointer user, double t, double *values)
{
  LabLanes *lanes = user;

  if (ode_integrator_interpolate (lanes->integrator, t, lanes->x) == ODE_DONE)
    model_formulas_evaluate (lanes->formulas, lanes->system, t, lanes->x, values);
  else
    for (int k = 0; k < lanes->n_formulas; k++)
      values[k] = NAN;
}

static double
point_time (double t0, double t1, int p)
{
  return p == LAB_STEP_POINTS - 1 ? t1 : t0 + (t1 - t0) * p / (LAB_STEP_POINTS - 1);
}

static void
observe (LabLanes *lanes, LabObserver *observer, double t0, double t1, LabObserveFunc evaluate)
{
  for (int p = 0; p < LAB_STEP_POINTS; p++)
    evaluate (lanes, point_time (t0, t1, p), lanes->points + p * lanes->n_formulas);
  lab_observer_step (observer, t0, t1, lanes->points, evaluate, lanes);
}

/* Evaluates the formulas of all lanes at point p of the last attempt into `rows`. */
static void
evaluate_point (LabLanes *lanes, int p)
{
  const int last = LAB_STEP_POINTS - 1, n = (lanes->n_active + 7) & ~7;
  gsize bytes = (gsize) lanes->n_states * MODEL_LANES * sizeof (double);
  double *x = model_formulas_x (lanes->formulas), *t = model_formulas_t (lanes->formulas);

  if (p == 0 || p == last)
    memcpy (x, p == 0 ? ode_lanes_x (lanes->lanes) : ode_lanes_x1 (lanes->lanes), bytes);
  else
    ode_lanes_interpolate_rows (lanes->lanes, (double) p / last, x);
  for (int k = 0; k < lanes->n_active; k++)
    t[k] = point_time (ode_lanes_t (lanes->lanes, k), ode_lanes_t1 (lanes->lanes, k), p);
  model_formulas_evaluate_lanes (lanes->formulas, n);
  for (int f = 0; f < lanes->n_formulas; f++)
    memcpy (lanes->rows + (p * lanes->n_formulas + f) * MODEL_LANES, model_formulas_row (lanes->formulas, f),
            (gsize) lanes->n_active * sizeof (double));
}

/* Passes the accepted steps of all lanes to the observers of their members. */
static void
observe_lanes (LabLanes *lanes)
{
  int n = LAB_STEP_POINTS * lanes->n_formulas;

  ode_lanes_prepare_dense (lanes->lanes);
  for (int p = 0; p < LAB_STEP_POINTS; p++)
    evaluate_point (lanes, p);
  for (int k = 0; k < lanes->n_active; k++)
    if (ode_lanes_outcome (lanes->lanes, k) == ODE_LANE_ACCEPT)
      {
        lanes->lane_of_step = k;
        for (int i = 0; i < n; i++)
          lanes->points[i] = lanes->rows[i * MODEL_LANES + k];
        lab_observer_step (lanes->lane[k].observer, ode_lanes_t (lanes->lanes, k), ode_lanes_t1 (lanes->lanes, k), lanes->points,
                           evaluate_in_lane, lanes);
      }
}

/* Passes the accepted steps of all lanes to the watch. Returns a bit set of the lanes whose members the watch
 * ends. */
static uint64_t
watch_lanes (LabLanes *lanes)
{
  const double *x1 = ode_lanes_x1 (lanes->lanes);
  uint64_t captured = 0;

  for (int k = 0; k < lanes->n_active; k++)
    if (ode_lanes_outcome (lanes->lanes, k) == ODE_LANE_ACCEPT)
      {
        for (int i = 0; i < lanes->n_states; i++)
          lanes->x[i] = x1[i * MODEL_LANES + k];
        if (lab_lanes_watch (lanes, &lanes->lane[k], FALSE, ode_lanes_t1 (lanes->lanes, k), lanes->x))
          captured |= G_GUINT64_CONSTANT (1) << k;
      }
  return captured;
}

/* Continues a member with a scalar integrator until it can return to its lane. Returns whether the member has ended or failed; in that case
 * its result was delivered. */
static gboolean
step_alone (LabLanes *lanes, int k)
{
  LabLane *lane = &lanes->lane[k];
  OdeIntegrator *integrator = lanes->integrator;
  gboolean captured;
  OdeStatus status;

  if (lanes->has_events)
    return lab_lanes_step_events (lanes, k);
  lab_lanes_recall (lanes, lane->member);
  ode_lanes_store (lanes->lanes, k, integrator);
  do
    {
      status = ode_integrator_step (integrator, lane->t_end, ODE_STOP_END);
      if (status == ODE_DONE && lanes->ensemble->watches_steps)
        observe (lanes, lane->observer, ode_integrator_t_previous (integrator), ode_integrator_t (integrator), evaluate_in_integrator);
      captured = status == ODE_DONE && lab_lanes_watch (lanes, lane, FALSE, ode_integrator_t (integrator), ode_integrator_x (integrator));
      if (status != ODE_DONE || captured || ode_integrator_t (integrator) >= lane->t_end)
        {
          finish (lanes, lane, lanes->system, ode_integrator_t (integrator), ode_integrator_x (integrator),
                  captured ? LAB_MEMBER_TERMINATED : status == ODE_DONE ? LAB_MEMBER_ENDED : LAB_MEMBER_FAILED,
                  status == ODE_DONE ? "" : ode_integrator_message (integrator));
          return TRUE;
        }
      if (lanes->source->cancelled (lanes->source->user))
        {
          lanes->is_cancelled = TRUE;
          return FALSE;
        }
    }
  while (!ode_lanes_load (lanes->lanes, k, integrator, lane->t_end));
  return FALSE;
}

/* ---- members in lanes ---- */

/* Starts a member in lane k. Sets *is_over if the member has ended; in that case its result was delivered. */
static gboolean
begin (LabLanes *lanes, int k, guint64 member, gboolean *is_over, GError **error)
{
  LabLane *lane = &lanes->lane[k];
  OdeIntegrator *integrator = lanes->integrator;
  double t_start, t_end;
  gboolean captured;
  OdeStatus status;

  *is_over = FALSE;
  lane->member = member;
  if (lanes->has_events)
    return lab_lanes_begin_events (lanes, k, is_over, error);
  if (!lab_lanes_set_member (lanes, lanes->system, member, error)
      || !model_system_initial (lanes->system, lanes->x, lanes->d, error))
    return FALSE;
  if (model_system_n_discrete (lanes->system) > 0)
    model_system_set_discrete (lanes->system, lanes->d);
  lanes->member_of_system = member;
  lab_lanes_span (lanes, lanes->system, &t_start, &t_end);
  lane->t_end = t_end;
  status = ode_integrator_initialize (integrator, t_start, lanes->x, t_end);
  if (lanes->ensemble->watches_steps)
    model_formulas_evaluate (lanes->formulas, lanes->system, t_start, lanes->x, lanes->values);
  lab_observer_start (lane->observer, t_start, t_end, lanes->values, lanes->varied);
  captured = status == ODE_DONE && lab_lanes_watch (lanes, lane, TRUE, t_start, lanes->x);
  if (status != ODE_DONE || captured || t_start >= t_end)
    {
      finish (lanes, lane, lanes->system, t_start, lanes->x,
              captured ? LAB_MEMBER_TERMINATED : status == ODE_DONE ? LAB_MEMBER_ENDED : LAB_MEMBER_FAILED,
              status == ODE_DONE ? "" : ode_integrator_message (integrator));
      *is_over = TRUE;
      return TRUE;
    }
  if (ode_lanes_load (lanes->lanes, k, integrator, t_end))
    {
      model_lanes_set (lanes->model_lanes, k, lanes->system);
      model_formulas_set_lane (lanes->formulas, k, lanes->system);
      lanes->are_inputs_new = TRUE;
      return TRUE;
    }
  /* The member cannot use the lanes, since its error weights or its time span differ from theirs. The simulator runs it. */
  *is_over = TRUE;
  return lab_lanes_run_alone (lanes, lane, error);
}

static gboolean
cancelled (GError **error)
{
  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("cancelled"));
  return FALSE;
}

/* Starts members in the free lanes. Sets *more to whether the source may have further members. */
static gboolean
refill (LabLanes *lanes, gboolean *more, GError **error)
{
  while (*more && lanes->n_active < lanes->width)
    {
      gboolean is_over;
      guint64 member;

      if (lanes->source->cancelled (lanes->source->user))
        return cancelled (error);
      LabNext next = lanes->source->next (lanes->source->user, lanes->n_active == 0, &member);

      if (next == LAB_NEXT_LATER)
        return TRUE;
      if (next == LAB_NEXT_NONE)
        *more = FALSE;
      else if (!begin (lanes, lanes->n_active, member, &is_over, error))
        return FALSE;
      else if (lanes->is_cancelled)
        return cancelled (error);
      else if (!is_over)
        lanes->n_active++;
    }
  return TRUE;
}

/* Moves the member of the last lane to lane k, so that the active lanes stay contiguous. */
static void
free_lane (LabLanes *lanes, int k)
{
  int last = --lanes->n_active;
  LabLane lane = lanes->lane[k];

  if (k == last)
    return;
  lanes->lane[k] = lanes->lane[last];
  lanes->lane[last] = lane;
  lanes->lane[k].trusted_t1 = -INFINITY;
  ode_lanes_move (lanes->lanes, last, k);
  model_lanes_move (lanes->model_lanes, last, k);
  model_formulas_move_lane (lanes->formulas, last, k);
  for (int w = 0; w < lanes->n_witnesses; w++)
    lanes->g0[lanes->witnesses[w].event * MODEL_LANES + k] = lanes->g0[lanes->witnesses[w].event * MODEL_LANES + last];
  lanes->are_inputs_new = TRUE;
}

static void
prepare_inputs (LabLanes *lanes)
{
  int n = (lanes->n_active + 7) & ~7;

  if (!lanes->are_inputs_new || lanes->n_active == 0)
    return;
  for (int k = lanes->n_active; k < n; k++)
    {
      model_lanes_move (lanes->model_lanes, 0, k);
      model_formulas_move_lane (lanes->formulas, 0, k);
    }
  model_lanes_prepare (lanes->model_lanes, n);
  if (lanes->ensemble->watches_steps)
    model_formulas_prepare_lanes (lanes->formulas, n);
  lanes->are_inputs_new = FALSE;
}

/* Makes one attempt in all lanes, and handles its results. */
static void
advance (LabLanes *lanes)
{
  uint64_t leaving, ending, captured = 0;
  int n = lanes->n_active;

  prepare_inputs (lanes);
  ode_lanes_attempt (lanes->lanes, n);
  if (lanes->is_cancelled)
    return;
  if (lanes->has_events)
    {
      ode_lanes_leave (lanes->lanes, lab_lanes_find_events (lanes));
      lab_lanes_keep_witnesses (lanes);
    }
  if (lanes->ensemble->watches_steps)
    observe_lanes (lanes);
  if (lanes->watch != NULL)
    captured = watch_lanes (lanes);
  if (lanes->is_cancelled)
    return;
  leaving = ode_lanes_leaving (lanes->lanes);
  ending = ode_lanes_ending (lanes->lanes) | captured;
  ode_lanes_commit (lanes->lanes);
  if ((leaving | ending) == 0)
    return;
  /* Go from the last lane to the first, because the last lane is moved to the place of a lane that becomes free. */
  for (int k = n - 1; k >= 0; k--)
    {
      if ((ending >> k & 1) && lanes->has_events && !(captured >> k & 1))
        {
          if (!lab_lanes_land_events (lanes, k))
            continue;
        }
      else if (ending >> k & 1)
        finish_lane (lanes, k, captured >> k & 1 ? LAB_MEMBER_TERMINATED : LAB_MEMBER_ENDED);
      if ((ending >> k & 1) || ((leaving >> k & 1) && step_alone (lanes, k)))
        free_lane (lanes, k);
    }
}

static gboolean
run_in_lanes (LabLanes *lanes, GError **error)
{
  gboolean more = TRUE;

  lanes->n_active = 0;
  for (long pass = 0;; pass++)
    {
      if (!refill (lanes, &more, error))
        return FALSE;
      if (lanes->n_active == 0)
        return TRUE;
      if (pass % 64 == 0 && lanes->source->cancelled (lanes->source->user))
        return cancelled (error);
      advance (lanes);
      if (lanes->is_cancelled)
        return cancelled (error);
    }
}

/* Runs members one after another. */
static gboolean
run_alone (LabLanes *lanes, GError **error)
{
  guint64 member;

  while (lanes->source->next (lanes->source->user, TRUE, &member) == LAB_NEXT_MEMBER)
    {
      lanes->lane[0].member = member;
      if (!lab_lanes_run_alone (lanes, &lanes->lane[0], error))
        return FALSE;
    }
  return TRUE;
}

/* Ends evaluations of large models. Their results have no meaning, so is_cancelled is set first. */
static gboolean
look (gpointer user)
{
  LabLanes *lanes = user;

  if (lanes->source->cancelled (lanes->source->user))
    lanes->is_cancelled = TRUE;
  return !lanes->is_cancelled;
}

gboolean
lab_lanes_run (LabLanes *lanes, const LabSource *source, GError **error)
{
  ExprLook previous = expr_look_set ((ExprLook) { look, lanes });
  gboolean done;

  lanes->source = source;
  lanes->is_cancelled = FALSE;
  done = lanes->refusal == NULL ? run_in_lanes (lanes, error) : run_alone (lanes, error);
  expr_look_set (previous);
  if (!lanes->is_cancelled && (!done || !source->cancelled (source->user)))
    return done;
  g_clear_error (error);
  return cancelled (error);
}
