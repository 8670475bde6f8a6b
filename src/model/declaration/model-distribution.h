/* Distributions as texts such as normal(mean, deviation). */
#pragma once

#include "model-declaration.h"

G_BEGIN_DECLS

/* Splits a call such as "normal(0, 1)" into its name and the texts of its arguments with their offsets in bytes. Returns FALSE if the text
 * is not a call. arguments owns its texts; offsets has int. */
gboolean model_distribution_split (const char *text, char **name, GPtrArray *arguments, GArray *offsets);
/* Finds a distribution by name, with its kind, its number of arguments (0: one or more) and its usage as text, marked for translation.
 * Returns FALSE if there is none. */
gboolean model_distribution_find (const char *name, ModelDraw *draw, int *n_arguments, const char **usage);

G_END_DECLS
