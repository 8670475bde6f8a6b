/* SVG documents, in which text remains text. The canvas draws nothing with cairo; its listener writes the document. */
#include "plot-canvas.h"

#include <math.h>
#include <string.h>

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
  g_string_append_printf (svg, " %s=\"#%02x%02x%02x\"", name, (unsigned)lrint (color.r * 255), (unsigned)lrint (color.g * 255),
                          (unsigned)lrint (color.b * 255));
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

/* Writes the current path as an attribute d="…". */
static void
svg_path (PlotCanvas *canvas)
{
  cairo_path_t *path = cairo_copy_path (canvas->cr);
  char last = '\0';

  g_string_append (canvas->svg, " d=\"");
  for (int i = 0; i < path->num_data; i += path->data[i].header.length)
    {
      const cairo_path_data_t *data = &path->data[i];
      static const char letters[] = {
        [CAIRO_PATH_MOVE_TO] = 'M', [CAIRO_PATH_LINE_TO] = 'L', [CAIRO_PATH_CURVE_TO] = 'C', [CAIRO_PATH_CLOSE_PATH] = 'Z'
      };
      char letter = letters[data->header.type];

      /* cairo adds a "move to" after each closed sub-path. One without a line after it draws nothing and is skipped. */
      if (letter == 'M'
          && (i + data->header.length >= path->num_data || path->data[i + data->header.length].header.type == CAIRO_PATH_MOVE_TO))
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

static void
svg_draw_path (PlotCanvas *canvas, const PlotColor *fill, const PlotPen *pen)
{
  g_string_append (canvas->svg, "<path");
  if (fill != NULL)
    svg_color (canvas->svg, "fill", *fill);
  else
    g_string_append (canvas->svg, " fill=\"none\"");
  if (pen != NULL)
    svg_pen (canvas, pen);
  svg_path (canvas);
  g_string_append (canvas->svg, "/>\n");
}

static void
svg_clip (PlotCanvas *canvas, const double *rectangle)
{
  double left, top, factor = svg_factor (canvas);

  if (rectangle == NULL)
    {
      g_string_append (canvas->svg, "</g>\n");
      return;
    }
  svg_point (canvas, rectangle[0], rectangle[1], &left, &top);
  canvas->n_clips++;
  g_string_append_printf (canvas->svg, "<clipPath id=\"c%d\"><rect", canvas->n_clips);
  svg_attribute (canvas->svg, "x", left);
  svg_attribute (canvas->svg, "y", top);
  svg_attribute (canvas->svg, "width", rectangle[2] * factor);
  svg_attribute (canvas->svg, "height", rectangle[3] * factor);
  g_string_append_printf (canvas->svg, "/></clipPath>\n<g clip-path=\"url(#c%d)\">\n", canvas->n_clips);
}

static cairo_status_t
append_bytes (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
svg_image (PlotCanvas *canvas, cairo_surface_t *image, double x, double y, double width, double height, const PlotColor *color)
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
}

static void
svg_font (PlotCanvas *canvas, PangoFont *font, double factor)
{
  PangoFontDescription *description = pango_font_describe_with_absolute_size (font);
  g_autofree char *family = g_markup_escape_text (pango_font_description_get_family (description), -1);
  gboolean italic = pango_font_description_get_style (description) != PANGO_STYLE_NORMAL;
  gboolean serif = g_strcmp0 (pango_font_description_get_family (description), plot_text_math_family ()) == 0;

  g_string_append_printf (canvas->svg, " font-family=\"%s, %s\"", family, serif ? "serif" : "sans-serif");
  svg_attribute (canvas->svg, "font-size", pango_font_description_get_size (description) / (double)PANGO_SCALE * factor);
  if (pango_font_description_get_weight (description) != PANGO_WEIGHT_NORMAL)
    g_string_append_printf (canvas->svg, " font-weight=\"%d\"", (int)pango_font_description_get_weight (description));
  if (italic)
    g_string_append (canvas->svg, " font-style=\"italic\"");
  pango_font_description_free (description);
}

/* Writes a layout as one <text> element with a <tspan> for each run of one font, at the position that Pango computed. */
static void
svg_layout (PlotCanvas *canvas, PangoLayout *layout, double x, double y, PlotColor color, double halo, PlotColor halo_color)
{
  const char *text = pango_layout_get_text (layout);
  double factor = svg_factor (canvas), baseline = pango_layout_get_baseline (layout) / (double)PANGO_SCALE;
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
      svg_point (canvas, x + logical.x / (double)PANGO_SCALE,
                 y + pango_layout_iter_get_run_baseline (iter) / (double)PANGO_SCALE - baseline, &left, &base);
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

static const PlotCanvasListener svg_listener = { .path = svg_draw_path, .layout = svg_layout, .image = svg_image, .clip = svg_clip };

void
plot_canvas_init_svg (PlotCanvas *canvas, double width, double height, const char *title, const char *description)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);

  *canvas = (PlotCanvas){
    .cr = cairo_create (surface), .vector = TRUE, .scale = 1, .svg = g_string_sized_new (1 << 16), .listener = &svg_listener
  };
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
  *canvas = (PlotCanvas){ 0 };
  return svg;
}
