/* Computes positions and labels of ticks: multiples of 1, 2 or 5 × 10ⁿ on linear scales, powers of ten on logarithmic scales. */
#pragma once

#include "plot-scale.h"

G_BEGIN_DECLS

typedef struct
{
  double value, pixel;
  gboolean major;     /* TRUE if the tick has a label */
  char label[32];     /* text of the label; "" for minor ticks */
} PlotTick;

#define PLOT_MAX_TICKS 128

/* Writes the ticks of a scale to ticks[PLOT_MAX_TICKS] and returns their number. Labels of linear scales are at least about `gap` px apart.
 * On logarithmic scales, if powers of ten are closer than `decade_gap` px, only every second, third, sixth … is kept. The multiples 2 … 9
 * become minor ticks if a decade is longer than `minor_decade` px. */
int plot_ticks (const PlotScale *scale, double gap, double decade_gap, double minor_decade, PlotTick *ticks);

G_END_DECLS
