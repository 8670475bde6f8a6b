/* Exports figures as PNG, as SVG in which text remains text, and as PDF. */
#pragma once

#include "lab-study-kind.h"
#include "plot-figure.h"
#include "plot-provenance.h"

G_BEGIN_DECLS

typedef enum { PLOT_FORMAT_PNG, PLOT_FORMAT_SVG, PLOT_FORMAT_PDF } PlotFormat;

typedef struct
{
  double resolution;     /* for PNG: resolution in dots per inch; 0: 96 */
  gboolean transparent;  /* for PNG and SVG: TRUE: no background */
} PlotExportOptions;

/* Finds the format that belongs to the ending of a file name. Returns FALSE with an error that lists the endings. */
gboolean plot_format_from_path (const char *path, PlotFormat *format, GError **error);
/* Returns the bytes of a file with a figure of width × height pt. options and provenance may be NULL. Returns NULL with an error. */
GBytes *plot_export_bytes (PlotFigure *figure, PlotFormat format, double width, double height, const PlotTheme *theme,
                           const PlotExportOptions *options, const PlotProvenance *provenance, GError **error);
/* Draws a run for the command line, and returns the bytes of the file. view is the id of a plot kind, or "all"
 * (plot_figure_new_for_run); theme is the id of a theme ("print": the paper theme). Returns NULL with an
 * error. */
GBytes *plot_export_run (const PlotRun *run, const char *view, const char *theme, PlotFormat format, const PlotProvenance *provenance,
                         GError **error);
/* Draws the result of a study that has a picture (plot_study_picture_find), and returns the bytes of the file. theme as in plot_export_run. Returns NULL
 * with an error; LAB_STUDY_ERROR_UNSUITED if there is nothing to draw. */
GBytes *plot_export_study (const LabStudyKind *kind, const LabProblem *problem, const LabResult *result, const char *theme, PlotFormat format, GError **error);

G_END_DECLS
