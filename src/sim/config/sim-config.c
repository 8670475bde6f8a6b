/* Stores the value of each setting with its origin, checks it by the row of the table, and resolves which of several
 * origins applies. */
#include "sim-config.h"

#include <math.h>
#include <string.h>

#include "model-tableau.h"
#include "ode-format.h"
#include "sim-config-private.h"

static SimSetting *
setting_new (void)
{
  return g_new0 (SimSetting, 1);
}

static void
setting_free (gpointer data)
{
  SimSetting *setting = data;
  for (int origin = 0; origin < SIM_N_ORIGINS; origin++)
    g_free (setting->text[origin]);
  g_free (setting);
}

SimConfig *
sim_config_new (void)
{
  SimConfig *config = g_new0 (SimConfig, 1);
  config->settings = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, setting_free);
  return config;
}

SimConfig *
sim_config_copy (const SimConfig *config)
{
  SimConfig *copy = sim_config_new ();
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, config->settings);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      SimSetting *setting = setting_new ();
      for (int origin = 0; origin < SIM_N_ORIGINS; origin++)
        setting->text[origin] = g_strdup (((SimSetting *) value)->text[origin]);
      setting->tableau = ((SimSetting *) value)->tableau;
      g_hash_table_insert (copy->settings, g_strdup (key), setting);
    }
  return copy;
}

void
sim_config_free (SimConfig *config)
{
  if (config == NULL)
    return;
  g_hash_table_unref (config->settings);
  g_free (config->absolute_per_state);
  g_free (config->options);
  g_free (config);
}

/* Returns the highest origin that sets a key, or −1. */
static int
highest_origin (const SimConfig *config, const char *key)
{
  const SimSetting *setting = g_hash_table_lookup (config->settings, key);
  int k = SIM_N_ORIGINS - 1;
  while (k >= 0 && (setting == NULL || setting->text[k] == NULL))
    k--;
  return k;
}

/* The accuracy and the tolerances are two ways to say one thing. An accuracy replaces the tolerances of lower origins: the option --accuracy those of
 * the model, for example. */
static gboolean
is_replaced (const SimConfig *config, const char *key, int origin)
{
  return (strcmp (key, "relative_tolerance") == 0
          || (g_str_has_prefix (key, "absolute_tolerance") && strchr (".", key[strlen ("absolute_tolerance")]) != NULL))
         && highest_origin (config, "accuracy") > origin;
}

const char *
sim_config_text_set (const SimConfig *config, const char *key, SimOrigin *origin)
{
  int k = highest_origin (config, key);
  if (k < 0 || is_replaced (config, key, k))
    return NULL;
  if (origin != NULL)
    *origin = (SimOrigin) k;
  return ((const SimSetting *) g_hash_table_lookup (config->settings, key))->text[k];
}

const char *
sim_config_text (const SimConfig *config, const char *key)
{
  const char *text = sim_config_text_set (config, key, NULL);
  if (text != NULL)
    return text;
  /* The tableau that simulate() of RigidBodyDynamics.jl uses by default is the classical Runge-Kutta method. */
  if (strcmp (key, "method.tableau") == 0 && sim_config_profile (config) == SIM_PROFILE_RBD
      && sim_config_method (config) == ode_method_find ("munthe_kaas"))
    return "runge_kutta4";
  const SimSettingRow *row = sim_config_row (key);
  return row != NULL ? sim_config_row_default (row, sim_config_profile (config)) : NULL;
}

/* sim_config_text must not be called here, because it calls this function to find the defaults. */
SimProfile
sim_config_profile (const SimConfig *config)
{
  const char *text = sim_config_text_set (config, "profile", NULL);
  const SimChoice *choice = text != NULL ? sim_choice_find (sim_config_row ("profile")->choices, text) : NULL;
  return choice != NULL ? choice->value : SIM_PROFILE_STEPWISE;
}

/* ---- tableaus ---- */

const char *const sim_config_tableau_keys[] = { "integrator", "method.tableau", NULL };

const OdeMethod *
sim_config_tableau (const SimConfig *config, const char *key)
{
  const SimSetting *setting = g_hash_table_lookup (config->settings, key);
  const char *text = sim_config_text_set (config, key, NULL);
  g_autoptr (GPtrArray) diagnostics = NULL;

  if (text == NULL || ode_method_find (text) != NULL)
    return NULL;
  if (setting->tableau != NULL)
    return setting->tableau;
  diagnostics = model_diagnostics_new ();
  return model_tableau_method (text, diagnostics);
}

void
sim_config_keep_tableaus (SimConfig *config)
{
  for (int k = 0; sim_config_tableau_keys[k] != NULL; k++)
    {
      SimSetting *setting = g_hash_table_lookup (config->settings, sim_config_tableau_keys[k]);

      if (setting != NULL)
        setting->tableau = sim_config_tableau (config, sim_config_tableau_keys[k]);
    }
}

const OdeMethod *
sim_config_method (const SimConfig *config)
{
  const char *text = sim_config_text (config, "integrator");
  const OdeMethod *method = ode_method_find (text);

  if (method == NULL)
    method = sim_config_tableau (config, "integrator");
  return method != NULL ? method : ode_method_find ("runge_kutta4");
}

char *
sim_config_get (const SimConfig *config, const char *key)
{
  g_autofree char *canonical = sim_config_canonical_key (key);
  return g_strdup (sim_config_text (config, canonical));
}

double
sim_config_get_number (const SimConfig *config, const char *key)
{
  const char *text = sim_config_text (config, key);
  return text == NULL || *text == '\0' ? NAN : g_ascii_strtod (text, NULL);
}

gboolean
sim_config_get_boolean (const SimConfig *config, const char *key)
{
  const char *text = sim_config_text (config, key);
  return text != NULL && strcmp (text, "true") == 0;
}

int
sim_config_get_choice (const SimConfig *config, const char *key)
{
  return sim_choice_find (sim_config_row (key)->choices, sim_config_text (config, key))->value;
}

SimOrigin
sim_config_origin (const SimConfig *config, const char *key)
{
  g_autofree char *canonical = sim_config_canonical_key (key);
  SimOrigin origin = SIM_ORIGIN_PROFILE;
  sim_config_text_set (config, canonical, &origin);
  return origin;
}

gboolean
sim_config_set (SimConfig *config, const char *key, const char *text, SimOrigin origin, GError **error)
{
  g_return_val_if_fail (origin > SIM_ORIGIN_PROFILE && origin < SIM_N_ORIGINS, FALSE);
  g_autofree char *canonical = sim_config_canonical_key (key);
  /* Only the check of an option of the method needs the method. */
  const OdeMethod *method = strchr (canonical, '.') != NULL ? sim_config_method (config) : NULL;
  if (text != NULL && !sim_config_check_value (sim_config_profile (config), method, canonical, text, error))
    return FALSE;
  SimSetting *setting = g_hash_table_lookup (config->settings, canonical);
  if (setting == NULL && text == NULL)
    return TRUE;
  if (setting == NULL)
    {
      setting = setting_new ();
      g_hash_table_insert (config->settings, g_strdup (canonical), setting);
    }
  char *number = text != NULL ? sim_config_evaluate (method, canonical, text) : NULL;
  g_free (setting->text[origin]);
  setting->text[origin] = number != NULL ? number : g_strdup (text);
  setting->tableau = NULL;
  return TRUE;
}

gboolean
sim_config_set_number (SimConfig *config, const char *key, double value, SimOrigin origin, GError **error)
{
  char text[ODE_FORMAT_SIZE];

  ode_format_double (text, value);
  return sim_config_set (config, key, text, origin, error);
}
