/* The texts of the page of an event in the Microscope. */
#pragma once

#include "wb-search-picture.h"

G_BEGIN_DECLS

/* Returns the name of an event and the number of times it was located, 0: without; free with g_free. */
char *wb_search_event_title (ModelSystem *system, int event, gsize located);
/* Returns the model and the times of the step and of the event, as rich text; free with g_free. */
char *wb_search_about (const LabEvent *event, Model *model);
/* Returns how often the witness crosses zero in the step, as a title; free with g_free. */
char *wb_search_shape_title (const WbSearchPicture *picture);
/* Returns the signs of the witness that show this; free with g_free. */
char *wb_search_shape_sentence (const WbSearchPicture *picture);

G_END_DECLS
