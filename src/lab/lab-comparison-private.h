/* What the files of a comparison share; for no one else. */
#pragma once

#include "lab-comparison.h"

G_BEGIN_DECLS

/* A copy of the problem's settings for method, as fast as possible, without limits of the user's. h > 0: fixed steps; else accuracy. */
SimConfig *lab_comparison_config (const LabProblem *problem, const OdeMethod *method, double h, double accuracy);

/* The settings of a entry with its step or accuracy. */
SimConfig *lab_comparison_entry_config (const LabComparison *comparison, const LabProblem *problem, const LabComparisonEntry *entry);
/* Sets a entry's step or accuracy, its outcome and its run by the comparison's rule; where that cannot be, why it is refused. reference_end: states, or NULL.
 * FALSE where a run could not start or was cancelled. */
gboolean lab_comparison_find_setting (const LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem, const double *reference_end,
                                const LabProgress *progress, GError **error);

/* States of the reference solution at ascending times t[n] into x[n·n_states]; NaN where it is not known. FALSE with an error where there is none. */
gboolean lab_comparison_reference_at (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, const LabProgress *progress,
                            GError **error);
/* Where nothing is known of the end, two unrelated tight runs that agree at first are the reference solution until they part: the states at the first *n_known of
 * t[n], and how they are known, which is the caller's. 0 where that is too little to be of use. FALSE only where cancelled or no run can start. */
gboolean lab_comparison_reference_first_part (const LabProblem *problem, ModelSystem *system, const double *t, gsize n, double *x, gsize *n_known,
                                    char **said, const LabProgress *progress, GError **error);
/* Whether the reference solution is known to the end of the comparison. */
gboolean lab_comparison_reference_is_whole (const LabComparison *comparison);
/* Sets reference, its end, size, period and said of the comparison. FALSE only where cancelled. */
gboolean lab_comparison_find_reference (LabComparison *comparison, const LabProblem *problem, ModelSystem *system, const LabProgress *progress, GError **error);
/* Fills rows and errors of a entry that has run. FALSE only where cancelled. */
gboolean lab_comparison_measure (LabComparison *comparison, LabComparisonEntry *entry, const LabProblem *problem, ModelSystem *system, const LabProgress *progress,
                           GError **error);
/* In words, from what was measured; sets t_left. */
LabBehaviour lab_comparison_judge (const LabComparison *comparison, LabComparisonEntry *entry, ModelSystem *system);

G_END_DECLS
