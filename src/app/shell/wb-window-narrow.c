/* The layout of narrow windows. They show one plot or card at a time, and the title has a
 * menu. */
#include <glib/gi18n.h>

#include "plot-text.h"
#include "wb-lesson-sketch.h"
#include "wb-session-layout.h"
#include "wb-window-private.h"

/* Returns the title of a plot, or that of its kind. */
static char *
title_of (const PlotSpec *spec)
{
  return spec->title != NULL ? plot_text_plain (spec->title) : g_strdup (plot_kind_title (spec->kind));
}

void
wb_window_refresh_title (WbWindow *self)
{
  WbPlotSet *plots = wb_plot_set_of (self->session);
  int index = wb_plot_set_focused (plots);
  Model *model = wb_session_model (self->session);
  g_autofree char *text = NULL, *title = NULL;

  if (index < 0 || index >= wb_plot_set_n (plots))
    return;
  gtk_label_set_text (GTK_LABEL (self->focused_title), model != NULL ? model_name (model) : "");
  if (g_strcmp0 (wb_session_view (self->session), "compare") == 0)
    {
      text = wb_compare_view_focus_text (wb_window_compare (self));
      gtk_label_set_text (GTK_LABEL (self->focused_subtitle), text);
      return;
    }
  if (wb_window_shows (self, "laboratory"))
    {
      gtk_label_set_text (GTK_LABEL (self->focused_subtitle), _("Laboratory"));
      return;
    }
  if (wb_window_shows (self, "ensemble"))
    {
      WbStudy *study = wb_studies_selected (wb_ensemble_view_studies (wb_window_ensemble (self)));

      text = wb_ensemble_view_focus_text (wb_window_ensemble (self));
      gtk_label_set_text (GTK_LABEL (self->focused_title), study != NULL ? wb_study_title (study) : model != NULL ? model_name (model) : "");
      gtk_label_set_text (GTK_LABEL (self->focused_subtitle), text);
      return;
    }
  if (wb_window_shows (self, "microscope") || wb_window_shows (self, "lessons"))
    {
      gtk_label_set_text (GTK_LABEL (self->focused_subtitle), wb_window_shows (self, "lessons") ? _("Lessons") : _("Microscope"));
      return;
    }
  if (g_strcmp0 (wb_session_view (self->session), "text") == 0)
    {
      text = wb_model_editor_file_name (wb_window_editor (self));
      gtk_label_set_text (GTK_LABEL (self->focused_subtitle), text);
      return;
    }
  title = title_of (wb_plot_set_spec (plots, index));
  /* Translators: the title of a plot, its number and the number of plots. */
  text = g_strdup_printf (_("%s, %d of %d"), title, index + 1, wb_plot_set_n (plots));
  gtk_label_set_text (GTK_LABEL (self->focused_subtitle), text);
}

void
wb_window_create_title_menu (GtkMenuButton *button, gpointer user)
{
  WbWindow *self = user;
  g_autoptr (GMenu) menu = g_menu_new (), views = g_menu_new (), plots = g_menu_new ();
  gboolean other = wb_window_shows (self, "compare") || wb_window_shows (self, "laboratory") || wb_window_shows (self, "ensemble") || wb_window_shows (self, "microscope")
                   || wb_window_shows (self, "lessons");
  WbPlotSet *set = wb_plot_set_of (self->session);
  int n = other ? 0 : wb_plot_set_n (set);

  for (GtkWidget *child = gtk_widget_get_first_child (self->switcher); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (g_object_get_data (G_OBJECT (child), "title"), NULL);

      g_menu_item_set_action_and_target (item, "win.view", "s", g_object_get_data (G_OBJECT (child), "view"));
      g_menu_append_item (views, item);
    }
  for (int i = 0; i < n; i++)
    {
      g_autoptr (GMenuItem) item = g_menu_item_new (plot_kind_title (wb_plot_set_spec (set, i)->kind), NULL);

      g_menu_item_set_action_and_target (item, "win.focus-plot", "i", i);
      g_menu_append_item (plots, item);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (views));
  if (n > 0)
    g_menu_append_section (menu, NULL, G_MENU_MODEL (plots));
  gtk_menu_button_set_popover (button, gtk_popover_menu_new_from_model (G_MENU_MODEL (menu)));
}

/* Returns the plot that a narrow window shows first: of a lesson that in which the reader draws, or its first plot. */
static int
first_focus (WbWindow *self)
{
  WbPlotSet *plots = wb_plot_set_of (self->session);
  WbLessons *lessons = wb_lessons_of (self->session);
  int asked = wb_lesson_sketch_plot (lessons);

  if (wb_lessons_lesson (lessons) != NULL)
    return MAX (asked, 0);
  for (int i = 0; asked < 0 && i < wb_plot_set_n (plots); i++)
    if (wb_plot_set_spec (plots, i)->kind->flags & PLOT_KIND_FOCUSED)
      return i;
  return MAX (asked, 0);
}

void
wb_window_focus_first (WbWindow *self)
{
  wb_plot_set_focus (wb_plot_set_of (self->session), first_focus (self));
}

/* The Laboratory shows no statistics of the run, so that its cards are higher. */
void
wb_window_lay_out_transport (WbWindow *self)
{
  wb_transport_set_layout (WB_TRANSPORT (self->transport), wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED,
                           !wb_panes_is_low (WB_PANES (self->panes)) && !wb_window_shows (self, "laboratory"));
}

void
wb_window_fold (WbWindow *self)
{
  gboolean narrow = wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED;
  WbPlotSet *plots = wb_plot_set_of (self->session);

  gtk_stack_set_visible_child_name (GTK_STACK (self->title_stack), narrow ? "focused" : "switcher");
  gtk_widget_set_visible (self->previous_button, narrow);
  gtk_widget_set_visible (self->next_button, narrow);
  gtk_widget_set_visible (self->open_button, !narrow);
  gtk_widget_set_visible (self->new_button, !narrow);
  gtk_widget_set_visible (self->export_button, !narrow);
  wb_window_lay_out_transport (self);
  if (narrow && wb_plot_set_focused (plots) < 0)
    wb_window_focus_first (self);
  else if (!narrow)
    wb_plot_set_focus (plots, -1);
  if (self->compare != NULL)
    wb_compare_view_focus (WB_COMPARE_VIEW (self->compare), narrow ? MAX (wb_compare_view_focused (WB_COMPARE_VIEW (self->compare)), 0) : -1);
  if (self->laboratory != NULL)
    wb_laboratory_view_focus (WB_LABORATORY_VIEW (self->laboratory),
                              narrow ? MAX (wb_laboratory_view_focused (WB_LABORATORY_VIEW (self->laboratory)), 0) : -1);
  if (self->microscope != NULL)
    wb_microscope_view_set_narrow (WB_MICROSCOPE_VIEW (self->microscope), narrow);
  if (self->ensemble != NULL)
    wb_ensemble_view_focus (WB_ENSEMBLE_VIEW (self->ensemble), narrow ? MAX (wb_ensemble_view_focused (WB_ENSEMBLE_VIEW (self->ensemble)), 0) : -1);
  wb_window_apply_panes (self);
  wb_window_focus_plots (self);
  wb_window_refresh_title (self);
  wb_window_refresh_actions (self);
}
