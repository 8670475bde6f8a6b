/* The text of each status. */
#include "ode-status.h"

#include "ode-message.h"

/* The texts are marked for translation here; callers translate them when they
 * print. There is no default case, so that the compiler reports a status
 * without a text. */
const char *
ode_status_text (OdeStatus status)
{
  switch (status)
    {
    case ODE_DONE: return ODE_N_ ("done");
    case ODE_RETRY_UNDEFINED: return ODE_N_ ("a value of the model was not finite");
    case ODE_RETRY_NEWTON: return ODE_N_ ("the nonlinear solver did not converge");
    case ODE_RETRY_SINGULAR: return ODE_N_ ("the iteration matrix was singular");
    case ODE_RETRY_PROJECTION: return ODE_N_ ("the constraint projection did not converge");
    case ODE_RETRY_WORK: return ODE_N_ ("one attempt needed too many evaluations of the equations");
    case ODE_RETRY_ERROR: return ODE_N_ ("the error was too large with all step sizes that the method tried");
    case ODE_STOPPED: return ODE_N_ ("stopped");
    case ODE_FAIL_UNDEFINED: return ODE_N_ ("the model is undefined");
    case ODE_FAIL_MIN_STEP: return ODE_N_ ("the step became smaller than the minimum");
    case ODE_FAIL_NO_PROGRESS: return ODE_N_ ("the step is too small to advance the time");
    case ODE_FAIL_STEP_LIMIT: return ODE_N_ ("the step limit is reached");
    case ODE_FAIL_FIXED_STEP: return ODE_N_ ("a fixed step failed");
    case ODE_FAIL_INCONSISTENT: return ODE_N_ ("no consistent initial values");
    case ODE_FAIL_SETTING: return ODE_N_ ("a setting cannot be used");
    case ODE_FAIL_MEMORY: return ODE_N_ ("out of memory");
    case ODE_FAIL_OTHER: return ODE_N_ ("failed");
    }
  return ODE_N_ ("unknown status");
}
