/* Export of figures: PNG, SVG with text as text, PDF. */
#pragma once

#include "plot-figure.h"
#include "plot-provenance.h"

G_BEGIN_DECLS

typedef enum { PLOT_FORMAT_PNG, PLOT_FORMAT_SVG, PLOT_FORMAT_PDF } PlotFormat;

typedef struct
{
  double resolution;     /* for PNG: dots per inch; 0 means 96 */
  gboolean transparent;  /* for PNG and SVG: without background */
} PlotExportOptions;

/* Finds the format by the ending of a file name. Returns FALSE with an error that lists the endings. */
gboolean plot_format_from_path (const char *path, PlotFormat *format, GError **error);
/* Returns the bytes of a file of width × height pt, or NULL with an error. options and provenance may be NULL. */
GBytes *plot_export_bytes (PlotFigure *figure, PlotFormat format, double width, double height, const PlotTheme *theme,
                           const PlotExportOptions *options, const PlotProvenance *provenance, GError **error);
/* Draws a run for the command line. view: id of a kind of plot, or "all"
 * (plot_figure_new_for_run); theme: id of a theme ("print": paper). Returns the
 * bytes of the file, or NULL with an error. */
GBytes *plot_export_run (const PlotRun *run, const char *view, const char *theme, PlotFormat format, const PlotProvenance *provenance,
                         GError **error);

G_END_DECLS
