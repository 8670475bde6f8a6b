/* Tables of measured data in the window: shown in the plots of the Simulate view, or fitted. Main thread. */
#pragma once

#include "wb-window.h"

G_BEGIN_DECLS

/* Returns whether a file has the ending of a table of measured data. */
gboolean wb_window_is_table (const char *path);
/* Reads a table of measured data on another thread and shows it in the plots of the Simulate view. */
void wb_window_show_measured (WbWindow *self, const char *path);
/* Asks for a table of measured data in a dialog and shows it. */
void wb_window_ask_measured (WbWindow *self);
/* Shows the study that fits parameters, and fits a table of the measured data of the plots. */
void wb_window_fit_measured (WbWindow *self, int table);
/* Shows the study that fits parameters, and fits the table of a file. Returns FALSE if no model is open. */
gboolean wb_window_fit_data (WbWindow *self, const char *path);

G_END_DECLS
