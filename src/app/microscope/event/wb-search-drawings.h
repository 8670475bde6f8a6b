/* Those cards of the page of an event that are diagrams without axes. Each function returns a new view that the caller owns. Main
 * thread. */
#pragma once

#include "plot-view.h"
#include "wb-search-picture.h"

G_BEGIN_DECLS

/* Returns a diagram of the signs of the witness function at its evaluations in the step ("looks"). It also shows with which numbers of
 * evaluations the event is found. */
PlotView *wb_search_looks_drawing (const WbSearchPicture *picture);
/* Returns a diagram of the brackets of four root finders, iteration by iteration. Returns NULL if the step has no
 * bracket. */
PlotView *wb_search_brackets_drawing (const WbSearchPicture *picture, const char *time_unit);

G_END_DECLS
