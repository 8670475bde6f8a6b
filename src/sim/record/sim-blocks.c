/* Allocates the blocks of an array in memory or in a mapped temporary file, and finds the block of a record. */
#include "sim-blocks.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

/* Size of a segment of the temporary file. The file grows by segments, and each segment is one memory
 * mapping. Linux allows 65530 mappings per process, so segments of 16 MiB allow a file of 1 TiB.
 * Larger segments of 64 MiB would pause the window visibly, because reserving
 * one took 16 ms in the kernel. */
#define SEGMENT_BYTES ((gsize) 16 << 20)
/* The table of pointers to blocks has two levels: 1024 tables of 1024 pointers. Tables never move, so readers need no lock. With blocks of
 * 0.5 MiB the tables address 0.5 TiB. */
#define TABLE_SHIFT 10
#define TABLE_SIZE ((gsize) 1 << TABLE_SHIFT)

struct SimSpill
{
  gsize limit;
  atomic_size_t in_memory; /* number of bytes in memory: stored by the writer, loaded by any thread
                            * that displays it, in relaxed order, because no other data depend on it */
  atomic_size_t on_disk;   /* number of bytes in the temporary file; same threads and order as in_memory */
  int fd;
  gsize file_size;
  gsize segment_used;
  GPtrArray *segments;
};

struct SimBlocks
{
  SimSpill *spill;
  gsize record_size;
  gsize block_bytes;
  guint shift;      /* a block has 1 << shift records */
  gsize n_blocks;
  gpointer *tables[TABLE_SIZE];
  GPtrArray *owned; /* blocks allocated by malloc; all other blocks are in the file */
};

SimSpill *
sim_spill_new (gsize memory_limit)
{
  SimSpill *spill = g_new0 (SimSpill, 1);
  spill->limit = memory_limit;
  spill->fd = -1;
  spill->segments = g_ptr_array_new ();
  return spill;
}

void
sim_spill_free (SimSpill *spill)
{
  for (guint i = 0; i < spill->segments->len; i++)
    munmap (g_ptr_array_index (spill->segments, i), SEGMENT_BYTES);
  g_ptr_array_unref (spill->segments);
  if (spill->fd >= 0)
    close (spill->fd);
  g_free (spill);
}

gsize
sim_spill_memory (const SimSpill *spill)
{
  return atomic_load_explicit (&spill->in_memory, memory_order_relaxed);
}

gsize
sim_spill_on_disk (const SimSpill *spill)
{
  return atomic_load_explicit (&spill->on_disk, memory_order_relaxed);
}

/* Opens an unlinked file in TMPDIR, in /var/tmp (which is usually on a
 * disk, unlike /tmp), or in /tmp. Returns −1 if no folder is writable. */
static int
open_unlinked (void)
{
  const char *folders[] = { g_getenv ("TMPDIR"), "/var/tmp", "/tmp" };
  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      if (folders[i] == NULL)
        continue;
      int fd = open (folders[i], O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
      if (fd >= 0)
        return fd;
      g_autofree char *name = g_build_filename (folders[i], "stepwise-XXXXXX", NULL);
      fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
      if (fd >= 0)
        {
          unlink (name);
          return fd;
        }
    }
  return -1;
}

static gpointer
take_from_file (SimSpill *spill, gsize bytes)
{
  gsize n_segments = spill->segments->len;
  if (n_segments == 0 || spill->segment_used + bytes > SEGMENT_BYTES)
    {
      if (spill->fd < 0)
        spill->fd = open_unlinked ();
      /* Reserve the space, so that a full disk is an error here, and not a bus error when the memory is written. */
      if (spill->fd < 0 || posix_fallocate (spill->fd, (off_t) spill->file_size, (off_t) SEGMENT_BYTES) != 0)
        return NULL;
      void *map = mmap (NULL, SEGMENT_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, spill->fd, (off_t) spill->file_size);
      if (map == MAP_FAILED)
        return NULL;
      /* The previous segment is complete. Remove its pages from the memory
       * of this process; a reader loads them again. */
      if (n_segments > 0)
        madvise (g_ptr_array_index (spill->segments, n_segments - 1), SEGMENT_BYTES, MADV_DONTNEED);
      spill->file_size += SEGMENT_BYTES;
      spill->segment_used = 0;
      g_ptr_array_add (spill->segments, map);
    }
  char *segment = g_ptr_array_index (spill->segments, spill->segments->len - 1);
  gpointer place = segment + spill->segment_used;
  spill->segment_used += bytes;
  atomic_fetch_add_explicit (&spill->on_disk, bytes, memory_order_relaxed);
  return place;
}

/* The least number of freed bytes for which malloc_trim is called. The call takes long, because malloc_trim visits every arena. */
#define RETURN_BYTES ((gsize) 32 << 20)

void
sim_blocks_return_memory (gsize bytes)
{
#ifdef __GLIBC__
  if (bytes >= RETURN_BYTES)
    malloc_trim (0);
#endif
}

SimBlocks *
sim_blocks_new (gsize record_size, gsize block_bytes, SimSpill *spill)
{
  SimBlocks *blocks = g_new0 (SimBlocks, 1);
  blocks->spill = spill;
  blocks->record_size = record_size;
  while ((record_size << (blocks->shift + 1)) <= block_bytes)
    blocks->shift++;
  blocks->block_bytes = ((record_size << blocks->shift) + 63) & ~(gsize) 63;
  blocks->owned = g_ptr_array_new_with_free_func (free);
  return blocks;
}

void
sim_blocks_free (SimBlocks *blocks)
{
  g_ptr_array_unref (blocks->owned);
  /* Tables are allocated in order, so the first unused table ends the loop. */
  for (gsize i = 0; i < TABLE_SIZE && blocks->tables[i] != NULL; i++)
    g_free (blocks->tables[i]);
  g_free (blocks);
}

static gpointer
new_block (SimBlocks *blocks)
{
  SimSpill *spill = blocks->spill;
  if (sim_spill_memory (spill) + blocks->block_bytes <= spill->limit || blocks->block_bytes > SEGMENT_BYTES)
    {
      gpointer block = malloc (blocks->block_bytes);
      if (block != NULL)
        {
          g_ptr_array_add (blocks->owned, block);
          atomic_fetch_add_explicit (&spill->in_memory, blocks->block_bytes, memory_order_relaxed);
          return block;
        }
    }
  return take_from_file (spill, blocks->block_bytes);
}

gpointer
sim_blocks_make (SimBlocks *blocks, gsize index)
{
  gsize block = index >> blocks->shift;
  while (block >= blocks->n_blocks)
    {
      gsize table = blocks->n_blocks >> TABLE_SHIFT;
      if (table >= TABLE_SIZE)
        return NULL;
      if (blocks->tables[table] == NULL)
        blocks->tables[table] = g_new0 (gpointer, TABLE_SIZE);
      gpointer place = new_block (blocks);
      if (place == NULL)
        return NULL;
      blocks->tables[table][blocks->n_blocks & (TABLE_SIZE - 1)] = place;
      blocks->n_blocks++;
    }
  return (gpointer) sim_blocks_get (blocks, index);
}

gconstpointer
sim_blocks_get (const SimBlocks *blocks, gsize index)
{
  gsize block = index >> blocks->shift;
  const char *place = blocks->tables[block >> TABLE_SHIFT][block & (TABLE_SIZE - 1)];
  return place + (index & (((gsize) 1 << blocks->shift) - 1)) * blocks->record_size;
}

gsize
sim_blocks_end (const SimBlocks *blocks, gsize index)
{
  return ((index >> blocks->shift) + 1) << blocks->shift;
}
