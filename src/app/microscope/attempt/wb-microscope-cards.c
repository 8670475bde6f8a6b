/* Fills the cards of the verdict and of the errors. */
#include "wb-microscope-cards.h"

#include <glib/gi18n.h>

#include "wb-card-menu.h"
#include "wb-microscope-plots.h"
#include "wb-microscope-verdict.h"
#include "wb-plot-area.h"
#include "wb-rich.h"
#include "wb-verdict-drawing.h"
#include "wb-widgets.h"

/* The widgets of a card. */
typedef struct
{
  GtkWidget *head, *icon, *title, *sentence, *area, *note;
} Card;

static Card *
card_of (GtkWidget *widget)
{
  return g_object_get_data (G_OBJECT (widget), "wb-card");
}

/* Makes a card with a menu, the given head, an area for a drawing, and a note below the drawing. */
static GtkWidget *
card_new (GtkWidget *head, int plot)
{
  Card *card = g_new0 (Card, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *overlay = wb_card_menu_wrap (box, plot, TRUE, NULL);

  g_object_set_data_full (G_OBJECT (overlay), "wb-card", card, g_free);
  gtk_widget_add_css_class (overlay, "card");
  gtk_widget_set_overflow (overlay, GTK_OVERFLOW_HIDDEN);
  card->head = head;
  gtk_box_append (GTK_BOX (box), head);
  card->area = wb_plot_area_new (NULL);
  gtk_widget_set_vexpand (card->area, TRUE);
  gtk_box_append (GTK_BOX (box), card->area);
  card->note = wb_rich_label_new ("");
  gtk_label_set_wrap (GTK_LABEL (card->note), TRUE);
  gtk_widget_add_css_class (card->note, "verdict-note");
  gtk_box_append (GTK_BOX (box), card->note);
  return overlay;
}

static void
set_note (Card *card, const char *rich)
{
  g_autofree char *markup = wb_rich_markup (rich != NULL ? rich : "");

  gtk_label_set_markup (GTK_LABEL (card->note), markup);
  gtk_widget_set_visible (card->note, rich != NULL && *rich != '\0');
}

/* ---- verdict ---- */

GtkWidget *
wb_verdict_card_new (void)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2), *widget;
  Card *card;

  widget = card_new (head, WB_ATTEMPT_VERDICT);
  card = card_of (widget);
  card->icon = gtk_label_new (NULL);
  card->title = wb_label_new_wrapped ("", "title");
  card->sentence = wb_label_new_wrapped ("", NULL);
  gtk_widget_add_css_class (head, "verdict");
  gtk_widget_add_css_class (card->icon, "verdict-icon");
  gtk_widget_set_valign (card->icon, GTK_ALIGN_CENTER);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_widget_set_margin_end (words, 22); /* leaves space for the menu button */
  gtk_box_append (GTK_BOX (words), card->title);
  gtk_box_append (GTK_BOX (words), card->sentence);
  gtk_box_append (GTK_BOX (head), card->icon);
  gtk_box_append (GTK_BOX (head), words);
  return widget;
}

void
wb_verdict_card_show (GtkWidget *widget, const WbAttemptScene *scene)
{
  static const struct { const char *class, *icon; } looks[] = { { "verdict-accepted", "✓" }, { "verdict-rejected", "✕" }, { "verdict-cut", "▼" } };
  Card *card = card_of (widget);
  const gboolean shown = scene->attempt != NULL;
  WbVerdict *verdict = shown ? wb_verdict_new (scene->attempt, scene->system) : NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (looks); i++)
    gtk_widget_remove_css_class (card->head, looks[i].class);
  if (shown)
    gtk_widget_add_css_class (card->head, looks[verdict->kind].class);
  gtk_widget_set_visible (card->head, shown);
  gtk_label_set_text (GTK_LABEL (card->icon), shown ? looks[verdict->kind].icon : "");
  gtk_label_set_text (GTK_LABEL (card->title), shown ? verdict->title : "");
  gtk_label_set_text (GTK_LABEL (card->sentence), shown ? verdict->sentence : "");
  set_note (card, shown ? verdict->clamp : NULL);
  wb_plot_area_set_view (WB_PLOT_AREA (card->area), shown ? wb_verdict_drawing (scene) : NULL);
  wb_verdict_free (verdict);
}

/* ---- error of each state ---- */

GtkWidget *
wb_error_card_new (void)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  GtkWidget *title = wb_label_new (NULL, "card-title"), *remark = wb_label_new (NULL, "card-remark"), *widget;

  gtk_widget_add_css_class (head, "card-head");
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), remark);
  widget = card_new (head, WB_ATTEMPT_ERRORS);
  card_of (widget)->title = title;
  card_of (widget)->sentence = remark;
  gtk_label_set_ellipsize (GTK_LABEL (remark), PANGO_ELLIPSIZE_END);
  gtk_widget_set_margin_end (remark, 34); /* for the menu */
  return widget;
}

void
wb_error_card_show (GtkWidget *widget, const WbAttemptScene *scene)
{
  Card *card = card_of (widget);
  const gboolean shown = scene->attempt != NULL;
  g_autofree char *sentence = shown ? wb_error_sentence (scene->attempt, scene->system) : NULL, *noted = NULL;

  const gboolean local = shown && wb_error_is_local (scene->attempt);

  gtk_label_set_text (GTK_LABEL (card->title), local ? _("Local error") : _("Error estimate"));
  gtk_label_set_text (GTK_LABEL (card->sentence), local ? _("of the step") : _("over tolerance"));
  if (shown && scene->attempt->is_trial && scene->attempt->scaled_error != NULL && scene->other != NULL && scene->other->scaled_error != NULL)
    noted = g_strdup_printf (_("%s. Dashed: in the run."), sentence);
  set_note (card, noted != NULL ? noted : sentence);
  wb_plot_area_set_view (WB_PLOT_AREA (card->area), shown ? wb_error_drawing (scene) : NULL);
}
