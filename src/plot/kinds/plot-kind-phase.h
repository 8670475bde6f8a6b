/* The layers of a phase portrait that are needed after its construction, some
 * by the motion below it. */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

typedef struct
{
  PlotLayer *orbit;               /* orbit of the first run */
  PlotLayer *field, *nullclines;  /* or NULL */
  PlotLayer *guide;               /* vertical line down to the motion below; or NULL */
} PlotPhaseParts;

G_END_DECLS
