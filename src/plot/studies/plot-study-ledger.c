/* Draws horizontal stacked bars with their names above them. */
#include <math.h>
#include <string.h>

#include "plot-format.h"
#include "plot-layers.h"
#include "plot-study-views.h"
#include "plot-text.h"
#include "plot-words.h"

typedef struct
{
  PlotLayer layer;
  int n_rows, n_parts;
  char **names, **failures, **part_names;
  double *parts, *sums;
  int *series;
  double largest;
} Ledger;

static void
ledger_free (PlotLayer *layer)
{
  Ledger *ledger = (Ledger *) layer;

  g_strfreev (ledger->names);
  for (int r = 0; r < ledger->n_rows; r++)
    g_free (ledger->failures[r]);
  g_free (ledger->failures);
  g_strfreev (ledger->part_names);
  g_free (ledger->parts);
  g_free (ledger->sums);
  g_free (ledger->series);
}

static PlotColor
part_color (const Ledger *ledger, int part, const PlotTheme *theme)
{
  PlotStyle style = { .series = ledger->series[part] };

  return plot_style_color (&style, theme, FALSE);
}

static gboolean
part_occurs (const Ledger *ledger, int part)
{
  for (int r = 0; r < ledger->n_rows; r++)
    if (ledger->parts[r * ledger->n_parts + part] > 0)
      return TRUE;
  return FALSE;
}

/* Draws the key from the left edge, in as many lines as it needs, and returns the number of lines. If draw is FALSE, nothing is
 * drawn. */
static int
key (const Ledger *ledger, PlotFrame *frame, double top, gboolean draw)
{
  const PlotTheme *theme = frame->theme;
  double size = theme->size_remark, x = frame->left, line = 1.9 * size;
  int lines = 1;

  for (int p = 0; p < ledger->n_parts; p++)
    {
      g_autoptr (PangoLayout) layout = NULL;
      double width;

      if (!part_occurs (ledger, p))
        continue;
      layout = plot_text_layout (ledger->part_names[p], size, PLOT_TEXT_NORMAL);
      plot_text_measure (layout, &width, NULL, NULL);
      if (x > frame->left && x + 1.5 * size + width > frame->left + frame->width)
        {
          x = frame->left;
          lines++;
        }
      if (draw)
        {
          double y = top + (lines - 1) * line;

          plot_canvas_rectangle (frame->canvas, x, y - 0.8 * size, 0.85 * size, 0.85 * size, part_color (ledger, p, theme));
          plot_canvas_layout (frame->canvas, layout, x + 1.3 * size, y, 0, theme->text, 0, theme->text);
        }
      x += 1.3 * size + width + 1.6 * size;
    }
  return lines;
}

static void
draw_row (const Ledger *ledger, PlotFrame *frame, int row, double top, double height, double scale)
{
  const PlotTheme *theme = frame->theme;
  double size = theme->size_label, bar = CLAMP (height - 1.9 * size, 4 * theme->line_grid, 1.3 * size), y = top + 1.45 * size, x = frame->left;
  char sum[64];

  plot_canvas_text (frame->canvas, ledger->names[row], size, PLOT_TEXT_NORMAL, x, top + size, 0, theme->text);
  if (ledger->failures[row] != NULL)
    {
      plot_canvas_text (frame->canvas, ledger->failures[row], theme->size_remark, PLOT_TEXT_NORMAL, x, y + 0.9 * size, 0, theme->secondary);
      return;
    }
  for (int p = 0; p < ledger->n_parts; p++)
    {
      double width = ledger->parts[row * ledger->n_parts + p] * scale;

      if (!(width > 0))
        continue;
      plot_canvas_rectangle (frame->canvas, x, y, fmax (width - theme->line_grid, 0.5 * theme->line_grid), bar, part_color (ledger, p, theme));
      x += width;
    }
  plot_format_count ((guint64) ledger->sums[row], sum, sizeof sum);
  plot_canvas_text (frame->canvas, sum, size, PLOT_TEXT_BOLD, x + 0.6 * size, y + bar / 2 + 0.36 * size, 0, theme->text);
}

static void
ledger_draw (PlotLayer *layer, PlotFrame *frame)
{
  const Ledger *ledger = (const Ledger *) layer;
  const PlotTheme *theme = frame->theme;
  double line = 1.9 * theme->size_remark, foot = key (ledger, frame, 0, FALSE) * line, room = frame->height - foot;
  double height = fmin (room / MAX (ledger->n_rows, 1), 4.2 * theme->size_label);
  /* Reserve space for the sum, which is about seven digits wide. */
  double scale = fmax (frame->width - 5 * theme->size_label, 1) / fmax (ledger->largest, 1);

  for (int r = 0; r < ledger->n_rows; r++)
    draw_row (ledger, frame, r, frame->top + r * height, height, scale);
  key (ledger, frame, frame->top + ledger->n_rows * height + 0.8 * line, TRUE);
}

static void
ledger_describe (PlotLayer *layer, GString *text)
{
  const Ledger *ledger = (const Ledger *) layer;

  for (int r = 0; r < ledger->n_rows; r++)
    if (ledger->failures[r] == NULL)
      g_string_append_printf (text, ", %s: %.0f", ledger->names[r], ledger->sums[r]);
}

static const PlotLayerClass ledger_class = { .name = "ledger", .draw = ledger_draw, .describe = ledger_describe, .free = ledger_free };

PlotView *
plot_study_ledger_new (const char *title, const char *remark, const PlotLedgerRow *rows, int n_rows, const char *const *part_names,
                       const int *part_series, int n_parts)
{
  PlotView *view = plot_view_new ();
  Ledger *ledger = plot_layer_alloc (sizeof (Ledger), &ledger_class, PLOT_PLANE_DATA);

  ledger->n_rows = n_rows;
  ledger->n_parts = n_parts;
  ledger->names = g_new0 (char *, n_rows + 1);
  ledger->failures = g_new0 (char *, n_rows + 1);
  ledger->part_names = g_new0 (char *, n_parts + 1);
  ledger->series = g_memdup2 (part_series, sizeof (int) * (gsize) n_parts);
  ledger->parts = g_new0 (double, n_rows * n_parts + 1);
  ledger->sums = g_new0 (double, n_rows + 1);
  for (int p = 0; p < n_parts; p++)
    ledger->part_names[p] = g_strdup (part_names[p]);
  for (int r = 0; r < n_rows; r++)
    {
      ledger->names[r] = plot_text_escape (rows[r].name);
      ledger->failures[r] = rows[r].failure != NULL ? plot_text_escape (rows[r].failure) : NULL;
      for (int p = 0; p < n_parts && rows[r].failure == NULL; p++)
        {
          ledger->parts[r * n_parts + p] = rows[r].parts[p];
          ledger->sums[r] += rows[r].parts[p];
        }
      ledger->largest = fmax (ledger->largest, ledger->sums[r]);
    }
  plot_view_set_title (view, title, remark);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_x_range (view, 0, 1);
  plot_view_set_y_range (view, 0, 1);
  plot_view_add (view, &ledger->layer);
  return view;
}
