/* Reads a study file, and as settings what its key `solver` would have. */
#include "fuzz.h"

#include "lab-study-file.h"

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new (), unseen = model_diagnostics_new ();
  g_autoptr (LabStudyFile) file = lab_study_file_parse (text, "fuzz.study.yaml", diagnostics);
  g_autoptr (SimConfig) config = sim_config_new ();

  g_assert_true ((file == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
  if (sim_config_load_text (config, text, "fuzz", unseen))
    {
      g_autofree char *written = sim_config_to_yaml (config, FALSE);
      g_autoptr (SimConfig) again = sim_config_new ();

      g_assert_true (sim_config_load_text (again, written, "again", unseen));
    }
  return 0;
}
