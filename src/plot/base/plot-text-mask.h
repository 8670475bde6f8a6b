/* Draws text on images with stored masks of the pixels that a layout covers. Without masks,
 * cairo needs as much time for the outlines of one tick label as for a thousand pixels of a
 * curve. */
#pragma once

#include <pango/pangocairo.h>

G_BEGIN_DECLS

/* Draws a layout with the source of cr. It starts at x, with its first baseline at
 * y. If halo > 0, draws an outline of this width instead. The baseline is rounded
 * to a whole pixel, so that small letters are sharp, and the start to a quarter of
 * a pixel. Returns FALSE and draws nothing if the transformation rotates or
 * mirrors. */
gboolean plot_text_mask_paint (cairo_t *cr, PangoLayout *layout, double x, double y, double halo);

G_END_DECLS
