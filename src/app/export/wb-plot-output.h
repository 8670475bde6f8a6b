/* Plots to the printer, to the clipboard, and their numbers in a window. Main
 * thread.
 *
 * Figures are drawn on another thread from what the session holds now. Success
 * and errors are messages of the session. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Prints all plots on a page, or the one that is shown alone, after a dialog
 * over parent. */
void wb_plot_output_print (GtkWindow *parent, WbSession *session);
/* Copies the figure of a plot. Nothing happens where it shows nothing. */
void wb_plot_output_copy_figure (GdkClipboard *clipboard, WbSession *session, int index);
/* Copies the numbers of a plot within the range of time in view. */
void wb_plot_output_copy_data (GdkClipboard *clipboard, WbSession *session, int index);
/* Shows the numbers of a plot as a table in a window over parent. */
void wb_plot_output_show_data (GtkWindow *parent, WbSession *session, int index);

G_END_DECLS
