/* Processes that compute one ensemble together, as those of an MPI job. Rank 0 has the file of results and gives blocks of members to the others,
 * which return the finished blocks. So the file does not depend on the number of processes, and a study that was interrupted continues with any
 * number of them. This file knows no transport; the caller provides one. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The transport. Its functions are called on the thread that called lab_ensemble_run. */
typedef struct
{
  int rank, n_ranks;
  /* Sends a message, whose bytes the caller may then change. */
  void (*send) (gpointer user, int to, gconstpointer bytes, gsize n);
  /* Returns the next message that has arrived, and sets its sender; NULL: none. Never waits. */
  GBytes *(*receive) (gpointer user, int *from);
  gpointer user;
} LabRanks;

/* Tells all other ranks to stop. Rank 0 calls this if it cannot begin. */
void lab_ranks_stop (const LabRanks *ranks);

G_END_DECLS
