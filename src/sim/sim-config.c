#include "sim-config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "model-tableau.h"
#include "model-yaml.h"
#include "sim-config-private.h"

G_DEFINE_QUARK (sim-error-quark, sim_error)

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

/* "max-step" is "max_step"; what follows a dot is a name of the user's and stays. */
char *
sim_config_canonical_key (const char *key)
{
  char *canonical = g_strdup (key);
  for (char *c = canonical; *c != '\0' && *c != '.'; c++)
    if (*c == '-')
      *c = '_';
  return canonical;
}

static const char *
row_default (const SimSettingRow *row, SimProfile profile)
{
  const char *text = row->defaults[profile];
  return text != NULL ? text : row->defaults[0];
}

/* What somebody set; NULL: nobody. */
const char *
sim_config_text_set (const SimConfig *config, const char *key, SimOrigin *origin)
{
  const SimSetting *setting = g_hash_table_lookup (config->settings, key);
  for (int k = SIM_N_ORIGINS; setting != NULL && k-- > 0;)
    if (setting->text[k] != NULL)
      {
        if (origin != NULL)
          *origin = (SimOrigin) k;
        return setting->text[k];
      }
  return NULL;
}

const char *
sim_config_text (const SimConfig *config, const char *key)
{
  const char *text = sim_config_text_set (config, key, NULL);
  if (text != NULL)
    return text;
  /* RigidBodyDynamics' simulate takes the classical method. */
  if (strcmp (key, "method.tableau") == 0 && sim_config_profile (config) == SIM_PROFILE_RBD
      && sim_config_method (config) == ode_method_find ("munthe_kaas"))
    return "runge_kutta4";
  const SimSettingRow *row = sim_config_row (key);
  return row != NULL ? row_default (row, sim_config_profile (config)) : NULL;
}

SimProfile
sim_config_profile (const SimConfig *config)
{
  const char *text = sim_config_text_set (config, "profile", NULL);
  if (text == NULL || strcmp (text, "stepwise") == 0)
    return SIM_PROFILE_STEPWISE;
  if (strcmp (text, "drake") == 0)
    return SIM_PROFILE_DRAKE;
  return strcmp (text, "simbody") == 0 ? SIM_PROFILE_SIMBODY : SIM_PROFILE_RBD;
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

SimOrigin
sim_config_origin (const SimConfig *config, const char *key)
{
  g_autofree char *canonical = sim_config_canonical_key (key);
  SimOrigin origin = SIM_ORIGIN_PROFILE;
  sim_config_text_set (config, canonical, &origin);
  return origin;
}

/* ---- checks of one value ---- */

/* As much of a text as a message has room for. */
#define MOST_QUOTED 40

static gboolean
refuse (GError **error, const char *key, const char *text, const char *expected)
{
  if (g_utf8_validate (text, -1, NULL) && g_utf8_strlen (text, -1) > MOST_QUOTED)
    {
      g_autofree char *start = g_utf8_substring (text, 0, MOST_QUOTED);

      g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE, _("'%s…' is not a value of %s: %s"), start, key, expected);
      return FALSE;
    }
  g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE, _("'%s' is not a value of %s: %s"), text, key, expected);
  return FALSE;
}

static gboolean
check_number (const SimSettingRow *row, const char *key, const char *text, GError **error)
{
  char *end = NULL;
  double value = g_ascii_strtod (text, &end);
  if (end == text || *end != '\0' || !isfinite (value))
    return refuse (error, key, text, _("a number is expected"));
  if (row->type == SIM_SETTING_INTEGER && value != floor (value))
    return refuse (error, key, text, _("a whole number is expected"));
  if (strcmp (key, "samples") == 0 && value == 1)
    return refuse (error, key, text, _("it must be 0, or at least 2 for both ends"));
  if (value >= row->minimum && value <= row->maximum)
    return TRUE;
  g_autofree char *expected
      = value > row->maximum && row->maximum >= 1e12 ? g_strdup_printf (_("it may not be larger than %g"), row->maximum)
        : row->minimum == 0 && row->maximum >= 1e12  ? g_strdup (_("it may not be negative"))
        : row->maximum >= 1e12                       ? g_strdup (_("it must be positive"))
                                 : g_strdup_printf (_("it must be between %g and %g"), row->minimum, row->maximum);
  return refuse (error, key, text, expected);
}

static gboolean
check_choice (const char *choices, const char *key, const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit (choices, "|", -1);
  if (g_strv_contains ((const char *const *) words, text))
    return TRUE;
  g_autofree char *list = g_strjoinv (", ", words);
  const char *near = model_yaml_suggest (text, (const char *const *) words);
  g_autofree char *expected = near != NULL ? g_strdup_printf (_("did you mean '%s'?"), near) : g_strdup_printf (_("one of %s"), list);
  return refuse (error, key, text, expected);
}

/* Up to three numbers in brackets, or bare. */
static gboolean
check_numbers (const SimSettingRow *row, const char *key, const char *text, GError **error)
{
  double values[3];
  if (sim_config_parse_numbers (text, values, 3) < 1)
    return refuse (error, key, text, _("one to three numbers in brackets are expected, such as [0.7, -0.4]"));
  return TRUE;
}

int
sim_config_parse_numbers (const char *text, double *values, int n_max)
{
  int n = 0;
  const char *c = text;
  while (*c != '\0')
    {
      if (strchr ("[], \t", *c) != NULL)
        {
          c++;
          continue;
        }
      char *end = NULL;
      double value = g_ascii_strtod (c, &end);
      if (end == c || n == n_max || !isfinite (value))
        return -1;
      values[n++] = value;
      c = end;
    }
  return n;
}

gboolean
sim_config_check_integrator (SimProfile profile, const char *text, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();

  if (ode_method_find (text) != NULL || model_tableau_method (text, diagnostics) != NULL)
    return TRUE;
  if (diagnostics->len > 0)
    {
      const ModelDiagnostic *first = g_ptr_array_index (diagnostics, 0);
      g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE, _("the tableau '%s' cannot be used: %s:%d:%d: %s"), text, first->file, first->line, first->column,
                   first->message);
      return FALSE;
    }
  if (strcmp (text, "cenic") == 0)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                   _("the integrator 'cenic' solves the contact problems of one multibody plant by convex optimisation and cannot integrate "
                     "general equations; radau3 or implicit_euler suit stiff contact"));
      return FALSE;
    }
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  for (int i = 0; i < n_methods; i++)
    g_ptr_array_add (ids, (gpointer) methods[i]->id);
  g_ptr_array_add (ids, NULL);
  const char *near = model_yaml_suggest (text, (const char *const *) ids->pdata);
  /* Drake's own words, which its users and their scripts look for. */
  gboolean drake = profile == SIM_PROFILE_DRAKE;
  if (near != NULL)
    g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE,
                 drake ? _("Unknown integration scheme '%s'; did you mean '%s'?") : _("unknown integrator '%s'; did you mean '%s'?"), text, near);
  else
    g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE,
                 drake ? _("Unknown integration scheme '%s'; stepwise-cli list integrators names them all")
                       : _("unknown integrator '%s'; stepwise-cli list integrators names them all"), text);
  return FALSE;
}

static gboolean
check_option (const SimConfig *config, const char *name, const char *text, GError **error)
{
  const OdeMethod *method = sim_config_method (config);
  for (int i = 0; i < method->n_options; i++)
    {
      const OdeOptionRow *option = &method->options[i];
      if (strcmp (option->key, name) != 0)
        continue;
      const SimSettingRow row = { .type = option->type == ODE_OPTION_INTEGER ? SIM_SETTING_INTEGER : SIM_SETTING_NUMBER,
                                  .minimum = option->minimum,
                                  .maximum = option->maximum };
      g_autofree char *key = g_strconcat ("method.", name, NULL);
      switch (option->type)
        {
        case ODE_OPTION_BOOLEAN:
          return check_choice ("true|false", key, text, error);
        case ODE_OPTION_CHOICE:
          return option->choices == NULL || check_choice (option->choices, key, text, error);
        default:
          return check_number (&row, key, text, error);
        }
    }
  g_autoptr (GString) list = g_string_new (NULL);
  for (int i = 0; i < method->n_options; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", method->options[i].key);
  if (list->len == 0)
    g_set_error (error, SIM_ERROR, SIM_ERROR_SETTING, _("%s has no options of its own, so '%s' cannot be one"), method->id, name);
  else
    g_set_error (error, SIM_ERROR, SIM_ERROR_SETTING, _("%s has no option '%s'; its options: %s"), method->id, name, list->str);
  return FALSE;
}

static gboolean
check_value (const SimConfig *config, const char *key, const char *text, GError **error)
{
  if (g_str_has_prefix (key, "method."))
    return check_option (config, key + strlen ("method."), text, error);
  if (strcmp (key, "method") == 0)
    return refuse (error, key, text, _("it takes the options of the integrator, such as {tableau: runge_kutta4}"));
  const SimSettingRow *row = sim_config_row (g_str_has_prefix (key, "absolute_tolerance.") ? "absolute_tolerance" : key);
  if (row == NULL)
    {
      int n_rows;
      const SimSettingRow *rows = sim_config_rows (&n_rows);
      g_autoptr (GPtrArray) keys = g_ptr_array_new ();
      for (int i = 0; i < n_rows; i++)
        g_ptr_array_add (keys, (gpointer) rows[i].key);
      g_ptr_array_add (keys, NULL);
      const char *near = model_yaml_suggest (key, (const char *const *) keys->pdata);
      g_set_error (error, SIM_ERROR, SIM_ERROR_SETTING, near != NULL ? _("unknown setting '%s'; did you mean '%s'?") : _("unknown setting '%s'"),
                   key, near);
      return FALSE;
    }
  if (strcmp (key, "integrator") == 0)
    return sim_config_check_integrator (sim_config_profile (config), text, error);
  switch (row->type)
    {
    case SIM_SETTING_BOOLEAN:
      return check_choice ("true|false", key, text, error);
    case SIM_SETTING_CHOICE:
      return check_choice (row->choices, key, text, error);
    case SIM_SETTING_NUMBERS:
      return check_numbers (row, key, text, error);
    default:
      return check_number (row, key, text, error);
    }
}

gboolean
sim_config_set (SimConfig *config, const char *key, const char *text, SimOrigin origin, GError **error)
{
  g_return_val_if_fail (origin > SIM_ORIGIN_PROFILE && origin < SIM_N_ORIGINS, FALSE);
  g_autofree char *canonical = sim_config_canonical_key (key);
  if (text != NULL && !check_value (config, canonical, text, error))
    return FALSE;
  SimSetting *setting = g_hash_table_lookup (config->settings, canonical);
  if (setting == NULL && text == NULL)
    return TRUE;
  if (setting == NULL)
    {
      setting = setting_new ();
      g_hash_table_insert (config->settings, g_strdup (canonical), setting);
    }
  g_free (setting->text[origin]);
  setting->text[origin] = g_strdup (text);
  return TRUE;
}

gboolean
sim_config_set_number (SimConfig *config, const char *key, double value, SimOrigin origin, GError **error)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  return sim_config_set (config, key, g_ascii_dtostr (text, sizeof text, value), origin, error);
}
