/* A label for numbers that change many times a second.
 *
 * A GtkLabel whose text changes has its whole window laid out anew, and on X11 the toolkit then asks the server for its geometry, which a busy
 * server answers late. While its numbers run, this one keeps the widest room that it has needed, and is only drawn. (A GtkInscription does so too,
 * but that of GTK 4.8 loses memory with each text that has attributes.) */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_FIGURE_LABEL (wb_figure_label_get_type ())
G_DECLARE_FINAL_TYPE (WbFigureLabel, wb_figure_label, WB, FIGURE_LABEL, GtkWidget)

/* class: of the style sheet, NULL: none. xalign: 0 left to 1 right. */
GtkWidget *wb_figure_label_new (const char *class, float xalign);
/* running: the room only grows; else it is what the markup needs. */
void wb_figure_label_set (WbFigureLabel *self, const char *markup, gboolean running);
/* What is shown, without the markup. */
const char *wb_figure_label_text (WbFigureLabel *self);

G_END_DECLS
