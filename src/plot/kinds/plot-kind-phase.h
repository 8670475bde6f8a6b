/* The layers of a phase portrait that are looked up later; also by the motion below it. */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

typedef struct
{
  PlotLayer *orbit;               /* of the first run */
  PlotLayer *field, *nullclines;  /* or NULL */
  PlotLayer *guide;               /* down to the motion below; or NULL */
} PlotPhaseParts;

G_END_DECLS
