/* Reads the times of the two cursors and shows their distance. */
#include "wb-cursors.h"

#include <glib/gi18n.h>
#include <math.h>

#include "plot-format.h"
#include "wb-field.h"
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

/* The keys of the fields are "0" and "1", the numbers of the cursors. */
#define NUMBER(key) ((key)[0] - '0')

static char *
get_time (gpointer owner, const char *key)
{
  double t = plot_time_axis_cursor (((Cursors *) owner)->axis, NUMBER (key));

  return isnan (t) ? NULL : wb_number_text (t);
}

static void
set_time (gpointer owner, const char *key, const char *text)
{
  Cursors *cursors = owner;

  plot_time_axis_set_cursor (cursors->axis, NUMBER (key), text != NULL ? g_ascii_strtod (text, NULL) : NAN);
  show_distance (cursors);
}

static char *
time_reason (gpointer owner, const char *key, const char *text)
{
  return *text != '\0' ? wb_field_number_reason (text, -INFINITY, INFINITY) : NULL;
}

static const WbBinding binding = { get_time, set_time, time_reason };

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
      cursors->fields[i] = wb_number_field_new (plot_time_axis_unit (axis), FALSE, 0);
      gtk_box_append (GTK_BOX (rows), wb_row_new (_(names[i]), NULL, cursors->fields[i]));
      gtk_box_append (GTK_BOX (rows), wb_field_why (wb_field_new (cursors->fields[i], NULL, &binding, cursors, i == 0 ? "0" : "1")));
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
