/* The axis on which a reader draws a curve. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* Writes the range of an axis on which a reader draws how a column goes on. It follows from the values at the start alone, so that it does not
 * show how the run goes on. values: all columns at the start. Returns FALSE without a range if the first value is not finite, or not
 * positive for a logarithmic axis. */
gboolean lab_lesson_drawing_range (const ModelSystem *system, int column, const double *values, gboolean logarithmic, double *low,
                                   double *high);

G_END_DECLS
