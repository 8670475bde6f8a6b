#include <glib.h>
#include <math.h>

#include "plot-format.h"
#include "plot-style.h"
#include "plot-text.h"
#include "plot-theme.h"

/* Digits before the decimal point are never rounded: 2 287 evaluations are not displayed as 2
 * 290. */
static void
test_number (void)
{
  static const struct { double value; int digits; const char *text; } rows[] = {
    { 0, 3, "0" }, { 1.864, 3, "1.86" }, { -0.15, 3, "−0.150" }, { 9.996, 3, "10.0" }, { 99.96, 3, "100" }, { 999.6, 3, "1\u2009000" },
    { 2287, 3, "2\u2009287" }, { 0.0244, 3, "0.0244" }, { 0.00244, 3, "2.44×10⁻³" }, { 0.0074, 2, "7.4×10⁻³" },
    { 6.3e-4, 2, "6.3×10⁻⁴" }, { 99999, 5, "99\u2009999" }, { 123456, 3, "1.23×10⁵" }, { -1e-300, 2, "−1.0×10⁻³⁰⁰" }, { NAN, 3,
                                                                                                                        "undefined" },
    { INFINITY, 3, "∞" }, { -INFINITY, 3, "−∞" }, { 0.1, 1, "0.1" }, { 21.6, 2, "22" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char text[48];

      plot_format_number (rows[i].value, rows[i].digits, text, sizeof text);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

static void
test_tick (void)
{
  static const struct { double value, step; const char *text; } rows[] = {
    { 0.30000000000000004, 0.1, "0.3" }, { 1e-17, 0.1, "0" }, { -2, 1, "−2" }, { 2.5, 0.5, "2.5" }, { 2, 0.5, "2" }, { 1000, 500,
                                                                                                                       "1\u2009000" },
    { 100000, 50000, "10⁵" }, { 250000, 50000, "2.5×10⁵" }, { 0.002, 0.001, "2×10⁻³" }, { -0.001, 0.001, "−10⁻³" }, { 0.05, 0.05, "0.05" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char text[48];

      plot_format_tick (rows[i].value, rows[i].step, text, sizeof text);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

static void
test_axis_tick (void)
{
  char text[48];

  /* On an axis that reaches 10⁵ all ticks are powers of ten, so 50 000 is not written
   * out. */
  plot_format_axis_tick (50000, 50000, 200000, text, sizeof text);
  g_assert_cmpstr (text, ==, "5×10⁴");
  plot_format_axis_tick (0, 50000, 200000, text, sizeof text);
  g_assert_cmpstr (text, ==, "0");
  plot_format_axis_tick (-50000, 50000, -50000, text, sizeof text);
  g_assert_cmpstr (text, ==, "−50\u2009000");
}

static void
test_clock (void)
{
  static const struct { double t, end; const char *text, *end_text; } rows[] = {
    { 31.7249, 40, "31.72", "40" }, { 0, 0.05, "0.0000", "0.05" }, { 86400, 86400, "86\u2009400", "86\u2009400" },
    { 0.001234, 0.005, "1.23×10⁻³", "5×10⁻³" }, { 0.001, 0.001, "1.00×10⁻³", "10⁻³" }, { 0.01, 0.01, "0.01000", "0.01" },
    { 4e10, 4e10, "4.000×10¹⁰", "4×10¹⁰" }, { 2.5, 1e11, "2.500", "10¹¹" }, { 421.81, 421.8122, "421.81", "421.8" }, { -12.5, -10,
                                                                                                                       "−12.50", "−10" },
    { 1e36, 40, "1.000×10³⁶", "40" }, { -1e300, 40, "−1.000×10³⁰⁰", "40" }, { 1e36, 1e-300, "1.000×10³⁶", "10⁻³⁰⁰" },
  };
  char small[12];


  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char text[48];

      plot_format_clock (rows[i].t, rows[i].end, text, sizeof text);
      g_assert_cmpstr (text, ==, rows[i].text);
      plot_format_clock_end (rows[i].end, text, sizeof text);
      g_assert_cmpstr (text, ==, rows[i].end_text);
    }
  /* A truncated text ends with a whole character. */
  for (gsize size = 1; size <= sizeof small; size++)
    {
      plot_format_fixed (1234567.5, 1, small, size);
      g_assert_true (g_utf8_validate (small, -1, NULL));
    }
}

/* In a visible range of 5 s at 88 068 s, the clock has the milliseconds that distinguish pixels. */
static void
test_clock_within (void)
{
  static const struct { double t, end, width; const char *text; } rows[] = {
    { 88068.1234, 1e5, 5, "88\u2009068.123" },   { 88068.1234, 1e5, 1e5, "88\u2009068" }, { 31.7249, 40, 40, "31.72" },
    { 31.7249, 40, 0.04, "31.72490" },           { 31.7249, 40, NAN, "31.72" },         { 123456.75, 1e6, 200, "123\u2009456.8" },
    { 1.0000001234, 2, 1e-7, "1.0000001234" },   { 2.5, 1e11, 1e11, "2.500" },          { 0.001234, 0.005, 0.005, "1.23×10⁻³" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      char text[48];

      plot_format_clock_within (rows[i].t, rows[i].end, rows[i].width, text, sizeof text);
      g_assert_cmpstr (text, ==, rows[i].text);
    }
}

static void
test_others (void)
{
  char text[48];

  plot_format_fixed (8.17184, 4, text, sizeof text);
  g_assert_cmpstr (text, ==, "8.1718");
  plot_format_fixed (-0.00001, 2, text, sizeof text);
  g_assert_cmpstr (text, ==, "0.00"); /* no minus before zero */
  plot_format_power (0, text, sizeof text);
  g_assert_cmpstr (text, ==, "1");
  plot_format_power (-12, text, sizeof text);
  g_assert_cmpstr (text, ==, "10⁻¹²");
  plot_format_count (1234567, text, sizeof text);
  g_assert_cmpstr (text, ==, "1\u2009234\u2009567");
  plot_format_count (12, text, sizeof text);
  g_assert_cmpstr (text, ==, "12");
}

static void
test_text (void)
{
  static const struct { const char *rich, *plain; } rows[] = {
    { "*theta* (rad)", "θ (rad)" }, { "10⁻³", "10−3" }, { "*h_max*", "hmax" }, { "a\\*b", "a*b" }, { "*u[3]*", "u3" }, { "*x'*", "ẋ" },
    { "2 * 3", "2 * 3" }, { "*omega_1*", "ω1" },
    { "*angular_momentum*", "angular momentum" }, { "*theta_max*", "θmax" }, { "*phi.v*", "φ\u0307" }, { "*x1.v*", "ẋ1" }, { "*R.w*",
                                                                                                                             "R.w" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *plain = plot_text_plain (rows[i].rich), *composed = g_utf8_normalize (plain, -1, G_NORMALIZE_NFC);

      g_assert_cmpstr (composed, ==, rows[i].plain);
    }
  g_autofree char *quantity = plot_text_quantity ("v", "m/s^2");
  g_assert_cmpstr (quantity, ==, "*v* (m/s²)");

  static const struct { const char *unit, *shown; } units[] = {
    { "kg*m^2", "kg·m²" }, { "Ohm", "Ω" }, { "1/s^12", "1/s¹²" }, { "N/m^1.5", "N/m^1.5" }, { "uF/cm^2", "µF/cm²" },
    { "degC", "°C" }, { "Ohms", "Ohms" }, { "", "" }, { "kg m^2", "kg m²" },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autofree char *shown = plot_text_unit (units[i].unit);

      g_assert_cmpstr (shown, ==, units[i].shown);
    }
}

/* The name of a component is displayed with its letter as a subscript: "px" as p_x. */
static void
test_components (void)
{
  static const struct { const char *name; gboolean same_as_subscript; } rows[] = {
    { "px", TRUE }, { "vy", TRUE }, { "Lz", TRUE }, { "pq", FALSE }, { "max", FALSE }, { "xi", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = plot_text_variable (rows[i].name);
      g_autofree char *indexed = g_strdup_printf ("*%c_%s*", rows[i].name[0], rows[i].name + 1);
      g_autoptr (PangoLayout) a = plot_text_layout (name, 13, PLOT_TEXT_NORMAL), b = plot_text_layout (indexed, 13, PLOT_TEXT_NORMAL);
      double width_a, width_b;

      plot_text_measure (a, &width_a, NULL, NULL);
      plot_text_measure (b, &width_b, NULL, NULL);
      g_assert_cmpint (width_a == width_b, ==, rows[i].same_as_subscript);
    }
}

static void
test_layout_cache (void)
{
  double narrow, wide;
  g_autoptr (PangoLayout) a = plot_text_layout ("10⁻³", 12, PLOT_TEXT_NORMAL), b = plot_text_layout ("10⁻³", 12, PLOT_TEXT_NORMAL);
  g_autoptr (PangoLayout) c = plot_text_layout ("10⁻³", 24, PLOT_TEXT_NORMAL);

  g_assert_true (a == b);
  plot_text_measure (a, &narrow, NULL, NULL);
  plot_text_measure (c, &wide, NULL, NULL);
  /* Text without hinting is twice as wide at twice the size, up to the unit of Pango of 1/1024 px for each
   * glyph. */
  g_assert_cmpfloat_with_epsilon (wide, 2 * narrow, 0.02);
}

static void
test_themes (void)
{
  for (int i = 0; i < PLOT_N_THEMES; i++)
    {
      const PlotTheme *theme = plot_theme_get (i);
      PlotTheme scaled = plot_theme_scaled (theme, 1.6, 1.25);

      g_assert_true (plot_theme_find (theme->id) == theme);
      /* WCAG 1.4.3 and 1.4.11 require a contrast with the background of 3 for curves and of 4.5 for text. */
      for (int k = 0; k < PLOT_N_SERIES; k++)
        {
          g_assert_cmpfloat (plot_color_contrast (theme->series[k], theme->background), >=, 3);
          g_assert_cmpfloat (plot_color_contrast (theme->series_text[k], theme->background), >=, 4.5);
        }
      g_assert_cmpfloat (plot_color_contrast (theme->text, theme->background), >=, 7);
      g_assert_cmpfloat (plot_color_contrast (theme->secondary, theme->background), >=, 4.5);
      g_assert_cmpfloat (plot_color_contrast (theme->rejected, theme->background), >=, 4.5);
      g_assert_cmpfloat (plot_color_contrast (theme->event, theme->background), >=, 4.5);
      g_assert_cmpfloat_with_epsilon (scaled.line_main, 1.6 * theme->line_main, 1e-12);
      g_assert_cmpfloat_with_epsilon (scaled.size_tick, 2 * theme->size_tick, 1e-12);
      /* The gap between ticks grows by as much as a label grows, not
       * proportionally. */
      g_assert_cmpfloat (plot_theme_scaled (theme, 1.6, 1).tick_gap_y, <, 1.2 * theme->tick_gap_y);
      g_assert_cmpfloat (plot_theme_scaled (theme, 1.6, 1).tick_gap_y, >, theme->tick_gap_y);
    }
  g_assert_true (plot_theme_find ("print") == plot_theme_get (PLOT_THEME_PAPER));
  g_assert_null (plot_theme_find ("neon"));
}

static void
test_shapes (void)
{
  double a[6], b[6];

  /* Series 1 to 4 have different dash patterns. */
  for (int i = 0; i < 4; i++)
    for (int k = i + 1; k < 4; k++)
      {
        int na = plot_theme_dashes (i, 1, a), nb = plot_theme_dashes (k, 1, b);

        g_assert_true (na != nb || a[0] != b[0] || a[1] != b[1]);
      }
}

static gboolean
same_pen (PlotPen a, PlotPen b)
{
  gboolean same = a.color.r == b.color.r && a.color.g == b.color.g && a.color.b == b.color.b && a.n_dashes == b.n_dashes;

  for (int i = 0; i < a.n_dashes && same; i++)
    same = a.dashes[i] == b.dashes[i];
  return same;
}

/* In every theme, twelve curves have twelve different pens, also if they are drawn as solid lines. */
static void
test_pens (void)
{
  g_assert_cmpint (PLOT_N_STYLES, >=, 12);
  for (int t = 0; t < PLOT_N_THEMES; t++)
    for (int solid = 0; solid < 2; solid++)
      for (int i = 0; i < PLOT_N_STYLES; i++)
        for (int k = i + 1; k < PLOT_N_STYLES; k++)
          {
            PlotStyle a = { .series = i, .solid = solid }, b = { .series = k, .solid = solid };

            g_assert_false (same_pen (plot_style_pen (&a, plot_theme_get (t)), plot_style_pen (&b, plot_theme_get (t))));
          }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/plot/format/numbers have the requested significant digits", test_number);
  g_test_add_func ("/plot/format/tick labels have no trailing zeros", test_tick);
  g_test_add_func ("/plot/format/all tick labels of an axis use the same notation", test_axis_tick);
  g_test_add_func ("/plot/format/displayed times have a constant number of decimals", test_clock);
  g_test_add_func ("/plot/format/a displayed time has the decimals that the visible range needs", test_clock_within);
  g_test_add_func ("/plot/format/fixed decimals, powers of ten and counts are formatted as documented", test_others);
  g_test_add_func ("/plot/text/rich text is converted to layouts and to plain text", test_text);
  g_test_add_func ("/plot/text/the layout of a text is created once and then taken from the cache", test_layout_cache);
  g_test_add_func ("/plot/text/names of components have subscripts", test_components);
  g_test_add_func ("/plot/theme/colours have enough contrast", test_themes);
  g_test_add_func ("/plot/theme/curves can be distinguished without colour", test_shapes);
  g_test_add_func ("/plot/theme/twelve curves differ in colour or dashes", test_pens);
  return g_test_run ();
}
