/* Blocks of a result file in memory, and their encoding (lab-results.h describes the format). */
#include "lab-results-private.h"

#include <string.h>

#define MAGIC "SWBLOCK1"
#define HEAD_BYTES 32
#define CHECKSUM_BYTES 8

/* Returns the number of bytes of a member: its index, its outcome with the offset of its reason, and its values. */
static gsize
row_bytes (const LabBlockFormat *format)
{
  return 16 + 8 * (gsize) format->n_columns;
}

/* Returns the number of members in a block. A file has about 64 blocks, so that little is lost if the program is killed, and a block has at
 * most 1024 members. The number depends only on the number of members of the study, so that it is equal for all shards. */
static int
block_members (guint64 n_members)
{
  int n = 1;

  while (n < 1024 && (guint64) n * 64 < n_members)
    n *= 2;
  return n;
}

void
lab_block_format_init (LabBlockFormat *format, guint64 n_members, int n_columns)
{
  gsize n = (gsize) block_members (n_members);

  format->n_members = n_members;
  format->n_columns = n_columns;
  format->block_members = (int) n;
  format->pool_bytes = MAX (1024, 48 * n);
  format->block_bytes = HEAD_BYTES + n * row_bytes (format) + format->pool_bytes + CHECKSUM_BYTES;
}

LabBlock *
lab_block_new (guint64 index, int n, int n_columns)
{
  LabBlock *block = g_new0 (LabBlock, 1);

  block->index = index;
  block->n = n;
  block->member = g_new0 (guint64, n);
  block->outcome = g_new0 (LabOutcome, n);
  block->reason = g_new0 (const char *, n);
  block->values = g_new0 (double, (gsize) n * n_columns);
  block->texts = g_string_chunk_new (256);
  for (int k = 0; k < n; k++)
    block->reason[k] = "";
  return block;
}

void
lab_block_free (LabBlock *block)
{
  if (block == NULL)
    return;
  g_free (block->member);
  g_free (block->outcome);
  g_free (block->reason);
  g_free (block->values);
  g_string_chunk_free (block->texts);
  g_free (block);
}

/* Returns a 64-bit hash of n bytes, where n is a multiple of 8. Each step multiplies like FNV-1a, on 8 bytes at a time, and then shifts:
 * the multiplication alone would not carry high bits into lower ones. */
static guint64
checksum (const guint8 *bytes, gsize n)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gsize k = 0; k + 8 <= n; k += 8)
    {
      guint64 word;

      memcpy (&word, bytes + k, 8);
      hash = (hash ^ GUINT64_FROM_LE (word)) * G_GUINT64_CONSTANT (0x100000001b3);
      hash ^= hash >> 29;
    }
  return hash;
}

static void
put_word (guint8 *at, guint64 word)
{
  word = GUINT64_TO_LE (word);
  memcpy (at, &word, 8);
}

static guint64
get_word (const guint8 *at)
{
  guint64 word;

  memcpy (&word, at, 8);
  return GUINT64_FROM_LE (word);
}

static void
put_number (guint8 *at, double value)
{
  guint64 word;

  memcpy (&word, &value, 8);
  put_word (at, word);
}

/* Stores the text of a reason in the block's text buffer and returns its offset + 1. Equal texts are stored once. A text that does not fit
 * is cut and ends in "…". Returns 0 if the text is empty or fewer than 8 bytes are free. */
static guint32
store_reason (guint8 *pool, gsize size, gsize *used, GHashTable *known, const char *reason)
{
  gsize length = strlen (reason), free_bytes = *used + 1 < size ? size - *used - 1 : 0;
  gpointer found;
  guint32 offset;

  if (length == 0)
    return 0;
  if (g_hash_table_lookup_extended (known, reason, NULL, &found))
    return GPOINTER_TO_UINT (found);
  if (free_bytes < 8)
    return 0;
  offset = (guint32) *used + 1;
  if (length > free_bytes)
    {
      const char *end = g_utf8_find_prev_char (reason, reason + free_bytes - 3);

      length = end != NULL ? (gsize) (end - reason) : 0;
      memcpy (pool + *used, reason, length);
      memcpy (pool + *used + length, "…", 3);
      length += 3;
    }
  else
    memcpy (pool + *used, reason, length);
  *used += length + 1;
  g_hash_table_insert (known, (gpointer) reason, GUINT_TO_POINTER (offset));
  return offset;
}

guint8 *
lab_block_encode (const LabBlockFormat *format, const LabBlock *block)
{
  guint8 *bytes = g_malloc0 (format->block_bytes), *at = bytes + HEAD_BYTES;
  gsize row = row_bytes (format), used = 0;
  guint8 *pool = at + (gsize) format->block_members * row;
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (int k = 0; k < block->n; k++, at += row)
    {
      guint32 reason = store_reason (pool, format->pool_bytes, &used, known, block->reason[k]);

      put_word (at, block->member[k]);
      put_word (at + 8, (guint64) block->outcome[k] | (guint64) reason << 32);
      for (int c = 0; c < format->n_columns; c++)
        put_number (at + 16 + 8 * c, block->values[(gsize) k * format->n_columns + c]);
    }
  memcpy (bytes, MAGIC, 8);
  put_word (bytes + 8, block->index);
  put_word (bytes + 16, (guint64) block->n);
  put_word (bytes + 24, used);
  put_word (bytes + format->block_bytes - CHECKSUM_BYTES, checksum (bytes, format->block_bytes - CHECKSUM_BYTES));
  return bytes;
}

gboolean
lab_block_is_good (const LabBlockFormat *format, const guint8 *bytes, guint64 index)
{
  guint64 first = index * (guint64) format->block_members;
  guint64 n = MIN ((guint64) format->block_members, format->n_members - first);

  return memcmp (bytes, MAGIC, 8) == 0 && get_word (bytes + 8) == index && get_word (bytes + 16) == n
         && get_word (bytes + format->block_bytes - CHECKSUM_BYTES) == checksum (bytes, format->block_bytes - CHECKSUM_BYTES);
}

LabBlock *
lab_block_decode (const LabBlockFormat *format, const guint8 *bytes)
{
  int n = (int) get_word (bytes + 16), n_columns = format->n_columns;
  LabBlock *block = lab_block_new (get_word (bytes + 8), n, n_columns);
  gsize row = row_bytes (format);
  const guint8 *at = bytes + HEAD_BYTES, *pool = at + (gsize) format->block_members * row;

  for (int k = 0; k < n; k++, at += row)
    {
      guint64 word = get_word (at + 8);
      guint32 reason = (guint32) (word >> 32);

      block->member[k] = get_word (at);
      block->outcome[k] = (LabOutcome) (word & 0xffffffff);
      if (reason > 0 && reason <= format->pool_bytes)
        block->reason[k] = g_string_chunk_insert_const (block->texts, (const char *) pool + reason - 1);
      for (int c = 0; c < n_columns; c++)
        {
          word = get_word (at + 16 + 8 * c);
          memcpy (&block->values[(gsize) k * n_columns + c], &word, 8);
        }
    }
  return block;
}
