/* The style of a layer: colour, line width and dashes. A theme converts it to a colour or a pen. A style is a plain
 * value. */
#pragma once

#include "plot-canvas.h"
#include "plot-theme.h"

G_BEGIN_DECLS

/* Values of PlotStyle.series for things that are not a series. */
typedef enum
{
  PLOT_SERIES_TEXT = -1,
  PLOT_SERIES_REJECTED = -2,
  PLOT_SERIES_EVENT = -3,
  PLOT_SERIES_VERIFIED = -4,
  PLOT_SERIES_SECONDARY = -5,
  PLOT_SERIES_FIELD = -6,
  PLOT_SERIES_ACCENT = -7,
  PLOT_SERIES_STAGE = -8, /* stage 1 of a step; stage 2 is −9, stage 3 is −10, and so on */
} PlotSeries;

typedef struct
{
  int series;          /* index of a series (0 … 11), which determines colour and dashes, or a PlotSeries */
  double width;        /* line width in px; 0: that of the main curve for series 0, that of other curves for the rest */
  double opacity;      /* opacity from 0 to 1; 0 also means opaque */
  gboolean dashed;     /* TRUE: a plain dash pattern replaces that of the series */
  gboolean dotted;     /* TRUE: a dotted line replaces the dash pattern of the series */
  gboolean solid;      /* TRUE: a solid line replaces the dash pattern of the series; short dashes from series 6 on */
} PlotStyle;

/* Returns the colour of a style in a theme. If text is TRUE, returns the darker variant for
 * text. */
PlotColor plot_style_color (const PlotStyle *style, const PlotTheme *theme, gboolean text);
/* Returns the pen of a style in a theme. */
PlotPen plot_style_pen (const PlotStyle *style, const PlotTheme *theme);

G_END_DECLS
