/* The table of settings: the one place that knows keys, types, ranges, defaults and help. */
#include <float.h>
#include <string.h>

#include "sim-config.h"

#define NO_LIMIT DBL_MAX

/* defaults: stepwise, drake, simbody, rbd; "" is automatic or not given; NULL as stepwise.
 * Drake: the Simulator's constructor and SimulatorConfig. Simbody: accuracy 1e-3, RMS norm, first step a tenth of the time scale
 * 0.1, no limits. rbd: RigidBodyDynamics' simulate, Munthe-Kaas RK4 with fixed steps of 1e-4 and gains k = 100, d = 20, which are
 * alpha = beta = 10. */
static const SimSettingRow rows[] = {
  { "profile", "Profile", "Defaults as that system has them, for whatever nobody set.", "Integrator", "", SIM_SETTING_CHOICE, 0, 0,
    FALSE, "stepwise|drake|simbody|rbd", { "stepwise" } },
  { "integrator", "Integrator", "The method: an id or alias of the list of integrators.", "Integrator", "", SIM_SETTING_TEXT, 0, 0,
    FALSE, NULL, { "runge_kutta5", "runge_kutta3", "runge_kutta_merson", "munthe_kaas" } },
  { "accuracy", "Accuracy", "Target accuracy of a step; each integrator says the range it supports.", "Error control", "",
    SIM_SETTING_NUMBER, DBL_MIN, NO_LIMIT, TRUE, NULL, { "0.0001", NULL, "0.001", NULL } },
  { "relative_tolerance", "Relative tolerance",
    "Where given, errors are measured against atol + rtol·max(|x0|, |x1|); the one not given equals the other.", "Error control", "",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "" } },
  { "absolute_tolerance", "Absolute tolerance", "As the relative tolerance; also for one state: absolute_tolerance.NAME.",
    "Error control", "", SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "" } },
  { "norm", "Norm", "How the errors of the states become one number: the largest, or the root of their mean square.", "Error control",
    "", SIM_SETTING_CHOICE, 0, 0, FALSE, "infinity|rms", { "infinity", NULL, "rms", NULL } },
  { "weighting", "Weighting",
    "What accuracy is relative to: mixed is relative above 1 and absolute below, absolute as in Drake, simbody per class of state.",
    "Error control", "", SIM_SETTING_CHOICE, 0, 0, FALSE, "mixed|absolute|simbody", { "mixed", "absolute", "simbody", NULL } },
  { "error_control", "Error control", "Choose steps by the error estimate; else fixed steps of the maximum step.", "Error control", "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true", NULL, NULL, "false" } },
  { "controller", "Controller", "The rule from errors to the next step: integral, proportional-integral, with derivative, predictive, or Drake's.",
    "Error control", "", SIM_SETTING_CHOICE, 0, 0, FALSE, "i|pi|pid|predictive|drake", { "pi", "drake", "drake", NULL } },
  { "safety", "Safety factor", "Factor on the step that the error estimate would allow.", "Error control", "", SIM_SETTING_NUMBER,
    0.1, 1, FALSE, NULL, { "" } },
  { "min_shrink", "Smallest ratio", "A step becomes at most this factor smaller at once.", "Error control", "", SIM_SETTING_NUMBER,
    0.001, 1, FALSE, NULL, { "" } },
  { "max_grow", "Largest ratio", "A step becomes at most this factor larger at once.", "Error control", "", SIM_SETTING_NUMBER, 1,
    100, FALSE, NULL, { "" } },
  { "gains", "Controller gains", "Exponents of the controller: [kI], [kI, kP] or [kI, kP, kD].", "Error control", "",
    SIM_SETTING_NUMBERS, -10, 10, FALSE, NULL, { "" } },
  { "max_step", "Maximum step", "No step is longer; 0: no limit. The step itself where steps are fixed.", "Step size", "s",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "0", "0.1", NULL, "0.0001" } },
  { "min_step", "Minimum step", "The controller does not go below; 0: 16 ulp of the time.", "Step size", "s", SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "0" } },
  { "initial_step", "Initial step", "The first step to try; 0: chosen from the model.", "Step size", "s", SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "0", "0.0001", "0.01", NULL } },
  { "throw_on_min_step", "Fail at the minimum step", "Fail where a smaller step would be needed; else go on at the minimum.",
    "Step size", "", SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true", NULL, "false", NULL } },
  { "subdivide_fixed", "Subdivide fixed steps", "A fixed implicit step that fails is halved; else the run fails.", "Step size", "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true" } },
  { "step_limit", "Step limit", "Attempted steps before the run fails; 0: none.", "Step size", "", SIM_SETTING_INTEGER, 0, 9e15, TRUE,
    NULL, { "0" } },
  { "publish", "Publishing", "Samples come from dense output, or steps end at the times of samples.", "Run", "", SIM_SETTING_CHOICE,
    0, 0, FALSE, "interpolate|exact", { "interpolate", "exact", NULL, NULL } },
  { "sample_every", "Sample every", "Time between samples for plots and export; 0: each step.", "Run", "s", SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "0" } },
  { "samples", "Samples", "Number of samples, both ends included; 0: each step.", "Run", "", SIM_SETTING_INTEGER, 0, 1e12, TRUE, NULL,
    { "0" } },
  { "realtime_rate", "Real-time rate", "Simulated time for each second of real time; 0: as fast as possible.", "Run", "",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "0" } },
  { "memory_limit", "Memory limit", "Bytes of trajectory kept in memory; more goes to a temporary file.", "Run", "",
    SIM_SETTING_INTEGER, 0, 9e15, TRUE, NULL, { "1073741824" } },
  { "seed", "Seed", "Of noise and random runs.", "Run", "", SIM_SETTING_INTEGER, 0, 9007199254740992.0, FALSE, NULL, { "0" } },
  { "fast_math", "Fast arithmetic", "Fused multiply-add and vector functions; off gives the same bits from every back end.", "Run", "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true" } },
  { "isolation", "Isolation window", "Width of time within which an event is located; 0: from accuracy and step.", "Events", "s",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "0" } },
  { "isolation_method", "Isolation method", "Root finder on dense output, or Drake's bisection by integrating anew.", "Events", "",
    SIM_SETTING_CHOICE, 0, 0, FALSE, "illinois|bisection|brent|drake", { "illinois", "drake", NULL, NULL } },
  { "isolation_accuracy", "Isolation accuracy",
    "Drake's context accuracy, from which its method takes the window; unset, fixed steps do not isolate.", "Events", "",
    SIM_SETTING_NUMBER, DBL_MIN, NO_LIMIT, TRUE, NULL, { "" } },
  { "guard", "Guard points", "Interior points of each step that are scanned for hidden sign changes.", "Events", "",
    SIM_SETTING_INTEGER, 0, 1000, FALSE, NULL, { "8", "0", "0", NULL } },
  { "projection", "Projection", "Bring the state back onto its constraints after each step.", "Constraints", "", SIM_SETTING_BOOLEAN, 0,
    1, FALSE, NULL, { "true" } },
  { "constraint_tolerance", "Constraint tolerance", "Constraint error that is let pass; unset: a tenth of the accuracy.",
    "Constraints", "", SIM_SETTING_NUMBER, DBL_MIN, NO_LIMIT, TRUE, NULL, { "" } },
  { "project_every_step", "Project every step", "Project also where the constraints already hold within tolerance.", "Constraints", "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "false" } },
  { "project_interpolated", "Project samples", "Project states from dense output too.", "Constraints", "", SIM_SETTING_BOOLEAN, 0, 1,
    FALSE, NULL, { "true" } },
  { "stabilization", "Stabilization", "What keeps a mechanism on its constraints: nothing, projection, or Baumgarte's terms.",
    "Constraints", "", SIM_SETTING_CHOICE, 0, 0, FALSE, "none|projection|baumgarte", { "projection", NULL, NULL, "baumgarte" } },
  { "alpha", "Baumgarte alpha", "Damping of the constraint error: 2·alpha multiplies its rate.", "Constraints", "1/s",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "10" } },
  { "beta", "Baumgarte beta", "Stiffness of the constraint error: beta² multiplies it.", "Constraints", "1/s", SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "10" } },
  { "renormalize", "Renormalize rotations", "Quaternions end each step on the unit sphere.", "Constraints", "", SIM_SETTING_BOOLEAN, 0,
    1, FALSE, NULL, { "true" } },
  { "jacobian", "Jacobian", "From symbolic derivatives, or from forward or central differences.", "Implicit", "", SIM_SETTING_CHOICE, 0,
    0, FALSE, "symbolic|forward|central", { "symbolic", "forward", NULL, NULL } },
  { "reuse_jacobian", "Reuse Jacobian", "Keep the Jacobian while Newton's method converges with it.", "Implicit", "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true" } },
  { "full_newton", "Full Newton", "A new Jacobian and factorization in every iteration.", "Implicit", "", SIM_SETTING_BOOLEAN, 0, 1,
    FALSE, NULL, { "false" } },
};

const SimSettingRow *
sim_config_rows (int *n_rows)
{
  *n_rows = G_N_ELEMENTS (rows);
  return rows;
}

const SimSettingRow *
sim_config_row (const char *key)
{
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    if (strcmp (rows[i].key, key) == 0)
      return &rows[i];
  return NULL;
}
