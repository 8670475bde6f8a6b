/* The outcome of a numerical operation. 0: it succeeded; > 0: a smaller step may succeed; < 0: the run must
 * stop. */
#pragma once

typedef enum
{
  ODE_DONE = 0,

  ODE_RETRY_UNDEFINED = 1,  /* a value of the model was not finite */
  ODE_RETRY_NEWTON = 2,     /* the nonlinear solver did not converge */
  ODE_RETRY_SINGULAR = 3,   /* the iteration matrix was singular */
  ODE_RETRY_PROJECTION = 4, /* constraint projection did not converge */
  ODE_RETRY_WORK = 5,       /* the attempt reached its limit of evaluations of the right-hand side */
  ODE_RETRY_ERROR = 6,      /* a method with its own step control failed its error test with all sizes that it tried */

  ODE_STOPPED = -1,           /* OdeSettings.stop requested it */
  ODE_FAIL_UNDEFINED = -2,    /* the model is undefined at the start of the step, so no step size helps */
  ODE_FAIL_MIN_STEP = -3,     /* the controller or Newton's method needs less than the minimum step */
  ODE_FAIL_NO_PROGRESS = -4,  /* the step is so small that t + h == t */
  ODE_FAIL_STEP_LIMIT = -5,   /* the limit of attempted steps is reached */
  ODE_FAIL_FIXED_STEP = -6,   /* a fixed step failed and may not be subdivided */
  ODE_FAIL_INCONSISTENT = -7, /* no consistent initial values */
  ODE_FAIL_SETTING = -8,      /* the method or the system does not support a setting */
  ODE_FAIL_MEMORY = -9,
  ODE_FAIL_OTHER = -10,       /* ode_integrator_message gives the reason */
} OdeStatus;

/* Returns a short English text for a status, in static memory, marked for translation. */
const char *ode_status_text (OdeStatus status);
