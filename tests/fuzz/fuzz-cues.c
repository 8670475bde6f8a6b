/* Reads a list of cues from a file. */
#include "fuzz.h"

#include <glib/gstdio.h>

#include "lab-cues.h"
#include "model-diagnostic.h"

static char *folder, *path;

static void
clear (void)
{
  g_unlink (path);
  g_rmdir (folder);
}

int
LLVMFuzzerInitialize (int *argc, char ***argv)
{
  folder = g_dir_make_tmp ("stepwise-fuzz-XXXXXX", NULL);
  path = g_build_filename (folder, "fuzz.cues.yaml", NULL);
  atexit (clear);
  return 0;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  LabCueList *list;

  g_assert_true (g_file_set_contents_full (path, (const char *) data, (gssize) size, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
  list = lab_cues_load (path, NULL, diagnostics);
  g_assert_true ((list == NULL) == (model_diagnostics_n_errors (diagnostics) > 0));
  lab_cues_free (list);
  return 0;
}
