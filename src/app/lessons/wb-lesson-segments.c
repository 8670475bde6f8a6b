/* Builds the segments of the pages of a lesson, and marks that of the current page. */
#include "wb-lesson-segments.h"

#include <glib/gi18n.h>

#include "wb-widgets.h"

static WbLessons *
lessons_of (gpointer box)
{
  return g_object_get_data (box, "lessons");
}

static void
on_segment (GtkButton *button, GtkWidget *box)
{
  wb_lessons_go (lessons_of (box), GPOINTER_TO_INT (g_object_get_data (G_OBJECT (button), "page")));
}

static void
fill (GtkWidget *box)
{
  const LabLesson *lesson = wb_lessons_lesson (lessons_of (box));

  wb_widget_empty_box (box);
  g_object_set_data (G_OBJECT (box), "lesson", (gpointer) lesson);
  for (guint k = 0; lesson != NULL && k < lesson->pages->len; k++)
    {
      GtkWidget *button = wb_styled (gtk_button_new (), "segment");
      const char *title = g_array_index (lesson->pages, LabLessonPage, k).title;
      g_autofree char *label = g_strdup_printf (_("Step %d: %s"), k + 1, title != NULL ? title : "");

      gtk_widget_set_hexpand (button, TRUE);
      g_object_set_data (G_OBJECT (button), "page", GINT_TO_POINTER ((int) k));
      wb_widget_set_label (button, label);
      g_signal_connect (button, "clicked", G_CALLBACK (on_segment), box);
      gtk_box_append (GTK_BOX (box), button);
    }
}

static void
refresh (GtkWidget *box)
{
  const LabLesson *lesson = wb_lessons_lesson (lessons_of (box));
  int now = lesson != NULL ? wb_lessons_page_index (lessons_of (box)) : 0;

  if (g_object_get_data (G_OBJECT (box), "lesson") != lesson || gtk_widget_get_first_child (box) == NULL)
    fill (box);
  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int page = GPOINTER_TO_INT (g_object_get_data (G_OBJECT (child), "page"));
      const char *const now_classes[] = { "segment", "now", NULL }, *const before[] = { "segment", "before", NULL }, *const after[] = { "segment", NULL };

      gtk_widget_set_css_classes (child, (const char **) (page == now ? now_classes : page < now ? before : after));
    }
}

static void
on_lesson (GtkWidget *box)
{
  g_object_set_data (G_OBJECT (box), "lesson", NULL);
  wb_widget_empty_box (box);
  refresh (box);
}

GtkWidget *
wb_lesson_segments_new (WbLessons *lessons)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  g_object_set_data (G_OBJECT (box), "lessons", lessons);
  g_signal_connect_object (lessons, "lesson-changed", G_CALLBACK (on_lesson), box, G_CONNECT_SWAPPED);
  g_signal_connect_object (lessons, "page-changed", G_CALLBACK (refresh), box, G_CONNECT_SWAPPED);
  refresh (box);
  return box;
}
