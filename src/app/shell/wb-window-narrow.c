/* The layout of narrow windows. They show one plot or card at a time, and the title has a
 * menu. */
#include <glib/gi18n.h>

#include "wb-lesson-sketch.h"
#include "wb-window-private.h"

void
wb_window_refresh_title (WbWindow *self)
{
  const WbView *view = wb_window_view (self);
  WbPlotSet *plots = wb_plot_set_of (self->session);
  int index = wb_plot_set_focused (plots);
  Model *model = wb_session_model (self->session);
  g_autofree char *heading = NULL, *subtitle = NULL;

  if (index < 0 || index >= wb_plot_set_n (plots))
    return;
  heading = view->heading != NULL ? view->heading (self) : NULL;
  subtitle = view->subtitle != NULL ? view->subtitle (self) : g_strdup (_(view->title));
  gtk_label_set_text (GTK_LABEL (self->focused_title), heading != NULL ? heading : model != NULL ? model_name (model) : "");
  gtk_label_set_text (GTK_LABEL (self->focused_subtitle), subtitle);
}

void
wb_window_create_title_menu (GtkMenuButton *button, gpointer user)
{
  WbWindow *self = user;
  g_autoptr (GMenu) menu = g_menu_new (), views = g_menu_new (), plots = g_menu_new ();
  WbPlotSet *set = wb_plot_set_of (self->session);
  int n = wb_window_view (self)->needs & WB_VIEW_PLOT_MENU ? wb_plot_set_n (set) : 0;

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

void
wb_window_lay_out_transport (WbWindow *self)
{
  wb_transport_set_layout (WB_TRANSPORT (self->transport), wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED,
                           !wb_panes_is_low (WB_PANES (self->panes)) && (wb_window_view (self)->needs & WB_VIEW_STATISTICS));
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
