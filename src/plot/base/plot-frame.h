/* The frame that layers draw in: canvas, theme, scales and data area of one drawing. */
#pragma once

#include "plot-canvas.h"
#include "plot-scale.h"
#include "plot-time-axis.h"

G_BEGIN_DECLS

typedef struct
{
  PlotCanvas *canvas;
  const PlotTheme *theme;
  const PlotScale *x, *y;
  double left, top, width, height;   /* data area */
  PlotTimeAxis *time_axis;           /* or NULL */
  gint64 deadline;                   /* g_get_monotonic_time at which a layer stops drawing, 0: never */
  gboolean more;                     /* set by a layer that has stopped before its end */
  gboolean titled;                   /* the view shows its title band, with the key */
  double foot;                       /* height under the data area that is free of tick labels, px */
  GArray *labels;                    /* PlotRectangle: labels that this drawing has placed over the data; or NULL */
} PlotFrame;

G_END_DECLS
