/* Writes the result of a study to a file. */
#pragma once

#include <gtk/gtk.h>

#include "plot-view.h"
#include "wb-lab-studies.h"

G_BEGIN_DECLS

/* Asks for a file name and writes the result of a study to that file in the background. format: "svg", "pdf" or "png" for the figure, of
 * which the function takes ownership; "csv" or "json" for the numbers, with the figure NULL. Reports errors by the signal "message" of the
 * session. Does nothing if the study has no result. */
void wb_lab_study_export (GtkWidget *parent, WbSession *session, WbStudy *study, PlotView *figure, const char *format);

/* Writes the results of all studies to one file in the background, as wb_lab_study_export does. views: the plots of the figure, of which the
 * function takes ownership, or NULL for the format "json", a list of the results. Does nothing if no study has a result. */
void wb_lab_study_export_all (GtkWidget *parent, WbSession *session, GPtrArray *views, const char *format);

G_END_DECLS
