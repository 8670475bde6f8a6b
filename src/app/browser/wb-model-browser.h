/* The list of models by category, with a search field, badges and thumbnails. The user can drop files on
 * it. */
#pragma once

#include <gtk/gtk.h>

#include "model-library.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_MODEL_BROWSER (wb_model_browser_get_type ())
G_DECLARE_FINAL_TYPE (WbModelBrowser, wb_model_browser, WB, MODEL_BROWSER, GtkWidget)

/* Makes the browser for a session and starts to read the folders of models. */
GtkWidget *wb_model_browser_new (WbSession *session);
/* Moves the focus to the search field. */
void wb_model_browser_focus_search (WbModelBrowser *self);
/* Sets the text of the search field. */
void wb_model_browser_set_query (WbModelBrowser *self, const char *query);
/* Returns whether the folders of models are being read, which happens in the background. */
gboolean wb_model_browser_is_scanning (WbModelBrowser *self);
/* Reads the folders of models again. */
void wb_model_browser_rescan (WbModelBrowser *self);
/* Returns the models that the search finds, all if there is no search, as a list of WbLine with an entry; owned by the browser. The best matches are first,
 * then they are sorted by category and name. */
GListModel *wb_model_browser_found (WbModelBrowser *self);
/* Returns the text of the search; owned by the browser. */
const char *wb_model_browser_query (WbModelBrowser *self);
/* Returns the number of models in the list. */
int wb_model_browser_n_models (WbModelBrowser *self);

/* Signals: "model-activated" (path), when the user opens a model; "search-left", when the user ends a search with
 * Escape. */

G_END_DECLS
