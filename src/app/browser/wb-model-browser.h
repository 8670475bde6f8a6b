/* The list of models by category, with search, badges and thumbnails. Files can
 * be dropped on it. */
#pragma once

#include <gtk/gtk.h>

#include "model-library.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_MODEL_BROWSER (wb_model_browser_get_type ())
G_DECLARE_FINAL_TYPE (WbModelBrowser, wb_model_browser, WB, MODEL_BROWSER, GtkWidget)

/* Makes the browser and starts to read the folders of models. */
GtkWidget *wb_model_browser_new (WbSession *session);
/* Moves the focus to the search field. */
void wb_model_browser_focus_search (WbModelBrowser *self);
/* Sets the text of the search field. */
void wb_model_browser_set_query (WbModelBrowser *self, const char *query);
/* Returns whether the folders are being read, which happens in the background. */
gboolean wb_model_browser_is_scanning (WbModelBrowser *self);
/* Reads the folders again. */
void wb_model_browser_rescan (WbModelBrowser *self);
/* Returns the number of models in the list. */
int wb_model_browser_n_models (WbModelBrowser *self);

/* Signals: "model-activated" (path); "search-left": the user ended a search
 * with Escape. */

G_END_DECLS
