/* What a scan of the library found, kept in a file: a model whose file has not changed since need not be read again. One thread at a time. */
#pragma once

#include "model-entry.h"

G_BEGIN_DECLS

typedef struct ModelLibraryIndex ModelLibraryIndex;

/* From path; empty where it is not there, is not an index, or was written by another program (stamp: its version). */
ModelLibraryIndex *model_library_index_load (const char *path, const char *stamp);
void model_library_index_free (ModelLibraryIndex *index);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ModelLibraryIndex, model_library_index_free)
/* Fills name, summary, category, tags and traits of an entry by its path; FALSE where the file is new, was changed or was broken. */
gboolean model_library_index_fill (const ModelLibraryIndex *index, ModelEntry *entry);
/* Keeps the entries (ModelEntry), where that differs from what was loaded. FALSE: it could not be written, which costs time at the next scan alone. */
gboolean model_library_index_save (const ModelLibraryIndex *index, GPtrArray *entries);

G_END_DECLS
