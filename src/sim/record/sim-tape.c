/* Stores the tape.
 *
 * The last attempts are in a ring of blocks. Minima, maxima and counts over attempts that are no longer stored come from buckets, each of
 * which summarizes `width` consecutive attempts. When there are MAX_BUCKETS buckets, neighbours are merged in pairs and the width doubles,
 * so that memory is bounded for any number of attempts. A bucket then covers at most 1/32768 of the run.
 *
 * The tape has one writer and many readers. The writer publishes an attempt by increasing n_attempts (release order; readers acquire). The
 * lock protects data that change after their publication: reused blocks, buckets and snapshots. */
#include "sim-blocks.h"
#include "sim-tape.h"

#include <math.h>
#include <pthread.h> /* pthread locks are used because the thread sanitizer does not know the locks of GLib */
#include <stdatomic.h>
#include <string.h>

/* Number of attempts in a block of the ring. The writer takes the lock only to reuse a block, to complete a bucket or to store a snapshot.
 * Readers take the lock to copy attempts, so that no block is overwritten while it is read. It is a readers-writer lock, because the main
 * loop of the window also reads and must not wait for a suspended reader. */
#define BLOCK_SHIFT 12
#define BLOCK_SIZE ((gsize) 1 << BLOCK_SHIFT)
/* The initial number of attempts per bucket, and the largest number of buckets. When there are MAX_BUCKETS
 * buckets, neighbouring pairs are merged and the number of attempts per bucket doubles; all
 * buckets take at most 8 MB. */
#define BASE_WIDTH 256
#define MAX_BUCKETS 65536
/* The memory limit for all snapshots together, which only large systems reach. Above the limit
 * every second one of the older three quarters of the snapshots is removed, so that the replay
 * of an old attempt starts earlier and takes longer. */
#define SNAPSHOT_BYTES ((gsize) 256 << 20)

typedef struct
{
  gsize attempt;
  GBytes *bytes;
} Snapshot;

struct SimTape
{
  atomic_int references;    /* number of references; changed by any thread that holds one */
  pthread_rwlock_t lock;
  atomic_size_t n_attempts; /* number of published attempts: stored with release order by the writer after the attempt is complete, loaded
                             * with acquire order by readers */
  atomic_size_t n_truncations; /* stored with release order before n_attempts */
  gsize first;      /* index of the first stored attempt; protected by the lock */
  gsize n_blocks;   /* number of blocks in the ring */
  OdeAttempt **blocks;
  SimTapeRange filling; /* bucket that is not full yet, with in_filling attempts; only the writer uses it */
  gsize in_filling;
  gsize width;
  GArray *buckets;      /* of SimTapeRange; protected by the lock */
  GArray *snapshots;    /* of Snapshot; protected by the lock */
  OdeAttemptFunc listener; /* function that the writer calls for each attempt */
  void *listener_user;
  gsize snapshot_bytes;
};

static void
clear_snapshot (gpointer data)
{
  g_bytes_unref (((Snapshot *) data)->bytes);
}

static void
range_clear (SimTapeRange *range)
{
  memset (range, 0, sizeof *range);
  range->h_low = range->h_low_chosen = range->error_low = range->t_low = INFINITY;
  range->h_high = range->error_high = range->t_high = -INFINITY;
}

/* Adds an attempt to a range. before is the previous attempt, or NULL if it is not stored. h_low_chosen ignores steps that the controller
 * did not choose: steps that were shortened by an event or the end of the run, and the step after such an event. */
static void
range_add (SimTapeRange *range, const OdeAttempt *attempt, const OdeAttempt *before)
{
  gboolean cut = attempt->clamp == ODE_CLAMP_EVENT || attempt->clamp == ODE_CLAMP_SWITCH || attempt->clamp == ODE_CLAMP_END
                 || (before != NULL && before->outcome == ODE_ATTEMPT_CUT_BY_EVENT);

  if (!cut && attempt->h < range->h_low_chosen)
    range->h_low_chosen = attempt->h;
  range->h_low = attempt->h < range->h_low ? attempt->h : range->h_low;
  range->h_high = attempt->h > range->h_high ? attempt->h : range->h_high;
  range->error_low = attempt->error < range->error_low ? attempt->error : range->error_low;
  range->error_high = attempt->error > range->error_high ? attempt->error : range->error_high;
  range->t_low = MIN (range->t_low, attempt->t);
  range->t_high = MAX (range->t_high, attempt->t + attempt->h);
  range->counts[MIN (attempt->outcome, G_N_ELEMENTS (range->counts) - 1)]++;
}

static void
range_merge (SimTapeRange *range, const SimTapeRange *other)
{
  range->h_low = MIN (range->h_low, other->h_low);
  range->h_low_chosen = MIN (range->h_low_chosen, other->h_low_chosen);
  range->h_high = MAX (range->h_high, other->h_high);
  range->error_low = MIN (range->error_low, other->error_low);
  range->error_high = MAX (range->error_high, other->error_high);
  range->t_low = MIN (range->t_low, other->t_low);
  range->t_high = MAX (range->t_high, other->t_high);
  for (guint i = 0; i < G_N_ELEMENTS (range->counts); i++)
    range->counts[i] += other->counts[i];
}

SimTape *
sim_tape_new (gsize capacity)
{
  SimTape *tape = g_new0 (SimTape, 1);
  atomic_init (&tape->references, 1);
  atomic_init (&tape->n_attempts, 0);
  atomic_init (&tape->n_truncations, 0);
  pthread_rwlock_init (&tape->lock, NULL);
  /* One more block than the capacity needs is allocated, because the
   * oldest block is removed as a whole. */
  tape->n_blocks = ((MAX (capacity, 1) + BLOCK_SIZE - 1) >> BLOCK_SHIFT) + 1;
  tape->blocks = g_new0 (OdeAttempt *, tape->n_blocks);
  tape->width = BASE_WIDTH;
  tape->buckets = g_array_new (FALSE, FALSE, sizeof (SimTapeRange));
  tape->snapshots = g_array_new (FALSE, FALSE, sizeof (Snapshot));
  g_array_set_clear_func (tape->snapshots, clear_snapshot);
  range_clear (&tape->filling);
  return tape;
}

SimTape *
sim_tape_ref (SimTape *tape)
{
  atomic_fetch_add_explicit (&tape->references, 1, memory_order_relaxed);
  return tape;
}

void
sim_tape_unref (SimTape *tape)
{
  /* Each thread drops its reference with release order; the thread that drops the last one
   * needs acquire order, because it frees memory that the other threads wrote. */
  if (tape == NULL || atomic_fetch_sub_explicit (&tape->references, 1, memory_order_acq_rel) != 1)
    return;
  gsize bytes = 0;
  for (gsize i = 0; i < tape->n_blocks; i++)
    {
      bytes += tape->blocks[i] != NULL ? BLOCK_SIZE * sizeof (OdeAttempt) : 0;
      g_free (tape->blocks[i]);
    }
  g_free (tape->blocks);
  g_array_unref (tape->buckets);
  g_array_unref (tape->snapshots);
  pthread_rwlock_destroy (&tape->lock);
  g_free (tape);
  sim_blocks_return_memory (bytes);
}

/* Returns the number of attempts for the writer, which reads its own count and needs no memory order. */
static gsize
written (const SimTape *tape)
{
  return atomic_load_explicit (&tape->n_attempts, memory_order_relaxed);
}

static OdeAttempt *
place_of (const SimTape *tape, gsize index)
{
  return tape->blocks[(index >> BLOCK_SHIFT) % tape->n_blocks] + (index & (BLOCK_SIZE - 1));
}

/* Provides the block that starts at index by reusing the oldest block. Its snapshots are
 * not removed, so that attempts that are no longer stored can be replayed. */
static void
open_block (SimTape *tape, gsize index)
{
  gsize slot = (index >> BLOCK_SHIFT) % tape->n_blocks;
  if (tape->blocks[slot] == NULL)
    {
      pthread_rwlock_wrlock (&tape->lock);
      tape->blocks[slot] = g_new (OdeAttempt, BLOCK_SIZE);
      pthread_rwlock_unlock (&tape->lock);
      return;
    }
  gsize kept = (tape->n_blocks - 1) << BLOCK_SHIFT;
  pthread_rwlock_wrlock (&tape->lock);
  tape->first = index > kept ? MAX (tape->first, index - kept) : tape->first;
  pthread_rwlock_unlock (&tape->lock);
}

static void
close_bucket (SimTape *tape)
{
  pthread_rwlock_wrlock (&tape->lock);
  g_array_append_val (tape->buckets, tape->filling);
  if (tape->buckets->len == MAX_BUCKETS)
    {
      SimTapeRange *buckets = (SimTapeRange *) tape->buckets->data;
      for (guint i = 0; i < MAX_BUCKETS / 2; i++)
        {
          SimTapeRange merged = buckets[2 * i];
          range_merge (&merged, &buckets[2 * i + 1]);
          buckets[i] = merged;
        }
      g_array_set_size (tape->buckets, MAX_BUCKETS / 2);
      tape->width *= 2;
    }
  pthread_rwlock_unlock (&tape->lock);
  range_clear (&tape->filling);
  tape->in_filling = 0;
}

void
sim_tape_append (SimTape *tape, const OdeAttempt *attempt)
{
  gsize index = written (tape);
  if ((index & (BLOCK_SIZE - 1)) == 0)
    open_block (tape, index);
  *place_of (tape, index) = *attempt;
  range_add (&tape->filling, attempt, index > tape->first ? place_of (tape, index - 1) : NULL);
  if (++tape->in_filling == tape->width)
    close_bucket (tape);
  atomic_store_explicit (&tape->n_attempts, index + 1, memory_order_release);
  if (tape->listener != NULL)
    tape->listener (tape->listener_user, attempt);
}

void
sim_tape_set_listener (SimTape *tape, OdeAttemptFunc listener, void *user)
{
  tape->listener = listener;
  tape->listener_user = user;
}

void
sim_tape_append_snapshot (SimTape *tape, const void *bytes, gsize n_bytes)
{
  Snapshot snapshot = { written (tape), g_bytes_new (bytes, n_bytes) };
  pthread_rwlock_wrlock (&tape->lock);
  g_array_append_val (tape->snapshots, snapshot);
  tape->snapshot_bytes += n_bytes;
  while (tape->snapshot_bytes > SNAPSHOT_BYTES && tape->snapshots->len >= 8)
    {
      for (guint i = 1; i < tape->snapshots->len * 3 / 4; i++)
        {
          tape->snapshot_bytes -= g_bytes_get_size (g_array_index (tape->snapshots, Snapshot, i).bytes);
          g_array_remove_index (tape->snapshots, i);
        }
    }
  pthread_rwlock_unlock (&tape->lock);
}

void
sim_tape_truncate (SimTape *tape, gsize n_attempts)
{
  if (n_attempts >= written (tape))
    return;
  pthread_rwlock_wrlock (&tape->lock);
  while (tape->snapshots->len > 0)
    {
      Snapshot *last = &g_array_index (tape->snapshots, Snapshot, tape->snapshots->len - 1);
      if (last->attempt <= n_attempts)
        break;
      tape->snapshot_bytes -= g_bytes_get_size (last->bytes);
      g_array_set_size (tape->snapshots, tape->snapshots->len - 1);
    }
  gsize n_buckets = n_attempts / tape->width;
  range_clear (&tape->filling);
  tape->in_filling = n_attempts - n_buckets * tape->width;
  for (gsize i = MAX (n_buckets * tape->width, tape->first); i < n_attempts; i++)
    range_add (&tape->filling, place_of (tape, i), i > tape->first ? place_of (tape, i - 1) : NULL);
  g_array_set_size (tape->buckets, (guint) MIN (n_buckets, tape->buckets->len));
  tape->first = MIN (tape->first, n_attempts);
  atomic_fetch_add_explicit (&tape->n_truncations, 1, memory_order_release);
  atomic_store_explicit (&tape->n_attempts, n_attempts, memory_order_release);
  pthread_rwlock_unlock (&tape->lock);
}

gsize
sim_tape_n_truncations (const SimTape *tape)
{
  return atomic_load_explicit (&tape->n_truncations, memory_order_acquire);
}

gsize
sim_tape_n_attempts (const SimTape *tape)
{
  return atomic_load_explicit (&tape->n_attempts, memory_order_acquire);
}

gsize
sim_tape_first (const SimTape *tape)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  pthread_rwlock_rdlock (lock);
  gsize first = tape->first;
  pthread_rwlock_unlock (lock);
  return first;
}

gboolean
sim_tape_get (const SimTape *tape, gsize index, OdeAttempt *attempt)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  gboolean kept = FALSE;
  pthread_rwlock_rdlock (lock);
  if (index >= tape->first && index < sim_tape_n_attempts (tape))
    {
      *attempt = *place_of (tape, index);
      kept = TRUE;
    }
  pthread_rwlock_unlock (lock);
  return kept;
}

gsize
sim_tape_read (const SimTape *tape, gsize first, gsize n, OdeAttempt *attempts)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  gsize n_attempts, n_read = 0;
  pthread_rwlock_rdlock (lock);
  n_attempts = sim_tape_n_attempts (tape);
  if (first >= tape->first)
    for (gsize i = first; i < n_attempts && n_read < n; i++)
      attempts[n_read++] = *place_of (tape, i);
  pthread_rwlock_unlock (lock);
  return n_read;
}

gsize
sim_tape_find (const SimTape *tape, double t)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  pthread_rwlock_rdlock (lock);
  gsize low = tape->first;
  gsize high = sim_tape_n_attempts (tape);
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;
      if (place_of (tape, middle)->t < t)
        low = middle + 1;
      else
        high = middle;
    }
  pthread_rwlock_unlock (lock);
  return low;
}

void
sim_tape_range (const SimTape *tape, gsize first, gsize last, SimTapeRange *range)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  range_clear (range);
  pthread_rwlock_rdlock (lock);
  last = MIN (last, sim_tape_n_attempts (tape));
  while (first < last)
    {
      gsize bucket = first / tape->width;
      gsize end = (bucket + 1) * tape->width;
      gboolean whole = first == bucket * tape->width && end <= last;
      if (bucket < tape->buckets->len && (whole || first < tape->first))
        {
          range_merge (range, &g_array_index (tape->buckets, SimTapeRange, bucket));
          first = end;
          continue;
        }
      gsize stop = MIN (end, last);
      for (gsize i = MAX (first, tape->first); i < stop; i++)
        range_add (range, place_of (tape, i), i > tape->first ? place_of (tape, i - 1) : NULL);
      first = stop;
    }
  pthread_rwlock_unlock (lock);
}

GBytes *
sim_tape_snapshot (const SimTape *tape, gsize index, gsize *snapshot_attempt)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  GBytes *bytes = NULL;
  pthread_rwlock_rdlock (lock);
  for (guint i = tape->snapshots->len; i-- > 0 && bytes == NULL;)
    {
      const Snapshot *snapshot = &g_array_index (tape->snapshots, Snapshot, i);
      if (snapshot->attempt > index)
        continue;
      bytes = g_bytes_ref (snapshot->bytes);
      if (snapshot_attempt != NULL)
        *snapshot_attempt = snapshot->attempt;
    }
  pthread_rwlock_unlock (lock);
  return bytes;
}

GBytes *
sim_tape_last_snapshot (const SimTape *tape, gboolean (*is_before) (GBytes *snapshot, gpointer user), gpointer user)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  GBytes *bytes = NULL;
  pthread_rwlock_rdlock (lock);
  guint low = 0, high = tape->snapshots->len;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (is_before (g_array_index (tape->snapshots, Snapshot, middle).bytes, user))
        low = middle + 1;
      else
        high = middle;
    }
  if (low > 0)
    bytes = g_bytes_ref (g_array_index (tape->snapshots, Snapshot, low - 1).bytes);
  pthread_rwlock_unlock (lock);
  return bytes;
}

/* Copies the attempts that are stored in both rings. The rings have the
 * same number of blocks, so an attempt has the same position in both. */
static void
copy_attempts (SimTape *tape, const SimTape *from, gsize n_attempts)
{
  for (gsize i = tape->first; i < n_attempts;)
    {
      gsize slot = (i >> BLOCK_SHIFT) % tape->n_blocks;
      gsize end = MIN (((i >> BLOCK_SHIFT) + 1) << BLOCK_SHIFT, n_attempts);
      if (tape->blocks[slot] == NULL)
        tape->blocks[slot] = g_new (OdeAttempt, BLOCK_SIZE);
      memcpy (place_of (tape, i), place_of (from, i), sizeof (OdeAttempt) * (end - i));
      i = end;
    }
}

void
sim_tape_begin_with (SimTape *tape, const SimTape *from, gsize n_attempts)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &from->lock;
  g_return_if_fail (written (tape) == 0 && tape->n_blocks == from->n_blocks);
  pthread_rwlock_rdlock (lock);
  pthread_rwlock_wrlock (&tape->lock);
  n_attempts = MIN (n_attempts, sim_tape_n_attempts (from));
  tape->first = MIN (from->first, n_attempts);
  tape->width = from->width;
  copy_attempts (tape, from, n_attempts);
  gsize n_buckets = n_attempts / tape->width;
  g_array_set_size (tape->buckets, 0);
  g_array_append_vals (tape->buckets, from->buckets->data, (guint) MIN (n_buckets, from->buckets->len));
  range_clear (&tape->filling);
  tape->in_filling = n_attempts - n_buckets * tape->width;
  for (gsize i = MAX (n_buckets * tape->width, tape->first); i < n_attempts; i++)
    range_add (&tape->filling, place_of (tape, i), i > tape->first ? place_of (tape, i - 1) : NULL);
  for (guint i = 0; i < from->snapshots->len; i++)
    {
      Snapshot snapshot = g_array_index (from->snapshots, Snapshot, i);
      if (snapshot.attempt >= n_attempts)
        break;
      g_bytes_ref (snapshot.bytes);
      g_array_append_val (tape->snapshots, snapshot);
      tape->snapshot_bytes += g_bytes_get_size (snapshot.bytes);
    }
  atomic_store_explicit (&tape->n_attempts, n_attempts, memory_order_release);
  pthread_rwlock_unlock (&tape->lock);
  pthread_rwlock_unlock (lock);
}

gsize
sim_tape_memory (const SimTape *tape)
{
  pthread_rwlock_t *lock = (pthread_rwlock_t *) &tape->lock;
  gsize bytes = 0;
  pthread_rwlock_rdlock (lock);
  for (gsize i = 0; i < tape->n_blocks; i++)
    bytes += tape->blocks[i] != NULL ? sizeof (OdeAttempt) * BLOCK_SIZE : 0;
  bytes += tape->buckets->len * sizeof (SimTapeRange) + tape->snapshot_bytes;
  pthread_rwlock_unlock (lock);
  return bytes;
}
