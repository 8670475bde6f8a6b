/* Where ticks stand and what they say: 1-2-5 × 10ⁿ on linear scales, decades on log scales. */
#pragma once

#include "plot-scale.h"

G_BEGIN_DECLS

typedef struct
{
  double value, pixel;
  gboolean major;     /* has a label */
  char label[32];     /* "" on minor ticks */
} PlotTick;

#define PLOT_MAX_TICKS 128

/* Ticks of a scale with labels at least `gap` px apart; decades every second or third where closer than `decade_gap`, minor ticks
 * 2…9 where a decade is over `minor_decade` px. Returns how many were written to ticks[PLOT_MAX_TICKS]. */
int plot_ticks (const PlotScale *scale, double gap, double decade_gap, double minor_decade, PlotTick *ticks);

G_END_DECLS
