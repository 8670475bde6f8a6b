/* The style of a layer: colour, width and dashes. A theme converts it to a
 * colour or a pen. Plain values. */
#pragma once

#include "plot-canvas.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Colours of the theme for things other than series. */
typedef enum
{
  PLOT_SERIES_TEXT = -1,
  PLOT_SERIES_REJECTED = -2,
  PLOT_SERIES_EVENT = -3,
  PLOT_SERIES_VERIFIED = -4,
  PLOT_SERIES_SECONDARY = -5,
  PLOT_SERIES_FIELD = -6,
  PLOT_SERIES_ACCENT = -7,
  PLOT_SERIES_STAGE = -8, /* stage 1 of a step; the next ones are −9, −10, … */
} PlotSeries;

typedef struct
{
  int series;          /* number of a series (0 … 11), which sets colour and dashes, or a PlotSeries */
  double width;        /* px; 0: line_main for series 0, line_other for the rest */
  double opacity;      /* 0 means opaque, like 1 */
  gboolean dashed;     /* a plain dash pattern instead of the dashes of the series */
  gboolean dotted;     /* a dotted line instead of the dashes of the series */
  gboolean solid;      /* a solid line instead of the dashes of the series; short dashes from series 6 on */
} PlotStyle;

/* Returns the colour of a style in a theme. If text is set, returns the darker
 * variant for text. */
PlotColor plot_style_color (const PlotStyle *style, const PlotTheme *theme, gboolean text);
/* Returns the pen of a style in a theme. */
PlotPen plot_style_pen (const PlotStyle *style, const PlotTheme *theme);

G_END_DECLS
