/* Prints plots, copies them, and shows their numbers in a window. Main thread.
 *
 * Figures are drawn on another thread from a copy of the session's data.
 * Success and errors are reported as messages of the session. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Prints all plots, or the plot that is shown alone, on one page, after a
 * dialog over parent. */
void wb_plot_output_print (GtkWindow *parent, WbSession *session);
/* Copies the figure of a plot. Does nothing if the plot has nothing to show. */
void wb_plot_output_copy_figure (GdkClipboard *clipboard, WbSession *session, int index);
/* Copies the numbers of a plot in the visible range of time. */
void wb_plot_output_copy_data (GdkClipboard *clipboard, WbSession *session, int index);
/* Shows the numbers of a plot as a table in a window over parent. */
void wb_plot_output_show_data (GtkWindow *parent, WbSession *session, int index);

/* Copies a plot of the session's comparison (WbComparePanel) as a figure. */
void wb_plot_output_copy_comparison (GdkClipboard *clipboard, WbSession *session, int panel);

/* Copies the plot of a card of the Microscope as picture and PDF. */
void wb_plot_output_copy_microscope (GdkClipboard *clipboard, WbSession *session, int card);

/* Copies the plot of a card of the Ensemble view as picture and PDF. */
void wb_plot_output_copy_ensemble (GdkClipboard *clipboard, WbSession *session, int card);

G_END_DECLS
