/* Themes: the colours, widths and sizes of figures, one constant struct for
 * each. Lengths are px at 96 dpi on the screen, pt on paper. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct { double r, g, b, a; } PlotColor;

typedef enum
{
  PLOT_THEME_LIGHT, PLOT_THEME_DARK, PLOT_THEME_PAPER, PLOT_THEME_SLIDE, PLOT_THEME_DARK_SLIDE, PLOT_THEME_GREY,
  PLOT_THEME_LIGHT_CONTRAST, PLOT_THEME_DARK_CONTRAST,
  PLOT_N_THEMES
} PlotThemeId;

#define PLOT_N_SERIES 6
/* Combinations of a colour and dashes: series 6 has the colour of series 0 and other dashes. */
#define PLOT_N_STYLES 12
#define PLOT_N_STAGES 7

typedef struct
{
  const char *id;     /* "dark-slide" */
  const char *label;  /* "Dark slide" */
  gboolean dark;
  gboolean grid;      /* grid lines are drawn; FALSE in high contrast */
  gboolean card;      /* theme of the window: views have a title band; figures in files have a letter instead */
  gboolean plain;     /* theme for print: no titles, no key if curves have labels, no layers that are only aids on the screen */

  PlotColor window, background; /* background: colour of a card, the area of one plot */
  PlotColor text, secondary, faint, accent, accent_text, selection;
  PlotColor series[PLOT_N_SERIES], series_text[PLOT_N_SERIES];
  PlotColor rejected, event, verified, field;
  PlotColor stages[PLOT_N_STAGES];
  double grid_across, grid_up, zero_line, base_line, unreached; /* opacities of lines and areas that have the text colour */

  double line_main, line_other, line_reference, line_highlight, line_grid, line_axis;
  double accepted_radius, cross_arm, cross_width, event_width, event_height, current_radius, halo;
  double tick, tick_minor, tick_gap_x, tick_gap_y, decade_gap, minor_decade;

  double size_tick, size_label, size_title, size_remark; /* text heights */
  double band, margin_left, margin_right, margin_bottom, margin_top; /* band: height of the title band; margins of the data area inside a
                                                                        view */
  double margin_free;  /* left and right margin of views that do not share an axis */
} PlotTheme;

/* Returns a built-in theme. */
const PlotTheme *plot_theme_get (PlotThemeId id);
/* Returns the theme with this id ("print" means paper), or NULL. */
const PlotTheme *plot_theme_find (const char *name);
/* Returns a copy with all lengths multiplied by `lecture` (1, or 1.6 in lecture
 * mode); the lengths of text, and of margins that contain text, also by `text`
 * (the user's text scale). */
PlotTheme plot_theme_scaled (const PlotTheme *theme, double lecture, double text);

/* Returns the opaque colour 0xRRGGBB. */
PlotColor plot_color (guint32 rgb);
/* Returns the colour with its opacity multiplied by `opacity`. */
PlotColor plot_color_fade (PlotColor color, double opacity);
/* Returns (1 − t)·a + t·b. */
PlotColor plot_color_mix (PlotColor a, PlotColor b, double t);
/* Returns a light shade of a series' colour. It fills large markers whose rim
 * has the colour itself. */
PlotColor plot_theme_light_shade (const PlotTheme *theme, int series);
/* Returns the WCAG 2.1 contrast ratio of two opaque colours, 1 to 21. */
double plot_color_contrast (PlotColor a, PlotColor b);

/* Writes the dash pattern of a series, times scale, to `dashes` and returns its length; 0: solid. */
int plot_theme_dashes (int series, double scale, double dashes[6]);

G_END_DECLS
