#include <glib.h>
#include <math.h>
#include <string.h>

#include "plot-formula-parse.h"
#include "plot-formula.h"

/* Appends a syntax tree as a list: (+ a (* b c)). */
static void
show (const PlotNode *node, GString *out)
{
  if (node->children->len == 0)
    {
      g_string_append (out, node->text);
      for (int i = 0; i < node->n_primes; i++)
        g_string_append_c (out, '\'');
      return;
    }
  g_string_append_printf (out, "(%s", node->text);
  for (guint i = 0; i < node->children->len; i++)
    {
      g_string_append_c (out, ' ');
      show (plot_node_child (node, i), out);
    }
  g_string_append_c (out, ')');
}

static void
test_parse (void)
{
  static const struct { const char *text, *tree; } rows[] = {
    { "mu*(1 - x^2)*v - x", "(- (* (* mu (- 1 (^ x 2))) v) x)" },
    { "-x^2", "(- (^ x 2))" },
    { "2^-1", "(^ 2 (- 1))" },
    { "a^b^c", "(^ a (^ b c))" },
    { "a/b/c", "(/ (/ a b) c)" },
    { "x^(1/2)", "(^ x (// 1 2))" },
    { "theta''", "theta''" },
    { "u[i+1]'", "(u (+ i 1))" },
    { "R.w", "R.w" },
    { "1e-3*x", "(* 1e-3 x)" },
    { "if(a < b and not c, f(x, y), 0)", "(if (and (< a b) (not c)) (f x y) 0)" },
    { "a >= b", "(>= a b)" },
    { "order", "order" },
    { "1/2*R*[a, b]", "(* (* (/ 1 2) R) ( a b))" },
    { "[[1, 0], [0, x[2]]]", "( ( 1 0) ( 0 (x 2)))" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      PlotNode *node = plot_formula_parse (rows[i].text);
      g_autoptr (GString) tree = g_string_new (NULL);

      g_assert_nonnull (node);
      show (node, tree);
      g_assert_cmpstr (tree->str, ==, rows[i].tree);
      plot_node_free (node);
    }
}

static void
test_refused (void)
{
  static const char *const rows[] = { "", "a +", "(a", "a b", "f(x", "x[", "*", "a ? b", "1..2", "a,,b", "[a", "[]" };
  g_autoptr (GString) deep = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_null (plot_formula_parse (rows[i]));
  for (int i = 0; i < 10000; i++)
    g_string_append_c (deep, '(');
  g_assert_null (plot_formula_parse (deep->str));
}

static void
size (const char *left, const char *right, double *width, double *ascent, double *descent)
{
  g_autoptr (PlotFormula) formula = plot_formula_new (left, right, 20);

  plot_formula_get_size (formula, width, ascent, descent);
}

static void
test_sizes (void)
{
  double plain, width, ascent, descent, flat_ascent, flat_descent;

  size ("v", NULL, &plain, &flat_ascent, &flat_descent);
  g_assert_cmpfloat (plain, >, 4);
  /* A dot adds to the height, a fraction to height and depth, a power to the height, an index to the depth; parentheses around a sum add
   * only to the width. */
  size ("v'", NULL, &width, &ascent, &descent);
  g_assert_cmpfloat (ascent, >, flat_ascent + 1);
  g_assert_cmpfloat_with_epsilon (width, plain, 1e-9);
  size ("v/v", NULL, &width, &ascent, &descent);
  g_assert_cmpfloat (ascent, >, flat_ascent + 4);
  g_assert_cmpfloat (descent, >, flat_descent + 4);
  g_assert_cmpfloat (width, <, 2 * plain);
  size ("v^2", NULL, &width, &ascent, &descent);
  g_assert_cmpfloat (ascent, >, flat_ascent + 3);
  size ("v[i]", NULL, &width, &ascent, &descent);
  g_assert_cmpfloat (descent, >, flat_descent + 1);
  /* Text that is not an expression is displayed as it is. */
  size ("what? *now*", NULL, &width, NULL, NULL);
  g_assert_cmpfloat (width, >, 50);
}

/* Computes the range of rows and columns of an image that contain ink. */
static void
find_ink (cairo_surface_t *surface, int *x0, int *x1, int *y0, int *y1)
{
  int width = cairo_image_surface_get_width (surface), height = cairo_image_surface_get_height (surface);
  int stride = cairo_image_surface_get_stride (surface);

  cairo_surface_flush (surface);
  *x0 = *y0 = G_MAXINT;
  *x1 = *y1 = -1;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (cairo_image_surface_get_data (surface)[y * stride + x] > 40)
        {
          *x0 = MIN (*x0, x);
          *x1 = MAX (*x1, x);
          *y0 = MIN (*y0, y);
          *y1 = MAX (*y1, y);
        }
}

/* The ink is inside the measured box, except for one pixel of antialiasing, and a few pixels horizontally for slanted
 * letters. */
static void
test_ink (void)
{
  static const char *const rows[][2] = {
    { "v'", "mu*(1 - x^2)*v - x" }, { "h'", "-k*sqrt(2*g*h/A_tank)" }, { "r", "exp(-x^2/2)/sqrt(2*pi)" }, { "S", "sum(k, 1, N, x[k]^2)" },
    { "s", "abs(v)/(1 + abs(v))" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (PlotFormula) formula = plot_formula_new (rows[i][0], rows[i][1], 20);
      cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 600, 160);
      cairo_t *cr = cairo_create (surface);
      double width, ascent, descent;
      int x0, x1, y0, y1;

      plot_formula_get_size (formula, &width, &ascent, &descent);
      plot_formula_draw_cairo (formula, cr, 20, 80, plot_color (0));
      find_ink (surface, &x0, &x1, &y0, &y1);
      g_test_message ("%s: box %.1f by %.1f + %.1f, ink %d to %d by %d to %d", rows[i][1], width, ascent, descent, x0 - 20, x1 - 20,
                      y0 - 80, y1 - 80);
      g_assert_cmpfloat (x0, >=, 20 - 3);
      g_assert_cmpfloat (x1, <=, 20 + width + 3);
      g_assert_cmpfloat (y0, >=, 80 - ascent - 1);
      g_assert_cmpfloat (y1, <=, 80 + descent + 1);
      /* The box is not much wider than the ink. */
      g_assert_cmpfloat (x1 - x0, >, 0.85 * width);
      g_assert_cmpfloat (y1 - y0, >, 0.8 * (ascent + descent) - 2);
      cairo_destroy (cr);
      cairo_surface_destroy (surface);
    }
}

/* Long lists are drawn with their first and last value. */
static void
test_lists (void)
{
  double one, two, five, six;

  size ("[a]", NULL, &one, NULL, NULL);
  size ("[a, a]", NULL, &two, NULL, NULL);
  size ("[a, a, a, a, a]", NULL, &five, NULL, NULL);
  size ("[a, a, a, a, a, a]", NULL, &six, NULL, NULL);
  g_assert_cmpfloat (two, >, one + 4);
  g_assert_cmpfloat (five, >, two);
  g_assert_cmpfloat (five, ==, six);
}

static void
test_numbers (void)
{
  static const struct { double value; const char *text; } rows[] = {
    { 1, "1" }, { 0.1, "0.1" }, { 9.80665, "9.80665" }, { 0.17453292519943295, "0.1745" }, { 8 / 3.0, "2.667" },
    { -6.283185307179586e-9, "-6.283e-09" }, { 1e-10, "1e-10" }, { 2000, "2000" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char text[G_ASCII_DTOSTR_BUF_SIZE];

      plot_formula_number (rows[i].value, text, sizeof text);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

static void
test_plain (void)
{
  g_autofree char *text = plot_formula_plain ("v'", "mu*x");

  g_assert_cmpstr (text, ==, "v dot = mu*x");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/formula/expressions are parsed to the expected trees", test_parse);
  g_test_add_func ("/plot/formula/text that is not an expression is refused", test_refused);
  g_test_add_func ("/plot/formula/fractions, roots and exponents enlarge the box of a formula", test_sizes);
  g_test_add_func ("/plot/formula/the drawing of a formula stays inside its box", test_ink);
  g_test_add_func ("/plot/formula/a long list is drawn with its first and its last value", test_lists);
  g_test_add_func ("/plot/formula/numbers in formulas are short", test_numbers);
  g_test_add_func ("/plot/formula/a formula provides a text for screen readers", test_plain);
  return g_test_run ();
}
