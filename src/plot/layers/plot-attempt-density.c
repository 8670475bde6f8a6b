/* Counts the attempts in the cells of a grid and draws the counts as a picture. */
#include "plot-attempt-density.h"

#include <math.h>
#include <string.h>

#include "plot-attempt-values.h"
#include "plot-canvas.h"

/* Number of cells in each direction of a bin. */
#define BIN 4
/* Opacity of a cell that contains one attempt. */
#define LEAST_OPACITY 0.3

void
plot_attempt_density_clear (PlotAttemptDensity *density)
{
  g_clear_pointer (&density->cells, g_free);
  g_clear_pointer (&density->bins, g_free);
  g_clear_pointer (&density->picture, cairo_surface_destroy);
}

void
plot_attempt_density_reset (PlotAttemptDensity *density, double width, double height, double cell, gsize base)
{
  int columns = MAX (1, (int) ceil (width / cell)), rows = MAX (1, (int) ceil (height / cell));

  if (density->cells == NULL || columns != density->columns || rows != density->rows)
    {
      plot_attempt_density_clear (density);
      density->cells = g_new (PlotAttemptCell, (gsize) columns * rows);
    }
  memset (density->cells, 0, sizeof *density->cells * (gsize) columns * rows);
  g_clear_pointer (&density->picture, cairo_surface_destroy);
  density->cell = cell;
  density->columns = columns;
  density->rows = rows;
  density->bin_columns = (density->columns + BIN - 1) / BIN;
  density->bin_rows = (density->rows + BIN - 1) / BIN;
  density->most = 0;
  density->base = base;
  g_free (density->bins);
  density->bins = g_new0 (PlotAttemptBin, (gsize) density->bin_columns * density->bin_rows);
}

static PlotAttemptCell *
cell_at (const PlotAttemptDensity *density, int column, int row)
{
  return &density->cells[(gsize) column * density->rows + row];
}

static void
add_to_cell (PlotAttemptCell *cell, gboolean rejected, guint32 n, gsize index)
{
  cell->n[rejected] += n;
  cell->last[rejected] = (guint32) index;
}

void
plot_attempt_density_add (PlotAttemptDensity *density, double x, double y, gboolean rejected, gsize index)
{
  double column = floor (x / density->cell), row = floor (y / density->cell);

  if (!(column >= 0 && column < density->columns && row >= 0 && row < density->rows))
    return;
  add_to_cell (cell_at (density, (int) column, (int) row), rejected != FALSE, 1, index - density->base);
  g_clear_pointer (&density->picture, cairo_surface_destroy);
}

void
plot_attempt_density_add_block (PlotAttemptDensity *density, const float *values, gsize first, double x, double slope, double offset, double underflow)
{
  const double column = floor (x / density->cell);
  const float per_cell = (float) (slope / density->cell), start = (float) (offset / density->cell), rows = (float) density->rows;
  const float under = (float) CLAMP (underflow / density->cell, -1, (double) density->rows);
  PlotAttemptCell *cells;
  int places[PLOT_ATTEMPT_BLOCK];

  if (!(column >= 0 && column < density->columns))
    return;
  cells = cell_at (density, (int) column, 0);
  /* This loop has no branches, so that compilers make vector code of it. Comparisons with NaN are false: its place is 0. */
  for (int k = 0; k < PLOT_ATTEMPT_BLOCK; k++)
    {
      float row = per_cell * values[k] + start + 1;

      row = values[k] < 0.9f * PLOT_ATTEMPT_UNDERFLOW ? under + 1 : row;
      row = row > 0 ? row : 0;
      row = row < rows + 1 ? row : 0;
      places[k] = (int) row;
    }
  /* Neighbours are often in one cell: they are counted together, because an addition to a number in memory waits for the one before. */
  for (int k = 0, n; k < PLOT_ATTEMPT_BLOCK; k += n)
    {
      gboolean rejected = plot_attempt_values_is_rejected (values[k]);

      for (n = 1; k + n < PLOT_ATTEMPT_BLOCK && places[k + n] == places[k] && plot_attempt_values_is_rejected (values[k + n]) == rejected; n++)
        ;
      if (places[k] > 0)
        add_to_cell (&cells[places[k] - 1], rejected, (guint32) n, first + (gsize) (k + n - 1) - density->base);
    }
  g_clear_pointer (&density->picture, cairo_surface_destroy);
}

/* Adds a cell to its bin. */
static void
add_to_bin (const PlotAttemptDensity *density, PlotAttemptBin *bin, const PlotAttemptCell *cell)
{
  for (int rejected = 0; rejected < 2; rejected++)
    if (cell->n[rejected] > 0)
      {
        bin->n += cell->n[rejected];
        if (bin->n_lone < PLOT_MOST_LONE)
          bin->lone[bin->n_lone++] = (PlotLoneAttempt) { density->base + cell->last[rejected], rejected };
      }
}

void
plot_attempt_density_finish (PlotAttemptDensity *density)
{
  memset (density->bins, 0, sizeof *density->bins * (gsize) density->bin_columns * density->bin_rows);
  density->most = 0;
  for (int column = 0; column < density->columns; column++)
    for (int row = 0; row < density->rows; row++)
      {
        const PlotAttemptCell *cell = cell_at (density, column, row);
        guint32 n = cell->n[0] + cell->n[1];

        if (n > 0)
          {
            density->most = MAX (density->most, n);
            add_to_bin (density, &density->bins[row / BIN * density->bin_columns + column / BIN], cell);
          }
      }
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
  const PlotAttemptCell *cell = cell_at (density, column, row);
  guint32 n = cell->n[0] + cell->n[1];
  PlotColor color;

  if (n == 0 || plot_attempt_density_marks (density, row / BIN * density->bin_columns + column / BIN) != NULL)
    return (PlotColor) { 0, 0, 0, 0 };
  color = plot_color_mix (theme->series[0], theme->rejected, (double) cell->n[1] / n);
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
