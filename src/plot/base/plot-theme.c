/* The constants of all themes, and functions that mix colours and choose shades with enough contrast. */
#include "plot-theme.h"

#include <math.h>
#include <string.h>

#define RGB(hex) { (((hex) >> 16) & 255) / 255.0, (((hex) >> 8) & 255) / 255.0, ((hex) & 255) / 255.0, 1 }
#define RGBA(hex, opacity) { (((hex) >> 16) & 255) / 255.0, (((hex) >> 8) & 255) / 255.0, ((hex) & 255) / 255.0, (opacity) }

#define LIGHT_COLORS(background_hex) \
  .window = RGB (0xfafafa), .background = RGB (background_hex), \
  .text = RGB (0x1f1f23), .secondary = RGB (0x5e5e66), .faint = RGB (0x6b6b74), .accent = RGB (0x3584e4), \
  .accent_text = RGB (0x1b66c9), .selection = RGBA (0x3584e4, 0.16), \
  .series = { RGB (0x0072b2), RGB (0xc98200), RGB (0x00855f), RGB (0xa8417f), RGB (0xb3370d), RGB (0x3a93cf) }, \
  .series_text = { RGB (0x0072b2), RGB (0x935f00), RGB (0x007a57), RGB (0xa8417f), RGB (0xb3370d), RGB (0x22719f) }, \
  .rejected = RGB (0xc8372d), .event = RGB (0x8a3ab0), .verified = RGB (0x1d7f49), .field = RGB (0x8d8d98), \
  .stages = { RGB (0x7fb6dc), RGB (0x62a3d2), RGB (0x4790c6), RGB (0x2f7cb8), RGB (0x1c67a6), RGB (0x0d528f), RGB (0x063a6b) }

#define DARK_COLORS(background_hex) \
  .dark = TRUE, .window = RGB (0x242424), .background = RGB (background_hex), \
  .text = RGB (0xf4f4f6), .secondary = RGB (0xb9b9c0), .faint = RGB (0xa2a2aa), .accent = RGB (0x3584e4), \
  .accent_text = RGB (0x86bdf7), .selection = RGBA (0x58a0f0, 0.25), \
  .series = { RGB (0x62b5f0), RGB (0xf5bb4a), RGB (0x3fcb9f), RGB (0xea93c4), RGB (0xff7744), RGB (0x9bd4fb) }, \
  .series_text = { RGB (0x62b5f0), RGB (0xf5bb4a), RGB (0x3fcb9f), RGB (0xea93c4), RGB (0xff7744), RGB (0x9bd4fb) }, \
  .rejected = RGB (0xff7b6e), .event = RGB (0xd59bf2), .verified = RGB (0x6fd69a), .field = RGB (0x8f8f9a), \
  .stages = { RGB (0x3580bd), RGB (0x4a92cc), RGB (0x62a3d9), RGB (0x7cb6e6), RGB (0x98c8f0), RGB (0xb6daf8), RGB (0xd6ecfd) }

#define GREY_COLORS \
  .window = RGB (0xffffff), .background = RGB (0xffffff), \
  .text = RGB (0x000000), .secondary = RGB (0x404040), .faint = RGB (0x595959), .accent = RGB (0x303030), \
  .accent_text = RGB (0x000000), .selection = RGBA (0x000000, 0.12), \
  .series = { RGB (0x000000), RGB (0x7a7a7a), RGB (0x3c3c3c), RGB (0x8c8c8c), RGB (0x585858), RGB (0x909090) }, \
  .series_text = { RGB (0x000000), RGB (0x5c5c5c), RGB (0x3c3c3c), RGB (0x606060), RGB (0x585858), RGB (0x606060) }, \
  .rejected = RGB (0x000000), .event = RGB (0x404040), .verified = RGB (0x303030), .field = RGB (0xa0a0a0), \
  .stages = { RGB (0xb4b4b4), RGB (0x9c9c9c), RGB (0x848484), RGB (0x6c6c6c), RGB (0x545454), RGB (0x3c3c3c), RGB (0x242424) }

#define OPACITIES .grid_across = 0.085, .grid_up = 0.045, .zero_line = 0.28, .base_line = 0.40, .unreached = 0.025

#define SCREEN_SIZES(more) \
  .line_main = 2.4 + (more), .line_other = 1.5 + (more), .line_reference = 1.5 + (more), .line_highlight = 2.8 + (more), \
  .line_grid = 1, .line_axis = 1, \
  .accepted_radius = 1.9, .cross_arm = 2.9, .cross_width = 1.5 + (more), .event_width = 8, .event_height = 7, .current_radius = 5, \
  .halo = 3.5, .tick = 4, .tick_minor = 3, .tick_gap_x = 70, .tick_gap_y = 45, .decade_gap = 24, .minor_decade = 40, \
  .size_tick = 12, .size_label = 13, .size_title = 13.5, .size_remark = 12.5, \
  .band = 38, .margin_left = 50, .margin_right = 64, .margin_bottom = 44, .margin_top = 8, .margin_free = 16

/* Sizes on paper in pt: the type size is 8 pt, lines are 1.2 and 0.7 pt wide, and other lengths are proportional to the type size. */
#define PAPER_SIZES \
  .line_main = 1.2, .line_other = 0.7, .line_reference = 0.8, .line_highlight = 1.4, .line_grid = 0.5, .line_axis = 0.5, \
  .accepted_radius = 1.0, .cross_arm = 1.7, .cross_width = 0.8, .event_width = 4.6, .event_height = 4, .current_radius = 2.4, \
  .halo = 2, .tick = 2.6, .tick_minor = 1.8, .tick_gap_x = 42, .tick_gap_y = 28, .decade_gap = 15, .minor_decade = 26, \
  .size_tick = 8, .size_label = 8, .size_title = 9, .size_remark = 8, \
  .band = 14, .margin_left = 32, .margin_right = 26, .margin_bottom = 27, .margin_top = 5, .margin_free = 8

#define SLIDE_SIZES \
  .line_main = 3, .line_other = 2.2, .line_reference = 2, .line_highlight = 3.6, .line_grid = 1, .line_axis = 1.2, \
  .accepted_radius = 2.6, .cross_arm = 4, .cross_width = 2, .event_width = 11, .event_height = 9.6, .current_radius = 6, \
  .halo = 4.5, .tick = 5.5, .tick_minor = 4, .tick_gap_x = 95, .tick_gap_y = 60, .decade_gap = 34, .minor_decade = 60, \
  .size_tick = 18, .size_label = 18, .size_title = 19, .size_remark = 18, \
  .band = 32, .margin_left = 72, .margin_right = 60, .margin_bottom = 60, .margin_top = 10, .margin_free = 18

static const PlotTheme themes[PLOT_N_THEMES] = {
  [PLOT_THEME_LIGHT] = { "light", "Light", .grid = TRUE, .card = TRUE, LIGHT_COLORS (0xffffff), OPACITIES, SCREEN_SIZES (0) },
  [PLOT_THEME_DARK] = { "dark", "Dark", .grid = TRUE, .card = TRUE, DARK_COLORS (0x2f2f31), OPACITIES, SCREEN_SIZES (0) },
  [PLOT_THEME_PAPER] = { "paper", "Paper", .grid = TRUE, .plain = TRUE, LIGHT_COLORS (0xffffff), OPACITIES, PAPER_SIZES },
  [PLOT_THEME_SLIDE] = { "slide", "Slide", .grid = TRUE, LIGHT_COLORS (0xffffff), OPACITIES, SLIDE_SIZES },
  [PLOT_THEME_DARK_SLIDE] = { "dark-slide", "Dark slide", .grid = TRUE, DARK_COLORS (0x1e1e20), OPACITIES, SLIDE_SIZES },
  [PLOT_THEME_GREY] = { "grey", "Grey", .grid = TRUE, .plain = TRUE, GREY_COLORS, OPACITIES, PAPER_SIZES },
  [PLOT_THEME_LIGHT_CONTRAST] = { "light-contrast", "Light, high contrast", .card = TRUE, LIGHT_COLORS (0xffffff),
    .grid_across = 0, .grid_up = 0, .zero_line = 0.6, .base_line = 0.8, .unreached = 0.05, SCREEN_SIZES (0.5) },
  [PLOT_THEME_DARK_CONTRAST] = { "dark-contrast", "Dark, high contrast", .card = TRUE, DARK_COLORS (0x000000),
    .grid_across = 0, .grid_up = 0, .zero_line = 0.6, .base_line = 0.8, .unreached = 0.08, SCREEN_SIZES (0.5) },
};

const PlotTheme *
plot_theme_get (PlotThemeId id)
{
  g_return_val_if_fail (id < PLOT_N_THEMES, NULL);
  return &themes[id];
}

const PlotTheme *
plot_theme_find (const char *name)
{
  if (g_strcmp0 (name, "print") == 0)
    name = "paper";
  for (int i = 0; i < PLOT_N_THEMES; i++)
    if (g_strcmp0 (name, themes[i].id) == 0)
      return &themes[i];
  return NULL;
}

/* Width of a common tick label (four digits and a sign), relative to its type size. */
#define GAP_LABEL_X 3

PlotTheme
plot_theme_scaled (const PlotTheme *theme, double lecture, double text)
{
  PlotTheme out = *theme;
  double *lengths[] = {
    &out.line_main, &out.line_other, &out.line_reference, &out.line_highlight, &out.line_grid, &out.line_axis, &out.accepted_radius,
    &out.cross_arm, &out.cross_width, &out.event_width, &out.event_height, &out.current_radius, &out.halo, &out.tick,
    &out.tick_minor, &out.tick_gap_x, &out.tick_gap_y, &out.decade_gap, &out.minor_decade, &out.band, &out.margin_left,
    &out.margin_right, &out.margin_bottom, &out.margin_top, &out.margin_free
  };
  /* These lengths contain text, so they are also multiplied by the text scale. */
  double *with_text[] = {
    &out.tick_gap_x, &out.tick_gap_y, &out.decade_gap, &out.minor_decade, &out.band, &out.margin_left, &out.margin_right,
    &out.margin_bottom, &out.size_tick, &out.size_label, &out.size_title, &out.size_remark
  };
  double *sizes[] = { &out.size_tick, &out.size_label, &out.size_title, &out.size_remark };

  /* Increase the gap between ticks by as much as a label grows, not proportionally: the space between labels stays the
   * same. */
  double gap_x = theme->tick_gap_x + GAP_LABEL_X * theme->size_tick * (lecture - 1);
  double gap_y = theme->tick_gap_y + theme->size_tick * (lecture - 1);

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    *lengths[i] *= lecture;
  out.tick_gap_x = gap_x;
  out.tick_gap_y = gap_y;
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    *sizes[i] *= lecture;
  for (gsize i = 0; i < G_N_ELEMENTS (with_text); i++)
    *with_text[i] *= text;
  return out;
}

PlotColor
plot_color (guint32 rgb)
{
  return (PlotColor) RGB (rgb);
}

PlotColor
plot_color_fade (PlotColor color, double opacity)
{
  color.a *= opacity;
  return color;
}

PlotColor
plot_color_mix (PlotColor a, PlotColor b, double t)
{
  return (PlotColor) { a.r + t * (b.r - a.r), a.g + t * (b.g - a.g), a.b + t * (b.b - a.b), a.a + t * (b.a - a.a) };
}

PlotColor
plot_theme_light_shade (const PlotTheme *theme, int series)
{
  int index = CLAMP (series, 0, PLOT_N_SERIES - 1);
  PlotColor color = theme->series[index], dark = themes[PLOT_THEME_DARK].series[index];
  gboolean colorless = color.r == color.g && color.g == color.b;

  return colorless ? plot_color_mix (color, theme->background, 0.5) : theme->dark ? color : dark;
}

/* Returns the relative luminance of a colour (WCAG 2.1): the sum of the linear sRGB components with the weights of ITU-R
 * BT.709. */
static double
luminance (PlotColor color)
{
  double c[3] = { color.r, color.g, color.b };

  for (int i = 0; i < 3; i++)
    c[i] = c[i] <= 0.03928 ? c[i] / 12.92 : pow ((c[i] + 0.055) / 1.055, 2.4);
  return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

double
plot_color_contrast (PlotColor a, PlotColor b)
{
  double la = luminance (a), lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}

int
plot_theme_dashes (int series, double scale, double dashes[6])
{
  /* Styles 6 to 11 have the colours of styles 0 to 5 and other dashes. */
  static const struct { int n; double dashes[6]; } patterns[PLOT_N_STYLES] = {
    { 0, { 0 } }, { 2, { 7, 4 } }, { 2, { 12, 4 } }, { 4, { 9, 3, 2, 3 } }, { 0, { 0 } }, { 2, { 2, 3 } },
    { 6, { 9, 3, 2, 3, 2, 3 } }, { 0, { 0 } }, { 2, { 2, 3 } }, { 2, { 7, 4 } }, { 2, { 12, 4 } }, { 4, { 9, 3, 2, 3 } }
  };

  if (series < 0)
    return 0;
  series %= PLOT_N_STYLES;
  for (int i = 0; i < 6; i++)
    dashes[i] = patterns[series].dashes[i] * scale;
  return patterns[series].n;
}
