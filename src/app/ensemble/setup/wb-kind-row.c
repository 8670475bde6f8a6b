/* Builds the cards of the kinds and disables those that the model does not support. */
#include "wb-kind-row.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-kind-pictures.h"
#include "wb-study-new.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

#define PICTURE_WIDTH 60
#define PICTURE_HEIGHT 44

typedef struct
{
  WbStudies *studies;
  WbStudy *study;        /* the shown study; borrowed */
  Model *checked;        /* the model for which the kinds were checked; this pointer is only compared */
  GtkWidget *cards[8];
  gboolean updating;
} Row;

static void
on_toggled (GtkToggleButton *card, Row *row)
{
  const char *kind = g_object_get_data (G_OBJECT (card), "kind");
  const WbStudyProblem *problem = row->study != NULL ? wb_study_problem (row->study) : NULL;
  g_autofree char *text = NULL;

  if (row->updating || problem == NULL || !gtk_toggle_button_get_active (card) || strcmp (problem->file->study, kind) == 0)
    return;
  text = wb_study_new_as (row->study, kind);
  if (text == NULL)
    return;
  /* The new kind has no results, so show the set-up, where the user is working. */
  wb_studies_set_page (row->studies, row->study, WB_STUDY_PAGE_AUTOMATIC);
  wb_study_change (row->study, text, _("Kind of study"));
}

static void
on_checked (gpointer owner, gpointer result, const GError *error)
{
  GtkWidget *card = owner;
  const char *reason = result;
  const WbKindText *text = wb_kind_text (g_object_get_data (G_OBJECT (card), "kind"));

  if (reason != NULL)
    {
      GtkWidget *remark = g_object_get_data (G_OBJECT (card), "remark");
      gboolean possible = *reason == '\0';

      gtk_label_set_text (GTK_LABEL (remark), possible ? _(text->aim) : reason);
      gtk_widget_set_css_classes (remark, (const char *[]) { possible ? "row-remark" : "study-refusal", NULL });
      wb_tooltip_set (card, possible ? _(text->kind->advice) : reason);
      gtk_widget_set_sensitive (card, possible);
    }
  g_free (result);
}

static void
check_kinds (Row *row)
{
  const WbStudyProblem *problem = wb_study_problem (row->study);

  if (problem->model == row->checked)
    return;
  row->checked = problem->model;
  for (int k = 0; wb_study_new_kinds[k] != NULL; k++)
    {
      WbJob **newest = wb_job_place (row->cards[k], "job");

      gtk_widget_set_sensitive (row->cards[k], TRUE);
      if (strcmp (problem->file->study, wb_study_new_kinds[k]->id) != 0)
        wb_study_new_check_as (newest, row->cards[k], row->study, wb_study_new_kinds[k]->id, on_checked);
      else
        g_clear_pointer (newest, wb_job_cancel);
    }
}

static GtkWidget *
card_new (Row *row, int k, const WbKindText *text)
{
  GtkWidget *card = gtk_toggle_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 11), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *title = wb_label_new_wrapped (_(text->kind->label), "study-kind");
  GtkWidget *remark = wb_label_new_wrapped (_(text->aim), "row-remark");

  gtk_widget_add_css_class (frame, "study-picture");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_valign (frame, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (frame), wb_kind_picture_new (text->kind, PICTURE_WIDTH, PICTURE_HEIGHT));
  gtk_label_set_lines (GTK_LABEL (remark), 2);
  gtk_label_set_ellipsize (GTK_LABEL (remark), PANGO_ELLIPSIZE_END);
  gtk_label_set_wrap_mode (GTK_LABEL (title), PANGO_WRAP_WORD);
  gtk_label_set_wrap_mode (GTK_LABEL (remark), PANGO_WRAP_WORD);
  gtk_label_set_max_width_chars (GTK_LABEL (remark), 14);
  gtk_label_set_max_width_chars (GTK_LABEL (title), 12);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), title);
  gtk_box_append (GTK_BOX (texts), remark);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (box), frame);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_button_set_child (GTK_BUTTON (card), box);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "kind-card");
  wb_tooltip_set (card, _(text->kind->advice));
  wb_widget_set_name (card, _(text->kind->label));
  g_object_set_data (G_OBJECT (card), "kind", (gpointer) text->kind->id);
  g_object_set_data (G_OBJECT (card), "remark", remark);
  g_object_set_data (G_OBJECT (card), "frame", frame);
  if (k > 0)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (card), GTK_TOGGLE_BUTTON (row->cards[0]));
  g_signal_connect (card, "toggled", G_CALLBACK (on_toggled), row);
  return card;
}

void
wb_kind_row_show (GtkWidget *box, WbStudy *study)
{
  Row *row = g_object_get_data (G_OBJECT (box), "row");
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  gboolean known = problem != NULL && wb_study_new_is_kind (problem->file->study);

  row->study = study;
  gtk_widget_set_visible (box, known);
  if (!known)
    return;
  row->updating = TRUE;
  for (int k = 0; wb_study_new_kinds[k] != NULL; k++)
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (row->cards[k]), strcmp (wb_study_new_kinds[k]->id, problem->file->study) == 0);
  row->updating = FALSE;
  check_kinds (row);
}

void
wb_kind_row_set_narrow (GtkWidget *box, gboolean narrow)
{
  Row *row = g_object_get_data (G_OBJECT (box), "row");

  for (int k = 0; wb_study_new_kinds[k] != NULL; k++)
    gtk_widget_set_visible (g_object_get_data (G_OBJECT (row->cards[k]), "frame"), !narrow);
}

GtkWidget *
wb_kind_row_new (WbStudies *studies)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  Row *row = g_new0 (Row, 1);

  row->studies = studies;
  g_object_set_data_full (G_OBJECT (box), "row", row, g_free);
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  for (int k = 0; wb_study_new_kinds[k] != NULL; k++)
    {
      row->cards[k] = card_new (row, k, wb_kind_text (wb_study_new_kinds[k]->id));
      gtk_box_append (GTK_BOX (box), row->cards[k]);
    }
  return box;
}
