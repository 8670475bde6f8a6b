/* The style sheet, the theme of the plots and the system's choice of light, dark, contrast and text size. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "plot-theme.h"

G_BEGIN_DECLS

typedef enum { WB_STYLE_SYSTEM, WB_STYLE_LIGHT, WB_STYLE_DARK } WbStyleChoice;

/* Loads the sheet for the default display and follows the system from then on; may be called again. */
void wb_style_init (void);
void wb_style_set_choice (WbStyleChoice choice);
void wb_style_set_lecture (gboolean lecture);
gboolean wb_style_is_dark (void);
gboolean wb_style_is_lecture (void);
/* Theme of plots on the screen, scaled. Valid until the next change. */
const PlotTheme *wb_style_plot_theme (void);
/* Type and line sizes outside CSS: px times lecture and text scale. */
double wb_style_px (double px);

/* Called after each change; user is a GObject, disconnected with it. */
typedef void (*WbStyleFunc) (gpointer user);
void wb_style_watch (WbStyleFunc func, GObject *user);
/* For pictures of the window: GTK's animations are off, and yet the window is to look as it does with them. */
void wb_style_pose (void);
/* FALSE: motion is to be reduced. */
gboolean wb_style_animates (void);

G_END_DECLS
