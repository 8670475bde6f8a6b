/* Prints plots, copies them, and shows their numbers in a window. Main thread.
 *
 * Another thread draws the figures from a copy of the session's data. The session emits "message" on success and on
 * errors. */
#pragma once

#include <gtk/gtk.h>

#include "wb-session.h"

G_BEGIN_DECLS

/* Prints all plots, or the plot that is shown alone, on one page. First shows the print dialog over
 * parent. */
void wb_plot_output_print (GtkWindow *parent, WbSession *session);
/* Copies the figure of the plot with this index. Does nothing if the plot has no data. */
void wb_plot_output_copy_figure (GdkClipboard *clipboard, WbSession *session, int index);
/* Copies the numbers of the plot with this index in the visible range of time. */
void wb_plot_output_copy_data (GdkClipboard *clipboard, WbSession *session, int index);
/* Shows the numbers of the plot with this index as a table in a window over parent. */
void wb_plot_output_show_data (GtkWindow *parent, WbSession *session, int index);

/* Copies a plot of the session's comparison (WbComparePanel) as a figure. */
void wb_plot_output_copy_comparison (GdkClipboard *clipboard, WbSession *session, int panel);

/* Copies the plot of a card of the Microscope as a picture and as PDF. */
void wb_plot_output_copy_microscope (GdkClipboard *clipboard, WbSession *session, int card);

/* Copies the plot of a card of the Ensemble view as a picture and as PDF. */
void wb_plot_output_copy_ensemble (GdkClipboard *clipboard, WbSession *session, int card);

G_END_DECLS
