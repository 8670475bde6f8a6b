/* Stores the index of the library as a serialized GVariant. */
#include "model-library-index.h"

#include <glib/gstdio.h>
#include <string.h>

/* Format of the index file, in this machine's byte order: the stamp, the version of the traits, and for each
 * model its path, modification time (ns), file size, name, summary, category, tags, searched text and
 * traits. */
#define ENTRY_TYPE "(sxtsssassu)"
/* Version of the traits; it must change whenever the program derives traits in another way. This version recognizes Hamiltonians from the
 * equations. */
#define TRAITS "seen Hamiltonians"
#define INDEX_TYPE "(sa" ENTRY_TYPE ")"

struct ModelLibraryIndex
{
  char *path, *stamp;
  GHashTable *entries; /* path → GVariant of ENTRY_TYPE */
};

static gboolean
look_at (const char *path, gint64 *changed, guint64 *size)
{
  GStatBuf info;

  if (g_stat (path, &info) != 0)
    return FALSE;
  *changed = (gint64) info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
  *size = (guint64) info.st_size;
  return TRUE;
}

ModelLibraryIndex *
model_library_index_load (const char *path, const char *stamp)
{
  ModelLibraryIndex *index = g_new0 (ModelLibraryIndex, 1);
  g_autofree char *data = NULL;
  g_autoptr (GVariant) all = NULL, entries = NULL;
  const char *written_by;
  GVariantIter iter;
  GVariant *entry;
  gsize size;

  index->path = g_strdup (path);
  index->stamp = g_strconcat (stamp, " " ENTRY_TYPE " " TRAITS, NULL);
  index->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_variant_unref);
  if (!g_file_get_contents (path, &data, &size, NULL))
    return index;
  /* A damaged file is harmless: GVariant reads invalid bytes as default values of their type. */
  all = g_variant_ref_sink (g_variant_new_from_data (G_VARIANT_TYPE (INDEX_TYPE), data, size, FALSE, g_free, data));
  data = NULL;
  g_variant_get (all, "(&s@a" ENTRY_TYPE ")", &written_by, &entries);
  if (!g_variant_is_normal_form (all) || strcmp (written_by, index->stamp) != 0)
    return index;
  g_variant_iter_init (&iter, entries);
  while ((entry = g_variant_iter_next_value (&iter)) != NULL)
    {
      const char *name;

      g_variant_get_child (entry, 0, "&s", &name);
      g_hash_table_replace (index->entries, (gpointer) name, entry);
    }
  return index;
}

void
model_library_index_free (ModelLibraryIndex *index)
{
  if (index == NULL)
    return;
  g_hash_table_unref (index->entries);
  g_free (index->path);
  g_free (index->stamp);
  g_free (index);
}

gboolean
model_library_index_fill (const ModelLibraryIndex *index, ModelEntry *entry)
{
  GVariant *kept = g_hash_table_lookup (index->entries, entry->path);
  gint64 changed, changed_then;
  guint64 size, size_then;
  guint32 traits;

  if (kept == NULL || !look_at (entry->path, &changed, &size))
    return FALSE;
  g_variant_get_child (kept, 1, "x", &changed_then);
  g_variant_get_child (kept, 2, "t", &size_then);
  if (changed != changed_then || size != size_then)
    return FALSE;
  g_variant_get (kept, ENTRY_TYPE, NULL, NULL, NULL, &entry->name, &entry->summary, &entry->category, NULL, &entry->text, &traits);
  g_variant_get_child (kept, 6, "^as", &entry->tags);
  entry->traits = traits;
  return TRUE;
}

static GVariant *
pack (const ModelEntry *entry)
{
  gint64 changed;
  guint64 size;

  /* A file with errors is not stored in the index. It is read at each scan, because its errors are reported with their
   * lines. */
  if (entry->errors != NULL || !look_at (entry->path, &changed, &size) || !g_utf8_validate (entry->path, -1, NULL))
    return NULL;
  return g_variant_new ("(sxtsss^assu)", entry->path, changed, size, entry->name, entry->summary, entry->category, entry->tags,
                        entry->text, (guint32) entry->traits);
}

gboolean
model_library_index_save (const ModelLibraryIndex *index, GPtrArray *entries)
{
  GVariantBuilder packed;
  g_autoptr (GVariant) all = NULL;
  g_autofree char *folder = g_path_get_dirname (index->path);
  gboolean differs = FALSE;
  guint n = 0;

  g_variant_builder_init (&packed, G_VARIANT_TYPE ("a" ENTRY_TYPE));
  for (guint i = 0; i < entries->len; i++)
    {
      g_autoptr (GVariant) entry = pack (entries->pdata[i]);
      GVariant *before;

      if (entry == NULL)
        continue;
      g_variant_ref_sink (entry);
      before = g_hash_table_lookup (index->entries, ((const ModelEntry *) entries->pdata[i])->path);
      differs |= before == NULL || !g_variant_equal (before, entry);
      g_variant_builder_add_value (&packed, entry);
      n++;
    }
  all = g_variant_ref_sink (g_variant_new ("(s@a" ENTRY_TYPE ")", index->stamp, g_variant_builder_end (&packed)));
  if (!differs && n == g_hash_table_size (index->entries))
    return TRUE;
  return g_mkdir_with_parents (folder, 0700) == 0
         && g_file_set_contents (index->path, g_variant_get_data (all), (gssize) g_variant_get_size (all), NULL);
}
