/* The functions that the files of the window share: one object in several
 * files. Main thread. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

struct _WbWindow
{
  GtkApplicationWindow parent_instance;

  WbSession *session;
  GtkWidget *open_button, *new_button, *previous_button, *next_button;
  GtkWidget *title_stack, *switcher, *title_button, *focused_title, *focused_subtitle, *export_button, *panel_button, *menu_button;
  GtkWidget *overlay, *toast, *toast_text;
  GtkWidget *panes, *views, *sidebars, *sidebar, *panel, *transport, *strip, *simulate, *compare, *laboratory, *microscope, *ensemble, *editor;
  GMenu *history_menu;
  GFileMonitor *monitor;
  char *monitored;
  guint tick, toast_source;
  gboolean lecture, closing;
};

/* ---- wb-window-actions.c: the table of actions, used by menus, buttons, keys
 * and D-Bus ---- */

/* Installs the actions of the window. */
void wb_window_install_actions (WbWindow *self);
/* Enables the actions that are possible now, and updates those that have a
 * state. */
void wb_window_refresh_actions (WbWindow *self);

/* ---- wb-window-ensemble.c: the actions of the Ensemble view ---- */

/* Installs the actions of the Ensemble view. */
void wb_window_install_ensemble (WbWindow *self);
/* Executes the function of a key in the Ensemble view. Returns FALSE if the key has none. */
gboolean wb_window_ensemble_key (WbWindow *self, guint key, GdkModifierType held);
/* Shows the next card (by = 1) or the previous one (by = −1) in a narrow window. */
void wb_window_ensemble_go (WbWindow *self, int by);

/* ---- wb-window-microscope.c: the actions of the Microscope ---- */

/* Installs the actions of the Microscope. */
void wb_window_install_microscope (WbWindow *self);
/* Installs the action that compares branches. */
void wb_window_install_branches (WbWindow *self);

/* ---- wb-window.c ---- */

/* Shows and hides the panes that the view needs. */
void wb_window_apply_panes (WbWindow *self);
/* Adds the page of all lessons to its view. */
void wb_window_add_lesson_list (WbWindow *self, GtkWidget *list);
/* Returns whether the window shows the view with this name. */
gboolean wb_window_shows (WbWindow *self, const char *view);
/* Returns whether the window shows the studies of the Laboratory. */
gboolean wb_window_shows_lab_studies (WbWindow *self);
/* Moves the focus from an empty search field to the plots, so that keys control
 * the run; in lecture mode from any widget. */
void wb_window_focus_plots (WbWindow *self);

/* ---- wb-window-narrow.c: one plot or card at a time ---- */

/* Shows the name of the model and of the plot in the title of narrow windows. */
void wb_window_refresh_title (WbWindow *self);
/* Builds the menu of the views and of the visible plots. Narrow windows have it
 * instead of the switcher, which does not fit into the header. */
void wb_window_create_title_menu (GtkMenuButton *button, gpointer user);
/* Adapts the window after the width class of its panes has changed. */
void wb_window_fold (WbWindow *self);

/* ---- wb-window-cues.c: cue lists ---- */

/* Installs the actions of cue lists. */
void wb_window_install_cues (WbWindow *self);
/* Opens a cue list and shows its first cue. Returns FALSE after a message if it
 * has errors. */
gboolean wb_window_open_cues (WbWindow *self, const char *path);
/* Goes on in the open cue list: reveals the answer of a lesson, goes to its next
 * page, or shows the next cue. Returns FALSE if no list is open. */
gboolean wb_window_next_cue (WbWindow *self);
/* Goes back in the open cue list. Returns FALSE if none is open. */
gboolean wb_window_previous_cue (WbWindow *self);
/* Closes the cue list. Returns FALSE if none is open. */
gboolean wb_window_end_cues (WbWindow *self);

/* ---- wb-window-lessons.c: the tab of lessons ---- */

/* Installs the actions of lessons. */
void wb_window_install_lessons (WbWindow *self);
/* Returns whether the sidebar shows an open lesson. */
gboolean wb_window_shows_lesson (WbWindow *self);
/* Returns the width of the sidebar without a lesson, px. */
int wb_window_sidebar_width (WbWindow *self);
/* Executes the function of a key while a lesson is open. typing: a text field has
 * the focus. Returns FALSE if the key has none. */
gboolean wb_window_lesson_key (WbWindow *self, guint key, gboolean typing);

/* ---- wb-window-keys.c ---- */

/* Installs the keys of actions, and the keys that work unless the focused
 * widget uses them. */
void wb_window_install_keys (WbWindow *self);

/* ---- wb-window-open.c ---- */

/* Watches the file of the model, or the file requested last if it has errors,
 * and reloads it when another program writes it. */
void wb_window_watch_model (WbWindow *self);

/* ---- wb-window-files.c ---- */

/* Asks for a file and opens it. */
void wb_window_ask_open (WbWindow *self);
/* Accepts files dropped on the window: opens the first one in this window, the
 * others in new windows. */
void wb_window_accept_drops (WbWindow *self);
/* Writes a new model from a template into the user's folder, and opens it in the window and in the system's editor. */
void wb_window_new_model (WbWindow *self);
/* Opens the model's file, or the file requested last if it has errors, in the
 * system's editor. A file that is not the user's own is copied first. */
void wb_window_edit (WbWindow *self);
/* Opens a copy of the model's file in the system's editor. */
void wb_window_edit_copy (WbWindow *self);
/* Opens the file of the editor in the system's text editor. */
void wb_window_edit_outside (WbWindow *self);
/* Opens a model that was just written, after scanning the library again. */
void wb_window_open_own (WbWindow *self, const char *path);
/* Asks whether to save changes of the text, then calls go unless the user cancels. */
void wb_window_ask_changes (WbWindow *self, void (*go) (WbWindow *self));
/* Asks whether to save changes of the text, then opens a path, or a model of the browser. */
void wb_window_ask_open_path (WbWindow *self, const char *path, gboolean model);
/* Saves the session; as: asks for a file name even if the session has one. */
void wb_window_save (WbWindow *self, gboolean as);
/* Opens the export window with only this plot selected. */
void wb_window_export_plot (WbWindow *self, int index);

G_END_DECLS
