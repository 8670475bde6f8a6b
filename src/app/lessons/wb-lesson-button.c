/* Chooses the label of the main button from the state of the page, and acts on a click. */
#include "wb-lesson-button.h"

#include <glib/gi18n.h>

#include "wb-translate.h"
#include "wb-widgets.h"

typedef struct { WbLessons *lessons; GtkWidget *row, *icon, *label; } Parts;

/* Sets the label and the icon to the step that the button will take. */
static void
refresh (GtkWidget *button)
{
  static const struct { const char *label, *icon; } steps[] = {
    [WB_LESSON_REVEAL] = { N_("Reveal"), "wb-visible-symbolic" }, [WB_LESSON_STOP] = { N_("Stop"), "wb-pause-symbolic" },
    [WB_LESSON_NEXT] = { N_("Next"), "wb-next-symbolic" },        [WB_LESSON_FINISH] = { N_("Finish"), "wb-check-symbolic" },
  };
  Parts *parts = g_object_get_data (G_OBJECT (button), "parts");
  WbLessonStep step;

  if (wb_lessons_lesson (parts->lessons) == NULL)
    return;
  step = wb_lessons_step (parts->lessons);
  gtk_label_set_text (GTK_LABEL (parts->label), wb_translate (steps[step].label));
  gtk_image_set_from_icon_name (GTK_IMAGE (parts->icon), steps[step].icon);
  gtk_box_reorder_child_after (GTK_BOX (parts->row), parts->icon, step == WB_LESSON_NEXT ? parts->label : NULL);
  wb_widget_set_name (button, wb_translate (steps[step].label));
}

static void
on_clicked (GtkWidget *button, WbLessons *lessons)
{
  wb_lessons_advance (lessons);
}

GtkWidget *
wb_lesson_button_new (WbLessons *lessons)
{
  GtkWidget *button = wb_styled (gtk_button_new (), "suggested");
  Parts *parts = g_new0 (Parts, 1);

  parts->lessons = lessons;
  parts->row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  parts->icon = gtk_image_new ();
  parts->label = gtk_label_new (NULL);
  wb_box_add (parts->row, parts->icon, parts->label, NULL);
  gtk_widget_set_halign (parts->row, GTK_ALIGN_CENTER);
  gtk_button_set_child (GTK_BUTTON (button), parts->row);
  g_object_set_data_full (G_OBJECT (button), "parts", parts, g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_clicked), lessons);
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (refresh), button, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "page-changed", G_CALLBACK (refresh), button, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "result-changed", G_CALLBACK (refresh), button, G_CONNECT_SWAPPED);
  g_signal_connect_object (wb_lessons_session (lessons), "state-changed", G_CALLBACK (refresh), button, G_CONNECT_SWAPPED);
  refresh (button);
  return button;
}
