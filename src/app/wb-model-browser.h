/* The list of models by category, with search, badges, thumbnails; files can be dropped on it. */
#pragma once

#include <gtk/gtk.h>

#include "model-library.h"
#include "wb-session.h"

G_BEGIN_DECLS

#define WB_TYPE_MODEL_BROWSER (wb_model_browser_get_type ())
G_DECLARE_FINAL_TYPE (WbModelBrowser, wb_model_browser, WB, MODEL_BROWSER, GtkWidget)

GtkWidget *wb_model_browser_new (WbSession *session);
void wb_model_browser_focus_search (WbModelBrowser *self);
void wb_model_browser_set_query (WbModelBrowser *self, const char *query);
/* Whether the folders are being read in the background. */
gboolean wb_model_browser_is_scanning (WbModelBrowser *self);
/* Scans the folders again, at once. */
void wb_model_browser_rescan (WbModelBrowser *self);
/* Opens the category of the session's model and selects it. */
void wb_model_browser_reveal (WbModelBrowser *self);
int wb_model_browser_n_models (WbModelBrowser *self);

/* Signals: "model-activated" (path), "search-left": Escape ended a search. */

G_END_DECLS
