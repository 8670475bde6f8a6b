/* Shows the current distance of two runs from nearby initial states, and a key if the view has no title
 * band. */
#include <math.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-words.h"

typedef struct
{
  PlotLayer layer;
  SimTrajectory *runs[2];
  int *columns, n_columns;
  int series[2];
  char *name;          /* name of the second run as rich text */
  double time;
} Pair;

double
plot_layer_pair_distance (PlotLayer *layer)
{
  Pair *pair = (Pair *) layer;
  double sum = 0;

  for (int i = 0; i < pair->n_columns; i++)
    {
      double a = plot_run_value (pair->runs[0], pair->columns[i], pair->time);
      double b = plot_run_value (pair->runs[1], pair->columns[i], pair->time);

      sum += (a - b) * (a - b);
    }
  return sqrt (sum);
}

static void
draw_legend (Pair *pair, PlotFrame *frame)
{
  const PlotTheme *theme = frame->theme;
  double x = frame->left + theme->size_label * 0.8, y = frame->top + theme->size_label * 1.3, length = theme->size_label * 1.5;

  for (int i = 0; i < 2; i++)
    {
      PlotStyle style = { .series = pair->series[i], .solid = TRUE };
      PlotPen pen = { .color = plot_style_color (&style, theme, FALSE), .width = theme->line_main * 1.6, .butt = TRUE };
      const char *letter = i == 0 ? "A" : "B";

      plot_canvas_line (frame->canvas, x, y - theme->size_label * 0.34, x + length, y - theme->size_label * 0.34, &pen);
      x += length + theme->size_label * 0.45;
      x += plot_canvas_text (frame->canvas, letter, theme->size_label, PLOT_TEXT_BOLD, x, y, 0, plot_style_color (&style, theme, TRUE));
      x += theme->size_label * (i == 0 ? 1.3 : 0.5);
    }
  plot_canvas_text (frame->canvas, pair->name, theme->size_label, PLOT_TEXT_NORMAL, x, y, 0, theme->text);
}

static void
pair_draw (PlotLayer *layer, PlotFrame *frame)
{
  Pair *pair = (Pair *) layer;
  const PlotTheme *theme = frame->theme;
  double right = frame->left + frame->width - theme->size_label * 0.5, y = frame->top + theme->size_label * 0.55;
  g_autoptr (PangoLayout) caption = NULL, value = NULL;
  char number[32];

  if (isnan (pair->time) || sim_trajectory_n_rows (pair->runs[0]) == 0 || sim_trajectory_n_rows (pair->runs[1]) == 0)
    return;
  if (!frame->titled)
    draw_legend (pair, frame);
  plot_format_number (plot_layer_pair_distance (layer), 3, number, sizeof number);
  caption = plot_text_layout (_("current distance"), theme->size_remark, PLOT_TEXT_NORMAL);
  value = plot_text_layout (number, theme->size_label * (frame->titled ? 1.3 : 1.9), PLOT_TEXT_HEAVY);
  plot_canvas_layout (frame->canvas, caption, right, y, 1, theme->secondary, theme->halo, theme->background);
  plot_canvas_layout (frame->canvas, value, right, y + theme->size_label * (frame->titled ? 1.5 : 2), 1, theme->text, theme->halo,
                      theme->background);
}

static void
pair_follow (PlotLayer *layer, PlotTimeAxis *clock)
{
  ((Pair *) layer)->time = plot_time_axis_playhead (clock);
}

static guint64
pair_serial (PlotLayer *layer)
{
  Pair *pair = (Pair *) layer;

  return sim_trajectory_n_rows (pair->runs[0]) + sim_trajectory_n_rows (pair->runs[1]);
}

static void
pair_describe (PlotLayer *layer, GString *text)
{
  Pair *pair = (Pair *) layer;
  char number[32];

  if (isnan (pair->time))
    return;
  plot_format_number (plot_layer_pair_distance (layer), 3, number, sizeof number);
  /* Translators: continues the description of a plot for screen readers; A and B are two runs. */
  g_string_append_printf (text, _(", current distance of A and B %s"), number);
}

static void
pair_free (PlotLayer *layer)
{
  Pair *pair = (Pair *) layer;

  for (int i = 0; i < 2; i++)
    sim_trajectory_unref (pair->runs[i]);
  g_free (pair->columns);
  g_free (pair->name);
}

static const PlotLayerClass pair_class = { "pair", NULL, pair_draw, NULL, NULL, pair_serial, NULL, pair_free, NULL, pair_describe,
                                           .follow = pair_follow };

PlotLayer *
plot_layer_pair_new (SimTrajectory *a, SimTrajectory *b, const int *columns, int n_columns, int series_a, int series_b, const char *name)
{
  Pair *pair = plot_layer_alloc (sizeof (Pair), &pair_class, PLOT_PLANE_FRONT);

  pair->runs[0] = sim_trajectory_ref (a);
  pair->runs[1] = sim_trajectory_ref (b);
  pair->columns = g_memdup2 (columns, n_columns * sizeof *columns);
  pair->n_columns = n_columns;
  pair->series[0] = series_a;
  pair->series[1] = series_b;
  pair->name = g_strdup (name);
  pair->time = NAN;
  return &pair->layer;
}
