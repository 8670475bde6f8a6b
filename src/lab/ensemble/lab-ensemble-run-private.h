/* The state of a study that is being computed, for lab-ensemble-run.c (threads) and lab-ranks.c (processes). */
#pragma once

#include <stdatomic.h>

#include "lab-ensemble-run.h"
#include "lab-results-private.h"

G_BEGIN_DECLS

/* Largest number of blocks after the first unfinished one that may be in progress. */
#define LAB_WINDOW 128

typedef struct
{
  LabBlock *block;         /* NULL: another rank computes it, or it is free */
  int n_left;              /* number of unfinished members */
} LabSlot;

typedef struct
{
  const LabEnsemble *ensemble;
  LabResults *results;     /* NULL: rank 0 has the file */
  LabBlockFormat format;
  const LabRanks *ranks;   /* NULL: this process is alone */
  guint64 first, end;      /* blocks of this file */
  GMutex lock;             /* protects all members below */
  GCond changed;
  guint64 next;            /* the next block that nobody has taken */
  guint64 written;         /* the next block to be written */
  LabSlot window[LAB_WINDOW];
  GQueue waiting;          /* rank 0: ranks that asked for a block */
  GArray *assigned;        /* other ranks: guint64, blocks that no thread has taken yet */
  GPtrArray *finished;     /* other ranks: LabBlock, to be sent */
  gboolean is_over;        /* other ranks: rank 0 said STOP */
  gboolean has_failed;     /* other ranks: rank 0 was told of the error */
  int n_running;
  GError *error;
  atomic_bool stop;        /* set by any thread, read by the workers; relaxed order */
  atomic_ulong n_done;     /* number of finished members; relaxed order */
} LabStudyRun;

/* Ends the study with an error, which it takes. The caller holds the lock. */
void lab_study_run_fail (LabStudyRun *study, GError *error);
/* Writes the complete blocks at the start of the window. The caller holds the lock. */
void lab_study_run_write (LabStudyRun *study);

/* Asks rank 0 for the first blocks of n_jobs threads. */
void lab_ranks_begin (LabStudyRun *study, int n_jobs);
/* Handles the messages that have arrived and sends those that are due. The caller holds the lock. */
void lab_ranks_serve (LabStudyRun *study);

G_END_DECLS
