/* The dot is drawn because fonts have no such dot or a very small one. */
#include "plot-dot.h"

/* Radius of the dot and its distance from the letter, relative to the type size. It is shifted to the right, because letters are slanted. */
#define RADIUS 0.075
#define GAP 0.21
#define SLANT 0.06

void
plot_dot_draw (PlotFrame *frame, const char *name, double size, PlotTextFlags flags, double x, double baseline, PlotColor color)
{
  g_autofree char *variable = plot_text_variable (name);
  g_autoptr (PangoLayout) layout = plot_text_layout (variable, size, flags);
  PangoRectangle ink;
  double y;

  pango_layout_get_extents (layout, &ink, NULL);
  x += (ink.x + 0.5 * ink.width) / PANGO_SCALE + SLANT * size;
  y = baseline + (ink.y - pango_layout_get_baseline (layout)) / (double) PANGO_SCALE - GAP * size;
  plot_canvas_marker (frame->canvas, PLOT_MARKER_DISC, x, y, RADIUS * size + frame->theme->halo / 3, 0, frame->theme->background, color);
  plot_canvas_marker (frame->canvas, PLOT_MARKER_DISC, x, y, RADIUS * size, 0, color, color);
}
