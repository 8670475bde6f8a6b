/* Functions shared by the files that import models. */
#pragma once

#include "model-import-draft.h"
#include "model-import.h"

G_BEGIN_DECLS

struct ModelImportKind
{
  const char *id;
  const char *endings[6];
  /* Reads a text, which is valid UTF-8, into a draft. Errors go to the draft. */
  void (*read) (ModelDraft *draft, const char *text);
};

#define MODEL_IMPORT_KIND(name) extern const ModelImportKind model_import_kind_##name;
#include "model-import-kinds.def"
#undef MODEL_IMPORT_KIND

G_END_DECLS
