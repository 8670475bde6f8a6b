/* The sidebar of the Ensemble view: the studies, the random quantities, the number of runs, the seed, the threads, and the buttons that
 * start a computation. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_ENSEMBLE_SIDEBAR (wb_ensemble_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (WbEnsembleSidebar, wb_ensemble_sidebar, WB, ENSEMBLE_SIDEBAR, GtkWidget)

/* Makes the sidebar for the studies of a session. */
GtkWidget *wb_ensemble_sidebar_new (WbStudies *studies);

G_END_DECLS
