/* Functions that the kinds of plots share. */
#pragma once

#include "plot-layers.h"
#include "plot-spec.h"
#include "plot-views.h"

G_BEGIN_DECLS

/* The largest number of columns that one plot lists individually. */
#define PLOT_MOST_CURVES 12

/* The menu entries that most kinds over time have. */
#define PLOT_MENU_TIME (PLOT_MENU_FIT | PLOT_MENU_LOG | PLOT_MENU_FOLLOW)
#define PLOT_MENU_PLANE (PLOT_MENU_FIT | PLOT_MENU_LOG)

/* Returns the index of the column with this name (PLOT_COLUMN_TIME for "t"). If
 * name is NULL or unknown, returns `standard`, limited to the last column. */
int plot_kind_column (const PlotRun *run, const char *name, int standard);
/* Returns the index of the event with this name, or −1 if name is NULL or
 * unknown. */
int plot_kind_event (const PlotRun *run, const char *name);
/* Writes the columns that a plot over time shows and returns their number. */
int plot_kind_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES]);
/* Returns the model's declaration of a column of the trajectory, or NULL if
 * there is none. */
const ModelColumn *plot_kind_column_info (const PlotRun *run, int column);
/* Returns a column's name as rich text. Free with g_free. */
char *plot_kind_label (const PlotRun *run, int column);
/* Returns a column's name with its unit as rich text. axis provides the unit of
 * t and may be NULL. Free with g_free. */
char *plot_kind_quantity (const PlotRun *run, int column, PlotTimeAxis *axis);

/* Returns a view over time without layers. remark may be NULL. */
PlotView *plot_kind_time_view (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark);
/* Returns the names of the states as rich text, or NULL if they are too many.
 * Free with g_strfreev. */
char **plot_kind_state_names (const PlotRun *run);
/* Adds the attempts of a run with the names of its states; adds nothing if the
 * run has no tape. */
void plot_kind_add_attempts (PlotView *view, const PlotRun *run, PlotAttemptQuantity quantity);
/* Adds the run's events; events without actions are marked on the curve of
 * `column`, unless it is PLOT_COLUMN_NONE. */
void plot_kind_add_events (PlotView *view, const PlotRun *run, gboolean triangles, int column);
/* Returns the style of a run that is drawn in addition to the first one. */
PlotStyle plot_kind_other_style (const PlotRun *other);
/* Returns the style in which a ghost (a faint earlier run) draws a curve that the first run draws in this series. */
PlotStyle plot_kind_ghost_style (int series);
/* Adds a faint line through the accepted steps of a ghost, except steps that end at an event. Adds nothing for other runs and for runs
 * without a tape. */
void plot_kind_add_ghost_attempts (PlotView *view, const PlotRun *other, PlotAttemptQuantity quantity);

G_END_DECLS
