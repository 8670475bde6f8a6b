/* Append-only arrays of equal records in blocks that never move; one writer,
 * many readers.
 *
 * Blocks live in memory up to a budget shared by several arrays (SimSpill);
 * later ones are mapped from one unlinked temporary file, whose pages the
 * kernel may write out and drop. The arrays publish nothing themselves: an
 * index may be read once its owner has published, with release, a count above
 * it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The limit of memory and the temporary file that several arrays share. */
typedef struct SimSpill SimSpill;
/* Makes a budget of memory_limit bytes for several arrays. */
SimSpill *sim_spill_new (gsize memory_limit);
/* Frees the budget and its temporary file; all arrays that use it must be freed
 * before. */
void sim_spill_free (SimSpill *spill);
/* Returns the bytes in memory. */
gsize sim_spill_memory (const SimSpill *spill);
/* Returns the bytes in the temporary file. */
gsize sim_spill_on_disk (const SimSpill *spill);

typedef struct SimBlocks SimBlocks;
/* Makes an array of records of record_size bytes (a multiple of 8, or 1) in
 * blocks of about block_bytes. */
SimBlocks *sim_blocks_new (gsize record_size, gsize block_bytes, SimSpill *spill);
/* Frees the array. */
void sim_blocks_free (SimBlocks *blocks);
/* Returns the place of record `index` for writing; allocates it where it is
 * new. Indices grow by one. Writer's thread. Returns NULL where neither memory
 * nor disk is left. */
gpointer sim_blocks_make (SimBlocks *blocks, gsize index);
/* Returns a published record. Any thread. */
gconstpointer sim_blocks_get (const SimBlocks *blocks, gsize index);
/* Returns the first index after `index` whose record is not contiguous with it
 * in memory. */
gsize sim_blocks_end (const SimBlocks *blocks, gsize index);

G_END_DECLS
