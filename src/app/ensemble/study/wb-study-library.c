/* Reads the study files in the folders of models and sorts them by title. */
#include "wb-study-library.h"

#include <string.h>

#include "lab-study-file.h"
#include "model-library.h"

#define SUFFIX ".study.yaml"
/* Sub-folders are searched down to this depth, as in the library of models. */
#define MOST_DEPTH 4

static void
entry_free (gpointer data)
{
  WbStudyEntry *entry = data;

  g_free (entry->path);
  g_free (entry->text);
  g_free (entry->title);
  g_free (entry->model);
  g_free (entry->study);
  g_free (entry);
}

static void
read_file (const char *path, GPtrArray *entries)
{
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (LabStudyFile) file = NULL;
  g_autofree char *text = NULL;
  WbStudyEntry *entry;

  if (!g_file_get_contents (path, &text, NULL, NULL) || (file = lab_study_file_parse (text, path, diagnostics)) == NULL)
    return;
  entry = g_new0 (WbStudyEntry, 1);
  entry->path = g_strdup (path);
  entry->text = g_steal_pointer (&text);
  entry->model = g_strdup (file->model);
  entry->title = g_strdup (file->title != NULL ? file->title : file->model);
  entry->study = g_strdup (file->study);
  entry->members = file->members;
  g_ptr_array_add (entries, entry);
}

static void
scan_folder (const char *folder, int depth, GPtrArray *entries)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      /* Skip ID.lesson.study.yaml: a lesson opens it when needed. */
      if (g_str_has_suffix (name, SUFFIX) && strstr (name, ".lesson.") != NULL)
        continue;
      if (g_str_has_suffix (name, SUFFIX))
        read_file (path, entries);
      else if (depth < MOST_DEPTH && name[0] != '.' && g_file_test (path, G_FILE_TEST_IS_DIR))
        scan_folder (path, depth + 1, entries);
    }
}

static int
compare (gconstpointer a, gconstpointer b)
{
  const WbStudyEntry *x = *(const WbStudyEntry *const *) a, *y = *(const WbStudyEntry *const *) b;

  return g_utf8_collate (x->title, y->title);
}

GPtrArray *
wb_study_library_scan (void)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);
  g_auto (GStrv) folders = model_library_folders ("models");
  g_autofree char *own = model_library_user_folder ("models");

  for (char **folder = folders; *folder != NULL; folder++)
    scan_folder (*folder, 0, entries);
  if (!g_strv_contains ((const char *const *) folders, own))
    scan_folder (own, 0, entries);
  g_ptr_array_sort (entries, compare);
  return entries;
}
