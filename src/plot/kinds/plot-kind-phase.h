/* The layers of a phase portrait that other code changes later, for example the motion below it. */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

typedef struct
{
  PlotLayer *orbit;               /* orbit of the first run */
  PlotLayer *field, *nullclines;  /* may be NULL */
  PlotLayer *guide;               /* vertical line down to the motion below; NULL if there is none */
} PlotPhaseParts;

G_END_DECLS
