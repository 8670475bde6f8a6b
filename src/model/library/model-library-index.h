/* Stores the results of a library scan in an index file, so that models whose files have not changed are not read again. One thread at a
 * time may use an index. */
#pragma once

#include "model-entry.h"

G_BEGIN_DECLS

typedef struct ModelLibraryIndex ModelLibraryIndex;

/* Reads an index file. The index is empty if the file is missing, is not an index, or has another stamp (version of the
 * program). */
ModelLibraryIndex *model_library_index_load (const char *path, const char *stamp);
/* Frees an index. */
void model_library_index_free (ModelLibraryIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLibraryIndex, model_library_index_free)
/* Fills name, summary, category, tags and traits of the entry from the index, found by the entry's path. Returns FALSE if the file is new,
 * changed or has errors. */
gboolean model_library_index_fill (const ModelLibraryIndex *index, ModelEntry *entry);
/* Writes the index file if the entries (ModelEntry) differ from the loaded index. Returns FALSE if the file could not be written; the next
 * scan is then slower. */
gboolean model_library_index_save (const ModelLibraryIndex *index, GPtrArray *entries);

G_END_DECLS
