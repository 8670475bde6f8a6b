/* Reads a lesson. The models that it names are those of the library. */
#include "fuzz.h"

#include "lab-lesson.h"

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = fuzz_text (data, size);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabLesson) lesson = lab_lesson_load_text (text, "fuzz.lesson.yaml", NULL, diagnostics);

  g_assert_true ((lesson == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
  return 0;
}
