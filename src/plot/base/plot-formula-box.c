/* Builds, joins and draws the boxes of a formula. */
#include "plot-formula-box.h"

#include <math.h>

static void
mark_clear (gpointer data)
{
  g_clear_object (&((PlotBoxMark *) data)->layout);
}

PlotBox
plot_box_new (void)
{
  PlotBox box = { g_array_new (FALSE, TRUE, sizeof (PlotBoxMark)), 0, 0, 0 };

  g_array_set_clear_func (box.marks, mark_clear);
  return box;
}

void
plot_box_take (PlotBox *box, PlotBox part, double x, double y)
{
  for (guint i = 0; i < part.marks->len; i++)
    {
      PlotBoxMark mark = g_array_index (part.marks, PlotBoxMark, i);

      mark.x += x;
      mark.y += y;
      if (mark.layout != NULL)
        g_object_ref (mark.layout);
      g_array_append_val (box->marks, mark);
    }
  box->width = fmax (box->width, x + part.width);
  box->ascent = fmax (box->ascent, part.ascent - y);
  box->descent = fmax (box->descent, part.descent + y);
  g_array_unref (part.marks);
}

void
plot_box_append (PlotBox *box, PlotBox part)
{
  plot_box_take (box, part, box->width, 0);
}

void
plot_box_mark (PlotBox *box, PlotBoxMarkType type, double x, double y, double w, double h)
{
  PlotBoxMark mark = { type, NULL, x, y, w, h };

  g_array_append_val (box->marks, mark);
}

PlotBox
plot_box_text (const char *rich, double size)
{
  PlotBox box = plot_box_new ();
  PlotBoxMark mark = { PLOT_BOX_TEXT, plot_text_layout (rich, size, PLOT_TEXT_FORMULA), 0, 0, 0, 0 };
  PangoRectangle ink;
  double baseline = pango_layout_get_baseline (mark.layout) / (double) PANGO_SCALE;

  plot_text_measure (mark.layout, &box.width, NULL, NULL);
  /* Use the extents of the glyph ink, so that bars of fractions and roots can be placed close to it. */
  pango_layout_get_extents (mark.layout, &ink, NULL);
  box.ascent = fmax (baseline - ink.y / (double) PANGO_SCALE, 0.45 * size);
  box.descent = fmax ((ink.y + ink.height) / (double) PANGO_SCALE - baseline, 0);
  g_array_append_val (box.marks, mark);
  return box;
}

PlotBox
plot_box_space (double width)
{
  PlotBox box = plot_box_new ();

  box.width = width;
  return box;
}

/* ---- drawing ---- */

/* Draws a parenthesis as the area between two arcs, thick in the middle and thin at the
 * ends. */
static void
paren_path (cairo_t *cr, const PlotBoxMark *mark, double x, double y, gboolean left)
{
  double near = left ? x : x + mark->w, far = left ? x + mark->w : x, thick = (left ? 1 : -1) * mark->w * 0.32, h = mark->h;

  cairo_move_to (cr, far, y);
  cairo_curve_to (cr, near, y + 0.25 * h, near, y + 0.75 * h, far, y + h);
  cairo_curve_to (cr, near + thick, y + 0.75 * h, near + thick, y + 0.25 * h, far, y);
  cairo_close_path (cr);
}

static void
draw_root (PlotCanvas *canvas, const PlotBoxMark *mark, double x, double y, PlotColor color)
{
  double hook = fmin (0.4 * mark->h, mark->w * 0.6), width = fmax (mark->h * 0.035, 0.7);
  PlotPen pen = { .color = color, .width = width };

  cairo_move_to (canvas->cr, x, y + 0.62 * mark->h);
  cairo_line_to (canvas->cr, x + 0.22 * hook, y + 0.55 * mark->h);
  cairo_line_to (canvas->cr, x + 0.55 * hook, y + mark->h);
  cairo_line_to (canvas->cr, x + hook, y);
  cairo_line_to (canvas->cr, x + mark->w, y);
  plot_canvas_stroke (canvas, &pen);
}

void
plot_box_draw (const PlotBox *box, PlotCanvas *canvas, double x, double y, PlotColor color)
{
  for (guint i = 0; i < box->marks->len; i++)
    {
      const PlotBoxMark *mark = &g_array_index (box->marks, PlotBoxMark, i);
      double mx = x + mark->x, my = y + mark->y;

      cairo_new_path (canvas->cr);
      switch (mark->type)
        {
        case PLOT_BOX_TEXT:
          plot_canvas_layout (canvas, mark->layout, mx, my, 0, color, 0, color);
          break;
        case PLOT_BOX_RULE:
          plot_canvas_rectangle (canvas, mx, my, mark->w, mark->h, color);
          break;
        case PLOT_BOX_DOT:
          plot_canvas_marker (canvas, PLOT_MARKER_DISC, mx, my, mark->w, 0, color, color);
          break;
        case PLOT_BOX_LEFT_PAREN:
        case PLOT_BOX_RIGHT_PAREN:
          paren_path (canvas->cr, mark, mx, my, mark->type == PLOT_BOX_LEFT_PAREN);
          plot_canvas_fill (canvas, color);
          break;
        case PLOT_BOX_ROOT:
          draw_root (canvas, mark, mx, my, color);
          break;
        }
    }
}
