/* Themes: the colours, line widths and sizes of figures, one constant struct for each theme. Lengths are in px (at 96 dpi) on the screen
 * and in pt on paper. */
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
/* Number of styles, which are combinations of a colour and a dash pattern. Series 6 has the colour of series 0 and other dashes. */
#define PLOT_N_STYLES 12
#define PLOT_N_STAGES 7

typedef struct
{
  const char *id;     /* name for plot_theme_find, such as "dark-slide" */
  const char *label;  /* "Dark slide" */
  gboolean dark;
  gboolean grid;      /* TRUE if grid lines are drawn; FALSE for high contrast */
  /* TRUE: theme of the window, whose views have a title band; FALSE: theme of figures in files, whose views have a letter instead */
  gboolean card;
  /* TRUE: theme for print, without titles, without a key if curves have labels, and without layers that only help on the screen */
  gboolean plain;

  PlotColor window, background; /* background: colour of the area of one plot */
  PlotColor text, secondary, faint, accent, accent_text, selection;
  PlotColor series[PLOT_N_SERIES], series_text[PLOT_N_SERIES];
  PlotColor rejected, event, verified, field;
  PlotColor stages[PLOT_N_STAGES];
  double grid_across, grid_up, zero_line, base_line, unreached; /* opacities of lines and areas that have the colour of text */

  double line_main, line_other, line_reference, line_highlight, line_grid, line_axis;
  double accepted_radius, cross_arm, cross_width, event_width, event_height, current_radius, halo;
  double tick, tick_minor, tick_gap_x, tick_gap_y, decade_gap, minor_decade;

  double size_tick, size_label, size_title, size_remark; /* heights of text */
  /* `band` is the height of the title band of a view. The margins surround its data area. */
  double band, margin_left, margin_right, margin_bottom, margin_top;
  double margin_free;  /* left and right margin of views that share no axis with others */
} PlotTheme;

/* Returns a built-in theme. */
const PlotTheme *plot_theme_get (PlotThemeId id);
/* Returns the theme with this id, or NULL. "print" is another id of the paper theme. */
const PlotTheme *plot_theme_find (const char *name);
/* Returns a copy of a theme with all lengths multiplied by `lecture` (1, or 1.6 in lecture mode).
 * Lengths of text, and of margins that contain text, are also multiplied by `text`, the user's text
 * scale. */
PlotTheme plot_theme_scaled (const PlotTheme *theme, double lecture, double text);

/* Returns the opaque colour with the components 0xRRGGBB. */
PlotColor plot_color (guint32 rgb);
/* Returns the colour with its opacity multiplied by `opacity`. */
PlotColor plot_color_fade (PlotColor color, double opacity);
/* Returns (1 − t)·a + t·b. */
PlotColor plot_color_mix (PlotColor a, PlotColor b, double t);
/* Returns a light shade of the colour of a series. It fills large markers, whose rim has the colour of the
 * series. */
PlotColor plot_theme_light_shade (const PlotTheme *theme, int series);
/* Returns the WCAG 2.1 contrast ratio of two opaque colours, 1 to 21. */
double plot_color_contrast (PlotColor a, PlotColor b);

/* Writes the dash pattern of a series, multiplied by `scale`, to `dashes`. Returns its length; 0: solid. */
int plot_theme_dashes (int series, double scale, double dashes[6]);

G_END_DECLS
