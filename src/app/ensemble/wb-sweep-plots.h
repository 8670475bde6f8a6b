/* The pictures of sweeps and orbit diagrams, and the text beside them. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "plot-view.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Makes the picture of a recorded number of a sweep, a curve over one axis or a map over two; NULL without a result. record is an index, and a
 * larger one is the last record. */
PlotView *wb_sweep_plot_new (WbStudy *study, int record);
/* Returns the title of a record, rich text; free with g_free. NULL if the result has no such record. */
char *wb_sweep_record_title (WbStudy *study, int record);
/* Makes the picture of an orbit diagram; NULL without a result. */
PlotView *wb_orbit_plot_new (WbStudy *study);
/* Makes the text beside the picture of a sweep or an orbit diagram; NULL for another study. */
GtkWidget *wb_sweep_key_new (WbStudy *study);
/* Returns the label of an axis, rich text: the name of a state or parameter with its unit; free with g_free. */
char *wb_sweep_axis_label (const WbStudyProblem *problem, const char *name);

G_END_DECLS
