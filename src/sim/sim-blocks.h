/* Append-only arrays of equal records in blocks that never move; one writer, many readers.
 *
 * Blocks live in memory up to a budget shared by several arrays (SimSpill); later ones are mapped from one unlinked temporary file,
 * whose pages the kernel may write out and drop. The arrays publish nothing themselves: an index may be read once its owner has
 * published, with release, a count above it. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The budget and the temporary file. */
typedef struct SimSpill SimSpill;
SimSpill *sim_spill_new (gsize memory_limit);
/* After all arrays that use it. */
void sim_spill_free (SimSpill *spill);
/* Bytes in memory and in the file. */
gsize sim_spill_memory (const SimSpill *spill);
gsize sim_spill_on_disk (const SimSpill *spill);

typedef struct SimBlocks SimBlocks;
/* Records of record_size bytes (a multiple of 8, or 1) in blocks of about block_bytes. */
SimBlocks *sim_blocks_new (gsize record_size, gsize block_bytes, SimSpill *spill);
void sim_blocks_free (SimBlocks *blocks);
/* Writer: the place of record `index`, made where it is new; indices grow by one. NULL: no memory and no disk left. */
gpointer sim_blocks_make (SimBlocks *blocks, gsize index);
/* Readers: the place of a published record. */
gconstpointer sim_blocks_get (const SimBlocks *blocks, gsize index);
/* First index after `index` whose record does not follow in memory. */
gsize sim_blocks_end (const SimBlocks *blocks, gsize index);

G_END_DECLS
