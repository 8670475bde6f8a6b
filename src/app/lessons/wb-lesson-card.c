/* Builds the card of a lesson with picture and progress. */
#include "wb-lesson-card.h"

#include <glib/gi18n.h>

#include "wb-progress-ring.h"
#include "wb-tooltip.h"
#include "wb-translate.h"
#include "wb-widgets.h"
#include "wb-wrap.h"

#define MOST_DOTS 8
#define FIRST_PICTURE_HEIGHT 110 /* height of the picture in px */

static void
on_picture (GdkPaintable *picture, gpointer user)
{
  gtk_picture_set_paintable (user, picture);
}

/* Makes the picture of a lesson. scale: device pixels per px; height: height of the widget in px. */
static GtkWidget *
picture_new (const WbLessonEntry *entry, int scale, int height)
{
  GtkWidget *picture = wb_styled (gtk_picture_new (), "lesson-picture");

  gtk_widget_set_size_request (picture, height * WB_LESSON_PICTURE_WIDTH / WB_LESSON_PICTURE_HEIGHT, height);
  gtk_picture_set_can_shrink (GTK_PICTURE (picture), TRUE);
  gtk_widget_set_valign (picture, GTK_ALIGN_CENTER);
  gtk_widget_set_halign (picture, GTK_ALIGN_START);
  wb_lesson_request_picture (entry, scale, on_picture, G_OBJECT (picture));
  return picture;
}

/* Returns a sentence with the lessons that should come before this one and are not done, or NULL if there are none. */
static char *
before_text (const WbLessonEntry *entry)
{
  g_autoptr (GString) titles = g_string_new (NULL);

  for (int k = 0; entry->after[k] != NULL; k++)
    {
      const WbLessonEntry *before = wb_lesson_library_find (entry->after[k]);

      if (before != NULL && before->problem == NULL && !wb_lesson_progress (before->id).done)
        g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "", before->title);
    }
  /* Translators: titles of the lessons that should be read before. */
  return titles->len > 0 ? g_strdup_printf (_("after: %s"), titles->str) : NULL;
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
  text = g_strdup_printf (_("%d min"), entry->minutes);
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
  g_autofree char *before = before_text (entry);
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
      gtk_box_append (GTK_BOX (card), picture_new (entry, 1, WB_LESSON_PICTURE_HEIGHT));
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

/* ---- the large card at the top ---- */

static GtkWidget *
dots_new (const WbLessonEntry *entry, int page)
{
  GtkWidget *dots = wb_wrap_new (18);

  for (int k = 0; k < MIN (entry->n_pages, MOST_DOTS); k++)
    {
      GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6), *ring = wb_progress_ring_new (14);

      wb_progress_ring_set_fraction (WB_PROGRESS_RING (ring), k < page ? 1 : k == page ? 0.5 : 0);
      wb_box_add (row, ring, wb_label_new (entry->page_titles[k], k == page ? "lesson-dot-now" : "dim-value"), NULL);
      wb_wrap_append (WB_WRAP (dots), row);
    }
  return dots;
}

GtkWidget *
wb_lesson_first_card_new (const WbLessonEntry *entry, const WbLessonEntry *done)
{
  GtkWidget *card = wb_styled (gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 18), "card lesson-first"), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  WbLessonProgress progress = wb_lesson_progress (entry->id);
  gboolean begun = progress.begun && !progress.done;
  GtkWidget *button = gtk_button_new_with_label (begun ? _("Continue") : _("Start")), *title = wb_label_new (entry->title, "lesson-first-title");
  /* Translators: chapter and duration of a lesson. */
  g_autofree char *above = NULL, *before = before_text (entry);
  g_autofree char *facts = g_strdup_printf (_("%s, %d minutes"), wb_translate (lab_chapter_title (entry->chapter)), entry->minutes);

  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  gtk_label_set_wrap (GTK_LABEL (title), TRUE);
  if (done != NULL)
    /* Translators: title of the lesson that was finished last. */
    above = g_strdup_printf (_("“%s” is done. Next:"), done->title);
  wb_box_add (words, wb_label_new_wrapped (above != NULL ? above : begun ? _("Continue where you stopped") : _("Start here"), "dim-value"), title, NULL);
  gtk_box_append (GTK_BOX (words), wb_label_new (facts, "dim-value"));
  if (before != NULL)
    gtk_box_append (GTK_BOX (words), wb_label_new_wrapped (before, "dim-value"));
  gtk_box_append (GTK_BOX (words), dots_new (entry, begun ? progress.page : -1));
  gtk_widget_add_css_class (button, "suggested");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "win.lesson-open");
  gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "s", entry->id);
  wb_box_add (card, picture_new (entry, 2, FIRST_PICTURE_HEIGHT), words, button, NULL);
  return card;
}
