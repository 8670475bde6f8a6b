/* Functions that the kinds of plots share. */
#pragma once

#include "plot-layers.h"
#include "plot-spec.h"
#include "plot-views.h"

G_BEGIN_DECLS

/* Curves of one plot that are named one by one. */
#define PLOT_MOST_CURVES 12

/* Menus of most kinds. */
#define PLOT_MENU_TIME (PLOT_MENU_FIT | PLOT_MENU_LOG | PLOT_MENU_FOLLOW)
#define PLOT_MENU_PLANE (PLOT_MENU_FIT | PLOT_MENU_LOG)

/* Returns the first plot of this kind that the model's file describes, or NULL. */
const ModelPlot *plot_kind_model_plot (const PlotKind *kind, Model *model);
/* Returns the index of the column with this name (PLOT_COLUMN_TIME: "t"); `standard`, or the last column, where name is NULL or unknown. */
int plot_kind_column (const PlotRun *run, const char *name, int standard);
/* Returns the index of the event with this name; −1 where name is NULL or unknown. */
int plot_kind_event (const PlotRun *run, const char *name);
/* Fills in the columns that a plot over time shows and returns how many there are. */
int plot_kind_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES]);
/* Returns the model's declaration of a column of the trajectory; NULL where there is none. */
const ModelColumn *plot_kind_column_info (const PlotRun *run, int column);
/* Returns a column's name as rich text. Free with g_free. */
char *plot_kind_label (const PlotRun *run, int column);
/* Returns a column's name with its unit as rich text. axis (for the unit of t) may be NULL. Free with g_free. */
char *plot_kind_quantity (const PlotRun *run, int column, PlotTimeAxis *axis);

/* Returns a view over time without layers. remark may be NULL. */
PlotView *plot_kind_time_view (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark);
/* Adds the run's events; those that act on nothing are marked on the curve of `column` (PLOT_COLUMN_NONE: not). */
void plot_kind_add_events (PlotView *view, const PlotRun *run, gboolean triangles, int column);
/* Returns the style of a run that is drawn beside the first. */
PlotStyle plot_kind_other_style (const PlotRun *other);

G_END_DECLS
