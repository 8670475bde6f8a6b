/* The part that the commands ensemble and sweep share: it computes the runs of a study and stores them in a file of results. */
#pragma once

#include "cli-study-setup.h"
#include "lab-ensemble-run.h"

/* Makes the study of a command and computes those of its runs that the file of results does not have yet. kind: the ensemble or the sweep.
 * Returns the file of results, or NULL with *status after printing an error. In an MPI job, processes without the file return NULL with the
 * status CLI_OK. The caller frees the result and the study. */
LabResults *cli_many_runs (const CliArguments *arguments, const LabStudyKind *kind, CliStudy *study, LabEnsemble **ensemble, int *status);
/* Examines the steps of one run of a study, the first, unless --quiet is given. If the steps pass over a change, prints a warning and returns its
 * sentence; free it with g_free. Otherwise returns NULL. */
char *cli_many_check (const CliArguments *arguments, const LabEnsemble *ensemble);
/* Appends how many runs cli_many_check examined, and what it returned. */
void cli_many_add_check (LabJson *json, const CliArguments *arguments, const char *passed_over);
/* Prints an error and returns its exit status. Does not print an interruption. */
int cli_many_fail (const GError *error);

/* ---- the processes of an MPI job; without the build option mpi there is only this process ---- */

#ifdef HAVE_MPI
/* Joins the MPI job that started this program. Returns its ranks, borrowed, or NULL if the program was not started as an MPI job. Call this
 * once, and call cli_mpi_leave before the program ends. */
const LabRanks *cli_mpi_join (void);
/* Leaves the MPI job after all of its processes have finished. */
void cli_mpi_leave (const LabRanks *ranks);
#else
/* Returns NULL, because this build does not support MPI. */
static inline const LabRanks *
cli_mpi_join (void)
{
  return NULL;
}

/* Does nothing, because this build does not support MPI. */
static inline void
cli_mpi_leave (const LabRanks *ranks)
{
}
#endif
