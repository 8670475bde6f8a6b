/* Builds a row for each language in which a model can be written. */
#include "wb-export-code-side.h"

#include <glib/gi18n.h>

#include "wb-export-rows.h"

struct _WbExportCodeSide
{
  GtkWidget parent_instance;
  GtkWidget *box;
  GPtrArray *rows; /* GtkWidget: a radio button for each language, in the order of the table */
};

G_DEFINE_FINAL_TYPE (WbExportCodeSide, wb_export_code_side, GTK_TYPE_WIDGET)

static guint changed_signal;

const ModelCodeTarget *
wb_export_code_side_get (WbExportCodeSide *self)
{
  for (guint k = 0; k < self->rows->len; k++)
    if (gtk_check_button_get_active (self->rows->pdata[k]))
      return model_code_targets ()[k];
  return model_code_targets ()[0];
}

static void
on_toggled (GtkCheckButton *row, WbExportCodeSide *self)
{
  if (gtk_check_button_get_active (row))
    g_signal_emit (self, changed_signal, 0);
}

static void
wb_export_code_side_dispose (GObject *object)
{
  WbExportCodeSide *self = WB_EXPORT_CODE_SIDE (object);

  g_clear_pointer (&self->box, gtk_widget_unparent);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
  G_OBJECT_CLASS (wb_export_code_side_parent_class)->dispose (object);
}

static void
wb_export_code_side_class_init (WbExportCodeSideClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = wb_export_code_side_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
  changed_signal = g_signal_new ("changed", WB_TYPE_EXPORT_CODE_SIDE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
wb_export_code_side_init (WbExportCodeSide *self)
{
  self->rows = g_ptr_array_new ();
  self->box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  gtk_widget_set_parent (self->box, GTK_WIDGET (self));
}

GtkWidget *
wb_export_code_side_new (void)
{
  WbExportCodeSide *self = g_object_new (WB_TYPE_EXPORT_CODE_SIDE, NULL);
  GtkWidget *group = wb_export_group_new (self->box, _("Language"));

  for (const ModelCodeTarget *const *target = model_code_targets (); *target != NULL; target++)
    {
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), *radio = gtk_check_button_new_with_label (_(model_code_target_name (*target)));

      if (self->rows->len > 0)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (radio), self->rows->pdata[0]);
      else
        gtk_check_button_set_active (GTK_CHECK_BUTTON (radio), TRUE);
      gtk_widget_set_hexpand (radio, TRUE);
      gtk_widget_add_css_class (row, "row");
      gtk_box_append (GTK_BOX (row), radio);
      gtk_box_append (GTK_BOX (group), row);
      g_ptr_array_add (self->rows, radio);
      g_signal_connect (radio, "toggled", G_CALLBACK (on_toggled), self);
    }
  return GTK_WIDGET (self);
}
