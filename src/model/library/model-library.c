/* Finds the folders of the library, scans them, and opens models. */
#include "model-library.h"

#include "model-import.h"
#include "model-library-index.h"
#include "model-yaml.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* The build sets this to the folder in which models, lessons and tableaus are installed. */
#ifndef STEPWISE_PKGDATADIR
#define STEPWISE_PKGDATADIR "/usr/share/stepwise"
#endif

/* Largest depth of folders that is searched; the limit also ends cycles of symbolic links. Categories are folders of depth
 * one. */
#define MAX_FOLDER_DEPTH 8

struct ModelLibrary
{
  GPtrArray *entries; /* ModelEntry */
};

/* Values that are constant during one scan. */
typedef struct
{
  const ModelLibraryIndex *index; /* index of an earlier scan; NULL: read every file */
  ModelSolverCheck solver;
} Scan;

/* Returns whether a YAML file is not a model: lessons, their translations, cue lists and studies are in the same folders. */
static gboolean
is_model_name (const char *name)
{
  return g_str_has_suffix (name, ".yaml") && strstr (name, ".lesson.") == NULL && !g_str_has_suffix (name, ".study.yaml")
         && strstr (name, ".cues.") == NULL;
}

/* ---- folders ---- */

/* In a source checkout, tableaus are in the folder data/. */
static void
add_folder (GPtrArray *folders, const char *base, const char *kind)
{
  g_autofree char *plain = g_build_filename (base, kind, NULL);
  g_autofree char *data = g_build_filename (base, "data", kind, NULL);
  const char *found = g_file_test (plain, G_FILE_TEST_IS_DIR) ? plain : g_file_test (data, G_FILE_TEST_IS_DIR) ? data : NULL;

  if (found == NULL)
    return;
  for (guint k = 0; k < folders->len; k++)
    if (strcmp (folders->pdata[k], found) == 0)
      return;
  g_ptr_array_add (folders, g_strdup (found));
}

static char *
user_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "stepwise", NULL);
}

char *
model_library_user_folder (const char *kind)
{
  return g_build_filename (g_get_user_data_dir (), "stepwise", kind, NULL);
}

/* Adds the folder of the installation. If it does not exist because the program was moved after it was
 * built, adds the desktop's data folders instead. Never adds both, since models would then be listed
 * twice. */
static void
add_installed (GPtrArray *folders, const char *kind)
{
  const char *const *dirs = g_get_system_data_dirs ();

  add_folder (folders, STEPWISE_PKGDATADIR, kind);
  for (guint k = 0; dirs[k] != NULL && !g_file_test (STEPWISE_PKGDATADIR, G_FILE_TEST_IS_DIR); k++)
    {
      g_autofree char *base = g_build_filename (dirs[k], "stepwise", NULL);

      add_folder (folders, base, kind);
    }
}

char **
model_library_folders (const char *kind)
{
  GPtrArray *folders = g_ptr_array_new ();
  const char *data = g_getenv ("STEPWISE_DATA_DIR");
  g_autofree char *user = user_folder ();

  if (data != NULL && data[0] != '\0')
    add_folder (folders, data, kind);
  add_installed (folders, kind);
  add_folder (folders, user, kind);
  g_ptr_array_add (folders, NULL);
  return (char **) g_ptr_array_free (folders, FALSE);
}

/* ---- entries ---- */

static char *
stem_of (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);

  return g_str_has_suffix (base, ".yaml") ? g_strndup (base, strlen (base) - 5) : g_strdup (base);
}

/* Fills the entry of a file with errors. Its category is read if possible, so that the file is listed
 * there. */
static void
fill_broken (ModelEntry *entry)
{
  g_autoptr (GPtrArray) ignored = model_diagnostics_new ();
  g_autoptr (ModelYamlDocument) document = model_yaml_load (entry->path, ignored);
  const ModelYaml *root = document != NULL ? model_yaml_root (document) : NULL;

  entry->name = g_strdup (entry->id);
  entry->summary = g_strdup ("");
  entry->category = g_strdup (model_yaml_get_text (root, "category", ""));
  entry->tags = g_new0 (char *, 1);
  entry->text = g_strdup ("");
}

static void
append_quantity (GString *text, const ModelQuantity *quantity)
{
  g_string_append_printf (text, "%s %s\n", quantity->name, quantity->about);
}

/* Returns the text in which the search looks: description, source, names, equations and their descriptions, but not the keys of the
 * format. */
static char *
searched_text (const Model *model)
{
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "%s\n%s\n", model_description (model), model_source (model));
  for (int k = 0; k < model_n_parameters (model); k++)
    append_quantity (text, model_parameter (model, k));
  for (int k = 0; k < model_n_constants (model); k++)
    append_quantity (text, model_constant (model, k));
  for (int k = 0; k < model_n_equations (model); k++)
    {
      const ModelEquation *equation = model_equation (model, k);

      g_string_append_printf (text, "%s %s = %s %s\n", equation->name, equation->left, equation->right, equation->about);
    }
  return g_string_free (text, FALSE);
}

static ModelEntry *
entry_new (const char *path, gboolean user, const Scan *scan)
{
  g_autoptr (GPtrArray) errors = NULL;
  g_autoptr (Model) model = NULL;
  ModelEntry *entry = g_new0 (ModelEntry, 1);

  entry->id = stem_of (path);
  entry->path = g_strdup (path);
  entry->user = user;
  if (scan->index != NULL && model_library_index_fill (scan->index, entry))
    return entry;
  errors = model_diagnostics_new ();
  model = model_load_file (path, scan->solver, errors);
  if (model == NULL)
    {
      entry->errors = g_steal_pointer (&errors);
      fill_broken (entry);
      return entry;
    }
  entry->name = g_strdup (model_name (model));
  entry->summary = g_strdup (model_summary (model));
  entry->category = g_strdup (model_category (model));
  entry->tags = g_strdupv ((char **) model_tags (model));
  entry->text = searched_text (model);
  entry->traits = model_traits (model);
  return entry;
}

static void
scan_folder (ModelLibrary *library, const char *folder, gboolean user, const Scan *scan, int depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (name[0] == '.')
        continue;
      if (g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          if (depth < MAX_FOLDER_DEPTH)
            scan_folder (library, path, user, scan, depth + 1);
        }
      else if (is_model_name (name) && !model_file_is_stream (path))
        g_ptr_array_add (library->entries, entry_new (path, user, scan));
    }
}

/* Returns the name without its article, for sorting: "An oscillator in the wind" is sorted under
 * O. */
static const char *
filed (const char *name)
{
  static const char *const articles[] = { "A ", "An ", "The " };

  for (guint k = 0; k < G_N_ELEMENTS (articles); k++)
    if (g_str_has_prefix (name, articles[k]))
      return name + strlen (articles[k]);
  return name;
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const ModelEntry *left = *(const ModelEntry *const *) a;
  const ModelEntry *right = *(const ModelEntry *const *) b;
  int order = g_utf8_collate (left->category, right->category);

  if (order == 0)
    {
      /* Ignore case: the word after an article begins with a lower-case letter, and some locales sort these after all capitals. */
      g_autofree char *left_name = g_utf8_casefold (filed (left->name), -1), *right_name = g_utf8_casefold (filed (right->name), -1);

      order = g_utf8_collate (left_name, right_name);
    }
  return order != 0 ? order : strcmp (left->path, right->path);
}

static ModelLibrary *
scan_all (const char *extra_folder, const Scan *scan)
{
  ModelLibrary *library = g_new0 (ModelLibrary, 1);
  g_auto (GStrv) folders = model_library_folders ("models");
  g_autofree char *user = user_folder ();

  library->entries = g_ptr_array_new_with_free_func (model_entry_free);
  for (int k = 0; folders[k] != NULL; k++)
    scan_folder (library, folders[k], g_str_has_prefix (folders[k], user), scan, 0);
  if (extra_folder != NULL)
    scan_folder (library, extra_folder, TRUE, scan, 0);
  g_ptr_array_sort (library->entries, compare_entries);
  return library;
}

ModelLibrary *
model_library_scan (const char *extra_folder, ModelSolverCheck solver)
{
  return scan_all (extra_folder, &(Scan){ .solver = solver });
}

ModelLibrary *
model_library_scan_indexed (const char *extra_folder, const char *index_file, const char *stamp, ModelSolverCheck solver)
{
  g_autoptr (ModelLibraryIndex) index = model_library_index_load (index_file, stamp);
  ModelLibrary *library = scan_all (extra_folder, &(Scan){ .index = index, .solver = solver });

  model_library_index_save (index, library->entries);
  return library;
}

void
model_library_free (ModelLibrary *library)
{
  if (library == NULL)
    return;
  g_ptr_array_unref (library->entries);
  g_free (library);
}

int
model_library_n_entries (const ModelLibrary *library)
{
  return (int) library->entries->len;
}

const ModelEntry *
model_library_entry (const ModelLibrary *library, int index)
{
  return library->entries->pdata[index];
}

const ModelEntry *
model_library_find (const ModelLibrary *library, const char *id)
{
  for (guint k = 0; k < library->entries->len; k++)
    {
      const ModelEntry *entry = library->entries->pdata[k];

      if (strcmp (entry->id, id) == 0)
        return entry;
    }
  return NULL;
}

/* ---- opening ---- */

/* Appends the paths of all files that have the name of a model. What ends in ".yaml" is taken for a file without a look, which would take a call
 * of the system for each. */
static void
collect (GPtrArray *paths, const char *folder, int depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      char *path = g_build_filename (folder, name, NULL);

      if (name[0] != '.' && is_model_name (name))
        {
          g_ptr_array_add (paths, path);
          continue;
        }
      if (name[0] != '.' && !g_str_has_suffix (name, ".yaml") && depth < MAX_FOLDER_DEPTH && g_file_test (path, G_FILE_TEST_IS_DIR))
        collect (paths, path, depth + 1);
      g_free (path);
    }
}

static int
compare_paths (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Loads a model file, or a file of another program. */
static Model *
load_path (const char *path, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  const ModelImportKind *kind = model_import_kind_of_path (path);
  g_autofree char *text = kind != NULL ? model_import_file (kind, path, diagnostics) : NULL, *made = NULL;

  if (kind == NULL)
    return model_load_file (path, solver, diagnostics);
  if (text == NULL)
    return NULL;
  /* Lines in further messages are those of the text that was made. */
  made = g_strdup_printf (_("%s (as imported)"), path);
  return model_load_text (text, -1, made, solver, diagnostics);
}

Model *
model_library_open_named (const char *model, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  if (!model_file_is_stream (model))
    return model_library_open (model, solver, diagnostics);
  model_diagnostics_add (diagnostics, model, 0, 0, _("cannot be read: it is a pipe or a device"));
  return NULL;
}

Model *
model_library_open (const char *model, ModelSolverCheck solver, GPtrArray *diagnostics)
{
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) folders = NULL;
  const char *suggestion;

  if (strchr (model, '/') != NULL || g_str_has_suffix (model, ".yaml") || model_import_kind_of_path (model) != NULL)
    return load_path (model, solver, diagnostics);
  folders = model_library_folders ("models");
  for (int k = 0; folders[k] != NULL; k++)
    {
      guint first = paths->len;

      /* Search the folders in their order, and the files of each folder by name. */
      collect (paths, folders[k], 0);
      qsort (paths->pdata + first, paths->len - first, sizeof (gpointer), compare_paths);
    }
  for (guint k = 0; k < paths->len; k++)
    {
      g_autofree char *id = stem_of (paths->pdata[k]);

      if (strcmp (id, model) == 0 && !model_file_is_stream (paths->pdata[k]))
        return model_load_file (paths->pdata[k], solver, diagnostics);
    }
  for (guint k = 0; k < paths->len; k++)
    if (!model_file_is_stream (paths->pdata[k]))
      g_ptr_array_add (ids, stem_of (paths->pdata[k]));
  g_ptr_array_add (ids, NULL);
  suggestion = model_yaml_suggest (model, (const char *const *) ids->pdata);
  if (suggestion != NULL)
    model_diagnostics_add (diagnostics, NULL, 0, 0, _("no model '%s' in the library; did you mean '%s'?"), model, suggestion);
  else if (ids->len == 1)
    model_diagnostics_add (diagnostics, NULL, 0, 0,
                           _("no model '%s': the library is empty; set STEPWISE_DATA_DIR to the folder that contains models/"), model);
  else
    model_diagnostics_add (diagnostics, NULL, 0, 0,
                           _("no model '%s' in the library; the path of a file must contain '/' or end in .yaml"), model);
  return NULL;
}
