/* Parses texts that describe probability distributions, such as "normal(mean, deviation)". */
#pragma once

#include "model-declaration.h"

G_BEGIN_DECLS

/* Splits a call such as "normal(0, 1)" into its name, the texts of its arguments, and the byte offset of each argument in text (offsets:
 * int). Returns FALSE if the text is not a call. Free name with g_free; the array arguments owns its texts. */
gboolean model_distribution_split (const char *text, char **name, GPtrArray *arguments, GArray *offsets);
/* Finds a distribution by name. Sets its kind, its number of arguments (0: one or more) and its usage, a static text marked for
 * translation. Returns FALSE if no distribution has this name. */
gboolean model_distribution_find (const char *name, ModelDraw *draw, int *n_arguments, const char **usage);

G_END_DECLS
