/* The figure that the export window exports, and its options: plots, size, type size and
 * style. Jobs may draw the figure on other threads. Main thread unless a function says
 * otherwise. */
#pragma once

#include "plot-export.h"
#include "plot-movie.h"
#include "wb-job.h"
#include "wb-plot-set.h"

G_BEGIN_DECLS

/* What Export and Print take from a session. */
typedef enum { WB_EXPORT_RUN, WB_EXPORT_COMPARISON, WB_EXPORT_STUDIES, WB_EXPORT_MICROSCOPE } WbExportSource;
/* Sets this for a session when another view is shown. */
void wb_export_set_source (WbSession *session, WbExportSource source);
/* Returns what was set last, at first the runs. */
WbExportSource wb_export_source (WbSession *session);

typedef struct
{
  guint64 plots;        /* bits of the indices of the plots */
  double width, height; /* size in mm */
  double text;          /* text size in pt */
  PlotThemeId theme;
  gboolean settings;    /* whether a line below the figure states the settings of the run */
  gboolean pins;        /* whether the figure has pinned readouts and the cursors with their differences */
  gboolean cursors;
  double resolution;    /* resolution of a PNG file in dpi */
  gboolean moving;      /* whether the figure is one picture of a movie, at the time `playhead` */
  double playhead;
} WbExportPage;

#define WB_POINTS_PER_MM (72.0 / 25.4)

typedef struct WbExportFigure WbExportFigure;

/* Makes a figure of the session's plots with their present time range. The figure
 * has its own instance of the model. Returns NULL with an error if no plot has
 * data. */
WbExportFigure *wb_export_figure_new (WbSession *session, const WbExportPage *page, GError **error);
/* Copies the cursors from one time axis to another. */
void wb_export_copy_cursors (PlotTimeAxis *from, PlotTimeAxis *to);
/* Makes an export of a figure whose plots use `system`. Takes ownership of
 * both. */
WbExportFigure *wb_export_figure_take (PlotFigure *figure, ModelSystem *system, WbRunItem *run, const WbExportPage *page);
/* Makes an export of a figure for a model with settings. Takes ownership of the figure. Its plots must own all their
 * data. */
WbExportFigure *wb_export_figure_take_model (PlotFigure *figure, Model *model, const SimConfig *config, const WbExportPage *page);
/* Replaces the models, the integrators and the settings that files of the figure contain, for a figure of several studies. Copies the
 * texts. */
void wb_export_figure_set_origin (WbExportFigure *figure, const char *models, const char *integrators, const char *settings);
/* Returns the origin that files of the figure contain; borrowed. */
const PlotProvenance *wb_export_figure_origin (const WbExportFigure *figure);
/* Returns the options of the figure; borrowed. */
const WbExportPage *wb_export_figure_page (const WbExportFigure *figure);
/* Takes a reference and returns the figure. Any thread. */
WbExportFigure *wb_export_figure_ref (WbExportFigure *figure);
/* Drops a reference to the figure. Any thread. */
void wb_export_figure_unref (WbExportFigure *figure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (WbExportFigure, wb_export_figure_unref)

/* The following functions may be called on any thread. One thread draws at a time; others wait. job (or NULL) reports progress and can
 * cancel. */
/* Returns the content of the file in this format, or NULL with an error. Free it with
 * g_bytes_unref. */
GBytes *wb_export_figure_bytes (WbExportFigure *figure, PlotFormat format, WbJob *job, GError **error);
/* Returns a picture of width × height px with `scale` device pixels per px, or NULL if it was cancelled. Free it with
 * cairo_surface_destroy. */
cairo_surface_t *wb_export_figure_picture (WbExportFigure *figure, double width, double height, int scale, WbJob *job);
/* Writes the figure at successive times as a movie. Sets the figure,
 * axis, style and size of the movie itself. Returns FALSE with an
 * error. */
gboolean wb_export_figure_film (WbExportFigure *figure, const PlotMovie *movie, PlotMovieFormat format, const char *path, WbJob *job,
                                GError **error);
/* Draws the figure onto a page that is `width` user units wide. */
void wb_export_figure_draw (WbExportFigure *figure, cairo_t *cr, double width, WbJob *job);

/* Returns the provenance data that exported files contain. It borrows the arguments. */
PlotProvenance wb_export_provenance (Model *model, const SimConfig *config, const char *settings);
/* Returns the theme of plots, scaled to the text size of the page. */
PlotTheme wb_export_theme (const WbExportPage *page);
/* Returns the name of a model with the values of those parameters that have a range, such as "Lorenz, ρ = 28". Free it with
 * g_free. */
char *wb_export_model_text (Model *model, ModelSystem *system);
/* Returns a caption for a run with model, method, accuracy and numbers of steps, as rich text. Free it with
 * g_free. */
char *wb_export_caption (WbRunItem *run);

G_END_DECLS
