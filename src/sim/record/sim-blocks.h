/* Append-only arrays of records of equal size, in blocks that never move. An array has one writer and many readers.
 *
 * Blocks are in memory up to a limit for several arrays together (SimSpill). Further blocks are mapped from one unlinked temporary file,
 * whose pages the kernel may write to disk and remove from memory. The arrays do not synchronize readers: a reader may read a record after
 * the owner of the array has published, with release order, a count above its index. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The memory limit and the temporary file that several arrays share. */
typedef struct SimSpill SimSpill;
/* Makes a memory limit for several arrays. memory_limit is in bytes. Free it with sim_spill_free. */
SimSpill *sim_spill_new (gsize memory_limit);
/* Frees the limit and its temporary file. All arrays that use the limit
 * must be freed before. */
void sim_spill_free (SimSpill *spill);
/* Returns the number of bytes in memory. */
gsize sim_spill_memory (const SimSpill *spill);
/* Returns the number of bytes in the temporary file. */
gsize sim_spill_on_disk (const SimSpill *spill);

/* Returns freed memory to the operating system if `bytes`, the number of bytes that the caller has freed, is large enough. Without this
 * call the C library keeps memory that another thread allocated for later allocations. */
void sim_blocks_return_memory (gsize bytes);

typedef struct SimBlocks SimBlocks;
/* Makes an array of records of record_size bytes (a multiple of 8, or 1) in
 * blocks of about block_bytes. Free it with sim_blocks_free. */
SimBlocks *sim_blocks_new (gsize record_size, gsize block_bytes, SimSpill *spill);
/* Frees the array. */
void sim_blocks_free (SimBlocks *blocks);
/* Returns the address of record `index` for writing, and allocates it if it is new. The index of a new record must be the number of
 * records. Only the writer's thread may call the function. Returns NULL if both memory and disk are full. */
gpointer sim_blocks_make (SimBlocks *blocks, gsize index);
/* Returns the address of a published record. Any thread may call the function. */
gconstpointer sim_blocks_get (const SimBlocks *blocks, gsize index);
/* Returns the first index after `index` whose record is not contiguous in memory with the records before it. */
gsize sim_blocks_end (const SimBlocks *blocks, gsize index);

G_END_DECLS
