/* Builds the card of a lesson with picture and progress. */
#include "wb-lesson-card.h"

#include <glib/gi18n.h>

#include "wb-lesson-chapter.h"
#include "wb-progress-ring.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

/* Width and height of the picture in px. */
#define PICTURE_WIDTH 92
#define PICTURE_HEIGHT 64

static void
on_picture (GdkPaintable *picture, gpointer user)
{
  gtk_picture_set_paintable (user, picture);
}

static GtkWidget *
picture_new (const WbLessonEntry *entry)
{
  GtkWidget *picture = wb_styled (gtk_picture_new (), "lesson-picture");

  gtk_widget_set_size_request (picture, PICTURE_WIDTH, PICTURE_HEIGHT);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (picture, GTK_ALIGN_START);
  wb_lesson_request_picture (entry, PICTURE_WIDTH, PICTURE_HEIGHT, on_picture, G_OBJECT (picture));
  return picture;
}

/* ---- a card in the list ---- */

static GtkWidget *
status_new (const WbLessonEntry *entry)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  WbLessonProgress progress = wb_lesson_progress (entry->id);
  g_autofree char *text = NULL;

  if (progress.done)
    {
      GtkWidget *check = wb_styled (gtk_image_new_from_icon_name ("wb-check-symbolic"), "passed");

      wb_box_add (row, check, wb_label_new (_("Done"), "passed"), NULL);
      return row;
    }
  if (progress.begun)
    {
      GtkWidget *ring = wb_progress_ring_new (14);

      wb_progress_ring_set_fraction (WB_PROGRESS_RING (ring), (double) progress.page / MAX (entry->n_pages, 1));
      text = g_strdup_printf (_("Step %d of %d"), MIN (progress.page + 1, entry->n_pages), entry->n_pages);
      wb_box_add (row, ring, wb_label_new (text, "lesson-begun"), NULL);
      return row;
    }
  text = wb_lesson_duration (entry->minutes);
  gtk_box_append (GTK_BOX (row), wb_label_new (text, "dim-value"));
  return row;
}

/* Makes the line with the lessons that should come before. */
static GtkWidget *
before_new (const char *text)
{
  GtkWidget *label = wb_label_new (text, "dim-value");

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 16);
  wb_tooltip_set (label, text);
  return label;
}

GtkWidget *
wb_lesson_card_new (const WbLessonEntry *entry)
{
  g_autofree char *before = wb_lesson_before_text (entry);
  GtkWidget *card = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 11), "card lesson-card"), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 5);
  GtkWidget *title = wb_label_new_wrapped (entry->title, "lesson-card-title");

  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_label_set_lines (GTK_LABEL (title), 2);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_width_chars (GTK_LABEL (title), 12);
  gtk_label_set_max_width_chars (GTK_LABEL (title), 16);
  wb_tooltip_set (title, entry->title);
  gtk_box_append (GTK_BOX (words), title);
  if (entry->problem == NULL)
    {
      gtk_box_append (GTK_BOX (card), picture_new (entry));
      gtk_box_append (GTK_BOX (words), status_new (entry));
      if (before != NULL)
        gtk_box_append (GTK_BOX (words), before_new (before));
    }
  else
    {
      GtkWidget *reason = wb_label_new (entry->problem, "dim-value");

      gtk_label_set_wrap (GTK_LABEL (reason), TRUE);
      gtk_label_set_lines (GTK_LABEL (reason), 3);
      gtk_label_set_ellipsize (GTK_LABEL (reason), PANGO_ELLIPSIZE_END);
      gtk_label_set_max_width_chars (GTK_LABEL (reason), 24);
      wb_tooltip_set (card, entry->path);
      gtk_widget_add_css_class (card, "broken");
      gtk_box_append (GTK_BOX (words), reason);
    }
  gtk_box_append (GTK_BOX (card), words);
  return card;
}
