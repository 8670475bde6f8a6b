/* Text on pixels: what a layout covers, kept with it. Cairo takes as long for the outlines of a tick's number as for a thousand pixels of a curve. */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Covers with cr's source, on an image, a layout that begins at x with its first base line at y, or where halo > 0 a line of this width around it.
 * The base line goes to a whole pixel, so that small type stays sharp; the beginning to a quarter of one. FALSE: turned text, nothing is drawn. */
gboolean plot_text_mask_paint (cairo_t *cr, PangoLayout *layout, double x, double y, double halo);

G_END_DECLS
