/* The sidebar of the Ensemble view: studies, random quantities, number of runs, seed, threads, and the buttons that start a computation. */
#pragma once

#include "wb-studies.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define WB_TYPE_ENSEMBLE_SIDEBAR (wb_ensemble_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (WbEnsembleSidebar, wb_ensemble_sidebar, WB, ENSEMBLE_SIDEBAR, GtkWidget)

/* Makes the sidebar. */
GtkWidget *wb_ensemble_sidebar_new (WbStudies *studies);

G_END_DECLS
