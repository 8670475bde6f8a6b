/* Lists the members with one outcome and their reasons. */
#include "wb-member-list.h"

#include <glib/gi18n.h>

#include "plot-format.h"
#include "wb-study-runs.h"
#include "wb-tooltip.h"
#include "wb-widgets.h"

typedef struct { WbStudies *studies; WbStudy *study; } Source;

static void
source_free (gpointer data)
{
  g_object_unref (((Source *) data)->study);
  g_free (data);
}

static void
on_activated (GtkListBox *list, GtkListBoxRow *row, Source *source)
{
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (list), GTK_TYPE_POPOVER);
  guint64 member = *(guint64 *) g_object_get_data (G_OBJECT (row), "member");

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  wb_studies_open_member (source->studies, source->study, member);
}

static void
append (GtkWidget *list, guint64 member, const char *start, const char *reason)
{
  GtkWidget *row = gtk_list_box_row_new (), *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12), *label, *why = gtk_label_new (reason);
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0), *from = gtk_label_new (start);
  g_autofree char *text = NULL, *tip = NULL;
  char number[64];

  plot_format_count (member, number, sizeof number);
  /* Translators: the number of a member of an ensemble. */
  text = g_strdup_printf (_("run %s"), number);
  label = gtk_label_new (text);
  gtk_widget_add_css_class (label, "row-title");
  gtk_widget_add_css_class (why, "row-remark");
  gtk_label_set_xalign (GTK_LABEL (why), 0);
  gtk_label_set_ellipsize (GTK_LABEL (why), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (why), 48);
  gtk_label_set_xalign (GTK_LABEL (from), 0);
  gtk_label_set_ellipsize (GTK_LABEL (from), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (from), 48);
  gtk_widget_set_visible (from, *start != '\0');
  gtk_widget_set_visible (why, *reason != '\0');
  gtk_widget_add_css_class (from, "member-start");
  gtk_widget_set_valign (words, GTK_ALIGN_CENTER);
  wb_box_add (words, from, why, NULL);
  tip = g_strjoin (*start != '\0' && *reason != '\0' ? "\n" : "", start, reason, NULL);
  wb_tooltip_set (row, *tip != '\0' ? tip : NULL);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), words);
  gtk_widget_add_css_class (box, "member-row");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  g_object_set_data_full (G_OBJECT (row), "member", g_memdup2 (&member, sizeof member), g_free);
  gtk_list_box_append (GTK_LIST_BOX (list), row);
}

static gboolean
is_odd (const WbEnsemblePicture *picture, guint64 member)
{
  for (guint k = 0; k < picture->odd->len; k++)
    if (g_array_index (picture->odd, WbMember, k).member == member)
      return TRUE;
  return FALSE;
}

/* Appends a row for each member that reached the end and whose curve is drawn. */
static guint64
append_drawn (GtkWidget *list, const WbEnsemblePicture *picture)
{
  guint64 n = 0;

  for (int k = 0; picture->n_fans > 0 && k < picture->fans[0].n_curves; k++)
    if (!picture->fans[0].failed[k] && !is_odd (picture, (guint64) picture->fans[0].members[k]))
      {
        append (list, (guint64) picture->fans[0].members[k], "", "");
        n++;
      }
  return n;
}

static guint64
append_odd (GtkWidget *list, const WbEnsemblePicture *picture, LabOutcome outcome)
{
  guint64 n = 0;

  for (guint k = 0; k < picture->odd->len; k++)
    {
      const WbMember *member = &g_array_index (picture->odd, WbMember, k);

      if (member->outcome != outcome)
        continue;
      append (list, member->member, member->start, member->reason);
      n++;
    }
  return n;
}

GtkWidget *
wb_member_list_new (WbStudies *studies, WbStudy *study, LabOutcome outcome)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6), *list = gtk_list_box_new (), *scrolled = gtk_scrolled_window_new (), *note;
  const WbEnsemblePicture *picture = wb_study_picture (study);
  Source *source = g_new0 (Source, 1);
  g_autofree char *text = NULL;
  guint64 n, all = picture->counts[outcome];

  source->studies = studies;
  source->study = g_object_ref (study);
  g_object_set_data_full (G_OBJECT (list), "source", source, source_free);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_BROWSE);
  gtk_list_box_set_activate_on_single_click (GTK_LIST_BOX (list), TRUE);
  gtk_widget_add_css_class (list, "members");
  wb_widget_set_name (list, _("Runs"));
  g_signal_connect (list, "row-activated", G_CALLBACK (on_activated), source);
  n = outcome == LAB_MEMBER_ENDED ? append_drawn (list, picture) : append_odd (list, picture, outcome);
  if (n < all)
    {
      char a[64], b[64];

      plot_format_count (n, a, sizeof a);
      plot_format_count (all, b, sizeof b);
      text = g_strdup_printf (_("%s of %s runs are listed. Choose a run to open it in Simulate."), a, b);
    }
  else
    text = g_strdup (_("Choose a run to open it in Simulate."));
  note = gtk_label_new (text);
  gtk_label_set_xalign (GTK_LABEL (note), 0);
  gtk_label_set_wrap (GTK_LABEL (note), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (note), 44);
  gtk_widget_add_css_class (note, "row-remark");
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 360);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), list);
  gtk_widget_set_size_request (box, 280, -1);
  gtk_box_append (GTK_BOX (box), note);
  gtk_box_append (GTK_BOX (box), scrolled);
  return box;
}
