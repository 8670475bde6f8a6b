/* The arguments with which layers draw: canvas, theme, scales and data area of one drawing. */
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
  double left, top, width, height;   /* the data area of the view, px */
  PlotTimeAxis *time_axis;           /* time axis that several views share; NULL: none */
  gint64 deadline;                   /* time (by plot_frame_clock, µs) after which a layer must stop drawing; 0: none */
  gboolean more;                     /* a layer sets this if it stopped before its drawing was complete */
  gboolean titled;                   /* TRUE if the title band of the view is shown; it contains the key of the curves */
  double strip;                      /* height at the bottom of the data area that the vertical scale does not use, px */
  double foot;                       /* height below the data area that contains no tick labels, px */
  double lanes;                      /* height above the data area that rows of blocks use (plot_view_set_lanes), px */
  GArray *labels;                    /* PlotRectangle: labels that were drawn over the data so far; NULL: they are not recorded */
} PlotFrame;

/* Returns the processor time that this thread has used, in µs. Deadlines are compared with it, not with wall-clock time: on a busy computer
 * a thread that waits for a processor would reach each deadline before it has drawn anything. */
static inline gint64
plot_frame_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

G_END_DECLS
