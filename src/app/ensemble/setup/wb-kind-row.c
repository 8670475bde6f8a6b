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
  Model *checked;        /* the model for which the kinds were checked, and the text of the study then; NULL before the first check */
  char *checked_text;
  GPtrArray *cards;      /* elements of type GtkWidget: a card for each kind, in the order of wb_study_new_kinds */
  gboolean updating;
} Row;

static void
row_free (gpointer data)
{
  Row *row = data;

  g_ptr_array_unref (row->cards);
  model_unref (row->checked);
  g_free (row->checked_text);
  g_free (row);
}

static void
on_toggled (GtkToggleButton *card, Row *row)
{
  const LabStudyKind *kind = g_object_get_data (G_OBJECT (card), "kind");
  const WbStudyProblem *problem = row->study != NULL ? wb_study_problem (row->study) : NULL;
  g_autofree char *text = NULL;

  if (row->updating || problem == NULL || !gtk_toggle_button_get_active (card) || problem->kind == kind)
    return;
  text = wb_study_new_as (row->study, kind);
  if (text == NULL)
    return;
  /* The new kind has no results, so show the set-up, where the user is working. */
  wb_studies_set_page (row->studies, row->study, WB_STUDY_PAGE_AUTOMATIC);
  wb_study_change (row->study, text, _("Kind of study"));
}

static const char *
aim_of (const LabStudyKind *kind)
{
  return kind->aim != NULL ? _(kind->aim) : "";
}

/* Shows the reason why the model does not support the kind of a card, or without a reason what the kind is for. */
static void
show_reason (GtkWidget *card, const char *reason)
{
  const LabStudyKind *kind = g_object_get_data (G_OBJECT (card), "kind");
  GtkWidget *remark = g_object_get_data (G_OBJECT (card), "remark");
  gboolean possible = *reason == '\0';

  gtk_label_set_text (GTK_LABEL (remark), possible ? aim_of (kind) : reason);
  gtk_widget_set_css_classes (remark, (const char *[]) { possible ? "row-remark" : "study-refusal", NULL });
  wb_tooltip_set (card, possible ? _(kind->advice) : reason);
  gtk_widget_set_sensitive (card, possible);
}

static void
on_checked (gpointer owner, gpointer result, const GError *error)
{
  if (result != NULL)
    show_reason (owner, result);
  g_free (result);
}

static void
check_kinds (Row *row)
{
  const WbStudyProblem *problem = wb_study_problem (row->study);

  /* A reason may depend on values of the model, such as that its linear part is not stable. */
  if (problem->model == row->checked && g_strcmp0 (wb_study_text (row->study), row->checked_text) == 0)
    return;
  model_unref (row->checked);
  row->checked = model_ref (problem->model);
  g_free (row->checked_text);
  row->checked_text = g_strdup (wb_study_text (row->study));
  for (guint k = 0; k < row->cards->len; k++)
    {
      GtkWidget *card = row->cards->pdata[k];
      const LabStudyKind *kind = g_object_get_data (G_OBJECT (card), "kind");
      WbJob **newest = wb_job_place (card, "job");

      if (problem->kind != kind)
        wb_study_new_check_as (newest, card, row->study, kind, on_checked);
      else
        {
          g_clear_pointer (newest, wb_job_cancel);
          show_reason (card, "");
        }
    }
}

static GtkWidget *
card_new (Row *row, const LabStudyKind *kind)
{
  GtkWidget *card = gtk_toggle_button_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 11), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *frame = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *title = wb_label_new_wrapped (_(kind->label), "study-kind");
  GtkWidget *remark = wb_label_new_wrapped (aim_of (kind), "row-remark");

  gtk_widget_add_css_class (frame, "study-picture");
  gtk_widget_set_overflow (frame, GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_valign (frame, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (frame), wb_kind_picture_new (kind, PICTURE_WIDTH, PICTURE_HEIGHT));
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
  wb_tooltip_set (card, _(kind->advice));
  wb_widget_set_name (card, _(kind->label));
  g_object_set_data (G_OBJECT (card), "kind", (gpointer) kind);
  g_object_set_data (G_OBJECT (card), "remark", remark);
  g_object_set_data (G_OBJECT (card), "frame", frame);
  if (row->cards->len > 0)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (card), row->cards->pdata[0]);
  g_signal_connect (card, "toggled", G_CALLBACK (on_toggled), row);
  return card;
}

void
wb_kind_row_show (GtkWidget *box, WbStudy *study)
{
  Row *row = g_object_get_data (G_OBJECT (box), "row");
  const WbStudyProblem *problem = study != NULL ? wb_study_problem (study) : NULL;
  gboolean known = problem != NULL && (problem->kind->places & LAB_PLACE_ENSEMBLE) != 0;

  row->study = study;
  gtk_widget_set_visible (box, known);
  if (!known)
    return;
  row->updating = TRUE;
  for (guint k = 0; k < row->cards->len; k++)
    gtk_toggle_button_set_active (row->cards->pdata[k], g_object_get_data (row->cards->pdata[k], "kind") == problem->kind);
  row->updating = FALSE;
  check_kinds (row);
}

void
wb_kind_row_set_narrow (GtkWidget *box, gboolean narrow)
{
  Row *row = g_object_get_data (G_OBJECT (box), "row");

  for (guint k = 0; k < row->cards->len; k++)
    gtk_widget_set_visible (g_object_get_data (row->cards->pdata[k], "frame"), !narrow);
}

GtkWidget *
wb_kind_row_new (WbStudies *studies)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  Row *row = g_new0 (Row, 1);

  row->studies = studies;
  row->cards = g_ptr_array_new ();
  g_object_set_data_full (G_OBJECT (box), "row", row, row_free);
  gtk_box_set_homogeneous (GTK_BOX (box), TRUE);
  for (const LabStudyKind *const *kind = wb_study_new_kinds (); *kind != NULL; kind++)
    {
      GtkWidget *card = card_new (row, *kind);

      g_ptr_array_add (row->cards, card);
      gtk_box_append (GTK_BOX (box), card);
    }
  return box;
}
