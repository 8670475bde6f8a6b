/* The file of results of an ensemble: a header in YAML, then blocks of fixed size in the order of the members, each with a checksum. Blocks
 * are only appended, so if the program is killed, all blocks except the last one are complete.
 *
 *   header    YAML; its second line `length: N` is its size in bytes
 *   block     "SWBLOCK1", index, number of members, bytes of text: 4 × 8 bytes
 *             for each member: its number (8 bytes), outcome (4), offset of its reason + 1 (4), values (8 each); unused ones are zero
 *             texts of the reasons, each ended by a zero byte
 *             checksum of all bytes before it: 8 bytes
 *
 * Numbers are little-endian. One thread. */
#pragma once

#include "lab-lanes.h"

G_BEGIN_DECLS

/* The rows of one block: the results of consecutive members. */
typedef struct
{
  guint64 index;
  int n;                  /* number of members in the block */
  guint64 *member;
  LabOutcome *outcome;
  const char **reason;    /* for each member the reason why it ended early, "" if it did not; the block owns the texts */
  double *values;         /* n rows of n_columns values */
  GStringChunk *texts;
} LabBlock;

typedef struct LabResults LabResults;

/* The contents of the header of a new file. */
typedef struct
{
  const char *study;      /* id of the study: "ensemble" or "sweep" */
  const char *model_id;
  const char *model_text;
  const char *settings;   /* YAML text of all settings on which the values depend; each line ends with a newline */
  guint64 n_members;
  int n_columns;
  char **columns;         /* names of the n_columns columns */
  int n_varied, n_records; /* numbers of varied quantities and of records. The columns are t, the varied quantities, the records, and the
                            * values of the fans (LabFan) */
  const char *arithmetic; /* name of the arithmetic of the values (expr_arithmetic), an interned text; "" in files of older versions */
  /* TRUE: the values have the same bits as those of the command `run` with the same arithmetic; FALSE: only the same bits as those of `replay`
   * (files of older versions) */
  gboolean equals_run;
  int shard, n_shards;    /* index of this shard, from 1, and number of shards; both 0: the study is not divided into shards */
} LabResultsHeader;

/* Opens a file for appending, and locks it. A file that does not exist is created. A file of the same study is truncated after its last
 * undamaged block; a file of another study is refused. If path is NULL, an unnamed temporary file is made. Returns NULL with an error:
 * LAB_RESULTS_ERROR_OTHER or G_FILE_ERROR. */
LabResults *lab_results_append_to (const char *path, const LabResultsHeader *header, GError **error);
/* Opens a file for reading. Returns NULL with an error. */
LabResults *lab_results_open (const char *path, GError **error);
/* Closes a file; NULL is allowed. */
void lab_results_free (LabResults *results);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabResults, lab_results_free)

#define LAB_RESULTS_ERROR (lab_results_error_quark ())
/* Returns the domain of errors in result files. */
GQuark lab_results_error_quark (void);
typedef enum { LAB_RESULTS_ERROR_OTHER, LAB_RESULTS_ERROR_FORMAT, LAB_RESULTS_ERROR_INCOMPLETE, LAB_RESULTS_ERROR_LOCKED } LabResultsErrorCode;

/* Returns the header; owned by `results`. Texts that only writing needs are NULL. */
const LabResultsHeader *lab_results_header (const LabResults *results);
/* Returns the text of the header without its length, time and shard; owned by `results`. It is equal for all files of one study. */
const char *lab_results_identity (const LabResults *results);
/* Returns the identity (lab_results_identity) that a file with this header would have. Free it with
 * g_free. */
char *lab_results_identity_of (const LabResultsHeader *header);
/* Updates the number of blocks of a file that was opened for reading, if another handle has appended blocks since
 * then. */
void lab_results_refresh (LabResults *results);
/* Returns the number of members in a full block. */
int lab_results_block_members (const LabResults *results);
/* Returns the index of the first block of this file, and sets *end to the index after its last one. */
guint64 lab_results_range (const LabResults *results, guint64 *end);
/* Returns the number of undamaged blocks at the start of the file. */
guint64 lab_results_n_blocks (const LabResults *results);
/* Returns the number of blocks in the file, of which any may be damaged. */
guint64 lab_results_n_stored (const LabResults *results);
/* Returns the ranges of members that this file should have but does not, such as "512 to 1023, 2048 to 4095", because blocks are damaged or were not
 * computed. Returns NULL if it has all. Free it with g_free. */
char *lab_results_missing (LabResults *results);
/* Appends a block, whose index must follow that of the last block. Returns FALSE with an error. */
gboolean lab_results_append (LabResults *results, const LabBlock *block, GError **error);
/* Reads block k of the file, counted from 0. Free it with lab_block_free. Returns NULL with an error if it cannot be
 * read. Behind a damaged block, where lab_results_n_blocks ends, there may be more undamaged ones. */
LabBlock *lab_results_read (LabResults *results, guint64 k, GError **error);
/* Makes an empty block for n members. */
LabBlock *lab_block_new (guint64 index, int n, int n_columns);
/* Frees a block; NULL is allowed. */
void lab_block_free (LabBlock *block);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabBlock, lab_block_free)

/* Joins the shards of a study into one file at path. Returns FALSE with an error if the files belong to different studies or a block is
 * missing. */
gboolean lab_results_merge (const char *const *paths, int n_paths, const char *path, GError **error);

G_END_DECLS
