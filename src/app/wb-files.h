/* What the window does with files: open, save, new, export, print, copy, tables. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

void wb_files_open (WbWindow *window);
/* Files dropped anywhere on the window: the first opens there, the others in windows of their own. */
void wb_files_accept_drops (WbWindow *window);
/* A new model from a template in the user's folder, opened here and in the system's editor. */
void wb_files_new_model (WbWindow *window);
/* Opens the model's file, or the one that has errors, in the system's editor: itself where it is the user's own, else a copy. */
void wb_files_edit (WbWindow *window);
void wb_files_edit_copy (WbWindow *window);
/* as: asks for the name even where there is one. */
void wb_files_save (WbWindow *window, gboolean as);
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
