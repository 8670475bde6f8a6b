/* A label for numbers that change many times a second.
 *
 * A GtkLabel whose text changes has its whole window laid out anew, and on X11
 * the toolkit then asks the server for its geometry, which a busy server
 * answers late. While its numbers run, this one keeps the widest room that it
 * has needed, and is only drawn. (A GtkInscription does so too, but that of GTK
 * 4.8 loses memory with each text that has attributes.) */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_FIGURE_LABEL (wb_figure_label_get_type ())
G_DECLARE_FINAL_TYPE (WbFigureLabel, wb_figure_label, WB, FIGURE_LABEL, GtkWidget)

/* Makes a label with a style class (or NULL) and an alignment from 0, left, to
 * 1, right. */
GtkWidget *wb_figure_label_new (const char *class, float xalign);
/* Shows markup. While running the width only grows; otherwise it is what the
 * markup needs. */
void wb_figure_label_set (WbFigureLabel *self, const char *markup, gboolean running);
/* Returns the shown text without markup; borrowed. */
const char *wb_figure_label_text (WbFigureLabel *self);

G_END_DECLS
