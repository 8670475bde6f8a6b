/* Computes an ensemble on several threads, writes its result file, and computes statistics from such a file. */
#pragma once

#include "lab-ranks.h"
#include "lab-results.h"

G_BEGIN_DECLS

/* Returns YAML text with all settings, besides the model, on which the values of the ensemble depend. file_set and file_initial are the
 * mappings of the study file, or NULL; set and initial are additional assignments, such as command line options. Free the text with g_free. */
char *lab_ensemble_settings (const LabEnsemble *ensemble, const ModelYaml *file_set, const ModelYaml *file_initial,
                             const char *const *set, int n_set, const char *const *initial, int n_initial);
/* Initializes the header of a result file. The header borrows settings and other texts; free header->columns with g_strfreev. */
void lab_ensemble_header (const LabEnsemble *ensemble, const char *settings, int shard, int n_shards, LabResultsHeader *header);
/* Computes the members that the file does not contain yet, on n_jobs threads (0: one for each processor). Returns FALSE with an error if it
 * is cancelled, a member cannot start, or the file cannot be written; the file then contains all blocks that were complete. */
gboolean lab_ensemble_run (const LabEnsemble *ensemble, LabResults *results, int n_jobs, const LabProgress *progress, GError **error);
/* Computes an ensemble like lab_ensemble_run, together with other processes that call this function with the same ensemble. results is NULL
 * on all ranks except 0. ranks may be NULL if there is only this process. */
gboolean lab_ensemble_run_ranks (const LabEnsemble *ensemble, LabResults *results, int n_jobs, const LabRanks *ranks,
                                 const LabProgress *progress, GError **error);
/* Computes one member again: its columns, outcome and reason (free it with g_free). Returns FALSE with an error if the member cannot
 * start, or if the thread asks to end (expr-look.h). */
gboolean lab_ensemble_replay (const LabEnsemble *ensemble, guint64 member, LabOutcome *outcome, char **reason, double *columns,
                              GError **error);

/* Computes one member alone, as `run` does, and returns a sentence (sim_passed_sentence) if its steps pass over a change of the right-hand side, which is not
 * looked for when members are computed; NULL otherwise, if the member fails, or if the study is cancelled. */
char *lab_ensemble_passed_over (const LabEnsemble *ensemble, guint64 member, const LabProgress *progress);

/* Computes the varied quantities of members first … first + n − 1 without running them, into values[n × n_varied], row-major. The values are
 * those of the study. Returns FALSE with an error if a value is not finite. */
gboolean lab_ensemble_draw (const LabEnsemble *ensemble, guint64 first, int n, double *values, GError **error);

/* Statistics of one column, over the members whose value in it is finite. */
typedef struct
{
  guint64 n;
  double mean, sd;        /* mean and standard deviation; the latter with the divisor n − 1 */
  double minimum, maximum;
  double q05, q25, q50, q75, q95; /* quantiles at 5, 25, 50, 75 and 95 %, by linear interpolation between order statistics */
} LabSummary;

/* Counts the outcomes of all members in a file into counts[3], indexed by LabOutcome. Returns FALSE with an error if the file cannot be
 * read. */
gboolean lab_results_count (LabResults *results, guint64 *counts, GError **error);
/* Computes exact statistics of columns first … first + n − 1 into summaries[n], in bounded memory. Returns FALSE with an error if the file
 * cannot be read. */
gboolean lab_results_summarize (LabResults *results, int first, int n, LabSummary *summaries, GError **error);
/* Computes statistics like lab_results_summarize, only over members whose outcome is in the bit set `outcomes` (bits 1 << LabOutcome). */
gboolean lab_results_summarize_outcomes (LabResults *results, unsigned outcomes, int first, int n, LabSummary *summaries, GError **error);
/* Computes the quantiles of a column with n finite values into summary, without loading the whole column into memory. Returns FALSE with an
 * error if the file cannot be read. */
gboolean lab_results_select_quantiles (LabResults *results, int column, guint64 n, LabSummary *summary, GError **error);

G_END_DECLS
