#include "recorded-variants.h"

#include "ode-test.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Traits of methods whose error estimate can control the step size. */
#define CONTROLLED (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_ESTIMATE_ON_REQUEST | ODE_TRAIT_OWN_CONTROL)

typedef enum { REAL, WHOLE, FLAG, LIMIT } Type;

#define KEY(name, type) { #name, offsetof (OdeSettings, name), type }

static const struct { const char *name; size_t offset; Type type; } keys[] = {
  KEY (accuracy, REAL), KEY (relative_tolerance, REAL), KEY (absolute_tolerance, REAL), KEY (safety, REAL), KEY (min_shrink, REAL),
  KEY (max_grow, REAL), KEY (max_step, REAL), KEY (min_step, REAL), KEY (initial_step, REAL), KEY (stretch, REAL),
  KEY (constraint_tolerance, REAL), KEY (norm, WHOLE), KEY (weighting, WHOLE), KEY (controller, WHOLE), KEY (jacobian, WHOLE),
  KEY (stabilization, WHOLE), KEY (error_control, FLAG), KEY (error_control_explicit, FLAG), KEY (throw_on_min_step, FLAG),
  KEY (subdivide_fixed, FLAG), KEY (projection, FLAG), KEY (project_every_step, FLAG), KEY (project_interpolated, FLAG),
  KEY (renormalize, FLAG), KEY (reuse_jacobian, FLAG), KEY (full_newton, FLAG), KEY (hermite_dense, FLAG), KEY (drake_implicit, FLAG),
  KEY (step_limit, LIMIT), { "gain0", offsetof (OdeSettings, gains[0]), REAL }, { "gain1", offsetof (OdeSettings, gains[1]), REAL },
  { "gain2", offsetof (OdeSettings, gains[2]), REAL },
};

static double weights[MAX_STATES], tolerances[MAX_STATES], constraint_weights[2];
static OdeMethodOption option;

/* Fills the arrays of numbers for each state and constraint. */
static void
set_array (OdeSettings *settings, const char *key, bool wrong)
{
  static const double some[] = { 2, 0.5, 0, 1, 3, 0.2, 4 };

  for (int i = 0; i < MAX_STATES; i++)
    {
      weights[i] = wrong && i == 1 ? -1 : some[i % 7];
      tolerances[i] = wrong && i == 1 ? -1 : i % 4 == 1 ? NAN : 1e-5 * (1 + i);
    }
  constraint_weights[0] = 2;
  constraint_weights[1] = wrong ? 0 : 0.5;
  if (strcmp (key, "weights") == 0)
    settings->weights = weights;
  else if (strcmp (key, "absolute_per_state") == 0)
    settings->absolute_per_state = tolerances;
  else if (strcmp (key, "constraint_weights") == 0)
    settings->constraint_weights = constraint_weights;
  else
    g_error ("no setting %s", key);
}

static void
set_one (OdeSettings *settings, const char *key, char *value)
{
  for (size_t i = 0; i < G_N_ELEMENTS (keys); i++)
    if (strcmp (keys[i].name, key) == 0)
      {
        double number = g_ascii_strtod (value, NULL);
        char *member = (char *) settings + keys[i].offset;

        if (keys[i].type == REAL)
          *(double *) member = number;
        else if (keys[i].type == WHOLE)
          *(unsigned *) member = (unsigned) number;
        else if (keys[i].type == FLAG)
          *(bool *) member = number != 0;
        else
          *(long *) member = (long) number;
        return;
      }
  if (strcmp (key, "drake") == 0)
    {
      *settings = drake_settings (1e-3, 0.1, true);
      settings->step_limit = 300;
    }
  else if (strcmp (key, "option") == 0)
    {
      char *text = strchr (value, ':') + 1, *end;

      text[-1] = '\0';
      option = (OdeMethodOption){ g_intern_string (value), g_ascii_strtod (text, &end), g_intern_string (text) };
      if (*end != '\0')
        option.number = NAN;
      settings->options = &option;
      settings->n_options = 1;
    }
  else
    set_array (settings, key, strcmp (value, "wrong") == 0);
}

void
recorded_variant_set (const Variant *variant, OdeSettings *settings)
{
  g_auto (GStrv) words = g_strsplit (variant->settings, " ", -1);

  ode_settings_init (settings);
  settings->step_limit = 300;
  for (int k = 0; words[k] != NULL; k++)
    {
      char *value = strchr (words[k], '=');

      *value = '\0';
      set_one (settings, words[k], value + 1);
    }
}

/* The enumerated settings are numbers: weighting=1 is ODE_WEIGHTING_ABSOLUTE. */
static const Variant variants[] = {
  { "1e-6", "accuracy=1e-6", .every = true },
  { "fixed", "error_control=0 max_step=0.04", .every = true },
  { "1e-3", "accuracy=1e-3" },
  { "1e-9", "accuracy=1e-9" },
  { "tight", "accuracy=1e-12", .needs = CONTROLLED },
  { "loose", "accuracy=0.3", .needs = CONTROLLED },
  { "fixed-fine", "error_control=0 max_step=0.011" },
  { "fixed-span", "error_control=0 max_step=0 step_limit=200" },
  { "fixed-coarse", "error_control=0 max_step=0.37 subdivide_fixed=1" },
  { "fixed-whole", "error_control=0 max_step=0.37 subdivide_fixed=0" },
  { "single", "error_control=0 max_step=0.1", .act = ACT_SINGLE },
  { "doubling", "error_control_explicit=1 accuracy=1e-4" },
  { "limits", "accuracy=1e-5 max_step=0.05 min_step=0.002 initial_step=0.02", .needs = CONTROLLED },
  { "minimum", "accuracy=1e-7 min_step=0.02 throw_on_min_step=1", .needs = CONTROLLED },
  { "minimum-kept", "accuracy=1e-7 min_step=0.02 throw_on_min_step=0", .needs = CONTROLLED },
  { "first-large", "accuracy=1e-5 initial_step=1.5", .needs = CONTROLLED },
  { "first-small", "accuracy=1e-4 initial_step=1e-8", .needs = CONTROLLED },
  { "rms", "accuracy=1e-5 norm=1", .needs = CONTROLLED },
  { "absolute", "accuracy=1e-5 weighting=1", .needs = CONTROLLED },
  { "by-kind", "accuracy=1e-5 weighting=2 norm=1", .needs = CONTROLLED },
  { "weights", "accuracy=1e-4 weights=1", .needs = CONTROLLED },
  { "weights-absolute", "accuracy=1e-4 weights=1 weighting=1", .needs = CONTROLLED },
  { "tolerances", "relative_tolerance=1e-4 absolute_tolerance=1e-7", .needs = CONTROLLED },
  { "relative", "relative_tolerance=1e-5", .needs = CONTROLLED },
  { "per-state", "relative_tolerance=1e-4 absolute_per_state=1", .needs = CONTROLLED },
  { "i", "accuracy=1e-5 controller=0", .needs = CONTROLLED },
  { "pi", "accuracy=1e-5 controller=1", .needs = CONTROLLED },
  { "pid", "accuracy=1e-5 controller=2", .needs = CONTROLLED },
  { "predictive", "accuracy=1e-5 controller=3", .needs = CONTROLLED },
  { "dead-band", "accuracy=1e-5 controller=4", .needs = CONTROLLED },
  { "gains", "accuracy=1e-5 controller=2 gain0=0.5 gain1=0.2 gain2=0.1", .needs = CONTROLLED },
  { "factors", "accuracy=1e-5 safety=0.8 min_shrink=0.4 max_grow=1.7", .needs = CONTROLLED },
  { "drake", "drake=1 accuracy=1e-4 max_step=0.2 error_control=1" },
  { "drake-fine", "drake=1 accuracy=1e-6 max_step=0.1 error_control=1 initial_step=1e-3" },
  { "drake-fixed", "drake=1 accuracy=1e-3 max_step=0.05 error_control=0" },
  { "hermite", "accuracy=1e-4 hermite_dense=1" },
  { "forward", "accuracy=1e-5 jacobian=1", .needs = ODE_TRAIT_IMPLICIT },
  { "central", "accuracy=1e-5 jacobian=2", .needs = ODE_TRAIT_IMPLICIT },
  { "new-jacobian", "accuracy=1e-4 reuse_jacobian=0", .needs = ODE_TRAIT_IMPLICIT },
  { "full-newton", "accuracy=1e-4 full_newton=1", .needs = ODE_TRAIT_IMPLICIT },
  { "fixed-full-newton", "error_control=0 max_step=0.05 full_newton=1 jacobian=1", .needs = ODE_TRAIT_IMPLICIT },
  { "drake-newton", "accuracy=1e-4 drake_implicit=1", .needs = ODE_TRAIT_IMPLICIT },
  { "unprojected", "accuracy=1e-5 projection=0 renormalize=0" },
  { "projected", "accuracy=1e-4 project_every_step=1 constraint_tolerance=1e-9" },
  { "rarely-projected", "accuracy=1e-4 constraint_tolerance=1e-3 constraint_weights=1 project_interpolated=0" },
  { "baumgarte", "accuracy=1e-4 stabilization=2" },
  { "unstabilized", "accuracy=1e-4 stabilization=1" },
  { "jump", "accuracy=1e-5 max_step=0.2", .act = ACT_JUMP },
  { "restart", "accuracy=1e-5 max_step=0.2", .act = ACT_RESTART },
  { "retake", "accuracy=1e-5 max_step=0.2", .act = ACT_RETAKE },
  { "undo", "accuracy=1e-5 max_step=0.2", .act = ACT_UNDO },
  { "snapshot", "accuracy=1e-5 max_step=0.2", .act = ACT_SNAPSHOT },
  { "change", "accuracy=1e-4 max_step=0.2", .act = ACT_CHANGE },
  { "discard", "accuracy=1e-4 max_step=0.2", .act = ACT_DISCARD },
  { "stop", "accuracy=1e-4 max_step=0.2", .act = ACT_STOP },
  { "trace", "accuracy=1e-4 max_step=0.2", .act = ACT_TRACE },
  { "fixed-jump", "error_control=0 max_step=0.06", .act = ACT_JUMP },
  { "fixed-retake", "error_control=0 max_step=0.06", .act = ACT_RETAKE },
  { "fixed-undo", "error_control=0 max_step=0.06", .act = ACT_UNDO },
  { "fixed-coarse-undo", "error_control=0 max_step=0.37", .act = ACT_UNDO },
  { "fixed-coarse-retake", "error_control=0 max_step=0.31", .act = ACT_RETAKE },
  { "fixed-coarse-snapshot", "error_control=0 max_step=0.19", .act = ACT_SNAPSHOT },
  { "fixed-change", "error_control=0 max_step=0.09", .act = ACT_CHANGE },
  { "fixed-stop", "error_control=0 max_step=0.06", .act = ACT_STOP },
  { "fixed-snapshot", "error_control=0 max_step=0.06", .act = ACT_SNAPSHOT },
  { "fixed-trace", "error_control=0 max_step=0.06", .act = ACT_TRACE },
  { "fixed-discard", "error_control=0 max_step=0.06", .act = ACT_DISCARD },
  { "drake-retake", "drake=1 accuracy=1e-4 max_step=0.2 error_control=1", .act = ACT_RETAKE },
  { "drake-undo", "drake=1 accuracy=1e-3 max_step=0.1 error_control=1", .act = ACT_UNDO },
  { "drake-stop", "drake=1 accuracy=1e-3 max_step=0.2 error_control=1", .act = ACT_STOP },
  { "drake-trace", "drake=1 accuracy=1e-3 max_step=0.2 error_control=1", .act = ACT_TRACE },
  { "option-estimate-trapezoid", "option=estimate:trapezoid accuracy=1e-4", .every = true, .only = "implicit_euler" },
  { "option-max_order-2", "option=max_order:2 accuracy=1e-4", .only = "cvode_bdf" },
  { "option-max_order-4", "option=max_order:4 accuracy=1e-4", .only = "cvode_adams" },
  { "option-tableau-dopri5", "option=tableau:dopri5 accuracy=1e-4", .every = true, .only = "munthe_kaas" },
  { "option-tableau-rk4", "option=tableau:rk4 accuracy=1e-4", .every = true, .only = "munthe_kaas" },
  { "option-tableau-explicit_euler", "option=tableau:explicit_euler accuracy=1e-4", .every = true, .only = "munthe_kaas" },
  { "option-tableau-dop853", "option=tableau:dop853 accuracy=1e-4", .every = true, .only = "munthe_kaas" },
  { "option-tableau-heun3", "option=tableau:heun3 accuracy=1e-4", .every = true, .only = "munthe_kaas" },
  { "option-max_order-7", "option=max_order:7 accuracy=1e-4", .only = "cvode_bdf" },
  { "option-max_order-2.5", "option=max_order:2.5 accuracy=1e-4", .only = "cvode_bdf" },
  { "option-tableau-radau5", "option=tableau:radau5 accuracy=1e-4", .every = true, .only = "munthe_kaas" },
  { "option-stages-3", "option=stages:3 accuracy=1e-4", .only = "runge_kutta4" },
  { "wrong-accuracy", "accuracy=-1", .only = "verner65" },
  { "wrong-accuracy-inf", "accuracy=inf", .only = "verner65" },
  { "wrong-relative", "relative_tolerance=-1e-3", .only = "verner65" },
  { "wrong-absolute", "absolute_tolerance=-1", .only = "verner65" },
  { "wrong-both", "relative_tolerance=0 absolute_tolerance=0", .only = "verner65" },
  { "wrong-max", "max_step=-1", .only = "verner65" },
  { "wrong-min-nan", "min_step=nan", .only = "verner65" },
  { "wrong-first", "initial_step=-1", .only = "verner65" },
  { "wrong-max-below-min", "max_step=0.1 min_step=0.2", .only = "verner65" },
  { "wrong-first-below-min", "initial_step=0.1 min_step=0.2", .only = "verner65" },
  { "wrong-first-above-max", "initial_step=0.3 max_step=0.2", .only = "verner65" },
  { "wrong-safety-0", "safety=0", .only = "verner65" },
  { "wrong-safety", "safety=1.01", .only = "verner65" },
  { "wrong-shrink-0", "min_shrink=0", .only = "verner65" },
  { "wrong-shrink", "min_shrink=1", .only = "verner65" },
  { "wrong-grow", "max_grow=1", .only = "verner65" },
  { "wrong-stretch", "stretch=2", .only = "verner65" },
  { "wrong-stretch-small", "stretch=0.99", .only = "verner65" },
  { "wrong-constraint", "constraint_tolerance=0", .only = "verner65" },
  { "wrong-limit", "step_limit=-1", .only = "verner65" },
  { "wrong-weight", "weights=wrong", .every = true, .only = "verner65" },
  { "wrong-tolerance", "absolute_per_state=wrong", .every = true, .only = "verner65" },
  { "wrong-constraint-weight", "constraint_weights=wrong", .every = true, .only = "verner65" },
  { "wrong-drake-no-max", "drake=1 accuracy=1e-3 max_step=0 error_control=1", .only = "verner65" },
  { "wrong-drake-fixed-no-max", "drake=1 accuracy=1e-3 max_step=0 error_control=0", .only = "verner65" },
};

const Variant *
recorded_variants (int *n_variants)
{
  *n_variants = sizeof variants / sizeof variants[0];
  return variants;
}
