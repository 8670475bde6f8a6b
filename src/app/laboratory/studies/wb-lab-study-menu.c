/* Copies and shows the numbers of a study. */
#include "wb-lab-study-menu.h"

#include <glib/gi18n.h>

#include "lab-result-text.h"
#include "wb-lab-export.h"
#include "wb-table-window.h"

/* Key of the study of a card. */
#define STUDY "wb-lab-study-menu"

static void
show_table (GtkWidget *card)
{
  WbStudy *study = g_object_get_data (G_OBJECT (card), STUDY);
  const LabResult *result = wb_study_result (study);
  g_autofree char *text = result != NULL ? lab_result_table_text (result) : NULL;

  if (text != NULL)
    wb_table_window_present (GTK_WINDOW (gtk_widget_get_root (card)), _(wb_study_kind (study)->label), text);
}

static void
copy_numbers (GtkWidget *card)
{
  const LabResult *result = wb_study_result (g_object_get_data (G_OBJECT (card), STUDY));
  g_autofree char *text = result != NULL ? lab_result_csv (result, '\t') : NULL;

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (card), text);
}

static void
copy_command (GtkWidget *card)
{
  g_autofree char *text = wb_study_command (g_object_get_data (G_OBJECT (card), STUDY));

  if (text != NULL)
    gdk_clipboard_set_text (gtk_widget_get_clipboard (card), text);
}

static GMenuModel *
menu_new (const LabStudyKind *kind)
{
  g_autoptr (GMenu) study = g_menu_new ();
  g_autofree char *help = g_strdup_printf ("win.help::study:%s", kind->id);

  g_menu_append (study, _("Open in full size"), "study.open");
  g_menu_append (study, _("Run"), "study.run");
  if (kind->starts != NULL)
    {
      g_menu_append (study, _("Remove the last orbit"), "study.remove-last");
      g_menu_append (study, _("Remove all further orbits"), "study.remove-all");
    }
  g_menu_append (study, _("What is this?"), help);
  return wb_lab_menu_new (WB_LAB_MENU_PLOT, G_MENU_MODEL (study));
}

void
wb_lab_study_menu_add (WbLabCard *card, WbStudy *study)
{
  g_autoptr (GMenuModel) menu = menu_new (wb_study_kind (study));

  g_object_set_data (G_OBJECT (card), STUDY, study);
  wb_lab_card_set_menu (card, menu);
  g_signal_connect (card, "copy-table", G_CALLBACK (copy_numbers), NULL);
  g_signal_connect (card, "copy-command", G_CALLBACK (copy_command), NULL);
  g_signal_connect (card, "table", G_CALLBACK (show_table), NULL);
}
