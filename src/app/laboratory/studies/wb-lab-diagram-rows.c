/* Writes the numbers of points of a bifurcation diagram. */
#include "wb-lab-diagram-rows.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "plot-study-diagram.h"
#include "wb-widgets.h"

/* Appends a line with a value, if it is finite. unit: NULL or "" for none. */
static void
append_value (GString *text, const char *name, double value, const char *unit)
{
  g_autofree char *line = NULL;
  char number[64];

  if (!isfinite (value))
    return;
  plot_format_number (value, 6, number, sizeof number);
  line = g_markup_printf_escaped ("\n%s = %s%s%s", name, number, unit != NULL && *unit != '\0' ? "\302\240" : "", unit != NULL ? unit : "");
  g_string_append (text, line);
}

/* Returns the name of a point: the kind of a special point, such as "Hopf point". For another point, states whether its branch consists of
 * equilibria or cycles and whether it is stable. */
static const char *
point_name (const LabResult *result, const LabDiagramPoint *point, const LabDiagramRow *row)
{
  if (point->special)
    return plot_study_diagram_name (result, point->row);
  if (row->cycle)
    return row->stable ? _("Stable cycle") : _("Unstable cycle");
  return row->stable ? _("Stable equilibrium") : _("Unstable equilibrium");
}

char *
wb_lab_diagram_point_text (const LabResult *result, const LabDiagramPoint *point, int state, const char *unit)
{
  g_autofree LabDiagramRow *rows = lab_diagram_rows (result, state);
  const LabTable *special = lab_result_table (result, "special");
  GString *text = g_string_new (NULL);
  const int at = point->row;
  g_autofree char *name = g_markup_printf_escaped ("<b>%s</b>", point_name (result, point, point->special ? NULL : &rows[at]));

  g_string_append (text, name);
  append_value (text, lab_diagram_parameter (result), lab_diagram_rounded (result, point->p), NULL);
  for (int k = 0; k < lab_diagram_n_states (result); k++)
    append_value (text, lab_diagram_state (result, k), lab_diagram_value (result, point, k), NULL);
  append_value (text, _("period"), point->special ? lab_table_number (special, at, lab_table_column (special, "period")) : rows[at].period, unit);
  if (point->special)
    {
      append_value (text, _("frequency"), lab_table_number (special, at, lab_table_column (special, "frequency")), NULL);
      append_value (text, _("coefficient"), lab_table_number (special, at, lab_table_column (special, "coefficient")), NULL);
    }
  return g_string_free (text, FALSE);
}

GtkWidget *
wb_lab_diagram_row_new (const LabResult *result, int k)
{
  const LabTable *special = lab_result_table (result, "special");
  GtkWidget *line = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8), *name = wb_label_new (plot_study_diagram_name (result, k), NULL), *value;
  char number[64];

  plot_format_number (lab_diagram_rounded (result, lab_table_number (special, k, 2)), 6, number, sizeof number);
  value = wb_styled (gtk_label_new (number), "study-count");
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_widget_set_hexpand (name, TRUE);
  wb_box_add (line, name, value, NULL);
  gtk_widget_add_css_class (line, "lab-diagram-row");
  return line;
}

