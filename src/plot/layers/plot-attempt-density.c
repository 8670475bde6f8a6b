/* Counts the attempts in the cells of a grid and draws the counts as a picture. */
#include "plot-attempt-density.h"

#include <math.h>
#include <string.h>

#include "plot-canvas.h"

/* Number of cells in each direction of a bin. */
#define BIN 4
/* Opacity of a cell that contains one attempt. */
#define LEAST_OPACITY 0.3

void
plot_attempt_density_clear (PlotAttemptDensity *density)
{
  for (int i = 0; i < 2; i++)
    g_clear_pointer (&density->counts[i], g_free);
  g_clear_pointer (&density->bins, g_free);
  g_clear_pointer (&density->picture, cairo_surface_destroy);
}

void
plot_attempt_density_reset (PlotAttemptDensity *density, double width, double height, double cell)
{
  plot_attempt_density_clear (density);
  density->cell = cell;
  density->columns = MAX (1, (int) ceil (width / cell));
  density->rows = MAX (1, (int) ceil (height / cell));
  density->bin_columns = (density->columns + BIN - 1) / BIN;
  density->bin_rows = (density->rows + BIN - 1) / BIN;
  density->most = 0;
  for (int i = 0; i < 2; i++)
    density->counts[i] = g_new0 (guint32, (gsize) density->columns * density->rows);
  density->bins = g_new0 (PlotAttemptBin, (gsize) density->bin_columns * density->bin_rows);
}

void
plot_attempt_density_add (PlotAttemptDensity *density, double x, double y, gboolean rejected)
{
  double column = floor (x / density->cell), row = floor (y / density->cell);
  PlotAttemptBin *bin;
  gsize cell;

  if (!(column >= 0 && column < density->columns && row >= 0 && row < density->rows))
    return;
  cell = (gsize) row * density->columns + (gsize) column;
  density->counts[rejected ? 1 : 0][cell]++;
  density->most = MAX (density->most, density->counts[0][cell] + density->counts[1][cell]);
  bin = &density->bins[((gsize) row / BIN) * density->bin_columns + (gsize) column / BIN];
  if (bin->n < PLOT_MOST_LONE)
    bin->lone[bin->n] = (PlotLoneAttempt) { (float) x, (float) y, rejected };
  bin->n++;
  g_clear_pointer (&density->picture, cairo_surface_destroy);
}

const PlotAttemptBin *
plot_attempt_density_marks (const PlotAttemptDensity *density, int bin)
{
  const PlotAttemptBin *at = &density->bins[bin];

  return at->n > 0 && at->n <= PLOT_MOST_LONE ? at : NULL;
}

/* Returns the colour of a cell. If its opacity is 0, nothing is drawn. */
static PlotColor
cell_color (const PlotAttemptDensity *density, const PlotTheme *theme, int column, int row)
{
  gsize cell = (gsize) row * density->columns + column;
  guint32 accepted = density->counts[0][cell], rejected = density->counts[1][cell], n = accepted + rejected;
  PlotColor color;

  if (n == 0 || plot_attempt_density_marks (density, row / BIN * density->bin_columns + column / BIN) != NULL)
    return (PlotColor) { 0, 0, 0, 0 };
  color = plot_color_mix (theme->series[0], theme->rejected, (double) rejected / n);
  color.a = density->most > 1 ? LEAST_OPACITY + (1 - LEAST_OPACITY) * log (n) / log (density->most) : 1;
  return color;
}

static cairo_surface_t *
make_picture (const PlotAttemptDensity *density, const PlotTheme *theme)
{
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, density->columns, density->rows);
  guint8 *pixels = cairo_image_surface_get_data (picture);
  int stride = cairo_image_surface_get_stride (picture);

  for (int row = 0; row < density->rows; row++)
    for (int column = 0; column < density->columns; column++)
      {
        PlotColor color = cell_color (density, theme, column, row);
        /* Cairo requires colour channels that are multiplied by the opacity. */
        guint32 pixel = (guint32) lrint (255 * color.a) << 24 | (guint32) lrint (255 * color.a * color.r) << 16
                        | (guint32) lrint (255 * color.a * color.g) << 8 | (guint32) lrint (255 * color.a * color.b);

        memcpy (pixels + (gsize) row * stride + 4 * (gsize) column, &pixel, sizeof pixel);
      }
  cairo_surface_mark_dirty (picture);
  return picture;
}

void
plot_attempt_density_paint (PlotAttemptDensity *density, PlotFrame *frame)
{
  if (frame->canvas->vector && !plot_canvas_is_image (frame->canvas))
    {
      for (int row = 0; row < density->rows; row++)
        for (int column = 0; column < density->columns; column++)
          {
            PlotColor color = cell_color (density, frame->theme, column, row);

            if (color.a > 0)
              plot_canvas_rectangle (frame->canvas, frame->left + column * density->cell, frame->top + row * density->cell, density->cell,
                                     density->cell, color);
          }
      return;
    }
  if (density->picture == NULL)
    density->picture = make_picture (density, frame->theme);
  plot_canvas_image (frame->canvas, density->picture, frame->left, frame->top, density->columns * density->cell,
                     density->rows * density->cell);
}
