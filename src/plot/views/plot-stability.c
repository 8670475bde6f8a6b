#include "plot-stability.h"

#include <complex.h>
#include <math.h>

#include "plot-canvas.h"
#include "plot-contour.h"

/* Returns the determinant of an n × n matrix, by Gaussian elimination with partial pivoting; m is overwritten. */
static double complex
determinant (double complex *m, int n)
{
  double complex det = 1;

  for (int k = 0; k < n; k++)
    {
      int pivot = k;

      for (int i = k + 1; i < n; i++)
        if (cabs (m[i * n + k]) > cabs (m[pivot * n + k]))
          pivot = i;
      if (cabs (m[pivot * n + k]) == 0)
        return 0;
      if (pivot != k)
        {
          det = -det;
          for (int j = 0; j < n; j++)
            {
              double complex swap = m[k * n + j];

              m[k * n + j] = m[pivot * n + j];
              m[pivot * n + j] = swap;
            }
        }
      det *= m[k * n + k];
      for (int i = k + 1; i < n; i++)
        {
          double complex factor = m[i * n + k] / m[k * n + k];

          for (int j = k + 1; j < n; j++)
            m[i * n + j] -= factor * m[k * n + j];
        }
    }
  return det;
}

/* R(z) = det (I − zA + z 1 bᵀ) / det (I − zA): Hairer and Wanner, Solving Ordinary Differential Equations II, proposition IV.3.2. */
double
plot_stability_modulus (const OdeTableau *tableau, double re, double im)
{
  int n = tableau->n_stages;
  double complex z = re + im * I, above, below;
  g_autofree double complex *m = g_new (double complex, n * n);

  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m[i * n + j] = (i == j) - z * tableau->A[i * n + j] + z * tableau->b[j];
  above = determinant (m, n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      m[i * n + j] = (i == j) - z * tableau->A[i * n + j];
  below = determinant (m, n);
  if (cabs (below) == 0)
    return INFINITY;
  return cabs (above) / cabs (below);
}

double
plot_stability_radius (const OdeTableau *tableau, double angle)
{
  double c = cos (angle), s = sin (angle), low = 0, high;

  /* Steps of 0.05, and from 25 on of 1/500 of the distance, find the first exit of all methods in the library. |R| ≤ 1 + 10⁻⁹: on the
   * imaginary axis some methods have |R| = 1 up to rounding errors. */
  for (high = 0.05; high < 1000; high += fmax (0.05, 0.002 * high))
    {
      if (plot_stability_modulus (tableau, high * c, high * s) > 1 + 1e-9)
        break;
      low = high;
    }
  if (high >= 1000)
    return INFINITY;
  while (high - low > 1e-9 * high)
    {
      double middle = 0.5 * (low + high);

      if (plot_stability_modulus (tableau, middle * c, middle * s) > 1 + 1e-9)
        high = middle;
      else
        low = middle;
    }
  return low;
}

typedef struct { cairo_t *cr; double sx, sy; } Outline;

static void
add_outline (gpointer user, const double *points, gsize n, gboolean closed)
{
  Outline *outline = user;

  for (gsize i = 0; i < n; i++)
    {
      double x = points[2 * i] * outline->sx, y = points[2 * i + 1] * outline->sy;

      if (i == 0)
        cairo_move_to (outline->cr, x, y);
      else
        cairo_line_to (outline->cr, x, y);
    }
  if (closed)
    cairo_close_path (outline->cr);
}

/* The grid of values of |R| − 1: the cells of the picture and one row or column outside it at each side, where the values are positive,
 * so that every outline is closed. */
#define GLYPH_NX 65
#define GLYPH_NY 49

static void
draw_region (PlotCanvas *canvas, double width, double height, const OdeTableau *tableau, double re_low, double re_high, double im_high,
             const PlotTheme *theme)
{
  g_autofree double *values = g_new (double, GLYPH_NX * GLYPH_NY);
  /* The outer rows and columns are clipped. */
  Outline outline = { canvas->cr, width / (GLYPH_NX - 3), height / (GLYPH_NY - 3) };
  PlotPen pen = { .color = theme->series[0], .width = 1.3 };

  for (int j = 0; j < GLYPH_NY; j++)
    for (int i = 0; i < GLYPH_NX; i++)
      {
        double re = re_low + (re_high - re_low) * (i - 1) / (GLYPH_NX - 3), im = im_high * (1 - 2.0 * (j - 1) / (GLYPH_NY - 3));
        gboolean rim = i == 0 || j == 0 || i == GLYPH_NX - 1 || j == GLYPH_NY - 1;

        values[j * GLYPH_NX + i] = rim ? 0.1 : fmin (plot_stability_modulus (tableau, re, im), 2) - 1;
      }
  cairo_save (canvas->cr);
  cairo_translate (canvas->cr, -outline.sx, -outline.sy);
  plot_contour (values, GLYPH_NX, GLYPH_NY, add_outline, &outline);
  cairo_restore (canvas->cr);
  cairo_set_fill_rule (canvas->cr, CAIRO_FILL_RULE_EVEN_ODD);
  plot_canvas_fill_stroke (canvas, plot_color_fade (theme->series[0], 0.33), &pen);
}

gboolean
plot_stability_glyph (cairo_t *cr, double width, double height, const OdeMethod *method, const PlotTheme *theme)
{
  PlotPen axis = { .color = plot_color_fade (theme->text, 0.3), .width = 1.6, .butt = TRUE };
  double re_low = -4, re_high = 1.2, im_high = 0, origin, inset = 0.07 * width;
  gboolean a_stable = (method->traits & ODE_TRAIT_A_STABLE) != 0;
  PlotCanvas canvas;

  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  if (method->tableau != NULL)
    {
      double reach = plot_stability_radius (method->tableau, G_PI);

      if (isinf (reach))
        {
          /* Stable along the negative real axis: show the region at the right of the origin where it is not. */
          re_low = -4;
          re_high = 6;
        }
      else
        {
          re_low = -1.35 * fmax (reach, 2);
          re_high = 0.5 * fmax (reach, 2);
        }
    }
  im_high = 0.5 * (re_high - re_low) * height / width;
  if (method->tableau != NULL && isfinite (plot_stability_radius (method->tableau, G_PI)))
    im_high = fmax (im_high, 1.3 * fmax (3.6, -re_low * 0.5) * (re_low < -8 ? 0.3 : 1));
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  if (method->tableau == NULL && a_stable)
    {
      /* Without a tableau the trait A-stable is used: stable in the left half-plane. */
      re_high = -re_low;
      plot_canvas_rectangle (&canvas, 0, 0, width / 2, height, plot_color_fade (theme->series[0], 0.25));
    }
  origin = -re_low / (re_high - re_low) * width;
  plot_canvas_line (&canvas, inset, height / 2, width - inset, height / 2, &axis);
  plot_canvas_line (&canvas, origin, inset, origin, height - inset, &axis);
  if (method->tableau != NULL)
    draw_region (&canvas, width, height, method->tableau, re_low, re_high, im_high, theme);
  cairo_restore (cr);
  return method->tableau != NULL || a_stable;
}
