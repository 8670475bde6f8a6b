/* Draws basins of attraction as a map. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot-layers.h"
#include "plot-study-views.h"
#include "plot-words.h"

/* ---- colours ---- */

/* Fraction of white in the colour of the earliest capture. The next constant is the fraction of black in the colour of the latest
 * capture. */
#define LIGHTEST 0.62
#define DARKEST 0.14
/* Quantile of the capture times from which on all cells have the darkest colour. Some runs are captured very late. */
#define LATE_QUANTILE 0.95
#define MOST_SAMPLES 4096

PlotColor
plot_study_basin_color (const PlotTheme *theme, int index, double lateness)
{
  static const PlotColor white = { 1, 1, 1, 1 }, black = { 0, 0, 0, 1 };
  PlotColor color = theme->series[index % PLOT_N_SERIES];

  /* There are more attractors than colours of series, so further attractors get these colours mixed with
   * grey. */
  if (index >= PLOT_N_SERIES)
    color = plot_color_mix (color, plot_color (0x808080), 0.45);
  lateness = CLAMP (lateness, 0, 1);
  return lateness < 0.5 ? plot_color_mix (plot_color_mix (color, white, LIGHTEST), color, 2 * lateness)
                        : plot_color_mix (color, plot_color_mix (color, black, DARKEST), 2 * lateness - 1);
}

typedef struct
{
  gint8 *attractor;
  float *capture;
  double earliest, latest;
} Basin;

static void
basin_free (gpointer data)
{
  Basin *basin = data;

  g_free (basin->attractor);
  g_free (basin->capture);
  g_free (basin);
}

static PlotColor
cell_color (gpointer user, gsize cell, const PlotTheme *theme)
{
  Basin *basin = user;
  double span = basin->latest - basin->earliest;
  double lateness = span > 0 ? (basin->capture[cell] - basin->earliest) / span : 0.5;

  switch (basin->attractor[cell])
    {
    case PLOT_BASIN_UNKNOWN:
      return (PlotColor) { 0, 0, 0, 0 };
    case PLOT_BASIN_UNDECIDED:
      return theme->faint;
    case PLOT_BASIN_ESCAPES:
      return plot_color_mix (theme->background, theme->secondary, 0.2 + 0.5 * CLAMP (1 - lateness, 0, 1));
    default:
      return plot_study_basin_color (theme, basin->attractor[cell], lateness);
    }
}

static int
compare_floats (gconstpointer a, gconstpointer b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

/* Sets the range of capture times for the shades, from an evenly spaced sample of
 * cells. */
static void
find_range (Basin *basin, gsize n)
{
  g_autofree float *sample = g_new (float, MOST_SAMPLES);
  gsize n_sample = 0, stride = MAX (n / MOST_SAMPLES, 1);

  for (gsize i = 0; i < n && n_sample < MOST_SAMPLES; i += stride)
    if (basin->attractor[i] > PLOT_BASIN_UNDECIDED && isfinite (basin->capture[i]))
      sample[n_sample++] = basin->capture[i];
  if (n_sample == 0)
    return;
  qsort (sample, n_sample, sizeof *sample, compare_floats);
  basin->earliest = sample[0];
  basin->latest = sample[(gsize) (LATE_QUANTILE * (double) (n_sample - 1))];
}

static void
cell_readout (gpointer user, gsize cell, GString *text)
{
  Basin *basin = user;
  g_autofree char *time = NULL;

  switch (basin->attractor[cell])
    {
    case PLOT_BASIN_UNKNOWN:
      g_string_append (text, _("not computed yet\n"));
      return;
    case PLOT_BASIN_UNDECIDED:
      g_string_append (text, _("no attractor reached by the end\n"));
      return;
    case PLOT_BASIN_ESCAPES:
      time = plot_text_value (basin->capture[cell], 3, NULL);
      g_string_append_printf (text, _("escapes\nat time %s\n"), time);
      return;
    default:
      time = plot_text_value (basin->capture[cell], 3, NULL);
      g_string_append_printf (text, _("comes to rest at %c\nat time %s\n"), 'A' + basin->attractor[cell] % 26, time);
    }
}

/* ---- letters at the positions of attractors ---- */

typedef struct { PlotLayer layer; int n; double *x, *y; } Letters;

static void
letters_free (PlotLayer *layer)
{
  Letters *letters = (Letters *) layer;

  g_free (letters->x);
  g_free (letters->y);
}

static void
letters_draw (PlotLayer *layer, PlotFrame *frame)
{
  Letters *letters = (Letters *) layer;
  const PlotTheme *theme = frame->theme;

  for (int i = 0; i < letters->n; i++)
    {
      char text[2] = { (char) ('A' + i % 26), '\0' };
      g_autoptr (PangoLayout) layout = plot_text_layout (text, theme->size_remark, PLOT_TEXT_BOLD);
      double x = plot_scale_map (frame->x, letters->x[i]), y = plot_scale_map (frame->y, letters->y[i]);
      PlotPen rim = { .color = theme->background, .width = theme->line_other };

      if (plot_scale_zone (frame->x, letters->x[i]) != PLOT_ZONE_INSIDE || plot_scale_zone (frame->y, letters->y[i]) != PLOT_ZONE_INSIDE)
        continue;
      cairo_new_path (frame->canvas->cr);
      cairo_arc (frame->canvas->cr, x, y, theme->size_remark * 0.8, 0, 2 * G_PI);
      cairo_close_path (frame->canvas->cr);
      plot_canvas_fill_stroke (frame->canvas, theme->text, &rim);
      plot_canvas_layout (frame->canvas, layout, x, y + theme->size_remark * 0.36, 0.5, theme->background, 0, theme->background);
    }
}

static const PlotLayerClass letters_class = { .name = "letters", .draw = letters_draw, .free = letters_free };

/* ---- the view of basins ---- */

/* Adds a run with a ring at its start. */
static void
add_path (PlotView *view, const PlotBasin *basin)
{
  PlotLayer *run = plot_layer_line_new (basin->path_x, basin->path_y, (gsize) basin->n_path,
                                        &(PlotStyle) { .series = PLOT_SERIES_TEXT, .width = 1.6 });
  PlotLayer *start = plot_layer_line_new (basin->path_x, basin->path_y, 1, &(PlotStyle) { .series = PLOT_SERIES_TEXT });

  run->no_extent = TRUE;
  plot_view_add (view, run);
  plot_layer_line_set_marker (start, PLOT_MARKER_RING, 5, FALSE);
  start->no_extent = TRUE;
  plot_view_add (view, start);
}

PlotView *
plot_study_basin_new (const PlotBasin *basin)
{
  PlotView *view = plot_view_new ();
  Basin *data = g_new0 (Basin, 1);
  gsize n = (gsize) basin->nx * (gsize) basin->ny;
  PlotCells cells = { cell_color, cell_readout, data, basin_free };
  Letters *letters;

  plot_view_set_title (view, basin->title, basin->remark);
  plot_view_set_x_label (view, basin->x_label);
  plot_view_set_y_label (view, basin->y_label);
  data->attractor = g_memdup2 (basin->attractor, n * sizeof *basin->attractor);
  data->capture = g_memdup2 (basin->capture, n * sizeof *basin->capture);
  find_range (data, n);
  plot_view_add (view, plot_layer_cells_new (&cells, basin->nx, basin->ny, basin->x_low, basin->x_high, basin->y_low, basin->y_high));
  plot_view_set_x_home (view, basin->x_low, basin->x_high);
  plot_view_set_y_home (view, basin->y_low, basin->y_high);
  if (basin->n_path > 0)
    add_path (view, basin);
  letters = plot_layer_alloc (sizeof (Letters), &letters_class, PLOT_PLANE_FRONT);
  letters->n = basin->n_attractors;
  letters->x = g_memdup2 (basin->x, (gsize) basin->n_attractors * sizeof *basin->x);
  letters->y = g_memdup2 (basin->y, (gsize) basin->n_attractors * sizeof *basin->y);
  plot_view_add (view, &letters->layer);
  return view;
}
