/* The style sheet, the theme of plots, and the settings of the desktop for dark style, contrast and text size. Main
 * thread. */
#pragma once

#include <gtk/gtk.h>

#include "plot-theme.h"

G_BEGIN_DECLS

typedef enum { WB_STYLE_SYSTEM, WB_STYLE_LIGHT, WB_STYLE_DARK } WbStyleChoice;

/* Loads the style sheet for the default display and watches the settings of the system. May be called
 * again. */
void wb_style_init (void);
/* Sets the user's choice of the style: light, dark, or as the desktop. */
void wb_style_set_choice (WbStyleChoice choice);
/* Turns lecture mode, which has larger text, on or off. */
void wb_style_set_lecture (gboolean lecture);
/* Returns whether the style is dark. */
gboolean wb_style_is_dark (void);
/* Returns whether lecture mode is on. */
gboolean wb_style_is_lecture (void);
/* Returns the theme of plots on the screen, borrowed until the next change of the style. */
const PlotTheme *wb_style_plot_theme (void);
/* Returns px multiplied by the factors of lecture mode and of the text size of the system. Used for sizes that are not in the style
 * sheet. */
double wb_style_px (double px);

/* A function that is called after each change of the style. user is a GObject. When user is finalized, the function is
 * disconnected. */
typedef void (*WbStyleFunc) (gpointer user);
/* Calls func after each change of the style, until user (a GObject) is finalized. */
void wb_style_watch (WbStyleFunc func, GObject *user);
/* Makes screenshots look as if the animations of GTK were on, although they are
 * off. */
void wb_style_pose (void);
/* Returns whether the program shows animations: FALSE if the desktop asks for reduced motion. */
gboolean wb_style_animates (void);

G_END_DECLS
