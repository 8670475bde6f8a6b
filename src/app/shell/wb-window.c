/* Assembles the window, shows and hides its views and panes, and connects it to its session. */
#include "wb-window.h"

#include <glib/gi18n.h>
#include <string.h>

#include "wb-lab-sidebar.h"
#include "wb-lesson-sketch.h"
#include "wb-lesson-strip.h"
#include "wb-menus.h"
#include "wb-plot-painter.h"
#include "wb-preferences.h"
#include "wb-session-file.h"
#include "wb-session-layout.h"
#include "wb-style.h"
#include "wb-view.h"
#include "wb-widgets.h"
#include "wb-window-private.h"

#define TOAST_SECONDS 5

G_DEFINE_FINAL_TYPE (WbWindow, wb_window, GTK_TYPE_APPLICATION_WINDOW)

WbSession *wb_window_session (WbWindow *self) { return self->session; }
WbPanes *wb_window_panes (WbWindow *self) { return WB_PANES (self->panes); }
WbModelBrowser *wb_window_browser (WbWindow *self) { return wb_sidebar_browser (WB_SIDEBAR (self->sidebar)); }
WbSidebar *wb_window_sidebar (WbWindow *self) { return WB_SIDEBAR (self->sidebar); }
WbSettingsPanel *wb_window_panel (WbWindow *self) { return WB_SETTINGS_PANEL (self->panel); }
WbTransport *wb_window_transport (WbWindow *self) { return WB_TRANSPORT (self->transport); }
WbSimulateView *wb_window_simulate (WbWindow *self) { return WB_SIMULATE_VIEW (self->simulate); }

/* Returns the Compare view. The first call makes it, because most sessions do not use
 * it. */
WbCompareView *
wb_window_compare (WbWindow *self)
{
  if (self->compare == NULL)
    {
      self->compare = wb_compare_view_new (self->session);
      gtk_widget_set_hexpand (self->compare, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_compare.id)), self->compare);
      if (wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED)
        wb_compare_view_focus (WB_COMPARE_VIEW (self->compare), 0);
      g_signal_connect_swapped (self->compare, "focus-changed", G_CALLBACK (wb_window_refresh_title), self);
    }
  return WB_COMPARE_VIEW (self->compare);
}

WbLaboratoryView *
wb_window_laboratory (WbWindow *self)
{
  if (self->laboratory == NULL)
    {
      GtkWidget *sidebar;

      self->laboratory = wb_laboratory_view_new (self->session);
      gtk_widget_set_hexpand (self->laboratory, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_laboratory.id)), self->laboratory);
      wb_lesson_sketch_connect_plane (wb_lessons_of (self->session),
                                      wb_lab_plane_page_area (wb_laboratory_view_plane (WB_LABORATORY_VIEW (self->laboratory))));
      g_signal_connect_object (wb_laboratory_of (self->session), "changed", G_CALLBACK (wb_window_apply_panes), self, G_CONNECT_SWAPPED);
      sidebar = wb_lab_sidebar_new (self->session);
      gtk_widget_set_hexpand (sidebar, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->sidebars), wb_view_laboratory.sidebar)), sidebar);
      if (wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED)
        wb_laboratory_view_focus (WB_LABORATORY_VIEW (self->laboratory), 0);
    }
  return WB_LABORATORY_VIEW (self->laboratory);
}

/* Returns the Ensemble view. The first call makes the view and its sidebar. */
WbEnsembleView *
wb_window_ensemble (WbWindow *self)
{
  if (self->ensemble == NULL)
    {
      GtkWidget *sidebar = wb_ensemble_sidebar_new (wb_studies_of (self->session));

      self->ensemble = wb_ensemble_view_new (self->session);
      gtk_widget_set_hexpand (self->ensemble, TRUE);
      gtk_widget_set_hexpand (sidebar, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_ensemble.id)), self->ensemble);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->sidebars), wb_view_ensemble.sidebar)), sidebar);
      if (wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED)
        wb_ensemble_view_focus (WB_ENSEMBLE_VIEW (self->ensemble), 0);
      g_signal_connect_swapped (self->ensemble, "focus-changed", G_CALLBACK (wb_window_refresh_title), self);
      g_signal_connect_object (wb_studies_of (self->session), "studies-changed", G_CALLBACK (wb_session_file_autosave_soon), self->session, G_CONNECT_SWAPPED);
    }
  return WB_ENSEMBLE_VIEW (self->ensemble);
}

WbMicroscopeView *
wb_window_microscope (WbWindow *self)
{
  if (self->microscope == NULL)
    {
      self->microscope = wb_microscope_view_new (self->session);
      gtk_widget_set_hexpand (self->microscope, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_microscope.id)), self->microscope);
      wb_microscope_view_set_narrow (WB_MICROSCOPE_VIEW (self->microscope), wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED);
    }
  return WB_MICROSCOPE_VIEW (self->microscope);
}

/* Returns the editor of the model's text. The first call makes it. */
WbModelEditor *
wb_window_editor (WbWindow *self)
{
  if (self->editor == NULL)
    {
      self->editor = wb_model_editor_new (self->session);
      gtk_widget_set_hexpand (self->editor, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_text.id)), self->editor);
    }
  return WB_MODEL_EDITOR (self->editor);
}

WbModelGallery *
wb_window_open_gallery (WbWindow *self)
{
  if (self->gallery == NULL)
    {
      self->gallery = wb_model_gallery_new (wb_window_browser (self));
      gtk_widget_set_hexpand (self->gallery, TRUE);
      gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_gallery.id)), self->gallery);
    }
  wb_sidebar_show_lessons (wb_window_sidebar (self), FALSE);
  return WB_MODEL_GALLERY (self->gallery);
}

void
wb_window_choose_model (WbWindow *self)
{
  const WbView *view = wb_window_view (self);

  if (view != &wb_view_gallery)
    self->before_gallery = view == &wb_view_compare || view == &wb_view_laboratory || view == &wb_view_microscope ? view : NULL;
  wb_window_show_view (self, wb_view_gallery.id);
}

void
wb_window_leave_gallery (WbWindow *self)
{
  gboolean has_model = wb_session_model (self->session) != NULL;

  wb_window_show_view (self, (!has_model ? &wb_view_lessons : self->before_gallery != NULL ? self->before_gallery : &wb_view_simulate)->id);
}

gboolean
wb_window_has_changes (WbWindow *self)
{
  return self->editor != NULL && wb_model_editor_is_modified (WB_MODEL_EDITOR (self->editor));
}

/* ---- messages ---- */

static gboolean
hide_toast (gpointer user)
{
  WbWindow *self = user;

  self->toast_source = 0;
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->toast), FALSE);
  return G_SOURCE_REMOVE;
}

/* Shows a message at the bottom of the window for a few seconds. */
static void
on_message (WbSession *session, const char *text, WbWindow *self)
{
  gtk_label_set_text (GTK_LABEL (self->toast_text), text);
  gtk_revealer_set_reveal_child (GTK_REVEALER (self->toast), TRUE);
  g_clear_handle_id (&self->toast_source, g_source_remove);
  /* A window without a model, such as one whose session cannot be read, keeps its message until a model opens. */
  if (wb_session_model (session) != NULL)
    self->toast_source = g_timeout_add_seconds (TOAST_SECONDS, hide_toast, self);
}

/* ---- views ---- */

void
wb_window_apply_panes (WbWindow *self)
{
  const WbView *view = wb_window_view (self);
  gboolean lesson = wb_window_shows_strip (self); /* in a low window its strip takes the place of the transport */

  wb_window_fit_sidebar (self);
  gtk_widget_set_visible (self->sidebars, TRUE);
  gtk_widget_set_visible (self->panel, TRUE);
  wb_panes_set_shown (WB_PANES (self->panes), WB_PANE_SIDEBAR,
                      (view->needs & WB_VIEW_SIDEBAR) && wb_panes_width_class (WB_PANES (self->panes)) != WB_WIDTH_FOCUSED
                          && wb_preferences_get_boolean ("sidebar-shown"));
  wb_panes_set_shown (WB_PANES (self->panes), WB_PANE_PANEL,
                      (view->needs & WB_VIEW_PANEL) && !wb_window_shows_lesson (self) && wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_ALL
                          && wb_preferences_get_boolean ("panel-shown"));
  gtk_widget_set_visible (self->panel_button, (view->needs & WB_VIEW_PANEL) != 0);
  gtk_stack_set_visible_child_name (GTK_STACK (self->sidebars), view->sidebar);
  gtk_widget_set_visible (self->transport, (view->needs & WB_VIEW_TRANSPORT) && (view->hides_transport == NULL || !view->hides_transport (self))
                                               && !(lesson && (view->needs & WB_VIEW_STRIP) && wb_panes_is_low (WB_PANES (self->panes))));
  wb_window_lay_out_transport (self);
  wb_lesson_strip_set_wide (WB_LESSON_STRIP (self->strip), wb_panes_width_class (WB_PANES (self->panes)) != WB_WIDTH_FOCUSED);
  gtk_widget_set_visible (self->strip, lesson);
  wb_window_refresh_lab_switch (self);
}

static void
on_view_button (GtkToggleButton *button, GParamSpec *spec, WbWindow *self)
{
  if (gtk_toggle_button_get_active (button))
    gtk_widget_activate_action (GTK_WIDGET (self), "win.view", "s", g_object_get_data (G_OBJECT (button), "view"));
}

/* Adds a button of a view to the switcher. */
static void
add_button (WbWindow *self, const WbView *view)
{
  GtkWidget *button = gtk_toggle_button_new (), *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9), *label = gtk_label_new (_(view->title));
  GtkWidget *first = gtk_widget_get_first_child (self->switcher);

  gtk_box_append (GTK_BOX (row), gtk_image_new_from_icon_name (view->icon));
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END); /* otherwise the labels of five views would prevent a narrow window */
  gtk_box_append (GTK_BOX (row), label);
  gtk_button_set_child (GTK_BUTTON (button), row);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, _(view->title), -1);
  if (first != NULL)
    gtk_toggle_button_set_group (GTK_TOGGLE_BUTTON (button), GTK_TOGGLE_BUTTON (first));
  else
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  g_object_set_data (G_OBJECT (button), "view", (gpointer) view->id);
  g_object_set_data (G_OBJECT (button), "title", _(view->title));
  g_signal_connect (button, "notify::active", G_CALLBACK (on_view_button), self);
  gtk_box_append (GTK_BOX (self->switcher), button);
}

/* Adds all views. Views other than the first one are empty until they are shown. */
static void
add_views (WbWindow *self)
{
  for (const WbView *const *view = wb_views (); *view != NULL; view++)
    {
      gtk_stack_add_named (GTK_STACK (self->views), view == wb_views () ? self->simulate : gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), (*view)->id);
      if ((*view)->icon != NULL)
        add_button (self, *view);
    }
}

void
wb_window_add_lesson_list (WbWindow *self, GtkWidget *list)
{
  gtk_widget_set_hexpand (list, TRUE);
  gtk_box_append (GTK_BOX (gtk_stack_get_child_by_name (GTK_STACK (self->views), wb_view_lessons.id)), list);
}

static void
show_view (WbWindow *self, const WbView *view)
{
  if (view->open != NULL)
    view->open (self);
  wb_export_set_source (self->session, view->exports);
  gtk_stack_set_visible_child_name (GTK_STACK (self->views), view->id);
  for (GtkWidget *button = gtk_widget_get_first_child (self->switcher); button != NULL; button = gtk_widget_get_next_sibling (button))
    gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), strcmp (g_object_get_data (G_OBJECT (button), "view"), view->id) == 0);
  wb_window_apply_panes (self);
  if (view->enter != NULL)
    view->enter (self);
  else if (GTK_IS_TEXT_VIEW (gtk_window_get_focus (GTK_WINDOW (self))))
    gtk_window_set_focus (GTK_WINDOW (self), NULL);
  wb_window_focus_plots (self);
  wb_window_refresh_title (self);
  wb_window_refresh_actions (self);
}

gboolean
wb_window_show_view (WbWindow *self, const char *name)
{
  if (wb_view_find (name) == NULL)
    return FALSE;
  wb_session_set_view (self->session, name);
  return TRUE;
}

/* ---- lecture mode ---- */

void
wb_window_focus_plots (WbWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  WbPlotArea *area = wb_simulate_view_area (WB_SIMULATE_VIEW (self->simulate), MAX (wb_plot_set_focused (wb_plot_set_of (self->session)), 0));
  gboolean unused = focus == NULL || (GTK_IS_TEXT (focus) && gtk_editable_get_text (GTK_EDITABLE (focus))[0] == '\0');

  if (area == NULL || !(unused || self->lecture) || !(wb_window_view (self)->needs & WB_VIEW_FOCUS_PLOTS))
    return;
  gtk_window_set_focus (GTK_WINDOW (self), GTK_WIDGET (area));
  gtk_window_set_focus_visible (GTK_WINDOW (self), FALSE);
}

static void
set_lecture (WbWindow *self, gboolean lecture)
{
  self->lecture = lecture;
  if (lecture)
    gtk_widget_add_css_class (GTK_WIDGET (self), "lecture");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "lecture");
  wb_style_set_lecture (lecture);
  gtk_widget_queue_resize (self->panes);
  wb_window_focus_plots (self);
  wb_window_refresh_actions (self);
}

static void
on_layout_changed (WbWindow *self)
{
  const char *wanted = wb_session_view (self->session), *shown = gtk_stack_get_visible_child_name (GTK_STACK (self->views));

  if (wb_session_is_lecture (self->session) != self->lecture)
    set_lecture (self, wb_session_is_lecture (self->session));
  if (wb_view_find (wanted) == NULL)
    wb_session_set_view (self->session, shown);
  else if (g_strcmp0 (wanted, shown) != 0)
    show_view (self, wb_view_find (wanted));
}

/* ---- the model ---- */

static void
name_history (WbWindow *self)
{
  wb_menus_name_history (self->session, self->history_menu);
}

static void
refresh_recent (WbWindow *self)
{
  wb_menus_fill_open (G_MENU (gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (self->open_button))));
}

static void
on_model_activated (WbModelBrowser *browser, const char *path, WbWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));

  wb_window_open_model (self, path);
  if (wb_window_view (self) == &wb_view_gallery)
    wb_window_leave_gallery (self);
  /* The user has ended the search by opening this model. Move the focus, so that the next keys control the
   * run. */
  if (focus != NULL && GTK_IS_TEXT (focus) && gtk_widget_is_ancestor (focus, GTK_WIDGET (browser)))
    {
      gtk_window_set_focus (GTK_WINDOW (self), NULL);
      wb_window_focus_plots (self);
    }
  if (wb_panes_width_class (WB_PANES (self->panes)) == WB_WIDTH_FOCUSED)
    wb_panes_set_shown (WB_PANES (self->panes), WB_PANE_SIDEBAR, FALSE);
}

static void
on_model_changed (WbSession *session, WbWindow *self)
{
  Model *model = wb_session_model (session);
  g_autofree char *title = model != NULL ? g_strdup_printf (_("%s – Stepwise"), model_name (model)) : g_strdup ("Stepwise");

  gtk_window_set_title (GTK_WINDOW (self), title);
  if (self->toast_source == 0 && model != NULL)
    gtk_revealer_set_reveal_child (GTK_REVEALER (self->toast), FALSE);
  wb_window_focus_plots (self);
  wb_window_watch_model (self);
  wb_window_refresh_title (self);
  wb_window_refresh_actions (self);
}

/* ---- frames ---- */

void
wb_window_refresh (WbWindow *self)
{
  wb_session_poll (self->session);
  wb_simulate_view_refresh (WB_SIMULATE_VIEW (self->simulate));
  wb_transport_refresh (WB_TRANSPORT (self->transport));
  if (wb_panes_get_shown (WB_PANES (self->panes), WB_PANE_PANEL))
    wb_settings_panel_refresh (WB_SETTINGS_PANEL (self->panel), wb_simulate_view_stability (WB_SIMULATE_VIEW (self->simulate)));
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer user)
{
  WbWindow *self = WB_WINDOW (widget);

  wb_window_refresh (self);
  /* Stop the frame clock if nothing can change. */
  if (!wb_session_is_busy (self->session) && !wb_simulate_view_is_behind (WB_SIMULATE_VIEW (self->simulate)))
    {
      self->tick = 0;
      wb_window_prepare_microscope (self);
      return G_SOURCE_REMOVE;
    }
  return G_SOURCE_CONTINUE;
}

static void
keep_ticking (WbWindow *self)
{
  if (self->tick == 0)
    self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}

static void
on_changed (WbWindow *self)
{
  keep_ticking (self);
  wb_window_refresh_actions (self);
  wb_session_file_autosave_soon (self->session);
}

/* ---- widget ---- */

static void
close_again (WbWindow *self)
{
  self->closing = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

static gboolean
wb_window_close_request (GtkWindow *window)
{
  WbWindow *self = WB_WINDOW (window);
  int width, height;

  if (wb_window_has_changes (self) && !self->closing)
    {
      wb_window_ask_changes (self, close_again);
      return TRUE;
    }
  wb_session_cancel (self->session);
  /* A window that was never shown has no size to store. */
  if (gtk_widget_get_width (GTK_WIDGET (self)) > 0 && !gtk_window_is_maximized (window) && !gtk_window_is_fullscreen (window))
    {
      /* Store the default size, which includes the frame of the window. The size of the widget does not include it. */
      gtk_window_get_default_size (window, &width, &height);
      wb_preferences_set_int ("window-width", width);
      wb_preferences_set_int ("window-height", height);
    }
  wb_preferences_set_boolean ("window-maximized", gtk_window_is_maximized (window));
  wb_preferences_set_int ("sidebar-width", wb_window_sidebar_width (self));
  wb_preferences_set_int ("panel-width", wb_panes_get_width (WB_PANES (self->panes), WB_PANE_PANEL));
  wb_session_file_closed (self->session);
  return GTK_WINDOW_CLASS (wb_window_parent_class)->close_request (window);
}

static void
wb_window_dispose (GObject *object)
{
  WbWindow *self = WB_WINDOW (object);

  g_clear_handle_id (&self->toast_source, g_source_remove);
  g_clear_handle_id (&self->prepare_source, g_source_remove);
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  /* A study that ends later must not change the title of a closed window. */
  if (self->compare != NULL)
    g_signal_handlers_disconnect_by_data (self->compare, self);
  if (self->ensemble != NULL)
    g_signal_handlers_disconnect_by_data (self->ensemble, self);
  self->compare = self->ensemble = NULL;
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_clear_object (&self->monitor);
  g_clear_pointer (&self->monitored, g_free);
  g_clear_pointer (&self->before_help, g_free);
  G_OBJECT_CLASS (wb_window_parent_class)->dispose (object);
  g_clear_object (&self->session);
}

static void
wb_window_class_init (WbWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  static const struct { const char *name; gsize offset; } parts[] = {
#define PART(name) { #name, G_STRUCT_OFFSET (WbWindow, name) }
    PART (open_button), PART (new_button),
    PART (previous_button), PART (next_button), PART (title_stack), PART (switcher), PART (title_button), PART (focused_title), PART (focused_subtitle),
    PART (export_button), PART (panel_button), PART (menu_button), PART (overlay), PART (toast),
    PART (toast_text), PART (history_menu),
#undef PART
  };

  G_OBJECT_CLASS (klass)->dispose = wb_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = wb_window_close_request;
  gtk_widget_class_set_template_from_resource (widget_class, "/org/stepwise/Stepwise/wb-window.ui");
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    gtk_widget_class_bind_template_child_full (widget_class, parts[i].name, FALSE, (gssize) parts[i].offset);
}

/* Makes the transport with the strip of the open lesson above it. */
static GtkWidget *
foot_new (WbWindow *self)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  self->strip = wb_lesson_strip_new (wb_lessons_of (self->session));
  gtk_widget_hide (self->strip);
  wb_box_add (foot, self->strip, self->transport, NULL);
  return foot;
}

static void
wb_window_init (WbWindow *self)
{
  wb_plot_painter_start ();
  gtk_widget_init_template (GTK_WIDGET (self));
  self->session = wb_session_new ();
  self->panes = wb_panes_new ();
  gtk_overlay_set_child (GTK_OVERLAY (self->overlay), self->panes);
  gtk_widget_set_overflow (self->panes, GTK_OVERFLOW_HIDDEN);
  self->views = gtk_stack_new ();
  self->simulate = wb_simulate_view_new (self->session);
  self->sidebar = wb_sidebar_new (self->session);
  self->panel = wb_settings_panel_new (self->session);
  self->transport = wb_transport_new (self->session);
  add_views (self);
  wb_panes_set_child (WB_PANES (self->panes), WB_PANE_VIEW, self->views);
  wb_panes_set_child (WB_PANES (self->panes), WB_PANE_TRANSPORT, foot_new (self));
  wb_panes_set_child (WB_PANES (self->panes), WB_PANE_PANEL, self->panel);
  self->sidebars = gtk_stack_new ();
  gtk_stack_set_hhomogeneous (GTK_STACK (self->sidebars), FALSE);
  gtk_stack_set_vhomogeneous (GTK_STACK (self->sidebars), FALSE);
  gtk_stack_add_named (GTK_STACK (self->sidebars), self->sidebar, wb_view_simulate.sidebar);
  gtk_stack_add_named (GTK_STACK (self->sidebars), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), wb_view_ensemble.sidebar);
  gtk_stack_add_named (GTK_STACK (self->sidebars), gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0), wb_view_laboratory.sidebar);
  wb_panes_set_child (WB_PANES (self->panes), WB_PANE_SIDEBAR, self->sidebars);
  wb_panes_set_width (WB_PANES (self->panes), WB_PANE_SIDEBAR, wb_preferences_get_int ("sidebar-width"));
  wb_panes_set_width (WB_PANES (self->panes), WB_PANE_PANEL, wb_preferences_get_int ("panel-width"));
  wb_panes_set_shown (WB_PANES (self->panes), WB_PANE_SIDEBAR, wb_preferences_get_boolean ("sidebar-shown"));
  wb_panes_set_shown (WB_PANES (self->panes), WB_PANE_PANEL, wb_preferences_get_boolean ("panel-shown"));
  wb_session_set_rate (self->session, wb_preferences_get_double ("realtime-rate"));

  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (self->title_button), wb_window_create_title_menu, self, NULL);
  g_signal_connect_swapped (self->menu_button, "notify::active", G_CALLBACK (name_history), self);
  g_signal_connect_swapped (self->panes, "folded", G_CALLBACK (wb_window_fold), self);
  g_signal_connect (wb_window_browser (self), "model-activated", G_CALLBACK (on_model_activated), self);
  g_signal_connect_swapped (wb_window_browser (self), "search-left", G_CALLBACK (wb_window_focus_plots), self);
  wb_window_accept_drops (self);
  g_signal_connect (self->session, "model-changed", G_CALLBACK (on_model_changed), self);
  g_signal_connect (self->session, "message", G_CALLBACK (on_message), self);
  g_signal_connect_swapped (self->session, "layout-changed", G_CALLBACK (on_layout_changed), self);
  g_signal_connect_swapped (self->session, "model-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->session, "setting-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->session, "history-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->session, "runs-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->session, "state-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (self->session, "playhead-changed", G_CALLBACK (keep_ticking), self);
  g_signal_connect_object (wb_plot_set_of (self->session), "focus-changed", G_CALLBACK (wb_window_refresh_title), self, G_CONNECT_SWAPPED);
  g_signal_connect_after (self, "map", G_CALLBACK (wb_window_focus_plots), NULL);
  wb_window_install_actions (self);
  wb_window_install_keys (self);
  wb_window_install_lessons (self);
  wb_window_install_help (self);
  {
    g_autoptr (GMenu) open = g_menu_new ();

    gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (self->open_button), G_MENU_MODEL (open));
  }
  refresh_recent (self);
  if (wb_menus_recent () != NULL)
    g_signal_connect_object (wb_menus_recent (), "changed", G_CALLBACK (refresh_recent), self, G_CONNECT_SWAPPED);
}

WbWindow *
wb_window_new (GtkApplication *application)
{
  WbWindow *self = g_object_new (WB_TYPE_WINDOW, "application", application, NULL);

  gtk_window_set_default_size (GTK_WINDOW (self), wb_preferences_get_int ("window-width"), wb_preferences_get_int ("window-height"));
  if (wb_preferences_get_boolean ("window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  return self;
}
