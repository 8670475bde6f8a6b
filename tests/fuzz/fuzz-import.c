/* Imports a text in each language. What is written must be read as a model, or its errors must be about expressions that the importer does not check. */
#include "fuzz.h"

#include "model-diagnostic.h"
#include "model-import.h"
#include "model-load.h"
#include "model-yaml.h"

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  for (const ModelImportKind *const *kind = model_import_kinds (); *kind != NULL; kind++)
    {
      g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), errors = model_diagnostics_new ();
      g_autofree char *text = model_import_text (*kind, (const char *) data, (gssize) size, NULL, diagnostics);
      ModelYamlDocument *document;
      Model *model;

      g_assert_true ((text == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
      if (text == NULL)
        continue;
      document = model_yaml_parse (text, -1, NULL, errors);
      g_assert_nonnull (document);
      g_assert_cmpint (model_diagnostics_n_errors (errors), ==, 0);
      model_yaml_document_free (document);
      model = model_load_text (text, -1, NULL, NULL, errors);
      g_assert_true ((model == NULL) == (model_diagnostics_n_errors (errors) > 0));
      g_clear_pointer (&model, model_unref);
    }
  return 0;
}
