/* Changes the settings or the model as an advice says. */
#include "wb-advice.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "model-edit-phase.h"
#include "model-identity.h"
#include "model-load.h"
#include "wb-number-field.h"
#include "wb-session-private.h"

/* Returns the id of a step-size controller that rejects fewer attempts than the current one: "pi" instead of "i", "predictive" instead of
 * "pi". Returns NULL if there is none. */
static const char *
steadier_controller (WbSession *session)
{
  g_autofree char *now = wb_session_get (session, WB_SETTING, "controller");

  if (g_strcmp0 (now, "predictive") == 0)
    return NULL;
  return g_strcmp0 (now, "pi") == 0 || g_strcmp0 (now, "pid") == 0 ? "predictive" : "pi";
}

/* Returns whether the Jacobian is computed from symbolic derivatives. Such a Jacobian is exact. Newton's method can then improve only if
 * the Jacobian is evaluated at each iteration. */
static gboolean
has_symbolic_jacobian (WbSession *session)
{
  g_autofree char *now = wb_session_get (session, WB_SETTING, "jacobian");

  return g_strcmp0 (now, "symbolic") == 0;
}

static double
accuracy_of (WbSession *session)
{
  double accuracy = sim_config_get_number (wb_session_config (session), "accuracy");

  return accuracy > 0 ? accuracy : sim_config_method (wb_session_config (session))->accuracy_default;
}

/* Returns whether the settings already follow the advice. */
static gboolean
is_followed (WbSession *session, SimAdvice advice)
{
  static const struct { SimAdvice advice; const char *key, *text; } rows[] = {
    { SIM_ADVICE_IMPLICIT_METHOD, "integrator", "radau5" },    { SIM_ADVICE_EXPLICIT_METHOD, "integrator", "runge_kutta5" },
    { SIM_ADVICE_BETTER_JACOBIAN, "full_newton", "true" },     { SIM_ADVICE_LOWER_MIN_STEP, "min_step", "0" },
    { SIM_ADVICE_RAISE_STEP_LIMIT, "step_limit", "0" },        { SIM_ADVICE_RAISE_MAX_STEP, "max_step", "0" },
    { SIM_ADVICE_GO_ON_AT_MIN_STEP, "throw_on_min_step", "false" }, { SIM_ADVICE_END_AT_SWITCHES, "switches", "true" },
  };
  const OdeMethod *method = sim_config_method (wb_session_config (session));
  gboolean followed = (advice == SIM_ADVICE_STEADIER_CONTROLLER && steadier_controller (session) == NULL)
                      || (advice == SIM_ADVICE_TIGHTEN_ACCURACY && accuracy_of (session) / 10 < method->accuracy_tightest)
                      || (advice == SIM_ADVICE_LOOSEN_ACCURACY && accuracy_of (session) * 10 > method->accuracy_loosest);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (rows[i].advice == advice)
      {
        g_autofree char *now = wb_session_get (session, WB_SETTING, rows[i].key);

        followed |= g_strcmp0 (now, rows[i].text) == 0;
      }
  return followed;
}

const char *
wb_advice_label (WbSession *session, SimAdvice advice)
{
  if (is_followed (session, advice))
    return NULL;
  switch (advice)
    {
    case SIM_ADVICE_IMPLICIT_METHOD: return _("Use Radau IIA 5");
    case SIM_ADVICE_EXPLICIT_METHOD: return _("Use Dormand–Prince 5(4)");
    case SIM_ADVICE_LOOSEN_ACCURACY: return _("Reduce the accuracy tenfold");
    case SIM_ADVICE_TIGHTEN_ACCURACY: return _("Increase the accuracy tenfold");
    case SIM_ADVICE_RAISE_MAX_STEP: return _("Allow steps ten times larger");
    case SIM_ADVICE_LOWER_MIN_STEP: return _("Remove the minimum step");
    case SIM_ADVICE_SMALLER_FIXED_STEP: return _("Halve the step");
    case SIM_ADVICE_RAISE_STEP_LIMIT: return _("Remove the step limit");
    case SIM_ADVICE_GO_ON_AT_MIN_STEP: return _("Continue at the minimum step");
    case SIM_ADVICE_END_AT_SWITCHES: return _("End steps at switches");
    case SIM_ADVICE_INITIAL_VALUES: return _("Show the initial state");
    case SIM_ADVICE_BETTER_JACOBIAN: return has_symbolic_jacobian (session) ? _("Use full Newton") : _("Use the symbolic Jacobian");
    case SIM_ADVICE_STEADIER_CONTROLLER:
      return strcmp (steadier_controller (session), "pi") == 0 ? _("Use the PI controller") : _("Use the predictive controller");
    default: return NULL;
    }
}

static void
set (WbSession *session, const char *key, const char *text)
{
  g_autoptr (GError) error = NULL;

  if (!wb_session_set (session, WB_SETTING, key, text, &error))
    g_signal_emit_by_name (session, "message", error->message);
}

static void
scale (WbSession *session, const char *key, double factor, double standard)
{
  double value = sim_config_get_number (wb_session_config (session), key);
  g_autofree char *text = wb_number_text ((value > 0 ? value : standard) * factor);

  set (session, key, text);
}

void
wb_advice_apply (WbSession *session, SimAdvice advice)
{
  const OdeMethod *method = sim_config_method (wb_session_config (session));

  switch (advice)
    {
    case SIM_ADVICE_IMPLICIT_METHOD: set (session, "integrator", "radau5"); break;
    case SIM_ADVICE_EXPLICIT_METHOD: set (session, "integrator", "runge_kutta5"); break;
    case SIM_ADVICE_LOOSEN_ACCURACY: scale (session, "accuracy", 10, method->accuracy_default); break;
    case SIM_ADVICE_TIGHTEN_ACCURACY: scale (session, "accuracy", 0.1, method->accuracy_default); break;
    case SIM_ADVICE_RAISE_MAX_STEP: scale (session, "max_step", 10, 0); break;
    case SIM_ADVICE_LOWER_MIN_STEP: set (session, "min_step", "0"); break;
    case SIM_ADVICE_SMALLER_FIXED_STEP:
      scale (session, "max_step", 0.5, (wb_session_t_end (session) - wb_session_t_start (session)) / 1000);
      break;
    case SIM_ADVICE_RAISE_STEP_LIMIT: set (session, "step_limit", "0"); break;
    case SIM_ADVICE_GO_ON_AT_MIN_STEP: set (session, "throw_on_min_step", "false"); break;
    case SIM_ADVICE_END_AT_SWITCHES: set (session, "switches", "true"); break;
    case SIM_ADVICE_BETTER_JACOBIAN:
      if (has_symbolic_jacobian (session))
        set (session, "full_newton", "true");
      else
        set (session, "jacobian", "symbolic");
      break;
    case SIM_ADVICE_STEADIER_CONTROLLER:
      if (steadier_controller (session) != NULL)
        set (session, "controller", steadier_controller (session));
      break;
    default: break;
    }
}

/* ---- a rest or a sliding where events accumulate ---- */

/* The events that ended a run happened within this fraction of its length before the end. */
#define AT_END 1e-6

/* Returns whether two events are crossings of one function in opposite directions. */
static gboolean
are_opposite (const ModelEvent *a, const ModelEvent *b)
{
  return strcmp (a->crossing, b->crossing) == 0 && a->direction != b->direction && a->direction != MODEL_DIRECTION_BOTH
         && b->direction != MODEL_DIRECTION_BOTH;
}

/* Finds the last event of a run that ended by events. Returns NULL if there is none. */
static const ModelEvent *
last_event (WbRunItem *run)
{
  const SimRunPoll *poll = wb_run_item_state (run);
  SimTrajectory *trajectory = wb_run_item_trajectory (run);
  ModelSystem *system = wb_run_item_system (run);
  double length = poll->t - wb_run_item_t_start (run);
  const ModelEvent *event;
  SimEventRecord record;

  /* Failures of steps, of monitors and of events with `fail` are of another kind. */
  if (poll->status.reason != SIM_FAILED_RUN || poll->status.ode_status != ODE_DONE || poll->status.advice[0] == '\0'
      || sim_trajectory_n_events (trajectory) == 0)
    return NULL;
  record = sim_trajectory_event (trajectory, sim_trajectory_n_events (trajectory) - 1);
  if (record.event < 0 || record.event >= model_system_n_events (system) || !(fabs (poll->t - record.t) <= AT_END * fabs (length)))
    return NULL;
  event = model_system_event (system, record.event);
  return event->trigger == MODEL_TRIGGER_CROSSING && !event->rests && !event->slides ? event : NULL;
}

Model *
wb_advice_contact_model (WbRunItem *run, const char *key)
{
  const ModelEvent *event = last_event (run);
  ModelSystem *system = wb_run_item_system (run);
  Model *model = wb_run_item_model (run);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  const char *events[3] = { event != NULL ? event->name : NULL, NULL, NULL };
  g_autofree char *text = NULL;

  if (event == NULL)
    return NULL;
  for (int k = 0; strcmp (key, "slide") == 0 && k < model_system_n_events (system) && events[1] == NULL; k++)
    if (are_opposite (event, model_system_event (system, k)))
      events[1] = model_system_event (system, k)->name;
  if (strcmp (key, "slide") == 0 && events[1] == NULL)
    return NULL;
  text = model_edit_phase (model_text (model), events, key);
  return text != NULL ? model_load_text (text, -1, model_file (model), sim_config_check_solver, diagnostics) : NULL;
}

/* Replaces the open model, as after a change of its file. Runs keep the model with which they were made. */
void
wb_advice_use_model (WbSession *self, Model *model, const char *words)
{
  wb_session_push_copy (self, wb_session_copy_new (self), words);
  g_clear_pointer (&self->system, model_system_free);
  model_unref (self->model);
  self->model = model_ref (model);
  self->stale = self->current != NULL;
  wb_session_emit_model (self);
  wb_session_renew_unstarted (self);
  wb_session_emit_history (self);
}
