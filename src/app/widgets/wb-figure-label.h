/* A label for numbers that change many times per second.
 *
 * When the text of a GtkLabel changes, GTK lays out its whole window and, on
 * X11, asks the server for its geometry, which takes long if the server is
 * busy. This label keeps the largest width that it needed while its numbers
 * change, and is only drawn. (GtkInscription does the same, but in GTK 4.8 it
 * leaks memory with each text that has attributes.) */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_FIGURE_LABEL (wb_figure_label_get_type ())
G_DECLARE_FINAL_TYPE (WbFigureLabel, wb_figure_label, WB, FIGURE_LABEL, GtkWidget)

/* Makes a label with a style class (or NULL) and a horizontal alignment between
 * 0 (left) and 1 (right). */
GtkWidget *wb_figure_label_new (const char *class, float xalign);
/* Shows markup. running: the width does not shrink; otherwise it is the width
 * of the markup. */
void wb_figure_label_set (WbFigureLabel *self, const char *markup, gboolean running);
/* Returns the shown text without markup; borrowed. */
const char *wb_figure_label_text (WbFigureLabel *self);

G_END_DECLS
