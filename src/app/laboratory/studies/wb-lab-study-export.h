/* Writes the result of a study to a file. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-studies.h"

G_BEGIN_DECLS

/* Asks for a file name and writes the result of a study to that file in the background. format: "svg", "pdf" or "png" for the figure, "csv"
 * or "json" for the numbers. state: index of the state on the vertical axis of a bifurcation diagram, otherwise 0. Reports errors by the
 * signal "message" of the session. Does nothing if the study has no result. */
void wb_lab_study_export (GtkWidget *parent, WbSession *session, int index, int state, const char *format);

G_END_DECLS
