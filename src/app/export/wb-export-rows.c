/* Makes the groups, rows and lists of choices of the export window. */
#include "wb-export-rows.h"

#include "wb-field.h"

GtkWidget *
wb_export_title_new (const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "group-title");
  return label;
}

GtkWidget *
wb_export_group_new (GtkWidget *side, const char *title)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  if (title != NULL)
    gtk_box_append (GTK_BOX (side), wb_export_title_new (title));
  gtk_widget_add_css_class (box, "boxed");
  gtk_widget_set_margin_bottom (box, 8);
  gtk_box_append (GTK_BOX (side), box);
  return box;
}

GtkWidget *
wb_export_row_new (GtkWidget *group, const char *title)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 10), *label = gtk_label_new (title);

  gtk_widget_add_css_class (row, "row");
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "row-title");
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (group), row);
  return row;
}

void
wb_export_name (GtkWidget *widget, const char *label)
{
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

GtkWidget *
wb_export_choice_new (GtkWidget *group, const char *title, const char *const *choices)
{
  GtkWidget *row = wb_export_row_new (group, title), *drop = gtk_drop_down_new_from_strings (choices);

  gtk_widget_set_valign (drop, GTK_ALIGN_CENTER);
  wb_export_name (drop, title);
  gtk_box_append (GTK_BOX (row), drop);
  return drop;
}

void
wb_export_why (GtkWidget *group, GtkWidget *control)
{
  GtkWidget *why = wb_field_why (wb_field_of (control));

  gtk_widget_set_margin_start (why, 14);
  gtk_widget_set_margin_end (why, 14);
  gtk_widget_set_margin_bottom (why, 6);
  gtk_box_append (GTK_BOX (group), why);
}
