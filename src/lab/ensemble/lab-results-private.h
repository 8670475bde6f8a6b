/* Declarations shared by lab-results.c (header, files, merge) and lab-results-blocks.c (blocks in memory and their encoding). */
#pragma once

#include "lab-results.h"

G_BEGIN_DECLS

/* The sizes of the blocks of a file. They are computed from the numbers of members and columns. */
typedef struct
{
  guint64 n_members;      /* number of members of the study */
  int n_columns;
  int block_members;      /* number of members of a full block */
  gsize pool_bytes;       /* number of bytes for the texts of reasons in a block */
  gsize block_bytes;      /* number of bytes of a whole block */
} LabBlockFormat;

/* Computes the sizes for a study. */
void lab_block_format_init (LabBlockFormat *format, guint64 n_members, int n_columns);
/* Returns the encoded block, block_bytes bytes. Free it with g_free. */
guint8 *lab_block_encode (const LabBlockFormat *format, const LabBlock *block);
/* Returns whether the bytes are the block with this index and a correct checksum. */
gboolean lab_block_is_good (const LabBlockFormat *format, const guint8 *bytes, guint64 index);
/* Decodes a block from bytes for which lab_block_is_good returned TRUE. Free it with lab_block_free. */
LabBlock *lab_block_decode (const LabBlockFormat *format, const guint8 *bytes);

G_END_DECLS
