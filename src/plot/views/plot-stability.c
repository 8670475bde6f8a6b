/* Draws the outline of the region |R(z)| ≤ 1 by contours of |R| − 1 on a grid, with the points h·λ. */
#include "plot-stability.h"

#include <math.h>

#include "ode-stability.h"
#include "plot-canvas.h"
#include "plot-contour.h"

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

/* Size of the grid of values of |R| − 1: the cells of the picture and an additional row or column on each side. Values outside the picture
 * are set to positive numbers, so that every outline is closed. */
#define GLYPH_NX 65
#define GLYPH_NY 49

static void
draw_region (PlotCanvas *canvas, double width, double height, OdeStability *stability, double re_low, double re_high,
             double im_high, const PlotTheme *theme)
{
  g_autofree double *values = g_new (double, GLYPH_NX * GLYPH_NY);
  /* The outer rows and columns are outside the clipped area. */
  Outline outline = { canvas->cr, width / (GLYPH_NX - 3), height / (GLYPH_NY - 3) };
  PlotPen pen = { .color = theme->series[0], .width = 1.3 };

  for (int j = 0; j < GLYPH_NY; j++)
    for (int i = 0; i < GLYPH_NX; i++)
      {
        double re = re_low + (re_high - re_low) * (i - 1) / (GLYPH_NX - 3), im = im_high * (1 - 2.0 * (j - 1) / (GLYPH_NY - 3));
        gboolean rim = i == 0 || j == 0 || i == GLYPH_NX - 1 || j == GLYPH_NY - 1;

        values[j * GLYPH_NX + i] = rim ? 0.1 : fmin (ode_stability_modulus (stability, re, im), 2) - 1;
      }
  cairo_save (canvas->cr);
  cairo_translate (canvas->cr, -outline.sx, -outline.sy);
  plot_contour (values, GLYPH_NX, GLYPH_NY, add_outline, &outline);
  cairo_restore (canvas->cr);
  cairo_set_fill_rule (canvas->cr, CAIRO_FILL_RULE_EVEN_ODD);
  plot_canvas_fill_stroke (canvas, plot_color_fade (theme->series[0], 0.33), &pen);
}

/* Sets the range of the picture from the method's interval of stability on the real axis. */
static void
choose_range (double interval, double width, double height, double *re_low, double *re_high, double *im_high)
{
  if (isfinite (interval))
    {
      *re_low = -1.35 * fmax (interval, 2);
      *re_high = 0.5 * fmax (interval, 2);
    }
  else
    {
      /* The method is stable on the whole negative real axis, so show the unstable region to the right of the origin. */
      *re_low = -4;
      *re_high = 6;
    }
  *im_high = 0.5 * (*re_high - *re_low) * height / width;
  if (isfinite (interval))
    *im_high = fmax (*im_high, 1.3 * fmax (3.6, -*re_low * 0.5) * (*re_low < -8 ? 0.3 : 1));
}

/* Radius of a point, and distance of points from the edge, px. */
#define POINT 3.5
#define EDGE 6.0

static void
draw_points (PlotCanvas *canvas, double width, double height, OdeStability *stability, const double *z, int n_z, double re_low, double re_high,
             double im_high, const PlotTheme *theme)
{
  g_autofree OdeStabilityPlace *places = g_new (OdeStabilityPlace, n_z + 1);

  ode_stability_places (stability, n_z, z, places);
  for (int k = 0; k < n_z; k++)
    {
      double x = (z[2 * k] - re_low) / (re_high - re_low) * width, y = (0.5 - 0.5 * z[2 * k + 1] / im_high) * height;
      OdeStabilityPlace place = places[k];
      PlotColor color = place != ODE_STABILITY_OUTSIDE ? theme->text : theme->rejected;

      if (isnan (x) || isnan (y))
        continue;
      x = CLAMP (x, EDGE, width - EDGE);
      y = CLAMP (y, EDGE, height - EDGE);
      plot_canvas_marker (canvas, place == ODE_STABILITY_INSIDE ? PLOT_MARKER_DISC : PLOT_MARKER_RING, x, y, POINT, 1.4, color, theme->background);
      if (place == ODE_STABILITY_OUTSIDE)
        plot_canvas_marker (canvas, PLOT_MARKER_CROSS, x, y, POINT, 1.4, color, theme->background);
    }
}

gboolean
plot_stability_glyph (cairo_t *cr, double width, double height, const OdeMethod *method, const double *z, int n_z, const PlotTheme *theme)
{
  PlotPen axis = { .color = plot_color_fade (theme->text, 0.3), .width = 1.6, .butt = TRUE };
  double re_low = -4, re_high = 4, im_high = 0, origin, inset = 0.07 * width;
  gboolean a_stable = (method->traits & ODE_TRAIT_A_STABLE) != 0;
  OdeStability *stability = ode_stability_new (method);
  OdeStabilityBasis basis = stability != NULL ? ode_stability_basis (stability) : ODE_STABILITY_NONE;
  gboolean known = basis == ODE_STABILITY_RATIONAL || basis == ODE_STABILITY_ROOTS;
  PlotCanvas canvas;

  plot_canvas_init_cairo (&canvas, cr, 1, TRUE);
  if (known)
    choose_range (ode_stability_radius (stability, G_PI), width, height, &re_low, &re_high, &im_high);
  cairo_save (cr);
  cairo_rectangle (cr, 0, 0, width, height);
  cairo_clip (cr);
  if (!known && a_stable)
    plot_canvas_rectangle (&canvas, 0, 0, width / 2, height, plot_color_fade (theme->series[0], 0.25));
  origin = -re_low / (re_high - re_low) * width;
  plot_canvas_line (&canvas, inset, height / 2, width - inset, height / 2, &axis);
  plot_canvas_line (&canvas, origin, inset, origin, height - inset, &axis);
  if (known)
    draw_region (&canvas, width, height, stability, re_low, re_high, im_high, theme);
  if (known || a_stable)
    draw_points (&canvas, width, height, known ? stability : NULL, z, n_z, re_low, re_high, im_high > 0 ? im_high : 4 * height / width, theme);
  cairo_restore (cr);
  ode_stability_free (stability);
  return known || a_stable;
}
