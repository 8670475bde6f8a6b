/* Draws the cells of a grid in colours, as a map over a plane. */
#include <math.h>
#include <string.h>

#include "plot-layers.h"

typedef struct
{
  PlotLayer layer;
  PlotCells cells;
  int nx, ny;
  double x_low, x_high, y_low, y_high;
  cairo_surface_t *image;       /* image with one pixel per cell; NULL: not made yet */
  PlotTheme theme;              /* theme in whose colours the image was made */
} Cells;

static void
cells_free (PlotLayer *layer)
{
  Cells *cells = (Cells *) layer;

  g_clear_pointer (&cells->image, cairo_surface_destroy);
  if (cells->cells.destroy != NULL)
    cells->cells.destroy (cells->cells.user);
}

static void
cells_extent (PlotLayer *layer, double x_low, double x_high, PlotExtent *extent)
{
  Cells *cells = (Cells *) layer;

  plot_extent_add (extent, cells->x_low, cells->y_low);
  plot_extent_add (extent, cells->x_high, cells->y_high);
}

/* Returns a colour as a pixel of CAIRO_FORMAT_ARGB32, in which the channels are multiplied by alpha. */
static guint32
pixel (PlotColor color)
{
  guint32 a = (guint32) lround (255 * color.a), r = (guint32) lround (255 * color.a * color.r);
  guint32 g = (guint32) lround (255 * color.a * color.g), b = (guint32) lround (255 * color.a * color.b);

  return a << 24 | r << 16 | g << 8 | b;
}

/* Makes the image of the cells in the colours of a theme. Row 0 of the image is the upper row of cells. */
static void
make_image (Cells *cells, const PlotTheme *theme)
{
  unsigned char *data;
  int stride;

  g_clear_pointer (&cells->image, cairo_surface_destroy);
  cells->image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, cells->nx, cells->ny);
  cells->theme = *theme;
  data = cairo_image_surface_get_data (cells->image);
  stride = cairo_image_surface_get_stride (cells->image);
  for (int j = 0; data != NULL && j < cells->ny; j++)
    for (int i = 0; i < cells->nx; i++)
      {
        guint32 value = pixel (cells->cells.color (cells->cells.user, (gsize) j * (gsize) cells->nx + (gsize) i, theme));

        memcpy (data + (gsize) (cells->ny - 1 - j) * (gsize) stride + (gsize) i * sizeof value, &value, sizeof value);
      }
  cairo_surface_mark_dirty (cells->image);
}

/* Returns whether two themes have the same colours. */
static gboolean
same_colors (const PlotTheme *a, const PlotTheme *b)
{
  return memcmp (&a->background, &b->background, sizeof a->background) == 0 && memcmp (a->series, b->series, sizeof a->series) == 0
         && memcmp (&a->text, &b->text, sizeof a->text) == 0;
}

static void
cells_draw (PlotLayer *layer, PlotFrame *frame)
{
  Cells *cells = (Cells *) layer;
  double x0 = plot_scale_map (frame->x, cells->x_low), x1 = plot_scale_map (frame->x, cells->x_high);
  double y0 = plot_scale_map (frame->y, cells->y_low), y1 = plot_scale_map (frame->y, cells->y_high);

  if (cells->image == NULL || !same_colors (&cells->theme, frame->theme))
    make_image (cells, frame->theme);
  plot_canvas_image (frame->canvas, cells->image, x0, y1, x1 - x0, y0 - y1);
}

static gboolean
cells_hit (PlotLayer *layer, const PlotFrame *frame, double px, double py, PlotHit *hit)
{
  Cells *cells = (Cells *) layer;
  double x = plot_scale_unmap (frame->x, px), y = plot_scale_unmap (frame->y, py);
  double column = floor ((x - cells->x_low) / (cells->x_high - cells->x_low) * cells->nx);
  double row = floor ((y - cells->y_low) / (cells->y_high - cells->y_low) * cells->ny);

  if (cells->cells.readout == NULL || !(column >= 0 && column < cells->nx && row >= 0 && row < cells->ny) || !(hit->distance > 0))
    return FALSE;
  *hit = (PlotHit) { PLOT_HIT_LINE, x, y, px, py, 0, layer, (gsize) row * (gsize) cells->nx + (gsize) column, PLOT_COLUMN_NONE };
  return TRUE;
}

static void
cells_readout (PlotLayer *layer, const PlotHit *hit, const char *time_unit, GString *text)
{
  Cells *cells = (Cells *) layer;

  cells->cells.readout (cells->cells.user, hit->index, text);
}

static const PlotLayerClass cells_class = { .name = "cells", .extent = cells_extent, .draw = cells_draw, .hit = cells_hit,
                                            .readout = cells_readout, .free = cells_free };

PlotLayer *
plot_layer_cells_new (const PlotCells *cells, int nx, int ny, double x_low, double x_high, double y_low, double y_high)
{
  Cells *layer = plot_layer_alloc (sizeof (Cells), &cells_class, PLOT_PLANE_BACK);

  layer->cells = *cells;
  layer->nx = nx;
  layer->ny = ny;
  layer->x_low = x_low;
  layer->x_high = x_high;
  layer->y_low = y_low;
  layer->y_high = y_high;
  return &layer->layer;
}
