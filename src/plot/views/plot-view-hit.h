/* Finds objects of a view under the pointer; pins, overlay and texts of a view. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

/* Finds the object nearest to pixel (px, py) within `reach` px; usual values are 8 for the pointer and 6 for snapping. Sets *hit and
 * returns its kind. */
PlotHitKind plot_view_hit (PlotView *view, double px, double py, double reach, PlotHit *hit);
/* Finds a stored point in a view over time. Among the points that the crosshair at px shows, at
 * most `reach` px away horizontally, the one nearest to py is chosen. Returns FALSE if there is
 * none. */
gboolean plot_view_hit_step (PlotView *view, double px, double py, double reach, PlotHit *hit);

/* Finds the mark of a rejected attempt near a pixel, even if other items are
 * nearer. It may be at a distance of 1.5 times `reach`. Returns FALSE if there is
 * none. */
gboolean plot_view_hit_rejected (PlotView *view, double px, double py, double reach, PlotHit *hit);

/* The following functions change the overlay, which is drawn over the cached part of the view. */

/* Sets the pixel at which the pointer is; NaN: outside the view. */
void plot_view_set_hover (PlotView *view, double px, double py);
/* Pins a hit, so that it is drawn with its readout, also on pages. NULL removes the pin. A hit whose
 * layer is NULL comes from an earlier view; it is assigned to a layer of its run that contains the
 * point. */
void plot_view_set_pin (PlotView *view, const PlotHit *hit);
/* Returns the pinned hit, or NULL. Its layer is NULL as long as no layer contains the point. Owned by the view. */
const PlotHit *plot_view_pin (const PlotView *view);
/* Draws a ring around a hit; NULL removes it. */
void plot_view_set_selected (PlotView *view, const PlotHit *hit);
/* Draws a zoom box with these corners, px; NaN removes it. */
void plot_view_set_box (PlotView *view, double px0, double py0, double px1, double py1);

/* Returns a sentence that describes the view, for screen readers. Free it with g_free. */
char *plot_view_summary (PlotView *view);
/* Returns the readout of a hit as lines of rich text, or NULL if there is none. Free it with g_free. */
char *plot_view_readout (PlotView *view, const PlotHit *hit);
/* Returns the values at the stored points nearest to time t in a view over time, as lines of rich
 * text. Points must be at most `reach` px away (∞: any distance). If `other` is finite, the
 * differences from the values at time `other` follow. Returns NULL if there is no point. Free it with
 * g_free. */
char *plot_view_readout_at (PlotView *view, double t, double other, double reach);
/* Returns whether the strip of plot_view_set_strip is shown. A view that is too low has none. Valid after the view was drawn. */
gboolean plot_view_has_strip (const PlotView *view);

G_END_DECLS
