/* What a canvas draws with cairo. */
#include "plot-canvas.h"

#include <math.h>

#include "plot-text-mask.h"

static const cairo_user_data_key_t listener_key;

void
plot_canvas_listen (cairo_surface_t *surface, const PlotCanvasListener *listener)
{
  cairo_surface_set_user_data (surface, &listener_key, (gpointer) listener, NULL);
}

void
plot_canvas_init_cairo (PlotCanvas *canvas, cairo_t *cr, double scale, gboolean vector)
{
  *canvas = (PlotCanvas) { .cr = cr, .vector = vector, .scale = scale,
                           .listener = cairo_surface_get_user_data (cairo_get_target (cr), &listener_key) };
}

static void
tell_path (PlotCanvas *canvas, const PlotColor *fill, const PlotPen *pen)
{
  if (canvas->listener != NULL)
    canvas->listener->path (canvas, fill, pen);
}

/* Returns TRUE and clears the path if cairo draws nothing. */
static gboolean
is_document (PlotCanvas *canvas)
{
  if (canvas->svg != NULL)
    cairo_new_path (canvas->cr);
  return canvas->svg != NULL;
}

static void
tell_image (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height, const PlotColor *color)
{
  if (canvas->listener != NULL)
    canvas->listener->image (canvas, image, x, y, width, height, color);
}

static void
set_source (cairo_t *cr, PlotColor color)
{
  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
}

static void
set_pen (cairo_t *cr, const PlotPen *pen)
{
  set_source (cr, pen->color);
  cairo_set_line_width (cr, pen->width);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  /* Round ends would close the gaps of a dashed line, so dashed lines have flat ends. */
  cairo_set_line_cap (cr, pen->butt || pen->n_dashes > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_dash (cr, pen->dashes, pen->n_dashes, pen->dash_offset);
}

gboolean
plot_canvas_is_image (const PlotCanvas *canvas)
{
  return canvas->svg == NULL && cairo_surface_get_type (cairo_get_target (canvas->cr)) == CAIRO_SURFACE_TYPE_IMAGE;
}

gboolean
plot_canvas_is_cancelled (const PlotCanvas *canvas)
{
  return canvas->cancelled != NULL && atomic_load_explicit (canvas->cancelled, memory_order_relaxed);
}

/* ---- paths ---- */

void
plot_canvas_stroke (PlotCanvas *canvas, const PlotPen *pen)
{
  tell_path (canvas, NULL, pen);
  if (is_document (canvas))
    return;
  set_pen (canvas->cr, pen);
  cairo_stroke (canvas->cr);
}

void
plot_canvas_fill (PlotCanvas *canvas, PlotColor color)
{
  tell_path (canvas, &color, NULL);
  if (is_document (canvas))
    return;
  set_source (canvas->cr, color);
  cairo_fill (canvas->cr);
}

void
plot_canvas_fill_stroke (PlotCanvas *canvas, PlotColor color, const PlotPen *pen)
{
  tell_path (canvas, &color, pen);
  if (is_document (canvas))
    return;
  set_source (canvas->cr, color);
  cairo_fill_preserve (canvas->cr);
  set_pen (canvas->cr, pen);
  cairo_stroke (canvas->cr);
}

void
plot_canvas_line (PlotCanvas *canvas, double x0, double y0, double x1, double y1, const PlotPen *pen)
{
  cairo_move_to (canvas->cr, x0, y0);
  cairo_line_to (canvas->cr, x1, y1);
  plot_canvas_stroke (canvas, pen);
}

void
plot_canvas_rectangle (PlotCanvas *canvas, double x, double y, double width, double height, PlotColor color)
{
  cairo_rectangle (canvas->cr, x, y, width, height);
  plot_canvas_fill (canvas, color);
}

void
plot_canvas_push_clip (PlotCanvas *canvas, double x, double y, double width, double height)
{
  if (canvas->listener != NULL)
    canvas->listener->clip (canvas, (const double[4]) { x, y, width, height });
  cairo_save (canvas->cr);
  if (canvas->svg != NULL)
    return;
  cairo_rectangle (canvas->cr, x, y, width, height);
  cairo_clip (canvas->cr);
}

void
plot_canvas_pop_clip (PlotCanvas *canvas)
{
  if (canvas->listener != NULL)
    canvas->listener->clip (canvas, NULL);
  cairo_restore (canvas->cr);
}

void
plot_canvas_image (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height)
{
  int w = cairo_image_surface_get_width (image), h = cairo_image_surface_get_height (image);

  if (w <= 0 || h <= 0)
    return;
  tell_image (canvas, image, x, y, width, height, NULL);
  if (canvas->svg != NULL)
    return;
  cairo_save (canvas->cr);
  cairo_translate (canvas->cr, x, y);
  cairo_scale (canvas->cr, width / w, height / h);
  cairo_set_source_surface (canvas->cr, image, 0, 0);
  /* If the image is magnified, the edges between its pixels stay sharp. */
  cairo_pattern_set_filter (cairo_get_source (canvas->cr), width * canvas->scale > w ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
  cairo_rectangle (canvas->cr, 0, 0, w, h);
  cairo_fill (canvas->cr);
  cairo_restore (canvas->cr);
}

void
plot_canvas_mask (PlotCanvas *canvas, cairo_surface_t *mask, double x, double y, PlotColor color)
{
  double x_scale, y_scale;

  cairo_surface_get_device_scale (mask, &x_scale, &y_scale);
  tell_image (canvas, mask, x, y, cairo_image_surface_get_width (mask) / x_scale, cairo_image_surface_get_height (mask) / y_scale, &color);
  set_source (canvas->cr, color);
  cairo_mask_surface (canvas->cr, mask, x, y);
}

/* ---- text ---- */

/* Draws a layout, or its halo, with the source of cr. On images, rotated text is drawn as outlines:
 * cairo would place each glyph on whole pixels, which makes the distances between small letters
 * uneven. */
static void
cover_layout (PlotCanvas *canvas, PangoLayout *layout, double x, double y, double halo, gboolean pixels)
{
  cairo_t *cr = canvas->cr;

  if (pixels && plot_text_mask_paint (cr, layout, x, y, halo))
    return;
  cairo_move_to (cr, x, y - pango_layout_get_baseline (layout) / (double) PANGO_SCALE);
  if (halo <= 0 && !pixels)
    {
      pango_cairo_show_layout (cr, layout);
      return;
    }
  pango_cairo_layout_path (cr, layout);
  if (halo > 0)
    {
      cairo_set_line_width (cr, halo);
      cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
      cairo_set_dash (cr, NULL, 0, 0);
      cairo_stroke (cr);
    }
  else
    cairo_fill (cr);
}

void
plot_canvas_layout (PlotCanvas *canvas, PangoLayout *layout, double x, double y, double align, PlotColor color, double halo,
                    PlotColor halo_color)
{
  double width;
  gboolean pixels = plot_canvas_is_image (canvas);

  plot_text_measure (layout, &width, NULL, NULL);
  x -= align * width;
  if (canvas->listener != NULL)
    canvas->listener->layout (canvas, layout, x, y, color, halo, halo_color);
  if (canvas->svg != NULL)
    return;
  cairo_new_path (canvas->cr);
  if (halo > 0)
    {
      set_source (canvas->cr, halo_color);
      cover_layout (canvas, layout, x, y, halo, pixels);
    }
  set_source (canvas->cr, color);
  cover_layout (canvas, layout, x, y, 0, pixels);
  cairo_new_path (canvas->cr);
}

double
plot_canvas_text (PlotCanvas *canvas, const char *rich, double size, PlotTextFlags flags, double x, double y, double align,
                  PlotColor color)
{
  g_autoptr (PangoLayout) layout = plot_text_layout (rich, size, flags);
  double width;

  plot_text_measure (layout, &width, NULL, NULL);
  plot_canvas_layout (canvas, layout, x, y, align, color, 0, color);
  return width;
}

/* ---- markers ---- */

void
plot_canvas_marker (PlotCanvas *canvas, PlotMarker marker, double x, double y, double r, double width, PlotColor color, PlotColor inside)
{
  PlotPen pen = { .color = color, .width = width };
  cairo_t *cr = canvas->cr;

  cairo_new_path (cr);
  switch (marker)
    {
    case PLOT_MARKER_NONE:
      return;
    case PLOT_MARKER_DISC:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      plot_canvas_fill (canvas, color);
      return;
    case PLOT_MARKER_POINT:
      cairo_arc (cr, x, y, r + width / 2, 0, 2 * G_PI);
      cairo_close_path (cr);
      pen.color = inside;
      plot_canvas_fill_stroke (canvas, color, &pen);
      return;
    case PLOT_MARKER_RING:
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      cairo_close_path (cr);
      plot_canvas_fill_stroke (canvas, inside, &pen);
      return;
    case PLOT_MARKER_CROSS:
      cairo_move_to (cr, x - r, y - r);
      cairo_line_to (cr, x + r, y + r);
      cairo_move_to (cr, x - r, y + r);
      cairo_line_to (cr, x + r, y - r);
      plot_canvas_stroke (canvas, &pen);
      return;
    case PLOT_MARKER_TRIANGLE:
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x + 1.15 * r, y + r);
      cairo_line_to (cr, x - 1.15 * r, y + r);
      cairo_close_path (cr);
      plot_canvas_fill (canvas, color);
      return;
    case PLOT_MARKER_DIAMOND:
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x + r, y);
      cairo_line_to (cr, x, y + r);
      cairo_line_to (cr, x - r, y);
      cairo_close_path (cr);
      plot_canvas_fill_stroke (canvas, inside, &pen);
      return;
    case PLOT_MARKER_SQUARE:
      cairo_rectangle (cr, x - r, y - r, 2 * r, 2 * r);
      plot_canvas_fill_stroke (canvas, inside, &pen);
      return;
    case PLOT_MARKER_BAR:
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x, y + r);
      plot_canvas_stroke (canvas, &pen);
      return;
    }
}
