/* What the files of the window share: one object in several files, which may
 * include one another's functions from here. Main thread. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* ---- wb-window-actions.c: one table of actions, shared by menus, buttons,
 * keys and the bus ---- */

/* Installs the actions of the window. */
void wb_window_install_actions (WbWindow *self);
/* Enables what can be done now and updates the states of actions that have one.
 */
void wb_window_refresh_actions (WbWindow *self);

/* ---- wb-window-keys.c ---- */

/* Installs the keys of actions, and the keys that act where the focused widget
 * does not use them. */
void wb_window_install_keys (WbWindow *self);

/* ---- wb-window-files.c ---- */

/* Asks for a file and opens it. */
void wb_window_ask_open (WbWindow *self);
/* Opens files dropped on the window: the first one here, the others in new
 * windows. */
void wb_window_accept_drops (WbWindow *self);
/* Writes a new model from a template into the user's folder, opens it here and
 * in the system's editor. */
void wb_window_new_model (WbWindow *self);
/* Opens the model's file, or the one that has errors, in the system's editor; a
 * copy of it where it is not the user's own. */
void wb_window_edit (WbWindow *self);
/* Opens a copy of the model's file in the system's editor. */
void wb_window_edit_copy (WbWindow *self);
/* Saves the session; as: asks for the name even where there is one. */
void wb_window_save (WbWindow *self, gboolean as);
/* Opens the export window with this plot alone. */
void wb_window_export_plot (WbWindow *self, int index);

G_END_DECLS
