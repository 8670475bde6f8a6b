/* Several processes that compute one ensemble together, such as the ranks of an MPI job. Rank 0 writes the result file and assigns blocks
 * of members to the other ranks, which return the finished blocks. Therefore the file does not depend on the number of processes, and an
 * interrupted study can be continued with any number of them. The caller provides functions that transport the messages. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The transport of messages. Its functions are called on the thread that called lab_ensemble_run_ranks. */
typedef struct
{
  int rank, n_ranks;
  /* Sends a message of n bytes to a rank. The caller may change the bytes after the call. */
  void (*send) (gpointer user, int to, gconstpointer bytes, gsize n);
  /* Returns the next message that has arrived, and sets *from to its sender. Returns NULL if there is none; does not block. */
  GBytes *(*receive) (gpointer user, int *from);
  gpointer user;
} LabRanks;

/* Sends STOP to all other ranks. Rank 0 calls this if it cannot begin. */
void lab_ranks_stop (const LabRanks *ranks);

G_END_DECLS
