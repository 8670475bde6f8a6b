/* Computes an ensemble on several threads and writes a file of results, and computes statistics from such a file. */
#pragma once

#include "lab-ranks.h"
#include "lab-results.h"
#include "lab-study-file.h"

G_BEGIN_DECLS

/* Returns YAML text of all that decides the values of the ensemble besides the
 * model; free with g_free. set and initial are assignments besides those of the
 * file, such as options of the command line; file may be NULL. */
char *lab_ensemble_settings (const LabEnsemble *ensemble, const LabStudyFile *file, const char *const *set, int n_set,
                             const char *const *initial, int n_initial);
/* Fills in the header of a file of results. Settings and texts are borrowed; free header->columns with g_strfreev. */
void lab_ensemble_header (const LabEnsemble *ensemble, const char *settings, int shard, int n_shards, LabResultsHeader *header);
/* Computes the members that the file does not contain yet, on n_jobs threads (0: one for each processor). Returns FALSE with an error if it
 * is cancelled, if a member cannot start, or if the file cannot be written; the file then has all blocks that were complete. */
gboolean lab_ensemble_run (const LabEnsemble *ensemble, LabResults *results, int n_jobs, const LabProgress *progress, GError **error);
/* Computes an ensemble like lab_ensemble_run, together with other processes that call this function with the same ensemble. results is NULL on all
 * ranks but 0; ranks NULL: this process is alone. */
gboolean lab_ensemble_run_ranks (const LabEnsemble *ensemble, LabResults *results, int n_jobs, const LabRanks *ranks,
                                 const LabProgress *progress, GError **error);
/* Computes one member in one lane: its columns, outcome and reason (free with
 * g_free). Returns FALSE with an error. */
gboolean lab_ensemble_replay (const LabEnsemble *ensemble, guint64 member, LabOutcome *outcome, char **reason, double *columns,
                              GError **error);

/* Statistics of one column over the members that have a finite value in it. */
typedef struct
{
  guint64 n;
  double mean, sd;        /* standard deviation with the divisor n − 1 */
  double minimum, maximum;
  double q05, q25, q50, q75, q95; /* quantiles, by linear interpolation between order statistics */
} LabSummary;

/* Counts the outcomes of all members in a file into counts[3]. Returns FALSE
 * with an error. */
gboolean lab_results_count (LabResults *results, guint64 *counts, GError **error);
/* Computes exact statistics of columns first … first + n − 1 into summaries[n],
 * in bounded memory. Returns FALSE with an error. */
gboolean lab_results_summarize (LabResults *results, int first, int n, LabSummary *summaries, GError **error);
/* Computes, like the function above, only the members with these outcomes (1 << LabOutcome). */
gboolean lab_results_summarize_outcomes (LabResults *results, unsigned outcomes, int first, int n, LabSummary *summaries, GError **error);
/* Computes the quantiles of a column with n values into summary, without loading the column into memory. Returns FALSE with an error. */
gboolean lab_results_select_quantiles (LabResults *results, int column, guint64 n, LabSummary *summary, GError **error);

G_END_DECLS
