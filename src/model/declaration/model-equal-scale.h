/* The key `equal_scale` of phase portraits in a model's file. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

/* Returns whether a phase portrait of the file shows these two columns, in any order, with equal scales: one unit of x is as long as one unit of
 * y. All plots of the two columns then have equal scales. */
gboolean model_has_equal_scale (const Model *model, const char *x, const char *y);

G_END_DECLS
