/* The functions that the files plot-views*.c share: one module in several files. */
#pragma once

#include "plot-views.h"

G_BEGIN_DECLS

/* The nth layer whose class has this name; NULL: there are fewer. */
PlotLayer *plot_views_find_layer (PlotView *view, const char *name, int nth);
/* What is known of a trajectory's column; NULL: nothing. */
const ModelColumn *plot_views_column (const PlotRun *run, int column);
/* Its name, and its name with its unit, as rich text; column −1 is t. Free with g_free. */
char *plot_views_label (const PlotRun *run, int column);
char *plot_views_quantity (const PlotRun *run, int column, PlotTimeAxis *axis);

G_END_DECLS
