/* Functions that the plot kinds share. */
#pragma once

#include "plot-layers.h"
#include "plot-spec.h"
#include "plot-views.h"

G_BEGIN_DECLS

/* Largest number of columns for which a plot shows separate curves. */
#define PLOT_MOST_CURVES 12

/* Menu entries that most plots over time have. */
#define PLOT_MENU_TIME (PLOT_MENU_FIT | PLOT_MENU_LOG | PLOT_MENU_FOLLOW)
#define PLOT_MENU_PLANE (PLOT_MENU_FIT | PLOT_MENU_LOG)

/* Returns the index of the column with this name (PLOT_COLUMN_TIME for "t"). If name is NULL or unknown, returns `standard`, or the last
 * column if there are fewer. */
int plot_kind_column (const PlotRun *run, const char *name, int standard);
/* Returns the index of the event with this name, or −1 if name is NULL or
 * unknown. */
int plot_kind_event (const PlotRun *run, const char *name);
/* Writes the indices of the columns that a plot over time shows, and returns their number. */
int plot_kind_columns (const PlotSpec *spec, const PlotRun *run, int columns[PLOT_MOST_CURVES]);
/* Returns the model's description of a column of the trajectory, or NULL if there is
 * none. */
const ModelColumn *plot_kind_column_info (const PlotRun *run, int column);
/* Returns the name of a column as rich text. Free it with g_free. */
char *plot_kind_label (const PlotRun *run, int column);
/* Returns the name of a column with its unit as rich text. axis has the unit of t and may be NULL. Free it with
 * g_free. */
char *plot_kind_quantity (const PlotRun *run, int column, PlotTimeAxis *axis);

/* Returns a view over time without layers. remark may be NULL. */
PlotView *plot_kind_time_view (const PlotRun *run, PlotTimeAxis *axis, const char *title, const char *remark);
/* Adds the phases in which a run rests or slides to a view over time: a tint and, if `blocks` is TRUE, rows of blocks above the data. Adds nothing if
 * the model has no phases. */
void plot_kind_add_phases (PlotView *view, const PlotRun *run, gboolean blocks);
/* Returns the names of the states as rich text, or NULL if there are too many states. Free it with
 * g_strfreev. */
char **plot_kind_state_names (const PlotRun *run);
/* Adds the attempts of a run to a view, with the names of the run's states. Adds nothing if the run has no
 * tape. */
void plot_kind_add_attempts (PlotView *view, const PlotRun *run, PlotAttemptQuantity quantity);
/* Adds the events of a run to a view, and returns their layer. Events without actions are marked on the curve of `column`, unless that is PLOT_COLUMN_NONE. If
 * triangles is TRUE, events also have triangles below the plot. */
PlotLayer *plot_kind_add_events (PlotView *view, const PlotRun *run, gboolean triangles, int column);
/* Adds the measured points of these columns to a view over time. first is the series of the first column. If several columns are measured, each has its colour. Adds
 * nothing if none is measured. */
void plot_kind_add_measured (PlotView *view, const PlotRun *run, const int *columns, int n_columns, int first);
/* Adds the measured points of two quantities to a view of them. Adds nothing if one is not measured. */
void plot_kind_add_measured_pair (PlotView *view, const PlotRun *run, int x_column, int y_column);
/* Returns the style for a run that is drawn in addition to the first one. */
PlotStyle plot_kind_other_style (const PlotRun *other);
/* Returns the style in which a ghost (the run before the last change, drawn faintly) draws a curve. series is that of the same curve in the
 * first run. */
PlotStyle plot_kind_ghost_style (int series);
/* Adds a faint line through the accepted steps of a ghost, without steps that end at an event. Adds nothing for runs that are not ghosts or
 * have no tape. */
void plot_kind_add_ghost_attempts (PlotView *view, const PlotRun *other, PlotAttemptQuantity quantity);

G_END_DECLS
