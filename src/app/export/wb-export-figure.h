/* The figure that the export window exports, and its options as data: plots,
 * size, type size and style. Other threads can draw from it. Main thread unless
 * a function says otherwise. */
#pragma once

#include "plot-export.h"
#include "plot-movie.h"
#include "wb-job.h"
#include "wb-plot-set.h"

G_BEGIN_DECLS

typedef struct
{
  guint64 plots;        /* bit mask: indices of plots of the session */
  double width, height; /* size in mm */
  double text;          /* type size in pt */
  PlotThemeId theme;
  gboolean settings;    /* adds a line with the settings of the run below the figure */
  gboolean pins;        /* draws pinned readouts, and both cursors with their differences */
  gboolean cursors;
  double resolution;    /* resolution of a PNG file in dpi */
  gboolean moving;      /* the figure is one picture of a movie; playhead is its time */
  double playhead;
} WbExportPage;

#define WB_POINTS_PER_MM (72.0 / 25.4)

typedef struct WbExportFigure WbExportFigure;

/* Makes a figure of the session's plots with their current time range. The
 * figure has its own instance of the model. Returns NULL with an error if no
 * plot has anything to show. */
WbExportFigure *wb_export_figure_new (WbSession *session, const WbExportPage *page, GError **error);
/* Copies the cursors from one time axis to another. */
void wb_export_copy_cursors (PlotTimeAxis *from, PlotTimeAxis *to);
/* Makes an export of a figure whose plots borrow system; takes ownership of
 * both. */
WbExportFigure *wb_export_figure_take (PlotFigure *figure, ModelSystem *system, WbRunItem *run, const WbExportPage *page);
/* Makes an export of a figure of a model with settings and takes ownership of
 * the figure. Its plots must not borrow data of others. */
WbExportFigure *wb_export_figure_take_model (PlotFigure *figure, Model *model, const SimConfig *config, const WbExportPage *page);
/* Returns the page of the figure; borrowed. */
const WbExportPage *wb_export_figure_page (const WbExportFigure *figure);
/* Takes a reference; any thread. */
WbExportFigure *wb_export_figure_ref (WbExportFigure *figure);
/* Drops a reference; any thread. */
void wb_export_figure_unref (WbExportFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportFigure, wb_export_figure_unref)

/* The following functions may be called on any thread. One thread draws at a time; others wait. job (or NULL) reports the progress and can
 * cancel. */
/* Returns the contents of the file, or NULL with an error. Any thread, one
 * drawing at a time; job (or NULL) reports progress and can cancel. */
GBytes *wb_export_figure_bytes (WbExportFigure *figure, PlotFormat format, WbJob *job, GError **error);
/* Returns a picture of width × height px, with `scale` device pixels per px.
 * Returns NULL if it was cancelled. Any thread. */
cairo_surface_t *wb_export_figure_picture (WbExportFigure *figure, double width, double height, int scale, WbJob *job);
/* Writes the figure at successive times as a movie; the function sets the
 * movie's figure, axis, style and size. Any thread. Returns FALSE with an
 * error. */
gboolean wb_export_figure_film (WbExportFigure *figure, const PlotMovie *movie, PlotMovieFormat format, const char *path, WbJob *job,
                                GError **error);
/* Draws the figure onto a page `width` units wide. Any thread. */
void wb_export_figure_draw (WbExportFigure *figure, cairo_t *cr, double width, WbJob *job);

/* Returns the provenance that files contain. It borrows the arguments. */
PlotProvenance wb_export_provenance (Model *model, const SimConfig *config, const char *settings);
/* Returns the theme scaled to the page's type size. */
PlotTheme wb_export_theme (const WbExportPage *page);
/* Returns the name of a model with its parameters that have a range, "Lorenz,
 * ρ = 28"; free with g_free. */
char *wb_export_model_text (Model *model, ModelSystem *system);
/* Returns a caption for a run as rich text, with model, method, accuracy and
 * counts. Free it with g_free. */
char *wb_export_caption (WbRunItem *run);

G_END_DECLS
