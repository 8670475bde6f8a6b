/* Writes the sentences about order, properties and faults of a tableau. */
#include "wb-lab-tableau-facts.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lab-order-conditions.h"
#include "ode-trees.h"
#include "plot-text.h"
#include "wb-lab-tableau.h"

/* The tolerance in the test for properties such as "stiffly accurate", because typed coefficients are rounded. ode_method_new_custom uses
 * the same value. */
#define PROPERTY_TOLERANCE 1e-8

/* Appends a separator and a formatted fact to a line of text. */
G_GNUC_PRINTF (2, 3) static void
add_fact (GString *text, const char *format, ...)
{
  va_list arguments;

  g_string_append (text, text->len > 0 ? " · " : "");
  va_start (arguments, format);
  g_string_append_vprintf (text, format, arguments);
  va_end (arguments);
}

char *
wb_lab_tableau_facts (const OdeMethod *method, const OdeMethod *described, WbLabConditions *conditions)
{
  const OdeTableau *tableau = method != NULL ? method->tableau : NULL;
  GString *text = g_string_new (NULL);
  double constant;

  if (tableau == NULL)
    return g_string_free (text, FALSE);
  if (described->traits & ODE_TRAIT_FSAL)
    add_fact (text, "%s", _("FSAL"));
  if (ode_tableau_is_stiffly_accurate (tableau) && !(described->traits & ODE_TRAIT_FSAL))
    add_fact (text, "%s", _("stiffly accurate"));
  if (ode_tableau_is_symplectic (tableau, PROPERTY_TOLERANCE))
    add_fact (text, "%s", _("symplectic"));
  add_fact (text, _("dense order %d"), described->dense_order);
  add_fact (text, _("stage order %d"), ode_tableau_stage_order (tableau, PROPERTY_TOLERANCE));
  constant = wb_lab_conditions_error_constant (conditions, tableau, wb_lab_conditions_order (conditions, FALSE));
  if (isfinite (constant))
    {
      g_autofree char *number = plot_text_value (constant, 3, NULL);

      add_fact (text, _("error constant %s"), number);
    }
  return g_string_free (text, FALSE);
}

/* Returns a sentence about the first row whose sum differs from c, or NULL if there is none. */
static char *
wrong_row (const OdeTableau *tableau)
{
  double sum;
  const int row = wb_lab_tableau_wrong_row (tableau, &sum);

  return row >= 0 ? g_strdup_printf (_("Row %d adds up to %.12g, not to *c* = %.12g"), row + 1, sum, tableau->c[row]) : NULL;
}

/* Returns a sentence about the sum of a row. */
static char *
right_row (const OdeTableau *tableau, int row)
{
  g_autofree char *value = plot_text_value (tableau->c[row], 6, NULL);

  return g_strdup_printf (_("Row %d adds up to *c%d* = %s"), row + 1, row + 1, value);
}

/* Returns a text with the violated conditions up to the order of the source, or NULL if all hold. */
static char *
violated_text (WbLabConditions *conditions, const OdeMethod *source)
{
  for (int embedded = 0; embedded < 2; embedded++)
    {
      int order = wb_lab_conditions_order (conditions, embedded), before = MIN (embedded ? source->embedded_order : source->order, 8);
      g_autofree char *violated = order < before ? wb_lab_conditions_violated (conditions, embedded, before) : NULL;

      if (violated != NULL && embedded)
        return g_strdup_printf (_("Embedded order %d instead of %d: %s"), order, before, violated);
      if (violated != NULL)
        return g_strdup_printf (_("Order %d instead of %d: %s"), order, before, violated);
    }
  return NULL;
}

char *
wb_lab_tableau_status (const OdeMethod *method, const OdeMethod *source, WbLabConditions *conditions, int row, gboolean *wrong)
{
  char *text = method != NULL ? wrong_row (method->tableau) : NULL;

  if (text == NULL && method != NULL && source != NULL)
    text = violated_text (conditions, source);
  *wrong = text != NULL;
  if (text == NULL && method != NULL && row >= 0 && row < method->tableau->n_stages)
    text = right_row (method->tableau, row);
  if (text == NULL)
    text = g_strdup (method != NULL ? _("All rows add up to *c*") : "");
  return text;
}
