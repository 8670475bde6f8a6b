/* The processes of an MPI job as ranks of a study. Without the build option mpi there is only this process. */
#pragma once

#include "lab-ranks.h"

G_BEGIN_DECLS

#ifdef HAVE_MPI
/* Joins the MPI job that started this program. Returns its ranks, or NULL if the program was not started by one. Call it once, and
 * cli_mpi_leave before the program ends. */
const LabRanks *cli_mpi_join (void);
/* Leaves the job after all ranks have finished. */
void cli_mpi_leave (const LabRanks *ranks);
#else
static inline const LabRanks *
cli_mpi_join (void)
{
  return NULL;
}

static inline void
cli_mpi_leave (const LabRanks *ranks)
{
}
#endif

G_END_DECLS
