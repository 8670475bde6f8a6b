/* Defines each setting once: key, type, range, default, group and help. */
#include "sim-config-rows.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <string.h>

#include "ode-settings.h"
#include "sim-config-private.h"

G_DEFINE_QUARK (sim-error-quark, sim_error)

#define NO_LIMIT DBL_MAX
/* The largest integer up to which every integer is exact in a double. */
#define LARGEST_EXACT 9007199254740992.0

static const SimChoice profiles[] = {
  { "stepwise", SIM_PROFILE_STEPWISE, "Stepwise" },
  { "drake", SIM_PROFILE_DRAKE, "Drake" },
  { "simbody", SIM_PROFILE_SIMBODY, "Simbody" },
  { "rbd", SIM_PROFILE_RBD, "RigidBodyDynamics" },
  { NULL },
};

static const SimChoice norms[] = {
  /* Translators: the infinity norm. */
  { "infinity", ODE_NORM_INFINITY, N_ ("infinity") },
  { "rms", ODE_NORM_RMS, "RMS" },
  { NULL },
};

static const SimChoice weightings[] = {
  /* Translators: how the accuracy is applied to a state, by its size. */
  { "size", ODE_WEIGHTING_SIZE, N_ ("by the size of the state") },
  { "mixed", ODE_WEIGHTING_MIXED, N_ ("relative or absolute") },
  { "absolute", ODE_WEIGHTING_ABSOLUTE, N_ ("absolute") },
  { "simbody", ODE_WEIGHTING_SIMBODY, "Simbody" },
  { NULL },
};

static const SimChoice controllers[] = {
  { "i", ODE_CONTROLLER_I, "I" },
  { "pi", ODE_CONTROLLER_PI, "PI" },
  { "pid", ODE_CONTROLLER_PID, "PID" },
  /* Translators: the predictive controller of the step size. */
  { "predictive", ODE_CONTROLLER_PREDICTIVE, N_ ("predictive") },
  { "drake", ODE_CONTROLLER_DRAKE, "Drake" },
  { NULL },
};

static const SimChoice publishing[] = {
  /* Translators: how samples are obtained. */
  { "interpolate", SIM_PUBLISH_INTERPOLATE, N_ ("interpolated") },
  /* Translators: steps end exactly at the samples. */
  { "exact", SIM_PUBLISH_EXACT, N_ ("exact") },
  { NULL },
};

static const SimChoice isolations[] = {
  { "chandrupatla", SIM_ISOLATE_CHANDRUPATLA, "Chandrupatla" },
  { "illinois", SIM_ISOLATE_ILLINOIS, "Illinois" },
  { "bisection", SIM_ISOLATE_BISECTION, N_ ("bisection") },
  { "brent", SIM_ISOLATE_BRENT, "Brent" },
  { "drake", SIM_ISOLATE_DRAKE, "Drake" },
  { NULL },
};

static const SimChoice stabilizations[] = {
  { "none", ODE_STABILIZE_NONE, N_ ("none") },
  { "projection", ODE_STABILIZE_PROJECTION, N_ ("projection") },
  { "baumgarte", ODE_STABILIZE_BAUMGARTE, "Baumgarte" },
  { NULL },
};

static const SimChoice jacobians[] = {
  { "symbolic", ODE_JACOBIAN_SYMBOLIC, N_ ("symbolic") },
  { "forward", ODE_JACOBIAN_FORWARD, N_ ("forward differences") },
  { "central", ODE_JACOBIAN_CENTRAL, N_ ("central differences") },
  { NULL },
};

/* Abbreviations for the designated initializers of a row's defaults. */
#define STEPWISE [SIM_PROFILE_STEPWISE]
#define DRAKE [SIM_PROFILE_DRAKE]
#define SIMBODY [SIM_PROFILE_SIMBODY]
#define RBD [SIM_PROFILE_RBD]

/* The defaults have these sources. Drake: the constructor of Simulator, and SimulatorConfig. Simbody: accuracy 1e-3, RMS norm, first step a
 * tenth of the time scale 0.1, no limits. RigidBodyDynamics.jl: simulate(), which is Munthe-Kaas RK4 with fixed steps of 1e-4 and gains
 * k = 100, d = 20; as beta² = k and 2·alpha = d, these are alpha = beta = 10. */
static const SimSettingRow rows[] = {
  { .key = "profile", .label = N_ ("Profile"),
    .about = N_ ("Use the defaults of this simulator for all settings that are not set."),
    .group = SIM_GROUP_INTEGRATOR, .type = SIM_SETTING_CHOICE, .choices = profiles, .defaults = { STEPWISE = "stepwise" } },
  { .key = "integrator", .label = N_ ("Integrator"),
    .about = N_ ("The method: an id or alias from the list of integrators, a tableau file, or the text of a tableau in braces."),
    .group = SIM_GROUP_INTEGRATOR, .type = SIM_SETTING_TEXT, .check = sim_config_check_integrator,
    .defaults = { STEPWISE = "runge_kutta5", DRAKE = "runge_kutta3", SIMBODY = "runge_kutta_merson", RBD = "munthe_kaas" } },
  { .key = "method", .label = N_ ("Method options"),
    .about = N_ ("An option of the integrator; may be repeated."),
    .group = SIM_GROUP_INTEGRATOR, .type = SIM_SETTING_OPTIONS, .has_entries = TRUE, .defaults = { STEPWISE = "" } },
  { .key = "accuracy", .label = N_ ("Accuracy"),
    .about = N_ ("Target for the error of a step. Each integrator lists the range that it supports. It replaces tolerances of the model or of a "
                 "configuration file with lower priority."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBER, .minimum = DBL_MIN, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "0.0001", SIMBODY = "0.001" } },
  { .key = "relative_tolerance", .label = N_ ("Relative tolerance"),
    .about = N_ ("If set, errors are measured against atol + rtol·max(|x0|, |x1|). A tolerance that is not set equals the other."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .needs = SIM_NEEDS_ERROR_CONTROL, .defaults = { STEPWISE = "" } },
  { .key = "absolute_tolerance", .label = N_ ("Absolute tolerance"),
    .about = N_ ("The absolute part atol of the tolerance; see relative_tolerance. absolute_tolerance.NAME sets it for one state."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE, .has_entries = TRUE,
    .needs = SIM_NEEDS_ERROR_CONTROL, .defaults = { STEPWISE = "" } },
  { .key = "weights", .label = N_ ("Weights"),
    .about = N_ ("Weight of the states in the error norm, in place of the weights of the model: a larger one makes a state more accurate. "
                 "weights.NAME sets it for one state."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE, .has_entries = TRUE,
    .needs = SIM_NEEDS_ERROR_CONTROL, .defaults = { STEPWISE = "" } },
  { .key = "norm", .label = N_ ("Norm"),
    .about = N_ ("How the errors of the states are combined: the largest, or the root mean square."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_CHOICE, .choices = norms, .needs = SIM_NEEDS_ERROR_CONTROL,
    .defaults = { STEPWISE = "infinity", SIMBODY = "rms" } },
  { .key = "weighting", .label = N_ ("Weighting"),
    .about = N_ ("How the accuracy is applied to a state. size: relative to the state, also for small ones; mixed: relative if the state is "
                 "larger than 1, else absolute; absolute: as in Drake; simbody: by kind of state, as in Simbody."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_CHOICE, .choices = weightings, .needs = SIM_NEEDS_ERROR_CONTROL,
    .defaults = { STEPWISE = "size", DRAKE = "absolute", SIMBODY = "simbody", RBD = "mixed" } },
  { .key = "error_control", .label = N_ ("Error control"),
    .about = N_ ("Choose steps by the error estimate. Otherwise every step has the length of the maximum step."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_BOOLEAN, .defaults = { STEPWISE = "true", RBD = "false" } },
  { .key = "controller", .label = N_ ("Controller"),
    .about = N_ ("How the next step follows from the errors: I, PI or PID control, Gustafsson's predictive controller, or Drake's rule."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_CHOICE, .choices = controllers,
    .needs = SIM_NEEDS_ERROR_CONTROL | SIM_NEEDS_OUR_CONTROLLER, .defaults = { STEPWISE = "pi", DRAKE = "drake", SIMBODY = "drake" } },
  { .key = "safety", .label = N_ ("Safety factor"),
    .about = N_ ("Factor by which the step that the error estimate allows is reduced."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBER, .minimum = 0.1, .maximum = 1,
    .needs = SIM_NEEDS_ERROR_CONTROL | SIM_NEEDS_OUR_CONTROLLER, .defaults = { STEPWISE = "" } },
  { .key = "min_shrink", .label = N_ ("Smallest ratio"),
    .about = N_ ("Smallest ratio of a step to the step before it."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBER, .minimum = 0.001, .maximum = 1, .needs = SIM_NEEDS_ERROR_CONTROL,
    .defaults = { STEPWISE = "" } },
  { .key = "max_grow", .label = N_ ("Largest ratio"),
    .about = N_ ("Largest ratio of a step to the step before it."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBER, .minimum = 1, .maximum = 100, .needs = SIM_NEEDS_ERROR_CONTROL,
    .defaults = { STEPWISE = "" } },
  { .key = "gains", .label = N_ ("Controller gains"),
    .about = N_ ("Exponents of the controller: [kI], [kI, kP] or [kI, kP, kD]."),
    .group = SIM_GROUP_ERROR_CONTROL, .type = SIM_SETTING_NUMBERS, .minimum = -10, .maximum = 10,
    .needs = SIM_NEEDS_ERROR_CONTROL | SIM_NEEDS_OUR_CONTROLLER, .defaults = { STEPWISE = "" } },
  { .key = "max_step", .label = N_ ("Maximum step"),
    .about = N_ ("Upper limit of the step; 0: no limit. With fixed steps it is the step itself."),
    .group = SIM_GROUP_STEP_SIZE, .unit = SIM_UNIT_TIME, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "0", DRAKE = "0.1", RBD = "0.0001" } },
  { .key = "min_step", .label = N_ ("Minimum step"),
    .about = N_ ("Lower limit of the step; 0: 16 ulp of the time."),
    .group = SIM_GROUP_STEP_SIZE, .unit = SIM_UNIT_TIME, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "0" } },
  { .key = "initial_step", .label = N_ ("Initial step"),
    .about = N_ ("The first step to try; 0: chosen automatically."),
    .group = SIM_GROUP_STEP_SIZE, .unit = SIM_UNIT_TIME, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .needs = SIM_NEEDS_ERROR_CONTROL, .defaults = { STEPWISE = "0", DRAKE = "0.0001", SIMBODY = "0.01" } },
  { .key = "throw_on_min_step", .label = N_ ("Fail at the minimum step"),
    .about = N_ ("The run fails if a step below the minimum is needed. Otherwise it continues with the minimum step."),
    .group = SIM_GROUP_STEP_SIZE, .type = SIM_SETTING_BOOLEAN, .needs = SIM_NEEDS_ERROR_CONTROL,
    .defaults = { STEPWISE = "true", SIMBODY = "false" } },
  { .key = "subdivide_fixed", .label = N_ ("Subdivide fixed steps"),
    .about = N_ ("Halve a fixed step of an implicit method if its iteration fails. Otherwise the run fails."),
    .group = SIM_GROUP_STEP_SIZE, .type = SIM_SETTING_BOOLEAN, .needs = SIM_NEEDS_FIXED_STEPS, .defaults = { STEPWISE = "true" } },
  { .key = "step_limit", .label = N_ ("Step limit"),
    .about = N_ ("Number of attempted steps after which the run fails; 0: no limit."),
    .group = SIM_GROUP_STEP_SIZE, .type = SIM_SETTING_INTEGER, .maximum = 9e15, .log_scale = TRUE, .defaults = { STEPWISE = "0" } },
  { .key = "publish", .label = N_ ("Publishing"),
    .about = N_ ("Samples are interpolated by dense output, or steps end exactly at the times of samples."),
    .group = SIM_GROUP_RUN, .type = SIM_SETTING_CHOICE, .choices = publishing,
    .defaults = { STEPWISE = "interpolate", DRAKE = "exact" } },
  { .key = "sample_every", .label = N_ ("Sample every"),
    .about = N_ ("Time between samples for plots and export; 0: every step."),
    .group = SIM_GROUP_RUN, .unit = SIM_UNIT_TIME, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "0" } },
  { .key = "samples", .label = N_ ("Samples"),
    .about = N_ ("Number of samples, both ends included; 0: every step."),
    .group = SIM_GROUP_RUN, .type = SIM_SETTING_INTEGER, .maximum = 1e12, .log_scale = TRUE, .check = sim_config_check_samples,
    .defaults = { STEPWISE = "0" } },
  { .key = "keep_rows", .label = N_ ("Rows to write"),
    .about = N_ ("Number of rows at the end of the trajectory that are written; 0: all rows."),
    .group = SIM_GROUP_RUN, .type = SIM_SETTING_INTEGER, .maximum = 1e9, .log_scale = TRUE, .defaults = { STEPWISE = "0" } },
  { .key = "realtime_rate", .label = N_ ("Real-time rate"),
    .about = N_ ("Simulated time per second of real time; 0: as fast as possible."),
    .group = SIM_GROUP_RUN, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE, .defaults = { STEPWISE = "0" } },
  { .key = "memory_limit", .label = N_ ("Memory limit"),
    .about = N_ ("Bytes of the trajectory that stay in memory. The rest goes to a temporary file."),
    .group = SIM_GROUP_RUN, .type = SIM_SETTING_INTEGER, .maximum = 9e15, .log_scale = TRUE, .defaults = { STEPWISE = "1073741824" } },
  { .key = "seed", .label = N_ ("Seed"),
    .about = N_ ("Seed of the random numbers in noise and random runs."),
    .group = SIM_GROUP_RUN, .type = SIM_SETTING_INTEGER, .maximum = LARGEST_EXACT, .defaults = { STEPWISE = "0" } },
  { .key = "fast_math", .label = N_ ("Fast arithmetic"),
    .about = N_ ("Fuse products and sums where the processor can. The last digits then differ from those of a processor that cannot."),
    .group = SIM_GROUP_RUN, .type = SIM_SETTING_BOOLEAN, .defaults = { STEPWISE = "true" } },
  { .key = "isolation", .label = N_ ("Isolation window"),
    .about = N_ ("Width of the time interval to which an event is located; 0: 4 ulp of the time, or the rule of the simulator in profiles drake and simbody."),
    .group = SIM_GROUP_EVENTS, .unit = SIM_UNIT_TIME, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "0" } },
  { .key = "isolation_method", .label = N_ ("Isolation method"),
    .about = N_ ("Root finder on dense output, or Drake's bisection, which integrates again."),
    .group = SIM_GROUP_EVENTS, .type = SIM_SETTING_CHOICE, .choices = isolations,
    .defaults = { STEPWISE = "chandrupatla", DRAKE = "drake" } },
  { .key = "isolation_accuracy", .label = N_ ("Isolation accuracy"),
    .about = N_ ("Accuracy from which Drake's method computes the isolation window. If it is not set, fixed steps do not locate events."),
    .group = SIM_GROUP_EVENTS, .type = SIM_SETTING_NUMBER, .minimum = DBL_MIN, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "" } },
  { .key = "guard", .label = N_ ("Guard points"),
    .about = N_ ("Number of points inside a step at which events are checked, so that two sign changes in one step are found."),
    .group = SIM_GROUP_EVENTS, .type = SIM_SETTING_INTEGER, .maximum = 1000, .defaults = { STEPWISE = "8", DRAKE = "0", SIMBODY = "0" } },
  { .key = "ranges", .label = N_ ("Check by ranges"),
    .about = N_ ("Bound witnesses over each step by interval arithmetic, so that two crossings between guard points are found, and the right-hand "
                  "side over long steps, so that a run reports the changes that they passed over."),
    .group = SIM_GROUP_EVENTS, .type = SIM_SETTING_BOOLEAN,
    .defaults = { STEPWISE = "true", DRAKE = "false", SIMBODY = "false", RBD = "false" } },
  { .key = "switches", .label = N_ ("End steps at switches"),
    .about = N_ ("End steps where a condition of the right-hand side changes, such as t < 5, abs, min or sign, so that no step passes over it."),
    .group = SIM_GROUP_EVENTS, .type = SIM_SETTING_BOOLEAN,
    .defaults = { STEPWISE = "true", DRAKE = "false", SIMBODY = "false", RBD = "false" } },
  { .key = "suppress_initialization", .label = N_ ("Skip initialization events"),
    .about = N_ ("Do not run the events of the start of a run."),
    .group = SIM_GROUP_EVENTS, .type = SIM_SETTING_BOOLEAN, .defaults = { STEPWISE = "false" } },
  { .key = "projection", .label = N_ ("Projection"),
    .about = N_ ("Project the state onto its constraints after each step."),
    .group = SIM_GROUP_CONSTRAINTS, .type = SIM_SETTING_BOOLEAN, .defaults = { STEPWISE = "true" } },
  { .key = "constraint_tolerance", .label = N_ ("Constraint tolerance"),
    .about = N_ ("Largest accepted constraint error. If it is not set, a tenth of the accuracy."),
    .group = SIM_GROUP_CONSTRAINTS, .type = SIM_SETTING_NUMBER, .minimum = DBL_MIN, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "" } },
  { .key = "project_every_step", .label = N_ ("Project every step"),
    .about = N_ ("Project even if the constraints already hold within tolerance."),
    .group = SIM_GROUP_CONSTRAINTS, .type = SIM_SETTING_BOOLEAN, .defaults = { STEPWISE = "false" } },
  { .key = "project_interpolated", .label = N_ ("Project samples"),
    .about = N_ ("Also project states from dense output."),
    .group = SIM_GROUP_CONSTRAINTS, .type = SIM_SETTING_BOOLEAN, .defaults = { STEPWISE = "true" } },
  { .key = "stabilization", .label = N_ ("Stabilization"),
    .about = N_ ("How a mechanism is kept on its constraints: not at all, by projection, or by Baumgarte's terms."),
    .group = SIM_GROUP_CONSTRAINTS, .type = SIM_SETTING_CHOICE, .choices = stabilizations,
    .defaults = { STEPWISE = "projection", RBD = "baumgarte" } },
  { .key = "alpha", .label = N_ ("Baumgarte alpha"),
    .about = N_ ("Damping of the constraint error: 2·alpha multiplies its rate."),
    .group = SIM_GROUP_CONSTRAINTS, .unit = SIM_UNIT_PER_TIME, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "10" } },
  { .key = "beta", .label = N_ ("Baumgarte beta"),
    .about = N_ ("Stiffness of the constraint error: beta² multiplies it."),
    .group = SIM_GROUP_CONSTRAINTS, .unit = SIM_UNIT_PER_TIME, .type = SIM_SETTING_NUMBER, .maximum = NO_LIMIT, .log_scale = TRUE,
    .defaults = { STEPWISE = "10" } },
  { .key = "renormalize", .label = N_ ("Renormalize rotations"),
    .about = N_ ("Scale quaternions to length 1 after each step."),
    .group = SIM_GROUP_CONSTRAINTS, .type = SIM_SETTING_BOOLEAN, .defaults = { STEPWISE = "true" } },
  { .key = "jacobian", .label = N_ ("Jacobian"),
    .about = N_ ("How the Jacobian is computed: from symbolic derivatives, or by forward or central differences."),
    .group = SIM_GROUP_IMPLICIT, .type = SIM_SETTING_CHOICE, .choices = jacobians, .needs = SIM_NEEDS_IMPLICIT,
    .defaults = { STEPWISE = "symbolic", DRAKE = "forward" } },
  { .key = "reuse_jacobian", .label = N_ ("Reuse Jacobian"),
    .about = N_ ("Keep the Jacobian while Newton's method converges with it."),
    .group = SIM_GROUP_IMPLICIT, .type = SIM_SETTING_BOOLEAN, .needs = SIM_NEEDS_IMPLICIT, .defaults = { STEPWISE = "true" } },
  { .key = "full_newton", .label = N_ ("Full Newton"),
    .about = N_ ("Compute and factorize a new Jacobian in every iteration."),
    .group = SIM_GROUP_IMPLICIT, .type = SIM_SETTING_BOOLEAN, .needs = SIM_NEEDS_IMPLICIT, .defaults = { STEPWISE = "false" } },
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

/* Returns a key in the spelling of the table: "max-step" becomes "max_step". The part after a dot is a name defined by the user and is not
 * changed. */
char *
sim_config_canonical_key (const char *key)
{
  char *canonical = g_strdup (key);
  for (char *c = canonical; *c != '\0' && *c != '.'; c++)
    if (*c == '-')
      *c = '_';
  return canonical;
}

const SimSettingRow *
sim_config_row_of (const char *key)
{
  g_autofree char *canonical = sim_config_canonical_key (key);
  char *dot = strchr (canonical, '.');
  if (dot != NULL)
    *dot = '\0';
  const SimSettingRow *row = sim_config_row (canonical);
  return row != NULL && (dot == NULL || row->has_entries) ? row : NULL;
}

const char *
sim_config_row_default (const SimSettingRow *row, SimProfile profile)
{
  return row->defaults[profile] != NULL ? row->defaults[profile] : row->defaults[SIM_PROFILE_STEPWISE];
}

const char *
sim_config_group_label (SimSettingGroup group)
{
  static const char *const labels[] = {
    [SIM_GROUP_INTEGRATOR] = N_ ("Integrator"),
    [SIM_GROUP_STEP_SIZE] = N_ ("Step size"),
    [SIM_GROUP_ERROR_CONTROL] = N_ ("Error control"),
    [SIM_GROUP_EVENTS] = N_ ("Events"),
    [SIM_GROUP_IMPLICIT] = N_ ("Implicit"),
    [SIM_GROUP_CONSTRAINTS] = N_ ("Constraints"),
    [SIM_GROUP_RUN] = N_ ("Run"),
  };
  return labels[group];
}

/* ---- choices ---- */

const SimChoice sim_choices_boolean[] = { { "true", TRUE }, { "false", FALSE }, { NULL } };

const SimChoice *
sim_choice_find (const SimChoice *choices, const char *word)
{
  for (; choices->word != NULL; choices++)
    if (strcmp (choices->word, word) == 0)
      return choices;
  return NULL;
}

const char **
sim_choice_words (const SimChoice *choices)
{
  GPtrArray *words = g_ptr_array_new ();
  for (; choices->word != NULL; choices++)
    g_ptr_array_add (words, (gpointer) choices->word);
  g_ptr_array_add (words, NULL);
  return (const char **) g_ptr_array_free (words, FALSE);
}

char *
sim_choice_join (const SimChoice *choices, const char *separator)
{
  g_autofree const char **words = sim_choice_words (choices);
  return g_strjoinv (separator, (char **) words);
}
