/* Converts the configuration to the settings of the integrator, and finds
 * settings that have no effect with a method. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "sim-config-private.h"

static gboolean
method_controls_error (const SimConfig *config, const OdeMethod *method)
{
  const char *asked = sim_config_text_set (config, "error_control", NULL);
  gboolean wanted = sim_config_get_boolean (config, "error_control");
  if ((method->traits & (ODE_TRAIT_ADAPTIVE | ODE_TRAIT_OWN_CONTROL)) != 0
      && (method->traits & ODE_TRAIT_ESTIMATE_ON_REQUEST) == 0)
    return wanted;
  /* In Simbody, ExplicitEulerIntegrator controls its error by default. */
  if ((method->traits & ODE_TRAIT_ESTIMATE_ON_REQUEST) != 0 && sim_config_profile (config) == SIM_PROFILE_SIMBODY)
    return wanted;
  return wanted && asked != NULL;
}

gboolean
sim_config_controls_error (const SimConfig *config)
{
  const OdeMethod *method = sim_config_method (config);

  /* A method with ODE_TRAIT_OWN_CONTROL but without ODE_TRAIT_ADAPTIVE, such as the reversible Verlet method, has no error estimate. */
  if ((method->traits & (ODE_TRAIT_OWN_CONTROL | ODE_TRAIT_ADAPTIVE)) == ODE_TRAIT_OWN_CONTROL)
    return FALSE;
  return method_controls_error (config, method);
}

/* Returns the reason why a setting has no effect with the method, or NULL
 * if it has an effect. Free the reason with g_free. */
static char *
unusable (const SimConfig *config, const OdeMethod *method, const char *key)
{
  const SimSettingRow *row = sim_config_row_of (key);
  const char *dot = strchr (key, '.');
  gboolean controls = method_controls_error (config, method);
  if (row == NULL)
    return NULL;
  if (row->type == SIM_SETTING_OPTIONS && dot != NULL)
    {
      for (int i = 0; i < method->n_options; i++)
        if (strcmp (method->options[i].key, dot + 1) == 0)
          return NULL;
      return g_strdup_printf (_("%s has no option '%s'"), method->id, dot + 1);
    }
  if (!controls && (row->needs & SIM_NEEDS_ERROR_CONTROL) != 0)
    {
      if ((method->traits & ODE_TRAIT_ADAPTIVE) == 0 && sim_config_text_set (config, "error_control", NULL) == NULL)
        return g_strdup_printf (_("%s has no error estimate and runs with fixed steps, so %s has no effect; error_control: true "
                                  "enables step doubling"),
                                method->id, key);
      return g_strdup_printf (_("%s runs with fixed steps here, so %s has no effect"), method->id, key);
    }
  if (controls && (row->needs & SIM_NEEDS_FIXED_STEPS) != 0)
    return g_strdup_printf (_("%s controls the error here and has no fixed steps to subdivide"), method->id);
  if (strcmp (row->key, "weights") == 0
      && (sim_config_text_set (config, "relative_tolerance", NULL) != NULL || sim_config_text_set (config, "absolute_tolerance", NULL) != NULL))
    return g_strdup (_("the error is measured against a relative or absolute tolerance here, so weights have no effect"));
  if ((method->traits & ODE_TRAIT_IMPLICIT) == 0 && (row->needs & SIM_NEEDS_IMPLICIT) != 0)
    return g_strdup_printf (_("%s is explicit, so %s has no effect"), method->id, key);
  if ((method->traits & ODE_TRAIT_OWN_CONTROL) != 0 && (row->needs & SIM_NEEDS_OUR_CONTROLLER) != 0)
    return g_strdup_printf (_("%s chooses its steps itself, so %s has no effect"), method->id, key);
  return NULL;
}

char *
sim_config_unusable (const SimConfig *config, const char *key)
{
  return unusable (config, sim_config_method (config), key);
}

gboolean
sim_config_check_method (const SimConfig *config, const char **key, GError **error)
{
  const OdeMethod *method = sim_config_method (config);
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, config->settings);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      SimOrigin origin = SIM_ORIGIN_PROFILE;
      if (sim_config_text_set (config, name, &origin) == NULL || origin < SIM_ORIGIN_COMMAND_LINE)
        continue;
      g_autofree char *reason = unusable (config, method, name);
      if (reason == NULL)
        continue;
      if (key != NULL)
        *key = name;
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED, reason);
      return FALSE;
    }
  return TRUE;
}

/* Returns whether the key of an entry matches the name of a state: "u"
 * matches all of u[1], u[2], …; "u[3]" matches one element. */
static gboolean
name_matches (const char *state, const char *pattern)
{
  gsize length = strlen (pattern);
  return strncmp (state, pattern, length) == 0 && (state[length] == '\0' || state[length] == '[');
}

/* Writes the values of the entries "KEY.NAME" of a setting to values[n_states], and sets *any if there is an entry. */
static gboolean
fill_entries (const SimConfig *config, const char *key, const char *const *names, int n_states, double *values, gboolean *any, GError **error)
{
  gsize prefix = strlen (key);
  GHashTableIter iter;
  gpointer name;
  g_hash_table_iter_init (&iter, config->settings);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    {
      const char *state = (const char *) name + prefix + 1;
      const char *text = strncmp (name, key, prefix) == 0 && ((const char *) name)[prefix] == '.' ? sim_config_text_set (config, name, NULL) : NULL;
      if (text == NULL)
        continue;
      gboolean found = FALSE;
      for (int i = 0; names != NULL && i < n_states; i++)
        if (name_matches (names[i], state))
          {
            values[i] = g_ascii_strtod (text, NULL);
            found = TRUE;
          }
      if (!found)
        {
          g_set_error (error, SIM_ERROR, SIM_ERROR_SETTING, _("%s names '%s', which is not a state"), key, state);
          return FALSE;
        }
      *any = TRUE;
    }
  return TRUE;
}

static gboolean
fill_absolute (SimConfig *config, const char *const *names, int n_states, OdeSettings *settings, GError **error)
{
  gboolean any = FALSE;
  g_free (config->absolute_per_state);
  config->absolute_per_state = g_new (double, (gsize) MAX (n_states, 1));
  for (int i = 0; i < n_states; i++)
    config->absolute_per_state[i] = NAN;
  if (!fill_entries (config, "absolute_tolerance", names, n_states, config->absolute_per_state, &any, error))
    return FALSE;
  settings->absolute_per_state = any ? config->absolute_per_state : NULL;
  return TRUE;
}

gboolean
sim_config_weights (const SimConfig *config, const char *const *names, int n_states, double *weights, gboolean *any, GError **error)
{
  double all = sim_config_get_number (config, "weights");
  *any = !isnan (all);
  for (int i = 0; *any && i < n_states; i++)
    weights[i] = all;
  return fill_entries (config, "weights", names, n_states, weights, any, error);
}

gboolean
sim_config_take_weights (const SimConfig *config, ModelSystem *model, const OdeSystem *ode, double *weights, gboolean *any, GError **error)
{
  gboolean of_model = model != NULL && model_system_weights (model, weights), of_settings;
  for (int i = 0; i < ode->n_states; i++)
    if (!of_model || !model_system_gives_weight (model, i))
      weights[i] = NAN;
  if (!sim_config_weights (config, ode->names, ode->n_states, weights, &of_settings, error))
    return FALSE;
  *any = of_model || of_settings;
  return TRUE;
}

/* Copies the options of the current method. Options of other methods remain
 * in the configuration and have an effect when their method is selected. */
static void
fill_options (SimConfig *config, const OdeMethod *method, OdeSettings *settings)
{
  g_free (config->options);
  config->options = g_new0 (OdeMethodOption, (gsize) method->n_options + 3);
  settings->n_options = 0;
  for (int i = 0; i < method->n_options; i++)
    {
      g_autofree char *key = g_strconcat ("method.", method->options[i].key, NULL);
      const char *text = sim_config_text (config, key);
      if (text == NULL)
        continue;
      if (strcmp (method->options[i].key, "tableau") == 0 && ode_method_find (text) == NULL)
        settings->tableau = sim_config_tableau (config, key);
      char *end = NULL;
      double number = g_ascii_strtod (text, &end);
      config->options[settings->n_options++]
          = (OdeMethodOption){ method->options[i].key, *end == '\0' && end != text ? number : NAN, text };
    }
  settings->options = config->options;
}

static const char *
translate (const char *text)
{
  return _(text);
}

static void
fill_steps (const SimConfig *config, const OdeMethod *method, double t_start, double t_end, OdeSettings *settings)
{
  SimProfile profile = sim_config_profile (config);
  settings->error_control_explicit = sim_config_text_set (config, "error_control", NULL) != NULL
                                     || (profile == SIM_PROFILE_SIMBODY && (method->traits & ODE_TRAIT_ESTIMATE_ON_REQUEST) != 0);
  settings->error_control = sim_config_get_boolean (config, "error_control");
  if (!method_controls_error (config, method))
    settings->error_control = FALSE;
  settings->max_step = sim_config_get_number (config, "max_step");
  settings->min_step = sim_config_get_number (config, "min_step");
  settings->initial_step = sim_config_get_number (config, "initial_step");
  /* In Drake, only the integrator with which a Simulator is constructed has a first step of 1e-4. An integrator that replaces it chooses
   * its first step itself. */
  if (profile == SIM_PROFILE_DRAKE && sim_config_text_set (config, "initial_step", NULL) == NULL
      && sim_config_text_set (config, "integrator", NULL) != NULL)
    settings->initial_step = 0;
  /* If max_step comes from a source that overrides the source of initial_step (SimOrigin), it limits the initial step. */
  if (sim_config_origin (config, "initial_step") < sim_config_origin (config, "max_step") && settings->max_step > 0)
    settings->initial_step = fmin (settings->initial_step, settings->max_step);
  if (!settings->error_control && !(settings->max_step > 0))
    {
      settings->max_step = fabs (t_end - t_start) > 0 ? fabs (t_end - t_start) / 1000 : 1e-3;
      settings->initial_step = fmin (settings->initial_step, settings->max_step);
    }
  settings->throw_on_min_step = sim_config_get_boolean (config, "throw_on_min_step");
  settings->subdivide_fixed = sim_config_get_boolean (config, "subdivide_fixed");
  settings->step_limit = (int64_t) sim_config_get_number (config, "step_limit");
  settings->plain_dense = profile != SIM_PROFILE_STEPWISE;
  if (profile == SIM_PROFILE_DRAKE)
    {
      settings->stretch = 1.01;
      settings->drake_floor = true;
      settings->initial_step_tenth_of_max = true;
      settings->hermite_dense = true;
      settings->drake_implicit = true;
    }
}

/* Returns the keys of tolerances that are set and in force: those of all states and of single ones. The texts are those of the settings. */
static GPtrArray *
tolerances_set (const SimConfig *config)
{
  GPtrArray *keys = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, config->settings);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    if ((strcmp (key, "relative_tolerance") == 0 || strcmp (key, "absolute_tolerance") == 0 || g_str_has_prefix (key, "absolute_tolerance."))
        && sim_config_text_set (config, key, NULL) != NULL)
      g_ptr_array_add (keys, key);
  return keys;
}

/* The tolerances are read before the accuracy is set, because a live accuracy replaces those of lower origins. */
void
sim_config_scale_tolerances (SimConfig *config, double factor)
{
  const OdeMethod *method = sim_config_method (config);
  double accuracy = sim_config_get_number (config, "accuracy");
  g_autoptr (GPtrArray) keys = tolerances_set (config);
  g_autofree double *values = g_new (double, keys->len + 1);

  for (guint i = 0; i < keys->len; i++)
    {
      const char *text = sim_config_text_set (config, g_ptr_array_index (keys, i), NULL);

      values[i] = *text != '\0' ? factor * g_ascii_strtod (text, NULL) : NAN;
    }
  sim_config_set_number (config, "accuracy", factor * (accuracy > 0 ? accuracy : method->accuracy_default), SIM_ORIGIN_LIVE, NULL);
  for (guint i = 0; i < keys->len; i++)
    if (!isnan (values[i]))
      sim_config_set_number (config, g_ptr_array_index (keys, i), values[i], SIM_ORIGIN_LIVE, NULL);
}

void
sim_config_replace_accuracy (SimConfig *config, double accuracy)
{
  g_autoptr (GPtrArray) keys = tolerances_set (config);

  for (guint i = 0; i < keys->len; i++)
    sim_config_set (config, g_ptr_array_index (keys, i), NULL, SIM_ORIGIN_LIVE, NULL);
  sim_config_set_number (config, "accuracy", accuracy, SIM_ORIGIN_LIVE, NULL);
}

gboolean
sim_config_to_ode (SimConfig *config, const char *const *names, int n_states, double t_start, double t_end, OdeSettings *settings,
                   GError **error)
{
  const OdeMethod *method = sim_config_method (config);
  ode_settings_init (settings);
  settings->translate = translate;
  settings->accuracy = sim_config_get_number (config, "accuracy");
  settings->relative_tolerance = sim_config_get_number (config, "relative_tolerance");
  settings->absolute_tolerance = sim_config_get_number (config, "absolute_tolerance");
  if (!fill_absolute (config, names, n_states, settings, error))
    return FALSE;
  settings->norm = sim_config_get_choice (config, "norm");
  settings->weighting = sim_config_get_choice (config, "weighting");
  settings->controller = sim_config_get_choice (config, "controller");
  settings->safety = sim_config_get_number (config, "safety");
  settings->min_shrink = sim_config_get_number (config, "min_shrink");
  settings->max_grow = sim_config_get_number (config, "max_grow");
  const char *gains = sim_config_text (config, "gains");
  if (*gains != '\0')
    {
      int n = sim_config_parse_numbers (gains, settings->gains, 3);
      for (int i = MAX (n, 0); i < 3; i++)
        settings->gains[i] = 0;
    }
  fill_steps (config, method, t_start, t_end, settings);
  settings->projection = sim_config_get_boolean (config, "projection");
  settings->constraint_tolerance = sim_config_get_number (config, "constraint_tolerance");
  settings->project_every_step = sim_config_get_boolean (config, "project_every_step");
  settings->project_interpolated = sim_config_get_boolean (config, "project_interpolated");
  settings->stabilization = sim_config_get_choice (config, "stabilization");
  settings->renormalize = sim_config_get_boolean (config, "renormalize");
  settings->jacobian = sim_config_get_choice (config, "jacobian");
  settings->reuse_jacobian = sim_config_get_boolean (config, "reuse_jacobian");
  settings->full_newton = sim_config_get_boolean (config, "full_newton");
  fill_options (config, method, settings);
  return TRUE;
}
