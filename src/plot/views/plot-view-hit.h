/* Hits, pins, the overlay and the texts of a view. */
#pragma once

#include "plot-view.h"

G_BEGIN_DECLS

/* Finds the object at pixel (px, py) within `reach` px (8 for the pointer, 6
 * for snapping). Sets *hit and returns its kind. */
PlotHitKind plot_view_hit (PlotView *view, double px, double py, double reach, PlotHit *hit);
/* Finds a stored point of a view over time: among the points that the crosshair
 * at px shows, at most `reach` px from px, the one nearest to py. Returns FALSE
 * if there is none. */
gboolean plot_view_hit_step (PlotView *view, double px, double py, double reach, PlotHit *hit);

/* Finds the mark of a rejected attempt near a pixel, even if other items are
 * nearer; it may be up to 12 px away if `reach` is 8. Returns FALSE if there is
 * none. */
gboolean plot_view_hit_rejected (PlotView *view, double px, double py, double reach, PlotHit *hit);

/* The overlay is drawn over the cached part. */

/* Sets the pixel of the pointer; NaN: none. */
void plot_view_set_hover (PlotView *view, double px, double py);
/* Pins a hit: it is then drawn with its readout, also on pages; NULL removes
 * the pin. If hit->layer is NULL, the hit comes from an earlier view, and is
 * assigned to a layer of its run that has this point. */
void plot_view_set_pin (PlotView *view, const PlotHit *hit);
/* Returns the pinned hit, or NULL; its layer is NULL as long as no layer has the point. Owned by the view. */
const PlotHit *plot_view_pin (const PlotView *view);
/* Draws a ring around a hit; NULL: none. */
void plot_view_set_selected (PlotView *view, const PlotHit *hit);
/* Draws a zoom box, px; NaN: none. */
void plot_view_set_box (PlotView *view, double px0, double py0, double px1, double py1);

/* Returns one sentence for screen readers. Free it with g_free. */
char *plot_view_summary (PlotView *view);
/* Returns the readout at a hit as lines of rich text, or NULL. Free it with g_free. */
char *plot_view_readout (PlotView *view, const PlotHit *hit);
/* Returns, in a view over time, the values at the stored points nearest to t,
 * at most `reach` px away (∞: at any distance), as lines of rich text. If
 * `other` is finite, the differences from the values at time `other` follow.
 * Returns NULL if there is no point. Free it with g_free. */
char *plot_view_readout_at (PlotView *view, double t, double other, double reach);

G_END_DECLS
