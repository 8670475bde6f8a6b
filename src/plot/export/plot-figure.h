/* A figure: views that are arranged in columns, as on a page. It owns its views. */
#pragma once

#include <stdatomic.h>

#include "plot-error.h"
#include "plot-spec.h"

G_BEGIN_DECLS

typedef struct PlotFigure PlotFigure;

/* Returns an empty figure with the paper theme. */
PlotFigure *plot_figure_new (void);
/* Frees a figure and its views; NULL is allowed. */
void plot_figure_free (PlotFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotFigure, plot_figure_free)

/* Appends a view to a column, below the views already there, and takes ownership of it. weight is its share of the height, relative to that
 * of the others. */
void plot_figure_add (PlotFigure *figure, int column, PlotView *view, double weight);
/* Sets the fraction of the width that a column gets, relative to the other columns; the default is 1. */
void plot_figure_set_column_weight (PlotFigure *figure, int column, double weight);
/* Returns the number of views. */
int plot_figure_n_views (const PlotFigure *figure);
/* Sets the caption below the figure (settings of the run) as rich text; NULL: none. */
void plot_figure_set_caption (PlotFigure *figure, const char *caption);
/* Sets the theme of the figure and of all its views. */
void plot_figure_set_theme (PlotFigure *figure, const PlotTheme *theme);

/* Is called before each view is drawn, with the completed fraction. */
typedef void (*PlotProgressFunc) (gpointer user, double fraction);
/* Sets the progress function of long drawings, and a flag with which another thread cancels them. The drawing is then incomplete. Both may
 * be NULL. */
void plot_figure_set_progress (PlotFigure *figure, PlotProgressFunc progress, gpointer user, const atomic_bool *cancelled);
/* Draws the whole figure with a size of width × height units of the canvas. */
void plot_figure_draw (PlotFigure *figure, PlotCanvas *canvas, double width, double height);
/* Returns a number that grows when the data of a view grow or change. */
guint64 plot_figure_serial (const PlotFigure *figure);

/* Returns the figure of a run. which is the id of a plot kind, or "all" for all kinds that belong to the figure of a whole run. Returns
 * NULL with an error if there is no such kind, or if the run or its model lacks data that the kind needs. */
PlotFigure *plot_figure_new_for_run (const PlotRun *run, const char *which, GError **error);
/* Returns the figure of a run with exactly the plots that its model's file describes, and with n_others further runs in them. Returns NULL if
 * none of the plots can be drawn. */
PlotFigure *plot_figure_new_for_model_plots (const PlotRun *run, const PlotRun *others, int n_others);

G_END_DECLS
