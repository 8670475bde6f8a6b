/* The cards of the page of an event that are diagrams without axes. */
#pragma once

#include "plot-view.h"
#include "wb-search-picture.h"

G_BEGIN_DECLS

/* Returns the looks with their signs, and for which numbers of looks the event
 * is found. */
PlotView *wb_search_looks_drawing (const WbSearchPicture *picture);
/* Returns the brackets of four root finders, iteration by iteration; NULL if
 * there is no bracket. */
PlotView *wb_search_brackets_drawing (const WbSearchPicture *picture, const char *time_unit);

G_END_DECLS
