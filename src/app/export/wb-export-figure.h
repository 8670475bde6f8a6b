/* What the export window exports, as data: which plots, size, type size and
 * style; the figure, and what is drawn from it on other threads. Main thread
 * where nothing else is said. */
#pragma once

#include "plot-export.h"
#include "plot-movie.h"
#include "wb-job.h"
#include "wb-plot-set.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 plots;        /* bit mask of indices among the session's plots */
  double width, height; /* mm */
  double text;          /* pt */
  PlotThemeId theme;
  gboolean settings;    /* a line with the run's settings below */
  gboolean pins;        /* the readouts that stay in the plots, and the two cursors with their differences */
  gboolean cursors;
  double resolution;    /* dpi of PNG */
  gboolean moving;      /* the figure is a picture of a motion: at playhead */
  double playhead;
} WbExportPage;

#define WB_POINTS_PER_MM (72.0 / 25.4)

typedef struct WbExportFigure WbExportFigure;

/* Makes a figure of the session's plots with their present time range, of an
 * instance of the model of their own. NULL with an error: none of them shows
 * anything. */
WbExportFigure *wb_export_figure_new (WbSession *session, const WbExportPage *page, GError **error);
/* Copies the cursors of a time axis to another one. */
void wb_export_copy_cursors (PlotTimeAxis *from, PlotTimeAxis *to);
/* Makes an export of a figure whose plots borrow system; takes both over. */
WbExportFigure *wb_export_figure_take (PlotFigure *figure, ModelSystem *system, WbRunItem *run, const WbExportPage *page);
/* Returns the page of the figure; borrowed. */
const WbExportPage *wb_export_figure_page (const WbExportFigure *figure);
/* Takes a reference; any thread. */
WbExportFigure *wb_export_figure_ref (WbExportFigure *figure);
/* Drops a reference; any thread. */
void wb_export_figure_unref (WbExportFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportFigure, wb_export_figure_unref)

/* Any thread; one drawing at a time, the others wait. job: told the progress,
 * and ends the drawing where it is cancelled; or NULL. */
/* Returns the contents of the file, or NULL with an error. Any thread, one
 * drawing at a time; job (or NULL) reports progress and can cancel. */
GBytes *wb_export_figure_bytes (WbExportFigure *figure, PlotFormat format, WbJob *job, GError **error);
/* Returns a picture of width × height px at scale device pixels each, or NULL
 * where it was cancelled. Any thread. */
cairo_surface_t *wb_export_figure_picture (WbExportFigure *figure, double width, double height, int scale, WbJob *job);
/* Writes the figure at one time after another as a movie; fills in the movie's
 * figure, axis, style and size. Any thread. Returns FALSE with an error. */
gboolean wb_export_figure_film (WbExportFigure *figure, const PlotMovie *movie, PlotMovieFormat format, const char *path, WbJob *job,
                                GError **error);
/* Draws the figure onto a page `width` units wide. Any thread. */
void wb_export_figure_draw (WbExportFigure *figure, cairo_t *cr, double width, WbJob *job);

/* Returns the provenance that files carry; what is given is borrowed. */
PlotProvenance wb_export_provenance (Model *model, const SimConfig *config, const char *settings);
/* Returns the theme at the page's type size. */
PlotTheme wb_export_theme (const WbExportPage *page);
/* Returns a caption of a run as rich text, with model, method, accuracy and
 * counts; free with g_free. */
char *wb_export_caption (WbRunItem *run);
G_END_DECLS
