/* The layers of a phase portrait that other code changes later, such as the motion plot below it. */
#pragma once

#include "plot-layers.h"

G_BEGIN_DECLS

typedef struct
{
  PlotLayer *orbit;               /* orbit of the first run */
  PlotLayer *field, *nullclines;  /* direction field and nullclines; NULL: none */
  PlotLayer *guide;               /* vertical line down to the motion plot below; NULL: none */
} PlotPhaseParts;

G_END_DECLS
