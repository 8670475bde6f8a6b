/* Text on images: each layout stores the mask of the pixels that it covers.
 * Cairo needs as much time for the outlines of one tick label as for a thousand
 * pixels of a curve. */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Draws a layout with the source of cr; it starts at x with its first baseline
 * at y. halo > 0: draws an outline of this width instead. The baseline is
 * rounded to a whole pixel, so that small letters stay sharp; the start is
 * rounded to a quarter of a pixel. Returns FALSE and draws nothing if the
 * transformation rotates or mirrors. */
gboolean plot_text_mask_paint (cairo_t *cr, PangoLayout *layout, double x, double y, double halo);

G_END_DECLS
