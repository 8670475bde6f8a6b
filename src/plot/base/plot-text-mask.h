/* Text on images: the pixels that a layout covers, kept with the layout. Drawing the outlines of a tick label takes cairo as long as
 * drawing a thousand pixels of a curve. */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Covers with cr's source a layout that starts at x with its first baseline at y; halo > 0: an outline of this width instead. The
 * baseline is rounded to a whole pixel, so that small type stays sharp, the start to a quarter of a pixel. Returns FALSE, and draws
 * nothing, if the transformation rotates or mirrors. */
gboolean plot_text_mask_paint (cairo_t *cr, PangoLayout *layout, double x, double y, double halo);

G_END_DECLS
