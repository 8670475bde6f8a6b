/* Hashes the rows and events of a run and compares them with a seal. */
#include "lab-seal.h"

#include <math.h>
#include <string.h>

/* Bytes that are hashed between two reports of progress: about 10 ms. */
#define REPORT_BYTES (2 << 20)
/* Size of a SHA-256 digest, and of the part that a seal keeps. */
#define LEAF 32
#define SHORT_LEAF 8
/* Flags that belong to the result. The others say where a run was paused or finished, or repeat what the records of events say. */
#define SEALED_FLAGS (SIM_ROW_SAMPLE | SIM_ROW_AFTER | SIM_ROW_FIRST)

double
lab_seal_cost (gsize n_rows, int n_columns)
{
  return (double)n_rows * (9 + 8.0 * n_columns);
}

void
lab_seal_results_free (LabSealResults *results)
{
  if (results == NULL)
    return;
  g_free (results->blocks);
  g_free (results->kept_rows);
  g_free (results->kept);
  g_free (results);
}

/* ---- hashing ---- */

static void
put_double (guint8 *bytes, double value)
{
  union { double value; guint64 bits; } u = { value };

  if (isnan (value))
    u.bits = G_GUINT64_CONSTANT (0x7ff8000000000000);
  u.bits = GUINT64_TO_LE (u.bits);
  memcpy (bytes, &u.bits, sizeof u.bits);
}

static void
put_count (guint8 *bytes, gint64 value)
{
  value = GINT64_TO_LE (value);
  memcpy (bytes, &value, sizeof value);
}

/* A hash over rows. `bytes` holds one row. */
typedef struct
{
  const SimTrajectory *trajectory;
  int n_columns;
  guint8 *bytes;
  gsize size, unreported;
  const LabProgress *progress;
  double done, total; /* rows */
} Hasher;

static void
hasher_init (Hasher *self, const SimTrajectory *trajectory, gsize n_rows, const LabProgress *progress)
{
  int n_columns = sim_trajectory_n_columns (trajectory);

  *self = (Hasher) { .trajectory = trajectory, .n_columns = n_columns, .size = 9 + 8 * (gsize)n_columns, .progress = progress, .total = (double)n_rows };
  self->bytes = g_malloc (self->size);
}

/* Hashes rows [first, last). Returns FALSE with an error if it is cancelled. */
static gboolean
hash_rows (Hasher *self, gsize first, gsize last, guint8 *leaf, GError **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  gsize length = LEAF;

  for (gsize row = first; row < last; row++)
    {
      const double *values = sim_trajectory_row (self->trajectory, row);

      self->bytes[0] = (guint8)(sim_trajectory_flags (self->trajectory, row) & SEALED_FLAGS);
      for (int k = 0; k <= self->n_columns; k++)
        put_double (self->bytes + 1 + 8 * k, values[k]);
      g_checksum_update (sum, self->bytes, (gssize)self->size);
      self->done++;
      self->unreported += self->size;
      if (self->unreported < REPORT_BYTES)
        continue;
      self->unreported = 0;
      if (!lab_progress_report (self->progress, self->done / self->total, error))
        return FALSE;
    }
  g_checksum_get_digest (sum, leaf, &length);
  return TRUE;
}

static GChecksum *
root_new (int n_columns, gsize n_rows, gsize stride)
{
  GChecksum *root = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree char *head = g_strdup_printf ("%d %" G_GSIZE_FORMAT " %" G_GSIZE_FORMAT "\n", n_columns, n_rows, stride);

  g_checksum_update (root, (const guchar *)head, -1);
  return root;
}

/* Writes the hash of the records of events. The record of an event that is pending at the end of a run is completed when the run continues, so
 * `pending` is not hashed. */
static void
hash_events (const SimTrajectory *trajectory, gsize n_events, char *hash)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  for (gsize k = 0; k < n_events; k++)
    {
      SimEventRecord event = sim_trajectory_event (trajectory, k);
      guint8 bytes[80];

      put_double (bytes, event.t);
      put_double (bytes + 8, event.window);
      put_double (bytes + 16, event.value);
      put_count (bytes + 24, event.event);
      put_count (bytes + 32, event.kind);
      put_count (bytes + 40, event.iterations);
      put_count (bytes + 48, (gint64)event.row_before);
      put_count (bytes + 56, (gint64)event.row_after);
      put_count (bytes + 64, event.parameter);
      put_count (bytes + 72, event.overwritten);
      g_checksum_update (sum, bytes, sizeof bytes);
    }
  g_strlcpy (hash, g_checksum_get_string (sum), LAB_SEAL_HASH_SIZE);
}

/* ---- the seal ---- */

/* Copies some rows at equal distances, the last of which is the last row. */
static void
keep_rows (LabSealResults *results, const SimTrajectory *trajectory)
{
  gsize width;

  results->kept_columns = MIN (results->n_columns, LAB_SEAL_MOST_NUMBERS - 1);
  width = 1 + (gsize)results->kept_columns;
  results->n_kept = MIN (results->n_rows, CLAMP (LAB_SEAL_MOST_NUMBERS / width, 1, LAB_SEAL_MOST_KEPT));
  results->kept_rows = g_new (gsize, results->n_kept);
  results->kept = g_new (double, results->n_kept * width);
  for (gsize k = 0; k < results->n_kept; k++)
    {
      gsize row = (gsize)(((double)k + 1) * (double)results->n_rows / (double)results->n_kept + 0.5) - 1;

      results->kept_rows[k] = row;
      memcpy (results->kept + k * width, sim_trajectory_row (trajectory, row), width * sizeof (double));
    }
}

LabSealResults *
lab_seal_results_new (const SimTrajectory *trajectory, gsize n_rows, gsize n_events, const LabProgress *progress, GError **error)
{
  g_autoptr (LabSealResults) results = g_new0 (LabSealResults, 1);
  g_autoptr (GChecksum) root = NULL;
  Hasher hasher;
  gboolean fine = TRUE;

  hasher_init (&hasher, trajectory, n_rows, progress);
  results->n_rows = n_rows;
  results->n_events = n_events;
  results->n_columns = hasher.n_columns;
  results->stride = MAX (1, (n_rows + LAB_SEAL_MOST_BLOCKS - 1) / LAB_SEAL_MOST_BLOCKS);
  results->n_blocks = (n_rows + results->stride - 1) / results->stride;
  results->blocks = g_malloc (SHORT_LEAF * MAX (results->n_blocks, 1));
  root = root_new (results->n_columns, n_rows, results->stride);
  for (gsize k = 0; k < results->n_blocks && fine; k++)
    {
      guint8 leaf[LEAF];

      fine = hash_rows (&hasher, k * results->stride, MIN (n_rows, (k + 1) * results->stride), leaf, error);
      if (!fine)
        break;
      g_checksum_update (root, leaf, LEAF);
      memcpy (results->blocks + SHORT_LEAF * k, leaf, SHORT_LEAF);
    }
  g_free (hasher.bytes);
  if (!fine)
    return NULL;
  g_strlcpy (results->rows_hash, g_checksum_get_string (root), LAB_SEAL_HASH_SIZE);
  hash_events (trajectory, n_events, results->events_hash);
  keep_rows (results, trajectory);
  return g_steal_pointer (&results);
}

/* ---- the comparison ---- */

static gboolean
same_bits (double a, double b)
{
  return memcmp (&a, &b, sizeof a) == 0 || (isnan (a) && isnan (b));
}

/* Returns the number of digits to which a and b agree, relative to size: the largest n with |a − b| ≤ 10^−n·size, from 0 to 16, and 17 for the same
 * bits. */
static int
digits_of (double a, double b, double size)
{
  double difference = fabs (a - b);

  if (same_bits (a, b))
    return 17;
  if (!isfinite (a) || !isfinite (b) || !isfinite (difference) || !(difference < size))
    return difference == 0 ? 16 : 0; /* +0 and −0 differ in one bit only */
  return difference == 0 ? 16 : CLAMP ((int)floor (-log10 (difference / size)), 0, 16);
}

/* Returns the largest absolute value of a column in the kept rows; column 0 is t. */
static double
size_of (const LabSealResults *sealed, gsize column)
{
  gsize width = 1 + (gsize)sealed->kept_columns;
  double size = 0;

  for (gsize k = 0; k < sealed->n_kept; k++)
    {
      double value = fabs (sealed->kept[k * width + column]);

      if (isfinite (value))
        size = fmax (size, value);
    }
  return size;
}

/* Returns the number of the step to which a row belongs, as the number of rows at ends of steps up to it. A row of dense output belongs to the step that
 * ends after it. *row and *steps are those of the last call, for rows that do not decrease. */
static gint64
step_of (const SimTrajectory *trajectory, gsize row, gsize *next, gint64 *steps)
{
  for (; *next <= row; (*next)++)
    *steps += (sim_trajectory_flags (trajectory, *next) & SEALED_FLAGS) == 0;
  return *steps + ((sim_trajectory_flags (trajectory, row) & SIM_ROW_SAMPLE) != 0);
}

/* Compares the kept rows. */
static void
compare_kept (const LabSealResults *sealed, const SimTrajectory *now, LabSealDifference *difference)
{
  gsize width = 1 + (gsize)MIN (sealed->kept_columns, sim_trajectory_n_columns (now)), stored = 1 + (gsize)sealed->kept_columns, next = 0;
  g_autofree double *sizes = g_new (double, width);
  gint64 steps = 0;

  for (gsize k = 0; k < width; k++)
    sizes[k] = size_of (sealed, k);
  difference->digits = 17;
  difference->worst = -1;
  for (gsize k = 0; k < sealed->n_kept && sealed->kept_rows[k] < difference->rows_now; k++)
    {
      const double *a = sealed->kept + k * stored, *b = sim_trajectory_row (now, sealed->kept_rows[k]);
      int fewest = 17, worst = 0;

      difference->n_compared++;
      for (gsize c = 0; c < width; c++)
        {
          int digits = digits_of (a[c], b[c], sizes[c]);

          if (digits < fewest)
            {
              fewest = digits;
              worst = (int)c;
            }
        }
      if (fewest < difference->digits)
        {
          difference->digits = fewest;
          difference->worst = worst - 1;
        }
      if (fewest == 17 || difference->has_value)
        continue;
      difference->has_value = TRUE;
      difference->value = (LabSealValue) { step_of (now, sealed->kept_rows[k], &next, &steps), sealed->kept_rows[k], worst - 1, a[0], b[0], a[worst], b[worst] };
    }
  if (sealed->n_kept == 0 || difference->rows_now == 0)
    return;
  {
    const double *a = sealed->kept + (sealed->n_kept - 1) * stored, *b = sim_trajectory_row (now, difference->rows_now - 1);

    difference->same_end = same_bits (a[0], b[0]);
    difference->end_digits = 17;
    for (gsize c = 1; c < width; c++)
      difference->end_digits = MIN (difference->end_digits, digits_of (a[c], b[c], sizes[c]));
  }
}

gboolean
lab_seal_compare (const LabSealResults *sealed, const SimTrajectory *now, LabSealDifference *difference, const LabProgress *progress, GError **error)
{
  gsize rows = sim_trajectory_n_rows (now), first = sealed->n_blocks, next = 0;
  g_autoptr (GChecksum) root = root_new (sim_trajectory_n_columns (now), rows, sealed->stride);
  gint64 steps = 0;
  Hasher hasher;
  gboolean fine = TRUE;

  memset (difference, 0, sizeof *difference);
  difference->rows_now = rows;
  difference->events_now = sim_trajectory_n_events (now);
  hasher_init (&hasher, now, MIN (rows, sealed->n_rows), progress);
  for (gsize k = 0; k < sealed->n_blocks && k * sealed->stride < rows && fine; k++)
    {
      guint8 leaf[LEAF];

      fine = hash_rows (&hasher, k * sealed->stride, MIN (MIN (rows, sealed->n_rows), (k + 1) * sealed->stride), leaf, error);
      if (!fine)
        break;
      g_checksum_update (root, leaf, LEAF);
      if (first == sealed->n_blocks && memcmp (sealed->blocks + SHORT_LEAF * k, leaf, SHORT_LEAF) != 0)
        first = k;
    }
  g_free (hasher.bytes);
  if (!fine)
    return FALSE;
  difference->same_rows = rows == sealed->n_rows && strcmp (g_checksum_get_string (root), sealed->rows_hash) == 0;
  if (difference->same_rows)
    {
      char hash[LAB_SEAL_HASH_SIZE];

      hash_events (now, difference->events_now, hash);
      difference->same_events = difference->events_now == sealed->n_events && strcmp (hash, sealed->events_hash) == 0;
      return TRUE;
    }
  if (rows > 0)
    {
      difference->row_from = MIN (first * sealed->stride, MIN (rows - 1, sealed->n_rows));
      difference->row_to = first == sealed->n_blocks ? difference->row_from : CLAMP ((first + 1) * sealed->stride - 1, difference->row_from, rows - 1);
      difference->step_from = step_of (now, difference->row_from, &next, &steps);
      difference->step_to = step_of (now, difference->row_to, &next, &steps);
    }
  compare_kept (sealed, now, difference);
  return TRUE;
}
