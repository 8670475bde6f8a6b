/* What the files of the window share: one object in several files, which may include one another's functions from here. Main thread. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* ---- wb-window-actions.c: one table of actions, shared by menus, buttons, keys and the bus ---- */

void wb_window_install_actions (WbWindow *self);
/* Enables what can be done now and updates the states of actions that have one. */
void wb_window_refresh_actions (WbWindow *self);

/* ---- wb-window-keys.c ---- */

/* Installs the keys of actions, and the keys that act where the focused widget does not use them. */
void wb_window_install_keys (WbWindow *self);

/* ---- wb-window-files.c ---- */

void wb_window_ask_open (WbWindow *self);
/* Opens files dropped on the window: the first one here, the others in new windows. */
void wb_window_accept_drops (WbWindow *self);
/* Writes a new model from a template into the user's folder, opens it here and in the system's editor. */
void wb_window_new_model (WbWindow *self);
/* Opens the model's file, or the one that has errors, in the system's editor; a copy of it where it is not the user's own. */
void wb_window_edit (WbWindow *self);
void wb_window_edit_copy (WbWindow *self);
/* Saves the session; as: asks for the name even where there is one. */
void wb_window_save (WbWindow *self, gboolean as);
void wb_files_save_events (WbWindow *window);
void wb_files_export (WbWindow *window);
void wb_files_print (WbWindow *window);
/* Of the plot with this index: the export window with it alone; figure or numbers to the clipboard; its numbers as a table. */
void wb_files_export_plot (WbWindow *window, int index);
void wb_files_copy_figure (WbWindow *window, int index);
void wb_files_copy_data (WbWindow *window, int index);
void wb_files_show_data (WbWindow *window, int index);

/* The events of a run as CSV text; free with g_free. */
char *wb_files_events_text (WbRunItem *run);

G_END_DECLS
