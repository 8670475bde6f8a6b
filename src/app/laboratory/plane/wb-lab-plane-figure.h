/* Makes the plot of the phase plane. */
#pragma once

#include "plot-study-plane.h"
#include "wb-lab-plane-search.h"

G_BEGIN_DECLS

/* Makes the plot of a search result with these choices, of which `unit` and, if line is not NULL, `section` are set here. line is the section; NULL: that of
 * the result. The plot shows the window that was searched; its fit shows the default window. The caller owns the plot. Call it on the main thread. */
PlotView *wb_lab_found_view (const WbLabFound *found, const PlotStudyPlane *choices, const LabLine *line);
/* Returns the row of the object whose mark or curve has a point at (x, y), where a click near that point in the plot `view` is reported. Returns −1 if
 * there is none. */
int wb_lab_found_object_at (const WbLabFound *found, const PlotView *view, double x, double y);
/* Returns the number of closed orbits of a result that reach outside of the window, and sets low and high to the ends of a window that contains the present one and
 * all closed orbits, with a margin. */
int wb_lab_found_n_outside (const WbLabFound *found, double *low, double *high);
/* Makes the plot of the return map of a result, which must have one. The caller owns the plot. */
PlotView *wb_lab_returns_view (const WbLabFound *found);
/* Returns a section on which one state is constant in words, "x = 0, rising", as rich text; NULL for other sections. direction as in
 * LabReturns. Free it with g_free. */
char *wb_lab_line_words (const LabPlane *plane, const LabLine *line, int direction);

G_END_DECLS
