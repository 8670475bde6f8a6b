/* The layout of the window: the sidebar at full height; beside it the views and
 * the settings panel, above the transport. Windows narrower than 1280 px fold
 * the panel, and those narrower than 1000 px the sidebar too. A folded pane
 * opens over the plots. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_PANES (wb_panes_get_type ())
G_DECLARE_FINAL_TYPE (WbPanes, wb_panes, WB, PANES, GtkWidget)

typedef enum { WB_PANE_VIEW, WB_PANE_TRANSPORT, WB_PANE_PANEL, WB_PANE_SIDEBAR, WB_N_PANES } WbPane;
/* Which panes fit beside each other. */
typedef enum { WB_WIDTH_ALL, WB_WIDTH_NO_PANEL, WB_WIDTH_FOCUSED } WbWidthClass;

/* Makes an empty layout. */
GtkWidget *wb_panes_new (void);
/* Sets the widget of a pane. */
void wb_panes_set_child (WbPanes *self, WbPane pane, GtkWidget *child);
/* Shows or hides a pane for the user. In a narrow window it opens over the
 * view. */
void wb_panes_set_shown (WbPanes *self, WbPane pane, gboolean shown);
/* Returns whether the user wants the pane to be shown. */
gboolean wb_panes_get_shown (WbPanes *self, WbPane pane);
/* Sets the width of a side pane in px. */
void wb_panes_set_width (WbPanes *self, WbPane pane, int width);
/* Returns the width of a side pane in px. */
int wb_panes_get_width (WbPanes *self, WbPane pane);
/* Returns which panes fit beside each other. */
WbWidthClass wb_panes_width_class (WbPanes *self);
/* Returns whether the window is less than 700 px high. */
gboolean wb_panes_is_low (WbPanes *self);

/* Signals: "folded", when the width class or wb_panes_is_low changed. */

G_END_DECLS
