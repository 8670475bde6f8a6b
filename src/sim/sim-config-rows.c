/* The table of settings: the one place that knows keys, types, ranges, defaults and help. */
#include <float.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "sim-config.h"

#define NO_LIMIT DBL_MAX

/* defaults: stepwise, drake, simbody, rbd; "" is automatic or not given; NULL as stepwise.
 * Drake: the Simulator's constructor and SimulatorConfig. Simbody: accuracy 1e-3, RMS norm, first step a tenth of the time scale
 * 0.1, no limits. rbd: RigidBodyDynamics' simulate, Munthe-Kaas RK4 with fixed steps of 1e-4 and gains k = 100, d = 20, which are
 * alpha = beta = 10. */
static const SimSettingRow rows[] = {
  { "profile", N_ ("Profile"), N_ ("Defaults as that system has them, for whatever nobody set."), N_ ("Integrator"), "",
    SIM_SETTING_CHOICE, 0, 0,
    FALSE, "stepwise|drake|simbody|rbd", { "stepwise" } },
  { "integrator", N_ ("Integrator"), N_ ("The method: an id or alias of the list of integrators."), N_ ("Integrator"), "",
    SIM_SETTING_TEXT, 0, 0,
    FALSE, NULL, { "runge_kutta5", "runge_kutta3", "runge_kutta_merson", "munthe_kaas" } },
  { "accuracy", N_ ("Accuracy"), N_ ("Target accuracy of a step; each integrator says the range it supports."),
    N_ ("Error control"), "",
    SIM_SETTING_NUMBER, DBL_MIN, NO_LIMIT, TRUE, NULL, { "0.0001", NULL, "0.001", NULL } },
  { "relative_tolerance", N_ ("Relative tolerance"),
    N_ ("Where given, errors are measured against atol + rtol·max(|x0|, |x1|); the one not given equals the other."),
    N_ ("Error control"), "",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "" } },
  { "absolute_tolerance", N_ ("Absolute tolerance"),
    N_ ("As the relative tolerance; also for one state: absolute_tolerance.NAME."),
    N_ ("Error control"), "", SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "" } },
  { "norm", N_ ("Norm"), N_ ("How the errors of the states become one number: the largest, or the root of their mean square."),
    N_ ("Error control"),
    "", SIM_SETTING_CHOICE, 0, 0, FALSE, "infinity|rms", { "infinity", NULL, "rms", NULL } },
  { "weighting", N_ ("Weighting"),
    N_ ("What accuracy is relative to: mixed is relative above 1 and absolute below, absolute as in Drake, simbody per class of "
        "state."),
    N_ ("Error control"), "", SIM_SETTING_CHOICE, 0, 0, FALSE, "mixed|absolute|simbody", { "mixed", "absolute", "simbody",
    NULL } },
  { "error_control", N_ ("Error control"), N_ ("Choose steps by the error estimate; else fixed steps of the maximum step."),
    N_ ("Error control"), "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true", NULL, NULL, "false" } },
  { "controller", N_ ("Controller"),
    N_ ("The rule from errors to the next step: integral, proportional-integral, with derivative, predictive, or Drake's."),
    N_ ("Error control"), "", SIM_SETTING_CHOICE, 0, 0, FALSE, "i|pi|pid|predictive|drake", { "pi", "drake", "drake", NULL } },
  { "safety", N_ ("Safety factor"), N_ ("Factor on the step that the error estimate would allow."), N_ ("Error control"), "",
    SIM_SETTING_NUMBER,
    0.1, 1, FALSE, NULL, { "" } },
  { "min_shrink", N_ ("Smallest ratio"), N_ ("A step becomes at most this factor smaller at once."), N_ ("Error control"), "",
    SIM_SETTING_NUMBER,
    0.001, 1, FALSE, NULL, { "" } },
  { "max_grow", N_ ("Largest ratio"), N_ ("A step becomes at most this factor larger at once."), N_ ("Error control"), "",
    SIM_SETTING_NUMBER, 1,
    100, FALSE, NULL, { "" } },
  { "gains", N_ ("Controller gains"), N_ ("Exponents of the controller: [kI], [kI, kP] or [kI, kP, kD]."), N_ ("Error control"),
    "",
    SIM_SETTING_NUMBERS, -10, 10, FALSE, NULL, { "" } },
  { "max_step", N_ ("Maximum step"), N_ ("No step is longer; 0: no limit. The step itself where steps are fixed."),
    N_ ("Step size"), "s",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "0", "0.1", NULL, "0.0001" } },
  { "min_step", N_ ("Minimum step"), N_ ("The controller does not go below; 0: 16 ulp of the time."), N_ ("Step size"), "s",
    SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "0" } },
  { "initial_step", N_ ("Initial step"), N_ ("The first step to try; 0: chosen from the model."), N_ ("Step size"), "s",
    SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "0", "0.0001", "0.01", NULL } },
  { "throw_on_min_step", N_ ("Fail at the minimum step"),
    N_ ("Fail where a smaller step would be needed; else go on at the minimum."),
    N_ ("Step size"), "", SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true", NULL, "false", NULL } },
  { "subdivide_fixed", N_ ("Subdivide fixed steps"), N_ ("A fixed implicit step that fails is halved; else the run fails."),
    N_ ("Step size"), "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true" } },
  { "step_limit", N_ ("Step limit"), N_ ("Attempted steps before the run fails; 0: none."), N_ ("Step size"), "",
    SIM_SETTING_INTEGER, 0, 9e15, TRUE,
    NULL, { "0" } },
  { "publish", N_ ("Publishing"), N_ ("Samples come from dense output, or steps end at the times of samples."), N_ ("Run"), "",
    SIM_SETTING_CHOICE,
    0, 0, FALSE, "interpolate|exact", { "interpolate", "exact", NULL, NULL } },
  { "sample_every", N_ ("Sample every"), N_ ("Time between samples for plots and export; 0: each step."), N_ ("Run"), "s",
    SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "0" } },
  { "samples", N_ ("Samples"), N_ ("Number of samples, both ends included; 0: each step."), N_ ("Run"), "", SIM_SETTING_INTEGER,
    0, 1e12, TRUE, NULL,
    { "0" } },
  { "realtime_rate", N_ ("Real-time rate"), N_ ("Simulated time for each second of real time; 0: as fast as possible."),
    N_ ("Run"), "",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "0" } },
  { "memory_limit", N_ ("Memory limit"), N_ ("Bytes of trajectory kept in memory; more goes to a temporary file."), N_ ("Run"),
    "",
    SIM_SETTING_INTEGER, 0, 9e15, TRUE, NULL, { "1073741824" } },
  { "seed", N_ ("Seed"), N_ ("Of noise and random runs."), N_ ("Run"), "", SIM_SETTING_INTEGER, 0, 9007199254740992.0, FALSE,
    NULL, { "0" } },
  { "fast_math", N_ ("Fast arithmetic"),
    N_ ("Fused multiply-add and vector functions; off gives the same bits from every back end."), N_ ("Run"), "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true" } },
  { "isolation", N_ ("Isolation window"), N_ ("Width of time within which an event is located; 0: from accuracy and step."),
    N_ ("Events"), "s",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "0" } },
  { "isolation_method", N_ ("Isolation method"), N_ ("Root finder on dense output, or Drake's bisection by integrating anew."),
    N_ ("Events"), "",
    SIM_SETTING_CHOICE, 0, 0, FALSE, "illinois|bisection|brent|drake", { "illinois", "drake", NULL, NULL } },
  { "isolation_accuracy", N_ ("Isolation accuracy"),
    N_ ("Drake's context accuracy, from which its method takes the window; unset, fixed steps do not isolate."), N_ ("Events"),
    "",
    SIM_SETTING_NUMBER, DBL_MIN, NO_LIMIT, TRUE, NULL, { "" } },
  { "guard", N_ ("Guard points"), N_ ("Interior points of each step that are scanned for hidden sign changes."), N_ ("Events"),
    "",
    SIM_SETTING_INTEGER, 0, 1000, FALSE, NULL, { "8", "0", "0", NULL } },
  { "projection", N_ ("Projection"), N_ ("Bring the state back onto its constraints after each step."), N_ ("Constraints"), "",
    SIM_SETTING_BOOLEAN, 0,
    1, FALSE, NULL, { "true" } },
  { "constraint_tolerance", N_ ("Constraint tolerance"),
    N_ ("Constraint error that is let pass; unset: a tenth of the accuracy."),
    N_ ("Constraints"), "", SIM_SETTING_NUMBER, DBL_MIN, NO_LIMIT, TRUE, NULL, { "" } },
  { "project_every_step", N_ ("Project every step"), N_ ("Project also where the constraints already hold within tolerance."),
    N_ ("Constraints"), "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "false" } },
  { "project_interpolated", N_ ("Project samples"), N_ ("Project states from dense output too."), N_ ("Constraints"), "",
    SIM_SETTING_BOOLEAN, 0, 1,
    FALSE, NULL, { "true" } },
  { "stabilization", N_ ("Stabilization"),
    N_ ("What keeps a mechanism on its constraints: nothing, projection, or Baumgarte's terms."),
    N_ ("Constraints"), "", SIM_SETTING_CHOICE, 0, 0, FALSE, "none|projection|baumgarte", { "projection", NULL, NULL,
    "baumgarte" } },
  { "alpha", N_ ("Baumgarte alpha"), N_ ("Damping of the constraint error: 2·alpha multiplies its rate."), N_ ("Constraints"),
    "1/s",
    SIM_SETTING_NUMBER, 0, NO_LIMIT, TRUE, NULL, { "10" } },
  { "beta", N_ ("Baumgarte beta"), N_ ("Stiffness of the constraint error: beta² multiplies it."), N_ ("Constraints"), "1/s",
    SIM_SETTING_NUMBER, 0,
    NO_LIMIT, TRUE, NULL, { "10" } },
  { "renormalize", N_ ("Renormalize rotations"), N_ ("Quaternions end each step on the unit sphere."), N_ ("Constraints"), "",
    SIM_SETTING_BOOLEAN, 0,
    1, FALSE, NULL, { "true" } },
  { "jacobian", N_ ("Jacobian"), N_ ("From symbolic derivatives, or from forward or central differences."), N_ ("Implicit"), "",
    SIM_SETTING_CHOICE, 0,
    0, FALSE, "symbolic|forward|central", { "symbolic", "forward", NULL, NULL } },
  { "reuse_jacobian", N_ ("Reuse Jacobian"), N_ ("Keep the Jacobian while Newton's method converges with it."), N_ ("Implicit"),
    "",
    SIM_SETTING_BOOLEAN, 0, 1, FALSE, NULL, { "true" } },
  { "full_newton", N_ ("Full Newton"), N_ ("A new Jacobian and factorization in every iteration."), N_ ("Implicit"), "",
    SIM_SETTING_BOOLEAN, 0, 1,
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
