/* The layout of the window. The sidebar has the full height. Beside it are the views and the settings panel, above the transport. In a
 * window narrower than 1280 px the panel is folded, below 1000 px also the sidebar. A folded pane opens over the plots. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_PANES (wb_panes_get_type ())
G_DECLARE_FINAL_TYPE (WbPanes, wb_panes, WB, PANES, GtkWidget)

typedef enum { WB_PANE_VIEW, WB_PANE_TRANSPORT, WB_PANE_PANEL, WB_PANE_SIDEBAR, WB_N_PANES } WbPane;
/* The panes that fit beside each other: all of them, all but the settings panel, or only the view. */
typedef enum { WB_WIDTH_ALL, WB_WIDTH_NO_PANEL, WB_WIDTH_FOCUSED } WbWidthClass;

/* Makes an empty layout. */
GtkWidget *wb_panes_new (void);
/* Sets the widget of a pane. */
void wb_panes_set_child (WbPanes *self, WbPane pane, GtkWidget *child);
/* Shows or hides a pane. In a narrow window the pane opens over the
 * view. */
void wb_panes_set_shown (WbPanes *self, WbPane pane, gboolean shown);
/* Returns whether a pane is to be shown. */
gboolean wb_panes_get_shown (WbPanes *self, WbPane pane);
/* Sets the width of a side pane in px. */
void wb_panes_set_width (WbPanes *self, WbPane pane, int width);
/* Returns the width of a side pane in px. */
int wb_panes_get_width (WbPanes *self, WbPane pane);
/* Returns which panes fit beside each other. */
WbWidthClass wb_panes_width_class (WbPanes *self);
/* Returns whether the window is lower than 700 px. */
gboolean wb_panes_is_low (WbPanes *self);

/* Signal: "folded", when the width class or the result of wb_panes_is_low has changed. */

G_END_DECLS
