/* Hash tables. An iteration has the order of insertion. */
#pragma once

typedef struct GHashTable GHashTable;
typedef struct
{
  GHashTable *table;
  guint place;
} GHashTableIter;
/* Returns a number for a text. */
guint g_str_hash (gconstpointer text);
/* Returns whether two texts are equal. */
gboolean g_str_equal (gconstpointer a, gconstpointer b);
/* Makes a table; hash and equal may be NULL for pointers. */
GHashTable *g_hash_table_new (GHashFunc hash, GEqualFunc equal);
/* Makes a table that frees keys and values. */
GHashTable *g_hash_table_new_full (GHashFunc hash, GEqualFunc equal, GDestroyNotify free_key, GDestroyNotify free_value);
/* Sets the value of a key. If the key exists, the new key is freed. Returns whether the key is new. */
gboolean g_hash_table_insert (GHashTable *table, gpointer key, gpointer value);
/* Adds a key that is its own value, and replaces an equal one. Returns whether the key is new. */
gboolean g_hash_table_add (GHashTable *table, gpointer key);
/* Returns the value of a key, or NULL. */
gpointer g_hash_table_lookup (GHashTable *table, gconstpointer key);
/* Returns whether a key exists. */
gboolean g_hash_table_contains (GHashTable *table, gconstpointer key);
/* Returns whether a key exists, and sets *found and *value unless they are NULL. */
gboolean g_hash_table_lookup_extended (GHashTable *table, gconstpointer key, gpointer *found, gpointer *value);
/* Removes a key without freeing it or its value. Returns whether it existed. */
gboolean g_hash_table_steal (GHashTable *table, gconstpointer key);
/* Returns the number of keys. */
guint g_hash_table_size (GHashTable *table);
/* Frees a table. */
void g_hash_table_unref (GHashTable *table);
/* Begins an iteration. */
void g_hash_table_iter_init (GHashTableIter *iter, GHashTable *table);
/* Moves to the next key. Returns FALSE after the last one. */
gboolean g_hash_table_iter_next (GHashTableIter *iter, gpointer *key, gpointer *value);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (GHashTable, g_hash_table_unref)
