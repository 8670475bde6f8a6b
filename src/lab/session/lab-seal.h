/* The results of a run in the seal of a session: hashes of all rows and events, short checksums of blocks of rows, and some rows as numbers.
 *
 * The rows are hashed as a tree. A block is `stride` rows; its leaf is the SHA-256 of its bytes. A row has one byte with its flags (dense output, after an
 * update, first) and then t and all columns as little-endian doubles; every NaN has the same bytes. The hash of the results is the SHA-256 of
 * the text "columns rows stride" with a line break and of all leaves in order. The seal keeps the first 8 bytes of each leaf, so that the first block that
 * differs is found, and some rows as numbers, so that values can be compared. Flags that depend on how a run was paused are not hashed. */
#pragma once

#include "lab-problem.h"
#include "sim-trajectory.h"

G_BEGIN_DECLS

/* Largest numbers of blocks and of kept rows, and of the numbers in all kept rows. */
#define LAB_SEAL_MOST_BLOCKS 1024
#define LAB_SEAL_MOST_KEPT 64
#define LAB_SEAL_MOST_NUMBERS 8192
/* Number of characters of a hash in hexadecimal digits, with the zero at its end. */
#define LAB_SEAL_HASH_SIZE 65

/* What a seal has of the results of a run. */
typedef struct
{
  gsize n_rows, n_events;
  int n_columns;      /* without t */
  gsize stride;       /* number of rows of a block; the last block may have fewer */
  gsize n_blocks;
  guint8 *blocks;     /* the first 8 bytes of each leaf */
  gsize n_kept;
  int kept_columns;   /* the first columns, of which the kept rows have values; without t */
  gsize *kept_rows;   /* indices of the kept rows, in order */
  double *kept;       /* n_kept × (1 + kept_columns) numbers: t and the values of each kept row */
  char rows_hash[LAB_SEAL_HASH_SIZE], events_hash[LAB_SEAL_HASH_SIZE];
} LabSealResults;

/* Computes the seal of the first n_rows rows and n_events events of a trajectory. Another thread may append rows meanwhile. Returns NULL with an error if
 * it is cancelled. Free it with lab_seal_results_free. */
LabSealResults *lab_seal_results_new (const SimTrajectory *trajectory, gsize n_rows, gsize n_events, const LabProgress *progress, GError **error);
/* Frees results; NULL is allowed. */
void lab_seal_results_free (LabSealResults *results);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LabSealResults, lab_seal_results_free)
/* Returns the number of bytes that are hashed for so many rows. */
double lab_seal_cost (gsize n_rows, int n_columns);

/* One kept row in which sealed and present results differ, and the column with the largest difference relative to its size. */
typedef struct
{
  gint64 step;         /* number of the step at whose end, or inside which, the row is */
  gsize row;           /* its index */
  int column;          /* −1: the time */
  double t_sealed, t_now, sealed, now;
} LabSealValue;

/* The difference of sealed results and those that were computed again. */
typedef struct
{
  gboolean same_rows;  /* all rows have the same bits */
  gboolean same_events;/* all records of events are the same; meaningful if same_rows */
  gsize rows_now, events_now; /* numbers of rows and events that were computed again */
  gsize row_from, row_to;    /* the first row that differs is in this range, both ends included */
  gint64 step_from, step_to; /* numbers of the steps to which these rows belong; 0: the start */
  gboolean has_value;  /* a kept row differs */
  LabSealValue value;  /* the first one that does */
  gsize n_compared;    /* number of kept rows with a row of the same index */
  int digits;          /* number of digits to which t and all kept values agree in them, relative to the largest value of their column; 17: all bits */
  int worst;           /* column with the fewest digits; −1: the time */
  gboolean same_end;   /* the last rows have the same time */
  int end_digits;      /* if so: digits to which the last rows agree */
} LabSealDifference;
/* Compares sealed results with a trajectory. Returns FALSE with an error if it is cancelled. */
gboolean lab_seal_compare (const LabSealResults *sealed, const SimTrajectory *now, LabSealDifference *difference, const LabProgress *progress,
                           GError **error);

G_END_DECLS
