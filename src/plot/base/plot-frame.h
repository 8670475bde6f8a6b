/* The frame that layers draw in: canvas, theme, scales and data area of one drawing. */
#pragma once

#include <time.h>

#include "plot-canvas.h"
#include "plot-scale.h"
#include "plot-time-axis.h"

G_BEGIN_DECLS

typedef struct
{
  PlotCanvas *canvas;
  const PlotTheme *theme;
  const PlotScale *x, *y;
  double left, top, width, height;   /* data area, px */
  PlotTimeAxis *time_axis;           /* shared time axis, or NULL */
  gint64 deadline;                   /* time by plot_frame_clock after which a layer stops drawing; 0: none */
  gboolean more;                     /* set by a layer that stopped before it was complete */
  gboolean titled;                   /* the title band of the view is shown and contains the key */
  double strip;                      /* height at the bottom of the data area that the vertical scale leaves free, px */
  double foot;                       /* height under the data area that is free of tick labels, px */
  GArray *labels;                    /* PlotRectangle: places of the labels that were drawn over the data so far; NULL: not recorded */
} PlotFrame;

/* Returns the processor time that this thread has used, µs. Deadlines are in this time: on a busy computer, a thread that waits for a
 * processor would otherwise reach each deadline before it has drawn anything. */
static inline gint64
plot_frame_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

G_END_DECLS
