/* Hash tables with open addressing. The entries are in the order of insertion; `places` has for each slot of the table the number of an
 * entry plus 1, or 0. A removed entry stays as a gap until the table grows. */
#include <glib.h>

typedef struct
{
  gpointer key, value;
  guint hash;
  gboolean used;
} Entry;

struct GHashTable
{
  GHashFunc hash;
  GEqualFunc equal;
  GDestroyNotify free_key, free_value;
  Entry *entries;
  guint n_entries, capacity; /* entries with gaps, and the memory for them */
  guint n_keys;
  guint *places;
  guint n_places; /* a power of 2, more than twice the number of entries; 0: no table yet */
};

guint
g_str_hash (gconstpointer text)
{
  guint hash = 5381;

  for (const unsigned char *p = text; *p != '\0'; p++)
    hash = hash * 33 + *p;
  return hash;
}

gboolean
g_str_equal (gconstpointer a, gconstpointer b)
{
  return strcmp (a, b) == 0;
}

static guint
hash_of (const GHashTable *table, gconstpointer key)
{
  guint hash = table->hash != NULL ? table->hash (key) : GPOINTER_TO_UINT (key) * 2654435761U;

  /* The low bits choose the slot, so the high ones are mixed into them. */
  return hash ^ hash >> 15;
}

static gboolean
same_key (const GHashTable *table, gconstpointer a, gconstpointer b)
{
  return table->equal != NULL ? table->equal (a, b) : a == b;
}

GHashTable *
g_hash_table_new_full (GHashFunc hash, GEqualFunc equal, GDestroyNotify free_key, GDestroyNotify free_value)
{
  GHashTable *table = g_new0 (GHashTable, 1);

  table->hash = hash;
  table->equal = equal;
  table->free_key = free_key;
  table->free_value = free_value;
  return table;
}

GHashTable *
g_hash_table_new (GHashFunc hash, GEqualFunc equal)
{
  return g_hash_table_new_full (hash, equal, NULL, NULL);
}

/* Returns the entry of a key, or NULL. */
static Entry *
find (const GHashTable *table, gconstpointer key)
{
  guint hash;

  if (table->n_places == 0)
    return NULL;
  hash = hash_of (table, key);
  for (guint slot = hash & (table->n_places - 1); table->places[slot] != 0; slot = (slot + 1) & (table->n_places - 1))
    {
      Entry *entry = &table->entries[table->places[slot] - 1];

      if (entry->used && entry->hash == hash && same_key (table, entry->key, key))
        return entry;
    }
  return NULL;
}

static void
place_entry (GHashTable *table, guint number)
{
  guint slot = table->entries[number].hash & (table->n_places - 1);

  while (table->places[slot] != 0)
    slot = (slot + 1) & (table->n_places - 1);
  table->places[slot] = number + 1;
}

/* Makes room for one more entry: removes the gaps, and enlarges the table. */
static void
make_room (GHashTable *table)
{
  guint n = 0;

  if (table->n_entries < table->capacity && 2 * (table->n_entries + 1) < table->n_places)
    return;
  for (guint k = 0; k < table->n_entries; k++)
    if (table->entries[k].used)
      table->entries[n++] = table->entries[k];
  table->n_entries = n;
  table->capacity = MAX (8, 2 * n);
  table->entries = g_renew (Entry, table->entries, table->capacity);
  table->n_places = 32;
  while (table->n_places < 4 * table->capacity)
    table->n_places *= 2;
  g_free (table->places);
  table->places = g_new0 (guint, table->n_places);
  for (guint k = 0; k < n; k++)
    place_entry (table, k);
}

static gboolean
set (GHashTable *table, gpointer key, gpointer value, gboolean new_key)
{
  Entry *entry = find (table, key);

  if (entry == NULL)
    {
      make_room (table);
      table->entries[table->n_entries] = (Entry){ key, value, hash_of (table, key), TRUE };
      place_entry (table, table->n_entries++);
      table->n_keys++;
      return TRUE;
    }
  if (table->free_key != NULL && key != entry->key)
    table->free_key (new_key ? entry->key : key);
  if (table->free_value != NULL)
    table->free_value (entry->value);
  if (new_key)
    entry->key = key;
  entry->value = value;
  return FALSE;
}

gboolean
g_hash_table_insert (GHashTable *table, gpointer key, gpointer value)
{
  return set (table, key, value, FALSE);
}

gboolean
g_hash_table_add (GHashTable *table, gpointer key)
{
  return set (table, key, key, TRUE);
}

gpointer
g_hash_table_lookup (GHashTable *table, gconstpointer key)
{
  const Entry *entry = find (table, key);

  return entry != NULL ? entry->value : NULL;
}

gboolean
g_hash_table_contains (GHashTable *table, gconstpointer key)
{
  return find (table, key) != NULL;
}

gboolean
g_hash_table_lookup_extended (GHashTable *table, gconstpointer key, gpointer *found, gpointer *value)
{
  const Entry *entry = find (table, key);

  if (entry == NULL)
    return FALSE;
  if (found != NULL)
    *found = entry->key;
  if (value != NULL)
    *value = entry->value;
  return TRUE;
}

gboolean
g_hash_table_steal (GHashTable *table, gconstpointer key)
{
  Entry *entry = find (table, key);

  if (entry == NULL)
    return FALSE;
  entry->used = FALSE;
  table->n_keys--;
  return TRUE;
}

guint
g_hash_table_size (GHashTable *table)
{
  return table->n_keys;
}

void
g_hash_table_unref (GHashTable *table)
{
  for (guint k = 0; k < table->n_entries; k++)
    {
      Entry *entry = &table->entries[k];

      if (entry->used && table->free_key != NULL)
        table->free_key (entry->key);
      if (entry->used && table->free_value != NULL)
        table->free_value (entry->value);
    }
  g_free (table->entries);
  g_free (table->places);
  g_free (table);
}

void
g_hash_table_iter_init (GHashTableIter *iter, GHashTable *table)
{
  iter->table = table;
  iter->place = 0;
}

gboolean
g_hash_table_iter_next (GHashTableIter *iter, gpointer *key, gpointer *value)
{
  GHashTable *table = iter->table;

  while (iter->place < table->n_entries && !table->entries[iter->place].used)
    iter->place++;
  if (iter->place == table->n_entries)
    return FALSE;
  if (key != NULL)
    *key = table->entries[iter->place].key;
  if (value != NULL)
    *value = table->entries[iter->place].value;
  iter->place++;
  return TRUE;
}
