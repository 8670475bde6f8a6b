/* Builds the list of studies and changes the selection by clicks and keys. */
#include "wb-study-list.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-progress-ring.h"
#include "wb-widgets.h"

/* The data of the list. The list widget owns them. */
typedef struct
{
  WbStudies *studies;
  GtkWidget *box;
  gboolean updating;
} WbStudyList;

typedef struct { GtkWidget *title, *subtitle, *icon, *mark, *ring; } RowParts;

static const char *
icon_of (WbStudy *study)
{
  const WbStudyProblem *problem = wb_study_problem (study);

  if (problem == NULL)
    return "wb-error-symbolic";
  return problem->kind->icon != NULL ? problem->kind->icon : "wb-ensemble-symbolic";
}

static void
show_row (WbStudy *study, RowParts *parts)
{
  g_autofree char *subtitle = wb_study_subtitle (study);
  WbStudyState state = wb_study_state (study);
  const char *const marks[] = { [WB_STUDY_DONE] = "wb-check-symbolic", [WB_STUDY_FAILED] = "wb-error-symbolic" };
  const char *mark = state == WB_STUDY_DONE || state == WB_STUDY_FAILED ? marks[state] : NULL;

  gtk_label_set_text (GTK_LABEL (parts->title), wb_study_title (study));
  gtk_label_set_text (GTK_LABEL (parts->subtitle), subtitle);
  gtk_image_set_from_icon_name (GTK_IMAGE (parts->icon), icon_of (study));
  gtk_widget_set_visible (parts->mark, mark != NULL);
  if (mark != NULL)
    gtk_image_set_from_icon_name (GTK_IMAGE (parts->mark), mark);
  gtk_widget_set_css_classes (parts->mark, (const char *[]) { state == WB_STUDY_FAILED ? "failed-mark" : "done-mark", NULL });
  gtk_widget_set_visible (parts->ring, state == WB_STUDY_RUNNING || state == WB_STUDY_STOPPED);
  wb_progress_ring_set_fraction (WB_PROGRESS_RING (parts->ring), wb_study_progress (study));
}

static void
on_row_study (WbStudy *study, GtkWidget *row)
{
  show_row (study, g_object_get_data (G_OBJECT (row), "parts"));
}

static GtkWidget *
row_new (gpointer item, gpointer user)
{
  WbStudy *study = item;
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  RowParts *parts = g_new0 (RowParts, 1);

  parts->icon = gtk_image_new ();
  parts->title = gtk_label_new (NULL);
  parts->subtitle = gtk_label_new (NULL);
  parts->mark = gtk_image_new ();
  parts->ring = wb_progress_ring_new (15);
  gtk_widget_add_css_class (row, "study-row");
  gtk_widget_add_css_class (parts->title, "name");
  gtk_widget_add_css_class (parts->subtitle, "row-remark");
  gtk_label_set_xalign (GTK_LABEL (parts->title), 0);
  gtk_label_set_xalign (GTK_LABEL (parts->subtitle), 0);
  gtk_label_set_ellipsize (GTK_LABEL (parts->title), PANGO_ELLIPSIZE_END);
  gtk_label_set_ellipsize (GTK_LABEL (parts->subtitle), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (texts, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (texts), parts->title);
  gtk_box_append (GTK_BOX (texts), parts->subtitle);
  gtk_box_append (GTK_BOX (row), parts->icon);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_box_append (GTK_BOX (row), parts->mark);
  gtk_box_append (GTK_BOX (row), parts->ring);
  g_object_set_data_full (G_OBJECT (row), "parts", parts, g_free);
  g_signal_connect_object (study, "setup-changed", G_CALLBACK (on_row_study), row, 0);
  g_signal_connect_object (study, "state-changed", G_CALLBACK (on_row_study), row, 0);
  show_row (study, parts);
  return row;
}

static void
on_row_selected (GtkListBox *list, GtkListBoxRow *row, WbStudyList *self)
{
  g_autoptr (WbStudy) study = NULL;

  if (self->updating || row == NULL)
    return;
  study = g_list_model_get_item (wb_studies_list (self->studies), (guint) gtk_list_box_row_get_index (row));
  wb_studies_select (self->studies, study);
}

static gboolean
on_list_key (GtkEventControllerKey *controller, guint key, guint code, GdkModifierType state, WbStudyList *self)
{
  if ((key != GDK_KEY_Delete && key != GDK_KEY_KP_Delete) || wb_studies_selected (self->studies) == NULL)
    return FALSE;
  wb_studies_remove (self->studies, wb_studies_selected (self->studies));
  return TRUE;
}

static void
select_row (WbStudyList *self)
{
  GListModel *list = wb_studies_list (self->studies);
  guint n = g_list_model_get_n_items (list);

  self->updating = TRUE;
  gtk_list_box_unselect_all (GTK_LIST_BOX (self->box));
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (WbStudy) study = g_list_model_get_item (list, i);
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (GTK_LIST_BOX (self->box), (int) i);

      if (study == wb_studies_selected (self->studies) && row != NULL)
        gtk_list_box_select_row (GTK_LIST_BOX (self->box), row);
    }
  self->updating = FALSE;
}

static void
list_free (gpointer data)
{
  WbStudyList *self = data;

  g_signal_handlers_disconnect_by_data (self->studies, self);
  g_object_unref (self->studies);
  g_free (self);
}

GtkWidget *
wb_study_list_new (WbStudies *studies)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  WbStudyList *self = g_new0 (WbStudyList, 1);

  self->studies = g_object_ref (studies);
  self->box = gtk_list_box_new ();
  g_object_set_data_full (G_OBJECT (self->box), "list", self, list_free);
  gtk_widget_add_css_class (self->box, "studies");
  wb_widget_set_name (self->box, _("Studies"));
  gtk_list_box_bind_model (GTK_LIST_BOX (self->box), wb_studies_list (studies), row_new, self, NULL);
  g_signal_connect (self->box, "row-selected", G_CALLBACK (on_row_selected), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_list_key), self);
  gtk_widget_add_controller (self->box, keys);
  g_signal_connect_swapped (studies, "studies-changed", G_CALLBACK (select_row), self);
  g_signal_connect_swapped (studies, "selection-changed", G_CALLBACK (select_row), self);
  select_row (self);
  return self->box;
}
