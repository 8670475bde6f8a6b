/* Lists changed parameters with their values in a label. */
#include "wb-lab-values.h"

#include <glib/gi18n.h>

#include "plot-text.h"
#include "wb-number-field.h"
#include "wb-rich.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Largest width in characters. */
#define WIDTH 28

/* Appends the value of a parameter if it differs from that of the model. */
static void
append (GString *rich, GString *plain, WbSession *session, const ModelQuantity *parameter)
{
  g_autofree char *text = NULL, *name = NULL, *plain_name = NULL, *shown = NULL;
  double value;

  if (parameter->size > 0 || !wb_session_is_set (session, WB_PARAMETER, parameter->name))
    return;
  text = wb_session_get (session, WB_PARAMETER, parameter->name);
  if (text == NULL || !wb_number_parse (text, &value) || value == parameter->value)
    return;
  name = plot_text_variable (parameter->name);
  plain_name = plot_text_plain (name);
  shown = wb_number_text (value);
  g_string_append_printf (rich, "%s%s = %s", rich->len > 0 ? ", " : "", name, shown);
  g_string_append_printf (plain, "%s%s = %s", plain->len > 0 ? ", " : "", plain_name, shown);
}

gboolean
wb_lab_values_fill (GtkWidget *label, WbSession *session)
{
  Model *model = wb_session_model (session);
  g_autoptr (GString) rich = g_string_new (NULL), plain = g_string_new (NULL);
  g_autofree char *markup = NULL, *tooltip = NULL;

  for (int i = 0; model != NULL && i < model_n_parameters (model); i++)
    append (rich, plain, session, model_parameter (model, i));
  markup = wb_rich_markup (rich->str);
  tooltip = g_strdup_printf (_("Changed parameters: %s"), plain->str);
  gtk_label_set_markup (GTK_LABEL (label), markup);
  wb_tooltip_set (label, tooltip);
  return rich->len > 0;
}

GtkWidget *
wb_lab_values_new (void)
{
  GtkWidget *label = wb_styled (gtk_label_new (NULL), "badge large lab-values");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), WIDTH);
  gtk_widget_set_valign (label, GTK_ALIGN_CENTER);
  return label;
}
