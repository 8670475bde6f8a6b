/* Lets the processes of an MPI job share the runs of a study. */
#include "cli-many-runs.h"

#include <mpi.h>
#include <string.h>

static void
send_bytes (gpointer user, int to, gconstpointer bytes, gsize n)
{
  MPI_Send (bytes, (int) n, MPI_BYTE, to, 0, MPI_COMM_WORLD);
}

static GBytes *
receive_bytes (gpointer user, int *from)
{
  MPI_Status status;
  guint8 *bytes;
  int arrived, n;

  MPI_Iprobe (MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &arrived, &status);
  if (!arrived)
    return NULL;
  MPI_Get_count (&status, MPI_BYTE, &n);
  bytes = g_malloc ((gsize) n + 1);
  MPI_Recv (bytes, n, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  *from = status.MPI_SOURCE;
  return g_bytes_new_take (bytes, (gsize) n);
}

static LabRanks ranks = { .send = send_bytes, .receive = receive_bytes };

/* Join a job only if a launcher has set one of these variables. Without a launcher MPI_Init would start a daemon, which a single run does
 * not need. */
const LabRanks *
cli_mpi_join (void)
{
  static const char *const variables[] = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "PMIX_RANK" };
  gboolean is_launched = FALSE;
  int provided;

  for (guint k = 0; k < G_N_ELEMENTS (variables); k++)
    is_launched |= g_getenv (variables[k]) != NULL;
  if (!is_launched || MPI_Init_thread (NULL, NULL, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS)
    return NULL;
  MPI_Comm_rank (MPI_COMM_WORLD, &ranks.rank);
  MPI_Comm_size (MPI_COMM_WORLD, &ranks.n_ranks);
  return &ranks;
}

/* Rank 0 receives messages until every other rank has sent an empty last message. Otherwise a rank could wait forever for the delivery of a
 * block that is not needed any more. */
void
cli_mpi_leave (const LabRanks *job)
{
  int from;

  if (job == NULL)
    return;
  if (job->rank > 0)
    MPI_Send (NULL, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
  for (int n_left = job->rank == 0 ? job->n_ranks - 1 : 0; n_left > 0;)
    {
      GBytes *message = receive_bytes (NULL, &from);

      if (message == NULL)
        {
          g_usleep (200);
          continue;
        }
      n_left -= g_bytes_get_size (message) == 0;
      g_bytes_unref (message);
    }
  MPI_Finalize ();
}
