/* Writes the result of a study to a file. */
#pragma once

#include <gtk/gtk.h>

#include "wb-lab-studies.h"

G_BEGIN_DECLS

/* Asks for a file name and writes the result of a study there, in the background. format: svg, pdf, png (the figure), csv or json (the
 * numbers). state: the state on the vertical axis of a bifurcation diagram, else 0. Errors become a message of the session. Does nothing without a result. */
void wb_lab_study_export (GtkWidget *parent, WbSession *session, int index, int state, const char *format);

G_END_DECLS
