/* A button that draws the random quantities of the first ten members of a study, without running them. Main thread. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Number of members that the button draws. */
#define WB_N_STARTS 10

/* Receives the values that were drawn, WB_N_STARTS × n_varied, row-major; valid during the call. */
typedef void (*WbStartsFunc) (gpointer user, const double *values, int n_varied);

/* Makes the button for the selected study. It draws the values in a job and lists them in a popover, in which a click on a member opens it as
 * a run. `drawn` is called when the values are known; user must outlive the button. */
GtkWidget *wb_ten_starts_new (WbStudies *studies, WbStartsFunc drawn, gpointer user);

G_END_DECLS
