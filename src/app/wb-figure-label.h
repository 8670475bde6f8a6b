/* A label for numbers that change many times a second.
 *
 * A GtkLabel whose text changes has its whole window laid out anew, and on X11 the toolkit then asks the server for its geometry, which a busy
 * server answers late. While its numbers run, this one keeps the widest room that it has needed, and is only
 * drawn. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A GtkInscription; class: of the style sheet, NULL: none. xalign: 0 left to 1 right. */
GtkWidget *wb_figure_label_new (const char *class, float xalign);
/* running: the room only grows; else it is what the markup needs. */
void wb_figure_label_set (GtkWidget *label, const char *markup, gboolean running);
/* The markup shown. */
const char *wb_figure_label_get (GtkWidget *label);

G_END_DECLS
