/* Checks the text of a setting against its row in the table of settings. */
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-constant.h"
#include "expr-tree.h"
#include "model-search.h"
#include "model-tableau.h"
#include "model-yaml.h"
#include "sim-config-private.h"

/* The largest number of characters of a wrong text that a message quotes. */
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
  double value;
  if (!expr_constant_parse (text, &value))
    return refuse (error, key, text, _("a number is expected"));
  if (row->type == SIM_SETTING_INTEGER && value != floor (value))
    return refuse (error, key, text, _("a whole number is expected"));
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
check_word (const char *const *words, const char *key, const char *text, GError **error)
{
  if (g_strv_contains (words, text))
    return TRUE;
  g_autofree char *list = g_strjoinv (", ", (char **) words);
  const OdeMethod *other = model_method_of_other_system (text);
  const char *near = other != NULL ? other->id : model_yaml_suggest (text, words);
  /* Translators: follows "'x' is not a value of norm: ". */
  g_autofree char *expected = near != NULL ? g_strdup_printf (_("did you mean '%s'?"), near) : g_strdup_printf (_("use one of %s"), list);
  return refuse (error, key, text, expected);
}

static gboolean
check_choice (const SimChoice *choices, const char *key, const char *text, GError **error)
{
  g_autofree const char **words = sim_choice_words (choices);
  return check_word (words, key, text, error);
}

/* Checks a text with one to three numbers, with or without brackets. */
static gboolean
check_numbers (const SimSettingRow *row, const char *key, const char *text, GError **error)
{
  double values[3];
  if (sim_config_parse_numbers (text, values, 3) < 1)
    return refuse (error, key, text, _("one to three numbers in brackets are expected, such as [0.7, -0.4]"));
  return TRUE;
}

/* Evaluates a constant expression such as "1/10" and returns its value as text. Returns NULL
 * if the text is a plain number or is not a valid expression. Free the result with g_free. */
static char *
evaluated (const char *text)
{
  char number[EXPR_NUMBER_SIZE];
  double value;
  char *end = NULL;
  g_ascii_strtod (text, &end);
  if ((end != text && *end == '\0') || !expr_constant_parse (text, &value))
    return NULL;
  expr_format_number (number, value);
  return g_strdup (number);
}

char *
sim_config_evaluate (const OdeMethod *method, const char *key, const char *text)
{
  const SimSettingRow *row = sim_config_row_of (key);
  const char *dot = strchr (key, '.');
  if (row->type == SIM_SETTING_NUMBER || row->type == SIM_SETTING_INTEGER)
    return evaluated (text);
  if (row->type == SIM_SETTING_NUMBERS)
    {
      double values[3];
      int n = sim_config_parse_numbers (text, values, 3);
      g_autoptr (GString) list = g_string_new ("[");
      for (int i = 0; i < n; i++)
        {
          char number[EXPR_NUMBER_SIZE];
          expr_format_number (number, values[i]);
          g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", number);
        }
      g_string_append_c (list, ']');
      return strpbrk (text, "/*^()") != NULL && n > 0 ? g_string_free (g_steal_pointer (&list), FALSE) : NULL;
    }
  if (row->type != SIM_SETTING_OPTIONS || dot == NULL)
    return NULL;
  for (int i = 0; i < method->n_options; i++)
    if (strcmp (method->options[i].key, dot + 1) == 0
        && (method->options[i].type == ODE_OPTION_INTEGER || method->options[i].type == ODE_OPTION_NUMBER))
      return evaluated (text);
  return NULL;
}

int
sim_config_parse_numbers (const char *text, double *values, int n_max)
{
  g_autofree char *inner = g_strdup (text);
  g_strstrip (inner);
  gsize length = strlen (inner);
  if (length >= 2 && inner[0] == '[' && inner[length - 1] == ']')
    {
      inner[length - 1] = '\0';
      memmove (inner, inner + 1, length - 1);
    }
  /* The separators are commas or, if the text has no comma, spaces. */
  g_auto (GStrv) words = g_strsplit_set (inner, strchr (inner, ',') != NULL ? "," : " \t", -1);
  int n = 0;
  for (int i = 0; words[i] != NULL; i++)
    {
      double value;
      g_strstrip (words[i]);
      if (*words[i] == '\0')
        continue;
      if (n == n_max || !expr_constant_parse (words[i], &value))
        return -1;
      values[n++] = value;
    }
  return n;
}

/* Returns the method that a tableau file defines. Returns NULL with an error if the
 * file exists but is not valid, and NULL without an error if there is no such file. */
static const OdeMethod *
find_tableau (const char *text, GError **error)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  const OdeMethod *method = model_tableau_method (text, diagnostics);

  if (method == NULL && diagnostics->len > 0)
    {
      const ModelDiagnostic *first = g_ptr_array_index (diagnostics, 0);
      g_autoptr (GPtrArray) one = g_ptr_array_new ();
      g_autofree char *place = NULL;

      g_ptr_array_add (one, (gpointer) first);
      place = model_diagnostics_to_string (one);
      g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE, _("the tableau '%s' cannot be used: %s"), text, g_strchomp (place));
    }
  return method;
}

gboolean
sim_config_check_integrator (SimProfile profile, const char *text, GError **error)
{
  GError *fault = NULL;

  if (ode_method_find (text) != NULL || find_tableau (text, &fault) != NULL)
    return TRUE;
  if (fault != NULL)
    {
      g_propagate_error (error, fault);
      return FALSE;
    }
  if (strcmp (text, "cenic") == 0)
    {
      g_set_error (error, SIM_ERROR, SIM_ERROR_UNSUPPORTED,
                   _("the integrator 'cenic' solves the contact problems of one multibody plant by convex optimisation and cannot "
                     "integrate "
                     "general equations; radau3 or implicit_euler suit stiff contact"));
      return FALSE;
    }
  int n_methods;
  const OdeMethod *const *methods = ode_methods (&n_methods);
  g_autoptr (GPtrArray) ids = g_ptr_array_new ();
  for (int i = 0; i < n_methods; i++)
    g_ptr_array_add (ids, (gpointer) methods[i]->id);
  g_ptr_array_add (ids, NULL);
  const OdeMethod *other = model_method_of_other_system (text);
  const char *near = other != NULL ? other->id : model_yaml_suggest (text, (const char *const *) ids->pdata);
  /* Use the text of Drake's error message, because users and scripts search for it. */
  gboolean drake = profile == SIM_PROFILE_DRAKE;
  if (near != NULL)
    g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE,
                 drake ? _("Unknown integration scheme '%s'; did you mean '%s'?")
                     : _("unknown integrator '%s'; did you mean '%s'?"), text, near);
  else
    g_set_error (error, SIM_ERROR, SIM_ERROR_VALUE,
                 drake ? _("Unknown integration scheme '%s'; 'stepwise-cli list integrators' lists all schemes")
                       : _("unknown integrator '%s'; 'stepwise-cli list integrators' lists all integrators"), text);
  return FALSE;
}

static gboolean
check_option (const OdeMethod *method, const char *name, const char *text, GError **error)
{
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
          return check_choice (sim_choices_boolean, key, text, error);
        case ODE_OPTION_CHOICE:
          if (strcmp (name, "tableau") == 0 && ode_method_find (text) == NULL)
            {
              GError *fault = NULL;
              const OdeMethod *tableau = find_tableau (text, &fault);
              if (tableau != NULL && tableau->family != ODE_FAMILY_EXPLICIT_RK)
                g_set_error (&fault, SIM_ERROR, SIM_ERROR_VALUE, _("the tableau '%s' cannot be used: %s needs an explicit one"), text, method->id);
              if (fault != NULL)
                {
                  g_propagate_error (error, fault);
                  return FALSE;
                }
              if (tableau != NULL)
                return TRUE;
            }
          {
            g_auto (GStrv) words = g_strsplit (option->choices != NULL ? option->choices : "", "|", -1);
            return option->choices == NULL || check_word ((const char *const *) words, key, text, error);
          }
        default:
          return check_number (&row, key, text, error);
        }
    }
  g_autoptr (GString) list = g_string_new (NULL);
  for (int i = 0; i < method->n_options; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", method->options[i].key);
  if (list->len == 0)
    g_set_error (error, SIM_ERROR, SIM_ERROR_SETTING, _("%s has no method options, so '%s' is unknown"), method->id, name);
  else
    g_set_error (error, SIM_ERROR, SIM_ERROR_SETTING, _("%s has no option '%s'; its options: %s"), method->id, name, list->str);
  return FALSE;
}

gboolean
sim_config_check_samples (SimProfile profile, const char *text, GError **error)
{
  double value = 0;
  return !expr_constant_parse (text, &value) || value != 1 || refuse (error, "samples", text, _("it must be 0, or at least 2 to include both ends"));
}

char *
sim_config_unknown_key (const char *key)
{
  int n_rows;
  const SimSettingRow *rows = sim_config_rows (&n_rows);
  g_autoptr (GPtrArray) keys = g_ptr_array_new ();
  for (int i = 0; i < n_rows; i++)
    g_ptr_array_add (keys, (gpointer) rows[i].key);
  g_ptr_array_add (keys, NULL);
  const char *near = model_yaml_suggest (key, (const char *const *) keys->pdata);
  if (near != NULL)
    return g_strdup_printf (_("unknown setting '%s'; did you mean '%s'?"), key, near);
  g_autofree char *list = g_strjoinv (", ", (char **) keys->pdata);
  return g_strdup_printf (_("unknown setting '%s'; the settings are %s"), key, list);
}

static gboolean
check_type (const SimSettingRow *row, const char *key, const char *text, GError **error)
{
  switch (row->type)
    {
    case SIM_SETTING_BOOLEAN:
      return check_choice (sim_choices_boolean, key, text, error);
    case SIM_SETTING_CHOICE:
      return check_choice (row->choices, key, text, error);
    case SIM_SETTING_NUMBERS:
      return check_numbers (row, key, text, error);
    case SIM_SETTING_NUMBER:
    case SIM_SETTING_INTEGER:
      return check_number (row, key, text, error);
    case SIM_SETTING_OPTIONS:
      return refuse (error, key, text, _("a mapping of integrator options is expected, such as {tableau: runge_kutta4}"));
    case SIM_SETTING_TEXT:
      break;
    }
  return TRUE;
}

gboolean
sim_config_check_value (SimProfile profile, const OdeMethod *method, const char *key, const char *text, GError **error)
{
  const SimSettingRow *row = sim_config_row_of (key);
  if (row == NULL)
    {
      g_autofree char *message = sim_config_unknown_key (key);
      g_set_error_literal (error, SIM_ERROR, SIM_ERROR_SETTING, message);
      return FALSE;
    }
  const char *dot = strchr (key, '.');
  if (row->type == SIM_SETTING_OPTIONS && dot != NULL)
    return check_option (method, dot + 1, text, error);
  return check_type (row, key, text, error) && (row->check == NULL || row->check (profile, text, error));
}
