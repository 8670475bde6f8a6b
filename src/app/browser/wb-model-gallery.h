/* The gallery: all models of the library as cards with a picture, a sentence and badges. It has the search of the list of models. */
#pragma once

#include "wb-model-browser.h"

G_BEGIN_DECLS

#define WB_TYPE_MODEL_GALLERY (wb_model_gallery_get_type ())
G_DECLARE_FINAL_TYPE (WbModelGallery, wb_model_gallery, WB, MODEL_GALLERY, GtkWidget)

/* Makes the gallery of the models of a browser, which must outlive it. A card emits the signal "model-activated" of the browser. Pictures are computed from
 * short runs in the background while the gallery is visible. */
GtkWidget *wb_model_gallery_new (WbModelBrowser *browser);
/* Moves the focus to the search field. */
void wb_model_gallery_focus_search (WbModelGallery *self);

G_END_DECLS
