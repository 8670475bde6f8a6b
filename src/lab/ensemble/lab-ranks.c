/* Computes an ensemble with several processes ("ranks"). Rank 0 and the other ranks exchange these messages:
 *
 *   ASK           another rank requests a block of members
 *   WORK index    rank 0 assigns the block with this index
 *   BLOCK bytes   another rank returns a finished block, encoded as in a file, and requests the next one
 *   FAIL text     another rank reports an error
 *   STOP          rank 0 reports that the study is complete, or ended early
 *
 * A rank has one block more in progress than it has threads, so that its lanes stay full while the next block is being sent. */
#include "lab-ranks.h"

#include <string.h>

#include "lab-ensemble-run-private.h"

typedef enum { MESSAGE_ASK, MESSAGE_WORK, MESSAGE_BLOCK, MESSAGE_FAIL, MESSAGE_STOP } MessageKind;

typedef struct
{
  guint64 kind;
  guint64 index;
} Head;

static void
send_message (const LabRanks *ranks, int to, MessageKind kind, guint64 index, gconstpointer bytes, gsize n)
{
  g_autofree guint8 *message = g_malloc (sizeof (Head) + n);
  Head head = { kind, index };

  memcpy (message, &head, sizeof head);
  if (n > 0)
    memcpy (message + sizeof head, bytes, n);
  ranks->send (ranks->user, to, message, sizeof head + n);
}

void
lab_ranks_stop (const LabRanks *ranks)
{
  for (int k = 1; ranks != NULL && ranks->rank == 0 && k < ranks->n_ranks; k++)
    send_message (ranks, k, MESSAGE_STOP, 0, NULL, 0);
}

void
lab_ranks_begin (LabStudyRun *study, int n_jobs)
{
  for (int k = 0; study->ranks != NULL && study->ranks->rank > 0 && k < n_jobs + 1; k++)
    send_message (study->ranks, 0, MESSAGE_ASK, 0, NULL, 0);
}

/* Assigns blocks to the ranks that wait for one, in the order of their requests. */
static void
give_blocks (LabStudyRun *study)
{
  while (!g_queue_is_empty (&study->waiting) && study->next < study->end && study->next < study->written + LAB_WINDOW)
    {
      LabSlot *slot = &study->window[study->next % LAB_WINDOW];

      slot->block = NULL;
      slot->is_complete = FALSE;
      send_message (study->ranks, GPOINTER_TO_INT (g_queue_pop_head (&study->waiting)), MESSAGE_WORK, study->next++, NULL, 0);
    }
}

static void
take_block (LabStudyRun *study, const Head *head, const guint8 *bytes, gsize n)
{
  LabSlot *slot = &study->window[head->index % LAB_WINDOW];

  if (n != study->format.block_bytes || head->index < study->written || head->index >= study->next
      || !lab_block_is_good (&study->format, bytes, head->index))
    {
      lab_study_run_fail (study, g_error_new_literal (LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_FORMAT, "a block was damaged on its way between processes"));
      return;
    }
  slot->block = lab_block_decode (&study->format, bytes);
  slot->is_complete = TRUE;
  study->n_received += (unsigned long) slot->block->n;
  lab_study_run_write (study);
}

static void
handle (LabStudyRun *study, int from, const Head *head, const guint8 *bytes, gsize n)
{
  switch ((MessageKind) head->kind)
    {
    case MESSAGE_BLOCK:
      take_block (study, head, bytes, n);
      g_queue_push_tail (&study->waiting, GINT_TO_POINTER (from));
      break;
    case MESSAGE_ASK:
      g_queue_push_tail (&study->waiting, GINT_TO_POINTER (from));
      break;
    case MESSAGE_FAIL:
      lab_study_run_fail (study, g_error_new (LAB_RESULTS_ERROR, LAB_RESULTS_ERROR_INCOMPLETE, "%.*s", (int) n, (const char *) bytes));
      break;
    case MESSAGE_WORK:
      g_array_append_val (study->assigned, head->index);
      break;
    case MESSAGE_STOP:
      study->is_over = TRUE;
      atomic_store_explicit (&study->stop, true, memory_order_relaxed);
      break;
    }
  g_cond_broadcast (&study->changed);
}

static void
send_finished (LabStudyRun *study)
{
  for (guint k = 0; k < study->finished->len; k++)
    {
      const LabBlock *block = study->finished->pdata[k];
      g_autofree guint8 *bytes = lab_block_encode (&study->format, block);

      send_message (study->ranks, 0, MESSAGE_BLOCK, block->index, bytes, study->format.block_bytes);
    }
  g_ptr_array_set_size (study->finished, 0);
}

void
lab_ranks_serve (LabStudyRun *study)
{
  const LabRanks *ranks = study->ranks;
  int from;

  for (GBytes *message = ranks->receive (ranks->user, &from); message != NULL; message = ranks->receive (ranks->user, &from))
    {
      gsize n;
      const guint8 *bytes = g_bytes_get_data (message, &n);
      Head head;

      if (n >= sizeof head)
        {
          memcpy (&head, bytes, sizeof head);
          handle (study, from, &head, bytes + sizeof head, n - sizeof head);
        }
      g_bytes_unref (message);
    }
  if (ranks->rank == 0)
    give_blocks (study);
  else if (!study->is_over)
    {
      send_finished (study);
      if (study->error != NULL && !study->has_failed)
        {
          study->has_failed = TRUE;
          send_message (ranks, 0, MESSAGE_FAIL, 0, study->error->message, strlen (study->error->message));
        }
    }
}
