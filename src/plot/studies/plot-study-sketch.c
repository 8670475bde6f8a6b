/* Draws the small pictures beside the names of studies in lists. They are the same for all models: either lines that the constant of the study has, or one of
 * the drawings of this file. */
#include "plot-study-sketch.h"

#include <math.h>

#include "lab-registry.h"
#include "plot-study-views.h"

/* Returns the height at t, 0 to 1, of a curve in the sketch of quantile bands. The curve has two humps. spread is 0 for the median, and ±s
 * for the upper and lower edge of a band, which is wider for larger s. */
static double
sketch (double t, double spread)
{
  return 0.12 + (0.62 + 0.25 * spread) * exp (-pow ((t - 0.32 - 0.03 * spread) / (0.11 + 0.02 * spread), 2))
         + (0.42 + 0.3 * spread) * exp (-pow ((t - 0.97 - 0.06 * spread) / (0.16 + 0.03 * spread), 2)) + 0.04 * spread;
}

static void
add_band (cairo_t *cr, double width, double height, double spread)
{
  for (int k = 0; k <= 100; k++)
    cairo_line_to (cr, width * k / 100, height * (1 - sketch (k / 100.0, spread) * 0.85));
  for (int k = 100; k >= 0; k--)
    cairo_line_to (cr, width * k / 100, height * (1 - sketch (k / 100.0, -spread) * 0.85));
  cairo_close_path (cr);
}

static void
draw_ensemble (cairo_t *cr, const PlotTheme *theme, int width, int height)
{
  PlotColor color = theme->series[0];

  cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.18);
  add_band (cr, width, height, 1);
  cairo_fill (cr);
  cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.30);
  add_band (cr, width, height, 0.45);
  cairo_fill (cr);
  cairo_set_source_rgb (cr, color.r, color.g, color.b);
  cairo_set_line_width (cr, 2);
  for (int k = 0; k <= 100; k++)
    cairo_line_to (cr, width * k / 100.0, height * (1 - sketch (k / 100.0, 0) * 0.85));
  cairo_stroke (cr);
}

/* Draws a sketch of two basins whose boundary winds around two wells, one sample for each pixel. */
static void
draw_basin (cairo_t *cr, const PlotTheme *theme, int width, int height)
{
  PlotColor first = plot_study_basin_color (theme, 0, 0.15), second = plot_study_basin_color (theme, 1, 0.15);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  unsigned char *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  cairo_surface_flush (surface);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      {
        double u = 2.4 * (2.0 * x / width - 1), v = 1.2 * (2.0 * y / height - 1);
        /* The sign of this function tells the basin. The factor 4 below makes the transition of colours about one pixel wide. */
        double side = sin (2.6 * u * (1 + 0.35 * u * u) / (1 + 0.6 * exp (-u * u)) + 1.1 * v * exp (-0.3 * u * u));
        PlotColor color = plot_color_mix (first, second, CLAMP (0.5 + 4 * side, 0, 1));

        ((guint32 *) (void *) (data + (gsize) y * stride))[x] = (guint32) (color.r * 255) << 16 | (guint32) (color.g * 255) << 8 | (guint32) (color.b * 255);
      }
  cairo_surface_mark_dirty (surface);
  cairo_set_source_surface (cr, surface, 0, 0);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

/* Draws a sketch of a certified set inside the true boundary of the region. */
static void
draw_region (cairo_t *cr, const PlotTheme *theme, int width, int height)
{
  static const double dashes[] = { 5, 3 };
  double size = fmin (width, height) * 0.44;

  for (int part = 0; part < 2; part++)
    {
      PlotColor color = part == 0 ? theme->text : theme->verified;

      cairo_new_path (cr);
      for (int k = 0; k < 120; k++)
        {
          double angle = 2 * G_PI * k / 120, r = part == 0 ? 1 + 0.16 * cos (2 * angle + 1.6) - 0.07 * cos (4 * angle + 1)
                                                           : 0.7 / sqrt (1 - 0.4 * cos (2 * angle + 1.6));

          cairo_line_to (cr, width / 2.0 + size * 0.85 * r * cos (angle), height / 2.0 + size * 0.85 * r * sin (angle));
        }
      cairo_close_path (cr);
      if (part == 1)
        {
          cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.18);
          cairo_fill_preserve (cr);
        }
      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      cairo_set_dash (cr, dashes, part == 0 ? 2 : 0, 0);
      cairo_set_line_width (cr, part == 0 ? 1.3 : 2);
      cairo_stroke (cr);
    }
}

/* Draws a sketch of curves of oscillators with different frequencies. */
static void
draw_sweep (cairo_t *cr, const PlotTheme *theme, int width, int height)
{

  cairo_set_line_width (cr, 1.6);
  for (int run = 0; run < 5; run++)
    {
      PlotColor color = plot_color_mix (theme->background, theme->series[0], 0.45 + 0.55 * run / 4);

      for (int k = 0; k <= 150; k++)
        {
          double t = k / 150.0, phase = 2 * G_PI * (2.6 - 0.35 * run) * t;

          cairo_line_to (cr, width * (0.02 + 0.96 * t), height * (0.5 - 0.38 * tanh (2.2 * cos (phase + 0.4 * run * sin (phase)))));
        }
      cairo_set_source_rgb (cr, color.r, color.g, color.b);
      cairo_stroke (cr);
    }
}

/* Draws the orbit diagram of the logistic map x ← r x (1 − x), r from 2.8 to 4. */
static void
draw_orbit (cairo_t *cr, const PlotTheme *theme, int width, int height)
{
  const int first = 200, last = 260;
  PlotColor color = theme->series[0];

  for (int i = 0; i < 2 * width; i++)
    {
      double r = 2.8 + 1.2 * i / (2 * width - 1.0), x = 0.4;

      for (int k = 0; k < last; k++)
        {
          x = r * x * (1 - x);
          if (k >= first)
            cairo_rectangle (cr, i / 2.0, height * (0.97 - 0.94 * x), 0.7, 0.7);
        }
    }
  cairo_set_source_rgba (cr, color.r, color.g, color.b, 0.75);
  cairo_fill (cr);
}

/* ---- lines ---- */

void
plot_study_sketch_lines (const char *sketch, cairo_t *cr, const PlotTheme *theme, int width, int height)
{
  g_auto (GStrv) lines = g_strsplit (sketch, "|", -1);

  cairo_set_line_width (cr, 1.6);
  for (int line = 0; lines[line] != NULL; line++)
    {
      PlotColor color = theme->series[line == 0 ? 0 : line == 1 ? 1 : 4];
      g_auto (GStrv) numbers = g_strsplit (lines[line], " ", -1);

      for (int k = 0; numbers[k] != NULL && numbers[k + 1] != NULL; k += 2)
        cairo_line_to (cr, width * g_ascii_strtod (numbers[k], NULL) / 100, height * (1 - g_ascii_strtod (numbers[k + 1], NULL) / 100));
      cairo_set_source_rgba (cr, color.r, color.g, color.b, 1);
      cairo_stroke (cr);
    }
}

/* ---- all studies ---- */

static const struct { const LabStudyKind *study; void (*draw) (cairo_t *cr, const PlotTheme *theme, int width, int height); } drawings[] = {
  { &lab_study_ensemble, draw_ensemble }, { &lab_study_sweep, draw_sweep }, { &lab_study_basin, draw_basin },
  { &lab_study_roa, draw_region }, { &lab_study_orbit, draw_orbit },
};

void
plot_study_sketch (const LabStudyKind *study, cairo_t *cr, const PlotTheme *theme, int width, int height)
{
  for (guint k = 0; k < G_N_ELEMENTS (drawings); k++)
    if (drawings[k].study == study)
      {
        drawings[k].draw (cr, theme, width, height);
        return;
      }
  if (study->sketch != NULL)
    plot_study_sketch_lines (study->sketch, cr, theme, width, height);
}
