/* The error domain of the plotting library. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define PLOT_ERROR (plot_error_quark ())
/* Returns the error domain of the plotting library. */
GQuark plot_error_quark (void);
typedef enum { PLOT_ERROR_VIEW, PLOT_ERROR_THEME, PLOT_ERROR_FORMAT, PLOT_ERROR_WRITE } PlotErrorCode;

G_END_DECLS
