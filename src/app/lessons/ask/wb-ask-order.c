/* A question whose answer is an order of several texts. The reader moves them by buttons or drags them. */
#include <glib/gi18n.h>

#include "wb-ask-rows.h"
#include "wb-ask.h"
#include "wb-lesson-text.h"
#include "wb-widgets.h"

#define PLACE "place"

/* ---- the control ---- */

static WbLessons *
lessons_of (gpointer box)
{
  return g_object_get_data (box, "lessons");
}

static int
place_of (gpointer row)
{
  return GPOINTER_TO_INT (g_object_get_data (row, PLACE));
}

static void
move (GtkWidget *row, int to)
{
  WbLessons *lessons = lessons_of (gtk_widget_get_parent (row));

  if (wb_lessons_lesson (lessons) != NULL)
    wb_lessons_move_item (lessons, place_of (row), to);
}

static void on_up (GtkWidget *row) { move (row, place_of (row) - 1); }
static void on_down (GtkWidget *row) { move (row, place_of (row) + 1); }

static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, GtkWidget *row)
{
  g_autoptr (GdkPaintable) picture = gtk_widget_paintable_new (row);

  gtk_drag_source_set_icon (source, picture, (int) x, (int) y);
  return gdk_content_provider_new_typed (G_TYPE_INT, place_of (row));
}

static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, GtkWidget *row)
{
  WbLessons *lessons = lessons_of (gtk_widget_get_parent (row));

  if (wb_lessons_lesson (lessons) == NULL)
    return FALSE;
  wb_lessons_move_item (lessons, g_value_get_int (value), place_of (row));
  return TRUE;
}

static void
add_row (WbLessons *lessons, GtkWidget *box, int place, int n)
{
  const char *item = wb_lessons_page (lessons)->items[wb_lessons_item_at (lessons, place)];
  GtkWidget *row = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), "order-row"), *words = wb_label_new_wrapped (item, NULL);
  GtkWidget *up = wb_styled (gtk_button_new_from_icon_name ("go-up-symbolic"), "flat"), *down = gtk_button_new_from_icon_name ("go-down-symbolic");
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INT, GDK_ACTION_COPY);
  g_autofree char *up_label = g_strdup_printf (_("Move up: %s"), item), *down_label = g_strdup_printf (_("Move down: %s"), item);

  g_object_set_data (G_OBJECT (row), PLACE, GINT_TO_POINTER (place));
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (row), words);
  wb_widget_set_label (up, up_label);
  wb_widget_set_label (down, down_label);
  gtk_widget_add_css_class (down, "flat");
  gtk_widget_set_sensitive (up, place > 0);
  gtk_widget_set_sensitive (down, place + 1 < n);
  g_signal_connect_swapped (up, "clicked", G_CALLBACK (on_up), row);
  g_signal_connect_swapped (down, "clicked", G_CALLBACK (on_down), row);
  wb_box_add (row, up, down, NULL);
  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), row);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), row);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (target));
  gtk_box_append (GTK_BOX (box), row);
}

/* Fills the box anew with the items in the order of the reader. */
static void
fill (GtkWidget *box)
{
  WbLessons *lessons = lessons_of (box);
  int n = wb_lessons_lesson (lessons) != NULL && wb_lessons_page (lessons)->ask == LAB_ASK_ORDER ? (int) g_strv_length (wb_lessons_page (lessons)->items) : 0;

  wb_widget_empty_box (box);
  for (int k = 0; k < n; k++)
    add_row (lessons, box, k, n);
}

static GtkWidget *
control_new (WbLessons *lessons)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  g_object_set_data (G_OBJECT (box), "lessons", lessons);
  g_signal_connect_object (lessons, "guess-changed", G_CALLBACK (fill), box, G_CONNECT_SWAPPED);
  fill (box);
  return box;
}

static void
add_items (WbLessons *lessons, GArray *spans)
{
  char **items = wb_lessons_page (lessons)->items;

  for (int k = 0; items[k] != NULL; k++)
    {
      if (k > 0)
        wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, WB_ASK_BETWEEN);
      wb_lesson_spans_add (spans, LAB_SPAN_PLAIN, items[wb_lessons_item_at (lessons, k)]);
    }
}

/* ---- the result ---- */

static void
add_rows (WbLessons *lessons, GtkWidget *box)
{
  const LabLessonPage *page = wb_lessons_page (lessons);

  for (int k = 0; page->items[k] != NULL; k++)
    {
      g_autofree char *place = g_strdup_printf ("%d", k + 1);

      wb_ask_add_row (box, place, page->items[k], "measured-value",
                      wb_lessons_has_guess (lessons) ? page->items[wb_lessons_item_at (lessons, k)] : _("no guess"), NULL);
    }
  wb_ask_add_failed_checks (lessons, box);
}

static char *
sentence (WbLessons *lessons)
{
  g_autofree char *items = g_strjoinv (WB_ASK_BETWEEN, wb_lessons_page (lessons)->items);

  return g_strdup_printf (_("The right order: %s"), items);
}

const WbAskKind wb_ask_order = { .control_new = control_new, .add_items = add_items, .add_rows = add_rows, .sentence = sentence };
