/* Draws rooted trees and writes their order conditions. */
#include "wb-lab-tree.h"

#include <math.h>

#include "wb-style.h"

#define LEVEL 9.0
#define LEAF 10.0
/* The largest width of the picture of a tree, in px. If a tree is wider, its leaves are drawn closer together. */
#define WIDEST 46.0
#define RADIUS 2.6

/* Returns the text after one tree in brackets. */
static const char *
skip (const char *at)
{
  int depth = 0;

  do
    {
      depth += *at == '[' ? 1 : *at == ']' ? -1 : 0;
      at++;
    }
  while (depth > 0 && *at != '\0');
  return at;
}

static int
n_leaves (const char *at)
{
  const char *end = skip (at);
  int n = 0;

  for (at++; at < end - 1; at = *at == '[' ? skip (at) : at + 1)
    if (*at == '[')
      n += n_leaves (at);
  return MAX (n, 1);
}

static int
height (const char *at)
{
  const char *end = skip (at);
  int most = 0;

  for (at++; at < end - 1; at = *at == '[' ? skip (at) : at + 1)
    if (*at == '[')
      most = MAX (most, height (at));
  return most + 1;
}

/* Draws a tree whose first leaf is at x. Returns the x of its root. */
static double
draw_tree (cairo_t *cr, const char *at, double leaf, double x, double y)
{
  const char *end = skip (at);
  double width = n_leaves (at) * leaf, root = x + width / 2;

  for (at++; at < end - 1; at = *at == '[' ? skip (at) : at + 1)
    if (*at == '[')
      {
        double child = draw_tree (cr, at, leaf, x, y - LEVEL);

        cairo_move_to (cr, root, y);
        cairo_line_to (cr, child, y - LEVEL);
        cairo_stroke (cr);
        x += n_leaves (at) * leaf;
      }
  cairo_arc (cr, root, y, RADIUS, 0, 2 * G_PI);
  cairo_fill (cr);
  return root;
}

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height_px, gpointer user)
{
  const char *brackets = user;
  PlotColor color = wb_style_plot_theme ()->text;
  double leaf = fmin (LEAF, WIDEST / n_leaves (brackets));

  cairo_set_source_rgba (cr, color.r, color.g, color.b, color.a);
  cairo_set_line_width (cr, 1.3);
  draw_tree (cr, brackets, leaf, (width - n_leaves (brackets) * leaf) / 2, height_px - 4);
}

GtkWidget *
wb_lab_tree_new (const char *brackets)
{
  GtkWidget *area = gtk_drawing_area_new ();

  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (area), (int) WIDEST + 6);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (area), (int) ((height (brackets) - 1) * LEVEL + 9));
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (area), draw, g_strdup (brackets), g_free);
  gtk_widget_set_valign (area, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (area), GTK_ACCESSIBLE_PROPERTY_LABEL, brackets, -1);
  return area;
}

/* Appends the product of the subtrees of a node: k leaves give c to the power k. Each larger
 * subtree gives the factor a and its own product, in parentheses if the product has several
 * factors. */
static void
append_product (GString *text, const char *at)
{
  static const char *const powers[] = { "", "", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  const char *end = skip (at);
  int leaves = 0, others = 0;

  for (const char *p = at + 1; p < end - 1; p = *p == '[' ? skip (p) : p + 1)
    {
      leaves += p[0] == '[' && p[1] == ']';
      others += p[0] == '[' && p[1] != ']';
    }
  if (leaves > 0)
    g_string_append_printf (text, " *c*%s", powers[MIN (leaves, 9)]);
  for (const char *p = at + 1; p < end - 1; p = *p == '[' ? skip (p) : p + 1)
    if (p[0] == '[' && p[1] != ']')
      {
        g_string_append (text, others > 1 ? " (*a*" : " *a*");
        append_product (text, p);
        g_string_append (text, others > 1 ? ")" : "");
      }
}

char *
wb_lab_tree_formula (const char *brackets)
{
  GString *text = g_string_new ("Σ *b*");

  append_product (text, brackets);
  return g_string_free (text, FALSE);
}
