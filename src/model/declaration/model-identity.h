/* Which two models are the same, in order to know whether a result still belongs to a model. */
#pragma once

#include "model.h"

G_BEGIN_DECLS

/* Returns a text that two models have in common only if every computation with them gives the same: the text of the model file and the
 * points that were read from its data files. Free it with g_free. Any thread. */
char *model_identity (const Model *model);

/* Returns the points that were read from data files, as texts of two columns that read back as the same doubles, by the names of the files in the model. Free
 * the table with g_hash_table_unref. Any thread. */
GHashTable *model_data_texts (const Model *model);

/* Returns the path of the file, or for a model that was read from a text the name that was given with it; NULL: none. The text is valid as long as
 * the model. */
const char *model_file (const Model *model);

G_END_DECLS
