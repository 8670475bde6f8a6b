#include "wb-advice.h"

#include <glib/gi18n.h>
#include <math.h>

#include "wb-number-field.h"

const char *
wb_advice_label (SimAdvice advice)
{
  switch (advice)
    {
    case SIM_ADVICE_IMPLICIT_METHOD: return _("Use Radau IIA 5");
    case SIM_ADVICE_EXPLICIT_METHOD: return _("Use Dormand–Prince 5(4)");
    case SIM_ADVICE_LOOSEN_ACCURACY: return _("Ask for ten times less accuracy");
    case SIM_ADVICE_TIGHTEN_ACCURACY: return _("Ask for ten times more accuracy");
    case SIM_ADVICE_RAISE_MAX_STEP: return _("Allow steps ten times larger");
    case SIM_ADVICE_LOWER_MIN_STEP: return _("Remove the minimum step");
    case SIM_ADVICE_SMALLER_FIXED_STEP: return _("Halve the step");
    case SIM_ADVICE_RAISE_STEP_LIMIT: return _("Remove the step limit");
    case SIM_ADVICE_BETTER_JACOBIAN: return _("Use the symbolic Jacobian");
    case SIM_ADVICE_PI_CONTROLLER: return _("Use the PI controller");
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
    case SIM_ADVICE_BETTER_JACOBIAN: set (session, "jacobian", "symbolic"); break;
    case SIM_ADVICE_PI_CONTROLLER: set (session, "controller", "pi"); break;
    default: break;
    }
}
