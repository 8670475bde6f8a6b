/* A label for numbers that change many times per second.
 *
 * When the text of a GtkLabel changes, GTK lays out the whole window. On X11, it also asks the server for its geometry, which takes long if
 * the server is busy. This label keeps the largest width that it has needed while its numbers change, so that it is only redrawn.
 * GtkInscription could do the same, but in GTK 4.8 it leaks memory with each text that has attributes. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_FIGURE_LABEL (wb_figure_label_get_type ())
G_DECLARE_FINAL_TYPE (WbFigureLabel, wb_figure_label, WB, FIGURE_LABEL, GtkWidget)

/* Makes a label with a style class and a horizontal alignment from 0 (left) to 1 (right). class may be
 * NULL. */
GtkWidget *wb_figure_label_new (const char *class, float xalign);
/* Shows Pango markup. running: the width of the label never shrinks. Otherwise the label gets the width of the
 * markup. */
void wb_figure_label_set (WbFigureLabel *self, const char *markup, gboolean running);
/* Returns the shown text without markup; borrowed. */
const char *wb_figure_label_text (WbFigureLabel *self);

G_END_DECLS
