/* Reads the times of the two cursors and shows their distance. */
#include "wb-cursors.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-number-field.h"
#include "wb-setting-rows.h"
#include "wb-widgets.h"

/* The two number fields of the popover and the time axis whose cursors they set. */
typedef struct
{
  PlotTimeAxis *axis;
  GtkWidget *fields[2], *distance;
} Cursors;

static void
cursors_free (gpointer data)
{
  plot_time_axis_unref (((Cursors *) data)->axis);
  g_free (data);
}

static void
show_distance (Cursors *cursors)
{
  double a = plot_time_axis_cursor (cursors->axis, 0), b = plot_time_axis_cursor (cursors->axis, 1);
  const char *unit = plot_time_axis_unit (cursors->axis);
  char number[64];
  g_autofree char *text = NULL;

  plot_format_number (b - a, 6, number, sizeof number);
  text = isnan (b - a) ? g_strdup ("") : g_strdup_printf ("%s%s%s", number, *unit != '\0' ? " " : "", unit);
  gtk_label_set_text (GTK_LABEL (cursors->distance), text);
}

static void
on_time (WbNumberField *field, const char *text, Cursors *cursors)
{
  int which = GTK_WIDGET (field) == cursors->fields[1];
  double t;

  if (!wb_number_parse (text, &t) || !isfinite (t))
    {
      wb_number_field_set_wrong (field, _("This is not a time."));
      return;
    }
  wb_number_field_set_wrong (field, NULL);
  plot_time_axis_set_cursor (cursors->axis, which, t);
  show_distance (cursors);
}

static void
on_remove (GtkButton *button, Cursors *cursors)
{
  for (int i = 0; i < 2; i++)
    plot_time_axis_set_cursor (cursors->axis, i, NAN);
  gtk_popover_popdown (GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_POPOVER)));
}

/* Places both cursors in the visible range, at times that have few digits. */
static void
place (PlotTimeAxis *axis)
{
  double low, high, unit;

  plot_time_axis_get_view (axis, &low, &high);
  if (plot_time_axis_get_log (axis))
    low = plot_time_axis_log_low (axis);
  unit = pow (10, floor (log10 ((high - low) / 20)));
  for (int i = 0; i < 2; i++)
    {
      double fraction = (i + 1) / 3.0;
      double t = plot_time_axis_get_log (axis) ? low * pow (high / low, fraction) : low + fraction * (high - low);

      plot_time_axis_set_cursor (axis, i, plot_time_axis_get_log (axis) ? t : rint (t / unit) * unit);
    }
}

GtkWidget *
wb_cursors_popover_new (PlotTimeAxis *axis)
{
  static const char *const names[] = { N_("First cursor"), N_("Second cursor") };
  GtkWidget *popover = gtk_popover_new (), *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8), *rows = wb_rows_box_new ();
  GtkWidget *remove = gtk_button_new_with_label (_("Remove the cursors"));
  Cursors *cursors = g_new0 (Cursors, 1);

  cursors->axis = plot_time_axis_ref (axis);
  if (isnan (plot_time_axis_cursor (axis, 0)) && isnan (plot_time_axis_cursor (axis, 1)))
    place (axis);
  for (int i = 0; i < 2; i++)
    {
      double t = plot_time_axis_cursor (axis, i);
      g_autofree char *text = isnan (t) ? g_strdup ("") : wb_number_text (t);

      cursors->fields[i] = wb_number_field_new (plot_time_axis_unit (axis), FALSE, 0);
      wb_number_field_set_text (WB_NUMBER_FIELD (cursors->fields[i]), text);
      g_signal_connect (cursors->fields[i], "committed", G_CALLBACK (on_time), cursors);
      gtk_box_append (GTK_BOX (rows), wb_row_new (_(names[i]), NULL, cursors->fields[i]));
    }
  cursors->distance = gtk_label_new (NULL);
  gtk_box_append (GTK_BOX (rows), wb_row_new (_("Distance"), NULL, cursors->distance));
  show_distance (cursors);
  gtk_widget_set_halign (remove, GTK_ALIGN_END);
  g_signal_connect (remove, "clicked", G_CALLBACK (on_remove), cursors);
  gtk_widget_set_size_request (rows, 300, -1);
  wb_box_add (box, rows, remove, NULL);
  gtk_popover_set_child (GTK_POPOVER (popover), box);
  g_object_set_data_full (G_OBJECT (popover), "cursors", cursors, cursors_free);
  return popover;
}
