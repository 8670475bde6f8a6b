/* The state of an ensemble computation, shared by lab-ensemble-run.c (threads) and lab-ranks.c (processes). A block is a group of
 * consecutive members; a rank is one of the processes, and rank 0 writes the file. */
#pragma once

#include <stdatomic.h>

#include "lab-ensemble-run.h"
#include "lab-results-private.h"

G_BEGIN_DECLS

/* Number of consecutive blocks, from the first unfinished one on, that may be in progress at the same time. */
#define LAB_WINDOW 128

typedef struct
{
  LabBlock *block;         /* block that this process computes; NULL: another rank computes it, or nobody does */
  int n_left;              /* number of members of the block that are not finished; only the thread that computes the block uses it */
  gboolean is_complete;    /* all members of the block are finished */
} LabSlot;

typedef struct
{
  const LabEnsemble *ensemble;
  LabResults *results;     /* NULL: rank 0 has the file */
  LabBlockFormat format;
  const LabRanks *ranks;   /* the processes; NULL: there is only this process */
  guint64 first, end;      /* index of the first block of this file, and the index after its last block */
  GMutex lock;             /* protects all members below */
  GCond changed;           /* threads of the study wait for it: the window has moved, a block was assigned, or the study stops */
  GCond ended;             /* lab_ensemble_run waits for it; a thread of the study signals it when it ends */
  guint64 next;            /* index of the next block that was not given to a thread or rank */
  guint64 written;         /* index of the next block to be written */
  LabSlot window[LAB_WINDOW]; /* a block that is not complete belongs to one thread, which accesses its contents without the lock */
  GQueue waiting;          /* on rank 0: numbers of the ranks that wait for a block */
  GArray *assigned;        /* on other ranks: guint64, indices of blocks from rank 0 that no thread has taken yet */
  GPtrArray *finished;     /* on other ranks: LabBlock, finished and to be sent to rank 0 */
  gboolean is_over;        /* on other ranks: rank 0 has sent STOP */
  gboolean has_failed;     /* on other ranks: the error was sent to rank 0 */
  int n_running;
  GError *error;
  atomic_bool stop;        /* set by any thread to end the computation; accessed with relaxed order */
  unsigned long n_received; /* on rank 0: number of members in blocks of other ranks */
} LabStudyRun;

/* Ends the computation with an error, and takes ownership of the error. The caller holds the lock. */
void lab_study_run_fail (LabStudyRun *study, GError *error);
/* Writes the complete blocks at the start of the window to the file. The caller holds the lock. */
void lab_study_run_write (LabStudyRun *study);

/* Requests the first blocks for n_jobs threads from rank 0. */
void lab_ranks_begin (LabStudyRun *study, int n_jobs);
/* Handles the messages that have arrived, and sends pending messages. The caller holds the lock. */
void lab_ranks_serve (LabStudyRun *study);

G_END_DECLS
