/* Small pictures in the card of the tableau: fractions, the mark of a condition, and the letter b with a hat. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Draws the fraction p/q in the colour of a widget, with its bar centred at (x, y). negative: draws a minus sign before it. */
void wb_lab_draw_fraction (GtkWidget *widget, cairo_t *cr, const char *p, const char *q, gboolean negative, double x, double y);
/* Draws a text in the font of fractions, centred at (x, y). */
void wb_lab_draw_number (GtkWidget *widget, cairo_t *cr, const char *text, double x, double y);
/* Returns the size of a fraction in px. */
void wb_lab_fraction_size (GtkWidget *widget, const char *p, const char *q, int *width, int *height);
/* Makes a picture of the fraction 1/q. Screen readers read it out as "1/q". */
GtkWidget *wb_lab_fraction_new (const char *q);

/* Makes a mark that is empty at first. */
GtkWidget *wb_lab_mark_new (void);
typedef enum { WB_LAB_MARK_NONE, WB_LAB_MARK_HOLDS, WB_LAB_MARK_FAILS } WbLabMark;
/* Shows a green disc with a tick, a red ring with a cross, or nothing. */
void wb_lab_mark_set (GtkWidget *mark, WbLabMark kind);

/* Makes a label with an italic b below a hat. */
GtkWidget *wb_lab_hat_new (void);

G_END_DECLS
