/* Computes the axis on which a reader of a lesson draws a predicted curve. */
#pragma once

#include "model-system.h"

G_BEGIN_DECLS

/* Writes the range of an axis on which a reader draws how a column continues after the start. The range depends only on values at the
 * start, so that it does not reveal the run. values has all columns at the start. Returns FALSE without a range if the first value is not
 * finite, or not positive for a logarithmic axis. */
gboolean lab_lesson_drawing_range (const ModelSystem *system, int column, const double *values, gboolean logarithmic, double *low,
                                   double *high);

G_END_DECLS
