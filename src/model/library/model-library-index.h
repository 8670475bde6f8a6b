/* Stores the results of a scan of the library in a file, so that models whose
 * files are unchanged are not read again. One thread at a time. */
#pragma once

#include "model-entry.h"

G_BEGIN_DECLS

typedef struct ModelLibraryIndex ModelLibraryIndex;

/* Reads an index. The result is empty if the file is missing, is not an index,
 * or has another version (stamp). */
ModelLibraryIndex *model_library_index_load (const char *path, const char *stamp);
/* Frees an index. */
void model_library_index_free (ModelLibraryIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLibraryIndex, model_library_index_free)
/* Fills name, summary, category, tags and traits of an entry by its path.
 * Returns FALSE if the file is new, changed or broken. */
gboolean model_library_index_fill (const ModelLibraryIndex *index, ModelEntry *entry);
/* Writes the entries (ModelEntry) if they differ from the loaded ones. Returns
 * FALSE if the file could not be written; the next scan is then slower. */
gboolean model_library_index_save (const ModelLibraryIndex *index, GPtrArray *entries);

G_END_DECLS
