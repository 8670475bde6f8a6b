/* The struct of WbWindow and the functions that only its files share. They are one object and call each other: wb-view.c (the constants of the views), wb-window.c (widgets, panes
 * and views), wb-window-actions.c, wb-window-branches.c (differences of runs), wb-window-cues.c (cue lists), wb-window-ensemble.c,
 * wb-window-files.c (dialogs and files), wb-window-help.c, wb-window-keys.c, wb-window-lessons.c, wb-window-measured.c (measured data),
 * wb-window-microscope.c, wb-window-narrow.c (narrow windows) and
 * wb-window-open.c (opening). Main thread. */
#pragma once

#include "model-import.h"
#include "wb-help-view.h"
#include "wb-model-gallery.h"
#include "wb-view.h"

G_BEGIN_DECLS

struct _WbWindow
{
  GtkApplicationWindow parent_instance;

  WbSession *session;
  GtkWidget *open_button, *new_button, *previous_button, *next_button;
  GtkWidget *title_stack, *switcher, *title_button, *focused_title, *focused_subtitle, *export_button, *panel_button, *menu_button;
  GtkWidget *overlay, *toast, *toast_text;
  GtkWidget *panes, *views, *sidebars, *sidebar, *panel, *transport, *strip, *simulate, *compare, *laboratory, *microscope, *ensemble, *editor, *gallery, *help, *help_sidebar;
  GMenu *history_menu;
  GFileMonitor *monitor;
  char *monitored;
  const WbView *before_gallery; /* view to which an opened model leads from the gallery; NULL: Simulate */
  char *before_help; /* id of the view from which help was opened; NULL: none */
  guint tick, toast_source, prepare_source;
  gboolean lecture, closing;
};

/* ---- wb-window-actions.c: the actions, which menus, buttons, keys and D-Bus activate
 * ---- */

/* Adds the actions of the window to it. */
void wb_window_install_actions (WbWindow *self);
/* Enables the actions that are possible now, and updates the states of
 * actions. */
void wb_window_refresh_actions (WbWindow *self);
/* Shows the buttons that change the page of the Laboratory while its sidebar is hidden, and hides them otherwise. */
void wb_window_refresh_lab_switch (WbWindow *self);

/* ---- wb-window-ensemble.c: the actions of the Ensemble view ---- */

/* Adds the actions of the Ensemble view to the window. */
void wb_window_install_ensemble (WbWindow *self);
/* Shows the next card (by = 1) or the previous card (by = −1) of the Ensemble view in a narrow window. */
void wb_window_ensemble_go (WbWindow *self, int by);

/* ---- wb-window-microscope.c: the actions of the Microscope ---- */

/* Adds the actions of the Microscope to the window. */
void wb_window_install_microscope (WbWindow *self);
/* Makes the Microscope when the main loop has nothing else to do, so that its first opening is fast. Does nothing if the view exists. */
void wb_window_prepare_microscope (WbWindow *self);
/* Adds the action that shows the differences between two runs to the window. */
void wb_window_install_branches (WbWindow *self);

/* ---- wb-view.c ---- */

/* Returns the view that the window shows. */
const WbView *wb_window_view (WbWindow *self);

/* ---- wb-window.c ---- */

/* Shows or hides each pane as the current view needs. */
void wb_window_apply_panes (WbWindow *self);
/* Shows the gallery of models with the focus in its search. A model that is opened there is shown in the view that was visible before, if that shows models. */
void wb_window_choose_model (WbWindow *self);
/* Leaves the gallery for the view that was visible before it. */
void wb_window_leave_gallery (WbWindow *self);
/* Makes the gallery of models when it is called for the first time, shows the list of models beside it, and returns it. */
WbModelGallery *wb_window_open_gallery (WbWindow *self);
/* Adds the page of all lessons as a view. */
void wb_window_add_lesson_list (WbWindow *self, GtkWidget *list);
/* Moves the focus from an empty search field to the plots, so that keys control the run. In lecture mode moves it from any
 * widget. */
void wb_window_focus_plots (WbWindow *self);

/* ---- wb-window-narrow.c: windows that show one plot or card at a time ---- */

/* Shows the names of the model and of the visible plot in the title of a narrow window. */
void wb_window_refresh_title (WbWindow *self);
/* Fills the menu of a narrow window with the views and the visible plots. The menu replaces the switcher of views, which does not fit into
 * the header. user: the window. */
void wb_window_create_title_menu (GtkMenuButton *button, gpointer user);
/* Adapts the window after the width class of its panes has changed. */
void wb_window_fold (WbWindow *self);
/* Chooses which rows of the transport bar are shown, by the width and height of the window and by the view. */
void wb_window_lay_out_transport (WbWindow *self);
/* Shows the plot alone that a narrow window shows first. */
void wb_window_focus_first (WbWindow *self);

/* ---- wb-window-cues.c: cue lists ---- */

/* Adds the actions of cue lists to the window. */
void wb_window_install_cues (WbWindow *self);
/* Opens a cue list and shows its first cue. If the file has errors, shows a message and returns
 * FALSE. */
gboolean wb_window_open_cues (WbWindow *self, const char *path);
/* Opens a study file in the Ensemble view beside the studies that are there. If the file has errors, shows a message and returns FALSE. */
gboolean wb_window_open_study (WbWindow *self, const char *path);
/* Takes the next step of the open cue list: reveals the answer of a lesson, goes to its next page, or shows the next cue. Returns FALSE if
 * no cue list is open. */
gboolean wb_window_next_cue (WbWindow *self);
/* Goes back by one step in the open cue list. Returns FALSE if no cue list is open. */
gboolean wb_window_previous_cue (WbWindow *self);
/* Closes the cue list. Returns FALSE if no cue list is open. */
gboolean wb_window_end_cues (WbWindow *self);

/* ---- wb-window-lessons.c: the tab of lessons ---- */

/* Adds the actions of lessons to the window. */
void wb_window_install_lessons (WbWindow *self);
/* Moves the focus to the raised button of the first screen, so that Return begins, unless the user types a search. */
void wb_window_enter_lessons (WbWindow *self);
/* Returns whether the sidebar of the view is that of an open lesson. */
gboolean wb_window_shows_lesson (WbWindow *self);
/* Returns whether an open lesson is a strip at the foot of the view: in views without its sidebar, and while that is hidden. */
gboolean wb_window_shows_strip (WbWindow *self);
/* Sets the width of the sidebar: wide for a lesson, otherwise the width from before. */
void wb_window_fit_sidebar (WbWindow *self);
/* Returns the width in px that the sidebar has when no lesson is open. */
int wb_window_sidebar_width (WbWindow *self);
/* Moves the focus between the strip of the lesson and the view. Returns FALSE if there is no strip. */
gboolean wb_window_switch_strip (WbWindow *self);
/* Handles a key while a lesson is open. typing: whether a text field has the focus. Returns FALSE if the key has no
 * function. */
gboolean wb_window_lesson_key (WbWindow *self, guint key, gboolean typing);

/* ---- wb-window-help.c: the view Help ---- */

/* Adds the actions of help to the window. */
void wb_window_install_help (WbWindow *self);
/* Returns the view Help. The first call makes the view and its sidebar. */
WbHelpView *wb_window_help (WbWindow *self);
/* Moves the focus to the search of the sidebar. */
void wb_window_search_help (WbWindow *self);
/* Shows the view from which help was opened. */
void wb_window_leave_help (WbWindow *self);

/* ---- wb-window-keys.c ---- */

/* Handles the keys that control the run and the plots. Returns FALSE if the key has no function. */
gboolean wb_window_run_key (WbWindow *self, guint key, GdkModifierType held);
/* Installs the keys of actions, and the keys that work unless the focused widget uses
 * them. */
void wb_window_install_keys (WbWindow *self);

/* ---- wb-window-open.c ---- */

/* Watches the file of the model, or the file requested last if it has errors. Reloads it when another program writes
 * it. */
void wb_window_watch_model (WbWindow *self);

/* ---- wb-window-files.c ---- */

/* Asks for a file in a dialog and opens it. */
void wb_window_ask_open (WbWindow *self);
/* Accepts files dropped on the window. The first file is opened in this window, the others in new
 * windows. */
void wb_window_accept_drops (WbWindow *self);
/* Writes a new model from a template into the user's folder of models. Opens it in the window and in the editor of the system. */
void wb_window_new_model (WbWindow *self);
/* Opens the file of the model, or the file requested last if it has errors, in the desktop's text editor. Copies a file of the library
 * first. */
void wb_window_edit (WbWindow *self);
/* Copies the file of the model and opens the copy in the editor of the system. */
void wb_window_edit_copy (WbWindow *self);
/* Opens the file that the built-in editor shows in the editor of the system. */
void wb_window_edit_outside (WbWindow *self);
/* Reads the library again and opens a model that was just written to the user's folder. */
void wb_window_open_own (WbWindow *self, const char *path);
/* If the built-in editor has unsaved changes, asks whether to save them. Then calls go, unless the user cancels. */
void wb_window_ask_changes (WbWindow *self, void (*go) (WbWindow *self));
/* Imports a file of another program: writes it as a model into the user's folder, opens that model and shows its text, whose comments say what was left
 * out. Shows the errors of a file that cannot be imported, and returns FALSE. */
gboolean wb_window_import (WbWindow *self, const ModelImportKind *kind, const char *path);
/* If the built-in editor has unsaved changes, asks whether to save them. Then opens path as a file or, with `model`, as a model of the
 * browser. */
void wb_window_ask_open_path (WbWindow *self, const char *path, gboolean model);
/* Saves the session. as: asks for a file name even if the session has one. */
void wb_window_save (WbWindow *self, gboolean as);
/* Verifies the session file of the window; shows a message if the session has none. */
void wb_window_verify (WbWindow *window);
/* Opens the export window with only one plot selected, the one with this index. */
void wb_window_export_plot (WbWindow *self, int index);

G_END_DECLS
