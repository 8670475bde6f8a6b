/* Draws the dot over the first letter of a derivative's name, as in ẋ. */
#pragma once

#include "plot-frame.h"

G_BEGIN_DECLS

/* Draws a dot with a halo over the name of a state whose text begins at x on the baseline. name is the name as a model writes it; size and
 * flags are those of the text. */
void plot_dot_draw (PlotFrame *frame, const char *name, double size, PlotTextFlags flags, double x, double baseline, PlotColor color);

G_END_DECLS
