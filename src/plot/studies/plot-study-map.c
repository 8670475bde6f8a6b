/* Draws a map, the values of a number over two parameters as colours, with a colour
 * scale. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-study-views.h"
#include "plot-ticks.h"
#include "plot-words.h"

/* The colour map "viridis" by S. van der Walt and N. Smith (matplotlib, released as CC0) at nine equidistant points. Its lightness
 * increases evenly, so that it is readable in grey and for red-green colour blindness. */
static const guint32 viridis[] = { 0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725 };

typedef struct
{
  gint ref_count;
  double *value;
  double low, high;       /* values at the lower and upper end of the scale */
  PlotMapColors colors;
  char *name, *unit;
} Map;

static void
map_unref (gpointer data)
{
  Map *map = data;

  if (--map->ref_count > 0)
    return;
  g_free (map->value);
  g_free (map->name);
  g_free (map->unit);
  g_free (map);
}

/* Returns the colour at a position in the scale, from 0 at the lower end to 1 at the upper end. */
static PlotColor
scale_color (const Map *map, double position, const PlotTheme *theme)
{
  if (map->colors == PLOT_MAP_DIVERGING)
    {
      double signed_position = 2 * position - 1;

      return plot_color_mix (theme->background, signed_position < 0 ? theme->series[0] : theme->rejected, fabs (signed_position));
    }
  else
    {
      double at = CLAMP (position, 0, 1) * (G_N_ELEMENTS (viridis) - 1);
      guint i = MIN ((guint) at, (guint) G_N_ELEMENTS (viridis) - 2);

      return plot_color_mix (plot_color (viridis[i]), plot_color (viridis[i + 1]), at - i);
    }
}

static PlotColor
cell_color (gpointer user, gsize cell, const PlotTheme *theme)
{
  Map *map = user;

  if (isnan (map->value[cell]))
    return (PlotColor) { 0, 0, 0, 0 };
  return scale_color (map, CLAMP ((map->value[cell] - map->low) / (map->high - map->low), 0, 1), theme);
}

static void
cell_readout (gpointer user, gsize cell, GString *text)
{
  Map *map = user;
  g_autofree char *value = isnan (map->value[cell]) ? NULL : plot_text_value (map->value[cell], 3, map->unit);

  if (value == NULL)
    g_string_append_printf (text, _("%s has no value here\n"), map->name);
  else
    g_string_append_printf (text, "%s %s\n", map->name, value);
}

/* ---- the colour scale in the right margin ---- */

typedef struct { PlotLayer layer; Map *map; } Scale;

/* Sizes of the colour scale, px at the usual text size: its distance from the data, its width, and the width of the right margin that
 * contains it. */
#define SCALE_GAP 14.0
#define SCALE_WIDTH 12.0
#define SCALE_MARGIN 84.0
#define SCALE_SLICES 96

static void
scale_free (PlotLayer *layer)
{
  map_unref (((Scale *) layer)->map);
}

static void
scale_draw_front (PlotLayer *layer, PlotFrame *frame)
{
  const Map *map = ((Scale *) layer)->map;
  const PlotTheme *theme = frame->theme;
  double unit = theme->line_grid, x = frame->left + frame->width + SCALE_GAP * unit, width = SCALE_WIDTH * unit;
  double step = plot_scale_step (map->high - map->low, 5), slice = frame->height / SCALE_SLICES;

  for (int i = 0; i < SCALE_SLICES; i++)
    plot_canvas_rectangle (frame->canvas, x, frame->top + frame->height - (i + 1) * slice, width, slice * 1.02,
                           scale_color (map, (i + 0.5) / SCALE_SLICES, theme));
  for (double value = ceil (map->low / step) * step; value <= map->high + 1e-9 * step; value += step)
    {
      char text[32];
      double y = frame->top + frame->height * (1 - (value - map->low) / (map->high - map->low));
      PlotPen pen = { .color = theme->secondary, .width = theme->line_axis, .butt = TRUE };

      plot_format_tick (fabs (value) < 1e-9 * step ? 0 : value, step, text, sizeof text);
      plot_canvas_line (frame->canvas, x + width, y, x + width + theme->tick, y, &pen);
      plot_canvas_text (frame->canvas, text, theme->size_tick, PLOT_TEXT_NORMAL, x + width + theme->tick + 3 * unit, y + theme->size_tick * 0.36, 0,
                        theme->secondary);
    }
  plot_canvas_text (frame->canvas, map->name, theme->size_label, PLOT_TEXT_NORMAL, x, frame->top - theme->size_label * 0.5, 0, theme->text);
}

static const PlotLayerClass scale_class = { .name = "colour scale", .draw_front = scale_draw_front, .free = scale_free };

/* Sets the ends of the scale to the smallest and largest value. For a diverging map, sets them to values of equal magnitude and opposite
 * sign. */
static void
find_range (Map *map, gsize n)
{
  double low = INFINITY, high = -INFINITY;

  for (gsize i = 0; i < n; i++)
    if (isfinite (map->value[i]))
      {
        low = fmin (low, map->value[i]);
        high = fmax (high, map->value[i]);
      }
  if (!(low <= high))
    low = high = 0;
  if (map->colors == PLOT_MAP_DIVERGING)
    {
      high = fmax (fabs (low), fabs (high));
      low = -high;
    }
  if (!(high > low))
    {
      double pad = fmax (fabs (low) * 0.05, 0.5);

      low -= pad;
      high += pad;
    }
  map->low = low;
  map->high = high;
}

PlotView *
plot_study_map_new (const PlotMap *source)
{
  PlotView *view = plot_view_new ();
  Map *map = g_new0 (Map, 1);
  gsize n = (gsize) source->nx * (gsize) source->ny;
  PlotCells cells = { cell_color, cell_readout, map, map_unref };
  Scale *scale = plot_layer_alloc (sizeof (Scale), &scale_class, PLOT_PLANE_FRONT);

  plot_view_set_title (view, source->title, source->remark);
  plot_view_set_x_label (view, source->x_label);
  plot_view_set_y_label (view, source->y_label);
  plot_view_set_margins (view, NAN, SCALE_MARGIN);
  map->ref_count = 2;
  map->value = g_memdup2 (source->value, n * sizeof *source->value);
  map->colors = source->colors;
  map->name = g_strdup (source->name);
  map->unit = g_strdup (source->unit);
  find_range (map, n);
  scale->map = map;
  plot_view_add (view, plot_layer_cells_new (&cells, source->nx, source->ny, source->x_low, source->x_high, source->y_low, source->y_high));
  plot_view_set_x_home (view, source->x_low, source->x_high);
  plot_view_set_y_home (view, source->y_low, source->y_high);
  plot_view_add (view, &scale->layer);
  return view;
}
