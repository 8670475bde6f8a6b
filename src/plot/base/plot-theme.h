/* Themes: every colour, width and size a figure uses, as one constant record. Lengths are px at 96 dpi on the screen and pt on paper. */
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
#define PLOT_N_STAGES 7

typedef struct
{
  const char *id;     /* "dark-slide" */
  const char *label;  /* "Dark slide" */
  gboolean dark;
  gboolean grid;      /* off in high contrast */
  gboolean card;      /* has a title band; figures on paper carry a letter instead */
  gboolean plain;     /* for print: no titles, no keys where names stand at their curves, nothing that only helps to explore */

  PlotColor window, background; /* background: of the card */
  PlotColor text, secondary, faint, accent, accent_text, selection;
  PlotColor series[PLOT_N_SERIES], series_text[PLOT_N_SERIES];
  PlotColor rejected, event, verified, field;
  PlotColor stages[PLOT_N_STAGES];
  double grid_across, grid_up, zero_line, base_line, unreached; /* opacities of the text colour */

  double line_main, line_other, line_reference, line_highlight, line_grid, line_axis;
  double accepted_radius, cross_arm, cross_width, event_width, event_height, current_radius, halo;
  double tick, tick_minor, tick_gap_x, tick_gap_y, decade_gap, minor_decade;

  double size_tick, size_label, size_title, size_remark; /* text heights */
  double band, margin_left, margin_right, margin_bottom, margin_top; /* title band; plot area inside a view */
  double margin_free;  /* right and left rest margin of plots that share no axis */
} PlotTheme;

const PlotTheme *plot_theme_get (PlotThemeId id);
/* By id; "print" is paper. NULL: unknown. */
const PlotTheme *plot_theme_find (const char *name);
/* A copy with lengths times `lecture` (1, or 1.6 for lecture mode) and text also times `text` (the user's text scale). */
PlotTheme plot_theme_scaled (const PlotTheme *theme, double lecture, double text);

PlotColor plot_color (guint32 rgb);
PlotColor plot_color_fade (PlotColor color, double opacity);
PlotColor plot_color_mix (PlotColor a, PlotColor b, double t);
/* The colour of a series for the inside of a large mark whose rim has the colour itself; series as in a style, others than 0 … 5 stay. */
PlotColor plot_theme_light_shade (const PlotTheme *theme, int series);
/* WCAG contrast of two opaque colours, 1 to 21. */
double plot_color_contrast (PlotColor a, PlotColor b);

/* Dash pattern of series 0 … 5 for lines of `width`; returns its length (0: solid). */
int plot_theme_dashes (int series, double scale, double dashes[6]);

G_END_DECLS
