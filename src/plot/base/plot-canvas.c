#include "plot-canvas.h"

#include <math.h>
#include <string.h>

#include "plot-text-mask.h"

void
plot_canvas_init_cairo (PlotCanvas *canvas, cairo_t *cr, double scale, gboolean vector)
{
  *canvas = (PlotCanvas) { .cr = cr, .vector = vector, .scale = scale };
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

/* ---- SVG documents ---- */

/* Device scale of the recording surface. cairo rounds path coordinates to 1/256 of a device unit; with this scale the resolution is 1/4096
 * pt. */
#define SVG_FINE 16.0

static void
svg_number (GString *svg, double value)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  gsize n;

  if (!isfinite (value))
    value = 0;
  g_ascii_formatd (text, sizeof text, "%.2f", value);
  n = strlen (text);
  while (n > 0 && text[n - 1] == '0')
    text[--n] = '\0';
  if (n > 0 && text[n - 1] == '.')
    text[--n] = '\0';
  g_string_append (svg, strcmp (text, "-0") == 0 ? "0" : text);
}

static void
svg_attribute (GString *svg, const char *name, double value)
{
  g_string_append_printf (svg, " %s=\"", name);
  svg_number (svg, value);
  g_string_append_c (svg, '"');
}

static void
svg_color (GString *svg, const char *name, PlotColor color)
{
  g_string_append_printf (svg, " %s=\"#%02x%02x%02x\"", name, (unsigned) lrint (color.r * 255), (unsigned) lrint (color.g * 255),
                          (unsigned) lrint (color.b * 255));
  if (color.a < 1)
    {
      char attribute[32];

      g_snprintf (attribute, sizeof attribute, "%s-opacity", name);
      g_string_append_printf (svg, " %s=\"", attribute);
      g_ascii_formatd (attribute, sizeof attribute, "%.3f", color.a);
      g_string_append_printf (svg, "%s\"", attribute);
    }
}

/* Converts user coordinates to document coordinates. */
static void
svg_point (PlotCanvas *canvas, double x, double y, double *out_x, double *out_y)
{
  cairo_user_to_device (canvas->cr, &x, &y);
  *out_x = x / SVG_FINE;
  *out_y = y / SVG_FINE;
}

static double
svg_factor (PlotCanvas *canvas)
{
  cairo_matrix_t matrix;

  cairo_get_matrix (canvas->cr, &matrix);
  return sqrt (fabs (matrix.xx * matrix.yy - matrix.xy * matrix.yx)) / SVG_FINE;
}

static void
svg_pair (PlotCanvas *canvas, const cairo_path_data_t *data)
{
  double x, y;

  svg_point (canvas, data->point.x, data->point.y, &x, &y);
  svg_number (canvas->svg, x);
  g_string_append_c (canvas->svg, ' ');
  svg_number (canvas->svg, y);
}

/* Writes the current path as an attribute d="…", and clears it. */
static void
svg_path (PlotCanvas *canvas)
{
  cairo_path_t *path = cairo_copy_path (canvas->cr);
  char last = '\0';

  g_string_append (canvas->svg, " d=\"");
  for (int i = 0; i < path->num_data; i += path->data[i].header.length)
    {
      const cairo_path_data_t *data = &path->data[i];
      static const char letters[] = { [CAIRO_PATH_MOVE_TO] = 'M', [CAIRO_PATH_LINE_TO] = 'L', [CAIRO_PATH_CURVE_TO] = 'C',
                                      [CAIRO_PATH_CLOSE_PATH] = 'Z' };
      char letter = letters[data->header.type];

      /* cairo adds a "move to" after each closed sub-path. One without a line after it draws nothing and is skipped. */
      if (letter == 'M' && (i + data->header.length >= path->num_data
                            || path->data[i + data->header.length].header.type == CAIRO_PATH_MOVE_TO))
        continue;
      g_string_append_c (canvas->svg, letter == last && letter == 'L' ? ' ' : letter);
      last = letter;
      for (int k = 1; k < data->header.length; k++)
        {
          if (k > 1)
            g_string_append_c (canvas->svg, ' ');
          svg_pair (canvas, data + k);
        }
    }
  g_string_append_c (canvas->svg, '"');
  cairo_path_destroy (path);
  cairo_new_path (canvas->cr);
}

static void
svg_pen (PlotCanvas *canvas, const PlotPen *pen)
{
  double factor = svg_factor (canvas);

  svg_color (canvas->svg, "stroke", pen->color);
  svg_attribute (canvas->svg, "stroke-width", pen->width * factor);
  if (!pen->butt && pen->n_dashes == 0)
    g_string_append (canvas->svg, " stroke-linecap=\"round\"");
  g_string_append (canvas->svg, " stroke-linejoin=\"round\"");
  if (pen->n_dashes > 0)
    {
      g_string_append (canvas->svg, " stroke-dasharray=\"");
      for (int i = 0; i < pen->n_dashes; i++)
        {
          if (i > 0)
            g_string_append_c (canvas->svg, ' ');
          svg_number (canvas->svg, pen->dashes[i] * factor);
        }
      g_string_append_c (canvas->svg, '"');
      if (pen->dash_offset != 0)
        svg_attribute (canvas->svg, "stroke-dashoffset", pen->dash_offset * factor);
    }
}

void
plot_canvas_init_svg (PlotCanvas *canvas, double width, double height, const char *title, const char *description)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);

  *canvas = (PlotCanvas) { .cr = cairo_create (surface), .vector = TRUE, .scale = 1, .svg = g_string_sized_new (1 << 16) };
  cairo_surface_destroy (surface);
  cairo_scale (canvas->cr, SVG_FINE, SVG_FINE);
  g_string_append (canvas->svg, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<svg xmlns=\"http://www.w3.org/2000/svg\" version=\"1.1\" width=\"");
  svg_number (canvas->svg, width);
  g_string_append (canvas->svg, "pt\" height=\"");
  svg_number (canvas->svg, height);
  g_string_append (canvas->svg, "pt\" viewBox=\"0 0 ");
  svg_number (canvas->svg, width);
  g_string_append_c (canvas->svg, ' ');
  svg_number (canvas->svg, height);
  g_string_append (canvas->svg, "\">\n");
  if (title != NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (title, -1);

      g_string_append_printf (canvas->svg, "<title>%s</title>\n", escaped);
    }
  if (description != NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (description, -1);

      g_string_append_printf (canvas->svg, "<desc>%s</desc>\n", escaped);
    }
}

static void
metadata_element (GString *svg, const char *name, const char *text)
{
  g_autofree char *escaped = NULL;

  if (text == NULL)
    return;
  escaped = g_markup_escape_text (text, -1);
  g_string_append_printf (svg, "<%s>%s</%s>\n", name, escaped, name);
}

void
plot_canvas_svg_metadata (PlotCanvas *canvas, const char *author, const char *date, const char *settings)
{
  if (author == NULL && date == NULL && settings == NULL)
    return;
  g_string_append (canvas->svg, "<metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n");
  metadata_element (canvas->svg, "dc:creator", author);
  metadata_element (canvas->svg, "dc:date", date);
  metadata_element (canvas->svg, "dc:description", settings);
  g_string_append (canvas->svg, "</metadata>\n");
}

GString *
plot_canvas_finish_svg (PlotCanvas *canvas)
{
  GString *svg = canvas->svg;

  g_string_append (svg, "</svg>\n");
  cairo_destroy (canvas->cr);
  *canvas = (PlotCanvas) { 0 };
  return svg;
}

/* ---- paths ---- */

void
plot_canvas_stroke (PlotCanvas *canvas, const PlotPen *pen)
{
  if (canvas->svg != NULL)
    {
      g_string_append (canvas->svg, "<path fill=\"none\"");
      svg_pen (canvas, pen);
      svg_path (canvas);
      g_string_append (canvas->svg, "/>\n");
      return;
    }
  set_pen (canvas->cr, pen);
  cairo_stroke (canvas->cr);
}

void
plot_canvas_fill (PlotCanvas *canvas, PlotColor color)
{
  if (canvas->svg != NULL)
    {
      g_string_append (canvas->svg, "<path");
      svg_color (canvas->svg, "fill", color);
      svg_path (canvas);
      g_string_append (canvas->svg, "/>\n");
      return;
    }
  set_source (canvas->cr, color);
  cairo_fill (canvas->cr);
}

void
plot_canvas_fill_stroke (PlotCanvas *canvas, PlotColor color, const PlotPen *pen)
{
  if (canvas->svg != NULL)
    {
      g_string_append (canvas->svg, "<path");
      svg_color (canvas->svg, "fill", color);
      svg_pen (canvas, pen);
      svg_path (canvas);
      g_string_append (canvas->svg, "/>\n");
      return;
    }
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
  cairo_save (canvas->cr);
  if (canvas->svg != NULL)
    {
      double left, top, factor = svg_factor (canvas);

      svg_point (canvas, x, y, &left, &top);
      canvas->n_clips++;
      g_string_append_printf (canvas->svg, "<clipPath id=\"c%d\"><rect", canvas->n_clips);
      svg_attribute (canvas->svg, "x", left);
      svg_attribute (canvas->svg, "y", top);
      svg_attribute (canvas->svg, "width", width * factor);
      svg_attribute (canvas->svg, "height", height * factor);
      g_string_append_printf (canvas->svg, "/></clipPath>\n<g clip-path=\"url(#c%d)\">\n", canvas->n_clips);
      return;
    }
  cairo_rectangle (canvas->cr, x, y, width, height);
  cairo_clip (canvas->cr);
}

void
plot_canvas_pop_clip (PlotCanvas *canvas)
{
  cairo_restore (canvas->cr);
  if (canvas->svg != NULL)
    g_string_append (canvas->svg, "</g>\n");
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

void
plot_canvas_image (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height)
{
  int w = cairo_image_surface_get_width (image), h = cairo_image_surface_get_height (image);

  if (w <= 0 || h <= 0)
    return;
  if (canvas->svg != NULL)
    {
      g_autoptr (GByteArray) png = g_byte_array_new ();
      g_autofree char *base64 = NULL;
      double left, top, factor = svg_factor (canvas);

      svg_point (canvas, x, y, &left, &top);
      cairo_surface_write_to_png_stream (image, append_bytes, png);
      base64 = g_base64_encode (png->data, png->len);
      g_string_append (canvas->svg, "<image preserveAspectRatio=\"none\"");
      svg_attribute (canvas->svg, "x", left);
      svg_attribute (canvas->svg, "y", top);
      svg_attribute (canvas->svg, "width", width * factor);
      svg_attribute (canvas->svg, "height", height * factor);
      g_string_append_printf (canvas->svg, " href=\"data:image/png;base64,%s\"/>\n", base64);
      return;
    }
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

/* ---- text ---- */

static void
svg_font (PlotCanvas *canvas, PangoFont *font, double factor)
{
  PangoFontDescription *description = pango_font_describe_with_absolute_size (font);
  g_autofree char *family = g_markup_escape_text (pango_font_description_get_family (description), -1);
  gboolean italic = pango_font_description_get_style (description) != PANGO_STYLE_NORMAL;
  gboolean serif = g_strcmp0 (pango_font_description_get_family (description), plot_text_math_family ()) == 0;

  g_string_append_printf (canvas->svg, " font-family=\"%s, %s\"", family, serif ? "serif" : "sans-serif");
  svg_attribute (canvas->svg, "font-size", pango_font_description_get_size (description) / (double) PANGO_SCALE * factor);
  if (pango_font_description_get_weight (description) != PANGO_WEIGHT_NORMAL)
    g_string_append_printf (canvas->svg, " font-weight=\"%d\"", (int) pango_font_description_get_weight (description));
  if (italic)
    g_string_append (canvas->svg, " font-style=\"italic\"");
  pango_font_description_free (description);
}

/* Writes a layout as one <text> element with a <tspan> for each run of one font, at the position that Pango computed. */
static void
svg_layout (PlotCanvas *canvas, PangoLayout *layout, double x, double y, PlotColor color, double halo, PlotColor halo_color)
{
  const char *text = pango_layout_get_text (layout);
  double factor = svg_factor (canvas), baseline = pango_layout_get_baseline (layout) / (double) PANGO_SCALE;
  PangoLayoutIter *iter = pango_layout_get_iter (layout);

  g_string_append (canvas->svg, "<text xml:space=\"preserve\"");
  svg_color (canvas->svg, "fill", color);
  if (halo > 0)
    {
      svg_color (canvas->svg, "stroke", halo_color);
      svg_attribute (canvas->svg, "stroke-width", halo * factor);
      g_string_append (canvas->svg, " stroke-linejoin=\"round\" paint-order=\"stroke\"");
    }
  g_string_append_c (canvas->svg, '>');
  do
    {
      PangoLayoutRun *run = pango_layout_iter_get_run_readonly (iter);
      PangoRectangle logical;
      double left, base;

      if (run == NULL)
        continue;
      pango_layout_iter_get_run_extents (iter, NULL, &logical);
      svg_point (canvas, x + logical.x / (double) PANGO_SCALE,
                 y + pango_layout_iter_get_run_baseline (iter) / (double) PANGO_SCALE - baseline, &left, &base);
      g_autofree char *escaped = g_markup_escape_text (text + run->item->offset, run->item->length);
      g_string_append (canvas->svg, "<tspan");
      svg_attribute (canvas->svg, "x", left);
      svg_attribute (canvas->svg, "y", base);
      svg_font (canvas, run->item->analysis.font, factor);
      g_string_append_printf (canvas->svg, ">%s</tspan>", escaped);
    }
  while (pango_layout_iter_next_run (iter));
  pango_layout_iter_free (iter);
  g_string_append (canvas->svg, "</text>\n");
}

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
  if (canvas->svg != NULL)
    {
      svg_layout (canvas, layout, x, y, color, halo, halo_color);
      return;
    }
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
