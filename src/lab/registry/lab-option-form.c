/* Checks texts of options by the form that the option takes. */
#include "lab-option-form.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "lab-option.h"
#include "model-lanes.h"

#define MOST_COUNT 1000000000
#define MOST_CELLS 20000

static gboolean
is_whole (const char *text, double least, double most)
{
  double value;

  return lab_option_number (text, &value) && value >= least && value <= most && value == (double) (gint64) value;
}

/* Returns whether a text has the form "NX,NY" or "NX". */
static gboolean
is_grid (const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);
  guint n = g_strv_length (parts);

  return (n == 1 || n == 2) && is_whole (parts[0], 1, MOST_CELLS) && (n == 1 || is_whole (parts[1], 1, MOST_CELLS));
}

/* Returns the reason why a text "NAME=A:B…" is not valid, or NULL. */
static char *
why_wrong_range (const LabProblem *problem, const char *text, gboolean counted, gboolean is_state)
{
  g_autoptr (ModelSystem) system = lab_problem_instance (problem, NULL);
  LabRange range;
  char *why = NULL;

  if (!lab_option_range ("", text, counted, &range, NULL))
    return g_strdup (counted ? _("a name, two ends and a number of values, such as a=0:1:200") : _("a name and two ends, the smaller one first, such as x=-2:2"));
  if (system != NULL && is_state && model_system_find_initial (system, range.name) < 0)
    why = g_strdup_printf (_("the model has no state '%s'"), range.name);
  else if (system != NULL && !is_state && model_system_find_parameter (system, range.name) < 0)
    why = g_strdup_printf (_("the model has no parameter '%s'"), range.name);
  g_free (range.name);
  return why;
}

/* Returns the first error of an expression of the model's quantities, or NULL. */
static char *
why_wrong_expression (const LabProblem *problem, const char *text)
{
  g_autoptr (GPtrArray) errors = expr_errors_new ();
  g_autoptr (ExprTree) tree = expr_tree_parse (text, NULL, errors);
  const ExprTree *trees[1] = { tree };
  ModelFormulas *formulas = tree != NULL ? model_formulas_new (problem->model, &problem->instance, trees, 1, errors) : NULL;

  if (formulas != NULL)
    {
      model_formulas_free (formulas);
      return NULL;
    }
  return errors->len > 0 ? g_strdup (((const ExprError *) errors->pdata[0])->message) : NULL;
}

/* Returns whether a text is one of the words of the form "a|b". */
static gboolean
is_word (const char *form, const char *text)
{
  g_auto (GStrv) words = g_strsplit (form, "|", -1);

  return g_strv_contains ((const char *const *) words, text);
}

gboolean
lab_option_is_range (const LabOptionRow *row)
{
  return strcmp (row->argument, "NAME=LOW:HIGH") == 0 || strcmp (row->argument, "p=A:B") == 0 || strcmp (row->argument, "p=A:B:N") == 0;
}

char *
lab_option_why_wrong (const LabProblem *problem, const LabOptionRow *row, const char *text)
{
  const char *form = row->argument;
  double value;

  if (text == NULL || *text == '\0')
    return row->required ? g_strdup (_("a value is required")) : NULL;
  if (strchr (form, '|') != NULL)
    return is_word (form, text) ? NULL : g_strdup_printf (_("one of %s"), form);
  if (strcmp (form, "N") == 0)
    return is_whole (text, 0, MOST_COUNT) ? NULL : g_strdup (_("a whole number"));
  if (strcmp (form, "NX,NY") == 0)
    return is_grid (text) ? NULL : g_strdup_printf (_("two whole numbers from 1 to %d, such as 400,400"), MOST_CELLS);
  if (lab_option_is_range (row))
    return why_wrong_range (problem, text, g_str_has_suffix (form, ":N"), *form == 'N');
  if (form[1] == '\0' && strchr ("AFHKR", form[0]) != NULL)
    return lab_option_number (text, &value) ? NULL : g_strdup (_("a number"));
  /* Some options with a time take an expression of parameters. */
  if (strcmp (form, "EXPRESSION") == 0 || (strcmp (form, "T") == 0 && !lab_option_number (text, &value)))
    return why_wrong_expression (problem, text);
  return NULL;
}
