/* Parses the values of options and checks their ranges. */
#include "lab-option.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "expr-constant.h"
#include "lab-problem.h"
#include "model-lanes.h"
#include "model-tableau.h"

#define MOST_VALUES 100000

/* ---- errors ---- */

/* The key of the option that an error is about; NULL: none. */
typedef struct { char *key; } LabStudyErrorPrivate;

static void lab_study_error_private_init (LabStudyErrorPrivate *self) { self->key = NULL; }
static void lab_study_error_private_clear (LabStudyErrorPrivate *self) { g_free (self->key); }

static void
lab_study_error_private_copy (const LabStudyErrorPrivate *from, LabStudyErrorPrivate *to)
{
  to->key = g_strdup (from->key);
}

G_DEFINE_EXTENDED_ERROR (LabStudyError, lab_study_error)

void
lab_option_set_error (GError **error, const char *key, const char *format, ...)
{
  va_list arguments;
  GError *wrong;

  va_start (arguments, format);
  wrong = g_error_new_valist (LAB_STUDY_ERROR, LAB_STUDY_ERROR_OPTION, format, arguments);
  va_end (arguments);
  lab_study_error_get_private (wrong)->key = g_strdup (key);
  g_propagate_error (error, wrong);
}

const char *
lab_option_error_key (const GError *error)
{
  return error->domain == LAB_STUDY_ERROR ? lab_study_error_get_private (error)->key : NULL;
}

/* ---- values ---- */

gboolean
lab_option_number (const char *text, double *value)
{
  char *end;
  double number;

  if (text == NULL || *text == '\0' || g_ascii_isspace (*text))
    return FALSE;
  number = g_ascii_strtod (text, &end);
  if ((*end != '\0' || isnan (number)) && !expr_constant_parse (text, &number))
    return FALSE;
  if (!isfinite (number))
    return FALSE;
  *value = number;
  return TRUE;
}

gboolean
lab_option_above (const char *key, const char *text, double above, double *value, GError **error)
{
  if (lab_option_number (text, value) && *value > above)
    return TRUE;
  lab_option_set_error (error, key, _("'%s' takes a number above %g, not '%s'"), key, above, text);
  return FALSE;
}

gboolean
lab_option_time (const char *key, const char *text, double *value, GError **error)
{
  if (lab_option_number (text, value) && *value >= 0)
    return TRUE;
  lab_option_set_error (error, key, _("'%s' takes a time of at least 0, not '%s'"), key, text);
  return FALSE;
}

gboolean
lab_option_count (const char *key, const char *text, int minimum, int maximum, int *value, GError **error)
{
  double number;

  if (lab_option_number (text, &number) && number == floor (number) && number >= minimum && number <= maximum)
    {
      *value = (int) number;
      return TRUE;
    }
  lab_option_set_error (error, key, _("'%s' takes a whole number from %d to %d, not '%s'"), key, minimum, maximum,
               text);
  return FALSE;
}

gboolean
lab_option_boolean (const char *key, const char *text, gboolean *value, GError **error)
{
  *value = strcmp (text, "true") == 0;
  if (*value || strcmp (text, "false") == 0)
    return TRUE;
  lab_option_set_error (error, key, _("'%s' takes true or false, not '%s'"), key, text);
  return FALSE;
}

gboolean
lab_option_quantity (const LabProblem *problem, const char *key, const char *text, double *value, GError **error)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, error);
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = NULL;
  g_autoptr (ModelFormulas) formulas = NULL;
  g_autofree double *x = NULL, *d = NULL;
  const ExprTree *trees[1];
  double changed;

  if (system == NULL)
    return FALSE;
  trees[0] = tree = expr_tree_parse (text, NULL, errors);
  if (tree != NULL)
    formulas = model_formulas_new (problem->model, &problem->instance, trees, 1, errors);
  if (formulas == NULL)
    {
      lab_option_set_error (error, key, "'%s': %s", key, ((const ExprError *) errors->pdata[0])->message);
      return FALSE;
    }
  x = g_new0 (double, model_system_n_states (system) + 1);
  d = g_new0 (double, model_system_n_discrete (system) + 1);
  if (!model_system_initial (system, x, d, error))
    return FALSE;
  model_system_set_discrete (system, d);
  model_formulas_evaluate (formulas, system, isnan (problem->t_start) ? model_system_t_start (system) : problem->t_start, x, value);
  for (int i = 0; i < model_system_n_states (system); i++)
    x[i] = NAN;
  model_formulas_evaluate (formulas, system, NAN, x, &changed); /* NaN if the expression contains a state or t */
  if (isnan (changed) && !isnan (*value))
    {
      lab_option_set_error (error, key, _("'%s' takes a number or an expression of parameters; '%s' changes during the run"), key, text);
      return FALSE;
    }
  if (*value > 0 && isfinite (*value))
    return TRUE;
  lab_option_set_error (error, key, _("'%s' must have a positive value; '%s' is %g"), key, text, *value);
  return FALSE;
}

gboolean
lab_option_range (const char *key, const char *text, gboolean counted, LabRange *range, GError **error)
{
  const char *equals = text != NULL ? strchr (text, '=') : NULL;
  g_auto (GStrv) parts = equals != NULL ? g_strsplit (equals + 1, ":", -1) : NULL;
  guint n = parts != NULL ? g_strv_length (parts) : 0;
  double count = 0;

  *range = (LabRange) { 0 };
  if (equals == NULL || equals == text || n != (counted ? 3u : 2u) || !lab_option_number (parts[0], &range->from)
      || !lab_option_number (parts[1], &range->to) || !(range->from < range->to)
      || (counted && (!lab_option_number (parts[2], &count) || !(count >= 2 && count <= MOST_VALUES) || count != floor (count))))
    {
      lab_option_set_error (error, key,
                            counted ? _("'%s' takes NAME=A:B:N with A < B and N from 2 to 100000, not '%s'") : _("'%s' takes NAME=A:B with A < B, not '%s'"),
                            key, text != NULL ? text : "");
      return FALSE;
    }
  range->n = (int) count;
  range->name = g_strstrip (g_strndup (text, (gsize) (equals - text)));
  return TRUE;
}

gboolean
lab_option_methods (const LabProblem *problem, const char *text, GPtrArray *methods, GError **error)
{
  g_auto (GStrv) names = text != NULL ? model_method_names (*text != '\0' ? text : ",") : NULL;

  if (text == NULL)
    g_ptr_array_add (methods, (gpointer) sim_config_method (problem->config));
  for (char **name = names; name != NULL && *name != NULL; name++)
    {
      g_autoptr (SimConfig) config = sim_config_copy (problem->config);
      g_autoptr (GError) wrong = NULL;

      if (!sim_config_set (config, "integrator", *name, SIM_ORIGIN_LIVE, &wrong))
        {
          lab_option_set_error (error, "integrators", "integrators: %s", wrong->message);
          return FALSE;
        }
      g_ptr_array_add (methods, (gpointer) sim_config_method (config));
    }
  return TRUE;
}

gboolean
lab_option_numbers (const char *key, const char *text, GArray **numbers, GError **error)
{
  g_auto (GStrv) words = text != NULL ? g_strsplit (*text != '\0' ? text : ",", ",", -1) : NULL;

  *numbers = text != NULL ? g_array_new (FALSE, FALSE, sizeof (double)) : NULL;
  for (char **word = words; word != NULL && *word != NULL; word++)
    {
      double value;

      if (!lab_option_number (g_strstrip (*word), &value) || !(value > 0))
        {
          lab_option_set_error (error, key, _("'%s' takes positive numbers separated by commas, not '%s'"), key,
                       *word);
          return FALSE;
        }
      g_array_append_val (*numbers, value);
    }
  return TRUE;
}

char **
lab_option_names (const char *text)
{
  char **names = text != NULL ? g_strsplit (text, ",", -1) : NULL;

  for (int k = 0; names != NULL && names[k] != NULL; k++)
    g_strstrip (names[k]);
  return names;
}
