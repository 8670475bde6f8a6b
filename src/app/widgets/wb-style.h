/* The style sheet, the theme of the plots, and the desktop's settings for dark
 * style, contrast and text size. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "plot-theme.h"

G_BEGIN_DECLS

typedef enum { WB_STYLE_SYSTEM, WB_STYLE_LIGHT, WB_STYLE_DARK } WbStyleChoice;

/* Loads the style sheet for the default display and follows the system's
 * settings; may be called again. */
void wb_style_init (void);
/* Sets the user's choice: light, dark, or as the desktop. */
void wb_style_set_choice (WbStyleChoice choice);
/* Turns the larger type of lecture mode on or off. */
void wb_style_set_lecture (gboolean lecture);
/* Returns whether the style is dark. */
gboolean wb_style_is_dark (void);
/* Returns whether lecture mode is on. */
gboolean wb_style_is_lecture (void);
/* Returns the theme of plots on the screen; valid until the next change. */
const PlotTheme *wb_style_plot_theme (void);
/* Returns px scaled for lecture mode and the system's text size, for sizes
 * outside CSS. */
double wb_style_px (double px);

/* Called after each change of the style. user is a GObject; its finalization
 * disconnects the function. */
typedef void (*WbStyleFunc) (gpointer user);
/* Calls func after each change, until user (a GObject) is finalized. */
void wb_style_watch (WbStyleFunc func, GObject *user);
/* Makes screenshots look as if GTK's animations were on, although they are
 * off. */
void wb_style_pose (void);
/* Returns FALSE if the desktop asks for reduced motion. */
gboolean wb_style_animates (void);

G_END_DECLS
