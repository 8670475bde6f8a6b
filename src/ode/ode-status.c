#include "ode-status.h"

const char *
ode_status_text (OdeStatus status)
{
  switch (status)
    {
    case ODE_DONE: return "done";
    case ODE_RETRY_UNDEFINED: return "a value of the model was not finite";
    case ODE_RETRY_NEWTON: return "the nonlinear solver did not converge";
    case ODE_RETRY_SINGULAR: return "the iteration matrix was singular";
    case ODE_RETRY_PROJECTION: return "the constraint projection did not converge";
    case ODE_STOPPED: return "stopped";
    case ODE_FAIL_UNDEFINED: return "the model is undefined";
    case ODE_FAIL_MIN_STEP: return "the step became smaller than the minimum";
    case ODE_FAIL_NO_PROGRESS: return "time can no longer advance";
    case ODE_FAIL_STEP_LIMIT: return "the step limit is reached";
    case ODE_FAIL_FIXED_STEP: return "a fixed step failed";
    case ODE_FAIL_INCONSISTENT: return "no consistent initial values";
    case ODE_FAIL_SETTING: return "a setting cannot be used";
    case ODE_FAIL_MEMORY: return "out of memory";
    case ODE_FAIL_OTHER: return "failed";
    }
  return "unknown status";
}
