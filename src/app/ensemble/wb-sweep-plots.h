/* The pictures of sweeps and of studies with a picture of their own, and the text beside them. Main thread. */
#pragma once

#include <gtk/gtk.h>

#include "plot-view.h"
#include "wb-study.h"

G_BEGIN_DECLS

/* Makes the picture of a recorded number of a sweep: a curve over one axis, or a map over two axes. record: its index; a larger index means
 * the last one. The caller owns the picture. Returns NULL if there is no result. */
PlotView *wb_sweep_plot_new (WbStudy *study, int record);
/* Returns the title of a recorded number as rich text. Free it with g_free. Returns NULL if the result has no such number. */
char *wb_sweep_record_title (WbStudy *study, int record);
/* Makes the picture of a study that plot-study-picture.h draws. The caller owns it. Returns NULL without a result and without a picture. */
PlotView *wb_picture_plot_new (WbStudy *study);
/* Makes the text beside the picture of a sweep or of points over a parameter. Returns NULL for another study. */
GtkWidget *wb_sweep_key_new (WbStudy *study);
/* Returns the label of an axis as rich text: the name of a state or parameter with its unit. Free it with g_free. */
char *wb_sweep_axis_label (const WbStudyProblem *problem, const char *name);

G_END_DECLS
