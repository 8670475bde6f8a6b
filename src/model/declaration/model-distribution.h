/* Distributions as texts such as normal(mean, deviation). */
#pragma once

#include "model-declaration.h"

G_BEGIN_DECLS

/* Splits a call into its name and the texts of its arguments with their offsets
 * in bytes; returns FALSE where the text is not a call. arguments owns its
 * texts, offsets has int. */
gboolean model_distribution_split (const char *text, char **name, GPtrArray *arguments, GArray *offsets);
/* Finds a distribution by name: its kind, its number of arguments (0: one or
 * more) and its usage as text, marked for translation. Returns FALSE where there
 * is none. */
gboolean model_distribution_find (const char *name, ModelDraw *draw, int *n_arguments, const char **usage);

G_END_DECLS
