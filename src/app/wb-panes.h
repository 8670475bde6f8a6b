/* The window's layout: sidebar at full height, beside it views and settings panel above the transport. Narrow windows fold the panel
 * (under 1280) and the sidebar (under 1000): folded ones open over the plots. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_PANES (wb_panes_get_type ())
G_DECLARE_FINAL_TYPE (WbPanes, wb_panes, WB, PANES, GtkWidget)

typedef enum { WB_PANE_VIEW, WB_PANE_TRANSPORT, WB_PANE_PANEL, WB_PANE_SIDEBAR, WB_N_PANES } WbPane;
/* How much room there is. */
typedef enum { WB_WIDTH_ALL, WB_WIDTH_NO_PANEL, WB_WIDTH_FOCUSED } WbWidthClass;

GtkWidget *wb_panes_new (void);
void wb_panes_set_child (WbPanes *self, WbPane pane, GtkWidget *child);
/* Asked for by the user; a folded pane is drawn over the view. */
void wb_panes_set_shown (WbPanes *self, WbPane pane, gboolean shown);
gboolean wb_panes_get_shown (WbPanes *self, WbPane pane);
void wb_panes_set_width (WbPanes *self, WbPane pane, int width);
int wb_panes_get_width (WbPanes *self, WbPane pane);
WbWidthClass wb_panes_width_class (WbPanes *self);
gboolean wb_panes_is_low (WbPanes *self); /* under 700 high */

/* Signals: "folded" when the class of width or height changed. */

G_END_DECLS
