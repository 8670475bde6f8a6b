/* Draws formulas and logarithmic bars on the cards of the Microscope. */
#include "wb-drawing-bars.h"

#include <math.h>

#include "plot-formula.h"
#include "plot-text.h"

#define FORMULA_SIZE 18
/* A formula that is too wide gets this part of the room, because hinted glyphs do not shrink in exact proportion. */
#define FITTED 0.95

double
wb_bars_formula (PlotCanvas *canvas, const PlotTheme *theme, const char *left, const char *right, const char *after, const char *remark, double x, double y,
                 double room)
{
  double width, ascent, descent, size = WB_BARS_PX (theme, FORMULA_SIZE), tail = 0;

  for (int pass = 0; pass < 2; pass++)
    {
      g_autoptr (PlotFormula) formula = plot_formula_new (left, right, size);

      plot_formula_get_size (formula, &width, &ascent, &descent);
      if (after != NULL)
        {
          g_autoptr (PangoLayout) layout = plot_text_layout (after, 0.94 * size, PLOT_TEXT_BOLD);

          plot_text_measure (layout, &tail, NULL, NULL);
          tail += 0.5 * size;
        }
      if (pass == 0 && width + tail > room)
        {
          size *= FITTED * room / (width + tail);
          continue;
        }
      plot_formula_draw (formula, canvas, x, y + ascent, theme->text);
      if (after != NULL)
        plot_canvas_text (canvas, after, 0.94 * size, PLOT_TEXT_BOLD, x + width + 0.5 * size, y + ascent, 0, theme->text);
      if (remark != NULL)
        {
          g_autoptr (PangoLayout) layout = plot_text_layout (remark, WB_BARS_PX (theme, 13), PLOT_TEXT_NORMAL);
          double wide;

          plot_text_measure (layout, &wide, NULL, NULL);
          if (width + tail + 1.6 * size + wide <= room)
            plot_canvas_text (canvas, remark, WB_BARS_PX (theme, 13), PLOT_TEXT_NORMAL, x + width + tail + 1.6 * size, y + ascent, 0, theme->secondary);
        }
      break;
    }
  return ascent + descent;
}

double
wb_bars_place (double value, double low, double high, double left, double width)
{
  return left + width * (log (CLAMP (value, low, high)) - log (low)) / (log (high) - log (low));
}

void
wb_bars_ticks (PlotCanvas *canvas, const PlotTheme *theme, const double *ticks, gsize n, double low, double high, double left, double width, double y)
{
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *number = g_strdup_printf ("%g", ticks[i]);

      plot_canvas_text (canvas, number, theme->size_tick, PLOT_TEXT_NORMAL, wb_bars_place (ticks[i], low, high, left, width), y,
                        i == 0 ? 0 : i == n - 1 && ticks[i] == high ? 1 : 0.5, theme->secondary);
    }
}

void
wb_bars_mark (PlotCanvas *canvas, const PlotTheme *theme, double x, double y, double bar, const char *label, PlotColor color, double align, double left, double right)
{
  const double size = WB_BARS_PX (theme, 13);
  g_autoptr (PangoLayout) layout = plot_text_layout (label, size, PLOT_TEXT_BOLD);
  double width, at;

  plot_text_measure (layout, &width, NULL, NULL);
  at = CLAMP (x - align * width, left, fmax (right - width, left));
  plot_canvas_rectangle (canvas, x - WB_BARS_PX (theme, 1), y - WB_BARS_PX (theme, 4), WB_BARS_PX (theme, 2), bar + WB_BARS_PX (theme, 4), color);
  cairo_move_to (canvas->cr, x, y - WB_BARS_PX (theme, 2));
  cairo_line_to (canvas->cr, x - WB_BARS_PX (theme, 5), y - WB_BARS_PX (theme, 10));
  cairo_line_to (canvas->cr, x + WB_BARS_PX (theme, 5), y - WB_BARS_PX (theme, 10));
  cairo_close_path (canvas->cr);
  plot_canvas_fill (canvas, color);
  plot_canvas_text (canvas, label, size, PLOT_TEXT_BOLD, at, y - WB_BARS_PX (theme, 15), 0, color);
}

PlotView *
wb_bars_view (const char *title, const char *remark, const PlotDrawing *drawing)
{
  PlotView *view = plot_view_new ();

  plot_view_set_title (view, title, remark);
  plot_view_set_title_shown (view, FALSE);
  plot_view_set_axes_shown (view, FALSE, FALSE);
  plot_view_set_margins (view, 18, 18);
  plot_view_add (view, plot_layer_drawing_new (drawing));
  return view;
}
