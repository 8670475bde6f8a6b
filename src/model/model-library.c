#include "model-library.h"

#include <string.h>

#include "expr.h"

/* Where the build installs shared data; the build system says. */
#ifndef MODEL_INSTALLED_DATA
#define MODEL_INSTALLED_DATA "/usr/share/stepwise"
#endif

struct ModelLibrary
{
  GPtrArray *entries; /* ModelEntry */
};

/* ---- folders ---- */

char **
model_library_folders (const char *kind)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *environment = g_getenv ("STEPWISE_DATA_DIR");
  const char *const roots[] = { environment != NULL && *environment != '\0' ? environment : NULL, MODEL_INSTALLED_DATA, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (roots); i++)
    {
      g_autofree char *folder = NULL;

      if (roots[i] == NULL)
        continue;
      folder = g_build_filename (roots[i], kind, NULL);
      /* A checkout keeps its tableaus among its data. */
      if (!g_file_test (folder, G_FILE_TEST_IS_DIR))
        {
          g_free (folder);
          folder = g_build_filename (roots[i], "data", kind, NULL);
        }
      if (g_file_test (folder, G_FILE_TEST_IS_DIR))
        g_strv_builder_add (builder, folder);
    }
  {
    g_autofree char *user = g_build_filename (g_get_user_data_dir (), "stepwise", kind, NULL);
    g_strv_builder_add (builder, user);
  }
  return g_strv_builder_end (builder);
}

/* ---- entries ---- */

static void
entry_free (gpointer data)
{
  ModelEntry *entry = data;

  g_free (entry->id);
  g_free (entry->path);
  g_free (entry->name);
  g_free (entry->summary);
  g_free (entry->category);
  g_strfreev (entry->tags);
  g_clear_pointer (&entry->errors, g_ptr_array_unref);
  g_free (entry);
}

/* "hybrid-events" → "Hybrid events": the category of a broken file is the folder it lies in. */
static char *
category_of_folder (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  char *category = g_path_get_basename (folder);

  g_strdelimit (category, "-", ' ');
  category[0] = g_ascii_toupper (category[0]);
  return category;
}

static ModelEntry *
entry_new (const char *path, gboolean user)
{
  ModelEntry *entry = g_new0 (ModelEntry, 1);
  g_autofree char *base = g_path_get_basename (path);
  g_autoptr (GPtrArray) diagnostics = model_diagnostics_new ();
  g_autoptr (Model) model = model_load_file (path, diagnostics);

  entry->id = g_strndup (base, strlen (base) - strlen (".yaml"));
  entry->path = g_strdup (path);
  entry->user = user;
  if (model == NULL)
    {
      entry->name = g_strdup (entry->id);
      entry->summary = g_strdup ("");
      entry->category = category_of_folder (path);
      entry->tags = g_new0 (char *, 1);
      entry->errors = g_steal_pointer (&diagnostics);
      return entry;
    }
  entry->name = g_strdup (model_name (model));
  entry->summary = g_strdup (model_summary (model));
  entry->category = *model_category (model) != '\0' ? g_strdup (model_category (model)) : category_of_folder (path);
  entry->tags = g_strdupv ((char **) model_tags (model));
  entry->traits = model_traits (model);
  return entry;
}

/* Adds the models below folder; deeper than 4 levels is not a library but somebody's home. */
static void
scan_folder (ModelLibrary *library, GHashTable *seen, const char *folder, gboolean user, int depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (*name == '.')
        continue;
      if (depth < 4 && g_file_test (path, G_FILE_TEST_IS_DIR))
        scan_folder (library, seen, path, user, depth + 1);
      else if (g_str_has_suffix (name, ".yaml") && g_hash_table_add (seen, g_strdup (name)))
        g_ptr_array_add (library->entries, entry_new (path, user));
    }
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const ModelEntry *first = *(const ModelEntry *const *) a, *second = *(const ModelEntry *const *) b;
  int order = g_utf8_collate (first->category, second->category);

  return order != 0 ? order : g_utf8_collate (first->name, second->name);
}

ModelLibrary *
model_library_scan (const char *extra_folder)
{
  ModelLibrary *library = g_new0 (ModelLibrary, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (GStrv) folders = model_library_folders ("models");

  library->entries = g_ptr_array_new_with_free_func (entry_free);
  if (extra_folder != NULL)
    scan_folder (library, seen, extra_folder, TRUE, 0);
  for (char **folder = folders; *folder != NULL; folder++)
    scan_folder (library, seen, *folder, folder[1] == NULL, 0);
  g_ptr_array_sort (library->entries, compare_entries);
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
  return g_ptr_array_index (library->entries, index);
}

const ModelEntry *
model_library_find (const ModelLibrary *library, const char *id)
{
  for (guint i = 0; i < library->entries->len; i++)
    if (strcmp (model_library_entry (library, i)->id, id) == 0)
      return model_library_entry (library, i);
  return NULL;
}

gboolean
model_entry_matches (const ModelEntry *entry, const char *query)
{
  g_autofree char *tags = g_strjoinv (" ", entry->tags);
  g_autofree char *all = g_strjoin (" ", entry->name, entry->id, entry->category, tags, entry->summary, NULL);
  g_autofree char *text = g_utf8_casefold (all, -1);
  g_autofree char *folded = g_utf8_casefold (query, -1);
  g_auto (GStrv) words = g_strsplit (folded, " ", -1);

  for (char **word = words; *word != NULL; word++)
    if (strstr (text, *word) == NULL)
      return FALSE;
  return TRUE;
}

/* ---- one model by name ---- */

/* Finds NAME.yaml below folder and collects the stems on the way. */
static char *
find_file (const char *folder, const char *file, GPtrArray *stems, int depth)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (*name == '.')
        continue;
      if (depth < 4 && g_file_test (path, G_FILE_TEST_IS_DIR))
        {
          char *found = find_file (path, file, stems, depth + 1);
          if (found != NULL)
            return found;
        }
      else if (strcmp (name, file) == 0)
        return g_steal_pointer (&path);
      else if (g_str_has_suffix (name, ".yaml"))
        g_ptr_array_add (stems, g_strndup (name, strlen (name) - strlen (".yaml")));
    }
  return NULL;
}

Model *
model_library_open (const char *model, GPtrArray *diagnostics)
{
  g_auto (GStrv) folders = NULL;
  g_autofree char *file = NULL;
  g_autoptr (GPtrArray) stems = g_ptr_array_new_with_free_func (g_free);
  const char *suggestion;

  if (strchr (model, '/') != NULL || g_str_has_suffix (model, ".yaml"))
    return model_load_file (model, diagnostics);

  folders = model_library_folders ("models");
  file = g_strconcat (model, ".yaml", NULL);
  for (char **folder = folders; *folder != NULL; folder++)
    {
      g_autofree char *path = find_file (*folder, file, stems, 0);
      if (path != NULL)
        return model_load_file (path, diagnostics);
    }
  suggestion = expr_suggest (model, (const char *const *) stems->pdata, stems->len);
  if (stems->len == 0)
    model_diagnostics_add (diagnostics, NULL, 0, 0,
                           "no model '%s': the library is empty; set STEPWISE_DATA_DIR to the folder that holds 'models'", model);
  else if (suggestion != NULL)
    model_diagnostics_add (diagnostics, NULL, 0, 0, "no model '%s' in the library; did you mean '%s'?", model, suggestion);
  else
    model_diagnostics_add (diagnostics, NULL, 0, 0, "no model '%s' in the library; 'stepwise-cli list models' lists them, a file's name needs "
                           "'/' or '.yaml'", model);
  return NULL;
}
