/* Stores a trajectory and its min–max pyramid.
 *
 * A bucket on level 0 of the pyramid has the smallest and largest value of each column over B = 2^BASE_SHIFT rows, a bucket on level k
 * over B·F^k rows with F = 2^LEVEL_SHIFT. The range over rows [first, last) is the union of whole buckets of the highest possible levels
 * and, at both ends, of buckets of the levels below and single rows: at most 2 (F − 1) entries of each level and 2 (B − 1) rows, O(log n).
 *
 * The writer closes a bucket when its last row is appended, before it publishes that row, so a bucket is complete if all of its rows are
 * published. `partial` is the bucket that is not full yet; readers use its rows instead. */
#include "sim-trajectory.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

#include "sim-blocks.h"

/* The shifts for B = 16 and F = 8. Level 0 takes 2/16 of the size of the rows, and each level takes 1/8 of the level below, 14 % in total.
 * Smaller buckets need more memory; larger buckets need more time, because the rows of one pixel of a plot rarely begin and end with a
 * bucket. With seven levels the largest buckets have 16·8⁶ = 4 million rows. */
#define BASE_SHIFT 4
#define LEVEL_SHIFT 3
#define N_LEVELS 7
/* Size of a block. It is large enough that allocations are rare, and small enough that a short run needs little memory. */
#define BLOCK_BYTES ((gsize) 512 << 10)
G_STATIC_ASSERT (1 << BASE_SHIFT == SIM_TRAJECTORY_BUCKET && 1 << LEVEL_SHIFT == SIM_TRAJECTORY_BUCKETS);

struct SimTrajectory
{
  atomic_int references;    /* number of references; changed by any thread that holds one */
  int n_columns;
  SimSpill *spill;
  SimBlocks *rows;   /* t and the columns of each row */
  SimBlocks *times;  /* t of the first row of each bucket of level 0. A search reads
                      * these first, because they are 16 times fewer and contiguous */
  SimBlocks *flags;  /* flags of each row, atomic_uchar: stored by the writer, also
                      * for the last published row; loaded by readers; relaxed order */
  SimBlocks *levels[N_LEVELS]; /* smallest and largest value of each column in each bucket */
  SimBlocks *events;
  atomic_size_t n_rows;     /* number of published rows: stored with release order by the writer
                             * after the row is complete, loaded with acquire order by readers */
  atomic_size_t n_events;   /* number of published event records; same memory order as n_rows */
  double *partial;   /* smallest and largest value of each column in the bucket that is not full yet; only the writer uses it */
};

SimTrajectory *
sim_trajectory_new (int n_columns, gsize memory_limit)
{
  SimTrajectory *trajectory = g_new0 (SimTrajectory, 1);
  atomic_init (&trajectory->references, 1);
  atomic_init (&trajectory->n_rows, 0);
  atomic_init (&trajectory->n_events, 0);
  trajectory->n_columns = n_columns;
  trajectory->spill = sim_spill_new (memory_limit);
  trajectory->rows = sim_blocks_new (sizeof (double) * (gsize) (n_columns + 1), BLOCK_BYTES, trajectory->spill);
  trajectory->times = sim_blocks_new (sizeof (double), BLOCK_BYTES / 16, trajectory->spill);
  trajectory->flags = sim_blocks_new (sizeof (atomic_uchar), BLOCK_BYTES / 8, trajectory->spill);
  trajectory->events = sim_blocks_new (sizeof (SimEventRecord), BLOCK_BYTES / 8, trajectory->spill);
  for (int level = 0; level < N_LEVELS; level++)
    trajectory->levels[level] = sim_blocks_new (sizeof (double) * 2 * (gsize) MAX (n_columns, 1), BLOCK_BYTES / 4,
                                                trajectory->spill);
  trajectory->partial = g_new (double, 2 * (gsize) MAX (n_columns, 1));
  return trajectory;
}

SimTrajectory *
sim_trajectory_ref (SimTrajectory *trajectory)
{
  atomic_fetch_add_explicit (&trajectory->references, 1, memory_order_relaxed);
  return trajectory;
}

void
sim_trajectory_unref (SimTrajectory *trajectory)
{
  /* Each thread drops its reference with release order; the thread that drops the last one
   * needs acquire order, because it frees memory that the other threads wrote. */
  if (trajectory == NULL || atomic_fetch_sub_explicit (&trajectory->references, 1, memory_order_acq_rel) != 1)
    return;
  gsize bytes = sim_spill_memory (trajectory->spill);
  sim_blocks_free (trajectory->rows);
  sim_blocks_free (trajectory->times);
  sim_blocks_free (trajectory->flags);
  sim_blocks_free (trajectory->events);
  for (int level = 0; level < N_LEVELS; level++)
    sim_blocks_free (trajectory->levels[level]);
  sim_spill_free (trajectory->spill);
  g_free (trajectory->partial);
  g_free (trajectory);
  sim_blocks_return_memory (bytes);
}

/* Returns a count for the writer, which reads its own counts and needs no memory order. */
static gsize
written (const atomic_size_t *count)
{
  return atomic_load_explicit (count, memory_order_relaxed);
}

int
sim_trajectory_n_columns (const SimTrajectory *trajectory)
{
  return trajectory->n_columns;
}

/* Extends n pairs [low, high] so that they contain values[n]. Comparisons with NaN are false, so NaN changes nothing. */
static void
widen_by_values (double *pairs, const double *values, int n)
{
  for (int i = 0; i < n; i++)
    {
      pairs[2 * i] = values[i] < pairs[2 * i] ? values[i] : pairs[2 * i];
      pairs[2 * i + 1] = values[i] > pairs[2 * i + 1] ? values[i] : pairs[2 * i + 1];
    }
}

static void
clear_pairs (double *pairs, int n)
{
  for (int i = 0; i < n; i++)
    {
      pairs[2 * i] = INFINITY;
      pairs[2 * i + 1] = -INFINITY;
    }
}

/* Stores the full bucket that ends before row n_rows, and the full buckets
 * of higher levels that end there. Returns FALSE if memory ran out. */
static gboolean
close_buckets (SimTrajectory *trajectory, gsize n_rows)
{
  int n = trajectory->n_columns;
  double *place = sim_blocks_make (trajectory->levels[0], (n_rows >> BASE_SHIFT) - 1);
  if (place == NULL)
    return FALSE;
  memcpy (place, trajectory->partial, sizeof (double) * 2 * (gsize) n);
  gsize n_buckets = n_rows >> BASE_SHIFT;
  for (int level = 1; level < N_LEVELS && (n_buckets & ((1u << LEVEL_SHIFT) - 1)) == 0; level++)
    {
      gsize first = n_buckets - (1u << LEVEL_SHIFT);
      n_buckets >>= LEVEL_SHIFT;
      place = sim_blocks_make (trajectory->levels[level], n_buckets - 1);
      if (place == NULL)
        return FALSE;
      clear_pairs (place, n);
      for (gsize k = 0; k < (1u << LEVEL_SHIFT); k++)
        {
          const double *below = sim_blocks_get (trajectory->levels[level - 1], first + k);
          for (int i = 0; i < n; i++)
            {
              place[2 * i] = MIN (place[2 * i], below[2 * i]);
              place[2 * i + 1] = MAX (place[2 * i + 1], below[2 * i + 1]);
            }
        }
    }
  return TRUE;
}

gboolean
sim_trajectory_append (SimTrajectory *trajectory, double t, const double *values, SimRowFlags flags)
{
  gsize index = written (&trajectory->n_rows);
  int n = trajectory->n_columns;
  double *row = sim_blocks_make (trajectory->rows, index);
  atomic_uchar *flag = sim_blocks_make (trajectory->flags, index);
  if (row == NULL || flag == NULL)
    return FALSE;
  row[0] = t;
  if (n > 0)
    memcpy (row + 1, values, sizeof (double) * (gsize) n);
  atomic_store_explicit (flag, (guchar) flags, memory_order_relaxed);
  if ((index & ((1u << BASE_SHIFT) - 1)) == 0)
    {
      double *time = sim_blocks_make (trajectory->times, index >> BASE_SHIFT);
      if (time == NULL)
        return FALSE;
      *time = t;
      clear_pairs (trajectory->partial, n);
    }
  widen_by_values (trajectory->partial, row + 1, n);
  if (((index + 1) & ((1u << BASE_SHIFT) - 1)) == 0 && n > 0 && !close_buckets (trajectory, index + 1))
    return FALSE;
  atomic_store_explicit (&trajectory->n_rows, index + 1, memory_order_release);
  return TRUE;
}

void
sim_trajectory_mark (SimTrajectory *trajectory, SimRowFlags flags)
{
  gsize n_rows = written (&trajectory->n_rows);
  if (n_rows == 0)
    return;
  atomic_uchar *flag = sim_blocks_make (trajectory->flags, n_rows - 1);
  atomic_fetch_or_explicit (flag, (guchar) flags, memory_order_relaxed);
}

void
sim_trajectory_truncate (SimTrajectory *trajectory, gsize n_rows, gsize n_events)
{
  n_rows = MIN (n_rows, written (&trajectory->n_rows));
  clear_pairs (trajectory->partial, trajectory->n_columns);
  for (gsize row = n_rows >> BASE_SHIFT << BASE_SHIFT; row < n_rows; row++)
    widen_by_values (trajectory->partial, sim_trajectory_row (trajectory, row) + 1, trajectory->n_columns);
  atomic_store_explicit (&trajectory->n_rows, n_rows, memory_order_release);
  atomic_store_explicit (&trajectory->n_events, MIN (n_events, written (&trajectory->n_events)), memory_order_release);
}

gsize
sim_trajectory_n_rows (const SimTrajectory *trajectory)
{
  return atomic_load_explicit (&trajectory->n_rows, memory_order_acquire);
}

const double *
sim_trajectory_row (const SimTrajectory *trajectory, gsize row)
{
  return sim_blocks_get (trajectory->rows, row);
}

SimRowFlags
sim_trajectory_flags (const SimTrajectory *trajectory, gsize row)
{
  const atomic_uchar *flag = sim_blocks_get (trajectory->flags, row);
  return (SimRowFlags) atomic_load_explicit (flag, memory_order_relaxed);
}

double
sim_trajectory_bucket_time (const SimTrajectory *trajectory, gsize bucket)
{
  return *(const double *) sim_blocks_get (trajectory->times, bucket);
}

gsize
sim_trajectory_find (const SimTrajectory *trajectory, double t)
{
  gsize n_rows = sim_trajectory_n_rows (trajectory);
  gsize low = 0;
  gsize high = (n_rows + SIM_TRAJECTORY_BUCKET - 1) >> BASE_SHIFT;
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      if (sim_trajectory_bucket_time (trajectory, middle) <= t)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return 0;
  high = MIN (low << BASE_SHIFT, n_rows);
  low = (low - 1) << BASE_SHIFT;
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      if (sim_trajectory_row (trajectory, middle)[0] <= t)
        low = middle + 1;
      else
        high = middle;
    }
  return low - 1;
}

/* Extends the pair [low, high] by elements of the records [first, last): the smallest values
 * are at index `low` of a record, the largest at index `high`. A record has `size` doubles. */
static void
widen_by_records (const SimBlocks *blocks, gsize first, gsize last, int low, int high, gsize size, double *pair)
{
  double a = pair[0], b = pair[1];
  while (first < last)
    {
      gsize end = MIN (last, sim_blocks_end (blocks, first));
      const double *record = sim_blocks_get (blocks, first);
      for (; first < end; first++, record += size)
        {
          a = record[low] < a ? record[low] : a;
          b = record[high] > b ? record[high] : b;
        }
    }
  pair[0] = a;
  pair[1] = b;
}

void
sim_trajectory_range (const SimTrajectory *trajectory, int column, gsize first, gsize last, double *low, double *high)
{
  double pair[2] = { INFINITY, -INFINITY };
  const SimBlocks *records = trajectory->rows;
  int at[2] = { 1 + column, 1 + column };
  gsize size = (gsize) trajectory->n_columns + 1;
  last = MIN (last, sim_trajectory_n_rows (trajectory));
  /* Start with the rows, then go up level by level. On each level use the entries at both ends that do not fill a bucket of the next
   * level. */
  for (int level = 0; first < last; level++)
    {
      guint shift = level == 0 ? BASE_SHIFT : LEVEL_SHIFT;
      gsize from = ((first - 1) >> shift) + 1;
      gsize to = last >> shift;
      if (first == 0)
        from = 0;
      if (level == N_LEVELS || from >= to)
        {
          widen_by_records (records, first, last, at[0], at[1], size, pair);
          break;
        }
      widen_by_records (records, first, from << shift, at[0], at[1], size, pair);
      widen_by_records (records, to << shift, last, at[0], at[1], size, pair);
      first = from;
      last = to;
      records = trajectory->levels[level];
      at[0] = 2 * column;
      at[1] = 2 * column + 1;
      size = 2 * (gsize) trajectory->n_columns;
    }
  *low = pair[0] <= pair[1] ? pair[0] : NAN;
  *high = pair[0] <= pair[1] ? pair[1] : NAN;
}

gsize
sim_trajectory_memory (const SimTrajectory *trajectory)
{
  return sim_spill_memory (trajectory->spill);
}

gsize
sim_trajectory_on_disk (const SimTrajectory *trajectory)
{
  return sim_spill_on_disk (trajectory->spill);
}

gsize
sim_trajectory_n_events (const SimTrajectory *trajectory)
{
  return atomic_load_explicit (&trajectory->n_events, memory_order_acquire);
}

SimEventRecord
sim_trajectory_event (const SimTrajectory *trajectory, gsize index)
{
  return *(const SimEventRecord *) sim_blocks_get (trajectory->events, index);
}

gsize
sim_trajectory_find_event (const SimTrajectory *trajectory, double t)
{
  gsize low = 0, high = sim_trajectory_n_events (trajectory);

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (sim_trajectory_event (trajectory, middle).t < t)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
sim_trajectory_append_event (SimTrajectory *trajectory, const SimEventRecord *record)
{
  gsize index = written (&trajectory->n_events);
  SimEventRecord *place = sim_blocks_make (trajectory->events, index);
  if (place == NULL)
    return FALSE;
  *place = *record;
  atomic_store_explicit (&trajectory->n_events, index + 1, memory_order_release);
  return TRUE;
}
