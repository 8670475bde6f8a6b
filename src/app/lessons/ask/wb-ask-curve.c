/* A question whose answer is a curve that the reader draws in the plot of its column. */
#include <glib/gi18n.h>

#include "wb-ask-number.h"
#include "wb-ask.h"
#include "wb-widgets.h"

static GtkWidget *
control_new (WbLessons *lessons)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_box_append (GTK_BOX (box), wb_label_new_wrapped (_("Draw the curve in the plot, or type its value at the end."), "dim-value"));
  gtk_box_append (GTK_BOX (box), wb_ask_field_row_new (lessons, _("Your curve ends at"), "wb-edit-symbolic"));
  return box;
}

const WbAskKind wb_ask_curve = { .control_new = control_new, .brief_new = wb_ask_field_new, .add_rows = wb_ask_add_numbers, .sentence = wb_ask_number_sentence };
