/* The part that the commands ensemble and sweep share: the runs of a study and their file of results. */
#pragma once

#include "cli-study-setup.h"
#include "lab-ensemble-run.h"

/* Makes the study of a command and computes the runs that its file does not have yet. id: that of the study, "ensemble" or "sweep". Returns the
 * file, or NULL with *status after printing an error; also NULL, with status CLI_OK, on the ranks of an MPI job that have no file. The caller frees
 * both. */
LabResults *cli_many_runs (const CliArguments *arguments, const char *id, CliStudy *study, LabEnsemble **ensemble, int *status);
/* Prints an error, unless it reports an interruption, and returns its exit status. */
int cli_many_fail (const GError *error);

/* ---- the processes of an MPI job as ranks of a study; without the build option mpi there is only this process ---- */

#ifdef HAVE_MPI
/* Joins the MPI job that started this program. Returns its ranks, or NULL if the program was not started by one. Call it once, and
 * cli_mpi_leave before the program ends. */
const LabRanks *cli_mpi_join (void);
/* Leaves the job after all ranks have finished. */
void cli_mpi_leave (const LabRanks *ranks);
#else
/* Returns NULL: this process is alone. */
static inline const LabRanks *
cli_mpi_join (void)
{
  return NULL;
}

/* Leaves nothing, as no job was joined. */
static inline void
cli_mpi_leave (const LabRanks *ranks)
{
}
#endif
