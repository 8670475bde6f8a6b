/* Sets the defaults of the settings, checks settings, and computes the values that the integrator derives from them.
 *
 * The accuracy can be given in two ways. `accuracy` has the meaning of Drake and
 * Simbody: a dimensionless number that the norm combines with the weight of each
 * state. Tolerances have the meaning of most ODE codes: atol + rtol |x| for each state. If
 * a tolerance is given, it is used, and accuracy is only the default of the
 * other tolerance.
 *
 * The checks are separate from construction, so that a program can refuse a
 * setting while the user types it, with the same message. */
#include "ode-integrator-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Members that are not listed here are zero: no limits of step sizes, no step
 * limit, no weights. NaN means "not given" if the default depends on the
 * method or on another setting. */
void
ode_settings_init (OdeSettings *settings)
{
  *settings = (OdeSettings) {
    .accuracy = 1e-4,
    .relative_tolerance = NAN,
    .absolute_tolerance = NAN,
    .norm = ODE_NORM_INFINITY,
    .weighting = ODE_WEIGHTING_SIZE,
    .error_control = true,
    .controller = ODE_CONTROLLER_PI,
    .safety = NAN,
    .min_shrink = NAN,
    .max_grow = NAN,
    .gains = { NAN, NAN, NAN },
    .throw_on_min_step = true,
    .subdivide_fixed = true,
    .stretch = 1 + 1e-9, /* allows only for the rounding error of t + h */
    .projection = true,
    .constraint_tolerance = NAN,
    .project_interpolated = true,
    .stabilization = ODE_STABILIZE_PROJECTION,
    .renormalize = true,
    .jacobian = ODE_JACOBIAN_SYMBOLIC,
    .reuse_jacobian = true,
  };
}

/* NaN passes the check, because it means "not given". */
static bool
positive_or_nan (double value)
{
  return isnan (value) || (value > 0 && isfinite (value));
}

/* Checks the ranges of single numbers and of pairs. NaN means "not given" for
 * settings whose default is NaN. */
static bool
check_numbers (const OdeSettings *s, char *error, size_t size)
{
  if (!positive_or_nan (s->accuracy))
    return ode_message_refuse (s->translate, error, size, "accuracy must be a positive number");
  if (!isnan (s->relative_tolerance) && (s->relative_tolerance < 0 || !isfinite (s->relative_tolerance)))
    return ode_message_refuse (s->translate, error, size, "relative_tolerance must not be negative");
  if (!isnan (s->absolute_tolerance) && (s->absolute_tolerance < 0 || !isfinite (s->absolute_tolerance)))
    return ode_message_refuse (s->translate, error, size, "absolute_tolerance must not be negative");
  /* If both are zero, the error would have to be zero. If one of them is zero,
   * control is purely absolute or purely relative. */
  if (s->relative_tolerance == 0 && !(s->absolute_tolerance > 0) && s->absolute_per_state == NULL)
    return ode_message_refuse (s->translate, error, size, "relative_tolerance and absolute_tolerance must not both be zero");
  /* The negated comparisons also refuse NaN. Zero means "no
   * limit"; for initial_step it means "automatic". */
  if (!(s->max_step >= 0) || !(s->min_step >= 0) || !(s->initial_step >= 0))
    return ode_message_refuse (s->translate, error, size, "max_step, min_step and initial_step must not be negative");
  if (s->max_step > 0 && s->max_step < s->min_step)
    return ode_message_refuse (s->translate, error, size, "max_step %g is smaller than min_step %g", s->max_step, s->min_step);
  if (s->initial_step > 0 && s->initial_step < s->min_step)
    return ode_message_refuse (s->translate, error, size, "initial_step %g is smaller than min_step %g", s->initial_step, s->min_step);
  if (s->initial_step > 0 && s->max_step > 0 && s->initial_step > s->max_step)
    return ode_message_refuse (s->translate, error, size, "initial_step %g is larger than max_step %g", s->initial_step, s->max_step);
  if (!positive_or_nan (s->safety) || s->safety > 1)
    return ode_message_refuse (s->translate, error, size, "safety must be in (0, 1]");
  if (!positive_or_nan (s->min_shrink) || s->min_shrink >= 1)
    return ode_message_refuse (s->translate, error, size, "min_shrink must be in (0, 1)");
  if (!isnan (s->max_grow) && !(s->max_grow > 1 && isfinite (s->max_grow)))
    return ode_message_refuse (s->translate, error, size, "max_grow must be larger than 1");
  /* With a factor below 1 a step could not reach t_stop, and a factor of 2 or more could
   * skip the error control of a whole step. */
  if (!(s->stretch >= 1 && s->stretch < 2))
    return ode_message_refuse (s->translate, error, size, "stretch must be in [1, 2)");
  if (!positive_or_nan (s->constraint_tolerance))
    return ode_message_refuse (s->translate, error, size, "constraint_tolerance must be a positive number");
  if (s->step_limit < 0)
    return ode_message_refuse (s->translate, error, size, "step_limit must not be negative");
  return true;
}

/* Returns whether word is one of the choices in a list "a|b|c". */
static bool
is_choice (const char *choices, const char *word)
{
  size_t length = strlen (word);

  for (const char *at = choices; at != NULL; at = strchr (at, '|'))
    {
      at += *at == '|';
      if (strncmp (at, word, length) == 0 && (at[length] == '|' || at[length] == '\0'))
        return true;
    }
  return false;
}

/* Checks one option of a method against its OdeOptionRow. */
static bool
check_option (const OdeSettings *s, const OdeMethod *method, const OdeOptionRow *row, const OdeMethodOption *option, char *error,
              size_t size)
{
  const char *text = option->text != NULL ? option->text : "";
  const OdeMethod *named;

  switch (row->type)
    {
    case ODE_OPTION_NUMBER:
    case ODE_OPTION_INTEGER:
      if (!(option->number >= row->minimum && option->number <= row->maximum))
        return ode_message_refuse (s->translate, error, size, "%s of %s must be a number from %g to %g", row->key, method->id, row->minimum,
                         row->maximum);
      if (row->type == ODE_OPTION_INTEGER && option->number != floor (option->number))
        return ode_message_refuse (s->translate, error, size, "%s of %s must be a whole number", row->key, method->id);
      return true;
    case ODE_OPTION_BOOLEAN:
      if (strcmp (text, "true") != 0 && strcmp (text, "false") != 0 && option->number != 0 && option->number != 1)
        return ode_message_refuse (s->translate, error, size, "%s of %s must be true or false", row->key, method->id);
      return true;
    case ODE_OPTION_CHOICE:
      if (s->tableau != NULL && strcmp (row->key, "tableau") == 0)
        return true; /* the method itself checks the shape of the tableau */
      named = ode_method_find (text); /* a choice among methods also accepts the aliases of a method */
      if (!is_choice (row->choices, text) && (named == NULL || !is_choice (row->choices, named->id)))
        return ode_message_refuse (s->translate, error, size, "%s of %s cannot be '%s'; it is one of %s", row->key, method->id, text, row->choices);
      return true;
    }
  return true;
}

/* Checks that the method has each option. The message contains the name of the method,
 * because options often remain set after the user has changed the method. */
static bool
check_options (const OdeMethod *method, const OdeSettings *s, char *error, size_t size)
{
  for (int i = 0; i < s->n_options; i++)
    {
      const OdeOptionRow *row = NULL;

      for (int j = 0; j < method->n_options && row == NULL; j++)
        if (strcmp (method->options[j].key, s->options[i].key) == 0)
          row = &method->options[j];
      if (row == NULL)
        return ode_message_refuse (s->translate, error, size, "method %s has no option '%s'", method->id, s->options[i].key);
      if (!check_option (s, method, row, &s->options[i], error, size))
        return false;
    }
  return true;
}

/* Checks weights and tolerances for each state. A weight of zero excludes a
 * state from the error norm. */
bool
ode_integrator_check_settings (const OdeMethod *method, const OdeSystem *system, const OdeSettings *s, char *error,
                               size_t size)
{
  if (!check_numbers (s, error, size) || !check_options (method, s, error, size))
    return false;
  for (int j = 0; s->constraint_weights != NULL && j < system->n_constraints; j++)
    if (!(s->constraint_weights[j] > 0 && isfinite (s->constraint_weights[j])))
      return ode_message_refuse (s->translate, error, size, "the weight of constraint %d must be positive", j + 1);
  for (int i = 0; i < system->n_states; i++)
    {
      if (s->weights != NULL && !isnan (s->weights[i]) && !(s->weights[i] >= 0 && isfinite (s->weights[i])))
        return ode_message_refuse (s->translate, error, size, "the weight of %s must not be negative",
                         system->names != NULL ? system->names[i] : ode_message_translate (s->translate, ODE_N_ ("a state")));
      if (s->absolute_per_state != NULL && s->absolute_per_state[i] < 0)
        return ode_message_refuse (s->translate, error, size, "the absolute tolerance of %s must not be negative",
                         system->names != NULL ? system->names[i] : ode_message_translate (s->translate, ODE_N_ ("a state")));
    }
  return true;
}

/* Copies the settings with all arrays. On failure the old settings remain. */
bool
ode_integrator_copy_settings (OdeIntegrator *integrator, const OdeSettings *settings)
{
  size_t bytes = (size_t) integrator->n_states * sizeof (double);
  double *absolute = NULL, *weights = NULL, *constraints = NULL;
  const OdeSystem *given = integrator->given != NULL ? integrator->given : integrator->system;
  size_t constraint_bytes = (size_t) given->n_constraints * sizeof (double);
  OdeMethodOption *options = NULL;

  /* Allocate all memory before any setting is replaced. One byte is added,
   * because malloc (0) may return NULL. */
  if (settings->absolute_per_state != NULL && (absolute = malloc (bytes + 1)) == NULL)
    goto fail;
  if (settings->weights != NULL && (weights = malloc (bytes + 1)) == NULL)
    goto fail;
  if (settings->constraint_weights != NULL && (constraints = malloc (constraint_bytes + 1)) == NULL)
    goto fail;
  if (settings->n_options > 0 && (options = malloc ((size_t) settings->n_options * sizeof *options)) == NULL)
    goto fail;
  if (absolute != NULL)
    memcpy (absolute, settings->absolute_per_state, bytes);
  if (weights != NULL)
    memcpy (weights, settings->weights, bytes);
  if (constraints != NULL)
    memcpy (constraints, settings->constraint_weights, constraint_bytes);
  if (options != NULL)
    memcpy (options, settings->options, (size_t) settings->n_options * sizeof *options);
  free (integrator->absolute_copy);
  free (integrator->weights_copy);
  free (integrator->constraint_weights_copy);
  free (integrator->options_copy);
  integrator->absolute_copy = absolute;
  integrator->weights_copy = weights;
  integrator->constraint_weights_copy = constraints;
  integrator->options_copy = options;
  integrator->settings = *settings;
  integrator->settings.absolute_per_state = absolute;
  integrator->settings.weights = weights;
  integrator->settings.constraint_weights = constraints;
  integrator->settings.options = options;
  return true;

fail:
  free (absolute);
  free (weights);
  free (constraints);
  free (options);
  return false;
}

/* Sets the norm of errors. The tolerance of a step is a part of that of the user if the method says so. */
static void
init_norm (OdeIntegrator *integrator)
{
  OdeNormData *norm = &integrator->norm;
  const double part = integrator->method->stepper->tolerance_part;

  ode_norm_init (norm, integrator->system, &integrator->settings, integrator->accuracy, norm->atol);
  if (part > 0)
    {
      norm->accuracy *= part;
      norm->rtol *= part;
      for (int i = 0; i < norm->n_states; i++)
        norm->atol[i] *= part;
    }
}

/* Limits the accuracy to accuracy_loosest of the method, because the error estimate is not
 * reliable beyond that. accuracy_tightest is only advice for users. */
void
ode_integrator_clamp_accuracy (OdeIntegrator *integrator)
{
  const OdeMethod *method = integrator->method;

  integrator->accuracy_pending = false;
  /* Drake's integrators apply the same limit in DoInitialize. */
  if (method->accuracy_loosest > 0 && integrator->accuracy > method->accuracy_loosest)
    integrator->accuracy = method->accuracy_loosest;
  /* Relative errors below 4 ε are not possible, since the state itself is
   * rounded to ε; smaller steps would have no effect. Absolute weighting has no
   * such limit, because states may be small. */
  if (integrator->settings.weighting != ODE_WEIGHTING_ABSOLUTE)
    integrator->accuracy = fmax (integrator->accuracy, 0x1p-50);
  init_norm (integrator);
  ode_sizes_set_accuracy (&integrator->sizes, integrator->accuracy);
  integrator->stepper->accuracy = integrator->accuracy;
}

/* Recomputes the values that depend on the settings. */
void
ode_integrator_derive (OdeIntegrator *integrator)
{
  const OdeSettings *settings = &integrator->settings;
  const OdeMethod *method = integrator->method;
  const bool was_sized = integrator->norm.sized;

  integrator->accuracy = isnan (settings->accuracy) ? method->accuracy_default : settings->accuracy;
  /* The limits of the method are applied at the next step or initialization.
   * Until then ode_integrator_accuracy_in_use returns the value that the user
   * set. */
  integrator->accuracy_pending = true;
  init_norm (integrator);
  /* Sizes begin with the current state if they are used from now on. */
  if (integrator->norm.sized && !was_sized && integrator->initialized)
    ode_sizes_start (&integrator->sizes, integrator->given, integrator->x, integrator->accuracy);
  ode_control_init (&integrator->control, settings);
  if (integrator->stepper != NULL)
    {
      integrator->stepper->settings = *settings;
      integrator->stepper->accuracy = integrator->accuracy;
      if (integrator->klass->settings_changed != NULL)
        integrator->klass->settings_changed (integrator->stepper);
    }
}
