/* Helper functions that several widgets use. Main thread. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Sets the accessible name of a widget. */
void wb_widget_set_name (GtkWidget *widget, const char *name);
/* Sets the accessible name and the tooltip of a widget that shows no text. */
void wb_widget_set_label (GtkWidget *widget, const char *label);
/* Makes a left-aligned label with a style class; class NULL: none. */
GtkWidget *wb_label_new (const char *text, const char *class);
/* Makes a label like wb_label_new, in which long text continues in the next line. */
GtkWidget *wb_label_new_wrapped (const char *text, const char *class);
/* Adds style classes, separated by spaces, to a widget that was just made, and returns it. */
GtkWidget *wb_styled (GtkWidget *widget, const char *classes);
/* Appends these widgets to a GtkBox in this order. NULL ends the list. */
void wb_box_add (GtkWidget *box, ...) G_GNUC_NULL_TERMINATED;
/* Makes an area that scrolls its child only vertically. */
GtkWidget *wb_scrolled_new (GtkWidget *child);
/* Removes all children of a GtkBox with wb_remove_when_idle. */
void wb_widget_empty_box (GtkWidget *box);
/* Makes a sample of the line of a series in plots with its dashes, `length` × 16 px. series: 1 to 6, or 0 for grey. width: thickness of the
 * line in px. y: distance of the line below the middle in px. */
GtkWidget *wb_widget_swatch_new (int series, int length, double width, double y);
/* Returns the number of device pixels for each pixel in which pictures of a widget are drawn: that of its display, or that of the screenshot
 * that will be saved if it is larger. */
int wb_widget_scale (GtkWidget *widget);
/* Sets the number of device pixels for each pixel of the screenshot that will be saved. */
void wb_widget_set_screenshot_scale (int scale);
/* Returns text as the label of a menu entry. Doubles underscores, because GTK would use them as mnemonics. Returns NULL for NULL. Free it
 * with g_free. */
char *wb_widget_menu_label (const char *text);

/* Makes Escape close a window unless a widget in it uses the key. */
void wb_widget_close_on_escape (GtkWidget *window);
/* Sets the id of the page of help on a widget and the widgets in it (wb-help.h). */
void wb_widget_set_help (GtkWidget *widget, const char *id);
/* Returns the id of the page on a widget: that of the nearest widget around it that has one. Borrowed; NULL: none. */
const char *wb_widget_help (GtkWidget *widget);

G_END_DECLS
