/* A figure: views in columns, as on a page. Owns its views. */
#pragma once

#include <stdatomic.h>

#include "plot-error.h"
#include "plot-spec.h"

G_BEGIN_DECLS

typedef struct PlotFigure PlotFigure;

PlotFigure *plot_figure_new (void);
void plot_figure_free (PlotFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlotFigure, plot_figure_free)

/* Takes view over; weight: its share of the column's height. Views of one column lie below each other. */
void plot_figure_add (PlotFigure *figure, int column, PlotView *view, double weight);
void plot_figure_set_column_weight (PlotFigure *figure, int column, double weight);
int plot_figure_n_views (const PlotFigure *figure);
PlotView *plot_figure_view (const PlotFigure *figure, int index);
/* Rich text below the figure (run settings); NULL: none. */
void plot_figure_set_caption (PlotFigure *figure, const char *caption);
void plot_figure_set_theme (PlotFigure *figure, const PlotTheme *theme);

/* For drawings that take long: told before each view the share of them that is drawn; a cancelled flag set by another thread ends the
 * drawing, which then lacks what remained. Both may be NULL. */
typedef void (*PlotProgressFunc) (gpointer user, double share);
void plot_figure_set_progress (PlotFigure *figure, PlotProgressFunc progress, gpointer user, const atomic_bool *cancelled);
/* Draws into width × height units of the canvas (complete, however long it takes). */
void plot_figure_draw (PlotFigure *figure, PlotCanvas *canvas, double width, double height);
/* Grows with the data that the views show. */
guint64 plot_figure_serial (const PlotFigure *figure);

/* Returns the figure of a run: which is the id of a kind of plot, or "all" for those that make up the figure of a whole run. NULL with an error
 * where no kind has this id, or where the run or its model lack what the kind needs. */
PlotFigure *plot_figure_new_for_run (const PlotRun *run, const char *which, GError **error);

G_END_DECLS
